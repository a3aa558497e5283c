/* Machines of packet pools, whose packets are refused (asked/machines.h). */
#include "asked/machines.h"

static bool is_wanted(const ws_net *n) { return n->def->queueing == WS_QUEUEING_POOL; }

int main(void) { return machines_ask("machines of pools", is_wanted, 50, 1000); }
