/* keycaps.h - keys with what they do, in a line: drawn, and found again under the mouse. */
#ifndef WS_KEYCAPS_H
#define WS_KEYCAPS_H

#include <stddef.h>
#include <stdint.h>

#include "ui/canvas.h"

#define WS_KEYCAPS_MAX 24
#define WS_KEYCAP_TEXT 48

typedef struct ws_keycap {
    uint32_t key; /* 0: no single key, such as the digits of a number */
    int x;        /* column at which the name begins; the label stands behind it */
    char name[WS_KEYCAP_TEXT];
    char label[WS_KEYCAP_TEXT]; /* "" of a key whose label stands behind the next one */
} ws_keycap;

typedef struct ws_keycaps {
    ws_keycap cap[WS_KEYCAPS_MAX];
    size_t count;
    int x; /* behind the last */
} ws_keycaps;

/* Adds a key behind the others, with blanks as they stand in its texts. */
void ws_keycaps_add(ws_keycaps *caps, uint32_t key, const char *name, const char *label);
void ws_keycaps_draw(const ws_keycaps *caps, const ws_pen *pen);
/* The key whose name or label stands at a column; 0: none. */
uint32_t ws_keycaps_pick(const ws_keycaps *caps, int x);

#endif
