/* canvas.h - a rectangle of cells, and pens that draw into it and cannot draw outside.
 *
 * A cell is a character, a role and attributes; what a role looks like is the back end's affair. A
 * cell may have colours of its own besides, which count instead of those of its role where the back
 * end has colours. All views draw through a pen: an origin and a clipping rectangle. Every width
 * may be zero or negative, which draws nothing. */
#ifndef WS_CANVAS_H
#define WS_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/roles.h"

typedef struct ws_rect {
    int x, y, w, h;
} ws_rect;

typedef struct ws_cell {
    uint32_t glyph; /* Unicode, one column wide */
    uint16_t role;
    uint16_t attr; /* added to those of the role */
    uint32_t fg;   /* 0xRRGGBB; WS_COLOUR_NONE: that of the role */
    uint32_t bg;
} ws_cell;

typedef struct ws_canvas {
    int width, height;
    bool ascii;    /* text is folded to ASCII as it is drawn */
    ws_cell *cell; /* row by row */
    /* by cell: the signs of the map that it shows, as bits; 0 of words and of all else */
    uint64_t *sign;
} ws_canvas;

typedef struct ws_pen {
    ws_canvas *canvas;
    int x, y;     /* origin, in cells of the canvas; may lie outside */
    ws_rect clip; /* in cells of the canvas; always inside it */
} ws_pen;

/* Sets the size (at least 1 x 1) and clears. Aborts when memory is short. A zeroed canvas is a
 * valid empty one. */
void ws_canvas_resize(ws_canvas *canvas, int width, int height);
void ws_canvas_free(ws_canvas *canvas);
void ws_canvas_clear(ws_canvas *canvas);
static inline ws_cell *ws_canvas_at(const ws_canvas *c, int x, int y) {
    return &c->cell[y * c->width + x];
}

/* A pen for the whole canvas, and one for a rectangle of another pen: clipped to both, origin at
 * the rectangle's corner. */
ws_pen ws_pen_of(ws_canvas *canvas);
ws_pen ws_pen_sub(const ws_pen *pen, ws_rect rect);
/* The same clip with the origin moved by (dx, dy): for panning. */
ws_pen ws_pen_shift(const ws_pen *pen, int dx, int dy);

/* All draw at (x, y) from the pen's origin. Text is UTF-8; a character that is not one column
 * wide is drawn as '?'. Text functions return the columns that the text takes, drawn or clipped. */
void ws_pen_glyph(const ws_pen *pen, int x, int y, uint32_t glyph, ws_role role, unsigned attr);
/* The same with colours of its own, each 0xRRGGBB or WS_COLOUR_NONE. */
void ws_pen_ink(const ws_pen *pen, int x, int y, uint32_t glyph, ws_role role, uint32_t fg,
                uint32_t bg);
/* Notes that the cell at (x, y), which has been drawn, shows signs of the map: bits by the numbers
 * of the altitude. What is drawn there later takes them away. */
void ws_pen_signs(const ws_pen *pen, int x, int y, uint64_t signs);
static inline void ws_pen_sign(const ws_pen *pen, int x, int y, unsigned sign) {
    ws_pen_signs(pen, x, y, (uint64_t)1 << sign);
}
/* The signs that cells inside the clip show. */
uint64_t ws_pen_signs_shown(const ws_pen *pen);
/* The same of one cell. */
uint64_t ws_pen_signs_at(const ws_pen *pen, int x, int row);
/* The cell at (x, y) from the pen's origin; NULL outside the clip. */
ws_cell *ws_pen_cell(const ws_pen *pen, int x, int y);
void ws_pen_fill(const ws_pen *pen, ws_rect rect, uint32_t glyph, ws_role role);
int ws_pen_text(const ws_pen *pen, int x, int y, ws_role role, const char *text);
int ws_pen_print(const ws_pen *pen, int x, int y, ws_role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Right-aligned: ends before column x. */
void ws_pen_print_right(const ws_pen *pen, int x, int y, ws_role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Columns of a text; and one code point off its front (U+FFFD of bytes that are no UTF-8). */
int ws_text_columns(const char *text);
uint32_t ws_text_next(const char **text);

static inline int ws_min(int a, int b) {
    return a < b ? a : b;
}
static inline int ws_max(int a, int b) {
    return a > b ? a : b;
}
static inline bool ws_rect_has(ws_rect rect, int column, int row) {
    bool across = column >= rect.x && column < rect.x + rect.w;
    return across && row >= rect.y && row < rect.y + rect.h;
}
static inline int ws_clamp(int value, int low, int high) {
    return ws_max(low, ws_min(value, high));
}

#endif
