/* pools.c - the fabric of packet pools, half-duplex cables and refusals: closed forms of a packet alone, the numbers of its topologies,
 * the header bit, limits, and what cannot be. Machines that are drawn: machines_pools.c. */
#include <math.h>

#include "fixture.h"

static void equal(u64 got, u64 expected, const char *what) {
    ok(got == expected, "%s: %llu, expected %llu", what, (unsigned long long)got, (unsigned long long)expected);
}

static ws_def fedx(int64_t rows, int64_t cols) {
    ws_def d = fixture_machine("fedx");
    d.length_unit = 1, d.topology = WS_TOPOLOGY_FEDX, d.size[0] = rows, d.size[1] = cols;
    return d;
}

static void keep_packet(const ws_event *event, void *context) {
    if (event->kind == WS_EVENT_PACKET_DELIVERED) *(ws_event *)context = *event;
}

/* Cycles from the first flit's leaving its host until the last one is at the other host. */
static u64 latency_alone(ws_net *n, u32 from, u32 to, u32 length) {
    ws_event packet = {.cycle = 0};
    message_create(n, &(ws_letter){from, from, to, length, 0, n->cycle[0]});
    fixture_run(n, 4000, keep_packet, &packet);
    return packet.cycle - packet.entered;
}

/* 12 cycles a switch and a byte a cycle. A faster port waits until it can send without a pause: the tail goes on when it comes. */
static void zero_load(int64_t routing, int64_t pe_rate, int64_t neighbours) {
    ws_def d = fedx(8, 8);
    d.load = 0, d.routing = routing, d.pe_rate = pe_rate, d.fedx_neighbours = neighbours;
    ws_net *n = fixture_net(&d, NULL);
    u32 wrong = 0;
    for (u32 to = 1; to < n->size.hosts; to++) {
        u32 links = n->wire.minimal[to], expected = pe_rate == 1 ? 12 * (links + 1) + 160 : 12 * links + 160 + 1;
        wrong += latency_alone(n, 0, to, 160) != expected;
    }
    ok(wrong == 0 && n->total[WS_TOTAL_PACKETS_DELIVERED] == 63,
       "routing %d, port of %d flits a cycle, neighbourhood %d: %u of 63 alone are late or early", (int)routing, (int)pe_rate,
       (int)neighbours, wrong);
    ws_net_free(n);
}

/* One shorter than a header's way is kept until it is acknowledged, and a message of three packets takes three times the port. */
static void other_lengths(void) {
    ws_def d = fedx(4, 4);
    d.load = 0, d.pe_rate = 1;
    ws_net *n = fixture_net(&d, NULL);
    equal(latency_alone(n, 0, 1, 1), 2 * 12 + 1, "a packet of one flit, one link away");
    equal(latency_alone(n, 0, 1, 5), 2 * 12 + 5, "a packet of five flits");
    ws_event e = fixture_send(n, 0, 1, 480);
    equal(e.cycle - e.created, 2 * 12 + 480, "a message of three packets, back to back");
    ws_net_free(n);
}

/* What is known of the topology: links, diameter, mean distance to another switch x 10^4. */
static void neighbourhood(int64_t neighbours, u32 diameter, u32 mean4) {
    ws_def d = fedx(8, 8);
    d.fedx_neighbours = neighbours;
    ws_net *n = fixture_net(&d, NULL);
    u64 sum = 0;
    u32 ports = 0;
    for (u32 i = 0; i < 64 * 64; i++) sum += n->wire.minimal[i];
    for (u32 x = 0; x < 64; x++) ports += n->wire.link0[x + 1] - n->wire.link0[x] == 7;
    equal(ports, 64, "switches with six cables and a host");
    equal(n->wire.diameter, diameter, "its diameter");
    equal((sum * 10000 + 64 * 63 / 2) / (64 * 63), mean4, "its mean distance x 10^4");
    ws_net_free(n);
}

/* ---- header bit, limits, priority ---- */

/* With the bit, a packet goes as by fedx-deterministic: the same network, to the cycle. */
static void header_bit(void) {
    u64 hops[2], sum[2];
    for (u32 i = 0; i < 2; i++) {
        ws_def d = fedx(6, 6);
        d.load = 500000;
        if (i == 0) d.routing = WS_ROUTING_FEDX_DETERMINISTIC;
        else d.header_bit = WS_HEADER_BIT_DETERMINISTIC;
        ws_net *n = fixture_net(&d, NULL);
        fixture_run(n, amount(6000, 30000, 30000), NULL, NULL);
        hops[i] = n->total[WS_TOTAL_FLIT_HOPS], sum[i] = n->total[WS_TOTAL_REFUSED_FULL] + n->total[WS_TOTAL_PACKETS_DELIVERED];
        ws_net_free(n);
    }
    ok(hops[0] == hops[1] && sum[0] == sum[1] && hops[0] > 0,
       "the deterministic header bit is fedx-deterministic: %llu flit-hops, %llu", (unsigned long long)hops[0],
       (unsigned long long)hops[1]);
}

typedef struct coins {
    const ws_net *n;
    u64 messages, one_way, wrong;
} coins;

static void count_coin(const ws_event *e, void *context) {
    coins *c = context;
    if (e->kind == WS_EVENT_MESSAGE_CREATED) c->messages++, c->one_way += c->n->message.one_way[e->id];
    if (e->kind != WS_EVENT_PACKET_INJECTED) return;
    bool flag = c->n->packet.flags[e->id] & PACKET_FIRST;
    c->wrong += flag != c->n->message.one_way[c->n->packet.message[e->id]];
}

/* With a share, all packets of a message go one way, or none does; so many messages do. */
static void header_share(void) {
    ws_def d = fedx(6, 6);
    d.load = 300000, d.length_mean = 3, d.header_bit = WS_HEADER_BIT_SHARE, d.header_share = 300000;
    ws_net *n = fixture_net(&d, NULL);
    coins c = {.n = n};
    for (u32 i = 0; i < amount(20000, 100000, 100000); i++) fixture_run(n, 1, count_coin, &c);
    near_to((double)c.one_way / (double)c.messages, 0.3, 4 * 0.46 / sqrt((double)c.messages), "header-share 0.3: messages that go one way");
    ok(c.wrong == 0 && c.messages > 1000, "all packets of a message go its way: %llu messages, %llu packets wrong",
       (unsigned long long)c.messages, (unsigned long long)c.wrong);
    ws_net_free(n);
}

/* backpressure-hosts off: what stands first at a host is never refused for the sake of others; a neighbour's packet like it is. */
static void own_hosts(int64_t backpressure) {
    ws_def d = fedx(6, 6);
    d.load = 500000, d.length_mean = 30, d.backpressure = backpressure, d.backpressure_hosts = 0, d.pool = 40;
    ws_net *n = fixture_net(&d, NULL);
    u64 own = 0, others = 0, asked = 0;
    for (u32 i = 0; i < 400; i++) {
        fixture_run(n, 50, NULL, NULL);
        for (u32 s = 0; s < n->size.sources; s++) {
            u32 m = n->source.first[s], x = n->wire.host_switch[s];
            if (m == NIL) continue;
            u32 to_host = pool_answer(n, x, m, true).result, to_other = pool_answer(n, x, m, false).result;
            own += to_host == REFUSED_MESSAGE || to_host == REFUSED_DEST, asked++;
            others += to_other == REFUSED_MESSAGE || to_other == REFUSED_DEST;
        }
    }
    ok(own == 0 && others > 20, "backpressure %d, not asked of hosts: %llu of %llu refused, %llu if they came from a neighbour",
       (int)backpressure, (unsigned long long)own, (unsigned long long)asked, (unsigned long long)others);
    ws_net_free(n);
}

/* No host's packet comes in while a limit forbids it, but by the guard: that is looked at whenever one has. */
static void limits_hold(void) {
    ws_def d = fedx(4, 4);
    d.load = WS_MILLION, d.buffer_limit_dest = 1, d.buffer_limit_transit = 2, d.starvation_guard = 100000;
    d.deadlock_rule = WS_DEADLOCK_RULE_OFF, d.backpressure = WS_BACKPRESSURE_NONE;
    ws_net *n = fixture_net(&d, NULL);
    u32 over = 0;
    for (u32 i = 0; i < 20000; i++) {
        u64 before = n->total[WS_TOTAL_PACKETS_INJECTED];
        fixture_run(n, 1, NULL, NULL);
        if (n->total[WS_TOTAL_PACKETS_INJECTED] == before) continue;
        for (u32 q = 0; q < n->wire.source_queue0;
             q++) { /* the host's packets in their first pool: at most two in transit there */
            u32 x = n->wire.queue_node[q], transit = 0;
            if (n->wire.queue_vc[q] != NIL || n->queue[q].state == QUEUE_EMPTY) continue;
            if (n->message.source[n->packet.message[n->queue[q].front]] != x || n->packet.hops[n->queue[q].front] > 0) continue;
            for (u32 p = n->wire.pool0[x]; p < n->wire.pool0[x] + (u32)d.pool; p++)
                transit += n->queue[p].state != QUEUE_EMPTY && n->packet.dest[n->queue[p].front] != x &&
                           n->message.source[n->packet.message[n->queue[p].front]] == x;
            over += transit > 2;
        }
    }
    ok(over == 0 && n->total[WS_TOTAL_REFUSED_LIMIT] > 100,
       "limits: never more than two packets of a host in its switch; %llu refused by them",
       (unsigned long long)n->total[WS_TOTAL_REFUSED_LIMIT]);
    ws_net_free(n);
}

/* The longest time for which a limit kept a host's packets out. */
static u64 longest_kept_out(int64_t guard) {
    ws_def d = fedx(8, 8);
    d.load = WS_MILLION, d.buffer_limit_transit = 1, d.length_mean = 160, d.backpressure = WS_BACKPRESSURE_NONE;
    d.starvation_guard = guard, d.nack_delay = 0;
    ws_net *n = fixture_net(&d, NULL);
    u64 longest = 0;
    for (u32 i = 0; i < 600; i++) {
        fixture_run(n, 100, NULL, NULL);
        for (u32 h = 0; h < n->size.hosts; h++)
            if (n->pool.limited[h] > 0 && n->cycle[0] - n->pool.limited[h] > longest) longest = n->cycle[0] - n->pool.limited[h];
    }
    ws_net_free(n);
    return longest;
}

/* The guard: without it hosts wait for long; with it no longer than it says, the next attempt and a few refusals for other reasons. */
static void guard_admits(void) {
    u64 without = longest_kept_out(100000), with = longest_kept_out(480);
    ok(without > 2000 && with < 480 + 1000, "kept out by limits for at most %llu cycles with a guard of 480, and %llu without",
       (unsigned long long)with, (unsigned long long)without);
}

/* Cables to hosts of many cycles: packets are on them when their buffers are in use again. */
static void long_cables(int64_t delay, int64_t pool) {
    ws_def d = fixture_machine("fedx");
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = 4, d.hosts_per_switch = 8, d.routing = WS_ROUTING_MINIMAL_RANDOM;
    d.host_link_delay = delay, d.pool = pool, d.pe_duplex = WS_DUPLEX_FULL, d.router_delay = 1;
    d.deadlock_rule = WS_DEADLOCK_RULE_OFF, d.backpressure = WS_BACKPRESSURE_NONE, d.nack_delay = d.retry_delay = 0;
    d.length_unit = 1, d.length_mean = 1, d.arrivals = WS_ARRIVALS_SATURATED;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, 4000, NULL, NULL);
    ok(ws_net_check(n, NULL) && n->total[WS_TOTAL_PACKETS_DELIVERED] > 0, "cables to hosts of %d cycles, pools of %d: %llu packets, %u rows left",
       (int)delay, (int)pool, (unsigned long long)n->total[WS_TOTAL_PACKETS_DELIVERED], n->packet.free_count[0]);
    ws_net_free(n);
}

/* What cannot be is said in words that name what would be right. */
static void refused_def(ws_def d, const char *word) {
    ws_graph graph = {0};
    ws_error error = {0};
    ws_net *n = ws_graph_build(&d, &graph, &error) ? ws_net_build(&d, &graph, NULL, &error) : NULL;
    ok(n == NULL && strstr(error.text, word), "refused: %s", error.text);
    ws_graph_free(&graph);
    ws_net_free(n);
}

static void contradictions(void) {
    ws_def d = fedx(4, 4);
    d.flow_control = WS_FLOW_CREDIT;
    refused_def(d, "go together");
    d = fedx(4, 4), d.router_delay = 0;
    refused_def(d, "router-delay 1");
    d = fedx(8, 8), d.pool = 4;
    refused_def(d, "longest way of 5");
    d = fedx(4, 4), d.topology = WS_TOPOLOGY_RING, d.size[0] = 6, d.size[1] = 0, d.routing = WS_ROUTING_UPDOWN, d.pool = 4;
    refused_def(d, "longest way of 4"); /* from S2 to S4 over the root, where the diameter is 3 */
    d = fedx(4, 4), d.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
    refused_def(d, "timeout-policy none");
    d = fedx(4, 4), d.segment = 161, d.length_mean = 480;
    refused_def(d, "160 flits");
    d = fedx(2, 2);
    refused_def(d, "2 rows");
    d = fedx(5, 5), d.fedx_neighbours = WS_NEIGHBOURHOOD_BRICK;
    refused_def(d, "even number");
    d = fedx(4, 4), d.vcs = 2;
    refused_def(d, "vcs 1");
}

int main(void) {
    for (int64_t rate = 1; rate <= 4; rate++) zero_load(WS_ROUTING_FEDX_ADAPTIVE, rate, WS_NEIGHBOURHOOD_HEX);
    zero_load(WS_ROUTING_FEDX_DETERMINISTIC, 1, WS_NEIGHBOURHOOD_HEX);
    zero_load(WS_ROUTING_FEDX_DETERMINISTIC, 1, WS_NEIGHBOURHOOD_BRICK);
    zero_load(WS_ROUTING_FEDX_ADAPTIVE, 2, WS_NEIGHBOURHOOD_DIAGONAL);
    other_lengths();
    neighbourhood(WS_NEIGHBOURHOOD_HEX, 5, 31429);
    neighbourhood(WS_NEIGHBOURHOOD_BRICK, 6, 32063);
    neighbourhood(WS_NEIGHBOURHOOD_DIAGONAL, 4, 27778);
    header_bit();
    header_share();
    own_hosts(WS_BACKPRESSURE_MESSAGE);
    own_hosts(WS_BACKPRESSURE_DESTINATION);
    limits_hold();
    guard_admits();
    long_cables(20, 2);
    long_cables(3, 64);
    long_cables(400, 2);
    contradictions();
    return done();
}
