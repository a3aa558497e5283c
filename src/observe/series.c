/* series.c - see series.h. */
#include "observe/series.h"

#include <math.h>

#include "core/base.h"

static double ratio(double sum, double count) {
    return count > 0 ? sum / count : NAN;
}

/* Sums over the messages of some traffic classes. */
typedef struct sums {
    double messages;
    double latency;
    double head;
} sums;

/* Of the traffic classes in the set, by bit. */
static sums sums_of(const ws_window *window, uint32_t set) {
    sums of = {0};
    for (EACH(i, WS_CLASSES_MAX)) {
        if (!(set >> i & 1))
            continue;
        of.messages += (double)window->messages[i];
        of.latency += window->latency[i];
        of.head += window->head[i];
    }
    return of;
}

static void classes_read(ws_point *point, const ws_window *window, const ws_def *def) {
    size_t classes;
    const ws_class *class = ws_classes_of(def, &classes);
    for (EACH(c, WS_CLASSES_MAX)) {
        uint32_t set = c < classes ? class[c].set : 0;
        sums of = sums_of(window, set);
        point->class_latency[c] = ratio(of.latency, of.messages);
        point->head_latency[c] = ratio(of.head, of.messages);
    }
}

ws_point ws_window_point(const ws_window *window, uint32_t hosts, const ws_def *def) {
    double cycles = (double)(window->end - window->begin);
    double worms = (double)window->worms;
    double ends = (double)window->ends;
    sums all = sums_of(window, UINT32_MAX);
    ws_point point = {
        .cycle = window->end,
        .accepted = ratio((double)window->delivered, cycles * hosts),
        .offered = ratio((double)window->created, cycles * hosts),
        .blocked = ratio((double)window->blocked, worms),
        .saqs = ratio((double)window->saqs, ends),
        .saqs_blocked = ratio((double)window->saqs_blocked, ends),
        .latency = ratio(all.latency, all.messages),
    };
    classes_read(&point, window, def);
    return point;
}

void ws_meter_begin(ws_meter *m, uint64_t cycle, uint64_t created, uint64_t delivered) {
    *m = (ws_meter){0};
    m->window.begin = cycle;
    m->created = created;
    m->delivered = delivered;
}

void ws_meter_add(ws_meter *m, uint32_t traffic_class, double latency, double head) {
    ws_window *window = &m->window;
    window->messages[traffic_class]++;
    window->latency[traffic_class] += latency;
    window->head[traffic_class] += head;
}

ws_window ws_meter_close(ws_meter *m, uint64_t cycle, uint64_t created, uint64_t delivered) {
    ws_window closed = m->window;
    closed.end = cycle;
    closed.created = created - m->created;
    if (delivered < m->delivered)
        delivered = m->delivered; /* the overhead of a packet that came before */
    closed.delivered = delivered - m->delivered;
    ws_meter_begin(m, cycle, created, delivered);
    return closed;
}

/* A window and the one that follows, as one. */
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
    for (EACH(c, WS_CLASSES_MAX)) {
        sum.messages[c] += next->messages[c];
        sum.latency[c] += next->latency[c];
        sum.head[c] += next->head[c];
    }
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
                     uint64_t created, uint64_t delivered) {
    s->hosts = hosts;
    s->def = *def;
    s->window = WS_SERIES_FIRST_WINDOW;
    s->count = 0;
    ws_meter_begin(&s->open, cycle, created, delivered);
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

void ws_series_add(ws_series *s, uint32_t traffic_class, double latency, double head) {
    ws_meter_add(&s->open, traffic_class, latency, head);
}

void ws_series_advance(ws_series *s, uint64_t cycle, uint64_t created, uint64_t delivered) {
    if (cycle - s->open.window.begin < s->window)
        return;
    s->sums[s->count] = ws_meter_close(&s->open, cycle, created, delivered);
    point_make(s, s->count);
    s->count++;
    if (s->count == WS_SERIES_POINTS)
        series_merge(s);
}
