/* breaks.c - the list of breakpoints with what their quantities are now, and where they have stopped the run. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/view.h"

#define VALUE_X 32
#define DOC_X   56

static void break_draw(const ws_view *v, const ws_pen *pen, int y, const ws_break *b) {
    char value[16];
    ws_pen_print_right(pen, 4, y, WS_ROLE_KEY, " %u ", b->number);
    ws_pen_text(pen, 6, y, WS_ROLE_STRONG, b->text);
    int x = VALUE_X + ws_pen_print(pen, VALUE_X, y, WS_ROLE_FAINT, "now ");
    double now = b->quantity ? b->quantity->of(v->frame) : b->before;
    const char *unit = b->quantity ? b->quantity->unit : b->unit;
    x += ws_pen_text(pen, x, y, WS_ROLE_TEXT, ws_figure_text(now, value, sizeof value));
    ws_pen_print(pen, x + 1, y, WS_ROLE_FAINT, "%s", unit);
    if (b->quantity && pen->clip.w >= 2 * DOC_X)
        ws_pen_text(pen, DOC_X, y, WS_ROLE_FAINT, b->quantity->doc);
}

static int stops_draw(const ws_view *v, const ws_pen *pen, int y) {
    char count[32];
    for (size_t i = v->session.stop_count; i-- > 0 && y < pen->clip.h - 4;) {
        const ws_stop *stop = &v->session.stops[i];
        ws_pen_glyph(pen, 1, y, v->glyphs->code[WS_GLYPH_BREAK], WS_ROLE_MARK, 0);
        int x = 3 + ws_pen_text(pen, 3, y, WS_ROLE_TEXT, ws_count_text(stop->cycle, count, sizeof count));
        x += ws_pen_text(pen, x + 2, y, WS_ROLE_FAINT, stop->text) + 2;
        if (stop->branch != v->session.branch_now)
            ws_pen_print(pen, x, y, WS_ROLE_FAINT, ", on %s", v->session.branch[stop->branch].name);
        y++;
    }
    return y;
}

void ws_breaks_draw(const ws_view *v, const ws_pen *pen) {
    int y = 1;
    for (size_t i = 0; i < v->session.break_count; i++)
        break_draw(v, pen, y++, &v->session.breaks[i]);
    if (v->session.break_count == 0)
        ws_pen_text(pen, 1, y++, WS_ROLE_TEXT, "No breakpoints. The run pauses when a condition becomes true.");
    y++;
    if (v->session.stop_count)
        y = stops_draw(v, pen, y) + 1;
    y = ws_words_draw(
        pen, 1, y, WS_ROLE_TEXT,
        ":break waiting>20% sets one; also order>3, high.head>500, cycle=3500, deadlock (Tab offers them); :unbreak 1 or :unbreak "
        "all takes them away. S closes this list.");
    ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "Checked every %d cycles (cycle=N: in that one): a run stops at the same one.",
                 WS_WATCH_CYCLES);
}
