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
/* Tiers of route options. */
enum {
    /* new channels */
    NEW,
    /* the original ones of links on a shortest path */
    ORIGINAL_NEAR,
    /* those of others */
    ORIGINAL
};

static u64 original_vcs(const ws_net *n, u32 l) {
    u32 last = vcs_of(n, l) - 1;
    return 1ull << last;
}
static u64 new_vcs(const ws_net *n, u32 l) {
    u64 original = original_vcs(n, l);
    return all_vcs(n, l) & ~original;
}
static bool is_original(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    return v == end_vc(n, l) - 1;
}
static u32 phase_of(const ws_net *n, u32 k) {
    return packet_has(n, k, PACKET_DOWN) ? 1 : 0;
}

/* ---- route options ---- */

/* The route options of a packet where it stands. */
typedef struct offer {
    leg at;
    ws_route_option *option;
    u32 count;
} offer;

/* Packet k in front of queue q, without route options yet. */
static offer offer_to(const ws_net *n, u32 q, u32 k, ws_route_option *option) {
    offer to;
    to.at.phase = phase_of(n, k);
    to.at.s = node_of(n, q);
    to.at.t = dest_switch(n, k);
    to.option = option;
    to.count = 0;
    return to;
}

static void offer_link(offer *to, u32 l, u64 vcs, u8 tier) {
    ws_route_option *option = &to->option[to->count++];
    option->link = l;
    option->vcs = vcs;
    option->rule = tier;
}

/* Adds links on shortest legal paths, with those of the given virtual channels that they have. */
static void offer_legal(const ws_net *n, offer *to, u64 vcs, u8 tier) {
    leg at = to->at;
    for (LINKS_EACH(l, n, at.s)) {
        u64 own = vcs & all_vcs(n, l);
        if (is_step(n, at, l))
            offer_link(to, l, own, tier);
    }
}

/* Is link l on a shortest path, legal or not? */
static bool is_shortest(const ws_net *n, leg at, u32 l) {
    if (is_sink(n, l))
        return false;
    return is_nearer(n, l, at.t);
}

/* Adds the new channels of shortest paths. */
static void offer_new(const ws_net *n, offer *to) {
    leg at = to->at;
    for (LINKS_EACH(l, n, at.s)) {
        u64 vcs = new_vcs(n, l);
        if (is_shortest(n, at, l))
            offer_link(to, l, vcs, NEW);
    }
}

/* Adds the original channels for a packet that has not gone down: first those of links that are
 * also on a shortest path. */
static void offer_original(const ws_net *n, offer *to) {
    leg at = to->at;
    u32 first = first_link(n, at.s);
    u64 original = original_vcs(n, first);
    assert(at.phase == 0);
    for (LINKS_EACH(l, n, at.s)) {
        if (!is_shortest(n, at, l))
            continue;
        u64 own = original_vcs(n, l);
        if (length_behind(n, at, l) != FAR)
            offer_link(to, l, own, ORIGINAL_NEAR);
    }
    offer_legal(n, to, original, ORIGINAL);
}

static u32 ud_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    offer to = offer_to(n, q, k, option);
    if (to.at.s == to.at.t)
        return eject_option(n, k, option);
    offer_legal(n, &to, ~0ull, 0);
    return to.count;
}

/* `back`: from an original channel the packet may go back to new ones. */
static u32 two_layers(ws_net *n, u32 q, u32 k, ws_route_option *option, bool back) {
    offer to = offer_to(n, q, k, option);
    if (to.at.s == to.at.t)
        return eject_option(n, k, option);
    u32 v = feeding_vc(n, q);
    u32 l = link_of(n, v);
    bool from_host = is_injection(n, l);
    bool from_original = !from_host && is_original(n, v);
    if (back || !from_original)
        offer_new(n, &to);
    u64 original = original_vcs(n, l);
    if (from_original)
        offer_legal(n, &to, original, ORIGINAL);
    else if (!from_host)
        offer_original(n, &to);
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
    u32 *flags = &n->packet.flags[k];
    *flags &= ~(u32)PACKET_DOWN;
    if (down)
        *flags |= PACKET_DOWN;
}

static void ud_granted(ws_net *n, u32 k, u32 v) {
    u32 l = link_of(n, v);
    if (is_sink(n, l))
        return;
    bool down = !goes_up(n, l);
    phase_set(n, k, down);
}

static void layers_granted(ws_net *n, u32 k, u32 v) {
    u32 l = link_of(n, v);
    if (is_sink(n, l))
        return;
    bool down = is_original(n, v) && !goes_up(n, l);
    phase_set(n, k, down);
}

/* On an original channel, which it may not leave, a packet needs a legal path; on a new one there
 * is always another. */
static bool ma_stranded(const ws_net *n, u32 x, u32 v, u32 k) {
    u32 l = link_of(n, v);
    if (is_injection(n, l) || !is_original(n, v))
        return false;
    return updown_stranded(n, x, v, k);
}

/* ---- before the first cycle ---- */

static bool ud_prepare(ws_net *n, ws_error *error) {
    if (!links_check(n, LINKS_MOST, error))
        return false;
    return updown_prepare(n, error);
}

static u32 larger(u32 one, u32 other) {
    return one > other ? one : other;
}

/* The longest path that leaves the switch by a new channel; `longest` is known for switches nearer
 * to t. */
static u32 longest_by_new(const ws_net *n, const u16 *longest, leg at) {
    u32 most = 0;
    for (LINKS_EACH(l, n, at.s)) {
        if (!is_shortest(n, at, l))
            continue;
        u32 next = node_to(n, l);
        most = larger(most, 1u + longest[next]);
    }
    return most;
}

/* The longest path that leaves the switch by an original channel, which is not left. */
static u32 longest_by_original(const ws_net *n, leg at) {
    u32 most = 0;
    u32 near = FAR;
    for (LINKS_EACH(l, n, at.s)) {
        if (is_sink(n, l))
            continue;
        u32 rest = length_behind(n, at, l);
        if (rest == FAR)
            continue;
        if (is_nearer(n, l, at.t))
            most = larger(most, 1 + rest);
        if (rest < near)
            near = rest;
    }
    if (near == FAR)
        return most;
    return larger(most, 1 + near);
}

/* wire.dist = the longest path of ma to switch t; switches in order of their distance to it. A
 * packet begins with a new channel. */
static void layers_measure(ws_net *n, u32 t, u16 *longest) {
    u32 switches = n->size.switches;
    u16 *dist = n->wire.dist + t;
    longest[t] = 0;
    dist[t * switches] = 0;
    u32 diameter = n->wire.diameter;
    for (u32 away = 1; away <= diameter; away++) {
        for (EACH(s, switches)) {
            leg at = {.s = s, .t = t};
            if (distance_between(n, s, t) != away)
                continue;
            u32 by_new = longest_by_new(n, longest, at);
            u32 by_original = longest_by_original(n, at);
            dist[s * switches] = (u16)by_new;
            longest[s] = (u16)larger(by_new, by_original);
        }
    }
}

static bool layers_prepare(ws_net *n, ws_error *error) {
    if (n->def->vcs < 2)
        return fail_with(error,
                         "this routing needs vcs 2 or more: the last channel is the original one, "
                         "the others are new");
    if (!ud_prepare(n, error))
        return false;
    u16 longest[SWITCHES_MOST];
    u32 switches = n->size.switches;
    assert(switches <= SWITCHES_MOST);
    for (EACH(t, switches))
        layers_measure(n, t, longest);
    return true;
}

const ws_routing route_UD_2Q = {
    .around = true,
    .options = OPTIONS,
    .deadlock_free = true,
    .prepare = ud_prepare,
    .route = ud_route,
    .granted = ud_granted,
    .stranded = updown_stranded,
};

const ws_routing route_MA_2VC = {
    .around = true,
    .options = OPTIONS,
    .tiers = true,
    .escape = ESCAPE_WORM,
    .escape_vcs = original_vcs,
    .prepare = layers_prepare,
    .route = ma_route,
    .granted = layers_granted,
    .stranded = ma_stranded,
};

const ws_routing route_BFA_2VC = {
    .around = true,
    .options = OPTIONS,
    .tiers = true,
    .wanders = true,
    .escape = ESCAPE_PACKET,
    .escape_vcs = original_vcs,
    .prepare = layers_prepare,
    .route = fa_route,
    .granted = layers_granted,
};
