/* keycaps.c - see keycaps.h. */
#include "ui/keycaps.h"
#include "ui/panel.h"

#include <stdio.h>

void ws_keycaps_add(ws_keycaps *caps, uint32_t key, const char *name, const char *label) {
    if (caps->count == WS_KEYCAPS_MAX)
        return;
    ws_keycap *cap = &caps->cap[caps->count++];
    cap->key = key;
    cap->x = caps->x;
    snprintf(cap->name, sizeof cap->name, "%s", name);
    snprintf(cap->label, sizeof cap->label, "%s", label);
    caps->x += ws_text_columns(cap->name) + ws_text_columns(cap->label);
}

void ws_keycaps_draw(const ws_keycaps *caps, const ws_pen *pen) {
    for (size_t i = 0; i < caps->count; i++) {
        const ws_keycap *cap = &caps->cap[i];
        int columns = ws_pen_text(pen, cap->x, 0, WS_ROLE_KEY, cap->name);
        ws_pen_text(pen, cap->x + columns, 0, WS_ROLE_KEY_LABEL, cap->label);
    }
}

uint32_t ws_keycaps_pick(const ws_keycaps *caps, int x) {
    for (size_t i = 0; i < caps->count; i++) {
        const ws_keycap *cap = &caps->cap[i];
        int columns = ws_text_columns(cap->name) + ws_text_columns(cap->label);
        if (x >= cap->x && x < cap->x + columns)
            return cap->key;
    }
    return 0;
}
