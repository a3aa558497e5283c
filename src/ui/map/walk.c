/* walk.c - see walk.h. */
#include "ui/map/walk.h"

#include <stdlib.h>

#include "ui/ink.h"
#include "wormscope/memory.h"

/* ---- stroke ---- */

/* See walk.h. The pattern of a worm hangs on the numbers of its flits, so a step back plays it
 * backwards. */

enum { SHADES = 4 };

static bool is_gap(const ws_stroke *stroke, uint32_t i, uint64_t flit) {
    switch (stroke->kind) {
    case WS_STROKE_DOTTED: return i % 2 != 0;
    case WS_STROKE_SPARSE: return i % 4 != 0;
    case WS_STROKE_STAND: return i / 2 % 2 != 0;
    case WS_STROKE_MARCH: return !stroke->rich && flit % SHADES == SHADES - 1;
    default: return false;
    }
}

/* Beside a dot, across the way of the path. */
static void dot_thicken(ws_raster *raster, ws_spot at, ws_spot next, const ws_stroke *stroke,
                        uint32_t ink) {
    bool level = abs(next.x - at.x) >= abs(next.y - at.y);
    if (stroke->thick > 2 || !level)
        ws_raster_dot(raster, at.x + 1, at.y, ink, stroke->rank);
    if (stroke->thick > 2 || level)
        ws_raster_dot(raster, at.x, at.y + 1, ink, stroke->rank);
    if (stroke->thick > 2)
        ws_raster_dot(raster, at.x + 1, at.y + 1, ink, stroke->rank);
}

/* Where a path leads at point i: a few points on, so that single steps aside do not count. */
static ws_spot ahead_of(const ws_spot *point, uint32_t i, uint32_t end) {
    uint32_t ahead = i + 4 < end ? i + 4 : end - 1;
    ws_spot to = point[ahead];
    ws_spot from = point[i >= 4 ? i - 4 : 0];
    return (ws_spot){point[i].x + to.x - from.x, point[i].y + to.y - from.y};
}

void ws_stroke_paint(ws_raster *raster, const ws_spot *point, uint32_t first, uint32_t end,
                     const ws_stroke *stroke) {
    for (uint32_t i = first; i < end; i++) {
        uint64_t flit = stroke->phase + ((uint64_t)1 << 40) - i / WS_DOTS_FLIT;
        if (is_gap(stroke, i, flit))
            continue;
        uint32_t ink = stroke->ink;
        if (stroke->kind == WS_STROKE_MARCH)
            ink = ws_ink_march(ink, stroke->ground, flit);
        ws_raster_dot(raster, point[i].x, point[i].y, ink, stroke->rank);
        if (stroke->thick > 1)
            dot_thicken(raster, point[i], ahead_of(point, i, end), stroke, ink);
    }
}

void ws_stroke_level(ws_stroke *stroke, uint32_t step) {
    static const ws_stroke_kind kinds[] = {WS_STROKE_SPARSE, WS_STROKE_DOTTED, WS_STROKE_LINE};
    uint32_t half = (step + 1) / 2; /* 0 for nothing, 1 to 3 */
    stroke->kind = kinds[half < 2 ? half : 2];
    stroke->thick = half > 2 ? 2 : 1;
}

/* ---- walk ---- */

static const int across[] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int down[] = {0, 1, 0, -1, 1, 1, -1, -1};

void ws_walk_past(ws_walker *walker, int direction, int cells) {
    walker->x += across[direction] * cells;
    walker->row += down[direction] * cells;
}

void ws_walk(ws_walker *walker, int direction, int cells) {
    for (int i = 0; i < cells; i++) {
        ws_map_cell cell = {(int16_t)walker->x, (int16_t)walker->row, (uint8_t)direction};
        ws_map_plan_put(walker->plan, walker->count++, cell);
        ws_walk_past(walker, direction, 1);
    }
}

int ws_axis_step(int from, int to, int places, bool wraps) {
    int step = to - from;
    if (abs(step) <= 1)
        return step;
    if (!wraps || abs(step) != places - 1)
        return 2;
    return step > 0 ? -1 : 1;
}

ws_host_place *ws_host_places(const ws_frame *frame) {
    ws_host_place *place = ws_alloc(frame->hosts, sizeof *place);
    int *seen = ws_alloc(frame->switches, sizeof *seen);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        uint32_t s = frame->link[frame->host[h].inject_link].to;
        place[h].place = seen[s];
        seen[s]++;
    }
    for (uint32_t h = 0; h < frame->hosts; h++)
        place[h].hosts = seen[frame->link[frame->host[h].inject_link].to];
    free(seen);
    return place;
}
