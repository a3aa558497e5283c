/* source_route.c - source routing in a bidirectional multistage network: the whole route is known
 * before a packet leaves.
 *
 * Source: the RECN papers (Duato et al. 2005; deterministic source routing by turnpool); the choice
 * of up ports is the destination-digit rule. With the base-4 digits t_j of the destination, the
 * port down is t_0 at stage 0 and t_(n-i) at stage i; on the way up a packet takes the up port of
 * the same digit, until its switch reaches the destination downwards. Then no link carries more
 * than one host's share of uniform traffic.
 *
 * Where a cable is cut, a packet takes the next up port in turn from which a way leads to the
 * destination. Downwards there is one way only: a switch above the destination whose way down is
 * cut has none (NIL), and no way leads through it. A route changes only if it leads across a cable
 * that is cut, or could again go as if it were not.
 *
 * wire.routes holds the route on from every switch to every host as a string of output ports, 3
 * bits each (a turn of Advanced Switching is the same number relative to the input port). A path
 * is a prefix of a route exactly when its bits are: what lies behind the last hop is a host, where
 * nothing goes on. */
#include "routing.h"

#include <stdlib.h>

enum { ARITY = 4, BASE_BITS = 2 };

static u32 digit(u32 number, u32 place) {
    u32 shift = BASE_BITS * place;
    return number >> shift & (ARITY - 1);
}

/* The digit of a host's number that stage i consumes. */
static u32 stage_digit(u32 stages, u32 i, u32 h) {
    u32 place = i == 0 ? 0 : stages - i;
    return digit(h, place);
}

static u32 stage_of(const ws_net *n, u32 s) {
    u32 row = n->size.hosts / ARITY;
    return s / row;
}

static u32 switch_behind(const ws_net *n, u32 s, u32 port) {
    u32 l = link_at_port(n, s, port);
    return node_to(n, l);
}

/* Does switch s reach host h downwards? Its number has then the digits of h but for those chosen on
 * the way up: those that stages 1 to its own consume, which the shuffle has brought to its lowest
 * places. */
static bool reaches(const ws_net *n, u32 stages, u32 s, u32 h) {
    u32 i = stage_of(n, s);
    if (i == 0)
        return s == h / ARITY;
    u32 port = stage_digit(stages, i, h);
    u32 below = switch_behind(n, s, port);
    return reaches(n, stages, below, h);
}

/* Is the cable at this port of switch s cut? */
static bool is_cut(const ws_net *n, u32 s, u32 port) {
    u32 l = link_at_port(n, s, port);
    return n->wire.link_cut[l];
}

/* Is the way down from switch s, which reaches host h, whole? */
static bool is_open(const ws_net *n, u32 stages, u32 s, u32 h) {
    u32 i = stage_of(n, s);
    u32 port = stage_digit(stages, i, h);
    if (i == 0)
        return true;
    if (is_cut(n, s, port))
        return false;
    u32 below = switch_behind(n, s, port);
    return is_open(n, stages, below, h);
}

static u32 next_port(const ws_net *n, u32 stages, u32 s, u32 h);

/* Does a way to host h lead from switch s upwards by this port? */
static bool leads_up(const ws_net *n, u32 stages, u32 s, u32 port, u32 h) {
    if (is_cut(n, s, port))
        return false;
    u32 above = switch_behind(n, s, port);
    return next_port(n, stages, above, h) != NIL;
}

/* The port by which the way from switch s to host h goes on; NIL if there is none. */
static u32 next_port(const ws_net *n, u32 stages, u32 s, u32 h) {
    u32 stage = stage_of(n, s);
    u32 port = stage_digit(stages, stage, h);
    if (reaches(n, stages, s, h))
        return is_open(n, stages, s, h) ? port : NIL;
    for (EACH(i, ARITY)) {
        u32 turn = (port + i) % ARITY;
        if (leads_up(n, stages, s, ARITY + turn, h))
            return ARITY + turn;
    }
    return NIL;
}

/* Links between switches on the path from switch s to host h. */
static void distance_note(ws_net *n, u32 s, u32 h, u32 links) {
    u32 switches = n->size.switches;
    u32 t = n->wire.host_switch[h];
    u16 *row = n->wire.dist + s * switches;
    if (row[t] < links)
        row[t] = (u16)links;
}

/* The route from switch s to host h, NIL if there is none; notes in wire.dist how many links
 * between switches it has. */
static u32 route_find(ws_net *n, u32 s, u32 h) {
    u32 stages = bmin_stages(n->size.hosts);
    u32 route = 0;
    u32 hops = 0;
    u32 x = s;
    while (is_switch(n, x)) {
        u32 port = next_port(n, stages, x, h);
        if (port == NIL)
            return NIL;
        u32 place = HOP_BITS * hops;
        assert((u64)port << place <= UINT32_MAX);
        route |= port << place;
        x = switch_behind(n, x, port);
        hops++;
    }
    distance_note(n, s, h, hops - 1);
    return route;
}

/* Does a way lead from every host to every other? */
static bool routes_check(const ws_net *n, ws_error *error) {
    u32 hosts = n->size.hosts;
    const ws_node *node = n->graph.node;
    for (EACH(i, hosts * hosts)) {
        u32 from = i / hosts;
        u32 to = i % hosts;
        u32 s = n->wire.host_switch[from];
        const u32 *routes = n->wire.routes + s * hosts;
        u32 t = n->wire.host_switch[to];
        const char *name = node[s].name;
        if (routes[to] == NIL)
            return fail_with(error, "routing source finds no path from %s to %s", name,
                             node[t].name);
    }
    return true;
}

static bool source_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    u32 hosts = n->size.hosts;
    if (n->def->topology != WS_TOPOLOGY_BMIN)
        return fail_with(error, "routing source is for topology bmin") ||
               ws_remedy(error, "topology", "bmin 64");
    size_t count = (size_t)switches * hosts;
    u32 *routes = calloc(count, sizeof *routes);
    n->wire.routes = routes;
    if (!routes || !lengths_make(n))
        return fail_with(error, "out of memory for the routes of %u hosts", hosts);
    for (EACH(s, switches))
        for (EACH(h, hosts))
            *routes++ = route_find(n, s, h);
    return routes_check(n, error);
}

static u32 fixed_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    (void)flags;
    u32 hosts = n->size.hosts;
    const u32 *routes = n->wire.routes + s * hosts;
    u32 port = routes[h] & HOP_MASK;
    if (routes[h] == NIL)
        return NIL;
    return link_at_port(n, s, port);
}

static u32 source_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 s = node_of(n, q);
    u32 h = dest_of(n, k);
    u32 l = fixed_next(n, s, h, NULL);
    option[0] = any_vc_of(n, l);
    return 1;
}

const ws_routing route_SOURCE = {
    .around = true,
    .options = 1,
    .deadlock_free = true,
    .minimal = true,
    .prepare = source_prepare,
    .route = source_route,
    .next = fixed_next,
};
