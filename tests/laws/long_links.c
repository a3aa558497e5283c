/* Wires of 1 to 20,000 cycles, as in a metropolitan network, in every model of a switch.
 *
 * A longer wire delays a packet by its length and changes nothing else: what is left of the latency without the wires of the way is the
 * same at all lengths, for head and tail, from one host to others. Machines whose cables differ: machines_*.c. */
#include "fixture.h"

enum { SHORT = 1, FLITS = 2, AS_IT_IS = -1, HOSTS_MOST = 64 };

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

int main(void) {
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) alone(&models[i]);
    return done();
}
