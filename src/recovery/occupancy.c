/* occupancy.c - how long the virtual channels of a link are held, estimated: what the dynamic
 * timeouts weigh (Hu and Kleinrock, equation 1). */
#include "recovery.h"

/* O = ((k - 1) O + x) / k */
void occupancy_sample(ws_net *n, u32 l, u64 cycles) {
    u64 weight = (u64)n->def->occupancy_weight;
    u64 *occupancy = &n->timer.occupancy[l];
    u64 sample = cycles << 16;
    assert(l < n->size.links);
    u64 sum = *occupancy * (weight - 1);
    sum += sample;
    *occupancy = sum / weight;
}
