/* wired_doors.c - where cables of a wired map come to the door of a switch: a head waits there, and
 * right behind it stands a bright plug if the buffer is full. */
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/wirer.h"

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

uint32_t ws_painter_full_at(const ws_wired *wired, uint32_t link) {
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
        uint32_t at = ws_lens_is_full(p->frame, l) ? ws_painter_full_at(p->wired, l) : WS_NIL;
        if (at != WS_NIL)
            plug_put(p, l, &p->wired->point[p->wired->path0[l] + at]);
    }
}
