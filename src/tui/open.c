/* open.c - a session comes onto the screen, and leaves it. The terminal, the loop and the look
 * stay when another one is opened. */
#include "tui/open.h"

#include <stdlib.h>
#include <string.h>

#include "session/memory.h"
#include "session/stage.h"
#include "tui/beside.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"

static void view_begin(ws_tui *t) {
    t->view = (ws_view){.frame = t->frame,
                        .glyphs = t->display.glyphs,
                        .theme = &t->theme.now,
                        .depth = t->display.depth,
                        .keys = &t->keys,
                        .session.name = ws_session_name(t->session),
                        .session.title = ws_session_title(t->session),
                        .session.warmup = ws_session_warmup(t->session),
                        .line.message = t->message,
                        .overlay.difference = t->difference,
                        .selection.worm = WS_NIL,
                        .selection.node = WS_NIL,
                        .selection.link = WS_NIL,
                        .selection.queue = WS_NIL,
                        .selection.field = -1,
                        .overlay.tree = WS_NIL,
                        .selection.trace = &t->selection.trace,
                        .map.plan = ws_map_plan_new(t->frame),
                        .session.networks = ws_session_networks(t->session)};
}

static void recorded_tell(ws_tui *t, const char *name) {
    ws_recorded recorded;
    if (!ws_session_recorded(t->session, &recorded))
        return;
    ws_recent_add(name);
    if (recorded.cut)
        ws_tui_say(t, true, "this recording was cut off: %s", recorded.cut);
    else
        ws_tui_say(t, false, "a recording: space plays, PgDn and End go on in it, F goes live");
}

/* Who asks for a pause, or teaches, begins at cycle 0; all others where it is worth looking. */
static void run_begin(ws_tui *t) {
    ws_recorded recorded;
    bool waits = t->run.paused || t->lecture || ws_session_recorded(t->session, &recorded);
    uint64_t begin = ws_session_stage_begin(t->session);
    if (waits)
        ws_tui_run(t, false);
    else if (begin > ws_tui_cycle(t))
        ws_tui_run_from(t, begin);
    else
        ws_tui_run(t, true);
}

void ws_tui_show(ws_tui *t, ws_session *session, const char *name) {
    t->session = session;
    t->frame = ws_frame_new(ws_session_net(session));
    ws_session_observe(session);
    t->watch = ws_watch_new();
    t->run.chunk = 64;
    t->run.stale = true;
    t->run.is_chosen = false;
    t->mouse.dragged = UINT64_MAX;
    *t->message = *t->difference = '\0';
    t->selection.filter_before = (ws_filter){0};
    ws_tui_saved_all(t);
    view_begin(t);
    ws_run_speed(t);
    if (name)
        recorded_tell(t, name);
    ws_tui_stage_show(t, 0, ws_tui_cycle(t));
    if (t->display.open && t->lecture)
        ws_tui_lecture(t, true);
    run_begin(t);
}

bool ws_tui_open(ws_tui *t, const char *name, ws_fault *fault, ws_error *error) {
    ws_session *session = ws_session_open_why(name, &t->options, fault, error);
    if (!session)
        return false;
    ws_tui_close(t);
    ws_tui_show(t, session, name);
    return true;
}

void ws_tui_close(ws_tui *t) {
    if (!t->session)
        return;
    ws_tui_run(t, false);
    bool is_followed = t->class.follower != NULL;
    bool is_lesson = t->lesson.play != NULL;
    ws_tui_spacetime_end(t);
    ws_tui_papers_end(t);
    ws_brush_end(t);
    t->spacetime.has_subject = false;
    ws_beside_end(t);
    if (t->class.hosting)
        ws_tui_class_end(t);
    ws_tui_record_stop(t);
    ws_view_free(&t->view);
    ws_watch_free(t->watch);
    ws_trace_free(&t->selection.trace);
    ws_frame_free(t->frame);
    if (is_followed)
        ws_tui_class_end(t); /* the session is the follower's */
    else if (is_lesson)
        ws_tui_lesson_end(t); /* or the lesson's */
    else
        ws_session_close(t->session);
    ws_tui_saved_none(t);
    t->session = NULL;
    t->frame = NULL;
    t->watch = NULL;
    t->selection.visited_count = 0;
    t->run.until = 0;
    memset(t->run.deadlock, 0, sizeof t->run.deadlock);
    t->mouse.dragging = false;
    t->prompt.open = false;
}
