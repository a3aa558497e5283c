/* unit_root.c - see stationarity.h. Two regressors are left when the means are taken off, so that the
 * normal equations have two rows. */
#include "observe/statistics/stationarity.h"

#include <math.h>
#include <stdbool.h>

/* ---- drift ---- */

/* See stationarity.h. */

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

/* ---- mser ---- */

/* See stationarity.h. The sums are taken from the end, so that one pass serves every place. */

size_t ws_mser(const double *point, size_t count) {
    size_t half = count / 2;
    size_t best = count;
    double least = 0;
    double mean = 0;
    double squares = 0;
    if (count < WS_MSER_POINTS)
        return count;
    for (size_t first = count; first-- > 0;) {
        double points = (double)(count - first);
        double deviation = point[first] - mean;
        mean += deviation / points;
        squares += deviation * (point[first] - mean);
        double error = squares / (points * points);
        bool is_least = best == count || error <= least;
        if (first <= half && is_least) {
            best = first;
            least = error;
        }
    }
    return best == half ? count : best;
}

/* ---- stationarity ---- */

#define CRITICAL (-3.43) /* Fuller 1976, table 8.5.2: with a constant, many points, 1 % */
#define ALIKE    1e-12   /* of the products: the two regressors are one, but for rounding */
#define ROUNDING 1e-24   /* of a square: nothing is left of it, but for rounding */

/* What a point of the regression has: its change, the level before, the change before. */
typedef struct point {
    double change;
    double level;
    double before;
} point;

static point point_at(const double *x, size_t i) {
    return (point){x[i] - x[i - 1], x[i - 1], x[i - 1] - x[i - 2]};
}

static point mean_of(const double *x, size_t count) {
    point sum = {0};
    double points = (double)(count - 2);
    for (size_t i = 2; i < count; i++) {
        point at = point_at(x, i);
        sum.change += at.change / points;
        sum.level += at.level / points;
        sum.before += at.before / points;
    }
    return sum;
}

/* Sums of products about the means. */
typedef struct products {
    double levels;
    double befores;
    double across; /* of level and change before */
    double level;  /* of level and change */
    double before; /* of change before and change */
    double changes;
    double size; /* of the squared mean level */
} products;

static products products_of(const double *x, size_t count) {
    products sum = {0};
    point mean = mean_of(x, count);
    sum.size = mean.level * mean.level * (double)count;
    for (size_t i = 2; i < count; i++) {
        point at = point_at(x, i);
        double change = at.change - mean.change;
        double level = at.level - mean.level;
        double before = at.before - mean.before;
        sum.levels += level * level;
        sum.befores += before * before;
        sum.across += level * before;
        sum.level += level * change;
        sum.before += before * change;
        sum.changes += change * change;
    }
    return sum;
}

/* On the level alone: of a series that alternates, the change before says the same. */
static bool comes_back_alone(const products *sum, double points) {
    double back = sum->level / sum->levels;
    double explained = back * sum->level;
    double residual = fmax(sum->changes - explained, 0);
    double error = sqrt(residual / (points - 4) / sum->levels);
    return back < CRITICAL * error;
}

bool ws_comes_back(const double *x, size_t count) {
    if (count < WS_UNIT_ROOT_POINTS)
        return false;
    products sum = products_of(x, count);
    double points = (double)count;
    double apart = sum.levels * sum.befores;
    double shared = sum.across * sum.across;
    double whole = apart - shared;
    if (sum.levels <= ROUNDING * sum.size)
        return true;
    if (sum.changes <= ROUNDING * sum.levels)
        return false;
    if (whole <= ALIKE * apart)
        return comes_back_alone(&sum, points);
    double back = sum.level * sum.befores - sum.before * sum.across;
    double along = sum.before * sum.levels - sum.level * sum.across;
    back /= whole;
    along /= whole;
    double explained = back * sum.level + along * sum.before;
    double residual = fmax(sum.changes - explained, 0);
    double error = sqrt(residual / (points - 5) * sum.befores / whole);
    return back < CRITICAL * error;
}
