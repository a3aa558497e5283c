/* lengths.c - how long messages are: fixed, exponential, or a mixture of ranges. */
#include "traffic.h"

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
    i64 point = rng_below(rng, (u32)weights);
    i64 i = 0;
    while (point >= d->mixture_weight[i])
        point -= d->mixture_weight[i++];
    return (u32)d->mixture_lo[i] + rng_below(rng, (u32)(d->mixture_hi[i] - d->mixture_lo[i] + 1));
}

/* In flits: so many units of length-unit. */
u32 length_draw(const ws_def *d, u64 *rng) {
    u32 units = d->length == WS_LENGTH_EXPONENTIAL ? draw_exponential(d, rng)
                : d->length == WS_LENGTH_MIXTURE   ? draw_mixture(d, rng)
                                                   : (u32)d->length_mean;
    return units * (u32)d->length_unit;
}

u64 length_sum(const ws_def *d, u64 *weights) {
    if (d->length == WS_LENGTH_MIXTURE)
        return mixture_sum(d, weights);
    *weights = 1;
    return 2 * (u64)d->length_mean;
}

i64 longest_packet(const ws_def *d) {
    i64 longest = d->length == WS_LENGTH_FIXED ? d->length_mean : 0;
    for (i64 i = 0; d->length == WS_LENGTH_MIXTURE && i < d->mixture_count; i++)
        if (d->mixture_hi[i] > longest)
            longest = d->mixture_hi[i];
    longest *= d->length_unit;
    bool cut = d->segment_rule == WS_SEGMENT_RULE_FIXED && d->segment > 0 &&
               d->class_rule != WS_CLASS_RULE_PRIORITY;
    return cut && (longest == 0 || d->segment < longest) ? d->segment : longest;
}
