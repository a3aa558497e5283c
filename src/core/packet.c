/* packet.c - request, grant, accept, release: how a packet comes to the front of a queue, gets
 * its lane, and leaves. Once per packet and hop. What a host does besides is in source.c. */
#include "verbs.h"

/* Does a head wait for link l that could use lane v now? */
static bool vc_is_wanted(ws_net *n, u32 l, u32 v) {
    const ws_switch *model = model_of(n, n->wire.link_from[l]);
    if (model->wanted)
        return model->wanted(n, l, v);
    return n->grant_room >= WS_GRANT_ROOM_PACKET ? vc_suits_any(n, l, v) : is_requested(n, l);
}

/* The sender of lane v may send again, or has more room: wake who waits for that. */
void vc_wake(ws_net *n, u32 v) {
    u32 l = n->wire.vc_link[v];
    u32 q = n->vc[v].holder;
    const link_fast *link = &n->wire.link_fast[l];
    if (link->buffered)
        n->model->credited(n, l, v);
    if (q == NIL) {
        if (vc_is_wanted(n, l, v))
            link_wake(n, l);
    } else if (link->buffered) {
        return; /* who holds it waits for the output buffer, not for credit */
    } else if (n->queue[q].state >= QUEUE_STARTING && n->queue[q].front_here > 0) {
        ready_set(n, q, l);
    }
}

/* The packet in front of queue q enters the router's pipeline, in `wait` cycles. */
static void pipeline_begin(ws_net *n, u32 q, u32 wait) {
    wait += n->request_delay;
    n->queue[q].storing = 0;
    if (wait == 0)
        queue_request(n, q);
    else
        timer_set(n, q, n->cycle[0] + wait);
}

/* Store-and-forward: is all of the packet in front here, or (of one cut under another rule) as
 * much as there is room for? */
static bool is_stored(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    return queue->front_here == queue->front_to_go || queue->flits == n->wire.queue_room[q];
}

/* The packet in front of queue q begins its way through the router; `wait` cycles until its
 * pipeline starts. */
static void front_begin(ws_net *n, u32 q, u32 wait) {
    u32 k = n->ring[n->wire.ring0[q] + n->queue[q].ring_head];
    n->queue[q].front = k;
    n->queue[q].front_to_go = n->packet.length[k];
    n->queue[q].front_here = n->queue[q].packets == 1 ? n->queue[q].tail_here : n->packet.length[k];
    n->queue[q].state = QUEUE_ROUTING;
    n->queue[q].storing = n->store && !is_stored(n, q);
    if (!n->queue[q].storing)
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

void head_accept(ws_net *n, u32 q, u32 k) {
    packet_accept(n, q, k, 0);
}

void packet_accept(ws_net *n, u32 q, u32 k, u32 flits) {
    u32 place = (n->queue[q].ring_head + n->queue[q].packets) & n->wire.ring_mask[q];
    n->ring[n->wire.ring0[q] + place] = k;
    n->queue[q].tail_here = flits;
    n->queue[q].flits += flits;
    if (++n->queue[q].packets == 1)
        front_begin(n, q, 0);
    else if (n->queue[q].packets == 2 && n->queue[q].state == QUEUE_STREAMING)
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
    n->allocate_outputs[x] |= 1ull << (l - n->wire.link0[x]);
    bit_set(n->allocate_nodes, x);
}

/* The links that the head of queue q may take: of a packet at its host, the injection link. */
static u32 route_options_of(ws_net *n, u32 q, ws_route_option *option) {
    if (!is_source(n, q))
        return n->routing->route(n, q, n->queue[q].front, option);
    u32 h = n->wire.queue_node[q] - n->size.switches;
    option[0] = (ws_route_option){n->wire.inject_link[h], n->wire.source_vcs[input_of(n, q)], 0};
    return 1;
}

/* Writes the candidates of queue q into its columns, and its bit into their request sets. */
static void route_options_store(ws_net *n, u32 q, const ws_route_option *option, u32 count) {
    u32 stride = n->size.options_per_queue;
    for (u32 c = 0; c < stride; c++) {
        size_t at = (size_t)q * stride + c;
        n->option_link[at] = c < count ? option[c].link : NIL;
        n->option_vcs[at] = c < count ? option[c].vcs : 0;
        n->option_rule[at] = c < count ? option[c].rule : 0;
        assert(c >= count || option[c].vcs != 0);
        if (c < count)
            request_set(n, q, option[c].link);
    }
}

void queue_request(ws_net *n, u32 q) {
    const ws_switch *model = model_of(n, n->wire.queue_node[q]);
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (model->request && !model->request(n, q))
        return;
    u32 count = route_options_of(n, q, option);
    assert(count >= 1 && count <= n->size.options_per_queue && count <= WS_ROUTE_OPTIONS_MAX);
    n->queue[q].state = QUEUE_WAITING;
    n->since[q] = n->cycle[0];
    route_options_store(n, q, option, count);
    if (model->requested)
        model->requested(n, q);
    for (u32 c = 0; c < count; c++) {
        if (n->grant_room >= WS_GRANT_ROOM_PACKET)
            needs_forget(n, option[c].link);
        link_wake(n, option[c].link);
    }
    if (!is_source(n, q))
        head_wait(n, q);
}

void request_end(ws_net *n, u32 q) {
    const ws_switch *model = model_of(n, n->wire.queue_node[q]);
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++)
        request_clear(n, q, l);
    if (model->withdraw)
        model->withdraw(n, q);
}

/* The head of queue q goes on by lane v. False if the router still works on it. */
static bool head_advance(ws_net *n, u32 q, u32 v) {
    u32 k = n->queue[q].front;
    if (n->routing->take)
        n->routing->take(n, k, v);
    n->since[q] = n->cycle[0];
    head_wait(n, q);
    n->packet.delay[k] += n->wire.link_delay[n->wire.vc_link[v]];
    if (n->start_delay == 0)
        return true;
    n->queue[q].state = QUEUE_GRANTED;
    timer_set(n, q, n->cycle[0] + n->start_delay);
    return false;
}

void vc_allocate(ws_net *n, u32 q, u32 v) {
    const ws_switch *model = model_of(n, n->wire.queue_node[q]);
    assert(n->queue[q].state == QUEUE_WAITING && n->vc[v].holder == NIL);
    request_end(n, q);
    n->vc[v].holder = q;
    n->queue[q].vc = v;
    if (model->granted)
        model->granted(n, q, v);
    if (!is_source(n, q) && !head_advance(n, q, v))
        return;
    n->since[q] = n->cycle[0];
    queue_start(n, q);
}

void queue_shift(ws_net *n, u32 q, u32 wait) {
    n->timer.deadline[q] = 0;
    n->queue[q].ring_head = (u16)((n->queue[q].ring_head + 1) & n->wire.ring_mask[q]);
    if (--n->queue[q].packets > 0) {
        front_begin(n, q, wait);
    } else {
        n->queue[q].state = QUEUE_EMPTY;
        n->queue[q].front = NIL;
    }
}

void queue_next(ws_net *n, u32 q) {
    queue_shift(n, q, 1);
}

void vc_free(ws_net *n, u32 q, u32 v, u32 l, u64 from) {
    const ws_switch *model = model_of(n, n->wire.link_from[l]);
    n->vc[v].holder = NIL;
    n->queue[q].vc = NIL;
    n->packet.held[n->queue[q].front] += from - n->since[q];
    n->recovery->held(n, l, from - n->since[q]);
    if (model->freed) {
        model->freed(n, q, l);
        return;
    }
    ready_clear(n, q, l);
    if (is_requested(n, l))
        link_wake(n, l);
}

/* The tail has left queue q: its lane is free from the next cycle, the next packet comes to the
 * front. */
void vc_release(ws_net *n, u32 q, u32 v, u32 l) {
    const ws_switch *model = model_of(n, n->wire.link_from[l]);
    if (model->finished && !model->finished(n, q, v))
        return;
    vc_free(n, q, v, l, n->cycle[0] + 1);
    u32 k = n->queue[q].front;
    if (!is_source(n, q))
        queue_next(n, q);
    if (model->departed)
        model->departed(n, q, k);
}
