/* destinations.c - for whom host h sends: one function a row of WS_TRAFFIC_*. */
#include "traffic.h"

static u32 to_uniform(ws_net *n, u32 h, u64 *rng) {
    u32 d = rng_below(rng, n->size.hosts - 1);
    return d + (d >= h);
}

static u32 to_any(ws_net *n, u32 h, u64 *rng) {
    (void)h;
    return rng_below(rng, n->size.hosts);
}

/* near_count: by switch and distance, hosts at that distance; near_host: by switch, hosts in
 * order of distance. */
static u32 to_equal_distance(ws_net *n, u32 h, u64 *rng) {
    u32 s = n->wire.host_switch[h];
    u32 span = n->wire.diameter + 1;
    u32 feasible = 0;
    const u32 *count = n->wire.near_count + s * span;
    const u32 *host = n->wire.near_host + s * n->size.hosts;
    for (u32 d = 0; d < span; d++)
        feasible += count[d] > (d == 0);
    u32 nth = rng_below(rng, feasible);
    u32 d = 0;
    for (;; host += count[d++])
        if (count[d] > (d == 0) && nth-- == 0)
            break;
    if (d > 0)
        return host[rng_below(rng, count[d])];
    /* a neighbour on the same switch, not itself: skip its own place */
    u32 i = rng_below(rng, count[0] - 1);
    for (u32 j = 0; j <= i; j++)
        i += host[j] == h;
    return host[i];
}

static u32 to_hotspot(ws_net *n, u32 h, u64 *rng) {
    u32 hot = (u32)n->def->hotspot_host;
    return rng_share(rng, (u64)n->def->hotspot_share) && hot != h ? hot : to_uniform(n, h, rng);
}

/* hot-senders: hot_senders.c says who is what. An independent host is drawn until one comes that
 * may be sent to; there is one (def_check). */
static u32 to_hot_or_independent(ws_net *n, u32 h, u64 *rng) {
    if (is_hot_sender(n, h))
        return hot_spot(n->def, &n->graph, rng_below(rng, (u32)n->def->hot_spots));
    for (;;) {
        u32 d = to_uniform(n, h, rng);
        if (is_independent_dest(n, d))
            return d;
    }
}

/* The host in the same place on the switch at (x, y). */
static u32 host_at(const ws_net *n, u32 h, u32 x, u32 y) {
    u32 per_switch = (u32)n->def->hosts_per_switch;
    return (y * (u32)n->graph.cols + x) * per_switch + h % per_switch;
}
static u32 host_x(const ws_net *n, u32 h) {
    return n->wire.host_switch[h] % (u32)n->graph.cols;
}
static u32 host_y(const ws_net *n, u32 h) {
    return n->wire.host_switch[h] / (u32)n->graph.cols;
}

static u32 to_transpose(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    return host_at(n, h, host_y(n, h), host_x(n, h));
}
static u32 to_complement(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    return host_at(n, h, (u32)n->graph.cols - 1 - host_x(n, h),
                   (u32)n->graph.rows - 1 - host_y(n, h));
}
static u32 to_tornado(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 cols = (u32)n->graph.cols;
    return host_at(n, h, (host_x(n, h) + (cols + 1) / 2 - 1) % cols, host_y(n, h));
}
static u32 to_neighbour(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    return host_at(n, h, (host_x(n, h) + 1) % (u32)n->graph.cols,
                   (host_y(n, h) + 1) % (u32)n->graph.rows);
}

typedef u32 (*dest_function)(ws_net *n, u32 h, u64 *rng);
static const dest_function dests[WS_TRAFFIC_COUNT] = {
    [WS_TRAFFIC_UNIFORM] = to_uniform,
    [WS_TRAFFIC_UNIFORM_SELF] = to_any,
    [WS_TRAFFIC_EQUAL_DISTANCE] = to_equal_distance,
    [WS_TRAFFIC_TRANSPOSE] = to_transpose,
    [WS_TRAFFIC_BIT_COMPLEMENT] = to_complement,
    [WS_TRAFFIC_TORNADO] = to_tornado,
    [WS_TRAFFIC_NEIGHBOUR] = to_neighbour,
    [WS_TRAFFIC_HOTSPOT] = to_hotspot,
    [WS_TRAFFIC_HOT_SENDERS] = to_hot_or_independent,
};

u32 destination_draw(ws_net *n, u32 h, u64 *rng) {
    return dests[n->def->traffic](n, h, rng);
}
