/* kwan.h - what the tests of Kwan et al. 1996 ("Best-Effort Bandwidth Reservation in High Speed LANs using Wormhole Routing")
 * share: a measurement of a scenario over several seeds, and curves of it.  Header only.
 *
 * Delay is the paper's: from a message's first byte leaving its host to the head of its last segment at the destination.  All
 * points of a curve see the same messages (the same seeds), so differences along a curve are far surer than its level: on
 * the 3x3 torus a mean over three million cycles varies by 10 % from seed to seed, the ratio of two neighbours by 3 %.
 *
 * Two forms: short, and with WS_LONG in the environment the full grids over more seeds.  WS_SEED is the first seed (1), for those
 * who ask whether a claim hangs on the seeds. */
#ifndef KWAN_H
#define KWAN_H

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "observe/metrics.h"
#include "session/session.h"
#include "tap.h"

#define KWAN         __attribute__((unused)) static
#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { KWAN_SEEDS_MAX = 8, KWAN_SETS_MAX = 8, KWAN_HIGH = 1, KWAN_LOW = 2 };

/* Runs per point: how many seeds, how many cycles, how many of those are warm-up. */
typedef struct kwan_effort {
    unsigned seeds;
    uint64_t cycles, warmup;
} kwan_effort;

/* One point: means over the seeds, and the half-width of the 95 % interval of the first (of one seed, by batch means). */
typedef struct kwan_point {
    double high, half;        /* delay of the high class, cycles */
    double low;               /* delay of the low class */
    double low_message;       /* its latency with the time in the source queue */
    double offered, accepted; /* flits per host and cycle */
} kwan_point;

KWAN bool kwan_long(void) { return getenv("WS_LONG") != NULL; }

KWAN uint64_t kwan_first_seed(void) {
    const char *text = getenv("WS_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

/* ---- one run ---- */

/* Cuts "NAME=VALUE;NAME=VALUE" in place. */
KWAN size_t kwan_split(char *text, const char *sets[KWAN_SETS_MAX]) {
    size_t count = 0;
    for (char *next; text && *text; text = next) {
        if ((next = strchr(text, ';'))) *next++ = '\0';
        if (count < KWAN_SETS_MAX) sets[count++] = text;
    }
    return count;
}

/* Runs a scenario to its end and hands it over with its metrics; to be closed by the caller. */
KWAN ws_session *kwan_run(const char *scenario, const kwan_effort *effort, unsigned replica, const char *settings) {
    char text[256];
    const char *sets[KWAN_SETS_MAX];
    snprintf(text, sizeof text, "%s", settings);
    ws_options options = {.sets = sets,
                          .set_count = kwan_split(text, sets),
                          .has_seed = true,
                          .seed = kwan_first_seed() + replica,
                          .has_cycles = true,
                          .cycles = effort->cycles,
                          .has_warmup = true,
                          .warmup = effort->warmup};
    ws_error error = {""};
    ws_session *session = ws_session_open(scenario, &options, &error);
    if (session) ws_session_run(session, effort->warmup); /* stop there: throughput counts from the first stop after it */
    if (session) ws_session_run(session, effort->cycles - effort->warmup);
    if (!session || ws_session_failed(session, &error)) {
        printf("Bail out! %s with %s: %s\n", scenario, settings, error.text);
        exit(1);
    }
    return session;
}

KWAN ws_class_report kwan_class(ws_session *session, size_t index) {
    return ws_metrics_class(ws_session_metrics(session), ws_session_net(session), index);
}

KWAN ws_host_report kwan_host(ws_session *session, uint32_t host) {
    return ws_metrics_host(ws_session_metrics(session), ws_session_net(session), host);
}

/* ---- one point ---- */

/* Half-width of the 95 % interval of the mean of x: Student's t. */
KWAN double kwan_half_width(const double *x, unsigned count, double mean) {
    static const double t[KWAN_SEEDS_MAX] = {NAN, NAN, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45};
    double squares = 0;
    for (unsigned i = 0; i < count; i++) squares += (x[i] - mean) * (x[i] - mean);
    return count < 2 || count >= KWAN_SEEDS_MAX ? NAN : t[count] * sqrt(squares / (count - 1) / count);
}

__attribute__((format(printf, 3, 4), unused)) static kwan_point kwan_measure(const char *scenario, const kwan_effort *effort,
                                                                             const char *format, ...) {
    char settings[256];
    va_list args;
    va_start(args, format);
    vsnprintf(settings, sizeof settings, format, args);
    va_end(args);
    kwan_point p = {0};
    double high[KWAN_SEEDS_MAX];
    for (unsigned i = 0; i < effort->seeds; i++) {
        ws_session *session = kwan_run(scenario, effort, i, settings);
        ws_class_report all = kwan_class(session, 0), low = kwan_class(session, KWAN_LOW);
        ws_summary delay = kwan_class(session, KWAN_HIGH).latency[WS_LATENCY_HEAD];
        high[i] = delay.mean;
        p.half = delay.ci95;
        p.high += high[i] / effort->seeds;
        p.low += low.latency[WS_LATENCY_HEAD].mean / effort->seeds;
        p.low_message += low.latency[WS_LATENCY_MESSAGE].mean / effort->seeds;
        p.offered += all.offered / effort->seeds;
        p.accepted += all.accepted / effort->seeds;
        ws_session_close(session);
    }
    if (effort->seeds > 1) p.half = kwan_half_width(high, effort->seeds, p.high);
    return p;
}

/* ---- curves over the segment size ---- */

enum { KWAN_CURVE_MAX = 32, KWAN_UNSEGMENTED = 0 };

typedef struct kwan_curve {
    size_t count;
    int segment[KWAN_CURVE_MAX];
    kwan_point point[KWAN_CURVE_MAX];
} kwan_curve;

/* Measures D(L_l) for `count` sizes; the rest of the settings is "NAME=VALUE;...". Printed as comments. */
KWAN kwan_curve kwan_curve_of(const char *scenario, const kwan_effort *effort, const char *settings, const int *segments,
                              size_t count) {
    kwan_curve c = {.count = count};
    note("%s %s: mean high-priority delay in cycles, %u seeds of %llu cycles", scenario, settings, effort->seeds,
         (unsigned long long)effort->cycles);
    for (size_t i = 0; i < count; i++) {
        c.segment[i] = segments[i];
        c.point[i] = kwan_measure(scenario, effort, "%s;segment=%d", settings, segments[i]);
        const kwan_point *p = &c.point[i];
        note("L_l %4d -> %.0f +- %.0f   low %.0f, accepted %.4f of %.4f", segments[i], p->high, p->half, p->low, p->accepted,
             p->offered);
        fflush(stdout);
    }
    return c;
}

/* The point of a size that is on the curve. */
KWAN const kwan_point *kwan_at(const kwan_curve *c, int segment) {
    for (size_t i = 0; i < c->count; i++)
        if (c->segment[i] == segment) return &c->point[i];
    printf("Bail out! no point at segment %d\n", segment);
    exit(1);
}

KWAN double kwan_delay(const kwan_curve *c, int segment) { return kwan_at(c, segment)->high; }

/* The size of least delay. */
KWAN int kwan_argmin(const kwan_curve *c) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (c->point[i].high < c->point[best].high) best = i;
    return c->segment[best];
}

#endif
