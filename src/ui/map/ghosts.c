/* ghosts.c - links that are pointed out before anything runs: those of a ring that can close, as
 * `prove` finds it. Dots along each of them, and an arrow where it ends, at every altitude. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/wired.h"
#include "ui/map/wirer.h"

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
    ws_pen_sign(pen, x, row, WS_SIGN_GHOST_RING);
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
