/* base.h - integers, bits, random numbers and logarithms: all that the core takes from
 * arithmetic. Header only, no floating point. */
#ifndef WS_BASE_H
#define WS_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log2.h"
#include "wide.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;
typedef int64_t i64;

#define NIL UINT32_MAX

/* For functions at flit rate that get another function as an argument, and must not pay for the
 * call. */
#define ALWAYS_INLINE __attribute__((always_inline)) static inline
/* For rare cases at flit rate, which would only use up registers there. */
#define NEVER_INLINE __attribute__((noinline, unused)) static

/* ---- bits: sets of indices, one bit each, in words of 64; always walked in index order ---- */

static inline u32 bits_words(u32 count) {
    return (count + 63) / 64;
}
static inline void bit_set(u64 *set, u32 i) {
    set[i >> 6] |= 1ull << (i & 63);
}
static inline void bit_clear(u64 *set, u32 i) {
    set[i >> 6] &= ~(1ull << (i & 63));
}
static inline void bit_flip(u64 *set, u32 i) {
    set[i >> 6] ^= 1ull << (i & 63);
}
static inline bool bit_get(const u64 *set, u32 i) {
    return set[i >> 6] >> (i & 63) & 1;
}
static inline u32 bit_first(u64 word) {
    return (u32)__builtin_ctzll(word);
}
static inline u32 bit_count(u64 word) {
    return (u32)__builtin_popcountll(word);
}

/* Empties the word into `word` and walks its bits: for (BITS_EACH(i, word)) with i relative to
 * the word. */
/* clang-format off */
#define BITS_EACH(i, word) \
    u32 i; \
    (word) && (i = bit_first(word), true); \
    (word) &= (word) - 1
/* Walks 0 .. count - 1: for (EACH(l, n->size.links)). */
#define EACH(i, count) \
    u32 i = 0; \
    i < (count); \
    i++
/* clang-format on */

static inline u32 least_of(u32 one, u32 other) {
    return one < other ? one : other;
}

static inline bool bits_none(const u64 *set, u32 words) {
    for (u32 w = 0; w < words; w++)
        if (set[w])
            return false;
    return true;
}

/* The members of the first four words of a set, at once. */
static inline u64 four_words(const u64 *set) {
    u64 low = set[0] | set[1];
    u64 high = set[2] | set[3];
    return low | high;
}

/* Empty words at the beginning of a long set, most of which is empty. */
static inline size_t words_empty(const u64 *set, size_t words) {
    size_t w = 0;
    while (w + 4 <= words && four_words(set + w) == 0)
        w += 4;
    while (w < words && set[w] == 0)
        w++;
    return w;
}

/* First member at or after `from` of a set of one word, wrapping round; the set is not empty. */
static inline u32 bit_next_wrap(u64 set, u32 from) {
    u64 later = set & (~0ull << from);
    return bit_first(later ? later : set);
}

/* First member at or after `from` of a set of many words, wrapping round; NIL if the set is empty.
 * `from` < 64 * words. */
static inline u32 bits_next_wrap(const u64 *set, u32 words, u32 from) {
    u32 w = from >> 6;
    u64 later = ~0ull << (from & 63);
    u64 word = set[w] & later;
    for (u32 i = 0; i <= words; i++) {
        if (word)
            return w * 64 + bit_first(word);
        w++;
        if (w == words)
            w = 0;
        word = set[w];
    }
    return NIL;
}

/* ---- random numbers: splitmix64 (Steele, Lea, Flood 2014); one word of state a stream ---- */

static inline u64 mix64(u64 word) {
    word ^= word >> 30;
    word *= 0xbf58476d1ce4e5b9ull;
    word ^= word >> 27;
    word *= 0x94d049bb133111ebull;
    return word ^ word >> 31;
}
static inline u64 rng_next(u64 *stream) {
    return mix64(*stream += 0x9e3779b97f4a7c15ull);
}

/* Uniform in 0 .. n-1, n >= 1 (multiply-high; the bias is below n / 2^64). */
static inline u32 rng_below(u64 *stream, u32 n) {
    wide product = wide_mul(rng_next(stream), n);
    return (u32)wide_low(wide_right(product, 64));
}

/* True with probability share / 10^6. */
static inline bool rng_share(u64 *stream, u64 share) {
    return rng_below(stream, 1000000) < share;
}

/* ---- logarithms in fixed point ---- */

#define Q32_ONE (1ull << 32)
#define Q32_LN2 2977044472ull /* ln 2 * 2^32, rounded */

/* -ln(v / 2^64) * 2^32 for v >= 1. */
static inline u64 q32_neg_ln(u64 v) {
    u64 bits = (64ull << 32) - q32_log2(v);
    wide product = wide_mul(bits, Q32_LN2);
    return wide_low(wide_right(product, 32));
}

/* -1 / ln(1 - 1 / mean), by which an exponential variate of mean 1 is multiplied so that it has,
 * when it is rounded up to a whole number, the mean `mean`: that number is geometric on 1, 2, ...
 * Both are times 2^bits, bits <= 32; 0 for a mean of at most 1. The series of the logarithm is
 * 1/mean * (1 + x/2 + x^2/3 + ...), x = 1/mean: below 2 it would be long. */
static inline u64 geometric_scale(u64 mean, unsigned bits) {
    u64 one = 1ull << bits;
    wide share = wide_left(wide_of(1), 64 + bits);
    if (mean <= one)
        return 0;
    u64 x = wide_low(wide_div(share, wide_of(mean))); /* times 2^64 */
    if (mean < 2 * one) {
        wide scaled = wide_left(wide_of(1), 32 + bits);
        u64 rate = q32_neg_ln(~x + 1);
        return wide_low(wide_div(scaled, wide_of(rate)));
    }
    u64 term = 1ull << 63;
    u64 sum = term;
    for (u64 i = 2; term > 0; i++) {
        term = high_product(term, x);
        sum += term / i;
    }
    wide scaled = wide_left(wide_of(mean), 63);
    return wide_low(wide_div(scaled, wide_of(sum)));
}

/* An exponential variate of mean 1, times 2^32; in [0, 64 ln 2]. */
static inline u64 rng_exponential_q32(u64 *stream) {
    return q32_neg_ln(rng_next(stream) | 1);
}

#endif
