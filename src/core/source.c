/* source.c - messages and packets at their two ends: created, cut, sent; delivered. Events of both come from here. */
#include "verbs.h"

static ws_event *packet_event(ws_net *n, u32 k, ws_event_kind kind) {
    ws_event *e = event_add(n, kind);
    u32 m = n->pk_message[k];
    e->created = n->ms_created[m];
    e->entered = n->pk_entered[k];
    e->head = n->pk_head[k];
    e->id = k;
    e->source = n->ms_source[m];
    e->dest = n->ms_dest[m];
    e->length = n->pk_length[k];
    e->hops = n->pk_hops[k];
    e->traffic_class = n->pk_class[k];
    e->retries = n->ms_retries[m];
    return e;
}

static void message_deliver(ws_net *n, u32 m, const ws_event *packet) {
    u16 hops = packet->hops; /* read before the event buffer is appended to */
    ws_event *e = event_add(n, WS_EVENT_MESSAGE_DELIVERED);
    e->created = n->ms_created[m];
    e->entered = n->ms_entered[m];
    e->head = n->ms_head[m];
    e->id = m;
    e->source = n->ms_source[m];
    e->dest = n->ms_dest[m];
    e->length = n->ms_length[m];
    e->hops = hops;
    e->traffic_class = n->ms_class[m];
    e->retries = n->ms_retries[m];
    n->total[WS_TOTAL_MESSAGES_DELIVERED]++;
    n->ms_source[m] = NIL;
    n->message_free[n->message_top[0]++] = m;
}

/* Packets of a pair of hosts are numbered when they are cut, and should arrive in that order. */
static u32 pair_of(const ws_net *n, u32 k) { return n->ms_source[n->pk_message[k]] * n->size.hosts + n->pk_dest[k]; }

static void order_begin(ws_net *n, u32 k) {
    if (n->size.pairs > 0) n->pk_sequence[k] = n->pair_sent[pair_of(n, k)]++;
}

static void order_check(ws_net *n, u32 k) {
    if (n->size.pairs == 0) return;
    u32 *due = &n->pair_due[pair_of(n, k)];
    n->total[WS_TOTAL_OUT_OF_ORDER] += n->pk_sequence[k] != *due;
    if (n->pk_sequence[k] >= *due) *due = n->pk_sequence[k] + 1;
}

void packet_deliver(ws_net *n, u32 k) {
    u32 m = n->pk_message[k];
    n->total[WS_TOTAL_PACKETS_DELIVERED]++;
    n->total[WS_TOTAL_HOPS_DELIVERED] += n->pk_hops[k];
    n->total[WS_TOTAL_WASTE_WAIT] += n->pk_held[k] - (u64)n->pk_length[k] * (n->pk_hops[k] + 1u);
    if (n->pk_flags[k] & PACKET_LAST) n->ms_head[m] = n->pk_head[k];
    order_check(n, k);
    const ws_event *event = packet_event(n, k, WS_EVENT_PACKET_DELIVERED);
    n->pk_message[k] = NIL;
    n->packet_free[n->packet_top[0]++] = k;
    if (--n->ms_open[m] == 0 && n->ms_left[m] == 0) message_deliver(n, m, event);
}

void packet_cut(ws_net *n, u32 q) {
    u32 m = n->source_first[q - n->wire.source_queue0], h = n->ms_source[m];
    assert(n->packet_top[0] > 0);
    u32 k = n->packet_free[--n->packet_top[0]], length = n->workload->cut(n, m);
    assert(length >= 1 && length <= n->ms_left[m]);
    n->ms_left[m] -= length;
    n->ms_open[m]++;
    n->pk_message[k] = m;
    n->pk_length[k] = length;
    n->pk_dest[k] = n->ms_dest[m];
    n->pk_class[k] = n->ms_class[m];
    n->pk_hops[k] = 0;
    n->pk_head[k] = 0;
    n->pk_entered[k] = 0;
    n->pk_lost[k] = 0;
    n->pk_held[k] = 0;
    n->pk_delay[k] = n->wire.link_delay[n->wire.inject_link[h]];
    n->pk_flags[k] = (u32)(rng_next(n->inject_rng + h) >> 62) | (n->ms_left[m] == 0 ? PACKET_LAST : 0);
    order_begin(n, k);
    if (n->def->header_bit == WS_HEADER_BIT_DETERMINISTIC) n->pk_flags[k] |= PACKET_FIRST;
    n->total[WS_TOTAL_PACKETS_CREATED]++;
    n->queue[q].front = k;
    n->queue[q].avail = n->queue[q].left = length;
}

void packet_admit(ws_net *n, u32 k) {
    u32 m = n->pk_message[k];
    n->total[WS_TOTAL_PACKETS_INJECTED]++;
    if (n->ms_entered[m] == UINT64_MAX) {
        n->ms_entered[m] = n->pk_entered[k];
        n->total[WS_TOTAL_MESSAGES_INJECTED]++;
    }
    packet_event(n, k, WS_EVENT_PACKET_INJECTED);
}

/* Where a switch may refuse it, the packet is in the network only when the switch has taken it. */
void packet_enter(ws_net *n, u32 k) {
    n->pk_entered[k] = n->now[0];
    if (n->flow != WS_FLOW_NACK) packet_admit(n, k);
}

void packet_uncut(ws_net *n, u32 q) {
    u32 k = n->queue[q].front, m = n->pk_message[k];
    assert(n->queue[q].left == n->pk_length[k] && n->ms_open[m] > 0);
    n->ms_left[m] += n->pk_length[k];
    n->ms_open[m]--;
    n->total[WS_TOTAL_PACKETS_CREATED]--;
    n->pk_message[k] = NIL;
    n->packet_free[n->packet_top[0]++] = k;
    n->queue[q].front = NIL;
    n->queue[q].avail = n->queue[q].left = 0;
    n->workload->settle(n, q - n->wire.source_queue0, m); /* others may have overtaken it meanwhile */
}

void source_restart(ws_net *n, u32 q) {
    bool more = n->source_first[q - n->wire.source_queue0] != NIL;
    n->queue[q].front = NIL;
    n->queue[q].state = more ? QUEUE_ROUTING : QUEUE_EMPTY;
    if (more) timer_set(n, q, n->now[0] + 1);
}

void source_next(ws_net *n, u32 q) {
    u32 s = q - n->wire.source_queue0, m = n->source_first[s], h = n->wire.queue_xbar[q] - n->size.switches;
    n->queue[q].state = QUEUE_ROUTING; /* a message that joins now does not ask for itself */
    n->queue[q].front = NIL;
    n->workload->sent(n, s);
    if (n->ms_left[m] == 0) {
        n->workload->remove(n, s);
        n->workload->refill(n, h, s);
    }
    source_restart(n, q);
}

bool message_create(ws_net *n, u32 h, u32 s, u32 dest, u32 length, u32 traffic_class, u64 created) {
    n->class_created[traffic_class] += length;
    bool room = n->source_count[s] < n->message_top[0]; /* dynamic threshold: an overloaded queue leaves room for the others */
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
    if (!room) return false;
    u32 m = e->id = n->message_free[--n->message_top[0]], q = n->wire.source_queue0 + s;
    n->ms_source[m] = h;
    n->ms_dest[m] = dest;
    n->ms_length[m] = n->ms_left[m] = length;
    n->ms_open[m] = 0;
    n->ms_retries[m] = 0;
    n->ms_class[m] = (u8)traffic_class;
    n->ms_created[m] = created;
    n->ms_entered[m] = UINT64_MAX;
    n->ms_head[m] = 0;
    n->workload->append(n, s, m);
    if (n->queue[q].state == QUEUE_EMPTY) queue_request(n, q);
    return true;
}
