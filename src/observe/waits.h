/* waits.h - the wait-for graph: who waits for whom, to what depth, and whether for ever. Read-only.
 *
 * A queue with flits is MOVING (order 0) if it sends now or will as soon as a signal, a timer or
 * a flit already under way arrives; otherwise it waits for one of its alternatives. order = 1 +
 * the least order among the blockers of its alternatives, so 1 = blocked by something that
 * moves, 2 and more = blocked by something blocked. A queue from which no moving queue can be
 * reached through any choice of alternatives is deadlocked (WS_ORDER_DEADLOCK): a proof, not a
 * timer. With timeouts, a head in a ring of waiting worms that its timer will kill counts as
 * order 1, and its chain of blockers leads back to it. A head that asked in the last cycle for a
 * channel which another packet had is not blocked by any queue if the channel is idle again
 * (WS_WAIT_TURN): packets of one flit block each other in no other way. Linear in queues and
 * edges. */
#ifndef WS_WAITS_H
#define WS_WAITS_H

#include "wormscope/wormscope.h"

#define WS_ORDER_NONE     0xffffu /* the queue is empty */
#define WS_ORDER_DEADLOCK 0xfffeu /* in or behind a knot */

typedef struct ws_wait {
    uint16_t order;      /* 0 moving; >= 1 blocked; or WS_ORDER_* */
    uint8_t reason;      /* ws_wait_reason */
    uint8_t in_deadlock; /* 1: one of the queues of a deadlock itself, 0: only a victim behind it */
    uint32_t blocker;    /* queue it waits for (the alternative of least order), WS_NIL if none */
    uint32_t root;       /* moving queue at the end of its chain, WS_NIL in a deadlock */
} ws_wait;

/* Does the packet in front of the queue wait: is it blocked, or has it requested in vain? */
static inline bool ws_wait_stands(const ws_wait *wait) {
    return (wait->order >= 1 && wait->order != WS_ORDER_NONE) || wait->reason == WS_WAIT_TURN;
}

typedef struct ws_waits ws_waits;
ws_waits *ws_waits_new(const ws_net *net); /* allocates for this build; reusable every frame */
void ws_waits_free(ws_waits *waits);
/* Finds who waits for whom as the network is now. */
void ws_waits_update(ws_waits *waits, const ws_net *net);
/* The two halves of that. Who waits, and why: of a queue that waits the order is
 * WS_ORDER_DEADLOCK as yet, and blocker and root are not known. */
void ws_waits_read(ws_waits *waits, const ws_net *net);
/* Then orders, blockers, roots and deadlocks, unless they are known already. */
void ws_waits_follow(ws_waits *waits, const ws_net *net);
/* Does the packet in front of queue q wait (ws_wait_stands)? Known from the first half on. */
bool ws_waits_stands(const ws_waits *waits, const ws_net *net, uint32_t queue);
/* The edges of those that wait for queue q, once waits have been followed: the first, the next one
 * behind an edge (WS_NIL: there is none), and who waits there. */
uint32_t ws_waits_behind(const ws_waits *waits, uint32_t queue);
uint32_t ws_waits_next_behind(const ws_waits *waits, uint32_t edge);
uint32_t ws_waits_waiter(const ws_waits *waits, uint32_t edge);
/* The queues that are not at rest, in the order of their numbers. */
const uint32_t *ws_waits_active(const ws_waits *waits, uint32_t *count);
/* In the same order: 0 without a packet in front; else twice the packets, and 1 more if the head of
 * that in front is still there. */
const uint32_t *ws_waits_worms(const ws_waits *waits);
const ws_wait *ws_waits_of(const ws_waits *waits, size_t *queues);
bool ws_waits_deadlock(const ws_waits *waits); /* some queue is deadlocked */
/* The queues of the knots, one knot after the other; in a knot each waits, directly or not, for
 * all others. Writes up to `room` of them and returns how many there are. */
uint32_t ws_waits_deadlocked(const ws_waits *waits, uint32_t *queues, uint32_t room);
extern const char *const ws_wait_reason_names[];

#endif
