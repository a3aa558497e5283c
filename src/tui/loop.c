/* loop.c - the program with a screen: one event loop that reads keys, runs the simulator and draws.
 *
 * Drawing is by need: whatever changes something calls ws_tui_touch, which arms a timer so that there are at most 30 pictures a
 * second. Paused, no timer is armed and the process sleeps. Running at a limited speed, a timer runs the cycles that are due;
 * without a limit, an idle handle runs slices of SLICE_NS between which keys and signals are served. */
#include "tui/tui.h"

#include <inttypes.h>
#include <langinfo.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/language/tell.h"
#include "tui/descriptors.h"
#include "tui/state.h"
#include "tui/user_keys.h"
#include "wormscope/memory.h"

#define FRAME_NS 33000000ull
#define SLICE_NS 10000000ull
#define MS       1000000ull

/* ---------------------------------------------------------------------------------------------- drawing ---- */

/* The selected worm is gone when its packet is, or when its row has become another's. */
static void selection_check(ws_tui *t) {
    const ws_frame_worm *worm = ws_frame_worm_of(t->frame, t->view.selected);
    if (!worm || worm->entered != t->view.selected_entered)
        t->view.selected = WS_NIL;
}

uint64_t ws_tui_cycle(const ws_tui *t) {
    return ws_net_cycle(ws_session_net(t->session));
}

void ws_tui_look(ws_tui *t) {
    ws_view_follow(&t->view, t->session, &t->frame);
    ws_frame_update(t->frame, ws_session_net(t->session), ws_session_metrics(t->session),
                    ws_session_observer(t->session));
    t->stale = false;
}

static void frame_renew(ws_tui *t) {
    if (t->stale)
        ws_tui_look(t);
    ws_tui_split_look(t); /* each time: whoever looked since at this one has not looked at that */
    selection_check(t);
}

static int prompt_cursor(const ws_prompt *p) {
    int columns = 0;
    for (size_t i = 0; i < p->cursor; i++)
        columns += (p->text[i] & 0xc0) != 0x80;
    return columns;
}

static void view_renew(ws_tui *t) {
    ws_view *v = &t->view;
    ws_view_renew(v, t->session);
    v->speed = t->pace.speed;
    v->rate = v->running ? t->pace.rate : 0;
    v->prompt_open = t->prompt.open;
    v->prompt_sign = ws_prompt_kinds[t->prompt.kind].sign;
    v->completions = &t->prompt.completions;
    v->completion_chosen = t->prompt.choosing ? t->prompt.chosen : t->prompt.completions.count;
    v->breaks = ws_watch_breaks(t->watch, &v->break_count);
    v->stops = ws_watch_stops(t->watch, &v->stop_count);
    v->prompt = t->prompt.text;
    v->prompt_cursor = prompt_cursor(&t->prompt);
}

static void draw_at(ws_tui *t, uint64_t due);

static void session_draw(ws_tui *t) {
    frame_renew(t);
    view_renew(t);
    ws_screen_draw(&t->view, &t->canvas);
}

/* A picture for which the line has no room is not drawn at all: the next one tells more. */
static void draw(ws_tui *t) {
    if (t->quitting)
        return;
    uint64_t due = ws_tui_flow_due(t);
    if (due) {
        draw_at(t, due);
        return;
    }
    t->drawn_ns = uv_hrtime();
    t->start.message_error = t->view.message_error;
    if (t->starting)
        ws_start_draw(&t->start, &t->canvas);
    else
        session_draw(t);
    uint64_t begin = uv_hrtime();
    ws_curses_draw(t->curses, &t->canvas);
    ws_tui_flow_drawn(t, uv_hrtime() - begin);
}

static void on_draw(uv_timer_t *timer) {
    draw(timer->data);
}

static void draw_at(ws_tui *t, uint64_t due) {
    uint64_t now = uv_hrtime();
    uv_update_time(&t->loop);
    ws_tui_check(
        t, uv_timer_start(&t->draw_timer, on_draw, due > now ? (due - now + MS - 1) / MS : 0, 0));
}

void ws_tui_touch(ws_tui *t) {
    if (uv_is_active((uv_handle_t *)&t->draw_timer) || t->quitting)
        return;
    draw_at(t, t->drawn_ns + FRAME_NS);
}

void ws_tui_draw_soon(ws_tui *t) {
    if (uv_is_active((uv_handle_t *)&t->draw_timer))
        draw_at(t, t->drawn_ns + FRAME_NS);
}

void ws_tui_redraw_all(ws_tui *t) {
    ws_curses_forget(t->curses);
    ws_tui_touch(t);
}

static void size_renew(ws_tui *t) {
    int width, height;
    ws_terminal_size(&width, &height);
    ws_canvas_resize(&t->canvas, width, height);
    ws_tui_redraw_all(t);
}

void ws_tui_say(ws_tui *t, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->message, sizeof t->message, format, args);
    va_end(args);
    t->view.message_error = error;
}

/* --------------------------------------------------------------------------------------------- simulating ---- */

void ws_tui_say_ended(ws_tui *t) {
    ws_error error;
    ws_recorded recorded;
    ws_divergence divergence;
    if (ws_session_diverged(t->session, &divergence))
        ws_tui_say(t, true, "this is not what was recorded: it differs from cycle %" PRIu64 " on",
                   divergence.after);
    else if (ws_session_failed(t->session, &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (ws_session_recorded(t->session, &recorded))
        ws_tui_say(t, false, "here the recording ends; F goes on live, and , goes back");
    else
        ws_tui_say(t, false, "the run has ended at cycle %" PRIu64, ws_tui_cycle(t));
}

/* At a breakpoint, or for good. */
static void run_ended(ws_tui *t) {
    ws_tui_run(t, false);
    if (!ws_tui_stopped(t))
        ws_tui_say_ended(t);
}

/* Runs up to `cycles`, but no longer than a slice; returns how many. The chunk adapts to about a millisecond. */
static uint64_t slice_run(ws_tui *t, uint64_t cycles) {
    uint64_t begin = uv_hrtime(), done = 0;
    if (ws_tui_split_waits(t))
        return 0;
    for (uint64_t last = begin, now; done < cycles && last - begin < SLICE_NS; last = now) {
        uint64_t want = cycles - done < t->chunk ? cycles - done : t->chunk;
        uint64_t ran = ws_watch_run(t->watch, t->session, want);
        done += ran;
        ws_tui_split_follow(t);
        now = uv_hrtime();
        if (now - last < MS / 2 && ran == t->chunk)
            t->chunk *= 2;
        if (now - last > 2 * MS && t->chunk > 1)
            t->chunk /= 2;
        if (ran < want || ws_watch_stopped(t->watch) || ws_watch_remarked(t->watch)) {
            run_ended(t);
            break;
        }
    }
    if (done)
        t->stale = true;
    ws_pace_see(&t->pace, uv_hrtime(), ws_net_cycle(ws_session_net(t->session)));
    ws_tui_touch(t);
    return done;
}

/* Someone waits for the end of the way, so it is taken at full speed. */
static void on_idle(uv_idle_t *idle) {
    ws_tui *t = idle->data;
    uint64_t now = ws_tui_cycle(t);
    slice_run(t, !t->until ? UINT64_MAX : t->until > now ? t->until - now : 0);
    if (t->until && ws_tui_cycle(t) >= t->until)
        ws_tui_run(t, false);
}

static void on_step(uv_timer_t *timer) {
    ws_tui *t = timer->data;
    uint64_t due = ws_pace_due(&t->pace, uv_hrtime());
    if (due)
        ws_pace_done(&t->pace, slice_run(t, due));
}

void ws_tui_run(ws_tui *t, bool running) {
    ws_tui_check(t, uv_idle_stop(&t->idle));
    ws_tui_check(t, uv_timer_stop(&t->step_timer));
    t->view.running = running;
    t->until = running ? t->until : 0;
    ws_tui_touch(t);
    if (!running || !t->session)
        return;
    ws_pace_begin(&t->pace, uv_hrtime());
    uv_update_time(&t->loop);
    if (isinf(t->pace.speed) || t->until) {
        ws_tui_check(t, uv_idle_start(&t->idle, on_idle));
        return;
    }
    uint64_t wait = ws_pace_wait_ms(&t->pace, FRAME_NS / MS);
    ws_tui_check(t, uv_timer_start(&t->step_timer, on_step, wait, wait));
}

void ws_tui_run_until(ws_tui *t, uint64_t cycle) {
    t->until = cycle;
    ws_tui_run(t, true);
}

bool ws_tui_step(ws_tui *t, uint64_t cycles) {
    uint64_t ran = ws_watch_run(t->watch, t->session, cycles);
    bool stopped = ran < cycles || ws_watch_stopped(t->watch);
    t->stale = true;
    ws_tui_split_follow(t);
    if (stopped)
        run_ended(t);
    return !stopped;
}

void ws_tui_speed(ws_tui *t, double speed) {
    t->pace.speed = speed;
    if (!isinf(speed))
        t->limited_speed = speed;
    if (isinf(speed))
        ws_tui_say(t, false, "speed: as fast as possible");
    else
        ws_tui_say(t, false, "speed: %g cycles a second", speed);
    if (t->view.running)
        ws_tui_run(t, true);
}

/* ------------------------------------------------------------------------------------------------- input ---- */

static void on_input(uv_poll_t *poll_handle, int status, int events) {
    ws_tui *t = poll_handle->data;
    (void)events;
    if (status < 0 || !ws_tui_input(t))
        ws_tui_quit(t);
}

static void on_signal(uv_signal_t *handle, int number) {
    ws_tui *t = handle->data;
    switch (number) {
    case SIGWINCH: size_renew(t); return;
    case SIGTSTP: ws_tui_command(t, "suspend"); return;
    case SIGCONT:
        ws_terminal_retake();
        ws_terminal_make_blocking();
        size_renew(t);
        return;
    default: ws_tui_quit(t);
    }
}

void ws_tui_quit(ws_tui *t) {
    t->quitting = true;
    uv_stop(&t->loop);
}

void ws_tui_check(ws_tui *t, int result) {
    if (result >= 0 || t->loop_fault)
        return;
    t->loop_fault = result;
    ws_tui_quit(t);
}

/* --------------------------------------------------------------------------------------- begin and end ---- */

static const int caught[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};

static void signals_begin(ws_tui *t) {
    for (size_t i = 0; i < sizeof caught / sizeof *caught && !t->loop_fault; i++) {
        int failed = uv_signal_init(&t->loop, &t->signals[i]);
        t->signals[i].data = t;
        ws_tui_check(t, failed ? failed : uv_signal_start(&t->signals[i], on_signal, caught[i]));
    }
}

/* False: not even a loop is there. Other errors are in loop_fault, and the loop must be ended. */
static bool loop_begin(ws_tui *t) {
    t->loop_fault = ws_descriptors_free(WS_LOOP_DESCRIPTORS) ? uv_loop_init(&t->loop) : UV_EMFILE;
    if (t->loop_fault)
        return false;
    ws_tui_check(t, uv_timer_init(&t->loop, &t->draw_timer));
    ws_tui_check(t, uv_timer_init(&t->loop, &t->step_timer));
    ws_tui_check(t, uv_timer_init(&t->loop, &t->record_timer));
    ws_tui_check(t, uv_idle_init(&t->loop, &t->idle));
    ws_tui_split_begin(t);
    ws_tui_theme_begin(t);
    t->draw_timer.data = t->step_timer.data = t->idle.data = t;
    signals_begin(t);
    return true;
}

static void handle_close(uv_handle_t *handle, void *unused) {
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void loop_end(ws_tui *t) {
    uv_walk(&t->loop, handle_close, NULL);
    while (uv_run(&t->loop, UV_RUN_DEFAULT) != 0)
        continue; /* once more after uv_stop */
    if (uv_loop_close(&t->loop) != 0)
        abort(); /* a handle that we forgot */
}

static void watch_input(ws_tui *t) {
    int failed = uv_poll_init(&t->loop, &t->input, STDIN_FILENO);
    t->input.data = t;
    ws_tui_check(t,
                 failed ? failed : uv_poll_start(&t->input, UV_READABLE | UV_DISCONNECT, on_input));
    ws_terminal_make_blocking();
}

static void theme_begin(ws_tui *t, const ws_tui_wishes *w) {
    ws_error error;
    const char *no_color = getenv("NO_COLOR");
    t->glyphs = w->glyphs ? w->glyphs : ws_glyphs_for(nl_langinfo(CODESET), getenv("TERM"));
    t->curses = ws_curses_new(!(no_color && *no_color));
    const char *name = w->theme ? w->theme : ws_curses_has_colour(t->curses) ? "dark" : "mono";
    if (ws_tui_theme(t, name, &error))
        return;
    t->theme = ws_theme_default(); /* always there: a missing file must not keep anybody out */
    ws_curses_theme(t->curses, &t->theme);
    ws_tui_say(t, true, "%s", error.text);
}

/* Keys of one's own that cannot be read must not keep anybody out. */
static void keys_begin(ws_tui *t) {
    ws_error error;
    char text[400];
    if (!ws_user_keys_read(&t->keys, &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (!*t->message && *ws_user_keys_tell(&t->keys, text, sizeof text))
        ws_tui_say(t, false, "%s", text);
}

/* A recording that cannot be made is no reason not to run, but to say so. */
static void recording_begin(ws_tui *t, const ws_tui_wishes *w) {
    ws_error error;
    if (w->record && !ws_tui_record_start(t, w->record, &error)) {
        t->record_lost = true;
        snprintf(t->record_end, sizeof t->record_end, "no recording was made: %.600s", error.text);
        ws_tui_say(t, true, "no recording: %s", error.text);
    }
    ws_tui_record_begin(t);
}

/* What was asked for, or the choice of it. False with an error that is no matter of the terminal. */
static bool first_open(ws_tui *t, const ws_tui_wishes *w, ws_fault *fault) {
    ws_error error;
    if (!w->scenario) {
        ws_tui_start_show(t);
        return true;
    }
    if (ws_tui_open(t, w->scenario, fault, &error))
        return true;
    ws_tell(stderr, "wormscope: %s", error.text);
    return false;
}

static ws_tui_end screen_run(ws_tui *t, const ws_tui_wishes *w) {
    ws_error error;
    if (!ws_terminal_open(!w->no_mouse, &error)) {
        ws_tell(stderr, "wormscope: %s", error.text);
        return WS_TUI_NO_TERMINAL;
    }
    theme_begin(t, w);
    keys_begin(t);
    t->view.glyphs = t->start.glyphs = t->glyphs;
    if (t->session && t->lecture)
        ws_tui_lecture(t, true);
    watch_input(t);
    if (t->session)
        recording_begin(t, w);
    size_renew(t);
    while (!t->quitting)
        (void)uv_run(&t->loop, UV_RUN_DEFAULT); /* what is left in it is the next line's */
    ws_terminal_close();
    ws_tui_close(t);
    ws_curses_free(t->curses);
    ws_canvas_free(&t->canvas);
    if (*t->record_end)
        ws_tell(stderr, "wormscope: %s", t->record_end);
    return t->record_lost ? WS_TUI_RECORDING_LOST : WS_TUI_LEFT;
}

ws_tui_end ws_tui_main(const ws_tui_wishes *w, ws_fault *fault) {
    ws_tui_end end = WS_TUI_NOT_OPENED;
    ws_tui *t = calloc(1, sizeof *t);
    if (!t)
        ws_no_memory(0);
    t->options = *w->options;
    if (!t->options.has_cycles) { /* a screen has no end of its own: the user has */
        t->options.has_cycles = true;
        t->options.cycles = UINT64_MAX - 1;
    }
    t->options.keyframe_bytes = WS_KEYFRAME_BYTES;
    t->paused = w->paused;
    t->lecture = w->lecture;
    t->pace.speed = w->speed;
    t->limited_speed = isinf(w->speed) ? WS_DEFAULT_SPEED : w->speed;
    bool loop = loop_begin(t);
    if (!t->loop_fault && first_open(t, w, fault) && !t->loop_fault)
        end = screen_run(t, w);
    if (loop)
        loop_end(t);
    if (t->loop_fault) {
        fprintf(stderr, "wormscope: the event loop of the screen has failed: %s\n",
                uv_strerror(t->loop_fault));
        end = WS_TUI_LOOP_FAILED;
    }
    ws_tui_close(t);
    ws_start_free(&t->start);
    free(t);
    return end;
}
