/* hops.h - how far it is from one node to another, on the network that is seen, and on that without
 * cuts. */
#ifndef WS_HOPS_H
#define WS_HOPS_H

#include "observe/frame.h"

/* Is any cable cut? */
bool ws_is_cut(const ws_frame *frame);
/* Links between switches on a shortest path from a node, a switch or host, to another; `intact`: as
 * if no cable were cut. WS_NIL: there is no path. */
uint32_t ws_hops_between(const ws_frame *frame, uint32_t from, uint32_t to, bool intact);

#endif
