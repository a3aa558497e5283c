/* Phases: what is measured in each stretch between changes is what a run of that stretch alone would measure, however the run is
 * stepped, and it changes nothing of the network. */
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "observe/phases.h"
#include "session/session.h"
#include "tap.h"

#define MACHINE "machine cube\nset topology mesh 4 4\nset load 0.1\nset length fixed 8\nwarmup 1000\n"
#define CHANGES                                                                                                                      \
    "@20000 set load 0.2\n@20000 host H3 load 0.4\n@30000 note \"nothing changes\"\n@40000 rebuild topology=mesh 3 3\n@60000 end\n"

static ws_session *opened(const char *text, bool phases, uint64_t cycles) {
    ws_error error = {0};
    ws_options options = {.phases = phases, .has_cycles = cycles > 0, .cycles = cycles};
    ws_session *s = ws_session_open_text("phases", text, strlen(text), NULL, &options, &error);
    if (!s) fixture_stop("phases", &error);
    return s;
}

static void run_by(ws_session *s, uint64_t stride) {
    while (!ws_session_ended(s)) ws_session_run(s, stride);
}

static bool same(double one, double other) { return one == other || (isnan(one) && isnan(other)); }

static bool same_phase(const ws_phase *one, const ws_phase *other) {
    const ws_summary *mine = &one->class[0].latency[WS_LATENCY_MESSAGE], *theirs = &other->class[0].latency[WS_LATENCY_MESSAGE];
    return one->from == other->from && one->to == other->to && one->unfinished == other->unfinished &&
           same(one->offered, other->offered) && same(one->accepted_ci95, other->accepted_ci95) && mine->count == theirs->count &&
           same(mine->mean, theirs->mean) && same(mine->ci95, theirs->ci95);
}

static bool same_phases(const ws_phase *one, const ws_phase *other, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!same_phase(&one[i], &other[i]) || one[i].changes != other[i].changes) return false;
        for (size_t c = 0; c < one[i].changes; c++)
            if (strcmp(one[i].change[c], other[i].change[c]) != 0) return false;
    }
    return true;
}

/* Going back and forth over changes, and from branch to branch: keyframes keep the phases. */
static void travelled(ws_session *whole) {
    size_t count, again;
    ws_error error = {0};
    ws_options options = {.phases = true, .keyframe_bytes = 64 << 20, .keyframe_ns = 1000};
    const char text[] = MACHINE CHANGES;
    ws_session *s = ws_session_open_text("phases", text, strlen(text), NULL, &options, &error);
    if (!s) fixture_stop("phases", &error);
    run_by(s, 500);
    const ws_phase *phase = ws_session_phases(whole, &count), *mine = ws_session_phases(s, &again);
    ok(again == count && same_phases(phase, mine, count), "laying keyframes changes no phase");
    static const struct {
        uint64_t cycle;
        size_t phases;
    } stops[] = {{30250, 2}, {20000, 2}, {19999, 1}, {45000, 3}, {700, 1}, {40000, 3}, {60000, 3}};
    bool right = true;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        right = right && ws_session_seek(s, stops[i].cycle, &error);
        mine = ws_session_phases(s, &again);
        ok(again == stops[i].phases && mine[again - 1].to == stops[i].cycle, "at %llu there are %zu phases",
           (unsigned long long)stops[i].cycle, stops[i].phases);
    }
    mine = ws_session_phases(s, &again);
    ok(right && again == count && same_phases(phase, mine, count), "and at the end they are as they were");
    right = ws_session_seek(s, 30000, &error) && ws_session_apply(s, "set load 0.3", &error);
    ws_session_run(s, 5000);
    mine = ws_session_phases(s, &again);
    ok(right && again == 3 && mine[2].from == 30000 && strcmp(mine[2].change[0], "set load 0.3") == 0, "another branch has its own");
    right = ws_session_branch_switch(s, 0, 60000, &error);
    mine = ws_session_phases(s, &again);
    ok(right && again == count && same_phases(phase, mine, count), "and the first still has those that it had");
    ws_session_close(s);
}

int main(void) {
    size_t count, again, none;
    ws_session *plain = opened(MACHINE CHANGES, false, 0), *s = opened(MACHINE CHANGES, true, 0);
    run_by(plain, UINT64_MAX);
    run_by(s, UINT64_MAX);
    ok(ws_session_digest(plain) == ws_session_digest(s), "phases change nothing");
    ok(!ws_session_phases(plain, &none) && none == 0, "and are there only if asked for");
    const ws_phase *phase = ws_session_phases(s, &count);
    ok(count == 3, "three phases: a note is no change, two lines of one cycle are one");
    if (count != 3) return done();
    ok(phase[0].from == 0 && phase[0].to == 20000 && phase[0].since == 1000 && phase[0].changes == 0, "the first: 0 to 20,000");
    ok(phase[1].from == 20000 && phase[1].to == 40000 && phase[1].since == 20000, "the second: 20,000 to 40,000");
    ok(phase[2].from == 40000 && phase[2].to == 60000, "the third: to the end");
    ok(phase[1].changes == 2 && strcmp(phase[1].change[0], "set load 0.2") == 0 &&
           strcmp(phase[1].change[1], "host H3 load 0.4") == 0,
       "the second begins with two lines");
    ok(phase[2].changes == 1 && strcmp(phase[2].change[0], "rebuild topology=mesh 3 3") == 0, "the third with a rebuild");
    near_to(phase[0].offered, 0.1, 0.005, "offered in the first");
    near_to(phase[1].offered, 0.2 + 0.2 / 16, 0.01, "offered in the second");
    ok(phase[1].class[0].latency[WS_LATENCY_MESSAGE].mean > phase[0].class[0].latency[WS_LATENCY_MESSAGE].mean,
       "more load, more latency");

    ws_session *alone = opened(MACHINE "@20000 end\n", true, 0);
    run_by(alone, UINT64_MAX);
    const ws_phase *first = ws_session_phases(alone, &again);
    ok(again == 1 && same_phase(first, &phase[0]), "the first is what a run that ends there measures");
    ws_summary whole = ws_metrics_latency(ws_session_metrics(alone), WS_LATENCY_MESSAGE);
    ok(whole.count == first->class[0].latency[WS_LATENCY_MESSAGE].count, "and that is what its metrics tell");

    ws_session *later = opened(MACHINE "@20000 set load 0.2\n@20000 host H3 load 0.4\n@20000 measure\n@40000 end\n", true, 0);
    run_by(later, UINT64_MAX);
    ws_summary second = ws_metrics_latency(ws_session_metrics(later), WS_LATENCY_MESSAGE);
    const ws_summary *mine = &phase[1].class[0].latency[WS_LATENCY_MESSAGE];
    ok(second.count == mine->count && same(second.mean, mine->mean) && same(second.p99, mine->p99),
       "the second is what `measure` at its beginning gives: %llu messages", (unsigned long long)mine->count);

    ws_session *stepped = opened(MACHINE CHANGES, true, 0);
    run_by(stepped, 77);
    const ws_phase *other = ws_session_phases(stepped, &again);
    bool equal = again == count;
    for (size_t i = 0; equal && i < count; i++) equal = same_phase(&phase[i], &other[i]);
    ok(equal, "stepped by 77 cycles: the same phases");

    travelled(s);

    ws_session *early = opened(MACHINE "@500 set load 0.2\n@3000 end\n", true, 0);
    run_by(early, UINT64_MAX);
    phase = ws_session_phases(early, &count);
    ok(count == 2 && phase[0].class[0].latency[0].count == 0 && isnan(phase[0].offered), "before the warm-up nothing is measured");
    ok(count == 2 && phase[1].since == 1000, "and then from its end on");

    ws_session *all[] = {plain, s, alone, later, stepped, early};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) ws_session_close(all[i]);
    return done();
}
