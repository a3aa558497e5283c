/* route_preview.c - where a packet will go, asked without changing the network. Nothing here runs
 * in a step. A routing that fixes the whole path tells it link by link (`next`): then the answers
 * are certain. Other routings only exclude: a link that would make the path longer than any path of
 * the routing is not on the path. */
#include "route_preview.h"

u32 packet_offers(const ws_net *n, u32 q, u32 k, ws_route_option *option) {
    const ws_routing *routing = n->routing;
    assert(q < n->size.queues);
    assert(k < n->size.packets);
    if (routing->all)
        return routing->all(n, q, k, option);
    /* without `all` the routing draws no random numbers: `route` changes nothing */
    return routing->route((ws_net *)n, q, k, option);
}

/* The credit that packet k, which is cut and stands in a switch, needs on virtual channel v to go
 * on. */
static i32 room_needed(const ws_net *n, u32 k, u32 v, bool enters) {
    const ws_wiring *wire = &n->wire;
    i32 room = (i32)wire->vc_credits[v];
    u8 rule = n->grant_room;
    i32 needed = 1;
    if (rule < WS_GRANT_ROOM_PACKET || wire->vc_counted[v] == 0)
        return 1;
    if (rule == WS_GRANT_ROOM_BUBBLE && enters)
        needed = 2;
    if (n->flow != WS_FLOW_PACKET_CREDIT)
        needed *= (i32)n->packet.length[k];
    return needed < room ? needed : room;
}

/* Would packet k in queue q get a virtual channel of this route option now? */
static bool option_is_open(const ws_net *n, u32 q, u32 k, const ws_route_option *option) {
    bool enters = option->rule & OPTION_ENTERS;
    u32 first = first_vc(n, option->link);
    u64 vcs = option->vcs;
    for (BITS_EACH(i, vcs)) {
        u32 v = first + i;
        i32 needed = room_needed(n, k, v, enters);
        bool room = n->vc[v].credit >= needed;
        if (room && vc_is_idle(n, q, v))
            return true;
    }
    return false;
}

bool packet_could_go(const ws_net *n, u32 q, u32 k) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 count = packet_offers(n, q, k, option);
    for (EACH(c, count))
        if (option_is_open(n, q, k, &option[c]))
            return true;
    return false;
}

u32 packet_next(const ws_net *n, u32 s, u32 k, u32 *flags) {
    const ws_wiring *wire = &n->wire;
    const ws_routing *routing = n->routing;
    u32 h = dest_of(n, k);
    if (s == wire->host_switch[h])
        return wire->eject_link[h];
    if (routing->next == NULL)
        return NIL;
    return routing->next(n, s, h, flags);
}

bool packet_may_pass(const ws_net *n, u32 s, u32 k, u32 l) {
    const ws_wiring *wire = &n->wire;
    u32 h = dest_of(n, k);
    u32 t = wire->host_switch[h];
    u32 flags = n->packet.flags[k];
    if (is_sink(n, l))
        return wire->eject_link[h] == l;
    if (is_injection(n, l))
        return false;
    while (s != t) {
        u32 next = packet_next(n, s, k, &flags);
        if (next == l)
            return true;
        if (next == NIL)
            return distance_allows(n, s, t, l);
        s = node_to(n, next);
    }
    return false;
}
