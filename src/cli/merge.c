/* merge.c - `wormscope merge`: the rows of the shards of a sweep, put together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/row_list.h"
#include "cli/subcommands.h"
#include "cli/sweep.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"

enum { RANGES_SHOWN = 8 };

typedef struct shard {
    const char *path;
    ws_row_list rows;
} shard;

typedef struct merger {
    shard *shard;
    size_t shards;
    char *sweep;         /* the fingerprint that all rows have; NULL: none read yet */
    const ws_row **row;  /* by point */
    const char **origin; /* by point: the file */
    bool *disputed;      /* by point */
    size_t points;
    bool wrong; /* something was altered, or contradicts */
} merger;

/* ---- one row ---- */

static bool row_wrong(merger *m, const shard *from, const ws_row *row, const char *what) {
    ws_tell(stderr, "wormscope merge: %s:%zu: %s", from->path, row->line, what);
    m->wrong = true;
    return false;
}

static size_t index_of(const ws_row *row, const char *key) {
    double number = ws_row_number(json_object_get(row->value, key));
    bool fits = number >= 0 && number <= WS_POINTS_MAX;
    return fits ? (size_t)number : SIZE_MAX;
}

/* The fingerprint of a sweep: text, unless all its digits look like a number. */
static bool sweep_is(const merger *m, const ws_row *row) {
    const char *begin = row->text + (row->text[0] == '{' ? strlen("{\"sweep\":\"") : 0);
    return strncmp(begin, m->sweep, strlen(m->sweep)) == 0;
}

static void sweep_copy(merger *m, const ws_row *row) {
    enum { DIGITS = 16 };
    const char *begin = row->text + (row->text[0] == '{' ? strlen("{\"sweep\":\"") : 0);
    m->sweep = ws_copy_text(begin, strnlen(begin, DIGITS));
    m->points = index_of(row, "points");
    m->row = ws_alloc(m->points, sizeof *m->row);
    m->origin = ws_alloc(m->points, sizeof *m->origin);
    m->disputed = ws_alloc(m->points, sizeof *m->disputed);
}

/* Two rows of one point: they must say the same. */
static void row_dispute(merger *m, const shard *from, const ws_row *row, size_t point) {
    char what[256];
    const ws_row *first = m->row[point];
    if (first->length == row->length && memcmp(first->text, row->text, row->length) == 0)
        return;
    snprintf(what, sizeof what, "contradicts point %zu of %.120s:%zu; both are left out", point,
             m->origin[point], first->line);
    row_wrong(m, from, row, what);
    m->disputed[point] = true;
}

/* False, and it has been said, if the row is of another sweep. */
static bool row_copy(merger *m, const shard *from, const ws_row *row) {
    size_t point = index_of(row, "point");
    size_t points = index_of(row, "points");
    if (row->seal != WS_SEAL_RIGHT || points == SIZE_MAX || point >= points ||
        json_object_get(row->value, "measure"))
        return row_wrong(m, from, row, "expected a row of a sweep, in JSON or CSV");
    if (!m->sweep)
        sweep_copy(m, row);
    if (!sweep_is(m, row) || points != m->points)
        return row_wrong(m, from, row, "is of another sweep than the rows before");
    if (m->row[point]) {
        row_dispute(m, from, row, point);
        return true;
    }
    m->row[point] = row;
    m->origin[point] = from->path;
    return true;
}

/* ---- all of them ---- */

static int shards_read(merger *m, char *const *path, size_t count) {
    ws_error error;
    bool missing;
    m->shard = ws_alloc(count, sizeof *m->shard);
    for (; m->shards < count; m->shards++) {
        shard *now = &m->shard[m->shards];
        now->path = path[m->shards];
        if (ws_row_list_read(&now->rows, now->path, &missing, &error)) {
            m->wrong |= ws_row_list_keep_sealed(&now->rows, "merge", now->path, "") > 0;
            continue;
        }
        ws_row_list_free(&now->rows);
        ws_tell(stderr, "wormscope merge: %s", error.text);
        return missing ? WS_EXIT_IO : WS_EXIT_USAGE;
    }
    return WS_EXIT_OK;
}

/* All CSV with the same head, or all JSON. */
static bool kinds_agree(const merger *m) {
    const char *head = NULL;
    const shard *first = NULL;
    for (size_t i = 0; i < m->shards; i++) {
        const shard *now = &m->shard[i];
        if (now->rows.count == 0)
            continue;
        const char *mine = now->rows.head ? now->rows.head : "";
        if (!first) {
            first = now;
            head = mine;
        }
        if (text_is(mine, head))
            continue;
        ws_tell(stderr, "wormscope merge: %s has other columns than %s", now->path, first->path);
        return false;
    }
    return true;
}

static int rows_copy(merger *m) {
    for (size_t i = 0; i < m->shards; i++)
        for (size_t k = 0; k < m->shard[i].rows.count; k++)
            if (!row_copy(m, &m->shard[i], &m->shard[i].rows.row[k]))
                return WS_EXIT_USAGE;
    if (m->sweep)
        return WS_EXIT_OK;
    ws_tell(stderr, "wormscope merge: no row is complete");
    return WS_EXIT_FAILED;
}

/* ---- telling ---- */

static bool is_there(const merger *m, size_t point) {
    return m->row[point] && !m->disputed[point];
}

/* "4, 7-9": the points that are missing; at most a few ranges of them. */
static size_t missing_tell(const merger *m) {
    char text[400];
    text_out out = text_begin(text, sizeof text);
    size_t missing = 0;
    size_t ranges = 0;
    for (size_t p = 0, end; p < m->points; p = end + 1) {
        for (end = p; end < m->points && !is_there(m, end);)
            end++;
        missing += end - p;
        if (end == p || ++ranges > RANGES_SHOWN)
            continue;
        text_add(&out, "%s%zu", ranges > 1 ? ", " : "", p);
        if (end - p > 1)
            text_add(&out, "-%zu", end - 1);
    }
    if (missing > 0)
        ws_tell(stderr, "wormscope merge: %zu of %zu points are missing: %s%s", missing, m->points,
                text, ranges > RANGES_SHOWN ? ", ..." : "");
    return missing;
}

static void head_write(const merger *m, FILE *out) {
    for (size_t i = 0; i < m->shards; i++) {
        const ws_row_list *rows = &m->shard[i].rows;
        if (rows->count == 0)
            continue;
        if (rows->head)
            fprintf(out, "%s\n", rows->head);
        return;
    }
}

static bool rows_write(const merger *m, FILE *out) {
    head_write(m, out);
    for (size_t p = 0; p < m->points; p++)
        if (is_there(m, p))
            fprintf(out, "%s\n", m->row[p]->text);
    return fflush(out) == 0 && !ferror(out);
}

/* In place of the file, at once or not at all. */
static bool file_write(const merger *m, const char *path) {
    ws_whole_file file;
    bool good = ws_whole_open(&file, path);
    if (good) {
        rows_write(m, file.out);
        good = ws_whole_close(&file);
    }
    if (!good)
        ws_tell(stderr, "wormscope merge: %s: %s", path, strerror(errno));
    return good;
}

static int merged_write(merger *m, const char *path) {
    bool written = path && !text_is(path, "-") ? file_write(m, path) : rows_write(m, stdout);
    size_t missing = missing_tell(m);
    if (!written)
        return WS_EXIT_IO;
    return missing > 0 || m->wrong ? WS_EXIT_FAILED : WS_EXIT_OK;
}

static void merger_free(merger *m) {
    for (size_t i = 0; i < m->shards; i++)
        ws_row_list_free(&m->shard[i].rows);
    free(m->shard);
    free(m->sweep);
    free(m->row);
    free(m->origin);
    free(m->disputed);
}

static int merge(char *const *path, size_t count, const char *output) {
    merger m = {0};
    int code = shards_read(&m, path, count);
    if (code == WS_EXIT_OK && !kinds_agree(&m))
        code = WS_EXIT_USAGE;
    if (code == WS_EXIT_OK)
        code = rows_copy(&m);
    if (code == WS_EXIT_OK)
        code = merged_write(&m, output);
    merger_free(&m);
    return code;
}

/* ---- command ---- */

enum { FLAG_OUTPUT };
static const ws_flag flags[] = {
    {"output", 'o', "FILE", "write the rows to FILE (default: standard output)"},
    {0},
};

static int run_merge(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    const char *output = NULL;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (flag == FLAG_OUTPUT)
            output = args.value;
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count == 0) {
        ws_args_wrong(&args, "files are required; usage: wormscope %s %s", command->name,
                      command->operands);
        return WS_EXIT_USAGE;
    }
    return merge(args.operands, (size_t)args.operand_count, output);
}

const ws_subcommand ws_subcommand_merge = {
    .name = "merge",
    .operands = "FILE... [-o FILE]",
    .doc = "Put the rows of the shards of a sweep together, and say which are missing",
    .flags = flags,
    .run = run_merge};
