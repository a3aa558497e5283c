/* reproduce.c - `wormscope reproduce`: each row of a run or sweep is run again, as it says of
 * itself, and compared with what it says it measured. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "cli/report.h"
#include "cli/print.h"
#include "cli/row_list.h"
#include "cli/subcommands.h"
#include "cli/sweep.h"
#include "session/language/tell.h"
#include "session/language/text.h"

enum { SETS_MAX = 110, NUMBER_ROOM = 24, TOLD_ROOM = 700, JOBS_MAX = 256 };

typedef enum verdict {
    EQUAL,
    DIFFERS,  /* something that was measured is not what the row says */
    ALTERED,  /* the same, but the seal of the row does not fit */
    UNSEALED, /* the same, but the row has no seal */
    CHANGED,  /* the scenario, or its network file, says something else now */
    MISSING,  /* the scenario cannot be opened */
    FOREIGN,  /* another model */
    UNUSABLE, /* it does not say what is needed */
    VERDICTS
} verdict;
// clang-format off
static const char *const words[VERDICTS] = {
    [EQUAL] = "equal",
    [DIFFERS] = "differs",
    [ALTERED] = "altered",
    [UNSEALED] = "unsealed",
    [CHANGED] = "scenario changed",
    [MISSING] = "scenario missing",
    [FOREIGN] = "other model",
    [UNUSABLE] = "unusable",
};
// clang-format on

/* One row, and how it is run again. */
typedef struct trial {
    const ws_row *row;
    verdict verdict;
    char told[TOLD_ROOM]; /* what is wrong, in words */
    char *scenario;
    char *sets[SETS_MAX]; /* "NAME=VALUE"; owned */
    size_t set_count;
    bool is_recording;
    bool drains;
    uint64_t cycles;
    char seed_text[NUMBER_ROOM];
    char cycles_text[NUMBER_ROOM];
    char warmup_text[NUMBER_ROOM];
} trial;

typedef struct reproduction {
    ws_row_list rows;
    trial *trial;
    size_t *todo; /* trials that are run */
    size_t todo_count;
    bool as_json;
    uint64_t jobs;
} reproduction;

__attribute__((format(printf, 3, 4))) static bool judge(trial *t, verdict is, const char *format,
                                                        ...) {
    va_list args;
    t->verdict = is;
    va_start(args, format);
    vsnprintf(t->told, sizeof t->told, format, args);
    va_end(args);
    return false;
}

/* ---- what a row asks for ---- */

static const char *text_of(const trial *t, const char *key) {
    const char *text = json_string_value(json_object_get(t->row->value, key));
    return text ? text : "";
}

static bool number_of(trial *t, const char *key, uint64_t *number) {
    const json_t *value = json_object_get(t->row->value, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return judge(t, UNUSABLE, "%s is missing", key);
    *number = (uint64_t)json_integer_value(value);
    return true;
}

static bool numbers_parse(trial *t) {
    uint64_t seed = 0;
    uint64_t warmup = 0;
    const json_t *drained = json_object_get(t->row->value, "drained");
    bool there = number_of(t, "seed", &seed) && number_of(t, "warmup", &warmup);
    if (!there || !number_of(t, "cycles", &t->cycles))
        return false;
    t->drains = json_is_integer(drained);
    uint64_t behind = t->drains ? (uint64_t)json_integer_value(drained) : 0;
    if (behind >= t->cycles)
        return judge(t, UNUSABLE, "cycles is %" PRIu64, t->cycles);
    t->cycles -= behind;
    snprintf(t->seed_text, sizeof t->seed_text, "%" PRIu64, seed);
    snprintf(t->cycles_text, sizeof t->cycles_text, "%" PRIu64, t->cycles);
    snprintf(t->warmup_text, sizeof t->warmup_text, "%" PRIu64, warmup);
    return true;
}

/* The value that the row says a parameter had. A row has timeout-cost, or the factors of the
 * policies. */
static const char *wanted_value(const trial *t, const ws_param *param, char *room, size_t size) {
    const json_t *parameters = json_object_get(t->row->value, "parameters");
    const char *value = json_string_value(json_object_get(parameters, param->name));
    ws_def usual = ws_def_default();
    if (!value && ws_param_is_of_policy(param))
        value = json_string_value(json_object_get(parameters, "timeout-cost"));
    if (value)
        return value;
    ws_param_print(param, &usual, room, size);
    return room;
}

/* The same network file by another way to it: the present directory is another. */
static bool same_file(const trial *t, const ws_session *plain, const char *one, const char *other) {
    char digest[WS_DIGEST_SIZE];
    size_t file = strlen("file ");
    if (strncmp(one, "file ", file) != 0 || strncmp(other, "file ", file) != 0)
        return false;
    ws_digest_text(ws_topology_digest(plain), digest);
    return text_is(digest, text_of(t, "topology_digest"));
}

/* What must be set so that the scenario has the parameters of the row. */
static bool sets_find(trial *t, const ws_session *plain) {
    char usual[WS_VALUE_SIZE];
    char have[WS_VALUE_SIZE];
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        const char *wanted = wanted_value(t, param, usual, sizeof usual);
        if (wanted == usual && text_is(param->name, "timeout-cost"))
            continue;
        ws_parameter_text(plain, param, have, sizeof have);
        if (text_is(wanted, have) || same_file(t, plain, wanted, have))
            continue;
        if (t->set_count == SETS_MAX)
            return judge(t, UNUSABLE, "more than %d parameters differ from the scenario", SETS_MAX);
        size_t room = strlen(param->name) + strlen(wanted) + 2;
        char *set = ws_alloc(room, 1);
        snprintf(set, room, "%s=%s", param->name, wanted);
        t->sets[t->set_count++] = set;
    }
    return true;
}

static bool parameters_are_known(trial *t) {
    const char *name;
    json_t *value;
    json_t *parameters = json_object_get(t->row->value, "parameters");
    if (!json_is_object(parameters))
        return judge(t, UNUSABLE, "parameters is missing: a row of an older version");
    json_object_foreach(parameters, name, value) {
        const ws_param *param = ws_param_find(name);
        if (!param || !text_is(param->name, name))
            return judge(t, UNUSABLE, "unknown parameter `%.64s`", name);
    }
    return true;
}

static bool scenario_is_same(trial *t, ws_session *session) {
    char digest[WS_DIGEST_SIZE];
    ws_digest_text(ws_scenario_digest(session), digest);
    if (text_is(digest, text_of(t, "scenario_digest")))
        return true;
    return judge(t, CHANGED, "%.200s says something else than when the row was made", t->scenario);
}

/* Opens the scenario as the row says it was. */
static bool settings_try(trial *t) {
    ws_error error;
    ws_options options = {.sets = (const char *const *)t->sets, .set_count = t->set_count};
    ws_session *session = ws_session_open(t->scenario, &options, &error);
    if (!session)
        return judge(t, CHANGED, "%.500s", error.text);
    bool same = scenario_is_same(t, session);
    ws_session_close(session);
    return same;
}

static bool scenario_try(trial *t) {
    ws_error error;
    ws_session *plain = ws_session_open(t->scenario, NULL, &error);
    if (!plain)
        return judge(t, MISSING, "%.500s", error.text);
    bool good = t->is_recording ? scenario_is_same(t, plain) : sets_find(t, plain);
    ws_session_close(plain);
    return good && (t->is_recording || settings_try(t));
}

/* False, with a verdict, if it cannot be run again. */
static bool trial_prepare(trial *t) {
    const json_t *model = json_object_get(t->row->value, "model");
    const char *recording = text_of(t, "recording");
    t->is_recording = *recording != '\0';
    t->scenario = text_copy(t->is_recording ? recording : text_of(t, "scenario"));
    if (!json_is_integer(model) || !*t->scenario || !*text_of(t, "digest"))
        return judge(t, UNUSABLE, "expected a row of `run --json` or `sweep --json`");
    if (json_integer_value(model) != WS_MODEL)
        return judge(t, FOREIGN, "model %" JSON_INTEGER_FORMAT ", and this program has model %d",
                     json_integer_value(model), WS_MODEL);
    if (text_is(t->scenario, "-") || text_is(t->scenario, "stdin"))
        return judge(t, MISSING, "the scenario came from standard input");
    return parameters_are_known(t) && numbers_parse(t) && scenario_try(t);
}

/* ---- comparing ---- */

/* What is not measured: where the row stands, why its run ended, how long it took. */
static bool is_aside(const char *key) {
    static const char *const aside[] = {
        "sweep", "point", "points", "vary", "seal", "replica", "version", "stopped",
    };
    for (size_t i = 0; i < sizeof aside / sizeof *aside; i++)
        if (text_is(key, aside[i]))
            return true;
    return ws_fact_is_time(key);
}

typedef struct difference {
    char path[200];
    const json_t *was;
    const json_t *is;
} difference;

static bool differs(const json_t *was, const json_t *is, const char *path, difference *found);

static bool is_file(const json_t *value) {
    const char *text = json_string_value(value);
    return text && strncmp(text, "file ", strlen("file ")) == 0;
}

static bool are_files(const json_t *one, const json_t *other) {
    return is_file(one) && is_file(other);
}

static bool member_differs(const json_t *was, const json_t *is, const char *path, const char *key,
                           difference *found) {
    char longer[200];
    if (!*path && is_aside(key))
        return false;
    if (text_is(path, "parameters") && are_files(was, is))
        return false; /* topology_digest tells whether they are the same */
    snprintf(longer, sizeof longer, "%.100s%s%.90s", path, *path ? "." : "", key);
    return differs(was, is, longer, found);
}

static bool objects_differ(json_t *was, json_t *is, const char *path, difference *found) {
    const char *key;
    json_t *value;
    json_object_foreach(was, key, value) {
        if (member_differs(value, json_object_get(is, key), path, key, found))
            return true;
    }
    json_object_foreach(is, key, value) {
        if (member_differs(json_object_get(was, key), value, path, key, found))
            return true;
    }
    return false;
}

static bool lists_differ(const json_t *was, const json_t *is, const char *path, difference *found) {
    for (size_t i = 0; i < json_array_size(was); i++) {
        char key[NUMBER_ROOM];
        snprintf(key, sizeof key, "%zu", i);
        if (member_differs(json_array_get(was, i), json_array_get(is, i), path, key, found))
            return true;
    }
    return false;
}

/* The first difference of two values, if there is one. */
static bool differs(const json_t *was, const json_t *is, const char *path, difference *found) {
    bool alike = was && is && json_typeof(was) == json_typeof(is);
    if (alike && json_is_object(was))
        return objects_differ((json_t *)(uintptr_t)was, (json_t *)(uintptr_t)is, path, found);
    if (alike && json_is_array(was) && json_array_size(was) == json_array_size(is))
        return lists_differ(was, is, path, found);
    if (alike && json_equal(was, is))
        return false;
    *found = (difference){.was = was, .is = is};
    snprintf(found->path, sizeof found->path, "%s", path);
    return true;
}

static void value_text(const json_t *value, char *text, size_t room) {
    char *all = value ? json_dumps(value, WS_JSON_STYLE | JSON_ENCODE_ANY) : NULL;
    snprintf(text, room, "%.150s", all ? all : "missing");
    free(all);
}

static void trial_compare(trial *t, const json_t *run) {
    char was[160];
    char is[160];
    difference found;
    bool sealed_wrong = t->row->seal == WS_SEAL_WRONG;
    verdict worse = sealed_wrong ? ALTERED : DIFFERS;
    if (differs(json_object_get(t->row->value, "digest"), json_object_get(run, "digest"), "digest",
                &found) ||
        differs(t->row->value, run, "", &found)) {
        value_text(found.was, was, sizeof was);
        value_text(found.is, is, sizeof is);
        judge(t, worse, "%s is %s, and %s in the row", found.path, is, was);
    } else if (sealed_wrong)
        judge(t, ALTERED, "what it measured is the same, but its seal does not fit");
    else if (t->row->seal != WS_SEAL_RIGHT)
        judge(t, UNSEALED, "what it measured is the same, but it has no seal");
}

/* ---- running ---- */

static size_t job_arguments(void *context, size_t job, const char **arguments, size_t room) {
    reproduction *r = context;
    const trial *t = &r->trial[r->todo[job]];
    const char *fixed[] = {WS_WORKER_RUN, t->scenario, "--json", "--cycles", t->cycles_text};
    const char *own[] = {"--seed", t->seed_text, "--warmup", t->warmup_text};
    size_t count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        arguments[count++] = fixed[i];
    if (t->drains)
        arguments[count++] = "--drain";
    if (t->is_recording)
        return count;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        arguments[count++] = own[i];
    for (size_t i = 0; i < t->set_count && count + 2 <= room; i++) {
        arguments[count++] = "--set";
        arguments[count++] = t->sets[i];
    }
    return count;
}

static int job_done(void *context, size_t job, const char *output, size_t length) {
    reproduction *r = context;
    trial *t = &r->trial[r->todo[job]];
    json_error_t json;
    json_t *run = json_loadb(output ? output : "", length, 0, &json);
    if (run)
        trial_compare(t, run);
    else
        judge(t, UNUSABLE, "the run gave no result: %s", json.text);
    json_decref(run);
    return WS_EXIT_OK;
}

static void job_progress(void *context, size_t ended) {
    (void)context;
    (void)ended;
}

static void trial_print(const trial *t, const char *path, bool as_json) {
    if (!as_json) {
        if (t->verdict != EQUAL)
            ws_tell(stdout, "%s:%zu: %s: %s", path, t->row->line, words[t->verdict], t->told);
        return;
    }
    const json_t *point = json_object_get(t->row->value, "point");
    json_t *object = json_object();
    json_object_set_new(object, "line", json_integer((json_int_t)t->row->line));
    json_object_set_new(object, "point", point ? json_deep_copy(point) : json_null());
    json_object_set_new(object, "verdict", json_string(words[t->verdict]));
    json_object_set_new(object, "reason", ws_json_text(t->told));
    ws_json_dump(object, stdout);
    putchar('\n');
    json_decref(object);
}

/* How many have each verdict, in one line. */
static void counts_print(const reproduction *r, const char *path) {
    char text[TOLD_ROOM];
    text_out out = text_begin(text, sizeof text);
    size_t count[VERDICTS] = {0};
    for (size_t i = 0; i < r->rows.count; i++)
        count[r->trial[i].verdict]++;
    text_add(&out, "%s: %zu rows, %zu equal", path, r->rows.count, count[EQUAL]);
    for (size_t v = EQUAL + 1; v < VERDICTS; v++)
        if (count[v] > 0)
            text_add(&out, ", %zu %s", count[v], words[v]);
    ws_tell(stdout, "%s", text);
}

static int reproduction_tell(const reproduction *r, const char *path) {
    bool equal = true;
    for (size_t i = 0; i < r->rows.count; i++) {
        trial_print(&r->trial[i], path, r->as_json);
        equal &= r->trial[i].verdict == EQUAL;
    }
    if (!r->as_json)
        counts_print(r, path);
    return equal ? WS_EXIT_OK : WS_EXIT_FAILED;
}

static int reproduction_run(reproduction *r, const char *path) {
    r->trial = ws_alloc(r->rows.count, sizeof *r->trial);
    r->todo = ws_alloc(r->rows.count, sizeof *r->todo);
    for (size_t i = 0; i < r->rows.count; i++) {
        r->trial[i].row = &r->rows.row[i];
        if (trial_prepare(&r->trial[i]))
            r->todo[r->todo_count++] = i;
    }
    ws_job job = {
        .arguments = job_arguments, .done = job_done, .progress = job_progress, .context = r};
    int code = ws_workers_run(&job, r->todo_count, r->jobs);
    return code == WS_EXIT_OK ? reproduction_tell(r, path) : code;
}

static void reproduction_free(reproduction *r) {
    for (size_t i = 0; r->trial && i < r->rows.count; i++) {
        trial *t = &r->trial[i];
        for (size_t k = 0; k < t->set_count; k++)
            free(t->sets[k]);
        free(t->scenario);
    }
    free(r->trial);
    free(r->todo);
    ws_row_list_free(&r->rows);
}

/* ---- command ---- */

enum { FLAG_JOBS, FLAG_JSON };
static const ws_flag flags[] = {
    {"jobs", 'j', "N", "run N rows at a time (default: the number of processors)"},
    {"json", 0, NULL, "print one JSON object a row, on one line"},
    {0},
};

static int reproduce(reproduction *r, const char *path) {
    ws_error error;
    bool missing;
    if (!ws_row_list_read(&r->rows, path, &missing, &error)) {
        ws_tell(stderr, "wormscope reproduce: %s", error.text);
        return missing ? WS_EXIT_IO : WS_EXIT_USAGE;
    }
    if (r->rows.count > 0 && r->rows.is_json)
        return reproduction_run(r, path);
    ws_tell(stderr,
            "wormscope reproduce: %s: holds no JSON rows; expected the output of `wormscope run "
            "--json` or of "
            "`wormscope sweep --json`",
            path);
    return WS_EXIT_USAGE;
}

static int run_reproduce(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    reproduction r = {.jobs = uv_available_parallelism()};
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        if (flag == FLAG_JOBS)
            ws_args_number(&args, 1, JOBS_MAX, &r.jobs);
        r.as_json |= flag == FLAG_JSON;
    }
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (ws_args_one_operand(&args, "file of rows"))
        code = reproduce(&r, args.operands[0]);
    reproduction_free(&r);
    return code;
}

const ws_subcommand ws_subcommand_reproduce = {
    .name = "reproduce",
    .operands = "FILE|- [OPTION]...",
    .doc = "Run each row of a sweep or run (JSON) again, and compare what it measured",
    .flags = flags,
    .run = run_reproduce};
