/* output_buffer.c - a switch with output buffers: a flit crosses from its queue into the buffer of
 * the virtual channel it holds, and from there, one cycle later at the earliest, onto the link.
 * Every virtual channel has a crossbar input and output of its own, so nothing competes but the
 * virtual channels of a link, for the wire. Runs at flit rate.
 *
 * Source: the switch of Duato et al. for networks of workstations (wormhole against virtual
 * cut-through), with buffers on both sides of the crossbar. A virtual channel is given away only
 * when the tail of its last packet is on the link: so a buffer holds flits of one packet, and is a
 * counter.
 *
 * Invariants: to_go > 0 exactly while flits of the buffer's packet that have begun to cross are
 * not yet on the link; a virtual channel is in `ready` of its link exactly when its buffer has
 * flits and its credit is > 0; a queue is in `ready_inputs` exactly when it holds a virtual channel
 * with room in the buffer and has a flit. */
#include "switch.h"

/* The inputs of node x that can send a flit into an output buffer now, a set. */
static inline u64 *ready_inputs_of(const ws_net *n, u32 x) {
    u32 first = n->wire.set0[x];
    return n->output_buffer.ready_inputs + first;
}

/* The output buffer of virtual channel v. */
static inline ws_output_state *output_of(const ws_net *n, u32 v) {
    return &n->output_buffer.vc[v];
}

/* Has the output buffer no room? */
static inline bool is_full(const ws_net *n, const ws_output_state *output) {
    return output->flits >= n->layout.output_room;
}

/* The virtual channels of link l that can send a flit from their output buffers now, a set. */
static inline u64 *ready_vcs_of(const ws_net *n, u32 l) {
    return &n->output_buffer.ready[l];
}

/* Virtual channel v as a set of those of its link. */
static inline u64 vc_bit(const link_fast *link, u32 v) {
    u32 vc = v - link->vc0;
    return 1ull << vc;
}

/* Virtual channel v of link l has a flit in its output buffer and may send it; or may no longer. */
static inline void output_ready_set(ws_net *n, u32 l, u32 v) {
    const link_fast *link = fast_link(n, l);
    *ready_vcs_of(n, l) |= vc_bit(link, v);
    output_awake(n, link);
}

static inline void output_ready_clear(ws_net *n, u32 l, u32 v) {
    const link_fast *link = fast_link(n, l);
    u64 *ready = ready_vcs_of(n, l);
    *ready &= ~vc_bit(link, v);
    if (*ready == 0)
        output_asleep(n, link);
}

void output_buffer_layout(ws_net *n) {
    n->layout.output_room = (u32)n->def->output_buffer;
}

void output_buffer_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    if (n->layout.output_room == 0)
        return;
    size->ready_input_words = n->wire.set0[size->switches];
    size->output_vcs = size->vcs;
    size->output_links = size->links;
}

/* Does a segment go through the output buffer of vc v? Then queue and link need nothing until it
 * ends. */
static inline bool has_segment(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    if (!is_busy_link(n, l))
        return false;
    return link_segments(n, l)->sent.vc == v;
}

/* ---- events of a queue and of a virtual channel ---- */

void output_buffer_ready(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u32 v = vc_held(n, q);
    if (has_segment(n, v))
        return;
    if (is_full(n, output_of(n, v)))
        return;
    bit_set(ready_inputs_of(n, x), input_of(n, q));
    bit_set(n->ready_nodes, x);
}

void output_buffer_unready(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u64 *ready = ready_inputs_of(n, x);
    bit_clear(ready, input_of(n, q));
}

void output_buffer_credited(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    if (has_segment(n, v))
        return;
    if (output_of(n, v)->flits > 0)
        output_ready_set(n, l, v);
}

void output_buffer_stopped(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    output_ready_clear(n, l, v);
}

bool output_buffer_holds(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    if (!fast_link(n, l)->buffered)
        return false;
    return output_of(n, v)->to_go > 0;
}

bool output_buffer_purge(ws_net *n, u32 v, u32 k) {
    u32 l = link_of(n, v);
    ws_output_state *output = output_of(n, v);
    bool holds = output_buffer_holds(n, v);
    if (!holds || output->packet != k)
        return false;
    n->packet.lost[k] += output->flits;
    output->flits = 0;
    output->to_go = 0;
    output_ready_clear(n, l, v);
    bool idle = holder_of(n, v) == NIL;
    if (idle && is_requested(n, l))
        link_wake(n, l);
    return true;
}

/* ---- from the buffers to the links ---- */

/* The next flit in an output buffer, as it goes on the wire. */
static inline u32 output_flit(const ws_net *n, const ws_output_state *output, u32 vc) {
    u32 k = output->packet;
    u32 length = n->packet.length[k];
    u32 flit = k << FLIT_PACKET_SHIFT | vc;
    if (output->to_go == length)
        flit |= FLIT_HEAD;
    if (output->to_go == 1)
        flit |= FLIT_TAIL;
    return flit;
}

/* The output buffer of a virtual channel that queue q holds is no longer full. The node is in
 * ready_nodes anyway. */
static inline void holder_resume(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u64 *ready = ready_inputs_of(n, x);
    if (n->queue[q].front_here > 0)
        bit_set(ready, input_of(n, q));
}

/* Does the virtual channel that sends on a link keep it as long as it has flits and credit? */
static inline bool keeps_link(const ws_net *n, const link_fast *link) {
    if (link->vcs == 1)
        return true;
    return n->def->multiplexing == WS_MULTIPLEXING_BLOCK;
}

/* Flits behind the head and before the tail that can go, one a cycle from now on, from the queue
 * which holds vc v into its output buffer, and as many out of that onto the link; 1 or 0: go flit
 * by flit. The buffer, which has a flit, is as full afterwards as before. */
static u32 length_through(const ws_net *n, const link_fast *link, u32 v) {
    u32 q = holder_of(n, v);
    const ws_output_state *output = output_of(n, v);
    if (q == NIL || state_of(n, q) != QUEUE_STREAMING)
        return 0;
    if (output->to_go == n->packet.length[output->packet])
        return 0; /* the head is in the buffer */
    if (!keeps_link(n, link))
        return 0;
    return length_before_tail(n, q, v, link);
}

/* A segment begins to go from the queue that holds vc v through its output buffer onto link l. */
static void segment_through(ws_net *n, u32 l, u32 v, u32 words) {
    u32 q = holder_of(n, v);
    segment_leave(n, q, v, l, words);
    output_of(n, v)->to_go -= words;
    output_asleep(n, fast_link(n, l));
    output_buffer_unready(n, q);
}

/* One flit leaves the output buffer of vc v for the wire of link l. */
static inline void output_send(ws_net *n, u32 l, u32 v) {
    const link_fast *link = fast_link(n, l);
    ws_output_state *output = output_of(n, v);
    ws_vc_state *vc = &n->vc[v];
    u32 flit = output_flit(n, output, v - link->vc0);
    bool was_full = is_full(n, output);
    assert(output->flits > 0);
    if (has_segments(n))
        word_note(n, v, l);
    wire_put(n, l, flit);
    n->link_flits[l]++;
    n->total[WS_TOTAL_FLIT_HOPS]++;
    output->flits--;
    output->to_go--;
    bool tail = output->to_go == 0;
    vc->credit -= link->credits_per_flit;
    if (tail)
        vc->credit -= link->credits_per_packet;
    assert(vc->credit >= 0);
    if (output->flits == 0 || vc->credit == 0)
        output_ready_clear(n, l, v);
    if (was_full && vc->holder != NIL)
        holder_resume(n, vc->holder);
    else if (tail && is_requested(n, l))
        link_wake(n, l);
}

/* The next ready virtual channel of link l, in turn, sends a flit, or a segment. */
static inline void link_send(ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    u16 *turn = &n->link_turn[l];
    u64 ready = *ready_vcs_of(n, l);
    u32 number = bit_next_wrap(ready, *turn);
    u32 v = link->vc0 + number;
    u32 words = 0;
    if (has_segments(n))
        words = length_through(n, link, v);
    *turn = turn_after_flit(n, number, link->vcs);
    if (words > 1)
        segment_through(n, l, v, words);
    else
        output_send(n, l, v);
}

static void links_send(ws_net *n, u32 x) {
    u32 l0 = first_link(n, x);
    u64 outs = n->ready_outputs[x];
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o;
        if (is_busy_link(n, l))
            output_asleep(n, fast_link(n, l));
        else
            link_send(n, l);
    }
}

/* ---- from the queues to the buffers ---- */

/* The head of the packet in front of queue q begins to cross. */
static inline void packet_cross(ws_net *n, u32 q, ws_output_state *output) {
    u32 k = front_of(n, q);
    n->queue[q].state = QUEUE_STREAMING;
    head_leave(n, q, k);
    output->packet = k;
    output->to_go = n->packet.length[k];
}

/* One flit leaves queue q for the output buffer of the virtual channel it holds. Can another one
 * follow? */
static inline bool queue_cross(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    u32 l = link_of(n, v);
    ws_output_state *output = output_of(n, v);
    bool first = output->flits == 0;
    if (queue->state == QUEUE_STARTING)
        packet_cross(n, q, output);
    assert(queue->front_here > 0);
    assert(!is_full(n, output));
    if (has_segments(n))
        credit_note(n, q);
    slot_free(n, q);
    queue->front_to_go--;
    queue->front_here--;
    output->flits++;
    if (first && n->vc[v].credit > 0)
        output_ready_set(n, l, v);
    if (queue->front_to_go == 0) {
        vc_release(n, q);
        return false;
    }
    return queue->front_here > 0 && !is_full(n, output);
}

bool output_buffer_transmit(ws_net *n, u32 x) {
    links_send(n, x);
    u32 words = words_of(n, x);
    u64 *ready = ready_inputs_of(n, x);
    u32 q0 = first_queue(n, x);
    for (EACH(w, words)) {
        u64 word = ready[w];
        for (BITS_EACH(i, word))
            if (!queue_cross(n, q0 + i))
                ready[w] &= ~(1ull << i);
        q0 += 64;
    }
    if (n->ready_outputs[x] != 0)
        return true;
    return !bits_none(ready, words);
}

/* ---- segments ---- */

/* Whether vc v of link l can send, as its output buffer and its credit say. */
static void output_note(ws_net *n, u32 l, u32 v) {
    const link_fast *link = fast_link(n, l);
    u64 *ready = ready_vcs_of(n, l);
    *ready &= ~vc_bit(link, v);
    if (output_of(n, v)->flits > 0 && n->vc[v].credit > 0)
        *ready |= vc_bit(link, v);
}

/* Link l is visited exactly if a vc of it can send. */
static void link_note(ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    if (*ready_vcs_of(n, l) != 0)
        output_awake(n, link);
    else
        output_asleep(n, link);
}

void output_buffer_resume(ws_net *n, u32 l) {
    const ws_segment *sent = &link_segments(n, l)->sent;
    u32 v = sent->vc;
    u32 q = holder_of(n, v);
    output_note(n, l, v);
    link_note(n, l);
    if (n->queue[q].front_here > 0)
        output_buffer_ready(n, q);
}

/* Flits of a packet that has virtual channel v, and has begun to cross, which are not yet in the
 * output buffer. */
static u32 flits_behind(const ws_net *n, u32 v) {
    u32 q = holder_of(n, v);
    if (q == NIL || state_of(n, q) < QUEUE_STREAMING)
        return 0;
    return n->queue[q].front_to_go;
}

/* Can queue q send a flit into the buffer of the virtual channel that it holds? */
static bool can_cross(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->vc == NIL || queue->state < QUEUE_STARTING)
        return false;
    const ws_output_state *output = output_of(n, queue->vc);
    return queue->front_here > 0 && !is_full(n, output);
}

static void link_expanded(ws_net *n, u32 l) {
    for (VCS_EACH(v, n, l)) {
        ws_output_state *output = output_of(n, v);
        u32 behind = flits_behind(n, v);
        if (output->flits == 0)
            continue; /* it is not ready */
        if (behind > 0)
            output->to_go = output->flits + behind;
        output_note(n, l, v);
    }
    link_note(n, l);
}

/* What node x can do, after its links have been seen to. */
static void node_expanded(ws_net *n, u32 x) {
    u64 *ready = ready_inputs_of(n, x);
    bool crosses = false;
    for (QUEUES_EACH(q, n, x)) {
        if (vc_held(n, q) == NIL)
            continue; /* it cannot cross */
        bit_clear(ready, input_of(n, q));
        if (!can_cross(n, q))
            continue;
        bit_set(ready, input_of(n, q));
        crosses = true;
    }
    bit_clear(n->ready_nodes, x);
    if (crosses || n->ready_outputs[x] != 0)
        bit_set(n->ready_nodes, x);
}

void output_buffer_expanded(ws_net *n) {
    if (n->layout.output_room == 0)
        return;
    for (EACH(x, n->size.switches)) {
        for (LINKS_EACH(l, n, x))
            link_expanded(n, l);
        node_expanded(n, x);
    }
}

/* ---- the laws ---- */

void output_buffer_flits(const ws_net *n, u32 *seen) {
    for (EACH(v, n->size.output_vcs)) {
        const ws_output_state *output = output_of(n, v);
        seen[output->packet] += output->flits;
    }
}

/* Virtual channel v: does it know whether its buffer may send? */
static const char *readiness_broken(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    u32 x = link->from;
    const ws_output_state *output = output_of(n, v);
    bool ready = *ready_vcs_of(n, l) & vc_bit(link, v);
    bool has_credit = n->vc[v].credit > 0;
    bool can_send = output->flits > 0 && has_credit;
    if (ready != can_send)
        return "an output buffer does not know whether it may send";
    bool awake = n->ready_outputs[x] & output_bit(link);
    bool served = awake && bit_get(n->ready_nodes, x);
    if (ready && !served)
        return "an output buffer can send, but its switch sleeps";
    return NULL;
}

/* Does the buffer of virtual channel v count its flits right? */
static const char *buffer_broken(const ws_net *n, u32 v) {
    const ws_output_state *output = output_of(n, v);
    u32 l = link_of(n, v);
    u32 flits = output->flits;
    u32 to_go = output->to_go;
    bool used = flits > 0 || to_go > 0;
    if (!fast_link(n, l)->buffered)
        return used ? "a virtual channel without an output buffer has flits there" : NULL;
    if (flits > to_go || flits > n->layout.output_room)
        return "an output buffer has miscounted its flits";
    if (to_go != flits + flits_behind(n, v))
        return "an output buffer has miscounted the flits to go";
    return NULL;
}

/* Queue q of a switch crosses exactly when it has a flit, and its buffer room. */
static const char *crossing_broken(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    bool buffered = n->layout.output_room > 0;
    if (is_source(n, q) || !buffered)
        return NULL;
    const u64 *ready = ready_inputs_of(n, x);
    bool crosses = bit_get(ready, input_of(n, q));
    if (crosses != can_cross(n, q))
        return "a queue does not know whether it can cross";
    if (crosses && !bit_get(n->ready_nodes, x))
        return "a queue can cross, but its switch sleeps";
    return NULL;
}

const ws_law output_buffer_laws[] = {
    LAW(buffer_broken, output_vcs),
    LAW(readiness_broken, output_vcs),
    LAW(crossing_broken, queues),
    LAWS_END,
};
