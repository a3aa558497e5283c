/* topologies.c - the table of topologies. */
#include "topology.h"

/* clang-format off */
const ws_topology *const ws_topologies[WS_TOPOLOGY_COUNT] = {
    [WS_TOPOLOGY_LINE] = &topology_line,
    [WS_TOPOLOGY_MESH] = &topology_mesh,
    [WS_TOPOLOGY_TORUS] = &topology_torus,
    [WS_TOPOLOGY_RING] = &topology_ring,
    [WS_TOPOLOGY_RING1] = &topology_ring1,
    [WS_TOPOLOGY_SWITCH] = &topology_switch,
    [WS_TOPOLOGY_FILE] = &topology_file,
    [WS_TOPOLOGY_IRREGULAR] = &topology_irregular,
    [WS_TOPOLOGY_FEDX] = &topology_fedx,
    [WS_TOPOLOGY_BMIN] = &topology_bmin,
    [WS_TOPOLOGY_DRAGONFLY] = &topology_dragonfly,
};
/* clang-format on */

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

const ws_topology topology_file = {.check = file_check};
