/* bench-sessions.c - how long it takes to go back: `make bench`, or `build/bench-sessions [CYCLES]`.
 *
 * The 3 x 3 torus of Kwan et al. at load 0.2, run for ten million cycles with keyframes in the usual budget; then steps back and
 * seeks to cycles drawn over the whole of it, in a session that is observed as behind a screen. What is wanted: a step back below
 * 50 ms, a seek below 1 s. CPU time, which on a machine that has nothing else to do is what a user waits. And what keeping a
 * recording, keyframes and an observer costs while running. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/base.h"
#include "session/session.h"

enum { STEPS = 50, SEEKS = 100 };

typedef struct times {
    double worst, sum;
    unsigned count;
} times;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void times_add(times *t, double since) {
    double took = seconds() - since;
    if (took > t->worst) t->worst = took;
    t->sum += took;
    t->count++;
}

static void times_print(const char *name, const times *t, double limit) {
    printf("%-34s %8.1f %8.1f %8.0f  %s\n", name, t->sum / t->count * 1e3, t->worst * 1e3, limit * 1e3,
           t->worst < limit ? "ok" : "TOO SLOW");
}

static ws_session *session_open(size_t keyframe_bytes) {
    static const char *const sets[] = {"load=0.2"};
    ws_options options = {
        .sets = sets, .set_count = 1, .has_cycles = true, .cycles = UINT64_MAX, .keyframe_bytes = keyframe_bytes};
    ws_error error;
    ws_session *s = ws_session_open("kwan/torus-3x3", &options, &error);
    if (!s) fprintf(stderr, "%s\n", error.text), exit(1);
    return s;
}

static double run(ws_session *s, uint64_t cycles) {
    double begin = seconds();
    ws_session_run(s, cycles);
    return seconds() - begin;
}

/* Cycles a second: bare, with keyframes, with a recording; observed, as behind a screen; and so with keyframes. */
static void cost_print(uint64_t cycles) {
    static const char path[] = "/tmp/wormscope-bench.wsr";
    ws_error error;
    double took[5];
    for (int kind = 0; kind < 5; kind++) {
        ws_session *s = session_open(kind == 1 || kind == 4 ? WS_KEYFRAME_BYTES : 0);
        if (kind >= 3) ws_session_observe(s);
        unlink(path);
        if (kind == 2 && !ws_session_record_start(s, path, &error)) fprintf(stderr, "%s\n", error.text);
        took[kind] = run(s, cycles);
        ws_session_close(s);
    }
    unlink(path);
    printf("cycles per second: %.0f; with keyframes %.0f, with a recording %.0f; observed %.0f, and with keyframes %.0f\n",
           (double)cycles / took[0], (double)cycles / took[1], (double)cycles / took[2], (double)cycles / took[3],
           (double)cycles / took[4]);
}

static void travel_print(uint64_t cycles) {
    times back = {0}, seek = {0}, back_there = {0};
    struct rusage used;
    ws_error error;
    uint64_t rng = 1;
    ws_session *s = session_open(WS_KEYFRAME_BYTES);
    ws_session_observe(s);
    run(s, cycles);
    const ws_timeline *t = ws_session_timeline(s);
    getrusage(RUSAGE_SELF, &used);
    printf("%" PRIu64 " cycles: %zu keyframes, %.1f MiB; peak of the process %.1f MiB\n", cycles, t->keyframe_count,
           (double)t->keyframe_bytes / 1048576, (double)used.ru_maxrss / 1024);
    for (int i = 0; i < STEPS; i++) {
        double begin = seconds();
        ws_session_step_back(s, &error);
        times_add(&back, begin);
    }
    for (int i = 0; i < SEEKS; i++) {
        double begin = seconds();
        ws_session_seek(s, 1 + rng_below(&rng, (u32)cycles - 1), &error);
        times_add(&seek, begin);
        begin = seconds();
        ws_session_step_back(s, &error);
        times_add(&back_there, begin);
    }
    ws_session_close(s);
    printf("%-34s %8s %8s %8s\n", "milliseconds", "mean", "worst", "limit");
    times_print("one step back at the end", &back, 0.05);
    times_print("seek to any cycle", &seek, 1);
    times_print("one step back from there", &back_there, 0.05);
}

int main(int argc, char **argv) {
    uint64_t cycles = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    cost_print(cycles / 5);
    travel_print(cycles);
    return 0;
}
