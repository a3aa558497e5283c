/* theme_file.c - the theme on the screen, and its file: when that changes, the screen does.
 *
 * What comes within SETTLE_NS of a change is one change: an editor may write in several goes. A
 * file that cannot be read leaves the theme as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/loop.h"
#include "tui/state.h"
#include "tui/theme_file.h"

#define SETTLE_NS 100000000ull

static void theme_take(ws_tui *t, const ws_theme *theme) {
    t->theme.now = *theme;
    t->platform->colours(t);
    ws_tui_touch(t);
}

static void on_settled(void *tui) {
    ws_tui *t = tui;
    ws_theme theme;
    ws_error error;
    ws_tui_touch(t);
    if (!ws_theme_open(&theme, t->theme.name, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    if (memcmp(&theme, &t->theme.now, sizeof theme) == 0)
        return;
    theme_take(t, &theme);
    ws_tui_say(t, false, "theme %s, as its file has it now", t->theme.name);
}

void ws_tui_theme_changed(ws_tui *t) {
    ws_task_at(&t->loop.tasks, &t->theme.settled, on_settled, ws_now_ns() + SETTLE_NS, 0);
}

static void watch(ws_tui *t) {
    char *path = ws_theme_path(t->theme.name);
    ws_task_stop(&t->loop.tasks, &t->theme.settled);
    snprintf(t->theme.path, sizeof t->theme.path, "%s", path ? path : "");
    free(path);
    if (t->platform->watch)
        t->platform->watch(t);
}

bool ws_tui_theme(ws_tui *t, const char *name, ws_error *error) {
    ws_theme theme;
    if (!ws_theme_open(&theme, name, error))
        return false;
    snprintf(t->theme.name, sizeof t->theme.name, "%s", name);
    theme_take(t, &theme);
    watch(t);
    return true;
}
