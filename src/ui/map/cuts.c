/* cuts.c - cables that are cut: a stroke across the middle of each direction, at every altitude. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/wired.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"

/* ---- ghosts ---- */

/* Links that are pointed out before anything runs: those of a ring that can close, as `prove`
 * finds it. Dots along each of them, and an arrow where it ends, at every altitude. */

enum { STRIDE = 2 }; /* cells from dot to dot */

typedef struct tracer {
    const ws_view *view;
    const ws_pen *pen;
    uint32_t cells; /* passed on this link */
    int x;          /* of the last of them */
    int row;
    int direction;
} tracer;

void ws_ghost_put(const ws_view *view, const ws_pen *pen, int x, int row, ws_glyph sign) {
    const ws_cell *cell = ws_pen_cell(pen, x, row);
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    if (cell && cell->bg != WS_COLOUR_NONE)
        paper = cell->bg;
    uint32_t ink = ws_ink_ground(view, WS_ROLE_DEADLOCK);
    if (ink != WS_COLOUR_NONE && paper != WS_COLOUR_NONE)
        ink = ws_ink_readable(ink, paper);
    ws_pen_ink(pen, x, row, view->glyphs->code[sign], WS_ROLE_BLOCKED, ink, paper);
    ws_pen_sign(pen, x, row, WS_SIGN_CLOSES);
}

static void sign_put(const tracer *g, ws_glyph sign) {
    ws_ghost_put(g->view, g->pen, g->x, g->row, sign);
}

static int direction_to(int across, int down) {
    if (across != 0)
        return across > 0 ? WS_EAST : WS_WEST;
    return down > 0 ? WS_SOUTH : WS_NORTH;
}

static void cell_pass(tracer *g, int x, int row) {
    bool moved = x != g->x || row != g->row;
    if (g->cells > 0 && !moved)
        return;
    if (g->cells > 0)
        g->direction = direction_to(x - g->x, row - g->row);
    g->x = x;
    g->row = row;
    if (g->cells % STRIDE == 0)
        sign_put(g, WS_GLYPH_GHOST);
    g->cells++;
}

static void wire_pass(tracer *g, const ws_wired *wired, uint32_t l) {
    int across = wired->pixels ? 1 : WS_DOTS_X;
    int down = wired->pixels ? 2 : WS_DOTS_Y;
    for (uint32_t i = wired->path0[l]; i < wired->path0[l + 1]; i++) {
        ws_spot at = wired->point[i];
        cell_pass(g, at.x / across, at.y / down);
    }
}

static void path_pass(tracer *g, const ws_map_plan *plan, uint32_t l) {
    for (uint32_t i = plan->path0[l]; i < plan->path0[l + 1]; i++) {
        const ws_map_cell *at = &plan->cell[i];
        cell_pass(g, at->x, at->y);
        if (at->direction <= WS_NORTH)
            g->direction = at->direction;
    }
}

/* Links have no place on the terrain: there their senders have the dots. */
static void link_draw(const ws_view *view, const ws_pen *pen, uint32_t l) {
    const ws_map_plan *plan = view->map.plan;
    const ws_rect *box = &plan->box[view->frame->link[l].from];
    tracer g = {.view = view, .pen = pen, .direction = WS_EAST};
    if (plan->altitude == WS_ALTITUDE_TERRAIN) {
        cell_pass(&g, box->x, box->y);
        return;
    }
    if (plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired)
        wire_pass(&g, plan->wired, l);
    else
        path_pass(&g, plan, l);
    if (g.cells > 0)
        sign_put(&g, (ws_glyph)(WS_GLYPH_HEAD_E + g.direction));
}

void ws_ghosts_draw(const ws_view *view, const ws_pen *pen) {
    const ws_view_ghost *ghost = &view->map.ghost;
    for (uint32_t i = 0; i < ghost->count; i++)
        if (ghost->link[i] < view->frame->links)
            link_draw(view, pen, ghost->link[i]);
}

/* ---- cuts ---- */

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
