/* route_preview.h - where a packet will go, asked without changing anything. */
#ifndef WS_ROUTE_PREVIEW_H
#define WS_ROUTE_PREVIEW_H

#include "verbs.h"

/* The route options that the routing may offer to packet k, whose head stands in queue q of a
 * switch, in front or not; of a routing that draws random numbers, all that it may draw. Writes to
 * `option`, which has room for WS_ROUTE_OPTIONS_MAX, and returns how many. */
u32 packet_offers(const ws_net *n, u32 q, u32 k, ws_route_option *option);
/* Would packet k get a virtual channel now, were it in front of queue q: one that is idle, with
 * room? */
bool packet_could_go(const ws_net *n, u32 q, u32 k);
/* The link by which packet k leaves switch s; NIL if the path is not fixed. `flags` begin as those
 * of its header, and are updated for the next switch. */
u32 packet_next(const ws_net *n, u32 s, u32 k, u32 *flags);
/* Can a path from switch s to t over link l, which connects two switches, be as short as a path of
 * the routing? */
static inline bool distance_allows(const ws_net *n, u32 s, u32 t, u32 l) {
    u32 before = distance_between(n, s, node_from(n, l));
    u32 after = distance_between(n, node_to(n, l), t);
    return before + 1 + after <= route_length(n, s, t);
}
/* May packet k, whose head is at switch s or on its way there, still pass link l? False is
 * certain; true is where the path is fixed. */
bool packet_may_pass(const ws_net *n, u32 s, u32 k, u32 l);

#endif
