/* workers.c - see sweep.h. One libuv loop; a slot is a child process and the pipe from its standard output. Output that comes ahead
 * of its turn waits in `ready`. The children's standard input is one pipe for all, of which we hold the other end. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "cli/cli.h"
#include "cli/sweep.h"
#include "session/language/tell.h"
#include "session/library/find.h"
#include "session/memory.h"
#include "terminal/event_loop.h"

/* ---- run job ---- */

void ws_run_job_begin(ws_run_job *job, const char *scenario, const ws_scenario_args *given) {
    const ws_options *o = &given->options;
    *job = (ws_run_job){.scenario = scenario, .given = given};
    snprintf(job->cycles, sizeof job->cycles, "%" PRIu64, o->cycles);
    snprintf(job->warmup, sizeof job->warmup, "%" PRIu64, o->warmup);
    if (given->warmup_auto)
        snprintf(job->warmup, sizeof job->warmup, "auto");
}

size_t ws_run_job_set(const char **arguments, size_t count, size_t room, const char *setting) {
    if (count + 2 > room)
        return count;
    arguments[count++] = "--set";
    arguments[count++] = setting;
    return count;
}

size_t ws_run_job_arguments(ws_run_job *job, uint64_t seed, const char **arguments, size_t room) {
    const ws_scenario_args *given = job->given;
    const ws_options *o = &given->options;
    snprintf(job->seed, sizeof job->seed, "%" PRIu64, seed);
    const char *pair[][2] = {
        {WS_WORKER_RUN, job->scenario},
        {"--seed", job->seed},
        {o->has_cycles ? "--cycles" : NULL, job->cycles},
        {o->has_warmup || given->warmup_auto ? "--warmup" : NULL, job->warmup},
        {given->until ? "--until" : NULL, given->until},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        if (!pair[i][0])
            continue;
        arguments[count++] = pair[i][0];
        arguments[count++] = pair[i][1];
    }
    arguments[count++] = "--json";
    if (o->drain)
        arguments[count++] = "--drain";
    for (size_t i = 0; i < o->set_count; i++)
        count = ws_run_job_set(arguments, count, room, o->sets[i]);
    return count;
}

/* ---- workers ---- */

#define ARGUMENTS_MAX 256
#define READ_ROOM     65536

typedef struct text {
    char *bytes;
    size_t length, room;
} text;

typedef struct workers workers;

typedef struct slot {
    workers *workers;
    uv_process_t process;
    uv_pipe_t pipe;
    size_t index; /* of the job */
    int open; /* of process and pipe: handles not yet closed; the job is over when there are none */
    int code;
    bool put_off; /* it could not be started beside the others, and will be tried again */
    bool lost;    /* it has failed, and that ends nobody else */
    text output;
    char buffer[READ_ROOM];
} slot;

enum { SIGNALS = 3 };
static const int stops[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

struct workers {
    const ws_job *job;
    char *program; /* the path of this one */
    uv_loop_t loop;
    uv_signal_t signals[SIGNALS];
    size_t watched; /* of the signals */
    uv_file tie[2]; /* the pipe: what the children read, what we hold */
    slot *slots;
    text *ready; /* by job: output of jobs that have ended before their turn */
    bool *ended;
    size_t count, next, turn, ended_count, parallel, running;
    size_t slots_count;
    int code; /* not 0: no more jobs are started */
};

static void text_append(text *t, const char *bytes, size_t length) {
    if (t->length + length > t->room) {
        t->room = 2 * (t->length + length);
        t->bytes = ws_must(realloc(t->bytes, t->room));
    }
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
}

static void workers_fill(workers *p);

static void workers_stop(workers *p, int code) {
    if (!p->code)
        p->code = code;
    for (size_t i = 0; i < p->slots_count; i++)
        if (p->slots[i].open && uv_is_active((uv_handle_t *)&p->slots[i].process))
            (void)uv_process_kill(&p->slots[i].process,
                                  SIGTERM); /* it fails for one that has just ended */
    if (p->running)
        return;
    for (; p->watched > 0; p->watched--)
        uv_close((uv_handle_t *)&p->signals[p->watched - 1], NULL);
}

/* Hands over, in order, everything whose turn has come. */
static void deliver(workers *p) {
    while (!p->code && p->turn < p->count && p->ended[p->turn]) {
        text *t = &p->ready[p->turn];
        p->code = p->job->done(p->job->context, p->turn, t->bytes, t->length);
        free(t->bytes);
        *t = (text){0};
        p->turn++;
    }
}

static void job_over(slot *s) {
    workers *p = s->workers;
    p->running--;
    if (s->put_off) {
        workers_fill(p);
        return;
    }
    if (s->code && !p->code)
        p->code = s->code;
    if (s->lost)
        s->output.length = 0;
    p->ready[s->index] = s->output;
    p->ended[s->index] = s->code == 0;
    s->output = (text){0};
    deliver(p);
    if (!p->code)
        p->job->progress(p->job->context, ++p->ended_count);
    workers_fill(p);
}

static void on_close(uv_handle_t *handle) {
    slot *s = handle->data;
    if (--s->open == 0)
        job_over(s);
}

static void on_exit_of_child(uv_process_t *process, int64_t status, int signal_number) {
    slot *s = process->data;
    bool stopped = signal_number == SIGINT || signal_number == SIGTERM;
    if (!s->code)
        s->code = (int)status;
    if (signal_number && !stopped)
        s->code = WS_EXIT_FAILED,
        ws_tell(stderr, "wormscope: a run was ended by signal %d", signal_number);
    s->lost = s->code && s->workers->job->each_alone;
    if (stopped)
        s->code = WS_EXIT_INTERRUPTED; /* from the terminal it reaches all of us, in any order */
    else if (s->lost)
        s->code = WS_EXIT_OK;
    uv_close((uv_handle_t *)process, on_close);
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    slot *s = handle->data;
    *buffer = uv_buf_init(s->buffer, sizeof s->buffer);
}

static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    slot *s = stream->data;
    if (got > 0)
        text_append(&s->output, buffer->base, (size_t)got);
    else if (got < 0)
        uv_close((uv_handle_t *)stream, on_close);
}

/* The job was not started, or is of no use. */
static void job_fail(slot *s, int failed) {
    ws_tell(stderr, "wormscope: cannot start a process: %s", uv_strerror(failed));
    s->code = WS_EXIT_IO;
}

/* Beside others that run: when one of them has ended there may be room again. */
static bool may_be_later(const workers *p, int failed) {
    bool scarce =
        failed == UV_EMFILE || failed == UV_ENFILE || failed == UV_EAGAIN || failed == UV_ENOMEM;
    return scarce && p->running > 1;
}

static void job_not_spawned(workers *p, slot *s, int failed) {
    s->put_off = may_be_later(p, failed);
    if (s->put_off) {
        p->next--;
        p->parallel = p->running - 1;
    } else
        job_fail(s, failed);
    uv_close((uv_handle_t *)&s->process, on_close);
    uv_close((uv_handle_t *)&s->pipe, on_close);
}

/* False: no further one need be tried now. */
static bool job_start(workers *p, slot *s, size_t index) {
    static char name[] = "wormscope";
    char *arguments[ARGUMENTS_MAX + 2] = {name};
    p->job->arguments(p->job->context, index, (const char **)arguments + 1, ARGUMENTS_MAX);
    *s = (slot){.workers = p, .index = index};
    s->process.data = s->pipe.data = s;
    int failed = uv_pipe_init(&p->loop, &s->pipe, 0);
    if (failed) {
        job_fail(s, failed);
        p->code = s->code;
        return false;
    }
    uv_stdio_container_t stdio[] = {
        {.flags = UV_INHERIT_FD, .data.fd = p->tie[0]},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&s->pipe},
        {.flags = UV_INHERIT_FD, .data.fd = 2},
    };
    uv_process_options_t options = {.file = p->program,
                                    .args = arguments,
                                    .exit_cb = on_exit_of_child,
                                    .stdio = stdio,
                                    .stdio_count = 3};
    s->open = 2;
    p->running++;
    failed = uv_spawn(&p->loop, &s->process, &options);
    if (failed) {
        job_not_spawned(p, s, failed);
        return false;
    }
    failed = uv_read_start((uv_stream_t *)&s->pipe, on_room, on_read);
    if (!failed)
        return true;
    job_fail(s, failed);
    uv_close((uv_handle_t *)&s->pipe, on_close);
    (void)uv_process_kill(&s->process, SIGTERM);
    return false;
}

static void workers_fill(workers *p) {
    for (size_t i = 0;
         i < p->slots_count && p->running < p->parallel && !p->code && p->next < p->count; i++) {
        if (p->slots[i].open)
            continue;
        if (!job_start(p, &p->slots[i], p->next++))
            break;
    }
    if (p->code || p->running == 0)
        workers_stop(p, p->code);
}

static void on_signal(uv_signal_t *handle, int number) {
    (void)number;
    workers_stop(handle->data, WS_EXIT_INTERRUPTED);
}

/* What was ignored when we came (nohup) stays so. */
static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static int workers_watch(workers *p) {
    int failed = 0;
    for (size_t i = 0; i < SIGNALS && !failed; i++) {
        uv_signal_t *handle = &p->signals[p->watched];
        if (is_ignored(stops[i]))
            continue;
        failed = uv_signal_init(&p->loop, handle);
        if (failed)
            break;
        p->watched++;
        handle->data = p;
        failed = uv_signal_start(handle, on_signal, stops[i]);
    }
    return failed;
}

static void loop_run(workers *p) {
    int failed = uv_pipe(p->tie, 0, 0);
    if (failed)
        p->tie[0] = p->tie[1] = -1;
    if (!failed)
        failed = workers_watch(p);
    if (failed) {
        ws_tell(stderr, "wormscope: cannot start processes: %s", uv_strerror(failed));
        p->code = WS_EXIT_IO;
    }
    workers_fill(p);
    while (uv_run(&p->loop, UV_RUN_DEFAULT) != 0)
        continue;
    for (int i = 0; i < 2; i++)
        if (p->tie[i] >= 0)
            close(p->tie[i]);
}

static void workers_run(workers *p) {
    int failed = ws_uv_open(&p->loop);
    if (failed) {
        ws_tell(stderr, "wormscope: cannot start processes: %s", uv_strerror(failed));
        p->code = WS_EXIT_IO;
        return;
    }
    loop_run(p);
    if (uv_loop_close(&p->loop) != 0)
        abort(); /* a handle that we forgot */
}

int ws_workers_run(const ws_job *job, size_t count, size_t parallel) {
    if (count == 0)
        return WS_EXIT_OK;
    if (parallel > count)
        parallel = count;
    workers p = {.job = job, .count = count, .parallel = parallel, .slots_count = parallel};
    p.slots = ws_alloc(parallel, sizeof *p.slots);
    p.ready = ws_alloc(count, sizeof *p.ready);
    p.ended = ws_alloc(count, sizeof *p.ended);
    p.program = ws_program_path();
    workers_run(&p);
    free(p.program);
    for (size_t i = 0; i < count; i++)
        free(p.ready[i].bytes);
    free(p.slots);
    free(p.ready);
    free(p.ended);
    return p.code;
}
