/* hot_senders.c - traffic hot-senders: who is a hot spot, and who sends there.
 *
 * Source: the hot-spot workload of Cherkasova et al. (HPL-96-17, 1996): a few hosts are hot
 * spots; a share of the others send only to them, as much as they can; the rest, hot spots
 * included, are independent and send to each other, though not to hot spots. Who is what follows
 * from the definition alone, so that it may change while the network runs: hot spots lie on a
 * diagonal of the grid, one a row, or, where there is no such grid, at equal distances in the
 * numbering of hosts; the hosts that send to them at equal distances among the others. */
#include "traffic.h"

u32 hot_spot(const ws_def *d, const ws_graph *g, u32 i) {
    u32 spots = (u32)d->hot_spots;
    u32 rows = (u32)g->rows;
    u32 cols = (u32)g->cols;
    u32 per_switch = (u32)(g->hosts / g->switches);
    if (spots > rows || spots > cols || rows * cols * per_switch != (u32)g->hosts)
        return (2 * i + 1) * (u32)g->hosts / (2 * spots);
    u32 x = (2 * i + 1) * cols / (2 * spots);
    u32 y = (2 * i + 1) * rows / (2 * spots);
    return (y * cols + x) * per_switch;
}

u32 hot_senders(const ws_def *d, const ws_graph *g) {
    return (u32)(d->hot_share * g->hosts / WS_MILLION);
}

/* Is h a hot spot? `below`: how many of them have smaller numbers. */
static bool is_hot_spot(const ws_net *n, u32 h, u32 *below) {
    bool is = false;
    *below = 0;
    for (u32 i = 0; i < (u32)n->def->hot_spots; i++) {
        u32 spot = hot_spot(n->def, &n->graph, i);
        is |= spot == h;
        *below += spot < h;
    }
    return is;
}

bool is_hot_sender(const ws_net *n, u32 h) {
    u32 below;
    if (n->def->traffic != WS_TRAFFIC_HOT_SENDERS || is_hot_spot(n, h, &below))
        return false;
    u64 senders = hot_senders(n->def, &n->graph);
    u64 others = n->size.hosts - (u64)n->def->hot_spots;
    u64 i = h - below;
    return (i + 1) * senders / others > i * senders / others;
}

bool is_independent_dest(const ws_net *n, u32 h) {
    u32 below;
    return !is_hot_spot(n, h, &below) && !is_hot_sender(n, h);
}
