/* source.c - messages and packets at their two ends: created, cut, sent; delivered. Events of
 * both come from here. */
#include "verbs.h"

ws_event *packet_event(ws_net *n, u32 k, ws_event_kind kind) {
    ws_event *e = event_add(n, kind);
    u32 m = n->packet.message[k];
    e->created = n->message.created[m];
    e->entered = n->packet.entered[k];
    e->head = n->packet.head[k];
    e->id = k;
    e->source = n->message.source[m];
    e->dest = n->message.dest[m];
    e->length = n->packet.length[k];
    e->hops = n->packet.hops[k];
    e->traffic_class = n->packet.class[k];
    e->retries = n->message.retries[m];
    return e;
}

static void message_deliver(ws_net *n, u32 m, const ws_event *packet) {
    u16 hops = packet->hops; /* read before the event buffer is appended to */
    ws_event *e = event_add(n, WS_EVENT_MESSAGE_DELIVERED);
    e->created = n->message.created[m];
    e->entered = n->message.entered[m];
    e->head = n->message.head[m];
    e->id = m;
    e->source = n->message.source[m];
    e->dest = n->message.dest[m];
    e->length = n->message.length[m];
    e->hops = hops;
    e->traffic_class = n->message.class[m];
    e->retries = n->message.retries[m];
    n->total[WS_TOTAL_MESSAGES_DELIVERED]++;
    n->message.source[m] = NIL;
    n->message.free[n->message.free_count[0]++] = m;
}

/* Packets of a pair of hosts are numbered when they are cut, and should arrive in that order. */
static u32 pair_of(const ws_net *n, u32 k) {
    return n->message.source[n->packet.message[k]] * n->size.hosts + n->packet.dest[k];
}

static void order_begin(ws_net *n, u32 k) {
    if (n->size.pairs > 0)
        n->order.sequence[k] = n->order.sent[pair_of(n, k)]++;
}

static void order_check(ws_net *n, u32 k) {
    if (n->size.pairs == 0)
        return;
    u32 *due = &n->order.due[pair_of(n, k)];
    n->total[WS_TOTAL_OUT_OF_ORDER] += n->order.sequence[k] != *due;
    if (n->order.sequence[k] >= *due)
        *due = n->order.sequence[k] + 1;
}

void packet_deliver(ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    n->total[WS_TOTAL_PACKETS_DELIVERED]++;
    n->total[WS_TOTAL_HOPS_DELIVERED] += n->packet.hops[k];
    n->total[WS_TOTAL_WASTE_WAIT] +=
        n->packet.held[k] - (u64)n->packet.length[k] * (n->packet.hops[k] + 1u);
    if (n->packet.flags[k] & PACKET_LAST)
        n->message.head[m] = n->packet.head[k];
    order_check(n, k);
    const ws_event *event = packet_event(n, k, WS_EVENT_PACKET_DELIVERED);
    n->packet.message[k] = NIL;
    n->packet.free[n->packet.free_count[0]++] = k;
    if (--n->message.undelivered[m] == 0 && n->message.uncut[m] == 0)
        message_deliver(n, m, event);
}

void packet_cut(ws_net *n, u32 q) {
    u32 m = n->source.first[q - n->wire.source_queue0];
    u32 h = n->message.source[m];
    assert(n->packet.free_count[0] > 0);
    u32 k = n->packet.free[--n->packet.free_count[0]];
    u32 length = n->workload->cut(n, m);
    assert(length >= 1 && length <= n->message.uncut[m]);
    n->message.uncut[m] -= length;
    n->message.undelivered[m]++;
    n->packet.message[k] = m;
    n->packet.length[k] = length;
    n->packet.dest[k] = n->message.dest[m];
    n->packet.class[k] = n->message.class[m];
    n->packet.hops[k] = 0;
    n->packet.head[k] = 0;
    n->packet.entered[k] = 0;
    n->packet.lost[k] = 0;
    n->packet.held[k] = 0;
    n->packet.delay[k] = n->wire.link_delay[n->wire.inject_link[h]];
    n->packet.flags[k] =
        (u32)(rng_next(n->inject_rng + h) >> 62) | (n->message.uncut[m] == 0 ? PACKET_LAST : 0);
    order_begin(n, k);
    if (n->def->header_bit == WS_HEADER_BIT_DETERMINISTIC)
        n->packet.flags[k] |= PACKET_FIRST;
    n->total[WS_TOTAL_PACKETS_CREATED]++;
    n->queue[q].front = k;
    n->queue[q].front_here = n->queue[q].front_to_go = length;
}

void packet_admit(ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    n->total[WS_TOTAL_PACKETS_INJECTED]++;
    if (n->message.entered[m] == UINT64_MAX) {
        n->message.entered[m] = n->packet.entered[k];
        n->total[WS_TOTAL_MESSAGES_INJECTED]++;
    }
    packet_event(n, k, WS_EVENT_PACKET_INJECTED);
}

/* Where a switch may refuse it, the packet is in the network only when the switch has taken it. */
void packet_enter(ws_net *n, u32 k) {
    n->packet.entered[k] = n->cycle[0];
    if (n->flow != WS_FLOW_NACK)
        packet_admit(n, k);
}

void packet_uncut(ws_net *n, u32 q) {
    u32 k = n->queue[q].front;
    u32 m = n->packet.message[k];
    assert(n->queue[q].front_to_go == n->packet.length[k] && n->message.undelivered[m] > 0);
    n->message.uncut[m] += n->packet.length[k];
    n->message.undelivered[m]--;
    n->total[WS_TOTAL_PACKETS_CREATED]--;
    n->packet.message[k] = NIL;
    n->packet.free[n->packet.free_count[0]++] = k;
    n->queue[q].front = NIL;
    n->queue[q].front_here = n->queue[q].front_to_go = 0;
    /* others may have overtaken it meanwhile */
    n->workload->settle(n, q - n->wire.source_queue0, m);
}

void source_restart(ws_net *n, u32 q) {
    bool more = n->source.first[q - n->wire.source_queue0] != NIL;
    n->queue[q].front = NIL;
    n->queue[q].state = more ? QUEUE_ROUTING : QUEUE_EMPTY;
    if (more)
        timer_set(n, q, n->cycle[0] + 1);
}

void source_next(ws_net *n, u32 q) {
    u32 s = q - n->wire.source_queue0;
    u32 m = n->source.first[s];
    u32 h = n->wire.queue_node[q] - n->size.switches;
    n->queue[q].state = QUEUE_ROUTING; /* a message that joins now does not ask for itself */
    n->queue[q].front = NIL;
    n->workload->sent(n, s);
    if (n->message.uncut[m] == 0) {
        n->workload->remove(n, s);
        n->workload->refill(n, h, s);
    }
    source_restart(n, q);
}

bool message_create(ws_net *n, u32 h, u32 s, u32 dest, u32 length, u32 traffic_class, u64 created) {
    n->class_created[traffic_class] += length;
    /* dynamic threshold: an overloaded queue leaves room for the others */
    bool room = n->source.count[s] < n->message.free_count[0];
    ws_event *e = event_add(n, room ? WS_EVENT_MESSAGE_CREATED : WS_EVENT_MESSAGE_REFUSED);
    *e = (ws_event){.cycle = e->cycle,
                    .kind = e->kind,
                    .created = created,
                    .source = h,
                    .dest = dest,
                    .length = length,
                    .traffic_class = (u8)traffic_class,
                    .id = NIL};
    n->total[room ? WS_TOTAL_MESSAGES_CREATED : WS_TOTAL_MESSAGES_REFUSED]++;
    n->total[room ? WS_TOTAL_FLITS_CREATED : WS_TOTAL_FLITS_REFUSED] += length;
    if (!room)
        return false;
    u32 m = e->id = n->message.free[--n->message.free_count[0]];
    u32 q = n->wire.source_queue0 + s;
    n->message.source[m] = h;
    n->message.dest[m] = dest;
    n->message.length[m] = n->message.uncut[m] = length;
    n->message.undelivered[m] = 0;
    n->message.retries[m] = 0;
    n->message.class[m] = (u8)traffic_class;
    n->message.created[m] = created;
    n->message.entered[m] = UINT64_MAX;
    n->message.head[m] = 0;
    n->workload->append(n, s, m);
    if (n->queue[q].state == QUEUE_EMPTY)
        queue_request(n, q);
    return true;
}
