/* ports.c - set-aside queues on the screen: on and off, another port, and the link that fills it. */
#include "tui/state.h"

static void ports(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    if (t->frame->cam_lines == 0) {
        ws_tui_say(t, true, "this machine sets no queues aside; those with `queueing recn-iq` or `recn` do");
        return;
    }
    v->help = v->branch_list = v->break_list = v->tree_list = false;
    v->port_list = !v->port_list;
    v->port = 0;
    ws_tui_select(t, NULL);
    if (v->port_list) ws_tui_say(t, false, "up and down choose a port, s a switch, Enter looks at the link to it, Q goes back");
}

bool ws_tui_ports_seen(const ws_tui *t) { return !t->view.help && ws_ports_rows(&t->view) > 0; }

/* Of the switch that is selected any, else those that have some. */
static bool is_offered(const ws_view *v, uint32_t port) {
    const ws_port *p = &v->frame->port[port];
    return v->node != WS_NIL ? p->node == v->node : p->used > 0;
}

void ws_tui_port_choose(ws_tui *t, int by) {
    uint32_t ports = t->frame->ports, port = ws_port_chosen(&t->view);
    for (uint32_t i = 0; i < ports; i++) {
        port = (port + ports + (uint32_t)by) % ports;
        if (!is_offered(&t->view, port)) continue;
        t->view.port = port + 1;
        return;
    }
}

void ws_tui_port_look(ws_tui *t) {
    uint32_t port = ws_port_chosen(&t->view);
    t->view.port = port + 1;
    ws_tui_inspect(t, (ws_thing){WS_THING_LINK, t->frame->port[port].link, 0});
    ws_tui_say(t, false, "the link that fills the port; Esc goes back to the queues");
}

const ws_screen_command ws_ports_commands[] = {
    {"ports", ports, "", "set-aside queues on the map, as CAM lines and over time, or worms again"}, {NULL, NULL, NULL, NULL}};
