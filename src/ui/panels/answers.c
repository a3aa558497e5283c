/* answers.c - how a class has answered a question: a bar for those who are alike, as long as their
 * share of all answers, with their number, and how many of them are right. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/view.h"

#define COUNT_WIDTH 23 /* "123 (100 %), 123 right" */
#define BLOCK       0x2588
#define HALF_BLOCK  0x258c

typedef struct plan {
    int label;    /* columns */
    int bar;      /* of all answers */
    uint64_t all; /* answers */
} plan;

static plan plan_of(const ws_view_lesson *lesson, int width) {
    plan p = {.all = 0};
    for (size_t i = 0; i < lesson->bars; i++) {
        const ws_view_bar *bar = &lesson->bar[i];
        int columns = ws_text_columns(bar->label);
        p.label = ws_max(p.label, columns);
        p.all += bar->count;
    }
    p.label = ws_min(p.label, width / 2);
    p.bar = ws_max(width - p.label - COUNT_WIDTH - 2, 4);
    return p;
}

/* In halves of a cell; who has one answer at least is seen. */
static int bar_halves(const plan *p, uint64_t count) {
    if (count == 0)
        return 0;
    int halves = (int)(2 * count * (uint64_t)p->bar / p->all);
    return ws_max(halves, 1);
}

static int blocks_draw(const ws_view *view, const ws_pen *pen, ws_rect at, ws_role role) {
    bool ascii = view->glyphs->ascii;
    int full = at.w / 2;
    ws_rect whole = {at.x, at.y, full, 1};
    ws_pen_fill(pen, whole, ascii ? '#' : BLOCK, role);
    if (at.w % 2)
        ws_pen_glyph(pen, at.x + full, at.y, ascii ? '-' : HALF_BLOCK, role, 0);
    return at.x + full + at.w % 2;
}

static void count_draw(const plan *p, const ws_pen *pen, int x, int row, const ws_view_bar *bar) {
    x += ws_pen_print(pen, x, row, WS_ROLE_STRONG, " %" PRIu64, bar->count);
    if (bar->count) {
        uint64_t percent = (200 * bar->count / p->all + 1) / 2;
        x += ws_pen_print(pen, x, row, WS_ROLE_TEXT, " (%" PRIu64 " %%)", percent);
    }
    if (bar->right == 0)
        return;
    if (bar->right == bar->count)
        ws_pen_text(pen, x, row, WS_ROLE_ECHO, " right");
    else
        ws_pen_print(pen, x, row, WS_ROLE_ECHO, ", %" PRIu64 " right", bar->right);
}

int ws_answers_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    plan p = plan_of(lesson, pen->clip.w);
    for (size_t i = 0; i < lesson->bars; i++, row++) {
        const ws_view_bar *bar = &lesson->bar[i];
        ws_rect room = {0, row, p.label, 1};
        ws_pen label = ws_pen_sub(pen, room);
        ws_role role = bar->right ? WS_ROLE_ECHO : WS_ROLE_BUFFER;
        ws_pen_text(&label, 0, 0, WS_ROLE_TEXT, bar->label);
        ws_rect blocks = {p.label + 1, row, bar_halves(&p, bar->count), 1};
        int x = blocks_draw(view, pen, blocks, role);
        count_draw(&p, pen, x, row, bar);
    }
    return row;
}
