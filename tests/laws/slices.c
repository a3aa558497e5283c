/* The kernel of slices (src/slices) is the general kernel flit by flit. Two networks of the same random grid run side by side, one in
 * slices wherever it may be, the other flit by flit: the same events in the same order, the same flits delivered in windows in which
 * nothing is shown, and whenever a step ends the same state, column by column, for which the laws of conservation hold; in steps of 1 to
 * 400 cycles, while parameters and loads of hosts change, with messages sent by hand, cables cut and repaired, and after a return to an
 * earlier state. */
#include "fixture.h"
#include "session/session.h"

enum { MACHINES = 1000, PARTS = 4, STRIDES = 10 };

typedef struct pair {
    ws_net *fast, *oracle;
} pair;

typedef struct counts {
    u64 machines, suits, cycles, sliced, hops, cuts;
} counts;

/* ---- machines ---- */

static u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }
static bool chance(u64 *rng, u32 percent) { return rng_below(rng, 100) < percent; }

/* Meshes and tori of any sides, some long and some of three dimensions, with one or two channels; some that do not suit. */
static ws_def draw(u64 *rng) {
    static const int64_t topologies[] = {WS_TOPOLOGY_MESH, WS_TOPOLOGY_TORUS};
    ws_def d = fixture_cube(topologies[pick(rng, 0, 3) % 2], pick(rng, 2, 9), pick(rng, 2, 9));
    if (chance(rng, 10)) d.size[0] = pick(rng, 1, 3), d.size[1] = pick(rng, 30, 70);
    if (chance(rng, 15)) d.size[0] = pick(rng, 2, 3), d.size[1] = pick(rng, 2, 4), d.size[2] = pick(rng, 2, 3);
    bool torus = d.topology == WS_TOPOLOGY_TORUS;
    d.vcs = torus ? 2 : pick(rng, 1, 2);
    if (torus && chance(rng, 10)) d.vcs = 1, d.routing = WS_ROUTING_DOR_NO_DATELINE; /* which closes rings */
    d.buffer = chance(rng, 20) ? pick(rng, 1, 3) : pick(rng, 4, 40);
    d.flow_control = chance(rng, 60) ? WS_FLOW_CREDIT : WS_FLOW_SPACE;
    d.link_delay = pick(rng, 1, 6), d.host_link_delay = pick(rng, 0, 3), d.credit_delay = pick(rng, 0, 4);
    d.router_delay = pick(rng, 0, 5), d.vc_delay = pick(rng, 0, 2);
    d.length = pick(rng, 0, WS_LENGTH_COUNT - 1), d.length_mean = pick(rng, 1, 30);
    d.mixture_count = 2;
    d.mixture_lo[0] = 1, d.mixture_hi[0] = pick(rng, 1, 9), d.mixture_weight[0] = pick(rng, 1, 9);
    d.mixture_lo[1] = d.mixture_hi[1] = pick(rng, 1, 40), d.mixture_weight[1] = pick(rng, 1, 9);
    d.long_length = pick(rng, 1, 20);
    d.load = pick(rng, 5000, WS_MILLION);
    d.seed = pick(rng, 1, 1000);
    if (chance(rng, 20)) d.routing = (int64_t[]){WS_ROUTING_UPDOWN, WS_ROUTING_MINIMAL_RANDOM, WS_ROUTING_SOURCE}[pick(rng, 0, 2)];
    if (chance(rng, 5)) d.topology = WS_TOPOLOGY_FEDX, d.routing = WS_ROUTING_FEDX_DETERMINISTIC;
    if (chance(rng, 30)) d.grant_room = WS_GRANT_ROOM_FLIT;
    if (chance(rng, 20)) d.injection = pick(rng, 0, WS_INJECTION_COUNT - 1);
    if (chance(rng, 30)) d.overhead = chance(rng, 80) ? pick(rng, 1, 5) : pick(rng, 1, 9000);
    if (chance(rng, 30)) d.segment = pick(rng, 1, 20);
    if (chance(rng, 20)) d.crossbar = pick(rng, 0, WS_CROSSBAR_COUNT - 1);
    if (chance(rng, 15)) d.arbiter = pick(rng, 0, WS_ARBITER_COUNT - 1);
    if (chance(rng, 10)) d.multiplexing = pick(rng, 0, WS_MULTIPLEXING_COUNT - 1);
    if (chance(rng, 10)) d.switching = pick(rng, 0, WS_SWITCHING_COUNT - 1);
    return d;
}

/* ---- the same ---- */

static u64 numbers_hash(u64 hash, const u64 *numbers, size_t count) {
    for (size_t w = 0; w < count; w++) hash = mix64(hash ^ numbers[w]) + w;
    return hash;
}

static u64 events_hash(ws_net *n, u64 hash) {
    for (size_t i = 0; i < n->event_count; i++) {
        const ws_event *e = &n->events[i];
        u64 numbers[] = {e->cycle, e->created, e->entered, e->head, e->id, e->source, e->dest, e->length, e->hops, e->kind, e->traffic_class};
        hash = numbers_hash(hash, numbers, sizeof numbers / sizeof *numbers);
    }
    ws_net_events_clear(n);
    return hash;
}

/* Up to a cycle, in windows of `window` cycles in which nothing is shown; 0: in steps. */
static u64 run_to(ws_net *n, u64 end, u64 window) {
    u64 hash = 0, left, delivered[WS_CLASSES_MAX];
    while ((left = end - n->cycle[0]) > 0) {
        if (window == 0) {
            ws_net_step(n, left);
        } else {
            u64 rest = window - n->cycle[0] % window;
            ws_net_run(n, rest < left ? rest : left);
            ws_net_delivered(n, delivered);
            if (n->cycle[0] % window == 0) hash = numbers_hash(hash, delivered, WS_CLASSES_MAX);
        }
        hash = events_hash(n, hash);
    }
    ws_net_settle(n);
    return hash;
}

static bool is_same(const pair *p, const char *after) {
    static ws_sum a[1024], b[1024];
    ws_error error = {0};
    size_t count = ws_net_sum_count(p->fast);
    bool same = true;
    ws_net_sums(p->fast, a);
    ws_net_sums(p->oracle, b);
    for (size_t i = 0; i < count; i++) {
        if (a[i].hash == b[i].hash) continue;
        if (same) note("after %s, cycle %llu: %s %s differs", after, (unsigned long long)p->fast->cycle[0], a[i].column, a[i].field ? a[i].field : "");
        same = false;
    }
    bool lawful = ws_net_check(p->fast, &error);
    if (!lawful) note("after %s, cycle %llu: %s", after, (unsigned long long)p->fast->cycle[0], error.text);
    return same && lawful;
}

static bool stride(const pair *p, u64 cycles) {
    u64 end = p->fast->cycle[0] + cycles, window = mix64(end) % 150;
    if (window > 80) window = 0;
    bool same = run_to(p->fast, end, window) == run_to(p->oracle, end, window);
    if (!same) note("events or flits delivered before cycle %llu differ", (unsigned long long)end);
    return is_same(p, "a stride") && same;
}

/* ---- what happens meanwhile ---- */

static bool rewind_both(const pair *p, u64 *rng) {
    void *state = malloc(ws_net_saved_size(p->fast));
    ws_net_save(p->fast, state);
    bool same = stride(p, pick(rng, 1, 200));
    ws_net_restore(p->fast, state);
    ws_net_restore(p->oracle, state);
    free(state);
    return same && is_same(p, "a rewind");
}

static void grid_disturb(ws_net *n, u64 *rng) {
    ws_error error;
    ws_def d = *ws_net_def(n);
    u32 hosts = n->size.hosts;
    d.load = pick(rng, 0, WS_MILLION), d.length_mean = pick(rng, 1, 30);
    d.arbiter = chance(rng, 80) ? WS_ARBITER_ROUND_ROBIN : WS_ARBITER_RANDOM;
    d.multiplexing = chance(rng, 80) ? WS_MULTIPLEXING_FLIT : WS_MULTIPLEXING_BLOCK;
    d.grant_room = chance(rng, 85) ? d.grant_room : pick(rng, WS_GRANT_ROOM_NONE, WS_GRANT_ROOM_FIT);
    d.timeout_policy = chance(rng, 80) ? WS_TIMEOUT_POLICY_NONE : pick(rng, 1, WS_TIMEOUT_POLICY_COUNT - 1);
    d.timeout = pick(rng, 5, 100);
    d.alpha = chance(rng, 70) ? 0 : (int64_t)pick(rng, 1, 20) * 500000;
    (void)ws_net_change(n, &d, &error);
    if (chance(rng, 40) && hosts > 1) {
        u32 from = pick(rng, 0, hosts - 1), to = pick(rng, 0, hosts - 1);
        (void)ws_net_send(n, from, to, pick(rng, 1, chance(rng, 20) ? 10000 : 50), &error);
    }
    ws_host_def host = n->host[pick(rng, 0, hosts - 1)];
    host.load = pick(rng, 0, WS_MILLION);
    if (chance(rng, 30)) (void)ws_net_change_host(n, pick(rng, 0, hosts - 1), &host, &error);
    ws_net_events_clear(n);
}

static bool change_both(const pair *p, u64 *rng) {
    u64 again = *rng;
    grid_disturb(p->fast, rng);
    grid_disturb(p->oracle, &again);
    return is_same(p, "a change");
}

/* A cable between switches is cut, or all are whole again; what may not be cut stays as it is. */
static bool cables_change(pair *p, const ws_def *built, u64 *rng, counts *c) {
    ws_graph graph = *ws_net_graph(p->oracle);
    ws_error error;
    graph.edge = malloc((size_t)graph.edges * sizeof *graph.edge);
    memcpy(graph.edge, ws_net_graph(p->oracle)->edge, (size_t)graph.edges * sizeof *graph.edge);
    bool whole = chance(rng, 30);
    for (int32_t i = 0; whole && i < graph.edges; i++) graph.edge[i].cut = 0;
    ws_edge *edge = &graph.edge[pick(rng, 0, (u32)graph.edges - 1)];
    if (!whole && edge->a < graph.switches && edge->b < graph.switches) edge->cut = 1;
    pair next = {ws_net_recable(p->fast, built, &graph, &error), ws_net_recable(p->oracle, built, &graph, &error)};
    free(graph.edge);
    if (!next.fast || !next.oracle) return !next.fast == !next.oracle;
    ws_net_segments(next.oracle, 1);
    c->cuts++, c->sliced += ws_net_kernel_cycles(p->fast);
    ws_net_free(p->fast);
    ws_net_free(p->oracle);
    *p = next;
    return is_same(p, "a change of cables");
}

static bool machine_holds(u64 seed, counts *c) {
    u64 rng = mix64(seed);
    ws_def d = draw(&rng);
    ws_graph graph;
    ws_error error = {0};
    if (!ws_graph_build(&d, &graph, &error)) return true;
    pair p = {ws_net_build(&d, &graph, NULL, &error), ws_net_build(&d, &graph, NULL, &error)};
    ws_graph_free(&graph);
    if (!p.fast) return true;
    ws_net_segments(p.oracle, 1);
    c->suits += ws_net_kernel(p.fast, WS_KERNEL_OTHER) == NULL;
    bool good = true;
    for (int part = 0; good && part < PARTS; part++) {
        for (int i = 0; good && i < STRIDES; i++) good = stride(&p, chance(&rng, 40) ? pick(&rng, 1, 5) : pick(&rng, 5, 400));
        good = good && rewind_both(&p, &rng) && change_both(&p, &rng);
        if (good && d.routing != WS_ROUTING_DOR && chance(&rng, 50)) good = cables_change(&p, &d, &rng, c);
    }
    if (!good) {
        note("machine %llu: topology %d, %d x %d x %d, vcs %d, buffer %d, load %d, length %d of %d, grant-room %d, routing %d", (unsigned long long)seed,
             (int)d.topology, (int)d.size[0], (int)d.size[1], (int)d.size[2], (int)d.vcs, (int)d.buffer, (int)d.load, (int)d.length,
             (int)d.length_mean, (int)d.grant_room, (int)d.routing);
    }
    c->machines++, c->cycles += p.fast->cycle[0], c->sliced += ws_net_kernel_cycles(p.fast), c->hops += p.fast->total[WS_TOTAL_FLIT_HOPS];
    ws_net_free(p.fast);
    ws_net_free(p.oracle);
    return good;
}

/* Many short runs go in slices as one long run does. */
static u64 sliced_by(u64 cycles) {
    ws_def d = fixture_cube(WS_TOPOLOGY_TORUS, 8, 8);
    d.load = WS_MILLION;
    ws_net *n = fixture_net(&d, NULL);
    while (n->cycle[0] < 2000) run_to(n, n->cycle[0] + cycles, 0);
    u64 sliced = ws_net_kernel_cycles(n);
    ws_net_free(n);
    return sliced;
}

int main(void) {
    counts c = {0};
    u64 broken = 0, machines = amount(MACHINES / 75, MACHINES, MACHINES);
    for (u64 seed = 1; seed <= machines && broken < 5; seed++) broken += !machine_holds(seed, &c);
    ok(broken == 0 && c.sliced > c.cycles / 3, "%llu random grids, %llu of which suit, %llu times other cables: %llu of %llu cycles in slices, %llu flit-hops: %llu differ",
       (unsigned long long)c.machines, (unsigned long long)c.suits, (unsigned long long)c.cuts, (unsigned long long)c.sliced, (unsigned long long)c.cycles,
       (unsigned long long)c.hops, (unsigned long long)broken);
    u64 by_long = sliced_by(2000), by_short = sliced_by(20);
    ok(by_long > 1500 && by_short > 1500, "of 2,000 cycles %llu go in slices, in steps of 20 %llu", (unsigned long long)by_long,
       (unsigned long long)by_short);
    return done();
}
