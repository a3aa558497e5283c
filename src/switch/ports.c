/* ports.c - switches whose inputs are ports: the queues at the end of a link share its memory and
 * one crossbar input.
 *
 * A port reads one packet at a time: a queue is given an output lane only while no other queue of
 * its port holds one, and keeps the crossbar input until its tail has left. So nothing competes at
 * flit rate, and the links are as plain as those of a switch with one queue an input. An idle
 * output takes the next port in turn that has a head for it and is idle, and of this port the next
 * such queue in turn; the idle outputs are served one after the other, beginning with another one
 * each time, until no grant is possible: a greedy maximal matching. A port with many queues has no
 * larger share of an output than one with few.
 *
 * Invariants: port_requests[l] holds exactly the ports in which a queue waits for link l;
 * port_busy[x] exactly those of which one holds a lane; a barred queue has a packet in front, is
 * in no request set, and no timer runs for it. */
#include "blockers.h"

/* First member of the set at or after `from` and below `end`; NIL if there is none. */
static u32 bits_next_in(const u64 *set, u32 from, u32 end) {
    for (u32 w = from >> 6; w * 64 < end; w++) {
        u64 word = set[w];
        if (w == from >> 6)
            word &= ~0ull << (from & 63);
        if (word) {
            u32 found = w * 64 + bit_first(word);
            return found < end ? found : NIL;
        }
    }
    return NIL;
}

void port_requested(ws_net *n, u32 q) {
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++)
        n->port.requests[l] |= 1ull << port_local(n, q);
}

/* After the bits of queue q have gone from the request sets. */
void port_withdraw(ws_net *n, u32 q) {
    u32 q0 = n->wire.queue0[n->wire.queue_node[q]];
    u32 port = port_of(n, q);
    u32 first = n->wire.port_queue0[port] - q0;
    u32 end = n->wire.port_queue0[port + 1] - q0;
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++)
        if (bits_next_in(n->requests + n->wire.request0[l], first, end) == NIL)
            n->port.requests[l] &= ~(1ull << port_local(n, q));
}

bool port_wanted(ws_net *n, u32 l, u32 v) {
    (void)v;
    return n->port.requests[l] != 0;
}

void port_freed(ws_net *n, u32 q, u32 l) {
    u32 x = n->wire.queue_node[q];
    u64 port = 1ull << port_local(n, q);
    ready_clear(n, q, l);
    n->port.busy[x] &= ~port;
    for (u32 out = n->wire.link0[x]; out < n->wire.link0[x + 1]; out++)
        if ((n->port.requests[out] & port) && n->vc[n->wire.vc0[out]].holder == NIL)
            link_wake(n, out);
    if (is_requested(n, l))
        link_wake(n, l);
}

void queue_inhibit(ws_net *n, u32 q) {
    if (n->queue[q].state == QUEUE_WAITING)
        request_end(n, q);
    else
        n->since[q] = n->cycle[0];
    n->queue[q].state = QUEUE_ROUTING;
    bit_set(n->port.inhibited, q);
}

void queue_permit(ws_net *n, u32 q) {
    if (!bit_get(n->port.inhibited, q))
        return;
    bit_clear(n->port.inhibited, q);
    queue_request(n, q);
}

/* The queue that output link l takes; NIL if no idle port has one. */
static u32 output_choose(ws_net *n, u32 x, u32 l, ws_vc_state *lane) {
    u64 ports = n->port.requests[l] & ~n->port.busy[x];
    if (!ports)
        return NIL;
    u32 local = bit_next_wrap(ports, lane->turn);
    u32 q0 = n->wire.queue0[x];
    u32 port = n->wire.crossbar_input[q0] + local;
    u32 first = n->wire.port_queue0[port] - q0;
    u32 end = n->wire.port_queue0[port + 1] - q0;
    u32 input = bits_next_in(n->requests + n->wire.request0[l], first + n->port.turn[port], end);
    if (input == NIL)
        input = bits_next_in(n->requests + n->wire.request0[l], first, end);
    lane->turn = (u16)((local + 1) & 63);
    n->port.turn[port] = (u16)(input + 1 == end ? 0 : input + 1 - first);
    n->port.busy[x] |= 1ull << local;
    return q0 + input;
}

void ports_allocate(ws_net *n, u32 x) {
    u32 l0 = n->wire.link0[x];
    u32 outputs = n->wire.link0[x + 1] - l0;
    u32 first = n->port.output_turn[x];
    u64 outs = n->allocate_outputs[x];
    u64 later = outs & (~0ull << first);
    u64 rest[2] = {later, outs & ~later};
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    n->port.output_turn[x] = (u16)(first + 1 == outputs ? 0 : first + 1);
    for (u32 half = 0; half < 2; half++)
        for (BITS_EACH(o, rest[half])) {
            ws_vc_state *lane = &n->vc[n->wire.vc0[l0 + o]];
            if (lane->holder != NIL || lane->credit <= 0)
                continue;
            u32 q = output_choose(n, x, l0 + o, lane);
            if (q != NIL)
                vc_allocate(n, q, n->wire.vc0[l0 + o]);
        }
}

/* ---- who waits for whom ---- */

ws_wait_reason port_blockers(ws_blockers *b, const ws_net *n, u32 q,
                             u32 (*waits_for)(const ws_net *n, u32 q), ws_wait_reason reason) {
    if (!bit_get(n->port.inhibited, q))
        return blockers_usual(b, n, q);
    u32 far = waits_for(n, q);
    if (far == NIL)
        return WS_WAIT_NOT;
    blocker_add(b, far);
    return reason;
}

/* ---- the laws ---- */

static const char *queue_broken(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 x = n->wire.queue_node[q];
    bool inhibited = bit_get(n->port.inhibited, q);
    if (inhibited && (queue->state != QUEUE_ROUTING || (!is_source(n, q) && queue->packets == 0)))
        return "a queue is barred without a head";
    if (is_source(n, q))
        return NULL;
    if (queue->vc != NIL && !(n->port.busy[x] >> port_local(n, q) & 1))
        return "a queue holds a lane, but its port is not busy";
    return NULL;
}

/* The ports of the queues that wait for link l, or hold a lane, recomputed. */
static const char *link_broken(const ws_net *n, u32 l) {
    u32 x = n->wire.link_from[l];
    u64 want = 0;
    for (u32 q = n->wire.queue0[x]; x < n->size.switches && q < n->wire.queue0[x + 1]; q++)
        if (bit_get(n->requests + n->wire.request0[l], input_of(n, q)))
            want |= 1ull << port_local(n, q);
    if (want != n->port.requests[l])
        return "the ports that wait for a link are not those that it knows";
    bool idle = n->vc[n->wire.vc0[l]].holder == NIL && n->vc[n->wire.vc0[l]].credit > 0;
    bool alerted = x >= n->size.switches || (n->allocate_outputs[x] >> (l - n->wire.link0[x]) & 1);
    if (idle && !alerted && (want & ~n->port.busy[x]))
        return "an idle output has been forgotten";
    return NULL;
}

const char *ports_broken(const ws_net *n, u32 *where) {
    const char *what = NULL;
    for (u32 q = 0; q < n->size.queues && !what; q++)
        what = queue_broken(n, *where = q);
    for (u32 l = 0; l < n->size.links && !what; l++)
        what = link_broken(n, *where = l);
    for (u32 x = 0; x < n->size.switches && !what; x++) {
        u32 holding = 0;
        for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1]; q++)
            holding += n->queue[q].vc != NIL;
        if (holding != bit_count(n->port.busy[ *where = x]))
            what = "not every busy port of a switch has one queue that holds a lane";
    }
    return what;
}

/* ---- the build, and the rows that need no memory of their own ---- */

void port_layout(ws_net *n, const ws_def *d) {
    (void)d;
    n->layout.kills = false;
}

void port_sizes(ws_net *n, const ws_def *d, u32 controls) {
    (void)d;
    ws_sizes *z = &n->size;
    z->port_switches = z->switches;
    z->port_links = z->links;
    z->port_words = z->queue_words;
    z->pairs = z->hosts * z->hosts;
    z->ordered_packets = z->packets;
    z->controls = controls;
}

static void plain_sizes(ws_net *n, const ws_def *d) {
    port_sizes(n, d, 0);
}

/* 1q: what 64 packets in a row do to each other. */
static u32 one_queue(const ws_net *n, const ws_def *d, u32 l) {
    (void)n, (void)d, (void)l;
    return 1;
}

/* voqsw: a queue for each output of the switch. */
static u32 outputs_of(const ws_net *n, const ws_def *d, u32 l) {
    (void)d;
    u32 x = n->wire.link_to[l];
    return n->wire.link0[x + 1] - n->wire.link0[x];
}

static u32 receive_by_output(ws_net *n, u32 v, u32 k) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 home = n->wire.vc_queue[v];
    n->routing->route(n, home, k, option);
    return home + option[0].link - n->wire.link0[n->wire.queue_node[home]];
}

const ws_switch switch_1q = {.ports = true,
                             .layout = port_layout,
                             .port_queues = one_queue,
                             .sizes = plain_sizes,
                             .requested = port_requested,
                             .withdraw = port_withdraw,
                             .wanted = port_wanted,
                             .freed = port_freed,
                             .allocate = ports_allocate,
                             .transmit = transmit_input_queued,
                             .audit = ports_broken};

const ws_switch switch_voqsw = {.ports = true,
                                .layout = port_layout,
                                .port_queues = outputs_of,
                                .sizes = plain_sizes,
                                .receive = receive_by_output,
                                .requested = port_requested,
                                .withdraw = port_withdraw,
                                .wanted = port_wanted,
                                .freed = port_freed,
                                .allocate = ports_allocate,
                                .transmit = transmit_input_queued,
                                .audit = ports_broken};
