/* beside.c - A/B: another branch beside the present one, in lock-step. A is the session on which
 * the keys act; B is a shadow that follows it. On its way to where A is (at first from cycle 0 on)
 * B runs in slices, so that keys are served, and A waits. */
#include "tui/beside.h"

#include <stdio.h>

#include "tui/loop.h"
#include "tui/state.h"

#define SLICE_NS 10000000ull

static void other_free(ws_tui *t) {
    ws_beside *o = &t->other;
    ws_tui_check(t, uv_idle_stop(&o->idle));
    ws_view_free(&o->view);
    if (o->frame)
        ws_frame_free(o->frame);
    ws_shadow_free(o->shadow);
    o->frame = NULL;
    o->shadow = NULL;
    t->view.other = NULL;
    t->view.other_due = 0;
}

void ws_beside_end(ws_tui *t) {
    if (t->other.shadow)
        other_free(t);
}

void ws_beside_look(ws_tui *t) {
    ws_beside *o = &t->other;
    if (!o->shadow)
        return;
    ws_session *s = ws_shadow_session(o->shadow);
    ws_view_follow(&o->view, s, &o->frame);
    (void)ws_view_want(&o->view, o->frame);
    ws_frame_update(o->frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    ws_view_renew(&o->view, s);
}

/* For a slice of time towards where A is. */
static void on_idle(uv_idle_t *idle) {
    ws_tui *t = idle->data;
    ws_beside *o = &t->other;
    uint64_t begin = uv_hrtime(), now = ws_tui_cycle(t);
    bool there = false;
    while (!there && uv_hrtime() - begin < SLICE_NS)
        there = ws_shadow_follow(o->shadow, now, t->run.chunk);
    t->view.other_due = there ? 0 : now;
    if (there)
        ws_tui_check(t, uv_idle_stop(&o->idle));
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
    ws_tui_check(t, uv_idle_start(&o->idle, on_idle));
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
                        .map.plan = ws_map_plan_new(o->frame),
                        .session.networks = ws_session_networks(ws_shadow_session(o->shadow))};
    t->view.other = &o->view;
    ws_beside_follow(t);
    ws_beside_look(t);
    return true;
}

void ws_beside_begin(ws_tui *t) {
    ws_tui_check(t, uv_idle_init(&t->loop.uv, &t->other.idle));
    t->other.idle.data = t;
}
