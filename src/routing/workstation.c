/* workstation.c - the routing algorithms of the networks of workstations (Duato et al., wormhole
 * against virtual cut-through).
 *
 * The virtual channels (or, in a cut-through switch, packet queues) of a link are of two kinds: the
 * last one is the original channel, which follows up/down routing and is the escape layer; the
 * others are new channels, on which a packet may take any shortest path.
 *
 *   ud   any virtual channel of any link on a shortest up/down path, whichever is free
 *   ma   from its host: new channels. On a new channel: a new channel of a shortest path; else the
 *        original channel of a link that is legal for a packet that has not gone down yet, and
 *        then best of a link on a shortest path, else on a shortest legal one. On an original
 *        channel: only those, by up/down, until delivery
 *   fa   as ma, but from an original channel it may also go back to a new channel of a shortest
 *        path, which is tried first
 *
 * Whether a packet has gone down counts on the original channels only: PACKET_DOWN is set by a down
 * link there, and cleared by a new channel. The paper's names differ in what they presume of the
 * switch, which is up to other parameters (scenarios/machines/now-*.ws): ud-2q and fa-2q packet
 * queues and cut-through, bud-, bma- and bfa-2vc buffers and grants for whole packets, ma-2vc
 * neither. */
#include "updown.h"

enum { OPTIONS = 24, LINKS_MOST = 8 };
/* Tiers of route options: new channels, the original ones of links on a shortest path, others. */
enum { NEW = 0, ORIGINAL_NEAR = 1, ORIGINAL = 2 };

static u64 original_vcs(const ws_net *n, u32 l) {
    return 1ull << (vcs_of(n, l) - 1);
}
static u64 new_vcs(const ws_net *n, u32 l) {
    return all_vcs(n, l) & ~original_vcs(n, l);
}
static bool is_original(const ws_net *n, u32 v) {
    return vc_of_link(n, v) == vcs_of(n, n->wire.vc_link[v]) - 1;
}
/* Has the packet in front of queue q come from a host? */
static bool from_host(const ws_net *n, u32 q) {
    u32 l = n->wire.vc_link[n->wire.queue_vc[q]];
    return n->wire.link_from[l] >= n->size.switches;
}
static u32 phase_of(const ws_net *n, u32 k) {
    return n->packet.flags[k] & PACKET_DOWN ? 1 : 0;
}

/* ---- route options ---- */

/* What a packet at switch s, on its way to switch t, is offered. */
typedef struct offer {
    u32 s, t;
    ws_route_option *option;
    u32 count;
} offer;

static void offer_link(offer *to, u32 l, u64 vcs, u8 tier) {
    to->option[to->count] = (ws_route_option){l, vcs, tier};
    to->count++;
}

/* The links on shortest legal paths in this phase, with those of the given virtual channels that
 * they have. */
static void offer_legal(const ws_net *n, offer *to, u32 phase, u64 vcs, u8 tier) {
    const path_table *table = n->wire.route_table;
    for (LINKS_EACH(l, n, to->s))
        if (is_step(table, n, l, phase, to->t))
            offer_link(to, l, vcs & all_vcs(n, l), tier);
}

/* The new channels of shortest paths. */
static void offer_new(const ws_net *n, offer *to) {
    for (LINKS_EACH(l, n, to->s))
        if (!is_sink(n, l) && is_nearer(n, l, to->t))
            offer_link(to, l, new_vcs(n, l), NEW);
}

/* The original channels for a packet that has not gone down: first those of links that are also on
 * a shortest path. */
static void offer_original(const ws_net *n, offer *to) {
    const path_table *table = n->wire.route_table;
    u32 first = first_link(n, to->s);
    for (u32 l = first; l < end_link(n, to->s); l++) {
        if (is_sink(n, l) || !is_nearer(n, l, to->t))
            continue;
        if (length_behind(table, n, l, 0, to->t) != FAR)
            offer_link(to, l, original_vcs(n, l), ORIGINAL_NEAR);
    }
    offer_legal(n, to, 0, original_vcs(n, first), ORIGINAL);
}

static u32 ud_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    offer to = {n->wire.queue_node[q], dest_switch(n, k), option, 0};
    if (to.s == to.t)
        return eject_option(n, k, option);
    offer_legal(n, &to, phase_of(n, k), ~0ull, 0);
    return to.count;
}

/* `back`: from an original channel the packet may go back to new ones. */
static u32 two_layers(ws_net *n, u32 q, u32 k, ws_route_option *option, bool back) {
    offer to = {n->wire.queue_node[q], dest_switch(n, k), option, 0};
    u32 v = n->wire.queue_vc[q];
    if (to.s == to.t)
        return eject_option(n, k, option);
    if (from_host(n, q)) {
        offer_new(n, &to);
    } else if (!is_original(n, v)) {
        offer_new(n, &to);
        offer_original(n, &to);
    } else {
        if (back)
            offer_new(n, &to);
        u64 original = original_vcs(n, n->wire.vc_link[v]);
        offer_legal(n, &to, phase_of(n, k), original, ORIGINAL);
    }
    return to.count;
}

static u32 ma_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return two_layers(n, q, k, option, false);
}
static u32 fa_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return two_layers(n, q, k, option, true);
}

/* ---- the header ---- */

static void phase_set(ws_net *n, u32 k, bool down) {
    if (down)
        n->packet.flags[k] |= PACKET_DOWN;
    else
        n->packet.flags[k] &= ~(u32)PACKET_DOWN;
}

static bool goes_down(const ws_net *n, u32 l) {
    return !goes_up(n->wire.route_table, n, l);
}

static void ud_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l))
        phase_set(n, k, goes_down(n, l));
}

static void layers_take(ws_net *n, u32 k, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (!is_sink(n, l))
        phase_set(n, k, is_original(n, v) && goes_down(n, l));
}

/* ---- before the first cycle ---- */

static bool ud_prepare(ws_net *n, ws_error *error) {
    return links_check(n, LINKS_MOST, error) && updown_prepare(n, error);
}

static u32 larger(u32 one, u32 other) {
    return one > other ? one : other;
}

/* The longest path from s to t that leaves s by a new channel; `longest` is known for switches
 * nearer to t. */
static u32 longest_by_new(const ws_net *n, const u16 *longest, u32 s, u32 t) {
    u32 most = 0;
    for (LINKS_EACH(l, n, s))
        if (!is_sink(n, l) && is_nearer(n, l, t))
            most = larger(most, 1u + longest[n->wire.link_to[l]]);
    return most;
}

/* The longest path from s to t that leaves s by an original channel, which is not left. */
static u32 longest_by_original(const ws_net *n, u32 s, u32 t) {
    const path_table *table = n->wire.route_table;
    u32 most = 0;
    u32 near = FAR;
    for (LINKS_EACH(l, n, s)) {
        u32 rest = is_sink(n, l) ? FAR : length_behind(table, n, l, 0, t);
        if (rest == FAR)
            continue;
        if (is_nearer(n, l, t))
            most = larger(most, 1 + rest);
        if (rest < near)
            near = rest;
    }
    return near == FAR ? most : larger(most, 1 + near);
}

/* wire.dist = the longest path of ma to switch t; switches in order of their distance to it. A
 * packet begins with a new channel. */
static void layers_measure(ws_net *n, u32 t, u16 *longest) {
    u32 switches = n->size.switches;
    longest[t] = 0;
    n->wire.dist[t * switches + t] = 0;
    for (u32 away = 1; away <= n->wire.diameter; away++) {
        for (u32 s = 0; s < switches; s++) {
            if (distance(n, s, t) != away)
                continue;
            u32 most = longest_by_new(n, longest, s, t);
            n->wire.dist[s * switches + t] = (u16)most;
            longest[s] = (u16)larger(most, longest_by_original(n, s, t));
        }
    }
}

static bool layers_prepare(ws_net *n, ws_error *error) {
    if (n->def->vcs < 2)
        return fail(error, "this routing needs vcs 2 or more: the last lane is the original one, "
                           "the others are new");
    if (!ud_prepare(n, error))
        return false;
    u16 longest[SWITCHES_MOST];
    assert(n->size.switches <= SWITCHES_MOST);
    for (u32 t = 0; t < n->size.switches; t++)
        layers_measure(n, t, longest);
    return true;
}

const ws_routing route_ud = {
    .options = OPTIONS,
    .deadlock_free = true,
    .prepare = ud_prepare,
    .route = ud_route,
    .take = ud_take,
};

const ws_routing route_ma = {
    .options = OPTIONS,
    .tiers = true,
    .escape = ESCAPE_WORM,
    .escape_vcs = original_vcs,
    .prepare = layers_prepare,
    .route = ma_route,
    .take = layers_take,
};

const ws_routing route_fa = {
    .options = OPTIONS,
    .tiers = true,
    .wanders = true,
    .escape = ESCAPE_PACKET,
    .escape_vcs = original_vcs,
    .prepare = layers_prepare,
    .route = fa_route,
    .take = layers_take,
};
