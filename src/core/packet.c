/* packet.c - request, grant, accept, release: how a packet comes to the front of a queue, gets its
 * virtual channel, and leaves. Runs once per packet and hop. For the hosts there is source.c. */
#include "segment.h"

/* ---- room: may a head be given a virtual channel? ---- */

/* Does the packet in front of queue q enter a ring if it takes link l? */
static bool enters_ring(const ws_net *n, u32 q, u32 l) {
    for (OPTIONS_EACH(c, n, q)) {
        u8 rule = n->option_rule[c];
        if (n->option_link[c] == l)
            return (rule & OPTION_ENTERS) != 0;
    }
    return false;
}

i32 length_ahead(const ws_net *n, u32 q) {
    if (is_source(n, q)) {
        u32 s = source_of_queue(n, q);
        u32 m = n->source.first[s];
        u32 payload = n->workload->cut(n, m);
        return (i32)payload + (i32)n->def->overhead;
    }
    u32 k = front_of(n, q);
    return (i32)n->packet.length[k];
}

/* A packet longer than the buffer goes when the buffer is empty: with grant-room fit, or if the
 * packet was cut before the rule came into force. */
static i32 at_most_room(const ws_net *n, u32 v, i32 flits) {
    u32 q = own_queue(n, v);
    i32 room = (i32)n->wire.queue_room[q];
    return flits < room ? flits : room;
}

/* Packets for which there must be room before queue q is granted virtual channel v. */
static i32 packets_needed(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    if (n->grant_room != WS_GRANT_ROOM_BUBBLE)
        return 1;
    return enters_ring(n, q, l) ? 2 : 1;
}

i32 vc_room_needed(const ws_net *n, u32 q, u32 v) {
    const ws_wiring *wire = &n->wire;
    u8 rule = n->grant_room;
    assert(q < n->size.queues);
    assert(v < n->size.vcs);
    /* a host has no use for a virtual channel that cannot send */
    if (rule == WS_GRANT_ROOM_NONE)
        return is_source(n, q);
    if (rule == WS_GRANT_ROOM_FLIT || wire->vc_counted[v] == 0)
        return 1; /* with STOP/GO, and to a host, 1 is all there is */
    i32 packets = packets_needed(n, q, v);
    i32 all = (i32)wire->vc_credits[v];
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        return packets < all ? packets : all;
    i32 flits = packets * length_ahead(n, q);
    return at_most_room(n, v, flits);
}

bool vc_has_room(const ws_net *n, u32 q, u32 v) {
    i32 needed = vc_room_needed(n, q, v);
    return n->vc[v].credit >= needed;
}

/* The least credit that any head waiting for link l needs on virtual channel v. */
static i32 least_needed(const ws_net *n, u32 l, u32 v) {
    const link_fast *link = fast_link(n, l);
    const u64 *requests = requests_of(n, l);
    u32 first = first_queue(n, link->from);
    i32 least = UINT16_MAX;
    for (EACH(w, link->words)) {
        u64 word = requests[w];
        for (BITS_EACH(i, word)) {
            u32 q = first + w * 64 + i;
            i32 need = vc_room_needed(n, q, v);
            if (need < least)
                least = need;
        }
    }
    return least;
}

bool vc_suits_any(ws_net *n, u32 l, u32 v) {
    ws_vc_state *vc = &n->vc[v];
    if (vc->credit < vc->need)
        return false;
    i32 least = least_needed(n, l, v);
    vc->need = (u16)least;
    return vc->credit >= least;
}

bool vc_is_idle(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    const ws_switch *model = model_of_link(n, l);
    if (model->idle)
        return model->idle(n, q, v);
    return holder_of(n, v) == NIL;
}

/* Virtual channels of link l among the route options of queue q, as a set. */
static u64 options_of_link(const ws_net *n, u32 q, u32 l) {
    u64 set = 0;
    for (OPTIONS_EACH(c, n, q))
        if (n->option_link[c] == l)
            set |= n->option_vcs[c];
    return set;
}

u64 vcs_free_for(const ws_net *n, u32 q, u32 l) {
    u64 options = options_of_link(n, q, l);
    u32 first = first_vc(n, l);
    u64 free = 0;
    for (BITS_EACH(i, options)) {
        u32 v = first + i;
        if (!vc_is_idle(n, q, v))
            continue;
        if (vc_has_room(n, q, v))
            free |= 1ull << i;
    }
    return free;
}

/* ---- request ---- */

/* Does a head wait for link l that could use virtual channel v now? */
static bool vc_is_requested(ws_net *n, u32 l, u32 v) {
    const ws_switch *model = model_of_link(n, l);
    if (model->is_requested)
        return model->is_requested(n, l);
    if (n->grant_room >= WS_GRANT_ROOM_PACKET)
        return vc_suits_any(n, l, v);
    return is_requested(n, l);
}

void vc_offer(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    if (vc_is_requested(n, l, v))
        link_wake(n, l);
}

/* The packet in front of queue q enters the router's pipeline, in `wait` cycles. */
static inline void pipeline_begin(ws_net *n, u32 q, u32 wait) {
    u32 delay = wait + n->request_delay;
    n->queue[q].storing = 0;
    if (delay == 0)
        queue_request(n, q);
    else
        timer_set(n, q, now(n) + delay);
}

/* Store-and-forward: is all of the packet in front here, or (of one cut under another rule) as
 * much as there is room for? */
static bool is_stored(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->front_here == queue->front_to_go)
        return true;
    return queue->flits == n->wire.queue_room[q];
}

/* The packet in front of queue q begins its way through the router; `wait` cycles until its
 * pipeline starts. */
static inline void front_begin(ws_net *n, u32 q, u32 wait) {
    ws_queue_state *queue = &n->queue[q];
    u32 k = packet_at(n, q, 0);
    u32 length = n->packet.length[k];
    bool last = queue->packets == 1;
    queue->front = k;
    queue->front_to_go = length;
    queue->front_here = last ? queue->tail_here : length;
    if (last)
        queue->tail_here -= flits_awaited(n, q);
    queue->state = QUEUE_ROUTING;
    queue->storing = n->store && !is_stored(n, q);
    if (!queue->storing)
        pipeline_begin(n, q, wait);
}

void store_check(ws_net *n, u32 q) {
    if (is_stored(n, q))
        pipeline_begin(n, q, 0);
}

/* A packet that was lost while it was stored has left its mark in an empty queue. */
void store_release(ws_net *n, u32 q) {
    if (n->queue[q].storing && state_of(n, q) == QUEUE_ROUTING)
        pipeline_begin(n, q, 1);
}

/* ---- accept ---- */

void head_accept(ws_net *n, u32 q, u32 k) {
    packet_accept(n, q, k, 0);
}

void packet_accept(ws_net *n, u32 q, u32 k, u32 flits) {
    ws_queue_state *queue = &n->queue[q];
    const ws_wiring *wire = &n->wire;
    u32 *ring = n->ring + wire->ring0[q];
    u32 end = queue->ring_head + queue->packets;
    ring[end & wire->ring_mask[q]] = k;
    queue->tail_here = flits;
    queue->flits += flits;
    queue->packets++;
    if (queue->packets == 1)
        front_begin(n, q, 0);
    else if (queue->packets == 2 && queue->state == QUEUE_STREAMING)
        head_wait(n, q);
}

void queue_start(ws_net *n, u32 q) {
    n->queue[q].state = QUEUE_STARTING;
    queue_ready(n, q);
}

/* The one route option of a packet at its host: the injection link, with the virtual channels of
 * its source queue. */
static ws_route_option source_option(const ws_net *n, u32 q) {
    const ws_wiring *wire = &n->wire;
    u32 h = host_of_node(n, node_of(n, q));
    u32 input = input_of(n, q);
    return (ws_route_option){
        .link = wire->inject_link[h],
        .vcs = wire->source_vcs[input],
    };
}

/* Finds the links that the head of queue q may take; returns how many. */
static u32 route_options_of(ws_net *n, u32 q, ws_route_option *option) {
    u32 k = front_of(n, q);
    if (!is_source(n, q))
        return n->routing->route(n, q, k, option);
    *option = source_option(n, q);
    return 1;
}

static inline void route_option_store(ws_net *n, size_t place, const ws_route_option *option) {
    n->option_link[place] = option->link;
    n->option_vcs[place] = option->vcs;
    n->option_rule[place] = option->rule;
}

/* Writes the route options of queue q into its columns, and its bit into their request sets. Behind
 * the last one there are none. */
static inline void request_begin(ws_net *n, u32 q, const ws_route_option *option, u32 count) {
    static const ws_route_option none = {.link = NIL};
    size_t first = first_option(n, q);
    size_t end = first_option(n, q + 1);
    for (EACH(c, count)) {
        assert(option[c].vcs != 0);
        route_option_store(n, first + c, &option[c]);
        request_set(n, q, option[c].link);
    }
    size_t rest = first + count;
    for (; rest < end && n->option_link[rest] != NIL; rest++)
        route_option_store(n, rest, &none);
}

void queue_request(ws_net *n, u32 q) {
    const ws_switch *model = model_of_queue(n, q);
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (model->request && !model->request(n, q))
        return;
    u32 count = route_options_of(n, q, option);
    assert(count >= 1);
    assert(count <= n->size.options_per_queue);
    assert(count <= WS_ROUTE_OPTIONS_MAX);
    n->queue[q].state = QUEUE_WAITING;
    n->since[q] = now(n);
    request_begin(n, q, option, count);
    if (model->requested)
        model->requested(n, q);
    for (EACH(c, count)) {
        u32 l = option[c].link;
        if (n->grant_room >= WS_GRANT_ROOM_PACKET)
            needs_forget(n, l);
        link_wake(n, l);
    }
    if (!is_source(n, q))
        head_wait(n, q);
}

/* Queue q of a switch of this model requests no longer. */
static inline void request_withdraw(ws_net *n, u32 q, const ws_switch *model) {
    for (OPTIONS_EACH(c, n, q))
        request_clear(n, q, n->option_link[c]);
    if (model->withdraw)
        model->withdraw(n, q);
}

void request_end(ws_net *n, u32 q) {
    request_withdraw(n, q, model_of_queue(n, q));
}

/* ---- grant ---- */

/* The head of queue q goes on by virtual channel v, in its packet's header and in the router. False
 * if the router still works on it. */
static inline bool head_advance(ws_net *n, u32 q, u32 v) {
    u32 k = front_of(n, q);
    u32 l = link_of(n, v);
    u32 wait = n->start_delay;
    if (n->routing->granted)
        n->routing->granted(n, k, v);
    head_wait(n, q);
    u32 link_delay = n->wire.link_delay[l];
    n->packet.delay[k] += link_delay;
    if (wait == 0)
        return true;
    n->queue[q].state = QUEUE_GRANTED;
    timer_set(n, q, now(n) + wait);
    return false;
}

void vc_allocate(ws_net *n, u32 q, u32 v) {
    const ws_switch *model = model_of_queue(n, q);
    assert(is_waiting_head(n, q));
    assert(holder_of(n, v) == NIL);
    request_withdraw(n, q, model);
    n->vc[v].holder = q;
    n->queue[q].vc = v;
    if (model->granted)
        model->granted(n, q);
    n->since[q] = now(n);
    bool starts = is_source(n, q) || head_advance(n, q, v);
    if (starts)
        queue_start(n, q);
}

/* ---- release ---- */

/* The packet in front of queue q is gone; the next one comes to the front in `wait` cycles. */
static inline void front_shift(ws_net *n, u32 q, u32 wait) {
    ws_queue_state *queue = &n->queue[q];
    u32 mask = n->wire.ring_mask[q];
    u32 next = (queue->ring_head + 1) & mask;
    assert(queue->packets > 0);
    n->timer.deadline[q] = 0;
    queue->ring_head = (u16)next;
    queue->packets--;
    if (queue->packets > 0) {
        front_begin(n, q, wait);
        return;
    }
    queue->state = QUEUE_EMPTY;
    queue->front = NIL;
}

void queue_shift(ws_net *n, u32 q, u32 wait) {
    front_shift(n, q, wait);
}

void queue_next(ws_net *n, u32 q) {
    front_shift(n, q, 1);
}

/* Queue q of a switch of this model gives back its virtual channel, as of the cycle `from`. */
static inline void vc_give_back(ws_net *n, u32 q, u64 from, const ws_switch *model) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    u32 l = link_of(n, v);
    u64 cycles = from - n->since[q];
    assert(holder_of(n, v) == q);
    n->vc[v].holder = NIL;
    queue->vc = NIL;
    if (has_segments(n) && is_credit_measured(n, v))
        credits_hold(n, v);
    n->packet.held[queue->front] += cycles;
    n->recovery->held(n, l, cycles);
    if (model->freed) {
        model->freed(n, q, l);
        return;
    }
    ready_clear(n, q, l);
    if (is_requested(n, l))
        link_wake(n, l);
}

void vc_free(ws_net *n, u32 q, u64 from) {
    vc_give_back(n, q, from, model_of_queue(n, q));
}

void vc_release(ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    const ws_switch *model = model_of_queue(n, q);
    if (model->finished && !model->finished(n, q))
        return;
    u32 k = queue->front;
    vc_give_back(n, q, now(n) + 1, model);
    if (!is_source(n, q))
        front_shift(n, q, 1);
    if (model->departed)
        model->departed(n, q, k);
}
