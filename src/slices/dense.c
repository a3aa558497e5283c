/* dense.c - the phases of a cycle, in the order of core/step.c, for all switches at once. See
 * slices.h. */
#include "slices.h"

#include <string.h>

/* Sizes by which loops are unrolled, and sets are at fixed places of the block, where they are
 * constants (`slices_run`). */
typedef struct shape {
    u32 words;
    u32 vcs;
    u32 ports;
    u32 bits;    /* of counters */
    u32 go_bits; /* of flits to go */
} shape;

#ifdef __clang__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/* ---- chunks of fields ---- */

static inline chunk *chunk_of(u64 *field, u32 k) {
    return (chunk *)field + k;
}
static inline u32 chunks_of(u32 words) {
    return words / CHUNK_WORDS;
}
static inline u64 chunk_fold(chunk set) {
    u64 all = 0;
    u64 word[CHUNK_WORDS];
    memcpy(word, &set, sizeof word);
    UNROLLED
    for (EACH(i, CHUNK_WORDS))
        all |= word[i];
    return all;
}

/* Words of a line, and of a field; the set of a number. */
ALWAYS_INLINE u32 shape_line(const shape *as) {
    return (as->ports * as->words + CHUNK_WORDS - 1) / CHUNK_WORDS * CHUNK_WORDS;
}
ALWAYS_INLINE u32 shape_field(const shape *as) {
    return as->vcs * shape_line(as);
}
ALWAYS_INLINE u64 *shape_set(const struct ws_slices *sl, const shape *as, u32 set) {
    return sl->memory + (size_t)set * shape_field(as);
}
/* Where the plane of a number is in a field. */
ALWAYS_INLINE u32 shape_place(const shape *as, u32 number) {
    return number % as->vcs * shape_line(as) + number / as->vcs * as->words;
}
ALWAYS_INLINE u64 *shape_turns(const struct ws_slices *sl, const shape *as, bool in, u32 set) {
    return shape_set(sl, as, SLICE_SETS) + (size_t)(in * SLICE_LINES + set) * shape_line(as);
}

/* One more, or less, in the counters of a set: a carry through the slices. */
ALWAYS_INLINE void count_up(u64 *slice, u32 apart, u32 bits, u32 k, chunk set) {
    UNROLLED
    for (u32 b = 0; b < bits; b++, slice += apart) {
        chunk *x = chunk_of(slice, k);
        chunk carry = *x & set;
        *x ^= set;
        set = carry;
    }
}
ALWAYS_INLINE void count_down(u64 *slice, u32 apart, u32 bits, u32 k, chunk set) {
    UNROLLED
    for (u32 b = 0; b < bits; b++, slice += apart) {
        chunk *x = chunk_of(slice, k);
        chunk borrow = ~*x & set;
        *x ^= set;
        set = borrow;
    }
}
ALWAYS_INLINE chunk not_zero(u64 *slice, u32 apart, u32 bits, u32 k) {
    chunk any = *chunk_of(slice, k);
    UNROLLED
    for (u32 b = 1; b < bits; b++)
        any |= *chunk_of(slice + (size_t)b * apart, k);
    return any;
}

/* The same of a word, for planes of hosts. */
ALWAYS_INLINE void word_down(u64 *slice, u32 apart, u32 bits, u64 set) {
    UNROLLED
    for (u32 b = 0; b < bits; b++, slice += apart) {
        u64 borrow = ~*slice & set;
        *slice ^= set;
        set = borrow;
    }
}
ALWAYS_INLINE u64 word_not_zero(const u64 *slice, u32 apart, u32 bits) {
    u64 any = 0;
    UNROLLED
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

/* What leaves by a port comes to the neighbours there: a plane of flits, and one of credits. A
 * network of one word has no carries. */
ALWAYS_INLINE void planes_send(u32 words, const slice_port *port, const u64 *const from[2],
                               u64 *const to[2]) {
    if (words == 1) {
        u64 one = 0;
        u64 other = 0;
        for (EACH(m, port->moves)) {
            const slice_move *move = &port->move[m];
            one |= (*from[0] & move->all) << move->left >> move->right;
            other |= (*from[1] & move->all) << move->left >> move->right;
        }
        *to[0] = one;
        *to[1] = other;
        return;
    }
    for (EACH(i, 2)) {
        memset(to[i], 0, words * sizeof *to[i]);
        for (EACH(m, port->moves))
            plane_move(words, from[i], to[i], &port->move[m]);
    }
}

/* ---- signals, timers ---- */

/* Heads that wait for credit of an idle channel that has just got its first. */
static void credits_wake(ws_net *n, u32 number, u32 w, u64 woken) {
    struct ws_slices *sl = n->slices;
    bool host = number_port(sl, number) == sl->host_port;
    for (BITS_EACH(i, woken)) {
        u32 s = w * 64 + i;
        u32 v = slice_vc(sl, number, s);
        if (host)
            v = first_vc(n, n->wire.inject_link[s]) + number_vc(sl, number);
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
            u64 free =
                host ? ~sl->host_holds[number % as->vcs][w] : slice_set(sl, SLICE_IDLE)[at + w];
            u64 set = come[at + w] & free;
            if (set)
                set &=
                    ~word_not_zero(slice_set(sl, SLICE_CREDIT) + at + w, shape_field(as), as->bits);
            if (set)
                credits_wake(n, number, w, set);
        }
    }
}

ALWAYS_INLINE void run_credits(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    u32 field = shape_field(as);
    u64 *come = sl->credits[wheel_slot(now(n), sl->signal_slots)];
    credits_look(n, as, come);
    for (EACH(k, chunks_of(field))) {
        count_up(shape_set(sl, as, SLICE_CREDIT), field, as->bits, k, *chunk_of(come, k));
        *chunk_of(come, k) = (chunk){0};
    }
}

static void run_queue_timers(ws_net *n) {
    u32 words = n->size.queue_words;
    u64 *set = wheel_set(n->timer_bits, now(n), n->size.timer_slots, words);
    for (EACH(w, words)) {
        u64 word = set[w];
        if (word)
            set[w] = 0;
        for (BITS_EACH(i, word))
            slice_timed(n, w * 64 + i);
    }
}

/* ---- arrive ---- */

ALWAYS_INLINE void heads_arrive(ws_net *n, const shape *as, const u64 *heads) {
    UNROLLED
    for (EACH(number, as->ports * as->vcs)) {
        const u64 *plane = heads + shape_place(as, number);
        for (EACH(w, as->words)) {
            u64 come = plane[w];
            for (BITS_EACH(i, come))
                slice_head_arrives(n, number, w * 64 + i);
        }
    }
}

ALWAYS_INLINE void run_arrivals(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    u32 field = shape_field(as);
    u32 slot = wheel_slot(now(n), sl->flight_slots);
    u64 *come = sl->arriving[slot];
    u64 *heads = sl->arriving_heads[slot];
    u64 *tail_here = shape_set(sl, as, SLICE_TAIL_HERE);
    heads_arrive(n, as, heads);
    for (EACH(k, chunks_of(field))) {
        chunk set = *chunk_of(come, k);
        chunk behind = *chunk_of(shape_set(sl, as, SLICE_SEVERAL), k);
        count_up(shape_set(sl, as, SLICE_HERE), field, as->bits, k, set & ~behind);
        UNROLLED
        for (EACH(b, as->bits))
            *chunk_of(tail_here + (size_t)b * field, k) &= ~*chunk_of(heads, k);
        count_up(tail_here, field, as->bits, k, set & behind);
        *chunk_of(come, k) = *chunk_of(heads, k) = (chunk){0};
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
        u32 at = vc * shape_line(as) + sl->host_port * as->words + w;
        u64 *credit = shape_set(sl, as, SLICE_CREDIT) + at;
        u64 sent = sl->host_holds[vc][w] & word_not_zero(credit, shape_field(as), as->bits);
        sl->host_sent[vc][w] = sent;
        sl->arriving[slot][at] = sent;
        sl->arriving_heads[slot][at] = sent & head;
        sl->touched[(slot * as->vcs + vc) * sl->wire_line + shape_line(as) + w] |= sent;
        word_down(credit, shape_field(as), as->bits, sent);
        all |= sent;
    }
    word_down(sl->host_to_go + w, as->words, sl->go_bits, all);
    *heads = all & head;
    *tails = all & ~word_not_zero(sl->host_to_go + w, as->words, sl->go_bits);
    sl->host_at_head[w] = head & ~all;
    if (as->vcs > 1) {
        u64 *of_upper = &sl->touched_upper[slot * sl->wire_line + shape_line(as) + w];
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
                slice_host_head(n, s, tails >> i & 1);
            if (tails >> i & 1)
                slice_host_tail(n, s);
        }
    }
}

/* ---- switches transmit ---- */

/* Chunks of a field, at most, of a network of one word. */
enum { CHUNKS_ONE = SLICE_VCS * (SLICE_PORTS + CHUNK_WORDS - 1) / CHUNK_WORDS + SLICE_VCS };

/* The queues that hold the channel of a number. */
ALWAYS_INLINE u64 *shape_holds(const struct ws_slices *sl, const shape *as, u32 number) {
    return shape_turns(sl, as, true, SLICE_LINES) + (size_t)number * shape_field(as);
}

/* A queue can send if it has started, and has a flit. */
ALWAYS_INLINE chunk queues_open(const struct ws_slices *sl, const shape *as, u32 k) {
    chunk here = not_zero(shape_set(sl, as, SLICE_HERE), shape_field(as), as->bits, k);
    return *chunk_of(shape_set(sl, as, SLICE_STARTED), k) & here;
}

/* Channels whose holders can send, and queues whose channels do: of one word, channel by channel;
 * of more, pair by pair. */
ALWAYS_INLINE void channels_one(struct ws_slices *sl, const shape *as) {
    u32 chunks = chunks_of(shape_field(as));
    chunk can[CHUNKS_ONE] = {{0}};
    UNROLLED
    for (EACH(k, chunks))
        can[k] = queues_open(sl, as, k);
    UNROLLED
    for (EACH(c, as->ports * as->vcs)) {
        chunk any = (chunk){0};
        UNROLLED
        for (EACH(k, chunks))
            any |= *chunk_of(shape_holds(sl, as, c), k) & can[k];
        shape_set(sl, as, SLICE_CHANNEL_SENDS)[shape_place(as, c)] = chunk_fold(any);
    }
}
ALWAYS_INLINE void queues_one(struct ws_slices *sl, const shape *as) {
    u32 chunks = chunks_of(shape_field(as));
    chunk sends[CHUNKS_ONE] = {{0}};
    UNROLLED
    for (EACH(c, as->ports * as->vcs)) {
        u64 sent = shape_set(sl, as, SLICE_CHANNEL_SENDS)[shape_place(as, c)];
        UNROLLED
        for (EACH(k, chunks))
            sends[k] |= *chunk_of(shape_holds(sl, as, c), k) & sent;
    }
    UNROLLED
    for (EACH(k, chunks))
        *chunk_of(shape_set(sl, as, SLICE_QUEUE_SENDS), k) = sends[k];
}
/* From queues to the channels they hold, or back. */
ALWAYS_INLINE void pairs_walk(struct ws_slices *sl, const shape *as, const u64 *from, u64 *to,
                              bool back) {
    for (EACH(k, chunks_of(shape_field(as))))
        *chunk_of(to, k) = (chunk){0};
    for (EACH(p, sl->pair_count)) {
        const slice_pair *pair = &sl->pairs[p];
        const u64 *can = from + (back ? pair->channel_at : pair->queue_at);
        u64 *set = to + (back ? pair->queue_at : pair->channel_at);
        for (EACH(w, as->words))
            set[w] |= pair->hold[w] & can[w];
    }
}
ALWAYS_INLINE void channels_many(struct ws_slices *sl, const shape *as) {
    u64 *can = slice_set(sl, SLICE_CAN_LEAVE);
    for (EACH(k, chunks_of(shape_field(as))))
        *chunk_of(can, k) = queues_open(sl, as, k);
    pairs_walk(sl, as, can, slice_set(sl, SLICE_CHANNEL_SENDS), false);
}
ALWAYS_INLINE void queues_many(struct ws_slices *sl, const shape *as) {
    pairs_walk(sl, as, slice_set(sl, SLICE_CHANNEL_SENDS), slice_set(sl, SLICE_QUEUE_SENDS), true);
}

/* Channels without credit do not send. */
ALWAYS_INLINE void credits_ask(struct ws_slices *sl, const shape *as) {
    for (EACH(k, chunks_of(shape_field(as)))) {
        chunk credit = not_zero(shape_set(sl, as, SLICE_CREDIT), shape_field(as), as->bits, k);
        *chunk_of(shape_set(sl, as, SLICE_CHANNEL_SENDS), k) &=
            credit | *chunk_of(shape_set(sl, as, SLICE_ENDLESS), k);
    }
}

/* Each output chooses among its two channels. */
ALWAYS_INLINE void outputs_choose(struct ws_slices *sl, const shape *as) {
    u32 up = chunks_of(shape_line(as));
    u64 *sends = shape_set(sl, as, SLICE_CHANNEL_SENDS);
    for (EACH(k, up)) {
        chunk lower = *chunk_of(sends, k);
        chunk upper = *chunk_of(sends, k + up);
        chunk wins = upper & (~lower | *chunk_of(shape_turns(sl, as, false, SLICE_UPPER_NEXT), k));
        *chunk_of(sends, k + up) = wins;
        *chunk_of(sends, k) = lower & ~wins;
    }
}

/* The output that a queue which loses its crossbar input had chosen sends nothing. */
ALWAYS_INLINE void losers_withdraw(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    for (EACH(number, as->ports * as->vcs))
        for (EACH(w, as->words)) {
            u64 losers = shape_set(sl, as, SLICE_LOSES)[shape_place(as, number) + w];
            for (BITS_EACH(i, losers)) {
                u32 channel = sl->at[w * 64 + i].holds[number];
                bit_clear(slice_set(sl, SLICE_CHANNEL_SENDS) + plane_at(sl, channel), w * 64 + i);
            }
        }
}

/* Pointers of outputs, or of crossbar inputs, move behind what has been sent. */
ALWAYS_INLINE void turns_move(struct ws_slices *sl, const shape *as, u32 sent, bool in) {
    u32 up = chunks_of(shape_line(as));
    for (EACH(k, up)) {
        chunk lower = *chunk_of(shape_set(sl, as, sent), k);
        chunk upper = *chunk_of(shape_set(sl, as, sent), k + up);
        chunk *turn = chunk_of(shape_turns(sl, as, in, SLICE_UPPER_NEXT), k);
        turn[0] = (turn[0] | lower) & ~upper;
        turn[up] = (turn[up] | upper) & ~lower;
        turn[2 * up] &= ~(lower | upper);
    }
}

/* Each crossbar input accepts one of the two outputs that have chosen its queues. */
ALWAYS_INLINE void inputs_accept(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    u32 up = chunks_of(shape_line(as));
    u64 *sends = shape_set(sl, as, SLICE_QUEUE_SENDS);
    u64 *loses = shape_set(sl, as, SLICE_LOSES);
    chunk any = (chunk){0};
    for (EACH(k, up)) {
        chunk lower = *chunk_of(sends, k);
        chunk upper = *chunk_of(sends, k + up);
        chunk both = lower & upper;
        chunk lower_loses = both & *chunk_of(shape_turns(sl, as, true, SLICE_UPPER_NEXT), k);
        chunk upper_loses = both & ~lower_loses;
        *chunk_of(loses, k) = lower_loses;
        *chunk_of(loses, k + up) = upper_loses;
        *chunk_of(sends, k) = lower & ~lower_loses;
        *chunk_of(sends, k + up) = upper & ~upper_loses;
        any |= both;
    }
    if (chunk_fold(any))
        losers_withdraw(n, as);
    turns_move(sl, as, SLICE_CHANNEL_SENDS, false);
    turns_move(sl, as, SLICE_QUEUE_SENDS, true);
}

/* What was sent leaves queues and channels. Were there heads, or tails? */
ALWAYS_INLINE bool flits_leave_all(struct ws_slices *sl, const shape *as) {
    u32 field = shape_field(as);
    u64 *to_go = shape_set(sl, as, SLICE_TO_GO);
    chunk *at_head = chunk_of(shape_set(sl, as, SLICE_AT_HEAD), 0);
    chunk any = (chunk){0};
    for (EACH(k, chunks_of(field))) {
        chunk sent = *chunk_of(shape_set(sl, as, SLICE_QUEUE_SENDS), k);
        chunk used = *chunk_of(shape_set(sl, as, SLICE_CHANNEL_SENDS), k) &
                     ~*chunk_of(shape_set(sl, as, SLICE_ENDLESS), k);
        chunk head = sent & at_head[k];
        at_head[k] &= ~head;
        count_down(shape_set(sl, as, SLICE_CREDIT), field, as->bits, k, used);
        count_down(shape_set(sl, as, SLICE_HERE), field, as->bits, k, sent);
        count_down(to_go, field, as->go_bits, k, sent);
        chunk tail = sent & ~not_zero(to_go, field, as->go_bits, k);
        *chunk_of(shape_set(sl, as, SLICE_HEADS), k) = head;
        *chunk_of(shape_set(sl, as, SLICE_TAILS), k) = tail;
        any |= head | tail;
    }
    return chunk_fold(any) != 0;
}

/* Flits of a port go on its wires, and credits back. */
ALWAYS_INLINE void port_send(ws_net *n, const shape *by, u32 port) {
    struct ws_slices *sl = n->slices;
    const slice_port *as = &sl->port[port];
    u32 words = by->words;
    u32 slot = wheel_slot(now(n) + as->flight, sl->flight_slots);
    u64 *touched = sl->touched + slot * by->vcs * sl->wire_line + port * words;
    u64 *of_upper = sl->touched_upper + slot * sl->wire_line + port * words;
    u64 *back = sl->credits[wheel_slot(now(n) + as->signal, sl->signal_slots)];
    UNROLLED
    for (EACH(vc, by->vcs)) {
        u32 at = vc * shape_line(by) + port * words;
        u32 far = vc * shape_line(by) + as->far_port * words;
        const u64 *sent = shape_set(sl, by, SLICE_CHANNEL_SENDS) + at;
        const u64 *freed = shape_set(sl, by, SLICE_QUEUE_SENDS) + at;
        for (EACH(w, words)) {
            u64 set = sent[w];
            touched[vc * sl->wire_line + w] |= set;
            if (by->vcs > 1)
                of_upper[w] = vc ? of_upper[w] | set : of_upper[w] & ~set;
        }
        if (port == sl->host_port) {
            for (EACH(w, words)) {
                sl->sinking[slot][vc * words + w] = sent[w];
                back[at + w] = freed[w];
            }
            continue;
        }
        planes_send(words, as, (const u64 *const[]){sent, freed},
                    (u64 *const[]){sl->arriving[slot] + far, back + far});
    }
}

/* Heads and tails that leave. */
ALWAYS_INLINE void ends_leave(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    UNROLLED
    for (EACH(number, as->ports * as->vcs)) {
        u32 at = shape_place(as, number);
        for (EACH(w, as->words)) {
            u64 leave = shape_set(sl, as, SLICE_HEADS)[at + w];
            u64 end = shape_set(sl, as, SLICE_TAILS)[at + w];
            for (BITS_EACH(i, leave))
                slice_head_leaves(n, number, w * 64 + i, end >> i & 1);
            for (BITS_EACH(j, end))
                slice_tail_leaves(n, number, w * 64 + j);
        }
    }
}

ALWAYS_INLINE void switches_transmit(ws_net *n, const shape *as) {
    struct ws_slices *sl = n->slices;
    bool one = as->words == 1;
    if (one)
        channels_one(sl, as);
    else
        channels_many(sl, as);
    credits_ask(sl, as);
    if (as->vcs > 1)
        outputs_choose(sl, as);
    if (one)
        queues_one(sl, as);
    else
        queues_many(sl, as);
    if (as->vcs > 1)
        inputs_accept(n, as);
    bool ends = flits_leave_all(sl, as);
    for (EACH(port, as->ports))
        port_send(n, as, port);
    if (ends)
        ends_leave(n, as);
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

static bool run_is_over(const ws_net *n, u64 end) {
    return now(n) >= end || n->event_count + n->event_step > n->event_room;
}

/* As long as packets need no more slices. */
ALWAYS_INLINE void cycles_run(ws_net *n, u64 end, shape as) {
    while (!run_is_over(n, end) && n->slices->go_bits == as.go_bits)
        cycle_run(n, &as);
}

/* The usual grids, buffers and packets are compiled by themselves, those of one word once more. */
static void shape_run(ws_net *n, u64 end) {
    const struct ws_slices *sl = n->slices;
    enum { PORTS = 5, BITS = 4, GO_BITS = SLICE_GO_LEAST };
    bool usual = sl->ports == PORTS && sl->count_bits == BITS && sl->go_bits == GO_BITS;
    if (usual && sl->words == 1 && sl->vcs == 1)
        cycles_run(n, end, (shape){1, 1, PORTS, BITS, GO_BITS});
    else if (usual && sl->words == 1)
        cycles_run(n, end, (shape){1, 2, PORTS, BITS, GO_BITS});
    else if (usual && sl->vcs > 1)
        cycles_run(n, end, (shape){sl->words, 2, PORTS, BITS, GO_BITS});
    else
        cycles_run(n, end, (shape){sl->words, sl->vcs, sl->ports, sl->count_bits, sl->go_bits});
}

void slices_run(ws_net *n, u64 end) {
    while (!run_is_over(n, end))
        shape_run(n, end);
}
