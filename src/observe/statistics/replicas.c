/* replicas.c - see interval.h. */
#include "observe/statistics/interval.h"

#include <math.h>

#include "core/base.h"

/* By degrees of freedom. */
/* clang-format off */
static const double student[] = {
    NAN,
    12.7062, /* 1 */
    4.3027, /* 2 */
    3.1824, /* 3 */
    2.7764, /* 4 */
    2.5706, /* 5 */
    2.4469, /* 6 */
    2.3646, /* 7 */
    2.3060, /* 8 */
    2.2622, /* 9 */
    2.2281, /* 10 */
    2.2010, /* 11 */
    2.1788, /* 12 */
    2.1604, /* 13 */
    2.1448, /* 14 */
};
/* clang-format on */

double ws_replicas_student(size_t freedom) {
    size_t known = sizeof student / sizeof *student;
    if (freedom < known)
        return student[freedom];
    return ws_student_95((double)freedom);
}

/* Sums over pairs; `other` NULL: of the values alone. */
typedef struct moments {
    size_t count;
    double mean; /* of one, and of the other */
    double base;
    double var; /* variances of these means, and their covariance; NAN below two pairs */
    double base_var;
    double covar;
} moments;

static double at_or_zero(const double *value, size_t i) {
    return value ? value[i] : 0;
}

static void means_add(moments *m, const double *one, const double *other, size_t count) {
    for (EACH(i, count)) {
        if (isnan(one[i]) || isnan(at_or_zero(other, i)))
            continue;
        m->count++;
        m->mean += one[i];
        m->base += at_or_zero(other, i);
    }
    double pairs = (double)m->count;
    m->mean /= pairs;
    m->base /= pairs;
}

static moments moments_of(const double *one, const double *other, size_t count) {
    moments m = {0};
    means_add(&m, one, other, count);
    double freedom = (double)m.count * ((double)m.count - 1);
    for (EACH(i, count)) {
        if (isnan(one[i]) || isnan(at_or_zero(other, i)))
            continue;
        double mine = one[i] - m.mean;
        double theirs = at_or_zero(other, i) - m.base;
        m.var += mine * mine;
        m.base_var += theirs * theirs;
        m.covar += mine * theirs;
    }
    m.var /= freedom;
    m.base_var /= freedom;
    m.covar /= freedom;
    return m;
}

static ws_estimate estimate_of(double value, double half, size_t count) {
    return (ws_estimate){
        .value = value,
        .low = value - half,
        .high = value + half,
        .count = count,
    };
}

static double student_of(const moments *m) {
    return m->count > 1 ? ws_replicas_student(m->count - 1) : NAN;
}

ws_estimate ws_replicas_mean(const double *value, size_t count) {
    moments m = moments_of(value, NULL, count);
    return estimate_of(m.mean, student_of(&m) * sqrt(m.var), m.count);
}

ws_estimate ws_replicas_difference(const double *one, const double *other, size_t count) {
    moments m = moments_of(one, other, count);
    double var = m.var + m.base_var - 2 * m.covar;
    return estimate_of(m.mean - m.base, student_of(&m) * sqrt(fmax(var, 0)), m.count);
}

ws_estimate ws_replicas_ratio(const double *one, const double *other, size_t count) {
    moments m = moments_of(one, other, count);
    double factor = student_of(&m);
    double reach = factor / fabs(m.base);
    double ratio = m.mean / m.base;
    double doubt = reach * reach * m.base_var;
    double slope = m.base_var > 0 ? m.covar / m.base_var : 0;
    ws_estimate of = estimate_of(ratio, NAN, m.count);
    if (!(doubt < 1))
        return of;
    double spread = m.var - 2 * ratio * m.covar + ratio * ratio * m.base_var;
    double rest = spread - doubt * (m.var - slope * m.covar);
    double half = reach * sqrt(fmax(rest, 0));
    double centre = ratio - doubt * slope;
    of.low = (centre - half) / (1 - doubt);
    of.high = (centre + half) / (1 - doubt);
    return of;
}
