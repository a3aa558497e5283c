/* ports.c - switches whose inputs are ports: the queues at the end of a link share its memory and
 * one crossbar input. Here are what such switches share, and the two models that need no more: one
 * queue a port (queueing 1q), and one for each output of the switch (queueing voqsw).
 *
 * Source: the queueing schemes with which Duato et al. 2005 ("A new scalable and cost-effective
 * congestion management strategy") compare set-aside queues. Arbitration is left open there. Ours:
 * a port reads one packet at a time. A queue is given an output only while no other queue of its
 * port holds one, and keeps the crossbar input until its tail has left. So nothing competes at
 * flit rate, and the links are as plain as those of a switch with one queue an input. An idle
 * output takes the next port in turn that has a head for it and is idle, and of this port the next
 * such queue in turn; the idle outputs are served one after the other, beginning with another one
 * each time, until no grant is possible: a greedy maximal matching. A port with many queues has no
 * larger share of an output than one with few.
 *
 * Invariants: port.requests[l] holds exactly the ports in which a queue waits for link l;
 * port.busy[x] exactly those of which one holds a virtual channel; an inhibited queue has a packet
 * in front, is in no request set, and no timer runs for it. */
#include "blockers.h"

/* The port of queue q, as a set of those of its switch. */
static u64 port_bit(const ws_net *n, u32 q) {
    return 1ull << port_local(n, q);
}

/* The ports in which a queue waits for link l; those of switch x that are being read: sets. */
static u64 *ports_requesting(const ws_net *n, u32 l) {
    return &n->port.requests[l];
}
static u64 *busy_ports(const ws_net *n, u32 x) {
    return &n->port.busy[x];
}

/* The queues of a port, as inputs of their node: first .. end - 1. */
typedef struct input_range {
    u32 first;
    u32 end;
} input_range;

static input_range inputs_of_port(const ws_net *n, u32 port) {
    u32 x = port_switch(n, port);
    u32 q0 = first_queue(n, x);
    input_range inputs = {
        .first = first_queue_of(n, port) - q0,
        .end = end_queue_of(n, port) - q0,
    };
    return inputs;
}

void port_requested(ws_net *n, u32 q) {
    u64 port = port_bit(n, q);
    for (OPTIONS_EACH(c, n, q)) {
        u64 *requests = ports_requesting(n, n->option_link[c]);
        *requests |= port;
    }
}

/* Follows the bits of queue q, which have gone from the request sets. */
void port_withdraw(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    input_range inputs = inputs_of_port(n, port);
    u64 bit = port_bit(n, q);
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        u64 *ports = ports_requesting(n, l);
        const u64 *requests = requests_of(n, l);
        u32 other = bits_next_in(requests, inputs.first, inputs.end);
        if (other == NIL)
            *ports &= ~bit;
    }
}

bool port_is_requested(const ws_net *n, u32 l) {
    return *ports_requesting(n, l) != 0;
}

void port_freed(ws_net *n, u32 q, u32 l) {
    u32 x = node_of(n, q);
    u64 port = port_bit(n, q);
    ready_clear(n, q, l);
    *busy_ports(n, x) &= ~port;
    const u64 *requests = n->port.requests;
    for (LINKS_EACH(out, n, x)) {
        if (!(requests[out] & port))
            continue;
        if (link_holder(n, out) == NIL)
            link_wake(n, out);
    }
    if (is_requested(n, l))
        link_wake(n, l);
}

void queue_inhibit(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    if (queue->state == QUEUE_WAITING)
        request_end(n, q);
    else
        n->since[q] = now(n);
    queue->state = QUEUE_ROUTING;
    bit_set(n->port.inhibited, q);
}

void queue_permit(ws_net *n, u32 q) {
    if (!is_inhibited(n, q))
        return;
    bit_clear(n->port.inhibited, q);
    queue_request(n, q);
}

/* ---- VC allocation ---- */

/* The next input of a port, in turn, whose head waits for link l. */
static u32 port_choose(ws_net *n, u32 l, u32 port) {
    const u64 *requests = requests_of(n, l);
    input_range inputs = inputs_of_port(n, port);
    u16 *turn = &n->port.turn[port];
    u32 first = inputs.first;
    u32 end = inputs.end;
    u32 queues = end - first;
    u32 input = bits_next_in(requests, first + *turn, end);
    if (input == NIL)
        input = bits_next_in(requests, first, end);
    assert(input != NIL);
    *turn = turn_after(input - first, queues);
    return input;
}

/* Gives link l of node x, if it is idle and has room, to a waiting head of an idle port. */
static void output_allocate(ws_net *n, u32 x, u32 l) {
    u32 v = first_vc(n, l);
    ws_vc_state *vc = &n->vc[v];
    u64 *busy = busy_ports(n, x);
    u64 ports = *ports_requesting(n, l) & ~*busy;
    if (!is_free(vc) || !ports)
        return;
    u32 local = bit_next_wrap(ports, vc->turn);
    u32 port = first_port(n, x) + local;
    u32 input = port_choose(n, l, port);
    u32 q = first_queue(n, x) + input;
    vc->turn = turn_after(local, WS_PORTS_MAX);
    *busy |= 1ull << local;
    vc_allocate(n, q, v);
}

void ports_allocate(ws_net *n, u32 x) {
    u32 l0 = first_link(n, x);
    u16 *turn = &n->port.output_turn[x];
    u64 outs = outputs_to_try(n, x);
    u64 from_turn = ~0ull << *turn;
    u64 later = outs & from_turn;
    u64 before = outs & ~from_turn;
    *turn = turn_after(*turn, node_outputs(n, x));
    for (BITS_EACH(o, later))
        output_allocate(n, x, l0 + o);
    for (BITS_EACH(p, before))
        output_allocate(n, x, l0 + p);
}

/* ---- who waits for whom ---- */

ws_wait_reason port_blockers(ws_blockers *blockers, u32 q, inhibition by) {
    const ws_net *n = blockers->n;
    if (!is_inhibited(n, q))
        return blockers_usual(blockers, q);
    u32 far = by.ahead(n, q);
    if (far == NIL)
        return WS_WAIT_NOT;
    blocker_add(blockers, far);
    return by.reason;
}

/* ---- the laws ---- */

static const char *queue_broken(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    bool source = is_source(n, q);
    bool has_packet = source || queue->packets > 0;
    bool has_head = has_packet && queue->state == QUEUE_ROUTING;
    if (is_inhibited(n, q) && !has_head)
        return "a queue is inhibited without a head";
    if (source || queue->vc == NIL)
        return NULL;
    u64 busy = *busy_ports(n, node_of(n, q));
    if (busy & port_bit(n, q))
        return NULL;
    return "a queue holds a virtual channel, but its port is not busy";
}

/* The ports of the queues of switch x that wait for link l, recomputed. */
static u64 requesting_recomputed(const ws_net *n, u32 l) {
    const u64 *requests = requests_of(n, l);
    u32 x = node_from(n, l);
    u64 ports = 0;
    for (QUEUES_EACH(q, n, x))
        if (bit_get(requests, input_of(n, q)))
            ports |= port_bit(n, q);
    return ports;
}

static const char *link_broken(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 x = link->from;
    u64 known = *ports_requesting(n, l);
    if (is_injection(n, l))
        return known ? "ports wait for a link from a host" : NULL;
    if (known != requesting_recomputed(n, l))
        return "the ports that wait for a link are not those that it knows";
    u64 awake = n->allocate_outputs[x] & output_bit(link);
    u64 could_send = known & ~*busy_ports(n, x);
    const ws_vc_state *vc = &n->vc[link->vc0];
    bool forgotten = could_send && !awake;
    if (forgotten && is_free(vc))
        return "an idle output has been forgotten";
    return NULL;
}

static const char *busy_broken(const ws_net *n, u32 x) {
    u32 holding = 0;
    for (QUEUES_EACH(q, n, x))
        holding += vc_held(n, q) != NIL;
    if (holding == bit_count(*busy_ports(n, x)))
        return NULL;
    return "not every busy port of a switch has one queue that holds a virtual channel";
}

const ws_law port_laws[] = {
    LAW(queue_broken, queues),
    LAW(link_broken, links),
    LAW(busy_broken, switches),
    LAWS_END,
};

/* ---- the build, and the rows that need no memory of their own ---- */

void port_layout(ws_net *n) {
    n->layout.kills = false;
}

void port_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    size->port_switches = size->switches;
    size->port_links = size->links;
    size->port_words = size->queue_words;
    size->pairs = size->hosts * size->hosts;
    size->ordered_packets = size->packets;
    size->controls = 0;
}

/* voqsw: a queue for each output of the switch. */
static u32 outputs_of(const ws_net *n, u32 l) {
    return node_outputs(n, node_to(n, l));
}

static u32 receive_by_output(ws_net *n, u32 v, u32 k) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 first = own_queue(n, v);
    n->routing->route(n, first, k, option);
    return first + fast_link(n, option[0].link)->out;
}

#define PORTS_NEED "queueing 1q, voqsw, voqnet, recn-iq, recn and recn-dd need "

static bool port_paths_fixed(const ws_check *check) {
    return check->routing->options == 1;
}

const ws_rule port_rules[] = {
    {IS(flow_control, WS_FLOW_PACKET_CREDIT)},
    {IS(vcs, 1)},
    {IS(output_buffer, 0),
     .words = PORTS_NEED "flow-control packet-credit, vcs 1 and no output-buffer"},
    {IS(arbiter, WS_ARBITER_ROUND_ROBIN)},
    {IS(switch_priority, 0)},
    {NOT(router_unit, WS_ROUTER_UNIT_HEADER),
     .words = PORTS_NEED "arbiter round-robin, router-unit outputs and no switch-priority"},
    {IS(timeout_policy, WS_TIMEOUT_POLICY_NONE)},
    {NOT(grant_room, WS_GRANT_ROOM_BUBBLE)},
    {.holds = port_paths_fixed,
     .words = PORTS_NEED "a routing with one way, no timeouts and no bubble"},
    RULES_END,
};

const ws_rule port_path_rules[] = {
    {IS(routing, WS_ROUTING_SOURCE),
     .words = "queueing voqsw and voqnet choose a queue by the way of a packet",
     .remedy = {{"routing", "source"}}},
    RULES_END,
};

/* 1q: packets in a row wait for each other. */
const ws_switch switch_1Q = {
    .rules = {port_rules},
    .ports = true,
    .streams = true,
    .layout = port_layout,
    .sizes = port_sizes,
    .requested = port_requested,
    .withdraw = port_withdraw,
    .is_requested = port_is_requested,
    .freed = port_freed,
    .allocate = ports_allocate,
    .transmit = transmit_input_queued,
    .laws = {port_laws},
};

const ws_switch switch_VOQSW = {
    .rules = {port_rules, port_path_rules},
    .ports = true,
    .streams = true,
    .layout = port_layout,
    .port_queues = outputs_of,
    .sizes = port_sizes,
    .receive = receive_by_output,
    .requested = port_requested,
    .withdraw = port_withdraw,
    .is_requested = port_is_requested,
    .freed = port_freed,
    .allocate = ports_allocate,
    .transmit = transmit_input_queued,
    .laws = {port_laws},
};
