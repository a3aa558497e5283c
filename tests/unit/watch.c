/* watch.c - conditions of breakpoints: what is read and what is refused; where a run stops does not depend on how it is cut, nor
 * on whether somebody looks; quantities are those of a network worked out by hand. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "session/watch.h"
#include "tap.h"

/* Four worms in a ring, each waits for the next: nothing moves from cycle 6 on. */
static const char ring[] = "machine cube\nset topology ring1 4\nset routing dor-no-dateline\nset vcs 1\nset buffer 4\n"
                           "set length fixed 16\nset arrivals saturated\nhost H0 send-to H2\nhost H1 send-to H3\n"
                           "host H2 send-to H0\nhost H3 send-to H1\n@300 note \"still\"\n@400 end\n";

static ws_session *open_text(const char *text, const ws_options *options) {
    ws_error error = {0};
    ws_session *s = ws_session_open_text("test", text, strlen(text), NULL, options, &error);
    if (!s) note("%s", error.text);
    return s;
}

static void test_read(const char *condition, const char *wanted) {
    ws_error error = {0};
    ws_watch *w = ws_watch_new();
    size_t count;
    bool good = ws_watch_add(w, condition, NULL, &error);
    const ws_break *b = ws_watch_breaks(w, &count);
    ok(good && count == 1 && strcmp(b->text, wanted) == 0, "`%s` is read as %s %s", condition, count ? b->text : "-", error.text);
    ws_watch_free(w);
}

static void test_refused(const char *condition, const char *wanted) {
    ws_error error = {0};
    ws_watch *w = ws_watch_new();
    size_t count;
    bool good = ws_watch_add(w, condition, NULL, &error);
    ws_watch_breaks(w, &count);
    ok(!good && count == 0 && strstr(error.text, wanted), "`%s`: %s", condition, error.text);
    ws_watch_free(w);
}

static void test_list(void) {
    ws_error error;
    unsigned first = 0, second = 0;
    size_t count;
    ws_watch *w = ws_watch_new();
    ws_watch_add(w, "deadlock", &first, &error);
    ws_watch_add(w, "kills", &second, &error);
    ok(first == 1 && second == 2, "numbers are counted from 1");
    ok(ws_watch_remove(w, 1) && !ws_watch_remove(w, 1), "one is removed, once");
    ws_watch_add(w, "order>3", &first, &error);
    ok(first == 3, "and its number is not used again");
    for (int i = 0; i < 20; i++) ws_watch_add(w, "worms>1", NULL, &error);
    ws_watch_breaks(w, &count);
    ok(count == WS_BREAKS_MAX, "there are at most %d", WS_BREAKS_MAX);
    ws_watch_clear(w);
    ws_watch_breaks(w, &count);
    ok(count == 0, "all can be removed");
    ws_watch_free(w);
}

/* Runs to the first stop or `until`, `piece` cycles at a time; returns the cycle. */
static uint64_t run_to_stop(ws_watch *w, ws_session *s, uint64_t until, uint64_t piece) {
    const ws_net *net = ws_session_net(s);
    while (ws_net_cycle(net) < until && ws_watch_run(w, s, piece) && !ws_watch_stopped(w)) continue;
    return ws_net_cycle(net);
}

static void test_ring(void) {
    ws_error error;
    ws_session *s = open_text(ring, NULL);
    ws_watch *w = ws_watch_new();
    ws_watch_add(w, "deadlock", NULL, &error);
    uint64_t at = run_to_stop(w, s, 400, 1000);
    const ws_stop *stop = ws_watch_stopped(w);
    ws_deadlock deadlock = ws_session_deadlock(s);
    ok(stop && at % WS_WATCH_CYCLES && at == deadlock.cycle, "the ring stops in the cycle in which it closes, %" PRIu64, at);
    ok(stop && strstr(stop->text, "breakpoint 1: deadlock rises, it is 4 worms"), "%s", stop ? stop->text : "-");
    ok(ws_watch_run(w, s, 1000) == 400 - at && !ws_watch_stopped(w), "and runs on to its end: it has not ceased meanwhile");
    ws_watch_free(w);
    ws_session_close(s);
}

static void test_holds_already(void) {
    ws_error error;
    ws_session *s = open_text(ring, NULL);
    ws_watch *w = ws_watch_new();
    ws_session_run(s, 100);
    ws_watch_add(w, "blocked>=100%", NULL, &error);
    ok(run_to_stop(w, s, 400, 1000) == 400, "a condition that holds where the run begins does not stop it");
    ws_watch_free(w);
    ws_session_close(s);
}

static void test_remarks(void) {
    ws_session *s = open_text(ring, NULL);
    ws_watch *w = ws_watch_new();
    ws_watch_remarks(w, true);
    ok(ws_watch_run(w, s, 1000) == 300 && ws_watch_remarked(w), "a run stops at a remark if asked to");
    ok(strcmp(ws_session_note(s), "still") == 0, "which has acted then");
    ok(ws_watch_run(w, s, 1000) == 100 && !ws_watch_remarked(w), "and goes on from there");
    ws_watch_free(w);
    ws_session_close(s);
}

/* What a run goes on until holds from the beginning, or for a time. */
static void test_until(void) {
    ws_error error = {0};
    ws_session *s = open_text(ring, NULL);
    ws_watch *w = ws_watch_new();
    ok(ws_watch_until(w, "knot = 4", 64, &error) && ws_watch_check(w, s, &error), "a condition that must hold a while %s",
       error.text);
    uint64_t closed = 0, at = run_to_stop(w, s, 400, 1000);
    closed = ws_session_deadlock(s).cycle;
    ok(ws_watch_stopped(w) && at % WS_WATCH_CYCLES == 0 && at >= closed + 64 && at < closed + 64 + 2 * WS_WATCH_CYCLES,
       "stops when it has held so long, %" PRIu64 " after %" PRIu64, at, closed);
    ws_watch_free(w);
    w = ws_watch_new();
    ws_watch_until(w, "knot = 4", 0, &error);
    ok(ws_watch_run(w, s, 1000) == 0 && ws_watch_stopped(w), "where it holds already, nothing is run");
    ok(ws_watch_add(w, "host(H9).received>1", NULL, &error) && !ws_watch_check(w, s, &error) &&
           strcmp(error.text, "unknown host \"H9\"") == 0,
       "a host that there is not is told: %s", error.text);
    ws_watch_free(w);
    ws_session_close(s);
}

/* The cycle at which a torus first stops, and its digest there. */
static uint64_t torus_stop(uint64_t piece, const char *condition, uint64_t *digest) {
    ws_error error;
    ws_session *s = ws_session_open("kwan/torus-3x3", NULL, &error);
    ws_watch *w = ws_watch_new();
    ws_watch_add(w, condition, NULL, &error);
    uint64_t at = run_to_stop(w, s, 20000, piece);
    *digest = ws_session_digest(s);
    ws_watch_free(w);
    ws_session_close(s);
    return at;
}

static void test_reproducible(const char *condition) {
    static const uint64_t pieces[] = {1, 7, 128, 1000000};
    ws_error error;
    uint64_t digest, first = torus_stop(16, condition, &digest);
    ok(first < 20000 && first % WS_WATCH_CYCLES == 0, "%s: stops at cycle %" PRIu64, condition, first);
    bool same = true;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        uint64_t other;
        same &= torus_stop(pieces[i], condition, &other) == first && other == digest;
    }
    ok(same, "%s: there too in steps of 1, 7, 128 and all at once", condition);
    ws_session *s = ws_session_open("kwan/torus-3x3", NULL, &error);
    ws_session_run(s, first);
    ok(ws_session_digest(s) == digest, "%s: looking has changed nothing", condition);
    ws_session_close(s);
}

static double quantity(const ws_frame *f, const char *name) { return ws_quantity_find(name)->of(f); }

/* By hand: four worms, each holding the host link it came by and the link of the ring in front of it; each waits for the next. */
static void test_quantities(void) {
    ws_session *s = open_text(ring, NULL);
    ws_session_run(s, 100);
    const ws_net *net = ws_session_net(s);
    ws_frame *f = ws_frame_new(net);
    ws_observer *observer = ws_observer_new(net);
    ws_frame_update(f, net, ws_session_metrics(s), observer);
    ok(quantity(f, "worms") == 4 && quantity(f, "waiting") == 100, "four worms, all waiting");
    ok(quantity(f, "deadlock") == 4 && quantity(f, "order") == 0, "all of them deadlocked, which is no order");
    ok(quantity(f, "held") > 66 && quantity(f, "held") < 67, "8 of 12 links held by waiting worms (%.1f %%)",
       quantity(f, "held"));
    ok(quantity(f, "wait") > 80 && quantity(f, "wait") < 100, "the longest wait began before cycle 20 (%g)", quantity(f, "wait"));
    ok(quantity(f, "delivered") == 0 && quantity(f, "kills") == 0 && isnan(quantity(f, "latency")),
       "nothing is delivered, so there is no latency");
    ws_observer_free(observer);
    ws_frame_free(f);
    ws_session_close(s);
}

/* `cycle=N` stops in just that cycle, off the grid, however the run is cut; `high.head` is a figure of a class. */
static void test_cycle(uint64_t cut) {
    ws_error error = {0};
    const ws_options options = {.keyframe_bytes = 1 << 22};
    ws_session *s = ws_session_open("kwan/torus-3x3", &options, &error);
    ws_watch *w = ws_watch_new();
    ok(ws_watch_add(w, "cycle=3501", NULL, &error) && ws_watch_add(w, "cycle>4000 and worms>0", NULL, &error), "conditions on the cycle %s", error.text);
    for (uint64_t i = 0; i < 5000 && !ws_watch_stopped(w); i += cut) ws_watch_run(w, s, cut);
    ok(ws_net_cycle(ws_session_net(s)) == 3501 && ws_watch_stopped(w), "cycle=3501 stops in cycle %" PRIu64, ws_net_cycle(ws_session_net(s)));
    ws_watch_run(w, s, 1);
    ok(!ws_watch_stopped(w), "and once");
    for (uint64_t i = 0; i < 5000 && !ws_watch_stopped(w); i += cut) ws_watch_run(w, s, cut);
    ok(ws_net_cycle(ws_session_net(s)) == 4001, "cycle>4000 stops in cycle %" PRIu64, ws_net_cycle(ws_session_net(s)));
    ws_watch_free(w);
    ws_session_close(s);
}

static void test_class(void) {
    ws_error error = {0};
    ws_session *s = ws_session_open("kwan/two-hosts", NULL, &error);
    ws_watch *w = ws_watch_new();
    ok(ws_watch_add(w, "low.head>500", NULL, &error), "low.head>500 %s", error.text);
    ws_watch_run(w, s, 400000);
    const ws_stop *stop = ws_watch_stopped(w);
    ws_class_report low = ws_metrics_class(ws_session_metrics(s), ws_session_net(s), 2);
    ok(stop && low.latency[WS_LATENCY_HEAD].mean > 500 && strcmp(low.name, "low") == 0, "stops where the head latency of low is %.0f",
       low.latency[WS_LATENCY_HEAD].mean);
    ws_watch_clear(w);
    ok(ws_watch_add(w, "lwo.head>500", NULL, &error) && !ws_watch_check(w, s, &error), "%s", error.text);
    ws_watch_free(w);
    ws_session_close(s);
    test_refused("high.haed>3", "did you mean \"head\"?");
}

int main(void) {
    test_cycle(1000000);
    test_cycle(7);
    test_class();
    test_read("waiting>20%", "waiting>20%");
    test_read("blocked>20%", "waiting>20%"); /* an older name */
    test_read(" waiting > 20 ", "waiting>20%");
    test_read("order>=3", "order>=3");
    test_read("latency != 12.5", "latency!=12.5");
    test_read("deadlock", "deadlock rises");
    test_read("kills rises", "kills rises");
    test_read("backlog  falls", "backlog falls");
    test_refused("", "the quantity is missing");
    test_refused(">3", "a value is missing before \">\"");
    test_refused("wiating>20", "did you mean \"waiting\"?");
    test_refused("order>3%", "order is not a share");
    test_refused("order>", "a value is missing behind >");
    test_refused("order=>3", "a value is missing before \">\"");
    test_refused("order!3", "\"!\" is too much here");
    test_refused("order>x", "unknown quantity \"x\"");
    test_refused("order>3 rises", "rises is written after a figure");
    test_read("host(H1).received<0.1 and not deadlock", "host(H1).received<0.1 and not deadlock");
    test_read("worms( from = H2 ) rises", "worms(from=H2) rises");
    test_refused("order>99999999999999", "invalid value");
    test_refused("latency>100000000000000000000000000000000000000000000000000000000000000", "invalid value");
    test_list();
    test_ring();
    test_holds_already();
    test_remarks();
    test_until();
    test_quantities();
    test_reproducible("order>3");
    test_reproducible("waiting>40%");
    test_reproducible("recent-latency>1500");
    return done();
}
