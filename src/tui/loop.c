/* loop.c - when pictures are drawn.
 *
 * Drawing is by need: whatever changes something calls ws_tui_touch, which arms a task so that
 * there are at most 30 pictures a second, and fewer where they would keep a network from running as
 * fast as it can, or where the outside has no room for more. Paused, no task is armed and the
 * process sleeps. */
#include "tui/loop.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "tui/state.h"

#define MS       1000000ull
#define FRAME_NS (33 * MS)
/* While the network runs as fast as it can: so many times as long as the latest picture took it
 * runs, but no longer than this. */
#define SPARE      24
#define SPARE_MOST (100 * MS)

static void draw_at(ws_tui *t, uint64_t due);

/* A picture for which the line has no room is not drawn at all: the next one tells more. */
static void draw(void *tui) {
    ws_tui *t = tui;
    if (t->loop.quitting)
        return;
    uint64_t due = t->platform->due ? t->platform->due(t) : 0;
    if (due) {
        draw_at(t, due);
        return;
    }
    clock_t used = clock();
    t->loop.drawn_ns = ws_now_ns();
    t->loop.paint(t);
    t->platform->show(t);
    t->loop.cost_ns = (uint64_t)(clock() - used) * (1000 * MS / CLOCKS_PER_SEC);
}

static void draw_at(ws_tui *t, uint64_t due) {
    ws_task_at(&t->loop.tasks, &t->loop.draw, draw, due, 0);
}

void ws_tui_draw_now(ws_tui *t) {
    draw(t);
}

/* No later than then. */
static void draw_by(ws_tui *t, uint64_t due) {
    const ws_task *task = &t->loop.draw;
    if (!t->loop.quitting && !(task->armed && task->due_ns <= due))
        draw_at(t, due);
}

void ws_tui_touch(ws_tui *t) {
    draw_by(t, t->loop.drawn_ns + FRAME_NS);
}

void ws_tui_touch_rarely(ws_tui *t) {
    uint64_t rest = SPARE * t->loop.cost_ns;
    if (rest < FRAME_NS)
        rest = FRAME_NS;
    draw_by(t, t->loop.drawn_ns + (rest < SPARE_MOST ? rest : SPARE_MOST));
}

void ws_tui_draw_soon(ws_tui *t) {
    if (t->loop.draw.armed)
        draw_at(t, t->loop.drawn_ns + FRAME_NS);
}

void ws_tui_redraw_all(ws_tui *t) {
    t->platform->forget(t);
    ws_tui_touch(t);
}

void ws_tui_size_renew(ws_tui *t) {
    int width, height;
    t->platform->size(&width, &height);
    ws_canvas_resize(&t->display.canvas, width, height);
    ws_tui_redraw_all(t);
}

void ws_tui_say(ws_tui *t, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->message, sizeof t->message, format, args);
    va_end(args);
    t->view.line.message_error = error;
}

void ws_tui_quit(ws_tui *t) {
    t->loop.quitting = true;
    t->platform->quit(t);
}
