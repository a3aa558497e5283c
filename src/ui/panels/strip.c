/* strip.c - braille dots are or-ed into the cells, so that several curves share them; the last curve gives the colour. */
#include "ui/panels/strip.h"

#include <math.h>

/* Bits of the dots of a braille cell, by row and column. */
static const unsigned char dot_bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static void dot_put(const ws_strip *p, int x, int y, ws_role role) {
    int cx = p->pen.x + x / 2, cy = p->pen.y + y / 4;
    if (x < 0 || y < 0 || x >= 2 * p->w || y >= 4 * p->h) return;
    ws_rect clip = p->pen.clip;
    if (cx < clip.x || cy < clip.y || cx >= clip.x + clip.w || cy >= clip.y + clip.h) return;
    uint32_t old = ws_canvas_at(p->pen.canvas, cx, cy)->glyph;
    uint32_t bits = old >= 0x2800 && old < 0x2900 ? old - 0x2800 : 0;
    ws_pen_glyph(&p->pen, x / 2, y / 4, 0x2800 + (bits | dot_bit[y % 4][x % 2]), role, 0);
}

/* The row of a value, counted from above, in steps of which `steps` make the height. */
static int step_of(const ws_strip *p, double value, int steps) {
    double part = p->top > 0 ? value / p->top : 0;
    return ws_clamp(steps - 1 - (int)lround(part * (steps - 1)), 0, ws_max(steps - 1, 0));
}

void ws_strip_point(const ws_strip *p, int i, double before, double value, ws_role role) {
    if (isnan(value)) return;
    if (!p->glyphs->braille) {
        ws_pen_glyph(&p->pen, i, step_of(p, value, p->h), p->glyphs->code[WS_GLYPH_CURVE], role, 0);
        return;
    }
    int y = step_of(p, value, 4 * p->h), from = isnan(before) ? y : step_of(p, before, 4 * p->h);
    int step = from < y ? 1 : -1;
    if (from != y) from += step;
    for (;; from += step) {
        dot_put(p, i, from, role);
        if (from == y) return;
    }
}

void ws_strip_bar(const ws_strip *p, int i, double value, ws_role role) {
    if (isnan(value) || p->top <= 0) return;
    int eighths = (int)lround(value / p->top * 8 * p->h);
    for (int row = p->h - 1; row >= 0 && eighths > 0; row--, eighths -= 8)
        ws_pen_glyph(&p->pen, i, row, p->glyphs->level[ws_min(eighths, 8)], role, 0);
}

double ws_strip_round_up(double value) {
    static const double step[] = {1, 1.5, 2, 3, 5, 7, 10};
    if (!(value > 0)) return 1;
    double power = pow(10, floor(log10(value)));
    for (unsigned i = 0; i < sizeof step / sizeof *step; i++)
        if (step[i] * power >= value) return step[i] * power;
    return 10 * power;
}
