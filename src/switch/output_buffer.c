/* output_buffer.c - a switch with output buffers: a flit crosses from its queue into the buffer of
 * the lane it holds, and from there, one cycle later at the earliest, onto the link. Every lane has
 * a crossbar input and output of its own, so nothing competes but the lanes of a link, for the
 * wire. Runs at flit rate.
 *
 * A lane is given away only when the tail of its last packet is on the link: a buffer holds
 * flits of one packet, and is a counter. Invariants: output_left > 0 exactly while flits of
 * output_packet that have begun to cross are not yet on the link; a lane is in output_ready
 * exactly when its level and its credit are > 0; a queue is in `cross` exactly when it holds a
 * lane with room in the buffer and has a flit. */
#include "switch.h"

/* Lane v of link l has a flit in its output buffer and may send it; or not any more. */
static inline void output_ready_set(ws_net *n, const link_fast *link, u32 l, u32 v) {
    n->output_buffer.ready[l] |= 1ull << (v - link->vc0);
    n->ready_outputs[link->from] |= 1ull << link->out;
    bit_set(n->ready_nodes, link->from);
}

static inline void output_ready_clear(ws_net *n, const link_fast *link, u32 l, u32 v) {
    n->output_buffer.ready[l] &= ~(1ull << (v - link->vc0));
    if (n->output_buffer.ready[l] == 0)
        n->ready_outputs[link->from] &= ~(1ull << link->out);
}

void output_buffer_layout(ws_net *n, const ws_def *d) {
    n->layout.output_room = (u32)d->output_buffer;
}

void output_buffer_sizes(ws_net *n) {
    if (n->layout.output_room == 0)
        return;
    n->size.crossings = n->wire.set0[n->size.switches];
    n->size.output_vcs = n->size.vcs;
    n->size.output_links = n->size.links;
}

void output_buffer_ready(ws_net *n, u32 q) {
    u32 x = n->wire.queue_node[q];
    if (n->output_buffer.vc[n->queue[q].vc].flits >= n->layout.output_room)
        return;
    bit_set(n->output_buffer.ready_inputs + n->wire.set0[x], input_of(n, q));
    bit_set(n->ready_nodes, x);
}

void output_buffer_unready(ws_net *n, u32 q) {
    bit_clear(n->output_buffer.ready_inputs + n->wire.set0[n->wire.queue_node[q]], input_of(n, q));
}

void output_buffer_credited(ws_net *n, u32 l, u32 v) {
    if (n->output_buffer.vc[v].flits > 0)
        output_ready_set(n, &n->wire.link_fast[l], l, v);
}

void output_buffer_stopped(ws_net *n, u32 l, u32 v) {
    output_ready_clear(n, &n->wire.link_fast[l], l, v);
}

bool output_buffer_holds(const ws_net *n, u32 l, u32 v) {
    return n->wire.link_fast[l].buffered && n->output_buffer.vc[v].to_go > 0;
}

bool output_buffer_purge(ws_net *n, u32 v, u32 k) {
    u32 l = n->wire.vc_link[v];
    const link_fast *link = &n->wire.link_fast[l];
    if (!link->buffered || n->output_buffer.vc[v].packet != k || n->output_buffer.vc[v].to_go == 0)
        return false;
    n->packet.lost[k] += n->output_buffer.vc[v].flits;
    n->output_buffer.vc[v].flits = n->output_buffer.vc[v].to_go = 0;
    output_ready_clear(n, link, l, v);
    if (n->vc[v].holder == NIL && is_requested(n, l))
        link_wake(n, l);
    return true;
}

/* One flit leaves the output buffer of lane v for the wire. */
static inline void output_send(ws_net *n, const link_fast *link, u32 l, u32 v) {
    ws_output_state *output = &n->output_buffer.vc[v];
    ws_vc_state *lane = &n->vc[v];
    u32 k = output->packet;
    u32 flit = k << FLIT_PACKET_SHIFT | (v - link->vc0);
    u32 holder = lane->holder;
    if (output->to_go == n->packet.length[k])
        flit |= FLIT_HEAD;
    if (--output->to_go == 0)
        flit |= FLIT_TAIL;
    i32 credit = lane->credit -=
        link->credits_per_flit + (flit & FLIT_TAIL ? link->credits_per_packet : 0);
    assert(credit >= 0 && output->flits > 0);
    wire_put(n, link, l, flit);
    u32 level = --output->flits;
    if (level == 0 || credit == 0)
        output_ready_clear(n, link, l, v);
    if (holder != NIL &&
        level + 1 ==
            n->layout
                .output_room) { /* its holder may have waited for that; the crossbar is in ready_nodes anyway */
        if (n->queue[holder].front_here > 0)
            bit_set(n->output_buffer.ready_inputs + n->wire.set0[link->from], input_of(n, holder));
    } else if (output->to_go == 0 && is_requested(n, l)) {
        link_wake(n, l);
    }
}

static void links_send(ws_net *n, u32 x) {
    u64 outs = n->ready_outputs[x];
    u64 sent = 0;
    const link_fast *links = &n->wire.link_fast[n->wire.link0[x]];
    bool block = n->def->multiplexing == WS_MULTIPLEXING_BLOCK;
    for (BITS_EACH(o, outs)) {
        u32 l = n->wire.link0[x] + o;
        const link_fast *link = &links[o];
        u32 lane = bit_next_wrap(n->output_buffer.ready[l], n->link_turn[l]);
        u32 next = lane + 1 == link->vcs ? 0 : lane + 1;
        n->link_turn[l] = (u16)(block ? lane : next);
        output_send(n, link, l, link->vc0 + lane);
        sent++;
    }
    n->total[WS_TOTAL_FLIT_HOPS] += sent;
}

/* One flit leaves queue q for the output buffer of the lane it holds. Can another one follow? */
static inline bool queue_cross(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    ws_output_state *output = &n->output_buffer.vc[v];
    if (queue->state == QUEUE_STARTING) {
        queue->state = QUEUE_STREAMING;
        head_leave(n, q, queue->front);
        output->packet = queue->front;
        output->to_go = n->packet.length[queue->front];
    }
    assert(queue->front_here > 0 && output->flits < n->layout.output_room);
    slot_free(n, q, queue);
    u32 left = --queue->front_to_go;
    u32 avail = --queue->front_here;
    u32 level = ++output->flits;
    if (level == 1 && n->vc[v].credit > 0) {
        u32 l = n->wire.vc_link[v];
        output_ready_set(n, &n->wire.link_fast[l], l, v);
    }
    if (left == 0)
        vc_release(n, q, v, n->wire.vc_link[v]);
    return left > 0 && avail > 0 && level < n->layout.output_room;
}

bool output_buffer_transmit(ws_net *n, u32 x) {
    links_send(n, x);
    u64 *cross = n->output_buffer.ready_inputs + n->wire.set0[x];
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = cross[w];
        for (BITS_EACH(i, word))
            if (!queue_cross(n, n->wire.queue0[x] + w * 64 + i))
                cross[w] &= ~(1ull << i);
    }
    return n->ready_outputs[x] != 0 || !bits_none(cross, n->wire.words[x]);
}

/* ---- the laws ---- */

void output_buffer_flits(const ws_net *n, u32 *seen) {
    for (u32 v = 0; v < n->size.output_vcs; v++)
        seen[n->output_buffer.vc[v].packet] += n->output_buffer.vc[v].flits;
}

/* The buffer of lane v: what it counts, and whether it may send. */
static const char *buffer_broken(const ws_net *n, u32 v) {
    u32 l = n->wire.vc_link[v];
    u32 x = n->wire.link_from[l];
    const ws_output_state *output = &n->output_buffer.vc[v];
    if (!n->wire.link_fast[l].buffered)
        return output->flits || output->to_go ? "a lane without an output buffer has flits there"
                                              : NULL;
    bool go = n->output_buffer.ready[l] >> vc_of_link(n, v) & 1;
    bool awake = (n->ready_outputs[x] >> (l - n->wire.link0[x]) & 1) && bit_get(n->ready_nodes, x);
    if (go != (output->flits > 0 && n->vc[v].credit > 0))
        return "an output buffer does not know whether it may send";
    if (go && !awake)
        return "an output buffer can send, but its crossbar sleeps";
    if (output->flits > n->layout.output_room || output->flits > output->to_go)
        return "an output buffer has miscounted its flits";
    u32 q = n->vc[v].holder;
    u32 behind = q == NIL || n->queue[q].state < QUEUE_STREAMING ? 0 : n->queue[q].front_to_go;
    return output->to_go == output->flits + behind
               ? NULL
               : "an output buffer has miscounted the flits to go";
}

/* Queue q of switch x: it crosses exactly when it has a flit, and its buffer room. */
static const char *crossing_broken(const ws_net *n, u32 x, u32 q) {
    u32 v = n->queue[q].vc;
    bool crosses = bit_get(n->output_buffer.ready_inputs + n->wire.set0[x], input_of(n, q));
    bool ready = v != NIL && n->queue[q].state >= QUEUE_STARTING && n->queue[q].front_here > 0;
    if (crosses != (ready && n->output_buffer.vc[v].flits < n->layout.output_room))
        return "a queue does not know whether it can cross";
    return crosses && !bit_get(n->ready_nodes, x) ? "a queue can cross, but its crossbar sleeps"
                                                  : NULL;
}

const char *output_buffer_broken(const ws_net *n, u32 *where) {
    const char *what = NULL;
    if (n->layout.output_room == 0)
        return NULL;
    for (u32 v = 0; v < n->size.vcs && !what; v++)
        what = buffer_broken(n, *where = v);
    for (u32 q = 0; q < n->wire.source_queue0 && !what; q++)
        what = crossing_broken(n, n->wire.queue_node[ *where = q], q);
    return what;
}
