/* places.c - asks the families in their order, and measures pictures. */
#include "ui/map/families.h"
#include "wormscope/memory.h"

/* ---- places grid ---- */

/* Rows and columns; planes of cubes, and groups of a dragonfly, with gaps. */

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

/* ---- places ring ---- */

/* Switches one after the other: around a rectangle, or in a row. */

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

/* ---- places stages ---- */

/* Networks of stages: a column for each stage, the hosts left of the first. */

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

/* ---- places ---- */

static const ws_family_row *const families[WS_FAMILIES] = {
    [WS_FAMILY_STAGES] = &ws_family_stages,       [WS_FAMILY_GROUPS] = &ws_family_groups,
    [WS_FAMILY_PLANES] = &ws_family_planes,       [WS_FAMILY_RING] = &ws_family_ring,
    [WS_FAMILY_LINE] = &ws_family_line,           [WS_FAMILY_GRID] = &ws_family_grid,
    [WS_FAMILY_IRREGULAR] = &ws_family_irregular,
};

static ws_family family_of(const ws_def *def, const ws_graph *graph) {
    for (ws_family family = 0; family < WS_FAMILY_IRREGULAR; family++)
        if (families[family]->suits(def, graph))
            return family;
    return WS_FAMILY_IRREGULAR;
}

static int32_t lesser(int32_t one, int32_t other) {
    return one < other ? one : other;
}

static int32_t greater(int32_t one, int32_t other) {
    return one > other ? one : other;
}

/* Moves all places so that the least coordinates are 0, and notes the largest. */
static void places_shift(ws_places *places) {
    ws_spot least = places->at[0];
    for (uint32_t s = 1; s < places->switches; s++) {
        least.x = lesser(least.x, places->at[s].x);
        least.y = lesser(least.y, places->at[s].y);
    }
    for (uint32_t s = 0; s < places->switches; s++) {
        places->at[s].x -= least.x;
        places->at[s].y -= least.y;
        places->width = greater(places->width, places->at[s].x);
        places->height = greater(places->height, places->at[s].y);
    }
}

ws_places *ws_places_new(const ws_def *def, const ws_graph *graph) {
    ws_places *places = ws_alloc(1, sizeof *places);
    places->family = family_of(def, graph);
    places->switches = (uint32_t)graph->switches;
    places->at = ws_alloc(places->switches, sizeof *places->at);
    const ws_family_row *family = families[places->family];
    if (family->ordered)
        places->order = ws_alloc(places->switches, sizeof *places->order);
    family->place(def, graph, places);
    if (places->switches > 0)
        places_shift(places);
    return places;
}

void ws_places_free(ws_places *places) {
    if (!places)
        return;
    free(places->at);
    free(places->order);
    free(places);
}

int ws_place_scale(int32_t at, int32_t extent, int room) {
    if (extent == 0)
        return room / 2;
    return (int)(((int64_t)at * (room - 1) + extent / 2) / extent);
}

/* ---- what a picture costs ---- */

static uint32_t root_of(uint64_t number) {
    uint64_t root = 0;
    for (uint64_t bit = 1ull << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= number)
            root |= bit;
    return (uint32_t)root;
}

static ws_segment segment_of(const ws_edge *edge, const ws_spot *at) {
    return (ws_segment){at[edge->a], at[edge->b]};
}

static bool share_end(const ws_edge *one, const ws_edge *other) {
    if (one->a == other->a || one->a == other->b)
        return true;
    return one->b == other->a || one->b == other->b;
}

static uint32_t crossings_of(const ws_graph *graph, const ws_spot *at, int32_t c) {
    ws_segment one = segment_of(&graph->edge[c], at);
    uint32_t crossings = 0;
    for (int32_t i = 0; i < c; i++) {
        const ws_edge *edge = &graph->edge[i];
        if (!ws_edge_is_inner(graph, edge) || share_end(edge, &graph->edge[c]))
            continue;
        ws_segment other = segment_of(edge, at);
        crossings += ws_segments_cross(&one, &other);
    }
    return crossings;
}

static uint32_t passes_of(const ws_graph *graph, const ws_spot *at, int32_t c) {
    const ws_edge *edge = &graph->edge[c];
    ws_segment segment = segment_of(edge, at);
    uint32_t passes = 0;
    for (int32_t s = 0; s < graph->switches; s++)
        if (s != edge->a && s != edge->b)
            passes += ws_segment_passes(&segment, at[s]);
    return passes;
}

ws_places_cost ws_places_measure(const ws_graph *graph, const ws_spot *at) {
    ws_places_cost cost = {0};
    for (int32_t c = 0; c < graph->edges; c++) {
        if (!ws_edge_is_inner(graph, &graph->edge[c]))
            continue;
        ws_segment segment = segment_of(&graph->edge[c], at);
        cost.length += root_of((uint64_t)ws_segment_square(&segment));
        cost.crossings += crossings_of(graph, at, c);
        cost.passes += passes_of(graph, at, c);
    }
    return cost;
}
