/* altitude.c - see altitude.h. */
#include "ui/map/altitude.h"

#include <string.h>

const ws_altitude ws_altitudes[WS_ALTITUDES] = {
    [WS_ALTITUDE_TERRAIN] = {.name = "terrain",
                             .lay = ws_terrain_lay,
                             .draw = ws_terrain_draw,
                             .signs = ws_terrain_signs},
    [WS_ALTITUDE_STREETS] = {.name = "streets",
                             .lay = ws_streets_lay,
                             .draw = ws_streets_draw,
                             .signs = ws_streets_signs},
    [WS_ALTITUDE_WORMS] = {.name = "worms",
                           .lay = ws_worms_lay,
                           .draw = ws_worms_draw,
                           .signs = ws_worms_signs,
                           .pick = ws_worms_pick},
    [WS_ALTITUDE_SWITCH] = {.name = "switch",
                            .lay = ws_router_lay,
                            .draw = ws_router_draw,
                            .signs = ws_router_signs,
                            .pick = ws_router_pick},
};

/* ---------------------------------------------------------------------------------- choice ---- */

static bool lay(ws_map_plan *plan, const ws_frame *frame, int altitude, bool asked) {
    plan->altitude = (ws_altitude_id)altitude;
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

void ws_map_plan_fit(ws_map_plan *plan, const ws_frame *f, int area_w, int area_h, int zoom) {
    if (plan->area_w == area_w && plan->area_h == area_h && plan->zoom == zoom) return;
    plan->area_w = area_w;
    plan->area_h = area_h;
    plan->zoom = zoom;
    ws_altitude_lay(plan, f);
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
