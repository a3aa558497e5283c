/* window.h - which switches and hosts the map shows now. */
#ifndef WS_WINDOW_H
#define WS_WINDOW_H

#include "ui/view.h"

typedef struct ws_map_window {
    const ws_map_plan *plan;
    const ws_frame *frame;
    bool all;      /* every node */
    uint32_t node; /* the only switch; WS_NIL: all whose boxes lie in `cells` */
    ws_rect cells; /* of the map */
} ws_map_window;

ws_map_window ws_map_window_of(const ws_view *view);
/* By node: is it? To be freed by the caller. Aborts when memory is short. */
uint8_t *ws_map_window_nodes(const ws_map_window *window);


#endif
