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

/* The output port of switch x by which a path, or a route, leaves it. */
static u32 output_towards(const ws_net *n, u32 x, u32 ports) {
    return n->wire.link_port[first_hop(n, x, ports)];
}
/* The number of an output port among those of its switch. */
static u32 output_number(const ws_net *n, u32 out) {
    return n->wire.link_out_port[out_link(n, out)];
}

/* ---- birth and death ---- */

static bool is_idle(const ws_net *n, u32 saq) {
    bool expects = n->saq.line[saq].pending > 0 || n->cross.branch[saq] != 0;
    return saq_is_unused(n, saq) && !expects;
}

/* Something has changed for the SAQ: is it a leaf of no use any more? */
static void idle_check(ws_net *n, u32 saq) {
    saq_idle_note(n, saq, is_idle(n, saq), n->size.ports);
}

/* Packets of the flows of a new SAQ may be in front of queues of shorter paths, and wait. */
static u32 saq_allocate(ws_net *n, u32 port, saq_path path, bool blocked, u32 cause) {
    u32 saq = line_allocate(n, port, path, blocked, cause);
    if (saq == NIL)
        return NIL;
    n->cross.branch[saq] = 0;
    heads_reconsider(n, saq, first_queue_of(n, port), end_queue_of(n, port));
    idle_check(n, saq);
    return saq;
}

/* The token of a path goes down the link that vc v belongs to, in the row that was reserved for
 * it. */
static void token_send(ws_net *n, u32 v, saq_path path) {
    control_send(n, (ws_control){
                        .due = n->cycle[0] + (u64)n->def->notification_delay,
                        .vc = v,
                        .packet = path.ports,
                        .count = path.hops,
                        .kind = CONTROL_TOKEN,
                    });
}

/* A branch is the number of an input port among those of its switch. */
static u64 branch_bit(const ws_net *n, u32 in) {
    u32 first = first_port(n, port_switch(n, in));
    return 1ull << (in - first);
}

/* A SAQ of an input port gives its token to the SAQ of its output port, or to the root. */
static void token_give(ws_net *n, u32 saq) {
    u32 to = saq_downstream(n, saq);
    if (to == NIL)
        return;
    n->cross.branch[to] &= ~branch_bit(n, saq_port(n, saq));
    idle_check(n, to);
}

static void saq_free(ws_net *n, u32 saq) {
    u32 l = out_link(n, saq_port(n, saq));
    line_free(n, saq);
    if (l == NIL)
        token_give(n, saq);
    else
        token_send(n, first_vc(n, l), path_of(n, saq));
}

static void idle_over(ws_net *n, u32 saq, u32 which) {
    if (saq_idle_over(n, saq, which, is_idle(n, saq), n->size.ports))
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

/* The SAQ of input port `in` that is a branch of SAQ `saq` of an output port. */
static u32 branch_find(const ws_net *n, u32 in, u32 out, u32 saq) {
    return saq_find(n, in, branch_path(n, out, saq));
}

/* Internal notification: input port `in` grows a branch of the tree at SAQ `saq` of the output
 * port, or (NIL) at its root. */
static void branch_grow(ws_net *n, u32 in, u32 out, u32 saq) {
    saq_path path = branch_path(n, out, saq);
    if (saq_find(n, in, path) != NIL)
        return;
    if (saq == NIL) {
        saq_allocate(n, in, path, false, WS_SAQ_DETECTED);
        return;
    }
    bool blocked = n->saq.line[saq].xoff_sent;
    if (saq_allocate(n, in, path, blocked, WS_SAQ_NOTIFIED) == NIL)
        return;
    n->cross.branch[saq] |= branch_bit(n, in);
    idle_check(n, saq);
}

/* Internal Xoff or Xon: a SAQ of an output port blocks its branches or lets them go. */
static void branches_block(ws_net *n, u32 saq, bool blocked) {
    u32 out = saq_port(n, saq);
    u32 first = first_port(n, port_switch(n, out));
    u64 branches = n->cross.branch[saq];
    n->saq.line[saq].xoff_sent = blocked;
    for (BITS_EACH(i, branches))
        block(n, branch_find(n, first + i, out, saq), blocked);
}

static void xon_send(ws_net *n, u32 saq) {
    n->saq.line[saq].xoff_sent = 0;
    n->total[WS_TOTAL_XONS]++;
    if (is_output(n, saq_port(n, saq)))
        branches_block(n, saq, false);
    else
        upstream_send(n, saq, CONTROL_XON);
    idle_check(n, saq);
}

/* ---- packets ---- */

/* The explicit notification upstream; with the row for its token. */
static void branch_ask(ws_net *n, u32 saq) {
    if (n->cross.branch[saq] != 0 || !control_reserve_spare(n, 1, n->size.ports))
        return;
    n->cross.branch[saq] = 1;
    upstream_send(n, saq, CONTROL_BRANCH);
}

static void xoff_send(ws_net *n, u32 saq) {
    ws_saq_state *line = &n->saq.line[saq];
    u32 rows = line->xoff_sent ? 1 : 2; /* one more for its Xon */
    if (!control_reserve_spare(n, rows, n->size.ports))
        return;
    line->xoff_sent = 1;
    n->total[WS_TOTAL_XOFFS]++;
    upstream_send(n, saq, CONTROL_XOFF);
}

/* A packet has come to a SAQ of an input port. Hosts are not told. */
static void input_stored(ws_net *n, u32 saq) {
    u32 packets = saq_packets(n, saq);
    u32 l = n->wire.vc_link[feeder(n, saq_port(n, saq))];
    n->saq.line[saq].used = 1;
    idle_check(n, saq);
    if (n->wire.link_fast[l].source)
        return;
    if (packets >= n->def->saq_detect)
        branch_ask(n, saq);
    if (packets >= n->def->saq_xoff)
        xoff_send(n, saq);
}

/* The input port that sent the last packet to an output port. */
static u32 last_sender(const ws_net *n, u32 out) {
    return first_port(n, port_switch(n, out)) + n->cross.turn[out] - 1u;
}

/* A packet has come to SAQ `saq` of an output port, where there are so many then. */
static void output_saq_stored(ws_net *n, u32 saq, u32 packets) {
    n->saq.line[saq].used = 1;
    idle_check(n, saq);
    if (packets < n->def->saq_xoff)
        return;
    n->total[WS_TOTAL_XOFFS]++;
    branches_block(n, saq, true);
}

/* A packet has come to queue q of an output port. */
static void output_stored(ws_net *n, u32 q) {
    u32 saq = saq_of(n, q);
    u32 packets = n->queue[q].packets;
    u32 out = port_of(n, q);
    bool grows = packets >= n->def->saq_detect;
    if (saq != NIL) {
        output_saq_stored(n, saq, packets);
        grows |= n->saq.line[saq].xoff_sent;
    }
    if (grows)
        branch_grow(n, last_sender(n, out), out, saq);
}

/* A packet has left queue q: it may have been the one for which an Xon, or the end of a SAQ, had
 * to wait. */
static void packet_less(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 saq = saq_of(n, q);
    u64 valid = n->saq.valid[port];
    if (saq != NIL && saq_owes_xon(n, saq))
        xon_send(n, saq);
    for (BITS_EACH(i, valid))
        idle_check(n, saq_at(n, port, i));
}

/* Packet k has left queue q and the port. */
static void packet_left(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 route = route_from(n, port, k);
    pending_add(n, port, route, hops_of(n, q), HOPS_MAX, -1);
    packet_less(n, q);
}

/* The vc down which what is still to come of a packet comes to a port: to an output port through
 * the input port that it is crossing from. */
static u32 vc_of_rest(const ws_net *n, u32 port) {
    return feeder(n, is_output(n, port) ? last_sender(n, port) : port);
}

/* The packet in front of queue `from` goes over into a SAQ of the same port, with what is here
 * of it; the rest will follow. */
static void packet_move(ws_net *n, u32 from, u32 saq) {
    ws_saq_state *line = &n->saq.line[saq];
    u32 q = saq_queue(n, saq);
    u32 k = n->queue[from].front;
    u32 port = port_of(n, q);
    u32 route = route_from(n, port, k);
    assert(front_is_whole(n, from) || !is_output(n, port) ||
           n->cross.packet[last_sender(n, port)] == k);
    pending_add(n, port, route, hops_of(n, from), line->hops, -1);
    u32 flits = front_leave(n, from, q, vc_of_rest(n, port), MOVE_CYCLES);
    line->used = 1; /* not to be taken for idle meanwhile */
    packet_accept(n, q, k, flits);
    if (is_output(n, port))
        output_stored(n, q);
    else
        input_stored(n, saq);
    packet_less(n, from);
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 first = n->wire.vc_queue[v];
    u32 x = n->wire.queue_node[first];
    u32 port = port_of(n, first);
    u32 route = route_of(n, first, k);
    u32 q = first + first_hop(n, x, route) - first_link(n, x);
    u32 saq = saq_entry(n, port, route);
    if (saq != NIL)
        q = saq_queue(n, saq);
    pending_add(n, port, route, hops_of(n, q), HOPS_MAX, 1);
    return q;
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    (void)k;
    if (saq_of(n, q) != NIL)
        input_stored(n, saq_of(n, q));
}

static bool may_send(const ws_net *n, u32 q) {
    u32 saq = saq_of(n, q);
    return saq == NIL || !n->saq.line[saq].blocked;
}

/* Only queues of output ports request a link; those of input ports wait, inhibited, to cross. */
static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    u32 port = port_of(n, q);
    bool may = may_send(n, q);
    u32 route = route_from(n, port, n->queue[q].front);
    u32 to = saq_match_above(n, port, route, hops_of(n, q));
    if (to != NIL) {
        packet_move(n, q, to);
        return false;
    }
    if (may && is_output(n, port))
        return true;
    queue_inhibit(n, q);
    if (may)
        bit_set(n->allocate_nodes, n->wire.queue_node[q]);
    return false;
}

static void recn_departed(ws_net *n, u32 q, u32 k) {
    n->cross.room[port_of(n, q)]++;
    bit_set(n->allocate_nodes, n->wire.queue_node[q]);
    packet_left(n, q, k);
}

/* ---- the crossbar ---- */

/* Does queue q of an input port have a packet that may cross to output o (by number)? */
static bool may_cross(const ws_net *n, u32 q, u32 o) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->packets == 0 || !bit_get(n->port.inhibited, q) || !may_send(n, q))
        return false;
    return (route_of(n, q, queue->front) & HOP_MASK) == o;
}

/* The queue of input port `in` that is next in turn to send to output o; NIL if none can. */
static u32 queue_choose(const ws_net *n, u32 in, u32 o) {
    u32 first = first_queue_of(n, in);
    u32 queues = end_queue_of(n, in) - first;
    u32 place = n->cross.turn[in] % queues;
    for (u32 i = 0; i < queues; i++) {
        if (may_cross(n, first + place, o))
            return first + place;
        place++;
        if (place == queues)
            place = 0;
    }
    return NIL;
}

/* Both ports are busy until the packet has crossed. */
static void crossing_begin(ws_net *n, u32 in, u32 out, u32 k) {
    bool reserved = control_reserve(n, 1);
    assert(reserved);
    (void)reserved;
    n->cross.packet[in] = k;
    n->cross.packet[out] = k;
    n->cross.room[out]--;
    control_send(n, (ws_control){
                        .due = n->cycle[0] + n->packet.length[k],
                        .packet = in,
                        .count = out,
                        .kind = CONTROL_CROSSED,
                    });
}

/* The packet in front of queue q goes over to output port `out`, with what is here of it; the
 * rest will follow. */
static void packet_cross(ws_net *n, u32 q, u32 out) {
    u32 in = port_of(n, q);
    u32 k = n->queue[q].front;
    u32 route = route_from(n, out, k);
    u32 saq = saq_entry(n, out, route);
    u32 to = saq == NIL ? first_queue_of(n, out) : saq_queue(n, saq);
    crossing_begin(n, in, out, k);
    bit_clear(n->port.inhibited, q);
    u32 flits = front_leave(n, q, to, feeder(n, in), 1);
    packet_left(n, q, k);
    pending_add(n, out, route, hops_of(n, to), HOPS_MAX, 1);
    packet_accept(n, to, k, flits);
    output_stored(n, to);
}

/* Output port `out` takes the next input port in turn that has a packet for it. */
static void output_cross(ws_net *n, u32 x, u32 out) {
    u32 first = first_port(n, x);
    u32 inputs = inputs_of(n, x);
    u32 o = output_number(n, out);
    if (n->cross.packet[out] != NIL || n->cross.room[out] == 0)
        return;
    u32 place = n->cross.turn[out] % inputs;
    for (u32 i = 0; i < inputs; i++) {
        u32 in = first + place;
        u32 q = n->cross.packet[in] == NIL ? queue_choose(n, in, o) : NIL;
        place++;
        if (q != NIL) {
            n->cross.turn[out] = (u16)place;
            n->cross.turn[in] = (u16)(q + 1 - first_queue_of(n, in));
            packet_cross(n, q, out);
            return;
        }
        if (place == inputs)
            place = 0;
    }
}

/* Packets cross first; then output ports grant their links. */
static void recn_allocate(ws_net *n, u32 x) {
    u32 first = first_link(n, x);
    u32 outputs = end_link(n, x) - first;
    u32 begin = (u32)(n->cycle[0] % outputs);
    for (u32 i = 0; i < outputs; i++) {
        u32 l = first + (begin + i) % outputs;
        output_cross(n, x, n->wire.link_port[l]);
    }
    ports_allocate(n, x);
}

/* The tail has crossed: both ports are free, and so is its place at the input. */
static void crossed(ws_net *n, u32 in, u32 out) {
    control_unreserve(n, 1);
    n->cross.packet[in] = NIL;
    n->cross.packet[out] = NIL;
    signal_send(n, first_queue_of(n, in));
    bit_set(n->allocate_nodes, port_switch(n, in));
}

/* ---- control messages ---- */

/* The output port that sends on vc v. */
static u32 sending_port(const ws_net *n, u32 v) {
    return n->wire.link_port[n->wire.vc_link[v]];
}

/* The explicit notification: the row it came in is that of the token, which goes back at once if
 * there is no line. */
static void branch_heard(ws_net *n, const ws_control *what) {
    saq_path path = path_told(what);
    u32 out = sending_port(n, what->vc);
    if (saq_allocate(n, out, path, false, WS_SAQ_NOTIFIED) == NIL)
        token_send(n, what->vc, path);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 saq = saq_find(n, sending_port(n, what->vc), path_told(what));
    control_unreserve(n, 1);
    if (saq != NIL)
        block(n, saq, what->kind == CONTROL_XOFF);
}

static void token_heard(ws_net *n, const ws_control *what) {
    u32 port = port_of(n, n->wire.vc_queue[what->vc]);
    u32 saq = saq_find(n, port, path_told(what));
    control_unreserve(n, 1);
    assert(saq != NIL);
    n->cross.branch[saq] = 0;
    idle_check(n, saq);
}

static void recn_control(ws_net *n, const ws_control *what) {
    switch (what->kind) {
    case CONTROL_IDLE: idle_over(n, what->packet, what->count); return;
    case CONTROL_CROSSED: crossed(n, what->packet, what->count); return;
    case CONTROL_BRANCH: branch_heard(n, what); return;
    case CONTROL_TOKEN: token_heard(n, what); return;
    default: flow_heard(n, what);
    }
}

/* New marks hold at once. */
static void recn_changed(ws_net *n) {
    for (u32 saq = 0; saq < n->size.saqs; saq++) {
        if (!saq_is_valid(n, saq))
            continue;
        if (saq_owes_xon(n, saq))
            xon_send(n, saq);
        idle_check(n, saq);
    }
}

static u32 recn_queues(const ws_net *n, const ws_def *def, u32 l) {
    (void)def;
    u32 x = n->wire.link_to[l];
    u32 outputs = end_link(n, x) - first_link(n, x);
    return outputs + n->layout.saqs;
}

static u32 recn_outputs(const ws_net *n) {
    return 1 + n->layout.saqs;
}

/* ---- who waits for whom ---- */

/* A queue of a port that has packets; NIL if none has. */
static u32 queue_filled(const ws_net *n, u32 port) {
    for (PORT_QUEUES_EACH(q, n, port))
        if (n->queue[q].packets > 0)
            return q;
    return NIL;
}

static u32 recn_waits_for(const ws_net *n, u32 q) {
    u32 x = n->wire.queue_node[q];
    if (!may_send(n, q)) {
        u32 next = saq_blocker(n, saq_of(n, q));
        return next == NIL ? NIL : saq_queue(n, next);
    }
    u32 out = output_towards(n, x, route_of(n, q, n->queue[q].front));
    return n->cross.room[out] > 0 ? NIL : queue_filled(n, out);
}

static ws_wait_reason recn_blockers(ws_blockers *blockers, const ws_net *n, u32 q) {
    return port_blockers(blockers, n, q, recn_waits_for, WS_WAIT_XOFF);
}

/* ---- the laws ---- */

static u32 recn_promises(const ws_net *n) {
    u32 rows = 0;
    for (u32 saq = 0; saq < n->size.saqs; saq++) {
        bool owes = is_output(n, saq_port(n, saq)) || n->saq.line[saq].xoff_sent;
        rows += owes && saq_is_valid(n, saq);
    }
    return rows;
}

/* Is the tail of packet k still on its way down vc v? */
static bool tail_comes(const ws_net *n, u32 v, u32 k) {
    u32 l = n->wire.vc_link[v];
    u32 holder = n->vc[v].holder;
    if (holder != NIL && n->queue[holder].front == k)
        return true;
    for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
        const u64 *busy = n->flight_bits + (size_t)slot * n->size.link_words;
        u32 flit = n->flight[(size_t)slot * n->size.links + l];
        if (!bit_get(busy, l) || !(flit & FLIT_TAIL))
            continue;
        if (flit >> FLIT_PACKET_SHIFT == k)
            return true;
    }
    return false;
}

static u32 recn_kept(const ws_net *n, u32 port) {
    u32 k = n->cross.packet[port];
    return k != NIL && !tail_comes(n, feeder(n, port), k);
}

static const char *branches_broken(const ws_net *n, u32 saq) {
    u32 port = saq_port(n, saq);
    u32 first = first_port(n, port_switch(n, port));
    u64 branches = n->cross.branch[saq];
    for (BITS_EACH(i, branches)) {
        u32 branch = branch_find(n, first + i, port, saq);
        if (branch == NIL)
            return "a branch is gone, but not its token";
        if (n->saq.line[branch].blocked != n->saq.line[saq].xoff_sent)
            return "a branch does not know of Xoff or Xon";
    }
    return NULL;
}

/* The branches of a SAQ of an output port, and what it branches from. */
static const char *output_tree_broken(const ws_net *n, u32 saq) {
    const ws_saq_state *line = &n->saq.line[saq];
    u32 next = saq_downstream(n, saq);
    u32 v = first_vc(n, out_link(n, saq_port(n, saq)));
    if (next == NIL || n->cross.branch[next] == 0)
        return "an output's set-aside queue hangs on no tree";
    bool stopped = n->saq.line[next].xoff_sent;
    if (line->blocked && !stopped && !is_under_way(n, CONTROL_XON, v, line_path(line)))
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
    return is_under_way(n, CONTROL_BRANCH, v, path) || is_under_way(n, CONTROL_TOKEN, v, path);
}

static const char *input_tree_broken(const ws_net *n, u32 saq) {
    const ws_saq_state *line = &n->saq.line[saq];
    if (has_branch(n, saq) != (n->cross.branch[saq] != 0))
        return "the token of a branch is lost";
    if (line->hops == 1)
        return line->blocked ? "a root has blocked a branch" : NULL;
    u32 next = saq_downstream(n, saq);
    u64 branch = branch_bit(n, saq_port(n, saq));
    if (next == NIL || !(n->cross.branch[next] & branch))
        return "an input's set-aside queue hangs on no tree";
    return NULL;
}

static const char *saq_broken(const ws_net *n, u32 saq) {
    const char *what = line_broken(n, saq, is_idle(n, saq));
    if (what || !saq_is_valid(n, saq))
        return what;
    u32 q = saq_queue(n, saq);
    if (!is_output(n, saq_port(n, saq)))
        return input_tree_broken(n, saq);
    if (bit_get(n->port.inhibited, q) && may_send(n, q))
        return "a set-aside queue is inhibited for no reason";
    return output_tree_broken(n, saq);
}

/* Could a packet cross to an output port? */
static bool could_cross(const ws_net *n, u32 out) {
    u32 x = port_switch(n, out);
    u32 first = first_port(n, x);
    u32 end = first + inputs_of(n, x);
    u32 o = output_number(n, out);
    if (n->cross.packet[out] != NIL || n->cross.room[out] == 0)
        return false;
    for (u32 in = first; in < end; in++)
        if (n->cross.packet[in] == NIL && queue_choose(n, in, o) != NIL)
            return true;
    return false;
}

/* The memory of an output port; could a packet cross to it, and nobody has noticed? */
static const char *output_broken(const ws_net *n, u32 out) {
    u32 packets = n->cross.room[out];
    for (PORT_QUEUES_EACH(q, n, out))
        packets += n->queue[q].packets;
    if (packets != n->wire.out_slots)
        return "an output port has miscounted its packets";
    bool noticed = bit_get(n->allocate_nodes, port_switch(n, out));
    if (!noticed && could_cross(n, out))
        return "a packet that could cross has been forgotten";
    return NULL;
}

static const char *recn_broken(const ws_net *n, u32 *where) {
    const char *what = ports_broken(n, where);
    for (u32 saq = 0; saq < n->size.saqs && !what; saq++) {
        *where = saq;
        what = saq_broken(n, saq);
    }
    for (u32 port = 0; port < n->size.ports && !what; port++) {
        if (!is_output(n, port))
            continue;
        *where = port;
        what = output_broken(n, port);
    }
    return what;
}

static void recn_sizes(ws_net *n, const ws_def *def) {
    n->size.cross_ports = n->size.ports;
    n->size.cross_saqs = n->size.ports * n->layout.saqs;
    saq_sizes(n, def);
}

static void recn_start(ws_net *n, const ws_def *def) {
    saq_start(n, def);
    for (u32 port = 0; port < n->size.cross_ports; port++) {
        n->cross.packet[port] = NIL;
        n->cross.room[port] = is_output(n, port) ? (u16)n->wire.out_slots : 0;
    }
}

static bool recn_check(const ws_def *def, const ws_routing *routing, ws_error *error) {
    if (!saq_check(def, routing, error))
        return false;
    if (def->router_delay > 0 || def->lane_delay > 0)
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
