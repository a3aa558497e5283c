/* Deadlock, and the policies that end every one. Without timeouts the 7x7 torus on which all shortest paths are allowed closes
 * a ring of waiting worms soon after the hosts have begun; the graph of waits proves it, and what it names never moves again.
 * With any policy nothing stalls for good: no queue keeps the same worm in the same place throughout a window, messages arrive
 * in each, and the graph of waits never holds a ring that no timer breaks. Of short worms rings can close without any head that
 * waits for an output: their timers run timeout-patience times as long, and without them (patience 0) the network dies.
 * WS_LONG: ten million cycles a policy. */
#include "fixture.h"
#include "observe/waits.h"

enum { WINDOW = 20000, STRIDE = 500 };

typedef struct standing { /* what stands in front of a queue */
    u32 front, left;
    u64 since;
} standing;

static ws_def torus(int64_t k, int64_t policy, int64_t mean) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = k, d.length_mean = mean;
    d.timeout_policy = policy;
    return d;
}

static standing *stand(const ws_net *n, standing *s) {
    for (u32 q = 0; q < n->wire.source_queue0; q++) s[q] = (standing){n->queue[q].front, n->queue[q].front_to_go, n->since[q]};
    return s;
}

static u32 unmoved(const ws_net *n, const standing *s, const u32 *queues, u32 count) {
    u32 same = 0;
    for (u32 i = 0; i < count; i++) {
        u32 q = queues ? queues[i] : i;
        same += n->queue[q].front != NIL && n->queue[q].front == s[q].front && n->queue[q].front_to_go == s[q].left &&
                n->since[q] == s[q].since;
    }
    return same;
}

static void proves(int64_t k, int64_t mean, u64 within) {
    ws_def d = torus(k, WS_TIMEOUT_POLICY_NONE, mean);
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *waits = ws_waits_new(n);
    u32 *knot = calloc(n->size.queues, sizeof *knot), count = 0, inside = 0;
    standing *s = calloc(n->size.queues, sizeof *s);
    if (!knot || !s) return;
    while (n->cycle[0] < within && !ws_waits_deadlock(waits)) {
        fixture_run(n, 100, NULL, NULL);
        ws_waits_update(waits, n);
    }
    u64 found = n->cycle[0];
    count = ws_waits_deadlocked(waits, knot, n->size.queues);
    for (u32 i = 0; i < count; i++) inside += knot[i] < n->wire.source_queue0;
    ok(ws_waits_deadlock(waits) && inside > 1, "%dx%d, mean length %d, no timeouts: a knot of %u queues in cycle %llu", (int)k,
       (int)k, (int)mean, count, (unsigned long long)found);
    stand(n, s);
    fixture_run(n, fixture_cycles(20000), NULL, NULL);
    u32 still = 0;
    for (u32 i = 0; i < count; i++) still += knot[i] >= n->wire.source_queue0 || unmoved(n, s, &knot[i], 1);
    ok(still == count, "and none of them has moved %llu cycles later", (unsigned long long)(n->cycle[0] - found));
    free(knot), free(s);
    ws_waits_free(waits);
    ws_net_free(n);
}

static void lives(ws_def d, const char *name, u64 cycles) {
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *waits = ws_waits_new(n);
    standing *s = calloc(n->size.queues, sizeof *s);
    u32 stalled = 0, deadlocks = 0, silent = 0;
    if (!s) return;
    while (n->cycle[0] < cycles) {
        u64 before = n->total[WS_TOTAL_MESSAGES_DELIVERED];
        stand(n, s);
        for (u32 i = 0; i < WINDOW; i += STRIDE) {
            fixture_run(n, STRIDE, NULL, NULL);
            ws_waits_update(waits, n);
            deadlocks += ws_waits_deadlock(waits);
        }
        stalled += unmoved(n, s, NULL, n->wire.source_queue0);
        silent += n->total[WS_TOTAL_MESSAGES_DELIVERED] == before;
    }
    ok(stalled == 0 && deadlocks == 0 && silent == 0,
       "%s: %llu cycles, %llu kills, %.4f flits per host and cycle; %u queues stalled, %u deadlocks, %u silent windows", name,
       (unsigned long long)n->cycle[0], (unsigned long long)n->total[WS_TOTAL_KILLS],
       (double)n->total[WS_TOTAL_FLITS_DELIVERED] / (double)n->cycle[0] / n->size.hosts, stalled, deadlocks, silent);
    free(s);
    ws_waits_free(waits);
    ws_net_free(n);
}

/* Only heads that wait for an output have a timer: of short worms rings close in which there is none, and no timeout ends them.
 * When the others get theirs, the network lives. */
static void patience(int64_t policy, const char *name) {
    ws_def d = torus(5, policy, 4);
    d.timeout_patience = 0;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *waits = ws_waits_new(n);
    while (n->cycle[0] < 100000 && !ws_waits_deadlock(waits)) {
        fixture_run(n, 100, NULL, NULL);
        ws_waits_update(waits, n);
    }
    u64 found = n->cycle[0];
    u32 *knot = calloc(n->size.queues, sizeof *knot), count = ws_waits_deadlocked(waits, knot, n->size.queues), timed = 0, asking = 0;
    standing *s = calloc(n->size.queues, sizeof *s);
    if (!knot || !s) return;
    for (u32 i = 0; i < count; i++) {
        timed += n->timer.deadline[knot[i]] > 0;
        asking += n->queue[knot[i]].state == QUEUE_WAITING && knot[i] < n->wire.source_queue0;
    }
    fixture_run(n, 20000, NULL, NULL);
    stand(n, s);
    fixture_run(n, 20000, NULL, NULL);
    u32 still = 0;
    for (u32 i = 0; i < count; i++) still += unmoved(n, s, &knot[i], 1);
    ok(count > 1 && timed == 0 && asking == 0 && still == count,
       "5x5, worms of 4 flits, %s, no patience: a knot of %u queues in cycle %llu, no timer in it; %u stand for ever", name,
       count, (unsigned long long)found, still);
    d.timeout_patience = 16;
    ok(ws_net_change(n, &d, NULL), "patience is live");
    for (u32 i = 0; i < 10; i++) {
        fixture_run(n, 2000, NULL, NULL);
        ws_waits_update(waits, n);
    }
    ok(!ws_waits_deadlock(waits) && unmoved(n, s, knot, count) == 0, "with patience 16 all of them go on");
    free(knot), free(s);
    ws_waits_free(waits);
    ws_net_free(n);
}

/* The shipped scenario: dead at cycle 5000, when timeouts come, and alive soon after. */
static void scenario(void) {
    ws_error error = {0};
    ws_session *session = ws_session_open("timeouts/deadlock", &(ws_options){0}, &error);
    if (!ok(session != NULL, "timeouts/deadlock opens %s", error.text)) return;
    ws_net *n = ws_session_net(session);
    ws_waits *waits = ws_waits_new(n);
    u64 delivered[4] = {0};
    static const u64 at[4] = {4000, 4999, 6000, 20000};
    for (int i = 0; i < 4; i++) {
        ws_session_run(session, at[i] - n->cycle[0]);
        delivered[i] = n->total[WS_TOTAL_FLITS_DELIVERED];
        if (i != 1) continue;
        ws_waits_update(waits, n);
        ok(ws_waits_deadlock(waits) && delivered[1] == delivered[0], "when they come, it is dead");
    }
    ws_waits_update(waits, n);
    ok(delivered[2] > delivered[1] && delivered[3] - delivered[2] > 10 * (delivered[2] - delivered[1]) / 2 &&
           !ws_waits_deadlock(waits),
       "timeouts bring it to life: %llu flits delivered before, %llu in the next 1000 cycles, %llu in 14000 more",
       (unsigned long long)delivered[1], (unsigned long long)(delivered[2] - delivered[1]),
       (unsigned long long)(delivered[3] - delivered[2]));
    ws_waits_free(waits);
    ws_session_close(session);
}

int main(void) {
    static const char *const names[] = {
        [WS_TIMEOUT_POLICY_FIXED] = "fixed", [WS_TIMEOUT_POLICY_ITOW] = "itow", [WS_TIMEOUT_POLICY_CEP] = "cep"};
    u64 cycles = amount(20000, 60000, 10000000);
    proves(7, 50, 3000);
    proves(5, 6, 20000);
    for (int64_t policy = WS_TIMEOUT_POLICY_FIXED; policy < WS_TIMEOUT_POLICY_COUNT; policy++) {
        char name[64];
        snprintf(name, sizeof name, "7x7, %s", names[policy]);
        lives(torus(7, policy, 50), name, cycles);
        snprintf(name, sizeof name, "5x5, worms of 6 flits in the mean, %s", names[policy]);
        lives(torus(5, policy, 6), name, cycles);
    }
    for (int64_t policy = WS_TIMEOUT_POLICY_FIXED; policy < WS_TIMEOUT_POLICY_COUNT; policy++) patience(policy, names[policy]);
    scenario();
    return done();
}
