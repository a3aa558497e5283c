/* dor.c - dimension-order routing on lines, rings, meshes and tori: X first, then Y, Z and so on.
 *
 * On a ring the shorter way round; when both are equal a coin thrown when the packet was cut
 * decides. Ring deadlock is broken by a dateline at the wrap link (Dally and Seitz 1987): the
 * virtual channels of a link are split into a lower half (vcs / 2 of them) and an upper one, and
 * the parameter `dateline` says who may use which:
 *   cross  a packet that still has to cross the wrap link uses the lower half, afterwards the
 *          upper half; one that never crosses takes either half on entering the dimension, and
 *          stays in it (changing back and forth would close a cycle)
 *   fixed  by whether the path wraps, decided on entering the dimension: upper half if it does,
 *          lower half if not; the wrapping paths must be short enough not to close the ring among
 *          themselves, which those of a one-way ring are not */
#include "routing.h"

static const u32 in_flag[WS_DIMENSIONS_MAX] = {PACKET_IN_X, PACKET_IN_Y, PACKET_IN_Z,
                                               PACKET_IN_4, PACKET_IN_5, PACKET_IN_6};
/* two coins for all dimensions: fair in each of them */
static const u32 tie_flag[2] = {PACKET_TIE_X, PACKET_TIE_Y};
enum {
    IN_FLAGS = PACKET_IN_X | PACKET_IN_Y | PACKET_IN_Z | PACKET_IN_4 | PACKET_IN_5 | PACKET_IN_6,
    HALF_FLAGS = PACKET_UPPER | PACKET_LOWER
};

/* Coordinates of a switch and of the destination in one dimension, and how many there are. */
typedef struct axis {
    u32 here;
    u32 there;
    u32 size;
} axis;

typedef struct hop {
    u32 dim;
    bool positive;
    bool crosses; /* the rest of the path in this dimension includes the wrap link */
} hop;

bool is_ring(const ws_net *n) {
    const ws_graph *graph = &n->graph;
    switch (n->def->topology) {
    case WS_TOPOLOGY_RING:
    case WS_TOPOLOGY_RING1: return true;
    case WS_TOPOLOGY_TORUS: return graph->dimensions <= 2 || graph->rings != 0;
    default: return false;
    }
}

/* Is dimension `dim` closed to rings? */
static bool is_closed(const ws_net *n, u32 dim) {
    return n->graph.rings >> dim & 1;
}

/* Does the packet go round the ring in the positive direction: the shorter path, or by lot? */
static bool goes_positive(const ws_net *n, axis along, bool lot) {
    u32 distance_on = along.there + along.size - along.here;
    u32 forward = distance_on % along.size;
    if (n->def->topology == WS_TOPOLOGY_RING1)
        return true;
    if (2 * forward == along.size)
        return lot;
    return 2 * forward < along.size;
}

/* The first dimension in which switches s and t differ. */
static axis axis_of(const ws_net *n, u32 s, u32 t, u32 *dim) {
    for (*dim = 0;; ++*dim) {
        u32 size = (u32)n->graph.side[*dim];
        axis along = {s % size, t % size, size};
        if (along.here != along.there)
            return along;
        s /= size;
        t /= size;
    }
}

/* The next hop from switch s to t, s != t. */
static hop next_hop(const ws_net *n, u32 s, u32 t, u32 flags) {
    hop next;
    axis along = axis_of(n, s, t, &next.dim);
    bool is_ahead = along.there > along.here;
    bool lot = flags & tie_flag[next.dim % 2];
    next.positive = is_ahead;
    if (is_closed(n, next.dim))
        next.positive = goes_positive(n, along, lot);
    next.crosses = next.positive != is_ahead;
    return next;
}

static u32 hop_link(const ws_net *n, u32 s, hop next) {
    u32 dir = 2 * next.dim + !next.positive;
    return dir_link(n, s, dir);
}

/* The virtual channels of link l that the dateline rule leaves. */
static u64 dateline_vcs(const ws_net *n, u32 l, hop next, u32 flags) {
    u64 all = all_vcs(n, l);
    u32 half = vcs_of(n, l) / 2;
    u64 lower = ~0ull >> (64 - half);
    u64 upper = all & ~lower;
    u64 kept = flags & PACKET_UPPER ? upper : lower;
    bool enters = !(flags & in_flag[next.dim]);
    bool wrapped = flags & PACKET_WRAPPED;
    if (!enters && !wrapped && !next.crosses)
        return kept;
    if (n->def->dateline == WS_DATELINE_FIXED) {
        if (!enters)
            return kept;
        return next.crosses ? upper : lower;
    }
    if (next.crosses)
        return lower;
    if (!enters && wrapped)
        return upper;
    return all;
}

static u32 dor(ws_net *n, u32 q, u32 k, ws_route_option *option, bool dateline) {
    u32 s = node_of(n, q);
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    u32 flags = n->packet.flags[k];
    hop next = next_hop(n, s, t, flags);
    u32 l = hop_link(n, s, next);
    bool ring = is_ring(n) && is_closed(n, next.dim);
    bool enters = ring && !(flags & in_flag[next.dim]);
    *option = any_vc_of(n, l);
    if (dateline && ring)
        option->vcs = dateline_vcs(n, l, next, flags);
    if (enters && n->def->grant_room == WS_GRANT_ROOM_BUBBLE)
        option->rule = OPTION_ENTERS;
    return 1;
}

u32 dor_link(const ws_net *n, u32 s, u32 t, u32 flags, bool *crosses) {
    hop next = next_hop(n, s, t, flags);
    *crosses = is_ring(n) && next.crosses;
    return hop_link(n, s, next);
}

static u32 dor_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    bool crosses;
    u32 t = n->wire.host_switch[h];
    return dor_link(n, s, t, *flags, &crosses);
}

static u32 dor_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return dor(n, q, k, option, true);
}
static u32 dor_free_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return dor(n, q, k, option, false);
}

/* Notes in the header which dimension the packet is in, in which half of the virtual channels, and
 * whether it has crossed the wrap link. */
static void dor_granted(ws_net *n, u32 k, u32 v) {
    u32 l = link_of(n, v);
    if (is_sink(n, l))
        return;
    u32 hosts = (u32)n->def->hosts_per_switch;
    u32 dir = n->wire.link_out_port[l] - hosts;
    u32 in_dim = in_flag[dir / 2];
    u32 half = vcs_of(n, l) / 2;
    bool is_lower = vc_of_link(n, v) < half;
    u32 flags = n->packet.flags[k];
    if (!(flags & in_dim)) {
        flags &= ~(u32)(IN_FLAGS | PACKET_WRAPPED);
        flags |= in_dim;
    }
    flags &= ~(u32)HALF_FLAGS;
    flags |= is_lower ? PACKET_LOWER : PACKET_UPPER;
    if (n->wire.link_wraps[l])
        flags |= PACKET_WRAPPED;
    n->packet.flags[k] = flags;
}

static bool dor_prepare(ws_net *n, ws_error *error) {
    if (n->graph.dimensions == 0)
        return fail_with(error, "routing dor needs a line, ring, ring1, mesh or torus") ||
               ws_remedy(error, "routing", "updown");
    if (!third_cables_check(n, error))
        return false;
    return shortest_prepare(n, error);
}

static bool dor_dateline_prepare(ws_net *n, ws_error *error) {
    const ws_def *def = n->def;
    if (is_ring(n) && def->vcs < 2)
        return fail_with(error,
                         "routing dor on a ring or torus needs vcs 2 or more for its dateline") ||
               ws_remedy(error, "vcs", "2") ||
               fail_advise(error, ", or routing dor-no-dateline, which can deadlock");
    bool one_way = def->topology == WS_TOPOLOGY_RING1;
    if (one_way && def->dateline == WS_DATELINE_FIXED)
        return fail_with(error, "dateline fixed needs paths of at most half a ring, and on ring1 "
                                "they are longer") ||
               ws_remedy(error, "dateline", "cross");
    return dor_prepare(n, error);
}

const ws_routing route_DOR = {
    .options = 1,
    .deadlock_free = true,
    .minimal = true,
    .prepare = dor_dateline_prepare,
    .route = dor_route,
    .granted = dor_granted,
    .next = dor_next,
};

const ws_routing route_DOR_NO_DATELINE = {
    .options = 1,
    .minimal = true,
    .prepare = dor_prepare,
    .route = dor_free_route,
    .granted = dor_granted,
    .next = dor_next,
};
