/* recn_iq.c - RECN-IQ: regional explicit congestion notification with queues at the inputs only and
 * distributed deallocation.
 *
 * Source: the RECN papers (Duato et al. 2005; Garcia et al. 2006; Mora et al. 2007; the account of
 * 2017). A port has a cold queue and set-aside queues (SAQs; paths and CAM lines: saq.h).
 *
 *   arrival      into the cold queue, always; its head is compared with the SAQs and moves into
 *                the one with the longest match, if any
 *   detection    saq-detect packets of the cold queue go to the same output: a SAQ for it
 *   Xoff         a packet is stored in a SAQ with saq-xoff packets or more: upstream is told, at
 *                every such packet. There, the path is longer by the output of the link; a SAQ for
 *                it is blocked wherever there is one, and the port that sent the last packet over
 *                the link allocates one, blocked, if it has none: so the tree of congestion
 *                spreads, by what flow control says
 *   Xon          once, when a SAQ that has sent Xoff is down to saq-xon packets
 *   freeing      a SAQ that is empty, not blocked, has no Xoff outstanding, and for which no
 *                packet stands in the cold queue (looked at only for paths of one hop). It stays
 *                for the time of a notification, since one may be under way; before its first
 *                packet for saq-idle cycles
 *
 * A new SAQ may find packets of its flows in the SAQs of shorter paths. These move on into it when
 * they come to the front, and it is not ready to be entered directly (`pending`) as long as there
 * are any: packets of a flow go from queue to queue in the order of the lengths of their paths, and
 * stay in order. If they did not move on but stayed where they were, a port downstream, though it
 * has said Xoff, could be filled by them; the prototypes did not look at order. A SAQ is freed only
 * when it is empty, so that what goes by shorter paths afterwards is later.
 *
 * Invariants: packets in a SAQ match its path; `pending` counts the packets in SAQs of shorter
 * paths that match; a SAQ is blocked only while the SAQ downstream has sent Xoff or an Xon is
 * under way; each SAQ that has sent Xoff has a row for control messages reserved for its Xon. */
#include "saq.h"

enum { COLD_OUTPUTS = 8 };

static u32 cold_of(const ws_net *n, u32 port) {
    return first_queue_of(n, port);
}
static bool is_cold(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    return q == cold_of(n, port);
}
/* The output port that packet k, in queue q, takes at this switch. */
static u32 output_of(const ws_net *n, u32 q, u32 k) {
    u32 dest = dest_of(n, k);
    u32 route = route_to(n, q, dest);
    return route & HOP_MASK;
}
/* Packets in the cold queue of a port, by the output port that they go to. */
static u16 *cold_counts(const ws_net *n, u32 port) {
    return n->saq.cold_count + port * COLD_OUTPUTS;
}
static saq_path path_to(u32 o) {
    saq_path path = {
        .ports = o,
        .hops = 1,
    };
    return path;
}

/* ---- birth and death ---- */

/* Does a packet that belongs to the SAQ still stand in the cold queue? Asked only for paths of one
 * hop: packets of longer paths are few, and other SAQs need the lines. */
static bool is_awaited(ws_saq saq) {
    saq_path path = path_of(saq);
    const u16 *counts = cold_counts(saq.n, saq.port);
    return path.hops == 1 && counts[path.ports] > 0;
}

static bool is_idle(ws_saq saq) {
    return saq_is_unused(saq) && !is_awaited(saq);
}

/* Something has changed for the SAQ: is it without use now? */
static void idle_check(ws_net *n, ws_saq saq) {
    bool idle = is_idle(saq);
    saq_idle_note(n, saq, idle);
}

static void idle_over(ws_net *n, const ws_control *what) {
    ws_saq saq = saq_numbered(n, what->packet);
    bool idle = is_idle(saq);
    if (saq_idle_over(n, saq, what->count, idle))
        line_free(n, saq);
}

/* The SAQ is allocated, unless the port has one for its path. Heads of its flows stand in SAQs of
 * shorter paths and in the cold queue. */
static void saq_ensure(ws_net *n, const new_saq *what) {
    u32 cold = cold_of(n, what->port);
    u32 end = end_queue_of(n, what->port);
    ws_saq saq = saq_find(n, what->port, what->path);
    if (saq.line)
        return;
    saq = line_allocate(n, what);
    if (!saq.line)
        return;
    heads_reconsider(n, saq, cold + 1, end);
    heads_reconsider(n, saq, cold, cold + 1);
    idle_check(n, saq);
}

/* ---- Xoff and Xon ---- */

/* The SAQ has fewer packets, or the marks have changed. */
static void saq_less(ws_net *n, ws_saq saq) {
    if (saq_owes_xon(saq)) {
        saq.line->xoff_sent = 0;
        n->total[WS_TOTAL_XONS]++;
        upstream_send(n, saq, CONTROL_XON);
    }
    idle_check(n, saq);
}

/* The port that sent the last packet over link l stops packets on the path, too. */
static void xoff_spread(ws_net *n, u32 l, saq_path path) {
    u32 last = n->saq.sender[l];
    if (last == NIL)
        return;
    new_saq branch = {
        .port = port_of(n, last),
        .path = path,
        .cause = WS_SAQ_NOTIFIED,
        .blocked = true,
    };
    saq_ensure(n, &branch);
}

/* Blocks the SAQs for the path, or lets them go. */
static void flow_heard(ws_net *n, const ws_control *what) {
    u32 l = link_of(n, what->vc);
    u32 x = node_from(n, l);
    u32 o = n->wire.link_out_port[l];
    bool xoff = what->kind == CONTROL_XOFF;
    saq_path path = path_through(o, message_path(what));
    control_unreserve(n, 1);
    for (INPUT_PORTS_EACH(port, n, x)) {
        ws_saq saq = saq_find(n, port, path);
        if (!saq.line)
            continue;
        saq_block(n, saq, xoff);
        idle_check(n, saq);
    }
    if (xoff)
        xoff_spread(n, l, path);
}

static void recn_control(ws_net *n, const ws_control *what) {
    if (what->kind == CONTROL_IDLE)
        idle_over(n, what);
    else
        flow_heard(n, what);
}

/* ---- packets ---- */

/* A packet has left its place in a cold queue. */
static void cold_less(ws_net *n, packet_place place) {
    u16 *counts = cold_counts(n, place.port);
    u32 o = place.route & HOP_MASK;
    counts[o]--;
    ws_saq saq = saq_find(n, place.port, path_to(o));
    if (saq.line)
        idle_check(n, saq);
}

/* A packet has come to the SAQ. A host upstream gets no Xoff: it sees that there is no credit. */
static void saq_store(ws_net *n, ws_saq saq) {
    u32 l = feeding_link(n, saq.port);
    saq.line->used = 1;
    saq.line->idle_from = 0;
    bool crowded = saq_packets(saq) >= n->def->saq_xoff;
    if (crowded && !is_injection(n, l))
        xoff_send(n, saq);
}

/* A packet moves into a SAQ whose path has `hops` hops: from the cold queue, where no SAQ counted
 * it as pending, or from a SAQ of a shorter path. */
static void pending_moved(packet_place place, u32 hops) {
    if (place.hops > 0) {
        pending_advance(place, hops);
        return;
    }
    place.hops = hops;
    pending_enter(place);
}

/* Moves the packet in front of queue `from`, the cold queue or a SAQ of a shorter path, into the
 * SAQ, with its flits that are here; the rest will follow. */
static void packet_move(ws_net *n, u32 from, ws_saq saq) {
    u32 q = saq_queue(saq);
    u32 k = front_of(n, from);
    ws_saq from_saq = saq_of(n, from);
    packet_place place = place_in(n, from, k);
    pending_moved(place, saq.line->hops);
    u32 rest = feeder(n, place.port);
    rest_redirect(n, from, rest, q);
    u32 flits = front_leave(n, from, MOVE_CYCLES);
    saq.line->used = 1; /* not idle meanwhile */
    packet_accept(n, q, k, flits);
    saq_store(n, saq);
    idle_check(n, saq); /* the packet may have moved further */
    if (from_saq.line)
        saq_less(n, from_saq);
    else
        cold_less(n, place);
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 cold = own_queue(n, v);
    u16 *counts = cold_counts(n, port_of(n, cold));
    u32 o = output_of(n, cold, k);
    counts[o]++;
    return cold;
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 o = output_of(n, q, k);
    new_saq root = {
        .port = port,
        .path = path_to(o),
        .cause = WS_SAQ_DETECTED,
    };
    u16 packets = cold_counts(n, port)[o];
    if (packets >= n->def->saq_detect)
        saq_ensure(n, &root);
}

static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    packet_place place = front_place(n, q);
    bool cold = is_cold(n, q);
    ws_saq to = cold ? saq_entry(n, place.port, place.route) : saq_for(place);
    if (to.line) {
        packet_move(n, q, to);
        return false;
    }
    if (!is_blocked(n, q))
        return true;
    queue_inhibit(n, q);
    return false;
}

static void recn_granted(ws_net *n, u32 q) {
    u32 v = vc_held(n, q);
    u32 l = link_of(n, v);
    if (!is_source(n, q))
        n->saq.sender[l] = q;
}

static void recn_departed(ws_net *n, u32 q, u32 k) {
    packet_place place = place_in(n, q, k);
    if (is_cold(n, q)) {
        cold_less(n, place);
        return;
    }
    pending_leave(place);
    saq_less(n, saq_of(n, q));
}

/* New marks hold at once. */
static void recn_changed(ws_net *n) {
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port))
            saq_less(n, saq);
}

/* The packets of the cold queue of a port, by the output port that they go to: no more than
 * COLD_OUTPUTS of them. */
static void cold_recount(const ws_net *n, u32 port, u16 *count) {
    u32 q = cold_of(n, port);
    for (EACH(o, COLD_OUTPUTS))
        count[o] = 0;
    for (EACH(i, packets_in(n, q))) {
        u32 k = packet_at(n, q, i);
        count[output_of(n, q, k)]++;
    }
}

/* Packets have been taken out: the trees in which they stood go as ever, from the leaves. */
static void recn_settle(ws_net *n) {
    for (EACH(port, n->size.saq_ports))
        cold_recount(n, port, cold_counts(n, port));
    pending_settle(n);
    recn_changed(n);
}

static u32 recn_queues(const ws_net *n, u32 l) {
    (void)l;
    return 1 + n->layout.saqs;
}

/* The queue of the SAQ that has blocked that of queue q. */
static u32 recn_waits_for(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    return saq_queue_or(saq_blocker(saq), NIL);
}

static ws_wait_reason recn_blockers(ws_blockers *blockers, u32 q) {
    static const inhibition by = {
        .ahead = recn_waits_for,
        .reason = WS_WAIT_XOFF,
    };
    return port_blockers(blockers, q, by);
}

/* ---- the laws ---- */

static u32 recn_reservations(const ws_net *n) {
    u32 rows = 0;
    for (EACH(saq, n->size.saqs))
        rows += n->saq.line[saq].xoff_sent;
    return rows;
}

/* A blocked SAQ will be let go: the one downstream has sent Xoff, or an Xon is under way. */
static bool will_be_permitted(ws_saq saq) {
    const ws_net *n = saq.n;
    if (saq_blocker(saq).line)
        return true;
    saq_path path = path_of(saq);
    u32 x = port_switch(n, saq.port);
    u32 l = first_hop(n, x, path.ports);
    u32 v = first_vc(n, l);
    return is_under_way(n, CONTROL_XON, v, path_behind(path));
}

static const char *permission_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    u32 q = saq_queue(saq);
    if (!saq.line->blocked && is_inhibited(n, q))
        return "a set-aside queue is inhibited for no reason";
    if (saq.line->blocked && !will_be_permitted(saq))
        return "a set-aside queue can never be freed";
    return NULL;
}

static const char *saq_broken(const ws_net *n, u32 number) {
    ws_saq saq = saq_numbered(n, number);
    bool idle = is_idle(saq);
    return line_broken(saq, idle);
}

static const char *cold_broken(const ws_net *n, u32 port) {
    const u16 *counted = cold_counts(n, port);
    u16 count[COLD_OUTPUTS];
    cold_recount(n, port, count);
    for (EACH(o, COLD_OUTPUTS))
        if (count[o] != counted[o])
            return "a cold queue has miscounted its packets";
    return NULL;
}

static const ws_law recn_laws[] = {
    LAW(saq_broken, saqs),
    LAW(permission_broken, saqs),
    LAW(cold_broken, saq_ports),
    LAWS_END,
};

static void recn_sizes(ws_net *n) {
    saq_sizes(n);
    n->size.cold_outputs = n->size.saq_ports * COLD_OUTPUTS;
}

static const ws_salvage recn_salvage = {
    .settle = recn_settle,
};

const ws_switch switch_RECN_IQ = {
    WS_RECN_COMMON,
    .rules = {port_rules, saq_rules},
    .streams = true,
    .port_queues = recn_queues,
    .start = saq_start,
    .receive = recn_receive,
    .granted = recn_granted,
    .departed = recn_departed,
    .allocate = ports_allocate,
    .laws = {port_laws, recn_laws},
};
