/* lesson_repair.c - what a repair may change, in the box of its question: Tab and arrows choose a
 * name that is allowed, arrows and digits change it, by the lines that one would type. */
#include <stdio.h>

#include "session/language/params.h"
#include "tui/commands.h"
#include "tui/lesson.h"
#include "tui/state.h"

/* The next name that is allowed and is a parameter. */
static void turn(ws_tui *t, size_t by) {
    const ws_item *item = ws_play_item(t->lesson.play);
    size_t count = item->allow.count;
    for (size_t i = 0; i < count; i++) {
        t->lesson.turned = (t->lesson.turned + by) % count;
        if (ws_param_find(item->allow.line[t->lesson.turned]))
            break;
    }
    t->lesson.entry[0] = '\0';
}

void ws_tui_lesson_turn_next(ws_tui *t) {
    turn(t, 1);
}

void ws_tui_lesson_turn_previous(ws_tui *t) {
    turn(t, ws_play_item(t->lesson.play)->allow.count - 1);
}

/* Gives the parameter that is chosen a value, as whoever types the line would. */
static void value_give(ws_tui *t, const char *value) {
    char line[160];
    const ws_item *item = ws_play_item(t->lesson.play);
    const ws_param *param = ws_param_find(item->allow.line[t->lesson.turned]);
    if (!param)
        return;
    snprintf(line, sizeof line, param->live ? "set %s %s" : "rebuild %s=%s", param->name, value);
    t->lesson.entry[0] = '\0';
    ws_tui_command(t, line);
}

void ws_tui_lesson_more(ws_tui *t) {
    value_give(t, "++");
}

void ws_tui_lesson_less(ws_tui *t) {
    value_give(t, "--");
}

void ws_tui_lesson_give(ws_tui *t) {
    char value[sizeof t->lesson.entry];
    snprintf(value, sizeof value, "%s", t->lesson.entry);
    value_give(t, value);
}
