/* bench-altitudes.c - what a picture costs by altitude and by size: `make bench`, or build/bench-altitudes [WORD] for the cases whose
 * names contain it; build/bench-altitudes WORD streets 200x60 for this altitude and this size alone.
 *
 * One line a case, altitude and size of the screen: switches, CPU microseconds of making the frame and of drawing it in colour, and the
 * share of the 33,000 that a picture may take at 30 pictures a second; the medians of LOOKS pictures, STEP cycles apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/map/altitude.h"
#include "ui/stage.h"

enum { LOOKS = 21, STEP = 20, PICTURE_US = 33333 };

typedef struct bench_case {
    const char *name;
    const char *scenario;
    const char *sets[4];
    uint64_t warmup;
} bench_case;

static const bench_case cases[] = {
    {"mesh-8x8/saturated", "cube/mesh-8x8", {"load=1"}, 3000},
    {"torus-16x16/saturated", "cube/torus-16x16", {"load=1"}, 3000},
    {"torus-32x32/saturated", "cube/torus-32x32", {"load=1"}, 1500},
    {"torus-64x64/saturated", "cube/torus-32x32", {"topology=torus 64 64", "load=1"}, 600},
    {"torus-128x128/0.2", "cube/torus-32x32", {"topology=torus 128 128", "load=0.2"}, 300},
    {"torus-128x128/saturated", "cube/torus-32x32", {"topology=torus 128 128", "load=1"}, 300},
    {"recn-64/hot-spot", "recn/hotspot-64", {NULL}, 21000},
    {"workstations-64/saturated", "now/irregular-64", {"load=1"}, 10000},
};
static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};

/* What is asked for, NULL: all. */
typedef struct choice {
    const char *word;
    const char *altitude;
    const char *size;
} choice;

static bool is_chosen(const char *wanted, const char *name) {
    return !wanted || strcmp(wanted, name) == 0;
}

static double micros(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static int by_size(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double *values) {
    qsort(values, LOOKS, sizeof *values, by_size);
    return values[LOOKS / 2];
}

static void picture_take(ws_stage *stage, double *frame, double *draw) {
    ws_session *s = stage->session;
    ws_session_run(s, STEP);
    double start = micros();
    (void)ws_view_want(&stage->view, stage->frame);
    ws_frame_update(stage->frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    *frame = micros() - start;
    start = micros();
    ws_screen_draw(&stage->view, &stage->canvas);
    *draw = micros() - start;
}

static void run_size(ws_stage *stage, const char *name, int altitude, const int *size) {
    double frame[LOOKS], draw[LOOKS];
    ws_canvas_resize(&stage->canvas, size[0], size[1]);
    stage->view.map.zoom = altitude + 1;
    ws_stage_draw(stage);
    if ((int)stage->view.map.plan->altitude != altitude) return; /* this network has no such picture */
    for (int i = 0; i < LOOKS; i++) picture_take(stage, &frame[i], &draw[i]);
    double frame_us = median(frame), draw_us = median(draw);
    printf("%-26s %-8s %3dx%-3d %8u %9.0f %8.0f %7.1f%%\n", name, ws_altitudes[altitude].name, size[0], size[1],
           stage->frame->switches, frame_us, draw_us, 100 * (frame_us + draw_us) / PICTURE_US);
}

/* At each altitude and each size that is asked for. */
static void run_sizes(ws_stage *stage, const char *name, const choice *chosen) {
    for (int altitude = 0; altitude < WS_ALTITUDES; altitude++) {
        if (!is_chosen(chosen->altitude, ws_altitudes[altitude].name)) continue;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            char size[16];
            snprintf(size, sizeof size, "%dx%d", sizes[i][0], sizes[i][1]);
            if (is_chosen(chosen->size, size)) run_size(stage, name, altitude, sizes[i]);
        }
    }
}

static void run_case(const bench_case *c, const choice *chosen) {
    size_t sets = 0;
    while (sets < 4 && c->sets[sets]) sets++;
    ws_options options = {.sets = c->sets, .set_count = sets, .has_cycles = true, .cycles = UINT64_MAX - 1};
    ws_error error = {0};
    ws_session *session = ws_session_open(c->scenario, &options, &error);
    if (!session) {
        fprintf(stderr, "%s: %s\n", c->name, error.text);
        exit(1);
    }
    ws_theme theme = ws_theme_default();
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, c->warmup);
    run_sizes(stage, c->name, chosen);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(int argc, char **argv) {
    choice chosen = {argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL};
    printf("%-26s %-8s %-7s %8s %9s %8s %8s\n", "case", "altitude", "size", "switches", "frame_us", "draw_us", "picture");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!chosen.word || strstr(cases[i].name, chosen.word)) run_case(&cases[i], &chosen);
    return 0;
}
