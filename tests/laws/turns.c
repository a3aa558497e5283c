/* turns.c - the ways that routing leaves open on a mesh, counted for every pair of switches, against closed forms. Of the
 * |dx| + |dy| steps of a shortest way those that go first are taken together: where both kinds are needed one way is left, else
 * all (|dx| + |dy| over |dx|).
 *
 *   west-first      one way if it is west, all if not
 *   north-last      one way if it is north, all if not
 *   negative-first  one way to the north-east and to the south-west, all to the north-west and to the south-east
 *   adaptive        all, always: minimal-adaptive, and fedx-adaptive for a packet whose header does not ask for one
 *
 * Source: Glass and Ni 1992. */
#include "fixture.h"

enum { SIDE = 5, SWITCHES = SIDE * SIDE };

static u32 queue_at(const ws_net *n, u32 s) {
    for (u32 q = 0; q < n->size.queues; q++)
        if (n->wire.queue_node[q] == s)
            return q;
    return NIL;
}

/* The ways from switch s to the host of packet k that routing offers. */
static u32 ways(ws_net *n, u32 s, u32 k) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 count = n->routing->route(n, queue_at(n, s), k, option);
    u32 all = 0;
    for (u32 i = 0; i < count; i++) {
        u32 to = n->wire.link_to[option[i].link];
        all += to < SWITCHES ? ways(n, to, k) : 1;
    }
    return all;
}

static u32 over(u32 of, u32 take) {
    u32 result = 1;
    for (u32 i = 1; i <= take; i++)
        result = result * (of - take + i) / i;
    return result;
}

static bool one_way(int64_t routing, i32 east, i32 south) {
    if (routing == WS_ROUTING_MINIMAL_ADAPTIVE || routing == WS_ROUTING_FEDX_ADAPTIVE)
        return false;
    if (routing == WS_ROUTING_FEDX_DETERMINISTIC)
        return true;
    if (routing == WS_ROUTING_WEST_FIRST)
        return east < 0;
    if (routing == WS_ROUTING_NORTH_LAST)
        return south < 0;
    return (east < 0 && south > 0) || (east > 0 && south < 0);
}

static void model(int64_t routing, const char *name) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, SIDE, SIDE);
    d.routing = routing;
    ws_net *n = fixture_net(&d, NULL);
    u32 k = 0;
    u32 bad = 0;
    for (u32 s = 0; s < SWITCHES; s++) {
        for (u32 t = 0; t < SWITCHES; t++) {
            i32 east = (i32)(t % SIDE) - (i32)(s % SIDE);
            i32 south = (i32)(t / SIDE) - (i32)(s / SIDE);
            u32 dx = (u32)abs(east);
            u32 dy = (u32)abs(south);
            n->packet.dest[k] = t;
            u32 expected = one_way(routing, east, south) ? 1 : over(dx + dy, dx);
            bad += ways(n, s, k) != expected;
        }
    }
    ok(bad == 0, "%s: %u of %u pairs have other ways than on paper", name, bad,
       (u32)(SWITCHES * SWITCHES));
    ws_net_free(n);
}

int main(void) {
    model(WS_ROUTING_WEST_FIRST, "west-first");
    model(WS_ROUTING_NORTH_LAST, "north-last");
    model(WS_ROUTING_NEGATIVE_FIRST, "negative-first");
    model(WS_ROUTING_MINIMAL_ADAPTIVE, "minimal-adaptive");
    model(WS_ROUTING_FEDX_ADAPTIVE, "fedx-adaptive");
    model(WS_ROUTING_FEDX_DETERMINISTIC, "fedx-deterministic");
    return done();
}
