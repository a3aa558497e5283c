/* unit_root.h - does a series wander, or does it come back to a mean? The augmented test of Dickey
 * and Fuller ("Distribution of the estimators for autoregressive time series with a unit root",
 * 1979): least squares of
 *
 *     x[t] - x[t-1] = a + g x[t-1] + f (x[t-1] - x[t-2]) + noise
 *
 * and g over its standard error. A series that wanders (a backlog at or above the capacity) has g
 * near 0; one that comes back has g below 0. At 1 % the critical value is -3.43. */
#ifndef WS_UNIT_ROOT_H
#define WS_UNIT_ROOT_H

#include <stdbool.h>
#include <stddef.h>

#define WS_UNIT_ROOT_POINTS 64 /* the fewest from which it is told that a series comes back */

/* Does it come back to a mean, at 1 %? A series that never changes does. Reads it only. */
bool ws_comes_back(const double *x, size_t count);

#endif
