/* whatif.c - what if: a fork here at once, and the branch that it left beside it. At any cycle reached the copy of that branch is
 * in the session's state within a moment, from the nearest keyframe, also behind a rebuild and a cut; the first cycle in which
 * the traffic differs is that found by comparing all cycles one by one, and that which `diff` tells; the same worm is the same. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "session/history/history.h"
#include "tap.h"
#include "ui/apart.h"

#define PATIENCE_MS 300.0 /* in which the other half is there */

typedef struct machine {
    const char *scenario;
    uint64_t cycle; /* of the fork */
    const char *before; /* a line applied half-way to it, or NULL */
    const char *change; /* in B */
    uint64_t on;        /* cycles that both go on */
} machine;

static const machine machines[] = {
    {"kwan/torus-3x3", 4000, NULL, "set segment 20", 600},
    {"kwan/torus-3x3", 4000, "rebuild topology=torus 4 4", "set segment 20", 600},
    {"cube/mesh-8x8", 3000, NULL, "set load 0.3", 400},
    {"cube/mesh-8x8", 3000, "rebuild routing=updown", "cut S9 S10", 200},
    {"fedx/mixture", 3000, NULL, "set alpha 0.5", 3000},
    {"now/irregular-16", 6000, NULL, "set load 0.01", 2000},
    {"recn/hotspot-64", 6000, NULL, "set saq-detect 3000", 3000},
    {"timeouts/closed-torus-5x5", 6000, NULL, "set timeout 20", 3000},
};

static ws_error error;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static const ws_net *net_of(ws_shadow *shadow) { return ws_session_net(ws_shadow_session(shadow)); }

static ws_session *session_at(const machine *m) {
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *s = ws_session_open(m->scenario, &options, &error);
    if (!s) return NULL;
    ws_session_observe(s);
    ws_session_run(s, m->cycle / 2);
    if (m->before && !ws_session_apply(s, m->before, &error)) note("%s", error.text);
    ws_session_run(s, m->cycle - m->cycle / 2);
    return s;
}

/* A as it was, opened at the cycle where the session is. */
static ws_shadow *shadow_open(ws_session *s, size_t branch, uint64_t cycle) {
    ws_shadow *shadow = ws_shadow_new(s, branch, WS_KEYFRAME_BYTES / 4, &error);
    if (!shadow) return NULL;
    ws_shadow_lend(shadow, s, branch, cycle);
    ws_shadow_follow(shadow, cycle, UINT64_MAX);
    return shadow;
}

/* The first cycle from the fork on whose traffic differs, by all cycles; UINT64_MAX: none. */
static uint64_t parted_by_hand(ws_session *s, const machine *m) {
    ws_shadow *a = ws_shadow_new(s, 0, WS_KEYFRAME_BYTES / 4, &error), *b = ws_shadow_new(s, 1, WS_KEYFRAME_BYTES / 4, &error);
    uint64_t found = UINT64_MAX;
    for (uint64_t cycle = 0; cycle <= m->cycle + m->on && found == UINT64_MAX; cycle++) {
        ws_shadow_follow(a, cycle, UINT64_MAX);
        ws_shadow_follow(b, cycle, UINT64_MAX);
        if (ws_traffic_differs(net_of(a), net_of(b))) found = cycle;
    }
    ws_shadow_free(a);
    ws_shadow_free(b);
    return found;
}

static void test_parting(ws_session *s, ws_shadow *a, const machine *m) {
    ws_difference difference;
    uint64_t by_hand = parted_by_hand(s, m);
    ws_shadow *b = shadow_open(s, 1, m->cycle);
    bool parted = ws_sessions_part(ws_shadow_session(a), ws_shadow_session(b), m->cycle + m->on);
    uint64_t cycle = parted ? ws_shadow_cycle(a) : UINT64_MAX;
    ok(by_hand != UINT64_MAX && cycle == by_hand, "%s, %s: traffic differs from cycle %" PRIu64 " on, as by hand", m->scenario,
       m->change, cycle);
    ok(ws_session_diff(s, 0, 1, &difference, &error), "%s, %s: diff %s", m->scenario, m->change, error.text);
    ok(difference.differs && difference.cycle == m->cycle, "%s: the states differ from the fork on", m->scenario);
    bool shape = strncmp(m->change, "rebuild", 7) == 0;
    ok(shape || (difference.traffic_differs && difference.traffic_cycle == cycle), "%s: diff names the same cycle", m->scenario);
    ws_shadow_free(b);
}

static ws_frame *frame_of(ws_session *s) {
    ws_frame *frame = ws_frame_new(ws_session_net(s));
    ws_frame_update(frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    return frame;
}

/* Before anything is changed each worm is in the other half, in the same state. */
static void test_same(ws_session *s, ws_shadow *a, const machine *m) {
    ws_same same = {0};
    ws_frame *one = frame_of(s), *other = frame_of(ws_shadow_session(a));
    ws_same_find(&same, one, other);
    uint32_t apart = 0, itself = 0;
    for (uint32_t i = 0; i < one->worms; i++) {
        apart += ws_same_differs(&same, one, i, other);
        itself += same.place[i] != WS_NIL && other->worm[same.place[i]].packet == one->worm[i].packet;
    }
    ok(apart == 0 && itself == one->worms && ws_links_apart(&same, one, other) == 0,
       "%s: at the fork all %u worms and all links are the same", m->scenario, one->worms);
    ws_same_free(&same);
    ws_frame_free(one);
    ws_frame_free(other);
}

static void test(const machine *m) {
    ws_session *s = session_at(m);
    if (!ok(s != NULL, "%s opens %s", m->scenario, error.text)) return;
    uint64_t digest = ws_session_digest(s);
    double begin = now_ms();
    ok(ws_session_branch_off(s, NULL, &error) && ws_session_branch_count(s) == 2 && ws_session_branch(s, 1).present,
       "%s: forks, though nothing lies ahead", m->scenario);
    ws_shadow *a = shadow_open(s, 0, m->cycle);
    double took = now_ms() - begin;
    ok(a && ws_shadow_cycle(a) == m->cycle && ws_session_digest(ws_shadow_session(a)) == digest && ws_session_digest(s) == digest,
       "%s%s%s: A and B are in the state of the session", m->scenario, m->before ? ", " : "", m->before ? m->before : "");
    ok(took < PATIENCE_MS, "%s: within %.0f ms", m->scenario, took);
    test_same(s, a, m);
    ok(ws_session_apply(s, m->change, &error), "%s: %s %s", m->scenario, m->change, error.text);
    ws_session_run(s, m->on);
    /* main is known as far as the fork: it goes on live */
    ws_shadow *on = shadow_open(s, 0, m->cycle + m->on);
    uint64_t ran = ws_session_digest(ws_shadow_session(on));
    ok(ws_session_branch_switch(s, 0, m->cycle, &error) && ws_session_run(s, m->on) == m->on && ws_session_digest(s) == ran,
       "%s: A goes on as the branch would %s", m->scenario, error.text);
    test_parting(s, a, m);
    ws_shadow_free(on);
    ws_shadow_free(a);
    ws_session_close(s);
}

int main(void) {
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (takes(2)) test(&machines[i]);
    return done();
}
