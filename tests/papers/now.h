/* now.h - the experiments of Duato et al. on networks of workstations: their six switches, and runs of them. Header only.
 *
 * Traffic is in flits per switch and cycle, as the paper has it: four times that per host. The throughput of an algorithm is the
 * highest accepted traffic over a sweep of the load. */
#ifndef NOW_H
#define NOW_H

#include <math.h>

#include "fixture.h"
#include "observe/metrics.h"
#include "observe/waits.h"

typedef enum now_name { NOW_MA, NOW_BMA, NOW_BFA, NOW_BUD, NOW_UD, NOW_FA } now_name;
FIXTURE const char *const now_names[] = {"MA-2vc", "BMA-2vc", "BFA-2vc", "BUD-2vc", "UD-2q", "FA-2q"};

/* The switch of this name, in network `seed` of so many switches, for packets of so many flits. */
FIXTURE ws_def now_def(now_name name, int64_t switches, int64_t length, int64_t seed) {
    static const int64_t routings[] = {WS_ROUTING_MA_2VC,  WS_ROUTING_BMA_2VC, WS_ROUTING_BFA_2VC,
                                       WS_ROUTING_BUD_2VC, WS_ROUTING_UD_2Q,   WS_ROUTING_FA_2Q};
    ws_def d = fixture_machine(name >= NOW_UD ? "now-vct" : "now-wormhole");
    d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = switches, d.size[1] = 1, d.topology_seed = seed, d.seed = seed;
    d.routing = routings[name], d.length_mean = length;
    if (name >= NOW_UD) d.buffer = length;
    if (name == NOW_BMA || name == NOW_BFA || name == NOW_BUD) { /* a buffer for a whole packet, or the usual one for several */
        d.flow_control = WS_FLOW_CREDIT, d.grant_room = WS_GRANT_ROOM_PACKET;
        if (length > d.buffer) d.buffer = length;
    }
    return d;
}

typedef struct now_result {
    double offered, accepted;      /* flits per switch and cycle */
    double latency, from_creation; /* cycles: first flit out of the host, or created, to the tail's arrival */
    double nonminimal;             /* mean hops beyond the shortest way, per packet */
    bool deadlock;
} now_result;

typedef struct now_tally {
    const ws_net *n;
    u64 packets, latency, created, detours, warmup;
} now_tally;

FIXTURE void now_count(const ws_event *e, void *context) {
    now_tally *t = context;
    if (e->kind != WS_EVENT_PACKET_DELIVERED || e->entered < t->warmup) return;
    u32 from = t->n->wire.host_switch[e->source], to = t->n->wire.host_switch[e->dest];
    t->packets++;
    t->latency += e->cycle - e->entered;
    t->created += e->cycle - e->created;
    t->detours += e->hops - 1u - t->n->wire.minimal[from * t->n->size.switches + to];
}

FIXTURE now_result now_run_net(ws_net *n, u64 warmup, u64 cycles) {
    fixture_run(n, warmup, NULL, NULL);
    u64 flits = n->total[WS_TOTAL_FLITS_DELIVERED], offered = n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_REFUSED];
    now_tally t = {.n = n, .warmup = n->cycle[0]};
    fixture_run(n, cycles, now_count, &t);
    double per = (double)cycles * n->size.switches, packets = t.packets ? (double)t.packets : NAN;
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    now_result r = {.offered = (double)(n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_REFUSED] - offered) / per,
                    .accepted = (double)(n->total[WS_TOTAL_FLITS_DELIVERED] - flits) / per,
                    .latency = (double)t.latency / packets,
                    .from_creation = (double)t.created / packets,
                    .nonminimal = (double)t.detours / packets,
                    .deadlock = ws_waits_deadlock(waits)};
    ws_waits_free(waits);
    return r;
}

/* One run at `traffic` flits per switch and cycle. */
FIXTURE now_result now_run(ws_def d, double traffic, u64 warmup, u64 cycles) {
    d.load = (int64_t)(traffic * WS_MILLION / (double)d.hosts_per_switch);
    ws_net *n = fixture_net(&d, NULL);
    now_result r = now_run_net(n, warmup, cycles);
    ws_net_free(n);
    return r;
}

/* The highest accepted traffic: in steps of an eighth upwards from `from` until it has fallen, or stayed behind the offered, twice; or
 * with all that the hosts can offer. */
FIXTURE now_result now_peak(ws_def d, double from, u64 warmup, u64 cycles) {
    now_result best = {0};
    u32 behind = 0;
    for (double traffic = from; behind < 3 && traffic <= 4; traffic = behind < 2 ? traffic * 1.125 : 4) {
        now_result r = now_run(d, traffic, warmup, cycles);
        behind += behind == 2 || r.accepted < best.accepted || r.accepted < 0.95 * r.offered;
        bool deadlock = best.deadlock || r.deadlock;
        if (r.accepted > best.accepted) best = r;
        best.deadlock = deadlock;
    }
    return best;
}

#endif
