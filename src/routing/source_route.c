/* source_route.c - source routing in a bidirectional multistage network: the whole way is known
 * before a packet leaves.
 *
 * Source: the RECN papers (deterministic source routing by turnpool); the choice of up ports is the
 * destination-digit rule. With the base-4 digits t_j of the destination, the port down is t_0 at
 * stage 0 and t_(n-i) at stage i; on the way up a packet takes the up port of the same digit, until
 * its switch reaches the destination downwards. Then no link carries more than one host's share of
 * uniform traffic.
 *
 * wire.turns holds the way on from every switch to every host as a string of output ports, 3
 * bits each (a turn of Advanced Switching is the same number relative to the input port). A way
 * is a prefix of another exactly when its bits are: what lies behind the last turn is a host,
 * where nothing goes on. */
#include "routing.h"

#include <stdlib.h>

enum { ARITY = 4, BASE_BITS = 2 };

static u32 digit(u32 number, u32 place) {
    return number >> (BASE_BITS * place) & (ARITY - 1);
}

/* The digit of a host's number that stage i consumes. */
static u32 stage_digit(u32 stages, u32 i, u32 t) {
    return digit(t, i == 0 ? 0 : stages - i);
}

/* Does switch s of stage i reach host t downwards? Its number has then the digits of t but for
 * those chosen on the way up: those that stages 1 to i consume, which the shuffle has brought to
 * its lowest places. */
static bool reaches(const ws_net *n, u32 stages, u32 s, u32 t) {
    u32 row = n->size.hosts / ARITY;
    u32 i = s / row;
    u32 port = stage_digit(stages, i, t);
    if (i == 0)
        return s % row == t / ARITY;
    u32 l = n->wire.port_link[s * WS_PORTS_MAX + port];
    return reaches(n, stages, n->wire.link_to[l], t);
}

static u32 next_port(const ws_net *n, u32 stages, u32 s, u32 t) {
    u32 i = s / (n->size.hosts / ARITY);
    u32 port = stage_digit(stages, i, t);
    return reaches(n, stages, s, t) ? port : ARITY + port;
}

static bool source_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    u32 hosts = n->size.hosts;
    u32 stages = bmin_stages(hosts);
    if (n->def->topology != WS_TOPOLOGY_BMIN)
        return fail(error, "routing source is for topology bmin; try `set topology bmin 64`");
    u32 *turns = n->wire.turns = calloc((size_t)switches * hosts, sizeof *turns);
    if (!turns)
        return fail(error, "out of memory for the routes of %u hosts", hosts);
    for (u32 s = 0; s < switches; s++)
        for (u32 t = 0; t < hosts; t++) {
            u32 at = s;
            u32 length = 0;
            for (; at < switches; length++) {
                u32 port = next_port(n, stages, at, t);
                turns[s * hosts + t] |= port << (TURN_BITS * length);
                at = n->wire.link_to[n->wire.port_link[at * WS_PORTS_MAX + port]];
            }
            u16 *dist = &n->wire.dist[s * switches + n->wire.host_switch[t]];
            if (length - 1 > *dist)
                *dist = (u16)(length - 1);
        }
    return true;
}

static u32 turn_next(const ws_net *n, u32 s, u32 h, u32 *flags) {
    (void)flags;
    return n->wire.port_link[s * WS_PORTS_MAX + (n->wire.turns[s * n->size.hosts + h] & TURN_MASK)];
}

static u32 source_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 l = turn_next(n, n->wire.queue_node[q], n->packet.dest[k], NULL);
    option[0] = (ws_route_option){l, all_vcs(n, l), 0};
    return 1;
}

const ws_routing route_source = {.options = 1,
                                 .deadlock_free = true,
                                 .minimal = true,
                                 .prepare = source_prepare,
                                 .route = source_route,
                                 .next = turn_next};
