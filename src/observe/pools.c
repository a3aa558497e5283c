/* pools.c - see saqs.h. */
#include "observe/saqs.h"

#include <math.h>

#include "switch/switch.h"

const char *const ws_refusal_names[WS_REFUSALS] = {"full", "rule", "message", "destination",
                                                   "limit"};

uint32_t ws_pool_size(const ws_net *n) {
    return n->wire.pool0 ? (u32)n->def->pool : 0;
}

/* Links between switch x and the last switch of packet k. */
static u16 links_to_go(const ws_net *n, u32 x, u32 k) {
    u32 last = n->wire.host_switch[n->packet.dest[k]];
    return (u16)route_length(n, x, last);
}

void ws_pool_read(const ws_net *n, uint32_t x, ws_buffer *buffer) {
    u32 size = ws_pool_size(n);
    for (EACH(i, size)) {
        ws_buffer *to = &buffer[i];
        u32 q = n->wire.pool0[x] + i;
        const ws_queue_state *queue = &n->queue[q];
        *to = (ws_buffer){.packet = NIL, .queue = q};
        if (queue->state == QUEUE_EMPTY)
            continue;
        to->packet = queue->front;
        to->to_go = links_to_go(n, x, queue->front);
        to->leaving = pool_leaving(n, q);
    }
}

static void buffer_count(ws_pool_report *report, const ws_buffer *buffer) {
    if (buffer->to_go == 0)
        report->dest++;
    else
        report->transit++;
}

static void pool_count(ws_pool_report *report, const ws_net *n, u32 x) {
    ws_buffer pool[WS_PORTS_MAX];
    u32 size = ws_pool_size(n);
    u32 used = 0;
    ws_pool_read(n, x, pool);
    for (EACH(i, size)) {
        const ws_buffer *buffer = &pool[i];
        if (buffer->packet == NIL)
            continue;
        used++;
        buffer_count(report, buffer);
    }
    if (used > report->fullest)
        report->fullest = used;
}

ws_pool_report ws_pools_report(const ws_net *n) {
    u32 size = ws_pool_size(n);
    ws_pool_report report = {0};
    report.turns = n->total[WS_TOTAL_TURNS];
    report.buffers = size * n->size.switches;
    for (EACH(i, WS_REFUSALS)) {
        report.refused[i] = n->total[WS_TOTAL_REFUSED_FULL + i];
        report.refusals += report.refused[i];
    }
    double delivered = (double)n->total[WS_TOTAL_PACKETS_DELIVERED];
    report.per_packet = delivered > 0 ? (double)report.refusals / delivered : NAN;
    if (size == 0)
        return report;
    for (EACH(x, n->size.switches))
        pool_count(&report, n, x);
    return report;
}
