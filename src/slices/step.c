/* step.c - the phases of a cycle, in the order of core/step.c, for all switches at once. See
 * slices.h. */
#include "slices.h"

#include <string.h>

/* ---- counters ---- */

/* One more, or less, in the counters of a set, word by word. */
static inline void word_up(u64 *const *slice, u32 bits, u32 w, u64 set) {
    for (u32 b = 0; set && b < bits; b++) {
        u64 carry = slice[b][w] & set;
        slice[b][w] ^= set;
        set = carry;
    }
}
static inline void word_down(u64 *const *slice, u32 bits, u32 w, u64 set) {
    for (u32 b = 0; set && b < bits; b++) {
        u64 borrow = ~slice[b][w] & set;
        slice[b][w] ^= set;
        set = borrow;
    }
}
static inline u64 not_zero(u64 *const *slice, u32 bits, u32 w) {
    u64 any = 0;
    for (EACH(b, bits))
        any |= slice[b][w];
    return any;
}

/* ---- links are shifts ---- */

static void plane_move(const struct ws_slices *sl, const u64 *from, u64 *to,
                       const slice_move *move) {
    u32 places = move->by < 0 ? (u32)-move->by : (u32)move->by;
    u32 far = places / 64;
    u32 bits = places % 64;
    u32 words = sl->words;
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

/* What leaves by `port` comes to the neighbours there. */
static void plane_send(const struct ws_slices *sl, const u64 *from, u64 *to, u32 port) {
    memset(to, 0, sl->words * sizeof *to);
    for (EACH(m, sl->port[port].moves))
        plane_move(sl, from, to, &sl->port[port].move[m]);
}

/* ---- signals, timers ---- */

/* Heads that wait for credit of an idle channel of a port that has just got its first: by the rule
 * of room these are the hosts' own, or all. */
static void credits_wake(ws_net *n, u32 number, const u64 *woken) {
    struct ws_slices *sl = n->slices;
    bool host = number / sl->vcs == sl->host_port;
    for (PLANE_EACH(s, sl, woken)) {
        u32 v = slice_vc(sl, number, s);
        if (host)
            v = first_vc(n, n->wire.inject_link[s]) + number % sl->vcs;
        n->vc[v].credit = 1;
        vc_offer(n, v);
    }
}

/* Credits for one channel of all switches. Must idle ones be woken? */
static void credits_come(ws_net *n, u32 number, u64 *come, const u64 *busy, bool wakes) {
    struct ws_slices *sl = n->slices;
    u32 at = plane_at(sl, number);
    u64 *woken = sl->scratch;
    u64 any = 0;
    for (EACH(w, sl->words)) {
        u64 set = come[at + w];
        woken[w] = 0;
        if (!set)
            continue;
        if (wakes)
            woken[w] = set & ~busy[w] & ~not_zero(sl->credit, sl->count_bits, at + w);
        any |= woken[w];
        word_up(sl->credit, sl->count_bits, at + w, set);
        come[at + w] = 0;
    }
    if (any)
        credits_wake(n, number, woken);
}

static void run_credits(ws_net *n) {
    struct ws_slices *sl = n->slices;
    u64 *come = sl->credits[wheel_slot(now(n), sl->signal_slots)];
    bool asked = n->grant_room == WS_GRANT_ROOM_FLIT;
    u64 *busy = sl->scratch + sl->words;
    for (EACH(number, sl->numbers)) {
        bool host = number / sl->vcs == sl->host_port;
        const u64 *idle = sl->idle + plane_at(sl, number);
        for (u32 w = 0; asked && w < sl->words; w++)
            busy[w] = ~idle[w];
        credits_come(n, number, come, host ? sl->host_holds[number % sl->vcs] : busy,
                     host || asked);
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

static void run_arrivals(ws_net *n) {
    struct ws_slices *sl = n->slices;
    u32 slot = wheel_slot(now(n), sl->flight_slots);
    u64 *come = sl->arriving[slot];
    u64 *heads = sl->arriving_heads[slot];
    for (EACH(number, sl->numbers)) {
        u64 *plane = heads + plane_at(sl, number);
        for (PLANE_EACH(s, sl, plane))
            slice_head_arrives(n, number, s);
        memset(plane, 0, sl->words * sizeof *plane);
    }
    for (EACH(w, sl->field)) {
        u64 set = come[w];
        if (!set)
            continue;
        u64 behind = sl->several[w];
        word_up(sl->here, sl->count_bits, w, set & ~behind);
        word_up(sl->tail_here, sl->count_bits, w, set & behind);
        come[w] = 0;
    }
    u64 *ends = sl->sinking_heads[slot];
    for (EACH(w, sl->words))
        ends[w] |= sl->sinking_tails[slot][w];
    for (PLANE_EACH(s, sl, ends))
        slice_delivers(n, s);
    memset(ends, 0, sl->words * sizeof *ends);
    memset(sl->sinking_tails[slot], 0, sl->words * sizeof *ends);
    memset(sl->sinking[slot], 0, sl->vcs * sl->words * sizeof *ends);
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

static void hosts_transmit(ws_net *n) {
    struct ws_slices *sl = n->slices;
    u64 due = now(n) + sl->host_flight;
    u32 slot = wheel_slot(due, sl->flight_slots);
    u64 *heads = sl->scratch;
    u64 *tails = sl->scratch + sl->words;
    u32 upper = sl->vcs - 1;
    for (EACH(w, sl->words)) {
        u64 all = 0;
        u64 head = sl->host_at_head[w];
        u64 last = 0;
        for (EACH(vc, sl->vcs)) {
            u32 at = plane_at(sl, sl->host_port * sl->vcs + vc) + w;
            u64 can = not_zero(sl->credit, sl->count_bits, at);
            u64 sent = sl->host_holds[vc][w] & can;
            sl->host_sent[vc][w] = sent;
            sl->arriving[slot][at] = sent;
            sl->arriving_heads[slot][at] = sent & head;
            sl->touched[slot][vc * sl->wire_line + sl->line + w] |= sent;
            word_down(sl->credit, sl->count_bits, at, sent);
            all |= sent;
        }
        word_down(sl->host_to_go, sl->go_bits, w, all);
        for (u32 b = 0; all && b < sl->go_bits; b++)
            last |= sl->host_to_go[b][w];
        heads[w] = all & head;
        tails[w] = all & ~last;
        sl->host_at_head[w] &= ~all;
        u64 *of_upper = &sl->touched_upper[slot][sl->line + w];
        *of_upper = (*of_upper & ~all) | (upper ? sl->host_sent[1][w] : 0);
    }
    for (EACH(w, sl->words)) {
        u64 ends = heads[w] | tails[w];
        for (BITS_EACH(i, ends)) {
            u32 s = w * 64 + i;
            if (heads[w] >> i & 1)
                slice_host_head(n, s);
            if (tails[w] >> i & 1)
                slice_host_tail(n, s);
        }
    }
}

/* ---- switches transmit ---- */

/* A channel can send if the queue that holds it has a flit, and it has credit. */
static void channels_gather(struct ws_slices *sl) {
    u64 *sends = sl->channel_sends;
    memset(sends, 0, sl->field * sizeof *sends);
    for (EACH(w, sl->field))
        sl->can_leave[w] = sl->started[w] & not_zero(sl->here, sl->count_bits, w);
    for (EACH(p, sl->pair_count)) {
        slice_pair pair = sl->pairs[p];
        const u64 *hold = sl->hold[pair.channel * sl->numbers + pair.queue];
        const u64 *can = sl->can_leave + plane_at(sl, pair.queue);
        u64 *to = sends + plane_at(sl, pair.channel);
        for (EACH(w, sl->words))
            to[w] |= hold[w] & can[w];
    }
    for (EACH(w, sl->field))
        if (sends[w])
            sends[w] &= sl->endless[w] | not_zero(sl->credit, sl->count_bits, w);
}

/* A queue sends if the channel that it holds does. */
static void queues_gather(struct ws_slices *sl) {
    u64 *sends = sl->queue_sends;
    memset(sends, 0, sl->field * sizeof *sends);
    for (EACH(p, sl->pair_count)) {
        slice_pair pair = sl->pairs[p];
        const u64 *hold = sl->hold[pair.channel * sl->numbers + pair.queue];
        const u64 *from = sl->channel_sends + plane_at(sl, pair.channel);
        u64 *to = sends + plane_at(sl, pair.queue);
        for (EACH(w, sl->words))
            to[w] |= hold[w] & from[w];
    }
}

/* Each output chooses among its two channels. */
static void outputs_choose(struct ws_slices *sl) {
    u64 *lower = sl->channel_sends;
    u64 *upper = lower + sl->line;
    for (EACH(w, sl->line)) {
        u64 wins = upper[w] & (~lower[w] | sl->upper_next[w]);
        upper[w] = wins;
        lower[w] &= ~wins;
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
static void turns_move(const struct ws_slices *sl, const u64 *sends, u64 *next, u64 *last,
                       u64 *known) {
    for (EACH(w, sl->line)) {
        u64 lower = sends[w];
        u64 upper = sends[w + sl->line];
        next[w] = (next[w] | lower) & ~upper;
        last[w] = (last[w] | upper) & ~lower;
        known[w] &= ~(lower | upper);
    }
}

/* Each crossbar input accepts one of the two outputs that have chosen its queues. */
static void inputs_accept(ws_net *n) {
    struct ws_slices *sl = n->slices;
    u64 *lower = sl->queue_sends;
    u64 *upper = lower + sl->line;
    u64 any = 0;
    for (EACH(w, sl->line)) {
        u64 both = lower[w] & upper[w];
        u64 lower_loses = both & sl->upper_next_in[w];
        u64 upper_loses = both & ~lower_loses;
        sl->loses[w] = lower_loses;
        sl->loses[w + sl->line] = upper_loses;
        lower[w] &= ~lower_loses;
        upper[w] &= ~upper_loses;
        any |= both;
    }
    if (any)
        losers_withdraw(n);
    turns_move(sl, sl->channel_sends, sl->upper_next, sl->upper_last, sl->turn_known);
    turns_move(sl, sl->queue_sends, sl->upper_next_in, sl->upper_last_in, sl->turn_known_in);
}

/* What was sent leaves queues and channels; heads and tails are found. */
static void flits_leave_all(struct ws_slices *sl) {
    for (EACH(w, sl->field)) {
        u64 sent = sl->queue_sends[w];
        u64 head = sent & sl->at_head[w];
        sl->at_head[w] &= ~head;
        sl->heads[w] = head;
        sl->tails[w] = 0;
        word_down(sl->credit, sl->count_bits, w, sl->channel_sends[w] & ~sl->endless[w]);
        if (!sent)
            continue;
        word_down(sl->here, sl->count_bits, w, sent);
        word_down(sl->to_go, sl->go_bits, w, sent);
        sl->tails[w] = sent & ~not_zero(sl->to_go, sl->go_bits, w);
    }
}

/* Flits go on wires, credits back. */
static void flits_send(ws_net *n) {
    struct ws_slices *sl = n->slices;
    for (EACH(port, sl->ports)) {
        const slice_port *as = &sl->port[port];
        u64 *touched = sl->touched[wheel_slot(now(n) + as->flight, sl->flight_slots)];
        u64 *of_upper = sl->touched_upper[wheel_slot(now(n) + as->flight, sl->flight_slots)];
        u64 *back = sl->credits[wheel_slot(now(n) + as->signal, sl->signal_slots)];
        u32 slot = wheel_slot(now(n) + as->flight, sl->flight_slots);
        u32 at = port * sl->words;
        for (EACH(vc, sl->vcs)) {
            u32 number = port * sl->vcs + vc;
            u64 *sent = sl->channel_sends + plane_at(sl, number);
            u64 *freed = sl->queue_sends + plane_at(sl, number);
            for (EACH(w, sl->words))
                touched[vc * sl->wire_line + at + w] |= sent[w];
            if (port == sl->host_port) {
                memcpy(sl->sinking[slot] + vc * sl->words, sent, sl->words * sizeof *sent);
                memcpy(back + plane_at(sl, number), freed, sl->words * sizeof *freed);
                continue;
            }
            u32 far = as->far_port * sl->vcs + vc;
            plane_send(sl, sent, sl->arriving[slot] + plane_at(sl, far), port);
            plane_send(sl, freed, back + plane_at(sl, far), port);
        }
        for (u32 w = 0; sl->vcs > 1 && w < sl->words; w++) {
            u64 lower = sl->channel_sends[at + w];
            u64 upper = sl->channel_sends[at + w + sl->line];
            of_upper[at + w] = (of_upper[at + w] & ~lower) | upper;
        }
    }
}

/* Heads and tails that leave: where they come to is known by the port. */
static void ends_leave(ws_net *n) {
    struct ws_slices *sl = n->slices;
    for (EACH(number, sl->numbers)) {
        const u64 *heads = sl->heads + plane_at(sl, number);
        for (PLANE_EACH(s, sl, heads))
            slice_head_leaves(n, number, s);
    }
    for (EACH(number, sl->numbers)) {
        const u64 *tails = sl->tails + plane_at(sl, number);
        for (PLANE_EACH(s, sl, tails))
            slice_tail_leaves(n, number, s);
    }
}

static bool switches_transmit(ws_net *n) {
    struct ws_slices *sl = n->slices;
    channels_gather(sl);
    if (sl->vcs > 1)
        outputs_choose(sl);
    queues_gather(sl);
    if (sl->vcs > 1)
        inputs_accept(n);
    flits_leave_all(sl);
    flits_send(n);
    ends_leave(n);
    return true;
}

/* ---- the step ---- */

static void cycle_run(ws_net *n) {
    run_control(n);
    run_credits(n);
    run_queue_timers(n);
    run_arrivals(n);
    run_inject(n);
    run_grants(n);
    hosts_transmit(n);
    switches_transmit(n);
    n->cycle[0]++;
}

void slices_run(ws_net *n, u64 end) {
    while (now(n) < end && n->event_count + n->event_step <= n->event_room)
        cycle_run(n);
}
