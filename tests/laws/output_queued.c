/* The ideal switch (queueing oq) against theory (Karol, Hluchyj and Morgan 1987) and against itself.
 *
 *   throughput  saturated, every output sends in every slot, where one queue an input gives 0.586 to 0.655
 *   waits       mean wait = (N - 1) / N * load / (2 (1 - load)) slots
 *   memory      counts flits: short packets and long ones, a tenth of them 20 flits, at load 0.95 and with the buffer of the scenario
 *   whole       packets of L flits take (L - 1 + delay of the link) cycles a link through an empty network
 *   trace       three hosts send three packets each to one of them; room for two: derived by hand, cycle by cycle
 *   ring        dimension order without a dateline deadlocks; the waits say so, and what they name never moves again
 *
 * The trace. Hosts A, B, C are at ports 0, 1, 2; A0 A1 A2, B0 .. C2 are for A. A packet is at the switch in the cycle after it left, its
 * credit back in the cycle after it went on. Round robin among the inputs begins behind the last that got a place.
 *
 *   1  A0, B0 into the queue, C0 finds it full; A0 leaves, C0 follows in the same cycle
 *   2  A1, B1, C1 come, the queue is full (B0 C0); B0 leaves; the turn is at port 0: A1
 *   3  A2, B2, C2 come; C0 leaves; B1
 *   4  A1 leaves; C1        5  B1 leaves; A2        6  C1 leaves; B2        7  A2 leaves; C2        8  B2        9  C2 */
#include "observe/waits.h"

#include "fixture.h"

enum { MACHINES = 80, CYCLES = 1500, PARTS = 5, DRAIN_MOST = 60000, DEADLOCK_MOST = 4096 };

static ws_def ideal(int64_t hosts) {
    ws_def d = fixture_slots(hosts);
    d.queueing = WS_QUEUEING_OQ;
    d.flow_control = WS_FLOW_PACKET_CREDIT;
    d.buffer = 1024;
    return d;
}

static void throughput(int64_t hosts) {
    ws_def d = ideal(hosts);
    char what[80];
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, 4000, NULL, NULL);
    snprintf(what, sizeof what, "throughput of %d ports", (int)hosts);
    near_to(fixture_accepted(n, fixture_cycles(600000 / (u64)hosts)), 1, 0.005, what);
    ws_net_free(n);
}

typedef struct wait {
    double sum;
    u64 count, since;
} wait;

static void add_wait(const ws_event *e, void *context) {
    wait *w = context;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < w->since) return;
    w->sum += (double)(e->cycle - e->created - 2); /* two slots without waiting: to the switch and from it */
    w->count++;
}

static void waits(int64_t hosts, int64_t load) {
    ws_def d = ideal(hosts);
    char what[80];
    double rho = (double)load / WS_MILLION, expected = (double)(hosts - 1) / (double)hosts * rho / (2 * (1 - rho));
    d.arrivals = WS_ARRIVALS_BERNOULLI, d.load = load;
    ws_net *n = fixture_net(&d, NULL);
    wait w = {.since = 10000};
    fixture_run(n, 10000 + fixture_cycles(1600000 / (u64)hosts), add_wait, &w);
    snprintf(what, sizeof what, "mean wait, %d ports at %.1f", (int)hosts, rho);
    near_to(w.sum / (double)w.count, expected, (load > 850000 ? 0.05 : 0.02) * expected, what);
    ws_net_free(n);
}

/* Nine packets in ten have one flit, one has 20: as the queue M/G/1, an output holds some 130 flits in the mean at this load. */
static void memory(void) {
    ws_def d = ideal(8);
    d.arrivals = WS_ARRIVALS_BERNOULLI, d.load = 950000, d.length = WS_LENGTH_MIXTURE, d.mixture_count = 2;
    d.mixture_lo[0] = d.mixture_hi[0] = 1, d.mixture_weight[0] = 90, d.mixture_lo[1] = d.mixture_hi[1] = 20, d.mixture_weight[1] = 10;
    ws_net *n = fixture_net(&d, NULL);
    ws_error error = {0};
    fixture_run(n, 20000, NULL, NULL);
    near_to(fixture_accepted(n, fixture_cycles(200000)), 0.95, 0.0095, "accepted at 0.95 of packets of 1 and of 20 flits");
    ok(ws_net_check(n, &error), "the laws hold %s", error.text);
    ws_net_free(n);
}

/* The hosts at both ends of a line of four switches. */
static void whole_packets(u32 length) {
    ws_def d = ideal(1);
    d.topology = WS_TOPOLOGY_LINE, d.size[0] = 4, d.routing = WS_ROUTING_DOR, d.load = 0, d.arrivals = WS_ARRIVALS_POISSON;
    d.length_mean = length, d.link_delay = 3, d.host_link_delay = 2;
    ws_net *n = fixture_net(&d, NULL);
    ws_event e = fixture_send(n, 0, 3, length);
    u64 expected = 3 * (length - 1 + 3) + 2 * (length - 1 + 2);
    ok(e.kind == WS_EVENT_MESSAGE_DELIVERED && e.cycle - e.created == expected, "%u flits over four switches: %llu cycles, closed form %llu",
       length, (unsigned long long)(e.cycle - e.created), (unsigned long long)expected);
    ws_net_free(n);
}

/* ---- the trace ---- */

typedef struct row {
    u8 out, in[3];
} row;

/* Packets in the queue of the output to A and at the three inputs, at the end of cycles 1 to 9. */
static const row table[] = {{2, {0, 0, 0}}, {2, {0, 1, 1}}, {2, {1, 1, 2}}, {2, {1, 1, 1}}, {2, {0, 1, 1}},
                            {2, {0, 0, 1}}, {2, {0, 0, 0}}, {1, {0, 0, 0}}, {0, {0, 0, 0}}};

typedef struct arrivals {
    u32 source[9], count;
} arrivals;

static void note_source(const ws_event *e, void *context) {
    arrivals *a = context;
    if (e->kind == WS_EVENT_PACKET_DELIVERED && a->count < 9) a->source[a->count++] = e->source;
}

static void trace(void) {
    ws_def d = ideal(3);
    d.buffer = 2, d.load = 0, d.arrivals = WS_ARRIVALS_POISSON;
    ws_net *n = fixture_net(&d, NULL);
    ws_error error = {0};
    arrivals a = {.count = 0};
    u32 out = n->wire.port_queue0[n->wire.link_port[n->wire.eject_link[0]]];
    for (u32 i = 0; i < 9; i++) message_create(n, &(ws_letter){i % 3, i % 3, 0, 1, 0, 0});
    fixture_run(n, 1, note_source, &a);
    for (u32 cycle = 1; cycle <= sizeof table / sizeof *table; cycle++) {
        const row *expected = &table[cycle - 1];
        fixture_run(n, 1, note_source, &a);
        row r = {(u8)n->queue[out].packets, {(u8)n->queue[0].packets, (u8)n->queue[1].packets, (u8)n->queue[2].packets}};
        ok(memcmp(&r, expected, sizeof r) == 0 && ws_net_check(n, &error), "cycle %u: %u (%u) at the output, %u %u %u (%u %u %u) at inputs %s",
           cycle, r.out, expected->out, r.in[0], r.in[1], r.in[2], expected->in[0], expected->in[1], expected->in[2], error.text);
    }
    fixture_run(n, 2, note_source, &a);
    bool in_turn = a.count == 9;
    for (u32 i = 0; i < 9; i++) in_turn &= a.source[i] == i % 3;
    ok(in_turn, "the nine packets arrive in turn, one a cycle");
    ws_net_free(n);
}

/* ---- the ring ---- */

static void ring(void) {
    ws_def d = ideal(1);
    d.topology = WS_TOPOLOGY_RING1, d.size[0] = 4, d.routing = WS_ROUTING_DOR_NO_DATELINE, d.buffer = 4;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    u32 knot[DEADLOCK_MOST], front[DEADLOCK_MOST], moved = 0;
    while (n->cycle[0] < 200000 && !ws_waits_deadlock(w)) {
        fixture_run(n, 1, NULL, NULL);
        ws_waits_update(w, n);
    }
    u32 count = ws_waits_deadlocked(w, knot, DEADLOCK_MOST);
    for (u32 i = 0; i < count; i++) front[i] = n->queue[knot[i]].front;
    fixture_run(n, 5000, NULL, NULL);
    for (u32 i = 0; i < count; i++) moved += n->queue[knot[i]].front != front[i];
    ok(count >= 4 && moved == 0, "one-way ring without a dateline: deadlock in cycle %llu, %u queues, of which %u move again",
       (unsigned long long)n->cycle[0] - 5000, count, moved);
    ws_waits_free(w);
    ws_net_free(n);
}

/* ---- what is no machine ---- */

static void refused(ws_def d, const char *words) {
    ws_graph g;
    ws_error error = {0};
    ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
    ok(!n && strstr(error.text, words), "refused: %s", error.text);
    ws_net_free(n);
    ws_graph_free(&g);
}

static void refusals(void) {
    ws_def d = ideal(4), w = d;
    w.flow_control = WS_FLOW_CREDIT, refused(w, "packet-credit"), w = d;
    w.router_delay = 1, refused(w, "router-delay 0"), w = d;
    w.switch_priority = 1, refused(w, "no switch-priority"), w = d;
    w.routing = WS_ROUTING_MINIMAL_ADAPTIVE, refused(w, "routing with one way"), w = d;
    w.route_choice = WS_ROUTE_CHOICE_RANDOM, refused(w, "route-choice fixed"), w = d;
    w.length_mean = 2000, refused(w, "buffer");
}

int main(void) {
    static const int64_t loads[] = {200000, 500000, 800000, 900000};
    static const u32 lengths[] = {1, 2, 5, 17};
    refusals();
    for (int64_t hosts = 2; hosts <= 32; hosts *= 2)
        if (takes(3)) throughput(hosts);
    for (int64_t hosts = 2; hosts <= 32; hosts *= 4)
        for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
            if (takes(7)) waits(hosts, loads[i]);
    memory();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) whole_packets(lengths[i]);
    trace();
    ring();
    return done();
}
