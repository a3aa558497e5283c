/* Batch means: the interval covers the mean about as often as it says, also when samples depend on each other. */
#include "observe/batches.h"

#include <math.h>

#include "core/base.h"
#include "tap.h"

static double uniform(u64 *stream) { return (double)(rng_next(stream) >> 11) * 0x1p-53; }

/* In how many of `trials` runs does the interval cover the true mean 0.5? Samples keep `memory` of the one before. */
static double coverage(int trials, int samples, double memory) {
    int covered = 0;
    for (int trial = 0; trial < trials; trial++) {
        u64 stream = (u64)trial + 1;
        ws_batches b;
        ws_batches_clear(&b);
        double value = 0.5, sum = 0;
        for (int i = 0; i < samples; i++) {
            value = memory * value + (1 - memory) * uniform(&stream);
            ws_batches_add(&b, value);
            sum += value;
        }
        covered += fabs(sum / samples - 0.5) <= ws_batches_ci95(&b);
    }
    return (double)covered / trials;
}

static void few_samples(void) {
    ws_batches b;
    ws_batches_clear(&b);
    for (int i = 0; i < WS_BATCH_FIRST * WS_BATCHES_MIN - 1; i++) ws_batches_add(&b, i);
    ok(isnan(ws_batches_ci95(&b)), "no interval below %d batches", WS_BATCHES_MIN);
    ws_batches_add(&b, 1);
    ok(isfinite(ws_batches_ci95(&b)), "an interval from %d batches on", WS_BATCHES_MIN);
}

static void merging(void) {
    ws_batches b;
    ws_batches_clear(&b);
    bool bounded = true;
    for (int i = 0; i < 100000; i++) {
        ws_batches_add(&b, 3);
        bounded &= b.count < WS_BATCHES_MAX;
    }
    ok(bounded && b.count >= WS_BATCHES_MAX / 2, "20 to 39 batches however many samples");
    ok(ws_batches_ci95(&b) == 0, "equal samples: the interval is a point");
}

int main(void) {
    few_samples();
    merging();
    near_to(coverage(2000, 3000, 0), 0.95, 0.02, "coverage with independent samples");
    near_to(coverage(2000, 3000, 0.9), 0.95, 0.035, "coverage with samples that depend on each other");
    return done();
}
