/* route_preview.c - where a packet will go, asked without changing anything: for those who look on.
 * Nothing here runs in a step.
 *
 * A routing that fixes the whole way says so link by link (`next`), and what is asked about the
 * way is known for certain. Of others only what cannot be is known: a link that would make the
 * way longer than the routing ever takes is not on it. */
#include "route_preview.h"

u32 packet_offers(const ws_net *n, u32 q, u32 k, ws_route_option *option) {
    const ws_routing *r = n->routing;
    return r->all ? r->all(n, q, k, option)
                  /* without `all` it draws no lots: changes nothing */
                  : r->route((ws_net *)n, q, k, option);
}

/* The credit that packet k, which is cut and stands in a switch, needs on lane v to go on. */
static i32 room_needed(const ws_net *n, u32 k, u32 v, bool enters) {
    if (n->grant_room < WS_GRANT_ROOM_PACKET || n->wire.vc_counted[v] == 0)
        return 1;
    i32 packets = n->grant_room == WS_GRANT_ROOM_BUBBLE && enters ? 2 : 1;
    i32 room = (i32)n->wire.vc_credits[v];
    i32 needed = n->flow == WS_FLOW_PACKET_CREDIT ? packets : packets * (i32)n->packet.length[k];
    return needed < room ? needed : room;
}

bool packet_could_go(const ws_net *n, u32 q, u32 k) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 count = packet_offers(n, q, k, option);
    for (u32 c = 0; c < count; c++) {
        u64 lanes = option[c].vcs;
        for (BITS_EACH(i, lanes)) {
            u32 v = n->wire.vc0[option[c].link] + i;
            if (n->vc[v].credit >= room_needed(n, k, v, option[c].rule & OPTION_ENTERS) &&
                vc_is_idle(n, q, v))
                return true;
        }
    }
    return false;
}

u32 packet_next(const ws_net *n, u32 s, u32 k, u32 *flags) {
    u32 t = n->wire.host_switch[n->packet.dest[k]];
    if (s == t)
        return n->wire.eject_link[n->packet.dest[k]];
    return n->routing->next ? n->routing->next(n, s, n->packet.dest[k], flags) : NIL;
}

bool packet_may_pass(const ws_net *n, u32 s, u32 k, u32 l) {
    if (is_sink(n, l))
        return n->wire.eject_link[n->packet.dest[k]] == l;
    if (n->wire.link_from[l] >= n->size.switches)
        return false;
    u32 flags = n->packet.flags[k];
    u32 t = n->wire.host_switch[n->packet.dest[k]];
    for (u32 at = s; at != t;) {
        u32 next = packet_next(n, at, k, &flags);
        if (next == l)
            return true;
        if (next == NIL)
            return distance_allows(n, at, t, n->wire.link_from[l], n->wire.link_to[l]);
        at = n->wire.link_to[next];
    }
    return false;
}
