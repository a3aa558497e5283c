/* What the figures of the RECN paper cannot show: once a hot spot is over and all hosts are silent, every set-aside queue has been freed and
 * every flit delivered, in the first form (HPCA 2005; queueing recn), in the later one, and
 * in that without tokens and timers (queueing recn-dd), where packets arrive in order unless nobody waits for those before (saq-order none); and a packet that is alone takes as long as
 * in a network without such queues: the crossing adds no time, and a hop is counted once. The hot spot is that of
 * scenarios/papers/recn/section-1.fig. */
#include "recn.h"

enum { BEFORE = 8000, STORM = 8000, AFTER = 8000, SILENCE = 200000 };

static void storm(const char *name, int64_t queueing, int64_t saqs, int64_t order) {
    static recn_storm s;
    ws_host_def silent = {-1, -1, 0};
    ws_net *n = recn_storm_new(&s, 64, queueing, saqs, 600000, order);
    fixture_run(n, BEFORE, NULL, NULL);
    recn_storm_set(n, &s, true);
    fixture_run(n, STORM, NULL, NULL);
    recn_storm_set(n, &s, false);
    fixture_run(n, AFTER, NULL, NULL);
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    fixture_run(n, SILENCE, NULL, NULL);
    const u64 *total = n->total;
    bool in_order = order != WS_SAQ_ORDER_NONE;
    ok((total[WS_TOTAL_OUT_OF_ORDER] == 0) == in_order && total[WS_TOTAL_SAQS_ALLOCATED] == total[WS_TOTAL_SAQS_FREED] &&
           total[WS_TOTAL_FLITS_CREATED] == total[WS_TOTAL_FLITS_DELIVERED],
       "%s, %d set-aside queues: %llu allocated, %llu freed, %llu failed; all flits delivered, %llu packets out of order", name, (int)saqs,
       (unsigned long long)total[WS_TOTAL_SAQS_ALLOCATED], (unsigned long long)total[WS_TOTAL_SAQS_FREED],
       (unsigned long long)total[WS_TOTAL_SAQS_FAILED], (unsigned long long)total[WS_TOTAL_OUT_OF_ORDER]);
    ok((saqs > 0) == (total[WS_TOTAL_SAQS_FREED] > 0), "%s, %d set-aside queues: there were some only if there may be", name,
       (int)saqs);
    ws_net_free(n);
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
    storm("recn-iq", WS_QUEUEING_RECN_IQ, 8, WS_SAQ_ORDER_MOVE);
    storm("recn-iq", WS_QUEUEING_RECN_IQ, 2, WS_SAQ_ORDER_MOVE);
    storm("recn", WS_QUEUEING_RECN, 8, WS_SAQ_ORDER_MOVE);
    storm("recn", WS_QUEUEING_RECN, 0, WS_SAQ_ORDER_MOVE);
    storm("recn-dd", WS_QUEUEING_RECN_DD, 8, WS_SAQ_ORDER_MOVE);
    storm("recn-dd", WS_QUEUEING_RECN_DD, 2, WS_SAQ_ORDER_MOVE);
    storm("recn-dd, link pointers", WS_QUEUEING_RECN_DD, 8, WS_SAQ_ORDER_POINTERS);
    storm("recn-dd, no order", WS_QUEUEING_RECN_DD, 8, WS_SAQ_ORDER_NONE);
    return done();
}
