/* handout_text.c - a handout as text, in the marks of Markdown: pictures stand in it as signs. */
#include <stdlib.h>
#include <string.h>

#include "export/handout_form.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "ui/text.h"

enum { COLUMNS = 78 };

/* Bytes of the next row of at most so many columns; a longer word has a row of its own. */
static size_t row_length(const char *text, int columns) {
    size_t length = strcspn(text, " ");
    while (text[length]) {
        size_t next = length + 1 + strcspn(text + length + 1, " ");
        char *row = ws_copy_text(text, next);
        int wide = ws_text_columns(row);
        free(row);
        if (wide > columns)
            break;
        length = next;
    }
    return length;
}

/* Words in rows; `first` stands before the first row, blanks before the others. */
static void rows_write(FILE *out, const char *first, const char *text) {
    static const char blanks[] = "                ";
    int indent = ws_text_columns(first);
    while (*text) {
        size_t length = row_length(text, COLUMNS - indent);
        ws_tell(out, "%s%.*s", first, (int)length, text);
        text += length;
        text += strspn(text, " ");
        first = blanks + sizeof blanks - 1 - indent;
    }
}

static void begin(const ws_handout_sheet *sheet, const char *title, const char *about) {
    rows_write(sheet->out, "# ", title);
    fputs("\n", sheet->out);
    rows_write(sheet->out, "", about);
    fputs("\nName: ______________________________   Date: ______________\n", sheet->out);
}

static void step(const ws_handout_sheet *sheet, const char *title) {
    fputs("\n", sheet->out);
    rows_write(sheet->out, "## ", title);
}

static void words(const ws_handout_sheet *sheet, ws_words kind, const char *text) {
    static const char *const openings[] = {"", "", "  ", "KEY: "};
    fputs("\n", sheet->out);
    rows_write(sheet->out, openings[kind], text);
}

static void choice(const ws_handout_sheet *sheet, char letter, const char *text) {
    char sign[16];
    snprintf(sign, sizeof sign, "  [ ] %c) ", letter);
    rows_write(sheet->out, sign, text);
}

static void blank(const ws_handout_sheet *sheet, const char *text) {
    fputs("\n", sheet->out);
    ws_tell(sheet->out, "  %s: ______________________________", text);
}

static void picture(const ws_handout_sheet *sheet, const ws_canvas *canvas, const char *title) {
    fputs("\n```\n", sheet->out);
    ws_text_write(sheet->out, canvas);
    fputs("```\n", sheet->out);
    rows_write(sheet->out, "", title);
}

static void end(const ws_handout_sheet *sheet) {
    (void)sheet;
}

const ws_handout_form ws_handout_text = {
    .begin = begin,
    .step = step,
    .words = words,
    .choice = choice,
    .blank = blank,
    .picture = picture,
    .end = end,
};
