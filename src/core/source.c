/* source.c - messages and packets at their two ends: created, cut, sent; delivered. Events of
 * both come from here. */
#include "verbs.h"

ws_event *packet_event(ws_net *n, u32 k, ws_event_kind kind) {
    const ws_packet_columns *packet = &n->packet;
    const ws_message_columns *message = &n->message;
    u32 m = packet->message[k];
    ws_event *event = event_add(n, kind);
    assert(m != NIL);
    event->created = message->created[m];
    event->entered = packet->entered[k];
    event->head = packet->head[k];
    event->id = k;
    event->source = message->source[m];
    event->dest = message->dest[m];
    event->length = packet->length[k];
    event->hops = packet->hops[k];
    event->traffic_class = packet->class[k];
    event->retries = message->retries[m];
    return event;
}

/* Message m, whose last packet took `hops` hops, is delivered; its row becomes free. */
static void message_deliver(ws_net *n, u32 m, u16 hops) {
    const ws_message_columns *message = &n->message;
    ws_event *event = event_add(n, WS_EVENT_MESSAGE_DELIVERED);
    event->created = message->created[m];
    event->entered = message->entered[m];
    event->head = message->head[m];
    event->id = m;
    event->source = message->source[m];
    event->dest = message->dest[m];
    event->length = message->length[m];
    event->hops = hops;
    event->traffic_class = message->class[m];
    event->retries = message->retries[m];
    n->total[WS_TOTAL_MESSAGES_DELIVERED]++;
    message_row_free(n, m);
}

void message_lose(ws_net *n, u32 m) {
    const ws_message_columns *message = &n->message;
    ws_event *event = event_add(n, WS_EVENT_MESSAGE_LOST);
    event->created = message->created[m];
    event->id = m;
    event->source = message->source[m];
    event->dest = message->dest[m];
    event->length = message->length[m];
    event->traffic_class = message->class[m];
    n->total[WS_TOTAL_MESSAGES_DROPPED]++;
    message_row_free(n, m);
}

/* All packets of message m are delivered or lost, the last after `hops` hops. */
static void message_end(ws_net *n, u32 m, u16 hops) {
    if (n->message.lost[m] > 0)
        message_lose(n, m);
    else
        message_deliver(n, m, hops);
}

/* ---- packets ---- */

/* Packets of a pair of hosts are numbered when they are cut, and should arrive in that order. */
static u32 pair_of(const ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u32 h = n->message.source[m];
    return h * n->size.hosts + dest_of(n, k);
}

static void order_begin(ws_net *n, u32 k) {
    const ws_order_columns *order = &n->order;
    if (n->size.pairs == 0)
        return;
    u32 pair = pair_of(n, k);
    order->sequence[k] = order->sent[pair];
    order->sent[pair]++;
}

static void order_check(ws_net *n, u32 k) {
    const ws_order_columns *order = &n->order;
    if (n->size.pairs == 0)
        return;
    u32 *due = &order->due[pair_of(n, k)];
    u32 sequence = order->sequence[k];
    if (sequence != *due)
        n->total[WS_TOTAL_OUT_OF_ORDER]++;
    if (sequence >= *due)
        *due = sequence + 1;
}

/* Virtual-channel cycles in which packet k held a virtual channel and no flit of it crossed. */
static u64 wasted_by(const ws_net *n, u32 k) {
    const ws_packet_columns *packet = &n->packet;
    u64 links = packet->hops[k] + 1u;
    u64 used = packet->length[k] * links;
    return packet->held[k] - used;
}

/* Counts the overhead of a delivered packet: flits that are no part of its message. */
static void overhead_deliver(ws_net *n, u32 k) {
    u32 overhead = n->packet.overhead[k];
    u32 class = n->packet.class[k];
    n->class_flits[class] -= overhead;
    n->total[WS_TOTAL_OVERHEAD_DELIVERED] += overhead;
}

void packet_deliver(ws_net *n, u32 k) {
    const ws_packet_columns *packet = &n->packet;
    const ws_message_columns *message = &n->message;
    u32 m = packet->message[k];
    u16 hops = packet->hops[k];
    u64 *total = n->total;
    total[WS_TOTAL_PACKETS_DELIVERED]++;
    total[WS_TOTAL_HOPS_DELIVERED] += hops;
    total[WS_TOTAL_WASTE_WAIT] += wasted_by(n, k);
    overhead_deliver(n, k);
    if (packet_has(n, k, PACKET_LAST))
        message->head[m] = packet->head[k];
    order_check(n, k);
    packet_event(n, k, WS_EVENT_PACKET_DELIVERED);
    packet_row_free(n, k);
    message->undelivered[m]--;
    bool all_here = message->undelivered[m] == 0;
    if (all_here && message->uncut[m] == 0)
        message_end(n, m, hops);
}

/* Do packets of message m take the lowest port on a shortest path, always? */
static bool goes_one_way(const ws_net *n, u32 m) {
    i64 bit = n->def->header_bit;
    if (bit == WS_HEADER_BIT_SHARE)
        return n->message.one_way[m];
    return bit == WS_HEADER_BIT_DETERMINISTIC;
}

/* Does a message that host h creates now go one way? Draws a number only with header-bit share. */
static bool one_way_draw(ws_net *n, u32 h) {
    u64 share = (u64)n->def->header_share;
    if (n->def->header_bit != WS_HEADER_BIT_SHARE)
        return false;
    return rng_share(&n->inject_rng[h], share);
}

/* The header flags of a packet of message m that is cut now. Both coins are always thrown, so that
 * the random numbers that follow do not depend on the routing. */
static u32 first_flags(ws_net *n, u32 m, bool last) {
    u32 h = n->message.source[m];
    u64 *rng = &n->inject_rng[h];
    u64 draw = rng_next(rng);
    u32 flags = (u32)(draw >> 62); /* PACKET_TIE_X, PACKET_TIE_Y */
    if (n->routing->lots)
        flags |= (u32)(draw & PACKET_LOT_MASK) << PACKET_LOT_SHIFT;
    if (last)
        flags |= PACKET_LAST;
    if (goes_one_way(n, m))
        flags |= PACKET_FIRST;
    return flags;
}

/* A row off the stack of free packets. */
static u32 packet_row_use(ws_net *n) {
    return row_pop(n->packet.free, n->packet.free_count, n->size.packets, &n->used->packets);
}

/* A row for the next packet of message m, which carries `payload` flits of it. */
static u32 packet_create(ws_net *n, u32 m, u32 payload) {
    const ws_packet_columns *packet = &n->packet;
    const ws_message_columns *message = &n->message;
    u32 h = message->source[m];
    u32 l = n->wire.inject_link[h];
    u32 k = packet_row_use(n);
    u32 overhead = (u32)n->def->overhead;
    bool last = message->uncut[m] == 0;
    packet->message[k] = m;
    packet->length[k] = payload + overhead;
    packet->overhead[k] = overhead;
    packet->dest[k] = message->dest[m];
    packet->class[k] = message->class[m];
    packet->hops[k] = 0;
    packet->head[k] = 0;
    packet->entered[k] = 0;
    packet->lost[k] = 0;
    packet->held[k] = 0;
    packet->delay[k] = n->wire.link_delay[l];
    packet->flags[k] = first_flags(n, m, last);
    order_begin(n, k);
    n->total[WS_TOTAL_PACKETS_CREATED]++;
    n->total[WS_TOTAL_FLITS_OVERHEAD] += overhead;
    return k;
}

void packet_cut(ws_net *n, u32 q) {
    const ws_message_columns *message = &n->message;
    ws_queue_state *queue = &n->queue[q];
    u32 s = source_of_queue(n, q);
    u32 m = n->source.first[s];
    u32 payload = n->workload->cut(n, m);
    assert(payload >= 1);
    assert(payload <= message->uncut[m]);
    message->uncut[m] -= payload;
    message->undelivered[m]++;
    u32 k = packet_create(n, m, payload);
    u32 length = n->packet.length[k];
    queue->front = k;
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

/* Where a switch may refuse packets, a packet counts as in the network only once the switch has
 * accepted it. */
void packet_enter(ws_net *n, u32 k) {
    n->packet.entered[k] = now(n);
    if (n->flow != WS_FLOW_NACK)
        packet_admit(n, k);
}

void payload_recover(ws_net *n, u32 m, u32 k) {
    const ws_message_columns *message = &n->message;
    u32 overhead = n->packet.overhead[k];
    u32 payload = n->packet.length[k] - overhead;
    message->uncut[m] += payload;
    message->undelivered[m]--;
    n->total[WS_TOTAL_FLITS_OVERHEAD] -= overhead;
}

void packet_uncut(ws_net *n, u32 q) {
    const ws_message_columns *message = &n->message;
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    u32 m = n->packet.message[k];
    u32 s = source_of_queue(n, q);
    u32 length = n->packet.length[k];
    assert(queue->front_to_go == length);
    assert(message->undelivered[m] > 0);
    payload_recover(n, m, k);
    n->total[WS_TOTAL_PACKETS_CREATED]--;
    packet_row_free(n, k);
    queue->front = NIL;
    queue->front_here = 0;
    queue->front_to_go = 0;
    /* other messages may have overtaken it meanwhile */
    n->discipline->settle(n, s, m);
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

/* The last flit of the first message of source queue s of host h has been sent. */
static void message_leave(ws_net *n, u32 h, u32 s) {
    n->discipline->remove(n, s);
    n->workload->refill(n, h, s);
}

void source_next(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 s = source_of_queue(n, q);
    u32 h = host_of_node(n, node_of(n, q));
    u32 m = n->source.first[s];
    queue->state = QUEUE_ROUTING; /* a message that joins now does not request for itself */
    queue->front = NIL;
    n->discipline->sent(n, s);
    if (n->message.uncut[m] == 0)
        message_leave(n, h, s);
    source_restart(n, q);
}

/* ---- messages ---- */

/* The event of a message, and the counters that go with it. */
typedef struct message_kind {
    ws_event_kind event;
    ws_total messages;
    ws_total flits;
} message_kind;
/* clang-format off */
static const message_kind created_kind =
    {WS_EVENT_MESSAGE_CREATED, WS_TOTAL_MESSAGES_CREATED, WS_TOTAL_FLITS_CREATED};
static const message_kind refused_kind =
    {WS_EVENT_MESSAGE_REFUSED, WS_TOTAL_MESSAGES_REFUSED, WS_TOTAL_FLITS_REFUSED};
static const message_kind sent_kind =
    {WS_EVENT_MESSAGE_SENT, WS_TOTAL_MESSAGES_SENT, WS_TOTAL_FLITS_SENT};
/* clang-format on */

/* Counts a message and adds its event; returns the event. */
static ws_event *message_tell(ws_net *n, const message_kind *kind, const ws_letter *of) {
    u64 *total = n->total;
    total[kind->messages]++;
    total[kind->flits] += of->length;
    ws_event *event = event_add(n, kind->event);
    *event = (ws_event){
        .cycle = now(n),
        .kind = event->kind,
        .created = of->created,
        .source = of->from,
        .dest = of->to,
        .length = of->length,
        .traffic_class = (u8)of->traffic_class,
        .id = NIL,
    };
    return event;
}

/* Fills a row for the message of `event`; returns its number. */
static u32 message_enter(ws_net *n, const ws_event *event) {
    const ws_message_columns *message = &n->message;
    u32 m = row_pop(message->free, message->free_count, n->size.messages, &n->used->messages);
    message->source[m] = event->source;
    message->dest[m] = event->dest;
    message->length[m] = event->length;
    message->uncut[m] = event->length;
    message->undelivered[m] = 0;
    message->retries[m] = 0;
    message->lost[m] = 0;
    message->one_way[m] = one_way_draw(n, event->source);
    message->class[m] = event->traffic_class;
    message->created[m] = event->created;
    message->entered[m] = UINT64_MAX;
    message->head[m] = 0;
    return m;
}

/* The message of `event` joins source queue s. */
static void message_join(ws_net *n, u32 s, ws_event *event) {
    u32 q = queue_of_source(n, s);
    u32 m = message_enter(n, event);
    event->id = m;
    n->discipline->append(n, s, m);
    if (state_of(n, q) == QUEUE_EMPTY)
        queue_request(n, q);
}

/* Has the table of messages room for one more of source queue s? A dynamic threshold: an
 * overloaded queue leaves room for the others. */
static bool has_message_room(const ws_net *n, u32 s) {
    u32 rows = n->message.free_count[0];
    return n->source.count[s] < rows;
}

bool message_create(ws_net *n, const ws_letter *letter) {
    u32 s = letter->source_queue;
    bool room = has_message_room(n, s);
    assert(letter->from < n->size.hosts);
    assert(letter->to < n->size.hosts);
    n->class_created[letter->traffic_class] += letter->length;
    ws_event *event = message_tell(n, room ? &created_kind : &refused_kind, letter);
    if (room)
        message_join(n, s, event);
    return room;
}

bool message_send(ws_net *n, const ws_letter *letter) {
    u32 s = letter->source_queue;
    if (!has_message_room(n, s))
        return false;
    ws_event *event = message_tell(n, &sent_kind, letter);
    message_join(n, s, event);
    return true;
}
