/* pool.h - the packet buffers of the switch that is looked at, as a part of its panel. */
#ifndef WS_UI_POOL_H
#define WS_UI_POOL_H

#include "ui/view.h"

/* Draws them from row y on: a cell for each, then a line for each packet in them. Nothing for a switch without a pool. */
void ws_pool_draw(const ws_view *view, const ws_pen *pen, int y);
int ws_pool_rows(const ws_view *view);

#endif
