/* theme_file.c - the theme on the screen, and its file: when that changes, the screen does.
 *
 * Watched is the folder, since editors put a new file in the place of the old one. What comes
 * within SETTLE_NS of a change is one change: an editor may write in several goes. A file that
 * cannot be read leaves the theme as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/loop.h"
#include "tui/state.h"
#include "tui/theme_file.h"

#define SETTLE_NS 100000000ull

static void theme_take(ws_tui *t, const ws_theme *theme) {
    t->theme.now = *theme;
    if (t->display.emitter)
        ws_emitter_theme(t->display.emitter, &t->theme.now);
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

static void on_change(uv_fs_event_t *watch, const char *file, int events, int status) {
    ws_tui *t = watch->data;
    (void)events;
    const char *base = strrchr(t->theme.path, '/');
    if (status < 0 || (file && strcmp(file, base ? base + 1 : t->theme.path) != 0))
        return;
    ws_task_at(&t->loop.tasks, &t->theme.settled, on_settled, ws_now_ns() + SETTLE_NS, 0);
}

/* A file that cannot be watched is not worth a word: the theme is there. */
static void watch(ws_tui *t) {
    char *path = ws_theme_path(t->theme.name);
    ws_tui_check(t, uv_fs_event_stop(&t->theme.watch));
    ws_task_stop(&t->loop.tasks, &t->theme.settled);
    snprintf(t->theme.path, sizeof t->theme.path, "%s", path ? path : "");
    free(path);
    if (!*t->theme.path)
        return;
    char folder[sizeof t->theme.path];
    memcpy(folder, t->theme.path, sizeof folder);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    (void)uv_fs_event_start(&t->theme.watch, on_change, slash ? folder : ".", 0);
}

void ws_tui_theme_begin(ws_tui *t) {
    ws_tui_check(t, uv_fs_event_init(&t->loop.uv, &t->theme.watch));
    t->theme.watch.data = t;
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
