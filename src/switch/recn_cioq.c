/* recn_cioq.c - RECN in its first form: queues at the inputs and at the outputs of a switch, trees
 * of set-aside queues held together by tokens.
 *
 * Source: Duato, Johnson, Flich, Naven, Garcia, Nachiondo, HPCA 2005, as in SPECS 5.5; what it
 * leaves open is decided here. An input port has a detection queue for each output, an output port
 * a standard queue; both have set-aside queues (SAQs) and a memory of their own. A way begins at an
 * input port with the output of this switch, at an output port with that of the next one.
 *
 *   arrival       into the SAQ with the longest match, else into the detection (standard) queue
 *   crossing      a whole packet in one go: from an input port that is not being read to an
 *                 output port with room that is not being
 *                 written, for as many cycles as it has flits; its head may leave at once
 *   detection     a packet comes to a standard queue that holds saq-detect packets then: the
 *                 output is the root of a tree. The input that
 *                 sent the packet allocates a SAQ for it
 *   growth        the same at an output SAQ: the input allocates one for the way through it. An
 *                 input SAQ of saq-detect packets sends an
 *                 explicit notification to the output port upstream, which allocates one for the
 *                 same way, or sends the token back
 *   Xoff, Xon     an output SAQ blocks those of the inputs of its switch, and the input that
 *   sent last allocates one, blocked; an input
 *                 SAQ blocks that upstream. At saq-xoff packets, at every arrival; once, at saq-xon
 *   order         packets in front of a queue for which there is a SAQ of a longer way move on
 *                 into it; newcomers go into a SAQ only when
 *                 none that match it stand in queues of shorter ways of its port (`pending`):
 *                 packets of a flow stay in order
 *   freeing       from the leaves: a SAQ which is empty, free to go and has told nobody to stop,
 *                 and whose branches have all sent their
 *                 token, sends its own towards the root; not before the time of a notification,
 *                 or saq-idle if it was never used
 *
 * The first papers let the earlier packets go their old way, and a new SAQ wait until they have
 * left. Measured here, the earlier packets of hot hosts, a whole port memory of them, then fill the
 * output memories, though Xoff has been said: 0.86 of the fair throughput at a hot spot of 64 hosts
 * in the first thousand packet times, and less for thousands more. So they move on, as in
 * recn_iq.c.
 *
 * Invariants: a SAQ stays as long as it has a branch; every output SAQ has a row of the notice
 * table reserved for its token, every input SAQ that has told Xoff one for its Xon; `crossing`
 * of an input and of an output port hold the packet that occupies both. */
#include "saq.h"

enum { MOVE_CYCLES = 2 /* as in recn_iq.c */ };

/* ---- names ---- */

static u32 out_link(const ws_net *n, u32 port) {
    return n->wire.port_out[port];
}
static bool is_output(const ws_net *n, u32 port) {
    return out_link(n, port) != NIL;
}
static u32 port_switch(const ws_net *n, u32 port) {
    return n->wire.queue_node[n->wire.port_queue0[port]];
}
static u32 first_port(const ws_net *n, u32 x) {
    return port_of(n, n->wire.queue0[x]);
}
static u32 inputs_of(const ws_net *n, u32 x) {
    return n->wire.in0[x + 1] - n->wire.in0[x];
}
/* The lane that feeds an input port. */
static u32 feeder(const ws_net *n, u32 port) {
    return n->wire.queue_lane[n->wire.port_queue0[port]];
}
/* The SAQ that queue q is, NIL if it is none. */
static u32 saq_of(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 first = n->wire.port_queue0[port + 1] - n->layout.saqs;
    return q < first ? NIL : port * n->layout.saqs + q - first;
}
static u32 turns_of(const ws_net *n, u32 q) {
    return saq_of(n, q) == NIL ? 0 : n->saq.line[saq_of(n, q)].turns;
}
/* The way of packet k on from a port. */
static u32 way_from(const ws_net *n, u32 port, u32 k) {
    u32 way = way_of(n, n->wire.port_queue0[port], k);
    return is_output(n, port) ? way >> TURN_BITS : way;
}

/* ---- birth and death ---- */

/* Packets that match the path and stand in queues of the port whose way is shorter. */
static u16 pending_count(const ws_net *n, u32 port, u32 path, u32 turns) {
    u16 count = 0;
    for (u32 q = n->wire.port_queue0[port]; q < n->wire.port_queue0[port + 1]; q++)
        for (u32 i = 0; turns_of(n, q) < turns && i < n->queue[q].packets; i++)
            count += matches(way_from(n, port, packet_at(n, q, i)), path, turns);
    return count;
}

static void idle_check(ws_net *n, u32 a);

/* SAQ a is new: packets that belong to it may be in front of queues of shorter ways, and wait. */
static void heads_reconsider(ws_net *n, u32 a) {
    u32 port = saq_port(n, a);
    u32 path = n->saq.line[a].path;
    u32 turns = n->saq.line[a].turns;
    for (u32 q = n->wire.port_queue0[port]; q < n->wire.port_queue0[port + 1]; q++) {
        bool waits = n->queue[q].state == QUEUE_WAITING || bit_get(n->port.inhibited, q);
        if (!waits || turns_of(n, q) >= turns ||
            !matches(way_from(n, port, n->queue[q].front), path, turns))
            continue;
        if (n->queue[q].state == QUEUE_WAITING)
            request_end(n, q);
        bit_clear(n->port.inhibited, q);
        n->queue[q].state = QUEUE_ROUTING;
        queue_request(n, q);
    }
}

static u32 saq_allocate(ws_net *n, u32 port, u32 path, u32 turns, bool blocked, u32 cause) {
    u32 a = saq_choose(n, port);
    u32 l = out_link(n, port);
    if (a == NIL) {
        n->total[WS_TOTAL_SAQS_FAILED]++;
        return NIL;
    }
    n->total[WS_TOTAL_SAQS_ALLOCATED]++;
    n->total[WS_TOTAL_SAQS_PREMATURE] += saq_was_freed(n, port, path, turns);
    n->saq.line[a] = (ws_saq_state){
        .born = n->cycle[0],
        .died = n->saq.line[a].died,
        .path = path,
        .turns = (u8)turns,
        .blocked = blocked,
        .pending = pending_count(n, port, path, turns),
        .root = path_end(n, l == NIL ? port_switch(n, port) : n->wire.link_to[l], path, turns),
        .timer = n->saq.line[a].timer,
        .cause = (u8)cause};
    n->cross.branch[a] = 0;
    bit_set(&n->saq.valid[port], a % n->layout.saqs);
    saq_event(n, a, l == NIL ? feeder(n, port) : n->wire.vc0[l], WS_EVENT_SAQ_ALLOCATED);
    heads_reconsider(n, a);
    idle_check(n, a);
    return a;
}

static bool is_idle(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    return saq_is_valid(n, a) && n->queue[saq_queue(n, a)].packets == 0 && !saq->blocked &&
           !saq->xoff_sent && saq->pending == 0 && n->cross.branch[a] == 0;
}

/* Something has changed for SAQ a: is it a leaf of no use any more? */
static void idle_check(ws_net *n, u32 a) {
    saq_idle_note(n, a, is_idle(n, a), n->size.ports);
}

/* The token of a way goes down the link that lane v belongs to, in the row that was reserved for
 * it. */
static void token_send(ws_net *n, u32 v, u32 path, u32 turns) {
    u64 due = n->cycle[0] + (u64)n->def->notification_delay;
    control_send(
        n,
        (ws_control){.due = due, .vc = v, .packet = path, .count = turns, .kind = CONTROL_TOKEN});
}

/* SAQ a of an input port gives its token to the SAQ of its output port, or to the root. */
static void token_give(ws_net *n, u32 a) {
    u32 port = saq_port(n, a);
    u32 x = port_switch(n, port);
    u32 path = n->saq.line[a].path;
    u32 out = n->wire.link_port[n->wire.port_link[x * WS_PORTS_MAX + (path & TURN_MASK)]];
    u32 b = n->saq.line[a].turns == 1
                ? NIL
                : saq_find(n, out, path >> TURN_BITS, n->saq.line[a].turns - 1u);
    if (b == NIL)
        return;
    n->cross.branch[b] &= ~(1ull << (port - first_port(n, x)));
    idle_check(n, b);
}

static void saq_free(ws_net *n, u32 a) {
    u32 port = saq_port(n, a);
    u32 l = out_link(n, port);
    bit_clear(&n->saq.valid[port], a % n->layout.saqs);
    n->saq.line[a].died = n->cycle[0];
    n->total[WS_TOTAL_SAQS_FREED]++;
    saq_event(n, a, l == NIL ? feeder(n, port) : n->wire.vc0[l], WS_EVENT_SAQ_FREED);
    if (l == NIL)
        token_give(n, a);
    else
        token_send(n, n->wire.vc0[l], n->saq.line[a].path, n->saq.line[a].turns);
}

static void idle_over(ws_net *n, u32 a, u32 which) {
    if (saq_idle_over(n, a, which, is_idle(n, a), n->size.ports))
        saq_free(n, a);
}

/* ---- Xoff and Xon ---- */

static void saq_block(ws_net *n, u32 a, bool blocked) {
    u32 q = saq_queue(n, a);
    if (n->saq.line[a].blocked == blocked)
        return;
    n->saq.line[a].blocked = blocked;
    if (blocked && n->queue[q].state == QUEUE_WAITING)
        queue_inhibit(n, q);
    if (!blocked)
        queue_permit(n, q);
    idle_check(n, a);
}

/* The SAQ of input port `in` for the way through SAQ b of an output port, or, with b NIL, for
 * the output itself. */
static u32 branch_find(const ws_net *n, u32 in, u32 out, u32 b) {
    u32 path =
        n->wire.link_out_port[out_link(n, out)] | (b == NIL ? 0 : n->saq.line[b].path << TURN_BITS);
    return saq_find(n, in, path, b == NIL ? 1 : n->saq.line[b].turns + 1u);
}

/* Internal notification: input port `in` grows a branch of the tree at SAQ b of the output port,
 * or (NIL) at its root. */
static void branch_grow(ws_net *n, u32 in, u32 out, u32 b) {
    if (branch_find(n, in, out, b) != NIL)
        return;
    u32 path =
        n->wire.link_out_port[out_link(n, out)] | (b == NIL ? 0 : n->saq.line[b].path << TURN_BITS);
    bool blocked = b != NIL && n->saq.line[b].xoff_sent;
    u32 a = saq_allocate(n, in, path, b == NIL ? 1 : n->saq.line[b].turns + 1u, blocked,
                         b == NIL ? WS_SAQ_DETECTED : WS_SAQ_NOTIFIED);
    if (a == NIL || b == NIL)
        return;
    n->cross.branch[b] |= 1ull << (in - first_port(n, port_switch(n, in)));
    idle_check(n, b);
}

/* Internal Xoff or Xon: SAQ b of an output port blocks its branches or lets them go. */
static void branches_block(ws_net *n, u32 b, bool blocked) {
    u32 out = saq_port(n, b);
    u32 first = first_port(n, port_switch(n, out));
    u64 branches = n->cross.branch[b];
    n->saq.line[b].xoff_sent = blocked;
    for (BITS_EACH(i, branches))
        saq_block(n, branch_find(n, first + i, out, b), blocked);
}

/* To the output port upstream: Xoff, Xon, or the explicit notification, in the order in which
 * they are sent. */
static void upstream_send(ws_net *n, u32 a, u32 kind) {
    u32 v = feeder(n, saq_port(n, a));
    u32 l = n->wire.vc_link[v];
    u64 due = n->cycle[0] + (u64)n->def->notification_delay;
    if (due < n->saq.notified[l])
        due = n->saq.notified[l];
    n->saq.notified[l] = due;
    control_send(n, (ws_control){.due = due,
                                 .vc = v,
                                 .packet = n->saq.line[a].path,
                                 .count = n->saq.line[a].turns,
                                 .kind = kind});
}

static void xon_send(ws_net *n, u32 a) {
    n->saq.line[a].xoff_sent = 0;
    n->total[WS_TOTAL_XONS]++;
    if (is_output(n, saq_port(n, a)))
        branches_block(n, a, false);
    else
        upstream_send(n, a, CONTROL_XON);
    idle_check(n, a);
}

/* ---- packets ---- */

/* A packet has come to SAQ a of an input port. Hosts are not told. */
static void input_stored(ws_net *n, u32 a) {
    u32 packets = n->queue[saq_queue(n, a)].packets;
    n->saq.line[a].used = 1;
    idle_check(n, a);
    if (n->wire.link_fast[n->wire.vc_link[feeder(n, saq_port(n, a))]].source)
        return;
    if (packets >= n->def->saq_detect && n->cross.branch[a] == 0 &&
        control_reserve_spare(n, 1, n->size.ports)) {
        n->cross.branch[a] = 1;
        upstream_send(n, a, CONTROL_BRANCH);
    }
    if (packets < n->def->saq_xoff ||
        !control_reserve_spare(n, n->saq.line[a].xoff_sent ? 1 : 2, n->size.ports))
        return;
    n->saq.line[a].xoff_sent = 1;
    n->total[WS_TOTAL_XOFFS]++;
    upstream_send(n, a, CONTROL_XOFF);
}

/* The input port that sent the last packet to an output port. */
static u32 last_sender(const ws_net *n, u32 out) {
    return first_port(n, port_switch(n, out)) + n->cross.turn[out] - 1u;
}

/* A packet has come to queue q of an output port. */
static void output_stored(ws_net *n, u32 q) {
    u32 b = saq_of(n, q);
    u32 packets = n->queue[q].packets;
    u32 out = port_of(n, q);
    if (b != NIL) {
        n->saq.line[b].used = 1;
        idle_check(n, b);
        if (packets >= n->def->saq_xoff)
            n->total[WS_TOTAL_XOFFS]++, branches_block(n, b, true);
    }
    if (packets >= n->def->saq_detect || (b != NIL && n->saq.line[b].xoff_sent))
        branch_grow(n, last_sender(n, out), out, b);
}

/* A packet has left queue q: it may have been the one for which an Xon, or the end of a SAQ, had
 * to wait. */
static void packet_less(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 a = saq_of(n, q);
    u64 valid = n->saq.valid[port];
    if (a != NIL && n->saq.line[a].xoff_sent && n->queue[q].packets <= n->def->saq_xon)
        xon_send(n, a);
    for (BITS_EACH(i, valid))
        idle_check(n, port * n->layout.saqs + i);
}

/* Packet k has left queue q and the port. */
static void packet_left(ws_net *n, u32 q, u32 k) {
    pending_add(n, port_of(n, q), way_from(n, port_of(n, q), k), turns_of(n, q), TURNS_MAX, -1);
    packet_less(n, q);
}

/* The lane down which the rest of packet k comes to a port: to an output port through the input
 * port that it is crossing from. */
static u32 vc_of_rest(const ws_net *n, u32 port, u32 k) {
    if (!is_output(n, port))
        return feeder(n, port);
    u32 in = last_sender(n, port);
    assert(n->cross.packet[in] == k);
    (void)k;
    return feeder(n, in);
}

/* The packet in front of queue `from` goes over into SAQ a of the same port, with what is here
 * of it; the rest will follow. */
static void packet_move(ws_net *n, u32 from, u32 a) {
    u32 q = saq_queue(n, a);
    u32 k = n->queue[from].front;
    u32 flits = n->queue[from].front_here;
    u32 port = port_of(n, q);
    if (flits < n->queue[from].front_to_go)
        n->vc[vc_of_rest(n, port, k)].receiver = q;
    pending_add(n, port, way_from(n, port, k), turns_of(n, from), n->saq.line[a].turns, -1);
    n->queue[from].flits -= flits;
    queue_shift(n, from, MOVE_CYCLES);
    n->saq.line[a].used = 1; /* not to be taken for idle meanwhile */
    packet_accept(n, q, k, flits);
    if (is_output(n, port))
        output_stored(n, q);
    else
        input_stored(n, a);
    packet_less(n, from);
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 home = n->wire.vc_queue[v];
    u32 x = n->wire.queue_node[home];
    u32 way = way_of(n, home, k);
    u32 a = saq_entry(n, port_of(n, home), way);
    pending_add(n, port_of(n, home), way, a == NIL ? 0 : n->saq.line[a].turns, TURNS_MAX, 1);
    return a != NIL
               ? saq_queue(n, a)
               : home + n->wire.port_link[x * WS_PORTS_MAX + (way & TURN_MASK)] - n->wire.link0[x];
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    (void)k;
    if (saq_of(n, q) != NIL)
        input_stored(n, saq_of(n, q));
}

static bool may_send(const ws_net *n, u32 q) {
    u32 a = saq_of(n, q);
    return a == NIL || !n->saq.line[a].blocked;
}

/* Only queues of output ports ask for a link; those of input ports wait, barred, to cross. */
static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    bool output = is_output(n, port_of(n, q)), may = may_send(n, q);
    u32 to = saq_match_above(n, port_of(n, q), way_from(n, port_of(n, q), n->queue[q].front),
                             turns_of(n, q));
    if (to != NIL) {
        packet_move(n, q, to);
        return false;
    }
    if (output && may)
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

/* Does queue q of an input port have a packet that may cross to output o (by port)? */
static bool may_cross(const ws_net *n, u32 q, u32 o) {
    if (n->queue[q].packets == 0 || !bit_get(n->port.inhibited, q) || !may_send(n, q))
        return false;
    return (way_of(n, q, n->queue[q].front) & TURN_MASK) == o;
}

/* The queue of input port `in` that is next in turn to send to output o; NIL if none can. */
static u32 queue_choose(const ws_net *n, u32 in, u32 o) {
    u32 first = n->wire.port_queue0[in];
    u32 queues = n->wire.port_queue0[in + 1] - first;
    for (u32 i = 0, place = n->cross.turn[in] % queues; i < queues;
         i++, place = place + 1 == queues ? 0 : place + 1)
        if (may_cross(n, first + place, o))
            return first + place;
    return NIL;
}

/* The packet in front of queue q goes over to output port `out`, with what is here of it; the
 * rest will follow. */
static void packet_cross(ws_net *n, u32 q, u32 out) {
    u32 in = port_of(n, q);
    u32 k = n->queue[q].front;
    u32 flits = n->queue[q].front_here;
    u32 b = saq_entry(n, out, way_from(n, out, k));
    u32 to = b == NIL ? n->wire.port_queue0[out] : saq_queue(n, b);
    bool reserved = control_reserve(n, 1);
    assert(reserved);
    (void)reserved;
    if (flits < n->queue[q].front_to_go)
        n->vc[feeder(n, in)].receiver = to;
    n->cross.packet[in] = n->cross.packet[out] = k;
    n->cross.room[out]--;
    control_send(n, (ws_control){.due = n->cycle[0] + n->packet.length[k],
                                 .packet = in,
                                 .count = out,
                                 .kind = CONTROL_CROSSED});
    bit_clear(n->port.inhibited, q);
    n->queue[q].flits -= flits;
    queue_shift(n, q, 1);
    packet_left(n, q, k);
    pending_add(n, out, way_from(n, out, k), turns_of(n, to), TURNS_MAX, 1);
    packet_accept(n, to, k, flits);
    output_stored(n, to);
}

/* Output port `out` takes the next input port in turn that has a packet for it. */
static void output_cross(ws_net *n, u32 x, u32 out) {
    u32 first = first_port(n, x);
    u32 inputs = inputs_of(n, x);
    u32 o = n->wire.link_out_port[out_link(n, out)];
    if (n->cross.packet[out] != NIL || n->cross.room[out] == 0)
        return;
    for (u32 i = 0, place = n->cross.turn[out] % inputs; i < inputs;
         i++, place = place + 1 == inputs ? 0 : place + 1) {
        u32 q = n->cross.packet[first + place] == NIL ? queue_choose(n, first + place, o) : NIL;
        if (q == NIL)
            continue;
        n->cross.turn[out] = (u16)(place + 1);
        n->cross.turn[first + place] = (u16)(q + 1 - n->wire.port_queue0[first + place]);
        packet_cross(n, q, out);
        return;
    }
}

/* Packets cross first; then output ports grant their links. */
static void recn_allocate(ws_net *n, u32 x) {
    u32 outputs = n->wire.link0[x + 1] - n->wire.link0[x];
    u32 begin = (u32)(n->cycle[0] % outputs);
    for (u32 i = 0; i < outputs; i++)
        output_cross(n, x, n->wire.link_port[n->wire.link0[x] + (begin + i) % outputs]);
    ports_allocate(n, x);
}

/* The tail has crossed: both ports are free, and so is its place at the input. */
static void crossed(ws_net *n, u32 in, u32 out) {
    control_unreserve(n, 1);
    n->cross.packet[in] = n->cross.packet[out] = NIL;
    signal_send(n, n->wire.port_queue0[in]);
    bit_set(n->allocate_nodes, port_switch(n, in));
}

/* ---- notices ---- */

/* The explicit notification: the row it came in is that of the token, which goes back at once if
 * there is no line. */
static void branch_heard(ws_net *n, const ws_control *what) {
    u32 out = n->wire.link_port[n->wire.vc_link[what->vc]];
    if (saq_allocate(n, out, what->packet, what->count, false, WS_SAQ_NOTIFIED) == NIL)
        token_send(n, what->vc, what->packet, what->count);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 a = saq_find(n, n->wire.link_port[n->wire.vc_link[what->vc]], what->packet, what->count);
    control_unreserve(n, 1);
    if (a != NIL)
        saq_block(n, a, what->kind == CONTROL_XOFF);
}

static void token_heard(ws_net *n, const ws_control *what) {
    u32 a = saq_find(n, port_of(n, n->wire.vc_queue[what->vc]), what->packet, what->count);
    control_unreserve(n, 1);
    assert(a != NIL);
    n->cross.branch[a] = 0;
    idle_check(n, a);
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
    for (u32 a = 0; a < n->size.saqs; a++) {
        if (!saq_is_valid(n, a))
            continue;
        if (n->saq.line[a].xoff_sent && n->queue[saq_queue(n, a)].packets <= n->def->saq_xon)
            xon_send(n, a);
        idle_check(n, a);
    }
}

static u32 recn_queues(const ws_net *n, const ws_def *d, u32 l) {
    (void)d;
    u32 x = n->wire.link_to[l];
    return n->wire.link0[x + 1] - n->wire.link0[x] + n->layout.saqs;
}

static u32 recn_outputs(const ws_net *n) {
    return 1 + n->layout.saqs;
}

/* ---- who waits for whom ---- */

/* The SAQ downstream of SAQ a; NIL if there is none. */
static u32 saq_ahead(const ws_net *n, u32 a) {
    u32 port = saq_port(n, a);
    u32 l = out_link(n, port);
    u32 x = port_switch(n, port);
    u32 path = n->saq.line[a].path;
    u32 turns = n->saq.line[a].turns;
    if (l != NIL)
        return saq_find(n, port_of(n, n->wire.vc_queue[n->wire.vc0[l]]), path, turns);
    if (turns < 2)
        return NIL;
    return saq_find(n, n->wire.link_port[n->wire.port_link[x * WS_PORTS_MAX + (path & TURN_MASK)]],
                    path >> TURN_BITS, turns - 1);
}

static u32 recn_ahead(const ws_net *n, u32 q) {
    u32 far = saq_ahead(n, saq_of(n, q));
    return far == NIL ? NIL : saq_queue(n, far);
}

/* The SAQ that has blocked SAQ a; NIL if an Xon is under way. */
static u32 blocker_of(const ws_net *n, u32 a) {
    u32 far = saq_ahead(n, a);
    return far != NIL && n->saq.line[far].xoff_sent ? far : NIL;
}

static u32 recn_waits_for(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 a = saq_of(n, q);
    if (a != NIL && n->saq.line[a].blocked)
        return blocker_of(n, a) == NIL ? NIL : saq_queue(n, blocker_of(n, a));
    u32 out = n->wire.link_port[n->wire.port_link[port_switch(n, port) * WS_PORTS_MAX +
                                                  (way_of(n, q, n->queue[q].front) & TURN_MASK)]];
    if (n->cross.room[out] > 0)
        return NIL;
    for (u32 far = n->wire.port_queue0[out]; far < n->wire.port_queue0[out + 1]; far++)
        if (n->queue[far].packets > 0)
            return far;
    return NIL;
}

static ws_wait_reason recn_blockers(ws_blockers *b, const ws_net *n, u32 q) {
    return port_blockers(b, n, q, recn_waits_for, WS_WAIT_XOFF);
}

/* ---- the laws ---- */

static u32 recn_promises(const ws_net *n) {
    u32 rows = 0;
    for (u32 a = 0; a < n->size.saqs; a++)
        rows += saq_is_valid(n, a) && (is_output(n, saq_port(n, a)) || n->saq.line[a].xoff_sent);
    return rows;
}

/* Is the tail of packet k still on its way down lane v? */
static bool tail_comes(const ws_net *n, u32 v, u32 k) {
    u32 l = n->wire.vc_link[v];
    if (n->vc[v].holder != NIL && n->queue[n->vc[v].holder].front == k)
        return true;
    for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
        u32 flit = n->flight[(size_t)slot * n->size.links + l];
        if (bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l) && (flit & FLIT_TAIL) &&
            flit >> FLIT_PACKET_SHIFT == k)
            return true;
    }
    return false;
}

static u32 recn_kept(const ws_net *n, u32 port) {
    return n->cross.packet[port] != NIL && !tail_comes(n, feeder(n, port), n->cross.packet[port]);
}

static bool is_under_way(const ws_net *n, u32 kind, u32 v, u32 path, u32 turns) {
    for (u32 slot = 0; slot < n->size.control_slots; slot++)
        for (u32 row = n->control.first[slot]; row; row = n->control.row[row - 1].next) {
            const ws_control *what = &n->control.row[row - 1];
            if (what->kind == kind && what->vc == v && what->packet == path && what->count == turns)
                return true;
        }
    return false;
}

/* The branches of SAQ a and what it branches from. */
static const char *tree_broken(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    u32 port = saq_port(n, a);
    u32 first = first_port(n, port_switch(n, port));
    if (is_output(n, port)) {
        u32 v = n->wire.vc0[out_link(n, port)];
        u32 far = saq_find(n, port_of(n, n->wire.vc_queue[v]), saq->path, saq->turns);
        u64 branches = n->cross.branch[a];
        if (far == NIL || n->cross.branch[far] == 0)
            return "an output's set-aside queue hangs on no tree";
        if (saq->blocked && !n->saq.line[far].xoff_sent &&
            !is_under_way(n, CONTROL_XON, v, saq->path, saq->turns))
            return "an output's set-aside queue is blocked for ever";
        for (BITS_EACH(i, branches)) {
            u32 branch = branch_find(n, first + i, port, a);
            if (branch == NIL)
                return "a branch is gone, but not its token";
            if (n->saq.line[branch].blocked != saq->xoff_sent)
                return "a branch does not know of Xoff or Xon";
        }
        return NULL;
    }
    u32 v = feeder(n, port);
    u32 l = n->wire.vc_link[v];
    u32 up = n->wire.link_port[l];
    bool known = up != NIL && saq_find(n, up, saq->path, saq->turns) != NIL;
    bool expected = known || is_under_way(n, CONTROL_BRANCH, v, saq->path, saq->turns) ||
                    is_under_way(n, CONTROL_TOKEN, v, saq->path, saq->turns);
    if (expected != (n->cross.branch[a] != 0))
        return "the token of a branch is lost";
    if (saq->turns == 1)
        return saq->blocked ? "a root has blocked a branch" : NULL;
    u32 out = n->wire.link_port[n->wire.port_link[port_switch(n, port) * WS_PORTS_MAX +
                                                  (saq->path & TURN_MASK)]];
    u32 b = saq_find(n, out, saq->path >> TURN_BITS, saq->turns - 1u);
    return b != NIL && (n->cross.branch[b] >> (port - first) & 1)
               ? NULL
               : "an input's set-aside queue hangs on no tree";
}

static const char *saq_broken(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    u32 q = saq_queue(n, a);
    u32 port = saq_port(n, a);
    if (!saq_is_valid(n, a))
        return n->queue[q].packets > 0 || saq->xoff_sent
                   ? "a set-aside queue that is free holds something"
                   : NULL;
    for (u32 i = 0; i < n->queue[q].packets; i++)
        if (!matches(way_from(n, port, packet_at(n, q, i)), saq->path, saq->turns))
            return "a packet stands in a set-aside queue that is not on its way";
    if (pending_count(n, port, saq->path, saq->turns) != saq->pending)
        return "a set-aside queue waits for the wrong number of packets";
    if (n->queue[q].state == QUEUE_WAITING && !may_send(n, q))
        return "a set-aside queue asks, but may not send";
    if (is_output(n, port) && bit_get(n->port.inhibited, q) && may_send(n, q))
        return "a set-aside queue is barred for no reason";
    if ((n->queue[q].state == QUEUE_WAITING || bit_get(n->port.inhibited, q)) &&
        saq_match_above(n, port, way_from(n, port, n->queue[q].front), saq->turns) != NIL)
        return "a head in a set-aside queue belongs into that of a longer path";
    if (saq->xoff_sent && n->queue[q].packets <= n->def->saq_xon)
        return "a set-aside queue should have sent Xon";
    if (is_idle(n, a) && (saq->idle_from == 0 || !saq_is_timed(n, a)))
        return "a set-aside queue is idle and has no timer";
    return tree_broken(n, a);
}

/* The memory of an output port; could a packet cross to it, and nobody has noticed? */
static const char *output_broken(const ws_net *n, u32 out) {
    u32 packets = 0;
    u32 x = port_switch(n, out);
    u32 first = first_port(n, x);
    u32 o = n->wire.link_out_port[out_link(n, out)];
    for (u32 q = n->wire.port_queue0[out]; q < n->wire.port_queue0[out + 1]; q++)
        packets += n->queue[q].packets;
    if (packets + n->cross.room[out] != n->wire.out_slots)
        return "an output port has miscounted its packets";
    if (n->cross.packet[out] != NIL || n->cross.room[out] == 0 || bit_get(n->allocate_nodes, x))
        return NULL;
    for (u32 in = first; in < first + inputs_of(n, x); in++)
        if (n->cross.packet[in] == NIL && queue_choose(n, in, o) != NIL)
            return "a packet that could cross has been forgotten";
    return NULL;
}

static const char *recn_broken(const ws_net *n, u32 *where) {
    const char *what = ports_broken(n, where);
    for (u32 a = 0; a < n->size.saqs && !what; a++)
        what = saq_broken(n, *where = a);
    for (u32 port = 0; port < n->size.ports && !what; port++)
        if (is_output(n, port))
            what = output_broken(n, *where = port);
    return what;
}

static void recn_sizes(ws_net *n, const ws_def *d) {
    n->size.cross_ports = n->size.ports;
    n->size.cross_saqs = n->size.ports * n->layout.saqs;
    saq_sizes(n, d);
}

static void recn_start(ws_net *n, const ws_def *d) {
    saq_start(n, d);
    for (u32 port = 0; port < n->size.cross_ports; port++) {
        n->cross.packet[port] = NIL;
        n->cross.room[port] = is_output(n, port) ? (u16)n->wire.out_slots : 0;
    }
}

const ws_switch switch_recn_cioq = {.ports = true,
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
                                    .ahead = recn_ahead,
                                    .promises = recn_promises,
                                    .kept = recn_kept,
                                    .audit = recn_broken};
