/* batches.c - see batches.h. */
#include "observe/batches.h"

#include <math.h>

#include "core/base.h"

/* Student's t, two-sided 95 %, by degrees of freedom. */
/* clang-format off */
static const double t95[WS_BATCHES_MAX] = {
    [1] = 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201,        2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080,        2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    2.040,        2.037, 2.035, 2.032, 2.030, 2.028, 2.026, 2.024, 2.023,
};
/* clang-format on */

void ws_batches_clear(ws_batches *batches) {
    *batches = (ws_batches){.size = WS_BATCH_FIRST};
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
    for (EACH(i, WS_BATCHES_MAX / 2))
        sum[i] = sum[2 * i] + sum[2 * i + 1];
    batches->count = WS_BATCHES_MAX / 2;
    batches->size *= 2;
}

void ws_batches_add(ws_batches *batches, double value) {
    batches->open += value;
    if (++batches->filled < batches->size)
        return;
    batches->sum[batches->count++] = batches->open;
    batches->open = 0;
    batches->filled = 0;
    if (batches->count == WS_BATCHES_MAX)
        batches_merge(batches);
}

double ws_batches_ci95(const ws_batches *batches) {
    if (batches->count < WS_BATCHES_MIN)
        return NAN;
    double n = batches->count;
    double size = (double)batches->size;
    double mean = 0;
    double squares = 0;
    for (EACH(i, batches->count))
        mean += batches->sum[i] / size / n;
    for (EACH(i, batches->count)) {
        double deviation = batches->sum[i] / size - mean;
        squares += deviation * deviation;
    }
    double variance = squares / (n - 1);
    return t95[batches->count - 1] * sqrt(variance / n);
}
