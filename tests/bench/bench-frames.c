/* bench-frames.c - what a picture costs: `make bench`, or build/bench-frames [WORD] for the cases whose names contain it.
 *
 * One line a case: name, switches, then CPU microseconds of the wait-for graph, of the congestion trees, of the whole frame (with both)
 * and of drawing it at 200 x 60; the median of LOOKS looks, STEP cycles apart, in a network that is full. At 30 pictures a second there
 * are 33,000 microseconds for each, of which the first two may take a tenth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/stage.h"

enum { LOOKS = 51, STEP = 40, PARTS = 4, BUDGET_US = 33333 };

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

static void look(ws_session *session, ws_stage *stage, ws_waits *waits, ws_trees *trees, double took[PARTS]) {
    double start = micros();
    ws_waits_update(waits, ws_session_net(session));
    took[0] = micros() - start, start = micros();
    ws_trees_update(trees, ws_session_net(session), waits);
    took[1] = micros() - start, start = micros();
    ws_frame_update(stage->frame, ws_session_net(session), ws_session_metrics(session), stage->waits);
    took[2] = micros() - start, start = micros();
    ws_screen_draw(&stage->view, &stage->canvas);
    took[3] = micros() - start;
}

static void run_case(const bench_case *c) {
    size_t sets = 0;
    while (sets < 4 && c->sets[sets]) sets++;
    ws_options options = {.sets = c->sets, .set_count = sets, .has_cycles = true, .cycles = UINT64_MAX - 1};
    ws_error error = {""};
    ws_session *session = ws_session_open(c->scenario, &options, &error);
    if (!session) {
        fprintf(stderr, "%s: %s\n", c->name, error.text);
        exit(1);
    }
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 200, 60);
    ws_waits *waits = ws_waits_new(ws_session_net(session));
    ws_trees *trees = ws_trees_new(ws_session_net(session));
    double took[PARTS][LOOKS], parts[PARTS];
    ws_stage_run(stage, c->warmup);
    ws_stage_draw(stage);
    for (int i = 0; i < LOOKS; i++) {
        ws_session_run(session, STEP);
        look(session, stage, waits, trees, parts);
        for (int p = 0; p < PARTS; p++) took[p][i] = parts[p];
    }
    size_t count;
    ws_trees_of(trees, &count);
    for (int p = 0; p < PARTS; p++) qsort(took[p], LOOKS, sizeof **took, by_size);
    double first = took[0][LOOKS / 2] + took[1][LOOKS / 2];
    printf("%-27s %8u %8.0f %8.0f %8.0f %8.0f %8.1f%% %6zu\n", c->name, stage->frame->switches, took[0][LOOKS / 2],
           took[1][LOOKS / 2], took[2][LOOKS / 2], took[3][LOOKS / 2], 100 * first / BUDGET_US, count);
    ws_trees_free(trees);
    ws_waits_free(waits);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(int argc, char **argv) {
    printf("%-27s %8s %8s %8s %8s %8s %9s %6s\n", "case", "switches", "waits_us", "trees_us", "frame_us", "draw_us", "of_33ms",
           "trees");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc < 2 || strstr(cases[i].name, argv[1])) run_case(&cases[i]);
    return 0;
}
