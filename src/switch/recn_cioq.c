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
static bool has_room(const ws_net *n, u32 out) {
    return n->cross.room[out] > 0;
}
/* Can output port `out` take a packet now? */
static bool may_receive(const ws_net *n, u32 out) {
    return !is_busy(n, out) && has_room(n, out);
}
/* The branches of the tree at a SAQ: at an output the input ports that have one, at an input
 * whether upstream has one, or is asked to. */
static u64 *branches_of(const ws_net *n, u32 saq) {
    return &n->cross.branch[saq];
}

/* ---- birth and death ---- */

static bool is_idle(const ws_net *n, u32 saq) {
    u16 pending = line_of(n, saq)->pending;
    if (pending > 0 || *branches_of(n, saq) != 0)
        return false;
    return saq_is_unused(n, saq);
}

/* Something has changed for the SAQ: is it a leaf of no use any more? */
static void idle_check(ws_net *n, u32 saq) {
    saq_idle_note(n, saq, is_idle(n, saq));
}

/* Packets of the flows of a new SAQ may be in front of queues of shorter paths, and wait. */
static u32 saq_allocate(ws_net *n, const new_saq *what) {
    u32 first = first_queue_of(n, what->port);
    u32 end = end_queue_of(n, what->port);
    u32 saq = line_allocate(n, what);
    if (saq == NIL)
        return NIL;
    *branches_of(n, saq) = 0;
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

/* A branch is the number of an input port among those of its switch. */
static u64 branch_bit(const ws_net *n, u32 in) {
    u32 first = first_port(n, port_switch(n, in));
    return 1ull << (in - first);
}

/* A SAQ of an input port gives its token to the SAQ of its output port, or to the root. */
static void token_give(ws_net *n, u32 saq) {
    u32 to = saq_downstream(n, saq);
    u64 branch = branch_bit(n, saq_port(n, saq));
    if (to == NIL)
        return;
    *branches_of(n, to) &= ~branch;
    idle_check(n, to);
}

static void saq_free(ws_net *n, u32 saq) {
    u32 l = saq_out_link(n, saq);
    line_free(n, saq);
    if (l == NIL) {
        token_give(n, saq);
        return;
    }
    u32 v = first_vc(n, l);
    token_send(n, v, path_of(n, saq));
}

static void idle_over(ws_net *n, const ws_control *what) {
    u32 saq = what->packet;
    bool idle = is_idle(n, saq);
    if (saq_idle_over(n, what, idle))
        saq_free(n, saq);
}

/* ---- Xoff and Xon ---- */

static void block(ws_net *n, u32 saq, bool blocked) {
    saq_block(n, saq, blocked);
    idle_check(n, saq);
}

/* The path of a branch: through an output port and on to the congested output of its SAQ `saq`;
 * to the output itself, if that is NIL. */
static saq_path branch_path(const ws_net *n, u32 out, u32 saq) {
    saq_path behind = {0, 0};
    if (saq != NIL)
        behind = path_of(n, saq);
    return path_through(output_number(n, out), behind);
}

/* The tree at an output port begins to grow: input port `in` allocates a SAQ for its root. */
static void root_grow(ws_net *n, u32 in, u32 out) {
    new_saq branch = {
        .port = in,
        .path = branch_path(n, out, NIL),
        .cause = WS_SAQ_DETECTED,
    };
    if (saq_find(n, in, branch.path) == NIL)
        saq_allocate(n, &branch);
}

/* Internal notification: input port `in` grows a branch of the tree at SAQ `saq` of an output
 * port. */
static void branch_grow(ws_net *n, u32 in, u32 saq) {
    new_saq branch = {
        .port = in,
        .path = branch_path(n, saq_port(n, saq), saq),
        .cause = WS_SAQ_NOTIFIED,
        .blocked = line_of(n, saq)->xoff_sent,
    };
    if (saq_find(n, in, branch.path) != NIL)
        return;
    if (saq_allocate(n, &branch) == NIL)
        return;
    *branches_of(n, saq) |= branch_bit(n, in);
    idle_check(n, saq);
}

/* Internal Xoff or Xon: a SAQ of an output port blocks its branches or lets them go. */
static void branches_block(ws_net *n, u32 saq, bool blocked) {
    u32 out = saq_port(n, saq);
    u32 first = first_port(n, port_switch(n, out));
    saq_path path = branch_path(n, out, saq);
    u64 branches = *branches_of(n, saq);
    line_of(n, saq)->xoff_sent = blocked;
    for (BITS_EACH(i, branches)) {
        u32 branch = saq_find(n, first + i, path);
        block(n, branch, blocked);
    }
}

static void xon_send(ws_net *n, u32 saq) {
    line_of(n, saq)->xoff_sent = 0;
    n->total[WS_TOTAL_XONS]++;
    if (is_output(n, saq_port(n, saq)))
        branches_block(n, saq, false);
    else
        upstream_send(n, saq, CONTROL_XON);
    idle_check(n, saq);
}

/* ---- packets ---- */

/* The explicit notification upstream; with the row for its token. */
static void branch_request(ws_net *n, u32 saq) {
    u64 *branch = branches_of(n, saq);
    if (*branch != 0 || !control_reserve_spare(n, 1))
        return;
    *branch = 1;
    upstream_send(n, saq, CONTROL_BRANCH);
}

/* A packet has come to a SAQ of an input port. Hosts are not told. */
static void input_stored(ws_net *n, u32 saq) {
    const ws_def *def = n->def;
    u32 packets = saq_packets(n, saq);
    u32 l = feeding_link(n, saq_port(n, saq));
    line_of(n, saq)->used = 1;
    idle_check(n, saq);
    if (fast_link(n, l)->source)
        return;
    if (packets >= def->saq_detect)
        branch_request(n, saq);
    if (packets >= def->saq_xoff)
        xoff_send(n, saq);
}

/* The input port that sent the last packet to an output port. */
static u32 last_sender(const ws_net *n, u32 out) {
    u32 first = first_port(n, port_switch(n, out));
    return first + n->cross.turn[out] - 1u;
}

/* A packet has come to queue q of an output port, and makes SAQ `saq`. */
static void output_saq_stored(ws_net *n, u32 q, u32 saq) {
    const ws_saq_state *line = line_of(n, saq);
    u32 packets = packets_in(n, q);
    line_of(n, saq)->used = 1;
    idle_check(n, saq);
    if (packets >= n->def->saq_xoff) {
        n->total[WS_TOTAL_XOFFS]++;
        branches_block(n, saq, true);
    }
    u32 in = last_sender(n, port_of(n, q));
    if (line->xoff_sent || packets >= n->def->saq_detect)
        branch_grow(n, in, saq);
}

/* A packet has come to queue q of an output port. */
static void output_stored(ws_net *n, u32 q) {
    u32 saq = saq_of(n, q);
    u32 out = port_of(n, q);
    if (saq != NIL)
        output_saq_stored(n, q, saq);
    else if (packets_in(n, q) >= n->def->saq_detect)
        root_grow(n, last_sender(n, out), out);
}

/* A packet has left queue q: it may have been the one for which an Xon, or the end of a SAQ, had
 * to wait. */
static void packet_less(ws_net *n, u32 q) {
    u32 saq = saq_of(n, q);
    if (saq != NIL && saq_owes_xon(n, saq))
        xon_send(n, saq);
    for (SAQS_EACH(other, n, port_of(n, q)))
        idle_check(n, other);
}

/* Packet k has left queue q and the port. */
static void packet_left(ws_net *n, u32 q, u32 k) {
    pending_leave(n, place_in(n, q, k));
    packet_less(n, q);
}

/* The vc down which what is still to come of a packet comes to a port: to an output port through
 * the input port that it is crossing from. */
static u32 vc_of_rest(const ws_net *n, u32 port) {
    if (is_output(n, port))
        port = last_sender(n, port);
    return feeder(n, port);
}

/* Is packet k, which may not have come whole to a port, on its way from where `vc_of_rest`
 * says? */
static bool rest_is_known(const ws_net *n, u32 port, u32 k) {
    if (!is_output(n, port))
        return true;
    u32 in = last_sender(n, port);
    return *crossing_at(n, in) == k;
}

/* The packet in front of queue `from` goes over into a SAQ of the same port, with what is here
 * of it; the rest will follow. */
static void packet_move(ws_net *n, u32 from, u32 saq) {
    ws_saq_state *line = line_of(n, saq);
    u32 q = saq_queue(n, saq);
    u32 k = front_of(n, from);
    u32 port = port_of(n, q);
    u32 rest = vc_of_rest(n, port);
    packet_place place = place_in(n, from, k);
    assert(front_is_whole(n, from) || rest_is_known(n, port, k));
    pending_advance(n, place, line->hops);
    rest_redirect(n, from, rest, q);
    u32 flits = front_leave(n, from, MOVE_CYCLES);
    line->used = 1; /* not to be taken for idle meanwhile */
    packet_accept(n, q, k, flits);
    if (is_output(n, port))
        output_stored(n, q);
    else
        input_stored(n, saq);
    packet_less(n, from);
}

/* The detection queue of an input port for packets of this route. */
static u32 detection_queue(const ws_net *n, u32 port, u32 route) {
    u32 first = first_queue_of(n, port);
    u32 l = first_hop(n, node_of(n, first), route);
    return first + fast_link(n, l)->out;
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 port = port_of(n, own_queue(n, v));
    u32 route = route_from(n, port, k);
    u32 saq = saq_entry(n, port, route);
    u32 detection = detection_queue(n, port, route);
    u32 q = saq_queue_or(n, saq, detection);
    pending_enter(n, place_in(n, q, k));
    return q;
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    (void)k;
    u32 saq = saq_of(n, q);
    if (saq != NIL)
        input_stored(n, saq);
}

/* Only queues of output ports request a link; those of input ports wait, inhibited, to cross. */
static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    bool may_go = !is_blocked(n, q);
    u32 to = saq_for(n, front_place(n, q));
    if (to != NIL) {
        packet_move(n, q, to);
        return false;
    }
    bool at_output = is_output(n, port_of(n, q));
    if (may_go && at_output)
        return true;
    queue_inhibit(n, q);
    if (may_go)
        bit_set(n->allocate_nodes, node_of(n, q));
    return false;
}

static void recn_departed(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    n->cross.room[port]++;
    bit_set(n->allocate_nodes, node_of(n, q));
    packet_left(n, q, k);
}

/* ---- the crossbar ---- */

/* The output by which the packet in front of queue q leaves the switch, by number. */
static u32 output_ahead(const ws_net *n, u32 q) {
    u32 dest = dest_of(n, front_of(n, q));
    return route_to(n, q, dest) & HOP_MASK;
}

/* Does queue q of an input port have a packet that may cross to output o (by number)? */
static bool may_cross(const ws_net *n, u32 q, u32 o) {
    bool waits = packets_in(n, q) > 0 && is_inhibited(n, q);
    if (!waits || is_blocked(n, q))
        return false;
    return output_ahead(n, q) == o;
}

/* The queue of input port `in` that is next in turn to send to output o; NIL if none can. */
static u32 queue_choose(const ws_net *n, u32 in, u32 o) {
    u32 first = first_queue_of(n, in);
    u32 queues = end_queue_of(n, in) - first;
    u32 place = n->cross.turn[in] % queues;
    for (EACH(i, queues)) {
        if (may_cross(n, first + place, o))
            return first + place;
        place = turn_after(place, queues);
    }
    return NIL;
}

/* Both ports are busy until packet k has crossed. */
static void crossing_begin(ws_net *n, u32 in, u32 out, u32 k) {
    bool reserved = control_reserve(n, 1);
    assert(reserved);
    (void)reserved;
    *crossing_at(n, in) = k;
    *crossing_at(n, out) = k;
    n->cross.room[out]--;
    u32 cycles = n->packet.length[k];
    ws_control end = {
        .due = now(n) + cycles,
        .packet = in,
        .count = out,
        .kind = CONTROL_CROSSED,
    };
    control_send(n, end);
}

/* The queue of output port `out` that takes packet k. */
static u32 queue_for(const ws_net *n, u32 out, u32 k) {
    u32 standard = first_queue_of(n, out);
    u32 route = route_from(n, out, k);
    u32 saq = saq_entry(n, out, route);
    return saq_queue_or(n, saq, standard);
}

/* The packet in front of queue q goes over to output port `out`, with what is here of it; the
 * rest will follow. */
static void packet_cross(ws_net *n, u32 q, u32 out) {
    u32 in = port_of(n, q);
    u32 k = front_of(n, q);
    u32 to = queue_for(n, out, k);
    crossing_begin(n, in, out, k);
    bit_clear(n->port.inhibited, q);
    rest_redirect(n, q, feeder(n, in), to);
    u32 flits = front_leave(n, q, 1);
    packet_left(n, q, k);
    pending_enter(n, place_in(n, to, k));
    packet_accept(n, to, k, flits);
    output_stored(n, to);
}

/* The queue of input port `in` that can send to output o (by number) now; NIL if none can. */
static u32 input_choose(const ws_net *n, u32 in, u32 o) {
    if (is_busy(n, in))
        return NIL;
    return queue_choose(n, in, o);
}

/* Output port `out` takes the packet of queue q, which stands at input port `in`, so far from the
 * first of its switch. */
static void input_take(ws_net *n, u32 q, u32 place, u32 out) {
    u16 *turn = n->cross.turn;
    u32 in = port_of(n, q);
    u32 behind = q + 1 - first_queue_of(n, in);
    turn[out] = (u16)(place + 1);
    turn[in] = (u16)behind;
    packet_cross(n, q, out);
}

/* Output port `out` takes the next input port in turn that has a packet for it. */
static void output_cross(ws_net *n, u32 x, u32 out) {
    u32 first = first_port(n, x);
    u32 inputs = input_ports(n, x);
    u32 o = output_number(n, out);
    if (!may_receive(n, out))
        return;
    u32 place = n->cross.turn[out] % inputs;
    for (EACH(i, inputs)) {
        u32 q = input_choose(n, first + place, o);
        if (q != NIL) {
            input_take(n, q, place, out);
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
        output_cross(n, x, out);
        place = turn_after(place, outputs);
    }
    ports_allocate(n, x);
}

/* The tail has crossed: both ports are free, and so is its place at the input. */
static void crossed(ws_net *n, const ws_control *what) {
    u32 in = what->packet;
    u32 out = what->count;
    control_unreserve(n, 1);
    *crossing_at(n, in) = NIL;
    *crossing_at(n, out) = NIL;
    signal_send(n, first_queue_of(n, in));
    bit_set(n->allocate_nodes, port_switch(n, in));
}

/* ---- control messages ---- */

/* The output port that sends on vc v. */
static u32 sending_port(const ws_net *n, u32 v) {
    return output_port(n, link_of(n, v));
}

/* The explicit notification: the row it came in is that of the token, which goes back at once if
 * there is no line. */
static void branch_heard(ws_net *n, const ws_control *what) {
    new_saq branch = {
        .port = sending_port(n, what->vc),
        .path = path_told(what),
        .cause = WS_SAQ_NOTIFIED,
    };
    if (saq_allocate(n, &branch) == NIL)
        token_send(n, what->vc, branch.path);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 out = sending_port(n, what->vc);
    u32 saq = saq_find(n, out, path_told(what));
    bool xoff = what->kind == CONTROL_XOFF;
    control_unreserve(n, 1);
    if (saq != NIL)
        block(n, saq, xoff);
}

static void token_heard(ws_net *n, const ws_control *what) {
    u32 port = port_of(n, own_queue(n, what->vc));
    u32 saq = saq_find(n, port, path_told(what));
    control_unreserve(n, 1);
    assert(saq != NIL);
    *branches_of(n, saq) = 0;
    idle_check(n, saq);
}

static void recn_control(ws_net *n, const ws_control *what) {
    switch (what->kind) {
    case CONTROL_IDLE: idle_over(n, what); return;
    case CONTROL_CROSSED: crossed(n, what); return;
    case CONTROL_BRANCH: branch_heard(n, what); return;
    case CONTROL_TOKEN: token_heard(n, what); return;
    default: flow_heard(n, what);
    }
}

/* New marks hold at once. */
static void recn_changed(ws_net *n) {
    for (EACH(saq, n->size.saqs)) {
        if (!saq_is_valid(n, saq))
            continue;
        if (saq_owes_xon(n, saq))
            xon_send(n, saq);
        idle_check(n, saq);
    }
}

static u32 recn_queues(const ws_net *n, const ws_def *def, u32 l) {
    (void)def;
    u32 outputs = node_outputs(n, node_to(n, l));
    return outputs + n->layout.saqs;
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
    if (is_blocked(n, q))
        return saq_blocking_queue(n, saq_of(n, q));
    u32 x = node_of(n, q);
    u32 l = first_hop(n, x, output_ahead(n, q));
    u32 out = output_port(n, l);
    return has_room(n, out) ? NIL : queue_filled(n, out);
}

static ws_wait_reason recn_blockers(ws_blockers *blockers, u32 q) {
    static const inhibition by = {recn_waits_for, WS_WAIT_XOFF};
    return port_blockers(blockers, q, by);
}

/* ---- the laws ---- */

/* A token to send, or an Xon. */
static bool owes_message(const ws_net *n, u32 saq) {
    if (!saq_is_valid(n, saq))
        return false;
    if (saq_out_link(n, saq) != NIL)
        return true;
    return line_of(n, saq)->xoff_sent;
}

static u32 recn_promises(const ws_net *n) {
    u32 rows = 0;
    for (EACH(saq, n->size.saqs))
        rows += owes_message(n, saq);
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

/* Is the tail of packet k still on its way down vc v? */
static bool tail_comes(const ws_net *n, u32 v, u32 k) {
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
    u32 k = *crossing_at(n, port);
    if (k == NIL)
        return 0;
    return !tail_comes(n, feeder(n, port), k);
}

static const char *branch_broken(const ws_net *n, u32 branch, bool stopped) {
    if (branch == NIL)
        return "a branch is gone, but not its token";
    if (line_of(n, branch)->blocked != stopped)
        return "a branch does not know of Xoff or Xon";
    return NULL;
}

static const char *branches_broken(const ws_net *n, u32 saq) {
    u32 port = saq_port(n, saq);
    u32 first = first_port(n, port_switch(n, port));
    saq_path path = branch_path(n, port, saq);
    bool stopped = line_of(n, saq)->xoff_sent;
    u64 branches = *branches_of(n, saq);
    for (BITS_EACH(i, branches)) {
        u32 branch = saq_find(n, first + i, path);
        const char *what = branch_broken(n, branch, stopped);
        if (what)
            return what;
    }
    return NULL;
}

/* Will SAQ `saq` of an output port, before SAQ `next`, be let go some time, if it is blocked? */
static bool will_be_permitted(const ws_net *n, u32 saq, u32 next) {
    if (line_of(n, next)->xoff_sent)
        return true;
    u32 v = first_vc(n, saq_out_link(n, saq));
    saq_path path = path_of(n, saq);
    return is_under_way(n, CONTROL_XON, v, path);
}

/* The branches of a SAQ of an output port, and what it branches from. */
static const char *output_tree_broken(const ws_net *n, u32 saq) {
    u32 next = saq_downstream(n, saq);
    bool blocked = line_of(n, saq)->blocked;
    if (next == NIL || *branches_of(n, next) == 0)
        return "an output's set-aside queue hangs on no tree";
    if (blocked && !will_be_permitted(n, saq, next))
        return "an output's set-aside queue is blocked for ever";
    return branches_broken(n, saq);
}

/* Does the output port upstream of a SAQ of an input port have one for the path, or is the
 * notification or the token under way? */
static bool has_branch(const ws_net *n, u32 saq) {
    saq_path path = path_of(n, saq);
    u32 v = feeder(n, saq_port(n, saq));
    u32 up = sending_port(n, v);
    if (up != NIL && saq_find(n, up, path) != NIL)
        return true;
    if (is_under_way(n, CONTROL_BRANCH, v, path))
        return true;
    return is_under_way(n, CONTROL_TOKEN, v, path);
}

/* Does SAQ `next` know that SAQ `saq` of an input port is a branch of it? */
static bool is_branch_of(const ws_net *n, u32 saq, u32 next) {
    u64 branch = branch_bit(n, saq_port(n, saq));
    return *branches_of(n, next) & branch;
}

static const char *input_tree_broken(const ws_net *n, u32 saq) {
    const ws_saq_state *line = line_of(n, saq);
    bool branched = *branches_of(n, saq) != 0;
    if (branched != has_branch(n, saq))
        return "the token of a branch is lost";
    if (line->hops == 1)
        return line->blocked ? "a root has blocked a branch" : NULL;
    u32 next = saq_downstream(n, saq);
    if (next == NIL || !is_branch_of(n, saq, next))
        return "an input's set-aside queue hangs on no tree";
    return NULL;
}

static const char *saq_broken(const ws_net *n, u32 saq) {
    bool idle = is_idle(n, saq);
    const char *what = line_broken(n, saq, idle);
    if (what || !saq_is_valid(n, saq))
        return what;
    if (saq_out_link(n, saq) == NIL)
        return input_tree_broken(n, saq);
    bool inhibited = is_inhibited(n, saq_queue(n, saq));
    if (inhibited && !line_of(n, saq)->blocked)
        return "a set-aside queue is inhibited for no reason";
    return output_tree_broken(n, saq);
}

/* Could a packet cross to output port `out` of switch x? */
static bool could_cross(const ws_net *n, u32 x, u32 out) {
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
    for (PORT_QUEUES_EACH(q, n, out))
        packets += packets_in(n, q);
    if (packets != n->wire.out_slots)
        return "an output port has miscounted its packets";
    bool noticed = bit_get(n->allocate_nodes, x);
    if (!noticed && could_cross(n, x, out))
        return "a packet that could cross has been forgotten";
    return NULL;
}

static const char *port_broken(const ws_net *n, u32 port) {
    return is_output(n, port) ? output_broken(n, port) : NULL;
}

static const char *recn_broken(const ws_net *n, u32 *where) {
    const ws_sizes *size = &n->size;
    const char *what = ports_broken(n, where);
    if (!what)
        what = first_broken(n, size->saqs, saq_broken, where);
    if (!what)
        what = first_broken(n, size->ports, port_broken, where);
    return what;
}

static void recn_sizes(ws_net *n, const ws_def *def) {
    ws_sizes *size = &n->size;
    size->cross_ports = size->ports;
    size->cross_saqs = size->ports * n->layout.saqs;
    saq_sizes(n, def);
}

static void recn_start(ws_net *n, const ws_def *def) {
    saq_start(n, def);
    u16 slots = (u16)n->wire.out_slots;
    for (EACH(port, n->size.cross_ports)) {
        *crossing_at(n, port) = NIL;
        n->cross.room[port] = is_output(n, port) ? slots : 0;
    }
}

static bool recn_check(const ws_def *def, const ws_routing *routing, ws_error *error) {
    if (!saq_check(def, routing, error))
        return false;
    if (def->router_delay > 0 || def->vc_delay > 0)
        return fail(error, "queueing recn needs router-delay 0 and lane-delay 0: a packet would go "
                           "through the router twice");
    return true;
}

const ws_switch switch_recn_cioq = {
    .check = recn_check,
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
    .audit = recn_broken,
};
