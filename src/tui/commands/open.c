/* open.c - another scenario or recording in place of this one. */
#include "tui/commands.h"
#include "tui/run.h"
#include "tui/start_screen.h"
#include "tui/state.h"

/* A key alone does not lead out of a lesson. */
static bool in_lesson(const ws_tui *t) {
    return t->lesson.play && ws_play_item(t->lesson.play);
}

static void open_other(ws_tui *t, const char *argument) {
    if (!*argument && in_lesson(t)) {
        ws_tui_say(t, true, "a lesson is being taken: `:open NAME` leaves it, q ends");
        return;
    }
    ws_tui_run(t, false);
    if (*argument)
        ws_tui_go_to(t, argument);
    else
        ws_tui_start_show(t);
}

const ws_screen_command ws_open_commands[] = {
    {"open", open_other, "FILE",
     "opens another scenario or recording; without a name the start screen, where Esc returns"},
    {NULL, NULL, NULL, NULL},
};
