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

#include <string.h>

static u32 hosts_of(const ws_net *n, u32 l) {
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
    u32 m = n->source.first[s];
    return n->message.dest[m];
}

static u32 inject_link_of(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u32 h = host_of_node(n, x);
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
static u16 *dest_credit(const ws_net *n, passage to) {
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

/* The queues of a host, and of each port of a switch, are in the order of destinations: so the
 * queues of a node for one destination are evenly spaced. */
#define QUEUES_OF_DEST_EACH(q, n, x, dest)                                                         \
    u32 q = first_queue(n, x) + (dest), q##_end = end_queue(n, x);                                 \
    q < q##_end;                                                                                   \
    q += (n)->size.hosts

/* When the last room for a destination is granted, the other queues of the node for this
 * destination must not request. */
static void voqnet_granted(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    passage next = {
        .link = link_of(n, vc_held(n, q)),
        .dest = dest_ahead(n, q),
    };
    if (is_sink(n, next.link))
        return;
    u16 *credit = dest_credit(n, next);
    assert(*credit > 0);
    --*credit;
    if (*credit > 0)
        return;
    for (QUEUES_OF_DEST_EACH(p, n, x, next.dest))
        if (p != q && is_waiting_head(n, p))
            queue_inhibit(n, p);
}

static void voqnet_departed(ws_net *n, u32 q, u32 k) {
    u32 v = feeding_vc(n, q);
    u32 l = link_of(n, v);
    bool room = control_reserve(n, 1);
    assert(room);
    (void)room;
    u32 delay = n->wire.signal_delay[l];
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

/* A destination has room again: if there was none, the queues of the node that wait for it may
 * request. */
static void voqnet_control(ws_net *n, const ws_control *what) {
    passage freed = passage_of(n, what);
    u16 *credit = dest_credit(n, freed);
    u32 x = node_from(n, freed.link);
    control_unreserve(n, 1);
    ++*credit;
    if (*credit > 1)
        return;
    for (QUEUES_OF_DEST_EACH(q, n, x, freed.dest)) {
        if (!is_inhibited(n, q))
            continue;
        if (dest_ahead(n, q) == freed.dest)
            queue_permit(n, q);
    }
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
    u32 l = fixed_link_ahead(n, q);
    u32 v = first_vc(n, l);
    u32 far = own_queue(n, v) + dest_ahead(n, q);
    bool full = packets_in(n, far) == n->def->voqnet_room;
    return full ? far : NIL;
}

static ws_wait_reason voqnet_blockers(ws_blockers *blockers, u32 q) {
    static const inhibition by = {
        .ahead = voqnet_waits_for,
        .reason = WS_WAIT_ROOM,
    };
    return port_blockers(blockers, q, by);
}

/* ---- the build ---- */

static void voqnet_layout(ws_net *n) {
    u32 room = (u32)n->def->voqnet_room;
    port_layout(n);
    n->layout.queue_packets = room;
    n->layout.credits = room * n->size.hosts;
}

/* Each port sends at most one credit a cycle as a control message. */
static void voqnet_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    u32 cycles = n->wire.longest_signal + 1;
    port_sizes(n);
    size->controls = size->ports * cycles;
    size->dest_credits = size->links * size->hosts;
}

static void voqnet_start(ws_net *n) {
    u16 *credit = n->port.dest_credit;
    u16 room = (u16)n->def->voqnet_room;
    for (EACH(i, n->size.dest_credits))
        credit[i] = room;
}

/* ---- the laws; for tests, slow ---- */

/* What is counted for one link, by destination. */
typedef struct room_count {
    const ws_net *n;
    u32 link;
    u32 vc;
    u32 *used;
} room_count;

/* Counts packet k, which is at the end of the link or will come there. */
static void count_packet(const room_count *count, u32 k) {
    u32 dest = dest_of(count->n, k);
    count->used[dest]++;
}

/* Does packet k hold the virtual channel of the link? */
static bool holds(const room_count *count, u32 k) {
    u32 q = holder_of(count->n, count->vc);
    return q != NIL && front_of(count->n, q) == k;
}

/* Counts the packets of queue q at the end of the link, but not a packet that is still arriving:
 * that is counted with its holder. */
static void count_queue(const room_count *count, u32 q) {
    u32 packets = packets_in(count->n, q);
    for (EACH(i, packets)) {
        u32 k = packet_at(count->n, q, i);
        bool last = i + 1 == packets;
        if (!last || !holds(count, k))
            count_packet(count, k);
    }
}

/* A packet all of which is on the wire, or of which the head is and the tail has left. */
static void count_wire(const room_count *count, u32 slot) {
    const ws_net *n = count->n;
    size_t links = n->size.links;
    size_t words = n->size.link_words;
    const u32 *flight = n->flight + slot * links;
    const u64 *busy = n->flight_bits + slot * words;
    u32 flit = flight[count->link];
    u32 k = flit >> FLIT_PACKET_SHIFT;
    bool head = flit & FLIT_HEAD;
    if (!head || !bit_get(busy, count->link))
        return;
    if (!holds(count, k))
        count_packet(count, k);
}

static void count_all(const room_count *count) {
    const ws_net *n = count->n;
    u32 holder = holder_of(n, count->vc);
    u32 port = port_fed(n, count->vc);
    if (holder != NIL)
        count_packet(count, front_of(n, holder));
    for (PORT_QUEUES_EACH(q, n, port))
        count_queue(count, q);
    for (EACH(i, n->size.flight_slots))
        count_wire(count, i);
    for (EACH(j, n->size.control_slots))
        for (CONTROLS_EACH(credit, n, j))
            if (credit->vc == count->vc)
                count->used[credit->packet]++;
}

/* Counts the room at the end of link l that is used, by destination. */
static void room_used(const ws_net *n, u32 l, u32 *used) {
    room_count count = {
        .n = n,
        .link = l,
        .vc = first_vc(n, l),
        .used = used,
    };
    memset(used, 0, n->size.hosts * sizeof *used);
    count_all(&count);
}

/* Is the room at the end of link l, which the sender knows of or which is used, all there is? */
static const char *room_broken(const ws_net *n, u32 l) {
    u32 hosts = n->size.hosts;
    u32 used[hosts];
    if (is_sink(n, l))
        return NULL;
    room_used(n, l, used);
    for (EACH(h, hosts)) {
        passage to = {
            .link = l,
            .dest = h,
        };
        used[h] += *dest_credit(n, to);
        if (used[h] != n->def->voqnet_room)
            return "the room for a destination at the end of a link is miscounted";
    }
    return NULL;
}

static const ws_law voqnet_laws[] = {
    LAW(room_broken, links),
    LAWS_END,
};

/* ---- a cable is cut ---- */

/* Packets have been taken out: the sender on link l has their room again. */
static void room_settle(ws_net *n, u32 l) {
    u32 hosts = n->size.hosts;
    u32 used[hosts];
    room_used(n, l, used);
    for (EACH(h, hosts)) {
        passage to = {
            .link = l,
            .dest = h,
        };
        *dest_credit(n, to) = (u16)(n->def->voqnet_room - used[h]);
    }
}

static void voqnet_settle(ws_net *n) {
    for (EACH(l, n->size.links))
        if (!is_sink(n, l))
            room_settle(n, l);
}

static const ws_salvage voqnet_salvage = {
    .settle = voqnet_settle,
};

/* ---- the rows ---- */

/* The last room for the destination is noted before the packet is cut: until then its message
 * tells where it goes. */
static void voqnet_host_granted(ws_net *n, u32 q) {
    voqnet_granted(n, q);
    host_granted(n, q);
}

static const ws_switch voqnet_host = {
    .streams = true,
    .request = voqnet_request,
    .granted = voqnet_host_granted,
    .departed = host_departed,
    .allocate = allocate_by_heads,
    .transmit = transmit_input_queued,
    .blockers = voqnet_blockers,
};

static const ws_rule voqnet_rules[] = {
    {NOT(class_rule, WS_CLASS_RULE_PRIORITY),
     .words = "queueing voqnet has a queue for each destination at the hosts, not for each class",
     .remedy = {{"classes", "none"}}},
    {AT_LEAST(voqnet_room, 1), .words = "voqnet-room must be at least 1"},
    RULES_END,
};

const ws_switch switch_VOQNET = {
    .rules = {port_rules, port_path_rules, voqnet_rules},
    .ports = true,
    .streams = true,
    .by_dest = true,
    .salvage = &voqnet_salvage,
    .host = &voqnet_host,
    .layout = voqnet_layout,
    .port_queues = hosts_of,
    .sizes = voqnet_sizes,
    .start = voqnet_start,
    .receive = receive_by_dest,
    .request = voqnet_request,
    .requested = port_requested,
    .withdraw = port_withdraw,
    .is_requested = port_is_requested,
    .granted = voqnet_granted,
    .freed = port_freed,
    .departed = voqnet_departed,
    .control = voqnet_control,
    .allocate = ports_allocate,
    .transmit = transmit_input_queued,
    .blockers = voqnet_blockers,
    .laws = {port_laws, voqnet_laws},
};
