/* drift.h - does the backlog grow? Told from windows of equal length: flits that were created,
 * flits that were delivered.
 *
 * yes      the growth, the mean of created - delivered a window, is above zero by twice the
 *          half-width of its 95 % interval (about four standard errors)
 * no       the backlog comes back to a mean (unit_root.h), and its growth is not above zero
 * unknown  neither: near the capacity, or too short a run
 *
 * A load above the capacity makes a backlog that only rises, one at it a backlog that wanders; a
 * load below it makes one that is driven back, whose growth ends at zero. */
#ifndef WS_DRIFT_H
#define WS_DRIFT_H

#include <stddef.h>

#include "observe/statistics/interval.h"

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

#endif
