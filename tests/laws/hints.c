/* What the heads of scenarios say under "Try" is what a run shows. */
#include "fixture.h"
#include "observe/metrics.h"

typedef struct outcome {
    bool deadlock;
    double accepted;
} outcome;

static outcome run(const char *scenario, const char *const *sets, size_t count, u64 warmup, u64 cycles) {
    ws_error error = {0};
    ws_options options = {.sets = sets, .set_count = count, .has_warmup = true, .warmup = warmup, .has_cycles = true, .cycles = cycles};
    ws_session *s = ws_session_open(scenario, &options, &error);
    if (!s) fixture_stop(scenario, &error);
    ws_session_run(s, cycles);
    outcome o = {.deadlock = ws_session_deadlock(s).ever,
                 .accepted = ws_metrics_accepted(ws_session_metrics(s), ws_session_net(s))};
    ws_session_close(s);
    return o;
}

/* Of the ring a worm of 3 flits alone gets away with one channel; short worms and large buffers are no cure, a dateline and a bubble
 * are. */
static void ring(void) {
    static const char *const dead[][2] = {{"length=fixed 1", "buffer=4"}, {"length=fixed 2", "buffer=4"}, {"length=fixed 4", "buffer=4"},
                                          {"length=fixed 16", "buffer=16"}, {"length=fixed 16", "buffer=32"}};
    static const char *const alive[][2] = {{"length=fixed 3", "buffer=4"}, {"vcs=2", "routing=dor"}, {"buffer=32", "grant-room=bubble"}};
    for (size_t i = 0; i < sizeof dead / sizeof *dead; i++)
        ok(run("teach/ring-deadlock", dead[i], 2, 0, 2000).deadlock, "teach/ring-deadlock, %s, %s: deadlocks", dead[i][0], dead[i][1]);
    for (size_t i = 0; i < sizeof alive / sizeof *alive; i++) {
        outcome o = run("teach/ring-deadlock", alive[i], 2, 0, 20000);
        ok(!o.deadlock && o.accepted > 0.2, "teach/ring-deadlock, %s, %s: goes on, %.3f", alive[i][0], alive[i][1], o.accepted);
    }
}

/* Two set-aside queues a port are too few for three trees that share ports; four are as good as eight. */
static void three_trees(void) {
    static const char *const saqs[] = {"saqs=2", "saqs=4", "saqs=8"};
    double accepted[3];
    for (size_t i = 0; i < 3; i++) accepted[i] = run("recn/three-hotspots-256", &saqs[i], 1, 14000, 16000).accepted;
    ok(accepted[0] < 0.75 * accepted[1] && accepted[1] > 0.97 * accepted[2],
       "recn/three-hotspots-256: 2, 4 and 8 set-aside queues carry %.3f, %.3f and %.3f", accepted[0], accepted[1], accepted[2]);
}

int main(void) {
    ring();
    if (is_whole()) three_trees();
    return done();
}
