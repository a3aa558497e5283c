/* split.c - A/B: another branch beside the present one, in lock-step. A is the session on which the keys act; B is a twin that
 * follows it. On its way to where A is (at first from cycle 0 on) B runs in slices, so that keys are served, and A waits. */
#include <stdlib.h>
#include <string.h>

#include "tui/state.h"

#define SLICE_NS 10000000ull

static void other_free(ws_tui *t) {
    ws_tui_other *o = &t->other;
    ws_tui_check(t, uv_idle_stop(&o->idle));
    ws_view_free(&o->view);
    if (o->frame) ws_frame_free(o->frame);
    ws_shadow_free(o->twin);
    o->frame = NULL;
    o->twin = NULL;
    t->view.other = NULL;
    t->view.other_due = 0;
}

void ws_tui_split_end(ws_tui *t) {
    if (t->other.twin) other_free(t);
}

void ws_tui_split_look(ws_tui *t) {
    ws_tui_other *o = &t->other;
    if (!o->twin) return;
    ws_session *s = ws_shadow_session(o->twin);
    ws_view_follow(&o->view, s, &o->frame);
    ws_frame_update(o->frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    ws_view_renew(&o->view, s);
}

/* For a slice of time towards where A is. */
static void on_idle(uv_idle_t *idle) {
    ws_tui *t = idle->data;
    ws_tui_other *o = &t->other;
    uint64_t begin = uv_hrtime(), now = ws_tui_cycle(t);
    bool there = false;
    while (!there && uv_hrtime() - begin < SLICE_NS) there = ws_shadow_follow(o->twin, now, t->chunk);
    t->view.other_due = there ? 0 : now;
    if (there) ws_tui_check(t, uv_idle_stop(&o->idle));
    t->stale = true;
    ws_tui_touch(t);
}

bool ws_tui_split_waits(const ws_tui *t) { return t->view.other_due > 0; }

void ws_tui_split_follow(ws_tui *t) {
    ws_tui_other *o = &t->other;
    uint64_t now = ws_tui_cycle(t);
    if (!o->twin || ws_shadow_follow(o->twin, now, 2 * t->chunk)) return;
    t->view.other_due = now;
    ws_tui_check(t, uv_idle_start(&o->idle, on_idle));
}

/* ----------------------------------------------------------------------------------------------- choosing ---- */

static bool other_open(ws_tui *t, size_t branch) {
    ws_error error;
    ws_tui_other *o = &t->other;
    o->twin = ws_shadow_new(t->session, branch, WS_KEYFRAME_BYTES / 4, &error);
    if (!o->twin) {
        ws_tui_say(t, true, "%s", error.text);
        return false;
    }
    const ws_net *net = ws_session_net(ws_shadow_session(o->twin));
    o->frame = ws_frame_new(net);
    snprintf(o->name, sizeof o->name, "%s", ws_session_branch(t->session, branch).name);
    o->view = (ws_view){.frame = o->frame,
                        .glyphs = t->glyphs,
                        .keys = &t->keys,
                        .name = o->name,
                        .title = "",
                        .message = "",
                        .difference = "",
                        .selected = WS_NIL,
                        .node = WS_NIL,
                        .plan = ws_map_plan_new(o->frame),
                        .networks = ws_session_networks(ws_shadow_session(o->twin))};
    t->view.other = &o->view;
    ws_tui_split_follow(t);
    ws_tui_split_look(t);
    return true;
}

/* The one that is chosen in the list, else that from which the present one has left, else the latest; count: there is none. */
static size_t branch_beside(const ws_tui *t) {
    size_t count = ws_session_branch_count(t->session), here = ws_tui_branch(t);
    if (t->view.branch_list && t->view.branch_chosen != here) return t->view.branch_chosen;
    if (here > 0) return ws_session_branch(t->session, here).parent;
    return count > 1 ? count - 1 : count;
}

static size_t branch_named(const ws_tui *t, const char *name) {
    size_t i = 0, count = ws_session_branch_count(t->session);
    while (i < count && strcmp(ws_session_branch(t->session, i).name, name) != 0) i++;
    return i;
}

static void begin(ws_tui *t, const char *name) {
    size_t branch = *name ? branch_named(t, name) : branch_beside(t);
    if (branch == ws_session_branch_count(t->session)) {
        if (*name) ws_tui_say(t, true, "there is no branch `%s`; B lists them", name);
        else ws_tui_say(t, false, "there is one branch only; go back, change something, then A shows both");
        return;
    }
    t->view.branch_list = t->view.break_list = t->view.help = false;
    ws_tui_split_end(t);
    if (!other_open(t, branch)) return;
    ws_tui_say(t, false, "A is %s, where the keys act; B is %s; A closes it",
               ws_session_branch(t->session, ws_tui_branch(t)).name, t->other.name);
}

/* A goes to where B is, and B to where A was. */
static void swap(ws_tui *t) {
    ws_error error;
    size_t here = ws_tui_branch(t), there = ws_shadow_branch(t->other.twin);
    ws_tui_split_end(t);
    if (!ws_session_branch_switch(t->session, there, ws_tui_cycle(t), &error)) ws_tui_say(t, true, "%s", error.text);
    else if (other_open(t, here)) ws_tui_say(t, false, "A is now %s", ws_session_branch(t->session, there).name);
    t->stale = true;
}

static void split(ws_tui *t, const char *argument) {
    if (t->other.twin && strcmp(argument, "swap") == 0) swap(t);
    else if (t->other.twin && !*argument) ws_tui_split_end(t);
    else begin(t, argument);
}

void ws_tui_split_begin(ws_tui *t) {
    ws_tui_check(t, uv_idle_init(&t->loop, &t->other.idle));
    t->other.idle.data = t;
}

const ws_screen_command ws_split_commands[] = {
    {"split", split, "BRANCH|swap", "another branch beside this one in lock-step, or no longer; swap: the keys act on the other"},
    {NULL, NULL, NULL, NULL},
};
