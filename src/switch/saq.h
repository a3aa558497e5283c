/* saq.h - set-aside queues as such, whoever allocates them: names, ways, matching, CAM lines. For
 * recn.c and recn_cioq.c.
 *
 * A SAQ is the number of its port times layout.saqs plus its line; its queue is among the last
 * layout.saqs queues of the port. */
#ifndef WS_SAQ_H
#define WS_SAQ_H

#include "switch.h"

/* the two times of a SAQ without use: before its first packet, and after */
enum { TIMER_NEW = 1, TIMER_USED = 2 };

static inline u32 saq_port(const ws_net *n, u32 a) {
    return a / n->layout.saqs;
}
static inline u32 saq_queue(const ws_net *n, u32 a) {
    return n->wire.port_queue0[saq_port(n, a) + 1] - n->layout.saqs + a % n->layout.saqs;
}
static inline bool saq_is_valid(const ws_net *n, u32 a) {
    return bit_get(&n->saq.valid[saq_port(n, a)], a % n->layout.saqs);
}
static inline u32 turns_mask(u32 turns) {
    return (1u << (TURN_BITS * turns)) - 1;
}
static inline bool matches(u32 way, u32 path, u32 turns) {
    return ((way ^ path) & turns_mask(turns)) == 0;
}
/* The way on of packet k from the switch in which queue q stands. */
static inline u32 way_of(const ws_net *n, u32 q, u32 k) {
    return n->wire.turns[n->wire.queue_node[q] * n->size.hosts + n->packet.dest[k]];
}

/* The SAQ of the port that matches with the most turns below `most`; NIL if none does. */
u32 saq_match(const ws_net *n, u32 port, u32 way, u32 most);
/* The one that matches with the fewest turns above `least`; NIL if none does. */
u32 saq_match_above(const ws_net *n, u32 port, u32 way, u32 least);
/* Where a packet goes that comes from outside: to the longest match that is ready. */
u32 saq_entry(const ws_net *n, u32 port, u32 way);
/* A packet that goes that way comes to stand in front of SAQs of longer paths (above `turns`, up
 * to `below`), or does so no longer. */
void pending_add(ws_net *n, u32 port, u32 way, u32 turns, u32 below, i32 change);
/* The SAQ of the port for exactly this path. */
u32 saq_find(const ws_net *n, u32 port, u32 path, u32 turns);
/* The link at the end of a path that begins at switch x. */
u32 path_end(const ws_net *n, u32 x, u32 path, u32 turns);
/* The free CAM line that has been free for the longest time; NIL if there is none. */
u32 saq_choose(const ws_net *n, u32 port);
/* Has a SAQ for this path been freed less than the time of a notification ago? */
bool saq_was_freed(const ws_net *n, u32 port, u32 path, u32 turns);
/* SAQ a, of the port at an end of lane v, is born or dies. */
void saq_event(ws_net *n, u32 a, u32 v, ws_event_kind kind);

/* The build of a machine with set-aside queues: how many a port has, the sizes of their columns
 * (with those of output ports, which must be set before), and their first state. */
void saq_layout(ws_net *n, const ws_def *d);
void saq_sizes(ws_net *n, const ws_def *d);
void saq_start(ws_net *n, const ws_def *d);
/* Reserves rows of the notice table if `spare` more would still be free: for what may not fail. */
bool control_reserve_spare(ws_net *n, u32 rows, u32 spare);
/* Something has changed for SAQ a: is it of no use now? Since when is noted, and a notice to
 * itself sent for when its time is over. */
void saq_idle_note(ws_net *n, u32 a, bool idle, u32 spare);
/* That notice (TIMER_*) has come: true if SAQ a has been idle for all its time; else, if it is
 * idle, another one is sent. */
bool saq_idle_over(ws_net *n, u32 a, u32 which, bool idle, u32 spare);
/* Is a notice to itself under way that will find it idle for long enough? */
bool saq_is_timed(const ws_net *n, u32 a);

#endif
