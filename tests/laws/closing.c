/* In which cycle a deadlock closes: what a session says is what looking at every single cycle finds, however the session is cut into
 * runs, wherever it comes from, and where a breakpoint on deadlocks stops it. Random machines that deadlock, and the scenarios. */
#include "fixture.h"
#include "observe/waits.h"
#include "session/watch.h"

typedef struct machine {
    const char *name; /* of a scenario, or of `text` */
    char text[400];
    u64 cycles;
} machine;

static ws_session *session_begin(const machine *m, size_t keyframe_bytes) {
    ws_error error = {0};
    ws_options options = {.keyframe_bytes = keyframe_bytes, .keyframe_ns = 100000, .has_cycles = true, .cycles = m->cycles};
    ws_session *s = *m->text ? ws_session_open_text(m->name, m->text, strlen(m->text), NULL, &options, &error)
                             : ws_session_open(m->name, &options, &error);
    if (!s) fixture_stop(m->name, &error);
    return s;
}

/* The first cycle in which the network is deadlocked, looked at in every cycle; the last one in which a deadlock closed. */
typedef struct truth {
    u64 first, latest;
    bool ever, now;
} truth;

static truth truth_find(const machine *m) {
    ws_session *s = session_begin(m, 0);
    ws_waits *w = ws_waits_new(ws_session_net(s));
    truth t = {0};
    while (ws_session_run(s, 1) == 1) {
        ws_waits_update(w, ws_session_net(s));
        bool dead = ws_waits_deadlock(w);
        if (dead && !t.ever) t.first = ws_net_cycle(ws_session_net(s)), t.ever = true;
        if (dead && !t.now) t.latest = ws_net_cycle(ws_session_net(s));
        t.now = dead;
    }
    ws_waits_free(w);
    ws_session_close(s);
    return t;
}

static bool is_truth(ws_session *s, const truth *t) {
    ws_deadlock d = ws_session_deadlock(s);
    if (d.ever == t->ever && d.now == t->now && (!d.ever || d.first == t->first) && (!d.now || d.cycle == t->latest) &&
        (!d.ever || d.ring >= 2))
        return true;
    note("ever %d, first %llu, now %d, cycle %llu; should be %d, %llu, %d, %llu", d.ever, (unsigned long long)d.first, d.now,
         (unsigned long long)d.cycle, t->ever, (unsigned long long)t->first, t->now, (unsigned long long)t->latest);
    return false;
}

static bool cut(const machine *m, const truth *t, u64 *rng) {
    ws_session *s = session_begin(m, 0);
    u64 digest, most = 1 + rng_below(rng, (u32)m->cycles), ran;
    do {
        if (rng_below(rng, 2)) ws_session_deadlock(s);
        ran = ws_session_run(s, 1 + rng_below(rng, (u32)most));
    } while (ran > 0);
    bool good = is_truth(s, t);
    digest = ws_session_digest(s);
    ws_session_close(s);
    s = session_begin(m, 0);
    ws_session_run(s, m->cycles);
    good &= digest == ws_session_digest(s) && is_truth(s, t);
    ws_session_close(s);
    return good;
}

static bool travelled(const machine *m, const truth *t, u64 *rng) {
    ws_error error;
    ws_session *s = session_begin(m, 1 << 22);
    bool good = true;
    ws_session_run(s, m->cycles);
    for (int i = 0; i < 12; i++) {
        u64 cycle = rng_below(rng, (u32)m->cycles);
        ws_session_seek(s, cycle, &error);
        ws_deadlock d = ws_session_deadlock(s);
        good &= d.ever == (t->ever && cycle >= t->first) && (!d.ever || d.first == t->first);
    }
    ws_session_seek(s, m->cycles, &error);
    good &= is_truth(s, t);
    ws_session_close(s);
    return good;
}

static bool stopped(const machine *m, const truth *t, u64 *rng) {
    ws_error error;
    ws_session *s = session_begin(m, 0);
    ws_watch *w = ws_watch_new();
    if (!ws_watch_add(w, "deadlock", NULL, &error)) fixture_stop("deadlock", &error);
    while (!ws_watch_stopped(w) && ws_watch_run(w, s, 1 + rng_below(rng, 3000)) > 0) {
    }
    const ws_stop *stop = ws_watch_stopped(w);
    bool good = t->ever ? stop && stop->cycle == t->first && ws_net_cycle(ws_session_net(s)) == t->first : !stop;
    if (!good)
        note("stopped %d in cycle %llu", stop != NULL,
             (unsigned long long)(stop ? stop->cycle : ws_net_cycle(ws_session_net(s))));
    ws_watch_free(w);
    ws_session_close(s);
    return good;
}

static bool machine_try(const machine *m, u64 *rng) {
    truth t = truth_find(m);
    bool a = cut(m, &t, rng), b = travelled(m, &t, rng), c = stopped(m, &t, rng);
    ok(a && b && c, "%s: deadlock %d, in cycle %llu (cut %d, travelled %d, stopped %d)", m->name, t.ever,
       (unsigned long long)t.first, a, b, c);
    return t.ever;
}

static const char *const topologies[] = {"ring1 6", "ring1 12", "ring 8", "torus 4 4", "mesh 4 4"};
static const char *const routings[] = {"dor-no-dateline", "dor-no-dateline", "dor-no-dateline", "minimal-random",
                                       "minimal-random"};

static machine random_machine(u64 *rng) {
    machine m = {.name = "random", .cycles = 20000};
    u32 i = rng_below(rng, 5);
    snprintf(m.text, sizeof m.text,
             "machine cube\nset topology %s\nset routing %s\nset vcs 1\nset buffer %u\nset length fixed %u\nset load 0.%02u\n"
             "seed %u\n@%u set load +0.05\n@%u note nothing\n",
             topologies[i], routings[i], 2 + rng_below(rng, 12), 3 + rng_below(rng, 40), 10 + rng_below(rng, 70),
             rng_below(rng, 10000), 1 + rng_below(rng, 400), 1 + rng_below(rng, 15000));
    return m;
}

int main(void) {
    static const machine scenarios[] = {{.name = "teach/ring-deadlock", .cycles = 3000},
                                        {.name = "teach/turn-cycle", .cycles = 8000},
                                        {.name = "timeouts/deadlock", .cycles = 8000},
                                        {.name = "teach/dateline", .cycles = 3000}};
    u64 rng = 20, deadlocks = 0;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) machine_try(&scenarios[i], &rng);
    for (int i = 0; i < 16; i++) {
        machine m = random_machine(&rng);
        deadlocks += machine_try(&m, &rng);
    }
    ok(deadlocks >= 10, "%u of 16 random machines deadlock", (unsigned)deadlocks);
    machine freed = {.name = "a timeout dissolves it", .cycles = 9000}; /* and when it is gone, the ring closes again */
    snprintf(freed.text, sizeof freed.text,
             "machine cube\nset topology ring1 6\nset routing dor-no-dateline\nset vcs 1\nset length fixed 20\nset load 0.5\n"
             "set timeout 50\n@3001 set timeout-policy fixed\n@5003 set timeout-policy none\n");
    machine_try(&freed, &rng);
    return done();
}
