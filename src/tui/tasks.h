/* tasks.h - what the program does by itself: at a time, every so often, or whenever there is
 * nothing else. Whoever has a clock and a loop calls ws_tasks_run. */
#ifndef WS_TASKS_H
#define WS_TASKS_H

#include <stdbool.h>
#include <stdint.h>

/* Owned by whoever arms it; {0} at first. */
typedef struct ws_task {
    void (*run)(void *context);
    uint64_t due_ns;
    uint64_t every_ns; /* 0: once */
    bool armed;
    bool idle; /* whenever there is nothing else: it is never due at a time */
    struct ws_task *next;
} ws_task;

typedef struct ws_tasks {
    void *context;  /* of all of them */
    ws_task *timed; /* in the order of their time; equal ones in that of arming */
    ws_task *idle;
    ws_task *due; /* of the run under way */
} ws_tasks;

/* A clock that only goes forward. */
uint64_t ws_now_ns(void);

/* From now on, in place of what the task was armed for. One that repeats and is late runs once,
 * not once for each time missed. */
void ws_task_at(ws_tasks *tasks, ws_task *task, void (*run)(void *), uint64_t due_ns,
                uint64_t every_ns);
/* Again and again, in slices of some milliseconds, until it is stopped. */
void ws_task_idle(ws_tasks *tasks, ws_task *task, void (*run)(void *));
/* Harmless if it is not armed. */
void ws_task_stop(ws_tasks *tasks, ws_task *task);

/* Runs all that is due, then what is idle, each once. A task may arm or stop any, itself too;
 * what it arms waits for the next run. */
void ws_tasks_run(ws_tasks *tasks, uint64_t now_ns);
/* When it is to be called again: 0 at once, UINT64_MAX not until something comes. */
uint64_t ws_tasks_next(const ws_tasks *tasks);

#endif
