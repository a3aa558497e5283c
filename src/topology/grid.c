/* grid.c - rows and columns of switches: line, mesh, torus, ring, one-way ring, and one switch; and
 * meshes and tori of up to six dimensions, hypercubes among them (torus 2 2 2 2 2 2).
 *
 * Switch `(plane * rows + row) * columns + column` has its hosts at ports 0 .. hosts-1, then the
 * ports +x, -x, +y, -y, +z and so on. Host i of switch s is host s * hosts-per-switch + i. */
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

/* Rows and columns, and what a mesh or torus is given besides. */
static i32 dimensions_of(const ws_def *def) {
    bool cube = def->topology == WS_TOPOLOGY_MESH || def->topology == WS_TOPOLOGY_TORUS;
    i32 dimensions = 2;
    while (cube && dimensions < WS_DIMENSIONS_MAX && def->size[dimensions] > 0)
        dimensions++;
    return dimensions;
}

ws_grid grid_of(const ws_def *def) {
    ws_grid grid = grids[def->topology];
    const i64 *size = def->size;
    if (grid.rows == 0)
        grid.rows = (i32)*size++;
    if (grid.cols == 0)
        grid.cols = (i32)*size++;
    grid.dimensions = dimensions_of(def);
    grid.side[0] = grid.cols;
    grid.side[1] = grid.rows;
    for (i32 d = 2; d < grid.dimensions; d++)
        grid.side[d] = (i32)*size++;
    if (grid.dimensions > 2)
        grid.ports = 2 * grid.dimensions;
    return grid;
}

static i64 switches_of(const ws_grid *grid) {
    i64 switches = 1;
    for (i32 d = 0; d < grid->dimensions; d++)
        switches *= grid->side[d];
    return switches;
}

/* Is dimension d a ring? A cube of three dimensions or more has one cable between two switches
 * that stand alone in one: a hypercube has one for each of its edges. */
static bool closes(const ws_grid *grid, i32 d) {
    bool wraps = d == 0 ? grid->wrap_x : grid->wrap_y;
    i32 least = grid->dimensions > 2 ? 3 : 2;
    return wraps && grid->side[d] >= least;
}

bool grid_check(const ws_def *def, ws_error *error) {
    ws_grid grid = grid_of(def);
    i64 switches = switches_of(&grid);
    if (grid.dimensions > 2 && switches > SWITCHES_MOST)
        return fail(error, "a cube of %lld switches is not possible; up to %d switches are",
                    (long long)switches, SWITCHES_MOST);
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

/* The cable from the positive port of a dimension to the negative one of another switch. */
static void grid_cable(ws_graph *graph, const ws_grid *grid, i32 from, i32 to, i32 port) {
    ws_edge *edge = graph_cable(graph, from, port, to, port + 1);
    edge->wrap = to <= from;
    edge->one_way = grid->one_way;
}

/* The cables from a switch in the positive directions. */
static void switch_wire(ws_graph *graph, const ws_grid *grid, i32 s, i32 hosts) {
    i32 stride = 1;
    for (i32 d = 0; d < grid->dimensions; d++) {
        i32 side = grid->side[d];
        bool last = s / stride % side + 1 == side;
        i32 to = last ? s - (side - 1) * stride : s + stride;
        if (!last || closes(grid, d))
            grid_cable(graph, grid, s, to, hosts + 2 * d);
        stride *= side;
    }
}

/* Where a switch is drawn: columns, rows; planes side by side, and sets of planes below each
 * other, and so on in turn. */
static void switch_place(ws_node *node, const ws_grid *grid, i32 s) {
    i32 across = 1;
    i32 down = 1;
    for (i32 d = 0; d < grid->dimensions; d++) {
        i32 at = s % grid->side[d];
        i32 *pitch = d % 2 ? &down : &across;
        i32 *place = d % 2 ? &node->y : &node->x;
        *place += at * *pitch;
        *pitch *= grid->side[d];
        s /= grid->side[d];
    }
}

bool grid_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    ws_grid grid = grid_of(def);
    i32 hosts = (i32)def->hosts_per_switch;
    i32 switches = (i32)switches_of(&grid);
    i32 cables = switches * (hosts + grid.dimensions + 1);
    bool plane = grid.dimensions == 2;
    if (!graph_make(graph, switches, switches * hosts, cables, error))
        return false;
    graph->rows = plane ? grid.rows : 0;
    graph->cols = plane ? grid.cols : 0;
    graph->dimensions = grid.dimensions;
    for (i32 d = 0; d < grid.dimensions; d++) {
        graph->side[d] = grid.side[d];
        if (closes(&grid, d))
            graph->rings |= 1u << d;
    }
    for (i32 s = 0; s < switches; s++) {
        ws_node *node = &graph->node[s];
        switch_place(node, &grid, s);
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
#define SIDE(name, letter) {name, letter, 1, SIDE_MOST}
#define PLANE SIDE("rows", "R"), SIDE("columns", "C")
#define HIGHER SIDE("planes", "P"), SIDE("side 4", "K"), SIDE("side 5", "K"), SIDE("side 6", "K")
#define CUBE .argument = {PLANE, HIGHER}, .least = 2, .most = WS_DIMENSIONS_MAX, GRID
const ws_topology topology_line = {CHAIN};
const ws_topology topology_ring = {CHAIN};
const ws_topology topology_ring1 = {CHAIN};
const ws_topology topology_mesh = {CUBE};
const ws_topology topology_torus = {CUBE};
const ws_topology topology_switch = {GRID};
/* clang-format on */
