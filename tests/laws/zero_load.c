/* A packet alone in a network needs exactly the time of the closed form: every pair, length, delay, number of channels and topology.
 *
 *   cube (router: route and channel allocation r, switch allocation 1, crossbar 1; link p; H routers; L flits; tail)
 *        T = (r + 2) H + p (H - 1) + 3 + (L - 1)
 *   wormhole LAN (d + 2 links of P cycles, d + 1 switches of R cycles)
 *        head (d + 2) P + (d + 1) R, tail L - 1 later                                  (Kwan et al. 1996: the delay without load)
 *   workstations (d + 2 links of 4 cycles, d + 1 switches with one cycle of routing and one of crossbar; Duato et al.)
 *        T = 4 (d + 2) + 2 (d + 1) + (L - 1)
 *   store-and-forward  every one of the d + 2 links costs its L - 1 anew
 *   any  head = sum over links of (wire + input-delay) + switches x (router-delay + crossbar-delay) */
#include "fixture.h"

typedef struct tally {
    u64 packets, wrong;
    double head_sum;
} tally;

static void tally_add(tally *t, const ws_event *e, u64 head, u64 tail) {
    t->packets++;
    t->head_sum += (double)(e->head - e->entered);
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED && e->created == e->entered && e->head - e->created == head &&
        e->cycle - e->created == tail)
        return;
    if (t->wrong++ == 0)
        note("%u -> %u, %u flits, %u switches: head %llu, tail %llu; should be %llu and %llu", e->source, e->dest, e->length,
             e->hops, (unsigned long long)(e->head - e->created), (unsigned long long)(e->cycle - e->created),
             (unsigned long long)head, (unsigned long long)tail);
}

/* ---- the cube ---- */

/* Links between two routers, by coordinates. */
static u32 manhattan(const ws_def *d, u32 a, u32 b) {
    u32 cols = (u32)d->size[1], rows = (u32)d->size[0];
    u32 x = (u32)abs((int)(a % cols) - (int)(b % cols)), y = (u32)abs((int)(a / cols) - (int)(b / cols));
    if (d->topology == WS_TOPOLOGY_TORUS && x > cols - x) x = cols - x;
    if (d->topology == WS_TOPOLOGY_TORUS && y > rows - y) y = rows - y;
    return x + y;
}

static void cube_pairs(const ws_def *d, u32 length, tally *t) {
    ws_net *n = fixture_net(d, NULL);
    for (u32 a = 0; a < n->size.hosts; a++)
        for (u32 b = 0; b < n->size.hosts; b++) {
            ws_event e = fixture_send(n, a, b, length);
            u64 routers = manhattan(d, a, b) + 1, r = (u64)d->router_delay, p = (u64)d->link_delay;
            u64 tail = (r + 2) * routers + p * (routers - 1) + 3 + (length - 1);
            if (e.hops != routers) t->wrong++;
            tally_add(t, &e, tail - (length - 1), tail);
        }
    ws_net_free(n);
}

static void cube(int64_t topology, int64_t rows, int64_t cols) {
    static const u32 lengths[] = {1, 2, 5, 33};
    static const int64_t link_delays[] = {1, 2, 7};
    for (int64_t r = 0; r <= 3; r++) {
        tally t = {0};
        for (int64_t vcs = topology == WS_TOPOLOGY_TORUS ? 2 : 1; vcs <= 4; vcs++)
            for (size_t p = 0; p < 3; p++)
                for (size_t i = 0; i < 4; i++) {
                    ws_def d = fixture_cube(topology, rows, cols);
                    d.load = 0, d.vcs = vcs, d.router_delay = r, d.link_delay = link_delays[p];
                    d.buffer = link_delays[p] == 1 ? 8 : 32; /* enough for the round trip of a credit */
                    cube_pairs(&d, lengths[i], &t);
                }
        ok(t.wrong == 0, "cube %s %dx%d, router-delay %d: %llu packets exactly on time",
           topology == WS_TOPOLOGY_TORUS ? "torus" : "mesh", (int)rows, (int)cols, (int)r, (unsigned long long)t.packets);
    }
}

/* ---- the wormhole LAN ---- */

static void lan_pairs(ws_net *n, u32 length, tally *t) {
    const ws_def *d = n->def;
    for (u32 a = 0; a < n->size.hosts; a++)
        for (u32 b = 0; b < n->size.hosts; b++) {
            if (a == b) continue;
            ws_event e = fixture_send(n, a, b, length);
            u64 links = e.hops - 1u, head = (links + 2) * (u64)d->link_delay + (links + 1) * (u64)d->router_delay;
            if (links != route_length(n, n->wire.host_switch[a], n->wire.host_switch[b])) t->wrong++;
            tally_add(t, &e, head, head + length - 1);
        }
}

static ws_def lan_def(int64_t topology, int64_t rows, int64_t cols) {
    ws_def d = fixture_lan(topology, rows, cols);
    d.load = 0, d.segment_rule = WS_SEGMENT_RULE_NONE;
    return d;
}

static void lan(const char *name, int64_t topology, int64_t rows, int64_t cols, int64_t hosts) {
    static const u32 lengths[] = {1, 2, 200, 1000};
    static const int64_t router_delays[] = {0, 1, 13, 44}, link_delays[] = {11, 1, 7, 11};
    tally t = {0};
    for (size_t i = 0; i < 4; i++) {
        ws_def d = lan_def(topology, rows, cols);
        d.hosts_per_switch = hosts, d.router_delay = router_delays[i], d.link_delay = link_delays[i];
        ws_net *n = fixture_net(&d, NULL);
        lan_pairs(n, lengths[i], &t);
        ws_net_free(n);
    }
    ok(t.wrong == 0, "wormhole LAN %s: %llu packets exactly on time", name, (unsigned long long)t.packets);
}

/* What packets carry besides is sent like the rest: the head is as early, the tail so many cycles later. */
static void overhead(void) {
    static const int64_t flits[] = {1, 10, 40};
    tally t = {0};
    for (size_t i = 0; i < 3; i++)
        for (u32 length = 1; length < 300; length += 149) {
            ws_def d = lan_def(WS_TOPOLOGY_TORUS, 3, 3);
            d.overhead = flits[i], d.router_delay = (int64_t)i;
            ws_net *n = fixture_net(&d, NULL);
            for (u32 b = 1; b < n->size.hosts; b++) {
                ws_event e = fixture_send(n, 0, b, length);
                u64 head = (e.hops + 1u) * (u64)d.link_delay + e.hops * (u64)d.router_delay;
                tally_add(&t, &e, head, head + length + (u64)d.overhead - 1);
            }
            u64 carried = (n->size.hosts - 1) * (u64)d.overhead;
            t.wrong += n->total[WS_TOTAL_FLITS_OVERHEAD] != carried || n->total[WS_TOTAL_OVERHEAD_DELIVERED] != carried;
            t.wrong += n->class_flits[0] != (n->size.hosts - 1) * length;
            ws_net_free(n);
        }
    ok(t.wrong == 0, "overhead of 1, 10 and 40 flits: %llu packets exactly on time", (unsigned long long)t.packets);
}

/* Cables of a metropolitan network: longer than the worms. */
static void far_lan(void) {
    static const int64_t delays[] = {65, 256, 4000, WS_DELAY_MAX};
    tally t = {0};
    for (size_t i = 0; i < 4; i++) {
        ws_def d = lan_def(WS_TOPOLOGY_LINE, 3, 0);
        d.hosts_per_switch = 1, d.link_delay = delays[i], d.buffer = 2 * delays[i] + 60, d.stop_mark = 50, d.go_mark = 40;
        ws_net *n = fixture_net(&d, NULL);
        lan_pairs(n, 1, &t);
        lan_pairs(n, 1000, &t);
        ws_net_free(n);
    }
    ok(t.wrong == 0, "cables of 65 to %d cycles: %llu packets exactly on time", WS_DELAY_MAX, (unsigned long long)t.packets);
}

static void lan_mean(int64_t side, double expected, double tolerance) {
    tally t = {0};
    ws_def d = lan_def(WS_TOPOLOGY_TORUS, side, side);
    ws_net *n = fixture_net(&d, NULL);
    lan_pairs(n, 3, &t);
    ws_net_free(n);
    near_to(t.head_sum / (double)t.packets, expected, tolerance, side == 3 ? "mean head latency 3x3" : "mean head latency 5x5");
}

/* ---- a graph made by hand, every cable of another length, all delays of the router in use ----
 *
 *   H0 -2- S0 -5- S1 -9- S2 -1- H2     and S3 on S1 by a cable of 30, with H3 on it by one of 4; H1 on S1 by one of 3.
 * A tree: one path for each pair, whatever the routing. */
static void hand_made(int64_t flow, int64_t routing) {
    static const u64 host_delay[] = {2, 3, 1, 4};
    static const u64 between[4][4] = {{0, 5, 14, 35}, {5, 0, 9, 30}, {14, 9, 0, 39}, {35, 30, 39, 0}};
    static const u64 switches[4][4] = {{1, 2, 3, 3}, {2, 1, 2, 2}, {3, 2, 1, 3}, {3, 2, 3, 1}};
    ws_graph g = fixture_graph(4, 4, 7);
    for (int32_t h = 0; h < 4; h++) fixture_cable(&g, h, fixture_host(&g, h), (int32_t)host_delay[h]);
    fixture_cable(&g, 0, 1, 5), fixture_cable(&g, 1, 2, 9), fixture_cable(&g, 1, 3, 30);
    ws_def d = lan_def(WS_TOPOLOGY_FILE, 0, 0);
    d.buffer = 160, d.flow_control = flow, d.routing = routing, d.router_delay = 3, d.crossbar_delay = 2, d.input_delay = 1;
    ws_net *n = fixture_net_of(&d, &g, NULL);
    tally t = {0};
    for (u32 a = 0; a < 4; a++)
        for (u32 b = 0; b < 4; b++)
            for (u32 length = 1; a != b && length < 400; length += 57) {
                ws_event e = fixture_send(n, a, b, length);
                u64 links = switches[a][b] + 1;
                u64 head = host_delay[a] + between[a][b] + host_delay[b] + links * 1 + switches[a][b] * (3 + 2);
                tally_add(&t, &e, head, head + length - 1);
            }
    ok(t.wrong == 0, "tree with cables of all lengths, flow control %d, routing %d: %llu packets exactly on time", (int)flow,
       (int)routing, (unsigned long long)t.packets);
    ws_net_free(n);
    ws_graph_free(&g);
}

/* One slot each from host to switch to host. */
static void slots(int64_t queueing) {
    ws_def d = fixture_slots(8);
    d.load = 0, d.queueing = queueing;
    ws_net *n = fixture_net(&d, NULL);
    tally t = {0};
    for (u32 a = 0; a < 8; a++)
        for (u32 b = 0; b < 8; b++) {
            ws_event e = fixture_send(n, a, b, 1);
            tally_add(&t, &e, 2, 2);
        }
    ok(t.wrong == 0, "one switch, queueing %d: %llu packets exactly on time", (int)queueing, (unsigned long long)t.packets);
    ws_net_free(n);
}

/* ---- workstations ---- */

/* All pairs of a random network; minimal first: alone, a packet goes by a shortest path if the routing knows them. */
static void workstations(const char *machine, int64_t routing, int64_t switching) {
    tally t = {0};
    for (int64_t seed = 1; seed <= 4; seed++) {
        ws_def d = fixture_machine(machine);
        u32 length = seed % 2 ? 16 : 128;
        d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = 4 + 3 * seed, d.topology_seed = seed, d.hosts_per_switch = 2;
        d.routing = routing, d.load = 0, d.length_mean = length;
        if (d.flow_control == WS_FLOW_CREDIT) d.buffer = length, d.switching = switching;
        ws_net *n = fixture_net(&d, NULL);
        for (u32 a = 0; a < n->size.hosts; a++)
            for (u32 b = 0; b < n->size.hosts; b++) {
                if (a == b) continue;
                ws_event e = fixture_send(n, a, b, length);
                u32 from = n->wire.host_switch[a], to = n->wire.host_switch[b];
                bool shortest = routing == WS_ROUTING_MA_2VC || routing == WS_ROUTING_FA_2Q;
                u64 links = shortest ? distance_between(n, from, to) : route_length(n, from, to);
                u64 stored = switching == WS_SWITCHING_STORE_AND_FORWARD ? (links + 1) * (length - 1) : 0;
                u64 head = 4 * (links + 2) + 2 * (links + 1) + stored;
                tally_add(&t, &e, head, head + length - 1);
            }
        ws_net_free(n);
    }
    ok(t.wrong == 0, "%s, routing %d, switching %d: %llu packets exactly on time", machine, (int)routing, (int)switching,
       (unsigned long long)t.packets);
}

int main(void) {
    workstations("now-wormhole", WS_ROUTING_MA_2VC, WS_SWITCHING_WORMHOLE);
    workstations("now-wormhole", WS_ROUTING_BUD_2VC, WS_SWITCHING_WORMHOLE);
    workstations("now-vct", WS_ROUTING_FA_2Q, WS_SWITCHING_CUT_THROUGH);
    workstations("now-vct", WS_ROUTING_UD_2Q, WS_SWITCHING_CUT_THROUGH);
    workstations("now-vct", WS_ROUTING_FA_2Q, WS_SWITCHING_STORE_AND_FORWARD);
    cube(WS_TOPOLOGY_MESH, 4, 4);
    cube(WS_TOPOLOGY_TORUS, 4, 4);
    cube(WS_TOPOLOGY_TORUS, 3, 5);
    lan("torus 3x3", WS_TOPOLOGY_TORUS, 3, 3, 4);
    lan("torus 5x5", WS_TOPOLOGY_TORUS, 5, 5, 2);
    lan("mesh 3x4", WS_TOPOLOGY_MESH, 3, 4, 2);
    lan("line 6", WS_TOPOLOGY_LINE, 6, 0, 2);
    lan("ring 7", WS_TOPOLOGY_RING, 7, 0, 2);
    lan("one switch", WS_TOPOLOGY_SWITCH, 0, 0, 9);
    overhead();
    far_lan();
    lan_mean(3, 11 * (2 + 1.3714), 0.001);
    lan_mean(5, 11 * (2 + 2.5859), 0.001);
    for (int64_t flow = 0; flow <= WS_FLOW_SPACE; flow++) { /* packet credits are for whole packets: workstations.c */
        hand_made(flow, WS_ROUTING_UPDOWN);
        hand_made(flow, WS_ROUTING_MINIMAL_RANDOM);
    }
    slots(WS_QUEUEING_FIFO);
    slots(WS_QUEUEING_VOQ);
    return done();
}
