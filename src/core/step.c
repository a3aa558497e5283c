/* step.c - the step: control messages - signals - timers - arrive - inject - allocate - transmit -
 * deadlines. With stream.h and the transmit functions of the switch models the only code that runs
 * at flit rate. */
#include "stream.h"

/* ---- walks ---- */

typedef void step_action(ws_net *n, u32 i);

/* Calls `act` for all members of a set, in index order; were there any? A member that joins a word
 * of the set after the walk has reached that word waits for the next cycle. */
ALWAYS_INLINE bool set_walk(ws_net *n, const u64 *set, u32 words, step_action *act) {
    bool any = false;
    for (EACH(w, words)) {
        u64 word = set[w];
        any |= word != 0;
        for (BITS_EACH(i, word))
            act(n, w * 64 + i);
    }
    return any;
}

/* Calls `act` for all members of a set of a wheel, in index order, and empties the set. */
ALWAYS_INLINE void wheel_walk(ws_net *n, u64 *set, u32 words, step_action *act) {
    for (EACH(w, words)) {
        u64 word = set[w];
        if (!word)
            continue;
        set[w] = 0;
        for (BITS_EACH(i, word))
            act(n, w * 64 + i);
    }
}

/* ---- signals, timers ---- */

/* Is there room for a whole packet on an idle virtual channel, as far as is known? */
static inline bool is_room_for_packet(const ws_net *n, const ws_vc_state *vc) {
    if (n->grant_room < WS_GRANT_ROOM_PACKET)
        return false;
    if (vc->holder != NIL)
        return false;
    return vc->credit >= vc->need;
}

/* So many credits are there for the sender of virtual channel v. */
static inline void credits_receive(ws_net *n, u32 v, u32 credits) {
    ws_vc_state *vc = &n->vc[v];
    i32 before = vc->credit;
    vc->credit += (i32)credits;
    if (before == 0 || is_room_for_packet(n, vc))
        vc_wake(n, v);
}

/* A credit reaches the sender of virtual channel v, or the first of several. */
static inline void credit_receive(ws_net *n, u32 v) {
    u32 more = credits_to_come(n, v);
    credits_receive(n, v, 1 + more);
}

/* The next of the credits that are promised to the idle virtual channel v may be due. */
static inline void credit_pay(ws_net *n, u32 v) {
    ws_segments *segments = &n->segments;
    const ws_cycle_range *credited = &vc_segments(n, v)->credited;
    u32 rest = range_rest(credited, now(n));
    if (is_to_come(n, credited->from))
        return;
    if (rest <= 1) {
        bit_clear(segments->paid, v);
        segments->payments--;
    }
    if (rest > 0)
        credits_receive(n, v, 1);
}

/* STOP has reached the sender of virtual channel v. */
static inline void stop_receive(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    u32 q = holder_of(n, v);
    assert(!is_busy_link(n, l));
    if (fast_link(n, l)->buffered)
        n->model->stopped(n, v);
    else if (q != NIL)
        ready_clear(n, q, l);
}

/* A signal reaches the sender of virtual channel v: a credit; or, with marks, STOP after GO and GO
 * after STOP. */
static inline void signal_receive(ws_net *n, u32 v) {
    if (n->flow != WS_FLOW_STOP_GO) {
        credit_receive(n, v);
        return;
    }
    ws_vc_state *vc = &n->vc[v];
    vc->credit ^= 1;
    if (vc->credit)
        vc_wake(n, v);
    else
        stop_receive(n, v);
}

NEVER_INLINE void run_signals(ws_net *n) {
    u64 *set = signal_set(n, now(n));
    if (n->segments.payments > 0)
        set_walk(n, n->segments.paid, n->size.vc_words, credit_pay);
    wheel_walk(n, set, n->size.vc_words, signal_receive);
}

/* The timer of queue q goes off. */
static inline void timer_expire(ws_net *n, u32 q) {
    switch (state_of(n, q)) {
    case QUEUE_ROUTING: queue_request(n, q); return;
    case QUEUE_HELD: model_of_queue(n, q)->timed(n, q); return;
    default: queue_start(n, q);
    }
}

static void run_timers(ws_net *n) {
    u32 slots = n->size.timer_slots;
    u32 words = n->size.queue_words;
    u64 *bits = n->timer_bits;
    u64 *set = wheel_set(bits, now(n), slots, words);
    wheel_walk(n, set, words, timer_expire);
}

/* ---- arrive ---- */

/* The head of packet k comes off virtual channel v; the queue that takes its flits. */
NEVER_INLINE u32 head_receive(ws_net *n, u32 v, u32 k) {
    const ws_switch *model = n->model;
    ws_vc_state *vc = &n->vc[v];
    u32 q = own_queue(n, v);
    if (model->receive)
        q = model->receive(n, v, k);
    vc->receiver = q;
    head_accept(n, q, k);
    if (model->received)
        model->received(n, q, k);
    return vc->receiver; /* it may have been moved on */
}

/* The queue that takes a flit from virtual channel v: the head chooses, the flits behind it
 * follow. NIL: none does. */
ALWAYS_INLINE u32 receiving_queue(ws_net *n, u32 v, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    if (flit & FLIT_HEAD)
        return head_receive(n, v, k);
    return n->vc[v].receiver;
}

/* `count` flits of the last packet of queue q are here. */
ALWAYS_INLINE void flits_arrive(ws_net *n, u32 q, u32 count) {
    ws_queue_state *queue = &n->queue[q];
    queue->flits += count;
    assert(queue->flits <= n->wire.queue_room[q]);
    if (queue->packets > 1) {
        queue->tail_here += count;
        return;
    }
    u32 before = queue->front_here;
    queue->front_here += count;
    if (before == 0 && queue->state >= QUEUE_STARTING)
        queue_ready(n, q);
    else if (queue->storing)
        store_check(n, q);
}

/* A word comes off the wire into its queue, and so many more flits behind it. */
ALWAYS_INLINE void flit_accept(ws_net *n, const link_fast *link, u32 flit, u32 more) {
    u32 v = link->vc0 + (flit & FLIT_VC);
    u32 q = receiving_queue(n, v, flit);
    if (q == NIL) {
        n->recovery->discard(n, v, flit);
        return;
    }
    flits_arrive(n, q, flits_of(flit) + more);
    if (n->flow == WS_FLOW_STOP_GO)
        stop_if_full(n, q);
}

/* A word arrives at the host it was sent to, and so many more flits behind it. */
ALWAYS_INLINE void flit_deliver(ws_net *n, u32 flit, u32 more) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    const ws_packet_columns *packet = &n->packet;
    u32 class = packet->class[k];
    u32 count = flits_of(flit) + more;
    n->class_flits[class] += count;
    n->total[WS_TOTAL_FLITS_DELIVERED] += count;
    if (flit & FLIT_HEAD)
        packet->head[k] = now(n);
    if (flit & FLIT_TAIL)
        packet_deliver(n, k);
}

ALWAYS_INLINE void flit_arrive(ws_net *n, u32 l, u32 flit, bool segments) {
    const link_fast *link = fast_link(n, l);
    u32 v = link->vc0 + (flit & FLIT_VC);
    u32 words = 0;
    if (segments)
        words = words_to_come(n, l);
    u32 more = words * link->rate;
    if (link->sink)
        flit_deliver(n, flit, more);
    else
        flit_accept(n, link, flit, more);
    if (words > 0)
        arrival_note(n, v, flit >> FLIT_PACKET_SHIFT, words);
}

/* Did anything arrive? Called with a constant, so that networks without segments do not pay for
 * them. */
ALWAYS_INLINE bool flits_walk(ws_net *n, bool segments) {
    bool any = false;
    u32 words = n->size.link_words;
    u32 slots = n->size.flight_slots;
    size_t slot = wheel_slot(now(n), slots);
    u64 *bits = flight_set(n, now(n));
    const u32 *flight = n->flight + slot * n->size.links;
    for (EACH(w, words)) {
        u64 word = bits[w];
        if (!word)
            continue;
        any = true;
        bits[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i;
            flit_arrive(n, l, flight[l], segments);
        }
    }
    return any;
}

NEVER_INLINE bool run_arrive(ws_net *n) {
    n->segments.come = now(n) + 1;
    if (has_segments(n))
        return flits_walk(n, true);
    return flits_walk(n, false);
}

/* ---- inject, allocate, transmit ---- */

/* A message of host h may be due: those of later laps of the wheel stand in its slot, too. */
static inline void arrival_due(ws_net *n, u32 h) {
    u64 due = n->arrival[h] >> 16;
    if (due <= now(n))
        n->workload->arrive(n, h);
}

void run_inject(ws_net *n) {
    u32 slots = n->size.arrival_slots;
    u32 words = n->size.host_words;
    u64 *bits = n->arrival_bits;
    const u64 *set = wheel_set(bits, now(n), slots, words);
    set_walk(n, set, words, arrival_due);
}

static inline void node_allocate(ws_net *n, u32 x) {
    model_of(n, x)->allocate(n, x);
}

static void run_allocate(ws_net *n) {
    set_walk(n, n->allocate_nodes, n->size.node_words, node_allocate);
}

/* May the holder of the one virtual channel of link l send? */
static inline bool can_send(const ws_net *n, const ws_vc_state *vc) {
    const ws_queue_state *queue = &n->queue[vc->holder];
    if (queue->front_here == 0)
        return false;
    return vc->credit > 0;
}

/* A plain link has nothing to arbitrate: the holder of its one virtual channel sends, a segment if
 * it can. The bit of the link stays set after a flit, since the next flit of a stream follows at
 * once, and is cleared when no flit has come. */
ALWAYS_INLINE void link_transmit(ws_net *n, u32 l, bool segments) {
    const link_fast *link = fast_link(n, l);
    u32 v = link->vc0;
    const ws_vc_state *vc = &n->vc[v];
    u32 q = vc->holder;
    if (!can_send(n, vc)) {
        bit_clear(n->ready_links, l);
        return;
    }
    u32 words = segments ? segment_length(n, q, v, link) : 1;
    if (words > 1) {
        segment_leave(n, q, v, l, words);
        return;
    }
    if (segments)
        flit_note(n, q, v, l);
    flit_leave(n, q, v, l);
}

/* A segment on link l ends in this cycle, before which the next flit goes if it can. */
ALWAYS_INLINE void segment_end(ws_net *n, u32 l) {
    const ws_segment *sent = &link_segments(n, l)->sent;
    if (!fast_link(n, l)->plain)
        model_of_link(n, l)->resume(n, l);
    else if (sent->tail)
        segment_tail(n, l);
    else
        link_transmit(n, l, true);
}

static inline void link_transmit_flit(ws_net *n, u32 l) {
    link_transmit(n, l, false);
}

static inline void node_transmit(ws_net *n, u32 x) {
    bool more = model_of(n, x)->transmit(n, x);
    if (!more)
        bit_clear(n->ready_nodes, x);
}

/* The links of a word that have something to do: whose segment ends, or that are ready and do not
 * send one; those that do need nothing until it ends. */
static inline u64 links_due(const ws_net *n, const u64 *ends, u32 w) {
    u64 sending = n->segments.busy[w];
    u64 ready = n->ready_links[w];
    return ends[w] | (ready & ~sending);
}

NEVER_INLINE bool segments_walk(ws_net *n) {
    u64 *ends = ends_set(n, now(n));
    u32 words = n->size.link_words;
    bool any = false;
    for (EACH(w, words)) {
        u64 word = links_due(n, ends, w);
        if (!word)
            continue;
        u64 ended = ends[w];
        any = true;
        n->segments.busy[w] &= ~ended;
        ends[w] = 0;
        for (BITS_EACH(i, word)) {
            if (ended >> i & 1)
                segment_end(n, w * 64 + i);
            else
                link_transmit(n, w * 64 + i, true);
        }
    }
    return any;
}

NEVER_INLINE bool links_transmit(ws_net *n) {
    if (has_segments(n))
        return segments_walk(n);
    return set_walk(n, n->ready_links, n->size.link_words, link_transmit_flit);
}

static bool run_transmit(ws_net *n) {
    bool links = links_transmit(n);
    bool nodes = set_walk(n, n->ready_nodes, n->size.node_words, node_transmit);
    return links || nodes;
}

/* ---- the step ---- */

/* A wheel, for those who measured for the next cycle in which anything happens. */
typedef struct wheel {
    const u64 *bits;
    u32 slots, words;
} wheel;

/* Empty slots of a wheel from `slot` on, `most` at most; not past its last slot. */
static u32 slots_empty(const wheel *of, u32 slot, u32 most) {
    const u64 *first = of->bits + (size_t)slot * of->words;
    size_t words = (size_t)most * of->words;
    size_t empty = words_empty(first, words);
    return (u32)(empty / of->words);
}

/* The end of a search through a wheel: a lap from now, or `limit`. */
static u64 search_end(const ws_net *n, u32 slots, u64 limit) {
    u64 lap = now(n) + slots;
    return lap < limit ? lap : limit;
}

/* The first cycle before `limit`, at most a lap ahead, whose set in a wheel is not empty; else
 * the end of what was searched. */
static u64 wheel_next(const ws_net *n, const wheel *of, u64 limit) {
    u64 end = search_end(n, of->slots, limit);
    u32 slot = wheel_slot(now(n), of->slots);
    u32 ahead = (u32)(end - now(n));
    u32 to_last = of->slots - slot;
    if (ahead <= to_last)
        return now(n) + slots_empty(of, slot, ahead);
    u32 empty = slots_empty(of, slot, to_last);
    if (empty == to_last)
        empty += slots_empty(of, 0, ahead - to_last);
    return now(n) + empty;
}

static u64 control_next(const ws_net *n, u64 limit) {
    const u32 *first = n->control.first;
    u32 slots = n->size.control_slots;
    u64 end = search_end(n, slots, limit);
    u64 cycle = now(n);
    while (cycle < end && first[wheel_slot(cycle, slots)] == 0)
        cycle++;
    return cycle;
}

/* Is there a node or link that can do something in this cycle? */
static bool is_busy(const ws_net *n) {
    u32 nodes = n->size.node_words;
    const u64 *busy = n->segments.busy;
    for (EACH(w, n->size.link_words))
        if (n->ready_links[w] & ~busy[w])
            return true;
    if (n->segments.payments > 0)
        return true;
    if (!bits_none(n->ready_nodes, nodes))
        return true;
    return !bits_none(n->allocate_nodes, nodes);
}

/* Does a flit come off a wire in this cycle, or does a segment end? */
static bool is_coming(const ws_net *n) {
    u32 links = n->size.link_words;
    if (!bits_none(flight_set(n, now(n)), links))
        return true;
    return n->segments.possible && !bits_none(ends_set(n, now(n)), links);
}

/* The next cycle, at most `limit`, in which anything can happen. */
static u64 next_due(const ws_net *n, u64 limit) {
    const ws_sizes *size = &n->size;
    if (is_coming(n) || is_busy(n))
        return now(n);
    const wheel wheels[] = {
        {n->flight_bits, size->flight_slots, size->link_words},
        {n->signal_bits, size->signal_slots, size->vc_words},
        {n->timer_bits, size->timer_slots, size->queue_words},
        {n->arrival_bits, size->arrival_slots, size->host_words},
        {n->timer.bits, size->deadline_slots, size->queue_words},
        {n->segments.ends, SEGMENT_SLOTS, size->link_words},
    };
    u64 due = limit;
    u32 count = sizeof wheels / sizeof *wheels;
    if (!n->segments.possible)
        count--;
    for (EACH(i, count))
        due = wheel_next(n, &wheels[i], due);
    return control_next(n, due);
}

/* With -DWS_AUDIT: the conservation laws are checked in every 1,000th cycle, and the program stops
 * where one is broken. */
#ifdef WS_AUDIT
#include <stdio.h>
#include <stdlib.h>

enum { AUDIT_EVERY = 1000 };

static void audit(ws_net *n) {
    ws_error error;
    if (now(n) % AUDIT_EVERY != 0)
        return;
    n->segments.come = now(n);
    segments_settle(n);
    if (ws_net_check(n, &error))
        return;
    fprintf(stderr, "audit: %s\n", error.text);
    abort();
}
#else
static inline void audit(ws_net *n) {
    (void)n;
}
#endif

/* Timers of heads that wait too long may go off in this cycle. */
static void run_deadlines(ws_net *n) {
    u32 slots = n->size.deadline_slots;
    u32 words = n->size.queue_words;
    u64 *bits = n->timer.bits;
    const u64 *set = wheel_set(bits, now(n), slots, words);
    if (!bits_none(set, words))
        n->recovery->deadlines(n);
}

/* Did any flit come or go? */
static bool step_one(ws_net *n) {
    segments_step(n);
    run_control(n);
    run_signals(n);
    run_timers(n);
    bool came = run_arrive(n);
    run_inject(n);
    run_allocate(n);
    bool went = run_transmit(n);
    run_deadlines(n);
    n->cycle[0]++;
    audit(n);
    return came || went;
}

/* Is it asked of idle virtual channels how much credit they have, or when? A timeout policy asks at
 * the end of a cycle, when the last credit there was may be used up. */
static bool measures_credit(const ws_net *n) {
    bool kills = n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE;
    if (n->grant_room >= WS_GRANT_ROOM_PACKET)
        return true;
    if (n->grant_room == WS_GRANT_ROOM_FLIT && kills)
        return true;
    return n->model->each_credit;
}

/* Steps begin, in which segments have so many flits at most. If any are promised, they only go
 * on. */
static void segments_begin(ws_net *n, u32 longest) {
    ws_segments *segments = &n->segments;
    if (!is_settled(n))
        return;
    segments->call = 1;
    segments->begin = now(n);
    segments->since = (u32)now(n);
    segments->measured = measures_credit(n);
    segments->tears = may_tear(n);
    segments->rest_end = 0;
    if (longest == 1 || !may_stream(n))
        return;
    segments->call = longest;
    if (n->flow == WS_FLOW_STOP_GO)
        marks_find(n);
}

/* Is there room for the events of one more cycle? */
static bool has_event_room(const ws_net *n) {
    return n->event_count + n->event_step <= n->event_room;
}

/* Steps up to a cycle. After one in which no flit moved, it goes on where anything can happen. */
static void step_to(ws_net *n, u64 end) {
    bool moved = false;
    while (now(n) < end && has_event_room(n)) {
        if (!moved)
            n->cycle[0] = next_due(n, end);
        if (now(n) < end)
            moved = step_one(n);
    }
    n->segments.come = now(n);
}

/* As many cycles as a call may have, and as segments can tell. */
static u32 cycles_most(const ws_net *n, u64 cycles) {
    u64 past = now(n) - n->segments.begin;
    u32 most = CALL_MOST - (u32)past;
    if (cycles > most)
        return most;
    return (u32)cycles;
}

static u64 general_run(ws_net *n, u64 cycles, u32 longest) {
    u64 from = now(n);
    if (n->with.runs || from - n->segments.begin == CALL_MOST)
        segments_settle(n);
    n->with.entered = false;
    segments_begin(n, longest);
    step_to(n, from + cycles_most(n, cycles));
    return now(n) - from;
}

/* ---- which kernel runs ---- */

enum { KERNEL_MEASURE = 256 /* cycles */, KERNEL_LEAST = 64 };

/* Every KERNEL_MEASURE cycles: does the other kernel pay? By counts alone, so that timings can be
 * repeated. */
static void kernel_measure(ws_net *n) {
    ws_kernel_state *with = &n->with;
    u64 cycles = now(n) - with->since;
    u64 hops = n->total[WS_TOTAL_FLIT_HOPS];
    if (cycles < KERNEL_MEASURE)
        return;
    with->pays = hops - with->hops >= cycles * n->kernel->pays(n, with->pays);
    with->since = now(n);
    with->hops = hops;
}

/* Is the state in the form of the other kernel from now on? Neither a short run enters, nor short
 * ones between which the network is changed each time. */
static bool other_enters(ws_net *n, u64 cycles) {
    ws_kernel_state *with = &n->with;
    bool forced = with->choice == WS_KERNEL_OTHER;
    bool long_enough = with->entered || with->waited + cycles >= KERNEL_LEAST;
    bool runs = forced || (with->pays && long_enough);
    if (with->choice == WS_KERNEL_GENERAL || !runs || !n->kernel->may(n))
        return false;
    if (with->runs)
        return true;
    if (with->entered) {
        n->kernel->resume(n);
        return true;
    }
    segments_settle(n);
    return n->kernel->enter(n);
}

static void other_run(ws_net *n, u64 cycles) {
    u64 from = now(n);
    n->with.entered = n->with.runs = true;
    n->segments.any = true;
    n->segments.longest = 1;
    n->kernel->run(n, from + cycles);
    n->segments.come = now(n);
    n->with.cycles += now(n) - from;
    n->with.waited = 0;
}

static u64 net_run(ws_net *n, u64 cycles, u32 longest) {
    u64 from = now(n);
    u64 end = from + cycles;
    if (!n->kernel || longest == 1)
        return general_run(n, cycles, longest);
    while (now(n) < end && has_event_room(n)) {
        kernel_measure(n);
        u64 rest = end - now(n);
        u64 next = n->with.since + KERNEL_MEASURE;
        if (next > now(n) && next < end)
            rest = next - now(n);
        if (other_enters(n, rest))
            other_run(n, rest);
        else
            n->with.waited += general_run(n, rest, longest);
    }
    return now(n) - from;
}

uint64_t ws_net_run(ws_net *n, uint64_t cycles) {
    return net_run(n, cycles, n->segments.limit);
}

uint64_t ws_net_step(ws_net *n, uint64_t cycles) {
    u32 longest = n->segments.limit;
    if (cycles < longest)
        longest = (u32)cycles;
    u64 ran = net_run(n, cycles, longest);
    ws_net_settle(n);
    return ran;
}

const char *ws_net_kernel(ws_net *n, ws_kernel_choice choice) {
    n->with.choice = (u8)choice;
    return n->with.lack;
}

uint64_t ws_net_kernel_cycles(const ws_net *n) {
    return n->with.cycles;
}
