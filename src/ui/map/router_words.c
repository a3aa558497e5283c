/* router_words.c - the sentence below the inside of a switch: which output most heads wait for, and
 * who has it (see router.h). */
#include <inttypes.h>

#include "ui/map/router.h"
#include "ui/panel.h"

/* Those whose heads wait for one output. */
typedef struct crowd {
    uint32_t link;
    uint32_t holder; /* its input, WS_NIL */
    uint32_t count;
    uint32_t in[WS_ROUTER_ROWS]; /* inputs, each once */
    bool aside;                  /* all of them stand in set-aside queues */
} crowd;

static bool is_in(const crowd *all, uint32_t in) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->in[i] == in)
            return true;
    return false;
}

static void crowd_add(crowd *all, const ws_router *router, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_queue *queue = &frame->queue[row->queue];
    uint32_t line;
    if (!queue->head_here || !ws_router_waits(queue) || queue->request != all->link)
        return;
    all->aside &= ws_router_saq(frame, row->queue, &line);
    if (is_in(all, row->in))
        return;
    all->in[all->count] = row->in;
    all->count++;
}

/* The input from which a link is fed now, WS_NIL. */
static uint32_t holder_of(const ws_router *router, uint32_t l) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_link *link = &frame->link[l];
    for (uint32_t v = link->vc0; v < link->vc0 + link->channels; v++)
        for (uint32_t i = 0; i < router->rows; i++)
            if (frame->vc[v].sender == router->row[i].queue)
                return router->row[i].in;
    return WS_NIL;
}

static crowd crowd_of(const ws_router *router, uint32_t link) {
    crowd all = {.link = link, .aside = true};
    for (uint32_t i = 0; i < router->rows; i++)
        crowd_add(&all, router, &router->row[i]);
    all.holder = holder_of(router, link);
    return all;
}

static crowd crowd_largest(const ws_router *router) {
    crowd largest = {.link = WS_NIL};
    for (uint32_t o = 0; o < router->outs; o++) {
        crowd one = crowd_of(router, router->out[o].link);
        if (one.count > largest.count)
            largest = one;
    }
    return largest;
}

enum { NAMED = 3 }; /* inputs that are named */

/* An input is known by the node from which it comes. */
static const char *name_of(const ws_router *router, uint32_t in) {
    const ws_frame *frame = router->view->frame;
    return ws_node_name(frame, frame->link[router->in[in].link].from);
}

static int names_draw(const crowd *all, const ws_router *router, const ws_pen *pen, int line) {
    uint32_t named = all->count < NAMED ? all->count : NAMED;
    int x = 1;
    x += ws_pen_text(pen, x, line, WS_ROLE_DIM, all->count == 1 ? "the head from " : "heads from ");
    for (uint32_t i = 0; i < named; i++) {
        const char *before = i > 0 ? ", " : "";
        if (i > 0 && i + 1 == all->count)
            before = " and ";
        x += ws_pen_text(pen, x, line, WS_ROLE_DIM, before);
        x += ws_pen_text(pen, x, line, WS_ROLE_BLOCKED, name_of(router, all->in[i]));
    }
    if (all->count > NAMED)
        x += ws_pen_print(pen, x, line, WS_ROLE_DIM, " and %" PRIu32 " more", all->count - NAMED);
    return x + ws_pen_text(pen, x, line, WS_ROLE_DIM, all->count == 1 ? " wants " : " want ");
}

void ws_router_say(const ws_router *router, const ws_pen *pen) {
    const ws_frame *frame = router->view->frame;
    int line = ws_router_foot(router) + 1;
    if (line >= pen->clip.h)
        return;
    crowd all = crowd_largest(router);
    if (all.count == 0)
        return;
    int x = names_draw(&all, router, pen, line);
    const char *name = ws_node_name(frame, frame->link[all.link].to);
    x += ws_pen_text(pen, x, line, WS_ROLE_STRONG, name);
    if (all.holder != WS_NIL) {
        x += ws_pen_text(pen, x, line, WS_ROLE_DIM, ", which one from ");
        x += ws_pen_text(pen, x, line, WS_ROLE_TEXT, name_of(router, all.holder));
        x += ws_pen_text(pen, x, line, WS_ROLE_DIM, " has");
    }
    x += ws_pen_text(pen, x, line, WS_ROLE_DIM, ".");
    if (all.aside)
        ws_pen_text(pen, x, line, WS_ROLE_MOVING, " Set aside: the cold queues flow on.");
}
