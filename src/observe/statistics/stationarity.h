/* stationarity.h - does a series of means wander (unit root), does it still rise (drift), and where does it settle (MSER)? */
#ifndef WS_STATIONARITY_H
#define WS_STATIONARITY_H

#include <stdbool.h>
#include <stddef.h>

#include "observe/statistics/interval.h"

/* ---- unit root ---- */

/* Does a series wander, or does it come back to a mean? The augmented test of Dickey and Fuller
 * ("Distribution of the estimators for autoregressive time series with a unit root", 1979): least
 * squares of x[t] - x[t-1] = a + g x[t-1] + f (x[t-1] - x[t-2]) + noise and g over its standard
 * error. A series that wanders (a backlog at or above the capacity) has g near 0; one that comes
 * back has g below 0. At 1 % the critical value is -3.43. */

#define WS_UNIT_ROOT_POINTS 64 /* the fewest from which it is told that a series comes back */

/* Does it come back to a mean, at 1 %? A series that never changes does. Reads it only. */
bool ws_comes_back(const double *x, size_t count);

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

#endif
