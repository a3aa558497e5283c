/* network.h - the mental model on one page. Everything in the core speaks these nouns and verbs.
 *
 * NOUNS (index letters in brackets; one letter, one kind, everywhere)
 *   node (x)      a set of input queues and a set of output links: a switch or a host. Switches are
 *                 nodes 0 .. switches - 1; host h is node switches + h: its inputs are its source
 *                 queues, its one output is the injection link. A flit that comes off a link to a
 *                 host is delivered at once.
 *   link (l)      one directed wire: a delay line, one flit a cycle. The outputs of node x are
 *                 links first_link(n, x) .. end_link(n, x) - 1.
 *   virtual channel (v, vc)
 *                 of a link, as its sender sees it: first_vc(n, l) .. end_vc(n, l) - 1. Where there
 *                 are output buffers, flits of the one packet that holds the virtual channel stand
 *                 between crossbar and link: a counter, not a queue.
 *   queue (q)     a FIFO at the receiving end of a link, or at a source. The inputs of node x are
 *                 queues first_queue(n, x) .. end_queue(n, x) - 1; an "input" is the number of a
 *                 queue within its node.
 *   crossbar input
 *                 of a switch: private to a queue, or shared by the queues of one link.
 *   host (h), source queue (s), packet (k), message (m). A packet travels as one worm.
 *
 * No flit is stored in a queue: the flits of a packet are contiguous there, so a queue is a ring of
 * packet numbers and a few counters (of the front packet: front_here, front_to_go; of the last:
 * tail_here; of all: flits). Only a wire stores flits, one word each.
 *
 * VERBS, the only ways in which state changes (packet.c, stream.h, step.c)
 *   request  a head in front of its queue requests virtual channels of one or several links
 *   grant    a virtual channel is given to a queue and held until the packet's tail has left it
 *   stream   one flit leaves the queue for the wire
 *   release  the tail frees the virtual channel; the next packet comes to the front
 *   accept   a flit comes off the wire into a queue, or is delivered
 *   signal   credit, STOP or GO comes back to the sender of a virtual channel
 *   kill     a head has waited too long: its worm is torn down, queue by queue, back to its host
 *            (recovery/kill.c)
 *
 * A STEP runs the phases  control messages - signals - timers - arrive - inject - allocate -
 * transmit - deadlines. Within a phase, nodes, links and queues are walked in index order; what one
 * node does in a phase is seen by another only in a later phase or cycle, so results do not depend
 * on that order. Work is found through sets: a blocked head costs nothing until what it waits for
 * changes.
 *
 * What differs between machines the core asks of rows: rows.h.
 *
 * Everything mutable is a column of one block (columns.h), addressed by indices; all else is
 * fixed by the plan (src/build). */
#ifndef WS_NETWORK_H
#define WS_NETWORK_H

#include "columns.h"
#include "rows.h"
#include "segment_notes.h"
#include "wiring.h"
#include "wormscope/wormscope.h"

/* A word on a wire: the packet, the virtual channel of the link, how many more flits of the packet
 * come off the wire in the same cycle (links that carry several flits a cycle), and whether the
 * head, or the tail, is among them. */
#define FLIT_VC           0x3fu
#define FLIT_MORE_SHIFT   6
#define FLIT_MORE         3u
#define FLIT_HEAD         0x100u
#define FLIT_TAIL         0x200u
#define FLIT_PACKET_SHIFT 10
#define PACKETS_MAX       (1u << (32 - FLIT_PACKET_SHIFT))

/* The word of so many flits of packet k, on the first virtual channel of its link; how many flits a
 * word stands for. */
static inline u32 word_of(u32 k, u32 flits) {
    u32 more = flits - 1;
    u32 word = k << FLIT_PACKET_SHIFT;
    return word | more << FLIT_MORE_SHIFT;
}
static inline u32 flits_of(u32 word) {
    u32 more = word >> FLIT_MORE_SHIFT & FLIT_MORE;
    return 1 + more;
}

/* What the front of a queue is doing. */
enum {
    /* nothing here (a source queue may hold messages: they are cut when granted) */
    QUEUE_EMPTY,
    /* a head is in the router's pipeline; a timer will raise its request */
    QUEUE_ROUTING,
    /* the head has requested: the queue is in the request set of each of its route options */
    QUEUE_WAITING,
    /* the queue holds a virtual channel; a timer will start it */
    QUEUE_GRANTED,
    /* it holds a virtual channel; the head flit is the next to leave */
    QUEUE_STARTING,
    /* it holds a virtual channel; the head has left */
    QUEUE_STREAMING,
    /* it holds a virtual channel; what its timer means is the switch model's */
    QUEUE_HELD
};

/* Flags that travel in a packet's header. The routing reads and writes them, but for those of kills
 * and of the end of a message. */
enum {
    /* coins thrown when the packet was cut: they choose between two directions of equal length */
    PACKET_TIE_X = 1,
    PACKET_TIE_Y = 2,
    /* up/down routing: has gone down once */
    PACKET_DOWN = 4,
    /* has crossed the wrap link of the dimension it is in */
    PACKET_WRAPPED = 8,
    /* committed to the upper, the lower half of the virtual channels in this dimension */
    PACKET_UPPER = 16,
    PACKET_LOWER = 32,
    /* the dimension in which it last moved */
    PACKET_IN_X = 64,
    PACKET_IN_Y = 128,
    /* the last packet of its message */
    PACKET_LAST = 256,
    /* torn down; its flits still under way are discarded on arrival */
    PACKET_KILLED = 512,
    /* killed, and its host knows */
    PACKET_RETURNED = 1024,
    /* takes the lowest port on a shortest path, always */
    PACKET_FIRST = 2048,
    /* as PACKET_IN_X, of the higher dimensions of a cube */
    PACKET_IN_Z = 4096,
    PACKET_IN_4 = 8192,
    PACKET_IN_5 = 16384,
    PACKET_IN_6 = 32768,
    /* a number drawn when the packet was cut, for a routing that has `lots` */
    PACKET_LOT_SHIFT = 16,
    PACKET_LOT_MASK = 8191,
    /* links between groups of switches that it has crossed */
    PACKET_GLOBAL_SHIFT = 29,
    PACKET_GLOBAL_MASK = 3
};

/* Control messages: what travels back, but for single credits and marks. */
enum {
    /* `count` slots of the queue that `vc` feeds are free at once */
    CONTROL_CREDIT,
    /* to the sender of `vc`: `packet` is dead, free what it holds here and tell the next */
    CONTROL_RESET,
    /* to the host of `packet`: take the message back */
    CONTROL_RETURN,
    /* this and all above: what the switch model makes of it */
    CONTROL_SWITCH
};

/* The kernel in force: no part of the state. */
typedef struct ws_kernel_state {
    bool runs;    /* columns are not shown */
    bool entered; /* its own form is the state, or equal to it */
    bool pays;    /* it is taken where it may be */
    u8 choice;    /* WS_KERNEL_* */
    u64 since;    /* cycle of the latest measure of flit-hops, and how many until then */
    u64 hops;
    u64 waited;       /* cycles of the general kernel since */
    u64 cycles;       /* in which it ran */
    const char *lack; /* what the machine lacks for it, in words; NULL: nothing */
} ws_kernel_state;

/* How many rows of the tables of packets and messages have ever been in use: those below. The rest
 * are zero. In front of the columns in the block; digests do not know it. */
typedef struct ws_used {
    u32 packets;
    u32 messages;
} ws_used;

struct ws_net {
    ws_sizes size;
    ws_wiring wire;
    ws_graph graph;
    const ws_routing *routing;
    const ws_workload *workload;
    const ws_discipline *discipline;
    const ws_recovery *recovery;
    /* of the switches, and of the hosts; never NULL */
    const ws_switch *model;
    const ws_switch *host_model;
    ws_layout layout;
    NETWORK_COLUMNS(COLUMN_MEMBER, )
    COLUMN_GROUPS(GROUP_MEMBER)
    /* what is freed; in it, on a cache line, the block; in that, behind `used`, the columns */
    u8 *allocated;
    u8 *block;
    size_t block_size;
    ws_used *used;
    ws_column columns[WS_COLUMN_COUNT];
    /* WS_FLOW_* */
    u8 flow;
    /* WS_GRANT_ROOM_*; with what switching demands */
    u8 grant_room;
    /* model->ports */
    bool ports;
    /* flow control packet-credit: flits that a packet may have */
    u32 packet_room;
    /* a head requests only when its tail is here */
    bool store;
    /* one virtual channel a link, one route option a head, no room demanded */
    bool plain_grant;
    /* cycles from the front of a queue to the request */
    u32 request_delay;
    /* cycles from the grant to the first flit */
    u32 start_delay;
    /* marks in force; derived from def */
    u32 stop;
    u32 go_mark_in_force;
    /* of exponential lengths: the geometric_scale of their mean, times 2^32; derived, too */
    u64 length_scale;
    /* by host */
    ws_sender *sender;
    ws_segments segments;
    /* that this machine suits besides the general one (step.c); NULL: none */
    const ws_kernel *kernel;
    ws_kernel_state with;
    struct ws_slices *slices;
    /* polled and cleared by the caller */
    ws_event *events;
    size_t event_count;
    size_t event_room;
    /* events in one cycle, at most */
    size_t event_step;
};

/* Is nothing promised, and the state as it is flit by flit? */
static inline bool is_settled(const ws_net *n) {
    return !n->segments.any;
}

/* The switch model of node x, a switch or a host. */
static inline const ws_switch *model_of(const ws_net *n, u32 x) {
    if (x < n->size.switches)
        return n->model;
    return n->host_model;
}
/* Links, queues and virtual channels are numbered side by side: the outputs of node x are links
 * first_link(n, x) .. end_link(n, x) - 1, its inputs queues first_queue .. end_queue - 1, the
 * virtual channels of link l are first_vc .. end_vc - 1. */
static inline u32 first_link(const ws_net *n, u32 x) {
    return n->wire.link0[x];
}
static inline u32 end_link(const ws_net *n, u32 x) {
    return n->wire.link0[x + 1];
}
static inline u32 first_queue(const ws_net *n, u32 x) {
    return n->wire.queue0[x];
}
static inline u32 end_queue(const ws_net *n, u32 x) {
    return n->wire.queue0[x + 1];
}
static inline u32 first_vc(const ws_net *n, u32 l) {
    return n->wire.vc0[l];
}
static inline u32 end_vc(const ws_net *n, u32 l) {
    return n->wire.vc0[l + 1];
}

/* The inputs of node x: for (QUEUES_EACH(q, n, x)). */
#define QUEUES_EACH(q, n, x)                                                                       \
    u32 q = first_queue(n, x), q##_end = end_queue(n, x);                                          \
    q < q##_end;                                                                                   \
    q++
/* The outputs of node x: for (LINKS_EACH(l, n, x)). */
#define LINKS_EACH(l, n, x)                                                                        \
    u32 l = first_link(n, x), l##_end = end_link(n, x);                                            \
    l < l##_end;                                                                                   \
    l++
/* The virtual channels of link l: for (VCS_EACH(v, n, l)). */
#define VCS_EACH(v, n, l)                                                                          \
    u32 v = first_vc(n, l), v##_end = end_vc(n, l);                                                \
    v < v##_end;                                                                                   \
    v++

/* The links into node x, by its ports: for (IN_LINKS_EACH(l, n, x)). */
#define IN_LINKS_EACH(l, n, x)                                                                     \
    u32 l, l##_at = (n)->wire.in0[x], l##_end = (n)->wire.in0[(x) + 1];                            \
    l##_at < l##_end && (l = (n)->wire.in_link[l##_at], true);                                     \
    l##_at++

/* Does link l end at a host? */
static inline bool is_sink(const ws_net *n, u32 l) {
    return n->wire.link_to[l] >= n->size.switches;
}
/* The number of virtual channel v among those of its link. */
static inline u32 vc_of_link(const ws_net *n, u32 v) {
    return v - first_vc(n, n->wire.vc_link[v]);
}
/* How many virtual channels link l has: 1 .. 64. */
static inline u32 vcs_of(const ws_net *n, u32 l) {
    return end_vc(n, l) - first_vc(n, l);
}

/* Is q a source queue? Its number among them, and back. */
static inline bool is_source(const ws_net *n, u32 q) {
    return q >= n->wire.source_queue0;
}
static inline u32 source_of_queue(const ws_net *n, u32 q) {
    return q - n->wire.source_queue0;
}
static inline u32 queue_of_source(const ws_net *n, u32 s) {
    return n->wire.source_queue0 + s;
}
/* The host whose node is x. */
static inline u32 host_of_node(const ws_net *n, u32 x) {
    return x - n->size.switches;
}

/* The i-th packet of queue q: 0 is in front. */
static inline u32 packet_at(const ws_net *n, u32 q, u32 i) {
    const ws_wiring *wire = &n->wire;
    const u32 *ring = n->ring + wire->ring0[q];
    u32 place = n->queue[q].ring_head + i;
    return ring[place & wire->ring_mask[q]];
}

/* Wheels: delay lines of sets, one set of `words` words a cycle; `slots` is a power of two. */
static inline u32 wheel_slot(u64 cycle, u32 slots) {
    return (u32)cycle & (slots - 1);
}
static inline u64 *wheel_set(u64 *bits, u64 cycle, u32 slots, u32 words) {
    return bits + (size_t)wheel_slot(cycle, slots) * words;
}

/* All virtual channels of link l, as a set. */
static inline u64 all_vcs(const ws_net *n, u32 l) {
    return ~0ull >> (64 - vcs_of(n, l));
}

#endif
