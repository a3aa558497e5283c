/* plan.c - plans of the map, and of its wired form, made and freed, and their paths, which grow cell by
 * cell, or point by point. Each altitude fills a plan. */
#include "ui/map/map_plan.h"

#include <stdlib.h>
#include <string.h>

#include "ui/map/map_tags.h"
#include "ui/map/places.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

ws_map_plan *ws_map_plan_new(const ws_frame *f) {
    ws_map_plan *plan = ws_alloc(1, sizeof *plan);
    plan->box = ws_alloc(f->switches, sizeof *plan->box);
    plan->host = ws_alloc(f->hosts, sizeof *plan->host);
    plan->path0 = ws_alloc(f->links + 1, sizeof *plan->path0);
    plan->area_w = plan->area_h = -1;
    plan->places = ws_places_new(&f->def, &f->graph);
    plan->wired = ws_wired_new(f, plan->places);
    plan->tags = ws_alloc(1, sizeof *plan->tags);
    return plan;
}

void ws_map_plan_free(ws_map_plan *plan) {
    if (!plan)
        return;
    ws_tags_free(plan->tags);
    ws_wired_free(plan->wired);
    ws_places_free(plan->places);
    free(plan->box);
    free(plan->host);
    free(plan->path0);
    free(plan->cell);
    free(plan);
}

void ws_map_plan_put(ws_map_plan *plan, uint32_t place, ws_map_cell cell) {
    if (place >= plan->cell_room) {
        plan->cell_room = 2 * place + 256;
        plan->cell = realloc(plan->cell, plan->cell_room * sizeof *plan->cell);
        if (!plan->cell)
            ws_no_memory(0);
    }
    plan->cell[place] = cell;
}

/* A map smaller than its area stands in the middle; a larger one is moved by the pan, but not out of sight. */
int ws_map_origin(int area, int size, int pan) {
    return size <= area ? (area - size) / 2 : ws_clamp(-pan, area - size, 0);
}

/* ---- wired ---- */

ws_wired *ws_wired_new(const ws_frame *frame, const ws_places *places) {
    ws_wired *wired = ws_alloc(1, sizeof *wired);
    wired->places = places;
    wired->box = ws_alloc(frame->switches, sizeof *wired->box);
    wired->host = ws_alloc(frame->hosts, sizeof *wired->host);
    wired->path0 = ws_alloc((size_t)frame->links + 1, sizeof *wired->path0);
    wired->width = -1;
    return wired;
}

void ws_wired_free(ws_wired *wired) {
    if (!wired)
        return;
    free(wired->box);
    free(wired->host);
    free(wired->path0);
    free(wired->point);
    free(wired);
}

static void point_put(ws_wired *wired, ws_spot at) {
    WS_GROW(wired->point, wired->points);
    wired->point[wired->points] = at;
    wired->points++;
}

void ws_wire_to(ws_wirer *wirer, int x, int row) {
    ws_wired *wired = wirer->wired;
    x = ws_clamp(x, 0, wired->width * (wired->pixels ? 1 : WS_DOTS_X) - 1);
    row = ws_clamp(row, 0, wired->height * (wired->pixels ? 2 : WS_DOTS_Y) - 1);
    if (!wirer->begun) {
        point_put(wired, (ws_spot){x, row});
        wirer->begun = true;
        return;
    }
    ws_spot from = wired->point[wired->points - 1];
    int across = x - from.x;
    int down = row - from.y;
    int steps = ws_max(abs(across), abs(down));
    for (int i = 1; i <= steps; i++) {
        int half_x = across < 0 ? -steps : steps;
        int half_y = down < 0 ? -steps : steps;
        ws_spot at = {from.x + (2 * across * i + half_x) / (2 * steps),
                      from.y + (2 * down * i + half_y) / (2 * steps)};
        point_put(wired, at);
    }
}

void ws_wire_cut(ws_wirer *wirer, uint32_t first, ws_rect from, ws_rect to) {
    ws_wired *wired = wirer->wired;
    uint32_t begin = first;
    uint32_t end = first;
    for (uint32_t i = first; i < wired->points; i++)
        if (ws_rect_has(from, wired->point[i].x, wired->point[i].y))
            begin = i + 1;
    for (end = begin; end < wired->points; end++)
        if (ws_rect_has(to, wired->point[end].x, wired->point[end].y))
            break;
    memmove(wired->point + first, wired->point + begin, (end - begin) * sizeof *wired->point);
    wired->points = first + end - begin;
}
