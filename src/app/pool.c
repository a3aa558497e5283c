/* pool.c - see pool.h. One libuv loop; a slot is a child process and the pipe from its standard output. Output that comes ahead
 * of its turn waits in `ready`. */
#include "app/pool.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "app/cli.h"
#include "session/find.h"
#include "session/memory.h"

#define ARGUMENTS_MAX 256
#define READ_ROOM     65536

typedef struct text {
    char *bytes;
    size_t length, room;
} text;

typedef struct pool pool;

typedef struct slot {
    pool *pool;
    uv_process_t process;
    uv_pipe_t pipe;
    size_t index; /* of the job */
    int open;     /* of process and pipe: handles not yet closed; the job is over when there are none */
    int code;
    text output;
    char buffer[READ_ROOM];
} slot;

struct pool {
    const ws_pool_job *job;
    char *program; /* the path of this one */
    uv_loop_t loop;
    uv_signal_t interrupt, terminate;
    slot *slots;
    text *ready; /* by job - first: output of jobs that have ended before their turn */
    bool *ended;
    size_t first, count, next, turn, ended_count, parallel, running;
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

static void pool_fill(pool *p);

static void pool_stop(pool *p, int code) {
    if (!p->code) p->code = code;
    for (size_t i = 0; i < p->parallel; i++)
        if (p->slots[i].open && uv_is_active((uv_handle_t *)&p->slots[i].process)) uv_process_kill(&p->slots[i].process, SIGTERM);
    if (p->running || uv_is_closing((uv_handle_t *)&p->interrupt)) return;
    uv_close((uv_handle_t *)&p->interrupt, NULL);
    uv_close((uv_handle_t *)&p->terminate, NULL);
}

/* Hands over, in order, everything whose turn has come. */
static void deliver(pool *p) {
    while (!p->code && p->turn < p->count && p->ended[p->turn - p->first]) {
        text *t = &p->ready[p->turn - p->first];
        if (!p->job->done(p->job->context, p->turn, t->bytes, t->length)) p->code = WS_EXIT_FAILED;
        free(t->bytes);
        *t = (text){0};
        p->turn++;
    }
}

static void job_over(slot *s) {
    pool *p = s->pool;
    p->running--;
    if (s->code && !p->code) p->code = s->code;
    p->ready[s->index - p->first] = s->output;
    p->ended[s->index - p->first] = s->code == 0;
    s->output = (text){0};
    deliver(p);
    if (!p->code) p->job->progress(p->job->context, ++p->ended_count);
    pool_fill(p);
}

static void on_close(uv_handle_t *handle) {
    slot *s = handle->data;
    if (--s->open == 0) job_over(s);
}

static void on_exit_of_child(uv_process_t *process, int64_t status, int signal_number) {
    slot *s = process->data;
    s->code = (int)status;
    if (signal_number == SIGINT || signal_number == SIGTERM)
        s->code = WS_EXIT_INTERRUPTED; /* from the terminal it reaches all of us, in any order */
    else if (signal_number) s->code = WS_EXIT_FAILED, fprintf(stderr, "wormscope: a run was ended by signal %d\n", signal_number);
    uv_close((uv_handle_t *)process, on_close);
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    slot *s = handle->data;
    *buffer = uv_buf_init(s->buffer, sizeof s->buffer);
}

static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    slot *s = stream->data;
    if (got > 0) text_append(&s->output, buffer->base, (size_t)got);
    else if (got < 0) uv_close((uv_handle_t *)stream, on_close);
}

static bool job_start(pool *p, slot *s, size_t index) {
    static char name[] = "wormscope";
    char *arguments[ARGUMENTS_MAX + 2] = {name};
    p->job->arguments(p->job->context, index, (const char **)arguments + 1, ARGUMENTS_MAX);
    *s = (slot){.pool = p, .index = index, .open = 2};
    s->process.data = s->pipe.data = s;
    uv_pipe_init(&p->loop, &s->pipe, 0);
    uv_stdio_container_t stdio[] = {
        {.flags = UV_IGNORE},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&s->pipe},
        {.flags = UV_INHERIT_FD, .data.fd = 2},
    };
    uv_process_options_t options = {
        .file = p->program, .args = arguments, .exit_cb = on_exit_of_child, .stdio = stdio, .stdio_count = 3};
    p->running++;
    int failed = uv_spawn(&p->loop, &s->process, &options);
    if (failed) {
        fprintf(stderr, "wormscope: cannot start a process: %s\n", uv_strerror(failed));
        s->code = WS_EXIT_IO;
        uv_close((uv_handle_t *)&s->process, on_close);
        uv_close((uv_handle_t *)&s->pipe, on_close);
        return false;
    }
    uv_read_start((uv_stream_t *)&s->pipe, on_room, on_read);
    return true;
}

static void pool_fill(pool *p) {
    for (size_t i = 0; i < p->parallel && !p->code && p->next < p->count; i++) {
        if (p->slots[i].open) continue;
        if (!job_start(p, &p->slots[i], p->next++)) break;
    }
    if (p->code || p->running == 0) pool_stop(p, p->code);
}

static void on_signal(uv_signal_t *handle, int number) {
    (void)number;
    pool_stop(handle->data, WS_EXIT_INTERRUPTED);
}

static void pool_watch(pool *p, uv_signal_t *handle, int number) {
    uv_signal_init(&p->loop, handle);
    handle->data = p;
    uv_signal_start(handle, on_signal, number);
}

int ws_pool_run(const ws_pool_job *job, size_t first, size_t count, size_t parallel) {
    if (first >= count) return WS_EXIT_OK;
    if (parallel > count - first) parallel = count - first;
    pool p = {
        .job = job, .first = first, .count = count, .next = first, .turn = first, .ended_count = first, .parallel = parallel};
    p.slots = ws_alloc(parallel, sizeof *p.slots);
    p.ready = ws_alloc(count - first, sizeof *p.ready);
    p.ended = ws_alloc(count - first, sizeof *p.ended);
    p.program = ws_program_path();
    uv_loop_init(&p.loop);
    pool_watch(&p, &p.interrupt, SIGINT);
    pool_watch(&p, &p.terminate, SIGTERM);
    pool_fill(&p);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    uv_loop_close(&p.loop);
    for (size_t i = 0; i < count - first; i++) free(p.ready[i].bytes);
    free(p.program);
    free(p.slots);
    free(p.ready);
    free(p.ended);
    return p.code;
}
