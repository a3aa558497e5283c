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
 * Open in the source and decided here: the group is drawn from PACKET_LOT bits of the header, so
 * that the whole path is fixed at the source. */
#include "routing.h"

static u32 globals_crossed(u32 flags) {
    return flags >> PACKET_GLOBAL_SHIFT & PACKET_GLOBAL_MASK;
}

static bool is_global(const ws_net *n, const ws_dragonfly *fly, u32 l) {
    u32 port = n->wire.link_out_port[l];
    return port >= dragonfly_first_global(fly);
}

/* The group by which a packet goes from one group to another: the lot chooses among the others. */
static u32 group_between(const ws_dragonfly *fly, u32 from, u32 to, u32 flags) {
    u32 lot = flags >> PACKET_LOT_SHIFT & PACKET_LOT_MASK;
    u32 lots = PACKET_LOT_MASK + 1;
    u32 low = from < to ? from : to;
    u32 high = from < to ? to : from;
    if (fly->groups < 3)
        return to;
    u32 others = fly->groups - 2;
    u32 group = lot * others / lots;
    group += group >= low;
    group += group >= high;
    return group;
}

/* A packet at switch s for switch t, and the part of its header that concerns the path. */
typedef struct trip {
    u32 s;
    u32 t;
    u32 flags;
    /* the packet goes by another group first */
    bool valiant;
} trip;

/* The group that a packet makes for. */
static u32 goal_of(const ws_dragonfly *fly, const trip *at) {
    u32 here = at->s / fly->switches;
    u32 there = at->t / fly->switches;
    bool minimal = !at->valiant || globals_crossed(at->flags) > 0;
    if (minimal || here == there)
        return there;
    return group_between(fly, here, there, at->flags);
}

/* The port by which the packet leaves its switch, which is not its last. */
static u32 next_port(const ws_dragonfly *fly, const trip *at) {
    u32 here = at->s / fly->switches;
    u32 place = at->s % fly->switches;
    u32 last = at->t % fly->switches;
    u32 goal = goal_of(fly, at);
    if (here == goal)
        return dragonfly_local_port(fly, place, last);
    u32 gateway = dragonfly_gateway(fly, here, goal);
    if (place == gateway)
        return dragonfly_global_port(fly, here, goal);
    return dragonfly_local_port(fly, place, gateway);
}

static u32 next_link(const ws_net *n, const trip *at) {
    ws_dragonfly fly = dragonfly_of(n->def);
    u32 port = next_port(&fly, at);
    return link_at_port(n, at->s, port);
}

/* The virtual channels of link l whose number is `class` modulo `classes`. */
static u64 class_vcs(const ws_net *n, u32 l, u32 class, u32 classes) {
    u64 set = 0;
    for (u32 i = class; i < vcs_of(n, l); i += classes)
        set |= 1ull << i;
    return set;
}

static u32 group_route(ws_net *n, u32 q, u32 k, ws_route_option *option, bool valiant) {
    trip at;
    at.s = node_of(n, q);
    at.t = dest_switch(n, k);
    at.flags = n->packet.flags[k];
    at.valiant = valiant;
    if (at.s == at.t)
        return eject_option(n, k, option);
    u32 l = next_link(n, &at);
    u32 classes = valiant ? 3 : 2;
    u32 class = globals_crossed(at.flags);
    option->link = l;
    option->vcs = class_vcs(n, l, class, classes);
    option->rule = 0;
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
    u32 once = 1u << PACKET_GLOBAL_SHIFT;
    if (is_global(n, &fly, l))
        flags += once;
    return flags;
}

static void group_granted(ws_net *n, u32 k, u32 v) {
    u32 l = link_of(n, v);
    u32 *flags = &n->packet.flags[k];
    if (!is_sink(n, l))
        *flags = global_counted(n, l, *flags);
}

static u32 group_next(const ws_net *n, u32 s, u32 h, u32 *flags, bool valiant) {
    trip at;
    at.s = s;
    at.t = n->wire.host_switch[h];
    at.flags = *flags;
    at.valiant = valiant;
    u32 l = next_link(n, &at);
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

static bool is_possible(const ws_net *n, long long vcs, ws_error *error) {
    const ws_def *def = n->def;
    if (def->topology != WS_TOPOLOGY_DRAGONFLY)
        return fail_with(
                   error,
                   "routing dragonfly-minimal and dragonfly-valiant are for topology dragonfly") ||
               ws_remedy(error, "topology", "dragonfly 4 2");
    if (def->vcs < vcs)
        return fail_with(error, "this routing needs vcs %lld or more, one for each class of hops",
                         vcs) ||
               ws_remedy(error, "vcs", vcs == 2 ? "2" : "3");
    return true;
}

/* Links of the path from switch s to t. */
static u16 minimal_length(const ws_net *n, u32 s, u32 t) {
    trip at = {.s = s, .t = t};
    u16 length = 0;
    while (at.s != t) {
        u32 l = next_link(n, &at);
        at.s = node_to(n, l);
        length++;
    }
    return length;
}

static bool minimal_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    if (!is_possible(n, 2, error))
        return false;
    u16 *dist = lengths_make(n);
    if (!dist)
        return fail_with(error, "out of memory for the distances of %u switches", switches);
    for (EACH(s, switches))
        for (EACH(t, switches))
            *dist++ = minimal_length(n, s, t);
    return true;
}

/* The most links of a path: local, global, local, global, local. */
enum { VALIANT_LINKS = 5 };

static u16 valiant_length(const ws_dragonfly *fly, u32 s, u32 t) {
    u32 from = s / fly->switches;
    u32 to = t / fly->switches;
    if (from != to)
        return VALIANT_LINKS;
    return s != t;
}

static bool valiant_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    if (!is_possible(n, 3, error))
        return false;
    ws_dragonfly fly = dragonfly_of(n->def);
    u16 *dist = lengths_make(n);
    if (!dist)
        return fail_with(error, "out of memory for the distances of %u switches", switches);
    for (EACH(s, switches))
        for (EACH(t, switches))
            *dist++ = valiant_length(&fly, s, t);
    return true;
}

const ws_routing route_DRAGONFLY_MINIMAL = {
    .options = 1,
    .deadlock_free = true,
    .prepare = minimal_prepare,
    .route = minimal_route,
    .granted = group_granted,
    .next = minimal_next,
};

const ws_routing route_DRAGONFLY_VALIANT = {
    .options = 1,
    .deadlock_free = true,
    .lots = true,
    .prepare = valiant_prepare,
    .route = valiant_route,
    .granted = group_granted,
    .next = valiant_next,
};
