/* sweep_rows.c - see sweep.h. */
#include "cli/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/report.h"
#include "cli/row_list.h"
#include "session/language/text.h"
#include "session/text_stream.h"

#define COLUMN_MIN 10
enum { CELL_ROOM = 8192 };

/* ---- which columns ---- */

static void field_add(ws_rows *rows, const char *heading, const char *path, size_t length) {
    WS_GROW(rows->field, rows->fields);
    WS_GROW(rows->heading, rows->fields);
    rows->field[rows->fields] = ws_copy_text(path, length);
    rows->heading[rows->fields++] =
        ws_copy_text(heading ? heading : path, heading ? strlen(heading) : length);
}

static void choose_table(ws_rows *rows) {
    for (size_t i = 0; i < ws_table_column_count; i++) {
        const ws_table_column *shown = &ws_table_columns[i];
        if (shown->table <= WS_TABLE_SWEEP)
            field_add(rows, shown->heading, shown->path, strlen(shown->path));
    }
}

static void path_add(ws_rows *rows, const char *path) {
    field_add(rows, NULL, path, strlen(path));
}

/* Returns the number of the column behind them. */
static uint8_t choose_columns(ws_rows *rows, ws_facts_of subject, uint8_t column) {
    const ws_fact *figure;
    for (; (figure = ws_fact_column(subject, column)); column++)
        path_add(rows, figure->path);
    return column;
}

static void choose_class(ws_rows *rows, const char *name) {
    const ws_fact *figure;
    char path[128];
    for (size_t i = 0; i < ws_fact_count; i++) {
        const ws_fact *of = &ws_facts[i];
        if (of->subject != WS_FACTS_OF_CLASS || !of->column)
            continue;
        int end = snprintf(path, sizeof path, WS_FACT_CLASSES ".%s.%s", name, of->path);
        if (of->column != WS_FACT_PARTS)
            path_add(rows, path);
        for (uint8_t column = 1; of->column == WS_FACT_PARTS &&
                                 (figure = ws_fact_column(WS_FACTS_OF_LATENCY, column));
             column++) {
            snprintf(path + end, sizeof path - (size_t)end, ".%s", figure->path);
            path_add(rows, path);
        }
    }
}

/* The classes in use have their columns. */
static void choose_classes(ws_rows *rows) {
    choose_class(rows, "all");
    for (size_t c = 0; c < rows->classes; c++)
        choose_class(rows, rows->class[c]);
}

static void choose_csv(ws_rows *rows) {
    static const char *const identity[] = {
        "seed",           "version", "model", "scenario", "scenario_digest", "topology_digest",
        "parameters", "digest"};
    for (size_t i = 0; i < sizeof identity / sizeof *identity; i++)
        path_add(rows, identity[i]);
    choose_columns(rows, WS_FACTS_OF_RUN, 1);
    choose_classes(rows);
}

/* Every figure is a row; those of a phase say from when to when. */
static void choose_long(ws_rows *rows) {
    uint8_t behind = choose_columns(rows, WS_FACTS_OF_RUN, 1);
    choose_columns(rows, WS_FACTS_OF_PHASE, behind);
    choose_classes(rows);
}

static bool is_used(const ws_rows *rows, const char *name) {
    bool found = strcmp(name, "all") == 0;
    for (size_t i = 0; i < rows->classes; i++)
        found |= strcmp(rows->class[i], name) == 0;
    return found;
}

void ws_rows_use(ws_rows *rows, const ws_def *def) {
    size_t count;
    const ws_class *class = ws_classes_of(def, &count);
    for (size_t c = 0; c < count; c++) {
        if (is_used(rows, class[c].name) || rows->classes == WS_ROWS_CLASSES)
            continue;
        rows->class[rows->classes++] = class[c].name;
    }
}

void ws_rows_choose(ws_rows *rows, const char *paths) {
    if (!paths && rows->format == WS_ROWS_TABLE)
        choose_table(rows);
    if (!paths && rows->format == WS_ROWS_CSV && rows->is_long)
        choose_long(rows);
    if (!paths && rows->format == WS_ROWS_CSV && !rows->is_long)
        choose_csv(rows);
    for (const char *path = paths, *next; path; path = next) {
        const char *comma = strchr(path, ',');
        next = comma ? comma + 1 : NULL;
        size_t length = comma ? (size_t)(comma - path) : strlen(path);
        if (length)
            field_add(rows, NULL, path, length);
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

/* For people, or as programs read it. */
static const char *truth_text(const json_t *value, bool is_table) {
    static const char *const words[2][2] = {{"false", "true"}, {"no", "yes"}};
    return words[is_table][json_is_true(value)];
}

/* Parameters in one cell: "NAME=VALUE; NAME=VALUE". */
static void settings_text(const json_t *object, char *text, size_t room) {
    const char *name;
    json_t *value;
    text_out out = text_begin(text, room);
    json_object_foreach((json_t *)(uintptr_t)object, name, value) {
        const char *setting = json_string_value(value);
        text_add(&out, "%s%s=%s", out.used > 0 ? "; " : "", name, setting ? setting : "");
    }
}

static void value_text(const json_t *value, const char *none, const char *real_format, char *text,
                       size_t room) {
    snprintf(text, room, "%s", none);
    if (json_is_integer(value))
        snprintf(text, room, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (json_is_boolean(value))
        snprintf(text, room, "%s", truth_text(value, real_format != NULL));
    if (json_is_object(value))
        settings_text(value, text, room);
    if (json_is_string(value))
        snprintf(text, room, "%s", json_string_value(value));
    if (json_is_real(value)) {
        if (real_format)
            snprintf(text, room, "%.*f", json_real_value(value) < 10 ? 4 : 1,
                     json_real_value(value));
        else
            snprintf(text, room, "%.10g", json_real_value(value));
    }
}

/* ---- rows ---- */

static int axis_width(const ws_axis *axis) {
    size_t width = strlen(axis->name);
    for (size_t i = 0; i < axis->count; i++) {
        size_t length = strlen(axis->setting[i]) - strlen(axis->name) - 1;
        if (length > width)
            width = length;
    }
    return (int)width;
}

static int column_width(const ws_rows *rows, size_t field) {
    size_t length = strlen(rows->heading[field]);
    return (int)(length > COLUMN_MIN ? length : COLUMN_MIN);
}

static void table_head(const ws_rows *rows, FILE *out) {
    for (size_t axis = 0; axis < rows->plan->axes; axis++)
        fprintf(out, "%-*s  ", axis_width(&rows->plan->axis[axis]), rows->plan->axis[axis].name);
    if (rows->plan->replicas > 1)
        fprintf(out, "replica");
    for (size_t i = 0; i < rows->fields; i++)
        fprintf(out, " %*s", column_width(rows, i), rows->heading[i]);
    fprintf(out, "\n");
}

static void csv_head(const ws_rows *rows, FILE *out) {
    fprintf(out, "sweep,point,points");
    for (size_t axis = 0; axis < rows->plan->axes; axis++)
        fprintf(out, ",%s", rows->plan->axis[axis].name);
    fprintf(out, ",replica");
    if (rows->is_long) {
        fprintf(out, ",seed,phase,class,measure,value,seal\n");
        return;
    }
    for (size_t i = 0; i < rows->fields; i++)
        fprintf(out, ",%s", rows->field[i]);
    fprintf(out, ",seal\n");
}

char *ws_rows_head(const ws_rows *rows, size_t *length) {
    char *text = NULL;
    FILE *out = ws_text_stream(&text, length);
    if (rows->format == WS_ROWS_TABLE)
        table_head(rows, out);
    if (rows->format == WS_ROWS_CSV)
        csv_head(rows, out);
    fclose(out);
    return text;
}

/* How the rows of this sweep begin, up to the number of the point. */
static size_t row_prefix(const ws_rows *rows, char *text, size_t room) {
    const char *format = rows->format == WS_ROWS_JSON ? "{\"sweep\":\"%016" PRIx64 "\",\"point\":"
                                                      : "%016" PRIx64 ",";
    return (size_t)snprintf(text, room, format, rows->fingerprint);
}

static void row_table(const ws_rows *rows, size_t point, const json_t *run, FILE *out) {
    const ws_sweep_plan *plan = rows->plan;
    char text[256];
    for (size_t axis = 0; axis < plan->axes; axis++)
        fprintf(out, "%-*s  ", axis_width(&plan->axis[axis]),
                ws_sweep_plan_value(plan, point, axis));
    if (plan->replicas > 1)
        fprintf(out, "%7" PRIu64, ws_sweep_plan_replica(plan, point));
    for (size_t i = 0; i < rows->fields; i++) {
        value_text(ws_row_value(run, rows->field[i]), "-", "f", text, sizeof text);
        fprintf(out, " %*s", column_width(rows, i), text);
    }
    fprintf(out, "\n");
}

/* What every line of a point begins with. */
static void csv_place(const ws_rows *rows, size_t point, FILE *out) {
    char prefix[96];
    row_prefix(rows, prefix, sizeof prefix);
    fprintf(out, "%s%zu,%zu,", prefix, point, rows->points);
    for (size_t axis = 0; axis < rows->plan->axes; axis++) {
        ws_csv_text(ws_sweep_plan_value(rows->plan, point, axis), out);
        putc(',', out);
    }
    fprintf(out, "%" PRIu64, ws_sweep_plan_replica(rows->plan, point));
}

static void csv_value(const json_t *value, FILE *out) {
    char text[CELL_ROOM];
    value_text(value, "", NULL, text, sizeof text);
    ws_csv_text(text, out);
}

static void row_csv(const ws_rows *rows, size_t point, const json_t *run, FILE *out) {
    csv_place(rows, point, out);
    for (size_t i = 0; i < rows->fields; i++) {
        putc(',', out);
        csv_value(ws_row_value(run, rows->field[i]), out);
    }
}

/* What the lines of a run have in common, and of whom they are: phase 0 is the whole run. */
typedef struct long_lines {
    const ws_rows *rows;
    size_t point;
    const json_t *seed;
    size_t phase;
    const json_t *of;
} long_lines;

/* One line: "classes.high.head_latency.mean" is the measure head_latency.mean of the class high. */
static char *line_long(const long_lines *lines, const char *path, size_t *length) {
    static const char classes[] = WS_FACT_CLASSES ".";
    char *text = NULL;
    bool of_class = strncmp(path, classes, strlen(classes)) == 0;
    const char *class = of_class ? path + strlen(classes) : "";
    size_t size = strcspn(class, ".");
    const char *measure = of_class && class[size] ? class + size + 1 : path;
    FILE *out = ws_text_stream(&text, length);
    csv_place(lines->rows, lines->point, out);
    putc(',', out);
    csv_value(lines->seed, out);
    fprintf(out, ",%zu,%.*s,%s,%.10g", lines->phase, (int)size, class, measure,
            ws_row_number(ws_row_value(lines->of, path)));
    fclose(out);
    return ws_row_seal(false, text, length);
}

/* A line for each figure that is there: numbers and truth values. */
static void lines_write(const long_lines *lines, FILE *out) {
    for (size_t i = 0; i < lines->rows->fields; i++) {
        const char *path = lines->rows->field[i];
        const json_t *value = ws_row_value(lines->of, path);
        if (!json_is_number(value) && !json_is_boolean(value))
            continue;
        size_t length;
        char *line = line_long(lines, path, &length);
        fwrite(line, 1, length, out);
        free(line);
    }
}

static void row_long(const ws_rows *rows, size_t point, const json_t *run, FILE *out) {
    size_t index;
    json_t *phase;
    long_lines lines = {rows, point, json_object_get(run, "seed"), 0, run};
    lines_write(&lines, out);
    json_array_foreach(json_object_get(run, "phases"), index, phase) {
        lines.phase = index + 1;
        lines.of = phase;
        lines_write(&lines, out);
    }
}

json_t *ws_rows_object(const ws_rows *rows, size_t point, json_t *run) {
    char fingerprint[17];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, rows->fingerprint);
    json_t *vary = json_object();
    json_t *row = json_object();
    for (size_t axis = 0; axis < rows->plan->axes; axis++)
        json_object_set_new(vary, rows->plan->axis[axis].name,
                            json_string(ws_sweep_plan_value(rows->plan, point, axis)));
    json_object_set_new(row, "sweep", json_string(fingerprint));
    json_object_set_new(row, "point", json_integer((json_int_t)point));
    json_object_set_new(row, "points", json_integer((json_int_t)rows->points));
    json_object_set_new(row, "vary", vary);
    json_object_set_new(row, "replica",
                        json_integer((json_int_t)ws_sweep_plan_replica(rows->plan, point)));
    json_object_update(row, run);
    return row;
}

static void row_json(const ws_rows *rows, size_t point, json_t *run, FILE *out) {
    json_t *row = ws_rows_object(rows, point, run);
    ws_json_dump(row, out);
    json_decref(row);
}

/* ---- whole rows ---- */

static bool is_json(const ws_rows *rows) {
    return rows->format == WS_ROWS_JSON;
}

char *ws_rows_row(const ws_rows *rows, size_t point, json_t *run, size_t *length) {
    char *text = NULL;
    FILE *out = ws_text_stream(&text, length);
    ws_report_untimed(run);
    switch (rows->format) {
    case WS_ROWS_TABLE: row_table(rows, point, run, out); break;
    case WS_ROWS_JSON: row_json(rows, point, run, out); break;
    case WS_ROWS_CSV:
        if (rows->is_long)
            row_long(rows, point, run, out);
        else
            row_csv(rows, point, run, out);
        break;
    }
    fclose(out);
    bool is_sealed = rows->format == WS_ROWS_TABLE || rows->is_long;
    return is_sealed ? text : ws_row_seal(is_json(rows), text, length);
}

/* ---- knowing them again ---- */

bool ws_rows_is_head(const ws_rows *rows, const char *line, size_t length) {
    size_t expected;
    char *head = ws_rows_head(rows, &expected);
    bool is_whole = line[length - 1] == '\n';
    bool same =
        (is_whole ? length == expected : length < expected) && memcmp(line, head, length) == 0;
    free(head);
    return same;
}

ws_row_kind ws_rows_judge(const ws_rows *rows, const char *line, size_t length, size_t *point) {
    char prefix[96];
    size_t begin = row_prefix(rows, prefix, sizeof prefix);
    size_t text = strnlen(line, length); /* what was on the disk when the power failed */
    size_t compared = text < begin ? text : begin;
    bool is_whole = line[length - 1] == '\n', begins = memcmp(line, prefix, compared) == 0;
    if (!is_whole)
        return begins ? WS_ROW_TORN : WS_ROW_FOREIGN;
    begins &= compared == begin;
    size_t sealed = ws_row_sealed(is_json(rows), line, length - 1);
    bool fits = sealed && ws_row_seal_fits(is_json(rows), line, sealed);
    if (fits && begins)
        *point = strtoul(line + begin, NULL, 10);
    if (fits)
        return begins ? WS_ROW_GOOD : WS_ROW_FOREIGN;
    return begins || sealed ? WS_ROW_ALTERED : WS_ROW_FOREIGN;
}
