/* within.h - the program's screen within a test: no terminal, a canvas that is painted when the test asks, keys that are pressed by a call,
 * and a clock that the test turns. Header only.
 *
 * Every clock of the process is this one: so a second takes as long as its computing, and the same happens each time. */
#ifndef WITHIN_H
#define WITHIN_H

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lesson/progress.h"
#include "session/library/find.h"
#include "tap.h"
#include "tui/beside.h"
#include "tui/brush.h"
#include "tui/input.h"
#include "tui/open.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "tui/user_keys.h"

#define WITHIN __attribute__((unused)) static
#define MS     1000000ull

static uint64_t within_ns = 1000 * MS;
static uint64_t within_tick = 20000;

/* Whoever asks for the time takes some: who runs for a time comes to its end. */
int clock_gettime(clockid_t clock, struct timespec *t) {
    (void)clock;
    within_ns += within_tick;
    t->tv_sec = (time_t)(within_ns / (1000 * MS));
    t->tv_nsec = (long)(within_ns % (1000 * MS));
    return 0;
}

static char within_home[] = "/tmp/ws-within-XXXXXX"; /* what is remembered of the user */

static void within_show(ws_tui *t) { (void)t; }
static void within_size(int *width, int *height) { *width = 80, *height = 24; }
static ws_colour_depth within_depth(void) { return WS_DEPTH_256; }
static ws_input within_read(ws_tui *t) { (void)t; return (ws_input){.kind = WS_INPUT_NONE}; }
static const ws_platform within_platform = {.show = within_show, .forget = within_show, .colours = within_show, .depth = within_depth,
                                            .size = within_size, .read = within_read, .quit = within_show};

/* Nothing is drawn on its own: who is quitting draws nothing. */
WITHIN ws_tui *within_open(int width, int height) {
    ws_error error;
    static const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES / 8};
    if (!within_home[0] || (strstr(within_home, "XXXXXX") && !mkdtemp(within_home))) exit(1);
    setenv("XDG_STATE_HOME", within_home, 1);
    setenv("XDG_CONFIG_HOME", within_home, 1);
    static char program[4096]; /* found before the first leaves the tree: what comes with it is looked for from there */
    if (!program[0] && getcwd(program, sizeof program / 2)) strcat(program, "/wormscope"), ws_find_program(program);
    if (chdir(within_home) != 0) exit(1); /* where recordings and pictures may fall */
    ws_tui *t = calloc(1, sizeof *t);
    ws_tui_begin(t, &within_platform, &options);
    ws_tui_seen(t, ws_glyphs_for("UTF-8", "xterm-256color"), WS_DEPTH_256);
    t->theme.now = ws_theme_default();
    if (!ws_user_keys_read(&t->keys, &error)) exit(1);
    ws_canvas_resize(&t->display.canvas, width, height);
    t->loop.quitting = true;
    return t;
}

WITHIN void within_close(ws_tui *t) {
    char command[80];
    ws_tui_close(t);
    ws_start_free(&t->start.screen);
    ws_canvas_free(&t->display.canvas);
    free(t);
    snprintf(command, sizeof command, "rm -rf %s/*", within_home);
    if (system(command) != 0) exit(1);
}

/* So long: what is due meanwhile is done. */
WITHIN void within_pass(ws_tui *t, uint64_t ns) {
    enum { GRAIN = 5 };
    for (uint64_t end = within_ns + ns; within_ns < end;) {
        within_ns += GRAIN * MS;
        ws_tasks_run(&t->loop.tasks, within_ns);
    }
}

/* Is the text on the canvas, in one row? */
WITHIN bool within_shows(ws_tui *t, const char *text) {
    char row[4096];
    const ws_canvas *canvas = &t->display.canvas;
    for (int y = 0; y < canvas->height; y++) {
        size_t length = 0;
        for (int x = 0; x < canvas->width; x++) {
            uint32_t glyph = canvas->cell[y * canvas->width + x].glyph;
            row[length++] = glyph >= ' ' && glyph < 127 ? (char)glyph : '?';
        }
        row[length] = '\0';
        if (strstr(row, text)) return true;
    }
    return false;
}

#endif
