/* escape.c - duato-escape: adaptive routing with an escape layer (Duato 1993).
 *
 * The lowest virtual channel of a mesh link, or the lowest two of a torus link with a dateline, are
 * the escape layer: they are taken in dimension order only. The others are taken on any shortest
 * path. A blocked packet may always escape, and come back. */
#include "routing.h"

/* four directions, and one escape */
enum { DIRECTIONS = 4, OPTIONS = DIRECTIONS + 1 };

static u64 escape_vcs(const ws_net *n, u32 l) {
    (void)l;
    return is_ring(n) ? 3 : 1;
}

/* On a ring the lower of the two is for packets that still have to cross the wrap link. */
static u32 escape_route(ws_net *n, u32 q, u32 k, ws_route_option *option) {
    u32 s = node_of(n, q);
    u32 t = dest_switch(n, k);
    if (s == t)
        return eject_option(n, k, option);
    u64 others = ~escape_vcs(n, 0);
    u32 count = shortest_options(n, s, t, others, DIRECTIONS, option);
    bool crosses;
    u32 l = dor_link(n, s, t, n->packet.flags[k], &crosses);
    u64 escape = is_ring(n) && !crosses ? 2 : 1;
    option[count] = any_vc_of(n, l);
    option[count].vcs = escape;
    return count + 1;
}

static bool escape_prepare(ws_net *n, ws_error *error) {
    int least = is_ring(n) ? 3 : 2;
    if (n->graph.cols == 0)
        return fail_with(error, "routing duato-escape needs a line, a ring, or a mesh or torus of "
                                "rows and columns") ||
               ws_remedy(error, "routing", "updown");
    if (n->def->vcs < least)
        return fail_with(
            error,
            "routing duato-escape needs vcs %d or more here: escape channels, and one besides",
            least);
    return third_cables_check(n, error) && shortest_prepare(n, error);
}

const ws_routing route_DUATO_ESCAPE = {
    .options = OPTIONS,
    .minimal = true,
    .escape = ESCAPE_WORM,
    .escape_vcs = escape_vcs,
    .prepare = escape_prepare,
    .route = escape_route,
};
