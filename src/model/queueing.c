/* queueing.c - how packets wait at the inputs of a switch: the table, and the rows that need no memory of their own.
 *
 *   fifo       as the wiring has it: a queue for every lane
 *   voq        the same, with a lane for each output; the queues of an input have the crossbar one packet after the other
 *   1q         ports with one queue: what 64 packets in a row do to each other
 *   voqsw      a queue for each output of the switch
 *   voqnet     a queue for each destination, at the hosts too, each with room of its own (voqnet-room packets), of which the sender
 *              knows: with one memory for all, the packets for a hot spot would fill it */
#include "model.h"

static u32 home_of(const ws_net *n, u32 v) { return n->wire.lane_queue[v]; }

/* ---- 1q ---- */

static u32 one_queue(const ws_net *n, const ws_def *d, u32 l) {
    (void)n, (void)d, (void)l;
    return 1;
}

/* ---- voqsw ---- */

static u32 outputs_of(const ws_net *n, const ws_def *d, u32 l) {
    (void)d;
    u32 x = n->wire.link_to[l];
    return n->wire.link0[x + 1] - n->wire.link0[x];
}

static u32 place_by_output(ws_net *n, u32 v, u32 k) {
    ws_cand cand[WS_CANDS_MAX];
    u32 home = home_of(n, v);
    n->routing->route(n, home, k, cand);
    return home + cand[0].link - n->wire.link0[n->wire.queue_xbar[home]];
}

/* ---- voqnet ---- */

static u32 hosts_of(const ws_net *n, const ws_def *d, u32 l) {
    (void)d, (void)l;
    return n->size.hosts;
}

static u32 place_by_dest(ws_net *n, u32 v, u32 k) { return home_of(n, v) + n->pk_dest[k]; }

/* Destination of the packet in front of queue q; a source queue has not cut it yet. */
static u32 dest_ahead(const ws_net *n, u32 q) {
    return is_source(n, q) ? n->ms_dest[n->source_first[q - n->wire.source_queue0]] : n->pk_dest[n->queue[q].front];
}

static u32 link_ahead(ws_net *n, u32 q) {
    ws_cand cand[WS_CANDS_MAX];
    if (is_source(n, q)) return n->wire.inject_link[n->wire.queue_xbar[q] - n->size.switches];
    n->routing->route(n, q, n->queue[q].front, cand);
    return cand[0].link;
}

static u16 *dest_credit(ws_net *n, u32 l, u32 dest) { return &n->dest_credit[(size_t)l * n->size.hosts + dest]; }

static bool voqnet_asks(ws_net *n, u32 q) {
    u32 l = link_ahead(n, q);
    if (is_sink(n, l) || *dest_credit(n, l, dest_ahead(n, q)) > 0) return true;
    queue_bar(n, q);
    return false;
}

/* The queue of each port of crossbar x for this destination, one after the other: *port counts. NIL at the end. A host is like a port. */
static u32 next_of_dest(const ws_net *n, u32 x, u32 dest, u32 *port) {
    u32 ports = x < n->size.switches ? n->wire.in0[x + 1] - n->wire.in0[x] : 1, q0 = n->wire.queue0[x];
    if (*port == ports) return NIL;
    u32 first = x < n->size.switches ? n->wire.xin_queue0[n->wire.queue_xin[q0] + *port] : q0;
    ++*port;
    return first + dest;
}

/* The last room for the destination is taken: the others that wait for the same must not ask. */
static void voqnet_granted(ws_net *n, u32 q, u32 v) {
    u32 l = n->wire.lane_link[v], x = n->wire.link_from[l], dest = dest_ahead(n, q);
    if (is_sink(n, l) || --*dest_credit(n, l, dest) > 0) return;
    for (u32 port = 0, p; (p = next_of_dest(n, x, dest, &port)) != NIL;)
        if (p != q && n->queue[p].state == QUEUE_WAITING) queue_bar(n, p);
}

static void voqnet_left(ws_net *n, u32 q, u32 k) {
    u32 v = n->wire.queue_lane[q];
    bool room = notice_reserve(n, 1);
    assert(room);
    (void)room;
    notice_send(n, (ws_notice){.due = n->now[0] + n->wire.signal_delay[n->wire.lane_link[v]],
                               .lane = v,
                               .packet = n->pk_dest[k],
                               .kind = NOTICE_DEST});
}

/* The queue for the same destination downstream, when it is full of packets that are there to the tail. */
static u32 voqnet_waits_for(const ws_net *n, u32 q) {
    u32 dest = dest_ahead(n, q), x = n->wire.queue_xbar[q];
    u32 l = is_source(n, q) ? n->wire.inject_link[x - n->size.switches]
                            : n->wire.port_link[x * WS_PORTS_MAX + (n->wire.turns[x * n->size.hosts + dest] & TURN_MASK)];
    u32 far = n->wire.lane_queue[n->wire.lane0[l]] + dest;
    return n->queue[far].spans == n->def->voqnet_room ? far : NIL;
}

static void voqnet_hear(ws_net *n, const ws_notice *what) {
    u32 l = n->wire.lane_link[what->lane], x = n->wire.link_from[l];
    rows_return(n, 1);
    if ((*dest_credit(n, l, what->packet))++ > 0) return;
    for (u32 port = 0, q; (q = next_of_dest(n, x, what->packet, &port)) != NIL;)
        if (bit_get(n->barred, q) && dest_ahead(n, q) == what->packet) queue_unbar(n, q);
}

static const ws_queueing plain = {.ports = false};
/* Flit by flit, the queues of one input would hold several outputs at once, each of which then gets a fraction of what the input
 * reads. Round robin keeps it so: the next input is given all outputs when the first has done with them, and one input in N sends. */
static const ws_queueing row_voq = {.by_packet = true};
static const ws_queueing row_1q = {.ports = true, .queues = one_queue};
static const ws_queueing row_voqsw = {.ports = true, .queues = outputs_of, .place = place_by_output};
static const ws_queueing row_voqnet = {.ports = true,
                                       .queues = hosts_of,
                                       .place = place_by_dest,
                                       .asks = voqnet_asks,
                                       .granted = voqnet_granted,
                                       .left = voqnet_left,
                                       .hear = voqnet_hear,
                                       .waits_for = voqnet_waits_for,
                                       .broken = voqnet_broken};

const ws_queueing *const ws_queueings[WS_QUEUEING_COUNT] = {
    [WS_QUEUEING_FIFO] = &plain,         [WS_QUEUEING_VOQ] = &row_voq,        [WS_QUEUEING_1Q] = &row_1q,
    [WS_QUEUEING_VOQSW] = &row_voqsw,    [WS_QUEUEING_VOQNET] = &row_voqnet,  [WS_QUEUEING_RECN_IQ] = &queueing_recn_iq,
    [WS_QUEUEING_POOL] = &queueing_pool, [WS_QUEUEING_RECN] = &queueing_recn,
};
