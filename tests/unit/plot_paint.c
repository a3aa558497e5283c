/* plot_paint.c - a plot in cells, against a picture by hand: two curves, their letters, and the
 * present point within the axes and beyond; and what is plotted of each figure of the papers: axes
 * by the words of its file, points by what was measured. */
#include <glob.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/paper/paper.h"
#include "tap.h"
#include "ui/canvas.h"
#include "ui/plot.h"
#include "ui/text.h"

enum { WIDTH = 31, HEIGHT = 16, FIRST = 10, TOP = 1, ROWS = 11 }; /* columns and rows of the curves begin at FIRST, TOP */

static ws_plot_point flat_point[] = {{0, 2, 0, 0}, {10, 2, 0, 0}};
static ws_plot_point steep_point[] = {{0, 0, 0, 0}, {10, 4, 0, 0}};
static ws_curve curves[] = {{"flat", flat_point, 2}, {"steep", steep_point, 2}};
static char x_name[] = "load";
static char y_name[] = "delay";
static char no_title[] = "";

static ws_plot plot_make(void) {
    ws_plot plot = {.x_name = x_name, .y_name = y_name, .title = no_title, .curve = curves, .curves = 2};
    for (size_t i = 0; i < 2; i++)
        flat_point[i].low = flat_point[i].high = steep_point[i].low = steep_point[i].high = NAN;
    ws_plot_ranges(&plot);
    return plot;
}

/* What stands in a cell of the curves, column from 0, row from above. */
static uint32_t cell_at(ws_canvas *canvas, int column, int row) {
    return ws_canvas_at(canvas, FIRST + column, TOP + row)->glyph;
}

static void paint(ws_canvas *canvas, const ws_plot *plot, const char *glyphs) {
    static const uint32_t colour[] = {0xff0000, 0x00ff00};
    const ws_plot_colours colours = {colour, 2};
    ws_canvas_resize(canvas, WIDTH, HEIGHT);
    const ws_pen pen = ws_pen_of(canvas);
    ws_plot_paint(plot, ws_glyphs_find(glyphs), &colours, &pen);
}

static bool ticks_are(const ws_plot_ticks *ticks, bool is_log, size_t count, const double *expected) {
    bool same = ticks->count == count;
    for (size_t i = 0; i < count && same; i++)
        same = fabs((is_log ? pow(10, ticks->at[i]) : ticks->at[i]) - expected[i]) < 1e-6 * expected[count - 1];
    return same;
}

static void ticks_check(void) {
    static const double even[] = {0, 2, 4, 6, 8, 10};
    static const double decades[] = {1, 2, 5, 10, 20, 50, 100};
    static const double single[] = {1, 10, 100, 1000, 10000, 100000};
    ws_plot_ticks ticks = ws_plot_ticks_of(0, 10, false, 5);
    ok(ticks_are(&ticks, false, 6, even), "ten in about five steps: by twos");
    ticks = ws_plot_ticks_of(0, 2, true, 8);
    ok(ticks_are(&ticks, true, 7, decades), "two decades: 1, 2 and 5 of each");
    ticks = ws_plot_ticks_of(0, 5, true, 6);
    ok(ticks_are(&ticks, true, 6, single), "five decades: their powers alone");
}

/* ---- figures ---- */

/* The text in quotes of the first line of a file that begins with a word, or with a word and a
 * name. */
static const char *label_read(const char *path, const char *begin, char *label) {
    char line[4096];
    FILE *file = fopen(path, "r");
    *label = '\0';
    while (file && !*label && fgets(line, sizeof line, file)) {
        if (strncmp(line, begin, strlen(begin)) != 0) continue;
        const char *quoted = strchr(line, '"');
        if (sscanf(quoted ? quoted : line + strlen(begin), quoted ? "\"%200[^\"]" : "%200s",
                   label) != 1)
            *label = '\0';
    }
    if (file) fclose(file);
    return label;
}

static bool plotted_near(double one, double two) {
    return (isnan(one) && isnan(two)) || fabs(one - two) <= 1e-9 * fabs(two) + 1e-12;
}

/* What was measured, by lot in its places: told as it is put in. */
static double put_in(size_t curve, size_t at, size_t measure, size_t seed) {
    return 1 + (double)(curve * 7 + at * 3 + measure * 11) + (double)seed;
}

static bool points_are(const ws_figure *figure, const ws_points *points, const ws_plot *plot,
                       int along) {
    size_t shown = 0;
    for (size_t c = 0; c < figure->curves; c++) {
        const ws_figure_curve *curve = &figure->curve[c];
        if (!*curve->label) continue;
        const ws_curve *drawn = &plot->curve[shown++];
        size_t next = 0;
        double middle = (double)(points->seeds - 1) / 2;
        for (size_t at = 0; at < points->values->count; at++) {
            double x = along >= 0 && !curve->formula ? put_in(c, at, (size_t)along, 0) + middle
                                                     : points->values->at[at].x;
            double level = put_in(c, at, curve->measure, 0) + middle;
            if (figure->log_x) x = log10(x);
            if (!isfinite(x)) continue;
            if (next == drawn->count || !plotted_near(drawn->point[next].x, x) ||
                !plotted_near(drawn->point[next].figure, figure->log_y ? log10(level) : level))
                return false;
            if (isnan(drawn->point[next].low) != (points->seeds < 3)) return false;
            next++;
        }
        if (next != drawn->count || strcmp(drawn->name, curve->label) != 0) return false;
    }
    return shown == plot->curves;
}

static bool figure_is(const char *path, bool quick) {
    char name[256], begin[300], label[256], axis[256];
    ws_error error = {0};
    ws_figure *figure = ws_figure_read(path, &error);
    if (!figure) {
        note("%s", error.text);
        return false;
    }
    ws_points points = ws_points_new(figure, quick);
    int along = -1;
    snprintf(begin, sizeof begin, "measure %s ", label_read(path, "along ", name));
    for (size_t m = 0; m < figure->measures; m++)
        if (*name && strcmp(figure->measure[m].name, name) == 0) along = (int)m;
    for (size_t c = 0; c < figure->curves; c++)
        for (size_t at = 0; at < points.values->count; at++)
            for (size_t m = 0; m < figure->measures; m++)
                for (size_t seed = 0; seed < points.seeds; seed++)
                    *ws_points_at(&points, c, at, m, seed) = put_in(c, at, m, seed);
    ws_plot plot = ws_paper_plot(&points);
    label_read(path, *name ? begin : "axis ", axis);
    bool good = strcmp(plot.x_name, axis) == 0 &&
                strcmp(plot.y_name, label_read(path, "measure ", label)) == 0 &&
                strcmp(plot.title, figure->name) == 0 && plot.log_x == figure->log_x &&
                plot.log_y == figure->log_y && points_are(figure, &points, &plot, along);
    if (!good) note("%s: `%s` against `%s`", path, plot.y_name, plot.x_name);
    ws_plot_free(&plot);
    ws_points_free(&points);
    ws_figure_free(figure);
    return good;
}

static void plotted_figures(void) {
    glob_t found;
    size_t right = 0, measured = 0;
    char name[256];
    if (glob("scenarios/papers/*/*.fig", 0, NULL, &found) != 0) found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        right += figure_is(found.gl_pathv[i], false) && figure_is(found.gl_pathv[i], true);
        measured += *label_read(found.gl_pathv[i], "along ", name) != '\0';
    }
    ok(right > 0 && measured > 0 && right == found.gl_pathc,
       "%zu of %zu figures are plotted as their files say, %zu of them along a measure", right,
       found.gl_pathc, measured);
    globfree(&found);
    /* and along the first of its measures */
    char path[] = "/tmp/ws-plot-XXXXXX", command[200];
    int file = mkstemp(path);
    snprintf(command, sizeof command,
             "sed 's/^along .*/along latency/' scenarios/papers/now/4.fig >%s", path);
    ok(file >= 0 && system(command) == 0 && figure_is(path, true),
       "so is one along its first measure");
    close(file);
    unlink(path);
}

int main(void) {
    ticks_check();
    plotted_figures();
    ws_canvas canvas = {0};
    ws_plot plot = plot_make();
    const uint32_t place = ws_glyphs_find("braille")->code[WS_GLYPH_PLACE];
    const int last = WIDTH - FIRST - 2;
    ok(plot.x_low == 0 && plot.x_high == 10 && plot.y_low == 0 && plot.y_high == 4, "the axes end where the curves do");
    ok(ws_plot_word_rows(&plot) == HEIGHT - ROWS, "the words take five rows: name, axis, its numbers, two curves");
    paint(&canvas, &plot, "braille");
    ok(cell_at(&canvas, 0, 5) == 'a' && cell_at(&canvas, last, 5) == 'a', "the level curve has its letter in the middle row, at both ends");
    ok(cell_at(&canvas, 0, ROWS - 1) == 'b' && cell_at(&canvas, last, 0) == 'b', "the other goes from corner to corner");
    plot.has_now = true;
    plot.now_x = 5, plot.now_y = 4;
    paint(&canvas, &plot, "braille");
    ok(cell_at(&canvas, last / 2 + 1, 0) == place || cell_at(&canvas, last / 2, 0) == place, "the present point half way along, at the top");
    plot.now_x = 99, plot.now_y = -7;
    paint(&canvas, &plot, "braille");
    ok(cell_at(&canvas, last, ROWS - 1) == place, "beyond the axes it is at their edge");
    plot.now_x = 0, plot.now_y = 1000;
    paint(&canvas, &plot, "ascii");
    ok(cell_at(&canvas, 0, 0) == '@', "in ASCII too");
    ws_canvas_free(&canvas);
    return done();
}
