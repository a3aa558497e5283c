/* router_pick.c - what is at a cell of the inside of a switch: see altitude.h and router.h. The
 * picture is laid out anew, and not drawn. */
#include "ui/map/altitude.h"
#include "ui/map/router.h"

static uint32_t link_at(const ws_router *router, int x, int line) {
    for (int below = 0; below < 2 && x >= router->end; below++)
        for (uint32_t o = 0; o < router->outs; o++)
            if (router->out[o].at >= 0 && router->out[o].at + below == line)
                return router->out[o].link;
    for (uint32_t i = 0; i < router->rows && x < router->left; i++)
        if (router->row[i].at == line)
            return router->in[router->row[i].in].link;
    return WS_NIL;
}

/* The node at the other end of a cable, by its name; the switch itself by its own. */
static uint32_t node_at(const ws_router *router, const ws_frame *frame, int x, int line) {
    if (line == 0 && x < router->left)
        return router->node;
    for (uint32_t o = 0; o < router->outs; o++)
        if (router->out[o].at == line && x >= router->end + 2 && x < router->end + 11)
            return frame->link[router->out[o].link].to;
    for (uint32_t i = 0; i < router->ins; i++)
        if (router->in[i].at + (router->more > 0) == line && x < 7)
            return frame->link[router->in[i].link].from;
    return WS_NIL;
}

/* The packet whose flit is shown at a cell of a queue. */
static uint32_t packet_at(const ws_router *router, const ws_frame *frame, int x, int line) {
    for (uint32_t i = 0; i < router->rows; i++) {
        const ws_frame_queue *queue = &frame->queue[router->row[i].queue];
        ws_router_cells cells = ws_router_cells_of(router, queue);
        uint32_t cell = (uint32_t)(cells.right - x);
        if (router->row[i].at != line || x > cells.right || cell >= cells.shown)
            continue;
        uint32_t packet;
        uint32_t number;
        if (ws_router_flit_at(frame, queue, cell * cells.each, &packet, &number))
            return packet;
    }
    return WS_NIL;
}

ws_map_thing ws_router_pick(const ws_view *view, int x, int line) {
    ws_router router;
    ws_router_make(&router, view, view->map.plan->area_w, view->map.plan->area_h);
    return (ws_map_thing){node_at(&router, view->frame, x, line), link_at(&router, x, line),
                          packet_at(&router, view->frame, x, line)};
}
