/* map_focus.c - which switch the map is about, and how that comes into its middle. See altitude.h. */
#include "ui/map/altitude.h"
#include "ui/panel.h"

static int middle_of(int area, int size, int pan) {
    return area / 2 - ws_map_origin(area, size, pan);
}

/* The switch nearest to the middle of the panel. */
static uint32_t node_in_middle(const ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    int x = middle_of(plan->area_w, plan->width, view->map.pan_x);
    int row = middle_of(plan->area_h, plan->height, view->map.pan_y);
    uint32_t best = WS_NIL;
    int nearest = 0;
    for (uint32_t sw = 0; sw < view->frame->switches; sw++) {
        const ws_rect *box = &plan->box[sw];
        int across = box->x + box->w / 2 - x;
        int down = 2 * (box->y + box->h / 2 - row);
        int distance = across * across + down * down;
        if (best != WS_NIL && distance >= nearest)
            continue;
        nearest = distance;
        best = sw;
    }
    return best;
}

/* The switch that a host hangs on; of a switch, itself. */
static uint32_t switch_of(const ws_frame *frame, uint32_t node) {
    if (node < frame->switches)
        return node;
    return frame->link[frame->host[node - frame->switches].inject_link].to;
}

uint32_t ws_map_focus(const ws_view *view) {
    const ws_frame *frame = view->frame;
    const ws_view_selection *s = &view->selection;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, s->worm);
    if (s->node != WS_NIL)
        return switch_of(frame, s->node);
    if (s->link != WS_NIL)
        return switch_of(frame, frame->link[s->link].from);
    if (s->queue != WS_NIL)
        return switch_of(frame, frame->queue[s->queue].node);
    if (worm && worm->head_queue != WS_NIL)
        return switch_of(frame, frame->queue[worm->head_queue].node);
    return node_in_middle(view);
}

void ws_map_centre(ws_view *view, uint32_t node) {
    const ws_map_plan *plan = view->map.plan;
    if (node == WS_NIL)
        node = ws_map_focus(view);
    if (node >= view->frame->switches)
        return;
    const ws_rect *box = &plan->box[node];
    int most_x = ws_max(plan->width - plan->area_w, 0);
    int most_y = ws_max(plan->height - plan->area_h, 0);
    view->map.pan_x = ws_clamp(box->x + box->w / 2 - plan->area_w / 2, 0, most_x);
    view->map.pan_y = ws_clamp(box->y + box->h / 2 - plan->area_h / 2, 0, most_y);
}

static bool is_within(int from, int size, int area) {
    return from >= 0 && from + size <= area;
}

void ws_map_reveal(ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    uint32_t node = ws_map_focus(view);
    bool fits = plan->width <= plan->area_w && plan->height <= plan->area_h;
    if (fits || plan->area_w <= 0 || node >= view->frame->switches)
        return;
    const ws_rect *box = &plan->box[node];
    int x = box->x + ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    int row = box->y + ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    if (!is_within(x, box->w, plan->area_w) || !is_within(row, box->h, plan->area_h))
        ws_map_centre(view, node);
}
