/* bench-pairs.c - two programs against each other: `wormscope run --json` of both as whole processes, in turn, on the same files.
 *
 *   bench-pairs OLD NEW CHECKOUT [WORD...]     two programs, and where both run: scenarios and machines are those of this checkout
 *
 * One line a case whose name contains one of the words: the median CPU seconds of both, the ratio of these medians (above 1: NEW is
 * faster), and the three quartiles of the ratios of the pairs. On a machine that has other things to do the medians wander while a
 * case runs, and the middle quartile is the one to trust: the two of a pair see the same machine. The last line has the geometric means.
 * The cycles of a case are chosen so that OLD takes about SECONDS; both run the same. Of the two of a pair, OLD is first in
 * every other one. Where the digests at the end differ, the two did not do the same work, and the line says so.
 *
 * PAIRS=N in the environment asks for another number of pairs (pairs.h). */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/cases.h"
#include "bench/pairs.h"

#define SECONDS 0.4
enum { ARGUMENTS = 9 + 2 * BENCH_SETS, DIGEST = 17 };

typedef struct timed {
    double seconds; /* 0: it did not end well */
    char digest[DIGEST];
} timed;

static timed program_run(const char *program, const bench_case *c, uint64_t cycles) {
    static const char key[] = "\"digest\":\"";
    static char text[1 << 20];
    char path[256], count[24];
    const char *arguments[ARGUMENTS] = {program, "run", path, "--json", "--warmup", "0", "--cycles", count};
    timed t;
    size_t n = 8;
    snprintf(path, sizeof path, "scenarios/%s.ws", c->scenario);
    snprintf(count, sizeof count, "%llu", (unsigned long long)cycles);
    for (size_t i = 0; i < case_sets(c); i++) arguments[n++] = "--set", arguments[n++] = c->sets[i];
    t.seconds = program_seconds((char **)arguments, 0, text, sizeof text);
    const char *at = strstr(text, key);
    snprintf(t.digest, DIGEST, "%.16s", at ? at + sizeof key - 1 : "");
    return t;
}

/* How many cycles take about SECONDS, by growing; 0 if the program cannot run the case. */
static uint64_t cycles_for(const char *program, const bench_case *c) {
    uint64_t cycles = c->warmup + c->cycles;
    for (int tries = 0; tries < 8; tries++) {
        timed t = program_run(program, c, cycles);
        if (t.seconds == 0) return 0;
        if (t.seconds >= SECONDS * 0.9 && t.seconds <= SECONDS * 1.4) break;
        double factor = SECONDS * 1.1 / t.seconds;
        cycles = (uint64_t)((double)cycles * (factor > 10 ? 10 : factor)) + 1;
    }
    return cycles;
}

/* Above 1: NEW is faster. */
typedef struct ratios {
    double medians, pairs; /* the ratio of the medians, the median of the ratios */
} ratios;

/* False if the case could not be run by both. */
static bool case_compare(const bench_case *c, const char *old, const char *new, size_t pairs, ratios *r) {
    static double a[PAIRS_MOST], b[PAIRS_MOST], ratio[PAIRS_MOST];
    uint64_t cycles = cycles_for(old, c);
    bool same = true;
    if (cycles == 0) {
        printf("%-22s the older revision does not run it\n", c->name);
        return false;
    }
    for (size_t i = 0; i < pairs; i++) {
        bool old_first = i % 2 == 0;
        timed first = program_run(old_first ? old : new, c, cycles), second = program_run(old_first ? new : old, c, cycles);
        if (first.seconds == 0 || second.seconds == 0) {
            printf("%-22s this revision does not run it\n", c->name);
            return false;
        }
        a[i] = old_first ? first.seconds : second.seconds;
        b[i] = old_first ? second.seconds : first.seconds;
        ratio[i] = a[i] / b[i];
        same &= strcmp(first.digest, second.digest) == 0;
    }
    double median_a = quantile(a, pairs, 0.5), median_b = quantile(b, pairs, 0.5);
    *r = (ratios){median_a / median_b, quantile(ratio, pairs, 0.5)};
    printf("%-22s %11llu %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f%s\n", c->name, (unsigned long long)cycles, median_a, median_b,
           r->medians, quantile(ratio, pairs, 0.25), r->pairs, quantile(ratio, pairs, 0.75), same ? "" : "  DIFFERENT DIGESTS");
    return true;
}

int main(int argc, char **argv) {
    static char old[PATH_MAX], new[PATH_MAX];
    ratios r, logarithms = {0, 0};
    size_t compared = 0, chosen = 0, pairs = pairs_wanted();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 4 || !realpath(argv[1], old) || !realpath(argv[2], new) || chdir(argv[3]) != 0) {
        fprintf(stderr, "usage: bench-pairs OLD NEW CHECKOUT [WORD...]\n");
        return 2;
    }
    printf("%-22s %11s %8s %8s %8s   quartiles of %zu pairs\n", "case", "cycles", "old_s", "new_s", "ratio", pairs);
    for (size_t i = 0; i < case_count; i++) {
        if (!case_is_chosen(&cases[i], argc - 4, argv + 4)) continue;
        chosen++;
        if (!case_compare(&cases[i], old, new, pairs, &r)) continue;
        logarithms.medians += log(r.medians);
        logarithms.pairs += log(r.pairs);
        compared++;
    }
    double n = (double)compared;
    if (compared)
        printf("%-22s %11s %8s %8s %8.3f %8s %8.3f   of %zu cases\n", "geometric means", "", "", "", exp(logarithms.medians / n),
               "", exp(logarithms.pairs / n), compared);
    return compared == chosen && chosen ? 0 : 1;
}
