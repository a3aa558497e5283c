/* map_ports.c - the links of the map while set-aside queues are looked at: a port that has some ends in their number, or in the sign of what
 * is blocked if none of them may send; from the chosen one the ways to its congested links are drawn, and these are rows of blocks. */
#include "ui/map/map_plan.h"
#include "ui/map/walk.h"
#include "ui/view.h"

static void cells_paint(const ws_view *v, const ws_pen *pen, uint32_t l, ws_glyph level, ws_glyph upright, ws_role role) {
    ws_box_sign sign = level == WS_GLYPH_IDLE_H ? WS_BOX_FREE : WS_BOX_WAY;
    if (level == WS_GLYPH_ROOT) sign = WS_BOX_ROOT;
    for (uint32_t i = v->map.plan->path0[l]; i < v->map.plan->path0[l + 1]; i++) {
        ws_map_cell at = v->map.plan->cell[i];
        ws_pen_glyph(pen, at.x, at.y, v->glyphs->code[ws_is_level(at.direction) ? level : upright],
                     role, 0);
        ws_pen_sign(pen, at.x, at.y, sign);
    }
}

/* The link by which a switch is left at an output port, WS_NIL if there is none. */
static uint32_t link_out(const ws_frame *f, uint32_t node, uint32_t out) {
    for (uint32_t l = 0; l < f->links; l++) {
        if (f->link[l].from != node) continue;
        const ws_edge *edge = &f->graph.edge[f->link[l].edge];
        if ((uint32_t)((uint32_t)edge->a == node ? edge->a_port : edge->b_port) == out) return l;
    }
    return WS_NIL;
}

/* `threads`: over the gaps, which comes first, so that pieces of other cables stay in sight; else the pieces. */
static void way_paint(const ws_view *v, const ws_pen *pen, uint32_t node, const ws_cam_line *saq, bool threads) {
    uint32_t path = saq->path;
    for (uint32_t i = 0; i + 1 < saq->hops; i++, path >>= 3) {
        uint32_t l = link_out(v->frame, node, path & 7);
        if (l == WS_NIL) return;
        if (threads) ws_map_thread_paint(v, pen, l, WS_ROLE_HEAT4);
        else cells_paint(v, pen, l, WS_GLYPH_STILL_H, WS_GLYPH_STILL_V, WS_ROLE_HEAT4);
        node = v->frame->link[l].to;
    }
    if (threads) ws_map_thread_paint(v, pen, saq->root, WS_ROLE_BLOCKED);
    else cells_paint(v, pen, saq->root, WS_GLYPH_ROOT, WS_GLYPH_ROOT, WS_ROLE_BLOCKED);
}

static void ways_paint(const ws_view *v, const ws_pen *pen, bool threads) {
    const ws_frame *f = v->frame;
    uint32_t port = ws_port_chosen(v);
    for (uint32_t i = 0; port != WS_NIL && i < f->cam_lines; i++) {
        const ws_cam_line *saq = &f->cam[(size_t)port * f->cam_lines + i];
        if (saq->valid) way_paint(v, pen, f->port[port].node, saq, threads);
    }
}

static void port_paint(const ws_view *v, const ws_pen *pen, uint32_t port) {
    const ws_frame *f = v->frame;
    uint32_t l = f->port[port].link, end = v->map.plan->path0[l + 1], blocked = 0,
             used = f->port[port].used;
    bool chosen = port == ws_port_chosen(v);
    if ((used == 0 && !chosen) || v->map.plan->path0[l] == end)
        return;
    for (uint32_t i = 0; i < f->cam_lines; i++) blocked += f->cam[(size_t)port * f->cam_lines + i].blocked;
    uint32_t glyph = used > 9 ? '+' : '0' + used;
    if (blocked > 0 && blocked == used) glyph = v->glyphs->code[WS_GLYPH_BLOCKED];
    ws_role role = chosen ? WS_ROLE_SELECTED : blocked > 0 ? WS_ROLE_BLOCKED : WS_ROLE_STRONG;
    ws_pen_glyph(pen, v->map.plan->cell[end - 1].x, v->map.plan->cell[end - 1].y, glyph, role, 0);
    ws_pen_sign(pen, v->map.plan->cell[end - 1].x, v->map.plan->cell[end - 1].y, WS_BOX_SAQS);
}

void ws_map_ports_paint(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    ways_paint(v, pen, true);
    for (uint32_t l = 0; l < f->links; l++) cells_paint(v, pen, l, WS_GLYPH_IDLE_H, WS_GLYPH_IDLE_V, WS_ROLE_IDLE);
    ways_paint(v, pen, false);
    for (uint32_t p = 0; p < f->ports; p++) port_paint(v, pen, p);
}
