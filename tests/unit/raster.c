/* raster.c - what is seen of pixels and dots that share a cell: rank decides, on Unicode, consoles and ASCII. */
#include "ui/raster.h"
#include "tap.h"

#define WIDTH  6
#define HEIGHT 3
#define NONE   WS_COLOUR_NONE

enum { RED = 0xd00000, BLUE = 0x0000d0, GREEN = 0x00d000, PAPER = 0x101010 };

static ws_canvas canvas;
static ws_raster raster;

static void begin(void) {
    ws_canvas_resize(&canvas, WIDTH, HEIGHT);
    ws_raster_begin(&raster, WIDTH, HEIGHT);
}

static const ws_cell *cell_drawn(const char *glyphs, uint32_t paper, int x, int y) {
    ws_pen pen = ws_pen_of(&canvas);
    ws_canvas_clear(&canvas);
    ws_raster_flush(&raster, &pen, ws_glyphs_find(glyphs), WS_ROLE_TEXT, paper);
    return ws_canvas_at(&canvas, x, y);
}

static void looks(const ws_cell *cell, uint32_t glyph, uint32_t fg, uint32_t bg, const char *what) {
    bool same = cell->glyph == glyph && (glyph == ' ' || cell->fg == fg) && cell->bg == bg;
    ok(same, "%s (U+%04x on %06x, U+%04x %06x on %06x)", what, glyph, bg, cell->glyph, cell->fg,
       cell->bg);
}

static void test_halves(void) {
    begin();
    ws_raster_half_row(&raster, 0, 0, RED, 1);
    ws_raster_half_row(&raster, 1, 1, RED, 1);
    ws_raster_half_row(&raster, 2, 0, RED, 1);
    ws_raster_half_row(&raster, 2, 1, BLUE, 1);
    ws_raster_half_row(&raster, 3, 0, RED, 1);
    ws_raster_half_row(&raster, 3, 1, RED, 1);
    ws_raster_half_column(&raster, 8, 0, RED, 1);
    ws_raster_half_column(&raster, 11, 0, RED, 1);
    looks(cell_drawn("braille", PAPER, 0, 0), 0x2580, RED, PAPER, "an upper half on paper");
    looks(cell_drawn("braille", PAPER, 1, 0), 0x2580, PAPER, RED,
          "a lower half is paper over a ground: no seam");
    looks(cell_drawn("braille", PAPER, 2, 0), 0x2580, RED, BLUE, "two halves are two colours");
    looks(cell_drawn("braille", PAPER, 3, 0), ' ', 0, RED,
          "a full cell is a ground, never a full block");
    looks(cell_drawn("braille", PAPER, 4, 0), 0x258c, RED, PAPER, "a left half");
    looks(cell_drawn("braille", PAPER, 5, 0), 0x2590, RED, PAPER, "a right half");
    looks(cell_drawn("block", PAPER, 5, 0), 0x2590, RED, PAPER, "halves are there on consoles too");
    looks(cell_drawn("ascii", NONE, 0, 0), '"', RED, NONE, "ASCII has a sign above");
    looks(cell_drawn("ascii", NONE, 1, 0), '_', RED, NONE, "and one below");
    looks(cell_drawn("ascii", NONE, 4, 0), '|', RED, NONE, "and one upright");
    looks(cell_drawn("braille", NONE, 3, 0), 0x2588, RED, NONE, "without a known paper, as shapes");
    looks(cell_drawn("braille", PAPER, 0, 1), ' ', 0, NONE, "what is not painted is left alone");
}

static void test_quarters(void) {
    begin();
    ws_raster_quarter(&raster, 0, 0, RED, 3);
    ws_raster_quarter(&raster, 1, 1, BLUE, 2);
    ws_raster_quarter(&raster, 2, 0, RED, 1);
    looks(cell_drawn("braille", PAPER, 1, 0), 0x2598, RED, PAPER, "one quarter");
    const ws_cell *cell = cell_drawn("braille", PAPER, 0, 0);
    ok(cell->fg == RED || cell->bg == RED, "of three colours that of the highest rank is seen");
    ok(cell->fg == BLUE || cell->bg == BLUE, "and the next");
    ws_raster_half_row(&raster, 1, 0, GREEN, 2);
    looks(cell_drawn("braille", PAPER, 1, 0), 0x2580, GREEN, PAPER,
          "a higher rank lies over a lower one");
    ws_raster_half_row(&raster, 1, 0, BLUE, 1);
    looks(cell_drawn("braille", PAPER, 1, 0), 0x2580, GREEN, PAPER,
          "and stays, whatever comes later");
}

static void test_dots(void) {
    begin();
    ws_raster_dot(&raster, 0, 0, RED, WS_RANK(1, 5));
    ws_raster_dot(&raster, 1, 3, BLUE, WS_RANK(1, 6));
    looks(cell_drawn("braille", PAPER, 0, 0), 0x2881, BLUE, NONE,
          "dots of one level stay, in the colour of the higher");
    ws_raster_dot(&raster, 0, 1, GREEN, WS_RANK(2, 0));
    looks(cell_drawn("braille", PAPER, 0, 0), 0x2802, GREEN, NONE, "those of a lower level go");
    ws_raster_dot(&raster, 0, 2, RED, WS_RANK(1, 9));
    looks(cell_drawn("braille", PAPER, 0, 0), 0x2802, GREEN, NONE, "and do not come back");
    ws_raster_ground(&raster, 0, 0, BLUE, 1);
    looks(cell_drawn("braille", PAPER, 0, 0), 0x2802, GREEN, BLUE, "the ground is behind them");
    ws_raster_half_row(&raster, 0, 0, RED, WS_RANK(3, 0));
    ws_raster_half_row(&raster, 0, 1, RED, WS_RANK(3, 0));
    looks(cell_drawn("braille", PAPER, 0, 0), ' ', 0, RED, "pixels of a higher level hide them");
    ws_raster_dot(&raster, -1, 0, RED, 1);
    ws_raster_dot(&raster, 2 * WIDTH, 4 * HEIGHT, RED, 1);
    ws_raster_half_row(&raster, WIDTH, 0, RED, 1);
    ws_raster_ground(&raster, 0, -1, RED, 1);
    ok(true, "what lies outside is not painted");
}

static void test_lines(void) {
    static const struct {
        int x0, y0, x1, y1;
        uint32_t block, ascii;
        const char *what;
    } line[] = {
        {0, 5, 11, 5, 0x2500, '-', "level"},
        {2, 0, 2, 11, 0x2502, '|', "upright"},
        {0, 0, 5, 11, '\\', '\\', "falling"},
        {0, 11, 5, 0, '/', '/', "rising"},
    };
    for (unsigned i = 0; i < sizeof line / sizeof *line; i++) {
        begin();
        ws_raster_line(&raster, line[i].x0, line[i].y0, line[i].x1, line[i].y1, RED, 1);
        ok(cell_drawn("braille", PAPER, 1, 1)->glyph > 0x2800, "a %s line is dots", line[i].what);
        ok(cell_drawn("block", PAPER, 1, 1)->glyph == line[i].block, "a line on consoles");
        ok(cell_drawn("ascii", PAPER, 1, 1)->glyph == line[i].ascii, "and `%c` in ASCII",
           (char)line[i].ascii);
    }
    begin();
    ws_raster_line(&raster, 0, 0, 11, 11, RED, 1);
    int dots = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        dots += __builtin_popcount(raster.cell[i].dots);
    ok(dots == 12, "a slanting line has a dot a step (%d)", dots);
}

int main(void) {
    test_halves();
    test_quarters();
    test_dots();
    test_lines();
    ws_raster_free(&raster);
    ws_canvas_free(&canvas);
    return done();
}
