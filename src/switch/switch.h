/* switch.h - what the switch models share: their rows, arbitration, and the control messages of
 * their own. */
#ifndef WS_SWITCH_H
#define WS_SWITCH_H

#include "../core/stream.h"

/* The row of a definition, for a network of so many hosts: its inputs and its form of
 * arbitration decide. */
const ws_switch *switch_of(const ws_def *def, u32 hosts);

extern const ws_switch switch_input_queued, switch_single_stage;
extern const ws_switch switch_voq_full, switch_voq, switch_voq_single_stage;
extern const ws_switch switch_header_unit;
extern const ws_switch switch_1q, switch_voqsw, switch_voqnet;
extern const ws_switch switch_shared_pool;
extern const ws_switch switch_recn_iq, switch_recn_cioq;
extern const ws_switch switch_output_queued;
/* A host: its inputs are its source queues, its one output is the injection link. */
extern const ws_switch switch_host;
void host_granted(ws_net *n, u32 q, u32 v);  /* the next packet of its message comes into being */
void host_departed(ws_net *n, u32 q, u32 k); /* the next message, if any, comes to the front */

/* Control messages of the switch models, after those of the core. The numbers are part of the
 * state. */
enum {
    /* to the sender of `lane`: room for one more packet to host `packet` */
    CONTROL_DEST = CONTROL_SWITCH,
    /* to the sender of `lane`: hold back packets that go on by the ports `packet` (as in
     * wire.turns), `count` of them */
    CONTROL_XOFF,
    CONTROL_XON,  /* the same: let them go */
    CONTROL_IDLE, /* to set-aside queue `packet` itself: its time without use is over */
    /* to the sender of `lane`: set packets for the way `packet`, of `count` ports, aside */
    CONTROL_BRANCH,
    /* to the port at the end of `lane`: that branch is gone, or has not come into being */
    CONTROL_TOKEN,
    /* to input port `packet` and output port `count` of a switch: a packet has crossed from one
     * to the other */
    CONTROL_CROSSED,
};

/* Which of the inputs in `set` (inputs of the crossbar that drives link l) wins, the round-robin
 * pointer standing at `turn`. */
u32 arbiter_pick(ws_net *n, u32 l, const u64 *set, u32 turn);

/* Who accepts an offer. Of offers that `clash`, made to queues p and q, only one can be
 * accepted: the one of least `rank`, for queue q on lane v. */
typedef struct acceptance {
    bool (*clash)(const ws_net *n, u32 p, u32 q);
    u32 (*rank)(const ws_net *n, u32 q, u32 v);
} acceptance;
/* VC allocation in one iteration: idle lanes of the outputs in allocate_outputs[x] make offers,
 * and heads accept. */
void allocate_separable(ws_net *n, u32 x, const acceptance *by);
/* The same of a node whose heads accept for themselves. */
void allocate_by_heads(ws_net *n, u32 x);
/* Switch allocation of a node whose inputs are read by several queues, or by one each. */
bool transmit_input_queued(ws_net *n, u32 x);
/* Single-stage routers: link l is worth another attempt; flits and heads compete for the
 * crossbar. */
void wake_single_stage(ws_net *n, u32 l);
bool transmit_single_stage(ws_net *n, u32 x);
void layout_single_stage(ws_net *n, const ws_def *d);

/* ports.c */
/* gives idle outputs in allocate_outputs[x] to waiting heads of idle ports */
void ports_allocate(ws_net *n, u32 x);
/* the head of queue q waits for its candidates; or no longer */
void port_requested(ws_net *n, u32 q);
void port_withdraw(ws_net *n, u32 q);
bool port_wanted(ws_net *n, u32 l, u32 v);
/* queue q has given its lane back: its port may be granted another */
void port_freed(ws_net *n, u32 q, u32 l);
void port_layout(ws_net *n, const ws_def *d);
/* with so many rows of the notice table */
void port_sizes(ws_net *n, const ws_def *d, u32 controls);
/* the head of queue q, which asks or is about to, may not; or may again */
void queue_inhibit(ws_net *n, u32 q);
void queue_permit(ws_net *n, u32 q);
/* The law of ports that is broken, and the queue or link; NULL if they hold. */
const char *ports_broken(const ws_net *n, u32 *where);

/* Blockers of a queue that may be inhibited: then what `waits_for` says, or nothing (NIL: it
 * goes on by what is under way). */
ws_wait_reason port_blockers(ws_blockers *b, const ws_net *n, u32 q,
                             u32 (*waits_for)(const ws_net *n, u32 q), ws_wait_reason reason);

/* output_buffer.c: buffers between the crossbar and the lanes of a link. */
void output_buffer_layout(ws_net *n, const ws_def *d);
void output_buffer_sizes(ws_net *n);
/* queue q can send into the buffer of its lane, if that has room */
void output_buffer_ready(ws_net *n, u32 q);
void output_buffer_unready(ws_net *n, u32 q);         /* it has given the lane back */
void output_buffer_credited(ws_net *n, u32 l, u32 v); /* lane v may send again; or not */
void output_buffer_stopped(ws_net *n, u32 l, u32 v);
/* is the tail of its last packet still to go? */
bool output_buffer_holds(const ws_net *n, u32 l, u32 v);
bool output_buffer_purge(ws_net *n, u32 v, u32 k);
/* links send from buffers, queues into them */
bool output_buffer_transmit(ws_net *n, u32 x);
void output_buffer_flits(const ws_net *n, u32 *seen);
const char *output_buffer_broken(const ws_net *n, u32 *where);

/* shared_pool.c */
/* What a switch answers to a packet that comes to it: the order is that of WS_TOTAL_REFUSED_*. */
enum { TAKEN, REFUSED_FULL, REFUSED_RULE, REFUSED_MESSAGE, REFUSED_DEST, REFUSED_LIMIT };
/* Would switch x take a packet of message m now, from its host or from another switch? *blocker:
 * the queue whose packet stands against it; NIL: all that are there. */
u32 pool_answer(const ws_net *n, u32 x, u32 m, bool from_host, u32 *blocker);
/* The packet in front of queue q has been taken by the next switch, or is on its way to its
 * host. */
bool pool_leaving(const ws_net *n, u32 q);

#endif
