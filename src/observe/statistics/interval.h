/* interval.h - how far a mean can be trusted, of samples that depend on each other.
 *
 * The samples come as means of equal batches, in their order. Neighbours are put together until the
 * batches pass a test of independence: von Neumann's ratio (J. von Neumann, "Distribution of the
 * ratio of the mean square successive difference to the variance", 1941), one-sided at 20 %. Pairs
 * of them must pass it too, since a correlation that is spread thinly over many batches shows in
 * longer ones only. Fewer than 32 batches are not tested: where none pass, 16 are taken, as long as
 * they can be. What dependence and skewness the batches still have
 * widens the interval, as in N-Skart (Tafazzoli, Steiger, Wilson, "N-Skart: a nonsequential
 * skewness- and autoregression-adjusted batch-means procedure for simulation analysis", 2011):
 *
 *     mean - G(t) h  to  mean - G(-t) h,   h = sqrt(A s^2 / k),   A = (1 + r) / (1 - r) >= 1,
 *     G(z) = (cbrt(1 + 6 b (z - b)) - 1) / (2 b),   b = skewness / (6 sqrt k),
 *
 * with k batches, their variance s^2, lag-one correlation r, and t of Student with k - 1 degrees of
 * freedom. A correlation c that is taken about the mean of the k batches themselves is on average
 * (1 + 3 r) / k too low (M. G. Kendall, "Note on bias in the estimation of autocorrelation", 1954),
 * so r = (k c + 1) / (k - 3). Where that is 1 or more the samples depend on each other over the
 * whole run, as in one that only rises: no interval is given.
 *
 * All this asks for a mean that the samples come back to. Where 64 or more batches do not, by the
 * test of unit_root.h, no interval is given: at the capacity of a network the latency of messages
 * rises for as long as it is run, and every interval of it would be too low.
 *
 * An interval is not withheld because the test of independence fails: runs that pass it by chance
 * are the quiet ones, and the intervals of these alone hold the mean too seldom. */
#ifndef WS_INTERVAL_H
#define WS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

#define WS_INTERVAL_BATCHES 16 /* the fewest from which an interval is made */

typedef enum ws_interval_verdict {
    WS_INTERVAL_TOLD,
    WS_INTERVAL_FEW,       /* fewer than WS_INTERVAL_BATCHES batches */
    WS_INTERVAL_DEPENDENT, /* samples depend on each other over too much of the run */
    WS_INTERVAL_WANDERING, /* samples do not come back to a mean */
    WS_INTERVAL_OUTSIDE,   /* its lower end would lie below the least sample */
    WS_INTERVAL_OVERLOAD   /* the backlog grows: there is no mean */
} ws_interval_verdict;
extern const char
    *const ws_interval_words[]; /* by verdict: why an interval is not told; "" if it is told */

typedef struct ws_interval {
    ws_interval_verdict verdict;
    double mean;
    /* ends of the 95 % interval; NAN unless told */
    double low;
    double high;
    double error;     /* standard error of the mean: h of the formula; NAN unless told */
    size_t batches;   /* k, 0 unless told */
    bool independent; /* the batches have passed the test */
} ws_interval;

/* The interval of the mean of `count` batch means, oldest first; none may be NAN. */
ws_interval ws_interval_of(const double *batch, size_t count);
/* The half-width that holds both ends; NAN unless told. */
double ws_interval_half(const ws_interval *interval);
/* Student's t, two-sided 95 %, for 15 or more degrees of freedom: expansion in 1/freedom
 * (Abramowitz and Stegun, 26.7.5), exact to 1e-4. */
double ws_student_95(double freedom);

/* ---- drift ---- */

/* Does the backlog grow? Told from windows of equal length: flits that were created, flits that
 * were delivered. yes the growth, the mean of created - delivered a window, is above zero by
 * twice the half-width of its 95 % interval (about four standard errors) no the backlog comes
 * back to a mean (unit_root.h), and its growth is not above zero unknown neither: near the
 * capacity, or too short a run A load above the capacity makes a backlog that only rises, one at
 * it a backlog that wanders; a load below it makes one that is driven back, whose growth ends at
 * zero. */

typedef enum ws_saturation {
    WS_SATURATION_UNKNOWN,
    WS_SATURATION_NO,
    WS_SATURATION_YES,
    WS_SATURATION_CLOSED_LOOP /* hosts always have something to send: nothing is offered */
} ws_saturation;
extern const char *const ws_saturation_names[]; /* "unknown", "no", "yes", "closed-loop" */

/* created - delivered in each of `count` windows; by `backlog`, which has room for as many, its
 * sums are handed back. */
ws_saturation ws_drift_of(const double *surplus, size_t count, double *backlog);

/* ---- mser ---- */

/* Where a series has settled: the marginal standard error rule. Of a series x[0..n) the warm-up
 * is its first d points for which MSER(d) = sum over i >= d of (x[i] - mean of x[d..n))^2 / (n -
 * d)^2 is least, d up to half of the series (K. P. White, "An effective truncation heuristic for
 * bias reduction in simulation output", 1997). A least value at the very end says that the series
 * has not settled. */

#define WS_MSER_POINTS 16 /* fewest points for a verdict */

/* The number of points to leave out; `count` if it has not settled or is too short. No point may be
 * NAN. Reads them only. */
size_t ws_mser(const double *point, size_t count);

/* ---- unit root ---- */

/* Does a series wander, or does it come back to a mean? The augmented test of Dickey and Fuller
 * ("Distribution of the estimators for autoregressive time series with a unit root", 1979): least
 * squares of x[t] - x[t-1] = a + g x[t-1] + f (x[t-1] - x[t-2]) + noise and g over its standard
 * error. A series that wanders (a backlog at or above the capacity) has g near 0; one that comes
 * back has g below 0. At 1 % the critical value is -3.43. */

#define WS_UNIT_ROOT_POINTS 64 /* the fewest from which it is told that a series comes back */

/* Does it come back to a mean, at 1 %? A series that never changes does. Reads it only. */
bool ws_comes_back(const double *x, size_t count);

/* ---- replicas ---- */

/* What independent replicas of a run say together. Replicas differ in their seeds alone, so their
 * results are independent and Student's t holds however much the samples within a run depend on
 * each other (Law and Kelton, "Simulation Modeling and Analysis", section 9.4.1): mean +- t(n -
 * 1) s / sqrt n. Two systems that were run with the same seeds are compared by pairs (common
 * random numbers, section 11.2): the interval of the mean of the differences, and that of the
 * ratio of the means by Fieller's theorem (E. C. Fieller, "Some problems in interval estimation",
 * 1954): (R - g c/v +- t/b sqrt(u - 2 R c + R^2 v - g (u - c^2/v))) / (1 - g), g = t^2 v / b^2,
 * with means a and b, R = a / b, variances u and v of the means and their covariance c. Where g
 * is 1 or more, b may well be zero and there is no interval. */

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
