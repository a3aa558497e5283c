/* paint.h - what a cell looks like in the end: its colours by theme, role, own colours and
 * attributes. */
#ifndef WS_PAINT_H
#define WS_PAINT_H

#include "ui/canvas.h"
#include "ui/theme.h"

typedef struct ws_paint {
    uint32_t glyph;
    uint32_t fg, bg; /* 0xRRGGBB */
    bool bold, underline;
} ws_paint;

/* A theme without colours is black on white. */
ws_paint ws_paint_of(const ws_cell *cell, const ws_theme *theme);
/* The ground on which a picture lies. */
uint32_t ws_paint_ground(const ws_theme *theme);

#endif
