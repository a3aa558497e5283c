/* spacetime.c - the space-time diagram, on or off. */
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/picture.h"
#include "tui/state.h"

static void spacetime(ws_tui *t, const char *argument) {
    bool on = t->view.overlay.shown == WS_OVERLAY_SPACETIME;
    bool wanted = !on;
    if (strcmp(argument, "on") == 0)
        wanted = true;
    else if (strcmp(argument, "off") == 0)
        wanted = false;
    else if (*argument)
        ws_tui_say(t, true, "`%s` is neither on nor off", argument);
    if (wanted != on)
        ws_overlay_toggle(&t->view, WS_OVERLAY_SPACETIME);
    if (wanted)
        ws_tui_look_whole(t);
    if (wanted && t->frame->worms == 0 && !t->spacetime.has_subject)
        ws_tui_say(t, false, "there is no worm; the diagram begins with the first");
}

const ws_screen_command ws_spacetime_commands[] = {
    {"spacetime", spacetime, "on|off", "who held the links of the worm's way, cycle by cycle"},
    {NULL, NULL, NULL, NULL},
};
