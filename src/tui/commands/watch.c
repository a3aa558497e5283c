/* watch.c - breakpoints: set, taken away, listed; and what is said when a run stops at one. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void break_set(ws_tui *t, const char *argument) {
    ws_error error;
    unsigned number;
    size_t count;
    if (!ws_watch_add(t->watch, argument, &number, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    if (!ws_watch_check(t->watch, t->session, &error)) {
        ws_watch_remove(t->watch, number);
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    const ws_break *breaks = ws_watch_breaks(t->watch, &count);
    ws_tui_say(t, false, "breakpoint %u: the run stops where %s comes true (S lists)", number,
               breaks[count - 1].text);
}

static void unbreak(ws_tui *t, const char *argument) {
    char *end;
    unsigned long number = strtoul(argument, &end, 10);
    if (strcmp(argument, "all") == 0) {
        ws_watch_clear(t->watch);
        ws_tui_say(t, false, "no breakpoint is left");
    } else if (*argument && !*end && *argument != '-' &&
               ws_watch_remove(t->watch, (unsigned)number))
        ws_tui_say(t, false, "breakpoint %lu is gone", number);
    else
        ws_tui_say(t, true, "unknown breakpoint `%s`; S lists them, unbreak all takes all away",
                   argument);
}

static void breaks(ws_tui *t, const char *argument) {
    (void)argument;
    ws_overlay_toggle(&t->view, WS_OVERLAY_BREAKS);
}

const ws_screen_command ws_watch_commands[] = {
    {"break", break_set, "CONDITION",
     "stops the run when a condition becomes true, such as waiting>20%, order>3, deadlock, "
     "kills"},
    {"unbreak", unbreak, "BREAK|all", "removes a breakpoint by its number, or all"},
    {"breaks", breaks, "", "shows or hides the list of breakpoints"},
    {NULL, NULL, NULL, NULL},
};
