/* prove.h - can the network of a session deadlock? The proof by its channel dependency graph, and
 * where the graph has a cycle, a scenario that runs into the deadlock. The proof is about the
 * network as built and the rules in force now; the session does not change. */
#ifndef WS_PROVE_H
#define WS_PROVE_H

#include "observe/proof/counterexample.h"
#include "session/session.h"

typedef enum ws_verdict {
    WS_VERDICT_FREE,
    WS_VERDICT_DEADLOCK, /* there is a cycle, and packets close it */
    WS_VERDICT_UNDECIDED
} ws_verdict;

typedef struct ws_prove {
    ws_verdict verdict;
    ws_proof *proof;
    ws_counterexample *found; /* DEADLOCK: the messages that were tried; else NULL */
    /* DEADLOCK: a scenario that runs into the ring of `found`, and has been run; NULL where it
     * would need a network file that is not there (of a recording) */
    char *text;
    uint64_t closed; /* the cycle in which the ring closes there */
} ws_prove;

/* Proves the network of the session. Free with ws_prove_free. */
ws_prove *ws_session_prove(ws_session *session);
void ws_prove_free(ws_prove *prove);

/* Returns the ring of the deadlock if there is one, else the cycle of the graph, and its length. */
const ws_dependency *ws_prove_ring(const ws_prove *prove, uint32_t *length);
/* Writes the verdict in one line. */
void ws_prove_tell(const ws_prove *prove, const ws_net *net, char *text, size_t room);

#endif
