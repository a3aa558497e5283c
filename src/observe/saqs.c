/* saqs.c - see saqs.h. */
#include "observe/saqs.h"

#include "core/verbs.h"

/* valid, blocked, ready, and 31 bits each of turnpool and mask (RECN papers) */
enum { CAM_LINE_BITS = 65 };

const char *const ws_saq_causes[] = {
    [WS_SAQ_DETECTED] = "detected", [WS_SAQ_NOTIFIED] = "notified"};

/* SAQs that parameters allow; the build has made room for more. */
static u32 queues_in_use(const ws_net *n, u32 port) {
    u32 queues = n->wire.port_queue0[port + 1] - n->wire.port_queue0[port];
    return n->layout.saqs > 0 ? queues - n->layout.saqs + (u32)n->def->saqs : queues;
}

ws_port_cost ws_port_cost_of(const ws_net *n) {
    ws_port_cost cost = {.ports = n->size.ports};
    for (u32 x = 0; n->ports && x < n->size.switches; x++) {
        u32 sum = 0;
        for (u32 i = n->wire.in0[x]; i < n->wire.in0[x + 1]; i++) {
            u32 v = n->wire.vc0[n->wire.in_link[i]];
            u32 queues = queues_in_use(n, port_of(n, n->wire.vc_queue[v]));
            u32 flits = n->wire.vc_credits[v] * n->packet_room;
            if (queues > cost.queues_per_port)
                cost.queues_per_port = queues;
            if (flits > cost.memory_flits)
                cost.memory_flits = flits;
            sum += queues;
        }
        for (u32 l = n->wire.link0[x]; n->wire.link_port && l < n->wire.link0[x + 1]; l++)
            sum += queues_in_use(n, n->wire.link_port[l]);
        if (sum > cost.queues_per_switch)
            cost.queues_per_switch = sum;
    }
    if (n->layout.saqs > 0)
        cost.control_bits = CAM_LINE_BITS * (u32)n->def->saqs;
    return cost;
}

ws_saq_census ws_saqs_count(const ws_net *n) {
    ws_saq_census census = {0};
    for (u32 port = 0; port < n->size.saq_ports; port++) {
        u64 valid = n->saq.valid[port];
        u32 count = bit_count(valid);
        census.active += count;
        if (count > census.most)
            census.most = count;
        for (BITS_EACH(i, valid)) {
            census.blocked += n->saq.line[port * n->layout.saqs + i].blocked;
            census.packets += n->queue[n->wire.port_queue0[port + 1] - n->layout.saqs + i].packets;
        }
    }
    return census;
}

uint32_t ws_saqs_of(const ws_net *n, uint32_t l, ws_saq *saqs, uint32_t room) {
    if (n->size.saq_ports == 0 || is_sink(n, l))
        return 0;
    u32 cold = n->wire.vc_queue[n->wire.vc0[l]];
    u32 port = port_of(n, cold);
    u32 first = n->wire.port_queue0[port + 1] - n->layout.saqs;
    u32 count = 0;
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        const ws_saq_state *saq = &n->saq.line[port * n->layout.saqs + i];
        const ws_queue_state *queue = &n->queue[first + i];
        if (count < room)
            saqs[count] = (ws_saq){.queue = first + i,
                                   .link = l,
                                   .root = saq->root,
                                   .path = saq->path,
                                   .turns = saq->hops,
                                   .packets = queue->packets,
                                   .flits = queue->flits,
                                   .born = saq->born,
                                   .cause = saq->cause,
                                   .blocked = saq->blocked,
                                   .told = saq->xoff_sent,
                                   .pending = saq->pending > 0,
                                   .idle = saq->idle_from > 0};
        count++;
    }
    return count;
}

void ws_saq_path(uint32_t path, uint32_t turns, char *text, size_t room) {
    u32 i = 0;
    for (; i < turns && i + 1 < room; i++)
        text[i] = (char)('0' + (path >> (HOP_BITS * i) & HOP_MASK));
    if (room > 0)
        text[i] = '\0';
}

void ws_saq_log_add(ws_saq_log *log, const ws_net *n, const ws_event *e) {
    if (e->kind != WS_EVENT_SAQ_ALLOCATED && e->kind != WS_EVENT_SAQ_FREED)
        return;
    log->event[log->count++ % WS_SAQ_LOG] = (ws_saq_event){.cycle = e->cycle,
                                                           .born = e->created,
                                                           .link = n->wire.vc_link[e->source],
                                                           .root = e->dest,
                                                           .path = e->length,
                                                           .turns = e->hops,
                                                           .cause = e->traffic_class,
                                                           .freed = e->kind == WS_EVENT_SAQ_FREED};
}

void ws_link_ends(const ws_net *n, uint32_t l, uint32_t *from, uint32_t *to) {
    *from = n->wire.link_from[l];
    *to = n->wire.link_to[l];
}
