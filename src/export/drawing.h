/* drawing.h - a figure of lines, dots and words as SVG: in the colours of a theme, its texts
 * escaped and to be selected, as in the pictures of the screen (svg.h).
 *
 * Coordinates are pixels from the upper left corner. */
#ifndef WS_DRAWING_H
#define WS_DRAWING_H

#include <stdio.h>

#include "ui/plot.h"
#include "ui/theme.h"

/* What is drawn in which colour. */
typedef enum ws_pencil {
    WS_PENCIL_INK,   /* axes and words */
    WS_PENCIL_GRID,  /* lines behind the curves */
    WS_PENCIL_CURVE, /* the first curve; more follow, and begin again after some */
} ws_pencil;

typedef struct ws_drawing {
    FILE *out;
    const ws_theme *theme; /* NULL: black on white, and curves that colour-blind eyes tell apart */
    int width;
    int height;
} ws_drawing;

typedef struct ws_spot {
    double left;
    double top;
} ws_spot;

/* Up to the first mark; `title` is what the figure is called. */
void ws_drawing_begin(const ws_drawing *drawing, const char *title);
void ws_drawing_end(const ws_drawing *drawing);

void ws_drawing_line(const ws_drawing *drawing, unsigned pencil, ws_spot from, ws_spot to);
void ws_drawing_dot(const ws_drawing *drawing, unsigned pencil, ws_spot at);
/* A line through points. */
void ws_drawing_curve(const ws_drawing *drawing, unsigned pencil, const ws_spot *points,
                      size_t count);
/* `anchor` is start, middle or end: where the point is in the text. */
void ws_drawing_text(const ws_drawing *drawing, ws_spot at, const char *anchor, const char *text);

/* The colours of curves on white, 0xRRGGBB (Okabe and Ito 2008). */
ws_plot_colours ws_drawing_curve_colours(void);

#endif
