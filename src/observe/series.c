/* series.c - see series.h. */
#include "observe/series.h"

#include <math.h>
#include <string.h>

#include "core/base.h"

static double ratio(double sum, double count) {
    return count > 0 ? sum / count : NAN;
}

/* The mean of a kind of latency over the traffic classes in a set, by bit. */
static double mean_of(const ws_window *window, ws_latency_kind kind, uint32_t set) {
    const uint64_t *samples = window->samples[kind];
    const double *sums = window->sums[kind];
    uint64_t count = 0;
    double sum = 0;
    for (EACH(i, WS_CLASSES_MAX)) {
        bool inside = set >> i & 1;
        if (!inside)
            continue;
        count += samples[i];
        sum += sums[i];
    }
    return ratio(sum, (double)count);
}

static double flits_of_set(const ws_window *window, uint32_t set) {
    uint64_t flits = 0;
    for (EACH(i, WS_CLASSES_MAX)) {
        bool inside = set >> i & 1;
        if (inside)
            flits += window->flits[i];
    }
    return (double)flits;
}

static void class_read(ws_point *point, const ws_window *window, size_t class, uint32_t set) {
    double cycles = (double)(window->end - window->begin);
    double flits = flits_of_set(window, set);
    point->class_flits[class] = ratio(flits, cycles);
    for (EACH(k, WS_LATENCY_COUNT)) {
        ws_latency_kind kind = (ws_latency_kind)k;
        point->class_latency[k][class] = mean_of(window, kind, set);
    }
}

static void classes_read(ws_point *point, const ws_window *window, const ws_def *def) {
    size_t classes;
    const ws_class *class = ws_classes_of(def, &classes);
    for (EACH(c, WS_CLASSES_MAX)) {
        uint32_t set = c < classes ? class[c].set : 0;
        class_read(point, window, c, set);
    }
}

ws_point ws_window_point(const ws_window *window, uint32_t hosts, const ws_def *def) {
    double cycles = (double)(window->end - window->begin);
    double host_cycles = cycles * hosts;
    double created = (double)window->created;
    double delivered = (double)window->delivered;
    double worms = (double)window->worms;
    double blocked = (double)window->blocked;
    double ends = (double)window->ends;
    double saqs = (double)window->saqs;
    double saqs_blocked = (double)window->saqs_blocked;
    ws_point point = {
        .cycle = window->end,
        .accepted = ratio(delivered, host_cycles),
        .offered = ratio(created, host_cycles),
        .blocked = ratio(blocked, worms),
        .saqs = ratio(saqs, ends),
        .saqs_blocked = ratio(saqs_blocked, ends),
    };
    for (EACH(k, WS_LATENCY_COUNT)) {
        ws_latency_kind kind = (ws_latency_kind)k;
        point.latency[k] = mean_of(window, kind, UINT32_MAX);
    }
    classes_read(&point, window, def);
    return point;
}

void ws_meter_begin(ws_meter *m, uint64_t cycle, const ws_flit_counts *counts) {
    *m = (ws_meter){0};
    m->window.begin = cycle;
    m->created = counts->created;
    m->delivered = counts->delivered;
    memcpy(m->by_class, counts->by_class, sizeof m->by_class);
}

/* The growth of a count. The overhead of a packet is subtracted once the packet is here whole,
 * which may be later than its flits: then the count has shrunk, and has not grown. */
static uint64_t growth(uint64_t now, uint64_t before) {
    return now > before ? now - before : 0;
}

ws_window ws_meter_close(ws_meter *m, uint64_t cycle, const ws_flit_counts *counts) {
    ws_window closed = m->window;
    ws_flit_counts next = *counts;
    closed.end = cycle;
    uint64_t created = counts->created;
    closed.created = created - m->created;
    closed.delivered = growth(counts->delivered, m->delivered);
    for (EACH(c, WS_CLASSES_MAX)) {
        uint64_t before = m->by_class[c];
        uint64_t now = counts->by_class[c];
        closed.flits[c] = growth(now, before);
    }
    next.delivered = m->delivered + closed.delivered;
    ws_meter_begin(m, cycle, &next);
    return closed;
}

/* Adds one kind of latency of the next window. */
static void kind_add(ws_window *sum, const ws_window *next, size_t kind) {
    const uint64_t *next_samples = next->samples[kind];
    const double *next_sums = next->sums[kind];
    uint64_t *samples = sum->samples[kind];
    double *sums = sum->sums[kind];
    for (EACH(c, WS_CLASSES_MAX)) {
        samples[c] += next_samples[c];
        sums[c] += next_sums[c];
    }
}

/* The sum of a window and the window that follows. */
static ws_window window_sum(const ws_window *window, const ws_window *next) {
    ws_window sum = *window;
    sum.end = next->end;
    sum.created += next->created;
    sum.delivered += next->delivered;
    sum.worms += next->worms;
    sum.blocked += next->blocked;
    sum.ends += next->ends;
    sum.saqs += next->saqs;
    sum.saqs_blocked += next->saqs_blocked;
    for (EACH(c, WS_CLASSES_MAX))
        sum.flits[c] += next->flits[c];
    for (EACH(k, WS_LATENCY_COUNT))
        kind_add(&sum, next, k);
    return sum;
}

static void point_make(ws_series *s, size_t i) {
    s->points[i] = ws_window_point(&s->sums[i], s->hosts, &s->def);
}

static void series_merge(ws_series *s) {
    s->count /= 2;
    s->window *= 2;
    for (EACH(i, s->count)) {
        const ws_window *pair = &s->sums[2 * i];
        s->sums[i] = window_sum(&pair[0], &pair[1]);
        point_make(s, i);
    }
}

void ws_series_begin(ws_series *s, uint32_t hosts, const ws_def *def, uint64_t cycle,
                     const ws_flit_counts *counts) {
    s->hosts = hosts;
    s->def = *def;
    s->window = WS_SERIES_FIRST_WINDOW;
    s->count = 0;
    ws_meter_begin(&s->open, cycle, counts);
}

uint64_t ws_series_due(const ws_series *s) {
    return s->open.window.begin + s->window;
}

void ws_series_pack(ws_series *s, ws_pack *pack) {
    WS_PACK(pack, s->window);
    WS_PACK(pack, s->count);
    WS_PACK(pack, s->open);
    ws_pack_part(pack, s->sums, s->count * sizeof *s->sums);
    if (pack->mode != WS_PACK_RESTORE)
        return;
    for (EACH(i, s->count))
        point_make(s, i);
}

void ws_series_sample(ws_series *s, uint64_t worms, uint64_t blocked) {
    ws_window *open = &s->open.window;
    open->worms = worms;
    open->blocked = blocked;
}

void ws_series_sample_saqs(ws_series *s, uint64_t saqs, uint64_t blocked) {
    ws_window *open = &s->open.window;
    open->ends = 1;
    open->saqs = saqs;
    open->saqs_blocked = blocked;
}

void ws_series_close(ws_series *s, uint64_t cycle, const ws_flit_counts *counts) {
    s->sums[s->count] = ws_meter_close(&s->open, cycle, counts);
    point_make(s, s->count);
    s->count++;
    if (s->count == WS_SERIES_POINTS)
        series_merge(s);
}
