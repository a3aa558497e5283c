/* topologies.c - the graphs that have names: line, mesh, torus, ring, one-way ring, one switch, and
 * the wrapped mesh with six neighbours.
 *
 * Numbering (SPECS of the wormhole LAN): switch y * columns + x; ports 0 .. hosts-1 are the
 * hosts, then +x, -x, +y, -y. Host i of switch s is host s * hosts-per-switch + i. */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct shape {
    i32 rows, cols;
    bool wrap_x, wrap_y, one_way;
    bool six; /* neighbours, as fedx-neighbours says */
} shape;

static shape shape_of(const ws_def *def) {
    i32 a = (i32)def->size[0];
    i32 b = (i32)def->size[1];
    switch (def->topology) {
    case WS_TOPOLOGY_LINE: return (shape){1, a, false, false, false, false};
    case WS_TOPOLOGY_MESH: return (shape){a, b, false, false, false, false};
    case WS_TOPOLOGY_TORUS: return (shape){a, b, true, true, false, false};
    case WS_TOPOLOGY_RING: return (shape){1, a, true, false, false, false};
    case WS_TOPOLOGY_RING1: return (shape){1, a, true, false, true, false};
    case WS_TOPOLOGY_FEDX: return (shape){a, b, true, true, false, true};
    default: return (shape){1, 1, false, false, false, false};
    }
}

static void edge_add(ws_graph *g, i32 a, i32 a_port, i32 b, i32 b_port, bool wrap, bool one_way) {
    g->edge[g->edges++] = (ws_edge){
        .a = a, .b = b, .a_port = a_port, .b_port = b_port, .wrap = wrap, .one_way = one_way};
}

/* The cables from switch (x, y) in the positive directions. */
static void switch_wire(ws_graph *g, const shape *s, i32 x, i32 y, i32 hosts) {
    i32 here = y * s->cols + x;
    if (x + 1 < s->cols || (s->wrap_x && s->cols > 1))
        edge_add(g, here, hosts + WS_DIR_XP, y * s->cols + (x + 1) % s->cols, hosts + WS_DIR_XN,
                 x + 1 == s->cols, s->one_way);
    if (y + 1 < s->rows || (s->wrap_y && s->rows > 1))
        edge_add(g, here, hosts + WS_DIR_YP, (y + 1) % s->rows * s->cols + x, hosts + WS_DIR_YN,
                 y + 1 == s->rows, s->one_way);
}

/* The third cable of switch (x, y) with six neighbours. Of bricks, the odd rows stand half a
 * switch to the right. */
static void third_wire(ws_graph *g, const ws_def *def, const shape *s, i32 x, i32 y, i32 hosts) {
    i32 dy = def->fedx_neighbours == WS_NEIGHBOURHOOD_DIAGONAL ? 3 : 1;
    i32 dx = def->fedx_neighbours == WS_NEIGHBOURHOOD_BRICK && y % 2 == 0 ? -1 : dy;
    i32 to_x = (x + dx + s->cols) % s->cols;
    i32 to_y = (y + dy) % s->rows;
    bool wrap = x + dx < 0 || x + dx >= s->cols || y + dy >= s->rows;
    edge_add(g, y * s->cols + x, hosts + 4, to_y * s->cols + to_x, hosts + 5, wrap, false);
}

static bool six_check(const ws_def *def, const shape *s, ws_error *error) {
    bool brick = def->fedx_neighbours == WS_NEIGHBOURHOOD_BRICK,
         diagonal = def->fedx_neighbours == WS_NEIGHBOURHOOD_DIAGONAL;
    if (s->rows < 3 || s->cols < 3)
        return fail(
            error,
            "topology fedx needs 3 rows and 3 columns or more, for six different neighbours");
    if (brick && s->rows % 2)
        return fail(error, "fedx-neighbours brick needs an even number of rows, not %d", s->rows);
    if (diagonal && (s->rows < 5 || s->cols < 5))
        return fail(error, "fedx-neighbours diagonal needs 5 rows and 5 columns or more");
    return true;
}

bool ws_graph_build(const ws_def *def, ws_graph *g, ws_error *error) {
    *g = (ws_graph){0};
    if (def->topology == WS_TOPOLOGY_FILE)
        return fail(error, "topology file needs a network file; try `set topology file PATH`");
    if (def->topology == WS_TOPOLOGY_IRREGULAR)
        return irregular_build(def, g, error);
    if (def->topology == WS_TOPOLOGY_BMIN)
        return bmin_build(def, g, error);
    shape s = shape_of(def);
    i32 hosts = (i32)def->hosts_per_switch;
    i32 switches = s.rows * s.cols;
    if (s.rows < 1 || s.cols < 1 || (i64)s.rows * s.cols > 4096)
        return fail(
            error,
            "a topology of %d x %d switches is not possible; between 1 and 4096 switches are",
            s.rows, s.cols);
    if (s.six && !six_check(def, &s, error))
        return false;
    i32 ports = hosts + (switches > 1 ? s.six ? 6 : 4 : 0);
    if (ports > WS_PORTS_MAX)
        return fail(error, "%d hosts a switch need %d ports; a switch has at most %d", hosts, ports,
                    WS_PORTS_MAX);
    g->switches = switches;
    g->hosts = switches * hosts;
    g->rows = s.rows;
    g->cols = s.cols;
    g->node = calloc((size_t)(switches + g->hosts), sizeof *g->node);
    g->edge = calloc((size_t)(g->hosts + (s.six ? 3 : 2) * switches), sizeof *g->edge);
    if (!g->node || !g->edge)
        return ws_graph_free(g), fail(error, "out of memory for %d switches", switches);
    for (i32 i = 0; i < switches; i++) {
        ws_node *node = &g->node[i];
        *node = (ws_node){.x = i % s.cols, .y = i / s.cols};
        snprintf(node->name, sizeof node->name, "S%d", i);
        for (i32 j = 0; j < hosts; j++) {
            i32 h = i * hosts + j;
            g->node[switches + h] = (ws_node){.x = node->x, .y = node->y};
            snprintf(g->node[switches + h].name, WS_NAME_MAX, "H%d", h);
            edge_add(g, i, j, switches + h, 0, false, false);
        }
        switch_wire(g, &s, node->x, node->y, hosts);
        if (s.six)
            third_wire(g, def, &s, node->x, node->y, hosts);
    }
    return true;
}
