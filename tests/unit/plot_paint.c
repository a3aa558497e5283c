/* plot_paint.c - a plot in cells, against a picture by hand: two curves, their letters, and the present point within the axes and beyond. */
#include <math.h>

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

int main(void) {
    ticks_check();
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
