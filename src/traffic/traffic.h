/* traffic.h - what hosts send: when, for whom, how long, of which class, cut how, in which
 * order. */
#ifndef WS_TRAFFIC_H
#define WS_TRAFFIC_H

#include "core/verbs.h"

/* The rows by which the core asks. */
extern const ws_workload traffic_workload;
extern const ws_discipline alpha_scheduling;

/* arrivals.c: a message that somebody sends by a command, with the source queue of host h that it
 * will join; its class is that of its host (low, where that does not say). Nothing is drawn. */
ws_letter letter_make(const ws_net *n, u32 h, u32 dest, u32 length);

/* The random numbers of what host h sends. */
static inline u64 *draws_of(const ws_net *n, u32 h) {
    return &n->traffic_rng[h];
}

/* destinations.c: the host to which host h sends its next message. */
u32 destination_draw(const ws_net *n, u32 h);

/* lengths.c: flits of the next message; what follows for it from the parameters in force; the mean
 * of `length`, times 2 and times the sum of the weights of a mixture (else 1). */
u32 length_draw(const ws_net *n, u64 *rng);
void lengths_derive(ws_net *n);
u64 length_sum(const ws_def *def, u64 *weights);
/* Flits of the longest packet that can be cut; 0 = there is no bound. */
i64 longest_packet(const ws_def *def);

/* hot_senders.c: the i-th hot spot, a host; how many hosts send only to hot spots; what all hosts
 * are, under the parameters in force. With other traffic all hosts are independent. */
u32 hot_spot(const ws_def *def, const ws_graph *graph, u32 i);
u32 hot_senders(const ws_def *def, const ws_graph *graph);
void roles_derive(ws_net *n);
static inline u8 role_of_host(const ws_net *n, u32 h) {
    const ws_sender *sender = &n->sender[h];
    return sender->role;
}
/* Does host h send only to hot spots? */
static inline bool is_hot_sender(const ws_net *n, u32 h) {
    u8 role = role_of_host(n, h);
    return role == SENDER_TO_HOT_SPOTS;
}
/* May an independent host send to host h? */
static inline bool is_independent_dest(const ws_net *n, u32 h) {
    u8 role = role_of_host(n, h);
    return role == SENDER_INDEPENDENT;
}

/* segmentation.c: flits of the next packet of message m; packets that are left of it. */
u32 segment_cut(const ws_net *n, u32 m);
u32 segment_packets(const ws_net *n, u32 m);
/* Flits that a packet may have of a message between these hosts, of this class; UINT32_MAX: as many
 * as its message. */
u32 segment_most(const ws_net *n, const ws_letter *letter);

/* alpha_order.c: alpha has changed, or how messages are cut: all source queues are put in order
 * anew. Were messages scheduled by priority before? */
void sources_reorder(ws_net *n, bool was_scheduled);

#endif
