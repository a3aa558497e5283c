/* march.c - see march.h. */
#include "ui/march.h"

#include <math.h>

#include "ui/ink.h"
#include "ui/panel.h"

#define NONE WS_COLOUR_NONE

unsigned ws_march_halvings(const ws_view *view) {
    enum { ALL = 63 };
    const ws_view_session *session = &view->session;
    unsigned halvings = 0;
    if (!session->running)
        return 0;
    if (isinf(session->speed) || session->until > view->frame->cycle)
        return ALL;
    for (double speed = session->speed; speed > WS_MARCH_MOST && halvings < ALL; speed /= 2)
        halvings++;
    return halvings;
}

static uint32_t shaded(const ws_view *view, uint32_t colour, uint32_t number, bool waits) {
    uint32_t ground = ws_ink_ground(view, WS_ROLE_TEXT);
    if (view->depth < WS_DEPTH_256)
        number = number % 2 ? 3 : 0;
    if (waits)
        return ws_ink_stand(colour, ground, number);
    return ws_ink_march(colour, ground, number);
}

ws_shade ws_march_in(const ws_view *view, const ws_marcher *flit) {
    uint32_t ground = ws_ink_ground(view, WS_ROLE_TEXT);
    ws_shade shade = {.role = ws_worm_role(view, flit->worm), .fg = NONE, .bg = NONE};
    uint32_t colour = ws_worm_colour(view, flit->worm);
    if (ground == NONE && !flit->waits)
        shade.attr = flit->number % 2 ? 0 : WS_BOLD;
    if (ground == NONE)
        return shade;
    if (colour != NONE) {
        colour = flit->ink == NONE ? colour : flit->ink;
        shade.fg = shaded(view, colour, flit->number, flit->waits);
        return shade;
    }
    uint32_t behind = ws_ink_ground(view, shade.role);
    bool marked = behind != NONE && behind != ground;
    if (marked)
        shade.bg = shaded(view, behind, flit->number, flit->waits);
    return shade;
}

void ws_shade_put(const ws_pen *pen, int x, int y, uint32_t glyph, ws_shade shade) {
    ws_pen_ink(pen, x, y, glyph, shade.role, shade.fg, shade.bg);
    ws_cell *cell = ws_pen_cell(pen, x, y);
    if (cell)
        cell->attr |= (uint16_t)shade.attr;
}
