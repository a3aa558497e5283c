/* saq.h - set-aside queues as such, whoever allocates them: CAM lines, paths and matching, what
 * their packets wait for. For recn_iq.c, recn_cioq.c and recn_dd.c.
 *
 * A set-aside queue (SAQ) belongs to a congested output, named by the path to it: the output ports
 * of the switches from here on. The path begins at an input port with the output of its switch, at
 * an output port with that of the next switch. The route of a packet goes through the congested
 * output exactly when the path is a prefix of it.
 *
 * The queues of the SAQs of a port are its last layout.saqs queues. */
#ifndef WS_SAQ_H
#define WS_SAQ_H

#include "output_ports.h"

/* the two times of a SAQ without use: before its first packet, and after */
enum { TIMER_NEW = 1, TIMER_USED = 2 };
/* a packet goes from queue to queue of its port: four in the time of a packet of eight flits */
enum { MOVE_CYCLES = 2 };

/* ---- paths and routes ---- */

/* The output ports of `hops` switches, HOP_BITS each, the next one lowest. */
typedef struct saq_path {
    u32 ports;
    u32 hops;
} saq_path;

/* Does a route begin with the path? */
static inline bool is_on_path(u32 route, saq_path path) {
    u32 bits = HOP_BITS * path.hops;
    u32 mask = (1u << bits) - 1;
    u32 difference = route ^ path.ports;
    return (difference & mask) == 0;
}
/* The rest of a path behind its first switch. */
static inline saq_path path_behind(saq_path path) {
    path.ports >>= HOP_BITS;
    path.hops--;
    return path;
}
/* The path that goes through one more switch before, by this port. */
static inline saq_path path_through(u32 port, saq_path path) {
    path.ports <<= HOP_BITS;
    path.ports |= port;
    path.hops++;
    return path;
}
/* The path that a control message speaks of. */
static inline saq_path message_path(const ws_control *what) {
    saq_path path = {
        .ports = what->packet,
        .hops = what->count,
    };
    return path;
}
/* The path of a CAM line. */
static inline saq_path line_path(const ws_saq_state *line) {
    saq_path path = {
        .ports = line->path,
        .hops = line->hops,
    };
    return path;
}
/* The link at the end of a path that begins at switch x. */
u32 path_end(const ws_net *n, u32 x, saq_path path);

/* ---- ports ---- */

/* The vc that feeds an input port, and its link. */
static inline u32 feeder(const ws_net *n, u32 port) {
    u32 q = first_queue_of(n, port);
    return feeding_vc(n, q);
}
static inline u32 feeding_link(const ws_net *n, u32 port) {
    u32 v = feeder(n, port);
    return link_of(n, v);
}
/* The input port at the end of link l. */
static inline u32 far_port(const ws_net *n, u32 l) {
    u32 v = first_vc(n, l);
    return port_fed(n, v);
}

/* The route of packet k on from a port. */
static inline u32 route_from(const ws_net *n, u32 port, u32 k) {
    u32 first = first_queue_of(n, port);
    u32 dest = dest_of(n, k);
    u32 route = route_to(n, first, dest);
    return is_output(n, port) ? route >> HOP_BITS : route;
}

/* ---- set-aside queues ---- */

/* A set-aside queue, in use or not; none, if `line` is NULL. */
typedef struct ws_saq {
    const ws_net *n;
    u32 port;
    u32 local; /* its number among those of the port */
    ws_saq_state *line;
} ws_saq;

/* All SAQs are numbered, port by port. */
static inline u32 saq_number(ws_saq saq) {
    return saq.port * saq.n->layout.saqs + saq.local;
}
static inline ws_saq saq_at(const ws_net *n, u32 port, u32 local) {
    ws_saq saq = {
        .n = n,
        .port = port,
        .local = local,
    };
    saq.line = &n->saq.line[saq_number(saq)];
    return saq;
}
static inline ws_saq saq_numbered(const ws_net *n, u32 number) {
    u32 port = number / n->layout.saqs;
    u32 local = number % n->layout.saqs;
    return saq_at(n, port, local);
}
static inline saq_path path_of(ws_saq saq) {
    return line_path(saq.line);
}
static inline u32 first_saq_queue(const ws_net *n, u32 port) {
    return end_queue_of(n, port) - n->layout.saqs;
}
static inline u32 saq_queue(ws_saq saq) {
    u32 first = first_saq_queue(saq.n, saq.port);
    return first + saq.local;
}
/* The SAQ that queue q is; none if it is not one. */
static inline ws_saq saq_of(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 first = first_saq_queue(n, port);
    if (q >= first)
        return saq_at(n, port, q - first);
    ws_saq none = {.n = n};
    return none;
}
/* The link that the port of a SAQ feeds; NIL of an input port. */
static inline u32 saq_out_link(ws_saq saq) {
    return out_link(saq.n, saq.port);
}
/* The SAQs of a port that are in use, a set. */
static inline u64 *saqs_in_use(const ws_net *n, u32 port) {
    return &n->saq.valid[port];
}
static inline bool saq_is_valid(ws_saq saq) {
    const u64 *valid = saqs_in_use(saq.n, saq.port);
    return bit_get(valid, saq.local);
}
/* Hops of the path of queue q; 0 if it is no SAQ. */
static inline u32 hops_of(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    return saq.line ? saq.line->hops : 0;
}
static inline u32 saq_packets(ws_saq saq) {
    u32 q = saq_queue(saq);
    return packets_in(saq.n, q);
}
static inline bool has_saqs(const ws_net *n, u32 port) {
    return *saqs_in_use(n, port) != 0;
}
/* The first SAQ of a set of those of a port; none if it is empty. */
static inline ws_saq saq_first(const ws_net *n, u32 port, u64 set) {
    if (set != 0)
        return saq_at(n, port, bit_first(set));
    ws_saq none = {.n = n};
    return none;
}
/* The next SAQ in use of the same port. */
static inline ws_saq saq_next(ws_saq saq) {
    u64 later = ~1ull << saq.local;
    later &= *saqs_in_use(saq.n, saq.port);
    return saq_first(saq.n, saq.port, later);
}
/* The SAQs of a port that are in use: for (SAQS_EACH(saq, n, port)). */
#define SAQS_EACH(saq, n, port)                                                                    \
    ws_saq saq = saq_first(n, port, *saqs_in_use(n, port));                                        \
    saq.line;                                                                                      \
    saq = saq_next(saq)

/* The SAQ of the port for exactly this path, if any. */
ws_saq saq_find(const ws_net *n, u32 port, saq_path path);
/* The SAQ downstream of a SAQ on the way to the same congested output, if any. */
ws_saq saq_downstream(ws_saq saq);
/* The queue of the SAQ downstream of queue q; NIL if there is none. */
u32 saq_queue_ahead(const ws_net *n, u32 q);
/* The SAQ that has blocked a SAQ; none if an Xon is under way. */
ws_saq saq_blocker(ws_saq saq);

/* A SAQ that is to be allocated. */
typedef struct new_saq {
    u32 port;
    saq_path path;
    u32 cause; /* WS_SAQ_* */
    bool blocked;
} new_saq;
/* Allocates a CAM line; none, and a failure counted, if no line is free. */
ws_saq line_allocate(ws_net *n, const new_saq *what);
void line_free(ws_net *n, ws_saq saq);

/* ---- packets ---- */

/* Where a packet stands: its port, its route on from there, and how long the path of its queue is
 * (0: no SAQ). */
typedef struct packet_place {
    const ws_net *n;
    u32 port;
    u32 route;
    u32 hops;
} packet_place;
static inline packet_place place_in(const ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    packet_place place = {
        .n = n,
        .port = port,
        .route = route_from(n, port, k),
        .hops = hops_of(n, q),
    };
    return place;
}
static inline packet_place front_place(const ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    return place_in(n, q, k);
}
/* The SAQ of the next longer path that matches, if any. */
ws_saq saq_longer(packet_place place);
static inline ws_saq saq_for(packet_place place) {
    ws_saq none = {.n = place.n};
    if (has_saqs(place.n, place.port))
        return saq_longer(place);
    return none;
}
/* The SAQ for a packet that comes from outside, by its route: the longest match that is ready, if
 * any. */
ws_saq saq_entry(const ws_net *n, u32 port, u32 route);
/* The SAQ of the longest path with which this path begins, ready or not, if any. */
ws_saq saq_longest(const ws_net *n, u32 port, saq_path path);

/* A packet that may still move on to SAQs of longer paths is counted as pending there. These calls
 * are for a packet that comes to such a place, leaves it and the port, or moves on to a path of
 * `hops` hops. */
void pending_change(packet_place place, u32 most, i32 change);
static inline void pending_enter(packet_place place) {
    if (has_saqs(place.n, place.port))
        pending_change(place, HOPS_MAX, 1);
}
static inline void pending_leave(packet_place place) {
    if (has_saqs(place.n, place.port))
        pending_change(place, HOPS_MAX, -1);
}
static inline void pending_advance(packet_place place, u32 hops) {
    pending_change(place, hops, -1);
}
/* Packets have been taken out: counts anew how many are pending for each SAQ. */
void pending_settle(ws_net *n);
/* Packets on the path that stand in queues of the port whose path is shorter. */
u16 packets_pending(const ws_net *n, u32 port, saq_path path);
/* Routes again the heads that wait in queues first .. end - 1 of shorter paths and belong to a new
 * SAQ. */
void heads_reconsider(ws_net *n, ws_saq saq, u32 first, u32 end);
/* The queue of a SAQ; `other` if there is no SAQ. */
static inline u32 saq_queue_or(ws_saq saq, u32 other) {
    return saq.line ? saq_queue(saq) : other;
}
/* Flits of the packet in front of queue q that are here by now. */
static inline u32 front_come(const ws_net *n, u32 q) {
    u32 v = feeding_vc(n, q);
    const ws_queue_state *queue = &n->queue[q];
    return queue->front_here - packet_awaited(n, v, queue->front);
}
/* Are all flits of the packet in front of queue q here that have not gone on? */
static inline bool front_is_whole(const ws_net *n, u32 q) {
    return front_come(n, q) == n->queue[q].front_to_go;
}
/* Sends the rest of the packet in front of queue q, which comes down vc v, to queue `to`. */
static inline void rest_redirect(ws_net *n, u32 q, u32 v, u32 to) {
    if (!front_is_whole(n, q))
        n->vc[v].receiver = to;
}
/* The packet in front of queue q leaves it; the next one comes to the front in `wait` cycles.
 * Returns its flits that are here. */
u32 front_leave(ws_net *n, u32 q, u32 wait);

/* ---- Xoff and Xon ---- */

/* The SAQ may not send, or may again. */
void saq_block(ws_net *n, ws_saq saq, bool blocked);
/* Queue q is a SAQ that may not send. */
static inline bool is_blocked(const ws_net *n, u32 q) {
    ws_saq saq = saq_of(n, q);
    return saq.line && saq.line->blocked;
}
/* Sends a control message about the path of a SAQ of an input port to the switch upstream. No
 * message overtakes another, though the delay may change. */
void upstream_send(ws_net *n, ws_saq saq, u32 kind);
/* Xoff, if there are rows for it and for its Xon, which is reserved. */
void xoff_send(ws_net *n, ws_saq saq);
/* Has the SAQ sent Xoff, and so few packets that it must send Xon? */
bool saq_owes_xon(ws_saq saq);

/* ---- the build ---- */

/* The build of a machine with set-aside queues: how many a port has, the sizes of their columns
 * (with those of output ports, which must be set before), and their first state. */
void saq_layout(ws_net *n);
void saq_sizes(ws_net *n);
void saq_start(ws_net *n);

/* ---- without use ---- */

/* Reserves rows for control messages if those for packets that cross, which may not fail, would
 * still be free. */
bool control_reserve_spare(ws_net *n, u32 rows);
/* Is the SAQ in use, empty, and free to go, as it must be before it is freed? */
bool saq_is_unused(ws_saq saq);
/* Something has changed for a SAQ: is it without use now? Notes the cycle, and sends the SAQ a
 * message for the end of its time. */
void saq_idle_note(ws_net *n, ws_saq saq, bool idle);
/* The message of the timer has come: has the SAQ been idle for all its time? If it is idle, but not
 * for long enough, sends another message. `timer` is that of the message. */
bool saq_idle_over(ws_net *n, ws_saq saq, u32 timer, bool idle);

/* ---- the laws ---- */

/* Is a control message of this kind, about the path, on its way to an end of vc v? */
bool is_under_way(const ws_net *n, u32 kind, u32 v, saq_path path);
/* Packets of a SAQ's flows that stand in queues of shorter paths. */
u32 packets_before(ws_saq saq);
/* The law that a SAQ breaks, NULL if none: all packets are on its path; where packets move on, it
 * knows how many are pending and its head belongs to it; it holds nothing, if it is free; and, of
 * those that are timed, all laws of CAM lines. */
const char *strangers_broken(ws_saq saq);
const char *moves_broken(ws_saq saq);
const char *free_line_broken(ws_saq saq);
const char *line_broken(ws_saq saq, bool idle);

extern const ws_rule saq_rules[]; /* beside port_rules: paths must be fixed */
bool saq_check_wiring(const ws_net *n, const ws_def *def, ws_error *error);

/* What the rows of the models with set-aside queues share; recn_... is static in each of their
 * files. */
#define WS_RECN_COMMON                                                                             \
    .salvage = &recn_salvage, .check_wiring = saq_check_wiring, .ports = true,                     \
    .layout = saq_layout, .sizes = recn_sizes, .changed = recn_changed, .received = recn_received, \
    .request = recn_request, .requested = port_requested, .withdraw = port_withdraw,               \
    .is_requested = port_is_requested, .freed = port_freed, .control = recn_control,               \
    .transmit = transmit_input_queued, .blockers = recn_blockers, .ahead = saq_queue_ahead,        \
    .reservations = recn_reservations

#endif
