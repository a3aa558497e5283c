/* ports.c - set-aside queues on the screen: on and off, another port, and the link that fills
 * it. */
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/selection.h"
#include "tui/state.h"

static void ports(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    if (t->frame->cam_lines == 0) {
        ws_tui_say(t, true,
                   "this machine sets no queues aside; those with `queueing recn-iq` or `recn` do");
        return;
    }
    v->overlay.shown = WS_OVERLAY_NONE;
    v->overlay.layer = v->overlay.layer == WS_LAYER_PORTS ? WS_LAYER_WORMS : WS_LAYER_PORTS;
    v->overlay.port = 0;
    ws_tui_select(t, NULL);
    if (v->overlay.layer == WS_LAYER_PORTS)
        ws_tui_say(
            t, false,
            "up and down choose a port, s a switch, Enter looks at the link to it, Q goes back");
}

const ws_screen_command ws_ports_commands[] = {
    {"ports", ports, "",
     "shows set-aside queues on the map, as CAM lines and over time, or worms again"},
    {NULL, NULL, NULL, NULL}};
