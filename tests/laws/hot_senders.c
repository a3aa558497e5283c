/* Traffic hot-senders (the hot-spot workload of Cherkasova et al. 1996): who is what, who sends to whom, how much, and that silencing those who
 * send to hot spots leaves the messages of all others as they were. And the classes by length and source: each message is in one class of
 * either kind. */
#include "fixture.h"

#include "build/build.h"
#include "observe/metrics.h"

enum { HOSTS_MOST = 256, LONG = 6, UNIT = 4 };

static ws_def hot_def(int64_t rows, int64_t cols, int64_t hosts) {
    ws_def d = fixture_cube(WS_TOPOLOGY_TORUS, rows, cols);
    d.hosts_per_switch = hosts, d.vcs = 4, d.traffic = WS_TRAFFIC_HOT_SENDERS, d.class_rule = WS_CLASS_RULE_LENGTH_SOURCE;
    d.length = WS_LENGTH_MIXTURE, d.mixture_count = 2, d.length_unit = UNIT, d.long_length = LONG;
    d.mixture_lo[0] = 1, d.mixture_hi[0] = 5, d.mixture_weight[0] = 90;
    d.mixture_lo[1] = d.mixture_hi[1] = 25, d.mixture_weight[1] = 10;
    d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = UNIT, d.load = 50000;
    return d;
}

/* ---- who is what ---- */

static void roles(int64_t rows, int64_t cols, int64_t hosts, int64_t spots, int64_t share) {
    ws_def d = hot_def(rows, cols, hosts);
    d.hot_spots = spots, d.hot_share = share;
    ws_net *n = fixture_net(&d, NULL);
    bool is_spot[HOSTS_MOST] = {false};
    u32 distinct = 0, senders = 0, both = 0, dests = 0, expected = (u32)(share * n->size.hosts / WS_MILLION);
    for (u32 i = 0; i < (u32)spots; i++) {
        u32 h = hot_spot(&d, &n->graph, i);
        if (h < n->size.hosts && !is_spot[h]) distinct++, is_spot[h] = true;
    }
    for (u32 h = 0; h < n->size.hosts; h++) {
        bool sender = is_hot_sender(n, h);
        senders += sender, both += sender && is_spot[h], dests += is_independent_dest(n, h);
    }
    ok(distinct == spots && senders == expected && both == 0 && dests == n->size.hosts - distinct - senders,
       "%u hosts: %u different hot spots, %u hosts send to them, none is both, %u remain to be sent to", n->size.hosts, distinct,
       senders, dests);
    ws_net_free(n);
}

/* ---- who sends to whom ---- */

typedef struct traffic {
    const ws_net *n;
    u64 to[HOSTS_MOST], from[HOSTS_MOST], wrong, misclassed, independent, hash, independent_flits;
} traffic;

static void look(const ws_event *e, void *context) {
    traffic *t = context;
    if (e->kind != WS_EVENT_MESSAGE_CREATED) return;
    bool hot = is_hot_sender(t->n, e->source), to_spot = false;
    for (u32 i = 0; i < (u32)t->n->def->hot_spots; i++) to_spot |= hot_spot(t->n->def, &t->n->graph, i) == e->dest;
    t->wrong += hot ? !to_spot : !is_independent_dest(t->n, e->dest);
    t->wrong += e->dest == e->source;
    t->misclassed += e->traffic_class != 2 * (e->length >= LONG * UNIT) + !hot;
    t->to[e->dest]++, t->from[e->source]++;
    if (hot) return;
    t->independent++, t->independent_flits += e->length;
    t->hash = mix64(t->hash ^ e->created ^ (u64)e->source << 50 ^ (u64)e->dest << 30 ^ e->length);
}

/* The largest deviation of a count among those which `chosen` names from their mean, in standard deviations of a Poisson variate. */
static double spread(const traffic *t, const u64 *count, bool (*chosen)(const ws_net *n, u32 h), u32 *members) {
    double sum = 0, most = 0;
    *members = 0;
    for (u32 h = 0; h < t->n->size.hosts; h++)
        if (chosen(t->n, h)) sum += (double)count[h], ++*members;
    double mean = sum / *members;
    for (u32 h = 0; h < t->n->size.hosts; h++) {
        double off = ((double)count[h] - mean) * ((double)count[h] - mean) / mean;
        if (chosen(t->n, h) && off > most) most = off;
    }
    return most;
}

static bool is_spot(const ws_net *n, u32 h) { return !is_independent_dest(n, h) && !is_hot_sender(n, h); }

static traffic flow(ws_def *d, u64 cycles, bool *saturated) {
    ws_net *n = fixture_net(d, NULL);
    traffic t = {.n = n};
    u32 members;
    *saturated = true;
    for (u64 c = 0; c < cycles; c += 100) {
        fixture_run(n, 100, look, &t);
        for (u32 h = 0; h < n->size.hosts; h++)
            if (is_hot_sender(n, h) && n->source.count[h] < 2) *saturated = false;
    }
    if (d->hot_traffic) {
        double spots = spread(&t, t.to, is_spot, &members), dests = spread(&t, t.to, is_independent_dest, &members);
        ok(spots < 16 && dests < 16,
           "hot spots are chosen equally often, and so are the %u independent hosts (within %.1f and %.1f sigma squared)",
           members, spots, dests);
        double silent = 0;
        for (u32 h = 0; h < n->size.hosts; h++) silent += t.from[h] == 0;
        ok(silent == 0, "everybody sends, the hot spots too");
    }
    t.n = NULL;
    ws_net_free(n);
    return t;
}

static void flows(void) {
    bool saturated;
    u64 cycles = fixture_cycles(200000);
    ws_def d = hot_def(8, 8, 1);
    traffic on = flow(&d, cycles, &saturated);
    ok(on.wrong == 0 && on.misclassed == 0,
       "hot senders send to hot spots, the others to each other; every message is in its classes");
    ok(saturated, "a hot sender always has two messages waiting");
    double offered = (double)on.independent_flits / (double)cycles / 45;
    near_to(offered, 0.05, 0.05 * 0.04, "each of the 45 others offers the density that is set");
    d.hot_traffic = 0;
    traffic off = flow(&d, cycles, &saturated);
    ok(off.hash == on.hash && off.independent == on.independent, "without hot traffic the others create the same %llu messages",
       (unsigned long long)off.independent);
    u64 hot = 0;
    for (u32 h = 0; h < 64; h++) hot += off.from[h];
    ok(hot == off.independent, "and nobody else any");
}

/* Silenced and woken while it runs: nothing new meanwhile, and saturation again at once. */
static void live(void) {
    ws_def d = hot_def(8, 8, 1), quiet = d;
    ws_net *n = fixture_net(&d, NULL);
    quiet.hot_traffic = 0;
    fixture_run(n, 5000, NULL, NULL);
    ws_net_change(n, &quiet, NULL);
    u64 hot = n->class_created[0] + n->class_created[2];
    fixture_run(n, 20000, NULL, NULL);
    ok(n->class_created[0] + n->class_created[2] == hot, "silenced live, the hot senders create nothing more");
    ws_net_change(n, &d, NULL);
    fixture_run(n, 1, NULL, NULL);
    bool full = true;
    for (u32 h = 0; h < n->size.hosts; h++) full &= !is_hot_sender(n, h) || n->source.count[h] >= 2;
    ok(full, "woken, each has two messages waiting in the next cycle");
    ws_net_free(n);
}

/* ---- classes as they are reported ---- */

static void classes(void) {
    ws_def d = hot_def(4, 4, 1);
    d.hot_spots = 2;
    ws_net *n = fixture_net(&d, NULL);
    ws_metrics *m = ws_metrics_new(n, 1000);
    for (u32 i = 0; i < 300; i++) {
        ws_net_step(n, 100);
        ws_metrics_feed(m, n);
        ws_net_events_clear(n);
    }
    static const char *const names[] = {"all", "short", "long", "hot", "independent"};
    ws_class_report r[5];
    bool named = ws_metrics_classes(m) == 5;
    for (size_t i = 0; named && i < 5; i++) r[i] = ws_metrics_class(m, n, i), named = strcmp(r[i].name, names[i]) == 0;
    ok(named, "all, short, long, hot and independent are reported");
    if (!named) return;
    u64 count[5];
    for (size_t i = 0; i < 5; i++) count[i] = r[i].latency[WS_LATENCY_MESSAGE].count;
    ok(count[1] > 0 && count[2] > 0 && count[3] > 0 && count[1] + count[2] == count[0] && count[3] + count[4] == count[0],
       "%llu messages are %llu short and %llu long ones, or %llu hot and %llu independent ones", (unsigned long long)count[0],
       (unsigned long long)count[1], (unsigned long long)count[2], (unsigned long long)count[3], (unsigned long long)count[4]);
    near_to(r[1].accepted + r[2].accepted, r[0].accepted, 1e-12, "flits accepted of short and long ones add up");
    near_to(r[3].accepted + r[4].accepted, r[0].accepted, 1e-12, "and of hot and independent ones");
    near_to(r[3].offered + r[4].offered, r[0].offered, 1e-12, "and what they offer");
    ws_point p = ws_metrics_point(m, n);
    double all = p.latency[WS_LATENCY_MESSAGE];
    const double *of = p.class_latency[WS_LATENCY_MESSAGE];
    ok(of[0] < all && all < of[1], "so far, short ones took %.1f cycles, all %.1f, long ones %.1f", of[0], all, of[1]);
    ws_metrics_free(m);
    ws_net_free(n);
}

int main(void) {
    roles(8, 8, 1, 4, 300000);
    roles(4, 8, 1, 4, 250000);
    roles(8, 8, 1, 16, 500000);
    roles(5, 3, 4, 3, 900000);
    roles(4, 4, 4, 1, 0);
    flows();
    live();
    classes();
    return done();
}
