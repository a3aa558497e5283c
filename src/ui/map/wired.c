/* wired.c - a wired map by its family, and what is drawn at a cell. */
#include "ui/map/wired.h"

#include <stdlib.h>
#include <string.h>

#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/picture.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* ---- wired doors ---- */

/* Where cables of a wired map come to the door of a switch: a head waits there, and right behind
 * it stands a bright plug if the buffer is full. */

bool ws_painter_in_box(const ws_wired *wired, ws_spot at) {
    if (wired->form == WS_FORM_POINT)
        return false;
    int x = at.x / WS_DOTS_X;
    int row = at.y / WS_DOTS_Y;
    for (uint32_t s = 0; s < wired->places->switches; s++) {
        ws_rect box = wired->box[s];
        if (x >= box.x && x < box.x + box.w && row >= box.y && row < box.y + box.h)
            return true;
    }
    return false;
}

uint32_t ws_painter_head_at(const ws_wired *wired, uint32_t l, uint32_t at) {
    const ws_spot *path = wired->point + wired->path0[l];
    uint32_t points = wired->path0[l + 1] - wired->path0[l];
    for (uint32_t i = at + 1; i-- > 0;)
        if (!ws_painter_in_box(wired, path[i]))
            return i;
    for (uint32_t i = at + 1; i < points; i++)
        if (!ws_painter_in_box(wired, path[i]))
            return i;
    return WS_NIL;
}

static bool is_same_cell(ws_spot one, ws_spot other) {
    return one.x / WS_DOTS_X == other.x / WS_DOTS_X && one.y / WS_DOTS_Y == other.y / WS_DOTS_Y;
}

static uint32_t painter_full_at(const ws_wired *wired, uint32_t link) {
    const ws_spot *path = wired->point + wired->path0[link];
    uint32_t points = wired->path0[link + 1] - wired->path0[link];
    uint32_t door = points ? ws_painter_head_at(wired, link, points - 1) : WS_NIL;
    if (door == WS_NIL)
        return WS_NIL;
    for (uint32_t i = door; i > 0; i--)
        if (!is_same_cell(path[i - 1], path[door]) && !ws_painter_in_box(wired, path[i - 1]))
            return i - 1;
    return door;
}

void ws_painter_plug(const ws_painter *p, int x, int row) {
    uint32_t ink = ws_why_full_ink(p->view, &p->why);
    ws_pen_ink(p->pen, x, row, ws_sign_full(p->view), WS_ROLE_STRONG, ink, WS_COLOUR_NONE);
    ws_pen_sign(p->pen, x, row, WS_SIGN_FULL);
}

static void plug_put(const ws_painter *p, uint32_t l, const ws_spot *at) {
    ws_rect cell = {at->x / WS_DOTS_X, at->y / WS_DOTS_Y, 1, 1};
    ws_painter_plug(p, cell.x, cell.y);
    ws_tag_note_put(p->view, WS_TAG_FULL, cell, WS_SIGN_FULL, ws_tag_since_link(l));
}

void ws_painter_full(const ws_painter *p) {
    for (uint32_t l = 0; l < p->frame->links; l++) {
        uint32_t at = ws_lens_is_full(p->frame, l) ? painter_full_at(p->wired, l) : WS_NIL;
        if (at != WS_NIL)
            plug_put(p, l, &p->wired->point[p->wired->path0[l] + at]);
    }
}

/* ---- wired ---- */

/* By family; NULL: drawn as a grid. */
typedef bool layout(ws_wired *wired, const ws_frame *frame);
static layout *const layouts[WS_FAMILIES] = {
    [WS_FAMILY_STAGES] = ws_wired_stages,   [WS_FAMILY_GROUPS] = ws_wired_graph,
    [WS_FAMILY_PLANES] = ws_wired_graph,    [WS_FAMILY_RING] = ws_wired_ring,
    [WS_FAMILY_LINE] = ws_wired_ring,       [WS_FAMILY_GRID] = NULL,
    [WS_FAMILY_IRREGULAR] = ws_wired_graph,
};

/* Do the cables take more than a third of all dots? */
static bool is_dense(const ws_wired *wired) {
    uint32_t dots = (uint32_t)(wired->width * wired->height * WS_DOTS_X * WS_DOTS_Y);
    return 3 * wired->points > dots;
}

/* Lays it out in the room that is set, by one layout. */
static bool lay(ws_wired *wired, const ws_frame *frame, layout *by) {
    wired->points = 0;
    wired->pixels = false;
    wired->crowded = false;
    wired->middle = (ws_rect){0, 0, 0, 0};
    wired->dense = false;
    return by != NULL && by(wired, frame);
}

bool ws_wired_fit(ws_wired *wired, const ws_frame *frame, int width, int height, bool dots) {
    layout *by = layouts[wired->places->family];
    if (wired->width == width && wired->height == height && wired->dots == dots)
        return wired->fits;
    wired->dots = dots;
    wired->width = width;
    wired->height = height;
    wired->fits = lay(wired, frame, dots && by == ws_wired_ring ? ws_wired_graph : by);
    if (wired->fits && !wired->pixels && wired->places->family != WS_FAMILY_STAGES)
        wired->dense = is_dense(wired);
    return wired->fits;
}

/* ---- picking ---- */

/* Does a link pass a cell? The place of its last point there goes to `at`. */
static bool passes(const ws_wired *wired, uint32_t l, int x, int row, uint32_t *at) {
    int across = wired->pixels ? 1 : WS_DOTS_X;
    int down = wired->pixels ? 2 : WS_DOTS_Y;
    bool found = false;
    for (uint32_t i = wired->path0[l]; i < wired->path0[l + 1]; i++) {
        const ws_spot *point = &wired->point[i];
        if (point->x / across != x || point->y / down != row)
            continue;
        *at = i - wired->path0[l];
        found = true;
    }
    return found;
}

/* Of several links the one that is drawn over the others: what waits, what moves, what is free. */
static uint32_t link_at(const ws_view *view, int x, int row, uint32_t *at) {
    const ws_wired *wired = view->map.plan->wired;
    const ws_frame *frame = view->frame;
    uint32_t found = WS_NIL;
    for (uint32_t l = 0; l < frame->links; l++) {
        uint32_t place;
        if (found != WS_NIL && frame->link[l].state <= frame->link[found].state)
            continue;
        if (!passes(wired, l, x, row, &place))
            continue;
        found = l;
        *at = place;
    }
    return found;
}

/* The packet whose head waits in front of the buffer at the end of a link, WS_NIL. */
static uint32_t front_of(const ws_frame *frame, const ws_frame_link *link) {
    if (link->front_queue == WS_NIL)
        return WS_NIL;
    const ws_frame_queue *queue = &frame->queue[link->front_queue];
    return queue->head_here ? queue->front : WS_NIL;
}

/* Whoever is on the wire, else the packet in front of its end. */
static uint32_t any_of(const ws_frame *frame, const ws_frame_link *link, uint32_t front) {
    for (uint32_t i = 0; i < link->delay; i++)
        if (frame->flit[link->flit0 + i].packet != WS_NIL)
            return frame->flit[link->flit0 + i].packet;
    return front;
}

static uint32_t packet_at(const ws_view *view, uint32_t l, uint32_t at) {
    const ws_wired *wired = view->map.plan->wired;
    const ws_frame_link *link = &view->frame->link[l];
    uint32_t points = wired->path0[l + 1] - wired->path0[l];
    uint32_t place = ws_slot_nearest(view->frame, link, points, at);
    uint32_t packet = place == WS_NIL ? WS_NIL : view->frame->flit[link->flit0 + place].packet;
    uint32_t front = front_of(view->frame, link);
    if (link->holder == WS_NIL && packet == WS_NIL)
        return any_of(view->frame, link, front);
    if (at + WS_DOTS_Y >= points && front != WS_NIL)
        return front;
    return packet != WS_NIL ? packet : link->holder;
}

static uint32_t node_at(const ws_view *view, int x, int row) {
    const ws_wired *wired = view->map.plan->wired;
    bool points = wired->form == WS_FORM_POINT;
    for (uint32_t h = 0; h < view->frame->hosts; h++)
        if (ws_rect_has(wired->host[h], x, row))
            return view->frame->switches + h;
    for (uint32_t s = 0; s < view->frame->switches; s++) {
        ws_rect box = wired->box[s];
        if (ws_rect_has(box, x, points ? 2 * row : row) ||
            (points && ws_rect_has(box, x, 2 * row + 1)))
            return s;
    }
    return WS_NIL;
}

ws_map_thing ws_wired_pick(const ws_view *view, int x, int row) {
    uint32_t at = 0;
    ws_map_thing thing = {node_at(view, x, row), link_at(view, x, row, &at), WS_NIL};
    if (thing.link != WS_NIL)
        thing.packet = packet_at(view, thing.link, at);
    return thing;
}
