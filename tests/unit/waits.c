/* The wait-for graph on running networks: a deadlock is claimed exactly where nothing will ever move again. */
#include "observe/waits.h"

#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "tap.h"

typedef struct trial {
    const char *name;
    int64_t topology, size[2], hosts, vcs, buffer, flow, routing, grant_room, router_delay, length, load;
    int64_t link_delay;
    bool can_deadlock;
} trial;

static const trial trials[] = {
    {"ring one way, credits",
     WS_TOPOLOGY_RING1,
     {6, 0},
     1,
     1,
     4,
     WS_FLOW_CREDIT,
     WS_ROUTING_DOR_NO_DATELINE,
     WS_GRANT_ROOM_NONE,
     2,
     12,
     600000,
     1,
     true},
    {"ring one way, STOP and GO",
     WS_TOPOLOGY_RING1,
     {5, 0},
     2,
     1,
     40,
     WS_FLOW_STOP_GO,
     WS_ROUTING_MINIMAL_RANDOM,
     WS_GRANT_ROOM_NONE,
     0,
     200,
     500000,
     5,
     true},
    {"ring, any channel, one stage",
     WS_TOPOLOGY_RING,
     {8, 0},
     2,
     2,
     4,
     WS_FLOW_CREDIT,
     WS_ROUTING_DOR_NO_DATELINE,
     WS_GRANT_ROOM_NONE,
     0,
     40,
     900000,
     1,
     true},
    {"torus, cut-through",
     WS_TOPOLOGY_TORUS,
     {4, 4},
     1,
     1,
     16,
     WS_FLOW_CREDIT,
     WS_ROUTING_DOR_NO_DATELINE,
     WS_GRANT_ROOM_PACKET,
     2,
     16,
     900000,
     2,
     true},
    {"torus, shortest ways, STOP and GO",
     WS_TOPOLOGY_TORUS,
     {3, 3},
     4,
     1,
     80,
     WS_FLOW_STOP_GO,
     WS_ROUTING_MINIMAL_RANDOM,
     WS_GRANT_ROOM_NONE,
     0,
     500,
     400000,
     11,
     true},
    {"torus, datelines",
     WS_TOPOLOGY_TORUS,
     {5, 5},
     1,
     2,
     4,
     WS_FLOW_CREDIT,
     WS_ROUTING_DOR,
     WS_GRANT_ROOM_NONE,
     2,
     20,
     900000,
     1,
     false},
    {"torus, up and down, STOP and GO",
     WS_TOPOLOGY_TORUS,
     {3, 3},
     4,
     1,
     80,
     WS_FLOW_STOP_GO,
     WS_ROUTING_UPDOWN,
     WS_GRANT_ROOM_NONE,
     0,
     500,
     400000,
     11,
     false},
    {"mesh, space",
     WS_TOPOLOGY_MESH,
     {4, 4},
     1,
     1,
     3,
     WS_FLOW_SPACE,
     WS_ROUTING_DOR,
     WS_GRANT_ROOM_NONE,
     0,
     20,
     900000,
     3,
     false},
};

static ws_net *build(const trial *t) {
    ws_def def = ws_def_default();
    def.topology = t->topology;
    memset(def.size, 0, sizeof def.size);
    memcpy(def.size, t->size, sizeof t->size);
    def.hosts_per_switch = t->hosts;
    def.vcs = t->vcs;
    def.buffer = t->buffer;
    def.flow_control = t->flow;
    def.routing = t->routing;
    def.grant_room = t->grant_room;
    def.router_delay = t->router_delay;
    def.vc_delay = t->router_delay ? 1 : 0;
    def.link_delay = t->link_delay;
    def.length = WS_LENGTH_FIXED;
    def.length_mean = t->length;
    def.segment_rule = WS_SEGMENT_RULE_NONE;
    def.load = t->load;
    ws_graph graph = {0};
    ws_error error = {0};
    ws_net *net = ws_graph_build(&def, &graph, &error) ? ws_net_build(&def, &graph, NULL, &error) : NULL;
    if (!net) note("%s", error.text);
    ws_graph_free(&graph);
    return net;
}

static void step(ws_net *net, uint64_t cycles) {
    while (cycles > 0) {
        cycles -= ws_net_step(net, cycles);
        ws_net_events_clear(net);
    }
}

static uint64_t flits_sent(const ws_net *net) {
    uint64_t sum = 0;
    for (u32 l = 0; l < net->size.links; l++) sum += net->link_flits[l];
    return sum;
}

/* Every blocked queue waits for one whose order is one less, or, if its own flits are late, for one of the same order. */
static bool orders_are_consistent(const ws_waits *waits) {
    size_t queues;
    const ws_wait *w = ws_waits_of(waits, &queues);
    for (size_t q = 0; q < queues; q++) {
        if (w[q].order >= WS_ORDER_DEADLOCK) continue;
        if (w[q].order == 0 && w[q].reason != WS_WAIT_FLITS) {
            if (w[q].blocker != WS_NIL || w[q].root != q) return false;
            continue;
        }
        const ws_wait *b = &w[w[q].blocker];
        uint16_t before = b->order == WS_ORDER_NONE ? 0 : b->order;
        if (w[q].order != before + (w[q].reason == WS_WAIT_FLITS ? 0 : 1)) return false;
    }
    return true;
}

/* Queues in a deadlock wait for queues in a deadlock, those of a knot for those of the knot. */
static bool deadlock_is_closed(const ws_waits *waits) {
    size_t queues;
    const ws_wait *w = ws_waits_of(waits, &queues);
    uint32_t knot = 0;
    for (size_t q = 0; q < queues; q++) {
        if (w[q].order != WS_ORDER_DEADLOCK) continue;
        if (w[w[q].blocker].order != WS_ORDER_DEADLOCK) return false;
        if (w[q].in_deadlock && !w[w[q].blocker].in_deadlock) return false;
        knot += w[q].in_deadlock;
    }
    return knot == ws_waits_deadlocked(waits, NULL, 0) && knot >= 2;
}

/* The proof: nothing that was called deadlocked sends a flit or gets a channel ever after. */
static bool stays_dead(ws_net *net, const ws_waits *waits) {
    size_t queues;
    const ws_wait *w = ws_waits_of(waits, &queues);
    ws_queue_state *before = malloc(queues * sizeof *before);
    memcpy(before, net->queue, queues * sizeof *before);
    step(net, 20000);
    bool dead = true;
    for (size_t q = 0; q < queues; q++)
        if (w[q].order == WS_ORDER_DEADLOCK && (net->queue[q].front_to_go != before[q].front_to_go || net->queue[q].vc != before[q].vc))
            dead = false;
    free(before);
    return dead;
}

static void try(const trial *t) {
    ws_net *net = build(t);
    if (!ok(net != NULL, "%s: builds", t->name)) return;
    ws_waits *waits = ws_waits_new(net);
    bool consistent = true, missed = false;
    uint64_t sent = 0, cycle = 0;
    for (int look = 0; look < 3000 && !ws_waits_deadlock(waits) && !missed; look++) {
        step(net, 1 + (uint64_t)look % 37);
        ws_waits_update(waits, net);
        consistent &= orders_are_consistent(waits);
        if (flits_sent(net) != sent) cycle = ws_net_cycle(net);
        sent = flits_sent(net);
        missed = ws_net_cycle(net) - cycle > 2000 && !ws_waits_deadlock(waits);
    }
    ok(consistent, "%s: orders agree with those of the blockers", t->name);
    ok(!missed, "%s: no standstill goes unseen", t->name);
    ok(ws_waits_deadlock(waits) == t->can_deadlock, "%s: %s by cycle %llu", t->name,
       t->can_deadlock ? "deadlocks" : "does not deadlock", (unsigned long long)ws_net_cycle(net));
    if (ws_waits_deadlock(waits)) {
        ok(deadlock_is_closed(waits), "%s: the knot of %u waits for itself", t->name, ws_waits_deadlocked(waits, NULL, 0));
        ok(stays_dead(net, waits), "%s: what is called dead stays dead", t->name);
    }
    ws_waits_free(waits);
    ws_net_free(net);
}

int main(void) {
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) try(&trials[i]);
    return done();
}
