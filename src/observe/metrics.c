/* metrics.c - see metrics.h.
 *
 * Two sources. Latencies come from events: a sample counts when its own reference point
 * (creation, or entry into the network) lies at or after the warm-up. Throughputs come from the
 * network's counters, as a difference to their values at the base: the first feed at or after
 * the warm-up; the divisor is the number of cycles since then, so a step that straddles the
 * warm-up makes the measurement a little shorter, never wrong. */
#include "observe/metrics.h"

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
    [WS_LATENCY_MESSAGE] = "message_latency",
    [WS_LATENCY_NETWORK] = "network_latency",
    [WS_LATENCY_HEAD] = "head_latency",
    [WS_LATENCY_PACKET] = "packet_latency",
};

typedef struct sampler {
    ws_histogram histogram;
    ws_batches batches;
} sampler;

typedef struct host_meter {
    uint64_t created;           /* flits of its messages since the base, refused ones included */
    uint64_t injected, ejected; /* flits on its two links at the base */
    sampler head, message;
} host_meter;

struct ws_metrics {
    uint64_t warmup;
    bool based; /* the base has been taken */
    uint64_t base_cycle, base_total[WS_TOTAL_COUNT], base_flits[WS_CLASSES_MAX],
        base_created[WS_CLASSES_MAX];
    uint64_t base_held; /* lane-cycles that the worms of then had held by then */
    uint32_t hosts;
    size_t class_count, report_count;
    const ws_class *classes; /* as they are reported */
    sampler all[WS_LATENCY_COUNT], by_class[WS_CLASSES_MAX][WS_LATENCY_COUNT];
    sampler retries;
    host_meter *host;
    ws_series series;
    uint64_t worms, blocked; /* at the latest look */
    ws_saq_log saqs;         /* the latest births and deaths of set-aside queues */
    ws_meter taken;          /* what has happened since the latest ws_metrics_take */
};

/* ---- samplers ---- */

static void sampler_init(sampler *s, uint32_t bits) {
    ws_histogram_init(&s->histogram, bits);
    ws_batches_clear(&s->batches);
}

static void sampler_clear(sampler *s) {
    ws_histogram_clear(&s->histogram);
    ws_batches_clear(&s->batches);
}

static void sampler_add(sampler *s, uint64_t cycles) {
    ws_histogram_add(&s->histogram, cycles);
    ws_batches_add(&s->batches, (double)cycles);
}

static ws_summary sampler_summary(const sampler *s) {
    const ws_histogram *h = &s->histogram;
    return (ws_summary){.mean = ws_histogram_mean(h),
                        .ci95 = ws_batches_ci95(&s->batches),
                        .sd = ws_histogram_sd(h),
                        .p50 = ws_histogram_quantile(h, 0.50),
                        .p95 = ws_histogram_quantile(h, 0.95),
                        .p99 = ws_histogram_quantile(h, 0.99),
                        .max = h->count ? (double)h->max : NAN,
                        .count = h->count};
}

/* Every sampler of the metrics, for (i = 0; (s = sampler_at(m, i)); i++). */
static sampler *sampler_at(ws_metrics *m, size_t i) {
    if (i < WS_LATENCY_COUNT)
        return &m->all[i];
    i -= WS_LATENCY_COUNT;
    if (i < WS_CLASSES_MAX * WS_LATENCY_COUNT)
        return &m->by_class[i / WS_LATENCY_COUNT][i % WS_LATENCY_COUNT];
    i -= WS_CLASSES_MAX * WS_LATENCY_COUNT;
    if (i < 2 * (size_t)m->hosts)
        return i % 2 ? &m->host[i / 2].message : &m->host[i / 2].head;
    return i == 2 * (size_t)m->hosts ? &m->retries : NULL;
}

/* ---- life ---- */

const ws_class *ws_classes_of(const ws_def *def, size_t *count) {
    static const ws_class classes[WS_CLASS_RULE_COUNT][WS_CLASSES_MAX + 1] = {
        [WS_CLASS_RULE_NONE] = {{"all", 1}},
        [WS_CLASS_RULE_PRIORITY] = {{"high", 1}, {"low", 2}},
        [WS_CLASS_RULE_LENGTH] = {{"short", 1}, {"long", 2}},
        [WS_CLASS_RULE_LENGTH_SOURCE] = {{"short", 1 | 2},
                                         {"long", 4 | 8},
                                         {"hot", 1 | 4},
                                         {"independent", 2 | 8}},
        [WS_CLASS_RULE_SOURCE] = {{"hot", 1}, {"background", 2}},
    };
    const ws_class *row = classes[def->class_rule];
    for (*count = 0; row[*count].name; ++*count)
        continue;
    return row;
}

static uint64_t flits_created(const ws_net *n) {
    return n->total[WS_TOTAL_FLITS_CREATED] + n->total[WS_TOTAL_FLITS_REFUSED];
}

/* Lane-cycles for which the worms in the network have held lanes so far: they are counted as
 * waste when the worm ends. */
static uint64_t held_so_far(const ws_net *n) {
    uint64_t held = 0;
    for (uint32_t k = 0; k < n->size.packets; k++)
        held += n->packet.message[k] == WS_NIL ? 0 : n->packet.held[k];
    for (uint32_t v = 0; v < n->size.vcs; v++) {
        uint32_t q = n->vc[v].holder;
        if (q != WS_NIL && n->since[q] < n->cycle[0])
            held += n->cycle[0] - n->since[q];
    }
    return held;
}

static void base_take(ws_metrics *m, const ws_net *n) {
    m->based = true;
    m->base_cycle = ws_net_cycle(n);
    memcpy(m->base_total, n->total, sizeof m->base_total);
    m->base_total[WS_TOTAL_BACKLOG] = ws_net_backlog(n);
    m->base_held = held_so_far(n);
    for (size_t c = 0; c < n->size.classes && c < WS_CLASSES_MAX; c++) {
        m->base_flits[c] = n->class_flits[c];
        m->base_created[c] = n->class_created[c];
    }
    for (uint32_t h = 0; h < m->hosts; h++) {
        m->host[h].created = 0;
        m->host[h].injected = n->link_flits[n->wire.inject_link[h]];
        m->host[h].ejected = n->link_flits[n->wire.eject_link[h]];
    }
}

ws_metrics *ws_metrics_new(const ws_net *n, uint64_t warmup) {
    ws_metrics *m = ws_alloc(1, sizeof *m);
    host_meter *host = ws_alloc(n->size.hosts, sizeof *host);
    *m = (ws_metrics){.warmup = warmup, .hosts = n->size.hosts, .host = host};
    m->classes = ws_classes_of(ws_net_def(n), &m->class_count);
    m->report_count = m->class_count > 1 ? 1 + m->class_count : 1;
    size_t fine = (1 + WS_CLASSES_MAX) * WS_LATENCY_COUNT;
    sampler *s;
    for (size_t i = 0; (s = sampler_at(m, i)); i++)
        sampler_init(s, i < fine ? WS_HISTOGRAM_FINE : WS_HISTOGRAM_COARSE);
    ws_series_begin(&m->series, m->hosts, ws_net_def(n), ws_net_cycle(n), flits_created(n),
                    n->total[WS_TOTAL_FLITS_DELIVERED]);
    ws_meter_begin(&m->taken, ws_net_cycle(n), flits_created(n),
                   n->total[WS_TOTAL_FLITS_DELIVERED]);
    if (ws_net_cycle(n) >= warmup)
        base_take(m, n);
    return m;
}

void ws_metrics_free(ws_metrics *m) {
    if (!m)
        return;
    sampler *s;
    for (size_t i = 0; (s = sampler_at(m, i)); i++)
        ws_histogram_free(&s->histogram);
    free(m->host);
    free(m);
}

uint64_t ws_metrics_since(const ws_metrics *m) {
    return m->warmup;
}

void ws_metrics_reset(ws_metrics *m, const ws_net *n) {
    sampler *s;
    for (size_t i = 0; (s = sampler_at(m, i)); i++)
        sampler_clear(s);
    m->warmup = ws_net_cycle(n);
    base_take(m, n);
}

/* ---- feeding ---- */

static void sample_add(ws_metrics *m, const ws_event *e, ws_latency_kind kind, uint64_t begin,
                       uint64_t end) {
    if (begin < m->warmup)
        return;
    sampler_add(&m->all[kind], end - begin);
    for (size_t c = 0; m->report_count > 1 && c < m->class_count; c++)
        if (ws_class_has(&m->classes[c], e->traffic_class))
            sampler_add(&m->by_class[c][kind], end - begin);
    if (kind == WS_LATENCY_HEAD)
        sampler_add(&m->host[e->source].head, end - begin);
    if (kind == WS_LATENCY_MESSAGE)
        sampler_add(&m->host[e->source].message, end - begin);
}

static void message_delivered(ws_metrics *m, const ws_event *e) {
    sample_add(m, e, WS_LATENCY_MESSAGE, e->created, e->cycle);
    sample_add(m, e, WS_LATENCY_NETWORK, e->entered, e->cycle);
    sample_add(m, e, WS_LATENCY_HEAD, e->entered, e->head);
    if (e->created >= m->warmup)
        sampler_add(&m->retries, e->retries);
    double latency = (double)(e->cycle - e->created);
    double head = (double)(e->head - e->entered);
    ws_series_add(&m->series, e->traffic_class, latency, head);
    ws_meter_add(&m->taken, e->traffic_class, latency, head);
}

static void event_take(ws_metrics *m, const ws_event *e) {
    switch ((ws_event_kind)e->kind) {
    case WS_EVENT_MESSAGE_CREATED:
    case WS_EVENT_MESSAGE_REFUSED:
        if (m->based)
            m->host[e->source].created += e->length;
        break;
    case WS_EVENT_PACKET_INJECTED:
    case WS_EVENT_PACKET_KILLED:
    case WS_EVENT_SAQ_ALLOCATED:
    case WS_EVENT_SAQ_FREED: break; /* counted by the core */
    case WS_EVENT_PACKET_DELIVERED:
        sample_add(m, e, WS_LATENCY_PACKET, e->entered, e->cycle);
        break;
    case WS_EVENT_MESSAGE_DELIVERED: message_delivered(m, e); break;
    }
}

void ws_metrics_blocked(ws_metrics *m, uint64_t worms, uint64_t blocked) {
    m->worms = worms;
    m->blocked = blocked;
}

void ws_metrics_feed(ws_metrics *m, const ws_net *n) {
    size_t count;
    const ws_event *event = ws_net_events(n, &count);
    for (size_t i = 0; i < count; i++) {
        event_take(m, &event[i]);
        ws_saq_log_add(&m->saqs, n, &event[i]);
    }
    if (!m->based && ws_net_cycle(n) >= m->warmup)
        base_take(m, n);
    if (ws_net_cycle(n) >= ws_series_due(&m->series))
        ws_series_sample(&m->series, m->worms, m->blocked);
    if (n->size.saqs > 0 && ws_net_cycle(n) >= ws_series_due(&m->series)) {
        ws_saq_census saqs = ws_saqs_count(n);
        ws_series_sample_saqs(&m->series, saqs.active, saqs.blocked);
    }
    ws_series_advance(&m->series, ws_net_cycle(n), flits_created(n),
                      n->total[WS_TOTAL_FLITS_DELIVERED]);
}

/* ---- keeping ---- */

uint64_t ws_metrics_due(const ws_metrics *m) {
    uint64_t window = ws_series_due(&m->series);
    return !m->based && m->warmup < window ? m->warmup : window;
}

static void sampler_pack(sampler *s, ws_pack *pack) {
    ws_histogram_pack(&s->histogram, pack);
    ws_batches_pack(&s->batches, pack);
}

void ws_metrics_pack(ws_metrics *m, ws_pack *pack) {
    sampler *s;
    ws_pack_part(pack, &m->warmup, sizeof m->warmup);
    ws_pack_part(pack, &m->based, sizeof m->based);
    ws_pack_part(pack, &m->base_cycle, sizeof m->base_cycle);
    ws_pack_part(pack, m->base_total, sizeof m->base_total);
    ws_pack_part(pack, &m->base_held, sizeof m->base_held);
    ws_pack_part(pack, m->base_flits, sizeof m->base_flits);
    ws_pack_part(pack, m->base_created, sizeof m->base_created);
    for (uint32_t h = 0; h < m->hosts; h++) {
        ws_pack_part(pack, &m->host[h].created, sizeof m->host[h].created);
        ws_pack_part(pack, &m->host[h].injected, sizeof m->host[h].injected);
        ws_pack_part(pack, &m->host[h].ejected, sizeof m->host[h].ejected);
    }
    for (size_t i = 0; (s = sampler_at(m, i)); i++)
        sampler_pack(s, pack);
    ws_series_pack(&m->series, pack);
    ws_pack_part(pack, &m->worms, sizeof m->worms);
    ws_pack_part(pack, &m->blocked, sizeof m->blocked);
    ws_pack_part(pack, &m->taken, sizeof m->taken);
    ws_pack_part(pack, &m->saqs, sizeof m->saqs);
}

const ws_saq_log *ws_metrics_saqs(const ws_metrics *m) {
    return &m->saqs;
}

/* ---- reading ---- */

ws_totals ws_net_totals(const ws_net *n) {
    const uint64_t *t = n->total;
    return (ws_totals){
        .messages_created = t[WS_TOTAL_MESSAGES_CREATED],
        .messages_refused = t[WS_TOTAL_MESSAGES_REFUSED],
        .messages_injected = t[WS_TOTAL_MESSAGES_INJECTED],
        .messages_delivered = t[WS_TOTAL_MESSAGES_DELIVERED],
        .messages_dropped = t[WS_TOTAL_MESSAGES_DROPPED],
        .packets_created = t[WS_TOTAL_PACKETS_CREATED],
        .packets_injected = t[WS_TOTAL_PACKETS_INJECTED],
        .packets_delivered = t[WS_TOTAL_PACKETS_DELIVERED],
        .flits_injected = t[WS_TOTAL_FLITS_INJECTED],
        .flits_delivered = t[WS_TOTAL_FLITS_DELIVERED],
        .flit_hops = t[WS_TOTAL_FLIT_HOPS],
    };
}

static double elapsed(const ws_metrics *m, const ws_net *n) {
    return m->based && ws_net_cycle(n) > m->base_cycle ? (double)(ws_net_cycle(n) - m->base_cycle)
                                                       : NAN;
}

/* Flits since the base, per host of the whole network and cycle. */
static double rate(const ws_metrics *m, const ws_net *n, uint64_t now, uint64_t base) {
    return (double)(now - base) / elapsed(m, n) / m->hosts;
}

double ws_metrics_offered(const ws_metrics *m, const ws_net *n) {
    return rate(m, n, flits_created(n),
                m->base_total[WS_TOTAL_FLITS_CREATED] + m->base_total[WS_TOTAL_FLITS_REFUSED]);
}

double ws_metrics_accepted(const ws_metrics *m, const ws_net *n) {
    return rate(m, n, n->total[WS_TOTAL_FLITS_DELIVERED], m->base_total[WS_TOTAL_FLITS_DELIVERED]);
}

double ws_metrics_mean_hops(const ws_metrics *m, const ws_net *n) {
    uint64_t packets =
        n->total[WS_TOTAL_PACKETS_DELIVERED] - m->base_total[WS_TOTAL_PACKETS_DELIVERED];
    uint64_t hops = n->total[WS_TOTAL_HOPS_DELIVERED] - m->base_total[WS_TOTAL_HOPS_DELIVERED];
    return m->based && packets ? (double)hops / (double)packets : NAN;
}

double ws_metrics_source_queue(const ws_metrics *m, const ws_net *n) {
    return rate(m, n, ws_net_backlog(n), m->base_total[WS_TOTAL_BACKLOG]);
}

/* A counter since the base. */
static double counted(const ws_metrics *m, const ws_net *n, ws_total which) {
    return m->based ? (double)(n->total[which] - m->base_total[which]) : NAN;
}

/* The estimates of occupancy at the outputs of switches. */
static void occupancy_read(const ws_net *n, ws_timeout_report *r) {
    uint64_t sum = 0;
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    uint32_t links = n->wire.link0[n->size.switches];
    for (uint32_t l = 0; l < links; l++) {
        sum += n->timer.occupancy[l];
        least = n->timer.occupancy[l] < least ? n->timer.occupancy[l] : least;
        most = n->timer.occupancy[l] > most ? n->timer.occupancy[l] : most;
    }
    r->occupancy = (double)sum / 65536 / links;
    r->occupancy_least = (double)least / 65536;
    r->occupancy_most = (double)most / 65536;
}

ws_timeout_report ws_metrics_timeouts(const ws_metrics *m, const ws_net *n) {
    /* worms that waited before the measurement began bring that time along when they end:
     * without it in the whole, a share could be any number */
    double delivered = counted(m, n, WS_TOTAL_PACKETS_DELIVERED);
    double lane_cycles = elapsed(m, n) * n->size.vcs + (double)m->base_held;
    ws_timeout_report r = {
        .kills = n->total[WS_TOTAL_KILLS],
        .resets = n->total[WS_TOTAL_RESETS],
        .kills_per_delivered = delivered > 0 ? counted(m, n, WS_TOTAL_KILLS) / delivered : NAN,
        .waste_wait = counted(m, n, WS_TOTAL_WASTE_WAIT) / lane_cycles,
        .waste_kill = counted(m, n, WS_TOTAL_WASTE_KILL) / lane_cycles,
        .wait_cycles =
            m->based ? n->total[WS_TOTAL_WASTE_WAIT] - m->base_total[WS_TOTAL_WASTE_WAIT] : 0,
        .kill_cycles =
            m->based ? n->total[WS_TOTAL_WASTE_KILL] - m->base_total[WS_TOTAL_WASTE_KILL] : 0,
        .retries = sampler_summary(&m->retries),
    };
    occupancy_read(n, &r);
    return r;
}

size_t ws_metrics_classes(const ws_metrics *m) {
    return m->report_count;
}

/* The sum of a counter by traffic class over a reported class. */
static uint64_t class_sum(const ws_class *c, const uint64_t *by_class) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < WS_CLASSES_MAX; i++)
        sum += ws_class_has(c, i) ? by_class[i] : 0;
    return sum;
}

/* Of Fed-X, hosts either send to hot spots or are independent. */
static uint32_t class_senders(const ws_net *n, const char *name) {
    if (n->def->class_rule != WS_CLASS_RULE_LENGTH_SOURCE ||
        n->def->traffic != WS_TRAFFIC_HOT_SENDERS)
        return 0;
    /* as hot_senders.c chooses them */
    uint32_t hot = (uint32_t)(n->def->hot_share * n->size.hosts / WS_MILLION);
    return strcmp(name, "hot") == 0           ? hot
           : strcmp(name, "independent") == 0 ? n->size.hosts - hot
                                              : 0;
}

ws_class_report ws_metrics_class(const ws_metrics *m, const ws_net *n, size_t index) {
    const sampler *s = index ? m->by_class[index - 1] : m->all;
    ws_class_report r = {
        .name = "all", .accepted = ws_metrics_accepted(m, n), .offered = ws_metrics_offered(m, n)};
    if (index) {
        const ws_class *c = &m->classes[index - 1];
        r.name = c->name;
        r.accepted = rate(m, n, class_sum(c, n->class_flits), class_sum(c, m->base_flits));
        r.offered = rate(m, n, class_sum(c, n->class_created), class_sum(c, m->base_created));
    }
    r.senders = class_senders(n, r.name);
    r.accepted_per_sender = r.senders ? r.accepted * n->size.hosts / r.senders : NAN;
    for (size_t kind = 0; kind < WS_LATENCY_COUNT; kind++)
        r.latency[kind] = sampler_summary(&s[kind]);
    return r;
}

static bool has_own_rules(const ws_host_def *def) {
    static const ws_host_def plain = WS_HOST_DEF_DEFAULT;
    return def->dest != plain.dest || def->traffic_class != plain.traffic_class ||
           def->load != plain.load;
}

ws_host_report ws_metrics_host(const ws_metrics *m, const ws_net *n, uint32_t host) {
    const host_meter *h = &m->host[host];
    double cycles = elapsed(m, n);
    return (ws_host_report){
        .own_rules = has_own_rules(&n->host[host]),
        .offered = (double)h->created / cycles,
        .accepted = (double)(n->link_flits[n->wire.inject_link[host]] - h->injected) / cycles,
        .received = (double)(n->link_flits[n->wire.eject_link[host]] - h->ejected) / cycles,
        .head = sampler_summary(&h->head),
        .message = sampler_summary(&h->message),
    };
}

const ws_point *ws_metrics_series(const ws_metrics *m, size_t *count, uint64_t *window) {
    *count = m->series.count;
    if (window)
        *window = m->series.window;
    return m->series.points;
}

ws_point ws_metrics_take(ws_metrics *m, const ws_net *n) {
    ws_window window = ws_meter_take(&m->taken, ws_net_cycle(n), flits_created(n),
                                     n->total[WS_TOTAL_FLITS_DELIVERED]);
    return ws_window_point(&window, m->hosts, ws_net_def(n));
}
