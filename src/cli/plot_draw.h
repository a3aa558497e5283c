/* plot_draw.h - a plot as text on a terminal, as SVG, and for programs that draw. */
#ifndef WS_PLOT_DRAW_H
#define WS_PLOT_DRAW_H

#include <stdio.h>

#include "cli/plot_data.h"
#include "ui/glyphs.h"
#include "ui/theme.h"

/* Curves in braille (or what the glyphs have), axes, marks, a legend; with `colours` as escape
 * sequences. At least 30 x 10 cells. */
void ws_plot_text(const ws_plot *plot, const ws_glyphs *glyphs, int width, int height, bool colours,
                  FILE *out);
/* The same on standard output, in colours if that is a terminal. Without glyphs those of the
 * terminal, else braille; width 0: the size of the terminal, else 100 x 30. */
void ws_plot_show(const ws_plot *plot, const ws_glyphs *wished, int width, int height);
/* A picture of 720 x 440 on its own, with a row more for each mark, in the colours of a theme; NULL:
 * on white paper. */
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
