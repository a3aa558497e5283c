/* big.h - digits that a room can read: three rows high in half blocks, or five in whole cells. */
#ifndef WS_BIG_H
#define WS_BIG_H

#include "ui/canvas.h"

#define WS_BIG_ROWS 3

/* How large. */
typedef enum ws_big_size { WS_BIG_PLAIN, WS_BIG_HALF, WS_BIG_WHOLE } ws_big_size;

/* The largest that fits into so many columns and rows. */
ws_big_size ws_big_fit(const char *text, int columns, int rows);
/* Rows that it takes. */
int ws_big_rows(ws_big_size size);
/* Columns of a sign, with the gap behind it. */
int ws_big_columns(char name, ws_big_size size);
/* Draws the signs of big_signs.def; others are left out. `ascii`: without blocks. */
void ws_big_draw(const ws_pen *pen, int x, int top, ws_big_size size, ws_role role, bool ascii,
                 const char *text);

#endif
