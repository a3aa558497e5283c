/* phases.h - what was measured in each stretch of a run between changes of its parameters.
 *
 * The first phase is measured by the metrics of the whole run; each later one has metrics of its
 * own, which begin with it. A phase counts what begins in it and ends in it: messages that were
 * under way at its end are in no latency, and are counted as unfinished. Changes that act in the
 * same cycle begin one phase. Reading changes nothing of the network. */
#ifndef WS_PHASES_H
#define WS_PHASES_H

#include "observe/confidence.h"

typedef struct ws_phase {
    uint64_t from; /* cycles: its first, and the first that is not in it */
    uint64_t to;
    uint64_t since; /* counted from this cycle on: `from`, or the end of the warm-up */
    char **change;  /* the lines that began it; none of the first, unless at cycle 0 */
    size_t changes;
    /* flits per host and cycle, and the half-widths of their 95 % intervals */
    double offered;
    double accepted;
    double offered_ci95;
    double accepted_ci95;
    ws_saturation saturation;
    uint64_t unfinished;
    uint64_t settled; /* ws_settled_cycle, and ws_warmup_is_short */
    bool warmup_short;
    ws_class_report *class; /* as ws_honest_class tells them */
    size_t classes;
} ws_phase;

typedef struct ws_phases ws_phases;

ws_phases *ws_phases_new(void);
void ws_phases_free(ws_phases *phases);

/* A change may act now: measures the phase that would end. `run` are the metrics of the whole
 * run, fed up to now. Counts for nothing unless ws_phases_begin follows. */
void ws_phases_measure(ws_phases *phases, const ws_metrics *run, const ws_net *net);
/* The change has acted, and `net` is the network as it is now: the next phase begins. Copies the
 * line of `length` bytes. Samples that begin before `warmup` do not count. */
void ws_phases_begin(ws_phases *phases, const ws_net *net, uint64_t warmup, const char *line,
                     size_t length);

/* The functions of the same names of the metrics (metrics.h), for the open phase. */
void ws_phases_feed(ws_phases *phases, const ws_net *net);
uint64_t ws_phases_due(const ws_phases *phases);
uint64_t ws_phases_base_due(const ws_phases *phases);
void ws_phases_reset(ws_phases *phases, const ws_net *net);
void ws_phases_close(ws_phases *phases, const ws_net *net);

/* Keeps all phases as they are, and brings them back (pack.h). To restore, `net` must be the
 * network of the time at which they were kept. */
void ws_phases_pack(ws_phases *phases, const ws_net *net, ws_pack *pack);

/* All phases, the open one as it is now; at least one. Owned by `phases`, until it is asked
 * again. */
const ws_phase *ws_phases_list(ws_phases *phases, const ws_metrics *run, const ws_net *net,
                               size_t *count);

#endif
