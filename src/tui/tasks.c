/* tasks.c - see tasks.h. The lists are short: a program has ten tasks. */
#include "tui/tasks.h"

#include <stddef.h>
#include <time.h>

uint64_t ws_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Behind all that are due no later. */
static void task_insert(ws_task **list, ws_task *task) {
    while (*list && (*list)->due_ns <= task->due_ns)
        list = &(*list)->next;
    task->next = *list;
    *list = task;
    task->armed = true;
}

static bool task_remove(ws_task **list, ws_task *task) {
    while (*list && *list != task)
        list = &(*list)->next;
    if (!*list)
        return false;
    *list = task->next;
    return true;
}

void ws_task_stop(ws_tasks *tasks, ws_task *task) {
    if (!task->armed)
        return;
    task->armed = false;
    (void)(task_remove(&tasks->timed, task) || task_remove(&tasks->idle, task) ||
           task_remove(&tasks->due, task));
}

void ws_task_at(ws_tasks *tasks, ws_task *task, void (*run)(void *), uint64_t due_ns,
                uint64_t every_ns) {
    ws_task_stop(tasks, task);
    *task = (ws_task){.run = run, .due_ns = due_ns, .every_ns = every_ns};
    task_insert(&tasks->timed, task);
}

void ws_task_idle(ws_tasks *tasks, ws_task *task, void (*run)(void *)) {
    ws_task_stop(tasks, task);
    *task = (ws_task){.run = run, .idle = true};
    task_insert(&tasks->idle, task);
}

/* Arms again what repeats. */
static void task_renew(ws_tasks *tasks, ws_task *task, uint64_t now_ns) {
    task->armed = false;
    if (task->idle)
        task_insert(&tasks->idle, task);
    if (task->every_ns == 0)
        return;
    task->due_ns += task->every_ns;
    if (task->due_ns <= now_ns)
        task->due_ns = now_ns + task->every_ns;
    task_insert(&tasks->timed, task);
}

void ws_tasks_run(ws_tasks *tasks, uint64_t now_ns) {
    ws_task **end = &tasks->due;
    while (tasks->timed && tasks->timed->due_ns <= now_ns) {
        *end = tasks->timed;
        tasks->timed = (*end)->next;
        end = &(*end)->next;
    }
    *end = tasks->idle;
    tasks->idle = NULL;
    for (ws_task *task; (task = tasks->due) != NULL;) {
        tasks->due = task->next;
        task_renew(tasks, task, now_ns);
        task->run(tasks->context);
    }
}

uint64_t ws_tasks_next(const ws_tasks *tasks) {
    if (tasks->idle)
        return 0;
    return tasks->timed ? tasks->timed->due_ns : UINT64_MAX;
}
