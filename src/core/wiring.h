/* wiring.h - the arrays of the wiring: W(type, name, fill, count, "one line"). The members of
 * ws_wiring, their allocation and their release are made from these tables (build/wiring.c). A
 * group is made as a whole when its counts are known, or only for the networks that its line
 * names; its arrays are NULL in all others. `count` is in terms of `size` (ws_sizes) and `wire`
 * (ws_wiring); every element is `fill` at first: ZEROS, or NILS, which is NIL.
 *
 * An array whose name ends in 0 says where the elements of each node, link or switch begin; it
 * has one element more, which says where the last ones end. */
#ifndef WS_WIRING_H
#define WS_WIRING_H

#include "base.h"

enum { ZEROS = 0, NILS = 0xff };

/* clang-format off */
/* Links, when they are counted */
#define LINK_WIRING(W) \
    W(u32, link0, ZEROS, size->nodes + 1, \
      "by node: its first output") \
    W(u32, link_from, ZEROS, size->links, \
      "by link: the node that drives it") \
    W(u32, link_to, ZEROS, size->links, \
      "by link: the node that it feeds; from size.switches on a host, which is a sink") \
    W(u32, link_mate, NILS, size->links, \
      "by link: the other direction of the cable, NIL if one way") \
    W(u32, link_edge, ZEROS, size->links, \
      "by link: edge of the graph") \
    W(u8, link_out_port, ZEROS, size->links, \
      "by link: port of the node that drives it") \
    W(u8, link_in_port, ZEROS, size->links, \
      "by link: port of the node that it feeds") \
    W(u8, link_wraps, ZEROS, size->links, \
      "by link: 1 if it closes a ring") \
    W(u8, link_cut, ZEROS, size->links, \
      "1: its cable is cut, and no route uses it") \
    W(u32, link_delay, ZEROS, size->links, \
      "by link: cycles on the wire") \
    W(u32, flight, ZEROS, size->links, \
      "by link: cycles from leaving a queue to being usable at the far end, 1 or more") \
    W(u32, signal_delay, ZEROS, size->links, \
      "by link: cycles from a slot freed (or a mark crossed) to the sender's knowing, 1 or " \
      "more") \
    W(u32, in0, ZEROS, size->nodes + 2, \
      "by node: the links into it are in_link[in0[x]] .. in_link[in0[x + 1] - 1], by port") \
    W(u32, in_link, ZEROS, size->links, \
      "see in0") \
    W(u32, vc0, ZEROS, size->links + 1, \
      "by link: its first virtual channel") \
    W(u32, request0, ZEROS, size->links + 1, \
      "by link: first word of its request sets") \
    W(u32, port_link, NILS, (size_t)size->switches * WS_PORTS_MAX, \
      "by switch * WS_PORTS_MAX + port: outgoing link, NIL if none") \
    W(u32, host_switch, ZEROS, size->hosts, \
      "by host: the switch it is plugged into") \
    W(u32, inject_link, ZEROS, size->hosts, \
      "by host: the link from it") \
    W(u32, eject_link, ZEROS, size->hosts, \
      "by host: the link to it")

/* Virtual channels, queues and crossbar inputs, when they are counted */
#define QUEUE_WIRING(W) \
    W(u32, vc_link, ZEROS, size->vcs, \
      "by vc: its link") \
    W(u32, vc_queue, NILS, size->vcs, \
      "by vc: own queue at the far end, NIL at a sink") \
    W(u8, vc_counted, ZEROS, size->vcs, \
      "by vc: credit used up by one flit (or packet): 1, or 0 with STOP/GO and at sinks") \
    W(u32, vc_credits, ZEROS, size->vcs, \
      "by vc: credits when all is free") \
    W(u32, queue0, ZEROS, size->nodes + 1, \
      "by node: its first input queue") \
    W(u32, words, ZEROS, size->nodes, \
      "by node: words of a set of its inputs") \
    W(u32, set0, ZEROS, size->nodes + 1, \
      "by node: first word of a set of its inputs, in a column that has one set a node") \
    W(bool, shared, ZEROS, size->nodes, \
      "by node: can two queues request the same crossbar input") \
    W(u32, queue_node, ZEROS, size->queues, \
      "by queue: its node") \
    W(u32, crossbar_input, ZEROS, size->queues, \
      "by queue: the crossbar input that reads it") \
    W(u32, queue_vc, ZEROS, size->queues, \
      "by queue: the vc that feeds it, NIL of a source queue or a packet buffer") \
    W(u32, queue_room, ZEROS, size->queues, \
      "by queue: capacity in flits") \
    W(u32, ring0, ZEROS, size->queues, \
      "by queue: its ring of packets") \
    W(u32, ring_mask, ZEROS, size->queues, \
      "by queue: length of its ring, a power of two, less one") \
    W(u32, port_queue0, ZEROS, size->ports + 1, \
      "by port: its first queue") \
    W(u64, source_vcs, ZEROS, wire->source_queues, \
      "by source queue within a host: vcs of the injection link that it may take")

/* Networks whose switches have packet buffers of their own (layout.buffers) */
#define BUFFER_WIRING(W) \
    W(u32, pool0, ZEROS, size->switches, \
      "by switch: the first of its packet buffers")

/* Networks whose switches have queues at their outputs (model->output_queues) */
#define OUTPUT_WIRING(W) \
    W(u32, port_out, NILS, size->ports, \
      "by port: the link that it feeds, NIL of an input port") \
    W(u32, link_port, NILS, size->links, \
      "by link: the output port that feeds it, NIL from hosts")

/* Copies for the code at flit rate, when all of the above is filled */
#define FAST_WIRING(W) \
    W(u64, from_hosts, ZEROS, wire->set0[size->nodes], \
      "by node: set of the inputs of a switch that come from hosts") \
    W(link_fast, link_fast, ZEROS, size->links, \
      "by link") \
    W(queue_fast, queue_fast, ZEROS, size->queues, \
      "by queue")

/* Distances between switches, of all networks but large grids (core/verbs.h) */
#define DISTANCE_WIRING(W) \
    W(u16, minimal, ZEROS, (size_t)size->switches * size->switches, \
      "switch by switch: links on a shortest path")

/* Networks with traffic equal-distance, when the diameter is known */
#define NEAR_WIRING(W) \
    W(u32, near_count, ZEROS, (size_t)size->switches * (wire->diameter + 1), \
      "switch by distance: hosts at that distance") \
    W(u32, near_host, ZEROS, (size_t)size->switches * size->hosts, \
      "by switch: the hosts in order of distance")

/* Made by the switch model or the routing that needs them, NULL with all others; released with
 * the rest */
#define OWN_WIRING(W) \
    W(u32, medium, ZEROS, size->links, \
      "by link: the link that shares its cable, NIL if none") \
    W(u32, routes, ZEROS, (size_t)size->switches * size->hosts, \
      "switch by host: the route on, HOP_BITS a switch, the next output port lowest " \
      "(source_route.c)") \
    W(u16, dist, ZEROS, (size_t)size->switches * size->switches, \
      "switch by switch: links on the path that the routing takes at most; NULL: those of a " \
      "shortest path (routing/paths.c)") \
    W(void, route_table, ZEROS, 1, \
      "whatever the routing keeps, in one block")

/* The groups that build/wiring.c makes: G(table, name). */
#define WIRING_GROUPS(G) \
    G(LINK_WIRING, links) \
    G(QUEUE_WIRING, queues) \
    G(BUFFER_WIRING, buffers) \
    G(OUTPUT_WIRING, outputs) \
    G(FAST_WIRING, fast) \
    G(DISTANCE_WIRING, distances) \
    G(NEAR_WIRING, near)

/* All rows. */
#define WIRING(W) \
    LINK_WIRING(W) \
    QUEUE_WIRING(W) \
    BUFFER_WIRING(W) \
    OUTPUT_WIRING(W) \
    FAST_WIRING(W) \
    DISTANCE_WIRING(W) \
    NEAR_WIRING(W) \
    OWN_WIRING(W)
/* clang-format on */

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

/* A route, as in wire.routes: the output ports of the switches on it, the next one lowest. Of
 * the eleventh, which leads down to a host, two bits are enough. Paths of set-aside queues have
 * HOPS_MAX at most. */
enum { HOP_BITS = 3, HOP_MASK = 7, HOPS_MAX = 10 };

#endif
