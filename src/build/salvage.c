/* salvage.c - what of a running network goes on when a cable is cut or repaired: all packets but
 * those that are lost, which are taken out of it at once.
 *
 * Lost are
 *   - worms across the cable: a flit is on the wire, or a queue or an output buffer holds a virtual
 *     channel of it;
 *   - worms whose head comes to a switch from which the routes of now do not lead on, since it came
 *     there by those of before (ws_routing.stranded).
 *   - packets in the queue of an output by which the routes of now do not lead on
 *     (ws_salvage.misplaced).
 *   - where ways are fixed at the source (wire.routes), packets whose way from any switch where
 *     they stand is not that of now. When a cable is cut, these are the ones whose way led across.
 * Where a switch may refuse a packet, its sender keeps it until the switch has taken it: a packet
 * that was not yet taken goes back to its sender instead (ws_salvage.recall).
 * All others keep the virtual channels that they hold. Routing decides hop by hop, so the rest of
 * their way is that of now; heads that wait ask anew. So worms on old routes can stand beside worms
 * on new ones, and wait for one another in a ring, though either routing alone has none: the price
 * of not stopping the network, which the detector shows.
 *
 * A worm that is being torn down and lies across the cable is not lost: its host has its flits back
 * at once.
 *
 * Taking out is no part of a step: it happens before the cycle that is about to run. Credits for
 * what is taken out are back at once; STOP and GO take their way. What is still to be sent of the
 * message is sent, and the message counts as dropped when the last of it has come to an end. */
#include <stdlib.h>

#include "build.h"

/* The network that goes on, and by packet: is it taken out? */
typedef struct salvage {
    ws_net *n;
    const ws_net *before; /* the network with the routes of before */
    u8 *lost;
} salvage;

/* What the switch model knows of packets. */
static const ws_salvage *rules_of(const ws_net *n) {
    static const ws_salvage none;
    const ws_salvage *rules = n->model->salvage;
    return rules ? rules : &none;
}

/* ---- which packets ---- */

/* The word that comes off link l in a slot of the wheel; false if none does. */
static bool wire_read(const ws_net *n, u32 slot, u32 l, u32 *flit) {
    const ws_sizes *size = &n->size;
    size_t set = (size_t)slot * size->link_words;
    size_t wires = (size_t)slot * size->links;
    *flit = n->flight[wires + l];
    return bit_get(n->flight_bits + set, l);
}

/* The packet in the output buffer of virtual channel v; NIL if there is none. */
static u32 buffered_packet(const ws_net *n, u32 v) {
    if (v >= n->size.output_vcs)
        return NIL;
    const ws_output_state *output = &n->output_buffer.vc[v];
    return output->to_go > 0 ? output->packet : NIL;
}

static void packet_mark(salvage *s, u32 k) {
    if (k != NIL)
        s->lost[k] = 1;
}

/* Has the packet in front of queue q been refused? It stands there whole, and has not gone. */
static bool is_refused(const ws_net *n, u32 q) {
    return state_of(n, q) == QUEUE_HELD;
}

/* The worms that hold virtual channels of link l, or have flits on it. */
static void link_mark(salvage *s, u32 l) {
    const ws_net *n = s->n;
    u32 flit;
    for (EACH(slot, n->size.flight_slots))
        if (wire_read(n, slot, l, &flit))
            packet_mark(s, flit >> FLIT_PACKET_SHIFT);
    for (VCS_EACH(v, n, l)) {
        u32 q = holder_of(n, v);
        packet_mark(s, buffered_packet(n, v));
        if (q != NIL && !is_refused(n, q))
            packet_mark(s, front_of(n, q));
    }
}

/* The head of packet k is at node x, where it came by virtual channel v: is there a way on? */
static bool is_stranded(const ws_net *n, u32 x, u32 v, u32 k) {
    if (!n->routing->stranded || !is_switch(n, x))
        return false;
    if (packet_has(n, k, PACKET_KILLED))
        return false;
    return n->routing->stranded(n, x, v, k);
}

/* The head of packet k comes off virtual channel v. */
static void head_mark(salvage *s, u32 v, u32 k) {
    const ws_net *n = s->n;
    u32 l = link_of(n, v);
    if (is_stranded(n, node_to(n, l), v, k))
        packet_mark(s, k);
}

/* The head of packet k stands in queue q. */
static void standing_mark(salvage *s, u32 q, u32 k) {
    const ws_net *n = s->n;
    if (is_stranded(n, node_of(n, q), feeding_vc(n, q), k))
        packet_mark(s, k);
}

/* The heads in queue q: the front one may have its virtual channel already. */
static void queue_heads_mark(salvage *s, u32 q) {
    const ws_net *n = s->n;
    const ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    bool here = queue->front_to_go == n->packet.length[k];
    if (here && (queue->vc == NIL || is_refused(n, q)))
        standing_mark(s, q, k);
    else if (here)
        head_mark(s, queue->vc, k);
    for (u32 i = 1; i < queue->packets; i++) {
        u32 behind = packet_at(n, q, i);
        standing_mark(s, q, behind);
    }
}

static void wire_heads_mark(salvage *s, u32 l) {
    const ws_net *n = s->n;
    u32 flit;
    for (EACH(slot, n->size.flight_slots)) {
        if (!wire_read(n, slot, l, &flit))
            continue;
        u32 vc = flit & FLIT_VC;
        u32 v = first_vc(n, l) + vc;
        if (flit & FLIT_HEAD)
            head_mark(s, v, flit >> FLIT_PACKET_SHIFT);
    }
}

static void buffer_heads_mark(salvage *s, u32 v) {
    const ws_net *n = s->n;
    u32 k = buffered_packet(n, v);
    if (k == NIL)
        return;
    u32 to_go = n->output_buffer.vc[v].to_go;
    if (to_go == n->packet.length[k])
        head_mark(s, v, k);
}

static void stranded_mark(salvage *s) {
    const ws_net *n = s->n;
    if (!n->routing->stranded)
        return;
    for (EACH(q, n->wire.source_queue0))
        if (n->queue[q].packets > 0)
            queue_heads_mark(s, q);
    for (EACH(l, n->size.links))
        wire_heads_mark(s, l);
    for (EACH(v, n->size.output_vcs))
        buffer_heads_mark(s, v);
}

static void misplaced_mark(salvage *s) {
    const ws_net *n = s->n;
    if (!rules_of(n)->misplaced)
        return;
    for (EACH(q, n->wire.source_queue0)) {
        const ws_queue_state *queue = &n->queue[q];
        for (EACH(i, queue->packets)) {
            u32 k = packet_at(n, q, i);
            if (rules_of(n)->misplaced(n, q, k))
                packet_mark(s, k);
        }
    }
}

/* ---- ways that are fixed at the source ---- */

/* Packet k stands at node x, or its head comes there. */
static void route_mark(salvage *s, u32 x, u32 k) {
    const ws_net *n = s->n;
    const u32 *before = s->before->wire.routes;
    const u32 *routes = n->wire.routes;
    size_t row = (size_t)x * n->size.hosts;
    size_t i = row + dest_of(n, k);
    if (!is_switch(n, x))
        return;
    if (routes[i] != before[i])
        packet_mark(s, k);
}

static void wire_routes_mark(salvage *s, u32 l) {
    const ws_net *n = s->n;
    u32 x = node_to(n, l);
    u32 flit;
    for (EACH(slot, n->size.flight_slots)) {
        bool busy = wire_read(n, slot, l, &flit);
        u32 k = flit >> FLIT_PACKET_SHIFT;
        if (busy && flit & FLIT_HEAD)
            route_mark(s, x, k);
    }
}

static void routes_mark(salvage *s) {
    const ws_net *n = s->n;
    if (!n->wire.routes)
        return;
    for (EACH(q, n->wire.source_queue0)) {
        u32 x = node_of(n, q);
        u32 packets = n->queue[q].packets;
        for (EACH(i, packets)) {
            u32 k = packet_at(n, q, i);
            route_mark(s, x, k);
        }
    }
    for (EACH(l, n->size.links))
        wire_routes_mark(s, l);
}

/* ---- packets that were not taken ---- */

/* Must the packet that is being sent on link l not go there? It may be refused there, too, and must
 * then have another way from where it is. */
static bool is_unwanted(const ws_net *n, u32 l) {
    u32 q = link_holder(n, l);
    if (q == NIL || is_sink(n, l))
        return false;
    if (n->wire.link_cut[l])
        return true;
    u32 k = front_of(n, q);
    u32 here = node_from(n, l);
    u32 there = node_to(n, l);
    if (is_stranded(n, here, feeding_vc(n, q), k))
        return true;
    return is_stranded(n, there, first_vc(n, l), k);
}

/* Takes off the wire of link l what no queue will take: flits of packets that were refused. */
static void refused_clear(ws_net *n, u32 l) {
    u32 slots = n->size.flight_slots;
    u32 v = first_vc(n, l);
    bool dead = n->vc[v].receiver == NIL;
    u32 flit;
    for (EACH(i, slots)) {
        u64 due = now(n) + i;
        if (!wire_read(n, wheel_slot(due, slots), l, &flit))
            continue;
        if (flit & FLIT_HEAD)
            dead = false;
        if (dead)
            bit_clear(flight_set(n, due), l);
    }
}

/* Stops the timer of queue q. */
static void timer_stop(ws_net *n, u32 q) {
    u32 slots = n->size.timer_slots;
    u32 words = n->size.queue_words;
    for (EACH(slot, slots)) {
        u64 *set = wheel_set(n->timer_bits, slot, slots, words);
        bit_clear(set, q);
    }
}

/* Nothing is left of packet k, which its sender has again, on link l and at its end. */
static void returned_clear(ws_net *n, u32 l, u32 k) {
    u32 flit;
    u32 v = first_vc(n, l);
    u32 taker = own_queue(n, v);
    timer_stop(n, taker);
    for (EACH(slot, n->size.flight_slots)) {
        bool busy = wire_read(n, slot, l, &flit);
        if (busy && flit >> FLIT_PACKET_SHIFT == k)
            bit_clear(flight_set(n, slot), l);
    }
}

/* Is link l unused: has the last packet on it been taken whole? */
static bool is_unused(const ws_net *n, u32 l) {
    u32 flit;
    if (link_holder(n, l) != NIL)
        return false;
    for (EACH(slot, n->size.flight_slots))
        if (wire_read(n, slot, l, &flit))
            return false;
    return true;
}

static void untaken_return(ws_net *n) {
    const ws_salvage *rules = rules_of(n);
    if (!rules->recall)
        return;
    for (EACH(l, n->size.links)) {
        if (is_sink(n, l))
            continue;
        refused_clear(n, l);
        if (!is_unwanted(n, l))
            continue;
        u32 k = front_of(n, link_holder(n, l));
        if (rules->recall(n, l))
            returned_clear(n, l, k);
    }
}

/* Who takes the next packet of an unused link is not known: a packet may come, by new routes, where
 * it has been before. */
static void receivers_forget(ws_net *n) {
    if (!rules_of(n)->recall)
        return;
    for (EACH(l, n->size.links)) {
        u32 v = first_vc(n, l);
        if (is_sink(n, l))
            continue;
        if (is_unused(n, l))
            n->vc[v].receiver = NIL;
    }
}

static void lost_mark(salvage *s) {
    const ws_net *n = s->n;
    for (EACH(l, n->size.links))
        if (n->wire.link_cut[l])
            link_mark(s, l);
    stranded_mark(s);
    misplaced_mark(s);
    routes_mark(s);
}

/* ---- taking out ---- */

/* Flits of a packet, of which the last may be its tail. */
typedef struct piece {
    u32 k;
    u32 flits;
    bool tail;
} piece;

/* A piece is gone from the far end of virtual channel v: gives its credit back to the sender. */
static void credit_return(ws_net *n, u32 v, piece gone) {
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    u32 credit = gone.flits * link->credits_per_flit;
    if (gone.tail)
        credit += link->credits_per_packet;
    if (credit == 0)
        return;
    n->vc[v].credit += (i32)credit;
    vc_wake(n, v);
}

/* A piece is gone from queue q of a switch: gives its slots back. */
static void slots_return(ws_net *n, u32 q, piece gone) {
    u32 v = feeding_vc(n, q);
    n->packet.lost[gone.k] += gone.flits;
    n->queue[q].flits -= gone.flits;
    if (v == NIL)
        return; /* a packet buffer: the switch knows */
    credit_return(n, v, gone);
    if (n->flow == WS_FLOW_STOP_GO)
        go_if_low(n, q);
}

/* The flits of the i-th packet of queue q, which is not in front, that are there. */
static piece piece_behind(const ws_net *n, u32 q, u32 i) {
    const ws_queue_state *queue = &n->queue[q];
    piece there;
    there.k = packet_at(n, q, i);
    u32 length = n->packet.length[there.k];
    bool last = i + 1 == queue->packets;
    there.flits = last ? queue->tail_here : length;
    there.tail = there.flits == length;
    return there;
}

/* Takes lost packets out of queue q that are not in front. */
static void behind_clear(salvage *s, u32 q) {
    ws_net *n = s->n;
    ws_queue_state *queue = &n->queue[q];
    u32 *ring = n->ring + n->wire.ring0[q];
    u32 mask = n->wire.ring_mask[q];
    u32 packets = queue->packets;
    u32 kept = 1;
    u32 here = queue->tail_here;
    for (u32 i = 1; i < packets; i++) {
        piece next = piece_behind(n, q, i);
        u32 place = queue->ring_head + kept;
        if (s->lost[next.k]) {
            slots_return(n, q, next);
            continue;
        }
        ring[place & mask] = next.k;
        here = next.flits;
        kept++;
    }
    if (kept == packets)
        return;
    queue->packets = (u16)kept;
    queue->tail_here = here;
    n->timer.deadline[q] = 0;
}

/* Takes the packet in front of queue q out. Of a port, the next one comes to the front as ever. */
static void front_clear(ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 wait = n->ports;
    piece gone;
    gone.k = queue->front;
    gone.flits = queue->front_here;
    gone.tail = queue->front_here == queue->front_to_go;
    timer_stop(n, q);
    if (n->size.port_words > 0)
        bit_clear(n->port.inhibited, q);
    if (is_refused(n, q))
        n->vc[queue->vc].credit = 1;
    if (queue->state != QUEUE_ROUTING)
        front_withdraw(n, q, now(n));
    slots_return(n, q, gone);
    queue_shift(n, q, wait);
}

static void queue_clear(salvage *s, u32 q) {
    ws_net *n = s->n;
    if (n->queue[q].packets == 0)
        return;
    behind_clear(s, q);
    u32 k = front_of(n, q);
    if (s->lost[k])
        front_clear(n, q);
}

/* A host stops sending a lost packet and goes on with the next. A packet that it was to take back
 * later it takes back at once. */
static void source_clear(salvage *s, u32 q) {
    ws_net *n = s->n;
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    if (k == NIL || !s->lost[k] || packet_has(n, k, PACKET_KILLED))
        return;
    n->packet.lost[k] += queue->front_to_go;
    queue->front_here = 0;
    queue->front_to_go = 0;
    front_withdraw(n, q, now(n));
    source_next(n, q);
}

static void wire_clear(salvage *s, u32 slot, u32 l) {
    ws_net *n = s->n;
    u32 flit;
    if (!wire_read(n, slot, l, &flit))
        return;
    u32 vc = flit & FLIT_VC;
    piece gone;
    gone.k = flit >> FLIT_PACKET_SHIFT;
    gone.flits = flits_of(flit);
    gone.tail = flit & FLIT_TAIL;
    if (!s->lost[gone.k])
        return;
    u64 *set = n->flight_bits + (size_t)slot * n->size.link_words;
    u32 v = first_vc(n, l) + vc;
    bit_clear(set, l);
    n->packet.lost[gone.k] += gone.flits;
    credit_return(n, v, gone);
}

static void wires_clear(salvage *s) {
    const ws_sizes *size = &s->n->size;
    for (EACH(slot, size->flight_slots))
        for (EACH(l, size->links))
            wire_clear(s, slot, l);
}

static void buffers_clear(salvage *s) {
    ws_net *n = s->n;
    for (EACH(v, n->size.output_vcs)) {
        u32 k = buffered_packet(n, v);
        if (k != NIL && s->lost[k])
            n->model->purge(n, v, k);
    }
}

/* The pair of hosts of packet k, by number. */
static u32 pair_of(const ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u32 h = n->message.source[m];
    u32 row = h * n->size.hosts;
    return row + dest_of(n, k);
}

/* Packet k will not arrive: those that were sent after it, if it is still due, move up. */
static void order_close(ws_net *n, u32 k) {
    const ws_order_columns *order = &n->order;
    u32 pair = pair_of(n, k);
    u32 *sequence = order->sequence;
    u32 gap = sequence[k];
    if (gap < order->due[pair])
        return;
    order->sent[pair]--;
    for (EACH(j, n->used->packets)) {
        if (n->packet.message[j] == NIL)
            continue;
        if (pair_of(n, j) != pair)
            continue;
        if (sequence[j] > gap)
            sequence[j]--;
    }
}

/* Nothing is left of packet k in the network. */
static void packet_lose(ws_net *n, u32 k) {
    const ws_message_columns *message = &n->message;
    u32 m = n->packet.message[k];
    if (n->size.pairs > 0)
        order_close(n, k);
    n->total[WS_TOTAL_PACKETS_LOST]++;
    n->total[WS_TOTAL_FLITS_DROPPED] += n->packet.lost[k];
    packet_row_free(n, k);
    message->undelivered[m]--;
    message->lost[m]++;
    bool all_gone = message->undelivered[m] == 0;
    if (all_gone && message->uncut[m] == 0)
        message_lose(n, m);
}

static void packets_end(salvage *s) {
    ws_net *n = s->n;
    for (EACH(k, n->used->packets)) {
        if (!s->lost[k])
            continue;
        if (packet_has(n, k, PACKET_KILLED))
            kill_finish(n, k);
        else
            packet_lose(n, k);
    }
}

static void lost_remove(salvage *s) {
    ws_net *n = s->n;
    const ws_salvage *rules = rules_of(n);
    if (rules->losing)
        rules->losing(n, s->lost);
    for (EACH(q, n->wire.source_queue0))
        queue_clear(s, q);
    buffers_clear(s);
    wires_clear(s);
    for (u32 q = n->wire.source_queue0; q < n->size.queues; q++)
        source_clear(s, q);
    packets_end(s);
    receivers_forget(n);
    if (rules->settle)
        rules->settle(n);
}

/* ---- packets that go on ---- */

/* The head in front of queue q requests by the routes of now, and keeps the time it has waited. */
static void head_request(ws_net *n, u32 q) {
    ws_timer_columns *timer = &n->timer;
    u64 since = n->since[q];
    u64 waiting_since = timer->waiting_since[q];
    u64 deadline = timer->deadline[q];
    request_end(n, q);
    queue_request(n, q);
    n->since[q] = since;
    timer->waiting_since[q] = waiting_since;
    timer->deadline[q] = deadline;
}

/* The head in front of queue q, which may not request, may if there is room now. */
static void head_permit(ws_net *n, u32 q) {
    u64 since = n->since[q];
    bit_clear(n->port.inhibited, q);
    queue_request(n, q);
    n->since[q] = since;
}

static void inhibited_permit(ws_net *n) {
    const ws_salvage *rules = rules_of(n);
    if (n->size.port_words == 0)
        return;
    if (rules->permit) {
        rules->permit(n);
        return;
    }
    for (EACH(q, n->size.queues))
        if (is_inhibited(n, q))
            head_permit(n, q);
}

static void heads_request(ws_net *n) {
    for (EACH(q, n->wire.source_queue0))
        if (is_waiting_head(n, q))
            head_request(n, q);
    inhibited_permit(n);
    if (n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE)
        deadlines_rearm(n);
}

bool net_salvage(ws_net *n, const ws_net *before) {
    u8 *lost = calloc(n->size.packets + 1, sizeof *lost);
    if (!lost)
        return false;
    salvage s;
    s.n = n;
    s.before = before;
    s.lost = lost;
    sources_reorder(n, n->def->alpha > 0); /* adaptive segments go by the length of the way */
    untaken_return(n);
    lost_mark(&s);
    lost_remove(&s);
    heads_request(n);
    free(lost);
    return true;
}
