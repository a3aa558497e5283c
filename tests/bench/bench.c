/* bench.c - how fast the core is: `make bench`, or `build/bench WORD...` for the cases whose names contain one of the words;
 * --list prints the names.
 *
 * One line a case: name, flit-hops, CPU seconds, flit-hops per second, cycles per second, peak memory in KiB. CPU time is that of
 * the steps alone, after a warm-up, by getrusage: the case's cycles again and again until they have taken SECONDS_MIN. The line is the
 * median of RUNS runs. Every run has a process of its own, so time and peak are its own too. A flit-hop is a flit that leaves a
 * switch. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/cases.h"
#include "observe/metrics.h"
#include "session/session.h"

#define SECONDS_MIN 0.5
enum { RUNS = 3 };

typedef struct result {
    double seconds;
    uint64_t flit_hops, cycles;
    long peak_kib;
} result;

static double cpu_seconds(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static long peak_kib(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* The core alone: no session, no metrics; events are thrown away as the buffer fills. */
static void step(ws_net *net, uint64_t cycles) {
    while (cycles > 0) {
        cycles -= ws_net_step(net, cycles);
        ws_net_events_clear(net);
    }
}

static result run_once(const bench_case *c) {
    ws_options options = {.sets = (const char **)c->sets, .set_count = case_sets(c)};
    ws_error error = {0};
    result r = {0};
    ws_session *session = ws_session_open(c->scenario, &options, &error);
    if (!session) {
        fprintf(stderr, "%s: %s\n", c->name, error.text);
        exit(1);
    }
    ws_net *net = ws_session_net(session);
    step(net, c->warmup);
    uint64_t hops = ws_net_totals(net).flit_hops;
    for (double begin = cpu_seconds(); r.seconds < SECONDS_MIN; r.seconds = cpu_seconds() - begin) {
        step(net, c->cycles);
        r.cycles += c->cycles;
    }
    r.flit_hops = ws_net_totals(net).flit_hops - hops;
    r.peak_kib = peak_kib();
    ws_session_close(session);
    return r;
}

/* The same in a process of its own; false if it does not end well. */
static bool run_apart(const bench_case *c, result *r) {
    int ends[2], status = 0;
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        result own = run_once(c);
        _exit(write(ends[1], &own, sizeof own) == sizeof own ? 0 : 1);
    }
    close(ends[1]);
    bool whole = child > 0 && read(ends[0], r, sizeof *r) == sizeof *r;
    close(ends[0]);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 && whole;
}

static double rate(const result *r) { return (double)r->cycles / r->seconds; }

static int by_rate(const void *a, const void *b) { return (rate(a) > rate(b)) - (rate(a) < rate(b)); }

static bool run_case(const bench_case *c) {
    result r[RUNS];
    for (int i = 0; i < RUNS; i++)
        if (!run_apart(c, &r[i])) return false;
    qsort(r, RUNS, sizeof *r, by_rate);
    const result *median = &r[RUNS / 2];
    printf("%-22s %11llu %8.3f %12.0f %12.0f %8ld\n", c->name, (unsigned long long)median->flit_hops, median->seconds,
           (double)median->flit_hops / median->seconds, rate(median), median->peak_kib);
    return true;
}

int main(int argc, char **argv) {
    bool well = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < case_count; i++) puts(cases[i].name);
        return 0;
    }
    printf("%-22s %11s %8s %12s %12s %8s\n", "case", "flit_hops", "cpu_s", "flit_hops/s", "cycles/s", "peak_kib");
    for (size_t i = 0; i < case_count; i++)
        if (case_is_chosen(&cases[i], argc - 1, argv + 1)) well &= run_case(&cases[i]);
    return well ? 0 : 1;
}
