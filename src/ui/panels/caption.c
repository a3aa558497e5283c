/* caption.c - lecture mode: what a scenario says to a room, in large type as far as a terminal has any: questions before answers;
 * and the keys as they are pressed, so that everybody knows what has been done. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/big.h"
#include "ui/panel.h"

/* ---- figures ---- */

/* The figures that somebody chose, the first of them in large digits. Where two branches stand
 * side by side, the first figure of both. */

const char *ws_figure_said(const ws_view_figure *figure, double value, char *text, size_t room) {
    if (strcmp(figure->name, "deadlock") == 0 && !isnan(value))
        return value > 0 ? "yes" : "no";
    if (value == floor(value) && fabs(value) < 1e4) {
        snprintf(text, room, "%.0f", value);
        return text;
    }
    return ws_figure_text(value, text, room);
}

static void name_draw(const ws_pen *pen, int row, const ws_view_figure *figure) {
    int x = 1 + ws_pen_text(pen, 1, row, WS_ROLE_TITLE, figure->name);
    ws_pen_text(pen, x + 1, row, WS_ROLE_FAINT, figure->unit);
}

static const char *cover_of(const ws_view *view) {
    return view->glyphs->ascii ? "###" : "\xe2\x96\x92\xe2\x96\x92\xe2\x96\x92";
}

/* As large as there is room for; returns the row below. */
static int big_draw(const ws_view *view, const ws_pen *pen, int row, const ws_view_figure *figure,
                    double value) {
    char text[32];
    if (figure->covered) {
        ws_pen_text(pen, 1, row, WS_ROLE_FAINT, cover_of(view));
        return row + WS_BIG_ROWS;
    }
    const char *digits = ws_figure_said(figure, value, text, sizeof text);
    int room = pen->clip.h - row;
    ws_big_size size = ws_big_fit(digits, pen->clip.w - 1, room);
    ws_big_draw(pen, 1, row, size, WS_ROLE_STRONG, view->glyphs->ascii, digits);
    return row + ws_big_rows(size);
}

static void small_draw(const ws_view *view, const ws_pen *pen, int row,
                       const ws_view_figure *figure) {
    char text[32];
    const char *value = ws_figure_said(figure, figure->value, text, sizeof text);
    if (figure->covered)
        value = cover_of(view);
    int width = pen->clip.w;
    int end = width - 1 - ws_text_columns(value);
    ws_pen name = ws_pen_sub(pen, (ws_rect){0, row, ws_max(end - 1, 0), 1});
    ws_pen_text(&name, 1, 0, WS_ROLE_TEXT, figure->name);
    ws_pen_text(pen, end, row, WS_ROLE_STRONG, value);
}

/* The branch beside at the left, as the maps above. */
static void pair_draw(const ws_view *view, const ws_pen *pen) {
    const ws_view_figure *figure = &view->chosen.figure[0];
    int half = (pen->clip.w - 1) / 2;
    ws_pen left = ws_pen_sub(pen, (ws_rect){0, 0, half, pen->clip.h});
    ws_pen right = ws_pen_sub(pen, (ws_rect){half + 1, 0, pen->clip.w - half - 1, pen->clip.h});
    name_draw(&left, 0, figure);
    big_draw(view, &left, 1, figure, figure->other);
    name_draw(&right, 0, figure);
    big_draw(view, &right, 1, figure, figure->value);
}

void ws_figures_draw(const ws_view *view, const ws_pen *pen) {
    if (view->other) {
        pair_draw(view, pen);
        return;
    }
    int rest = (int)view->chosen.figures - 1;
    ws_pen top = ws_pen_sub(pen, (ws_rect){0, 0, pen->clip.w, ws_max(pen->clip.h - rest, 4)});
    name_draw(&top, 0, &view->chosen.figure[0]);
    int row = big_draw(view, &top, 1, &view->chosen.figure[0], view->chosen.figure[0].value);
    for (size_t i = 1; i < view->chosen.figures; i++)
        small_draw(view, pen, row++, &view->chosen.figure[i]);
}

int ws_figures_rows(const ws_view *view) {
    int count = (int)view->chosen.figures;
    return count == 0 ? 0 : 1 + WS_BIG_ROWS + count - 1;
}

/* ---- caption ---- */

#define LINE_MOST 100 /* columns of a line that is read easily */

static const char *const heads[] = {
    [WS_REMARK_NOTE] = "What you see", [WS_REMARK_QUESTION] = "question", [WS_REMARK_ANSWER] = "answer"};

/* What is said where the scenario says nothing. */
static void deadlock_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    char since[32];
    ws_pen_print(pen, 0, 0, WS_ROLE_DEADLOCK,
                 " Deadlock since cycle %s: %" PRIu32 " worms in the ring, %" PRIu32
                 " behind the ring. ",
                 ws_count_text(v->session.deadlock_cycle, since, sizeof since), f->deadlock_worms,
                 ws_frame_behind_ring(f));
}

void ws_caption_draw(const ws_view *v, const ws_pen *pen) {
    bool said = v->session.note && *v->session.note;
    int w = ws_min(pen->clip.w - 4, LINE_MOST), x = (pen->clip.w - w) / 2;
    ws_title_draw(v, pen, 0, said ? heads[v->session.remark] : "");
    ws_pen inner = ws_pen_sub(pen, (ws_rect){x, 1, w, ws_max(pen->clip.h - 1, 0)});
    if (said) {
        int y = ws_words_draw(&inner, 0, inner.clip.h > 4, WS_ROLE_STRONG, v->session.note);
        if (v->session.remark == WS_REMARK_QUESTION && !v->session.running && y < inner.clip.h)
            ws_pen_text(&inner, 0, inner.clip.h - 1, WS_ROLE_FAINT, "What do you think? space continues and shows it.");
    } else if (v->frame->deadlock) deadlock_draw(v, &inner);
    else
        ws_words_draw(&inner, 0, inner.clip.h > 4, WS_ROLE_STRONG, v->session.title);
}

void ws_pressed_draw(const ws_view *v, const ws_pen *pen) {
    int x = 0, w = pen->clip.w;
    ws_pen_fill(pen, (ws_rect){0, 0, w, 1}, ' ', WS_ROLE_KEY_LABEL);
    for (int i = 0; i < WS_PRESSED_MAX && v->pressed[i]; i++) {
        const ws_binding *b = v->pressed[i];
        int need = ws_text_columns(b->name) + ws_text_columns(b->help) + 5;
        if (i > 0 && x + need > w) return;
        x += ws_pen_print(pen, x, 0, i ? WS_ROLE_KEY_LABEL : WS_ROLE_KEY, " %s ", b->name);
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY_LABEL, " %s  ", b->help);
    }
    static const char leave[] = " M: exit lecture ";
    if (x == 0)
        ws_pen_text(pen, 1, 0, WS_ROLE_KEY_LABEL, "space runs, and stops where there is something to read; M exits the lecture");
    else if (x + (int)sizeof leave <= w) ws_pen_print_right(pen, w, 0, WS_ROLE_KEY_LABEL, "%s", leave);
}
