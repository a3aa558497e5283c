/* saq.c - see saq.h. */
#include "saq.h"
#include "core/segment.h"

enum { SAQS_LEAST = 8, CONTROLS_PER_PORT = 16 };

/* ---- matching ---- */

u32 path_end(const ws_net *n, u32 x, saq_path path) {
    u32 l = NIL;
    while (path.hops > 0) {
        l = first_hop(n, x, path.ports);
        x = node_to(n, l);
        path = path_behind(path);
    }
    return l;
}

/* Is the packet on the path of a SAQ, which is longer than that of the queue in which it stands? */
static bool is_before(packet_place place, const ws_saq_state *line) {
    if (line->hops <= place.hops)
        return false;
    return is_on_path(place.route, line_path(line));
}

ws_saq saq_longer(packet_place place) {
    ws_saq best = {.n = place.n};
    u32 shortest = HOPS_MAX + 1;
    for (SAQS_EACH(saq, place.n, place.port)) {
        u32 hops = saq.line->hops;
        if (hops >= shortest || !is_before(place, saq.line))
            continue;
        best = saq;
        shortest = hops;
    }
    return best;
}

ws_saq saq_entry(const ws_net *n, u32 port, u32 route) {
    ws_saq best = {.n = n};
    u32 longest = 0;
    for (SAQS_EACH(saq, n, port)) {
        u32 hops = saq.line->hops;
        if (saq.line->pending > 0 || hops <= longest)
            continue;
        if (!is_on_path(route, path_of(saq)))
            continue;
        best = saq;
        longest = hops;
    }
    return best;
}

ws_saq saq_longest(const ws_net *n, u32 port, saq_path path) {
    ws_saq best = {.n = n};
    u32 longest = 0;
    for (SAQS_EACH(saq, n, port)) {
        u32 hops = saq.line->hops;
        if (hops > path.hops || hops <= longest)
            continue;
        if (!is_on_path(path.ports, path_of(saq)))
            continue;
        best = saq;
        longest = hops;
    }
    return best;
}

static bool line_names(const ws_saq_state *line, saq_path path) {
    return line->hops == path.hops && line->path == path.ports;
}

ws_saq saq_find(const ws_net *n, u32 port, saq_path path) {
    ws_saq none = {.n = n};
    for (SAQS_EACH(saq, n, port))
        if (line_names(saq.line, path))
            return saq;
    return none;
}

/* ---- who waits for whom ---- */

/* Do switches have output ports? */
static bool has_outputs(const ws_net *n) {
    return n->wire.port_out != NULL;
}

/* An output port leads to the input port at the end of its link, where the path is the same. An
 * input port leads to an output port of its switch, if that has output ports, else to the input
 * port at the end of the link. */
ws_saq saq_downstream(ws_saq saq) {
    const ws_net *n = saq.n;
    const u32 *outputs = n->wire.link_port;
    u32 l = saq_out_link(saq);
    saq_path path = path_of(saq);
    if (l != NIL)
        return saq_find(n, far_port(n, l), path);
    if (path.hops < 2)
        return (ws_saq){.n = n};
    u32 x = port_switch(n, saq.port);
    l = first_hop(n, x, path.ports);
    path = path_behind(path);
    if (has_outputs(n))
        return saq_find(n, outputs[l], path);
    return saq_find(n, far_port(n, l), path);
}

u32 saq_queue_ahead(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    ws_saq next = saq_downstream(saq);
    return saq_queue_or(next, NIL);
}

ws_saq saq_blocker(ws_saq saq) {
    ws_saq none = {.n = saq.n};
    ws_saq next = saq_downstream(saq);
    if (!next.line)
        return none;
    return next.line->xoff_sent ? next : none;
}

/* ---- birth and death ---- */

/* The SAQ whose CAM line has been free for the longest time, if any is free. */
static ws_saq line_choose(const ws_net *n, u32 port) {
    ws_saq best = {.n = n};
    u64 earliest = UINT64_MAX;
    u32 count = (u32)n->def->saqs;
    if (count == 0)
        return best;
    u64 free = ~0ull >> (64 - count) & ~*saqs_in_use(n, port);
    for (BITS_EACH(i, free)) {
        ws_saq saq = saq_at(n, port, i);
        u64 died = saq.line->died;
        if (died >= earliest)
            continue;
        best = saq;
        earliest = died;
    }
    return best;
}

/* Has a SAQ for this path been freed less than the time of a notification ago? */
static bool was_freed(const ws_net *n, u32 port, saq_path path) {
    u64 delay = (u64)n->def->notification_delay;
    for (EACH(i, n->layout.saqs)) {
        const ws_saq_state *line = saq_at(n, port, i).line;
        u64 age = now(n) - line->died;
        if (age <= delay && line_names(line, path))
            return true;
    }
    return false;
}

/* The first queue of a port whose packets are counted as pending. Without output ports those in
 * the cold queue are not: they are compared with the SAQs when they come to the front. */
static u32 first_pending_queue(const ws_net *n, u32 port) {
    if (has_outputs(n))
        return first_queue_of(n, port);
    return first_saq_queue(n, port);
}

/* Counts the packets of queue q whose route begins with the path. */
static u16 packets_on_path(const ws_net *n, u32 q, saq_path path) {
    u32 port = port_of(n, q);
    u16 count = 0;
    for (EACH(i, packets_in(n, q))) {
        u32 k = packet_at(n, q, i);
        u32 route = route_from(n, port, k);
        count += is_on_path(route, path);
    }
    return count;
}

u16 packets_pending(const ws_net *n, u32 port, saq_path path) {
    u16 count = 0;
    u32 first = first_pending_queue(n, port);
    u32 end = end_queue_of(n, port);
    for (u32 q = first; q < end; q++)
        if (hops_of(n, q) < path.hops)
            count += packets_on_path(n, q, path);
    return count;
}

void pending_settle(ws_net *n) {
    for (EACH(port, n->size.saq_ports))
        for (SAQS_EACH(saq, n, port))
            saq.line->pending = packets_pending(n, port, path_of(saq));
}

/* The congested output at which the path ends. */
static u32 path_root(const ws_net *n, u32 port, saq_path path) {
    u32 x = port_switch(n, port);
    u32 l = out_link(n, port);
    if (l != NIL)
        x = node_to(n, l);
    return path_end(n, x, path);
}

/* The vc to which a SAQ belongs: that which its port feeds, or is fed by. */
static u32 saq_vc(ws_saq saq) {
    u32 l = saq_out_link(saq);
    if (l == NIL)
        return feeder(saq.n, saq.port);
    return first_vc(saq.n, l);
}

/* A SAQ is born or dies. */
static void line_event(ws_net *n, ws_saq saq, ws_event_kind kind) {
    const ws_saq_state *line = saq.line;
    ws_event *event = event_add(n, kind);
    *event = (ws_event){
        .cycle = event->cycle,
        .kind = event->kind,
        .created = line->born,
        .id = saq_queue(saq),
        .source = saq_vc(saq),
        .dest = line->root,
        .length = line->path,
        .hops = line->hops,
        .traffic_class = line->cause,
    };
}

ws_saq line_allocate(ws_net *n, const new_saq *what) {
    u32 port = what->port;
    ws_saq saq = line_choose(n, port);
    ws_saq_state *line = saq.line;
    if (!line) {
        n->total[WS_TOTAL_SAQS_FAILED]++;
        return saq;
    }
    n->total[WS_TOTAL_SAQS_ALLOCATED]++;
    n->total[WS_TOTAL_SAQS_PREMATURE] += was_freed(n, port, what->path);
    line->born = now(n);
    line->idle_from = 0;
    line->path = what->path.ports;
    line->hops = (u8)what->path.hops;
    line->root = path_root(n, port, what->path);
    line->cause = (u8)what->cause;
    line->blocked = what->blocked;
    line->xoff_sent = 0;
    line->used = 0;
    line->pending = packets_pending(n, port, what->path);
    bit_set(saqs_in_use(n, port), saq.local);
    line_event(n, saq, WS_EVENT_SAQ_ALLOCATED);
    return saq;
}

void line_free(ws_net *n, ws_saq saq) {
    u64 *valid = saqs_in_use(n, saq.port);
    bit_clear(valid, saq.local);
    saq.line->died = now(n);
    saq.line->pending = 0;
    n->total[WS_TOTAL_SAQS_FREED]++;
    line_event(n, saq, WS_EVENT_SAQ_FREED);
}

/* ---- packets ---- */

/* Changes the count of pending packets for the SAQs of longer paths, up to `most` hops, that this
 * packet may reach. */
void pending_change(packet_place place, u32 most, i32 change) {
    for (SAQS_EACH(saq, place.n, place.port)) {
        ws_saq_state *line = saq.line;
        if (line->hops <= most && is_before(place, line))
            line->pending = (u16)(line->pending + change);
    }
}

static bool head_waits(const ws_net *n, u32 q) {
    return is_waiting_head(n, q) || is_inhibited(n, q);
}

static void head_reconsider(ws_net *n, u32 q) {
    if (is_waiting_head(n, q))
        request_end(n, q);
    bit_clear(n->port.inhibited, q);
    n->queue[q].state = QUEUE_ROUTING;
    queue_request(n, q);
}

void heads_reconsider(ws_net *n, ws_saq saq, u32 first, u32 end) {
    for (u32 q = first; q < end; q++) {
        if (!head_waits(n, q))
            continue;
        if (is_before(front_place(n, q), saq.line))
            head_reconsider(n, q);
    }
}

u32 front_leave(ws_net *n, u32 q, u32 wait) {
    ws_queue_state *queue = &n->queue[q];
    u32 flits = queue->front_here;
    queue->flits -= flits;
    queue->front_here = front_come(n, q);
    queue_shift(n, q, wait);
    return flits;
}

/* ---- Xoff and Xon ---- */

void saq_block(ws_net *n, ws_saq saq, bool blocked) {
    u32 q = saq_queue(saq);
    if (saq.line->blocked == blocked)
        return;
    saq.line->blocked = blocked;
    if (!blocked)
        queue_permit(n, q);
    else if (is_waiting_head(n, q))
        queue_inhibit(n, q);
}

/* The cycle in which a notification that is sent now arrives at the sender of link l: not before
 * the last one. */
static u64 notification_due(ws_net *n, u32 l) {
    u64 *last = &n->saq.notified[l];
    u64 due = now(n) + (u64)n->def->notification_delay;
    if (*last < due)
        *last = due;
    return *last;
}

void upstream_send(ws_net *n, ws_saq saq, u32 kind) {
    u32 v = feeder(n, saq.port);
    u32 l = link_of(n, v);
    ws_control notification = {
        .due = notification_due(n, l),
        .vc = v,
        .packet = saq.line->path,
        .count = saq.line->hops,
        .kind = kind,
    };
    control_send(n, notification);
}

void xoff_send(ws_net *n, ws_saq saq) {
    u32 rows = saq.line->xoff_sent ? 1 : 2; /* one more for its Xon */
    if (!control_reserve_spare(n, rows))
        return;
    saq.line->xoff_sent = 1;
    n->total[WS_TOTAL_XOFFS]++;
    upstream_send(n, saq, CONTROL_XOFF);
}

bool saq_owes_xon(ws_saq saq) {
    if (!saq.line->xoff_sent)
        return false;
    return saq_packets(saq) <= saq.n->def->saq_xon;
}

/* ---- the build ---- */

void saq_layout(ws_net *n) {
    u32 saqs = (u32)n->def->saqs;
    port_layout(n);
    n->layout.saqs = saqs > SAQS_LEAST ? saqs : SAQS_LEAST;
}

/* A SAQ needs control messages for its timer, for a reserved Xon, and for those under way. */
void saq_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    size->saqs = size->ports * n->layout.saqs;
    size->saq_ports = size->ports;
    size->saq_links = size->links;
    port_sizes(n);
    size->controls = 3 * size->saqs;
    size->controls += size->cross_saqs;
    size->controls += size->saq_ports * CONTROLS_PER_PORT;
}

void saq_start(ws_net *n) {
    for (EACH(l, n->size.saq_links))
        n->saq.sender[l] = NIL;
}

/* ---- without use ---- */

bool control_reserve_spare(ws_net *n, u32 rows) {
    u32 spare = n->size.cross_ports;
    if (!control_reserve(n, rows + spare))
        return false;
    control_unreserve(n, spare);
    return true;
}

bool saq_is_unused(ws_saq saq) {
    bool stopped = saq.line->blocked || saq.line->xoff_sent;
    if (stopped || !saq_is_valid(saq))
        return false;
    return saq_packets(saq) == 0;
}

/* The cycle in which the time of a SAQ without use is over: the time of a notification, since one
 * may be under way; longer before its first packet. */
static u64 idle_until(const ws_net *n, const ws_saq_state *line) {
    const ws_def *def = n->def;
    i64 patience = line->used ? def->notification_delay : def->saq_idle;
    return line->idle_from + (u64)patience;
}

static u8 timer_of(const ws_saq_state *line) {
    return line->used ? TIMER_USED : TIMER_NEW;
}

/* Is a message of the SAQ to itself under way that will find it idle for long enough? */
static bool is_timed(const ws_saq_state *line) {
    return line->timer & timer_of(line);
}

static void timer_start(ws_net *n, ws_saq saq) {
    ws_saq_state *line = saq.line;
    u8 timer = timer_of(line);
    if (is_timed(line) || !control_reserve_spare(n, 1))
        return;
    line->timer |= timer;
    ws_control to_itself = {
        .due = idle_until(n, line),
        .packet = saq_number(saq),
        .count = timer,
        .kind = CONTROL_IDLE,
    };
    control_send(n, to_itself);
}

void saq_idle_note(ws_net *n, ws_saq saq, bool idle) {
    u64 *since = &saq.line->idle_from;
    if (!idle) {
        *since = 0;
    } else if (*since == 0) {
        *since = now(n);
        timer_start(n, saq);
    }
}

bool saq_idle_over(ws_net *n, ws_saq saq, u32 timer, bool idle) {
    ws_saq_state *line = saq.line;
    control_unreserve(n, 1);
    line->timer &= (u8)~timer;
    if (!idle)
        line->idle_from = 0;
    if (line->idle_from == 0)
        return false;
    if (now(n) >= idle_until(n, line))
        return true;
    timer_start(n, saq);
    return false;
}

/* ---- the laws ---- */

static bool speaks_of(const ws_control *what, saq_path path) {
    return what->packet == path.ports && what->count == path.hops;
}

bool is_under_way(const ws_net *n, u32 kind, u32 v, saq_path path) {
    for (EACH(slot, n->size.control_slots))
        for (CONTROLS_EACH(what, n, slot)) {
            bool same_kind = what->kind == kind && what->vc == v;
            if (same_kind && speaks_of(what, path))
                return true;
        }
    return false;
}

u32 packets_before(ws_saq saq) {
    return packets_pending(saq.n, saq.port, path_of(saq));
}

const char *strangers_broken(ws_saq saq) {
    u32 q = saq_queue(saq);
    u32 on_path = packets_on_path(saq.n, q, path_of(saq));
    if (on_path == packets_in(saq.n, q))
        return NULL;
    return "a packet stands in a set-aside queue that is not on its path";
}

const char *moves_broken(ws_saq saq) {
    const ws_net *n = saq.n;
    u32 q = saq_queue(saq);
    if (packets_before(saq) != saq.line->pending)
        return "a set-aside queue waits for the wrong number of packets";
    if (!head_waits(n, q))
        return NULL;
    if (saq_for(front_place(n, q)).line)
        return "a head in a set-aside queue belongs into that of a longer path";
    return NULL;
}

const char *free_line_broken(ws_saq saq) {
    bool clean = !saq.line->xoff_sent && saq.line->pending == 0;
    if (clean && saq_packets(saq) == 0)
        return NULL;
    return "a set-aside queue that is free holds something";
}

const char *line_broken(ws_saq saq, bool idle) {
    const ws_net *n = saq.n;
    const ws_saq_state *line = saq.line;
    if (!saq_is_valid(saq))
        return free_line_broken(saq);
    u32 q = saq_queue(saq);
    if (line->blocked && is_waiting_head(n, q))
        return "a set-aside queue asks, but may not send";
    if (saq_owes_xon(saq))
        return "a set-aside queue should have sent Xon";
    if (idle && line->idle_from == 0)
        return "a set-aside queue does not know that it is idle";
    if (idle && !is_timed(line))
        return "a set-aside queue is idle and has no timer";
    const char *what = strangers_broken(saq);
    return what ? what : moves_broken(saq);
}

bool saq_check_wiring(const ws_net *n, const ws_def *def, ws_error *error) {
    (void)def;
    u32 switches = n->wire.diameter + 1;
    if (switches > HOPS_MAX)
        return fail_with(
                   error,
                   "set-aside queues know paths of at most %d switches, and here are paths of "
                   "%u; try a smaller network, or `set queueing 1q`",
                   HOPS_MAX, switches) ||
               ws_remedy_note(error, "queueing", "1q");
    return true;
}

static bool xon_is_below_xoff(const ws_check *check) {
    long long xon = check->def->saq_xon;
    long long xoff = check->def->saq_xoff;
    if (0 <= xon && xon < xoff)
        return true;
    return fail_with(check->error, "saq-xon %lld must be below saq-xoff %lld", xon, xoff);
}

const ws_rule saq_rules[] = {
    {IS(routing, WS_ROUTING_SOURCE), .words = "queueing recn-iq, recn and recn-dd need fixed ways",
     .remedy = {{"routing", "source"}}},
    {WITHIN(saqs, 0, 64)},
    {AT_LEAST(saq_detect, 1)},
    {AT_LEAST(saq_detect_out, 1)},
    {AT_LEAST(saq_idle, 1)},
    {AT_LEAST(notification_delay, 1),
     .words = "saqs must be between 0 and 64; saq-detect, saq-detect-out, saq-idle and "
              "notification-delay at least 1"},
    {.holds = xon_is_below_xoff, .words = ""},
    RULES_END,
};
