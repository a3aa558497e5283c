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
 * PAIRS=N in the environment asks for another number of pairs than PAIRS_LEAST, but never for fewer. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/cases.h"

#define SECONDS 0.4
enum { PAIRS_LEAST = 11, PAIRS_MOST = 1001, ARGUMENTS = 9 + 2 * BENCH_SETS, DIGEST = 17 };

typedef struct timed {
    double seconds; /* 0: it did not end well */
    char digest[DIGEST];
} timed;

static void program_exec(const char *program, const bench_case *c, uint64_t cycles, int out) {
    char path[256], count[24];
    const char *arguments[ARGUMENTS] = {program, "run", path, "--json", "--warmup", "0", "--cycles", count};
    size_t n = 8;
    snprintf(path, sizeof path, "scenarios/%s.ws", c->scenario);
    snprintf(count, sizeof count, "%llu", (unsigned long long)cycles);
    for (size_t i = 0; i < case_sets(c); i++) arguments[n++] = "--set", arguments[n++] = c->sets[i];
    dup2(out, STDOUT_FILENO);
    execv(program, (char **)arguments);
    _exit(127);
}

/* The value of "digest" in the JSON object of a run; all of the output is read. */
static void digest_read(int in, char digest[DIGEST]) {
    static const char key[] = "\"digest\":\"";
    static char text[1 << 20];
    size_t length = 0;
    for (ssize_t got; length + 1 < sizeof text && (got = read(in, text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    const char *at = strstr(text, key);
    snprintf(digest, DIGEST, "%.16s", at ? at + sizeof key - 1 : "");
}

static timed program_run(const char *program, const bench_case *c, uint64_t cycles) {
    int ends[2], status;
    struct rusage used;
    timed t = {0};
    if (pipe(ends) != 0) return t;
    pid_t child = fork();
    if (child == 0) program_exec(program, c, cycles, ends[1]);
    close(ends[1]);
    digest_read(ends[0], t.digest);
    close(ends[0]);
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) return t;
    t.seconds =
        (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    if (t.seconds <= 0) t.seconds = 1e-6;
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

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which a part of them lies, between two of them where it must be; sorts them. */
static double quantile(double *values, size_t count, double part) {
    qsort(values, count, sizeof *values, by_value);
    double place = part * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

static size_t pairs_wanted(void) {
    const char *text = getenv("PAIRS");
    long pairs = text ? strtol(text, NULL, 10) : PAIRS_LEAST;
    if (pairs < PAIRS_LEAST) return PAIRS_LEAST;
    return pairs > PAIRS_MOST ? PAIRS_MOST : (size_t)pairs;
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
