/* step.c - the step: control messages - signals - timers - arrive - inject - allocate - transmit -
 * deadlines. With stream.h and the transmit functions of the switch models the only code that runs
 * at flit rate. */
#include "stream.h"

/* A credit reaches the sender of virtual channel v. */
static inline void credit_receive(ws_net *n, u32 v) {
    ws_vc_state *vc = &n->vc[v];
    bool was_empty = vc->credit == 0;
    bool whole = n->grant_room >= WS_GRANT_ROOM_PACKET && vc->holder == NIL;
    vc->credit++;
    if (was_empty || (whole && vc->credit >= vc->need))
        vc_wake(n, v);
}

/* STOP has reached the sender of virtual channel v. */
static inline void stop_receive(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    u32 q = holder_of(n, v);
    if (n->wire.link_fast[l].buffered)
        n->model->stopped(n, l, v);
    else if (q != NIL)
        ready_clear(n, q, l);
}

/* A credit, or the other one of STOP and GO, reaches the sender of virtual channel v. */
static inline void signal_receive(ws_net *n, u32 v) {
    if (n->flow != WS_FLOW_STOP_GO) {
        credit_receive(n, v);
        return;
    }
    n->vc[v].credit ^= 1;
    if (n->vc[v].credit)
        vc_wake(n, v);
    else
        stop_receive(n, v);
}

static void run_signals(ws_net *n) {
    u32 slots = n->size.signal_slots;
    u32 words = n->size.vc_words;
    u64 *bits = wheel_set(n->signal_bits, now(n), slots, words);
    for (EACH(w, words)) {
        u64 word = bits[w];
        if (!word)
            continue;
        bits[w] = 0;
        for (BITS_EACH(i, word))
            signal_receive(n, w * 64 + i);
    }
}

/* The timer of queue q goes off. */
static void timer_expire(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    switch (n->queue[q].state) {
    case QUEUE_ROUTING: queue_request(n, q); return;
    case QUEUE_HELD: model_of(n, x)->timed(n, q); return;
    default: queue_start(n, q);
    }
}

static void run_timers(ws_net *n) {
    u32 slots = n->size.timer_slots;
    u32 words = n->size.queue_words;
    u64 *bits = wheel_set(n->timer_bits, now(n), slots, words);
    for (EACH(w, words)) {
        u64 word = bits[w];
        if (!word)
            continue;
        bits[w] = 0;
        for (BITS_EACH(i, word))
            timer_expire(n, w * 64 + i);
    }
}

/* ---- arrive ---- */

/* The head of packet k comes off virtual channel v; the queue that takes its flits. */
static inline u32 head_receive(ws_net *n, u32 v, u32 k) {
    const ws_switch *model = n->model;
    u32 q = n->wire.vc_queue[v];
    if (model->receive)
        q = model->receive(n, v, k);
    n->vc[v].receiver = q;
    head_accept(n, q, k);
    if (model->received)
        model->received(n, q, k);
    return n->vc[v].receiver; /* it may have been moved on */
}

/* The queue that takes a flit from virtual channel v: the head chooses, the flits behind it
 * follow. NIL: none does. */
static inline u32 receiving_queue(ws_net *n, u32 v, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    if (flit & FLIT_HEAD)
        return head_receive(n, v, k);
    return n->vc[v].receiver;
}

/* `count` flits of the last packet of queue q are here. */
static inline void flits_arrive(ws_net *n, u32 q, ws_queue_state *queue, u32 count) {
    queue->flits += count;
    assert(queue->flits <= n->wire.queue_room[q]);
    if (queue->packets > 1) {
        queue->tail_here += count;
        return;
    }
    u32 before = queue->front_here;
    queue->front_here += count;
    if (before == 0 && queue->state >= QUEUE_STARTING)
        queue_ready(n, q);
    else if (queue->storing)
        store_check(n, q);
}

/* A flit comes off the wire into its queue. */
static inline void flit_accept(ws_net *n, const link_fast *link, u32 flit) {
    u32 v = link->vc0 + (flit & FLIT_VC);
    u32 q = receiving_queue(n, v, flit);
    if (q == NIL) {
        n->recovery->discard(n, v, flit);
        return;
    }
    ws_queue_state *queue = &n->queue[q];
    flits_arrive(n, q, queue, flits_of(flit));
    if (n->flow == WS_FLOW_STOP_GO)
        stop_if_full(n, q, queue);
}

/* A flit arrives at the host it was sent to. */
static inline void flit_deliver(ws_net *n, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    u32 class = n->packet.class[k];
    u32 count = flits_of(flit);
    n->class_flits[class] += count;
    n->total[WS_TOTAL_FLITS_DELIVERED] += count;
    if (flit & FLIT_HEAD)
        n->packet.head[k] = now(n);
    if (flit & FLIT_TAIL)
        packet_deliver(n, k);
}

static void run_arrive(ws_net *n) {
    u32 words = n->size.link_words;
    size_t slot = wheel_slot(now(n), n->size.flight_slots);
    u64 *bits = n->flight_bits + slot * words;
    const u32 *flight = n->flight + slot * n->size.links;
    for (EACH(w, words)) {
        u64 word = bits[w];
        if (!word)
            continue;
        bits[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i;
            const link_fast *link = &n->wire.link_fast[l];
            if (link->sink)
                flit_deliver(n, flight[l]);
            else
                flit_accept(n, link, flight[l]);
        }
    }
}

/* ---- inject, allocate, transmit ---- */

static void run_inject(ws_net *n) {
    u32 slots = n->size.arrival_slots;
    u32 words = n->size.host_words;
    const u64 *bits = wheel_set(n->arrival_bits, now(n), slots, words);
    for (EACH(w, words)) {
        u64 word = bits[w];
        for (BITS_EACH(i, word)) {
            u32 h = w * 64 + i;
            u64 due = n->arrival[h] >> 16;
            if (due > now(n))
                continue; /* in a later lap */
            n->workload->arrive(n, h);
        }
    }
}

static void run_allocate(ws_net *n) {
    for (EACH(w, n->size.node_words)) {
        u64 word = n->allocate_nodes[w];
        for (BITS_EACH(i, word)) {
            u32 x = w * 64 + i;
            model_of(n, x)->allocate(n, x);
        }
    }
}

/* Nothing to decide: the holder of the one virtual channel sends. The bit of a link is left set
 * after a flit, since in a stream the next one is about to come, and dropped when none has. */
static void transmit_plain(ws_net *n) {
    u32 words = n->size.link_words;
    u32 switch_links = first_link(n, n->size.switches);
    u64 hops = 0;
    u64 injected = 0;
    for (EACH(w, words)) {
        u64 word = n->ready_links[w];
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i;
            u32 v = n->wire.link_fast[l].vc0;
            u32 q = holder_of(n, v);
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
    for (EACH(w, n->size.node_words)) {
        u64 word = n->ready_nodes[w];
        for (BITS_EACH(i, word)) {
            u32 x = w * 64 + i;
            if (!model_of(n, x)->transmit(n, x))
                bit_clear(n->ready_nodes, x);
        }
    }
}

/* ---- the step ---- */

/* The first cycle before `limit`, at most a lap ahead, whose set in a wheel is not empty; else
 * the end of what was searched. */
static u64 wheel_next(const ws_net *n, u64 *bits, u32 slots, u32 words, u64 limit) {
    u64 end = now(n) + slots;
    if (limit < end)
        end = limit;
    for (u64 t = now(n); t < end; t++) {
        const u64 *set = wheel_set(bits, t, slots, words);
        if (!bits_none(set, words))
            return t;
    }
    return end;
}

static u64 control_next(const ws_net *n, u64 limit) {
    u32 slots = n->size.control_slots;
    u64 end = now(n) + slots;
    if (limit < end)
        end = limit;
    for (u64 t = now(n); t < end; t++) {
        u32 slot = wheel_slot(t, slots);
        if (n->control.first[slot])
            return t;
    }
    return end;
}

/* Is there a node or link that can do something in this cycle? */
static bool is_busy(const ws_net *n) {
    u32 nodes = n->size.node_words;
    u32 links = n->size.link_words;
    if (!bits_none(n->ready_links, links))
        return true;
    if (!bits_none(n->ready_nodes, nodes))
        return true;
    return !bits_none(n->allocate_nodes, nodes);
}

/* The next cycle, at most `limit`, in which anything can happen. */
static u64 next_due(const ws_net *n, u64 limit) {
    const ws_sizes *size = &n->size;
    if (is_busy(n))
        return now(n);
    limit = wheel_next(n, n->flight_bits, size->flight_slots, size->link_words, limit);
    limit = wheel_next(n, n->signal_bits, size->signal_slots, size->vc_words, limit);
    limit = wheel_next(n, n->timer_bits, size->timer_slots, size->queue_words, limit);
    limit = wheel_next(n, n->timer.bits, size->deadline_slots, size->queue_words, limit);
    limit = control_next(n, limit);
    return wheel_next(n, n->arrival_bits, size->arrival_slots, size->host_words, limit);
}

/* With -DWS_AUDIT: the conservation laws are checked in every 1,000th cycle, and the program stops
 * where one is broken. */
#ifdef WS_AUDIT
#include <stdio.h>
#include <stdlib.h>

enum { AUDIT_EVERY = 1000 };

static void audit(const ws_net *n) {
    ws_error error;
    if (now(n) % AUDIT_EVERY != 0 || ws_net_check(n, &error))
        return;
    fprintf(stderr, "audit: %s\n", error.text);
    abort();
}
#else
static inline void audit(const ws_net *n) {
    (void)n;
}
#endif

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
    audit(n);
}

/* Is there room for the events of one more cycle? */
static bool has_event_room(const ws_net *n) {
    return n->event_count + n->event_step <= n->event_room;
}

uint64_t ws_net_step(ws_net *n, uint64_t cycles) {
    u64 begin = now(n);
    u64 end = begin + cycles;
    while (now(n) < end && has_event_room(n)) {
        n->cycle[0] = next_due(n, end);
        if (now(n) < end)
            step_one(n);
    }
    return now(n) - begin;
}
