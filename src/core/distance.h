/* distance.h - how far it is from switch to switch. Read from a table of all pairs; of large grids,
 * where that table would be most of the network, computed from the coordinates. */
#ifndef WS_DISTANCE_H
#define WS_DISTANCE_H

#include "network.h"

/* Links between coordinates `from` and `to` of a dimension of `side` switches: a line or a ring. */
static inline u32 side_distance(u32 from, u32 to, u32 side, bool ring) {
    u32 direct = from < to ? to - from : from - to;
    u32 around = side - direct;
    if (ring && around < direct)
        return around;
    return direct;
}

/* Links between switches s and t of a whole grid: each dimension is a line or a ring. */
static inline u32 grid_distance(const ws_graph *graph, u32 s, u32 t) {
    u32 dimensions = (u32)graph->dimensions;
    u32 sum = 0;
    for (EACH(dim, dimensions)) {
        u32 side = (u32)graph->side[dim];
        bool ring = graph->rings >> dim & 1;
        sum += side_distance(s % side, t % side, side, ring);
        s /= side;
        t /= side;
    }
    return sum;
}

/* Links on a shortest path from switch s to t. */
static inline u32 distance_between(const ws_net *n, u32 s, u32 t) {
    size_t switches = n->size.switches;
    size_t pair = s * switches + t;
    if (n->wire.minimal)
        return n->wire.minimal[pair];
    return grid_distance(&n->graph, s, t);
}

/* Links on the path from switch s to t that the routing takes, at most. */
static inline u32 route_length(const ws_net *n, u32 s, u32 t) {
    size_t switches = n->size.switches;
    size_t pair = s * switches + t;
    if (n->wire.dist)
        return n->wire.dist[pair];
    return distance_between(n, s, t);
}

#endif
