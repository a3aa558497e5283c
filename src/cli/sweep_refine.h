/* sweep_refine.h - `sweep --refine N`: more points where a curve bends.
 *
 * The first axis that varies lies along x. Between its values the curve of a figure is taken to
 * be straight; how wrong that is, is told by how much its slope changes at the ends of a
 * stretch, times how long the stretch is. The middle of the worst one is the next value. All is
 * measured in shares of the ranges of x and figure, as a plot shows it. Of several curves the
 * worst stretch of all counts; replicas are averaged. What is chosen follows from the rows
 * alone, so that a sweep which was interrupted chooses the same again. */
#ifndef WS_SWEEP_REFINE_H
#define WS_SWEEP_REFINE_H

#include "cli/sweep_plan.h"

/* Adds the next value to the first axis, from the figures by point (NAN: none). False if no stretch
 * can be halved: fewer than three values have a figure, or they are as close as values can be. */
bool ws_sweep_refine(ws_sweep_plan *plan, const double *figure);
/* Can the first axis be refined: is it a number, with three values or more? False with an error. */
bool ws_sweep_can_refine(const ws_sweep_plan *plan, ws_error *error);

#endif
