/* destinations.c - for whom host h sends: one function a row of WS_TRAFFIC_*. */
#include "traffic.h"

static u32 to_uniform(ws_net *n, u32 h, u64 *rng) {
    u32 others = n->size.hosts - 1;
    u32 dest = rng_below(rng, others);
    return dest + (dest >= h);
}

static u32 to_any(ws_net *n, u32 h, u64 *rng) {
    (void)h;
    return rng_below(rng, n->size.hosts);
}

/* Hosts other than the sender at distance `far` of its switch, by the counts of that switch. */
static u32 others_at(const u32 *count, u32 far) {
    return far == 0 ? count[0] - 1 : count[far];
}

/* near_count: by switch and distance, hosts at that distance; near_host: by switch, hosts in
 * order of distance. All distances at which there is a host are equally likely. */
static u32 to_equal_distance(ws_net *n, u32 h, u64 *rng) {
    u32 s = n->wire.host_switch[h];
    u32 span = n->wire.diameter + 1;
    const u32 *count = n->wire.near_count + s * span;
    const u32 *host = n->wire.near_host + s * n->size.hosts;
    u32 feasible = 0;
    for (EACH(i, span))
        feasible += others_at(count, i) > 0;
    u32 nth = rng_below(rng, feasible);
    u32 far = 0;
    for (;; far++) {
        if (others_at(count, far) > 0 && nth-- == 0)
            break;
        host += count[far];
    }
    u32 i = rng_below(rng, others_at(count, far));
    if (far > 0)
        return host[i];
    /* a neighbour on the same switch, not itself: skip its own place */
    for (u32 j = 0; j <= i; j++)
        i += host[j] == h;
    return host[i];
}

static u32 to_hotspot(ws_net *n, u32 h, u64 *rng) {
    u32 hot = (u32)n->def->hotspot_host;
    u64 share = (u64)n->def->hotspot_share;
    bool drawn = rng_share(rng, share);
    if (drawn && hot != h)
        return hot;
    return to_uniform(n, h, rng);
}

/* hot-senders: hot_senders.c says who is what. An independent host is drawn until one comes that
 * may be sent to; there is one (src/build/checks.c). */
static u32 to_hot_or_independent(ws_net *n, u32 h, u64 *rng) {
    if (is_hot_sender(n, h)) {
        u32 spots = (u32)n->def->hot_spots;
        u32 nth = rng_below(rng, spots);
        return hot_spot(n->def, &n->graph, nth);
    }
    for (;;) {
        u32 dest = to_uniform(n, h, rng);
        if (is_independent_dest(n, dest))
            return dest;
    }
}

/* ---- permutations of the places of a grid or cube ---- */

static u32 side_of(const ws_net *n, u32 dim) {
    return (u32)n->graph.side[dim];
}

/* The host in the same place on switch s as h on its own. */
static u32 host_at(const ws_net *n, u32 h, u32 s) {
    u32 per_switch = (u32)n->def->hosts_per_switch;
    return s * per_switch + h % per_switch;
}

static u32 to_transpose(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 cols = side_of(n, 0);
    u32 s = n->wire.host_switch[h];
    return host_at(n, h, s % cols * cols + s / cols);
}

/* Every coordinate counted from the other end: so is the number of the switch. */
static u32 to_complement(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 last = n->size.switches - 1;
    return host_at(n, h, last - n->wire.host_switch[h]);
}

static u32 to_tornado(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 s = n->wire.host_switch[h];
    u32 cols = side_of(n, 0);
    u32 almost_half = (cols + 1) / 2 - 1;
    u32 col = s % cols;
    return host_at(n, h, s - col + (col + almost_half) % cols);
}

/* One step on in every dimension. */
static u32 to_neighbour(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 s = n->wire.host_switch[h];
    u32 to = 0;
    u32 stride = 1;
    for (u32 dim = 0; dim < (u32)n->graph.dimensions; dim++) {
        u32 side = side_of(n, dim);
        to += (s / stride + 1) % side * stride;
        stride *= side;
    }
    return host_at(n, h, to);
}

/* Any host of the next group of a dragonfly. */
static u32 to_next_group(ws_net *n, u32 h, u64 *rng) {
    u32 group = (u32)(n->def->size[0] * n->def->hosts_per_switch);
    u32 first = (h / group + 1) * group % n->size.hosts;
    return first + rng_below(rng, group);
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
    [WS_TRAFFIC_GROUP_SHIFT] = to_next_group,
};

u32 destination_draw(ws_net *n, u32 h, u64 *rng) {
    assert(h < n->size.hosts);
    return dests[n->def->traffic](n, h, rng);
}
