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
/* Is the switch seen, or that of the host? A link is where one of its ends is. */
bool ws_map_window_has(const ws_map_window *window, uint32_t node);
/* By node: is it? To be freed by the caller. Aborts when memory is short. */
uint8_t *ws_map_window_nodes(const ws_map_window *window);


#endif
