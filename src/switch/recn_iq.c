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
    return saq_of(n, q) == NIL;
}
/* The output port that packet k, in queue q, takes at this switch. */
static u32 output_of(const ws_net *n, u32 q, u32 k) {
    return route_of(n, q, k) & HOP_MASK;
}
/* Packets in the cold queue of a port that go to output port o. */
static u16 *cold_count(const ws_net *n, u32 port, u32 o) {
    return &n->saq.cold_count[port * COLD_OUTPUTS + o];
}
static saq_path path_to(u32 o) {
    return (saq_path){o, 1};
}

/* ---- birth and death ---- */

/* A packet that belongs to the SAQ still stands in the cold queue. For longer paths this is not
 * looked at: their packets are few, and the lines are wanted by others. */
static bool is_awaited(const ws_net *n, u32 saq) {
    saq_path path = path_of(n, saq);
    return path.hops == 1 && *cold_count(n, saq_port(n, saq), path.ports) > 0;
}

static bool is_idle(const ws_net *n, u32 saq) {
    return saq_is_unused(n, saq) && !is_awaited(n, saq);
}

/* Something has changed for the SAQ: is it of no use any more? */
static void idle_check(ws_net *n, u32 saq) {
    saq_idle_note(n, saq, is_idle(n, saq), 0);
}

static void idle_over(ws_net *n, u32 saq, u32 which) {
    if (saq_idle_over(n, saq, which, is_idle(n, saq), 0))
        line_free(n, saq);
}

/* Heads of the flows of a new SAQ stand in SAQs of shorter paths and in the cold queue. */
static void saq_allocate(ws_net *n, u32 port, saq_path path, bool blocked, u32 cause) {
    u32 cold = cold_of(n, port);
    u32 saq = line_allocate(n, port, path, blocked, cause);
    if (saq == NIL)
        return;
    heads_reconsider(n, saq, cold + 1, end_queue_of(n, port));
    heads_reconsider(n, saq, cold, cold + 1);
    idle_check(n, saq);
}

/* ---- Xoff and Xon ---- */

/* The link upstream comes from a host, which is not told: it sees that there is no credit. */
static bool host_sends(const ws_net *n, u32 saq) {
    u32 l = n->wire.vc_link[feeder(n, saq_port(n, saq))];
    return n->wire.link_fast[l].source;
}

static void xoff_send(ws_net *n, u32 saq) {
    ws_saq_state *line = &n->saq.line[saq];
    u32 rows = line->xoff_sent ? 1 : 2; /* one more for its Xon */
    if (host_sends(n, saq) || !control_reserve(n, rows))
        return;
    line->xoff_sent = 1;
    n->total[WS_TOTAL_XOFFS]++;
    upstream_send(n, saq, CONTROL_XOFF);
}

static void xon_send(ws_net *n, u32 saq) {
    n->saq.line[saq].xoff_sent = 0;
    n->total[WS_TOTAL_XONS]++;
    upstream_send(n, saq, CONTROL_XON);
}

/* The SAQ has fewer packets, or the marks have changed. */
static void saq_less(ws_net *n, u32 saq) {
    if (saq_owes_xon(n, saq))
        xon_send(n, saq);
    idle_check(n, saq);
}

static void xoff_heard(ws_net *n, u32 l, saq_path path) {
    u32 last = n->saq.sender[l];
    if (last == NIL)
        return;
    u32 port = port_of(n, last);
    if (saq_find(n, port, path) == NIL)
        saq_allocate(n, port, path, true, WS_SAQ_NOTIFIED);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 l = n->wire.vc_link[what->vc];
    u32 x = n->wire.link_from[l];
    u32 first = first_port(n, x);
    u32 end = first + inputs_of(n, x);
    bool xoff = what->kind == CONTROL_XOFF;
    saq_path path = path_through(n->wire.link_out_port[l], path_told(what));
    control_unreserve(n, 1);
    for (u32 port = first; port < end; port++) {
        u32 saq = saq_find(n, port, path);
        if (saq == NIL)
            continue;
        saq_block(n, saq, xoff);
        idle_check(n, saq);
    }
    if (xoff)
        xoff_heard(n, l, path);
}

static void recn_control(ws_net *n, const ws_control *what) {
    if (what->kind == CONTROL_IDLE)
        idle_over(n, what->packet, what->count);
    else
        flow_heard(n, what);
}

/* ---- packets ---- */

/* A packet that goes to output port o has left the cold queue of the port. */
static void cold_less(ws_net *n, u32 port, u32 o) {
    --*cold_count(n, port, o);
    u32 saq = saq_find(n, port, path_to(o));
    if (saq != NIL)
        idle_check(n, saq);
}

static void saq_store(ws_net *n, u32 saq) {
    ws_saq_state *line = &n->saq.line[saq];
    line->used = 1;
    line->idle_from = 0;
    if (saq_packets(n, saq) >= n->def->saq_xoff)
        xoff_send(n, saq);
}

/* The packet in front of queue `from`, the cold one or a SAQ of a shorter path, goes over into
 * the SAQ, with what is here of it; the rest will follow. */
static void packet_move(ws_net *n, u32 from, u32 saq) {
    ws_saq_state *line = &n->saq.line[saq];
    u32 q = saq_queue(n, saq);
    u32 port = port_of(n, q);
    u32 k = n->queue[from].front;
    u32 route = route_of(n, q, k);
    u32 left = saq_of(n, from);
    if (left == NIL)
        pending_add(n, port, route, line->hops, HOPS_MAX, 1);
    else
        pending_add(n, port, route, hops_of(n, from), line->hops, -1);
    u32 flits = front_leave(n, from, q, feeder(n, port), MOVE_CYCLES);
    line->used = 1; /* not to be taken for idle meanwhile */
    packet_accept(n, q, k, flits);
    saq_store(n, saq);
    idle_check(n, saq); /* it may have gone further */
    if (left == NIL)
        cold_less(n, port, route & HOP_MASK);
    else
        saq_less(n, left);
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 cold = n->wire.vc_queue[v];
    ++*cold_count(n, port_of(n, cold), output_of(n, cold, k));
    return cold;
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 o = output_of(n, q, k);
    if (*cold_count(n, port, o) < n->def->saq_detect)
        return;
    if (saq_find(n, port, path_to(o)) == NIL)
        saq_allocate(n, port, path_to(o), false, WS_SAQ_DETECTED);
}

/* The SAQ into which the head of queue q moves; NIL if it stays. */
static u32 saq_for_head(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 route = route_of(n, q, n->queue[q].front);
    if (is_cold(n, q))
        return saq_entry(n, port, route);
    return saq_match_above(n, port, route, hops_of(n, q));
}

static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    u32 to = saq_for_head(n, q);
    if (to != NIL) {
        packet_move(n, q, to);
        return false;
    }
    if (is_cold(n, q) || !n->saq.line[saq_of(n, q)].blocked)
        return true;
    queue_inhibit(n, q);
    return false;
}

static void recn_granted(ws_net *n, u32 q, u32 v) {
    if (!is_source(n, q))
        n->saq.sender[n->wire.vc_link[v]] = q;
}

static void recn_departed(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 route = route_of(n, q, k);
    if (is_cold(n, q)) {
        cold_less(n, port, route & HOP_MASK);
        return;
    }
    pending_add(n, port, route, hops_of(n, q), HOPS_MAX, -1);
    saq_less(n, saq_of(n, q));
}

/* New marks hold at once. */
static void recn_changed(ws_net *n) {
    for (u32 saq = 0; saq < n->size.saqs; saq++)
        if (saq_is_valid(n, saq))
            saq_less(n, saq);
}

static u32 recn_queues(const ws_net *n, const ws_def *def, u32 l) {
    (void)def, (void)l;
    return 1 + n->layout.saqs;
}

/* The queue of the SAQ that has blocked that of queue q. */
static u32 recn_waits_for(const ws_net *n, u32 q) {
    u32 next = saq_blocker(n, saq_of(n, q));
    return next == NIL ? NIL : saq_queue(n, next);
}

static ws_wait_reason recn_blockers(ws_blockers *blockers, const ws_net *n, u32 q) {
    return port_blockers(blockers, n, q, recn_waits_for, WS_WAIT_XOFF);
}

/* ---- the laws ---- */

static u32 recn_promises(const ws_net *n) {
    u32 rows = 0;
    for (u32 saq = 0; saq < n->size.saqs; saq++)
        rows += n->saq.line[saq].xoff_sent;
    return rows;
}

/* A blocked SAQ will be let go: the one downstream has sent Xoff, or an Xon is under way. */
static bool will_be_permitted(const ws_net *n, u32 saq) {
    saq_path path = path_of(n, saq);
    u32 l = first_hop(n, port_switch(n, saq_port(n, saq)), path.ports);
    if (saq_blocker(n, saq) != NIL)
        return true;
    return is_under_way(n, CONTROL_XON, n->wire.vc0[l], path_behind(path));
}

static const char *saq_broken(const ws_net *n, u32 saq) {
    const ws_saq_state *line = &n->saq.line[saq];
    const char *what = line_broken(n, saq, is_idle(n, saq));
    if (what)
        return what;
    if (!line->blocked) {
        bool inhibited = bit_get(n->port.inhibited, saq_queue(n, saq));
        return inhibited ? "a set-aside queue is inhibited for no reason" : NULL;
    }
    return will_be_permitted(n, saq) ? NULL : "a set-aside queue is blocked for ever";
}

static const char *cold_broken(const ws_net *n, u32 port) {
    u32 q = cold_of(n, port);
    u32 count[COLD_OUTPUTS] = {0};
    for (u32 i = 0; i < n->queue[q].packets; i++)
        count[output_of(n, q, packet_at(n, q, i))]++;
    for (u32 o = 0; o < COLD_OUTPUTS; o++)
        if (count[o] != *cold_count(n, port, o))
            return "a cold queue has miscounted its packets";
    return NULL;
}

static const char *recn_broken(const ws_net *n, u32 *where) {
    const char *what = ports_broken(n, where);
    for (u32 saq = 0; saq < n->size.saqs && !what; saq++) {
        *where = saq;
        what = saq_broken(n, saq);
    }
    for (u32 port = 0; port < n->size.saq_ports && !what; port++) {
        *where = port;
        what = cold_broken(n, port);
    }
    return what;
}

static void recn_sizes(ws_net *n, const ws_def *def) {
    saq_sizes(n, def);
    n->size.cold_outputs = n->size.saq_ports * COLD_OUTPUTS;
}

const ws_switch switch_recn_iq = {
    .check = saq_check,
    .ports = true,
    .layout = saq_layout,
    .port_queues = recn_queues,
    .sizes = recn_sizes,
    .start = saq_start,
    .changed = recn_changed,
    .receive = recn_receive,
    .received = recn_received,
    .request = recn_request,
    .requested = port_requested,
    .withdraw = port_withdraw,
    .wanted = port_wanted,
    .granted = recn_granted,
    .freed = port_freed,
    .departed = recn_departed,
    .control = recn_control,
    .allocate = ports_allocate,
    .transmit = transmit_input_queued,
    .blockers = recn_blockers,
    .ahead = saq_queue_ahead,
    .promises = recn_promises,
    .audit = recn_broken,
};
