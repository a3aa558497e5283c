/* replicas.h - what independent replicas of a run say together.
 *
 * Replicas differ in their seeds alone, so their results are independent and Student's t holds
 * however much the samples within a run depend on each other (Law and Kelton, "Simulation Modeling
 * and Analysis", section 9.4.1):
 *
 *     mean +- t(n - 1) s / sqrt n.
 *
 * Two systems that were run with the same seeds are compared by pairs (common random numbers,
 * section 11.2): the interval of the mean of the differences, and that of the ratio of the means by
 * Fieller's theorem (E. C. Fieller, "Some problems in interval estimation", 1954):
 *
 *     (R - g c/v +- t/b sqrt(u - 2 R c + R^2 v - g (u - c^2/v))) / (1 - g),   g = t^2 v / b^2,
 *
 * with means a and b, R = a / b, variances u and v of the means and their covariance c. Where g is
 * 1 or more, b may well be zero and there is no interval. */
#ifndef WS_REPLICAS_H
#define WS_REPLICAS_H

#include <stddef.h>

typedef struct ws_estimate {
    double value; /* NAN of nothing */
    double low;   /* ends of the 95 % interval; NAN of fewer than two replicas */
    double high;
    size_t count; /* replicas, or pairs, of which both values are there */
} ws_estimate;

/* Values that are NAN are left out; of pairs, both. */
ws_estimate ws_replicas_mean(const double *value, size_t count);
ws_estimate ws_replicas_difference(const double *one, const double *other, size_t count);
ws_estimate ws_replicas_ratio(const double *one, const double *other, size_t count);
/* Student's t, two-sided 95 %, for 1 or more degrees of freedom. */
double ws_replicas_student(size_t freedom);

#endif
