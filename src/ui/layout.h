/* layout.h - which panel lies where on a screen of a given size. */
#ifndef WS_LAYOUT_H
#define WS_LAYOUT_H

#include "ui/view.h"

#define WS_LAYOUT_MIN_WIDTH  60
#define WS_LAYOUT_MIN_HEIGHT 16

typedef struct ws_layout {
    bool too_small;
    ws_rect rect[WS_PANEL_COUNT]; /* w or h 0: not shown */
} ws_layout;

ws_layout ws_layout_make(const ws_view *view, int width, int height);

#endif
