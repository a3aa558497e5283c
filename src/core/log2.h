/* log2.h - the logarithm to base 2 in fixed point. Header only; base.h includes it.
 *
 * A number between 1 and 2 is brought close above 1 by a factor from a table; the rest is a series.
 * That is exact to 2^-45. Where it falls so close to a boundary between two results that this
 * does not decide, the bits are found one by one, by squaring. Both give the same results
 * (tests/unit/log2.c compares them), on every machine. */
#ifndef WS_LOG2_H
#define WS_LOG2_H

#include "wide.h"

/* A row for each value of the five bits behind the leading 1 of a number x: a factor, times 2^9,
 * that brings x close above 1; and how much the factor changes the logarithm, times 2^63. */
typedef struct log2_step {
    uint16_t factor;
    uint64_t logarithm;
} log2_step;
/* clang-format off */
static const log2_step log2_steps[32] = {
    {512, 0x0000000000000000ull},
    {497, 0x057dae28470f1847ull},
    {482, 0x0b2671360338ab5aull},
    {469, 0x1032fbbaee6d650dull},
    {456, 0x1563dc29ffacb20dull},
    {443, 0x1abb2ca9ec747263ull},
    {432, 0x1f5fd8a9063e3491ull},
    {421, 0x24232dd0e8e7a166ull},
    {410, 0x2906cbcd2baf2d54ull},
    {400, 0x2d961ed0cb91d407ull},
    {391, 0x31c9f07f428bdb60ull},
    {382, 0x3616cfe9e8d01feaull},
    {373, 0x3a7deeeda87fe7e2ull},
    {365, 0x3e7ee39836c53706ull},
    {357, 0x42968f705d486358ull},
    {349, 0x46c5fa126b709859ull},
    {342, 0x4a83cf0d01c16e3dull},
    {335, 0x4e55731894791caaull},
    {328, 0x523bbc64c5e64351ull},
    {322, 0x55a4840766d29904ull},
    {316, 0x591db662b664264dull},
    {310, 0x5ca7f49adc1f1f5bull},
    {304, 0x6043e946fd97f5dcull},
    {298, 0x63f2493226b211bfull},
    {293, 0x67123517cad4944aull},
    {288, 0x6a3fe5c604297860ull},
    {283, 0x6d7bd6b4f859c073ull},
    {278, 0x70c689f7402d26f2ull},
    {274, 0x7373af48dce652a9ull},
    {269, 0x76da5240f652e1bbull},
    {265, 0x799e900f2dab9ae8ull},
    {261, 0x7c6d9388af5e0f33ull},
};
/* clang-format on */

/* 1 / (i ln 2), times 2^63, from i = 1 on: the series of log2(1 + excess). */
/* clang-format off */
static const uint64_t log2_series[8] = {
    0xb8aa3b295c17f0bcull,
    0x5c551d94ae0bf85eull,
    0x3d8e13b87407fae9ull,
    0x2e2a8eca5705fc2full,
    0x24eed8a1df37fcf2ull,
    0x1ec709dc3a03fd75ull,
    0x1a61762a7aded93full,
    0x171547652b82fe17ull,
};
/* clang-format on */
enum { LOG2_TERMS = sizeof log2_series / sizeof *log2_series };

/* Distance from a boundary, in units of the 31 bits behind the result, below which the series does
 * not decide. */
enum { LOG2_DOUBT = 1 << 18, LOG2_REST = 0x7fffffff };

static inline uint64_t high_product(uint64_t left, uint64_t right) {
    wide product = wide_mul(left, right);
    return wide_low(wide_right(product, 64));
}

/* log2(1 + excess) * 2^63, for excess * 2^64 below 2^-4. */
static inline uint64_t log2_near_one(uint64_t excess) {
    uint64_t sum = log2_series[LOG2_TERMS - 1];
    for (unsigned i = LOG2_TERMS - 1; i > 0; i--)
        sum = log2_series[i - 1] - high_product(sum, excess);
    return high_product(sum, excess);
}

/* The fraction of log2(x) * 2^32, for x * 2^63, 1 <= x < 2: bit by bit. The error of each
 * squaring, less than 2^-63, is halved by every bit before it. */
static inline uint64_t log2_by_squaring(uint64_t x) {
    uint64_t fraction = 0;
    for (unsigned i = 0; i < 32; i++) {
        wide square = wide_mul(x, x); /* in [1, 4) with 126 fractional bits */
        bool carry = wide_low(wide_right(square, 127)) != 0;
        unsigned shift = carry ? 64 : 63;
        x = wide_low(wide_right(square, shift));
        fraction = fraction << 1 | carry;
    }
    return fraction;
}

static inline uint64_t log2_fraction(uint64_t x) {
    unsigned index = x >> 58 & 31;
    const log2_step *step = &log2_steps[index];
    /* x * factor, times 2^64, of which the 1 before the point is cut off */
    uint64_t excess = (x >> 8) * step->factor;
    uint64_t sum = step->logarithm + log2_near_one(excess);
    uint64_t rest = sum & LOG2_REST;
    if (rest - LOG2_DOUBT > LOG2_REST - 2 * LOG2_DOUBT)
        return log2_by_squaring(x);
    return sum >> 31;
}

/* log2(v) * 2^32 of v >= 1, exact to 2^-31. */
static inline uint64_t q32_log2(uint64_t v) {
    unsigned zeros = (unsigned)__builtin_clzll(v);
    uint64_t whole = 63 - zeros;
    return whole << 32 | log2_fraction(v << zeros);
}

#endif
