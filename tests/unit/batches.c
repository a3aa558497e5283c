/* Batches of samples that come in one by one: bounded however many there are, equal, and whole in the pack. */
#include "observe/batches.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"

static ws_batches batches_of(uint32_t room, int samples) {
    ws_batches b;
    ws_batches_init(&b, room);
    for (int i = 0; i < samples; i++) ws_batches_add(&b, i);
    return b;
}

static void few_samples(void) {
    ws_batches b = batches_of(WS_BATCHES_FINE, WS_BATCH_FIRST * WS_INTERVAL_BATCHES - 1);
    ok(isnan(ws_batches_interval(&b).low), "no interval below %d batches", WS_INTERVAL_BATCHES);
    ws_batches_free(&b);
}

static void merging(uint32_t room) {
    ws_batches b = batches_of(room, 0);
    bool bounded = true, equal = true;
    double sum = 0;
    for (int i = 0; i < 100000; i++) {
        ws_batches_add(&b, i % 7);
        bounded &= b.count < room;
    }
    for (uint32_t i = 0; i < b.count; i++) sum += b.sum[i];
    double held = (double)b.size * b.count;
    for (uint32_t i = 0; i < b.count; i++) equal &= fabs(b.sum[i] / (double)b.size - 3) < 0.1;
    ok(bounded && b.count >= room / 2, "%u to %u batches however many samples", room / 2, room - 1);
    ok(equal && fabs(sum / held - 3) < 0.001, "equal batches of %llu samples, none lost", (unsigned long long)b.size);
    ws_batches_free(&b);
}

static void packing(void) {
    ws_batches b = batches_of(WS_BATCHES_COARSE, 5003), copy = batches_of(WS_BATCHES_COARSE, 1);
    ws_pack pack = {.mode = WS_PACK_MEASURE};
    ws_batches_pack(&b, &pack);
    unsigned char *bytes = malloc(pack.size);
    pack = (ws_pack){.mode = WS_PACK_SAVE, .bytes = bytes};
    ws_batches_pack(&b, &pack);
    pack = (ws_pack){.mode = WS_PACK_RESTORE, .bytes = bytes};
    ws_batches_pack(&copy, &pack);
    for (int i = 0; i < 3000; i++) {
        ws_batches_add(&b, i % 11);
        ws_batches_add(&copy, i % 11);
    }
    ws_interval one = ws_batches_interval(&b), other = ws_batches_interval(&copy);
    ok(one.mean == other.mean && one.batches == other.batches && b.count == copy.count, "restored, it goes on the same");
    free(bytes);
    ws_batches_free(&b);
    ws_batches_free(&copy);
}

int main(void) {
    few_samples();
    merging(WS_BATCHES_FINE);
    merging(WS_BATCHES_COARSE);
    packing();
    return done();
}
