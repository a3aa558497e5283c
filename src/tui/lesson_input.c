/* lesson_input.c - keys in a lesson: letters and digits of an answer, and what the table of
 * lesson_keys.c has for the moment. */
#include <string.h>

#include "tui/commands.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/state.h"

/* A letter of an answer, or a digit. */
bool ws_tui_lesson_type(ws_tui *t, ws_lesson_moment moment, size_t choices, uint32_t key) {
    ws_tui_lesson *own = &t->lesson;
    size_t length = strlen(own->entry);
    if (moment == WS_MOMENT_CHOOSE && key >= 'a' && key < 'a' + choices) {
        own->chosen = key - 'a';
        return true;
    }
    bool is_digit = (key >= '0' && key <= '9') || key == '.' || (key == '-' && length == 0);
    if (moment != WS_MOMENT_PREDICT || !is_digit || length + 1 >= sizeof own->entry)
        return false;
    own->entry[length] = (char)key;
    own->entry[length + 1] = '\0';
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
