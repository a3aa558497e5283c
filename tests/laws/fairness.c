/* Round robin is fair to inputs, packet by packet, and to nothing else: two saturated streams with worms of L1 and L2 flits share
 * a link as L1 : L2 (Kwan et al. 1996: an unsegmented host takes 0.913 of it from one that cuts at 100), and four sources along a
 * line of switches get 1/2, 1/4, 1/8, 1/8 (the parking lot; Dally and Towles 2004). */
#include "fixture.h"

enum { SINK_OF_TWO = 2 };

/* H0 unsegmented (class 0), H1 cut at `segment` (class 1), both for H2, on one switch. The share of H0's flits. */
static double share_of_two(int64_t length, int64_t segment, int64_t arbiter, u64 cycles) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = 3, d.arrivals = WS_ARRIVALS_SATURATED, d.arbiter = arbiter;
    d.length = length, d.length_mean = 1000, d.segment = segment;
    const ws_host_def hosts[] = {{SINK_OF_TWO, 0, -1}, {SINK_OF_TWO, 1, -1}, {-1, -1, 0}};
    ws_net *n = fixture_net(&d, hosts);
    fixture_run(n, 20000, NULL, NULL);
    u64 before[2] = {n->class_flits[0], n->class_flits[1]};
    fixture_run(n, fixture_cycles(cycles), NULL, NULL);
    double first = (double)(n->class_flits[0] - before[0]), second = (double)(n->class_flits[1] - before[1]);
    ws_net_free(n);
    return first / (first + second);
}

static void two_streams(void) {
    static const char *const names[] = {[WS_ARBITER_ROUND_ROBIN] = "round robin", [WS_ARBITER_FCFS] = "first come"};
    for (int64_t arbiter = WS_ARBITER_ROUND_ROBIN; arbiter <= WS_ARBITER_FCFS; arbiter++) {
        note("%s", names[arbiter]);
        near_to(share_of_two(WS_LENGTH_FIXED, 100, arbiter, 1000000), 1000.0 / 1100, 0.0005,
                "share of worms of 1000 against worms of 100");
        near_to(share_of_two(WS_LENGTH_FIXED, 0, arbiter, 1000000), 0.5, 0.0005, "share of worms of 1000 against worms of 1000");
        near_to(share_of_two(WS_LENGTH_EXPONENTIAL, 100, arbiter, 4000000), 0.9131, 0.005,
                "share of exponential worms against the same cut at 100");
        near_to(share_of_two(WS_LENGTH_EXPONENTIAL, 250, arbiter, 4000000), 0.8189, 0.005,
                "share of exponential worms against the same cut at 250");
    }
}

static void count_source(const ws_event *e, void *context) {
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED) ((u64 *)context)[e->source] += e->length;
}

/* Sources H0 .. H3 on S0 .. S3; the sink H4 on S3. */
static void parking_lot(void) {
    static const double expected[] = {0.125, 0.125, 0.25, 0.5};
    ws_def d = fixture_lan(WS_TOPOLOGY_FILE, 0, 0);
    d.arrivals = WS_ARRIVALS_SATURATED, d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    d.length = WS_LENGTH_FIXED, d.length_mean = 100;
    ws_graph g = fixture_graph(4, 5, 8);
    for (int32_t s = 0; s < 4; s++) fixture_cable(&g, s, fixture_host(&g, s), 0);
    fixture_cable(&g, 3, fixture_host(&g, 4), 0);
    for (int32_t s = 0; s < 3; s++) fixture_cable(&g, s, s + 1, 0);
    const ws_host_def hosts[] = {{4, -1, -1}, {4, -1, -1}, {4, -1, -1}, {4, -1, -1}, {-1, -1, 0}};
    ws_net *n = fixture_net_of(&d, &g, hosts);
    u64 flits[5] = {0}, sum = 0;
    fixture_run(n, 20000, NULL, NULL);
    fixture_run(n, fixture_cycles(500000), count_source, flits);
    for (int i = 0; i < 4; i++) sum += flits[i];
    for (int i = 0; i < 4; i++) {
        char what[48];
        snprintf(what, sizeof what, "parking lot, share of the host on S%d", i);
        near_to((double)flits[i] / (double)sum, expected[i], 0.01, what);
    }
    near_to((double)sum / (double)fixture_cycles(500000), 1, 0.001, "and the last link is always busy");
    ws_net_free(n);
    ws_graph_free(&g);
}

int main(void) {
    two_streams();
    parking_lot();
    return done();
}
