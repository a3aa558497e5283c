/* limit.h - how long a round of a fuzz test may take: seconds of the processor, not of the clock, since a slow machine is no hang. */
#ifndef LIMIT_H
#define LIMIT_H

#include <signal.h>
#include <sys/time.h>

/* SIGPROF after so many seconds; 0: there is no limit any more. */
static void seconds_limit(int seconds) {
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

#endif
