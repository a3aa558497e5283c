/* traffic.h - what hosts send: when, for whom, how long, of which class, cut how, in which
 * order. */
#ifndef WS_TRAFFIC_H
#define WS_TRAFFIC_H

#include "core/verbs.h"

/* The row by which the core asks. */
extern const ws_workload traffic_workload;

/* arrivals.c: a message that somebody sends by a command joins a source queue of host h; no lot is
 * drawn. False, and nothing changed, when the table of messages has no room. */
bool traffic_send(ws_net *n, u32 h, u32 dest, u32 length);
/* The class of such a message: that of its host (low, where that does not say). */
u32 traffic_class_of(const ws_net *n, u32 h, u32 length);

/* destinations.c: the host to which host h sends its next message. */
u32 destination_draw(ws_net *n, u32 h, u64 *rng);

/* lengths.c: flits of the next message; the mean of `length`, times 2 and times the sum of the
 * weights of a mixture (else 1). */
u32 length_draw(const ws_def *def, u64 *rng);
u64 length_sum(const ws_def *def, u64 *weights);
/* Flits of the longest packet that can be cut; 0 = there is no bound. */
i64 longest_packet(const ws_def *def);

/* hot_senders.c: the i-th hot spot, a host; how many hosts send only to hot spots; is h one of
 * them; may an independent host send to h? With other traffic no host is a hot sender. */
u32 hot_spot(const ws_def *def, const ws_graph *graph, u32 i);
u32 hot_senders(const ws_def *def, const ws_graph *graph);
bool is_hot_sender(const ws_net *n, u32 h);
bool is_independent_dest(const ws_net *n, u32 h);

/* segmentation.c: flits of the next packet of message m; packets that are left of it. */
u32 segment_cut(const ws_net *n, u32 m);
u32 segment_packets(const ws_net *n, u32 m);
/* Flits that a packet from switch to switch may have, of a message of that class; UINT32_MAX: as
 * many as its message. */
u32 segment_most(const ws_net *n, u32 traffic_class, u32 from, u32 to);

/* alpha_order.c: see ws_workload. */
void source_append(ws_net *n, u32 s, u32 m);
void source_remove(ws_net *n, u32 s);
void source_promote(ws_net *n, u32 s, u32 nth);
void source_sent(ws_net *n, u32 s);
void source_settle(ws_net *n, u32 s, u32 m);
void sources_reorder(ws_net *n, bool was_scheduled);
/* The priority of message m of a source queue, in millionths: lowest first; does m go before
 * `other`? */
u64 message_priority(const ws_net *n, u32 m);
bool message_before(const ws_net *n, u32 m, u32 other);

#endif
