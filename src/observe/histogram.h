/* histogram.h - a log-linear histogram of cycle counts: exact where values are small, bounded
 * relative error where they are large.
 *
 * Values below 2^(bits+1) have a bucket each; above, every octave has 2^bits buckets of equal
 * width, so a value read back is wrong by at most 2^-(bits+1) of itself (bits 7: 0.4 %). Count,
 * sum, sum of squares and maximum are kept apart and are exact. The method is that of
 * HdrHistogram (G. Tene, 2012). Buckets are allocated as far as values reach. */
#ifndef WS_HISTOGRAM_H
#define WS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "observe/pack.h"

#define WS_HISTOGRAM_FINE   7 /* percentiles within 0.4 % */
#define WS_HISTOGRAM_COARSE 4 /* within 3.2 %, an eighth of the memory */

typedef struct ws_histogram {
    uint32_t bits;    /* buckets of an octave, log2 */
    uint32_t room;    /* buckets allocated */
    uint64_t *bucket; /* owned */
    uint64_t count;
    uint64_t max;
    /* sum is exact up to 2^53 */
    double sum;
    double squares;
} ws_histogram;

void ws_histogram_init(ws_histogram *histogram, uint32_t bits);
void ws_histogram_free(ws_histogram *histogram);
void ws_histogram_clear(ws_histogram *histogram); /* empties the histogram; keeps its memory */
void ws_histogram_pack(ws_histogram *histogram, ws_pack *pack);
/* Makes the buckets reach up to this one. */
void ws_histogram_reach(ws_histogram *histogram, uint32_t bucket);

/* Right shifts that leave bits + 1 binary digits of a value: the octaves above the exact values. */
static inline uint32_t ws_histogram_shift(const ws_histogram *histogram, uint64_t value) {
    uint32_t exact = histogram->bits + 1;
    uint32_t digits = 64 - (uint32_t)__builtin_clzll(value | 1);
    return digits > exact ? digits - exact : 0;
}

/* Adds a sample. Inline, since it runs several times a packet. */
static inline void ws_histogram_add(ws_histogram *histogram, uint64_t value) {
    uint32_t shift = ws_histogram_shift(histogram, value);
    uint32_t bucket = (shift << histogram->bits) + (uint32_t)(value >> shift);
    if (bucket >= histogram->room)
        ws_histogram_reach(histogram, bucket);
    double cycles = (double)value;
    histogram->bucket[bucket]++;
    histogram->count++;
    if (value > histogram->max)
        histogram->max = value;
    histogram->sum += cycles;
    histogram->squares += cycles * cycles;
}

/* The smallest value with at least `share` (0 to 1) of the samples at or below it, to the
 * bucket's middle; never above the maximum. NAN of an empty histogram. */
double ws_histogram_quantile(const ws_histogram *histogram, double share);

/* The number of buckets; and a bucket: `count` values from `low` to below `low + width`. */
typedef struct ws_bucket {
    uint64_t low;
    uint64_t width;
    uint64_t count;
} ws_bucket;
uint32_t ws_histogram_buckets(const ws_histogram *histogram);
ws_bucket ws_histogram_bucket(const ws_histogram *histogram, uint32_t index);

double ws_histogram_mean(const ws_histogram *histogram); /* NAN if empty */
double ws_histogram_sd(const ws_histogram *histogram);   /* of the samples; NAN below two */

#endif
