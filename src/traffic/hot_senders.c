/* hot_senders.c - traffic hot-senders: who is a hot spot, and who sends there.
 *
 * Source: the hot-spot workload of Cherkasova et al. (HPL-96-17, 1996): a few hosts are hot
 * spots; a share of the others send only to them, as much as they can; the rest, hot spots
 * included, are independent and send to each other, though not to hot spots. Who is what follows
 * from the definition alone, so that it may change while the network runs: hot spots lie on a
 * diagonal of the grid, one a row, or, where there is no such grid, at equal distances in the
 * numbering of hosts; the hosts that send to them at equal distances among the others. */
#include "traffic.h"

/* The middle of the i-th of `parts` equal parts of `whole`. */
static u32 middle_of(u32 i, u32 parts, u32 whole) {
    u32 halves = 2 * i + 1;
    u32 all = 2 * parts;
    return halves * whole / all;
}

u32 hot_spot(const ws_def *def, const ws_graph *graph, u32 i) {
    u32 spots = (u32)def->hot_spots;
    u32 hosts = (u32)graph->hosts;
    u32 rows = (u32)graph->rows;
    u32 cols = (u32)graph->cols;
    u32 per_switch = hosts / (u32)graph->switches;
    bool grid = rows * cols * per_switch == hosts;
    if (!grid || spots > rows || spots > cols)
        return middle_of(i, spots, hosts);
    u32 col = middle_of(i, spots, cols);
    u32 row = middle_of(i, spots, rows);
    return (row * cols + col) * per_switch;
}

u32 hot_senders(const ws_def *def, const ws_graph *graph) {
    i64 millionths = def->hot_share * graph->hosts;
    return (u32)(millionths / WS_MILLION);
}

/* What the nth host is that is no hot spot: hot senders lie at equal distances among these. */
static u8 role_of(u64 nth, u64 senders, u64 others) {
    assert(others > 0); /* it is one of them */
    u64 before = nth * senders;
    u64 behind = before + senders;
    if (behind / others > before / others)
        return SENDER_TO_HOT_SPOTS;
    return SENDER_INDEPENDENT;
}

static void roles_clear(ws_net *n) {
    ws_sender *sender = n->sender;
    for (EACH(h, n->size.hosts))
        sender[h].role = SENDER_INDEPENDENT;
}

void roles_derive(ws_net *n) {
    const ws_def *def = n->def;
    u32 spots = (u32)def->hot_spots;
    u32 others = n->size.hosts - spots;
    u32 senders = hot_senders(def, &n->graph);
    u64 nth = 0;
    roles_clear(n);
    if (def->traffic != WS_TRAFFIC_HOT_SENDERS)
        return;
    for (EACH(i, spots)) {
        const ws_graph *graph = &n->graph;
        u32 spot = hot_spot(def, graph, i);
        ws_sender *sender = &n->sender[spot];
        sender->role = SENDER_HOT_SPOT;
    }
    for (EACH(h, n->size.hosts)) {
        ws_sender *sender = &n->sender[h];
        if (sender->role == SENDER_HOT_SPOT)
            continue;
        u8 role = role_of(nth, senders, others);
        sender->role = role;
        nth++;
    }
}
