/* chosen.c - what is chosen in a view: is a worm selected, is it of interest, what does it look like
 * then; which congestion tree and which port are looked at. */
#include "ui/panel.h"

bool ws_worm_selected(const ws_view *view, const ws_frame_worm *worm) {
    return worm->packet == view->selection.worm && worm->entered == view->selection.entered;
}

bool ws_worm_lit(const ws_view *v, const ws_frame_worm *w) {
    return !v->selection.light.is_on || ws_worm_selected(v, w) ||
           v->selection.light.worm[w - v->frame->worm];
}

ws_role ws_worm_words(const ws_view *v, const ws_frame_worm *w, ws_role role) {
    return ws_worm_lit(v, w) ? role : WS_ROLE_FAINT;
}

uint32_t ws_heads_lit(const ws_view *v, uint32_t node) {
    return v->selection.light.is_on ? v->selection.light.heads[node]
                                    : v->frame->heads_blocked[node];
}

ws_role ws_worm_role(const ws_view *view, const ws_frame_worm *worm) {
    if (ws_worm_selected(view, worm))
        return WS_ROLE_SELECTED;
    if (!ws_worm_lit(view, worm))
        return WS_ROLE_FAINT;
    if (worm->in_deadlock)
        return WS_ROLE_DEADLOCK;
    return (ws_role)ws_worm_hue(view, worm).role;
}

uint32_t ws_worm_colour(const ws_view *view, const ws_frame_worm *worm) {
    bool hued = !ws_worm_selected(view, worm) && ws_worm_lit(view, worm) && !worm->in_deadlock;
    return hued ? ws_worm_ink(view, worm) : WS_COLOUR_NONE;
}

void ws_worm_sign(const ws_view *view, const ws_pen *pen, int x, int y, uint32_t sign,
                  const ws_frame_worm *worm) {
    uint32_t colour = ws_worm_colour(view, worm);
    ws_pen_ink(pen, x, y, sign, ws_worm_role(view, worm), colour, WS_COLOUR_NONE);
}

/* Of trees of nearly one size the oldest, so that what is pointed at stays as long as it ties. */
uint32_t ws_tree_main(const ws_frame *frame) {
    const ws_tree *main = NULL;
    uint32_t most = 0;
    for (size_t i = 0; i < frame->trees; i++)
        most = frame->tree[i].members > most ? frame->tree[i].members : most;
    for (size_t i = 0; i < frame->trees; i++) {
        const ws_tree *tree = &frame->tree[i];
        bool ties = 2 * tree->members >= most;
        bool older = !main || tree->since < main->since;
        bool same = main && tree->since == main->since && tree->root < main->root;
        if (ties && (older || same))
            main = tree;
    }
    return main ? main->root : WS_NIL;
}

uint32_t ws_tree_chosen(const ws_view *v) {
    if (ws_frame_tree_of(v->frame, v->overlay.tree))
        return v->overlay.tree;
    return ws_tree_main(v->frame);
}

uint32_t ws_port_chosen(const ws_view *v) {
    const ws_frame *f = v->frame;
    uint32_t best = WS_NIL;
    bool of_node = v->selection.node != WS_NIL && v->selection.node < f->switches;
    if (v->overlay.port > 0 && v->overlay.port <= f->ports &&
        (!of_node || f->port[v->overlay.port - 1].node == v->selection.node))
        return v->overlay.port - 1;
    for (uint32_t p = 0; p < f->ports; p++) {
        if (of_node && f->port[p].node != v->selection.node)
            continue;
        const ws_port *b = best == WS_NIL ? NULL : &f->port[best], *c = &f->port[p];
        if (!b || c->used > b->used || (c->used == b->used && c->packets > b->packets))
            best = p;
    }
    return best;
}
