/* picture.c - what is painted: the start screen, or the session with its frame, taken anew when
 * the network has gone on. */
#include "tui/beside.h"
#include "tui/loop.h"
#include "tui/state.h"

/* ---- figures ---- */

void ws_tui_figures_set(ws_tui *t, const char *text) {
    ws_error error;
    if (!ws_figures_read(&t->figures, text, &error))
        ws_tui_say(t, true, "%s", error.text);
}

void ws_tui_figures_look(ws_tui *t) {
    ws_figures *figures = &t->figures;
    ws_figures_look(figures, t->frame, t->session);
    if (t->other.shadow)
        ws_figures_look_beside(figures, t->other.frame, ws_shadow_session(t->other.shadow));
    for (size_t i = 0; i < figures->count; i++)
        figures->shown[i].covered = ws_tui_lesson_covers(t, &figures->expr[i]);
    t->view.chosen.figure = figures->shown;
    t->view.chosen.figures = figures->count;
}

/* ---- picture ---- */

static void frame_take(ws_tui *t) {
    ws_frame_update(t->frame, ws_session_net(t->session), ws_session_metrics(t->session),
                    ws_session_observer(t->session));
    if (ws_tui_lesson_veils(t))
        ws_frame_veil(t->frame);
    t->run.stale = false;
}

void ws_tui_look(ws_tui *t) {
    ws_view_follow(&t->view, t->session, &t->frame);
    (void)ws_view_want(&t->view, t->frame);
    t->frame->wants.part = false;
    frame_take(t);
}

void ws_tui_look_whole(ws_tui *t) {
    if (t->frame->part)
        ws_tui_look(t);
}

/* The selected worm is gone when its packet is, or when its row has become another's. */
static void selection_check(ws_tui *t) {
    const ws_frame_worm *worm = ws_frame_worm_of(t->frame, t->view.selection.worm);
    if (!worm || worm->entered != t->view.selection.entered)
        t->view.selection.worm = WS_NIL;
}

static void frame_follow(ws_tui *t) {
    ws_view_follow(&t->view, t->session, &t->frame);
    if (ws_view_want(&t->view, t->frame) || t->run.stale)
        frame_take(t);
}

static void frame_renew(ws_tui *t) {
    frame_follow(t);
    ws_beside_look(t); /* each time: whoever looked since at this one has not looked at that */
    selection_check(t);
    ws_brush_check(t);
    ws_tui_spacetime_look(t);
    ws_tui_papers_look(t);
}

static int prompt_cursor(const ws_prompt *p) {
    int columns = 0;
    for (size_t i = 0; i < p->cursor; i++)
        columns += (p->text[i] & 0xc0) != 0x80;
    return columns;
}

/* The first deadlock of a branch is a place to go back to. */
static void deadlock_note(ws_tui *t) {
    size_t branch = t->view.session.branch_now;
    if (!t->frame->deadlock || branch >= WS_DEADLOCKS_SEEN)
        return;
    uint64_t *known = &t->run.deadlock[branch];
    uint64_t cycle = t->view.session.deadlock_cycle;
    if (*known == 0 || cycle < *known)
        *known = cycle;
}

static void view_renew(ws_tui *t) {
    ws_view *v = &t->view;
    ws_view_renew(v, t->session);
    deadlock_note(t);
    v->session.speed = t->run.pace.speed;
    v->session.until = t->run.until;
    v->session.rate = v->session.running ? t->run.pace.rate : 0;
    v->line.prompt_open = t->prompt.open;
    v->line.prompt_sign = t->prompt.kind ? t->prompt.kind->sign : '\0';
    v->line.completions = &t->prompt.completions;
    v->line.completion_chosen = t->prompt.choosing ? t->prompt.chosen : t->prompt.completions.count;
    v->session.breaks = ws_watch_breaks(t->watch, &v->session.break_count);
    v->session.stops = ws_watch_stops(t->watch, &v->session.stop_count);
    v->line.prompt = t->prompt.text;
    v->line.prompt_cursor = prompt_cursor(&t->prompt);
}

void ws_tui_catch_up(ws_tui *t) {
    if (!t->session || t->start.shown || !t->run.stale)
        return;
    frame_follow(t);
    selection_check(t);
    view_renew(t);
}

/* A panel that is no longer shown, since what it was of is gone, is not held. */
static void focus_check(ws_tui *t) {
    ws_view_focus *focus = &t->view.focus;
    bool over = t->view.overlay.shown != WS_OVERLAY_NONE || t->view.lesson.shown;
    if (!focus->held || over || t->view.other)
        return;
    int width = t->display.canvas.width;
    int height = t->display.canvas.height;
    ws_panel_layout layout = ws_layout_make(&t->view, width, height);
    if (!layout.too_small && layout.rect[focus->held - 1].w == 0)
        *focus = (ws_view_focus){0};
}

static void session_draw(ws_tui *t) {
    frame_renew(t);
    view_renew(t);
    focus_check(t);
    ws_tui_figures_look(t);
    ws_tui_lesson_look(t);
    ws_tui_class_look(t);
    ws_tui_board_look(t);
    ws_screen_draw(&t->view, &t->display.canvas);
    if (!ws_view_want(&t->view, t->frame))
        return;
    frame_take(t); /* it is laid out in another way, and shows more than before */
    ws_screen_draw(&t->view, &t->display.canvas);
}

void ws_tui_paint(ws_tui *t) {
    t->start.screen.message_error = t->view.line.message_error;
    if (t->start.shown)
        ws_start_draw(&t->start.screen, &t->display.canvas);
    else
        session_draw(t);
}
