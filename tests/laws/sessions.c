/* sessions.c - a session is the same however one travels in it: hundreds of random ones, with lines at random cycles, rewinds,
 * forks and changes of branch, held against runs straight from cycle 0; and their recordings against them.
 *
 *   sessions.t        SESSION_FROM=N SESSION_ROUNDS=1 repeats the one that failed
 *
 * Whatever is seen on the way (digest, measurements, note) must be what a run sees that applies the journal of that moment, line
 * by line, at the cycles that are in it. The recording must then hold in every check, and lead to the same states on every
 * branch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base.h"
#include "observe/metrics.h"
#include "session/library/scenarios.h"
#include "session/session.h"
#include "tap.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { ROUNDS = 300, STEPS = 40, SIGHTS = 6, LINES_MAX = 64, TEXT_MAX = 128 };

static const char *const scenarios[] = {
    "machine wormhole-lan\nset topology line 3\nset hosts-per-switch 2\nset load 0.3\nset length exponential 60\nwarmup 300\n"
    "@700 set segment 40\n@700 note \"scripted\"\n@1500 set load 0.1\n",
    "machine cube\nset topology torus 3 3\nset vcs 2\nset length fixed 8\nset load 0.2\nwarmup 100\n@1000 set traffic "
    "transpose\n",
    "machine wormhole-lan\nset topology ring 4\nset hosts-per-switch 1\nset load 0.9\nset length fixed 50\n@2500 end\n",
    "machine wormhole-lan\nset topology mesh 2 2\nset load 0.3\n@600 host H3 silent\n@900 rebuild topology=line 2 "
    "hosts-per-switch=3\n@1400 host H5 load 0.8\n",
    "machine slotted-switch\nset topology switch\nset hosts-per-switch 4\nset load 0.6\n@10 note \"early\"\n",
    "machine cube\nset topology ring1 5\nset routing dor-no-dateline\nset vcs 1\nset length fixed 12\nset load 0.5\nseed 9\n",
    "machine wormhole-lan\nset topology mesh 2 3\nset routing updown\nset load 0.4\nset length exponential 30\n@500 cut S0 S1\n",
    "machine timeouts\nset topology torus 3 3\nset link-delay 3\nset buffer 4\nwarmup 200\n@900 set timeout-policy cep\n",
};

static u64 rng;
static unsigned now_round;
static char path[64];

static void stop(const char *what, const char *why) {
    printf("Bail out! round %u: %s: %s\n", now_round, what, why);
    exit(1);
}

static u64 below(u64 n) { return n ? rng_next(&rng) % n : 0; }

/* ---- what is seen of a session at some moment ---- */

typedef struct sight {
    uint64_t cycle, digest, measured;
    char note[TEXT_MAX];
    size_t lines;
    struct {
        uint64_t cycle;
        char text[TEXT_MAX];
    } line[LINES_MAX];
} sight;

static uint64_t measured(ws_session *s) {
    ws_metrics *m = ws_session_metrics(s);
    ws_pack pack = {.mode = WS_PACK_MEASURE};
    ws_metrics_pack(m, &pack);
    pack = (ws_pack){.mode = WS_PACK_SAVE, .bytes = malloc(pack.size)};
    ws_metrics_pack(m, &pack);
    uint64_t hash = XXH3_64bits(pack.bytes, pack.size);
    free(pack.bytes);
    return hash;
}

static void look(ws_session *s, sight *seen) {
    size_t count;
    const ws_journal_entry *entry = ws_session_journal(s, &count);
    *seen = (sight){.cycle = ws_net_cycle(ws_session_net(s)), .digest = ws_session_digest(s), .measured = measured(s)};
    snprintf(seen->note, TEXT_MAX, "%s", ws_session_note(s));
    for (size_t i = 0; i < count && i < LINES_MAX; i++) {
        seen->line[i].cycle = entry[i].cycle;
        snprintf(seen->line[i].text, TEXT_MAX, "%s", entry[i].text);
    }
    seen->lines = count;
    if (count > LINES_MAX) stop("the journal", "too long for the test");
}

/* Goes straight to where that was seen, typing what was typed. Lines of the scenario come by themselves: it has put them into the
 * journal before we look at the next one. */
static bool walk(ws_session *s, const sight *seen) {
    ws_error error;
    size_t count;
    for (size_t i = 0; i < seen->lines; i++) {
        while (ws_net_cycle(ws_session_net(s)) < seen->line[i].cycle)
            if (!ws_session_run(s, seen->line[i].cycle - ws_net_cycle(ws_session_net(s)))) return false;
        ws_session_journal(s, &count);
        if (count == i && !ws_session_apply(s, seen->line[i].text, &error)) return false;
    }
    while (ws_net_cycle(ws_session_net(s)) < seen->cycle)
        if (!ws_session_run(s, 1 + below(seen->cycle - ws_net_cycle(ws_session_net(s))))) return false;
    return true;
}

static bool same(const sight *a, const sight *b) {
    bool lines = a->lines == b->lines;
    for (size_t i = 0; lines && i < a->lines; i++)
        lines = a->line[i].cycle == b->line[i].cycle && strcmp(a->line[i].text, b->line[i].text) == 0;
    if (a->cycle == b->cycle && a->digest == b->digest && a->measured == b->measured && strcmp(a->note, b->note) == 0 && lines)
        return true;
    note("cycle %" PRIu64 " %" PRIu64 ", digest %016" PRIx64 " %016" PRIx64 ", measured %016" PRIx64 " %016" PRIx64
         ", note \"%s\" \"%s\", lines %zu %zu",
         a->cycle, b->cycle, a->digest, b->digest, a->measured, b->measured, a->note, b->note, a->lines, b->lines);
    return false;
}

/* ---- one random session ---- */

static void type_line(ws_session *s) {
    static const char *const fixed[] = {"note \"typed\"", "measure",         "set arbiter random", "set arbiter round-robin",
                                        "host 0 silent",  "host 0 load any", "host 1 send-to 0",   "set traffic uniform-self",
                                        "send 0 1 20",    "send 1 0 3",       "cut S0 S1",
                                        "repair S0 S1"};
    static const char *const policies[] = {"none", "fixed", "itow", "cep"}, *const counts[] = {"literal", "others"};
    char line[TEXT_MAX];
    ws_error error;
    static const char *const shapes[] = {"topology=line 3", "topology=ring 4", "topology=torus 3 3", "topology=switch"};
    u64 kind = below(10);
    if (kind == 0) snprintf(line, sizeof line, "set load 0.%u", 1 + (unsigned)below(9));
    else if (kind == 1) snprintf(line, sizeof line, "set length fixed %u", 2 + (unsigned)below(60));
    else if (kind == 2) snprintf(line, sizeof line, "set segment *%u/%u", 1 + (unsigned)below(3), 1 + (unsigned)below(3));
    else if (kind == 3) snprintf(line, sizeof line, "set timeout-policy %s", policies[below(4)]);
    else if (kind == 4) snprintf(line, sizeof line, "set timeout %u", 1 + (unsigned)below(80));
    else if (kind == 5) snprintf(line, sizeof line, "set timeout-cost 0.%u", (unsigned)below(100));
    else if (kind == 6) snprintf(line, sizeof line, "set timeout-patience %u", (unsigned)below(20));
    else if (kind == 7) snprintf(line, sizeof line, "set waiting-count %s", counts[below(2)]);
    else if (kind == 8 && below(2))
        snprintf(line, sizeof line, "rebuild %s hosts-per-switch=%u", shapes[below(4)], 1 + (unsigned)below(4));
    else if (kind == 8) snprintf(line, sizeof line, "rebuild buffer=%u", 60 + (unsigned)below(60));
    else snprintf(line, sizeof line, "%s", fixed[below(sizeof fixed / sizeof *fixed)]);
    ws_session_apply(s, line, &error); /* some machines refuse some of them */
}

static void go_somewhere(ws_session *s) {
    ws_error error;
    u64 kind = below(12);
    const ws_timeline *t = ws_session_timeline(s);
    uint64_t somewhere = below(t->reached + 1);
    bool good = true;
    if (kind < 4) ws_session_run(s, 1 + below(300));
    else if (kind < 6) good = ws_session_seek(s, somewhere, &error);
    else if (kind < 7) good = t->now == 0 || ws_session_step_back(s, &error);
    else if (kind < 8) {
        size_t branch = below(ws_session_branch_count(s));
        uint64_t reached = ws_session_branch(s, branch).reached;
        good = ws_session_branch_switch(s, branch, below(2) ? reached : below(reached + 1), &error);
    } else if (kind < 9) {
        if (below(4) == 0) ws_session_fork(s);
    } else type_line(s);
    if (!good) stop("going somewhere", error.text);
}

static ws_session *open_again(const char *text, size_t length, const ws_options *options, const char *what) {
    ws_error error;
    ws_session *s = ws_session_open_text("t", text, length, NULL, options, &error);
    if (!s) stop(what, error.text);
    return s;
}

static bool straight_agrees(const char *text, const sight *seen) {
    sight found;
    ws_session *s = open_again(text, strlen(text), NULL, "straight");
    bool good = walk(s, seen);
    look(s, &found);
    good = same(seen, &found) && good;
    ws_session_close(s);
    return good;
}

/* All branches of both are where they were, and lead to the same states. */
static bool branches_agree(ws_session *a, ws_session *b) {
    ws_error error;
    sight x, y;
    if (ws_session_branch_count(a) != ws_session_branch_count(b)) return false;
    for (size_t i = 0; i < ws_session_branch_count(a); i++) {
        ws_branch_info p = ws_session_branch(a, i), q = ws_session_branch(b, i);
        if (strcmp(p.name, q.name) != 0 || p.reached != q.reached || p.forked != q.forked || p.lines != q.lines) return false;
        uint64_t cycle = below(3) ? below(p.reached + 1) : p.reached;
        if (!ws_session_branch_switch(a, i, cycle, &error) || !ws_session_branch_switch(b, i, cycle, &error)) return false;
        look(a, &x);
        look(b, &y);
        if (!same(&x, &y)) return false;
    }
    return true;
}

static bool branch_saved_agrees(ws_session *s, size_t branch) {
    ws_error error;
    size_t length;
    char *text = ws_session_save_text(s, branch, &length);
    ws_session *saved = open_again(text, length, NULL, "a saved branch");
    bool good = ws_session_verify(saved, &error);
    if (!good) note("%s", error.text);
    good = good && ws_net_cycle(ws_session_net(saved)) == ws_session_branch(s, branch).reached;
    ws_session_close(saved);
    free(text);
    return good;
}

static bool recording_agrees(ws_session *s, const ws_options *options) {
    ws_error error;
    ws_session *again = ws_session_open(path, options, &error);
    if (!again) stop("the recording", error.text);
    bool good = ws_session_verify(again, &error) && !ws_session_diverged(again, &(ws_divergence){0});
    if (!good) note("%s", error.text);
    good = branches_agree(s, again) && good;
    ws_session_close(again);
    return good;
}

static bool round_run(const char *text, unsigned steps) {
    static sight seen[SIGHTS];
    static const size_t budgets[] = {1, 30000, 1 << 24};
    ws_options options = {.keyframe_bytes = budgets[below(3)], .keyframe_ns = 1 + below(3) * 100000};
    ws_error error;
    ws_session *s = open_again(text, strlen(text), &options, "the session");
    unsigned begin = (unsigned)below(steps);
    size_t sights = 0;
    for (unsigned i = 0; i < steps; i++) {
        if (i == begin && !ws_session_record_start(s, path, &error)) stop("the recording", error.text);
        go_somewhere(s);
        if (sights < SIGHTS && below(steps / SIGHTS) == 0) look(s, &seen[sights++]);
    }
    bool good = true;
    for (size_t i = 0; i < sights; i++) good = straight_agrees(text, &seen[i]) && good;
    if (!ws_session_record_stop(s, &error)) stop("the recording", error.text);
    good = recording_agrees(s, &options) && good;
    good = branch_saved_agrees(s, below(ws_session_branch_count(s))) && good;
    ws_session_close(s);
    return good;
}

static unsigned number_of(const char *name, unsigned otherwise) {
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void random_sessions(void) {
    unsigned from = number_of("SESSION_FROM", 0), rounds = number_of("SESSION_ROUNDS", (unsigned)amount(ROUNDS, ROUNDS, 10 * ROUNDS));
    unsigned bad = 0;
    bool all = is_whole() || getenv("SESSION_ROUNDS"); /* else one of 15: round 38, which sees most, is among them */
    for (now_round = from; now_round < from + rounds; now_round++) {
        if (!all && now_round % 15 != 8) continue;
        rng = mix64(now_round + 1);
        if (round_run(scenarios[now_round % (sizeof scenarios / sizeof *scenarios)], STEPS)) continue;
        if (bad++ < 5) note("round %u: repeat with SESSION_FROM=%u SESSION_ROUNDS=1", now_round, now_round);
    }
    ok(bad == 0,
       "%u random sessions with rewinds, forks and rebuilds: straight runs, recordings and saved branches agree (%u do not)",
       all ? rounds : rounds / 15, bad);
}

/* ---- every scenario that comes with the program ---- */

/* Random lines at random cycles of a run that only goes forward; in the short form of up to 60 hosts. */
static bool scenario_run(const char *name) {
    ws_error error;
    ws_session *s = ws_session_open(name, NULL, &error);
    if (!s) stop(name, error.text);
    uint64_t hosts = (uint64_t)ws_net_graph(ws_session_net(s))->hosts, cycles = amount(20000, 200000, 200000) / (hosts + 10);
    if (hosts > 60 && !is_whole()) {
        ws_session_close(s);
        return true;
    }
    if (!ws_session_record_start(s, path, &error)) stop(name, error.text);
    for (int i = 0; i < 8; i++) {
        ws_session_run(s, 1 + below(cycles / 4));
        type_line(s);
    }
    uint64_t digest = ws_session_digest(s);
    if (!ws_session_record_stop(s, &error)) stop(name, error.text);
    ws_session_close(s);
    s = ws_session_open(path, NULL, &error);
    if (!s) stop(name, error.text);
    bool good = ws_session_verify(s, &error) && ws_session_digest(s) == digest;
    if (!good) note("%s", error.text);
    ws_session_close(s);
    return good;
}

static void shipped_scenarios(void) {
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    ok(count >= 10, "%zu scenarios", count);
    for (size_t i = 0; i < count; i++) {
        rng = mix64(1000 + i);
        ok(scenario_run(rows[i].name), "%s: recorded with random lines, and replayed", rows[i].name);
    }
    ws_scenarios_free(rows, count);
}

/* ---- a long one ---- */

/* A thousand lines in a history that is longer than its keyframes can be dense. */
static void long_history(void) {
    enum { LINES = 1000, BUDGET = 1 << 20 };
    uint64_t cycles = amount(200000, 1000000, 10000000);
    const ws_options options = {.keyframe_bytes = BUDGET, .has_cycles = true, .cycles = UINT64_MAX};
    ws_error error;
    ws_session *s = ws_session_open("kwan/torus-3x3", &options, &error);
    if (!s || !ws_session_record_start(s, path, &error)) stop("a long history", error.text);
    for (int i = 0; i < LINES; i++) {
        char line[64];
        ws_session_run(s, cycles / LINES);
        snprintf(line, sizeof line, "set load 0.%u", 10 + (unsigned)below(20));
        if (!ws_session_apply(s, line, &error)) stop("a long history", error.text);
    }
    uint64_t digest = ws_session_digest(s);
    size_t bytes = ws_session_timeline(s)->keyframe_bytes;
    ok(bytes <= BUDGET, "%zu keyframes keep to their %u bytes: %zu", ws_session_timeline(s)->keyframe_count, BUDGET, bytes);
    ok(ws_session_seek(s, cycles / 3, &error) && ws_session_seek(s, cycles, &error) && ws_session_digest(s) == digest,
       "%" PRIu64 " cycles with %d lines: back and forth", cycles, LINES);
    if (!ws_session_record_stop(s, &error)) stop("a long history", error.text);
    ws_session_close(s);
    s = ws_session_open(path, NULL, &error);
    ok(s && ws_session_verify(s, &error) && ws_session_digest(s) == digest, "and recorded, and verified");
    ws_session_close(s);
}

int main(void) {
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.30s/sessions-%d.wsr", directory ? directory : "/tmp", (int)getpid());
    random_sessions();
    shipped_scenarios();
    long_history();
    unlink(path);
    return done();
}
