/* wide.h - unsigned numbers of 128 bits, for products that do not fit into 64. Header only.
 *
 * Where the compiler has such a type it is used; elsewhere (32-bit machines) a number is two
 * words. Both give the same results (tests/unit/wide.c compares them). All operations are modulo
 * 2^128. */
#ifndef WS_WIDE_H
#define WS_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__SIZEOF_INT128__) && !defined(WS_WIDE_TWO_WORDS)

__extension__ typedef unsigned __int128 wide;

static inline wide wide_of(uint64_t a) {
    return a;
}
static inline wide wide_mul(uint64_t a, uint64_t b) {
    return (wide)a * b;
}
static inline wide wide_scale(wide a, uint64_t b) {
    return a * b;
}
static inline wide wide_add(wide a, uint64_t b) {
    return a + b;
}
static inline wide wide_left(wide a, unsigned bits) {
    return a << bits;
}
static inline wide wide_right(wide a, unsigned bits) {
    return a >> bits;
}
static inline bool wide_less(wide a, wide b) {
    return a < b;
}
static inline wide wide_div(wide a, wide b) {
    return a / b;
}
static inline uint64_t wide_low(wide a) {
    return (uint64_t)a;
}

#else

typedef struct wide {
    uint64_t high, low;
} wide;

static inline wide wide_of(uint64_t a) {
    return (wide){0, a};
}

/* The full product of two words, from four products of their halves. */
static inline wide wide_mul(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a;
    uint64_t a1 = a >> 32;
    uint64_t b0 = (uint32_t)b;
    uint64_t b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t upper = a0 * b1 + (uint32_t)middle;
    uint64_t high = a1 * b1 + (middle >> 32) + (upper >> 32);
    return (wide){high, a * b};
}

static inline wide wide_scale(wide a, uint64_t b) {
    wide product = wide_mul(a.low, b);
    product.high += a.high * b;
    return product;
}

static inline wide wide_add(wide a, uint64_t b) {
    uint64_t low = a.low + b;
    return (wide){a.high + (low < b), low};
}

static inline wide wide_left(wide a, unsigned bits) {
    if (bits == 0)
        return a;
    if (bits >= 64)
        return (wide){a.low << (bits - 64), 0};
    return (wide){a.high << bits | a.low >> (64 - bits), a.low << bits};
}

static inline wide wide_right(wide a, unsigned bits) {
    if (bits == 0)
        return a;
    if (bits >= 64)
        return (wide){0, a.high >> (bits - 64)};
    return (wide){a.high >> bits, a.high << (64 - bits) | a.low >> bits};
}

static inline bool wide_less(wide a, wide b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* a / b for b > 0, bit by bit. */
static inline wide wide_div(wide a, wide b) {
    wide quotient = {0, 0};
    wide rest = {0, 0};
    for (unsigned bit = 128; bit-- > 0;) {
        bool over = rest.high >> 63;
        rest = wide_left(rest, 1);
        rest.low |= wide_right(a, bit).low & 1;
        quotient = wide_left(quotient, 1);
        if (!over && wide_less(rest, b))
            continue;
        rest.high -= b.high + (rest.low < b.low);
        rest.low -= b.low;
        quotient.low |= 1;
    }
    return quotient;
}

static inline uint64_t wide_low(wide a) {
    return a.low;
}

#endif
#endif
