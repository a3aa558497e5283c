/* plot_data.h - the curves of a plot, from rows of runs and sweeps: replicas are averaged, with the
 * interval over seeds, or that of the run where there is one only. Rows of a time series are curves
 * over the cycle, with marks where something changed. */
#ifndef WS_PLOT_DATA_H
#define WS_PLOT_DATA_H

#include "cli/row_list.h"

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
} ws_plot;

/* What is drawn: NULL chooses the first that varies and is a number, the mean message latency, and
 * a curve for each value of all that varies besides; of a time series the cycle, and what was
 * accepted. */
typedef struct ws_plot_wish {
    const char *x;
    const char *figure; /* one, or several with commas between them: a curve each */
    const char *by;
} ws_plot_wish;

/* False with an error if there is nothing to draw. Free the plot in any case. */
bool ws_plot_make(ws_plot *plot, const ws_row_list *rows, const ws_plot_wish *wish,
                  ws_error *error);
/* Adds what the rows of a time series have marked (plot_marks.c). */
void ws_plot_marks_take(ws_plot *plot, const ws_row_list *rows);
/* The number of a mark, and what it says: "2  @1500 set load 0.3". */
void ws_plot_mark_text(const ws_plot *plot, size_t mark, char *text, size_t room);
/* Sets the ends of the axes from the curves. */
void ws_plot_ranges(ws_plot *plot);
void ws_plot_free(ws_plot *plot);

/* The step between two marks of an axis of about `marks` of them: 1, 2 or 5 times a power of 10. */
double ws_plot_step(double low, double high, int marks);
/* A mark's number, with the decimals that its step needs; of a logarithm the number itself. */
void ws_plot_number(double value, double step, bool is_log, char *text, size_t room);

#endif
