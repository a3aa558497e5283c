/* plot.h - curves from rows of runs: what is drawn, and in which forms. */
#ifndef WS_PLOT_H
#define WS_PLOT_H

#include <stdio.h>

#include "cli/row_list.h"
#include "ui/glyphs.h"
#include "ui/plot.h"
#include "ui/theme.h"

/* ---- plot data ---- */

/* The curves of a plot, from rows of runs and sweeps: replicas are averaged, with the interval
 * over seeds, or that of the run where there is one only. Rows of a time series are curves over
 * the cycle, with marks where something changed. */

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

/* ---- plot draw ---- */

/* A plot as text on a terminal, as SVG, and for programs that draw. */

/* The same on standard output, in colours if that is a terminal. Without glyphs those of the
 * terminal, else braille; width 0: the size of the terminal, else 100 x 30. */
void ws_plot_show(const ws_plot *plot, const ws_glyphs *wished, int width, int height);
/* A picture of 720 x 440 on its own, with a row more for each mark, in the colours of a theme;
 * NULL: on white paper. */
void ws_plot_svg(const ws_plot *plot, const ws_theme *theme, FILE *out);
/* For others to draw, with the figures in it; not of logarithms. A script for gnuplot, which names
 * its picture after the script's path, NAME.gp: */
void ws_plot_gnuplot(const ws_plot *plot, const char *path, FILE *out);
/* A specification of Vega-Lite, which is JSON: */
void ws_plot_vega(const ws_plot *plot, FILE *out);

/* A plot as a file of its own, in the form that its name ends in. */
#define WS_PLOT_ENDINGS ".svg, .gp (gnuplot) or .vl.json (Vega-Lite)"
/* Is it a name of such a file? */
bool ws_plot_file_named(const char *path);
/* False, with errno, if it cannot be written. The theme is for SVG. */
bool ws_plot_file(const ws_plot *plot, const ws_theme *theme, const char *path);

#endif
