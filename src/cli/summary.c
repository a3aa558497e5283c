/* summary.c - see sweep.h, and `wormscope summary`. */
#include "cli/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/row_list.h"
#include "cli/subcommands.h"
#include "observe/quantities.h"
#include "observe/statistics/interval.h"
#include "session/language/tell.h"
#include "session/language/text.h"

enum { FIELDS_MAX = 16, VALUE_WIDTH = 11, TEXT_ROOM = 256 };

/* The rows of one point, by seed. */
typedef struct group {
    char *key; /* scenario and what varies, as text; owned */
    const json_t **row;
    size_t count;
} group;

typedef struct summary {
    const ws_summarizing *how;
    const json_t *vary; /* of the first row: the axes */
    char *field[FIELDS_MAX];
    size_t fields;
    group *group;
    size_t groups;
} summary;

/* ---- groups ---- */

static char *key_of(const json_t *row, const json_t *vary) {
    const json_t *scenario = json_object_get(row, "scenario");
    const char *name = json_string_value(scenario);
    char *text = json_dumps(vary, JSON_COMPACT | JSON_SORT_KEYS);
    size_t room = strlen(text ? text : "") + strlen(name ? name : "") + 2;
    char *key = ws_alloc(room, 1);
    snprintf(key, room, "%s %s", name ? name : "", text ? text : "");
    free(text);
    return key;
}

static group *group_find(const summary *s, const char *key) {
    for (size_t i = 0; i < s->groups; i++)
        if (text_is(s->group[i].key, key))
            return &s->group[i];
    return NULL;
}

/* The group of a row, made if it is the first of its point. */
static group *group_of(summary *s, const json_t *row) {
    char *key = key_of(row, json_object_get(row, "vary"));
    group *found = group_find(s, key);
    if (found) {
        free(key);
        return found;
    }
    WS_GROW(s->group, s->groups);
    found = &s->group[s->groups++];
    *found = (group){.key = key};
    return found;
}

static void row_add(summary *s, const json_t *row) {
    group *to = group_of(s, row);
    WS_GROW(to->row, to->count);
    to->row[to->count++] = row;
}

/* What is `versus` for the point of a group; NULL if it is not among the rows. */
static const group *base_of(const summary *s, const group *of) {
    const char *equals = strchr(s->how->versus, '=');
    char *name = ws_copy_text(s->how->versus, (size_t)(equals - s->how->versus));
    json_t *vary = json_deep_copy(json_object_get(of->row[0], "vary"));
    json_object_set_new(vary, name, json_string(equals + 1));
    char *key = key_of(of->row[0], vary);
    const group *base = group_find(s, key);
    json_decref(vary);
    free(name);
    free(key);
    return base;
}

/* ---- figures ---- */

static double figure(const json_t *row, const char *field) {
    return ws_row_number(ws_row_value(row, field));
}

static ws_estimate mean_of(const group *of, const char *field) {
    double *value = ws_alloc(of->count, sizeof *value);
    for (size_t i = 0; i < of->count; i++)
        value[i] = figure(of->row[i], field);
    ws_estimate mean = ws_replicas_mean(value, of->count);
    for (size_t i = 0; i < of->count; i++)
        ws_row_interval(of->row[i], field, &mean.low, &mean.high);
    free(value);
    return mean;
}

static const json_t *row_with_seed(const group *of, const json_t *seed) {
    for (size_t i = 0; i < of->count; i++)
        if (json_equal(json_object_get(of->row[i], "seed"), seed))
            return of->row[i];
    return NULL;
}

typedef ws_estimate comparison(const double *one, const double *other, size_t count);

/* Row by row with that of the same seed. */
static ws_estimate compare(const group *of, const group *base, const char *field, comparison *by) {
    double *one = ws_alloc(of->count, sizeof *one);
    double *other = ws_alloc(of->count, sizeof *other);
    size_t pairs = 0;
    for (size_t i = 0; i < of->count; i++) {
        const json_t *pair = row_with_seed(base, json_object_get(of->row[i], "seed"));
        if (!pair)
            continue;
        one[pairs] = figure(of->row[i], field);
        other[pairs++] = figure(pair, field);
    }
    ws_estimate estimate = by(one, other, pairs);
    free(one);
    free(other);
    return estimate;
}

/* What is no number: the one text that all replicas have. */
static const char *common_text(const group *of, const char *field) {
    const json_t *first = ws_row_value(of->row[0], field);
    if (!json_is_string(first) && !json_is_boolean(first))
        return NULL;
    for (size_t i = 1; i < of->count; i++)
        if (!json_equal(first, ws_row_value(of->row[i], field)))
            return "mixed";
    if (json_is_boolean(first))
        return json_is_true(first) ? "yes" : "no";
    return json_string_value(first);
}

/* ---- JSON ---- */

static json_t *number_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *estimate_json(ws_estimate estimate, const char *name) {
    json_t *o = json_object();
    json_object_set_new(o, name, number_or_null(estimate.value));
    json_object_set_new(o, "low", number_or_null(estimate.low));
    json_object_set_new(o, "high", number_or_null(estimate.high));
    json_object_set_new(o, "count", json_integer((json_int_t)estimate.count));
    return o;
}

static json_t *field_json(const summary *s, const group *of, const group *base, const char *field) {
    const char *common = common_text(of, field);
    if (common)
        return ws_json_text(common);
    json_t *o = estimate_json(mean_of(of, field), "mean");
    if (!s->how->versus || !base)
        return o;
    ws_estimate gap = compare(of, base, field, ws_replicas_difference);
    ws_estimate ratio = compare(of, base, field, ws_replicas_ratio);
    json_object_set_new(o, "difference", estimate_json(gap, "mean"));
    json_object_set_new(o, "ratio", estimate_json(ratio, "value"));
    return o;
}

static void group_json(const summary *s, const group *of, FILE *out) {
    const group *base = s->how->versus ? base_of(s, of) : NULL;
    json_t *o = json_object();
    json_t *measures = json_object();
    for (size_t i = 0; i < s->fields; i++)
        json_object_set_new(measures, s->field[i], field_json(s, of, base, s->field[i]));
    const json_t *scenario = json_object_get(of->row[0], "scenario");
    json_object_set_new(o, "scenario", scenario ? json_deep_copy(scenario) : json_null());
    json_object_set_new(o, "vary", json_deep_copy(json_object_get(of->row[0], "vary")));
    json_object_set_new(o, "replicas", json_integer((json_int_t)of->count));
    if (s->how->versus)
        json_object_set_new(o, "versus", ws_json_text(s->how->versus));
    json_object_set_new(o, "measures", measures);
    ws_json_dump(o, out);
    putc('\n', out);
    json_decref(o);
}

/* ---- table ---- */

/* "classes.high.head_latency.mean" is "high head_latency" in the head of a table. */
static void heading(const char *field, char *text, size_t room) {
    const char *path = field;
    const char *classes = WS_FACT_CLASSES ".";
    if (strncmp(path, classes, strlen(classes)) == 0)
        path += strlen(classes);
    if (strncmp(path, "all.", 4) == 0)
        path += 4;
    snprintf(text, room, "%s", path);
    char *mean = strstr(text, ".mean");
    if (mean)
        *mean = '\0';
    char *latency = strstr(text, "_latency");
    if (!latency)
        return;
    char *rest = latency + strlen("_latency");
    memmove(latency, rest, strlen(rest) + 1);
    if (*latency == '.')
        *latency = ' ';
}

static void number_print(double value, FILE *out) {
    if (isfinite(value))
        fprintf(out, " %*.*f", VALUE_WIDTH, fabs(value) < 10 ? 4 : 1, value);
    else
        fprintf(out, " %*s", VALUE_WIDTH, "-");
}

static void axes_print(const summary *s, const group *of, FILE *out) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)s->vary, name, value) {
        const json_t *mine = json_object_get(json_object_get(of->row[0], "vary"), name);
        const char *text = json_string_value(mine);
        char *clean = ws_clean(text_copy(text ? text : "-"));
        fprintf(out, "%-16s ", clean);
        free(clean);
    }
}

static void axes_head(const summary *s, FILE *out) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)s->vary, name, value) {
        fprintf(out, "%-16s ", name);
    }
}

static void table_head(const summary *s, FILE *out) {
    axes_head(s, out);
    fprintf(out, "%4s", "n");
    for (size_t i = 0; i < s->fields; i++) {
        char text[TEXT_ROOM];
        heading(s->field[i], text, sizeof text);
        fprintf(out, " %*.*s", VALUE_WIDTH, VALUE_WIDTH, text);
        if (!common_text(&s->group[0], s->field[i]))
            fprintf(out, " %*s", VALUE_WIDTH, "+-95%");
    }
    putc('\n', out);
}

static void table_row(const summary *s, const group *of, FILE *out) {
    axes_print(s, of, out);
    fprintf(out, "%4zu", of->count);
    for (size_t i = 0; i < s->fields; i++) {
        const char *common = common_text(of, s->field[i]);
        if (common) {
            fprintf(out, " %*s", VALUE_WIDTH, common);
            continue;
        }
        ws_estimate mean = mean_of(of, s->field[i]);
        number_print(mean.value, out);
        number_print(mean.high - mean.value, out);
    }
    putc('\n', out);
}

static void versus_row(const summary *s, const group *of, const group *base, const char *field,
                       FILE *out) {
    char text[TEXT_ROOM];
    ws_estimate gap = compare(of, base, field, ws_replicas_difference);
    ws_estimate ratio = compare(of, base, field, ws_replicas_ratio);
    heading(field, text, sizeof text);
    axes_print(s, of, out);
    fprintf(out, "%-16.16s %5zu", text, gap.count);
    number_print(gap.value, out);
    number_print(gap.low, out);
    number_print(gap.high, out);
    number_print(ratio.value, out);
    number_print(ratio.low, out);
    number_print(ratio.high, out);
    putc('\n', out);
}

/* Pairs with the same seeds: common random numbers. */
static void versus_table(const summary *s, FILE *out) {
    static const char *const column[] = {"difference", "from", "to", "ratio", "from", "to"};
    char *clean = ws_clean(text_copy(s->how->versus));
    fprintf(out, "\nversus %s, seed by seed; intervals of 95%%\n", clean);
    free(clean);
    axes_head(s, out);
    fprintf(out, "%-16s %5s", "measure", "pairs");
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        fprintf(out, " %*s", VALUE_WIDTH, column[i]);
    putc('\n', out);
    for (size_t k = 0; k < s->groups; k++) {
        const group *base = base_of(s, &s->group[k]);
        if (!base || base == &s->group[k])
            continue;
        for (size_t i = 0; i < s->fields; i++)
            if (!common_text(&s->group[k], s->field[i]))
                versus_row(s, &s->group[k], base, s->field[i], out);
    }
}

/* ---- together ---- */

static void field_add(summary *s, const char *path, size_t length) {
    if (length > 0 && s->fields < FIELDS_MAX)
        s->field[s->fields++] = ws_copy_text(path, length);
}

static void fields_parse(summary *s, const char *paths) {
    for (const char *path = paths, *next; path; path = next) {
        size_t length = strcspn(path, ",");
        next = path[length] ? path + length + 1 : NULL;
        field_add(s, path, length);
    }
    for (size_t i = 0; i < ws_table_column_count && !paths; i++)
        if (ws_table_columns[i].table == WS_TABLE_SUMMED)
            field_add(s, ws_table_columns[i].path, strlen(ws_table_columns[i].path));
}

static bool is_missing(const json_t *value) {
    return !value || json_is_null(value);
}

/* A path that is misspelt looks like a figure that no run has. */
static void empty_tell(const summary *s, json_t *const *row, size_t count) {
    for (size_t i = 0; i < s->fields; i++) {
        size_t k = 0;
        while (k < count && is_missing(ws_row_value(row[k], s->field[i])))
            k++;
        if (k == count)
            ws_tell(stderr, "wormscope: no row has a value of `%s`", s->field[i]);
    }
}

static bool versus_is_good(const summary *s, ws_error *error) {
    const char *versus = s->how->versus;
    if (!versus)
        return true;
    const char *equals = strchr(versus, '=');
    if (!equals)
        return fail_with(error, "--versus `%.100s`: expected NAME=VALUE, e.g. segment=0", versus);
    for (size_t i = 0; i < s->groups; i++)
        if (base_of(s, &s->group[i]))
            return true;
    return fail_with(error, "--versus %.100s: no point of the rows has this value", versus);
}

static void summary_write(const summary *s, FILE *out) {
    if (!s->how->as_json)
        table_head(s, out);
    for (size_t i = 0; i < s->groups; i++) {
        if (s->how->as_json)
            group_json(s, &s->group[i], out);
        else
            table_row(s, &s->group[i], out);
    }
    if (s->how->versus && !s->how->as_json)
        versus_table(s, out);
    if (s->how->note)
        ws_tell(s->how->as_json ? stderr : out, "%s", s->how->note);
}

static void summary_free(summary *s) {
    for (size_t i = 0; i < s->fields; i++)
        free(s->field[i]);
    for (size_t i = 0; i < s->groups; i++) {
        free(s->group[i].key);
        free(s->group[i].row);
    }
    free(s->group);
}

bool ws_summary_print(json_t *const *row, size_t count, const ws_summarizing *how, FILE *out,
                      ws_error *error) {
    summary s = {.how = how};
    fields_parse(&s, how->fields);
    for (size_t i = 0; i < count; i++)
        row_add(&s, row[i]);
    s.vary = count > 0 ? json_object_get(row[0], "vary") : NULL;
    bool good = s.vary != NULL && versus_is_good(&s, error);
    if (!s.vary)
        fail_with(error, "no rows of a sweep were found");
    if (good && how->fields)
        empty_tell(&s, row, count);
    if (good)
        summary_write(&s, out);
    summary_free(&s);
    return good;
}

/* ---- command ---- */

enum { FLAG_FIELDS, FLAG_VERSUS, FLAG_JSON, FLAG_UNSEALED };
static const ws_flag flags[] = {
    {"fields", 'f', "LIST", "measures, as paths such as accepted,classes.all.head_latency.mean"},
    {"versus", 0, "NAME=VALUE",
     "compare every point with the one that has this value, seed by seed: difference and ratio"},
    {"json", 0, NULL, "print one JSON object a point, on one line"},
    {"unsealed", 0, NULL, "take rows without a right seal, too, and say so in the last line"},
    {0},
};

static int rows_summarize(const ws_row_list *rows, ws_summarizing *how) {
    ws_error error;
    char note[WS_UNSEALED_NOTE];
    how->note = ws_row_list_note(rows, note) ? note : NULL;
    json_t **row = ws_alloc(rows->count, sizeof *row);
    for (size_t i = 0; i < rows->count; i++)
        row[i] = rows->row[i].value;
    bool good = ws_summary_print(row, rows->count, how, stdout, &error);
    free(row);
    if (!good)
        ws_tell(stderr, "wormscope summary: %s", error.text);
    return good ? WS_EXIT_OK : WS_EXIT_USAGE;
}

static int files_summarize(char *const *path, int count, ws_summarizing *how, bool unsealed) {
    ws_error error;
    bool missing = false;
    bool good = true;
    size_t left_out = 0;
    ws_row_list rows = {0};
    for (int i = 0; good && i < count; i++) {
        good = ws_row_list_read(&rows, path[i], &missing, &error);
        if (good && !unsealed)
            left_out += ws_row_list_keep_sealed(&rows, "summary", path[i], WS_UNSEALED_HINT);
    }
    ws_row_list_drop_twins(&rows, "summary");
    int code = missing ? WS_EXIT_IO : WS_EXIT_USAGE;
    if (good && left_out > 0 && rows.count == 0)
        code = WS_EXIT_FAILED;
    else if (good)
        code = rows_summarize(&rows, how);
    else
        ws_tell(stderr, "wormscope summary: %s", error.text);
    ws_row_list_free(&rows);
    return code;
}

static int run_summary(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    ws_summarizing how = {0};
    bool unsealed = false;
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        if (flag == FLAG_FIELDS)
            how.fields = args.value;
        if (flag == FLAG_VERSUS)
            how.versus = args.value;
        how.as_json |= flag == FLAG_JSON;
        unsealed |= flag == FLAG_UNSEALED;
    }
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count > 0)
        return files_summarize(args.operands, args.operand_count, &how, unsealed);
    ws_args_wrong(&args, "which file of rows? usage: wormscope %s %s", command->name,
                  command->operands);
    return WS_EXIT_USAGE;
}

const ws_subcommand ws_subcommand_summary = {
    .name = "summary",
    .operands = "FILE... [OPTION]...",
    .doc = "Summarize the replicas of each point of a sweep: means, intervals over seeds, "
           "differences",
    .flags = flags,
    .run = run_summary};
