/* commands.c - a line goes to the row of its command (they change what is seen, and where in its
 * time the session is, but never the network), or to the session, the only way by which a
 * network is changed. */
#include "tui/commands.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/commands.h"
#include "session/language/params.h"
#include "session/language/stage_lines.h"
#include "session/language/suggest.h"
#include "session/stage.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"

#define STEP_MAX 1000000

bool ws_tui_cycles(ws_tui *t, const char *argument, uint64_t *cycles) {
    char *end;
    *cycles = *argument ? strtoull(argument, &end, 10) : 1;
    if (*cycles > 0 && *cycles <= STEP_MAX && (!*argument || (!*end && *argument != '-')))
        return true;
    ws_tui_say(t, true, "invalid number of cycles `%s`: expected 1 to %d", argument, STEP_MAX);
    return false;
}

/* ---- to the session ---- */

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
    if (ws_tui_cycle(t) > ws_session_warmup(t->session))
        ws_session_apply(t->session, "measure", &error);
}

/* The begin of a branch, said behind what was done: "; fork-1 begins here, main is kept (B)". */
static const char *fork_text(const ws_tui *t, size_t before, char *text, size_t room) {
    size_t now = ws_tui_branch(t);
    *text = '\0';
    if (now != before)
        snprintf(text, room, "; %s begins here, %s is kept (B lists)",
                 ws_session_branch(t->session, now).name,
                 ws_session_branch(t->session, before).name);
    return text;
}

/* Worms and messages given up so far. */
typedef struct losses {
    uint64_t worms, messages;
} losses;

static losses losses_of(const ws_tui *t) {
    const ws_net *net = ws_session_net(t->session);
    return (losses){
        .worms = ws_net_total(net, WS_TOTAL_PACKETS_LOST),
        .messages = ws_net_total(net, WS_TOTAL_MESSAGES_DROPPED),
    };
}

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

static bool is_cable_cut(const ws_frame *frame) {
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].cut)
            return true;
    return false;
}

/* What else there is to say of a line that makes a new network, or other ways in it. */
static const char *remark_on(const ws_tui *t, bool rebuilt, bool were_cut) {
    const ws_def *def = ws_net_def(ws_session_net(t->session));
    if (rebuilt)
        return were_cut ? "; all cables are whole again" : "";
    return def->routing == WS_ROUTING_SOURCE ? ", whose ways were fixed at the source" : "";
}

/* False if the language knows the first word of a line that it refuses. It knows no command of the
 * screen, so it cannot say which were meant. */
static bool unknown_say(ws_tui *t, const char *line) {
    const char *names[WS_COMMANDS_MAX];
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    for (size_t i = 0; i < ws_command_count; i++)
        if (strcmp(ws_commands[i].name, word) == 0)
            return false;
    if (!isalpha((unsigned char)*word))
        return false;
    size_t count = ws_screen_command_names(t->commands, names);
    const char *near = ws_suggest(word, WS_NAMES(names, count));
    if (near)
        ws_tui_say(t, true, "unknown command \"%s\"; did you mean \"%s\"?", word, near);
    else
        ws_tui_say(t, true, "unknown command \"%s\"; Tab behind `:` lists all", word);
    return true;
}

static void session_apply(ws_tui *t, const char *line) {
    char before[128], after[128], fork[128];
    ws_error error;
    size_t branch = ws_tui_branch(t);
    uint64_t networks = ws_session_networks(t->session);
    losses past = losses_of(t);
    bool rebuilt = strncmp(line, "rebuild", 7) == 0;
    bool were_cut = rebuilt && is_cable_cut(t->frame);
    const ws_param *param = line_param(line);
    if (param)
        param_text(t, param, before, sizeof before);
    if (t->lesson.play && !ws_tui_lesson_may(t, line, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    if (!ws_session_apply(t->session, line, &error)) {
        if (!unknown_say(t, line))
            ws_tui_say(t, true, "%s", error.text);
        ws_tui_lesson_refused(t);
        return;
    }
    t->run.stale = true;
    measure_anew(t);
    fork_text(t, branch, fork, sizeof fork);
    if (networks != ws_session_networks(t->session)) {
        losses now = losses_of(t);
        uint64_t worms = now.worms - past.worms;
        uint64_t messages = now.messages - past.messages;
        const char *done = rebuilt ? "a new network" : "done";
        ws_tui_say(t, false,
                   "%s: %s; lost %" PRIu64 " worm%s, %" PRIu64 " undelivered message%s%s%s", done,
                   line, worms, plural(worms), messages, plural(messages),
                   remark_on(t, rebuilt, were_cut), fork);
        return;
    }
    if (!param) {
        ws_tui_say(t, false, "done: %s%s", line, fork);
        return;
    }
    param_text(t, param, after, sizeof after);
    bool read = ws_param_read_by(param, ws_net_def(ws_session_net(t->session)));
    const char *unread = read ? "" : " (no effect in this network)";
    if (strcmp(before, after) == 0)
        ws_tui_say(t, false, "%s stays %s %s%s%s", param->name, after, param->unit, unread, fork);
    else
        ws_tui_say(t, false, "%s %s → %s %s%s%s", param->name, before, after, param->unit, unread,
                   fork);
}

/* Is it a way to leave the session, or to write one? Whatever else one does takes back that one
 * wanted to leave. */
static bool leaves(const ws_screen_command *c) {
    static const char *const ways[] = {"quit", "command", "open"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i], c->name) == 0)
            return true;
    return false;
}

/* A stage line for which this screen has no view: it is of use in a recorded lecture alone. */
static void stage_apply(ws_tui *t, const char *line) {
    ws_error error;
    bool is_seen = t->view.lecture || t->class.hosting;
    bool recorded = is_seen && ws_session_record_status(t->session).on;
    if (!recorded)
        ws_tui_say(t, true, "this screen has no view for `%s`", line);
    else if (!ws_session_stage(t->session, line, &error))
        ws_tui_say(t, true, "%s", error.text);
    else
        ws_tui_say(t, false, "recorded: %s", line);
}

/* Where the session is, for a student who goes somewhere by oneself. */
typedef struct whereabouts {
    uint64_t cycle;
    size_t branch;
    bool running;
} whereabouts;

static whereabouts whereabouts_of(const ws_tui *t) {
    return (whereabouts){ws_tui_cycle(t), ws_tui_branch(t), t->view.session.running};
}

static void roam_if_gone(ws_tui *t, const whereabouts *was) {
    whereabouts now = whereabouts_of(t);
    bool is_gone = now.cycle != was->cycle || now.branch != was->branch;
    if (is_gone || (now.running && !was->running))
        ws_tui_class_roam(t, true);
}

static void command_run(ws_tui *t, const char *line);

void ws_tui_command(ws_tui *t, const char *line) {
    if (!t->session || !t->class.follower) {
        command_run(t, line);
        return;
    }
    bool followed = !t->view.class.roaming;
    if (followed)
        t->view.session.running = false; /* it is the lecture that runs */
    whereabouts was = whereabouts_of(t);
    command_run(t, line);
    if (t->session && t->class.follower && followed)
        roam_if_gone(t, &was);
}

static void command_run(ws_tui *t, const char *line) {
    line += strspn(line, " ");
    size_t length = strcspn(line, " ");
    ws_tui_touch(t);
    if (length == 0)
        return;
    const ws_screen_command *c = ws_screen_command_find(t->commands, line, length);
    if (!c && ws_stage_line_find(line, length)) {
        stage_apply(t, line);
        return;
    }
    if (!c) {
        t->saved.asked = false;
        session_apply(t, line);
        return;
    }
    const char *argument = line + length;
    t->message[0] = '\0';
    t->saved.asked &= leaves(c);
    c->run(t, argument + strspn(argument, " "));
}
