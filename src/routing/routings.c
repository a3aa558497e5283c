/* routings.c - the table of routing algorithms. */
#include "routing.h"

#define ROUTING_ROW(id, name, doc) [WS_ROUTING_##id] = &route_##id,
const ws_routing *const ws_routings[WS_ROUTING_COUNT] = {WS_ROUTINGS(ROUTING_ROW)};
