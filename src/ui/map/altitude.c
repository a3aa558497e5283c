/* altitude.c - see altitude.h. */
#include "ui/map/altitude.h"

#include <stdio.h>
#include <string.h>

#include "ui/ink.h"

const ws_altitude ws_altitudes[WS_ALTITUDES] = {
    [WS_ALTITUDE_TERRAIN] = {.name = "terrain",
                             .lay = ws_terrain_lay,
                             .draw = ws_terrain_draw,
                             .signs = ws_terrain_signs,
                             .pick_node = ws_terrain_pick},
    [WS_ALTITUDE_STREETS] = {.name = "streets",
                             .lay = ws_streets_lay,
                             .draw = ws_streets_draw,
                             .signs = ws_streets_signs},
    [WS_ALTITUDE_WORMS] = {.name = "worms",
                           .lay = ws_worms_lay,
                           .draw = ws_worms_draw,
                           .signs = ws_worms_signs},
    [WS_ALTITUDE_SWITCH] = {.name = "switch",
                            .lay = ws_router_lay,
                            .draw = ws_router_draw,
                            .signs = ws_router_signs,
                            .pick_node = ws_router_pick_node,
                            .pick_link = ws_router_pick_link,
                            .pick_worm = ws_router_pick_worm},
};

/* ---------------------------------------------------------------------------------- choice ---- */

static bool lay(ws_map_plan *plan, const ws_frame *frame, int altitude, bool asked) {
    plan->altitude = (ws_altitude_id)altitude;
    plan->staged = false;
    plan->tracks.laid = false;
    return ws_altitudes[altitude].lay(plan, frame, asked);
}

void ws_altitude_lay(ws_map_plan *plan, const ws_frame *frame) {
    int asked = plan->zoom - 1;
    if (asked >= 0 && asked < WS_ALTITUDES && lay(plan, frame, asked, true))
        return;
    for (int i = WS_ALTITUDES - 1; i >= 0; i--)
        if (lay(plan, frame, i, false))
            return;
    (void)lay(plan, frame, WS_ALTITUDE_TERRAIN, true);
}

int ws_altitude_find(const char *text) {
    for (int i = 0; i < WS_ALTITUDES; i++)
        if (strcmp(ws_altitudes[i].name, text) == 0)
            return i + 1;
    bool is_digit = text[0] >= '1' && text[0] <= '0' + WS_ALTITUDES && text[1] == '\0';
    return is_digit ? text[0] - '0' : 0;
}

int ws_altitude_step(const ws_view *view, int by) {
    ws_map_plan *plan = view->map.plan;
    int now = (int)plan->altitude;
    int next = now + by;
    while (next >= 0 && next < WS_ALTITUDES && !lay(plan, view->frame, next, true))
        next += by;
    if (next < 0 || next >= WS_ALTITUDES)
        next = now;
    (void)lay(plan, view->frame, next, true);
    plan->zoom = next + 1;
    return next + 1;
}

/* ---------------------------------------------------------------------------------- centre ---- */

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

/* ----------------------------------------------------------------------------------- signs ---- */

/* "heads|heads that wait here": a word, or all of them. */
static void words_choose(bool brief, const char *words, char *chosen, size_t room) {
    const char *bar = strchr(words, '|');
    int length = bar ? (int)(bar - words) : (int)strlen(words);
    if (bar && !brief)
        snprintf(chosen, room, "%s", bar + 1);
    else
        snprintf(chosen, room, "%.*s", length, words);
}

bool ws_sign_next(ws_sign_flow *flow, int cells, const char *all, unsigned sign, ws_pen *at) {
    enum { TAB = 15, GAP = 2 };
    char words[48];
    ws_map_plan *plan = flow->view->map.plan;
    bool shown = plan->drawn >> sign & 1;
    bool brief = flow->pen && plan->brief;
    if (brief && !shown)
        return false;
    words_choose(brief, all, words, sizeof words);
    int columns = cells + 1 + ws_text_columns(words);
    int x = flow->x ? (flow->x + GAP + TAB - 2) / TAB * TAB + 1 : 1;
    if (x > 1 && x + columns > flow->width) {
        x = 1;
        flow->row++;
    }
    flow->x = x + columns;
    if (!flow->pen)
        return false;
    if (flow->row < flow->pen->clip.h)
        plan->listed |= 1u << sign;
    ws_role role = shown ? WS_ROLE_DIM : WS_ROLE_FAINT;
    *at = ws_pen_shift(flow->pen, x, flow->row);
    ws_pen_text(at, cells + 1, 0, role, words);
    return true;
}

int ws_sign_rows(ws_sign_flow *flow) {
    ws_cuts_sign(flow);
    return flow->row + (flow->x > 0);
}

void ws_sign_ramp(ws_sign_flow *flow, const char *words, unsigned sign, const char *const *label) {
    enum { STEP = 3 };
    ws_pen at;
    if (!ws_sign_next(flow, WS_HOT_STEPS * STEP, words, sign, &at))
        return;
    for (int i = 0; i < WS_HOT_STEPS; i++) {
        ws_role role = ws_hot_role((uint32_t)i);
        uint32_t colour = ws_ink_role(flow->view, role);
        const char *text = label[i];
        for (int x = 0; x < STEP; x++) {
            uint32_t glyph = *text ? ws_text_next(&text) : ' ';
            ws_pen_ink(&at, STEP * i + x, 0, glyph, role, ws_ink_on(colour), colour);
        }
    }
}
