/* Nothing is lost, doubled or forgotten: after every single step of every one of many random machines the laws of conservation
 * (src/core/check.c: credits, levels, holders, request sets, every flit of every packet, every message) hold, while everything
 * that may change in a running network does change. At the end the load stops and the network must drain to the last flit. */
#include "random_machines.h"

enum { MACHINES = 300, MACHINES_SHORT = 50, CYCLES = 1600, DRAIN_MOST = 400000 };

static bool step_checked(ws_net *n, u64 cycles, ws_error *error) {
    for (u64 end = n->cycle[0] + cycles; n->cycle[0] < end;) {
        ws_net_step(n, 1);
        ws_net_events_clear(n);
        if (!ws_net_check(n, error)) return false;
    }
    return true;
}

typedef struct survey {
    u64 machines, impossible, cycles, deliveries, refused, kills, units, buffered, ideal;
} survey;

static bool machine_holds(u64 seed, survey *s) {
    u64 rng = mix64(seed);
    ws_def d;
    ws_error error = {0};
    ws_net *n = random_net(&d, &rng, &s->impossible);
    bool good = true;
    for (u64 part = 0, parts = fixture_cycles(8); good && part < parts; part++) {
        good = step_checked(n, CYCLES / 8, &error);
        disturb(n, &rng);
    }
    if (!good) note("machine %llu: %s", (unsigned long long)seed, error.text);
    if (good && !may_deadlock(n)) { /* no timeout frees a ring of worms whose heads all stand behind other tails */
        if (!runs_empty(n, DRAIN_MOST)) {
            good = false;
            note("machine %llu does not drain: %llu flits of %llu delivered", (unsigned long long)seed,
                 (unsigned long long)n->total[WS_TOTAL_FLITS_DELIVERED], (unsigned long long)n->total[WS_TOTAL_FLITS_CREATED]);
        } else if (!ws_net_check(n, &error)) {
            good = false;
            note("machine %llu, drained: %s", (unsigned long long)seed, error.text);
        }
    }
    if (!good) describe(&d);
    s->machines++, s->cycles += n->cycle[0], s->units += n->size.header_units > 0, s->buffered += n->layout.output_room > 0;
    s->ideal += d.queueing == WS_QUEUEING_OQ;
    s->deliveries += n->total[WS_TOTAL_MESSAGES_DELIVERED], s->refused += n->total[WS_TOTAL_MESSAGES_REFUSED];
    s->kills += n->total[WS_TOTAL_KILLS];
    ws_net_free(n);
    return good;
}

/* ---- the machines of the papers and textbooks, near and beyond saturation ---- */

static void named(const char *name, ws_def d, int64_t load, u64 cycles) {
    ws_error error = {0};
    d.load = load, d.message_capacity = 256;
    ws_net *n = fixture_net(&d, NULL);
    bool good = step_checked(n, fixture_cycles(cycles), &error) && runs_empty(n, DRAIN_MOST) && ws_net_check(n, &error);
    ok(good, "%s at load %.2f: the laws hold after each of %llu steps, and it drains%s%s", name, (double)load / WS_MILLION,
       (unsigned long long)fixture_cycles(cycles), good ? "" : ": ", error.text);
    ws_net_free(n);
}

int main(void) {
    for (int64_t load = 20000; load <= 1000000; load += 490000) {
        named("wormhole LAN torus 3x3", fixture_lan(WS_TOPOLOGY_TORUS, 3, 3), load, 3000);
        named("cube mesh 4x4", fixture_cube(WS_TOPOLOGY_MESH, 4, 4), load, 2000);
        named("cube torus 4x4", fixture_cube(WS_TOPOLOGY_TORUS, 4, 4), load, 2000);
    }
    survey s = {0};
    u64 broken = 0;
    for (u64 seed = 1; seed <= amount(MACHINES_SHORT, MACHINES, MACHINES); seed++) broken += !machine_holds(seed, &s);
    note("%llu with a routing unit, %llu with output buffers, %llu with queues at the outputs; %llu drawn that are no machine",
         (unsigned long long)s.units, (unsigned long long)s.buffered, (unsigned long long)s.ideal, (unsigned long long)s.impossible);
    ok(broken == 0, "%llu random machines, %llu cycles, %llu messages delivered, %llu refused, %llu kills: %llu broken",
       (unsigned long long)s.machines, (unsigned long long)s.cycles, (unsigned long long)s.deliveries,
       (unsigned long long)s.refused, (unsigned long long)s.kills, (unsigned long long)broken);
    return done();
}
