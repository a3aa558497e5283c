/* clock.c - a library that is loaded before the C library: every clock jumps. Every 20th question is answered an
 * hour later than it should be, as after a sleep; the clock of the day, besides, goes back by two days each
 * other time. With WS_CLOCK=still, no clock moves at all. Used by tests/screens/clock.c. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { EVERY = 20, HOUR = 3600, DAY = 24 * HOUR };

static unsigned long asked;

static int is_still(void) {
    const char *how = getenv("WS_CLOCK");
    return how && strcmp(how, "still") == 0;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    int status = (int)syscall(SYS_clock_gettime, clock, t);
    if (status != 0)
        return status;
    if (is_still()) {
        t->tv_sec = 1000;
        t->tv_nsec = 0;
        return 0;
    }
    unsigned long jumps = ++asked / EVERY;
    t->tv_sec += (time_t)(jumps * HOUR);
    if (clock == CLOCK_REALTIME && jumps % 2)
        t->tv_sec -= 2 * DAY;
    return 0;
}

time_t time(time_t *to) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (to)
        *to = t.tv_sec;
    return t.tv_sec;
}
