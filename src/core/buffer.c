/* buffer.c - a switch with output buffers: a flit crosses from its queue into the buffer of the lane it holds, and from there, one
 * cycle later at the earliest, onto the link. Every lane has a crossbar input and output of its own, so nothing competes but the lanes
 * of a link, for the wire. Runs at flit rate.
 *
 * A lane is given away only when the tail of its last packet is on the link: a buffer holds flits of one packet, and is a counter.
 * Invariants: output_left > 0 exactly while flits of output_packet that have begun to cross are not yet on the link; a lane is in
 * output_go exactly when its level and its credit are > 0; a queue is in `cross` exactly when it holds a lane with room in the buffer
 * and has a flit. */
#include "kernel.h"

/* One flit leaves the output buffer of lane v for the wire. */
static inline void output_send(ws_net *n, const hot_link *link, u32 l, u32 v) {
    ws_output_state *output = &n->output[v];
    ws_lane_state *lane = &n->vlane[v];
    u32 k = output->packet, flit = k << FLIT_PACKET_SHIFT | (v - link->lane0), holder = lane->holder;
    if (output->left == n->pk_length[k]) flit |= FLIT_HEAD;
    if (--output->left == 0) flit |= FLIT_TAIL;
    i32 credit = lane->credit -= link->take + (flit & FLIT_TAIL ? link->take_tail : 0);
    assert(credit >= 0 && output->level > 0);
    wire_put(n, link, l, flit);
    u32 level = --output->level;
    if (level == 0 || credit == 0) output_go_clear(n, link, l, v);
    if (holder != NIL &&
        level + 1 == n->output_room) { /* its holder may have waited for that; the crossbar is in move_x anyway */
        if (n->queue[holder].avail > 0) bit_set(n->cross + n->wire.set0[link->from], input_of(n, holder));
    } else if (output->left == 0 && want_any(n, l)) {
        link_alert(n, l);
    }
}

static void links_send(ws_net *n, u32 x) {
    u64 outs = n->move_out[x], sent = 0;
    const hot_link *links = &n->wire.hot_link[n->wire.link0[x]];
    bool block = n->def->multiplexing == WS_MULTIPLEXING_BLOCK;
    for (BITS_EACH(o, outs)) {
        u32 l = n->wire.link0[x] + o;
        const hot_link *link = &links[o];
        u32 lane = bit_next_wrap(n->output_go[l], n->link_turn[l]), next = lane + 1 == link->lanes ? 0 : lane + 1;
        n->link_turn[l] = (u16)(block ? lane : next);
        output_send(n, link, l, link->lane0 + lane);
        sent++;
    }
    n->total[WS_TOTAL_FLIT_HOPS] += sent;
}

/* One flit leaves queue q for the output buffer of the lane it holds. Can another one follow? */
static inline bool queue_cross(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->lane;
    ws_output_state *output = &n->output[v];
    if (queue->state == QUEUE_STARTING) {
        queue->state = QUEUE_STREAMING;
        head_leave(n, q, queue->front);
        output->packet = queue->front;
        output->left = n->pk_length[queue->front];
    }
    assert(queue->avail > 0 && output->level < n->output_room);
    slot_free(n, q, queue);
    u32 left = --queue->left, avail = --queue->avail, level = ++output->level;
    if (level == 1 && n->vlane[v].credit > 0) {
        u32 l = n->wire.lane_link[v];
        output_go_set(n, &n->wire.hot_link[l], l, v);
    }
    if (left == 0) lane_release(n, q, v, n->wire.lane_link[v]);
    return left > 0 && avail > 0 && level < n->output_room;
}

void move_buffered(ws_net *n, u32 x) {
    links_send(n, x);
    u64 *cross = n->cross + n->wire.set0[x];
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = cross[w];
        for (BITS_EACH(i, word))
            if (!queue_cross(n, n->wire.queue0[x] + w * 64 + i)) cross[w] &= ~(1ull << i);
    }
}
