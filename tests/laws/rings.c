/* rings.c - for the systems whose worms hold links (pools have pools_deadlock.c; RECN has no rings) a
 * network with a real ring, one in which another channel or a timeout frees the same ring, and one that
 * looks dead for 100,000 cycles and is not. The analysis names exactly the ring, or nothing.
 *
 *   real   four switches in a ring one way, a host each; all send at once to the host two ahead, so that each
 *          worm holds one link of the ring and waits for the next
 *   freed  the same with a second channel and a dateline, an escape channel, or timeouts
 *   slow   a worm of 120,000 flits goes through the outputs that all others wait for; or a head that waits in a
 *          ring until its timeout of 100,000 cycles; or wires of 20,000 cycles
 *
 * Sources: Dally and Seitz 1987; Duato 1993; Toueg and Ullman 1981; by hand. */
#include "observe/waits.h"

#include "fixture.h"

enum { RING = 4, LONG = 600, DEADLOCK_MOST = 256, STANDS = 100000 };

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

static void all_send(ws_net *n, u32 length) {
    for (u32 h = 0; h < RING; h++)
        send(n, h, (h + 2) % RING, length);
}

/* One after the other: worms that are killed at the same time, and sent again at the same, meet for ever. */
static void all_send_in_turn(ws_net *n, u32 length) {
    for (u32 h = 0; h < RING; h++) {
        send(n, h, (h + 2) % RING, length);
        fixture_run(n, 7, NULL, NULL);
    }
}

/* The head of each of the four worms waits in the queue that a link of the ring feeds, and the worm's rest is
 * in the queue of its host's link: these eight, and no other, are the knot. */
static bool is_the_ring(const ws_net *n, const ws_waits *w) {
    u32 knot[DEADLOCK_MOST];
    u32 count = ws_waits_deadlocked(w, knot, DEADLOCK_MOST);
    u32 heads = 0;
    u32 packets = 0;
    bool seen[RING] = {false};
    for (u32 i = 0; i < count; i++) {
        u32 q = knot[i];
        if (q >= n->wire.source_queue0)
            return false;
        u32 v = n->wire.queue_vc[q];
        u32 l = n->wire.vc_link[v];
        heads += n->wire.link_from[l] < RING;
        u32 source = n->message.source[n->packet.message[n->queue[q].front]];
        packets += !seen[source];
        seen[source] = true;
    }
    return heads == RING && packets == RING;
}

static u64 moved(const ws_net *n) {
    return n->total[WS_TOTAL_FLIT_HOPS] + n->total[WS_TOTAL_FLITS_INJECTED] +
           n->total[WS_TOTAL_FLITS_DELIVERED];
}

static void real_ring(ws_def d, const char *what) {
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    u64 last = 0;
    u64 claimed = UINT64_MAX;
    bool exact = true;
    u64 before = 0;
    all_send(n, LONG);
    for (u64 cycle = 0; cycle < 4000; cycle++) {
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
        exact = exact && is_the_ring(n, w);
    }
    ok(claimed != UINT64_MAX && exact && last < 1000,
       "%s: the ring is named from cycle %llu on, and nothing else; the last flit moves in %llu",
       what, (unsigned long long)claimed, (unsigned long long)last);
    ws_waits_free(w);
    ws_net_free(n);
}

/* Never a word, and all arrives. `stands`: for so long a head must have waited on the way. */
static void never_dead(ws_net *n, u64 stands, u32 messages, const char *what) {
    ws_waits *w = ws_waits_new(n);
    u64 claims = 0;
    u64 looks = 0;
    u64 longest = 0;
    u64 rng = 11;
    while (n->cycle[0] < 1200000 && n->total[WS_TOTAL_MESSAGES_DELIVERED] < messages) {
        fixture_run(n, 1 + rng_below(&rng, 200), NULL, NULL);
        ws_waits_update(w, n);
        looks++;
        claims += ws_waits_deadlock(w);
        for (u32 q = 0; q < n->size.queues; q++) {
            bool waits = is_waiting_head(n, q) && n->cycle[0] - n->since[q] > longest;
            if (waits)
                longest = n->cycle[0] - n->since[q];
        }
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
    all_send(n, LONG);
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
    real_ring(on_ring("wormhole-lan", WS_ROUTING_DOR_NO_DATELINE, 1), "LAN, one channel");
    ws_def two = on_ring("wormhole-lan", WS_ROUTING_DOR, 2);
    freed(two, "LAN, a second channel behind a dateline");
    slow("wormhole-lan", "LAN, behind a worm of 120,000 flits");
}

static void cube(void) {
    real_ring(on_ring("cube", WS_ROUTING_DOR_NO_DATELINE, 1), "cube, one channel");
    freed(on_ring("cube", WS_ROUTING_DOR, 2), "cube, a second channel behind a dateline");
    slow("cube", "cube, behind a worm of 120,000 flits");
}

static void timeouts(void) {
    ws_def d = on_ring("timeouts", WS_ROUTING_DOR_NO_DATELINE, 1);
    d.timeout_policy = WS_TIMEOUT_POLICY_NONE;
    real_ring(d, "timeouts, none");
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
    real_ring(d, "workstations, one channel");
    ws_def escape = on_ring("now-wormhole", WS_ROUTING_MA_2VC, 2);
    escape.topology = WS_TOPOLOGY_RING;
    freed(escape, "workstations, an escape channel by up/down");
    slow("now-wormhole", "workstations, behind a worm of 120,000 flits");
}

static void recn(void) {
    ws_def d = fixture_machine("recn");
    d.load = 0;
    d.link_delay = 20000;
    d.host_link_delay = 20000;
    d.notification_delay = 20000;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 h = 0; h < 4; h++)
        send(n, h, 12, 64);
    never_dead(n, 0, 4, "RECN, wires of 20,000 cycles");
}

int main(void) {
    lan();
    cube();
    timeouts();
    workstations();
    recn();
    return done();
}
