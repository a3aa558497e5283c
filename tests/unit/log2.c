/* log2.c - the logarithm in fixed point: the quick way gives what squaring gives, bit by bit, and both what libm gives. */
#include <math.h>
#include <stdint.h>

#include "core/base.h"
#include "tap.h"

static bool agrees(uint64_t v) {
    if (v == 0) return true; /* it has none */
    u64 x = v << __builtin_clzll(v);
    return log2_fraction(x) == log2_by_squaring(x);
}

/* Neighbours of a number, some close and some far. */
static bool agrees_around(uint64_t v) {
    for (uint64_t far = 0; far < 64; far++)
        if (!agrees(v + (1ull << far)) || !agrees(v - (1ull << far)) || !agrees(v + far)) return false;
    return true;
}

int main(void) {
    uint64_t stream = 1;
    bool same = true;
    uint32_t slow = 0;
    enum { DRAWS = 2000000 };
    for (uint32_t i = 0; i < DRAWS; i++) {
        uint64_t v = rng_next(&stream) >> (i & 31) | 1;
        uint64_t x = v << __builtin_clzll(v), rest = 0;
        same &= agrees(v);
        rest = (log2_steps[x >> 58 & 31].logarithm + log2_near_one((x >> 8) * log2_steps[x >> 58 & 31].factor)) & LOG2_REST;
        slow += rest < LOG2_DOUBT || rest > LOG2_REST - LOG2_DOUBT;
    }
    ok(same, "the quick way and squaring agree on %d random numbers", DRAWS);
    ok(slow < DRAWS / 1000, "the quick way decides nearly always (%u times not)", slow);

    same = true;
    for (uint64_t i = 1; i < 200000; i++) same &= agrees(i);
    ok(same, "they agree on small numbers");
    same = true;
    for (int bit = 6; bit < 64; bit++)
        for (uint64_t step = 0; step < 32; step++) same &= agrees_around((32 + step) << (bit - 5));
    ok(same, "they agree around the borders of the table");

    double worst = 0;
    for (uint32_t i = 0; i < 100000; i++) {
        uint64_t v = rng_next(&stream) >> (i & 63) | 1;
        double error = fabs((double)q32_log2(v) / 4294967296.0 - (double)log2l((long double)v));
        if (error > worst) worst = error;
    }
    ok(worst < 1.0 / 2147483648.0, "the logarithm is that of libm to 2^-31 (worst %.3g)", worst);

    worst = 0;
    for (int i = 0; i < 32; i++) {
        double taken = (double)(log2l(512.0L / log2_steps[i].factor) * 9223372036854775808.0L - (long double)log2_steps[i].logarithm);
        if (fabs(taken) > worst) worst = fabs(taken);
    }
    ok(worst < 8, "the table is right (worst %.3g of 2^63)", worst);
    return done();
}
