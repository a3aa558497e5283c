/* step.c - the step: notices - signals - timers - arrive - inject - grant - move - deadlines.
 * With stream.h and the transmit functions of the switch models the only code that runs at flit
 * rate. */
#include "stream.h"

/* A credit, or the other one of STOP and GO, reaches the sender of lane v. */
static inline void signal_take(ws_net *n, u32 v) {
    ws_vc_state *lane = &n->vc[v];
    if (n->flow != WS_FLOW_STOP_GO) {
        bool enough = n->grant_room >= WS_GRANT_ROOM_PACKET && lane->holder == NIL &&
                      lane->credit + 1 >= lane->need;
        if (lane->credit++ == 0 || enough)
            vc_wake(n, v);
    } else if ((lane->credit ^= 1)) {
        vc_wake(n, v);
    } else if (n->wire.link_fast[n->wire.vc_link[v]].buffered) {
        n->model->stopped(n, n->wire.vc_link[v], v);
    } else if (lane->holder != NIL) {
        ready_clear(n, lane->holder, n->wire.vc_link[v]);
    }
}

static void run_signals(ws_net *n) {
    u32 slot = (u32)n->cycle[0] & (n->size.signal_slots - 1);
    u32 words = n->size.vc_words;
    u64 *bits = n->signal_bits + (size_t)slot * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        if (!word)
            continue;
        bits[w] = 0;
        for (BITS_EACH(i, word))
            signal_take(n, w * 64 + i);
    }
}

static void run_timers(ws_net *n) {
    u32 slot = (u32)n->cycle[0] & (n->size.timer_slots - 1);
    u32 words = n->size.queue_words;
    u64 *bits = n->timer_bits + (size_t)slot * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        if (!word)
            continue;
        bits[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 q = w * 64 + i;
            if (n->queue[q].state == QUEUE_ROUTING)
                queue_request(n, q);
            else if (n->queue[q].state == QUEUE_HELD)
                model_of(n, n->wire.queue_node[q])->timed(n, q);
            else
                queue_start(n, q);
        }
    }
}

/* The head of packet k comes off lane v; the queue that takes its flits. */
static inline u32 head_receive(ws_net *n, u32 v, u32 k) {
    u32 q = n->model->receive ? n->model->receive(n, v, k) : n->wire.vc_queue[v];
    n->vc[v].receiver = q;
    head_accept(n, q, k);
    if (n->model->received)
        n->model->received(n, q, k);
    return n->vc[v].receiver; /* it may have been moved on */
}

/* A flit comes off the wire into its queue. */
static inline void flit_accept(ws_net *n, const link_fast *link, u32 flit) {
    u32 v = link->vc0 + (flit & FLIT_VC);
    u32 q = flit & FLIT_HEAD ? head_receive(n, v, flit >> FLIT_PACKET_SHIFT) : n->vc[v].receiver;
    if (q == NIL) {
        n->recovery->discard(n, v, flit);
        return;
    }
    ws_queue_state *queue = &n->queue[q];
    u32 count = flits_of(flit);
    queue->flits += count;
    assert(queue->flits <= n->wire.queue_room[q]);
    if (queue->packets > 1) {
        queue->tail_here += count;
    } else {
        u32 before = queue->front_here;
        queue->front_here += count;
        if (before == 0 && queue->state >= QUEUE_STARTING)
            queue_ready(n, q);
        else if (queue->storing)
            store_check(n, q);
    }
    if (n->flow == WS_FLOW_STOP_GO && queue->flits >= n->stop && !queue->stop_sent) {
        queue->stop_sent = 1;
        signal_send(n, q);
    }
}

/* A flit arrives at the host it was sent to. */
static inline void flit_deliver(ws_net *n, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    u32 count = flits_of(flit);
    n->class_flits[n->packet.class[k]] += count;
    n->total[WS_TOTAL_FLITS_DELIVERED] += count;
    if (flit & FLIT_HEAD)
        n->packet.head[k] = n->cycle[0];
    if (flit & FLIT_TAIL)
        packet_deliver(n, k);
}

static void run_arrive(ws_net *n) {
    u32 slot = (u32)n->cycle[0] & (n->size.flight_slots - 1);
    u32 words = n->size.link_words;
    u64 *bits = n->flight_bits + (size_t)slot * words;
    const u32 *flight = n->flight + (size_t)slot * n->size.links;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        if (!word)
            continue;
        bits[w] = 0;
        for (BITS_EACH(i, word)) {
            const link_fast *link = &n->wire.link_fast[w * 64 + i];
            if (link->sink)
                flit_deliver(n, flight[w * 64 + i]);
            else
                flit_accept(n, link, flight[w * 64 + i]);
        }
    }
}

static void run_inject(ws_net *n) {
    u32 slot = (u32)n->cycle[0] & (n->size.arrival_slots - 1);
    u32 words = n->size.host_words;
    const u64 *bits = n->arrival_bits + (size_t)slot * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        for (BITS_EACH(i, word)) {
            u32 h = w * 64 + i;
            /* else it is due in a later lap */
            if (n->arrival[h] >> 16 <= n->cycle[0])
                n->workload->arrive(n, h);
        }
    }
}

static void run_allocate(ws_net *n) {
    for (u32 w = 0; w < n->size.node_words; w++) {
        u64 word = n->allocate_nodes[w];
        for (BITS_EACH(i, word))
            model_of(n, w * 64 + i)->allocate(n, w * 64 + i);
    }
}

/* Nothing to decide: the holder of the one lane sends. The bit of a link is left set after a
 * flit, since in a stream the next one is about to come, and dropped when none has. */
static void transmit_plain(ws_net *n) {
    u32 words = n->size.link_words;
    u32 switch_links = n->wire.link0[n->size.switches];
    u64 hops = 0;
    u64 injected = 0;
    for (u32 w = 0; w < words; w++) {
        u64 word = n->ready_links[w];
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i;
            u32 v = n->wire.link_fast[l].vc0;
            u32 q = n->vc[v].holder;
            if (n->queue[q].front_here == 0 || n->vc[v].credit <= 0) {
                bit_clear(n->ready_links, l);
                continue;
            }
            u32 count = send_flit(n, q, v, l);
            if (l < switch_links)
                hops += count;
            else
                injected += count;
        }
    }
    n->total[WS_TOTAL_FLIT_HOPS] += hops;
    n->total[WS_TOTAL_FLITS_INJECTED] += injected;
}

static void run_transmit(ws_net *n) {
    transmit_plain(n);
    for (u32 w = 0; w < n->size.node_words; w++) {
        u64 word = n->ready_nodes[w];
        for (BITS_EACH(i, word)) {
            u32 x = w * 64 + i;
            if (!model_of(n, x)->transmit(n, x))
                bit_clear(n->ready_nodes, x);
        }
    }
}

/* ---- the step ---- */

static u64 wheel_next(const u64 *bits, u32 slots, u32 words, u64 now, u64 limit) {
    for (u64 t = now; t < limit && t < now + slots; t++)
        if (!bits_none(bits + (size_t)((u32)t & (slots - 1)) * words, words))
            return t;
    return limit < now + slots ? limit : now + slots;
}

static u64 control_next(const ws_net *n, u64 limit) {
    for (u64 t = n->cycle[0]; t < limit && t < n->cycle[0] + n->size.control_slots; t++)
        if (n->control.first[t & (n->size.control_slots - 1)])
            return t;
    return limit < n->cycle[0] + n->size.control_slots ? limit
                                                       : n->cycle[0] + n->size.control_slots;
}

/* The next cycle, at most `limit`, in which anything can happen. */
static u64 next_due(const ws_net *n, u64 limit) {
    const ws_sizes *z = &n->size;
    if (!bits_none(n->ready_links, z->link_words) || !bits_none(n->ready_nodes, z->node_words) ||
        !bits_none(n->allocate_nodes, z->node_words))
        return n->cycle[0];
    limit = wheel_next(n->flight_bits, z->flight_slots, z->link_words, n->cycle[0], limit);
    limit = wheel_next(n->signal_bits, z->signal_slots, z->vc_words, n->cycle[0], limit);
    limit = wheel_next(n->timer_bits, z->timer_slots, z->queue_words, n->cycle[0], limit);
    limit = wheel_next(n->timer.bits, z->deadline_slots, z->queue_words, n->cycle[0], limit);
    limit = control_next(n, limit);
    return wheel_next(n->arrival_bits, z->arrival_slots, z->host_words, n->cycle[0], limit);
}

static void step_one(ws_net *n) {
    run_control(n);
    run_signals(n);
    run_timers(n);
    run_arrive(n);
    run_inject(n);
    run_allocate(n);
    run_transmit(n);
    n->recovery->deadlines(n);
    n->cycle[0]++;
}

uint64_t ws_net_step(ws_net *n, uint64_t cycles) {
    u64 begin = n->cycle[0];
    u64 end = begin + cycles;
    while (n->cycle[0] < end && n->event_count + n->event_step <= n->event_room) {
        n->cycle[0] = next_due(n, end);
        if (n->cycle[0] < end)
            step_one(n);
    }
    return n->cycle[0] - begin;
}
