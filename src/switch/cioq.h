/* cioq.h - combined input and output queues with set-aside queues: packets cross from an input port
 * to an output port of their switch. For recn_cioq.c and recn_dd.c.
 *
 * An input port has a detection queue for each output, an output port a standard queue; both have
 * set-aside queues (SAQs; saq.h) and a memory of their own. A whole packet crosses in one go: from
 * an input port that is not being read to an output port with room that is not being written, for
 * as many cycles as it has flits; its head may leave at once. What becomes of packets before and
 * after, and of the SAQs, is said by the model (ws_crossing).
 *
 * Invariants: `crossing` of an input and of an output port hold the packet that occupies both;
 * heads at inputs wait, inhibited, to cross. */
#ifndef WS_CIOQ_H
#define WS_CIOQ_H

#include "saq.h"

/* What a model does about packets that cross: `crossing` of its row. */
typedef struct ws_crossing {
    /* may the head of queue q, whatever waits for it, not leave the queue now? */
    bool (*is_held)(const ws_net *n, u32 q);
    /* the queue of a port that packet k comes to, from outside */
    u32 (*queue_for)(ws_net *n, u32 port, u32 k);
    /* a packet has come to queue q of an output port, or to a SAQ */
    void (*stored)(ws_net *n, u32 q);
    /* packet k has left queue q and the port */
    void (*departed)(ws_net *n, u32 q, u32 k);
    /* a packet has left queue q, for another of its port or for good */
    void (*less)(ws_net *n, u32 q);
} ws_crossing;

/* The number of an output port among those of its switch. */
static inline u32 output_number(const ws_net *n, u32 out) {
    u32 l = out_link(n, out);
    return n->wire.link_out_port[l];
}
/* The packet that occupies a port, which is being read or written; NIL if none does. */
static inline u32 *crossing_at(const ws_net *n, u32 port) {
    return &n->cross.packet[port];
}
/* The input port that sent the last packet to an output port. */
static inline u32 last_sender(const ws_net *n, u32 out) {
    u32 behind = n->cross.turn[out];
    return first_input(n, out) + behind - 1;
}
/* The path of the SAQs of inputs that go through an SAQ of an output port: through the port, and
 * on to the congested output. */
static inline saq_path path_inside(ws_saq saq) {
    u32 o = output_number(saq.n, saq.port);
    return path_through(o, path_of(saq));
}

/* ---- packets that move on: from the front of a queue into the SAQ of a longer path ---- */

/* The queue that packet k comes to if packets move on: newcomers go only into a SAQ for which none
 * is pending. */
u32 queue_entered(ws_net *n, u32 port, u32 k);
/* cioq_request for a model in which packets move on. */
bool request_or_move(ws_net *n, u32 q);

/* Where packets of this route wait at a port if they go to no SAQ: in the detection queue of their
 * output, or in the standard queue. */
u32 plain_queue(const ws_net *n, u32 port, u32 route);

/* ---- for the rows ---- */

u32 cioq_queues(const ws_net *n, u32 l);
u32 cioq_outputs(const ws_net *n);
void cioq_sizes(ws_net *n);
void cioq_start(ws_net *n);
u32 cioq_receive(ws_net *n, u32 v, u32 k);
void cioq_departed(ws_net *n, u32 q, u32 k);
void cioq_allocate(ws_net *n, u32 x);
/* The head of queue q, which stays there: does it request a link? Those of input ports wait,
 * inhibited, to cross. */
bool cioq_request(ws_net *n, u32 q);
/* The tail has crossed: both ports are free, and so is its place at the input. */
void cioq_crossed(ws_net *n, const ws_control *what);
/* The queue of an output port for whose room the head of queue q, of an input, waits; NIL if there
 * is room. */
u32 cioq_full_ahead(const ws_net *n, u32 q);
u32 cioq_kept(const ws_net *n, u32 port);
/* The packets in this set are about to be taken out: those that are crossing have crossed. */
void cioq_losing(ws_net *n, const u8 *lost);
/* They have been taken out: counts anew the room of the output ports. */
void cioq_settle(ws_net *n);
extern const ws_rule cioq_rules[];
extern const ws_law cioq_laws[];

/* What the rows of the two models share beside WS_RECN_COMMON. */
#define WS_CIOQ_COMMON                                                                             \
    .rules = {port_rules, saq_rules, cioq_rules}, .crossing = &recn_crossing,                      \
    .port_queues = cioq_queues, .output_queues = cioq_outputs, .receive = cioq_receive,            \
    .departed = cioq_departed, .allocate = cioq_allocate, .kept = cioq_kept,                       \
    .laws = {port_laws, cioq_laws, recn_laws}

#endif
