/* recn_dd.c - RECN with distributed deallocation, on combined input and output queues: what flow
 * control says spreads the tree of set-aside queues, and each of them goes when it is of no use, by
 * what its own port knows. There are no tokens, no notifications but Xoff, and no timers.
 *
 * Source: Vishnu Priya and Senthil Kumar 2017, section II A. Ports, their queues and the crossing
 * between them: cioq.h; paths and CAM lines of set-aside queues (SAQs): saq.h.
 *
 *   arrival      into the SAQ with the longest match, else into the detection queue of the output
 *                (at an output port the standard queue)
 *   detection    a detection queue holds saq-detect packets: its port allocates a SAQ for the
 *                output. A packet comes to an output, and its standard queue holds more than
 *                saq-detect-out then: the input that sent the packet allocates one
 *   Xoff         a packet is stored in a SAQ with saq-xoff packets or more. One of an input tells
 *                the output port upstream: it blocks its SAQ for the same path, or takes that for
 *                a notification and allocates one, blocked. One of an output tells all inputs of
 *                its switch at once, whose paths are longer by the output: they block theirs, and
 *                the input that sent the packet allocates one, blocked, if it has none
 *   Xon          the same way, once, when a SAQ that has said Xoff is down to saq-xon packets
 *   order        when a SAQ is new, packets of its flows stand in queues of shorter paths.
 *                saq-order move: they move on into it when they come to the front; it is ready,
 *                and newcomers go straight into it, when there are none left (as in recn_cioq.c).
 *                saq-order pointers, as in the paper: they stay, and newcomers go into the SAQ. It
 *                has left a link pointer at the end of the queue of the longest shorter path; it is
 *                ready, and may send, when that queue has come to the pointer and is ready itself.
 *                saq-order none: the same, but it need not be ready to send
 *   freeing      a SAQ that is empty, ready and not blocked is freed at once
 *
 * Why packets move by default: those that stay do not hear of Xoff. The root of a tree is found at
 * first where it is felt, and later further downstream; each time a port memory full of hot packets
 * stands under the shorter path, goes on, and fills the memory of the output, cold packets and all.
 * At the hot spot of scenarios/papers/recn/section-2.fig: with pointers 0.84 of the fair shares,
 * and less than half of it for long after; with packets that move all of it.
 *
 * What the paper leaves open is decided here: Xoff is said again at every packet, since whoever
 * sends next may have no SAQ yet; hosts are not told; if no CAM line is free, the packets stay
 * where they would be without; and a SAQ that would be freed at once is not allocated (an output
 * may ask for one when no packet waits for it at the input).
 *
 * Invariants: a SAQ that is ready has no packet of its flows in a queue of a shorter path;
 * `pending` is 0 for it; else it counts them, or, with link pointers, the packets before the
 * pointer and the pointer itself; a SAQ of an input is blocked exactly while that of its output has
 * said Xoff; each SAQ of an input that has said Xoff has a row for control messages reserved for
 * its Xon. */
#include "blockers.h"
#include "cioq.h"

static bool packets_move(const ws_net *n) {
    return n->def->saq_order == WS_SAQ_ORDER_MOVE;
}
static bool is_ready(ws_saq saq) {
    return saq.line->pending == 0;
}
/* Is queue q ready? A queue that is no SAQ always is. */
static bool queue_is_ready(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    return !saq.line || is_ready(saq);
}
/* Must queue q hold its packets back? */
static bool is_held(const ws_net *n, u32 q) {
    bool waits = n->def->saq_order == WS_SAQ_ORDER_POINTERS;
    if (is_blocked(n, q))
        return true;
    return waits && !queue_is_ready(n, q);
}

/* ---- link pointers ---- */

/* The queue in which the link pointer of a SAQ stands; NIL if there is none. */
static u32 *pointer_of(ws_saq saq) {
    u32 number = saq_number(saq);
    return &saq.n->cross.pointer[number];
}

/* The queue of a port that holds the packets of `path` when the path has no SAQ. */
static u32 queue_before(const ws_net *n, u32 port, saq_path path) {
    saq_path shorter = path;
    shorter.hops--;
    ws_saq saq = saq_longest(n, port, shorter);
    u32 plain = plain_queue(n, port, path.ports);
    return saq_queue_or(saq, plain);
}

/* Has the queue come to the link pointer of a SAQ? */
static bool is_reached(ws_saq saq) {
    u32 q = *pointer_of(saq);
    return saq.line->pending == 1 && queue_is_ready(saq.n, q);
}

/* ---- birth and death ---- */

/* The SAQ is freed if it is of no use. */
static void free_check(ws_net *n, ws_saq saq) {
    if (saq_is_unused(saq) && is_ready(saq))
        line_free(n, saq);
}

static void saq_ready(ws_net *n, ws_saq saq);

/* Something has changed for queue q: the SAQs whose link pointers it has come to are ready. */
static void pointers_check(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    for (SAQS_EACH(saq, n, port))
        if (*pointer_of(saq) == q && is_reached(saq))
            saq_ready(n, saq);
}

/* The order of packets allows a SAQ to send. */
static void saq_ready(ws_net *n, ws_saq saq) {
    u32 q = saq_queue(saq);
    *pointer_of(saq) = NIL;
    saq.line->pending = 0;
    queue_permit(n, q);
    pointers_check(n, q);
    free_check(n, saq);
}

/* Would a SAQ be of use: is it blocked from the first, or does anything wait before it? */
static bool is_of_use(const ws_net *n, const new_saq *what) {
    if (what->blocked)
        return true;
    if (packets_move(n))
        return packets_pending(n, what->port, what->path) > 0;
    u32 before = queue_before(n, what->port, what->path);
    return packets_in(n, before) > 0 || !queue_is_ready(n, before);
}

/* A new SAQ leaves its link pointer at the end of queue q. */
static void pointer_leave(ws_net *n, ws_saq saq, u32 q) {
    u32 before = packets_in(n, q);
    *pointer_of(saq) = q;
    saq.line->pending = (u16)(before + 1);
    if (is_reached(saq))
        saq_ready(n, saq);
}

/* Heads of the flows of a new SAQ move into it. */
static void heads_move(ws_net *n, ws_saq saq) {
    u32 first = first_queue_of(n, saq.port);
    u32 end = end_queue_of(n, saq.port);
    heads_reconsider(n, saq, first, end);
    free_check(n, saq);
}

/* The SAQ is allocated, unless the port has one for its path or it would be of no use. */
static void saq_ensure(ws_net *n, const new_saq *what) {
    u32 before = queue_before(n, what->port, what->path);
    ws_saq saq = saq_find(n, what->port, what->path);
    if (saq.line || !is_of_use(n, what))
        return;
    saq = line_allocate(n, what);
    if (!saq.line)
        return;
    if (packets_move(n))
        heads_move(n, saq);
    else
        pointer_leave(n, saq, before);
}

/* ---- Xoff and Xon ---- */

static void block(ws_net *n, ws_saq saq, bool blocked) {
    saq_block(n, saq, blocked);
    free_check(n, saq);
}

/* A SAQ of an output port tells all inputs of its switch. */
static void inputs_tell(ws_net *n, ws_saq saq, bool xoff) {
    u32 x = port_switch(n, saq.port);
    saq_path path = path_inside(saq);
    saq.line->xoff_sent = xoff;
    for (INPUT_PORTS_EACH(in, n, x)) {
        ws_saq there = saq_find(n, in, path);
        if (there.line)
            block(n, there, xoff);
    }
}

/* Xoff inside a switch; the input port that sent the last packet allocates a SAQ, if it has
 * none. */
static void xoff_inside(ws_net *n, ws_saq saq) {
    new_saq branch = {
        .port = last_sender(n, saq.port),
        .path = path_inside(saq),
        .cause = WS_SAQ_NOTIFIED,
        .blocked = true,
    };
    n->total[WS_TOTAL_XOFFS]++;
    inputs_tell(n, saq, true);
    saq_ensure(n, &branch);
}

/* The SAQ has fewer packets, or the marks have changed: it may owe an Xon. */
static void xon_check(ws_net *n, ws_saq saq) {
    if (!saq_owes_xon(saq))
        return;
    saq.line->xoff_sent = 0;
    n->total[WS_TOTAL_XONS]++;
    if (is_output(n, saq.port))
        inputs_tell(n, saq, false);
    else
        upstream_send(n, saq, CONTROL_XON);
}

/* An Xoff or Xon from downstream. An Xoff for a path without a SAQ is a notification. */
static void flow_heard(ws_net *n, const ws_control *what) {
    new_saq branch = {
        .port = sending_port(n, what->vc),
        .path = message_path(what),
        .cause = WS_SAQ_NOTIFIED,
        .blocked = true,
    };
    bool xoff = what->kind == CONTROL_XOFF;
    ws_saq saq = saq_find(n, branch.port, branch.path);
    control_unreserve(n, 1);
    if (saq.line)
        block(n, saq, xoff);
    else if (xoff)
        saq_ensure(n, &branch);
}

static void recn_control(ws_net *n, const ws_control *what) {
    if (what->kind == CONTROL_CROSSED)
        cioq_crossed(n, what);
    else
        flow_heard(n, what);
}

/* ---- packets ---- */

/* An output is congested: SAQs for it are at the inputs, and have a path of one hop. */
static void root_ensure(ws_net *n, u32 in, u32 o) {
    new_saq root = {
        .port = in,
        .path.ports = o,
        .path.hops = 1,
        .cause = WS_SAQ_DETECTED,
    };
    saq_ensure(n, &root);
}

/* A packet has come to a SAQ of an input port. Hosts are not told. */
static void input_stored(ws_net *n, ws_saq saq) {
    u32 l = feeding_link(n, saq.port);
    bool crowded = saq_packets(saq) >= n->def->saq_xoff;
    saq.line->used = 1;
    if (crowded && !is_injection(n, l))
        xoff_send(n, saq);
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 route = route_from(n, port, k);
    ws_saq saq = saq_of(n, q);
    if (saq.line)
        input_stored(n, saq);
    else if (packets_in(n, q) >= n->def->saq_detect)
        root_ensure(n, port, route & HOP_MASK);
}

/* A packet has come to a SAQ, or the standard queue, of an output port. */
static void output_stored(ws_net *n, ws_saq saq) {
    saq.line->used = 1;
    if (saq_packets(saq) >= n->def->saq_xoff)
        xoff_inside(n, saq);
}
static void standard_stored(ws_net *n, u32 q) {
    u32 out = port_of(n, q);
    if (packets_in(n, q) > n->def->saq_detect_out)
        root_ensure(n, last_sender(n, out), output_number(n, out));
}

static void packet_stored(ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    if (!saq.line)
        standard_stored(n, q);
    else if (is_output(n, saq.port))
        output_stored(n, saq);
    else
        input_stored(n, saq);
}

static u32 recn_queue_for(ws_net *n, u32 port, u32 k) {
    if (packets_move(n))
        return queue_entered(n, port, k);
    saq_path whole = {
        .ports = route_from(n, port, k),
        .hops = HOPS_MAX,
    };
    ws_saq saq = saq_longest(n, port, whole);
    u32 plain = plain_queue(n, port, whole.ports);
    return saq_queue_or(saq, plain);
}

/* Link pointers behind the packet that has left queue q come nearer to its front. */
static void pointers_advance(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    for (SAQS_EACH(saq, n, port))
        if (*pointer_of(saq) == q && saq.line->pending > 1)
            saq.line->pending--;
    pointers_check(n, q);
}

/* A packet has left queue q: an Xon, or the end of a SAQ, may have waited for it. */
static void packet_less(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    ws_saq saq = saq_of(n, q);
    if (!packets_move(n))
        pointers_advance(n, q);
    if (saq.line)
        xon_check(n, saq);
    for (SAQS_EACH(other, n, port))
        free_check(n, other);
}

/* Packet k has left queue q and the port. */
static void packet_departed(ws_net *n, u32 q, u32 k) {
    packet_place place = place_in(n, q, k);
    if (packets_move(n))
        pending_leave(place);
    packet_less(n, q);
}

static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    return packets_move(n) ? request_or_move(n, q) : cioq_request(n, q);
}

/* Parameters have changed: queues that the new ones allow to send may go on. */
static void saq_reconsider(ws_net *n, ws_saq saq) {
    u32 q = saq_queue(saq);
    if (!is_held(n, q))
        queue_permit(n, q);
    else if (is_waiting_head(n, q))
        queue_inhibit(n, q);
    xon_check(n, saq);
    free_check(n, saq);
}

static void recn_changed(ws_net *n) {
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port))
            saq_reconsider(n, saq);
}

/* ---- a cable is cut ---- */

/* The packets before the link pointer of a SAQ that are about to be taken out. */
static u32 lost_before(ws_saq saq, const u8 *lost) {
    u32 q = *pointer_of(saq);
    u32 before = saq.line->pending;
    u32 count = 0;
    for (u32 i = 0; i + 1 < before; i++) {
        u32 k = packet_at(saq.n, q, i);
        count += lost[k];
    }
    return count;
}

static void recn_losing(ws_net *n, const u8 *lost) {
    cioq_losing(n, lost);
    if (packets_move(n))
        return;
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port)) {
            u32 gone = lost_before(saq, lost);
            saq.line->pending = (u16)(saq.line->pending - gone);
        }
}

/* Packets have been taken out: what waited for them alone is ready, or of no use. */
static void recn_settle(ws_net *n) {
    cioq_settle(n);
    if (packets_move(n))
        pending_settle(n);
    else
        for (EACH(q, n->wire.source_queue0))
            pointers_check(n, q);
    recn_changed(n);
}

static const ws_salvage recn_salvage = {
    .losing = recn_losing,
    .settle = recn_settle,
};

/* ---- who waits for whom ---- */

/* The queue whose packets stand before the link pointer of a SAQ, or before that of the SAQ in
 * whose empty queue it stands. */
static u32 pointer_blocker(ws_saq saq) {
    u32 q = *pointer_of(saq);
    while (packets_in(saq.n, q) == 0)
        q = *pointer_of(saq_of(saq.n, q));
    return q;
}

static u32 recn_waits_for(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    if (!is_held(n, q))
        return cioq_full_ahead(n, q);
    if (saq.line->blocked)
        return saq_queue_or(saq_blocker(saq), NIL);
    return pointer_blocker(saq);
}

/* Why a head that may not go on waits: an output port may have no room for it. */
static ws_wait_reason wait_reason(const ws_net *n, u32 q) {
    if (is_blocked(n, q))
        return WS_WAIT_XOFF;
    return is_held(n, q) ? WS_WAIT_READY : WS_WAIT_ROOM;
}

static ws_wait_reason recn_blockers(ws_blockers *blockers, u32 q) {
    inhibition by = {
        .ahead = recn_waits_for,
        .reason = wait_reason(blockers->n, q),
    };
    return port_blockers(blockers, q, by);
}

/* ---- the laws ---- */

static u32 recn_reservations(const ws_net *n) {
    u32 rows = 0;
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port))
            rows += saq.line->xoff_sent && !is_output(n, port);
    return rows;
}

static const char *pointer_broken(ws_saq saq) {
    const ws_net *n = saq.n;
    u32 q = *pointer_of(saq);
    u32 pending = saq.line->pending;
    if (is_ready(saq) && packets_before(saq) > 0)
        return "a set-aside queue is ready before its flows";
    if (is_ready(saq) || q == NIL)
        return is_ready(saq) && q == NIL ? NULL : "a link pointer is lost";
    if (port_of(n, q) != saq.port || hops_of(n, q) >= saq.line->hops)
        return "a link pointer stands in the wrong queue";
    if (pending > packets_in(n, q) + 1)
        return "a link pointer stands behind the end of its queue";
    if (is_reached(saq))
        return "a queue has come to a link pointer, which stays";
    return NULL;
}

static const char *saq_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    u32 q = saq_queue(saq);
    if (!saq_is_valid(saq))
        return free_line_broken(saq);
    if (is_ready(saq) && saq_is_unused(saq))
        return "a set-aside queue is of no use, and stays";
    if (saq_owes_xon(saq))
        return "a set-aside queue should have sent Xon";
    if (is_held(n, q) && is_waiting_head(n, q))
        return "a set-aside queue asks, but may not send";
    return packets_move(n) ? moves_broken(saq) : pointer_broken(saq);
}

static const char *packets_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    return saq_is_valid(saq) ? strangers_broken(saq) : NULL;
}

/* Is an Xon on its way to a SAQ of an output port? */
static bool is_permitted(ws_saq saq) {
    u32 l = saq_out_link(saq);
    if (l == NIL)
        return false;
    u32 v = first_vc(saq.n, l);
    return is_under_way(saq.n, CONTROL_XON, v, path_of(saq));
}

static const char *block_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    u32 q = saq_queue(saq);
    if (!saq_is_valid(saq))
        return NULL;
    bool input = !is_output(n, saq.port);
    bool blocked = saq.line->blocked;
    bool stopped = saq_blocker(saq).line;
    if (blocked && !stopped && !is_permitted(saq))
        return "a set-aside queue can never be freed";
    if (input && stopped && !blocked)
        return "a set-aside queue of an input does not know of Xoff";
    if (!input && !is_held(n, q) && is_inhibited(n, q))
        return "a set-aside queue is inhibited for no reason";
    return NULL;
}

static const ws_law recn_laws[] = {
    LAW(saq_broken, saqs),
    LAW(packets_broken, saqs),
    LAW(block_broken, saqs),
    LAWS_END,
};

static void recn_sizes(ws_net *n) {
    n->size.pointer_saqs = n->size.ports * n->layout.saqs;
    cioq_sizes(n);
}

static void recn_start(ws_net *n) {
    cioq_start(n);
    for (EACH(saq, n->size.pointer_saqs))
        n->cross.pointer[saq] = NIL;
}

static const ws_crossing recn_crossing = {
    .is_held = is_held,
    .queue_for = recn_queue_for,
    .stored = packet_stored,
    .departed = packet_departed,
    .less = packet_less,
};

const ws_switch switch_RECN_DD = {
    WS_RECN_COMMON,
    WS_CIOQ_COMMON,
    .start = recn_start,
};
