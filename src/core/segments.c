/* segments.c - promises expanded: the state as it is flit by flit. See segment.h. */
#include "segment.h"

/* The cycle to which promises are expanded: all that comes before it has happened. */
static u64 boundary(const ws_net *n) {
    return n->segments.come;
}

/* Words of a segment that leave before the given cycle. */
static u32 segment_done(const ws_segment *segment, u64 cycle) {
    u32 rest = segment_rest(segment, cycle);
    u32 all = segment->words;
    if (rest >= all)
        return 0;
    return all - rest;
}

/* A promise that has not begun, with `more` behind its first. */
static ws_cycle_range range_coming(u64 from, u8 *more) {
    ws_cycle_range range = {
        .from = (u32)from,
        .end = (u32)from + 1u + *more,
    };
    *more = 0;
    return range;
}

/* The part of a promise that is on its way, which takes `delay` cycles: the cycles in which it
 * comes, counted from the boundary. */
static ws_cycle_range range_in_flight(const ws_net *n, const ws_cycle_range *range, u32 delay) {
    u32 cycle = (u32)boundary(n);
    u32 end = cycles_to(cycle, range->end);
    return (ws_cycle_range){
        .from = cycles_to(cycle, range->from),
        .end = least_of(end, delay),
    };
}

/* ---- flits that are not sent yet stay in their queue ---- */

/* Takes back words that were counted as sent on link l. */
static void departure_undo(ws_net *n, u32 l, u32 words) {
    const link_fast *link = fast_link(n, l);
    u32 flits = words * link->rate;
    const ws_segment *sent = &link_segments(n, l)->sent;
    ws_vc_state *vc = &n->vc[sent->vc];
    ws_queue_state *queue = &n->queue[vc->holder];
    u64 *total = n->total;
    u32 credits = link->credits_per_flit * flits;
    queue->front_here += flits;
    queue->front_to_go += flits;
    vc->credit += (i32)credits;
    n->link_flits[l] -= flits;
    if (link->source) {
        total[WS_TOTAL_FLITS_INJECTED] -= flits;
        return;
    }
    total[WS_TOTAL_FLIT_HOPS] -= flits;
    queue->flits += flits;
}

static void sent_settle(ws_net *n, u32 l) {
    const ws_segment *segment = &link_segments(n, l)->sent;
    u32 end = segment->from + segment->words - segment->tail;
    u32 rest = segment_rest(segment, boundary(n));
    departure_undo(n, l, rest);
    bit_clear(ends_set(n, end), l);
    bit_clear(n->segments.busy, l);
}

/* Fills in all words that have left on link l, but for the first of the last segment. */
static void words_settle(ws_net *n, u32 l) {
    const ws_link_segments *link = link_segments(n, l);
    u32 flight = fast_link(n, l)->flight;
    u32 due = link->sent.from + flight;
    segment_words before = {
        .segment = &link->before,
        .count = link->before.words,
        .except = wheel_slot(due, n->size.flight_slots),
    };
    segment_words sent = {
        .segment = &link->sent,
        .count = segment_done(&link->sent, boundary(n)),
        .except = NIL,
    };
    words_fill(n, l, before);
    words_fill(n, l, sent);
}

/* The same if anything has left that may lack words. */
static inline void departed_settle(ws_net *n, u32 l) {
    ws_link_segments *link = link_segments(n, l);
    u32 words = link->sent.words;
    words += link->before.words;
    if (words > 0)
        words_settle(n, l);
    link->before.words = 0;
    link->sent.words = 0;
    link->sent.from = 0;
}

/* ---- flits on a wire lie there one by one ---- */

/* The words of a promise that have left and not arrived are on the wire of link l. */
static void wire_settle(ws_net *n, u32 l, const ws_cycle_range *range) {
    u32 flight = fast_link(n, l)->flight;
    ws_cycle_range on_wire = range_in_flight(n, range, flight);
    u32 i = on_wire.from;
    for (; i < on_wire.end; i++) {
        u64 due = boundary(n) + i;
        bit_set(flight_set(n, due), l);
    }
}

static void awaited_settle(ws_net *n, u32 v, u32 rest) {
    const ws_vc_segments *segments = vc_segments(n, v);
    u32 l = link_of(n, v);
    words_count(n, v, segments->packet, -(i32)rest);
    wire_settle(n, l, &segments->arriving);
}

static inline void arriving_settle(ws_net *n, u32 v) {
    ws_cycle_range *range = &vc_segments(n, v)->arriving;
    u32 rest = range_rest(range, boundary(n));
    if (rest > 0)
        awaited_settle(n, v, rest);
    *range = (ws_cycle_range){0};
}

/* Expands the promise of the word that comes off link l in the given cycle. */
static void flight_settle(ws_net *n, u64 due, u32 l) {
    u8 *more = words_promised(n, due, l);
    ws_cycle_range range = range_coming(due, more);
    wire_settle(n, l, &range);
}

static void flights_settle(ws_net *n, u64 due) {
    const u64 *set = flight_set(n, due);
    for (EACH(w, n->size.link_words)) {
        u64 word = set[w];
        for (BITS_EACH(i, word))
            flight_settle(n, due, w * 64 + i);
    }
}

/* ---- credits come one by one ---- */

/* The credits of a promise that have been sent and have not come are under way to vc v. */
static void credits_settle(ws_net *n, u32 v, const ws_cycle_range *range) {
    u32 l = link_of(n, v);
    u32 delay = n->wire.signal_delay[l];
    ws_cycle_range in_flight = range_in_flight(n, range, delay);
    u32 i = in_flight.from;
    for (; i < in_flight.end; i++) {
        u64 due = boundary(n) + i;
        bit_set(signal_set(n, due), v);
    }
}

static inline void credited_settle(ws_net *n, u32 v) {
    ws_cycle_range *range = &vc_segments(n, v)->credited;
    u32 rest = range_rest(range, boundary(n));
    if (rest > 0)
        credits_settle(n, v, range);
    if (is_paid(n, v))
        n->segments.payments--;
    else
        n->vc[v].credit -= (i32)rest;
    bit_clear(n->segments.paid, v);
    *range = (ws_cycle_range){0};
}

/* Expands the promise of the signal that reaches the sender of vc v in the given cycle. */
static void signal_settle(ws_net *n, u64 due, u32 v) {
    u8 *more = credits_promised(n, due, v);
    ws_cycle_range range = range_coming(due, more);
    credits_settle(n, v, &range);
}

static void signals_settle(ws_net *n, u64 due) {
    const u64 *set = signal_set(n, due);
    for (EACH(w, n->size.vc_words)) {
        u64 word = set[w];
        for (BITS_EACH(i, word))
            signal_settle(n, due, w * 64 + i);
    }
}

/* ---- all of it ---- */

/* What is ready follows from flits and credits: a switch model sets it anew. */
static void model_settle(ws_net *n, const ws_switch *model) {
    if (model->expanded)
        model->expanded(n);
}

/* First what did not leave comes back, so that there is enough to take away from. */
void segments_settle(ws_net *n) {
    const ws_sizes *size = &n->size;
    const u64 *busy = n->segments.busy;
    if (is_settled(n))
        return;
    n->segments.any = false;
    if (n->with.runs) {
        n->with.runs = false;
        n->kernel->show(n);
        n->segments.begin = now(n);
        return;
    }
    for (EACH(w, size->link_words)) {
        u64 word = busy[w];
        for (BITS_EACH(i, word))
            sent_settle(n, w * 64 + i);
    }
    for (EACH(l, size->links))
        departed_settle(n, l);
    for (EACH(v, size->vcs)) {
        arriving_settle(n, v);
        credited_settle(n, v);
    }
    for (EACH(slot, size->flight_slots))
        flights_settle(n, boundary(n) + slot);
    for (EACH(late, size->signal_slots))
        signals_settle(n, boundary(n) + late);
    model_settle(n, n->model);
    model_settle(n, n->host_model);
}

void link_settle(ws_net *n, u32 l) {
    if (!has_segments(n))
        return;
    if (is_busy_link(n, l))
        sent_settle(n, l);
    departed_settle(n, l);
    for (VCS_EACH(v, n, l))
        arriving_settle(n, v);
    for (EACH(slot, n->size.flight_slots)) {
        u64 due = boundary(n) + slot;
        if (bit_get(flight_set(n, due), l))
            flight_settle(n, due, l);
    }
}

/* All that is promised to the sender of vc v. */
static void credits_promised_settle(ws_net *n, u32 v) {
    for (EACH(late, n->size.signal_slots)) {
        u64 due = boundary(n) + late;
        if (bit_get(signal_set(n, due), v))
            signal_settle(n, due, v);
    }
    credited_settle(n, v);
}

/* The words of a segment that are taken back stay in the queue at the near end, so the credits for
 * them are, too, and the segment that was built on these. */
void upstream_settle(ws_net *n, u32 q) {
    u32 v = feeding_vc(n, q);
    while (v != NIL) {
        u32 l = link_of(n, v);
        bool busy = is_busy_link(n, l);
        link_settle(n, l);
        if (!busy)
            return;
        v = feeding_vc(n, holder_of(n, v));
        if (v != NIL)
            credits_promised_settle(n, v);
    }
}

/* ---- STOP and GO ---- */

void marks_find(ws_net *n) {
    const ws_sizes *size = &n->size;
    ws_vc_segments *vc = n->segments.vc;
    for (EACH(v, size->vcs))
        vc[v].signal_due = short_now(n);
    for (EACH(slot, size->signal_slots)) {
        u64 due = now(n) + slot;
        const u64 *set = signal_set(n, due);
        for (EACH(w, size->vc_words)) {
            u64 word = set[w];
            for (BITS_EACH(i, word))
                vc[w * 64 + i].signal_due = (u32)due;
        }
    }
}

/* ---- may flits go in segments? ---- */

bool may_tear(const ws_net *n) {
    return n->segments.plain && n->flow != WS_FLOW_STOP_GO;
}

bool may_go_on(ws_net *n) {
    ws_segments *segments = &n->segments;
    u64 worms = n->total[WS_TOTAL_KILLS] - n->total[WS_TOTAL_RESETS];
    if (!segments->tears)
        return false;
    if (worms * TORN_LINKS > n->size.links)
        segments->rest_end = now(n) + TORN_REST;
    if (segments->rest_end <= now(n))
        return true;
    segments_settle(n);
    return false;
}

/* Where all goes flit by flit while a worm is torn down, segments do not pay. */
static bool suits_timeouts(const ws_net *n) {
    return n->def->timeout_policy == WS_TIMEOUT_POLICY_NONE || may_tear(n);
}

bool may_stream(const ws_net *n) {
    if (!n->segments.possible)
        return false;
    if (n->store)
        return false;
    if (n->flow == WS_FLOW_STOP_GO && !n->segments.plain)
        return false;
    return suits_timeouts(n);
}

/* ---- for those who do not expand ---- */

void ws_net_settle(ws_net *n) {
    segments_settle(n);
}

void ws_net_show(ws_net *n) {
    if (n->with.runs)
        segments_settle(n);
}

/* Flits that come off link l to its host and have been counted already are taken away. */
static void coming_subtract(const ws_net *n, u32 l, u64 *by_class) {
    for (VCS_EACH(v, n, l)) {
        const ws_vc_segments *segments = vc_segments(n, v);
        u32 words = range_rest(&segments->arriving, boundary(n));
        if (words == 0)
            continue;
        u32 class = n->packet.class[segments->packet];
        by_class[class] -= flits_in(n, l, words);
    }
}

void ws_net_delivered(const ws_net *n, uint64_t by_class[WS_CLASSES_MAX]) {
    for (EACH(c, WS_CLASSES_MAX))
        by_class[c] = n->class_flits[c];
    if (is_settled(n))
        return;
    if (n->with.runs) {
        n->kernel->delivered(n, by_class);
        return;
    }
    for (EACH(h, n->size.hosts)) {
        u32 l = n->wire.eject_link[h];
        coming_subtract(n, l, by_class);
    }
}

void ws_net_segments(ws_net *n, uint32_t flits) {
    u32 longest = least_of(flits, SEGMENT_MOST);
    n->segments.limit = longest > 0 ? longest : 1;
}
