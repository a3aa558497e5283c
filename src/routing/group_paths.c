/* group_paths.c - routing in a dragonfly: dragonfly-minimal and dragonfly-valiant.
 *
 * Source: Kim, Dally, Scott and Abts 2008, section 4. Minimal: to the switch of the group that has
 * the link to the destination's group, over it, and to the destination's switch: at most one link
 * between groups, though a way over two may be shorter. Valiant: the same to another group first,
 * drawn when the packet was cut, any but those of its source and destination; within a group
 * there is no detour.
 *
 * Virtual channels by hop class: a packet that has crossed c links between groups takes those whose
 * number is c modulo 2 (minimal) or 3 (Valiant). A packet takes one link at most in each group it
 * comes to, so the classes are in the order local 0, global 0, local 1, global 1, local 2, and
 * nothing can close a cycle.
 *
 * Open in the source and decided here: the group is drawn from PACKET_LOT bits of the header, so that
 * the whole way is fixed at the source. */
#include "routing.h"

static u32 globals_taken(u32 flags) {
    return flags >> PACKET_GLOBAL_SHIFT & PACKET_GLOBAL_MASK;
}

static bool is_global(const ws_net *n, const ws_dragonfly *fly, u32 l) {
    return n->wire.link_out_port[l] >= fly->hosts + fly->switches - 1;
}

/* The group by which a packet goes from one group to another: the lot chooses among the others. */
static u32 group_between(const ws_dragonfly *fly, u32 from, u32 to, u32 flags) {
    u32 lot = flags >> PACKET_LOT_SHIFT & PACKET_LOT_MASK;
    u32 low = from < to ? from : to;
    u32 high = from < to ? to : from;
    if (fly->groups < 3)
        return to;
    u32 group = lot * (fly->groups - 2) / (PACKET_LOT_MASK + 1);
    group += group >= low;
    group += group >= high;
    return group;
}

/* The group that a packet in switch s for switch t makes for. */
static u32 goal_of(const ws_dragonfly *fly, u32 s, u32 t, u32 flags, bool valiant) {
    u32 here = s / fly->switches;
    u32 there = t / fly->switches;
    if (!valiant || here == there || globals_taken(flags) > 0)
        return there;
    return group_between(fly, here, there, flags);
}

/* The link by which it leaves switch s, s != t. */
static u32 next_link(const ws_net *n, u32 s, u32 t, u32 flags, bool valiant) {
    ws_dragonfly fly = dragonfly_of(n->def);
    u32 here = s / fly.switches;
    u32 goal = goal_of(&fly, s, t, flags, valiant);
    u32 at = s % fly.switches;
    u32 port;
    if (here == goal) {
        port = dragonfly_local_port(&fly, at, t % fly.switches);
    } else {
        u32 gateway = dragonfly_gateway(&fly, here, goal);
        port = at == gateway ? dragonfly_global_port(&fly, here, goal)
                             : dragonfly_local_port(&fly, at, gateway);
    }
    return n->wire.port_link[s * WS_PORTS_MAX + port];
}

/* The virtual channels of link l whose number is `class` modulo `classes`. */
static u64 class_vcs(const ws_net *n, u32 l, u32 class, u32 classes) {
    u64 set = 0;
    for (u32 i = class; i < vcs_of(n, l); i += classes)
        set |= 1ull << i;
    return set;
}

static u32 group_route(ws_net *n, u32 q, u32 k, ws_route_option *option, bool valiant) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    u32 flags = n->packet.flags[k];
    if (s == t)
        return eject_option(n, k, option);
    u32 l = next_link(n, s, t, flags, valiant);
    u64 vcs = class_vcs(n, l, globals_taken(flags), valiant ? 3 : 2);
    option[0] = (ws_route_option){l, vcs, 0};
    return 1;
}

static u32 minimal_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return group_route(n, q, k, option, false);
}
static u32 valiant_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return group_route(n, q, k, option, true);
}

static u32 global_counted(const ws_net *n, u32 l, u32 flags) {
    ws_dragonfly fly = dragonfly_of(n->def);
    return is_global(n, &fly, l) ? flags + (1u << PACKET_GLOBAL_SHIFT) : flags;
}

static void group_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l))
        n->packet.flags[k] = global_counted(n, l, n->packet.flags[k]);
}

static u32 group_next(const ws_net *n, u32 s, u32 h, u32 *flags, bool valiant) {
    u32 l = next_link(n, s, n->wire.host_switch[h], *flags, valiant);
    *flags = global_counted(n, l, *flags);
    return l;
}

static u32 minimal_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    return group_next(n, s, h, flags, false);
}
static u32 valiant_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    return group_next(n, s, h, flags, true);
}

/* ---- the build ---- */

static bool is_possible(const ws_net *n, i64 vcs, ws_error *error) {
    if (n->def->topology != WS_TOPOLOGY_DRAGONFLY)
        return fail(error, "routing dragonfly-minimal and dragonfly-valiant are for topology "
                           "dragonfly; try `set topology dragonfly 4 2`");
    if (n->def->vcs < vcs)
        return fail(error,
                    "this routing needs vcs %lld or more, one for each class of hops; try `set "
                    "vcs %lld`",
                    (long long)vcs, (long long)vcs);
    return true;
}

/* Links of the way from switch s to t. */
static u16 minimal_length(const ws_net *n, u32 s, u32 t) {
    u16 length = 0;
    for (; s != t; length++)
        s = n->wire.link_to[next_link(n, s, t, 0, false)];
    return length;
}

static bool minimal_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    if (!is_possible(n, 2, error))
        return false;
    for (u32 i = 0; i < switches * switches; i++)
        n->wire.dist[i] = minimal_length(n, i / switches, i % switches);
    return true;
}

/* Local, global, local, global, local: at most so many links. */
enum { VALIANT_LINKS = 5 };

static bool valiant_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    if (!is_possible(n, 3, error))
        return false;
    u32 group = dragonfly_of(n->def).switches;
    for (u32 i = 0; i < switches * switches; i++) {
        u32 s = i / switches;
        u32 t = i % switches;
        bool apart = s / group != t / group;
        n->wire.dist[i] = apart ? VALIANT_LINKS : s != t;
    }
    return true;
}

const ws_routing route_dragonfly_minimal = {.options = 1,
                                            .deadlock_free = true,
                                            .prepare = minimal_prepare,
                                            .route = minimal_route,
                                            .take = group_take,
                                            .next = minimal_next};
const ws_routing route_dragonfly_valiant = {.options = 1,
                                            .deadlock_free = true,
                                            .lots = true,
                                            .prepare = valiant_prepare,
                                            .route = valiant_route,
                                            .take = group_take,
                                            .next = valiant_next};
