/* The histogram: exact below 256, within 0.4 % above, exact count, sum and maximum. */
#include "observe/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"

static void small_values_are_exact(void) {
    ws_histogram h;
    ws_histogram_init(&h, WS_HISTOGRAM_FINE);
    bool exact = true;
    for (uint64_t value = 0; value < 256; value++) {
        ws_histogram_clear(&h);
        ws_histogram_add(&h, value);
        exact &= ws_histogram_quantile(&h, 0.5) == (double)value;
    }
    ok(exact, "each value below 256 is read back exactly");
    ws_histogram_free(&h);
}

static void large_values_are_near(uint32_t bits, double allowed) {
    ws_histogram h;
    ws_histogram_init(&h, bits);
    double worst = 0;
    for (uint64_t value = 1; value < 1ull << 40; value += value / 7 + 1) {
        ws_histogram_clear(&h);
        ws_histogram_add(&h, value);
        ws_histogram_add(&h, 1ull << 41); /* so that the maximum does not help */
        double error = fabs(ws_histogram_quantile(&h, 0.5) - (double)value) / (double)value;
        if (error > worst) worst = error;
    }
    ok(worst <= allowed, "%u bits: worst relative error %.5f is at most %.5f", bits, worst, allowed);
    ws_histogram_free(&h);
}

static void figures(void) {
    ws_histogram h;
    ws_histogram_init(&h, WS_HISTOGRAM_FINE);
    ok(isnan(ws_histogram_mean(&h)) && isnan(ws_histogram_quantile(&h, 0.5)) && isnan(ws_histogram_sd(&h)), "empty: no figures");
    ws_histogram_add(&h, 7);
    ok(isnan(ws_histogram_sd(&h)), "one sample: no deviation");
    ws_histogram_clear(&h);
    for (uint64_t value = 1; value <= 100; value++) ws_histogram_add(&h, value);
    near_to(ws_histogram_mean(&h), 50.5, 0, "mean of 1..100");
    near_to(ws_histogram_sd(&h), 29.0115, 1e-4, "deviation of 1..100");
    near_to(ws_histogram_quantile(&h, 0.50), 50, 0, "p50 of 1..100");
    near_to(ws_histogram_quantile(&h, 0.95), 95, 0, "p95 of 1..100");
    near_to(ws_histogram_quantile(&h, 0.99), 99, 0, "p99 of 1..100");
    near_to(ws_histogram_quantile(&h, 1), 100, 0, "p100 of 1..100");
    near_to(ws_histogram_quantile(&h, 0), 1, 0, "p0 of 1..100");
    ws_histogram_add(&h, 1000003);
    ok(h.max == 1000003 && h.count == 101 && h.sum == 1005053, "maximum, count and sum are exact");
    near_to(ws_histogram_quantile(&h, 1), 1000003, 4000, "the last percentile stays within its bucket, and below the maximum");
    ok(ws_histogram_quantile(&h, 1) <= 1000003, "no percentile is above the maximum");
    ws_histogram_add(&h, UINT64_MAX);
    ok(h.max == UINT64_MAX, "the largest value has a bucket");
    ws_histogram_free(&h);
}

int main(void) {
    small_values_are_exact();
    large_values_are_near(WS_HISTOGRAM_FINE, 0.004);
    large_values_are_near(WS_HISTOGRAM_COARSE, 0.032);
    figures();
    return done();
}
