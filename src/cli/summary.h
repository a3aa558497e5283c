/* summary.h - what the replicas of each point of a sweep say together (statistics/replicas.h). */
#ifndef WS_SUMMARY_H
#define WS_SUMMARY_H

#include <jansson.h>
#include <stdio.h>

#include "cli/cli.h"

typedef struct ws_summarizing {
    /* paths of the measures, "PATH,PATH,..."; NULL: those that tell most */
    const char *fields;
    /* "NAME=VALUE": every point is compared with the one that has this value and all else alike,
     * seed by seed; NULL: with none */
    const char *versus;
    bool as_json; /* one object a point, else a table */
    /* the last line of the table: what is to be known of the rows; NULL: nothing */
    const char *note;
} ws_summarizing;

/* Rows of sweeps as objects, in any order; they must stay. Prints a line for each point, in the
 * order of the first rows of each. False with an error. */
bool ws_summary_print(json_t *const *row, size_t count, const ws_summarizing *how, FILE *out,
                      ws_error *error);

#endif
