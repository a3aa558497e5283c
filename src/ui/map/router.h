/* router.h - the inside of one switch: what stands where, for drawing it and for finding what is
 * at a cell. */
#ifndef WS_ROUTER_H
#define WS_ROUTER_H

#include "ui/panel.h"

enum {
    WS_ROUTER_PORTS = 64,
    WS_ROUTER_ROWS = 192,
    WS_ROUTER_LINES = 256,
    /* room that a switch must have to be shown unasked */
    WS_ROUTER_WIDTH = 60,
    WS_ROUTER_HEIGHT = 14
};

/* An input port: the queues at the end of a link. */
typedef struct ws_router_in {
    uint32_t link;
    uint32_t rows; /* queues shown */
    int at;        /* first row of the screen */
} ws_router_in;

typedef struct ws_router_row {
    uint32_t queue;
    uint32_t first; /* queue of its link */
    uint32_t in;
    int at;
} ws_router_row;

typedef struct ws_router_out {
    uint32_t link;
    int at; /* -1: no room */
} ws_router_out;

typedef struct ws_router {
    const ws_view *view;
    uint32_t node;
    uint32_t ins;
    uint32_t rows;
    uint32_t outs;
    ws_router_in in[WS_ROUTER_PORTS];
    ws_router_row row[WS_ROUTER_ROWS];
    ws_router_out out[WS_ROUTER_PORTS];
    int more; /* rows of a port beside its queues: title, foot */
    /* columns: of a cable drawn, of the boxes, of the crossbar and its columns, of the outputs */
    int wire;
    int left;
    int box_w;
    int cross;
    int step;
    int end;
    int tail;
} ws_router;

/* The switch that is shown: the one that is looked at, or that was in the middle when one came
 * nearer. */
uint32_t ws_router_node(const ws_view *view);
/* Do colours say by which output or cable a packet goes on? Not if somebody asked for another key. */
bool ws_router_is_by_way(const ws_view *view);
void ws_router_make(ws_router *router, const ws_view *view, int width, int height);
/* Is a queue a set-aside queue that is in use? Then its CAM line among those of its port. */
bool ws_router_saq(const ws_frame *frame, uint32_t q, uint32_t *line);

/* The cells of a queue: the front of it stands at the right. Where a buffer has more flits than
 * there are cells, a cell is several flits. */
typedef struct ws_router_cells {
    int right;
    uint32_t each;  /* flits a cell */
    uint32_t shown; /* cells */
} ws_router_cells;
ws_router_cells ws_router_cells_of(const ws_router *router, const ws_frame_queue *queue);
/* Which packet and flit stands so many flits behind the front of a queue; false: none. */
bool ws_router_flit_at(const ws_frame *frame, const ws_frame_queue *queue, uint32_t behind,
                       uint32_t *packet, uint32_t *number);

/* The first row below all that stands in the picture. */
int ws_router_foot(const ws_router *router);
/* Does the packet in front of a queue wait? */
static inline bool ws_router_waits(const ws_frame_queue *queue) {
    return queue->front != WS_NIL && ws_wait_stands(&queue->wait);
}

/* router_words.c: one sentence below the picture, if there is room: who wants which output, and who
 * has it. */
void ws_router_say(const ws_router *router, const ws_pen *pen);

/* pool_map.c: a switch whose buffers are a pool. */
void ws_pool_map_draw(const ws_view *view, const ws_pen *pen);

#endif
