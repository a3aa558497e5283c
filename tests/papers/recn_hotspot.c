/* Claims E7 to E11, E13 and E14 of the RECN paper: a hot spot in a network of 64 hosts, 16 of which send all they can to one host for 1000
 * packet times; the other 48 send 0.6 of a link to each other and to the idle ones. Fair shares give 48 x 0.6 + 1 flits a cycle: 0.4656. */
#include "recn.h"

enum { BEFORE = 8000, STORM = 8000, SETTLE = 1000, AFTER = 2 * STORM };

typedef struct outcome {
    double during, after, cold_latency; /* delivered flits per host and cycle; cycles */
    u64 out_of_order, premature, allocated;
    u32 most, freed_in; /* packet times until no set-aside queue is in use, when all hosts are silent */
    bool all_freed;
} outcome;

static void wait_for_silence(ws_net *n, outcome *o) {
    ws_host_def silent = {-1, -1, 0};
    u32 all = 1;
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    for (; o->freed_in < 40000 && (all > 0 || n->total[WS_TOTAL_FLITS_CREATED] > n->total[WS_TOTAL_FLITS_DELIVERED]);
         o->freed_in++) {
        fixture_run(n, 8, NULL, NULL);
        recn_most(n, &all);
    }
    o->all_freed = all == 0 && n->total[WS_TOTAL_SAQS_ALLOCATED] == n->total[WS_TOTAL_SAQS_FREED] &&
                   n->total[WS_TOTAL_FLITS_CREATED] == n->total[WS_TOTAL_FLITS_DELIVERED];
}

static outcome storm(const char *name, int64_t queueing) {
    static recn_storm s;
    outcome o = {0};
    ws_net *n = recn_storm_new(&s, 64, queueing, 8, 600000);
    fixture_run(n, BEFORE, NULL, NULL);
    recn_storm_set(n, &s, true);
    fixture_run(n, SETTLE, recn_eye, &s); /* what the hot hosts have sent elsewhere arrives */
    u64 before = n->total[WS_TOTAL_FLITS_DELIVERED];
    for (u32 i = 0; i < (STORM - SETTLE) / 100; i++) {
        fixture_run(n, 100, recn_eye, &s);
        u32 most = recn_most(n, NULL);
        if (most > o.most) o.most = most;
    }
    o.during = (double)(n->total[WS_TOTAL_FLITS_DELIVERED] - before) / (STORM - SETTLE) / 64;
    recn_storm_set(n, &s, false);
    fixture_run(n, STORM, recn_eye, &s);
    o.after = fixture_accepted(n, AFTER - STORM);
    o.cold_latency = (double)s.cold_cycles / (double)s.cold_packets;
    if (queueing == WS_QUEUEING_RECN_IQ) wait_for_silence(n, &o);
    o.out_of_order = n->total[WS_TOTAL_OUT_OF_ORDER], o.premature = n->total[WS_TOTAL_SAQS_PREMATURE];
    o.allocated = n->total[WS_TOTAL_SAQS_ALLOCATED];
    ok(o.out_of_order == 0,
       "%s: %.4f during the hot spot, %.4f one to two times its length after its end, cold packets take %.0f cycles", name,
       o.during, o.after, o.cold_latency);
    ws_net_free(n);
    return o;
}

int main(void) {
    const double fair = (48 * 0.6 + 1) / 64;
    outcome one = storm("1q", WS_QUEUEING_1Q), sw = storm("voqsw", WS_QUEUEING_VOQSW), net = storm("voqnet", WS_QUEUEING_VOQNET),
            recn = storm("recn-iq", WS_QUEUEING_RECN_IQ);
    ok(one.during < 0.8 * recn.during && one.after < 0.8 * recn.after,
       "E7: one queue a port: %.2f of RECN's throughput during, %.2f after: collapse, and no recovery", one.during / recn.during,
       one.after / recn.after);
    ok(one.cold_latency > 30 * recn.cold_latency, "E8: cold packets take %.0f times as long",
       one.cold_latency / recn.cold_latency);
    ok(recn.during >= 0.97 * fair, "E9: RECN delivers %.4f, %.3f of the fair shares", recn.during, recn.during / fair);
    ok(recn.most <= 8, "E10: at most %u set-aside queues in a port", recn.most);
    ok(sw.during < 0.85 * recn.during && sw.after < 0.8 * recn.after,
       "E11: a queue for each output collapses too, later: %.4f, %.4f", sw.during, sw.after);
    ok(net.during > 0.97 * recn.during && recn.during > 0.97 * net.during,
       "E11: a queue for each destination and RECN: %.4f, %.4f", net.during, recn.during);
    ok(recn.all_freed, "E13: all %llu set-aside queues are freed, within %u packet times of silence",
       (unsigned long long)recn.allocated, recn.freed_in);
    ok(recn.premature * 200 < recn.allocated, "%llu of them were wanted again within the time of a notification",
       (unsigned long long)recn.premature);
    return done();
}
