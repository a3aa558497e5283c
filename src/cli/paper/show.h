/* show.h - a figure that was run, as text, picture, rows of CSV, objects of JSON, lines of TAP. */
#ifndef WS_PAPER_SHOW_H
#define WS_PAPER_SHOW_H

#include <stdio.h>

#include "cli/plot_data.h"
#include "paper/claims.h"

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

#endif
