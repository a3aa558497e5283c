/* sweep_find.c - see sweep.h. */
#include "cli/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/row_list.h"
#include "observe/statistics/interval.h"
#include "session/language/params.h"
#include "session/language/tell.h"
#include "session/language/text.h"

enum { COARSE = 8, WORD_ROOM = 128, NUMBER_ROOM = 32, SHARE_STEP = WS_MILLION / 1000 };

typedef enum answer { NOT_KNOWN, FAILS, HOLDS } answer;

/* What must hold: a member of the row, perhaps compared with a number. */
typedef struct condition {
    bool negated;
    char path[WORD_ROOM];
    char sign[3]; /* "" of a truth value */
    double number;
} condition;

/* One seed: places are steps from the low end. */
typedef struct hunt {
    int64_t before; /* the last that is known to be as at the low end */
    int64_t after;  /* the first that is known to be otherwise */
    bool doubtful;  /* runs between could not tell: from `first` to `last` */
    int64_t first;
    int64_t last;
    bool is_open; /* there is a change to find */
    uint64_t runs;
} hunt;

typedef struct task {
    size_t seed;
    int64_t place;
    answer answer;
} task;

typedef struct finder {
    const ws_finding *finding;
    const ws_param *param;
    int64_t low; /* of the parameter, in its own units */
    int64_t step;
    int64_t places; /* the last one: low + places * step */
    condition where;
    hunt *hunt;
    answer begin; /* at the low end */
    task *task;   /* of this round */
    size_t tasks;
    json_t *identity; /* of a run */
    char setting[2 * WORD_ROOM];
    ws_run_job job;
} finder;

/* ---- reading ---- */

static bool wrong(const finder *f, const char *what) {
    ws_tell(stderr,
            "wormscope sweep: --find `%s`: %s; expected e.g. `load where stable` or "
            "`load in 0.1:0.3:0.002 where classes.all.message_latency.mean < 200`",
            f->finding->what, what);
    return false;
}

static int64_t unit_of(const ws_param *param) {
    return param->type == WS_PARAM_SHARE ? WS_MILLION : 1;
}

/* LO:HI[:STEP] in the units of the language. */
static bool range_widen(finder *f, const char *text) {
    double low;
    double high;
    double step;
    double unit = (double)unit_of(f->param);
    int used = 0;
    bool full = sscanf(text, "%lf:%lf:%lf%n", &low, &high, &step, &used) == 3 && !text[used];
    bool good = full || (sscanf(text, "%lf:%lf%n", &low, &high, &used) == 2 && !text[used]);
    if (!good || !(high > low))
        return wrong(f, "the range is not LO:HI or LO:HI:STEP");
    f->low = llround(low * unit);
    f->step = full ? llround(step * unit) : f->step;
    if (f->step < 1)
        return wrong(f, "the step is too small");
    f->places = (llround(high * unit) - f->low) / f->step;
    return f->places >= 2 || wrong(f, "the range has fewer than two steps");
}

/* The whole range of the parameter, unless another is given. */
static bool param_parse(finder *f, const char *name, const char *range) {
    f->param = ws_param_find(name);
    if (!f->param)
        return wrong(f, "unknown parameter");
    if (f->param->type != WS_PARAM_INT && f->param->type != WS_PARAM_SHARE)
        return wrong(f, "expected a parameter that is a number, e.g. load");
    f->step = f->param->type == WS_PARAM_SHARE ? SHARE_STEP : 1;
    f->low = f->param->min > 0 ? f->param->min : f->step;
    f->places = (f->param->max - f->low) / f->step;
    return !range || range_widen(f, range);
}

static bool sign_is_good(const char *sign) {
    static const char *const signs[] = {"<", "<=", ">", ">="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (text_is(sign, signs[i]))
            return true;
    return false;
}

static bool condition_parse(finder *f, const char *text) {
    condition *where = &f->where;
    int used = 0;
    int skip = 0;
    char rest = '\0';
    sscanf(text, " not %n", &skip);
    where->negated = skip > 0;
    int count = sscanf(text + skip, " %127[^ <>=] %2[<>=] %lf %n%c", where->path, where->sign,
                       &where->number, &used, &rest);
    if (count == 1)
        return true;
    return (count == 3 && sign_is_good(where->sign)) || wrong(f, "the condition cannot be read");
}

static bool finder_read(finder *f) {
    char name[WORD_ROOM];
    char range[WORD_ROOM];
    const char *what = f->finding->what;
    const char *where = strstr(what, " where ");
    if (!where)
        return wrong(f, "`where` is missing");
    size_t length = (size_t)(where - what);
    char *head = ws_copy_text(what, length);
    int words = sscanf(head, " %127s in %127s", name, range);
    bool good = words >= 1 || wrong(f, "the parameter is missing");
    free(head);
    good = good && param_parse(f, name, words == 2 ? range : NULL);
    return good && condition_parse(f, where + strlen(" where "));
}

/* ---- judging ---- */

static bool compare(const condition *where, double value) {
    bool less = where->sign[0] == '<';
    bool equal = where->sign[1] == '=' && value == where->number;
    if (equal)
        return true;
    return less ? value < where->number : value > where->number;
}

static answer judge(const finder *f, const json_t *run) {
    const condition *where = &f->where;
    const json_t *value = ws_row_value(run, where->path);
    double number = ws_row_number(value);
    if (!value || json_is_null(value) || isnan(number))
        return NOT_KNOWN;
    bool holds = *where->sign ? compare(where, number) : number != 0;
    return holds != where->negated ? HOLDS : FAILS;
}

static void value_text(const finder *f, double value, char text[NUMBER_ROOM]) {
    bool whole = f->param->type == WS_PARAM_INT;
    snprintf(text, NUMBER_ROOM, whole ? "%.10g" : "%.6g", value / (double)unit_of(f->param));
}

/* With no more digits than a step tells. */
static void shown_text(const finder *f, double value, char text[NUMBER_ROOM]) {
    double unit = (double)unit_of(f->param);
    double step = (double)f->step / unit;
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    snprintf(text, NUMBER_ROOM, "%.*f", decimals, value / unit);
}

static double value_at(const finder *f, int64_t place) {
    return (double)(f->low + place * f->step);
}

/* ---- running ---- */

static size_t job_arguments(void *context, size_t job, const char **arguments, size_t room) {
    finder *f = context;
    char value[NUMBER_ROOM];
    const task *now = &f->task[job];
    value_text(f, value_at(f, now->place), value);
    snprintf(f->setting, sizeof f->setting, "%s=%s", f->param->name, value);
    uint64_t seed = f->finding->seed + now->seed;
    size_t count = ws_run_job_arguments(&f->job, seed, arguments, room);
    return ws_run_job_set(arguments, count, room, f->setting);
}

static void identity_copy(finder *f, const json_t *run) {
    static const char *const keys[] = {"version",         "model",  "scenario",
                                       "scenario_digest", "cycles", "warmup"};
    if (f->identity)
        return;
    f->identity = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(f->identity, keys[i], json_object_get(run, keys[i]));
}

static int job_done(void *context, size_t job, const char *output, size_t length) {
    finder *f = context;
    json_error_t json;
    json_t *run = json_loadb(output ? output : "", length, 0, &json);
    if (!run) {
        ws_tell(stderr, "wormscope sweep: a run gave no result: %s", json.text);
        return WS_EXIT_FAILED;
    }
    f->task[job].answer = judge(f, run);
    f->hunt[f->task[job].seed].runs++;
    identity_copy(f, run);
    json_decref(run);
    return WS_EXIT_OK;
}

static void job_progress(void *context, size_t ended) {
    (void)context;
    (void)ended;
}

static int tasks_run(finder *f) {
    ws_job job = {
        .arguments = job_arguments,
        .done = job_done,
        .progress = job_progress,
        .context = f,
    };
    return ws_workers_run(&job, f->tasks, f->finding->jobs);
}

static void task_add(finder *f, size_t seed, int64_t place) {
    f->task[f->tasks++] = (task){.seed = seed, .place = place};
}

/* ---- hunting ---- */

static void doubt_add(hunt *of, int64_t place) {
    of->first = of->doubtful && of->first < place ? of->first : place;
    of->last = of->doubtful && of->last > place ? of->last : place;
    of->doubtful = true;
}

/* What one more run says. */
static void answer_note(const finder *f, hunt *of, const task *said) {
    int64_t place = said->place;
    if (place <= of->before || place >= of->after)
        return;
    if (said->answer == NOT_KNOWN) {
        doubt_add(of, place);
        return;
    }
    if (said->answer == f->begin)
        of->before = place;
    else
        of->after = place;
    bool behind = of->before >= of->last || of->after <= of->first;
    if (of->doubtful && behind)
        of->doubtful = false;
}

/* The coarse grid: the same for all seeds, and in the order of places. */
static int grid_run(finder *f) {
    for (size_t seed = 0; seed < f->finding->replicas; seed++)
        for (int64_t i = 0; i <= COARSE; i++)
            task_add(f, seed, f->places * i / COARSE);
    int code = tasks_run(f);
    for (size_t i = 0; i < f->tasks && f->begin == NOT_KNOWN; i++)
        f->begin = f->task[i].answer;
    return code;
}

/* The first of the grid that is otherwise, and the last before it that is not. */
static void grid_read(finder *f, size_t seed) {
    hunt *of = &f->hunt[seed];
    const task *grid = &f->task[seed * (COARSE + 1)];
    of->after = INT64_MAX;
    of->before = -1;
    for (int64_t i = 0; i <= COARSE && !of->is_open; i++) {
        bool known = grid[i].answer != NOT_KNOWN;
        if (known && grid[i].answer == f->begin)
            of->before = grid[i].place;
        if (known && grid[i].answer != f->begin)
            of->after = grid[i].place;
        of->is_open = of->before >= 0 && of->after != INT64_MAX;
    }
    for (int64_t i = 0; i <= COARSE; i++)
        if (of->is_open && grid[i].answer == NOT_KNOWN)
            answer_note(f, of, &grid[i]);
}

/* The middles of what is left of a seed. */
static void tasks_of(finder *f, size_t seed) {
    const hunt *of = &f->hunt[seed];
    if (!of->is_open)
        return;
    if (!of->doubtful && of->after - of->before > 1)
        task_add(f, seed, of->before + (of->after - of->before) / 2);
    if (of->doubtful && of->first - of->before > 1)
        task_add(f, seed, of->before + (of->first - of->before) / 2);
    if (of->doubtful && of->after - of->last > 1)
        task_add(f, seed, of->last + (of->after - of->last) / 2);
}

static int hunt_run(finder *f) {
    size_t seeds = f->finding->replicas;
    f->hunt = ws_alloc(seeds, sizeof *f->hunt);
    f->task = ws_alloc(seeds * (COARSE + 1), sizeof *f->task);
    int code = grid_run(f);
    for (size_t seed = 0; code == WS_EXIT_OK && seed < seeds; seed++)
        grid_read(f, seed);
    while (code == WS_EXIT_OK) {
        f->tasks = 0;
        for (size_t seed = 0; seed < seeds; seed++)
            tasks_of(f, seed);
        if (f->tasks == 0)
            break;
        code = tasks_run(f);
        for (size_t i = 0; code == WS_EXIT_OK && i < f->tasks; i++)
            answer_note(f, &f->hunt[f->task[i].seed], &f->task[i]);
    }
    return code;
}

/* ---- telling ---- */

typedef struct found {
    double value;
    double low;
    double high;
    size_t seeds; /* in which it changes */
} found;

static found found_of(const finder *f) {
    size_t seeds = f->finding->replicas;
    double *before = ws_alloc(seeds, sizeof *before);
    double *after = ws_alloc(seeds, sizeof *after);
    size_t count = 0;
    for (size_t i = 0; i < seeds; i++) {
        if (!f->hunt[i].is_open)
            continue;
        before[count] = value_at(f, f->hunt[i].before);
        after[count++] = value_at(f, f->hunt[i].after);
    }
    ws_estimate low = ws_replicas_mean(before, count);
    ws_estimate high = ws_replicas_mean(after, count);
    free(before);
    free(after);
    found of = {.seeds = count, .value = (low.value + high.value) / 2};
    of.low = count > 1 ? low.low : low.value;
    of.high = count > 1 ? high.high : high.value;
    return of;
}

static void print_text(const finder *f, const found *of) {
    char text[3][NUMBER_ROOM];
    const char *way = f->begin == HOLDS ? "below" : "above";
    shown_text(f, of->value, text[0]);
    shown_text(f, of->low, text[1]);
    shown_text(f, of->high, text[2]);
    ws_tell(stdout, "%s: %s, %s %s to %s; it holds %s; %zu seed%s", f->finding->what, text[0],
            of->seeds > 1 ? "95% interval" : "between", text[1], text[2], way, of->seeds,
            of->seeds == 1 ? "" : "s");
    for (size_t i = 0; i < f->finding->replicas; i++) {
        const hunt *seed = &f->hunt[i];
        shown_text(f, value_at(f, seed->before), text[0]);
        shown_text(f, value_at(f, seed->after), text[1]);
        printf("seed %-6" PRIu64 " ", f->finding->seed + i);
        if (seed->is_open)
            printf("between %s and %s, %" PRIu64 " runs\n", text[0], text[1], seed->runs);
        else
            printf("no change found, %" PRIu64 " runs\n", seed->runs);
    }
}

static json_t *value_json(const finder *f, double value) {
    char text[NUMBER_ROOM];
    value_text(f, value, text);
    return isfinite(value) ? json_real(strtod(text, NULL)) : json_null();
}

static json_t *seeds_json(const finder *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->finding->replicas; i++) {
        const hunt *of = &f->hunt[i];
        json_t *o = json_object();
        bool open = of->is_open;
        json_object_set_new(o, "seed", json_integer((json_int_t)(f->finding->seed + i)));
        json_object_set_new(o, "from", open ? value_json(f, value_at(f, of->before)) : json_null());
        json_object_set_new(o, "to", open ? value_json(f, value_at(f, of->after)) : json_null());
        json_object_set_new(o, "runs", json_integer((json_int_t)of->runs));
        json_array_append_new(list, o);
    }
    return list;
}

static void print_json(const finder *f, const found *of) {
    json_t *o = json_object();
    json_object_set_new(o, "find", ws_json_text(f->finding->what));
    json_object_update(o, f->identity);
    json_object_set_new(o, "parameter", json_string(f->param->name));
    json_object_set_new(o, "value", of->seeds ? value_json(f, of->value) : json_null());
    json_object_set_new(o, "low", of->seeds ? value_json(f, of->low) : json_null());
    json_object_set_new(o, "high", of->seeds ? value_json(f, of->high) : json_null());
    json_object_set_new(o, "step", value_json(f, (double)f->step));
    json_object_set_new(o, "holds", json_string(f->begin == HOLDS ? "below" : "above"));
    json_object_set_new(o, "seeds", seeds_json(f));
    ws_json_dump(o, stdout);
    putchar('\n');
    json_decref(o);
}

static int finder_tell(const finder *f) {
    static const char *const everywhere[] = {[NOT_KNOWN] = "no run can tell",
                                             [FAILS] = "it holds nowhere",
                                             [HOLDS] = "it holds everywhere"};
    found of = found_of(f);
    if (f->finding->as_json)
        print_json(f, &of);
    else if (of.seeds > 0)
        print_text(f, &of);
    if (of.seeds == 0)
        ws_tell(stderr, "wormscope sweep: --find `%s`: %s in this range", f->finding->what,
                everywhere[f->begin]);
    return of.seeds > 0 ? WS_EXIT_OK : WS_EXIT_FAILED;
}

int ws_find_run(const ws_finding *finding) {
    finder f = {.finding = finding};
    ws_run_job_begin(&f.job, finding->scenario, finding->given);
    if (!finder_read(&f))
        return WS_EXIT_USAGE;
    int code = hunt_run(&f);
    if (code == WS_EXIT_OK)
        code = finder_tell(&f);
    json_decref(f.identity);
    free(f.hunt);
    free(f.task);
    return code;
}
