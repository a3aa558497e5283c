/* trees.c - congestion trees on the screen: on and off, another one, and what its root is. */
#include "tui/state.h"

static void trees(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    v->help = v->branch_list = v->break_list = false;
    v->tree_list = !v->tree_list;
    v->port_list = false;
    ws_tui_select(t, NULL);
    if (!v->tree_list) return;
    if (t->frame->trees) ws_tui_say(t, false, "up and down choose a tree, Enter looks at its root, G goes back");
    else ws_tui_say(t, false, "there is no congestion tree now; space runs on, n stops at the next one");
}

bool ws_tui_trees_seen(const ws_tui *t) {
    return t->view.tree_list && !t->view.help && ws_view_thing(&t->view).kind == WS_THING_NONE;
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
    t->view.tree = root;
    ws_tui_inspect(t, (ws_thing){WS_THING_LINK, root, 0});
    ws_tui_say(t, false, "the root; Esc goes back to the trees");
}

const ws_screen_command ws_trees_commands[] = {{"trees", trees, "", "congestion trees on the map and as a list, or worms again"},
                                               {NULL, NULL, NULL, NULL}};
