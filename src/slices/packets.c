/* packets.c - what happens once a packet and hop: the verbs of the core, and the bits that follow.
 * See slices.h. */
#include "slices.h"

#include "core/passing.h"

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
    sl->at[s].holds[queue] = (u8)channel;
    sl->at[s].held_by[channel] = (u8)queue;
    bit_set(hold_of(sl, queue, channel), s);
    bit_clear(slice_set(sl, SLICE_IDLE) + plane_at(sl, channel), s);
}

static void pair_release(struct ws_slices *sl, u32 queue, u32 channel, u32 s) {
    u32 *uses = &sl->pair_uses[channel * sl->numbers + queue];
    sl->at[s].holds[queue] = SLICE_NONE;
    sl->at[s].held_by[channel] = SLICE_NONE;
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
 * crossbar input: the output of the channel that the queue holds. SLICE_NONE: nobody. */
static u32 turn_partner(const struct ws_slices *sl, const slice_switch *at, bool in, u32 number) {
    u32 with = in ? at->holds[number] : at->held_by[number];
    if (with == SLICE_NONE)
        return SLICE_NONE;
    return in ? at->output[number_port(sl, with)] : at->input[with];
}

/* The pointer stands behind `partner`. */
static void turn_put(struct ws_slices *sl, bool in, u32 port, u32 s, u32 partner) {
    slice_switch *at = &sl->at[s];
    at->turn[in][port] = (u8)turn_after(partner, in ? at->outputs : at->inputs);
    bit_set(slice_line(sl, in, SLICE_TURN_KNOWN) + port * sl->words, s);
}

void turn_write(struct ws_slices *sl, bool in, u32 port, u32 s) {
    u32 plane = port * sl->words;
    if (bit_get(slice_line(sl, in, SLICE_TURN_KNOWN) + plane, s))
        return;
    u32 last = port * sl->vcs + bit_get(slice_line(sl, in, SLICE_UPPER_LAST) + plane, s);
    turn_put(sl, in, port, s, turn_partner(sl, &sl->at[s], in, last));
}

void turn_order(struct ws_slices *sl, bool in, u32 port, u32 s) {
    const slice_switch *at = &sl->at[s];
    u32 lower = turn_partner(sl, at, in, 2 * port);
    u32 upper = turn_partner(sl, at, in, 2 * port + 1);
    u64 *next = slice_line(sl, in, SLICE_UPPER_NEXT) + port * sl->words;
    if (lower == SLICE_NONE || upper == SLICE_NONE)
        return;
    turn_write(sl, in, port, s);
    u32 turn = at->turn[in][port];
    u32 count = in ? at->outputs : at->inputs;
    bit_clear(next, s);
    if (distance_behind(turn, upper, count) < distance_behind(turn, lower, count))
        bit_set(next, s);
}

/* ---- words on wires ---- */

void words_write(ws_net *n, u32 l, u32 vc, u32 at, u32 s, u32 k) {
    const struct ws_slices *sl = n->slices;
    u32 word = word_of(k, 1) | vc;
    u64 bit = 1ull << (s & 63);
    u64 *touched = sl->touched + vc * sl->wire_line + at + (s >> 6);
    const u64 *upper = sl->touched_upper + at + (s >> 6);
    u32 *wire = n->flight + l;
    for (EACH(slot, sl->flight_slots)) {
        if (*touched & bit) {
            *touched ^= bit;
            if (sl->vcs == 1 || !(*upper & bit) == !vc)
                *wire = word;
        }
        touched += sl->vcs * sl->wire_line;
        upper += sl->wire_line;
        wire += n->size.links;
    }
}

/* The head, or tail, of packet k goes on the wire of link l, for a slot. */
static void word_put(ws_net *n, u32 l, u32 slot, u32 vc, u32 at, u32 s, u32 k, u32 flags) {
    const struct ws_slices *sl = n->slices;
    n->flight[(size_t)slot * n->size.links + l] = word_of(k, 1) | vc | flags;
    bit_clear(sl->touched + (slot * sl->vcs + vc) * sl->wire_line + at, s);
}

/* The same of its tail, and of what was between; returns how long it is. */
static u32 tail_put(ws_net *n, u32 l, u32 slot, u32 vc, u32 at, u32 s, u32 k) {
    u32 length = n->packet.length[k];
    words_write(n, l, vc, at, s, k);
    word_put(n, l, slot, vc, at, s, k, length == 1 ? FLIT_HEAD | FLIT_TAIL : FLIT_TAIL);
    n->link_flits[l] += length;
    return length;
}

/* ---- queues ---- */

/* Adds a number to counters that are zero at switch s. */
static void number_raise(u64 *slice, u32 apart, u32 s, u32 number) {
    u64 ones = number;
    for (BITS_EACH(b, ones))
        bit_set(slice + (size_t)b * apart, s);
}

/* A packet comes to the front of a queue from which all flits have left. */
static void front_put(struct ws_slices *sl, const ws_queue_state *queue, u32 at, u32 s) {
    go_bits_grow(sl, queue->front_to_go);
    number_raise(slice_set(sl, SLICE_TO_GO) + at, sl->field, s, queue->front_to_go);
    number_raise(slice_set(sl, SLICE_HERE) + at, sl->field, s, queue->front_here);
}

/* The queue of a number may send from now on. */
static void start_note(struct ws_slices *sl, u32 number, u32 s) {
    bit_set(slice_set(sl, SLICE_STARTED) + plane_at(sl, number), s);
    bit_set(slice_set(sl, SLICE_AT_HEAD) + plane_at(sl, number), s);
}

void slice_timed(ws_net *n, u32 q) {
    struct ws_slices *sl = n->slices;
    ws_queue_state *queue = &n->queue[q];
    if (is_source(n, q)) {
        queue_request(n, q);
        return;
    }
    if (queue->state == QUEUE_ROUTING) {
        pass_request(n, q, true);
        return;
    }
    queue->state = QUEUE_STARTING;
    start_note(sl, queue_number(sl, q, node_of(n, q)), node_of(n, q));
}

void slice_head_arrives(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 q = slice_queue(sl, number, s);
    u32 l = sl->at[s].link_in[number_port(sl, number)];
    u32 at = plane_at(sl, number);
    pass_accept(n, q, *wire_word(n, now(n), l) >> FLIT_PACKET_SHIFT, 0, true);
    if (n->queue[q].packets == 1)
        front_put(sl, &n->queue[q], at, s);
    else
        bit_set(slice_set(sl, SLICE_SEVERAL) + at, s);
}

void slice_delivers(ws_net *n, u32 s) {
    u32 l = n->wire.eject_link[s];
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

/* The inputs of a switch whose heads wait for link l, and may have its channels now: those from
 * number `first` on. */
static void heads_for(const ws_net *n, const slice_switch *at, u32 l, u32 first, u64 *heads) {
    u32 vcs = n->slices->vcs;
    u32 v0 = first_vc(n, l);
    u64 requests = *requests_of(n, l);
    bool none = n->grant_room == WS_GRANT_ROOM_NONE;
    u64 open[SLICE_VCS] = {0};
    for (EACH(vc, vcs))
        open[vc] = at->held_by[first + vc] == SLICE_NONE && (none || n->vc[v0 + vc].credit > 0);
    heads[0] = open[0] ? requests : 0;
    heads[1] = 0;
    if (vcs == 1)
        return;
    heads[0] = 0;
    for (BITS_EACH(i, requests)) {
        u64 options = n->option_vcs[first_option(n, at->queue0 + i)];
        heads[0] |= (options & open[0]) << i;
        heads[1] |= (options >> 1 & open[1]) << i;
    }
}

static void channel_grant(ws_net *n, u32 s, u32 l, u32 channel, u32 input) {
    struct ws_slices *sl = n->slices;
    const slice_switch *at = &sl->at[s];
    u32 vc = number_vc(sl, channel);
    u32 v = first_vc(n, l) + vc;
    u32 q = at->queue0 + input;
    u32 queue = at->number[input];
    n->vc[v].turn = turn_after(input, at->inputs);
    if (sl->vcs > 1)
        n->accept_turn[q] = turn_after(vc, WS_VCS_MAX);
    pass_grant(n, q, v, true);
    pair_hold(sl, queue, channel, s);
    if (n->start_delay == 0)
        start_note(sl, queue, s);
    if (sl->vcs == 1)
        return;
    turn_order(sl, false, number_port(sl, channel), s);
    turn_order(sl, true, number_port(sl, queue), s);
}

/* Each idle channel of an output offers itself to a head, and a head that both are offered to
 * accepts one; is there one left that another attempt could grant? */
static void channels_offer(ws_net *n, u32 s, u32 l, u32 first) {
    const slice_switch *at = &n->slices->at[s];
    u32 vcs = n->slices->vcs;
    u32 pick[SLICE_VCS] = {NIL, NIL};
    u64 heads[SLICE_VCS];
    heads_for(n, at, l, first, heads);
    for (EACH(vc, vcs))
        if (heads[vc])
            pick[vc] = bit_next_wrap(heads[vc], n->vc[first_vc(n, l) + vc].turn);
    bool both = vcs > 1 && pick[0] != NIL && pick[0] == pick[1];
    if (both) /* the one that is first from its pointer on */
        pick[n->accept_turn[at->queue0 + pick[0]] != 1] = NIL;
    for (EACH(vc, vcs))
        if (pick[vc] != NIL)
            channel_grant(n, s, l, first + vc, pick[vc]);
    if (!both)
        return;
    heads_for(n, at, l, first, heads);
    if (heads[0] | heads[1])
        link_wake(n, l);
}

/* Host s has been granted a channel, and has cut a packet. */
static void host_grant_note(ws_net *n, u32 s, u32 vc, u32 length) {
    struct ws_slices *sl = n->slices;
    go_bits_grow(sl, length);
    number_raise(sl->host_to_go, sl->words, s, length);
    bit_set(sl->host_holds[vc], s);
    bit_set(sl->host_at_head, s);
}

void slice_allocate(ws_net *n, u32 x) {
    const struct ws_slices *sl = n->slices;
    if (x < sl->switches) {
        const slice_switch *at = &sl->at[x];
        u64 outputs = outputs_to_try(n, x);
        for (BITS_EACH(o, outputs))
            channels_offer(n, x, at->link0 + o, at->port[o] * sl->vcs);
        return;
    }
    u32 s = host_of_node(n, x);
    u32 v0 = first_vc(n, first_link(n, x));
    model_of(n, x)->allocate(n, x);
    for (EACH(vc, sl->vcs)) {
        u32 q = holder_of(n, v0 + vc);
        if (q != NIL && !bit_get(sl->host_holds[vc], s))
            host_grant_note(n, s, vc, n->queue[q].front_to_go);
    }
}

/* ---- leaving ---- */

void slice_head_leaves(ws_net *n, u32 number, u32 s, bool whole) {
    const struct ws_slices *sl = n->slices;
    const slice_switch *at = &sl->at[s];
    u32 channel = at->holds[number];
    u32 port = number_port(sl, channel);
    u32 vc = number_vc(sl, channel);
    const slice_port *as = &sl->port[port];
    u32 slot = wheel_slot(now(n) + as->flight, sl->flight_slots);
    u32 l = at->link0 + at->output[port];
    ws_queue_state *queue = &n->queue[at->queue0 + at->input[number]];
    u32 flags = whole ? FLIT_HEAD | FLIT_TAIL : FLIT_HEAD;
    queue->state = QUEUE_STREAMING;
    n->packet.hops[queue->front]++;
    word_put(n, l, slot, vc, port * sl->words, s, queue->front, flags);
    if (port == sl->host_port)
        bit_set(sl->sinking_heads[slot], s);
    else
        bit_set(sl->arriving_heads[slot] + plane_at(sl, as->far_port * sl->vcs + vc),
                node_to(n, l));
}

/* The credit of virtual channel v, which is about to be idle: hosts are asked for it. */
static void credit_write(ws_net *n, u32 v, u32 at, u32 s) {
    const struct ws_slices *sl = n->slices;
    n->vc[v].credit =
        (i32)number_get(slice_set(sl, SLICE_CREDIT) + at, sl->field, sl->count_bits, s);
}

void slice_tail_leaves(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    const slice_switch *at = &sl->at[s];
    u32 channel = at->holds[number];
    u32 port = number_port(sl, channel);
    u32 vc = number_vc(sl, channel);
    u32 slot = wheel_slot(now(n) + sl->port[port].flight, sl->flight_slots);
    u32 q = at->queue0 + at->input[number];
    u32 l = at->link0 + at->output[port];
    ws_queue_state *queue = &n->queue[q];
    u32 place = plane_at(sl, number);
    u32 length = tail_put(n, l, slot, vc, port * sl->words, s, queue->front);
    if (port == sl->host_port)
        bit_set(sl->sinking_tails[slot], s);
    if (sl->vcs > 1) { /* it was the last to send there */
        turn_put(sl, false, port, s, at->input[number]);
        turn_put(sl, true, number_port(sl, number), s, at->output[port]);
    }
    n->total[WS_TOTAL_FLIT_HOPS] += length;
    if (port != sl->host_port && n->grant_room == WS_GRANT_ROOM_FLIT)
        credit_write(n, queue->vc, plane_at(sl, channel), s);
    pair_release(sl, number, channel, s);
    bit_clear(slice_set(sl, SLICE_STARTED) + place, s);
    queue->front_to_go = queue->front_here = 0;
    if (queue->packets > 1)
        queue->tail_here =
            number_get(slice_set(sl, SLICE_TAIL_HERE) + place, sl->field, sl->count_bits, s);
    pass_release(n, q, true);
    if (queue->packets < 2)
        bit_clear(slice_set(sl, SLICE_SEVERAL) + place, s);
    if (queue->packets > 0)
        front_put(sl, queue, place, s);
}

void slice_host_head(ws_net *n, u32 s, bool whole) {
    const struct ws_slices *sl = n->slices;
    u32 l = n->wire.inject_link[s];
    ws_queue_state *queue = &n->queue[queue_of_source(n, s)];
    u32 slot = wheel_slot(now(n) + sl->host_flight, sl->flight_slots);
    u32 flags = whole ? FLIT_HEAD | FLIT_TAIL : FLIT_HEAD;
    queue->state = QUEUE_STREAMING;
    packet_enter(n, queue->front);
    word_put(n, l, slot, vc_of_link(n, queue->vc), sl->line, s, queue->front, flags);
}

void slice_host_tail(ws_net *n, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 l = n->wire.inject_link[s];
    u32 q = queue_of_source(n, s);
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    u32 vc = vc_of_link(n, v);
    u32 slot = wheel_slot(now(n) + sl->host_flight, sl->flight_slots);
    n->total[WS_TOTAL_FLITS_INJECTED] += tail_put(n, l, slot, vc, sl->line, s, queue->front);
    credit_write(n, v, plane_at(sl, sl->host_port * sl->vcs + vc), s);
    bit_clear(sl->host_holds[vc], s);
    queue->front_to_go = queue->front_here = 0;
    vc_release(n, q);
}
