/* record.c - what is kept and left: recordings, branches and pictures in files; another scenario;
 * leaving the program. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "export/formats.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"
#include "session/session.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/run.h"
#include "tui/start_screen.h"
#include "tui/state.h"

/* ---- record ---- */

#define NAMES_MAX 10000

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
        if (*c == '/' || *c == ' ')
            *c = '-';
    for (int n = 1; n < NAMES_MAX; n++) {
        snprintf(path, 256, "wormscope-%s-%d.wsr", scenario, n);
        if (is_free(path))
            return true;
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
    if (t->class.hosting) {
        ws_tui_say(t, true, "the class keeps its journal: `wormscope host --record FILE`");
        return;
    }
    if (on && *argument)
        ws_tui_say(t, true, "a recording is being made already; R stops it");
    else if (on)
        ws_tui_record_stop(t);
    else if (*argument)
        start(t, argument);
    else if (name_find(t, path))
        start(t, path);
    else
        ws_tui_say(t, true, "no recording: no name is free here; write record FILE");
}

/* That of the session, and what has been changed on the way to here: two scenarios of one session
 * are told apart by it. */
static void title_make(ws_tui *t, char *title, size_t room) {
    size_t count;
    char value[96];
    const ws_change *change = ws_session_changes(t->session, &count);
    int used = snprintf(title, room, "%.200s", ws_session_title(t->session));
    for (size_t i = 0; i < count && used > 0 && (size_t)used < room; i++) {
        ws_param_print(change[i].param, ws_net_def(ws_session_net(t->session)), value,
                       sizeof value);
        used += snprintf(title + used, room - (size_t)used, "%s %s %s",
                         i ? "," : "; changed:", change[i].param->name, value);
    }
}

static bool branch_save(ws_tui *t, size_t branch, const char *path, const char *title,
                        ws_error *error) {
    char own[400];
    title_make(t, own, sizeof own);
    if (!*title && branch == ws_tui_branch(t))
        title = own;
    if (text_ends(path, ".ws"))
        return ws_session_save_scenario(t->session, branch, path, *title ? title : NULL, error);
    return ws_session_save(t->session, branch, path, error);
}

/* Cuts " title=WORDS" off a line `FILE title=WORDS`; returns the words, "" if there are none. */
static const char *title_cut(char *line) {
    char *at = strstr(line, " title=");
    if (!at)
        return "";
    *at = '\0';
    return at + strlen(" title=");
}

/* The branch that is chosen in the list, or the present one. */
static void save(ws_tui *t, const char *argument) {
    ws_error error;
    size_t branch = t->view.overlay.shown == WS_OVERLAY_BRANCHES ? t->view.overlay.branch_chosen
                                                                 : ws_tui_branch(t);
    const char *name = ws_session_branch(t->session, branch).name;
    char path[512];
    snprintf(path, sizeof path, "%s", argument);
    const char *title = title_cut(path);
    if (!*path)
        ws_tui_say(t, true, "a name is missing; write save FILE.wsr or save NAME.ws");
    else if (!branch_save(t, branch, path, title, &error))
        ws_tui_say(t, true, "%s is not saved: %s", name, error.text);
    else {
        ws_recent_add(path);
        ws_tui_saved(t, branch);
        ws_tui_say(t, false, "%s is saved: %s", name, path);
    }
}

/* ---- picture ---- */

/* In all the colours of the theme, whatever this terminal has. */
static void picture_write(ws_tui *t, const ws_format *format, FILE *out) {
    ws_colour_depth depth = t->view.depth;
    t->view.depth = WS_DEPTH_DIRECT;
    t->loop.paint(t);
    format->write(out, &t->display.canvas, &t->theme.now, t->view.session.name);
    t->view.depth = depth;
}

static void picture(ws_tui *t, const char *argument) {
    const ws_format *format = ws_format_find(argument);
    if (!format) {
        ws_tui_say(t, true, "`%s` names no picture; write a name that ends in %s", argument,
                   WS_FORMAT_SUFFIXES);
        return;
    }
    ws_whole_file file;
    bool written = ws_whole_open(&file, argument);
    if (written) {
        picture_write(t, format, file.out);
        written = ws_whole_close(&file);
    }
    if (written)
        ws_tui_say(t, false, "the picture is in %s", argument);
    else
        ws_tui_say(t, true, "%s: %s", argument, strerror(errno));
}

/* ---- open ---- */

/* A key alone does not lead out of a lesson. */
static bool in_lesson(const ws_tui *t) {
    return t->lesson.play && ws_play_item(t->lesson.play);
}

static void open_other(ws_tui *t, const char *argument) {
    if (!*argument && in_lesson(t)) {
        ws_tui_say(t, true, "a lesson is being taken: `:open NAME` leaves it, q ends");
        return;
    }
    ws_tui_run(t, false);
    if (*argument)
        ws_tui_go_to(t, argument);
    else
        ws_tui_start_show(t);
}

/* ---- quit ---- */

static void suspend(ws_tui *t, const char *argument) {
    (void)argument;
    if (!t->platform->suspend) {
        ws_tui_say(t, true, "there is no shell behind this screen");
        return;
    }
    t->platform->suspend(t);
    ws_tui_redraw_all(t);
}

static void quit(ws_tui *t, const char *argument) {
    (void)argument;
    if (ws_tui_may_leave(t, "press it again to leave"))
        ws_tui_quit(t);
}

const ws_screen_command ws_record_commands[] = {
    {"record", record, "FILE",
     "records the whole session from cycle 0 on, or stops recording; without a name to "
     "wormscope-SCENARIO-N.wsr"},
    {"save", save, "FILE",
     "saves the present branch, or the one chosen in the list of branches, as a recording; "
     "with a name that ends with .ws, as a scenario that runs to the same digest, whose title "
     "says what was changed, or is given behind title="},
    {"picture", picture, "FILE", "writes the screen to FILE: .svg, .html or .txt"},
    {"open", open_other, "FILE",
     "opens another scenario or recording; without a name the start screen, where Esc returns"},
    {"suspend", suspend, "", "returns to the shell for a while"},
    {"quit", quit, "", "leaves wormscope"},
    {NULL, NULL, NULL, NULL},
};
