/* Machines with one queue an input, or one for each output, in which nothing is killed (asked/machines.h). */
#include "asked/machines.h"

static bool is_wanted(const ws_net *n) {
    return !n->ports && n->def->queueing != WS_QUEUEING_POOL && n->def->timeout_policy == WS_TIMEOUT_POLICY_NONE;
}

int main(void) { return machines_ask("machines of worms", is_wanted, 50, 1000); }
