/* shard.h - a part of a sweep, for one of many machines: points K-1, K-1+N, K-1+2N, ...
 *
 * Every shard knows the whole plan and names its rows by it (the fingerprint of the sweep and the
 * number of the point), so shards never collide, a lost one is run again, and merge.c finds what is
 * missing. */
#ifndef WS_SHARD_H
#define WS_SHARD_H

#include <stdio.h>

#include "cli/cli.h"

#define WS_SHARDS_MAX 100000

typedef struct ws_shard {
    uint64_t index; /* 1 to count */
    uint64_t count; /* 0: the whole sweep */
} ws_shard;

/* Reads the value of --shard: "K/N", or "auto" for the task of a Slurm array. False, and it has
 * been said, if it is wrong. */
bool ws_shard_parse(ws_args *args, ws_shard *shard);
static inline bool ws_shard_has(const ws_shard *shard, size_t point) {
    return shard->count == 0 || point % shard->count == shard->index - 1;
}

/* How the shards are started: a command a line for GNU parallel, or a script for a Slurm array.
 * `command` are the words of the sweep without --shard, --jobs and --output. */
typedef struct ws_emit {
    const char *const *command;
    size_t words;
    const char *output; /* rows.json: shards write rows.K-of-N.json */
    uint64_t shards;
    uint64_t jobs; /* of each; 0: not given */
} ws_emit;

void ws_emit_parallel(const ws_emit *emit, FILE *out);
void ws_emit_slurm(const ws_emit *emit, FILE *out);

#endif
