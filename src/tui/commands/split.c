/* split.c - A/B: which branch stands beside the present one, and which of the two the keys act
 * on. */
#include <string.h>

#include "tui/beside.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "tui/travel.h"

/* The one that is chosen in the list, else that from which the present one has left, else the
 * latest; count: there is none. */
static size_t branch_beside(const ws_tui *t) {
    size_t count = ws_session_branch_count(t->session), here = ws_tui_branch(t);
    if (t->view.overlay.shown == WS_OVERLAY_BRANCHES && t->view.overlay.branch_chosen != here)
        return t->view.overlay.branch_chosen;
    if (here > 0)
        return ws_session_branch(t->session, here).parent;
    return count > 1 ? count - 1 : count;
}

static size_t branch_named(const ws_tui *t, const char *name) {
    size_t i = 0, count = ws_session_branch_count(t->session);
    while (i < count && strcmp(ws_session_branch(t->session, i).name, name) != 0)
        i++;
    return i;
}

static void begin(ws_tui *t, const char *name) {
    size_t branch = *name ? branch_named(t, name) : branch_beside(t);
    if (branch == ws_session_branch_count(t->session)) {
        if (*name)
            ws_tui_say(t, true, "there is no branch `%s`; B lists them", name);
        else
            ws_tui_say(t, false,
                       "there is one branch only; go back, change something, then A shows both");
        return;
    }
    t->view.overlay.shown = WS_OVERLAY_NONE;
    ws_beside_end(t);
    if (!ws_beside_open(t, branch))
        return;
    ws_tui_say(t, false, "A is %s, where the keys act; B is %s; A closes it",
               ws_session_branch(t->session, ws_tui_branch(t)).name, t->other.name);
}

/* A goes to where B is, and B to where A was. */
static void swap(ws_tui *t) {
    ws_error error;
    size_t here = ws_tui_branch(t), there = ws_shadow_branch(t->other.shadow);
    ws_beside_end(t);
    if (!ws_session_branch_switch(t->session, there, ws_tui_cycle(t), &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (ws_beside_open(t, here))
        ws_tui_say(t, false, "A is now %s", ws_session_branch(t->session, there).name);
    t->run.stale = true;
}

static void split(ws_tui *t, const char *argument) {
    if (t->other.shadow && strcmp(argument, "swap") == 0)
        swap(t);
    else if (t->other.shadow && (!*argument || strcmp(argument, "off") == 0))
        ws_beside_end(t);
    else if (strcmp(argument, "off") == 0)
        ws_tui_say(t, false, "no branch stands beside this one");
    else
        begin(t, argument);
}

const ws_screen_command ws_split_commands[] = {
    {"split", split, "BRANCH|swap|off",
     "another branch beside this one in lock-step, or no longer; swap: the keys act on the other"},
    {NULL, NULL, NULL, NULL},
};
