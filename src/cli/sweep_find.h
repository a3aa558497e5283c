/* sweep_find.h - `sweep --find 'load where stable'`: where along a parameter something ceases to
 * hold.
 *
 * For each seed a coarse grid is run, then the stretch between the last value at which the
 * condition is known to be as at the beginning and the first at which it is known to be otherwise
 * is halved until it is a step wide, from both ends where runs in between cannot tell. The
 * condition must change once. Of several seeds the interval is by Student's t over the ends of
 * their stretches (statistics/replicas.h). */
#ifndef WS_SWEEP_FIND_H
#define WS_SWEEP_FIND_H

#include "cli/cli.h"

typedef struct ws_finding {
    /* "NAME [in LO:HI[:STEP]] where [not] PATH [< <= > >= NUMBER]", PATH as in rows: a truth value,
     * such as stable, or a number that is compared */
    const char *what;
    const char *scenario;
    const ws_scenario_args *given;
    uint64_t seed; /* of the first replica */
    uint64_t replicas;
    uint64_t jobs;
    bool as_json;
} ws_finding;

/* Runs it and prints what was found; the exit code: 1 if it holds everywhere or nowhere. */
int ws_find_run(const ws_finding *finding);

#endif
