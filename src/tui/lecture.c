/* lecture.c - lecture mode: the screen for a room. Runs stop where the scenario has something to
 * say, the theme is one for a projector, and keys are shown as they are pressed. What was before
 * comes back with the old view. */
#include "tui/input.h"

#include <stdio.h>
#include <string.h>

#include "tui/loop.h"
#include "tui/state.h"
#include "tui/theme_file.h"

#define LECTURE_THEME "projector"

static void lecture_begin(ws_tui *t) {
    ws_error error;
    if (strcmp(t->theme.name, LECTURE_THEME) != 0)
        snprintf(t->theme.desk, sizeof t->theme.desk, "%s", t->theme.name);
    if (t->view.depth != WS_DEPTH_MONO && !ws_tui_theme(t, LECTURE_THEME, &error))
        ws_tui_say(t, true, "%s", error.text);
}

static void lecture_end(ws_tui *t) {
    ws_error error;
    if (strcmp(t->theme.name, LECTURE_THEME) == 0 && *t->theme.desk &&
        !ws_tui_theme(t, t->theme.desk, &error))
        ws_tui_say(t, true, "%s", error.text);
}

void ws_tui_lecture(ws_tui *t, bool on) {
    if (on == t->view.lecture)
        return;
    t->view.lecture = t->lecture = on;
    ws_watch_remarks(t->watch, on);
    memset(t->view.pressed, 0, sizeof t->view.pressed);
    if (on)
        lecture_begin(t);
    else
        lecture_end(t);
    ws_tui_redraw_all(t);
}

void ws_tui_pressed(ws_tui *t, const ws_binding *binding) {
    const ws_binding **p = t->view.pressed;
    if (!t->view.lecture || strcmp(binding->command, "redraw") == 0)
        return; /* nobody need know that */
    memmove(p + 1, p, (WS_PRESSED_MAX - 1) * sizeof *p);
    p[0] = binding;
}
