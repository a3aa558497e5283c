/* rows.h - the rows of runs that were made for figures, kept in a file so that no run is made
 * twice. A row is known by a fingerprint of all that decides it (plan.h) and sealed like those of
 * a sweep; rows are only ever added, and what is no whole row is passed over. */
#ifndef WS_PAPER_ROWS_H
#define WS_PAPER_ROWS_H

#include <jansson.h>

#include "cli/row_seal.h"
#include "wormscope/wormscope.h"

typedef struct ws_paper_rows {
    char *path; /* NULL: kept in memory alone; owned */
    int fd;     /* -1: not open for writing yet */
    json_t *by_key;
    ws_seal_count left_out; /* rows without a right seal */
} ws_paper_rows;

/* Reads what is there; a file that is not there has none. path NULL: none is kept. False with an
 * error if it is there and cannot be read. Free in any case. */
bool ws_paper_rows_read(ws_paper_rows *rows, const char *path, ws_error *error);
void ws_paper_rows_free(ws_paper_rows *rows);
/* The row of a run; NULL if there is none. */
const json_t *ws_paper_rows_find(const ws_paper_rows *rows, const char *key);
/* Adds one, which it takes over, and writes it; false with an error if it cannot be written. */
bool ws_paper_rows_add(ws_paper_rows *rows, const char *key, json_t *row, ws_error *error);

#endif
