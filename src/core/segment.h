/* segment.h - segments: flits of one packet that follow one another over a link, one a cycle, and
 * are simulated in one act.
 *
 * THE LAW. The holder of a plain link that can send now sends m flits: as many as are here, as it
 * has got credit for, and as the packet has before its tail. In this cycle all m leave the queue
 * and use up their credit; `flight` cycles later all m are in the queue at the far end; one
 * signal's delay later all m credits are upstream. What is not so yet, flit by flit, is a promise.
 *
 * THE PROMISE. Flits and credits that are promised come one a cycle from the moment at which they
 * are counted, and nobody uses them faster than one a cycle. So the questions that a plain link
 * asks ("is there a flit, is there credit?", never "how many?") have the same answers as if no flit
 * moved before its time, and promises may be made of promises. The tail goes by itself, in its own
 * cycle, since much happens when it does.
 *
 * THE ORACLE. With segments of one flit at most (ws_net_segments) there are no promises: that is
 * the kernel flit by flit, and events and states must be the same. Between two steps there are none
 * either: ws_net_step expands all of them before it returns (segments_settle). So they are no part
 * of the state, and nobody outside the step meets one.
 *
 * A switch model that asks no more than that of the queues and virtual channels of plain links says
 * so (`streams`). Others, and machines with links that are not plain, go flit by flit. */
#ifndef WS_SEGMENT_H
#define WS_SEGMENT_H

#include "verbs.h"

/* A wheel of the cycles in which segments end: so none is longer. */
enum { SEGMENT_SLOTS = 64, SEGMENT_MOST = SEGMENT_SLOTS - 1 };
/* Cycles of a call of ws_net_step, at most: segments know half of the number of a cycle. */
enum { CALL_MOST = 1 << 30 };

/* Expands all promises: the state is as it is flit by flit at the end of the last cycle, or, in its
 * last phase, of this one. Nothing happens if there are none. */
void segments_settle(ws_net *n);
/* May flits go in segments under the parameters in force? */
bool may_stream(const ws_net *n);
/* Notes which words of STOP and GO are under way. */
void marks_find(ws_net *n);

/* Do flits go in segments in this cycle? */
static inline bool has_segments(const ws_net *n) {
    return n->segments.longest > 1;
}

/* A cycle begins. While worms are torn down all goes flit by flit. */
static inline void segments_step(ws_net *n) {
    ws_segments *segments = &n->segments;
    bool kills = n->layout.kills && n->control.reserved[0] > 0;
    segments->come = now(n);
    segments->longest = kills ? 1 : segments->call;
}

/* ---- promises ---- */

/* The places for a word on the wire of link l, and for a signal to the sender of vc v, that come in
 * the given cycle: how many flits or credits are promised besides. */
static inline u8 *flits_promised(const ws_net *n, u64 cycle, u32 l) {
    const ws_sizes *size = &n->size;
    size_t slot = wheel_slot(cycle, size->flight_slots);
    u8 *wires = n->segments.flits_more + slot * size->links;
    return &wires[l];
}
static inline u8 *credits_promised(const ws_net *n, u64 cycle, u32 v) {
    const ws_sizes *size = &n->size;
    size_t slot = wheel_slot(cycle, size->signal_slots);
    u8 *signals = n->segments.credits_more + slot * size->vcs;
    return &signals[v];
}

/* Begins the promise at this place: returns how many flits or credits it is beyond the first. */
static inline u32 promise_begin(u8 *place) {
    u32 more = *place;
    if (more > 0)
        *place = 0;
    return more;
}

/* Flits promised behind the flit that comes off link l now. */
static inline u32 flits_to_come(const ws_net *n, u32 l) {
    u8 *place = flits_promised(n, now(n), l);
    return promise_begin(place);
}
static inline void arrival_note(const ws_net *n, u32 l, u32 k, u32 more) {
    n->segments.link[l].arriving = (ws_segment){
        .from = (u32)now(n),
        .packet = k,
        .flits = 1 + more,
    };
}

/* Credits promised behind the credit that reaches vc v now; they count from now on. */
static inline u32 credits_to_come(const ws_net *n, u32 v) {
    if (!has_segments(n))
        return 0;
    u8 *place = credits_promised(n, now(n), v);
    u32 more = promise_begin(place);
    if (more == 0)
        return 0;
    n->segments.link[v].credited = (ws_segment){
        .from = (u32)now(n),
        .flits = 1 + more,
    };
    return more;
}

/* Flits of a segment that come in the given cycle or later. */
static inline u32 segment_rest(const ws_segment *segment, u64 cycle) {
    u32 end = segment->from + segment->flits;
    i32 rest = (i32)(end - (u32)cycle);
    return rest > 0 ? (u32)rest : 0;
}

/* Flits that are counted at the far end of vc v, of packet k there, and in queue q, and that have
 * not come by now. */
static inline u32 vc_awaited(const ws_net *n, u32 v) {
    const ws_segments *segments = &n->segments;
    if (!has_segments(n))
        return 0;
    if (v == NIL)
        return 0;
    u32 l = link_of(n, v);
    return segment_rest(&segments->link[l].arriving, segments->come);
}
static inline u32 packet_awaited(const ws_net *n, u32 v, u32 k) {
    u32 flits = vc_awaited(n, v);
    if (flits == 0 || n->segments.link[v].arriving.packet != k)
        return 0;
    return flits;
}
static inline u32 flits_awaited(const ws_net *n, u32 q) {
    u32 v = feeding_vc(n, q);
    if (v == NIL)
        return 0;
    const ws_vc_state *vc = &n->vc[v];
    if (vc->receiver != q)
        return 0;
    return vc_awaited(n, v);
}

/* Flits that queue q no longer counts and that have not left by now. */
static inline u32 flits_owed(const ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    if (v == NIL)
        return 0;
    u32 l = link_of(n, v);
    return segment_rest(&n->segments.link[l].sent, now(n));
}

/* ---- how long? ---- */

/* Flits that can leave queue q, one a cycle, without a word to its sender: with GO in force it gets
 * no fuller meanwhile; with STOP in force it must not fall to the mark. */
static inline u32 leave_quietly(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 here = queue->flits - flits_awaited(n, q);
    u32 low = n->go_mark_in_force + 1;
    if (!queue->stop_sent && here < n->stop)
        return SEGMENT_MOST;
    if (!queue->stop_sent)
        return 1;
    if (here <= low)
        return 1;
    return here - low;
}

/* Flits that a link can send, one a cycle, before STOP can be heard: not even if nothing leaves the
 * queue at the far end is it full to the mark. */
static inline u32 send_unstopped(const ws_net *n, const link_fast *link) {
    u32 v = link->vc0;
    const ws_segment *heard = &n->segments.link[v].credited;
    u32 q = own_queue(n, v);
    u32 flits = n->queue[q].flits;
    flits += flits_owed(n, q);
    flits += link->flight;
    if ((i32)(heard->from - (u32)now(n)) > 0)
        return 1;
    if (flits >= n->stop)
        return 1;
    return n->stop - flits;
}

/* Flits that go from queue q to its link before there is a word of STOP or GO at either end. */
static inline u32 between_marks(const ws_net *n, u32 q, const link_fast *link) {
    u32 quiet = SEGMENT_MOST;
    u32 unstopped = SEGMENT_MOST;
    if (!link->source)
        quiet = leave_quietly(n, q);
    if (!link->sink)
        unstopped = send_unstopped(n, link);
    return least_of(quiet, unstopped);
}

/* Flits of the packet in front of queue q that its link, which can send, takes from now on, one a
 * cycle; 1 or 0: go flit by flit. */
static inline u32 segment_length(const ws_net *n, u32 q, const link_fast *link) {
    const ws_queue_state *queue = &n->queue[q];
    u32 flits = least_of(n->segments.longest, queue->front_here);
    if (link->credits_per_flit) {
        const ws_vc_state *vc = &n->vc[link->vc0];
        flits = least_of(flits, (u32)vc->credit);
    }
    if (flits < 2 || n->flow != WS_FLOW_STOP_GO)
        return flits;
    u32 most = between_marks(n, q, link);
    return least_of(flits, most);
}

/* ---- the end ---- */

/* Words of a segment that lie on the wire of link l, flit by flit. */
typedef struct segment_words {
    const ws_segment *segment;
    /* of its first flits */
    u32 count;
    /* but for this slot; NIL: all */
    u32 except;
} segment_words;

/* Fills in the words of flits that have left, as they lie on the wire flit by flit. Only the first
 * word of a segment, which is there already, counts (flight_bits). */
static inline void words_fill(ws_net *n, u32 l, segment_words words) {
    const ws_sizes *size = &n->size;
    const ws_segment *sent = words.segment;
    u32 lap = size->flight_slots;
    u32 due = sent->from + fast_link(n, l)->flight;
    u32 first = 1;
    if (words.count > lap)
        first = words.count - lap;
    for (u32 i = first; i < words.count; i++) {
        u32 slot = wheel_slot(due + i, lap);
        u32 *wires = n->flight + (size_t)slot * size->links;
        bool last = i + 1 == sent->flits;
        u32 word = sent->packet << FLIT_PACKET_SHIFT;
        if (last && sent->tail)
            word |= FLIT_TAIL;
        if (slot != words.except)
            wires[l] = word;
    }
}

/* A segment of `flits` flits begins to leave on link l. Fills in the words of the segment before
 * it, unless the new words will cover all of these. */
static inline void words_follow(ws_net *n, u32 l, u32 flits) {
    ws_link_segments *link = &n->segments.link[l];
    ws_segment *sent = &link->sent;
    segment_words all = {
        .segment = sent,
        .count = sent->flits,
        .except = NIL,
    };
    if (flits >= n->size.flight_slots) {
        link->before = *sent;
        return;
    }
    words_fill(n, l, all);
    sent->flits = 0;
    link->before.flits = 0;
}

static inline u64 *ends_set(const ws_net *n, u64 cycle) {
    u64 *bits = n->segments.ends;
    return wheel_set(bits, cycle, SEGMENT_SLOTS, n->size.link_words);
}

#endif
