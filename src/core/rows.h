/* rows.h - the rows asked. The core knows no machine: what differs between machines it asks of five
 * rows, at the events of a packet's way:
 *   ws_switch     how packets wait in a switch, and which goes next (src/switch)
 *   ws_routing    which links and virtual channels a head may take (src/routing)
 *   ws_workload   what hosts send (src/traffic)
 *   ws_discipline in which order the messages of a source queue are sent (src/traffic)
 *   ws_recovery   what becomes of worms that wait too long (src/recovery)
 * and, besides, how cycles are simulated where another way than core/step.c pays:
 *   ws_kernel     (src/slices) */
#ifndef WS_ROWS_H
#define WS_ROWS_H

#include "base.h"
#include "fields.h"
#include "wormscope/wormscope.h"

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

/* Another way to simulate cycles, which some machines suit (src/slices): results never depend on
 * it. While it runs, columns that change at flit rate are in its own form; all others are right. */
typedef struct ws_kernel {
    const char *name;
    /* what the machine, fixed by the build, lacks for it, in words; NULL: nothing */
    const char *(*lack)(const ws_net *n);
    bool (*make)(ws_net *n); /* false: no memory */
    void (*free)(ws_net *n);
    /* do parameters in force and state allow it? */
    bool (*may)(const ws_net *n);
    /* flit-hops a cycle from which on it pays, or, while it runs, below which it does not */
    u32 (*pays)(const ws_net *n, bool runs);
    /* columns to its own form, false: not in this state; the same if nothing has changed since
     * `show` */
    bool (*enter)(ws_net *n);
    void (*resume)(ws_net *n);
    void (*run)(ws_net *n, u64 end);
    /* its own form to columns; it stays good */
    void (*show)(ws_net *n);
    /* adds the flits delivered that the columns do not count, by class, while it runs */
    void (*delivered)(const ws_net *n, u64 by_class[WS_CLASSES_MAX]);
} ws_kernel;

#endif
