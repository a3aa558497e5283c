/* unit_root.c - see unit_root.h. Two regressors are left when the means are taken off, so that the
 * normal equations have two rows. */
#include "observe/statistics/unit_root.h"

#include <math.h>

#define CRITICAL (-3.43) /* Fuller 1976, table 8.5.2: with a constant, many points, 1 % */

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
} products;

static products products_of(const double *x, size_t count) {
    products sum = {0};
    point mean = mean_of(x, count);
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

bool ws_comes_back(const double *x, size_t count) {
    if (count < WS_UNIT_ROOT_POINTS)
        return false;
    products sum = products_of(x, count);
    double whole = sum.levels * sum.befores - sum.across * sum.across;
    if (sum.changes <= 0)
        return true;
    if (whole <= 0)
        return false;
    double back = (sum.level * sum.befores - sum.before * sum.across) / whole;
    double along = (sum.before * sum.levels - sum.level * sum.across) / whole;
    double residual = sum.changes - back * sum.level - along * sum.before;
    double variance = residual / (double)(count - 5);
    double error = sqrt(variance * sum.befores / whole);
    return back < CRITICAL * error;
}
