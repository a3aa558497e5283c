/* blocked.c - the share of blocked worms in the series is that of a frame at the end of the window, where that is a cycle of the
 * observer's grid; only for those who ask. */
#include <math.h>

#include "fixture.h"
#include "observe/frame.h"

typedef struct tally {
    int windows;
    double share, difference; /* sums */
} tally;

static double frame_share(const ws_frame *f) { return f->worms ? (double)f->stopped / f->worms : 0; }

static tally compare(ws_session *s, int windows) {
    tally t = {0};
    ws_net *net = ws_session_net(s);
    ws_frame *f = ws_frame_new(net);
    ws_observer *o = ws_session_observer(s);
    for (int i = 0; i < windows; i++) {
        size_t count;
        ws_session_run(s, 64);
        const ws_point *p = ws_metrics_series(ws_session_metrics(s), &count, NULL);
        if (count == 0 || p[count - 1].cycle != ws_net_cycle(net) || ws_net_cycle(net) % ws_observer_step(o) > 0) continue;
        ws_frame_update(f, net, NULL, o);
        double share = isnan(p[count - 1].blocked) ? 0 : p[count - 1].blocked;
        t.windows++;
        t.share += share;
        t.difference += fabs(share - frame_share(f));
    }
    ws_frame_free(f);
    return t;
}

static ws_session *session_open(const char *scenario) {
    ws_error error = {0};
    ws_session *s = ws_session_open(scenario, NULL, &error);
    if (!s) fixture_stop(scenario, &error);
    return s;
}

static void test(const char *scenario, double most) {
    ws_session *s = session_open(scenario);
    ws_session_observe(s);
    tally t = compare(s, 400);
    ok(t.windows >= 50 && t.share > 0 && t.difference / t.windows <= most,
       "%s: a share of %.3f, %.4f from the frame's in the mean", scenario, t.share / t.windows, t.difference / t.windows);
    ws_session_close(s);
}

/* Packets of one flit hold no channel when anybody looks. All heads wait that have asked and
 * did not cross; with one queue an input, never empty, that is as many as inputs have sent nothing. */
static void test_one_flit(int64_t queueing, int64_t arbiter) {
    ws_def d = fixture_slots(8);
    d.queueing = queueing, d.arbiter = arbiter;
    ws_net *n = fixture_net(&d, NULL);
    ws_frame *f = ws_frame_new(n);
    ws_observer *o = ws_observer_new(n);
    u64 wrong = 0, waited = 0, cycles = 2000;
    fixture_run(n, 5000, NULL, NULL);
    for (u64 i = 0; i < cycles; i++) {
        u64 hops = n->total[WS_TOTAL_FLIT_HOPS], heads = 0;
        fixture_run(n, 1, NULL, NULL);
        for (u32 q = 0; q < n->wire.source_queue0; q++) heads += n->queue[q].state == QUEUE_WAITING;
        ws_frame_update(f, n, NULL, o);
        if (queueing == WS_QUEUEING_FIFO) wrong += heads != 8 - (n->total[WS_TOTAL_FLIT_HOPS] - hops);
        wrong += f->heads_blocked[0] != heads || f->blocked_worms != heads || f->stopped < heads;
        waited += f->heads_blocked[0];
    }
    ok(wrong == 0 && waited > 0, "one-flit packets, queueing %d, arbiter %d: %.2f heads wait, wrong in %u cycles", (int)queueing,
       (int)arbiter, (double)waited / (double)cycles, (unsigned)wrong);
    ws_observer_free(o);
    ws_frame_free(f);
    ws_net_free(n);
}

int main(void) {
    for (int64_t arbiter = WS_ARBITER_ROUND_ROBIN; arbiter < WS_ARBITER_COUNT; arbiter++)
        test_one_flit(WS_QUEUEING_FIFO, arbiter);
    test_one_flit(WS_QUEUEING_VOQ, WS_ARBITER_RANDOM);
    test_one_flit(WS_QUEUEING_VOQ, WS_ARBITER_ROUND_ROBIN);
    test("theory/switch", 1e-9);
    test("kwan/torus-3x3", 1e-9);
    test("cube/mesh-8x8", 1e-9);
    test("teach/bubble", 1e-9);
    test("now/irregular-16", 1e-9);
    test("timeouts/deadlock", 0.03); /* of worms that are killed the frame shows some for longer than they are counted */
    ws_session *s = session_open("cube/mesh-8x8");
    size_t count;
    ws_session_run(s, 1000);
    const ws_point *p = ws_metrics_series(ws_session_metrics(s), &count, NULL);
    bool none = true;
    for (size_t i = 0; i < count; i++) none &= isnan(p[i].blocked);
    ok(count > 3 && none, "nobody asked: nothing is told");
    ws_session_close(s);
    return done();
}
