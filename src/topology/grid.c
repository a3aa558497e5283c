/* grid.c - rows and columns of switches: line, mesh, torus, ring, one-way ring, and one switch.
 *
 * Switch `row * columns + column` has its hosts at ports 0 .. hosts-1, then the ports +x, -x, +y
 * and -y. Host i of switch s is host s * hosts-per-switch + i. */
#include "topology.h"

#include <stdio.h>

/* The grid of each topology; rows and columns that are 0 here are numbers that it takes. */
static const ws_grid grids[WS_TOPOLOGY_COUNT] = {
    [WS_TOPOLOGY_SWITCH] = {.rows = 1, .cols = 1},
    [WS_TOPOLOGY_LINE] = {.rows = 1, .ports = 4},
    [WS_TOPOLOGY_RING] = {.rows = 1, .ports = 4, .wrap_x = true},
    [WS_TOPOLOGY_RING1] = {.rows = 1, .ports = 4, .wrap_x = true, .one_way = true},
    [WS_TOPOLOGY_MESH] = {.ports = 4},
    [WS_TOPOLOGY_TORUS] = {.ports = 4, .wrap_x = true, .wrap_y = true},
    [WS_TOPOLOGY_FEDX] = {.ports = 6, .wrap_x = true, .wrap_y = true},
};

ws_grid grid_of(const ws_def *def) {
    ws_grid grid = grids[def->topology];
    const i64 *size = def->size;
    if (grid.rows == 0)
        grid.rows = (i32)*size++;
    if (grid.cols == 0)
        grid.cols = (i32)*size;
    return grid;
}

bool grid_check(const ws_def *def, ws_error *error) {
    ws_grid grid = grid_of(def);
    i64 switches = (i64)grid.rows * grid.cols;
    if (grid.rows < 1 || grid.cols < 1 || switches > SWITCHES_MOST)
        return fail(error,
                    "a topology of %d x %d switches is not possible; between 1 and %d switches are",
                    grid.rows, grid.cols, SWITCHES_MOST);
    i32 hosts = (i32)def->hosts_per_switch;
    i32 ports = switches > 1 ? hosts + grid.ports : hosts;
    if (ports > WS_PORTS_MAX)
        return fail(error, "%d hosts a switch need %d ports; a switch has at most %d", hosts, ports,
                    WS_PORTS_MAX);
    return true;
}

/* The cable from port +x or +y of a switch to port -x or -y of another. */
static void grid_cable(ws_graph *graph, const ws_grid *grid, i32 from, i32 to, i32 port) {
    ws_edge *edge = graph_cable(graph, from, port, to, port + 1);
    edge->wrap = to <= from;
    edge->one_way = grid->one_way;
}

/* The cables from a switch in the positive directions. */
static void switch_wire(ws_graph *graph, const ws_grid *grid, i32 s, i32 hosts) {
    i32 row = s / grid->cols;
    i32 col = s % grid->cols;
    bool last_col = col + 1 == grid->cols;
    bool last_row = row + 1 == grid->rows;
    if (!last_col || (grid->wrap_x && grid->cols > 1)) {
        i32 to = last_col ? row * grid->cols : s + 1;
        grid_cable(graph, grid, s, to, hosts + WS_DIR_XP);
    }
    if (!last_row || (grid->wrap_y && grid->rows > 1)) {
        i32 to = last_row ? col : s + grid->cols;
        grid_cable(graph, grid, s, to, hosts + WS_DIR_YP);
    }
}

bool grid_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    ws_grid grid = grid_of(def);
    i32 hosts = (i32)def->hosts_per_switch;
    i32 switches = grid.rows * grid.cols;
    if (!graph_make(graph, switches, switches * hosts, switches * (hosts + 3), error))
        return false;
    graph->rows = grid.rows;
    graph->cols = grid.cols;
    for (i32 s = 0; s < switches; s++) {
        ws_node *node = &graph->node[s];
        node->x = s % grid.cols;
        node->y = s / grid.cols;
        snprintf(node->name, sizeof node->name, "S%d", s);
        for (i32 port = 0; port < hosts; port++)
            graph_host(graph, s * hosts + port, s, port);
        switch_wire(graph, &grid, s, hosts);
    }
    return true;
}

/* clang-format off */
#define GRID .check = grid_check, .build = grid_build
#define CHAIN .argument = {{"switches", "N", 1, SWITCHES_MOST}}, .least = 1, .most = 1, GRID
#define SIDES .argument = {{"rows", "R", 1, SIDE_MOST}, {"columns", "C", 1, SIDE_MOST}}
#define PLANE SIDES, .least = 2, .most = 2, GRID
const ws_topology topology_line = {CHAIN};
const ws_topology topology_ring = {CHAIN};
const ws_topology topology_ring1 = {CHAIN};
const ws_topology topology_mesh = {PLANE};
const ws_topology topology_torus = {PLANE};
const ws_topology topology_switch = {GRID};
/* clang-format on */
