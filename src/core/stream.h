/* stream.h - the verb stream: a flit leaves its queue for the wire. Inline, since it runs at
 * flit rate: in the kernel for plain links, in the switch models for the others. */
#ifndef WS_STREAM_H
#define WS_STREAM_H

#include "segment.h"

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

/* The word for the next `count` flits of queue q on virtual channel v of link l; if the head is one
 * of them, that has left. */
ALWAYS_INLINE u32 next_word(ws_net *n, u32 q, u32 v, u32 l, u32 count) {
    const link_fast *link = fast_link(n, l);
    const ws_queue_state *queue = &n->queue[q];
    u32 flit = word_of(queue->front, count);
    flit |= v - link->vc0;
    if (queue->state != QUEUE_STARTING)
        return flit;
    assert(queue->vc == v);
    assert(n->vc[v].holder == q);
    head_send(n, q, link->source);
    return flit | FLIT_HEAD;
}

/* `count` flits of the packet in front of queue q leave it in one cycle on virtual channel v of
 * link l. Returns whether flits of it are still to go. */
ALWAYS_INLINE bool flits_leave(ws_net *n, u32 q, u32 v, u32 l, u32 count) {
    const link_fast *link = fast_link(n, l);
    ws_queue_state *queue = &n->queue[q];
    ws_vc_state *vc = &n->vc[v];
    u64 *total = n->total;
    u32 flit = next_word(n, q, v, l, count);
    if (link->source) {
        total[WS_TOTAL_FLITS_INJECTED] += count;
    } else {
        total[WS_TOTAL_FLIT_HOPS] += count;
        slot_free(n, q);
        queue->flits -= count - 1;
    }
    assert(queue->front_here >= count);
    queue->front_here -= count;
    vc->credit -= link->credits_per_flit;
    assert(vc->credit >= 0);
    queue->front_to_go -= count;
    bool tail = queue->front_to_go == 0;
    if (tail) {
        flit |= FLIT_TAIL;
        vc->credit -= link->credits_per_packet;
    }
    n->link_flits[l] += count;
    wire_put(n, l, flit);
    if (tail)
        vc_release(n, q);
    return !tail;
}

/* As many flits as are here, and as the link carries in a cycle, leave queue q on virtual channel v
 * of link l. */
NEVER_INLINE bool several_leave(ws_net *n, u32 q, u32 v, u32 l) {
    u32 count = fast_link(n, l)->rate;
    u32 here = n->queue[q].front_here;
    if (count > here)
        count = here;
    return flits_leave(n, q, v, l, count);
}

/* The verb stream: a flit, or as many as the link carries in a cycle, leaves queue q on virtual
 * channel v of link l. Returns whether flits of the packet are still to go. */
ALWAYS_INLINE bool flit_leave(ws_net *n, u32 q, u32 v, u32 l) {
    u32 rate = fast_link(n, l)->rate;
    if (rate > 1)
        return several_leave(n, q, v, l);
    return flits_leave(n, q, v, l, 1);
}

/* Queue q frees `flits` slots, one a cycle from now on, none of them by a tail. */
static inline void slots_promise(ws_net *n, u32 q, u32 flits) {
    const queue_fast *queue = &n->wire.queue_fast[q];
    u32 v = queue->up_vc;
    u64 due = now(n) + queue->up_delay;
    n->queue[q].flits -= flits;
    if (!has_flit_credits(n))
        return;
    if (credits_ahead(n, v, (u32)due, flits))
        return;
    signal_send(n, q);
    vc_segments(n, v)->signal_due = (u32)due;
    u8 *more = credits_promised(n, due, v);
    assert(flits <= SEGMENT_MOST);
    *more = (u8)(flits - 1);
}

/* Promises the words of a segment that begins to leave on link l. */
static inline void words_announce(ws_net *n, u32 l, u32 word, const ws_segment *segment) {
    const link_fast *link = fast_link(n, l);
    u64 due = now(n) + link->flight;
    u32 v = segment->vc;
    u32 k = segment->packet;
    u32 words = segment->words;
    if (link->sink)
        words -= segment->tail; /* its packet is delivered when it arrives */
    bool head = word & FLIT_HEAD;
    if (!head && words_ahead(n, v, k, (u32)due, words)) {
        *wire_word(n, due, l) = word;
        return;
    }
    wire_put(n, l, word);
    vc_segments(n, v)->word_due = (u32)due;
    u8 *more = words_promised(n, due, l);
    *more = (u8)(words - 1);
}

/* A segment begins to leave on link l, whose first word is given. It ends with the cycle of its
 * tail, or before the one in which the next word goes. */
static inline void segment_put(ws_net *n, u32 l, u32 word, const ws_segment *segment) {
    ws_segments *segments = &n->segments;
    u32 words = segment->words;
    u64 end = now(n) + words - segment->tail;
    words_follow(n, l, words);
    segments->link[l].sent = *segment;
    words_announce(n, l, word, segment);
    segments->any = true;
    bit_set(segments->busy, l);
    bit_set(ends_set(n, end), l);
}

/* A word that is no segment is about to leave by vc v of link l. */
static inline void word_note(ws_net *n, u32 v, u32 l) {
    u32 flight = fast_link(n, l)->flight;
    words_follow(n, l, 1);
    vc_segments(n, v)->word_due = short_now(n) + flight;
}

/* A credit is about to go to the sender of queue q. */
static inline void credit_note(ws_net *n, u32 q) {
    const queue_fast *queue = &n->wire.queue_fast[q];
    u32 due = short_now(n) + queue->up_delay;
    if (has_flit_credits(n))
        vc_segments(n, queue->up_vc)->signal_due = due;
}

/* A flit that is no segment is about to leave queue q by vc v of link l. */
static inline void flit_note(ws_net *n, u32 q, u32 v, u32 l) {
    word_note(n, v, l);
    if (!is_source(n, q))
        credit_note(n, q);
}

/* A segment of so many words leaves queue q on virtual channel v of link l (segment.h). */
NEVER_INLINE void segment_leave(ws_net *n, u32 q, u32 v, u32 l, u32 words) {
    const link_fast *link = fast_link(n, l);
    ws_queue_state *queue = &n->queue[q];
    u64 *total = n->total;
    u32 flits = words * link->rate;
    u32 word = next_word(n, q, v, l, link->rate);
    u32 credits = link->credits_per_flit * flits;
    ws_segment segment = {
        .from = short_now(n),
        .packet = queue->front,
        .words = words,
        .tail = flits == queue->front_to_go,
        .vc = v,
    };
    assert(flits <= queue->front_here);
    if (link->source) {
        total[WS_TOTAL_FLITS_INJECTED] += flits;
    } else {
        total[WS_TOTAL_FLIT_HOPS] += flits;
        slots_promise(n, q, flits);
    }
    queue->front_here -= flits;
    queue->front_to_go -= flits;
    n->vc[v].credit -= (i32)credits;
    n->link_flits[l] += flits;
    segment_put(n, l, word, &segment);
}

/* The tail of the segment on link l leaves in this cycle; the rest of the segment is done. */
NEVER_INLINE void segment_tail(ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    ws_vc_state *vc = &n->vc[link->vc0];
    u32 q = vc->holder;
    u32 word = word_of(n->queue[q].front, link->rate);
    assert(n->queue[q].front_to_go == 0);
    if (link->sink)
        wire_put(n, l, word | FLIT_TAIL);
    if (!link->source && n->flow == WS_FLOW_PACKET_CREDIT)
        signal_send(n, q);
    vc->credit -= link->credits_per_packet;
    vc_release(n, q);
}

/* The verb stream on a link that queues use in turns. */
ALWAYS_INLINE void send_flit(ws_net *n, u32 q, u32 v, u32 l) {
    const ws_queue_state *queue = &n->queue[q];
    const ws_vc_state *vc = &n->vc[v];
    bool more = flit_leave(n, q, v, l);
    u32 vcs = fast_link(n, l)->vcs;
    if (!more || vcs == 1)
        return;
    if (queue->front_here == 0 || vc->credit == 0)
        ready_clear(n, q, l);
}

#endif
