/* RECN in its first form (HPCA 2005; queueing recn) against the later one: the hot spot of recn_hotspot.c, where 48 hosts offer 0.6 of a
 * link and 16 share one, fair shares being 0.4656 flits a host and cycle; and uniform traffic at saturation. Queues at the outputs cost twice
 * the memory, and detection queues by output leave little to be gained under uniform traffic. */
#include "recn.h"

enum { BEFORE = 8000, SETTLE = 1000, STORM = 8000, SILENCE = 200000 };

static double storm(const char *name, int64_t queueing, int64_t saqs) {
    static recn_storm s;
    ws_host_def silent = {-1, -1, 0};
    ws_net *n = recn_storm_new(&s, 64, queueing, saqs, 600000);
    lab_run(n, BEFORE, NULL, NULL);
    recn_storm_set(n, &s, true);
    lab_run(n, SETTLE, recn_eye, &s);
    double during = lab_accepted(n, STORM - SETTLE);
    recn_storm_set(n, &s, false);
    lab_run(n, STORM, recn_eye, &s);
    double after = lab_accepted(n, STORM);
    u64 xoffs = n->total[WS_TOTAL_XOFFS];
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    lab_run(n, SILENCE, NULL, NULL);
    ok(n->total[WS_TOTAL_OUT_OF_ORDER] == 0 && n->total[WS_TOTAL_SAQS_ALLOCATED] == n->total[WS_TOTAL_SAQS_FREED] &&
           n->total[WS_TOTAL_FLITS_CREATED] == n->total[WS_TOTAL_FLITS_DELIVERED],
       "%s, %d set-aside queues: %.4f during the hot spot, %.4f after; %llu queues born and freed, %llu failed, %llu Xoffs", name,
       (int)saqs, during, after, (unsigned long long)n->total[WS_TOTAL_SAQS_FREED],
       (unsigned long long)n->total[WS_TOTAL_SAQS_FAILED], (unsigned long long)xoffs);
    ws_net_free(n);
    return during;
}

int main(void) {
    const double fair = (48 * 0.6 + 1) / 64;
    u64 out_of_order = 0;
    double net = storm("voqnet", WS_QUEUEING_VOQNET, 8), iq = storm("recn-iq", WS_QUEUEING_RECN_IQ, 8),
           first = storm("recn", WS_QUEUEING_RECN, 8), none = storm("recn", WS_QUEUEING_RECN, 0);
    ok(first >= 0.95 * fair, "recn delivers %.4f, %.3f of the fair shares", first, first / fair);
    ok(first >= 0.97 * net && first >= 0.97 * iq, "as a queue for each destination (%.4f) and recn-iq (%.4f) do", net, iq);
    ok(none <= 0.85 * first, "without set-aside queues it collapses: %.4f", none);
    double e[9];
    for (int64_t saqs = 0; saqs <= 8; saqs += 4) {
        e[saqs] = recn_saturation(64, WS_QUEUEING_RECN, saqs, &out_of_order);
        note("uniform saturation, %d set-aside queues: %.4f", (int)saqs, e[saqs]);
    }
    double sw = recn_saturation(64, WS_QUEUEING_VOQSW, 0, &out_of_order);
    ok(e[0] > sw && e[4] > e[0] && e[8] > 0.98 * e[4] && out_of_order == 0,
       "uniform traffic at saturation: voqsw %.4f, with outputs %.4f, and with four and eight set-aside queues %.4f, %.4f", sw, e[0],
       e[4], e[8]);
    return done();
}
