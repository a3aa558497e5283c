/* lecture.c - lecture mode, on or off. */
#include "tui/lecture.h"

#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void lecture(ws_tui *t, const char *argument) {
    bool on = strcmp(argument, "on") == 0 || (!*argument && !t->view.lecture);
    if (*argument && !on && strcmp(argument, "off") != 0)
        ws_tui_say(t, true, "`%s` is neither on nor off", argument);
    else
        ws_tui_lecture(t, on);
}

const ws_screen_command ws_lecture_commands[] = {
    {"lecture", lecture, "on|off",
     "shows the screen for a room: a large map, captions, questions before answers, the keys "
     "that are pressed"},
    {NULL, NULL, NULL, NULL},
};
