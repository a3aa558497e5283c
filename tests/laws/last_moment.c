/* last_moment.c - a head is killed in the cycle in which it has waited as long as the timeout says, and only if it still waits at
 * the end of that cycle: one that gets its output, or moves on, in its last moment lives.
 *
 * Meshes without deadlock run without a kill, and at the end of each cycle every head is asked since when it has been waiting
 * where it is: for an output; or with an output but without room, or behind the rest of a worm, and these may move in their last
 * cycle. A timeout one cycle longer than the longest of these waits kills nobody; one as long as it kills somebody.
 *
 * Source: Hu and Kleinrock, the section on the timeout mechanism; what comes first in a cycle: core/network.h. */
#include "fixture.h"

enum { SEEDS = 12, CYCLES = 1500, NEVER = 1000000 };

typedef enum kind { ASKS, STUCK, NOT } kind;

typedef struct waiting {
    u64 since;
    u32 packet;
    kind kind;
} waiting;

typedef struct longest {
    u64 cycles;
    kind kind;
} longest;

static ws_def machine(int64_t vcs, int64_t load, int64_t mean, int64_t timeout, u32 seed) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_MESH;
    d.size[0] = d.size[1] = 3;
    d.routing = WS_ROUTING_DOR;
    d.arrivals = WS_ARRIVALS_POISSON;
    d.traffic = WS_TRAFFIC_UNIFORM;
    d.vcs = vcs;
    d.load = load;
    d.length_mean = mean;
    d.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
    d.timeout_patience = 1;
    d.timeout = timeout;
    d.seed = seed;
    return d;
}

static waiting waits_now(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    waiting w = {.packet = queue->front, .kind = STUCK};
    if (queue->state == QUEUE_EMPTY || queue->state == QUEUE_ROUTING)
        w.kind = NOT;
    else if (is_waiting_head(n, q))
        w.kind = ASKS;
    else if (queue->state == QUEUE_STREAMING) {
        w.kind = queue->packets < 2 ? NOT : STUCK;
        w.packet = packet_at(n, q, queue->packets < 2 ? 0 : 1);
    }
    return w;
}

static longest longest_wait(const ws_def *d) {
    ws_net *n = fixture_net(d, NULL);
    waiting *head = calloc(n->wire.source_queue0, sizeof *head);
    longest most = {.kind = NOT};
    for (u64 cycle = 0; head && cycle < CYCLES; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        for (u32 q = 0; q < n->wire.source_queue0; q++) {
            waiting w = waits_now(n, q);
            bool same = w.kind == head[q].kind && w.packet == head[q].packet;
            w.since = same ? head[q].since : cycle;
            head[q] = w;
            if (w.kind != NOT && cycle - w.since >= most.cycles)
                most = (longest){.cycles = cycle - w.since, .kind = w.kind};
        }
    }
    free(head);
    ws_net_free(n);
    return most;
}

static u64 kills(const ws_def *d) {
    ws_net *n = fixture_net(d, NULL);
    fixture_run(n, CYCLES, NULL, NULL);
    u64 count = n->total[WS_TOTAL_KILLS];
    ws_net_free(n);
    return count;
}

int main(void) {
    static const int64_t vcs[] = {1, 8}, loads[] = {50000, 150000}, means[] = {4, 30};
    static const char *const names[] = {"for an output", "elsewhere", "nowhere"};
    u32 seen[NOT + 1] = {0};
    u32 good = 0;
    u32 all = 0;
    for (u32 i = 0; i < 8 * fixture_cycles(SEEDS); i++) {
        ws_def d = machine(vcs[i & 1], loads[i >> 1 & 1], means[i >> 2 & 1], NEVER, i + 1);
        longest most = longest_wait(&d);
        d.timeout = (int64_t)most.cycles + 1;
        u64 later = kills(&d);
        d.timeout = (int64_t)most.cycles;
        u64 then = most.kind == NOT ? 1 : kills(&d);
        bool right = later == 0 && then > 0;
        if (!right)
            note("seed %u: the longest wait is %u, %s; %u kills at that timeout, %u a cycle later",
                 i + 1, (u32)most.cycles, names[most.kind], (u32)then, (u32)later);
        good += right;
        all++;
        seen[most.kind]++;
    }
    ok(good == all,
       "in %u of %u machines the least timeout that kills nobody is the longest wait and a cycle",
       good, all);
    for (u32 i = 0; i < NOT; i++)
        ok(seen[i] > 0, "in %u of them the longest wait was %s", seen[i], names[i]);
    return done();
}
