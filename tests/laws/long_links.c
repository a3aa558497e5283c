/* Wires of 1 to 20,000 cycles, as in a metropolitan network, in every model of a switch.
 *
 *   alone    A longer wire delays a packet by its length and changes nothing else: what is left of the latency without the wires
 *            of the way is the same at all lengths, for head and tail, from one host to others.
 *   loaded   Random machines whose cables have lengths of their own, short ones beside long ones, with more flits on the wires than
 *            in the buffers: the laws of conservation hold; flit by flit and in segments the state is the same; and when the hosts
 *            fall silent everything that was created arrives. */
#include "random_machines.h"

enum { SHORT = 1, FLITS = 2, AS_IT_IS = -1, HOSTS_MOST = 64, MACHINES = 15, LOOKS = 20, DRAIN_MOST = 40000000 };

/* Around the words of sets, the wheel of the calendar, and as long as wires may be. */
static const int64_t lengths[] = {2, 63, 64, 65, 127, 128, 129, 256, 1000, 4095, WS_DELAY_MAX};

/* ---- alone ---- */

typedef struct model {
    const char *machine;
    int64_t topology;
    int64_t size[2];
    int64_t flow; /* or queueing, of multistage networks */
} model;

static const model models[] = {
    {"cube", WS_TOPOLOGY_MESH, {2, 3}, WS_FLOW_CREDIT},
    {"cube", WS_TOPOLOGY_RING, {4, 0}, WS_FLOW_SPACE},
    {"wormhole-lan", WS_TOPOLOGY_RING, {4, 0}, WS_FLOW_STOP_GO},
    {"wormhole-lan", WS_TOPOLOGY_LINE, {3, 0}, WS_FLOW_CREDIT},
    {"timeouts", WS_TOPOLOGY_MESH, {2, 2}, AS_IT_IS},
    {"now-wormhole", WS_TOPOLOGY_IRREGULAR, {5, 0}, AS_IT_IS},
    {"now-vct", WS_TOPOLOGY_IRREGULAR, {5, 0}, AS_IT_IS},
    {"slotted-switch", WS_TOPOLOGY_SWITCH, {0, 0}, AS_IT_IS},
    {"fedx", WS_TOPOLOGY_FEDX, {3, 3}, AS_IT_IS},
    {"recn", WS_TOPOLOGY_BMIN, {16, 1}, WS_QUEUEING_1Q},
    {"recn", WS_TOPOLOGY_BMIN, {16, 1}, WS_QUEUEING_VOQSW},
    {"recn", WS_TOPOLOGY_BMIN, {16, 1}, WS_QUEUEING_VOQNET},
    {"recn", WS_TOPOLOGY_BMIN, {16, 1}, WS_QUEUEING_RECN_IQ},
    {"recn", WS_TOPOLOGY_BMIN, {16, 1}, WS_QUEUEING_RECN},
    {"recn", WS_TOPOLOGY_BMIN, {16, 1}, WS_QUEUEING_RECN_DD},
};

/* All wires have `delay`, and buffers hold what comes while a credit or a STOP travels. */
static ws_def model_def(const model *m, int64_t delay) {
    ws_def d = fixture_machine(m->machine);
    bool ports = m->topology == WS_TOPOLOGY_BMIN;
    d.topology = m->topology, d.size[0] = m->size[0], d.size[1] = m->size[1];
    d.hosts_per_switch = m->topology == WS_TOPOLOGY_SWITCH ? 4 : 1;
    d.load = 0, d.arrivals = WS_ARRIVALS_POISSON, d.link_delay = delay, d.host_link_delay = 0;
    d.length_unit = 1, d.voqnet_room = 5; /* a message of 40 flits is 5 packets there */
    if (d.queueing != WS_QUEUEING_POOL) d.segment_rule = WS_SEGMENT_RULE_NONE;
    if (ports) d.queueing = m->flow;
    else if (m->flow != AS_IT_IS) d.flow_control = m->flow;
    if (m->topology == WS_TOPOLOGY_RING) d.vcs = 2;
    if (d.flow_control != WS_FLOW_NACK && d.flow_control != WS_FLOW_PACKET_CREDIT) d.buffer = 3 * delay + 200;
    return d;
}

/* One packet through the network at rest: the event of its delivery. */
static ws_event travel(ws_net *n, u32 dest, u32 length) {
    ws_event delivered = {.kind = WS_EVENT_MESSAGE_CREATED};
    u32 queue = n->model->by_dest ? dest : 0;
    u64 most = ((u64)n->wire.diameter + 3) * ((u64)n->def->link_delay + 100) + (u64)length;
    message_create(n, &(ws_letter){queue, 0, dest, length, 0, n->cycle[0]});
    fixture_run(n, most, fixture_keep_delivered, &delivered);
    fixture_run(n, n->wire.longest_signal + 1, NULL, NULL); /* the last credits come home */
    return delivered;
}

/* What head and tail need besides the wires: of each destination. */
typedef struct rest {
    u64 head, tail;
} rest;

static rest rest_of(const ws_net *n, const ws_event *e) {
    u64 wires = (u64)(e->hops + 1) * (u64)n->def->link_delay;
    return (rest){e->head - e->created - wires, e->cycle - e->created - wires};
}

static u64 alone_at(const model *m, int64_t delay, u32 length, rest *first) {
    ws_def d = model_def(m, delay);
    ws_net *n = fixture_net(&d, NULL);
    u64 wrong = 0;
    for (u32 to = 1; to < n->size.hosts; to += 1 + n->size.hosts / 8) {
        ws_event e = travel(n, to, length);
        rest got = rest_of(n, &e);
        if (delay == SHORT) first[to] = got;
        bool same = e.kind == WS_EVENT_MESSAGE_DELIVERED && got.head == first[to].head && got.tail == first[to].tail;
        if (!same && wrong++ == 0)
            note("wires of %d cycles, 0 -> %u, %u flits, %u switches: without wires head %lld, tail %lld; should be %lld and %lld", (int)delay, to,
                 length, e.hops, (long long)got.head, (long long)got.tail, (long long)first[to].head, (long long)first[to].tail);
    }
    ws_error error = {0};
    if (!ws_net_check(n, &error)) note("%s", error.text), wrong++;
    ws_net_free(n);
    return wrong;
}

static void alone(const model *m) {
    static const u32 flits[FLITS] = {1, 40};
    rest first[HOSTS_MOST];
    u64 wrong = 0, runs = 0;
    for (size_t i = 0; i < FLITS; i++) {
        wrong += alone_at(m, SHORT, flits[i], first);
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            if (!takes(13)) continue;
            wrong += alone_at(m, lengths[k], flits[i], first);
            runs++;
        }
    }
    ok(wrong == 0, "%s, topology %d, %d: wires of 2 to %d cycles delay a packet by their length, %llu networks", m->machine, (int)m->topology,
       (int)m->flow, WS_DELAY_MAX, (unsigned long long)runs);
}

/* ---- loaded ---- */

/* As many cycles as say something: few of them are near the longest. */
static int64_t drawn_delay(u64 *rng, int64_t longest) {
    int64_t most = 2;
    while (most < longest && chance(rng, 85)) most *= 2;
    return pick(rng, 1, (u32)(most < longest ? most : longest));
}

/* Room in proportion, so that what waits for credits goes on within the time of a test. */
static void lengthen(ws_def *d, u64 *rng) {
    int64_t longest = drawn_delay(rng, WS_DELAY_MAX);
    d->link_delay = longest, d->host_link_delay = drawn_delay(rng, longest);
    d->message_capacity = 40;
    if (d->queueing == WS_QUEUEING_POOL) return;
    if (d->flow_control == WS_FLOW_STOP_GO) random_marks(d, rng);
    else if (d->buffer < longest / 2) d->buffer = longest / 2;
}

static ws_def draw_usual(u64 *rng) { return random_def(rng); }
static ws_def draw_ports(u64 *rng) { return random_port_def(rng); }
static ws_def draw_pools(u64 *rng) { return random_pool_def(rng); }

/* A network of such a definition, each cable with a length of its own; NULL if it is no machine. */
static ws_net *with_cables(const ws_def *d, u64 rng) {
    ws_graph g;
    ws_error error = {0};
    if (!ws_graph_build(d, &g, &error)) return NULL;
    for (int32_t i = 0; i < g.edges; i++) g.edge[i].delay = (int32_t)drawn_delay(&rng, d->link_delay);
    ws_net *n = ws_net_build(d, &g, NULL, &error);
    ws_graph_free(&g);
    return n;
}

/* With segments, and flit by flit. */
typedef struct pair {
    ws_net *fast, *slow;
} pair;

static bool same_at(const pair *p, u64 cycle, ws_error *error) {
    fixture_run(p->fast, cycle - p->fast->cycle[0], NULL, NULL);
    fixture_run(p->slow, cycle - p->slow->cycle[0], NULL, NULL);
    snprintf(error->text, sizeof error->text, "segments make a difference");
    return ws_net_digest(p->fast) == ws_net_digest(p->slow) && ws_net_check(p->fast, error);
}

typedef struct survey {
    u64 machines, drained, far, flits, kills;
} survey;

static bool run_loaded(const pair *p, u64 *rng, survey *s) {
    u64 cycles = 3 * (u64)p->fast->def->link_delay + 2000;
    ws_error error = {0};
    bool good = true;
    for (u64 look = 1; good && look <= LOOKS; look++) good = same_at(p, look * cycles / LOOKS + pick(rng, 0, 3), &error);
    if (good && !may_deadlock(p->fast)) {
        snprintf(error.text, sizeof error.text, "it does not drain");
        good = runs_empty(p->fast, DRAIN_MOST) && ws_net_check(p->fast, &error);
        s->drained++;
    }
    if (!good) note("cycle %llu: %s", (unsigned long long)p->fast->cycle[0], error.text);
    return good;
}

static bool machine_holds(ws_def (*draw)(u64 *rng), u64 seed, survey *s) {
    u64 rng = mix64(seed);
    ws_def d;
    pair p = {NULL, NULL};
    while (!p.fast) {
        d = draw(&rng);
        lengthen(&d, &rng);
        p = (pair){with_cables(&d, rng), with_cables(&d, rng)};
    }
    ws_net_segments(p.slow, 1);
    bool good = run_loaded(&p, &rng, s);
    if (!good) note("machine %llu", (unsigned long long)seed), describe(&d);
    s->machines++, s->far += d.link_delay >= 1000;
    s->flits += p.fast->total[WS_TOTAL_FLITS_DELIVERED], s->kills += p.fast->total[WS_TOTAL_KILLS];
    ws_net_free(p.fast);
    ws_net_free(p.slow);
    return good;
}

static void loaded(const char *name, ws_def (*draw)(u64 *rng), u64 machines) {
    survey s = {0};
    u64 broken = 0;
    for (u64 seed = 1; seed <= amount(3, machines, 10 * machines); seed++) broken += !machine_holds(draw, seed, &s);
    ok(broken == 0 && (s.far > 0 || !is_whole()) && s.flits > 0,
       "%llu %s, %llu with cables beyond 1,000 cycles, %llu flits, %llu kills, %llu drained: %llu broken", (unsigned long long)s.machines, name,
       (unsigned long long)s.far, (unsigned long long)s.flits, (unsigned long long)s.kills, (unsigned long long)s.drained, (unsigned long long)broken);
}

int main(void) {
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) alone(&models[i]);
    loaded("random machines", draw_usual, 3 * MACHINES);
    loaded("multistage networks with ports", draw_ports, MACHINES);
    loaded("fabrics of packet pools", draw_pools, MACHINES);
    return done();
}
