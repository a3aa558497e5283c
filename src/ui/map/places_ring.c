/* places_ring.c - switches one after the other: around a rectangle, or in a row. */
#include "ui/map/families.h"
#include "wormscope/memory.h"

/* The switch at the other end of a cable, -1 if the cable does not lead there from `s`. */
static int32_t far_end(const ws_graph *graph, const ws_edge *edge, int32_t s) {
    if (!ws_edge_is_inner(graph, edge) || (edge->a != s && edge->b != s))
        return -1;
    return edge->a == s ? edge->b : edge->a;
}

static uint32_t cables_of(const ws_graph *graph, int32_t s) {
    uint32_t cables = 0;
    for (int32_t c = 0; c < graph->edges; c++)
        cables += far_end(graph, &graph->edge[c], s) >= 0;
    return cables;
}

static bool is_in(const uint32_t *order, uint32_t count, int32_t s) {
    for (uint32_t i = 0; i < count; i++)
        if (order[i] == (uint32_t)s)
            return true;
    return false;
}

/* A neighbour of a switch that is not yet in the order; one to which a cable leads, rather than one
 * from which a cable comes, so that a ring runs the way of its traffic. -1 if there is none. */
static int32_t next_of(const ws_graph *graph, const uint32_t *order, uint32_t count) {
    int32_t s = (int32_t)order[count - 1];
    int32_t found = -1;
    for (int32_t c = 0; c < graph->edges; c++) {
        const ws_edge *edge = &graph->edge[c];
        int32_t other = far_end(graph, edge, s);
        if (other < 0 || is_in(order, count, other))
            continue;
        if (edge->a == s)
            return other;
        found = other;
    }
    return found;
}

/* Walks from neighbour to neighbour; returns how many switches it reached. */
static uint32_t walk_from(const ws_graph *graph, int32_t first, uint32_t *order) {
    uint32_t count = 0;
    for (int32_t s = first; s >= 0; s = next_of(graph, order, count))
        order[count++] = (uint32_t)s;
    return count;
}

/* Does every switch have at most two cables, and as many as a ring or a line of its length? */
static bool is_thin(const ws_graph *graph, int32_t cables) {
    int32_t inner = 0;
    for (int32_t c = 0; c < graph->edges; c++)
        inner += ws_edge_is_inner(graph, &graph->edge[c]);
    if (inner != cables || graph->rows > 1)
        return false;
    for (int32_t s = 0; s < graph->switches; s++)
        if (cables_of(graph, s) > 2)
            return false;
    return true;
}

static int32_t first_end(const ws_graph *graph) {
    for (int32_t s = 0; s < graph->switches; s++)
        if (cables_of(graph, s) < 2)
            return s;
    return 0;
}

static bool reaches_all(const ws_graph *graph, int32_t first) {
    uint32_t *order = ws_alloc((size_t)graph->switches, sizeof *order);
    bool all = walk_from(graph, first, order) == (uint32_t)graph->switches;
    free(order);
    return all;
}

/* ---- rings ---- */

static bool ring_suits(const ws_def *def, const ws_graph *graph) {
    (void)def;
    if (graph->switches < 3 || graph->switches > WS_RING_MOST)
        return false;
    return is_thin(graph, graph->switches) && reaches_all(graph, 0);
}

/* A rectangle of two rows, with a switch in the middle of the right side where their number is odd,
 * and one in the middle of either side where there are many. */
static void ring_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    (void)def;
    int32_t count = graph->switches;
    int32_t right = count % 2 != 0 || count >= 8;
    int32_t left = right && count % 2 == 0;
    int32_t row = (count - right - left) / 2;
    int32_t span = (row > 1 ? row - 1 : 1) * WS_PITCH;
    walk_from(graph, 0, places->order);
    for (int32_t i = 0; i < count; i++) {
        ws_spot *at = &places->at[places->order[i]];
        if (i < row)
            *at = (ws_spot){i * WS_PITCH, 0};
        else if (i < row + right)
            *at = (ws_spot){span, WS_PITCH};
        else if (i < 2 * row + right)
            *at = (ws_spot){(2 * row + right - 1 - i) * WS_PITCH, 2 * WS_PITCH};
        else
            *at = (ws_spot){0, WS_PITCH};
    }
}

const ws_family_row ws_family_ring = {.suits = ring_suits, .place = ring_place, .ordered = true};

/* ---- lines ---- */

static bool line_suits(const ws_def *def, const ws_graph *graph) {
    (void)def;
    if (graph->switches < 1 || graph->switches > WS_LINE_MOST)
        return false;
    if (!is_thin(graph, graph->switches - 1))
        return false;
    return reaches_all(graph, first_end(graph));
}

static void line_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    (void)def;
    walk_from(graph, first_end(graph), places->order);
    for (int32_t i = 0; i < graph->switches; i++)
        places->at[places->order[i]] = (ws_spot){i * WS_PITCH, 0};
}

const ws_family_row ws_family_line = {.suits = line_suits, .place = line_place, .ordered = true};
