/* loop.c - the event loop of libuv, and when pictures are drawn.
 *
 * Drawing is by need: whatever changes something calls ws_tui_touch, which arms a timer so that
 * there are at most 30 pictures a second, and fewer where they would keep a network from running as
 * fast as it can. Paused, no timer is armed and the process sleeps. */
#include "tui/loop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "session/text_stream.h"
#include "tui/event_loop.h"
#include "tui/state.h"

/* ---- output pacing ---- */

/* No more pictures than the line can carry. What is written goes into buffers of the kernel, of
 * ssh, of the network; on a slow line they fill with pictures that are out of date before they
 * are seen, and the answer to a key waits behind them. So when a picture has taken long to write,
 * the terminal is asked behind each for a sign of life, and the next is drawn when that has come:
 * one picture is under way, and what happens meanwhile is in the next. When the signs come
 * quickly, they are no longer asked for. A terminal that does not answer gets rests instead,
 * several times as long as writing took. */

#define MS         1000000ull
#define LONG_NS    (20 * MS)   /* to write a picture: more than a fast line needs */
#define QUICK_NS   (30 * MS)   /* for an answer */
#define QUICK_MANY 30          /* of them in a row: the line is fast */
#define DEAF_NS    (4000 * MS) /* without an answer: there will be none */
#define REST       4           /* times as long as writing took */

/* When the next picture may be drawn, as far as the line is concerned: 0 = now, else a time at
 * which to look again. */
static uint64_t tui_output_due(ws_tui *t) {
    ws_output_pacing *pacing = &t->output;
    uint64_t now = ws_now_ns();
    if (pacing->asked && now - pacing->since_ns < DEAF_NS)
        return pacing->since_ns + DEAF_NS;
    if (pacing->asked)
        pacing->deaf = true;
    pacing->asked = false;
    return pacing->rest_ns > now ? pacing->rest_ns : 0;
}

/* A picture has been written, in this time. */
static void tui_output_drawn(ws_tui *t, uint64_t took_ns) {
    ws_output_pacing *pacing = &t->output;
    pacing->slow |= took_ns > LONG_NS;
    pacing->rest_ns = 0;
    if (!pacing->slow)
        return;
    pacing->since_ns = ws_now_ns();
    if (!pacing->deaf && ws_terminal_ask())
        pacing->asked = true;
    else
        pacing->rest_ns = took_ns > LONG_NS ? pacing->since_ns + REST * took_ns : 0;
}

void ws_tui_output_answered(ws_tui *t) {
    ws_output_pacing *pacing = &t->output;
    pacing->asked = pacing->deaf = false;
    pacing->prompt = ws_now_ns() - pacing->since_ns < QUICK_NS ? pacing->prompt + 1 : 0;
    if (pacing->prompt == QUICK_MANY) {
        pacing->slow = false;
        pacing->prompt = 0;
    }
}

/* ---- loop ---- */

#define FRAME_NS 33000000ull
#define MS       1000000ull
/* While the network runs as fast as it can: so many times as long as the latest picture took it
 * runs, but no longer than this. */
#define SPARE      24
#define SPARE_MOST (100 * MS)

/* ----------------------------------------------------------------------------------------------
 * drawing ---- */

static void on_draw(void *tui);

/* Sends the terminal what is painted. */
static void present(ws_tui *t) {
    char *bytes;
    size_t length;
    FILE *out = ws_text_stream(&bytes, &length);
    ws_emitter_synchronize(t->display.emitter, ws_terminal_synchronizes());
    ws_emitter_draw(t->display.emitter, &t->display.canvas, out);
    fclose(out);
    ws_terminal_write(bytes, length);
    free(bytes);
}

/* A picture for which the line has no room is not drawn at all: the next one tells more. */
static void draw(ws_tui *t) {
    if (t->loop.quitting)
        return;
    uint64_t due = tui_output_due(t);
    if (due) {
        ws_task_at(&t->loop.tasks, &t->loop.draw, on_draw, due, 0);
        return;
    }
    clock_t used = clock();
    t->loop.drawn_ns = ws_now_ns();
    t->loop.paint(t);
    uint64_t begin = ws_now_ns();
    present(t);
    tui_output_drawn(t, ws_now_ns() - begin);
    t->loop.cost_ns = (uint64_t)(clock() - used) * (1000 * MS / CLOCKS_PER_SEC);
}

void ws_tui_draw_now(ws_tui *t) {
    draw(t);
}

static void on_draw(void *tui) {
    draw(tui);
}

/* No later than then. */
static void draw_by(ws_tui *t, uint64_t due) {
    const ws_task *task = &t->loop.draw;
    if (!t->loop.quitting && !(task->armed && task->due_ns <= due))
        ws_task_at(&t->loop.tasks, &t->loop.draw, on_draw, due, 0);
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
    uint64_t due = t->loop.drawn_ns + FRAME_NS;
    if (t->loop.draw.armed)
        ws_task_at(&t->loop.tasks, &t->loop.draw, on_draw, due, 0);
}

void ws_tui_redraw_all(ws_tui *t) {
    ws_emitter_forget(t->display.emitter);
    ws_tui_touch(t);
}

void ws_tui_size_renew(ws_tui *t) {
    int width, height;
    ws_terminal_size(&width, &height);
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
    uv_stop(&t->loop.uv);
}

void ws_tui_check(ws_tui *t, int result) {
    if (result >= 0 || t->loop.fault)
        return;
    t->loop.fault = result;
    ws_tui_quit(t);
}

/* ---- begin and end ---- */

static void tasks_run(ws_tui *t) {
    ws_tasks_run(&t->loop.tasks, ws_now_ns());
}
static void on_timer(uv_timer_t *timer) {
    tasks_run(timer->data);
}
static void on_idle(uv_idle_t *idle) {
    tasks_run(idle->data);
}

/* Sleeps until the next task is due, or not at all. */
static void on_ready(uv_prepare_t *ready) {
    ws_tui *t = ready->data;
    uint64_t next = ws_tasks_next(&t->loop.tasks), now = ws_now_ns();
    int failed = next == 0 ? uv_idle_start(&t->loop.idle, on_idle) : uv_idle_stop(&t->loop.idle);
    uv_update_time(&t->loop.uv);
    if (next == 0 || next == UINT64_MAX)
        failed |= uv_timer_stop(&t->loop.timer);
    else
        failed |= uv_timer_start(&t->loop.timer, on_timer,
                                 next > now ? (next - now + MS - 1) / MS : 0, 0);
    ws_tui_check(t, failed);
}

bool ws_loop_begin(ws_tui *t) {
    uv_loop_t *loop = &t->loop.uv;
    t->loop.fault = ws_uv_open(loop);
    if (t->loop.fault)
        return false;
    t->loop.ready.data = t->loop.timer.data = t->loop.idle.data = t->loop.tasks.context = t;
    ws_tui_check(t, uv_timer_init(loop, &t->loop.timer));
    ws_tui_check(t, uv_idle_init(loop, &t->loop.idle));
    ws_tui_check(t, uv_prepare_init(loop, &t->loop.ready));
    ws_tui_check(t, uv_prepare_start(&t->loop.ready, on_ready));
    return true;
}

void ws_loop_end(ws_tui *t) {
    ws_uv_close(&t->loop.uv);
}
