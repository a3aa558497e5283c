/* sweep.h - a sweep: its plan, the runs that a pool of workers makes, their rows, and the file in
 * which these stand. */
#ifndef WS_SWEEP_H
#define WS_SWEEP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/cli.h"
#include "wormscope/wormscope.h"

/* ---- workers ---- */

/* Runs many command lines of this very program, a few at a time, and hands over what each
 * printed, in order. No job outlives the pool: jobs are ended by SIGINT, SIGTERM and SIGHUP
 * (unless they were ignored before), and end themselves when the pool is gone without a word
 * (worker_run.c). With few file descriptors fewer jobs run at a time. */

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

/* ---- run job ---- */

/* The command line by which a pool runs a scenario, of what a command was given. */

enum { WS_RUN_JOB_NUMBER = 24 };

typedef struct ws_run_job {
    const char *scenario;
    const ws_scenario_args *given; /* whose numbers stand below as text */
    char seed[WS_RUN_JOB_NUMBER];
    char cycles[WS_RUN_JOB_NUMBER];
    char warmup[WS_RUN_JOB_NUMBER]; /* or "auto" */
} ws_run_job;

/* Both stay the caller's, for as long as the job. */
void ws_run_job_begin(ws_run_job *job, const char *scenario, const ws_scenario_args *given);
/* The arguments of a run with this seed, as ws_job asks for them. */
size_t ws_run_job_arguments(ws_run_job *job, uint64_t seed, const char **arguments, size_t room);
/* One more setting behind `count` arguments, if there is room; returns the number of arguments. */
size_t ws_run_job_set(const char **arguments, size_t count, size_t room, const char *setting);

/* ---- sweep plan ---- */

/* The points of a sweep: what --vary asks for, as a cross product in a canonical order. --vary
 * NAME=ITEM,ITEM,... where an item is a value as the language writes it ("0.2", "fixed 20") or a
 * range of numbers LO:HI:STEP, both ends included. Ranges are computed in decimal, so 0.1:0.3:0.1
 * is exactly 0.1, 0.2, 0.3. The first --vary changes slowest, replicas fastest. */

#define WS_AXES_MAX   8
#define WS_POINTS_MAX 1000000

typedef struct ws_axis {
    char *name;
    char **setting; /* "NAME=VALUE", by value */
    size_t count;
} ws_axis;

typedef struct ws_sweep_plan {
    ws_axis axis[WS_AXES_MAX];
    size_t axes;
    uint64_t replicas;
} ws_sweep_plan;

/* Adds the axis "NAME=ITEM,...". The name must be a parameter. */
bool ws_sweep_plan_vary(ws_sweep_plan *plan, const char *text, ws_error *error);
void ws_sweep_plan_free(ws_sweep_plan *plan);

/* replicas included; 0 if there are more than WS_POINTS_MAX */
size_t ws_sweep_plan_points(const ws_sweep_plan *plan);
/* The setting "NAME=VALUE" that point number `point` has on an axis, VALUE alone, and which
 * replica it is. */
const char *ws_sweep_plan_setting(const ws_sweep_plan *plan, size_t point, size_t axis);
const char *ws_sweep_plan_value(const ws_sweep_plan *plan, size_t point, size_t axis);
uint64_t ws_sweep_plan_replica(const ws_sweep_plan *plan, size_t point);

/* ---- sweep rows ---- */

/* The rows of a sweep in three shapes: JSON lines, CSV, and a table for people. A row depends on
 * its point alone, never on how long anything took or what ran beside it. In JSON and CSV it
 * begins with the fingerprint of the sweep and the number of the point, and ends with its seal,
 * eight hexadecimal digits as an ordinary last field or column: a row is known again wherever it
 * stands, and a row that was altered is known too. */

enum { WS_ROWS_CLASSES = 16 };

typedef enum ws_row_format { WS_ROWS_TABLE, WS_ROWS_JSON, WS_ROWS_CSV } ws_row_format;

typedef struct ws_rows {
    const ws_sweep_plan *plan;
    ws_row_format format;
    bool is_long;                       /* CSV with a line for each figure */
    size_t points;                      /* of the whole sweep */
    uint64_t fingerprint;               /* of everything that decides what the rows say */
    const char *class[WS_ROWS_CLASSES]; /* those that its runs report, "all" aside */
    size_t classes;
    /* paths into the object of a run, such as classes.all.message_latency.mean; owned */
    char **field;
    char **heading; /* what the table calls them; owned */
    size_t fields;
} ws_rows;

/* Another network of the sweep: its classes are in use. */
void ws_rows_use(ws_rows *rows, const ws_def *def);
/* Chooses the columns of CSV and table: "PATH,PATH,..." or, if NULL, those that suit the format. */
void ws_rows_choose(ws_rows *rows, const char *paths);
void ws_rows_free(ws_rows *rows);

/* The line above the first row, "" if the format has none, and the row of a point from the JSON
 * object of its run (which loses its figures of CPU time): whole lines with their ends. Owned by
 * the caller. */
char *ws_rows_head(const ws_rows *rows, size_t *length);
char *ws_rows_row(const ws_rows *rows, size_t point, json_t *run, size_t *length);

/* The row of a point as an object, without its seal. Owned by the caller. */
json_t *ws_rows_object(const ws_rows *rows, size_t point, json_t *run);

typedef enum ws_row_kind {
    WS_ROW_GOOD,    /* a row of this sweep, with its seal */
    WS_ROW_ALTERED, /* has been a row, and is none any more */
    WS_ROW_TORN,    /* the begin of a row of this sweep, without an end of line */
    WS_ROW_FOREIGN, /* a row of another sweep, or no row */
} ws_row_kind;

/* What a line below the head is, given with its end if it has one; of a good row also which
 * point. Not for tables. */
ws_row_kind ws_rows_judge(const ws_rows *rows, const char *line, size_t length, size_t *point);
/* Is it the head, or, without an end of line, how the head begins? */
bool ws_rows_is_head(const ws_rows *rows, const char *line, size_t length);

/* ---- sweep file ---- */

/* Where the rows of a sweep go: standard output, a device or pipe, or a file that can be
 * continued. A regular file holds whole rows, each with its seal, and is one sweep's at a time:
 * it is locked while one writes it, and the lock goes with the process. What is found in it is
 * kept if it is a row of this sweep and its seal is right; a row that was altered, or torn, is
 * taken out, so that its point runs again. In the end its rows stand in the order of their
 * points. A file that holds anything else is refused and left as it was. Anything that is no
 * regular file is written to and never read. */

typedef struct ws_sweep_file ws_sweep_file;

/* Why a file could not be opened. */
typedef enum ws_sweep_fault {
    WS_SWEEP_IO,      /* it cannot be read or written, or another sweep writes it */
    WS_SWEEP_FOREIGN, /* it holds something else than this sweep */
} ws_sweep_fault;

/* Opens a place for the rows of `points` points; path "-" or NULL: standard output. The rows
 * must live as long. NULL with an error. */
ws_sweep_file *ws_sweep_file_open(const ws_rows *rows, const char *path, size_t points,
                                  ws_sweep_fault *fault, ws_error *error);
bool ws_sweep_file_can_go_on(const ws_sweep_file *file); /* a regular file that was named */
/* Is the row of a point there already? */
bool ws_sweep_file_has(const ws_sweep_file *file, size_t point);
size_t ws_sweep_file_altered(const ws_sweep_file *file); /* lines that were taken out */
/* Writes a row, whole or not at all (a pipe may take a part); false with an error. */
bool ws_sweep_file_write(ws_sweep_file *file, size_t point, json_t *run, ws_error *error);
/* Puts the rows in order, if they are not, and closes; frees the file. False with an error. */
bool ws_sweep_file_close(ws_sweep_file *file, ws_error *error);

/* ---- sweep find ---- */

/* `sweep --find 'load where stable'`: where along a parameter something ceases to hold. For each
 * seed a coarse grid is run, then the stretch between the last value at which the condition is
 * known to be as at the beginning and the first at which it is known to be otherwise is halved
 * until it is a step wide, from both ends where runs in between cannot tell. The condition must
 * change once. Of several seeds the interval is by Student's t over the ends of their stretches
 * (statistics/replicas.h). */

typedef struct ws_finding {
    /* "NAME [in LO:HI[:STEP]] where [not] PATH [< <= > >= NUMBER]", PATH as in rows: a truth value,
     * such as stable, or a number that is compared */
    const char *what;
    const char *scenario;
    const ws_scenario_args *given;
    uint64_t seed; /* of the first replica */
    uint64_t replicas;
    uint64_t jobs;
    bool as_json;
} ws_finding;

/* Runs it and prints what was found; the exit code: 1 if it holds everywhere or nowhere. */
int ws_find_run(const ws_finding *finding);

/* ---- shard ---- */

/* A part of a sweep, for one of many machines: points K-1, K-1+N, K-1+2N, ... Every shard knows
 * the whole plan and names its rows by it (the fingerprint of the sweep and the number of the
 * point), so shards never collide, a lost one is run again, and merge.c finds what is missing. */

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

/* ---- summary ---- */

/* What the replicas of each point of a sweep say together (statistics/replicas.h). */

typedef struct ws_summarizing {
    /* paths of the measures, "PATH,PATH,..."; NULL: those that tell most */
    const char *fields;
    /* "NAME=VALUE": every point is compared with the one that has this value and all else alike,
     * seed by seed; NULL: with none */
    const char *versus;
    bool as_json; /* one object a point, else a table */
    /* the last line of the table: what is to be known of the rows; NULL: nothing */
    const char *note;
} ws_summarizing;

/* Rows of sweeps as objects, in any order; they must stay. Prints a line for each point, in the
 * order of the first rows of each. False with an error. */
bool ws_summary_print(json_t *const *row, size_t count, const ws_summarizing *how, FILE *out,
                      ws_error *error);

#endif
