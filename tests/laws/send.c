/* send.c - a message that a `send` line sends, on every machine there is: it arrives whole, the laws of conservation hold in each cycle,
 * it is no part of the load, all other messages are born as they would be without it, and however one travels to a cycle (run, step, back,
 * seek, fork, recording) the state there is the same. What cannot be is refused in words and changes nothing. */
#include <inttypes.h>
#include <unistd.h>

#include "fixture.h"
#include "observe/metrics.h"

enum { SENDS = 12 };

typedef struct kind {
    const char *name, *text;
    bool closed; /* the load answers to what is delivered */
} kind;

static const kind kinds[] = {
    {"wormhole LAN", "machine wormhole-lan\nset topology torus 3 3\nset load 0.1\nset length exponential 40\n", false},
    {"k-ary n-cube", "machine cube\nset topology torus 4 4\nset vcs 2\nset length fixed 8\nset load 0.2\n", false},
    {"cube with an escape", "machine cube\nset topology mesh 4 4\nset routing duato-escape\nset vcs 3\nset load 0.2\n", false},
    {"slotted switch", "machine slotted-switch\nset topology switch\nset hosts-per-switch 5\nset load 0.4\n", true},
    {"virtual output queues",
     "machine slotted-switch\nset topology switch\nset hosts-per-switch 5\nset queueing voq\nset load 0.4\n", true},
    {"timeouts", "machine timeouts\nset topology torus 3 3\nset link-delay 3\nset buffer 4\nset load 0.1\n", true},
    {"Fed-X", "machine fedx\nset topology fedx 3 3\nset load 0.05\n", false},
    {"NOW", "machine now-vct\nset topology irregular 8\nset load 0.05\n", false},
    {"RECN", "machine recn\nset topology bmin 16\nset load 0.2\n", false},
    {"RECN, cioq", "machine recn\nset topology bmin 16\nset queueing recn\nset load 0.2\n", false},
    {"VOQnet", "machine recn\nset topology bmin 16\nset queueing voqnet\nset load 0.2\n", false},
    {"1Q", "machine recn\nset topology bmin 16\nset queueing 1q\nset load 0.2\n", false},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static ws_session *open_kind(const kind *k, const char *more, size_t keyframes) {
    char text[4096];
    ws_error error;
    ws_options options = {.keyframe_bytes = keyframes, .keyframe_ns = 1};
    int length = snprintf(text, sizeof text, "%s%s", k->text, more);
    ws_session *s = ws_session_open_text(k->name, text, (size_t)length, NULL, &options, &error);
    if (!s) fixture_stop(k->name, &error);
    return s;
}

static uint64_t total(ws_session *s, ws_total which) { return ws_net_total(ws_session_net(s), which); }
static uint64_t cycle_of(ws_session *s) { return ws_net_cycle(ws_session_net(s)); }

/* Lines of a scenario that send something here and there; their flits in *flits. */
static void random_lines(const kind *k, u64 *rng, char *lines, size_t room, uint64_t *flits) {
    ws_session *s = open_kind(k, "", 0);
    uint32_t hosts = (uint32_t)ws_net_graph(ws_session_net(s))->hosts;
    ws_session_close(s);
    *flits = 0;
    for (size_t i = 0, used = 0; i < SENDS; i++) {
        u32 from = rng_below(rng, hosts), to = (from + 1 + rng_below(rng, hosts - 1)) % hosts, length = 1 + rng_below(rng, 60);
        used += (size_t)snprintf(lines + used, room - used, "@%u send %u %u %u\n", rng_below(rng, 1500), from, to, length);
        *flits += length;
    }
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

/* How many sent messages have arrived is not counted by itself; those of the load are as many as without. */
static void is_apart(const kind *k, ws_session *s, uint64_t flits) {
    ws_session *plain = open_kind(k, "", 0);
    ws_session_run(plain, cycle_of(s));
    ok(total(s, WS_TOTAL_MESSAGES_SENT) == SENDS && total(s, WS_TOTAL_FLITS_SENT) == flits, "%s: %d messages are sent", k->name, SENDS);
    uint64_t born = total(s, WS_TOTAL_FLITS_CREATED) + total(s, WS_TOTAL_FLITS_REFUSED);
    bool same = k->closed || born == total(plain, WS_TOTAL_FLITS_CREATED) + total(plain, WS_TOTAL_FLITS_REFUSED);
    double offered = ws_metrics_offered(ws_session_metrics(s), ws_session_net(s));
    double usual = ws_metrics_offered(ws_session_metrics(plain), ws_session_net(plain));
    ok(same && (k->closed || offered == usual), "%s: the load offered is what it is without (%.6f)", k->name, offered);
    ok(ws_session_digest(s) != ws_session_digest(plain), "%s: the state is not", k->name);
    ws_session_close(plain);
}

/* The load ends, and everything arrives. */
static bool drains(ws_session *s) {
    ws_error error;
    ws_session_apply(s, "set load 0", &error);
    ws_session_apply(s, "host all silent", &error);
    for (int i = 0; i < 200; i++) {
        ws_session_run(s, 500);
        if (total(s, WS_TOTAL_MESSAGES_DELIVERED) == total(s, WS_TOTAL_MESSAGES_CREATED) + total(s, WS_TOTAL_MESSAGES_SENT))
            return total(s, WS_TOTAL_FLITS_DELIVERED) == total(s, WS_TOTAL_FLITS_CREATED) + total(s, WS_TOTAL_FLITS_SENT);
    }
    return false;
}

/* The digests of some cycles, run straight; then the same cycles in any order and by any way. */
static bool travels(const kind *k, const char *lines, u64 *rng) {
    uint64_t cycle[8], digest[8];
    ws_error error;
    bool good = true;
    ws_session *s = open_kind(k, lines, 0);
    for (int i = 0; i < 8; i++) {
        cycle[i] = 180 * (u64)i + rng_below(rng, 180);
        ws_session_run(s, cycle[i] - cycle_of(s));
        digest[i] = ws_session_digest(s);
    }
    ws_session_close(s);
    s = open_kind(k, lines, 1 << 22);
    ws_session_run(s, 1600);
    for (int i = 0, journeys = (int)amount(6, 24, 24); i < journeys; i++) {
        u32 to = rng_below(rng, 8);
        good = good && ws_session_seek(s, cycle[to], &error) && ws_session_digest(s) == digest[to];
        ws_session_run(s, 1 + rng_below(rng, 3));
        good = good && (i % 2 || ws_session_fork(s));
        while (good && cycle_of(s) > cycle[to]) good = ws_session_step_back(s, &error);
        good = good && ws_session_digest(s) == digest[to];
    }
    ws_session_close(s);
    return good;
}

/* Typed, recorded and verified: on a branch, over a future that is left. */
static bool replays(const kind *k) {
    static char path[] = "/tmp/wormscope-send-XXXXXX";
    ws_error error = {0};
    static bool made;
    if (!made) close(mkstemp(path)), made = true;
    ws_session *s = open_kind(k, "", 1 << 22);
    bool good = ws_session_record_start(s, path, &error);
    ws_session_run(s, 200);
    good = good && ws_session_apply(s, "send 0 1 30", &error);
    ws_session_run(s, 300);
    good = good && ws_session_seek(s, 150, &error) && ws_session_apply(s, "send 1 0 5", &error);
    good = good && ws_session_apply(s, "send 1 0 6", &error);
    ws_session_run(s, 200);
    uint64_t digest = ws_session_digest(s), at = cycle_of(s);
    good = good && ws_session_branch_count(s) == 2 && ws_session_record_stop(s, &error);
    ws_session_close(s);
    s = good ? ws_session_open(path, &(ws_options){.keyframe_bytes = 1 << 22}, &error) : NULL;
    good = s && ws_session_verify(s, &error);
    good = good && ws_session_branch_switch(s, 1, at, &error) && ws_session_digest(s) == digest;
    if (!good) note("%s", error.text);
    ws_session_close(s);
    unlink(path);
    return good;
}

static void on_kind(const kind *k, u64 seed) {
    u64 rng = mix64(seed);
    char lines[1024];
    uint64_t flits;
    random_lines(k, &rng, lines, sizeof lines, &flits);
    ws_session *s = open_kind(k, lines, 0);
    ok(laws_hold(s, 2000), "%s: the laws hold in each of 2,000 cycles", k->name);
    is_apart(k, s, flits);
    ok(drains(s), "%s: everything arrives", k->name);
    ws_session_close(s);
    ok(travels(k, lines, &rng), "%s: the state at a cycle is the same by run, step, back, fork and seek", k->name);
    ok(replays(k), "%s: a recording with branches verifies", k->name);
}

/* An error in these words, and nothing has changed. */
static void refuses(ws_session *s, const char *line, const char *words) {
    ws_error error = {0};
    uint64_t before = ws_session_digest(s);
    bool refused = !ws_session_apply(s, line, &error);
    ok(refused && strstr(error.text, words) && ws_session_digest(s) == before, "%s: %s", line, error.text);
}

static void errors(void) {
    kind whole = {"whole", "machine cube\nset topology mesh 2 2\nset switching cut-through\nset buffer 16\nset length fixed 8\n", false};
    kind small = {"small", "machine cube\nset topology line 2\nset load 0\nset message-capacity 16\n", false};
    ws_session *s = open_kind(&whole, "", 0);
    ws_error error;
    refuses(s, "send H0", "is missing");
    refuses(s, "send H0 H1", "is missing");
    refuses(s, "send H0 H1 3 4", "too much");
    refuses(s, "send H0 Hx 3", "unknown host \"Hx\"");
    refuses(s, "send H0 9 3", "unknown host \"9\"");
    refuses(s, "send all H1 3", "more than one host");
    refuses(s, "send H2 H2 3", "to itself");
    refuses(s, "send H2 H1 0", "range");
    refuses(s, "send H2 H1 1000001", "range");
    refuses(s, "send H2 H1 17", "at most 16 flits");
    ok(ws_session_apply(s, "send H2 H1 16", &error) && ws_session_apply(s, "set segment 8", &error), "what fits is sent");
    ws_session_close(s);
    s = open_kind(&small, "", 0);
    for (int i = 0; i < 8; i++)
        if (!ws_session_apply(s, "send H0 H1 50", &error)) note("%d: %s", i, error.text);
    refuses(s, "send H0 H1 50", "no room");
    ok(ws_session_apply(s, "send H1 H0 50", &error), "another host still may");
    ws_session_close(s);
    const char *timeless = "machine cube\nset topology line 2\nsend H0 H1 3\n";
    ws_session *none = ws_session_open_text("t", timeless, strlen(timeless), NULL, NULL, &error);
    ok(!none && strstr(error.text, "@CYCLE"), "without a time: %s", error.text);
    const char *late = "machine cube\nset topology line 2\n@5 send H0 H7 3\n";
    none = ws_session_open_text("t", late, strlen(late), NULL, NULL, &error);
    ok(!none && strstr(error.text, "unknown host"), "an error before the run: %s", error.text);
}

int main(void) {
    for (size_t i = 0; i < KINDS; i++) on_kind(&kinds[i], i);
    errors();
    return done();
}
