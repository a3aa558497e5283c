/* jam.c - see jam.h. */
#include "ui/map/jam.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/why.h"
#include "wormscope/memory.h"

/* Before a tree has stood long enough to be one, set-aside queues name its root: the output that
 * most of them are for. */
static uint32_t root_of_saqs(const ws_frame *frame) {
    enum { FEW = 4 };
    uint32_t *count = ws_alloc(frame->links, sizeof *count);
    uint32_t best = WS_NIL;
    for (uint32_t i = 0; i < frame->saqs; i++)
        count[frame->saq[i].root]++;
    for (uint32_t l = 0; l < frame->links; l++)
        if (count[l] >= FEW && (best == WS_NIL || count[l] > count[best]))
            best = l;
    free(count);
    return best;
}

uint32_t ws_jam_root(const ws_view *view) {
    if (view->overlay.layer == WS_LAYER_TREES)
        return ws_tree_chosen(view);
    if (view->frame->trees)
        return ws_tree_main(view->frame);
    return view->frame->saqs ? root_of_saqs(view->frame) : WS_NIL;
}

bool ws_jam_is_main(const ws_view *view, uint32_t sw) {
    uint32_t root = ws_jam_root(view);
    return root != WS_NIL && view->frame->link[root].from == sw;
}

bool ws_jam_has_root(const ws_view *view, uint32_t sw) {
    const ws_frame *frame = view->frame;
    for (size_t i = 0; i < frame->trees; i++)
        if (frame->link[frame->tree[i].root].from == sw)
            return true;
    return false;
}

/* Is there a row below the map in which nothing stands? */
static bool is_row_free(const ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    int top = ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    bool wired = plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired;
    return !wired && plan->altitude != WS_ALTITUDE_SWITCH && top >= 0 &&
           top + plan->height < plan->area_h;
}

/* Of the one tree, and of the others where there is room for that. */
static void tree_draw(const ws_frame *frame, const ws_pen *pen, int x, const ws_tree *tree) {
    char text[64];
    char more[64];
    int row = pen->clip.h - 1;
    size_t others = frame->trees - 1;
    const char *things = frame->pool > 0 ? "held packet" : "queue"; /* that press on a sender */
    snprintf(text, sizeof text, ": %" PRIu32 " %s%s, %d deep", tree->members, things,
             tree->members == 1 ? "" : "s", tree->depth);
    snprintf(more, sizeof more, "; %zu other root%s", others, others == 1 ? "" : "s");
    x += ws_pen_text(pen, x, row, WS_ROLE_TEXT, text);
    if (others > 0 && x + ws_text_columns(more) <= pen->clip.w)
        ws_pen_text(pen, x, row, WS_ROLE_TEXT, more);
}

void ws_jam_draw(const ws_view *view, const ws_pen *pen) {
    char name[96];
    const ws_frame *frame = view->frame;
    const ws_tree *tree = ws_frame_tree_of(frame, ws_jam_root(view));
    bool is_jam = tree && tree->members > 0;
    if (!is_jam || frame->deadlock || ws_why_of(view).count > 0 || !is_row_free(view))
        return;
    int row = pen->clip.h - 1;
    const ws_frame_link *link = &frame->link[tree->root];
    snprintf(name, sizeof name, "%s%s%s", ws_node_name(frame, link->from),
             view->glyphs->ascii ? ">" : "→", ws_node_name(frame, link->to));
    int x = 1 + ws_pen_text(pen, 1, row, WS_ROLE_TEXT, "root of the jam ");
    x += ws_pen_text(pen, x, row, WS_ROLE_HOT0, name);
    tree_draw(frame, pen, x, tree);
}
