/* segment.h - segments: flits of one packet that follow one another over a link, one a cycle, and
 * are simulated in one act.
 *
 * THE LAW. The holder of a plain link that can send now sends m flits: as many as are here, as it
 * has got credit for, and as are left of the packet. In this cycle all m leave the queue and use up
 * their credit; `flight` cycles later all m are in the queue at the far end; one signal's delay
 * later all m credits are upstream. What is not so yet, flit by flit, is a promise.
 *
 * THE PROMISE. Flits and credits that are promised come one a cycle from the moment at which they
 * are counted, and nobody uses them faster than one a cycle. So the questions that a plain link
 * asks ("is there a flit, is there credit?", never "how many?") have the same answers as if no flit
 * moved before its time, and promises may be made of promises. What happens when a tail leaves, or
 * arrives at a host, happens in its own cycle. A link that carries several flits a cycle sends
 * words of as many; what is promised to it is here when it wants it, since it waits before it
 * begins (shared_pool.c).
 *
 * COUNTED AHEAD. A promise may be counted before it begins where nobody can use up what is there
 * until then: not the queue at the far end, as long as the flits it has, or has seen to, last that
 * long; not the sender upstream, as long as its credit does. Then no word comes off the wire and no
 * signal comes back in a cycle of its own, which is so nearly always in the midst of a worm.
 *
 * ONE BY ONE. Where a packet must fit whole, it is asked of an idle virtual channel how much credit
 * it has; a switch model may try its heads at each credit (`each_credit`); and a timeout policy
 * asks at the end of a cycle. So what is promised to an idle one is paid in the cycles in which it
 * comes.
 *
 * TORN DOWN. A worm that is killed goes flit by flit, and it alone. Where it leaves a queue, words
 * that have not come down the link to it are taken back, and with them the credits for their places
 * and the words upstream that were built on these (upstream_settle).
 *
 * THE ORACLE. With segments of one flit at most (ws_net_segments) there are no promises: that is
 * the kernel flit by flit, and events and states must be the same. Whoever reads the state meets
 * none either: ws_net_step expands all of them before it returns (segments_settle). So they are no
 * part of the state. Only ws_net_run leaves them, for a caller that wants no more of a cycle than
 * its events and the flits delivered: a run is not cut where its measures are.
 *
 * A switch model that asks no more than that says so (`streams`); others go flit by flit. On a link
 * that is not plain, but on which nobody competes in the midst of a segment, the model begins
 * segments between head and tail, and is told when they end (`resume`); where there are other such
 * links, all goes flit by flit. */
#ifndef WS_SEGMENT_H
#define WS_SEGMENT_H

#include "verbs.h"

/* A wheel of the cycles in which segments end: so none is longer. */
enum { SEGMENT_SLOTS = 256, SEGMENT_MOST = SEGMENT_SLOTS - 1 };
/* Cycles from one expansion to the next, at most: segments know half of the number of a cycle. */
enum { CALL_MOST = 1 << 30 };
/* Segments do not pay while more than one worm for so many links is torn down, and for some cycles
 * after that. */
enum { TORN_LINKS = 32, TORN_REST = 256 };

/* Expands all promises: the state is as it is flit by flit at the end of the last cycle, or, in its
 * last phase, of this one. Nothing happens if there are none. */
void segments_settle(ws_net *n);
/* Expands the promises of link l alone, whose packet is refused: no other promise is built on
 * them. */
void link_settle(ws_net *n, u32 l);
/* Expands the promises of the link that feeds queue q, from which a packet is purged, and of the
 * links upstream, as far as they were built on what is taken back. */
void upstream_settle(ws_net *n, u32 q);
/* Can a worm that is torn down go flit by flit alone? */
bool may_tear(const ws_net *n);
/* May flits go in segments under the parameters in force? */
bool may_stream(const ws_net *n);
/* Notes which words of STOP and GO are under way. */
void marks_find(ws_net *n);

/* Worms are torn down: may the others go in segments? If not, nothing is promised any more. */
bool may_go_on(ws_net *n);

/* Do flits go in segments in this cycle? */
static inline bool has_segments(const ws_net *n) {
    return n->segments.longest > 1;
}

/* Is link l sending a segment? */
static inline bool is_busy_link(const ws_net *n, u32 l) {
    return bit_get(n->segments.busy, l);
}

/* A cycle begins. */
static inline void segments_step(ws_net *n) {
    ws_segments *segments = &n->segments;
    segments->come = now(n);
    segments->longest = segments->call;
    segments->tearing = n->layout.kills && n->control.reserved[0] > 0;
    if (segments->tearing && has_segments(n) && !may_go_on(n))
        segments->longest = 1;
    if (!has_segments(n))
        segments->since = short_now(n) + 1;
}

static inline ws_link_segments *link_segments(const ws_net *n, u32 l) {
    return &n->segments.link[l];
}

static inline ws_vc_segments *vc_segments(const ws_net *n, u32 v) {
    return &n->segments.vc[v];
}

/* ---- promises ---- */

/* The places for a word on the wire of link l, and for a signal to the sender of vc v, that come in
 * the given cycle: how many words or credits are promised besides. */
static inline u8 *words_promised(const ws_net *n, u64 cycle, u32 l) {
    const ws_sizes *size = &n->size;
    size_t slot = wheel_slot(cycle, size->flight_slots);
    u8 *wires = n->segments.words_more + slot * size->links;
    return &wires[l];
}
static inline u8 *credits_promised(const ws_net *n, u64 cycle, u32 v) {
    const ws_sizes *size = &n->size;
    size_t slot = wheel_slot(cycle, size->signal_slots);
    u8 *signals = n->segments.credits_more + slot * size->vcs;
    return &signals[v];
}

/* Begins the promise at this place: returns how many words or credits it is beyond the first. */
static inline u32 promise_begin(u8 *place) {
    u32 more = *place;
    if (more > 0)
        *place = 0;
    return more;
}

/* A range of `count` cycles that begins now. */
static inline ws_cycle_range range_from_now(const ws_net *n, u32 count) {
    u32 cycle = short_now(n);
    return (ws_cycle_range){
        .from = cycle,
        .end = cycle + count,
    };
}

/* Words promised behind the word that comes off link l now. */
static inline u32 words_to_come(const ws_net *n, u32 l) {
    u8 *place = words_promised(n, now(n), l);
    return promise_begin(place);
}
static inline void arrival_note(const ws_net *n, u32 v, u32 k, u32 more) {
    ws_vc_segments *segments = vc_segments(n, v);
    segments->arriving = range_from_now(n, 1 + more);
    segments->packet = k;
}

/* Cycles from `cycle` to `later`; 0 if `later` is not later. */
static inline u32 cycles_to(u32 cycle, u32 later) {
    i32 cycles = (i32)(later - cycle);
    return cycles > 0 ? (u32)cycles : 0;
}

/* Flits in so many words of a segment of link l. */
static inline u32 flits_in(const ws_net *n, u32 l, u32 words) {
    return words * fast_link(n, l)->rate;
}

/* Is the given cycle still to come? */
static inline bool is_to_come(const ws_net *n, u32 cycle) {
    u32 from = short_now(n);
    u32 wait = cycles_to(from, cycle);
    return wait > 0;
}

/* Words of a segment that leave in the given cycle or later. */
static inline u32 segment_rest(const ws_segment *segment, u64 cycle) {
    u32 end = segment->from + segment->words;
    u32 rest = cycles_to((u32)cycle, end);
    return least_of(rest, segment->words); /* a void one knows no cycle */
}

/* Words or credits of a promise that come in the given cycle or later. */
static inline u32 range_rest(const ws_cycle_range *range, u64 cycle) {
    u32 begun = cycles_to(range->from, (u32)cycle);
    return cycles_to(range->from + begun, range->end);
}

/* Is it asked how much credit vc v has, or when, not only whether it has any? Of an idle one, where
 * it must be enough for a whole packet, or the switch model tries heads at each credit. */
static inline bool is_credit_measured(const ws_net *n, u32 v) {
    if (!n->segments.measured)
        return false;
    return n->vc[v].holder == NIL;
}

/* Is it so that the credits which are promised to vc v count one by one, as they come? */
static inline bool is_paid(const ws_net *n, u32 v) {
    return bit_get(n->segments.paid, v);
}
/* It will be so. */
static inline void credits_pay(ws_net *n, u32 v) {
    ws_segments *segments = &n->segments;
    segments->payments += !is_paid(n, v);
    bit_set(segments->paid, v);
}

/* Vc v has been given back: credits that were counted before they come are so no longer. */
static inline void credits_hold(ws_net *n, u32 v) {
    const ws_cycle_range *credited = &vc_segments(n, v)->credited;
    u32 rest = range_rest(credited, n->segments.come);
    if (rest == 0)
        return;
    if (is_paid(n, v))
        return;
    n->vc[v].credit -= (i32)rest;
    credits_pay(n, v);
}

/* Credits promised behind the credit that reaches vc v now; they count from now on. */
static inline u32 credits_to_come(ws_net *n, u32 v) {
    if (!has_segments(n))
        return 0;
    u8 *place = credits_promised(n, now(n), v);
    u32 more = promise_begin(place);
    if (more == 0)
        return 0;
    u32 credits = 1 + more;
    vc_segments(n, v)->credited = range_from_now(n, credits);
    if (!is_credit_measured(n, v))
        return more;
    credits_pay(n, v);
    return 0;
}

/* Flits that are counted at the far end of vc v, of packet k there, and in queue q, and that have
 * not come by now. */
static inline u32 vc_awaited(const ws_net *n, u32 v) {
    if (!has_segments(n))
        return 0;
    if (v == NIL)
        return 0;
    u32 l = link_of(n, v);
    const ws_vc_segments *segments = vc_segments(n, v);
    const ws_cycle_range *arriving = &segments->arriving;
    u32 words = range_rest(arriving, n->segments.come);
    return flits_in(n, l, words);
}
static inline u32 packet_awaited(const ws_net *n, u32 v, u32 k) {
    u32 flits = vc_awaited(n, v);
    if (flits == 0)
        return 0;
    if (vc_segments(n, v)->packet != k)
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

/* The last segment that left on the link of vc v, if it went by this vc; else a void one. */
static inline const ws_segment *segment_of(const ws_net *n, u32 v) {
    static const ws_segment none;
    u32 l = link_of(n, v);
    const ws_segment *sent = &link_segments(n, l)->sent;
    if (sent->vc != v)
        return &none;
    return sent;
}

/* Flits that queue q no longer counts and that have not left by now. */
static inline u32 flits_owed(const ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    if (v == NIL)
        return 0;
    u32 l = link_of(n, v);
    const ws_segment *sent = segment_of(n, v);
    u32 words = segment_rest(sent, now(n));
    return flits_in(n, l, words);
}

/* Have all flits of the packet in front of queue q left it by now? */
static inline bool is_all_gone(const ws_net *n, u32 q) {
    if (n->queue[q].front_to_go > 0)
        return false;
    if (!has_segments(n))
        return true;
    return flits_owed(n, q) == 0;
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

/* Flits that a link can send, one a cycle, before STOP can be heard: what has begun to leave the
 * queue at the far end goes on, and even if nothing else leaves it is not full to the mark. */
static inline u32 send_unstopped(const ws_net *n, const link_fast *link) {
    u32 v = link->vc0;
    u32 word = vc_segments(n, v)->signal_due;
    u32 q = own_queue(n, v);
    u32 flits = n->queue[q].flits;
    flits += link->flight;
    flits -= vc_awaited(n, v); /* they are counted */
    if (is_to_come(n, word))
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

/* Words of the packet in front of queue q that its link, which can send, takes from now on, one a
 * cycle; 1 or 0: go word by word. */
ALWAYS_INLINE u32 segment_length(const ws_net *n, u32 q, u32 v, const link_fast *link) {
    const ws_queue_state *queue = &n->queue[q];
    u32 longest = n->segments.longest;
    u32 flits = queue->front_here;
    if (link->rate > 1)
        flits /= link->rate;
    flits = least_of(longest, flits);
    if (link->credits_per_flit) {
        const ws_vc_state *vc = &n->vc[v];
        flits = least_of(flits, (u32)vc->credit);
    }
    if (n->segments.tearing && packet_has(n, queue->front, PACKET_KILLED))
        return 1;
    if (flits < 2 || n->flow != WS_FLOW_STOP_GO)
        return flits;
    u32 most = between_marks(n, q, link);
    return least_of(flits, most);
}

/* The same on a link that is not plain, where the tail goes by itself. */
static inline u32 length_before_tail(const ws_net *n, u32 q, u32 v, const link_fast *link) {
    u32 words = segment_length(n, q, v, link);
    u32 others = n->queue[q].front_to_go - 1;
    return least_of(words, others);
}

/* ---- counted ahead ---- */

/* Cycles from now on in which a segment that has begun goes by vc v. */
static inline u32 cycles_seen_to(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    const ws_segment *sent = segment_of(n, v);
    if (!is_busy_link(n, l))
        return 0;
    return segment_rest(sent, now(n)) - sent->tail;
}

/* Can a promise be extended from the given cycle on without a gap? */
static inline bool range_joins(const ws_net *n, const ws_cycle_range *range, u32 due) {
    if (range->end == due)
        return true;
    return !is_to_come(n, range->end);
}
static inline void range_add(ws_cycle_range *range, u32 due, u32 count) {
    if (range->end != due)
        range->from = due;
    range->end = due + count;
}

/* Has vc v credit for all cycles before the given one? */
static inline bool has_credit_until(const ws_net *n, u32 v, u32 due) {
    u32 cycle = short_now(n);
    u32 wait = due - cycle;
    u32 lasts = (u32)n->vc[v].credit;
    if (lasts >= wait)
        return true;
    lasts += cycles_seen_to(n, v);
    return lasts >= wait;
}

/* Credits for vc v, the first of which comes in the given cycle, are counted now; false if its
 * sender may need them before. */
static inline bool credits_ahead(ws_net *n, u32 v, u32 due, u32 count) {
    ws_vc_segments *segments = vc_segments(n, v);
    if (is_to_come(n, segments->signal_due))
        return false;
    if (is_credit_measured(n, v))
        return false;
    if (is_paid(n, v))
        return false;
    if (!range_joins(n, &segments->credited, due))
        return false;
    if (!has_credit_until(n, v, due))
        return false;
    range_add(&segments->credited, due, count);
    n->vc[v].credit += (i32)count;
    return true;
}

/* The counter of the flits of the last packet of a queue. */
static inline u32 *last_flits(ws_queue_state *queue) {
    if (queue->packets > 1)
        return &queue->tail_here;
    return &queue->front_here;
}

/* The queue at the far end of vc v that takes the flits of the packet on it. */
static inline ws_queue_state *receiver_of(const ws_net *n, u32 v) {
    u32 q = n->vc[v].receiver;
    return &n->queue[q];
}

/* Is the head of the packet that goes by vc v at its far end, and are there flits for all cycles
 * before the given one? A head that left when all went flit by flit is there when a flight has
 * passed. */
static inline bool has_flits_until(const ws_net *n, u32 v, u32 due) {
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    u32 cycle = short_now(n);
    u32 wait = due - cycle;
    if (link->sink)
        return true;
    if (cycle - n->segments.since < wait)
        return false;
    ws_queue_state *queue = receiver_of(n, v);
    u32 lasts = *last_flits(queue);
    if (lasts >= wait)
        return true;
    if (queue->packets > 1 || queue->vc == NIL)
        return false;
    lasts += cycles_seen_to(n, queue->vc);
    return lasts >= wait;
}

/* Counts words of packet k at the far end of vc v; a negative count takes them back. */
static inline void words_count(ws_net *n, u32 v, u32 k, i32 words) {
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    i32 count = words * link->rate;
    if (link->sink) {
        u32 class = n->packet.class[k];
        n->class_flits[class] += (u64)count;
        n->total[WS_TOTAL_FLITS_DELIVERED] += (u64)count;
        return;
    }
    ws_queue_state *queue = receiver_of(n, v);
    queue->flits += (u32)count;
    *last_flits(queue) += (u32)count;
}

/* Words of packet k behind its head, the first of which comes by vc v in the given cycle, are
 * counted at its far end now; false if they may be needed there before. */
static inline bool words_ahead(ws_net *n, u32 v, u32 k, u32 due, u32 count) {
    ws_vc_segments *segments = vc_segments(n, v);
    if (is_to_come(n, segments->word_due))
        return false;
    if (!range_joins(n, &segments->arriving, due))
        return false;
    if (!has_flits_until(n, v, due))
        return false;
    range_add(&segments->arriving, due, count);
    segments->packet = k;
    words_count(n, v, k, (i32)count);
    return true;
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
    if (words.count == 0)
        return;
    const ws_segment *sent = words.segment;
    const link_fast *link = fast_link(n, l);
    u32 *wire = n->flight + l;
    u32 due = sent->from + link->flight;
    u32 word = word_of(sent->packet, link->rate);
    word |= sent->vc - link->vc0;
    u32 lap = n->size.flight_slots;
    size_t links = n->size.links;
    u32 first = 1;
    if (words.count > lap)
        first = words.count - lap;
    for (u32 i = first; i < words.count; i++) {
        size_t slot = wheel_slot(due + i, lap);
        if (slot != words.except)
            wire[slot * links] = word;
    }
    u32 end = due + sent->words;
    u32 last = wheel_slot(end - 1, lap);
    bool whole = words.count == sent->words;
    if (whole && sent->tail && last != words.except)
        wire[last * links] = word | FLIT_TAIL;
}

/* A segment of so many words begins to leave on link l. Fills in the words of the segment before
 * it, unless the new words will cover all of these. */
static inline void words_follow(ws_net *n, u32 l, u32 words) {
    ws_link_segments *link = link_segments(n, l);
    ws_segment *sent = &link->sent;
    segment_words all = {
        .segment = sent,
        .count = sent->words,
        .except = NIL,
    };
    if (words >= n->size.flight_slots) {
        link->before = *sent;
        return;
    }
    words_fill(n, l, all);
    sent->words = 0;
    link->before.words = 0;
}

static inline u64 *ends_set(const ws_net *n, u64 cycle) {
    u64 *bits = n->segments.ends;
    return wheel_set(bits, cycle, SEGMENT_SLOTS, n->size.link_words);
}

/* THE STATE as it is flit by flit, read in the midst of segments: of one queue, link or
 * virtual channel what segments_settle would leave. Nothing is expanded, so whoever looks between
 * two steps that go on (ws_net_run) cuts no segment short. All else that is not a counter of flits
 * or credits, or a word under way, is in the midst of segments as it is. */

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
