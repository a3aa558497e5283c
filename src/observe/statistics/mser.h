/* mser.h - where a series has settled: the marginal standard error rule.
 *
 * Of a series x[0..n) the warm-up is its first d points for which
 *
 *     MSER(d) = sum over i >= d of (x[i] - mean of x[d..n))^2 / (n - d)^2
 *
 * is least, d up to half of the series (K. P. White, "An effective truncation heuristic for bias
 * reduction in simulation output", 1997). A least value at the very end says that the series has
 * not settled. */
#ifndef WS_MSER_H
#define WS_MSER_H

#include <stddef.h>

#define WS_MSER_POINTS 16 /* fewest points for a verdict */

/* The number of points to leave out; `count` if it has not settled or is too short. No point may be
 * NAN. Reads them only. */
size_t ws_mser(const double *point, size_t count);

#endif
