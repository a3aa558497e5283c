/* sweep_rows.c - see sweep_rows.h. */
#include "cli/sweep_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/csv.h"
#include "cli/report.h"
#include "cli/row_list.h"
#include "cli/row_seal.h"
#include "observe/metrics.h"
#include "session/memory.h"

#define COLUMN_MIN 10

/* ---- which columns ---- */

static void field_add(ws_rows *rows, const char *heading, const char *path, size_t length) {
    rows->field = ws_grow(rows->field, rows->fields, sizeof *rows->field);
    rows->heading = ws_grow(rows->heading, rows->fields, sizeof *rows->heading);
    rows->field[rows->fields] = ws_copy_text(path, length);
    rows->heading[rows->fields++] = ws_copy_text(heading ? heading : path, heading ? strlen(heading) : length);
}

static void choose_table(ws_rows *rows) {
    static const struct {
        const char *heading, *path;
    } columns[] = {
        {"offered", "offered"},
        {"accepted", "accepted"},
        {"latency", "classes.all.message_latency.mean"},
        {"+-95%", "classes.all.message_latency.ci95"},
        {"p99", "classes.all.message_latency.p99"},
        {"head", "classes.all.head_latency.mean"},
        {"high head", "classes.high.head_latency.mean"},
        {"saturated", "saturated"},
        {"deadlock", "deadlock"},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        field_add(rows, columns[i].heading, columns[i].path, strlen(columns[i].path));
}

static void choose_class(ws_rows *rows, const char *name) {
    static const char *const parts[] = {"mean", "ci95", "p50", "p95", "p99", "max", "count"};
    char path[128];
    snprintf(path, sizeof path, "classes.%s.accepted", name);
    for (size_t i = 0; i < rows->fields; i++)
        if (strcmp(rows->field[i], path) == 0) return; /* another rule has a class of this name */
    field_add(rows, NULL, path, strlen(path));
    for (size_t k = 0; k < WS_LATENCY_COUNT; k++)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            snprintf(path, sizeof path, "classes.%s.%s.%s", name, ws_latency_names[k], parts[i]);
            field_add(rows, NULL, path, strlen(path));
        }
}

/* Every class of every rule has its columns, so that the head does not depend on what varies. */
static void choose_csv(ws_rows *rows) {
    static const char *const plain[] = {"seed",      "cycles",    "warmup",    "digest",   "offered",           "accepted",
                                        "saturated", "flit_hops", "mean_hops", "deadlock", "mean_source_queue", "stable",
                                        "unfinished", "settled",  "offered_ci95", "accepted_ci95"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) field_add(rows, NULL, plain[i], strlen(plain[i]));
    choose_class(rows, "all");
    for (int64_t rule = WS_CLASS_RULE_NONE + 1; rule < WS_CLASS_RULE_COUNT; rule++) {
        ws_def def = {.class_rule = rule};
        size_t count;
        const ws_class *classes = ws_classes_of(&def, &count);
        for (size_t c = 0; c < count; c++) choose_class(rows, classes[c].name);
    }
}

void ws_rows_choose(ws_rows *rows, const char *paths) {
    if (!paths && rows->format == WS_ROWS_TABLE) choose_table(rows);
    if (!paths && rows->format == WS_ROWS_CSV) choose_csv(rows);
    for (const char *path = paths, *next; path; path = next) {
        const char *comma = strchr(path, ',');
        next = comma ? comma + 1 : NULL;
        size_t length = comma ? (size_t)(comma - path) : strlen(path);
        if (length) field_add(rows, NULL, path, length);
    }
}

void ws_rows_free(ws_rows *rows) {
    for (size_t i = 0; i < rows->fields; i++) {
        free(rows->field[i]);
        free(rows->heading[i]);
    }
    free(rows->field);
    free(rows->heading);
}

/* ---- one value ---- */

static void value_text(const json_t *value, const char *none, const char *real_format, char *text, size_t room) {
    snprintf(text, room, "%s", none);
    if (json_is_integer(value)) snprintf(text, room, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (json_is_boolean(value)) snprintf(text, room, "%s", json_is_true(value) ? "yes" : "no");
    if (json_is_string(value)) snprintf(text, room, "%s", json_string_value(value));
    if (json_is_real(value)) {
        if (real_format) snprintf(text, room, "%.*f", json_real_value(value) < 10 ? 4 : 1, json_real_value(value));
        else snprintf(text, room, "%.10g", json_real_value(value));
    }
}

/* ---- rows ---- */

static int axis_width(const ws_axis *axis) {
    size_t width = strlen(axis->name);
    for (size_t i = 0; i < axis->count; i++) {
        size_t length = strlen(axis->setting[i]) - strlen(axis->name) - 1;
        if (length > width) width = length;
    }
    return (int)width;
}

static int column_width(const ws_rows *rows, size_t field) {
    size_t length = strlen(rows->heading[field]);
    return (int)(length > COLUMN_MIN ? length : COLUMN_MIN);
}

static void table_head(const ws_rows *rows, FILE *out) {
    for (size_t a = 0; a < rows->plan->axes; a++)
        fprintf(out, "%-*s  ", axis_width(&rows->plan->axis[a]), rows->plan->axis[a].name);
    if (rows->plan->replicas > 1) fprintf(out, "replica");
    for (size_t i = 0; i < rows->fields; i++) fprintf(out, " %*s", column_width(rows, i), rows->heading[i]);
    fprintf(out, "\n");
}

static void csv_head(const ws_rows *rows, FILE *out) {
    fprintf(out, "sweep,point");
    for (size_t a = 0; a < rows->plan->axes; a++) fprintf(out, ",%s", rows->plan->axis[a].name);
    fprintf(out, ",replica");
    for (size_t i = 0; i < rows->fields; i++) fprintf(out, ",%s", rows->field[i]);
    fprintf(out, ",seal\n");
}

char *ws_rows_head(const ws_rows *rows, size_t *length) {
    char *text = NULL;
    FILE *out = ws_must(open_memstream(&text, length));
    if (rows->format == WS_ROWS_TABLE) table_head(rows, out);
    if (rows->format == WS_ROWS_CSV) csv_head(rows, out);
    fclose(out);
    return ws_must(text);
}

/* How the rows of this sweep begin, up to the number of the point. */
static size_t row_prefix(const ws_rows *rows, char *text, size_t room) {
    const char *format = rows->format == WS_ROWS_JSON ? "{\"sweep\":\"%016" PRIx64 "\",\"point\":" : "%016" PRIx64 ",";
    return (size_t)snprintf(text, room, format, rows->fingerprint);
}

static void row_table(const ws_rows *rows, size_t point, const json_t *run, FILE *out) {
    const ws_sweep_plan *plan = rows->plan;
    char text[256];
    for (size_t a = 0; a < plan->axes; a++)
        fprintf(out, "%-*s  ", axis_width(&plan->axis[a]), ws_sweep_plan_value(plan, point, a));
    if (plan->replicas > 1) fprintf(out, "%7" PRIu64, ws_sweep_plan_replica(plan, point));
    for (size_t i = 0; i < rows->fields; i++) {
        value_text(ws_row_value(run, rows->field[i]), "-", "f", text, sizeof text);
        fprintf(out, " %*s", column_width(rows, i), text);
    }
    fprintf(out, "\n");
}

static void row_csv(const ws_rows *rows, size_t point, const json_t *run, FILE *out) {
    char text[256];
    row_prefix(rows, text, sizeof text);
    fprintf(out, "%s%zu,", text, point);
    for (size_t a = 0; a < rows->plan->axes; a++) {
        ws_csv_text(ws_sweep_plan_value(rows->plan, point, a), out);
        putc(',', out);
    }
    fprintf(out, "%" PRIu64, ws_sweep_plan_replica(rows->plan, point));
    for (size_t i = 0; i < rows->fields; i++) {
        value_text(ws_row_value(run, rows->field[i]), "", NULL, text, sizeof text);
        putc(',', out);
        ws_csv_text(text, out);
    }
}

static void row_json(const ws_rows *rows, size_t point, json_t *run, FILE *out) {
    char fingerprint[17];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, rows->fingerprint);
    json_t *vary = json_object(), *row = json_object();
    for (size_t a = 0; a < rows->plan->axes; a++)
        json_object_set_new(vary, rows->plan->axis[a].name, json_string(ws_sweep_plan_value(rows->plan, point, a)));
    json_object_set_new(row, "sweep", json_string(fingerprint));
    json_object_set_new(row, "point", json_integer((json_int_t)point));
    json_object_set_new(row, "vary", vary);
    json_object_set_new(row, "replica", json_integer((json_int_t)ws_sweep_plan_replica(rows->plan, point)));
    json_object_update(row, run);
    ws_report_dump(row, out);
    json_decref(row);
}

/* ---- whole rows ---- */

static bool is_json(const ws_rows *rows) {
    return rows->format == WS_ROWS_JSON;
}

char *ws_rows_row(const ws_rows *rows, size_t point, json_t *run, size_t *length) {
    char *text = NULL;
    FILE *out = ws_must(open_memstream(&text, length));
    json_object_del(run, "cpu_seconds");
    json_object_del(run, "flit_hops_per_cpu_second");
    switch (rows->format) {
    case WS_ROWS_TABLE: row_table(rows, point, run, out); break;
    case WS_ROWS_JSON: row_json(rows, point, run, out); break;
    case WS_ROWS_CSV: row_csv(rows, point, run, out); break;
    }
    fclose(out);
    ws_must(text);
    return rows->format == WS_ROWS_TABLE ? text : ws_row_seal(is_json(rows), text, length);
}

/* ---- knowing them again ---- */

bool ws_rows_is_head(const ws_rows *rows, const char *line, size_t length) {
    size_t expected;
    char *head = ws_rows_head(rows, &expected);
    bool is_whole = line[length - 1] == '\n';
    bool same = (is_whole ? length == expected : length < expected) && memcmp(line, head, length) == 0;
    free(head);
    return same;
}

ws_row_kind ws_rows_judge(const ws_rows *rows, const char *line, size_t length, size_t *point) {
    char prefix[96];
    size_t begin = row_prefix(rows, prefix, sizeof prefix), compared = length < begin ? length : begin;
    bool is_whole = line[length - 1] == '\n', begins = memcmp(line, prefix, compared) == 0;
    if (!is_whole) return begins ? WS_ROW_TORN : WS_ROW_FOREIGN;
    begins &= compared == begin;
    size_t sealed = ws_row_sealed(is_json(rows), line, length - 1);
    bool fits = sealed && ws_row_seal_fits(is_json(rows), line, sealed);
    if (fits && begins) *point = strtoul(line + begin, NULL, 10);
    if (fits) return begins ? WS_ROW_GOOD : WS_ROW_FOREIGN;
    return begins || sealed ? WS_ROW_ALTERED : WS_ROW_FOREIGN;
}
