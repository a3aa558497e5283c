/* One stream of whole messages across the 3x3 torus, 35 hosts with 100-byte segments around it
 * (Kwan et al. 1996).
 *
 *   A5  The throughputs of the stream and of the others rise together up to a load of about 0.2
 *       and split there: the stream goes on rising, the others fall.
 *   A6  The stream gets far less than the 10 : 1 of two hosts, because several hosts compete
 *       with it.
 *   A7  Its delays are closer together than those of a segmented stream. */
#include "kwan.h"

enum { STREAM, HOSTS = 36 };

/* Means over the seeds; of the 35 others, per host. */
typedef struct flow {
    double stream_offered, stream, others_offered, others;
    double stream_sd, others_sd;
} flow;

static flow measure(double load) {
    kwan_effort effort = {.seeds = kwan_long() ? 4 : 1, .cycles = kwan_long() ? 2500000 : 1500000, .warmup = 300000};
    char settings[32];
    flow f = {0};
    snprintf(settings, sizeof settings, "load=%g", load);
    for (unsigned i = 0; i < effort.seeds; i++) {
        ws_session *session = kwan_run("kwan/torus-3x3-stream", &effort, i, settings);
        ws_host_report stream = kwan_host(session, STREAM);
        ws_class_report others = kwan_class(session, KWAN_LOW);
        f.stream_offered += stream.offered / effort.seeds;
        f.stream += stream.injected / effort.seeds;
        f.stream_sd += stream.head.sd / effort.seeds;
        f.others_offered += others.offered * HOSTS / (HOSTS - 1) / effort.seeds;
        f.others += others.accepted * HOSTS / (HOSTS - 1) / effort.seeds;
        f.others_sd += others.latency[WS_LATENCY_HEAD].sd / effort.seeds;
        ws_session_close(session);
    }
    note("load %.2f -> stream %.4f of %.4f offered, sd of delay %.0f;  others %.4f of %.4f, sd %.0f", load, f.stream,
         f.stream_offered, f.stream_sd, f.others, f.others_offered, f.others_sd);
    return f;
}

/* Within the few messages that are under way at either end of a run. */
static bool carried(double accepted, double offered) { return offered - accepted <= 0.01; }

static void test_together(double load) {
    flow f = measure(load);
    ok(carried(f.stream, f.stream_offered) && carried(f.others, f.others_offered),
       "A5 load %.2f, before the split: both are carried: stream %.4f of %.4f, others %.4f of %.4f (loss <= 0.01)", load,
       f.stream, f.stream_offered, f.others, f.others_offered);
}

static void test_split(void) {
    flow just = measure(0.27), half = measure(0.5), most = measure(0.9), full = measure(1.0);
    ok(carried(just.stream, just.stream_offered) && just.others_offered - just.others > 0.02,
       "A5 load 0.27, after the split: stream %.4f of %.4f (loss <= 0.01), others %.4f of %.4f (loss > 0.02): the split is in "
       "0.18 to 0.27",
       just.stream, just.stream_offered, just.others, just.others_offered);
    ok(just.stream < half.stream && half.stream < most.stream, "A5 the stream rises: %.3f, %.3f, %.3f at load 0.27, 0.5, 0.9",
       just.stream, half.stream, most.stream);
    ok(just.others > half.others && half.others > most.others, "A5 the others fall: %.3f, %.3f, %.3f at load 0.27, 0.5, 0.9",
       just.others, half.others, most.others);
    double ratio = most.stream / most.others;
    ok(ratio >= 2.5 && ratio <= 7, "A6 stream over others at load 0.9: %.3f / %.3f = %.2f (2.5 to 7)", most.stream, most.others,
       ratio);
    ok(full.stream_sd < 0.2 * full.others_sd,
       "A7 spread of the delays at load 1, stream over segmented: %.0f / %.0f = %.3f (< 0.2)", full.stream_sd, full.others_sd,
       full.stream_sd / full.others_sd);
}

/* The curve around the split, for the record. */
static void print_curve(void) {
    static const double loads[] = {0.05, 0.1, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.3, 0.35, 0.4, 0.6, 0.7, 0.8};
    for (size_t i = 0; i < COUNT(loads); i++) measure(loads[i]);
}

int main(void) {
    if (kwan_long()) test_together(0.15);
    test_together(0.18);
    test_split();
    if (kwan_long()) print_curve();
    return done();
}
