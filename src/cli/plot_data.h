/* plot_data.h - the curves of a plot, from rows of runs and sweeps: replicas are averaged, with the
 * interval over seeds, or that of the run where there is one only. Rows of a time series are curves
 * over the cycle, with marks where something changed. */
#ifndef WS_PLOT_DATA_H
#define WS_PLOT_DATA_H

#include "cli/row_list.h"
#include "ui/plot.h"

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

#endif
