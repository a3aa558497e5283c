/* lesson_input.c - keys in a lesson: letters and digits of an answer, and what the table of
 * lesson_keys.c has for the moment. */
#include <stdio.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/state.h"

bool ws_tui_lesson_type(ws_tui *t, ws_lesson_moment moment, size_t choices, uint32_t key) {
    ws_tui_lesson *own = &t->lesson;
    char takes[WS_LESSON_TAKES];
    size_t length = strlen(own->entry);
    ws_tui_lesson_takes(moment, choices, own->entry, takes);
    bool is_character = key > 0 && key < WS_KEY_BACKSPACE;
    if (!is_character || !strchr(takes, (int)key))
        return false;
    if (moment == WS_MOMENT_CHOOSE)
        own->chosen = key - 'a';
    else if (length + 1 < sizeof own->entry)
        snprintf(own->entry + length, sizeof own->entry - length, "%c", (int)key);
    return true;
}

/* Lists and the help have keys of their own. */
static bool is_covered(const ws_tui *t) {
    ws_overlay shown = t->view.overlay.shown;
    return shown != WS_OVERLAY_NONE && shown != WS_OVERLAY_SPACETIME;
}

bool ws_tui_lesson_key(ws_tui *t, uint32_t key) {
    if (!t->lesson.play || is_covered(t))
        return false;
    ws_lesson_moment moment = ws_tui_lesson_moment(t);
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
