/* sweep_rows.h - the rows of a sweep in three shapes: JSON lines, CSV, and a table for people.
 *
 * A row depends on its point alone, never on how long anything took or what ran beside it. It begins with the fingerprint of the
 * sweep and the number of the point, so a file of rows can be continued: see ws_rows_resume. */
#ifndef WS_SWEEP_ROWS_H
#define WS_SWEEP_ROWS_H

#include <jansson.h>
#include <stdio.h>

#include "app/sweep_plan.h"

typedef enum ws_row_format { WS_ROWS_TABLE, WS_ROWS_JSON, WS_ROWS_CSV } ws_row_format;

typedef struct ws_rows {
    const ws_sweep_plan *plan;
    ws_row_format format;
    uint64_t fingerprint; /* of everything that decides what the rows say */
    char **field;         /* paths into the object of a run, such as classes.all.message_latency.mean; owned */
    char **heading;       /* what the table calls them; owned */
    size_t fields;
} ws_rows;

/* Chooses the columns of CSV and table: "PATH,PATH,..." or, if NULL, those that suit the format. */
void ws_rows_choose(ws_rows *rows, const char *paths);
void ws_rows_free(ws_rows *rows);

void ws_rows_head(const ws_rows *rows, FILE *out); /* the line above the first row, if the format has one */
/* Writes the row of a point from the JSON object of its run (which loses its figures of CPU time). */
void ws_rows_write(const ws_rows *rows, size_t point, json_t *run, FILE *out);

/* Opens a file for rows, new or with the first of them in it: cuts off a torn last line, leaves the file at its end, and tells
 * how many points it holds. NULL with an error, and the file as it was, if it cannot be opened or holds anything else; `foreign`
 * tells which. */
FILE *ws_rows_resume(const ws_rows *rows, const char *path, size_t *points, bool *foreign, ws_error *error);

#endif
