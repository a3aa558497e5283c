/* verbs.c - request, grant, accept, release: how a packet comes to the front of a queue, gets its lane, and leaves. Once per packet
 * and hop. What a host does besides is in source.c, killing in recover.c. */
#include "kernel.h"

/* The sender of lane v may send again, or has more room: wake who waits for that. */
void lane_wake(ws_net *n, u32 v) {
    u32 l = n->wire.lane_link[v], q = n->vlane[v].holder;
    const hot_link *link = &n->wire.hot_link[l];
    if (link->buffered && n->output[v].level > 0) output_go_set(n, link, l, v);
    if (q == NIL) {
        if (n->ports && !link->source               ? n->port_want[l] != 0
            : n->grant_room >= WS_GRANT_ROOM_PACKET ? lane_suits_any(n, l, v)
                                                    : want_any(n, l))
            link_alert(n, l);
    } else if (link->buffered) {
        return; /* who holds it waits for the output buffer, not for credit */
    } else if (n->queue[q].state >= QUEUE_STARTING && n->queue[q].avail > 0) {
        go_set(n, q, l);
    }
}

/* The packet in front of queue q enters the router's pipeline, in `wait` cycles. */
static void pipeline_begin(ws_net *n, u32 q, u32 wait) {
    wait += n->request_delay;
    n->queue[q].storing = 0;
    if (wait == 0) queue_request(n, q);
    else timer_set(n, q, n->now[0] + wait);
}

/* Store-and-forward: is all of the packet in front here, or (of one cut under another rule) as much as there is room for? */
static bool is_stored(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    return queue->avail == queue->left || queue->level == n->wire.queue_room[q];
}

/* The packet in front of queue q begins its way through the router; `wait` cycles until its pipeline starts. */
static void front_begin(ws_net *n, u32 q, u32 wait) {
    u32 k = n->ring[n->wire.ring0[q] + n->queue[q].ring_head];
    n->queue[q].front = k;
    n->queue[q].left = n->pk_length[k];
    n->queue[q].avail = n->queue[q].spans == 1 ? n->queue[q].got : n->pk_length[k];
    n->queue[q].state = QUEUE_ROUTING;
    n->queue[q].storing = n->store && !is_stored(n, q);
    if (!n->queue[q].storing) pipeline_begin(n, q, wait);
}

void store_check(ws_net *n, u32 q) {
    if (is_stored(n, q)) pipeline_begin(n, q, 0);
}

void store_release(ws_net *n, u32 q) {
    if (n->queue[q].storing) pipeline_begin(n, q, 1);
}

void head_accept(ws_net *n, u32 q, u32 k) { packet_accept(n, q, k, 0); }

void packet_accept(ws_net *n, u32 q, u32 k, u32 flits) {
    u32 place = (n->queue[q].ring_head + n->queue[q].spans) & n->wire.ring_mask[q];
    n->ring[n->wire.ring0[q] + place] = k;
    n->queue[q].got = flits;
    n->queue[q].level += flits;
    if (++n->queue[q].spans == 1) front_begin(n, q, 0);
    else if (n->queue[q].spans == 2 && n->queue[q].state == QUEUE_STREAMING) head_foremost(n, q);
}

void queue_start(ws_net *n, u32 q) {
    n->queue[q].state = QUEUE_STARTING;
    queue_ready(n, q);
}

void link_alert(ws_net *n, u32 l) {
    u32 x = n->wire.link_from[l];
    if (has_unit(n, x)) {
        unit_wake(n, x);
        return;
    }
    u64 out = 1ull << (l - n->wire.link0[x]);
    if (n->one_stage && x < n->size.switches) {
        n->move_out[x] |= out;
        bit_set(n->move_x, x);
    } else {
        n->grant_out[x] |= out;
        bit_set(n->grant_x, x);
    }
}

void queue_request(ws_net *n, u32 q) {
    ws_cand cand[WS_CANDS_MAX];
    u32 count = 1, stride = n->size.cand_per_queue;
    if (n->queueing->asks && !n->queueing->asks(n, q)) return;
    if (is_source(n, q)) {
        u32 h = n->wire.queue_xbar[q] - n->size.switches;
        cand[0] = (ws_cand){n->wire.inject_link[h], n->wire.source_lanes[input_of(n, q)], 0};
    } else {
        count = n->routing->route(n, q, n->queue[q].front, cand);
    }
    assert(count >= 1 && count <= stride && stride <= WS_CANDS_MAX);
    n->queue[q].state = QUEUE_WAITING;
    n->since[q] = n->now[0];
    if (has_unit(n, n->wire.queue_xbar[q])) unit_ask(n, n->wire.queue_xbar[q], input_of(n, q));
    for (u32 c = 0; c < stride; c++) {
        size_t at = (size_t)q * stride + c;
        n->cand_link[at] = c < count ? cand[c].link : NIL;
        n->cand_lanes[at] = c < count ? cand[c].lanes : 0;
        n->cand_rule[at] = c < count ? cand[c].rule : 0;
        if (c >= count) continue;
        assert(cand[c].lanes != 0);
        want_set(n, q, cand[c].link);
        if (n->ports && !is_source(n, q)) port_ask(n, q, cand[c].link);
        if (n->grant_room >= WS_GRANT_ROOM_PACKET) needs_forget(n, cand[c].link);
        link_alert(n, cand[c].link);
    }
    if (!is_source(n, q)) head_foremost(n, q);
}

void request_end(ws_net *n, u32 q) {
    u32 stride = n->size.cand_per_queue, x = n->wire.queue_xbar[q];
    for (u32 c = 0; c < stride && n->cand_link[(size_t)q * stride + c] != NIL; c++) {
        want_clear(n, q, n->cand_link[(size_t)q * stride + c]);
        medium_alert(n, n->cand_link[(size_t)q * stride + c]); /* who gave way to it need not any more */
        if (n->ports && !is_source(n, q)) port_forget(n, q, n->cand_link[(size_t)q * stride + c]);
    }
    if (has_unit(n, x)) unit_forget(n, x, input_of(n, q));
}

void lane_grant(ws_net *n, u32 q, u32 v) {
    assert(n->queue[q].state == QUEUE_WAITING && n->vlane[v].holder == NIL);
    request_end(n, q);
    n->vlane[v].holder = q;
    n->queue[q].lane = v;
    if (n->by_packet && !is_source(n, q)) n->port_busy[n->wire.queue_xbar[q]] |= 1ull << port_local(n, q);
    if (n->queueing->granted) n->queueing->granted(n, q, v);
    if (is_source(n, q)) {
        packet_cut(n, q);
    } else {
        u32 k = n->queue[q].front;
        if (n->routing->take) n->routing->take(n, k, v);
        n->since[q] = n->now[0];
        head_foremost(n, q);
        n->pk_delay[k] += n->wire.link_delay[n->wire.lane_link[v]];
        if (n->start_delay > 0) {
            n->queue[q].state = QUEUE_GRANTED;
            timer_set(n, q, n->now[0] + n->start_delay);
            return;
        }
    }
    n->since[q] = n->now[0];
    queue_start(n, q);
}

void queue_shift(ws_net *n, u32 q, u32 wait) {
    n->deadline[q] = 0;
    n->queue[q].ring_head = (u16)((n->queue[q].ring_head + 1) & n->wire.ring_mask[q]);
    if (--n->queue[q].spans > 0) {
        front_begin(n, q, wait);
    } else {
        n->queue[q].state = QUEUE_EMPTY;
        n->queue[q].front = NIL;
    }
}

void queue_next(ws_net *n, u32 q) { queue_shift(n, q, 1); }

/* Moves the estimate of how long the outputs of link l are held: O = ((k - 1) O + x) / k (Hu and Kleinrock, equation 1). */
static void occupancy_sample(ws_net *n, u32 l, u64 cycles) {
    u64 k = (u64)n->def->occupancy_weight;
    n->occupancy[l] = ((k - 1) * n->occupancy[l] + (cycles << 16)) / k;
}

/* Queue q has had its crossbar input for a packet: heads at that input may ask for any output. */
static void input_release(ws_net *n, u32 q) {
    u32 x = n->wire.queue_xbar[q];
    n->port_busy[x] &= ~(1ull << port_local(n, q));
    for (u32 l = n->wire.link0[x]; l < n->wire.link0[x + 1]; l++)
        if (want_any(n, l)) link_alert(n, l);
}

void lane_free(ws_net *n, u32 q, u32 v, u32 l, u64 from) {
    const hot_link *link = &n->wire.hot_link[l];
    n->vlane[v].holder = NIL;
    n->queue[q].lane = NIL;
    if (link->buffered) bit_clear(n->cross + n->wire.set0[link->from], input_of(n, q));
    else go_clear(n, q, l);
    n->pk_held[n->queue[q].front] += from - n->since[q];
    occupancy_sample(n, l, from - n->since[q]);
    if (n->ports && !link->source) port_release(n, q);
    if (n->by_packet && !link->source) input_release(n, q);
    if (n->def->multiplexing == WS_MULTIPLEXING_PACKET && has_unit(n, link->from))
        unit_wake(n, link->from);                                 /* its crossbar input is free as well */
    else if (want_any(n, l) && !link->buffered) link_alert(n, l); /* with an output buffer, the lane is free when that is empty */
    medium_alert(n, l);
}

/* The tail has left queue q: its lane is free from the next cycle, the next packet comes to the front. */
void lane_release(ws_net *n, u32 q, u32 v, u32 l) {
    if (n->queueing->tail && !n->queueing->tail(n, q, v)) return;
    lane_free(n, q, v, l, n->now[0] + 1);
    if (is_source(n, q)) {
        source_next(n, q);
    } else {
        u32 k = n->queue[q].front;
        queue_next(n, q);
        if (n->queueing->left) n->queueing->left(n, q, k);
    }
}
