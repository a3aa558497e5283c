/* paper.h - figures of papers: what is run, what is read, what a claim says of it, and how it is
 * shown. */
#ifndef WS_PAPER_H
#define WS_PAPER_H

#include <jansson.h>
#include <stdio.h>

#include "cli/plot.h"
#include "cli/row_list.h"
#include "paper/claims.h"
#include "paper/curves.h"
#include "paper/papers.h"
#include "paper/readings.h"
#include "tui/papers.h"
#include "wormscope/wormscope.h"

/* ---- rows ---- */

/* The rows of runs that were made for figures, kept in a file so that no run is made twice. A row
 * is known by a fingerprint of all that decides it (plan.h) and sealed like those of a sweep;
 * rows are only ever added, and what is no whole row is passed over. */

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

/* ---- plan ---- */

/* The runs that a figure needs, each known by a fingerprint, and its points from their rows. */

/* How figures are run. */
typedef struct ws_paper_wish {
    bool quick;
    uint64_t seed;          /* of the first run of each point */
    uint64_t seeds;         /* so many at least; 0: as many as the figure says */
    const char *const *set; /* settings of a reading, after all others; or NULL */
    size_t sets;
} ws_paper_wish;

enum { WS_RUN_SETS = 4 * WS_FIGURE_SETS, WS_KEY_SIZE = 17 };

/* One run of `run`. */
typedef struct ws_paper_job {
    const char *scenario;
    const char *set[WS_RUN_SETS];
    size_t sets;
    const ws_figure_effort *effort;
    uint64_t seed;
    bool hosts;      /* its row keeps the figures of single hosts, */
    bool histograms; /* and those of latencies */
    char key[WS_KEY_SIZE];
} ws_paper_job;

/* The jobs of a figure, each once. */
typedef struct ws_paper_plan {
    const ws_figure *figure;
    ws_paper_wish wish;
    ws_paper_job *job; /* owned */
    size_t jobs;
    size_t *place; /* the job of each curve, value, other value and seed; owned */
    ws_texts texts;
} ws_paper_plan;

/* False with an error if a scenario cannot be opened. Free in any case. */
bool ws_paper_plan_make(ws_paper_plan *plan, const ws_figure *figure, const ws_paper_wish *wish,
                        ws_error *error);
void ws_paper_plan_free(ws_paper_plan *plan);
/* Which of its jobs are to be run next: those that the points need and that have no row. Of the
 * runs towards a limit it is the first, and none once the limit is reached. Owned by the caller. */
bool *ws_paper_plan_missing(const ws_paper_plan *plan, const ws_paper_rows *rows);
/* What a measure says of a row; NAN if it cannot be told. */
double ws_paper_measured(const ws_figure_measure *measure, const json_t *row);
/* The points, from the rows of its jobs. Free with ws_points_free. */
ws_points ws_paper_plan_points(const ws_paper_plan *plan, const ws_paper_rows *rows);

/* ---- chosen ---- */

/* The figures that were asked for, their runs, and where the rows of these are kept. */

/* The rows of the figures of one paper, in a file of their own. */
typedef struct ws_paper_shelf {
    char *paper; /* its name; owned */
    ws_paper_rows rows;
} ws_paper_shelf;

typedef struct ws_chosen_figure {
    ws_figure *figure; /* owned */
    ws_paper_plan plan;
    size_t shelf;
} ws_chosen_figure;

typedef struct ws_chosen {
    const char *folder; /* of the rows; NULL: none is kept */
    ws_paper_wish wish;
    ws_chosen_figure *figure;
    size_t figures;
    ws_paper_shelf *shelf;
    size_t shelves;
} ws_chosen;

/* Adds the figure of a file. False with an error. */
bool ws_chosen_add(ws_chosen *chosen, const char *path, ws_error *error);
void ws_chosen_free(ws_chosen *chosen);

/* Runs what is missing, `parallel` at a time, with a bar if wanted. The exit code of the pool:
 * rows of before are kept. */
int ws_chosen_run(ws_chosen *chosen, size_t parallel);
/* The same of one figure. */
int ws_chosen_run_figure(ws_chosen *chosen, size_t figure, size_t parallel);
/* Can the networks of a figure be built, as far as their runs are missing? False with the error of
 * the first that cannot. */
bool ws_chosen_can_build(const ws_chosen *chosen, size_t figure, ws_error *error);

/* Are there all rows of a figure? */
bool ws_chosen_is_whole(const ws_chosen *chosen, size_t figure);
/* Its points. Free with ws_points_free. */
ws_points ws_chosen_points(const ws_chosen *chosen, size_t figure);

/* ---- show ---- */

/* A figure that was run, as text, picture, rows of CSV, objects of JSON, lines of TAP. */

/* A figure with its points and what came of its claims. */
typedef struct ws_paper_shown {
    const ws_figure *figure;
    const ws_points *points;
    ws_claim_result result[WS_FIGURE_CLAIMS];
    bool quick;
    const char *reading; /* its name; NULL: none was asked for */
    const char *error;   /* why it could not be run: no result is known; NULL: it was */
} ws_paper_shown;

/* Judges all claims. */
ws_paper_shown ws_paper_judge(const ws_points *points, bool quick);
/* Is a claim asked in this form? */
bool ws_paper_asks(const ws_paper_shown *shown, size_t claim);
/* How many of the claims that are asked have each verdict. */
void ws_paper_count(const ws_paper_shown *shown, size_t count[WS_PAPER_VERDICTS]);

/* The curves of the first measure. Free with ws_plot_free. */
ws_plot ws_paper_plot(const ws_points *points);

void ws_paper_claims_print(const ws_paper_shown *shown, FILE *out);
void ws_paper_claims_json(const ws_paper_shown *shown, FILE *out);
/* Lines of TAP: a claim is not ok if its verdict is worse than expected. Counts on from `number`;
 * the number of the last line. */
size_t ws_paper_claims_tap(const ws_paper_shown *shown, size_t number, FILE *out);
/* All points: curve, x, and each measure with its interval. */
void ws_paper_csv(const ws_points *points, FILE *out);

/* "0.152 (0.140 to 0.163 by seed)"; "" if there is none. Returns text. */
const char *ws_paper_value_text(const ws_claim_result *result, char *text, size_t room);

/* ---- matrix ---- */

/* The claims of some figures under several readings. */

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

/* ---- page ---- */

/* A report of figures as one page of HTML, without anything from elsewhere. */

/* A page is a head, counts, papers each with their figures, and an end. */
void ws_page_begin(bool quick, FILE *out);
void ws_page_paper(const char *name, const char *title, FILE *out);
void ws_page_figure(const ws_paper_shown *shown, FILE *out);
/* A paper: its figures, and how many of their claims have each verdict. */
typedef struct ws_page_count {
    const char *paper;
    const char **figure; /* their names; owned */
    size_t figures;
    size_t verdict[WS_PAPER_VERDICTS];
} ws_page_count;
void ws_page_counts(const ws_page_count *counts, size_t count, FILE *out);
void ws_page_end(FILE *out);

/* ---- on screen ---- */

/* Figures for the program with a screen: those whose rows the user's cache has. */

extern const ws_paper_source ws_papers_on_screen;

#endif
