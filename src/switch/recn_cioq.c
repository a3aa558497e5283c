/* recn_cioq.c - RECN in its first form: queues at the inputs and at the outputs of a switch, trees
 * of set-aside queues held together by tokens.
 *
 * Source: Duato, Johnson, Flich, Naven, Garcia, Nachiondo, HPCA 2005; what it leaves open is
 * decided here. Ports, their queues and the crossing between them: cioq.h; paths and CAM lines of
 * set-aside queues (SAQs): saq.h.
 *
 *   arrival       into the SAQ with the longest match, else into the detection (standard) queue
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
 * messages reserved for its token, every input SAQ that has sent Xoff one for its Xon. */
#include "cioq.h"

/* The branches of the tree at a SAQ: at an output, the input ports that have a branch; at an input,
 * whether the port upstream has one or was asked for one. */
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

/* Something has changed for the SAQ: is it now a leaf without use? */
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
        .path = path_inside(saq),
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
    saq_path path = path_inside(saq);
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

/* A packet has come to queue q of an output port, or to a SAQ. */
static void packet_stored(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    if (is_output(n, port))
        output_stored(n, q);
    else
        input_stored(n, saq_of(n, q));
}

/* A packet has left queue q: an Xon, or the end of a SAQ, may have waited for it. */
static void packet_less(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    ws_saq saq = saq_of(n, q);
    if (saq.line)
        xon_check(n, saq);
    for (SAQS_EACH(other, n, port))
        idle_check(n, other);
}

/* Packet k has left queue q and the port. */
static void packet_departed(ws_net *n, u32 q, u32 k) {
    packet_place place = place_in(n, q, k);
    pending_leave(place);
    packet_less(n, q);
}

static void recn_received(ws_net *n, u32 q, u32 k) {
    (void)k;
    ws_saq saq = saq_of(n, q);
    if (saq.line)
        input_stored(n, saq);
}

static bool recn_request(ws_net *n, u32 q) {
    return is_source(n, q) || request_or_move(n, q);
}

/* ---- control messages ---- */

/* The explicit notification: the row it came in is that of the token, which goes back at once if
 * there is no line. */
static void branch_heard(ws_net *n, const ws_control *what) {
    new_saq branch = {
        .port = sending_port(n, what->vc),
        .path = message_path(what),
        .cause = WS_SAQ_NOTIFIED,
    };
    ws_saq saq = saq_allocate(n, &branch);
    if (!saq.line)
        token_send(n, what->vc, branch.path);
}

static void flow_heard(ws_net *n, const ws_control *what) {
    u32 out = sending_port(n, what->vc);
    ws_saq saq = saq_find(n, out, message_path(what));
    bool xoff = what->kind == CONTROL_XOFF;
    control_unreserve(n, 1);
    if (saq.line)
        block(n, saq, xoff);
}

static void token_heard(ws_net *n, const ws_control *what) {
    u32 port = port_fed(n, what->vc);
    ws_saq saq = saq_find(n, port, message_path(what));
    control_unreserve(n, 1);
    assert(saq.line);
    *branches_of(saq) = 0;
    idle_check(n, saq);
}

/* The actions on control messages, by their kind. */
/* clang-format off */
static void (*const hearers[])(ws_net *n, const ws_control *what) = {
    [CONTROL_XOFF] = flow_heard,
    [CONTROL_XON] = flow_heard,
    [CONTROL_IDLE] = idle_over,
    [CONTROL_BRANCH] = branch_heard,
    [CONTROL_TOKEN] = token_heard,
    [CONTROL_CROSSED] = cioq_crossed,
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

/* Packets have been taken out: the trees in which they stood go as ever, from the leaves. */
static void recn_settle(ws_net *n) {
    cioq_settle(n);
    pending_settle(n);
    recn_changed(n);
}

static const ws_salvage recn_salvage = {
    .losing = cioq_losing,
    .settle = recn_settle,
};

/* ---- who waits for whom ---- */

static u32 recn_waits_for(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    if (saq.line && saq.line->blocked)
        return saq_queue_or(saq_blocker(saq), NIL);
    return cioq_full_ahead(n, q);
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
static u32 recn_reservations(const ws_net *n) {
    u32 rows = 0;
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port))
            rows += is_output(n, port) || saq.line->xoff_sent;
    return rows;
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
    saq_path path = path_inside(saq);
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

/* Will something let a blocked SAQ of an output port go, whose path leads to SAQ `next`? */
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
        return "a set-aside queue of an output can never be freed";
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

static const ws_law recn_laws[] = {
    LAW(saq_broken, saqs),
    LAW(tree_broken, saqs),
    LAWS_END,
};

static void recn_sizes(ws_net *n) {
    n->size.cross_saqs = n->size.ports * n->layout.saqs;
    cioq_sizes(n);
}

static const ws_crossing recn_crossing = {
    .is_held = is_blocked,
    .queue_for = queue_entered,
    .stored = packet_stored,
    .departed = packet_departed,
    .less = packet_less,
};

const ws_switch switch_RECN = {
    WS_RECN_COMMON,
    WS_CIOQ_COMMON,
    .start = cioq_start,
};
