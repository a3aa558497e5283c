/* load.c - the load is the load: what hosts create is, flit by flit, what `load` says, for every law of lengths and of gaps, however
 * messages are cut, whatever packets carry besides, and class by class.
 *
 *   mean      an exponential length is geometric, and its mean the one that is asked for: the factor against floating point
 *   offered   flits created a cycle, of sources alone (no network behind them), within three standard errors, and where these are
 *             small within 0.2 per cent
 *   corners   every law of gaps at the ends of load, length and length-unit: the mean gap is length x unit / load
 *   server    a host sends five messages, by hand: whoever comes in cycle c to an idle link leaves in cycle c
 *   P-K       theory/mg1 at load 0.9: mean wait = load (2 M - 1) / (2 (1 - load)), since E[S^2] = M (2 M - 1). WS_LONG=1: within 1 per
 *             cent
 *
 * Sources: definitions; Pollaczek and Khinchine; the variance of a mean wait over N customers of M/M/1 is that of Daley 1968. */
#include <math.h>

#include "fixture.h"

enum { MESSAGES = 10000, CORNER_MESSAGES = 400, HOSTS = 4 };

#define LAST_CYCLE (1ull << 47)

/* ---- means ---- */

static void means(void) {
    double worst = 0;
    for (uint64_t mean = 2; mean <= 65536; mean += 1 + mean / 50) {
        double scale = ldexp((double)geometric_scale(mean << 32, 32), -32);
        double is = -1 / expm1(-1 / scale);
        worst = fmax(worst, fabs(is / (double)mean - 1));
    }
    ok(worst < ldexp(1, -20) && geometric_scale(1ull << 32, 32) == 0, "exponential lengths have their mean within 2^-20: %.3g", worst);
}

/* ---- sources alone ---- */

typedef struct tally {
    double flits, by_class[WS_CLASSES_MAX], cycles;
    u64 messages;
} tally;

static void count(ws_net *n, tally *t) {
    size_t events;
    const ws_event *event = ws_net_events(n, &events);
    for (size_t i = 0; i < events; i++) {
        if (event[i].kind != WS_EVENT_MESSAGE_CREATED && event[i].kind != WS_EVENT_MESSAGE_REFUSED) continue;
        t->flits += event[i].length, t->by_class[event[i].traffic_class] += event[i].length, t->messages++;
    }
    ws_net_events_clear(n);
}

/* Host h creates so many messages, or as many as there are in 2^47 cycles; the network is never stepped, so most of them are refused. A
 * time is in cycles x 2^16. */
static void create(ws_net *n, u32 h, u64 messages, tally *t) {
    u64 first = n->arrival[h], end = t->messages + messages, cycle = 0;
    while (t->messages < end && n->arrival[h] >> 16 < LAST_CYCLE) {
        u64 due = n->arrival[h] >> 16;
        cycle = cycle < due ? due : cycle + 1;
        n->cycle[0] = cycle;
        n->workload->arrive(n, h);
        count(n, t);
    }
    if (t->messages >= end) t->cycles += ldexp((double)(n->arrival[h] - first), -16);
    else t->cycles = (double)LAST_CYCLE; /* as many as there are in that time */
}

typedef struct law {
    const char *name;
    int64_t length, mean;
    double deviation; /* of a length, over its mean */
} law;

static const law laws[] = {
    {"fixed 1", WS_LENGTH_FIXED, 1, 0},
    {"fixed 20", WS_LENGTH_FIXED, 20, 0},
    {"exponential 1", WS_LENGTH_EXPONENTIAL, 1, 0},
    {"exponential 2", WS_LENGTH_EXPONENTIAL, 2, 0.7072},
    {"exponential 3", WS_LENGTH_EXPONENTIAL, 3, 0.8165},
    {"exponential 4", WS_LENGTH_EXPONENTIAL, 4, 0.8661},
    {"exponential 10", WS_LENGTH_EXPONENTIAL, 10, 0.9487},
    {"exponential 100", WS_LENGTH_EXPONENTIAL, 100, 0.995},
    {"exponential 1000", WS_LENGTH_EXPONENTIAL, 1000, 0.9995},
    {"mixture 1-5:90 25:10", WS_LENGTH_MIXTURE, 0, 1.2954},
};
static const int64_t arrivals[] = {WS_ARRIVALS_POISSON, WS_ARRIVALS_BERNOULLI, WS_ARRIVALS_CONSTANT},
                     loads[] = {50000, 500000, 900000},
                     classes[] = {WS_CLASS_RULE_NONE, WS_CLASS_RULE_PRIORITY, WS_CLASS_RULE_LENGTH};

static ws_def sources(const law *of) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = HOSTS, d.message_capacity = 100, d.high_share = 300000;
    d.length = of->length, d.length_mean = of->mean > 0 ? of->mean : 1;
    d.mixture_count = 2, d.mixture_lo[0] = 1, d.mixture_hi[0] = 5, d.mixture_weight[0] = 90;
    d.mixture_lo[1] = d.mixture_hi[1] = 25, d.mixture_weight[1] = 10;
    return d;
}

/* One machine, with so many messages of each host; adds to the sums of its cell. False if it is beyond five standard errors. */
static bool machine(const ws_def *d, const law *of, tally *cell, double *classes_off) {
    ws_net *n = fixture_net(d, NULL);
    tally t = {0};
    for (u32 h = 0; h < HOSTS; h++) create(n, h, fixture_cycles(MESSAGES) / HOSTS, &t);
    ws_net_free(n);
    double load = (double)d->load / WS_MILLION, gap = d->arrivals == WS_ARRIVALS_CONSTANT ? 0 : 1;
    double error = sqrt((of->deviation * of->deviation + gap) / (double)t.messages) + 0.0005;
    cell->flits += t.flits, cell->cycles += t.cycles, cell->messages += t.messages;
    if (d->class_rule == WS_CLASS_RULE_PRIORITY) {
        double high = sqrt((1 + of->deviation * of->deviation) / (0.3 * (double)t.messages));
        *classes_off = fmax(*classes_off, fabs(t.by_class[0] / t.flits / 0.3 - 1) / high);
    }
    return fabs(t.flits / t.cycles / load - 1) < 5 * error;
}

static void offered(const law *of) {
    double worst = 0, smallest = 0, classes_off = 0;
    u64 bad = 0, machines = 0;
    for (size_t a = 0; a < 3; a++)
        for (size_t l = 0; l < 3; l++) {
            tally cell = {0};
            double load = (double)loads[l] / WS_MILLION, gap = arrivals[a] == WS_ARRIVALS_CONSTANT ? 0 : 1;
            for (u32 other = 0; other < 12; other++, machines++) {
                ws_def d = sources(of);
                d.arrivals = arrivals[a], d.load = loads[l], d.class_rule = classes[other % 3];
                d.overhead = other / 3 % 2 ? 10 : 0, d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = other / 6 ? 33 : 0;
                d.seed = other + 1;
                bad += !machine(&d, of, &cell, &classes_off);
            }
            double error = sqrt((of->deviation * of->deviation + gap) / (double)cell.messages), off = fabs(cell.flits / cell.cycles / load - 1);
            if (3 * error < 0.002) smallest = fmax(smallest, off);
            else worst = fmax(worst, off / error);
        }
    ok(bad == 0 && worst < 3 && smallest < 0.002 && classes_off < 5,
       "%s: offered is load, within %.2f standard errors and %.3f %% (%llu machines, %llu beyond five; the high class within %.1f)", of->name,
       worst, 100 * smallest, (unsigned long long)machines, (unsigned long long)bad, classes_off);
}

/* ---- corners ---- */

static bool corner(const ws_def *d, double mean, double deviation) {
    ws_net *n = fixture_net(d, NULL);
    ws_host_def own = {-1, -1, 1};
    tally t = {0};
    create(n, 0, CORNER_MESSAGES, &t);
    double gap = mean * WS_MILLION / (double)d->load, varies = d->arrivals != WS_ARRIVALS_CONSTANT;
    if (d->arrivals == WS_ARRIVALS_BERNOULLI && gap < 1) gap = 1;
    double due = t.cycles / gap, off = (double)t.messages - due, flits = t.flits / (double)t.messages / mean - 1;
    bool good = fabs(off) < 5 * varies * sqrt(due) + 1 && fabs(flits) <= 5 * deviation / sqrt((double)t.messages);
    if (!good) note("arrivals %d, load %d, mean %g: %llu messages, %+.1f, lengths %+.3f", (int)d->arrivals, (int)d->load, mean, (unsigned long long)t.messages, off, flits);
    ws_net_change_host(n, 1, &own, NULL); /* the load of one host */
    ws_net_free(n);
    return good;
}

static void corners(void) {
    static const int64_t ends[] = {1, 2, 999999, 1000000}, lengths[] = {1, 65536}, units[] = {1, 512};
    u64 bad = 0, tried = 0;
    for (u32 at = 0; at < 3 * 4 * 2 * 2 * 3; at++, tried++) {
        int64_t mean = lengths[at / 12 % 2], unit = units[at / 24 % 2], length = at / 48;
        ws_def d = sources(&(law){.length = length, .mean = mean});
        d.arrivals = arrivals[at % 3], d.load = ends[at / 3 % 4], d.length_unit = unit, d.class_rule = WS_CLASS_RULE_NONE;
        d.mixture_count = 1, d.mixture_lo[0] = d.mixture_hi[0] = mean, d.mixture_weight[0] = 1;
        bad += !corner(&d, (double)(mean * unit), length == WS_LENGTH_EXPONENTIAL && mean > 1);
    }
    ok(bad == 0, "%llu corners of arrivals, load, length and length-unit: gaps and lengths have their means, but for %llu",
       (unsigned long long)tried, (unsigned long long)bad);
}

/* The last cycles of the longest run there can be: hosts send as in the first. */
static void last_cycles(void) {
    enum { CYCLES = 20000 };
    u64 bad = 0;
    for (size_t a = 0; a < 3; a++) {
        ws_def d = sources(&laws[6]);
        d.arrivals = arrivals[a], d.load = 200000, d.message_capacity = 10000;
        ws_net *n = fixture_net(&d, NULL);
        n->cycle[0] = WS_CYCLES_MAX - CYCLES;
        for (u32 h = 0; h < HOSTS; h++) n->workload->restart(n, h);
        fixture_run(n, CYCLES, NULL, NULL);
        double load = (double)n->total[WS_TOTAL_FLITS_CREATED] / CYCLES / HOSTS;
        bad += fabs(load / 0.2 - 1) > 5 * sqrt(2.0 / (0.2 * CYCLES * HOSTS / 10));
        ws_net_free(n);
    }
    ok(bad == 0, "the last cycles of the longest run have the load of the first");
}

/* ---- the server ---- */

static const ws_host_def source = {.dest = 1, .traffic_class = -1, .load = -1}, silent = {.dest = -1, .traffic_class = -1, .load = 0};

static ws_def line_def(void) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = 2, d.message_capacity = 65536, d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    return d;
}

typedef struct waits {
    u64 wait[5], count, since;
    double sum;
} waits;

static void add_wait(const ws_event *e, void *context) {
    waits *w = context;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < w->since) return;
    if (w->count < 5) w->wait[w->count] = e->entered - e->created;
    w->sum += (double)(e->entered - e->created), w->count++;
}

/* The link is busy with the first message in cycles 0 to 2, with the second in 3 and 4, with the third in 5; it is idle until the fourth
 * comes and leaves in 9 and 10, and the fifth follows in 11. */
static void server(void) {
    static const struct {
        u64 cycle, wait;
        u32 length;
    } rows[] = {{0, 0, 3}, {1, 2, 2}, {1, 4, 1}, {9, 0, 2}, {10, 1, 1}};
    ws_def d = line_def();
    d.load = 0;
    ws_net *n = fixture_net(&d, (ws_host_def[]){source, silent});
    waits w = {.count = 0};
    for (u64 t = 0; t < 100; t++) {
        for (size_t i = 0; i < 5; i++)
            if (rows[i].cycle == t) message_create(n, &(ws_letter){0, 0, 1, rows[i].length, 0, t});
        fixture_run(n, 1, add_wait, &w);
    }
    bool same = w.count == 5;
    for (size_t i = 0; same && i < 5; i++) same = w.wait[i] == rows[i].wait;
    ok(same, "five messages wait 0, 2, 4, 0, 1 cycles: %d, %d, %d, %d, %d", (int)w.wait[0], (int)w.wait[1], (int)w.wait[2], (int)w.wait[3], (int)w.wait[4]);
    ws_net_free(n);
}

/* Mean wait of the messages that a source creates, by adding up what is still to be done (Lindley 1952). */
static double wait_alone(const ws_def *d, double messages) {
    ws_net *n = fixture_net(d, (ws_host_def[]){source, silent});
    double work = 0, sum = 0, count = 0;
    u64 before = 0;
    for (u64 cycle = 0; count < messages; cycle++) {
        size_t events;
        if (cycle < n->arrival[0] >> 16) cycle = n->arrival[0] >> 16;
        n->cycle[0] = cycle;
        n->workload->arrive(n, 0);
        const ws_event *event = ws_net_events(n, &events);
        work = fmax(0, work - (double)(cycle - before)), before = cycle;
        for (size_t i = 0; i < events; i++) sum += work, work += event[i].length, count++;
        ws_net_events_clear(n);
    }
    ws_net_free(n);
    return sum / count;
}

static double wait_in_network(const ws_def *d, double messages) {
    double mean = (double)d->length_mean;
    waits w = {.since = (u64)(2000 * mean)};
    ws_net *n = fixture_net(d, (ws_host_def[]){source, silent});
    fixture_run(n, w.since + (u64)(messages * mean / 0.9), add_wait, &w);
    ws_net_free(n);
    return w.sum / (double)w.count;
}

static void queue(int64_t mean) {
    ws_def d = line_def();
    double load = 0.9, m = (double)mean, expected = load * (2 * m - 1) / (2 * (1 - load)), messages = is_long() ? 6e7 : 2e6;
    d.load = (int64_t)(load * WS_MILLION), d.length = WS_LENGTH_EXPONENTIAL, d.length_mean = mean;
    double variance = load * (2 + 5 * load - 4 * load * load + load * load * load) / pow(1 - load, 4) * m * m;
    double error = sqrt(variance / messages) / expected, bound = is_long() ? 0.01 : 3 * error;
    char what[96];
    snprintf(what, sizeof what, "M/G/1 at 0.9, mean %d: wait at a source (standard error %.2f %%)", (int)mean, 100 * error);
    near_to(wait_alone(&d, messages), expected, bound * expected, what);
    if (!is_long()) return;
    snprintf(what, sizeof what, "M/G/1 at 0.9, mean %d: wait in the network", (int)mean);
    near_to(wait_in_network(&d, messages), expected, bound * expected, what);
}

int main(void) {
    means();
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) offered(&laws[i]);
    corners();
    last_cycles();
    server();
    for (int64_t mean = 2; mean <= 1000; mean = mean == 2 ? 10 : mean * 10) queue(mean);
    return done();
}
