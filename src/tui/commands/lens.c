/* lens.c - what the map shows, by name: worms, congestion trees, set-aside queues. */
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void lens(ws_tui *t, const char *argument) {
    static const char *const names[] = {"worms", "trees", "ports"};
    static const ws_layer layers[] = {WS_LAYER_WORMS, WS_LAYER_TREES, WS_LAYER_PORTS};
    enum { LENSES = sizeof names / sizeof *names };
    size_t i = 0;
    while (i < LENSES && strcmp(names[i], argument) != 0)
        i++;
    if (i == LENSES)
        ws_tui_say(t, true, "there is no lens `%s`; write worms, trees or ports", argument);
    else if (layers[i] == WS_LAYER_PORTS && t->frame->cam_lines == 0)
        ws_tui_say(t, true, "this machine sets no queues aside");
    else
        t->view.overlay.layer = layers[i];
}

const ws_screen_command ws_lens_commands[] = {
    {"lens", lens, "worms|trees|ports", "shows worms, congestion trees or set-aside queues"},
    {NULL, NULL, NULL, NULL},
};
