/* raster.c - see raster.h. */
#include "ui/raster.h"

#include <stdlib.h>
#include <string.h>

#include "ui/panel.h"
#include "wormscope/memory.h"

#define NONE WS_COLOUR_NONE

void ws_raster_begin(ws_raster *raster, int width, int height) {
    raster->width = ws_max(width, 0);
    raster->height = ws_max(height, 0);
    size_t cells = (size_t)raster->width * (size_t)raster->height;
    raster->cell = realloc(raster->cell, (cells + 1) * sizeof *raster->cell);
    if (!raster->cell)
        ws_no_memory(0);
    memset(raster->cell, 0, cells * sizeof *raster->cell);
    raster->sign = WS_SIGN_NONE;
}

void ws_raster_free(ws_raster *raster) {
    free(raster->cell);
    *raster = (ws_raster){0};
}

static uint64_t bit_of(uint8_t sign) {
    return sign == WS_SIGN_NONE ? 0 : (uint64_t)1 << sign;
}

/* The cell with a place, of which a cell has `across` by `down`; NULL outside. */
static ws_raster_cell *cell_of(const ws_raster *raster, int x, int row, int across, int down) {
    if (x < 0 || row < 0 || x >= across * raster->width || row >= down * raster->height)
        return NULL;
    return &raster->cell[row / down * raster->width + x / across];
}

/* ---------------------------------------------------------------------------- painting ---- */

void ws_raster_quarter(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank) {
    ws_raster_cell *cell = cell_of(raster, x, row, 2, 2);
    int place = row % 2 * 2 + x % 2;
    if (!cell || rank < cell->rank[place])
        return;
    cell->pixel[place] = colour;
    cell->rank[place] = rank;
    cell->pixel_sign[place] = raster->sign;
}

void ws_raster_half_row(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank) {
    ws_raster_quarter(raster, 2 * x, row, colour, rank);
    ws_raster_quarter(raster, 2 * x + 1, row, colour, rank);
}

void ws_raster_half_column(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank) {
    ws_raster_quarter(raster, x, 2 * row, colour, rank);
    ws_raster_quarter(raster, x, 2 * row + 1, colour, rank);
}

void ws_raster_dot(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank) {
    static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    ws_raster_cell *cell = cell_of(raster, x, row, 2, 4);
    if (!cell || rank >> 8 < cell->ink_rank >> 8)
        return;
    if (rank >> 8 > cell->ink_rank >> 8) {
        cell->dots = 0;
        cell->ink_signs = 0;
    }
    if (rank >= cell->ink_rank) {
        cell->ink = colour;
        cell->ink_rank = rank;
    }
    cell->dots |= bit[row % 4][x % 2];
    cell->ink_signs |= bit_of(raster->sign);
}

void ws_raster_line(ws_raster *raster, int x0, int y0, int x1, int y1, uint32_t colour,
                    uint16_t rank) {
    int dx = abs(x1 - x0);
    int dy = abs(y1 - y0);
    int steps = ws_max(ws_max(dx, dy), 1);
    for (int i = 0; i <= steps; i++) {
        int x = x0 + ((x1 - x0) * 2 * i + (x1 > x0 ? steps : -steps)) / (2 * steps);
        int row = y0 + ((y1 - y0) * 2 * i + (y1 > y0 ? steps : -steps)) / (2 * steps);
        ws_raster_dot(raster, x, row, colour, rank);
    }
}

void ws_raster_ground(ws_raster *raster, int x, int row, uint32_t colour, uint8_t rank) {
    ws_raster_cell *cell = cell_of(raster, x, row, 1, 1);
    if (!cell || rank < cell->ground_rank)
        return;
    cell->ground = colour;
    cell->ground_rank = rank;
}

/* ------------------------------------------------------------------------------ blocks ---- */

/* What a cell comes to: a sign in two colours. */
typedef struct look {
    uint32_t glyph;
    uint32_t fg;
    uint32_t bg;
} look;

/* By the quarters in front, bit 0 the north-west. */
static const uint32_t quadrant[16] = {' ',    0x2598, 0x259d, 0x2580, 0x2596, 0x258c,
                                      0x259e, 0x259b, 0x2597, 0x259a, 0x2590, 0x259c,
                                      0x2584, 0x2599, 0x259f, ' '};
/* What consoles have of them: halves. */
static const uint32_t console[16] = {' ',    0x2580, 0x2580, 0x2580, 0x2584, 0x258c, 0x258c, 0x2580,
                                     0x2584, 0x258c, 0x2590, 0x2580, 0x2584, 0x2584, 0x2584, ' '};
static const char ascii[16] = {' ', '\'', '\'', '"', '.', '|', '/', '#',
                               '.', '\\', '|',  '#', '_', '#', '#', '#'};

static uint32_t block_glyph(const ws_glyphs *glyphs, unsigned front) {
    if (glyphs->ascii)
        return (uint32_t)ascii[front];
    return glyphs->braille ? quadrant[front] : console[front];
}

/* A quarter's place in the order of telling: the colour of the highest rank first. */
static int quarter_first(const ws_raster_cell *c, const uint32_t *colour, uint32_t but) {
    int best = -1;
    for (int i = 0; i < 4; i++) {
        if (colour[i] == but)
            continue;
        if (best < 0 || c->rank[i] > c->rank[best])
            best = i;
    }
    return best;
}

/* Quarters of a third colour take that of the quarter beside them, or of the one above or below. */
static void colours_reduce(uint32_t *colour, uint32_t first, uint32_t second) {
    for (int i = 0; i < 4; i++) {
        if (colour[i] == first || colour[i] == second)
            continue;
        uint32_t beside = colour[i ^ 1];
        uint32_t above = colour[i ^ 2];
        bool near = beside == first || beside == second;
        colour[i] = near ? beside : above;
        if (colour[i] != first && colour[i] != second)
            colour[i] = second;
    }
}

/* Without colours: a pixel is there or not. */
static look block_plain(const ws_raster_cell *c, const ws_glyphs *glyphs) {
    unsigned front = 0;
    for (unsigned i = 0; i < 4; i++)
        front |= (unsigned)(c->rank[i] > 0) << i;
    uint32_t full = glyphs->ascii ? '#' : 0x2588;
    return (look){front == 15 ? full : block_glyph(glyphs, front), NONE, NONE};
}

/* The paper is best behind the sign: the seam between two cells is then paper. */
static look block_look(const ws_raster_cell *c, const ws_glyphs *glyphs, uint32_t paper) {
    uint32_t colour[4];
    bool coloured = paper != NONE;
    for (int i = 0; i < 4; i++) {
        uint32_t behind = c->ground_rank ? c->ground : paper;
        colour[i] = c->rank[i] ? c->pixel[i] : behind;
        coloured &= colour[i] != NONE;
    }
    if (!coloured || glyphs->ascii) {
        look plain = block_plain(c, glyphs);
        int first = quarter_first(c, c->pixel, NONE);
        plain.fg = first >= 0 && c->rank[first] ? c->pixel[first] : NONE;
        return plain;
    }
    uint32_t first = colour[quarter_first(c, colour, NONE)];
    int other = quarter_first(c, colour, first);
    if (other < 0)
        return (look){' ', NONE, first};
    uint32_t second = colour[other];
    colours_reduce(colour, first, second);
    uint32_t back =
        colour[3]; /* so that a half is the upper or the left one where both are painted */
    if (first == paper || second == paper)
        back = paper;
    uint32_t fore = back == first ? second : first;
    unsigned front = 0;
    for (unsigned i = 0; i < 4; i++)
        front |= (unsigned)(colour[i] == fore) << i;
    if (front == 12) /* the lower half: its seam would be seen */
        return (look){block_glyph(glyphs, 3), back, fore};
    return (look){block_glyph(glyphs, front), fore, back};
}

/* -------------------------------------------------------------------------------- dots ---- */

/* How far the dots reach: across and down. */
static uint32_t line_glyph(const ws_glyphs *glyphs, unsigned dots) {
    enum { LEFT = 0x47, RIGHT = 0xb8, ROW0 = 0x09, ROW1 = 0x12, ROW2 = 0x24, ROW3 = 0xc0 };
    static const unsigned bits[4] = {ROW0, ROW1, ROW2, ROW3};
    int first[2] = {4, 4}; /* highest row of either column */
    int rows_used = 0;
    for (int i = 3; i >= 0; i--) {
        rows_used += (dots & bits[i]) != 0;
        if (dots & bits[i] & LEFT)
            first[0] = i;
        if (dots & bits[i] & RIGHT)
            first[1] = i;
    }
    uint32_t level = glyphs->code[WS_GLYPH_LINE_H];
    uint32_t upright = glyphs->code[WS_GLYPH_LINE_V];
    bool both = first[0] < 4 && first[1] < 4;
    if (!both)
        return rows_used > 1 ? upright : level;
    if (rows_used == 1 || first[0] == first[1])
        return level;
    return first[0] < first[1] ? '\\' : '/';
}

static look dots_look(const ws_raster_cell *c, const ws_glyphs *glyphs) {
    uint32_t glyph = glyphs->braille ? 0x2800u + c->dots : line_glyph(glyphs, c->dots);
    uint32_t ground = c->ground_rank ? c->ground : NONE;
    for (int i = 0; i < 4; i++)
        if (c->rank[i])
            ground = c->pixel[i];
    return (look){glyph, c->ink, ground};
}

/* ------------------------------------------------------------------------------- flush ---- */

static uint16_t rank_of_pixels(const ws_raster_cell *c) {
    uint16_t rank = 0;
    for (int i = 0; i < 4; i++)
        rank = c->rank[i] > rank ? c->rank[i] : rank;
    return rank;
}

/* Pixels whose colours are seen. */
static uint64_t pixel_signs(const ws_raster_cell *c, const look *seen) {
    uint64_t signs = 0;
    bool plain = seen->fg == NONE && seen->bg == NONE;
    for (int i = 0; i < 4; i++) {
        bool there = plain || c->pixel[i] == seen->fg || c->pixel[i] == seen->bg;
        if (c->rank[i] && there)
            signs |= bit_of(c->pixel_sign[i]);
    }
    return signs;
}

void ws_raster_flush(const ws_raster *raster, const ws_pen *pen, const ws_glyphs *glyphs,
                     ws_role role, uint32_t paper) {
    for (int i = 0; i < raster->width * raster->height; i++) {
        const ws_raster_cell *c = &raster->cell[i];
        uint16_t pixels = rank_of_pixels(c);
        if (!pixels && !c->ink_rank && !c->ground_rank)
            continue;
        bool dotted = c->ink_rank && c->ink_rank >> 8 >= pixels >> 8;
        look l = dotted ? dots_look(c, glyphs) : block_look(c, glyphs, paper);
        uint64_t signs = pixel_signs(c, &l);
        if (dotted)
            signs = c->ink_signs;
        ws_pen_ink(pen, i % raster->width, i / raster->width, l.glyph, role, l.fg, l.bg);
        ws_pen_signs(pen, i % raster->width, i / raster->width, signs);
    }
}
