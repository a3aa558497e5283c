/* interval.c - see interval.h. */
#include "observe/statistics/interval.h"

#include <math.h>
#include <stdbool.h>

#define INDEPENDENT 0.8416 /* quantile 0.8 of the normal distribution: the test is at 20 % */
#define ENOUGH      (2 * WS_INTERVAL_BATCHES) /* the fewest batches that are tested, in pairs too */
#define LONG        256                       /* fewer batches than these are long ones */

const char *const ws_interval_words[] = {
    [WS_INTERVAL_TOLD] = "",
    [WS_INTERVAL_FEW] = "too few samples",
    [WS_INTERVAL_DEPENDENT] = "samples depend on each other over too much of the run",
    [WS_INTERVAL_WANDERING] = "samples do not come back to a mean: not settled, or at capacity",
    [WS_INTERVAL_OUTSIDE] = "it would reach below the least that was measured",
    [WS_INTERVAL_OVERLOAD] = "saturated: it grows with the run",
};

/* Batches of `size` neighbours each. Neighbours that do not fill a batch are left out at the
 * beginning, nearest to the warm-up. */
typedef struct groups {
    const double *batch;
    size_t size;
    size_t count;
    bool independent; /* they have passed the test */
} groups;

static groups groups_of(const double *batch, size_t count, size_t size) {
    groups of = {.size = size, .count = count / size};
    of.batch = batch + count % size;
    return of;
}

static double group_mean(const groups *of, size_t i) {
    double sum = 0;
    for (size_t j = 0; j < of->size; j++)
        sum += of->batch[i * of->size + j];
    return sum / (double)of->size;
}

/* Sums over the deviations of the groups from their mean. */
typedef struct moments {
    double squares;
    double cubes;
    double neighbours; /* products of one and the next */
} moments;

static double mean_of(const groups *of) {
    double sum = 0;
    for (size_t i = 0; i < of->count; i++)
        sum += group_mean(of, i);
    return sum / (double)of->count;
}

static moments moments_of(const groups *of) {
    moments sum = {0};
    double mean = mean_of(of);
    double before = 0;
    for (size_t i = 0; i < of->count; i++) {
        double deviation = group_mean(of, i) - mean;
        sum.squares += deviation * deviation;
        sum.cubes += deviation * deviation * deviation;
        sum.neighbours += deviation * before;
        before = deviation;
    }
    return sum;
}

/* The sum of squared differences of neighbours. */
static double differences_of(const groups *of) {
    double sum = 0;
    for (size_t i = 1; i < of->count; i++) {
        double difference = group_mean(of, i) - group_mean(of, i - 1);
        sum += difference * difference;
    }
    return sum;
}

/* Von Neumann's test. Without dependence 1 - ratio/2 has mean 0 and variance
 * (k - 2) / (k^2 - 1). */
static bool passes(const double *batch, size_t count, size_t size) {
    groups of = groups_of(batch, count, size);
    moments sum = moments_of(&of);
    double k = (double)of.count;
    if (sum.squares <= 0)
        return true;
    double statistic = 1 - differences_of(&of) / (2 * sum.squares);
    double deviation = sqrt((k - 2) / (k * k - 1));
    return statistic <= INDEPENDENT * deviation;
}

double ws_student_95(double freedom) {
    double normal = 1.959963985;
    double square = normal * normal;
    double first = normal * (square + 1) / 4;
    double second = normal * ((5 * square + 16) * square + 3) / 96;
    double third = normal * (((3 * square + 19) * square + 17) * square - 15) / 384;
    return normal + (first + (second + third / freedom) / freedom) / freedom;
}

/* G of the formula. */
static double skew_adjusted(double quantile, double bend) {
    double shifted = 1 + 6 * bend * (quantile - bend);
    if (fabs(bend) < 1e-9)
        return quantile;
    return (cbrt(shifted) - 1) / (2 * bend);
}

static double skewness_of(const groups *of, const moments *sum) {
    double k = (double)of->count;
    double variance = sum->squares / k;
    double plain = sum->cubes / k / (variance * sqrt(variance));
    return plain * sqrt(k * (k - 1)) / (k - 2);
}

/* r of the formula. Of k batches that depend on each other it comes out too low by (1 + 3 r) / k on
 * average, since their mean is taken from them. */
static double correlation_of(const groups *of, const moments *sum) {
    double k = (double)of->count;
    double plain = sum->neighbours / sum->squares;
    return fmax((k * plain + 1) / (k - 3), 0);
}

static ws_interval untold(double mean, ws_interval_verdict why) {
    return (ws_interval){.verdict = why, .mean = mean, .low = NAN, .high = NAN, .error = NAN};
}

static ws_interval interval_of_groups(const groups *of, const moments *sum, double mean) {
    ws_interval told = {.mean = mean, .low = mean, .high = mean};
    told.batches = of->count;
    told.independent = of->independent;
    if (sum->squares <= 0)
        return told;
    double k = (double)of->count;
    double correlation = correlation_of(of, sum);
    if (correlation >= 1)
        return untold(mean, WS_INTERVAL_DEPENDENT);
    double widened = (1 + correlation) / (1 - correlation);
    double variance = sum->squares / (k - 1);
    double bend = skewness_of(of, sum) / (6 * sqrt(k));
    double t = ws_student_95(k - 1);
    told.error = sqrt(widened * variance / k);
    told.low = mean - skew_adjusted(t, bend) * told.error;
    told.high = mean - skew_adjusted(-t, bend) * told.error;
    return told;
}

/* The finest batches that pass the test, in pairs too; where none do, the coarsest. */
static groups groups_choose(const double *batch, size_t count) {
    groups coarsest = groups_of(batch, count, count / WS_INTERVAL_BATCHES);
    for (size_t size = 1; count / size >= ENOUGH; size += (size + 1) / 2) {
        groups of = groups_of(batch, count, size);
        bool alone = passes(batch, count, size);
        of.independent = alone && passes(batch, count, 2 * size);
        if (of.independent)
            return of;
    }
    return coarsest;
}

/* Of 64 or more batches. The noise within short ones would look like coming back (G. W. Schwert,
 * "Tests for unit roots: a Monte Carlo investigation", 1989), so of many, neighbours are put
 * together. */
static bool wanders(const double *batch, size_t count) {
    double mean[LONG];
    size_t size = count / LONG + 1;
    groups of = groups_of(batch, count, size);
    for (size_t i = 0; i < of.count; i++)
        mean[i] = group_mean(&of, i);
    return !ws_comes_back(mean, of.count);
}

ws_interval ws_interval_of(const double *batch, size_t count) {
    groups all = groups_of(batch, count, 1);
    double mean = count ? mean_of(&all) : NAN;
    if (count < WS_INTERVAL_BATCHES)
        return untold(mean, WS_INTERVAL_FEW);
    if (count >= WS_UNIT_ROOT_POINTS && wanders(batch, count))
        return untold(mean, WS_INTERVAL_WANDERING);
    groups chosen = groups_choose(batch, count);
    moments sum = moments_of(&chosen);
    return interval_of_groups(&chosen, &sum, mean);
}

double ws_interval_half(const ws_interval *interval) {
    return fmax(interval->high - interval->mean, interval->mean - interval->low);
}
