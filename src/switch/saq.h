/* saq.h - set-aside queues as such, whoever allocates them: CAM lines, paths and matching, what
 * their packets wait for. For recn_iq.c and recn_cioq.c.
 *
 * A set-aside queue (SAQ) belongs to a congested output, named by the path to it: the output ports
 * of the switches from here on. The path begins at an input port with the output of its switch, at
 * an output port with that of the next switch. The route of a packet goes through the congested
 * output exactly when the path is a prefix of it.
 *
 * A SAQ is known by the number of its port times layout.saqs plus its line; its queue is among the
 * last layout.saqs queues of the port. */
#ifndef WS_SAQ_H
#define WS_SAQ_H

#include "switch.h"

/* the two times of a SAQ without use: before its first packet, and after */
enum { TIMER_NEW = 1, TIMER_USED = 2 };
/* a packet goes from queue to queue of its port: four in the time of a packet of eight flits */
enum { MOVE_CYCLES = 2 };

/* ---- paths and routes ---- */

/* The output ports of so many switches, HOP_BITS each, the next one lowest. */
typedef struct saq_path {
    u32 ports, hops;
} saq_path;

/* Does a route begin with the path? */
static inline bool is_on_path(u32 route, saq_path path) {
    u32 mask = (1u << (HOP_BITS * path.hops)) - 1;
    return ((route ^ path.ports) & mask) == 0;
}
/* What is left of a path behind its first switch; the path that goes through one more before. */
static inline saq_path path_behind(saq_path path) {
    return (saq_path){path.ports >> HOP_BITS, path.hops - 1};
}
static inline saq_path path_through(u32 port, saq_path path) {
    return (saq_path){path.ports << HOP_BITS | port, path.hops + 1};
}
/* The path that a control message speaks of. */
static inline saq_path path_told(const ws_control *what) {
    return (saq_path){what->packet, what->count};
}
/* The link by which a path, or a route, leaves switch x. */
static inline u32 first_hop(const ws_net *n, u32 x, u32 ports) {
    return n->wire.port_link[x * WS_PORTS_MAX + (ports & HOP_MASK)];
}
/* The link at the end of a path that begins at switch x. */
u32 path_end(const ws_net *n, u32 x, saq_path path);

/* The route of packet k on from the switch in which queue q stands. */
static inline u32 route_of(const ws_net *n, u32 q, u32 k) {
    u32 x = n->wire.queue_node[q];
    return n->wire.routes[x * n->size.hosts + n->packet.dest[k]];
}

/* ---- ports ---- */

static inline u32 first_queue_of(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port];
}
static inline u32 end_queue_of(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port + 1];
}
/* The queues of a port: for (PORT_QUEUES_EACH(q, n, port)). */
#define PORT_QUEUES_EACH(q, n, port)                                                               \
    u32 q = first_queue_of(n, port), q##_end = end_queue_of(n, port);                              \
    q < q##_end;                                                                                   \
    q++
static inline u32 port_switch(const ws_net *n, u32 port) {
    return n->wire.queue_node[first_queue_of(n, port)];
}
/* The first input port of switch x. */
static inline u32 first_port(const ws_net *n, u32 x) {
    return port_of(n, first_queue(n, x));
}
static inline u32 inputs_of(const ws_net *n, u32 x) {
    return n->wire.in0[x + 1] - n->wire.in0[x];
}
/* The link that an output port feeds; NIL of an input port. */
static inline u32 out_link(const ws_net *n, u32 port) {
    return n->wire.port_out ? n->wire.port_out[port] : NIL;
}
static inline bool is_output(const ws_net *n, u32 port) {
    return out_link(n, port) != NIL;
}
/* The vc that feeds an input port. */
static inline u32 feeder(const ws_net *n, u32 port) {
    return n->wire.queue_vc[first_queue_of(n, port)];
}
/* The input port at the end of link l. */
static inline u32 far_port(const ws_net *n, u32 l) {
    return port_of(n, n->wire.vc_queue[first_vc(n, l)]);
}
/* The route of packet k on from a port. */
static inline u32 route_from(const ws_net *n, u32 port, u32 k) {
    u32 route = route_of(n, first_queue_of(n, port), k);
    return is_output(n, port) ? route >> HOP_BITS : route;
}

/* ---- set-aside queues ---- */

static inline u32 saq_at(const ws_net *n, u32 port, u32 line) {
    return port * n->layout.saqs + line;
}
static inline u32 saq_port(const ws_net *n, u32 saq) {
    return saq / n->layout.saqs;
}
static inline u32 first_saq_queue(const ws_net *n, u32 port) {
    return end_queue_of(n, port) - n->layout.saqs;
}
static inline u32 saq_queue(const ws_net *n, u32 saq) {
    return first_saq_queue(n, saq_port(n, saq)) + saq % n->layout.saqs;
}
/* The SAQ that queue q is; NIL if it is none. */
static inline u32 saq_of(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 first = first_saq_queue(n, port);
    return q < first ? NIL : saq_at(n, port, q - first);
}
static inline bool saq_is_valid(const ws_net *n, u32 saq) {
    return bit_get(&n->saq.valid[saq_port(n, saq)], saq % n->layout.saqs);
}
static inline saq_path line_path(const ws_saq_state *line) {
    return (saq_path){line->path, line->hops};
}
static inline saq_path path_of(const ws_net *n, u32 saq) {
    return line_path(&n->saq.line[saq]);
}
/* Hops of the path of queue q; 0 if it is no SAQ. */
static inline u32 hops_of(const ws_net *n, u32 q) {
    u32 saq = saq_of(n, q);
    return saq == NIL ? 0 : n->saq.line[saq].hops;
}
/* The first queue of a port whose packets are counted as pending. Without output ports those in the
 * cold queue are not: they are compared with the SAQs when they come to the front. */
static inline u32 first_pending_queue(const ws_net *n, u32 port) {
    return n->wire.port_out ? first_queue_of(n, port) : first_saq_queue(n, port);
}
static inline u32 saq_packets(const ws_net *n, u32 saq) {
    return n->queue[saq_queue(n, saq)].packets;
}

/* The SAQ of the port that matches with the most hops below `most`; NIL if none does. */
u32 saq_match(const ws_net *n, u32 port, u32 route, u32 most);
/* The one that matches with the fewest hops above `least`; NIL if none does. */
u32 saq_match_above(const ws_net *n, u32 port, u32 route, u32 least);
/* Where a packet goes that comes from outside: to the longest match that is ready. */
u32 saq_entry(const ws_net *n, u32 port, u32 route);
/* The SAQ of the port for exactly this path. */
u32 saq_find(const ws_net *n, u32 port, saq_path path);
/* The SAQ downstream of a SAQ on the way to the same congested output; NIL if there is none. */
u32 saq_downstream(const ws_net *n, u32 saq);
/* The queue of that SAQ; NIL if there is none. */
u32 saq_queue_ahead(const ws_net *n, u32 q);
/* The SAQ that has blocked a SAQ; NIL if an Xon is under way. */
u32 saq_blocker(const ws_net *n, u32 saq);

/* A CAM line for the path, WS_SAQ_* being the cause; NIL, and counted as failed, if none is
 * free. */
u32 line_allocate(ws_net *n, u32 port, saq_path path, bool blocked, u32 cause);
void line_free(ws_net *n, u32 saq);

/* ---- packets ---- */

/* A packet of this route comes to stand in front of SAQs of longer paths (above `hops`, up to
 * `below`), or does so no longer. */
void pending_add(ws_net *n, u32 port, u32 route, u32 hops, u32 below, i32 change);
/* The heads that wait in queues first .. end - 1 of shorter paths, and belong to a new SAQ, are
 * looked at again. */
void heads_reconsider(ws_net *n, u32 saq, u32 first, u32 end);
/* Are all flits of the packet in front of queue q here that have not gone on? */
static inline bool front_is_whole(const ws_net *n, u32 q) {
    return n->queue[q].front_here == n->queue[q].front_to_go;
}
/* The packet in front of queue `from` leaves it; the next one comes to the front in `wait` cycles.
 * What is still to come of it down vc v will go to queue `to`. Returns its flits that are here. */
u32 front_leave(ws_net *n, u32 from, u32 to, u32 v, u32 wait);

/* ---- Xoff and Xon ---- */

/* The SAQ may not send, or may again. */
void saq_block(ws_net *n, u32 saq, bool blocked);
/* To the switch upstream, of the path of a SAQ of an input port: none overtakes another, though
 * the delay may change. */
void upstream_send(ws_net *n, u32 saq, u32 kind);
/* Has it told Xoff, and so few packets that it must tell Xon? */
bool saq_owes_xon(const ws_net *n, u32 saq);

/* ---- the build ---- */

/* The build of a machine with set-aside queues: how many a port has, the sizes of their columns
 * (with those of output ports, which must be set before), and their first state. */
void saq_layout(ws_net *n, const ws_def *def);
void saq_sizes(ws_net *n, const ws_def *def);
void saq_start(ws_net *n, const ws_def *def);

/* ---- without use ---- */

/* Reserves rows for control messages if `spare` more would still be free: for what may not fail. */
bool control_reserve_spare(ws_net *n, u32 rows, u32 spare);
/* In use, empty, and free to go: what any SAQ must be before it is freed. */
bool saq_is_unused(const ws_net *n, u32 saq);
/* Something has changed for a SAQ: is it of no use now? Since when is noted, and a message to
 * itself sent for when its time is over. */
void saq_idle_note(ws_net *n, u32 saq, bool idle, u32 spare);
/* That message (TIMER_*) has come: true if the SAQ has been idle for all its time; else, if it is
 * idle, another one is sent. */
bool saq_idle_over(ws_net *n, u32 saq, u32 which, bool idle, u32 spare);

/* ---- the laws ---- */

/* Is a control message of this kind, about the path, on its way to an end of vc v? */
bool is_under_way(const ws_net *n, u32 kind, u32 v, saq_path path);
/* The law of CAM lines that a SAQ breaks; NULL if they hold. */
const char *line_broken(const ws_net *n, u32 saq, bool idle);

/* What set-aside queues cannot be combined with: paths must be fixed. */
bool saq_check(const ws_def *def, const ws_routing *routing, ws_error *error);

#endif
