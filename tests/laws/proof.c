/* proof.c - what `prove` says is so. Where it proves a network free of deadlock, no long saturated run deadlocks; where it says that one can,
 * the scenario that it writes runs into a deadlock, and the detector finds the very ring that was named. Every shipped scenario, and random
 * networks: topologies, routings, virtual channels, rules of room, lengths; pools of packet buffers, with and without a rule; worms that are killed. 40
 * of each, 200 with WS_LONG; in the short form 10 to 14, and scenarios of up to 200 hosts. */
#include <inttypes.h>

#include "fixture.h"
#include "observe/waits.h"
#include "session/library/scenarios.h"
#include "session/prove.h"

enum { NETWORKS = 40, NETWORKS_LONG = 200, SCENARIO_CYCLES = 3000, CYCLES = 20000, IMPOSSIBLE_MOST = 1000 };

typedef struct tally {
    unsigned free, deadlock, undecided, wrong, impossible;
    unsigned by[WS_ARGUMENT_COUNT], open[WS_ARGUMENT_COUNT], same; /* open: of the undecided */
} tally;

/* Hosts offer all that they can. */
static bool saturated_deadlocks(ws_session *s, uint64_t cycles) {
    ws_def def = *ws_net_def(ws_session_net(s));
    def.load = WS_MILLION;
    ws_error error = {0};
    ws_net *n = ws_net_build(&def, ws_net_graph(ws_session_net(s)), NULL, &error);
    if (!n) fixture_stop("saturated", &error);
    fixture_run(n, cycles, NULL, NULL);
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    bool deadlock = ws_waits_deadlock(waits);
    ws_waits_free(waits);
    ws_net_free(n);
    return deadlock;
}

/* The scenario deadlocks before its end, and the ring is part of what waits for ever. */
static bool example_holds(const ws_prove *p) {
    ws_error error = {0};
    if (!p->text) return false;
    ws_session *s = ws_session_open_text("example", p->text, strlen(p->text), NULL, NULL, &error);
    if (!s) {
        note("%s", error.text);
        return false;
    }
    while (!ws_session_ended(s)) ws_session_run(s, 1000);
    ws_deadlock deadlock = ws_session_deadlock(s);
    const ws_net *n = ws_session_net(s);
    size_t queues;
    uint32_t length;
    const ws_dependency *ring = ws_prove_ring(p, &length);
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    const ws_wait *wait = ws_waits_of(waits, &queues);
    bool good = deadlock.now && deadlock.cycle == p->closed && length > 1;
    for (uint32_t i = 0; i < length; i++) {
        u32 q = n->vc[ring[i].held].receiver;
        good = good && q != NIL && wait[q].in_deadlock;
        good = good && n->wire.vc_link[ring[i].requested] == n->wire.vc_link[ring[(i + 1) % length].held];
    }
    ws_waits_free(waits);
    ws_session_close(s);
    return good;
}

static bool agrees(tally *t, ws_session *s, const char *text, uint64_t cycles) {
    uint64_t before = ws_session_digest(s);
    ws_prove *p = ws_session_prove(s);
    bool good = ws_session_digest(s) == before;
    t->by[p->proof->argument]++;
    switch (p->verdict) {
    case WS_VERDICT_FREE: t->free++, good = good && !saturated_deadlocks(s, cycles); break;
    case WS_VERDICT_DEADLOCK: t->deadlock++, t->same += p->found->same, good = good && example_holds(p); break;
    case WS_VERDICT_UNDECIDED:
        t->undecided++, t->open[p->proof->argument]++;
        if (getenv("PROOF_WHY")) note("undecided: %s\n%s", ws_argument_words[p->proof->argument], text);
        break;
    }
    if (!good) {
        char line[1024];
        ws_prove_tell(p, ws_session_net(s), line, sizeof line);
        t->wrong++;
        note("%s: %s", text, line);
        if (p->text) note("%s", p->text);
    }
    ws_prove_free(p);
    return good;
}

/* ---- shipped scenarios ---- */

static void shipped(void) {
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    tally t = {0};
    for (size_t i = 0; i < count; i++) {
        ws_error error;
        ws_session *s = ws_session_open(rows[i].name, NULL, &error);
        if (!s) fixture_stop(rows[i].name, &error);
        int32_t hosts = ws_net_graph(ws_session_net(s))->hosts;
        bool large = hosts > 200;
        u64 cycles = large ? SCENARIO_CYCLES / 10 : SCENARIO_CYCLES;
        if (is_whole() || hosts <= 200) agrees(&t, s, rows[i].name, amount(cycles / 10, cycles, 10 * cycles));
        ws_session_close(s);
    }
    ws_scenarios_free(rows, count);
    ok(count > 30 && t.wrong == 0, "%zu shipped scenarios: %u free, %u can deadlock, %u undecided; none is otherwise in a saturated run",
       count, t.free, t.deadlock, t.undecided);
    ok(t.undecided == 0, "each of them is decided");
    ok(t.deadlock >= 3, "teach/ring-deadlock, teach/turn-cycle and timeouts/deadlock among them can");
}

/* ---- random networks ---- */

static u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }

/* Its lines; what cannot be built is drawn again. */
static void random_text(u64 *rng, char *text, size_t room) {
    static const char *const grids[] = {"dor",        "dor-no-dateline", "minimal-random", "minimal-adaptive", "west-first",
                                        "north-last", "negative-first",  "duato-escape",   "updown"};
    static const char *const others[] = {"updown", "minimal-random", "minimal-adaptive", "ud-2q",   "bud-2vc",
                                         "ma-2vc", "bma-2vc",        "bfa-2vc",          "fa-2q"};
    static const char *const rules[] = {"none", "flit", "packet", "fit", "bubble"};
    static const char *const switchings[] = {"wormhole", "wormhole", "cut-through", "store-and-forward"};
    u32 shape = pick(rng, 0, 5), hosts = pick(rng, 1, 3), buffer = pick(rng, 2, 12), rule = pick(rng, 0, 4), length;
    const char *routing = shape < 4 ? grids[pick(rng, 0, 8)] : others[pick(rng, 0, 8)];
    char topology[64];
    if (shape == 0) snprintf(topology, sizeof topology, "mesh %u %u", pick(rng, 2, 4), pick(rng, 2, 4));
    else if (shape == 1) snprintf(topology, sizeof topology, "torus %u %u", pick(rng, 2, 5), pick(rng, 3, 5));
    else if (shape == 2) snprintf(topology, sizeof topology, "ring %u", pick(rng, 3, 7));
    else if (shape == 3) snprintf(topology, sizeof topology, "ring1 %u", pick(rng, 3, 6));
    else snprintf(topology, sizeof topology, "irregular %u", pick(rng, 4, 10));
    length = rule == 4 ? buffer / 2 : pick(rng, 1, buffer);
    if (rule < 2 && pick(rng, 0, 1)) length = pick(rng, 1, 40);
    snprintf(text, room,
             "machine cube\nset topology %s\nset hosts-per-switch %u\nset routing %s\nset vcs %u\nset buffer %u\nset grant-room %s\n"
             "set switching %s\nset length fixed %u\nset load 0.4\nset topology-seed %u\nset root %u\nset dateline %s\nset router-unit %s\n"
             "set route-choice %s\nset router-delay %u\nset multiplexing %s\nset link-delay %u\nseed %u\n",
             topology, hosts, routing, pick(rng, 1, 4), buffer, rules[rule], switchings[pick(rng, 0, rule < 2 ? 1 : 3)], length,
             pick(rng, 0, 999), pick(rng, 0, 1), pick(rng, 0, 3) ? "cross" : "fixed", pick(rng, 0, 1) ? "header" : "outputs",
             pick(rng, 0, 1) ? "fixed" : "random", pick(rng, 1, 3), pick(rng, 0, 4) ? "flit" : "packet", pick(rng, 1, 4),
             pick(rng, 0, 9999));
}

typedef void random_text_fn(u64 *rng, char *text, size_t room);

static ws_session *random_session(random_text_fn *write, u64 *rng, char *text, size_t room, tally *t) {
    for (;; t->impossible++) {
        ws_error error;
        write(rng, text, room);
        ws_session *s = ws_session_open_text("random", text, strlen(text), NULL, NULL, &error);
        if (s) return s;
        if (getenv("PROOF_WHY")) note("%s", error.text);
        if (t->impossible > IMPOSSIBLE_MOST) fixture_stop(text, &error);
    }
}

/* Pools of packet buffers. */
static void pools_text(u64 *rng, char *text, size_t room) {
    static const char *const shapes[] = {"mesh", "torus", "fedx"};
    static const char *const rules[] = {"forward-count", "forward-state", "off"};
    static const char *const pressures[] = {"none", "message", "destination"};
    snprintf(text, room,
             "machine fedx\nset topology %s %u %u\nset pool %u\nset deadlock-rule %s\nset backpressure %s\nset routing %s\nset pe-duplex %s\n"
             "set load 0.4\nseed %u\n",
             shapes[pick(rng, 0, 2)], pick(rng, 2, 4), pick(rng, 3, 4), pick(rng, 5, 12), rules[pick(rng, 0, 2)],
             pressures[pick(rng, 0, 2)], pick(rng, 0, 1) ? "fedx-adaptive" : "fedx-deterministic", pick(rng, 0, 1) ? "half" : "full",
             pick(rng, 0, 9999));
}

/* Networks whose worms are killed. */
static void kills_text(u64 *rng, char *text, size_t room) {
    static const char *const policies[] = {"fixed", "itow", "cep"};
    char topology[64];
    if (pick(rng, 0, 1)) snprintf(topology, sizeof topology, "torus %u %u", pick(rng, 2, 4), pick(rng, 3, 5));
    else snprintf(topology, sizeof topology, "irregular %u", pick(rng, 4, 9));
    snprintf(text, room,
             "machine timeouts\nset topology %s\nset topology-seed %u\nset hosts-per-switch %u\nset routing %s\nset vcs %u\nset link-delay %u\n"
             "set buffer %u\nset length fixed %u\nset timeout-policy %s\nset timeout %u\nset timeout-patience %u\nseed %u\n",
             topology, pick(rng, 0, 999), pick(rng, 1, 3), pick(rng, 0, 1) ? "minimal-random" : "minimal-adaptive", pick(rng, 1, 2),
             pick(rng, 1, 6), pick(rng, 2, 12), pick(rng, 1, 40), policies[pick(rng, 0, 2)], pick(rng, 5, 60), 4 * pick(rng, 0, 2),
             pick(rng, 0, 9999));
}

/* What is said of each of them is so. */
static tally random_networks(random_text_fn *write, const char *name, unsigned count) {
    tally t = {0};
    for (unsigned i = 0; i < count; i++) {
        u64 rng = mix64(i + 5);
        char text[1024];
        ws_session *s = random_session(write, &rng, text, sizeof text, &t);
        if (!agrees(&t, s, text, amount(CYCLES / 8, CYCLES, CYCLES))) note("network %u", i);
        ws_session_close(s);
    }
    note("%s: acyclic %u, escape %u, bubble %u, outlet %u, pools %u, kills %u; %u of the rings are the shortest of their graph; %u drawn that "
         "are no network",
         name, t.by[WS_ARGUMENT_ACYCLIC], t.by[WS_ARGUMENT_ESCAPE], t.by[WS_ARGUMENT_BUBBLE], t.by[WS_ARGUMENT_OUTLET],
         t.by[WS_ARGUMENT_POOLS], t.by[WS_ARGUMENT_KILLS], t.same, t.impossible);
    ok(t.wrong == 0, "%u %s: %u free, %u can deadlock, %u undecided, %u otherwise than said", count, name, t.free, t.deadlock, t.undecided,
       t.wrong);
    return t;
}

static void all_random_networks(void) {
    unsigned count = (unsigned)amount(14, NETWORKS, NETWORKS_LONG);
    tally t = random_networks(random_text, "random networks", count);
    ok(t.free > count / 5 && t.deadlock > count / 5 && t.undecided <= count / 10, "enough of each, and nine of ten are decided");
    ok(t.undecided == t.open[WS_ARGUMENT_BEHIND], "undecided are only those in which a head may stand behind another packet");
    count = (unsigned)amount(10, NETWORKS, NETWORKS_LONG);
    t = random_networks(pools_text, "pools", count);
    ok(t.by[WS_ARGUMENT_POOLS] > count / 3 && t.undecided == t.open[WS_ARGUMENT_NO_RULE], "pools under a rule are free, others undecided");
    t = random_networks(kills_text, "networks with kills", count);
    ok(t.by[WS_ARGUMENT_KILLS] > count / 3 && t.undecided == t.open[WS_ARGUMENT_PATIENCE],
       "where every waiting head has a timer no ring lasts");
}

/* ---- by hand ---- */

/* The shortest cycle of a one-way ring is the ring; one virtual channel more at a dateline, and there is none. */
static void ring1(void) {
    static const char ring[] = "machine cube\nset topology ring1 5\nset routing dor-no-dateline\nset vcs 1\nset buffer 4\nset length fixed 8\n";
    static const char line[] = "machine cube\nset topology ring1 5\nset routing dor\nset vcs 2\nset buffer 4\nset length fixed 8\n";
    ws_error error;
    uint32_t length;
    char name[64];
    ws_session *s = ws_session_open_text("ring", ring, strlen(ring), NULL, NULL, &error);
    ws_prove *p = ws_session_prove(s);
    const ws_dependency *row = ws_prove_ring(p, &length);
    ok(p->verdict == WS_VERDICT_DEADLOCK && p->proof->length == 5 && length == 5 && p->found->same, "ring1 5: a ring of 5 channels");
    ws_channel_name(ws_session_net(s), row[0].held, name, sizeof name);
    ok(strncmp(name, "S", 1) == 0 && strstr(name, "→S"), "a channel has a name: %s", name);
    ok(p->found->count <= 5, "%u messages close it", p->found->count);
    ws_prove_free(p);
    ws_session_close(s);
    s = ws_session_open_text("line", line, strlen(line), NULL, NULL, &error);
    p = ws_session_prove(s);
    ok(p->verdict == WS_VERDICT_FREE && p->proof->argument == WS_ARGUMENT_ACYCLIC && !p->text, "with a dateline: acyclic");
    ws_prove_free(p);
    ws_session_close(s);
}

int main(void) {
    ring1();
    shipped();
    all_random_networks();
    return done();
}
