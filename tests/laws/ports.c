/* Switches whose inputs are ports (1q, voqsw, voqnet, recn-iq, recn, recn-dd): after every single step of many random multistage networks the laws of
 * conservation hold, those of ports and set-aside queues among them, while all that may change in a running network does; packets of a
 * pair arrive in order, but where they may overtake (saq-order none); and when the load stops the network drains to the last flit and every set-aside queue is freed. */
#include "observe/saqs.h"
#include "random_machines.h"

enum { MACHINES = 90, EVERY = 9, CYCLES = 3000, PARTS = 6, DRAIN_MOST = 60000 };

static bool step_checked(ws_net *n, u64 cycles, ws_error *error) {
    for (u64 end = n->cycle[0] + cycles; n->cycle[0] < end;) {
        ws_net_step(n, 1);
        ws_net_events_clear(n);
        if (!ws_net_check(n, error)) return false;
    }
    return true;
}

/* Every set-aside queue in use is listed once: at the end of a link, or at the output that feeds one. */
static bool listed(const ws_net *n) {
    ws_saq saqs[128];
    u32 count = 0, outputs = 0;
    for (u32 l = 0; l < n->size.links; l++) {
        u32 here = ws_saqs_of(n, l, saqs, 128);
        for (u32 i = 0; i < here; i++) outputs += saqs[i].output;
        count += here;
    }
    ws_saq_census census = ws_saqs_count(n);
    return outputs == census.outputs && count == census.active;
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
    if (n->total[WS_TOTAL_OUT_OF_ORDER] > 0 && d.saq_order != WS_SAQ_ORDER_NONE) return "packets were delivered out of order";
    if (!ws_net_check(n, error)) return error->text;
    return n->control.reserved[0] == 0 ? NULL : "a notice is left";
}

/* ---- what is no machine, and what may not change ---- */

static void refused(ws_def d, const char *words) {
    ws_graph g;
    ws_error error = {0};
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
    ws_error error = {0};
    d.saqs = 8;
    ok(ws_net_change(n, &d, &error), "built with 4 set-aside queues, there may be 8");
    d.saqs = 9;
    ok(!ws_net_change(n, &d, &error) && strstr(error.text, "8 set-aside"), "but not 9: %s", error.text);
    ws_net_free(n);
}

int main(void) {
    refusals();
    u64 every = is_whole() ? 1 : EVERY, machines = MACHINES / every; /* the short form: one of nine */
    u64 broken = 0, cycles = 0, packets = 0, saqs = 0, failed = 0, xoffs = 0, unlisted = 0;
    for (u64 seed = every; seed <= MACHINES; seed += every) {
        u64 rng = mix64(seed);
        ws_error error = {0};
        ws_def d = random_port_def(&rng);
        bool overtakes = d.queueing == WS_QUEUEING_RECN_DD && d.saq_order == WS_SAQ_ORDER_POINTERS && seed % 2;
        if (overtakes) d.saq_order = WS_SAQ_ORDER_NONE;
        ws_net *n = fixture_net(&d, NULL);
        bool good = true;
        for (u64 part = 0; good && part < amount(4, PARTS, 10 * PARTS); part++) {
            good = step_checked(n, CYCLES / PARTS / (d.size[0] == 64 ? 4 : 1), &error);
            unlisted += !listed(n);
            disturb_ports(n, &rng);
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
    ok(broken == 0, "%llu random machines: %llu broken", (unsigned long long)machines, (unsigned long long)broken);
    ok(unlisted == 0, "every set-aside queue is listed once, at an input or at an output");
    ok(saqs > 1000 && failed > 0 && xoffs > 100, "set-aside queues were at work");
    return done();
}
