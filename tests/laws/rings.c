/* rings.c - for each system a network with a real ring, one in which the same ring is freed, and one that looks
 * dead for 100,000 cycles and is not. The analysis names exactly the ring, or nothing.
 *
 *   real   four switches in a ring one way, a host each; all send at once to the host two ahead, so that each
 *          worm holds one link of the ring and waits for the next; or, where whole packets wait, each buffer of
 *          the ring is full of packets that go further
 *   freed  the same with a second channel and a dateline, an escape channel, timeouts, or a rule for pools
 *   slow   a worm of 120,000 flits goes through the outputs that all others wait for; or a head that waits in a
 *          ring until its timeout of 100,000 cycles; or many wait for few buffers behind wires of 20,000 cycles
 *
 * Ports of whole packets have one channel a cable and one way a packet, and what would free their ring is refused
 * before it runs; set-aside queues and virtual output queues are for multistage networks, which have none. There the
 * ring is open at a switch where all packets leave it.
 *
 * Sources: Dally and Seitz 1987; Duato 1993; Toueg and Ullman 1981; by hand. */
#include "observe/waits.h"

#include "fixture.h"

enum { RING = 4, LONG = 600, DEADLOCK_MOST = 256, STANDS = 100000, FAR = 20000 };
enum { POOL = 4, POOL_PACKET = 160, PORT_PACKET = 8, PORT_PACKETS = 2 };

static ws_def on_ring(const char *machine, int64_t routing, int64_t vcs) {
    ws_def d = fixture_machine(machine);
    d.topology = WS_TOPOLOGY_RING1;
    d.size[0] = RING;
    d.size[1] = 0;
    d.hosts_per_switch = 1;
    d.routing = routing;
    d.vcs = vcs;
    d.load = 0;
    d.arrivals = WS_ARRIVALS_POISSON;
    d.traffic = WS_TRAFFIC_UNIFORM;
    d.class_rule = WS_CLASS_RULE_NONE;
    d.segment_rule = WS_SEGMENT_RULE_NONE;
    d.length = WS_LENGTH_FIXED;
    d.length_mean = LONG;
    d.length_unit = 1;
    return d;
}

static void send(ws_net *n, u32 from, u32 to, u32 length) {
    ws_letter letter = {
        .source_queue = from * n->wire.source_queues,
        .from = from,
        .to = to,
        .length = length,
        .created = n->cycle[0],
    };
    message_create(n, &letter);
}

static void all_send(ws_net *n, u32 ahead, u32 length) {
    for (u32 h = 0; h < RING; h++)
        send(n, h, (h + ahead) % RING, length);
}

/* One after the other: worms that are killed at the same time, and sent again at the same, meet for ever. */
static void all_send_in_turn(ws_net *n, u32 length) {
    for (u32 h = 0; h < RING; h++) {
        send(n, h, (h + 2) % RING, length);
        fixture_run(n, 7, NULL, NULL);
    }
}

static bool has_pools(const ws_net *n) {
    return n->def->queueing == WS_QUEUEING_POOL;
}

/* Is this queue fed by a link of the ring? A pool is fed by all links of its switch. */
static bool is_on_ring(const ws_net *n, u32 q) {
    return has_pools(n) || n->wire.link_from[n->wire.vc_link[n->wire.queue_vc[q]]] < RING;
}

/* The knot has so many queues on the ring, with packets of all four hosts in front; else it has at most the
 * rests of these packets in the queues of the hosts' links. */
static bool is_the_ring(const ws_net *n, const ws_waits *w, u32 queues) {
    u32 knot[DEADLOCK_MOST];
    u32 count = ws_waits_deadlocked(w, knot, DEADLOCK_MOST);
    u32 on_ring = 0;
    u32 packets = 0;
    bool seen[RING] = {false};
    for (u32 i = 0; i < count; i++) {
        u32 q = knot[i];
        if (q >= n->wire.source_queue0)
            return false;
        on_ring += is_on_ring(n, q);
        u32 source = n->message.source[n->packet.message[n->queue[q].front]];
        packets += !seen[source];
        seen[source] = true;
    }
    return on_ring == queues && packets == RING;
}

/* Refused headers go on moving, so where there are pools only arrivals count. */
static u64 moved(const ws_net *n) {
    u64 arrived = n->total[WS_TOTAL_FLITS_DELIVERED];
    if (has_pools(n))
        return arrived;
    return n->total[WS_TOTAL_FLIT_HOPS] + n->total[WS_TOTAL_FLITS_INJECTED] + arrived;
}

typedef struct ring {
    const char *what;
    u32 ahead, length; /* of the message that each host sends */
    u32 queues;        /* of the ring */
} ring;

static void real_ring(ws_def d, ring r) {
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    u64 last = 0;
    u64 claimed = UINT64_MAX;
    bool exact = true;
    u64 before = 0;
    all_send(n, r.ahead, r.length);
    for (u64 cycle = 0; cycle < 10000; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        if (moved(n) != before)
            last = cycle;
        before = moved(n);
        ws_waits_update(w, n);
        if (!ws_waits_deadlock(w)) {
            exact = exact && claimed == UINT64_MAX;
            continue;
        }
        if (claimed == UINT64_MAX)
            claimed = cycle;
        exact = exact && is_the_ring(n, w, r.queues);
    }
    ok(claimed != UINT64_MAX && exact && last < claimed + 1000,
       "%s: the ring is named from cycle %llu on, and nothing else; what moves last moves in %llu",
       r.what, (unsigned long long)claimed, (unsigned long long)last);
    ws_waits_free(w);
    ws_net_free(n);
}

static void real_worms(ws_def d, const char *what) {
    real_ring(d, (ring){what, 2, LONG, RING});
}

/* For how long has the packet in front of this queue been waiting there? In a pool, where it asks again and again,
 * since it left its host, if that is still its first. */
static u64 waited(const ws_net *n, u32 q) {
    u32 k = n->queue[q].front;
    if (!has_pools(n))
        return is_waiting_head(n, q) ? n->cycle[0] - n->since[q] : 0;
    bool in_first =
        q < n->wire.source_queue0 && n->queue[q].state != QUEUE_EMPTY && n->packet.hops[k] == 0;
    return in_first ? n->cycle[0] - n->packet.entered[k] : 0;
}

/* Never a word, and all arrives. `stands`: for so long a head must have waited on the way. */
static void never_dead(ws_net *n, u64 stands, u32 messages, const char *what) {
    ws_waits *w = ws_waits_new(n);
    u64 claims = 0;
    u64 looks = 0;
    u64 longest = 0;
    u64 rng = 11;
    while (n->cycle[0] < 4000000 && n->total[WS_TOTAL_MESSAGES_DELIVERED] < messages) {
        fixture_run(n, 1 + rng_below(&rng, 200), NULL, NULL);
        ws_waits_update(w, n);
        looks++;
        claims += ws_waits_deadlock(w);
        for (u32 q = 0; q < n->size.queues; q++)
            if (waited(n, q) > longest)
                longest = waited(n, q);
    }
    ok(claims == 0 && longest >= stands && n->total[WS_TOTAL_MESSAGES_DELIVERED] == messages,
       "%s: in %llu looks no word of deadlock (%llu); a head waits for %llu cycles, and all %u "
       "messages arrive",
       what, (unsigned long long)looks, (unsigned long long)claims, (unsigned long long)longest,
       messages);
    ws_waits_free(w);
    ws_net_free(n);
}

static void freed(ws_def d, const char *what) {
    ws_net *n = fixture_net(&d, NULL);
    all_send(n, 2, LONG);
    never_dead(n, 0, RING, what);
}

/* Switches in a line: H0's worm of 120,000 flits to H2 goes first, and H1's to H2 waits for it. */
static void slow(const char *machine, const char *what) {
    ws_def d = on_ring(machine, WS_ROUTING_UPDOWN, 1);
    d.topology = WS_TOPOLOGY_LINE;
    ws_net *n = fixture_net(&d, NULL);
    send(n, 0, 2, 120000);
    fixture_run(n, 50, NULL, NULL);
    send(n, 1, 2, LONG);
    send(n, 3, 1, LONG);
    never_dead(n, STANDS, 3, what);
}

static void lan(void) {
    real_worms(on_ring("wormhole-lan", WS_ROUTING_DOR_NO_DATELINE, 1), "LAN, one channel");
    ws_def two = on_ring("wormhole-lan", WS_ROUTING_DOR, 2);
    freed(two, "LAN, a second channel behind a dateline");
    slow("wormhole-lan", "LAN, behind a worm of 120,000 flits");
}

static void cube(void) {
    real_worms(on_ring("cube", WS_ROUTING_DOR_NO_DATELINE, 1), "cube, one channel");
    freed(on_ring("cube", WS_ROUTING_DOR, 2), "cube, a second channel behind a dateline");
    slow("cube", "cube, behind a worm of 120,000 flits");
}

static void timeouts(void) {
    ws_def d = on_ring("timeouts", WS_ROUTING_DOR_NO_DATELINE, 1);
    d.timeout_policy = WS_TIMEOUT_POLICY_NONE;
    real_worms(d, "timeouts, none");
    ws_def two = on_ring("timeouts", WS_ROUTING_DOR, 2);
    two.timeout_policy = WS_TIMEOUT_POLICY_NONE;
    freed(two, "timeouts, none, a second channel behind a dateline");
    d.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
    d.timeout = 200;
    ws_net *n = fixture_net(&d, NULL);
    all_send_in_turn(n, LONG);
    never_dead(n, 150, RING, "timeouts of 200 cycles, in a ring");
    d.timeout = STANDS + 10;
    n = fixture_net(&d, NULL);
    all_send_in_turn(n, LONG);
    never_dead(n, STANDS, RING, "timeouts of 100,010 cycles, in a ring");
}

static void workstations(void) {
    ws_def d = on_ring("now-wormhole", WS_ROUTING_DOR_NO_DATELINE, 1);
    d.injection = WS_INJECTION_IN_TURN;
    d.grant_room = WS_GRANT_ROOM_NONE;
    real_worms(d, "workstations, one channel");
    ws_def escape = on_ring("now-wormhole", WS_ROUTING_MA_2VC, 2);
    escape.topology = WS_TOPOLOGY_RING;
    freed(escape, "workstations, an escape channel by up/down");
    slow("now-wormhole", "workstations, behind a worm of 120,000 flits");
}

/* Ports of whole packets with room for two, in multistage networks: eight hosts send to one. */
static void ports(void) {
    static const char *const names[] = {"1q", "recn-iq", "recn", "recn-dd"};
    static const int64_t queueing[] = {WS_QUEUEING_1Q, WS_QUEUEING_RECN_IQ, WS_QUEUEING_RECN,
                                       WS_QUEUEING_RECN_DD};
    ws_def d = fixture_machine("recn");
    d.load = 0;
    d.buffer = PORT_PACKET * PORT_PACKETS;
    d.segment_rule = WS_SEGMENT_RULE_FIXED;
    d.segment = PORT_PACKET;
    d.link_delay = d.host_link_delay = d.notification_delay = FAR;
    for (size_t i = 0; i < sizeof queueing / sizeof *queueing; i++) {
        d.queueing = queueing[i];
        if (!takes(3)) continue;
        ws_net *n = fixture_net(&d, NULL);
        for (u32 h = 0; h < 8; h++)
            send(n, h, 12, 16 * PORT_PACKET);
        char what[64];
        snprintf(what, sizeof what, "%s, wires of 20,000 cycles", names[i]);
        never_dead(n, STANDS, 8, what);
    }
}

static ws_def ports_on_ring(void) {
    ws_def d = on_ring("recn", WS_ROUTING_DOR_NO_DATELINE, 1);
    d.queueing = WS_QUEUEING_1Q;
    d.buffer = PORT_PACKET * PORT_PACKETS;
    d.segment_rule = WS_SEGMENT_RULE_FIXED;
    d.segment = d.length_mean = PORT_PACKET;
    return d;
}

static bool is_refused(ws_def d) {
    ws_graph graph;
    ws_error error = {0};
    if (!ws_graph_build(&d, &graph, &error))
        return *error.text != 0;
    ws_net *n = ws_net_build(&d, &graph, NULL, &error);
    ws_graph_free(&graph);
    ws_net_free(n);
    return !n && *error.text;
}

static void port_ring(void) {
    u32 length = 20 * PORT_PACKET;
    ws_def d = ports_on_ring();
    real_ring(d, (ring){"ports with one queue, in a ring", 3, length, RING});
    ws_net *n = fixture_net(&d, NULL);
    for (u32 h = 0; h < RING; h++)
        send(n, h, h == 0 ? RING - 1 : 0, 10 * length);
    never_dead(n, 2 * PORT_PACKET, RING,
               "ports with one queue, where all packets leave the ring at one switch");
    ws_def channel = d, timeout = d, bubble = d, queues = d, aside = d;
    channel.vcs = 2;
    timeout.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
    bubble.grant_room = WS_GRANT_ROOM_BUBBLE;
    queues.queueing = WS_QUEUEING_VOQNET;
    aside.queueing = WS_QUEUEING_RECN;
    ok(!is_refused(d) && is_refused(channel) && is_refused(timeout) && is_refused(bubble) &&
           is_refused(queues) && is_refused(aside),
       "ports in a ring: a second channel, timeouts, a bubble, queues by destination and set-aside "
       "queues are refused");
}

static ws_def pools_on_ring(int64_t rule) {
    ws_def d = on_ring("fedx", WS_ROUTING_DOR_NO_DATELINE, 1);
    d.length_unit = d.segment = POOL_PACKET;
    d.length_mean = 3;
    d.segment_rule = WS_SEGMENT_RULE_FIXED;
    d.pool = POOL;
    d.backpressure = WS_BACKPRESSURE_NONE;
    d.deadlock_rule = rule;
    d.inject_window = 16;
    return d;
}

/* Four buffers a switch, as many as the longest way needs for a rule. */
static void pools(void) {
    u32 length = 20 * POOL_PACKET;
    real_ring(pools_on_ring(WS_DEADLOCK_RULE_OFF),
              (ring){"pools, no rule", 2, length, RING * POOL});
    static const char *const names[] = {"pools, forward-count", "pools, forward-state"};
    for (int64_t i = 0; i < 2; i++) {
        ws_def d = pools_on_ring(WS_DEADLOCK_RULE_FORWARD_COUNT + i);
        ws_net *n = fixture_net(&d, NULL);
        all_send(n, 2, length);
        never_dead(n, 0, RING, names[i]);
    }
    ws_def d = pools_on_ring(WS_DEADLOCK_RULE_FORWARD_COUNT);
    d.link_delay = FAR;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 h = 0; h < RING; h++)
        if (h != 2)
            send(n, h, 2, length);
    never_dead(n, STANDS, RING - 1, "pools, wires of 20,000 cycles");
}

int main(void) {
    lan();
    cube();
    timeouts();
    workstations();
    port_ring();
    ports();
    pools();
    return done();
}
