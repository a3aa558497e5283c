/* map_panel.c - the panel of the map: draws it at its altitude, and finds what is at a cell of it. */
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/picture.h"
#include "ui/map/why.h"
#include "ui/panel.h"

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

/* ---- what is at a cell ---- */

/* The link that is seen at a cell, and which cell of its path that is. */
static uint32_t link_at(const ws_view *view, int x, int row, uint32_t *place) {
    const ws_map_plan *plan = view->map.plan;
    const ws_frame_link *link = view->frame->link;
    uint32_t found = WS_NIL;
    for (uint32_t l = 0; l < view->frame->links; l++)
        for (uint32_t i = plan->path0[l]; i < plan->path0[l + 1]; i++) {
            bool here = plan->cell[i].x == x && plan->cell[i].y == row;
            if (!here || (found != WS_NIL && link[l].state <= link[found].state))
                continue;
            *place = i - plan->path0[l];
            found = l;
        }
    return found;
}

/* The packet whose blocked head stands in front of the buffer at the end of a link, WS_NIL. */
static uint32_t blocked_front(const ws_frame *frame, const ws_frame_link *link) {
    if (link->front_queue == WS_NIL)
        return WS_NIL;
    const ws_frame_queue *queue = &frame->queue[link->front_queue];
    const ws_frame_worm *worm = ws_frame_worm_of(frame, queue->front);
    return worm && queue->head_here && worm->blocked ? worm->packet : WS_NIL;
}

static uint32_t packet_at(const ws_view *view, uint32_t l, uint32_t place) {
    const ws_frame_link *link = &view->frame->link[l];
    uint32_t cells = view->map.plan->path0[l + 1] - view->map.plan->path0[l];
    uint32_t front = place + 2 >= cells ? blocked_front(view->frame, link) : WS_NIL;
    if (front != WS_NIL)
        return front;
    uint32_t nearest = ws_slot_nearest(view->frame, link, cells, place);
    return nearest != WS_NIL ? view->frame->flit[link->flit0 + nearest].packet : link->holder;
}

/* By boxes and paths of the plan. */
static ws_map_thing pick_by_plan(const ws_view *view, int x, int row) {
    uint32_t place;
    ws_map_thing thing = {WS_NIL, link_at(view, x, row, &place), WS_NIL};
    if (thing.link != WS_NIL)
        thing.packet = packet_at(view, thing.link, place);
    for (uint32_t sw = view->frame->switches; sw-- > 0;)
        if (ws_rect_has(view->map.plan->box[sw], x, row))
            thing.node = sw;
    return thing;
}

ws_map_thing ws_map_pick(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    const ws_altitude *altitude = &ws_altitudes[plan->altitude];
    x -= ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    row -= ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    return (altitude->pick ? altitude->pick : pick_by_plan)(view, x, row);
}
