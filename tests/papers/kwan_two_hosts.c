/* Two senders and a receiver on one switch (Kwan et al. 1996): H1 sends whole messages, H2 the same
 * messages in 100-byte segments.
 *
 *   A1  Both carry all their traffic while each offers less than 0.5.
 *   A2  Above 0.5, H1 keeps all its traffic and H2 gets the remainder.
 *   A3  H1 begins to lose near 0.9: round robin gives it 1000 / (1000 + 95.21) = 0.913, the mean
 *       segment of H2 having 95.21 bytes.
 *   A4  At load 1 the delays of H1 are far closer together than those of H2, whose messages wait
 *       for E[n] = 10.51 rounds. */
#include "kwan.h"

static const double mean_segment = 95.21, mean_segments = 10.51, mean_length = 1000;

typedef struct pair {
    ws_host_report h1, h2;
} pair;

/* Sums over seeds go into one long run: a host sends only one message in a thousand cycles. */
static pair two_hosts(double load, uint64_t cycles) {
    char settings[32];
    kwan_effort effort = {.seeds = 1, .cycles = kwan_long() ? 4 * cycles : cycles, .warmup = 200000};
    snprintf(settings, sizeof settings, "load=%g", load);
    ws_session *session = kwan_run("kwan/two-hosts", &effort, 0, settings);
    pair p = {kwan_host(session, 0), kwan_host(session, 1)};
    ws_session_close(session);
    note("load %.2f -> H1 %.4f of %.4f offered, delay %.0f, sd %.0f;  H2 %.4f of %.4f, delay %.0f, sd %.0f", load, p.h1.injected,
         p.h1.offered, p.h1.head.mean, p.h1.head.sd, p.h2.injected, p.h2.offered, p.h2.head.mean, p.h2.head.sd);
    return p;
}

static void test_below_half(double load) {
    pair p = two_hosts(load, 8000000);
    ok(fabs(p.h1.injected - p.h1.offered) <= 0.01 && fabs(p.h2.injected - p.h2.offered) <= 0.01,
       "A1 load %.2f: both carry what they offer: H1 %.4f of %.4f, H2 %.4f of %.4f (+- 0.01)", load, p.h1.injected, p.h1.offered,
       p.h2.injected, p.h2.offered);
}

static void test_above_half(double load) {
    pair p = two_hosts(load, 8000000);
    double sum = p.h1.injected + p.h2.injected;
    ok(fabs(p.h1.injected - p.h1.offered) <= 0.015, "A2 load %.2f: the long worms keep their traffic: %.4f of %.4f (+- 0.015)",
       load, p.h1.injected, p.h1.offered);
    ok(fabs(sum - 1) <= 0.01, "A2 load %.2f: the segments get the rest: %.4f + %.4f = %.4f (1.00 +- 0.01)", load, p.h1.injected,
       p.h2.injected, sum);
}

static void test_full_load(void) {
    pair p = two_hosts(1.0, 16000000);
    double knee = mean_length / (mean_length + mean_segment), wait = (mean_segments + 0.8) * (mean_length + mean_segment);
    near_to(p.h1.injected, knee, 0.01, "A3 share of the long worms at load 1");
    near_to(p.h2.injected, 1 - knee, 0.01, "A3 share of the segments at load 1");
    double ratio = p.h1.head.sd / p.h2.head.sd;
    ok(ratio < 0.02, "A4 spread of the delays, H1 over H2: %.1f / %.0f = %.4f (< 0.02)", p.h1.head.sd, p.h2.head.sd, ratio);
    ok(p.h1.head.mean < 200, "A4 mean delay of H1: %.1f (< 200)", p.h1.head.mean);
    near_to(p.h2.head.mean, wait, 0.15 * wait, "A4 mean delay of H2");
}

/* Where the long worms begin to lose: just below the knee they do not, just above they are held at it. */
static void test_knee(void) {
    pair below = two_hosts(0.88, 16000000), above = two_hosts(0.96, 16000000);
    ok(below.h1.offered - below.h1.injected <= 0.015, "A3 load 0.88: the long worms lose nothing yet: %.4f of %.4f (+- 0.015)",
       below.h1.injected, below.h1.offered);
    near_to(above.h1.injected, mean_length / (mean_length + mean_segment), 0.01, "A3 share of the long worms at load 0.96");
}

int main(void) {
    static const double below[] = {0.48, 0.3, 0.1, 0.2, 0.4, 0.45}, above[] = {0.6, 0.8, 0.55, 0.7, 0.85};
    size_t belows = kwan_long() ? COUNT(below) : 2, aboves = kwan_long() ? COUNT(above) : 2;
    for (size_t i = 0; i < belows; i++) test_below_half(below[i]);
    for (size_t i = 0; i < aboves; i++) test_above_half(above[i]);
    test_knee();
    test_full_load();
    return done();
}
