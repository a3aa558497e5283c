/* batches.h - samples that come in one by one, kept as the means of equal batches.
 *
 * There are never more batches than there is room for: when the last is full, neighbours are merged
 * and the batch size doubles (Law and Kelton, "Simulation Modeling and Analysis", section 9.5).
 * What they say of the mean's confidence is told by statistics/interval.h. */
#ifndef WS_BATCHES_H
#define WS_BATCHES_H

#include <stdint.h>

#include "observe/pack.h"
#include "observe/statistics/interval.h"

#define WS_BATCHES_FINE   512 /* 256 to 511 batches once there are enough samples */
#define WS_BATCHES_COARSE 64  /* an eighth of the memory */
#define WS_BATCH_FIRST    8   /* samples of a batch before any doubling */

typedef struct ws_batches {
    uint64_t size;   /* samples of a full batch */
    uint64_t filled; /* samples in the open batch */
    uint32_t room;   /* batches, even */
    uint32_t count;  /* full batches, fewer than room */
    double open;     /* sum of the open batch */
    double *sum;     /* owned */
} ws_batches;

/* Aborts when memory is short. Free with ws_batches_free. */
void ws_batches_init(ws_batches *batches, uint32_t room);
void ws_batches_free(ws_batches *batches);
void ws_batches_clear(ws_batches *batches); /* empties the batches; keeps their room */
void ws_batches_pack(ws_batches *batches, ws_pack *pack);
/* The open batch is full: the next one begins. */
void ws_batches_close(ws_batches *batches);
static inline void ws_batches_add(ws_batches *batches, double value) {
    batches->open += value;
    batches->filled++;
    if (batches->filled == batches->size)
        ws_batches_close(batches);
}
/* The interval of the mean of the samples in full batches. */
ws_interval ws_batches_interval(const ws_batches *batches);

#endif
