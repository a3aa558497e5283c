/* voqnet.c - a queue for each destination (queueing voqnet), at the hosts too.
 *
 * Source: Duato et al. 2005, who compare set-aside queues with it as the scheme without any
 * head-of-line blocking. Open there: how a port shares its memory. Ours: each queue has room of its
 * own (voqnet-room packets), of which the sender knows; with one memory for all, the packets for a
 * hot spot would fill it.
 *
 * Invariant: for each link and destination, the room that the sender knows of, the packets under
 * way or in the queue, and the credits under way make voqnet-room. A head whose destination has
 * no room is inhibited. */
#include "switch.h"

#include <stdlib.h>

static u32 hosts_of(const ws_net *n, const ws_def *def, u32 l) {
    (void)def;
    (void)l;
    return n->size.hosts;
}

static u32 receive_by_dest(ws_net *n, u32 v, u32 k) {
    return own_queue(n, v) + dest_of(n, k);
}

/* Destination of the packet in front of queue q; a source queue has not cut it yet. */
static u32 dest_ahead(const ws_net *n, u32 q) {
    if (!is_source(n, q))
        return dest_of(n, front_of(n, q));
    u32 s = source_of_queue(n, q);
    return n->message.dest[n->source.first[s]];
}

static u32 inject_link_of(const ws_net *n, u32 q) {
    u32 h = host_of_node(n, node_of(n, q));
    return n->wire.inject_link[h];
}

static u32 link_ahead(ws_net *n, u32 q) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (is_source(n, q))
        return inject_link_of(n, q);
    n->routing->route(n, q, front_of(n, q), option);
    return option[0].link;
}

/* ---- room for a destination ---- */

/* The place of link l and a destination in `dest_credit`. */
static size_t room_index(const ws_net *n, u32 l, u32 dest) {
    assert(l < n->size.links);
    assert(dest < n->size.hosts);
    return (size_t)l * n->size.hosts + dest;
}

/* Packets to `dest` that the port at the end of link l has room for. */
static u16 *dest_credit(ws_net *n, u32 l, u32 dest) {
    return &n->port.dest_credit[room_index(n, l, dest)];
}

static bool voqnet_request(ws_net *n, u32 q) {
    u32 l = link_ahead(n, q);
    u32 dest = dest_ahead(n, q);
    if (is_sink(n, l) || *dest_credit(n, l, dest) > 0)
        return true;
    queue_inhibit(n, q);
    return false;
}

/* The queues of a node for one destination are as far from each other as the queues of a port are
 * many: those of a host, and of each port of a switch, are in the order of destinations. */
#define QUEUES_OF_DEST_EACH(q, n, x, dest)                                                         \
    u32 q = first_queue(n, x) + (dest), q##_end = end_queue(n, x);                                 \
    q < q##_end;                                                                                   \
    q += (n)->size.hosts

/* The last room for the destination is taken: the others that wait for the same must not
 * request. */
static void voqnet_granted(ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    u32 dest = dest_ahead(n, q);
    if (is_sink(n, l))
        return;
    u16 *credit = dest_credit(n, l, dest);
    assert(*credit > 0);
    --*credit;
    if (*credit > 0)
        return;
    for (QUEUES_OF_DEST_EACH(p, n, node_of(n, q), dest))
        if (p != q && is_waiting_head(n, p))
            queue_inhibit(n, p);
}

static void voqnet_departed(ws_net *n, u32 q, u32 k) {
    u32 v = feeding_vc(n, q);
    bool room = control_reserve(n, 1);
    assert(room);
    (void)room;
    u32 delay = n->wire.signal_delay[link_of(n, v)];
    ws_control credit = {
        .due = n->cycle[0] + delay,
        .vc = v,
        .packet = dest_of(n, k),
        .kind = CONTROL_DEST,
    };
    control_send(n, credit);
}

static void voqnet_control(ws_net *n, const ws_control *what) {
    u32 l = link_of(n, what->vc);
    u32 dest = what->packet;
    u16 *credit = dest_credit(n, l, dest);
    control_unreserve(n, 1);
    ++*credit;
    if (*credit > 1)
        return;
    for (QUEUES_OF_DEST_EACH(q, n, node_from(n, l), dest))
        if (is_inhibited(n, q) && dest_ahead(n, q) == dest)
            queue_permit(n, q);
}

/* ---- who waits for whom ---- */

/* The link by which the packet in front of queue q goes on; asks no routing, and draws no
 * lots. */
static u32 fixed_link_ahead(const ws_net *n, u32 q) {
    const ws_wiring *wire = &n->wire;
    if (is_source(n, q))
        return inject_link_of(n, q);
    u32 x = node_of(n, q);
    u32 dest = dest_ahead(n, q);
    u32 route = wire->routes[x * n->size.hosts + dest];
    u32 port = route & HOP_MASK;
    return wire->port_link[x * WS_PORTS_MAX + port];
}

/* The queue for the same destination downstream, when it is full of packets that are there to
 * the tail. */
static u32 voqnet_waits_for(const ws_net *n, u32 q) {
    u32 v = first_vc(n, fixed_link_ahead(n, q));
    u32 far = own_queue(n, v) + dest_ahead(n, q);
    bool full = n->queue[far].packets == n->def->voqnet_room;
    return full ? far : NIL;
}

static ws_wait_reason voqnet_blockers(ws_blockers *blockers, const ws_net *n, u32 q) {
    return port_blockers(blockers, n, q, voqnet_waits_for, WS_WAIT_ROOM);
}

/* ---- the build ---- */

static void voqnet_layout(ws_net *n, const ws_def *def) {
    u32 room = (u32)def->voqnet_room;
    port_layout(n, def);
    n->layout.queue_packets = room;
    n->layout.credits = room * n->size.hosts;
}

/* Of control messages there is one credit a cycle and port. */
static void voqnet_sizes(ws_net *n, const ws_def *def) {
    ws_sizes *size = &n->size;
    u32 cycles = n->wire.longest_signal + 1;
    port_sizes(n, def, size->ports * cycles);
    size->dest_credits = size->links * size->hosts;
}

static void voqnet_start(ws_net *n, const ws_def *def) {
    u16 room = (u16)def->voqnet_room;
    for (u32 i = 0; i < n->size.dest_credits; i++)
        n->port.dest_credit[i] = room;
}

/* ---- the laws; for tests, slow ---- */

/* Counts packet k as one that is, or will be, at the end of link l. */
static void count_packet(const ws_net *n, u32 *used, u32 l, u32 k) {
    used[room_index(n, l, dest_of(n, k))]++;
}

/* Is packet k the one that holds virtual channel v? */
static bool holds(const ws_net *n, u32 v, u32 k) {
    u32 q = holder_of(n, v);
    return q != NIL && front_of(n, q) == k;
}

/* Packets in queue q, but for one that is still arriving: that is counted with its holder. */
static void count_queue(const ws_net *n, u32 *used, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 up = feeding_vc(n, q);
    u32 v = queue->vc;
    if (v != NIL)
        count_packet(n, used, link_of(n, v), queue->front);
    if (up == NIL)
        return;
    u32 l = link_of(n, up);
    for (u32 i = 0; i < queue->packets; i++) {
        u32 k = packet_at(n, q, i);
        bool last = i + 1u == queue->packets;
        if (!last || !holds(n, up, k))
            count_packet(n, used, l, k);
    }
}

/* Packets all of which is on the wire, or of which the head is and the tail has left. */
static void count_wires(const ws_net *n, u32 *used, u32 slot) {
    size_t links = n->size.links;
    u32 words = n->size.link_words;
    const u32 *flight = n->flight + slot * links;
    const u64 *bits = n->flight_bits + (size_t)slot * words;
    for (MEMBERS_EACH(l, bits, words)) {
        u32 k = flight[l] >> FLIT_PACKET_SHIFT;
        bool head = flight[l] & FLIT_HEAD;
        bool held = holds(n, first_vc(n, l), k);
        if (head && !held)
            count_packet(n, used, l, k);
    }
}

static void count_credits(const ws_net *n, u32 *used, u32 slot) {
    u32 row = n->control.first[slot];
    while (row > 0) {
        const ws_control *credit = &n->control.row[row - 1];
        u32 l = link_of(n, credit->vc);
        used[room_index(n, l, credit->packet)]++;
        row = credit->next;
    }
}

/* Is the room for a destination, which the sender knows of or which is used, all there is? */
static const char *room_broken(const ws_net *n, const u32 *used, u32 *where) {
    u32 all = (u32)n->def->voqnet_room;
    for (u32 i = 0; i < n->size.dest_credits; i++) {
        u32 l = i / n->size.hosts;
        u32 found = used[i] + n->port.dest_credit[i];
        *where = i;
        if (found != all && !is_sink(n, l))
            return "the room for a destination at the end of a link is miscounted";
    }
    return NULL;
}

static const char *rooms_broken(const ws_net *n, u32 *where) {
    const ws_sizes *size = &n->size;
    u32 *used = calloc(size->dest_credits, sizeof *used);
    if (!used)
        return "out of memory";
    for (u32 q = 0; q < size->queues; q++)
        count_queue(n, used, q);
    for (u32 i = 0; i < size->flight_slots; i++)
        count_wires(n, used, i);
    for (u32 j = 0; j < size->control_slots; j++)
        count_credits(n, used, j);
    const char *what = room_broken(n, used, where);
    free(used);
    return what;
}

static const char *voqnet_broken(const ws_net *n, u32 *where) {
    const char *what = ports_broken(n, where);
    return what ? what : rooms_broken(n, where);
}

/* ---- the rows ---- */

/* The last room for the destination is noted before the packet is cut: until then its message
 * tells where it goes. */
static void voqnet_host_granted(ws_net *n, u32 q, u32 v) {
    voqnet_granted(n, q, v);
    host_granted(n, q, v);
}

static const ws_switch voqnet_host = {
    .request = voqnet_request,
    .granted = voqnet_host_granted,
    .departed = host_departed,
    .allocate = allocate_by_heads,
    .transmit = transmit_input_queued,
    .blockers = voqnet_blockers,
};

static bool voqnet_check(const ws_def *def, const ws_routing *routing, ws_error *error) {
    if (!port_check_path(def, routing, error))
        return false;
    if (def->class_rule == WS_CLASS_RULE_PRIORITY)
        return fail(error, "queueing voqnet has a queue for each destination at the hosts, not for "
                           "each class; try `set classes none`");
    if (def->voqnet_room < 1)
        return fail(error, "voqnet-room must be at least 1");
    return true;
}

const ws_switch switch_voqnet = {
    .check = voqnet_check,
    .ports = true,
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
    .audit = voqnet_broken,
};
