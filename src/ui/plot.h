/* plot.h - curves over two axes, with intervals and marks: what they are, and how cells show them. */
#ifndef WS_UI_PLOT_H
#define WS_UI_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/canvas.h"
#include "ui/glyphs.h"

typedef struct ws_plot_point {
    double x;
    double figure;
    double low; /* of the 95 % interval; NAN where there is none */
    double high;
} ws_plot_point;

typedef struct ws_curve {
    char *name;           /* "segment=33 length=fixed 50"; "" of the only one; owned */
    ws_plot_point *point; /* by x; owned */
    size_t count;
} ws_curve;

/* Something that changed, or was noted, at an x. */
typedef struct ws_plot_mark {
    double x;
    char *words; /* owned */
} ws_plot_mark;

typedef struct ws_plot {
    char *x_name; /* owned */
    char *y_name;
    char *title; /* of the scenario; "" of several */
    ws_curve *curve;
    size_t curves;
    ws_plot_mark *mark; /* by x; owned */
    size_t marks;
    double x_low; /* of all points */
    double x_high;
    double y_low; /* from 0 unless values are below, or are logarithms */
    double y_high;
    bool log_x; /* what lies along x is logarithms to base 10, and is marked by what they are of */
    bool log_y;
    char note[128]; /* the last line, below all; "" of most */
    bool has_now; /* there is a point of what runs now, which */
    double now_x; /* need not be within the axes */
    double now_y;
} ws_plot;

/* The number of a mark, and what it says: "2  @1500 set load 0.3". */
void ws_plot_mark_text(const ws_plot *plot, size_t mark, char *text, size_t room);
/* Sets the ends of the axes from the curves. */
void ws_plot_ranges(ws_plot *plot);
void ws_plot_free(ws_plot *plot);

enum { WS_PLOT_TICKS = 40 };
/* Where an axis is marked. */
typedef struct ws_plot_ticks {
    double at[WS_PLOT_TICKS];
    size_t count;
    double step; /* the least between two; what their numbers need decimals for */
} ws_plot_ticks;
/* About `marks` ticks from `low` to `high`: in steps of 1, 2 or 5 times a power of 10; of
 * logarithms at such numbers themselves. */
ws_plot_ticks ws_plot_ticks_of(double low, double high, bool is_log, int marks);
/* The upper end of the y axis, where a tick is. */
double ws_plot_top(const ws_plot *plot, int marks);
/* A mark's number, with the decimals that its step needs; of a logarithm the number itself. */
void ws_plot_number(double value, double step, bool is_log, char *text, size_t room);

/* ---- plot_paint.c ---- */
/* The colours of the curves, in turn. */
typedef struct ws_plot_colours {
    const uint32_t *colour;
    size_t count;
} ws_plot_colours;

/* Rows that axes and words take, beside those of the curves. */
int ws_plot_word_rows(const ws_plot *plot);
/* Curves in braille (or what the glyphs have), axes, marks, a legend and the present point; fills
 * the pen's area, and should have 30 x 10 cells at least. */
void ws_plot_paint(const ws_plot *plot, const ws_glyphs *glyphs, const ws_plot_colours *colours,
                   const ws_pen *pen);

#endif
