/* plan.h - the runs that a figure needs, each known by a fingerprint, and its points from their
 * rows. */
#ifndef WS_PAPER_PLAN_H
#define WS_PAPER_PLAN_H

#include "cli/paper/rows.h"
#include "paper/curves.h"

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

#endif
