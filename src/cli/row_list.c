/* row_list.c - see row_list.h. */
#include "cli/row_list.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "session/language/tell.h"
#include "session/language/text.h"

/* ---- CSV ---- */

/* Takes one cell off a line: copies it to `cell`, which has room for the line. Returns the rest,
 * NULL behind the last cell. */
static const char *cell_copy(const char *line, char *cell) {
    bool quoted = *line == '"';
    const char *at = line + quoted;
    for (; *at && (quoted || *at != ','); at++) {
        bool is_quote = quoted && *at == '"';
        if (is_quote && at[1] != '"')
            break;
        at += is_quote;
        *cell++ = *at;
    }
    *cell = '\0';
    at += quoted && *at == '"';
    return *at == ',' ? at + 1 : NULL;
}

static bool is_number(const char *text, double *number) {
    char *end;
    if (!*text || strspn(text, "0123456789.+-eE") != strlen(text))
        return false;
    *number = strtod(text, &end);
    return *end == '\0' && isfinite(*number);
}

static void cell_add(json_t *row, const char *column, const char *cell) {
    double number;
    if (!*cell)
        return;
    if (text_is(cell, "true") || text_is(cell, "false"))
        json_object_set_new(row, column, json_boolean(text_is(cell, "true")));
    else if (is_number(cell, &number))
        json_object_set_new(row, column, json_real(number));
    else
        json_object_set_new(row, column, ws_json_text(cell));
}

/* The columns between `points` and `replica` are what varies: texts, as in JSON. */
static void axis_add(json_t *vary, const char *column, const char *cell, bool *within) {
    if (text_is(column, "replica"))
        *within = false;
    if (*within)
        json_object_set_new(vary, column, ws_json_text(cell));
    if (text_is(column, "points"))
        *within = true;
}

static json_t *csv_parse(const char *head, const char *line) {
    bool within = false;
    json_t *vary = json_object();
    char *column = ws_alloc(strlen(head) + 1, 1);
    char *cell = ws_alloc(strlen(line) + 1, 1);
    json_t *row = json_object();
    while (head && line) {
        head = cell_copy(head, column);
        line = cell_copy(line, cell);
        const char *plain = ws_csv_plain(cell);
        cell_add(row, column, plain);
        axis_add(vary, column, plain, &within);
    }
    json_object_set_new(row, "vary", vary);
    free(column);
    free(cell);
    if (!head && !line)
        return row;
    json_decref(row);
    return NULL;
}

/* ---- reading ---- */

static json_t *row_parse(const ws_row_list *list, const char *text, char *trouble, size_t room) {
    json_error_t json;
    json_t *value = NULL;
    snprintf(trouble, room, "another number of columns than the first line");
    if (!list->is_json)
        return csv_parse(list->head, text);
    value = json_loads(text, 0, &json);
    snprintf(trouble, room, "%s", value ? "no object" : json.text);
    if (value && json_is_object(value))
        return value;
    json_decref(value);
    return NULL;
}

/* Is a seal due to a row? Not in CSV that no sweep has written, and whose columns are those of
 * others, and not in a time series. */
static bool is_sealed_kind(const ws_row_list *list, const ws_row *row) {
    if (list->is_json)
        return !ws_row_is_series(row->value);
    return strncmp(list->head, "sweep,point,", strlen("sweep,point,")) == 0 ||
           text_ends(list->head, ",seal");
}

static ws_seal seal_of(const ws_row_list *list, const ws_row *row) {
    if (!is_sealed_kind(list, row))
        return WS_SEAL_FREE;
    return ws_row_seal_of(list->is_json, row->value, row->text, row->length);
}

/* Without what editors put around a line: its end, LF or CR LF, and a byte order mark before the
 * first. */
static char *line_bare(char *line, size_t length, size_t number) {
    static const char mark[] = "\xef\xbb\xbf";
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[--length] = '\0';
    return number == 1 && strncmp(line, mark, strlen(mark)) == 0 ? line + strlen(mark) : line;
}

/* False, with what is wrong, if the line is no row. */
static bool line_parse(ws_row_list *list, char *text, size_t number, char *trouble, size_t room) {
    size_t length = strlen(text);
    bool is_first = number == 1;
    if (is_first)
        list->is_json = *text == '{';
    if (is_first && !list->is_json) {
        free(list->head);
        list->head = ws_copy_text(text, length);
        snprintf(trouble, room, "neither an object nor the head of CSV");
        return strchr(text, ',') != NULL;
    }
    if (length == 0)
        return true;
    ws_row row = {.line = number, .length = length};
    row.value = row_parse(list, text, trouble, room);
    if (!row.value)
        return false;
    row.text = ws_copy_text(text, length);
    row.seal = seal_of(list, &row);
    WS_GROW(list->row, list->count);
    list->row[list->count++] = row;
    return true;
}

static bool lines_parse(ws_row_list *list, FILE *in, const char *path, ws_error *error) {
    char trouble[200];
    char *line = NULL;
    size_t room = 0;
    size_t number = 0;
    bool good = true;
    for (ssize_t got; good && (got = getline(&line, &room, in)) > 0;) {
        char *bare = line_bare(line, (size_t)got, ++number);
        good = line_parse(list, bare, number, trouble, sizeof trouble);
    }
    free(line);
    if (good)
        return true;
    return fail_with(error, "%.200s:%zu: expected a row of `run --json` or `sweep`: %s", path,
                     number, trouble);
}

bool ws_row_list_read(ws_row_list *list, const char *path, bool *missing, ws_error *error) {
    bool is_standard = text_is(path, "-");
    FILE *in = is_standard ? stdin : fopen(path, "re");
    *missing = true;
    if (!in)
        return fail_with(error, "%.400s: %s", path, strerror(errno));
    bool good = lines_parse(list, in, path, error);
    *missing = good && !feof(in); /* without memory a line ends before the file does */
    if (*missing)
        fail_with(error, "%.400s: %s", path, strerror(errno));
    if (!is_standard)
        fclose(in);
    return good && !*missing;
}

static void row_free(ws_row *row) {
    free(row->text);
    json_decref(row->value);
}

/* The rows that have no right seal. */
static ws_seal_count row_list_unsealed(const ws_row_list *list) {
    ws_seal_count count = {0};
    for (size_t i = 0; i < list->count; i++)
        ws_seal_count_add(&count, list->row[i].seal, list->row[i].line);
    return count;
}

size_t ws_row_list_keep_sealed(ws_row_list *list, const char *command, const char *path,
                               const char *hint) {
    const ws_seal_count count = row_list_unsealed(list);
    size_t kept = 0;
    ws_seal_count_tell(&count, command, path, hint);
    for (size_t i = 0; i < list->count; i++) {
        ws_row *row = &list->row[i];
        if (row->seal == WS_SEAL_RIGHT || row->seal == WS_SEAL_FREE)
            list->row[kept++] = *row;
        else
            row_free(row);
    }
    list->count = kept;
    return count.none + count.wrong;
}

bool ws_row_list_note(const ws_row_list *list, char note[WS_UNSEALED_NOTE]) {
    char text[WS_SEAL_TEXT];
    const ws_seal_count count = row_list_unsealed(list);
    ws_seal_count_text(&count, text);
    snprintf(note, WS_UNSEALED_NOTE, *text ? "%s: taken (--unsealed)" : "%s", text);
    return *text != '\0';
}

/* By text; of equal ones the earlier is first. */
static int text_order(const void *one, const void *other) {
    const ws_row *const *mine = one;
    const ws_row *const *theirs = other;
    int order = strcmp((*mine)->text, (*theirs)->text);
    if (order != 0)
        return order;
    return (*mine > *theirs) - (*mine < *theirs);
}

/* `is_twin[i]`: row i says of the same run the same as one before it. Rows without a seal do not
 * say which run they are. */
static void twins_mark(const ws_row_list *list, bool *is_twin) {
    const ws_row **row = ws_alloc(list->count, sizeof *row);
    for (size_t i = 0; i < list->count; i++)
        row[i] = &list->row[i];
    qsort(row, list->count, sizeof *row, text_order);
    for (size_t i = 1; i < list->count; i++)
        is_twin[row[i] - list->row] =
            row[i]->seal == WS_SEAL_RIGHT && text_is(row[i]->text, row[i - 1]->text);
    free(row);
}

void ws_row_list_drop_twins(ws_row_list *list, const char *command) {
    bool *is_twin = ws_alloc(list->count, sizeof *is_twin);
    size_t kept = 0;
    twins_mark(list, is_twin);
    for (size_t i = 0; i < list->count; i++) {
        if (is_twin[i])
            row_free(&list->row[i]);
        else
            list->row[kept++] = list->row[i];
    }
    if (kept < list->count)
        ws_tell(stderr, "wormscope %s: rows that are there twice: %zu; each counts once", command,
                list->count - kept);
    list->count = kept;
    free(is_twin);
}

void ws_row_list_free(ws_row_list *list) {
    for (size_t i = 0; i < list->count; i++)
        row_free(&list->row[i]);
    free(list->row);
    free(list->head);
    *list = (ws_row_list){0};
}

/* ---- asking ---- */

/* The member of `value` that one step of a path names: a key; in a list, a position or the `name`
 * of an element. */
static const json_t *member(const json_t *value, const char *key) {
    if (json_is_object(value))
        return json_object_get(value, key);
    char *end;
    unsigned long at = strtoul(key, &end, 10);
    if (*key && !*end)
        return json_array_get(value, at);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *element = json_array_get(value, i);
        const char *name = json_string_value(json_object_get(element, "name"));
        if (name && text_is(name, key))
            return element;
    }
    return NULL;
}

bool ws_row_is_series(const json_t *row) {
    bool varies = json_object_size(json_object_get(row, "vary")) > 0;
    return !varies && json_object_get(row, "cycle") && json_object_get(row, "cycles");
}

const json_t *ws_row_value(const json_t *row, const char *path) {
    const json_t *value = json_object_get(row, path);
    if (value)
        return value;
    value = row;
    while (value && *path) {
        char key[64];
        size_t length = strcspn(path, ".");
        if (length >= sizeof key)
            return NULL;
        memcpy(key, path, length);
        key[length] = '\0';
        value = member(value, key);
        path += length + (path[length] == '.');
    }
    return value;
}

const json_t *ws_row_find(const json_t *row, const char *name) {
    const json_t *places[] = {row, json_object_get(row, "vary")};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const json_t *value = json_object_get(places[i], name);
        if (value)
            return value;
    }
    const json_t *value = ws_row_value(row, name);
    return value ? value : json_object_get(json_object_get(row, "parameters"), name);
}

double ws_row_number(const json_t *value) {
    double number;
    if (json_is_number(value))
        return json_number_value(value);
    if (json_is_boolean(value))
        return json_is_true(value);
    if (json_is_string(value) && is_number(json_string_value(value), &number))
        return number;
    return NAN;
}

void ws_row_interval(const json_t *row, const char *figure, double *low, double *high) {
    const char *saturated = json_string_value(json_object_get(row, "saturated"));
    bool none = *low < 0;
    none |= saturated && text_is(saturated, "yes");
    if (none && strstr(figure, "latency"))
        *low = *high = NAN;
}
