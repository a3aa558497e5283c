/* report.h - what a finished run has measured, as one JSON object or as a summary for people.
 *
 * A figure that does not exist (nothing was delivered, too few samples for a confidence) is null in JSON and a dash in print. */
#ifndef WS_REPORT_H
#define WS_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "observe/quantities.h"
#include "session/language/params.h"
#include "session/session.h"
#include "session/watch.h"

#define WS_REPORT_SCHEMA 1

typedef struct ws_run {
    ws_session *session;
    const char *recording; /* the file, where a recording was run; else NULL */
    double cpu_seconds; /* of stepping and measuring; nothing else */
    ws_deadlock deadlock;
    bool histograms; /* in JSON, of all latencies */
    const ws_stop *stop; /* the breakpoint that has ended it; NULL if none has */
} ws_run;

json_t *ws_report_json(const ws_run *run); /* owned by the caller */
/* Takes out what differs from one time to the next. */
void ws_report_untimed(json_t *row);

/* A window of a time series. */
typedef struct ws_window {
    uint64_t begin, end; /* cycles */
    const ws_frame *frame;
    ws_point point;
    ws_saq_census saqs;
    uint64_t kills; /* in the window, as what follows */
    uint64_t allocated;
} ws_window;
json_t *ws_window_json(const ws_window *window); /* owned by the caller */
void ws_report_print(const ws_run *run, FILE *out);

/* ---- identity ---- */

/* What a run was: by what program, of which scenario, on which network, with which parameters.
 * What a row says of itself, so that it can be run again (reproduce.c). */

enum { WS_DIGEST_SIZE = 17 }; /* of a digest as text, terminator included */
void ws_digest_text(uint64_t digest, char text[WS_DIGEST_SIZE]);

/* Of the lines of the scenario and of all that it includes, but for comments: what they say at
 * whatever cycle. */
uint64_t ws_scenario_digest(ws_session *session);
/* Of the graph at cycle 0: names of nodes, cables, ports, delays. */
uint64_t ws_topology_digest(const ws_session *session);

/* Adds to an object: version, model, scenario, scenario_digest, topology_digest, parameters. */
void ws_identity_add(json_t *object, ws_session *session);

enum { WS_VALUE_SIZE = 4200 }; /* of a value as text: a path may be long */
/* What a parameter was at cycle 0, as --set takes it. */
void ws_parameter_text(const ws_session *session, const ws_param *param, char *text, size_t room);

/* ---- distributions ---- */

/* Histograms of latencies by class and kind, as rows: those of a whole run, or of a window of it.
 * */

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
