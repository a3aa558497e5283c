/* Machines in which what waits too long is killed (asked/machines.h). */
#include "asked/machines.h"

static bool is_wanted(const ws_net *n) { return n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE; }

int main(void) { return machines_ask("machines that kill", is_wanted, 50, 1000); }
