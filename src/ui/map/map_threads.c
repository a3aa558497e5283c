/* map_threads.c - over the gaps between stages, which are empty as too many cables cross there: the cables of what is selected, each with a
 * bend in a column of its own. */
#include <stdlib.h>

#include "ui/map/map_plan.h"
#include "ui/view.h"

enum { BENDS = 4 };

/* The last cell of a link's path beside its sender, and the first beside its receiver. Where a path has but one piece, it begins at the box
 * of its sender. False of a link of a host. */
static bool ends_of(const ws_view *v, uint32_t l, ws_map_cell *from, ws_map_cell *to) {
    const ws_map_plan *plan = v->map.plan;
    const ws_frame_link *link = &v->frame->link[l];
    uint32_t first = plan->path0[l], cells = plan->path0[l + 1] - first;
    if (link->from >= v->frame->switches || link->to >= v->frame->switches || cells == 0) return false;
    *to = plan->cell[first + (plan->style == WS_MAP_MINI ? 0 : cells / 2)];
    if (plan->style != WS_MAP_MINI) {
        *from = plan->cell[first + cells / 2 - 1];
        return true;
    }
    const ws_rect *a = &plan->box[link->from], *b = &plan->box[link->to];
    bool east = to->direction == WS_EAST;
    int strip = abs(b->x - to->x) + 1; /* not into the pieces beside the sender's box */
    *from =
        (ws_map_cell){(int16_t)(east ? a->x + ws_max(strip, BENDS) : a->x - ws_max(strip, BENDS)), (int16_t)a->y, to->direction};
    return true;
}

static void put(const ws_view *v, const ws_pen *pen, int x, int y, ws_glyph glyph, ws_role role) {
    ws_pen_glyph(pen, x, y, v->glyphs->code[glyph], role, 0);
}

void ws_map_thread_paint(const ws_view *v, const ws_pen *pen, uint32_t l, ws_role role) {
    ws_map_cell a, b;
    if (!v->map.plan->staged || !ends_of(v, l, &a, &b))
        return;
    bool east = a.direction == WS_EAST, down = b.y > a.y;
    int step = east ? 1 : -1, gap = abs(b.x - a.x) - 1;
    if (gap < 1) return;
    int bend = a.x + step * (1 + (int)(l % BENDS) * gap / BENDS);
    for (int x = a.x + step; x != bend; x += step) put(v, pen, x, a.y, WS_GLYPH_LINE_H, role);
    for (int x = bend + step; x != b.x; x += step) put(v, pen, x, b.y, WS_GLYPH_LINE_H, role);
    for (int y = ws_min(a.y, b.y) + 1; y < ws_max(a.y, b.y); y++) put(v, pen, bend, y, WS_GLYPH_LINE_V, role);
    if (a.y == b.y) {
        put(v, pen, bend, a.y, WS_GLYPH_LINE_H, role);
        return;
    }
    put(v, pen, bend, a.y, east == down ? WS_GLYPH_CORNER_NE : WS_GLYPH_CORNER_NW, role);
    put(v, pen, bend, b.y, east == down ? WS_GLYPH_CORNER_SW : WS_GLYPH_CORNER_SE, role);
    if (!down) {
        put(v, pen, bend, a.y, east ? WS_GLYPH_CORNER_SE : WS_GLYPH_CORNER_SW, role);
        put(v, pen, bend, b.y, east ? WS_GLYPH_CORNER_NW : WS_GLYPH_CORNER_NE, role);
    }
}

/* Is it a link of what is selected: the switch, the link, or the worm that holds it or stands at its end? */
static bool is_selected(const ws_view *v, uint32_t l) {
    const ws_frame_link *link = &v->frame->link[l];
    if (v->selection.link == l)
        return true;
    if (v->selection.node != WS_NIL)
        return link->from == v->selection.node || link->to == v->selection.node;
    const ws_frame_worm *w =
        v->selection.worm == WS_NIL ? NULL : ws_frame_worm_of(v->frame, v->selection.worm);
    if (!w || !ws_worm_selected(v, w)) return false;
    return link->holder == w->packet || (w->head_queue != WS_NIL && v->frame->queue[w->head_queue].link == l);
}

void ws_map_threads_paint(const ws_view *v, const ws_pen *pen) {
    for (uint32_t l = 0; l < v->frame->links; l++)
        if (is_selected(v, l)) ws_map_thread_paint(v, pen, l, WS_ROLE_PLACE);
}
