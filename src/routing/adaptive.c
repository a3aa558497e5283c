/* adaptive.c - adaptive routing along shortest paths: without restriction, by turn models, and with
 * an escape layer.
 *
 *   minimal-adaptive  any lane of any link that brings the packet nearer; cycles of waiting are
 *                     possible
 *   fedx-deterministic  the first of these links, always; fedx-adaptive  any, or the first, as
 *                       the packet's header says
 *   turn models       on a mesh, where two of the eight turns are forbidden no cycle can close
 *   (Glass and Ni 1992). North is up: -y.
 *   duato-escape      the lowest lane of a mesh link, or the lowest two of a torus link with a
 *                     dateline, by dimension order only; the
 *                     others without restriction. A blocked packet may always escape, and come
 *                     back (Duato 1993). */
#include "routing.h"

enum {
    CANDS = 16,
    EAST = 1 << WS_DIR_XP,
    WEST = 1 << WS_DIR_XN,
    SOUTH = 1 << WS_DIR_YP,
    NORTH = 1 << WS_DIR_YN
};

/* Adds the links of switch s that are one nearer to t, with the given lanes. Returns how many. */
static u32 shortest_cands(const ws_net *n, u32 s, u32 t, u64 lanes, ws_route_option *option) {
    u32 count = 0;
    u32 switches = n->size.switches;
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1] && count < CANDS; l++) {
        if (is_sink(n, l) || n->wire.minimal[n->wire.link_to[l] * switches + t] + 1u !=
                                 n->wire.minimal[s * switches + t])
            continue;
        option[count++] = (ws_route_option){l, lanes & all_vcs(n, l), 0};
    }
    return count;
}

static u32 minimal_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    return s == t ? eject_option(n, k, option) : shortest_cands(n, s, t, ~0ull, option);
}

/* All of them, or the lowest port alone: as the packet says. */
static u32 fedx_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 count = minimal_route(n, q, k, option);
    return n->packet.flags[k] & PACKET_FIRST ? 1 : count;
}

/* The lowest port among them. */
static u32 first_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    ws_route_option all[CANDS];
    minimal_route(n, q, k, all);
    option[0] = all[0];
    return 1;
}

/* ---- turn models ---- */

/* Of the directions that bring the packet nearer, those that the model leaves. */
static u32 west_first(u32 near) {
    return near & WEST ? WEST : near;
}
static u32 north_last(u32 near) {
    return near & ~(u32)NORTH ? near & ~(u32)NORTH : near;
}
static u32 negative_first(u32 near) {
    return near & (WEST | NORTH) ? near & (WEST | NORTH) : near;
}

static u32 turn_route(ws_net *n, u32 q, u32 k, ws_route_option *option, u32 (*model)(u32 near)) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    u32 cols = (u32)n->graph.cols;
    u32 count = 0;
    if (s == t)
        return eject_option(n, k, option);
    u32 near = (t % cols > s % cols   ? EAST
                : t % cols < s % cols ? WEST
                                      : 0) |
               (t / cols > s / cols   ? SOUTH
                : t / cols < s / cols ? NORTH
                                      : 0);
    u64 left = model(near);
    for (BITS_EACH(dir, left)) {
        u32 l = dir_link(n, s, dir);
        option[count++] = (ws_route_option){l, all_vcs(n, l), 0};
    }
    return count;
}

static u32 west_first_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return turn_route(n, q, k, option, west_first);
}
static u32 north_last_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return turn_route(n, q, k, option, north_last);
}
static u32 negative_first_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return turn_route(n, q, k, option, negative_first);
}

static bool turn_prepare(ws_net *n, ws_error *error) {
    if (n->graph.cols == 0 || is_ring(n))
        return fail(error, "turn models are for a mesh or a line; try `set topology mesh 4 4`");
    return shortest_prepare(n, error);
}

/* ---- the escape layer ---- */

static u64 escape_vcs(const ws_net *n, u32 l) {
    (void)l;
    return is_ring(n) ? 3 : 1;
}

static u32 escape_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    bool crosses;
    u32 count = shortest_cands(n, s, t, ~escape_vcs(n, 0), option);
    u32 l = dor_link(n, s, t, n->packet.flags[k], &crosses);
    option[count++] = (ws_route_option){l, is_ring(n) && !crosses ? 2 : 1, 0};
    return count;
}

static bool escape_prepare(ws_net *n, ws_error *error) {
    if (n->graph.cols == 0)
        return fail(
            error,
            "routing duato-escape needs a line, ring, mesh or torus; try `set routing updown`");
    if (n->def->vcs < (is_ring(n) ? 3 : 2))
        return fail(error,
                    "routing duato-escape needs vcs %d or more here: escape lanes, and one besides",
                    is_ring(n) ? 3 : 2);
    return shortest_prepare(n, error);
}

/* As many candidates as there are links between switches, and one. */
static bool minimal_prepare(ws_net *n, ws_error *error) {
    for (u32 s = 0; s < n->size.switches; s++) {
        u32 links = 0;
        for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++)
            links += !is_sink(n, l);
        if (links > CANDS)
            return fail(error,
                        "this routing knows at most %d links to other switches, and %s has %u",
                        CANDS, n->graph.node[s].name, links);
    }
    return shortest_prepare(n, error);
}

const ws_routing route_minimal_adaptive = {
    .options = CANDS, .minimal = true, .prepare = minimal_prepare, .route = minimal_route};
const ws_routing route_west_first = {.options = 2,
                                     .deadlock_free = true,
                                     .minimal = true,
                                     .prepare = turn_prepare,
                                     .route = west_first_route};
const ws_routing route_north_last = {.options = 2,
                                     .deadlock_free = true,
                                     .minimal = true,
                                     .prepare = turn_prepare,
                                     .route = north_last_route};
const ws_routing route_negative_first = {.options = 2,
                                         .deadlock_free = true,
                                         .minimal = true,
                                         .prepare = turn_prepare,
                                         .route = negative_first_route};
const ws_routing route_duato_escape = {.options = 5,
                                       .minimal = true,
                                       .escape = ESCAPE_WORM,
                                       .escape_vcs = escape_vcs,
                                       .prepare = escape_prepare,
                                       .route = escape_route};
const ws_routing route_fedx = {
    .options = CANDS, .minimal = true, .prepare = minimal_prepare, .route = fedx_route};
const ws_routing route_first = {
    .options = 1, .minimal = true, .prepare = shortest_prepare, .route = first_route};
