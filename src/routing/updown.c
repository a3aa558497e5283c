/* updown.c - routing by tables of path lengths and path counts: shortest up/down paths, and all
 * shortest paths.
 *
 * up/down (Autonet; Schroeder et al. 1990): a breadth-first spanning tree; the up end of a link is
 * the end nearer the root, at equal depth the one with the lower number; a legal path goes up zero
 * or more times, then down zero or more times. A packet is in phase 0 until it has gone down once,
 * then in phase 1. The table holds, for each switch, phase and destination, the number of links
 * still to go and the number of different shortest paths; a step is legal when it makes the rest
 * one link shorter.
 *   fixed   the lowest port among the legal steps: one path for each pair of switches
 *   random  a legal step drawn with weight = paths behind it: all shortest legal paths equally
 *           likely */
#include "updown.h"

#include <stdlib.h>

/* ---- the table ---- */

/* Notes link l as the first of a path of `length` links; false if there is no such path. */
static bool link_extend(const ws_net *n, path_table *table, leg at, u32 l, u16 length) {
    leg next = leg_behind(n, at, l);
    if (next.phase == NIL)
        return false;
    size_t here = cell_of(n, at);
    size_t behind = cell_of(n, next);
    if (table->length[behind] != length - 1)
        return false;
    if (table->length[here] < length)
        return false;
    table->length[here] = length;
    table->paths[here] += table->paths[behind];
    return true;
}

/* One round of relaxation over the links finds the paths to t of `length` links. False if there are
 * none. */
static bool table_extend(const ws_net *n, path_table *table, u32 t, u16 length) {
    u32 end = first_link(n, n->size.switches);
    u32 phases = table->phases;
    bool found = false;
    leg at;
    at.t = t;
    for (EACH(l, end)) {
        if (is_sink(n, l))
            continue;
        at.s = node_from(n, l);
        for (at.phase = 0; at.phase < phases; at.phase++)
            found |= link_extend(n, table, at, l, length);
    }
    return found;
}

/* All paths to switch t. */
static void table_fill(const ws_net *n, path_table *table, u32 t) {
    u32 phases = table->phases;
    u16 length = 1;
    leg at;
    at.s = t;
    at.t = t;
    for (at.phase = 0; at.phase < phases; at.phase++) {
        size_t cell = cell_of(n, at);
        table->length[cell] = 0;
        table->paths[cell] = 1;
    }
    while (table_extend(n, table, t, length))
        length++;
}

/* One block for the table and its arrays; no links known. */
static path_table *table_allocate(u32 switches, u32 phases) {
    size_t cells = (size_t)phases * switches * switches;
    size_t depths = phases == 2 ? switches : 0;
    size_t cell = sizeof(u64) + sizeof(u16);
    size_t bytes = sizeof(path_table);
    bytes += cells * cell;
    bytes += depths * sizeof(u16);
    path_table *table = calloc(1, bytes);
    if (!table)
        return NULL;
    table->phases = phases;
    table->paths = (u64 *)(void *)(table + 1);
    table->length = (u16 *)(void *)(table->paths + cells);
    if (depths > 0)
        table->depth = table->length + cells;
    for (size_t i = 0; i < cells; i++)
        table->length[i] = FAR;
    return table;
}

/* Breadth-first search from the root has found the depth of every switch: its distance. */
static void depths_fill(const ws_net *n, path_table *table) {
    u32 switches = n->size.switches;
    u32 root = (u32)n->def->root;
    for (EACH(s, switches))
        table->depth[s] = (u16)distance_between(n, root, s);
}

/* Makes the table of the network; false without memory. */
static bool table_make(ws_net *n, u32 phases) {
    u32 switches = n->size.switches;
    path_table *table = table_allocate(switches, phases);
    n->wire.route_table = table;
    if (!table)
        return false;
    if (table->depth)
        depths_fill(n, table);
    for (EACH(t, switches))
        table_fill(n, table, t);
    return true;
}

/* ---- packets ---- */

static u32 phase_of(const ws_net *n, u32 flags) {
    const path_table *table = path_table_of(n);
    if (!table->depth)
        return 0;
    return flags & PACKET_DOWN ? 1 : 0;
}

/* Where packet k, in front of queue q, is. */
static leg leg_of(const ws_net *n, u32 q, u32 k) {
    u32 flags = n->packet.flags[k];
    leg at;
    at.phase = phase_of(n, flags);
    at.s = node_of(n, q);
    at.t = dest_switch(n, k);
    return at;
}

static bool is_drawn(const ws_net *n) {
    const path_table *table = path_table_of(n);
    if (!table->depth)
        return true;
    return n->def->route_choice == WS_ROUTE_CHOICE_RANDOM;
}

/* The number of one of `paths` paths from switch s: drawn, or 0 where the route is fixed. */
static u64 draw(ws_net *n, u32 s, u64 paths) {
    u64 *rng = n->node_rng + s;
    if (paths < 2 || !is_drawn(n))
        return 0;
    u64 random = rng_next(rng);
    wide product = wide_mul(random, paths);
    return wide_low(wide_right(product, 64));
}

/* Paths behind link l; 0 if it is not on a shortest legal one. */
static u64 paths_behind(const ws_net *n, leg at, u32 l) {
    if (!is_step(n, at, l))
        return 0;
    leg next = leg_behind(n, at, l);
    return path_count(n, next);
}

static u32 table_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    leg at = leg_of(n, q, k);
    if (at.s == at.t)
        return eject_option(n, k, option);
    u64 paths = path_count(n, at);
    u64 drawn = draw(n, at.s, paths);
    for (LINKS_EACH(l, n, at.s)) {
        u64 behind = paths_behind(n, at, l);
        if (drawn < behind) {
            option[0] = any_vc_of(n, l);
            return 1;
        }
        drawn -= behind;
    }
    assert(!"the table has a legal step for every destination");
    return 0;
}

/* The legal steps, by port; at most `most` of them. Returns how many. */
static u32 steps(const ws_net *n, leg at, u32 *link, u32 most) {
    u32 count = 0;
    for (LINKS_EACH(l, n, at.s)) {
        if (count == most)
            break;
        if (is_step(n, at, l))
            link[count++] = l;
    }
    return count;
}

static u32 table_all(const ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 link[WS_ROUTE_OPTIONS_MAX];
    leg at = leg_of(n, q, k);
    if (at.s == at.t)
        return eject_option(n, k, option);
    u32 most = is_drawn(n) ? WS_ROUTE_OPTIONS_MAX : 1;
    u32 count = steps(n, at, link, most);
    for (EACH(c, count)) {
        u32 l = link[c];
        option[c] = any_vc_of(n, l);
    }
    return count;
}

static u32 updown_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    leg at;
    at.phase = phase_of(n, *flags);
    at.s = s;
    at.t = n->wire.host_switch[h];
    u32 link;
    if (is_drawn(n))
        return NIL;
    if (steps(n, at, &link, 1) == 0)
        return NIL;
    if (!goes_up(n, link))
        *flags |= PACKET_DOWN;
    return link;
}

static void updown_granted(ws_net *n, u32 k, u32 v) {
    u32 l = link_of(n, v);
    u32 *flags = &n->packet.flags[k];
    if (is_sink(n, l))
        return;
    if (!goes_up(n, l))
        *flags |= PACKET_DOWN;
}

/* Is this packet one that has gone down by the old tree, where the new tree demands that it goes
 * up? */
bool updown_stranded(const ws_net *n, u32 x, u32 v, u32 k) {
    (void)v;
    u32 flags = n->packet.flags[k];
    leg at;
    at.phase = phase_of(n, flags);
    at.s = x;
    at.t = dest_switch(n, k);
    return path_length(n, at) == FAR;
}

/* ---- before the first cycle ---- */

static bool table_prepare(ws_net *n, u32 phases, ws_error *error) {
    u32 switches = n->size.switches;
    const ws_node *node = n->graph.node;
    const char *name = phases == 2 ? "up*/down*" : "minimal-random";
    if (!table_make(n, phases) || !lengths_make(n))
        return fail_with(error, "out of memory for the routing table of %u switches", switches);
    const u16 *length = path_table_of(n)->length;
    for (EACH(i, switches * switches)) {
        const char *from = node[i / switches].name;
        const char *to = node[i % switches].name;
        n->wire.dist[i] = length[i];
        if (length[i] == FAR)
            return fail_with(error,
                             "routing %s finds no path from %s to %s; add links, or choose another "
                             "root or routing",
                             name, from, to);
    }
    return true;
}

bool updown_prepare(ws_net *n, ws_error *error) {
    long long root = n->def->root;
    u32 switches = n->size.switches;
    if (root >= switches)
        return fail_with(error, "root %lld is not a switch; the switches are 0 to %u", root,
                         switches - 1);
    return table_prepare(n, 2, error);
}

static bool minimal_prepare(ws_net *n, ws_error *error) {
    return table_prepare(n, 1, error);
}

const ws_routing route_UPDOWN = {
    .around = true,
    .options = 1,
    .deadlock_free = true,
    .prepare = updown_prepare,
    .route = table_route,
    .granted = updown_granted,
    .stranded = updown_stranded,
    .next = updown_next,
    .all = table_all,
};

const ws_routing route_MINIMAL_RANDOM = {
    .around = true,
    .options = 1,
    .minimal = true,
    .prepare = minimal_prepare,
    .route = table_route,
    .all = table_all,
};
