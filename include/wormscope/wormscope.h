/* wormscope.h - the public face of the simulator core.
 *
 * A network is built once from a definition (ws_def, plus a ws_graph of switches, hosts and links) and is then stepped, cycle by
 * cycle.  The core is integer-only and deterministic: the same definition, seed and sequence of calls gives the same state, byte
 * for byte, whether it is stepped one cycle at a time or a million.  It never allocates after the build, does no input or
 * output, and never calls up: what happened is read from events, what is is read from the columns of its state.
 *
 * Time is in cycles, length in flits, load in millionths of a flit per host and cycle.  A cycle is the time one flit occupies a
 * link.  WS_NIL is "no index".  Errors of building are reported in words in a ws_error; a step cannot fail. */
#ifndef WORMSCOPE_H
#define WORMSCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "policies.h"

#define WS_VERSION "0.9.0"
#define WS_MODEL 2 /* the semantic version: moves exactly when a golden digest moves */

#define WS_NIL UINT32_MAX
#define WS_NAME_MAX 24     /* bytes of a node's name, terminator included */
#define WS_MILLION 1000000 /* loads and shares are in millionths */
#define WS_PORTS_MAX 64    /* ports of one switch */
#define WS_VCS_MAX 64    /* virtual channels of one link */
#define WS_DELAY_MAX 20000 /* cycles on a wire */
#define WS_MIXTURE_MAX 4
#define WS_CLASSES_MAX 4

/* ------------------------------------------------------------------------------------------------ graph ---- */

/* A node is a switch (0 .. switches-1) or a host (switches .. switches+hosts-1). */
typedef struct ws_node {
    char name[WS_NAME_MAX];
    int32_t x, y; /* place on the drawing grid; a host sits with its switch */
} ws_node;

/* A cable: both directions unless one_way. Ports are numbered per node; a host has port 0 only. */
typedef struct ws_edge {
    int32_t a, b;           /* nodes; of a host's cable, a is the switch */
    int32_t a_port, b_port; /* where it is plugged in */
    int32_t delay;          /* cycles, >= 1; 0 = the definition's link-delay (or host-link-delay) */
    int32_t one_way;        /* 1: only a -> b */
    int32_t wrap;           /* 1: closes a row or column; drawn as a stub at both ends */
    int32_t cut;            /* 1: it is there, but no route uses it; not of a host's cable */
} ws_edge;

enum { WS_DIMENSIONS_MAX = 6 }; /* of a mesh or torus */

typedef struct ws_graph {
    int32_t switches, hosts, edges;
    int32_t rows, cols; /* of a mesh, torus, ring or line (a ring is 1 x N); 0 0 of others */
    int32_t dimensions; /* of these, and of cubes with more than two; 0 of others */
    int32_t side[WS_DIMENSIONS_MAX]; /* switches along each: columns, rows, planes, ... */
    uint32_t rings;     /* set of the dimensions that are closed to rings */
    ws_node *node;      /* switches + hosts of them */
    ws_edge *edge;
} ws_graph;

/* Frees what the graph owns, not the graph. */
void ws_graph_free(ws_graph *graph);

/* ------------------------------------------------------------------------------------------- definition ---- */

enum { WS_ARGUMENTS_MAX = 6 }; /* numbers that a topology can take */

/* Every field is an int64_t so that one table of parameters can address all. Units, ranges, and
 * which may change while the network runs (ws_net_change): params.def. */
typedef struct ws_def {
    /* topology */
    int64_t topology; /* WS_TOPOLOGY_* */
    int64_t size[WS_ARGUMENTS_MAX]; /* the numbers after its name, in order; 0: not given */
    int64_t hosts_per_switch;
    int64_t root; /* switch at the root of the spanning tree */
    int64_t topology_seed, irregular_degree; /* of `irregular` */
    /* links and buffers */
    int64_t link_delay, host_link_delay;   /* cycles on the wire */
    int64_t crossbar_delay, input_delay;   /* cycles: won the crossbar -> on the wire; off the wire -> usable */
    int64_t vcs;                           /* channels per link */
    int64_t buffer;                        /* flits per channel buffer */
    int64_t flow_control;                  /* WS_FLOW_* */
    int64_t stop_mark, go_mark;            /* flits; 0 = by the sizing rule of ws_def_marks */
    int64_t credit_delay;                  /* extra cycles of a credit */
    int64_t queueing;                      /* WS_QUEUEING_* */
    int64_t crossbar;                      /* WS_CROSSBAR_* */
    int64_t output_buffer;                 /* flits per channel behind the crossbar; 0 = none */
    int64_t multiplexing;                  /* WS_MULTIPLEXING_* of the channels on a link */
    /* router */
    int64_t router_delay; /* cycles: head in front of its queue -> may cross */
    int64_t vc_delay;   /* how many of them come after the grant of an output channel */
    int64_t switching;    /* WS_SWITCHING_* */
    int64_t grant_room;   /* WS_GRANT_ROOM_* */
    int64_t router_unit;  /* WS_ROUTER_UNIT_* */
    int64_t selection;    /* WS_SELECTION_* */
    int64_t injection;    /* WS_INJECTION_* */
    int64_t arbiter;      /* WS_ARBITER_* of the switches' outputs */
    int64_t switch_priority; /* 1: the highest class first, then the arbiter */
    /* routing */
    int64_t routing;      /* WS_ROUTING_* */
    int64_t route_choice; /* WS_ROUTE_CHOICE_* */
    int64_t dateline;     /* WS_DATELINE_* */
    /* load */
    int64_t load;          /* millionths of a flit per host and cycle */
    int64_t arrivals;      /* WS_ARRIVALS_* */
    int64_t traffic;       /* WS_TRAFFIC_* */
    int64_t hotspot_host;  /* host */
    int64_t hotspot_share; /* millionths of the messages */
    int64_t hot_spots;     /* hosts that are hot spots */
    int64_t hot_share;     /* millionths of the hosts: those that send only to hot spots */
    int64_t hot_traffic;   /* 0: these are silent */
    int64_t length;        /* WS_LENGTH_* */
    int64_t length_mean;   /* units: mean, or the fixed length */
    int64_t mixture_count; /* */
    int64_t mixture_lo[WS_MIXTURE_MAX], mixture_hi[WS_MIXTURE_MAX], mixture_weight[WS_MIXTURE_MAX]; /* */
    int64_t class_rule;   /* WS_CLASS_RULE_* */
    int64_t long_length;  /* units: a message of so many is long */
    int64_t priorities;   /* classes of `classes priority`: 2 to WS_CLASSES_MAX */
    int64_t high_share;   /* millionths of the messages */
    int64_t second_share, third_share; /* of the classes below; the last has the rest */
    int64_t police_rate;   /* millionths of a flit a cycle that a host may send of the highest priority; 0 = any */
    int64_t police_burst;  /* flits that it may send at once */
    int64_t police_length; /* flits of its packets at most; 0 = any */
    int64_t segment_rule; /* WS_SEGMENT_RULE_* */
    int64_t segment;      /* flits; 0 = unsegmented */
    int64_t length_unit;  /* flits: what lengths are counted in */
    int64_t overhead;     /* flits that a packet carries besides its part of the message */
    int64_t alpha;        /* millionths: weight of a message's length against its age in the source queue */
    /* recovery */
    int64_t timeout_policy;   /* WS_TIMEOUT_POLICY_* */
    int64_t timeout;          /* cycles */
    int64_t timeout_patience; /* heads that do not wait for an output have so many times as long; 0 = for ever */
    int64_t timeout_cost;     /* millionths: the cost factor of the formulas, that of the policy in force */
    int64_t itow_cost, cep_cost; /* millionths: those of the policies, of which no model reads */
    int64_t occupancy_weight; /* k of the occupancy estimator */
    int64_t waiting_count;    /* WS_WAITING_COUNT_* */
    /* pool: switches with packet buffers shared by all inputs, and links that ask */
    int64_t fedx_neighbours;      /* WS_NEIGHBOURHOOD_* */
    int64_t pool;                 /* packet buffers of a switch */
    int64_t pe_rate;              /* flits a cycle between host and switch */
    int64_t pe_duplex;            /* WS_DUPLEX_* of that cable */
    int64_t header_bit;           /* WS_HEADER_BIT_* */
    int64_t header_share;         /* millionths of the messages: those that go the one way */
    int64_t backpressure;         /* WS_BACKPRESSURE_* */
    int64_t backpressure_hosts;   /* 1: asked of packets that a switch's own hosts inject, too */
    int64_t deadlock_rule;        /* WS_DEADLOCK_RULE_* */
    int64_t buffer_limit;         /* packets; 0 = off */
    int64_t buffer_limit_dest;    /* packets; 0 = off */
    int64_t buffer_limit_transit; /* packets; 0 = off */
    int64_t eject_priority;       /* WS_EJECT_PRIORITY_* */
    int64_t inject_window;        /* messages */
    int64_t starvation_guard;     /* cycles */
    int64_t nack_delay;           /* cycles: refused -> the sender knows, and the link is free */
    int64_t retry_delay;          /* cycles: then it waits for once to twice as long */
    /* set-aside queues */
    int64_t saqs;                        /* per port, at most as many as at the build or 8 */
    int64_t saq_detect, saq_xoff, saq_xon; /* packets */
    int64_t saq_detect_out;              /* packets */
    int64_t saq_order;                   /* WS_SAQ_ORDER_* */
    int64_t saq_idle;                    /* cycles after which one that was never used is freed */
    int64_t notification_delay;          /* cycles: from saying Xoff or Xon to its being known upstream */
    int64_t voqnet_room;                 /* packets for which a port has room, of each destination */
    /* tables */
    int64_t message_capacity; /* messages known at once in the whole network; 0 = by size */
    int64_t seed;
} ws_def;

/* What one host does differently from the rest. */
typedef struct ws_host_def {
    int64_t dest;       /* host it sends to; -1 = by `traffic` */
    int64_t traffic_class; /* class of all its messages, 0 the highest; -1 = by `high-share` */
    int64_t load;       /* millionths; -1 = `load`; 0 = silent */
} ws_host_def;
#define WS_HOST_DEF_DEFAULT { -1, -1, -1 }

/* All defaults: a wormhole LAN on a 3 x 3 torus with four hosts a switch. */
ws_def ws_def_default(void);

/* The marks in force: as given, or B - (2P + 2) and that minus 16 (but not below 2P where there is room). P is the longest delay. */
void ws_def_marks(const ws_def *def, int64_t longest_delay, int64_t *stop, int64_t *go);

/* A number that a topology takes after its name. */
typedef struct ws_topology_argument {
    const char *name;   /* what it counts: "rows", "global links" */
    const char *letter; /* the manual's word for it: "R" */
    int64_t min, max;
} ws_topology_argument;

/* A topology: one row, one file of src/topology. It takes between `least` and `most` numbers, which stand in size[] of a definition. */
typedef struct ws_topology {
    ws_topology_argument argument[WS_ARGUMENTS_MAX];
    int least, most;
    /* Are its numbers possible together, and with the other parameters? False with an error. */
    bool (*check)(const ws_def *def, ws_error *error);
    /* Fills an empty graph from a definition that passed the check; false with an error, and the graph empty. */
    bool (*build)(const ws_def *def, ws_graph *graph, ws_error *error);
} ws_topology;

extern const ws_topology *const ws_topologies[]; /* by WS_TOPOLOGY_* */

/* How many numbers the topology of a definition was given. */
int ws_topology_given(const ws_def *def);

/* The graph of a named topology; false with an error for `file` and for sizes out of range. Owned by the caller. */
bool ws_graph_build(const ws_def *def, ws_graph *graph, ws_error *error);

/* ---------------------------------------------------------------------------------------------- network ---- */

typedef struct ws_net ws_net;

/* Builds a network. hosts: one ws_host_def per host, or NULL. The graph is copied. NULL with an error when the definition
 * contradicts itself (marks that could overflow, a routing that the topology does not have, ...). Free with ws_net_free. */
ws_net *ws_net_build(const ws_def *def, const ws_graph *graph, const ws_host_def *hosts, ws_error *error);
/* The same for a network that takes the place of another while the clock goes on: it is empty, at the cycle of `before`, with its
 * counters; what is under way in `before`, which stays as it is (and may be NULL: nothing was before), counts as dropped. */
ws_net *ws_net_rebuild(const ws_net *before, const ws_def *def, const ws_graph *graph, const ws_host_def *hosts, ws_error *error);
/* A network of the same definition with which `before` was built, on its graph with other cables cut (ws_edge.cut). Its hosts go on as if
 * nothing had happened: clock, counters, rules, random streams, and the messages that wait whole in their source queues. What is in
 * packets is lost, and counts as dropped. */
ws_net *ws_net_recable(const ws_net *before, const ws_def *built, const ws_graph *graph, ws_error *error);
void ws_net_free(ws_net *net);

/* Runs up to `cycles` cycles and returns how many it ran: fewer when the event buffer needs draining (ws_net_events),
 * and never more than 2^30. */
uint64_t ws_net_step(ws_net *net, uint64_t cycles);
/* The same, but flits and credits that have been promised stay so (core/segment.h): until ws_net_settle, events, what ws_net_delivered
 * tells, and what does not count flits are as they are after ws_net_step, and nothing else of the network may be read or changed. For
 * those who stop often and ask little. */
uint64_t ws_net_run(ws_net *net, uint64_t cycles);
void ws_net_settle(ws_net *net);
/* For an observer that reads counts of flits in the midst of segments: nothing else of the network
 * may be read. */
void ws_net_show(ws_net *net);
/* How cycles are simulated (core/step.c); no result depends on it. `other`: wherever it may be.
 * Returns in words what the machine lacks for the other one (slices), NULL: nothing; and how many
 * cycles that one has run. */
typedef enum ws_kernel_choice {
    WS_KERNEL_AUTO,
    WS_KERNEL_GENERAL,
    WS_KERNEL_OTHER
} ws_kernel_choice;
const char *ws_net_kernel(ws_net *net, ws_kernel_choice choice);
uint64_t ws_net_kernel_cycles(const ws_net *net);
/* Flits that hosts have got since cycle 0, by traffic class; those of a packet that are no part of its message count until it is there
 * whole. */
void ws_net_delivered(const ws_net *net, uint64_t by_class[WS_CLASSES_MAX]);

/* Flits that follow one another over a link are simulated in one act, so many at most. It makes no difference to what happens, only to
 * how long it takes: with 1 everything goes flit by flit. */
void ws_net_segments(ws_net *net, uint32_t flits);

/* Changes parameters that are LIVE (params.def), from the next cycle on. False with an error, and nothing changed, for anything else. */
bool ws_net_change(ws_net *net, const ws_def *def, ws_error *error);
bool ws_net_change_host(ws_net *net, uint32_t host, const ws_host_def *def, ws_error *error);

/* A message of so many flits from a host to another one joins the source queue of its host, now, besides what that offers. No random
 * number is drawn: all other messages are what they would be without it. False with an error, and nothing changed, when there is no such
 * host, a packet of it would not fit where whole packets must, or the table of messages is full. Events must have been read. */
bool ws_net_send(ws_net *net, uint32_t from, uint32_t to, uint32_t flits, ws_error *error);

const ws_def *ws_net_def(const ws_net *net); /* in force now */
const ws_graph *ws_net_graph(const ws_net *net);
uint64_t ws_net_cycle(const ws_net *net); /* cycles run since the build, of the first network of a session */

/* What happened: appended by the step, in order, read and cleared by the caller. Not part of the state. */
typedef enum ws_event_kind {
    WS_EVENT_MESSAGE_CREATED,  /* queued at its source */
    WS_EVENT_MESSAGE_REFUSED,  /* the message table had no room for this queue: lost, and counted */
    WS_EVENT_PACKET_INJECTED,  /* its first flit left the host */
    WS_EVENT_PACKET_DELIVERED, /* its last flit arrived at the destination host */
    WS_EVENT_MESSAGE_DELIVERED,/* the last of its packets has arrived */
    WS_EVENT_PACKET_KILLED,    /* its head waited too long; it goes back to its host. hops: switches reached */
    WS_EVENT_SAQ_ALLOCATED,    /* id: its queue; source: channel that feeds its port; dest: congested link; length, hops: path to it,
                                  as turns of 3 bits, and how many; traffic_class: WS_SAQ_*; created: this cycle */
    WS_EVENT_SAQ_FREED,        /* the same; created: when it was allocated */
    WS_EVENT_MESSAGE_SENT,     /* as created, but by ws_net_send: no part of the load */
    WS_EVENT_MESSAGE_LOST      /* the last of its packets has arrived, but others were lost where a cable was cut */
} ws_event_kind;

/* Why a set-aside queue was allocated. */
enum { WS_SAQ_DETECTED /* the cold queue of its own port */, WS_SAQ_NOTIFIED /* an Xoff from downstream */ };

typedef struct ws_event {
    uint64_t cycle;
    uint64_t created; /* the message was created */
    uint64_t entered; /* first flit left the source host: of the packet, or of the message's first packet */
    uint64_t head;    /* the head arrived at the destination: of the packet, or of the message's last packet */
    uint32_t id;      /* packet or message row (reused after delivery) */
    uint32_t source, dest; /* hosts */
    uint32_t length;  /* flits of the packet or message */
    uint16_t hops;    /* switches traversed (of the last packet) */
    uint8_t kind;     /* ws_event_kind */
    uint8_t traffic_class;
    uint16_t retries; /* times that packets of its message were killed and sent again before */
} ws_event;

/* Events since the last clear; `count` of them. */
const ws_event *ws_net_events(const ws_net *net, size_t *count);
void ws_net_events_clear(ws_net *net);

/* Counters since cycle 0; part of the state. */
typedef enum ws_total {
    WS_TOTAL_MESSAGES_CREATED,
    WS_TOTAL_MESSAGES_REFUSED,
    WS_TOTAL_MESSAGES_INJECTED,
    WS_TOTAL_MESSAGES_DELIVERED,
    WS_TOTAL_PACKETS_CREATED,
    WS_TOTAL_PACKETS_INJECTED,
    WS_TOTAL_PACKETS_DELIVERED,
    WS_TOTAL_FLITS_CREATED,   /* of messages created, refused ones not included */
    WS_TOTAL_FLITS_REFUSED,   /* of messages refused */
    WS_TOTAL_FLITS_INJECTED,  /* left a host */
    WS_TOTAL_FLITS_DELIVERED, /* arrived at a host */
    WS_TOTAL_FLIT_HOPS,       /* left a switch */
    WS_TOTAL_HOPS_DELIVERED,  /* sum over delivered packets of the switches traversed */
    WS_TOTAL_KILLS,           /* packets killed by a timeout */
    WS_TOTAL_RESETS,          /* killed packets that are back at their hosts */
    WS_TOTAL_WASTE_WAIT,      /* channel-cycles for which delivered packets held channels, beyond one a flit and channel */
    WS_TOTAL_WASTE_KILL,      /* channel-cycles for which killed packets held channels, until tail or reset freed them */
    WS_TOTAL_BACKLOG,         /* message-cycles waited in source queues, up to the last change (ws_net_backlog: up to now) */
    WS_TOTAL_REFUSED_FULL,    /* packets refused by a switch: no buffer was free, */
    WS_TOTAL_REFUSED_RULE,    /* too few for the deadlock rule, */
    WS_TOTAL_REFUSED_MESSAGE, /* one of the same message waited there, */
    WS_TOTAL_REFUSED_DEST,    /* one for the same host waited there, */
    WS_TOTAL_REFUSED_LIMIT,   /* or, of a host, a limit of its injection was reached */
    WS_TOTAL_TURNS,           /* half-duplex cables that carried a packet the other way than the one before */
    WS_TOTAL_MESSAGES_DROPPED, /* under way when a network was rebuilt; of which a packet was lost where a cable was cut */
    WS_TOTAL_FLITS_DROPPED,   /* of them, or of those packets, those not delivered by then */
    WS_TOTAL_SAQS_ALLOCATED,  /* set-aside queues */
    WS_TOTAL_SAQS_FREED,
    WS_TOTAL_SAQS_FAILED,     /* wanted when none was free */
    WS_TOTAL_SAQS_PREMATURE,  /* allocated less than the time of a notification after one for the same path was freed */
    WS_TOTAL_XOFFS, WS_TOTAL_XONS, /* of set-aside queues, sent */
    WS_TOTAL_OUT_OF_ORDER,    /* packets delivered after a later one of the same pair, or with one missing before them */
    WS_TOTAL_MESSAGES_SENT,   /* by ws_net_send: not among those created, but among those injected and delivered */
    WS_TOTAL_FLITS_SENT,      /* of them */
    WS_TOTAL_PACKETS_LOST,    /* taken out of the network when it was rebuilt, or a cable cut or repaired */
    WS_TOTAL_FLITS_OVERHEAD,  /* overhead of all packets that were cut, but for those that went back to their messages */
    WS_TOTAL_OVERHEAD_DELIVERED, /* of packets delivered: among the flits delivered, though no part of a message */
    WS_TOTAL_COUNT
} ws_total;
uint64_t ws_net_total(const ws_net *net, ws_total which);
/* Messages in all source queues (the one being sent included), summed over the cycles run so far. */
uint64_t ws_net_backlog(const ws_net *net);

/* The whole state as one block of bytes and the table of its columns: checkpoint, restore, digest
 * and difference use these. Tables of packets, messages and control messages have rows for the most
 * there could be, which come into use from below. One that has never been in use is zero in the
 * block, is not copied, and takes no memory where the system gives none before it is written. */
enum { WS_ROWS_ALL, WS_ROWS_PACKETS, WS_ROWS_MESSAGES, WS_ROWS_CONTROLS };
enum { WS_FRESH_ZERO, WS_FRESH_NIL, WS_FRESH_STACK };
typedef struct ws_field {
    const char *key; /* by which digests and recordings know it, for ever; the name of the C field may be another */
    const char *doc;
    size_t offset, size; /* bytes within one element */
} ws_field;
typedef struct ws_column {
    const char *key; /* as of a field */
    const char *doc;
    size_t offset; /* bytes into the block */
    size_t size;   /* bytes of one element */
    size_t word;   /* bytes of the integers of which an element without fields consists */
    size_t count;
    uint8_t rows;  /* WS_ROWS_*: whose rows its elements are */
    uint8_t fresh; /* WS_FRESH_*: what digests read in a row that has never been in use */
    const ws_field *fields; /* of an element that has parts; NULL if it is one number */
    size_t field_count;
} ws_column;
size_t ws_net_state_size(const ws_net *net);
const void *ws_net_state(const ws_net *net);
/* A copy of what has been in use of the state: ws_net_saved_size bytes are written to `to`. It is
 * restored into a network of the same build, which returns how many bytes were read. */
size_t ws_net_saved_size(const ws_net *net);
void ws_net_save(const ws_net *net, void *to);
size_t ws_net_restore(ws_net *net, const void *saved);
/* How many elements of a column have been in use, from the first; and all of them as digests know
 * them, side by side: `to` has room for all, size * count bytes. Stacks of free rows are read from
 * the bottom up. */
size_t ws_net_column_used(const ws_net *net, const ws_column *column);
void ws_net_column_read(const ws_net *net, const ws_column *column, void *to);
const ws_column *ws_net_columns(const ws_net *net, size_t *count);

/* What a timeout policy weighs at the head of `packet` in `queue`, whatever policy is in force: thousandths of link-cycles. Hu and
 * Kleinrock, equations 2 to 4, with the cost factor and the estimates of now. */
typedef struct ws_costs {
    uint64_t reset; /* C_T: wasted if it is killed now */
    uint64_t wait;  /* C_W: expected to be wasted in waiting, at the output that promises most; 0 if it need not wait for one */
} ws_costs;
ws_costs ws_net_costs(const ws_net *net, uint32_t queue, uint32_t packet);

/* Why a queue waits (src/observe/waits.h). */
typedef enum ws_wait_reason {
    WS_WAIT_NOT,      /* moving, or empty */
    WS_WAIT_VC,     /* every channel it may take is held by other worms */
    WS_WAIT_GRANT,    /* a channel is idle; the router is still working */
    WS_WAIT_ROOM,     /* it holds a channel, but the queue at the far end is full (no credit) */
    WS_WAIT_STOP,     /* it holds a channel, but was told STOP */
    WS_WAIT_CROSSBAR, /* it holds a channel and may send, and takes turns with others that may: still order 0 */
    WS_WAIT_FLITS, /* it holds a channel and is empty: the rest of its worm is held up in the queue behind, whose order it shares */
    WS_WAIT_TRANSIT, /* it comes from a host, and the switch takes headers under way first (injection transit-first) */
    WS_WAIT_POOL,    /* every switch it may go to refuses it: no packet buffer is free there, */
    WS_WAIT_RULE,    /* too few for the deadlock rule, */
    WS_WAIT_MESSAGE, /* one of the same message waits there, */
    WS_WAIT_DEST,    /* one for the same host waits there, */
    WS_WAIT_LIMIT,   /* or a limit keeps its host from injecting */
    WS_WAIT_PORT,    /* the channel is idle; another queue of its port is being read, and a port reads one packet at a time */
    WS_WAIT_XOFF,    /* its set-aside queue may not send: the one downstream has said Xoff */
    WS_WAIT_TURN,    /* a channel is idle again, but in the last cycle another packet had it: order 0, for the head may be next */
    WS_WAIT_READY    /* its set-aside queue is not ready: packets stand before its link pointer */
} ws_wait_reason;

/* The conservation laws, recomputed from nothing. True when all hold; else the first broken one in words. For tests; slow. */
bool ws_net_check(const ws_net *net, ws_error *error);

#endif
