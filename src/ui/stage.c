/* stage.c - see stage.h. */
#include "ui/stage.h"

#include <stdlib.h>
#include <string.h>

#include "session/language/text.h"
#include "session/stage.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* ---- stage show ---- */

/* See stage.h. */

typedef bool show(ws_stage *stage, const char *argument, ws_error *error);

static int name_find(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static bool lens(ws_stage *stage, const char *argument, ws_error *error) {
    return ws_lens_find(argument, &stage->view.overlay.layer, error);
}

static bool colour(ws_stage *stage, const char *argument, ws_error *error) {
    int key = name_find(ws_colour_key_names, WS_COLOUR_COUNT, argument);
    if (key < 0)
        return fail_with(error, "worms have no colour by `%s`", argument);
    stage->view.map.hues.key = (ws_colour_key)key;
    return true;
}

static bool zoom(ws_stage *stage, const char *argument, ws_error *error) {
    ws_view *view = &stage->view;
    ws_map_plan *plan = view->map.plan;
    bool fit = strcmp(argument, "fit") == 0;
    int by = (strcmp(argument, "in") == 0) - (strcmp(argument, "out") == 0);
    int asked = by ? ws_altitude_step(view, by) : ws_altitude_find(argument);
    if (!asked && !fit)
        return fail_with(
            error,
            "invalid altitude `%s`: expected terrain, streets, worms, switch, in, out or fit",
            argument);
    uint32_t focus = ws_map_focus(view);
    if (plan->altitude != WS_ALTITUDE_SWITCH)
        plan->near = focus;
    view->map.zoom = asked;
    ws_map_plan_fit(plan, view->frame, plan->area_w, plan->area_h, asked);
    ws_map_centre(view, focus);
    return true;
}

static bool filter(ws_stage *stage, const char *argument, ws_error *error) {
    const char *text = strcmp(argument, "none") == 0 ? "" : argument;
    return ws_filter_parse(&stage->view.selection.filter, stage->frame, text, error);
}

static bool look(ws_stage *stage, const char *argument, ws_error *error) {
    ws_thing thing;
    if (!ws_thing_named(stage->frame, argument, &thing, error))
        return false;
    ws_view_look(&stage->view, thing);
    return true;
}

/* The worm for which the selected one waits; without one, that of the longest wait. */
static const ws_frame_worm *blocker_of(const ws_stage *stage) {
    const ws_frame *frame = stage->frame;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, stage->view.selection.worm);
    if (worm)
        return ws_frame_worm_of(frame, worm->waits_for);
    return frame->blocked_worms ? &frame->worm[frame->blocked[0]] : NULL;
}

static bool select_worm(ws_stage *stage, const char *argument, ws_error *error) {
    const ws_frame_worm *worm = NULL;
    bool none = strcmp(argument, "none") == 0;
    bool number = *argument && strspn(argument, "0123456789") == strlen(argument);
    if (number)
        worm = ws_frame_worm_of(stage->frame, (uint32_t)strtoul(argument, NULL, 10));
    else if (!none)
        worm = blocker_of(stage);
    if (!worm && !none)
        return fail_with(error, "no worm %s is under way", argument);
    ws_view_look(&stage->view, ws_thing_of_worm(worm));
    return true;
}

static bool figures(ws_stage *stage, const char *argument, ws_error *error) {
    bool none = strcmp(argument, "none") == 0;
    return ws_figures_read(&stage->figures, none ? "" : argument, error);
}

static bool panels(ws_stage *stage, const char *argument, ws_error *error) {
    return ws_panels_choose(&stage->view.chosen, argument, error);
}

static bool latency(ws_stage *stage, const char *argument, ws_error *error) {
    size_t length = strlen(argument);
    for (int kind = 0; kind < WS_LATENCY_COUNT; kind++) {
        const char *name = ws_latency_names[kind]; /* message_latency, ... */
        bool begins = length > 0 && strncmp(name, argument, length) == 0;
        if (!begins || strcmp(name + length, "_latency") != 0)
            continue;
        stage->view.measure = (ws_latency_kind)kind;
        return true;
    }
    return fail_with(error, "invalid latency `%s`: expected message, network, head or packet",
                     argument);
}

static const struct {
    const char *name;
    show *show;
} views[] = {
    {"lens", lens},       {"colour", colour}, {"zoom", zoom},
    {"look", look},       {"filter", filter}, {"select", select_worm},
    {"figures", figures}, {"panels", panels}, {"latency", latency},
};

bool ws_stage_show(ws_stage *stage, const char *line, ws_error *error) {
    size_t length = strcspn(line, " ");
    const char *argument = line + length;
    argument += strspn(argument, " ");
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const char *name = views[i].name;
        if (strlen(name) != length || strncmp(name, line, length) != 0)
            continue;
        ws_stage_draw(stage); /* what is there is known then, and how much room the map has */
        return views[i].show(stage, argument, error);
    }
    return true;
}

static void line_show(void *context, const char *line) {
    ws_error error;
    ws_stage_show(context, line, &error);
}

static uint64_t cycle_of(const ws_stage *stage) {
    return ws_net_cycle(ws_session_net(stage->session));
}

/* Lines at cycle 0 are shown before the first run. */
bool ws_stage_play(ws_stage *stage, uint64_t cycle) {
    ws_session *session = stage->session;
    bool there = true;
    if (cycle_of(stage) == 0)
        ws_session_stage_each(session, 0, 0, line_show, stage);
    while (there && cycle_of(stage) < cycle) {
        uint64_t next = ws_session_stage_ahead(session);
        there = ws_stage_run(stage, next < cycle ? next : cycle);
        uint64_t now = cycle_of(stage);
        ws_session_stage_each(session, now, now, line_show, stage);
    }
    return there;
}

/* ---- stage ---- */

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
