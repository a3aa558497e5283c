/* source_route.c - source routing in a bidirectional multistage network: the whole route is known
 * before a packet leaves.
 *
 * Source: the RECN papers (Duato et al. 2005; deterministic source routing by turnpool); the choice
 * of up ports is the destination-digit rule. With the base-4 digits t_j of the destination, the
 * port down is t_0 at stage 0 and t_(n-i) at stage i; on the way up a packet takes the up port of
 * the same digit, until its switch reaches the destination downwards. Then no link carries more
 * than one host's share of uniform traffic.
 *
 * wire.routes holds the route on from every switch to every host as a string of output ports, 3
 * bits each (a turn of Advanced Switching is the same number relative to the input port). A path
 * is a prefix of a route exactly when its bits are: what lies behind the last hop is a host, where
 * nothing goes on. */
#include "routing.h"

#include <stdlib.h>

enum { ARITY = 4, BASE_BITS = 2 };

static u32 digit(u32 number, u32 place) {
    return number >> (BASE_BITS * place) & (ARITY - 1);
}

/* The digit of a host's number that stage i consumes. */
static u32 stage_digit(u32 stages, u32 i, u32 h) {
    return digit(h, i == 0 ? 0 : stages - i);
}

static u32 stage_of(const ws_net *n, u32 s) {
    return s / (n->size.hosts / ARITY);
}

static u32 switch_behind(const ws_net *n, u32 s, u32 port) {
    return n->wire.link_to[n->wire.port_link[s * WS_PORTS_MAX + port]];
}

/* Does switch s reach host h downwards? Its number has then the digits of h but for those chosen on
 * the way up: those that stages 1 to its own consume, which the shuffle has brought to its lowest
 * places. */
static bool reaches(const ws_net *n, u32 stages, u32 s, u32 h) {
    u32 i = stage_of(n, s);
    if (i == 0)
        return s == h / ARITY;
    u32 port = stage_digit(stages, i, h);
    return reaches(n, stages, switch_behind(n, s, port), h);
}

static u32 next_port(const ws_net *n, u32 stages, u32 s, u32 h) {
    u32 port = stage_digit(stages, stage_of(n, s), h);
    return reaches(n, stages, s, h) ? port : ARITY + port;
}

/* The route from switch s to host h; notes in wire.dist how many links between switches it has. */
static u32 route_find(ws_net *n, u32 s, u32 h) {
    u32 stages = bmin_stages(n->size.hosts);
    u32 switches = n->size.switches;
    u32 route = 0;
    u32 hops = 0;
    for (u32 x = s; x < switches; hops++) {
        u32 port = next_port(n, stages, x, h);
        route |= port << (HOP_BITS * hops);
        x = switch_behind(n, x, port);
    }
    u16 *dist = &n->wire.dist[s * switches + n->wire.host_switch[h]];
    if (*dist < hops - 1)
        *dist = (u16)(hops - 1);
    return route;
}

static bool source_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    u32 hosts = n->size.hosts;
    if (n->def->topology != WS_TOPOLOGY_BMIN)
        return fail(error, "routing source is for topology bmin; try `set topology bmin 64`");
    u32 *routes = calloc((size_t)switches * hosts, sizeof *routes);
    n->wire.routes = routes;
    if (!routes)
        return fail(error, "out of memory for the routes of %u hosts", hosts);
    for (u32 s = 0; s < switches; s++)
        for (u32 h = 0; h < hosts; h++)
            routes[s * hosts + h] = route_find(n, s, h);
    return true;
}

static u32 fixed_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    (void)flags;
    u32 port = n->wire.routes[s * n->size.hosts + h] & HOP_MASK;
    return n->wire.port_link[s * WS_PORTS_MAX + port];
}

static u32 source_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 l = fixed_next(n, n->wire.queue_node[q], n->packet.dest[k], NULL);
    option[0] = (ws_route_option){l, all_vcs(n, l), 0};
    return 1;
}

const ws_routing route_source = {
    .options = 1,
    .deadlock_free = true,
    .minimal = true,
    .prepare = source_prepare,
    .route = source_route,
    .next = fixed_next,
};
