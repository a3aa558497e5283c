/* What is said of a run is what one finds by sorting and adding up all that happened in it (tests/reference/figures.h): at drawn
 * cycles of drawn machines, with changes, hosts of their own, messages sent by hand, `measure`, phases, drains, and wherever one seeks
 * to. Percentiles are exact below 256 cycles and within 2^-8 above (of one host: 32, and 2^-5). WS_LONG=1: 240 machines. */
#include "reference/figures.h"

#include "observe/confidence.h"
#include "observe/histogram.h"
#include "observe/phases.h"
#include "fixture.h"

enum { LINES_MOST = 10, LOOKS = 6, SEEKS = 4, TEXT = 2048 };

/* ---- what is drawn ---- */

static u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }
static bool chance(u64 *rng, u32 percent) { return rng_below(rng, 100) < percent; }

#define ANY_OF(rng, list) list[pick(rng, 0, sizeof list / sizeof *list - 1)]

static const char *const machines[] = {
    "machine cube\nset topology mesh 3 3\nset arrivals poisson\n",
    "machine cube\nset topology torus 3 3\nset vcs 2\nset classes priority\nset priorities 3\n",
    "machine cube\nset topology ring 6\nset vcs 2\nset classes length\n",
    "machine wormhole-lan\nset topology mesh 2 2\nset classes priority\n",
    ("machine wormhole-lan\nset topology irregular 5\nset hosts-per-switch 2\nset classes length-source\nset traffic hot-senders\n"
     "set hot-spots 1\n"),
    "machine wormhole-lan\nset topology torus 3 3\nset hosts-per-switch 1\nset classes none\nset arrivals constant\n",
    "machine recn\nset topology bmin 16\nset classes source\nset traffic hot-senders\nset hot-spots 1\n",
    "machine recn\nset topology bmin 16\nset queueing recn-dd\n",
    "machine fedx\nset topology fedx 3 3\n",
    "machine slotted-switch\nset topology switch\nset hosts-per-switch 6\n",
    "machine timeouts\nset topology torus 3 3\n",
    "machine now-wormhole\nset topology irregular 5\nset routing updown\n",
};

static const char *const settings[] = {
    "set load 0.02",      "set load 0.1",        "set load 0.3",          "set load 0.6",
    "set load 0.9",       "set length fixed 3",  "set length fixed 17",   "set length exponential 20",
    "set overhead 2",     "set traffic hotspot", "set hotspot-share 0.4", "set high-share 0.2",
    "set arbiter random", "set hotspot-host 1",  "set segment-rule none", "set segment 8",
    "set alpha 1.5",      "set load 0",          "set police-rate 0.2",   "set timeout-policy fixed",
};

static const char *const lines[] = {
    "measure", "measure", "host H1 load 0.5", "host H0 silent", "host H2 send-to H1", "host H1 any", "send H0 H2 40", "send H1 H3 1",
};

typedef struct plan {
    char text[TEXT];
    u64 warmup, cycles;
    bool drain;
    struct {
        u64 cycle;
        const char *text; /* NULL of one that was refused */
    } line[LINES_MOST];
    size_t lines;
    u64 look[LOOKS];
} plan;

static int by_cycle(const void *a, const void *b) { return fig_by_size(a, b); }

static void plan_draw(plan *p, u64 *rng) {
    p->cycles = chance(rng, 15) ? pick(rng, 33000, 70000) : pick(rng, 500, 6000);
    p->warmup = chance(rng, 20) ? 0 : pick(rng, 1, (u32)p->cycles / 2);
    p->drain = chance(rng, 40);
    int length = snprintf(p->text, TEXT, "%s", ANY_OF(rng, machines));
    length += snprintf(p->text + length, TEXT - (size_t)length, "seed %u\n", pick(rng, 1, 100000));
    for (u32 i = pick(rng, 2, 5); i > 0; i--)
        length += snprintf(p->text + length, TEXT - (size_t)length, "%s\n", ANY_OF(rng, settings));
    p->lines = pick(rng, 0, LINES_MOST);
    u64 cycle[LINES_MOST];
    for (size_t i = 0; i < p->lines; i++) cycle[i] = i && chance(rng, 20) ? cycle[i - 1] : pick(rng, 1, (u32)p->cycles - 1);
    qsort(cycle, p->lines, sizeof *cycle, by_cycle);
    for (size_t i = 0; i < p->lines; i++) {
        p->line[i].cycle = cycle[i];
        p->line[i].text = chance(rng, 50) ? ANY_OF(rng, settings) : ANY_OF(rng, lines);
    }
    for (size_t i = 0; i < LOOKS; i++)
        p->look[i] = p->lines && chance(rng, 30) ? p->line[i % p->lines].cycle : pick(rng, 0, (u32)p->cycles);
    p->look[LOOKS - 1] = p->cycles;
    qsort(p->look, LOOKS, sizeof *p->look, by_cycle);
}

/* ---- which stretch of the run ---- */

static bool begins_phase(const char *line) { return strncmp(line, "set", 3) == 0 || strncmp(line, "host", 4) == 0; }
static bool measures(const char *line) { return strcmp(line, "measure") == 0; }

static u64 closed_at(const plan *p) { return p->drain ? p->cycles : UINT64_MAX; }

static fig_span run_span(const plan *p, u64 now) {
    fig_span span = {0, p->warmup, closed_at(p), now, false};
    for (size_t i = 0; i < p->lines; i++)
        if (p->line[i].text && measures(p->line[i].text) && p->line[i].cycle <= now) span.since = p->line[i].cycle;
    return span;
}

/* The phases up to now: how many. */
static size_t phase_spans(const plan *p, u64 now, fig_span *phase) {
    size_t count = 1;
    phase[0] = (fig_span){0, p->warmup, closed_at(p), now, false};
    for (size_t i = 0; i < p->lines && p->line[i].cycle <= now; i++) {
        const char *line = p->line[i].text;
        fig_span *open = &phase[count - 1];
        u64 cycle = p->line[i].cycle;
        if (line && measures(line)) open->since = cycle;
        if (!line || !begins_phase(line) || cycle == 0) continue;
        /* what `measure` began in this very cycle, the new phase measures too */
        u64 since = p->warmup > cycle ? p->warmup : cycle;
        if (cycle > open->from) open->now = cycle, open->ended = true, open = &phase[count++];
        *open = (fig_span){cycle, since, closed_at(p), now, false};
    }
    return count;
}

/* ---- comparing ---- */

static u64 compared, intervals;
static char wrong[256];

static bool same(double got, double expected, const char *what) {
    bool good = (isnan(got) && isnan(expected)) || fabs(got - expected) <= 1e-9 * fmax(1, fabs(expected));
    compared++;
    if (!good && !*wrong) snprintf(wrong, sizeof wrong, "%s: %.12g, found %.12g", what, got, expected);
    return good;
}

/* A value read from buckets of which each octave has 2^bits. */
static bool close_to(double got, double expected, u32 bits, const char *what) {
    double exact = (double)(2u << bits);
    if (isnan(expected) || expected < exact) return same(got, expected, what);
    bool good = fabs(got - expected) <= ldexp(expected, -(int)(bits + 1));
    compared++;
    if (!good && !*wrong) snprintf(wrong, sizeof wrong, "%s: %.12g, found %.12g", what, got, expected);
    return good;
}

/* The interval is that of the batches that are found here. */
static bool interval_is(const ws_summary *s, const fig_samples *samples, bool fine) {
    double mean[512] = {0};
    size_t count = fig_batches(samples, fine ? 512 : 64, mean);
    ws_interval interval = ws_interval_of(mean, count);
    if (isnan(s->bounds.low) || isnan(interval.low)) return count >= WS_INTERVAL_BATCHES || isnan(s->bounds.low);
    intervals++;
    return same(s->bounds.low, s->mean - (interval.mean - interval.low), "lower end");
}

static bool summary_is(const ws_summary *s, const fig_run *r, fig_span span, fig_kind kind, u32 classes, u32 host) {
    bool fine = host == FIG_NO_HOST && kind != FIG_RETRIES;
    u32 bits = fine ? WS_HISTOGRAM_FINE : WS_HISTOGRAM_COARSE;
    fig_samples samples = fig_samples_of(r, span, kind, classes, host);
    bool good = same((double)s->count, (double)samples.count, "count") && same(s->mean, fig_mean(&samples), "mean") &&
                same(s->max, fig_most(&samples), "max") && close_to(s->p50, fig_percentile(&samples, 50), bits, "p50") &&
                close_to(s->p95, fig_percentile(&samples, 95), bits, "p95") &&
                close_to(s->p99, fig_percentile(&samples, 99), bits, "p99");
    double sd = fig_sd(&samples); /* squares of large samples leave its last digits open */
    good &= fabs(s->sd - sd) <= 1e-6 * fmax(1, s->mean) || same(s->sd, sd, "sd");
    good &= interval_is(s, &samples, fine);
    fig_samples_free(&samples);
    return good;
}

/* The classes as they are reported, "all" first: sets of the classes of messages. */
static size_t classes_of(const ws_def *d, u32 *set) {
    static const u32 sets[WS_CLASS_RULE_COUNT][WS_CLASSES_MAX] = {[WS_CLASS_RULE_PRIORITY] = {1, 2, 4, 8},
                                                                  [WS_CLASS_RULE_LENGTH] = {1, 2},
                                                                  [WS_CLASS_RULE_LENGTH_SOURCE] = {3, 12, 5, 10},
                                                                  [WS_CLASS_RULE_SOURCE] = {1, 2}};
    size_t count = 0;
    set[count++] = FIG_ALL;
    size_t most = d->class_rule == WS_CLASS_RULE_PRIORITY ? (size_t)d->priorities : WS_CLASSES_MAX;
    for (size_t c = 0; c < most && sets[d->class_rule][c]; c++) set[count++] = sets[d->class_rule][c];
    return count;
}

static bool classes_are(const ws_class_report *report, const fig_run *r, fig_span span, u32 set) {
    static const fig_kind kinds[] = {FIG_MESSAGE, FIG_NETWORK, FIG_HEAD, FIG_PACKET};
    bool good = same(report->offered, fig_offered(r, span, set, FIG_NO_HOST), "offered") &&
                same(report->accepted, fig_accepted(r, span, set), "accepted");
    for (u32 k = 0; k < WS_LATENCY_COUNT; k++) good &= summary_is(&report->latency[k], r, span, kinds[k], set, FIG_NO_HOST);
    return good;
}

static bool host_is(const ws_metrics *m, const ws_net *n, const fig_run *r, fig_span span, u32 h) {
    ws_host_report report = ws_metrics_host(m, n, h);
    u64 end = fig_end(span);
    bool good = same(report.offered, fig_offered(r, span, FIG_ALL, h), "offered of a host") &&
                summary_is(&report.head, r, span, FIG_HEAD, FIG_ALL, h) &&
                summary_is(&report.message, r, span, FIG_MESSAGE, FIG_ALL, h);
    if (end <= span.since) return good;
    const fig_mark *a = fig_mark_at(r, span.since), *b = fig_mark_at(r, end);
    return good && same(report.injected, fig_rate(span, (double)(b->injected[h] - a->injected[h]), 1), "injected") &&
           same(report.received, fig_rate(span, (double)(b->ejected[h] - a->ejected[h]), 1), "received");
}

static bool window_is(const ws_point *point, const fig_run *r, u64 window, const u32 *set, size_t classes) {
    fig_span span = {point->cycle - window, 0, UINT64_MAX, point->cycle, true};
    double flits = (double)fig_count(r, WS_EVENT_MESSAGE_CREATED, span.from, span.now, true, FIG_ALL, FIG_NO_HOST) +
                   (double)fig_count(r, WS_EVENT_MESSAGE_REFUSED, span.from, span.now, true, FIG_ALL, FIG_NO_HOST);
    bool good = same(point->offered, flits / (double)window / r->hosts, "offered of a window") &&
                same(point->accepted, fig_came(r, span.from, span.now, FIG_ALL) / (double)window / r->hosts, "accepted of a window");
    for (size_t c = 0; c < classes; c++)
        for (u32 k = 0; k < WS_LATENCY_COUNT; k++) {
            fig_samples samples = fig_samples_of(r, span, k, set[c], FIG_NO_HOST);
            good &= same(c ? point->class_latency[k][c - 1] : point->latency[k], fig_mean(&samples), "latency of a window");
            fig_samples_free(&samples);
        }
    for (size_t c = 1; c < classes; c++)
        good &=
            same(point->class_flits[c - 1], fig_came(r, span.from, span.now, set[c]) / (double)window, "flits of a class in a window");
    return good;
}

static bool series_is(const ws_metrics *m, const fig_run *r, u64 now, const u32 *set, size_t classes, u64 *rng) {
    size_t count;
    u64 window;
    const ws_point *point = ws_metrics_series(m, &count, &window);
    bool good = same((double)window, (double)fig_window(now), "window") && same((double)count, (double)(now / window), "windows");
    for (u32 i = 0; good && count && i < 5; i++) {
        size_t w = pick(rng, 0, (u32)count - 1);
        good = same((double)point[w].cycle, (double)(window * (w + 1)), "end of a window") &&
               window_is(&point[w], r, window, set, classes);
    }
    return good;
}

static bool phases_are(ws_session *s, const fig_run *r, const plan *p, u64 now, const u32 *set, size_t classes) {
    fig_span span[LINES_MOST + 1];
    size_t count, expected = phase_spans(p, now, span);
    const ws_phase *phase = ws_session_phases(s, &count);
    bool good = same((double)count, (double)expected, "phases");
    for (size_t i = 0; good && i < count; i++) {
        good = same((double)phase[i].from, (double)span[i].from, "begin of a phase") &&
               same((double)phase[i].to, (double)fig_end(span[i]), "end of a phase") &&
               same(phase[i].offered, fig_offered(r, span[i], FIG_ALL, FIG_NO_HOST), "offered in a phase") &&
               same(phase[i].accepted, fig_accepted(r, span[i], FIG_ALL), "accepted in a phase") &&
               same((double)phase[i].unfinished, (double)fig_unfinished(r, span[i]), "unfinished in a phase");
        for (size_t c = 0; good && c < classes; c++) good = classes_are(&phase[i].class[c], r, span[i], set[c]);
    }
    return good;
}

static bool kills_are(const ws_metrics *m, const ws_net *n, const fig_run *r, fig_span span) {
    ws_timeout_report report = ws_metrics_kills(m, n);
    u64 end = fig_end(span);
    double packets = (double)fig_count(r, WS_EVENT_PACKET_DELIVERED, span.since, end, false, FIG_ALL, FIG_NO_HOST);
    double kills = (double)fig_count(r, WS_EVENT_PACKET_KILLED, span.since, end, false, FIG_ALL, FIG_NO_HOST), hops = 0;
    for (size_t i = 0; i < r->events; i++)
        if (r->event[i].kind == WS_EVENT_PACKET_DELIVERED && r->event[i].cycle >= span.since && r->event[i].cycle < end)
            hops += r->event[i].hops;
    bool begun = span.now >= span.since && packets > 0;
    return summary_is(&report.retries, r, span, FIG_RETRIES, FIG_ALL, FIG_NO_HOST) &&
           same(report.kills_per_delivered, begun ? kills / packets : (double)NAN, "kills for a packet") &&
           same(ws_metrics_mean_hops(m, n), begun ? hops / packets : (double)NAN, "hops");
}

/* All that is said at this cycle. */
static bool all_is(ws_session *s, const fig_run *r, const plan *p, u64 *rng) {
    const ws_net *n = ws_session_net(s);
    const ws_metrics *m = ws_session_metrics(s);
    u64 now = ws_net_cycle(n);
    fig_span span = run_span(p, now);
    u32 set[WS_CLASSES_MAX + 1];
    size_t classes = classes_of(ws_net_def(n), set);
    bool good = same((double)ws_metrics_classes(m), (double)classes, "classes") &&
                same((double)ws_metrics_unfinished(m), (double)fig_unfinished(r, span), "unfinished");
    for (size_t c = 0; good && c < classes; c++) {
        ws_class_report report = ws_metrics_class(m, n, c);
        good = classes_are(&report, r, span, set[c]);
    }
    for (u32 h = 0; good && h < n->size.hosts; h++) good = host_is(m, n, r, span, h);
    return good && kills_are(m, n, r, span) && series_is(m, r, now, set, classes, rng) && phases_are(s, r, p, now, set, classes);
}

/* ---- a run ---- */

/* What the line has changed in the session's network is changed in the other. */
static void follow(ws_net *n, const ws_session *s, const char *line, fig_run *r) {
    const ws_net *other = ws_session_net((ws_session *)s);
    unsigned from, to, flits;
    if (sscanf(line, "send H%u H%u %u", &from, &to, &flits) == 3) ws_net_send(n, from, to, flits, NULL);
    else if (strncmp(line, "set", 3) == 0) ws_net_change(n, ws_net_def(other), NULL);
    for (u32 h = 0; h < n->size.hosts && strncmp(line, "host", 4) == 0; h++) ws_net_change_host(n, h, &other->host[h], NULL);
    fig_read(r, n);
}

static void both_to(ws_session *s, ws_net *n, fig_run *r, u64 cycle) {
    while (ws_net_cycle(ws_session_net(s)) < cycle && !ws_session_ended(s)) ws_session_run(s, cycle - ws_net_cycle(ws_session_net(s)));
    fig_run_to(r, n, ws_net_cycle(ws_session_net(s)));
}

static bool runs_alike(plan *p, ws_session *s, u64 *rng) {
    ws_net *n = ws_net_build(ws_session_first(s), ws_session_first_graph(s), NULL, NULL);
    if (!n) fixture_stop("figures", &(ws_error){.text = "no second network"});
    fig_run r = {0};
    bool good = true;
    size_t line = 0;
    fig_run_to(&r, n, 0);
    if (p->warmup < p->cycles && (!p->lines || p->warmup <= p->line[0].cycle)) both_to(s, n, &r, p->warmup);
    for (size_t i = 0; good && i < LOOKS; i++) {
        for (; line < p->lines && p->line[line].cycle <= p->look[i]; line++) {
            if (ws_net_cycle(n) < p->warmup && p->warmup <= p->line[line].cycle) both_to(s, n, &r, p->warmup);
            both_to(s, n, &r, p->line[line].cycle);
            ws_error error;
            if (!ws_session_apply(s, p->line[line].text, &error)) p->line[line].text = NULL;
            else follow(n, s, p->line[line].text, &r);
        }
        if (ws_net_cycle(n) < p->warmup && p->warmup <= p->look[i]) both_to(s, n, &r, p->warmup);
        both_to(s, n, &r, p->look[i]);
        /* the lines behind are still to come */
        plan known = *p;
        known.lines = line;
        good = all_is(s, &r, &known, rng);
    }
    while (good && p->drain && !ws_session_ended(s)) both_to(s, n, &r, ws_net_cycle(n) + 64);
    u64 over = ws_net_cycle(n);
    good = good && all_is(s, &r, p, rng) && (!p->drain || over >= 2 * p->cycles || fig_unfinished(&r, run_span(p, over)) == 0);
    ok(ws_net_digest(n) == ws_session_digest(s), "both networks are the same at the end");
    for (u32 i = 0; good && i < SEEKS; i++) {
        ws_error error;
        good = ws_session_seek(s, p->look[pick(rng, 0, LOOKS - 1)], &error) && all_is(s, &r, p, rng);
    }
    ws_net_free(n);
    fig_free(&r);
    return good;
}

int main(void) {
    u64 rng = 60, compared_before;
    u32 runs = getenv("WS_LONG") ? 240 : 10, refused = 0;
    for (u32 i = 0; i < runs; i++) {
        plan p = {0};
        ws_session *s = NULL;
        ws_error error;
        for (; !s; refused += !s) {
            plan_draw(&p, &rng);
            ws_options options = {.has_cycles = true,
                                  .cycles = p.cycles,
                                  .has_warmup = true,
                                  .warmup = p.warmup,
                                  .drain = p.drain,
                                  .phases = true,
                                  .keyframe_bytes = 16 << 20,
                                  .keyframe_ns = 100000};
            s = ws_session_open_text("drawn", p.text, strlen(p.text), NULL, &options, &error);
        }
        compared_before = compared, *wrong = 0;
        bool good = runs_alike(&p, s, &rng);
        if (!ok(good, "machine %u, %llu cycles, %zu lines%s: %llu figures are those that are found%s%s", i,
                (unsigned long long)p.cycles, p.lines, p.drain ? ", drained" : "", (unsigned long long)(compared - compared_before),
                *wrong ? ": " : "", wrong)) {
            note("now at cycle %llu", (unsigned long long)ws_net_cycle(ws_session_net(s)));
            for (char *row = strtok(p.text, "\n"); row; row = strtok(NULL, "\n")) note("%s", row);
            for (size_t l = 0; l < p.lines; l++)
                note("@%llu %s", (unsigned long long)p.line[l].cycle, p.line[l].text ? p.line[l].text : "(refused)");
        }
        ws_session_close(s);
    }
    ok(intervals > runs, "%llu intervals of %llu figures; %u machines were refused", (unsigned long long)intervals,
       (unsigned long long)compared, refused);
    return done();
}
