/* stream.h - the verb stream: a flit leaves its queue for the wire. Inline, since it runs at
 * flit rate: in the kernel for plain links, in the switch models for the others. */
#ifndef WS_STREAM_H
#define WS_STREAM_H

#include "verbs.h"

/* How many flits of queue q go on a link that carries several a cycle; all but one are noted in
 * the word. */
static inline u32 flits_sendable(ws_net *n, u32 q, u32 l, u32 *flit) {
    u32 here = n->queue[q].front_here;
    u32 rate = fast_link(n, l)->rate;
    u32 count = here < rate ? here : rate;
    u32 more = count - 1;
    *flit |= more << FLIT_MORE_SHIFT;
    n->link_flits[l] += more;
    return count;
}

/* The first flit of the packet in front of queue q leaves it. */
static inline void head_send(ws_net *n, u32 q, bool source) {
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    queue->state = QUEUE_STREAMING;
    if (source)
        packet_enter(n, k);
    else
        head_leave(n, q, k);
}

/* The verb stream: one flit (or as many as the link carries in a cycle) leaves queue q on virtual
 * channel v of link l. Returns how many. */
ALWAYS_INLINE u32 send_flit(ws_net *n, u32 q, u32 v, u32 l) {
    const link_fast *link = fast_link(n, l);
    ws_queue_state *queue = &n->queue[q];
    ws_vc_state *vc = &n->vc[v];
    u32 flit = queue->front << FLIT_PACKET_SHIFT;
    u32 count = 1;
    flit |= v - link->vc0;
    if (queue->state == QUEUE_STARTING) {
        assert(queue->vc == v && vc->holder == q);
        flit |= FLIT_HEAD;
        head_send(n, q, link->source);
    }
    if (link->rate > 1)
        count = flits_sendable(n, q, l, &flit);
    if (!link->source) {
        slot_free(n, q);
        queue->flits -= count - 1;
    }
    u32 to_go = queue->front_to_go -= count;
    u32 here = queue->front_here -= count;
    i32 credit = vc->credit -= link->credits_per_flit;
    bool tail = to_go == 0;
    assert(here < NIL - WS_PORTS_MAX && credit >= 0);
    if (tail) {
        vc->credit -= link->credits_per_packet;
        flit |= FLIT_TAIL;
    }
    wire_put(n, l, flit);
    if (tail)
        vc_release(n, q);
    else if (link->vcs > 1 && (here == 0 || credit == 0))
        ready_clear(n, q, l);
    return count;
}

#endif
