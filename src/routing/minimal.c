/* minimal.c - adaptive routing along shortest paths, without restriction: cycles of waiting are
 * possible.
 *
 *   minimal-adaptive    any virtual channel of any link that brings the packet nearer
 *   fedx-deterministic  the first of these links, always
 *   fedx-adaptive       any, or the first, as the packet's header says */
#include "routing.h"

enum { OPTIONS = 16 };

static u32 minimal_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 s = node_of(n, q);
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    return shortest_options(n, s, t, ~0ull, OPTIONS, option);
}

static u32 fedx_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 count = minimal_route(n, q, k, option);
    if (packet_has(n, k, PACKET_FIRST))
        return 1;
    return count;
}

static u32 first_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    ws_route_option all[OPTIONS];
    minimal_route(n, q, k, all);
    option[0] = all[0];
    return 1;
}

static bool minimal_prepare(ws_net *n, ws_error *error) {
    return links_check(n, OPTIONS, error) && shortest_prepare(n, error);
}

const ws_routing route_MINIMAL_ADAPTIVE = {
    .around = true,
    .options = OPTIONS,
    .minimal = true,
    .prepare = minimal_prepare,
    .route = minimal_route,
};

const ws_routing route_FEDX_ADAPTIVE = {
    .around = true,
    .options = OPTIONS,
    .minimal = true,
    .prepare = minimal_prepare,
    .route = fedx_route,
};

const ws_routing route_FEDX_DETERMINISTIC = {
    .around = true,
    .options = 1,
    .minimal = true,
    .prepare = shortest_prepare,
    .route = first_route,
};
