/* screen.c - see screen.h. One timer and one idle handle of libuv serve all tasks of the program.
 *
 * No more pictures than the line can carry. What is written goes into buffers of the kernel, of
 * ssh, of the network; on a slow line they fill with pictures that are out of date before they
 * are seen, and the answer to a key waits behind them. So when a picture has taken long to write,
 * the terminal is asked behind each for a sign of life, and the next is drawn when that has come:
 * one picture is under way, and what happens meanwhile is in the next. When the signs come
 * quickly, they are no longer asked for. A terminal that does not answer gets rests instead,
 * several times as long as writing took. */
#include "terminal/screen.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/text_stream.h"
#include "terminal/event_loop.h"
#include "terminal/terminal.h"
#include "tui/commands.h"

#define MS         1000000ull
#define LONG_NS    (20 * MS)   /* to write a picture: more than a fast line needs */
#define QUICK_NS   (30 * MS)   /* for an answer */
#define QUICK_MANY 30          /* of them in a row: the line is fast */
#define DEAF_NS    (4000 * MS) /* without an answer: there will be none */
#define REST       4           /* times as long as writing took */

static ws_screen *screen_of(ws_tui *t) {
    return (ws_screen *)t;
}

/* What a call of libuv has returned: an error ends the program, in order and in words. */
static void uv_check(ws_screen *s, int result) {
    if (result >= 0 || s->fault)
        return;
    s->fault = result;
    ws_tui_quit(&s->tui);
}

/* ---- pictures ---- */

/* When the next picture may be drawn, as far as the line is concerned: 0 = now, else a time at
 * which to look again. */
static uint64_t picture_due(ws_tui *t) {
    ws_output_pacing *pacing = &screen_of(t)->output;
    uint64_t now = ws_now_ns();
    if (pacing->asked && now - pacing->since_ns < DEAF_NS)
        return pacing->since_ns + DEAF_NS;
    if (pacing->asked)
        pacing->deaf = true;
    pacing->asked = false;
    return pacing->rest_ns > now ? pacing->rest_ns : 0;
}

/* A picture has been written, in this time. */
static void picture_written(ws_output_pacing *pacing, uint64_t took_ns) {
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

static void picture_answered(ws_tui *t) {
    ws_output_pacing *pacing = &screen_of(t)->output;
    pacing->asked = pacing->deaf = false;
    pacing->prompt = ws_now_ns() - pacing->since_ns < QUICK_NS ? pacing->prompt + 1 : 0;
    if (pacing->prompt == QUICK_MANY) {
        pacing->slow = false;
        pacing->prompt = 0;
    }
    ws_tui_draw_soon(t);
}

static void picture_show(ws_tui *t) {
    char *bytes;
    size_t length;
    ws_screen *s = screen_of(t);
    uint64_t begin = ws_now_ns();
    FILE *out = ws_text_stream(&bytes, &length);
    ws_emitter_synchronize(s->emitter, ws_terminal_synchronizes());
    ws_emitter_draw(s->emitter, &t->display.canvas, out);
    fclose(out);
    ws_terminal_write(bytes, length);
    free(bytes);
    picture_written(&s->output, ws_now_ns() - begin);
}

static void picture_forget(ws_tui *t) {
    ws_emitter_forget(screen_of(t)->emitter);
}

static void colours_send(ws_tui *t) {
    ws_screen *s = screen_of(t);
    if (!s->emitter)
        return;
    if (ws_emitter_traits(s->emitter).depth != t->display.depth)
        ws_emitter_depth(s->emitter, t->display.depth);
    ws_emitter_theme(s->emitter, &t->theme.now);
}

/* ---- input ---- */

static int terminal_events(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0 ? input.revents : 0;
}

/* Where nothing is left in the terminal, ncurses may hold the rest of it, and nobody would wake us:
 * then nothing waits. */
static bool input_waits(ws_tui *t) {
    (void)t;
    return (terminal_events() & POLLIN) != 0;
}

static ws_input input_read(ws_tui *t) {
    ws_input input;
    while ((input = ws_terminal_read()).kind == WS_INPUT_ANSWER)
        picture_answered(t);
    return input;
}

static void on_input(uv_poll_t *handle, int status, int events) {
    ws_tui *t = handle->data;
    (void)events;
    if (status >= 0)
        ws_tui_input(t);
    if (status < 0 || (terminal_events() & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        ws_tui_quit(t);
}

void ws_screen_listen(ws_screen *s) {
    int failed = uv_poll_init(&s->uv, &s->input, STDIN_FILENO);
    s->input.data = s;
    uv_check(s, failed ? failed : uv_poll_start(&s->input, UV_READABLE | UV_DISCONNECT, on_input));
    ws_terminal_make_blocking();
}

/* ---- signals, and leaving ---- */

static void shell_suspend(ws_tui *t) {
    (void)t;
    ws_terminal_suspend();
    ws_terminal_make_blocking();
}

static void loop_stop(ws_tui *t) {
    uv_stop(&screen_of(t)->uv);
}

static void on_signal(uv_signal_t *handle, int number) {
    ws_tui *t = handle->data;
    switch (number) {
    case SIGWINCH: ws_tui_size_renew(t); return;
    case SIGTSTP: ws_tui_command(t, "suspend"); return;
    case SIGCONT:
        ws_terminal_retake();
        ws_terminal_make_blocking();
        ws_tui_size_renew(t);
        return;
    default: ws_tui_quit(t);
    }
}

static const int caught[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};

static void signals_begin(ws_screen *s) {
    for (size_t i = 0; i < sizeof caught / sizeof *caught && !s->fault; i++) {
        s->signals[i].data = s;
        uv_check(s, ws_uv_signal(&s->uv, &s->signals[i], on_signal, caught[i]));
    }
}

/* ---- the file of the theme ---- */

static void on_change(uv_fs_event_t *watch, const char *file, int events, int status) {
    ws_tui *t = watch->data;
    (void)events;
    const char *base = strrchr(t->theme.path, '/');
    if (status >= 0 && (!file || strcmp(file, base ? base + 1 : t->theme.path) == 0))
        ws_tui_theme_changed(t);
}

/* Watched is the folder, since editors put a new file in the place of the old one. A file that
 * cannot be watched is not worth a word: the theme is there. */
static void theme_watch(ws_tui *t) {
    ws_screen *s = screen_of(t);
    uv_check(s, uv_fs_event_stop(&s->watch));
    if (!*t->theme.path)
        return;
    char folder[sizeof t->theme.path];
    memcpy(folder, t->theme.path, sizeof folder);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    (void)uv_fs_event_start(&s->watch, on_change, slash ? folder : ".", 0);
}

/* ---- tasks ---- */

static void on_timer(uv_timer_t *timer) {
    ws_screen *s = timer->data;
    ws_tasks_run(&s->tui.loop.tasks, ws_now_ns());
}
static void on_idle(uv_idle_t *idle) {
    ws_screen *s = idle->data;
    ws_tasks_run(&s->tui.loop.tasks, ws_now_ns());
}

/* Sleeps until the next task is due, or not at all. */
static void on_ready(uv_prepare_t *ready) {
    ws_screen *s = ready->data;
    uint64_t next = ws_tasks_next(&s->tui.loop.tasks), now = ws_now_ns();
    bool timed = next != 0 && next != UINT64_MAX;
    uv_update_time(&s->uv);
    uv_check(s, next == 0 ? uv_idle_start(&s->idle, on_idle) : uv_idle_stop(&s->idle));
    if (timed)
        uv_check(
            s, uv_timer_start(&s->timer, on_timer, next > now ? (next - now + MS - 1) / MS : 0, 0));
    else
        uv_check(s, uv_timer_stop(&s->timer));
}

bool ws_screen_begin(ws_screen *s) {
    s->fault = ws_uv_open(&s->uv);
    if (s->fault)
        return false;
    s->ready.data = s->timer.data = s->idle.data = s->watch.data = s;
    uv_check(s, uv_timer_init(&s->uv, &s->timer));
    uv_check(s, uv_idle_init(&s->uv, &s->idle));
    uv_check(s, uv_fs_event_init(&s->uv, &s->watch));
    uv_check(s, uv_prepare_init(&s->uv, &s->ready));
    uv_check(s, uv_prepare_start(&s->ready, on_ready));
    signals_begin(s);
    return true;
}

void ws_screen_run(ws_screen *s) {
    while (!s->tui.loop.quitting)
        (void)uv_run(&s->uv, UV_RUN_DEFAULT); /* what is left in it is the next line's */
}

void ws_screen_end(ws_screen *s) {
    ws_uv_close(&s->uv);
}

const ws_platform ws_terminal_platform = {
    .show = picture_show,
    .forget = picture_forget,
    .due = picture_due,
    .colours = colours_send,
    .depth = ws_terminal_depth,
    .size = ws_terminal_size,
    .read = input_read,
    .waits = input_waits,
    .quit = loop_stop,
    .suspend = shell_suspend,
    .watch = theme_watch,
};
