/* Congestion trees on networks so small that everything can be worked out by hand.
 *
 *   three hosts   a worm, one that waits for it, one that waits for that one
 *   parking lot   three switches in a row before the exit
 *   hot spot      six worms to the middle of a mesh
 *   victims       a packet behind a hot one: strict and cold; strict, but on its way to the hot spot too
 *   merging       a link with two feeders is the root, until the exit behind it becomes one
 *
 * In the wormhole LAN (STOP at 56 of 80 flits, 11 cycles of cable) a queue that stands fills up to 56, and to what its sender sends
 * until it knows: STOP leaves in the cycle in which the 56th flit comes, which was sent 11 cycles before, and is known 11 cycles later:
 * 21 flits more. 77 in all. */
#include "observe/trees.h"

#include "fixture.h"

enum { STANDING = 56 + 21 };

typedef struct watch {
    ws_net *net;
    ws_waits *waits;
    ws_trees *trees;
} watch;

static watch watch_begin(ws_net *net) { return (watch){net, ws_waits_new(net), ws_trees_new(net, 10)}; }

static void watch_end(watch *w) {
    ws_trees_free(w->trees);
    ws_waits_free(w->waits);
    ws_net_free(w->net);
}

/* Runs on, looking every `step` cycles. */
static void watch_run(watch *w, u64 cycles, u64 step) {
    for (u64 done = 0; done < cycles; done += step) {
        fixture_run(w->net, step, NULL, NULL);
        ws_waits_update(w->waits, w->net);
        ws_trees_sample(w->trees, w->net, w->waits);
        ws_trees_update(w->trees, w->net, w->waits, true);
    }
}

static void send(ws_net *n, u32 source, u32 dest, u32 length) {
    message_create(n, &(ws_letter){source * n->wire.source_queues, source, dest, length, 0, n->cycle[0]});
}

/* ---- by nodes: switches first, then hosts ---- */

static u32 link_between(const ws_net *n, u32 from, u32 to) {
    for (u32 l = 0; l < n->size.links; l++)
        if (n->wire.link_from[l] == from && n->wire.link_to[l] == to) return l;
    printf("Bail out! no such link\n");
    exit(1);
}

static u32 queue_of(const ws_net *n, u32 from, u32 to) { return n->wire.vc_queue[n->wire.vc0[link_between(n, from, to)]]; }
static u32 host(const ws_net *n, u32 h) { return n->size.switches + h; }

/* What is expected of a queue of the tree: filled by a link, waiting for another queue (0 0: for none). */
typedef struct expected {
    u32 from, to, parent_from, parent_to;
    u16 depth;
    bool member, leaf;
} expected;

static void queues_are(const char *name, const watch *w, u32 root, const expected *e, size_t count) {
    const ws_tree_queue *place = ws_trees_queues(w->trees);
    const ws_wait *wait = ws_waits_of(w->waits, NULL);
    u32 members = 0;
    for (u32 q = 0; q < w->net->size.queues; q++) members += place[q].member && place[q].root == root;
    for (size_t i = 0; i < count; i++) {
        u32 q = queue_of(w->net, e[i].from, e[i].to);
        bool ends = e[i].parent_from == e[i].parent_to;
        u32 parent = ends ? NIL : queue_of(w->net, e[i].parent_from, e[i].parent_to);
        ok(place[q].root == root && place[q].parent == parent && place[q].depth == e[i].depth && wait[q].order == e[i].depth &&
               place[q].member == e[i].member && place[q].leaf == e[i].leaf,
           "%s: queue %u>%u has depth %u (%u expected), member %u, leaf %u", name, e[i].from, e[i].to, place[q].depth, e[i].depth,
           place[q].member, place[q].leaf);
        members -= e[i].member;
    }
    ok(members == 0, "%s: and no other queue is in the tree", name);
}

static void tree_is(const char *name, const watch *w, const ws_tree *e) {
    size_t count;
    const ws_tree *tree = ws_trees_of(w->trees, &count);
    if (!ok(count == 1, "%s: one tree (%zu)", name, count)) return;
    ok(tree->root == e->root, "%s: its root is link %u (%u)", name, e->root, tree->root);
    ok(tree->members == e->members && tree->leaves == e->leaves && tree->depth == e->depth && tree->waiting == e->waiting,
       "%s: %u queues, %u leaves, depth %u, %u at the root (%u, %u, %u, %u expected)", name, tree->members, tree->leaves,
       tree->depth, tree->waiting, e->members, e->leaves, e->depth, e->waiting);
    ok(tree->flits == e->flits, "%s: %u flits (%u)", name, tree->flits, e->flits);
    ok(tree->contributors == e->contributors && tree->hosts == e->hosts, "%s: %u contributors from %u hosts (%u, %u)", name,
       tree->contributors, tree->hosts, e->contributors, e->hosts);
    ok(tree->victims == e->victims && tree->cold == e->cold, "%s: %u victims, %u of them cold (%u, %u)", name, tree->victims,
       tree->cold, e->victims, e->cold);
}

/* ---- three hosts: H1 on SB sends to HD; H2 on SA waits for it, H3 on SA for H2 ---- */

static ws_def quiet(ws_def d) {
    d.load = 0, d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    if (d.arrivals == WS_ARRIVALS_SATURATED) d.arrivals = WS_ARRIVALS_POISSON;
    return d;
}

static void three_hosts(void) {
    enum { SA, SB, H1 = 0, H2, H3, HD };
    ws_graph g = fixture_graph(2, 4, 5);
    fixture_cable(&g, SA, SB, 0);
    fixture_cable(&g, SB, fixture_host(&g, H1), 0);
    fixture_cable(&g, SA, fixture_host(&g, H2), 0);
    fixture_cable(&g, SA, fixture_host(&g, H3), 0);
    fixture_cable(&g, SB, fixture_host(&g, HD), 0);
    ws_def d = quiet(fixture_machine("wormhole-lan"));
    d.topology = WS_TOPOLOGY_FILE;
    watch w = watch_begin(fixture_net_of(&d, &g, NULL));
    ws_net *n = w.net;
    send(n, H1, HD, 1000);
    watch_run(&w, 100, 10);
    send(n, H2, HD, 1000);
    watch_run(&w, 100, 10);
    send(n, H3, HD, 1000);
    watch_run(&w, 400, 10);
    u32 root = link_between(n, SB, host(n, HD));
    const expected queues[] = {
        {.from = host(n, H1), .to = SB, .depth = 0}, /* moves, and its sender may send: no member */
        {SA, SB, host(n, H1), SB, 1, true, false},
        {host(n, H2), SA, SA, SB, 2, true, false},
        {host(n, H3), SA, host(n, H2), SA, 3, true, true},
    };
    queues_are("three hosts", &w, root, queues, 4);
    tree_is("three hosts", &w,
            &(ws_tree){.root = root,
                       .members = 3,
                       .leaves = 1,
                       .depth = 3,
                       .waiting = 1,
                       .flits = 3 * STANDING,
                       .contributors = 3,
                       .hosts = 3});
    watch_run(&w, 3000, 10); /* all has arrived: the tree is gone */
    size_t count;
    ws_trees_of(w.trees, &count);
    ok(count == 0, "three hosts: no tree is left");
    ws_graph_free(&g);
    watch_end(&w);
}

/* ---- parking lot: A on S0, B on S1, C and D on S2, all to the exit on S2; D drives first, A last ---- */

static void parking_lot(void) {
    enum { S0, S1, S2, A = 0, B, C, D, EXIT };
    static const u32 home[] = {S0, S1, S2, S2, S2};
    ws_graph g = fixture_graph(3, 5, 7);
    fixture_cable(&g, S0, S1, 0);
    fixture_cable(&g, S1, S2, 0);
    for (int h = 0; h < 5; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    ws_def d = quiet(fixture_machine("wormhole-lan"));
    d.topology = WS_TOPOLOGY_FILE;
    watch w = watch_begin(fixture_net_of(&d, &g, NULL));
    ws_net *n = w.net;
    send(n, D, EXIT, 1000);
    watch_run(&w, 50, 10);
    send(n, C, EXIT, 1000);
    send(n, B, EXIT, 1000);
    watch_run(&w, 50, 10);
    send(n, A, EXIT, 1000);
    watch_run(&w, 500, 10);
    u32 root = link_between(n, S2, host(n, EXIT));
    const expected queues[] = {
        {.from = host(n, D), .to = S2, .depth = 0}, {host(n, C), S2, host(n, D), S2, 1, true, true},
        {S1, S2, host(n, D), S2, 1, true, false},   {host(n, B), S1, S1, S2, 2, true, false},
        {S0, S1, host(n, B), S1, 3, true, false},   {host(n, A), S0, S0, S1, 4, true, true},
    };
    queues_are("parking lot", &w, root, queues, 6);
    tree_is("parking lot", &w,
            &(ws_tree){.root = root,
                       .members = 5,
                       .leaves = 2,
                       .depth = 4,
                       .waiting = 2,
                       .flits = 5 * STANDING,
                       .contributors = 4,
                       .hosts = 4});
    ws_graph_free(&g);
    watch_end(&w);
}

/* ---- a hot spot: host 4 in the middle of a 3x3 mesh, dimension order, X first; buffers of 8 flits ----
 *
 *   0 1 2    3 is served first. 5, 1 and 7 come next and wait at switch 4, each with its buffer at its own switch full behind it. 0 goes by
 *   3 4 5    1, where the link to 4 is held by the worm of host 1; 8 by 7 likewise. Worms of 400 flits: nothing ends while we look. */
static void hot_spot(void) {
    ws_def d = quiet(fixture_cube(WS_TOPOLOGY_MESH, 3, 3));
    d.buffer = 8, d.vcs = 1;
    watch w = watch_begin(fixture_net(&d, NULL));
    ws_net *n = w.net;
    send(n, 3, 4, 400);
    watch_run(&w, 20, 4);
    send(n, 5, 4, 400);
    send(n, 1, 4, 400);
    send(n, 7, 4, 400);
    watch_run(&w, 20, 4);
    send(n, 0, 4, 400);
    send(n, 8, 4, 400);
    watch_run(&w, 240, 4);
    u32 root = link_between(n, 4, host(n, 4));
    const expected queues[] = {
        {.from = 3, .to = 4, .depth = 0},      {5, 4, 3, 4, 1, true, false},          {1, 4, 3, 4, 1, true, false},
        {7, 4, 3, 4, 1, true, false},          {host(n, 5), 5, 5, 4, 2, true, true},  {host(n, 1), 1, 1, 4, 2, true, false},
        {host(n, 7), 7, 7, 4, 2, true, false}, {0, 1, host(n, 1), 1, 3, true, false}, {8, 7, host(n, 7), 7, 3, true, false},
        {host(n, 0), 0, 0, 1, 4, true, true},  {host(n, 8), 8, 8, 7, 4, true, true},
    };
    queues_are("hot spot", &w, root, queues, 11);
    tree_is(
        "hot spot", &w,
        &(ws_tree){
            .root = root, .members = 10, .leaves = 3, .depth = 4, .waiting = 3, .flits = 10 * 8, .contributors = 6, .hosts = 6});
    watch_end(&w);
}

/* ---- victims ---- */

static const ws_tree_victim *only_victim(const char *name, const watch *w, u32 q, u32 source) {
    size_t count;
    const ws_tree_victim *v = ws_trees_victims(w->trees, &count);
    bool good = count == 1 && v->queue == q && w->net->message.source[w->net->packet.message[v->packet]] == source;
    return ok(good, "%s: one victim (%zu), the packet of host %u", name, count, source) ? v : NULL;
}

/* A worm of C holds the way to D. H0's packet waits for it in the queue from S0 to S1, H1's to E stands behind: E is idle. A second
 * packet of H1, to D, stands behind both: its way is not free, it is no victim. */
static void victim_cold(void) {
    enum { S0, S1, H0 = 0, H1, C, D, E };
    static const u32 home[] = {S0, S0, S1, S1, S1};
    ws_graph g = fixture_graph(2, 5, 6);
    fixture_cable(&g, S0, S1, 0);
    for (int h = 0; h < 5; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    ws_def d = quiet(fixture_machine("cube"));
    d.topology = WS_TOPOLOGY_FILE, d.routing = WS_ROUTING_UPDOWN, d.buffer = 24;
    watch w = watch_begin(fixture_net_of(&d, &g, NULL));
    ws_net *n = w.net;
    send(n, C, D, 400);
    watch_run(&w, 20, 5);
    send(n, H0, D, 8);
    watch_run(&w, 40, 5);
    send(n, H1, E, 8);
    watch_run(&w, 40, 5);
    send(n, H1, D, 8);
    watch_run(&w, 100, 5);
    const ws_tree_victim *v = only_victim("victim", &w, queue_of(n, S0, S1), H1);
    ok(v && v->cold && n->packet.dest[v->packet] == E, "victim: it goes to E, and is cold");
    u32 root = link_between(n, S1, host(n, D));
    tree_is("victim", &w,
            &(ws_tree){.root = root,
                       .members = 1,
                       .leaves = 1,
                       .depth = 1,
                       .waiting = 1,
                       .flits = 24,
                       .contributors = 3,
                       .hosts = 3,
                       .victims = 1,
                       .cold = 1});
    ws_graph_free(&g);
    watch_end(&w);
}

/* A 2x2 mesh, two hosts a switch, all shortest ways. D = H7 on S3 is fed by H6; the worm W of H1 waits for it on S3, and lies across
 * S0. Behind it H0's packet to the neighbour to which W went; and behind that one to D, which could go the other way round, but only to the
 * hot spot: strict, not cold. */
static void victim_hot(void) {
    enum { S0, S1, S2, S3, H0 = 0, H1, TO_S1, TO_S2 = 4, H6 = 6, D };
    ws_def d = quiet(fixture_cube(WS_TOPOLOGY_MESH, 2, 2));
    d.hosts_per_switch = 2, d.routing = WS_ROUTING_MINIMAL_ADAPTIVE, d.vcs = 1, d.buffer = 24;
    watch w = watch_begin(fixture_net(&d, NULL));
    ws_net *n = w.net;
    send(n, H6, D, 400);
    watch_run(&w, 20, 5);
    send(n, H1, D, 400);
    watch_run(&w, 100, 5);
    u32 by = n->vc[n->wire.vc0[link_between(n, S0, S1)]].holder != NIL ? S1 : S2;
    send(n, H0, by == S1 ? TO_S1 : TO_S2, 8);
    send(n, H0, D, 8);
    watch_run(&w, 100, 5);
    const ws_tree_victim *v = only_victim("hot victim", &w, queue_of(n, host(n, H0), S0), H0);
    ok(v && !v->cold && n->packet.dest[v->packet] == D, "hot victim: it goes to D, and is not cold");
    /* W fills the queues at its own switch, on the way, and at S3; H0's two packets press on nobody, but wait */
    tree_is("hot victim", &w,
            &(ws_tree){.root = link_between(n, S3, host(n, D)),
                       .members = 4,
                       .leaves = 1,
                       .depth = 4,
                       .waiting = 1,
                       .flits = 3 * 24 + 2 * 8,
                       .contributors = 3,
                       .hosts = 3,
                       .victims = 1});
    watch_end(&w);
}

/* ---- merging: A and A2 on S0 and B on S1 send to the exit on S2: the link from S1 to S2 is the root. Then C and D on S2 join in ---- */

static void merging(void) {
    enum { S0, S1, S2, A = 0, A2, B, B2, C, D, EXIT, HOSTS };
    static const u32 home[] = {S0, S0, S1, S1, S2, S2, S2};
    ws_graph g = fixture_graph(3, HOSTS, HOSTS + 2);
    fixture_cable(&g, S0, S1, 0);
    fixture_cable(&g, S1, S2, 0);
    for (int h = 0; h < HOSTS; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    ws_def d = fixture_machine("wormhole-lan");
    d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE, d.topology = WS_TOPOLOGY_FILE;
    d.length = WS_LENGTH_FIXED, d.length_mean = 100, d.load = 0;
    ws_host_def hosts[HOSTS];
    for (int h = 0; h < HOSTS; h++) hosts[h] = (ws_host_def){.dest = EXIT, .traffic_class = -1, .load = h <= B2 ? WS_MILLION : 0};
    watch w = watch_begin(fixture_net_of(&d, &g, hosts));
    ws_net *n = w.net;
    u32 first = link_between(n, S1, S2), second = link_between(n, S2, host(n, EXIT));
    watch_run(&w, 4000, 50);
    size_t count;
    const ws_tree *tree = ws_trees_of(w.trees, &count);
    ok(count == 1 && tree->root == first, "merging: at first one tree, with its root on the way from S1 to S2");
    ws_trees_merges(w.trees, &count);
    ok(count == 0, "merging: nothing has merged");
    ws_error error;
    for (u32 h = C; h <= D; h++) {
        hosts[h].load = WS_MILLION;
        ok(ws_net_change_host(n, h, &hosts[h], &error), "merging: host %u joins in", h);
    }
    watch_run(&w, 8000, 50);
    tree = ws_trees_of(w.trees, &count);
    ok(count == 1 && tree->root == second, "merging: then one tree, with its root at the exit");
    const ws_tree_merge *merge = ws_trees_merges(w.trees, &count);
    ok(count == 1 && merge->from == first && merge->into == second && merge->cycle > 4000 && merge->cycle < 8000,
       "merging: and the first was seen to become a branch of it");
    const ws_tree_queue *place = ws_trees_queues(w.trees);
    u32 q = queue_of(n, host(n, A), S0);
    ok(place[q].root == second && place[q].loaded, "merging: host A waits for the exit now");
    ws_graph_free(&g);
    watch_end(&w);
}

int main(void) {
    three_hosts();
    parking_lot();
    hot_spot();
    victim_cold();
    victim_hot();
    merging();
    return done();
}
