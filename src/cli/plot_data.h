/* plot_data.h - the curves of a plot, from rows of runs and sweeps: replicas are averaged, with the
 * interval over seeds, or that of the run where there is one only. */
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

typedef struct ws_plot {
    char *x_name; /* owned */
    char *y_name;
    char *title; /* of the scenario; "" of several */
    ws_curve *curve;
    size_t curves;
    double x_low; /* of all points */
    double x_high;
    double y_low; /* from 0 unless values are below, or are logarithms */
    double y_high;
    bool log_x; /* what lies along x is logarithms to base 10, and is marked by what they are of */
    bool log_y;
} ws_plot;

/* What is drawn: NULL chooses the first that varies and is a number, the mean message latency, and
 * a curve for each value of all that varies besides. */
typedef struct ws_plot_wish {
    const char *x;
    const char *figure;
    const char *by;
} ws_plot_wish;

/* False with an error if there is nothing to draw. Free the plot in any case. */
bool ws_plot_make(ws_plot *plot, const ws_row_list *rows, const ws_plot_wish *wish,
                  ws_error *error);
/* Sets the ends of the axes from the curves. */
void ws_plot_ranges(ws_plot *plot);
void ws_plot_free(ws_plot *plot);

/* The step between two marks of an axis of about `marks` of them: 1, 2 or 5 times a power of 10. */
double ws_plot_step(double low, double high, int marks);
/* A mark's number, with the decimals that its step needs; of a logarithm the number itself. */
void ws_plot_number(double value, double step, bool is_log, char *text, size_t room);

#endif
