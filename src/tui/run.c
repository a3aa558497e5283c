/* run.c - the simulation under the screen. Running at a limited speed, a timer runs the cycles
 * that are due; without a limit, an idle handle runs slices of SLICE_NS between which keys and
 * signals are served. */
#include "tui/run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "session/stage.h"
#include "tui/beside.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/map/altitude.h"

/* ---- selection ---- */

/* What is looked at, and what was before. */

void ws_tui_inspect(ws_tui *t, ws_thing thing) {
    ws_thing now = ws_view_thing(&t->view);
    if (now.kind != WS_THING_NONE && !ws_thing_same(now, thing)) {
        memmove(t->selection.visited + 1, t->selection.visited,
                sizeof t->selection.visited - sizeof *t->selection.visited);
        t->selection.visited[0] = now;
        if (t->selection.visited_count < WS_VISITS_MAX)
            t->selection.visited_count++;
    }
    ws_view_look(&t->view, thing);
    if (thing.kind != WS_THING_NONE)
        ws_map_reveal(&t->view);
}

void ws_tui_select(ws_tui *t, const ws_frame_worm *worm) {
    if (worm)
        ws_view_why(&t->view);
    ws_tui_inspect(t, ws_thing_of_worm(worm));
}

/* ---- travel ---- */

/* The session goes to another place of its time, or to another branch. */

/* What was shown of the place we leave may not be so where we arrive. */
static void arrive(ws_tui *t, bool good, const ws_error *error) {
    if (t->class.follower)
        ws_follower_roam(t->class.follower, true); /* by oneself, and no longer with the lecture */
    t->run.stale = true;
    *t->difference = '\0';
    t->run.until = 0;
    ws_beside_follow(t);
    if (!good)
        ws_tui_say(t, true, "%s", error->text);
    if (t->view.session.running)
        ws_tui_run(t, true); /* the clock begins anew */
    ws_tui_touch(t);
}

void ws_tui_travel(ws_tui *t, uint64_t cycle) {
    ws_error error;
    uint64_t before = ws_tui_cycle(t);
    arrive(t, ws_session_seek(t->session, cycle, &error), &error);
    ws_tui_stage_travelled(t, before, false);
}

size_t ws_tui_branch(const ws_tui *t) {
    size_t i = 0;
    while (!ws_session_branch(t->session, i).present)
        i++;
    return i;
}

void ws_tui_branch_switch(ws_tui *t, size_t branch, uint64_t cycle) {
    ws_error error;
    uint64_t before = ws_tui_cycle(t);
    arrive(t, ws_session_branch_switch(t->session, branch, cycle, &error), &error);
    ws_tui_stage_travelled(t, before, true);
}

/* ---- run ---- */

#define FRAME_MS 33
#define SLICE_NS 10000000ull
#define MS       1000000ull

void ws_run_speed(ws_tui *t) {
    double speed = ws_pace_natural(t->frame->wire);
    t->run.limited_speed = speed;
    if (t->run.asked > 0)
        speed = t->run.asked;
    if (!isinf(speed))
        t->run.limited_speed = speed;
    t->run.pace.speed = speed;
}

void ws_tui_say_ended(ws_tui *t) {
    ws_error error;
    ws_recorded recorded;
    ws_divergence divergence;
    if (t->run.guide && t->run.guide->waits(t))
        return;
    if (t->class.follower) {
        if (t->view.class.roaming)
            ws_tui_say(t, false, "the lecture is here; C goes with it");
        return;
    }
    if (ws_session_diverged(t->session, &divergence))
        ws_tui_say(t, true, "this is not what was recorded: it differs from cycle %" PRIu64 " on",
                   divergence.after);
    else if (ws_session_failed(t->session, &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (ws_session_recorded(t->session, &recorded))
        ws_tui_say(t, false, "the recording ends here: F continues live, `,` steps back");
    else
        ws_tui_say(t, false, "the run has ended at cycle %" PRIu64, ws_tui_cycle(t));
}

/* Says at which breakpoint or remark a run has stopped; false if at none. */
static bool stop_tell(ws_tui *t) {
    const ws_stop *stop = ws_watch_stopped(t->watch);
    if (stop)
        ws_tui_say(t, false, "stopped by %s", stop->text);
    else if (ws_watch_remarked(t->watch))
        *t->message = '\0'; /* the remark itself is shown there */
    return stop || ws_watch_remarked(t->watch);
}

/* At a breakpoint, or for good. */
static void run_ended(ws_tui *t) {
    ws_tui_run(t, false);
    if (!stop_tell(t))
        ws_tui_say_ended(t);
}

static bool guide_next(ws_tui *t) {
    return t->run.guide && t->run.guide->next(t);
}

/* Runs as the watch does, but no further than to the next stage lines, and shows them there. */
static uint64_t staged_run(ws_tui *t, uint64_t cycles) {
    uint64_t now = ws_tui_cycle(t);
    uint64_t ahead = ws_session_stage_ahead(t->session);
    if (ahead - now < cycles)
        cycles = ahead - now;
    uint64_t ran =
        t->run.guide ? t->run.guide->run(t, cycles) : ws_watch_run(t->watch, t->session, cycles);
    if (ran == 0)
        return 0;
    t->run.stale = true;
    ws_tui_stage_show(t, now + 1, now + ran);
    return ran;
}

/* Runs up to `cycles`, but no longer than a slice; returns how many. The chunk adapts to some
 * milliseconds: where it ends, segments are cut short. */
static uint64_t slice_run(ws_tui *t, uint64_t cycles) {
    uint64_t begin = ws_now_ns(), done = 0;
    uint64_t paced = t->run.pace.begin_ns;
    if (ws_beside_waits(t))
        return 0;
    for (uint64_t last = begin, now; done < cycles && last - begin < SLICE_NS; last = now) {
        uint64_t want = cycles - done < t->run.chunk ? cycles - done : t->run.chunk;
        uint64_t ahead = ws_session_stage_ahead(t->session) - ws_tui_cycle(t);
        want = ahead < want ? ahead : want;
        uint64_t ran = staged_run(t, want);
        done += ran;
        ws_beside_follow(t);
        if (guide_next(t))
            break;
        now = ws_now_ns();
        if (now - last < 2 * MS && ran == t->run.chunk)
            t->run.chunk *= 2;
        if (now - last > 8 * MS && t->run.chunk > 1)
            t->run.chunk /= 2;
        if (ran < want || ws_watch_stopped(t->watch) || ws_watch_remarked(t->watch)) {
            run_ended(t);
            break;
        }
        if (t->run.pace.begin_ns != paced)
            break; /* a stage line has changed the pace */
    }
    if (done)
        t->run.stale = true;
    ws_pace_see(&t->run.pace, ws_now_ns(), ws_net_cycle(ws_session_net(t->session)));
    return done;
}

/* Someone waits for the end of the way, so it is taken at full speed. */
static void on_idle(void *tui) {
    ws_tui *t = tui;
    uint64_t now = ws_tui_cycle(t);
    uint64_t left = t->run.until > now ? t->run.until - now : 0;
    slice_run(t, t->run.until ? left : UINT64_MAX);
    ws_tui_touch_rarely(t);
    bool goes_on = t->run.goes_on;
    if (t->run.until == 0 || ws_tui_cycle(t) < t->run.until)
        return;
    ws_tui_run(t, false);
    if (goes_on)
        ws_tui_run(t, true);
}

static void step_arm(ws_tui *t);

static void on_step(void *tui) {
    ws_tui *t = tui;
    uint64_t due = ws_pace_due(&t->run.pace, ws_now_ns());
    uint64_t paced = t->run.pace.begin_ns;
    uint64_t ran = due ? slice_run(t, due) : 0;
    if (due)
        ws_tui_touch(t);
    if (t->run.pace.begin_ns == paced)
        ws_pace_done(&t->run.pace, ran);
    if (t->run.stepping && !t->run.step.armed)
        step_arm(t);
}

/* When the next cycle is due, not after a time: what a timer is late by does not add up, and at a
 * pace of up to 20 every cycle has its picture. */
static void step_arm(ws_tui *t) {
    uint64_t now = ws_now_ns();
    uint64_t wait = ws_pace_wait_ms(&t->run.pace, now, FRAME_MS);
    ws_task_at(&t->loop.tasks, &t->run.step, on_step, now + wait * MS, 0);
}

void ws_tui_run(ws_tui *t, bool running) {
    ws_task_stop(&t->loop.tasks, &t->run.idle);
    ws_task_stop(&t->loop.tasks, &t->run.step);
    t->view.session.running = running;
    t->run.stepping = false;
    t->run.until = running ? t->run.until : 0;
    t->run.goes_on = running && t->run.goes_on;
    ws_tui_touch(t);
    if (!running || !t->session)
        return;
    ws_pace_begin(&t->run.pace, ws_now_ns());
    if (isinf(t->run.pace.speed) || t->run.until) {
        ws_task_idle(&t->loop.tasks, &t->run.idle, on_idle);
        return;
    }
    t->run.stepping = true;
    step_arm(t);
}

void ws_tui_run_until(ws_tui *t, uint64_t cycle) {
    t->run.until = cycle;
    t->run.goes_on = false;
    ws_tui_run(t, true);
}

void ws_tui_run_from(ws_tui *t, uint64_t cycle) {
    t->run.until = cycle;
    t->run.goes_on = true;
    ws_tui_run(t, true);
}

bool ws_tui_step(ws_tui *t, uint64_t cycles) {
    uint64_t ran = 0;
    bool stopped = false;
    while (ran < cycles && !stopped) {
        uint64_t got = staged_run(t, cycles - ran);
        ran += got;
        stopped = got == 0 || ws_watch_stopped(t->watch) || ws_watch_remarked(t->watch);
    }
    stopped = ran < cycles || ws_watch_stopped(t->watch);
    t->run.stale = true;
    ws_beside_follow(t);
    if (guide_next(t))
        return true;
    if (stopped)
        run_ended(t);
    return !stopped;
}

void ws_tui_speed(ws_tui *t, double speed) {
    t->run.pace.speed = speed;
    if (!isinf(speed))
        t->run.limited_speed = speed;
    if (isinf(speed))
        ws_tui_say(t, false, "speed: as fast as possible");
    else
        ws_tui_say(t, false, "speed: %g cycles a second", speed);
    if (t->view.session.running)
        ws_tui_run(t, true);
}
