/* Replicas: intervals worked out by hand, and how often they hold what they promise. */
#include <math.h>

#include "observe/statistics/interval.h"
#include "tap.h"

enum { TRIALS = 4000, SEEDS = 5 };

static double uniform(unsigned long long *state) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)((*state >> 11) + 1) / 9007199254740993.0;
}

static double normal(unsigned long long *state) {
    return sqrt(-2 * log(uniform(state))) * cos(6.283185307179586 * uniform(state));
}

static bool holds(ws_estimate e, double truth) { return e.low <= truth && truth <= e.high; }

/* Two systems of means 10 and 12 that share most of their noise. */
static void coverage(void) {
    unsigned long long state = 7;
    int mean = 0, difference = 0, ratio = 0;
    double apart = 0, paired = 0;
    for (int i = 0; i < TRIALS; i++) {
        double one[SEEDS], other[SEEDS];
        for (int k = 0; k < SEEDS; k++) {
            double common = normal(&state);
            one[k] = 12 + common + 0.2 * normal(&state);
            other[k] = 10 + common + 0.2 * normal(&state);
        }
        ws_estimate a = ws_replicas_mean(one, SEEDS), d = ws_replicas_difference(one, other, SEEDS);
        mean += holds(a, 12);
        difference += holds(d, 2);
        ratio += holds(ws_replicas_ratio(one, other, SEEDS), 1.2);
        apart += (a.high - a.low) / TRIALS;
        paired += (d.high - d.low) / TRIALS;
    }
    near_to(100.0 * mean / TRIALS, 95, 1.5, "per cent of the intervals that hold the mean");
    near_to(100.0 * difference / TRIALS, 95, 1.5, "the difference");
    near_to(100.0 * ratio / TRIALS, 95, 1.5, "the ratio");
    ok(paired < apart / 2, "common random numbers: %.2f wide instead of %.2f", paired, apart);
}

int main(void) {
    const double value[] = {2, 4, 9}, base[] = {1, 2, 3}, gap[] = {2, NAN, 9, 4};
    ws_estimate m = ws_replicas_mean(value, 3);
    near_to(m.value, 5, 1e-12, "mean of 2, 4, 9");
    near_to(m.high - m.value, 4.3027 * sqrt(13 / 3.0), 1e-9, "its half-width: t(2) sqrt(13/3)");
    near_to(m.value - m.low, m.high - m.value, 1e-12, "on both sides");
    ws_estimate d = ws_replicas_difference(value, base, 3);
    near_to(d.value, 3, 1e-12, "mean difference from 1, 2, 3");
    near_to(d.high - d.value, 4.3027 * sqrt(7 / 3.0), 1e-9, "of 1, 2, 6: t(2) sqrt(7/3)");
    const double sure[] = {2, 2, 2};
    ws_estimate r = ws_replicas_ratio(value, sure, 3);
    near_to(r.value, 2.5, 1e-12, "ratio to 2");
    near_to(r.high, m.high / 2, 1e-9, "a base that is sure: half of the mean's interval");
    const double twice[] = {4, 8, 18};
    r = ws_replicas_ratio(twice, value, 3);
    ok(isnan(r.low), "a base that may be zero has no interval");
    const double much[] = {102, 104, 109}, more[] = {204, 208, 218};
    r = ws_replicas_ratio(more, much, 3);
    ok(fabs(r.low - 2) < 1e-6 && fabs(r.high - 2) < 1e-6, "twice as much each time is a ratio of 2");
    m = ws_replicas_mean(gap, 4);
    ok(m.count == 3 && m.value == 5, "what is not there is left out");
    m = ws_replicas_mean(value, 1);
    ok(m.value == 2 && isnan(m.low) && isnan(m.high), "one replica has no interval");
    m = ws_replicas_mean(value, 0);
    ok(isnan(m.value) && m.count == 0, "none has no mean");
    near_to(ws_replicas_student(1), 12.7062, 1e-4, "t(1)");
    near_to(ws_replicas_student(14), 2.1448, 1e-4, "t(14)");
    near_to(ws_replicas_student(15), 2.1314, 1e-4, "t(15)");
    near_to(ws_replicas_student(60), 2.0003, 1e-4, "t(60)");
    coverage();
    return done();
}
