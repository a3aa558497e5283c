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

/* In cycles x 2^FRACTION; the second is beyond the last cycle of any run. */
#define ONE_CYCLE (1ull << FRACTION)
#define NEVER     UINT64_MAX

/* ---- classes: one function per WS_CLASS_RULE_*, for a message whose class is that of its host,
 * or drawn by high-share ---- */

static u32 class_none(const ws_net *n, const ws_letter *letter) {
    (void)n;
    (void)letter;
    return 0;
}
static u32 class_priority(const ws_net *n, const ws_letter *letter) {
    (void)n;
    return letter->traffic_class;
}
static u32 class_source(const ws_net *n, const ws_letter *letter) {
    u32 h = letter->from;
    i64 own = n->host[h].traffic_class;
    if (own >= 0)
        return (u32)own;
    return !is_hot_sender(n, h);
}
static u32 class_length(const ws_net *n, const ws_letter *letter) {
    const ws_def *def = n->def;
    i64 least = def->long_length * def->length_unit;
    return letter->length >= least;
}
static u32 class_length_source(const ws_net *n, const ws_letter *letter) {
    u32 by_length = class_length(n, letter);
    u32 by_source = class_source(n, letter);
    return 2 * by_length + by_source;
}

typedef u32 (*class_function)(const ws_net *n, const ws_letter *letter);
/* clang-format off */
static const class_function classes[WS_CLASS_RULE_COUNT] = {
    [WS_CLASS_RULE_NONE] = class_none,
    [WS_CLASS_RULE_PRIORITY] = class_priority,
    [WS_CLASS_RULE_LENGTH] = class_length,
    [WS_CLASS_RULE_LENGTH_SOURCE] = class_length_source,
    [WS_CLASS_RULE_SOURCE] = class_source,
};
/* clang-format on */

/* ---- one message ---- */

static u32 lowest_class(const ws_net *n) {
    return (u32)n->def->priorities - 1;
}

/* The class of all messages of host h; `otherwise` if it does not say. */
static u32 own_class(const ws_net *n, u32 h, u32 otherwise) {
    i64 own = n->host[h].traffic_class;
    u32 lowest = lowest_class(n);
    if (own < 0)
        return otherwise;
    return own < lowest ? (u32)own : lowest;
}

/* The priority of the next message of host h: 0 is the highest. Drawn where the host does not
 * say. */
static u32 draw_priority(const ws_net *n, u32 h) {
    const ws_def *def = n->def;
    const i64 share[] = {def->high_share, def->second_share, def->third_share};
    u32 lowest = lowest_class(n);
    u32 drawn = 0;
    if (def->class_rule != WS_CLASS_RULE_PRIORITY)
        return 0;
    if (n->host[h].traffic_class >= 0)
        return own_class(n, h, lowest);
    i64 point = rng_below(draws_of(n, h), WS_MILLION);
    while (drawn < lowest && point >= share[drawn]) {
        point -= share[drawn];
        drawn++;
    }
    return drawn;
}

static u32 draw_dest(const ws_net *n, u32 h) {
    i64 own = n->host[h].dest;
    if (own >= 0)
        return (u32)own;
    return destination_draw(n, h);
}

/* Gives the message its class, by the rule, and the source queue that it joins. */
static void letter_sort(const ws_net *n, ws_letter *letter) {
    class_function class_of = classes[n->def->class_rule];
    u32 queues = n->wire.source_queues;
    letter->traffic_class = class_of(n, letter);
    letter->source_queue = letter->from * queues;
    if (n->model->by_dest)
        letter->source_queue += letter->to;
    else if (queues > 1)
        letter->source_queue += letter->traffic_class;
}

/* Host h creates a message. The order of the draws is part of the results. */
static void create(ws_net *n, u32 h, u64 created) {
    ws_letter letter = {
        .from = h,
        .created = created,
    };
    letter.traffic_class = draw_priority(n, h);
    letter.to = draw_dest(n, h);
    letter.length = length_draw(n, draws_of(n, h));
    letter_sort(n, &letter);
    message_create(n, &letter);
}

ws_letter letter_make(const ws_net *n, u32 h, u32 dest, u32 length) {
    assert(h < n->size.hosts);
    assert(dest < n->size.hosts);
    ws_letter letter = {
        .from = h,
        .to = dest,
        .length = length,
        .traffic_class = own_class(n, h, lowest_class(n)),
        .created = now(n),
    };
    letter_sort(n, &letter);
    return letter;
}

/* ---- arrivals ---- */

/* The load of a host; for a host that sends to hot spots it only matters whether the load is 0. */
static u64 load_of(const ws_net *n, u32 h) {
    i64 own = n->host[h].load;
    if (own >= 0)
        return (u64)own;
    if (is_hot_sender(n, h))
        return (u64)n->def->hot_traffic;
    return (u64)n->def->load;
}

/* Do hosts always have something to send (closed loop)? */
static bool is_saturated(const ws_net *n, u32 h) {
    if (n->def->arrivals == WS_ARRIVALS_SATURATED)
        return true;
    return is_hot_sender(n, h);
}

/* Mean gap between two messages with such a load, in cycles x 2^FRACTION; 0 = none are sent. */
static u64 mean_gap(const ws_net *n, u64 load) {
    u64 weights;
    if (load == 0)
        return 0;
    u64 twice = length_sum(n->def, &weights);
    u64 unit = (u64)n->def->length_unit;
    u64 scale = (u64)WS_MILLION << FRACTION;
    wide flits = wide_mul(twice, unit);
    flits = wide_scale(flits, scale);
    wide rate = wide_mul(2, weights);
    rate = wide_scale(rate, load);
    wide gap = wide_div(flits, rate);
    return wide_low(gap);
}

/* With Bernoulli arrivals: what a gap is drawn with, in as many bits as there are. */
static void scale_derive(ws_sender *sender) {
    u64 gap = sender->gap;
    if (gap == 0)
        return;
    u32 spare = (u32)__builtin_clzll(gap);
    u32 more = least_of(spare, FRACTION);
    u32 bits = FRACTION + more;
    sender->scale_bits = (u8)bits;
    sender->scale = geometric_scale(gap << more, bits);
}

/* Sets the gap of host h. */
static void pace_derive(ws_net *n, u32 h) {
    ws_sender *sender = &n->sender[h];
    u64 load = load_of(n, h);
    u64 gap = mean_gap(n, load);
    sender->gap = gap;
    scale_derive(sender);
}

static void load_derive(ws_net *n) {
    roles_derive(n);
    lengths_derive(n);
    for (EACH(h, n->size.hosts))
        pace_derive(n, h);
}

/* A time that fits, or NEVER. */
static u64 time_of(wide cycles) {
    if (wide_less(cycles, wide_of(NEVER)))
        return wide_low(cycles);
    return NEVER;
}

/* A gap, in cycles x 2^FRACTION, is drawn: one function per WS_ARRIVALS_*. */
static u64 gap_constant(const ws_sender *sender, u64 *rng) {
    (void)rng;
    return sender->gap;
}
static u64 gap_poisson(const ws_sender *sender, u64 *rng) {
    u64 variate = rng_exponential_q32(rng);
    wide cycles = wide_mul(variate, sender->gap);
    return time_of(wide_right(cycles, 32));
}
static u64 gap_bernoulli(const ws_sender *sender, u64 *rng) {
    if (sender->gap <= ONE_CYCLE)
        return ONE_CYCLE;
    u64 variate = rng_exponential_q32(rng);
    wide cycles = wide_mul(variate, sender->scale);
    unsigned bits = 32u + sender->scale_bits;
    cycles = wide_right(cycles, bits);
    cycles = wide_add(cycles, 1);
    return time_of(wide_left(cycles, FRACTION));
}

typedef u64 (*gap_function)(const ws_sender *sender, u64 *rng);
static const gap_function gaps[WS_ARRIVALS_COUNT] = {
    [WS_ARRIVALS_POISSON] = gap_poisson,
    [WS_ARRIVALS_BERNOULLI] = gap_bernoulli,
    [WS_ARRIVALS_CONSTANT] = gap_constant,
    [WS_ARRIVALS_SATURATED] = gap_constant,
};

static u64 draw_gap(const ws_net *n, u32 h) {
    gap_function draw = gaps[n->def->arrivals];
    const ws_sender *sender = &n->sender[h];
    return draw(sender, draws_of(n, h));
}

static u64 time_after(u64 time, u64 gap) {
    return gap < NEVER - time ? time + gap : NEVER;
}

static u64 *arrival_wheel(ws_net *n, u64 cycle) {
    const ws_sizes *size = &n->size;
    u32 slots = size->arrival_slots;
    u32 words = size->host_words;
    return wheel_set(n->arrival_bits, cycle, slots, words);
}

/* The cycle in which the next message of host h is due. */
static u64 arrival_cycle(const ws_net *n, u32 h) {
    return n->arrival[h] >> FRACTION;
}

static void schedule(ws_net *n, u32 h, u64 earliest) {
    u64 due = arrival_cycle(n, h);
    if (due < earliest)
        due = earliest;
    bit_set(arrival_wheel(n, due), h);
}

/* Closed loop: at least two messages wait at host h. */
static void top_up_host(ws_net *n, u32 h) {
    u32 queues = n->wire.source_queues;
    u32 first = h * queues;
    const u32 *count = n->source.count + first;
    u32 waiting = 0;
    for (EACH(i, queues))
        waiting += count[i];
    for (; waiting < 2; waiting++)
        create(n, h, now(n));
}

/* Closed loop with a queue for each destination: at least two messages like this one wait in its
 * source queue. False if the table of messages is full. */
static bool top_up_queue(ws_net *n, ws_letter *letter) {
    const u32 *waiting = &n->source.count[letter->source_queue];
    u64 *rng = draws_of(n, letter->from);
    while (*waiting < 2) {
        letter->length = length_draw(n, rng);
        if (!message_create(n, letter))
            return false;
    }
    return true;
}

static void top_up_queues(ws_net *n, u32 h) {
    u32 queues = n->wire.source_queues;
    bool to_itself = n->def->traffic == WS_TRAFFIC_UNIFORM_SELF;
    for (EACH(dest, queues)) {
        ws_letter letter = {
            .source_queue = h * queues + dest,
            .from = h,
            .to = dest,
            .created = now(n),
        };
        if (dest == h && !to_itself)
            continue;
        if (!top_up_queue(n, &letter))
            return;
    }
}

static void top_up(ws_net *n, u32 h) {
    if (load_of(n, h) == 0)
        return;
    if (n->def->queueing == WS_QUEUEING_VOQ)
        top_up_queues(n, h);
    else
        top_up_host(n, h);
}

static void load_arrive(ws_net *n, u32 h) {
    u64 cycle = now(n);
    assert(h < n->size.hosts);
    bit_clear(arrival_wheel(n, cycle), h);
    if (is_saturated(n, h)) {
        top_up(n, h);
        return;
    }
    for (EACH(burst, BURST_MAX)) {
        u64 due = arrival_cycle(n, h);
        if (due > cycle)
            break;
        create(n, h, due);
        u64 gap = draw_gap(n, h);
        n->arrival[h] = time_after(n->arrival[h], gap);
    }
    schedule(n, h, cycle + 1);
}

static void load_refill(ws_net *n, u32 h, u32 s) {
    (void)s;
    if (is_saturated(n, h))
        top_up(n, h);
}

/* A share of a constant gap: its phase. */
static u64 phase_draw(u64 gap, u64 *rng) {
    u64 random = rng_next(rng);
    wide product = wide_mul(random, gap);
    wide phase = wide_right(product, 64);
    return wide_low(phase);
}

/* The time until the first message of host h after its load has changed. Gaps without memory are
 * drawn anew; constant gaps begin at a random phase. */
static u64 first_gap(const ws_net *n, u32 h) {
    i64 arrivals = n->def->arrivals;
    u64 *rng = draws_of(n, h);
    if (is_saturated(n, h))
        return 0;
    if (arrivals == WS_ARRIVALS_CONSTANT)
        return phase_draw(n->sender[h].gap, rng);
    u64 gap = draw_gap(n, h);
    if (arrivals == WS_ARRIVALS_BERNOULLI)
        gap -= ONE_CYCLE;
    return gap;
}

static void load_restart(ws_net *n, u32 h) {
    u32 slots = n->size.arrival_slots;
    for (EACH(slot, slots))
        bit_clear(arrival_wheel(n, slot), h);
    u64 *arrival = &n->arrival[h];
    u64 cycle = now(n);
    if (n->sender[h].gap == 0) {
        *arrival = NEVER;
        return;
    }
    u64 gap = first_gap(n, h);
    u64 time = cycle << FRACTION;
    *arrival = time_after(time, gap);
    schedule(n, h, cycle);
}

const ws_workload traffic_workload = {
    .derive = load_derive,
    .arrive = load_arrive,
    .refill = load_refill,
    .restart = load_restart,
    .cut = segment_cut,
    .packets = segment_packets,
};
