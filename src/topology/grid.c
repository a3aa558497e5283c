/* grid.c - rows and columns of switches: line, mesh, torus, ring, one-way ring, and one switch; and
 * meshes and tori of up to six dimensions, hypercubes among them (torus 2 2 2 2 2 2).
 *
 * Switch `(plane * rows + row) * columns + column` has its hosts at ports 0 .. hosts-1, then the
 * ports +x, -x, +y, -y, +z and so on. Host i of switch s is host s * hosts-per-switch + i. */
#include "topology.h"

#include <stdio.h>

/* The grid of each topology; rows and columns that are 0 here are numbers that it takes. */
static const ws_grid grids[WS_TOPOLOGY_COUNT] = {
    [WS_TOPOLOGY_SWITCH] =
        {
            .rows = 1,
            .cols = 1,
        },
    [WS_TOPOLOGY_LINE] =
        {
            .rows = 1,
            .ports = 4,
        },
    [WS_TOPOLOGY_RING] =
        {
            .rows = 1,
            .ports = 4,
            .wrap_x = true,
        },
    [WS_TOPOLOGY_RING1] =
        {
            .rows = 1,
            .ports = 4,
            .wrap_x = true,
            .one_way = true,
        },
    [WS_TOPOLOGY_MESH] =
        {
            .ports = 4,
        },
    [WS_TOPOLOGY_TORUS] =
        {
            .ports = 4,
            .wrap_x = true,
            .wrap_y = true,
        },
    [WS_TOPOLOGY_FEDX] =
        {
            .ports = 6,
            .wrap_x = true,
            .wrap_y = true,
        },
};

/* Does the topology have as many dimensions as it has numbers? */
static bool is_cube(const ws_def *def) {
    return def->topology == WS_TOPOLOGY_MESH || def->topology == WS_TOPOLOGY_TORUS;
}

/* Rows and columns, and what a mesh or torus is given besides. */
static i32 dimensions_of(const ws_def *def) {
    i32 dimensions = 2;
    if (!is_cube(def))
        return dimensions;
    while (dimensions < WS_DIMENSIONS_MAX && def->size[dimensions] > 0)
        dimensions++;
    return dimensions;
}

ws_grid grid_of(const ws_def *def) {
    ws_grid grid = grids[def->topology];
    const i64 *size = def->size;
    i32 *side = grid.side;
    if (grid.rows == 0)
        grid.rows = (i32)*size++;
    if (grid.cols == 0)
        grid.cols = (i32)*size++;
    grid.dimensions = dimensions_of(def);
    side[0] = grid.cols;
    side[1] = grid.rows;
    for (i32 dim = 2; dim < grid.dimensions; dim++)
        side[dim] = (i32)*size++;
    if (grid.dimensions > 2)
        grid.ports = 2 * grid.dimensions;
    return grid;
}

static i64 switches_of(const ws_grid *grid) {
    i64 switches = 1;
    for (EACH_I32(dim, grid->dimensions))
        switches *= grid->side[dim];
    return switches;
}

/* Is this dimension a ring? A cube of three dimensions or more has one cable between two switches
 * that stand alone in one: a hypercube has one for each of its edges. */
static bool closes(const ws_grid *grid, i32 dim) {
    bool wraps = dim == 0 ? grid->wrap_x : grid->wrap_y;
    i32 least = grid->dimensions > 2 ? 3 : 2;
    return wraps && grid->side[dim] >= least;
}

/* Ports of a switch: one that stands alone needs none for others. */
static i32 ports_of(const ws_grid *grid, const ws_def *def) {
    i32 hosts = (i32)def->hosts_per_switch;
    if (switches_of(grid) <= 1)
        return hosts;
    return hosts + grid->ports;
}

bool grid_check(const ws_def *def, ws_error *error) {
    ws_grid grid = grid_of(def);
    i64 switches = switches_of(&grid);
    i32 ports = ports_of(&grid, def);
    bool too_many = switches > GRID_SWITCHES_MOST;
    if (grid.dimensions > 2 && too_many)
        return fail_with(error,
                         "topology: a cube of %lld switches is not possible; up to %d switches are",
                         (long long)switches, GRID_SWITCHES_MOST);
    if (grid.rows < 1 || grid.cols < 1 || too_many)
        return fail_with(
            error, "a topology of %d x %d switches is not possible; between 1 and %d switches are",
            grid.rows, grid.cols, GRID_SWITCHES_MOST);
    if (ports > WS_PORTS_MAX)
        return fail_with(error, "hosts-per-switch %d needs %d ports; a switch has at most %d",
                         (i32)def->hosts_per_switch, ports, WS_PORTS_MAX);
    return true;
}

/* A dimension, for the wiring. */
typedef struct grid_axis {
    i32 side;
    /* switches from one to the next along it */
    i32 stride;
    /* of a switch, in the positive direction; the next one is for the negative */
    i32 port;
} grid_axis;

static i32 place_along(const grid_axis *axis, i32 s) {
    i32 line = s / axis->stride;
    return line % axis->side;
}

static bool is_last_along(const grid_axis *axis, i32 s) {
    i32 at = place_along(axis, s);
    return at == axis->side - 1;
}

/* The switch in the positive direction: round to the first one behind the last. */
static i32 next_along(const grid_axis *axis, i32 s) {
    i32 round = axis->side * axis->stride;
    i32 next = s + axis->stride;
    if (is_last_along(axis, s))
        next -= round;
    return next;
}

/* The cable from a switch in the positive direction of a dimension. */
static ws_edge *axis_wire(ws_graph *graph, const grid_axis *axis, i32 s) {
    cable_end from;
    from.node = s;
    from.port = axis->port;
    cable_end to;
    to.node = next_along(axis, s);
    to.port = axis->port + 1;
    ws_edge *edge = graph_cable(graph, from, to);
    edge->wrap = is_last_along(axis, s);
    return edge;
}

/* The cables from a switch in the positive directions, at the ports behind its hosts. */
static void switch_wire(ws_graph *graph, const ws_grid *grid, i32 s, i32 hosts) {
    grid_axis axis;
    axis.stride = 1;
    axis.port = hosts;
    for (EACH_I32(dim, grid->dimensions)) {
        axis.side = grid->side[dim];
        bool has_next = !is_last_along(&axis, s);
        if (has_next || closes(grid, dim)) {
            ws_edge *edge = axis_wire(graph, &axis, s);
            edge->one_way = grid->one_way;
        }
        axis.stride *= axis.side;
        axis.port += 2;
    }
}

/* The place of a switch on the map: columns, rows; planes side by side, sets of planes below each
 * other, and so on in turn. */
static void switch_place(ws_node *node, const ws_grid *grid, i32 s) {
    i32 across = 1;
    i32 down = 1;
    for (EACH_I32(dim, grid->dimensions)) {
        i32 side = grid->side[dim];
        i32 at = s % side;
        s /= side;
        if (dim % 2 == 0) {
            node->x += at * across;
            across *= side;
        } else {
            node->y += at * down;
            down *= side;
        }
    }
}

/* Notes the grid in the graph. */
static void graph_describe(ws_graph *graph, const ws_grid *grid) {
    i32 dimensions = grid->dimensions;
    graph->dimensions = dimensions;
    if (dimensions == 2) {
        graph->rows = grid->rows;
        graph->cols = grid->cols;
    }
    for (EACH_I32(dim, dimensions)) {
        graph->side[dim] = grid->side[dim];
        if (closes(grid, dim))
            graph->rings |= 1u << dim;
    }
}

bool grid_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    ws_grid grid = grid_of(def);
    i32 per_switch = (i32)def->hosts_per_switch;
    i32 switches = (i32)switches_of(&grid);
    i32 hosts = switches * per_switch;
    /* in each dimension, and one to spare */
    i32 cables_most = grid.dimensions + 1;
    i32 cables = hosts + switches * cables_most;
    if (!graph_make(graph, switches, hosts, cables, error))
        return false;
    graph_describe(graph, &grid);
    for (EACH_I32(s, switches)) {
        ws_node *node = &graph->node[s];
        switch_place(node, &grid, s);
        snprintf(node->name, sizeof node->name, "S%d", s);
        graph_switch_hosts(graph, s, per_switch);
        switch_wire(graph, &grid, s, per_switch);
    }
    return true;
}

/* The numbers of these topologies, and their names in errors. */
#define SIDE(name, letter)                                                                         \
    { name, letter, 1, SIDE_MOST }
#define SWITCHES                                                                                   \
    { "switches", "N", 1, GRID_SWITCHES_MOST }
/* clang-format off */
#define SIDES \
    SIDE("rows", "R"), \
    SIDE("columns", "C"), \
    SIDE("planes", "P"), \
    SIDE("side 4", "K"), \
    SIDE("side 5", "K"), \
    SIDE("side 6", "K")
/* clang-format on */

const ws_topology topology_LINE = {
    .argument = {SWITCHES},
    .least = 1,
    .most = 1,
    .check = grid_check,
    .build = grid_build,
};

const ws_topology topology_RING = {
    .argument = {SWITCHES},
    .least = 1,
    .most = 1,
    .check = grid_check,
    .build = grid_build,
};

const ws_topology topology_RING1 = {
    .argument = {SWITCHES},
    .least = 1,
    .most = 1,
    .check = grid_check,
    .build = grid_build,
};

const ws_topology topology_MESH = {
    .argument = {SIDES},
    .least = 2,
    .most = WS_DIMENSIONS_MAX,
    .check = grid_check,
    .build = grid_build,
};

const ws_topology topology_TORUS = {
    .argument = {SIDES},
    .least = 2,
    .most = WS_DIMENSIONS_MAX,
    .check = grid_check,
    .build = grid_build,
};

const ws_topology topology_SWITCH = {
    .check = grid_check,
    .build = grid_build,
};
