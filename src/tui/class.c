/* class.c - see class.h. */
#include "tui/class.h"

#include <stdio.h>

#include "session/memory.h"
#include "session/stage.h"
#include "tui/beside.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/stage_lines.h"
#include "tui/state.h"

#define PULSE_NS    100000000ull
#define SLICE_NS    10000000ull  /* of computing, then keys are looked at */
#define LATE_NS     100000000ull /* of who is far behind, and sees fewer pictures on the way */
#define PATIENCE_MS 600000       /* a laptop may sleep; until then the student has the session */
#define JOIN_MS     10000

/* ---- the lecturer ---- */

static void class_tell(ws_tui *t) {
    ws_hosting *hosting = t->class.hosting;
    double speed = t->run.pace.speed;
    if (hosting)
        ws_hosting_pulse(hosting, speed, t->view.session.running);
}

/* Goes to the branch that a student shows. */
static void take_look(ws_tui *t) {
    ws_error why;
    uint64_t before = ws_tui_cycle(t);
    ws_branch_request take = ws_hosting_branch_replay(t->class.hosting, &why);
    if (take == WS_BRANCH_REQUEST_NONE)
        return;
    t->run.stale = true;
    ws_tui_run(t, false);
    ws_beside_follow(t);
    ws_tui_stage_travelled(t, before, true);
    ws_tui_touch(t);
    if (take == WS_BRANCH_REQUEST_FAILED)
        ws_tui_say(t, true, "nothing of the student's is shown: %s", why.text);
    else
        ws_tui_say(t, false, "what the student has done, on a branch of its own; B goes back");
}

static void on_pulse(void *tui) {
    ws_tui *t = tui;
    if (ws_hosting_seats_act(t->class.hosting)) {
        t->run.stale = true;
        ws_tui_touch(t);
    }
    take_look(t);
    ws_tui_class_lesson(t);
    class_tell(t);
    const ws_view_class *view = &t->view.class;
    bool is_listed = t->view.overlay.shown == WS_OVERLAY_CLASS;
    bool is_told = view->count == ws_room_tell(ws_hosting_room(t->class.hosting)).joined;
    if (is_listed || view->asked || !is_told)
        ws_tui_touch(t);
}

bool ws_tui_class_host(ws_tui *t, const ws_hosting_wishes *wishes, bool seats, ws_error *error) {
    ws_tui_class *class = &t->class;
    uv_loop_t *loop = &t->loop.uv;
    ws_hosting *hosting = ws_hosting_begin(loop, t->session, wishes, error);
    class->hosting = hosting;
    if (!hosting)
        return false;
    ws_hosting_seats(hosting, seats);
    ws_task_at(&t->loop.tasks, &class->pulse, on_pulse, ws_now_ns() + PULSE_NS, PULSE_NS);
    ws_tui_say(t, false, "wormscope join %s", ws_hosting_address(hosting));
    return true;
}

/* ---- the student ---- */

/* Stage lines of this very cycle that have come since. */
static void stage_renew(ws_tui *t) {
    size_t count = ws_session_stage_count(t->session);
    uint64_t now = ws_tui_cycle(t);
    if (count > t->class.staged)
        ws_tui_stage_show(t, now, now);
    t->class.staged = count;
}

/* Digests that differed, and what the host has said to this student. */
static void words_tell(ws_tui *t, const ws_follower_status *status) {
    ws_tui_class *class = &t->class;
    bool is_cured = status->cured != class->cured;
    bool is_told = status->words != class->words;
    if (!is_cured && !is_told)
        return;
    class->cured = status->cured;
    class->words = status->words;
    ws_tui_say(t, true, "%s", status->why);
}

/* The lecturer asks for what was done here; where that is nothing, nobody is bothered. */
static void show_tell(ws_tui *t, const ws_follower_status *status) {
    ws_mine mine;
    ws_error error;
    ws_tui_class *class = &t->class;
    if (!status->show_asked || class->show_told) {
        class->show_told = status->show_asked;
        return;
    }
    if (ws_follower_mine(class->follower, &mine, &error)) {
        class->show_told = true;
        ws_tui_say(t, false, "The lecturer would like to show your branch to all: y yes, n no");
        return;
    }
    ws_follower_show(class->follower, false);
    ws_client_poke(class->client);
}

static void on_work(void *tui) {
    ws_tui *t = tui;
    ws_follower *follower = t->class.follower;
    uint64_t before = ws_tui_cycle(t);
    size_t branch = ws_tui_branch(t);
    bool more = ws_follower_work(follower, t->class.late ? LATE_NS : SLICE_NS);
    t->class.late = more;
    bool is_other = ws_tui_branch(t) != branch;
    ws_follower_status status = ws_follower_tell(follower);
    ws_client_poke(t->class.client);
    t->run.stale = true;
    if (!more)
        ws_task_stop(&t->loop.tasks, &t->class.work);
    if (is_other || ws_tui_cycle(t) != before) {
        ws_beside_follow(t);
        ws_tui_stage_travelled(t, before, is_other);
    }
    if (!status.roaming && status.arrived)
        stage_renew(t);
    words_tell(t, &status);
    show_tell(t, &status);
    ws_tui_touch(t);
}

static void on_change(void *context) {
    ws_tui *t = context;
    if (t->session)
        ws_task_idle(&t->loop.tasks, &t->class.work, on_work);
}

void ws_tui_class_follow(ws_tui *t) {
    t->run.paused = true;
    on_change(t);
}

/* Until the head of the journal has come, or nothing more will. */
static ws_session *session_wait(ws_tui *t) {
    ws_session *session = ws_follower_session(t->class.follower);
    while (!session && !ws_client_tell(t->class.client).given_up) {
        uv_run(&t->loop.uv, UV_RUN_ONCE);
        session = ws_follower_session(t->class.follower);
    }
    return session;
}

static ws_session *fail_join(ws_tui *t, ws_error *error) {
    ws_follower_status status = ws_follower_tell(t->class.follower);
    const char *why = *status.why ? status.why : ws_client_tell(t->class.client).why;
    snprintf(error->text, sizeof error->text, "%.500s", why);
    ws_tui_class_end(t);
    return NULL;
}

ws_session *ws_tui_class_join(ws_tui *t, const ws_join_wishes *wishes, ws_error *error) {
    ws_tui_class *class = &t->class;
    uv_loop_t *loop = &t->loop.uv;
    ws_client_wishes line = {.patience_ms = JOIN_MS};
    line.changed = on_change;
    line.context = t;
    class->follower = ws_follower_new(wishes->name, wishes->token, &t->options);
    t->options.bound = (ws_bound){.nodes = 0}; /* what is opened by hand is wanted */
    ws_follower_stay(class->follower);
    class->client = ws_client_begin(loop, wishes->address, class->follower, &line);
    ws_session *session = session_wait(t);
    *wishes->too_large = ws_follower_tell(class->follower).too_large;
    if (!session)
        return fail_join(t, error);
    ws_client_patience(class->client, PATIENCE_MS);
    return session;
}

void ws_tui_class_roam(ws_tui *t, bool free) {
    ws_follower *follower = t->class.follower;
    if (!follower || ws_follower_tell(follower).roaming == free)
        return;
    ws_follower_roam(follower, free);
    if (!free) {
        ws_tui_run(t, false);
        ws_tui_stage_show(t, 0, ws_tui_cycle(t));
    }
    on_change(t);
}

/* ---- both ---- */

void ws_tui_class_end(ws_tui *t) {
    ws_error error;
    ws_tui_class *class = &t->class;
    ws_task_stop(&t->loop.tasks, &class->pulse);
    ws_task_stop(&t->loop.tasks, &class->work);
    if (class->hosting) {
        ws_hosting_bye(class->hosting, "the lecture is over");
        if (!ws_hosting_end(class->hosting, &error))
            ws_tui_say(t, true, "%s", error.text);
    }
    if (class->client)
        ws_client_end(class->client);
    ws_follower_free(class->follower);
    free(class->row);
    class->hosting = NULL;
    class->client = NULL;
    class->follower = NULL;
    class->row = NULL;
}
