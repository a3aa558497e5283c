/* open.c - another scenario or recording in place of this one. */
#include "tui/commands.h"
#include "tui/run.h"
#include "tui/start_screen.h"
#include "tui/state.h"

static void open_other(ws_tui *t, const char *argument) {
    ws_tui_run(t, false);
    if (*argument)
        ws_tui_go_to(t, argument);
    else
        ws_tui_start_show(t);
}

const ws_screen_command ws_open_commands[] = {
    {"open", open_other, "FILE",
     "opens another scenario or recording; without a name the start screen, where Esc returns"},
    {NULL, NULL, NULL, NULL},
};
