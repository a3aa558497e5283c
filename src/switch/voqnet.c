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
    u32 k = front_of(n, q);
    n->routing->route(n, q, k, option);
    return option[0].link;
}

/* ---- room for a destination ---- */

/* A destination, and a link on the path to it. */
typedef struct passage {
    u32 link;
    u32 dest;
} passage;

/* The place of a link and a destination in `dest_credit`. */
static size_t room_index(const ws_net *n, passage to) {
    size_t hosts = n->size.hosts;
    assert(to.link < n->size.links);
    assert(to.dest < hosts);
    return to.link * hosts + to.dest;
}

/* Packets to the destination that the port at the end of the link has room for. */
static u16 *dest_credit(ws_net *n, passage to) {
    size_t i = room_index(n, to);
    return &n->port.dest_credit[i];
}

static bool voqnet_request(ws_net *n, u32 q) {
    passage next = {
        .link = link_ahead(n, q),
        .dest = dest_ahead(n, q),
    };
    if (is_sink(n, next.link))
        return true;
    if (*dest_credit(n, next) > 0)
        return true;
    queue_inhibit(n, q);
    return false;
}

/* The queues of a node for one destination are as far from each other as the queues of a port are
 * many: those of a host, and of each port of a switch, are in the order of destinations. */
static u32 queue_of_dest(const ws_net *n, u32 x, u32 dest) {
    return first_queue(n, x) + dest;
}
#define QUEUES_OF_DEST_EACH(q, n, x, dest)                                                         \
    u32 q = queue_of_dest(n, x, dest), q##_end = end_queue(n, x);                                  \
    q < q##_end;                                                                                   \
    q += (n)->size.hosts

/* The last room for the destination is taken: the others of its node that wait for the same as
 * queue q must not request. */
static void others_inhibit(ws_net *n, u32 q, u32 dest) {
    u32 x = node_of(n, q);
    for (QUEUES_OF_DEST_EACH(p, n, x, dest))
        if (p != q && is_waiting_head(n, p))
            queue_inhibit(n, p);
}

static void voqnet_granted(ws_net *n, u32 q, u32 v) {
    passage next = {
        .link = link_of(n, v),
        .dest = dest_ahead(n, q),
    };
    if (is_sink(n, next.link))
        return;
    u16 *credit = dest_credit(n, next);
    assert(*credit > 0);
    --*credit;
    if (*credit == 0)
        others_inhibit(n, q, next.dest);
}

static void voqnet_departed(ws_net *n, u32 q, u32 k) {
    u32 v = feeding_vc(n, q);
    bool room = control_reserve(n, 1);
    assert(room);
    (void)room;
    u32 delay = n->wire.signal_delay[link_of(n, v)];
    ws_control credit = {
        .due = now(n) + delay,
        .vc = v,
        .packet = dest_of(n, k),
        .kind = CONTROL_DEST,
    };
    control_send(n, credit);
}

/* Link and destination of a credit. */
static passage passage_of(const ws_net *n, const ws_control *credit) {
    passage freed = {
        .link = link_of(n, credit->vc),
        .dest = credit->packet,
    };
    return freed;
}

/* There is room for the destination again: those of node x that wait for it may request. */
static void dest_permit(ws_net *n, u32 x, u32 dest) {
    for (QUEUES_OF_DEST_EACH(q, n, x, dest)) {
        if (!is_inhibited(n, q))
            continue;
        if (dest_ahead(n, q) == dest)
            queue_permit(n, q);
    }
}

static void voqnet_control(ws_net *n, const ws_control *what) {
    passage freed = passage_of(n, what);
    u16 *credit = dest_credit(n, freed);
    u32 x = node_from(n, freed.link);
    control_unreserve(n, 1);
    ++*credit;
    if (*credit == 1)
        dest_permit(n, x, freed.dest);
}

/* ---- who waits for whom ---- */

/* The link by which the packet in front of queue q goes on; asks no routing, and draws no
 * lots. */
static u32 fixed_link_ahead(const ws_net *n, u32 q) {
    if (is_source(n, q))
        return inject_link_of(n, q);
    u32 route = route_to(n, q, dest_ahead(n, q));
    return first_hop(n, node_of(n, q), route);
}

/* The queue for the same destination downstream, when it is full of packets that are there to
 * the tail. */
static u32 voqnet_waits_for(const ws_net *n, u32 q) {
    u32 v = first_vc(n, fixed_link_ahead(n, q));
    u32 far = own_queue(n, v) + dest_ahead(n, q);
    bool full = packets_in(n, far) == n->def->voqnet_room;
    return full ? far : NIL;
}

static ws_wait_reason voqnet_blockers(ws_blockers *blockers, u32 q) {
    static const inhibition by = {voqnet_waits_for, WS_WAIT_ROOM};
    return port_blockers(blockers, q, by);
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
    u16 *credit = n->port.dest_credit;
    for (EACH(i, n->size.dest_credits))
        credit[i] = (u16)def->voqnet_room;
}

/* ---- the laws; for tests, slow ---- */

/* What is counted, by link and destination. */
typedef struct room_count {
    const ws_net *n;
    u32 *used;
} room_count;

static void count_passage(room_count count, passage to) {
    size_t i = room_index(count.n, to);
    count.used[i]++;
}

/* Counts packet k as one that is, or will be, at the end of link l. */
static void count_packet(room_count count, u32 l, u32 k) {
    passage to = {
        .link = l,
        .dest = dest_of(count.n, k),
    };
    count_passage(count, to);
}

/* Is packet k the one that holds virtual channel v? */
static bool holds(const ws_net *n, u32 v, u32 k) {
    u32 q = holder_of(n, v);
    return q != NIL && front_of(n, q) == k;
}

/* The packet in front of queue q goes to the end of the link that it holds. */
static void count_front(room_count count, u32 q) {
    const ws_queue_state *queue = &count.n->queue[q];
    if (queue->vc == NIL)
        return;
    u32 l = link_of(count.n, queue->vc);
    count_packet(count, l, queue->front);
}

/* Packets in queue q, but for one that is still arriving: that is counted with its holder. */
static void count_queue(room_count count, u32 q) {
    const ws_net *n = count.n;
    u32 up = feeding_vc(n, q);
    u32 packets = packets_in(n, q);
    count_front(count, q);
    if (up == NIL)
        return;
    for (EACH(i, packets)) {
        u32 k = packet_at(n, q, i);
        bool last = i + 1 == packets;
        if (last && holds(n, up, k))
            continue;
        count_packet(count, link_of(n, up), k);
    }
}

/* Packets all of which is on the wire, or of which the head is and the tail has left. */
static void count_wires(room_count count, u32 slot) {
    const ws_net *n = count.n;
    size_t links = n->size.links;
    size_t words = n->size.link_words;
    const u32 *flight = n->flight + slot * links;
    const u64 *bits = n->flight_bits + slot * words;
    for (MEMBERS_EACH(l, bits, n->size.link_words)) {
        u32 k = flight[l] >> FLIT_PACKET_SHIFT;
        bool head = flight[l] & FLIT_HEAD;
        bool held = holds(n, first_vc(n, l), k);
        if (head && !held)
            count_packet(count, l, k);
    }
}

static void count_credits(room_count count, u32 slot) {
    const ws_net *n = count.n;
    for (CONTROLS_EACH(credit, n, slot))
        count_passage(count, passage_of(n, credit));
}

/* Is the room for a destination, which the sender knows of or which is used, all there is? */
static const char *room_broken(const ws_net *n, const u32 *used, u32 *where) {
    u32 all = (u32)n->def->voqnet_room;
    const u16 *known = n->port.dest_credit;
    for (EACH(i, n->size.dest_credits)) {
        u32 l = i / n->size.hosts;
        u32 found = used[i] + known[i];
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
    room_count count = {
        .n = n,
        .used = used,
    };
    for (EACH(q, size->queues))
        count_queue(count, q);
    for (EACH(i, size->flight_slots))
        count_wires(count, i);
    for (EACH(j, size->control_slots))
        count_credits(count, j);
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
