/* report.c - see report.h. */
#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/print.h"
#include "cli/row_list.h"
#include "observe/confidence.h"
#include "observe/histogram.h"
#include "observe/phases.h"
#include "observe/saqs.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/memory.h"

#define HOST_TABLE_MAX                                                                             \
    8 /* print a table of hosts up to here, or when a host has rules of its own */

/* ---- what is facts ---- */

/* A run, and what several of its figures are read from. */
typedef struct run_facts {
    const ws_run *run;
    const ws_net *net;
    const ws_metrics *metrics;
    const ws_phase *phase;
    size_t phases;
    bool timed;      /* timeouts have something to say */
    ws_frame *frame; /* with its observer; see frame_of */
    ws_observer *observer;
    ws_saturation saturation;
    ws_totals totals;
    ws_timeout_report timeouts;
    ws_port_cost ports;
    ws_saq_census saqs;
    ws_pool_report pools;
} run_facts;

typedef struct class_facts {
    ws_class_report report;
    bool of_run; /* not of a phase: with percentiles and histograms */
    size_t number;
} class_facts;

typedef struct latency_facts {
    const ws_summary *summary;
    const class_facts *class; /* NULL: of none */
    ws_latency_kind kind;
} latency_facts;

typedef struct host_facts {
    const char *name;
    ws_host_report report;
} host_facts;

typedef struct head_facts {
    const ws_frame *frame;
    const ws_frame_worm *worm;
    const ws_frame_queue *queue;
} head_facts;

typedef struct pool_facts {
    uint32_t transit;
    uint32_t dest;
} pool_facts;

typedef struct window_facts {
    const ws_point *point;
    uint32_t hosts;
    size_t class;
} window_facts;

static run_facts facts_of(const ws_run *run) {
    const ws_net *net = ws_session_net(run->session);
    const ws_metrics *metrics = ws_session_metrics(run->session);
    run_facts facts = {.run = run,
                       .net = net,
                       .metrics = metrics,
                       .saturation = ws_saturation_of(metrics, net),
                       .totals = ws_net_totals(net),
                       .timeouts = ws_metrics_timeouts(metrics, net),
                       .ports = ws_port_cost_of(net),
                       .saqs = ws_saqs_count(net)};
    facts.phase = ws_session_phases(run->session, &facts.phases);
    if (ws_pool_size(net) > 0)
        facts.pools = ws_pools_report(net);
    facts.timed = ws_net_def(net)->timeout_policy || ws_net_total(net, WS_TOTAL_KILLS) > 0;
    return facts;
}

/* What is seen at the end of the run; made for the first figure that asks. */
static const ws_frame *frame_of(const run_facts *facts) {
    run_facts *own = (run_facts *)facts;
    if (facts->frame)
        return facts->frame;
    own->observer = ws_observer_new(facts->net);
    own->frame = ws_frame_new(facts->net);
    ws_frame_update(own->frame, facts->net, NULL, own->observer);
    return own->frame;
}

static void facts_free(run_facts *facts) {
    if (!facts->frame)
        return;
    ws_frame_free(facts->frame);
    ws_observer_free(facts->observer);
}

/* Directed links between switches. */
static uint32_t switch_links(const ws_graph *graph) {
    uint32_t count = 0;
    for (int32_t e = 0; e < graph->edges; e++)
        if (graph->edge[e].a < graph->switches && graph->edge[e].b < graph->switches)
            count += graph->edge[e].one_way ? 1 : 2;
    return count;
}

static pool_facts pool_read(const ws_net *net, size_t node) {
    pool_facts pool = {0};
    ws_buffer buffer[WS_PORTS_MAX];
    ws_pool_read(net, (uint32_t)node, buffer);
    for (uint32_t i = 0; i < ws_pool_size(net); i++) {
        bool used = buffer[i].packet != WS_NIL;
        pool.transit += used && buffer[i].to_go > 0;
        pool.dest += used && buffer[i].to_go == 0;
    }
    return pool;
}

/* ---- JSON ---- */

static json_t *facts_json(const run_facts *facts, ws_facts_of subject, const void *of);

static json_t *number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}
static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

/* A cycle; null where there is none. */
static json_t *cycle_json(uint64_t cycle) {
    return cycle == UINT64_MAX ? json_null() : integer(cycle);
}

static json_t *half_json(ws_interval interval) {
    return number(ws_interval_half(&interval));
}

static json_t *bounds_json(ws_bounds bounds) {
    if (!isfinite(bounds.low) || !isfinite(bounds.high))
        return json_null();
    return json_pack("[o, o]", number(bounds.low), number(bounds.high));
}

static json_t *percentile_json(const run_facts *facts, const latency_facts *latency, double share) {
    if (latency->summary->interval == WS_INTERVAL_OVERLOAD)
        return json_null();
    return bounds_json(
        ws_metrics_percentile(facts->metrics, latency->class->number, latency->kind, share));
}

/* [[from, width, count], ...] of the buckets that are not empty. */
static json_t *histogram_json(const run_facts *facts, const latency_facts *latency) {
    json_t *list = json_array();
    const ws_histogram *histogram =
        ws_metrics_histogram(facts->metrics, latency->class->number, latency->kind);
    for (uint32_t i = 0; i < ws_histogram_buckets(histogram); i++) {
        ws_bucket bucket = ws_histogram_bucket(histogram, i);
        if (bucket.count > 0)
            json_array_append_new(list, json_pack("[o, o, o]", integer(bucket.low),
                                                  integer(bucket.width), integer(bucket.count)));
    }
    return list;
}

static json_t *latency_json(const run_facts *facts, const class_facts *class,
                            ws_latency_kind kind) {
    const latency_facts latency = {&class->report.latency[kind], class, kind};
    return facts_json(facts, WS_FACTS_OF_LATENCY, &latency);
}

static json_t *digest_json(uint64_t digest) {
    char text[WS_DIGEST_SIZE];
    ws_digest_text(digest, text);
    return json_string(text);
}

static json_t *texts_json(char *const *text, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, ws_json_text(text[i]));
    return list;
}

/* "stable" says the same as "saturated" for those who ask for yes or no. */
static json_t *stable_json(ws_saturation saturation) {
    bool known = saturation == WS_SATURATION_NO || saturation == WS_SATURATION_YES;
    return known ? json_boolean(saturation == WS_SATURATION_NO) : json_null();
}

/* Cycles that were run after the end, until the last message that was measured had arrived. */
static json_t *drained_json(const ws_net *net, const ws_metrics *metrics) {
    uint64_t until = ws_metrics_until(metrics);
    return until == UINT64_MAX ? json_null() : integer(ws_net_cycle(net) - until);
}

/* NULL if it is none. `key` is its name in an object. */
static json_t *item_json(const run_facts *facts, const void *of, ws_facts_of subject, size_t i,
                         const char **key) {
    const ws_net *net = facts->net;
    const ws_graph *graph = net ? ws_net_graph(net) : NULL;
    class_facts class = {.of_run = of == facts, .number = i};
    head_facts head = {.frame = subject == WS_FACTS_OF_HEAD ? frame_of(facts) : NULL};
    const ws_window *window = of;
    window_facts part;
    host_facts host;
    pool_facts pool;
    switch (subject) {
    case WS_FACTS_OF_PHASE: return facts_json(facts, subject, &facts->phase[i]);
    case WS_FACTS_OF_CLASS:
        class.report = of == facts ? ws_honest_class(facts->metrics, net, i)
                                   : ((const ws_phase *)of)->class[i];
        *key = class.report.name;
        return facts_json(facts, subject, &class);
    case WS_FACTS_OF_WINDOW_CLASS:
        part = (window_facts){&window->point, window->frame->hosts, i};
        *key = window->frame->class_of[i].name;
        return facts_json(facts, subject, &part);
    case WS_FACTS_OF_HOST:
        host.name = graph->node[graph->switches + (int32_t)i].name;
        host.report = ws_metrics_host(facts->metrics, net, (uint32_t)i);
        return facts_json(facts, subject, &host);
    case WS_FACTS_OF_HEAD:
        head.worm = &head.frame->worm[i];
        if (head.worm->kill_at == 0 || !head.worm->blocked)
            return NULL;
        head.queue = &head.frame->queue[head.worm->head_queue];
        return facts_json(facts, subject, &head);
    default: pool = pool_read(net, i); return facts_json(facts, subject, &pool);
    }
}

/* A list, or an object by the names of the items. */
static json_t *items_json(json_t *all, const run_facts *facts, const void *of, ws_facts_of subject,
                          size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *key = NULL;
        json_t *item = item_json(facts, of, subject, i, &key);
        if (key)
            json_object_set_new(all, key, item);
        else if (item)
            json_array_append_new(all, item);
    }
    return all;
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

/* ---- for people alone ---- */

/* Beside what was accepted. */
static const char *const verdicts[] = {
    [WS_SATURATION_NO] = "",
    [WS_SATURATION_YES] = "  SATURATED: mean latencies are lower bounds and grow with the run",
    [WS_SATURATION_UNKNOWN] = "  near saturation, or too short a run to tell",
    [WS_SATURATION_CLOSED_LOOP] = "  closed loop: hosts always have something to send",
};

static ws_summary message_latency(const ws_net *net, const ws_metrics *metrics) {
    return ws_honest_class(metrics, net, 0).latency[WS_LATENCY_MESSAGE];
}

static json_t *under_way(const ws_net *net, const ws_metrics *metrics) {
    uint64_t unfinished = ws_metrics_unfinished(metrics);
    bool many = unfinished > 0 && unfinished >= message_latency(net, metrics).count / 100;
    return many ? integer(unfinished) : NULL;
}

static json_t *doubt(const ws_net *net, const ws_metrics *metrics) {
    ws_summary latency = message_latency(net, metrics);
    bool doubted = latency.count > 0 && latency.interval != WS_INTERVAL_TOLD;
    return doubted ? json_string(ws_interval_words[latency.interval]) : NULL;
}

static uint64_t measured_since(const ws_net *net, const ws_metrics *metrics) {
    uint64_t since = ws_metrics_since(metrics);
    return since < ws_net_cycle(net) ? since : ws_net_cycle(net);
}

/* ---- rows ---- */

#define NUMBER(value)           number(value)
#define COUNT(value)            integer((uint64_t)(value))
#define CYCLE(value)            cycle_json(value)
#define HALF(value)             half_json(value)
#define FLAG(value)             json_boolean(value)
#define WORD(value)             ws_json_text(value)
#define LIST(subject, count)    MANY(json_array(), subject, count)
#define KEYED(subject, count)   MANY(json_object(), subject, count)
#define MANY(all, subject, n)   items_json(all, facts, of, WS_FACTS_OF_##subject, (size_t)(n))
#define TOTAL(id)               COUNT(ws_net_total(net, WS_TOTAL_##id))
#define NODE(number)            WORD(head->frame->graph.node[number].name)
#define PLURAL(count, ending)   WORD((count) == 1 ? "" : (ending))
#define WHERE(condition, value) ((condition) ? (value) : NULL)
#define TIMED(value)            WHERE(facts->timed, value)
#define WASTED(value)           WHERE(facts->timed &&isfinite(timeouts->waste_kill), value)
#define PORTED(value)           WHERE(port->ports > 0, value)
#define ASIDE(value)            WHERE(port->control_bits > 0 || saqs_allocated > 0, value)
#define POOLED(value)           WHERE(ws_pool_size(net) > 0, value)
#define SENT(value)             WHERE(class->report.senders, value)
#define OF_RUN(value)           WHERE(latency->class && latency->class->of_run, value)

static json_t *fact_json(const run_facts *facts, size_t row, const void *of) {
    const ws_run *run = facts->run;
    const ws_net *net = facts->net;
    const ws_metrics *metrics = facts->metrics;
    const ws_graph *graph = net ? ws_net_graph(net) : NULL;
    const ws_saq_log *log = metrics ? ws_metrics_saqs(metrics) : NULL;
    const uint64_t saqs_allocated = net ? ws_net_total(net, WS_TOTAL_SAQS_ALLOCATED) : 0;
    const ws_totals *total = &facts->totals;
    const ws_timeout_report *timeouts = &facts->timeouts;
    const latency_facts retries = {.summary = &timeouts->retries};
    const ws_port_cost *port = &facts->ports;
    const ws_pool_report *pools = &facts->pools;
    const ws_phase *phase = of;
    const class_facts *class = of;
    const latency_facts *latency = of;
    const host_facts *host = of;
    const head_facts *head = of;
    const pool_facts *pool = of;
    const ws_window *window = of;
    const window_facts *part = of;
    size_t at = 0;
#define FACT(subject, path, column, value)                                                         \
    if (row == at++)                                                                               \
        return value;
#include "observe/quantities.def"
    return NULL;
}

/* Sets a member; what stands before a dot is an object, which is made if it is not there. */
static void member_set(json_t *object, const char *path, json_t *value) {
    const char *dot = strchr(path, '.');
    if (!dot) {
        json_object_set_new(object, path, value);
        return;
    }
    char *key = ws_copy_text(path, (size_t)(dot - path));
    if (!json_object_get(object, key))
        json_object_set_new(object, key, json_object());
    member_set(json_object_get(object, key), dot + 1, value);
    free(key);
}

static void facts_add(json_t *object, const run_facts *facts, ws_facts_of subject, const void *of) {
    for (size_t i = 0; i < ws_fact_count; i++) {
        json_t *value = ws_facts[i].subject == subject ? fact_json(facts, i, of) : NULL;
        if (value)
            member_set(object, ws_facts[i].path, value);
    }
}

static json_t *facts_json(const run_facts *facts, ws_facts_of subject, const void *of) {
    json_t *object = json_object();
    facts_add(object, facts, subject, of);
    return object;
}

json_t *ws_window_json(const ws_window *window) {
    static const run_facts none = {0};
    return facts_json(&none, WS_FACTS_OF_WINDOW, window);
}

static json_t *run_json(const run_facts *facts) {
    json_t *object = json_object();
    json_object_set_new(object, "schema", json_integer(WS_REPORT_SCHEMA));
    ws_identity_add(object, facts->run->session);
    facts_add(object, facts, WS_FACTS_OF_RUN, facts);
    return object;
}

json_t *ws_report_json(const ws_run *run) {
    run_facts facts = facts_of(run);
    json_t *object = run_json(&facts);
    facts_free(&facts);
    return object;
}

void ws_report_untimed(json_t *row) {
    const char *path;
    json_t *value;
    void *next;
    json_object_foreach_safe(row, next, path, value) {
        if (ws_fact_is_time(path))
            json_object_del(row, path);
    }
}

/* ---- for people ---- */

/* Adds a figure as {PATH:WIDTH.DECIMALS} asks for it. False if there is none: of what must be
 * `certain` a number must be known, else only be one of this network. */
static bool figure_say(json_t *const *objects, const char *at, bool certain, text_out *out) {
    char path[64];
    char *dot;
    size_t length = strcspn(at, ":}");
    int width = (int)strtol(at + length + 1, &dot, 10);
    int decimals = *dot == '.' ? (int)strtol(dot + 1, NULL, 10) : 0;
    snprintf(path, sizeof path, "%.*s", (int)length, at);
    const json_t *value = ws_row_value(objects[0], path);
    if (!value)
        value = ws_row_value(objects[1], path);
    if (json_is_integer(value))
        text_add(out, "%*" JSON_INTEGER_FORMAT, width, json_integer_value(value));
    else if (json_is_real(value))
        text_add(out, "%*.*f", width, decimals, json_real_value(value));
    else
        text_add(out, "%*s", width, json_is_string(value) ? json_string_value(value) : "-");
    return value && !(certain && json_is_null(value));
}

/* Adds a part of a line; false if a figure of it is missing. */
static bool line_say(json_t *const *objects, const char *at, const char *end, bool certain,
                     text_out *out) {
    bool said = true;
    while (at < end && said) {
        size_t plain = strcspn(at, "{[");
        bool last = at + plain >= end;
        text_add(out, "%.*s", last ? (int)(end - at) : (int)plain, at);
        at = last ? end : at + plain;
        if (*at == '{' && !last) {
            said = figure_say(objects, at + 1, certain, out);
            at = strchr(at, '}') + 1;
        } else if (*at == '[' && !last) {
            const char *other = strchr(at, '|');
            const char *close = strchr(at, ']');
            size_t used = out->used;
            if (!line_say(objects, at + 1, other, true, out)) {
                out->text[out->used = used] = '\0';
                said = line_say(objects, other + 1, close, certain, out);
            }
            at = close + 1;
        }
    }
    return said;
}

static void print_totals(const run_facts *facts, json_t *row, FILE *out) {
    json_t *objects[] = {row, facts_json(facts, WS_FACTS_OF_SAID, facts)};
    for (size_t i = 0; i < ws_facts_said_count; i++) {
        char text[512];
        const char *line = ws_facts_said[i];
        text_out said = text_begin(text, sizeof text);
        if (line_say(objects, line, line + strlen(line), false, &said))
            ws_tell(out, "%s", text);
    }
    json_decref(objects[1]);
}

/* A dash if it does not exist; as many decimals as tell something, or none. */
static void print_cell(const ws_table_column *column, const json_t *value, FILE *out) {
    double figure = json_number_value(value);
    if (json_is_string(value))
        fprintf(out, "%*s", column->width, json_string_value(value));
    else if (!json_is_number(value))
        fprintf(out, "%*s", column->width, "-");
    else if (column->whole)
        fprintf(out, "%*.0f", column->width, figure);
    else
        fprintf(out, "%*.*f", column->width, figure < 10 ? 3 : figure < 10000 ? 1 : 0, figure);
}

/* The cells of a row, or the headings. */
static void print_cells(ws_table table, const json_t *row, FILE *out) {
    for (size_t i = 0; i < ws_table_column_count; i++) {
        const ws_table_column *column = &ws_table_columns[i];
        if (column->table == table && row)
            print_cell(column, ws_row_value(row, column->path), out);
        else if (column->table == table)
            fprintf(out, "%*s", column->width, column->heading);
    }
}

static void print_class(const char *name, const json_t *class, int width, FILE *out) {
    fprintf(out, "%-*s", width, name);
    for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
        const char *kind = ws_latency_names[k];
        fprintf(out, "%*s%-8.*s", k ? width : 0, "", (int)strcspn(kind, "_"), kind);
        print_cells(WS_TABLE_LATENCY, json_object_get(class, kind), out);
        if (k == 0)
            print_cells(WS_TABLE_CLASS, class, out);
        fprintf(out, "\n");
    }
}

static void print_classes(const json_t *row, FILE *out) {
    json_t *classes = json_object_get(row, WS_FACT_CLASSES);
    const char *name;
    json_t *class;
    size_t width = strlen("class ");
    json_object_foreach(classes, name, class) {
        width = strlen(name) > width ? strlen(name) : width;
    }
    width++;
    fprintf(out, "\n%-*s%-8s", (int)width, "class", "latency");
    print_cells(WS_TABLE_LATENCY, NULL, out);
    print_cells(WS_TABLE_CLASS, NULL, out);
    fprintf(out, "\n");
    json_object_foreach(classes, name, class) {
        print_class(name, class, (int)width, out);
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

static void print_phases(const run_facts *facts, FILE *out) {
    if (facts->phases < 2)
        return;
    fprintf(out, "\n");
    print_cells(WS_TABLE_PHASE, NULL, out);
    fprintf(out, "  begins with\n");
    for (size_t i = 0; i < facts->phases; i++) {
        json_t *phase = facts_json(facts, WS_FACTS_OF_PHASE, &facts->phase[i]);
        print_cells(WS_TABLE_PHASE, phase, out);
        print_changes(&facts->phase[i], out);
        json_decref(phase);
    }
}

static bool hosts_matter(const run_facts *facts) {
    uint32_t hosts = (uint32_t)ws_net_graph(facts->net)->hosts;
    for (uint32_t h = 0; h < hosts && hosts > HOST_TABLE_MAX; h++)
        if (ws_metrics_host(facts->metrics, facts->net, h).own_rules)
            return true;
    return hosts <= HOST_TABLE_MAX;
}

static void print_hosts(const run_facts *facts, json_t *hosts, FILE *out) {
    size_t i;
    json_t *host;
    if (!hosts_matter(facts))
        return;
    fprintf(out, "\n");
    print_cells(WS_TABLE_HOST, NULL, out);
    fprintf(out, "\n");
    json_array_foreach(hosts, i, host) {
        print_cells(WS_TABLE_HOST, host, out);
        fprintf(out, "\n");
    }
}

void ws_report_print(const ws_run *run, FILE *out) {
    const char *name = ws_session_name(run->session), *title = ws_session_title(run->session);
    run_facts facts = facts_of(run);
    json_t *row = facts_json(&facts, WS_FACTS_OF_RUN, &facts);
    if (strcmp(name, title) != 0)
        ws_tell(out, "%s (%s)", title, name);
    else
        ws_tell(out, "%s", title);
    print_totals(&facts, row, out);
    print_classes(row, out);
    print_phases(&facts, out);
    print_hosts(&facts, json_object_get(row, WS_FACT_HOSTS), out);
    json_decref(row);
    facts_free(&facts);
}
