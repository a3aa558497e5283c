/* pools.c - see pools.h. */
#include "observe/pools.h"

#include <math.h>

#include "switch/switch.h"

const char *const ws_refusal_names[WS_REFUSALS] = {"full", "rule", "message", "destination",
                                                   "limit"};

uint32_t ws_pool_size(const ws_net *n) {
    return n->wire.pool0 ? (u32)n->def->pool : 0;
}

void ws_pool_read(const ws_net *n, uint32_t x, ws_buffer *buffer) {
    for (u32 i = 0, count = ws_pool_size(n); i < count; i++) {
        u32 q = n->wire.pool0[x] + i;
        u32 k = n->queue[q].front;
        buffer[i] = (ws_buffer){.packet = WS_NIL, .queue = q};
        if (n->queue[q].state == QUEUE_EMPTY)
            continue;
        buffer[i].packet = k;
        buffer[i].to_go =
            n->wire.dist[x * n->size.switches + n->wire.host_switch[n->packet.dest[k]]];
        buffer[i].leaving = pool_leaving(n, q);
    }
}

ws_pool_report ws_pools_report(const ws_net *n) {
    u32 size = ws_pool_size(n);
    u64 delivered = n->total[WS_TOTAL_PACKETS_DELIVERED];
    ws_buffer pool[WS_PORTS_MAX];
    ws_pool_report r = {.turns = n->total[WS_TOTAL_TURNS], .buffers = size * n->size.switches};
    for (u32 i = 0; i < WS_REFUSALS; i++)
        r.refusals += r.refused[i] = n->total[WS_TOTAL_REFUSED_FULL + i];
    r.per_packet = delivered ? (double)r.refusals / (double)delivered : NAN;
    for (u32 x = 0; size > 0 && x < n->size.switches; x++) {
        u32 used = 0;
        ws_pool_read(n, x, pool);
        for (u32 i = 0; i < size; i++) {
            if (pool[i].packet == WS_NIL)
                continue;
            used++;
            if (pool[i].to_go == 0)
                r.dest++;
            else
                r.transit++;
        }
        if (used > r.fullest)
            r.fullest = used;
    }
    return r;
}
