/* cuts.c - cables that are cut: a stroke across the middle of each direction, at every altitude. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/wired.h"
#include "ui/map/wirer.h"

typedef struct place {
    int x;
    int row;
} place;

static place middle_of_path(const ws_map_plan *plan, uint32_t l) {
    uint32_t cells = plan->path0[l + 1] - plan->path0[l];
    const ws_map_cell *cell = plan->cell + plan->path0[l] + cells / 2;
    return (place){cell->x, cell->y};
}

static place middle_of_wire(const ws_wired *wired, uint32_t l) {
    uint32_t points = wired->path0[l + 1] - wired->path0[l];
    ws_spot at = wired->point[wired->path0[l] + points / 2];
    int down = wired->pixels ? 2 : WS_DOTS_Y;
    int across = wired->pixels ? 1 : WS_DOTS_X;
    return (place){at.x / across, at.y / down};
}

/* On the terrain a cable has no place but between its ends. */
static place between(const ws_map_plan *plan, const ws_frame_link *link) {
    const ws_rect *from = &plan->box[link->from];
    const ws_rect *to = &plan->box[link->to];
    return (place){(from->x + to->x + from->w) / 2, (from->y + to->y) / 2};
}

/* False: it is not drawn. */
static bool place_find(const ws_view *view, uint32_t l, place *at) {
    const ws_map_plan *plan = view->map.plan;
    const ws_frame_link *link = &view->frame->link[l];
    bool inner = link->from < view->frame->switches && link->to < view->frame->switches;
    bool wired = plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired;
    if (!inner || plan->altitude == WS_ALTITUDE_SWITCH)
        return false;
    if (plan->altitude == WS_ALTITUDE_TERRAIN) {
        *at = between(plan, link);
        return true;
    }
    const uint32_t *path0 = wired ? plan->wired->path0 : plan->path0;
    if (path0[l] == path0[l + 1])
        return false;
    *at = wired ? middle_of_wire(plan->wired, l) : middle_of_path(plan, l);
    return true;
}

static void cut_put(const ws_view *view, const ws_pen *pen, place at) {
    ws_cell *cell = ws_pen_cell(pen, at.x, at.row);
    uint32_t ground = ws_ink_ground(view, WS_ROLE_TEXT);
    if (!cell)
        return;
    bool land = view->map.plan->altitude == WS_ALTITUDE_TERRAIN && cell->bg != WS_COLOUR_NONE;
    uint32_t behind = land ? cell->bg : ground;
    uint32_t ink = ws_ink_role(view, WS_ROLE_BLOCKED);
    if (ink != WS_COLOUR_NONE && behind != WS_COLOUR_NONE)
        ink = ws_ink_readable(ink, behind);
    ws_pen_ink(pen, at.x, at.row, '/', WS_ROLE_BLOCKED, ink, behind);
    ws_pen_sign(pen, at.x, at.row, WS_SIGN_CUT);
}

void ws_cuts_draw(const ws_view *view, const ws_pen *pen) {
    if (view->frame->cut_links == 0)
        return;
    for (uint32_t l = 0; l < view->frame->links; l++) {
        place at;
        if (view->frame->link[l].cut && place_find(view, l, &at))
            cut_put(view, pen, at);
    }
}
