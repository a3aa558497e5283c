/* Machines whose inputs are ports: one queue, queues for each output, for each destination, set aside, at outputs (asked/machines.h). */
#include "asked/machines.h"

static bool is_wanted(const ws_net *n) { return n->ports; }

int main(void) { return machines_ask("machines of ports", is_wanted, 50, 1000); }
