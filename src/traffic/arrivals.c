/* arrivals.c - the workload: when a host creates a message, and of which class.
 *
 * Each host has a stream of random numbers of its own, from which only these draws are taken, in
 * the order gap, class, destination, length: the same seed gives the same messages whatever the
 * network does with them. Open-loop arrivals are kept as a time with 16 fractional bits; Poisson
 * arrivals are a process in continuous time whose messages are created in the cycle they fall
 * into, Bernoulli arrivals a geometric gap in whole cycles (the same process as one draw a
 * cycle). */
#include "traffic.h"

enum {
    FRACTION = 16,
    BURST_MAX = 4 /* messages of one host in one cycle; more wait for the next */
};

/* ---- classes: one function per WS_CLASS_RULE_*, for a message of host h; `low` was drawn by
 * high-share ---- */

static u32 class_none(const ws_net *n, u32 h, u32 length, bool low) {
    (void)n, (void)h, (void)length, (void)low;
    return 0;
}
static u32 class_priority(const ws_net *n, u32 h, u32 length, bool low) {
    (void)n, (void)h, (void)length;
    return low;
}
static u32 class_source(const ws_net *n, u32 h, u32 length, bool low) {
    (void)length, (void)low;
    i64 own = n->host[h].traffic_class;
    return own >= 0 ? (u32)own : !is_hot_sender(n, h);
}
static u32 class_length(const ws_net *n, u32 h, u32 length, bool low) {
    (void)h, (void)low;
    return length >= n->def->long_length * n->def->length_unit;
}
static u32 class_length_source(const ws_net *n, u32 h, u32 length, bool low) {
    return 2 * class_length(n, h, length, low) + class_source(n, h, length, low);
}

typedef u32 (*class_function)(const ws_net *n, u32 h, u32 length, bool low);
static const class_function classes[WS_CLASS_RULE_COUNT] = {
    [WS_CLASS_RULE_NONE] = class_none,     [WS_CLASS_RULE_PRIORITY] = class_priority,
    [WS_CLASS_RULE_LENGTH] = class_length, [WS_CLASS_RULE_LENGTH_SOURCE] = class_length_source,
    [WS_CLASS_RULE_SOURCE] = class_source,
};

/* ---- one message ---- */

static void create(ws_net *n, u32 h, u64 created) {
    u64 *rng = n->traffic_rng + h;
    const ws_host_def *own = n->host + h;
    bool low = false;
    if (n->def->class_rule == WS_CLASS_RULE_PRIORITY)
        low = own->traffic_class >= 0 ? own->traffic_class > 0
                                      : !rng_share(rng, (u64)n->def->high_share);
    u32 dest = own->dest >= 0 ? (u32)own->dest : destination_draw(n, h, rng);
    u32 length = length_draw(n->def, rng);
    u32 traffic_class = classes[n->def->class_rule](n, h, length, low);
    u32 s = n->model->by_dest ? dest : n->wire.source_queues > 1 ? traffic_class : 0;
    message_create(n, h, h * n->wire.source_queues + s, dest, length, traffic_class, created);
}

/* ---- arrivals ---- */

/* What a host offers; of one that sends to hot spots, only whether it is 0 matters. */
static u64 load_of(const ws_net *n, u32 h) {
    if (n->host[h].load >= 0)
        return (u64)n->host[h].load;
    return (u64)(is_hot_sender(n, h) ? n->def->hot_traffic : n->def->load);
}

/* Closed loop? */
static bool is_saturated(const ws_net *n, u32 h) {
    return n->def->arrivals == WS_ARRIVALS_SATURATED || is_hot_sender(n, h);
}

/* Mean gap between two messages of host h, in cycles x 2^FRACTION; 0 = it sends nothing. */
static u64 mean_gap(const ws_net *n, u32 h) {
    const ws_def *d = n->def;
    u64 load = load_of(n, h);
    u64 weights;
    if (load == 0)
        return 0;
    u64 twice = length_sum(d, &weights);
    wide flits = wide_scale(wide_mul(twice, (u64)d->length_unit), (u64)WS_MILLION << FRACTION);
    return wide_low(wide_div(flits, wide_scale(wide_mul(2, weights), load)));
}

/* -ln(1 - p) * 2^32 where a message comes with probability p = 1 / mean gap in each cycle;
 * UINT64_MAX when it is certain. */
static u64 bernoulli_rate(u64 mean) {
    if (mean <= 1ull << FRACTION)
        return UINT64_MAX;
    return q32_neg_ln(~wide_low(wide_div(wide_left(wide_of(1), 64 + FRACTION), wide_of(mean))) + 1);
}

static u64 draw_gap(const ws_net *n, u32 h, u64 *rng) {
    u64 mean = mean_gap(n, h);
    u64 rate;
    switch (n->def->arrivals) {
    case WS_ARRIVALS_POISSON:
        return wide_low(wide_right(wide_mul(rng_exponential_q32(rng), mean), 32));
    case WS_ARRIVALS_BERNOULLI:
        rate = bernoulli_rate(mean);
        return (rate == UINT64_MAX ? 1 : 1 + rng_exponential_q32(rng) / rate) << FRACTION;
    default: return mean;
    }
}

static u64 *arrival_slot(ws_net *n, u64 cycle) {
    return n->arrival_bits +
           (size_t)((u32)cycle & (n->size.arrival_slots - 1)) * n->size.host_words;
}

static void schedule(ws_net *n, u32 h, u64 earliest) {
    u64 due = n->arrival[h] >> FRACTION;
    bit_set(arrival_slot(n, due > earliest ? due : earliest), h);
}

/* Closed loop: at least two messages are waiting. With a queue per output, in each of them. */
static void top_up(ws_net *n, u32 h) {
    u32 s0 = h * n->wire.source_queues;
    u32 waiting = 0;
    if (load_of(n, h) == 0)
        return;
    if (n->def->queueing != WS_QUEUEING_VOQ) {
        for (u32 i = 0; i < n->wire.source_queues; i++)
            waiting += n->source.count[s0 + i];
        for (; waiting < 2; waiting++)
            create(n, h, n->cycle[0]);
        return;
    }
    for (u32 i = 0; i < n->wire.source_queues; i++) {
        if (i == h && n->def->traffic != WS_TRAFFIC_UNIFORM_SELF)
            continue;
        while (n->source.count[s0 + i] < 2)
            if (!message_create(n, h, s0 + i, i, length_draw(n->def, n->traffic_rng + h), 0,
                                n->cycle[0]))
                return;
    }
}

static void load_arrive(ws_net *n, u32 h) {
    bit_clear(arrival_slot(n, n->cycle[0]), h);
    if (is_saturated(n, h)) {
        top_up(n, h);
        return;
    }
    for (u32 burst = 0; n->arrival[h] >> FRACTION <= n->cycle[0] && burst < BURST_MAX; burst++) {
        create(n, h, n->arrival[h] >> FRACTION);
        n->arrival[h] += draw_gap(n, h, n->traffic_rng + h);
    }
    schedule(n, h, n->cycle[0] + 1);
}

static void load_refill(ws_net *n, u32 h, u32 s) {
    (void)s;
    if (is_saturated(n, h))
        top_up(n, h);
}

/* Gaps without memory are simply drawn anew; constant ones begin at a random phase. */
static void load_restart(ws_net *n, u32 h) {
    u64 *rng = n->traffic_rng + h;
    u64 now = n->cycle[0] << FRACTION;
    u64 mean = mean_gap(n, h);
    for (u32 slot = 0; slot < n->size.arrival_slots; slot++)
        bit_clear(n->arrival_bits + (size_t)slot * n->size.host_words, h);
    if (mean == 0) {
        n->arrival[h] = UINT64_MAX;
        return;
    }
    if (is_saturated(n, h))
        n->arrival[h] = now;
    else if (n->def->arrivals == WS_ARRIVALS_CONSTANT)
        n->arrival[h] = now + wide_low(wide_right(wide_mul(rng_next(rng), mean), 64));
    else
        n->arrival[h] = now + draw_gap(n, h, rng) -
                        (n->def->arrivals == WS_ARRIVALS_BERNOULLI ? 1u << FRACTION : 0);
    schedule(n, h, n->cycle[0]);
}

const ws_workload traffic_workload = {.arrive = load_arrive,
                                      .refill = load_refill,
                                      .restart = load_restart,
                                      .cut = segment_cut,
                                      .packets = segment_packets,
                                      .priority = message_priority,
                                      .append = source_append,
                                      .remove = source_remove,
                                      .promote = source_promote,
                                      .sent = source_sent,
                                      .settle = source_settle,
                                      .before = message_before};
