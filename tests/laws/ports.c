/* Switches whose inputs are ports (1q, voqsw, voqnet, recn-iq, recn, recn-dd): after every single step of many random multistage networks the laws of
 * conservation hold, those of ports and set-aside queues among them, while all that may change in a running network does; packets of a
 * pair arrive in order; and when the load stops the network drains to the last flit and every set-aside queue is freed. */
#include "fixture.h"

enum { MACHINES = 90, CYCLES = 3000, PARTS = 6, DRAIN_MOST = 60000 };

static u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }
static bool chance(u64 *rng, u32 percent) { return rng_below(rng, 100) < percent; }

static void random_live(ws_def *d, u64 *rng, u32 hosts) {
    static const int64_t loads[] = {0, 100000, 500000, 800000, 1000000};
    d->load = loads[pick(rng, 0, 4)];
    d->traffic = chance(rng, 40) ? WS_TRAFFIC_HOTSPOT : WS_TRAFFIC_UNIFORM;
    d->hotspot_host = pick(rng, 0, hosts - 1), d->hotspot_share = pick(rng, 0, WS_MILLION);
    d->saqs = pick(rng, 0, 8);
    d->saq_detect = pick(rng, 1, 8), d->saq_detect_out = pick(rng, 1, 8), d->saq_xoff = pick(rng, 1, 12), d->saq_xon = pick(rng, 0, (u32)d->saq_xoff - 1);
    d->saq_idle = pick(rng, 1, 400), d->notification_delay = pick(rng, 1, 40);
}

static ws_def random_def(u64 *rng) {
    static const int64_t hosts[] = {4, 16, 16, 64}, queueings[] = {WS_QUEUEING_1Q,      WS_QUEUEING_VOQSW,   WS_QUEUEING_VOQNET,
                                                                   WS_QUEUEING_RECN_IQ, WS_QUEUEING_RECN_IQ, WS_QUEUEING_RECN_IQ,
                                                                   WS_QUEUEING_RECN,    WS_QUEUEING_RECN,    WS_QUEUEING_RECN,
                                                                   WS_QUEUEING_RECN_DD, WS_QUEUEING_RECN_DD, WS_QUEUEING_RECN_DD};
    ws_def d = fixture_machine("recn");
    d.topology = WS_TOPOLOGY_BMIN, d.size[0] = hosts[pick(rng, 0, 3)], d.size[1] = 1;
    d.queueing = queueings[pick(rng, 0, 11)];
    d.link_delay = pick(rng, 1, 12), d.host_link_delay = pick(rng, 0, 4);
    d.crossbar_delay = pick(rng, 0, 2), d.input_delay = pick(rng, 0, 2), d.router_delay = pick(rng, 0, 4),
    d.vc_delay = pick(rng, 0, 2);
    if (d.queueing == WS_QUEUEING_RECN || d.queueing == WS_QUEUEING_RECN_DD) d.router_delay = d.vc_delay = 0;
    d.length_mean = pick(rng, 1, 12), d.buffer = d.length_mean * pick(rng, 1, 40);
    d.overhead = chance(rng, 60) ? 0 : pick(rng, 1, 8), d.buffer += d.overhead;
    d.voqnet_room = pick(rng, 1, 6);
    d.saq_order = chance(rng, 50) ? WS_SAQ_ORDER_MOVE : WS_SAQ_ORDER_POINTERS;
    d.switching = chance(rng, 30) ? WS_SWITCHING_STORE_AND_FORWARD : WS_SWITCHING_CUT_THROUGH;
    d.arrivals = pick(rng, 0, WS_ARRIVALS_COUNT - 1);
    d.message_capacity = chance(rng, 50) ? 100 : 1000;
    d.seed = pick(rng, 0, 1000000);
    random_live(&d, rng, (u32)d.size[0]);
    return d;
}

static void disturb(ws_net *n, u64 *rng) {
    ws_def d = *ws_net_def(n);
    ws_host_def host = WS_HOST_DEF_DEFAULT;
    u32 h = pick(rng, 0, n->size.hosts - 1);
    random_live(&d, rng, n->size.hosts);
    ws_net_change(n, &d, NULL);
    host.dest = chance(rng, 50) ? (int64_t)((h + 1) % n->size.hosts) : -1, host.load = pick(rng, 0, WS_MILLION);
    ws_net_change_host(n, h, &host, NULL);
}

static bool step_checked(ws_net *n, u64 cycles, ws_error *error) {
    for (u64 end = n->cycle[0] + cycles; n->cycle[0] < end;) {
        ws_net_step(n, 1);
        ws_net_events_clear(n);
        if (!ws_net_check(n, error)) return false;
    }
    return true;
}

static const char *drained(ws_net *n, ws_error *error) {
    ws_def d = *ws_net_def(n);
    ws_host_def silent = {-1, -1, 0};
    d.load = 0;
    ws_net_change(n, &d, NULL);
    for (u32 h = 0; h < n->size.hosts; h++) ws_net_change_host(n, h, &silent, NULL);
    fixture_run(n, DRAIN_MOST, NULL, NULL);
    if (n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_OVERHEAD] != n->total[WS_TOTAL_FLITS_DELIVERED]) return "it does not drain";
    if (n->total[WS_TOTAL_SAQS_ALLOCATED] != n->total[WS_TOTAL_SAQS_FREED]) return "a set-aside queue is not freed";
    if (n->total[WS_TOTAL_OUT_OF_ORDER] > 0) return "packets were delivered out of order";
    if (!ws_net_check(n, error)) return error->text;
    return n->control.reserved[0] == 0 ? NULL : "a notice is left";
}

/* ---- what is no machine, and what may not change ---- */

static void refused(ws_def d, const char *words) {
    ws_graph g;
    ws_error error = {""};
    ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
    ok(!n && strstr(error.text, words), "refused: %s", error.text);
    ws_net_free(n);
    ws_graph_free(&g);
}

static void refusals(void) {
    ws_def d = fixture_machine("recn"), w = d;
    w.saq_xon = w.saq_xoff, refused(w, "below saq-xoff"), w = d;
    w.flow_control = WS_FLOW_CREDIT, refused(w, "packet-credit"), w = d;
    w.arbiter = WS_ARBITER_FCFS, refused(w, "round-robin"), w = d;
    w.routing = WS_ROUTING_UPDOWN, refused(w, "routing source"), w = d;
    w.queueing = WS_QUEUEING_RECN, w.router_delay = 1, refused(w, "router-delay 0"), w = d;
    w.timeout_policy = WS_TIMEOUT_POLICY_FIXED, refused(w, "no timeouts"), w = d;
    w.queueing = WS_QUEUEING_VOQNET, w.class_rule = WS_CLASS_RULE_PRIORITY, refused(w, "classes none");
    ws_net *n = fixture_net(&d, NULL);
    ws_error error = {""};
    d.saqs = 8;
    ok(ws_net_change(n, &d, &error), "built with 4 set-aside queues, there may be 8");
    d.saqs = 9;
    ok(!ws_net_change(n, &d, &error) && strstr(error.text, "8 set-aside"), "but not 9: %s", error.text);
    ws_net_free(n);
}

int main(void) {
    refusals();
    u64 broken = 0, cycles = 0, packets = 0, saqs = 0, failed = 0, xoffs = 0;
    for (u64 seed = 1; seed <= MACHINES; seed++) {
        u64 rng = mix64(seed);
        ws_error error = {""};
        ws_def d = random_def(&rng);
        ws_net *n = fixture_net(&d, NULL);
        bool good = true;
        for (u64 part = 0; good && part < fixture_cycles(PARTS); part++) {
            good = step_checked(n, CYCLES / PARTS / (d.size[0] == 64 ? 4 : 1), &error);
            disturb(n, &rng);
        }
        const char *what = good ? drained(n, &error) : error.text;
        if (what)
            note("machine %d, %d hosts, queueing %d, length %d: %s", (int)seed, (int)d.size[0], (int)d.queueing,
                 (int)d.length_mean, what);
        broken += what != NULL;
        cycles += n->cycle[0], packets += n->total[WS_TOTAL_PACKETS_DELIVERED], saqs += n->total[WS_TOTAL_SAQS_ALLOCATED];
        failed += n->total[WS_TOTAL_SAQS_FAILED], xoffs += n->total[WS_TOTAL_XOFFS];
        ws_net_free(n);
    }
    note("%llu cycles, %llu packets, %llu set-aside queues, %llu wanted in vain, %llu Xoffs", (unsigned long long)cycles,
         (unsigned long long)packets, (unsigned long long)saqs, (unsigned long long)failed, (unsigned long long)xoffs);
    ok(broken == 0, "%d random machines: %llu broken", MACHINES, (unsigned long long)broken);
    ok(saqs > 1000 && failed > 0 && xoffs > 100, "set-aside queues were at work");
    return done();
}
