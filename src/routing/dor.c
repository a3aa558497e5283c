/* dor.c - dimension-order routing on lines, rings, meshes and tori: X first, then Y.
 *
 * On a ring the shorter way round; when both are equal a coin thrown when the packet was cut
 * decides. Ring deadlock is broken by a dateline at the wrap link (Dally and Seitz 1987): the lanes
 * of a link are split into a lower half (vcs / 2 of them) and an upper one, and the parameter
 * `dateline` says who may use which:
 *   cross  a packet that still has to cross the wrap link uses the lower half, afterwards the
 *          upper half; one that never crosses
 *          takes either half on entering the dimension, and stays in it (changing back and forth
 *          would close a cycle)
 *   fixed  by whether the path wraps, decided on entering the dimension: upper half if it does,
 *          lower half if not; the wrapping
 *          paths must be short enough not to close the ring among themselves, which those of a
 *          one-way ring are not */
#include "routing.h"

enum { X, Y };
static const u32 in_flag[] = {PACKET_IN_X, PACKET_IN_Y}, tie_flag[] = {PACKET_TIE_X, PACKET_TIE_Y};
enum { LANE_FLAGS = PACKET_WRAPPED | PACKET_UPPER | PACKET_LOWER };

typedef struct hop {
    u32 dim;
    /* crosses: the rest of the way in this dimension includes the wrap link */
    bool positive, crosses;
} hop;

/* The next hop from switch s to t, s != t. */
static hop next_hop(const ws_net *n, u32 s, u32 t, u32 flags) {
    u32 cols = (u32)n->graph.cols;
    u32 rows = (u32)n->graph.rows;
    u32 dim = s % cols != t % cols ? X : Y;
    u32 here = dim == X ? s % cols : s / cols;
    u32 there = dim == X ? t % cols : t / cols;
    u32 size = dim == X ? cols : rows;
    bool ring = n->def->topology != WS_TOPOLOGY_MESH && n->def->topology != WS_TOPOLOGY_LINE,
         positive = there > here;
    if (ring) {
        u32 forward = (there + size - here) % size;
        if (n->def->topology == WS_TOPOLOGY_RING1)
            positive = true;
        else if (2 * forward != size)
            positive = 2 * forward < size;
        else
            positive = (flags & tie_flag[dim]) != 0;
    }
    return (hop){dim, positive, positive ? there < here : there > here};
}

bool is_ring(const ws_net *n) {
    return n->def->topology == WS_TOPOLOGY_TORUS || n->def->topology == WS_TOPOLOGY_RING ||
           n->def->topology == WS_TOPOLOGY_RING1;
}

/* The lanes of link l that the dateline rule leaves. */
static u64 dateline_lanes(const ws_net *n, u32 l, hop next, u32 flags) {
    u64 all = all_vcs(n, l);
    u64 lower = ~0ull >> (64 - vcs_of(n, l) / 2);
    u64 upper = all & ~lower;
    bool fresh = !(flags & in_flag[next.dim]);
    if (!fresh && !(flags & PACKET_WRAPPED) && !next.crosses)
        return flags & PACKET_UPPER ? upper : lower;
    if (n->def->dateline == WS_DATELINE_FIXED) {
        if (!fresh)
            return flags & PACKET_UPPER ? upper : lower;
        return next.crosses ? upper : lower;
    }
    if (next.crosses)
        return lower;
    return !fresh && (flags & PACKET_WRAPPED) ? upper : all;
}

static u32 dor(ws_net *n, u32 q, u32 k, ws_route_option *option, bool dateline) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    hop next = next_hop(n, s, t, n->packet.flags[k]);
    u32 l = dir_link(n, s, next.dim * 2 + !next.positive);
    u64 lanes =
        dateline && is_ring(n) ? dateline_lanes(n, l, next, n->packet.flags[k]) : all_vcs(n, l);
    bool enters = n->def->grant_room == WS_GRANT_ROOM_BUBBLE && is_ring(n) &&
                  !(n->packet.flags[k] & in_flag[next.dim]);
    option[0] = (ws_route_option){l, lanes, enters ? OPTION_ENTERS : 0};
    return 1;
}

u32 dor_link(const ws_net *n, u32 s, u32 t, u32 flags, bool *crosses) {
    hop next = next_hop(n, s, t, flags);
    *crosses = is_ring(n) && next.crosses;
    return dir_link(n, s, next.dim * 2 + !next.positive);
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

/* Notes in the header which dimension the packet is in, in which half of the lanes, and whether
 * it has crossed the wrap link. */
static void dor_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (is_sink(n, l))
        return;
    u32 dim = (n->wire.link_out_port[l] - (u32)n->def->hosts_per_switch) / 2;
    u32 flags = n->packet.flags[k];
    if (!(flags & in_flag[dim]))
        flags = (flags & ~(u32)(LANE_FLAGS | PACKET_IN_X | PACKET_IN_Y)) | in_flag[dim];
    flags &= ~(u32)(PACKET_UPPER | PACKET_LOWER);
    flags |= vc_of_link(n, v) < vcs_of(n, l) / 2 ? PACKET_LOWER : PACKET_UPPER;
    if (n->wire.link_wraps[l])
        flags |= PACKET_WRAPPED;
    n->packet.flags[k] = flags;
}

static bool dor_prepare(ws_net *n, ws_error *error) {
    if (n->graph.cols == 0)
        return fail(
            error,
            "routing dor needs a line, ring, ring1, mesh or torus; try `set routing updown`");
    u32 switches = n->size.switches;
    for (u32 i = 0; i < switches * switches; i++)
        n->wire.dist[i] = n->wire.minimal[i];
    return true;
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

const ws_routing route_dor = {.options = 1,
                              .deadlock_free = true,
                              .minimal = true,
                              .prepare = dor_dateline_prepare,
                              .route = dor_route,
                              .take = dor_take,
                              .next = dor_next};
const ws_routing route_dor_no_dateline = {.options = 1,
                                          .deadlock_free = false,
                                          .minimal = true,
                                          .prepare = dor_prepare,
                                          .route = dor_free_route,
                                          .take = dor_take,
                                          .next = dor_next};
