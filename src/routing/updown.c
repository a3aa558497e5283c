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

/* Link l of a path to t of `length` links, taken in `phase`: true if there is such a path. */
static bool link_extend(path_table *table, const ws_net *n, u32 l, u32 phase, u32 t, u16 length) {
    u32 next = phase_after(table, n, l, phase);
    if (next == NIL)
        return false;
    size_t here = cell_of(table, phase, n->wire.link_from[l], t);
    size_t behind = cell_of(table, next, n->wire.link_to[l], t);
    if (table->length[behind] != length - 1 || table->length[here] < length)
        return false;
    table->length[here] = length;
    table->paths[here] += table->paths[behind];
    return true;
}

/* One round of relaxation over the links: paths to t of `length` links. True if any was found. */
static bool table_extend(path_table *table, const ws_net *n, u32 phases, u32 t, u16 length) {
    bool found = false;
    for (u32 l = 0; l < first_link(n, table->switches); l++) {
        if (is_sink(n, l))
            continue;
        for (u32 phase = 0; phase < phases; phase++)
            found |= link_extend(table, n, l, phase, t, length);
    }
    return found;
}

/* All paths to switch t. */
static void table_fill(path_table *table, const ws_net *n, u32 phases, u32 t) {
    for (u32 phase = 0; phase < phases; phase++) {
        table->length[cell_of(table, phase, t, t)] = 0;
        table->paths[cell_of(table, phase, t, t)] = 1;
    }
    u16 length = 1;
    while (table_extend(table, n, phases, t, length))
        length++;
}

/* One block for the table and its arrays; no links known. */
static path_table *table_allocate(u32 switches, u32 phases) {
    size_t cells = (size_t)phases * switches * switches;
    size_t depths = phases == 2 ? switches : 0;
    size_t bytes = sizeof(path_table);
    bytes += cells * (sizeof(u64) + sizeof(u16));
    bytes += depths * sizeof(u16);
    path_table *table = calloc(1, bytes);
    if (!table)
        return NULL;
    table->switches = switches;
    table->paths = (u64 *)(void *)(table + 1);
    table->length = (u16 *)(void *)(table->paths + cells);
    table->depth = depths ? table->length + cells : NULL;
    for (size_t i = 0; i < cells; i++)
        table->length[i] = FAR;
    return table;
}

static path_table *table_new(ws_net *n, u32 phases) {
    u32 switches = n->size.switches;
    path_table *table = table_allocate(switches, phases);
    if (!table)
        return NULL;
    for (u32 s = 0; table->depth && s < switches; s++)
        table->depth[s] = (u16)distance(n, (u32)n->def->root, s);
    for (u32 t = 0; t < switches; t++)
        table_fill(table, n, phases, t);
    return table;
}

/* ---- packets ---- */

static u32 phase_of(const path_table *table, u32 flags) {
    return table->depth && (flags & PACKET_DOWN) ? 1 : 0;
}

static bool is_drawn(const path_table *table, const ws_net *n) {
    return !table->depth || n->def->route_choice == WS_ROUTE_CHOICE_RANDOM;
}

/* One of so many paths from switch s: 0 .. paths - 1, the first where none is drawn. */
static u64 draw(ws_net *n, u32 s, u64 paths) {
    const path_table *table = n->wire.route_table;
    if (paths < 2 || !is_drawn(table, n))
        return 0;
    u64 random = rng_next(n->node_rng + s);
    return wide_low(wide_right(wide_mul(random, paths), 64));
}

/* Paths to switch t behind link l, taken in `phase`; 0 if it is not on a shortest legal one. */
static u64 paths_behind(const path_table *table, const ws_net *n, u32 l, u32 phase, u32 t) {
    if (!is_step(table, n, l, phase, t))
        return 0;
    u32 next = phase_after(table, n, l, phase);
    return path_count(table, next, n->wire.link_to[l], t);
}

static u32 table_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    const path_table *table = n->wire.route_table;
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    u32 phase = phase_of(table, n->packet.flags[k]);
    u64 left = draw(n, s, path_count(table, phase, s, t));
    for (LINKS_EACH(l, n, s)) {
        u64 behind = paths_behind(table, n, l, phase, t);
        if (left < behind) {
            option[0] = (ws_route_option){l, all_vcs(n, l), 0};
            return 1;
        }
        left -= behind;
    }
    assert(!"the table has a legal step for every destination");
    return 0;
}

/* The legal steps from switch s in `phase`, by port; at most `most` of them. Returns how many. */
static u32 steps(const ws_net *n, u32 s, u32 t, u32 phase, u32 *link, u32 most) {
    const path_table *table = n->wire.route_table;
    u32 count = 0;
    for (u32 l = first_link(n, s); l < end_link(n, s) && count < most; l++)
        if (is_step(table, n, l, phase, t))
            link[count++] = l;
    return count;
}

static u32 table_all(const ws_net *n, u32 q, u32 k, ws_route_option *option) {
    const path_table *table = n->wire.route_table;
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    u32 link[WS_ROUTE_OPTIONS_MAX];
    if (s == t)
        return eject_option(n, k, option);
    u32 phase = phase_of(table, n->packet.flags[k]);
    u32 most = is_drawn(table, n) ? WS_ROUTE_OPTIONS_MAX : 1;
    u32 count = steps(n, s, t, phase, link, most);
    for (u32 c = 0; c < count; c++)
        option[c] = (ws_route_option){link[c], all_vcs(n, link[c]), 0};
    return count;
}

static u32 updown_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    const path_table *table = n->wire.route_table;
    u32 t = n->wire.host_switch[h];
    u32 link;
    if (is_drawn(table, n) || steps(n, s, t, phase_of(table, *flags), &link, 1) == 0)
        return NIL;
    if (!goes_up(table, n, link))
        *flags |= PACKET_DOWN;
    return link;
}

static void updown_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l) && !goes_up(n->wire.route_table, n, l))
        n->packet.flags[k] |= PACKET_DOWN;
}

/* ---- before the first cycle ---- */

static bool table_prepare(ws_net *n, u32 phases, ws_error *error) {
    u32 switches = n->size.switches;
    path_table *table = table_new(n, phases);
    n->wire.route_table = table;
    if (!table)
        return fail(error, "out of memory for the routing table of %u switches", switches);
    for (u32 i = 0; i < switches * switches; i++) {
        const char *from = n->graph.node[i / switches].name;
        const char *to = n->graph.node[i % switches].name;
        n->wire.dist[i] = table->length[i];
        if (table->length[i] == FAR)
            return fail(error,
                        "routing %s finds no path from %s to %s; add links, or choose another "
                        "root or routing",
                        phases == 2 ? "up*/down*" : "minimal-random", from, to);
    }
    return true;
}

bool updown_prepare(ws_net *n, ws_error *error) {
    if (n->def->root >= n->size.switches)
        return fail(error, "root %lld is not a switch; the switches are 0 to %u",
                    (long long)n->def->root, n->size.switches - 1);
    return table_prepare(n, 2, error);
}

static bool minimal_prepare(ws_net *n, ws_error *error) {
    return table_prepare(n, 1, error);
}

const ws_routing route_updown = {
    .options = 1,
    .deadlock_free = true,
    .prepare = updown_prepare,
    .route = table_route,
    .take = updown_take,
    .next = updown_next,
    .all = table_all,
};

const ws_routing route_minimal_random = {
    .options = 1,
    .minimal = true,
    .prepare = minimal_prepare,
    .route = table_route,
    .all = table_all,
};
