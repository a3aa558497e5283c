/* trees.c - congestion trees on the screen: on and off, another one, and what its root is. */
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/selection.h"
#include "tui/state.h"

static void trees(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    v->overlay.shown = WS_OVERLAY_NONE;
    v->overlay.layer = v->overlay.layer == WS_LAYER_TREES ? WS_LAYER_WORMS : WS_LAYER_TREES;
    ws_tui_select(t, NULL);
    if (v->overlay.layer != WS_LAYER_TREES)
        return;
    if (t->frame->trees)
        ws_tui_say(t, false, "up and down choose a tree, Enter looks at its root, G goes back");
    else
        ws_tui_say(t, false, "no congestion tree now; space runs on, n stops at the next one");
}

const ws_screen_command ws_trees_commands[] = {
    {"trees", trees, "", "shows congestion trees on the map and as a list, or worms again"},
    {NULL, NULL, NULL, NULL}};
