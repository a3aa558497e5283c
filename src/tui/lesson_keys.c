/* lesson_keys.c - what keys mean in a lesson, by the moment: one table, which the key bar shows. */
#include <stdio.h>
#include <string.h>

#include "tui/lesson.h"
#include "ui/keys.h"

#define AT(moment) (1u << WS_MOMENT_##moment)
#define QUESTIONS  (AT(CLASS) | AT(CHOOSE) | AT(PREDICT) | AT(PICK) | AT(DO))
#define READING    (AT(WORDS) | AT(ANSWERED) | AT(OVER) | AT(LAST))

typedef struct row {
    uint32_t key;
    unsigned moments;
    const char *name, *does; /* NULL: the same as another one, and not shown */
    const char *command;     /* NULL: the desk's own, and shown here */
} row;

/* Rows of one moment in the order of the key bar. */
static const row rows[] = {
    {WS_KEY_ENTER, AT(WORDS) | AT(ANSWERED), "Enter", "on", "lesson on"},
    {WS_KEY_ENTER, AT(OVER), "Enter", "next lesson", "lesson on"},
    {WS_KEY_ENTER, AT(LAST), NULL, NULL, "lesson on"},
    {WS_KEY_ENTER, AT(RUNS), "Enter", "to its end", "lesson on"},
    {WS_KEY_ENTER, AT(CHOOSE) | AT(PREDICT) | AT(PICK), "Enter", "answer", "lesson on"},
    {WS_KEY_ENTER, AT(DO), "Enter", "try", "lesson on"},
    {WS_KEY_ENTER, AT(CLASS), "Enter", "reveal", "lesson on"},
    {WS_KEY_TAB, AT(CLASS), "Tab", "answers", "class answers"},
    {WS_KEY_ESCAPE, AT(AWAY), "Esc", "back to the question", NULL},
    {WS_KEY_ENTER, AT(AWAY), NULL, NULL, "lesson on"},
    {' ', AT(AWAY), NULL, NULL, "run-pause"},
    {'.', AT(AWAY), NULL, NULL, "step 1"},
    {WS_KEY_TAB, AT(DO), "Tab", "which", "lesson which"},
    {WS_KEY_DOWN, AT(DO), NULL, NULL, "lesson which"},
    {WS_KEY_BACK_TAB, AT(DO), NULL, NULL, "lesson which-before"},
    {WS_KEY_UP, AT(DO), NULL, NULL, "lesson which-before"},
    {WS_KEY_RIGHT, AT(DO), "0-9", "value", "lesson more"},
    {WS_KEY_LEFT, AT(DO), NULL, NULL, "lesson less"},
    {WS_KEY_TAB, AT(PICK), "Tab", "select the next", "lesson next"},
    {WS_KEY_RIGHT, AT(PICK), NULL, NULL, "lesson next"},
    {WS_KEY_DOWN, AT(PICK), NULL, NULL, "lesson next"},
    {WS_KEY_BACK_TAB, AT(PICK), NULL, NULL, "lesson previous"},
    {WS_KEY_LEFT, AT(PICK), NULL, NULL, "lesson previous"},
    {WS_KEY_UP, AT(PICK), NULL, NULL, "lesson previous"},
    {':', AT(DO), ":", "a line", NULL},
    {WS_KEY_ESCAPE, AT(DO), "Esc", "start over", NULL},
    {'h', QUESTIONS, "h", "hint", "lesson hint"},
    {' ', READING, NULL, NULL, "lesson on"},
    {' ', AT(RUNS), "space", "pause", "run-pause"},
    {WS_KEY_BACKSPACE, AT(PREDICT) | AT(DO), NULL, NULL, "lesson cut"},
    {WS_KEY_BACKSPACE, READING | QUESTIONS, "Bksp", "back", "lesson back"},
};
enum { ROWS = sizeof rows / sizeof *rows };

size_t ws_tui_lesson_keys(ws_lesson_moment moment, ws_lesson_key keys[WS_LESSON_KEYS_MAX]) {
    size_t count = 0;
    if (moment == WS_MOMENT_CHOOSE)
        keys[count++] = (ws_lesson_key){"a b ..", "choose", 0};
    if (moment == WS_MOMENT_PREDICT)
        keys[count++] = (ws_lesson_key){"0-9 .", "number", 0};
    for (size_t i = 0; i < ROWS && count < WS_LESSON_KEYS_MAX; i++)
        if ((rows[i].moments >> moment & 1) && rows[i].name)
            keys[count++] = (ws_lesson_key){rows[i].name, rows[i].does, rows[i].key};
    return count;
}

void ws_tui_lesson_takes(ws_lesson_moment moment, size_t choices, const char *entry,
                         char takes[WS_LESSON_TAKES]) {
    size_t count = choices < WS_LESSON_ANSWERS ? choices : WS_LESSON_ANSWERS;
    *takes = '\0';
    if (moment == WS_MOMENT_CHOOSE)
        snprintf(takes, WS_LESSON_TAKES, "%.*s", (int)count, "abcdef");
    if (moment == WS_MOMENT_PREDICT || moment == WS_MOMENT_DO)
        snprintf(takes, WS_LESSON_TAKES, "0123456789.%s", *entry ? "" : "-");
}

const char *ws_tui_lesson_command(ws_lesson_moment moment, uint32_t key) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].key == key && (rows[i].moments >> moment & 1))
            return rows[i].command;
    return NULL;
}

bool ws_tui_lesson_owns(uint32_t key) {
    switch (key) {
    case WS_KEY_TAB:
    case WS_KEY_BACK_TAB:
    case WS_KEY_LEFT:
    case WS_KEY_RIGHT:
    case WS_KEY_UP:
    case WS_KEY_DOWN:
    case WS_KEY_ENTER:
    case WS_KEY_BACKSPACE: return true;
    default: return key && key < 128 && strchr("0123456789.-abcdefh ", (int)key);
    }
}
