/* No deadlock with set-aside queues: an overloaded network whose hot spots come and go goes on for 10 million cycles (a hundredth of that
 * without WS_LONG), never stands still, is never in a proved deadlock, delivers in order, and then drains and frees every queue. */
#include "fixture.h"
#include "observe/waits.h"

enum { ROUND = 2500, ROUNDS = 40 };

static void endless(int64_t queueing, int64_t order, int64_t hosts, int64_t saqs, int64_t packets) {
    ws_def d = fixture_machine("recn");
    d.size[0] = hosts, d.queueing = queueing, d.saq_order = order, d.saqs = saqs, d.buffer = 8 * packets, d.load = WS_MILLION,
    d.traffic = WS_TRAFFIC_HOTSPOT;
    d.saq_detect = d.saq_detect_out = packets < 3 ? packets : 3; /* a port holds as many, so that there are set-aside queues at all */
    d.saq_xoff = packets < 4 ? packets : 4, d.saq_xon = d.saq_xoff / 2, d.message_capacity = 2000;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *waits = ws_waits_new(n);
    u64 rng = 1, stood = 0, proved = 0, rounds = amount(ROUNDS / 6, ROUNDS, 100 * ROUNDS);
    for (u64 round = 0; round < rounds; round++) {
        ws_def now = *ws_net_def(n);
        now.hotspot_host = rng_below(&rng, n->size.hosts), now.hotspot_share = rng_below(&rng, WS_MILLION);
        ws_net_change(n, &now, NULL);
        u64 before = n->total[WS_TOTAL_FLITS_DELIVERED];
        fixture_run(n, ROUND, NULL, NULL);
        stood += n->total[WS_TOTAL_FLITS_DELIVERED] == before;
        ws_waits_update(waits, n);
        proved += ws_waits_deadlock(waits);
    }
    ws_def now = *ws_net_def(n);
    ws_error error = {0};
    now.load = 0;
    ws_net_change(n, &now, NULL);
    fixture_run(n, 200000, NULL, NULL);
    bool empty = n->total[WS_TOTAL_FLITS_CREATED] == n->total[WS_TOTAL_FLITS_DELIVERED] && ws_net_check(n, &error);
    ok(stood == 0 && proved == 0 && empty && n->total[WS_TOTAL_OUT_OF_ORDER] == 0 &&
           n->total[WS_TOTAL_SAQS_FREED] > 0 && n->total[WS_TOTAL_SAQS_ALLOCATED] == n->total[WS_TOTAL_SAQS_FREED],
       "queueing %d, order %d, %d hosts, %d set-aside queues, ports of %d packets: %llu cycles, %llu packets, %llu queues born and freed "
       "%s",
       (int)queueing, (int)order, (int)hosts, (int)saqs, (int)packets, (unsigned long long)(rounds * ROUND),
       (unsigned long long)n->total[WS_TOTAL_PACKETS_DELIVERED], (unsigned long long)n->total[WS_TOTAL_SAQS_FREED], error.text);
    ws_waits_free(waits);
    ws_net_free(n);
}

int main(void) {
    static const int64_t forms[][2] = {{WS_QUEUEING_RECN_IQ, WS_SAQ_ORDER_MOVE},
                                       {WS_QUEUEING_RECN, WS_SAQ_ORDER_MOVE},
                                       {WS_QUEUEING_RECN_DD, WS_SAQ_ORDER_MOVE},
                                       {WS_QUEUEING_RECN_DD, WS_SAQ_ORDER_POINTERS}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        endless(forms[i][0], forms[i][1], 16, 2, 8);
        endless(forms[i][0], forms[i][1], 16, 8, 2);
        endless(forms[i][0], forms[i][1], 64, 4, 16);
    }
    return done();
}
