/* tui_commands.c - what keys and the command line do. The screen's own commands (they change what is seen, never the network) are
 * rows of a table; every other line goes to the session, the only way by which a network is changed. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/tui_state.h"
#include "session/params.h"

#define PAN_STEP 4

typedef struct screen_command {
    const char *name;
    void (*run)(ws_tui *t, const char *argument);
} screen_command;

/* ----------------------------------------------------------------------------------------------- running ---- */

static void run_pause(ws_tui *t, const char *argument) {
    (void)argument;
    if (ws_session_ended(t->session))
        ws_tui_say(t, true, "the run has ended at cycle %" PRIu64, ws_net_cycle(ws_session_net(t->session)));
    else ws_tui_run(t, !t->view.running);
}

static void step(ws_tui *t, const char *argument) {
    char *end;
    uint64_t cycles = *argument ? strtoull(argument, &end, 10) : 1;
    if (cycles == 0 || cycles > 1000000 || (*argument && (*end || *argument == '-'))) {
        ws_tui_say(t, true, "`%s` is no number of cycles; write step 1 to step 1000000", argument);
        return;
    }
    ws_tui_run(t, false);
    ws_tui_step(t, cycles);
}

static void slower(ws_tui *t, const char *argument) {
    (void)argument;
    ws_tui_speed(t, ws_pace_next(t->pace.speed, -1));
}
static void faster(ws_tui *t, const char *argument) {
    (void)argument;
    ws_tui_speed(t, ws_pace_next(t->pace.speed, 1));
}
static void unlimited(ws_tui *t, const char *argument) {
    (void)argument;
    ws_tui_speed(t, isinf(t->pace.speed) ? t->limited_speed : INFINITY);
}
static void speed(ws_tui *t, const char *argument) {
    double value;
    if (ws_pace_parse(argument, &value)) ws_tui_speed(t, value);
    else ws_tui_say(t, true, "`%s` is no speed; write a number of cycles a second, or max", argument);
}

/* ----------------------------------------------------------------------------------------------- looking ---- */

static void help(ws_tui *t, const char *argument) {
    (void)argument;
    t->view.help = !t->view.help;
    t->view.help_top = 0;
}

static void command(ws_tui *t, const char *argument) {
    (void)argument;
    ws_prompt_open(t);
}

static void worm_select(ws_tui *t, const ws_frame_worm *worm) {
    t->view.selected = worm ? worm->packet : WS_NIL;
    t->view.selected_entered = worm ? worm->entered : 0;
}

/* The blocked worm `by` places after the selected one in the list, round and round. */
static const ws_frame_worm *blocked_after(const ws_tui *t, int by) {
    const ws_frame *f = t->frame;
    uint32_t count = f->blocked_worms;
    if (count == 0) return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (ws_worm_selected(&t->view, &f->worm[f->blocked[i]])) return &f->worm[f->blocked[(i + count + (uint32_t)by) % count]];
    return &f->worm[f->blocked[by > 0 ? 0 : count - 1]];
}

static void select_worm(ws_tui *t, const char *argument) {
    const ws_frame_worm *chosen = ws_frame_worm_of(t->frame, t->view.selected);
    if (strcmp(argument, "next") == 0) {
        worm_select(t, blocked_after(t, 1));
    } else if (strcmp(argument, "previous") == 0) {
        worm_select(t, blocked_after(t, -1));
    } else if (strcmp(argument, "blocker") == 0) {
        if (!chosen) chosen = blocked_after(t, 1);
        const ws_frame_worm *blocker = chosen ? ws_frame_worm_of(t->frame, chosen->waits_for) : NULL;
        if (blocker) worm_select(t, blocker);
        else ws_tui_say(t, false, chosen ? "this worm waits for no other: the root" : "no worm is blocked");
    } else if (strcmp(argument, "none") == 0) {
        worm_select(t, NULL);
        t->view.help = false;
    } else {
        ws_tui_say(t, true, "`%s` is nothing to select; write next, previous, blocker or none", argument);
    }
}

static void zoom(ws_tui *t, const char *argument) {
    int now = (int)t->view.plan->style + 1;
    if (strcmp(argument, "fit") == 0) t->view.zoom = 0;
    else if (strcmp(argument, "in") == 0) t->view.zoom = ws_max(now - 1, 1);
    else if (strcmp(argument, "out") == 0) t->view.zoom = ws_min(now + 1, WS_MAP_STYLES);
    else ws_tui_say(t, true, "`%s` is no zoom; write in, out or fit", argument);
}

static void pan(ws_tui *t, const char *argument) {
    static const struct {
        const char *name;
        int dx, dy;
    } ways[] = {{"left", -1, 0}, {"right", 1, 0}, {"up", 0, -1}, {"down", 0, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].name, argument) != 0) continue;
        if (t->view.help) {
            t->view.help_top = ws_clamp(t->view.help_top + ways[i].dy, 0, (int)t->keys.count + 12);
            return;
        }
        const ws_map_plan *plan = t->view.plan;
        t->view.pan_x = ws_clamp(t->view.pan_x + 2 * PAN_STEP * ways[i].dx, 0, ws_max(plan->width - plan->area_w, 0));
        t->view.pan_y = ws_clamp(t->view.pan_y + PAN_STEP * ways[i].dy, 0, ws_max(plan->height - plan->area_h, 0));
        return;
    }
    ws_tui_say(t, true, "`%s` is no way to pan; write left, right, up or down", argument);
}

static void theme(ws_tui *t, const char *argument) {
    ws_error error;
    const char *name = argument;
    if (strcmp(argument, "next") == 0) {
        size_t i = 0;
        while (ws_theme_names[i] && strcmp(ws_theme_names[i], t->theme_name) != 0) i++;
        name = ws_theme_names[i] && ws_theme_names[i + 1] ? ws_theme_names[i + 1] : ws_theme_names[0];
    }
    if (ws_tui_theme(t, name, &error)) ws_tui_say(t, false, "theme %s", name);
    else ws_tui_say(t, true, "%s", error.text);
}

static void redraw(ws_tui *t, const char *argument) {
    (void)argument;
    ws_tui_redraw_all(t);
}

static void suspend(ws_tui *t, const char *argument) {
    (void)argument;
    ws_terminal_suspend();
    ws_terminal_make_blocking();
    ws_tui_redraw_all(t);
}

static void quit(ws_tui *t, const char *argument) {
    (void)argument;
    ws_tui_quit(t);
}

static const screen_command commands[] = {
    {"run-pause", run_pause}, {"step", step},       {"slower", slower}, {"faster", faster},
    {"unlimited", unlimited}, {"speed", speed},     {"help", help},     {"command", command},
    {"select", select_worm},  {"zoom", zoom},       {"pan", pan},       {"theme", theme},
    {"redraw", redraw},       {"suspend", suspend}, {"quit", quit},
};

/* -------------------------------------------------------------------------------------- to the session ---- */

static const ws_param *line_param(const char *line) {
    char name[64];
    return sscanf(line, " set %63s", name) == 1 ? ws_param_find(name) : NULL;
}

static void param_text(const ws_tui *t, const ws_param *param, char *text, size_t room) {
    ws_param_print(param, ws_net_def(ws_session_net(t->session)), text, room);
}

static void session_apply(ws_tui *t, const char *line) {
    char before[128], after[128];
    ws_error error;
    const ws_param *param = line_param(line);
    if (param) param_text(t, param, before, sizeof before);
    if (!ws_session_apply(t->session, line, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    t->stale = true;
    /* what was measured under the old settings says nothing about the new */
    if (ws_net_cycle(ws_session_net(t->session)) > ws_session_warmup(t->session))
        ws_metrics_reset(ws_session_metrics(t->session), ws_session_net(t->session));
    if (!param) {
        ws_tui_say(t, false, "done: %s", line);
        return;
    }
    param_text(t, param, after, sizeof after);
    bool read = ws_param_read_by(param, ws_net_def(ws_session_net(t->session)));
    ws_tui_say(t, false, "%s %s → %s %s%s", param->name, before, after, param->unit,
               read ? "" : " (not read by this network now)");
}

void ws_tui_command(ws_tui *t, const char *line) {
    line += strspn(line, " ");
    size_t length = strcspn(line, " ");
    ws_tui_touch(t);
    if (length == 0) return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strlen(commands[i].name) != length || strncmp(commands[i].name, line, length) != 0) continue;
        const char *argument = line + length;
        t->message[0] = '\0';
        commands[i].run(t, argument + strspn(argument, " "));
        return;
    }
    session_apply(t, line);
}
