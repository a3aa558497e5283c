/* A run that drains has the latencies of exactly the messages that were created in its window, each followed to its end: the
 * same as those of a longer run, picked out by hand. */
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "observe/metrics.h"
#include "observe/statistics/interval.h"
#include "session/session.h"
#include "tap.h"

enum { BEGIN = 2000, END = 12000, LATER = 200000 };

typedef struct tally {
    uint64_t count, sum, most;
} tally;

static ws_session *opened(const char *text, bool drain) {
    ws_error error = {0};
    ws_options options = {.has_warmup = true, .warmup = BEGIN, .has_cycles = true, .cycles = END, .drain = drain};
    ws_session *s = ws_session_open_text("drain", text, strlen(text), NULL, &options, &error);
    if (!s) fixture_stop("drain", &error);
    return s;
}

/* Every message created in the window, by the network alone. */
static tally followed(const char *text) {
    tally of = {0};
    ws_session *s = opened(text, false);
    ws_net *net = ws_session_net(s);
    while (ws_net_cycle(net) < LATER) {
        size_t count;
        ws_net_step(net, 1);
        const ws_event *event = ws_net_events(net, &count);
        for (size_t i = 0; i < count; i++) {
            bool counts = event[i].created >= BEGIN && event[i].created < END;
            if (event[i].kind != WS_EVENT_MESSAGE_DELIVERED || !counts) continue;
            uint64_t cycles = event[i].cycle - event[i].created;
            of.count++;
            of.sum += cycles;
            if (cycles > of.most) of.most = cycles;
        }
        ws_net_events_clear(net);
    }
    ws_session_close(s);
    return of;
}

static void drains(const char *name, const char *text, uint64_t stride) {
    tally all = followed(text);
    ws_session *s = opened(text, true);
    while (!ws_session_ended(s)) ws_session_run(s, stride);
    ws_summary latency = ws_metrics_latency(ws_session_metrics(s), WS_LATENCY_MESSAGE);
    double mean = (double)all.sum / (double)all.count;
    ok(ws_metrics_unfinished(ws_session_metrics(s)) == 0, "%s: nothing is left behind", name);
    ok(latency.count == all.count && latency.max == (double)all.most, "%s: all %llu messages, the slowest too", name,
       (unsigned long long)all.count);
    ok(fabs(latency.mean - mean) < 1e-9 * mean, "%s: mean latency %.3f", name, mean);
    uint64_t ended = ws_net_cycle(ws_session_net(s));
    ws_session *other = opened(text, true);
    while (!ws_session_ended(other)) ws_session_run(other, UINT64_MAX);
    ok(ended > END && ended == ws_net_cycle(ws_session_net(other)), "%s: it ends at cycle %llu, however it is stepped", name,
       (unsigned long long)ended);
    ws_session_close(other);
    ws_session *cut = opened(text, false);
    while (!ws_session_ended(cut)) ws_session_run(cut, stride);
    ws_summary less = ws_metrics_latency(ws_session_metrics(cut), WS_LATENCY_MESSAGE);
    uint64_t unfinished = ws_metrics_unfinished(ws_session_metrics(cut));
    ok(unfinished > 0 && less.count + unfinished == latency.count, "%s: without it %llu are unfinished", name,
       (unsigned long long)unfinished);
    ok(ws_metrics_accepted(ws_session_metrics(cut), ws_session_net(cut)) ==
           ws_metrics_accepted(ws_session_metrics(s), ws_session_net(s)),
       "%s: throughput is that of the window", name);
    ws_session_close(cut);
    ws_session_close(s);
}

static ws_summary mesh_latency(const char *load, bool drain, uint64_t seed) {
    ws_error error = {0};
    const char *sets[] = {"traffic=transpose", load};
    ws_options options = {.sets = sets, .set_count = 2, .has_warmup = true, .warmup = 10000, .has_cycles = true, .cycles = 60000,
                          .has_seed = true, .seed = seed, .drain = drain};
    ws_session *s = ws_session_open("cube/mesh-8x8", &options, &error);
    if (!s) fixture_stop("mesh", &error);
    while (!ws_session_ended(s)) ws_session_run(s, UINT64_MAX);
    ws_summary latency = ws_metrics_latency(ws_session_metrics(s), WS_LATENCY_MESSAGE);
    ws_session_close(s);
    return latency;
}

/* The interval of a run that leaves messages behind holds the figure of all of them. */
static void holds(const char *load) {
    ws_summary cut = mesh_latency(load, false, 1);
    ws_summary all = mesh_latency(load, true, 1);
    bool inside = cut.bounds.low <= all.mean && all.mean <= cut.bounds.high;
    ok(inside, "transpose, %s: %.1f +- %.1f without the drain, %.1f with it", load, cut.mean, cut.ci95, all.mean);
}

/* Above the capacity, where the slow ones are those that are left, no run tells an interval: latency rises for as long as it is run.
 * That over seeds is wide enough. */
static void holds_over_seeds(const char *load) {
    enum { SEEDS = 10 };
    double cut[SEEDS], all[SEEDS];
    for (uint64_t i = 0; i < SEEDS; i++) {
        ws_summary run = mesh_latency(load, false, i + 1);
        cut[i] = run.mean;
        all[i] = mesh_latency(load, true, i + 1).mean;
        if (i == 0) ok(run.interval == WS_INTERVAL_WANDERING, "transpose, %s: one run tells no interval", load);
    }
    ws_estimate without = ws_replicas_mean(cut, SEEDS), with = ws_replicas_mean(all, SEEDS);
    bool inside = without.low <= with.value && with.value <= without.high;
    ok(inside, "ten do: %.1f, %.1f to %.1f, without the drain, %.1f with it", without.value, without.low, without.high, with.value);
}

/* A ring that locks never delivers: the drain gives up after as many cycles as it may take. */
static void gives_up(void) {
    const char *text = "machine cube\nset topology ring1 6\nset routing dor-no-dateline\nset vcs 1\nset load 0.9\n"
                       "set length fixed 40\n";
    ws_session *s = opened(text, true);
    while (!ws_session_ended(s)) ws_session_run(s, UINT64_MAX);
    ok(ws_metrics_unfinished(ws_session_metrics(s)) > 0, "in a deadlock it leaves messages behind");
    ok(ws_net_cycle(ws_session_net(s)) == END + WS_DRAIN_LEAST, "and gives up after %d cycles", WS_DRAIN_LEAST);
    ws_session_close(s);
}

int main(void) {
    drains("mesh", "machine cube\nset topology mesh 4 4\nset load 0.3\nset length fixed 20\n", 777);
    drains("transpose", "machine cube\nset topology mesh 4 4\nset traffic transpose\nset load 0.25\n", 13);
    drains("lan", "machine wormhole-lan\nset topology torus 3 3\nset load 0.2\nset length exponential 200\n", 5000);
    gives_up();
    holds("load=0.09");
    holds("load=0.095");
    if (is_whole()) holds_over_seeds("load=0.1044");
    return done();
}
