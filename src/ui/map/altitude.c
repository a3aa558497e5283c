/* altitude.c - see altitude.h. */
#include "ui/map/altitude.h"

#include <string.h>

#include "ui/map/tracks.h"
#include "ui/map/wired.h"
#include "ui/panel.h"

/* ---- worms ---- */

/* The altitude of worms: grids on tracks, all other networks cable by cable. What does not fit is
 * panned, if it was asked for or has few switches; a ring or line is drawn in dots first. */

enum { FEW = 16, MANY = 160 }; /* switches: panned unasked; points unless asked for */

/* Boxes for whoever moves the map; paths and names are those of the wired map. */
static void wired_take(ws_map_plan *plan, const ws_frame *frame) {
    const ws_wired *wired = plan->wired;
    plan->width = wired->width;
    plan->height = wired->height;
    for (uint32_t s = 0; s < frame->switches; s++) {
        plan->box[s] = wired->box[s];
        if (wired->form == WS_FORM_POINT)
            plan->box[s].y /= 2;
    }
    memset(plan->path0, 0, (frame->links + 1) * sizeof *plan->path0);
    memset(plan->host, 0, frame->hosts * sizeof *plan->host);
}

/* Cable by cable: in the room there is, or in a larger one that is panned. */
static bool wired_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    enum { PART = 4, MOST = 32 };
    bool pans = asked || frame->switches <= FEW;
    int width = plan->area_w;
    int height = plan->area_h;
    bool fits = ws_wired_fit(plan->wired, frame, width, height, false);
    for (int part = PART + 1; pans && !fits && part <= MOST; part++) {
        fits = ws_wired_fit(plan->wired, frame, width * part / PART, height * part / PART, false);
        if (part == PART + 1) /* a little too small: dots say less than what is panned */
            fits = fits || ws_wired_fit(plan->wired, frame, width, height, true);
    }
    if (fits)
        wired_take(plan, frame);
    return fits;
}

/* Do streets or points say more, since cables lie over one another? Those of a cube of planes where
 * boxes have no room for hosts, and of many switches in no order. */
static bool is_tangled(const ws_map_plan *plan, const ws_frame *frame) {
    ws_family family = plan->places->family;
    if (family != WS_FAMILY_PLANES)
        return frame->switches > MANY &&
               (family == WS_FAMILY_GROUPS || family == WS_FAMILY_IRREGULAR);
    return !ws_wired_fit(plan->wired, frame, plan->area_w, plan->area_h, false) ||
           plan->wired->form != WS_FORM_HOSTS;
}

bool ws_worms_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    plan->is_wired = (asked || !is_tangled(plan, frame)) && wired_lay(plan, frame, asked);
    return plan->is_wired || ws_tracks_lay(plan, frame, asked);
}

void ws_worms_draw(const ws_view *view, const ws_pen *pen) {
    (view->map.plan->is_wired ? ws_wired_draw : ws_tracks_draw)(view, pen);
}

ws_map_thing ws_worms_pick(const ws_view *view, int x, int row) {
    return (view->map.plan->is_wired ? ws_wired_pick : ws_tracks_pick)(view, x, row);
}

int ws_worms_sample(const ws_view *view, const ws_pen *at, ws_sign sign) {
    return (view->map.plan->is_wired ? ws_wired_sample : ws_tracks_sample)(view, at, sign);
}

/* ---- altitude ---- */

const ws_altitude ws_altitudes[WS_ALTITUDES] = {
#define ALTITUDE(id, title, style, lays, draws, samples, ...)                                      \
    [WS_ALTITUDE_##id] = {                                                                         \
        .name = title, .lay = lays, .draw = draws, .sample = samples, __VA_ARGS__},
#include "ui/map/altitudes.def"
};

/* ---------------------------------------------------------------------------------- choice ---- */

static bool lay(ws_map_plan *plan, const ws_frame *frame, int altitude, bool asked) {
    plan->altitude = (ws_altitude_id)altitude;
    plan->tracks.laid = false;
    return ws_altitudes[altitude].lay(plan, frame, asked);
}

/* Lays the plan out at the altitude of its zoom, or at the nearest that fits. */
static void altitude_lay(ws_map_plan *plan, const ws_frame *frame) {
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
    altitude_lay(plan, f);
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
