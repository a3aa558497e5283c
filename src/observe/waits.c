/* waits.c - see waits.h.
 *
 * Every update asks the switch model for each queue (switch/blockers.h): it is at rest, moves, or
 * waits with a list of alternatives (edges to the queues it waits for). Orders then spread from the
 * moving queues backwards along the edges, breadth first. What was not reached is deadlocked: none
 * of its alternatives ends at anything that moves, now or by what is already under way. The knots
 * are the strongly connected components of that remainder which no edge leaves (Tarjan 1972).
 *
 * A head whose timer will kill it blocks nobody for ever: what only such heads
 * can free is found in a second sweep, which begins at them. A queue that has sent all it has of
 * a long worm waits for the queue further back which holds the rest: it is exactly as blocked as
 * that one, so this edge adds nothing to the order. */
#include "observe/waits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "switch/blockers.h"
#include "wormscope/memory.h"

const char *const ws_wait_reason_names[] = {
    [WS_WAIT_NOT] = "moving",
    [WS_WAIT_VC] = "lane held",
    [WS_WAIT_GRANT] = "being granted",
    [WS_WAIT_ROOM] = "no room",
    [WS_WAIT_STOP] = "told to stop",
    [WS_WAIT_CROSSBAR] = "crossbar shared",
    [WS_WAIT_FLITS] = "rest is behind",
    [WS_WAIT_POOL] = "pool full",
    [WS_WAIT_RULE] = "deadlock rule",
    [WS_WAIT_MESSAGE] = "message waits",
    [WS_WAIT_DEST] = "dest waits",
    [WS_WAIT_LIMIT] = "limit",
    [WS_WAIT_TRANSIT] = "transit first",
    [WS_WAIT_PORT] = "port busy",
    [WS_WAIT_XOFF] = "told Xoff",
    [WS_WAIT_TURN] = "another first",
};

#define UNSEEN NIL

struct ws_waits {
    u32 queues;
    ws_blockers blockers; /* the edges: queues waited for, grouped by waiter */
    ws_wait *wait;        /* by queue */
    u32 *edge0;           /* by queue, one more: first edge */
    u32 *back0;           /* by queue, one more: first back edge */
    u32 *back;            /* waiters, grouped by the queue they wait for */
    size_t back_room;
    u32 *order;                             /* queues in the order in which they were reached */
    u32 *index, *low, *stack, *path, *next; /* of the component search, by queue or depth */
    u32 *knot;                              /* queues of the knots */
    u32 knot_count;
    bool deadlock;
};

/* ---- life ---- */

static void *zeroed(size_t count) {
    void *block = ws_alloc(count + 1, sizeof(u64));
    return block;
}

ws_waits *ws_waits_new(const ws_net *n) {
    ws_waits *w = zeroed(sizeof *w / sizeof(u64) + 1);
    u32 queues = n->size.queues;
    u32 **by_queue[] = {&w->edge0, &w->back0, &w->order, &w->index, &w->low,
                        &w->stack, &w->path,  &w->next,  &w->knot};
    w->queues = queues;
    w->wait = zeroed(queues * sizeof *w->wait / sizeof(u64) + 1);
    for (size_t i = 0; i < sizeof by_queue / sizeof *by_queue; i++)
        *by_queue[i] = zeroed(queues / 2 + 1);
    blockers_init(&w->blockers, n);
    return w;
}

void ws_waits_free(ws_waits *w) {
    if (!w)
        return;
    void *owned[] = {w->wait, w->edge0, w->back0, w->back, w->order, w->index,
                     w->low,  w->stack, w->path,  w->next, w->knot};
    blockers_free(&w->blockers);
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(w);
}

/* ---- orders ---- */

/* Queue q is reached: it waits for `blocker`. A starved queue that q feeds is as blocked as q,
 * and so is the one it feeds. */
static u32 reach(ws_waits *w, const ws_net *n, u32 q, u32 blocker, u32 count) {
    u16 order = blocker == NIL ? 0 : w->wait[blocker].order;
    if (blocker != NIL && order < WS_ORDER_DEADLOCK - 1)
        order++;
    u32 root = blocker == NIL ? q : w->wait[blocker].root;
    for (;;) {
        w->wait[q].order = order;
        w->wait[q].blocker = blocker;
        w->wait[q].root = root;
        w->order[count++] = q;
        u32 fed = n->queue[q].vc == NIL ? NIL : n->vc[n->queue[q].vc].receiver;
        if (fed == NIL || w->wait[fed].reason != WS_WAIT_FLITS ||
            w->blockers.queue[w->edge0[fed]] != q)
            return count;
        if (w->wait[fed].order != WS_ORDER_DEADLOCK)
            return count;
        blocker = q;
        q = fed;
    }
}

static void reverse_edges(ws_waits *w) {
    if (w->back_room < w->blockers.room) {
        free(w->back);
        w->back = zeroed(w->blockers.room / 2 + 1);
        w->back_room = w->blockers.room;
    }
    memset(w->back0, 0, (w->queues + 1) * sizeof *w->back0);
    for (size_t e = 0; e < w->blockers.count; e++)
        w->back0[w->blockers.queue[e] + 1]++;
    for (u32 q = 0; q < w->queues; q++)
        w->back0[q + 1] += w->back0[q];
    memcpy(w->next, w->back0, w->queues * sizeof *w->next);
    for (u32 q = 0; q < w->queues; q++)
        for (u32 e = w->edge0[q]; e < w->edge0[q + 1]; e++)
            w->back[w->next[w->blockers.queue[e]]++] = q;
}

/* From the queues order[from] .. order[count-1] backwards along the edges; returns the new
 * count. */
static u32 spread(ws_waits *w, const ws_net *n, u32 from, u32 count) {
    for (u32 i = from; i < count; i++) {
        u32 q = w->order[i];
        for (u32 e = w->back0[q]; e < w->back0[q + 1]; e++)
            if (w->wait[w->back[e]].order == WS_ORDER_DEADLOCK)
                count = reach(w, n, w->back[e], q, count);
    }
    return count;
}

static void spread_orders(ws_waits *w, const ws_net *n) {
    u32 moving = 0;
    for (u32 q = 0; q < w->queues; q++)
        if (w->edge0[q] == w->edge0[q + 1] && w->wait[q].order == WS_ORDER_DEADLOCK)
            moving = reach(w, n, q, NIL, moving);
    u32 reached = spread(w, n, 0, moving);
    u32 timed = reached;
    for (u32 q = 0; q < w->queues; q++) {
        if (w->wait[q].order != WS_ORDER_DEADLOCK || n->timer.deadline[q] == 0)
            continue;
        w->wait[q].order = 1;
        w->wait[q].blocker = w->blockers.queue[w->edge0[q]];
        w->wait[q].root = q;
        w->order[timed++] = q;
    }
    w->deadlock = spread(w, n, reached, timed) < w->queues;
}

/* ---- knots ---- */

/* Is the component just completed (stack[from] .. stack[top-1]) one that no edge leaves? Its
 * members still have `low` set. */
static bool is_knot(const ws_waits *w, u32 from, u32 top, u32 mark) {
    for (u32 i = from; i < top; i++) {
        u32 q = w->stack[i];
        for (u32 e = w->edge0[q]; e < w->edge0[q + 1]; e++)
            if (w->low[w->blockers.queue[e]] != mark)
                return false;
    }
    return true;
}

static void component_close(ws_waits *w, u32 q, u32 *top) {
    u32 from = *top;
    u32 mark = UINT32_MAX - 1 - w->index[q];
    do {
        from--;
        w->low[w->stack[from]] = mark; /* unlike any index: this component is closed */
    } while (w->stack[from] != q);
    if (is_knot(w, from, *top, mark))
        for (u32 i = from; i < *top; i++) {
            w->wait[w->stack[i]].in_knot = 1;
            w->knot[w->knot_count++] = w->stack[i];
        }
    *top = from;
}

/* Depth first from q over the deadlocked queues, without recursion: path[] is the way from q,
 * next[] the edge to try. */
static void components_from(ws_waits *w, u32 q, u32 *serial) {
    u32 depth = 0;
    u32 top = 0;
    w->path[0] = q;
    for (bool enter = true;;) {
        q = w->path[depth];
        if (enter) {
            w->index[q] = w->low[q] = (*serial)++;
            w->next[q] = w->edge0[q];
            w->stack[top++] = q;
            enter = false;
        }
        if (w->next[q] < w->edge0[q + 1]) {
            u32 to = w->blockers.queue[w->next[q]++];
            if (w->index[to] == UNSEEN) {
                w->path[++depth] = to;
                enter = true;
            } else if (w->low[to] < w->low[q]) {
                w->low[q] = w->low[to]; /* a closed component's mark is larger than any index */
            }
            continue;
        }
        if (w->low[q] == w->index[q])
            component_close(w, q, &top);
        if (depth-- == 0)
            return;
        u32 above = w->path[depth];
        if (w->low[q] < w->low[above])
            w->low[above] = w->low[q];
    }
}

static void find_knots(ws_waits *w) {
    u32 serial = 0;
    for (u32 q = 0; q < w->queues; q++)
        w->index[q] = w->low[q] = UNSEEN;
    for (u32 q = 0; q < w->queues; q++)
        if (w->wait[q].order == WS_ORDER_DEADLOCK && w->index[q] == UNSEEN)
            components_from(w, q, &serial);
    for (u32 q = 0; q < w->queues; q++)
        if (w->wait[q].order == WS_ORDER_DEADLOCK)
            w->wait[q].blocker = w->blockers.queue[w->edge0[q]];
}

/* ---- the update ---- */

static bool at_rest(const ws_net *n, u32 q) {
    return n->queue[q].flits == 0 && n->queue[q].vc == NIL && n->queue[q].state == QUEUE_EMPTY;
}

void ws_waits_update(ws_waits *w, const ws_net *n) {
    assert(w->queues == n->size.queues);
    w->knot_count = 0;
    blockers_begin(&w->blockers, n);
    for (u32 q = 0; q < w->queues; q++) {
        w->edge0[q] = (u32)w->blockers.count;
        ws_wait_reason reason = blockers_of(&w->blockers, n, q);
        w->wait[q] = (ws_wait){
            .order = WS_ORDER_DEADLOCK, .reason = (u8)reason, .blocker = NIL, .root = NIL};
    }
    w->edge0[w->queues] = (u32)w->blockers.count;
    reverse_edges(w);
    spread_orders(w, n);
    if (w->deadlock)
        find_knots(w);
    for (u32 q = 0; q < w->queues; q++)
        if (at_rest(n, q))
            w->wait[q] = (ws_wait){.order = WS_ORDER_NONE, .blocker = NIL, .root = NIL};
}

const ws_wait *ws_waits_of(const ws_waits *w, size_t *queues) {
    if (queues)
        *queues = w->queues;
    return w->wait;
}

bool ws_waits_deadlock(const ws_waits *w) {
    return w->deadlock;
}

uint32_t ws_waits_knot(const ws_waits *w, uint32_t *queues, uint32_t room) {
    for (u32 i = 0; i < w->knot_count && i < room; i++)
        queues[i] = w->knot[i];
    return w->knot_count;
}
