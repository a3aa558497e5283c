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

#endif
