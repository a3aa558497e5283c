/* saq.c - see saq.h. */
#include "saq.h"

enum { SAQS_LEAST = 8, CONTROLS_PER_PORT = 16 };

void saq_layout(ws_net *n, const ws_def *d) {
    port_layout(n, d);
    n->layout.saqs = (u32)d->saqs > SAQS_LEAST ? (u32)d->saqs : SAQS_LEAST;
}

/* Of control messages a SAQ has its timer, a promised Xon, and what may be under way. */
void saq_sizes(ws_net *n, const ws_def *d) {
    ws_sizes *z = &n->size;
    z->saqs = z->ports * n->layout.saqs;
    z->saq_ports = z->ports;
    z->saq_links = z->links;
    port_sizes(n, d, 3 * z->saqs + z->cross_saqs + z->saq_ports * CONTROLS_PER_PORT);
}

void saq_start(ws_net *n, const ws_def *d) {
    (void)d;
    for (u32 l = 0; l < n->size.saq_links; l++)
        n->saq.sender[l] = NIL;
}

u32 saq_match(const ws_net *n, u32 port, u32 way, u32 most) {
    u64 valid = n->saq.valid[port];
    u32 best = NIL;
    u32 longest = 0;
    for (BITS_EACH(i, valid)) {
        const ws_saq_state *saq = &n->saq.line[port * n->layout.saqs + i];
        if (saq->turns < most && saq->turns > longest && matches(way, saq->path, saq->turns))
            best = port * n->layout.saqs + i, longest = saq->turns;
    }
    return best;
}

u32 saq_find(const ws_net *n, u32 port, u32 path, u32 turns) {
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        const ws_saq_state *saq = &n->saq.line[port * n->layout.saqs + i];
        if (saq->turns == turns && saq->path == path)
            return port * n->layout.saqs + i;
    }
    return NIL;
}

u32 path_end(const ws_net *n, u32 x, u32 path, u32 turns) {
    u32 l = NIL;
    for (u32 i = 0; i < turns; i++, path >>= TURN_BITS) {
        l = n->wire.port_link[x * WS_PORTS_MAX + (path & TURN_MASK)];
        x = n->wire.link_to[l];
    }
    return l;
}

u32 saq_choose(const ws_net *n, u32 port) {
    u64 lines = n->def->saqs == 0 ? 0 : ~0ull >> (64 - (u32)n->def->saqs);
    u64 free = lines & ~n->saq.valid[port];
    u32 best = NIL;
    for (BITS_EACH(i, free)) {
        u32 a = port * n->layout.saqs + i;
        if (best == NIL || n->saq.line[a].died < n->saq.line[best].died)
            best = a;
    }
    return best;
}

bool saq_was_freed(const ws_net *n, u32 port, u32 path, u32 turns) {
    for (u32 a = port * n->layout.saqs; a < (port + 1) * n->layout.saqs; a++) {
        const ws_saq_state *saq = &n->saq.line[a];
        if (saq->turns == turns && saq->path == path &&
            n->cycle[0] - saq->died <= (u64)n->def->notification_delay)
            return true;
    }
    return false;
}

void saq_event(ws_net *n, u32 a, u32 v, ws_event_kind kind) {
    const ws_saq_state *saq = &n->saq.line[a];
    ws_event *e = event_add(n, kind);
    *e = (ws_event){.cycle = e->cycle,
                    .kind = e->kind,
                    .created = saq->born,
                    .id = saq_queue(n, a),
                    .source = v,
                    .dest = saq->root,
                    .length = saq->path,
                    .hops = saq->turns,
                    .traffic_class = saq->cause};
}

u32 saq_match_above(const ws_net *n, u32 port, u32 way, u32 least) {
    u64 valid = n->saq.valid[port];
    u32 best = NIL;
    u32 shortest = TURNS_MAX + 1;
    for (BITS_EACH(i, valid)) {
        const ws_saq_state *saq = &n->saq.line[port * n->layout.saqs + i];
        if (saq->turns > least && saq->turns < shortest && matches(way, saq->path, saq->turns))
            best = port * n->layout.saqs + i, shortest = saq->turns;
    }
    return best;
}

u32 saq_entry(const ws_net *n, u32 port, u32 way) {
    u32 a = saq_match(n, port, way, TURNS_MAX + 1);
    while (a != NIL && n->saq.line[a].pending > 0)
        a = saq_match(n, port, way, n->saq.line[a].turns);
    return a;
}

void pending_add(ws_net *n, u32 port, u32 way, u32 turns, u32 below, i32 change) {
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        ws_saq_state *saq = &n->saq.line[port * n->layout.saqs + i];
        if (saq->turns > turns && saq->turns <= below && matches(way, saq->path, saq->turns))
            saq->pending = (u16)(saq->pending + change);
    }
}

/* ---- without use ---- */

bool control_reserve_spare(ws_net *n, u32 rows, u32 spare) {
    if (!control_reserve(n, rows + spare))
        return false;
    control_unreserve(n, spare);
    return true;
}

/* How long a SAQ may be idle: for the time of a notification, since one may be under way; longer
 * before its first packet. */
static u64 patience(const ws_net *n, u32 a) {
    return (u64)(n->saq.line[a].used ? n->def->notification_delay : n->def->saq_idle);
}

static u8 timer_of(const ws_net *n, u32 a) {
    return n->saq.line[a].used ? TIMER_USED : TIMER_NEW;
}

bool saq_is_timed(const ws_net *n, u32 a) {
    return n->saq.line[a].timer & timer_of(n, a);
}

static void timer_start(ws_net *n, u32 a, u32 spare) {
    if (saq_is_timed(n, a) || !control_reserve_spare(n, 1, spare))
        return;
    n->saq.line[a].timer |= timer_of(n, a);
    control_send(n, (ws_control){.due = n->saq.line[a].idle_from + patience(n, a),
                                 .packet = a,
                                 .count = timer_of(n, a),
                                 .kind = CONTROL_IDLE});
}

void saq_idle_note(ws_net *n, u32 a, bool idle, u32 spare) {
    if (!idle)
        n->saq.line[a].idle_from = 0;
    else if (n->saq.line[a].idle_from == 0)
        n->saq.line[a].idle_from = n->cycle[0], timer_start(n, a, spare);
}

bool saq_idle_over(ws_net *n, u32 a, u32 which, bool idle, u32 spare) {
    ws_saq_state *saq = &n->saq.line[a];
    control_unreserve(n, 1);
    saq->timer &= (u8)~which;
    if (!idle)
        saq->idle_from = 0;
    if (saq->idle_from == 0)
        return false;
    if (n->cycle[0] >= saq->idle_from + patience(n, a))
        return true;
    timer_start(n, a, spare);
    return false;
}
