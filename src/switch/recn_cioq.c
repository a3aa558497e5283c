/* recn_cioq.c - RECN in its first form: queues at the inputs and at the outputs of a switch, trees
 * of set-aside queues held together by tokens.
 *
 * Source: Duato, Johnson, Flich, Naven, Garcia, Nachiondo, HPCA 2005; what it leaves open is
 * decided here. An input port has a detection queue for each output, an output port a standard
 * queue; both have set-aside queues (SAQs; paths and CAM lines: saq.h) and a memory of their own.
 *
 *   arrival       into the SAQ with the longest match, else into the detection (standard) queue
 *   crossing      a whole packet in one go: from an input port that is not being read to an
 *                 output port with room that is not being written, for as many cycles as it has
 *                 flits; its head may leave at once
 *   detection     a packet comes to a standard queue that holds saq-detect packets then: the
 *                 output is the root of a tree. The input that sent the packet allocates a SAQ for
 *                 it
 *   growth        the same at an output SAQ: the input allocates one for the path through it. An
 *                 input SAQ of saq-detect packets sends an explicit notification to the output
 *                 port upstream, which allocates one for the same path, or sends the token back
 *   Xoff, Xon     an output SAQ blocks those of the inputs of its switch, and the input that
 *                 sent last allocates one, blocked; an input SAQ blocks that upstream. At saq-xoff
 *                 packets, at every arrival; once, at saq-xon
 *   order         packets in front of a queue for which there is a SAQ of a longer path move on
 *                 into it; newcomers go into a SAQ only when none that match it stand in queues of
 *                 shorter paths of its port (`pending`): packets of a flow stay in order
 *   freeing       from the leaves: a SAQ which is empty, free to go and has told nobody to stop,
 *                 and whose branches have all sent their token, sends its own towards the root;
 *                 not before the time of a notification, or saq-idle if it was never used
 *
 * The first papers let the earlier packets stay where they are, and a new SAQ wait until they have
 * left. Measured here, the earlier packets of hot hosts, a whole port memory of them, then fill the
 * output memories, though Xoff has been said: 0.86 of the fair throughput at a hot spot of 64 hosts
 * in the first thousand packet times, and less for thousands more. So they move on, as in
 * recn_iq.c.
 *
 * Invariants: a SAQ stays as long as it has a branch; every output SAQ has a row for control
 * messages reserved for its token, every input SAQ that has sent Xoff one for its Xon; `crossing`
 * of an input and of an output port hold the packet that occupies both. */
#include "saq.h"

/* The output port that feeds link l. */
static u32 output_port(const ws_net *n, u32 l) {
    return n->wire.link_port[l];
}
/* The number of an output port among those of its switch. */
static u32 output_number(const ws_net *n, u32 out) {
    u32 l = out_link(n, out);
    return n->wire.link_out_port[l];
}
/* The packet that occupies a port, which is being read or written; NIL if none does. */
static u32 *crossing_at(const ws_net *n, u32 port) {
    return &n->cross.packet[port];
}
static bool is_busy(const ws_net *n, u32 port) {
    return *crossing_at(n, port) != NIL;
}
/* Can output port `out` take a packet now? */
static bool may_receive(const ws_net *n, u32 out) {
    u32 room = n->cross.room[out];
    return room > 0 && !is_busy(n, out);
}
/* The input port that sent the last packet to an output port. */
static u32 last_sender(const ws_net *n, u32 out) {
    u32 behind = n->cross.turn[out];
    return first_input(n, out) + behind - 1;
}

/* The branches of the tree at a SAQ: at an output the input ports that have one, at an input
 * whether upstream has one, or is asked to. */
static u64 *branches_of(ws_saq saq) {
    u32 number = saq_number(saq);
    return &saq.n->cross.branch[number];
}
/* A branch at an output is the number of an input port among those of its switch. */
static u64 branch_bit(const ws_net *n, u32 in) {
    u32 number = in - first_input(n, in);
    return 1ull << number;
}

/* ---- birth and death ---- */

static bool is_idle(ws_saq saq) {
    u64 branches = *branches_of(saq);
    if (saq.line->pending > 0 || branches != 0)
        return false;
    return saq_is_unused(saq);
}

/* Something has changed for the SAQ: is it a leaf of no use any more? */
static void idle_check(ws_net *n, ws_saq saq) {
    bool idle = is_idle(saq);
    saq_idle_note(n, saq, idle);
}

/* Packets of the flows of a new SAQ may be in front of queues of shorter paths, and wait. */
static ws_saq saq_allocate(ws_net *n, const new_saq *what) {
    u32 first = first_queue_of(n, what->port);
    u32 end = end_queue_of(n, what->port);
    ws_saq saq = line_allocate(n, what);
    if (!saq.line)
        return saq;
    *branches_of(saq) = 0;
    heads_reconsider(n, saq, first, end);
    idle_check(n, saq);
    return saq;
}

/* The token of a path goes down the link that vc v belongs to, in the row that was reserved for
 * it. */
static void token_send(ws_net *n, u32 v, saq_path path) {
    u64 delay = (u64)n->def->notification_delay;
    ws_control token = {
        .due = now(n) + delay,
        .vc = v,
        .packet = path.ports,
        .count = path.hops,
        .kind = CONTROL_TOKEN,
    };
    control_send(n, token);
}

/* A SAQ of an input port gives its token to the SAQ of its output port, or to the root. */
static void token_give(ws_net *n, ws_saq saq) {
    ws_saq to = saq_downstream(saq);
    if (!to.line)
        return;
    *branches_of(to) &= ~branch_bit(n, saq.port);
    idle_check(n, to);
}

static void idle_over(ws_net *n, const ws_control *what) {
    ws_saq saq = saq_numbered(n, what->packet);
    u32 l = saq_out_link(saq);
    bool idle = is_idle(saq);
    if (!saq_idle_over(n, saq, what->count, idle))
        return;
    line_free(n, saq);
    if (l == NIL)
        token_give(n, saq);
    else
        token_send(n, first_vc(n, l), path_of(saq));
}

/* ---- Xoff and Xon ---- */

static void block(ws_net *n, ws_saq saq, bool blocked) {
    saq_block(n, saq, blocked);
    idle_check(n, saq);
}

/* The path of the branches of a SAQ of an output port: through the port, and on to the congested
 * output. */
static saq_path branch_path(ws_saq saq) {
    u32 o = output_number(saq.n, saq.port);
    return path_through(o, path_of(saq));
}

/* An output port is the root of a tree: the input port that sent the last packet allocates a SAQ
 * for it. */
static void root_grow(ws_net *n, u32 out) {
    new_saq branch = {
        .port = last_sender(n, out),
        .path.ports = output_number(n, out),
        .path.hops = 1,
        .cause = WS_SAQ_DETECTED,
    };
    ws_saq there = saq_find(n, branch.port, branch.path);
    if (!there.line)
        saq_allocate(n, &branch);
}

/* Internal notification: the input port that sent the last packet to an output port grows a branch
 * of the tree at its SAQ. */
static void branch_grow(ws_net *n, ws_saq saq) {
    new_saq branch = {
        .port = last_sender(n, saq.port),
        .path = branch_path(saq),
        .cause = WS_SAQ_NOTIFIED,
        .blocked = saq.line->xoff_sent,
    };
    ws_saq grown = saq_find(n, branch.port, branch.path);
    if (grown.line)
        return;
    grown = saq_allocate(n, &branch);
    if (!grown.line)
        return;
    *branches_of(saq) |= branch_bit(n, branch.port);
    idle_check(n, saq);
}

/* Internal Xoff or Xon: a SAQ of an output port blocks its branches or lets them go. */
static void branches_block(ws_net *n, ws_saq saq, bool blocked) {
    u32 first = first_input(n, saq.port);
    saq_path path = branch_path(saq);
    u64 branches = *branches_of(saq);
    saq.line->xoff_sent = blocked;
    for (BITS_EACH(i, branches)) {
        ws_saq branch = saq_find(n, first + i, path);
        block(n, branch, blocked);
    }
}

/* The SAQ has fewer packets, or the marks have changed: it may owe an Xon. */
static void xon_check(ws_net *n, ws_saq saq) {
    if (!saq_owes_xon(saq))
        return;
    saq.line->xoff_sent = 0;
    n->total[WS_TOTAL_XONS]++;
    if (is_output(n, saq.port))
        branches_block(n, saq, false);
    else
        upstream_send(n, saq, CONTROL_XON);
    idle_check(n, saq);
}

/* ---- packets ---- */

/* The explicit notification upstream; with the row for its token. */
static void branch_request(ws_net *n, ws_saq saq) {
    u64 *branch = branches_of(saq);
    if (*branch != 0 || !control_reserve_spare(n, 1))
        return;
    *branch = 1;
    upstream_send(n, saq, CONTROL_BRANCH);
}

/* A packet has come to a SAQ of an input port. Hosts are not told. */
static void input_stored(ws_net *n, ws_saq saq) {
    const ws_def *def = n->def;
    u32 packets = saq_packets(saq);
    u32 l = feeding_link(n, saq.port);
    saq.line->used = 1;
    idle_check(n, saq);
    if (is_injection(n, l))
        return;
    if (packets >= def->saq_detect)
        branch_request(n, saq);
    if (packets >= def->saq_xoff)
        xoff_send(n, saq);
}

/* A packet has come to a SAQ of an output port. */
static void output_saq_stored(ws_net *n, ws_saq saq) {
    const ws_def *def = n->def;
    u32 packets = saq_packets(saq);
    saq.line->used = 1;
    idle_check(n, saq);
    if (packets >= def->saq_xoff) {
        n->total[WS_TOTAL_XOFFS]++;
        branches_block(n, saq, true);
    }
    if (saq.line->xoff_sent || packets >= def->saq_detect)
        branch_grow(n, saq);
}

/* A packet has come to queue q of an output port. */
static void output_stored(ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    u32 packets = packets_in(n, q);
    if (saq.line)
        output_saq_stored(n, saq);
    else if (packets >= n->def->saq_detect)
        root_grow(n, port_of(n, q));
}

/* A packet has left queue q: it may have been the one for which an Xon, or the end of a SAQ, had
 * to wait. */
static void packet_less(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    ws_saq saq = saq_of(n, q);
    if (saq.line)
        xon_check(n, saq);
    for (SAQS_EACH(other, n, port))
        idle_check(n, other);
}

/* Packet k has left queue q and the port. */
static void packet_left(ws_net *n, u32 q, u32 k) {
    packet_place place = place_in(n, q, k);
    pending_leave(place);
    packet_less(n, q);
}

/* The input port through which what is still to come of a packet comes to a port: of an output
 * port the one that it is crossing from. */
static u32 port_of_rest(const ws_net *n, u32 port) {
    if (is_output(n, port))
        return last_sender(n, port);
    return port;
}

/* Is packet k, which may not have come whole to a port, on its way from where `port_of_rest`
 * says? */
static bool rest_is_known(const ws_net *n, u32 port, u32 k) {
    u32 from = port_of_rest(n, port);
    return from == port || *crossing_at(n, from) == k;
}

/* The packet in front of queue `from` goes over into a SAQ of the same port, with what is here
 * of it; the rest will follow. */
static void packet_move(ws_net *n, u32 from, ws_saq saq) {
    u32 q = saq_queue(saq);
    u32 k = front_of(n, from);
    u32 rest = port_of_rest(n, saq.port);
    packet_place place = place_in(n, from, k);
    assert(front_is_whole(n, from) || rest_is_known(n, saq.port, k));
    pending_advance(place, saq.line->hops);
    rest_redirect(n, from, feeder(n, rest), q);
    u32 flits = front_leave(n, from, MOVE_CYCLES);
    saq.line->used = 1; /* not to be taken for idle meanwhile */
    packet_accept(n, q, k, flits);
    if (is_output(n, saq.port))
        output_stored(n, q);
    else
        input_stored(n, saq);
    packet_less(n, from);
}

/* The detection queue of an input port for packets of this route. */
static u32 detection_queue(const ws_net *n, u32 port, u32 route) {
    u32 first = first_queue_of(n, port);
    u32 x = node_of(n, first);
    u32 l = first_hop(n, x, route);
    return first + fast_link(n, l)->out;
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 port = port_fed(n, v);
    u32 route = route_from(n, port, k);
    ws_saq saq = saq_entry(n, port, route);
    u32 detection = detection_queue(n, port, route);
    u32 q = saq_queue_or(saq, detection);
    packet_place place = place_in(n, q, k);
    pending_enter(place);
    return q;
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    (void)k;
    ws_saq saq = saq_of(n, q);
    if (saq.line)
        input_stored(n, saq);
}

/* Only queues of output ports request a link; those of input ports wait, inhibited, to cross. */
static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    u32 port = port_of(n, q);
    bool may_go = !is_blocked(n, q);
    ws_saq to = saq_for(front_place(n, q));
    if (to.line) {
        packet_move(n, q, to);
        return false;
    }
    if (may_go && is_output(n, port))
        return true;
    queue_inhibit(n, q);
    if (may_go)
        node_wake(n, node_of(n, q));
    return false;
}

static void recn_departed(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 x = node_of(n, q);
    n->cross.room[port]++;
    node_wake(n, x);
    packet_left(n, q, k);
}

/* ---- the crossbar ---- */

/* The output by which the packet in front of queue q leaves the switch, by number. */
static u32 output_ahead(const ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    u32 dest = dest_of(n, k);
    u32 route = route_to(n, q, dest);
    return route & HOP_MASK;
}

/* Does queue q of an input port have a packet that may cross to output o (by number)? */
static bool may_cross(const ws_net *n, u32 q, u32 o) {
    bool waits = packets_in(n, q) > 0 && is_inhibited(n, q);
    if (!waits || is_blocked(n, q))
        return false;
    return output_ahead(n, q) == o;
}

/* The queue of input port `in` that is next in turn to send to output o (by number) now; NIL if
 * none can. */
static u32 input_choose(const ws_net *n, u32 in, u32 o) {
    u32 first = first_queue_of(n, in);
    u32 queues = end_queue_of(n, in) - first;
    u32 place = n->cross.turn[in];
    if (is_busy(n, in))
        return NIL;
    place %= queues;
    for (EACH(i, queues)) {
        if (may_cross(n, first + place, o))
            return first + place;
        place = turn_after(place, queues);
    }
    return NIL;
}

/* A packet that goes over from queue q of an input port to an output port. */
typedef struct crossing {
    u32 q;
    u32 in;
    u32 out;
    u32 packet;
} crossing;

/* Both ports are busy until the packet has crossed. */
static void crossing_begin(ws_net *n, const crossing *over) {
    u32 cycles = n->packet.length[over->packet];
    bool reserved = control_reserve(n, 1);
    assert(reserved);
    (void)reserved;
    *crossing_at(n, over->in) = over->packet;
    *crossing_at(n, over->out) = over->packet;
    n->cross.room[over->out]--;
    ws_control end = {
        .due = now(n) + cycles,
        .packet = over->in,
        .count = over->out,
        .kind = CONTROL_CROSSED,
    };
    control_send(n, end);
}

/* The queue of the output port that takes the packet. */
static u32 queue_for(const ws_net *n, const crossing *over) {
    u32 standard = first_queue_of(n, over->out);
    u32 route = route_from(n, over->out, over->packet);
    ws_saq saq = saq_entry(n, over->out, route);
    return saq_queue_or(saq, standard);
}

/* The packet goes over, with what is here of it; the rest will follow. */
static void packet_cross(ws_net *n, const crossing *over) {
    u32 q = over->q;
    u32 k = over->packet;
    u32 to = queue_for(n, over);
    u32 rest = feeder(n, over->in);
    crossing_begin(n, over);
    bit_clear(n->port.inhibited, q);
    rest_redirect(n, q, rest, to);
    u32 flits = front_leave(n, q, 1);
    packet_left(n, q, k);
    packet_place place = place_in(n, to, k);
    pending_enter(place);
    packet_accept(n, to, k, flits);
    output_stored(n, to);
}

/* Output port `out` takes the packet in front of queue q, whose port is so far from the first of
 * its switch. */
static void output_accept(ws_net *n, u32 out, u32 q, u32 place) {
    u16 *turn = n->cross.turn;
    crossing over = {
        .q = q,
        .in = port_of(n, q),
        .out = out,
        .packet = front_of(n, q),
    };
    u32 behind = q + 1 - first_queue_of(n, over.in);
    turn[out] = (u16)(place + 1);
    turn[over.in] = (u16)behind;
    packet_cross(n, &over);
}

/* Output port `out` takes the next input port in turn that has a packet for it. */
static void output_cross(ws_net *n, u32 out) {
    u32 x = port_switch(n, out);
    u32 first = first_port(n, x);
    u32 inputs = input_ports(n, x);
    u32 o = output_number(n, out);
    u32 place = n->cross.turn[out];
    if (!may_receive(n, out))
        return;
    place %= inputs;
    for (EACH(i, inputs)) {
        u32 q = input_choose(n, first + place, o);
        if (q != NIL) {
            output_accept(n, out, q, place);
            return;
        }
        place = turn_after(place, inputs);
    }
}

/* Packets cross first; then output ports grant their links. */
static void recn_allocate(ws_net *n, u32 x) {
    u32 first = first_link(n, x);
    u32 outputs = node_outputs(n, x);
    u32 place = (u32)(now(n) % outputs);
    for (EACH(i, outputs)) {
        u32 out = output_port(n, first + place);
        output_cross(n, out);
        place = turn_after(place, outputs);
    }
    ports_allocate(n, x);
}

/* The tail has crossed: both ports are free, and so is its place at the input. */
static void crossed(ws_net *n, const ws_control *what) {
    u32 in = what->packet;
    u32 out = what->count;
    u32 q = first_queue_of(n, in);
    control_unreserve(n, 1);
    *crossing_at(n, in) = NIL;
    *crossing_at(n, out) = NIL;
    signal_send(n, q);
    node_wake(n, node_of(n, q));
}

/* ---- control messages ---- */

/* The output port that sends on vc v. */
static u32 sending_port(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    return output_port(n, l);
}

/* The explicit notification: the row it came in is that of the token, which goes back at once if
 * there is no line. */
static void branch_heard(ws_net *n, const ws_control *what) {
    new_saq branch = {
        .port = sending_port(n, what->vc),
        .path = path_told(what),
        .cause = WS_SAQ_NOTIFIED,
    };
    ws_saq saq = saq_allocate(n, &branch);
    if (!saq.line)
        token_send(n, what->vc, branch.path);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 out = sending_port(n, what->vc);
    ws_saq saq = saq_find(n, out, path_told(what));
    bool xoff = what->kind == CONTROL_XOFF;
    control_unreserve(n, 1);
    if (saq.line)
        block(n, saq, xoff);
}

static void token_heard(ws_net *n, const ws_control *what) {
    u32 port = port_fed(n, what->vc);
    ws_saq saq = saq_find(n, port, path_told(what));
    control_unreserve(n, 1);
    assert(saq.line);
    *branches_of(saq) = 0;
    idle_check(n, saq);
}

/* What is done when a control message comes, by its kind. */
/* clang-format off */
static void (*const hearers[])(ws_net *n, const ws_control *what) = {
    [CONTROL_XOFF] = flow_heard,
    [CONTROL_XON] = flow_heard,
    [CONTROL_IDLE] = idle_over,
    [CONTROL_BRANCH] = branch_heard,
    [CONTROL_TOKEN] = token_heard,
    [CONTROL_CROSSED] = crossed,
};
/* clang-format on */

static void recn_control(ws_net *n, const ws_control *what) {
    hearers[what->kind](n, what);
}

/* New marks hold at once. */
static void recn_changed(ws_net *n) {
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port)) {
            xon_check(n, saq);
            idle_check(n, saq);
        }
}

static u32 recn_queues(const ws_net *n, u32 l) {
    u32 x = node_to(n, l);
    return node_outputs(n, x) + n->layout.saqs;
}

static u32 recn_outputs(const ws_net *n) {
    return 1 + n->layout.saqs;
}

/* ---- who waits for whom ---- */

/* A queue of a port that has packets; NIL if none has. */
static u32 queue_filled(const ws_net *n, u32 port) {
    for (PORT_QUEUES_EACH(q, n, port))
        if (packets_in(n, q) > 0)
            return q;
    return NIL;
}

static u32 recn_waits_for(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    if (saq.line && saq.line->blocked)
        return saq_queue_or(saq_blocker(saq), NIL);
    u32 x = node_of(n, q);
    u32 l = first_hop(n, x, output_ahead(n, q));
    u32 out = output_port(n, l);
    bool full = n->cross.room[out] == 0;
    return full ? queue_filled(n, out) : NIL;
}

static ws_wait_reason recn_blockers(ws_blockers *blockers, u32 q) {
    static const inhibition by = {
        .ahead = recn_waits_for,
        .reason = WS_WAIT_XOFF,
    };
    return port_blockers(blockers, q, by);
}

/* ---- the laws ---- */

/* SAQs that have a token to send, or an Xon. */
static u32 recn_promises(const ws_net *n) {
    u32 rows = 0;
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port))
            rows += is_output(n, port) || saq.line->xoff_sent;
    return rows;
}

/* Is the tail of packet k on the wire of link l, and arrives in this slot of the wheel? */
static bool tail_flies(const ws_net *n, u32 slot, u32 l, u32 k) {
    size_t words = n->size.link_words;
    size_t links = n->size.links;
    const u64 *busy = n->flight_bits + slot * words;
    const u32 *flight = n->flight + slot * links;
    u32 flit = flight[l];
    bool tail = flit & FLIT_TAIL;
    if (!tail || !bit_get(busy, l))
        return false;
    return flit >> FLIT_PACKET_SHIFT == k;
}

/* Is the tail of the packet that crosses from an input port still on its way there? */
static bool tail_comes(const ws_net *n, u32 in) {
    u32 k = *crossing_at(n, in);
    u32 v = feeder(n, in);
    u32 l = link_of(n, v);
    u32 holder = holder_of(n, v);
    if (holder != NIL && front_of(n, holder) == k)
        return true;
    for (EACH(slot, n->size.flight_slots))
        if (tail_flies(n, slot, l, k))
            return true;
    return false;
}

static u32 recn_kept(const ws_net *n, u32 port) {
    return is_busy(n, port) && !tail_comes(n, port);
}

static const char *branch_broken(ws_saq branch, bool stopped) {
    if (!branch.line)
        return "a branch is gone, but not its token";
    if (branch.line->blocked != stopped)
        return "a branch does not know of Xoff or Xon";
    return NULL;
}

static const char *branches_broken(ws_saq saq) {
    u32 first = first_input(saq.n, saq.port);
    saq_path path = branch_path(saq);
    bool stopped = saq.line->xoff_sent;
    u64 branches = *branches_of(saq);
    for (BITS_EACH(i, branches)) {
        ws_saq branch = saq_find(saq.n, first + i, path);
        const char *what = branch_broken(branch, stopped);
        if (what)
            return what;
    }
    return NULL;
}

/* Will a SAQ of an output port, before SAQ `next`, be let go some time, if it is blocked? */
static bool will_be_permitted(ws_saq saq, ws_saq next) {
    u32 l = saq_out_link(saq);
    u32 v = first_vc(saq.n, l);
    if (next.line->xoff_sent)
        return true;
    return is_under_way(saq.n, CONTROL_XON, v, path_of(saq));
}

/* The branches of a SAQ of an output port, and what it branches from. */
static const char *output_tree_broken(ws_saq saq) {
    ws_saq next = saq_downstream(saq);
    bool blocked = saq.line->blocked;
    if (!next.line || *branches_of(next) == 0)
        return "an output's set-aside queue hangs on no tree";
    if (blocked && !will_be_permitted(saq, next))
        return "an output's set-aside queue is blocked for ever";
    if (!blocked && is_inhibited(saq.n, saq_queue(saq)))
        return "a set-aside queue is inhibited for no reason";
    return branches_broken(saq);
}

/* Does the output port upstream of a SAQ of an input port have one for the path, or is the
 * notification or the token under way? */
static bool has_branch(ws_saq saq) {
    const ws_net *n = saq.n;
    saq_path path = path_of(saq);
    u32 v = feeder(n, saq.port);
    u32 up = sending_port(n, v);
    if (up != NIL && saq_find(n, up, path).line)
        return true;
    if (is_under_way(n, CONTROL_BRANCH, v, path))
        return true;
    return is_under_way(n, CONTROL_TOKEN, v, path);
}

static const char *input_tree_broken(ws_saq saq) {
    const ws_saq_state *line = saq.line;
    u64 branch = branch_bit(saq.n, saq.port);
    bool branched = *branches_of(saq) != 0;
    if (branched != has_branch(saq))
        return "the token of a branch is lost";
    if (line->hops == 1)
        return line->blocked ? "a root has blocked a branch" : NULL;
    ws_saq next = saq_downstream(saq);
    bool known = next.line && *branches_of(next) & branch;
    return known ? NULL : "an input's set-aside queue hangs on no tree";
}

static const char *saq_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    bool idle = is_idle(saq);
    return line_broken(saq, idle);
}

static const char *tree_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    if (!saq_is_valid(saq))
        return NULL;
    if (is_output(n, saq.port))
        return output_tree_broken(saq);
    return input_tree_broken(saq);
}

/* Could a packet cross to output port `out`? */
static bool could_cross(const ws_net *n, u32 out) {
    u32 x = port_switch(n, out);
    u32 o = output_number(n, out);
    if (!may_receive(n, out))
        return false;
    for (INPUT_PORTS_EACH(in, n, x))
        if (input_choose(n, in, o) != NIL)
            return true;
    return false;
}

/* The memory of an output port; could a packet cross to it, and nobody has noticed? */
static const char *output_broken(const ws_net *n, u32 out) {
    u32 packets = n->cross.room[out];
    u32 x = port_switch(n, out);
    if (!is_output(n, out))
        return NULL;
    for (PORT_QUEUES_EACH(q, n, out))
        packets += packets_in(n, q);
    if (packets != n->wire.out_slots)
        return "an output port has miscounted its packets";
    bool noticed = bit_get(n->allocate_nodes, x);
    if (!noticed && could_cross(n, out))
        return "a packet that could cross has been forgotten";
    return NULL;
}

static const ws_law recn_laws[] = {
    LAW(saq_broken, saqs),
    LAW(tree_broken, saqs),
    LAW(output_broken, ports),
    LAWS_END,
};

static void recn_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    size->cross_ports = size->ports;
    size->cross_saqs = size->ports * n->layout.saqs;
    saq_sizes(n);
}

static void recn_start(ws_net *n) {
    u16 slots = (u16)n->wire.out_slots;
    saq_start(n);
    for (EACH(port, n->size.cross_ports)) {
        *crossing_at(n, port) = NIL;
        if (is_output(n, port))
            n->cross.room[port] = slots;
    }
}

static bool recn_check(const ws_check *check) {
    const ws_def *def = check->def;
    if (!saq_check(check))
        return false;
    if (def->router_delay > 0 || def->vc_delay > 0)
        return fail(check->error, "queueing recn needs router-delay 0 and lane-delay 0: a packet "
                                  "would go through the router twice");
    return true;
}

const ws_switch switch_recn_cioq = {
    .check = recn_check,
    .check_wiring = saq_check_wiring,
    .ports = true,
    .layout = saq_layout,
    .port_queues = recn_queues,
    .output_queues = recn_outputs,
    .sizes = recn_sizes,
    .start = recn_start,
    .changed = recn_changed,
    .receive = recn_receive,
    .received = recn_received,
    .request = recn_request,
    .requested = port_requested,
    .withdraw = port_withdraw,
    .wanted = port_wanted,
    .freed = port_freed,
    .departed = recn_departed,
    .control = recn_control,
    .allocate = recn_allocate,
    .transmit = transmit_input_queued,
    .blockers = recn_blockers,
    .ahead = saq_queue_ahead,
    .promises = recn_promises,
    .kept = recn_kept,
    .laws = {port_laws, recn_laws},
};
