/* record.c - recordings that are made from the screen: started at any moment, they tell everything from cycle 0 on.
 *
 * While one is being made, a timer sees to it once a second that little is lost if the program is killed, and whether there is
 * trouble, which is said once. What became of a recording is said again when the terminal is the shell's again. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/recent.h"
#include "tui/state.h"

#define TICK_MS   1000
#define NAMES_MAX 10000

static void on_tick(uv_timer_t *timer) {
    ws_tui *t = timer->data;
    ws_session_record_tick(t->session);
    ws_record_status status = ws_session_record_status(t->session);
    if (status.trouble && !t->record_trouble) {
        t->record_trouble = true;
        ws_tui_say(t, true, "%s", status.trouble);
        ws_tui_touch(t);
    }
    if (!status.on) ws_tui_check(t, uv_timer_stop(timer));
}

void ws_tui_record_begin(ws_tui *t) {
    t->record_timer.data = t;
    if (!ws_session_record_status(t->session).on) return;
    ws_tui_check(t, uv_timer_start(&t->record_timer, on_tick, TICK_MS, TICK_MS));
}

bool ws_tui_record_start(ws_tui *t, const char *path, ws_error *error) {
    if (!ws_session_record_start(t->session, path, error)) return false;
    t->record_trouble = false;
    return true;
}

/* What became of it, for the time behind the screen. */
bool ws_tui_record_stop(ws_tui *t) {
    ws_error error;
    char path[512];
    ws_record_status status = ws_session_record_status(t->session);
    if (!status.path) return !t->record_lost;
    snprintf(path, sizeof path, "%s", status.path);
    bool good = ws_session_record_stop(t->session, &error);
    t->record_lost |= !good;
    if (good) {
        ws_recent_add(path);
        ws_tui_saved_all(t);
    }
    if (good) snprintf(t->record_end, sizeof t->record_end, "recorded; `wormscope %.500s` opens it", path);
    else snprintf(t->record_end, sizeof t->record_end, "the recording is not whole: %.500s", error.text);
    ws_tui_say(t, !good, "%s", t->record_end);
    return !t->record_lost;
}

static bool is_free(const char *path) {
    char part[300];
    snprintf(part, sizeof part, "%s.part", path);
    return access(path, F_OK) != 0 && errno == ENOENT && access(part, F_OK) != 0;
}

/* wormscope-SCENARIO-N.wsr with the first N that is free. */
static bool name_find(const ws_tui *t, char path[256]) {
    char scenario[128];
    const char *name = ws_session_name(t->session);
    size_t from = strlen(name) > 60 ? strlen(name) - 60 : 0;
    snprintf(scenario, sizeof scenario, "%s", name + from);
    for (char *c = scenario; *c; c++)
        if (*c == '/' || *c == ' ') *c = '-';
    for (int n = 1; n < NAMES_MAX; n++) {
        snprintf(path, 256, "wormscope-%s-%d.wsr", scenario, n);
        if (is_free(path)) return true;
    }
    return false;
}

static void start(ws_tui *t, const char *path) {
    ws_error error;
    if (!ws_tui_record_start(t, path, &error)) {
        ws_tui_say(t, true, "no recording: %s", error.text);
        return;
    }
    ws_tui_record_begin(t);
    ws_tui_say(t, false, "recording to %s, from cycle 0 on; R stops it", path);
}

static void record(ws_tui *t, const char *argument) {
    char path[256];
    bool on = ws_session_record_status(t->session).path != NULL;
    if (on && *argument) ws_tui_say(t, true, "a recording is being made already; R stops it");
    else if (on) ws_tui_record_stop(t);
    else if (*argument) start(t, argument);
    else if (name_find(t, path)) start(t, path);
    else ws_tui_say(t, true, "no recording: no name is free here; write record FILE");
}

/* The branch that is chosen in the list, or the present one. */
static void save(ws_tui *t, const char *argument) {
    ws_error error;
    size_t branch = t->view.branch_list ? t->view.branch_chosen : ws_tui_branch(t);
    const char *name = ws_session_branch(t->session, branch).name;
    if (!*argument) ws_tui_say(t, true, "a name is missing; write save FILE");
    else if (!ws_session_save(t->session, branch, argument, &error)) ws_tui_say(t, true, "%s is not saved: %s", name, error.text);
    else {
        ws_recent_add(argument);
        ws_tui_saved(t, branch);
        ws_tui_say(t, false, "%s is saved: %s", name, argument);
    }
}

const ws_screen_command ws_record_commands[] = {
    {"record", record, "FILE",
     "records the whole session from cycle 0 on, or stops it; wormscope-SCENARIO-N.wsr if no file is named"},
    {"save", save, "FILE", "saves the present branch, or the one chosen in the list of branches, as a recording"},
    {NULL, NULL, NULL, NULL},
};
