/* workers.h - runs many command lines of this very program, a few at a time, and hands over what
 * each printed, in order.
 *
 * No job outlives the pool: jobs are ended by SIGINT, SIGTERM and SIGHUP (unless they were
 * ignored before), and end themselves when the pool is gone without a word (worker_run.c). With
 * few file descriptors fewer jobs run at a time. */
#ifndef WS_WORKERS_H
#define WS_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

/* The commands of jobs: `run` and `mark`, but only as long as the pool lives. */
#define WS_WORKER_RUN  "pool-run"
#define WS_WORKER_MARK "pool-mark"
/* Called first by such a command: ends the process when the pool is gone. An exit code, and said,
 * if it was not started by a pool. */
int ws_worker_tie(const char *command);

typedef struct ws_job {
    /* The arguments of job `index` after the program's name: at most `room` of them; returns
     * their number. The strings stay the callee's, and good until the next call. */
    size_t (*arguments)(void *context, size_t index, const char **arguments, size_t room);
    /* Job `index` has ended well and printed this; called in order of the index. Anything but 0
     * ends the whole pool with this code. */
    int (*done)(void *context, size_t index, const char *output, size_t length);
    /* `ended` jobs of all, in any order; for a progress bar. */
    void (*progress)(void *context, size_t ended);
    void *context;
    bool each_alone; /* one that fails ends only itself: `done` gets no output */
} ws_job;

/* Runs jobs 0 .. count-1, `parallel` at a time. The exit code: 0 if all ended well; else that of
 * the first that failed (what it said stands on standard error) or of `done`, or 130 if
 * interrupted, or 3 if no process could be started. */
int ws_workers_run(const ws_job *job, size_t count, size_t parallel);

#endif
