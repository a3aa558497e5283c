/* recorder.c - recordings that are made from the screen: started at any moment, they tell
 * everything from cycle 0 on.
 *
 * While one is being made, a timer sees to it once a second that little is lost if the program
 * is killed, and whether there is trouble, which is said once. What became of a recording is
 * said again when the terminal is the shell's again. */
#include <stdio.h>
#include <stdlib.h>

#include "session/memory.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/state.h"

/* ---- saved ---- */

/* A session is not left with branches that no file holds, nor with students who follow it, before
 * that was said, once. Of a session with one branch nothing is asked: what it shows comes again
 * from the scenario, with a key or two. What a file holds is kept as the number of typed lines of
 * each branch when it was saved, recorded or opened. */

static size_t lines_saved(const ws_tui *t, size_t branch) {
    return branch < t->saved.count ? t->saved.lines[branch] : 0;
}

void ws_tui_saved(ws_tui *t, size_t branch) {
    for (size_t i = t->saved.count; i <= branch; i++) {
        WS_GROW(t->saved.lines, t->saved.count);
        t->saved.lines[t->saved.count++] = 0;
    }
    t->saved.lines[branch] = ws_session_branch(t->session, branch).lines;
}

void ws_tui_saved_all(ws_tui *t) {
    for (size_t i = 0; i < ws_session_branch_count(t->session); i++)
        ws_tui_saved(t, i);
}

void ws_tui_saved_none(ws_tui *t) {
    free(t->saved.lines);
    t->saved.lines = NULL;
    t->saved.count = 0;
    t->saved.asked = false;
}

/* Branches that would be lost. */
static size_t unsaved(const ws_tui *t) {
    if (!t->session || t->lesson.play) /* the progress of a lesson is kept with each answer */
        return 0;
    ws_record_status status = ws_session_record_status(t->session);
    size_t count = ws_session_branch_count(t->session), lost = 0;
    if (count < 2 || (status.on && !status.trouble))
        return 0;
    for (size_t i = 0; i < count; i++)
        lost += ws_session_branch(t->session, i).lines != lines_saved(t, i);
    return lost;
}

/* Those who follow the class that ends with this session. */
static size_t followers(const ws_tui *t) {
    return t->class.hosting ? ws_room_tell(ws_hosting_room(t->class.hosting)).joined : 0;
}

bool ws_tui_may_leave(ws_tui *t, const char *again) {
    size_t lost = t->saved.asked ? 0 : unsaved(t);
    size_t here = t->saved.asked ? 0 : followers(t);
    if (lost + here == 0)
        return true;
    t->saved.asked = true;
    if (lost == 0) {
        ws_tui_say(t, true, "%zu %s: %s, and ends the class", here,
                   here == 1 ? "student is here" : "students are here", again);
        return false;
    }
    const char *there = t->start.shown ? " there" : "";
    ws_tui_say(t, true, "%zu %s not saved: %s, or keep all with :record FILE%s", lost,
               lost == 1 ? "branch is" : "branches are", again, there);
    return false;
}

/* ---- recorder ---- */

#define TICK_NS 1000000000ull

static void on_tick(void *tui) {
    ws_tui *t = tui;
    ws_session_record_tick(t->session);
    ws_record_status status = ws_session_record_status(t->session);
    if (status.trouble && !t->recorder.trouble) {
        t->recorder.trouble = true;
        ws_tui_say(t, true, "%s", status.trouble);
        ws_tui_touch(t);
    }
    if (!status.on)
        ws_task_stop(&t->loop.tasks, &t->recorder.tick);
}

void ws_tui_record_begin(ws_tui *t) {
    if (!ws_session_record_status(t->session).on)
        return;
    ws_task_at(&t->loop.tasks, &t->recorder.tick, on_tick, ws_now_ns() + TICK_NS, TICK_NS);
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
