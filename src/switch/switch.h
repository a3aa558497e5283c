/* switch.h - what the switch models share, sorted by the file that owns it: walks over what
 * belongs to a node, arbitration, ports, output buffers, the shared pool, and the control
 * messages of the models. */
#ifndef WS_SWITCH_H
#define WS_SWITCH_H

#include "../core/stream.h"

/* ---- walks, in index order ---- */

/* The members of a set of so many words: for (MEMBERS_EACH(i, set, words)). Looks up each member
 * from the start of its word: not for flit rate. */
#define MEMBERS_EACH(i, set, words)                                                                \
    u32 i = bits_next_in(set, 0, (words)*64);                                                      \
    i != NIL;                                                                                      \
    i = bits_next_in(set, i + 1, (words)*64)

/* How many packets stand in queue q; the virtual channel that it holds, NIL if none. */
static inline u32 packets_in(const ws_net *n, u32 q) {
    return n->queue[q].packets;
}
static inline u32 vc_held(const ws_net *n, u32 q) {
    return n->queue[q].vc;
}
/* Is queue q inhibited: may its head not request (ports.c)? */
static inline bool is_inhibited(const ws_net *n, u32 q) {
    return bit_get(n->port.inhibited, q);
}
/* May the head of queue q be given virtual channel v now: idle, and with room? */
static inline bool vc_is_open(const ws_net *n, u32 q, u32 v) {
    return vc_is_idle(n, q, v) && vc_has_room(n, q, v);
}
/* Is a vc idle, and has it got credit? */
static inline bool is_free(const ws_vc_state *vc) {
    return vc->holder == NIL && vc->credit > 0;
}
/* Something changed for the heads of node x: the allocate phase visits it. */
static inline void node_wake(ws_net *n, u32 x) {
    bit_set(n->allocate_nodes, x);
}
/* Link l may send, as far as its node knows: the transmit phase visits it. */
static inline u64 output_bit(const link_fast *link) {
    return 1ull << link->out;
}
static inline void output_awake(ws_net *n, const link_fast *link) {
    n->ready_outputs[link->from] |= output_bit(link);
    bit_set(n->ready_nodes, link->from);
}
static inline void output_asleep(ws_net *n, const link_fast *link) {
    n->ready_outputs[link->from] &= ~output_bit(link);
}
/* The outputs of node x that are worth an attempt to allocate them, by number: they are dealt with
 * now. */
static inline u64 outputs_to_try(ws_net *n, u32 x) {
    u64 outputs = n->allocate_outputs[x];
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    return outputs;
}
/* First member of a set at or after `from` and below `end`; NIL if there is none. */
static inline u32 bits_next_in(const u64 *set, u32 from, u32 end) {
    u32 w = from >> 6;
    u32 words = (end + 63) >> 6;
    if (w >= words)
        return NIL;
    u64 not_before = ~0ull << (from & 63);
    u64 word = set[w] & not_before;
    while (word == 0) {
        w++;
        if (w == words)
            return NIL;
        word = set[w];
    }
    u32 found = w * 64 + bit_first(word);
    return found < end ? found : NIL;
}
/* The nth member of a set, from 0; the set has more. */
static inline u32 nth_member(const u64 *set, u32 nth) {
    u32 w = 0;
    while (nth >= bit_count(set[w])) {
        nth -= bit_count(set[w]);
        w++;
    }
    u64 word = set[w];
    while (nth--)
        word &= word - 1;
    return w * 64 + bit_first(word);
}
/* The control messages of a slot of the calendar: for (CONTROLS_EACH(what, n, slot)). */
static inline const ws_control *control_row(const ws_net *n, u32 row) {
    const ws_control *rows = n->control.row;
    return row == 0 ? NULL : rows + row - 1;
}
static inline const ws_control *first_control(const ws_net *n, u32 slot) {
    u32 row = n->control.first[slot];
    return control_row(n, row);
}
#define CONTROLS_EACH(what, n, slot)                                                               \
    const ws_control *what = first_control(n, slot);                                               \
    what;                                                                                          \
    what = control_row(n, what->next)
/* The round-robin pointer behind i, of `count` places. */
static inline u16 turn_after(u32 i, u32 count) {
    u32 next = i + 1;
    return next == count ? 0 : (u16)next;
}
/* The round-robin pointer after a flit of i: behind i, but with block multiplexing i comes first
 * again. */
static inline u16 turn_after_flit(const ws_net *n, u32 i, u32 count) {
    if (n->def->multiplexing == WS_MULTIPLEXING_BLOCK)
        return (u16)i;
    return turn_after(i, count);
}

/* ---- switches.c: the rows ---- */

/* The row of a definition, for a network of so many hosts: its inputs and its form of
 * arbitration decide. */
const ws_switch *switch_of(const ws_def *def, u32 hosts);

/* Do these rules hold? False with the error of the first that does not. */
bool rules_hold(const ws_rule *rules, const ws_check *check);

/* Whole packets for which a buffer must have room, so that a packet can go on: 0, 1 or 2. */
static inline i64 packets_per_buffer(const ws_def *def) {
    bool refuses = def->flow_control == WS_FLOW_NACK;
    bool counts_packets = def->flow_control == WS_FLOW_PACKET_CREDIT;
    bool whole = def->grant_room == WS_GRANT_ROOM_PACKET;
    if (def->grant_room == WS_GRANT_ROOM_BUBBLE)
        return 2;
    return whole || refuses || counts_packets || def->switching != WS_SWITCHING_WORMHOLE;
}

/* Of each way to queue its row; fifo and voq have further ones, by the rest of the definition. */
#define QUEUEING_ROW(id, name, doc) extern const ws_switch switch_##id;
WS_QUEUEINGS(QUEUEING_ROW)
#undef QUEUEING_ROW
extern const ws_switch switch_single_stage, switch_header_unit;
extern const ws_switch switch_voq_full, switch_voq_single_stage;

/* Control messages of the switch models, after those of the core. The numbers are part of the
 * state. */
enum {
    /* to the sender of `vc`: room for one more packet to host `packet` */
    CONTROL_DEST = CONTROL_SWITCH,
    /* to the sender of `vc`: hold back packets that go on by the ports `packet` (as in
     * wire.routes), `count` of them */
    CONTROL_XOFF,
    CONTROL_XON,  /* to the sender of `vc`: let the packets of CONTROL_XOFF go */
    CONTROL_IDLE, /* to set-aside queue `packet` itself: its time without use is over */
    /* to the sender of `vc`: set packets for the path `packet`, of `count` ports, aside */
    CONTROL_BRANCH,
    /* to the port at the end of `vc`: that branch is gone, or has not come into being */
    CONTROL_TOKEN,
    /* to input port `packet` and output port `count` of a switch: a packet has crossed from one
     * to the other */
    CONTROL_CROSSED,
};

/* ---- host.c ---- */

/* A host: its inputs are its source queues, its one output is the injection link. */
extern const ws_switch switch_host;
void host_granted(ws_net *n, u32 q);         /* the next packet of its message comes into being */
void host_departed(ws_net *n, u32 q, u32 k); /* the next message, if any, comes to the front */

/* ---- police.c ---- */

/* May the first packet of source queue q ask for its virtual channel? Else it will when the bucket
 * of its host has enough. */
bool police_admits(ws_net *n, u32 q);
/* The packet that was cut for source queue q is paid for. */
void police_charge(ws_net *n, u32 q);
/* The rate or the burst has changed; the rate was this. */
void police_change(ws_net *n, u64 old_rate);

/* ---- arbiter.c ---- */

/* Returns which of the inputs in `set` (inputs of the node that drives link l; not empty) wins,
 * the round-robin pointer standing at `turn`. */
u32 arbiter_pick(ws_net *n, u32 l, const u64 *set, u32 turn);

/* ---- input_queued.c ---- */

/* Who accepts an offer. Of offers that `clash`, made to queues p and q, only one can be
 * accepted: the one of least `rank`, for queue q on virtual channel v. */
typedef struct acceptance {
    bool (*clash)(const ws_net *n, u32 p, u32 q);
    u32 (*rank)(const ws_net *n, u32 q, u32 v);
} acceptance;
/* VC allocation in one iteration: idle virtual channels of the outputs in allocate_outputs[x]
 * make offers, and heads accept. */
void allocate_separable(ws_net *n, u32 x, const acceptance *by);
/* VC allocation of a node whose heads accept for themselves. */
void allocate_by_heads(ws_net *n, u32 x);
/* VC allocation of a host: with one virtual channel to its switch, every offer is accepted. */
void allocate_host(ws_net *n, u32 x);
/* Switch allocation of a node whose inputs are read by several queues, or by one each. */
bool transmit_input_queued(ws_net *n, u32 x);

/* ---- single_stage.c ---- */

void wake_single_stage(ws_net *n, u32 l);     /* link l is worth another attempt */
bool transmit_single_stage(ws_net *n, u32 x); /* flits and heads compete for the crossbar */
void layout_single_stage(ws_net *n);

/* ---- ports.c ---- */

/* The queues of a port: for (PORT_QUEUES_EACH(q, n, port)). */
static inline u32 first_queue_of(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port];
}
static inline u32 end_queue_of(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port + 1];
}
#define PORT_QUEUES_EACH(q, n, port)                                                               \
    u32 q = first_queue_of(n, port);                                                               \
    q < end_queue_of(n, port);                                                                     \
    q++
/* The switch of a port; the first input port of switch x, and how many it has. */
static inline u32 port_switch(const ws_net *n, u32 port) {
    u32 q = first_queue_of(n, port);
    return node_of(n, q);
}
static inline u32 first_port(const ws_net *n, u32 x) {
    u32 q = first_queue(n, x);
    return port_of(n, q);
}
/* The first input port of the switch of a port; the input port that vc v feeds. */
static inline u32 first_input(const ws_net *n, u32 port) {
    u32 x = port_switch(n, port);
    return first_port(n, x);
}
static inline u32 port_fed(const ws_net *n, u32 v) {
    u32 q = own_queue(n, v);
    return port_of(n, q);
}
static inline u32 input_ports(const ws_net *n, u32 x) {
    const u32 *first = &n->wire.in0[x];
    return first[1] - first[0];
}
/* The input ports of switch x: for (INPUT_PORTS_EACH(port, n, x)). */
static inline u32 end_port(const ws_net *n, u32 x) {
    return first_port(n, x) + input_ports(n, x);
}
#define INPUT_PORTS_EACH(port, n, x)                                                               \
    u32 port = first_port(n, x);                                                                   \
    port < end_port(n, x);                                                                         \
    port++

/* Where paths are fixed: the route of a packet on from the switch of queue q. */
static inline u32 route_to(const ws_net *n, u32 q, u32 dest) {
    u32 x = node_of(n, q);
    u32 hosts = n->size.hosts;
    const u32 *routes = n->wire.routes + x * hosts;
    return routes[dest];
}
/* The link by which a route leaves switch x. */
static inline u32 first_hop(const ws_net *n, u32 x, u32 route) {
    const u32 *links = n->wire.port_link + x * WS_PORTS_MAX;
    return links[route & HOP_MASK];
}

/* gives idle outputs in allocate_outputs[x] to waiting heads of idle ports */
void ports_allocate(ws_net *n, u32 x);
/* the head of queue q waits for its route options; or no longer */
void port_requested(ws_net *n, u32 q);
void port_withdraw(ws_net *n, u32 q);
bool port_is_requested(const ws_net *n, u32 l);
/* queue q has given its virtual channel back: its port may be granted another */
void port_freed(ws_net *n, u32 q, u32 l);
void port_layout(ws_net *n);
/* Ports have a memory for whole packets, and one virtual channel a link; where the path of a packet
 * chooses its queue, it must be fixed. */
extern const ws_rule port_rules[], port_path_rules[];
/* without control messages of its own */
void port_sizes(ws_net *n);
/* the head of queue q, which requests or is about to, may not; or may again */
void queue_inhibit(ws_net *n, u32 q);
void queue_permit(ws_net *n, u32 q);
extern const ws_law port_laws[];
/* Blockers of a queue that may be inhibited. An inhibited queue waits, for this reason, for the
 * queue that `ahead` names; NIL: for nothing, since things under way will free it. */
typedef u32 queue_ahead(const ws_net *n, u32 q);
typedef struct inhibition {
    queue_ahead *ahead;
    ws_wait_reason reason;
} inhibition;
ws_wait_reason port_blockers(ws_blockers *blockers, u32 q, inhibition by);

/* ---- output_buffer.c: buffers between the crossbar and the virtual channels of a link ---- */

void output_buffer_layout(ws_net *n);
void output_buffer_sizes(ws_net *n);
/* queue q can send into the buffer of its virtual channel, if that has room */
void output_buffer_ready(ws_net *n, u32 q);
void output_buffer_unready(ws_net *n, u32 q);  /* it has given the channel back */
void output_buffer_credited(ws_net *n, u32 v); /* v may send again */
void output_buffer_stopped(ws_net *n, u32 v);  /* v may not send */
/* is the tail of the last packet of v still to go? */
bool output_buffer_holds(const ws_net *n, u32 v);
/* drops what of packet k stands in the buffer of v; false if nothing does */
bool output_buffer_purge(ws_net *n, u32 v, u32 k);
/* links send from buffers, queues into them; false if node x can send no more */
bool output_buffer_transmit(ws_net *n, u32 x);
/* segments go from the queue through the buffer onto the link (segment.h) */
void output_buffer_resume(ws_net *n, u32 l);
void output_buffer_expanded(ws_net *n);
void output_buffer_flits(const ws_net *n, u32 *seen);
extern const ws_law output_buffer_laws[];

/* ---- shared_pool.c ---- */

/* What a switch answers to a packet that comes to it: the order is that of WS_TOTAL_REFUSED_*. */
enum {
    ACCEPTED,
    REFUSED_FULL,
    REFUSED_RULE,
    REFUSED_MESSAGE,
    REFUSED_DEST,
    /* the last: a limit of the switch on what its host sends */
    REFUSED_LIMIT
};
/* An answer, and the queue whose packet stands against a refused one; NIL: all packets there do. */
typedef struct ws_answer {
    u32 result;
    u32 blocker;
} ws_answer;
/* Would switch x take a packet of message m now, from its host or from another switch? */
ws_answer pool_answer(const ws_net *n, u32 x, u32 m, bool from_host);
/* The packet in front of queue q has been taken by the next switch, or is on its way to its
 * host. */
bool pool_leaving(const ws_net *n, u32 q);

#endif
