/* cioq.c - see cioq.h. */
#include "cioq.h"

static const ws_crossing *rules_of(const ws_net *n) {
    return n->model->crossing;
}
static bool is_busy(const ws_net *n, u32 port) {
    return *crossing_at(n, port) != NIL;
}
/* Can output port `out` take a packet now? */
static bool may_receive(const ws_net *n, u32 out) {
    u32 room = n->cross.room[out];
    return room > 0 && !is_busy(n, out);
}

/* ---- packets come and go ---- */

u32 plain_queue(const ws_net *n, u32 port, u32 route) {
    u32 first = first_queue_of(n, port);
    u32 x = node_of(n, first);
    if (is_output(n, port))
        return first;
    u32 l = first_hop(n, x, route);
    return first + fast_link(n, l)->out;
}

u32 cioq_receive(ws_net *n, u32 v, u32 k) {
    u32 port = port_fed(n, v);
    return rules_of(n)->queue_for(n, port, k);
}

bool cioq_request(ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    bool may_leave = !rules_of(n)->is_held(n, q);
    if (may_leave && is_output(n, port))
        return true;
    queue_inhibit(n, q);
    if (may_leave)
        node_wake(n, node_of(n, q));
    return false;
}

void cioq_departed(ws_net *n, u32 q, u32 k) {
    u32 port = port_of(n, q);
    u32 x = node_of(n, q);
    n->cross.room[port]++;
    node_wake(n, x);
    rules_of(n)->departed(n, q, k);
}

/* ---- packets that move on ---- */

u32 queue_entered(ws_net *n, u32 port, u32 k) {
    u32 route = route_from(n, port, k);
    ws_saq saq = saq_entry(n, port, route);
    u32 plain = plain_queue(n, port, route);
    u32 q = saq_queue_or(saq, plain);
    packet_place place = place_in(n, q, k);
    pending_enter(place);
    return q;
}

/* The input port through which the rest of a packet comes to `port`: for an output port, the port
 * from which the packet is crossing. */
static u32 port_of_rest(const ws_net *n, u32 port) {
    if (is_output(n, port))
        return last_sender(n, port);
    return port;
}

/* Is the rest of packet k still coming to the port, from `port_of_rest`? */
static bool rest_is_known(const ws_net *n, u32 port, u32 k) {
    u32 from = port_of_rest(n, port);
    return from == port || *crossing_at(n, from) == k;
}

/* Moves the packet in front of queue `from` into a SAQ of the same port, with its flits that are
 * here; the rest will follow. */
static void packet_move(ws_net *n, u32 from, ws_saq saq) {
    const ws_crossing *rules = rules_of(n);
    u32 q = saq_queue(saq);
    u32 k = front_of(n, from);
    u32 rest = port_of_rest(n, saq.port);
    packet_place place = place_in(n, from, k);
    assert(front_is_whole(n, from) || rest_is_known(n, saq.port, k));
    pending_advance(place, saq.line->hops);
    rest_redirect(n, from, feeder(n, rest), q);
    u32 flits = front_leave(n, from, MOVE_CYCLES);
    saq.line->used = 1; /* not idle meanwhile */
    packet_accept(n, q, k, flits);
    rules->stored(n, q);
    rules->less(n, from);
}

bool request_or_move(ws_net *n, u32 q) {
    ws_saq to = saq_for(front_place(n, q));
    if (!to.line)
        return cioq_request(n, q);
    packet_move(n, q, to);
    return false;
}

/* ---- the crossbar ---- */

/* The output by which the packet in front of queue q leaves the switch, by number. */
static u32 output_ahead(const ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    u32 dest = dest_of(n, k);
    u32 route = route_to(n, q, dest);
    return route & HOP_MASK;
}

/* Does queue q of an input port have a packet that may cross to output o (by number)? */
static bool may_cross(const ws_net *n, u32 q, u32 o) {
    bool waits = packets_in(n, q) > 0 && is_inhibited(n, q);
    if (!waits || rules_of(n)->is_held(n, q))
        return false;
    return output_ahead(n, q) == o;
}

/* The queue of input port `in` that is next in turn to send to output o (by number) now; NIL if
 * none can. */
static u32 input_choose(const ws_net *n, u32 in, u32 o) {
    u32 first = first_queue_of(n, in);
    u32 queues = end_queue_of(n, in) - first;
    u32 place = n->cross.turn[in];
    if (is_busy(n, in))
        return NIL;
    place %= queues;
    for (EACH(i, queues)) {
        if (may_cross(n, first + place, o))
            return first + place;
        place = turn_after(place, queues);
    }
    return NIL;
}

/* A packet that goes over from queue q of an input port to an output port. */
typedef struct crossing {
    u32 q;
    u32 in;
    u32 out;
    u32 packet;
} crossing;

/* Both ports are busy until the packet has crossed. */
static void crossing_begin(ws_net *n, const crossing *over) {
    u32 cycles = n->packet.length[over->packet];
    bool reserved = control_reserve(n, 1);
    assert(reserved);
    (void)reserved;
    *crossing_at(n, over->in) = over->packet;
    *crossing_at(n, over->out) = over->packet;
    n->cross.room[over->out]--;
    ws_control end = {
        .due = now(n) + cycles,
        .packet = over->in,
        .count = over->out,
        .kind = CONTROL_CROSSED,
    };
    control_send(n, end);
}

/* Moves the packet to the output port, with its flits that are here; the rest will follow. */
static void packet_cross(ws_net *n, const crossing *over) {
    const ws_crossing *rules = rules_of(n);
    u32 q = over->q;
    u32 k = over->packet;
    u32 to = rules->queue_for(n, over->out, k);
    u32 rest = feeder(n, over->in);
    crossing_begin(n, over);
    bit_clear(n->port.inhibited, q);
    rest_redirect(n, q, rest, to);
    u32 flits = front_leave(n, q, 1);
    rules->departed(n, q, k);
    packet_accept(n, to, k, flits);
    rules->stored(n, to);
}

/* Output port `out` accepts the packet in front of queue q, whose port is the `place`-th of its
 * switch. */
static void output_accept(ws_net *n, u32 out, u32 q, u32 place) {
    u16 *turn = n->cross.turn;
    crossing over = {
        .q = q,
        .in = port_of(n, q),
        .out = out,
        .packet = front_of(n, q),
    };
    u32 behind = q + 1 - first_queue_of(n, over.in);
    turn[out] = (u16)(place + 1);
    turn[over.in] = (u16)behind;
    packet_cross(n, &over);
}

/* Output port `out` takes the next input port in turn that has a packet for it. */
static void output_cross(ws_net *n, u32 out) {
    u32 x = port_switch(n, out);
    u32 first = first_port(n, x);
    u32 inputs = input_ports(n, x);
    u32 o = output_number(n, out);
    u32 place = n->cross.turn[out];
    if (!may_receive(n, out))
        return;
    place %= inputs;
    for (EACH(i, inputs)) {
        u32 q = input_choose(n, first + place, o);
        if (q != NIL) {
            output_accept(n, out, q, place);
            return;
        }
        place = turn_after(place, inputs);
    }
}

/* Packets cross first; then output ports grant their links. */
void cioq_allocate(ws_net *n, u32 x) {
    u32 first = first_link(n, x);
    u32 outputs = node_outputs(n, x);
    u32 place = (u32)(now(n) % outputs);
    for (EACH(i, outputs)) {
        u32 out = output_port(n, first + place);
        output_cross(n, out);
        place = turn_after(place, outputs);
    }
    ports_allocate(n, x);
}

void cioq_crossed(ws_net *n, const ws_control *what) {
    u32 in = what->packet;
    u32 out = what->count;
    u32 q = first_queue_of(n, in);
    control_unreserve(n, 1);
    *crossing_at(n, in) = NIL;
    *crossing_at(n, out) = NIL;
    signal_send(n, q);
    node_wake(n, node_of(n, q));
}

/* ---- a cable is cut ---- */

/* The output port that packet k crosses to from an input port. */
static u32 crossing_to(const ws_net *n, u32 in, u32 k) {
    u32 x = port_switch(n, in);
    u32 found = NIL;
    for (LINKS_EACH(l, n, x)) {
        u32 out = output_port(n, l);
        if (*crossing_at(n, out) == k)
            found = out;
    }
    assert(found != NIL);
    return found;
}

/* The packet that crosses from an input port will not: both ports are free, and so is its place at
 * the input, if it has come there whole. */
static void crossing_end(ws_net *n, u32 in) {
    u32 k = *crossing_at(n, in);
    u32 out = crossing_to(n, in, k);
    u32 v = feeder(n, in);
    i32 places = (i32)cioq_kept(n, in);
    u32 rows = control_recall(n, CONTROL_CROSSED, in);
    control_unreserve(n, rows);
    *crossing_at(n, in) = NIL;
    *crossing_at(n, out) = NIL;
    n->vc[v].credit += places;
    vc_wake(n, v);
}

void cioq_losing(ws_net *n, const u8 *lost) {
    for (EACH(port, n->size.cross_ports)) {
        u32 k = *crossing_at(n, port);
        if (k == NIL || is_output(n, port))
            continue;
        if (lost[k])
            crossing_end(n, port);
    }
}

void cioq_settle(ws_net *n) {
    for (EACH(port, n->size.cross_ports)) {
        u32 packets = 0;
        if (!is_output(n, port))
            continue;
        for (PORT_QUEUES_EACH(q, n, port))
            packets += packets_in(n, q);
        n->cross.room[port] = (u16)(n->wire.out_slots - packets);
    }
    for (EACH(x, n->size.switches))
        node_wake(n, x);
}

/* ---- who waits for whom ---- */

/* A queue of a port that has packets; NIL if none has. */
static u32 queue_filled(const ws_net *n, u32 port) {
    for (PORT_QUEUES_EACH(q, n, port))
        if (packets_in(n, q) > 0)
            return q;
    return NIL;
}

u32 cioq_full_ahead(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u32 l = first_hop(n, x, output_ahead(n, q));
    u32 out = output_port(n, l);
    bool full = n->cross.room[out] == 0;
    return full ? queue_filled(n, out) : NIL;
}

/* ---- the laws ---- */

/* Is the tail of packet k on the wire of link l, and arrives in this slot of the wheel? */
static bool tail_flies(const ws_net *n, u32 slot, u32 l, u32 k) {
    size_t words = n->size.link_words;
    size_t links = n->size.links;
    const u64 *busy = n->flight_bits + slot * words;
    const u32 *flight = n->flight + slot * links;
    u32 flit = flight[l];
    bool tail = flit & FLIT_TAIL;
    if (!tail || !bit_get(busy, l))
        return false;
    return flit >> FLIT_PACKET_SHIFT == k;
}

/* Is the tail of the packet that crosses from an input port still on its way there? */
static bool tail_comes(const ws_net *n, u32 in) {
    u32 k = *crossing_at(n, in);
    u32 v = feeder(n, in);
    u32 l = link_of(n, v);
    u32 holder = holder_of(n, v);
    if (holder != NIL && front_of(n, holder) == k)
        return true;
    for (EACH(slot, n->size.flight_slots))
        if (tail_flies(n, slot, l, k))
            return true;
    return false;
}

u32 cioq_kept(const ws_net *n, u32 port) {
    return is_busy(n, port) && !tail_comes(n, port);
}

/* Could a packet cross to output port `out`? */
static bool could_cross(const ws_net *n, u32 out) {
    u32 x = port_switch(n, out);
    u32 o = output_number(n, out);
    if (!may_receive(n, out))
        return false;
    for (INPUT_PORTS_EACH(in, n, x))
        if (input_choose(n, in, o) != NIL)
            return true;
    return false;
}

/* The memory of an output port; could a packet cross to it, and nobody has noticed? */
static const char *output_broken(const ws_net *n, u32 out) {
    u32 packets = n->cross.room[out];
    u32 x = port_switch(n, out);
    if (!is_output(n, out))
        return NULL;
    for (PORT_QUEUES_EACH(q, n, out))
        packets += packets_in(n, q);
    if (packets != n->wire.out_slots)
        return "an output port has miscounted its packets";
    bool noticed = bit_get(n->allocate_nodes, x);
    if (!noticed && could_cross(n, out))
        return "a packet that could cross has been forgotten";
    return NULL;
}

const ws_law cioq_laws[] = {
    LAW(output_broken, ports),
    LAWS_END,
};

/* ---- the build ---- */

u32 cioq_queues(const ws_net *n, u32 l) {
    u32 x = node_to(n, l);
    return node_outputs(n, x) + n->layout.saqs;
}

u32 cioq_outputs(const ws_net *n) {
    return 1 + n->layout.saqs;
}

void cioq_sizes(ws_net *n) {
    n->size.cross_ports = n->size.ports;
    saq_sizes(n);
}

void cioq_start(ws_net *n) {
    u16 slots = (u16)n->wire.out_slots;
    saq_start(n);
    for (EACH(port, n->size.cross_ports)) {
        *crossing_at(n, port) = NIL;
        if (is_output(n, port))
            n->cross.room[port] = slots;
    }
}

const ws_rule cioq_rules[] = {
    {WITHIN(router_delay, INT64_MIN, 0)},
    {WITHIN(vc_delay, INT64_MIN, 0),
     .words = "queueing recn and recn-dd need router-delay 0 and lane-delay 0: a packet would go "
              "through the router twice"},
    RULES_END,
};
