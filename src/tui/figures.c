/* figures.c - see figures.h. */
#include "tui/figures.h"

#include <math.h>
#include <string.h>

#include "tui/loop.h"
#include "tui/state.h"

void ws_tui_figures_set(ws_tui *t, const char *text) {
    ws_tui_figures read;
    const ws_place place = {NULL, 1, 1};
    ws_error error;
    read.count = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (read.count == WS_FIGURES_MAX) {
            ws_tui_say(t, true, "at most %d figures", WS_FIGURES_MAX);
            return;
        }
        if (!ws_expr_parse(&read.expr[read.count++], place, text, length, &error)) {
            ws_tui_say(t, true, "%s", error.text);
            return;
        }
        text += length;
        text += strspn(text, " ");
    }
    t->figures = read;
}

/* A name that there is not has no value. */
static double value_of(const ws_expr *expr, const ws_frame *frame, ws_session *session,
                       const char **unit) {
    ws_error error;
    const ws_scene scene = {ws_session_net(session), frame, ws_session_metrics(session)};
    if (!ws_expr_check(expr, &scene, &error))
        return NAN;
    return ws_expr_figure(expr, &scene, unit);
}

void ws_tui_figures_look(ws_tui *t) {
    ws_tui_figures *figures = &t->figures;
    for (size_t i = 0; i < figures->count; i++) {
        const char *unit = "";
        ws_view_figure *figure = &figures->shown[i];
        figure->name = figures->expr[i].text;
        figure->value = value_of(&figures->expr[i], t->frame, t->session, &unit);
        figure->unit = unit;
        figure->other = NAN;
        if (t->other.shadow)
            figure->other = value_of(&figures->expr[i], t->other.frame,
                                     ws_shadow_session(t->other.shadow), &unit);
    }
    t->view.chosen.figure = figures->shown;
    t->view.chosen.figures = figures->count;
}
