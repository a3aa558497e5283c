/* histogram.c - see histogram.h.
 *
 * Bucket of a value: below 2^(bits+1) the value itself; otherwise shift it
 * right until it has bits+1 binary digits; each shift is one octave further up:
 * octave * 2^bits + the shifted value. The map is continuous and grows, so a
 * bucket's bounds follow. */
#include "observe/histogram.h"
#include "wormscope/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t ws_histogram_buckets(const ws_histogram *h) {
    return h->room;
}

ws_bucket ws_histogram_bucket(const ws_histogram *h, uint32_t index) {
    uint32_t octave = index >> h->bits;
    uint32_t shift = octave > 1 ? octave - 1 : 0;
    ws_bucket bucket = {0};
    bucket.width = 1ull << shift;
    bucket.low = (index - (shift << h->bits)) * bucket.width;
    bucket.count = h->bucket[index];
    return bucket;
}

/* The middle of a bucket, a whole number of cycles: the value itself where
 * buckets are one wide. */
static double bucket_middle(const ws_histogram *h, uint32_t index) {
    ws_bucket bucket = ws_histogram_bucket(h, index);
    return (double)(bucket.low + (bucket.width - 1) / 2);
}

/* Without memory the program ends, since no caller could go on. */
void ws_histogram_reach(ws_histogram *h, uint32_t bucket) {
    uint32_t room = h->room ? h->room : 2u << h->bits;
    while (room <= bucket)
        room += 1u << h->bits;
    uint64_t *grown = realloc(h->bucket, room * sizeof *grown);
    if (!grown)
        ws_no_memory(0);
    memset(grown + h->room, 0, (room - h->room) * sizeof *grown);
    h->bucket = grown;
    h->room = room;
}

void ws_histogram_init(ws_histogram *h, uint32_t bits) {
    assert(bits >= 1 && bits <= 16);
    *h = (ws_histogram){.bits = bits};
}

void ws_histogram_free(ws_histogram *h) {
    free(h->bucket);
    *h = (ws_histogram){.bits = h->bits};
}

void ws_histogram_clear(ws_histogram *h) {
    if (h->bucket)
        memset(h->bucket, 0, h->room * sizeof *h->bucket);
    h->count = h->max = 0;
    h->sum = h->squares = 0;
}

void ws_histogram_pack(ws_histogram *h, ws_pack *pack) {
    uint32_t room = h->room;
    WS_PACK(pack, room);
    if (pack->mode == WS_PACK_RESTORE && room != h->room) {
        ws_histogram_free(h);
        if (room)
            ws_histogram_reach(h, room - 1);
        assert(h->room == room); /* it grows in whole octaves, and did when it was saved */
    }
    ws_pack_part(pack, h->bucket, h->room * sizeof *h->bucket);
    WS_PACK(pack, h->count);
    WS_PACK(pack, h->max);
    WS_PACK(pack, h->sum);
    WS_PACK(pack, h->squares);
}

double ws_histogram_quantile(const ws_histogram *h, double share) {
    assert(share >= 0 && share <= 1);
    if (!h->count)
        return NAN;
    uint64_t rank = (uint64_t)ceil(share * (double)h->count);
    uint64_t seen = 0;
    if (rank < 1)
        rank = 1;
    uint32_t bucket = 0;
    for (;; bucket++) {
        seen += h->bucket[bucket];
        if (seen >= rank)
            break;
    }
    return fmin(bucket_middle(h, bucket), (double)h->max);
}

double ws_histogram_mean(const ws_histogram *h) {
    return h->count ? h->sum / (double)h->count : NAN;
}

double ws_histogram_sd(const ws_histogram *h) {
    if (h->count < 2)
        return NAN;
    double n = (double)h->count;
    double squares = h->squares - h->sum * h->sum / n;
    return sqrt(fmax(0, squares / (n - 1)));
}
