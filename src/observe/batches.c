/* batches.c - see batches.h. */
#include "observe/batches.h"

#include <math.h>

/* Student's t, two-sided 95 %, by degrees of freedom. */
static const double t95[WS_BATCHES_MAX] = {
    [1] = 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201,        2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080,        2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    2.040,        2.037, 2.035, 2.032, 2.030, 2.028, 2.026, 2.024, 2.023,
};

void ws_batches_clear(ws_batches *b) {
    *b = (ws_batches){.size = WS_BATCH_FIRST};
}

void ws_batches_pack(ws_batches *b, ws_pack *pack) {
    ws_pack_part(pack, &b->size, sizeof b->size);
    ws_pack_part(pack, &b->filled, sizeof b->filled);
    ws_pack_part(pack, &b->count, sizeof b->count);
    ws_pack_part(pack, &b->open, sizeof b->open);
    ws_pack_part(pack, b->sum, b->count * sizeof *b->sum);
}

static void batches_merge(ws_batches *b) {
    for (uint32_t i = 0; i < WS_BATCHES_MAX / 2; i++)
        b->sum[i] = b->sum[2 * i] + b->sum[2 * i + 1];
    b->count = WS_BATCHES_MAX / 2;
    b->size *= 2;
}

void ws_batches_add(ws_batches *b, double value) {
    b->open += value;
    if (++b->filled < b->size)
        return;
    b->sum[b->count++] = b->open;
    b->open = 0;
    b->filled = 0;
    if (b->count == WS_BATCHES_MAX)
        batches_merge(b);
}

double ws_batches_ci95(const ws_batches *b) {
    if (b->count < WS_BATCHES_MIN)
        return NAN;
    double n = b->count;
    double size = (double)b->size;
    double mean = 0;
    double squares = 0;
    for (uint32_t i = 0; i < b->count; i++)
        mean += b->sum[i] / size / n;
    for (uint32_t i = 0; i < b->count; i++)
        squares += (b->sum[i] / size - mean) * (b->sum[i] / size - mean);
    return t95[b->count - 1] * sqrt(squares / (n - 1) / n);
}
