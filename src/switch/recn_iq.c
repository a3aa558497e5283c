/* recn_iq.c - RECN-IQ: regional explicit congestion notification with queues at the inputs only and
 * distributed deallocation.
 *
 * Source: the RECN papers (Duato et al. 2005; Garcia et al. 2006; Mora et al. 2007; the account of
 * 2017), as in SPECS 5.4. A port has a cold queue and set-aside queues (SAQs). A SAQ belongs to a
 * congested output, named by the way to it: the output ports of the switches from here on. A packet
 * passes through that output exactly when the way is a prefix of its own.
 *
 *   arrival      into the cold queue, always; its head is compared with the SAQs and moves into
 *                the one with the longest match, if any
 *   detection    saq-detect packets of the cold queue want the same output: a SAQ for it
 *   Xoff         a packet is stored in a SAQ with saq-xoff packets or more: upstream is told, at
 *                every such packet. There, the way is
 *                longer by the output of the link; a SAQ for it is blocked wherever there is
 *                one, and the port that sent the last packet
 *                over the link allocates one, blocked, if it has none: so the tree of congestion
 *                spreads, by what flow control says
 *   Xon          once, when a SAQ that has sent Xoff is down to saq-xon packets
 *   freeing      a SAQ that is empty, not blocked, has no Xoff outstanding, and for which no
 *                packet stands in the cold queue
 *                (asked only of ways of one output). It stays for the time of a notification,
 *                since one may be under way; before its first packet for
 *                saq-idle cycles
 *
 * A new SAQ may find packets of its flows in the SAQs of shorter ways. These move on into it when
 * they come to the front, and it is not ready to be entered directly (`pending`) as long as there
 * are any: packets of a flow go from queue to queue in the order of lengths, and stay in order. If
 * they did not move on but went their old way, a port downstream, though it has said Xoff, could be
 * filled by them; the prototypes did not look at order. A SAQ is freed only when it is empty, so
 * that what goes by shorter ways afterwards is later.
 *
 * Invariants: packets in a SAQ match its path; `pending` counts the packets in SAQs of shorter
 * paths that match; a SAQ is blocked only while the SAQ downstream has told Xoff or an Xon is
 * under way; each SAQ that has told Xoff has a row of the notice table reserved for its Xon. */
#include "saq.h"

enum {
    COLD_OUTPUTS = 8,
    MOVE_CYCLES = 2 /* four packets move in the time of one packet of eight flits */
};

/* ---- names ---- */

static u32 cold_of(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port];
}
static bool is_cold(const ws_net *n, u32 q) {
    return q == cold_of(n, port_of(n, q));
}
static u32 saq_of(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    return port * n->layout.saqs + (q - cold_of(n, port) - 1);
}
static u16 *cold_count(ws_net *n, u32 q, u32 k) {
    return &n->saq.cold_count[port_of(n, q) * COLD_OUTPUTS + (way_of(n, q, k) & TURN_MASK)];
}

/* ---- birth and death ---- */

/* Packets that match the path and stand in SAQs of the port whose path is shorter. */
static u16 pending_count(const ws_net *n, u32 port, u32 path, u32 turns) {
    u64 valid = n->saq.valid[port];
    u16 count = 0;
    for (BITS_EACH(i, valid)) {
        u32 a = port * n->layout.saqs + i;
        u32 q = saq_queue(n, a);
        if (n->saq.line[a].turns >= turns ||
            !matches(path, n->saq.line[a].path, n->saq.line[a].turns))
            continue;
        for (u32 s = 0; s < n->queue[q].packets; s++) {
            u32 k =
                n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + s) & n->wire.ring_mask[q])];
            count += matches(way_of(n, q, k), path, turns);
        }
    }
    return count;
}

/* The head of queue q, which has asked or is barred, may belong elsewhere now. */
static void head_reconsider(ws_net *n, u32 q) {
    if (n->queue[q].state == QUEUE_WAITING)
        request_end(n, q);
    else if (!bit_get(n->port.inhibited, q))
        return;
    bit_clear(n->port.inhibited, q);
    n->queue[q].state = QUEUE_ROUTING;
    queue_request(n, q);
}

/* SAQ a is new: heads of its flows stand in the cold queue and in SAQs of shorter paths. */
static void heads_reconsider(ws_net *n, u32 a) {
    u32 port = a / n->layout.saqs;
    u32 path = n->saq.line[a].path;
    u32 turns = n->saq.line[a].turns;
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        u32 b = port * n->layout.saqs + i;
        u32 q = saq_queue(n, b);
        if (n->saq.line[b].turns >= turns ||
            !matches(path, n->saq.line[b].path, n->saq.line[b].turns) || n->queue[q].packets == 0)
            continue;
        if (matches(way_of(n, q, n->queue[q].front), path, turns))
            head_reconsider(n, q);
    }
    u32 cold = cold_of(n, port);
    if (n->queue[cold].packets > 0 && matches(way_of(n, cold, n->queue[cold].front), path, turns))
        head_reconsider(n, cold);
}

static void idle_check(ws_net *n, u32 a);

static u32 saq_allocate(ws_net *n, u32 port, u32 path, u32 turns, bool blocked, u32 cause) {
    u32 a = saq_choose(n, port);
    if (a == NIL) {
        n->total[WS_TOTAL_SAQS_FAILED]++;
        return NIL;
    }
    n->total[WS_TOTAL_SAQS_ALLOCATED]++;
    n->total[WS_TOTAL_SAQS_PREMATURE] += saq_was_freed(n, port, path, turns);
    u32 x = n->wire.queue_node[cold_of(n, port)];
    n->saq.line[a] = (ws_saq_state){.born = n->cycle[0],
                                    .died = n->saq.line[a].died,
                                    .path = path,
                                    .turns = (u8)turns,
                                    .blocked = blocked,
                                    .pending = pending_count(n, port, path, turns),
                                    .root = path_end(n, x, path, turns),
                                    .timer = n->saq.line[a].timer,
                                    .cause = (u8)cause};
    bit_set(&n->saq.valid[port], a % n->layout.saqs);
    saq_event(n, a, n->wire.queue_lane[saq_queue(n, a)], WS_EVENT_SAQ_ALLOCATED);
    heads_reconsider(n, a);
    idle_check(n, a);
    return a;
}

static void saq_free(ws_net *n, u32 a) {
    bit_clear(&n->saq.valid[a / n->layout.saqs], a % n->layout.saqs);
    n->saq.line[a].died = n->cycle[0];
    n->saq.line[a].pending = 0;
    n->total[WS_TOTAL_SAQS_FREED]++;
    saq_event(n, a, n->wire.queue_lane[saq_queue(n, a)], WS_EVENT_SAQ_FREED);
}

/* A packet that belongs to SAQ a still stands in the cold queue. For longer paths this is not
 * looked at: their packets are few, and the lines are wanted by others. */
static bool is_awaited(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    return saq->turns == 1 && n->saq.cold_count[a / n->layout.saqs * COLD_OUTPUTS + saq->path] > 0;
}

static bool is_idle(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    if (is_awaited(n, a))
        return false;
    return bit_get(&n->saq.valid[a / n->layout.saqs], a % n->layout.saqs) &&
           n->queue[saq_queue(n, a)].packets == 0 && !saq->blocked && !saq->xoff_sent;
}

/* Something has changed for SAQ a: is it of no use any more? */
static void idle_check(ws_net *n, u32 a) {
    saq_idle_note(n, a, is_idle(n, a), 0);
}

static void idle_over(ws_net *n, u32 a, u32 which) {
    if (saq_idle_over(n, a, which, is_idle(n, a), 0))
        saq_free(n, a);
}

/* ---- Xoff and Xon ---- */

/* Tells the switch upstream. A host is not told: it sees that there is no credit. */
static void upstream_tell(ws_net *n, u32 a, u32 kind) {
    ws_saq_state *saq = &n->saq.line[a];
    u32 v = n->wire.queue_lane[saq_queue(n, a)];
    u32 l = n->wire.vc_link[v];
    if (n->wire.link_fast[l].source)
        return;
    /* one more for its Xon */
    if (kind == CONTROL_XOFF && !control_reserve(n, saq->xoff_sent ? 1 : 2))
        return;
    saq->xoff_sent = kind == CONTROL_XOFF;
    u64 due = n->cycle[0] + (u64)n->def->notification_delay;
    /* sent when the delay was longer: none overtakes another */
    if (due < n->saq.notified[l])
        due = n->saq.notified[l];
    n->saq.notified[l] = due;
    n->total[kind == CONTROL_XOFF ? WS_TOTAL_XOFFS : WS_TOTAL_XONS]++;
    control_send(
        n,
        (ws_control){.due = due, .vc = v, .packet = saq->path, .count = saq->turns, .kind = kind});
}

static void saq_block(ws_net *n, u32 a, bool blocked) {
    ws_saq_state *saq = &n->saq.line[a];
    u32 q = saq_queue(n, a);
    if (saq->blocked == blocked)
        return;
    saq->blocked = blocked;
    if (blocked && n->queue[q].state == QUEUE_WAITING)
        queue_inhibit(n, q);
    if (blocked) {
        saq->idle_from = 0;
        return;
    }
    queue_permit(n, q);
    idle_check(n, a);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 l = n->wire.vc_link[what->vc];
    u32 x = n->wire.link_from[l];
    u32 turns = what->count + 1;
    u32 path = what->packet << TURN_BITS | n->wire.link_out_port[l];
    u32 first = port_of(n, n->wire.queue0[x]);
    bool xoff = what->kind == CONTROL_XOFF;
    control_unreserve(n, 1);
    for (u32 port = first; port < first + n->wire.in0[x + 1] - n->wire.in0[x]; port++) {
        u32 a = saq_find(n, port, path, turns);
        if (a != NIL)
            saq_block(n, a, xoff);
    }
    u32 last = n->saq.sender[l];
    if (xoff && last != NIL && saq_find(n, port_of(n, last), path, turns) == NIL)
        saq_allocate(n, port_of(n, last), path, turns, true, WS_SAQ_NOTIFIED);
}

static void recn_control(ws_net *n, const ws_control *what) {
    if (what->kind == CONTROL_IDLE)
        idle_over(n, what->packet, what->count);
    else
        flow_heard(n, what);
}

/* ---- packets ---- */

/* Packet k has left the cold queue q. */
static void cold_forget(ws_net *n, u32 q, u32 k) {
    u32 a = saq_find(n, port_of(n, q), way_of(n, q, k) & TURN_MASK, 1);
    --*cold_count(n, q, k);
    if (a != NIL)
        idle_check(n, a);
}

static void saq_store(ws_net *n, u32 a) {
    n->saq.line[a].used = 1;
    n->saq.line[a].idle_from = 0;
    if (n->queue[saq_queue(n, a)].packets >= n->def->saq_xoff)
        upstream_tell(n, a, CONTROL_XOFF);
}

/* A packet has left SAQ a. */
static void saq_less(ws_net *n, u32 a) {
    if (n->saq.line[a].xoff_sent && n->queue[saq_queue(n, a)].packets <= n->def->saq_xon)
        upstream_tell(n, a, CONTROL_XON);
    idle_check(n, a);
}

/* The packet in front of queue `from`, the cold one or a SAQ of a shorter path, goes over into
 * SAQ a, with what is here of it; the rest will follow. */
static void packet_move(ws_net *n, u32 from, u32 a) {
    u32 q = saq_queue(n, a);
    u32 k = n->queue[from].front;
    u32 flits = n->queue[from].front_here;
    u32 port = port_of(n, q);
    u32 way = way_of(n, q, k);
    if (flits < n->queue[from].front_to_go)
        n->vc[n->wire.queue_lane[from]].receiver = q;
    if (is_cold(n, from))
        pending_add(n, port, way, n->saq.line[a].turns, TURNS_MAX, 1);
    else
        pending_add(n, port, way, n->saq.line[saq_of(n, from)].turns, n->saq.line[a].turns, -1);
    n->queue[from].flits -= flits;
    queue_shift(n, from, MOVE_CYCLES);
    n->saq.line[a].used = 1; /* not to be taken for idle meanwhile */
    packet_accept(n, q, k, flits);
    saq_store(n, a);
    idle_check(n, a); /* it may have gone further */
    if (is_cold(n, from))
        cold_forget(n, from, k);
    else
        saq_less(n, saq_of(n, from));
}

static u32 recn_receive(ws_net *n, u32 v, u32 k) {
    u32 q = n->wire.vc_queue[v];
    ++*cold_count(n, q, k);
    return q;
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 path = way_of(n, q, k) & TURN_MASK;
    if (*cold_count(n, q, k) >= n->def->saq_detect && saq_find(n, port, path, 1) == NIL)
        saq_allocate(n, port, path, 1, false, WS_SAQ_DETECTED);
}

static bool recn_request(ws_net *n, u32 q) {
    if (is_source(n, q))
        return true;
    bool cold = is_cold(n, q);
    u32 way = way_of(n, q, n->queue[q].front);
    u32 port = port_of(n, q);
    u32 to = cold ? saq_entry(n, port, way)
                  : saq_match_above(n, port, way, n->saq.line[saq_of(n, q)].turns);
    if (to != NIL)
        packet_move(n, q, to);
    else if (cold || !n->saq.line[saq_of(n, q)].blocked)
        return true;
    else
        queue_inhibit(n, q);
    return false;
}

static void recn_granted(ws_net *n, u32 q, u32 v) {
    if (!is_source(n, q))
        n->saq.sender[n->wire.vc_link[v]] = q;
}

static void recn_departed(ws_net *n, u32 q, u32 k) {
    if (is_cold(n, q)) {
        cold_forget(n, q, k);
        return;
    }
    u32 a = saq_of(n, q);
    pending_add(n, port_of(n, q), way_of(n, q, k), n->saq.line[a].turns, TURNS_MAX, -1);
    saq_less(n, a);
}

/* New marks hold at once. */
static void recn_changed(ws_net *n) {
    for (u32 a = 0; a < n->size.saqs; a++) {
        u32 q = saq_queue(n, a);
        if (!bit_get(&n->saq.valid[a / n->layout.saqs], a % n->layout.saqs))
            continue;
        if (n->saq.line[a].xoff_sent && n->queue[q].packets <= n->def->saq_xon)
            upstream_tell(n, a, CONTROL_XON);
        idle_check(n, a);
    }
}

static u32 recn_queues(const ws_net *n, const ws_def *d, u32 l) {
    (void)d, (void)l;
    return 1 + n->layout.saqs;
}

/* The SAQ downstream of SAQ a; NIL if there is none. */
static u32 saq_ahead(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    if (saq->turns < 2)
        return NIL;
    u32 l = n->wire.port_link[n->wire.queue_node[saq_queue(n, a)] * WS_PORTS_MAX +
                              (saq->path & TURN_MASK)];
    return saq_find(n, port_of(n, n->wire.vc_queue[n->wire.vc0[l]]), saq->path >> TURN_BITS,
                    saq->turns - 1u);
}

static u32 recn_ahead(const ws_net *n, u32 q) {
    u32 far = saq_ahead(n, saq_of(n, q));
    return far == NIL ? NIL : saq_queue(n, far);
}

/* The SAQ downstream of a blocked one. */
static u32 recn_waits_for(const ws_net *n, u32 q) {
    u32 far = saq_ahead(n, saq_of(n, q));
    return far != NIL && n->saq.line[far].xoff_sent ? saq_queue(n, far) : NIL;
}

static ws_wait_reason recn_blockers(ws_blockers *b, const ws_net *n, u32 q) {
    return port_blockers(b, n, q, recn_waits_for, WS_WAIT_XOFF);
}

/* ---- the laws ---- */

static u32 recn_promises(const ws_net *n) {
    u32 rows = 0;
    for (u32 a = 0; a < n->size.saqs; a++)
        rows += n->saq.line[a].xoff_sent;
    return rows;
}

static const char *saq_broken(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    u32 q = saq_queue(n, a);
    u32 port = a / n->layout.saqs;
    bool valid = bit_get(&n->saq.valid[port], a % n->layout.saqs);
    if (!valid)
        return n->queue[q].packets > 0 || saq->xoff_sent || saq->pending
                   ? "a set-aside queue that is free holds something"
                   : NULL;
    for (u32 s = 0; s < n->queue[q].packets; s++) {
        u32 k = n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + s) & n->wire.ring_mask[q])];
        if (!matches(way_of(n, q, k), saq->path, saq->turns))
            return "a packet stands in a set-aside queue that is not on its way";
    }
    if (pending_count(n, port, saq->path, saq->turns) != saq->pending)
        return "a set-aside queue waits for the wrong number of packets";
    if (bit_get(n->port.inhibited, q) && !saq->blocked)
        return "a set-aside queue is barred for no reason";
    if (n->queue[q].state == QUEUE_WAITING &&
        saq_match_above(n, port, way_of(n, q, n->queue[q].front), saq->turns) != NIL)
        return "a head in a set-aside queue belongs into that of a longer path";
    if (saq->xoff_sent && n->queue[q].packets <= n->def->saq_xon)
        return "a set-aside queue should have sent Xon";
    if (is_idle(n, a) && saq->idle_from == 0)
        return "a set-aside queue does not know that it is idle";
    if (is_idle(n, a) && !saq_is_timed(n, a))
        return "a set-aside queue is idle and has no timer";
    return NULL;
}

/* A blocked SAQ will be let go: the one downstream has told Xoff, or an Xon is under way. */
static bool will_be_freed(const ws_net *n, u32 a) {
    const ws_saq_state *saq = &n->saq.line[a];
    u32 x = n->wire.queue_node[saq_queue(n, a)];
    u32 l = n->wire.port_link[x * WS_PORTS_MAX + (saq->path & TURN_MASK)];
    u32 v = n->wire.vc0[l];
    u32 far = saq_find(n, port_of(n, n->wire.vc_queue[v]), saq->path >> TURN_BITS, saq->turns - 1u);
    if (far != NIL && n->saq.line[far].xoff_sent)
        return true;
    for (u32 slot = 0; slot < n->size.control_slots; slot++)
        for (u32 row = n->control.first[slot]; row; row = n->control.row[row - 1].next) {
            const ws_control *what = &n->control.row[row - 1];
            if (what->kind == CONTROL_XON && what->vc == v &&
                what->packet == saq->path >> TURN_BITS && what->count == saq->turns - 1u)
                return true;
        }
    return false;
}

static const char *recn_broken(const ws_net *n, u32 *where) {
    const char *what = ports_broken(n, where);
    for (u32 a = 0; a < n->size.saqs && !what; a++) {
        what = saq_broken(n, *where = a);
        if (!what && n->saq.line[a].blocked && !will_be_freed(n, a))
            what = "a set-aside queue is blocked for ever";
    }
    for (u32 port = 0; port < n->size.saq_ports && !what; port++) {
        u32 q = cold_of(n, port);
        u32 count[COLD_OUTPUTS] = {0};
        for (u32 s = 0; s < n->queue[q].packets; s++) {
            u32 k =
                n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + s) & n->wire.ring_mask[q])];
            count[way_of(n, q, k) & TURN_MASK]++;
        }
        for (u32 o = 0; o < COLD_OUTPUTS && !what; o++)
            if (count[o] != n->saq.cold_count[(*where = port) * COLD_OUTPUTS + o])
                what = "a cold queue has miscounted its packets";
    }
    return what;
}

static void recn_sizes(ws_net *n, const ws_def *d) {
    saq_sizes(n, d);
    n->size.cold_outputs = n->size.saq_ports * COLD_OUTPUTS;
}

const ws_switch switch_recn_iq = {.ports = true,
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
                                  .ahead = recn_ahead,
                                  .promises = recn_promises,
                                  .audit = recn_broken};
