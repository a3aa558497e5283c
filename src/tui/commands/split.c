/* split.c - A/B: a fork here, at once; which branch stands beside the present one, and on which of
 * the two the keys act. */
#include <stdio.h>
#include <string.h>

#include "session/history/marks.h"
#include "tui/beside.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "tui/travel.h"

#define AHEAD_TEXT 64 /* of a line that A repeats */

/* The one that is chosen in the list; else the branch on which we are, from which a new one begins
 * here; count: that cannot be, and why has been said. */
static size_t branch_beside(ws_tui *t) {
    ws_error error;
    size_t here = ws_tui_branch(t);
    bool listed = t->view.overlay.shown == WS_OVERLAY_BRANCHES;
    if (listed && t->view.overlay.branch_chosen != here)
        return t->view.overlay.branch_chosen;
    if (ws_session_branch_off(t->session, NULL, &error))
        return here;
    ws_tui_say(t, true, "%s", error.text);
    return ws_session_branch_count(t->session);
}

static size_t branch_named(ws_tui *t, const char *name) {
    size_t branch = ws_session_branch_find(t->session, name);
    if (branch == ws_session_branch_count(t->session))
        ws_tui_say(t, true, "unknown branch `%s`; B lists them", name);
    return branch;
}

/* Changes that have been typed on the present branch behind this cycle; the first in words. */
static size_t lines_ahead(const ws_tui *t, char first[AHEAD_TEXT]) {
    size_t ahead = 0;
    const ws_timeline *line = ws_session_timeline(t->session);
    for (size_t i = 0; i < line->mark_count; i++) {
        const ws_timeline_mark *mark = &line->marks[i];
        bool is_ahead = mark->typed && mark->cycle > ws_tui_cycle(t);
        if (!is_ahead || ws_mark_of(mark->text) != WS_MARK_CHANGE)
            continue;
        if (ahead++ == 0)
            snprintf(first, AHEAD_TEXT, "%s", mark->text);
    }
    return ahead;
}

/* A repeats so many changes, B does not. */
static void ahead_tell(ws_tui *t, size_t ahead, const char *first) {
    char more[32] = "";
    const char *mine = ws_session_branch(t->session, ws_tui_branch(t)).name;
    if (ahead > 1)
        snprintf(more, sizeof more, " and %zu more", ahead - 1);
    ws_tui_say(t, false,
               "A repeats what comes later on %s (`%s`%s), B (%s) does not; "
               "`:split here` leaves %s out of both",
               t->other.name, first, more, mine, ahead == 1 ? "it" : "them");
}

static void pair_show(ws_tui *t, size_t branch, size_t ahead, const char *first) {
    t->view.overlay.shown = WS_OVERLAY_NONE;
    ws_beside_end(t);
    t->run.stale = true;
    if (!ws_beside_open(t, branch))
        return;
    const char *mine = ws_session_branch(t->session, ws_tui_branch(t)).name;
    if (ahead)
        ahead_tell(t, ahead, first);
    else
        ws_tui_say(t, false,
                   "A is %s; B is %s, where the keys act: change something, run. A ends it",
                   t->other.name, mine);
}

static void begin(ws_tui *t, const char *name) {
    size_t here = ws_tui_branch(t);
    char first[AHEAD_TEXT] = "";
    size_t ahead = lines_ahead(t, first);
    size_t branch = *name ? branch_named(t, name) : branch_beside(t);
    if (branch != ws_session_branch_count(t->session))
        pair_show(t, branch, branch == here ? ahead : 0, first);
}

/* Both halves from here, without what comes later on this branch: two branches of their own. */
static void begin_here(ws_tui *t) {
    ws_error error;
    bool good = ws_session_branch_off(t->session, NULL, &error);
    size_t first = ws_tui_branch(t);
    good = good && ws_session_branch_off(t->session, NULL, &error);
    if (good)
        pair_show(t, first, 0, "");
    else
        ws_tui_say(t, true, "%s", error.text);
}

/* The keys act on the other: B goes to where A is, and A to where B was. */
static void swap(ws_tui *t) {
    ws_error error;
    size_t here = ws_tui_branch(t), there = ws_shadow_branch(t->other.shadow);
    ws_beside_end(t);
    if (!ws_session_branch_switch(t->session, there, ws_tui_cycle(t), &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (ws_beside_open(t, here))
        ws_tui_say(t, false, "the keys act on %s now", ws_session_branch(t->session, there).name);
    t->run.stale = true;
}

static void split(ws_tui *t, const char *argument) {
    if (strcmp(argument, "here") == 0)
        begin_here(t);
    else if (t->other.shadow && strcmp(argument, "swap") == 0)
        swap(t);
    else if (t->other.shadow && (!*argument || strcmp(argument, "off") == 0))
        ws_beside_end(t);
    else if (strcmp(argument, "off") == 0)
        ws_tui_say(t, false, "no branch stands beside this one");
    else
        begin(t, argument);
}

const ws_screen_command ws_split_commands[] = {
    {"split", split, "BRANCH|here|swap|off",
     "forks here: A as it was beside B, where the keys act, or ends that; BRANCH: shows that "
     "one as A; here: both go on from here without later changes; swap: lets the keys act on the "
     "other"},
    {NULL, NULL, NULL, NULL},
};
