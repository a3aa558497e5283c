/* blockers.h - for whom does the packet in front of a queue wait, and why: what the wait-for graph
 * (observe/waits.h) is made of. Read-only.
 *
 * Each switch model says it for its queues (`blockers` of ws_switch); most are put together from
 * the parts here. A queue that moves has no blockers; one that waits has its alternatives: each
 * blocker stands for one way in which it could go on. Whatever is under way counts as moving, so
 * that a deadlock is never claimed falsely: flits on a wire towards a queue that has none, a
 * signal on its way back to the sender of a virtual channel, a timer. The network may be in the
 * midst of segments (segment.h). */
#ifndef WS_BLOCKERS_H
#define WS_BLOCKERS_H

#include "switch.h"

struct ws_blockers {
    const ws_net *n;       /* whose queues are asked */
    u64 *signalled;        /* set of virtual channels with a signal under way */
    u32 *queue;            /* the blockers found so far, of one queue after the other */
    size_t count;          /* of them */
    size_t room;           /* for so many */
    ws_wait_reason reason; /* why the queue asked now waits, as far as is known */
    /* nothing is in the midst of a segment, no buffer is behind a crossbar, and each queue has its
     * room for itself: counters tell how it is */
    bool still;
    bool usual; /* no switch model has blockers of its own */
};

/* Room for the blockers of a network of this build; aborts when there is no memory. Freed by
 * blockers_free. */
void blockers_init(ws_blockers *blockers, const ws_net *n);
void blockers_free(ws_blockers *blockers);
/* Forgets all blockers, and collects what is under way. */
void blockers_begin(ws_blockers *blockers, const ws_net *n);
/* Appends the blockers of queue q. Returns why it waits. */
ws_wait_reason blockers_of(ws_blockers *blockers, u32 q);

/* ---- parts ---- */

void blocker_add(ws_blockers *blockers, u32 q);

/* What keeps a virtual channel from a head: nothing, something for which there is a blocker, or
 * something that moves by itself. */
typedef enum obstacle { NO_OBSTACLE, OBSTACLE_STAYS, OBSTACLE_MOVES } obstacle;

/* Rules in which a model can differ for a head that waits for virtual channels. */
typedef struct ws_vc_rules {
    /* Does another packet have vc v, or what goes with it? */
    obstacle (*held)(ws_blockers *blockers, u32 q, u32 v);
    /* v is idle, with room: does another rule still keep q from it? Then adds what must go first;
     * `reason` says why. */
    bool (*withheld)(ws_blockers *blockers, u32 q, u32 v);
    /* Waiting heads are tried one after the other: one that has not been granted a free virtual
     * channel may not have had its turn. */
    bool in_turn;
} ws_vc_rules;

/* Appends the blockers of a queue in front of which a head waits, comes or streams, by these
 * rules. */
ws_wait_reason blockers_by(ws_blockers *blockers, u32 q, const ws_vc_rules *rules);
/* The blockers of queue q for a model that has no rules of its own. */
ws_wait_reason blockers_usual(ws_blockers *blockers, u32 q);
/* Inputs that are read packet by packet: is another queue of the input of q being read? Then a
 * blocker. */
bool input_busy(ws_blockers *blockers, u32 q);
/* Is vc v held by a queue? Then a blocker. */
bool vc_has_holder(ws_blockers *blockers, u32 v);
/* Room on vc v must come from the queue at its far end: true, and a blocker, unless it is coming
 * already. */
bool far_end_blocks(ws_blockers *blockers, u32 v);
/* Has vc v the credit that queue q must see before it is given it? */
bool sees_room(const ws_net *n, u32 q, u32 v);

#endif
