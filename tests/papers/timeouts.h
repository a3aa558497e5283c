/* timeouts.h - what the tests of Hu and Kleinrock ("A Dynamic Timeout Scheme for Wormhole Routing Networks") share: a
 * measurement of a torus over several seeds, and curves of it with their optimum.  Header only.
 *
 * The paper does not say what throughput is. Three readings are measured here:
 *   closed   accepted flits per host and cycle when two messages always wait at every host
 *   stable   the largest Poisson load with accepted >= 0.95 offered and fewer than three messages waiting at a host in the mean
 *   delay    the largest Poisson load at which messages take no longer than so many cycles in the mean
 * Two forms: short, and with WS_LONG in the environment more seeds and cycles. WS_SEED is the first seed (1). */
#ifndef TIMEOUTS_H
#define TIMEOUTS_H

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "observe/metrics.h"
#include "session/session.h"
#include "tap.h"

#define TMO          __attribute__((unused)) static
#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { TMO_SETS_MAX = 10 };

typedef struct tmo_point {
    double offered, accepted; /* flits per host and cycle */
    double latency;           /* of messages, the time in the source queue included: mean, cycles */
    double source_queue, kills;
} tmo_point;

typedef struct tmo_effort {
    unsigned seeds;
    uint64_t cycles; /* after 10,000 of warm-up */
} tmo_effort;

TMO bool tmo_long(void) { return getenv("WS_LONG") != NULL; }

TMO tmo_effort tmo_usual(int side) { return tmo_long() ? (tmo_effort){4, 100000} : (tmo_effort){1, side > 5 ? 25000 : 30000}; }

TMO uint64_t tmo_first_seed(void) {
    const char *text = getenv("WS_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

/* ---- one point ---- */

TMO tmo_point tmo_run(int side, uint64_t seed, uint64_t cycles, const char *settings) {
    enum { WARMUP = 10000 };
    char name[32], text[400];
    const char *sets[TMO_SETS_MAX];
    size_t count = 0;
    snprintf(name, sizeof name, "timeouts/torus-%dx%d", side, side);
    snprintf(text, sizeof text, "%s", settings);
    for (char *part = strtok(text, ";"); part && count < TMO_SETS_MAX; part = strtok(NULL, ";")) sets[count++] = part;
    ws_options options = {.sets = sets,
                          .set_count = count,
                          .has_seed = true,
                          .seed = seed,
                          .has_cycles = true,
                          .cycles = WARMUP + cycles,
                          .has_warmup = true,
                          .warmup = WARMUP};
    ws_error error = {""};
    ws_session *session = ws_session_open(name, &options, &error);
    if (session) ws_session_run(session, WARMUP); /* stop there: throughput counts from the first stop after it */
    if (session) ws_session_run(session, cycles);
    if (!session || ws_session_failed(session, &error)) {
        printf("Bail out! %s with %s: %s\n", name, settings, error.text);
        exit(1);
    }
    const struct ws_metrics *m = ws_session_metrics(session);
    const ws_net *n = ws_session_net(session);
    tmo_point p = {.offered = ws_metrics_offered(m, n),
                   .accepted = ws_metrics_accepted(m, n),
                   .latency = ws_metrics_class(m, n, 0).latency[WS_LATENCY_MESSAGE].mean,
                   .source_queue = ws_metrics_source_queue(m, n),
                   .kills = ws_metrics_timeouts(m, n).kills_per_delivered};
    ws_session_close(session);
    return p;
}

/* Means over the seeds. settings: "NAME=VALUE;NAME=VALUE". */
TMO tmo_point tmo_measure(int side, tmo_effort effort, const char *settings) {
    tmo_point sum = {0};
    for (unsigned i = 0; i < effort.seeds; i++) {
        tmo_point p = tmo_run(side, tmo_first_seed() + i, effort.cycles, settings);
        sum.offered += p.offered / effort.seeds, sum.accepted += p.accepted / effort.seeds;
        sum.latency += p.latency / effort.seeds, sum.source_queue += p.source_queue / effort.seeds,
            sum.kills += p.kills / effort.seeds;
    }
    return sum;
}

/* ---- throughput: the three readings ---- */

typedef struct tmo_reading {
    const char *name;
    double most_latency; /* of `delay`; 0 = not asked for */
    bool closed;
} tmo_reading;

TMO double tmo_largest_load(int side, tmo_effort effort, const tmo_reading *reading, const char *settings) {
    double low = 0, high = 0.4, step = tmo_long() ? 0.001 : 0.004;
    while (high - low > step) {
        char text[400];
        double middle = (low + high) / 2;
        snprintf(text, sizeof text, "%.300s;arrivals=poisson;load=%.6f", settings, middle);
        tmo_point p = tmo_measure(side, effort, text);
        bool good = p.accepted >= 0.95 * p.offered;
        good = good && (reading->most_latency > 0 ? p.latency <= reading->most_latency : p.source_queue < 3);
        if (good) low = middle;
        else high = middle;
    }
    return low;
}

TMO double tmo_throughput(int side, tmo_effort effort, const tmo_reading *reading, const char *settings) {
    if (reading->closed) return tmo_measure(side, effort, settings).accepted;
    return tmo_largest_load(side, effort, reading, settings);
}

/* ---- curves ---- */

typedef struct tmo_curve {
    size_t count, best;
    double x[16], y[16];
    double peak; /* where a parabola through the best point and its neighbours, over log x, is highest; x[best] at an end */
} tmo_curve;

TMO double tmo_peak(const tmo_curve *c) {
    size_t b = c->best;
    if (b == 0 || b + 1 == c->count) return c->x[b];
    double x0 = log(c->x[b - 1]), x1 = log(c->x[b]), x2 = log(c->x[b + 1]);
    double rise = (c->y[b] - c->y[b - 1]) / (x1 - x0), fall = (c->y[b + 1] - c->y[b]) / (x2 - x1),
           bend = (fall - rise) / ((x2 - x0) / 2);
    return exp((x0 + x1) / 2 - rise / bend);
}

/* Throughput over the values of one parameter. */
TMO tmo_curve tmo_sweep(int side, tmo_effort effort, const tmo_reading *reading, const char *settings, const char *parameter,
                        const double *values, size_t count) {
    tmo_curve c = {.count = count};
    char line[400];
    int at = snprintf(line, sizeof line, "%dx%d %s, %s, over %s:", side, side, reading->name, settings, parameter);
    for (size_t i = 0; i < count; i++) {
        char text[400];
        snprintf(text, sizeof text, "%.300s;%.40s=%g", settings, parameter, values[i]);
        c.x[i] = values[i], c.y[i] = tmo_throughput(side, effort, reading, text);
        if (c.y[i] > c.y[c.best]) c.best = i;
        if (at < (int)sizeof line) at += snprintf(line + at, sizeof line - (size_t)at, " %g:%.4f", values[i], c.y[i]);
    }
    c.peak = tmo_peak(&c);
    note("%s; highest at %.2f", line, c.peak);
    return c;
}

TMO double tmo_most(const tmo_curve *c) { return c->y[c->best]; }

TMO double tmo_least(const tmo_curve *c) {
    double least = c->y[0];
    for (size_t i = 1; i < c->count; i++) least = c->y[i] < least ? c->y[i] : least;
    return least;
}

TMO bool tmo_inside(const tmo_curve *c) { return c->best > 0 && c->best + 1 < c->count; }

static const tmo_reading tmo_closed = {"closed", 0, true};
TMO const tmo_reading tmo_stable = {"stable", 0, false};

#endif
