/* workstation.c - the routing algorithms of the networks of workstations (Duato et al., wormhole
 * against virtual cut-through).
 *
 * The lanes (or, in a cut-through switch, packet queues) of a link are of two kinds: the last one
 * is the original lane, which follows up/down routing and is the escape layer; the others are new
 * lanes, on which a packet may go by any shortest path.
 *
 *   ud   any lane of any link on a shortest up/down path, whichever is free
 *   ma   from its host: new lanes. On a new lane: a new lane of a shortest path; else the
 *        original lane of a link that is legal for a
 *        packet that has not gone down yet, and then best of a link on a shortest path, else on
 *        a shortest legal one. On an original
 *        lane: only those, by up/down, until delivery
 *   fa   as ma, but from an original lane it may also go back to a new lane of a shortest path,
 *        which is tried first
 *
 * Whether a packet has gone down counts on the original lanes only: PACKET_DOWN is set by a down
 * link there, and cleared by a new lane. The paper's names differ in what they presume of the
 * switch, which is up to other parameters (scenarios/machines/now-*.ws): ud-2q and fa-2q packet
 * queues and cut-through, bud-, bma- and bfa-2vc buffers and grants for whole packets, ma-2vc
 * neither. */
#include "updown.h"

enum { CANDS = 24, LINKS_MOST = 8, NEW = 0, ORIGINAL_NEAR = 1, ORIGINAL = 2 };

static u64 original_lanes(const ws_net *n, u32 l) {
    return 1ull << (vcs_of(n, l) - 1);
}

/* Has the packet in front of queue q come here on an original lane of a link between switches? */
static bool on_original(const ws_net *n, u32 q) {
    u32 v = n->wire.queue_lane[q];
    u32 l = n->wire.vc_link[v];
    return n->wire.link_from[l] < n->size.switches && original_lanes(n, l) >> vc_of_link(n, v) & 1;
}

static bool from_host(const ws_net *n, u32 q) {
    return n->wire.link_from[n->wire.vc_link[n->wire.queue_lane[q]]] >= n->size.switches;
}

static u32 distance(const ws_net *n, u32 s, u32 t) {
    return n->wire.minimal[s * n->size.switches + t];
}
static bool is_nearer(const ws_net *n, u32 l, u32 t) {
    return distance(n, n->wire.link_to[l], t) + 1 == distance(n, n->wire.link_from[l], t);
}

/* Links to go from the far end of l by up/down, l being taken in `phase`; FAR if that is not
 * legal. */
static u32 legal_rest(const ws_net *n, u32 l, u32 phase, u32 t) {
    const table *r = n->wire.route_table;
    u32 next = phase_after(r, n, l, phase);
    return next == NIL ? FAR : r->togo[at(r, next, n->wire.link_to[l], t)];
}

static u32 phase_of(const ws_net *n, u32 k) {
    return n->packet.flags[k] & PACKET_DOWN ? 1 : 0;
}

/* Adds the links on shortest legal ways from switch s on, with the lanes of `lanes`. */
static u32 add_legal(const ws_net *n, u32 s, u32 t, u32 phase, u64 lanes, u8 tier,
                     ws_route_option *option, u32 count) {
    const table *r = n->wire.route_table;
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++)
        if (!is_sink(n, l) && legal_rest(n, l, phase, t) + 1 == r->togo[at(r, phase, s, t)])
            option[count++] = (ws_route_option){l, lanes & all_vcs(n, l), tier};
    return count;
}

static u32 ud_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    return s == t ? eject_option(n, k, option)
                  : add_legal(n, s, t, phase_of(n, k), ~0ull, 0, option, 0);
}

static u32 add_new(const ws_net *n, u32 s, u32 t, ws_route_option *option, u32 count) {
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++)
        if (!is_sink(n, l) && is_nearer(n, l, t))
            option[count++] = (ws_route_option){l, all_vcs(n, l) & ~original_lanes(n, l), NEW};
    return count;
}

/* The original lanes that a packet of this phase may take: first those of links that are also on
 * a shortest path. */
static u32 add_original(const ws_net *n, u32 s, u32 t, u32 phase, ws_route_option *option,
                        u32 count) {
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++)
        if (!is_sink(n, l) && is_nearer(n, l, t) && legal_rest(n, l, phase, t) != FAR)
            option[count++] = (ws_route_option){l, original_lanes(n, l), ORIGINAL_NEAR};
    u32 l = n->wire.link0[s];
    return add_legal(n, s, t, phase, original_lanes(n, l), ORIGINAL, option, count);
}

static u32 two_layers(ws_net *n, u32 q, u32 k, ws_route_option *option, bool back) {
    u32 s = n->wire.queue_node[q];
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    if (from_host(n, q))
        return add_new(n, s, t, option, 0);
    if (!on_original(n, q))
        return add_original(n, s, t, 0, option, add_new(n, s, t, option, 0));
    u64 original = original_lanes(n, n->wire.vc_link[n->wire.queue_lane[q]]);
    return add_legal(n, s, t, phase_of(n, k), original, ORIGINAL, option,
                     back ? add_new(n, s, t, option, 0) : 0);
}

static u32 ma_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return two_layers(n, q, k, option, false);
}
static u32 fa_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return two_layers(n, q, k, option, true);
}

/* ---- the header ---- */

static void phase_set(ws_net *n, u32 k, bool down) {
    n->packet.flags[k] =
        down ? n->packet.flags[k] | PACKET_DOWN : n->packet.flags[k] & ~(u32)PACKET_DOWN;
}

static bool is_down(const ws_net *n, u32 l) {
    return !goes_up(n->wire.route_table, n->wire.link_from[l], n->wire.link_to[l]);
}

static void ud_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l))
        phase_set(n, k, is_down(n, l));
}

static void layers_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l))
        phase_set(n, k, (original_lanes(n, l) >> vc_of_link(n, v) & 1) && is_down(n, l));
}

/* ---- tables ---- */

static bool links_check(const ws_net *n, ws_error *error) {
    for (u32 s = 0; s < n->size.switches; s++) {
        u32 links = 0;
        for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++)
            links += !is_sink(n, l);
        if (links > LINKS_MOST)
            return fail(error,
                        "this routing knows at most %d links to other switches, and %s has %u",
                        LINKS_MOST, n->graph.node[s].name, links);
    }
    return true;
}

static bool ud_prepare(ws_net *n, ws_error *error) {
    return links_check(n, error) && updown_prepare(n, error);
}

static u32 larger(u32 a, u32 b) {
    return a > b ? a : b;
}

/* The longest way from s to t on which the original layer, once entered, is not left: shortest
 * paths are to be known for switches nearer to t. `first` = it begins at a host of s, and so
 * with a new lane. */
static u32 longest_way(const ws_net *n, const u16 *longest, u32 s, u32 t, bool first) {
    u32 most = 0;
    u32 near = FAR;
    for (u32 l = n->wire.link0[s]; l < n->wire.link0[s + 1]; l++) {
        if (is_sink(n, l))
            continue;
        u32 rest = legal_rest(n, l, 0, t);
        if (is_nearer(n, l, t))
            most = larger(most, 1u + longest[n->wire.link_to[l]]);
        if (first || rest == FAR)
            continue;
        if (is_nearer(n, l, t))
            most = larger(most, 1 + rest);
        if (rest < near)
            near = rest;
    }
    return near == FAR ? most : larger(most, 1 + near);
}

/* wire.dist = the longest way of ma, for all pairs; switches in order of their distance to t. */
static bool layers_prepare(ws_net *n, ws_error *error) {
    if (n->def->vcs < 2)
        return fail(error, "this routing needs vcs 2 or more: the last lane is the original one, "
                           "the others are new");
    if (!ud_prepare(n, error))
        return false;
    u16 longest[4096];
    u32 switches = n->size.switches;
    assert(switches <= 4096);
    for (u32 t = 0; t < switches; t++) {
        longest[t] = n->wire.dist[t * switches + t] = 0;
        for (u32 away = 1; away <= n->wire.diameter; away++)
            for (u32 s = 0; s < switches; s++) {
                if (distance(n, s, t) != away)
                    continue;
                longest[s] = (u16)longest_way(n, longest, s, t, false);
                n->wire.dist[s * switches + t] = (u16)longest_way(n, longest, s, t, true);
            }
    }
    return true;
}

const ws_routing route_ud = {.options = CANDS,
                             .deadlock_free = true,
                             .prepare = ud_prepare,
                             .route = ud_route,
                             .take = ud_take};
const ws_routing route_ma = {.options = CANDS,
                             .tiers = true,
                             .escape = ESCAPE_WORM,
                             .escape_vcs = original_lanes,
                             .prepare = layers_prepare,
                             .route = ma_route,
                             .take = layers_take};
const ws_routing route_fa = {.options = CANDS,
                             .tiers = true,
                             .wanders = true,
                             .escape = ESCAPE_PACKET,
                             .escape_vcs = original_lanes,
                             .prepare = layers_prepare,
                             .route = fa_route,
                             .take = layers_take};
