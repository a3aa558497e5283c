/* dense.c - the phases of a cycle, in the order of core/step.c, for all switches at once. See
 * slices.h. */
#include "slices.h"

#include <string.h>

/* Sizes by which loops are unrolled, where they are constants (`cycle_run`). */
typedef struct shape {
    u32 words;
    u32 vcs;
    u32 bits; /* of counters */
} shape;

/* ---- chunks of fields ---- */

static inline chunk *chunk_of(u64 *field, u32 k) {
    return (chunk *)field + k;
}
static inline u32 chunks_of(u32 words) {
    return words / CHUNK_WORDS;
}
static inline bool chunk_any(chunk set) {
    u64 word[CHUNK_WORDS];
    memcpy(word, &set, sizeof word);
    return !bits_none(word, CHUNK_WORDS);
}

/* One more, or less, in the counters of a set: a carry through the slices. */
static inline void count_up(u64 *slice, u32 apart, u32 bits, u32 k, chunk set) {
    for (u32 b = 0; b < bits; b++, slice += apart) {
        chunk *x = chunk_of(slice, k);
        chunk carry = *x & set;
        *x ^= set;
        set = carry;
    }
}
static inline void count_down(u64 *slice, u32 apart, u32 bits, u32 k, chunk set) {
    for (u32 b = 0; b < bits; b++, slice += apart) {
        chunk *x = chunk_of(slice, k);
        chunk borrow = ~*x & set;
        *x ^= set;
        set = borrow;
    }
}
static inline chunk not_zero(u64 *slice, u32 apart, u32 bits, u32 k) {
    chunk any = *chunk_of(slice, k);
    for (u32 b = 1; b < bits; b++)
        any |= *chunk_of(slice + (size_t)b * apart, k);
    return any;
}

/* The same of a word, for planes of hosts. */
static inline void word_down(u64 *slice, u32 apart, u32 bits, u64 set) {
    for (u32 b = 0; b < bits; b++, slice += apart) {
        u64 borrow = ~*slice & set;
        *slice ^= set;
        set = borrow;
    }
}
static inline u64 word_not_zero(const u64 *slice, u32 apart, u32 bits) {
    u64 any = 0;
    for (u32 b = 0; b < bits; b++, slice += apart)
        any |= *slice;
    return any;
}

/* ---- links are shifts ---- */

/* Across words, if need be. */
static void plane_move(u32 words, const u64 *from, u64 *to, const slice_move *move) {
    u32 places = move->by < 0 ? (u32)-move->by : (u32)move->by;
    u32 far = places / 64;
    u32 bits = places % 64;
    if (move->by >= 0) {
        for (u32 w = far; w < words; w++)
            to[w] |= (from[w - far] & move->members[w - far]) << bits;
        for (u32 w = far + 1; bits && w < words; w++)
            to[w] |= (from[w - far - 1] & move->members[w - far - 1]) >> (64 - bits);
        return;
    }
    for (u32 w = far; w < words; w++)
        to[w - far] |= (from[w] & move->members[w]) >> bits;
    for (u32 w = far + 1; bits && w < words; w++)
        to[w - far - 1] |= (from[w] & move->members[w]) << (64 - bits);
}

/* What leaves by a port comes to the neighbours there. A network of one word has no carries. */
static inline void plane_send(u32 words, const u64 *from, u64 *to, const slice_port *port) {
    if (words > 1) {
        memset(to, 0, words * sizeof *to);
        for (EACH(m, port->moves))
            plane_move(words, from, to, &port->move[m]);
        return;
    }
    u64 all = 0;
    for (EACH(m, port->moves)) {
        const slice_move *move = &port->move[m];
        u64 moving = *from & *move->members;
        all |= move->by < 0 ? moving >> -move->by : moving << move->by;
    }
    *to = all;
}

/* ---- signals, timers ---- */

/* Heads that wait for credit of an idle channel that has just got its first. */
static void credits_wake(ws_net *n, u32 number, u32 w, u64 woken) {
    struct ws_slices *sl = n->slices;
    bool host = number / sl->vcs == sl->host_port;
    for (BITS_EACH(i, woken)) {
        u32 s = w * 64 + i;
        u32 v = slice_vc(sl, number, s);
        if (host)
            v = first_vc(n, n->wire.inject_link[s]) + number % sl->vcs;
        n->vc[v].credit = 1;
        vc_offer(n, v);
    }
}

/* Who is asked for credit: by the rule of room the hosts' own channels, or all. */
ALWAYS_INLINE void credits_look(ws_net *n, const shape *as, const u64 *come) {
    struct ws_slices *sl = n->slices;
    bool all = n->grant_room == WS_GRANT_ROOM_FLIT;
    u32 first = all ? 0 : sl->host_port * as->vcs;
    u32 end = all ? sl->numbers : first + as->vcs;
    for (u32 number = first; number < end; number++) {
        bool host = number / as->vcs == sl->host_port;
        u32 at = plane_at(sl, number);
        for (EACH(w, as->words)) {
            u64 free = host ? ~sl->host_holds[number % as->vcs][w] : sl->idle[at + w];
            u64 set = come[at + w] & free;
            if (set)
                set &= ~word_not_zero(sl->credit + at + w, sl->field, as->bits);
            if (set)
                credits_wake(n, number, w, set);
        }
    }
}

ALWAYS_INLINE void run_credits(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    u64 *come = sl->credits[wheel_slot(now(n), sl->signal_slots)];
    credits_look(n, as, come);
    for (EACH(k, chunks_of(sl->field))) {
        count_up(sl->credit, sl->field, as->bits, k, *chunk_of(come, k));
        *chunk_of(come, k) = (chunk){0};
    }
}

static void queue_timed(ws_net *n, u32 q) {
    if (state_of(n, q) == QUEUE_ROUTING)
        queue_request(n, q);
    else
        slice_start(n, q);
}

static void run_queue_timers(ws_net *n) {
    u32 words = n->size.queue_words;
    u64 *set = wheel_set(n->timer_bits, now(n), n->size.timer_slots, words);
    for (EACH(w, words)) {
        u64 word = set[w];
        set[w] = 0;
        for (BITS_EACH(i, word))
            queue_timed(n, w * 64 + i);
    }
}

/* ---- arrive ---- */

/* Is there any member? Then they are walked. */
static bool field_any(u64 *field, u32 words) {
    chunk any = (chunk){0};
    for (EACH(k, chunks_of(words)))
        any |= *chunk_of(field, k);
    return chunk_any(any);
}

static void heads_arrive(ws_net *n, u64 *heads) {
    struct ws_slices *sl = n->slices;
    if (!field_any(heads, sl->field))
        return;
    for (EACH(number, sl->numbers)) {
        const u64 *plane = heads + plane_at(sl, number);
        for (PLANE_EACH(s, sl, plane))
            slice_head_arrives(n, number, s);
    }
    memset(heads, 0, sl->field * sizeof *heads);
}

ALWAYS_INLINE void run_arrivals(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    u32 slot = wheel_slot(now(n), sl->flight_slots);
    u64 *come = sl->arriving[slot];
    heads_arrive(n, sl->arriving_heads[slot]);
    for (EACH(k, chunks_of(sl->field))) {
        chunk set = *chunk_of(come, k);
        chunk behind = *chunk_of(sl->several, k);
        count_up(sl->here, sl->field, as->bits, k, set & ~behind);
        count_up(sl->tail_here, sl->field, as->bits, k, set & behind);
        *chunk_of(come, k) = (chunk){0};
    }
    for (EACH(w, as->words)) {
        u64 ends = sl->sinking_heads[slot][w] | sl->sinking_tails[slot][w];
        for (BITS_EACH(i, ends))
            slice_delivers(n, w * 64 + i);
        sl->sinking_heads[slot][w] = sl->sinking_tails[slot][w] = 0;
    }
    for (EACH(i, as->vcs * as->words))
        sl->sinking[slot][i] = 0;
}

/* ---- allocate ---- */

static void run_grants(ws_net *n) {
    for (EACH(w, n->size.node_words)) {
        u64 word = n->allocate_nodes[w];
        for (BITS_EACH(i, word))
            slice_allocate(n, w * 64 + i);
    }
}

/* ---- hosts transmit ---- */

/* Hosts of word w send; returns which have sent a head or a tail. */
ALWAYS_INLINE u64 hosts_send(struct ws_slices *sl, const shape *as, u32 slot, u32 w, u64 *heads,
                             u64 *tails) {
    u64 all = 0;
    u64 head = sl->host_at_head[w];
    for (EACH(vc, as->vcs)) {
        u32 at = plane_at(sl, sl->host_port * as->vcs + vc) + w;
        u64 *credit = sl->credit + at;
        u64 sent = sl->host_holds[vc][w] & word_not_zero(credit, sl->field, as->bits);
        sl->host_sent[vc][w] = sent;
        sl->arriving[slot][at] = sent;
        sl->arriving_heads[slot][at] = sent & head;
        sl->touched[slot][vc * sl->wire_line + sl->line + w] |= sent;
        word_down(credit, sl->field, as->bits, sent);
        all |= sent;
    }
    word_down(sl->host_to_go + w, sl->words, sl->go_bits, all);
    *heads = all & head;
    *tails = all & ~word_not_zero(sl->host_to_go + w, sl->words, sl->go_bits);
    sl->host_at_head[w] = head & ~all;
    if (as->vcs > 1) {
        u64 *of_upper = &sl->touched_upper[slot][sl->line + w];
        *of_upper = (*of_upper & ~all) | sl->host_sent[1][w];
    }
    return *heads | *tails;
}

ALWAYS_INLINE void hosts_transmit(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    u32 slot = wheel_slot(now(n) + sl->host_flight, sl->flight_slots);
    for (EACH(w, as->words)) {
        u64 heads;
        u64 tails;
        u64 ends = hosts_send(sl, as, slot, w, &heads, &tails);
        for (BITS_EACH(i, ends)) {
            u32 s = w * 64 + i;
            if (heads >> i & 1)
                slice_host_head(n, s);
            if (tails >> i & 1)
                slice_host_tail(n, s);
        }
    }
}

/* ---- switches transmit ---- */

/* A channel can send if the queue that holds it has a flit, and it has credit. */
ALWAYS_INLINE void channels_gather(struct ws_slices *sl, const shape *as) {
    u64 *sends = sl->channel_sends;
    for (EACH(k, chunks_of(sl->field))) {
        chunk here = not_zero(sl->here, sl->field, as->bits, k);
        *chunk_of(sl->can_leave, k) = *chunk_of(sl->started, k) & here;
        *chunk_of(sends, k) = (chunk){0};
    }
    for (EACH(p, sl->pair_count)) {
        const slice_pair *pair = &sl->pairs[p];
        const u64 *can = sl->can_leave + pair->queue_at;
        u64 *to = sends + pair->channel_at;
        for (EACH(w, as->words))
            to[w] |= pair->hold[w] & can[w];
    }
    for (EACH(k, chunks_of(sl->field))) {
        chunk credit = not_zero(sl->credit, sl->field, as->bits, k);
        *chunk_of(sends, k) &= credit | *chunk_of(sl->endless, k);
        *chunk_of(sl->queue_sends, k) = (chunk){0};
    }
}

/* A queue sends if the channel that it holds does. */
ALWAYS_INLINE void queues_gather(struct ws_slices *sl, const shape *as) {
    for (EACH(p, sl->pair_count)) {
        const slice_pair *pair = &sl->pairs[p];
        const u64 *from = sl->channel_sends + pair->channel_at;
        u64 *to = sl->queue_sends + pair->queue_at;
        for (EACH(w, as->words))
            to[w] |= pair->hold[w] & from[w];
    }
}

/* Each output chooses among its two channels. */
static void outputs_choose(struct ws_slices *sl) {
    u32 up = chunks_of(sl->line);
    for (EACH(k, up)) {
        chunk lower = *chunk_of(sl->channel_sends, k);
        chunk upper = *chunk_of(sl->channel_sends, k + up);
        chunk wins = upper & (~lower | *chunk_of(sl->upper_next, k));
        *chunk_of(sl->channel_sends, k + up) = wins;
        *chunk_of(sl->channel_sends, k) = lower & ~wins;
    }
}

/* The output that a queue which loses its crossbar input had chosen sends nothing. */
static void losers_withdraw(ws_net *n) {
    struct ws_slices *sl = n->slices;
    for (EACH(number, sl->numbers)) {
        const u64 *plane = sl->loses + plane_at(sl, number);
        for (PLANE_EACH(s, sl, plane)) {
            u32 v = vc_held(n, slice_queue(sl, number, s));
            bit_clear(sl->channel_sends + plane_at(sl, vc_number(n, sl, v)), s);
        }
    }
}

/* Pointers move behind what has been sent. */
static inline void turn_move(u64 *next, u64 *last, u64 *known, u32 k, chunk lower, chunk upper) {
    *chunk_of(next, k) = (*chunk_of(next, k) | lower) & ~upper;
    *chunk_of(last, k) = (*chunk_of(last, k) | upper) & ~lower;
    *chunk_of(known, k) &= ~(lower | upper);
}

/* Each crossbar input accepts one of the two outputs that have chosen its queues. */
static void inputs_accept(ws_net *n) {
    struct ws_slices *sl = n->slices;
    u32 up = chunks_of(sl->line);
    chunk any = (chunk){0};
    for (EACH(k, up)) {
        chunk lower = *chunk_of(sl->queue_sends, k);
        chunk upper = *chunk_of(sl->queue_sends, k + up);
        chunk both = lower & upper;
        chunk lower_loses = both & *chunk_of(sl->upper_next_in, k);
        chunk upper_loses = both & ~lower_loses;
        *chunk_of(sl->loses, k) = lower_loses;
        *chunk_of(sl->loses, k + up) = upper_loses;
        *chunk_of(sl->queue_sends, k) = lower & ~lower_loses;
        *chunk_of(sl->queue_sends, k + up) = upper & ~upper_loses;
        any |= both;
    }
    if (chunk_any(any))
        losers_withdraw(n);
    for (EACH(k, up)) {
        turn_move(sl->upper_next, sl->upper_last, sl->turn_known, k,
                  *chunk_of(sl->channel_sends, k), *chunk_of(sl->channel_sends, k + up));
        turn_move(sl->upper_next_in, sl->upper_last_in, sl->turn_known_in, k,
                  *chunk_of(sl->queue_sends, k), *chunk_of(sl->queue_sends, k + up));
    }
}

/* What was sent leaves queues and channels. Were there heads, or tails? */
ALWAYS_INLINE bool flits_leave_all(struct ws_slices *sl, const shape *as) {
    chunk any = (chunk){0};
    for (EACH(k, chunks_of(sl->field))) {
        chunk sent = *chunk_of(sl->queue_sends, k);
        chunk used = *chunk_of(sl->channel_sends, k) & ~*chunk_of(sl->endless, k);
        chunk head = sent & *chunk_of(sl->at_head, k);
        *chunk_of(sl->at_head, k) &= ~head;
        count_down(sl->credit, sl->field, as->bits, k, used);
        count_down(sl->here, sl->field, as->bits, k, sent);
        count_down(sl->to_go, sl->field, sl->go_bits, k, sent);
        chunk tail = sent & ~not_zero(sl->to_go, sl->field, sl->go_bits, k);
        *chunk_of(sl->heads, k) = head;
        *chunk_of(sl->tails, k) = tail;
        any |= head | tail;
    }
    return chunk_any(any);
}

/* Flits of a port go on its wires, and credits back. */
ALWAYS_INLINE void port_send(ws_net *n, const shape *by, u32 port) {
    struct ws_slices *sl = n->slices;
    const slice_port *as = &sl->port[port];
    u32 words = by->words;
    u32 slot = wheel_slot(now(n) + as->flight, sl->flight_slots);
    u64 *touched = sl->touched[slot] + port * words;
    u64 *of_upper = sl->touched_upper[slot] + port * words;
    u64 *back = sl->credits[wheel_slot(now(n) + as->signal, sl->signal_slots)];
    for (EACH(vc, by->vcs)) {
        u32 at = vc * sl->line + port * words;
        u32 far = vc * sl->line + as->far_port * words;
        const u64 *sent = sl->channel_sends + at;
        const u64 *freed = sl->queue_sends + at;
        for (EACH(w, words)) {
            u64 set = sent[w];
            touched[vc * sl->wire_line + w] |= set;
            of_upper[w] = vc ? of_upper[w] | set : of_upper[w] & ~set;
        }
        if (port == sl->host_port) {
            for (EACH(w, words)) {
                sl->sinking[slot][vc * words + w] = sent[w];
                back[at + w] = freed[w];
            }
            continue;
        }
        plane_send(words, sent, sl->arriving[slot] + far, as);
        plane_send(words, freed, back + far, as);
    }
}

/* Heads and tails that leave. */
static void ends_leave(ws_net *n) {
    struct ws_slices *sl = n->slices;
    for (EACH(number, sl->numbers)) {
        const u64 *heads = sl->heads + plane_at(sl, number);
        const u64 *tails = sl->tails + plane_at(sl, number);
        for (EACH(w, sl->words)) {
            u64 leave = heads[w];
            u64 end = tails[w];
            for (BITS_EACH(i, leave))
                slice_head_leaves(n, number, w * 64 + i);
            for (BITS_EACH(j, end))
                slice_tail_leaves(n, number, w * 64 + j);
        }
    }
}

ALWAYS_INLINE void switches_transmit(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    channels_gather(sl, as);
    if (as->vcs > 1)
        outputs_choose(sl);
    queues_gather(sl, as);
    if (as->vcs > 1)
        inputs_accept(n);
    bool ends = flits_leave_all(sl, as);
    for (EACH(port, sl->ports))
        port_send(n, as, port);
    if (ends)
        ends_leave(n);
}

/* ---- the step ---- */

ALWAYS_INLINE void cycle_run(ws_net *n, const shape *as) {
    run_control(n);
    run_credits(n, as);
    run_queue_timers(n);
    run_arrivals(n, as);
    run_inject(n);
    run_grants(n);
    hosts_transmit(n, as);
    switches_transmit(n, as);
    n->cycle[0]++;
}

ALWAYS_INLINE void cycles_run(ws_net *n, u64 end, shape as) {
    while (now(n) < end && n->event_count + n->event_step <= n->event_room)
        cycle_run(n, &as);
}

/* The usual buffers, and networks of one word, are compiled by themselves. */
void slices_run(ws_net *n, u64 end) {
    const struct ws_slices *sl = n->slices;
    enum { BITS = 4 };
    bool usual = sl->count_bits == BITS;
    if (usual && sl->words == 1 && sl->vcs == 1)
        cycles_run(n, end, (shape){1, 1, BITS});
    else if (usual && sl->words == 1)
        cycles_run(n, end, (shape){1, 2, BITS});
    else if (usual && sl->vcs > 1)
        cycles_run(n, end, (shape){sl->words, 2, BITS});
    else
        cycles_run(n, end, (shape){sl->words, sl->vcs, sl->count_bits});
}
