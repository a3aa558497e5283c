/* Nothing is lost, doubled or forgotten: after every single step of every one of many random machines the laws of conservation
 * (src/core/check.c: credits, levels, holders, request sets, every flit of every packet, every message) hold, while everything
 * that may change in a running network does change. At the end the load stops and the network must drain to the last flit. */
#include "fixture.h"

enum { MACHINES = 300, CYCLES = 1600, DRAIN_MOST = 400000 };

static u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }
static bool chance(u64 *rng, u32 percent) { return rng_below(rng, 100) < percent; }

/* ---- random definitions ---- */

/* Everything that may change while the network runs. */
static void random_live(ws_def *d, u64 *rng, u32 hosts) {
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
static void random_marks(ws_def *d, u64 *rng) {
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

static void random_topology(ws_def *d, u64 *rng) {
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
static void random_switch(ws_def *d, u64 *rng) {
    d->router_unit = d->queueing == WS_QUEUEING_FIFO && chance(rng, 50);
    if (d->router_unit && d->router_delay == 0) d->router_delay = 1;
    d->crossbar = chance(rng, 50);
    if (d->router_unit && d->crossbar && chance(rng, 60)) d->output_buffer = pick(rng, 1, 5), d->crossbar_delay = 1;
    if (d->flow_control == WS_FLOW_STOP_GO) return;
    d->switching = chance(rng, 60) ? WS_SWITCHING_WORMHOLE : pick(rng, 0, WS_SWITCHING_COUNT - 1);
    d->buffer += d->grant_room == WS_GRANT_ROOM_BUBBLE;
}

static ws_def random_def(u64 *rng) {
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

/* ---- one machine ---- */

static void describe(const ws_def *d) {
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
static void disturb(ws_net *n, u64 *rng) {
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

static bool step_checked(ws_net *n, u64 cycles, ws_error *error) {
    for (u64 end = n->cycle[0] + cycles; n->cycle[0] < end;) {
        ws_net_step(n, 1);
        ws_net_events_clear(n);
        if (!ws_net_check(n, error)) return false;
    }
    return true;
}

static bool may_deadlock(const ws_net *n) {
    /* a blocked worm that has the whole link to itself keeps others from the lanes that would save them; whole packets would not be
     * blocked so, but those from before a change of the rules may stretch */
    if (n->def->multiplexing == WS_MULTIPLEXING_PACKET) return true;
    if (n->routing->deadlock_free)
        return false; /* an escape layer is only as good as the room that grants ask for, which changes */
    return n->def->topology != WS_TOPOLOGY_SWITCH;
}

/* Silences all hosts and stops all killing, which would only delay things; then all that was created must be delivered. */
static bool drains(ws_net *n) {
    ws_def d = *ws_net_def(n);
    ws_host_def silent = {-1, -1, 0};
    d.load = 0, d.timeout_policy = WS_TIMEOUT_POLICY_NONE, d.police_rate = 0;
    ws_net_change(n, &d, NULL);
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    fixture_run(n, DRAIN_MOST, NULL, NULL);
    u64 created = n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_SENT] + n->total[WS_TOTAL_FLITS_OVERHEAD];
    return created == n->total[WS_TOTAL_FLITS_DELIVERED] && n->packet.free_count[0] == n->size.packets &&
           n->message.free_count[0] == n->size.messages;
}

typedef struct survey {
    u64 machines, impossible, cycles, deliveries, refused, kills, units, buffered, ideal;
} survey;

/* A random network; what is no machine at all, is drawn again. */
static ws_net *random_net(ws_def *d, u64 *rng, survey *s) {
    for (;; s->impossible++) {
        ws_graph graph;
        ws_error error = {""};
        *d = random_def(rng);
        if (!ws_graph_build(d, &graph, &error)) continue;
        ws_net *n = ws_net_build(d, &graph, NULL, &error);
        ws_graph_free(&graph);
        if (n) return n;
    }
}

static bool machine_holds(u64 seed, survey *s) {
    u64 rng = mix64(seed);
    ws_def d;
    ws_error error = {""};
    ws_net *n = random_net(&d, &rng, s);
    bool good = true;
    for (u64 part = 0, parts = fixture_cycles(8); good && part < parts; part++) {
        good = step_checked(n, CYCLES / 8, &error);
        disturb(n, &rng);
    }
    if (!good) note("machine %llu: %s", (unsigned long long)seed, error.text);
    if (good && !may_deadlock(n)) { /* no timeout frees a ring of worms whose heads all stand behind other tails */
        if (!drains(n)) {
            good = false;
            note("machine %llu does not drain: %llu flits of %llu delivered", (unsigned long long)seed,
                 (unsigned long long)n->total[WS_TOTAL_FLITS_DELIVERED], (unsigned long long)n->total[WS_TOTAL_FLITS_CREATED]);
        } else if (!ws_net_check(n, &error)) {
            good = false;
            note("machine %llu, drained: %s", (unsigned long long)seed, error.text);
        }
    }
    if (!good) describe(&d);
    s->machines++, s->cycles += n->cycle[0], s->units += n->size.units > 0, s->buffered += n->layout.output_room > 0;
    s->ideal += d.queueing == WS_QUEUEING_OQ;
    s->deliveries += n->total[WS_TOTAL_MESSAGES_DELIVERED], s->refused += n->total[WS_TOTAL_MESSAGES_REFUSED];
    s->kills += n->total[WS_TOTAL_KILLS];
    ws_net_free(n);
    return good;
}

/* ---- the machines of the papers and textbooks, near and beyond saturation ---- */

static void named(const char *name, ws_def d, int64_t load, u64 cycles) {
    ws_error error = {""};
    d.load = load, d.message_capacity = 256;
    ws_net *n = fixture_net(&d, NULL);
    bool good = step_checked(n, fixture_cycles(cycles), &error) && drains(n) && ws_net_check(n, &error);
    ok(good, "%s at load %.2f: the laws hold after each of %llu steps, and it drains%s%s", name, (double)load / WS_MILLION,
       (unsigned long long)fixture_cycles(cycles), good ? "" : ": ", error.text);
    ws_net_free(n);
}

int main(void) {
    for (int64_t load = 20000; load <= 1000000; load += 490000) {
        named("wormhole LAN torus 3x3", fixture_lan(WS_TOPOLOGY_TORUS, 3, 3), load, 3000);
        named("cube mesh 4x4", fixture_cube(WS_TOPOLOGY_MESH, 4, 4), load, 2000);
        named("cube torus 4x4", fixture_cube(WS_TOPOLOGY_TORUS, 4, 4), load, 2000);
    }
    survey s = {0};
    u64 broken = 0;
    for (u64 seed = 1; seed <= MACHINES; seed++) broken += !machine_holds(seed, &s);
    note("%llu with a routing unit, %llu with output buffers, %llu with queues at the outputs; %llu drawn that are no machine",
         (unsigned long long)s.units, (unsigned long long)s.buffered, (unsigned long long)s.ideal, (unsigned long long)s.impossible);
    ok(broken == 0, "%llu random machines, %llu cycles, %llu messages delivered, %llu refused, %llu kills: %llu broken",
       (unsigned long long)s.machines, (unsigned long long)s.cycles, (unsigned long long)s.deliveries,
       (unsigned long long)s.refused, (unsigned long long)s.kills, (unsigned long long)broken);
    return done();
}
