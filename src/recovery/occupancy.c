/* occupancy.c - how long the lanes of a link are held, estimated: what the dynamic timeouts
 * weigh (Hu and Kleinrock, equation 1). */
#include "recovery.h"

/* O = ((k - 1) O + x) / k */
void occupancy_sample(ws_net *n, u32 l, u64 cycles) {
    u64 k = (u64)n->def->occupancy_weight;
    n->timer.occupancy[l] = ((k - 1) * n->timer.occupancy[l] + (cycles << 16)) / k;
}
