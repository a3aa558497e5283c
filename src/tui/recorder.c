/* recorder.c - recordings that are made from the screen: started at any moment, they tell
 * everything from cycle 0 on.
 *
 * While one is being made, a timer sees to it once a second that little is lost if the program
 * is killed, and whether there is trouble, which is said once. What became of a recording is
 * said again when the terminal is the shell's again. */
#include "tui/recorder.h"

#include <stdio.h>

#include "tui/loop.h"
#include "tui/recent.h"
#include "tui/saved.h"
#include "tui/state.h"

#define TICK_MS 1000

static void on_tick(uv_timer_t *timer) {
    ws_tui *t = timer->data;
    ws_session_record_tick(t->session);
    ws_record_status status = ws_session_record_status(t->session);
    if (status.trouble && !t->recorder.trouble) {
        t->recorder.trouble = true;
        ws_tui_say(t, true, "%s", status.trouble);
        ws_tui_touch(t);
    }
    if (!status.on)
        ws_tui_check(t, uv_timer_stop(timer));
}

void ws_recorder_init(ws_tui *t) {
    ws_tui_check(t, uv_timer_init(&t->loop.uv, &t->recorder.timer));
    t->recorder.timer.data = t;
}

void ws_tui_record_begin(ws_tui *t) {
    if (!ws_session_record_status(t->session).on)
        return;
    ws_tui_check(t, uv_timer_start(&t->recorder.timer, on_tick, TICK_MS, TICK_MS));
}

bool ws_tui_record_start(ws_tui *t, const char *path, ws_error *error) {
    if (!ws_session_record_start(t->session, path, error))
        return false;
    t->recorder.trouble = false;
    return true;
}

/* What became of it, for the time behind the screen. */
bool ws_tui_record_stop(ws_tui *t) {
    ws_error error;
    char path[PATH_MAX];
    ws_record_status status = ws_session_record_status(t->session);
    if (!status.path)
        return !t->recorder.lost;
    snprintf(path, sizeof path, "%s", status.path);
    bool good = ws_session_record_stop(t->session, &error);
    t->recorder.lost |= !good;
    if (good) {
        ws_recent_add(path);
        ws_tui_saved_all(t);
    }
    if (good)
        snprintf(t->recorder.end, sizeof t->recorder.end, "recorded; `wormscope %s` opens it",
                 path);
    else
        snprintf(t->recorder.end, sizeof t->recorder.end, "the recording is not whole: %s",
                 error.text);
    ws_tui_say(t, !good, "%s", t->recorder.end);
    return !t->recorder.lost;
}
