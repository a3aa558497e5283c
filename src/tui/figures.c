/* figures.c - see figures.h. */
#include "tui/figures.h"

#include "tui/loop.h"
#include "tui/state.h"

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
