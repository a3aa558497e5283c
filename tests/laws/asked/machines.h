/* machines.h - machines are drawn from the tables of the language, and every law of a table is asked of every one that it suits, while
 * everything changes that may: parameters, hosts, cables, messages by hand, and the clock. At the end nobody sends any more, and what is
 * under way arrives.
 *
 *   LAW=NAME     asks this law alone          MACHINE=N    of this machine alone, and shows its lines
 *
 * Each tests/laws/machines_*.c says which machines. */
#ifndef TESTS_MACHINES_H
#define TESTS_MACHINES_H

#include "core/network.h"

/* Draws `little` machines that are wanted (in the short form; `usual` in the whole one, 20 times as many in the long one) and asks the laws
 * of them; `what` is what they are called. A test of one check: returns the code with which it ends. */
int machines_ask(const char *what, bool (*is_wanted)(const ws_net *n), u64 little, u64 usual);

#endif
