/* settled.h - the state as it is flit by flit, read in the midst of segments: of one queue, link or
 * virtual channel what segments_settle would leave. Nothing is expanded, so whoever looks between
 * two steps that go on (ws_net_run) cuts no segment short. All else that is not a counter of flits
 * or credits, or a word under way, is in the midst of segments as it is. */
#ifndef WS_SETTLED_H
#define WS_SETTLED_H

#include "segment.h"

/* ---- flits in queues ---- */

/* Flits that come by virtual channel v into queue q, are counted there and have not come. */
static inline u32 flits_between(const ws_net *n, u32 v, u32 q) {
    if (v == NIL)
        return 0;
    if (n->vc[v].receiver != q)
        return 0;
    return vc_awaited(n, v);
}

/* The same by any virtual channel that feeds another queue of the switch: q stores the packet. */
static inline u32 stored_to_come(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u32 flits = 0;
    for (QUEUES_EACH(other, n, x)) {
        u32 v = feeding_vc(n, other);
        flits += flits_between(n, v, q);
    }
    return flits;
}

/* Flits that are counted in queue q and have not come. */
static inline u32 flits_to_come(const ws_net *n, u32 q) {
    u32 v = feeding_vc(n, q);
    if (is_source(n, q))
        return 0;
    if (v == NIL)
        return stored_to_come(n, q);
    return flits_between(n, v, q);
}

/* Is queue q in the midst of a segment? Then it sends in this cycle. */
static inline bool is_sending(const ws_net *n, u32 q) {
    if (is_settled(n))
        return false;
    return flits_owed(n, q) > 0;
}

/* Flits of the packet in front of queue q that are here. */
static inline u32 settled_front(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 flits = queue->front_here;
    if (is_settled(n))
        return flits;
    u32 owed = flits_owed(n, q);
    flits += owed;
    if (queue->packets > 1)
        return flits;
    u32 coming = flits_to_come(n, q);
    return flits - coming;
}

/* Flits in queue q of a switch. */
static inline u32 settled_flits(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 flits = queue->flits;
    if (is_settled(n))
        return flits;
    u32 owed = flits_owed(n, q);
    flits += owed;
    u32 coming = flits_to_come(n, q);
    return flits - coming;
}

/* ---- credit ---- */

/* Flits that are counted as sent on virtual channel v, and will leave by its last segment. */
static inline u32 flits_to_leave(const ws_net *n, u32 v) {
    const ws_segment *sent = segment_of(n, v);
    u32 words = segment_rest(sent, now(n));
    u32 l = link_of(n, v);
    return flits_in(n, l, words);
}

/* Credits that virtual channel v counts and that have not come. */
static inline u32 credits_to_arrive(const ws_net *n, u32 v) {
    const ws_vc_segments *segments = vc_segments(n, v);
    const ws_cycle_range *credited = &segments->credited;
    if (is_paid(n, v))
        return 0;
    return range_rest(credited, now(n));
}

/* Credit of virtual channel v, as its sender sees it. */
static inline i32 settled_credit(const ws_net *n, u32 v) {
    i32 credit = n->vc[v].credit;
    if (is_settled(n))
        return credit;
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    u32 used = flits_to_leave(n, v);
    used *= link->credits_per_flit;
    u32 promised = credits_to_arrive(n, v);
    credit += (i32)used;
    credit -= (i32)promised;
    return credit;
}

/* ---- links ---- */

/* Flits that link l has sent. */
static inline u64 settled_link_flits(const ws_net *n, u32 l) {
    u64 flits = n->link_flits[l];
    if (!is_busy_link(n, l))
        return flits;
    const ws_link_segments *segments = link_segments(n, l);
    const ws_segment *sent = &segments->sent;
    u32 words = segment_rest(sent, now(n));
    u32 rest = flits_in(n, l, words);
    return flits - rest;
}

/* Did a word of its last segment leave link l in the given cycle? */
static inline bool segment_covers(const ws_net *n, u32 l, u64 cycle) {
    if (is_settled(n))
        return false;
    const ws_link_segments *segments = link_segments(n, l);
    const ws_segment *sent = &segments->sent;
    u32 since = (u32)cycle;
    since -= sent->from;
    return since < sent->words;
}

/* Did a flit leave on link l in the cycle before this one? */
static inline bool settled_sent(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    if (now(n) == 0)
        return false;
    u64 before = now(n) - 1;
    u64 due = before;
    due += link->flight;
    const u64 *coming = flight_set(n, due);
    if (bit_get(coming, l))
        return true;
    return segment_covers(n, l, before);
}

/* ---- under way ---- */

/* Does some of what is promised come within so many cycles, so that it has been sent? */
static inline bool range_is_sent(const ws_net *n, const ws_cycle_range *range, u32 cycles) {
    u32 cycle = short_now(n);
    u32 from = cycles_to(cycle, range->from);
    u32 end = cycles_to(cycle, range->end);
    end = least_of(end, cycles);
    return from < end;
}

/* Is a promised credit on its way to the sender of virtual channel v? */
static inline bool is_credit_promised(const ws_net *n, u32 v) {
    if (is_settled(n))
        return false;
    const ws_vc_segments *segments = vc_segments(n, v);
    u32 l = link_of(n, v);
    u32 delay = n->wire.signal_delay[l];
    const ws_cycle_range *credited = &segments->credited;
    return range_is_sent(n, credited, delay);
}

/* Is a promised word on its way to the far end of virtual channel v? */
static inline bool is_word_promised(const ws_net *n, u32 v) {
    if (is_settled(n))
        return false;
    const ws_vc_segments *segments = vc_segments(n, v);
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    const ws_cycle_range *arriving = &segments->arriving;
    return range_is_sent(n, arriving, link->flight);
}

/* Does a word of virtual channel v lie on the wire of its link l, due in the given cycle? */
static inline bool is_word_due(const ws_net *n, u32 l, u32 v, u64 due) {
    const link_fast *link = fast_link(n, l);
    const u32 *word = wire_word(n, due, l);
    u32 vc = *word & FLIT_VC;
    const u64 *coming = flight_set(n, due);
    if (link->vc0 + vc != v)
        return false;
    return bit_get(coming, l);
}

/* Is a word on the wire of virtual channel v? */
static inline bool settled_on_wire(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    u32 slots = n->size.flight_slots;
    u64 due = now(n);
    u64 end = due + slots;
    for (; due < end; due++) {
        if (is_word_due(n, l, v, due))
            return true;
    }
    return is_word_promised(n, v);
}

#endif
