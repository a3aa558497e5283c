/* wirer.h - for those who lay wired maps out: paths grow point by point. */
#ifndef WS_WIRER_H
#define WS_WIRER_H

#include "ui/map/walk.h"
#include "ui/map/wired.h"

enum { WS_DOTS_X = 2, WS_DOTS_Y = 4 }; /* of a cell */

typedef struct ws_wirer {
    ws_wired *wired;
    const ws_frame *frame;
    bool begun; /* the present path has a point */
} ws_wirer;

/* Adds a point, and those between it and the last one of the path. */
void ws_wire_to(ws_wirer *wirer, int x, int row);
/* Takes away what of the present path, which began at `first`, comes before it leaves one rectangle
 * and after it enters another. */
void ws_wire_cut(ws_wirer *wirer, uint32_t first, ws_rect from, ws_rect to);

/* Layouts by family; each fills boxes, hosts and paths, or says that there is no room. */
bool ws_wired_stages(ws_wired *wired, const ws_frame *frame);
bool ws_wired_graph(ws_wired *wired, const ws_frame *frame);
bool ws_wired_ring(ws_wired *wired, const ws_frame *frame);

static inline bool ws_is_host(const ws_frame *frame, uint32_t node) {
    return node >= frame->switches;
}

#endif
