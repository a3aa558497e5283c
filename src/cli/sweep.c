/* sweep.c - `wormscope sweep`: the cross product of some settings, every point a process of its
 * own, rows in a fixed order. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <xxhash.h>

#include "cli/report.h"
#include "cli/print.h"
#include "cli/row_list.h"
#include "cli/subcommands.h"
#include "cli/sweep.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/find.h"
#include "session/memory.h"
#include "session/watch.h"

#define ROW_FORM 4 /* moves when rows get another form: those of before are rows of another sweep */
#define JOBS_MAX 256

typedef struct sweep {
    const char *scenario, *fields, *path, *find;
    ws_scenario_args given;
    ws_sweep_plan plan;
    ws_rows rows;
    uint64_t seed, jobs;
    ws_sweep_file *out;
    bool bar; /* draw a progress bar */
    size_t points;
    size_t *todo, todo_count; /* points that have no row yet */
    ws_shard shard;
    const char *vary[WS_AXES_MAX]; /* as they were given */
    size_t varies;
    enum { EMIT_NOTHING, EMIT_PARALLEL, EMIT_SLURM } emit;
    uint64_t shards;
    bool has_jobs;
    ws_summarizing summarizing;
    json_t **row; /* of a table of replicas, which are summarized in the end */
    size_t rows_kept;
    ws_run_job job;
    char seed_text[24], replicas_text[24]; /* of what is emitted */
} sweep;

enum {
    FLAG_VARY = WS_SCENARIO_FLAG_COUNT,
    FLAG_REPLICAS,
    FLAG_JOBS,
    FLAG_JSON,
    FLAG_CSV,
    FLAG_LONG,
    FLAG_FIELDS,
    FLAG_OUTPUT,
    FLAG_VERSUS,
    FLAG_SHARD,
    FLAG_EMIT,
    FLAG_SHARDS,
    FLAG_FIND,
    FLAG_UNTIL,
    FLAG_DRAIN,
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    {"vary", 'v', "NAME=LIST",
     "vary a parameter over a,b,c or LO:HI:STEP; may be repeated: all combinations are run"},
    {"replicas", 'R', "N",
     "run every point N times, with seeds from the seed upwards (1); the table has means and "
     "intervals"},
    {"jobs", 'j', "N",
     "run N points at a time (default: the number of processors); the output does not depend on "
     "it"},
    {"json", 0, NULL, "print one JSON object a line"},
    {"csv", 0, NULL, "print comma-separated values: a row a run, a column a figure"},
    {"long", 'l', NULL, "print comma-separated values: a row a figure"},
    {"fields", 'f', "LIST",
     "columns of CSV and table, as paths such as classes.all.head_latency.mean or "
     "hosts_detail.H1.injected"},
    {"output", 'o', "FILE",
     "write rows to FILE (CSV if it ends in .csv, else JSON; `-`: standard output); rows that are "
     "there already are not run "
     "again"},
    {"versus", 0, "NAME=VALUE",
     "in the table of replicas: compare every point with the one that has this value"},
    {"shard", 0, "K/N", "run part K of N; `auto`: that of the task of a Slurm array"},
    {"emit", 0, "parallel|slurm",
     "run nothing; print the commands of all shards for GNU parallel, or a script for Slurm"},
    {"shards", 0, "N", "with --emit: the number of shards (default 4)"},
    {"find", 0, "NAME where COND",
     "instead of --vary: bisect for the value at which a condition ceases to hold, e.g. 'load "
     "where "
     "stable'"},
    {"until", 'u', "EXPR", "stop each run where this is true, such as 'ci<2%'"},
    {"drain", 0, NULL, "run on until every message that was measured has arrived"},
    {0},
};

/* The table of replicas has a row for each point, of all its replicas. */
static bool summarizes(const sweep *s) {
    return s->rows.format == WS_ROWS_TABLE && s->plan.replicas > 1;
}

/* ---- the pool's three questions ---- */

static size_t job_arguments(void *context, size_t job, const char **arguments, size_t room) {
    sweep *s = context;
    size_t point = s->todo[job];
    uint64_t seed = s->seed + ws_sweep_plan_replica(&s->plan, point);
    size_t count = ws_run_job_arguments(&s->job, seed, arguments, room);
    for (size_t axis = 0; axis < s->plan.axes; axis++) {
        const char *setting = ws_sweep_plan_setting(&s->plan, point, axis);
        count = ws_run_job_set(arguments, count, room, setting);
    }
    return count;
}

static void bar_clear(const sweep *s) {
    if (s->bar)
        ws_bar_clear();
}

static void bar_draw(void *context, size_t ended) {
    const sweep *s = context;
    if (s->bar)
        ws_bar_draw(ended + s->points - s->todo_count, s->points);
}

static int job_done(void *context, size_t job, const char *output, size_t length) {
    sweep *s = context;
    json_error_t json_error;
    ws_error error;
    json_t *run = json_loadb(output ? output : "", length, 0, &json_error);
    if (!run) {
        ws_tell(stderr, "wormscope sweep: point %zu gave no result: %s", s->todo[job],
                json_error.text);
        return WS_EXIT_FAILED;
    }
    bar_clear(s);
    if (summarizes(s)) {
        WS_GROW(s->row, s->rows_kept);
        s->row[s->rows_kept++] = ws_rows_object(&s->rows, s->todo[job], run);
        json_decref(run);
        return WS_EXIT_OK;
    }
    bool written = ws_sweep_file_write(s->out, s->todo[job], run, &error);
    json_decref(run);
    if (written)
        return WS_EXIT_OK;
    ws_tell(stderr, "wormscope sweep: %s; rows before this one are whole", error.text);
    return WS_EXIT_IO;
}

/* ---- before it starts ---- */

/* Opens the scenario with the settings of one point: says what is wrong with it. */
static ws_session *point_open(const sweep *s, const char *const settings[], ws_error *error) {
    size_t given = s->given.options.set_count;
    const char **sets = ws_alloc(given + s->plan.axes, sizeof *sets);
    for (size_t i = 0; i < given; i++)
        sets[i] = s->given.options.sets[i];
    for (size_t axis = 0; axis < s->plan.axes; axis++)
        sets[given + axis] = settings[axis];
    ws_options options = s->given.options;
    options.sets = sets;
    options.set_count = given + s->plan.axes;
    ws_session *session = ws_session_open(s->scenario, &options, error);
    free(sets);
    return session;
}

/* Every value of every axis once, beside the first values of the others: a mistake is seen
 * before anything has run. */
static bool values_are_good(sweep *s, ws_error *error) {
    const char *settings[WS_AXES_MAX] = {NULL};
    for (size_t axis = 0; axis < s->plan.axes; axis++)
        settings[axis] = s->plan.axis[axis].setting[0];
    for (size_t axis = 0; axis < s->plan.axes; axis++) {
        for (size_t i = 1; i < s->plan.axis[axis].count; i++) {
            settings[axis] = s->plan.axis[axis].setting[i];
            ws_session *session = point_open(s, settings, error);
            if (!session)
                return false;
            ws_rows_use(&s->rows, ws_session_first(session));
            ws_session_close(session);
        }
        settings[axis] = s->plan.axis[axis].setting[0];
    }
    return true;
}

static void hash_text(XXH64_state_t *hash, const char *text) {
    XXH64_update(hash, text, strlen(text) + 1);
}

/* Everything that decides the rows: their form, scenario, settings, points, columns, and the
 * model itself. */
static uint64_t fingerprint(const sweep *s, ws_session *first) {
    const ws_options *o = &s->given.options;
    XXH64_state_t *hash = ws_must(XXH64_createState());
    uint64_t numbers[] = {ROW_FORM,
                          WS_MODEL,
                          ws_session_digest(first),
                          ws_scenario_digest(first),
                          ws_session_end(first),
                          ws_session_warmup(first),
                          s->given.warmup_auto,
                          s->seed,
                          s->plan.replicas};
    XXH64_reset(hash, 0);
    XXH64_update(hash, numbers, sizeof numbers);
    hash_text(hash, ws_session_name(first));
    for (size_t i = 0; i < o->set_count; i++)
        hash_text(hash, o->sets[i]);
    for (size_t axis = 0; axis < s->plan.axes; axis++)
        for (size_t i = 0; i < s->plan.axis[axis].count; i++)
            hash_text(hash, s->plan.axis[axis].setting[i]);
    for (size_t i = 0; i < s->rows.fields; i++)
        hash_text(hash, s->rows.field[i]);
    if (s->rows.is_long)
        hash_text(hash, "long");
    if (o->drain)
        hash_text(hash, "drain");
    if (s->given.until)
        hash_text(hash, s->given.until);
    uint64_t value = XXH64_digest(hash);
    XXH64_freeState(hash);
    return value;
}

/* Can the condition at which runs stop be read, and does the network have what it names? */
static bool until_is_good(const sweep *s, ws_session *first, ws_error *error) {
    if (!s->given.until)
        return true;
    ws_watch *watch = ws_watch_new();
    bool good =
        ws_watch_until(watch, s->given.until, 0, error) && ws_watch_check(watch, first, error);
    ws_watch_free(watch);
    return good;
}

/* Reads the scenario once: seed, fingerprint, mistakes. */
static bool sweep_check(sweep *s, ws_error *error) {
    const char *settings[WS_AXES_MAX];
    for (size_t axis = 0; axis < s->plan.axes; axis++)
        settings[axis] = s->plan.axis[axis].setting[0];
    ws_session *first = point_open(s, settings, error);
    if (!first)
        return false;
    s->seed = (uint64_t)ws_net_def(ws_session_net(first))->seed;
    ws_rows_use(&s->rows, ws_session_first(first));
    ws_run_warn(&ws_subcommand_sweep, first);
    bool good = until_is_good(s, first, error) && values_are_good(s, error);
    if (good) {
        ws_rows_choose(&s->rows, s->fields);
        s->rows.fingerprint = fingerprint(s, first);
    }
    ws_session_close(first);
    return good;
}

/* ---- the command ---- */

static bool out_open(sweep *s, int *code) {
    ws_error error;
    ws_sweep_fault fault;
    s->out = ws_sweep_file_open(&s->rows, s->path, s->points, &fault, &error);
    if (s->out)
        return true;
    ws_tell(stderr, "wormscope sweep: %s", error.text);
    *code = fault == WS_SWEEP_FOREIGN ? WS_EXIT_USAGE : WS_EXIT_IO;
    return false;
}

/* Which points are left to be run, of those that are planned so far. */
static void todo_list(sweep *s) {
    size_t planned = ws_sweep_plan_points(&s->plan);
    s->todo_count = 0;
    for (size_t p = 0; p < planned; p++) {
        bool there = s->out && ws_sweep_file_has(s->out, p);
        if (ws_shard_has(&s->shard, p) && !there)
            s->todo[s->todo_count++] = p;
    }
}

static void sweep_tell(const sweep *s, size_t altered, int code) {
    if (altered)
        ws_tell(stderr,
                "%s: %zu lines taken out, altered or without a seal; their points were run again",
                s->path, altered);
    size_t own = 0;
    for (size_t p = 0; p < s->points; p++)
        own += ws_shard_has(&s->shard, p);
    if (code == WS_EXIT_OK)
        ws_tell(stderr, "%s: %zu rows, %zu of them new", s->path, own, s->todo_count);
    if (code == WS_EXIT_INTERRUPTED)
        ws_tell(stderr, "interrupted; the same command continues where it stopped");
}

/* Closes the file; the code of the sweep, or that of an error. */
static int out_close(sweep *s, int code) {
    ws_error error;
    bool regular = ws_sweep_file_can_go_on(s->out);
    size_t altered = ws_sweep_file_altered(s->out);
    if (!ws_sweep_file_close(s->out, &error)) {
        ws_tell(stderr, "wormscope sweep: %s", error.text);
        if (code == WS_EXIT_OK)
            code = WS_EXIT_IO;
    }
    if (regular)
        sweep_tell(s, altered, code);
    return code;
}

static int summary_tell(sweep *s, int code) {
    ws_error error;
    if (s->rows_kept > 0 &&
        !ws_summary_print(s->row, s->rows_kept, &s->summarizing, stdout, &error)) {
        ws_tell(stderr, "wormscope sweep: %s", error.text);
        code = WS_EXIT_USAGE;
    }
    for (size_t i = 0; i < s->rows_kept; i++)
        json_decref(s->row[i]);
    free(s->row);
    return code;
}

/* ---- for other machines ---- */

enum { WORDS_MAX = 256 };

typedef struct words {
    const char *word[WORDS_MAX];
    size_t count;
} words;

static void words_add(words *w, const char *word, const char *value) {
    if (w->count + 2 > WORDS_MAX)
        return;
    w->word[w->count++] = word;
    if (value)
        w->word[w->count++] = value;
}

/* What decides the rows, as it was given. */
static void words_copy(const sweep *s, words *w) {
    const ws_options *o = &s->given.options;
    for (size_t i = 0; i < o->set_count; i++)
        words_add(w, "--set", o->sets[i]);
    if (o->has_seed)
        words_add(w, "--seed", s->seed_text);
    if (o->has_cycles)
        words_add(w, "--cycles", s->job.cycles);
    if (o->has_warmup || s->given.warmup_auto)
        words_add(w, "--warmup", s->job.warmup);
    if (s->given.until)
        words_add(w, "--until", s->given.until);
    if (o->drain)
        words_add(w, "--drain", NULL);
    for (size_t i = 0; i < s->varies; i++)
        words_add(w, "--vary", s->vary[i]);
    if (s->plan.replicas > 1)
        words_add(w, "--replicas", s->replicas_text);
    if (s->fields)
        words_add(w, "--fields", s->fields);
}

static int sweep_emit(sweep *s) {
    words w = {0};
    char *program = ws_program_path();
    words_add(&w, program, "sweep");
    words_add(&w, s->scenario, NULL);
    snprintf(s->seed_text, sizeof s->seed_text, "%" PRIu64, s->given.options.seed);
    snprintf(s->replicas_text, sizeof s->replicas_text, "%" PRIu64, s->plan.replicas);
    words_copy(s, &w);
    words_add(&w, s->rows.format == WS_ROWS_CSV ? "--csv" : "--json", NULL);
    ws_emit emit = {.command = w.word,
                    .words = w.count,
                    .output = s->path ? s->path : "rows.json",
                    .shards = s->shards,
                    .jobs = s->has_jobs ? s->jobs : 0};
    if (s->emit == EMIT_PARALLEL)
        ws_emit_parallel(&emit, stdout);
    else
        ws_emit_slurm(&emit, stdout);
    free(program);
    return WS_EXIT_OK;
}

/* ---- all of it ---- */

static int find_go(sweep *s) {
    ws_error error;
    ws_session *first = ws_session_open(s->scenario, &s->given.options, &error);
    if (!first) {
        ws_tell(stderr, "%s", error.text);
        return WS_EXIT_USAGE;
    }
    ws_finding finding = {.what = s->find,
                          .scenario = s->scenario,
                          .given = &s->given,
                          .seed = (uint64_t)ws_session_first(first)->seed,
                          .replicas = s->plan.replicas,
                          .jobs = s->jobs,
                          .as_json = s->rows.format == WS_ROWS_JSON};
    ws_run_warn(&ws_subcommand_sweep, first);
    bool good = until_is_good(s, first, &error);
    ws_session_close(first);
    if (good)
        return ws_find_run(&finding);
    ws_tell(stderr, "%s", error.text);
    return WS_EXIT_USAGE;
}

static int sweep_go(sweep *s) {
    ws_error error = {0};
    int code = WS_EXIT_OK;
    if (!sweep_check(s, &error)) {
        ws_tell(stderr, "%s", error.text);
        return WS_EXIT_USAGE;
    }
    if (s->emit)
        return sweep_emit(s);
    if (!summarizes(s) && !out_open(s, &code))
        return code;
    ws_job job = {.arguments = job_arguments, .done = job_done, .progress = bar_draw, .context = s};
    s->todo = ws_alloc(s->points, sizeof *s->todo);
    todo_list(s);
    code = ws_workers_run(&job, s->todo_count, s->jobs);
    bar_clear(s);
    return summarizes(s) ? summary_tell(s, code) : out_close(s, code);
}

static void emit_parse(sweep *s, ws_args *args) {
    if (strcmp(args->value, "parallel") == 0)
        s->emit = EMIT_PARALLEL;
    else if (strcmp(args->value, "slurm") == 0)
        s->emit = EMIT_SLURM;
    else
        ws_args_wrong(args, "--emit `%s`: expected parallel or slurm", args->value);
}

static void sweep_flag(sweep *s, ws_args *args, int flag) {
    ws_error error = {0};
    switch (flag) {
    case FLAG_VARY:
        if (!ws_sweep_plan_vary(&s->plan, args->value, &error))
            ws_args_wrong(args, "%s", error.text);
        else
            s->vary[s->varies++] = args->value;
        break;
    case FLAG_FIND: s->find = args->value; break;
    case FLAG_UNTIL: s->given.until = args->value; break;
    case FLAG_DRAIN: s->given.options.drain = true; break;
    case FLAG_VERSUS: s->summarizing.versus = args->value; break;
    case FLAG_SHARD: ws_shard_parse(args, &s->shard); break;
    case FLAG_SHARDS: ws_args_number(args, 1, WS_SHARDS_MAX, &s->shards); break;
    case FLAG_EMIT: emit_parse(s, args); break;
    case FLAG_REPLICAS: ws_args_number(args, 1, WS_POINTS_MAX, &s->plan.replicas); break;
    case FLAG_JOBS: s->has_jobs = ws_args_number(args, 1, JOBS_MAX, &s->jobs); break;
    case FLAG_JSON: s->rows.format = WS_ROWS_JSON; break;
    case FLAG_CSV: s->rows.format = WS_ROWS_CSV; break;
    case FLAG_LONG:
        s->rows.is_long = true;
        s->rows.format = WS_ROWS_CSV;
        break;
    case FLAG_FIELDS: s->fields = args->value; break;
    case FLAG_OUTPUT: s->path = args->value; break;
    }
}

/* What the flags mean together; false if they contradict each other. */
static bool sweep_settle(sweep *s, ws_args *args) {
    if (!ws_args_one_operand(args, "scenario"))
        return false;
    s->scenario = args->operands[0];
    s->points = ws_sweep_plan_points(&s->plan);
    s->bar = ws_bar_wanted();
    if (strcmp(s->scenario, "-") == 0)
        return ws_args_wrong(args, "the scenario must be a file: it is read once for every point");
    if (s->find && (s->plan.axes || s->path || s->shard.count || s->emit))
        return ws_args_wrong(args, "--find chooses its own points: it cannot be combined with "
                                   "--vary, -o, --shard or --emit");
    if (!s->plan.axes && !s->find)
        return ws_args_wrong(args,
                             "nothing varies; give --vary NAME=a,b,c or --vary NAME=LO:HI:STEP");
    if (!s->points)
        return ws_args_wrong(args, "there are more than %d points", WS_POINTS_MAX);
    if (s->given.options.set_count > 64)
        return ws_args_wrong(args, "more than 64 settings");
    if (s->path && s->rows.format == WS_ROWS_TABLE)
        s->rows.format = text_ends(s->path, ".csv") ? WS_ROWS_CSV : WS_ROWS_JSON;
    ws_run_job_begin(&s->job, s->scenario, &s->given);
    s->rows.points = s->points;
    s->summarizing.fields = s->fields;
    if (s->summarizing.versus && !summarizes(s))
        return ws_args_wrong(args, "--versus is for the table of replicas: -R N; `wormscope "
                                   "summary` reads rows that are written");
    if (s->emit && (s->rows.is_long || (s->path && strcmp(s->path, "-") == 0)))
        return ws_args_wrong(args, "shards write rows to files that can be merged: --emit goes "
                                   "with neither --long nor -o -");
    if (s->emit && s->rows.format == WS_ROWS_TABLE)
        s->rows.format = WS_ROWS_JSON;
    return true;
}

static int run_sweep(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    sweep s = {.plan = {.replicas = 1}, .jobs = uv_available_parallelism(), .shards = 4};
    s.rows.plan = &s.plan;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_parse(&s.given, &args, flag))
            sweep_flag(&s, &args, flag);
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (sweep_settle(&s, &args))
        code = s.find ? find_go(&s) : sweep_go(&s);
    free(s.todo);
    ws_rows_free(&s.rows);
    ws_sweep_plan_free(&s.plan);
    ws_scenario_args_free(&s.given);
    return code;
}

const ws_subcommand ws_subcommand_sweep = {
    .name = "sweep",
    .operands = "SCENARIO --vary NAME=LIST... | --find TEXT [OPTION]...",
    .doc = "Run a scenario for all combinations of some settings, in parallel",
    .flags = flags,
    .run = run_sweep};
