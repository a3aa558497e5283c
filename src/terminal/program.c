/* program.c - the program with a screen, put together: terminal, loop, keys, first session; and
 * what becomes of it in the end. */
#include "terminal/program.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>

#include "session/language/tell.h"
#include "session/library/find.h"
#include "terminal/screen.h"
#include "terminal/terminal.h"
#include "tui/commands.h"
#include "tui/user_keys.h"
#include "wormscope/memory.h"

enum {
    JOIN_MS = 10000,
    PATIENCE_MS = 600000 /* a laptop may sleep; until then the student has the session */
};

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

static void theme_begin(ws_screen *screen, const ws_tui_wishes *w, ws_colour_depth depth) {
    ws_tui *t = &screen->tui;
    ws_error error;
    const ws_glyphs *able = ws_glyphs_for(nl_langinfo(CODESET), getenv("TERM"));
    screen->emitter = ws_emitter_new(ws_terminal_traits(depth));
    ws_tui_seen(t, w->glyphs ? w->glyphs : able, depth);
    const char *usual = depth != WS_DEPTH_MONO ? "dark" : "mono";
    const char *name = w->theme ? w->theme : usual;
    if (ws_tui_theme(t, name, &error))
        return;
    t->theme.now = ws_theme_default(); /* always there: a missing file must not keep anybody out */
    t->platform->colours(t);
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

/* Until the head of the journal has come, or nothing more will. */
static ws_session *session_wait(ws_screen *screen) {
    const ws_carrier *carrier = screen->tui.class.carrier;
    ws_follower *follower = screen->tui.class.follower;
    while (!ws_follower_session(follower) && !carrier->tell(carrier).given_up)
        uv_run(&screen->uv, UV_RUN_ONCE);
    return ws_follower_session(follower);
}

static void on_heard(void *screen) {
    ws_tui_class_heard(screen);
}

/* The lecture of somebody else. */
static bool class_join(ws_screen *screen, const ws_join_wishes *w, ws_fault *fault) {
    ws_tui *t = &screen->tui;
    const ws_client_wishes line = {JOIN_MS, on_heard, screen};
    ws_follower *follower = ws_follower_new(w->name, w->token, &t->options);
    t->options.bound = (ws_bound){.nodes = 0}; /* what is opened by hand is wanted */
    ws_follower_stay(follower);
    ws_carrier *carrier = ws_client_begin(&screen->uv, w->address, follower, &line);
    ws_tui_class_joined(t, follower, carrier);
    ws_session *session = session_wait(screen);
    ws_follower_status status = ws_follower_tell(follower);
    *w->too_large = status.too_large;
    *fault = WS_FAULT_IO;
    if (session) {
        ws_client_patience(carrier, PATIENCE_MS);
        ws_tui_show(t, session, NULL);
        return true;
    }
    ws_tell(stderr, "wormscope: %.500s", *status.why ? status.why : carrier->tell(carrier).why);
    ws_tui_class_end(t);
    return false;
}

/* Holds the class that was asked for. An unfinished journal is gone on with, from where it ends. */
static bool class_host(ws_screen *screen, const ws_tui_wishes *w) {
    ws_error error;
    ws_recorded recorded;
    ws_hosting *hosting = NULL;
    ws_tui *t = &screen->tui;
    bool good = true;
    if (w->host->resume && ws_session_recorded(t->session, &recorded))
        good = ws_session_branch_switch(t->session, recorded.branch, recorded.end, &error);
    t->run.stale = true;
    if (good)
        hosting = ws_hosting_begin(&screen->uv, t->session, w->host, &error);
    if (hosting)
        ws_tui_class_hold(t, hosting, w->seats);
    else
        ws_tell(stderr, "wormscope: %s", error.text);
    return hosting != NULL;
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
static bool first_open(ws_screen *screen, const ws_tui_wishes *w, ws_fault *fault) {
    ws_error error;
    ws_tui *t = &screen->tui;
    if (w->join)
        return class_join(screen, w->join, fault);
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

static ws_tui_end screen_run(ws_screen *screen, const ws_tui_wishes *w) {
    ws_error error;
    ws_tui *t = &screen->tui;
    ws_colour_depth depth = ws_terminal_depth();
    (void)ws_depth_find(w->colours ? w->colours : "auto", depth, &depth);
    if (!ws_terminal_open(!w->no_mouse, &error)) {
        ws_tell(stderr, "wormscope: %s", error.text);
        return WS_TUI_NO_TERMINAL;
    }
    theme_begin(screen, w, depth);
    keys_begin(t);
    if (t->session && t->lecture)
        ws_tui_lecture(t, true);
    if (t->class.follower)
        ws_tui_class_follow(t);
    ws_screen_listen(screen);
    if (t->session)
        recording_begin(t, w);
    ws_tui_size_renew(t);
    ws_screen_run(screen);
    ws_terminal_close();
    ws_tui_close(t);
    ws_emitter_free(screen->emitter);
    ws_canvas_free(&t->display.canvas);
    if (*t->recorder.end)
        ws_tell(stderr, "wormscope: %s", t->recorder.end);
    return t->recorder.lost ? WS_TUI_RECORDING_LOST : WS_TUI_LEFT;
}

ws_tui_end ws_tui_main(const ws_tui_wishes *w, ws_fault *fault) {
    ws_tui_end end = WS_TUI_NOT_OPENED;
    ws_screen *screen = ws_alloc(1, sizeof *screen);
    ws_tui *t = &screen->tui;
    ws_options options = *w->options;
    options.keyframe_bytes = WS_KEYFRAME_BYTES;
    ws_tui_begin(t, &ws_terminal_platform, &options);
    t->run.paused = w->paused;
    t->lecture = w->lecture;
    t->run.asked = w->speed;
    t->papers.source = w->papers;
    t->class.held = w->host != NULL;
    bool loop = ws_screen_begin(screen);
    if (!screen->fault && first_open(screen, w, fault) && !screen->fault) {
        if (!w->host || class_host(screen, w))
            end = screen_run(screen, w);
        else
            end = WS_TUI_NOT_LISTENING;
    }
    ws_tui_close(t); /* what it has in the loop goes first */
    if (loop)
        ws_screen_end(screen);
    if (screen->fault) {
        fprintf(stderr, "wormscope: the event loop of the screen has failed: %s\n",
                uv_strerror(screen->fault));
        end = WS_TUI_LOOP_FAILED;
    }
    ws_start_free(&t->start.screen);
    free(screen);
    return end;
}
