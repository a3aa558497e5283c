/* map_panel.c - the panel of the map: draws it at its altitude, and finds what is at a cell of it. */
#include "ui/map/altitude.h"
#include "ui/map/jam.h"
#include "ui/map/map_tags.h"
#include "ui/map/why.h"

/* In a free cell of the border, from its middle on, so that no name and no worm is covered. */
static void arrow_put(const ws_view *view, const ws_pen *pen, bool upright, int at, int cells,
                      ws_glyph glyph) {
    int place = cells / 2;
    for (int i = 0; i < cells; i++) {
        int away = i % 2 ? -(i + 1) / 2 : i / 2;
        int try = cells / 2 + away;
        const ws_cell *cell = upright ? ws_pen_cell(pen, at, try) : ws_pen_cell(pen, try, at);
        if (!cell || cell->glyph != ' ')
            continue;
        place = try;
        break;
    }
    uint32_t code = view->glyphs->code[glyph];
    ws_pen_glyph(pen, upright ? at : place, upright ? place : at, code, WS_ROLE_KEY, 0);
}

static void arrows_paint(const ws_view *view, const ws_pen *pen, int x, int y) {
    const ws_map_plan *plan = view->map.plan;
    int width = plan->area_w;
    int height = plan->area_h;
    if (x < 0)
        arrow_put(view, pen, true, 0, height, WS_GLYPH_HEAD_W);
    if (x + plan->width > width)
        arrow_put(view, pen, true, width - 1, height, WS_GLYPH_HEAD_E);
    if (y < 0)
        arrow_put(view, pen, false, 0, width, WS_GLYPH_HEAD_N);
    if (y + plan->height > height)
        arrow_put(view, pen, false, height - 1, width, WS_GLYPH_HEAD_S);
}

void ws_map_draw(const ws_view *view, const ws_pen *pen) {
    ws_map_plan *plan = view->map.plan;
    int x = ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    int row = ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    ws_pen inner = ws_pen_shift(pen, x, row);
    plan->full = 0;
    ws_tags_begin(view);
    ws_altitudes[plan->altitude].draw(view, &inner);
    ws_cuts_draw(view, &inner);
    ws_ghosts_draw(view, &inner);
    arrows_paint(view, pen, x, row);
    ws_minimap_draw(view, pen);
    ws_why_draw(view, pen);
    ws_jam_draw(view, pen);
    ws_tags_draw(view, &inner);
    plan->drawn = ws_pen_signs_shown(pen);
    plan->listed = 0;
}

static const ws_altitude *altitude_of(const ws_view *view) {
    return &ws_altitudes[view->map.plan->altitude];
}

uint32_t ws_map_pick_link(const ws_view *view, int x, int row) {
    const ws_altitude *altitude = altitude_of(view);
    if (altitude->pick_link)
        return altitude->pick_link(view, x, row);
    return ws_boxes_pick_link(view, x, row);
}

uint32_t ws_map_pick(const ws_view *view, int x, int row) {
    const ws_altitude *altitude = altitude_of(view);
    if (altitude->pick_worm)
        return altitude->pick_worm(view, x, row);
    return ws_boxes_pick_worm(view, x, row);
}

uint32_t ws_map_pick_node(const ws_view *view, int x, int row) {
    const ws_altitude *altitude = altitude_of(view);
    if (altitude->pick_node)
        return altitude->pick_node(view, x, row);
    return ws_boxes_pick_node(view, x, row);
}
