/* pace.c - see pace.h. */
#include "tui/pace.h"

#include <math.h>
#include <stddef.h>

#define SECOND  1000000000ull
#define LATE_NS (SECOND / 4)
#define RATE_NS (SECOND / 2)

#define LEAST_DUE 2 /* cycles: whoever is woken a little late for one is not late for two */

static const double steps[] = {0.5, 1,   2,   5,   10,  20,  50,  100, 200, 500,
                               1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6};
#define STEPS (sizeof steps / sizeof *steps)

double ws_pace_next(double speed, int direction) {
    if (direction > 0) {
        for (size_t i = 0; i < STEPS; i++)
            if (steps[i] > speed)
                return steps[i];
        return INFINITY;
    }
    for (size_t i = STEPS; i-- > 0;)
        if (steps[i] < speed)
            return steps[i];
    return steps[0];
}

void ws_pace_begin(ws_pace *p, uint64_t now_ns) {
    p->begin_ns = p->seen_ns = now_ns;
    p->done = 0;
    p->rate = 0;
    p->seen_cycle = UINT64_MAX;
}

uint64_t ws_pace_due(ws_pace *p, uint64_t now_ns) {
    double due = (double)(now_ns - p->begin_ns) / (double)SECOND * p->speed - (double)p->done;
    double most = fmax(p->speed * ((double)LATE_NS / (double)SECOND), LEAST_DUE);
    if (due > most) { /* the clock begins so long ago that these are due, and no more */
        p->begin_ns = now_ns - (uint64_t)(most / p->speed * (double)SECOND);
        p->done = 0;
        due = most;
    }
    return due > 0 ? (uint64_t)due : 0;
}

void ws_pace_done(ws_pace *p, uint64_t cycles) {
    p->done += cycles;
}

uint64_t ws_pace_wait_ms(const ws_pace *p, uint64_t now_ns, uint64_t least) {
    const double ms = (double)SECOND / 1000;
    double next = (double)(p->done + 1) / p->speed * (double)SECOND;
    double wait = (next - (double)(now_ns - p->begin_ns)) / ms;
    return wait > (double)least ? (uint64_t)wait + 1 : least;
}

void ws_pace_see(ws_pace *p, uint64_t now_ns, uint64_t cycle) {
    if (p->seen_cycle == UINT64_MAX || cycle < p->seen_cycle) {
        p->seen_cycle = cycle;
        p->seen_ns = now_ns;
    } else if (now_ns - p->seen_ns >= RATE_NS) {
        p->rate = (double)(cycle - p->seen_cycle) * (double)SECOND / (double)(now_ns - p->seen_ns);
        p->seen_cycle = cycle;
        p->seen_ns = now_ns;
    }
}
