/* metrics.h - what is measured: latencies with their confidence (from events), throughput (from
 * counters), time series.
 *
 * Read-only: feeding or not feeding metrics never changes a network. Floating point lives here
 * and above, never in the core. A figure that does not exist (nothing delivered, no cycle since
 * the warm-up) is NAN. */
#ifndef WS_METRICS_H
#define WS_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "observe/pack.h"
#include "observe/saqs.h"
#include "observe/statistics/interval.h"
#include "wormscope/wormscope.h"

/* By name, in the order of their kinds. */
#define WS_LATENCIES(ROW)                                                                          \
    ROW(MESSAGE, "message_latency")                                                                \
    ROW(NETWORK, "network_latency")                                                                \
    ROW(HEAD, "head_latency")                                                                      \
    ROW(PACKET, "packet_latency")

typedef enum ws_latency_kind {
    WS_LATENCY_MESSAGE, /* created -> last flit of its last packet at the destination */
    WS_LATENCY_NETWORK, /* first flit enters the network -> last flit at the destination */
    /* first packet enters the network -> head of the last packet arrives (Kwan's measure) */
    WS_LATENCY_HEAD,
    WS_LATENCY_PACKET, /* packet starts injection -> its last flit ejected */
    WS_LATENCY_COUNT
} ws_latency_kind;
extern const char *const ws_latency_names[WS_LATENCY_COUNT];

typedef struct ws_bounds {
    /* ends of a 95 % interval; NAN where none can be told */
    double low;
    double high;
} ws_bounds;

typedef struct ws_summary {
    /* ci95: half-width that holds both ends of the interval of the mean (statistics/interval.h),
     * NAN if it cannot be told; why then is in `interval` */
    double mean;
    double ci95;
    ws_bounds bounds;
    ws_interval_verdict interval;
    bool independent; /* its batches have passed the test: the run is long enough for it */
    double sd;        /* standard deviation of the samples, NAN below two */
    double p50;
    double p95;
    double p99;
    double max;
    uint64_t count;
} ws_summary;

/* ---- classes ---- */

/* The classes of messages that are reported apart: each a set of traffic classes. */

/* A class as it is reported: all messages whose traffic class in the core is in the set. Two may
 * overlap: a message can be long and hot. */
typedef struct ws_class {
    const char *name;
    uint32_t set; /* bit by traffic class */
} ws_class;
/* The reported classes of a definition, 1 to WS_CLASSES_MAX of them; the one class of `classes
 * none` is "all". */
const ws_class *ws_classes_of(const ws_def *def, size_t *count);

static inline bool ws_class_has(const ws_class *c, uint32_t traffic_class) {
    return c->set >> traffic_class & 1;
}

typedef struct ws_class_report {
    const char *name; /* "all", "high", "low" */
    double accepted;  /* flits per host (of the whole network) and cycle, after warm-up */
    double offered;
    /* hosts that send messages of the class, where the traffic says who does (Fed-X: hot,
     * independent); else 0 */
    uint32_t senders;
    double accepted_per_sender; /* flits per such host and cycle; NAN without */
    /* samples whose starting point (the left side of the arrow) is after warm-up */
    ws_summary latency[WS_LATENCY_COUNT];
} ws_class_report;

typedef struct ws_host_report {
    bool own_rules; /* the host differs from the others in some setting */
    /* flits this host created, and got into the network, per cycle after warm-up */
    double offered;
    double injected;
    double received; /* flits sent to it on its own link, per cycle */
    /* head latency and message latency of messages it sent; percentiles within 3.2 % */
    ws_summary head;
    ws_summary message;
} ws_host_report;

/* Counted over the whole life of the network, warm-up included. */
typedef struct ws_totals {
    uint64_t messages_created, messages_refused, messages_injected, messages_delivered,
        messages_dropped;
    /* by `send` lines: not among those created */
    uint64_t messages_sent;
    uint64_t flits_sent;
    uint64_t packets_created;
    uint64_t packets_injected;
    uint64_t packets_delivered;
    uint64_t flits_injected;
    uint64_t flits_delivered;
    /* flits of these that are no part of a message; flits of packets that are here whole */
    uint64_t flits_overhead;
    /* flits that left a switch: over links between switches and to hosts, not from hosts */
    uint64_t flit_hops;
} ws_totals;
ws_totals ws_net_totals(const ws_net *net);

/* What timeouts have done. Kills and resets are counted like ws_totals; the rest is measured
 * since the warm-up. */
typedef struct ws_timeout_report {
    /* packets given up; those of which the host knows and which wait again */
    uint64_t kills;
    uint64_t resets;
    double kills_per_delivered; /* packets killed for one that was delivered */
    /* shares of the virtual channels' time: held by packets that were delivered, beyond one cycle
     * a flit; held by packets that were killed */
    double waste_wait;
    double waste_kill;
    /* these times, in cycles of a virtual channel */
    uint64_t wait_cycles;
    uint64_t kill_cycles;
    /* of the messages delivered that were created since the warm-up: packets killed */
    ws_summary retries;
    /* estimates at the outputs of switches, now: cycles; mean, extremes */
    double occupancy;
    double occupancy_least;
    double occupancy_most;
} ws_timeout_report;

/* One point of the live series: a window of cycles. */
typedef struct ws_point {
    uint64_t cycle; /* the window's end */
    /* flits per host and cycle in the window */
    double accepted;
    double offered;
    /* share of the worms that are blocked at the latest look before its end; NAN if there are
     * none, or nobody looks */
    double blocked;
    /* set-aside queues in use at the window's end, and of them blocked; NAN where there are none
     * to be had */
    double saqs;
    double saqs_blocked;
    /* by reported class: flits a cycle that were delivered in it, in all */
    double class_flits[WS_CLASSES_MAX];
    /* means of what was delivered in it, by kind; NAN if nothing was; the same by reported class */
    double latency[WS_LATENCY_COUNT];
    double class_latency[WS_LATENCY_COUNT][WS_CLASSES_MAX];
} ws_point;

typedef struct ws_metrics ws_metrics;

/* samples that start before `warmup` are not counted */
ws_metrics *ws_metrics_new(const ws_net *net, uint64_t warmup);
void ws_metrics_free(ws_metrics *metrics);
uint64_t ws_metrics_since(const ws_metrics *metrics); /* the cycle from which on samples count */
/* Reads the events the network holds (does not clear them). Call after every ws_net_step, before
 * ws_net_events_clear. */
void ws_metrics_feed(ws_metrics *metrics, const ws_net *net);
/* Restart the measurement now (the user asked, or a parameter changed). */
void ws_metrics_reset(ws_metrics *metrics, const ws_net *net);

/* `net` has taken the place of `before`, and goes on with its messages, those that were lost
 * excepted: nobody waits for them. */
void ws_metrics_recable(ws_metrics *metrics, const ws_net *before, const ws_net *net);

/* Ends the measurement now: what begins from here on does not count, and throughputs stay as they
 * are, while messages that began before are still followed to their ends. */
void ws_metrics_close(ws_metrics *metrics, const ws_net *net);
/* The cycle at which the measurement has ended; UINT64_MAX if it has not. */
uint64_t ws_metrics_until(const ws_metrics *metrics);
/* Messages created since the warm-up (and before the end) that have not been delivered yet: they
 * are not in the latencies. */
uint64_t ws_metrics_unfinished(const ws_metrics *metrics);
/* Those of them that have begun in this very cycle, by lines: a measurement that begins now
 * measures them, one that ends now does not. */
uint64_t ws_metrics_begun(const ws_metrics *metrics, const ws_net *net);

/* Tells the series how many worms were in the network, and how many of them blocked, at the latest
 * look (observer.h). Without this call the series has no share of blocked worms. */
void ws_metrics_blocked(ws_metrics *metrics, uint64_t worms, uint64_t blocked);

/* The next cycle at which the metrics must be fed: the end of a window of the series; later than
 * the cycle of the latest feed. A run that stops there and at the end of the warm-up measures the
 * same figures, however it is cut into steps otherwise. */
uint64_t ws_metrics_due(const ws_metrics *metrics);
/* The end of the warm-up, if it is still to come; else UINT64_MAX. The network that is fed then has
 * been settled (ws_net_settle); at other times it need not be. */
uint64_t ws_metrics_base_due(const ws_metrics *metrics);
/* Measures, saves or restores all that has been measured; for a network of the same build,
 * between a feed and the next step. */
void ws_metrics_pack(ws_metrics *metrics, ws_pack *pack);

/* flits per host and cycle since warm-up */
double ws_metrics_offered(const ws_metrics *metrics, const ws_net *net);
double ws_metrics_accepted(const ws_metrics *metrics, const ws_net *net);
/* switches per delivered packet since warm-up */
double ws_metrics_mean_hops(const ws_metrics *metrics, const ws_net *net);
/* Messages in a host's source queues, the one being sent included: mean over hosts and time
 * since warm-up. */
double ws_metrics_source_queue(const ws_metrics *metrics, const ws_net *net);
ws_timeout_report ws_metrics_timeouts(const ws_metrics *metrics, const ws_net *net);
/* The same without occupancy, for which all links must be asked. */
ws_timeout_report ws_metrics_kills(const ws_metrics *metrics, const ws_net *net);
/* 1 ("all") or more: "all", then each class of the class rule */
size_t ws_metrics_classes(const ws_metrics *metrics);
ws_class_report ws_metrics_class(const ws_metrics *metrics, const ws_net *net, size_t index);
/* The summary of a latency of all messages or packets. */
/* Takes the interval out of a summary, for this reason. */
void ws_summary_withhold(ws_summary *summary, ws_interval_verdict why);
ws_summary ws_metrics_latency(const ws_metrics *metrics, ws_latency_kind kind);
/* All values of a latency of a class. Belongs to the metrics. */
const struct ws_histogram *ws_metrics_histogram(const ws_metrics *metrics, size_t index,
                                                ws_latency_kind kind);

/* The interval of a percentile (share 0 to 1) of a latency: order statistics at
 * share +- 1.96 sqrt(share (1 - share) / n), n being the number of independent samples that would
 * make the mean as sure as it is. None where fewer than five of these lie beyond it, or the mean
 * has none. */
ws_bounds ws_metrics_percentile(const ws_metrics *metrics, size_t index, ws_latency_kind kind,
                                double share);
ws_host_report ws_metrics_host(const ws_metrics *metrics, const ws_net *net, uint32_t host);
/* The latest births and deaths of set-aside queues. */
const ws_saq_log *ws_metrics_saqs(const ws_metrics *metrics);
/* The series so far, oldest first: bounded; when full, neighbours are merged and the window
 * doubles. */
const ws_point *ws_metrics_series(const ws_metrics *metrics, size_t *count, uint64_t *window);
/* What has happened since this was last called (at first: since the metrics were made), as one
 * point: for windows of any length. */
ws_point ws_metrics_point(ws_metrics *metrics, const ws_net *net);

#endif
