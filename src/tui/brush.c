/* brush.c - see brush.h. */
#include "tui/brush.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tui/loop.h"
#include "tui/state.h"
#include "wormscope/memory.h"

#define SLICE_NS 10000000ull

static ws_view_brush *shown_of(ws_tui *t) {
    return &t->view.brush;
}

static void work_stop(ws_tui *t) {
    ws_tui_brush *brush = &t->brush;
    ws_task_stop(&t->loop.tasks, &brush->idle);
    ws_shadow_free(brush->copy);
    brush->copy = NULL;
}

static void forget(ws_tui *t) {
    ws_tui_brush *brush = &t->brush;
    if (brush->copy)
        work_stop(t);
    free(brush->use);
    brush->use = NULL;
    *shown_of(t) = (ws_view_brush){0};
}

bool ws_brush_end(ws_tui *t) {
    bool shown = shown_of(t)->shown;
    t->brush.marked = false;
    if (!shown)
        return false;
    if (shown_of(t)->use && t->view.overlay.layer == WS_LAYER_USE)
        t->view.overlay.layer = t->brush.before;
    forget(t);
    ws_tui_touch(t);
    return true;
}

void ws_brush_check(ws_tui *t) {
    const ws_tui_brush *brush = &t->brush;
    if (!brush->use)
        return;
    bool same = brush->branch == ws_session_branch_present(t->session);
    if (!same || brush->links != t->frame->links)
        ws_brush_end(t);
}

/* ---- the copy at work ---- */

static const ws_net *net_of(const ws_tui_brush *brush) {
    return ws_session_net(ws_shadow_session(brush->copy));
}

static size_t wiring_of(const ws_tui_brush *brush) {
    return ws_session_wiring(ws_shadow_session(brush->copy));
}

static void first_take(ws_tui *t) {
    ws_tui_brush *brush = &t->brush;
    for (uint32_t l = 0; l < brush->links; l++)
        brush->use[l] = (double)ws_link_flits(net_of(brush), l);
    brush->wiring = wiring_of(brush);
    brush->begun = true;
}

static void result_show(ws_tui *t) {
    ws_tui_brush *brush = &t->brush;
    ws_view_brush *shown = shown_of(t);
    shown->to = ws_shadow_cycle(brush->copy);
    double cycles = (double)(shown->to - shown->from);
    for (uint32_t l = 0; l < brush->links; l++) {
        double flits = (double)ws_link_flits(net_of(brush), l) - brush->use[l];
        brush->use[l] = cycles > 0 ? flits / cycles : 0;
    }
    work_stop(t);
    shown->use = brush->use;
    brush->before = t->view.overlay.layer;
    t->view.overlay.layer = WS_LAYER_USE;
    ws_tui_say(t, false,
               "the map shows the use of links in cycles %" PRIu64 " to %" PRIu64 "; Esc ends that",
               shown->from, shown->to);
}

/* With another network the links are others: what they carried cannot be subtracted. */
static bool is_one_network(const ws_tui_brush *brush) {
    return brush->wiring == wiring_of(brush);
}

static void finish(ws_tui *t) {
    if (is_one_network(&t->brush)) {
        result_show(t);
        return;
    }
    forget(t);
    ws_tui_say(t, true,
               "in this range another network was put under the session; choose one that begins "
               "after that");
}

/* Runs the copy for a slice of time. */
static void on_idle(void *tui) {
    ws_tui *t = tui;
    ws_tui_brush *brush = &t->brush;
    ws_view_brush *shown = shown_of(t);
    uint64_t begin = ws_now_ns();
    while (brush->copy && ws_now_ns() - begin < SLICE_NS) {
        uint64_t goal = brush->begun ? shown->to : shown->from;
        if (!ws_shadow_follow(brush->copy, goal, t->run.chunk))
            continue;
        if (brush->begun)
            finish(t);
        else
            first_take(t);
    }
    if (brush->copy)
        shown->done = ws_shadow_cycle(brush->copy);
    ws_tui_touch(t);
}

static void range_put(ws_tui *t, uint64_t one, uint64_t other) {
    ws_view_brush *shown = shown_of(t);
    shown->shown = true;
    shown->from = one < other ? one : other;
    shown->to = one < other ? other : one;
    shown->done = 0;
}

void ws_brush_pull(ws_tui *t, uint64_t one, uint64_t other) {
    ws_brush_end(t);
    range_put(t, one, other);
    ws_tui_touch(t);
}

void ws_brush_open(ws_tui *t, uint64_t one, uint64_t other) {
    ws_error error;
    ws_tui_brush *brush = &t->brush;
    ws_brush_end(t);
    if (one == other) {
        ws_tui_say(t, true, "a range has two different cycles; write brush 2000 4000");
        return;
    }
    brush->branch = ws_session_branch_present(t->session);
    brush->copy = ws_shadow_new(t->session, brush->branch, WS_KEYFRAME_BYTES / 8, &error);
    if (!brush->copy) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    range_put(t, one, other);
    brush->links = t->frame->links;
    brush->use = ws_alloc(brush->links, sizeof *brush->use);
    brush->begun = false;
    ws_shadow_lend(brush->copy, t->session, brush->branch, shown_of(t)->from);
    ws_task_idle(&t->loop.tasks, &brush->idle, on_idle);
    ws_tui_touch(t);
}

void ws_brush_mark(ws_tui *t) {
    ws_tui_brush *brush = &t->brush;
    uint64_t now = ws_tui_cycle(t);
    if (brush->marked && brush->mark != now) {
        ws_brush_open(t, brush->mark, now);
        return;
    }
    ws_brush_end(t);
    brush->marked = true;
    brush->mark = now;
    ws_tui_say(t, false,
               "a range begins at cycle %" PRIu64 "; go to its other end and press Enter again",
               now);
}
