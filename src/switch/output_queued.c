/* output_queued.c - the ideal switch of the textbook: every output has one queue, and packets wait
 * nowhere else.
 *
 * Source: Karol, Hluchyj and Morgan 1987, section III: a fabric that is N times as fast as the
 * links puts whatever arrives in a cycle into the queues of the outputs. With one-flit packets
 * that arrive at random, the mean wait is (N - 1) / N * load / (2 (1 - load)) cycles, and the
 * throughput is 1. What they leave open is decided here:
 *
 *   packets     are put into the queue of their output whole, in the cycle in which their tail
 *               arrives; any number of inputs to one output in the same cycle, by port
 *   memory      an output has room for `buffer` flits, of which a packet has its own until its
 *               tail has left
 *   when full   packets wait in the memory of their input, in order; it has room for as many of
 *               the longest, as packet-credit counts, and gives its credits back when they go on.
 *               The inputs that wait for an output take turns at the room that comes free; the one
 *               whose turn it is lets nobody pass, however long its packet is
 *
 * An output port (output_ports.h) has one queue, the only one that requests the link, so there is
 * nothing to arbitrate.
 *
 * Invariants: a head at an input that is here whole, and whose router delay is over, is inhibited;
 * the next in turn of those that wait for an output has no room there; an output queue holds whole
 * packets for its link. */
#include "blockers.h"
#include "output_ports.h"

enum { QUEUE_PACKETS_MOST = UINT16_MAX }; /* as a queue counts them */

/* ---- inputs that wait ---- */

/* Does the packet in front of queue q, at an input, wait for room in queue `to`? */
static bool waits_for_room(const ws_net *n, u32 q, u32 to) {
    return is_inhibited(n, q) && goes_to(n, q) == to;
}

/* Whose turn it is at queue `to` of an output: an input of its switch. */
static u16 *turn_of(const ws_net *n, u32 to) {
    u32 v = first_vc(n, fed_link(n, to));
    return &n->vc[v].turn;
}

/* The next input in turn that waits for room in queue `to`; NIL: none does. */
static u32 next_waiting(const ws_net *n, u32 to) {
    u32 x = node_of(n, to);
    u32 q0 = first_queue(n, x);
    u32 inputs = input_ports(n, x);
    const u16 *turn = turn_of(n, to);
    u32 place = *turn;
    for (EACH(i, inputs)) {
        place %= inputs;
        u32 q = q0 + place;
        if (waits_for_room(n, q, to))
            return q;
        place++;
    }
    return NIL;
}

/* Is it the turn of queue q, whose packet has come just now and has room in queue `to`, before that
 * of all that wait for room there? Then it takes it. */
static bool pass_in_turn(const ws_net *n, u32 q, u32 to) {
    if (output_has_room(n, to, n->packet_room))
        return true; /* nobody waits */
    u32 next = next_waiting(n, to);
    if (next == NIL)
        return true;
    u32 x = node_of(n, to);
    u32 inputs = input_ports(n, x);
    u16 *turn = turn_of(n, to);
    u32 before = inputs - *turn % inputs;
    u32 own = input_of(n, q);
    u32 its = input_of(n, next);
    u32 own_place = (own + before) % inputs;
    u32 its_place = (its + before) % inputs;
    if (own_place > its_place)
        return false;
    *turn = (u16)(own + 1);
    return true;
}

/* Only queues of outputs request a link. A packet that has come whole in the cycle in which the
 * packet before it went on follows in the next cycle. */
static bool output_request(ws_net *n, u32 q) {
    if (fed_link(n, q) != NIL)
        return true;
    if (credit_is_sent(n, q)) {
        timer_set(n, q, now(n) + 1);
        return false;
    }
    u32 to = goes_to(n, q);
    u32 flits = n->queue[q].front_here;
    bool room = output_has_room(n, to, flits);
    if (room && pass_in_turn(n, q, to))
        output_enter(n, q, to);
    else
        queue_inhibit(n, q);
    return false;
}

/* Lets the inputs that wait for queue `to` of an output in, one in turn after the other, as long as
 * there is room. */
static void inputs_admit(ws_net *n, u32 to) {
    u16 *turn = turn_of(n, to);
    u32 q = next_waiting(n, to);
    while (q != NIL) {
        u32 flits = n->queue[q].front_here;
        if (!output_has_room(n, to, flits))
            return;
        u32 input = input_of(n, q);
        *turn = (u16)(input + 1);
        bit_clear(n->port.inhibited, q);
        output_enter(n, q, to);
        q = next_waiting(n, to);
    }
}

/* A packet has left queue q of an output for good. */
static void room_freed(ws_net *n, u32 q, u32 k) {
    (void)k;
    inputs_admit(n, q);
}

/* ---- the link of an output has one queue to serve ---- */

static void output_allocate(ws_net *n, u32 l) {
    u32 v = first_vc(n, l);
    u32 q = output_queue(n, l);
    const ws_vc_state *vc = &n->vc[v];
    if (is_free(vc) && is_waiting_head(n, q))
        vc_allocate(n, q, v);
}

static void allocate_outputs(ws_net *n, u32 x) {
    u32 l0 = first_link(n, x);
    u64 outs = outputs_to_try(n, x);
    for (BITS_EACH(o, outs))
        output_allocate(n, l0 + o);
}

/* ---- who waits for whom ---- */

static ws_wait_reason output_blockers(ws_blockers *blockers, u32 q) {
    static const inhibition by = {
        .ahead = goes_to,
        .reason = WS_WAIT_ROOM,
    };
    return port_blockers(blockers, q, by);
}

/* ---- the laws ---- */

static const char *input_broken(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (is_source(n, q) || fed_link(n, q) != NIL)
        return NULL;
    if (queue->state == QUEUE_WAITING || queue->vc != NIL)
        return "a head at an input requests a link";
    if (!is_inhibited(n, q))
        return NULL;
    if (queue->packets == 0)
        return "an input without a packet waits for an output";
    u32 to = goes_to(n, q);
    u32 next = next_waiting(n, to);
    u32 flits = n->queue[next].front_here;
    if (output_has_room(n, to, flits))
        return "a packet waits at an input, though its output has room";
    return NULL;
}

static const char *output_broken(const ws_net *n, u32 q) {
    u32 packets = packets_in(n, q);
    u32 used = output_used(n, q);
    u32 room = (u32)n->def->buffer;
    if (is_source(n, q) || fed_link(n, q) == NIL)
        return NULL;
    if (is_inhibited(n, q))
        return "the queue of an output is inhibited";
    if (used > room)
        return "the memory of an output holds more than it has room for";
    for (EACH(i, packets)) {
        u32 k = packet_at(n, q, i);
        if (leaves_by(n, q, k) != fed_link(n, q))
            return "a packet stands in the queue of an output that is not its own";
    }
    return NULL;
}

static const ws_law output_laws[] = {
    LAW(input_broken, queues),
    LAW(output_broken, queues),
    LAWS_END,
};

/* ---- a cable is cut ---- */

/* Heads at inputs wait for the outputs of now. */
static void waiting_admit(ws_net *n) {
    u32 links = first_link(n, n->size.switches);
    for (EACH(l, links))
        inputs_admit(n, output_queue(n, l));
}

static const ws_salvage output_salvage = {
    .misplaced = output_misplaced,
    .permit = waiting_admit,
};

/* ---- the build ---- */

static void output_layout(ws_net *n) {
    n->layout.kills = false;
    n->layout.whole_packets = true;
    n->layout.out_packets = least_of((u32)n->def->buffer, QUEUE_PACKETS_MOST);
}

static u32 one_queue_out(const ws_net *n) {
    (void)n;
    return 1;
}

static void output_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    size->port_words = size->queue_words;
    size->pairs = size->hosts * size->hosts;
    size->ordered_packets = size->packets;
    size->controls = 0;
}

/* A packet goes into the queue of its output at once, so its path must be known. */
static bool oq_paths_fixed(const ws_check *check) {
    const ws_routing *routing = check->routing;
    bool draws = routing->all && check->def->route_choice != WS_ROUTE_CHOICE_FIXED;
    return routing->next && !draws;
}

static const ws_rule output_rules[] = {
    {IS(flow_control, WS_FLOW_PACKET_CREDIT)},
    {IS(vcs, 1)},
    {IS(output_buffer, 0), .words = "queueing oq needs vcs 1, no output-buffer, and whole packets",
     .remedy = {{"flow-control", "packet-credit"}}},
    {NOT(router_unit, WS_ROUTER_UNIT_HEADER)},
    {IS(switch_priority, 0),
     .words = "queueing oq needs router-unit outputs and no switch-priority: packets leave an "
              "output in the order in which they came"},
    {WITHIN(router_delay, INT64_MIN, 0)},
    {WITHIN(vc_delay, INT64_MIN, 0), .words = "queueing oq needs router-delay 0 and lane-delay 0: "
                                              "a packet would go through the router twice"},
    {IS(timeout_policy, WS_TIMEOUT_POLICY_NONE)},
    {NOT(grant_room, WS_GRANT_ROOM_BUBBLE), .words = "queueing oq has no timeouts and no bubble"},
    {.holds = oq_paths_fixed,
     .words = "queueing oq needs a routing with one way",
     .remedy = {{"routing", "updown"}, {"route-choice", "fixed"}}},
    RULES_END,
};

const ws_switch switch_OQ = {
    .rules = {output_rules},
    .ports = true,
    .salvage = &output_salvage,
    .layout = output_layout,
    .output_queues = one_queue_out,
    .sizes = output_sizes,
    .request = output_request,
    .departed = room_freed,
    .allocate = allocate_outputs,
    .transmit = transmit_input_queued,
    .blockers = output_blockers,
    .laws = {output_laws},
};
