/* observer.h - what is seen of a network that has a memory: congestion trees and since when they
 * stand, the use of links, the share of blocked worms. Read-only.
 *
 * Looks are taken on a grid of cycles: in the multiples of a step, a power of two that the network
 * fixes when it is built. So what is remembered at a cycle does not depend on how one came there;
 * between two points of the grid it is that of the look before. One observer of a session serves
 * the screen, breakpoints and pictures; whoever does not ask for one pays nothing.
 *
 * The step is so chosen, by a rough account, that looking costs a tenth of the time of simulating;
 * where segments make cycles cheap it costs more (build/bench-frames measures). It is at most 1,024
 * cycles, which tell whether a link is busy. */
#ifndef WS_OBSERVER_H
#define WS_OBSERVER_H

#include "observe/pack.h"
#include "observe/trees.h"
#include "observe/waits.h"

#define WS_OBSERVER_USE 128 /* cycles of a window of use, at least: a power of two */

typedef struct ws_observer ws_observer;

/* Begins to remember now. Aborts when memory is short. */
ws_observer *ws_observer_new(const ws_net *net);
void ws_observer_free(ws_observer *observer);
/* The oracle of looks: see ws_trees_place_all. */
void ws_observer_place_all(ws_observer *observer);
/* Forgets all, as if the observer were new. */
void ws_observer_begin(ws_observer *observer, const ws_net *net);

uint64_t ws_observer_step(const ws_observer *observer); /* of the grid, in cycles */
/* The next cycle of the grid, later than that of the latest look: whoever steps the network
 * stops there, and looks. */
uint64_t ws_observer_due(const ws_observer *observer);
/* Takes a look at the network as it is on arrival at a cycle of the grid. */
void ws_observer_sample(ws_observer *observer, const ws_net *net);
/* Measures, saves or restores what is remembered; for a network of the same build, of the same
 * cycle. */
void ws_observer_pack(ws_observer *observer, ws_pack *pack);

/* Worms in the network at the latest look, and how many of them were blocked. */
void ws_observer_worms(const ws_observer *observer, uint64_t *worms, uint64_t *blocked);
/* Flits that a link has carried since cycle 0. */
uint64_t ws_link_flits(const ws_net *net, uint32_t link);
/* Flits a cycle on a link in the latest full window, 1 = all that it can carry. */
double ws_observer_use(const ws_observer *observer, uint32_t link);

/* Parts of the trees to be found: their list; also the places of all queues; also victims and
 * contributors. */
typedef enum ws_see { WS_SEE_TREES, WS_SEE_PLACES, WS_SEE_PACKETS } ws_see;
/* The waits and the trees as they stand now, from the network and what is remembered. Changes
 * nothing of that. */
void ws_observer_see(ws_observer *observer, const ws_net *net, ws_see what);
const ws_waits *ws_observer_waits(const ws_observer *observer); /* when it last saw */
const ws_trees *ws_observer_trees(const ws_observer *observer);

#endif
