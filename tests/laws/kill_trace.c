/* One kill over three hops, cycle by cycle, against a table derived by hand.
 *
 * Three switches in a row; links of 4 cycles, 5 flits a hop (flow-control space: a freed slot is seen in the next cycle); fixed
 * timeout of 7 cycles. H0 sends A (30 flits) to H3, and behind it B (2 flits) to its neighbour H1. H2 has begun to send 44
 * flits to H3.
 *
 *      H0, H1 - S0 ---- S1 ---- S2 - H2, H3
 *
 * Going out. Flit i of A leaves H0 in cycle i and arrives at S0, S1, S2 four, eight, twelve cycles later; the head never waits
 * until S2, where it asks in cycle 12: H2's worm holds the output since cycle 4. Five flits fit into each hop: S1 sends 0-4 in
 * 8-12 and has no credit left; each flit it sends gives S0 one, so S0 sends 0-4 in 4-8 and 5-9 in 9-13; in the same way H0 gets
 * to flit 14 in cycle 14. Then everything stands: 5 flits in S2 from 16 on, 5 (5-9) in S1 from 17, 5 (10-14) in S0 from 18.
 *
 * The kill. The head asked in 12, so it is killed in 19. S2 purges its 5 flits; the reset leaves for S1 (4 cycles: 23).
 *   20  S1 knows of 5 free slots and sends, not knowing better, flits 5, 6, 7 in 20, 21, 22; they are discarded at S2 in 24,
 *       25, 26.
 *   23  The reset is at S1: the link to S2 is free; flits 8 and 9 are purged. Reset to S0 (27).
 *   21  Room at S1: S0 sends 10, 11, 12 in 21, 22, 23 (for 5, 6, 7), 13, 14 in 24, 25 (for 8, 9, whose slots are free from 24),
 *       15 in 26 (for 10, discarded in 25). They are discarded at S1 in 25 - 30.
 *   22  Room at S0: H0 sends 15 - 20 in 22 - 27 (for 10 - 15), and 21, 22, 23 in 28, 29, 30 (for 16, 17, 18, see below).
 *   27  The reset is at S0, which has nothing: 15 has gone, 16 comes in this very cycle. 16 - 23 are discarded in 27 - 34.
 *   31  The reset is at H0, which has sent 24 flits and stops. A goes behind B; H0 asks again in 32.
 * Accounted for, of 30: 5 + 2 purged, 3 + 6 + 8 discarded, 6 never sent; the last in 34, when the row of the packet is free.
 *
 * Links held in vain: S1-S2 from 8 to 23, S0-S1 from 4 to 27, H0-S0 from 0 to 31: 15 + 23 + 31 link-cycles, which are also the
 * samples of the occupancy estimators.
 *
 * Again. B leaves H0 in 32, 33 and arrives at H1 in 40, 41. A asks in 34 and is at S2 in 46. The last of H2's 44 flits leaves
 * S2 in 47, so A goes on in 48, two cycles late; its head arrives in 52 and its tail in 81. */
#include "fixture.h"

enum { TAU = 4, WAIT = 7, LENGTH = 30, LAST = 34, MEAN = 50 };

typedef struct row {
    u32 sent;     /* flits that have left H0 */
    u32 level[3]; /* flits of A in S0, S1, S2 */
    u32 lost;     /* accounted for */
    bool held[3]; /* the links H0-S0, S0-S1, S1-S2 */
} row;

/* At the end of each cycle from 12 on. */
static const row table[LAST - 12 + 1] = {
    {13, {0, 0, 1}, 0, {1, 1, 1}},  /* 12: the head asks at S2 */
    {14, {0, 1, 2}, 0, {1, 1, 1}},  /* 13 */
    {15, {1, 2, 3}, 0, {1, 1, 1}},  /* 14 */
    {15, {2, 3, 4}, 0, {1, 1, 1}},  /* 15 */
    {15, {3, 4, 5}, 0, {1, 1, 1}},  /* 16 */
    {15, {4, 5, 5}, 0, {1, 1, 1}},  /* 17 */
    {15, {5, 5, 5}, 0, {1, 1, 1}},  /* 18: everything stands */
    {15, {5, 5, 0}, 5, {1, 1, 1}},  /* 19: killed */
    {15, {5, 4, 0}, 5, {1, 1, 1}},  /* 20 */
    {15, {4, 3, 0}, 5, {1, 1, 1}},  /* 21 */
    {16, {3, 2, 0}, 5, {1, 1, 1}},  /* 22 */
    {17, {2, 0, 0}, 7, {1, 1, 0}},  /* 23: the reset is at S1 */
    {18, {1, 0, 0}, 8, {1, 1, 0}},  /* 24: flit 5 is discarded at S2 */
    {19, {0, 0, 0}, 10, {1, 1, 0}}, /* 25: 6 and 10 */
    {20, {0, 0, 0}, 12, {1, 1, 0}}, /* 26: 7 and 11; 15 passes through S0 */
    {21, {0, 0, 0}, 14, {1, 0, 0}}, /* 27: the reset is at S0; 12 and 16 */
    {22, {0, 0, 0}, 16, {1, 0, 0}}, /* 28: 13 and 17 */
    {23, {0, 0, 0}, 18, {1, 0, 0}}, /* 29: 14 and 18 */
    {24, {0, 0, 0}, 20, {1, 0, 0}}, /* 30: 15 and 19 */
    {24, {0, 0, 0}, 27, {0, 0, 0}}, /* 31: the reset is at H0; 20, and 6 flits never sent */
    {25, {0, 0, 0}, 28, {1, 0, 0}}, /* 32: 21; H0 sends B */
    {26, {0, 0, 0}, 29, {0, 0, 0}}, /* 33: 22; B's tail */
    {27, {0, 0, 0}, 0, {1, 0, 0}},  /* 34: 23, the last: the row is free, and A, sent again, has taken it */
};

typedef struct place {
    u32 queue[3], link[3]; /* where A waits, and the links it takes */
} place;

static ws_net *build(void) {
    ws_graph g = fixture_graph(3, 4, 6);
    static const int32_t at[4] = {0, 0, 2, 2};
    for (int32_t h = 0; h < 4; h++) fixture_cable(&g, at[h], fixture_host(&g, h), 0);
    fixture_cable(&g, 0, 1, 0);
    fixture_cable(&g, 1, 2, 0);
    ws_def def = fixture_machine("timeouts");
    def.topology = WS_TOPOLOGY_FILE, def.traffic = WS_TRAFFIC_UNIFORM, def.arrivals = WS_ARRIVALS_POISSON, def.load = 0;
    def.link_delay = TAU, def.buffer = TAU + 1, def.length_mean = MEAN;
    def.timeout_policy = WS_TIMEOUT_POLICY_FIXED, def.timeout = WAIT;
    ws_net *n = fixture_net_of(&def, &g, NULL);
    ws_graph_free(&g);
    return n;
}

static u32 link_between(const ws_net *n, u32 from, u32 to) {
    for (u32 l = n->wire.link0[from]; l < n->wire.link0[from + 1]; l++)
        if (n->wire.link_to[l] == to) return l;
    return NIL;
}

static place places(const ws_net *n) {
    place p = {.link = {n->wire.inject_link[0], link_between(n, 0, 1), link_between(n, 1, 2)}};
    for (u32 i = 0; i < 3; i++) p.queue[i] = n->wire.vc_queue[n->wire.vc0[p.link[i]]];
    return p;
}

static u32 send(ws_net *n, u32 source, u32 dest, u32 length) {
    u32 m = fixture_next_message(n);
    message_create(n, &(ws_letter){source, source, dest, length, 0, n->cycle[0]});
    return m;
}

static bool row_holds(const ws_net *n, const place *p, u32 k, const row *r) {
    bool good = n->link_flits[p->link[0]] == r->sent && n->packet.lost[k] == r->lost;
    for (u32 i = 0; i < 3; i++) {
        good = good && n->queue[p->queue[i]].flits == r->level[i];
        good = good && (n->vc[n->wire.vc0[p->link[i]]].holder != NIL) == r->held[i];
    }
    return good;
}

static bool estimate_is(const ws_net *n, u32 l, u64 sample) {
    return n->timer.occupancy[l] == (7 * ((u64)MEAN << 16) + (sample << 16)) / 8;
}

typedef struct log {
    ws_event killed, a, b;
    u32 kills;
} log;

static void watch(const ws_event *e, void *context) {
    log *seen = context;
    if (e->kind == WS_EVENT_PACKET_KILLED) seen->killed = *e, seen->kills++;
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED && e->length == LENGTH) seen->a = *e;
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED && e->length == 2) seen->b = *e;
}

typedef struct kill_times {
    u64 cycle[4];
    u32 count;
} kill_times;

static void note_kill(const ws_event *event, void *context) {
    kill_times *times = context;
    if (event->kind != WS_EVENT_PACKET_KILLED || times->count == 4)
        return;
    times->cycle[times->count] = event->cycle;
    times->count++;
}

/* Two packets of H0 for H2, both whole in S0, while a worm of H1 holds the link to S1. The first asks when its head
 * comes, in 10, and is killed in 17. The second comes to the front in 18, asks at once, and is killed in 25. */
static void behind_a_kill(void) {
    ws_net *n = build();
    kill_times times = {.count = 0};
    send(n, 1, 2, 200);
    fixture_run(n, 6, note_kill, &times);
    send(n, 0, 2, 2);
    send(n, 0, 2, 2);
    fixture_run(n, 22, note_kill, &times);
    ok(times.count == 2 && times.cycle[0] == 17 && times.cycle[1] == 25,
       "%u of two packets, one behind the other, are killed, in cycles %llu and %llu", times.count,
       (unsigned long long)times.cycle[0], (unsigned long long)times.cycle[1]);
    ws_net_free(n);
}

int main(void) {
    behind_a_kill();
    ws_net *n = build();
    place p = places(n);
    ws_error error = {0};
    log seen = {0};
    u32 a = send(n, 0, 3, LENGTH);
    send(n, 0, 1, 2);
    send(n, 2, 3, 44);
    fixture_run(n, 12, watch, &seen);
    u32 taken = n->size.packets - n->packet.free_count[0], k = n->packet.free[taken - 1]; /* of two under way H2's was cut last */
    if (n->packet.message[k] != a) k = n->packet.free[taken - 2];
    ok(n->packet.message[k] == a, "A is under way");
    for (u32 cycle = 12; cycle <= LAST; cycle++) {
        fixture_run(n, 1, watch, &seen);
        bool laws = ws_net_check(n, &error), holds = row_holds(n, &p, k, &table[cycle - 12]);
        ok(laws && holds, "cycle %u: sent %u, in the switches %u %u %u, accounted for %u%s%s", cycle,
           (u32)n->link_flits[p.link[0]], n->queue[p.queue[0]].flits, n->queue[p.queue[1]].flits, n->queue[p.queue[2]].flits,
           n->packet.lost[k], laws ? "" : "; ", error.text);
    }
    ok(seen.kills == 1 && seen.killed.cycle == 19 && seen.killed.hops == 3, "one kill, in cycle %u, at switch number %u",
       (u32)seen.killed.cycle, seen.killed.hops);
    ok(n->total[WS_TOTAL_RESETS] == 1 && n->message.retries[a] == 1, "the host knows, and counts one retry");
    ok(n->total[WS_TOTAL_WASTE_KILL] == 15 + 23 + 31, "%llu link-cycles held in vain",
       (unsigned long long)n->total[WS_TOTAL_WASTE_KILL]);
    ok(estimate_is(n, p.link[2], 15) && estimate_is(n, p.link[1], 23), "the estimators took the samples 15 and 23");
    fixture_run(n, 100, watch, &seen);
    ok(seen.b.head == 40 && seen.b.cycle == 41, "B, behind A at first, goes before it: head %u, tail %u", (u32)seen.b.head,
       (u32)seen.b.cycle);
    ok(seen.a.head == 52 && seen.a.cycle == 81, "A arrives at the second attempt: head %u, tail %u", (u32)seen.a.head,
       (u32)seen.a.cycle);
    ok(ws_net_check(n, &error) && n->packet.free_count[0] == n->size.packets, "and nothing is left %s", error.text);
    ws_net_free(n);
    return done();
}
