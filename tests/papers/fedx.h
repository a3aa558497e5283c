/* fedx.h - the experiments of Cherkasova et al. on the Fed-X fabric: workloads, runs, peaks. Header only.
 *
 * Traffic is in flits per cycle and host that sends (the paper's density u), of independent hosts only. Message latency: created to
 * delivered whole; packet latency: first flit out of the host to the last one's arrival. WS_LONG in the environment: runs four times as
 * long, and finer steps of the load. */
#ifndef FEDX_H
#define FEDX_H

#include <math.h>

#include "fixture.h"
#include "build/build.h"

typedef enum fedx_work { FEDX_WK1, FEDX_WK15, FEDX_WK30, FEDX_MIXTURE, FEDX_MIXTURE80 } fedx_work;
FIXTURE const char *const fedx_works[] = {"wk-1", "wk-1-5", "wk-30", "mixture", "mixture-80"};

FIXTURE void fedx_lengths(ws_def *d, fedx_work work) {
    bool mixture = work >= FEDX_MIXTURE;
    d->length = work == FEDX_WK1 || work == FEDX_WK30 ? WS_LENGTH_FIXED : WS_LENGTH_MIXTURE;
    d->length_mean = work == FEDX_WK30 ? 30 : 1;
    d->mixture_count = mixture ? 2 : 1;
    d->mixture_lo[0] = 1, d->mixture_hi[0] = 5, d->mixture_weight[0] = work == FEDX_MIXTURE80 ? 20 : 90;
    d->mixture_lo[1] = d->mixture_hi[1] = mixture ? 25 : 0, d->mixture_weight[1] = mixture ? 100 - d->mixture_weight[0] : 0;
    if (d->length == WS_LENGTH_FIXED) d->mixture_count = d->mixture_lo[0] = d->mixture_hi[0] = d->mixture_weight[0] = 0;
}

/* The machine as shipped: adaptive routing, 8 x 8, with message backpressure, first come first served, and no limits. */
FIXTURE ws_def fedx_def(fedx_work work) {
    ws_def d = fixture_machine("fedx");
    d.topology = WS_TOPOLOGY_FEDX, d.size[0] = d.size[1] = 8;
    fedx_lengths(&d, work);
    return d;
}

/* Balanced injection: at most so many packets of others when the host injects, and `dest` that have arrived. */
FIXTURE void fedx_limits(ws_def *d, int64_t dest, int64_t transit) { d->buffer_limit_dest = dest, d->buffer_limit_transit = transit; }

/* Four hot spots, 30 % of the hosts send only there, or are silent. */
FIXTURE void fedx_hot(ws_def *d, bool traffic) { d->traffic = WS_TRAFFIC_HOT_SENDERS, d->hot_traffic = traffic; }

typedef struct fedx_mean {
    u64 count, sum;
} fedx_mean;
FIXTURE void fedx_add(fedx_mean *m, u64 cycles) { m->count++, m->sum += cycles; }
FIXTURE double fedx_of(fedx_mean m) { return m.count ? (double)m.sum / (double)m.count : NAN; }

typedef struct fedx_result {
    const ws_net *n;
    u64 since;                           /* what was created before is not measured */
    u64 flits;                           /* delivered, of independent hosts */
    fedx_mean all, small, large, packet; /* latencies */
    double accepted;
    u32 senders;
} fedx_result;

FIXTURE void fedx_see(const ws_event *e, void *context) {
    fedx_result *r = context;
    if (is_hot_sender(r->n, e->source)) return;
    if (e->kind == WS_EVENT_PACKET_DELIVERED) {
        r->flits += e->length;
        if (e->entered >= r->since) fedx_add(&r->packet, e->cycle - e->entered);
    }
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < r->since) return;
    fedx_add(&r->all, e->cycle - e->created);
    fedx_add(e->length <= 5 * 160 ? &r->small : &r->large, e->cycle - e->created);
}

FIXTURE u64 fedx_scale(void) { return getenv("WS_LONG") ? 4 : 1; }

FIXTURE fedx_result fedx_run_for(ws_def d, double u, u64 warmup, u64 cycles) {
    d.load = (int64_t)(u * WS_MILLION + 0.5);
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, warmup, NULL, NULL);
    fedx_result r = {.n = n, .since = warmup};
    fixture_run(n, cycles, fedx_see, &r);
    for (u32 h = 0; h < n->size.hosts; h++) r.senders += !is_hot_sender(n, h);
    r.accepted = (double)r.flits / (double)cycles / r.senders;
    r.n = NULL;
    ws_net_free(n);
    return r;
}

FIXTURE fedx_result fedx_run(ws_def d, double u) { return fedx_run_for(d, u, 40000 * fedx_scale(), 100000 * fedx_scale()); }

/* The highest accepted traffic over the loads from `from` upwards, at most 1. */
FIXTURE double fedx_peak(ws_def d, double from) {
    double best = 0;
    for (double u = from; u < 1.01; u += getenv("WS_LONG") ? 0.025 : 0.05) {
        fedx_result r = fedx_run(d, u > 1 ? 1 : u);
        best = fmax(best, r.accepted);
    }
    return best;
}

FIXTURE void fedx_between(double got, double low, double high, const char *what) {
    ok(got >= low && got <= high, "%s: %.3f, claimed %.2f to %.2f", what, got, low, high);
}

#endif
