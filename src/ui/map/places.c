/* places.c - asks the families in their order, and measures pictures. */
#include "ui/map/families.h"
#include "wormscope/memory.h"

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
