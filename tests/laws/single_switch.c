/* One switch in slots, the textbook case. With one queue per input, head-of-line blocking limits the throughput to the exact
 * values of Karol, Hluchyj and Morgan 1987 (3/4 for two ports, 0.586 for very many), whoever wins among equals. With a queue per
 * output and random choices on both sides it is 1 - (1 - 1/N)^N (Anderson et al. 1993, one iteration), with rotating ones 1
 * (iSLIP; McKeown 1999), whose mean waiting times below saturation are checked too. Packets of several flits cross one after the
 * other (packet mode: Marsan et al. 2002), so they too get nearly all there is. */
#include <math.h>

#include "fixture.h"

/* As many flits whatever the number of ports. */
static u64 slots(int64_t hosts) {
    u64 whole = hosts <= 2 ? 300000 : hosts >= 32 ? 20000 : 600000 / (u64)hosts;
    return amount(whole / 2, whole, 10 * whole);
}

static double saturation(int64_t hosts, int64_t traffic, int64_t queueing, int64_t arbiter) {
    ws_def d = fixture_slots(hosts);
    d.traffic = traffic, d.queueing = queueing, d.arbiter = arbiter;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, 2000, NULL, NULL);
    double accepted = fixture_accepted(n, slots(hosts));
    ws_net_free(n);
    return accepted;
}

typedef struct limit {
    int64_t hosts;
    double expected;
} limit;

static void one_queue_per_input(void) {
    static const limit with_self[] = {{1, 1},        {2, 0.75},     {4, 0.655242}, {5, 0.639917},
                                      {7, 0.623371}, {8, 0.618390}, {32, 0.5936},  {64, 0.5896}};
    static const limit without[] = {{3, 0.750}, {4, 0.691}, {8, 0.625}, {16, 0.603}};
    static const char *const names[WS_ARBITER_COUNT] = {"round robin", "first come", "random", "priority"};
    char what[80];
    for (size_t i = 0; i < sizeof with_self / sizeof *with_self; i++) {
        if (!takes(5)) continue;
        snprintf(what, sizeof what, "one queue per input, %d ports", (int)with_self[i].hosts);
        near_to(saturation(with_self[i].hosts, WS_TRAFFIC_UNIFORM_SELF, WS_QUEUEING_FIFO, WS_ARBITER_RANDOM),
                with_self[i].expected, 0.003, what);
    }
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        if (!takes(5)) continue;
        snprintf(what, sizeof what, "never to itself, %d ports", (int)without[i].hosts);
        near_to(saturation(without[i].hosts, WS_TRAFFIC_UNIFORM, WS_QUEUEING_FIFO, WS_ARBITER_RANDOM), without[i].expected, 0.004,
                what);
    }
    for (int64_t arbiter = 0; arbiter < WS_ARBITER_COUNT; arbiter++) {
        if (!takes(3)) continue;
        snprintf(what, sizeof what, "8 ports, winner by %s", names[arbiter]);
        near_to(saturation(8, WS_TRAFFIC_UNIFORM_SELF, WS_QUEUEING_FIFO, arbiter), 0.618390, 0.003, what);
    }
}

static void one_queue_per_output(void) {
    char what[80];
    for (int64_t hosts = 2; hosts <= (is_whole() ? 32 : 8); hosts *= 2) {
        double expected = 1 - pow(1 - 1.0 / (double)hosts, (double)hosts);
        snprintf(what, sizeof what, "one queue per output, random, %d ports", (int)hosts);
        near_to(saturation(hosts, WS_TRAFFIC_UNIFORM_SELF, WS_QUEUEING_VOQ, WS_ARBITER_RANDOM), expected, 0.003, what);
        if (hosts > 16) continue;
        snprintf(what, sizeof what, "one queue per output, rotating, %d ports", (int)hosts);
        near_to(saturation(hosts, WS_TRAFFIC_UNIFORM_SELF, WS_QUEUEING_VOQ, WS_ARBITER_ROUND_ROBIN), 1, 0.0005, what);
    }
}

/* What the flows carry, flits by source and destination. */
typedef struct flows {
    u64 flits[16][16];
} flows;

static void add_flow(const ws_event *e, void *context) {
    flows *f = context;
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED) f->flits[e->source][e->dest] += e->length;
}

/* Packets of several flits with a queue for each output: the outputs send nearly always, and where lengths vary no flow is left behind.
 * (Of one length, inputs that end together are matched among themselves for ever, as long as no queue runs empty.) */
static void packets_by_output(int64_t hosts, int64_t arbiter, int64_t router_delay, int64_t low, int64_t high) {
    if (!takes(7)) return;
    ws_def d = fixture_slots(hosts);
    d.queueing = WS_QUEUEING_VOQ, d.arbiter = arbiter, d.router_delay = router_delay, d.buffer = 32;
    d.length = WS_LENGTH_MIXTURE, d.mixture_count = 1;
    d.mixture_lo[0] = low, d.mixture_hi[0] = high, d.mixture_weight[0] = 1;
    ws_net *n = fixture_net(&d, NULL);
    flows f = {0};
    u64 cycles = fixture_cycles(40000), least = UINT64_MAX, all = 0;
    fixture_run(n, 4000, NULL, NULL);
    fixture_run(n, cycles, add_flow, &f);
    for (int64_t i = 0; i < hosts * hosts; i++) {
        u64 flits = f.flits[i / hosts][i % hosts];
        all += flits;
        if (flits < least) least = flits;
    }
    double accepted = (double)all / (double)cycles / (double)hosts, share = (double)least * (double)(hosts * hosts) / (double)all;
    bool whole = accepted > (router_delay > 0 && low < high ? 0.9 : 0.99), fair = low == high || share > 0.7;
    ok(whole && fair,
       "one queue per output, %s, %d ports, packets of %d to %d flits, router-delay %d: %.4f, least flow %.2f of its share",
       arbiter == WS_ARBITER_FCFS ? "first come" : "rotating", (int)hosts, (int)low, (int)high, (int)router_delay, accepted,
       share);
    ws_net_free(n);
}

static void whole_packets(void) {
    static const int64_t lengths[] = {2, 3, 7, 20};
    for (int64_t hosts = 4; hosts <= 16; hosts *= 2)
        for (int64_t delay = 0; delay <= 2; delay += 2) {
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
                packets_by_output(hosts, WS_ARBITER_ROUND_ROBIN, delay, lengths[i], lengths[i]);
            packets_by_output(hosts, WS_ARBITER_FCFS, delay, 20, 20);
            packets_by_output(hosts, WS_ARBITER_ROUND_ROBIN, delay, 2, 20);
            packets_by_output(hosts, WS_ARBITER_FCFS, delay, 2, 20);
        }
}

typedef struct wait {
    double sum;
    u64 count, since;
} wait;

static void add_wait(const ws_event *e, void *context) {
    wait *w = context;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < w->since) return;
    w->sum += (double)(e->cycle - e->created - 2); /* two slots without waiting: to the switch and from it */
    w->count++;
}

static void waiting(int64_t arbiter, int64_t load, double expected, const char *what) {
    ws_def d = fixture_slots(16);
    d.queueing = WS_QUEUEING_VOQ, d.arbiter = arbiter, d.arrivals = WS_ARRIVALS_BERNOULLI, d.load = load;
    ws_net *n = fixture_net(&d, NULL);
    wait w = {.since = 20000};
    fixture_run(n, 20000 + fixture_cycles(100000), add_wait, &w);
    near_to(w.sum / (double)w.count, expected, 0.03 * expected, what);
    ws_net_free(n);
}

int main(void) {
    one_queue_per_input();
    one_queue_per_output();
    whole_packets();
    if (is_whole()) waiting(WS_ARBITER_RANDOM, 500000, 1.34, "mean wait, 16 ports at 0.5, random");
    if (!is_whole()) return done();
    waiting(WS_ARBITER_ROUND_ROBIN, 500000, 1.31, "mean wait, 16 ports at 0.5, rotating");
    waiting(WS_ARBITER_ROUND_ROBIN, 800000, 44.5, "mean wait, 16 ports at 0.8, rotating");
    return done();
}
