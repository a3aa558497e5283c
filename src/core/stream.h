/* stream.h - the verb stream: a flit leaves its queue for the wire. Inline, since it runs at
 * flit rate: in the kernel for plain links, in the switch models for the others. */
#ifndef WS_STREAM_H
#define WS_STREAM_H

#include "verbs.h"

/* How many flits of queue q go on a link that carries several a cycle; all but one are noted in
 * the word. */
static inline u32 flits_sendable(ws_net *n, const ws_queue_state *queue, const link_fast *link,
                                 u32 l, u32 *flit) {
    u32 count = link->rate;
    if (queue->front_here < count)
        count = queue->front_here;
    u32 more = count - 1;
    *flit |= more << FLIT_MORE_SHIFT;
    n->link_flits[l] += more;
    return count;
}

/* The first flit of the packet in front of queue q leaves it. */
static inline void head_send(ws_net *n, u32 q, u32 k, bool source) {
    n->queue[q].state = QUEUE_STREAMING;
    if (source)
        packet_enter(n, k);
    else
        head_leave(n, q, k);
}

/* The verb stream: one flit (or as many as the link carries in a cycle) leaves queue q on virtual
 * channel v of link l. Returns how many. */
__attribute__((always_inline)) static inline u32 send_flit(ws_net *n, u32 q, u32 v, u32 l) {
    const link_fast *link = &n->wire.link_fast[l];
    ws_queue_state *queue = &n->queue[q];
    ws_vc_state *vc = &n->vc[v];
    u32 k = queue->front;
    u32 flit = k << FLIT_PACKET_SHIFT | (v - link->vc0);
    u32 count = 1;
    if (queue->state == QUEUE_STARTING) {
        assert(queue->vc == v && vc->holder == q);
        flit |= FLIT_HEAD;
        head_send(n, q, k, link->source);
    }
    if (link->rate > 1)
        count = flits_sendable(n, queue, link, l, &flit);
    if (!link->source) {
        slot_free(n, q, queue);
        queue->flits -= count - 1;
    }
    u32 to_go = queue->front_to_go -= count;
    u32 here = queue->front_here -= count;
    i32 credit = vc->credit -= link->credits_per_flit;
    assert(here < NIL - WS_PORTS_MAX && credit >= 0);
    wire_put(n, link, l, to_go == 0 ? flit | FLIT_TAIL : flit);
    if (to_go == 0)
        vc->credit -= link->credits_per_packet;
    if (to_go == 0)
        vc_release(n, q, v, l);
    else if (link->vcs > 1 && (here == 0 || credit == 0))
        ready_clear(n, q, l);
    return count;
}

#endif
