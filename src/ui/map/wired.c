/* wired.c - paths of wired maps, and what is drawn at a cell. */
#include "ui/map/wired.h"

#include <stdlib.h>
#include <string.h>

#include "ui/map/wirer.h"
#include "ui/view.h"
#include "wormscope/memory.h"

ws_wired *ws_wired_new(const ws_frame *frame, const ws_places *places) {
    ws_wired *wired = ws_alloc(1, sizeof *wired);
    wired->places = places;
    wired->box = ws_alloc(frame->switches, sizeof *wired->box);
    wired->host = ws_alloc(frame->hosts, sizeof *wired->host);
    wired->path0 = ws_alloc((size_t)frame->links + 1, sizeof *wired->path0);
    wired->width = -1;
    return wired;
}

void ws_wired_free(ws_wired *wired) {
    if (!wired)
        return;
    free(wired->box);
    free(wired->host);
    free(wired->path0);
    free(wired->point);
    free(wired);
}

/* By family; NULL: drawn as a grid. */
static bool (*const layouts[WS_FAMILIES])(ws_wired *wired, const ws_frame *frame) = {
    [WS_FAMILY_STAGES] = ws_wired_stages,   [WS_FAMILY_GROUPS] = ws_wired_graph,
    [WS_FAMILY_PLANES] = ws_wired_graph,    [WS_FAMILY_RING] = ws_wired_ring,
    [WS_FAMILY_LINE] = ws_wired_ring,       [WS_FAMILY_GRID] = NULL,
    [WS_FAMILY_IRREGULAR] = ws_wired_graph,
};

bool ws_wired_fit(ws_wired *wired, const ws_frame *frame, int width, int height) {
    if (wired->width == width && wired->height == height)
        return wired->fits;
    wired->width = width;
    wired->height = height;
    wired->points = 0;
    wired->pixels = false;
    wired->crowded = false;
    wired->middle = (ws_rect){0, 0, 0, 0};
    wired->fits = layouts[wired->places->family] && layouts[wired->places->family](wired, frame);
    return wired->fits;
}

/* ---- paths ---- */

static void point_put(ws_wired *wired, ws_spot at) {
    WS_GROW(wired->point, wired->points);
    wired->point[wired->points] = at;
    wired->points++;
}

void ws_wire_to(ws_wirer *wirer, int x, int row) {
    ws_wired *wired = wirer->wired;
    x = ws_clamp(x, 0, wired->width * (wired->pixels ? 1 : WS_DOTS_X) - 1);
    row = ws_clamp(row, 0, wired->height * (wired->pixels ? 2 : WS_DOTS_Y) - 1);
    if (!wirer->begun) {
        point_put(wired, (ws_spot){x, row});
        wirer->begun = true;
        return;
    }
    ws_spot from = wired->point[wired->points - 1];
    int across = x - from.x;
    int down = row - from.y;
    int steps = ws_max(abs(across), abs(down));
    for (int i = 1; i <= steps; i++) {
        int half_x = across < 0 ? -steps : steps;
        int half_y = down < 0 ? -steps : steps;
        ws_spot at = {from.x + (2 * across * i + half_x) / (2 * steps),
                      from.y + (2 * down * i + half_y) / (2 * steps)};
        point_put(wired, at);
    }
}

static bool is_in(int x, int row, ws_rect rect) {
    return x >= rect.x && x < rect.x + rect.w && row >= rect.y && row < rect.y + rect.h;
}

void ws_wire_cut(ws_wirer *wirer, uint32_t first, ws_rect from, ws_rect to) {
    ws_wired *wired = wirer->wired;
    uint32_t begin = first;
    uint32_t end = first;
    for (uint32_t i = first; i < wired->points; i++)
        if (is_in(wired->point[i].x, wired->point[i].y, from))
            begin = i + 1;
    for (end = begin; end < wired->points; end++)
        if (is_in(wired->point[end].x, wired->point[end].y, to))
            break;
    memmove(wired->point + first, wired->point + begin, (end - begin) * sizeof *wired->point);
    wired->points = first + end - begin;
}

ws_host_place *ws_host_places(const ws_frame *frame) {
    ws_host_place *place = ws_alloc(frame->hosts, sizeof *place);
    int *seen = ws_alloc(frame->switches, sizeof *seen);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        uint32_t s = frame->link[frame->host[h].inject_link].to;
        place[h].place = seen[s];
        seen[s]++;
    }
    for (uint32_t h = 0; h < frame->hosts; h++)
        place[h].hosts = seen[frame->link[frame->host[h].inject_link].to];
    free(seen);
    return place;
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

/* A cell of the panel in cells of the map. */
static int map_x(const ws_view *view, int x) {
    const ws_map_plan *plan = view->map.plan;
    return x - ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
}

static int map_row(const ws_view *view, int row) {
    const ws_map_plan *plan = view->map.plan;
    return row - ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
}

uint32_t ws_wired_pick_link(const ws_view *view, int x, int row) {
    uint32_t at;
    return link_at(view, map_x(view, x), map_row(view, row), &at);
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

uint32_t ws_wired_pick(const ws_view *view, int x, int row) {
    uint32_t at;
    uint32_t l = link_at(view, map_x(view, x), map_row(view, row), &at);
    if (l == WS_NIL)
        return WS_NIL;
    const ws_wired *wired = view->map.plan->wired;
    const ws_frame_link *link = &view->frame->link[l];
    uint32_t points = wired->path0[l + 1] - wired->path0[l];
    uint32_t place = (uint32_t)((uint64_t)at * link->delay / points);
    const ws_frame_flit *flit = &view->frame->flit[link->flit0 + place];
    uint32_t front = front_of(view->frame, link);
    if (link->holder == WS_NIL && flit->packet == WS_NIL)
        return any_of(view->frame, link, front);
    if (at + WS_DOTS_Y >= points && front != WS_NIL)
        return front;
    return flit->packet != WS_NIL ? flit->packet : link->holder;
}

uint32_t ws_wired_pick_node(const ws_view *view, int x, int row) {
    const ws_wired *wired = view->map.plan->wired;
    bool points = wired->form == WS_FORM_POINT;
    x = map_x(view, x);
    row = map_row(view, row);
    for (uint32_t h = 0; h < view->frame->hosts; h++)
        if (is_in(x, row, wired->host[h]))
            return view->frame->switches + h;
    for (uint32_t s = 0; s < view->frame->switches; s++) {
        ws_rect box = wired->box[s];
        if (is_in(x, points ? 2 * row : row, box) || (points && is_in(x, 2 * row + 1, box)))
            return s;
    }
    return WS_NIL;
}
