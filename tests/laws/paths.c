/* paths.c - to which set-aside queue a packet belongs: the CAM lines of a port, by looking at all of them.
 *
 *   entry    a packet that arrives enters the queue of the longest path on its route for which nothing waits
 *   longest  of the paths that begin another path, the longest
 *   longer   a packet that stands in a queue goes on to the shortest of the longer paths on its route
 *   pending  a new queue waits for all packets of its path in the queues of shorter paths
 *   early    it was freed too early if one for the same path is allocated before a notification could have come
 *
 * Paths are drawn as beginnings of few routes, so that most lines of a port are nested. */
#include "fixture.h"
#include "switch/saq.h"

enum { ROUNDS = 20000, ROUTES = 3, HOPS = 4, CYCLES = 6000, EVERY = 50 };

static u32 seed = 1;

static u32 below(u32 count) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % count;
}

static bool begins(u32 route, u32 path, u32 hops) {
    for (u32 i = 0; i < hops; i++)
        if ((route >> (3 * i) & 7) != (path >> (3 * i) & 7))
            return false;
    return true;
}

typedef enum asked { ENTRY, LONGEST, LONGER } asked;

/* The line that is meant, by its number; -1: none. */
static int meant(const ws_net *n, u32 port, asked what, u32 route, u32 hops) {
    int best = -1;
    u32 best_hops = 0;
    for (u32 i = 0; i < n->layout.saqs; i++) {
        const ws_saq_state *line = &n->saq.line[port * n->layout.saqs + i];
        if (!(n->saq.valid[port] >> i & 1) || !begins(route, line->path, line->hops)) continue;
        if (what == ENTRY && line->pending) continue;
        if (what == LONGEST && line->hops > hops) continue;
        if (what == LONGER && line->hops <= hops) continue;
        if (best < 0 || (what == LONGER ? line->hops < best_hops : line->hops > best_hops)) best = (int)i, best_hops = line->hops;
    }
    return best;
}

static int number(ws_saq saq) {
    return saq.line ? (int)saq.local : -1;
}

/* All lines of a port anew: different beginnings of the routes. */
static void lines_draw(ws_net *n, u32 port, const u32 *route) {
    n->saq.valid[port] = 0;
    for (u32 i = 0; i < n->layout.saqs; i++) {
        ws_saq_state *line = &n->saq.line[port * n->layout.saqs + i];
        u32 hops = 1 + below(HOPS);
        u32 path = route[below(ROUTES)] & ((1u << 3 * hops) - 1);
        if (below(4) == 0 || saq_find(n, port, (saq_path){path, hops}).line) continue;
        line->path = path, line->hops = (u8)hops, line->pending = below(4) == 0;
        n->saq.valid[port] |= 1ull << i;
    }
}

static void test_lines(void) {
    ws_def d = fixture_machine("recn");
    u32 bad[3] = {0}, nested = 0;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 round = 0; round < ROUNDS; round++) {
        u32 port = below(8), route[ROUTES], hops = below(HOPS + 1);
        for (u32 i = 0; i < ROUTES; i++) route[i] = below(2) && i ? (route[0] & 63) | below(64) << 6 : below(1u << 3 * HOPS);
        lines_draw(n, port, route);
        u32 r = route[below(ROUTES)];
        bad[ENTRY] += number(saq_entry(n, port, r)) != meant(n, port, ENTRY, r, 0);
        bad[LONGEST] += number(saq_longest(n, port, (saq_path){r, hops})) != meant(n, port, LONGEST, r, hops);
        packet_place place = {.n = n, .port = port, .route = r, .hops = hops};
        bad[LONGER] += number(saq_longer(place)) != meant(n, port, LONGER, r, hops);
        nested += meant(n, port, LONGER, r, 0) != meant(n, port, LONGEST, r, HOPS);
    }
    ok(bad[ENTRY] == 0, "a packet that arrives enters the queue of the longest path: %u of %u ports otherwise", bad[ENTRY], (u32)ROUNDS);
    ok(bad[LONGEST] == 0, "the longest beginning of a path is found: %u otherwise", bad[LONGEST]);
    ok(bad[LONGER] == 0, "the next longer one, too: %u otherwise", bad[LONGER]);
    ok(nested > ROUNDS / 3, "in %u of them several paths lead the way of the packet", nested);
    ws_net_free(n);
}

/* The hops of a route until it is at its host. */
static u32 hops_left(const ws_net *n, u32 port, u32 route) {
    u32 hops = 0;
    for (u32 x = port_switch(n, port); x < n->size.switches; hops++, route >>= HOP_BITS) x = node_to(n, first_hop(n, x, route));
    return hops;
}

/* By hand; the events are told to nobody. */
static ws_saq allocated(ws_net *n, u32 port, saq_path path) {
    new_saq what = {.port = port, .path = path};
    ws_saq saq = line_allocate(n, &what);
    n->event_count = 0;
    return saq;
}

/* The packets of a path in the queues of a port from `first` on that are those of shorter paths. */
static u32 waiting(const ws_net *n, u32 port, u32 first, saq_path path) {
    u32 count = 0, saqs = first_saq_queue(n, port);
    for (u32 q = first; q < end_queue_of(n, port); q++) {
        u32 hops = q < saqs ? 0 : n->saq.line[port * n->layout.saqs + q - saqs].hops;
        for (u32 i = 0; hops < path.hops && i < n->queue[q].packets; i++)
            count += begins(route_from(n, port, packet_at(n, q, i)), path.ports, path.hops);
    }
    return count;
}

/* A running network, in which queues are allocated by hand for the way of a packet that stands there. */
static void test_pending(const char *machine, int64_t queueing) {
    ws_def d = fixture_machine(machine);
    u32 tried = 0, wrong = 0, some = 0;
    d.size[0] = 64, d.load = 1000000, d.queueing = queueing;
    for (u32 at = EVERY; at <= CYCLES; at += CYCLES / 8) {
        ws_net *n = fixture_net(&d, NULL);
        fixture_run(n, at, NULL, NULL);
        for (u32 port = 0; port < n->size.ports; port++) {
            u32 first = first_queue_of(n, port), saqs = first_saq_queue(n, port), q = first;
            while (q < end_queue_of(n, port) && n->queue[q].packets == 0) q++;
            if (q == end_queue_of(n, port)) continue;
            u32 route = route_from(n, port, packet_at(n, q, n->queue[q].packets - 1)), hops = 1 + below(hops_left(n, port, route));
            saq_path path = {route & ((1u << 3 * hops) - 1), hops};
            if (saq_find(n, port, path).line) continue;
            u32 expected = waiting(n, port, n->wire.port_out ? first : saqs, path);
            ws_saq saq = allocated(n, port, path);
            if (!saq.line) continue;
            tried++, some += expected > 0, wrong += saq.line->pending != expected;
        }
        ws_net_free(n);
    }
    ok(tried > 100 && wrong == 0, "%s: of %u new queues %u wait for another number than stands before", machine, tried, wrong);
    ok(some > 10, "%u of them for some", some);
}

/* A queue is freed, and so many cycles later another one is allocated at that port. */
static u64 early(ws_net *n, u32 age, saq_path path, saq_path again) {
    u64 before = n->total[WS_TOTAL_SAQS_PREMATURE];
    fixture_run(n, 100, NULL, NULL);
    line_free(n, allocated(n, 0, path));
    fixture_run(n, age, NULL, NULL);
    line_free(n, allocated(n, 0, again));
    return n->total[WS_TOTAL_SAQS_PREMATURE] - before;
}

static void test_early(void) {
    ws_def d = fixture_machine("recn");
    u32 wrong = 0;
    d.load = 0, d.notification_delay = 7;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 age = 0; age < 20; age++) {
        wrong += early(n, age, (saq_path){5, 1}, (saq_path){5, 1}) != (age <= 7);
        wrong += early(n, age, (saq_path){5, 1}, (saq_path){4, 1}) != 0;
    }
    ok(wrong == 0, "freed too early: the same path within the time of a notification, in %u cases otherwise", wrong);
    ws_net_free(n);
}

/* As many set-aside queues as it was built for, and 8 at least, may come in a running network. */
static void test_more(void) {
    ws_def d = fixture_machine("recn");
    ws_net *n = fixture_net(&d, NULL);
    ws_error error = {0};
    d.saqs = 8;
    ok(ws_net_change(n, &d, &error), "built with 4 set-aside queues, there may be 8");
    d.saqs = 9;
    ok(!ws_net_change(n, &d, &error) && strstr(error.text, "8 set-aside"), "but not 9: %s", error.text);
    ws_net_free(n);
}

int main(void) {
    test_more();
    test_early();
    test_lines();
    test_pending("recn", WS_QUEUEING_RECN_IQ);
    return done();
}
