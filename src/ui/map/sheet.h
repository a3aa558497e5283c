/* sheet.h - the window of a map that is seen, cell by cell, with what each cell stands for.
 *
 * Of all that is put at a cell the highest rank is seen; of one rank the last. So the order of
 * drawing is free, and what is under the pointer is what is seen there. */
#ifndef WS_SHEET_H
#define WS_SHEET_H

#include "ui/canvas.h"
#include "ui/raster.h"

typedef struct ws_sheet_cell {
    uint32_t glyph;
    uint32_t fg;
    uint32_t bg;
    uint32_t ground; /* behind all: of a box, else of the paper */
    uint16_t role;
    uint16_t attr;
    uint8_t rank; /* 0: nothing is drawn here */
    uint8_t boxed;
    uint8_t sign; /* of the map, WS_SIGN_NONE */
    /* WS_NIL: none */
    uint32_t packet;
    uint32_t link;
    uint32_t node;
} ws_sheet_cell;

/* What is put. */
typedef struct ws_mark {
    uint32_t glyph;
    ws_role role;
    uint32_t fg; /* WS_COLOUR_NONE: that of the role; bg: the ground */
    uint32_t bg;
    unsigned attr;
    uint8_t rank;
    uint8_t sign;    /* WS_SIGN_NONE: none */
    uint32_t packet; /* WS_NIL: none */
    uint32_t link;
} ws_mark;

typedef struct ws_sheet {
    ws_rect window; /* in cells of the map */
    ws_sheet_cell *cell;
} ws_sheet;

/* An empty sheet on paper of one colour; free with ws_sheet_free. Aborts when memory is short. */
ws_sheet ws_sheet_new(ws_rect window, uint32_t paper);
void ws_sheet_free(ws_sheet *sheet);
/* A cell by its place on the map; NULL outside the window. */
ws_sheet_cell *ws_sheet_at(const ws_sheet *sheet, int x, int row);
void ws_sheet_put(const ws_sheet *sheet, int x, int row, const ws_mark *mark);
/* A box, whose ground shows behind what is put there. */
void ws_sheet_box(const ws_sheet *sheet, ws_rect box, ws_role role, uint32_t ground, uint32_t node);
/* Text in the ink of a mark, whose glyph does not count; returns its columns. */
int ws_sheet_text(const ws_sheet *sheet, int x, int row, const ws_mark *mark, const char *text);
/* Draws what was put; the pen's origin is the corner of the map. */
void ws_sheet_flush(const ws_sheet *sheet, const ws_pen *pen);

#endif
