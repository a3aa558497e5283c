/* hexagonal.c - the wrapped mesh of the Fed-X machines, whose switches have six neighbours: a
 * torus with a third cable from each switch, port 4 to port 5 after its hosts. Which switch that
 * leads to is the parameter fedx-neighbours. With two rows the switch above is the one below, and
 * has two cables. */
#include "topology.h"

enum { HEX_PORT_OUT = 4, HEX_PORT_IN = 5 };

static bool hex_check(const ws_def *def, ws_error *error) {
    ws_grid grid = grid_of(def);
    bool brick = def->fedx_neighbours == WS_NEIGHBOURHOOD_BRICK;
    bool diagonal = def->fedx_neighbours == WS_NEIGHBOURHOOD_DIAGONAL;
    i32 shorter = grid.rows < grid.cols ? grid.rows : grid.cols;
    i32 longer = grid.rows + grid.cols - shorter;
    if (shorter < 2 || longer < 3)
        return fail_with(error, "topology fedx needs 2 rows and 3 columns, or more");
    if (brick && grid.rows % 2)
        return fail_with(error, "fedx-neighbours brick needs an even number of rows, not %d",
                         grid.rows);
    if (diagonal && shorter < 5)
        return fail_with(error, "fedx-neighbours diagonal needs 5 rows and 5 columns or more");
    return grid_check(def, error);
}

/* A step over the grid, in rows and columns. */
typedef struct hex_step {
    i32 down;
    i32 right;
} hex_step;

/* Where the third cable of a switch in this row leads. Of bricks, the odd rows stand half a switch
 * to the right. */
static hex_step third_step(i64 neighbours, i32 row) {
    bool even = row % 2 == 0;
    if (neighbours == WS_NEIGHBOURHOOD_DIAGONAL)
        return (hex_step){3, 3};
    if (neighbours == WS_NEIGHBOURHOOD_BRICK && even)
        return (hex_step){1, -1};
    return (hex_step){1, 1};
}

/* The third cable of a switch, whose ports behind its hosts begin at `first_port`. */
static void third_wire(ws_graph *graph, hex_step step, i32 s, i32 first_port) {
    i32 rows = graph->rows;
    i32 cols = graph->cols;
    i32 row = s / cols + step.down;
    i32 col = s % cols + step.right;
    i32 to_row = row % rows;
    i32 to_col = (col + cols) % cols;
    cable_end from;
    from.node = s;
    from.port = first_port + HEX_PORT_OUT;
    cable_end to;
    to.node = to_row * cols + to_col;
    to.port = first_port + HEX_PORT_IN;
    ws_edge *edge = graph_cable(graph, from, to);
    edge->wrap = to_row != row || to_col != col;
}

static bool hex_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    i64 neighbours = def->fedx_neighbours;
    i32 hosts = (i32)def->hosts_per_switch;
    if (!grid_build(def, graph, error))
        return false;
    for (EACH_I32(s, graph->switches)) {
        i32 row = s / graph->cols;
        hex_step step = third_step(neighbours, row);
        third_wire(graph, step, s, hosts);
    }
    return true;
}

const ws_topology topology_FEDX = {
    .argument =
        {
            {"rows", "R", 1, SIDE_MOST},
            {"columns", "C", 1, SIDE_MOST},
        },
    .least = 2,
    .most = 2,
    .check = hex_check,
    .build = hex_build,
};
