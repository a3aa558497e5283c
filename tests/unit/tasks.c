/* tasks.c - what the program does by itself (tui/tasks.h), on a clock that is turned by hand: against a list of what is armed, in random
 * schedules in which tasks arm and stop one another. */
#include "tap.h"
#include <string.h>

#include "core/base.h"
#include "tui/tasks.h"

enum { TASKS = 6 };

/* A task beside what it should do: the model sorts by time, then by arming, and knows no lists. */
typedef struct model {
    bool armed, idle;
    uint64_t due, every, order;
} model;

static ws_tasks tasks;
static ws_task task[TASKS];
static model expected[TASKS];
static uint64_t rng = 7, now, orders;
static int ran[4 * TASKS], told[4 * TASKS];
static size_t runs, tells;
static bool busy; /* within a run: tasks change others */

static uint64_t drawn(uint64_t below) {
    return rng_below(&rng, (u32)below);
}

static void act(void);
#define RUNS(i)                                                                                    \
    static void run_##i(void *context) {                                                           \
        (void)context;                                                                             \
        ran[runs++] = i;                                                                           \
        if (busy)                                                                                  \
            act();                                                                                 \
    }
RUNS(0)
RUNS(1) RUNS(2) RUNS(3) RUNS(4)
    RUNS(5) static void (*const run[TASKS])(void *) = {run_0, run_1, run_2, run_3, run_4, run_5};

/* Arms or stops one by chance, in both. */
static void act(void) {
    size_t i = drawn(TASKS);
    uint64_t due = now + drawn(30), every = drawn(3) == 0 ? 1 + drawn(9) : 0;
    expected[i].armed = false;
    switch (drawn(4)) {
    case 0: ws_task_stop(&tasks, &task[i]); return;
    case 1:
        ws_task_idle(&tasks, &task[i], run[i]);
        expected[i] = (model){.armed = true, .idle = true, .order = orders++};
        return;
    default:
        ws_task_at(&tasks, &task[i], run[i], due, every);
        expected[i] = (model){.armed = true, .due = due, .every = every, .order = orders++};
    }
}

static bool before(const model *a, const model *b) {
    if (a->idle != b->idle)
        return b->idle;
    return a->due != b->due ? a->due < b->due : a->order < b->order;
}

/* What is due now, by the model; what repeats is armed again. */
static void expect_run(void) {
    bool done[TASKS] = {false};
    for (tells = 0;;) {
        int first = -1;
        for (int i = 0; i < TASKS; i++) {
            const model *m = &expected[i];
            if (m->armed && !done[i] && (m->idle || m->due <= now) &&
                (first < 0 || before(m, &expected[first])))
                first = i;
        }
        if (first < 0)
            return;
        model *m = &expected[first];
        done[first] = true;
        told[tells++] = first;
        m->order = orders++;
        if (m->idle)
            continue;
        m->armed = m->every > 0;
        m->due = m->due + m->every > now ? m->due + m->every : now + m->every;
    }
}

static uint64_t expect_next(void) {
    uint64_t next = UINT64_MAX;
    for (int i = 0; i < TASKS; i++) {
        if (expected[i].armed && expected[i].idle)
            return 0;
        if (expected[i].armed && expected[i].due < next)
            next = expected[i].due;
    }
    return next;
}

static unsigned random_schedules(size_t count) {
    unsigned wrong = 0;
    for (size_t n = 0; n < count; n++) {
        for (uint64_t i = drawn(3); i > 0; i--)
            act();
        wrong += ws_tasks_next(&tasks) != expect_next();
        now += drawn(12);
        expect_run();
        runs = 0;
        ws_tasks_run(&tasks, now);
        wrong += runs != tells || memcmp(ran, told, tells * sizeof *ran) != 0;
    }
    return wrong;
}

/* Two that are due: the first stops the second, and arms itself for now. */
static void stop_next(void *context) {
    ws_task_stop(&tasks, context);
    ws_task_at(&tasks, &task[0], stop_next, 10, 0);
    ran[runs++] = 0;
}

int main(void) {
    size_t count = amount(20000, 100000, 1000000);
    unsigned wrong = random_schedules(count);
    ok(wrong == 0,
       "%zu random schedules: what is due runs in the order of its time, then of its arming, then "
       "what is idle (%u are not so)",
       count, wrong);
    busy = true;
    bool bounded = true;
    for (size_t n = 0; n < count; n++) {
        act();
        now += drawn(12);
        runs = 0;
        ws_tasks_run(&tasks, now);
        bounded &= runs <= TASKS;
    }
    ok(bounded, "tasks that arm and stop one another run at most once each a turn");
    busy = false;
    memset(task, 0, sizeof task);
    tasks = (ws_tasks){.context = &task[1]};
    ws_task_at(&tasks, &task[0], stop_next, 10, 0);
    ws_task_at(&tasks, &task[1], run[1], 10, 5);
    runs = 0;
    ws_tasks_run(&tasks, 20);
    ok(runs == 1 && ran[0] == 0, "one that is due and is stopped by another does not run");
    ok(task[0].armed && !task[1].armed && ws_tasks_next(&tasks) == 10,
       "one that arms itself for now waits for the next turn");
    tasks = (ws_tasks){0};
    ws_task_at(&tasks, &task[2], run[2], 10, 5);
    runs = 0;
    ws_tasks_run(&tasks, 1000);
    ok(runs == 1 && ws_tasks_next(&tasks) == 1005,
       "one that repeats and is late runs once, and then after its time");
    return done();
}
