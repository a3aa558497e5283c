/* routing.h - the routing algorithms: their table, and what they share. A routing is one file
 * with a row, and a line in routings.c. */
#ifndef WS_ROUTING_H
#define WS_ROUTING_H

#include "topology/topology.h"

extern const ws_routing *const ws_routings[WS_ROUTING_COUNT]; /* by WS_ROUTING_* */
extern const ws_routing route_dor, route_dor_no_dateline, route_updown, route_minimal_random;
extern const ws_routing route_minimal_adaptive, route_west_first, route_north_last,
    route_negative_first, route_duato_escape;
extern const ws_routing route_first, route_fedx;
extern const ws_routing route_ud, route_ma, route_fa, route_source;

/* Shortest distances in links between switches, by breadth-first search: out[s * switches + t];
 * UINT16_MAX if unreachable. */
bool distances(const ws_net *n, u16 *out); /* false: no memory */
/* The link of switch s in direction WS_DIR_*, NIL at an edge. */
u32 dir_link(const ws_net *n, u32 s, u32 dir);
/* A ring, a one-way ring or a torus? */
bool is_ring(const ws_net *n);
/* The link by which dimension order leaves switch s for t, s != t; does the rest of the way in
 * this dimension cross the wrap link? */
u32 dor_link(const ws_net *n, u32 s, u32 t, u32 flags, bool *crosses);
/* The one candidate of a packet that has reached its last switch. */
u32 eject_option(const ws_net *n, u32 k, ws_route_option *option);
/* Prepares a routing whose paths are all shortest: wire.dist; an error where there is none. */
bool shortest_prepare(ws_net *n, ws_error *error);
static inline u32 dest_switch(const ws_net *n, u32 k) {
    return n->wire.host_switch[n->packet.dest[k]];
}

#endif
