/* strip.h - curves and bars in cells: braille dots (2 x 4 a cell) or blocks (1 x 8). */
#ifndef WS_STRIP_H
#define WS_STRIP_H

#include "ui/canvas.h"
#include "ui/glyphs.h"

typedef struct ws_strip {
    ws_pen pen;
    const ws_glyphs *glyphs;
    int w, h;   /* cells */
    double top; /* value at the upper edge; the lower is 0 */
} ws_strip;

/* Points that fit side by side. */
static inline int ws_strip_columns(const ws_strip *plot) { return plot->glyphs->braille ? 2 * plot->w : plot->w; }
/* A point of a curve in column i; NAN draws nothing. `before` (NAN if none) is the point on its left, to which it is joined. */
void ws_strip_point(const ws_strip *plot, int i, double before, double value, ws_role role);
/* A filled bar in cell column i (blocks and ASCII only). */
void ws_strip_bar(const ws_strip *plot, int i, double value, ws_role role);
/* The next larger of 1, 1.5, 2, 3, 5, 7 times a power of ten. */
double ws_strip_round_up(double value);

#endif
