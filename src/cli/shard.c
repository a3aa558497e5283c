/* shard.c - see sweep.h. */
#include "cli/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/text.h"

/* ---- which one ---- */

static bool number_read(const char *text, uint64_t *number) {
    char *end;
    if (!text || *text < '0' || *text > '9')
        return false;
    *number = strtoull(text, &end, 10);
    return *end == '\0';
}

static bool environment_number(const char *name, uint64_t *number) {
    return number_read(getenv(name), number);
}

/* The task of an array MIN-MAX:STEP. */
static bool shard_of_slurm(ws_args *args, ws_shard *shard) {
    uint64_t task;
    uint64_t least;
    uint64_t step;
    bool there = environment_number("SLURM_ARRAY_TASK_ID", &task) &&
                 environment_number("SLURM_ARRAY_TASK_COUNT", &shard->count);
    if (!there)
        return ws_args_wrong(args, "--shard auto needs SLURM_ARRAY_TASK_ID and _COUNT, which the "
                                   "tasks of a Slurm array have; write --shard K/N");
    if (!environment_number("SLURM_ARRAY_TASK_MIN", &least))
        least = 1;
    if (!environment_number("SLURM_ARRAY_TASK_STEP", &step) || step == 0)
        step = 1;
    shard->index = task >= least ? (task - least) / step + 1 : 0;
    if (shard->index >= 1 && shard->index <= shard->count)
        return true;
    return ws_args_wrong(args,
                         "task %" PRIu64 " is not one of %" PRIu64 " in a row; write --shard K/N",
                         task, shard->count);
}

bool ws_shard_parse(ws_args *args, ws_shard *shard) {
    char index[24];
    const char *slash = strchr(args->value, '/');
    size_t length = slash ? (size_t)(slash - args->value) : 0;
    if (text_is(args->value, "auto"))
        return shard_of_slurm(args, shard);
    snprintf(index, sizeof index, "%.*s", (int)length, args->value);
    bool good = slash && number_read(index, &shard->index) && number_read(slash + 1, &shard->count);
    good = good && shard->index >= 1 && shard->index <= shard->count;
    if (good && shard->count <= WS_SHARDS_MAX)
        return true;
    return ws_args_wrong(args, "invalid shard `%s`: expected K/N with K from 1 to N, e.g. 2/8",
                         args->value);
}

/* ---- starting ---- */

/* A word as the shell takes it. */
static void word_write(const char *word, FILE *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+/.,:@";
    if (*word && strspn(word, plain) == strlen(word)) {
        fprintf(out, "%s", word);
        return;
    }
    putc('\'', out);
    for (const char *at = word; *at; at++) {
        if (*at == '\'')
            fprintf(out, "'\\''");
        else
            putc(*at, out);
    }
    putc('\'', out);
}

static void command_write(const ws_emit *emit, FILE *out) {
    for (size_t i = 0; i < emit->words; i++) {
        if (i > 0)
            putc(' ', out);
        word_write(emit->command[i], out);
    }
}

/* The end of a name: where its extension begins. */
static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    bool has_one = dot && dot > path && (!slash || dot > slash + 1);
    return has_one ? dot : path + strlen(path);
}

/* NAME.MIDDLE.EXTENSION, quoted but for the middle. */
static void name_write(const ws_emit *emit, const char *middle, const char *extension, FILE *out) {
    const char *own = extension_of(emit->output);
    char *stem = ws_copy_text(emit->output, (size_t)(own - emit->output));
    word_write(stem, out);
    fprintf(out, ".%s-of-%" PRIu64, middle, emit->shards);
    if (extension ? *extension : *own)
        word_write(extension ? extension : own, out);
    free(stem);
}

void ws_emit_parallel(const ws_emit *emit, FILE *out) {
    uint64_t jobs = emit->jobs ? emit->jobs : 1;
    for (uint64_t k = 1; k <= emit->shards; k++) {
        char middle[24];
        snprintf(middle, sizeof middle, "%" PRIu64, k);
        command_write(emit, out);
        fprintf(out, " --jobs %" PRIu64 " --shard %" PRIu64 "/%" PRIu64 " --output ", jobs, k,
                emit->shards);
        name_write(emit, middle, NULL, out);
        putc('\n', out);
    }
}

void ws_emit_slurm(const ws_emit *emit, FILE *out) {
    fprintf(out, "#!/bin/sh\n#SBATCH --job-name=wormscope\n#SBATCH --array=1-%" PRIu64 "\n",
            emit->shards);
    fprintf(out, "#SBATCH --output=");
    name_write(emit, "%a", ".log", out);
    fprintf(out, "\n# A shard that was lost: sbatch --array=K FILE. In the end:\n# ");
    word_write(emit->command[0], out);
    fprintf(out, " merge ");
    name_write(emit, "*", NULL, out);
    fprintf(out, " --output ");
    word_write(emit->output, out);
    fprintf(out, "\nexec ");
    command_write(emit, out);
    if (emit->jobs)
        fprintf(out, " --jobs %" PRIu64, emit->jobs);
    else
        fprintf(out, " --jobs \"${SLURM_CPUS_PER_TASK:-1}\"");
    fprintf(out, " --shard \"$SLURM_ARRAY_TASK_ID/%" PRIu64 "\" --output ", emit->shards);
    name_write(emit, "\"$SLURM_ARRAY_TASK_ID\"", NULL, out);
    putc('\n', out);
}
