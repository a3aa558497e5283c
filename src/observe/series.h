/* series.h - the live curves: a bounded list of windows of cycles. When it is full, neighbours
 * are merged and the window doubles, so a run of any length is covered from its beginning at a
 * resolution that halves now and then. */
#ifndef WS_SERIES_H
#define WS_SERIES_H

#include "observe/metrics.h"
#include "observe/pack.h"

#define WS_SERIES_POINTS       512
#define WS_SERIES_FIRST_WINDOW 64 /* cycles */

/* What happened in one window, in sums, so that two of them can be added. */
typedef struct ws_window {
    /* cycles */
    uint64_t begin;
    uint64_t end;
    /* flits */
    uint64_t created;
    uint64_t delivered;
    /* at its end; of windows that were merged, at the end of each */
    uint64_t worms;
    uint64_t blocked;
    /* the same: how many ends, and set-aside queues in use there, and blocked */
    uint64_t ends;
    uint64_t saqs;
    uint64_t saqs_blocked;
    uint64_t flits[WS_CLASSES_MAX]; /* delivered, by traffic class */
    /* by traffic class, of each kind of latency: how many, and their sum */
    uint64_t samples[WS_LATENCY_COUNT][WS_CLASSES_MAX];
    double sums[WS_LATENCY_COUNT][WS_CLASSES_MAX];
} ws_window;

/* Flits of a network since cycle 0. */
typedef struct ws_flit_counts {
    uint64_t created;
    uint64_t delivered;
    uint64_t by_class[WS_CLASSES_MAX]; /* delivered */
} ws_flit_counts;

/* A window that is being filled. */
typedef struct ws_meter {
    ws_window window;
    /* flits of the network when it began */
    uint64_t created;
    uint64_t delivered;
    uint64_t by_class[WS_CLASSES_MAX];
} ws_meter;

void ws_meter_begin(ws_meter *meter, uint64_t cycle, const ws_flit_counts *counts);
/* A message or packet was delivered, with a latency of this kind in cycles. */
static inline void ws_meter_add(ws_meter *meter, uint32_t traffic_class, ws_latency_kind kind,
                                double cycles) {
    ws_window *window = &meter->window;
    window->samples[kind][traffic_class]++;
    window->sums[kind][traffic_class] += cycles;
}
/* Closes the window and begins the next. */
ws_window ws_meter_close(ws_meter *meter, uint64_t cycle, const ws_flit_counts *counts);
/* The point of the series that a closed window makes: for a network of `hosts` hosts, by
 * classes. */
ws_point ws_window_point(const ws_window *window, uint32_t hosts, const ws_def *def);

typedef struct ws_series {
    uint32_t hosts;
    ws_def def;      /* of the build: its classes */
    uint64_t window; /* cycles at least from begin to end */
    size_t count;    /* full windows */
    ws_meter open;
    ws_window sums[WS_SERIES_POINTS];
    ws_point points[WS_SERIES_POINTS];
} ws_series;

void ws_series_begin(ws_series *series, uint32_t hosts, const ws_def *def, uint64_t cycle,
                     const ws_flit_counts *counts);
/* The cycle at which the open window is full. A series that is advanced at exactly these cycles has
 * windows that do not depend on how the run is cut into steps. */
uint64_t ws_series_due(const ws_series *series);
void ws_series_pack(ws_series *series, ws_pack *pack);
/* To be called at ws_series_due, before the window is closed: worms that are in the network, and
 * blocked, now. */
void ws_series_sample(ws_series *series, uint64_t worms, uint64_t blocked);
/* Likewise: set-aside queues in use, and how many of them are blocked. */
void ws_series_sample_saqs(ws_series *series, uint64_t saqs, uint64_t blocked);
/* A message or packet was delivered in the open window, with a latency of this kind in cycles. */
static inline void ws_series_add(ws_series *series, uint32_t traffic_class, ws_latency_kind kind,
                                 double cycles) {
    ws_meter_add(&series->open, traffic_class, kind, cycles);
}
/* It is `cycle` now, ws_series_due or later, with these counts: closes the window. */
void ws_series_close(ws_series *series, uint64_t cycle, const ws_flit_counts *counts);

#endif
