/* plan.c - a plan of the map: made and freed, and its cells. Each altitude fills it. */
#include "ui/map/map_plan.h"

#include <stdlib.h>

#include "ui/map/map_tags.h"
#include "ui/map/places.h"
#include "ui/map/wired.h"
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
