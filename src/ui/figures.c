/* figures.c - see figures.h. */
#include "ui/figures.h"

#include <math.h>
#include <string.h>

#include "session/language/text.h"

bool ws_figures_read(ws_figures *figures, const char *text, ws_error *error) {
    ws_figures read;
    read.count = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (read.count == WS_FIGURES_MAX)
            return fail_with(error, "at most %d figures", WS_FIGURES_MAX);
        char *name = read.name[read.count];
        if (!ws_figure_parse(&read.expr[read.count], name, sizeof *read.name, text, length, error))
            return false;
        read.count++;
        text += length;
        text += strspn(text, " ");
    }
    *figures = read;
    return true;
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

void ws_figures_look(ws_figures *figures, const ws_frame *frame, ws_session *session) {
    for (size_t i = 0; i < figures->count; i++) {
        const char *unit = "";
        ws_view_figure *figure = &figures->shown[i];
        figure->name = figures->name[i];
        figure->value = value_of(&figures->expr[i], frame, session, &unit);
        figure->unit = unit;
        figure->other = NAN;
        figure->covered = false;
    }
}

void ws_figures_look_beside(ws_figures *figures, const ws_frame *frame, ws_session *session) {
    const char *unit;
    for (size_t i = 0; i < figures->count; i++)
        figures->shown[i].other = value_of(&figures->expr[i], frame, session, &unit);
}
