/* packet.c - request, grant, accept, release: how a packet comes to the front of a queue, gets
 * its virtual channel, and leaves. Once per packet and hop. What a host does besides is in
 * source.c. */
#include "verbs.h"

/* ---- request ---- */

/* Does a head wait for link l that could use virtual channel v now? */
static bool vc_is_wanted(ws_net *n, u32 l, u32 v) {
    const ws_switch *model = model_of_link(n, l);
    if (model->wanted)
        return model->wanted(n, l, v);
    if (n->grant_room >= WS_GRANT_ROOM_PACKET)
        return vc_suits_any(n, l, v);
    return is_requested(n, l);
}

void vc_wake(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    u32 q = holder_of(n, v);
    bool buffered = n->wire.link_fast[l].buffered;
    if (buffered)
        n->model->credited(n, l, v);
    if (q == NIL) {
        if (vc_is_wanted(n, l, v))
            link_wake(n, l);
        return;
    }
    if (buffered)
        return; /* who holds it waits for the output buffer, not for credit */
    const ws_queue_state *queue = &n->queue[q];
    if (queue->state >= QUEUE_STARTING && queue->front_here > 0)
        ready_set(n, q, l);
}

/* The packet in front of queue q enters the router's pipeline, in `wait` cycles. */
static void pipeline_begin(ws_net *n, u32 q, u32 wait) {
    u32 delay = wait + n->request_delay;
    n->queue[q].storing = 0;
    if (delay == 0)
        queue_request(n, q);
    else
        timer_set(n, q, now(n) + delay);
}

/* Store-and-forward: is all of the packet in front here, or (of one cut under another rule) as
 * much as there is room for? */
static bool is_stored(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->front_here == queue->front_to_go)
        return true;
    return queue->flits == n->wire.queue_room[q];
}

/* The packet in front of queue q begins its way through the router; `wait` cycles until its
 * pipeline starts. */
static void front_begin(ws_net *n, u32 q, u32 wait) {
    ws_queue_state *queue = &n->queue[q];
    u32 k = packet_at(n, q, 0);
    u32 length = n->packet.length[k];
    queue->front = k;
    queue->front_to_go = length;
    queue->front_here = length;
    if (queue->packets == 1)
        queue->front_here = queue->tail_here;
    queue->state = QUEUE_ROUTING;
    queue->storing = n->store && !is_stored(n, q);
    if (!queue->storing)
        pipeline_begin(n, q, wait);
}

void store_check(ws_net *n, u32 q) {
    if (is_stored(n, q))
        pipeline_begin(n, q, 0);
}

void store_release(ws_net *n, u32 q) {
    if (n->queue[q].storing)
        pipeline_begin(n, q, 1);
}

/* ---- accept ---- */

void head_accept(ws_net *n, u32 q, u32 k) {
    packet_accept(n, q, k, 0);
}

void packet_accept(ws_net *n, u32 q, u32 k, u32 flits) {
    ws_queue_state *queue = &n->queue[q];
    u32 *ring = n->ring + n->wire.ring0[q];
    u32 end = queue->ring_head + queue->packets;
    ring[end & n->wire.ring_mask[q]] = k;
    queue->tail_here = flits;
    queue->flits += flits;
    queue->packets++;
    if (queue->packets == 1)
        front_begin(n, q, 0);
    else if (queue->packets == 2 && queue->state == QUEUE_STREAMING)
        head_wait(n, q);
}

void queue_start(ws_net *n, u32 q) {
    n->queue[q].state = QUEUE_STARTING;
    queue_ready(n, q);
}

void link_wake(ws_net *n, u32 l) {
    u32 x = n->wire.link_from[l];
    const ws_switch *model = model_of(n, x);
    if (model->wake) {
        model->wake(n, l);
        return;
    }
    u32 output = l - first_link(n, x);
    n->allocate_outputs[x] |= 1ull << output;
    bit_set(n->allocate_nodes, x);
}

/* The links that the head of queue q may take: of a packet at its host, the injection link. */
static u32 route_options_of(ws_net *n, u32 q, ws_route_option *option) {
    u32 k = n->queue[q].front;
    if (!is_source(n, q))
        return n->routing->route(n, q, k, option);
    u32 x = node_of(n, q);
    u32 h = host_of_node(n, x);
    option->link = n->wire.inject_link[h];
    option->vcs = n->wire.source_vcs[input_of(n, q)];
    option->rule = 0;
    return 1;
}

/* Writes the route options of queue q into its columns, and its bit into their request sets. */
static void route_options_store(ws_net *n, u32 q, const ws_route_option *option, u32 count) {
    static const ws_route_option none = {.link = NIL};
    size_t first = first_option(n, q);
    for (EACH(c, n->size.options_per_queue)) {
        const ws_route_option *at = c < count ? &option[c] : &none;
        n->option_link[first + c] = at->link;
        n->option_vcs[first + c] = at->vcs;
        n->option_rule[first + c] = at->rule;
        if (at->link == NIL)
            continue;
        assert(at->vcs != 0);
        request_set(n, q, at->link);
    }
}

void queue_request(ws_net *n, u32 q) {
    const ws_switch *model = model_of_queue(n, q);
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (model->request && !model->request(n, q))
        return;
    u32 count = route_options_of(n, q, option);
    assert(count >= 1 && count <= n->size.options_per_queue);
    assert(count <= WS_ROUTE_OPTIONS_MAX);
    n->queue[q].state = QUEUE_WAITING;
    n->since[q] = now(n);
    route_options_store(n, q, option, count);
    if (model->requested)
        model->requested(n, q);
    for (EACH(c, count)) {
        u32 l = option[c].link;
        if (n->grant_room >= WS_GRANT_ROOM_PACKET)
            needs_forget(n, l);
        link_wake(n, l);
    }
    if (!is_source(n, q))
        head_wait(n, q);
}

void request_end(ws_net *n, u32 q) {
    const ws_switch *model = model_of_queue(n, q);
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++)
        request_clear(n, q, l);
    if (model->withdraw)
        model->withdraw(n, q);
}

/* ---- grant ---- */

/* The head of queue q goes on by virtual channel v. False if the router still works on it. */
static bool head_advance(ws_net *n, u32 q, u32 v) {
    u32 k = n->queue[q].front;
    u32 l = link_of(n, v);
    if (n->routing->take)
        n->routing->take(n, k, v);
    n->since[q] = now(n);
    head_wait(n, q);
    n->packet.delay[k] += n->wire.link_delay[l];
    if (n->start_delay == 0)
        return true;
    n->queue[q].state = QUEUE_GRANTED;
    timer_set(n, q, now(n) + n->start_delay);
    return false;
}

void vc_allocate(ws_net *n, u32 q, u32 v) {
    const ws_switch *model = model_of_queue(n, q);
    assert(n->queue[q].state == QUEUE_WAITING);
    assert(holder_of(n, v) == NIL);
    request_end(n, q);
    n->vc[v].holder = q;
    n->queue[q].vc = v;
    if (model->granted)
        model->granted(n, q, v);
    if (!is_source(n, q) && !head_advance(n, q, v))
        return;
    n->since[q] = now(n);
    queue_start(n, q);
}

/* ---- release ---- */

void queue_shift(ws_net *n, u32 q, u32 wait) {
    ws_queue_state *queue = &n->queue[q];
    u32 next = (queue->ring_head + 1) & n->wire.ring_mask[q];
    assert(queue->packets > 0);
    n->timer.deadline[q] = 0;
    queue->ring_head = (u16)next;
    queue->packets--;
    if (queue->packets > 0) {
        front_begin(n, q, wait);
        return;
    }
    queue->state = QUEUE_EMPTY;
    queue->front = NIL;
}

void queue_next(ws_net *n, u32 q) {
    queue_shift(n, q, 1);
}

void vc_free(ws_net *n, u32 q, u32 v, u32 l, u64 from) {
    const ws_switch *model = model_of_link(n, l);
    u32 k = n->queue[q].front;
    u64 cycles = from - n->since[q];
    n->vc[v].holder = NIL;
    n->queue[q].vc = NIL;
    n->packet.held[k] += cycles;
    n->recovery->held(n, l, cycles);
    if (model->freed) {
        model->freed(n, q, l);
        return;
    }
    ready_clear(n, q, l);
    if (is_requested(n, l))
        link_wake(n, l);
}

void vc_release(ws_net *n, u32 q, u32 v, u32 l) {
    const ws_switch *model = model_of_link(n, l);
    if (model->finished && !model->finished(n, q, v))
        return;
    u32 k = n->queue[q].front;
    vc_free(n, q, v, l, now(n) + 1);
    if (!is_source(n, q))
        queue_next(n, q);
    if (model->departed)
        model->departed(n, q, k);
}
