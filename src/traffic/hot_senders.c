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

/* The number of hosts below h that are no hot spots; NIL if h is a hot spot. */
static u32 place_among_others(const ws_net *n, u32 h) {
    const ws_def *def = n->def;
    u32 spots = (u32)def->hot_spots;
    u32 place = h;
    for (EACH(i, spots)) {
        u32 spot = hot_spot(def, &n->graph, i);
        if (spot == h)
            return NIL;
        if (spot < h)
            place--;
    }
    return place;
}

bool is_hot_sender(const ws_net *n, u32 h) {
    const ws_def *def = n->def;
    if (def->traffic != WS_TRAFFIC_HOT_SENDERS)
        return false;
    u64 place = place_among_others(n, h);
    if (place == NIL)
        return false;
    u64 senders = hot_senders(def, &n->graph);
    u64 spots = (u64)def->hot_spots;
    u64 others = n->size.hosts - spots;
    u64 before = place * senders;
    u64 behind = before + senders;
    return behind / others > before / others;
}

bool is_independent_dest(const ws_net *n, u32 h) {
    if (place_among_others(n, h) == NIL)
        return false;
    return !is_hot_sender(n, h);
}
