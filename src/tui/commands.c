/* commands.c - what keys and the command line do. The screen's own commands (they change what is seen, and where in its time
 * the session is, but never the network) are rows of tables; every other line goes to the session, the only way by which a
 * network is changed. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/state.h"
#include "session/language/commands.h"

#define PAN_STEP     4
#define STEP_MAX     1000000
#define COMMANDS_MAX 96

/* ----------------------------------------------------------------------------------------------- running ---- */

static void run_pause(ws_tui *t, const char *argument) {
    (void)argument;
    if (ws_session_ended(t->session)) ws_tui_say_ended(t);
    else ws_tui_run(t, !t->view.running);
}

bool ws_tui_cycles(ws_tui *t, const char *argument, uint64_t *cycles) {
    char *end;
    *cycles = *argument ? strtoull(argument, &end, 10) : 1;
    if (*cycles > 0 && *cycles <= STEP_MAX && (!*argument || (!*end && *argument != '-'))) return true;
    ws_tui_say(t, true, "`%s` is no number of cycles; write 1 to %d", argument, STEP_MAX);
    return false;
}

static void step(ws_tui *t, const char *argument) {
    uint64_t cycles;
    if (!ws_tui_cycles(t, argument, &cycles)) return;
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
    t->view.branch_list = t->view.break_list = false;
    t->view.help = !t->view.help;
    t->view.help_top = 0;
}

static void command(ws_tui *t, const char *argument) { ws_prompt_open(t, WS_PROMPT_COMMAND, argument); }

static void zoom(ws_tui *t, const char *argument) {
    int now = (int)t->view.plan->style + 1;
    if (strcmp(argument, "fit") == 0) t->view.zoom = 0;
    else if (strcmp(argument, "in") == 0) t->view.zoom = ws_max(now - 1, 1);
    else if (strcmp(argument, "out") == 0) t->view.zoom = ws_min(now + 1, WS_MAP_STYLES);
    else ws_tui_say(t, true, "`%s` is no zoom; write in, out or fit", argument);
}

void ws_tui_help_scroll(ws_tui *t, int rows) {
    ws_rect help = ws_layout_make(&t->view, t->canvas.width, t->canvas.height).rect[WS_PANEL_HELP];
    ws_help_scroll(&t->view, rows, help.w, help.h);
}

static void pan(ws_tui *t, const char *argument) {
    static const struct {
        const char *name;
        int dx, dy;
    } ways[] = {{"left", -1, 0}, {"right", 1, 0}, {"up", 0, -1}, {"down", 0, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].name, argument) != 0) continue;
        if (t->view.help) {
            ws_tui_help_scroll(t, ways[i].dy);
            return;
        }
        if (t->view.branch_list) {
            ws_tui_branch_choose(t, ways[i].dy);
            return;
        }
        if (ways[i].dy && ws_tui_ports_seen(t)) {
            ws_tui_port_choose(t, ways[i].dy);
            return;
        }
        if (ways[i].dy && ws_tui_trees_seen(t)) {
            ws_tui_tree_choose(t, ways[i].dy);
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
    if (ws_tui_may_leave(t, "the same again leaves")) ws_tui_quit(t);
}

static const ws_screen_command commands[] = {
    {"run-pause", run_pause, "", "starts or pauses the run"},
    {"step", step, "N", "so many cycles on, one if it is not said"},
    {"slower", slower, "", "the next lower speed"},
    {"faster", faster, "", "the next higher speed"},
    {"unlimited", unlimited, "", "as fast as possible, and back"},
    {"speed", speed, "N|max", "cycles a second"},
    {"help", help, "", "all keys and signs, on or off"},
    {"command", command, "TEXT", "opens the command line, with a text in it"},
    {"zoom", zoom, "in|out|fit", "how closely the map is seen"},
    {"pan", pan, "left|right|up|down", "moves what is seen of the map"},
    {"theme", theme, "THEME|FILE|next", "other colours, which follow the changes of their file"},
    {"redraw", redraw, "", "draws the screen anew"},
    {"suspend", suspend, "", "back to the shell for a while"},
    {"quit", quit, "", "leaves wormscope"},
    {NULL, NULL, NULL, NULL},
};

static const ws_screen_command *const tables[] = {
    commands,          ws_select_commands, ws_trees_commands,   ws_ports_commands, ws_next_commands,   ws_travel_commands,
    ws_watch_commands, ws_filter_commands, ws_lecture_commands, ws_split_commands, ws_record_commands, ws_start_commands,
};

const ws_screen_command *ws_tui_command_at(size_t index) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const ws_screen_command *c = tables[i]; c->name; c++)
            if (index-- == 0) return c;
    return NULL;
}

/* -------------------------------------------------------------------------------------- to the session ---- */

static const ws_param *line_param(const char *line) {
    char name[64];
    return sscanf(line, " set %63s", name) == 1 ? ws_param_find(name) : NULL;
}

static void param_text(const ws_tui *t, const ws_param *param, char *text, size_t room) {
    ws_param_print(param, ws_net_def(ws_session_net(t->session)), text, room);
}

/* What was measured under the old settings says nothing about the new. */
static void measure_anew(ws_tui *t) {
    ws_error error;
    if (ws_tui_cycle(t) > ws_session_warmup(t->session)) ws_session_apply(t->session, "measure", &error);
}

/* The begin of a branch, said behind what was done: "; fork-1 begins here, main is kept (B)". */
static const char *fork_text(const ws_tui *t, size_t before, char *text, size_t room) {
    size_t now = ws_tui_branch(t);
    *text = '\0';
    if (now != before)
        snprintf(text, room, "; %s begins here, %s is kept (B lists)", ws_session_branch(t->session, now).name,
                 ws_session_branch(t->session, before).name);
    return text;
}

/* Worms in the network, and messages given up so far. */
typedef struct losses {
    uint64_t worms, messages;
} losses;

static losses losses_of(const ws_tui *t) {
    const ws_net *net = ws_session_net(t->session);
    uint64_t gone = ws_net_total(net, WS_TOTAL_PACKETS_DELIVERED) + ws_net_total(net, WS_TOTAL_RESETS);
    return (losses){ws_net_total(net, WS_TOTAL_PACKETS_INJECTED) - gone, ws_net_total(net, WS_TOTAL_MESSAGES_DROPPED)};
}

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static void session_apply(ws_tui *t, const char *line) {
    char before[128], after[128], fork[128];
    ws_error error;
    size_t branch = ws_tui_branch(t);
    uint64_t networks = ws_session_networks(t->session);
    losses past = losses_of(t);
    const ws_param *param = line_param(line);
    if (param) param_text(t, param, before, sizeof before);
    if (!ws_session_apply(t->session, line, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    t->stale = true;
    measure_anew(t);
    fork_text(t, branch, fork, sizeof fork);
    if (networks != ws_session_networks(t->session)) {
        uint64_t messages = losses_of(t).messages - past.messages;
        ws_tui_say(t, false, "a new network: %s; dropped %" PRIu64 " worm%s, %" PRIu64 " undelivered message%s%s", line,
                   past.worms, plural(past.worms), messages, plural(messages), fork);
        return;
    }
    if (!param) {
        ws_tui_say(t, false, "done: %s%s", line, fork);
        return;
    }
    param_text(t, param, after, sizeof after);
    bool read = ws_param_read_by(param, ws_net_def(ws_session_net(t->session)));
    const char *unread = read ? "" : " (no effect in this network)";
    if (strcmp(before, after) == 0) ws_tui_say(t, false, "%s stays %s %s%s%s", param->name, after, param->unit, unread, fork);
    else ws_tui_say(t, false, "%s %s → %s %s%s%s", param->name, before, after, param->unit, unread, fork);
}

static const ws_screen_command *screen_command_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const ws_screen_command *c = tables[i]; c->name; c++)
            if (strlen(c->name) == length && strncmp(c->name, name, length) == 0) return c;
    return NULL;
}

/* ---------------------------------------------------------------------------------------- what there is ---- */

static size_t command_names(const char **names, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const ws_screen_command *c = tables[i]; c->name && count < room; c++) names[count++] = c->name;
    for (size_t i = 0; i < ws_command_count && count < room; i++)
        if (ws_commands[i].where & WS_COMMAND_LIVE) names[count++] = ws_commands[i].name;
    return count;
}

/* Of a `set` also that its parameter can be set. What stands behind is told when the key is pressed. */
bool ws_tui_command_check(const ws_line *line, size_t word, ws_error *error) {
    const char *names[COMMANDS_MAX], *name = line->word[word].text;
    size_t count = command_names(names, COMMANDS_MAX), i = 0;
    while (i < count && strcmp(names[i], name) != 0) i++;
    if (i == count) return ws_fail_name(error, line, word, "command", names, count, sizeof *names);
    if (strcmp(name, "set") != 0) return true;
    const ws_param *param = word + 1 < line->count ? ws_param_find(line->word[word + 1].text) : NULL;
    if (!param) return ws_fail_name(error, line, word + 1, "parameter", &ws_params->name, ws_param_count, sizeof *ws_params);
    return param->live || ws_fail(error, line, word + 1, "%s cannot be changed while the network runs", param->name);
}

/* Is it a way to leave the session, or to write one? Whatever else one does takes back that one wanted to leave. */
static bool leaves(const ws_screen_command *c) { return c->run == quit || c->run == command || strcmp(c->name, "open") == 0; }

void ws_tui_command(ws_tui *t, const char *line) {
    line += strspn(line, " ");
    size_t length = strcspn(line, " ");
    ws_tui_touch(t);
    if (length == 0) return;
    const ws_screen_command *c = screen_command_find(line, length);
    if (!c) {
        t->leave_asked = false;
        session_apply(t, line);
        return;
    }
    const char *argument = line + length;
    t->message[0] = '\0';
    t->leave_asked &= leaves(c);
    c->run(t, argument + strspn(argument, " "));
}
