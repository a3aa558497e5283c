/* Flits in segments (core/segment.h) are the same as flit by flit. Two networks of the same random machine run side by side, one with
 * segments as long as they come, one flit by flit (ws_net_segments): the same events in the same order, and whenever a step ends the
 * same state, column by column, for which the laws of conservation hold; in steps of 1 to 300 cycles, while everything changes that
 * may, and after the one has been restored from a state of the other. Half of the steps stop on the way without expanding anything, to
 * count what hosts have got (ws_net_run) and to look: what is read of flits and credits in the midst of segments (core/segment.h), who
 * waits for whom, and what an observer remembers, is that of the network which has none, and of an observer that finds the places of all
 * queues at each look. */
#include "core/segment.h"
#include "observe/observer.h"
#include "random_machines.h"
#include "session/digest.h"

enum { MACHINES = 150, PARTS = 6, STRIDES = 12, MACHINES_LONG = 1000, LATE_ONES = 5 };
/* Every fifth machine begins here: segments know 32 bits of a cycle, and compare cycles by their difference. */
static const u64 LATE = (1ull << 31) - 300;

/* A kind of random machines: draws a network, and changes one. */
typedef struct kind {
    ws_net *(*draw)(ws_def *d, u64 *rng, u64 *impossible);
    void (*disturb)(ws_net *n, u64 *rng);
} kind;

static ws_net *draw_ports(ws_def *d, u64 *rng, u64 *impossible) {
    (void)impossible;
    *d = random_port_def(rng);
    return fixture_net(d, NULL);
}

/* Worms are killed; mostly on a torus, where they close rings. */
static void draw_kills(ws_def *d, u64 *rng) {
    if (chance(rng, 70)) d->topology = WS_TOPOLOGY_TORUS, d->routing = WS_ROUTING_DOR_NO_DATELINE;
    d->timeout_policy = pick(rng, 1, WS_TIMEOUT_POLICY_COUNT - 1), d->timeout = pick(rng, 1, 100);
    d->timeout_patience = pick(rng, 0, 5);
    if (chance(rng, 30)) d->grant_room = WS_GRANT_ROOM_FLIT; /* the policy asks whether there is credit */
}

/* STOP and GO, and buffers in which there are long segments between them. */
static void draw_marks(ws_def *d, u64 *rng) {
    d->flow_control = WS_FLOW_STOP_GO, d->grant_room = WS_GRANT_ROOM_NONE;
    d->buffer = pick(rng, 20, 400), d->length_mean = pick(rng, 1, 400);
}

/* A mesh or torus of plain links: with small buffers and long delays, worms have gaps. */
static ws_net *draw_plain(ws_def *d, u64 *rng, u64 *impossible) {
    (void)impossible;
    *d = fixture_cube(WS_TOPOLOGY_MESH, pick(rng, 2, 4), pick(rng, 2, 4));
    d->vcs = 1, d->buffer = pick(rng, 1, 12);
    d->flow_control = chance(rng, 50) ? WS_FLOW_CREDIT : WS_FLOW_SPACE;
    d->link_delay = pick(rng, 1, 6), d->host_link_delay = pick(rng, 1, 3), d->credit_delay = pick(rng, 0, 4);
    d->router_delay = pick(rng, 1, 4);
    d->length = WS_LENGTH_FIXED, d->length_mean = pick(rng, 1, 60);
    d->load = pick(rng, 10000, WS_MILLION);
    if (chance(rng, 40)) d->grant_room = WS_GRANT_ROOM_FIT; /* it is asked how much credit there is */
    if (chance(rng, 25)) draw_marks(d, rng);
    if (chance(rng, 60)) draw_kills(d, rng);
    return fixture_net(d, NULL);
}

/* The same with header units and output buffers, one to three channels a link, and two stages of segments. */
static ws_net *draw_buffered(ws_def *d, u64 *rng, u64 *impossible) {
    (void)impossible;
    *d = fixture_cube(WS_TOPOLOGY_MESH, pick(rng, 2, 4), pick(rng, 2, 4));
    d->router_unit = WS_ROUTER_UNIT_HEADER, d->router_delay = pick(rng, 1, 3);
    d->crossbar = WS_CROSSBAR_FULL, d->crossbar_delay = 1, d->output_buffer = pick(rng, 1, 6);
    d->vcs = pick(rng, 1, 3), d->buffer = pick(rng, 4, 80);
    d->multiplexing = chance(rng, 70) ? WS_MULTIPLEXING_BLOCK : WS_MULTIPLEXING_FLIT;
    d->flow_control = chance(rng, 70) ? WS_FLOW_CREDIT : WS_FLOW_SPACE;
    d->link_delay = pick(rng, 1, 6), d->host_link_delay = pick(rng, 1, 3), d->credit_delay = pick(rng, 0, 4);
    d->length = WS_LENGTH_FIXED, d->length_mean = pick(rng, 1, 100);
    d->load = pick(rng, 10000, WS_MILLION);
    if (chance(rng, 60)) d->grant_room = WS_GRANT_ROOM_FIT;
    return fixture_net(d, NULL);
}

static ws_net *draw_pools(ws_def *d, u64 *rng, u64 *impossible) {
    (void)impossible;
    *d = random_pool_def(rng);
    return fixture_net(d, NULL);
}

static const kind usual = {random_net, disturb}, plain = {draw_plain, disturb};
static const kind buffered = {draw_buffered, disturb};
static const kind ports = {draw_ports, disturb_ports}, pools = {draw_pools, disturb_pools};

/* Two networks of one machine, and who looks at them. */
typedef struct pair {
    ws_net *fast;
    ws_net *oracle;
    const kind *kind;
    ws_observer *observer[2];
    ws_waits *waits[2];
} pair;

typedef struct counts {
    u64 machines, streaming, impossible, cycles, hops, kills, rewinds;
} counts;

/* ---- the same ---- */

static u64 numbers_hash(u64 hash, const u64 *numbers, size_t count) {
    for (size_t w = 0; w < count; w++) hash = mix64(hash ^ numbers[w]) + w;
    return hash;
}

static u64 events_hash(ws_net *n, u64 hash) {
    for (size_t i = 0; i < n->event_count; i++) {
        const ws_event *e = &n->events[i];
        u64 numbers[] = {e->cycle, e->created, e->entered, e->head, e->id, e->source, e->dest, e->length, e->hops, e->kind};
        hash = numbers_hash(hash, numbers, sizeof numbers / sizeof *numbers);
    }
    ws_net_events_clear(n);
    return hash;
}

static u64 bytes_hash(u64 hash, const void *bytes, size_t size) {
    static u64 numbers[1 << 16];
    assert(size < sizeof numbers);
    numbers[size / 8] = 0;
    memcpy(numbers, bytes, size);
    return numbers_hash(hash, numbers, size / 8 + 1);
}

/* What is read of flits and credits. */
static u64 counters_hash(const ws_net *n, u64 hash) {
    for (EACH(q, n->size.queues)) {
        u64 flits = is_source(n, q) ? 0 : settled_flits(n, q);
        hash = numbers_hash(hash, (u64[]){settled_front(n, q), flits}, 2);
    }
    for (EACH(v, n->size.vcs)) hash = numbers_hash(hash, (u64[]){(u64)settled_credit(n, v), settled_on_wire(n, v)}, 2);
    for (EACH(l, n->size.links)) hash = numbers_hash(hash, (u64[]){settled_link_flits(n, l), settled_sent(n, l)}, 2);
    return hash;
}

static u64 look_hash(const ws_net *n, ws_observer *observer, ws_waits *waits, u64 hash) {
    static unsigned char bytes[1 << 19];
    ws_pack pack = {.mode = WS_PACK_SAVE, .bytes = bytes};
    u64 worms[2];
    size_t queues;
    ws_observer_sample(observer, n);
    ws_observer_pack(observer, &pack);
    ws_observer_worms(observer, &worms[0], &worms[1]);
    ws_waits_update(waits, n);
    const ws_wait *wait = ws_waits_of(waits, &queues);
    hash = counters_hash(n, hash);
    hash = bytes_hash(hash, worms, sizeof worms);
    hash = bytes_hash(hash, bytes, pack.size);
    return bytes_hash(hash, wait, queues * sizeof *wait);
}

/* Runs one of the two to a cycle and hashes the events on the way, and every `window` cycles the flits delivered and a look; with 0
 * there are no windows, and every call settles. */
static u64 run_to(const pair *p, int which, u64 end, u64 window) {
    ws_net *n = which == 0 ? p->fast : p->oracle;
    u64 hash = 0, left, delivered[WS_CLASSES_MAX];
    ws_observer_begin(p->observer[which], n);
    while ((left = end - n->cycle[0]) > 0) {
        if (window == 0) {
            ws_net_step(n, left);
        } else {
            u64 rest = window - n->cycle[0] % window;
            ws_net_run(n, rest < left ? rest : left);
            ws_net_delivered(n, delivered);
            if (n->cycle[0] % window == 0) hash = numbers_hash(hash, delivered, WS_CLASSES_MAX);
            if (n->cycle[0] % window == 0) hash = look_hash(n, p->observer[which], p->waits[which], hash);
        }
        hash = events_hash(n, hash);
    }
    ws_net_settle(n);
    return hash;
}

/* The column in which two states differ; NULL if they are the same. */
static const char *difference(const pair *p) {
    static ws_sum a[1024], b[1024];
    static char text[128];
    size_t count = ws_net_sum_count(p->fast);
    ws_net_sums(p->fast, a);
    ws_net_sums(p->oracle, b);
    for (size_t i = 0; i < count; i++) {
        if (a[i].hash == b[i].hash) continue;
        snprintf(text, sizeof text, "%s %s", a[i].column, a[i].field ? a[i].field : "");
        return text;
    }
    return NULL;
}

static bool is_same(const pair *p, const char *after) {
    ws_error error = {0};
    const char *where = difference(p);
    if (where) note("after %s, cycle %llu: %s differs", after, (unsigned long long)p->fast->cycle[0], where);
    bool lawful = ws_net_check(p->fast, &error);
    if (!lawful) note("after %s, cycle %llu: %s", after, (unsigned long long)p->fast->cycle[0], error.text);
    return !where && lawful;
}

/* In windows of up to 40 cycles, or in none. */
static bool stride(const pair *p, u64 cycles) {
    u64 end = p->fast->cycle[0] + cycles, window = mix64(end) % 80;
    if (window > 40) window = 0;
    bool same = run_to(p, 0, end, window) == run_to(p, 1, end, window);
    if (!same) note("events or looks before cycle %llu differ", (unsigned long long)end);
    return is_same(p, "a stride") && same;
}

/* ---- one machine ---- */

/* Both go back to where one of them was. */
static bool rewind_both(const pair *p, void *state, u64 *rng) {
    size_t size = ws_net_state_size(p->fast);
    memcpy(state, ws_net_state(p->fast), size);
    if (!stride(p, pick(rng, 1, 100))) return false;
    ws_net_restore(p->fast, state);
    ws_net_restore(p->oracle, state);
    return is_same(p, "a rewind");
}

static bool change_both(const pair *p, u64 *rng) {
    u64 again = *rng;
    p->kind->disturb(p->fast, rng);
    p->kind->disturb(p->oracle, &again);
    ws_net_events_clear(p->fast);
    ws_net_events_clear(p->oracle);
    return is_same(p, "a change");
}

static bool part_holds(const pair *p, u64 *rng, counts *s) {
    void *state = malloc(ws_net_state_size(p->fast));
    bool good = state != NULL;
    for (int i = 0; good && i < STRIDES; i++) good = stride(p, chance(rng, 30) ? pick(rng, 1, 4) : pick(rng, 5, 300));
    good = good && rewind_both(p, state, rng) && change_both(p, rng);
    s->rewinds++;
    free(state);
    return good;
}

static void pair_begin(pair *p) {
    ws_net *const nets[2] = {p->fast, p->oracle};
    ws_net_segments(p->oracle, 1);
    for (int i = 0; i < 2; i++) p->observer[i] = ws_observer_new(nets[i]), p->waits[i] = ws_waits_new(nets[i]);
    ws_observer_place_all(p->observer[1]);
}

static void pair_end(pair *p) {
    for (int i = 0; i < 2; i++) ws_observer_free(p->observer[i]), ws_waits_free(p->waits[i]);
    ws_net_free(p->fast);
    ws_net_free(p->oracle);
}

static bool machine_holds(const kind *drawn, u64 seed, counts *s) {
    u64 rng = mix64(seed), again;
    ws_def d;
    pair p = {.kind = drawn};
    u64 impossible = 0;
    again = rng;
    p.fast = drawn->draw(&d, &rng, &s->impossible);
    p.oracle = drawn->draw(&d, &again, &impossible);
    pair_begin(&p);
    if (seed % LATE_ONES == 0) p.fast->cycle[0] = p.oracle->cycle[0] = LATE;
    bool good = true;
    for (int part = 0; good && part < PARTS; part++) good = part_holds(&p, &rng, s);
    if (!good) note("machine %llu", (unsigned long long)seed), describe(&d);
    s->machines++;
    s->streaming += p.fast->segments.possible;
    s->cycles += p.fast->cycle[0];
    s->hops += p.fast->total[WS_TOTAL_FLIT_HOPS];
    if (p.fast->segments.possible) s->kills += p.fast->total[WS_TOTAL_KILLS];
    pair_end(&p);
    return good;
}

static void survey(const kind *drawn, const char *name, u64 machines) {
    counts s = {0};
    u64 broken = 0;
    for (u64 seed = 1; seed <= machines; seed++) broken += !machine_holds(drawn, seed, &s);
    ok(broken == 0, "%llu %s, %llu with segments, %llu cycles, %llu flit hops, %llu kills with segments, %llu rewinds: %llu differ",
       (unsigned long long)s.machines, name, (unsigned long long)s.streaming, (unsigned long long)s.cycles, (unsigned long long)s.hops,
       (unsigned long long)s.kills, (unsigned long long)s.rewinds, (unsigned long long)broken);
}

/* ---- the machines of the scenarios ---- */

static void named(const char *name, ws_def d, int64_t load) {
    d.load = load;
    pair p = {.fast = fixture_net(&d, NULL), .oracle = fixture_net(&d, NULL), .kind = &usual};
    pair_begin(&p);
    u64 rng = mix64((u64)load);
    bool good = true;
    for (int i = 0; good && i < 2 * STRIDES; i++) good = stride(&p, pick(&rng, 1, 300));
    ok(good, "%s at load %.2f: the same flit by flit, and with segments%s", name, (double)load / WS_MILLION,
       p.fast->segments.possible ? "" : " (it has none)");
    pair_end(&p);
}

int main(void) {
    static const char *const machines[] = {"cube", "wormhole-lan", "recn", "fedx", "slotted-switch", "timeouts", "now-wormhole", "now-vct"};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        for (int64_t load = 20000; load <= 1000000; load += 490000)
            if (takes(5)) named(machines[i], fixture_machine(machines[i]), load);
    for (int64_t load = 20000; load <= 1000000; load += 490000) {
        ws_def mesh = fixture_cube(WS_TOPOLOGY_MESH, 4, 4);
        mesh.vcs = 1, mesh.length = WS_LENGTH_FIXED, mesh.length_mean = 20;
        named("cube mesh 4x4", mesh, load);
    }
    survey(&usual, "random machines", amount(MACHINES / 15, MACHINES, MACHINES_LONG));
    survey(&plain, "meshes of plain links", amount(MACHINES / 30, MACHINES / 3, MACHINES_LONG));
    survey(&buffered, "meshes of output buffers", amount(MACHINES / 30, MACHINES / 3, MACHINES_LONG));
    survey(&ports, "multistage networks with ports", amount(MACHINES / 50, MACHINES / 3, MACHINES_LONG));
    survey(&pools, "fabrics of packet pools", amount(MACHINES / 30, MACHINES / 3, MACHINES_LONG));
    return done();
}
