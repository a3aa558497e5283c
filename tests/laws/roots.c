/* A hot spot that stands has a tree, whatever the queueing: random machines of each, in which hosts at random begin and cease to send to one.
 *
 *   listed   while a link carries flits in at least 95 % of the last 1,024 cycles, and at least half of all waiting worms go through it, the
 *            list has a tree whose root is that link, or another saturated one through which nine of ten of these worms go too
 *   members  of the flits of waiting worms that go there, and whose chains of waits end there, 90 % stand in members of trees whose roots are
 *            saturated links on their way
 *   roots    a root was held or sent in 90 % of the last 1,024 cycles, or of those since when it is listed
 *
 * The oracle knows worms alone: where their heads stand, since when, and where they go; and, cycle by cycle, which links are held and what
 * they have sent. A worm waits when its head has stood at a switch for 32 cycles without a channel. A chain of waits goes from worm to
 * worm: from one behind others to the one in front, from there to those that hold a channel of the link which it takes next, or, if nobody
 * does, to the one in front of the queue at the end of that link (of a port, of the queue that fills most of it), until that link is
 * saturated; and it ends there if all of them end there. A worm that may go on at this look waits for nobody. Of adaptive ways the last
 * link alone is known.
 *
 * Two figures have bounds. The core counts flits, not who holds a link. Where a link may be held and send nothing (NACK, gaps between worms, a
 * short loop of credits: some of fifo, all pools) the observer sees it at 4 of 1,024 cycles, or 2, and a link that is held in 85 % of them is
 * found held at all 4 half of the time, at both nearly always: one root in a hundred may be one that is busy no longer, or not yet (82 of
 * 30,327 and 134 of 19,092 in the long form; elsewhere none). Ten looked at, of 9,663, were held in 64 to 89 of 100 cycles, seven of them in
 * 80 or more: to know better the core would count for each link the cycles in which it is held, in every kernel and every cycle. And the
 * observer goes on from a worm to one that it waits for, which at this look may move on, though what is behind it does not: at one look in
 * fifty the members are those of another choice (39 of 2,613 with fifo, 57
 * of 3,677 with voqsw, less elsewhere); in a pool, which has no order, they are not asked for. WS_LONG=1: 200,000 cycles and 20 machines of
 * each. */
#include "core/route_preview.h"
#include "observe/observer.h"

#include "fixture.h"

/* The oracle looks at heads, and notes what was sent and held, every GRAIN cycles, whenever the observer does. */
enum { WINDOW = 1024, GRAIN = 16, MARKS = WINDOW / GRAIN, STANDS = 32, FEW = 8, BUSY = 950, IDLE = 900, CHAIN_MOST = 500 };

typedef struct tally {
    u64 looks, asked, missing, few, listed, idle;
} tally;

typedef struct oracle {
    ws_net *n;
    ws_observer *observer;
    const ws_trees *trees;
    u64 marks;          /* noted so far */
    u64 *sent_at;       /* flits, by mark modulo MARKS + 1 and link */
    u64 *held_at;       /* the same of `held` */
    u64 *held;          /* by link: cycles in which a worm held it, or it sent */
    u64 *flits;         /* by link: sent until the cycle before */
    u32 *node;          /* by packet: where its head stood, at a mark */
    u32 *message;       /* by packet: of which it was then */
    u64 *since;         /* by packet: the first such mark */
    u32 *head;          /* by packet: the queue in which its head stands; NIL */
    u32 *to;            /* by packet: the link for which it waits in the end; NIL */
    u8 *waits;          /* by packet */
    u32 *at;            /* by link: worms that wait and take it next */
    u32 *through;       /* by link: worms that wait for it in the end */
} oracle;

static void *many(size_t count, size_t size) { return calloc(count + 1, size); }

static oracle oracle_begin(ws_net *n) {
    u32 links = n->size.links, packets = n->size.packets;
    oracle o = {.n = n, .observer = ws_observer_new(n)};
    o.sent_at = many((size_t)(MARKS + 1) * links, sizeof(u64)), o.held_at = many((size_t)(MARKS + 1) * links, sizeof(u64));
    o.held = many(links, sizeof(u64)), o.flits = many(links, sizeof(u64));
    o.node = many(packets, sizeof(u32)), o.message = many(packets, sizeof(u32)), o.since = many(packets, sizeof(u64));
    o.head = many(packets, sizeof(u32)), o.to = many(packets, sizeof(u32)), o.waits = many(packets, 1);
    o.at = many(links, sizeof(u32)), o.through = many(links, sizeof(u32));
    return o;
}

static void oracle_end(oracle *o) {
    void *all[] = {o->sent_at, o->held_at, o->held, o->flits, o->node, o->message, o->since, o->head, o->to, o->waits, o->at, o->through};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    ws_observer_free(o->observer);
    ws_net_free(o->n);
}

/* ---- links ---- */

static bool is_held(const ws_net *n, u32 l) {
    for (VCS_EACH(v, n, l)) {
        u32 q = n->vc[v].holder;
        if (n->layout.output_room && n->output_buffer.vc[v].flits > 0) return true;
        if (q != NIL && (is_source(n, q) || n->queue[q].flits > 0)) return true;
    }
    return false;
}

/* Of this cycle. A cable that carries one way at a time is in use in either. */
static void links_note(oracle *o) {
    const ws_net *n = o->n;
    for (EACH(l, n->size.links)) {
        bool sent = n->link_flits[l] != o->flits[l];
        u32 other = n->wire.medium ? n->wire.medium[l] : NIL;
        o->held[l] += sent || is_held(n, l) || (other != NIL && is_held(n, other));
        o->flits[l] = n->link_flits[l];
    }
}

static u64 *mark(u64 *at, const oracle *o, u64 which) { return at + which % (MARKS + 1) * o->n->size.links; }

static void mark_set(oracle *o) {
    size_t links = o->n->size.links;
    o->marks++;
    memcpy(mark(o->sent_at, o, o->marks), o->n->link_flits, links * sizeof(u64));
    memcpy(mark(o->held_at, o, o->marks), o->held, links * sizeof(u64));
}

/* Shares of the window, in permille. */
static u64 sent_share(const oracle *o, u32 l) {
    u64 sent = o->n->link_flits[l] - mark(o->sent_at, o, o->marks - MARKS)[l];
    return sent * 1000 / (WINDOW * o->n->wire.link_fast[l].rate);
}

static u64 held_share(const oracle *o, u32 l, u64 marks) {
    u64 held = o->held[l] - mark(o->held_at, o, o->marks - marks)[l];
    return held * 1000 / (marks * GRAIN);
}

/* Is link l saturated, in the window or since a cycle in it? */
static bool is_saturated(const oracle *o, u32 l, u64 since) {
    u64 marks = (o->n->cycle[0] - since) / GRAIN;
    if (held_share(o, l, MARKS) >= IDLE || marks == 0) return true;
    return marks < MARKS && held_share(o, l, marks) >= IDLE;
}

/* ---- worms ---- */

/* The next link on the way of packet k from switch s; where it is open, that to its host. */
static u32 next_link(const ws_net *n, u32 s, u32 k, u32 *flags) {
    u32 l = packet_next(n, s, k, flags);
    return l == NIL ? n->wire.eject_link[n->packet.dest[k]] : l;
}

static u32 way_of(const ws_net *n, u32 q, u32 k) {
    u32 flags = n->packet.flags[k];
    return next_link(n, n->wire.queue_node[q], k, &flags);
}

/* Is link r on the rest of the way of packet k, whose head is in queue q? */
static bool passes(const ws_net *n, u32 q, u32 k, u32 r) {
    u32 s = n->wire.queue_node[q], flags = n->packet.flags[k], l;
    do {
        l = next_link(n, s, k, &flags);
        if (l == r) return true;
        s = n->wire.link_to[l];
    } while (!is_sink(n, l));
    return false;
}

/* The saturated link on its way at which most worms stand; of several the last. NIL: none. */
static u32 bottleneck(const oracle *o, u32 q, u32 k) {
    const ws_net *n = o->n;
    u32 s = n->wire.queue_node[q], flags = n->packet.flags[k], found = NIL, l;
    do {
        l = next_link(n, s, k, &flags);
        bool most = found == NIL || o->at[l] >= o->at[found];
        if (o->at[l] > 0 && most && sent_share(o, l) >= BUSY) found = l;
        s = n->wire.link_to[l];
    } while (!is_sink(n, l));
    return found;
}

/* Queues of switches and the packets whose heads are there: for (HEADS_EACH(n, q, i)). */
#define HEADS_EACH(n, q, i)                           \
    u32 q = 0; q < (n)->wire.source_queue0; q++)      \
        for (u32 i = (n)->queue[q].state == QUEUE_STREAMING; i < (n)->queue[q].packets; i++

/* Since when has each head been at its switch? */
static void heads_note(oracle *o) {
    const ws_net *n = o->n;
    for (HEADS_EACH(n, q, i)) {
        u32 k = packet_at(n, q, i), x = n->wire.queue_node[q], m = n->packet.message[k];
        bool is_new = o->node[k] != x || o->message[k] != m || o->since[k] == 0;
        if (is_new) o->node[k] = x, o->message[k] = m, o->since[k] = n->cycle[0];
    }
}

/* Finds who waits, and for which link in the end; returns how many. */
static u32 worms_see(oracle *o) {
    const ws_net *n = o->n;
    u32 waiting = 0;
    memset(o->waits, 0, n->size.packets);
    memset(o->at, 0, n->size.links * sizeof(u32));
    memset(o->through, 0, n->size.links * sizeof(u32));
    memset(o->head, 0xff, n->size.packets * sizeof(u32));
    memset(o->to, 0xff, n->size.packets * sizeof(u32));
    for (HEADS_EACH(n, q, i)) {
        u32 k = packet_at(n, q, i), flags = n->packet.flags[k];
        bool given = i == 0 && n->queue[q].vc != NIL;
        o->head[k] = q;
        bool stands = n->cycle[0] - o->since[k] >= STANDS;
        if (n->packet.message[k] == NIL || !stands || given || flags & PACKET_KILLED) continue;
        o->waits[k] = 1;
        o->at[next_link(n, n->wire.queue_node[q], k, &flags)]++;
        waiting++;
    }
    for (HEADS_EACH(n, q, i)) {
        u32 k = packet_at(n, q, i);
        if (!o->waits[k]) continue;
        o->to[k] = bottleneck(o, q, k);
        if (o->to[k] != NIL) o->through[o->to[k]]++;
    }
    return waiting;
}

/* The queue that fills most of the port of queue q, if it has one without set-aside queues. */
static u32 fullest(const ws_net *n, u32 q) {
    u32 most = q;
    if (!n->ports || n->size.saqs > 0 || q == NIL) return q;
    for (EACH(other, n->wire.source_queue0))
        if (port_of(n, other) == port_of(n, q) && n->queue[other].flits > n->queue[most].flits) most = other;
    return most;
}

/* Is the worm in front of queue q routed, may it have a channel of link l now, or may it send on its own? */
static bool goes_on(const ws_net *n, u32 q, u32 l) {
    if (n->queue[q].vc != NIL) return n->vc[n->queue[q].vc].credit > 0;
    if (n->queue[q].state != QUEUE_WAITING) return n->queue[q].state == QUEUE_ROUTING;
    for (VCS_EACH(v, n, l))
        if (n->vc[v].holder == NIL && n->vc[v].credit > 0) return true;
    return false;
}

/* The link at which all chains of waits end that begin at queue q: a saturated one, or the last. NIL: none. */
static u32 chain_end(const oracle *o, u32 q, u32 steps) {
    const ws_net *n = o->n;
    u32 k = n->queue[q].front, end = NIL;
    if (steps > CHAIN_MOST || k == NIL || n->packet.message[k] == NIL) return NIL;
    u32 flags = n->packet.flags[k];
    bool sends = n->queue[q].state == QUEUE_STREAMING;
    u32 l = sends ? n->wire.vc_link[n->queue[q].vc] : next_link(n, n->wire.queue_node[q], k, &flags);
    if (is_sink(n, l) || sent_share(o, l) >= BUSY) return l;
    if (sends) return o->head[k] == NIL ? NIL : chain_end(o, o->head[k], steps + 1);
    for (VCS_EACH(v, n, l)) {
        u32 holder = n->vc[v].holder;
        if (holder == NIL || holder == q) continue;
        u32 found = chain_end(o, holder, steps + 1);
        if (found == NIL || (end != NIL && end != found)) return NIL;
        end = found;
    }
    u32 ahead = fullest(n, n->vc[first_vc(n, l)].receiver);
    return end != NIL || ahead == NIL ? end : chain_end(o, ahead, steps + 1);
}

static u32 flits_here(const ws_net *n, u32 q, u32 i) {
    const ws_queue_state *queue = &n->queue[q];
    if (i == 0) return queue->front_here;
    return i + 1 == queue->packets ? queue->tail_here : n->packet.length[packet_at(n, q, i)];
}

/* ---- the law ---- */

static bool is_root(const oracle *o, u32 r) {
    u32 place = r == NIL ? WS_NIL : ws_trees_find(o->trees, r);
    size_t count;
    return place != WS_NIL && is_saturated(o, r, ws_trees_of(o->trees, &count)[place].since);
}

/* Do nine of ten worms that wait for link l go through link r, too? */
static bool goes_for(const oracle *o, u32 l, u32 r) {
    u32 on = 0;
    for (HEADS_EACH(o->n, q, i)) {
        u32 k = packet_at(o->n, q, i);
        on += o->waits[k] && o->to[k] == l && passes(o->n, q, k, r);
    }
    return 10 * on >= 9 * o->through[l];
}

static bool is_listed(const oracle *o, u32 l) {
    size_t count;
    const ws_tree *tree = ws_trees_of(o->trees, &count);
    if (ws_trees_find(o->trees, l) != WS_NIL) return true;
    for (EACH(i, count))
        if (is_root(o, tree[i].root) && goes_for(o, l, tree[i].root)) return true;
    return false;
}

static bool members_hold(const oracle *o, u32 l) {
    const ws_net *n = o->n;
    const ws_tree_queue *place = ws_trees_queues(o->trees);
    u64 all = 0, held = 0;
    for (EACH(q, n->wire.source_queue0)) {
        u32 end = n->queue[q].packets ? chain_end(o, q, 0) : NIL;
        for (EACH(i, n->queue[q].packets)) {
            u32 k = packet_at(n, q, i);
            if (!o->waits[k] || o->to[k] != l || end != l) continue;
            if (i == 0 && goes_on(n, q, way_of(n, q, k))) continue;
            bool member = place[q].member && is_root(o, place[q].root) && passes(n, q, k, place[q].root);
            all += flits_here(n, q, i);
            held += member ? flits_here(n, q, i) : 0;
        }
    }
    return 10 * held >= 9 * all;
}

static void link_ask(const oracle *o, u32 l, tally *sum) {
    sum->asked++;
    if (!is_listed(o, l))
        sum->missing++;
    else
        sum->few += !members_hold(o, l);
}

static void trees_ask(oracle *o, tally *sum) {
    size_t count;
    u32 waiting = worms_see(o);
    ws_observer_see(o->observer, o->n, WS_SEE_PLACES);
    o->trees = ws_observer_trees(o->observer);
    for (EACH(l, o->n->size.links))
        if (waiting >= FEW && 2 * o->through[l] >= waiting) link_ask(o, l, sum);
    const ws_tree *tree = ws_trees_of(o->trees, &count);
    for (EACH(i, count)) sum->idle += !is_saturated(o, tree[i].root, tree[i].since);
    sum->listed += count;
    sum->looks++;
}

/* After each cycle. */
static void cycle_see(oracle *o, tally *sum) {
    u64 now = o->n->cycle[0];
    links_note(o);
    if (now % GRAIN == 0) heads_note(o), mark_set(o);
    if (now != ws_observer_due(o->observer)) return;
    ws_observer_sample(o->observer, o->n);
    if (o->marks > MARKS) trees_ask(o, sum);
}

/* ---- random machines ---- */

static ws_def wormhole_at_random(u64 *rng) {
    ws_def d;
    switch (rng_below(rng, 6)) {
    case 0: return fixture_lan(WS_TOPOLOGY_TORUS, 3, 3);
    case 1: return fixture_cube(WS_TOPOLOGY_MESH, 4, 4);
    case 2: return fixture_cube(WS_TOPOLOGY_TORUS, 4, 4);
    case 3: d = fixture_machine(rng_below(rng, 2) ? "timeouts" : "now-vct"); break;
    case 4: d = fixture_cube(WS_TOPOLOGY_MESH, 4, 4), d.router_delay = 2, d.vc_delay = 1, d.vcs = 1 + rng_below(rng, 2); return d;
    default: d = fixture_machine("now-wormhole");
    }
    d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = 8;
    return d;
}

static ws_def machine_at_random(u64 *rng, int64_t queueing) {
    ws_def d;
    switch (queueing) {
    case WS_QUEUEING_FIFO: d = wormhole_at_random(rng); break;
    case WS_QUEUEING_VOQ: d = fixture_slots(16); break;
    case WS_QUEUEING_POOL: d = fixture_machine("fedx"), d.topology = WS_TOPOLOGY_FEDX, d.size[0] = d.size[1] = 4; break;
    case WS_QUEUEING_OQ: d = fixture_slots(16), d.flow_control = WS_FLOW_PACKET_CREDIT, d.buffer = 64; break;
    default: d = fixture_machine("recn"), d.size[0] = rng_below(rng, 2) ? 16 : 64;
    }
    d.queueing = queueing;
    if (d.arrivals == WS_ARRIVALS_SATURATED) d.arrivals = WS_ARRIVALS_BERNOULLI;
    d.class_rule = WS_CLASS_RULE_NONE, d.traffic = WS_TRAFFIC_UNIFORM, d.load = 100000 + rng_below(rng, 500000);
    d.message_capacity = 20000, d.seed = rng_next(rng) >> 33;
    return d;
}

/* Every second to fifth host begins to send to a host at random; one time in four all cease to. */
static void spot_change(ws_net *n, u64 *rng) {
    u32 spot = rng_below(rng, n->size.hosts), every = 2 + rng_below(rng, 4);
    bool hot = rng_below(rng, 4) != 0;
    for (EACH(h, n->size.hosts)) {
        ws_host_def host = WS_HOST_DEF_DEFAULT;
        ws_error error;
        if (hot && h != spot && h % every == 0) host.dest = spot, host.load = WS_MILLION;
        if (!ws_net_change_host(n, h, &host, &error)) fixture_stop("host", &error);
    }
}

static void machine_try(u64 seed, int64_t queueing, u64 cycles, tally *sum) {
    u64 rng = seed, change = 0;
    ws_def d = machine_at_random(&rng, queueing);
    oracle o = oracle_begin(fixture_net(&d, NULL));
    ws_net *n = o.n;
    while (n->cycle[0] < cycles) {
        if (n->cycle[0] >= change) spot_change(n, &rng), change = n->cycle[0] + 2000 + rng_below(&rng, 20000);
        fixture_run(n, 1, NULL, NULL);
        cycle_see(&o, sum);
    }
    oracle_end(&o);
}

static bool is_sampled(int64_t queueing) { return queueing == WS_QUEUEING_FIFO || queueing == WS_QUEUEING_POOL; }

static void queueing_try(int64_t queueing, const char *name) {
    bool is_pool = queueing == WS_QUEUEING_POOL;
    tally sum = {0};
    for (u64 seed = 1; seed <= amount(3, 3, 20); seed++) machine_try(seed, queueing, amount(7000, 7000, 200000), &sum);
    bool members = is_pool || sum.few * 50 <= sum.asked;
    ok(sum.asked > 0 && sum.missing == 0 && members && sum.idle * 100 <= (is_sampled(queueing) ? sum.listed : 0),
       "%s: of %llu saturated links at %llu looks %llu are no roots, and %llu have too few members; of %llu roots %llu are idle", name,
       (unsigned long long)sum.asked, (unsigned long long)sum.looks, (unsigned long long)sum.missing, (unsigned long long)sum.few,
       (unsigned long long)sum.listed, (unsigned long long)sum.idle);
}

/* ---- as shipped: as long as sixteen hosts send to it, and what they have sent waits, one tree stands at host 32, or at the link to its switch ---- */

static bool stands_at(ws_session *s, u32 host) {
    const ws_net *n = ws_session_net(s);
    ws_observer *observer = ws_session_observer(s);
    size_t count;
    ws_observer_see(observer, n, WS_SEE_TREES);
    const ws_tree *tree = ws_trees_of(ws_observer_trees(observer), &count);
    u32 to = count ? n->wire.link_to[tree[0].root] : NIL, exit = n->wire.eject_link[host];
    return to == n->wire.link_to[exit] || to == n->wire.link_from[exit];
}

/* Asked every 500 cycles. */
static void shipped(const char *name, const char *set, u64 from, u64 to) {
    ws_error error = {0};
    u64 looks = 0, good = 0;
    const char *sets[] = {set};
    ws_session *s = ws_session_open(name, &(ws_options){.sets = sets, .set_count = 1}, &error);
    if (!s) fixture_stop(name, &error);
    ws_session_observe(s);
    for (ws_session_run(s, from); ws_net_cycle(ws_session_net(s)) < to; ws_session_run(s, 500)) good += stands_at(s, 32), looks++;
    ok(good == looks, "%s %s: at %llu of %llu looks from %llu on there is the tree of host 32", name, set, (unsigned long long)good,
       (unsigned long long)looks, (unsigned long long)from);
    ws_session_close(s);
}

int main(void) {
#define QUEUEING(id, name, text) queueing_try(WS_QUEUEING_##id, name);
    WS_QUEUEINGS(QUEUEING)
    shipped("recn/hotspot-64", "queueing=recn-iq", 23000, 60000);
    shipped("recn/dd-hotspot-64", "queueing=recn-iq", 23000, 28000);
    shipped("recn/dd-hotspot-64", "queueing=voqnet", 23000, 28000);
    return done();
}
