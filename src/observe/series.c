/* series.c - see series.h. */
#include "observe/series.h"

#include <math.h>

static double ratio(double sum, double count) {
    return count > 0 ? sum / count : NAN;
}

ws_point ws_window_point(const ws_window *w, uint32_t hosts, const ws_def *def) {
    double cycles = (double)(w->end - w->begin);
    double latency = 0;
    double messages = 0;
    size_t classes;
    const ws_class *reported = ws_classes_of(def, &classes);
    ws_point p = {.cycle = w->end,
                  .accepted = ratio((double)w->delivered, cycles * hosts),
                  .offered = ratio((double)w->created, cycles * hosts),
                  .blocked = ratio((double)w->blocked, (double)w->worms),
                  .saqs = ratio((double)w->saqs, (double)w->ends),
                  .saqs_blocked = ratio((double)w->saqs_blocked, (double)w->ends)};
    for (uint32_t i = 0; i < WS_CLASSES_MAX; i++)
        latency += w->latency[i], messages += (double)w->messages[i];
    p.latency = ratio(latency, messages);
    for (size_t c = 0; c < WS_CLASSES_MAX; c++) {
        double sum = 0;
        double head = 0;
        double count = 0;
        for (uint32_t i = 0; c < classes && i < WS_CLASSES_MAX; i++)
            if (ws_class_has(&reported[c], i))
                sum += w->latency[i], head += w->head[i], count += (double)w->messages[i];
        p.class_latency[c] = ratio(sum, count);
        p.head_latency[c] = ratio(head, count);
    }
    return p;
}

void ws_meter_begin(ws_meter *m, uint64_t cycle, uint64_t created, uint64_t delivered) {
    *m = (ws_meter){.window = {.begin = cycle}, .created = created, .delivered = delivered};
}

void ws_meter_add(ws_meter *m, uint32_t traffic_class, double latency, double head) {
    m->window.messages[traffic_class]++;
    m->window.latency[traffic_class] += latency;
    m->window.head[traffic_class] += head;
}

ws_window ws_meter_take(ws_meter *m, uint64_t cycle, uint64_t created, uint64_t delivered) {
    ws_window taken = m->window;
    taken.end = cycle;
    taken.created = created - m->created;
    taken.delivered = delivered - m->delivered;
    ws_meter_begin(m, cycle, created, delivered);
    return taken;
}

static ws_window window_sum(const ws_window *a, const ws_window *b) {
    ws_window sum = *a;
    sum.end = b->end;
    sum.created += b->created;
    sum.delivered += b->delivered;
    sum.worms += b->worms;
    sum.blocked += b->blocked;
    sum.ends += b->ends;
    sum.saqs += b->saqs;
    sum.saqs_blocked += b->saqs_blocked;
    for (size_t c = 0; c < WS_CLASSES_MAX; c++) {
        sum.messages[c] += b->messages[c];
        sum.latency[c] += b->latency[c];
        sum.head[c] += b->head[c];
    }
    return sum;
}

static void series_merge(ws_series *s) {
    s->count /= 2;
    s->window *= 2;
    for (size_t i = 0; i < s->count; i++) {
        s->sums[i] = window_sum(&s->sums[2 * i], &s->sums[2 * i + 1]);
        s->points[i] = ws_window_point(&s->sums[i], s->hosts, &s->def);
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
    ws_pack_part(pack, &s->window, sizeof s->window);
    ws_pack_part(pack, &s->count, sizeof s->count);
    ws_pack_part(pack, &s->open, sizeof s->open);
    ws_pack_part(pack, s->sums, s->count * sizeof *s->sums);
    if (pack->mode != WS_PACK_RESTORE)
        return;
    for (size_t i = 0; i < s->count; i++)
        s->points[i] = ws_window_point(&s->sums[i], s->hosts, &s->def);
}

void ws_series_sample(ws_series *s, uint64_t worms, uint64_t blocked) {
    s->open.window.worms = worms;
    s->open.window.blocked = blocked;
}

void ws_series_sample_saqs(ws_series *s, uint64_t saqs, uint64_t blocked) {
    s->open.window.ends = 1;
    s->open.window.saqs = saqs;
    s->open.window.saqs_blocked = blocked;
}

void ws_series_add(ws_series *s, uint32_t traffic_class, double latency, double head) {
    ws_meter_add(&s->open, traffic_class, latency, head);
}

void ws_series_advance(ws_series *s, uint64_t cycle, uint64_t created, uint64_t delivered) {
    if (cycle - s->open.window.begin < s->window)
        return;
    ws_window *sum = &s->sums[s->count];
    *sum = ws_meter_take(&s->open, cycle, created, delivered);
    s->points[s->count++] = ws_window_point(sum, s->hosts, &s->def);
    if (s->count == WS_SERIES_POINTS)
        series_merge(s);
}
