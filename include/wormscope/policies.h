/* policies.h - the names of every choice a definition can make.
 *
 * One list per kind of choice, one row per thing: X(ID, "name", "one line").  Enumerators, parser, completion, help and the
 * manual page are all made from these rows; a parameter of an enumerated type holds the row's number. */
#ifndef WORMSCOPE_POLICIES_H
#define WORMSCOPE_POLICIES_H

#define WS_TOPOLOGIES(X)                                                                      \
    X(LINE, "line", "N switches in a row")                                                    \
    X(MESH, "mesh", "R rows of C switches; each further number adds a dimension")                                                   \
    X(TORUS, "torus", "a mesh whose dimensions close to rings; 2 2 2 2 is the hypercube of four dimensions")               \
    X(RING, "ring", "N switches in a ring, links both ways")                                  \
    X(RING1, "ring1", "N switches in a ring, links one way only")                             \
    X(SWITCH, "switch", "one switch with hosts-per-switch hosts")            \
    X(FILE, "file", "switches, hosts and links from a network file")                          \
    X(IRREGULAR, "irregular", "N switches, each cabled to irregular-degree others at random") \
    X(FEDX, "fedx", "R rows of C switches, wrapped, each cabled to the six of fedx-neighbours") \
    X(BMIN, "bmin", "N hosts (4, 16, 64, 256, 1024, 4096) below log4(N) stages of N/4 switches, 4 ports down and 4 up") \
    X(DRAGONFLY, "dragonfly", "A switches in each of A x H + 1 groups, complete, H links of each to other groups")

#define WS_FLOWS(X)                                                                           \
    X(STOP_GO, "stop-go", "slack buffer with two marks; STOP and GO travel back")             \
    X(CREDIT, "credit", "one credit per buffer slot, returned when a flit leaves")            \
    X(SPACE, "space", "the sender sees free slots at once (flits freeze in place)")           \
    X(PACKET_CREDIT, "packet-credit", "one credit per packet that fits, returned when its tail leaves") \
    X(NACK, "nack", "the sender keeps its packet until the next switch accepts it; a full switch refuses")

#define WS_ROUTINGS(X)                                                                        \
    X(DOR, "dor", "dimension order, X then Y; dateline channels on rings")                       \
    X(DOR_NO_DATELINE, "dor-no-dateline", "dimension order, any channel (rings can deadlock)")   \
    X(UPDOWN, "updown", "shortest up*/down* path over a breadth-first spanning tree")         \
    X(MINIMAL_RANDOM, "minimal-random", "uniform over all shortest paths (can deadlock)")     \
    X(MINIMAL_ADAPTIVE, "minimal-adaptive", "any free channel on any shortest path (can deadlock)") \
    X(WEST_FIRST, "west-first", "mesh: first all hops to the west, then adaptive (turn model)") \
    X(NORTH_LAST, "north-last", "mesh: adaptive, hops to the north last (turn model)")        \
    X(NEGATIVE_FIRST, "negative-first", "mesh: hops west and north first, then east and south (turn model)") \
    X(DUATO_ESCAPE, "duato-escape", "mesh, torus: adaptive channels, and dimension order on the lowest channels as escape") \
    X(UD_2Q, "ud-2q", "any free queue on any shortest up*/down* path")                        \
    X(BUD_2VC, "bud-2vc", "as ud-2q, with wormhole switching")                                \
    X(MA_2VC, "ma-2vc", "minimal adaptive on new channels; up*/down* on the original (last) channel, for good") \
    X(BMA_2VC, "bma-2vc", "as ma-2vc, with buffers for whole packets")                          \
    X(BFA_2VC, "bfa-2vc", "fully adaptive: as bma-2vc, but back to new channels wherever one is free") \
    X(FA_2Q, "fa-2q", "as bfa-2vc, with virtual cut-through")                                   \
    X(FEDX_DETERMINISTIC, "fedx-deterministic", "the lowest port on a shortest path")         \
    X(FEDX_ADAPTIVE, "fedx-adaptive", "the first link on a shortest path that becomes free")      \
    X(SOURCE, "source", "bmin: the route is fixed at the source, up by the digits of the destination, then down") \
    X(DRAGONFLY_MINIMAL, "dragonfly-minimal", "dragonfly: over one link between groups; virtual channels by hop class") \
    X(DRAGONFLY_VALIANT, "dragonfly-valiant", "dragonfly: over a group drawn by lot; virtual channels by hop class")

#define WS_ROUTE_CHOICES(X)                                                                   \
    X(FIXED, "fixed", "always the same path: the lowest port first")                          \
    X(RANDOM, "random", "each worm draws one of the shortest legal paths, all equally likely")

#define WS_DATELINES(X)                                                                       \
    X(CROSS, "cross", "lower half of the channels before the wrap link, upper half after it")    \
    X(FIXED, "fixed", "upper half for the whole ring if the path wraps, lower half if not")

#define WS_ARBITERS(X)                                                                        \
    X(ROUND_ROBIN, "round-robin", "the first requester at or after the pointer; then pointer = winner + 1") \
    X(FCFS, "fcfs", "the head that has waited longest; ties by input number")                 \
    X(RANDOM, "random", "a uniformly random requester")                                       \
    X(PRIORITY, "priority", "the highest class; round robin inside a class")

#define WS_QUEUEINGS(X)                                                                       \
    X(FIFO, "fifo", "one queue per channel")                                                     \
    X(VOQ, "voq", "one queue per output at every input (virtual output queues)")              \
    X(POOL, "pool", "packet buffers shared by all inputs of a switch; any of them may leave by any output") \
    X(1Q, "1q", "one queue per port")                                                         \
    X(VOQSW, "voqsw", "a queue per output of the switch, in one port memory")                 \
    X(VOQNET, "voqnet", "a queue per destination host, each with voqnet-room packets of its own") \
    X(RECN_IQ, "recn-iq", "a cold queue and set-aside queues for congested ways, in one port memory") \
    X(RECN, "recn", "the first form of RECN: queues at inputs and outputs, trees of set-aside queues with tokens") \
    X(OQ, "oq", "one queue per output, filled with whole packets at once (the ideal switch)") \
    X(RECN_DD, "recn-dd", "RECN with queues at inputs and outputs and distributed deallocation: no tokens, no timers")

#define WS_SAQ_ORDERS(X)                                                                      \
    X(MOVE, "move", "packets that came before move into it when they reach the front") \
    X(POINTERS, "pointers", "packets that came before stay; the queue sends when those before its link pointer have left") \
    X(NONE, "none", "packets that came before stay, and the queue sends at once: packets of a flow may overtake each other")

#define WS_GRANT_ROOMS(X)                                                                     \
    X(NONE, "none", "an output channel is granted whether or not a flit could be sent")          \
    X(FLIT, "flit", "granted only when one flit can be sent")                                 \
    X(PACKET, "packet", "granted only when the whole packet fits (virtual cut-through)")      \
    X(FIT, "fit", "as packet; but one longer than the buffer is let into an empty one")        \
    X(BUBBLE, "bubble", "as packet; but a packet that enters a ring needs room for two")

#define WS_SWITCHINGS(X)                                                                      \
    X(WORMHOLE, "wormhole", "a worm may stretch over many switches")                          \
    X(CUT_THROUGH, "cut-through", "a packet goes on before it has arrived, but only where it fits whole") \
    X(STORE_AND_FORWARD, "store-and-forward", "a packet goes on when it has arrived whole")

#define WS_CROSSBARS(X)                                                                       \
    X(MULTIPLEXED, "multiplexed", "the channels of a link share one input of the crossbar")      \
    X(FULL, "full", "every channel has an input of its own")

#define WS_MULTIPLEXINGS(X)                                                                   \
    X(FLIT, "flit", "the channels of a link take turns, flit by flit")                           \
    X(BLOCK, "block", "a channel goes on until it has no flit or may not send")                  \
    X(PACKET, "packet", "a channel is granted only while the whole link is idle")

#define WS_ROUTER_UNITS(X)                                                                    \
    X(OUTPUTS, "outputs", "every free output channel picks a head, all in the same cycle")       \
    X(HEADER, "header", "one head a cycle picks an output channel; the others wait their turn")

#define WS_SELECTIONS(X)                                                                      \
    X(RANDOM, "random", "a uniformly random one")                                             \
    X(FIRST, "first", "the one of the lowest port, lowest channel")                              \
    X(ROOM, "room", "the one with the most credit; ties by port")

#define WS_INJECTIONS(X)                                                                      \
    X(IN_TURN, "in-turn", "it takes its turn like heads under way")                         \
    X(TRANSIT_FIRST, "transit-first", "it is tried only while no head under way waits at this switch") \
    X(IDLE_LINK, "idle-link", "as in-turn, but only onto a link whose channels are all free")

#define WS_TRAFFICS(X)                                                                        \
    X(UNIFORM, "uniform", "every other host equally likely")                                  \
    X(UNIFORM_SELF, "uniform-self", "every host equally likely, the sender included")         \
    X(EQUAL_DISTANCE, "equal-distance", "first a distance, uniformly; then a host at that distance") \
    X(TRANSPOSE, "transpose", "(x, y) sends to (y, x)")                                       \
    X(BIT_COMPLEMENT, "bit-complement", "(x, y) sends to (C-1-x, R-1-y)")                     \
    X(TORNADO, "tornado", "almost halfway round the row: x + ceil(C/2) - 1")                 \
    X(NEIGHBOUR, "neighbour", "(x, y) sends to (x+1, y+1), wrapped")                          \
    X(HOTSPOT, "hotspot", "a share of the messages goes to one host, the rest is uniform")            \
    X(HOT_SENDERS, "hot-senders", "some hosts saturate hot spots and send only there; the others send to each other") \
    X(GROUP_SHIFT, "group-shift", "dragonfly: to any host of the next group")

#define WS_ARRIVALS(X)                                                                        \
    X(POISSON, "poisson", "exponential gaps in continuous time")                              \
    X(BERNOULLI, "bernoulli", "the same probability in each cycle")                      \
    X(CONSTANT, "constant", "equal gaps, random phase")                                       \
    X(SATURATED, "saturated", "closed loop: two messages are always waiting")

#define WS_LENGTHS(X)                                                                         \
    X(EXPONENTIAL, "exponential", "geometric on 1, 2, ...: its mean is exactly the one given")  \
    X(FIXED, "fixed", "always the same length")                                                      \
    X(MIXTURE, "mixture", "LO-HI:WEIGHT ...: uniform within a range drawn by weight")

#define WS_CLASS_RULES(X)                                                                     \
    X(NONE, "none", "one class of traffic")                                                   \
    X(PRIORITY, "priority", "high and low, or more (see priorities); hosts serve the highest first")                           \
    X(LENGTH, "length", "short and long")                                                     \
    X(LENGTH_SOURCE, "length-source", "short and long by length; hot and independent by source") \
    X(SOURCE, "source", "hot: from hosts that send only to hot spots or are of class hot; background: all others")

#define WS_SEGMENT_RULES(X)                                                                   \
    X(NONE, "none", "a message is one packet")                                                \
    X(FIXED, "fixed", "cut every `segment` flits")                                            \
    X(ADAPTIVE, "adaptive", "cut every buffer x hops flits, hops = switches on the route")

#define WS_TIMEOUT_POLICIES(X)                                                                \
    X(NONE, "none", "a waiting worm waits for ever")                                          \
    X(FIXED, "fixed", "killed after `timeout` cycles of waiting")                             \
    X(ITOW, "itow", "killed on arrival if a reset costs less than the expected wait; else as fixed") \
    X(CEP, "cep", "killed when waiting has cost as much as a reset would")

#define WS_WAITING_COUNTS(X)                                                                  \
    X(LITERAL, "literal", "the worm in service, those that wait, and the newcomer itself")    \
    X(OTHERS, "others", "the worm in service and those that wait already")

#define WS_NEIGHBOURHOODS(X)                                                                  \
    X(HEX, "hex", "(x+-1, y), (x, y+-1), (x+1, y+1) and (x-1, y-1)")                          \
    X(BRICK, "brick", "odd rows shifted by half a switch: two in the row, two above, two below") \
    X(DIAGONAL, "diagonal", "(x+-1, y), (x, y+-1), (x+3, y+3) and (x-3, y-3)")

#define WS_HEADER_BITS(X)                                                                     \
    X(ADAPTIVE, "adaptive", "any link on a shortest path")                                    \
    X(DETERMINISTIC, "deterministic", "always the lowest port on a shortest path, as with fedx-deterministic") \
    X(SHARE, "share", "deterministic for a share of the messages, header-share, adaptive for the others")

#define WS_BACKPRESSURES(X)                                                                   \
    X(NONE, "none", "no packet is refused to protect others")                            \
    X(MESSAGE, "message", "refused while a packet of the same message waits in the switch")   \
    X(DESTINATION, "destination", "refused while a packet for the same host waits in the switch")

#define WS_DEADLOCK_RULES(X)                                                                  \
    X(OFF, "off", "none: the pools can deadlock")                                             \
    X(FORWARD_COUNT, "forward-count", "taken with r links to go only if more than r buffers are free") \
    X(FORWARD_STATE, "forward-state", "as forward-count, but packets with fewer links to go may be ignored")

#define WS_DUPLEXES(X)                                                                        \
    X(HALF, "half", "one direction at a time, changing after each packet")                      \
    X(FULL, "full", "both directions at once")

#define WS_EJECT_PRIORITIES(X)                                                                \
    X(OFF, "off", "injection and ejection take turns when both wait")                         \
    X(LIMIT, "limit", "ejection first while buffer-limit-dest packets or more are at their destination") \
    X(ALWAYS, "always", "ejection first")

#define WS_SWITCHES_OFF_ON(X) X(OFF, "off", "no") X(ON, "on", "yes")

#define WS_ENUM(prefix, LIST) enum { LIST(WS_ENUM_##prefix) WS_##prefix##_COUNT }
#define WS_ENUM_TOPOLOGY(id, name, doc) WS_TOPOLOGY_##id,
#define WS_ENUM_FLOW(id, name, doc) WS_FLOW_##id,
#define WS_ENUM_ROUTING(id, name, doc) WS_ROUTING_##id,
#define WS_ENUM_ROUTE_CHOICE(id, name, doc) WS_ROUTE_CHOICE_##id,
#define WS_ENUM_DATELINE(id, name, doc) WS_DATELINE_##id,
#define WS_ENUM_ARBITER(id, name, doc) WS_ARBITER_##id,
#define WS_ENUM_QUEUEING(id, name, doc) WS_QUEUEING_##id,
#define WS_ENUM_SAQ_ORDER(id, name, doc) WS_SAQ_ORDER_##id,
#define WS_ENUM_GRANT_ROOM(id, name, doc) WS_GRANT_ROOM_##id,
#define WS_ENUM_SWITCHING(id, name, doc) WS_SWITCHING_##id,
#define WS_ENUM_CROSSBAR(id, name, doc) WS_CROSSBAR_##id,
#define WS_ENUM_MULTIPLEXING(id, name, doc) WS_MULTIPLEXING_##id,
#define WS_ENUM_ROUTER_UNIT(id, name, doc) WS_ROUTER_UNIT_##id,
#define WS_ENUM_SELECTION(id, name, doc) WS_SELECTION_##id,
#define WS_ENUM_INJECTION(id, name, doc) WS_INJECTION_##id,
#define WS_ENUM_TRAFFIC(id, name, doc) WS_TRAFFIC_##id,
#define WS_ENUM_ARRIVALS(id, name, doc) WS_ARRIVALS_##id,
#define WS_ENUM_LENGTH(id, name, doc) WS_LENGTH_##id,
#define WS_ENUM_CLASS_RULE(id, name, doc) WS_CLASS_RULE_##id,
#define WS_ENUM_SEGMENT_RULE(id, name, doc) WS_SEGMENT_RULE_##id,
#define WS_ENUM_TIMEOUT_POLICY(id, name, doc) WS_TIMEOUT_POLICY_##id,
#define WS_ENUM_WAITING_COUNT(id, name, doc) WS_WAITING_COUNT_##id,
#define WS_ENUM_NEIGHBOURHOOD(id, name, doc) WS_NEIGHBOURHOOD_##id,
#define WS_ENUM_HEADER_BIT(id, name, doc) WS_HEADER_BIT_##id,
#define WS_ENUM_BACKPRESSURE(id, name, doc) WS_BACKPRESSURE_##id,
#define WS_ENUM_DEADLOCK_RULE(id, name, doc) WS_DEADLOCK_RULE_##id,
#define WS_ENUM_DUPLEX(id, name, doc) WS_DUPLEX_##id,
#define WS_ENUM_EJECT_PRIORITY(id, name, doc) WS_EJECT_PRIORITY_##id,
WS_ENUM(TOPOLOGY, WS_TOPOLOGIES);
WS_ENUM(FLOW, WS_FLOWS);
WS_ENUM(ROUTING, WS_ROUTINGS);
WS_ENUM(ROUTE_CHOICE, WS_ROUTE_CHOICES);
WS_ENUM(DATELINE, WS_DATELINES);
WS_ENUM(ARBITER, WS_ARBITERS);
WS_ENUM(QUEUEING, WS_QUEUEINGS);
WS_ENUM(SAQ_ORDER, WS_SAQ_ORDERS);
WS_ENUM(GRANT_ROOM, WS_GRANT_ROOMS);
WS_ENUM(SWITCHING, WS_SWITCHINGS);
WS_ENUM(CROSSBAR, WS_CROSSBARS);
WS_ENUM(MULTIPLEXING, WS_MULTIPLEXINGS);
WS_ENUM(ROUTER_UNIT, WS_ROUTER_UNITS);
WS_ENUM(SELECTION, WS_SELECTIONS);
WS_ENUM(INJECTION, WS_INJECTIONS);
WS_ENUM(TRAFFIC, WS_TRAFFICS);
WS_ENUM(ARRIVALS, WS_ARRIVALS);
WS_ENUM(LENGTH, WS_LENGTHS);
WS_ENUM(CLASS_RULE, WS_CLASS_RULES);
WS_ENUM(SEGMENT_RULE, WS_SEGMENT_RULES);
WS_ENUM(TIMEOUT_POLICY, WS_TIMEOUT_POLICIES);
WS_ENUM(WAITING_COUNT, WS_WAITING_COUNTS);
WS_ENUM(NEIGHBOURHOOD, WS_NEIGHBOURHOODS);
WS_ENUM(HEADER_BIT, WS_HEADER_BITS);
WS_ENUM(BACKPRESSURE, WS_BACKPRESSURES);
WS_ENUM(DEADLOCK_RULE, WS_DEADLOCK_RULES);
WS_ENUM(DUPLEX, WS_DUPLEXES);
WS_ENUM(EJECT_PRIORITY, WS_EJECT_PRIORITIES);
#undef WS_ENUM

#endif
