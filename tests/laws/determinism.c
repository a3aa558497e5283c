/* A network's state follows from its definition, its seed and the changes made to it, and from nothing else: not from how many
 * cycles a call runs, not from who looks, not from when its events are read, not from having been copied and put back. */
#include "observe/frame.h"
#include "observe/metrics.h"
#include "observe/waits.h"

#include "fixture.h"

enum { CYCLES = 6000, CHANGES = 5, EVERY = CYCLES / CHANGES };

typedef void look_function(ws_net *n, void *context);

/* Runs to `end` in strides, changing the load and more at fixed cycles, and letting `look` look after every stride. */
static void run(ws_net *n, u64 end, u64 stride, look_function *look, void *context) {
    while (n->cycle[0] < end) {
        u64 now = n->cycle[0], change = (now / EVERY + 1) * EVERY, stop = change < end ? change : end;
        if (now % EVERY == 0 && now > 0) {
            ws_def d = *ws_net_def(n);
            d.load = 100000 + (int64_t)(now / EVERY % 3) * 400000;
            d.segment = d.segment == 33 ? 250 : 33;
            d.arbiter = (d.arbiter + 1) % WS_ARBITER_COUNT;
            ws_error error;
            if (!ws_net_change(n, &d, &error)) fixture_stop("a live change", &error);
        }
        while (n->cycle[0] < stop) {
            u64 left = stop - n->cycle[0];
            ws_net_step(n, left < stride ? left : stride);
            if (look) look(n, context);
            ws_net_events_clear(n);
        }
    }
}

static u64 digest_of(const ws_def *d, u64 stride, look_function *look, void *context) {
    ws_net *n = fixture_net(d, NULL);
    run(n, CYCLES, stride, look, context);
    u64 digest = ws_net_digest(n);
    ws_net_free(n);
    return digest;
}

/* ---- who looks ---- */

typedef struct observers {
    ws_metrics *metrics;
    ws_waits *waits;
    ws_observer *observer;
    ws_frame *frame;
} observers;

static void look_at_all(ws_net *n, void *context) {
    observers *o = context;
    if (!o->metrics) {
        o->metrics = ws_metrics_new(n, 100);
        o->waits = ws_waits_new(n);
        o->observer = ws_observer_new(n);
        o->frame = ws_frame_new(n);
    }
    ws_metrics_feed(o->metrics, n);
    ws_waits_update(o->waits, n);
    ws_observer_sample(o->observer, n);
    ws_frame_update(o->frame, n, o->metrics, o->observer);
    ws_metrics_class(o->metrics, n, 0);
    ws_net_check(n, NULL);
}

static u64 digest_watched(const ws_def *d) {
    observers o = {0};
    u64 digest = digest_of(d, 13, look_at_all, &o);
    ws_frame_free(o.frame), ws_observer_free(o.observer), ws_waits_free(o.waits), ws_metrics_free(o.metrics);
    return digest;
}

/* ---- copies ---- */

/* Copies the state half way, goes on to the end, comes back and goes on again; and goes on in another network of the same build.
 */
static bool copies_agree(const ws_def *d, u64 digest) {
    ws_net *n = fixture_net(d, NULL), *other = fixture_net(d, NULL);
    size_t size = ws_net_state_size(n);
    void *copy = malloc(size);
    run(n, CYCLES / 2 + 7, 1000, NULL, NULL);
    memcpy(copy, ws_net_state(n), size);
    u64 half = ws_net_digest(n);
    run(n, CYCLES, 1000, NULL, NULL);
    bool good = ws_net_digest(n) == digest;
    ws_net_restore(n, copy);
    good &= ws_net_digest(n) == half && ws_net_cycle(n) == CYCLES / 2 + 7 && ws_net_check(n, NULL);
    run(n, CYCLES, 3, NULL, NULL);
    good &= ws_net_digest(n) == digest;
    run(other, 1234, 100, NULL, NULL); /* whatever it was before */
    ws_net_restore(other, copy);
    run(other, CYCLES, 1, NULL, NULL);
    good &= ws_net_digest(other) == digest && memcmp(ws_net_state(n), ws_net_state(other), size) == 0;
    free(copy);
    ws_net_free(n), ws_net_free(other);
    return good;
}

static void machine(const char *name, ws_def d) {
    u64 digest = digest_of(&d, CYCLES, NULL, NULL);
    ok(digest_of(&d, 1, NULL, NULL) == digest, "%s: cycle by cycle the same as in one run", name);
    ok(digest_of(&d, 7, NULL, NULL) == digest, "%s: by sevens the same", name);
    ok(digest_watched(&d) == digest, "%s: watched by metrics, waits, frames and checks the same", name);
    ok(copies_agree(&d, digest), "%s: put back, and put into another network, the same", name);
    ws_def next = d;
    next.seed++;
    ok(digest_of(&next, CYCLES, NULL, NULL) != digest, "%s: another seed, another state", name);
}

int main(void) {
    ws_def d = fixture_lan(WS_TOPOLOGY_TORUS, 3, 3);
    machine("wormhole LAN 3x3", d);
    d.route_choice = WS_ROUTE_CHOICE_RANDOM, d.traffic = WS_TRAFFIC_HOTSPOT, d.segment_rule = WS_SEGMENT_RULE_ADAPTIVE;
    machine("wormhole LAN 3x3, random paths, hot spot, adaptive segments", d);
    d = fixture_cube(WS_TOPOLOGY_MESH, 5, 4);
    machine("cube mesh 5x4", d);
    d = fixture_cube(WS_TOPOLOGY_TORUS, 4, 4);
    d.vcs = 4, d.load = 700000, d.length_mean = 13;
    machine("cube torus 4x4, four channels", d);
    d.router_delay = 0;
    machine("cube torus 4x4, four channels, one stage", d);
    d = fixture_lan(WS_TOPOLOGY_TORUS, 4, 4);
    d.flow_control = WS_FLOW_SPACE, d.routing = WS_ROUTING_MINIMAL_RANDOM, d.length_mean = 100, d.timeout = 40;
    for (d.timeout_policy = WS_TIMEOUT_POLICY_FIXED; d.timeout_policy < WS_TIMEOUT_POLICY_COUNT; d.timeout_policy++)
        machine("torus 4x4 with timeouts", d);
    d = fixture_slots(8);
    machine("one switch, one queue per input", d);
    d.queueing = WS_QUEUEING_VOQ;
    machine("one switch, one queue per output", d);
    d.queueing = WS_QUEUEING_OQ, d.flow_control = WS_FLOW_PACKET_CREDIT;
    machine("one switch, queues at the outputs", d);
    return done();
}
