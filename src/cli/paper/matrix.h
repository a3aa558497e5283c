/* matrix.h - the claims of some figures under several readings. */
#ifndef WS_PAPER_MATRIX_H
#define WS_PAPER_MATRIX_H

#include "cli/paper/show.h"
#include "paper/readings.h"

/* What came of a claim under a reading. */
typedef struct ws_matrix_cell {
    bool is_run; /* else its figure could not be built so */
    ws_paper_verdict verdict;
} ws_matrix_cell;

typedef struct ws_matrix {
    const ws_readings *readings;
    /* by claim, in the order in which figures were added, and by reading */
    const ws_claim **claim; /* owned; they belong to their figures */
    const char **figure;    /* owned; names of the figures, which belong to them */
    ws_matrix_cell *cell;   /* owned; WS_READINGS_MAX of each claim */
    size_t claims;
} ws_matrix;

/* Adds what came of the claims of a figure under a reading. For each reading the same figures in
 * the same order; `next` counts the claims of this reading, and begins at 0. */
void ws_matrix_add(ws_matrix *matrix, const ws_paper_shown *shown, size_t reading, size_t *next);
void ws_matrix_free(ws_matrix *matrix);

/* A row for each claim, a column for each reading, and how many hold. What was not run is a
 * dash. */
void ws_matrix_print(const ws_matrix *matrix, FILE *out);

#endif
