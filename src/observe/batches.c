/* batches.c - see batches.h. */
#include "observe/batches.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base.h"
#include "wormscope/memory.h"

void ws_batches_init(ws_batches *batches, uint32_t room) {
    *batches = (ws_batches){.size = WS_BATCH_FIRST, .room = room};
    batches->sum = ws_alloc(room, sizeof *batches->sum);
}

void ws_batches_free(ws_batches *batches) {
    free(batches->sum);
    batches->sum = NULL;
}

void ws_batches_clear(ws_batches *batches) {
    batches->size = WS_BATCH_FIRST;
    batches->filled = 0;
    batches->count = 0;
    batches->open = 0;
}

void ws_batches_pack(ws_batches *batches, ws_pack *pack) {
    WS_PACK(pack, batches->size);
    WS_PACK(pack, batches->filled);
    WS_PACK(pack, batches->count);
    WS_PACK(pack, batches->open);
    ws_pack_part(pack, batches->sum, batches->count * sizeof *batches->sum);
}

static void batches_merge(ws_batches *batches) {
    double *sum = batches->sum;
    batches->count = batches->room / 2;
    batches->size *= 2;
    for (EACH(i, batches->count))
        sum[i] = sum[2 * i] + sum[2 * i + 1];
}

void ws_batches_close(ws_batches *batches) {
    batches->sum[batches->count++] = batches->open;
    batches->open = 0;
    batches->filled = 0;
    if (batches->count == batches->room)
        batches_merge(batches);
}

ws_interval ws_batches_interval(const ws_batches *batches) {
    double mean[WS_BATCHES_FINE];
    assert(batches->count <= WS_BATCHES_FINE);
    for (EACH(i, batches->count))
        mean[i] = batches->sum[i] / (double)batches->size;
    return ws_interval_of(mean, batches->count);
}
