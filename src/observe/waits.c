/* waits.c - see waits.h.
 *
 * Every update reads the columns once and classifies each queue: at rest, moving, or waiting with a list of alternatives (edges
 * to the queues it waits for). Orders then spread from the moving queues backwards along the edges, breadth first. What was not
 * reached is deadlocked: none of its alternatives ends at anything that moves, now or by what is already under way. The knots
 * are the strongly connected components of that remainder which no edge leaves (Tarjan 1972).
 *
 * A deadlock must never be claimed falsely, so whatever is under way counts as moving: flits on a wire towards a queue that has
 * none, a signal on its way back to a lane, a timer. A head whose timer will kill it blocks nobody for ever: what only such heads
 * can free is found in a second sweep, which begins at them. A queue that has sent all it has of a long worm waits for the queue
 * further back which holds the rest: it is exactly as blocked as that one, so this edge adds nothing to the order. */
#include "observe/waits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "switch/switch.h"

const char *const ws_wait_reason_names[] = {
    [WS_WAIT_NOT] = "moving",
    [WS_WAIT_LANE] = "lane held",
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
    size_t edge_count, edge_room;
    ws_wait *wait;                          /* by queue */
    u32 *edge0;                             /* by queue, one more: first edge */
    u32 *edge;                              /* queues waited for, grouped by waiter */
    u32 *back0;                             /* by queue, one more: first back edge */
    u32 *back;                              /* waiters, grouped by the queue they wait for */
    u64 *signalled;                         /* set of lanes with a signal under way */
    u64 *incoming;                          /* set of lanes with a flit on the wire */
    u32 *order;                             /* queues in the order in which they were reached */
    u32 *index, *low, *stack, *path, *next; /* of the component search, by queue or depth */
    u32 *knot;                              /* queues of the knots */
    u32 knot_count;
    bool deadlock;
};

/* ---- life ---- */

static void *zeroed(size_t count) {
    void *block = calloc(count + 1, sizeof(u64));
    if (!block) abort();
    return block;
}

ws_waits *ws_waits_new(const ws_net *n) {
    ws_waits *w = zeroed(sizeof *w / sizeof(u64) + 1);
    u32 queues = n->size.queues;
    u32 **by_queue[] = {&w->edge0, &w->back0, &w->order, &w->index, &w->low, &w->stack, &w->path, &w->next, &w->knot};
    w->queues = queues;
    w->wait = zeroed(queues * sizeof *w->wait / sizeof(u64) + 1);
    for (size_t i = 0; i < sizeof by_queue / sizeof *by_queue; i++) *by_queue[i] = zeroed(queues / 2 + 1);
    w->signalled = zeroed(n->size.lane_words);
    w->incoming = zeroed(n->size.lane_words);
    return w;
}

void ws_waits_free(ws_waits *w) {
    if (!w) return;
    void *owned[] = {w->wait,  w->edge0, w->edge, w->back0, w->back, w->signalled, w->incoming,
                     w->order, w->index, w->low,  w->stack, w->path, w->next,      w->knot};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    free(w);
}

static void edge_add(ws_waits *w, u32 to) {
    if (w->edge_count == w->edge_room) {
        w->edge_room = w->edge_room ? 2 * w->edge_room : 64 + w->queues;
        w->edge = realloc(w->edge, w->edge_room * sizeof *w->edge);
        w->back = realloc(w->back, w->edge_room * sizeof *w->back);
        if (!w->edge || !w->back) abort();
    }
    w->edge[w->edge_count++] = to;
}

/* ---- what is under way ---- */

static void collect_signals(ws_waits *w, const ws_net *n) {
    u32 words_each = n->size.lane_words;
    memset(w->signalled, 0, words_each * sizeof(u64));
    for (u32 slot = 0; slot < n->size.signal_slots; slot++)
        for (u32 i = 0; i < words_each; i++) w->signalled[i] |= n->signal_bits[(size_t)slot * words_each + i];
    for (u32 slot = 0; slot < n->size.notice_slots; slot++) /* credits of purged queues */
        for (u32 row = n->notice_first[slot]; row; row = n->notice[row - 1].next)
            if (n->notice[row - 1].kind == NOTICE_CREDIT) bit_set(w->signalled, n->notice[row - 1].lane);
}

static void collect_flits(ws_waits *w, const ws_net *n) {
    memset(w->incoming, 0, n->size.lane_words * sizeof(u64));
    for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
        const u64 *bits = n->flight_bits + (size_t)slot * n->size.link_words;
        for (u32 i = 0; i < n->size.link_words; i++) {
            u64 word = bits[i];
            for (BITS_EACH(b, word)) {
                u32 l = i * 64 + b;
                bit_set(w->incoming, n->wire.lane0[l] + (n->flight[(size_t)slot * n->size.links + l] & FLIT_LANE));
            }
        }
    }
}

/* ---- classification: moving queues get order 0, waiting ones their edges ---- */

/* Credit that queue q must see on lane v before it is given the lane. */
static i32 room_needed(const ws_net *n, u32 q, u32 v) {
    i32 need = lane_room_needed(n, q, v);
    return need == 0 && n->layout.heads_compete ? 1 : need;
}

/* Room in the port at the end of lane v, which its queues share, comes from any that has a packet. */
static bool far_port_blocks(ws_waits *w, const ws_net *n, u32 v) {
    size_t first = w->edge_count;
    u32 port = port_of(n, n->wire.lane_queue[v]);
    for (u32 q = n->wire.xin_queue0[port]; q < n->wire.xin_queue0[port + 1]; q++)
        if (n->queue[q].level > 0) edge_add(w, q);
    return w->edge_count > first;
}

/* Room on lane v must come from the queue at its far end: true, and an edge to it, unless it is coming already. */
static bool far_end_blocks(ws_waits *w, const ws_net *n, u32 v) {
    u32 far = n->vlane[v].rx;
    if (bit_get(w->signalled, v)) return false;
    if (n->ports && !is_sink(n, n->wire.lane_link[v])) return far_port_blocks(w, n, v);
    if (far == NIL) return false;
    if (n->queue[far].level == 0) return false; /* its flits are on the wire */
    edge_add(w, far);
    return true;
}

/* Is lane v taken? By a queue: an edge to it. By the rest of a packet in its output buffer: an edge to what keeps that back, if anything. */
static bool lane_taken(ws_waits *w, const ws_net *n, u32 v, bool *moves) {
    if (n->vlane[v].holder != NIL) return edge_add(w, n->vlane[v].holder), true;
    if (!n->wire.hot_link[n->wire.lane_link[v]].buffered || n->output[v].left == 0) return false;
    *moves = n->vlane[v].credit > 0 || !far_end_blocks(w, n, v);
    return true;
}

/* Does another queue that shares the crossbar input of queue q hold a lane? An edge to it. */
static bool input_taken(ws_waits *w, const ws_net *n, u32 q) {
    u32 x = n->wire.queue_xbar[q];
    for (u32 p = n->wire.queue0[x]; p < n->wire.queue0[x + 1]; p++)
        if (p != q && n->wire.queue_xin[p] == n->wire.queue_xin[q] && n->queue[p].lane != NIL) return edge_add(w, p), true;
    return false;
}

/* What has to be idle besides lane v before queue q is given it: with packet multiplexing the other lanes of the link, and the
 * queues that share the crossbar input. At most one of them is busy at a time. */
static bool company_taken(ws_waits *w, const ws_net *n, u32 q, u32 v, bool *moves) {
    u32 l = n->wire.lane_link[v], x = n->wire.queue_xbar[q];
    if (n->def->multiplexing != WS_MULTIPLEXING_PACKET || !has_unit(n, x)) return false;
    for (u32 other = n->wire.lane0[l]; other < n->wire.lane0[l + 1]; other++)
        if (other != v && lane_taken(w, n, other, moves)) return true;
    return input_taken(w, n, q);
}

/* Lane v is idle and has room, but a head from a host may not have it yet (`injection`): true, and edges to what must go first. It is
 * enough for a deadlock to be claimed if all of those are in one: cautious, since in truth it waits until none is left. */
static bool held_back(ws_waits *w, const ws_net *n, u32 q, u32 v, ws_wait_reason *reason) {
    u32 l = n->wire.lane_link[v], x = n->wire.queue_xbar[q], set0 = n->wire.set0[x];
    bool moves = false;
    if (!has_unit(n, x) || !unit_holds_back(n, q, l)) return false;
    if (n->def->injection == WS_INJECTION_TRANSIT_FIRST) {
        *reason = WS_WAIT_TRANSIT;
        for (u32 i = 0; i < n->wire.words[x]; i++) {
            u64 word = n->ask[set0 + i] & ~n->wire.from_hosts[set0 + i];
            for (BITS_EACH(b, word)) edge_add(w, n->wire.queue0[x] + i * 64 + b);
        }
        return true;
    }
    for (u32 other = n->wire.lane0[l]; other < n->wire.lane0[l + 1]; other++) { /* the whole link must be idle, with room */
        *reason = WS_WAIT_LANE;
        if (lane_taken(w, n, other, &moves)) return !moves;
        *reason = WS_WAIT_ROOM;
        if (n->vlane[other].credit < room_needed(n, q, other)) return far_end_blocks(w, n, other);
    }
    return false;
}

/* Inputs that are read packet by packet: is another queue of the input (or port) of q being read? An edge to it. */
static bool port_taken(ws_waits *w, const ws_net *n, u32 q) {
    return n->size.port_switches > 0 && !is_source(n, q) && input_taken(w, n, q);
}

/* An alternative of a waiting head: true, and an edge, if lane v is barred by another queue. */
static bool lane_blocks(ws_waits *w, const ws_net *n, u32 q, u32 v, ws_wait_reason *reason) {
    bool moves = false;
    if (lane_taken(w, n, v, &moves) || company_taken(w, n, q, v, &moves)) {
        *reason = WS_WAIT_LANE;
        return !moves;
    }
    if (n->vlane[v].credit >= room_needed(n, q, v)) {
        *reason = WS_WAIT_PORT;
        return port_taken(w, n, q) || held_back(w, n, q, v, reason);
    }
    if (!far_end_blocks(w, n, v)) return false;
    *reason = n->flow == WS_FLOW_STOP_GO ? WS_WAIT_STOP : WS_WAIT_ROOM;
    return true;
}

/* Lane v does not block the head of queue q, which has not been granted it. If there is room as well, the head has asked in vain:
 * another packet had the lane, or the crossbar input, in the last cycle. With a routing unit it may not have been its turn yet. */
static bool another_went(const ws_net *n, u32 q, u32 v) {
    return !is_source(n, q) && !has_unit(n, n->wire.queue_xbar[q]) && n->vlane[v].credit >= room_needed(n, q, v);
}

static ws_wait_reason classify_waiting(ws_waits *w, const ws_net *n, u32 q) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    u32 stride = n->size.cand_per_queue;
    size_t first = w->edge_count;
    for (u32 c = 0; c < stride && n->cand_link[(size_t)q * stride + c] != NIL; c++) {
        u64 lanes = n->cand_lanes[(size_t)q * stride + c];
        u32 v0 = n->wire.lane0[n->cand_link[(size_t)q * stride + c]];
        for (BITS_EACH(i, lanes)) {
            if (lane_blocks(w, n, q, v0 + i, &reason)) continue;
            w->edge_count = first; /* one open alternative is enough to move */
            return another_went(n, q, v0 + i) ? WS_WAIT_TURN : WS_WAIT_GRANT;
        }
    }
    return reason;
}

/* Do other worms compete for the link, or the crossbar input, of a queue that can send? */
static bool shares_link(const ws_net *n, u32 l) {
    u32 ready = 0;
    for (u32 i = 0; i < n->wire.words[n->wire.link_from[l]]; i++) ready += bit_count(n->go[n->wire.want0[l] + i]);
    return ready > 1;
}

/* Will flits come down lane v without anything else happening: from the wire, or from the output buffer? */
static bool flits_come(const ws_waits *w, const ws_net *n, u32 v) {
    if (n->wire.hot_link[n->wire.lane_link[v]].buffered && n->output[v].level > 0) return true;
    return bit_get(w->incoming, v) || n->vlane[v].holder == NIL;
}

static ws_wait_reason classify_holding(ws_waits *w, const ws_net *n, u32 q) {
    u32 v = n->queue[q].lane, up = n->wire.queue_lane[q];
    if (n->queue[q].avail == 0) { /* a stretched worm: the rest is on the wire, or in the queue behind */
        if (up == NIL || flits_come(w, n, up)) return WS_WAIT_NOT;
        edge_add(w, n->vlane[up].holder);
        return WS_WAIT_FLITS;
    }
    if (n->wire.hot_link[n->wire.lane_link[v]].buffered && n->output[v].level < n->layout.output_room) return WS_WAIT_NOT;
    if (n->vlane[v].credit > 0) return shares_link(n, n->wire.lane_link[v]) ? WS_WAIT_CROSSBAR : WS_WAIT_NOT;
    if (!far_end_blocks(w, n, v)) return WS_WAIT_NOT;
    return n->flow == WS_FLOW_STOP_GO ? WS_WAIT_STOP : WS_WAIT_ROOM;
}

/* Store-and-forward: a head that waits for its tail, which may be held up further back. */
static ws_wait_reason classify_storing(ws_waits *w, const ws_net *n, u32 q) {
    u32 up = n->wire.queue_lane[q];
    if (!n->queue[q].storing || up == NIL) return WS_WAIT_NOT; /* an output port: it comes by itself */
    if (flits_come(w, n, up)) return WS_WAIT_NOT;
    edge_add(w, n->vlane[up].holder);
    return WS_WAIT_FLITS;
}

/* ---- pools: a packet asks again and again, and waits as long as every answer would be no ---- */

/* Is switch x, to which link l leads, closed to message m? An edge to what stands against it; or, where only the cable is in use, to who
 * uses it. An attempt that will be refused is no use: the cable is free again soon. */
static bool switch_refuses(ws_waits *w, const ws_net *n, u32 l, u32 m, bool from_host, ws_wait_reason *reason) {
    u32 x = n->wire.link_to[l], blocker, holder, why = pool_answer(n, x, m, from_host, &blocker);
    for (u32 i = 0; i < 2; i++) { /* either way of the cable */
        u32 way = i == 0 ? l : n->wire.medium[l];
        if (why != TAKEN || way == NIL || (holder = n->vlane[n->wire.lane0[way]].holder) == NIL || !pool_leaving(n, holder))
            continue;
        edge_add(w, holder);
        *reason = WS_WAIT_LANE;
        return true;
    }
    if (why == TAKEN) return false;
    *reason = (ws_wait_reason)(WS_WAIT_POOL + why - REFUSED_FULL);
    if (blocker != NIL) return edge_add(w, blocker), true;
    for (u32 q = n->wire.pool0[x]; q < n->wire.pool0[x] + (u32)n->def->pool; q++)
        if (n->queue[q].state != QUEUE_EMPTY) edge_add(w, q);
    return true;
}

/* The messages that a host tries in turn. */
static ws_wait_reason classify_injecting(ws_waits *w, const ws_net *n, u32 q) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = w->edge_count;
    u32 left = (u32)n->def->inject_window, l = n->wire.inject_link[n->wire.queue_xbar[q] - n->size.switches];
    for (u32 m = n->source_first[q - n->wire.source_queue0]; m != NIL && left > 0; m = n->ms_next[m], left--)
        if (!switch_refuses(w, n, l, m, true, &reason)) {
            w->edge_count = first;
            return WS_WAIT_NOT;
        }
    return reason;
}

static ws_wait_reason classify_pooled(ws_waits *w, const ws_net *n, u32 q) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = w->edge_count;
    u32 stride = n->size.cand_per_queue, k = n->queue[q].front;
    bool landing = !is_source(n, q) && n->wire.queue_lane[q] != NIL;
    if (landing || n->queue[q].state == QUEUE_EMPTY || pool_leaving(n, q)) return WS_WAIT_NOT;
    if (is_source(n, q)) return classify_injecting(w, n, q);
    if (n->wire.host_switch[n->pk_dest[k]] == n->wire.queue_xbar[q]) {
        u32 holder = n->vlane[n->wire.lane0[n->wire.eject_link[n->pk_dest[k]]]].holder;
        if (n->queue[q].state != QUEUE_WAITING || holder == NIL) return WS_WAIT_NOT; /* still arriving, or next */
        edge_add(w, holder);
        return WS_WAIT_LANE;
    }
    for (u32 c = 0; c < stride && n->cand_link[(size_t)q * stride + c] != NIL; c++)
        if (!switch_refuses(w, n, n->cand_link[(size_t)q * stride + c], n->pk_message[k], false, &reason)) {
            w->edge_count = first;
            return WS_WAIT_GRANT;
        }
    return reason;
}

/* ---- ports: a queue that may not ask ---- */

/* The set-aside queue downstream must become shorter, or, with a queue a destination, the one for its own. If that will happen by what is
 * under way, it moves. */
static ws_wait_reason classify_barred(ws_waits *w, const ws_net *n, u32 q) {
    u32 far = n->model->waits_for(n, q);
    if (far == NIL) return WS_WAIT_NOT;
    return edge_add(w, far), n->size.saqs > 0 ? WS_WAIT_XOFF : WS_WAIT_ROOM;
}

static ws_wait_reason classify(ws_waits *w, const ws_net *n, u32 q) {
    if (n->ports && bit_get(n->barred, q)) return classify_barred(w, n, q);
    if (n->wire.pool0) return classify_pooled(w, n, q);
    switch (n->queue[q].state) {
    case QUEUE_WAITING: return classify_waiting(w, n, q);
    case QUEUE_ROUTING: return classify_storing(w, n, q);
    case QUEUE_STARTING:
    case QUEUE_STREAMING: return classify_holding(w, n, q);
    default: return WS_WAIT_NOT; /* nothing here, or a timer runs */
    }
}

/* ---- orders ---- */

/* Queue q is reached: it waits for `blocker`. A starved queue that q feeds is as blocked as q, and so is the one it feeds. */
static u32 reach(ws_waits *w, const ws_net *n, u32 q, u32 blocker, u32 count) {
    u16 order = blocker == NIL ? 0 : w->wait[blocker].order;
    if (blocker != NIL && order < WS_ORDER_DEADLOCK - 1) order++;
    u32 root = blocker == NIL ? q : w->wait[blocker].root;
    for (;;) {
        w->wait[q].order = order;
        w->wait[q].blocker = blocker;
        w->wait[q].root = root;
        w->order[count++] = q;
        u32 fed = n->queue[q].lane == NIL ? NIL : n->vlane[n->queue[q].lane].rx;
        if (fed == NIL || w->wait[fed].reason != WS_WAIT_FLITS || w->edge[w->edge0[fed]] != q) return count;
        if (w->wait[fed].order != WS_ORDER_DEADLOCK) return count;
        blocker = q;
        q = fed;
    }
}

static void reverse_edges(ws_waits *w) {
    memset(w->back0, 0, (w->queues + 1) * sizeof *w->back0);
    for (size_t e = 0; e < w->edge_count; e++) w->back0[w->edge[e] + 1]++;
    for (u32 q = 0; q < w->queues; q++) w->back0[q + 1] += w->back0[q];
    memcpy(w->next, w->back0, w->queues * sizeof *w->next);
    for (u32 q = 0; q < w->queues; q++)
        for (u32 e = w->edge0[q]; e < w->edge0[q + 1]; e++) w->back[w->next[w->edge[e]]++] = q;
}

/* From the queues order[from] .. order[count-1] backwards along the edges; returns the new count. */
static u32 spread(ws_waits *w, const ws_net *n, u32 from, u32 count) {
    for (u32 i = from; i < count; i++) {
        u32 q = w->order[i];
        for (u32 e = w->back0[q]; e < w->back0[q + 1]; e++)
            if (w->wait[w->back[e]].order == WS_ORDER_DEADLOCK) count = reach(w, n, w->back[e], q, count);
    }
    return count;
}

static void spread_orders(ws_waits *w, const ws_net *n) {
    u32 moving = 0;
    for (u32 q = 0; q < w->queues; q++)
        if (w->edge0[q] == w->edge0[q + 1] && w->wait[q].order == WS_ORDER_DEADLOCK) moving = reach(w, n, q, NIL, moving);
    u32 reached = spread(w, n, 0, moving), timed = reached;
    for (u32 q = 0; q < w->queues; q++) {
        if (w->wait[q].order != WS_ORDER_DEADLOCK || n->deadline[q] == 0) continue;
        w->wait[q].order = 1;
        w->wait[q].blocker = w->edge[w->edge0[q]];
        w->wait[q].root = q;
        w->order[timed++] = q;
    }
    w->deadlock = spread(w, n, reached, timed) < w->queues;
}

/* ---- knots ---- */

/* Is the component just completed (stack[from] .. stack[top-1]) one that no edge leaves? Its members still have `low` set. */
static bool is_knot(const ws_waits *w, u32 from, u32 top, u32 mark) {
    for (u32 i = from; i < top; i++) {
        u32 q = w->stack[i];
        for (u32 e = w->edge0[q]; e < w->edge0[q + 1]; e++)
            if (w->low[w->edge[e]] != mark) return false;
    }
    return true;
}

static void component_close(ws_waits *w, u32 q, u32 *top) {
    u32 from = *top, mark = UINT32_MAX - 1 - w->index[q];
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

/* Depth first from q over the deadlocked queues, without recursion: path[] is the way from q, next[] the edge to try. */
static void components_from(ws_waits *w, u32 q, u32 *serial) {
    u32 depth = 0, top = 0;
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
            u32 to = w->edge[w->next[q]++];
            if (w->index[to] == UNSEEN) {
                w->path[++depth] = to;
                enter = true;
            } else if (w->low[to] < w->low[q]) {
                w->low[q] = w->low[to]; /* a closed component's mark is larger than any index */
            }
            continue;
        }
        if (w->low[q] == w->index[q]) component_close(w, q, &top);
        if (depth-- == 0) return;
        u32 above = w->path[depth];
        if (w->low[q] < w->low[above]) w->low[above] = w->low[q];
    }
}

static void find_knots(ws_waits *w) {
    u32 serial = 0;
    for (u32 q = 0; q < w->queues; q++) w->index[q] = w->low[q] = UNSEEN;
    for (u32 q = 0; q < w->queues; q++)
        if (w->wait[q].order == WS_ORDER_DEADLOCK && w->index[q] == UNSEEN) components_from(w, q, &serial);
    for (u32 q = 0; q < w->queues; q++)
        if (w->wait[q].order == WS_ORDER_DEADLOCK) w->wait[q].blocker = w->edge[w->edge0[q]];
}

/* ---- the update ---- */

static bool at_rest(const ws_net *n, u32 q) {
    return n->queue[q].level == 0 && n->queue[q].lane == NIL && n->queue[q].state == QUEUE_EMPTY;
}

void ws_waits_update(ws_waits *w, const ws_net *n) {
    assert(w->queues == n->size.queues);
    w->edge_count = 0;
    w->knot_count = 0;
    collect_signals(w, n);
    collect_flits(w, n);
    for (u32 q = 0; q < w->queues; q++) {
        w->edge0[q] = (u32)w->edge_count;
        ws_wait_reason reason = classify(w, n, q);
        w->wait[q] = (ws_wait){.order = WS_ORDER_DEADLOCK, .reason = (u8)reason, .blocker = NIL, .root = NIL};
    }
    w->edge0[w->queues] = (u32)w->edge_count;
    reverse_edges(w);
    spread_orders(w, n);
    if (w->deadlock) find_knots(w);
    for (u32 q = 0; q < w->queues; q++)
        if (at_rest(n, q)) w->wait[q] = (ws_wait){.order = WS_ORDER_NONE, .blocker = NIL, .root = NIL};
}

const ws_wait *ws_waits_of(const ws_waits *w, size_t *queues) {
    if (queues) *queues = w->queues;
    return w->wait;
}

bool ws_waits_deadlock(const ws_waits *w) { return w->deadlock; }

uint32_t ws_waits_knot(const ws_waits *w, uint32_t *queues, uint32_t room) {
    for (u32 i = 0; i < w->knot_count && i < room; i++) queues[i] = w->knot[i];
    return w->knot_count;
}
