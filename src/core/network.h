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
 * ROWS ASKED. The core knows no machine. What differs between machines it asks of five rows, at the
 * events of a packet's way:
 *   ws_switch     how packets wait in a switch, and which goes next (src/switch)
 *   ws_routing    which links and virtual channels a head may take (src/routing)
 *   ws_workload   what hosts send (src/traffic)
 *   ws_discipline in which order the messages of a source queue are sent (src/traffic)
 *   ws_recovery   what becomes of worms that wait too long (src/recovery)
 *
 * Everything mutable is a column of one block (columns.h), addressed by indices; all else is
 * fixed by the plan (src/build). */
#ifndef WS_NETWORK_H
#define WS_NETWORK_H

#include "base.h"
#include "columns.h"
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

/* How many elements columns have: those of a mechanism that a machine lacks have 0. */
typedef struct ws_sizes {
    /* the network as a whole: one element, a counter each, one a traffic class */
    u32 one;
    u32 totals;
    u32 classes;

    u32 switches;
    u32 hosts;
    /* both */
    u32 nodes;
    u32 links;
    u32 vcs;
    /* source queues included */
    u32 queues;
    u32 crossbar_inputs;
    u32 sources;
    u32 packets;
    u32 messages;

    /* words of a set of nodes ... */
    u32 node_words;
    u32 link_words;
    u32 vc_words;
    u32 queue_words;
    u32 host_words;
    /* of a set of cables */
    u32 cut_words;

    /* words of the request sets of all links */
    u32 requests;
    /* of one queue, and of all */
    u32 options_per_queue;
    u32 route_options;
    /* places in the rings of all queues */
    u32 rings;
    /* of the order of all source queues */
    u32 fingers;

    /* slots of wheels: powers of two; a slot is a cycle */
    u32 flight_slots;
    u32 signal_slots;
    u32 timer_slots;
    u32 arrival_slots;
    u32 deadline_slots;
    u32 control_slots;
    /* flits on wires: slots by links */
    u32 flights;
    /* words of the sets of all slots */
    u32 flight_bits;
    u32 signal_bits;
    u32 timer_bits;
    u32 arrival_bits;
    u32 deadline_bits;

    /* control messages under way at once, at most; kills */
    u32 controls;
    u32 kills;

    /* header unit: words of the sets of waiting heads; nodes that have a unit */
    u32 node_requests;
    u32 header_units;

    /* pools: queues, hosts, source queues, links */
    u32 tries;
    u32 guards;
    u32 skips;
    u32 media;

    /* output buffers: words of the sets of ready inputs; virtual channels, links with a buffer */
    u32 ready_input_words;
    u32 output_vcs;
    u32 output_links;

    /* ports: links that end in one, switches, all links, words of a set of queues */
    u32 ports;
    u32 port_switches;
    u32 port_links;
    u32 port_words;
    /* links by hosts, when a port has a queue for each destination */
    u32 dest_credits;

    /* set-aside queues, ports that have them, links, ports by output port */
    u32 saqs;
    u32 saq_ports;
    u32 saq_links;
    u32 cold_outputs;

    /* all ports and set-aside queues of a machine with output ports */
    u32 cross_ports;
    u32 cross_saqs;
    u32 pointer_saqs;

    /* host by host, and packets, when the order of packets is checked */
    u32 pairs;
    u32 ordered_packets;
} ws_sizes;

/* What the flit-rate code needs of a link and of a queue, side by side in memory: copies of the
 * arrays of ws_wiring. Half a cache line, and a quarter. */
typedef struct link_fast {
    /* the node that sends */
    u32 from;
    u32 vc0;
    u32 flight;
    /* its request sets: the first word, and how many a set has */
    u32 request0;
    u32 words;
    /* which output of the node it is; how many virtual channels it has */
    u8 out;
    u8 vcs;
    /* credit used up by each flit; extra credit used up by a tail */
    u8 credits_per_flit;
    u8 credits_per_packet;
    /* flits a cycle */
    u8 rate;
    /* to a host; from a host */
    bool sink;
    bool source;
    /* its virtual channels have buffers behind the crossbar: the switch model sends from them */
    bool buffered;
    /* heads compete for it with the flits of worms under way */
    bool compete;
    /* one virtual channel, from a node with private inputs: its holder sends whenever it can */
    bool plain;
    /* from a host with one source queue: nobody competes for it */
    bool lone;
} link_fast;

typedef struct queue_fast {
    /* where the queue stands, and which of its inputs it is */
    u32 node;
    u32 input;
    /* the virtual channel that feeds it and the delay of its signals; NIL of a source queue */
    u32 up_vc;
    u32 up_delay;
} queue_fast;

#define WIRING_MEMBER(type, name, fill, count, doc) type *name;

/* The wiring: everything fixed by the build. */
typedef struct ws_wiring {
    WIRING(WIRING_MEMBER)
    /* the first source queue; the queues of host h are contiguous from queue0[switches + h] */
    u32 source_queue0;
    u32 source_queues;  /* source queues per host */
    u32 out_slots;      /* packets that an output port has room for */
    u32 longest_flight; /* cycles */
    u32 longest_signal; /* cycles */
    u32 diameter;       /* of the graph, in links */
} ws_wiring;

/* A route, as in wire.routes: the output ports of the switches on it, the next one lowest. Of
 * the eleventh, which leads down to a host, two bits are enough. Paths of set-aside queues have
 * HOPS_MAX at most. */
enum { HOP_BITS = 3, HOP_MASK = 7, HOPS_MAX = 10 };

#define WS_ROUTE_OPTIONS_MAX 32
typedef struct ws_route_option {
    u32 link;
    u64 vcs;
    /* tier (0 = tried first), and OPTION_ENTERS */
    u8 rule;
} ws_route_option;
enum {
    OPTION_TIER = 0x7f,
    /* the packet enters a ring here: grant-room bubble demands the room of two packets */
    OPTION_ENTERS = 0x80
};

#define COLUMN_COUNTED(at, type, name, count, id, doc) +1
#define GROUP_COUNTED(table, group)                    table(COLUMN_COUNTED, )
enum { WS_COLUMN_COUNT = 0 NETWORK_COLUMNS(COLUMN_COUNTED, ) COLUMN_GROUPS(GROUP_COUNTED) };
#define COLUMN_MEMBER(at, type, name, count, id, doc) type *name;

/* The columns of one mechanism: ws_packet_columns, ws_message_columns ... A function that works on
 * them has a pointer to the group: const ws_packet_columns *packet = &n->packet. */
#define GROUP_TYPE(table, group)                                                                   \
    typedef struct ws_##group##_columns {                                                          \
        table(COLUMN_MEMBER, )                                                                     \
    } ws_##group##_columns;
COLUMN_GROUPS(GROUP_TYPE)
#define GROUP_MEMBER(table, group) ws_##group##_columns group;

/* What an escape layer promises. A head that is not on its first link always has a
 * virtual channel of the layer among its route options. */
typedef enum ws_escape {
    ESCAPE_NONE,
    /* the layer has no cycle of direct dependencies: enough where a packet fits whole wherever
     * it goes */
    ESCAPE_PACKET,
    /* nor of indirect ones, through other virtual channels: enough for worms that stretch, where
     * a packet goes only where it fits whole, or into an empty queue (grant-room fit): behind
     * another it could not escape, while it holds a virtual channel */
    ESCAPE_WORM
} ws_escape;

/* A routing algorithm: a row of src/routing. */
typedef struct ws_routing {
    /* route options of a head, at most */
    u32 options;
    /* claims an acyclic channel dependency graph (tests/contract) */
    bool deadlock_free;
    /* claims that every path is a shortest one */
    bool minimal;
    /* claims no bound on the length of a path: only that detours end with probability 1 */
    bool wanders;
    /* some route options are for when others are held: needs a router that tries head by head */
    bool tiers;
    /* packets carry a number drawn at the source (PACKET_LOT_*), which the way depends on */
    bool lots;
    /* goes by what links there are, and so finds its way around a cut cable */
    bool around;
    /* claims an escape layer, of these virtual channels of link l */
    ws_escape escape;
    u64 (*escape_vcs)(const ws_net *n, u32 l);
    /* fills wire.dist and wire.route_table; false if it does not fit */
    bool (*prepare)(ws_net *n, ws_error *error);
    /* writes the links (and virtual channels) that the head of packet k, in front of queue q of a
     * switch, may take, best first, and returns how many: 1 .. options */
    u32 (*route)(ws_net *n, u32 q, u32 k, ws_route_option *option);
    /* virtual channel v is granted to packet k: updates its header. NULL: nothing follows */
    void (*granted)(ws_net *n, u32 k, u32 v);
    /* has packet k, which is at switch x or comes there, by virtual channel v (NIL: not known), no
     * way on from there: since it came by routes that no longer hold when a cable was cut or
     * repaired. NULL: never */
    bool (*stranded)(const ws_net *n, u32 x, u32 v, u32 k);

    /* For previews of a path (route_preview.c). */
    /* the link by which a packet with these header flags leaves switch s for host h elsewhere, if
     * the path is fixed; moves the flags on. NULL, or NIL, if it is not */
    u32 (*next)(const ws_net *n, u32 s, u32 h, u32 *flags);
    /* writes all route options that `route` may draw. NULL if `route` draws no random numbers */
    u32 (*all)(const ws_net *n, u32 q, u32 k, ws_route_option *option);
} ws_routing;

typedef struct ws_blockers ws_blockers;

/* A definition that is to be built: with the row of its routing, and where an objection goes. */
typedef struct ws_check {
    const ws_def *def;
    const ws_graph *graph;
    const ws_routing *routing;
    const struct ws_switch *model;
    ws_error *error;
} ws_check;

/* What a definition must hold: a parameter within a range, or outside of it, or what a function
 * asks; everywhere, or where another parameter is within a range. Rules are asked in order, and the
 * first that does not hold is told. */
typedef struct ws_rule {
    size_t field; /* of ws_def; its size: the row behind the last */
    i64 least, most;
    bool outside;
    bool (*holds)(const ws_check *check); /* in place of the range */
    bool only;                            /* where field `where` is within this range */
    size_t where;
    i64 from, to;
    /* what is wrong. NULL: what the next row says; "": the function has said it */
    const char *words;
    struct {
        const char *parameter, *value;
    } remedy[2]; /* settings that mend it, together */
} ws_rule;
#define WITHIN(member, low, high) .field = offsetof(ws_def, member), .least = (low), .most = (high)
#define IS(member, value)         WITHIN(member, value, value)
#define NOT(member, value)        IS(member, value), .outside = true
#define AT_LEAST(member, low)     WITHIN(member, low, INT64_MAX)
#define IF(member, low, high)                                                                      \
    .only = true, .where = offsetof(ws_def, member), .from = (low), .to = (high)
#define IF_IS(member, value) IF(member, value, value)
#define IF_SET(member)       IF(member, 1, INT64_MAX)
#define RULES_END                                                                                  \
    { .field = sizeof(ws_def) }

/* A conservation law, asked of each index below a count: NULL if the law holds there, else words
 * that say what is broken. A list of laws ends with LAWS_END. */
typedef struct ws_law {
    const char *(*broken)(const ws_net *n, u32 i);
    size_t count; /* the place of the count in ws_sizes */
} ws_law;
#define LAW(law, name)                                                                             \
    { .broken = law, .count = offsetof(ws_sizes, name) }
#define LAWS_END                                                                                   \
    { .broken = NULL }
/* most lists of laws that a switch model has: those that its parts share, and its own */
enum { WS_LAWS_MAX = 3 };

/* A cable is cut or repaired, and packets are taken out of queues and off wires (build/salvage.c):
 * what a switch model knows of packets besides. */
typedef struct ws_salvage {
    /* before that: does a packet that is being sent on link l go back to its sender? It does if the
     * far end has not taken it yet. NULL: the far end takes all */
    bool (*recall)(ws_net *n, u32 l);
    /* must packet k be taken out of queue q, from which it cannot go on by the routes of now?
     * NULL: where it stands does not say how it goes on */
    bool (*misplaced)(const ws_net *n, u32 q, u32 k);
    /* the packets in this set (by packet, 1 or 0) are about to be taken out; they are still where
     * they were. NULL: nothing precedes */
    void (*losing)(ws_net *n, const u8 *lost);
    /* they have been taken out: counts anew what is counted of packets. NULL: nothing is */
    void (*settle)(ws_net *n);
    /* lets the heads go on that may not request, by the routes of now. NULL: each asks anew */
    void (*permit)(ws_net *n);
} ws_salvage;

/* A switch model: how packets wait in a switch, and who goes next. One row and one file of
 * src/switch each; a host is a switch, too, whose inputs are its source queues. Which models
 * there are the core does not know: it calls these functions at the events of a packet's way,
 * for the node (switch or host) at which the queue or the sender stands. All but the first group
 * and the last two run in the step. NULL: what the line says after "NULL". */
#define WS_RULES_MAX 4
typedef struct ws_switch {
    /* ---- the build ---- */
    /* inputs are ports: the queues at the end of a link share its memory (one credit a packet)
     * and one crossbar input, which a queue has for itself from the grant until the tail has
     * left */
    bool ports;
    /* what it knows of packets that are taken out when a cable is cut. NULL: nothing */
    const struct ws_salvage *salvage;
    /* hosts have a source queue for each destination */
    bool by_dest;
    /* asks of queues and virtual channels only whether there is a flit, or credit, not how many:
     * flits may go in segments */
    bool streams;
    /* each credit that an idle virtual channel gets may matter */
    bool each_credit;
    /* the row of the hosts. NULL: host_row */
    const struct ws_switch *host;
    /* before the wiring: fills n->layout. NULL: as it is by default */
    void (*layout)(ws_net *n);
    /* virtual channels of link l. NULL: vcs */
    u32 (*link_vcs)(const ws_net *n, u32 l);
    /* queues of the port at the end of link l; with `ports`. NULL: one */
    u32 (*port_queues)(const ws_net *n, u32 l);
    /* queues of the port that feeds a link. NULL: the inputs feed the links */
    u32 (*output_queues)(const ws_net *n);
    /* what becomes of packets that cross from an input to an output port. NULL: none does */
    const struct ws_crossing *crossing;
    /* wires of its own, when the links are numbered; false: no memory. NULL: none */
    bool (*wire)(ws_net *n);
    /* sizes of its own columns. NULL: none */
    void (*sizes)(ws_net *n);
    /* first state of its own columns, where that is not 0. NULL: all is 0 */
    void (*start)(ws_net *n);
    /* what a definition of the model must hold: lists of rules, the first NULL behind the last */
    const ws_rule *rules[WS_RULES_MAX];
    /* contradictions with the wiring. NULL: none */
    bool (*check_wiring)(const ws_net *n, const ws_def *def, ws_error *error);
    /* parameters have changed. NULL: nothing follows */
    void (*changed)(ws_net *n);

    /* ---- a packet comes in ---- */
    /* the queue that takes packet k, whose head comes off vc v. NULL: that of the vc */
    u32 (*receive)(ws_net *n, u32 v, u32 k);
    /* the head of packet k has come into queue q. NULL: nothing follows */
    void (*received)(ws_net *n, u32 q, u32 k);
    /* the head of q is in front: does it request its output? If not, it has been moved, or waits
     * inhibited. NULL: yes */
    bool (*request)(ws_net *n, u32 q);
    /* it has requested: it is in the request set of each of its route options. NULL: nothing
     * follows */
    void (*requested)(ws_net *n, u32 q);
    /* it requests no longer: it is out of them. NULL: nothing follows */
    void (*withdraw)(ws_net *n, u32 q);
    /* the timer of q has gone off, which the model had set in a state of its own */
    void (*timed)(ws_net *n, u32 q);

    /* ---- a packet goes on ---- */
    /* may q have vc v, as far as other packets are concerned. NULL: if no queue holds it */
    bool (*idle)(const ws_net *n, u32 q, u32 v);
    /* something changed for the heads that wait for link l. NULL: allocate_outputs notes it */
    void (*wake)(ws_net *n, u32 l);
    /* could a head that waits for link l use a vc of it now that is idle and has got credit?
     * NULL: as the rule of room says */
    bool (*is_requested)(const ws_net *n, u32 l);
    /* q has been given a vc, which it holds now. NULL: nothing follows */
    void (*granted)(ws_net *n, u32 q);
    /* q, which holds a vc of a buffered link, has flits again */
    void (*ready)(ws_net *n, u32 q);
    /* the tail has left q: may it give its vc back? NULL: yes */
    bool (*finished)(ws_net *n, u32 q);
    /* q has given back its vc of link l: others may go on. NULL: the heads that wait for l */
    void (*freed)(ws_net *n, u32 q, u32 l);
    /* the tail of packet k has left q, which is ready for the next. NULL: nothing follows */
    void (*departed)(ws_net *n, u32 q, u32 k);

    /* ---- signals to the sender of a vc ---- */
    /* vc v of a buffered link may send again */
    void (*credited)(ws_net *n, u32 v);
    /* vc v of a buffered link may not send */
    void (*stopped)(ws_net *n, u32 v);
    /* a control message of a kind of its own */
    void (*control)(ws_net *n, const ws_control *what);
    /* packet k is killed: drops what of it stands behind the crossbar; true if there was
     * anything. NULL: nothing stands there */
    bool (*purge)(ws_net *n, u32 v, u32 k);

    /* ---- the two halves of arbitration, for the nodes in allocate_nodes and ready_nodes ---- */
    /* VC allocation, once a packet and hop */
    void (*allocate)(ws_net *n, u32 x);
    /* switch allocation and traversal, at flit rate: false if x can send no more */
    bool (*transmit)(ws_net *n, u32 x);

    /* ---- segments on links that are not plain (segment.h) ---- */
    /* the segment on link l is over: what is ready for it now */
    void (*resume)(ws_net *n, u32 l);
    /* all segments have been expanded: what is ready. NULL: links are plain */
    void (*expanded)(ws_net *n);

    /* ---- for those who look on ---- */
    /* for whom q waits, and why. NULL: blockers_usual */
    ws_wait_reason (*blockers)(ws_blockers *blockers, u32 q);
    /* the set-aside queue downstream on the path of set-aside queue q; NIL: the congested link
     * comes next, or there is none yet or no more. With set-aside queues */
    u32 (*ahead)(const ws_net *n, u32 q);

    /* ---- for tests: what the model promises ---- */
    /* control messages reserved and not yet sent. NULL: 0 */
    u32 (*reservations)(const ws_net *n);
    /* packets that have left the queues of an input port, but not its memory. NULL: 0 */
    u32 (*kept)(const ws_net *n, u32 port);
    /* adds, by packet, flits that are neither in a queue nor on a wire. NULL: none */
    void (*flits)(const ws_net *n, u32 *seen);
    /* its own conservation laws: lists of them, the first NULL behind the last */
    const ws_law *laws[WS_LAWS_MAX];
} ws_switch;

/* What a switch model says of itself before the wiring. */
typedef struct ws_layout {
    /* of a vc to a switch, when all is free */
    u32 credits;
    /* packets that fit into a queue at the end of a link */
    u32 queue_packets;
    /* packets that fit into an output port; 0: as many as one's credits count */
    u32 out_packets;
    /* packet buffers a switch has besides the queues at the end of its links */
    u32 buffers;
    /* flits of the buffer between the crossbar and a vc; 0: there is none */
    u32 output_room;
    /* set-aside queues a port */
    u32 saqs;
    /* flits a cycle on links from and to hosts */
    u32 host_rate;
    /* cycles that a timer of a queue runs at most */
    u32 longest_wait;
    /* packets that all buffers can hold; 0: counted from the queues and the wires */
    u64 packets;
    /* heads compete for the crossbar with the flits of worms under way */
    bool heads_compete;
    /* packets can be killed */
    bool kills;
    /* a head requests when its tail is here, whatever `switching` says */
    bool whole_packets;
} ws_layout;

/* What host h sends, as it follows from the parameters in force. */
typedef struct ws_sender {
    /* mean gap between two messages, in cycles x 2^16; 0: it sends nothing */
    u64 gap;
    /* with Bernoulli arrivals: the geometric_scale of the gap, in cycles x 2^scale_bits */
    u64 scale;
    u8 scale_bits;
    /* SENDER_* */
    u8 role;
} ws_sender;
enum {
    /* a host like the others */
    SENDER_INDEPENDENT,
    /* with traffic hot-senders: others send only there, and it sends only to such a host */
    SENDER_HOT_SPOT,
    SENDER_TO_HOT_SPOTS
};

/* What hosts send: a row of src/traffic. A source queue s is a list of messages, of which the first
 * is being sent. */
typedef struct ws_workload {
    /* the parameters in force, or those of a host, have changed: sets n->sender */
    void (*derive)(ws_net *n);
    /* a message of host h is due, or was when the load changed */
    void (*arrive)(ws_net *n, u32 h);
    /* a message has left source queue s of host h for good */
    void (*refill)(ws_net *n, u32 h, u32 s);
    /* the load of host h has changed: draws its next message anew */
    void (*restart)(ws_net *n, u32 h);
    /* flits of the next packet of message m: 1 .. those not yet cut */
    u32 (*cut)(const ws_net *n, u32 m);
    /* packets into which the rest of message m will be cut */
    u32 (*packets)(const ws_net *n, u32 m);
} ws_workload;

/* The order in which the messages of a source queue are sent: a row of src/traffic. */
typedef struct ws_discipline {
    /* the priority of waiting message m, in millionths: the lowest goes first */
    u64 (*priority)(const ws_net *n, u32 m);
    /* message m joins source queue s, at the end or by its priority */
    void (*append)(ws_net *n, u32 s, u32 m);
    /* the first message leaves source queue s */
    void (*remove)(ws_net *n, u32 s);
    /* the nth message of source queue s (0 = the first) goes to its head, to be sent now */
    void (*promote)(ws_net *n, u32 s, u32 nth);
    /* a packet of the first message of source queue s has been sent; none is being sent now */
    void (*sent)(ws_net *n, u32 s);
    /* the priority of message m has changed; no packet of it is being sent */
    void (*settle)(ws_net *n, u32 s, u32 m);
    /* does message m go before message `other` of the same source queue? */
    bool (*before)(const ws_net *n, u32 m, u32 other);
} ws_discipline;

/* The fate of worms that wait too long: a row of src/recovery. */
typedef struct ws_recovery {
    /* the waiting head in queue q begins to wait: for a virtual channel, for room, or its turn */
    void (*wait)(ws_net *n, u32 q);
    /* a virtual channel of link l is free, after it was held for `cycles` cycles */
    void (*held)(ws_net *n, u32 l, u64 cycles);
    /* a flit comes off virtual channel v that no queue takes */
    void (*discard)(ws_net *n, u32 v, u32 flit);
    /* a control message below CONTROL_SWITCH has come */
    void (*control)(ws_net *n, const ws_control *what);
    /* the timers of this cycle go off */
    void (*deadlines)(ws_net *n);
} ws_recovery;

/* Places in a source queue that are known by the number of packets of the messages there:
 * traffic/alpha_order.c. */
#define SOURCE_FINGERS 8

/* Words of a packet that go on a wire one a cycle, each with as many flits as the link carries in
 * one; a segment of none is void. */
typedef struct ws_segment {
    /* lower half of the cycle of the first word: enough, since a call of ws_net_step spans fewer
     * cycles */
    u32 from;
    u32 packet;
    /* its virtual channel */
    u32 vc;
    u16 words;
    /* 1: the last flit of the last word is the packet's tail */
    u16 tail;
} ws_segment;

/* Flits or credits that are counted and come one a cycle: cycles, as above. */
typedef struct ws_cycle_range {
    u32 from;
    u32 end;
} ws_cycle_range;

/* The segments of a link: the last one that left; the one before it, as long as words of it may be
 * missing on the wire. */
typedef struct ws_link_segments {
    ws_segment sent;
    ws_segment before;
} ws_link_segments;

/* What is promised at the two ends of a virtual channel. */
typedef struct ws_vc_segments {
    /* words of a packet at its far end; credits for its sender */
    ws_cycle_range arriving;
    ws_cycle_range credited;
    u32 packet;
    /* cycle in which the last word arrives, and the last signal comes back, that was not counted
     * ahead */
    u32 word_due;
    u32 signal_due;
    /* half a cache line in all */
    u32 spare;
} ws_vc_segments;

/* Segments under way (segment.h). No part of the state: there are none between two steps. */
typedef struct ws_segments {
    /* this machine can have segments; those of this cycle, of this call of ws_net_step, and of all
     * calls have so many flits at most */
    bool possible;
    /* all its links are plain */
    bool plain;
    /* it is asked of idle virtual channels how much credit they have, or when */
    bool measured;
    /* worms that are torn down go flit by flit alone; there are some in this cycle */
    bool tears;
    bool tearing;
    /* some segment may have to be expanded */
    bool any;
    u32 longest;
    u32 call;
    u32 limit;
    /* the first cycle of those, up to now, in which flits went in segments */
    u32 since;
    /* the cycle in which nothing was promised last */
    u64 begin;
    /* up to this cycle all goes flit by flit, since many worms are torn down */
    u64 rest_end;
    /* what comes before this cycle has come: the next one, after the arrive phase */
    u64 come;
    /* slot by link, slot by virtual channel: what the word, or signal, there promises besides */
    u8 *words_more;
    u8 *credits_more;
    ws_link_segments *link;
    ws_vc_segments *vc;
    /* set of the idle virtual channels that get promised credits one by one; how many these are */
    u64 *paid;
    u32 payments;
    /* set of the links that are sending a segment; wheel of the cycles in which these links are
     * free again */
    u64 *busy;
    u64 *ends;
} ws_segments;

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
    /* the columns lie in it */
    u8 *block;
    size_t block_size;
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
