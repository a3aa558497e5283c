/* hexagonal.c - the wrapped mesh of the Fed-X machines, whose switches have six neighbours: a
 * torus with a third cable from each switch, port 4 to port 5 after its hosts. Which switch that
 * leads to is the parameter fedx-neighbours. */
#include "topology.h"

enum { HEX_PORT_OUT = 4, HEX_PORT_IN = 5 };

static bool hex_check(const ws_def *def, ws_error *error) {
    ws_grid grid = grid_of(def);
    bool brick = def->fedx_neighbours == WS_NEIGHBOURHOOD_BRICK;
    bool diagonal = def->fedx_neighbours == WS_NEIGHBOURHOOD_DIAGONAL;
    if (grid.rows < 3 || grid.cols < 3)
        return fail(
            error,
            "topology fedx needs 3 rows and 3 columns or more, for six different neighbours");
    if (brick && grid.rows % 2)
        return fail(error, "fedx-neighbours brick needs an even number of rows, not %d", grid.rows);
    if (diagonal && (grid.rows < 5 || grid.cols < 5))
        return fail(error, "fedx-neighbours diagonal needs 5 rows and 5 columns or more");
    return grid_check(def, error);
}

/* The third cable of a switch. Of bricks, the odd rows stand half a switch to the right. */
static void third_wire(ws_graph *graph, i64 neighbours, i32 row, i32 col, i32 hosts) {
    i32 down = neighbours == WS_NEIGHBOURHOOD_DIAGONAL ? 3 : 1;
    i32 right = down;
    if (neighbours == WS_NEIGHBOURHOOD_BRICK && row % 2 == 0)
        right = -1;
    i32 to_row = (row + down) % graph->rows;
    i32 to_col = (col + right + graph->cols) % graph->cols;
    ws_edge *edge = graph_cable(graph, row * graph->cols + col, hosts + HEX_PORT_OUT,
                                to_row * graph->cols + to_col, hosts + HEX_PORT_IN);
    edge->wrap = to_row != row + down || to_col != col + right;
}

static bool hex_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    if (!grid_build(def, graph, error))
        return false;
    for (i32 row = 0; row < graph->rows; row++)
        for (i32 col = 0; col < graph->cols; col++)
            third_wire(graph, def->fedx_neighbours, row, col, (i32)def->hosts_per_switch);
    return true;
}

const ws_topology topology_fedx = {
    .argument = {{"rows", "R", 1, SIDE_MOST}, {"columns", "C", 1, SIDE_MOST}},
    .least = 2,
    .most = 2,
    .check = hex_check,
    .build = hex_build,
};
