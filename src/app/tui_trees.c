/* tui_trees.c - congestion trees on the screen: on and off, another one, and what its root is. */
#include "app/tui_state.h"

static void trees(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    v->help = v->branch_list = false;
    v->tree_list = !v->tree_list;
    ws_tui_select(t, NULL);
    if (!v->tree_list) return;
    if (t->frame->trees) ws_tui_say(t, false, "up and down choose a tree, Enter looks at its root, J goes back");
    else ws_tui_say(t, false, "there is no congestion tree now");
}

bool ws_tui_trees_seen(const ws_tui *t) {
    return t->view.tree_list && t->view.selected == WS_NIL && t->view.node == WS_NIL && !t->view.help;
}

void ws_tui_tree_choose(ws_tui *t, int by) {
    const ws_frame *f = t->frame;
    for (size_t i = 0; i < f->trees; i++) {
        if (f->tree[i].root != ws_tree_chosen(&t->view)) continue;
        t->view.tree = f->tree[(i + f->trees + (size_t)by) % f->trees].root;
        return;
    }
}

void ws_tui_tree_look(ws_tui *t) {
    uint32_t root = ws_tree_chosen(&t->view);
    if (root == WS_NIL) {
        ws_tui_say(t, false, "there is no congestion tree now");
        return;
    }
    const ws_frame_link *link = &t->frame->link[root];
    ws_tui_select(t, NULL);
    t->view.tree = root;
    t->view.node = link->from;
    ws_tui_say(t, false, "the root is the way from %s to %s; Esc goes back to the trees", ws_node_name(t->frame, link->from),
               ws_node_name(t->frame, link->to));
}

const ws_screen_command ws_trees_commands[] = {{"trees", trees}, {NULL, NULL}};
