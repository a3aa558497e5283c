/* The dragonfly of Kim, Dally, Scott and Abts 2008.
 *
 *   graph     the switches of a group are linked to each other, and any two groups by one cable
 *   on time   every pair of an empty network takes T = (r + 2) H + p (H - 1) + 3 + (L - 1) over the switches that paper gives
 *   lots      by Valiant's way each group between is equally likely: the mean way is that of all of them
 *   shift     every group sends to the next: minimal routing has one cable for all, 1 / (a p) for each host; Valiant's spreads them
 *             over the others, at most (g - 2) / (2 a p)
 *   one flit  the same with packets of one flit: no host is silent because the buffers hold more messages than the table has rows; by a change
 *             while it runs it is refused where the table is too small
 *   uniform   minimal routing is good for nearly all there is; Valiant's way takes two cables instead of one: (N - 1) / 2 (a p)^2
 *   alive     neither deadlocks under overload with long worms */
#include <math.h>

#include "observe/waits.h"

#include "fixture.h"

enum { A = 4, H = 2, P = 2, GROUPS = A * H + 1 };

static ws_def fly(int64_t routing) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 1);
    d.topology = WS_TOPOLOGY_DRAGONFLY, d.size[0] = A, d.size[1] = H, d.hosts_per_switch = P;
    d.routing = routing, d.vcs = 3;
    return d;
}

/* ---- on paper ---- */

static u32 gateway(u32 from, u32 to) { return (to > from ? to - 1 : to) / H; }

/* Links between two switches, not over a third group. */
static u32 length_on_paper(u32 s, u32 t) {
    u32 from = s / A, to = t / A;
    if (s == t) return 0;
    if (from == to) return 1;
    return (s % A != gateway(from, to)) + 1 + (t % A != gateway(to, from));
}

static u32 length_over(u32 s, u32 between, u32 t) {
    u32 from = s / A, to = t / A, in = gateway(between, from), out = gateway(between, to);
    return (s % A != gateway(from, between)) + 1 + (in != out) + 1 + (t % A != gateway(to, between));
}

static u64 time_of(const ws_def *d, u32 routers, u32 length) {
    return ((u64)d->router_delay + 2) * routers + (u64)d->link_delay * (routers - 1) + 3 + (length - 1);
}

/* ---- the laws ---- */

static void graph(void) {
    ws_def d = fly(WS_ROUTING_DRAGONFLY_MINIMAL);
    ws_net *n = fixture_net(&d, NULL);
    u32 cables[GROUPS][GROUPS] = {{0}}, wrong = 0;
    for (u32 l = 0; l < n->wire.link0[n->size.switches]; l++) {
        if (is_sink(n, l)) continue;
        u32 from = n->wire.link_from[l], to = n->wire.link_to[l];
        cables[from / A][to / A]++;
        wrong += from == to || length_on_paper(from, to) != 1;
    }
    for (u32 i = 0; i < GROUPS; i++)
        for (u32 j = 0; j < GROUPS; j++) wrong += cables[i][j] != (i == j ? A * (A - 1) : 1);
    ok(wrong == 0 && n->size.switches == 36 && n->size.hosts == 72, "36 switches, 72 hosts, groups complete, one cable between any two");
    ws_net_free(n);
}

static void on_time(void) {
    u64 packets = 0, wrong = 0;
    for (int64_t p = 1; p <= 5; p += 4) {
        ws_def d = fly(WS_ROUTING_DRAGONFLY_MINIMAL);
        d.load = 0, d.link_delay = p, d.buffer = 32;
        ws_net *n = fixture_net(&d, NULL);
        for (u32 a = 0; a < n->size.hosts; a++)
            for (u32 b = 0; b < n->size.hosts; b++, packets++) {
                ws_event e = fixture_send(n, a, b, 5);
                u32 routers = length_on_paper(a / P, b / P) + 1;
                wrong += e.hops != routers || e.cycle - e.created != time_of(&d, routers, 5);
            }
        ws_net_free(n);
    }
    ok(wrong == 0, "minimal: %llu packets exactly on time", (unsigned long long)packets);
}

static void lots(u32 s, u32 t) {
    enum { SENT = 3000 };
    ws_def d = fly(WS_ROUTING_DRAGONFLY_VALIANT);
    d.load = 0;
    ws_net *n = fixture_net(&d, NULL);
    double expected = 0, square = 0, seen = 0;
    u64 wrong = 0;
    for (u32 g = 0; g < GROUPS; g++) {
        double links = g == s / A || g == t / A ? 0 : length_over(s, g, t);
        expected += links / (GROUPS - 2), square += links * links / (GROUPS - 2);
    }
    for (u32 i = 0; i < SENT; i++) {
        ws_event e = fixture_send(n, s * P, t * P, 5);
        wrong += e.cycle - e.created != time_of(&d, e.hops, 5);
        seen += (e.hops - 1.0) / SENT;
    }
    double deviation = sqrt((square - expected * expected) / SENT);
    ok(wrong == 0 && fabs(seen - expected) < 4 * deviation + 1e-9,
       "Valiant, switch %u to %u: %d packets on time, over %.3f links in the mean, on paper %.3f +- %.3f", s, t, SENT, seen, expected,
       deviation);
    ws_net_free(n);
}

static ws_def overloaded(int64_t routing, int64_t traffic) {
    ws_def d = fly(routing);
    d.vcs = 6, d.buffer = 64, d.crossbar = WS_CROSSBAR_FULL, d.traffic = traffic, d.load = WS_MILLION;
    return d;
}

static double accepted_by(const ws_def *d) {
    ws_net *n = fixture_net(d, NULL);
    fixture_run(n, 5000, NULL, NULL);
    double accepted = fixture_accepted(n, amount(4000, 20000, 200000));
    ws_net_free(n);
    return accepted;
}

static double saturation(int64_t routing, int64_t traffic) {
    ws_def d = overloaded(routing, traffic);
    return accepted_by(&d);
}

/* Packets of one flit, each a message: the buffers hold tens of thousands. If the table of messages had no room for them and for those that
 * wait, whole groups would send nothing, and accepted would be 0.037. */
static void one_flit(void) {
    ws_def d = overloaded(WS_ROUTING_DRAGONFLY_MINIMAL, WS_TRAFFIC_GROUP_SHIFT);
    d.router_delay = 0, d.vc_delay = 0, d.length = WS_LENGTH_FIXED, d.length_mean = 1;
    near_to(accepted_by(&d), 1.0 / (A * P), 0.02 / (A * P), "group to group, minimal, packets of one flit");
}

/* The same by a change while it runs. The table of messages is fixed by the build: where it is too small for what the buffers can then hold,
 * the change is refused, for hosts would fall silent though their links are free. */
static void one_flit_later(void) {
    ws_def built = overloaded(WS_ROUTING_DRAGONFLY_MINIMAL, WS_TRAFFIC_GROUP_SHIFT);
    ws_def shorter = built, longer = built, roomy = built;
    ws_error error = {0};
    shorter.length = longer.length = WS_LENGTH_FIXED, shorter.length_mean = 1, longer.length_mean = 2 * built.length_mean;
    ws_net *n = fixture_net(&built, NULL);
    ok(ws_net_change(n, &longer, &error), "messages twice as long fit into the table");
    ok(!ws_net_change(n, &shorter, &error) && strstr(error.text, "write rebuild length=VALUE"), "messages of one flit do not: %s", error.text);
    ok(n->def->length_mean == longer.length_mean, "nothing has changed");
    ws_net_free(n);
    roomy.message_capacity = 65536, shorter.message_capacity = 65536;
    n = fixture_net(&roomy, NULL);
    ok(ws_net_change(n, &shorter, &error), "with a message capacity that is set it is taken");
    ws_net_free(n);
}

static void throughput(void) {
    double bound = (GROUPS - 2.0) / (2 * A * P), twice = (GROUPS * A * P - 1.0) / (2 * A * P * A * P);
    double minimal = saturation(WS_ROUTING_DRAGONFLY_MINIMAL, WS_TRAFFIC_GROUP_SHIFT);
    double valiant = saturation(WS_ROUTING_DRAGONFLY_VALIANT, WS_TRAFFIC_GROUP_SHIFT);
    double uniform = saturation(WS_ROUTING_DRAGONFLY_MINIMAL, WS_TRAFFIC_UNIFORM);
    double spread = saturation(WS_ROUTING_DRAGONFLY_VALIANT, WS_TRAFFIC_UNIFORM);
    near_to(minimal, 1.0 / (A * P), 0.02 / (A * P), "group to group, minimal: one cable for all");
    ok(valiant <= bound && valiant > 0.85 * bound, "group to group, Valiant: %.4f of at most %.4f", valiant, bound);
    ok(uniform > 0.8, "uniform, minimal: %.4f", uniform);
    ok(spread <= twice && spread > 0.85 * twice, "uniform, Valiant: %.4f of at most %.4f", spread, twice);
    near_to(valiant / uniform, 0.5, 0.08, "group to group by Valiant's way, against uniform minimal");
}

static void alive(int64_t routing, int64_t traffic, const char *name) {
    ws_def d = fly(routing);
    d.vcs = routing == WS_ROUTING_DRAGONFLY_MINIMAL ? 2 : 3;
    d.buffer = 4, d.length_mean = 20, d.traffic = traffic, d.load = WS_MILLION;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    bool deadlock = false;
    for (u32 i = 0; i < 30 && !deadlock; i++) {
        fixture_run(n, 500, NULL, NULL);
        ws_waits_update(w, n);
        deadlock = ws_waits_deadlock(w);
    }
    ok(!deadlock, "%s, overloaded with long worms: no deadlock", name);
    ws_waits_free(w);
    ws_net_free(n);
}

static void refused(ws_def d, const char *words) {
    ws_graph g;
    ws_error error = {0};
    ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
    ok(!n && strstr(error.text, words), "refused: %s", error.text);
    ws_net_free(n);
    ws_graph_free(&g);
}

static void refusals(void) {
    ws_def d = fly(WS_ROUTING_DRAGONFLY_VALIANT), w = d;
    w.vcs = 2, refused(w, "vcs 3"), w = d;
    w.size[0] = w.size[1] = 32, refused(w, "4096 switches"), w = d;
    w.topology = WS_TOPOLOGY_MESH, w.size[0] = w.size[1] = 3, refused(w, "topology dragonfly"), w = d;
    w.topology = WS_TOPOLOGY_MESH, w.size[0] = w.size[1] = 3, w.routing = WS_ROUTING_DOR, w.traffic = WS_TRAFFIC_GROUP_SHIFT;
    refused(w, "dragonfly");
}

int main(void) {
    refusals();
    graph();
    on_time();
    lots(0, 35), lots(5, 8), lots(13, 2);
    throughput();
    one_flit();
    one_flit_later();
    alive(WS_ROUTING_DRAGONFLY_MINIMAL, WS_TRAFFIC_UNIFORM, "minimal");
    alive(WS_ROUTING_DRAGONFLY_VALIANT, WS_TRAFFIC_UNIFORM, "Valiant");
    alive(WS_ROUTING_DRAGONFLY_VALIANT, WS_TRAFFIC_GROUP_SHIFT, "Valiant, group to group");
    return done();
}
