/* report.h - what a finished run has measured, as one JSON object or as a summary for people.
 *
 * A figure that does not exist (nothing was delivered, too few samples for a confidence) is null in JSON and a dash in print. */
#ifndef WS_REPORT_H
#define WS_REPORT_H

#include <jansson.h>
#include <stdio.h>

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
/* Takes out how it was computed: its time, and by which kernel. */
void ws_report_trim(json_t *report);
void ws_report_print(const ws_run *run, FILE *out);

#endif
