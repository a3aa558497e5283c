/* counterexample.h - messages that run a network into a deadlock, where its channel dependency
 * graph has a cycle: tried in networks of its own, until the detector (waits.h) finds a ring. */
#ifndef WS_COUNTEREXAMPLE_H
#define WS_COUNTEREXAMPLE_H

#include "observe/proof/proof.h"

/* One message: as a line `@CYCLE send FROM TO FLITS`. */
typedef struct ws_shot {
    uint64_t cycle;
    uint32_t from;
    uint32_t to;
    uint32_t flits;
} ws_shot;

typedef struct ws_counterexample {
    /* in the order of their cycles */
    ws_shot *shot;
    uint32_t count;
    /* by this cycle it is deadlocked */
    uint64_t cycle;
    /* the ring, as the detector finds it: virtual channels, and the packets that stand there */
    ws_dependency *ring;
    uint32_t length;
    /* it is on the links of the cycle of the proof */
    bool same;
} ws_counterexample;

/* The definition without load: whose hosts send nothing by themselves. */
ws_def ws_def_silent(const ws_def *def);

/* Searches a counterexample for a network that was proved to have a cycle: of this definition,
 * which must be silent, and this graph. NULL: none was found, which proves nothing. Free with
 * ws_counterexample_free. */
ws_counterexample *ws_counterexample_find(const ws_def *def, const ws_graph *graph,
                                          const ws_proof *proof);
/* Has a network run into its ring: does the detector find all of it in a knot? */
bool ws_counterexample_stands(const ws_counterexample *found, const ws_net *net);
void ws_counterexample_free(ws_counterexample *found);

#endif
