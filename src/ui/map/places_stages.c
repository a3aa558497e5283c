/* places_stages.c - networks of stages: a column for each stage, the hosts left of the first. */
#include "ui/map/families.h"

static int32_t distance(int32_t one, int32_t other) {
    return one > other ? one - other : other - one;
}

static bool stages_suits(const ws_def *def, const ws_graph *graph) {
    (void)def;
    bool crosses = false;
    if (graph->rows > 0 || graph->cols > 0 || graph->dimensions > 2)
        return false;
    for (int32_t c = 0; c < graph->edges; c++) {
        const ws_edge *edge = &graph->edge[c];
        const ws_node *one = &graph->node[edge->a];
        const ws_node *other = &graph->node[edge->b];
        bool inner = ws_edge_is_inner(graph, edge);
        if (!inner && one->x != 0)
            return false;
        if (inner && distance(one->x, other->x) != 1)
            return false;
        crosses |= inner && one->y != other->y;
    }
    return crosses;
}

static void stages_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    (void)def;
    for (int32_t s = 0; s < graph->switches; s++) {
        const ws_node *node = &graph->node[s];
        places->at[s] = (ws_spot){node->x * WS_PITCH, node->y * WS_PITCH};
    }
}

const ws_family_row ws_family_stages = {.suits = stages_suits, .place = stages_place};
