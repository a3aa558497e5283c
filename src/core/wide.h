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

static inline wide wide_of(uint64_t word) {
    return word;
}
static inline wide wide_mul(uint64_t left, uint64_t right) {
    return (wide)left * right;
}
static inline wide wide_scale(wide number, uint64_t factor) {
    return number * factor;
}
static inline wide wide_add(wide number, uint64_t term) {
    return number + term;
}
static inline wide wide_left(wide number, unsigned bits) {
    return number << bits;
}
static inline wide wide_right(wide number, unsigned bits) {
    return number >> bits;
}
static inline bool wide_less(wide number, wide other) {
    return number < other;
}
static inline wide wide_div(wide number, wide divisor) {
    return number / divisor;
}
static inline uint64_t wide_low(wide number) {
    return (uint64_t)number;
}

#else

typedef struct wide {
    uint64_t high, low;
} wide;

static inline wide wide_of(uint64_t word) {
    return (wide){0, word};
}

/* The full product of two words, from four products of their halves. */
static inline wide wide_mul(uint64_t left, uint64_t right) {
    uint64_t a0 = (uint32_t)left;
    uint64_t a1 = left >> 32;
    uint64_t b0 = (uint32_t)right;
    uint64_t b1 = right >> 32;
    uint64_t carry = a0 * b0 >> 32;
    uint64_t middle = a1 * b0 + carry;
    uint64_t upper = a0 * b1 + (uint32_t)middle;
    uint64_t high = a1 * b1;
    high += middle >> 32;
    high += upper >> 32;
    return (wide){high, left * right};
}

static inline wide wide_scale(wide number, uint64_t factor) {
    wide product = wide_mul(number.low, factor);
    product.high += number.high * factor;
    return product;
}

static inline wide wide_add(wide number, uint64_t term) {
    uint64_t low = number.low + term;
    return (wide){number.high + (low < term), low};
}

static inline wide wide_left(wide number, unsigned bits) {
    if (bits == 0)
        return number;
    if (bits >= 64)
        return (wide){number.low << (bits - 64), 0};
    uint64_t carry = number.low >> (64 - bits);
    uint64_t high = number.high << bits;
    return (wide){high | carry, number.low << bits};
}

static inline wide wide_right(wide number, unsigned bits) {
    if (bits == 0)
        return number;
    if (bits >= 64)
        return (wide){0, number.high >> (bits - 64)};
    uint64_t carry = number.high << (64 - bits);
    uint64_t low = number.low >> bits;
    return (wide){number.high >> bits, carry | low};
}

static inline bool wide_less(wide number, wide other) {
    if (number.high != other.high)
        return number.high < other.high;
    return number.low < other.low;
}

/* number / divisor for divisor > 0, bit by bit. */
static inline wide wide_div(wide number, wide divisor) {
    wide quotient = {0, 0};
    wide rest = {0, 0};
    for (unsigned bit = 128; bit-- > 0;) {
        bool over = rest.high >> 63;
        rest = wide_left(rest, 1);
        rest.low |= wide_right(number, bit).low & 1;
        quotient = wide_left(quotient, 1);
        if (!over && wide_less(rest, divisor))
            continue;
        rest.high -= divisor.high + (rest.low < divisor.low);
        rest.low -= divisor.low;
        quotient.low |= 1;
    }
    return quotient;
}

static inline uint64_t wide_low(wide number) {
    return number.low;
}

#endif
#endif
