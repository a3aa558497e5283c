/* cut_random.c - cables cut and repaired, over and over, in random machines whose switches know more of packets than where they stand: pools,
 * ports, output queues, set-aside queues; and in hosts whose order of messages goes by the length of their way (alpha, adaptive segments).
 * Each machine is run twice, with segments and flit by flit, and is the same in both. In the cycle of each change, and in those after it, the
 * laws of conservation hold. What is lost is lost at the change. When nobody sends any more, all that is not lost arrives, unless a deadlock
 * of old against new routes is named. Only pools without a rule against deadlock may get stuck. */
#include "observe/waits.h"
#include "random_machines.h"

enum { MACHINES = 40, MACHINES_LONG = 1500, CHANGES = 6 };

typedef struct counts {
    u64 machines, changes, refused, lost, arrived, unordered, deadlocks, stuck;
} counts;

/* A machine, and its twin that goes flit by flit. */
typedef struct pair {
    ws_net *fast, *oracle;
} pair;

static bool broken(const ws_net *n, const char *what) {
    note("cycle %llu: %s", (unsigned long long)n->cycle[0], what);
    return false;
}

static bool run(const pair *p, u64 cycles) {
    ws_error error;
    u64 end = p->fast->cycle[0] + cycles;
    while (p->fast->cycle[0] < end) ws_net_step(p->fast, end - p->fast->cycle[0]), ws_net_events_clear(p->fast);
    while (p->oracle->cycle[0] < end) ws_net_step(p->oracle, end - p->oracle->cycle[0]), ws_net_events_clear(p->oracle);
    if (!ws_net_check(p->fast, &error)) return broken(p->fast, error.text);
    if (memcmp(ws_net_state(p->fast), ws_net_state(p->oracle), ws_net_state_size(p->fast)) != 0) return broken(p->fast, "flit by flit it is another");
    return true;
}

/* A cable between two switches. */
static ws_edge *cable_draw(ws_graph *graph, u64 *rng) {
    for (;;) {
        ws_edge *edge = &graph->edge[rng_below(rng, (u32)graph->edges)];
        if (edge->a < graph->switches && edge->b < graph->switches) return edge;
    }
}

/* Cuts or repairs a cable of both; what the network refuses is no error. */
static bool recable(pair *p, ws_graph *graph, u64 *rng, counts *c) {
    ws_error error;
    ws_edge *edge = cable_draw(graph, rng);
    edge->cut = !edge->cut;
    ws_def built = *ws_net_def(p->fast);
    ws_net *fast = ws_net_recable(p->fast, &built, graph, &error), *oracle = ws_net_recable(p->oracle, &built, graph, &error);
    if (!fast || !oracle) {
        edge->cut = !edge->cut, c->refused++;
        return !fast && !oracle;
    }
    ws_net_free(p->fast), ws_net_free(p->oracle);
    ws_net_segments(oracle, 1);
    *p = (pair){fast, oracle};
    c->changes++;
    return true;
}

static bool has_deadlock(const ws_net *n) {
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    bool found = ws_waits_deadlock(waits);
    ws_waits_free(waits);
    return found;
}

static bool is_empty(const ws_net *n) { return n->packet.free_count[0] == n->size.packets && n->message.free_count[0] == n->size.messages; }

static void silence(ws_net *n) {
    ws_def d = *ws_net_def(n);
    ws_host_def host = WS_HOST_DEF_DEFAULT;
    d.load = 0;
    ws_net_change(n, &d, NULL);
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &host, NULL);
}

static u32 saqs_of(const ws_net *n) {
    u32 saqs = 0;
    for (u32 port = 0; port < n->size.saq_ports; port++) saqs += bit_count(n->saq.valid[port]);
    return saqs;
}

/* The network is empty: set-aside queues go, from the leaves. */
static bool forgets(const pair *p) {
    for (int i = 0; i < 40; i++) {
        if (saqs_of(p->fast) == 0) return true;
        if (!run(p, 500)) return false;
    }
    return broken(p->fast, "a set-aside queue stays, though the network is empty");
}

/* Nobody sends any more. */
static bool drains(const pair *p, counts *c) {
    const ws_def *d = ws_net_def(p->fast);
    silence(p->fast), silence(p->oracle);
    for (u64 known = UINT64_MAX; known != p->fast->total[WS_TOTAL_FLITS_DELIVERED];) {
        known = p->fast->total[WS_TOTAL_FLITS_DELIVERED];
        for (int i = 0; i < 20; i++)
            if (!run(p, 500)) return false;
        if (is_empty(p->fast)) return forgets(p);
    }
    if (d->queueing == WS_QUEUEING_POOL && d->deadlock_rule == WS_DEADLOCK_RULE_OFF) {
        c->stuck++;
        return true;
    }
    c->deadlocks++;
    if (has_deadlock(p->fast)) return true;
    return broken(p->fast, "something does not arrive, and is in no deadlock");
}

static bool is_steady(const pair *p, u64 *rng) {
    u64 lost = p->fast->total[WS_TOTAL_PACKETS_LOST];
    for (u64 i = 0; i < 30; i++)
        if (!run(p, 1)) return false;
    if (!run(p, rng_below(rng, 700))) return false;
    return lost == p->fast->total[WS_TOTAL_PACKETS_LOST] || broken(p->fast, "a packet is lost, and no cable was cut");
}

static bool machine_holds(ws_def (*draw)(u64 *rng), void (*change)(ws_net *n, u64 *rng), u64 seed, counts *c) {
    u64 rng = mix64(seed);
    ws_def d = draw(&rng);
    ws_graph graph;
    ws_error error;
    if (!ws_graph_build(&d, &graph, &error)) return broken(NULL, error.text);
    pair p = {ws_net_build(&d, &graph, NULL, &error), ws_net_build(&d, &graph, NULL, &error)};
    if (!p.fast || !p.oracle) fixture_stop("machine", &error);
    ws_net_segments(p.oracle, 1);
    bool good = run(&p, pick(&rng, 1, 3000));
    for (int i = 0; good && i < CHANGES; i++) {
        good = recable(&p, &graph, &rng, c) && is_steady(&p, &rng);
        u64 again = rng;
        if (chance(&rng, 30)) change(p.fast, &rng), chance(&again, 30), change(p.oracle, &again);
    }
    good = good && drains(&p, c);
    c->machines++, c->lost += p.fast->total[WS_TOTAL_PACKETS_LOST], c->arrived += p.fast->total[WS_TOTAL_PACKETS_DELIVERED];
    c->unordered += p.fast->total[WS_TOTAL_OUT_OF_ORDER];
    if (!good) note("machine %llu", (unsigned long long)seed), describe(&d);
    ws_net_free(p.fast), ws_net_free(p.oracle);
    ws_graph_free(&graph);
    return good;
}

static void survey(ws_def (*draw)(u64 *rng), void (*change)(ws_net *n, u64 *rng), const char *name) {
    u64 machines = amount(10, MACHINES, MACHINES_LONG), bad = 0;
    counts c = {0};
    for (u64 seed = 1; seed <= machines; seed++) bad += !machine_holds(draw, change, seed, &c);
    ok(bad == 0 && c.changes > machines && c.lost > 0,
       "%llu %s, %llu changes (%llu refused): %llu packets lost, %llu arrive, %llu out of order; %llu deadlocks, %llu without a rule stuck; "
       "%llu machines break a law",
       (unsigned long long)machines, name, (unsigned long long)c.changes, (unsigned long long)c.refused, (unsigned long long)c.lost, (unsigned long long)c.arrived,
       (unsigned long long)c.unordered,
       (unsigned long long)c.deadlocks, (unsigned long long)c.stuck, (unsigned long long)bad);
}

/* One queue a port, and output queues, where ways are found hop by hop. */
static ws_def random_hop_def(u64 *rng) {
    static const int64_t topologies[] = {WS_TOPOLOGY_TORUS, WS_TOPOLOGY_IRREGULAR, WS_TOPOLOGY_MESH, WS_TOPOLOGY_RING};
    ws_def d = random_port_def(rng);
    d.topology = topologies[pick(rng, 0, 3)], d.topology_seed = pick(rng, 0, 1000);
    bool row = d.topology == WS_TOPOLOGY_IRREGULAR || d.topology == WS_TOPOLOGY_RING;
    d.size[0] = pick(rng, 3, row ? 12 : 4), d.size[1] = row ? 1 : pick(rng, 3, 4), d.hosts_per_switch = pick(rng, 1, 3);
    d.routing = WS_ROUTING_UPDOWN, d.hotspot_host = 0;
    d.route_choice = pick(rng, 0, WS_ROUTE_CHOICE_COUNT - 1);
    d.queueing = chance(rng, 50) ? WS_QUEUEING_OQ : WS_QUEUEING_1Q;
    if (d.queueing != WS_QUEUEING_OQ) return d;
    d.route_choice = WS_ROUTE_CHOICE_FIXED, d.router_delay = d.vc_delay = 0;
    if (chance(rng, 30)) return d;
    d.length = WS_LENGTH_MIXTURE, d.mixture_count = 2; /* long packets and short ones share the memory of an output */
    d.mixture_lo[0] = d.mixture_hi[0] = 1, d.mixture_weight[0] = 3;
    d.mixture_lo[1] = d.mixture_hi[1] = d.length_mean, d.mixture_weight[1] = 1;
    return d;
}

/* A segment fills the buffers on its way, so with a cut the packets of a message are others, and its place in its queue. */
static ws_def random_adaptive_def(u64 *rng) {
    ws_def d = fixture_lan(WS_TOPOLOGY_IRREGULAR, 0, 0);
    d.size[0] = pick(rng, 5, 14), d.size[1] = 1, d.hosts_per_switch = pick(rng, 1, 2), d.topology_seed = pick(rng, 0, 1000);
    d.flow_control = WS_FLOW_CREDIT, d.link_delay = pick(rng, 1, 11), d.buffer = pick(rng, 2, 40);
    d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_ADAPTIVE;
    d.length_mean = pick(rng, 10, 200), d.load = pick(rng, 1, 10) * 100000, d.alpha = pick(rng, 1, 12) * 250000;
    d.message_capacity = 1000, d.seed = pick(rng, 0, 1000000);
    return d;
}

static void disturb_alpha(ws_net *n, u64 *rng) {
    ws_def d = *ws_net_def(n);
    d.alpha = pick(rng, 0, 8) * 250000;
    if (chance(rng, 20)) d.segment_rule = pick(rng, 0, WS_SEGMENT_RULE_COUNT - 1);
    ws_net_change(n, &d, NULL);
}

/* Ways that are fixed at the source: all kinds of ports. */
static ws_def random_multistage_def(u64 *rng) {
    ws_def d = random_port_def(rng);
    if (d.size[0] == 4) d.size[0] = 16, d.hotspot_host = 0;
    return d;
}

int main(void) {
    survey(random_multistage_def, disturb_ports, "multistage networks");
    survey(random_hop_def, disturb_ports, "networks of ports");
    survey(random_pool_def, disturb_pools, "fabrics of pools");
    survey(random_adaptive_def, disturb_alpha, "networks with alpha and adaptive segments");
    return done();
}
