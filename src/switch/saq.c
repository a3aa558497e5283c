/* saq.c - see saq.h. */
#include "saq.h"

enum { SAQS_LEAST = 8, CONTROLS_PER_PORT = 16 };

/* ---- matching ---- */

u32 path_end(const ws_net *n, u32 x, saq_path path) {
    u32 l = NIL;
    for (; path.hops > 0; path = path_behind(path)) {
        l = first_hop(n, x, path.ports);
        x = n->wire.link_to[l];
    }
    return l;
}

u32 saq_match(const ws_net *n, u32 port, u32 route, u32 most) {
    u64 valid = n->saq.valid[port];
    u32 best = NIL;
    u32 longest = 0;
    for (BITS_EACH(i, valid)) {
        saq_path path = path_of(n, saq_at(n, port, i));
        if (path.hops >= most || path.hops <= longest || !is_on_path(route, path))
            continue;
        best = saq_at(n, port, i);
        longest = path.hops;
    }
    return best;
}

u32 saq_match_above(const ws_net *n, u32 port, u32 route, u32 least) {
    u64 valid = n->saq.valid[port];
    u32 best = NIL;
    u32 shortest = HOPS_MAX + 1;
    for (BITS_EACH(i, valid)) {
        saq_path path = path_of(n, saq_at(n, port, i));
        if (path.hops <= least || path.hops >= shortest || !is_on_path(route, path))
            continue;
        best = saq_at(n, port, i);
        shortest = path.hops;
    }
    return best;
}

u32 saq_entry(const ws_net *n, u32 port, u32 route) {
    u32 saq = saq_match(n, port, route, HOPS_MAX + 1);
    while (saq != NIL && n->saq.line[saq].pending > 0)
        saq = saq_match(n, port, route, n->saq.line[saq].hops);
    return saq;
}

static bool line_names(const ws_saq_state *line, saq_path path) {
    return line->hops == path.hops && line->path == path.ports;
}

u32 saq_find(const ws_net *n, u32 port, saq_path path) {
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        u32 saq = saq_at(n, port, i);
        if (line_names(&n->saq.line[saq], path))
            return saq;
    }
    return NIL;
}

/* ---- who waits for whom ---- */

u32 saq_downstream(const ws_net *n, u32 saq) {
    u32 port = saq_port(n, saq);
    saq_path path = path_of(n, saq);
    if (is_output(n, port))
        return saq_find(n, far_port(n, out_link(n, port)), path);
    if (path.hops < 2)
        return NIL;
    u32 l = first_hop(n, port_switch(n, port), path.ports);
    u32 next = n->wire.port_out ? n->wire.link_port[l] : far_port(n, l);
    return saq_find(n, next, path_behind(path));
}

u32 saq_queue_ahead(const ws_net *n, u32 q) {
    u32 next = saq_downstream(n, saq_of(n, q));
    return next == NIL ? NIL : saq_queue(n, next);
}

u32 saq_blocker(const ws_net *n, u32 saq) {
    u32 next = saq_downstream(n, saq);
    return next != NIL && n->saq.line[next].xoff_sent ? next : NIL;
}

/* ---- birth and death ---- */

/* The free CAM line that has been free for the longest time; NIL if there is none. */
static u32 line_choose(const ws_net *n, u32 port) {
    u64 lines = n->def->saqs == 0 ? 0 : ~0ull >> (64 - (u32)n->def->saqs);
    u64 free = lines & ~n->saq.valid[port];
    u32 best = NIL;
    for (BITS_EACH(i, free)) {
        u32 saq = saq_at(n, port, i);
        if (best == NIL || n->saq.line[saq].died < n->saq.line[best].died)
            best = saq;
    }
    return best;
}

/* Has a SAQ for this path been freed less than the time of a notification ago? */
static bool was_freed(const ws_net *n, u32 port, saq_path path) {
    u64 delay = (u64)n->def->notification_delay;
    for (u32 i = 0; i < n->layout.saqs; i++) {
        const ws_saq_state *line = &n->saq.line[saq_at(n, port, i)];
        if (line_names(line, path) && n->cycle[0] - line->died <= delay)
            return true;
    }
    return false;
}

/* Packets on the path that stand in queues of the port whose path is shorter. */
static u16 pending_count(const ws_net *n, u32 port, saq_path path) {
    u16 count = 0;
    for (u32 q = first_pending_queue(n, port); q < end_queue_of(n, port); q++) {
        u32 packets = hops_of(n, q) < path.hops ? n->queue[q].packets : 0;
        for (u32 i = 0; i < packets; i++)
            count += is_on_path(route_from(n, port, packet_at(n, q, i)), path);
    }
    return count;
}

/* The congested output at which the path ends. */
static u32 path_root(const ws_net *n, u32 port, saq_path path) {
    u32 x = port_switch(n, port);
    if (is_output(n, port))
        x = n->wire.link_to[out_link(n, port)];
    return path_end(n, x, path);
}

/* A SAQ is born or dies. */
static void line_event(ws_net *n, u32 saq, ws_event_kind kind) {
    const ws_saq_state *line = &n->saq.line[saq];
    u32 port = saq_port(n, saq);
    bool output = is_output(n, port);
    ws_event *event = event_add(n, kind);
    *event = (ws_event){
        .cycle = event->cycle,
        .kind = event->kind,
        .created = line->born,
        .id = saq_queue(n, saq),
        .source = output ? first_vc(n, out_link(n, port)) : feeder(n, port),
        .dest = line->root,
        .length = line->path,
        .hops = line->hops,
        .traffic_class = line->cause,
    };
}

u32 line_allocate(ws_net *n, u32 port, saq_path path, bool blocked, u32 cause) {
    u32 saq = line_choose(n, port);
    if (saq == NIL) {
        n->total[WS_TOTAL_SAQS_FAILED]++;
        return NIL;
    }
    n->total[WS_TOTAL_SAQS_ALLOCATED]++;
    n->total[WS_TOTAL_SAQS_PREMATURE] += was_freed(n, port, path);
    ws_saq_state *line = &n->saq.line[saq];
    line->born = n->cycle[0];
    line->idle_from = 0;
    line->path = path.ports;
    line->hops = (u8)path.hops;
    line->root = path_root(n, port, path);
    line->cause = (u8)cause;
    line->blocked = blocked;
    line->xoff_sent = 0;
    line->used = 0;
    line->pending = pending_count(n, port, path);
    bit_set(&n->saq.valid[port], saq % n->layout.saqs);
    line_event(n, saq, WS_EVENT_SAQ_ALLOCATED);
    return saq;
}

void line_free(ws_net *n, u32 saq) {
    ws_saq_state *line = &n->saq.line[saq];
    bit_clear(&n->saq.valid[saq_port(n, saq)], saq % n->layout.saqs);
    line->died = n->cycle[0];
    line->pending = 0;
    n->total[WS_TOTAL_SAQS_FREED]++;
    line_event(n, saq, WS_EVENT_SAQ_FREED);
}

/* ---- packets ---- */

void pending_add(ws_net *n, u32 port, u32 route, u32 hops, u32 below, i32 change) {
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        ws_saq_state *line = &n->saq.line[saq_at(n, port, i)];
        if (line->hops <= hops || line->hops > below || !is_on_path(route, line_path(line)))
            continue;
        line->pending = (u16)(line->pending + change);
    }
}

static bool head_waits(const ws_net *n, u32 q) {
    return n->queue[q].state == QUEUE_WAITING || bit_get(n->port.inhibited, q);
}

static void head_reconsider(ws_net *n, u32 q) {
    if (n->queue[q].state == QUEUE_WAITING)
        request_end(n, q);
    bit_clear(n->port.inhibited, q);
    n->queue[q].state = QUEUE_ROUTING;
    queue_request(n, q);
}

void heads_reconsider(ws_net *n, u32 saq, u32 first, u32 end) {
    u32 port = saq_port(n, saq);
    saq_path path = path_of(n, saq);
    for (u32 q = first; q < end; q++) {
        if (!head_waits(n, q) || hops_of(n, q) >= path.hops)
            continue;
        if (is_on_path(route_from(n, port, n->queue[q].front), path))
            head_reconsider(n, q);
    }
}

u32 front_leave(ws_net *n, u32 from, u32 to, u32 v, u32 wait) {
    ws_queue_state *queue = &n->queue[from];
    u32 flits = queue->front_here;
    if (!front_is_whole(n, from))
        n->vc[v].receiver = to;
    queue->flits -= flits;
    queue_shift(n, from, wait);
    return flits;
}

/* ---- Xoff and Xon ---- */

void saq_block(ws_net *n, u32 saq, bool blocked) {
    u32 q = saq_queue(n, saq);
    if (n->saq.line[saq].blocked == blocked)
        return;
    n->saq.line[saq].blocked = blocked;
    if (!blocked)
        queue_permit(n, q);
    else if (n->queue[q].state == QUEUE_WAITING)
        queue_inhibit(n, q);
}

void upstream_send(ws_net *n, u32 saq, u32 kind) {
    const ws_saq_state *line = &n->saq.line[saq];
    u32 v = feeder(n, saq_port(n, saq));
    u64 *last = &n->saq.notified[n->wire.vc_link[v]];
    u64 due = n->cycle[0] + (u64)n->def->notification_delay;
    if (*last < due)
        *last = due;
    control_send(n, (ws_control){
                        .due = *last,
                        .vc = v,
                        .packet = line->path,
                        .count = line->hops,
                        .kind = kind,
                    });
}

bool saq_owes_xon(const ws_net *n, u32 saq) {
    return n->saq.line[saq].xoff_sent && saq_packets(n, saq) <= n->def->saq_xon;
}

/* ---- the build ---- */

void saq_layout(ws_net *n, const ws_def *def) {
    port_layout(n, def);
    n->layout.saqs = SAQS_LEAST;
    if (n->layout.saqs < (u32)def->saqs)
        n->layout.saqs = (u32)def->saqs;
}

/* Of control messages a SAQ has its timer, a reserved Xon, and what may be under way. */
void saq_sizes(ws_net *n, const ws_def *def) {
    ws_sizes *size = &n->size;
    size->saqs = size->ports * n->layout.saqs;
    size->saq_ports = size->ports;
    size->saq_links = size->links;
    u32 of_saqs = 3 * size->saqs + size->cross_saqs;
    port_sizes(n, def, of_saqs + size->saq_ports * CONTROLS_PER_PORT);
}

void saq_start(ws_net *n, const ws_def *def) {
    (void)def;
    for (u32 l = 0; l < n->size.saq_links; l++)
        n->saq.sender[l] = NIL;
}

/* ---- without use ---- */

bool control_reserve_spare(ws_net *n, u32 rows, u32 spare) {
    if (!control_reserve(n, rows + spare))
        return false;
    control_unreserve(n, spare);
    return true;
}

bool saq_is_unused(const ws_net *n, u32 saq) {
    const ws_saq_state *line = &n->saq.line[saq];
    if (!saq_is_valid(n, saq) || line->blocked || line->xoff_sent)
        return false;
    return saq_packets(n, saq) == 0;
}

/* How long a SAQ may be idle: for the time of a notification, since one may be under way; longer
 * before its first packet. */
static u64 patience(const ws_net *n, const ws_saq_state *line) {
    return (u64)(line->used ? n->def->notification_delay : n->def->saq_idle);
}

static u8 timer_of(const ws_saq_state *line) {
    return line->used ? TIMER_USED : TIMER_NEW;
}

/* Is a message to itself under way that will find it idle for long enough? */
static bool is_timed(const ws_saq_state *line) {
    return line->timer & timer_of(line);
}

static void timer_start(ws_net *n, u32 saq, u32 spare) {
    ws_saq_state *line = &n->saq.line[saq];
    if (is_timed(line) || !control_reserve_spare(n, 1, spare))
        return;
    line->timer |= timer_of(line);
    control_send(n, (ws_control){
                        .due = line->idle_from + patience(n, line),
                        .packet = saq,
                        .count = timer_of(line),
                        .kind = CONTROL_IDLE,
                    });
}

void saq_idle_note(ws_net *n, u32 saq, bool idle, u32 spare) {
    ws_saq_state *line = &n->saq.line[saq];
    if (!idle) {
        line->idle_from = 0;
    } else if (line->idle_from == 0) {
        line->idle_from = n->cycle[0];
        timer_start(n, saq, spare);
    }
}

bool saq_idle_over(ws_net *n, u32 saq, u32 which, bool idle, u32 spare) {
    ws_saq_state *line = &n->saq.line[saq];
    control_unreserve(n, 1);
    line->timer &= (u8)~which;
    if (!idle)
        line->idle_from = 0;
    if (line->idle_from == 0)
        return false;
    if (n->cycle[0] >= line->idle_from + patience(n, line))
        return true;
    timer_start(n, saq, spare);
    return false;
}

/* ---- the laws ---- */

bool is_under_way(const ws_net *n, u32 kind, u32 v, saq_path path) {
    for (u32 slot = 0; slot < n->size.control_slots; slot++) {
        u32 row = n->control.first[slot];
        while (row != 0) {
            const ws_control *what = &n->control.row[row - 1];
            row = what->next;
            if (what->kind != kind || what->vc != v)
                continue;
            if (what->packet == path.ports && what->count == path.hops)
                return true;
        }
    }
    return false;
}

static const char *packets_broken(const ws_net *n, u32 saq) {
    u32 q = saq_queue(n, saq);
    u32 port = saq_port(n, saq);
    saq_path path = path_of(n, saq);
    for (u32 i = 0; i < n->queue[q].packets; i++)
        if (!is_on_path(route_from(n, port, packet_at(n, q, i)), path))
            return "a packet stands in a set-aside queue that is not on its path";
    if (!head_waits(n, q))
        return NULL;
    u32 route = route_from(n, port, n->queue[q].front);
    if (saq_match_above(n, port, route, path.hops) != NIL)
        return "a head in a set-aside queue belongs into that of a longer path";
    return NULL;
}

const char *line_broken(const ws_net *n, u32 saq, bool idle) {
    const ws_saq_state *line = &n->saq.line[saq];
    u32 q = saq_queue(n, saq);
    if (!saq_is_valid(n, saq)) {
        bool empty = n->queue[q].packets == 0 && !line->xoff_sent && line->pending == 0;
        return empty ? NULL : "a set-aside queue that is free holds something";
    }
    if (pending_count(n, saq_port(n, saq), line_path(line)) != line->pending)
        return "a set-aside queue waits for the wrong number of packets";
    if (n->queue[q].state == QUEUE_WAITING && line->blocked)
        return "a set-aside queue asks, but may not send";
    if (saq_owes_xon(n, saq))
        return "a set-aside queue should have sent Xon";
    if (idle && line->idle_from == 0)
        return "a set-aside queue does not know that it is idle";
    if (idle && !is_timed(line))
        return "a set-aside queue is idle and has no timer";
    return packets_broken(n, saq);
}

bool saq_check(const ws_def *def, const ws_routing *routing, ws_error *error) {
    if (!port_check(def, routing, error))
        return false;
    if (def->routing != WS_ROUTING_SOURCE)
        return fail(error, "queueing recn-iq and recn need fixed ways; try `set routing source`");
    if (def->saqs < 0 || def->saqs > 64 || def->saq_detect < 1 || def->notification_delay < 1 ||
        def->saq_idle < 1)
        return fail(error, "saqs must be between 0 and 64; saq-detect, saq-idle and "
                           "notification-delay at least 1");
    if (def->saq_xon < 0 || def->saq_xon >= def->saq_xoff)
        return fail(error, "saq-xon %lld must be below saq-xoff %lld", (long long)def->saq_xon,
                    (long long)def->saq_xoff);
    return true;
}
