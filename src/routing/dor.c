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
    u32 here, there, size;
} axis;

typedef struct hop {
    u32 dim;
    bool positive;
    bool crosses; /* the rest of the path in this dimension includes the wrap link */
} hop;

bool is_ring(const ws_net *n) {
    i64 topology = n->def->topology;
    if (topology == WS_TOPOLOGY_RING || topology == WS_TOPOLOGY_RING1)
        return true;
    return topology == WS_TOPOLOGY_TORUS && (n->graph.dimensions <= 2 || n->graph.rings != 0);
}

/* Is dimension `dim` closed to rings? */
static bool is_closed(const ws_net *n, u32 dim) {
    return n->graph.rings >> dim & 1;
}

/* Round a ring in the positive direction? By the shorter way, or by lot. */
static bool goes_positive(const ws_net *n, axis along, bool lot) {
    u32 forward = (along.there + along.size - along.here) % along.size;
    if (n->def->topology == WS_TOPOLOGY_RING1)
        return true;
    return 2 * forward == along.size ? lot : 2 * forward < along.size;
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
    if (is_closed(n, next.dim))
        next.positive = goes_positive(n, along, (flags & tie_flag[next.dim % 2]) != 0);
    else
        next.positive = along.there > along.here;
    next.crosses = next.positive ? along.there < along.here : along.there > along.here;
    return next;
}

static u32 hop_link(const ws_net *n, u32 s, hop next) {
    u32 dir = 2 * next.dim + !next.positive;
    return dir_link(n, s, dir);
}

/* The virtual channels of link l that the dateline rule leaves. */
static u64 dateline_vcs(const ws_net *n, u32 l, hop next, u32 flags) {
    u64 all = all_vcs(n, l);
    u64 lower = ~0ull >> (64 - vcs_of(n, l) / 2);
    u64 upper = all & ~lower;
    u64 kept = flags & PACKET_UPPER ? upper : lower;
    bool enters = !(flags & in_flag[next.dim]);
    bool wrapped = flags & PACKET_WRAPPED;
    if (!enters && !wrapped && !next.crosses)
        return kept;
    if (n->def->dateline == WS_DATELINE_FIXED) {
        u64 chosen = next.crosses ? upper : lower;
        return enters ? chosen : kept;
    }
    if (next.crosses)
        return lower;
    return !enters && wrapped ? upper : all;
}

static u32 dor(ws_net *n, u32 q, u32 k, ws_route_option *option, bool dateline) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    u32 flags = n->packet.flags[k];
    hop next = next_hop(n, s, t, flags);
    u32 l = hop_link(n, s, next);
    bool ring = is_ring(n) && is_closed(n, next.dim);
    option->link = l;
    option->vcs = dateline && ring ? dateline_vcs(n, l, next, flags) : all_vcs(n, l);
    option->rule = 0;
    bool enters = ring && !(flags & in_flag[next.dim]);
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
    return dor_link(n, s, n->wire.host_switch[h], *flags, &crosses);
}

static u32 dor_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return dor(n, q, k, option, true);
}
static u32 dor_free_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return dor(n, q, k, option, false);
}

/* Notes in the header which dimension the packet is in, in which half of the virtual channels, and
 * whether it has crossed the wrap link. */
static void dor_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (is_sink(n, l))
        return;
    u32 dir = n->wire.link_out_port[l] - (u32)n->def->hosts_per_switch;
    u32 dim = dir / 2;
    u32 flags = n->packet.flags[k];
    if (!(flags & in_flag[dim])) {
        flags &= ~(u32)(IN_FLAGS | PACKET_WRAPPED);
        flags |= in_flag[dim];
    }
    flags &= ~(u32)HALF_FLAGS;
    flags |= vc_of_link(n, v) < vcs_of(n, l) / 2 ? PACKET_LOWER : PACKET_UPPER;
    if (n->wire.link_wraps[l])
        flags |= PACKET_WRAPPED;
    n->packet.flags[k] = flags;
}

static bool dor_prepare(ws_net *n, ws_error *error) {
    if (n->graph.dimensions == 0)
        return fail(
            error,
            "routing dor needs a line, ring, ring1, mesh or torus; try `set routing updown`");
    return third_cables_check(n, error) && shortest_prepare(n, error);
}

static bool dor_dateline_prepare(ws_net *n, ws_error *error) {
    if (is_ring(n) && n->def->vcs < 2)
        return fail(error, "routing dor on a ring or torus needs vcs 2 or more for its dateline; "
                           "try `set vcs 2`, or routing "
                           "dor-no-dateline, which can deadlock");
    if (n->def->topology == WS_TOPOLOGY_RING1 && n->def->dateline == WS_DATELINE_FIXED)
        return fail(error, "dateline fixed needs paths of at most half a ring, and on ring1 they "
                           "are longer; try `set dateline cross`");
    return dor_prepare(n, error);
}

const ws_routing route_dor = {
    .options = 1,
    .deadlock_free = true,
    .minimal = true,
    .prepare = dor_dateline_prepare,
    .route = dor_route,
    .take = dor_take,
    .next = dor_next,
};

const ws_routing route_dor_no_dateline = {
    .options = 1,
    .minimal = true,
    .prepare = dor_prepare,
    .route = dor_free_route,
    .take = dor_take,
    .next = dor_next,
};
