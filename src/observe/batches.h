/* batches.h - the confidence of a mean of samples that depend on each other: the method of batch
 * means.
 *
 * Samples are cut, in the order in which they come, into batches of equal size; batch means are
 * nearly independent once a batch is long against the correlation. There are never more than
 * BATCHES_MAX of them: when the last is full, neighbours are merged and the batch size doubles
 * (Law and Kelton, "Simulation Modeling and Analysis", section 9.5). The half-width is that of
 * Student's t over the full batches; it is not told (NAN) below BATCHES_MIN of them. */
#ifndef WS_BATCHES_H
#define WS_BATCHES_H

#include <stdint.h>

#include "observe/pack.h"

#define WS_BATCHES_MAX 40 /* so 20 to 40 batches once there are enough samples */
#define WS_BATCHES_MIN 5
#define WS_BATCH_FIRST 8 /* samples of a batch before any doubling */

typedef struct ws_batches {
    uint64_t size;   /* samples of a full batch */
    uint64_t filled; /* samples in the open batch */
    uint32_t count;  /* full batches */
    double open;     /* sum of the open batch */
    double sum[WS_BATCHES_MAX];
} ws_batches;

void ws_batches_clear(ws_batches *batches);
void ws_batches_pack(ws_batches *batches, ws_pack *pack);
void ws_batches_add(ws_batches *batches, double value);
double ws_batches_ci95(const ws_batches *batches); /* half-width of the 95 % interval of the mean */

#endif
