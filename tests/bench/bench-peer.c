/* bench-peer.c - how much faster than another simulator, on the same networks: a BookSim2 that was built elsewhere.
 *
 *   bench-peer BOOKSIM OWN [WORD...]     both programs; from the top of the tree, for scenarios
 *
 * One line a case: CPU seconds for a million cycles of both (medians), the ratio of these medians, the three quartiles of the ratios
 * of the pairs, and what both say of the work: flits accepted a host and cycle, and switches on the way of a packet. Where these
 * differ by more than SAME_WORK, the configurations are not the same, and the line says so. Both are run as whole processes, in turn,
 * one first in every other pair. BookSim2 runs far fewer cycles than OWN, since it takes so much longer: half of them are its
 * warm-up, half are measured, as in OWN; nothing is drained that is worth the time.
 *
 * What is the same: topology, channels and their buffers, dimension-order routing (with a dateline on the torus), separable
 * allocators in one iteration, four stages of a router and a link of one cycle, packets of 20 flits, destinations uniform with the
 * sender among them, Bernoulli arrivals. PAIRS=N: see pairs.h. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bench/pairs.h"

#define PEER_SECONDS 0.8
#define OWN_SECONDS  0.4
#define SAME_WORK    0.03
enum { TEXT = 1 << 20, SETS = 2, PEER_GOOD = 255 /* so it ends when all went well */ };

typedef struct peer_case {
    const char *name;
    const char *peer; /* lines of its configuration */
    const char *scenario, *sets[SETS];
} peer_case;

static const peer_case cases[] = {
    {"mesh-8x8/0.1", "topology=mesh;k=8;n=2;num_vcs=1;injection_rate=0.1;", "cube/mesh-8x8", {"length=fixed 20", "load=0.1"}},
    {"mesh-8x8/0.2", "topology=mesh;k=8;n=2;num_vcs=1;injection_rate=0.2;", "cube/mesh-8x8", {"length=fixed 20", "load=0.2"}},
    {"torus-8x8/0.1", "topology=torus;k=8;n=2;num_vcs=2;injection_rate=0.1;", "cube/torus-8x8", {"length=fixed 20", "load=0.1"}},
    {"torus-16x16/0.1", "topology=torus;k=16;n=2;num_vcs=2;injection_rate=0.1;", "cube/torus-16x16", {"length=fixed 20", "load=0.1"}},
};

static const char peer_common[] = "routing_function=dim_order;vc_buf_size=8;vc_allocator=islip;sw_allocator=islip;alloc_iters=1;"
                                  "routing_delay=1;vc_alloc_delay=1;sw_alloc_delay=1;st_final_delay=1;credit_delay=1;"
                                  "traffic=uniform;packet_size=20;injection_rate_uses_flits=1;"
                                  "sim_type=throughput;warmup_periods=1;max_samples=2;";

/* A run of one of the two, and what it says of its work. */
typedef struct run {
    double seconds; /* 0: it did not end well */
    double accepted, hops;
} run;

static char text[TEXT];

/* The number behind the last of these words; NaN if they do not stand there. */
static double number_behind(const char *words) {
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, words)); at++) last = at;
    return last ? strtod(last + strlen(words), NULL) : NAN;
}

static run peer_run(const char *program, const peer_case *c, uint64_t cycles) {
    char path[] = "/tmp/bench-peer-XXXXXX";
    run r = {0};
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) return r;
    fprintf(file, "%s\n%s\nsample_period=%llu;\n", peer_common, c->peer, (unsigned long long)(cycles / 2));
    fclose(file);
    r.seconds = program_seconds((char *[]){(char *)program, path, NULL}, PEER_GOOD, text, TEXT);
    unlink(path);
    r.accepted = number_behind("Accepted flit rate average = ");
    r.hops = number_behind("Hops average = ");
    if (isnan(r.accepted)) r.seconds = 0;
    return r;
}

/* The number behind the first of these words: what is told of the whole. */
static double number_first(const char *words) {
    const char *at = strstr(text, words);
    return at ? strtod(at + strlen(words), NULL) : NAN;
}

static run own_run(const char *program, const peer_case *c, uint64_t cycles) {
    char path[256], warmup[24], count[24];
    const char *arguments[] = {program,  "run",   path,    "--json",   "--warmup", warmup,     "--cycles",
                               count,    "--set", c->sets[0], "--set", c->sets[1], NULL};
    run r = {0};
    snprintf(path, sizeof path, "scenarios/%s.ws", c->scenario);
    snprintf(warmup, sizeof warmup, "%llu", (unsigned long long)(cycles / 2));
    snprintf(count, sizeof count, "%llu", (unsigned long long)cycles);
    r.seconds = program_seconds((char **)arguments, 0, text, TEXT);
    r.accepted = number_first("\"accepted\":");
    r.hops = number_first("\"mean_hops\":");
    return r;
}

typedef run runner(const char *program, const peer_case *c, uint64_t cycles);

/* How many cycles take about so long, by growing; 0 if the program cannot run the case. */
static uint64_t cycles_for(runner *once, const char *program, const peer_case *c, double seconds) {
    uint64_t cycles = 4000;
    for (int tries = 0; tries < 8; tries++) {
        run r = once(program, c, cycles);
        if (r.seconds == 0) return 0;
        if (r.seconds >= seconds * 0.9) break;
        double factor = seconds * 1.1 / r.seconds;
        cycles = (uint64_t)((double)cycles * (factor > 10 ? 10 : factor)) + 1;
    }
    return cycles;
}

static bool differs(double peer, double own) { return !(fabs(peer - own) <= SAME_WORK * own); }

static bool case_compare(const peer_case *c, const char *peer, const char *own, size_t pairs) {
    static double a[PAIRS_MOST], b[PAIRS_MOST], ratio[PAIRS_MOST];
    uint64_t peer_cycles = cycles_for(peer_run, peer, c, PEER_SECONDS);
    uint64_t own_cycles = cycles_for(own_run, own, c, OWN_SECONDS);
    run theirs = {0}, ours = {0};
    for (size_t i = 0; i < pairs; i++) {
        bool peer_first = i % 2 == 0;
        if (peer_first) theirs = peer_run(peer, c, peer_cycles);
        ours = own_run(own, c, own_cycles);
        if (!peer_first) theirs = peer_run(peer, c, peer_cycles);
        if (peer_cycles == 0 || own_cycles == 0 || theirs.seconds == 0 || ours.seconds == 0) {
            printf("%-18s %s does not run it\n", c->name, theirs.seconds == 0 ? peer : own);
            return false;
        }
        a[i] = theirs.seconds * 1e6 / (double)peer_cycles;
        b[i] = ours.seconds * 1e6 / (double)own_cycles;
        ratio[i] = a[i] / b[i];
    }
    double median_a = quantile(a, pairs, 0.5), median_b = quantile(b, pairs, 0.5);
    bool other = differs(theirs.accepted, ours.accepted) || differs(theirs.hops, ours.hops);
    printf("%-18s %9.2f %9.3f %8.1f %8.1f %8.1f %8.1f   %.4f %.4f   %.3f %.3f%s\n", c->name, median_a, median_b, median_a / median_b,
           quantile(ratio, pairs, 0.25), quantile(ratio, pairs, 0.5), quantile(ratio, pairs, 0.75), theirs.accepted, ours.accepted,
           theirs.hops, ours.hops, other ? "  NOT THE SAME WORK" : "");
    return true;
}

static bool is_chosen(const peer_case *c, int words, char **word) {
    for (int i = 0; i < words; i++)
        if (strstr(c->name, word[i])) return true;
    return words == 0;
}

int main(int argc, char **argv) {
    static char peer[PATH_MAX], own[PATH_MAX];
    size_t pairs = pairs_wanted();
    bool good = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 3 || !realpath(argv[1], peer) || !realpath(argv[2], own)) {
        fprintf(stderr, "usage: bench-peer BOOKSIM OWN [WORD...]\n");
        return 2;
    }
    printf("%-18s %9s %9s %8s   quartiles of %2zu pairs       accepted        hops\n", "case", "peer s/M", "own s/M", "ratio", pairs);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (is_chosen(&cases[i], argc - 3, argv + 3)) good &= case_compare(&cases[i], peer, own, pairs);
    return good ? 0 : 1;
}
