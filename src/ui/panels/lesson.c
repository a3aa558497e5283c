/* lesson.c - the panel of a lesson: how far it is, what is said or asked, the answers to choose
 * from, what has been entered, and what became of it; where there is room, what was said before. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/panel.h"

#define LEAST  9  /* rows, with the title */
#define COLUMN 70 /* columns of a panel that stands beside the map: it has rows to spare */
#define INDENT 3  /* of an answer behind its letter */

/* Words begin in column 1; the last column stays empty. */
static ws_pen words_pen(const ws_pen *pen, int row) {
    return ws_pen_sub(pen, (ws_rect){1, row, pen->clip.w - 1, ws_max(pen->clip.h - row, 0)});
}

/* ---- the title ---- */

static int dots_draw(const ws_view *view, const ws_pen *pen, int x) {
    const ws_view_lesson *lesson = &view->lesson;
    uint32_t full = view->glyphs->ascii ? '*' : 0x25cf;
    uint32_t empty = view->glyphs->ascii ? 'o' : 0x25cb;
    for (size_t i = 1; i <= lesson->steps; i++) {
        bool past = i < lesson->number;
        ws_role role = i == lesson->number ? WS_ROLE_PLACE : WS_ROLE_FAINT;
        ws_pen_glyph(pen, x++, 0, past || i == lesson->number ? full : empty, role, 0);
    }
    return x;
}

/* "300 of at most 4 000 cycles": what it waits for may be what is asked next. */
static void run_text(const ws_view_lesson *lesson, char *text, size_t room) {
    char run[32];
    char most[32];
    ws_count_text(lesson->run, run, sizeof run);
    ws_count_text(lesson->most, most, sizeof most);
    const char *bound = lesson->until ? "at most " : "";
    snprintf(text, room, " %s of %s%s cycles ", run, bound, most);
}

/* Answers and what becomes of them stand apart from the words in a column beside the map. */
static int gap_of(const ws_pen *pen) {
    return pen->clip.w < COLUMN;
}

/* Below the title, where that has no room for it. */
static void run_draw(const ws_pen *pen, const char *text) {
    int row = ws_max(pen->clip.h - 1, 1);
    ws_pen_print_right(pen, pen->clip.w, row, WS_ROLE_FAINT, "%s", text);
}

/* A question that stands alone has its own name. Returns the columns. */
static int title_text(const ws_view_lesson *lesson, const ws_pen *pen) {
    if (lesson->steps == 0)
        return ws_pen_print(pen, 1, 0, WS_ROLE_TITLE, " %s ", lesson->step);
    return ws_pen_print(pen, 1, 0, WS_ROLE_TITLE, " %zu of %zu: %s ", lesson->number, lesson->steps,
                        lesson->step);
}

static void title_draw(const ws_view *view, const ws_pen *pen) {
    const ws_view_lesson *lesson = &view->lesson;
    char right[160] = "";
    uint32_t line = view->glyphs->code[WS_GLYPH_LINE_H];
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, line, WS_ROLE_RULE);
    int x = 1 + title_text(lesson, pen);
    if (x + (int)lesson->steps + 1 < pen->clip.w)
        x = 1 + dots_draw(view, pen, x);
    if (lesson->note)
        snprintf(right, sizeof right, " %.100s ", lesson->note);
    else if (lesson->most)
        run_text(lesson, right, sizeof right);
    else
        snprintf(right, sizeof right, " %d of %d marks ", lesson->marks, lesson->of);
    if (x + ws_text_columns(right) < pen->clip.w)
        ws_pen_print_right(pen, pen->clip.w, 0, WS_ROLE_TITLE, "%s", right);
    else
        run_draw(pen, right);
}

/* ---- the words ---- */

/* Returns the row below. */
static int answers_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    row += lesson->answers > 0 ? gap_of(pen) : 0;
    for (size_t i = 0; i < lesson->answers; i++) {
        bool chosen = i == lesson->chosen;
        ws_role role = chosen ? WS_ROLE_SELECTED : WS_ROLE_TEXT;
        ws_pen_print(pen, 0, row, chosen ? role : WS_ROLE_KEY, "%c", (int)('a' + i));
        ws_pen_print(pen, 1, row, role, chosen ? ">" : ")");
        row = ws_words_draw(pen, INDENT, row, role, lesson->answer[i]);
    }
    return row;
}

static int words_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    ws_role role = lesson->asks ? WS_ROLE_STRONG : WS_ROLE_TEXT;
    if (view->lecture)
        role = WS_ROLE_STRONG;
    row = ws_words_draw(pen, 0, row, role, lesson->words);
    if (lesson->bars)
        return ws_answers_draw(view, pen, row);
    return answers_draw(view, pen, row);
}

static int entry_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    if (!lesson->label)
        return row;
    row += gap_of(pen);
    int x = ws_pen_print(pen, 0, row, WS_ROLE_FAINT, "%s ", lesson->label);
    x += ws_pen_print(pen, x, row, WS_ROLE_PROMPT, " %s", lesson->entry);
    ws_pen_glyph(pen, x, row, ' ', WS_ROLE_CURSOR, 0);
    return row + 1;
}

static int reply_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    if (!*lesson->reply)
        return row;
    row += gap_of(pen);
    return ws_words_draw(pen, 0, row, lesson->reply_error ? WS_ROLE_ERROR : WS_ROLE_ECHO,
                         lesson->reply);
}

/* All of it from a row on; returns the row below. */
static int all_draw(const ws_view *view, const ws_pen *pen) {
    int row = words_draw(view, pen, 0);
    row = entry_draw(view, pen, row);
    return reply_draw(view, pen, row);
}

/* Rows of a text in the columns of a pen. */
static int rows_of(const ws_pen *pen, const char *text) {
    ws_pen unseen = ws_pen_sub(pen, (ws_rect){0, 0, pen->clip.w, 0});
    return ws_words_draw(&unseen, 0, 0, WS_ROLE_FAINT, text);
}

/* Below a blank row what was said before, the latest first: an explanation is read beside its
 * question. Each whole, or not at all. */
static void earlier_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    for (size_t i = lesson->earlier_count; i > 0; i--) {
        const char *text = lesson->earlier[i - 1];
        if (!*text)
            continue;
        if (row + 1 + rows_of(pen, text) > pen->clip.h)
            return;
        row = ws_words_draw(pen, 0, row + 1, WS_ROLE_FAINT, text);
    }
}

void ws_lesson_draw(const ws_view *view, const ws_pen *pen) {
    title_draw(view, pen);
    ws_pen inner = words_pen(pen, 1);
    int row = all_draw(view, &inner);
    if (!view->lesson.bars)
        earlier_draw(view, &inner, row);
}

/* Drawn where nothing is seen of it. */
int ws_lesson_rows_at(const ws_view *view, int width) {
    ws_cell cell;
    ws_canvas canvas = {.width = 1, .height = 1, .ascii = view->glyphs->ascii, .cell = &cell};
    const ws_pen pen = {.canvas = &canvas, .clip = {0, 0, width - 1, 0}};
    return ws_max(1 + all_draw(view, &pen), LEAST);
}

int ws_lesson_height(const ws_view *view) {
    return view->lesson.shown ? LEAST : 0;
}
