/* lesson_input.c - keys in a lesson: letters and digits of an answer, what the table of
 * lesson_keys.c has for the moment, what waits for its question, and Esc. */
#include <stdio.h>
#include <string.h>

#include "session/language/params.h"
#include "tui/commands.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/stage_lines.h"
#include "tui/start_screen.h"
#include "tui/state.h"
#include "ui/keys.h"

/* ---- lesson repair ---- */

/* What a repair may change, in the box of its question: Tab and arrows choose a name that is
 * allowed, arrows and digits change it, by the lines that one would type. */

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

/* ---- lesson input ---- */

/* ---- Esc ---- */

static void covers_close(ws_tui *t) {
    t->view.overlay.shown = WS_OVERLAY_NONE;
    t->view.focus = (ws_view_focus){0};
}

/* Closes what is uppermost; false where nothing lies over the lesson. */
static bool topmost_close(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    bool covered = t->view.overlay.shown != WS_OVERLAY_NONE;
    bool held = t->view.focus.held > 0;
    bool typed = own->kept > 0 || *own->entry;
    bool read = own->back > 0;
    if (covered)
        t->view.overlay.shown = WS_OVERLAY_NONE;
    else if (held)
        t->view.focus = (ws_view_focus){0};
    else if (typed)
        ws_tui_lesson_clear(t);
    own->kept = 0;
    own->back = 0;
    return covered || held || typed || read;
}

static void all_close(ws_tui *t) {
    ws_tui_start_hide(t);
    if (t->prompt.open)
        ws_prompt_key(t, WS_KEY_ESCAPE, false);
    covers_close(t);
    t->lesson.back = 0;
    ws_tui_lesson_home(t);
    ws_tui_stage_again(t);
}

bool ws_tui_lesson_escape(ws_tui *t, uint32_t key) {
    ws_tui_lesson *own = &t->lesson;
    bool again = own->escaped;
    own->escaped = key == WS_KEY_ESCAPE && own->play;
    if (!own->escaped)
        return false;
    ws_tui_touch(t);
    if (again) {
        all_close(t);
        return true;
    }
    if (t->start.shown || t->prompt.open)
        return false;
    if (topmost_close(t))
        return true;
    if (ws_play_is_home(own->play))
        ws_tui_command(t, "select none");
    else
        ws_tui_lesson_home(t);
    return true;
}

/* ---- keys that belong to a lesson ---- */

/* What the key does in this moment; false: nothing. */
static bool moment_key(ws_tui *t, ws_lesson_moment moment, uint32_t key) {
    const ws_item *item = ws_play_item(t->lesson.play);
    if (ws_tui_lesson_type(t, moment, item ? item->choices : 0, key)) {
        t->lesson.back = 0;
        if (t->lesson.reply_error)
            t->lesson.reply[0] = '\0';
        ws_tui_touch(t);
        return true;
    }
    const char *command = ws_tui_lesson_command(moment, key);
    if (command)
        ws_tui_command(t, command);
    return command != NULL;
}

/* It waits for its question. Who commits an answer has seen what is asked: Enter does not wait. */
static void key_keep(ws_tui *t, uint32_t key) {
    ws_tui_lesson *own = &t->lesson;
    bool waits = key != WS_KEY_ENTER && key != WS_KEY_BACKSPACE;
    if (waits && own->kept < WS_AHEAD_MAX)
        own->ahead[own->kept++] = key;
    ws_tui_touch(t);
}

bool ws_tui_lesson_key(ws_tui *t, uint32_t key) {
    if (!t->lesson.play)
        return false;
    ws_overlay shown = t->view.overlay.shown;
    ws_lesson_moment moment = ws_tui_lesson_moment(t);
    bool covered = shown != WS_OVERLAY_NONE && shown != WS_OVERLAY_SPACETIME;
    bool over = moment >= WS_MOMENT_OVER;
    if (covered && (over || !ws_tui_lesson_owns(key)))
        return false;
    if (covered)
        covers_close(t);
    if (covered && key == WS_KEY_ENTER) {
        ws_tui_touch(t);
        return true;
    }
    if (key == WS_KEY_BACKSPACE && t->lesson.kept) {
        ws_tui_lesson_cut(t);
        ws_tui_touch(t);
        return true;
    }
    if (moment_key(t, moment, key))
        return true;
    if (over || !ws_tui_lesson_owns(key))
        return false;
    if (moment == WS_MOMENT_WORDS || moment == WS_MOMENT_RUNS || moment == WS_MOMENT_ANSWERED)
        key_keep(t, key);
    return true;
}
