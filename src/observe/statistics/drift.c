/* drift.c - see interval.h. */
#include "observe/statistics/interval.h"

#include <math.h>

const char *const ws_saturation_names[] = {
    [WS_SATURATION_UNKNOWN] = "unknown",
    [WS_SATURATION_NO] = "no",
    [WS_SATURATION_YES] = "yes",
    [WS_SATURATION_CLOSED_LOOP] = "closed-loop",
};

static void sums_of(const double *surplus, size_t count, double *backlog) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += surplus[i];
        backlog[i] = sum;
    }
}

ws_saturation ws_drift_of(const double *surplus, size_t count, double *backlog) {
    ws_interval growth = ws_interval_of(surplus, count);
    sums_of(surplus, count, backlog);
    double half = ws_interval_half(&growth);
    if (growth.verdict == WS_INTERVAL_TOLD && growth.mean > 2 * half && growth.mean > 0)
        return WS_SATURATION_YES;
    if (ws_comes_back(backlog, count) && !(growth.low > 0))
        return WS_SATURATION_NO;
    return WS_SATURATION_UNKNOWN;
}
