/* sweep.c - `wormscope sweep`: the cross product of some settings, every point a process of its own, rows in a fixed order. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>
#include <xxhash.h>

#include "cli/identity.h"
#include "cli/workers.h"
#include "cli/subcommands.h"
#include "cli/sweep_file.h"
#include "cli/sweep_plan.h"
#include "session/memory.h"
#include "session/language/tell.h"

#define ROW_FORM  4 /* moves when rows get another form: those of before are rows of another sweep */
#define JOBS_MAX  256
#define BAR_WIDTH 40

typedef struct sweep {
    const char *scenario, *fields, *path;
    ws_scenario_args given;
    ws_sweep_plan plan;
    ws_rows rows;
    uint64_t seed, jobs;
    ws_sweep_file *out;
    bool bar; /* draw a progress bar */
    size_t points;
    size_t *todo, todo_count; /* points that have no row yet */
    char seed_text[24], cycles_text[24], warmup_text[24];
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
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    {"vary", 'v', "NAME=LIST", "vary a parameter over a,b,c or LO:HI:STEP; may be repeated: all combinations are run"},
    {"replicas", 'R', "N", "run every point N times, with seeds from the seed upwards (1)"},
    {"jobs", 'j', "N", "run N points at a time (as many as there are processors); the output does not depend on it"},
    {"json", 0, NULL, "print one JSON object a line"},
    {"csv", 0, NULL, "print comma-separated values: a row a run, a column a figure"},
    {"long", 'l', NULL, "print comma-separated values: a row a figure"},
    {"fields", 'f', "LIST",
     "columns of CSV and table, as paths such as classes.all.head_latency.mean or hosts_detail.H1.injected"},
    {"output", 'o', "FILE",
     "write rows to FILE (CSV if it ends in .csv, else JSON; `-`: standard output); rows that are there already are not run "
     "again"},
    {0},
};

/* ---- the pool's three questions ---- */

static size_t job_arguments(void *context, size_t job, const char **arguments, size_t room) {
    sweep *s = context;
    size_t point = s->todo[job];
    const ws_options *o = &s->given.options;
    size_t n = 0;
    snprintf(s->seed_text, sizeof s->seed_text, "%" PRIu64, s->seed + ws_sweep_plan_replica(&s->plan, point));
    const char *fixed[] = {WS_WORKER_RUN,    s->scenario,
                           "--json",       "--seed",
                           s->seed_text,   o->has_cycles ? "--cycles" : NULL,
                           s->cycles_text, o->has_warmup || s->given.warmup_auto ? "--warmup" : NULL,
                           s->warmup_text};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (fixed[i]) arguments[n++] = fixed[i];
        else i++; /* and not its value either */
    }
    for (size_t i = 0; i < o->set_count && n + 2 <= room; i++) arguments[n++] = "--set", arguments[n++] = o->sets[i];
    for (size_t a = 0; a < s->plan.axes && n + 2 <= room; a++)
        arguments[n++] = "--set", arguments[n++] = ws_sweep_plan_setting(&s->plan, point, a);
    return n;
}

static void bar_clear(const sweep *s) {
    if (s->bar) fprintf(stderr, "\r\033[K");
}

static void bar_draw(void *context, size_t ended) {
    const sweep *s = context;
    if (!s->bar) return;
    ended += s->points - s->todo_count;
    size_t full = ended * BAR_WIDTH / s->points;
    fprintf(stderr, "\r[%.*s%*s] %zu of %zu", (int)full, "########################################", (int)(BAR_WIDTH - full), "",
            ended, s->points);
    fflush(stderr);
}

static int job_done(void *context, size_t job, const char *output, size_t length) {
    sweep *s = context;
    json_error_t json_error;
    ws_error error;
    json_t *run = json_loadb(output ? output : "", length, 0, &json_error);
    if (!run) {
        ws_tell(stderr, "wormscope sweep: point %zu gave no result: %s", s->todo[job], json_error.text);
        return WS_EXIT_FAILED;
    }
    bar_clear(s);
    bool written = ws_sweep_file_write(s->out, s->todo[job], run, &error);
    json_decref(run);
    if (written) return WS_EXIT_OK;
    ws_tell(stderr, "wormscope sweep: %s; rows before this one are whole", error.text);
    return WS_EXIT_IO;
}

/* ---- before it starts ---- */

/* Opens the scenario with the settings of one point: says what is wrong with it. */
static ws_session *point_open(const sweep *s, const char *const settings[], ws_error *error) {
    size_t given = s->given.options.set_count;
    const char **sets = ws_alloc(given + s->plan.axes, sizeof *sets);
    for (size_t i = 0; i < given; i++) sets[i] = s->given.options.sets[i];
    for (size_t a = 0; a < s->plan.axes; a++) sets[given + a] = settings[a];
    ws_options options = s->given.options;
    options.sets = sets;
    options.set_count = given + s->plan.axes;
    ws_session *session = ws_session_open(s->scenario, &options, error);
    free(sets);
    return session;
}

/* Every value of every axis once, beside the first values of the others: a mistake is seen before anything has run. */
static bool values_are_good(sweep *s, ws_error *error) {
    const char *settings[WS_AXES_MAX];
    for (size_t a = 0; a < s->plan.axes; a++) settings[a] = s->plan.axis[a].setting[0];
    for (size_t a = 0; a < s->plan.axes; a++) {
        for (size_t i = 1; i < s->plan.axis[a].count; i++) {
            settings[a] = s->plan.axis[a].setting[i];
            ws_session *session = point_open(s, settings, error);
            if (!session) return false;
            ws_rows_use(&s->rows, ws_session_first(session));
            ws_session_close(session);
        }
        settings[a] = s->plan.axis[a].setting[0];
    }
    return true;
}

static void hash_text(XXH64_state_t *hash, const char *text) { XXH64_update(hash, text, strlen(text) + 1); }

/* Everything that decides the rows: their form, scenario, settings, points, columns, and the model itself. */
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
    for (size_t i = 0; i < o->set_count; i++) hash_text(hash, o->sets[i]);
    for (size_t a = 0; a < s->plan.axes; a++)
        for (size_t i = 0; i < s->plan.axis[a].count; i++) hash_text(hash, s->plan.axis[a].setting[i]);
    for (size_t i = 0; i < s->rows.fields; i++) hash_text(hash, s->rows.field[i]);
    if (s->rows.is_long) hash_text(hash, "long");
    uint64_t value = XXH64_digest(hash);
    XXH64_freeState(hash);
    return value;
}

/* Reads the scenario once: seed, fingerprint, mistakes. */
static bool sweep_check(sweep *s, ws_error *error) {
    const char *settings[WS_AXES_MAX];
    for (size_t a = 0; a < s->plan.axes; a++) settings[a] = s->plan.axis[a].setting[0];
    ws_session *first = point_open(s, settings, error);
    if (!first) return false;
    s->seed = (uint64_t)ws_net_def(ws_session_net(first))->seed;
    ws_rows_use(&s->rows, ws_session_first(first));
    ws_run_warn(&ws_subcommand_sweep, first);
    bool good = values_are_good(s, error);
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
    if (s->out) return true;
    ws_tell(stderr, "wormscope sweep: %s", error.text);
    *code = fault == WS_SWEEP_FOREIGN ? WS_EXIT_USAGE : WS_EXIT_IO;
    return false;
}

/* Which points are left to be run. */
static void todo_list(sweep *s) {
    s->todo = ws_alloc(s->points, sizeof *s->todo);
    for (size_t p = 0; p < s->points; p++)
        if (!ws_sweep_file_has(s->out, p)) s->todo[s->todo_count++] = p;
}

static void sweep_tell(const sweep *s, size_t altered, int code) {
    if (altered) ws_tell(stderr, "%s: %zu altered lines taken out; their points were run again", s->path, altered);
    if (code == WS_EXIT_OK) ws_tell(stderr, "%s: %zu rows, %zu of them new", s->path, s->points, s->todo_count);
    if (code == WS_EXIT_INTERRUPTED) ws_tell(stderr, "interrupted; the same command goes on where it stopped");
}

static int sweep_go(sweep *s) {
    ws_error error = {0};
    int code = WS_EXIT_OK;
    if (!sweep_check(s, &error)) {
        ws_tell(stderr, "%s", error.text);
        return WS_EXIT_USAGE;
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow further is an error in words */
    if (!out_open(s, &code)) return code;
    todo_list(s);
    ws_job job = {.arguments = job_arguments, .done = job_done, .progress = bar_draw, .context = s};
    code = ws_workers_run(&job, s->todo_count, s->jobs);
    bar_clear(s);
    bool regular = ws_sweep_file_can_go_on(s->out);
    size_t altered = ws_sweep_file_altered(s->out);
    if (!ws_sweep_file_close(s->out, &error)) {
        ws_tell(stderr, "wormscope sweep: %s", error.text);
        if (code == WS_EXIT_OK) code = WS_EXIT_IO;
    }
    if (regular) sweep_tell(s, altered, code);
    return code;
}

static void sweep_flag(sweep *s, ws_args *args, int flag) {
    ws_error error = {0};
    switch (flag) {
    case FLAG_VARY:
        if (!ws_sweep_plan_vary(&s->plan, args->value, &error)) ws_args_wrong(args, "%s", error.text);
        break;
    case FLAG_REPLICAS: ws_args_number(args, 1, WS_POINTS_MAX, &s->plan.replicas); break;
    case FLAG_JOBS: ws_args_number(args, 1, JOBS_MAX, &s->jobs); break;
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

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* What the flags mean together; false if they contradict each other. */
static bool sweep_settle(sweep *s, ws_args *args) {
    if (!ws_args_one_operand(args, "scenario")) return false;
    s->scenario = args->operands[0];
    s->points = ws_sweep_plan_points(&s->plan);
    s->bar = isatty(STDERR_FILENO);
    if (strcmp(s->scenario, "-") == 0) return ws_args_wrong(args, "the scenario must be a file: it is read once for every point");
    if (!s->plan.axes) return ws_args_wrong(args, "nothing varies; give --vary NAME=a,b,c or --vary NAME=LO:HI:STEP");
    if (!s->points) return ws_args_wrong(args, "there are more than %d points", WS_POINTS_MAX);
    if (s->given.options.set_count > 64) return ws_args_wrong(args, "more than 64 settings");
    if (s->path && s->rows.format == WS_ROWS_TABLE) s->rows.format = ends_with(s->path, ".csv") ? WS_ROWS_CSV : WS_ROWS_JSON;
    snprintf(s->cycles_text, sizeof s->cycles_text, "%" PRIu64, s->given.options.cycles);
    snprintf(s->warmup_text, sizeof s->warmup_text, "%" PRIu64, s->given.options.warmup);
    if (s->given.warmup_auto) snprintf(s->warmup_text, sizeof s->warmup_text, "auto");
    s->rows.points = s->points;
    return true;
}

static int run_sweep(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    sweep s = {.plan = {.replicas = 1}, .jobs = uv_available_parallelism()};
    s.rows.plan = &s.plan;
    for (int f; (f = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_take(&s.given, &args, f)) sweep_flag(&s, &args, f);
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (sweep_settle(&s, &args)) code = sweep_go(&s);
    free(s.todo);
    ws_rows_free(&s.rows);
    ws_sweep_plan_free(&s.plan);
    ws_scenario_args_free(&s.given);
    return code;
}

const ws_subcommand ws_subcommand_sweep = {.name = "sweep",
                                           .operands = "SCENARIO --vary NAME=LIST... [OPTION]...",
                                           .doc = "Run a scenario for all combinations of some settings, in parallel",
                                           .flags = flags,
                                           .run = run_sweep};
