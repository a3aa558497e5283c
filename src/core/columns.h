/* columns.h - every mutable thing of a network, by mechanism: C(at, type, name, count, "key",
 * "one line"). The counts are fields of ws_sizes. Digests and recordings know a column by its
 * key, which never changes; the name may. Checkpoint, restore, digest, first difference and
 * inspector are made from these tables; nothing mutable lives elsewhere. `at` is what stands
 * before the name where the table is used: `n->`, or `n->packet.` Columns whose elements have
 * several parts have a table of fields: fields.h. */
#ifndef WS_COLUMNS_H
#define WS_COLUMNS_H

#include "fields.h"

/* clang-format off */
/* The network as a whole, nodes, links, virtual channels and queues */
#define NETWORK_COLUMNS(C, at) \
    C(at, u64, cycle, one, "now", \
      "the cycle that is about to run") \
    C(at, ws_def, def, one, "def", \
      "parameters in force; only those marked live may differ from the build") \
    C(at, u64, total, totals, "total", \
      "counters since cycle 0: WS_TOTAL_*") \
    C(at, u64, class_flits, classes, "class_flits", \
      "flits delivered, by class; without the overhead of packets that are all there") \
    C(at, u64, class_created, classes, "class_created", \
      "flits of messages created (refused ones included), by class") \
    C(at, u64, ready_nodes, node_words, "move_x", \
      "set of nodes with an output that can send now") \
    C(at, u64, ready_outputs, nodes, "move_out", \
      "set of outputs of x that can send now") \
    C(at, u64, ready_links, link_words, "move_plain", \
      "set of plain links (one virtual channel, no crossbar input shared) that can send now, " \
      "as far as is known") \
    C(at, u64, allocate_nodes, node_words, "grant_x", \
      "set of nodes with an output worth arbitrating") \
    C(at, u64, allocate_outputs, nodes, "grant_out", \
      "set of outputs of x worth arbitrating: something changed since the last attempt") \
    C(at, u64, node_rng, nodes, "xbar_rng", \
      "random stream of the node: routing and random arbitration") \
    C(at, u64, requests, requests, "want", \
      "per link, set of inputs of its node whose heads wait for a virtual channel of it") \
    C(at, u64, ready, requests, "go", \
      "per link, set of inputs which hold a virtual channel of it and can send a flit now") \
    C(at, u16, link_turn, links, "link_turn", \
      "round-robin pointer of the crossbar output, an input") \
    C(at, u64, link_flits, links, "link_flits", \
      "flits sent since cycle 0") \
    C(at, u32, flight, flights, "flight", \
      "delay lines, slot by link: the flit that comes off the wire (FLIT_*)") \
    C(at, u64, flight_bits, flight_bits, "flight_bits", \
      "delay lines, slot by link: is there one") \
    C(at, ws_vc_state, vc, vcs, "vlane", \
      "what the sender of a virtual channel knows") \
    C(at, u64, signal_bits, signal_bits, "signal_bits", \
      "delay lines, slot by virtual channel: a credit, or the other one of STOP and GO") \
    C(at, ws_queue_state, queue, queues, "queue", \
      "what a queue holds and what its head is doing") \
    C(at, u64, since, queues, "since", \
      "cycle in which the head began to wait, or got its virtual channel") \
    C(at, u16, accept_turn, queues, "accept_turn", \
      "round-robin pointer of a head that is granted several virtual channels, a virtual " \
      "channel number") \
    C(at, u32, option_link, route_options, "cand_link", \
      "links the head may take, NIL-terminated") \
    C(at, u64, option_vcs, route_options, "cand_lanes", \
      "virtual channels of that link it may take, a set") \
    C(at, u8, option_rule, route_options, "cand_rule", \
      "tier of the route option, and OPTION_ENTERS") \
    C(at, u32, ring, rings, "ring", \
      "packets in the queue, in order") \
    C(at, u64, timer_bits, timer_bits, "timer_bits", \
      "delay lines, slot by queue: the head requests, or starts") \
    C(at, u16, crossbar_turn, crossbar_inputs, "xin_turn", \
      "round-robin pointer of a crossbar input, an output") \
    C(at, ws_host_def, host, hosts, "host", \
      "what this host does differently") \
    C(at, u64, traffic_rng, hosts, "traffic_rng", \
      "random stream of the workload of the host") \
    C(at, u64, inject_rng, hosts, "inject_rng", \
      "random stream for choices made when a packet is cut") \
    C(at, u64, arrival, hosts, "arrival", \
      "next message: cycle * 2^16 + fraction") \
    C(at, u64, arrival_bits, arrival_bits, "arrival_bits", \
      "wheel of next messages, slot by host") \
    C(at, u64, cuts, cut_words, "cuts", \
      "set of the cables of the graph that are cut; fixed, for digests to know it") \
    C(at, u64, backlog, one, "backlog", \
      "messages waiting in all source queues") \
    C(at, u64, backlog_since, one, "backlog_since", \
      "cycle in which that number last changed")

/* The source queues of the hosts */
#define SOURCE_COLUMNS(C, at) \
    C(at, u32, first, sources, "source_first", \
      "first message waiting") \
    C(at, u32, last, sources, "source_last", \
      "last message waiting") \
    C(at, u32, count, sources, "source_count", \
      "messages waiting, the one being sent included")

/* Packets, and the stack of free rows */
#define PACKET_COLUMNS(C, at) \
    C(at, u32, free_count, one, "packet_top", \
      "rows on the stack of free packets") \
    C(at, u32, free, packets, "packet_free", \
      "stack of free packets") \
    C(at, u32, message, packets, "pk_message", \
      "message it is part of; NIL if the row is free") \
    C(at, u32, length, packets, "pk_length", \
      "flits") \
    C(at, u32, dest, packets, "pk_dest", \
      "destination host") \
    C(at, u32, flags, packets, "pk_flags", \
      "PACKET_*: routing state in the header") \
    C(at, u16, hops, packets, "pk_hops", \
      "switches left behind") \
    C(at, u8, class, packets, "pk_class", \
      "traffic class") \
    C(at, u64, entered, packets, "pk_entered", \
      "cycle in which its first flit left the host") \
    C(at, u64, head, packets, "pk_head", \
      "cycle in which its head arrived at the destination") \
    C(at, u32, delay, packets, "pk_delay", \
      "cycles on the wires behind its head") \
    C(at, u64, held, packets, "pk_held", \
      "virtual-channel cycles for which it has held virtual channels that are free again") \
    C(at, u16, reservation, packets, "pk_promise", \
      "rows of the table of control messages reserved for its kill and not yet used") \
    C(at, u32, lost, packets, "pk_lost", \
      "flits of a killed or lost packet that are accounted for: purged, discarded, or never " \
      "sent") \
    C(at, u32, overhead, packets, "pk_overhead", \
      "flits of it that are no part of its message")

/* Messages, and the stack of free rows */
#define MESSAGE_COLUMNS(C, at) \
    C(at, u32, free_count, one, "message_top", \
      "rows on the stack of free messages") \
    C(at, u32, free, messages, "message_free", \
      "stack of free messages") \
    C(at, u32, source, messages, "ms_source", \
      "source host; NIL if the row is free") \
    C(at, u32, dest, messages, "ms_dest", \
      "destination host") \
    C(at, u32, length, messages, "ms_length", \
      "flits") \
    C(at, u32, uncut, messages, "ms_left", \
      "flits not yet cut into packets") \
    C(at, u32, undelivered, messages, "ms_open", \
      "packets cut and not yet delivered") \
    C(at, u32, next, messages, "ms_next", \
      "next message in the source queue") \
    C(at, u8, class, messages, "ms_class", \
      "traffic class") \
    C(at, u64, created, messages, "ms_created", \
      "cycle of its creation") \
    C(at, u64, entered, messages, "ms_entered", \
      "cycle in which its first flit left the host; UINT64_MAX before") \
    C(at, u64, head, messages, "ms_head", \
      "cycle in which the head of its newest delivered packet arrived") \
    C(at, u16, retries, messages, "ms_retries", \
      "packets of it that were killed") \
    C(at, u32, lost, messages, "ms_lost", \
      "packets of it that were lost where a cable was cut") \
    C(at, u8, one_way, messages, "ms_one_way", \
      "1: with header-bit share, all its packets go by the lowest port")

/* Timers of waiting heads, and how long links are held (src/recovery) */
#define TIMER_COLUMNS(C, at) \
    C(at, u64, waiting_since, queues, "asked", \
      "cycle from which on the waiting head waits: for a virtual channel, for room, or behind " \
      "the worm in front") \
    C(at, u64, deadline, queues, "deadline", \
      "cycle in which it is killed; 0 = no timer") \
    C(at, u64, bits, deadline_bits, "deadline_bits", \
      "wheel of deadlines, slot by queue") \
    C(at, u64, occupancy, links, "occupancy", \
      "estimate of the cycles for which a worm holds a virtual channel of the link, times " \
      "2^16")

/* Control messages: a table of rows, and a wheel of lists */
#define CONTROL_COLUMNS(C, at) \
    C(at, u32, used, one, "notice_used", \
      "rows of the table of control messages ever used") \
    C(at, u32, free, one, "notice_free", \
      "first free row + 1; 0 = none below `used`") \
    C(at, u32, reserved, one, "notice_reserved", \
      "rows in use, and rows reserved for kills under way") \
    C(at, u32, first, control_slots, "notice_first", \
      "wheel: first control message of the slot + 1") \
    C(at, u32, last, control_slots, "notice_last", \
      "wheel: last control message of the slot + 1") \
    C(at, ws_control, row, controls, "notice", \
      "what travels back apart from single credits and marks")

/* Switches with a shared pool: packets that were refused, and cables used in turns */
#define POOL_COLUMNS(C, at) \
    C(at, u64, last_try, tries, "tried", \
      "cycle after the one in which its packet was last sent off to another switch, 0 = not " \
      "yet") \
    C(at, u32, skipped, skips, "passed", \
      "messages of the source queue that were refused since one was taken: the next to be " \
      "tried") \
    C(at, u64, limited, guards, "limited", \
      "cycle after the one in which a limit began to keep a packet of the host out, 0 = none " \
      "does") \
    C(at, u8, last_way, media, "last_way", \
      "1: the last packet on the cable went this way") \
    C(at, u64, link_turns, media, "link_turns", \
      "packets that went this way after one that went the other")

/* Alpha scheduling: the order of messages in a source queue; all 0 with alpha 0 */
#define ALPHA_COLUMNS(C, at) \
    C(at, u64, clock, hosts, "source_clock", \
      "packets sent by the host while alpha was more than 0") \
    C(at, u64, ticket, one, "ticket", \
      "messages that have joined a source queue while alpha was more than 0") \
    C(at, u64, joined_clock, messages, "ms_clock", \
      "clock of its host when it joined the source queue") \
    C(at, u64, joined_ticket, messages, "ms_ticket", \
      "which of all to join a source queue it was") \
    C(at, u32, finger, fingers, "finger", \
      "per source queue and number of packets, the message + 1 that took its place last")

/* Token buckets of the hosts (src/switch/police.c); all 0 without a rate */
#define POLICE_COLUMNS(C, at) \
    C(at, u64, lack, hosts, "police_lack", \
      "millionths of a token that the bucket of the host lacked") \
    C(at, u64, since, hosts, "police_since", \
      "in this cycle")

/* Ports: queues that share a memory and a crossbar input */
#define PORT_COLUMNS(C, at) \
    C(at, u64, busy, port_switches, "port_busy", \
      "per switch, set of its ports (crossbar inputs) of which a queue holds a virtual " \
      "channel") \
    C(at, u64, requests, port_links, "port_want", \
      "per link, set of the ports of its switch in which a queue waits for it") \
    C(at, u16, turn, ports, "port_turn", \
      "round-robin pointer of a port, one of its queues") \
    C(at, u16, output_turn, port_switches, "grant_turn", \
      "the output that is arbitrated first") \
    C(at, u64, inhibited, port_words, "barred", \
      "set of queues whose heads are inhibited: they may not request") \
    C(at, u16, dest_credit, dest_credits, "dest_credit", \
      "per link and destination, packets that its port has room for")

/* Are packets of a source-destination pair delivered as they were sent? */
#define ORDER_COLUMNS(C, at) \
    C(at, u32, sequence, ordered_packets, "pk_sequence", \
      "number of the packet among those of its pair") \
    C(at, u32, sent, pairs, "pair_sent", \
      "by source and destination, packets sent") \
    C(at, u32, due, pairs, "pair_due", \
      "by source and destination, number of the packet that must arrive next")

/* Set-aside queues */
#define SAQ_COLUMNS(C, at) \
    C(at, ws_saq_state, line, saqs, "saq", \
      "CAM lines of the set-aside queues, by port") \
    C(at, u64, valid, saq_ports, "saq_valid", \
      "per port, set of its set-aside queues that are in use") \
    C(at, u16, cold_count, cold_outputs, "cold_count", \
      "per port and output port, packets of the cold queue that want it") \
    C(at, u32, sender, saq_links, "sender", \
      "the queue that sent the last packet on the link, NIL before the first") \
    C(at, u64, notified, saq_links, "notified", \
      "cycle in which the last Xoff or Xon to the sender of the link arrives")

/* Output ports: packets cross from an input to an output port of their switch */
#define CROSS_COLUMNS(C, at) \
    C(at, u32, packet, cross_ports, "crossing", \
      "the packet that occupies the port, which is being read or written; NIL if none") \
    C(at, u16, turn, cross_ports, "cross_turn", \
      "round-robin pointer: of an output port an input port, of an input port one of its " \
      "queues") \
    C(at, u16, room, cross_ports, "out_room", \
      "packets that an output port has room for") \
    C(at, u64, branch, cross_saqs, "saq_branch", \
      "at an output the set of input ports that have a branch; at an input 1 = upstream has " \
      "one, or is asked to") \
    C(at, u32, pointer, pointer_saqs, "saq_pointer", \
      "the queue in which the link pointer of a set-aside queue stands; NIL if it is ready")

/* The routing unit: one header a cycle */
#define HEADER_UNIT_COLUMNS(C, at) \
    C(at, u64, requests, node_requests, "ask", \
      "per node, set of inputs whose heads wait") \
    C(at, u16, turn, header_units, "unit_turn", \
      "round-robin pointer of the unit, an input") \
    C(at, u16, waiting, header_units, "unit_waiting", \
      "heads that wait") \
    C(at, u16, untried, header_units, "unit_left", \
      "waiting heads not yet tried since something changed; 0 = the unit sleeps")

/* Output buffers: flits between crossbar and link, all of the packet that took the virtual
 * channel last */
#define OUTPUT_BUFFER_COLUMNS(C, at) \
    C(at, u64, ready_inputs, ready_input_words, "cross", \
      "per node, set of inputs that can send a flit into an output buffer now") \
    C(at, u64, ready, output_links, "output_go", \
      "per link, set of its virtual channels that can send a flit from their output buffer " \
      "now") \
    C(at, ws_output_state, vc, output_vcs, "output", \
      "what the output buffer of a virtual channel holds")

/* All groups but the first: G(table, name). */
#define COLUMN_GROUPS(G) \
    G(SOURCE_COLUMNS, source) \
    G(PACKET_COLUMNS, packet) \
    G(MESSAGE_COLUMNS, message) \
    G(TIMER_COLUMNS, timer) \
    G(CONTROL_COLUMNS, control) \
    G(POOL_COLUMNS, pool) \
    G(ALPHA_COLUMNS, alpha) \
    G(POLICE_COLUMNS, police) \
    G(PORT_COLUMNS, port) \
    G(ORDER_COLUMNS, order) \
    G(SAQ_COLUMNS, saq) \
    G(CROSS_COLUMNS, cross) \
    G(HEADER_UNIT_COLUMNS, header_unit) \
    G(OUTPUT_BUFFER_COLUMNS, output_buffer)
/* How many elements columns have: those of a mechanism that a machine lacks have 0. */
#define SIZES(S) \
    /* the network as a whole: one element, a counter each, one a traffic class */ \
    S(one) S(totals) S(classes) \
    S(switches) S(hosts) \
    /* both */ \
    S(nodes) S(links) S(vcs) \
    /* source queues included */ \
    S(queues) S(crossbar_inputs) S(sources) S(packets) S(messages) \
    /* words of a set of nodes ... */ \
    S(node_words) S(link_words) S(vc_words) S(queue_words) S(host_words) \
    /* of a set of cables */ \
    S(cut_words) \
    /* words of the request sets of all links */ \
    S(requests) \
    /* of one queue, and of all */ \
    S(options_per_queue) S(route_options) \
    /* places in the rings of all queues */ \
    S(rings) \
    /* of the order of all source queues */ \
    S(fingers) \
    /* slots of wheels: powers of two; a slot is a cycle */ \
    S(flight_slots) S(signal_slots) S(timer_slots) S(arrival_slots) S(deadline_slots) \
    S(control_slots) \
    /* flits on wires: slots by links */ \
    S(flights) \
    /* words of the sets of all slots */ \
    S(flight_bits) S(signal_bits) S(timer_bits) S(arrival_bits) S(deadline_bits) \
    /* control messages under way at once, at most; kills */ \
    S(controls) S(kills) \
    /* header unit: words of the sets of waiting heads; nodes that have a unit */ \
    S(node_requests) S(header_units) \
    /* pools: queues, hosts, source queues, links */ \
    S(tries) S(guards) S(skips) S(media) \
    /* output buffers: words of the sets of ready inputs; virtual channels, links with a buffer */ \
    S(ready_input_words) S(output_vcs) S(output_links) \
    /* ports: links that end in one, switches, all links, words of a set of queues */ \
    S(ports) S(port_switches) S(port_links) S(port_words) \
    /* links by hosts, when a port has a queue for each destination */ \
    S(dest_credits) \
    /* set-aside queues, ports that have them, links, ports by output port */ \
    S(saqs) S(saq_ports) S(saq_links) S(cold_outputs) \
    /* all ports and set-aside queues of a machine with output ports */ \
    S(cross_ports) S(cross_saqs) S(pointer_saqs) \
    /* host by host, and packets, when the order of packets is checked */ \
    S(pairs) S(ordered_packets)
/* clang-format on */

/* Places in a source queue that are known by the number of packets of the messages there:
 * traffic/alpha_order.c. */
#define SOURCE_FINGERS 8

#define SIZE_MEMBER(name) u32 name;
typedef struct ws_sizes {
    SIZES(SIZE_MEMBER)
} ws_sizes;

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

#endif
