/* places_grid.c - rows and columns; planes of cubes, and groups of a dragonfly, with gaps. */
#include "ui/map/families.h"

enum { GAP = 3, GROUP_GAP = 5 };

/* ---- grids ---- */

static bool grid_suits(const ws_def *def, const ws_graph *graph) {
    (void)def;
    return graph->rows > 0 && graph->cols > 0;
}

/* Of bricks the odd rows stand half a switch to the right. */
static void grid_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    bool bricks =
        def->topology == WS_TOPOLOGY_FEDX && def->fedx_neighbours == WS_NEIGHBOURHOOD_BRICK;
    for (int32_t s = 0; s < graph->switches; s++) {
        const ws_node *node = &graph->node[s];
        bool shifted = bricks && node->y % 2 != 0;
        places->at[s] = (ws_spot){node->x * WS_PITCH, node->y * WS_PITCH};
        if (shifted)
            places->at[s].x += WS_PITCH / 2;
    }
}

const ws_family_row ws_family_grid = {.suits = grid_suits, .place = grid_place};

/* ---- planes of cubes ---- */

static bool planes_suits(const ws_def *def, const ws_graph *graph) {
    (void)def;
    return graph->dimensions > 2;
}

/* Gaps before a coordinate: one for each block of switches, of planes, of sets of planes that ends
 * before it. */
static int32_t gaps_before(const ws_graph *graph, int32_t axis, int32_t at) {
    int32_t block = 1;
    int32_t gaps = 0;
    for (int32_t i = axis; i + 2 < graph->dimensions; i += 2) {
        block *= graph->side[i];
        gaps += at / block;
    }
    return gaps;
}

static int32_t plane_place(const ws_graph *graph, int32_t axis, int32_t at) {
    return at * WS_PITCH + gaps_before(graph, axis, at) * GAP;
}

static void planes_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    (void)def;
    for (int32_t s = 0; s < graph->switches; s++) {
        const ws_node *node = &graph->node[s];
        places->at[s].x = plane_place(graph, 0, node->x);
        places->at[s].y = plane_place(graph, 1, node->y);
    }
}

const ws_family_row ws_family_planes = {.suits = planes_suits, .place = planes_place};

/* ---- groups of a dragonfly ---- */

static bool groups_suits(const ws_def *def, const ws_graph *graph) {
    (void)graph;
    return def->topology == WS_TOPOLOGY_DRAGONFLY;
}

static int32_t side_at_least(int32_t count) {
    int32_t side = 1;
    while (side * side < count)
        side++;
    return side;
}

/* The topology has drawn the groups as blocks: here they come apart. */
static void groups_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    int32_t group = (int32_t)def->size[0];
    int32_t side = side_at_least(group);
    int32_t rows = (group + side - 1) / side;
    for (int32_t s = 0; s < graph->switches; s++) {
        const ws_node *node = &graph->node[s];
        places->at[s].x = node->x * WS_PITCH + node->x / side * GROUP_GAP;
        places->at[s].y = node->y * WS_PITCH + node->y / rows * GROUP_GAP;
    }
}

const ws_family_row ws_family_groups = {.suits = groups_suits, .place = groups_place};
