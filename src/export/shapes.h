/* shapes.h - signs as outlines: blocks, lines, braille and the marks of the map.
 *
 * Fonts leave gaps between the blocks and lines of neighbouring cells, and make a mark of the map
 * a coloured picture on some telephones. An outline joins, and is the same everywhere. A cell is
 * 16 units wide and 32 high; every outline lies inside its cell, and lines and full blocks reach
 * its edges. */
#ifndef WS_SHAPES_H
#define WS_SHAPES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define WS_SHAPE_WIDTH  16
#define WS_SHAPE_HEIGHT 32

/* The path data of a sign (as in SVG; to be filled, nonzero) in the cell whose corner is (left,
 * top). False, and nothing written, if the sign is left to a font. `out` may be NULL. */
bool ws_shape_write(FILE *out, uint32_t glyph, int left, int top);
/* Is it made of rectangles that must fit together without a seam? */
bool ws_shape_is_block(uint32_t glyph);
/* How much of the cell's ground a sign lets through: per cent, 0 but for shades. */
int ws_shape_veil(uint32_t glyph);

#endif
