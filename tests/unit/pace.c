/* pace.c - the pace of a network by its own time: a wire takes about a third of a second, and what a lesson shows can be followed. */
#include <math.h>

#include "fixture.h"
#include "observe/frame.h"
#include "session/session.h"
#include "tui/pace.h"

static void by_wire(void) {
    bool good = true;
    for (uint32_t wire = 2; wire < 2000; wire++) {
        double seconds = wire / ws_pace_natural(wire);
        good = good && seconds > 0.28 && seconds < 0.5;
        good = good && ws_pace_natural(wire) <= ws_pace_natural(wire + 1);
    }
    ok(good, "a wire of 2 to 2000 cycles is crossed in about a third of a second");
    ok(ws_pace_natural(11) == 30, "11 cycles: 30 cycles a second");
    ok(ws_pace_natural(1) == 4, "1 cycle: not slower than 4 cycles a second");
}

static ws_session *opened(const char *name) {
    ws_error error = {0};
    ws_session *s = ws_session_open(name, NULL, &error);
    if (!s) fixture_stop(name, &error);
    return s;
}

static double pace_of(ws_session *s) {
    ws_frame *f = ws_frame_new(ws_session_net(s));
    double pace = ws_pace_natural(f->wire);
    ws_frame_free(f);
    return pace;
}

/* The ring of the lesson closes before one's eyes: it takes seconds, and not many. */
static void ring(void) {
    ws_session *s = opened("teach/ring-deadlock");
    ws_session_run(s, 100);
    ws_deadlock deadlock = ws_session_deadlock(s);
    double seconds = (double)deadlock.cycle / pace_of(s);
    ok(deadlock.now, "the ring closes");
    ok(seconds >= 2 && seconds <= 15, "at the network's own pace that takes %.1f seconds (2 to 15)", seconds);
    ws_session_close(s);
}

static void machines(void) {
    static const struct {
        const char *name;
        double pace;
    } cases[] = {{"kwan/torus-3x3", 30}, {"cube/mesh-8x8", 4}, {"teach/pipeline", 4}, {"theory/switch", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ws_session *s = opened(cases[i].name);
        double pace = pace_of(s);
        ok(pace == cases[i].pace, "%s: %g cycles a second (%g)", cases[i].name, cases[i].pace, pace);
        ws_session_close(s);
    }
}

#define MS 1000000ull

/* Cycles that are run in so many wakings, each so long after the one before, by whoever runs all that are due. */
static uint64_t run_by(ws_pace *pace, uint64_t *now, int wakings, uint64_t apart) {
    uint64_t ran = 0;
    for (int i = 0; i < wakings; i++) {
        *now += apart;
        uint64_t due = ws_pace_due(pace, *now);
        ws_pace_done(pace, due);
        ran += due;
    }
    return ran;
}

/* A timer wakes a little late each time: what is asked for is reached all the same. */
static void by_clock(void) {
    static const double speeds[] = {0.5, 1, 2, 4, 5, 10, 20, 30};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        ws_pace pace = {.speed = speeds[i]};
        uint64_t begin = 1000000 * MS, now = begin;
        ws_pace_begin(&pace, now);
        uint64_t ran = run_by(&pace, &now, 60, (ws_pace_wait_ms(&pace, now, 33) + 3) * MS);
        double wanted = (double)(now - begin) / 1e9 * speeds[i];
        ok(fabs((double)ran - wanted) <= 1.01, "%g cycles a second, by a timer that is late: %d of %.1f", speeds[i], (int)ran, wanted);
    }
}

/* After a long step the rest is forgotten, and what comes then is not late. */
static void by_stalls(void) {
    ws_pace pace = {.speed = 20};
    uint64_t now = 1000000 * MS;
    ws_pace_begin(&pace, now);
    ok(run_by(&pace, &now, 1, 3000 * MS) == 5, "three seconds late: a quarter of a second's worth");
    ok(run_by(&pace, &now, 1, 100 * MS) == 2, "and 0.1 seconds later what is due in these, as if nothing had been");
}

int main(void) {
    by_wire();
    by_clock();
    by_stalls();
    ring();
    machines();
    return done();
}
