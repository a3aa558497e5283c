/* What links have done lately: in demand, refused by what is ahead, or slowed by what shares a link further on.
 *
 *   P0 - P1 - S2 - S3    A on P0 sends to D0, B on Q1 to D1, both on S3. With two channels a link both hold one from S2 to S3 and take
 *        Q1 /            turns, flit by flit: that link is busy all the time, and nothing slows it down; all links behind it run at half
 *                        their rate. With one channel, one of the worms waits, and the other runs through as if it were alone. */
#include "observe/usage.h"

#include "fixture.h"
#include "observe/trees.h"

enum { P0, P1, Q1, S2, S3, A = 0, B, D0, D1, HOSTS };

typedef struct watch {
    ws_net *net;
    ws_waits *waits;
    ws_usage *usage;
    ws_trees *trees;
} watch;

static watch watch_begin(ws_def d) {
    static const u32 home[HOSTS] = {P0, Q1, S3, S3};
    ws_graph g = fixture_graph(5, HOSTS, HOSTS + 4);
    fixture_cable(&g, P0, P1, 0);
    fixture_cable(&g, P1, S2, 0);
    fixture_cable(&g, Q1, S2, 0);
    fixture_cable(&g, S2, S3, 0);
    for (int h = 0; h < HOSTS; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    d.topology = WS_TOPOLOGY_FILE, d.routing = WS_ROUTING_UPDOWN, d.load = 0, d.arrivals = WS_ARRIVALS_POISSON;
    d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    ws_net *n = fixture_net_of(&d, &g, NULL);
    ws_graph_free(&g);
    return (watch){n, ws_waits_new(n), ws_usage_new(n, 20), ws_trees_new(n, 20)};
}

static void watch_end(watch *w) {
    ws_trees_free(w->trees);
    ws_usage_free(w->usage);
    ws_waits_free(w->waits);
    ws_net_free(w->net);
}

static void look(watch *w) {
    ws_waits_update(w->waits, w->net);
    ws_usage_sample(w->usage, w->net, w->waits);
    ws_trees_sample(w->trees, w->net, w->waits);
    ws_trees_update(w->trees, w->net, w->waits, true);
}

/* Looks at odd distances, so that they see all phases of what takes turns. */
static void watch_run(watch *w, u32 looks, u64 apart) {
    for (u32 i = 0; i < looks; i++) {
        fixture_run(w->net, apart + i % 3, NULL, NULL);
        look(w);
    }
}

static void send(ws_net *n, u32 source, u32 dest, u32 length) {
    message_create(n, &(ws_letter){source * n->wire.source_queues, source, dest, length, 0, n->cycle[0]});
}

static u32 link_between(const ws_net *n, u32 from, u32 to) {
    u32 l = 0;
    while (n->wire.link_from[l] != from || n->wire.link_to[l] != to) l++;
    return l;
}

static void link_is(const char *name, const watch *w, u32 from, u32 to, bool busy, bool slowed) {
    u32 l = link_between(w->net, from, to);
    bool is_busy = ws_usage_busy(w->usage, l, 950), is_slowed = ws_usage_slowed(w->usage, l, 50);
    ok(is_busy == busy && is_slowed == slowed, "%s: the link from %u to %u is %s%s", name, from, to,
       is_busy ? "busy" : "not busy", is_slowed ? ", slowed" : "");
}

static u32 host(const watch *w, u32 h) { return w->net->size.switches + h; }

static void taking_turns(void) {
    ws_def d = fixture_machine("cube");
    d.vcs = 2, d.buffer = 8;
    watch w = watch_begin(d);
    send(w.net, A, D0, 20000);
    send(w.net, B, D1, 20000);
    watch_run(&w, 60, 20);
    link_is("taking turns", &w, S2, S3, true, false);
    link_is("taking turns", &w, P1, S2, true, true);
    link_is("taking turns", &w, Q1, S2, true, true);
    link_is("taking turns", &w, P0, P1, true, true); /* two hops behind: its rate tells */
    link_is("taking turns", &w, host(&w, A), P0, true, true);
    link_is("taking turns", &w, S2, P1, false, false); /* nothing goes back */
    bool half = ws_usage_busy(w.usage, link_between(w.net, S3, host(&w, D0)), 800);
    ok(!half, "taking turns: the link to D0 is not busy: it gets half a flit a cycle, through a crossbar input that D1's share");
    size_t count;
    const ws_tree *tree = ws_trees_of(w.trees, &count);
    ok(count == 1 && tree->root == link_between(w.net, S2, S3), "taking turns: the link from S2 to S3 is the one root");
    const ws_tree_queue *place = ws_trees_queues(w.trees);
    u32 q = w.net->queue[w.net->wire.queue0[host(&w, A)]].vc;
    u32 near = w.net->vc[q].receiver;
    ok(place[near].root == tree->root && place[near].depth >= 2, "taking turns: A's first queue is %u deep in the tree",
       place[near].depth);
    watch_end(&w);
}

/* A worm that runs freely slows nobody, whatever the loop of its credits; one that waits for its channel is refused. Its link is `held`: busy
 * without a flit, where links may be held and send less than they can (usage.h). Where STOP holds it, what it has sent alone counts. */
static void running(const char *name, ws_def d, bool held) {
    watch w = watch_begin(d);
    send(w.net, A, D0, 20000);
    fixture_run(w.net, 200, NULL, NULL);
    watch_run(&w, 40, 20);
    link_is(name, &w, host(&w, A), P0, true, false);
    link_is(name, &w, P0, P1, true, false);
    link_is(name, &w, S2, S3, true, false);
    link_is(name, &w, S3, host(&w, D0), true, false);
    size_t count;
    ws_trees_of(w.trees, &count);
    ok(count == 0, "%s: no tree grows from it", name);
    send(w.net, B, D1, 20000);
    watch_run(&w, 80, 20);
    link_is(name, &w, S2, S3, true, false);
    link_is(name, &w, P1, S2, true, false);
    link_is(name, &w, Q1, S2, held, true);
    watch_end(&w);
}

/* What was seen can be kept, and put into another; a new begin forgets it. */
static void keeping(void) {
    ws_def d = fixture_machine("cube");
    watch w = watch_begin(d);
    watch_run(&w, 40, 10);
    u32 l = link_between(w.net, S2, S3);
    ok(!ws_usage_busy(w.usage, l, 1), "an idle link is not busy");
    send(w.net, A, D0, 20000);
    watch_run(&w, 1, 10);
    ok(!ws_usage_busy(w.usage, l, 950), "nor is one that has only begun");
    watch_run(&w, WS_USAGE_SAMPLES + 2, 20);
    ok(ws_usage_busy(w.usage, l, 950), "one that has been sending for a window is");
    ws_pack pack = {.mode = WS_PACK_MEASURE};
    ws_usage_pack(w.usage, &pack);
    pack = (ws_pack){.mode = WS_PACK_SAVE, .bytes = malloc(pack.size)};
    ws_usage_pack(w.usage, &pack);
    ws_usage *other = ws_usage_new(w.net, 20);
    ok(!ws_usage_busy(other, l, 1), "another begins with nothing");
    pack.mode = WS_PACK_RESTORE, pack.size = 0;
    ws_usage_pack(other, &pack);
    ok(ws_usage_busy(other, l, 950), "what was kept is put into it");
    ws_usage_begin(other, w.net);
    ok(!ws_usage_busy(other, l, 1), "a new begin forgets it");
    free(pack.bytes);
    ws_usage_free(other);
    watch_end(&w);
}

int main(void) {
    ws_def d = fixture_machine("cube");
    taking_turns();
    running("one channel", d, true);
    d.flow_control = WS_FLOW_SPACE;
    running("instantaneous space", d, true);
    running("STOP and GO", fixture_machine("wormhole-lan"), false);
    d = fixture_machine("timeouts"), d.timeout_policy = WS_TIMEOUT_POLICY_NONE;
    running("timeouts", d, true);
    keeping();
    return done();
}
