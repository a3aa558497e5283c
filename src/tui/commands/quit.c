/* quit.c - leaving the program, for a while or for good. */
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/saved.h"
#include "tui/state.h"
#include "tui/terminal.h"

static void suspend(ws_tui *t, const char *argument) {
    (void)argument;
    ws_terminal_suspend();
    ws_terminal_make_blocking();
    ws_tui_redraw_all(t);
}

static void quit(ws_tui *t, const char *argument) {
    (void)argument;
    if (ws_tui_may_leave(t, "press it again to leave"))
        ws_tui_quit(t);
}

const ws_screen_command ws_quit_commands[] = {
    {"suspend", suspend, "", "returns to the shell for a while"},
    {"quit", quit, "", "leaves wormscope"},
    {NULL, NULL, NULL, NULL},
};
