/* raster.h - a picture finer than cells: pixels of a quarter of a cell (or half of one: two of
 * them), and braille dots, 2 x 4 a cell. A cell of a terminal has one sign and two colours; rank
 * decides what is seen.
 *
 * What is painted has a rank: level * 256 + order. In a cell the highest rank has the colour. Dots
 * of the same level stay beside it, those of a lower level go, so that no false joint is seen. Dots
 * lie over pixels of the same or a lower level; pixels of a higher one hide them. Of more than two
 * colours in a cell those of the lowest rank give way to their neighbours.
 *
 * Without braille dots become the line that they are nearest to; without Unicode blocks and
 * lines become ASCII. A pixel's place is kept, not its colour, where there are no colours. */
#ifndef WS_RASTER_H
#define WS_RASTER_H

#include "ui/canvas.h"
#include "ui/glyphs.h"

#define WS_RANK(level, order) ((uint16_t)((level) << 8 | (order)))

#define WS_SIGN_NONE 255

typedef struct ws_raster_cell {
    uint32_t pixel[4]; /* north-west, north-east, south-west, south-east */
    uint16_t rank[4];  /* 0: nothing there */
    uint32_t ground;   /* behind all, WS_COLOUR_NONE */
    uint32_t ink;      /* of the dots */
    uint16_t ink_rank; /* 0: no dots */
    uint8_t dots;      /* bits as in U+2800 */
    uint8_t ground_rank;
    uint8_t pixel_sign[4]; /* WS_SIGN_NONE: none */
    uint64_t ink_signs;    /* of the dots: bits */
} ws_raster_cell;

typedef struct ws_raster {
    int width; /* in cells */
    int height;
    ws_raster_cell *cell; /* owned */
    uint8_t sign; /* of the map: that of all that is painted from now on, or WS_SIGN_NONE */
} ws_raster;

/* Sets the size and clears, with no sign; a zeroed raster is a valid empty one. Aborts when memory is short. */
void ws_raster_begin(ws_raster *raster, int width, int height);
void ws_raster_free(ws_raster *raster);

/* All places may lie outside, which paints nothing; ranks are 1 or more. */
/* A quarter of a cell: x from 0 to 2 * width - 1, row from 0 to 2 * height - 1. */
void ws_raster_quarter(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank);
/* Half a cell: upper or lower (`row` in half rows), left or right (x in half columns). */
void ws_raster_half_row(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank);
void ws_raster_half_column(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank);
/* A dot: x from 0 to 2 * width - 1, row from 0 to 4 * height - 1. */
void ws_raster_dot(ws_raster *raster, int x, int row, uint32_t colour, uint16_t rank);
/* A straight line of dots, both ends included. */
void ws_raster_line(ws_raster *raster, int x0, int y0, int x1, int y1, uint32_t colour,
                    uint16_t rank);
/* The ground of a cell, behind dots and pixels: the one of the highest rank counts. */
void ws_raster_ground(ws_raster *raster, int x, int row, uint32_t colour, uint8_t rank);

/* Draws every cell in which something was painted, from the pen's origin on. The cells get
 * `role` and their colours; `paper` is the colour behind what is not painted, WS_COLOUR_NONE:
 * not known. */
void ws_raster_flush(const ws_raster *raster, const ws_pen *pen, const ws_glyphs *glyphs,
                     ws_role role, uint32_t paper);

#endif
