/* plot_gnuplot.c - see plot.h. Texts of others stand between single quotes alone, where gnuplot
 * runs and replaces nothing; a quote is doubled there. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plot.h"
#include "session/language/tell.h"
#include "session/memory.h"

static void quoted_write(const char *text, FILE *out) {
    char *clean = ws_clean(ws_copy_text(text, strlen(text)));
    putc('\'', out);
    for (const char *at = clean; *at; at++) {
        if (*at == '\'')
            putc('\'', out);
        putc(*at, out);
    }
    putc('\'', out);
    free(clean);
}

static void setting_write(const char *what, const char *text, FILE *out) {
    fprintf(out, "set %s ", what);
    quoted_write(text, out);
    fprintf(out, " noenhanced\n");
}

static void number_write(double value, FILE *out) {
    if (isnan(value))
        fprintf(out, " NaN");
    else
        fprintf(out, " %.10g", value);
}

/* x, the figure, and the ends of its interval. */
static void data_write(const ws_plot *plot, size_t index, FILE *out) {
    const ws_curve *curve = &plot->curve[index];
    fprintf(out, "$curve%zu << END\n", index + 1);
    for (size_t i = 0; i < curve->count; i++) {
        const ws_plot_point *point = &curve->point[i];
        fprintf(out, "%.10g", point->x);
        number_write(point->figure, out);
        number_write(point->low, out);
        number_write(point->high, out);
        putc('\n', out);
    }
    fprintf(out, "END\n");
}

static void marks_write(const ws_plot *plot, FILE *out) {
    char words[512];
    for (size_t i = 0; i < plot->marks; i++) {
        double x = plot->mark[i].x;
        fprintf(out, "set arrow from %.10g, graph 0 to %.10g, graph 1 nohead dashtype 2\n", x, x);
        ws_plot_mark_text(plot, i, words, sizeof words);
        fprintf(out, "set label ");
        quoted_write(words, out);
        fprintf(out, " at %.10g, graph 0.02 rotate offset 1, 0 noenhanced\n", x);
    }
}

static void note_write(const ws_plot *plot, FILE *out) {
    if (!*plot->note)
        return;
    fprintf(out, "set bmargin 5\nset label ");
    quoted_write(plot->note, out);
    fprintf(out, " at screen 0.02, screen 0.03 noenhanced\n");
}

static void curves_write(const ws_plot *plot, FILE *out) {
    for (size_t i = 0; i < plot->curves; i++) {
        fprintf(out, i == 0 ? "plot " : ", \\\n     ");
        fprintf(out, "$curve%zu using 1:2 with linespoints linetype %zu title ", i + 1, i + 1);
        quoted_write(plot->curve[i].name, out);
        fprintf(out, ", $curve%zu using 1:2:3:4 with yerrorbars linetype %zu notitle", i + 1,
                i + 1);
    }
    putc('\n', out);
}

/* Where gnuplot knows no terminal, as on a machine without a display, it makes a picture where it
 * is run. */
static void picture_write(const char *path, FILE *out) {
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    char name[NAME_MAX];
    snprintf(name, sizeof name, "%.*s.svg", (int)(strlen(file) - strlen(".gp")), file);
    fprintf(out, "# gnuplot -p THIS opens a window; without a display it writes ");
    quoted_write(name, out);
    fprintf(out, "\nif (GPVAL_TERM eq 'unknown') {set terminal svg size 900,600; set output ");
    quoted_write(name, out);
    fprintf(out, "}\n");
}

void ws_plot_gnuplot(const ws_plot *plot, const char *path, FILE *out) {
    picture_write(path, out);
    setting_write("title", plot->title, out);
    setting_write("xlabel", plot->x_name, out);
    setting_write("ylabel", plot->y_name, out);
    fprintf(out, "set yrange [%.10g:]\nset key noenhanced\nset grid\n", plot->y_low);
    marks_write(plot, out);
    note_write(plot, out);
    for (size_t i = 0; i < plot->curves; i++)
        data_write(plot, i, out);
    curves_write(plot, out);
}
