/* routing.h - the routing algorithms: their table, and what they share. A routing is one file
 * with a row, route_ID for the ID of WS_ROUTINGS. */
#ifndef WS_ROUTING_H
#define WS_ROUTING_H

#include "topology/topology.h"

extern const ws_routing *const ws_routings[WS_ROUTING_COUNT]; /* by WS_ROUTING_* */
/* What differs between these is the switching of their machine. */
#define route_BUD_2VC              route_UD_2Q
#define route_BMA_2VC              route_MA_2VC
#define route_FA_2Q                route_BFA_2VC
#define ROUTING_ROW(id, name, doc) extern const ws_routing route_##id;
WS_ROUTINGS(ROUTING_ROW)
#undef ROUTING_ROW

/* Shortest distances in links between switches, by breadth-first search: out[s * switches + t];
 * UINT16_MAX if unreachable. */
bool distances(const ws_net *n, u16 *out); /* false: no memory */
/* A table for the lengths of paths that are not all shortest, wire.dist; NULL without memory. */
u16 *lengths_make(ws_net *n);
/* Prepares a routing whose paths are all shortest; an error where there is none. */
bool shortest_prepare(ws_net *n, ws_error *error);
/* Has a switch more links to other switches than the routing has route options? Then an error. */
bool links_check(const ws_net *n, u32 most, ws_error *error);

/* The switch of the host that packet k goes to. */
static inline u32 dest_switch(const ws_net *n, u32 k) {
    u32 h = dest_of(n, k);
    return n->wire.host_switch[h];
}
/* Does link l, which goes to a switch, bring a packet nearer to switch t? */
static inline bool is_nearer(const ws_net *n, u32 l, u32 t) {
    u32 from = node_from(n, l);
    u32 to = node_to(n, l);
    if (n->wire.link_cut[l])
        return false;
    u32 behind = distance_between(n, to, t);
    return behind + 1 == distance_between(n, from, t);
}
/* The link at this port of switch s; NIL if there is none. */
static inline u32 link_at_port(const ws_net *n, u32 s, u32 port) {
    const u32 *links = n->wire.port_link + s * WS_PORTS_MAX;
    return links[port];
}

/* Any virtual channel of link l. */
static inline ws_route_option any_vc_of(const ws_net *n, u32 l) {
    ws_route_option option;
    option.link = l;
    option.vcs = all_vcs(n, l);
    option.rule = 0;
    return option;
}

/* Writes the one route option of a packet that has reached its last switch; returns 1. */
u32 eject_option(const ws_net *n, u32 k, ws_route_option *option);
/* Writes as route options the links of switch s that are one nearer to t, with those of the given
 * virtual channels that they have: at most `most`. Returns how many. */
u32 shortest_options(const ws_net *n, u32 s, u32 t, u64 vcs, u32 most, ws_route_option *option);

/* The link of switch s in direction WS_DIR_*, NIL at an edge. */
u32 dir_link(const ws_net *n, u32 s, u32 dir);
/* A ring, a one-way ring or a torus? */
bool is_ring(const ws_net *n);
/* For a routing that goes by rows and columns alone: topology fedx has third cables, by which
 * shortest paths go too, and rings; then an error. */
bool third_cables_check(const ws_net *n, ws_error *error);
/* The link by which dimension order leaves switch s for t, s != t; does the rest of the path in
 * this dimension cross the wrap link? */
u32 dor_link(const ws_net *n, u32 s, u32 t, u32 flags, bool *crosses);

#endif
