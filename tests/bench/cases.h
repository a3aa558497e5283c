/* cases.h - what the benchmarks run: bench (the core alone, in this process) and bench-pairs (whole processes of two programs).
 *
 * A case is a scenario, its settings, a warm-up, and a number of cycles: a unit of work, of which as many are run as make the time
 * long enough to be measured. Header only. */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BENCH_SETS = 6 };

typedef struct bench_case {
    const char *name, *scenario;
    const char *sets[BENCH_SETS];
    uint64_t warmup, cycles;
} bench_case;

static const bench_case cases[] = {
    {"mesh-8x8/0.1", "cube/mesh-8x8", {"length=fixed 20", "load=0.1"}, 5000, 100000},
    {"mesh-8x8/0.2", "cube/mesh-8x8", {"length=fixed 20", "load=0.2"}, 5000, 60000},
    {"mesh-8x8/saturated", "cube/mesh-8x8", {"length=fixed 20", "load=1"}, 5000, 60000},
    {"mesh-8x8/128/0.2", "cube/mesh-8x8", {"length=fixed 128", "buffer=128", "load=0.2"}, 10000, 100000},
    {"mesh-8x8/128/saturated", "cube/mesh-8x8", {"length=fixed 128", "buffer=128", "load=1"}, 10000, 60000},
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
    {"timeouts-7x7/none/0.02", "timeouts/torus-7x7",
     {"flow-control=space", "buffer=11", "arrivals=poisson", "load=0.02", "timeout-policy=none", "timeout-cost=3"}, 5000, 80000},
    {"timeouts-7x7/itow/0.02", "timeouts/torus-7x7",
     {"flow-control=space", "buffer=11", "arrivals=poisson", "load=0.02", "timeout-policy=itow", "timeout-cost=3"}, 5000, 80000},
    {"timeouts-7x7/cep/0.02", "timeouts/torus-7x7",
     {"flow-control=space", "buffer=11", "arrivals=poisson", "load=0.02", "timeout-policy=cep", "timeout-cost=3"}, 5000, 80000},
    {"recn-64/hot-spot", "recn/hotspot-64", {"hot-share=0.25"}, 20000, 60000},
    {"recn-64/saturated", "recn/uniform-64", {NULL}, 10000, 40000},
    {"recn-64/1q/hot-spot", "recn/hotspot-64", {"hot-share=0.25", "queueing=1q"}, 20000, 60000},
    {"recn-256/hot-spot", "recn/hotspot-256", {"hot-share=0.25"}, 5000, 15000},
    {"timeouts-7x7/saturated", "timeouts/torus-7x7",
     {"flow-control=space", "buffer=11", "arrivals=saturated", "timeout-policy=itow", "timeout-cost=3"}, 5000, 30000},
};

static const size_t case_count = sizeof cases / sizeof *cases;

static inline size_t case_sets(const bench_case *c) {
    size_t sets = 0;
    while (sets < BENCH_SETS && c->sets[sets]) sets++;
    return sets;
}

/* Does the name contain one of the words? Without words: always. */
static inline bool case_is_chosen(const bench_case *c, int words, char **word) {
    for (int i = 0; i < words; i++)
        if (strstr(c->name, word[i])) return true;
    return words == 0;
}

#endif
