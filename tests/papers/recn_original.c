/* RECN in its first form (HPCA 2005; queueing recn) against the later one: the hot spot of recn_hotspot.c, where 48 hosts offer 0.6 of a
 * link and 16 share one, fair shares being 0.4656 flits a host and cycle; and uniform traffic at saturation. Under uniform
 * traffic the detection queues, one for each output, are enough: set-aside queues neither help nor harm. The crossing adds no time, and a hop
 * is counted once. */
#include <math.h>

#include "recn.h"

enum { BEFORE = 8000, SETTLE = 1000, STORM = 8000, SILENCE = 200000 };

static double storm(const char *name, int64_t queueing, int64_t saqs) {
    static recn_storm s;
    ws_host_def silent = {-1, -1, 0};
    ws_net *n = recn_storm_new(&s, 64, queueing, saqs, 600000);
    fixture_run(n, BEFORE, NULL, NULL);
    recn_storm_set(n, &s, true);
    fixture_run(n, SETTLE, recn_eye, &s);
    double during = fixture_accepted(n, STORM - SETTLE);
    recn_storm_set(n, &s, false);
    fixture_run(n, STORM, recn_eye, &s);
    double after = fixture_accepted(n, STORM);
    u64 xoffs = n->total[WS_TOTAL_XOFFS];
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    fixture_run(n, SILENCE, NULL, NULL);
    ok(n->total[WS_TOTAL_OUT_OF_ORDER] == 0 && n->total[WS_TOTAL_SAQS_ALLOCATED] == n->total[WS_TOTAL_SAQS_FREED] &&
           n->total[WS_TOTAL_FLITS_CREATED] == n->total[WS_TOTAL_FLITS_DELIVERED],
       "%s, %d set-aside queues: %.4f during the hot spot, %.4f after; %llu queues born and freed, %llu failed, %llu Xoffs", name,
       (int)saqs, during, after, (unsigned long long)n->total[WS_TOTAL_SAQS_FREED],
       (unsigned long long)n->total[WS_TOTAL_SAQS_FAILED], (unsigned long long)xoffs);
    ws_net_free(n);
    return during;
}

typedef struct lonely {
    u64 cycles, hops, flit_hops;
} lonely;

static void lonely_eye(const ws_event *e, void *context) {
    lonely *o = context;
    if (e->kind == WS_EVENT_PACKET_DELIVERED) o->cycles = e->cycle - e->created, o->hops = e->hops;
}

/* One packet of eight flits from host 0 to host 63, alone in the network. */
static lonely alone(int64_t queueing) {
    lonely o = {0};
    ws_def d = recn_def(64, queueing, 4);
    d.load = 0;
    ws_net *n = fixture_net(&d, NULL);
    message_create(n, &(ws_letter){0, 0, 63, 8, 0, 0});
    fixture_run(n, 500, lonely_eye, &o);
    o.flit_hops = n->total[WS_TOTAL_FLIT_HOPS];
    ws_net_free(n);
    return o;
}

int main(void) {
    lonely one = alone(WS_QUEUEING_1Q), two = alone(WS_QUEUEING_RECN);
    ok(two.cycles > 0 && two.cycles == one.cycles && two.hops == one.hops && two.flit_hops == one.flit_hops &&
           two.flit_hops == 8 * two.hops,
       "alone, a packet takes %u cycles over %u switches, as without output ports (%u, %u)", (u32)two.cycles, (u32)two.hops,
       (u32)one.cycles, (u32)one.hops);
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
    ok(fabs(e[0] - sw) < 0.01 && fabs(e[4] - sw) < 0.01 && fabs(e[8] - sw) < 0.01 && out_of_order == 0,
       "uniform traffic at saturation: voqsw %.4f, with outputs %.4f, and with four and eight set-aside queues %.4f, %.4f", sw,
       e[0], e[4], e[8]);
    return done();
}
