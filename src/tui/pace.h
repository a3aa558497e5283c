/* pace.h - how many cycles are due: a speed in cycles a second against the clock.
 *
 * What cannot be kept up with is forgotten, not caught up: after a pause or a long step the
 * clock begins anew. */
#ifndef WS_PACE_H
#define WS_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "session/session.h"

typedef struct ws_pace {
    double speed;                 /* cycles a second; INFINITY = as fast as possible */
    uint64_t begin_ns;            /* the clock's begin */
    uint64_t done;                /* cycles run since */
    uint64_t seen_ns, seen_cycle; /* for the rate reached */
    double rate;                  /* cycles a second over the latest half second, 0 = not known */
} ws_pace;

/* The next slower (-1) or faster (+1) of the steps 0.5, 1, 2, 5, 10 ... 1000000, unlimited. */
double ws_pace_next(double speed, int direction);

/* Starts the clock: on run, and when the speed changes. */
void ws_pace_begin(ws_pace *pace, uint64_t now_ns);
/* Cycles due now and not yet done; at most a quarter of a second's worth, or two. */
uint64_t ws_pace_due(ws_pace *pace, uint64_t now_ns);
/* So many of them have been run. */
void ws_pace_done(ws_pace *pace, uint64_t cycles);
/* How long from now until the next is due, in milliseconds, at least `least`. */
uint64_t ws_pace_wait_ms(const ws_pace *pace, uint64_t now_ns, uint64_t least);
/* Tells the cycle that has been reached, for the rate. */
void ws_pace_see(ws_pace *pace, uint64_t now_ns, uint64_t cycle);

#endif
