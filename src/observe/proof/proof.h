/* proof.h - can a network deadlock? Proved from its channel dependency graph, before it runs.
 *
 * Free of deadlock are, whatever the load:
 *   acyclic   networks without a cycle of dependencies (Dally and Seitz 1987). Where a packet has
 *             a whole link to itself until its tail has passed (multiplexing packet), and may
 *             stretch, links take the place of their virtual channels
 *   escape    those with an escape layer that has no cycle, which every waiting head may take, and
 *             where a head is never behind another packet while it holds a virtual channel (Duato
 *             1993): grant-room packet or fit, or packets that fit whole. What the layer may lead
 *             to is in the row of the routing (ws_escape)
 *   bubble    those whose cycles are rings which a packet enters only where there is room for
 *             two (grant-room bubble), if between the rings there is no cycle and all packets
 *             are of one length (Carrion et al. 1997)
 *   outlet    those in which packets wait whole, each in one queue, and no set of virtual channels
 *             is closed (offers.h)
 *   pools     pools of packet buffers under a deadlock rule, where each link brings a packet nearer
 *             to its destination (Toueg and Ullman 1981; switch/shared_pool.c has the proof)
 *   kills     those in which every head that waits has a timer, which kills its worm in the end: a
 *             ring may close, but none lasts (Hu and Kleinrock). This is no proof that a message
 *             arrives: it may be killed again and again
 * Of others a shortest cycle is named. Whether packets can be brought to close it, is another
 * question: counterexample.h. */
#ifndef WS_PROOF_H
#define WS_PROOF_H

#include "observe/proof/dependencies.h"

typedef enum ws_argument {
    /* free of deadlock, because: */
    WS_ARGUMENT_ACYCLIC,
    WS_ARGUMENT_ESCAPE,
    WS_ARGUMENT_BUBBLE,
    WS_ARGUMENT_OUTLET,
    WS_ARGUMENT_POOLS,
    WS_ARGUMENT_KILLS,
    /* not proved: there is a cycle */
    WS_ARGUMENT_CYCLE,
    /* there is one, and timers do not reach all that wait */
    WS_ARGUMENT_PATIENCE,
    /* there is one, and an escape layer, but not all waiting heads may take it */
    WS_ARGUMENT_BEHIND,
    /* there is one, of pools that take packets without a rule */
    WS_ARGUMENT_NO_RULE,
    WS_ARGUMENT_COUNT
} ws_argument;
/* A sentence each. */
extern const char *const ws_argument_words[WS_ARGUMENT_COUNT];

/* A packet's hosts. */
typedef struct ws_pair {
    uint32_t source;
    uint32_t dest;
} ws_pair;

typedef struct ws_proof {
    ws_argument argument;
    /* how large the graph is */
    uint32_t vcs;
    uint32_t dependencies;
    /* a shortest cycle: each requests what the next one holds, and the last what the first holds;
     * length 0 if there is no cycle */
    ws_dependency *cycle;
    uint32_t length;
    /* in each of its steps the packet has no other way */
    bool forced;
    /* packets that may close a ring: one for each way to be stuck in the largest closed set */
    ws_pair *pair;
    uint32_t pairs;
} ws_proof;

/* The proof for a network that is not stepped afterwards, since its state is spoilt. Free with
 * ws_proof_free. */
ws_proof *ws_proof_make(ws_net *net);
void ws_proof_free(ws_proof *proof);

/* Is the network free of deadlock? */
bool ws_proof_is_free(const ws_proof *proof);
/* Have the dependencies of a list, of `vcs` virtual channels, a cycle? */
bool ws_dependencies_cyclic(const ws_dependency_list *list, uint32_t vcs);

#endif
