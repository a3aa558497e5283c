/* sweep_rows.h - the rows of a sweep in three shapes: JSON lines, CSV, and a table for people.
 *
 * A row depends on its point alone, never on how long anything took or what ran beside it. In
 * JSON and CSV it begins with the fingerprint of the sweep and the number of the point, and ends
 * with its seal, eight hexadecimal digits as an ordinary last field or column: a row is known
 * again wherever it stands, and a row that was altered is known too. */
#ifndef WS_SWEEP_ROWS_H
#define WS_SWEEP_ROWS_H

#include <jansson.h>
#include <stdio.h>

#include "cli/sweep_plan.h"

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

#endif
