/* pools_deadlock.c - pools of packet buffers do not deadlock under either rule of Toueg and Ullman, and do without.
 *
 * Three ways: the graph of buffer classes, which must have no cycle; long runs at saturation with hot spots, for every backpressure and
 * routing; and, with the rule off, knots that are proved to be ones (claim B19 of Fed-X). */
#include "fixture.h"
#include "observe/waits.h"

static ws_def fedx(int64_t rows, int64_t cols) {
    ws_def d = fixture_machine("fedx");
    d.topology = WS_TOPOLOGY_FEDX, d.size[0] = rows, d.size[1] = cols;
    return d;
}

/* ---- classes of buffers ----
 *
 * In a state in which nothing moves, all that a switch holds has at least r + 1 links to go, r + 1 being the least of all. A switch whose
 * packets are all as far as that must take one with r links to go: shown for all contents of a pool that the rule itself admits, by going
 * through them. So a packet with r + 1 to go waits only for packets with at most r: the classes (switch, links to go) are the nodes of the
 * graph, and an edge leads from a packet's class to those of the packets for which it may have to wait. */

/* Puts packets with given distances to go into the pool of switch 0 as if they had come. */
typedef struct bench {
    ws_net *n;
    u32 host_at[16]; /* a host so many links from switch 0 */
    u32 message[16]; /* one for it */
    u64 states, refused;
    u32 least_wrong;
} bench;

static void pool_put(bench *b, u32 place, u32 far) {
    ws_net *n = b->n;
    u32 q = n->wire.pool0[0] + place, k = place;
    n->queue[q].state = QUEUE_WAITING, n->queue[q].front = k;
    n->packet.dest[k] = b->host_at[far], n->packet.message[k] = b->message[far];
}

/* All multisets of distances that the rule lets come about in this order, largest last is irrelevant: every admission is asked for. */
static void contents_walk(bench *b, u32 used, u32 least, u32 diameter) {
    ws_net *n = b->n;
    b->states++;
    for (u32 r = 0; r < least; r++) /* all that is there has `least` or more to go */
        if (used > 0 && pool_answer(n, 0, b->message[r], false).result != ACCEPTED) b->refused++, b->least_wrong = least;
    if (used == (u32)n->def->pool) return;
    for (u32 far = 0; far <= diameter; far++) {
        if (pool_answer(n, 0, b->message[far], false).result != ACCEPTED) continue;
        pool_put(b, used, far);
        contents_walk(b, used + 1, far < least ? far : least, diameter);
        n->queue[n->wire.pool0[0] + used].state = QUEUE_EMPTY;
    }
}

static void classes_descend(int64_t rule, const char *name) {
    ws_def d = fedx(4, 4); /* its longest way is 2 links */
    d.load = 0, d.pool = 7, d.deadlock_rule = rule, d.backpressure = WS_BACKPRESSURE_NONE;
    bench b = {.n = fixture_net(&d, NULL)};
    u32 diameter = b.n->wire.diameter;
    for (u32 h = b.n->size.hosts; h-- > 0;) b.host_at[b.n->wire.minimal[h]] = h;
    for (u32 far = 0; far <= diameter; far++) b.message[far] = far, b.n->message.dest[far] = b.host_at[far];
    contents_walk(&b, 0, diameter + 1, diameter);
    bool safe = b.refused == 0;
    ok(safe == (rule != WS_DEADLOCK_RULE_OFF) && b.states > 100,
       "%s: in %llu orders of filling a pool, a packet nearer than all that is there is refused %llu times", name,
       (unsigned long long)b.states, (unsigned long long)b.refused);
    ws_net_free(b.n);
}

/* The graph: from (switch, links to go) of every packet that a routing can bring there, to what may keep it waiting in each next switch.
 * With the rule those are packets with fewer links to go; without it, any. A depth-first search finds a cycle, or none. */
enum { FAR_MOST = 16 };
typedef struct graph {
    ws_net *n;
    u8 *seen; /* by switch * FAR_MOST + links to go: 0 new, 1 on the way, 2 done */
    u8 *next; /* by the same, times switches: can a packet there go to that switch */
    bool ruled;
} graph;

static void edges_find(graph *g) {
    ws_net *n = g->n;
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    for (u32 x = 0; x < n->size.switches; x++)
        for (u32 h = 0; h < n->size.hosts; h++) {
            u32 q = n->wire.pool0[x], r = route_length(n, x, n->wire.host_switch[h]);
            if (r == 0) continue;
            n->packet.dest[0] = h;
            u32 count = n->routing->route(n, q, 0, option);
            for (u32 c = 0; c < count; c++)
                g->next[((size_t)x * FAR_MOST + r) * n->size.switches + n->wire.link_to[option[c].link]] = 1;
        }
}

static bool cycle_from(graph *g, u32 x, u32 r) {
    u8 *seen = &g->seen[x * FAR_MOST + r];
    if (*seen) return *seen == 1;
    *seen = 1;
    bool found = false;
    for (u32 y = 0; y < g->n->size.switches && !found; y++) {
        if (!g->next[((size_t)x * FAR_MOST + r) * g->n->size.switches + y]) continue;
        u32 most = g->ruled ? r - 1 : g->n->wire.diameter; /* of what stands there, in the way of one with r - 1 to go */
        for (u32 other = 1; other <= most && !found; other++)
            found = cycle_from(g, y, other); /* those at their destination leave */
    }
    *seen = found ? 1 : 2;
    return found;
}

static void classes_cycle(int64_t routing, bool ruled) {
    ws_def d = fedx(8, 8);
    d.load = 0, d.routing = routing;
    graph g = {.n = fixture_net(&d, NULL), .ruled = ruled};
    u32 switches = g.n->size.switches, cycles = 0;
    g.seen = calloc(switches * FAR_MOST, 1), g.next = calloc((size_t)switches * FAR_MOST * switches, 1);
    edges_find(&g);
    for (u32 x = 0; x < switches; x++)
        for (u32 r = 1; r <= g.n->wire.diameter; r++) cycles += cycle_from(&g, x, r);
    ok((cycles == 0) == ruled, "routing %d, rule %s: %s cycle in the graph of buffer classes", (int)routing, ruled ? "on" : "off",
       cycles ? "a" : "no");
    free(g.seen), free(g.next);
    ws_net_free(g.n);
}

/* ---- runs ---- */

/* Saturation with hot spots: in every stretch packets arrive, and at the end, when nobody sends any more, all. */
static void never_deadlocks(int64_t routing, int64_t backpressure, int64_t rule) {
    ws_def d = fedx(8, 8);
    d.routing = routing, d.backpressure = backpressure, d.deadlock_rule = rule;
    d.traffic = WS_TRAFFIC_HOT_SENDERS, d.load = WS_MILLION, d.message_capacity = 4096, d.inject_window = 16;
    ws_net *n = fixture_net(&d, NULL);
    u64 cycles = amount(20000, 100000, 10000000), least = UINT64_MAX;
    ws_waits *waits = ws_waits_new(n);
    bool knot = false;
    for (u64 part = 0; part < 100; part++) {
        u64 before = n->total[WS_TOTAL_PACKETS_DELIVERED];
        fixture_run(n, cycles / 100, NULL, NULL);
        ws_waits_update(waits, n);
        knot |= ws_waits_deadlock(waits);
        u64 got = n->total[WS_TOTAL_PACKETS_DELIVERED] - before;
        if (got < least) least = got;
    }
    d.load = 0, d.hot_traffic = 0;
    ws_error error = {0};
    bool quiet = ws_net_change(n, &d, &error);
    for (u32 i = 0; i < 1000 && n->message.free_count[0] < n->size.messages; i++) fixture_run(n, 20000, NULL, NULL);
    ok(quiet && !knot && least > 0 && n->message.free_count[0] == n->size.messages && n->packet.free_count[0] == n->size.packets,
       "routing %d, backpressure %d, rule %d: %llu cycles at saturation with hot spots, at least %llu packets in each hundredth; "
       "then it drains%s",
       (int)routing, (int)backpressure, (int)rule, (unsigned long long)cycles, (unsigned long long)least, error.text);
    ws_waits_free(waits);
    ws_net_free(n);
}

/* Without rule and backpressure: in which packet time the knot is there. A proof must be one: its packets never move again. */
static u64 deadlock_time(int64_t load, u64 most) {
    ws_def d = fedx(8, 8);
    d.load = load, d.deadlock_rule = WS_DEADLOCK_RULE_OFF, d.backpressure = WS_BACKPRESSURE_NONE;
    d.length = WS_LENGTH_MIXTURE, d.mixture_count = 2; /* 90 % of 1 to 5 packets, 10 % of 25 */
    d.mixture_lo[0] = 1, d.mixture_hi[0] = 5, d.mixture_weight[0] = 90;
    d.mixture_lo[1] = d.mixture_hi[1] = 25, d.mixture_weight[1] = 10;
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *waits = ws_waits_new(n);
    u64 found = 0;
    for (u64 t = 0; t < most && found == 0; t += 10) {
        fixture_run(n, 1600, NULL, NULL);
        ws_waits_update(waits, n);
        if (ws_waits_deadlock(waits)) found = t + 10;
    }
    u32 *knot = calloc(n->size.queues, sizeof *knot), *front = calloc(n->size.queues, sizeof *front);
    u32 count = found ? ws_waits_deadlocked(waits, knot, n->size.queues) : 0, moved = 0;
    for (u32 i = 0; i < count; i++) front[i] = n->queue[knot[i]].front;
    if (found) fixture_run(n, amount(10000, 100000, 100000), NULL, NULL);
    for (u32 i = 0; i < count; i++) moved += n->queue[knot[i]].front != front[i];
    ok(found > 0 && count > 1 && moved == 0,
       "load %.1f, no rule, no backpressure: a knot of %u buffers after %llu packet times; %u of its packets moved later",
       (double)load / WS_MILLION, count, (unsigned long long)found, moved);
    free(knot), free(front);
    ws_waits_free(waits);
    ws_net_free(n);
    return found;
}

int main(void) {
    classes_descend(WS_DEADLOCK_RULE_FORWARD_COUNT, "forward-count");
    classes_descend(WS_DEADLOCK_RULE_FORWARD_STATE, "forward-state");
    classes_descend(WS_DEADLOCK_RULE_OFF, "no rule");
    for (int64_t routing = WS_ROUTING_FEDX_DETERMINISTIC; routing <= WS_ROUTING_FEDX_ADAPTIVE; routing++) {
        classes_cycle(routing, true);
        classes_cycle(routing, false);
        for (int64_t backpressure = 0; backpressure < WS_BACKPRESSURE_COUNT; backpressure++)
            for (int64_t rule = WS_DEADLOCK_RULE_FORWARD_COUNT; rule < WS_DEADLOCK_RULE_COUNT; rule++)
                never_deadlocks(routing, backpressure, rule);
    }
    static const int64_t loads[] = {100000, 200000, 300000, 500000, 900000};
    u64 times[5];
    for (int i = 0; i < 5; i++) times[i] = deadlock_time(loads[i], 10000);
    ok(times[0] > times[4], "the lighter the load, the later: %llu packet times at 0.1, %llu at 0.9",
       (unsigned long long)times[0], (unsigned long long)times[4]);
    return done();
}
