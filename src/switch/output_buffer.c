/* output_buffer.c - a switch with output buffers: a flit crosses from its queue into the buffer of the lane it holds, and from there, one
 * cycle later at the earliest, onto the link. Every lane has a crossbar input and output of its own, so nothing competes but the lanes
 * of a link, for the wire. Runs at flit rate.
 *
 * A lane is given away only when the tail of its last packet is on the link: a buffer holds flits of one packet, and is a counter.
 * Invariants: output_left > 0 exactly while flits of output_packet that have begun to cross are not yet on the link; a lane is in
 * output_go exactly when its level and its credit are > 0; a queue is in `cross` exactly when it holds a lane with room in the buffer
 * and has a flit. */
#include "switch.h"

/* Lane v of link l has a flit in its output buffer and may send it; or not any more. */
static inline void output_go_set(ws_net *n, const hot_link *link, u32 l, u32 v) {
    n->output_go[l] |= 1ull << (v - link->lane0);
    n->move_out[link->from] |= 1ull << link->out;
    bit_set(n->move_x, link->from);
}

static inline void output_go_clear(ws_net *n, const hot_link *link, u32 l, u32 v) {
    n->output_go[l] &= ~(1ull << (v - link->lane0));
    if (n->output_go[l] == 0) n->move_out[link->from] &= ~(1ull << link->out);
}

void output_buffer_layout(ws_net *n, const ws_def *d) { n->layout.output_room = (u32)d->output_buffer; }

void output_buffer_sizes(ws_net *n) {
    if (n->layout.output_room == 0) return;
    n->size.crossings = n->wire.set0[n->size.switches];
    n->size.output_lanes = n->size.lanes;
    n->size.output_links = n->size.links;
}

void output_buffer_ready(ws_net *n, u32 q) {
    u32 x = n->wire.queue_xbar[q];
    if (n->output[n->queue[q].lane].level >= n->layout.output_room) return;
    bit_set(n->cross + n->wire.set0[x], input_of(n, q));
    bit_set(n->move_x, x);
}

void output_buffer_unready(ws_net *n, u32 q) { bit_clear(n->cross + n->wire.set0[n->wire.queue_xbar[q]], input_of(n, q)); }

void output_buffer_credited(ws_net *n, u32 l, u32 v) {
    if (n->output[v].level > 0) output_go_set(n, &n->wire.hot_link[l], l, v);
}

void output_buffer_stopped(ws_net *n, u32 l, u32 v) { output_go_clear(n, &n->wire.hot_link[l], l, v); }

bool output_buffer_holds(const ws_net *n, u32 l, u32 v) { return n->wire.hot_link[l].buffered && n->output[v].left > 0; }

bool output_buffer_purge(ws_net *n, u32 v, u32 k) {
    u32 l = n->wire.lane_link[v];
    const hot_link *link = &n->wire.hot_link[l];
    if (!link->buffered || n->output[v].packet != k || n->output[v].left == 0) return false;
    n->pk_lost[k] += n->output[v].level;
    n->output[v].level = n->output[v].left = 0;
    output_go_clear(n, link, l, v);
    if (n->vlane[v].holder == NIL && want_any(n, l)) link_alert(n, l);
    return true;
}

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
        level + 1 == n->layout.output_room) { /* its holder may have waited for that; the crossbar is in move_x anyway */
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
    assert(queue->avail > 0 && output->level < n->layout.output_room);
    slot_free(n, q, queue);
    u32 left = --queue->left, avail = --queue->avail, level = ++output->level;
    if (level == 1 && n->vlane[v].credit > 0) {
        u32 l = n->wire.lane_link[v];
        output_go_set(n, &n->wire.hot_link[l], l, v);
    }
    if (left == 0) lane_release(n, q, v, n->wire.lane_link[v]);
    return left > 0 && avail > 0 && level < n->layout.output_room;
}

bool output_buffer_transmit(ws_net *n, u32 x) {
    links_send(n, x);
    u64 *cross = n->cross + n->wire.set0[x];
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = cross[w];
        for (BITS_EACH(i, word))
            if (!queue_cross(n, n->wire.queue0[x] + w * 64 + i)) cross[w] &= ~(1ull << i);
    }
    return n->move_out[x] != 0 || !bits_none(cross, n->wire.words[x]);
}

/* ---- the laws ---- */

void output_buffer_flits(const ws_net *n, u32 *seen) {
    for (u32 v = 0; v < n->size.output_lanes; v++) seen[n->output[v].packet] += n->output[v].level;
}

/* The buffer of lane v: what it counts, and whether it may send. */
static const char *buffer_broken(const ws_net *n, u32 v) {
    u32 l = n->wire.lane_link[v];
    u32 x = n->wire.link_from[l];
    const ws_output_state *output = &n->output[v];
    if (!n->wire.hot_link[l].buffered) return output->level || output->left ? "a lane without an output buffer has flits there" : NULL;
    bool go = n->output_go[l] >> lane_of_link(n, v) & 1;
    bool awake = (n->move_out[x] >> (l - n->wire.link0[x]) & 1) && bit_get(n->move_x, x);
    if (go != (output->level > 0 && n->vlane[v].credit > 0)) return "an output buffer does not know whether it may send";
    if (go && !awake) return "an output buffer can send, but its crossbar sleeps";
    if (output->level > n->layout.output_room || output->level > output->left) return "an output buffer has miscounted its flits";
    u32 q = n->vlane[v].holder;
    u32 behind = q == NIL || n->queue[q].state < QUEUE_STREAMING ? 0 : n->queue[q].left;
    return output->left == output->level + behind ? NULL : "an output buffer has miscounted the flits to go";
}

/* Queue q of switch x: it crosses exactly when it has a flit, and its buffer room. */
static const char *crossing_broken(const ws_net *n, u32 x, u32 q) {
    u32 v = n->queue[q].lane;
    bool crosses = bit_get(n->cross + n->wire.set0[x], input_of(n, q));
    bool ready = v != NIL && n->queue[q].state >= QUEUE_STARTING && n->queue[q].avail > 0;
    if (crosses != (ready && n->output[v].level < n->layout.output_room)) return "a queue does not know whether it can cross";
    return crosses && !bit_get(n->move_x, x) ? "a queue can cross, but its crossbar sleeps" : NULL;
}

const char *output_buffer_broken(const ws_net *n, u32 *where) {
    const char *what = NULL;
    if (n->layout.output_room == 0) return NULL;
    for (u32 v = 0; v < n->size.lanes && !what; v++) what = buffer_broken(n, *where = v);
    for (u32 q = 0; q < n->wire.source_queue0 && !what; q++) what = crossing_broken(n, n->wire.queue_xbar[*where = q], q);
    return what;
}
