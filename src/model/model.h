/* model.h - what the files of src/model share. */
#ifndef WS_MODEL_H
#define WS_MODEL_H

#include "switch/switch.h"

/* Ports of a mesh or torus switch, counted after its hosts. */
enum { WS_DIR_XP, WS_DIR_XN, WS_DIR_YP, WS_DIR_YN };

extern const ws_routing *const ws_routings[WS_ROUTING_COUNT]; /* by WS_ROUTING_* */
extern const ws_routing route_dor, route_dor_no_dateline, route_updown, route_minimal_random;
extern const ws_routing route_minimal_adaptive, route_west_first, route_north_last, route_negative_first, route_duato_escape;
extern const ws_routing route_first, route_fedx;
extern const ws_routing route_ud, route_ma, route_fa, route_source;
extern const ws_workload ws_load;
extern const ws_recovery ws_recoveries[WS_TIMEOUT_POLICY_COUNT];

/* Shortest distances in links between switches, by breadth-first search: out[s * switches + t]; UINT16_MAX if unreachable. */
bool distances(const ws_net *n, u16 *out); /* false: no memory */
/* The link of switch s in direction WS_DIR_*, NIL at an edge. */
u32 dir_link(const ws_net *n, u32 s, u32 dir);
/* A ring, a one-way ring or a torus? */
bool is_ring(const ws_net *n);
/* The link by which dimension order leaves switch s for t, s != t; does the rest of the way in this dimension cross the wrap link? */
u32 dor_link(const ws_net *n, u32 s, u32 t, u32 flags, bool *crosses);
/* The one candidate of a packet that has reached its last switch. */
u32 eject_cand(const ws_net *n, u32 k, ws_cand *cand);
/* Prepares a routing whose paths are all shortest: wire.dist; an error where there is none. */
bool shortest_prepare(ws_net *n, ws_error *error);
/* All lanes of link l, as a set. */
static inline u64 all_lanes(const ws_net *n, u32 l) { return ~0ull >> (64 - lanes_of(n, l)); }
static inline u32 dest_switch(const ws_net *n, u32 k) { return n->wire.host_switch[n->pk_dest[k]]; }

/* The random irregular network of a definition. */
bool irregular_build(const ws_def *def, ws_graph *g, ws_error *error);
/* The bidirectional multistage network of a definition. */
bool bmin_build(const ws_def *def, ws_graph *g, ws_error *error);
/* Its stages, of N hosts: log4 N; 0 if N is no power of four. */
u32 bmin_stages(u32 hosts);
/* Traffic hot-senders: the i-th hot spot, a host; how many hosts send only to hot spots; is h one of them; may an independent host send
 * to h? With other traffic nobody is a hot sender. */
u32 hot_spot(const ws_def *d, const ws_graph *g, u32 i);
u32 hot_senders(const ws_def *d, const ws_graph *g);
bool is_hot_sender(const ws_net *n, u32 h);
bool is_independent_dest(const ws_net *n, u32 h);
/* Flits of the next packet of message m; packets that are left of it. */
u32 segment_cut(const ws_net *n, u32 m);
u32 segment_packets(const ws_net *n, u32 m);
/* Flits of the longest packet that can be cut; 0 = there is no bound. */
i64 longest_packet(const ws_def *d);
/* Is the definition possible for this graph? All rules that do not need the wiring. */
bool def_check(const ws_def *def, const ws_graph *graph, ws_error *error);
/* Those that need it. */
bool net_check(const ws_net *n, const ws_def *def, ws_error *error);

#endif
