/* act.c - the menu of what can be done to the thing that is selected. */
#include "tui/acts.h"
#include "tui/commands.h"

static void act(ws_tui *t, const char *argument) {
    (void)argument;
    ws_acts_open(t, -1, -1);
}

const ws_screen_command ws_act_commands[] = {
    {"act", act, "",
     "opens the menu for the selected switch, host, link or worm: send a worm, make a hot "
     "spot, cut or repair a cable"},
    {NULL, NULL, NULL, NULL},
};
