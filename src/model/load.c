/* load.c - the workload: when a host creates a message, for whom, how long, and of which class.
 *
 * Each host has a stream of random numbers of its own, from which only these draws are taken, in the order gap, class, destination,
 * length: the same seed gives the same messages whatever the network does with them. Open-loop arrivals are kept as a time
 * with 16 fractional bits; Poisson arrivals are a process in continuous time whose messages are created in the cycle they fall
 * into, Bernoulli arrivals a geometric gap in whole cycles (the same process as one draw a cycle). */
#include "model.h"

enum { FRACTION = 16, BURST_MAX = 4 /* messages of one host in one cycle; more wait for the next */ };

/* ---- lengths ---- */

/* Sum of weight x (lo + hi), and of the weights, of a mixture: its mean is the quotient over 2. */
static u64 mixture_sum(const ws_def *d, u64 *weights) {
    u64 sum = 0;
    *weights = 0;
    for (i64 i = 0; i < d->mixture_count; i++) {
        sum += (u64)(d->mixture_weight[i] * (d->mixture_lo[i] + d->mixture_hi[i]));
        *weights += (u64)d->mixture_weight[i];
    }
    return sum;
}

static u32 draw_exponential(const ws_def *d, u64 *rng) {
    wide units_q32 = wide_mul(rng_exponential_q32(rng), (u64)d->length_mean);
    u64 units = wide_low(wide_right(wide_add(units_q32, Q32_ONE - 1), 32)); /* rounded up */
    return units > 0 ? (u32)units : 1;
}

static u32 draw_mixture(const ws_def *d, u64 *rng) {
    u64 weights;
    mixture_sum(d, &weights);
    i64 point = rng_below(rng, (u32)weights), i = 0;
    while (point >= d->mixture_weight[i]) point -= d->mixture_weight[i++];
    return (u32)d->mixture_lo[i] + rng_below(rng, (u32)(d->mixture_hi[i] - d->mixture_lo[i] + 1));
}

/* In flits: so many units of length-unit. */
static u32 draw_length(const ws_def *d, u64 *rng) {
    u32 units = d->length == WS_LENGTH_EXPONENTIAL ? draw_exponential(d, rng)
                : d->length == WS_LENGTH_MIXTURE   ? draw_mixture(d, rng)
                                                   : (u32)d->length_mean;
    return units * (u32)d->length_unit;
}

/* ---- destinations: one function per WS_TRAFFIC_*; h sends ---- */

static u32 to_uniform(ws_net *n, u32 h, u64 *rng) {
    u32 d = rng_below(rng, n->size.hosts - 1);
    return d + (d >= h);
}

static u32 to_any(ws_net *n, u32 h, u64 *rng) {
    (void)h;
    return rng_below(rng, n->size.hosts);
}

/* near_count: by switch and distance, hosts at that distance; near_host: by switch, hosts in order of distance. */
static u32 to_equal_distance(ws_net *n, u32 h, u64 *rng) {
    u32 s = n->wire.host_switch[h], span = n->wire.diameter + 1, feasible = 0;
    const u32 *count = n->wire.near_count + s * span, *host = n->wire.near_host + s * n->size.hosts;
    for (u32 d = 0; d < span; d++) feasible += count[d] > (d == 0);
    u32 nth = rng_below(rng, feasible), d = 0;
    for (;; host += count[d++])
        if (count[d] > (d == 0) && nth-- == 0) break;
    if (d > 0) return host[rng_below(rng, count[d])];
    u32 i = rng_below(rng, count[0] - 1); /* a neighbour on the same switch, not itself: skip its own place */
    for (u32 j = 0; j <= i; j++) i += host[j] == h;
    return host[i];
}

static u32 to_hotspot(ws_net *n, u32 h, u64 *rng) {
    u32 hot = (u32)n->def->hotspot_host;
    return rng_share(rng, (u64)n->def->hotspot_share) && hot != h ? hot : to_uniform(n, h, rng);
}

/* hot-senders: hot.c says who is what. An independent host is drawn until one comes that may be sent to; there is one (def_check). */
static u32 to_hot_or_independent(ws_net *n, u32 h, u64 *rng) {
    if (is_hot_sender(n, h)) return hot_spot(n->def, &n->graph, rng_below(rng, (u32)n->def->hot_spots));
    for (;;) {
        u32 d = to_uniform(n, h, rng);
        if (is_independent_dest(n, d)) return d;
    }
}

/* The host in the same place on the switch at (x, y). */
static u32 host_at(const ws_net *n, u32 h, u32 x, u32 y) {
    u32 per_switch = (u32)n->def->hosts_per_switch;
    return (y * (u32)n->graph.cols + x) * per_switch + h % per_switch;
}
static u32 host_x(const ws_net *n, u32 h) { return n->wire.host_switch[h] % (u32)n->graph.cols; }
static u32 host_y(const ws_net *n, u32 h) { return n->wire.host_switch[h] / (u32)n->graph.cols; }

static u32 to_transpose(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    return host_at(n, h, host_y(n, h), host_x(n, h));
}
static u32 to_complement(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    return host_at(n, h, (u32)n->graph.cols - 1 - host_x(n, h), (u32)n->graph.rows - 1 - host_y(n, h));
}
static u32 to_tornado(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    u32 cols = (u32)n->graph.cols;
    return host_at(n, h, (host_x(n, h) + (cols + 1) / 2 - 1) % cols, host_y(n, h));
}
static u32 to_neighbour(ws_net *n, u32 h, u64 *rng) {
    (void)rng;
    return host_at(n, h, (host_x(n, h) + 1) % (u32)n->graph.cols, (host_y(n, h) + 1) % (u32)n->graph.rows);
}

typedef u32 (*dest_function)(ws_net *n, u32 h, u64 *rng);
static const dest_function dests[WS_TRAFFIC_COUNT] = {
    [WS_TRAFFIC_UNIFORM] = to_uniform,
    [WS_TRAFFIC_UNIFORM_SELF] = to_any,
    [WS_TRAFFIC_EQUAL_DISTANCE] = to_equal_distance,
    [WS_TRAFFIC_TRANSPOSE] = to_transpose,
    [WS_TRAFFIC_BIT_COMPLEMENT] = to_complement,
    [WS_TRAFFIC_TORNADO] = to_tornado,
    [WS_TRAFFIC_NEIGHBOUR] = to_neighbour,
    [WS_TRAFFIC_HOTSPOT] = to_hotspot,
    [WS_TRAFFIC_HOT_SENDERS] = to_hot_or_independent,
};

/* ---- classes: one function per WS_CLASS_RULE_*, for a message of host h; `low` was drawn by high-share ---- */

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
        low = own->traffic_class >= 0 ? own->traffic_class > 0 : !rng_share(rng, (u64)n->def->high_share);
    u32 dest = own->dest >= 0 ? (u32)own->dest : dests[n->def->traffic](n, h, rng);
    u32 length = draw_length(n->def, rng);
    u32 traffic_class = classes[n->def->class_rule](n, h, length, low);
    u32 s = n->model->by_dest ? dest : n->wire.source_queues > 1 ? traffic_class : 0;
    message_create(n, h, h * n->wire.source_queues + s, dest, length, traffic_class, created);
}

/* ---- arrivals ---- */

/* What a host offers; of one that sends to hot spots, only whether it is 0 matters. */
static u64 load_of(const ws_net *n, u32 h) {
    if (n->host[h].load >= 0) return (u64)n->host[h].load;
    return (u64)(is_hot_sender(n, h) ? n->def->hot_traffic : n->def->load);
}

/* Closed loop? */
static bool is_saturated(const ws_net *n, u32 h) { return n->def->arrivals == WS_ARRIVALS_SATURATED || is_hot_sender(n, h); }

/* Mean gap between two messages of host h, in cycles x 2^FRACTION; 0 = it sends nothing. */
static u64 mean_gap(const ws_net *n, u32 h) {
    const ws_def *d = n->def;
    u64 load = load_of(n, h), weights = 1;
    if (load == 0) return 0;
    u64 twice = d->length == WS_LENGTH_MIXTURE ? mixture_sum(d, &weights) : 2 * (u64)d->length_mean;
    wide flits = wide_scale(wide_mul(twice, (u64)d->length_unit), (u64)WS_MILLION << FRACTION);
    return wide_low(wide_div(flits, wide_scale(wide_mul(2, weights), load)));
}

/* -ln(1 - p) * 2^32 where a message comes with probability p = 1 / mean gap in each cycle; UINT64_MAX when it is certain. */
static u64 bernoulli_rate(u64 mean) {
    if (mean <= 1ull << FRACTION) return UINT64_MAX;
    return q32_neg_ln(~wide_low(wide_div(wide_left(wide_of(1), 64 + FRACTION), wide_of(mean))) + 1);
}

static u64 draw_gap(const ws_net *n, u32 h, u64 *rng) {
    u64 mean = mean_gap(n, h), rate;
    switch (n->def->arrivals) {
    case WS_ARRIVALS_POISSON: return wide_low(wide_right(wide_mul(rng_exponential_q32(rng), mean), 32));
    case WS_ARRIVALS_BERNOULLI:
        rate = bernoulli_rate(mean);
        return (rate == UINT64_MAX ? 1 : 1 + rng_exponential_q32(rng) / rate) << FRACTION;
    default: return mean;
    }
}

static u64 *arrival_slot(ws_net *n, u64 cycle) {
    return n->arrival_bits + (size_t)((u32)cycle & (n->size.arrival_slots - 1)) * n->size.host_words;
}

static void schedule(ws_net *n, u32 h, u64 earliest) {
    u64 due = n->arrival[h] >> FRACTION;
    bit_set(arrival_slot(n, due > earliest ? due : earliest), h);
}

/* Closed loop: at least two messages are waiting. With a queue per output, in each of them. */
static void top_up(ws_net *n, u32 h) {
    u32 s0 = h * n->wire.source_queues, waiting = 0;
    if (load_of(n, h) == 0) return;
    if (n->def->queueing != WS_QUEUEING_VOQ) {
        for (u32 i = 0; i < n->wire.source_queues; i++) waiting += n->source_count[s0 + i];
        for (; waiting < 2; waiting++) create(n, h, n->now[0]);
        return;
    }
    for (u32 i = 0; i < n->wire.source_queues; i++) {
        if (i == h && n->def->traffic != WS_TRAFFIC_UNIFORM_SELF) continue;
        while (n->source_count[s0 + i] < 2)
            if (!message_create(n, h, s0 + i, i, draw_length(n->def, n->traffic_rng + h), 0, n->now[0])) return;
    }
}

static void load_arrive(ws_net *n, u32 h) {
    bit_clear(arrival_slot(n, n->now[0]), h);
    if (is_saturated(n, h)) {
        top_up(n, h);
        return;
    }
    for (u32 burst = 0; n->arrival[h] >> FRACTION <= n->now[0] && burst < BURST_MAX; burst++) {
        create(n, h, n->arrival[h] >> FRACTION);
        n->arrival[h] += draw_gap(n, h, n->traffic_rng + h);
    }
    schedule(n, h, n->now[0] + 1);
}

static void load_refill(ws_net *n, u32 h, u32 s) {
    (void)s;
    if (is_saturated(n, h)) top_up(n, h);
}

/* Gaps without memory are simply drawn anew; constant ones begin at a random phase. */
static void load_restart(ws_net *n, u32 h) {
    u64 *rng = n->traffic_rng + h, now = n->now[0] << FRACTION, mean = mean_gap(n, h);
    for (u32 slot = 0; slot < n->size.arrival_slots; slot++) bit_clear(n->arrival_bits + (size_t)slot * n->size.host_words, h);
    if (mean == 0) {
        n->arrival[h] = UINT64_MAX;
        return;
    }
    if (is_saturated(n, h)) n->arrival[h] = now;
    else if (n->def->arrivals == WS_ARRIVALS_CONSTANT) n->arrival[h] = now + wide_low(wide_right(wide_mul(rng_next(rng), mean), 64));
    else n->arrival[h] = now + draw_gap(n, h, rng) - (n->def->arrivals == WS_ARRIVALS_BERNOULLI ? 1u << FRACTION : 0);
    schedule(n, h, n->now[0]);
}

const ws_workload ws_load = {
    .arrive = load_arrive, .refill = load_refill, .restart = load_restart, .cut = segment_cut, .packets = segment_packets};
