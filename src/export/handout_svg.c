/* handout_svg.c - a handout as one tall picture: words and pictures are cells of a canvas, which
 * the export layer paints. Its text can be selected. */
#include <stdlib.h>
#include <string.h>

#include "export/handout_form.h"
#include "export/handout_rows.h"
#include "export/svg.h"
#include "session/language/text.h"

enum { MARGIN = 2, COLUMNS = 78, ROOM = 64 };

/* The page has at least so many columns and rows; what is on it stays. */
static void page_grow(ws_handout_page *page, int width, int rows) {
    ws_canvas *canvas = &page->canvas;
    if (canvas->width >= width && canvas->height >= rows)
        return;
    ws_canvas old = *canvas;
    *canvas = (ws_canvas){0};
    int height = old.height >= rows ? old.height : rows + ROOM;
    ws_canvas_resize(canvas, ws_max(width, old.width), height);
    size_t bytes = (size_t)old.width * sizeof *old.cell;
    for (int row = 0; row < old.height; row++)
        memcpy(ws_canvas_at(canvas, 0, row), ws_canvas_at(&old, 0, row), bytes);
    ws_canvas_free(&old);
}

/* The next row of the page. */
static int row_next(ws_handout_page *page) {
    page_grow(page, COLUMNS + 2 * MARGIN, page->rows + 1);
    page->rows++;
    return page->rows - 1;
}

static void row_write(ws_handout_page *page, ws_role role, const char *text) {
    int row = row_next(page);
    const ws_pen pen = ws_pen_of(&page->canvas);
    ws_pen_text(&pen, MARGIN, row, role, text);
}

/* Words in rows; `first` stands before the first row, blanks before the others. */
static void rows_write(ws_handout_page *page, ws_role role, const char *first, const char *text) {
    char row[WS_HANDOUT_ROW + 32];
    int indent = ws_text_columns(first);
    while (*text) {
        size_t length = ws_handout_row(text, COLUMNS - indent);
        snprintf(row, sizeof row, "%*s%.*s", indent, first, (int)length, text);
        row_write(page, role, row);
        text += length;
        text += strspn(text, " ");
        first = "";
    }
}

static void blank_row(ws_handout_page *page) {
    row_write(page, WS_ROLE_TEXT, "");
}

static void begin(const ws_handout_sheet *sheet, const char *title, const char *about) {
    ws_handout_page *page = sheet->page;
    snprintf(page->title, sizeof page->title, "%s", title);
    blank_row(page);
    rows_write(page, WS_ROLE_TITLE, "", title);
    rows_write(page, WS_ROLE_FAINT, "", about);
    blank_row(page);
    row_write(page, WS_ROLE_TEXT, "Name: ______________________________   Date: ______________");
}

static void step(const ws_handout_sheet *sheet, const char *title) {
    blank_row(sheet->page);
    rows_write(sheet->page, WS_ROLE_TITLE, "", title);
}

static void words(const ws_handout_sheet *sheet, ws_words kind, const char *text) {
    static const struct {
        const char *sign;
        ws_role role;
    } forms[] = {
        [WS_WORDS_SAID] = {"", WS_ROLE_TEXT},
        [WS_WORDS_QUESTION] = {"", WS_ROLE_STRONG},
        [WS_WORDS_HINT] = {"  ", WS_ROLE_FAINT},
        [WS_WORDS_KEY] = {"KEY: ", WS_ROLE_ECHO},
    };
    blank_row(sheet->page);
    rows_write(sheet->page, forms[kind].role, forms[kind].sign, text);
}

static void choice(const ws_handout_sheet *sheet, char letter, const char *text) {
    char sign[16];
    snprintf(sign, sizeof sign, "  [ ] %c) ", letter);
    rows_write(sheet->page, WS_ROLE_TEXT, sign, text);
}

static void blank(const ws_handout_sheet *sheet, const char *text) {
    char row[WS_HANDOUT_ROW];
    blank_row(sheet->page);
    snprintf(row, sizeof row, "  %.200s: ______________________________", text);
    row_write(sheet->page, WS_ROLE_TEXT, row);
}

static void picture(const ws_handout_sheet *sheet, const ws_canvas *canvas, const char *title) {
    ws_handout_page *page = sheet->page;
    blank_row(page);
    page_grow(page, canvas->width + 2 * MARGIN, page->rows + canvas->height);
    size_t bytes = (size_t)canvas->width * sizeof *canvas->cell;
    for (int row = 0; row < canvas->height; row++) {
        ws_cell *to = ws_canvas_at(&page->canvas, MARGIN, page->rows + row);
        memcpy(to, ws_canvas_at(canvas, 0, row), bytes);
    }
    page->rows += canvas->height;
    rows_write(page, WS_ROLE_FAINT, "", title);
}

static void end(const ws_handout_sheet *sheet) {
    ws_handout_page *page = sheet->page;
    blank_row(page);
    ws_canvas all = page->canvas;
    all.height = page->rows;
    ws_svg_write(sheet->out, &all, sheet->theme, page->title);
}

const ws_handout_form ws_handout_svg = {
    .coloured = true,
    .begin = begin,
    .step = step,
    .words = words,
    .choice = choice,
    .blank = blank,
    .picture = picture,
    .end = end,
};
