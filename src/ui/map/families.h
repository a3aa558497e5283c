/* families.h - a row for each family of networks: see places.h. */
#ifndef WS_FAMILIES_H
#define WS_FAMILIES_H

#include "ui/map/places.h"

typedef struct ws_family_row {
    /* Is the network of this family? The first row that says so takes it. */
    bool (*suits)(const ws_def *def, const ws_graph *graph);
    /* Fills at[], and order[] where the family has one (zeroed room for it is there). */
    void (*place)(const ws_def *def, const ws_graph *graph, ws_places *places);
    bool ordered;
} ws_family_row;

extern const ws_family_row ws_family_stages;
extern const ws_family_row ws_family_groups;
extern const ws_family_row ws_family_planes;
extern const ws_family_row ws_family_ring;
extern const ws_family_row ws_family_line;
extern const ws_family_row ws_family_grid;
extern const ws_family_row ws_family_irregular;

/* Does a cable connect two switches? */
static inline bool ws_edge_is_inner(const ws_graph *graph, const ws_edge *edge) {
    return edge->a < graph->switches && edge->b < graph->switches;
}

/* ---- straight cables ---- */

/* In a picture a pitch across is a little longer than a pitch down: 4 to 3. */
enum { WS_ACROSS = 4, WS_DOWN = 3 };

typedef struct ws_segment {
    ws_spot from;
    ws_spot to;
} ws_segment;

/* Square of its length as it looks, in sixteenths of the square of a quarter of a pitch. */
static inline int64_t ws_segment_square(const ws_segment *segment) {
    int64_t across = (int64_t)(segment->to.x - segment->from.x) * WS_ACROSS;
    int64_t down = (int64_t)(segment->to.y - segment->from.y) * WS_DOWN;
    return across * across + down * down;
}

static inline bool ws_spans_apart(int32_t one_from, int32_t one_to, int32_t from, int32_t to) {
    bool below = one_from < from && one_from < to && one_to < from && one_to < to;
    bool above = one_from > from && one_from > to && one_to > from && one_to > to;
    return below || above;
}

/* Twice the area of a triangle, positive if it turns one way and negative if it turns the other. */
static inline int64_t ws_turn(ws_spot from, ws_spot to, ws_spot at) {
    int64_t across = (int64_t)(to.x - from.x) * (at.y - from.y);
    return across - (int64_t)(to.y - from.y) * (at.x - from.x);
}

static inline bool ws_ends_part(int64_t one, int64_t other) {
    return (one >= 0 && other <= 0) || (one <= 0 && other >= 0);
}

/* Do two cables without a common end cross or touch? */
static inline bool ws_segments_cross(const ws_segment *one, const ws_segment *other) {
    if (ws_spans_apart(one->from.x, one->to.x, other->from.x, other->to.x) ||
        ws_spans_apart(one->from.y, one->to.y, other->from.y, other->to.y))
        return false;
    return ws_ends_part(ws_turn(one->from, one->to, other->from),
                        ws_turn(one->from, one->to, other->to)) &&
           ws_ends_part(ws_turn(other->from, other->to, one->from),
                        ws_turn(other->from, other->to, one->to));
}

/* Does a cable run over a switch at this place, which is not its end? The switch is as large as a
 * quarter of a pitch around it. */
static inline bool ws_segment_passes(const ws_segment *segment, ws_spot at) {
    if (ws_spans_apart(segment->from.x, segment->to.x, at.x - 1, at.x + 1) ||
        ws_spans_apart(segment->from.y, segment->to.y, at.y - 1, at.y + 1))
        return false;
    /* its distance from the line is turn / length, in the metric of the picture */
    int64_t turn = ws_turn(segment->from, segment->to, at) * WS_ACROSS * WS_DOWN;
    return turn * turn < WS_ACROSS * WS_ACROSS * ws_segment_square(segment);
}

#endif
