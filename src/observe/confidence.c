/* confidence.c - see confidence.h. */
#include "observe/confidence.h"

#include <math.h>

#include "core/base.h"
#include "observe/series.h"
#include "observe/statistics/interval.h"

/* The windows of a series that began at or after a cycle, before the measurement ended. */
typedef struct stretch {
    const ws_point *point;
    size_t count;
    uint64_t window;
} stretch;

static stretch stretch_from(const ws_metrics *metrics, uint64_t cycle) {
    stretch s;
    s.point = ws_metrics_series(metrics, &s.count, &s.window);
    while (s.count > 0 && s.point->cycle < cycle + s.window) {
        s.point++;
        s.count--;
    }
    while (s.count > 0 && s.point[s.count - 1].cycle > ws_metrics_until(metrics))
        s.count--;
    return s;
}

static stretch measured(const ws_metrics *metrics) {
    return stretch_from(metrics, ws_metrics_since(metrics));
}

static double accepted(const ws_point *point) {
    return point->accepted;
}

static double offered(const ws_point *point) {
    return point->offered;
}

static double surplus(const ws_point *point) {
    return point->offered - point->accepted;
}

static double latency(const ws_point *point) {
    return point->latency[WS_LATENCY_MESSAGE];
}

/* The values of a measure that exist; `value` has room for WS_SERIES_POINTS. Returns how many. */
static size_t values_of(const stretch *s, double (*measure)(const ws_point *), double *value) {
    size_t count = 0;
    for (EACH(i, s->count)) {
        double of = measure(&s->point[i]);
        if (!isnan(of))
            value[count++] = of;
    }
    return count;
}

static ws_interval interval_of(const ws_metrics *metrics, double (*measure)(const ws_point *)) {
    double value[WS_SERIES_POINTS];
    stretch s = measured(metrics);
    size_t count = values_of(&s, measure, value);
    return ws_interval_of(value, count);
}

ws_interval ws_accepted_interval(const ws_metrics *metrics) {
    return interval_of(metrics, accepted);
}

ws_interval ws_offered_interval(const ws_metrics *metrics) {
    return interval_of(metrics, offered);
}

ws_saturation ws_saturation_of(const ws_metrics *metrics, const ws_net *net) {
    double value[WS_SERIES_POINTS];
    double backlog[WS_SERIES_POINTS];
    if (ws_net_def(net)->arrivals == WS_ARRIVALS_SATURATED)
        return WS_SATURATION_CLOSED_LOOP;
    stretch s = measured(metrics);
    size_t count = values_of(&s, surplus, value);
    return ws_drift_of(value, count, backlog);
}

static bool is_overloaded(const ws_metrics *metrics, const ws_net *net) {
    return ws_saturation_of(metrics, net) == WS_SATURATION_YES;
}

ws_class_report ws_honest_class(const ws_metrics *metrics, const ws_net *net, size_t index) {
    ws_class_report report = ws_metrics_class(metrics, net, index);
    if (!is_overloaded(metrics, net))
        return report;
    for (EACH(i, WS_LATENCY_COUNT))
        ws_summary_withhold(&report.latency[i], WS_INTERVAL_OVERLOAD);
    return report;
}

uint64_t ws_settled_cycle(const ws_metrics *metrics, const ws_net *net) {
    if (is_overloaded(metrics, net))
        return UINT64_MAX;
    double value[WS_SERIES_POINTS];
    stretch s = stretch_from(metrics, 0);
    size_t count = values_of(&s, latency, value);
    size_t settled = ws_mser(value, count);
    if (settled == count)
        return UINT64_MAX;
    size_t silent = s.count - count; /* windows in which nothing was delivered: at the beginning */
    return s.point[settled + silent].cycle - s.window;
}

static double mean_of(const double *value, size_t count) {
    double sum = 0;
    for (EACH(i, count))
        sum += value[i];
    return sum / (double)count;
}

bool ws_warmup_is_short(const ws_metrics *metrics, const ws_net *net) {
    double value[2 * WS_SERIES_POINTS];
    uint64_t since = ws_metrics_since(metrics);
    uint64_t settled = ws_settled_cycle(metrics, net);
    if (settled == UINT64_MAX || settled <= since)
        return false;
    stretch all = measured(metrics);
    stretch rest = stretch_from(metrics, settled);
    size_t count = values_of(&all, latency, value);
    size_t late = values_of(&rest, latency, value + count);
    size_t early = count > late ? count - late : 0;
    ws_interval after = ws_interval_of(value + count, late);
    if (early == 0 || after.verdict != WS_INTERVAL_TOLD)
        return false;
    double shift = mean_of(value, early) - after.mean;
    return fabs(shift) > 2 * ws_interval_half(&after);
}
