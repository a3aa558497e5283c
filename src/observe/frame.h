/* frame.h - one picture of a network: a self-contained, read-only copy of all that the views draw.
 *
 * A frame is made between two steps from the columns of a network, its metrics and its observer,
 * and depends on nothing else. Views read frames and nothing else, so that they are pure functions
 * and the core never knows that it is watched. All arrays are allocated once for a network; an
 * update allocates only when the time series has grown.
 *
 * Nodes are numbered as in ws_graph: switches first, then hosts. Links, queues and packets keep
 * the numbers of the core. */
#ifndef WS_FRAME_H
#define WS_FRAME_H

#include "observe/confidence.h"
#include "observe/metrics.h"
#include "observe/observer.h"
#include "observe/saqs.h"
#include "observe/trees.h"
#include "observe/waits.h"
#include "wormscope/wormscope.h"

#define WS_FRAME_ORDERS 5 /* order 1, 2, 3, 4 and more, deadlocked */

typedef enum ws_link_state { WS_LINK_IDLE, WS_LINK_MOVING, WS_LINK_BLOCKED } ws_link_state;

/* One place on a wire. */
typedef struct ws_frame_flit {
    uint32_t packet; /* WS_NIL: nothing here */
    /* number of the flit within its packet (of several flits, the first), the head being 0; 0 if
     * unknown: for a packet that was killed or refused, once its head has arrived */
    uint32_t number;
    uint8_t flits; /* flits that share the place: 1, on fast links up to 4 */
    uint8_t head;
    uint8_t tail;
    uint8_t channel;
} ws_frame_flit;

/* A virtual channel of a link. A packet holds it from the grant until its tail is on the wire. */
typedef struct ws_frame_vc {
    uint32_t link;
    /* queue at the far end that takes the flits of the wire: its own, or that of the packet now
     * under way; WS_NIL at a host, and where flits are dropped */
    uint32_t queue;
    uint32_t packet; /* that holds it, WS_NIL */
    /* queue whose front packet that is; WS_NIL when its tail has left for the output buffer */
    uint32_t sender;
    uint32_t sent;   /* flits of the holder on the wire, or past it; 0 without a holder */
    uint32_t output; /* flits in the output buffer before the wire */
    uint8_t waits;   /* the holder cannot send its next flit on */
} ws_frame_vc;

/* Flits of one packet in a queue: number `first` and those behind it, without a gap. */
typedef struct ws_frame_stretch {
    uint32_t packet;
    uint32_t first;
    uint32_t flits; /* 0: its flits have gone on, and others are still to come */
} ws_frame_stretch;

/* A directed link with the buffer at its far end. */
typedef struct ws_frame_link {
    /* nodes */
    uint32_t from;
    uint32_t to;
    uint32_t edge; /* cable */
    /* link that shares its wire and carries the other way, at other times; WS_NIL: it has a wire
     * of its own */
    uint32_t medium;
    /* packets that went in this direction on such a wire after a packet in the other direction,
     * since cycle 0 */
    uint64_t turns;
    uint32_t port; /* at its far end, WS_NIL where that is none */
    /* its places on the wire: flit[flit0] has just left the sender, flit[flit0 + delay - 1]
     * arrives next */
    uint32_t flit0;
    uint32_t delay;
    uint32_t flits; /* how many are on the wire */
    /* packet that holds a channel of the link (of several, the first that is blocked, else the
     * first), WS_NIL */
    uint32_t holder;
    /* channels, and how many are held */
    uint32_t channels;
    uint32_t held;
    uint32_t vc0; /* its first virtual channel; channel i is vc[vc0 + i] */
    /* queue at the far end whose front has the highest order, WS_NIL at a host or if all are
     * empty */
    uint32_t front_queue;
    uint32_t output; /* flits that wait for it in output buffers, of all channels */
    /* flits in the buffer at the far end, of all channels; 0 0 at a host */
    uint32_t buffered;
    uint32_t capacity;
    uint8_t state;      /* ws_link_state */
    uint8_t stop_sent;  /* the far end told the sender to stop */
    uint8_t wraps;      /* closes a row or a column */
    uint8_t cut;        /* no route uses it */
    double utilisation; /* flits a cycle in the latest window of the observer */
    /* estimate of the cycles for which a worm holds it (Hu and Kleinrock) */
    double occupancy;
} ws_frame_link;

typedef struct ws_frame_queue {
    uint32_t node;  /* switch or host it stands in */
    uint32_t link;  /* link that fills it, WS_NIL of a source queue */
    uint32_t front; /* packet, WS_NIL if none */
    uint32_t flits;
    uint32_t capacity;
    /* packets in it, the front packet first: `stretches` of stretch[], from first_stretch on. Of a
     * source queue: the flits still to be sent of the packet that is leaving it */
    uint32_t first_stretch;
    uint32_t stretches;
    uint64_t since;   /* cycle in which its head began to wait or got its channel */
    uint32_t request; /* link that its head requests (of several the best), WS_NIL */
    ws_wait wait;
    uint8_t head_here; /* the front packet's head flit is still in this queue */
    uint8_t stop_sent;
    /* in the congestion tree of place.root, whether or not that is one of tree[] */
    ws_tree_queue place;
} ws_frame_queue;

/* A message in a source queue. */
typedef struct ws_frame_message {
    /* dest is a host */
    uint32_t message;
    uint32_t dest;
    uint32_t packets; /* not yet cut */
    double priority;  /* of alpha scheduling: lowest first; NAN with alpha 0 */
    uint8_t traffic_class;
    uint8_t sending; /* a packet of it is being sent */
} ws_frame_message;
#define WS_FRAME_QUEUED  16 /* most messages that are listed of a host */
#define WS_FRAME_LONGEST 64 /* most longest waits in a frame of a part */

typedef struct ws_frame_host {
    uint32_t waiting[WS_CLASSES_MAX]; /* messages by class of priority, that being sent too */
    uint32_t waiting_all;
    uint32_t queued; /* messages in `queue` */
    /* the first of them, in the order in which they will go as things stand; WS_FRAME_QUEUED rows,
     * and apart, since few hosts are listed */
    ws_frame_message *queue;
    uint32_t sending; /* packet that is leaving it, WS_NIL if none */
    uint32_t inject_link;
    uint32_t eject_link;
} ws_frame_host;

/* A packet with at least one flit in the network. */
typedef struct ws_frame_worm {
    uint32_t packet;
    /* source and dest are hosts */
    uint32_t message;
    uint32_t source;
    uint32_t dest;
    uint32_t length; /* flits */
    /* queue in which its head stands, WS_NIL if the head is on a wire or at its host */
    uint32_t head_queue;
    /* link by which it leaves the switch `wants.inside`, if it lies there or on a wire to it;
     * WS_NIL: not known yet, or nobody asked */
    uint32_t out;
    uint32_t waits_for; /* packet, WS_NIL if it moves or waits for no other */
    uint32_t links_held;
    uint32_t hops;    /* links behind the first switch that its head has crossed, or is on */
    uint64_t created; /* cycle in which its message came into being */
    uint64_t entered;
    /* cycle in which its head began to wait; UINT64_MAX if it does not, or stands behind another
     * head */
    uint64_t since;
    uint64_t kill_at; /* cycle in which a timeout will kill it if it still waits, 0 if none will */
    uint64_t timed_since; /* cycle from which on that time runs */
    /* link-cycles, C_T and C_W of Hu and Kleinrock; only where kill_at is set. wait_cost is 0
     * where it does not wait for an output */
    double reset_cost;
    double wait_cost;
    uint16_t order;  /* order of blocking, 0 = moving; WS_ORDER_DEADLOCK */
    uint8_t reason;  /* ws_wait_reason */
    uint8_t blocked; /* its head cannot go on */
    uint8_t behind;  /* its head stands behind another packet in head_queue */
    uint8_t traffic_class;
    uint8_t killed;      /* given up: a reset is on its way to its host */
    uint16_t retries;    /* packets of its message that were killed before */
    uint8_t in_deadlock; /* one of those of a deadlock itself, not only a victim behind it */
    uint8_t victim;      /* ws_frame_victim: behind a worm that waits, though its own way is free */
} ws_frame_worm;

/* A victim's way is free; that of a cold one does not even pass the root of the congestion. */
typedef enum ws_frame_victim { WS_VICTIM_NOT, WS_VICTIM_STRICT, WS_VICTIM_COLD } ws_frame_victim;

/* What is wanted of the nodes that are not near. */
typedef enum ws_frame_far {
    WS_FAR_NOTHING,
    WS_FAR_FILLING, /* filling[] */
    WS_FAR_USE,     /* that, and the use of every link */
} ws_frame_far;

/* What is costly to find, and may be left out by whoever does not look at it. A new frame wants
 * all.
 *
 * Of a part of the network: worms, flits and what lies in queues are read only at the nodes that
 * are near, and of `worm` with those for which it waits, of the longest waits, and of a deadlock.
 * All that is counted is counted everywhere. Queues tell who is in front and how it waits, and
 * links how full they are and how much they are used, at the near nodes, beside them, and where the
 * head of a worm in the list stands: all others are empty, and unused, but for what is wanted of
 * what is far. Networks in which packets can be killed or refused are always read as a whole. */
typedef struct ws_frame_wants {
    bool tree_packets;    /* victims and contributors of congestion trees; else none */
    uint32_t messages_of; /* host whose messages are listed; WS_NIL: of all */
    bool part;
    uint8_t far;     /* ws_frame_far; of the whole both are always known */
    uint32_t worm;   /* a packet, WS_NIL */
    uint32_t inside; /* a switch whose worms tell by which link they leave it, WS_NIL */
    uint8_t *near;   /* by node; the frame's own, to be written by whoever wants a part */
} ws_frame_wants;

typedef struct ws_frame {
    ws_frame_wants wants; /* before an update */
    bool part;            /* of the latest one: some worms are not listed */
    uint64_t cycle;
    ws_def def; /* in force */
    bool cuts;  /* its routing finds a way around a cable that is cut */
    uint32_t cut_links;
    /* marks in force, 0 0 without STOP/GO */
    uint32_t stop;
    uint32_t go;
    ws_graph graph; /* own copy */
    uint32_t switches;
    uint32_t hosts;
    uint32_t links;
    uint32_t queues;
    uint32_t packets;
    /* cycles that a flit takes from switch to switch, and those of them on the wire: the median
     * of all links between switches; those of a link of one switch */
    uint32_t hop;
    uint32_t wire;
    uint32_t pool;              /* packet buffers of a switch; 0 = it has no pool */
    ws_buffer *buffer;          /* by switch * pool + place */
    ws_pool_report pool_report; /* zero without pools */
    uint32_t ports; /* inputs of switches whose queues share a memory; 0 = they have none */
    ws_port *port;
    uint32_t cam_lines; /* of a port, 0 without set-aside queues */
    ws_cam_line *cam;   /* by port * cam_lines + line */
    ws_frame_link *link;
    ws_frame_flit *flit;
    uint32_t vcs;
    ws_frame_vc *vc;
    ws_frame_stretch *stretch; /* by queue */
    uint32_t stretches;
    ws_frame_queue *queue;
    /* by node, one more: its queues are queue0[node] .. queue0[node + 1] - 1 */
    uint32_t *queue0;
    ws_frame_host *host;
    ws_frame_message *message; /* what hosts list */
    uint32_t *host_switch;     /* by host */
    uint32_t worms;
    ws_frame_worm *worm; /* by packet number */
    uint32_t *worm_of;   /* by packet: place in worm[], WS_NIL if it is not in the network */
    uint32_t blocked_worms;
    /* places in worm[] of the blocked worms whose head waits in front, the longest wait first; of a
     * part of the network only WS_FRAME_LONGEST of them */
    uint32_t *blocked;
    /* by switch: blocked heads that stand in front of a queue of it, and the lowest of their orders
     * (0: there is none) */
    uint32_t *heads_blocked;
    uint16_t *heads_order;
    /* by switch: how full the buffers at the ends of links to it are, on average; NAN: no links */
    double *filling;
    /* worms that move, worms that are blocked */
    uint32_t moving;
    uint32_t stopped;
    uint32_t by_order[WS_FRAME_ORDERS];
    bool deadlock; /* proved */
    uint32_t deadlock_worms;
    uint32_t deadlock_ring;
    /* packets of the worms of its deadlocks: first deadlock_ring in a ring, each waiting for the
     * next and the last for the first, then those that the ring cannot do without either */
    uint32_t *deadlock_packet;
    size_t trees;
    /* congestion trees, those of most victims first; its queues have place.root = root */
    ws_tree tree[WS_TREES_MAX];
    size_t merges;
    /* trees that have become branches of others, the latest first */
    ws_tree_merge merge[WS_MERGES_MAX];
    uint32_t victims; /* worms that are victims, of any tree or none */
    bool has_saqs;    /* its ports can have set-aside queues */
    ws_saq_census saq_census;
    uint32_t saqs;
    ws_saq *saq;    /* those in use, by link: at its end, then at its beginning */
    uint32_t *saq0; /* by link, and one more: its first; NULL without */
    uint64_t saqs_born;
    uint64_t saqs_failed;
    uint64_t saqs_premature;
    uint64_t xoffs;
    uint64_t xons;
    ws_saq_log saq_log; /* of metrics; empty without */
    /* measured; zero without metrics */
    /* messages since cycle 0 */
    uint64_t total_created;
    uint64_t total_delivered;
    uint64_t total_refused; /* messages for which there was no room */
    /* packets killed by timeouts; those back at their hosts */
    uint64_t kills;
    uint64_t resets;
    double offered;
    double accepted;
    double mean_hops;
    ws_saturation saturation; /* by the drift of the backlog since the warm-up */
    ws_timeout_report timeouts;
    size_t classes;
    ws_class_report class_report[WS_CLASSES_MAX + 1];
    size_t class_count;
    /* the classes as they are reported, without "all" where there are others */
    const ws_class *class_of;
    size_t points;
    size_t points_room;
    ws_point *point;
    uint64_t window; /* cycles of one point */
    struct ws_frame_scratch *scratch;
} ws_frame;

/* A frame for this network; empty until the first update. Free with ws_frame_free. Aborts when
 * memory is short. */
ws_frame *ws_frame_new(const ws_net *net);
void ws_frame_free(ws_frame *frame);

/* Makes the frame the picture of `net` as it is now. Trees and the use of links come from the
 * observer; metrics may be NULL. */
void ws_frame_update(ws_frame *frame, const ws_net *net, const ws_metrics *metrics,
                     ws_observer *observer);

/* Words for worms that do not move, the same everywhere: *waiting*: its head cannot go on
 * (`stopped` of them). Of these, in a proved deadlock, *in the ring*: one of those that wait for
 * one another for ever (`deadlock_worms`), and *behind the ring*: it waits for one of them. */
uint32_t ws_frame_behind_ring(const ws_frame *frame);

/* Takes from a frame what it has concluded: which worms are dead, and which trees there are. What
 * moves and what waits stays. */
void ws_frame_veil(ws_frame *frame);
/* The tree with this root link, NULL if it is not listed. */
const ws_tree *ws_frame_tree_of(const ws_frame *frame, uint32_t root);

/* The worm of a packet, NULL if it is not in the network. */
const ws_frame_worm *ws_frame_worm_of(const ws_frame *frame, uint32_t packet);

/* The virtual channels on which a packet lies, from its tail to its head: those that it holds, and
 * the one whose wire its tail is on. Writes at most `room` (those nearest the head) and returns how
 * many. Looks at all virtual channels. */
size_t ws_frame_path(const ws_frame *frame, uint32_t packet, uint32_t *vcs, size_t room);

/* Writes the chain of waits: packets from `packet` on, each waiting for the next; the last moves,
 * or closes a ring. Returns how many (at most room). reasons may be NULL. */
size_t ws_frame_chain(const ws_frame *frame, uint32_t packet, uint32_t *packets, uint8_t *reasons,
                      size_t room);

#endif
