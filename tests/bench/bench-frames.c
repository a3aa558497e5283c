/* bench-frames.c - what a picture costs, and what looking costs: `make bench`, or build/bench-frames [WORD] for the cases whose names
 * contain it.
 *
 * One line a case: name, switches, then CPU microseconds of the wait-for graph, of the whole frame (with it, and with the congestion trees)
 * and of drawing it at 200 x 60; the median of LOOKS looks, STEP cycles apart, in a network that is full. At 30 pictures a second there
 * are 33,000 microseconds for each. Then the step of the observer's grid, microseconds of a look and of a cycle without looks, and the share of
 * the time of simulating that looking takes: at most a tenth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/stage.h"

enum { LOOKS = 51, STEP = 40 };

typedef struct bench_case {
    const char *name, *scenario;
    const char *sets[4];
    uint64_t warmup;
} bench_case;

static const bench_case cases[] = {
    {"torus-16x16/0.1", "cube/torus-16x16", {"length=fixed 20", "load=0.1"}, 5000},
    {"torus-16x16/saturated", "cube/torus-16x16", {"length=fixed 20", "load=1"}, 5000},
    {"torus-16x16/hotspot", "cube/torus-16x16", {"length=fixed 20", "traffic=hotspot", "hotspot-share=0.1", "load=0.5"}, 5000},
    {"torus-16x16/hot-vcs-4", "cube/torus-16x16", {"vcs=4", "traffic=hotspot", "hotspot-share=0.1", "load=0.5"}, 5000},
    {"mesh-16x16/adaptive", "cube/mesh-8x8", {"topology=mesh 16 16", "routing=west-first", "vcs=2", "load=0.5"}, 5000},
    {"lan-16x16/saturated", "kwan/torus-3x3", {"topology=torus 16 16", "load=1"}, 10000},
    {"recn-256/three-hotspots", "recn/three-hotspots-256", {NULL}, 14000},
    {"workstations-256/saturated", "now/irregular-64", {"topology=irregular 256", "load=1"}, 10000},
};

static double micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

typedef struct figures {
    double waits[LOOKS], frame[LOOKS], draw[LOOKS], look[LOOKS], cycles[LOOKS];
} figures;

static ws_session *session_open(const bench_case *c) {
    size_t sets = 0;
    while (sets < 4 && c->sets[sets]) sets++;
    ws_options options = {.sets = c->sets, .set_count = sets, .has_cycles = true, .cycles = UINT64_MAX - 1};
    ws_error error = {0};
    ws_session *session = ws_session_open(c->scenario, &options, &error);
    if (session) return session;
    fprintf(stderr, "%s: %s\n", c->name, error.text);
    exit(1);
}

static void pictures(ws_stage *stage, ws_waits *waits, ws_observer *observer, figures *took) {
    ws_session *s = stage->session;
    const ws_net *net = ws_session_net(s);
    for (int i = 0; i < LOOKS; i++) {
        ws_session_run(s, STEP);
        double start = micros();
        ws_waits_update(waits, net);
        took->waits[i] = micros() - start, start = micros();
        ws_observer_sample(observer, net);
        took->look[i] = micros() - start, start = micros();
        ws_frame_update(stage->frame, net, ws_session_metrics(s), ws_session_observer(s));
        took->frame[i] = micros() - start, start = micros();
        ws_screen_draw(&stage->view, &stage->canvas);
        took->draw[i] = micros() - start;
    }
}

/* The same cycles, and nobody looks. */
static void cycles(const bench_case *c, figures *took) {
    ws_session *s = session_open(c);
    ws_session_run(s, c->warmup);
    for (int i = 0; i < LOOKS; i++) {
        double start = micros();
        ws_session_run(s, STEP);
        took->cycles[i] = (micros() - start) / STEP;
    }
    ws_session_close(s);
}

static double median(double *values) {
    qsort(values, LOOKS, sizeof *values, by_size);
    return values[LOOKS / 2];
}

static void run_case(const bench_case *c) {
    figures took;
    ws_session *session = session_open(c);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 200, 60);
    ws_stage_run(stage, c->warmup);
    ws_stage_draw(stage);
    ws_waits *waits = ws_waits_new(ws_session_net(session));
    ws_observer *observer = ws_observer_new(ws_session_net(session));
    pictures(stage, waits, observer, &took);
    cycles(c, &took);
    double look = median(took.look), cycle = median(took.cycles), step = (double)ws_observer_step(observer);
    printf("%-27s %8u %8.0f %8.0f %8.0f %6zu %6.0f %8.1f %8.2f %7.1f%%\n", c->name, stage->frame->switches, median(took.waits),
           median(took.frame), median(took.draw), stage->frame->trees, step, look, cycle, 100 * look / step / cycle);
    ws_observer_free(observer);
    ws_waits_free(waits);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(int argc, char **argv) {
    printf("%-27s %8s %8s %8s %8s %6s %6s %8s %8s %8s\n", "case", "switches", "waits_us", "frame_us", "draw_us", "trees", "step",
           "look_us", "cycle_us", "looking");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc < 2 || strstr(cases[i].name, argv[1])) run_case(&cases[i]);
    return 0;
}
