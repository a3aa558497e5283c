/* lengths.c - how long messages are: fixed, exponential, or a mixture of ranges.
 *
 * Lengths are whole numbers, so the exponential ones are geometric on 1, 2, ...: the law without
 * memory, whose mean is exactly the one that is asked for. */
#include "traffic.h"

/* Sum of weight x (lo + hi), and of the weights, of a mixture: its mean is the quotient over 2. */
static u64 mixture_sum(const ws_def *def, u64 *weights) {
    u64 sum = 0;
    u32 ranges = (u32)def->mixture_count;
    *weights = 0;
    for (EACH(i, ranges)) {
        u64 weight = (u64)def->mixture_weight[i];
        u64 lo = (u64)def->mixture_lo[i];
        u64 hi = (u64)def->mixture_hi[i];
        sum += weight * (lo + hi);
        *weights += weight;
    }
    return sum;
}

/* All draws are in units of length-unit. */
static u32 draw_fixed(const ws_net *n, u64 *rng) {
    (void)rng;
    return (u32)n->def->length_mean;
}

static u32 draw_exponential(const ws_net *n, u64 *rng) {
    u64 variate = rng_exponential_q32(rng);
    wide units_q64 = wide_mul(variate, n->length_scale);
    wide rounded_up = wide_add(units_q64, UINT64_MAX);
    wide whole = wide_right(rounded_up, 64);
    u64 units = wide_low(whole);
    return units > 0 ? (u32)units : 1;
}

static u32 draw_mixture(const ws_net *n, u64 *rng) {
    const ws_def *def = n->def;
    u64 weights;
    mixture_sum(def, &weights);
    i64 point = rng_below(rng, (u32)weights);
    i64 i = 0;
    while (point >= def->mixture_weight[i]) {
        point -= def->mixture_weight[i];
        i++;
    }
    u32 lo = (u32)def->mixture_lo[i];
    u32 hi = (u32)def->mixture_hi[i];
    u32 range = hi - lo + 1;
    return lo + rng_below(rng, range);
}

typedef u32 (*length_function)(const ws_net *n, u64 *rng);
static const length_function lengths[WS_LENGTH_COUNT] = {
    [WS_LENGTH_FIXED] = draw_fixed,
    [WS_LENGTH_EXPONENTIAL] = draw_exponential,
    [WS_LENGTH_MIXTURE] = draw_mixture,
};

u32 length_draw(const ws_net *n, u64 *rng) {
    const ws_def *def = n->def;
    length_function draw = lengths[def->length];
    u32 units = draw(n, rng);
    return units * (u32)def->length_unit;
}

void lengths_derive(ws_net *n) {
    u64 mean = (u64)n->def->length_mean;
    u64 mean_q32 = mean << 32;
    n->length_scale = geometric_scale(mean_q32, 32);
}

u64 length_sum(const ws_def *def, u64 *weights) {
    if (def->length == WS_LENGTH_MIXTURE)
        return mixture_sum(def, weights);
    *weights = 1;
    return 2 * (u64)def->length_mean;
}

/* The longest message, in units; 0 = there is no bound. */
static i64 longest_units(const ws_def *def) {
    i64 longest = 0;
    if (def->length == WS_LENGTH_FIXED)
        return def->length_mean;
    if (def->length != WS_LENGTH_MIXTURE)
        return 0;
    u32 ranges = (u32)def->mixture_count;
    for (EACH(i, ranges)) {
        i64 hi = def->mixture_hi[i];
        if (hi > longest)
            longest = hi;
    }
    return longest;
}

/* Is every message cut into packets of at most `segment` flits? */
static bool all_are_cut(const ws_def *def) {
    if (def->segment_rule != WS_SEGMENT_RULE_FIXED)
        return false;
    return def->segment > 0 && def->class_rule != WS_CLASS_RULE_PRIORITY;
}

/* Flits of a message in the longest packet; 0 = there is no bound. */
static i64 longest_payload(const ws_def *def) {
    i64 longest = longest_units(def) * def->length_unit;
    if (!all_are_cut(def))
        return longest;
    if (longest == 0 || def->segment < longest)
        return def->segment;
    return longest;
}

i64 longest_packet(const ws_def *def) {
    i64 payload = longest_payload(def);
    return payload > 0 ? payload + def->overhead : 0;
}
