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

#define PULSE_NS 100000000ull
#define SLICE_NS 10000000ull  /* of computing, then keys are looked at */
#define LATE_NS  100000000ull /* of who is far behind, and sees fewer pictures on the way */

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

void ws_tui_class_hold(ws_tui *t, ws_hosting *hosting, bool seats) {
    ws_tui_class *class = &t->class;
    class->hosting = hosting;
    ws_hosting_seats(hosting, seats);
    ws_task_at(&t->loop.tasks, &class->pulse, on_pulse, ws_now_ns() + PULSE_NS, PULSE_NS);
    ws_tui_say(t, false, "wormscope join %s", ws_hosting_address(hosting));
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
    ws_carrier_poke(class->carrier);
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
    ws_carrier_poke(t->class.carrier);
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

void ws_tui_class_heard(ws_tui *t) {
    if (t->session)
        ws_task_idle(&t->loop.tasks, &t->class.work, on_work);
}

void ws_tui_class_follow(ws_tui *t) {
    t->run.paused = true;
    ws_tui_class_heard(t);
}

void ws_tui_class_joined(ws_tui *t, ws_follower *follower, ws_carrier *carrier) {
    t->class.follower = follower;
    t->class.carrier = carrier;
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
    ws_tui_class_heard(t);
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
    if (class->carrier)
        class->carrier->end(class->carrier);
    ws_follower_free(class->follower);
    free(class->row);
    class->hosting = NULL;
    class->carrier = NULL;
    class->follower = NULL;
    class->row = NULL;
}
