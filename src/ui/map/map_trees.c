/* map_trees.c - the links of the map while congestion trees are looked at: instead of worms, the queues that are members.
 *
 * A link stands for the buffer at its far end. In the chosen tree the link glows, the less the deeper, and ends in its depth; those of
 * other trees only say their depth. The root is a row of blocks, and the switch that it leaves has corners. Where victims stand behind the
 * front of a buffer, the cell before the depth says so. Everything else is dots. */
#include "ui/map/map_plan.h"
#include "ui/map/walk.h"
#include "ui/view.h"

typedef struct grove {
    const ws_view *view;
    const ws_frame *frame;
    const ws_map_plan *plan;
    const uint32_t *code;
    const ws_pen *pen;
    uint32_t chosen; /* root */
} grove;

static void put(const grove *g, ws_map_cell at, uint32_t glyph, ws_role role, ws_box_sign sign) {
    ws_pen_glyph(g->pen, at.x, at.y, glyph, role, 0);
    ws_pen_sign(g->pen, at.x, at.y, sign);
}

/* The first of the queues at the far end of a link, of as many as have flits there, that is least deep in a tree; the chosen tree first. */
static bool is_shown(const grove *g, uint32_t q) {
    const ws_frame_queue *fq = &g->frame->queue[q];
    return fq->link != WS_NIL && fq->place.member && ws_frame_tree_of(g->frame, fq->place.root) != NULL;
}

static int rank(const grove *g, uint32_t q) {
    const ws_tree_queue *place = &g->frame->queue[q].place;
    return place->depth + (place->root == g->chosen ? 0 : UINT16_MAX);
}

/* Of the queues of one link, which lie side by side, is q the one to be shown? */
static bool is_best_of_link(const grove *g, uint32_t q) {
    const ws_frame *f = g->frame;
    uint32_t first = q, last = q;
    while (first > 0 && f->queue[first - 1].link == f->queue[q].link) first--;
    while (last + 1 < f->queues && f->queue[last + 1].link == f->queue[q].link) last++;
    for (uint32_t p = first; p <= last; p++)
        if (p != q && is_shown(g, p) && (rank(g, p) < rank(g, q) || (rank(g, p) == rank(g, q) && p < q))) return false;
    return true;
}

static void dots_paint(const grove *g, uint32_t l) {
    for (uint32_t i = g->plan->path0[l]; i < g->plan->path0[l + 1]; i++) {
        ws_map_cell at = g->plan->cell[i];
        put(g, at, g->code[ws_is_level(at.direction) ? WS_GLYPH_IDLE_H : WS_GLYPH_IDLE_V],
            WS_ROLE_IDLE, WS_BOX_FREE);
    }
}

static ws_role depth_role(uint16_t depth) {
    int step = WS_HEAT_STEPS - (depth < 1 ? 1 : depth);
    return (ws_role)(WS_ROLE_HEAT0 + ws_max(step, 1));
}

static void member_paint(const grove *g, uint32_t q) {
    const ws_tree_queue *place = &g->frame->queue[q].place;
    uint32_t l = g->frame->queue[q].link, first = g->plan->path0[l], end = g->plan->path0[l + 1];
    if (first == end) return;
    bool chosen = place->root == g->chosen;
    ws_role role = chosen ? depth_role(place->depth) : WS_ROLE_FAINT;
    for (uint32_t i = first; chosen && i + 1 < end; i++) {
        ws_map_cell at = g->plan->cell[i];
        put(g, at, g->code[ws_is_level(at.direction) ? WS_GLYPH_STILL_H : WS_GLYPH_STILL_V], role,
            WS_BOX_MEMBER);
    }
    put(g, g->plan->cell[end - 1], place->depth > 9 ? '+' : (uint32_t)('0' + place->depth), role,
        WS_BOX_MEMBER);
}

static void root_paint(const grove *g, uint32_t root) {
    ws_role role = root == g->chosen ? WS_ROLE_SELECTED : WS_ROLE_BLOCKED;
    for (uint32_t i = g->plan->path0[root]; i < g->plan->path0[root + 1]; i++)
        put(g, g->plan->cell[i], g->code[WS_GLYPH_ROOT], role, WS_BOX_ROOT);
}

static void switch_box(const ws_view *view, const ws_pen *pen, ws_rect box, ws_role role) {
    static const ws_glyph corner[] = {WS_GLYPH_CORNER_NW, WS_GLYPH_CORNER_NE, WS_GLYPH_CORNER_SW, WS_GLYPH_CORNER_SE};
    for (int c = 0; c < 4; c++)
        ws_pen_glyph(pen, c % 2 ? box.x + box.w : box.x - 1, c / 2 ? box.y + box.h : box.y - 1, view->glyphs->code[corner[c]],
                     role, 0);
}

static void root_cell(const ws_view *view, const ws_pen *pen, ws_rect box, ws_role role) {
    ws_pen_glyph(pen, box.x, box.y, view->glyphs->code[WS_GLYPH_ROOT], role, 0);
    ws_pen_sign(pen, box.x, box.y, WS_BOX_ROOT);
}

/* Corners around the switch that the root leaves; where a switch is one cell, that is the root's. */
void ws_map_roots_paint(const ws_view *view, const ws_pen *pen) {
    for (size_t i = 0; i < view->frame->trees; i++) {
        uint32_t root = view->frame->tree[i].root, from = view->frame->link[root].from;
        if (from >= view->frame->switches) continue;
        ws_rect box = view->map.plan->box[from];
        ws_role role = root == ws_tree_chosen(view) ? WS_ROLE_SELECTED : WS_ROLE_BLOCKED;
        if (view->map.plan->style == WS_MAP_MINI)
            root_cell(view, pen, box, role);
        else switch_box(view, pen, box, role);
    }
}

/* Before the depth; of several victims a cold one. */
static void victims_paint(const grove *g) {
    const ws_frame *f = g->frame;
    for (int cold = 0; cold < 2; cold++)
        for (uint32_t i = 0; i < f->worms; i++) {
            const ws_frame_worm *w = &f->worm[i];
            if (w->victim != (cold ? WS_VICTIM_COLD : WS_VICTIM_STRICT) || w->head_queue == WS_NIL) continue;
            uint32_t l = f->queue[w->head_queue].link;
            if (l == WS_NIL || g->plan->path0[l] == g->plan->path0[l + 1]) continue;
            uint32_t cells = g->plan->path0[l + 1] - g->plan->path0[l], at = g->plan->path0[l + 1] - (cells > 1 ? 2 : 1);
            put(g, g->plan->cell[at], g->code[cold ? WS_GLYPH_VICTIM_COLD : WS_GLYPH_VICTIM], WS_ROLE_STRONG,
                cold ? WS_BOX_COLD : WS_BOX_VICTIM);
        }
}

void ws_map_trees_paint(const ws_view *view, const ws_pen *pen) {
    grove g = {view, view->frame, view->map.plan, view->glyphs->code, pen, ws_tree_chosen(view)};
    for (uint32_t l = 0; l < g.frame->links; l++) dots_paint(&g, l);
    for (uint32_t q = 0; q < g.frame->queues; q++)
        if (is_shown(&g, q) && is_best_of_link(&g, q)) member_paint(&g, q);
    for (size_t i = 0; i < g.frame->trees; i++) root_paint(&g, g.frame->tree[i].root);
    victims_paint(&g);
}
