/* report.c - see report.h. */
#include "app/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/net.h"
#include "observe/metrics.h"

#define HOST_TABLE_MAX 8 /* print a table of hosts up to here, or when a host has rules of its own */

bool ws_is_saturated(double offered, double accepted) { return accepted < 0.95 * offered; }

/* Directed links between switches. */
static uint32_t switch_links(const ws_net *net) {
    const ws_graph *graph = ws_net_graph(net);
    uint32_t count = 0;
    for (int32_t e = 0; e < graph->edges; e++)
        if (graph->edge[e].a < graph->switches && graph->edge[e].b < graph->switches) count += graph->edge[e].one_way ? 1 : 2;
    return count;
}

static const char *host_name(const ws_net *net, uint32_t host) {
    const ws_graph *graph = ws_net_graph(net);
    return graph->node[graph->switches + (int32_t)host].name;
}

/* ---- JSON ---- */

static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }
static json_t *integer(uint64_t value) { return json_integer((json_int_t)value); }

static json_t *summary_json(const ws_summary *s) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "mean", number(s->mean), "ci95", number(s->ci95), "p50",
                     number(s->p50), "p95", number(s->p95), "p99", number(s->p99), "max", number(s->max), "count",
                     integer(s->count));
}

static json_t *classes_json(const struct ws_metrics *metrics, const ws_net *net) {
    json_t *classes = json_object();
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        ws_class_report report = ws_metrics_class(metrics, net, c);
        json_t *object = json_pack("{s:o, s:o}", "offered", number(report.offered), "accepted", number(report.accepted));
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++)
            json_object_set_new(object, ws_latency_names[k], summary_json(&report.latency[k]));
        json_object_set_new(classes, report.name, object);
    }
    return classes;
}

static json_t *hosts_json(const struct ws_metrics *metrics, const ws_net *net) {
    json_t *hosts = json_array();
    for (uint32_t h = 0; h < net->size.hosts; h++) {
        ws_host_report r = ws_metrics_host(metrics, net, h);
        json_array_append_new(hosts, json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:o, s:o}}", "name", host_name(net, h), "offered",
                                               number(r.offered), "accepted", number(r.accepted), "received", number(r.received),
                                               "head_latency", "mean", number(r.head.mean), "sd", number(r.head.sd), "count",
                                               integer(r.head.count)));
    }
    return hosts;
}

static json_t *counts_json(const uint64_t *total, const char *const names[], const int which[]) {
    json_t *object = json_object();
    for (size_t i = 0; names[i]; i++) json_object_set_new(object, names[i], integer(total[which[i]]));
    return object;
}

json_t *ws_report_json(const ws_run *run) {
    static const char *const names[] = {"created", "injected", "delivered", NULL};
    static const char *const message_names[] = {"created", "injected", "delivered", "refused", NULL};
    static const int packets[] = {WS_TOTAL_PACKETS_CREATED, WS_TOTAL_PACKETS_INJECTED, WS_TOTAL_PACKETS_DELIVERED};
    static const int messages[] = {WS_TOTAL_MESSAGES_CREATED, WS_TOTAL_MESSAGES_INJECTED, WS_TOTAL_MESSAGES_DELIVERED,
                                   WS_TOTAL_MESSAGES_REFUSED};
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    double offered = ws_metrics_offered(metrics, net), accepted = ws_metrics_accepted(metrics, net);
    uint64_t hops = net->total[WS_TOTAL_FLIT_HOPS];
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, ws_session_digest(run->session));
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string(WS_REPORT_SCHEMA));
    json_object_set_new(o, "model", integer(WS_MODEL));
    json_object_set_new(o, "scenario", json_string(ws_session_name(run->session)));
    json_object_set_new(o, "seed", json_integer((json_int_t)ws_net_def(net)->seed));
    json_object_set_new(o, "cycles", integer(ws_net_cycle(net)));
    json_object_set_new(o, "warmup", integer(ws_session_warmup(run->session)));
    json_object_set_new(o, "digest", json_string(digest));
    json_object_set_new(o, "hosts", integer(net->size.hosts));
    json_object_set_new(o, "switches", integer(net->size.switches));
    json_object_set_new(o, "links", integer(switch_links(net)));
    json_object_set_new(o, "offered", number(offered));
    json_object_set_new(o, "accepted", number(accepted));
    json_object_set_new(o, "saturated", json_boolean(ws_is_saturated(offered, accepted)));
    json_object_set_new(o, "flit_hops", integer(hops));
    json_object_set_new(o, "mean_hops", number(ws_metrics_mean_hops(metrics, net)));
    json_object_set_new(o, "packets", counts_json(net->total, names, packets));
    json_object_set_new(o, "messages", counts_json(net->total, message_names, messages));
    json_object_set_new(o, "deadlock", json_boolean(run->deadlock));
    json_object_set_new(o, "deadlock_cycle", run->deadlock ? integer(run->deadlock_cycle) : json_null());
    json_object_set_new(o, "cpu_seconds", number(run->cpu_seconds));
    json_object_set_new(o, "flit_hops_per_cpu_second", number((double)hops / run->cpu_seconds));
    json_object_set_new(o, "classes", classes_json(metrics, net));
    json_object_set_new(o, "hosts_detail", hosts_json(metrics, net));
    return o;
}

/* ---- for people ---- */

/* A figure in a column: a dash if it does not exist, fewer decimals the larger it is. */
static void column(FILE *out, int width, double value) {
    if (!isfinite(value)) fprintf(out, "%*s", width, "-");
    else fprintf(out, "%*.*f", width, value < 10 ? 3 : value < 10000 ? 1 : 0, value);
}

static void print_count(FILE *out, uint64_t count, const char *noun, const char *plural) {
    fprintf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : plural);
}

static void print_head(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const char *name = ws_session_name(run->session), *title = ws_session_title(run->session);
    uint64_t cycles = ws_net_cycle(net), warmup = ws_session_warmup(run->session);
    fprintf(out, "%s", title);
    if (strcmp(name, title) != 0) fprintf(out, " (%s)", name);
    fprintf(out, "\n");
    print_count(out, net->size.hosts, "host", "s");
    fprintf(out, ", ");
    print_count(out, net->size.switches, "switch", "es");
    fprintf(out, ", ");
    print_count(out, switch_links(net), "link", "s");
    fprintf(out, " between switches; seed %" PRId64, ws_net_def(net)->seed);
    fprintf(out, "\n%" PRIu64 " cycles, measured from cycle %" PRIu64 "; digest %016" PRIx64 "\n\n", cycles,
            warmup < cycles ? warmup : cycles, ws_session_digest(run->session));
}

static void print_totals(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    const uint64_t *t = net->total;
    double offered = ws_metrics_offered(metrics, net), accepted = ws_metrics_accepted(metrics, net);
    double hops = ws_metrics_mean_hops(metrics, net);
    fprintf(out, "offered    %8.4f flits per host and cycle\n", offered);
    fprintf(out, "accepted   %8.4f", accepted);
    if (ws_is_saturated(offered, accepted)) fprintf(out, "  SATURATED: mean latencies are lower bounds and grow with the run");
    fprintf(out, "\nmean hops  ");
    if (isfinite(hops)) fprintf(out, "%8.4f switches per packet\n", hops);
    else fprintf(out, "%8s\n", "-");
    fprintf(out, "messages   %8" PRIu64 " created, %" PRIu64 " injected, %" PRIu64 " delivered, %" PRIu64 " refused\n",
            t[WS_TOTAL_MESSAGES_CREATED], t[WS_TOTAL_MESSAGES_INJECTED], t[WS_TOTAL_MESSAGES_DELIVERED],
            t[WS_TOTAL_MESSAGES_REFUSED]);
    fprintf(out, "packets    %8" PRIu64 " created, %" PRIu64 " injected, %" PRIu64 " delivered\n", t[WS_TOTAL_PACKETS_CREATED],
            t[WS_TOTAL_PACKETS_INJECTED], t[WS_TOTAL_PACKETS_DELIVERED]);
    fprintf(out, "flit-hops  %8" PRIu64 ", %.1f million per CPU second (%.3f s)\n", t[WS_TOTAL_FLIT_HOPS],
            (double)t[WS_TOTAL_FLIT_HOPS] / run->cpu_seconds / 1e6, run->cpu_seconds);
    if (run->deadlock)
        fprintf(out,
                "DEADLOCK   seen at cycle %" PRIu64 ": %" PRIu32 " queues wait for each other, %" PRIu32 " more behind them\n",
                run->deadlock_cycle, run->knot, run->victims);
    else fprintf(out, "deadlock       none\n");
}

static void print_class(const ws_class_report *report, FILE *out) {
    static const char *const names[WS_LATENCY_COUNT] = {"message", "network", "head", "packet"};
    fprintf(out, "%-7s", report->name);
    for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
        const ws_summary *s = &report->latency[k];
        fprintf(out, "%*s%-8s", k ? 7 : 0, "", names[k]);
        const double figures[] = {s->mean, s->ci95, s->p50, s->p95, s->p99, s->max};
        for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) column(out, 10, figures[i]);
        fprintf(out, "%10" PRIu64, s->count);
        if (k == 0) column(out, 10, report->accepted);
        fprintf(out, "\n");
    }
}

static void print_classes(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    fprintf(out, "\n%-7s%-8s%10s%10s%10s%10s%10s%10s%10s%10s\n", "class", "latency", "mean", "+-95%", "p50", "p95", "p99", "max",
            "count", "accepted");
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        ws_class_report report = ws_metrics_class(metrics, net, c);
        print_class(&report, out);
    }
}

static bool hosts_matter(const ws_net *net) {
    static const ws_host_def plain = WS_HOST_DEF_DEFAULT;
    if (net->size.hosts <= HOST_TABLE_MAX) return true;
    for (uint32_t h = 0; h < net->size.hosts; h++) {
        const ws_host_def *def = &net->host[h];
        if (def->dest != plain.dest || def->traffic_class != plain.traffic_class || def->load != plain.load) return true;
    }
    return false;
}

static void print_hosts(const ws_run *run, FILE *out) {
    const ws_net *net = ws_session_net(run->session);
    const struct ws_metrics *metrics = ws_session_metrics(run->session);
    if (!hosts_matter(net)) return;
    fprintf(out, "\n%-12s%10s%10s%10s%12s%12s%10s\n", "host", "offered", "accepted", "received", "head mean", "head sd", "count");
    for (uint32_t h = 0; h < net->size.hosts; h++) {
        ws_host_report r = ws_metrics_host(metrics, net, h);
        fprintf(out, "%-12s", host_name(net, h));
        column(out, 10, r.offered);
        column(out, 10, r.accepted);
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
    print_hosts(run, out);
}
