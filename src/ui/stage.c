/* stage.c - see stage.h. */
#include "ui/stage.h"
#include "wormscope/memory.h"

#include <stdlib.h>

ws_stage *ws_stage_new(ws_session *session, const ws_glyphs *glyphs, int width, int height) {
    ws_stage *s = calloc(1, sizeof *s);
    if (!s)
        ws_no_memory(0);
    s->session = session;
    s->frame = ws_frame_new(ws_session_net(session));
    ws_session_observe(session);
    s->keys = ws_keys_default();
    s->view = (ws_view){.frame = s->frame,
                        .glyphs = glyphs,
                        .keys = &s->keys,
                        .session.name = ws_session_name(session),
                        .session.title = ws_session_title(session),
                        .session.warmup = ws_session_warmup(session),
                        .line.message = "",
                        .overlay.difference = "",
                        .selection.worm = WS_NIL,
                        .selection.node = WS_NIL,
                        .selection.link = WS_NIL,
                        .selection.queue = WS_NIL,
                        .selection.field = -1,
                        .overlay.tree = WS_NIL,
                        .map.plan = ws_map_plan_new(s->frame),
                        .session.networks = ws_session_networks(session)};
    ws_canvas_resize(&s->canvas, width, height);
    return s;
}

void ws_stage_free(ws_stage *s) {
    if (!s)
        return;
    ws_canvas_free(&s->canvas);
    ws_view_free(&s->view);
    ws_frame_free(s->frame);
    free(s);
}

void ws_stage_colour(ws_stage *s, const ws_theme *theme, ws_colour_depth depth) {
    s->view.theme = theme;
    s->view.depth = depth;
}

static uint64_t cycle_of(const ws_stage *s) {
    return ws_net_cycle(ws_session_net(s->session));
}

/* The selected worm is gone when its packet is, or when its row has become another's. */
static void selection_check(ws_stage *s) {
    ws_view_selection *selection = &s->view.selection;
    const ws_frame_worm *worm = ws_frame_worm_of(s->frame, selection->worm);
    if (!worm || worm->entered != selection->entered)
        selection->worm = WS_NIL;
}

static void frame_update(ws_stage *s) {
    ws_view_follow(&s->view, s->session, &s->frame);
    (void)ws_view_want(&s->view, s->frame);
    ws_frame_update(s->frame, ws_session_net(s->session), ws_session_metrics(s->session),
                    ws_session_observer(s->session));
    selection_check(s);
    ws_figures_look(&s->figures, s->frame, s->session);
    s->view.chosen.figure = s->figures.shown;
    s->view.chosen.figures = s->figures.count;
}

bool ws_stage_run(ws_stage *s, uint64_t cycle) {
    if (cycle > cycle_of(s))
        ws_session_run(s->session, cycle - cycle_of(s));
    return cycle_of(s) >= cycle;
}

const ws_canvas *ws_stage_draw(ws_stage *s) {
    frame_update(s);
    ws_view_renew(&s->view, s->session);
    ws_screen_draw(&s->view, &s->canvas);
    if (!ws_view_want(&s->view, s->frame))
        return &s->canvas;
    frame_update(s); /* it is laid out in another way, and shows more than before */
    ws_screen_draw(&s->view, &s->canvas);
    return &s->canvas;
}

const ws_canvas *ws_stage_draw_map(ws_stage *s) {
    frame_update(s);
    ws_view_renew(&s->view, s->session);
    ws_screen_draw_map(&s->view, &s->canvas);
    return &s->canvas;
}

void ws_stage_select_blocked(ws_stage *stage) {
    const ws_frame *frame = stage->frame;
    if (frame->blocked_worms == 0)
        return;
    ws_view_why(&stage->view);
    stage->view.selection.worm = frame->worm[frame->blocked[0]].packet;
    stage->view.selection.entered = frame->worm[frame->blocked[0]].entered;
}
