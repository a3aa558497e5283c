/* study.c - what is looked into: A/B, space-time, congestion trees, set-aside queues, a brushed
 * range, a proof. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/history/history.h"
#include "session/prove.h"
#include "tui/beside.h"
#include "tui/brush.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"
#include "ui/map/lens.h"

/* ---- split ---- */

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

/* ---- spacetime ---- */

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

/* ---- trees ---- */

static void trees(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    v->overlay.shown = WS_OVERLAY_NONE;
    v->overlay.layer = v->overlay.layer == WS_LAYER_TREES ? WS_LAYER_WORMS : WS_LAYER_TREES;
    ws_tui_select(t, NULL);
    if (v->overlay.layer != WS_LAYER_TREES)
        return;
    if (t->frame->trees)
        ws_tui_say(t, false, "up and down choose a tree, Enter looks at its root, G goes back");
    else
        ws_tui_say(t, false, "no congestion tree now; space runs on, n stops at the next one");
}

/* ---- ports ---- */

static void ports(ws_tui *t, const char *argument) {
    (void)argument;
    ws_view *v = &t->view;
    if (t->frame->cam_lines == 0) {
        ws_tui_say(t, true, "%s", ws_lenses[WS_LAYER_PORTS].absent(t->frame));
        return;
    }
    v->overlay.shown = WS_OVERLAY_NONE;
    v->overlay.layer = v->overlay.layer == WS_LAYER_PORTS ? WS_LAYER_WORMS : WS_LAYER_PORTS;
    v->overlay.port = 0;
    ws_tui_select(t, NULL);
    if (v->overlay.layer == WS_LAYER_PORTS)
        ws_tui_say(
            t, false,
            "up and down choose a port, s a switch, Enter looks at the link to it, Q goes back");
}

/* ---- brush ---- */

static void range_read(ws_tui *t, const char *argument) {
    uint64_t one;
    uint64_t other;
    char rest;
    int found = sscanf(argument, "%" SCNu64 " %" SCNu64 " %c", &one, &other, &rest);
    if (found == 2)
        ws_brush_open(t, one, other);
    else
        ws_tui_say(t, true,
                   "invalid range `%s`: expected two cycles, here or off, e.g. brush 2000 4000",
                   argument);
}

static void brush(ws_tui *t, const char *argument) {
    if (strcmp(argument, "here") == 0)
        ws_brush_mark(t);
    else if (strcmp(argument, "off") == 0)
        ws_brush_end(t);
    else
        range_read(t, argument);
}

/* ---- prove ---- */

static void ghost_add(ws_view_ghost *ghost, const ws_frame *frame, uint32_t channel) {
    if (channel >= frame->vcs || ghost->count == WS_GHOSTS_MAX)
        return;
    ghost->link[ghost->count] = frame->vc[channel].link;
    ghost->count++;
}

/* A ring is shown until the selection is let go, or another network is there. */
static void ring_show(ws_tui *t, const ws_prove *found) {
    uint32_t length = 0;
    ws_view_ghost *ghost = &t->view.map.ghost;
    const ws_dependency *ring = ws_prove_ring(found, &length);
    ghost->count = 0;
    if (found->verdict != WS_VERDICT_DEADLOCK)
        return;
    for (uint32_t i = 0; i < length; i++)
        ghost_add(ghost, t->frame, ring[i].held);
}

static void prove(ws_tui *t, const char *argument) {
    (void)argument;
    char line[512];
    ws_prove *found = ws_session_prove(t->session);
    ws_prove_tell(found, ws_session_net(t->session), line, sizeof line);
    ring_show(t, found);
    ws_tui_say(t, false, "%s", line);
    ws_prove_free(found);
}

const ws_screen_command ws_study_commands[] = {
    {"split", split, "BRANCH|here|swap|off",
     "forks here: A as it was beside B, where the keys act, or ends that; BRANCH: shows that "
     "one as A; here: both go on from here without later changes; swap: lets the keys act on the "
     "other"},
    {"spacetime", spacetime, "on|off|next|path|chain|ring",
     "shows cycle by cycle who held the links of the worm's path, of its chain or of a ring"},
    {"trees", trees, "", "shows congestion trees on the map and as a list, or worms again"},
    {"ports", ports, "",
     "shows set-aside queues on the map, as CAM lines and over time, or worms again"},
    {"brush", brush, "CYCLE CYCLE|here|off",
     "shows on the map how much each link carried in a range of cycles; `here` begins the "
     "range at the present cycle, then ends it"},
    {"prove", prove, "",
     "proves from the routing whether this network can deadlock; the map shows the ring"},
    {NULL, NULL, NULL, NULL},
};
