/* paper.c - the figures of papers that the scenario is in, over the map. */
#include <string.h>

#include "tui/commands.h"
#include "tui/papers.h"

static void paper(ws_tui *t, const char *argument) {
    if (strcmp(argument, "off") == 0)
        ws_tui_paper_hide(t);
    else
        ws_tui_paper_show(t, strcmp(argument, "next") == 0 ? "" : argument);
}

const ws_screen_command ws_paper_commands[] = {
    {"paper", paper, "next|off|FIGURE",
     "shows a figure of a paper, such as kwan/8, or the next that this scenario is in, with the "
     "point at which the network is"},
    {NULL, NULL, NULL, NULL},
};
