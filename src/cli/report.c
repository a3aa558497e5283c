/* report.c - see report.h. */
#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/identity.h"
#include "cli/print.h"
#include "observe/confidence.h"
#include "observe/frame.h"
#include "observe/histogram.h"
#include "observe/phases.h"
#include "observe/pools.h"
#include "observe/saqs.h"
#include "session/language/tell.h"
#include "session/memory.h"

#define HOST_TABLE_MAX                                                                             \
    8 /* print a table of hosts up to here, or when a host has rules of its own */

/* "stable" says the same as "saturated" for those who ask for yes or no. */
static json_t *stable_json(ws_saturation saturation) {
    if (saturation == WS_SATURATION_NO)
        return json_true();
    if (saturation == WS_SATURATION_YES)
        return json_false();
    return json_null();
}

static uint32_t hosts_of(const ws_net *net) {
    return (uint32_t)ws_net_graph(net)->hosts;
}
static uint32_t switches_of(const ws_net *net) {
    return (uint32_t)ws_net_graph(net)->switches;
}

/* Directed links between switches. */
static uint32_t switch_links(const ws_net *net) {
    const ws_graph *graph = ws_net_graph(net);
    uint32_t count = 0;
    for (int32_t e = 0; e < graph->edges; e++)
        if (graph->edge[e].a < graph->switches && graph->edge[e].b < graph->switches)
            count += graph->edge[e].one_way ? 1 : 2;
    return count;
}

static const char *host_name(const ws_net *net, uint32_t host) {
    const ws_graph *graph = ws_net_graph(net);
    return graph->node[graph->switches + (int32_t)host].name;
}

/* ---- JSON ---- */

static json_t *number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}
static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *bounds_json(ws_bounds bounds) {
    if (!isfinite(bounds.low) || !isfinite(bounds.high))
        return json_null();
    return json_pack("[o, o]", number(bounds.low), number(bounds.high));
}

static json_t *summary_json(const ws_summary *s) {
    json_t *o = json_object();
    json_object_set_new(o, "mean", number(s->mean));
    json_object_set_new(o, "ci95", number(s->ci95));
    json_object_set_new(o, "p50", number(s->p50));
    json_object_set_new(o, "p95", number(s->p95));
    json_object_set_new(o, "p99", number(s->p99));
    json_object_set_new(o, "max", number(s->max));
    json_object_set_new(o, "count", integer(s->count));
    json_object_set_new(o, "interval", bounds_json(s->bounds));
    if (s->interval != WS_INTERVAL_TOLD)
        json_object_set_new(o, "no_interval", json_string(ws_interval_words[s->interval]));
    return o;
}

/* The latency of a class, with the intervals of its percentiles. */
static json_t *latency_json(const struct ws_metrics *metrics, size_t class, ws_latency_kind kind,
                            const ws_summary *s) {
    static const struct {
        const char *name;
        double share;
    } percentiles[] = {{"p50_interval", 0.5}, {"p95_interval", 0.95}, {"p99_interval", 0.99}};
    json_t *o = summary_json(s);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++) {
        ws_bounds bounds = ws_metrics_percentile(metrics, class, kind, percentiles[i].share);
        if (s->interval == WS_INTERVAL_OVERLOAD)
            bounds = (ws_bounds){.low = NAN, .high = NAN};
        json_object_set_new(o, percentiles[i].name, bounds_json(bounds));
    }
    json_object_set_new(o, "sd", number(s->sd));
    return o;
}

static json_t *class_json(const ws_class_report *report) {
    json_t *object = json_object();
    json_object_set_new(object, "offered", number(report->offered));
    json_object_set_new(object, "accepted", number(report->accepted));
    if (report->senders) {
        json_object_set_new(object, "senders", integer(report->senders));
        json_object_set_new(object, "accepted_per_sender", number(report->accepted_per_sender));
    }
    for (size_t k = 0; k < WS_LATENCY_COUNT; k++)
        json_object_set_new(object, ws_latency_names[k], summary_json(&report->latency[k]));
    return object;
}

/* [[from, width, count], ...] of the buckets that are not empty. */
static json_t *histogram_json(const ws_histogram *histogram) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < ws_histogram_buckets(histogram); i++) {
        ws_bucket bucket = ws_histogram_bucket(histogram, i);
        if (bucket.count == 0)
            continue;
        json_t *triple = json_array();
        json_array_append_new(triple, integer(bucket.low));
        json_array_append_new(triple, integer(bucket.width));
        json_array_append_new(triple, integer(bucket.count));
        json_array_append_new(list, triple);
    }
    return list;
}

/* Adds the histograms of all latencies to those of the classes. */
static void histograms_add(json_t *classes, const struct ws_metrics *metrics, const ws_net *net) {
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        ws_class_report report = ws_honest_class(metrics, net, c);
        json_t *class = json_object_get(classes, report.name);
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
            json_t *latency = json_object_get(class, ws_latency_names[k]);
            const ws_histogram *histogram = ws_metrics_histogram(metrics, c, (ws_latency_kind)k);
            json_object_set_new(latency, "histogram", histogram_json(histogram));
        }
    }
}

static json_t *classes_json(const struct ws_metrics *metrics, const ws_net *net) {
    json_t *classes = json_object();
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        ws_class_report report = ws_honest_class(metrics, net, c);
        json_t *object = class_json(&report);
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++)
            json_object_set_new(object, ws_latency_names[k],
                                latency_json(metrics, c, (ws_latency_kind)k, &report.latency[k]));
        json_object_set_new(classes, report.name, object);
    }
    return classes;
}

static json_t *hosts_json(const struct ws_metrics *metrics, const ws_net *net) {
    json_t *hosts = json_array();
    for (uint32_t h = 0; h < hosts_of(net); h++) {
        ws_host_report r = ws_metrics_host(metrics, net, h);
        json_array_append_new(hosts,
                              json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:o, s:o}}", "name",
                                        host_name(net, h), "offered", number(r.offered), "injected",
                                        number(r.injected), "received", number(r.received),
                                        "head_latency", "mean", number(r.head.mean), "sd",
                                        number(r.head.sd), "count", integer(r.head.count)));
    }
    return hosts;
}

static json_t *messages_json(const ws_totals *t) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "created", integer(t->messages_created),
                     "sent", integer(t->messages_sent), "injected", integer(t->messages_injected),
                     "delivered", integer(t->messages_delivered), "refused",
                     integer(t->messages_refused), "dropped", integer(t->messages_dropped));
}

static json_t *packets_json(const ws_totals *t) {
    return json_pack("{s:o, s:o, s:o}", "created", integer(t->packets_created), "injected",
                     integer(t->packets_injected), "delivered", integer(t->packets_delivered));
}

/* Have timeouts anything to say in this run? */
static bool timeouts_matter(const ws_net *net) {
    return ws_net_def(net)->timeout_policy != WS_TIMEOUT_POLICY_NONE ||
           ws_net_total(net, WS_TOTAL_KILLS) > 0;
}

/* A head whose timer runs. Cycles; costs in link-cycles, as in the formulas of the timeout paper. */
static json_t *timed_json(const ws_frame *f, const ws_frame_worm *w) {
    const ws_frame_queue *q = &f->queue[w->head_queue];
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "switch",
                     f->graph.node[q->node].name, "from", f->graph.node[f->link[q->link].from].name,
                     "source", f->graph.node[f->switches + w->source].name, "dest",
                     f->graph.node[f->switches + w->dest].name, "retries", integer(w->retries),
                     "waits_for_lane", json_boolean(!w->behind && q->wait.reason == WS_WAIT_VC),
                     "waited", integer(f->cycle - w->timed_since), "threshold",
                     integer(w->kill_at - w->timed_since), "reset_cost", number(w->reset_cost),
                     "wait_cost", w->wait_cost > 0 ? number(w->wait_cost) : json_null());
}

static json_t *heads_json(const ws_net *net) {
    json_t *heads = json_array();
    ws_frame *f = ws_frame_new(net);
    ws_observer *observer = ws_observer_new(net);
    ws_frame_update(f, net, NULL, observer);
    for (uint32_t i = 0; i < f->worms; i++)
        if (f->worm[i].kill_at > 0 && f->worm[i].blocked)
            json_array_append_new(heads, timed_json(f, &f->worm[i]));
    ws_observer_free(observer);
    ws_frame_free(f);
    return heads;
}

static json_t *pools_json(const ws_net *net) {
    ws_pool_report p = ws_pools_report(net);
    json_t *o = json_object(), *refused = json_object(), *switches = json_array();
    ws_buffer pool[WS_PORTS_MAX];
    for (size_t i = 0; i < WS_REFUSALS; i++)
        json_object_set_new(refused, ws_refusal_names[i], integer(p.refused[i]));
    for (uint32_t x = 0; x < (uint32_t)ws_net_graph(net)->switches; x++) {
        uint32_t size = ws_pool_size(net), transit = 0, dest = 0;
        ws_pool_read(net, x, pool);
        for (uint32_t i = 0; i < size; i++)
            transit += pool[i].packet != WS_NIL && pool[i].to_go > 0;
        for (uint32_t i = 0; i < size; i++)
            dest += pool[i].packet != WS_NIL && pool[i].to_go == 0;
        json_array_append_new(switches, json_pack("{s:o, s:o}", "transit", integer(transit),
                                                  "destination", integer(dest)));
    }
    json_object_set_new(o, "refused", refused);
    json_object_set_new(o, "refused_per_delivered", number(p.per_packet));
    json_object_set_new(o, "turns", integer(p.turns));
    json_object_set_new(
        o, "in_use",
        json_pack("{s:o, s:o}", "transit", integer(p.transit), "destination", integer(p.dest)));
    json_object_set_new(o, "switches", switches);
    return o;
}

static json_t *timeouts_json(const ws_timeout_report *t, const ws_net *net) {
    json_t *o = json_object();
    json_object_set_new(o, "kills", integer(t->kills));
    json_object_set_new(o, "resets", integer(t->resets));
    json_object_set_new(o, "kills_per_delivered", number(t->kills_per_delivered));
    json_object_set_new(o, "retries", summary_json(&t->retries));
    json_object_set_new(o, "waste_wait", number(t->waste_wait));
    json_object_set_new(o, "waste_kill", number(t->waste_kill));
    json_object_set_new(o, "wait_cycles", integer(t->wait_cycles));
    json_object_set_new(o, "kill_cycles", integer(t->kill_cycles));
    json_object_set_new(o, "occupancy",
                        json_pack("{s:o, s:o, s:o}", "mean", number(t->occupancy), "min",
                                  number(t->occupancy_least), "max", number(t->occupancy_most)));
    json_object_set_new(o, "heads", heads_json(net));
    return o;
}

/* What the ports cost, and what their set-aside queues did since cycle 0. */
static json_t *ports_json(const ws_net *net) {
    ws_port_cost c = ws_port_cost_of(net);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "ports", integer(c.ports), "queues_per_port",
                     integer(c.queues_per_port), "queues_per_switch", integer(c.queues_per_switch),
                     "memory_flits_per_port", integer(c.memory_flits), "control_bits_per_port",
                     integer(c.control_bits), "out_of_order",
                     integer(ws_net_total(net, WS_TOTAL_OUT_OF_ORDER)));
}

static bool saqs_matter(const ws_net *net) {
    return ws_port_cost_of(net).control_bits > 0 || ws_net_total(net, WS_TOTAL_SAQS_ALLOCATED) > 0;
}

static json_t *saqs_json(const struct ws_metrics *metrics, const ws_net *net) {
    ws_saq_census now = ws_saqs_count(net);
    const ws_saq_log *log = ws_metrics_saqs(metrics);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "allocated",
                     integer(ws_net_total(net, WS_TOTAL_SAQS_ALLOCATED)), "freed",
                     integer(ws_net_total(net, WS_TOTAL_SAQS_FREED)), "failed",
                     integer(ws_net_total(net, WS_TOTAL_SAQS_FAILED)), "premature",
                     integer(ws_net_total(net, WS_TOTAL_SAQS_PREMATURE)), "xoffs",
                     integer(ws_net_total(net, WS_TOTAL_XOFFS)), "xons",
                     integer(ws_net_total(net, WS_TOTAL_XONS)), "active", integer(now.active),
                     "active_at_outputs", integer(now.outputs), "most_in_a_port", integer(now.most),
                     "blocked", integer(now.blocked), "mean_life",
                     number((double)log->lives / (double)log->freed), "last_freed",
                     log->freed > 0 ? integer(log->latest) : json_null());
}

/* A cycle; null where there is none. */
static json_t *cycle_json(uint64_t cycle) {
    return cycle == UINT64_MAX ? json_null() : integer(cycle);
}

/* How sure the throughputs are. */
static void rates_json(json_t *o, const struct ws_metrics *metrics) {
    ws_interval offered = ws_offered_interval(metrics);
    ws_interval accepted = ws_accepted_interval(metrics);
    json_object_set_new(o, "offered_ci95", number(ws_interval_half(&offered)));
    json_object_set_new(o, "accepted_ci95", number(ws_interval_half(&accepted)));
}

/* Cycles that were run after the end, until the last message that was measured had arrived. */
static json_t *drained_json(ws_session *session) {
    uint64_t until = ws_metrics_until(ws_session_metrics(session));
    return until == UINT64_MAX ? json_null()
                               : integer(ws_net_cycle(ws_session_net(session)) - until);
}

/* Which kernel has simulated it: the general one, slices, or what share of the cycles slices. */
static json_t *kernel_json(const ws_net *net) {
    uint64_t sliced = ws_net_kernel_cycles(net);
    if (sliced == 0)
        return json_string("general");
    if (sliced >= ws_net_cycle(net))
        return json_string("slices");
    return json_sprintf("slices %.2f", (double)sliced / (double)ws_net_cycle(net));
}

static json_t *texts_json(char *const *text, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, ws_json_text(text[i]));
    return list;
}

static json_t *phase_json(const ws_phase *phase) {
    json_t *o = json_object();
    json_t *classes = json_object();
    json_object_set_new(o, "from", integer(phase->from));
    json_object_set_new(o, "to", integer(phase->to));
    json_object_set_new(o, "measured_from", integer(phase->since));
    json_object_set_new(o, "changes", texts_json(phase->change, phase->changes));
    json_object_set_new(o, "offered", number(phase->offered));
    json_object_set_new(o, "accepted", number(phase->accepted));
    json_object_set_new(o, "offered_ci95", number(phase->offered_ci95));
    json_object_set_new(o, "accepted_ci95", number(phase->accepted_ci95));
    json_object_set_new(o, "saturated", json_string(ws_saturation_names[phase->saturation]));
    json_object_set_new(o, "unfinished", integer(phase->unfinished));
    for (size_t c = 0; c < phase->classes; c++)
        json_object_set_new(classes, phase->class[c].name, class_json(&phase->class[c]));
    json_object_set_new(o, "classes", classes);
    return o;
}

/* None of a run without changes: what stands above is its one phase. */
static json_t *phases_json(ws_session *session) {
    size_t count;
    json_t *list = json_array();
    const ws_phase *phase = ws_session_phases(session, &count);
    for (size_t i = 0; i < count && count > 1; i++)
        json_array_append_new(list, phase_json(&phase[i]));
    return list;
}

json_t *ws_report_json(const ws_run *run) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    double offered = ws_metrics_offered(metrics, net), accepted = ws_metrics_accepted(metrics, net);
    double source_queue = ws_metrics_source_queue(metrics, net);
    ws_saturation saturation = ws_saturation_of(metrics, net);
    ws_timeout_report timeouts = ws_metrics_timeouts(metrics, net);
    ws_totals totals = ws_net_totals(net);
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, ws_session_digest(run->session));
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_integer(WS_REPORT_SCHEMA));
    ws_identity_add(o, run->session);
    if (run->recording)
        json_object_set_new(o, "recording", ws_json_text(run->recording));
    json_object_set_new(o, "seed", json_integer((json_int_t)ws_net_def(net)->seed));
    json_object_set_new(o, "cycles", integer(ws_net_cycle(net)));
    json_object_set_new(o, "warmup", integer(ws_session_warmup(run->session)));
    json_object_set_new(o, "settled", cycle_json(ws_settled_cycle(metrics, net)));
    json_object_set_new(o, "digest", json_string(digest));
    json_object_set_new(o, "hosts", integer(hosts_of(net)));
    json_object_set_new(o, "switches", integer(switches_of(net)));
    json_object_set_new(o, "links", integer(switch_links(net)));
    json_object_set_new(o, "offered", number(offered));
    json_object_set_new(o, "accepted", number(accepted));
    rates_json(o, metrics);
    json_object_set_new(o, "saturated", json_string(ws_saturation_names[saturation]));
    json_object_set_new(o, "mean_source_queue", number(source_queue));
    json_object_set_new(o, "stable", stable_json(saturation));
    json_object_set_new(o, "unfinished", integer(ws_metrics_unfinished(metrics)));
    json_object_set_new(o, "drained", drained_json(run->session));
    json_object_set_new(o, "flit_hops", integer(totals.flit_hops));
    json_object_set_new(o, "mean_hops", number(ws_metrics_mean_hops(metrics, net)));
    json_object_set_new(o, "packets", packets_json(&totals));
    json_object_set_new(o, "messages", messages_json(&totals));
    if (timeouts_matter(net))
        json_object_set_new(o, "timeouts", timeouts_json(&timeouts, net));
    if (ws_port_cost_of(net).ports > 0)
        json_object_set_new(o, "ports", ports_json(net));
    if (saqs_matter(net))
        json_object_set_new(o, "saqs", saqs_json(metrics, net));
    if (ws_pool_size(net) > 0)
        json_object_set_new(o, "pools", pools_json(net));
    json_object_set_new(o, "deadlock", json_boolean(run->deadlock.ever));
    json_object_set_new(o, "deadlock_cycle",
                        run->deadlock.ever ? integer(run->deadlock.first) : json_null());
    if (run->stop)
        json_object_set_new(o, "stopped", ws_json_text(run->stop->text));
    json_object_set_new(o, "cpu_seconds", number(run->cpu_seconds));
    json_object_set_new(o, "flit_hops_per_cpu_second",
                        number((double)totals.flit_hops / run->cpu_seconds));
    json_object_set_new(o, "kernel", kernel_json(net));
    json_object_set_new(o, "phases", phases_json(run->session));
    json_t *classes = classes_json(metrics, net);
    if (run->histograms)
        histograms_add(classes, metrics, net);
    json_object_set_new(o, "classes", classes);
    json_object_set_new(o, "hosts_detail", hosts_json(metrics, net));
    return o;
}

void ws_report_trim(json_t *report) {
    json_object_del(report, "cpu_seconds");
    json_object_del(report, "flit_hops_per_cpu_second");
    json_object_del(report, "kernel");
}

/* ---- for people ---- */

/* A figure in a column: a dash if it does not exist; as many decimals as tell something. */
static void column(FILE *out, int width, double value) {
    if (!isfinite(value))
        fprintf(out, "%*s", width, "-");
    else
        fprintf(out, "%*.*f", width, value < 10 ? 3 : value < 10000 ? 1 : 0, value);
}

/* The same for a whole number of cycles. */
static void column_whole(FILE *out, int width, double value) {
    if (isfinite(value))
        fprintf(out, "%*.0f", width, value);
    else
        column(out, width, value);
}

static void print_count(FILE *out, uint64_t count, const char *noun, const char *plural) {
    fprintf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : plural);
}

static void print_head(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const char *name = ws_session_name(run->session), *title = ws_session_title(run->session);
    uint64_t cycles = ws_net_cycle(net),
             warmup = ws_metrics_since(ws_session_metrics(run->session));
    if (strcmp(name, title) != 0)
        ws_tell(out, "%s (%s)", title, name);
    else
        ws_tell(out, "%s", title);
    print_count(out, hosts_of(net), "host", "s");
    fprintf(out, ", ");
    print_count(out, switches_of(net), "switch", "es");
    fprintf(out, ", ");
    print_count(out, switch_links(net), "link", "s");
    fprintf(out, " between switches; seed %" PRId64, ws_net_def(net)->seed);
    fprintf(out, "\n%" PRIu64 " cycles, measured from cycle %" PRIu64 "; digest %016" PRIx64 "\n\n",
            cycles, warmup < cycles ? warmup : cycles, ws_session_digest(run->session));
}

static void print_rate(FILE *out, const char *name, double value, const char *what) {
    if (isfinite(value))
        fprintf(out, "%-10s %8.4f%s%s\n", name, value, *what ? "  " : "", what);
    else
        fprintf(out, "%-10s %8s\n", name, "-");
}

static void print_timeouts(const struct ws_metrics *metrics, const ws_net *net, FILE *out) {
    ws_timeout_report t = ws_metrics_timeouts(metrics, net);
    fprintf(out, "timeouts   %8" PRIu64 " kills, %" PRIu64 " resets home", t.kills, t.resets);
    if (isfinite(t.kills_per_delivered))
        fprintf(out, ", %.2f kills per packet delivered", t.kills_per_delivered);
    if (t.retries.count > 0)
        fprintf(out, "; 95%% of the messages at most %.0f retries", t.retries.p95);
    fprintf(out, "\n");
    if (isfinite(t.waste_kill))
        fprintf(out, "link time  %7.1f%% wasted in waiting, %.1f%% in worms that were killed\n",
                100 * t.waste_wait, 100 * t.waste_kill);
}

static void print_ports(const ws_net *net, FILE *out) {
    ws_port_cost c = ws_port_cost_of(net);
    if (c.ports == 0)
        return;
    fprintf(out,
            "ports      %8" PRIu32 ", each with %" PRIu32 " flits of memory for %" PRIu32
            " queue%s; %" PRIu64 " packets out of order\n",
            c.ports, c.memory_flits, c.queues_per_port, c.queues_per_port == 1 ? "" : "s",
            ws_net_total(net, WS_TOTAL_OUT_OF_ORDER));
    if (!saqs_matter(net))
        return;
    ws_saq_census now = ws_saqs_count(net);
    fprintf(out,
            "set-aside  %8" PRIu64 " queues allocated, %" PRIu64 " freed, %" PRIu64
            " refused; %" PRIu64 " Xoff, %" PRIu64 " Xon; now %" PRIu32 ", at most %" PRIu32
            " a port\n",
            ws_net_total(net, WS_TOTAL_SAQS_ALLOCATED), ws_net_total(net, WS_TOTAL_SAQS_FREED),
            ws_net_total(net, WS_TOTAL_SAQS_FAILED), ws_net_total(net, WS_TOTAL_XOFFS),
            ws_net_total(net, WS_TOTAL_XONS), now.active, now.most);
}

static void print_pools(const ws_net *net, FILE *out) {
    ws_pool_report p = ws_pools_report(net);
    fprintf(out, "refused    %8" PRIu64, p.refusals);
    for (size_t i = 0; i < WS_REFUSALS; i++)
        fprintf(out, "%s%s %" PRIu64, i ? ", " : ": ", ws_refusal_names[i], p.refused[i]);
    if (isfinite(p.per_packet))
        fprintf(out, "; %.2f for a packet delivered", p.per_packet);
    fprintf(out,
            "\ncables     %8" PRIu64 " turns\nbuffers    %8" PRIu32 " of %" PRIu32
            " in use, %" PRIu32 " by packets at their destination; at most %" PRIu32
            " in one switch\n",
            p.turns, p.transit + p.dest, p.buffers, p.dest, p.fullest);
}

/* Beside what was accepted. */
static const char *const verdicts[] = {
    [WS_SATURATION_NO] = "",
    [WS_SATURATION_YES] = "SATURATED: mean latencies are lower bounds and grow with the run",
    [WS_SATURATION_UNKNOWN] = "near saturation, or too short a run to tell",
    [WS_SATURATION_CLOSED_LOOP] = "closed loop: hosts always have something to send",
};

/* What makes the latencies below less than they seem. */
static void print_doubts(const struct ws_metrics *metrics, const ws_net *net, FILE *out) {
    uint64_t unfinished = ws_metrics_unfinished(metrics);
    ws_class_report all = ws_honest_class(metrics, net, 0);
    ws_summary latency = all.latency[WS_LATENCY_MESSAGE];
    if (ws_warmup_is_short(metrics, net))
        fprintf(out, "warm-up    too short: latency settles at cycle %" PRIu64 " (--warmup auto)\n",
                ws_settled_cycle(metrics, net));
    if (unfinished > 0 && unfinished >= latency.count / 100)
        fprintf(out,
                "unfinished %8" PRIu64
                " messages are not in the latencies: they were under way at the end (--drain)\n",
                unfinished);
    if (latency.count > 0 && latency.interval != WS_INTERVAL_TOLD)
        fprintf(out, "no +-95%%   of the message latency: %s\n",
                ws_interval_words[latency.interval]);
}

static void print_totals(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    ws_totals t = ws_net_totals(net);
    double offered = ws_metrics_offered(metrics, net), accepted = ws_metrics_accepted(metrics, net);
    print_rate(out, "offered", offered, "flits per host and cycle");
    print_rate(out, "accepted", accepted, verdicts[ws_saturation_of(metrics, net)]);
    print_doubts(metrics, net, out);
    print_rate(out, "mean hops", ws_metrics_mean_hops(metrics, net), "switches per packet");
    fprintf(out,
            "messages   %8" PRIu64 " created, %" PRIu64 " injected, %" PRIu64 " delivered, %" PRIu64
            " refused\n",
            t.messages_created, t.messages_injected, t.messages_delivered, t.messages_refused);
    if (t.messages_sent)
        fprintf(out,
                "sent       %8" PRIu64 " messages by send, %" PRIu64
                " flits: no part of the load\n",
                t.messages_sent, t.flits_sent);
    if (t.messages_dropped)
        fprintf(out,
                "dropped    %8" PRIu64 " messages under way when the network was rebuilt or cut\n",
                t.messages_dropped);
    fprintf(out, "packets    %8" PRIu64 " created, %" PRIu64 " injected, %" PRIu64 " delivered\n",
            t.packets_created, t.packets_injected, t.packets_delivered);
    if (t.flits_overhead)
        fprintf(out,
                "overhead   %8" PRIu64 " of %" PRIu64 " flits delivered: no part of a message\n",
                t.flits_overhead, t.flits_delivered);
    if (timeouts_matter(net))
        print_timeouts(metrics, net, out);
    print_ports(net, out);
    if (ws_pool_size(net) > 0)
        print_pools(net, out);
    fprintf(out, "flit-hops  %8" PRIu64 ", %.1f million per CPU second (%.3f s)\n", t.flit_hops,
            (double)t.flit_hops / run->cpu_seconds / 1e6, run->cpu_seconds);
    if (run->deadlock.ever)
        fprintf(out,
                "DEADLOCK   from cycle %" PRIu64 " on: %" PRIu32
                " queues wait for each other, %" PRIu32 " more behind them\n",
                run->deadlock.first, run->deadlock.ring, run->deadlock.victims);
    else
        fprintf(out, "deadlock   %8s\n", "none");
    if (run->stop)
        ws_tell(out, "stopped    at cycle %" PRIu64 ", %s", run->stop->cycle, run->stop->text);
}

static void print_class(const ws_class_report *report, int width, FILE *out) {
    static const char *const names[WS_LATENCY_COUNT] = {"message", "network", "head", "packet"};
    fprintf(out, "%-*s", width, report->name);
    for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
        const ws_summary *s = &report->latency[k];
        fprintf(out, "%*s%-8s", k ? width : 0, "", names[k]);
        const double whole[] = {s->p50, s->p95, s->p99, s->max};
        column(out, 10, s->mean);
        column(out, 10, s->ci95);
        for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
            column_whole(out, 10, whole[i]);
        fprintf(out, "%10" PRIu64, s->count);
        if (k == 0)
            column(out, 10, report->accepted);
        fprintf(out, "\n");
    }
}

static void print_classes(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    size_t classes = ws_metrics_classes(metrics), width = strlen("class ");
    for (size_t c = 0; c < classes; c++) {
        size_t length = strlen(ws_honest_class(metrics, net, c).name);
        if (length > width)
            width = length;
    }
    width++;
    fprintf(out, "\n%-*s%-8s%10s%10s%10s%10s%10s%10s%10s%10s\n", (int)width, "class", "latency",
            "mean", "+-95%", "p50", "p95", "p99", "max", "count", "accepted");
    for (size_t c = 0; c < classes; c++) {
        ws_class_report report = ws_honest_class(metrics, net, c);
        print_class(&report, (int)width, out);
    }
}

/* The lines that began a phase, and the end of its row. */
static void print_changes(const ws_phase *phase, FILE *out) {
    fprintf(out, " ");
    for (size_t i = 0; i < phase->changes; i++) {
        char *clean = ws_clean(ws_copy_text(phase->change[i], strlen(phase->change[i])));
        fprintf(out, "%s %s", i > 0 ? ";" : "", clean);
        free(clean);
    }
    fprintf(out, "\n");
}

static void print_phases(ws_session *session, FILE *out) {
    size_t count;
    const ws_phase *phase = ws_session_phases(session, &count);
    if (count < 2)
        return;
    fprintf(out, "\n%-12s%12s%10s%10s%10s%10s  %s\n", "phase from", "to cycle", "offered",
            "accepted", "latency", "+-95%", "begins with");
    for (size_t i = 0; i < count; i++) {
        const ws_summary *latency = &phase[i].class[0].latency[WS_LATENCY_MESSAGE];
        fprintf(out, "%-12" PRIu64 "%12" PRIu64, phase[i].from, phase[i].to);
        column(out, 10, phase[i].offered);
        column(out, 10, phase[i].accepted);
        column(out, 10, latency->mean);
        column(out, 10, latency->ci95);
        print_changes(&phase[i], out);
    }
}

static bool hosts_matter(const struct ws_metrics *metrics, const ws_net *net) {
    if (hosts_of(net) <= HOST_TABLE_MAX)
        return true;
    for (uint32_t h = 0; h < hosts_of(net); h++)
        if (ws_metrics_host(metrics, net, h).own_rules)
            return true;
    return false;
}

static void print_hosts(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    if (!hosts_matter(metrics, net))
        return;
    fprintf(out, "\n%-12s%10s%10s%10s%12s%12s%10s\n", "host", "offered", "injected", "received",
            "head mean", "head sd", "count");
    for (uint32_t h = 0; h < hosts_of(net); h++) {
        ws_host_report r = ws_metrics_host(metrics, net, h);
        fprintf(out, "%-12s", host_name(net, h));
        column(out, 10, r.offered);
        column(out, 10, r.injected);
        column(out, 10, r.received);
        column(out, 12, r.head.mean);
        column(out, 12, r.head.sd);
        fprintf(out, "%10" PRIu64 "\n", r.head.count);
    }
}

void ws_report_print(const ws_run *run, FILE *out) {
    print_head(run, out);
    print_totals(run, out);
    print_classes(run, out);
    print_phases(run->session, out);
    print_hosts(run, out);
}
