/* turn_model.c - partially adaptive routing on a mesh: west-first, north-last, negative-first.
 *
 * On a mesh where two of the eight turns are forbidden no cycle can close (Glass and Ni 1992).
 * Each model is a set of directions that go first: as long as one of them brings the packet nearer,
 * it takes one of them. North is up: -y.
 *   west-first      no turn into west: all the way west first
 *   north-last      no turn out of north: all other directions first
 *   negative-first  no turn from a positive into a negative direction: west and north first */
#include "routing.h"

enum {
    EAST = 1 << WS_DIR_XP,
    WEST = 1 << WS_DIR_XN,
    SOUTH = 1 << WS_DIR_YP,
    NORTH = 1 << WS_DIR_YN
};

/* The direction that leads from one coordinate to another: `up` to a larger one; 0 = they are
 * equal. */
static u32 direction(u32 from, u32 to, u32 up, u32 down) {
    if (to > from)
        return up;
    if (to < from)
        return down;
    return 0;
}

/* The directions that bring a packet at switch s nearer to t. */
static u32 nearer_directions(const ws_net *n, u32 s, u32 t) {
    u32 cols = (u32)n->graph.cols;
    u32 near_x = direction(s % cols, t % cols, EAST, WEST);
    u32 near_y = direction(s / cols, t / cols, SOUTH, NORTH);
    return near_x | near_y;
}

/* `first`: the directions that go first. */
static u32 turn_route(ws_net *n, u32 q, u32 k, ws_route_option *option, u32 first) {
    u32 s = node_of(n, q);
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    u64 nearer = nearer_directions(n, s, t);
    if (nearer & first)
        nearer &= first;
    u32 count = 0;
    for (BITS_EACH(dir, nearer)) {
        u32 l = dir_link(n, s, dir);
        option[count] = any_vc_of(n, l);
        count++;
    }
    return count;
}

static u32 west_first_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return turn_route(n, q, k, option, WEST);
}
static u32 north_last_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return turn_route(n, q, k, option, EAST | WEST | SOUTH);
}
static u32 negative_first_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    return turn_route(n, q, k, option, WEST | NORTH);
}

static bool turn_prepare(ws_net *n, ws_error *error) {
    if (n->graph.cols == 0 || is_ring(n))
        return fail_with(error, "turn models are for a line or a mesh of rows and columns") ||
               ws_remedy(error, "topology", "mesh 4 4");
    return third_cables_check(n, error) && shortest_prepare(n, error);
}

const ws_routing route_WEST_FIRST = {
    .options = 2,
    .deadlock_free = true,
    .minimal = true,
    .prepare = turn_prepare,
    .route = west_first_route,
};

const ws_routing route_NORTH_LAST = {
    .options = 2,
    .deadlock_free = true,
    .minimal = true,
    .prepare = turn_prepare,
    .route = north_last_route,
};

const ws_routing route_NEGATIVE_FIRST = {
    .options = 2,
    .deadlock_free = true,
    .minimal = true,
    .prepare = turn_prepare,
    .route = negative_first_route,
};
