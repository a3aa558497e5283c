/* window.c - see lens.h. */
#include "ui/map/lens.h"

#include <string.h>

#include "ui/map/router.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

static bool is_terrain(const ws_map_plan *plan) {
    return plan->altitude == WS_ALTITUDE_TERRAIN;
}

/* A panel smaller than a pitch may show a link and none of its ends. */
static int margin_of(int area, int pitch) {
    return area < pitch ? pitch : 0;
}

static ws_rect cells_of(const ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    int margin_x = margin_of(plan->area_w, plan->pitch_x);
    int margin_y = margin_of(plan->area_h, plan->pitch_y);
    int x = ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    int row = ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    return (ws_rect){-x - margin_x, -row - margin_y, plan->area_w + 2 * margin_x,
                     plan->area_h + 2 * margin_y};
}

/* Worms of tracks lie where their switches are; those of other drawings anywhere. */
static bool has_places(const ws_map_plan *plan) {
    if (plan->altitude == WS_ALTITUDE_WORMS)
        return plan->tracks.laid && !plan->is_wired;
    return true;
}

ws_map_window ws_map_window_of(const ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    ws_map_window window = {.plan = plan, .frame = view->frame, .node = WS_NIL};
    window.all = plan->area_w < 0 || !has_places(plan);
    if (plan->altitude == WS_ALTITUDE_SWITCH)
        window.node = ws_router_node(view);
    else if (!is_terrain(plan)) /* points show no worms */
        window.cells = cells_of(view);
    return window;
}

static uint32_t switch_of(const ws_frame *frame, uint32_t node) {
    if (node < frame->switches)
        return node;
    return frame->host_switch[node - frame->switches];
}

static bool overlap(const ws_rect *one, const ws_rect *other) {
    bool across = one->x < other->x + other->w && other->x < one->x + one->w;
    bool down = one->y < other->y + other->h && other->y < one->y + one->h;
    return across && down;
}

/* Those whose boxes overlap the cells that are seen. */
static void boxes_see(const ws_map_window *window, uint8_t *seen) {
    const ws_rect cells = window->cells;
    const ws_rect *box = window->plan->box;
    for (uint32_t sw = 0; sw < window->frame->switches; sw++)
        seen[sw] = overlap(&box[sw], &cells);
}

uint8_t *ws_map_window_nodes(const ws_map_window *window) {
    const ws_frame *frame = window->frame;
    uint32_t nodes = frame->switches + frame->hosts;
    uint8_t *seen = ws_alloc(nodes, sizeof *seen);
    if (window->all)
        memset(seen, 1, frame->switches);
    else if (window->node != WS_NIL)
        seen[window->node] = 1;
    else
        boxes_see(window, seen);
    for (uint32_t x = frame->switches; x < nodes; x++)
        seen[x] = seen[switch_of(frame, x)];
    return seen;
}
