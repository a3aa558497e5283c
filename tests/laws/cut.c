/* cut.c - cables that are cut and repaired while the network runs: in each cycle the laws of conservation hold, what was in packets is lost
 * and counted, what waited whole at its source is not; no flit crosses a cut cable; hosts offer what they would have offered; the state at a
 * cycle is the same however one came there: run, step, back, seek, fork, recording. What cannot be cut is refused and changes nothing. */
#include <inttypes.h>
#include <unistd.h>

#include "fixture.h"
#include "observe/metrics.h"
#include "session/prove.h"

typedef struct kind {
    const char *name, *text, *a, *b; /* two neighbours */
    bool closed;                     /* the load answers to what is delivered */
} kind;

static const kind kinds[] = {
    {"wormhole LAN, up/down", "machine wormhole-lan\nset topology torus 3 3\nset routing updown\nset load 0.1\nset length exponential 40\n", "S1", "S4",
     false},
    {"cube, minimal adaptive", "machine cube\nset topology torus 4 4\nset routing minimal-adaptive\nset vcs 3\nset length fixed 8\nset load 0.2\n", "S5",
     "S6", false},
    {"cube, minimal random", "machine cube\nset topology mesh 3 3\nset routing minimal-random\nset length fixed 8\nset load 0.1\n", "S0", "S1", false},
    {"irregular, escape channels", "machine now-wormhole\nset topology irregular 8\nset routing bfa-2vc\nset load 0.05\n", NULL, NULL, false},
    {"irregular, cut-through", "machine now-vct\nset topology irregular 8\nset load 0.05\n", NULL, NULL, false},
    {"timeouts, saturated", "machine timeouts\nset topology torus 3 3\nset routing updown\nset link-delay 3\nset buffer 4\nset load 0.1\n", "S0", "S1", true},
    {"Fed-X", "machine fedx\nset topology fedx 3 3\nset load 1\n", "S0", "S1", false},
    {"alpha scheduling",
     "machine wormhole-lan\nset topology ring 5\nset routing updown\nset load 0.4\nset alpha 3\nset segment 30\nset segment-rule fixed\n", "S2", "S3",
     false},
};
enum { KINDS = sizeof kinds / sizeof *kinds, CUT_AT = 900, REPAIR_AT = 1500 };

static ws_session *open_text(const char *name, const char *text, size_t keyframes) {
    ws_error error;
    ws_options options = {.keyframe_bytes = keyframes, .keyframe_ns = 1};
    ws_session *s = ws_session_open_text(name, text, strlen(text), NULL, &options, &error);
    if (!s) fixture_stop(name, &error);
    return s;
}

static uint64_t total(ws_session *s, ws_total which) { return ws_net_total(ws_session_net(s), which); }
static uint64_t cycle_of(ws_session *s) { return ws_net_cycle(ws_session_net(s)); }

/* A cable whose loss leaves all switches connected: the first that can be cut. */
static void cable_choose(const kind *k, const char **a, const char **b) {
    static char one[WS_NAME_MAX], other[WS_NAME_MAX];
    *a = k->a, *b = k->b;
    if (*a) return;
    ws_session *s = open_text(k->name, k->text, 0);
    const ws_graph *g = ws_net_graph(ws_session_net(s));
    for (int32_t i = 0; i < g->edges && !*a; i++) {
        char line[64];
        ws_error error;
        if (g->edge[i].b >= g->switches || g->edge[i].a >= g->switches) continue;
        snprintf(one, sizeof one, "%s", g->node[g->edge[i].a].name), snprintf(other, sizeof other, "%s", g->node[g->edge[i].b].name);
        snprintf(line, sizeof line, "cut %s %s", one, other);
        if (ws_session_apply(s, line, &error)) *a = one, *b = other;
        g = ws_net_graph(ws_session_net(s));
    }
    ws_session_close(s);
}

static uint64_t flits_on(ws_session *s, const char *a, const char *b) {
    const ws_net *n = ws_session_net(s);
    uint64_t flits = 0;
    for (u32 l = 0; l < n->size.links; l++) {
        const char *from = n->graph.node[n->wire.link_from[l]].name, *to = n->graph.node[n->wire.link_to[l]].name;
        bool there = strcmp(from, a) == 0 && strcmp(to, b) == 0, back = strcmp(from, b) == 0 && strcmp(to, a) == 0;
        if (there || back) flits += n->link_flits[l];
    }
    return flits;
}

static uint64_t whole_at_sources(const ws_net *n) {
    uint64_t count = 0;
    for (u32 m = 0; m < n->size.messages; m++)
        count += n->message.source[m] != NIL && n->message.uncut[m] == n->message.length[m] && n->message.undelivered[m] == 0;
    return count;
}

static bool laws_hold(ws_session *s, uint64_t until) {
    ws_error error;
    while (cycle_of(s) < until) {
        ws_session_run(s, 1);
        if (ws_net_check(ws_session_net(s), &error)) continue;
        note("%s", error.text);
        return false;
    }
    return !ws_session_failed(s, &error);
}

/* Cut by hand at CUT_AT, and repaired. */
static void accounts(const kind *k, const char *a, const char *b) {
    char cut[64], repair[64];
    ws_error error = {""};
    snprintf(cut, sizeof cut, "cut %s %s", a, b), snprintf(repair, sizeof repair, "repair %s %s", b, a);
    ws_session *s = open_text(k->name, k->text, 0), *plain = open_text(k->name, k->text, 0);
    bool laws = laws_hold(s, CUT_AT);
    uint64_t whole = whole_at_sources(ws_session_net(s)), born = total(s, WS_TOTAL_MESSAGES_CREATED);
    uint64_t crossed = flits_on(s, a, b), before = total(s, WS_TOTAL_FLITS_DELIVERED);
    bool done = ws_session_apply(s, cut, &error);
    uint64_t more = total(s, WS_TOTAL_MESSAGES_CREATED) - born;
    ok(done && whole_at_sources(ws_session_net(s)) == whole + more, "%s: %s keeps the %" PRIu64 " messages that wait whole%s%s", k->name, cut, whole,
       *error.text ? ": " : "", error.text);
    uint64_t lost = total(s, WS_TOTAL_MESSAGES_DROPPED);
    laws = laws && done && ws_net_check(ws_session_net(s), &error) && laws_hold(s, REPAIR_AT);
    ok(laws && lost > 0 && total(s, WS_TOTAL_MESSAGES_DROPPED) == lost, "%s: %" PRIu64 " messages are lost at once, and none later", k->name, lost);
    ok(crossed > 0 && flits_on(s, a, b) == crossed && total(s, WS_TOTAL_FLITS_DELIVERED) > before,
       "%s: no flit crosses the cable, and flits arrive", k->name);
    done = ws_session_apply(s, repair, &error);
    laws = done && laws_hold(s, 4500);
    ok(laws && flits_on(s, a, b) > crossed, "%s: repaired, flits cross it again", k->name);
    ws_session_run(plain, 4500);
    uint64_t made = total(s, WS_TOTAL_FLITS_CREATED) + total(s, WS_TOTAL_FLITS_REFUSED);
    uint64_t usual = total(plain, WS_TOTAL_FLITS_CREATED) + total(plain, WS_TOTAL_FLITS_REFUSED);
    ok(k->closed || made == usual, "%s: the hosts offer what they would have offered", k->name);
    ws_session_apply(s, "set load 0", &error), ws_session_apply(s, "host all silent", &error);
    uint64_t all = 0, gone = 1;
    for (int i = 0; i < 200 && all != gone; i++) {
        ws_session_run(s, 500);
        all = total(s, WS_TOTAL_FLITS_CREATED), gone = total(s, WS_TOTAL_FLITS_DELIVERED) + total(s, WS_TOTAL_FLITS_DROPPED);
    }
    ok(all == gone, "%s: each flit is delivered or lost", k->name);
    ws_session_close(s), ws_session_close(plain);
}

static void scenario_text(const kind *k, const char *a, const char *b, char *text, size_t room) {
    snprintf(text, room, "%s@%d cut %s %s\n@1100 send 0 1 30\n@%d repair %s %s\n@1700 cut %s %s\n", k->text, CUT_AT, a, b, REPAIR_AT, b, a, a, b);
}

static bool travels(const kind *k, const char *text, u64 *rng) {
    enum { SIGHTS = 10 };
    uint64_t cycle[SIGHTS], digest[SIGHTS];
    ws_error error;
    bool good = true;
    ws_session *s = open_text(k->name, text, 0);
    for (int i = 0; i < SIGHTS; i++) {
        cycle[i] = 200 * (u64)i + rng_below(rng, 200);
        if (i == 4) cycle[i] = CUT_AT;
        ws_session_run(s, cycle[i] - cycle_of(s));
        digest[i] = ws_session_digest(s);
    }
    ws_session_close(s);
    s = open_text(k->name, text, 1 << 24);
    ws_session_run(s, 2100);
    for (int i = 0; i < 30 && good; i++) {
        u32 to = rng_below(rng, SIGHTS);
        good = ws_session_seek(s, cycle[to], &error) && ws_session_digest(s) == digest[to];
        ws_session_run(s, 1 + rng_below(rng, 3));
        good = good && (i % 2 || ws_session_fork(s));
        while (good && cycle_of(s) > cycle[to]) good = ws_session_step_back(s, &error);
        good = good && ws_session_digest(s) == digest[to];
    }
    ws_session_close(s);
    return good;
}

static bool replays(const kind *k, const char *a, const char *b) {
    static char path[] = "/tmp/wormscope-cut-XXXXXX";
    static bool made;
    char cut[64], repair[64];
    ws_error error = {""};
    snprintf(cut, sizeof cut, "cut %s %s", a, b), snprintf(repair, sizeof repair, "repair %s %s", a, b);
    if (!made) close(mkstemp(path)), made = true;
    ws_session *s = open_text(k->name, k->text, 1 << 24);
    bool good = ws_session_record_start(s, path, &error);
    ws_session_run(s, 400);
    good = good && ws_session_apply(s, cut, &error);
    ws_session_run(s, 300);
    good = good && ws_session_seek(s, 200, &error) && ws_session_apply(s, cut, &error);
    ws_session_run(s, 200);
    good = good && ws_session_apply(s, repair, &error);
    ws_session_run(s, 200);
    uint64_t digest = ws_session_digest(s), at = cycle_of(s);
    good = good && ws_session_branch_count(s) == 2 && ws_session_record_stop(s, &error);
    ws_session_close(s);
    s = good ? ws_session_open(path, &(ws_options){.keyframe_bytes = 1 << 24}, &error) : NULL;
    good = s && ws_session_verify(s, &error) && ws_session_branch_switch(s, 1, at, &error) && ws_session_digest(s) == digest;
    if (!good) note("%s", error.text);
    ws_session_close(s);
    unlink(path);
    return good;
}

static void refuses(ws_session *s, const char *line, const char *words) {
    ws_error error = {""};
    uint64_t before = ws_session_digest(s), networks = ws_session_networks(s);
    bool refused = !ws_session_apply(s, line, &error);
    ok(refused && strstr(error.text, words) && ws_session_digest(s) == before && ws_session_networks(s) == networks, "%s: %s", line, error.text);
}

/* A cut may close what routing keeps open: all shortest paths round a ring that is a line now. The proof is asked of what is there. */
static void proves(void) {
    ws_error error;
    ws_session *s = open_text("ring", "machine cube\nset topology torus 4 4\nset routing minimal-adaptive\nset vcs 1\nset length fixed 8\n", 0);
    ws_session_apply(s, "cut S5 S6", &error);
    ws_prove *p = ws_session_prove(s);
    bool good = p->verdict == WS_VERDICT_DEADLOCK && p->text && strstr(p->text, "@0 cut S5 S6");
    ws_session *example = good ? open_text("example", p->text, 0) : NULL;
    while (example && !ws_session_ended(example)) ws_session_run(example, 1000);
    ok(example && ws_session_deadlock(example).now && flits_on(example, "S5", "S6") == 0, "the counter-example of a cut network has the cut");
    ws_session_close(example), ws_session_close(s);
    ws_prove_free(p);
}

/* Nothing has run yet, and the digest tells a cut network from a whole one. */
static void digests(void) {
    ws_error error;
    ws_session *s = open_text("ring", "machine cube\nset topology ring 5\nset routing updown\nset load 0\n", 0);
    uint64_t whole = ws_session_digest(s);
    bool done = ws_session_apply(s, "cut S2 S3", &error);
    uint64_t cut = ws_session_digest(s);
    ok(done && cut != whole && ws_session_apply(s, "repair S2 S3", &error) && ws_session_digest(s) == whole, "the digest knows what is cut");
    ws_session_close(s);
}

static void errors(void) {
    ws_error error;
    ws_session *s = open_text("line", "machine cube\nset topology line 4\nset routing updown\n", 0);
    ws_session_run(s, 100);
    refuses(s, "cut S0", "is missing");
    refuses(s, "cut S0 S2", "no cable between S0 and S2");
    refuses(s, "cut S0 H0", "no switch \"H0\"");
    refuses(s, "cut S0 S9", "no switch \"S9\"");
    refuses(s, "repair S0 S1", "not cut");
    refuses(s, "cut S0 S1", "no path");
    ws_session_close(s);
    s = open_text("ring", "machine cube\nset topology ring 5\nset vcs 2\nset routing dor\n", 0);
    refuses(s, "cut S0 S1", "knows no way around");
    ok(ws_session_apply(s, "rebuild routing=updown", &error) && ws_session_apply(s, "cut S0 S1", &error), "after a rebuild with another routing");
    refuses(s, "cut S1 S0", "cut already");
    refuses(s, "cut S2 S3", "no path");
    ok(ws_session_apply(s, "rebuild buffer=9", &error) && ws_session_apply(s, "cut S2 S3", &error), "a rebuilt network has all its cables");
    ws_session_close(s);
    const char *late = "machine cube\nset topology ring 5\nset routing updown\n@5 cut S0 S1\n@9 cut S1 S0\n";
    s = ws_session_open_text("t", late, strlen(late), NULL, NULL, &error);
    ok(!s && strstr(error.text, "t:5:") && strstr(error.text, "cut already"), "an error before the run: %s", error.text);
}

int main(void) {
    for (size_t i = 0; i < KINDS; i++) {
        const kind *k = &kinds[i];
        const char *a, *b;
        char text[1024];
        u64 rng = mix64(i + 1);
        cable_choose(k, &a, &b);
        scenario_text(k, a, b, text, sizeof text);
        accounts(k, a, b);
        ok(travels(k, text, &rng), "%s: the state at a cycle is the same by run, step, back, fork and seek", k->name);
        ok(replays(k, a, b), "%s: a recording with branches verifies", k->name);
    }
    proves();
    digests();
    errors();
    return done();
}
