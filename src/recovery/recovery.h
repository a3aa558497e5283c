/* recovery.h - what becomes of worms that wait too long: timeouts, and the kill of a worm. */
#ifndef WS_RECOVERY_H
#define WS_RECOVERY_H

#include "core/verbs.h"

/* The row by which the core asks. */
extern const ws_recovery recovery_by_timeouts;

/* A timeout policy: how long after waiting_since[q] packet k, the waiting head in queue q, is
 * killed: cycles, 0 = at the end of the cycle in which it began to wait, WAIT_FOR_EVER. */
#define WAIT_FOR_EVER UINT64_MAX
typedef u64 (*timeout_policy)(const ws_net *n, u32 q, u32 k);
extern const timeout_policy timeout_policies[WS_TIMEOUT_POLICY_COUNT];

/* Policy or values have changed: they hold for the heads that wait already, too. */
void deadlines_rearm(ws_net *n);
/* The head in front of queue q gives up what it has requested, or the virtual channel that it has
 * been given, which is idle from that cycle on. */
void front_withdraw(ws_net *n, u32 q, u64 from);
/* Killed packet k stands in no queue of a switch and on no wire any more: its host takes back what
 * it has not taken back yet, at once. */
void kill_finish(ws_net *n, u32 k);
/* Link l has been held for so many cycles. */
void occupancy_sample(ws_net *n, u32 l, u64 cycles);

#endif
