/* lens.c - what the map shows, by name: worms, congestion trees, set-aside queues. */
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/map/lens.h"

static bool can_show(const ws_tui *t, ws_layer layer) {
    return layer != WS_LAYER_PORTS || t->frame->cam_lines > 0;
}

static void lens_show(ws_tui *t, ws_layer layer) {
    t->view.overlay.layer = layer;
    t->view.overlay.before_why = layer;
}

static void lens_next(ws_tui *t) {
    ws_layer layer = t->view.overlay.layer;
    do
        layer = (layer + 1) % WS_LAYERS;
    while (!can_show(t, layer));
    lens_show(t, layer);
    ws_tui_say(t, false, "lens %s: %s", ws_layer_names[layer], ws_layer_docs[layer]);
}

static void lens(ws_tui *t, const char *argument) {
    int i = 0;
    if (strcmp(argument, "next") == 0) {
        lens_next(t);
        return;
    }
    while (i < WS_LAYERS && strcmp(ws_layer_names[i], argument) != 0)
        i++;
    if (i == WS_LAYERS)
        ws_tui_say(t, true, "unknown lens `%s`; write worms, trees, ports, use or buffers",
                   argument);
    else if (!can_show(t, (ws_layer)i))
        ws_tui_say(t, true, "this machine sets no queues aside");
    else
        lens_show(t, (ws_layer)i);
}

const ws_screen_command ws_lens_commands[] = {
    {"lens", lens, "worms|trees|ports|use|buffers|next",
     "chooses what the map shows of links and switches"},
    {NULL, NULL, NULL, NULL},
};
