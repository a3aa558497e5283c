/* updown.c - routing by tables of path lengths and path counts: shortest up/down paths, and all
 * shortest paths.
 *
 * up/down (Autonet; Schroeder et al. 1990): a breadth-first spanning tree; the up end of a link is
 * the end nearer the root, at equal depth the one with the lower number; a legal path goes up zero
 * or more times, then down zero or more times. A packet is in phase 0 until it has gone down once,
 * then in phase 1. The table holds, for each switch, phase and destination, the number of links
 * still to go and the number of different shortest ways; a step is legal when it makes the rest one
 * link shorter.
 *   fixed   the lowest port among the legal steps: one path for each pair of switches
 *   random  a legal step drawn with weight = ways behind it: all shortest legal paths equally
 *           likely */
#include "updown.h"

#include <stdlib.h>

/* One round of relaxation over the links: paths to t of `length` links. True if any was found. */
static bool table_extend(table *r, const ws_net *n, u32 phases, u32 t, u16 length) {
    bool found = false;
    for (u32 l = 0; l < n->wire.link0[r->switches]; l++) {
        u32 s = n->wire.link_from[l];
        u32 to = n->wire.link_to[l];
        if (to >= r->switches)
            continue;
        for (u32 phase = 0; phase < phases; phase++) {
            u32 next = phase_after(r, n, l, phase);
            if (next == NIL || r->togo[at(r, next, to, t)] != length - 1 ||
                r->togo[at(r, phase, s, t)] < length)
                continue;
            r->togo[at(r, phase, s, t)] = length;
            r->ways[at(r, phase, s, t)] += r->ways[at(r, next, to, t)];
            found = true;
        }
    }
    return found;
}

static table *table_new(ws_net *n, u32 phases) {
    u32 switches = n->size.switches;
    size_t cells = (size_t)phases * switches * switches;
    size_t depths = phases == 2 ? switches : 0;
    table *r = calloc(1, sizeof *r + cells * (sizeof *r->ways + sizeof *r->togo) +
                             depths * sizeof *r->depth);
    if (!r)
        return NULL;
    r->switches = switches;
    r->ways = (u64 *)(void *)(r + 1);
    r->togo = (u16 *)(void *)(r->ways + cells);
    r->depth = depths ? r->togo + cells : NULL;
    for (u32 s = 0; s < depths; s++)
        r->depth[s] = n->wire.minimal[(u32)n->def->root * switches + s];
    for (size_t i = 0; i < cells; i++)
        r->togo[i] = FAR;
    for (u32 t = 0; t < switches; t++) {
        for (u32 phase = 0; phase < phases; phase++)
            r->togo[at(r, phase, t, t)] = 0, r->ways[at(r, phase, t, t)] = 1;
        for (u16 length = 1; table_extend(r, n, phases, t, length);)
            length++;
    }
    return r;
}

static u32 table_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    const table *r = n->wire.route_table;
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    u32 phase = r->depth && (n->packet.flags[k] & PACKET_DOWN) ? 1 : 0;
    u64 ways = r->ways[at(r, phase, s, t)];
    u64 draw = 0;
    bool random = !r->depth || n->def->route_choice == WS_ROUTE_CHOICE_RANDOM;
    if (random && ways > 1)
        draw = wide_low(wide_right(wide_mul(rng_next(n->node_rng + s), ways), 64));
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++) {
        if (is_sink(n, l))
            continue;
        u32 to = n->wire.link_to[l];
        u32 next = phase_after(r, n, l, phase);
        if (next == NIL || r->togo[at(r, next, to, t)] != r->togo[at(r, phase, s, t)] - 1)
            continue;
        u64 behind = r->ways[at(r, next, to, t)];
        if (draw >= behind) {
            draw -= behind;
            continue;
        }
        option[0] = (ws_route_option){l, all_vcs(n, l), 0};
        return 1;
    }
    assert(!"the table has a legal step for every destination");
    return 0;
}

/* The legal steps from switch s in `phase`, by port; at most `most` of them. Returns how many. */
static u32 steps(const ws_net *n, u32 s, u32 t, u32 phase, u32 *link, u32 most) {
    const table *r = n->wire.route_table;
    u32 count = 0;
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1] && count < most; l++) {
        if (is_sink(n, l))
            continue;
        u32 next = phase_after(r, n, l, phase);
        if (next != NIL &&
            r->togo[at(r, next, n->wire.link_to[l], t)] + 1 == r->togo[at(r, phase, s, t)])
            link[count++] = l;
    }
    return count;
}

static u32 table_all(const ws_net *n, u32 q, u32 k, ws_route_option *option) {
    const table *r = n->wire.route_table;
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    u32 link[WS_ROUTE_OPTIONS_MAX];
    if (s == t)
        return eject_option(n, k, option);
    bool random = !r->depth || n->def->route_choice == WS_ROUTE_CHOICE_RANDOM;
    u32 count = steps(n, s, t, r->depth && (n->packet.flags[k] & PACKET_DOWN) ? 1 : 0, link,
                      random ? WS_ROUTE_OPTIONS_MAX : 1);
    for (u32 c = 0; c < count; c++)
        option[c] = (ws_route_option){link[c], all_vcs(n, link[c]), 0};
    return count;
}

static u32 updown_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    const table *r = n->wire.route_table;
    u32 link;
    u32 t = n->wire.host_switch[h];
    if (n->def->route_choice == WS_ROUTE_CHOICE_RANDOM ||
        steps(n, s, t, *flags & PACKET_DOWN ? 1 : 0, &link, 1) == 0)
        return NIL;
    if (!goes_up(r, n->wire.link_from[link], n->wire.link_to[link]))
        *flags |= PACKET_DOWN;
    return link;
}

static void updown_take(ws_net *n, u32 k, u32 v) {
    const table *r = n->wire.route_table;
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l) && !goes_up(r, n->wire.link_from[l], n->wire.link_to[l]))
        n->packet.flags[k] |= PACKET_DOWN;
}

static bool table_prepare(ws_net *n, u32 phases, ws_error *error) {
    u32 switches = n->size.switches;
    table *r = n->wire.route_table = table_new(n, phases);
    if (!r)
        return fail(error, "out of memory for the routing table of %u switches", switches);
    for (u32 s = 0; s < switches; s++)
        for (u32 t = 0; t < switches; t++) {
            if ((n->wire.dist[s * switches + t] = r->togo[at(r, 0, s, t)]) == FAR)
                return fail(error,
                            "routing %s finds no path from %s to %s; add links, or choose another "
                            "root or routing",
                            phases == 2 ? "up*/down*" : "minimal-random", n->graph.node[s].name,
                            n->graph.node[t].name);
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

const ws_routing route_updown = {.options = 1,
                                 .deadlock_free = true,
                                 .minimal = false,
                                 .prepare = updown_prepare,
                                 .route = table_route,
                                 .take = updown_take,
                                 .next = updown_next,
                                 .all = table_all};
const ws_routing route_minimal_random = {.options = 1,
                                         .deadlock_free = false,
                                         .minimal = true,
                                         .prepare = minimal_prepare,
                                         .route = table_route,
                                         .all = table_all};
