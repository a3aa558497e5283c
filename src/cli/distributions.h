/* distributions.h - histograms of latencies by class and kind, as rows: those of a whole run, or of
 * a window of it. */
#ifndef WS_DISTRIBUTIONS_H
#define WS_DISTRIBUTIONS_H

#include <jansson.h>
#include <stdio.h>

#include "session/session.h"

/* Counts of all histograms as they were, by class, kind and bucket; zeroed: all are 0. */
typedef struct ws_distributions {
    uint64_t *counts; /* owned */
    size_t room;      /* of each histogram, in buckets */
    size_t classes;
} ws_distributions;

void ws_distributions_free(ws_distributions *before);

/* The names of the cells of a row. */
#define WS_DISTRIBUTION_CELLS "class,kind,from,width,count"

/* What has come to the histograms of a session since `before`, which becomes what they are now.
 * As rows of comma-separated values, each after the text `prefix`; as
 * {CLASS: {KIND: [[from, width, count], ...]}}. Samples count from the warm-up on. */
void ws_distributions_csv(ws_distributions *before, ws_session *session, const char *prefix,
                          FILE *out);
json_t *ws_distributions_json(ws_distributions *before, ws_session *session);

#endif
