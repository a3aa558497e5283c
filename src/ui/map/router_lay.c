/* router_lay.c - see router.h: which switch is shown, which of its queues, and where they stand.
 *
 * Ports stand one under the other in the order of their links, with title and foot as far as there
 * is room; an output stands beside the input from the same node. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/router.h"
#include "ui/panel.h"

/* ---- which switch ---- */

uint32_t ws_router_node(const ws_view *view) {
    const ws_frame *frame = view->frame;
    uint32_t node = view->selection.node;
    if (node < frame->switches)
        return node;
    const ws_view_selection *s = &view->selection;
    bool looked_at = s->node != WS_NIL || s->link != WS_NIL || s->queue != WS_NIL;
    if (looked_at || ws_frame_worm_of(frame, s->worm))
        return ws_map_focus(view);
    node = view->map.plan->near;
    return node < frame->switches ? node : 0;
}

/* ---- layout ---- */

bool ws_router_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    bool roomy = plan->area_w >= WS_ROUTER_WIDTH && plan->area_h >= WS_ROUTER_HEIGHT;
    plan->width = plan->area_w;
    plan->height = plan->area_h;
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        plan->box[sw] = (ws_rect){0, 0, 0, 0};
    memset(plan->path0, 0, (frame->links + 1) * sizeof *plan->path0);
    for (uint32_t h = 0; h < frame->hosts; h++)
        plan->host[h] = (ws_map_host){0};
    return asked || (frame->switches == 1 && roomy);
}

bool ws_router_saq(const ws_frame *frame, uint32_t q, uint32_t *line) {
    const ws_frame_queue *queue = &frame->queue[q];
    if (frame->cam_lines == 0 || queue->link == WS_NIL)
        return false;
    uint32_t port = frame->link[queue->link].port;
    for (uint32_t i = 0; port != WS_NIL && i < frame->cam_lines; i++) {
        const ws_cam_line *cam = &frame->cam[port * frame->cam_lines + i];
        if (cam->queue != q || !cam->valid)
            continue;
        *line = i;
        return true;
    }
    return false;
}

/* The first queue of a port is always shown, so are all of a few; of many those that hold
 * something. */
static bool is_shown(const ws_frame *frame, uint32_t q, bool first, uint32_t channels) {
    uint32_t line;
    if (first || (channels > 1 && channels <= 8 && frame->ports == 0))
        return true;
    if (frame->cam_lines > 0)
        return ws_router_saq(frame, q, &line);
    return frame->queue[q].front != WS_NIL;
}

static ws_router_in *in_of(ws_router *router, uint32_t link) {
    for (uint32_t i = 0; i < router->ins; i++)
        if (router->in[i].link == link)
            return &router->in[i];
    if (router->ins == WS_ROUTER_PORTS)
        return NULL;
    router->in[router->ins] = (ws_router_in){.link = link};
    router->ins++;
    return &router->in[router->ins - 1];
}

static void queues_find(ws_router *router) {
    const ws_frame *frame = router->view->frame;
    for (uint32_t q = 0; q < frame->queues; q++) {
        const ws_frame_queue *queue = &frame->queue[q];
        if (queue->node != router->node || queue->link == WS_NIL)
            continue;
        ws_router_in *in = in_of(router, queue->link);
        if (!in || router->rows == WS_ROUTER_ROWS)
            continue;
        if (!is_shown(frame, q, in->rows == 0, frame->link[queue->link].channels))
            continue;
        router->row[router->rows] = (ws_router_row){.queue = q, .in = (uint32_t)(in - router->in)};
        router->rows++;
        in->rows++;
    }
}

static void outs_find(ws_router *router) {
    const ws_frame *frame = router->view->frame;
    for (uint32_t l = 0; l < frame->links; l++) {
        if (frame->link[l].from != router->node || router->outs == WS_ROUTER_PORTS)
            continue;
        router->out[router->outs] = (ws_router_out){.link = l, .at = -1};
        router->outs++;
    }
}

/* Rows with so many lines beside the queues of a port. */
static int height_with(const ws_router *router, int more) {
    return (int)router->rows + more * (int)router->ins;
}

enum { GAP_MOST = 3 }; /* rows between two ports */

static void heights_choose(ws_router *router, int height) {
    router->more = 2;
    while (router->more > 0 && height_with(router, router->more) > height)
        router->more--;
    int at = 0;
    int spare = height - height_with(router, router->more);
    int gap = 0;
    if (router->ins > 1)
        gap = ws_clamp(spare / (int)router->ins, 0, GAP_MOST);
    for (uint32_t i = 0; i < router->ins; i++) {
        router->in[i].at = at;
        at += (int)router->in[i].rows + router->more + gap;
    }
}

/* Rows of a port stand under its title. */
static void rows_place(ws_router *router) {
    int done[WS_ROUTER_PORTS] = {0};
    for (uint32_t i = 0; i < router->rows; i++) {
        ws_router_row *row = &router->row[i];
        row->at = router->in[row->in].at + (router->more > 0) + done[row->in];
        done[row->in]++;
    }
}

/* An output stands at the height of the input from the same node; others where there is room. */
static void outs_place(ws_router *router, int height) {
    const ws_frame *frame = router->view->frame;
    bool taken[WS_ROUTER_LINES] = {false};
    for (uint32_t o = 0; o < router->outs; o++) {
        for (uint32_t i = 0; i < router->ins; i++) {
            int at = router->in[i].at + (router->more > 0);
            bool mate = frame->link[router->in[i].link].from == frame->link[router->out[o].link].to;
            if (!mate || at >= WS_ROUTER_LINES || taken[at])
                continue;
            router->out[o].at = at;
            taken[at] = true;
            break;
        }
    }
    int free = 0;
    for (uint32_t o = 0; o < router->outs; o++) {
        while (router->out[o].at < 0 && free < ws_min(height, WS_ROUTER_LINES) && taken[free])
            free++;
        if (router->out[o].at >= 0 || free >= ws_min(height, WS_ROUTER_LINES))
            continue;
        router->out[o].at = free;
        taken[free] = true;
    }
}

/* What is given to the parts of the picture, from the narrowest screen to the widest. */
typedef struct ws_router_room {
    int width; /* from which on */
    int wire;
    int box;
    int step;
} ws_router_room;
static const ws_router_room rooms[] = {
    {0, 0, 44, 6}, {90, 5, 44, 6}, {140, 10, 62, 8}, {180, 16, 80, 10}};

static const ws_router_room *room_of(int width) {
    const ws_router_room *found = rooms;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (width >= rooms[i].width)
            found = &rooms[i];
    return found;
}

/* A cable is not drawn longer than the longest is. */
static int wire_of(const ws_router *router, int most) {
    const ws_frame *frame = router->view->frame;
    uint32_t longest = 1;
    for (uint32_t i = 0; i < router->ins; i++)
        if (frame->link[router->in[i].link].delay > longest)
            longest = frame->link[router->in[i].link].delay;
    for (uint32_t o = 0; o < router->outs; o++)
        if (frame->link[router->out[o].link].delay > longest)
            longest = frame->link[router->out[o].link].delay;
    return longest < (uint32_t)most ? ws_max((int)longest, 5) : most;
}

static void columns_choose(ws_router *router, int width) {
    enum { BOX_LEAST = 30, STEP_USUAL = 4 };
    const ws_router_room *most = room_of(width);
    int outs = ws_max((int)router->outs, 1);
    router->wire = most->wire > 0 ? wire_of(router, most->wire) : 0;
    router->left = 7 + router->wire;
    router->tail = most->wire > 0 ? 20 + router->wire : 16;
    int rest = width - router->left - router->tail - 4;
    router->step = ws_clamp((rest - BOX_LEAST) / outs, 1, STEP_USUAL);
    router->box_w = ws_clamp(rest - router->step * outs, 8, most->box);
    if (rest - router->step * outs > most->box && router->step == STEP_USUAL)
        router->step = ws_min((rest - most->box) / outs, most->step);
    router->cross = router->left + router->box_w + 2;
    router->end = router->cross + router->step * outs;
}

int ws_router_foot(const ws_router *router) {
    int foot = 1;
    for (uint32_t i = 0; i < router->ins; i++) {
        const ws_router_in *in = &router->in[i];
        foot = ws_max(foot, in->at + (int)in->rows + router->more);
    }
    for (uint32_t o = 0; o < router->outs; o++)
        foot = ws_max(foot, router->out[o].at + 1 + (router->more > 0));
    return foot;
}

void ws_router_make(ws_router *router, const ws_view *view, int width, int height) {
    *router = (ws_router){.view = view, .node = ws_router_node(view)};
    queues_find(router);
    outs_find(router);
    heights_choose(router, height - 1);
    rows_place(router);
    outs_place(router, height - 1);
    columns_choose(router, width);
    for (uint32_t i = 0; i < router->ins; i++)
        router->in[i].at++;
    for (uint32_t i = 0; i < router->rows; i++)
        router->row[i].at++;
    for (uint32_t o = 0; o < router->outs; o++)
        router->out[o].at += router->out[o].at >= 0;
}

/* ---- the cells of a queue ---- */

enum { LABEL_W = 7, LEVEL_W = 10, CELLS_LEAST = 3 };

ws_router_cells ws_router_cells_of(const ws_router *router, const ws_frame_queue *queue) {
    int most = ws_max(router->box_w - LABEL_W - LEVEL_W, CELLS_LEAST);
    uint32_t count = (uint32_t)most;
    uint32_t room = queue->capacity > 0 ? queue->capacity : 1;
    uint32_t each = (room + count - 1) / count;
    return (ws_router_cells){
        .right = router->left + LABEL_W + most - 1,
        .each = each,
        .shown = (room + each - 1) / each,
    };
}

bool ws_router_flit_at(const ws_frame *frame, const ws_frame_queue *queue, uint32_t behind,
                       uint32_t *packet, uint32_t *number) {
    for (uint32_t i = 0; i < queue->stretches; i++) {
        const ws_frame_stretch *stretch = &frame->stretch[queue->first_stretch + i];
        if (behind < stretch->flits) {
            *packet = stretch->packet;
            *number = stretch->first + behind;
            return true;
        }
        behind -= stretch->flits;
    }
    return false;
}

/* ---- what is at a cell: laid out anew, and not drawn ---- */

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

/* All of its samples are cells of signs.def. */
int ws_router_sample(const ws_view *view, const ws_pen *at, ws_sign sign) {
    return (void)view, (void)at, (void)sign, 0;
}

ws_map_thing ws_router_pick(const ws_view *view, int x, int line) {
    ws_router router;
    ws_router_make(&router, view, view->map.plan->area_w, view->map.plan->area_h);
    return (ws_map_thing){node_at(&router, view->frame, x, line), link_at(&router, x, line),
                          packet_at(&router, view->frame, x, line)};
}

bool ws_router_is_by_way(const ws_view *view) {
    return view->map.hues.key == WS_COLOUR_MESSAGE && ws_ink_ground(view, WS_ROLE_TEXT) != WS_COLOUR_NONE;
}
