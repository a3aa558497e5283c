/* No deadlock is ever claimed where none can be: one machine of each kind that avoids deadlock, saturated for a long time. The analysis looks in
 * every cycle at first, then at distances that have no measure in common with packets and buffers; in full (WS_LONG=1) for ten million
 * cycles each. Messages must keep arriving: a machine that stands is silent for the wrong reason. */
#include "observe/waits.h"

#include "fixture.h"

enum { SHORT_CYCLES = 30000, LONG_CYCLES = 10000000, EVERY_CYCLE = 500, ALIVE_WITHIN = 5000 };

static void silent(const char *name, ws_def d) {
    d.load = WS_MILLION;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    u64 cycles = amount(SHORT_CYCLES, SHORT_CYCLES, LONG_CYCLES), looks = 0, claims = 0, standing = 0, rng = 5;
    u64 delivered = 0, since = 0;
    while (n->cycle[0] < cycles) {
        fixture_run(n, n->cycle[0] < EVERY_CYCLE ? 1 : 1 + rng_below(&rng, 190), NULL, NULL);
        ws_waits_update(w, n);
        looks++;
        claims += ws_waits_deadlock(w);
        if (n->total[WS_TOTAL_MESSAGES_DELIVERED] != delivered)
            delivered = n->total[WS_TOTAL_MESSAGES_DELIVERED], since = n->cycle[0];
        standing += n->cycle[0] - since > ALIVE_WITHIN;
    }
    ok(claims == 0 && standing == 0,
       "%s: in %llu looks at %llu cycles, %llu messages, no word of deadlock (%llu), and never at a stand (%llu)", name,
       (unsigned long long)looks, (unsigned long long)cycles, (unsigned long long)delivered, (unsigned long long)claims,
       (unsigned long long)standing);
    ws_waits_free(w);
    ws_net_free(n);
}

static ws_def cube(int64_t topology, int64_t routing, int64_t vcs, int64_t length) {
    ws_def d = fixture_cube(topology, 4, 4);
    d.routing = routing, d.vcs = vcs, d.length_mean = length;
    return d;
}

static ws_def stations(const char *machine, int64_t routing) {
    ws_def d = fixture_machine(machine);
    d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = 8, d.routing = routing;
    return d;
}

int main(void) {
    ws_def d;
    silent("mesh, dimension order, one channel", cube(WS_TOPOLOGY_MESH, WS_ROUTING_DOR, 1, 20));
    silent("torus, datelines", cube(WS_TOPOLOGY_TORUS, WS_ROUTING_DOR, 2, 20));
    silent("mesh, west first", cube(WS_TOPOLOGY_MESH, WS_ROUTING_WEST_FIRST, 1, 32));
    d = cube(WS_TOPOLOGY_TORUS, WS_ROUTING_DUATO_ESCAPE, 3, 32), d.grant_room = WS_GRANT_ROOM_FIT;
    silent("torus, escape channels", d);
    d = cube(WS_TOPOLOGY_TORUS, WS_ROUTING_DOR_NO_DATELINE, 1, 5), d.grant_room = WS_GRANT_ROOM_BUBBLE, d.buffer = 10;
    silent("torus, bubbles", d);
    silent("wormhole LAN", fixture_lan(WS_TOPOLOGY_TORUS, 3, 3));
    silent("workstations, wormhole, MA-2vc", stations("now-wormhole", WS_ROUTING_MA_2VC));
    silent("workstations, cut-through, FA-2q", stations("now-vct", WS_ROUTING_FA_2Q));
    silent("slotted switch", fixture_slots(8));
    return done();
}
