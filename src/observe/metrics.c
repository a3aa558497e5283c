/* metrics.c - see metrics.h.
 *
 * Two sources. Latencies come from events: a sample counts when its own
 * reference point (creation, or entry into the network) lies at or after the
 * warm-up. Throughputs come from the network's counters, as a difference to
 * their values at the base: the first feed at or after the warm-up; the divisor
 * is the number of cycles since then, so a step that straddles the warm-up
 * makes the measurement a little shorter, never wrong. */
#include "observe/metrics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "observe/batches.h"
#include "observe/histogram.h"
#include "observe/saqs.h"
#include "observe/series.h"
#include "wormscope/memory.h"

const char *const ws_latency_names[WS_LATENCY_COUNT] = {
#define ROW(kind, name) [WS_LATENCY_##kind] = name,
    WS_LATENCIES(ROW)
#undef ROW
};

#define NORMAL_95         1.959963985
#define PERCENTILE_BEYOND 5 /* independent samples beyond a percentile that has an interval */

typedef struct sampler {
    ws_histogram histogram;
    ws_batches batches;
} sampler;

typedef struct host_meter {
    uint64_t created; /* flits of its messages since the base, refused ones included */
    /* flits on its two links at the base */
    uint64_t injected;
    uint64_t ejected;
    uint64_t end_injected; /* the same two at the end, if the measurement is closed */
    uint64_t end_ejected;
    sampler head;
    sampler message;
} host_meter;

/* The network's counters at one cycle. */
typedef struct mark {
    uint64_t cycle;
    uint64_t total[WS_TOTAL_COUNT];
    uint64_t flits[WS_CLASSES_MAX];
    uint64_t created[WS_CLASSES_MAX];
} mark;

struct ws_metrics {
    uint64_t warmup;
    bool based;         /* the base has been taken */
    bool closed;        /* what is created from `end` on does not count */
    mark base;          /* where the measurement begins */
    mark end;           /* where it ended, if it is closed */
    uint64_t base_held; /* cycles of virtual channels that the worms of then had
                         held by then */
    /* messages created since the warm-up and before the end; and delivered of them */
    uint64_t counted;
    uint64_t followed;
    uint32_t hosts;
    size_t class_count;
    size_t report_count;
    const ws_class *classes; /* as they are reported */
    sampler all[WS_LATENCY_COUNT];
    sampler by_class[WS_CLASSES_MAX][WS_LATENCY_COUNT];
    sampler retries;
    host_meter *host;
    ws_series series;
    /* at the latest look */
    uint64_t worms;
    uint64_t blocked;
    ws_saq_log saqs; /* the latest births and deaths of set-aside queues */
    ws_meter recent; /* what has happened since the latest ws_metrics_point */
};

/* ---- samplers ---- */

static void sampler_init(sampler *s, bool fine) {
    ws_histogram_init(&s->histogram, fine ? WS_HISTOGRAM_FINE : WS_HISTOGRAM_COARSE);
    ws_batches_init(&s->batches, fine ? WS_BATCHES_FINE : WS_BATCHES_COARSE);
}

static void sampler_free(sampler *s) {
    ws_histogram_free(&s->histogram);
    ws_batches_free(&s->batches);
}

static void sampler_clear(sampler *s) {
    ws_histogram_clear(&s->histogram);
    ws_batches_clear(&s->batches);
}

static void sampler_add(sampler *s, uint64_t cycles) {
    ws_histogram_add(&s->histogram, cycles);
    ws_batches_add(&s->batches, (double)cycles);
}

/* The interval of the full batches, about the mean of all samples. */
static ws_bounds around(double mean, const ws_interval *interval) {
    double below = interval->mean - interval->low;
    double above = interval->high - interval->mean;
    return (ws_bounds){.low = mean - below, .high = mean + above};
}

static ws_bounds sampler_percentile(const sampler *s, double share) {
    ws_bounds unknown = {.low = NAN, .high = NAN};
    ws_interval interval = ws_batches_interval(&s->batches);
    double sd = ws_histogram_sd(&s->histogram);
    if (interval.verdict != WS_INTERVAL_TOLD || !(sd > 0))
        return unknown;
    double independent = sd * sd / (interval.error * interval.error);
    double beyond = independent * fmin(share, 1 - share);
    if (beyond < PERCENTILE_BEYOND)
        return unknown;
    double reach = NORMAL_95 * sqrt(share * (1 - share) / independent);
    return (ws_bounds){
        .low = ws_histogram_quantile(&s->histogram, fmax(share - reach, 0)),
        .high = ws_histogram_quantile(&s->histogram, fmin(share + reach, 1)),
    };
}

void ws_summary_withhold(ws_summary *summary, ws_interval_verdict why) {
    summary->interval = why;
    summary->ci95 = NAN;
    summary->bounds = (ws_bounds){.low = NAN, .high = NAN};
}

static ws_summary sampler_summary(const sampler *s) {
    const ws_histogram *histogram = &s->histogram;
    ws_interval interval = ws_batches_interval(&s->batches);
    double mean = ws_histogram_mean(histogram);
    double most = (double)histogram->max;
    ws_summary summary = {
        .mean = mean,
        .ci95 = ws_interval_half(&interval),
        .bounds = around(mean, &interval),
        .interval = interval.verdict,
        .independent = interval.independent,
        .sd = ws_histogram_sd(histogram),
        .p50 = ws_histogram_quantile(histogram, 0.50),
        .p95 = ws_histogram_quantile(histogram, 0.95),
        .p99 = ws_histogram_quantile(histogram, 0.99),
        .max = histogram->count ? most : NAN,
        .count = histogram->count,
    };
    /* the formula has left its range where it asks for less than any sample */
    if (summary.bounds.low < ws_histogram_quantile(histogram, 0))
        ws_summary_withhold(&summary, WS_INTERVAL_OUTSIDE);
    return summary;
}

/* Every sampler of the metrics, for (SAMPLERS_EACH(i, s, m)): the fine ones, then two of each host,
 * then that of retries. */
enum { SAMPLERS_FINE = (1 + WS_CLASSES_MAX) * WS_LATENCY_COUNT };
static sampler *sampler_at(ws_metrics *m, size_t i) {
    size_t of_hosts = 2 * (size_t)m->hosts;
    if (i < WS_LATENCY_COUNT)
        return &m->all[i];
    if (i < SAMPLERS_FINE) {
        size_t class = i / WS_LATENCY_COUNT - 1;
        return &m->by_class[class][i % WS_LATENCY_COUNT];
    }
    i -= SAMPLERS_FINE;
    if (i < of_hosts) {
        host_meter *host = &m->host[i / 2];
        return i % 2 ? &host->message : &host->head;
    }
    return i == of_hosts ? &m->retries : NULL;
}

#define SAMPLERS_EACH(i, s, m)                                                                     \
    size_t i = 0;                                                                                  \
    (s = sampler_at(m, i));                                                                        \
    i++

/* ---- life ---- */

static uint64_t flits_created(const ws_net *n) {
    return n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_REFUSED];
}

static ws_flit_counts flits_count(const ws_net *n) {
    ws_flit_counts counts = {.created = flits_created(n)};
    ws_net_delivered(n, counts.by_class);
    for (EACH(c, WS_CLASSES_MAX))
        counts.delivered += counts.by_class[c];
    return counts;
}

/* Cycles for which queue q has held its virtual channel so far. */
static uint64_t held_by(const ws_net *n, uint32_t q) {
    uint64_t now = n->cycle[0];
    return n->since[q] < now ? now - n->since[q] : 0;
}

/* Cycles for which the worms in the network have held virtual channels so far. A worm counts as
 * waste only when it ends. */
static uint64_t held_so_far(const ws_net *n) {
    uint64_t held = 0;
    for (EACH(k, n->used->packets))
        if (n->packet.message[k] != WS_NIL)
            held += n->packet.held[k];
    for (EACH(v, n->size.vcs)) {
        uint32_t q = n->vc[v].holder;
        if (q != WS_NIL)
            held += held_by(n, q);
    }
    return held;
}

static void host_base_copy(host_meter *host, const ws_net *n, uint32_t h) {
    host->created = 0;
    host->injected = n->link_flits[n->wire.inject_link[h]];
    host->ejected = n->link_flits[n->wire.eject_link[h]];
}

static void host_end_copy(host_meter *host, const ws_net *n, uint32_t h) {
    host->end_injected = n->link_flits[n->wire.inject_link[h]];
    host->end_ejected = n->link_flits[n->wire.eject_link[h]];
}

static void mark_copy(mark *at, const ws_net *n) {
    assert(is_settled(n));
    at->cycle = ws_net_cycle(n);
    memcpy(at->total, n->total, sizeof at->total);
    at->total[WS_TOTAL_BACKLOG] = ws_net_backlog(n);
    for (size_t c = 0; c < n->size.classes && c < WS_CLASSES_MAX; c++) {
        at->flits[c] = n->class_flits[c];
        at->created[c] = n->class_created[c];
    }
}

static void base_copy(ws_metrics *m, const ws_net *n) {
    m->based = true;
    mark_copy(&m->base, n);
    m->base_held = held_so_far(n);
    for (EACH(h, m->hosts))
        host_base_copy(&m->host[h], n, h);
}

static void samplers_init(ws_metrics *m) {
    sampler *s;
    for (SAMPLERS_EACH(i, s, m))
        sampler_init(s, i < SAMPLERS_FINE);
}

/* Does something that began in this cycle count? */
static bool is_counted(const ws_metrics *m, uint64_t begin) {
    return begin >= m->warmup && !(m->closed && begin >= m->end.cycle);
}

uint64_t ws_metrics_begun(const ws_metrics *m, const ws_net *n) {
    uint64_t now = ws_net_cycle(n);
    uint64_t begun = 0;
    if (!is_counted(m, now))
        return 0;
    for (EACH(i, n->used->messages))
        begun += n->message.source[i] != WS_NIL && n->message.created[i] == now;
    return begun;
}

ws_metrics *ws_metrics_new(const ws_net *n, uint64_t warmup) {
    const ws_def *def = ws_net_def(n);
    uint64_t now = ws_net_cycle(n);
    ws_metrics *m = ws_alloc(1, sizeof *m);
    *m = (ws_metrics){.warmup = warmup, .hosts = n->size.hosts};
    m->host = ws_alloc(m->hosts, sizeof *m->host);
    m->classes = ws_classes_of(def, &m->class_count);
    m->report_count = m->class_count > 1 ? 1 + m->class_count : 1;
    samplers_init(m);
    ws_flit_counts counts = flits_count(n);
    ws_series_begin(&m->series, m->hosts, def, now, &counts);
    ws_meter_begin(&m->recent, now, &counts);
    if (now >= warmup)
        base_copy(m, n);
    m->counted = ws_metrics_begun(m, n);
    return m;
}

void ws_metrics_free(ws_metrics *m) {
    if (!m)
        return;
    sampler *s;
    for (SAMPLERS_EACH(i, s, m))
        sampler_free(s);
    free(m->host);
    free(m);
}

uint64_t ws_metrics_since(const ws_metrics *m) {
    return m->warmup;
}

void ws_metrics_reset(ws_metrics *m, const ws_net *n) {
    sampler *s;
    for (SAMPLERS_EACH(i, s, m))
        sampler_clear(s);
    m->warmup = ws_net_cycle(n);
    m->counted = ws_metrics_begun(m, n);
    m->followed = 0;
    base_copy(m, n);
}

/* Was message m of `before` lost on the way to `n`? Its row is free there, or used anew. */
static bool is_lost(const ws_net *before, const ws_net *n, uint32_t m) {
    if (before->message.source[m] == WS_NIL)
        return false;
    if (n->message.source[m] == WS_NIL)
        return true;
    return n->message.created[m] != before->message.created[m];
}

void ws_metrics_recable(ws_metrics *m, const ws_net *before, const ws_net *n) {
    uint64_t held = held_so_far(n);
    if (m->base_held > held)
        m->base_held = held;
    for (EACH(i, before->used->messages)) {
        uint64_t created = before->message.created[i];
        if (is_lost(before, n, i) && is_counted(m, created))
            m->counted--;
    }
}

void ws_metrics_close(ws_metrics *m, const ws_net *n) {
    if (m->closed)
        return;
    m->closed = true;
    mark_copy(&m->end, n);
    for (EACH(h, m->hosts))
        host_end_copy(&m->host[h], n, h);
}

uint64_t ws_metrics_until(const ws_metrics *m) {
    return m->closed ? m->end.cycle : UINT64_MAX;
}

uint64_t ws_metrics_unfinished(const ws_metrics *m) {
    return m->counted - m->followed;
}

/* ---- feeding ---- */

static void classes_add(ws_metrics *m, const ws_event *event, ws_latency_kind kind,
                        uint64_t cycles) {
    if (m->report_count == 1)
        return;
    for (EACH(c, m->class_count))
        if (ws_class_has(&m->classes[c], event->traffic_class))
            sampler_add(&m->by_class[c][kind], cycles);
}

static void sample_add(ws_metrics *m, const ws_event *event, ws_latency_kind kind, uint64_t begin,
                       uint64_t end) {
    if (!is_counted(m, begin))
        return;
    host_meter *host = &m->host[event->source];
    uint64_t cycles = end - begin;
    sampler_add(&m->all[kind], cycles);
    classes_add(m, event, kind, cycles);
    if (kind == WS_LATENCY_HEAD)
        sampler_add(&host->head, cycles);
    if (kind == WS_LATENCY_MESSAGE)
        sampler_add(&host->message, cycles);
}

/* Windows count the warm-up, too. */
static void window_add(ws_metrics *m, const ws_event *event, ws_latency_kind kind,
                       uint64_t cycles) {
    double latency = (double)cycles;
    uint32_t class = event->traffic_class;
    ws_series_add(&m->series, class, kind, latency);
    ws_meter_add(&m->recent, class, kind, latency);
}

static void message_delivered(ws_metrics *m, const ws_event *event) {
    sample_add(m, event, WS_LATENCY_MESSAGE, event->created, event->cycle);
    sample_add(m, event, WS_LATENCY_NETWORK, event->entered, event->cycle);
    sample_add(m, event, WS_LATENCY_HEAD, event->entered, event->head);
    if (is_counted(m, event->created)) {
        sampler_add(&m->retries, event->retries);
        m->followed++;
    }
    uint64_t message = event->cycle - event->created;
    uint64_t network = event->cycle - event->entered;
    uint64_t head = event->head - event->entered;
    window_add(m, event, WS_LATENCY_MESSAGE, message);
    window_add(m, event, WS_LATENCY_NETWORK, network);
    window_add(m, event, WS_LATENCY_HEAD, head);
}

static void message_created(ws_metrics *m, const ws_event *event) {
    if (m->based && !m->closed)
        m->host[event->source].created += event->length;
}

static void event_measure(ws_metrics *m, const ws_event *event) {
    switch ((ws_event_kind)event->kind) {
    case WS_EVENT_MESSAGE_CREATED:
        m->counted += is_counted(m, event->cycle);
        message_created(m, event);
        break;
    case WS_EVENT_MESSAGE_REFUSED: message_created(m, event); break;
    case WS_EVENT_MESSAGE_SENT: m->counted += is_counted(m, event->cycle); break;
    case WS_EVENT_PACKET_INJECTED:
    case WS_EVENT_PACKET_KILLED:
    case WS_EVENT_SAQ_ALLOCATED:
    case WS_EVENT_SAQ_FREED: break; /* counted by the core */
    case WS_EVENT_PACKET_DELIVERED:
        sample_add(m, event, WS_LATENCY_PACKET, event->entered, event->cycle);
        window_add(m, event, WS_LATENCY_PACKET, event->cycle - event->entered);
        break;
    case WS_EVENT_MESSAGE_DELIVERED: message_delivered(m, event); break;
    case WS_EVENT_MESSAGE_LOST: m->counted -= is_counted(m, event->created); break;
    }
}

void ws_metrics_blocked(ws_metrics *m, uint64_t worms, uint64_t blocked) {
    m->worms = worms;
    m->blocked = blocked;
}

/* The open window of the series ends now. */
static void window_end(ws_metrics *m, const ws_net *n) {
    ws_flit_counts counts = flits_count(n);
    ws_series_sample(&m->series, m->worms, m->blocked);
    if (n->size.saqs > 0) {
        ws_saq_census saqs = ws_saqs_count(n);
        ws_series_sample_saqs(&m->series, saqs.active, saqs.blocked);
    }
    ws_series_close(&m->series, ws_net_cycle(n), &counts);
}

void ws_metrics_feed(ws_metrics *m, const ws_net *n) {
    uint64_t now = ws_net_cycle(n);
    size_t count;
    const ws_event *event = ws_net_events(n, &count);
    for (EACH(i, count)) {
        event_measure(m, &event[i]);
        ws_saq_log_add(&m->saqs, n, &event[i]);
    }
    if (!m->based && now >= m->warmup)
        base_copy(m, n);
    if (now >= ws_series_due(&m->series))
        window_end(m, n);
}

/* ---- keeping ---- */

uint64_t ws_metrics_due(const ws_metrics *m) {
    return ws_series_due(&m->series);
}

uint64_t ws_metrics_base_due(const ws_metrics *m) {
    return m->based ? UINT64_MAX : m->warmup;
}

static void sampler_pack(sampler *s, ws_pack *pack) {
    ws_histogram_pack(&s->histogram, pack);
    ws_batches_pack(&s->batches, pack);
}

void ws_metrics_pack(ws_metrics *m, ws_pack *pack) {
    sampler *s;
    WS_PACK(pack, m->warmup);
    WS_PACK(pack, m->based);
    WS_PACK(pack, m->closed);
    WS_PACK(pack, m->base);
    WS_PACK(pack, m->end);
    WS_PACK(pack, m->base_held);
    WS_PACK(pack, m->counted);
    WS_PACK(pack, m->followed);
    for (EACH(h, m->hosts)) {
        host_meter *host = &m->host[h];
        WS_PACK(pack, host->created);
        WS_PACK(pack, host->injected);
        WS_PACK(pack, host->ejected);
        WS_PACK(pack, host->end_injected);
        WS_PACK(pack, host->end_ejected);
    }
    for (SAMPLERS_EACH(i, s, m))
        sampler_pack(s, pack);
    ws_series_pack(&m->series, pack);
    WS_PACK(pack, m->worms);
    WS_PACK(pack, m->blocked);
    WS_PACK(pack, m->recent);
    WS_PACK(pack, m->saqs);
}

const ws_saq_log *ws_metrics_saqs(const ws_metrics *m) {
    return &m->saqs;
}

/* ---- reading ---- */

ws_totals ws_net_totals(const ws_net *n) {
    const uint64_t *total = n->total;
    return (ws_totals){
        .messages_created = total[WS_TOTAL_MESSAGES_CREATED],
        .messages_refused = total[WS_TOTAL_MESSAGES_REFUSED],
        .messages_injected = total[WS_TOTAL_MESSAGES_INJECTED],
        .messages_delivered = total[WS_TOTAL_MESSAGES_DELIVERED],
        .messages_dropped = total[WS_TOTAL_MESSAGES_DROPPED],
        .messages_sent = total[WS_TOTAL_MESSAGES_SENT],
        .packets_created = total[WS_TOTAL_PACKETS_CREATED],
        .packets_injected = total[WS_TOTAL_PACKETS_INJECTED],
        .packets_delivered = total[WS_TOTAL_PACKETS_DELIVERED],
        .flits_sent = total[WS_TOTAL_FLITS_SENT],
        .flits_injected = total[WS_TOTAL_FLITS_INJECTED],
        .flits_delivered = total[WS_TOTAL_FLITS_DELIVERED],
        .flits_overhead = total[WS_TOTAL_OVERHEAD_DELIVERED],
        .flit_hops = total[WS_TOTAL_FLIT_HOPS],
    };
}

/* Cycles since the base. */
static double elapsed(const ws_metrics *m, const ws_net *n) {
    uint64_t now = m->closed ? m->end.cycle : ws_net_cycle(n);
    if (!m->based || now <= m->base.cycle)
        return NAN;
    return (double)(now - m->base.cycle);
}

/* The rate of `flits` flits since the base, per host of the whole network and cycle. */
static double rate(const ws_metrics *m, const ws_net *n, uint64_t flits) {
    return (double)flits / elapsed(m, n) / m->hosts;
}

/* A counter since the base, or what was counted before there is one. */
static uint64_t since_base(const ws_metrics *m, const ws_net *n, ws_total which) {
    uint64_t now = m->closed ? m->end.total[which] : n->total[which];
    return now - m->base.total[which];
}

double ws_metrics_offered(const ws_metrics *m, const ws_net *n) {
    uint64_t created = since_base(m, n, WS_TOTAL_FLITS_CREATED);
    uint64_t refused = since_base(m, n, WS_TOTAL_FLITS_REFUSED);
    return rate(m, n, created + refused);
}

double ws_metrics_accepted(const ws_metrics *m, const ws_net *n) {
    uint64_t flits = since_base(m, n, WS_TOTAL_FLITS_DELIVERED);
    uint64_t overhead = since_base(m, n, WS_TOTAL_OVERHEAD_DELIVERED);
    return rate(m, n, flits > overhead ? flits - overhead : 0);
}

double ws_metrics_mean_hops(const ws_metrics *m, const ws_net *n) {
    uint64_t packets = since_base(m, n, WS_TOTAL_PACKETS_DELIVERED);
    uint64_t hops = since_base(m, n, WS_TOTAL_HOPS_DELIVERED);
    if (!m->based || packets == 0)
        return NAN;
    return (double)hops / (double)packets;
}

double ws_metrics_source_queue(const ws_metrics *m, const ws_net *n) {
    uint64_t now = m->closed ? m->end.total[WS_TOTAL_BACKLOG] : ws_net_backlog(n);
    return rate(m, n, now - m->base.total[WS_TOTAL_BACKLOG]);
}

/* A counter since the base; NAN before there is one. */
static double counted(const ws_metrics *m, const ws_net *n, ws_total which) {
    return m->based ? (double)since_base(m, n, which) : NAN;
}

/* The estimates of occupancy at the outputs of switches. */
static void occupancy_read(const ws_net *n, ws_timeout_report *report) {
    uint64_t sum = 0;
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    uint32_t links = first_link(n, n->size.switches);
    for (EACH(l, links)) {
        uint64_t cycles = n->timer.occupancy[l];
        sum += cycles;
        if (cycles < least)
            least = cycles;
        if (cycles > most)
            most = cycles;
    }
    report->occupancy = (double)sum / 65536 / links;
    report->occupancy_least = (double)least / 65536;
    report->occupancy_most = (double)most / 65536;
}

/* Shares of the time of the virtual channels. Worms that waited before the
 * measurement began bring that time along when they end: without it in the
 * whole, a share could be any number. */
static void waste_read(ws_timeout_report *report, const ws_metrics *m, const ws_net *n) {
    double whole = elapsed(m, n) * n->size.vcs + (double)m->base_held;
    report->waste_wait = counted(m, n, WS_TOTAL_WASTE_WAIT) / whole;
    report->waste_kill = counted(m, n, WS_TOTAL_WASTE_KILL) / whole;
    if (!m->based)
        return;
    report->wait_cycles = since_base(m, n, WS_TOTAL_WASTE_WAIT);
    report->kill_cycles = since_base(m, n, WS_TOTAL_WASTE_KILL);
}

ws_timeout_report ws_metrics_timeouts(const ws_metrics *m, const ws_net *n) {
    ws_timeout_report report = ws_metrics_kills(m, n);
    occupancy_read(n, &report);
    return report;
}

ws_timeout_report ws_metrics_kills(const ws_metrics *m, const ws_net *n) {
    double delivered = counted(m, n, WS_TOTAL_PACKETS_DELIVERED);
    double kills = counted(m, n, WS_TOTAL_KILLS);
    ws_timeout_report report = {0};
    report.kills = n->total[WS_TOTAL_KILLS];
    report.resets = n->total[WS_TOTAL_RESETS];
    report.kills_per_delivered = delivered > 0 ? kills / delivered : NAN;
    report.retries = sampler_summary(&m->retries);
    waste_read(&report, m, n);
    return report;
}

size_t ws_metrics_classes(const ws_metrics *m) {
    return m->report_count;
}

/* The count since the base of a counter by traffic class, over a reported class. Overhead is
 * subtracted when its packet is here whole; part of it may have come before the base. */
static uint64_t class_sum(const ws_class *class, const uint64_t *now, const uint64_t *base) {
    uint64_t sum = 0;
    for (EACH(i, WS_CLASSES_MAX))
        if (ws_class_has(class, i))
            sum += now[i] > base[i] ? now[i] - base[i] : 0;
    return sum;
}

/* Hosts that send messages of a class. With Fed-X traffic, a host either sends to hot spots or is
 * independent. */
static uint32_t class_senders(const ws_net *n, const char *name) {
    const ws_def *def = n->def;
    bool by_source = def->class_rule == WS_CLASS_RULE_LENGTH_SOURCE;
    if (!by_source || def->traffic != WS_TRAFFIC_HOT_SENDERS)
        return 0;
    /* as hot_senders.c chooses them */
    uint32_t hot = (uint32_t)(def->hot_share * n->size.hosts / WS_MILLION);
    if (strcmp(name, "hot") == 0)
        return hot;
    if (strcmp(name, "independent") == 0)
        return n->size.hosts - hot;
    return 0;
}

static void all_read(ws_class_report *report, const ws_metrics *m, const ws_net *n) {
    report->name = "all";
    report->accepted = ws_metrics_accepted(m, n);
    report->offered = ws_metrics_offered(m, n);
}

static void class_read(ws_class_report *report, const ws_metrics *m, const ws_net *n,
                       const ws_class *class) {
    const uint64_t *flits = m->closed ? m->end.flits : n->class_flits;
    const uint64_t *sent = m->closed ? m->end.created : n->class_created;
    uint64_t delivered = class_sum(class, flits, m->base.flits);
    uint64_t created = class_sum(class, sent, m->base.created);
    report->name = class->name;
    report->accepted = rate(m, n, delivered);
    report->offered = rate(m, n, created);
}

ws_class_report ws_metrics_class(const ws_metrics *m, const ws_net *n, size_t index) {
    const sampler *latency = index ? m->by_class[index - 1] : m->all;
    double hosts = n->size.hosts;
    ws_class_report report = {0};
    if (index)
        class_read(&report, m, n, &m->classes[index - 1]);
    else
        all_read(&report, m, n);
    report.senders = class_senders(n, report.name);
    report.accepted_per_sender = NAN;
    if (report.senders)
        report.accepted_per_sender = report.accepted * hosts / report.senders;
    for (EACH(i, WS_LATENCY_COUNT))
        report.latency[i] = sampler_summary(&latency[i]);
    return report;
}

ws_summary ws_metrics_latency(const ws_metrics *m, ws_latency_kind kind) {
    return sampler_summary(&m->all[kind]);
}

const ws_histogram *ws_metrics_histogram(const ws_metrics *m, size_t index, ws_latency_kind kind) {
    const sampler *latency = index ? m->by_class[index - 1] : m->all;
    return &latency[kind].histogram;
}

ws_bounds ws_metrics_percentile(const ws_metrics *m, size_t index, ws_latency_kind kind,
                                double share) {
    const sampler *latency = index ? m->by_class[index - 1] : m->all;
    return sampler_percentile(&latency[kind], share);
}

static bool has_own_rules(const ws_host_def *def) {
    static const ws_host_def plain = WS_HOST_DEF_DEFAULT;
    if (def->dest != plain.dest || def->load != plain.load)
        return true;
    return def->traffic_class != plain.traffic_class;
}

ws_host_report ws_metrics_host(const ws_metrics *m, const ws_net *n, uint32_t h) {
    const host_meter *host = &m->host[h];
    uint32_t in = n->wire.inject_link[h];
    uint32_t out = n->wire.eject_link[h];
    uint64_t injected = m->closed ? host->end_injected : n->link_flits[in];
    uint64_t ejected = m->closed ? host->end_ejected : n->link_flits[out];
    double cycles = elapsed(m, n);
    return (ws_host_report){
        .own_rules = has_own_rules(&n->host[h]),
        .offered = (double)host->created / cycles,
        .injected = (double)(injected - host->injected) / cycles,
        .received = (double)(ejected - host->ejected) / cycles,
        .head = sampler_summary(&host->head),
        .message = sampler_summary(&host->message),
    };
}

const ws_point *ws_metrics_series(const ws_metrics *m, size_t *count, uint64_t *window) {
    *count = m->series.count;
    if (window)
        *window = m->series.window;
    return m->series.points;
}

ws_point ws_metrics_point(ws_metrics *m, const ws_net *n) {
    ws_flit_counts counts = flits_count(n);
    ws_window window = ws_meter_close(&m->recent, ws_net_cycle(n), &counts);
    return ws_window_point(&window, m->hosts, ws_net_def(n));
}
