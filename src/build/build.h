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
/* Is it possible for the wiring of n? The rules that need the wiring. */
bool net_check(const ws_net *n, const ws_def *def, ws_error *error);

/* cables.c: numbers the links of n->graph and says how long everything takes on them. */
bool wire_links(ws_net *n, ws_error *error);

/* queues.c: counts and places virtual channels, queues, ports and crossbar inputs; false without
 * memory. */
bool wire_queues(ws_net *n);

/* wiring.c: makes the arrays of a group of core/wiring.h; false without memory. */
#define WIRING_MAKER(table, group) bool wiring_make_##group(ws_net *n);
WIRING_GROUPS(WIRING_MAKER)
#undef WIRING_MAKER
void wiring_free(ws_wiring *wire);
/* The copies for the code at flit rate; false without memory. */
bool wire_fast(ws_net *n);
/* Distances, and what traffic reads of them; false without memory. */
bool wire_distances(ws_net *n);

/* sizes.c: the sizes of all columns, from the wiring. */
bool sizes_finish(ws_net *n, ws_error *error);
/* Rows that a build of `n` with the lengths of `def` would give the table of messages. */
u32 messages_needed(const ws_net *n, const ws_def *def);

/* salvage.c: network n has the state of another one, some cables of which have been cut or repaired
 * since. Takes out the packets that are lost by that, and lets heads request by the routes of now.
 * False without memory. */
bool net_salvage(ws_net *n, const ws_net *before);

static inline u32 pow2_at_least(u32 count) {
    u32 power = 1;
    while (power < count)
        power *= 2;
    return power;
}

/* Fails, since there is no memory for a network of this graph. */
static inline bool fail_memory(ws_error *error, const ws_graph *graph) {
    return fail_with(error, "out of memory for a network of %d switches and %d hosts",
                     graph->switches, graph->hosts);
}

#endif
