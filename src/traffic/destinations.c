/* destinations.c - for whom host h sends: one function a row of WS_TRAFFIC_*. */
#include "traffic.h"

static u32 switch_of(const ws_net *n, u32 h) {
    return n->wire.host_switch[h];
}

/* A number below `count` is drawn for host h. */
static u32 draw_below(const ws_net *n, u32 h, u32 count) {
    u64 *rng = draws_of(n, h);
    return rng_below(rng, count);
}

static u32 to_uniform(const ws_net *n, u32 h) {
    u32 others = n->size.hosts - 1;
    u32 dest = draw_below(n, h, others);
    return dest < h ? dest : dest + 1;
}

static u32 to_any(const ws_net *n, u32 h) {
    return draw_below(n, h, n->size.hosts);
}

/* Hosts other than the sender at distance `far` of its switch, by the counts of that switch. */
static u32 others_at(const u32 *count, u32 far) {
    u32 hosts = count[far];
    if (far == 0)
        return hosts - 1;
    return hosts;
}

/* Draws a distance below `distances` at which there is another host: all are equally likely. */
static u32 distance_draw(const u32 *count, u32 distances, u64 *rng) {
    u32 feasible = 0;
    for (EACH(i, distances))
        if (others_at(count, i) > 0)
            feasible++;
    u32 nth = rng_below(rng, feasible);
    u32 met = 0;
    u32 far = 0;
    for (;;) {
        if (others_at(count, far) > 0)
            met++;
        if (met > nth)
            return far;
        far++;
    }
}

/* near_count: by switch and distance, hosts at that distance; near_host: by switch, hosts in
 * order of distance. */
static u32 to_equal_distance(const ws_net *n, u32 h) {
    const ws_wiring *wire = &n->wire;
    u32 s = switch_of(n, h);
    u32 distances = wire->diameter + 1;
    const u32 *count = wire->near_count + s * distances;
    const u32 *host = wire->near_host + s * n->size.hosts;
    u32 far = distance_draw(count, distances, draws_of(n, h));
    u32 others = others_at(count, far);
    u32 i = draw_below(n, h, others);
    for (EACH(nearer, far))
        host += count[nearer];
    if (far > 0)
        return host[i];
    /* a neighbour on the same switch, not itself: skip its own place */
    for (u32 j = 0; j <= i; j++)
        if (host[j] == h)
            i++;
    return host[i];
}

static u32 to_hotspot(const ws_net *n, u32 h) {
    const ws_def *def = n->def;
    u32 hot = (u32)def->hotspot_host;
    u64 share = (u64)def->hotspot_share;
    u64 *rng = draws_of(n, h);
    bool drawn = rng_share(rng, share);
    if (drawn && hot != h)
        return hot;
    return to_uniform(n, h);
}

/* hot-senders: hot_senders.c says who is what. An independent host is drawn until one comes that
 * may be sent to; there is one (src/build/checks.c). */
static u32 to_hot_or_independent(const ws_net *n, u32 h) {
    const ws_def *def = n->def;
    if (is_hot_sender(n, h)) {
        u32 spots = (u32)def->hot_spots;
        u32 nth = draw_below(n, h, spots);
        return hot_spot(def, &n->graph, nth);
    }
    for (;;) {
        u32 dest = to_uniform(n, h);
        if (is_independent_dest(n, dest))
            return dest;
    }
}

/* Draws a host of the next group of a dragonfly. */
static u32 to_next_group(const ws_net *n, u32 h) {
    const ws_def *def = n->def;
    u32 switches = (u32)def->size[0];
    u32 group = switches * (u32)def->hosts_per_switch;
    u32 groups = n->size.hosts / group;
    u32 next = h / group + 1;
    u32 first = next % groups * group;
    return first + draw_below(n, h, group);
}

/* ---- permutations of the switches of a grid or cube: for whom the hosts of switch s send ---- */

static u32 side_of(const ws_net *n, u32 dim) {
    return (u32)n->graph.side[dim];
}

static u32 transpose(const ws_net *n, u32 s) {
    u32 cols = side_of(n, 0);
    u32 row = s / cols;
    u32 col = s % cols;
    return col * cols + row;
}

/* Every coordinate counted from the other end: so is the number of the switch. */
static u32 complement(const ws_net *n, u32 s) {
    u32 last = n->size.switches - 1;
    return last - s;
}

static u32 tornado(const ws_net *n, u32 s) {
    u32 cols = side_of(n, 0);
    u32 half = (cols + 1) / 2;
    u32 almost_half = half - 1;
    u32 col = s % cols;
    u32 first = s - col;
    u32 to_col = (col + almost_half) % cols;
    return first + to_col;
}

/* One step forward in every dimension. */
static u32 neighbour(const ws_net *n, u32 s) {
    u32 to = 0;
    u32 stride = 1;
    u32 dimensions = (u32)n->graph.dimensions;
    for (EACH(dim, dimensions)) {
        u32 side = side_of(n, dim);
        u32 next = s / stride + 1;
        to += next % side * stride;
        stride *= side;
    }
    return to;
}

/* ---- the rows ---- */

/* For whom host h sends; or the switch on which that host is in the same place as h on its own. */
typedef struct ws_pattern {
    u32 (*draw)(const ws_net *n, u32 h);
    u32 (*permute)(const ws_net *n, u32 s);
} ws_pattern;
static const ws_pattern patterns[WS_TRAFFIC_COUNT] = {
    [WS_TRAFFIC_UNIFORM].draw = to_uniform,
    [WS_TRAFFIC_UNIFORM_SELF].draw = to_any,
    [WS_TRAFFIC_EQUAL_DISTANCE].draw = to_equal_distance,
    [WS_TRAFFIC_TRANSPOSE].permute = transpose,
    [WS_TRAFFIC_BIT_COMPLEMENT].permute = complement,
    [WS_TRAFFIC_TORNADO].permute = tornado,
    [WS_TRAFFIC_NEIGHBOUR].permute = neighbour,
    [WS_TRAFFIC_HOTSPOT].draw = to_hotspot,
    [WS_TRAFFIC_HOT_SENDERS].draw = to_hot_or_independent,
    [WS_TRAFFIC_GROUP_SHIFT].draw = to_next_group,
};

u32 destination_draw(const ws_net *n, u32 h) {
    const ws_pattern *pattern = &patterns[n->def->traffic];
    u32 per_switch = (u32)n->def->hosts_per_switch;
    assert(h < n->size.hosts);
    if (pattern->draw)
        return pattern->draw(n, h);
    u32 s = switch_of(n, h);
    u32 first = pattern->permute(n, s) * per_switch;
    return first + h % per_switch;
}
