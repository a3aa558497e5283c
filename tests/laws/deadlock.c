/* Deadlock where it must be, and nowhere else.
 *
 *   ring     four switches in a one-way ring, a host on each, buffers of 4 flits; all hosts start a worm of L flits at once, to the host
 *            `off` ahead. One channel: off 1 completes, off 2 and 3 complete for L <= 3 and deadlock from L = 4 on (at 4 all four buffers
 *            are full; from 5 on the worms hold each other). Two channels with a dateline: all complete (Dally and Seitz 1987).
 *   eight    two hosts on each of the four, two channels: eight worms half way round deadlock as well, unless a dateline says which channel
 *   bubble   the ring with one channel and buffers of whole packets: all full, it stands; with a bubble kept free it goes on
 *   turns    a mesh with all shortest paths deadlocks; with a turn model, or with an escape channel, never
 *   stations worms that may go back to the new channels deadlock unless a channel is granted only when the whole packet fits (Duato et al.)
 *   torus    dimension order with one channel deadlocks under overload, with a dateline never; a mesh never; all shortest paths do
 *   waits    the wait-for analysis names the knot in the moment it is tied, what it names never moves again, and in machines without
 *            deadlock it never speaks, however long they are saturated */
#include "observe/waits.h"

#include "fixture.h"

enum { RING = 4, DEADLOCK_MOST = 4096 };

/* ---- the ring ---- */

static ws_net *ring(int64_t vcs, int64_t flow) {
    ws_def d = fixture_cube(WS_TOPOLOGY_RING1, RING, 0);
    d.routing = vcs == 1 ? WS_ROUTING_DOR_NO_DATELINE : WS_ROUTING_DOR;
    d.vcs = vcs, d.buffer = 4, d.load = 0, d.router_delay = 0, d.crossbar_delay = 0, d.input_delay = 0, d.flow_control = flow;
    return fixture_net(&d, NULL);
}

static bool is_ring_queue(const ws_net *n, u32 q) { return n->wire.link_from[n->wire.vc_link[n->wire.queue_vc[q]]] < RING; }

/* The knot of the ring: at L = 4 the four ring buffers; beyond that also the four queues whose worms hold the ring's links. */
static bool deadlock_is(const ws_net *n, const ws_waits *w, u32 length) {
    u32 knot[DEADLOCK_MOST], count = ws_waits_deadlocked(w, knot, DEADLOCK_MOST), on_ring = 0;
    for (u32 i = 0; i < count; i++) {
        if (knot[i] >= n->wire.source_queue0) return false;
        on_ring += is_ring_queue(n, knot[i]);
    }
    return on_ring == RING && count == (length == 4 ? RING : 2 * RING);
}

/* Runs the ring until nothing has moved for 100 cycles; the analysis must say "deadlock" in each cycle after the last flit has
 * moved, and in none before it. */
static void ring_case(u32 off, u32 length, int64_t vcs, int64_t flow) {
    bool deadlocks = vcs == 1 && off > 1 && length >= 4, honest = true;
    ws_net *n = ring(vcs, flow);
    ws_waits *w = ws_waits_new(n);
    for (u32 h = 0; h < RING; h++) message_create(n, &(ws_letter){h * n->wire.source_queues, h, (h + off) % RING, length, 0, 0});
    u64 hops = 0, last = 0, first_seen = UINT64_MAX, arrived = 0, arrived_at = 0;
    for (u64 t = 0; t < last + 100; t++) {
        fixture_run(n, 1, NULL, NULL);
        u64 now = n->total[WS_TOTAL_FLIT_HOPS] + n->total[WS_TOTAL_FLITS_INJECTED] + n->total[WS_TOTAL_FLITS_DELIVERED];
        if (now != hops) hops = now, last = t;
        if (n->total[WS_TOTAL_FLITS_DELIVERED] != arrived) arrived = n->total[WS_TOTAL_FLITS_DELIVERED], arrived_at = t;
        ws_waits_update(w, n);
        if (ws_waits_deadlock(w) && first_seen == UINT64_MAX) first_seen = t;
        if (ws_waits_deadlock(w) != (first_seen != UINT64_MAX)) honest = false; /* it never unties */
    }
    bool complete = n->total[WS_TOTAL_MESSAGES_DELIVERED] == RING;
    if (deadlocks)
        ok(!complete && honest && deadlock_is(n, w, length),
           "ring, off %u, %u flits, flow control %d: deadlock seen in cycle %llu, last move in %llu", off, length, (int)flow,
           (unsigned long long)first_seen, (unsigned long long)last);
    else
        ok(complete && honest && first_seen == UINT64_MAX,
           "ring, off %u, %u flits, %d channels, flow control %d: completes in cycle %llu", off, length, (int)vcs, (int)flow,
           (unsigned long long)arrived_at);
    ws_waits_free(w);
    ws_net_free(n);
}

static void rings(void) {
    static const u32 lengths[] = {1, 3, 4, 5, 8, 16, 64};
    for (u32 off = 1; off < RING; off++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int64_t vcs = 1; vcs <= 2; vcs++)
                for (int64_t flow = WS_FLOW_CREDIT; flow <= WS_FLOW_SPACE; flow++) ring_case(off, lengths[i], vcs, flow);
}

/* Two channels, two hosts a switch: worms of 64 flits, all half way round, started at once. */
static void eight_worms(int64_t routing) {
    ws_def d = fixture_cube(WS_TOPOLOGY_RING1, RING, 0);
    bool dateline = routing == WS_ROUTING_DOR;
    d.routing = routing, d.vcs = 2, d.buffer = 4, d.load = 0, d.hosts_per_switch = 2;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    for (u32 h = 0; h < 2 * RING; h++) message_create(n, &(ws_letter){h, h, (h + RING) % (2 * RING), 64, 0, 0});
    fixture_run(n, 4000, NULL, NULL);
    ws_waits_update(w, n);
    u32 knot[DEADLOCK_MOST], count = ws_waits_deadlocked(w, knot, DEADLOCK_MOST), worms = 0;
    u64 seen = 0;
    for (u32 i = 0; i < count; i++)
        if (!(seen >> n->queue[knot[i]].front & 1)) seen |= 1ull << n->queue[knot[i]].front, worms++;
    if (dateline)
        ok(n->total[WS_TOTAL_MESSAGES_DELIVERED] == 2 * RING && !ws_waits_deadlock(w),
           "eight worms, two channels, a dateline: all arrive");
    else
        ok(n->total[WS_TOTAL_MESSAGES_DELIVERED] == 0 && worms == 2 * RING,
           "eight worms, two channels, no dateline: a knot of all %u", worms);
    ws_waits_free(w);
    ws_net_free(n);
}

/* ---- machines that must deadlock ---- */

/* What of the knot may not change any more: which packets are in front, what they hold, what of them is still to go. (More flits
 * of a worm may come in from behind, as long as there is room.) */
static u64 deadlock_print(const ws_net *n, const u32 *knot, u32 count) {
    u64 print = count;
    for (u32 i = 0; i < count; i++) {
        const ws_queue_state *q = &n->queue[knot[i]];
        print = mix64(print + q->front) + mix64(print ^ q->front_to_go) + q->vc;
    }
    return print;
}

static void must_deadlock_at(const char *name, ws_def d, int64_t load) {
    d.load = load;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    u32 knot[DEADLOCK_MOST];
    while (n->cycle[0] < 200000 && !ws_waits_deadlock(w)) {
        fixture_run(n, 20, NULL, NULL);
        ws_waits_update(w, n);
    }
    u64 tied = n->cycle[0];
    u32 count = ws_waits_deadlocked(w, knot, DEADLOCK_MOST);
    u64 print = deadlock_print(n, knot, count <= DEADLOCK_MOST ? count : 0);
    u64 more = amount(4000, 20000, 20000);
    fixture_run(n, more, NULL, NULL);
    ok(ws_waits_deadlock(w) && count >= 2 && count <= DEADLOCK_MOST && print == deadlock_print(n, knot, count),
       "%s: deadlock in cycle %llu, %u queues in knots, none of which has moved in the next %llu cycles", name,
       (unsigned long long)tied, count, (unsigned long long)more);
    ws_waits_free(w);
    ws_net_free(n);
}

static void must_deadlock(const char *name, ws_def d) { must_deadlock_at(name, d, WS_MILLION); }

static ws_def bubble_ring(int64_t room) {
    ws_def d = fixture_cube(WS_TOPOLOGY_RING1, 6, 0);
    d.routing = WS_ROUTING_DOR_NO_DATELINE, d.vcs = 1, d.buffer = 16, d.length_mean = 8, d.grant_room = room;
    d.switching = WS_SWITCHING_CUT_THROUGH;
    return d;
}

static ws_def stations(const char *machine, int64_t routing, int64_t switches) {
    ws_def d = fixture_machine(machine);
    d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = switches, d.topology_seed = 1, d.routing = routing;
    return d;
}

static void must_deadlock_all(void) {
    ws_def d = fixture_cube(WS_TOPOLOGY_TORUS, 4, 4);
    d.routing = WS_ROUTING_DOR_NO_DATELINE, d.vcs = 1;
    must_deadlock("torus 4x4 without dateline", d);
    d.size[0] = d.size[1] = 8;
    must_deadlock("torus 8x8 without dateline", d);
    d.vcs = 2, d.length_mean = 20; /* channels without a rule only make it rarer */
    must_deadlock("torus 8x8 without dateline, two channels", d);
    d = fixture_lan(WS_TOPOLOGY_TORUS, 7, 7);
    d.hosts_per_switch = 1, d.routing = WS_ROUTING_MINIMAL_RANDOM, d.flow_control = WS_FLOW_SPACE, d.buffer = 12;
    d.length_mean = 100;
    must_deadlock("torus 7x7 with all shortest paths", d);
    d = fixture_lan(WS_TOPOLOGY_TORUS, 5, 5);
    d.routing = WS_ROUTING_MINIMAL_RANDOM;
    must_deadlock("wormhole LAN 5x5 with all shortest paths", d);
    d = fixture_cube(WS_TOPOLOGY_MESH, 4, 4);
    d.routing = WS_ROUTING_MINIMAL_ADAPTIVE, d.length_mean = 32;
    must_deadlock("mesh 4x4 with all turns", d);
    must_deadlock("cut-through ring without a bubble", bubble_ring(WS_GRANT_ROOM_PACKET));
    d = stations("now-wormhole", WS_ROUTING_BFA_2VC, 32);
    d.grant_room = WS_GRANT_ROOM_NONE, d.flow_control = WS_FLOW_STOP_GO, d.injection = WS_INJECTION_IN_TURN;
    must_deadlock("workstations, fully adaptive worms that stretch", d);
    d = stations("now-wormhole", WS_ROUTING_MA_2VC, 16);
    d.grant_room = WS_GRANT_ROOM_NONE, d.flow_control = WS_FLOW_STOP_GO, d.injection = WS_INJECTION_IN_TURN;
    d.length_mean = 16, d.topology_seed = d.seed = 10;
    must_deadlock_at("workstations, MA-2vc with heads that go behind other packets", d, 360000);
}

/* ---- machines that must not ---- */

/* Saturated; the analysis looks in every cycle first, then now and then, and must stay silent while messages keep arriving. */
static void never_deadlocks(const char *name, ws_def d, u64 cycles) {
    d.load = WS_MILLION;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    bool silent = true, alive = true;
    u64 delivered = 0, looked = n->cycle[0] + 4000;
    cycles = amount(4000 + cycles / 40, cycles, 10 * cycles);
    while (n->cycle[0] < cycles) {
        fixture_run(n, n->cycle[0] < 1000 ? 1 : 61, NULL, NULL);
        ws_waits_update(w, n);
        silent &= !ws_waits_deadlock(w);
        if (n->cycle[0] < looked) continue;
        alive &= n->total[WS_TOTAL_MESSAGES_DELIVERED] > delivered;
        delivered = n->total[WS_TOTAL_MESSAGES_DELIVERED], looked += 4000;
    }
    ok(silent && alive, "%s: saturated for %llu cycles, %llu messages, no word of deadlock", name, (unsigned long long)cycles,
       (unsigned long long)delivered);
    ws_waits_free(w);
    ws_net_free(n);
}

static void never_deadlocks_all(void) {
    char name[96];
    for (int64_t vcs = 1; vcs <= 4; vcs++)
        for (int64_t router_delay = 0; router_delay <= 2; router_delay += 2)
            for (int64_t buffer = 1; buffer <= 8; buffer += 7) {
                ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 4, 4);
                d.vcs = vcs, d.router_delay = router_delay, d.buffer = buffer;
                snprintf(name, sizeof name, "mesh 4x4, %d channels of %d flits, router-delay %d", (int)vcs, (int)buffer,
                         (int)router_delay);
                never_deadlocks(name, d, 10000);
                if (vcs == 1) continue;
                d.topology = WS_TOPOLOGY_TORUS;
                for (d.dateline = 0; d.dateline < WS_DATELINE_COUNT; d.dateline++) {
                    snprintf(name, sizeof name, "torus 4x4, dateline %s, %d channels of %d flits, router-delay %d",
                             d.dateline ? "fixed" : "cross", (int)vcs, (int)buffer, (int)router_delay);
                    never_deadlocks(name, d, 10000);
                }
            }
    ws_def d = fixture_cube(WS_TOPOLOGY_TORUS, 8, 8);
    never_deadlocks("torus 8x8 with dateline", d, 30000);
    d.length_mean = 64;
    never_deadlocks("torus 8x8 with dateline, packets of 64", d, 30000);
    d = fixture_cube(WS_TOPOLOGY_RING1, 7, 0);
    never_deadlocks("one-way ring of 7 with dateline", d, 30000);
    d = fixture_lan(WS_TOPOLOGY_TORUS, 3, 3);
    never_deadlocks("wormhole LAN 3x3", d, 100000);
    d.route_choice = WS_ROUTE_CHOICE_RANDOM;
    never_deadlocks("wormhole LAN 3x3, random legal paths", d, 100000);
    d.stop_mark = 40, d.go_mark = 1, d.switch_priority = 1;
    never_deadlocks("wormhole LAN 3x3, late GO, priority", d, 100000);
    d = fixture_lan(WS_TOPOLOGY_TORUS, 5, 5);
    never_deadlocks("wormhole LAN 5x5", d, 40000);
    d = fixture_slots(8);
    never_deadlocks("one switch, one queue per input", d, 20000);
    d.queueing = WS_QUEUEING_VOQ;
    never_deadlocks("one switch, one queue per output", d, 20000);
}

/* What the workstations and the teaching networks promise. */
static void never_deadlocks_stations(void) {
    static const int64_t turns[] = {WS_ROUTING_WEST_FIRST, WS_ROUTING_NORTH_LAST, WS_ROUTING_NEGATIVE_FIRST};
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 4, 4);
    d.length_mean = 32;
    for (size_t i = 0; i < 3; i++) {
        d.routing = turns[i];
        never_deadlocks("mesh 4x4, a turn model", d, 20000);
    }
    d.routing = WS_ROUTING_DUATO_ESCAPE, d.vcs = 2, d.grant_room = WS_GRANT_ROOM_FIT;
    never_deadlocks("mesh 4x4, an escape channel", d, 20000);
    d.topology = WS_TOPOLOGY_TORUS, d.vcs = 3;
    never_deadlocks("torus 4x4, two escape channels", d, 20000);
    never_deadlocks("cut-through ring with a bubble", bubble_ring(WS_GRANT_ROOM_BUBBLE), 30000);
    d = fixture_cube(WS_TOPOLOGY_TORUS, 4, 4);
    d.routing = WS_ROUTING_DOR_NO_DATELINE, d.vcs = 1, d.buffer = 10, d.grant_room = WS_GRANT_ROOM_BUBBLE;
    never_deadlocks("cut-through torus with bubbles", d, 20000);
    d.switching = WS_SWITCHING_STORE_AND_FORWARD;
    never_deadlocks("store-and-forward torus with bubbles", d, 20000);
    for (int64_t switches = 16; switches <= 32; switches *= 2) {
        never_deadlocks("workstations, UD-2q", stations("now-vct", WS_ROUTING_UD_2Q, switches), 30000);
        never_deadlocks("workstations, FA-2q", stations("now-vct", WS_ROUTING_FA_2Q, switches), 60000);
        never_deadlocks("workstations, MA-2vc", stations("now-wormhole", WS_ROUTING_MA_2VC, switches), 60000);
        d = stations("now-wormhole", WS_ROUTING_MA_2VC, switches), d.length_mean = 16, d.topology_seed = 10;
        never_deadlocks("workstations, MA-2vc, packets of 16", d, 60000);
        d = stations("now-wormhole", WS_ROUTING_BFA_2VC, switches);
        d.flow_control = WS_FLOW_CREDIT, d.buffer = 128, d.grant_room = WS_GRANT_ROOM_PACKET;
        never_deadlocks("workstations, BFA-2vc with buffers for whole packets", d, 60000);
    }
}

/* MA-2vc on 27-flit buffers, past saturation. Its escape channels are enough for worms only if every head that holds channels behind it can
 * be routed, and a head behind another packet in a queue cannot: it waits for that one, which may wait for the worm's own channels. With
 * STOP and GO the sender never knows the queue to be empty, and MA can deadlock (above); with credits and grant-room fit a packet goes
 * only where it fits whole or where nobody is, and cannot. The network, load and order of headers are those that deadlock above. */
static void overloaded_for_long(int64_t injection, int64_t load) {
    ws_def d = stations("now-wormhole", WS_ROUTING_MA_2VC, 16);
    d.length_mean = 16, d.topology_seed = d.seed = 10, d.load = load, d.injection = injection;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    bool silent = true, alive = true;
    for (u64 cycles = amount(30000, 1000000, 10000000); n->cycle[0] < cycles && silent && alive;) {
        u64 before = n->total[WS_TOTAL_MESSAGES_DELIVERED];
        fixture_run(n, 5000, NULL, NULL);
        ws_waits_update(w, n);
        silent = !ws_waits_deadlock(w);
        alive = n->total[WS_TOTAL_MESSAGES_DELIVERED] > before;
    }
    ok(silent && alive, "workstations, MA-2vc, load %.2f, headers from hosts %s: %llu cycles without deadlock",
       (double)load / 1e6, injection == WS_INJECTION_IN_TURN ? "in turn" : "after those under way",
       (unsigned long long)n->cycle[0]);
    ws_waits_free(w);
    ws_net_free(n);
}

int main(void) {
    rings();
    eight_worms(WS_ROUTING_DOR_NO_DATELINE);
    eight_worms(WS_ROUTING_DOR);
    never_deadlocks_stations();
    overloaded_for_long(WS_INJECTION_IN_TURN, 360000);
    overloaded_for_long(WS_INJECTION_TRANSIT_FIRST, WS_MILLION);
    must_deadlock_all();
    never_deadlocks_all();
    return done();
}
