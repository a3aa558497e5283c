/* topologies.c - the table of topologies. */
#include "topology.h"

#define TOPOLOGY_ROW(id, name, doc) [WS_TOPOLOGY_##id] = &topology_##id,
const ws_topology *const ws_topologies[WS_TOPOLOGY_COUNT] = {WS_TOPOLOGIES(TOPOLOGY_ROW)};

int ws_topology_given(const ws_def *def) {
    const ws_topology *topology = ws_topologies[def->topology];
    int count = topology->least;
    while (count < topology->most && def->size[count] > 0)
        count++;
    return count;
}

bool ws_graph_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    const ws_topology *topology = ws_topologies[def->topology];
    *graph = (ws_graph){0};
    return topology->check(def, error) && topology->build(def, graph, error);
}

/* ---- a network file: whoever reads it makes its graph ---- */

static bool file_check(const ws_def *def, ws_error *error) {
    (void)def;
    return fail_with(error, "topology file needs a network file") ||
           ws_remedy(error, "topology", "file PATH");
}

const ws_topology topology_FILE = {.check = file_check};
