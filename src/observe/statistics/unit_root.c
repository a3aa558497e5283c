/* unit_root.c - see interval.h. Two regressors are left when the means are taken off, so that the
 * normal equations have two rows. */
#include "observe/statistics/interval.h"

#include <math.h>

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
