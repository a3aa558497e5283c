/* runs.c - the run under the screen against a model: paused it stands still, at a speed it goes on
 * by that much a second, to a cycle it goes at once and stops there, from a cycle on it goes on at
 * its speed, a step is as long as was asked; and where a file says where it begins. */
#include "within.h"

#include <math.h>

#define SECOND (1000 * MS)

static uint64_t rng = 3;
static uint32_t runs_below(uint32_t n) {
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng >> 33) % n;
}

static char wrong[160];
static bool run_is(ws_tui *t, const char *what, double low, double high, double value) {
    bool good = value >= low && value <= high;
    if (!good && !*wrong)
        snprintf(wrong, sizeof wrong, "%s at cycle %llu: %g, and not %g to %g", what,
                 (unsigned long long)ws_tui_cycle(t), value, low, high);
    return good;
}

/* So many seconds: a run at a speed goes on by that, another not at all. */
static bool while_passes(ws_tui *t, const char *what, double speed, double seconds) {
    uint64_t before = ws_tui_cycle(t);
    within_pass(t, (uint64_t)(seconds * SECOND));
    double due = speed * seconds;
    return run_is(t, what, speed > 0 ? 0.95 * due - 2 : 0, speed > 0 ? 1.05 * due + 2 : 0,
                  (double)(ws_tui_cycle(t) - before)) &&
           run_is(t, "running", speed > 0, speed > 0, t->view.session.running);
}

/* To a cycle that takes far longer at the speed that is set. */
static bool run_arrives(ws_tui *t, const char *what, uint64_t cycle, bool stops) {
    for (int i = 0; i < 40 && ws_tui_cycle(t) < cycle; i++) {
        run_is(t, "the cycle that it goes to", (double)cycle, (double)cycle, (double)t->run.until);
        within_pass(t, 5 * MS);
    }
    return run_is(t, what, (double)cycle, (double)cycle + (stops ? 0 : 2 * t->run.pace.speed),
                  (double)ws_tui_cycle(t));
}

static bool run_act(ws_tui *t, double *speed, bool *running) {
    static const double speeds[] = {10, 40, 200};
    uint64_t cycle = ws_tui_cycle(t);
    uint64_t far = cycle + 4000 + runs_below(3000), step = 1 + runs_below(90);
    switch (runs_below(7)) {
    case 0: ws_tui_run(t, *running = runs_below(3)); return true;
    case 1: ws_tui_speed(t, *speed = speeds[runs_below(3)]); return true;
    case 2:
        ws_tui_run_until(t, far);
        *running = false;
        return run_arrives(t, "run until", far, true);
    case 3:
        ws_tui_run_from(t, far);
        *running = true;
        return run_arrives(t, "run from", far, false);
    case 5: /* on the way to one cycle another is asked for */
        ws_tui_run_from(t, far + 500);
        within_pass(t, runs_below(2) * 5 * MS);
        far = ws_tui_cycle(t) + 3000;
        ws_tui_run_until(t, far);
        *running = false;
        return run_arrives(t, "run until, and not from", far, true);
    case 4: /* on the way it is stopped: it goes nowhere any more */
        ws_tui_run_until(t, far);
        ws_tui_run(t, *running = false);
        return true;
    default:
        return run_is(t, "more to come", true, true, ws_tui_step(t, step)) &&
               run_is(t, "a step", (double)step, (double)step, (double)(ws_tui_cycle(t) - cycle));
    }
}

static bool network_open(ws_tui *t, const char *text) {
    ws_error error;
    ws_session *session =
        ws_session_open_text("t.ws", text, strlen(text), NULL, &t->options, &error);
    if (session) ws_tui_show(t, session, NULL);
    return ok(session != NULL, "a network%s", session ? "" : error.text);
}

static void runs_by_lot(void) {
    ws_tui *t = within_open(80, 24);
    double speed = 40;
    bool running = true, good = network_open(t, "set topology torus 3 3\nset load 0.1\n");
    unsigned acts = 0;
    if (good) ws_tui_speed(t, speed), ws_tui_run(t, true);
    while (good && acts < 120) {
        good = run_act(t, &speed, &running) &&
               while_passes(t, "a while", running ? speed : 0, 0.5 + runs_below(3) * 0.25);
        acts += good;
    }
    ok(good && !*wrong, "%u acts by lot: it stands, goes, and arrives as it should%s%s", acts,
       *wrong ? ": " : "", wrong);
    within_close(t);
}

static void run_begins(void) {
    ws_tui *t = within_open(80, 24);
    *wrong = '\0';
    if (network_open(t, "set topology torus 3 3\nset load 0.1\n@6000 begin\n")) {
        double speed = t->run.pace.speed;
        bool good =
            run_arrives(t, "begin", 6000, false) && while_passes(t, "from there on", speed, 1);
        ok(good && !*wrong,
           "that says where it begins: its screen is there at once, and goes on at %g a second%s%s",
           speed, *wrong ? ": " : "", wrong);
    }
    within_close(t);
}

int main(void) {
    runs_by_lot();
    run_begins();
    rmdir(within_home);
    return done();
}
