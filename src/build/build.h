/* build.h - from a definition and a graph to a network, and what may change afterwards. */
#ifndef WS_BUILD_H
#define WS_BUILD_H

#include "recovery/recovery.h"
#include "routing/routing.h"
#include "switch/switch.h"
#include "topology/topology.h"
#include "traffic/traffic.h"

/* Is the definition possible for this graph? All rules that do not need the wiring. */
bool def_check(const ws_def *def, const ws_graph *graph, ws_error *error);
/* Those that need it. */
bool net_check(const ws_net *n, const ws_def *def, ws_error *error);

#endif
