/* destinations.c - for whom host h sends: one function a row of WS_TRAFFIC_*. */
#include "traffic.h"

static u32 switch_of(const ws_net *n, u32 h) {
    return n->wire.host_switch[h];
}

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
    u32 hosts = count[far];
    return far == 0 ? hosts - 1 : hosts;
}

/* One of the distances below `span` at which there is another host: all are equally likely. */
static u32 distance_draw(const u32 *count, u32 span, u64 *rng) {
    u32 feasible = 0;
    for (EACH(i, span))
        feasible += others_at(count, i) > 0;
    u32 left = rng_below(rng, feasible);
    u32 far = 0;
    while (left > 0 || others_at(count, far) == 0) {
        left -= others_at(count, far) > 0;
        far++;
    }
    return far;
}

/* near_count: by switch and distance, hosts at that distance; near_host: by switch, hosts in
 * order of distance. */
static u32 to_equal_distance(ws_net *n, u32 h, u64 *rng) {
    const ws_wiring *wire = &n->wire;
    u32 s = switch_of(n, h);
    u32 span = wire->diameter + 1;
    const u32 *count = wire->near_count + s * span;
    const u32 *host = wire->near_host;
    host += s * n->size.hosts;
    u32 far = distance_draw(count, span, rng);
    u32 others = others_at(count, far);
    u32 i = rng_below(rng, others);
    for (EACH(nearer, far))
        host += count[nearer];
    if (far > 0)
        return host[i];
    /* a neighbour on the same switch, not itself: skip its own place */
    for (u32 j = 0; j <= i; j++)
        i += host[j] == h;
    return host[i];
}

static u32 to_hotspot(ws_net *n, u32 h, u64 *rng) {
    const ws_def *def = n->def;
    u32 hot = (u32)def->hotspot_host;
    u64 share = (u64)def->hotspot_share;
    bool drawn = rng_share(rng, share);
    if (drawn && hot != h)
        return hot;
    return to_uniform(n, h, rng);
}

/* hot-senders: hot_senders.c says who is what. An independent host is drawn until one comes that
 * may be sent to; there is one (src/build/checks.c). */
static u32 to_hot_or_independent(ws_net *n, u32 h, u64 *rng) {
    const ws_def *def = n->def;
    if (is_hot_sender(n, h)) {
        u32 spots = (u32)def->hot_spots;
        u32 nth = rng_below(rng, spots);
        return hot_spot(def, &n->graph, nth);
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
    u32 first = s * per_switch;
    return first + h % per_switch;
}

static u32 to_transpose(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 cols = side_of(n, 0);
    u32 s = switch_of(n, h);
    u32 row = s / cols;
    u32 col = s % cols;
    return host_at(n, h, col * cols + row);
}

/* Every coordinate counted from the other end: so is the number of the switch. */
static u32 to_complement(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 last = n->size.switches - 1;
    u32 s = switch_of(n, h);
    return host_at(n, h, last - s);
}

static u32 to_tornado(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 s = switch_of(n, h);
    u32 cols = side_of(n, 0);
    u32 half = (cols + 1) / 2;
    u32 almost_half = half - 1;
    u32 col = s % cols;
    u32 first = s - col;
    u32 to_col = (col + almost_half) % cols;
    return host_at(n, h, first + to_col);
}

/* One step on in every dimension. */
static u32 to_neighbour(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 s = switch_of(n, h);
    u32 to = 0;
    u32 stride = 1;
    u32 dimensions = (u32)n->graph.dimensions;
    for (EACH(dim, dimensions)) {
        u32 side = side_of(n, dim);
        u32 next = s / stride + 1;
        to += next % side * stride;
        stride *= side;
    }
    return host_at(n, h, to);
}

/* Any host of the next group of a dragonfly. */
static u32 to_next_group(ws_net *n, u32 h, u64 *rng) {
    const ws_def *def = n->def;
    u32 switches = (u32)def->size[0];
    u32 group = switches * (u32)def->hosts_per_switch;
    u32 groups = n->size.hosts / group;
    u32 next = h / group + 1;
    u32 first = next % groups * group;
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
    dest_function draw = dests[n->def->traffic];
    assert(h < n->size.hosts);
    return draw(n, h, rng);
}
