/* What is measured: the same however the run is cut into steps, and in agreement with counts made by hand from the events. */
#include "observe/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "observe/series.h"
#include "tap.h"

#define WARMUP 5000
#define CYCLES 40000

typedef struct tally { /* counted by hand */
    uint64_t messages, latency, head, packets, packet_latency, offered;
} tally;

static ws_net *build(void) {
    ws_def def = ws_def_default();
    def.load = 120000;
    def.length_mean = 200;
    ws_graph graph = {0};
    ws_error error = {0};
    ws_net *net = ws_graph_build(&def, &graph, &error) ? ws_net_build(&def, &graph, NULL, &error) : NULL;
    ws_graph_free(&graph);
    return net;
}

static void count_by_hand(tally *t, const ws_net *net) {
    size_t count;
    const ws_event *e = ws_net_events(net, &count);
    for (size_t i = 0; i < count; i++, e++) {
        bool born = e->kind == WS_EVENT_MESSAGE_CREATED || e->kind == WS_EVENT_MESSAGE_REFUSED;
        if (born && e->cycle >= WARMUP) t->offered += e->length;
        if (e->kind == WS_EVENT_MESSAGE_DELIVERED && e->created >= WARMUP) t->messages++, t->latency += e->cycle - e->created;
        if (e->kind == WS_EVENT_MESSAGE_DELIVERED && e->entered >= WARMUP) t->head += e->head - e->entered;
        if (e->kind == WS_EVENT_PACKET_DELIVERED && e->entered >= WARMUP)
            t->packets++, t->packet_latency += e->cycle - e->entered;
    }
}

/* Runs to CYCLES in steps of `stride`. */
static ws_metrics *measure(ws_net *net, uint64_t stride, tally *t) {
    ws_metrics *metrics = ws_metrics_new(net, WARMUP);
    while (ws_net_cycle(net) < CYCLES) {
        uint64_t left = CYCLES - ws_net_cycle(net);
        ws_net_step(net, left < stride ? left : stride);
        if (t) count_by_hand(t, net);
        ws_metrics_feed(metrics, net);
        ws_net_events_clear(net);
    }
    return metrics;
}

static bool same_summary(const ws_summary *a, const ws_summary *b) {
    return a->count == b->count && a->mean == b->mean && a->sd == b->sd && a->p50 == b->p50 && a->p99 == b->p99 &&
           a->max == b->max && a->ci95 == b->ci95;
}

static void against_hand_counts(void) {
    tally t = {0};
    ws_net *net = build();
    ws_metrics *m = measure(net, 100, &t);
    double host_cycles = (double)(CYCLES - WARMUP) * net->size.hosts, sum = 0;
    ws_class_report all = ws_metrics_class(m, net, 0);
    ok(t.messages > 500 && t.packets > t.messages, "the run is long enough: %llu messages, %llu packets",
       (unsigned long long)t.messages, (unsigned long long)t.packets);
    ok(all.latency[WS_LATENCY_MESSAGE].count == t.messages, "messages created after the warm-up are counted");
    ok(all.latency[WS_LATENCY_PACKET].count == t.packets, "packets which entered after the warm-up are counted");
    near_to(all.latency[WS_LATENCY_MESSAGE].mean, (double)t.latency / (double)t.messages, 1e-9, "mean message latency");
    near_to(all.latency[WS_LATENCY_PACKET].mean, (double)t.packet_latency / (double)t.packets, 1e-9, "mean packet latency");
    near_to(all.latency[WS_LATENCY_HEAD].mean * (double)all.latency[WS_LATENCY_HEAD].count, (double)t.head, 1e-3,
            "sum of head latencies");
    near_to(ws_metrics_offered(m, net), (double)t.offered / host_cycles, 1e-12, "offered");
    for (u32 h = 0; h < net->size.hosts; h++) sum += ws_metrics_host(m, net, h).offered;
    near_to(sum / net->size.hosts, ws_metrics_offered(m, net), 1e-12, "offered, summed over hosts");
    ws_metrics_free(m);
    ws_net_free(net);
}

static void classes_add_up(void) {
    ws_net *net = build();
    ws_metrics *m = measure(net, 1000, NULL);
    ws_class_report all = ws_metrics_class(m, net, 0), high = ws_metrics_class(m, net, 1), low = ws_metrics_class(m, net, 2);
    ok(ws_metrics_classes(m) == 3, "all and two classes");
    ok(strcmp(all.name, "all") == 0 && strcmp(high.name, "high") == 0 && strcmp(low.name, "low") == 0, "by their names");
    near_to(high.accepted + low.accepted, all.accepted, 1e-12, "accepted adds up over the classes");
    near_to(high.offered + low.offered, all.offered, 1e-12, "offered adds up over the classes");
    for (size_t k = 0; k < WS_LATENCY_COUNT; k++)
        ok(high.latency[k].count + low.latency[k].count == all.latency[k].count, "%s: samples add up", ws_latency_names[k]);
    ws_metrics_free(m);
    ws_net_free(net);
}

static void steps_do_not_matter(void) {
    static const uint64_t strides[] = {7, 1000, 5000};
    ws_net *net = build();
    ws_metrics *reference = measure(net, 1, NULL);
    ws_class_report a = ws_metrics_class(reference, net, 0);
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        ws_net *other = build();
        ws_metrics *m = measure(other, strides[i], NULL);
        ws_class_report b = ws_metrics_class(m, other, 0);
        bool same = true;
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++) same &= same_summary(&a.latency[k], &b.latency[k]);
        ok(same, "steps of %d: the same latencies", (int)strides[i]);
        if (WARMUP % strides[i] == 0)
            ok(a.accepted == b.accepted && a.offered == b.offered, "steps of %d: the same throughput", (int)strides[i]);
        else near_to(b.accepted, a.accepted, 0.001, "a step that straddles the warm-up: throughput");
        ws_metrics_free(m);
        ws_net_free(other);
    }
    ws_metrics_free(reference);
    ws_net_free(net);
}

static void series_is_bounded(void) {
    ws_net *net = build();
    ws_metrics *m = measure(net, 16, NULL);
    size_t count;
    uint64_t window, before = 0;
    const ws_point *points = ws_metrics_series(m, &count, &window);
    double flits = 0;
    bool ordered = true;
    for (size_t i = 0; i < count; i++) {
        ordered &= points[i].cycle > before;
        flits += points[i].accepted * (double)(points[i].cycle - before) * net->size.hosts;
        before = points[i].cycle;
    }
    ok(count > 100 && count < 512, "%d points", (int)count);
    ok(ordered && CYCLES - before < window, "in order, to less than a window before now");
    ok(flits <= (double)net->total[WS_TOTAL_FLITS_DELIVERED] + 0.5, "their areas do not exceed the flits delivered");
    ok(flits >= 0.99 * (double)net->total[WS_TOTAL_FLITS_DELIVERED], "and miss only those of the open window");
    ws_metrics_free(m);
    ws_net_free(net);
}

/* Two windows that become one: what was counted in both, and the mean of what was seen at the end of each. */
static void merging_loses_nothing(void) {
    const ws_def def = ws_def_default();
    ws_series *s = calloc(1, sizeof *s);
    ws_flit_counts counts = {0};
    ws_series_begin(s, 2, &def, 0, &counts);
    for (uint64_t i = 0; i < WS_SERIES_POINTS; i++) {
        counts.created += 3 * i, counts.delivered += i, counts.by_class[0] += i;
        ws_series_sample(s, 10 + i, i);
        ws_series_sample_saqs(s, 5 * i, 2 * i);
        ws_series_add(s, 0, WS_LATENCY_MESSAGE, (double)(7 * i));
        ws_series_close(s, WS_SERIES_FIRST_WINDOW * (i + 1), &counts);
    }
    unsigned right = 0;
    for (size_t i = 0; i < s->count; i++) {
        const ws_point *p = &s->points[i];
        double both = (double)(4 * i + 1),
               cycles = 2 * WS_SERIES_FIRST_WINDOW; /* windows 2i and 2i+1 */
        bool good = (double)p->cycle == cycles * (double)(i + 1) &&
                    fabs(p->accepted - both / cycles / 2) < 1e-9 &&
                    fabs(p->offered - 3 * both / cycles / 2) < 1e-9 &&
                    fabs(p->blocked - both / (both + 20)) < 1e-9 &&
                    fabs(p->latency[WS_LATENCY_MESSAGE] - 7 * both / 2) < 1e-9;
        right += good && fabs(p->saqs - 5 * both / 2) < 1e-9 && fabs(p->saqs_blocked - both) < 1e-9;
    }
    ok(s->count == WS_SERIES_POINTS / 2 && right == s->count,
       "windows that are merged: %u of %zu say what the two had said", right, s->count);
    free(s);
}

static void resetting(void) {
    ws_net *net = build();
    ws_metrics *m = measure(net, 1000, NULL);
    ws_metrics_reset(m, net);
    ws_class_report all = ws_metrics_class(m, net, 0);
    ok(all.latency[WS_LATENCY_MESSAGE].count == 0 && isnan(all.latency[WS_LATENCY_MESSAGE].mean),
       "after a reset there are no samples");
    ok(isnan(ws_metrics_accepted(m, net)) && isnan(ws_metrics_mean_hops(m, net)), "and no throughput before a cycle has passed");
    ws_net_step(net, 1000);
    ws_metrics_feed(m, net);
    ok(ws_metrics_accepted(m, net) > 0, "then there is again");
    ws_metrics_free(m);
    ws_net_free(net);
}

int main(void) {
    against_hand_counts();
    classes_add_up();
    steps_do_not_matter();
    series_is_bounded();
    merging_loses_nothing();
    resetting();
    return done();
}
