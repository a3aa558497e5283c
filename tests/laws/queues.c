/* A host is a queue with one server. Mean waiting times (message created -> its first flit leaves the host) against closed forms:
 *
 *   one class      W = l E[S^2] / (2 (1 - r))                                           (Pollaczek and Khinchine)
 *   two classes    W_high = R / (1 - r_high), R = sum over classes of l E[s^2] / 2       (Cobham; not preemptive, s a segment)
 *
 * Time is discrete: messages of a Poisson process are created in the cycle they fall into. That changes nothing in the first
 * formula (the work found at the beginning of a cycle is less by r/2, the messages of the same cycle in front add r/2), and in
 * the second R is less by r_low/2. Bernoulli arrivals, at most one a cycle, have E[S(S-1)] for E[S^2]. Lengths are whole numbers:
 * an exponential length is geometric, and its moments are taken from that. */
#include <math.h>

#include "fixture.h"

typedef struct waits {
    double sum[WS_CLASSES_MAX];
    u64 count[WS_CLASSES_MAX], since;
} waits;

static void add_wait(const ws_event *e, void *context) {
    waits *w = context;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < w->since) return;
    w->sum[e->traffic_class] += (double)(e->entered - e->created);
    w->count[e->traffic_class]++;
}

static const ws_host_def source = {.dest = 1, .traffic_class = -1, .load = -1},
                         silent = {.dest = -1, .traffic_class = -1, .load = 0};

/* One host, one switch, one receiver. */
static ws_def line_def(int64_t load) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = 2, d.load = load, d.message_capacity = 65536;
    d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    return d;
}

static waits measure(const ws_def *d, double messages) {
    double mean = d->length == WS_LENGTH_MIXTURE ? 5.2 : (double)d->length_mean;
    waits w = {.since = 100 * (u64)mean};
    ws_net *n = fixture_net(d, (ws_host_def[]){source, silent});
    fixture_run(n, w.since + fixture_cycles((u64)(messages * mean * WS_MILLION / (double)d->load)), add_wait, &w);
    if (n->total[WS_TOTAL_MESSAGES_REFUSED])
        note("%llu messages refused", (unsigned long long)n->total[WS_TOTAL_MESSAGES_REFUSED]);
    ws_net_free(n);
    return w;
}

/* ---- one class ---- */

/* The short form takes one of five. */
static void one_class(const char *name, const ws_def *d, double first, double second, double messages) {
    if (!takes(5)) return;
    double mean = d->length == WS_LENGTH_MIXTURE ? 5.2 : (double)d->length_mean;
    double rate = (double)d->load / WS_MILLION / mean, load = rate * first;
    if (d->arrivals == WS_ARRIVALS_BERNOULLI) second -= first;
    double expected = rate * second / (2 * (1 - load));
    waits w = measure(d, messages);
    char what[80];
    snprintf(what, sizeof what, "%s at load %.1f, %.3f of a service time", name, load, expected / first);
    near_to(w.sum[0] / (double)w.count[0], expected, 0.03 * expected, what);
}

/* What packets carry besides takes time of the server, and is no part of the load: messages of 8 in packets of 12. */
static void with_overhead(int64_t load) {
    ws_def d = line_def(load);
    d.length = WS_LENGTH_FIXED, d.length_mean = 8, d.overhead = 4;
    double rate = (double)load / WS_MILLION / 8, busy = rate * 12, expected = rate * 12 * 12 / (2 * (1 - busy));
    waits w = measure(&d, 400000);
    char what[80];
    snprintf(what, sizeof what, "M/D/1 at load %.1f, an overhead of half a message: the link is busy %.2f", (double)load / WS_MILLION, busy);
    near_to(w.sum[0] / (double)w.count[0], expected, 0.03 * expected, what);
}

static void one_class_all(void) {
    enum { MEAN = 8 };
    static const int64_t loads[] = {100000, 300000, 500000, 700000, 800000};
    double p = 1.0 / MEAN;
    for (size_t i = 0; i < 5; i++) {
        double messages = loads[i] < 700000 ? 150000 : 500000;
        ws_def d = line_def(loads[i]);
        d.length = WS_LENGTH_FIXED, d.length_mean = MEAN;
        one_class("M/D/1", &d, MEAN, MEAN * MEAN, messages);
        d.arrivals = WS_ARRIVALS_BERNOULLI;
        one_class("Bernoulli, fixed", &d, MEAN, MEAN * MEAN, messages);
        d.arrivals = WS_ARRIVALS_POISSON, d.length = WS_LENGTH_EXPONENTIAL;
        one_class("M/M/1", &d, 1 / p, (2 - p) / (p * p), messages);
        d.length = WS_LENGTH_MIXTURE, d.mixture_count = 2; /* a tenth of the messages is five times as long as any other */
        d.mixture_lo[0] = 1, d.mixture_hi[0] = 5, d.mixture_weight[0] = 90;
        d.mixture_lo[1] = d.mixture_hi[1] = 25, d.mixture_weight[1] = 10;
        one_class("mixture", &d, 5.2, 72.4, messages);
    }
}

/* ---- two classes ---- */

/* Sum of s^2 over the segments, cut every `segment` flits, of a geometric message; 0 = uncut. */
static double squares_per_message(double mean, double segment) {
    double p = 1 / mean, q = 1 - p, last = 0;
    if (segment == 0) return (2 - p) / (p * p);
    double rest = pow(q, segment), full = rest / (1 - rest);
    for (double j = 1, weight = p / (1 - rest); j <= segment; j++, weight *= q) last += weight * j * j;
    return full * segment * segment + last;
}

/* The high class's mean wait; exponential messages, three in ten of them high, the low ones cut at `segment`. */
static double cobham(double mean, double load, double segment) {
    double p = 1 / mean, rate = load / mean, high = 0.3 * rate / p, low = 0.7 * rate / p;
    double r = rate / 2 * (0.3 * squares_per_message(mean, 0) + 0.7 * squares_per_message(mean, segment));
    return (r - low / 2) / (1 - high);
}

static double two_classes(int64_t mean, int64_t load, int64_t segment, double messages) {
    ws_def d = line_def(load);
    d.length_mean = mean, d.class_rule = WS_CLASS_RULE_PRIORITY, d.high_share = 300000;
    d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = segment;
    waits w = measure(&d, messages);
    return w.sum[0] / (double)w.count[0];
}

/* The published table is in byte times, for messages of 1000 bytes, and lengths are continuous in it: here they
 * are whole thousandths of a byte. The formula must give it; the network must follow the
 * formula, which is measured with shorter messages, as there are more of them in a cycle, and with the table's own where that is
 * cheap. */
static void two_classes_all(void) {
    enum { MEAN = 40, FINE = 1000 };
    static const double table[3][3] = {{71.2, 81.7, 212.8}, {196.7, 225.8, 588.2}, {352.0, 404.1, 1052.6}};
    static const int64_t loads[] = {200000, 500000, 800000}, segments[] = {100, 250, 0};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            char what[96];
            double load = (double)loads[i] / WS_MILLION, scaled = (double)segments[j] * MEAN / 1000;
            double expected = cobham(MEAN, load, scaled);
            snprintf(what, sizeof what, "formula for the high class, load %.1f, low cut at %d", load, (int)segments[j]);
            near_to(cobham(1000 * FINE, load, (double)segments[j] * FINE) / FINE, table[i][j], 0.002 * table[i][j], what);
            if (!is_whole() && i + j != 3) continue;
            snprintf(what, sizeof what, "high class at load %.1f, mean %d, low cut at %d", load, MEAN, (int)scaled);
            near_to(two_classes(MEAN, loads[i], (int64_t)scaled, i == 0 ? 150000 : 80000), expected, 0.05 * expected, what);
        }
    if (!is_whole()) return;
    near_to(two_classes(1000, 800000, 100, 15000), table[2][0], 0.05 * table[2][0],
            "high class at load 0.8, mean 1000, low cut at 100");
}

/* ---- three classes and four ---- */

enum { PRIORITIES_MEAN = 40 };

/* Cobham's mean wait of class i of `classes`: what a message finds is the whole rest of one of its own class or a higher one in
 * service, but only of a segment of a lower one, and whoever comes later and is higher goes first. */
static double cobham_of(int i, int classes, const double *share, double load, double segment) {
    double p = 1.0 / PRIORITIES_MEAN, rate = load / PRIORITIES_MEAN, found = 0, higher = 0, own = 0;
    for (int k = 0; k < classes; k++) {
        double busy = rate * share[k] / p;
        bool whole = k <= i || k == 0;
        found += rate * share[k] / 2 * squares_per_message(PRIORITIES_MEAN, whole ? 0 : segment);
        if (k > i) found -= busy / 2;
        if (k < i) higher += busy;
        if (k <= i) own += busy;
    }
    return found / ((1 - higher) * (1 - own));
}

static void priorities(int classes, int64_t load, int64_t segment) {
    static const double shares[2][4] = {{0.2, 0.3, 0.5}, {0.15, 0.25, 0.25, 0.35}};
    const double *share = shares[classes - 3];
    ws_def d = line_def(load);
    d.length_mean = PRIORITIES_MEAN, d.class_rule = WS_CLASS_RULE_PRIORITY, d.priorities = classes;
    d.high_share = (int64_t)(share[0] * WS_MILLION), d.second_share = (int64_t)(share[1] * WS_MILLION);
    d.third_share = (int64_t)(share[2] * WS_MILLION);
    d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = segment;
    waits w = measure(&d, 200000);
    u64 all = 0;
    for (int i = 0; i < classes; i++) all += w.count[i];
    for (int i = 0; i < classes; i++) {
        char what[96];
        double expected = cobham_of(i, classes, share, (double)load / WS_MILLION, (double)segment);
        snprintf(what, sizeof what, "class %d of %d at load %.1f, lower ones cut at %d: wait", i, classes, (double)load / WS_MILLION, (int)segment);
        near_to(w.sum[i] / (double)w.count[i], expected, 0.06 * expected, what);
        snprintf(what, sizeof what, "class %d of %d: share of the messages", i, classes);
        near_to((double)w.count[i] / (double)all, share[i], 0.006, what);
    }
}

static void priorities_all(void) {
    if (is_whole()) priorities(3, 500000, 0);
    if (is_whole()) priorities(3, 500000, 10);
    if (is_whole()) priorities(3, 700000, 10);
    priorities(4, 600000, 10);
}

/* ---- segments ---- */

typedef struct cuts {
    u64 packets, messages, flits, wrong, segment;
    u64 of_message; /* packets and flits of the message under way: there is one source, and it sends one after the other */
    u64 flits_of_message;
} cuts;

static void add_packet(const ws_event *e, void *context) {
    cuts *c = context;
    if (e->kind == WS_EVENT_PACKET_DELIVERED) {
        c->packets++, c->of_message++;
        c->flits += e->length, c->flits_of_message += e->length;
        if (e->length > c->segment) c->wrong++;
    }
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED) return;
    c->messages++;
    if (c->of_message != (e->length + c->segment - 1) / c->segment || c->flits_of_message != e->length) c->wrong++;
    c->of_message = c->flits_of_message = 0;
}

/* A message of X flits is cut into ceil(X / S) segments; of exponential ones that is 1 / (1 - e^(-S/1000)) in the mean. */
static void segments(u64 segment, double expected) {
    ws_def d = line_def(1000000);
    d.arrivals = WS_ARRIVALS_SATURATED, d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = (int64_t)segment;
    ws_net *n = fixture_net(&d, (ws_host_def[]){source, silent});
    cuts c = {.segment = segment};
    fixture_run(n, amount(600000, 2500000, 25000000), add_packet, &c);
    char what[80];
    snprintf(what, sizeof what, "segments of %llu flits in a message", (unsigned long long)segment);
    double mean = (double)c.packets / (double)c.messages;
    near_to(mean, expected, 4 * expected / sqrt((double)c.messages),
            what); /* four standard errors of the messages' mean length */
    ok(c.wrong == 0, "each of %llu messages is cut into ceil(X / %llu) segments", (unsigned long long)c.messages,
       (unsigned long long)segment);
    ws_net_free(n);
}

int main(void) {
    one_class_all();
    if (is_whole()) with_overhead(200000);
    with_overhead(500000);
    two_classes_all();
    priorities_all();
    segments(33, 30.81);
    segments(100, 10.508);
    segments(250, 4.521);
    segments(1000, 1.582);
    return done();
}
