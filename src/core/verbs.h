/* verbs.h - the verbs: the only ways in which the state of a network changes. Private to what
 * runs in a step. */
#ifndef WS_VERBS_H
#define WS_VERBS_H

#include "network.h"

/* The route options of the head of queue q, best first: for (OPTIONS_EACH(c, n, q)), with c the
 * row of the option columns. */
#define OPTIONS_EACH(c, n, q)                                                                      \
    size_t c = first_option(n, q), c##_end = first_option(n, (q) + 1);                             \
    c < c##_end && (n)->option_link[c] != NIL;                                                     \
    c++

/* ---- verbs ---- */

/* The head of queue q requests virtual channels: it is routed (or, at a host, offered those
 * of its class) and put into the request sets. */
void queue_request(ws_net *n, u32 q);
/* Virtual channel v is given to queue q, whose head waits for it. A host cuts the packet at this
 * moment. */
void vc_allocate(ws_net *n, u32 q, u32 v);
/* The rare parts of streaming: the first flit of packet k leaves its host; the tail has left
 * queue q, which gives back its virtual channel. */
void packet_enter(ws_net *n, u32 k);
void vc_release(ws_net *n, u32 q);

/* Queue q, whose head has its virtual channel, may send. */
void queue_start(ws_net *n, u32 q);
/* The head of packet k has come off the wire into queue q. */
void head_accept(ws_net *n, u32 q, u32 k);
/* The head of packet k has come into queue q from another queue of the same port, with `flits`
 * flits behind it. */
void packet_accept(ws_net *n, u32 q, u32 k, u32 flits);
/* The virtual channel that queue q holds is free from the given cycle on; nothing else happens to
 * the queue. */
void vc_free(ws_net *n, u32 q, u64 from);
/* The packet in front of queue q is gone: the next one, if any, comes to the front in the next
 * cycle. */
void queue_next(ws_net *n, u32 q);
void queue_shift(ws_net *n, u32 q, u32 wait); /* in `wait` cycles */
/* Source queue q has nothing in front any more: the next message, if any, asks in the next
 * cycle. */
void source_restart(ws_net *n, u32 q);
/* The next packet of the first message of source queue q comes into being; the tail of a packet
 * has left source queue q. */
void packet_cut(ws_net *n, u32 q);
void source_next(ws_net *n, u32 q);
/* Appends an event about packet k, which is live. */
ws_event *packet_event(ws_net *n, u32 k, ws_event_kind kind);
/* The tail of packet k has arrived at its host. */
void packet_deliver(ws_net *n, u32 k);
/* Queue q, whose head waits, requests no longer. */
void request_end(ws_net *n, u32 q);
/* Store-and-forward: a flit has come to the packet in front of queue q; is it whole? */
void store_check(ws_net *n, u32 q);
/* Switching is no longer store-and-forward: the head in queue q need not wait for its tail. */
void store_release(ws_net *n, u32 q);
/* Virtual channel v is idle and has credit: heads that wait for it may go on. */
void vc_offer(ws_net *n, u32 v);

/* No packet of message m is under way any more, and some were lost: the message counts as dropped,
 * and its row becomes free. */
void message_lose(ws_net *n, u32 m);

/* The host of packet k has got it into the network: as of the cycle in which its first flit
 * left. */
void packet_admit(ws_net *n, u32 k);
/* The host takes back the packet in front of source queue q, as if it had never been cut. */
void packet_uncut(ws_net *n, u32 q);
/* The flits of message m in packet k are to be cut again. */
void payload_recover(ws_net *n, u32 m, u32 k);

/* step.c: messages that are due join their source queues. */
void run_inject(ws_net *n);
/* control.c: control messages, in a bounded table. */
void run_control(ws_net *n);
void control_send(ws_net *n, ws_control what); /* for rows that have been reserved */
/* false, and nothing reserved, when the table has no room */
bool control_reserve(ws_net *n, u32 rows);
/* rows that were in use or reserved are so no longer */
void control_unreserve(ws_net *n, u32 rows);
/* Takes back the control messages of this kind that speak of packet k, whose rows stay reserved;
 * returns how many there were. */
u32 control_recall(ws_net *n, u32 kind, u32 k);

/* A message that is in no source queue yet. */
typedef struct ws_letter {
    u32 source_queue; /* the source queue that the message will join */
    /* hosts */
    u32 from;
    u32 to;
    u32 length; /* flits */
    u32 traffic_class;
    u64 created; /* cycle */
} ws_letter;
/* The message joins its source queue. False (and counted as refused) when the table has no room
 * for this queue. */
bool message_create(ws_net *n, const ws_letter *letter);
/* A message that a command sends joins its source queue; it is no part of the load. False, and
 * nothing changed, when the table has no room. */
bool message_send(ws_net *n, const ws_letter *letter);

/* packet.c: may a head be given a virtual channel?
 * Could queue q be granted vc v as far as other packets are concerned: is it, and what goes
 * with it, idle? */
bool vc_is_idle(const ws_net *n, u32 q, u32 v);
/* May queue q be granted vc v: enough credit for the rule in force? */
bool vc_has_room(const ws_net *n, u32 q, u32 v);
/* Whole packets must fit: has vc v of link l room for any of the heads that wait for the link?
 * Notes what it lacks (`need`). */
bool vc_suits_any(ws_net *n, u32 l, u32 v);
/* A head has begun to wait for link l, or the rules have changed: what was noted about its vcs
 * is void. */
static inline void needs_forget(ws_net *n, u32 l) {
    for (VCS_EACH(v, n, l))
        n->vc[v].need = 0;
}
/* Flits of the packet in front of queue q; at a source, of the packet that would be cut. */
i32 length_ahead(const ws_net *n, u32 q);
/* The credit on vc v that queue q needs for a grant; 0 = any. */
i32 vc_room_needed(const ws_net *n, u32 q, u32 v);
/* Virtual channels of link l that are idle, with room for queue q, and among its route options: a
 * set by number. */
u64 vcs_free_for(const ws_net *n, u32 q, u32 l);

/* state.c */
/* places the columns by n->size in the block; returns its size. NULL: only the size */
size_t net_layout(ws_net *n, u8 *block);
/* the block and each of its columns begin on a cache line */
enum { BLOCK_ALIGN = 64 };
void net_derive(ws_net *n); /* sets what follows from the parameters in force */
ws_event *event_add(ws_net *n, ws_event_kind kind);

/* ---- accessors ---- */

/* The cycle that is running. */
static inline u64 now(const ws_net *n) {
    return n->cycle[0];
}
/* The lower half of its number, as segments know cycles. */
static inline u32 short_now(const ws_net *n) {
    return (u32)now(n);
}
/* Has packet k this flag, or one of these: PACKET_*? */
static inline bool packet_has(const ws_net *n, u32 k, u32 flags) {
    return (n->packet.flags[k] & flags) != 0;
}
/* The stack of free rows of a table of `rows`: free[i] is the row that is popped when i are in
 * use. A row that has never been in use is popped in its order, and only then written. */
static inline u32 row_pop(u32 *free, u32 *free_count, u32 rows, u32 *used) {
    u32 in_use = rows - *free_count;
    assert(*free_count > 0);
    (*free_count)--;
    if (in_use == *used)
        free[(*used)++] = in_use;
    return free[in_use];
}
static inline void row_push(u32 *free, u32 *free_count, u32 rows, u32 row) {
    (*free_count)++;
    free[rows - *free_count] = row;
}

/* Nothing is left of packet k: its row is free. */
static inline void packet_row_free(ws_net *n, u32 k) {
    n->packet.message[k] = NIL;
    row_push(n->packet.free, n->packet.free_count, n->size.packets, k);
}

/* Nothing is left of message m: its row is free. */
static inline void message_row_free(ws_net *n, u32 m) {
    n->message.source[m] = NIL;
    row_push(n->message.free, n->message.free_count, n->size.messages, m);
}

/* The place of the first route option of queue q in their columns. */
static inline size_t first_option(const ws_net *n, u32 q) {
    return (size_t)q * n->size.options_per_queue;
}
/* The node of queue q; the link of virtual channel v. */
static inline u32 node_of(const ws_net *n, u32 q) {
    return n->wire.queue_node[q];
}
static inline u32 link_of(const ws_net *n, u32 v) {
    return n->wire.vc_link[v];
}
/* Is node x a switch, and not a host? */
static inline bool is_switch(const ws_net *n, u32 x) {
    return x < n->size.switches;
}
/* The node that sends on link l, and the node that receives. */
static inline u32 node_from(const ws_net *n, u32 l) {
    return n->wire.link_from[l];
}
static inline u32 node_to(const ws_net *n, u32 l) {
    return n->wire.link_to[l];
}
static inline const link_fast *fast_link(const ws_net *n, u32 l) {
    return &n->wire.link_fast[l];
}
/* Does link l begin at a host? */
static inline bool is_injection(const ws_net *n, u32 l) {
    return !is_switch(n, node_from(n, l));
}
/* Words of a set of the inputs of node x. */
static inline u32 words_of(const ws_net *n, u32 x) {
    return n->wire.words[x];
}
/* The virtual channel that feeds queue q; NIL of a source queue or a packet buffer. */
static inline u32 feeding_vc(const ws_net *n, u32 q) {
    return n->wire.queue_vc[q];
}
/* The queue at the far end of virtual channel v; NIL at a sink. */
static inline u32 own_queue(const ws_net *n, u32 v) {
    return n->wire.vc_queue[v];
}
/* The packet in front of queue q, and what its head is doing (QUEUE_*). */
static inline u32 front_of(const ws_net *n, u32 q) {
    return n->queue[q].front;
}
static inline u32 state_of(const ws_net *n, u32 q) {
    return n->queue[q].state;
}
/* Does the head in front of queue q wait for its route options? */
static inline bool is_waiting_head(const ws_net *n, u32 q) {
    return state_of(n, q) == QUEUE_WAITING;
}
/* How many inputs and outputs node x has. */
static inline u32 node_inputs(const ws_net *n, u32 x) {
    u32 first = first_queue(n, x);
    return end_queue(n, x) - first;
}
static inline u32 node_outputs(const ws_net *n, u32 x) {
    u32 first = first_link(n, x);
    return end_link(n, x) - first;
}
/* The destination host of packet k. */
static inline u32 dest_of(const ws_net *n, u32 k) {
    return n->packet.dest[k];
}
/* The switch model of the node of queue q, and of the node that sends on link l. */
static inline const ws_switch *model_of_queue(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    return model_of(n, x);
}
static inline const ws_switch *model_of_link(const ws_net *n, u32 l) {
    u32 x = node_from(n, l);
    return model_of(n, x);
}
/* The queue that holds virtual channel v, or the first one of link l; NIL if it is idle. */
static inline u32 holder_of(const ws_net *n, u32 v) {
    return n->vc[v].holder;
}
static inline u32 link_holder(const ws_net *n, u32 l) {
    return holder_of(n, first_vc(n, l));
}
/* The inputs of its node whose heads wait for link l; those which hold a virtual channel of it and
 * can send a flit now: sets. */
static inline u64 *requests_of(const ws_net *n, u32 l) {
    u32 first = fast_link(n, l)->request0;
    return n->requests + first;
}
static inline u64 *ready_of(const ws_net *n, u32 l) {
    u32 first = fast_link(n, l)->request0;
    return n->ready + first;
}
/* Something changed for the heads that wait for link l: arbitrate it in the next allocate phase. */
static inline void link_wake(ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    const ws_switch *model = model_of(n, link->from);
    if (model->wake) {
        model->wake(n, l);
        return;
    }
    n->allocate_outputs[link->from] |= 1ull << link->out;
    bit_set(n->allocate_nodes, link->from);
}

/* Two sets of a cycle: links from which a flit arrives, and virtual channels whose senders get a
 * signal. */
static inline u64 *flight_set(const ws_net *n, u64 cycle) {
    const ws_sizes *size = &n->size;
    return wheel_set(n->flight_bits, cycle, size->flight_slots, size->link_words);
}
static inline u64 *signal_set(const ws_net *n, u64 cycle) {
    const ws_sizes *size = &n->size;
    return wheel_set(n->signal_bits, cycle, size->signal_slots, size->vc_words);
}

/* The number of queue q among the inputs of its node. */
static inline u32 input_of(const ws_net *n, u32 q) {
    return n->wire.queue_fast[q].input;
}

/* Does every flit that leaves a queue send a credit back? */
static inline bool has_flit_credits(const ws_net *n) {
    return n->flow != WS_FLOW_STOP_GO && n->flow < WS_FLOW_PACKET_CREDIT;
}

/* Sends a signal to the sender of the virtual channel that feeds queue q. STOP and GO in the same
 * cycle cancel out. */
static inline void signal_send(ws_net *n, u32 q) {
    const queue_fast *queue = &n->wire.queue_fast[q];
    u32 v = queue->up_vc;
    if (v == NIL)
        return; /* an output port: its switch knows */
    u64 due = now(n) + queue->up_delay;
    bit_flip(signal_set(n, due), v);
}

/* The waiting head in queue q begins to wait: for a virtual channel, for room, or its turn. */
static inline void head_wait(ws_net *n, u32 q) {
    if (n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE)
        n->recovery->wait(n, q);
}

/* The head of packet k, in front of queue q, has left a switch. */
static inline void head_leave(ws_net *n, u32 q, u32 k) {
    n->packet.hops[k]++;
    n->timer.deadline[q] = 0;
    if (n->queue[q].packets > 1)
        head_wait(n, q);
}

static inline void timer_set(ws_net *n, u32 q, u64 cycle) {
    u32 slots = n->size.timer_slots;
    u32 words = n->size.queue_words;
    u64 *set = wheel_set(n->timer_bits, cycle, slots, words);
    bit_set(set, q);
}

/* The link of route option c of queue q; NIL after the last. */
static inline u32 route_option_link(const ws_net *n, u32 q, u32 c) {
    if (c >= n->size.options_per_queue)
        return NIL;
    return n->option_link[first_option(n, q) + c];
}

/* The crossbar input (or port) of queue q, by number; and among those of its node. */
static inline u32 port_of(const ws_net *n, u32 q) {
    return n->wire.crossbar_input[q];
}
static inline u32 port_local(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u32 first = first_queue(n, x);
    return port_of(n, q) - port_of(n, first);
}

/* Sets or clears the request of queue q for link l; does any queue request the link? */
static inline void request_set(ws_net *n, u32 q, u32 l) {
    u32 input = input_of(n, q);
    bit_set(requests_of(n, l), input);
}
static inline void request_clear(ws_net *n, u32 q, u32 l) {
    u32 input = input_of(n, q);
    bit_clear(requests_of(n, l), input);
}
static inline bool is_requested(const ws_net *n, u32 l) {
    const u64 *requests = requests_of(n, l);
    u32 words = fast_link(n, l)->words;
    return !bits_none(requests, words);
}

/* Queue q can send a flit on link l now. A link of one virtual channel has one sender, its
 * holder, and needs no set: the bit of its output in ready_outputs is set whenever the holder can
 * send, and may be set when it cannot. */
static inline void ready_set(ws_net *n, u32 q, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 x = link->from;
    if (link->plain) {
        bit_set(n->ready_links, l);
        return;
    }
    if (link->vcs > 1)
        bit_set(ready_of(n, l), input_of(n, q));
    n->ready_outputs[x] |= 1ull << link->out;
    bit_set(n->ready_nodes, x);
}

/* Queue q cannot send on link l any more: no flit, no credit, or done. The transmit phase drops
 * nodes without outputs. */
static inline void ready_clear(ws_net *n, u32 q, u32 l) {
    const link_fast *link = fast_link(n, l);
    if (link->plain) {
        bit_clear(n->ready_links, l);
        return;
    }
    if (link->vcs > 1) {
        u64 *ready = ready_of(n, l);
        bit_clear(ready, input_of(n, q));
        if (!bits_none(ready, link->words))
            return;
    }
    if (link->compete)
        return; /* heads may still request it: the transmit phase decides */
    n->ready_outputs[link->from] &= ~(1ull << link->out);
}

/* Has queue q, which holds a virtual channel, started, and a flit to send? Asks nothing of the
 * link. */
static inline bool has_flits_to_send(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->state < QUEUE_STARTING)
        return false;
    return queue->front_here > 0;
}

/* Heads that wait for credit of virtual channel v may go on. The holder of a virtual channel of a
 * buffered link waits for the output buffer, not for credit. */
static inline void vc_wake(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    u32 q = holder_of(n, v);
    bool buffered = fast_link(n, l)->buffered;
    if (buffered)
        n->model->credited(n, v);
    if (q == NIL)
        vc_offer(n, v);
    else if (!buffered && has_flits_to_send(n, q))
        ready_set(n, q, l);
}

/* STOP or GO goes to the sender of queue q. Notes the cycle of its arrival, after which no other
 * one is under way. */
static inline void mark_send(ws_net *n, u32 q) {
    const queue_fast *queue = &n->wire.queue_fast[q];
    u32 v = queue->up_vc;
    u32 due = short_now(n) + queue->up_delay;
    signal_send(n, q);
    if (n->segments.possible && v != NIL)
        n->segments.vc[v].signal_due = due;
}

/* Queue q has lost flits: sends GO if STOP is in force and the mark is reached. */
static inline void go_if_low(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    if (!queue->stop_sent || queue->flits > n->go_mark_in_force)
        return;
    queue->stop_sent = 0;
    mark_send(n, q);
}

/* Queue q has got flits: sends STOP if GO is in force and the mark is reached. */
static inline void stop_if_full(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    if (queue->stop_sent || queue->flits < n->stop)
        return;
    queue->stop_sent = 1;
    mark_send(n, q);
}

/* One slot of queue q is free again: tells upstream as the flow control demands. */
ALWAYS_INLINE void slot_free(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    queue->flits--;
    if (n->flow == WS_FLOW_STOP_GO)
        go_if_low(n, q);
    else if (has_flit_credits(n))
        signal_send(n, q);
    else if (n->flow == WS_FLOW_PACKET_CREDIT && queue->front_to_go == 1)
        signal_send(n, q);
}

/* The word on the wire of link l that comes off it in the given cycle. */
static inline u32 *wire_word(const ws_net *n, u64 due, u32 l) {
    const ws_sizes *size = &n->size;
    size_t slot = wheel_slot(due, size->flight_slots);
    u32 *wires = n->flight + slot * size->links;
    return &wires[l];
}

/* A flit, or several of one packet, goes on the wire of link l. */
static inline void wire_put(ws_net *n, u32 l, u32 flit) {
    u64 due = now(n) + fast_link(n, l)->flight;
    *wire_word(n, due, l) = flit;
    bit_set(flight_set(n, due), l);
}

/* Queue q, which holds a virtual channel, can send now, as far as flits and credit are concerned:
 * into the output buffer, or on the link. */
static inline void queue_ready(ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    u32 l = link_of(n, v);
    if (queue->front_here == 0)
        return;
    if (fast_link(n, l)->buffered)
        n->model->ready(n, q);
    else if (n->vc[v].credit > 0)
        ready_set(n, q, l);
}

/* ---- how far it is from switch to switch ---- */

/* Links between coordinates `from` and `to` of a dimension of `side` switches: a line or a ring. */
static inline u32 side_distance(u32 from, u32 to, u32 side, bool ring) {
    u32 direct = from < to ? to - from : from - to;
    u32 around = side - direct;
    if (ring && around < direct)
        return around;
    return direct;
}

/* Links between switches s and t of a whole grid: each dimension is a line or a ring. */
static inline u32 grid_distance(const ws_graph *graph, u32 s, u32 t) {
    u32 dimensions = (u32)graph->dimensions;
    u32 sum = 0;
    for (EACH(dim, dimensions)) {
        u32 side = (u32)graph->side[dim];
        bool ring = graph->rings >> dim & 1;
        sum += side_distance(s % side, t % side, side, ring);
        s /= side;
        t /= side;
    }
    return sum;
}

/* Links on a shortest path from switch s to t. */
static inline u32 distance_between(const ws_net *n, u32 s, u32 t) {
    size_t switches = n->size.switches;
    size_t pair = s * switches + t;
    if (n->wire.minimal)
        return n->wire.minimal[pair];
    return grid_distance(&n->graph, s, t);
}

/* Links on the path from switch s to t that the routing takes, at most. */
static inline u32 route_length(const ws_net *n, u32 s, u32 t) {
    size_t switches = n->size.switches;
    size_t pair = s * switches + t;
    if (n->wire.dist)
        return n->wire.dist[pair];
    return distance_between(n, s, t);
}

#endif
