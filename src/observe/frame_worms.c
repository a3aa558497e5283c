/* frame_worms.c - queues and worms of a frame: who stands where, who waits for whom.
 *
 * A worm is found where it lies: in a queue's ring of packets, or on a wire. Its head is in the
 * one queue whose front has not begun to stream, or where it stands behind the front; else it is
 * on a wire or has arrived. */
#include <string.h>

#include "observe/frame_parts.h"

ws_frame_worm *worm_touch(ws_frame *frame, const ws_net *n, u32 k) {
    ws_frame_worm *known = worm_of(frame, k);
    if (known)
        return known;
    u32 m = n->packet.message[k];
    assert(m != NIL);
    u32 place = frame->worms++;
    frame->worm_of[k] = place;
    ws_frame_worm *worm = &frame->worm[place];
    *worm = (ws_frame_worm){
        .packet = k,
        .message = m,
        .source = n->message.source[m],
        .dest = n->packet.dest[k],
        .length = n->packet.length[k],
        .hops = n->packet.hops[k],
        .head_queue = NIL,
        .out = NIL,
        .waits_for = NIL,
        .created = n->message.created[m],
        .entered = n->packet.entered[k],
        .since = UINT64_MAX,
        .traffic_class = n->packet.class[k],
        .killed = (n->packet.flags[k] & PACKET_KILLED) != 0,
        .retries = n->message.retries[m],
    };
    return worm;
}

/* ---- queues ---- */

enum { FETCH_PACKETS = 24, FETCH_MESSAGES = 12 };

static u32 packet_ahead(const ws_frame *frame, const ws_net *n, u32 q) {
    if (q >= frame->queues)
        return NIL;
    return n->queue[q].front;
}

static void packet_fetch(const ws_frame *frame, const ws_net *n, u32 k) {
    if (k == NIL)
        return;
    __builtin_prefetch(frame->worm_of + k);
    __builtin_prefetch(n->packet.message + k);
    __builtin_prefetch(n->packet.dest + k);
    __builtin_prefetch(n->packet.length + k);
    __builtin_prefetch(n->packet.hops + k);
    __builtin_prefetch(n->packet.entered + k);
    __builtin_prefetch(n->packet.class + k);
    __builtin_prefetch(n->packet.flags + k);
}

static void message_fetch(const ws_net *n, u32 k) {
    if (k == NIL)
        return;
    u32 m = n->packet.message[k];
    if (m == NIL)
        return;
    __builtin_prefetch(n->message.source + m);
    __builtin_prefetch(n->message.created + m);
    __builtin_prefetch(n->message.retries + m);
}

void frame_fetch(const ws_frame *frame, const ws_net *n, u32 q) {
    u32 far = packet_ahead(frame, n, q + FETCH_PACKETS);
    packet_fetch(frame, n, far);
    u32 near = packet_ahead(frame, n, q + FETCH_MESSAGES);
    message_fetch(n, near);
}

/* The timer of queue q runs for this worm, if there is one. */
static void worm_read_timer(ws_frame_worm *worm, const ws_net *n, u32 q) {
    worm->kill_at = n->timer.deadline[q];
    if (worm->kill_at == 0)
        return;
    ws_costs costs = ws_net_costs(n, q, worm->packet);
    worm->timed_since = n->timer.waiting_since[q];
    worm->reset_cost = (double)costs.reset / 1000;
    worm->wait_cost = (double)costs.wait / 1000;
}

/* Reads a worm whose head stands behind the front packet of queue q. */
static void follower_read(ws_frame_worm *worm, u32 q, const ws_wait *wait) {
    worm->head_queue = q;
    worm->behind = 1;
    worm->blocked = ws_wait_stands(wait);
}

/* Reads the packets behind the front packet of queue q. */
static void followers_read(ws_frame *frame, const ws_net *n, u32 q) {
    const ws_frame_queue *queue = &frame->queue[q];
    u32 packets = n->queue[q].packets;
    for (u32 i = 1; i < packets; i++) {
        u32 k = packet_at(n, q, i);
        ws_frame_worm *worm = worm_touch(frame, n, k);
        follower_read(worm, q, &queue->wait);
        if (i == 1 && !queue->head_here)
            worm_read_timer(worm, n, q);
    }
}

static void head_read(ws_frame_worm *worm, const ws_net *n, u32 q, const ws_wait *wait) {
    worm->head_queue = q;
    worm->blocked = ws_wait_stands(wait);
    if (worm->blocked)
        worm->since = n->since[q];
    worm_read_timer(worm, n, q);
}

void frame_read_head(ws_frame *frame, const ws_net *n, u32 q, ws_frame_worm *worm) {
    const ws_frame_queue *queue = &frame->queue[q];
    if (worm->packet != queue->front)
        follower_read(worm, q, &queue->wait);
    else if (queue->head_here)
        head_read(worm, n, q, &queue->wait);
}

void frame_read_front(ws_frame *frame, const ws_net *n, u32 q, const ws_wait *wait) {
    const ws_queue_state *state = &n->queue[q];
    ws_frame_queue *queue = &frame->queue[q];
    bool streaming = state->state == QUEUE_STREAMING;
    queue->front = state->front;
    queue->flits = state->flits;
    queue->since = n->since[q];
    queue->stop_sent = state->stop_sent;
    queue->wait = *wait;
    queue->head_here = queue->front != NIL && !streaming;
}

uint32_t frame_request_of(const ws_net *n, u32 q) {
    if (n->queue[q].state != QUEUE_WAITING)
        return NIL;
    return route_option_link(n, q, 0);
}

void frame_read_queue(ws_frame *frame, const ws_net *n, u32 q, const ws_wait *wait) {
    ws_frame_queue *queue = &frame->queue[q];
    bool streaming = n->queue[q].state == QUEUE_STREAMING;
    frame_read_front(frame, n, q, wait);
    queue->request = frame_request_of(n, q);
    if (queue->front == NIL)
        return;
    if (is_source(n, q)) {
        /* a packet whose head has not left its host is not in the network yet */
        if (streaming)
            worm_touch(frame, n, queue->front);
        return;
    }
    ws_frame_worm *worm = worm_touch(frame, n, queue->front);
    if (queue->head_here)
        head_read(worm, n, q, wait);
    followers_read(frame, n, q);
}

/* ---- who waits for whom ---- */

/* The next packet in the chain of waits that starts at a queue and is not `self`; NIL if the
 * chain ends before. */
static u32 queue_waits_for(const ws_net *n, const ws_wait *waits, u32 q, u32 self) {
    for (u32 i = 0; i <= n->size.queues && q != NIL; i++) {
        const ws_wait *wait = waits + q;
        u32 front = n->queue[q].front;
        if (front != NIL && front != self)
            return front;
        if (!order_blocked(wait->order))
            return NIL;
        q = wait->blocker;
    }
    return NIL;
}

void frame_read_wait(ws_frame_worm *worm, const ws_net *n, const ws_wait *waits) {
    u32 q = worm->head_queue;
    const ws_wait *wait = waits + q;
    worm->order = frame_order_of(wait, worm->behind);
    worm->reason = wait->reason;
    u32 first = worm->behind ? q : wait->blocker;
    worm->waits_for = queue_waits_for(n, waits, first, worm->packet);
}

/* ---- the longest waits ---- */

/* Does the worm at this place of worm[] come before the other: has it waited longer? */
static bool waits_longer(const ws_frame *frame, u32 place, u32 other_place) {
    const ws_frame_worm *worm = &frame->worm[place];
    const ws_frame_worm *other = &frame->worm[other_place];
    if (worm->since != other->since)
        return worm->since < other->since;
    return worm->packet < other->packet;
}

static void swap(u32 *one, u32 *other) {
    u32 kept = *one;
    *one = *other;
    *other = kept;
}

/* Heap sort: no allocation, and qsort has no argument to carry the frame. */
static void blocked_sift(ws_frame *frame, u32 i, u32 count) {
    u32 *heap = frame->blocked;
    for (;;) {
        u32 child = 2 * i + 1;
        if (child >= count)
            return;
        u32 right = child + 1;
        if (right < count && waits_longer(frame, heap[child], heap[right]))
            child = right;
        if (!waits_longer(frame, heap[i], heap[child]))
            return;
        swap(&heap[i], &heap[child]);
        i = child;
    }
}

void frame_sort_blocked(ws_frame *frame) {
    u32 count = frame->blocked_worms;
    u32 *heap = frame->blocked;
    for (u32 i = count / 2; i-- > 0;)
        blocked_sift(frame, i, count);
    while (count > 1) {
        count--;
        swap(&heap[0], &heap[count]);
        blocked_sift(frame, 0, count);
    }
}

/* The worm at place i waits. */
static void stopped_add(ws_frame *frame, u32 i) {
    const ws_frame_worm *worm = &frame->worm[i];
    frame->stopped++;
    frame->by_order[frame_order_place(worm->order)]++;
    if (worm->behind)
        return;
    frame->blocked[frame->blocked_worms++] = i;
    u32 node = frame->queue[worm->head_queue].node;
    frame_add_head(frame, node, worm->order);
}

void frame_count_worms(ws_frame *frame, const ws_net *n, const ws_wait *waits) {
    frame->moving = 0;
    frame->stopped = 0;
    frame->blocked_worms = 0;
    memset(frame->by_order, 0, sizeof frame->by_order);
    size_t switches = frame->switches;
    u32 *heads = frame->heads_blocked;
    memset(heads, 0, switches * sizeof *heads);
    u16 *orders = frame->heads_order;
    memset(orders, 0, switches * sizeof *orders);
    for (EACH(i, frame->worms)) {
        ws_frame_worm *worm = &frame->worm[i];
        if (!worm->blocked) {
            frame->moving++;
            continue;
        }
        frame_read_wait(worm, n, waits);
        stopped_add(frame, i);
    }
    frame_sort_blocked(frame);
}

/* ---- deadlock ---- */

static void deadlock_add(ws_frame *frame, ws_frame_worm *worm) {
    if (worm->in_deadlock)
        return;
    worm->in_deadlock = 1;
    frame->deadlock_packet[frame->deadlock_worms++] = worm->packet;
}

static ws_frame_worm *worm_ahead(const ws_frame *frame, const ws_frame_worm *worm) {
    if (worm->waits_for == NIL)
        return NULL;
    return worm_of(frame, worm->waits_for);
}

/* A walk from worm to worm inside a knot, which no wait leaves, ends up in a ring. */
static void ring_read(ws_frame *frame, ws_frame_worm *worm) {
    u32 worms = frame->moving + frame->stopped;
    for (u32 i = 0; worm && i < worms; i++)
        worm = worm_ahead(frame, worm);
    while (worm && !worm->in_deadlock) {
        deadlock_add(frame, worm);
        worm = worm_ahead(frame, worm);
    }
    frame->deadlock_ring = worm ? frame->deadlock_worms : 0;
}

void frame_read_deadlock(ws_frame *frame, const ws_waits *waits) {
    frame->deadlock_worms = 0;
    frame->deadlock_ring = 0;
    if (!frame->deadlock)
        return;
    u32 *queues = frame->scratch->deadlock_queue;
    u32 count = ws_waits_deadlocked(waits, queues, frame->queues);
    for (EACH(i, count)) {
        u32 k = frame->queue[queues[i]].front;
        ws_frame_worm *worm = k == NIL ? NULL : worm_of(frame, k);
        if (!worm)
            continue;
        if (frame->deadlock_worms == 0)
            ring_read(frame, worm);
        deadlock_add(frame, worm);
    }
}

/* ---- congestion trees ---- */

/* Have the queues of this node been read? */
static bool is_node_read(const ws_frame *frame, u32 node) {
    return !frame->part || frame->scratch->known[node];
}

/* Reads the places of queues in trees; a frame of a part needs only those where a tree stands. */
static void places_read(ws_frame *frame, const ws_trees *trees) {
    const ws_tree_queue *place = ws_trees_queues(trees);
    const ws_tree_queue none = {.root = NIL, .parent = NIL};
    struct ws_frame_scratch *scratch = frame->scratch;
    bool known = frame->trees > 0;
    known |= !frame->part;
    if (!known && !scratch->placed)
        return;
    u32 nodes = frame->switches + frame->hosts;
    for (EACH(x, nodes)) {
        if (!is_node_read(frame, x))
            continue;
        u32 q = frame->queue0[x];
        u32 end = frame->queue0[x + 1];
        for (; q < end; q++) {
            ws_tree_queue *here = &frame->queue[q].place;
            *here = none;
            if (known)
                *here = place[q];
        }
    }
    scratch->placed = known;
}

void frame_read_trees(ws_frame *frame, const ws_trees *trees) {
    const ws_tree *tree = ws_trees_of(trees, &frame->trees);
    memcpy(frame->tree, tree, frame->trees * sizeof *tree);
    const ws_tree_merge *merge = ws_trees_merges(trees, &frame->merges);
    memcpy(frame->merge, merge, frame->merges * sizeof *merge);
    places_read(frame, trees);
    size_t victims;
    const ws_tree_victim *victim = ws_trees_victims(trees, &victims);
    frame->victims = (u32)victims;
    for (EACH(i, victims)) {
        ws_frame_worm *worm = worm_of(frame, victim[i].packet);
        if (!worm)
            continue;
        worm->victim = victim[i].cold ? WS_VICTIM_COLD : WS_VICTIM_STRICT;
    }
}
