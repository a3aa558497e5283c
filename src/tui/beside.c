/* beside.c - A/B: another branch beside the present one, in lock-step. B is the session on which
 * the keys act; A is a shadow that follows it. On its way to where B is (from the nearest keyframe)
 * A runs in slices, so that keys are served, and B waits.
 *
 * The first cycle in which their traffic differs is found when a picture shows that it does: A goes
 * back to where both were the same, and walks on from there with a copy of B, cycle by cycle. */
#include "tui/beside.h"

#include <stdio.h>

#include "session/history/history.h"
#include "tui/loop.h"
#include "tui/state.h"

#define SLICE_NS 10000000ull

static void other_free(ws_tui *t) {
    ws_beside *o = &t->other;
    ws_task_stop(&t->loop.tasks, &o->idle);
    ws_view_free(&o->view);
    if (o->frame)
        ws_frame_free(o->frame);
    ws_shadow_free(o->shadow);
    o->frame = NULL;
    o->shadow = NULL;
    t->view.other = NULL;
    t->view.other_due = 0;
    t->view.beside.parted = false;
}

void ws_beside_end(ws_tui *t) {
    if (t->other.shadow)
        other_free(t);
}

/* ---- the first difference ---- */

uint64_t ws_beside_shared_until(const ws_session *s, size_t one, size_t other) {
    uint64_t cycle = UINT64_MAX;
    while (one != other) { /* parents come before their children */
        size_t *younger = one > other ? &one : &other;
        ws_branch_info branch = ws_session_branch(s, *younger);
        if (branch.forked < cycle)
            cycle = branch.forked;
        *younger = branch.parent;
    }
    return cycle;
}

/* Lines that have been typed since may change what was known. */
static void parting_renew(ws_tui *t) {
    ws_beside *beside = &t->other;
    ws_view_beside *known = &t->view.beside;
    uint64_t now = ws_tui_cycle(t);
    size_t branch = ws_session_branch_present(t->session);
    size_t lines = ws_session_branch(t->session, branch).lines;
    if (branch == beside->branch && lines == beside->lines)
        return;
    known->forked = ws_beside_shared_until(t->session, branch, ws_shadow_branch(beside->shadow));
    uint64_t common = known->forked < now ? known->forked : now;
    if (branch != beside->branch && common < beside->equal)
        beside->equal = common;
    if (now < beside->equal)
        beside->equal = now;
    if (branch != beside->branch || known->cycle > now)
        known->parted = false;
    beside->branch = branch;
    beside->lines = lines;
}

static ws_frame *frame_of(ws_session *session) {
    const ws_net *net = ws_session_net(session);
    ws_frame *frame = ws_frame_new(net);
    ws_frame_update(frame, net, ws_session_metrics(session), ws_session_observer(session));
    return frame;
}

/* What differs, in words, of two sessions at one cycle. */
static ws_apart apart_tell(ws_session *before, ws_session *after) {
    ws_frame *one = frame_of(before);
    ws_frame *other = frame_of(after);
    ws_apart apart = ws_apart_tell(one, other);
    ws_frame_free(one);
    ws_frame_free(other);
    return apart;
}

/* Both are known to differ now, and to be the same at `equal`. */
static void parting_find(ws_tui *t) {
    ws_error error;
    ws_beside *beside = &t->other;
    uint64_t now = ws_tui_cycle(t);
    ws_shadow *copy = ws_shadow_new(t->session, beside->branch, WS_KEYFRAME_BYTES / 8, &error);
    if (!copy)
        return;
    ws_session *before = ws_shadow_session(beside->shadow);
    ws_session *after = ws_shadow_session(copy);
    ws_shadow_lend(copy, t->session, beside->branch, beside->equal);
    ws_shadow_follow(copy, beside->equal, UINT64_MAX);
    ws_shadow_follow(beside->shadow, beside->equal, UINT64_MAX);
    if (ws_sessions_part(before, after, now)) {
        t->view.beside.parted = true;
        t->view.beside.cycle = ws_shadow_cycle(copy);
        t->view.beside.apart = apart_tell(before, after);
    }
    ws_shadow_follow(beside->shadow, now, UINT64_MAX);
    ws_shadow_free(copy);
}

static void parting_look(ws_tui *t) {
    ws_beside *beside = &t->other;
    uint64_t now = ws_tui_cycle(t);
    parting_renew(t);
    bool together = !t->view.other_due && ws_shadow_cycle(beside->shadow) == now;
    if (!together || t->view.beside.parted || now < beside->equal)
        return;
    const ws_net *net = ws_session_net(ws_shadow_session(beside->shadow));
    if (ws_traffic_differs(net, ws_session_net(t->session)))
        parting_find(t);
    else
        beside->equal = now;
}

void ws_beside_look(ws_tui *t) {
    ws_beside *o = &t->other;
    if (!o->shadow)
        return;
    parting_look(t);
    ws_session *s = ws_shadow_session(o->shadow);
    ws_view_share(&o->view, &t->view); /* a lens has wants of its own */
    ws_view_follow(&o->view, s, &o->frame);
    (void)ws_view_want(&o->view, o->frame);
    ws_frame_update(o->frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    ws_view_renew(&o->view, s);
}

/* For a slice of time towards where B is. */
static void on_idle(void *tui) {
    ws_tui *t = tui;
    ws_beside *o = &t->other;
    uint64_t begin = ws_now_ns(), now = ws_tui_cycle(t);
    bool there = false;
    while (!there && ws_now_ns() - begin < SLICE_NS)
        there = ws_shadow_follow(o->shadow, now, t->run.chunk);
    t->view.other_due = there ? 0 : now;
    if (there)
        ws_task_stop(&t->loop.tasks, &o->idle);
    t->run.stale = true;
    ws_tui_touch(t);
}

bool ws_beside_waits(const ws_tui *t) {
    return t->view.other_due > 0;
}

void ws_beside_follow(ws_tui *t) {
    ws_beside *o = &t->other;
    uint64_t now = ws_tui_cycle(t);
    if (!o->shadow || ws_shadow_follow(o->shadow, now, 2 * t->run.chunk))
        return;
    t->view.other_due = now;
    ws_task_idle(&t->loop.tasks, &o->idle, on_idle);
}

bool ws_beside_open(ws_tui *t, size_t branch) {
    ws_error error;
    ws_beside *o = &t->other;
    o->shadow = ws_shadow_new(t->session, branch, WS_KEYFRAME_BYTES / 4, &error);
    if (!o->shadow) {
        ws_tui_say(t, true, "%s", error.text);
        return false;
    }
    const ws_net *net = ws_session_net(ws_shadow_session(o->shadow));
    o->frame = ws_frame_new(net);
    snprintf(o->name, sizeof o->name, "%s", ws_session_branch(t->session, branch).name);
    o->view = (ws_view){.frame = o->frame,
                        .glyphs = t->display.glyphs,
                        .keys = &t->keys,
                        .session.name = o->name,
                        .session.title = "",
                        .line.message = "",
                        .overlay.difference = "",
                        .selection.worm = WS_NIL,
                        .selection.node = WS_NIL,
                        .selection.link = WS_NIL,
                        .selection.queue = WS_NIL,
                        .map.plan = ws_map_plan_new(o->frame),
                        .session.networks = ws_session_networks(ws_shadow_session(o->shadow))};
    t->view.other = &o->view;
    t->view.beside.forked =
        ws_beside_shared_until(t->session, ws_session_branch_present(t->session), branch);
    t->view.beside.parted = false;
    o->branch = ws_session_branch_present(t->session);
    o->lines = ws_session_branch(t->session, o->branch).lines;
    o->equal = t->view.beside.forked < ws_tui_cycle(t) ? t->view.beside.forked : ws_tui_cycle(t);
    ws_shadow_lend(o->shadow, t->session, branch, ws_tui_cycle(t));
    ws_beside_follow(t);
    ws_beside_look(t);
    return true;
}
