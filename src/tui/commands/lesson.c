/* lesson.c - lessons and what keys do in one, as lines; lecture mode; figures of papers. */
#include <string.h>

#include "tui/commands.h"
#include "tui/input.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/papers.h"
#include "tui/run.h"
#include "tui/state.h"

/* ---- lesson ---- */

static void learn(ws_tui *t, const char *argument) {
    ws_error error;
    if (!*argument)
        argument = "worm";
    if (!ws_tui_may_leave(t, "press it again to leave"))
        return;
    if (!ws_tui_lesson_open(t, argument, 0, false, &error))
        ws_tui_say(t, true, "%s", error.text);
}

/* Enter behind digits of a repair gives them. */
static void on(ws_tui *t) {
    bool gives = ws_tui_lesson_moment(t) == WS_MOMENT_DO && *t->lesson.entry;
    if (gives && t->lesson.back == 0)
        ws_tui_lesson_give(t);
    else
        ws_tui_lesson_on(t);
}

static const struct {
    const char *name;
    void (*act)(ws_tui *t);
} acts[] = {
    {"on", on},
    {"back", ws_tui_lesson_back},
    {"hint", ws_tui_lesson_hint},
    {"home", ws_tui_lesson_home},
    {"next", ws_tui_lesson_point_next},
    {"previous", ws_tui_lesson_point_previous},
    {"clear", ws_tui_lesson_clear},
    {"cut", ws_tui_lesson_cut},
    {"which", ws_tui_lesson_turn_next},
    {"which-before", ws_tui_lesson_turn_previous},
    {"more", ws_tui_lesson_more},
    {"less", ws_tui_lesson_less},
};

static void answer_typed(ws_tui *t, const char *value) {
    ws_error error;
    if (ws_play_typed(t->lesson.play, value, &error))
        ws_tui_lesson_answer(t, value);
    else
        ws_tui_lesson_say(t, true, "%s", error.text);
}

static void lesson(ws_tui *t, const char *argument) {
    size_t length = strcspn(argument, " ");
    const char *value = argument + length + strspn(argument + length, " ");
    if (!t->lesson.play) {
        ws_tui_say(t, true, "no lesson is being taken; :learn NAME begins one");
        return;
    }
    if (length == 6 && strncmp(argument, "answer", 6) == 0) {
        answer_typed(t, value);
        return;
    }
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strcmp(acts[i].name, argument) == 0) {
            acts[i].act(t);
            return;
        }
    ws_tui_say(t, true,
               "`%s` is wrong here; write on, back, hint, home, next, previous, clear, cut, which, "
               "which-before, more, less or answer VALUE",
               argument);
}

/* ---- lecture ---- */

static void lecture(ws_tui *t, const char *argument) {
    bool on = strcmp(argument, "on") == 0 || (!*argument && !t->view.lecture);
    if (*argument && !on && strcmp(argument, "off") != 0)
        ws_tui_say(t, true, "`%s` is neither on nor off", argument);
    else
        ws_tui_lecture(t, on);
}

/* ---- paper ---- */

static void paper(ws_tui *t, const char *argument) {
    if (strcmp(argument, "off") == 0)
        ws_tui_paper_hide(t);
    else
        ws_tui_paper_show(t, strcmp(argument, "next") == 0 ? "" : argument);
}

const ws_screen_command ws_lesson_commands[] = {
    {"learn", learn, "LESSON", "starts a lesson in place of this session"},
    {"lesson", lesson,
     "on|back|hint|home|next|previous|clear|cut|which|which-before|more|less|answer VALUE",
     "continues a lesson, reads again, gives a hint, returns to the lesson, points, answers, "
     "changes what a repair may"},
    {"lecture", lecture, "on|off",
     "shows the screen for a room: a large map, captions, questions before answers, the keys "
     "that are pressed"},
    {"paper", paper, "next|off|FIGURE",
     "shows a figure of a paper, such as kwan/8, or the next that this scenario is in, with the "
     "point at which the network is"},
    {NULL, NULL, NULL, NULL},
};
