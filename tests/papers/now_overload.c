/* Networks of workstations far beyond saturation, and with long cables (Duato et al.): claim D13 and, beyond the paper, that wormhole
 * needs buffers in proportion to the fly time, and cut-through does not. The figures of the paper are in scenarios/papers/now. */
#include "now.h"

/* Past saturation, with all that the hosts can offer: accepted traffic stays near its peak, and there it stays. MA, whose worms hold
 * channels of several switches when they are blocked, gives up some in the largest networks, above all when they are long. If headers from
 * hosts take their turn among those under way (injection in-turn), all of them fall back towards up/down routing alone, whose channels are
 * then all that is left to most packets: that choice decides it. */
static void overload(void) {
    static const now_name names[] = {NOW_MA, NOW_BMA, NOW_BFA, NOW_FA};
    for (size_t i = 0; i < 4; i++)
        for (int64_t length = 16; length <= 128; length += 112)
            for (int64_t switches = 32; switches <= (int64_t)amount(32, 32, 64); switches *= 2) {
                ws_def d = now_def(names[i], switches, length, 1), turns = d;
                now_result top = now_peak(d, (length == 16 ? 0.6 : 0.4) * 32 / (double)switches, 8000, 12000);
                d.load = WS_MILLION, turns.injection = WS_INJECTION_IN_TURN;
                ws_net *n = fixture_net(&d, NULL);
                now_result first = now_run_net(n, (u64)fixture_cycles(50000), 30000), then = now_run_net(n, 0, 30000);
                ok(!then.deadlock && !top.deadlock &&
                       fmin(first.accepted, then.accepted) > (names[i] == NOW_MA ? 0.7 : 0.9) * top.accepted,
                   "D13 %s, %d switches, %d flits, offered 4: accepted %.3f, then %.3f, at its peak %.3f; %.2f hops a packet "
                   "beyond the "
                   "shortest way; %.3f with headers from hosts in turn",
                   now_names[names[i]], (int)switches, (int)length, first.accepted, then.accepted, top.accepted, then.nonminimal,
                   now_run(turns, 4, 10000, 15000).accepted);
                ws_net_free(n);
            }
}

/* One host sends to another two switches away, as fast as it can: the share of the link that a stream gets. */
static double stream_rate(ws_def d) {
    ws_graph g = fixture_graph(2, 2, 3);
    fixture_cable(&g, 0, fixture_host(&g, 0), 1), fixture_cable(&g, 1, fixture_host(&g, 1), 1), fixture_cable(&g, 0, 1, 0);
    ws_host_def hosts[2] = {{.dest = 1, .traffic_class = -1, .load = -1}, {.dest = -1, .traffic_class = -1, .load = 0}};
    d.topology = WS_TOPOLOGY_FILE, d.load = WS_MILLION, d.arrivals = WS_ARRIVALS_SATURATED;
    ws_net *n = fixture_net_of(&d, &g, hosts);
    ws_error error = {0};
    fixture_run(n, 4000, NULL, NULL);
    if (!ws_net_check(n, &error)) note("%s", error.text);
    double rate = fixture_accepted(n, 8000) * n->size.hosts;
    ws_net_free(n);
    ws_graph_free(&g);
    return rate;
}

/* A buffer that could overflow is no machine. */
static void refused(ws_def d, int64_t fly) {
    ws_graph g;
    ws_error error = {0};
    if (!ws_graph_build(&d, &g, &error)) fixture_stop("irregular", &error);
    ws_net *n = ws_net_build(&d, &g, NULL, &error);
    ok(!n && strstr(error.text, "overflow"), "fly time %d: STOP at 18 of 27 flits would overflow, and is refused", (int)fly);
    ws_net_free(n);
    ws_graph_free(&g);
}

static void fly_time(void) {
    for (int64_t fly = 1; fly <= 64; fly *= 2) {
        ws_def worm = now_def(NOW_MA, 16, 4096, 1), stop = worm, cut = now_def(NOW_UD, 16, 128, 1);
        char what[96];
        worm.link_delay = stop.link_delay = cut.link_delay = fly;
        worm.flow_control = WS_FLOW_CREDIT, worm.grant_room = WS_GRANT_ROOM_NONE;
        double fixed = stream_rate(worm); /* a credit is back after a round trip of twice the fly time */
        snprintf(what, sizeof what, "fly time %d: wormhole with 27 credits gets its share of the link", (int)fly);
        near_to(fixed, fmin(0.999, 27 / (2.0 * (double)fly)), 0.005, what);
        worm.buffer = 2 * fly;
        double enough = stream_rate(worm), packets = stream_rate(cut);
        ok(enough > 0.99, "fly time %d: with a buffer of one round trip, %d flits, wormhole gets it all: %.3f", (int)fly,
           (int)worm.buffer, enough);
        ok(packets > 0.97, "fly time %d: cut-through with two queues of one packet of 128 flits: %.3f", (int)fly, packets);
        stop.buffer = 6 * fly + 3, stop.flow_control = WS_FLOW_STOP_GO, stop.grant_room = WS_GRANT_ROOM_NONE,
        stop.stop_mark = 4 * fly + 2, stop.go_mark = 2 * fly + 1;
        double held = stream_rate(stop);
        ws_def small = stop;
        small.buffer = 27, small.stop_mark = 18, small.go_mark = 9;
        if (fly > 4) refused(small, fly);
        ok(held > 0.99, "fly time %d: STOP and GO with a buffer of three round trips, %d flits: %.3f", (int)fly, (int)stop.buffer,
           held);
    }
}

int main(void) {
    overload();
    fly_time();
    return done();
}
