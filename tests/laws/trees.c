/* Congestion trees on random machines, overloaded and with hot spots. At every look, for every queue:
 *
 *   belongs    one that waits is in a deadlock, or has one root; if it is loaded, or waits right at the root, it is a member
 *   depth      it has as many more waits before it than the queue for which it waits as its order of blocking is higher; no less than its parent's
 *   parents    parents lead, all within the tree, to a queue that sends by the root (or will: it is next)
 *   flits      members and others hold all flits that are in buffers; each tree in the list as many as its members
 *   victims    stand behind the front of a queue that waits, and a channel of the switch is idle with credit; cold ones go elsewhere
 *   contributors  of a tree at a sink: the packets in the network that go there and are not wholly through, counted anew
 *   unchanged  looking changes nothing
 *   omissions  orders follow from those ahead; whoever stands is known before; what is congested by definition was a suspect
 */
#include "observe/trees_state.h"
#include "switch/blockers.h"

#include "core/route_preview.h"
#include "fixture.h"

enum { LOOKS = 60, MACHINES = 60 };

typedef struct look {
    const ws_net *n;
    const ws_wait *wait;
    const ws_tree_queue *place;
    const ws_tree *tree;
    size_t trees;
} look;

static bool waits(const look *k, u32 q) { return k->wait[q].order >= 1 && k->wait[q].order < WS_ORDER_DEADLOCK; }

static bool belongs(const look *k, u32 q) {
    const ws_tree_queue *p = &k->place[q];
    if (k->wait[q].order >= WS_ORDER_DEADLOCK) return p->root == NIL && !p->member;
    if (waits(k, q) && p->root == NIL) return false;
    bool held = !is_source(k->n, q) && (waits(k, q) || k->n->queue[q].packets > 1); /* a worm waits in it */
    return p->member == ((p->loaded || p->at_root || held) && p->root != NIL);
}

static bool depth_holds(const look *k, u32 q) {
    const ws_tree_queue *p = &k->place[q];
    if (p->root == NIL) return true;
    if (p->parent != NIL && p->depth < k->place[p->parent].depth) return false;
    const ws_wait *wait = &k->wait[q];
    if (wait->root == q) return true;
    if (p->parent != wait->blocker) return wait->reason == WS_WAIT_PORT; /* it waits longer for its link than for its turn */
    return p->depth == wait->order - k->wait[p->parent].order + k->place[p->parent].depth;
}

/* Does queue q send by link l, or is that among what its head will be offered? */
static bool sends_by(const ws_net *n, u32 q, u32 l) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 stride = n->size.options_per_queue;
    if (n->queue[q].vc != NIL) return n->wire.vc_link[n->queue[q].vc] == l;
    if (is_source(n, q)) return n->wire.inject_link[n->wire.queue_node[q] - n->size.switches] == l;
    if (n->queue[q].state == QUEUE_WAITING) {
        for (u32 c = 0; c < stride; c++)
            if (n->option_link[(size_t)q * stride + c] == l) return true;
        return false;
    }
    u32 count = packet_offers(n, q, n->queue[q].front, option);
    for (u32 c = 0; c < count; c++)
        if (option[c].link == l) return true;
    return false;
}

static bool parents_lead(const look *k, u32 q) {
    u32 root = k->place[q].root, steps = 0;
    if (root == NIL) return true;
    for (; k->place[q].parent != NIL; q = k->place[q].parent)
        if (++steps > k->n->size.queues || k->place[q].root != root) return false;
    return k->place[q].root == root && sends_by(k->n, q, root);
}

/* Those of a packet that has been refused do not count: it is whole again behind them. */
static u64 flits_on_wire(const ws_net *n, u32 l) {
    u64 flits = 0;
    bool refused = n->flow == WS_FLOW_NACK && !is_sink(n, l) && n->vc[n->wire.vc0[l]].receiver == NIL; /* up to the next head */
    for (u32 i = 0; i < n->wire.flight[l]; i++) {
        u32 slot = (u32)(n->cycle[0] + i) & (n->size.flight_slots - 1);
        if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l)) continue;
        u32 word = n->flight[(size_t)slot * n->size.links + l];
        refused &= !(word & FLIT_HEAD);
        if (!refused) flits += flits_of(word);
    }
    return flits;
}

/* Flits in the buffers of switches, counted from the counters of the network: what has been injected and is neither delivered, nor on a wire,
 * nor in an output buffer. */
static u64 flits_stored(const ws_net *n) {
    u64 flits = n->total[WS_TOTAL_FLITS_INJECTED] - n->total[WS_TOTAL_FLITS_DELIVERED];
    for (u32 l = 0; l < n->size.links; l++) flits -= flits_on_wire(n, l);
    for (u32 v = 0; n->layout.output_room && v < n->size.vcs; v++) flits -= n->output_buffer.vc[v].flits;
    return flits;
}

static bool flits_hold(const look *k) {
    const ws_net *n = k->n;
    u64 members = 0, others = 0;
    for (u32 q = 0; q < n->wire.source_queue0; q++) *(k->place[q].member ? &members : &others) += n->queue[q].flits;
    for (size_t i = 0; i < k->trees; i++) {
        u64 flits = 0, count = 0, leaves = 0;
        for (u32 q = 0; q < n->size.queues; q++) {
            if (!k->place[q].member || k->place[q].root != k->tree[i].root) continue;
            flits += n->queue[q].flits;
            count++;
            leaves += k->place[q].leaf;
        }
        if (flits != k->tree[i].flits || count != k->tree[i].members || leaves != k->tree[i].leaves || (leaves == 0) != (count == 0)) return false;
    }
    return n->total[WS_TOTAL_KILLS] || members + others == flits_stored(n);
}

static bool some_vc_open(const ws_net *n, u32 x) {
    for (u32 l = n->wire.link0[x]; l < n->wire.link0[x + 1]; l++)
        for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
            if (n->vc[v].holder == NIL && n->vc[v].credit > 0) return true;
    return false;
}

static bool victims_hold(const look *k, const ws_tree_victim *victim, size_t count) {
    const ws_net *n = k->n;
    for (size_t i = 0; i < count; i++) {
        u32 q = victim[i].queue, place = 0, x = n->wire.queue_node[q];
        while (place < n->queue[q].packets &&
               n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + place) & n->wire.ring_mask[q])] != victim[i].packet)
            place++;
        u16 order = k->wait[q].order;
        if (place == 0 || place >= n->queue[q].packets || order == 0 || order == WS_ORDER_NONE || !some_vc_open(n, x)) return false;
        u32 root = k->place[q].root;
        if (root != NIL && is_sink(n, root) && victim[i].cold == (n->wire.eject_link[n->packet.dest[victim[i].packet]] == root))
            return false;
    }
    return true;
}

/* Packets to host h that have left their hosts, by the events of their injection and delivery: by packet row. */
typedef struct census {
    u32 *under_way; /* by host */
} census;

static void census_take(const ws_event *e, void *context) {
    census *c = context;
    if (e->kind == WS_EVENT_PACKET_INJECTED) c->under_way[e->dest]++;
    if (e->kind == WS_EVENT_PACKET_DELIVERED) c->under_way[e->dest]--;
}

/* Packets from hosts at the door of a pool, which may refuse them: their heads are in the network, but they count as injected only when
 * they have been let in. */
static u32 knocking(const ws_net *n, u32 h) {
    u32 count = 0;
    for (u32 from = 0; n->wire.pool0 && from < n->size.hosts; from++) {
        u32 l = n->wire.inject_link[from], q = n->wire.vc_queue[n->wire.vc0[l]];
        count += n->queue[q].front != NIL && n->packet.dest[n->queue[q].front] == h;
        for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
            u32 flit = n->flight[(size_t)slot * n->size.links + l];
            bool head = bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l) && (flit & FLIT_HEAD);
            count += head && n->packet.dest[flit >> FLIT_PACKET_SHIFT] == h;
        }
    }
    return count;
}

/* Under way and not counted: those whose tail is on the last wire, or whose head is, from a queue that is done with it. */
static bool contributors_hold(const look *k, const census *c) {
    for (size_t i = 0; i < k->trees; i++) {
        u32 root = k->tree[i].root;
        if (!is_sink(k->n, root)) continue;
        u32 h = k->n->wire.link_to[root] - k->n->size.switches, gone = 0;
        for (u32 slot = 0; slot < k->n->size.flight_slots; slot++)
            if (bit_get(k->n->flight_bits + (size_t)slot * k->n->size.link_words, root))
                gone += (k->n->flight[(size_t)slot * k->n->size.links + root] & FLIT_TAIL) != 0;
        for (u32 v = k->n->wire.vc0[root]; k->n->layout.output_room && v < k->n->wire.vc0[root + 1]; v++)
            gone += k->n->vc[v].holder == NIL && k->n->output_buffer.vc[v].to_go > 0; /* all that is left of it is in the output buffer */
        if (k->tree[i].contributors + gone != c->under_way[h] + knocking(k->n, h)) return false;
    }
    return true;
}

/* ---- random machines ---- */

static int64_t among(u64 *rng, int64_t low, int64_t high) { return low + rng_below(rng, (u32)(high - low + 1)); }

static ws_def cube_at_random(u64 *rng) {
    static const int64_t mesh[] = {WS_ROUTING_DOR, WS_ROUTING_MINIMAL_ADAPTIVE, WS_ROUTING_WEST_FIRST, WS_ROUTING_UPDOWN};
    static const int64_t torus[] = {WS_ROUTING_DOR, WS_ROUTING_DOR_NO_DATELINE, WS_ROUTING_MINIMAL_RANDOM, WS_ROUTING_UPDOWN};
    bool is_mesh = rng_below(rng, 2);
    ws_def d = fixture_cube(is_mesh ? WS_TOPOLOGY_MESH : WS_TOPOLOGY_TORUS, among(rng, 3, 5), among(rng, 3, 5));
    d.routing = (is_mesh ? mesh : torus)[rng_below(rng, 4)];
    d.vcs = among(rng, d.routing == WS_ROUTING_DOR ? 2 : 1, 3), d.buffer = among(rng, 1, 12), d.length_mean = among(rng, 1, 30),
    d.router_delay = among(rng, 0, 2);
    d.vc_delay = d.router_delay > 0, d.flow_control = rng_below(rng, 2) ? WS_FLOW_CREDIT : WS_FLOW_SPACE;
    if (rng_below(rng, 4) == 0) d.grant_room = WS_GRANT_ROOM_PACKET, d.buffer = 30;
    return d;
}

/* A ring without a dateline: it ends in deadlock. */
static ws_def ring_at_random(u64 *rng) {
    ws_def d = fixture_cube(WS_TOPOLOGY_RING1, among(rng, 4, 8), 0);
    d.routing = WS_ROUTING_DOR_NO_DATELINE, d.vcs = 1, d.hosts_per_switch = 2, d.length_mean = among(rng, 4, 40);
    return d;
}

static ws_def machine_at_random(u64 *rng) {
    ws_def d;
    switch (rng_below(rng, 8)) {
    case 0: d = fixture_lan(WS_TOPOLOGY_TORUS, 3, 3), d.segment = among(rng, 20, 400), d.route_choice = rng_below(rng, 2); break;
    case 1:
        d = fixture_machine("timeouts"), d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = 3, d.arrivals = WS_ARRIVALS_POISSON;
        break;
    case 2:
        d = fixture_machine(rng_below(rng, 2) ? "now-wormhole" : "now-vct"), d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = 8;
        break;
    case 3: d = ring_at_random(rng); break;
    case 4: d = fixture_machine("fedx"), d.topology = WS_TOPOLOGY_FEDX, d.size[0] = d.size[1] = 4; break;
    case 5: d = fixture_machine("recn"), d.topology = WS_TOPOLOGY_BMIN, d.size[0] = 64, d.hosts_per_switch = 1; break;
    default: d = cube_at_random(rng);
    }
    d.traffic = WS_TRAFFIC_HOTSPOT, d.hotspot_host = among(rng, 0, 7), d.hotspot_share = among(rng, 0, 600000);
    d.load = among(rng, 20000, WS_MILLION), d.seed = rng_next(rng) >> 33;
    return d;
}

/* ---- what a look leaves out, held against the whole ---- */

/* Orders from nothing: one more than the least of those for which a queue waits; of one that waits for the rest of its worm the same. */
static bool order_holds(const ws_net *n, const ws_wait *wait, ws_blockers *asked, u32 q) {
    u32 least = WS_ORDER_DEADLOCK;
    asked->count = 0;
    ws_wait_reason reason = blockers_of(asked, q);
    if (wait[q].order == WS_ORDER_NONE) return n->queue[q].flits == 0;
    if (asked->count == 0) return wait[q].order == 0 && wait[q].root == q;
    for (size_t i = 0; i < asked->count; i++) least = least_of(least, wait[asked->queue[i]].order);
    if (n->timer.deadline[q] > 0 && wait[q].order == 1) return true;
    if (reason == WS_WAIT_FLITS && wait[q].order == least) return true;
    return wait[q].order == (least < WS_ORDER_DEADLOCK ? least + 1 : least);
}

/* Link l is congested, by the definition in trees.h. */
static bool is_congested(const ws_trees *t, u32 l, bool listed, u64 since) {
    const ws_net *n = t->net;
    const root_record *root = &t->root[l];
    u32 waiting = root->sharers > 1 ? root->sharers - 1 : 0;
    for (EACH(i, n->wire.words[n->wire.link_from[l]])) waiting += bit_count(n->requests[n->wire.request0[l] + i]);
    bool waited_for = (n->ports && root->pressing > 0) || waiting >= 2 || (waiting == 1 && root->full);
    if (root->members == 0 || !waited_for || ws_usage_slowed(t->usage, l, listed ? 250 : 50)) return false;
    if (ws_usage_full(t->usage, l, 950)) return true;
    return ws_usage_busy(t->usage, l, listed ? 900 : 950) && (since == 0 || ws_usage_full_since(t->usage, l, 900, since));
}

static bool is_suspect(const ws_trees *t, u32 l) {
    for (EACH(i, t->suspects))
        if (t->suspect[i] == l) return true;
    return false;
}

/* What a look has left out of account is no root; who waits was known before orders were. Counts what is not so. */
static u64 omissions(ws_trees *t, ws_waits *w, const ws_net *n) {
    u64 broken = 0;
    u32 count;
    ws_blockers asked;
    root_memory *memory = calloc(n->size.links, sizeof *memory);
    bool *stands = calloc(n->size.queues, sizeof *stands);
    memcpy(memory, t->memory, n->size.links * sizeof *memory);
    ws_waits_read(w, n);
    const u32 *active = ws_waits_active(w, &count);
    for (EACH(i, count)) stands[active[i]] = ws_waits_stands(w, n, active[i]);
    ws_trees_sample(t, n, w);
    ws_waits_follow(w, n);
    ws_trees_update(t, n, w, true);
    const ws_wait *wait = ws_waits_of(w, NULL);
    for (EACH(i, count)) broken += stands[active[i]] != ws_wait_stands(&wait[active[i]]);
    for (EACH(l, n->size.links)) {
        u64 since = memory[l].listed ? memory[l].since : memory[l].changed;
        broken += is_congested(t, l, memory[l].listed, since) && !is_suspect(t, l);
    }
    blockers_init(&asked, n);
    blockers_begin(&asked, n);
    for (EACH(q, n->size.queues)) broken += !order_holds(n, wait, &asked, q);
    blockers_free(&asked);
    free(memory);
    free(stands);
    return broken;
}

typedef struct tally {
    u64 looks, trees, victims, members, deadlocks;
} tally;

static void machine_try(u64 seed, tally *sum) {
    u64 rng = seed;
    ws_def d = machine_at_random(&rng);
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    ws_trees *t = ws_trees_new(n, 16);
    void *before = malloc(ws_net_state_size(n));
    census c = {.under_way = calloc(n->size.hosts, sizeof *c.under_way)};
    u64 bad[8] = {0};
    for (int i = 0; i < LOOKS; i++) {
        fixture_run(n, 1 + rng_below(&rng, 200), census_take, &c);
        memcpy(before, ws_net_state(n), ws_net_state_size(n));
        bad[7] += omissions(t, w, n);
        look k = {.n = n, .wait = ws_waits_of(w, NULL), .place = ws_trees_queues(t)};
        k.tree = ws_trees_of(t, &k.trees);
        size_t victims;
        const ws_tree_victim *victim = ws_trees_victims(t, &victims);
        for (u32 q = 0; q < n->size.queues; q++) {
            bad[0] += !belongs(&k, q), bad[1] += !depth_holds(&k, q), bad[2] += !parents_lead(&k, q);
            sum->members += k.place[q].member;
        }
        bad[3] += !flits_hold(&k), bad[4] += !victims_hold(&k, victim, victims);
        bad[5] += n->total[WS_TOTAL_KILLS] == 0 && !contributors_hold(&k, &c);
        bad[6] += memcmp(before, ws_net_state(n), ws_net_state_size(n)) != 0;
        sum->looks++, sum->trees += k.trees, sum->victims += victims, sum->deadlocks += ws_waits_deadlock(w);
    }
    ok(!bad[0] && !bad[1] && !bad[2] && !bad[3] && !bad[4] && !bad[5] && !bad[6] && !bad[7],
       "machine %llu: belongs %llu, depth %llu, parents %llu, flits %llu, victims %llu, contributors %llu, unchanged %llu, omissions %llu "
       "broken",
       (unsigned long long)seed, (unsigned long long)bad[0], (unsigned long long)bad[1], (unsigned long long)bad[2],
       (unsigned long long)bad[3], (unsigned long long)bad[4], (unsigned long long)bad[5], (unsigned long long)bad[6],
       (unsigned long long)bad[7]);
    free(before);
    free(c.under_way);
    ws_trees_free(t);
    ws_waits_free(w);
    ws_net_free(n);
}

int main(void) {
    tally sum = {0};
    for (u64 seed = 1; seed <= fixture_cycles(MACHINES); seed++) machine_try(seed, &sum);
    ok(sum.trees > sum.looks / 10 && sum.victims > 0 && sum.members > 0 && sum.deadlocks > 0,
       "in %llu looks %llu trees, %llu members, %llu victims; %llu looks at a deadlock", (unsigned long long)sum.looks,
       (unsigned long long)sum.trees, (unsigned long long)sum.members, (unsigned long long)sum.victims,
       (unsigned long long)sum.deadlocks);
    return done();
}
