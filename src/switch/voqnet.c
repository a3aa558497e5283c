/* voqnet.c - a queue for each destination (queueing voqnet), at the hosts too, each with room of
 * its own (voqnet-room packets), of which the sender knows: with one memory for all, the packets
 * for a hot spot would fill it. */
#include "switch.h"

#include <stdlib.h>

static u32 hosts_of(const ws_net *n, const ws_def *d, u32 l) {
    (void)d, (void)l;
    return n->size.hosts;
}

static u32 receive_by_dest(ws_net *n, u32 v, u32 k) {
    return n->wire.vc_queue[v] + n->packet.dest[k];
}

/* Destination of the packet in front of queue q; a source queue has not cut it yet. */
static u32 dest_ahead(const ws_net *n, u32 q) {
    return is_source(n, q) ? n->message.dest[n->source.first[q - n->wire.source_queue0]]
                           : n->packet.dest[n->queue[q].front];
}

static u32 link_ahead(ws_net *n, u32 q) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (is_source(n, q))
        return n->wire.inject_link[n->wire.queue_node[q] - n->size.switches];
    n->routing->route(n, q, n->queue[q].front, option);
    return option[0].link;
}

static u16 *dest_credit(ws_net *n, u32 l, u32 dest) {
    return &n->port.dest_credit[(size_t)l * n->size.hosts + dest];
}

static bool voqnet_request(ws_net *n, u32 q) {
    u32 l = link_ahead(n, q);
    if (is_sink(n, l) || *dest_credit(n, l, dest_ahead(n, q)) > 0)
        return true;
    queue_inhibit(n, q);
    return false;
}

/* The queue of each port of crossbar x for this destination, one after the other: *port counts.
 * NIL at the end. A host is like a port. */
static u32 next_of_dest(const ws_net *n, u32 x, u32 dest, u32 *port) {
    u32 ports = x < n->size.switches ? n->wire.in0[x + 1] - n->wire.in0[x] : 1;
    u32 q0 = n->wire.queue0[x];
    if (*port == ports)
        return NIL;
    u32 first = x < n->size.switches ? n->wire.port_queue0[n->wire.crossbar_input[q0] + *port] : q0;
    ++*port;
    return first + dest;
}

/* The last room for the destination is taken: the others that wait for the same must not ask. */
static void voqnet_granted(ws_net *n, u32 q, u32 v) {
    u32 l = n->wire.vc_link[v];
    u32 x = n->wire.link_from[l];
    u32 dest = dest_ahead(n, q);
    if (is_sink(n, l) || --*dest_credit(n, l, dest) > 0)
        return;
    for (u32 port = 0, p; (p = next_of_dest(n, x, dest, &port)) != NIL;)
        if (p != q && n->queue[p].state == QUEUE_WAITING)
            queue_inhibit(n, p);
}

static void voqnet_departed(ws_net *n, u32 q, u32 k) {
    u32 v = n->wire.queue_lane[q];
    bool room = control_reserve(n, 1);
    assert(room);
    (void)room;
    control_send(n, (ws_control){.due = n->cycle[0] + n->wire.signal_delay[n->wire.vc_link[v]],
                                 .vc = v,
                                 .packet = n->packet.dest[k],
                                 .kind = CONTROL_DEST});
}

/* The queue for the same destination downstream, when it is full of packets that are there to
 * the tail. */
static u32 voqnet_waits_for(const ws_net *n, u32 q) {
    u32 dest = dest_ahead(n, q);
    u32 x = n->wire.queue_node[q];
    u32 l = is_source(n, q)
                ? n->wire.inject_link[x - n->size.switches]
                : n->wire.port_link[x * WS_PORTS_MAX +
                                    (n->wire.turns[x * n->size.hosts + dest] & TURN_MASK)];
    u32 far = n->wire.vc_queue[n->wire.vc0[l]] + dest;
    return n->queue[far].packets == n->def->voqnet_room ? far : NIL;
}

static void voqnet_control(ws_net *n, const ws_control *what) {
    u32 l = n->wire.vc_link[what->vc];
    u32 x = n->wire.link_from[l];
    control_unreserve(n, 1);
    if ((*dest_credit(n, l, what->packet))++ > 0)
        return;
    for (u32 port = 0, q; (q = next_of_dest(n, x, what->packet, &port)) != NIL;)
        if (bit_get(n->port.inhibited, q) && dest_ahead(n, q) == what->packet)
            queue_permit(n, q);
}

/* ---- the build ---- */

static void voqnet_layout(ws_net *n, const ws_def *d) {
    port_layout(n, d);
    n->layout.queue_packets = (u32)d->voqnet_room;
    n->layout.credits = (u32)d->voqnet_room * n->size.hosts;
}

/* Of control messages there is one credit a cycle and port. */
static void voqnet_sizes(ws_net *n, const ws_def *d) {
    port_sizes(n, d, n->size.ports * (n->wire.longest_signal + 1));
    n->size.dest_credits = n->size.links * n->size.hosts;
}

static void voqnet_start(ws_net *n, const ws_def *d) {
    for (u32 i = 0; i < n->size.dest_credits; i++)
        n->port.dest_credit[i] = (u16)d->voqnet_room;
}

static ws_wait_reason voqnet_blockers(ws_blockers *b, const ws_net *n, u32 q) {
    return port_blockers(b, n, q, voqnet_waits_for, WS_WAIT_ROOM);
}

/* ---- the laws; for tests, slow ---- */

/* Room that the sender knows of + packets under way or there + credits under way = all, for each
 * link and destination. */
static const char *room_broken(const ws_net *n, u32 *where) {
    u32 *used = calloc(n->size.dest_credits, sizeof *used);
    const char *what = used ? NULL : "out of memory";
    for (u32 q = 0; used && q < n->size.queues; q++) {
        u32 v = n->queue[q].vc;
        u32 up = n->wire.queue_lane[q];
        u32 hosts = n->size.hosts;
        if (v != NIL)
            used[n->wire.vc_link[v] * hosts + n->packet.dest[n->queue[q].front]]++;
        for (u32 s = 0; up != NIL && s < n->queue[q].packets; s++) {
            u32 k =
                n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + s) & n->wire.ring_mask[q])];
            used[n->wire.vc_link[up] * hosts + n->packet.dest[k]]++;
            bool arriving = s + 1u == n->queue[q].packets && n->vc[up].holder != NIL &&
                            n->queue[n->vc[up].holder].front == k;
            /* counted with its holder */
            used[n->wire.vc_link[up] * hosts + n->packet.dest[k]] -= arriving;
        }
    }
    for (u32 slot = 0; used && slot < n->size.flight_slots; slot++)
        for (
            u32 l = 0; l < n->size.links;
            l++) { /* packets all of which is on the wire, or of which the head is and the tail has left */
            if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l))
                continue;
            u32 flit = n->flight[(size_t)slot * n->size.links + l];
            u32 k = flit >> FLIT_PACKET_SHIFT;
            u32 q = n->vc[n->wire.vc0[l]].holder;
            bool held = q != NIL && n->queue[q].front == k;
            if ((flit & FLIT_HEAD) && !held)
                used[l * n->size.hosts + n->packet.dest[k]]++;
        }
    for (u32 slot = 0; used && slot < n->size.control_slots; slot++)
        for (u32 row = n->control.first[slot]; row; row = n->control.row[row - 1].next)
            used[n->wire.vc_link[n->control.row[row - 1].vc] * n->size.hosts +
                 n->control.row[row - 1].packet]++;
    for (u32 i = 0; i < n->size.dest_credits && !what; i++)
        if (!is_sink(n, i / n->size.hosts) &&
            used[i] + n->port.dest_credit[ *where = i] != (u32)n->def->voqnet_room)
            what = "the room for a destination at the end of a link is miscounted";
    free(used);
    return what;
}

static const char *voqnet_broken(const ws_net *n, u32 *where) {
    const char *what = ports_broken(n, where);
    return what ? what : room_broken(n, where);
}

/* The last room for the destination is noted before the packet is cut: until then its message
 * tells where it goes. */
static void voqnet_host_granted(ws_net *n, u32 q, u32 v) {
    voqnet_granted(n, q, v);
    host_granted(n, q, v);
}

static const ws_switch voqnet_host = {.request = voqnet_request,
                                      .granted = voqnet_host_granted,
                                      .departed = host_departed,
                                      .allocate = allocate_by_heads,
                                      .transmit = transmit_input_queued,
                                      .blockers = voqnet_blockers};

const ws_switch switch_voqnet = {.ports = true,
                                 .by_dest = true,
                                 .host = &voqnet_host,
                                 .layout = voqnet_layout,
                                 .port_queues = hosts_of,
                                 .sizes = voqnet_sizes,
                                 .start = voqnet_start,
                                 .receive = receive_by_dest,
                                 .request = voqnet_request,
                                 .requested = port_requested,
                                 .withdraw = port_withdraw,
                                 .wanted = port_wanted,
                                 .granted = voqnet_granted,
                                 .freed = port_freed,
                                 .departed = voqnet_departed,
                                 .control = voqnet_control,
                                 .allocate = ports_allocate,
                                 .transmit = transmit_input_queued,
                                 .blockers = voqnet_blockers,
                                 .audit = voqnet_broken};
