/* paper.c - a figure of a paper: its curves as they were run, and the point at which the network is now. */
#include "ui/ink.h"
#include "ui/panel.h"
#include "ui/plot.h"

enum { WORDS = 3, HUES = WS_ROLE_HUE7 - WS_ROLE_HUE0 + 1 };

static void curves_draw(const ws_view *view, const ws_pen *pen) {
    uint32_t hue[HUES];
    for (int i = 0; i < HUES; i++)
        hue[i] = ws_ink_role(view, (ws_role)(WS_ROLE_HUE0 + i));
    const ws_plot_colours colours = {hue, HUES};
    ws_plot_paint(view->paper->plot, view->glyphs, &colours, pen);
}

static void now_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_paper *paper = view->paper;
    if (paper->plot->has_now)
        ws_pen_glyph(pen, 1, row, view->glyphs->code[WS_GLYPH_PLACE], WS_ROLE_PLACE, 0);
    ws_pen_text(pen, 3, row, WS_ROLE_TEXT, paper->now);
}

void ws_paper_draw(const ws_view *view, const ws_pen *pen) {
    const ws_view_paper *paper = view->paper;
    if (!paper)
        return;
    int column = 1 + ws_pen_print(pen, 1, 0, WS_ROLE_STRONG, "%s  ", paper->name);
    column += ws_pen_text(pen, column, 0, WS_ROLE_TITLE, paper->title);
    ws_pen_print(pen, column, 0, WS_ROLE_FAINT, "  %s", paper->where);
    ws_pen curves = ws_pen_sub(pen, (ws_rect){1, 1, pen->clip.w - 1, pen->clip.h - WORDS});
    curves_draw(view, &curves);
    now_draw(view, pen, pen->clip.h - 2);
    ws_pen_text(pen, 3, pen->clip.h - 1, WS_ROLE_FAINT, paper->verdicts);
}
