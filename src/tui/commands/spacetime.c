/* spacetime.c - the space-time diagram, on or off, and what its rows are. */
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/picture.h"
#include "tui/state.h"

static const char *const kind_names[] = {
    "path",
    "chain",
    "ring",
};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

static bool is_shown(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_SPACETIME;
}

static void show(ws_tui *t, ws_spacetime_kind kind) {
    t->spacetime.kind = kind;
    t->view.axis = (ws_spacetime_axis){0};
    if (!is_shown(t))
        ws_overlay_toggle(&t->view, WS_OVERLAY_SPACETIME);
    ws_tui_look_whole(t);
    if (t->frame->worms == 0 && !t->spacetime.has_subject)
        ws_tui_say(t, false, "no worm is in the network; the diagram begins with the first");
}

static void hide(ws_tui *t) {
    if (is_shown(t))
        ws_overlay_toggle(&t->view, WS_OVERLAY_SPACETIME);
}

/* The next kind of rows that there are now; behind the last the diagram is closed. */
static void show_next(ws_tui *t) {
    int kind = WS_SPACETIME_PATH;
    if (is_shown(t))
        kind = (int)t->spacetime.kind + 1;
    for (; kind < KINDS; kind++) {
        bool can = ws_tui_spacetime_can(t, (ws_spacetime_kind)kind);
        if (can)
            break;
    }
    if (kind < KINDS)
        show(t, (ws_spacetime_kind)kind);
    else
        hide(t);
}

static void show_kind(ws_tui *t, const char *name) {
    size_t kind = 0;
    while (kind < KINDS && strcmp(kind_names[kind], name) != 0)
        kind++;
    if (kind == KINDS)
        ws_tui_say(t, true, "invalid diagram `%s`: expected on, off, next, path, chain or ring",
                   name);
    else if (ws_tui_spacetime_can(t, (ws_spacetime_kind)kind))
        show(t, (ws_spacetime_kind)kind);
    else
        ws_tui_say(t, true, "this worm has no %s now", name);
}

static void spacetime(ws_tui *t, const char *argument) {
    bool toggled = *argument == '\0';
    if (strcmp(argument, "next") == 0)
        show_next(t);
    else if (strcmp(argument, "off") == 0 || (toggled && is_shown(t)))
        hide(t);
    else if (strcmp(argument, "on") == 0 || toggled)
        show(t, WS_SPACETIME_PATH);
    else
        show_kind(t, argument);
}

const ws_screen_command ws_spacetime_commands[] = {
    {"spacetime", spacetime, "on|off|next|path|chain|ring",
     "shows cycle by cycle who held the links of the worm's path, of its chain or of a ring"},
    {NULL, NULL, NULL, NULL},
};
