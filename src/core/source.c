/* source.c - messages and packets at their two ends: created, cut, sent; delivered. Events of
 * both come from here. */
#include "verbs.h"

ws_event *packet_event(ws_net *n, u32 k, ws_event_kind kind) {
    ws_event *event = event_add(n, kind);
    u32 m = n->packet.message[k];
    assert(m != NIL);
    event->created = n->message.created[m];
    event->entered = n->packet.entered[k];
    event->head = n->packet.head[k];
    event->id = k;
    event->source = n->message.source[m];
    event->dest = n->message.dest[m];
    event->length = n->packet.length[k];
    event->hops = n->packet.hops[k];
    event->traffic_class = n->packet.class[k];
    event->retries = n->message.retries[m];
    return event;
}

/* Message m, whose last packet took so many hops, is delivered; its row is free. */
static void message_deliver(ws_net *n, u32 m, u16 hops) {
    ws_event *event = event_add(n, WS_EVENT_MESSAGE_DELIVERED);
    u32 top = n->message.free_count[0]++;
    event->created = n->message.created[m];
    event->entered = n->message.entered[m];
    event->head = n->message.head[m];
    event->id = m;
    event->source = n->message.source[m];
    event->dest = n->message.dest[m];
    event->length = n->message.length[m];
    event->hops = hops;
    event->traffic_class = n->message.class[m];
    event->retries = n->message.retries[m];
    n->total[WS_TOTAL_MESSAGES_DELIVERED]++;
    n->message.source[m] = NIL;
    n->message.free[top] = m;
}

/* ---- packets ---- */

/* Packets of a pair of hosts are numbered when they are cut, and should arrive in that order. */
static u32 pair_of(const ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u32 row = n->message.source[m] * n->size.hosts;
    return row + n->packet.dest[k];
}

static void order_begin(ws_net *n, u32 k) {
    if (n->size.pairs == 0)
        return;
    u32 *sent = &n->order.sent[pair_of(n, k)];
    n->order.sequence[k] = *sent;
    (*sent)++;
}

static void order_check(ws_net *n, u32 k) {
    if (n->size.pairs == 0)
        return;
    u32 *due = &n->order.due[pair_of(n, k)];
    u32 sequence = n->order.sequence[k];
    if (sequence != *due)
        n->total[WS_TOTAL_OUT_OF_ORDER]++;
    if (sequence >= *due)
        *due = sequence + 1;
}

/* Virtual-channel cycles in which packet k held a virtual channel and no flit of it crossed. */
static u64 wasted_by(const ws_net *n, u32 k) {
    u64 links = n->packet.hops[k] + 1u;
    u64 used = n->packet.length[k] * links;
    return n->packet.held[k] - used;
}

void packet_deliver(ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u16 hops = n->packet.hops[k];
    n->total[WS_TOTAL_PACKETS_DELIVERED]++;
    n->total[WS_TOTAL_HOPS_DELIVERED] += hops;
    n->total[WS_TOTAL_WASTE_WAIT] += wasted_by(n, k);
    if (packet_has(n, k, PACKET_LAST))
        n->message.head[m] = n->packet.head[k];
    order_check(n, k);
    packet_event(n, k, WS_EVENT_PACKET_DELIVERED);
    packet_row_free(n, k);
    n->message.undelivered[m]--;
    if (n->message.undelivered[m] == 0 && n->message.uncut[m] == 0)
        message_deliver(n, m, hops);
}

/* The header flags of a packet that is cut now. The coins are always thrown, so that the random
 * numbers that follow do not depend on who looks at them. */
static u32 first_flags(ws_net *n, u32 h, bool last) {
    u64 *rng = &n->inject_rng[h];
    u64 draw = rng_next(rng);
    u32 flags = (u32)(draw >> 62); /* PACKET_TIE_X, PACKET_TIE_Y */
    if (n->routing->lots)
        flags |= (u32)(draw & PACKET_LOT_MASK) << PACKET_LOT_SHIFT;
    if (last)
        flags |= PACKET_LAST;
    if (n->def->header_bit == WS_HEADER_BIT_DETERMINISTIC)
        flags |= PACKET_FIRST;
    return flags;
}

/* A row for the next packet of message m, which has `length` flits. */
static u32 packet_create(ws_net *n, u32 m, u32 length) {
    u32 h = n->message.source[m];
    u32 l = n->wire.inject_link[h];
    bool last = n->message.uncut[m] == 0;
    assert(n->packet.free_count[0] > 0);
    u32 top = --n->packet.free_count[0];
    u32 k = n->packet.free[top];
    n->packet.message[k] = m;
    n->packet.length[k] = length;
    n->packet.dest[k] = n->message.dest[m];
    n->packet.class[k] = n->message.class[m];
    n->packet.hops[k] = 0;
    n->packet.head[k] = 0;
    n->packet.entered[k] = 0;
    n->packet.lost[k] = 0;
    n->packet.held[k] = 0;
    n->packet.delay[k] = n->wire.link_delay[l];
    n->packet.flags[k] = first_flags(n, h, last);
    order_begin(n, k);
    n->total[WS_TOTAL_PACKETS_CREATED]++;
    return k;
}

void packet_cut(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 s = source_of_queue(n, q);
    u32 m = n->source.first[s];
    u32 length = n->workload->cut(n, m);
    assert(length >= 1 && length <= n->message.uncut[m]);
    n->message.uncut[m] -= length;
    n->message.undelivered[m]++;
    queue->front = packet_create(n, m, length);
    queue->front_here = length;
    queue->front_to_go = length;
}

void packet_admit(ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u64 *entered = &n->message.entered[m];
    n->total[WS_TOTAL_PACKETS_INJECTED]++;
    if (*entered == UINT64_MAX) {
        *entered = n->packet.entered[k];
        n->total[WS_TOTAL_MESSAGES_INJECTED]++;
    }
    packet_event(n, k, WS_EVENT_PACKET_INJECTED);
}

/* Where a switch may refuse it, the packet is in the network only when the switch has accepted
 * it. */
void packet_enter(ws_net *n, u32 k) {
    n->packet.entered[k] = now(n);
    if (n->flow != WS_FLOW_NACK)
        packet_admit(n, k);
}

void packet_uncut(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    u32 m = n->packet.message[k];
    u32 length = n->packet.length[k];
    assert(queue->front_to_go == length);
    assert(n->message.undelivered[m] > 0);
    n->message.uncut[m] += length;
    n->message.undelivered[m]--;
    n->total[WS_TOTAL_PACKETS_CREATED]--;
    packet_row_free(n, k);
    queue->front = NIL;
    queue->front_here = 0;
    queue->front_to_go = 0;
    /* other messages may have overtaken it meanwhile */
    n->workload->settle(n, source_of_queue(n, q), m);
}

/* ---- source queues ---- */

void source_restart(ws_net *n, u32 q) {
    u32 s = source_of_queue(n, q);
    ws_queue_state *queue = &n->queue[q];
    queue->front = NIL;
    queue->state = QUEUE_EMPTY;
    if (n->source.first[s] == NIL)
        return;
    queue->state = QUEUE_ROUTING;
    timer_set(n, q, now(n) + 1);
}

void source_next(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 s = source_of_queue(n, q);
    u32 h = host_of_node(n, node_of(n, q));
    u32 m = n->source.first[s];
    queue->state = QUEUE_ROUTING; /* a message that joins now does not request for itself */
    queue->front = NIL;
    n->workload->sent(n, s);
    if (n->message.uncut[m] == 0) {
        n->workload->remove(n, s);
        n->workload->refill(n, h, s);
    }
    source_restart(n, q);
}

/* ---- messages ---- */

/* A message of a host is counted, as created or as refused; its row in the event buffer. */
static ws_event *message_count(ws_net *n, bool room, u32 length) {
    ws_event_kind kind = WS_EVENT_MESSAGE_REFUSED;
    ws_total messages = WS_TOTAL_MESSAGES_REFUSED;
    ws_total flits = WS_TOTAL_FLITS_REFUSED;
    if (room) {
        kind = WS_EVENT_MESSAGE_CREATED;
        messages = WS_TOTAL_MESSAGES_CREATED;
        flits = WS_TOTAL_FLITS_CREATED;
    }
    n->total[messages]++;
    n->total[flits] += length;
    return event_add(n, kind);
}

/* A row for the message of which `event` tells. */
static u32 message_enter(ws_net *n, const ws_event *event) {
    u32 top = --n->message.free_count[0];
    u32 m = n->message.free[top];
    n->message.source[m] = event->source;
    n->message.dest[m] = event->dest;
    n->message.length[m] = event->length;
    n->message.uncut[m] = event->length;
    n->message.undelivered[m] = 0;
    n->message.retries[m] = 0;
    n->message.class[m] = event->traffic_class;
    n->message.created[m] = event->created;
    n->message.entered[m] = UINT64_MAX;
    n->message.head[m] = 0;
    return m;
}

bool message_create(ws_net *n, u32 h, u32 s, u32 dest, u32 length, u32 traffic_class, u64 created) {
    u32 q = queue_of_source(n, s);
    /* dynamic threshold: an overloaded queue leaves room for the others */
    bool room = n->source.count[s] < n->message.free_count[0];
    assert(h < n->size.hosts && dest < n->size.hosts);
    n->class_created[traffic_class] += length;
    ws_event *event = message_count(n, room, length);
    *event = (ws_event){
        .cycle = now(n),
        .kind = event->kind,
        .created = created,
        .source = h,
        .dest = dest,
        .length = length,
        .traffic_class = (u8)traffic_class,
        .id = NIL,
    };
    if (!room)
        return false;
    u32 m = message_enter(n, event);
    event->id = m;
    n->workload->append(n, s, m);
    if (n->queue[q].state == QUEUE_EMPTY)
        queue_request(n, q);
    return true;
}
