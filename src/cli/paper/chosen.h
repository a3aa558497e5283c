/* chosen.h - the figures that were asked for, their runs, and where the rows of these are kept. */
#ifndef WS_PAPER_CHOSEN_H
#define WS_PAPER_CHOSEN_H

#include "cli/paper/plan.h"
#include "paper/papers.h"

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

#endif
