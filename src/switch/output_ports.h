/* output_ports.h - ports that no link feeds: their queues hold packets that have crossed the switch
 * and wait for the link of their output. For output_queued.c, and the models of cioq.h.
 *
 * Behind the line below, an output has one queue, whose memory has room for `buffer` flits, of
 * which a packet has its own until its tail has left; packets come whole, and the routing fixes
 * their way. */
#ifndef WS_OUTPUT_PORTS_H
#define WS_OUTPUT_PORTS_H

#include "switch.h"

/* The link that an output port feeds; NIL of an input port. */
static inline u32 out_link(const ws_net *n, u32 port) {
    const u32 *links = n->wire.port_out;
    return links ? links[port] : NIL;
}
static inline bool is_output(const ws_net *n, u32 port) {
    return out_link(n, port) != NIL;
}
/* The output port that feeds link l; that which sends on vc v. */
static inline u32 output_port(const ws_net *n, u32 l) {
    return n->wire.link_port[l];
}
static inline u32 sending_port(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    return output_port(n, l);
}

/* ---- outputs of one queue ---- */

/* The queue of output link l; the link that queue q feeds, NIL of a queue at an input. */
static inline u32 output_queue(const ws_net *n, u32 l) {
    return first_queue_of(n, output_port(n, l));
}
static inline u32 fed_link(const ws_net *n, u32 q) {
    return out_link(n, port_of(n, q));
}
/* Flits of the memory of queue q, of an output, that are taken; has it room for so many more in
 * one packet? */
u32 output_used(const ws_net *n, u32 q);
bool output_has_room(const ws_net *n, u32 q, u32 flits);
/* The link by which packet k leaves the switch of queue q; the queue that the packet in front of
 * queue q, at an input, goes to. */
u32 leaves_by(const ws_net *n, u32 q, u32 k);
u32 goes_to(const ws_net *n, u32 q);
/* Has the input of queue q given a credit back in this cycle? A link carries one a cycle. */
bool credit_is_sent(const ws_net *n, u32 q);
/* Moves the whole packet in front of queue q, at an input, into queue `to` of its output. */
void output_enter(ws_net *n, u32 q, u32 to);
/* A cable is cut: is packet k in the queue of an output that is no longer its own? It cannot go
 * back into the fabric. */
bool output_misplaced(const ws_net *n, u32 q, u32 k);

#endif
