/* readings.h - what a paper leaves open, as settings: scenarios/papers/NAME/readings, whose lines
 * are `reading NAME "LABEL" [NAME=VALUE]...`. */
#ifndef WS_READINGS_H
#define WS_READINGS_H

#include "paper/figure.h"

#define WS_READINGS_MAX 24

typedef struct ws_paper_reading {
    const char *name;
    const char *label;
    ws_figure_sets sets; /* of all runs, after all others */
} ws_paper_reading;

typedef struct ws_readings {
    ws_paper_reading reading[WS_READINGS_MAX];
    size_t count;
    ws_kept kept;
} ws_readings;

/* The readings of a paper by its name, or those that stand beside the file of a figure. False with
 * an error "FILE:line:col: ..."; free in any case. */
bool ws_readings_read(ws_readings *readings, const char *paper, ws_error *error);
bool ws_readings_beside(ws_readings *readings, const char *figure, ws_error *error);
void ws_readings_free(ws_readings *readings);

#endif
