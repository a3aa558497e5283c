/* run.c - starting, pausing, stepping and speeds; to and fro in the session, branches and forks;
 * breakpoints. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/history/history.h"
#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"

/* ---- run ---- */

static void run_pause(ws_tui *t, const char *argument) {
    (void)argument;
    if (ws_session_ended(t->session))
        ws_tui_say_ended(t);
    else
        ws_tui_run(t, !t->view.session.running);
}

static void step(ws_tui *t, const char *argument) {
    uint64_t cycles;
    if (!ws_tui_cycles(t, argument, &cycles))
        return;
    ws_tui_run(t, false);
    ws_tui_step(t, cycles);
}

/* A speed of one's own: lines of the scenario do not change it any more. */
static void speed_choose(ws_tui *t, double speed) {
    t->run.is_chosen = true;
    ws_tui_speed(t, speed);
}

static void slower(ws_tui *t, const char *argument) {
    (void)argument;
    speed_choose(t, ws_pace_next(t->run.pace.speed, -1));
}
static void faster(ws_tui *t, const char *argument) {
    (void)argument;
    speed_choose(t, ws_pace_next(t->run.pace.speed, 1));
}
static void unlimited(ws_tui *t, const char *argument) {
    (void)argument;
    speed_choose(t, isinf(t->run.pace.speed) ? t->run.limited_speed : INFINITY);
}
static void speed(ws_tui *t, const char *argument) {
    double value;
    if (strcmp(argument, "own") == 0)
        ws_tui_speed(t, ws_pace_natural(t->frame->wire));
    else if (ws_pace_parse(argument, &value))
        ws_tui_speed(t, value);
    else
        ws_tui_say(t, true,
                   "invalid speed `%s`: expected a number of cycles per second, max or own",
                   argument);
}

/* ---- travel ---- */

#define LEAPS     20 /* of which the whole way consists */
#define HELP_PAGE 12 /* rows of the help that go by at once */

/* ---- places ---- */

static uint64_t reached_of(const ws_tui *t) {
    return ws_session_timeline(t->session)->reached;
}

static void back(ws_tui *t, const char *argument) {
    uint64_t now = ws_tui_cycle(t), cycles;
    if (!ws_tui_cycles(t, argument, &cycles))
        return;
    ws_tui_run(t, false);
    if (now == 0)
        ws_tui_say(t, false, "this is the beginning");
    else
        ws_tui_travel(t, now > cycles ? now - cycles : 0);
}

/* Behind all that has been run, it is run at full speed, and the keys go on being served. */
static void go_to(ws_tui *t, uint64_t cycle) {
    uint64_t reached = reached_of(t);
    ws_tui_travel(t, cycle < reached ? cycle : reached);
    if (cycle <= reached || ws_session_ended(t->session))
        return;
    ws_tui_run_until(t, cycle);
    ws_tui_say(t, false, "on to cycle %" PRIu64 "; space stops", cycle);
}

static void seek(ws_tui *t, const char *argument) {
    char *end;
    uint64_t now = ws_tui_cycle(t),
             by = strtoull(argument + (*argument == '+' || *argument == '-'), &end, 10);
    bool is_number = end > argument && *end == '\0' &&
                     strspn(argument, "+-0123456789") == strlen(argument) && end[-1] >= '0' &&
                     by < (uint64_t)INT64_MAX;
    if (strcmp(argument, "start") == 0)
        go_to(t, 0);
    else if (strcmp(argument, "end") == 0)
        go_to(t, reached_of(t));
    else if (!is_number)
        ws_tui_say(t, true,
                   "invalid cycle `%s`: expected seek N, seek +N, seek -N, seek start or seek end",
                   argument);
    else if (*argument == '+')
        go_to(t, now + by);
    else if (*argument == '-')
        go_to(t, now > by ? now - by : 0);
    else
        go_to(t, by);
}

static void leap(ws_tui *t, const char *argument) {
    uint64_t now = ws_tui_cycle(t), reached = reached_of(t),
             by = reached / LEAPS ? reached / LEAPS : 1;
    if (strcmp(argument, "-1") == 0)
        ws_tui_travel(t, now > by ? now - by : 0);
    else if (strcmp(argument, "+1") != 0)
        ws_tui_say(t, true, "invalid leap `%s`: expected leap -1 or leap +1", argument);
    else if (now == reached)
        ws_tui_say(t, false, "nothing lies ahead yet; space runs on");
    else
        ws_tui_travel(t, reached - now > by ? now + by : reached);
}

/* ---- marks ---- */

/* The place nearest to us in one direction among those looked at so far. */
typedef struct nearest {
    uint64_t now, cycle;
    bool ahead, found;
    char label[128];
} nearest;

static void nearest_try(nearest *n, uint64_t cycle, const char *label) {
    if (n->ahead ? cycle <= n->now : cycle >= n->now)
        return;
    if (n->found && (n->ahead ? cycle >= n->cycle : cycle <= n->cycle))
        return;
    n->found = true;
    n->cycle = cycle;
    snprintf(n->label, sizeof n->label, "%s", label);
}

static void forks_try(nearest *n, const ws_session *session, size_t present) {
    char label[128];
    for (size_t i = 1; i < ws_session_branch_count(session); i++) {
        ws_branch_info fork = ws_session_branch(session, i);
        if (i != present && fork.parent != present)
            continue;
        snprintf(label, sizeof label, "%s begins", fork.name);
        nearest_try(n, fork.forked, label);
    }
}

static void stops_try(nearest *n, const ws_watch *watch, size_t present) {
    size_t count;
    const ws_stop *stops = ws_watch_stops(watch, &count);
    for (size_t i = 0; i < count; i++)
        if (stops[i].branch == present)
            nearest_try(n, stops[i].cycle, stops[i].text);
}

/* Where the first ring of this branch closed, if it has been seen. */
static void deadlock_try(nearest *n, const ws_tui *t) {
    size_t present = ws_tui_branch(t);
    if (present < WS_DEADLOCKS_SEEN && t->run.deadlock[present] > 0)
        nearest_try(n, t->run.deadlock[present], "a deadlock: the ring closed here");
}

static void mark(ws_tui *t, const char *argument) {
    nearest n = {.now = ws_tui_cycle(t), .ahead = strcmp(argument, "next") == 0};
    if (!n.ahead && strcmp(argument, "previous") != 0) {
        ws_tui_say(t, true, "invalid mark `%s`: expected mark next or mark previous", argument);
        return;
    }
    if (t->view.overlay.shown == WS_OVERLAY_HELP) { /* there are pages to turn */
        ws_help_turn(t, n.ahead ? HELP_PAGE : -HELP_PAGE);
        return;
    }
    bool was_running = t->view.session.running;
    ws_tui_run(t, false);
    const ws_timeline *line = ws_session_timeline(t->session);
    for (size_t i = 0; i < line->mark_count; i++) {
        char label[128];
        if (ws_mark_of(line->marks[i].text) != WS_MARK_NONE)
            nearest_try(&n, line->marks[i].cycle,
                        ws_mark_label(line->marks[i].text, label, sizeof label));
    }
    forks_try(&n, t->session, ws_tui_branch(t));
    stops_try(&n, t->watch, ws_tui_branch(t));
    deadlock_try(&n, t);
    nearest_try(&n, n.ahead ? line->reached : 0, n.ahead ? "the latest" : "the begin");
    if (!n.found) {
        ws_tui_say(t, false, n.ahead ? "no mark lies ahead" : "this is the beginning");
        return;
    }
    ws_tui_travel(t, n.cycle);
    ws_tui_say(t, false, was_running ? "%s; paused, space runs on from here" : "%s", n.label);
}

/* ---- branches ---- */

static void fork_here(ws_tui *t, const char *argument) {
    (void)argument;
    size_t before = ws_tui_branch(t);
    bool was_ended = ws_session_ended(t->session);
    if (!ws_session_fork(t->session)) {
        ws_tui_say(t, true, "the session has too many branches; go on at the end of one of them");
        return;
    }
    size_t now = ws_tui_branch(t);
    if (ws_session_ended(t->session))
        ws_tui_say(t, true, "the scenario ends here; go back, and fork there");
    else if (now != before)
        ws_tui_say(t, false, "live on %s from here; what lay ahead stays with %s",
                   ws_session_branch(t->session, now).name,
                   ws_session_branch(t->session, before).name);
    else
        ws_tui_say(t, false, was_ended ? "live from here" : "already live: nothing lies ahead");
}

static void branches(ws_tui *t, const char *argument) {
    (void)argument;
    ws_overlay_toggle(&t->view, WS_OVERLAY_BRANCHES);
    t->view.overlay.branch_chosen = ws_tui_branch(t);
}

static void differ(ws_tui *t, const char *argument) {
    (void)argument;
    ws_error error;
    ws_difference found;
    size_t here = ws_tui_branch(t), other = t->view.overlay.branch_chosen;
    if (t->other.shadow && t->view.beside.parted) {
        ws_tui_travel(t, t->view.beside.cycle);
        return;
    }
    if (t->view.overlay.shown != WS_OVERLAY_BRANCHES || here == other) {
        ws_tui_say(t, false, "B lists the branches; choose another one there, then d");
        return;
    }
    const char *mine = ws_session_branch(t->session, here).name,
               *its = ws_session_branch(t->session, other).name;
    if (!ws_session_diff(t->session, here, other, &found, &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (found.differs)
        snprintf(t->difference, sizeof t->difference,
                 "%s and %s differ from cycle %" PRIu64 " on: %s", mine, its, found.cycle,
                 found.what);
    else
        snprintf(t->difference, sizeof t->difference,
                 "%s and %s do not differ up to cycle %" PRIu64, mine, its, found.cycle);
}

/* ---- watch ---- */

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

const ws_screen_command ws_run_commands[] = {
    {"run-pause", run_pause, "", "starts or pauses the run"},
    {"step", step, "N", "advances N cycles (default 1)"},
    {"slower", slower, "", "lowers the speed"},
    {"faster", faster, "", "raises the speed"},
    {"unlimited", unlimited, "", "runs as fast as possible, or at the speed of before"},
    {"speed", speed, "N|max|own",
     "runs N cycles a second; own: a flit takes about 1/3 second on a wire"},
    {"pace", speed, "N|max|own", "sets the speed, like `speed`"},
    {"back", back, "N", "steps back N cycles (default 1)"},
    {"seek", seek, "N|+N|-N|start|end",
     "goes to a cycle; runs there at full speed where it has not been yet"},
    {"leap", leap, "-1|+1", "leaps a twentieth of the run back or on"},
    {"mark", mark, "previous|next", "goes to the next or previous note, change, fork or stop"},
    {"fork", fork_here, "", "continues live from here on a new branch"},
    {"branches", branches, "", "shows or hides the list of branches"},
    {"differ", differ, "",
     "says where the branch chosen in the list differs from the present one; with A and B: "
     "goes there"},
    {"break", break_set, "CONDITION",
     "stops the run when a condition becomes true, such as waiting>20%, order>3, deadlock, "
     "kills"},
    {"unbreak", unbreak, "BREAK|all", "removes a breakpoint by its number, or all"},
    {"breaks", breaks, "", "shows or hides the list of breakpoints"},
    {NULL, NULL, NULL, NULL},
};
