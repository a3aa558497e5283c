/* packets.c - what happens once a packet and hop: the verbs of the core, and the bits that follow.
 * See slices.h. */
#include "slices.h"

/* ---- pairs of a queue and a channel ---- */

static u64 *hold_of(const struct ws_slices *sl, u32 queue, u32 channel) {
    return sl->holds + (size_t)channel * sl->field + plane_at(sl, queue);
}

void pair_hold(struct ws_slices *sl, u32 queue, u32 channel, u32 s) {
    u32 *uses = &sl->pair_uses[channel * sl->numbers + queue];
    if (sl->words > 1 && *uses == 0)
        sl->pairs[sl->pair_count++] = (slice_pair){
            .hold = hold_of(sl, queue, channel),
            .queue_at = plane_at(sl, queue),
            .channel_at = plane_at(sl, channel),
        };
    ++*uses;
    bit_set(hold_of(sl, queue, channel), s);
    bit_clear(slice_set(sl, SLICE_IDLE) + plane_at(sl, channel), s);
}

void pair_release(struct ws_slices *sl, u32 queue, u32 channel, u32 s) {
    u32 *uses = &sl->pair_uses[channel * sl->numbers + queue];
    bit_clear(hold_of(sl, queue, channel), s);
    bit_set(slice_set(sl, SLICE_IDLE) + plane_at(sl, channel), s);
    if (--*uses > 0 || sl->words == 1)
        return;
    u32 i = 0;
    while (sl->pairs[i].hold != hold_of(sl, queue, channel))
        i++;
    sl->pairs[i] = sl->pairs[--sl->pair_count];
}

/* ---- round robin ---- */

static u32 distance_behind(u32 turn, u32 i, u32 count) {
    return i >= turn ? i - turn : i + count - turn;
}

/* Whom a number of an output takes turns for: the input of the queue that holds the channel; of a
 * crossbar input: the output of the channel that the queue holds. NIL: nobody. */
static u32 slice_partner(const ws_net *n, bool in, u32 number, u32 s) {
    u32 v = in ? vc_held(n, slice_queue(n->slices, number, s)) : slice_vc(n->slices, number, s);
    if (in)
        return v == NIL ? NIL : fast_link(n, link_of(n, v))->out;
    u32 q = holder_of(n, v);
    return q == NIL ? NIL : input_of(n, q);
}
static u32 partners(const ws_net *n, bool in, u32 s) {
    return in ? node_outputs(n, s) : node_inputs(n, s);
}
static u16 *slice_turn(const ws_net *n, bool in, u32 port, u32 s) {
    const struct ws_slices *sl = n->slices;
    if (in)
        return &n->crossbar_turn[port_of(n, slice_queue(sl, port * sl->vcs, s))];
    return &n->link_turn[link_of(n, slice_vc(sl, port * sl->vcs, s))];
}

void turn_write(ws_net *n, bool in, u32 port, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 at = port * sl->words;
    u64 *known = slice_line(sl, in, SLICE_TURN_KNOWN) + at;
    if (bit_get(known, s))
        return;
    u32 last = port * sl->vcs + bit_get(slice_line(sl, in, SLICE_UPPER_LAST) + at, s);
    *slice_turn(n, in, port, s) = turn_after(slice_partner(n, in, last, s), partners(n, in, s));
    bit_set(known, s);
}

void turn_order(ws_net *n, bool in, u32 port, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 lower = slice_partner(n, in, 2 * port, s);
    u32 upper = slice_partner(n, in, 2 * port + 1, s);
    u64 *next = slice_line(sl, in, SLICE_UPPER_NEXT) + port * sl->words;
    if (lower == NIL || upper == NIL)
        return;
    turn_write(n, in, port, s);
    u32 turn = *slice_turn(n, in, port, s);
    u32 count = partners(n, in, s);
    bit_clear(next, s);
    if (distance_behind(turn, upper, count) < distance_behind(turn, lower, count))
        bit_set(next, s);
}

/* ---- words on wires ---- */

void words_write(ws_net *n, u32 l, u32 vc, u32 at, u32 s, u32 k) {
    const struct ws_slices *sl = n->slices;
    u32 word = word_of(k, 1) | vc;
    for (EACH(slot, sl->flight_slots)) {
        u64 *touched = sl->touched[slot] + vc * sl->wire_line + at;
        if (!bit_get(touched, s))
            continue;
        bit_clear(touched, s);
        bool upper = bit_get(sl->touched_upper[slot] + at, s);
        if (sl->vcs == 1 || upper == (vc == 1))
            n->flight[(size_t)slot * n->size.links + l] = word;
    }
}

/* The head, or tail, of packet k goes on the wire of link l in this cycle. */
static void word_put(ws_net *n, u32 l, u32 vc, u32 at, u32 s, u32 k, u32 flags) {
    const struct ws_slices *sl = n->slices;
    u64 due = now(n) + fast_link(n, l)->flight;
    u32 slot = wheel_slot(due, sl->flight_slots);
    u64 *touched = sl->touched[slot] + vc * sl->wire_line + at;
    if (n->packet.length[k] == 1)
        flags = FLIT_HEAD | FLIT_TAIL;
    *wire_word(n, due, l) = word_of(k, 1) | vc | flags;
    bit_clear(touched, s);
}

/* A head, or tail, is on its way from a switch by virtual channel v: to a host, or (of heads) to a
 * queue. */
static void end_announce(ws_net *n, u32 v, u32 s, u32 flags) {
    const struct ws_slices *sl = n->slices;
    u32 l = link_of(n, v);
    u32 slot = wheel_slot(now(n) + fast_link(n, l)->flight, sl->flight_slots);
    u32 q = own_queue(n, v);
    if (q == NIL)
        bit_set(flags & FLIT_HEAD ? sl->sinking_heads[slot] : sl->sinking_tails[slot], s);
    else if (flags & FLIT_HEAD)
        bit_set(sl->arriving_heads[slot] + plane_at(sl, sl->queue_number[q]), node_of(n, q));
}

/* ---- queues ---- */

/* A packet comes to the front of the queue of a number. */
static void front_put(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    const ws_queue_state *queue = &n->queue[slice_queue(sl, number, s)];
    u32 at = plane_at(sl, number);
    u32 length = queue->front_to_go;
    go_bits_grow(sl, length);
    number_put(slice_set(sl, SLICE_TO_GO) + at, sl->field, sl->go_bits, s, length);
    number_put(slice_set(sl, SLICE_HERE) + at, sl->field, sl->count_bits, s, queue->front_here);
}

void slice_start(ws_net *n, u32 q) {
    struct ws_slices *sl = n->slices;
    u32 s = node_of(n, q);
    u32 at = plane_at(sl, sl->queue_number[q]);
    n->queue[q].state = QUEUE_STARTING;
    bit_set(slice_set(sl, SLICE_STARTED) + at, s);
    bit_set(slice_set(sl, SLICE_AT_HEAD) + at, s);
}

void slice_head_arrives(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 q = slice_queue(sl, number, s);
    u32 l = link_of(n, feeding_vc(n, q));
    u32 at = plane_at(sl, number);
    head_accept(n, q, *wire_word(n, now(n), l) >> FLIT_PACKET_SHIFT);
    number_put(slice_set(sl, SLICE_TAIL_HERE) + at, sl->field, sl->count_bits, s, 0);
    if (n->queue[q].packets == 1)
        front_put(n, number, s);
    else
        bit_set(slice_set(sl, SLICE_SEVERAL) + at, s);
}

void slice_delivers(ws_net *n, u32 s) {
    u32 l = link_of(n, slice_vc(n->slices, n->slices->host_port * n->slices->vcs, s));
    u32 word = *wire_word(n, now(n), l);
    u32 k = word >> FLIT_PACKET_SHIFT;
    const ws_packet_columns *packet = &n->packet;
    if (word & FLIT_HEAD)
        packet->head[k] = now(n);
    if (!(word & FLIT_TAIL))
        return;
    u32 length = packet->length[k];
    n->class_flits[packet->class[k]] += length;
    n->total[WS_TOTAL_FLITS_DELIVERED] += length;
    packet_deliver(n, k);
}

/* ---- allocation: input_queued.c, for one route option a head and two channels at most ---- */

/* Queue q has been granted a channel. */
static void grant_note(ws_net *n, u32 q, u32 channel, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 queue = sl->queue_number[q];
    pair_hold(sl, queue, channel, s);
    if (sl->vcs == 1)
        return;
    turn_order(n, false, channel / sl->vcs, s);
    turn_order(n, true, queue / sl->vcs, s);
}

/* The inputs of switch s whose heads wait for link l and may have its channels now. */
static void heads_for(const ws_net *n, u32 s, u32 l, u64 heads[SLICE_VCS]) {
    u32 q0 = first_queue(n, s);
    u32 v0 = first_vc(n, l);
    u64 requests = *requests_of(n, l);
    bool none = n->grant_room == WS_GRANT_ROOM_NONE;
    u64 open[SLICE_VCS] = {0};
    for (EACH(vc, n->slices->vcs))
        open[vc] = holder_of(n, v0 + vc) == NIL && (none || n->vc[v0 + vc].credit > 0);
    heads[0] = heads[1] = 0;
    for (BITS_EACH(i, requests)) {
        u64 vcs = n->option_vcs[first_option(n, q0 + i)];
        heads[0] |= (vcs & open[0]) << i;
        heads[1] |= (vcs >> 1 & open[1]) << i;
    }
}

static void channel_grant(ws_net *n, u32 s, u32 l, u32 vc, u32 input) {
    const struct ws_slices *sl = n->slices;
    u32 v = first_vc(n, l) + vc;
    u32 q = first_queue(n, s) + input;
    n->vc[v].turn = turn_after(input, node_inputs(n, s));
    if (sl->vcs > 1)
        n->accept_turn[q] = turn_after(vc, WS_VCS_MAX);
    vc_allocate(n, q, v);
    grant_note(n, q, n->wire.link_out_port[l] * sl->vcs + vc, s);
}

/* Each idle channel of an output offers itself to a head, and a head that both are offered to
 * accepts one; is there one left that another attempt could grant? */
static void channels_offer(ws_net *n, u32 s, u32 l) {
    u32 vcs = n->slices->vcs;
    u32 pick[SLICE_VCS] = {NIL, NIL};
    u64 heads[SLICE_VCS];
    heads_for(n, s, l, heads);
    for (EACH(vc, vcs))
        if (heads[vc])
            pick[vc] = bit_next_wrap(heads[vc], n->vc[first_vc(n, l) + vc].turn);
    bool both = vcs > 1 && pick[0] != NIL && pick[0] == pick[1];
    if (both) /* the one that is first from its pointer on */
        pick[n->accept_turn[first_queue(n, s) + pick[0]] != 1] = NIL;
    for (EACH(vc, vcs))
        if (pick[vc] != NIL)
            channel_grant(n, s, l, vc, pick[vc]);
    if (!both)
        return;
    heads_for(n, s, l, heads);
    if (heads[0] | heads[1])
        link_wake(n, l);
}

/* Host s has been granted a channel, and has cut a packet. */
static void host_grant_note(ws_net *n, u32 s, u32 v) {
    struct ws_slices *sl = n->slices;
    u32 vc = vc_of_link(n, v);
    const ws_queue_state *queue = &n->queue[holder_of(n, v)];
    u32 length = queue->front_to_go;
    go_bits_grow(sl, length);
    number_put(sl->host_to_go, sl->words, sl->go_bits, s, length);
    bit_set(sl->host_holds[vc], s);
    bit_set(sl->host_at_head, s);
}

void slice_allocate(ws_net *n, u32 x) {
    const struct ws_slices *sl = n->slices;
    u32 l0 = first_link(n, x);
    if (x < sl->switches) {
        u64 outputs = outputs_to_try(n, x);
        for (BITS_EACH(o, outputs))
            if (is_requested(n, l0 + o))
                channels_offer(n, x, l0 + o);
        return;
    }
    u32 s = host_of_node(n, x);
    model_of(n, x)->allocate(n, x);
    for (VCS_EACH(v, n, l0))
        if (holder_of(n, v) != NIL && !bit_get(sl->host_holds[vc_of_link(n, v)], s))
            host_grant_note(n, s, v);
}

/* ---- leaving ---- */

void slice_head_leaves(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 q = slice_queue(sl, number, s);
    u32 v = vc_held(n, q);
    u32 l = link_of(n, v);
    u32 k = front_of(n, q);
    n->queue[q].state = QUEUE_STREAMING;
    head_leave(n, q, k);
    word_put(n, l, vc_of_link(n, v), n->wire.link_out_port[l] * sl->words, s, k, FLIT_HEAD);
    end_announce(n, v, s, FLIT_HEAD);
}

/* The credit of virtual channel v, which is about to be idle: hosts are asked for it. */
static void credit_write(ws_net *n, u32 v, u32 at, u32 s) {
    const struct ws_slices *sl = n->slices;
    n->vc[v].credit =
        (i32)number_get(slice_set(sl, SLICE_CREDIT) + at, sl->field, sl->count_bits, s);
}

void slice_tail_leaves(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 q = slice_queue(sl, number, s);
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    u32 l = link_of(n, v);
    u32 vc = vc_of_link(n, v);
    u32 port = n->wire.link_out_port[l];
    u32 k = queue->front;
    u32 at = plane_at(sl, number);
    u32 length = n->packet.length[k];
    words_write(n, l, vc, port * sl->words, s, k);
    word_put(n, l, vc, port * sl->words, s, k, FLIT_TAIL);
    end_announce(n, v, s, FLIT_TAIL);
    if (sl->vcs > 1) {
        turn_write(n, false, port, s);
        turn_write(n, true, number / sl->vcs, s);
    }
    n->link_flits[l] += length;
    n->total[WS_TOTAL_FLIT_HOPS] += length;
    if (port != sl->host_port && n->grant_room == WS_GRANT_ROOM_FLIT)
        credit_write(n, v, plane_at(sl, port * sl->vcs + vc), s);
    pair_release(sl, number, port * sl->vcs + vc, s);
    bit_clear(slice_set(sl, SLICE_STARTED) + at, s);
    queue->front_to_go = 0;
    queue->front_here = 0;
    if (queue->packets > 1)
        queue->tail_here =
            number_get(slice_set(sl, SLICE_TAIL_HERE) + at, sl->field, sl->count_bits, s);
    vc_release(n, q);
    if (queue->packets < 2)
        bit_clear(slice_set(sl, SLICE_SEVERAL) + at, s);
    if (queue->packets > 0)
        front_put(n, number, s);
}

void slice_host_head(ws_net *n, u32 s) {
    u32 l = n->wire.inject_link[s];
    u32 q = first_queue(n, node_from(n, l));
    u32 k = front_of(n, q);
    const struct ws_slices *sl = n->slices;
    n->queue[q].state = QUEUE_STREAMING;
    packet_enter(n, k);
    word_put(n, l, vc_of_link(n, vc_held(n, q)), sl->line, s, k, FLIT_HEAD);
}

void slice_host_tail(ws_net *n, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 l = n->wire.inject_link[s];
    u32 q = first_queue(n, node_from(n, l));
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    u32 v = queue->vc;
    u32 vc = vc_of_link(n, v);
    u32 length = n->packet.length[k];
    words_write(n, l, vc, sl->line, s, k);
    word_put(n, l, vc, sl->line, s, k, FLIT_TAIL);
    n->link_flits[l] += length;
    n->total[WS_TOTAL_FLITS_INJECTED] += length;
    credit_write(n, v, plane_at(sl, sl->host_port * sl->vcs + vc), s);
    bit_clear(sl->host_holds[vc], s);
    queue->front_to_go = 0;
    queue->front_here = 0;
    vc_release(n, q);
}
