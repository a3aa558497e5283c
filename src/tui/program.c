/* program.c - the program with a screen, put together: terminal, loop, keys, first session; and
 * what becomes of it in the end. */
#include <langinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "session/language/tell.h"
#include "session/library/find.h"
#include "tui/beside.h"
#include "tui/commands.h"
#include "tui/event_loop.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/run.h"
#include "tui/start_screen.h"
#include "tui/state.h"
#include "tui/terminal.h"
#include "tui/theme_file.h"
#include "tui/tui.h"
#include "tui/user_keys.h"
#include "wormscope/memory.h"

/* ---- newcomer ---- */

/* Who starts the program for the first time. */

/* True once for each user: the second time it is known that they have been here. False also where
 * that cannot be remembered. */
static bool newcomer(void) {
    char *path = ws_user_path(WS_STATE_DIR, "greeted");
    if (!path || ws_is_file(path)) {
        free(path);
        return false;
    }
    ws_user_folders(path);
    FILE *file = fopen(path, "we");
    free(path);
    if (!file)
        return false;
    fclose(file);
    return true;
}

/* ---- program ---- */

static void on_input(uv_poll_t *poll_handle, int status, int events) {
    ws_tui *t = poll_handle->data;
    (void)events;
    if (status < 0 || !ws_tui_input(t))
        ws_tui_quit(t);
}

static void on_signal(uv_signal_t *handle, int number) {
    ws_tui *t = handle->data;
    switch (number) {
    case SIGWINCH: ws_tui_size_renew(t); return;
    case SIGTSTP: ws_tui_command(t, "suspend"); return;
    case SIGCONT:
        ws_terminal_retake();
        ws_terminal_make_blocking();
        ws_tui_size_renew(t);
        return;
    default: ws_tui_quit(t);
    }
}

static const int caught[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};

static void signals_begin(ws_tui *t) {
    for (size_t i = 0; i < sizeof caught / sizeof *caught && !t->loop.fault; i++) {
        uv_signal_t *handle = &t->loop.signals[i];
        handle->data = t;
        ws_tui_check(t, ws_uv_signal(&t->loop.uv, handle, on_signal, caught[i]));
    }
}

/* False: not even a loop is there. Other errors are in loop.fault, and the loop must be ended. */
static bool loop_begin(ws_tui *t) {
    t->loop.paint = ws_tui_paint;
    t->commands = ws_command_tables;
    if (!ws_loop_begin(t))
        return false;
    ws_tui_theme_begin(t);
    signals_begin(t);
    return true;
}

static void watch_input(ws_tui *t) {
    int failed = uv_poll_init(&t->loop.uv, &t->loop.input, STDIN_FILENO);
    t->loop.input.data = t;
    ws_tui_check(t, failed ? failed
                           : uv_poll_start(&t->loop.input, UV_READABLE | UV_DISCONNECT, on_input));
    ws_terminal_make_blocking();
}

static void theme_begin(ws_tui *t, const ws_tui_wishes *w, ws_colour_depth depth) {
    ws_error error;
    t->display.glyphs = w->glyphs ? w->glyphs : ws_glyphs_for(nl_langinfo(CODESET), getenv("TERM"));
    t->display.emitter = ws_emitter_new(ws_terminal_traits(depth));
    const char *usual = depth != WS_DEPTH_MONO ? "dark" : "mono";
    const char *name = w->theme ? w->theme : usual;
    if (ws_tui_theme(t, name, &error))
        return;
    t->theme.now = ws_theme_default(); /* always there: a missing file must not keep anybody out */
    ws_emitter_theme(t->display.emitter, &t->theme.now);
    ws_tui_say(t, true, "%s", error.text);
}

/* Keys of one's own that cannot be read must not keep anybody out. */
static void keys_begin(ws_tui *t) {
    ws_error error;
    char text[400];
    if (!ws_user_keys_read(&t->keys, &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (!*t->message && *ws_user_keys_tell(&t->keys, text, sizeof text))
        ws_tui_say(t, false, "%s", text);
}

/* A recording that cannot be made is no reason not to run, but to say so. */
static void recording_begin(ws_tui *t, const ws_tui_wishes *w) {
    ws_error error;
    if (w->record && !ws_tui_record_start(t, w->record, &error)) {
        t->recorder.lost = true;
        snprintf(t->recorder.end, sizeof t->recorder.end, "no recording was made: %s", error.text);
        ws_tui_say(t, true, "no recording: %s", error.text);
    }
    ws_tui_record_begin(t);
}

/* The lecture of somebody else. */
static bool class_join(ws_tui *t, const ws_tui_wishes *w, ws_fault *fault) {
    ws_error error;
    ws_session *session = ws_tui_class_join(t, w->join, &error);
    if (session)
        ws_tui_show(t, session, NULL);
    else
        ws_tell(stderr, "wormscope: %s", error.text);
    *fault = WS_FAULT_IO;
    return session != NULL;
}

/* Holds the class that was asked for. An unfinished journal is gone on with, from where it ends. */
static bool class_host(ws_tui *t, const ws_tui_wishes *w) {
    ws_error error;
    ws_recorded recorded;
    bool good = true;
    if (w->host->resume && ws_session_recorded(t->session, &recorded))
        good = ws_session_branch_switch(t->session, recorded.branch, recorded.end, &error);
    t->run.stale = true;
    good = good && ws_tui_class_host(t, w->host, w->seats, &error);
    if (!good)
        ws_tell(stderr, "wormscope: %s", error.text);
    return good;
}

static bool lesson_open(ws_tui *t, const char *name, const ws_tui_wishes *w, ws_fault *fault) {
    ws_error error;
    *fault = WS_FAULT_USAGE;
    if (ws_tui_lesson_open(t, name, w->draw, w->again, &error))
        return true;
    ws_tell(stderr, "wormscope learn: %s", error.text);
    return false;
}

/* What was asked for, or the choice of it. False with an error that is no matter of the
 * terminal. */
static bool first_open(ws_tui *t, const ws_tui_wishes *w, ws_fault *fault) {
    ws_error error;
    if (w->join)
        return class_join(t, w, fault);
    if (w->lesson)
        return lesson_open(t, w->lesson, w, fault);
    if (!w->scenario) {
        ws_tui_start_show(t);
        if (newcomer())
            ws_tui_say(t, false, "New here? Enter begins a tour of three minutes.");
        return true;
    }
    if (ws_tui_is_lesson(w->scenario))
        return lesson_open(t, w->scenario, w, fault);
    if (ws_tui_open(t, w->scenario, fault, &error))
        return true;
    ws_tell(stderr, "wormscope: %s", error.text);
    return false;
}

static ws_tui_end screen_run(ws_tui *t, const ws_tui_wishes *w) {
    ws_error error;
    ws_colour_depth depth = ws_terminal_depth();
    (void)ws_depth_find(w->colours ? w->colours : "auto", depth, &depth);
    if (!ws_terminal_open(!w->no_mouse, &error)) {
        ws_tell(stderr, "wormscope: %s", error.text);
        return WS_TUI_NO_TERMINAL;
    }
    theme_begin(t, w, depth);
    keys_begin(t);
    t->view.glyphs = t->start.screen.glyphs = t->display.glyphs;
    t->view.theme = &t->theme.now;
    t->view.depth = depth;
    if (t->session && t->lecture)
        ws_tui_lecture(t, true);
    if (t->class.follower)
        ws_tui_class_follow(t);
    watch_input(t);
    if (t->session)
        recording_begin(t, w);
    ws_tui_size_renew(t);
    while (!t->loop.quitting)
        (void)uv_run(&t->loop.uv, UV_RUN_DEFAULT); /* what is left in it is the next line's */
    ws_terminal_close();
    ws_tui_close(t);
    ws_emitter_free(t->display.emitter);
    ws_canvas_free(&t->display.canvas);
    if (*t->recorder.end)
        ws_tell(stderr, "wormscope: %s", t->recorder.end);
    return t->recorder.lost ? WS_TUI_RECORDING_LOST : WS_TUI_LEFT;
}

ws_tui_end ws_tui_main(const ws_tui_wishes *w, ws_fault *fault) {
    ws_tui_end end = WS_TUI_NOT_OPENED;
    ws_tui *t = calloc(1, sizeof *t);
    if (!t)
        ws_no_memory(0);
    t->options = *w->options;
    if (!t->options.has_cycles) { /* a screen has no end of its own: the user has */
        t->options.has_cycles = true;
        t->options.cycles = UINT64_MAX - 1;
    }
    t->options.keyframe_bytes = WS_KEYFRAME_BYTES;
    t->options.phases = true;
    t->run.paused = w->paused;
    t->lecture = w->lecture;
    t->run.asked = w->speed;
    t->papers.source = w->papers;
    t->class.held = w->host != NULL;
    bool loop = loop_begin(t);
    if (!t->loop.fault && first_open(t, w, fault) && !t->loop.fault) {
        if (!w->host || class_host(t, w))
            end = screen_run(t, w);
        else
            end = WS_TUI_NOT_LISTENING;
    }
    ws_tui_close(t); /* what it has in the loop goes first */
    if (loop)
        ws_loop_end(t);
    if (t->loop.fault) {
        fprintf(stderr, "wormscope: the event loop of the screen has failed: %s\n",
                uv_strerror(t->loop.fault));
        end = WS_TUI_LOOP_FAILED;
    }
    ws_start_free(&t->start.screen);
    free(t);
    return end;
}
