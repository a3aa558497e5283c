/* random_machines.h - networks drawn at random, and everything that may change while one runs. Header only. */
#ifndef RANDOM_MACHINES_H
#define RANDOM_MACHINES_H

#include "fixture.h"

FIXTURE u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }
FIXTURE bool chance(u64 *rng, u32 percent) { return rng_below(rng, 100) < percent; }

/* ---- random definitions ---- */

/* Everything that may change while the network runs. */
FIXTURE void random_live(ws_def *d, u64 *rng, u32 hosts) {
    static const int64_t loads[] = {0, 5000, 50000, 200000, 600000, 1000000};
    bool free_rules =
        d->flow_control != WS_FLOW_STOP_GO && d->grant_room != WS_GRANT_ROOM_BUBBLE; /* bubbles are for a whole life */
    if (free_rules && chance(rng, 20)) d->grant_room = pick(rng, WS_GRANT_ROOM_NONE, WS_GRANT_ROOM_FIT);
    if (free_rules && chance(rng, 20)) d->switching = pick(rng, 0, WS_SWITCHING_COUNT - 1);
    d->selection = pick(rng, 0, WS_SELECTION_COUNT - 1), d->injection = pick(rng, 0, WS_INJECTION_COUNT - 1);
    d->multiplexing = pick(rng, 0, d->router_unit ? WS_MULTIPLEXING_COUNT - 1 : WS_MULTIPLEXING_BLOCK);
    bool bubble = d->grant_room == WS_GRANT_ROOM_BUBBLE; /* whole packets must fit into a buffer */
    bool whole_packets = bubble || d->grant_room == WS_GRANT_ROOM_PACKET || d->switching != WS_SWITCHING_WORMHOLE ||
                         d->flow_control == WS_FLOW_PACKET_CREDIT;
    d->arbiter = pick(rng, 0, WS_ARBITER_COUNT - 1), d->switch_priority = chance(rng, 30);
    d->route_choice = pick(rng, 0, WS_ROUTE_CHOICE_COUNT - 1);
    d->load = loads[pick(rng, 0, 5)];
    d->traffic = pick(rng, WS_TRAFFIC_UNIFORM, WS_TRAFFIC_UNIFORM_SELF);
    if (chance(rng, 25)) d->traffic = WS_TRAFFIC_HOTSPOT;
    d->hotspot_host = pick(rng, 0, hosts - 1), d->hotspot_share = pick(rng, 0, WS_MILLION);
    d->length = whole_packets ? WS_LENGTH_FIXED : pick(rng, 0, WS_LENGTH_COUNT - 1);
    d->length_mean = whole_packets ? pick(rng, 1, (u32)d->buffer / (1 + bubble)) : pick(rng, 1, 60);
    d->mixture_count = 2;
    d->mixture_lo[0] = 1, d->mixture_hi[0] = pick(rng, 1, 9), d->mixture_weight[0] = pick(rng, 1, 9);
    d->mixture_lo[1] = d->mixture_hi[1] = pick(rng, 1, 40), d->mixture_weight[1] = pick(rng, 1, 9);
    d->high_share = pick(rng, 0, WS_MILLION);
    d->second_share = pick(rng, 0, WS_MILLION - (u32)d->high_share);
    d->third_share = pick(rng, 0, WS_MILLION - (u32)(d->high_share + d->second_share));
    d->segment_rule = pick(rng, 0, WS_SEGMENT_RULE_COUNT - 1), d->segment = pick(rng, 0, 30);
    d->police_rate = chance(rng, 70) || d->queueing == WS_QUEUEING_VOQ ? 0 : pick(rng, 1000, WS_MILLION);
    d->police_burst = pick(rng, 1, 200), d->police_length = chance(rng, 60) || whole_packets ? 0 : pick(rng, 1, 40);
    d->overhead = chance(rng, 60) ? 0 : pick(rng, 1, 12);
    if (whole_packets && d->length_mean + d->overhead > d->buffer / (1 + bubble)) d->overhead = 0;
    d->timeout_policy = chance(rng, 50) ? WS_TIMEOUT_POLICY_NONE : pick(rng, 1, WS_TIMEOUT_POLICY_COUNT - 1);
    d->timeout = chance(rng, 50) ? pick(rng, 1, 8) : pick(rng, 9, 300), d->timeout_cost = pick(rng, 0, 10 * WS_MILLION);
    d->timeout_patience = chance(rng, 20) ? 0 : pick(rng, 1, 20);
    d->occupancy_weight = pick(rng, 1, 16), d->waiting_count = pick(rng, 0, WS_WAITING_COUNT_COUNT - 1);
    if (hosts > 5 && chance(rng, 30)) d->traffic = WS_TRAFFIC_HOT_SENDERS;
    d->hot_spots = pick(rng, 1, 2), d->hot_share = pick(rng, 0, WS_MILLION / 3), d->hot_traffic = chance(rng, 70);
    d->length_unit = whole_packets ? 1 : pick(rng, 1, 3), d->long_length = pick(rng, 1, 20);
    d->alpha = chance(rng, 40) ? 0 : (int64_t)pick(rng, 1, 20) * 500000;
}

/* The least buffer with which STOP comes in time, and the marks. */
FIXTURE void random_marks(ws_def *d, u64 *rng) {
    int64_t host_delay = d->host_link_delay ? d->host_link_delay : d->link_delay;
    int64_t longest = d->link_delay > host_delay ? d->link_delay : host_delay;
    int64_t coming = 2 * (longest + d->input_delay) + d->crossbar_delay + d->credit_delay;
    int64_t stop = pick(rng, 1, 12);
    if (chance(rng, 30)) { /* by the sizing rule */
        d->buffer = 3 * (longest + d->input_delay + d->credit_delay) + d->crossbar_delay + 40;
        return;
    }
    d->buffer = stop + coming;
    d->stop_mark = stop, d->go_mark = stop > 1 ? pick(rng, 1, (u32)stop - 1) : 0;
    if (stop == 1) d->stop_mark = 2, d->go_mark = 1, d->buffer++;
}

FIXTURE void random_topology(ws_def *d, u64 *rng) {
    static const int64_t shapes[] = {WS_TOPOLOGY_LINE,  WS_TOPOLOGY_MESH,   WS_TOPOLOGY_TORUS,     WS_TOPOLOGY_RING,
                                     WS_TOPOLOGY_RING1, WS_TOPOLOGY_SWITCH, WS_TOPOLOGY_IRREGULAR, WS_TOPOLOGY_IRREGULAR};
    d->topology = shapes[pick(rng, 0, 7)];
    d->topology_seed = pick(rng, 0, 1000), d->irregular_degree = pick(rng, 1, 5);
    d->size[0] = pick(rng, 1, 4), d->size[1] = pick(rng, 1, 4);
    if (d->topology != WS_TOPOLOGY_MESH && d->topology != WS_TOPOLOGY_TORUS) d->size[0] = pick(rng, 2, 7);
    d->hosts_per_switch = d->topology == WS_TOPOLOGY_SWITCH ? pick(rng, 2, 9) : pick(rng, 1, 4);
    if (d->size[0] * d->size[1] == 1) d->hosts_per_switch++;
}

/* A routing unit, output buffers, crossbars, and how packets go on. */
FIXTURE void random_switch(ws_def *d, u64 *rng) {
    d->router_unit = d->queueing == WS_QUEUEING_FIFO && chance(rng, 50);
    if (d->router_unit && d->router_delay == 0) d->router_delay = 1;
    d->crossbar = chance(rng, 50);
    if (d->router_unit && d->crossbar && chance(rng, 60)) d->output_buffer = pick(rng, 1, 5), d->crossbar_delay = 1;
    if (d->flow_control == WS_FLOW_STOP_GO) return;
    d->switching = chance(rng, 60) ? WS_SWITCHING_WORMHOLE : pick(rng, 0, WS_SWITCHING_COUNT - 1);
    d->buffer += d->grant_room == WS_GRANT_ROOM_BUBBLE;
}

FIXTURE ws_def random_def(u64 *rng) {
    ws_def d = ws_def_default();
    random_topology(&d, rng);
    d.link_delay = pick(rng, 1, 12), d.host_link_delay = pick(rng, 0, 4);
    if (chance(rng, 8)) d.link_delay = pick(rng, 60, 300); /* longer than the worms, and than the wheel of control messages */
    d.crossbar_delay = pick(rng, 0, 2), d.input_delay = pick(rng, 0, 2);
    d.vcs = chance(rng, 40) ? 1 : pick(rng, 2, 4);
    d.buffer = chance(rng, 50) ? pick(rng, 1, 3) : pick(rng, 4, 40);
    d.flow_control = pick(rng, 0, WS_FLOW_PACKET_CREDIT);
    d.credit_delay = pick(rng, 0, 3);
    d.router_delay = chance(rng, 40) ? 0 : pick(rng, 1, 6), d.vc_delay = pick(rng, 0, 3);
    d.grant_room = pick(rng, 0, WS_GRANT_ROOM_COUNT - 1);
    d.routing = pick(rng, 0, WS_ROUTING_FA_2Q), d.dateline = pick(rng, 0, WS_DATELINE_COUNT - 1);
    d.arrivals = pick(rng, 0, WS_ARRIVALS_COUNT - 1);
    d.class_rule = pick(rng, 0, WS_CLASS_RULE_COUNT - 1);
    d.priorities = pick(rng, 2, WS_CLASSES_MAX);
    d.message_capacity = chance(rng, 50) ? 40 : 400; /* a full table is a modelled outcome too */
    d.seed = pick(rng, 0, 1000000);
    if (d.topology == WS_TOPOLOGY_SWITCH && chance(rng, 50)) d.queueing = WS_QUEUEING_VOQ, d.class_rule = WS_CLASS_RULE_NONE;
    if (d.flow_control == WS_FLOW_PACKET_CREDIT && chance(rng, 50)) {
        d.queueing = WS_QUEUEING_OQ, d.class_rule = WS_CLASS_RULE_NONE, d.routing = WS_ROUTING_UPDOWN;
        d.vcs = 1, d.router_delay = d.vc_delay = 0;
    }
    if (d.topology == WS_TOPOLOGY_RING1 && d.routing == WS_ROUTING_UPDOWN) d.routing = WS_ROUTING_DOR; /* no legal paths there */
    if (d.topology == WS_TOPOLOGY_RING1) d.dateline = WS_DATELINE_CROSS; /* the other one is refused there */
    bool ring = d.topology == WS_TOPOLOGY_TORUS || d.topology == WS_TOPOLOGY_RING || d.topology == WS_TOPOLOGY_RING1;
    if (ring && d.routing == WS_ROUTING_DOR && d.vcs < 2) d.vcs = 2;
    if (d.flow_control == WS_FLOW_STOP_GO) {
        if (d.grant_room >= WS_GRANT_ROOM_PACKET) d.grant_room = WS_GRANT_ROOM_FLIT;
        random_marks(&d, rng);
    }
    random_switch(&d, rng);
    random_live(&d, rng, (u32)(d.topology == WS_TOPOLOGY_SWITCH ? d.hosts_per_switch : 2));
    return d;
}

FIXTURE void describe(const ws_def *d) {
    note("topology %d %dx%d hosts %d, delays link %d host %d xbar %d input %d credit %d router %d lane %d, vcs %d buffer %d flow "
         "%d",
         (int)d->topology, (int)d->size[0], (int)d->size[1], (int)d->hosts_per_switch, (int)d->link_delay,
         (int)d->host_link_delay, (int)d->crossbar_delay, (int)d->input_delay, (int)d->credit_delay, (int)d->router_delay,
         (int)d->vc_delay, (int)d->vcs, (int)d->buffer, (int)d->flow_control);
    note("unit %d crossbar %d multiplexing %d output-buffer %d switching %d selection %d injection %d topology-seed %d degree %d",
         (int)d->router_unit, (int)d->crossbar, (int)d->multiplexing, (int)d->output_buffer, (int)d->switching, (int)d->selection,
         (int)d->injection, (int)d->topology_seed, (int)d->irregular_degree);
    note("marks %d %d queueing %d grant-room %d routing %d dateline %d arrivals %d classes %d length %d %d segment %d %d load %d "
         "seed %d",
         (int)d->stop_mark, (int)d->go_mark, (int)d->queueing, (int)d->grant_room, (int)d->routing, (int)d->dateline,
         (int)d->arrivals, (int)d->class_rule, (int)d->length, (int)d->length_mean, (int)d->segment_rule, (int)d->segment,
         (int)d->load, (int)d->seed);
}

/* Changes everything live, and one host. What the network refuses must leave it as it was, which the laws show. */
FIXTURE void disturb(ws_net *n, u64 *rng) {
    ws_def d = *ws_net_def(n);
    random_live(&d, rng, n->size.hosts);
    if (d.flow_control == WS_FLOW_STOP_GO && chance(rng, 50))
        d.stop_mark = pick(rng, 2, (u32)d.buffer), d.go_mark = pick(rng, 1, (u32)d.stop_mark - 1);
    ws_net_change(n, &d, NULL);
    ws_host_def host = WS_HOST_DEF_DEFAULT;
    if (chance(rng, 50) && d.queueing == WS_QUEUEING_FIFO) host.dest = pick(rng, 0, n->size.hosts - 1);
    if (chance(rng, 50)) host.load = pick(rng, 0, WS_MILLION);
    ws_net_change_host(n, pick(rng, 0, n->size.hosts - 1), &host, NULL);
    for (u32 i = pick(rng, 0, 3); i > 0; i--)
        ws_net_send(n, pick(rng, 0, n->size.hosts - 1), pick(rng, 0, n->size.hosts - 1), pick(rng, 1, 80), NULL);
}

/* A random network; what is no machine at all, is drawn again: *impossible counts how often. */
FIXTURE ws_net *random_net(ws_def *d, u64 *rng, u64 *impossible) {
    for (;; ++*impossible) {
        ws_graph graph;
        ws_error error = {0};
        *d = random_def(rng);
        if (!ws_graph_build(d, &graph, &error)) continue;
        ws_net *n = ws_net_build(d, &graph, NULL, &error);
        ws_graph_free(&graph);
        if (n) return n;
    }
}

/* ---- draining ---- */

/* Networks that need not drain. */
FIXTURE bool may_deadlock(const ws_net *n) {
    /* a blocked worm that has the whole link to itself keeps others from the channels that would save them; whole packets would not be
     * blocked so, but those from before a change of the rules may stretch */
    if (n->def->multiplexing == WS_MULTIPLEXING_PACKET) return true;
    if (n->def->queueing == WS_QUEUEING_POOL) return n->def->deadlock_rule == WS_DEADLOCK_RULE_OFF;
    if (n->routing->deadlock_free)
        return false; /* an escape layer is only as good as the room that grants ask for, which changes */
    return n->def->topology != WS_TOPOLOGY_SWITCH;
}

/* Silences all hosts and stops all killing, which would only delay things; then all that was created must be delivered within
 * `cycles`. */
FIXTURE bool runs_empty(ws_net *n, u64 cycles) {
    enum { ROUNDS = 100 };
    ws_def d = *ws_net_def(n);
    ws_host_def silent = {-1, -1, 0};
    d.load = 0, d.timeout_policy = WS_TIMEOUT_POLICY_NONE, d.police_rate = 0;
    ws_net_change(n, &d, NULL);
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    bool empty = false;
    for (int i = 0; i < ROUNDS && !empty; i++) {
        fixture_run(n, cycles / ROUNDS, NULL, NULL);
        empty = n->packet.free_count[0] == n->size.packets && n->message.free_count[0] == n->size.messages;
    }
    u64 created = n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_SENT] + n->total[WS_TOTAL_FLITS_OVERHEAD];
    return empty && created == n->total[WS_TOTAL_FLITS_DELIVERED];
}

/* ---- multistage networks whose inputs are ports ---- */

FIXTURE void random_port_live(ws_def *d, u64 *rng, u32 hosts) {
    static const int64_t loads[] = {0, 100000, 500000, 800000, 1000000};
    d->load = loads[pick(rng, 0, 4)];
    d->traffic = chance(rng, 40) ? WS_TRAFFIC_HOTSPOT : WS_TRAFFIC_UNIFORM;
    d->hotspot_host = pick(rng, 0, hosts - 1), d->hotspot_share = pick(rng, 0, WS_MILLION);
    d->saqs = pick(rng, 0, 8);
    d->saq_detect = pick(rng, 1, 8), d->saq_detect_out = pick(rng, 1, 8), d->saq_xoff = pick(rng, 1, 12), d->saq_xon = pick(rng, 0, (u32)d->saq_xoff - 1);
    d->saq_idle = pick(rng, 1, 400), d->notification_delay = pick(rng, 1, 40);
}

FIXTURE ws_def random_port_def(u64 *rng) {
    static const int64_t hosts[] = {4, 16, 16, 64}, queueings[] = {WS_QUEUEING_1Q,      WS_QUEUEING_VOQSW,   WS_QUEUEING_VOQNET,
                                                                   WS_QUEUEING_RECN_IQ, WS_QUEUEING_RECN_IQ, WS_QUEUEING_RECN_IQ,
                                                                   WS_QUEUEING_RECN,    WS_QUEUEING_RECN,    WS_QUEUEING_RECN,
                                                                   WS_QUEUEING_RECN_DD, WS_QUEUEING_RECN_DD, WS_QUEUEING_RECN_DD};
    ws_def d = fixture_machine("recn");
    d.topology = WS_TOPOLOGY_BMIN, d.size[0] = hosts[pick(rng, 0, 3)], d.size[1] = 1;
    d.queueing = queueings[pick(rng, 0, 11)];
    d.link_delay = pick(rng, 1, 12), d.host_link_delay = pick(rng, 0, 4);
    d.crossbar_delay = pick(rng, 0, 2), d.input_delay = pick(rng, 0, 2), d.router_delay = pick(rng, 0, 4),
    d.vc_delay = pick(rng, 0, 2);
    if (d.queueing == WS_QUEUEING_RECN || d.queueing == WS_QUEUEING_RECN_DD) d.router_delay = d.vc_delay = 0;
    d.length_mean = pick(rng, 1, 12), d.buffer = d.length_mean * pick(rng, 1, 40);
    d.overhead = chance(rng, 60) ? 0 : pick(rng, 1, 8), d.buffer += d.overhead;
    d.voqnet_room = pick(rng, 1, 6);
    d.saq_order = chance(rng, 50) ? WS_SAQ_ORDER_MOVE : WS_SAQ_ORDER_POINTERS;
    d.switching = chance(rng, 30) ? WS_SWITCHING_STORE_AND_FORWARD : WS_SWITCHING_CUT_THROUGH;
    d.arrivals = pick(rng, 0, WS_ARRIVALS_COUNT - 1);
    d.message_capacity = chance(rng, 50) ? 100 : 1000;
    d.seed = pick(rng, 0, 1000000);
    random_port_live(&d, rng, (u32)d.size[0]);
    return d;
}

FIXTURE void disturb_ports(ws_net *n, u64 *rng) {
    ws_def d = *ws_net_def(n);
    ws_host_def host = WS_HOST_DEF_DEFAULT;
    u32 h = pick(rng, 0, n->size.hosts - 1);
    random_port_live(&d, rng, n->size.hosts);
    ws_net_change(n, &d, NULL);
    host.dest = chance(rng, 50) ? (int64_t)((h + 1) % n->size.hosts) : -1, host.load = pick(rng, 0, WS_MILLION);
    ws_net_change_host(n, h, &host, NULL);
}

/* ---- fabrics of packet pools ---- */

FIXTURE void random_pool_live(ws_def *d, u64 *rng) {
    d->load = pick(rng, 0, 10) * 100000;
    d->backpressure = pick(rng, 0, WS_BACKPRESSURE_COUNT - 1);
    d->deadlock_rule =
        d->pool > 4 ? pick(rng, 0, WS_DEADLOCK_RULE_COUNT - 1) : WS_DEADLOCK_RULE_OFF; /* more than any way is long */
    d->buffer_limit = pick(rng, 0, 3) * pick(rng, 0, 2);
    d->buffer_limit_dest = pick(rng, 0, 3), d->buffer_limit_transit = pick(rng, 0, 3) * 2;
    d->header_bit = pick(rng, 0, WS_HEADER_BIT_COUNT - 1);
    d->header_share = pick(rng, 0, WS_MILLION), d->backpressure_hosts = pick(rng, 0, 1);
    d->eject_priority = pick(rng, 0, WS_EJECT_PRIORITY_COUNT - 1);
    d->starvation_guard = pick(rng, 1, 20) * 160;
    d->nack_delay = pick(rng, 0, 2) * pick(rng, 0, 12), d->retry_delay = pick(rng, 0, 2) * pick(rng, 0, 12);
    d->traffic = rng_below(rng, 2) ? WS_TRAFFIC_UNIFORM : WS_TRAFFIC_HOTSPOT;
    d->hotspot_host = 1, d->hotspot_share = pick(rng, 0, WS_MILLION);
    d->inject_window = pick(rng, 1, 4);
    d->alpha = pick(rng, 0, 2) * 2 * WS_MILLION;
    d->length = pick(rng, 0, 1) ? WS_LENGTH_FIXED : WS_LENGTH_EXPONENTIAL, d->length_mean = pick(rng, 1, 700);
}

FIXTURE ws_def random_pool_def(u64 *rng) {
    ws_def d = fixture_machine("fedx");
    d.length_unit = 1, d.topology = WS_TOPOLOGY_FEDX, d.size[0] = pick(rng, 3, 5), d.size[1] = pick(rng, 3, 5);
    d.hosts_per_switch = pick(rng, 1, 2);
    d.pool = pick(rng, 2, 10);
    d.pe_rate = pick(rng, 1, 4), d.pe_duplex = pick(rng, 0, 1);
    d.link_delay = rng_below(rng, 2) ? 1 : pick(rng, 1, 20);
    d.router_delay = pick(rng, 1, 20);
    d.routing = rng_below(rng, 2) ? WS_ROUTING_FEDX_ADAPTIVE : WS_ROUTING_FEDX_DETERMINISTIC;
    d.overhead = rng_below(rng, 2) ? 0 : pick(rng, 1, 30);
    d.buffer = pick(rng, 40, 160), d.segment = pick(rng, 1, (u32)(d.buffer - d.overhead));
    d.message_capacity = 200;
    d.seed = pick(rng, 0, 1000000);
    random_pool_live(&d, rng);
    return d;
}

FIXTURE void disturb_pools(ws_net *n, u64 *rng) {
    ws_def d = *ws_net_def(n);
    random_pool_live(&d, rng);
    ws_net_change(n, &d, NULL);
}

#endif
