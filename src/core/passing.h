/* passing.h - how a packet passes a queue: accept, request, grant, release. The bodies of the verbs
 * of packet.c, inlined in whoever knows more of his queues than they do: `plain`, a constant, is
 * true of queues at switches whose model adds nothing to a verb, while flits go one by one, heads
 * have no timers, and sets of what is ready are nobody's. */
#ifndef WS_PASSING_H
#define WS_PASSING_H

#include "segment.h"

/* ---- to the front ---- */

/* The packet in front of queue q enters the router's pipeline, in `wait` cycles. */
ALWAYS_INLINE void pipeline_begin(ws_net *n, u32 q, u32 wait) {
    u32 delay = wait + n->request_delay;
    n->queue[q].storing = 0;
    if (delay == 0)
        queue_request(n, q);
    else
        timer_set(n, q, now(n) + delay);
}

/* Store-and-forward: is all of the packet in front here, or (of one cut under another rule) as
 * much as there is room for? */
static inline bool is_stored(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->front_here == queue->front_to_go)
        return true;
    return queue->flits == n->wire.queue_room[q];
}

/* The packet in front of queue q begins its way through the router; `wait` cycles until its
 * pipeline starts. */
ALWAYS_INLINE void front_begin(ws_net *n, u32 q, u32 wait, bool plain) {
    ws_queue_state *queue = &n->queue[q];
    u32 k = packet_at(n, q, 0);
    u32 length = n->packet.length[k];
    bool last = queue->packets == 1;
    queue->front = k;
    queue->front_to_go = length;
    queue->front_here = last ? queue->tail_here : length;
    if (last && !plain)
        queue->tail_here -= flits_awaited(n, q);
    queue->state = QUEUE_ROUTING;
    queue->storing = !plain && n->store && !is_stored(n, q);
    if (!queue->storing)
        pipeline_begin(n, q, wait);
}

ALWAYS_INLINE void pass_accept(ws_net *n, u32 q, u32 k, u32 flits, bool plain) {
    ws_queue_state *queue = &n->queue[q];
    const ws_wiring *wire = &n->wire;
    u32 *ring = n->ring + wire->ring0[q];
    u32 end = queue->ring_head + queue->packets;
    ring[end & wire->ring_mask[q]] = k;
    queue->tail_here = flits;
    queue->flits += flits;
    queue->packets++;
    if (queue->packets == 1)
        front_begin(n, q, 0, plain);
    else if (!plain && queue->packets == 2 && queue->state == QUEUE_STREAMING)
        head_wait(n, q);
}

/* ---- request ---- */

/* Finds the links that the head of queue q may take; returns how many. At a host: the injection
 * link, with the virtual channels of its source queue. */
ALWAYS_INLINE u32 route_options_of(ws_net *n, u32 q, ws_route_option *option, bool plain) {
    const ws_wiring *wire = &n->wire;
    if (plain || !is_source(n, q))
        return n->routing->route(n, q, front_of(n, q), option);
    u32 h = host_of_node(n, node_of(n, q));
    *option = (ws_route_option){
        .link = wire->inject_link[h],
        .vcs = wire->source_vcs[input_of(n, q)],
    };
    return 1;
}

static inline void route_option_store(ws_net *n, size_t place, const ws_route_option *option) {
    n->option_link[place] = option->link;
    n->option_vcs[place] = option->vcs;
    n->option_rule[place] = option->rule;
}

/* Writes the route options of queue q into its columns, and its bit into their request sets. Behind
 * the last one there are none. */
static inline void request_begin(ws_net *n, u32 q, const ws_route_option *option, u32 count) {
    static const ws_route_option none = {.link = NIL};
    size_t first = first_option(n, q);
    size_t end = first_option(n, q + 1);
    for (EACH(c, count)) {
        assert(option[c].vcs != 0);
        route_option_store(n, first + c, &option[c]);
        request_set(n, q, option[c].link);
    }
    size_t rest = first + count;
    for (; rest < end && n->option_link[rest] != NIL; rest++)
        route_option_store(n, rest, &none);
}

ALWAYS_INLINE void pass_request(ws_net *n, u32 q, bool plain) {
    const ws_switch *model = plain ? NULL : model_of_queue(n, q);
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (model && model->request && !model->request(n, q))
        return;
    u32 count = route_options_of(n, q, option, plain);
    assert(count >= 1);
    assert(count <= n->size.options_per_queue);
    assert(count <= WS_ROUTE_OPTIONS_MAX);
    n->queue[q].state = QUEUE_WAITING;
    n->since[q] = now(n);
    request_begin(n, q, option, count);
    if (model && model->requested)
        model->requested(n, q);
    for (EACH(c, count)) {
        u32 l = option[c].link;
        if (!plain && n->grant_room >= WS_GRANT_ROOM_PACKET)
            needs_forget(n, l);
        link_wake(n, l);
    }
    if (!plain && !is_source(n, q))
        head_wait(n, q);
}

/* Queue q of a switch of this model requests no longer. */
ALWAYS_INLINE void request_withdraw(ws_net *n, u32 q, const ws_switch *model) {
    for (OPTIONS_EACH(c, n, q))
        request_clear(n, q, n->option_link[c]);
    if (model && model->withdraw)
        model->withdraw(n, q);
}

/* ---- grant ---- */

/* The head of queue q goes on by virtual channel v, in its packet's header and in the router. False
 * if the router still works on it. */
ALWAYS_INLINE bool head_advance(ws_net *n, u32 q, u32 v) {
    u32 k = front_of(n, q);
    u32 l = link_of(n, v);
    u32 wait = n->start_delay;
    if (n->routing->granted)
        n->routing->granted(n, k, v);
    head_wait(n, q);
    u32 link_delay = n->wire.link_delay[l];
    n->packet.delay[k] += link_delay;
    if (wait == 0)
        return true;
    n->queue[q].state = QUEUE_GRANTED;
    timer_set(n, q, now(n) + wait);
    return false;
}

ALWAYS_INLINE void pass_grant(ws_net *n, u32 q, u32 v, bool plain) {
    const ws_switch *model = plain ? NULL : model_of_queue(n, q);
    assert(is_waiting_head(n, q));
    assert(holder_of(n, v) == NIL);
    request_withdraw(n, q, model);
    n->vc[v].holder = q;
    n->queue[q].vc = v;
    if (model && model->granted)
        model->granted(n, q);
    n->since[q] = now(n);
    bool starts = (!plain && is_source(n, q)) || head_advance(n, q, v);
    if (starts)
        queue_start(n, q);
}

/* ---- release ---- */

/* The packet in front of queue q is gone; the next one comes to the front in `wait` cycles. */
ALWAYS_INLINE void front_shift(ws_net *n, u32 q, u32 wait, bool plain) {
    ws_queue_state *queue = &n->queue[q];
    u32 mask = n->wire.ring_mask[q];
    u32 next = (queue->ring_head + 1) & mask;
    assert(queue->packets > 0);
    if (!plain)
        n->timer.deadline[q] = 0;
    queue->ring_head = (u16)next;
    queue->packets--;
    if (queue->packets > 0) {
        front_begin(n, q, wait, plain);
        return;
    }
    queue->state = QUEUE_EMPTY;
    queue->front = NIL;
}

/* Queue q of a switch of this model (NULL: of a plain one) gives back its virtual channel, as of
 * the cycle `from`. */
ALWAYS_INLINE void vc_give_back(ws_net *n, u32 q, u64 from, const ws_switch *model) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    u32 l = link_of(n, v);
    u64 cycles = from - n->since[q];
    assert(holder_of(n, v) == q);
    n->vc[v].holder = NIL;
    queue->vc = NIL;
    if (model && has_segments(n) && is_credit_measured(n, v))
        credits_hold(n, v);
    n->packet.held[queue->front] += cycles;
    n->recovery->held(n, l, cycles);
    if (model && model->freed) {
        model->freed(n, q, l);
        return;
    }
    if (model)
        ready_clear(n, q, l);
    if (is_requested(n, l))
        link_wake(n, l);
}

ALWAYS_INLINE void pass_release(ws_net *n, u32 q, bool plain) {
    const ws_queue_state *queue = &n->queue[q];
    const ws_switch *model = plain ? NULL : model_of_queue(n, q);
    if (model && model->finished && !model->finished(n, q))
        return;
    u32 k = queue->front;
    vc_give_back(n, q, now(n) + 1, model);
    if (plain || !is_source(n, q))
        front_shift(n, q, 1, plain);
    if (model && model->departed)
        model->departed(n, q, k);
}

#endif
