/* bench.c - how fast the core is: `make bench`, or `build/bench WORD...` for the cases whose names contain one of the words;
 * --list prints the names.
 *
 * One line a case: name, flit-hops, CPU seconds, flit-hops per second, cycles per second, peak memory in KiB. CPU time is that of
 * the steps alone, after a warm-up, by getrusage in the process; the line is the median of five runs. Every case has a process of
 * its own, so the peak is its own too. A flit-hop is a flit that leaves a switch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "observe/metrics.h"
#include "session/session.h"

#define RUNS 5

typedef struct bench_case {
    const char *name, *scenario;
    const char *sets[4];
    uint64_t warmup, cycles;
} bench_case;

static const bench_case cases[] = {
    {"mesh-8x8/0.1", "cube/mesh-8x8", {"length=fixed 20", "load=0.1"}, 5000, 100000},
    {"mesh-8x8/0.2", "cube/mesh-8x8", {"length=fixed 20", "load=0.2"}, 5000, 60000},
    {"mesh-8x8/saturated", "cube/mesh-8x8", {"length=fixed 20", "load=1"}, 5000, 60000},
    {"torus-8x8/0.1", "cube/torus-8x8", {"length=fixed 20", "load=0.1"}, 5000, 100000},
    {"torus-8x8/saturated", "cube/torus-8x8", {"length=fixed 20", "load=1"}, 5000, 40000},
    {"torus-16x16/0.1", "cube/torus-16x16", {"length=fixed 20", "load=0.1"}, 2000, 15000},
    {"torus-16x16/saturated", "cube/torus-16x16", {"length=fixed 20", "load=1"}, 2000, 8000},
    {"torus-32x32/0.1", "cube/torus-32x32", {"length=fixed 20", "load=0.1"}, 1000, 3000},
    {"torus-32x32/saturated", "cube/torus-32x32", {"length=fixed 20", "load=1"}, 1000, 1500},
    {"lan-3x3/0.2", "kwan/torus-3x3", {"load=0.2"}, 20000, 200000},
    {"lan-3x3/saturated", "kwan/torus-3x3", {"load=1"}, 20000, 200000},
    {"lan-8x8/0.02", "kwan/torus-3x3", {"topology=torus 8 8", "load=0.02"}, 20000, 100000},
    {"workstations-64/0.05", "now/irregular-64", {"load=0.05"}, 20000, 60000},
    {"workstations-64/saturated", "now/irregular-64", {"load=1"}, 20000, 40000},
    {"lan-8x8/saturated", "kwan/torus-3x3", {"topology=torus 8 8", "load=1"}, 20000, 60000},
    {"fedx-8x8/0.5", "fedx/wk1-5", {"load=0.5"}, 20000, 60000},
    {"fedx-8x8/saturated", "fedx/mixture", {"load=1"}, 20000, 60000},
    {"timeouts-7x7/none/0.02", "timeouts/torus-7x7", {"arrivals=poisson", "load=0.02", "timeout-policy=none"}, 5000, 80000},
    {"timeouts-7x7/itow/0.02", "timeouts/torus-7x7", {"arrivals=poisson", "load=0.02", "timeout-policy=itow"}, 5000, 80000},
    {"timeouts-7x7/cep/0.02", "timeouts/torus-7x7", {"arrivals=poisson", "load=0.02", "timeout-policy=cep"}, 5000, 80000},
    {"recn-64/hot-spot", "recn/hotspot-64", {"hot-share=0.25"}, 20000, 60000},
    {"recn-64/saturated", "recn/uniform-64", {NULL}, 10000, 40000},
    {"recn-64/1q/hot-spot", "recn/hotspot-64", {"hot-share=0.25", "queueing=1q"}, 20000, 60000},
    {"recn-256/hot-spot", "recn/hotspot-256", {"hot-share=0.25"}, 5000, 15000},
    {"timeouts-7x7/saturated", "timeouts/torus-7x7", {"timeout-policy=itow"}, 5000, 30000},
};

typedef struct result {
    double seconds;
    uint64_t flit_hops;
} result;

static double cpu_seconds(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* The core alone: no session, no metrics; events are thrown away as the buffer fills. */
static void step(ws_net *net, uint64_t cycles) {
    while (cycles > 0) {
        cycles -= ws_net_step(net, cycles);
        ws_net_events_clear(net);
    }
}

static result run_once(const bench_case *c) {
    size_t sets = 0;
    while (sets < 4 && c->sets[sets]) sets++;
    ws_options options = {.sets = c->sets, .set_count = sets};
    ws_error error = {0};
    ws_session *session = ws_session_open(c->scenario, &options, &error);
    if (!session) {
        fprintf(stderr, "%s: %s\n", c->name, error.text);
        exit(1);
    }
    ws_net *net = ws_session_net(session);
    step(net, c->warmup);
    uint64_t hops = ws_net_totals(net).flit_hops;
    double before = cpu_seconds();
    step(net, c->cycles);
    result r = {.seconds = cpu_seconds() - before, .flit_hops = ws_net_totals(net).flit_hops - hops};
    ws_session_close(session);
    return r;
}

static int by_seconds(const void *a, const void *b) {
    const result *x = a, *y = b;
    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

static void run_case(const bench_case *c) {
    result r[RUNS];
    for (int i = 0; i < RUNS; i++) r[i] = run_once(c);
    qsort(r, RUNS, sizeof *r, by_seconds);
    const result *median = &r[RUNS / 2];
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    printf("%-22s %11llu %8.3f %12.0f %12.0f %8ld\n", c->name, (unsigned long long)median->flit_hops, median->seconds,
           (double)median->flit_hops / median->seconds, (double)c->cycles / median->seconds, u.ru_maxrss);
}

static bool is_chosen(const bench_case *c, int words, char **word) {
    for (int i = 0; i < words; i++)
        if (strstr(c->name, word[i])) return true;
    return words == 0;
}

int main(int argc, char **argv) {
    int failed = 0;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) puts(cases[i].name);
        return 0;
    }
    printf("%-22s %11s %8s %12s %12s %8s\n", "case", "flit_hops", "cpu_s", "flit_hops/s", "cycles/s", "peak_kib");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!is_chosen(&cases[i], argc - 1, argv + 1)) continue;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            run_case(&cases[i]);
            return 0;
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) failed = 1;
    }
    return failed;
}
