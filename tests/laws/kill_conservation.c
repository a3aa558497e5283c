/* A reset never loses or doubles a message, whatever it races with: tails, heads, other resets, segments of its own message,
 * changes of the policy. The laws of conservation (src/core/check.c) hold after every step, and in the end every message has
 * been delivered once.
 *
 * Exhaustive: three messages on two or three switches, every combination of short lengths, starts and timeouts, under each flow
 * control. Random: larger rings and tori with everything that may change changing. */
#include "fixture.h"
#include "observe/waits.h"

#ifdef __SANITIZE_ADDRESS__
enum { MACHINES = 15, STARTS = 3, TIMEOUT_STEP = 4 }; /* every step costs ten times as much */
#else
enum { MACHINES = 80, STARTS = 5, TIMEOUT_STEP = 2 };
#endif

/* ---- exhaustive ---- */

enum { MESSAGES = 3, KILLS_SEEN = 400, STALL = 3000 };

typedef struct flow_case {
    const char *name;
    int64_t flow, vcs, buffer, room; /* buffer: beyond the link delay */
} flow_case;
static const flow_case flows[] = {
    {"space", WS_FLOW_SPACE, 1, 1, WS_GRANT_ROOM_NONE},
    {"stop-go", WS_FLOW_STOP_GO, 1, 8, WS_GRANT_ROOM_NONE},
    {"credit, 1 channel", WS_FLOW_CREDIT, 1, 0, WS_GRANT_ROOM_FLIT},
    {"credit, 2 channels", WS_FLOW_CREDIT, 2, 0, WS_GRANT_ROOM_NONE},
};
enum { FLOWS = sizeof flows / sizeof *flows };

/* Host i sits on switch i % switches. Every pattern has its worms meet: at an output to a host, on a link, or round a ring. */
typedef struct shape {
    const char *name;
    int64_t topology, switches, hosts_per_switch;
    u32 source[MESSAGES], dest[MESSAGES];
} shape;
static const shape shapes[] = {
    {"line of 2, one destination", WS_TOPOLOGY_LINE, 2, 2, {0, 1, 3}, {2, 2, 2}},
    {"line of 2, both ways and across", WS_TOPOLOGY_LINE, 2, 2, {0, 0, 2}, {2, 3, 3}},
    {"line of 3, merging", WS_TOPOLOGY_LINE, 3, 1, {0, 1, 0}, {2, 2, 1}},
    {"line of 3, two of one host", WS_TOPOLOGY_LINE, 3, 2, {0, 0, 2}, {4, 5, 4}},
    {"one-way ring of 3, round", WS_TOPOLOGY_RING1, 3, 1, {0, 1, 2}, {2, 0, 1}},
    {"one-way ring of 3, one destination", WS_TOPOLOGY_RING1, 3, 2, {0, 2, 1}, {4, 4, 5}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct scene {
    u32 length[MESSAGES], start[MESSAGES], timeout;
} scene;

/* What a scene has shown so far. */
typedef struct play {
    u32 row[MESSAGES]; /* of the message table; NIL before it is sent and after its delivery */
    u32 sent, delivered, strangers;
    u32 kills;
    u64 kill_cycle[KILLS_SEEN];
    u32 kill_source[KILLS_SEEN];
} play;

typedef struct count {
    u64 scenes, kills, steps, lockstep, broken;
} count;

static count total;

static ws_def tiny(const shape *s, const flow_case *f) {
    ws_def d = fixture_machine("timeouts");
    d.topology = s->topology, d.size[0] = s->switches, d.hosts_per_switch = s->hosts_per_switch;
    d.arrivals = WS_ARRIVALS_POISSON, d.load = 0, d.traffic = WS_TRAFFIC_UNIFORM;
    d.message_capacity = 2 * MESSAGES * s->switches * s->hosts_per_switch;
    d.link_delay = 2, d.flow_control = f->flow, d.vcs = f->vcs, d.buffer = d.link_delay + f->buffer, d.grant_room = f->room;
    d.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
    return d;
}

static void see(const ws_event *e, void *context) {
    play *p = context;
    if (e->kind == WS_EVENT_PACKET_KILLED && p->kills < KILLS_SEEN) {
        p->kill_cycle[p->kills] = e->cycle;
        p->kill_source[p->kills++] = e->source;
    }
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED) return;
    u32 m = 0;
    while (m < MESSAGES && p->row[m] != e->id) m++;
    if (m == MESSAGES) {
        p->strangers++;
        return;
    }
    p->row[m] = NIL;
    p->delivered++;
}

/* Without chance anywhere worms can kill each other for ever, in step: the same sources after the same gaps, again and again. */
static bool in_lockstep(const play *p) {
    u32 last = p->kills - 1;
    for (u32 period = 1; 4 * period < p->kills; period++) {
        bool same = true;
        for (u32 i = last; same && i > last - 2 * period; i--)
            same = p->kill_source[i] == p->kill_source[i - period] &&
                   p->kill_cycle[i] - p->kill_cycle[i - 1] == p->kill_cycle[i - period] - p->kill_cycle[i - period - 1];
        if (same) return true;
    }
    return false;
}

static bool play_scene(ws_net *n, const shape *s, const scene *c, play *p, ws_error *error) {
    while (p->delivered < MESSAGES && p->kills < KILLS_SEEN) {
        for (u32 m = 0; m < MESSAGES; m++) {
            if (c->start[m] != n->cycle[0]) continue;
            p->row[m] = n->message.free[n->message.free_count[0] - 1];
            message_create(n, &(ws_letter){s->source[m], s->source[m], s->dest[m], c->length[m], 0, n->cycle[0]});
        }
        fixture_run(n, 1, see, p);
        if (!ws_net_check(n, error)) return false;
        if (n->cycle[0] > STALL && p->kills == 0) break;
    }
    return true;
}

static bool scene_holds(ws_net *n, const shape *s, const scene *c, count *all) {
    play p = {.row = {NIL, NIL, NIL}};
    ws_error error = {.text = "a message was lost, or came twice"};
    bool good = play_scene(n, s, c, &p, &error);
    all->scenes++;
    all->steps += n->cycle[0];
    all->kills += n->total[WS_TOTAL_KILLS];
    if (good && p.delivered == MESSAGES) {
        fixture_run(n, 64, see, &p); /* what is still discarded, and the last credits */
        good = ws_net_check(n, &error) && n->packet.free_count[0] == n->size.packets && n->control.reserved[0] == 0 && p.strangers == 0;
    } else if (good) {
        good = in_lockstep(&p);
        all->lockstep++;
    }
    if (good) return true;
    note("lengths %u %u %u, starts %u %u %u, timeout %u: %s", c->length[0], c->length[1], c->length[2], c->start[0], c->start[1],
         c->start[2], c->timeout, error.text);
    return false;
}

static void exhaust(const shape *s, const flow_case *f) {
    static const u32 brief[] = {1, 4, 9}, full[] = {1, 2, 3, 4, 6, 9, 14};
    bool whole = is_long();
    const u32 *lengths = whole ? full : brief, choices = whole ? 7 : 3, starts = whole ? 8 : STARTS, stride = whole ? 1 : 2;
    ws_def d = tiny(s, f);
    ws_net *n = fixture_net(&d, NULL);
    void *rest = malloc(ws_net_state_size(n));
    if (!rest) return;
    memcpy(rest, ws_net_state(n), ws_net_state_size(n));
    count all = {0};
    for (u32 i = 0; i < choices * choices * choices; i++)
        for (u32 j = 0; j < starts * starts; j++)
            for (d.timeout = 1; d.timeout <= 12; d.timeout += whole ? 1 : TIMEOUT_STEP) {
                if (!takes(7)) continue;
                scene c = {.length = {lengths[i % choices], lengths[i / choices % choices], lengths[i / choices / choices]},
                           .start = {0, j % starts * stride, j / starts * stride},
                           .timeout = (u32)d.timeout};
                ws_net_restore(n, rest);
                ws_net_change(n, &d, NULL);
                all.broken += !scene_holds(n, s, &c, &all);
            }
    ok(all.broken == 0, "%s, %s: %llu scenes, %llu steps, %llu kills, %llu in lockstep for ever: %llu broken", s->name, f->name,
       (unsigned long long)all.scenes, (unsigned long long)all.steps, (unsigned long long)all.kills,
       (unsigned long long)all.lockstep, (unsigned long long)all.broken);
    total.scenes += all.scenes, total.kills += all.kills;
    free(rest);
    ws_net_free(n);
}

/* ---- random ---- */

enum { PARTS = 8, PART = 300, DRAIN_MOST = 2000000 };

static u32 pick(u64 *rng, u32 low, u32 high) { return low + rng_below(rng, high - low + 1); }
static bool chance(u64 *rng, u32 percent) { return rng_below(rng, 100) < percent; }

/* Policies and their values, which may change while the network runs, and the load. */
static void random_live(ws_def *d, u64 *rng) {
    static const int64_t loads[] = {0, 50000, 200000, 600000, 1000000};
    d->timeout_policy = chance(rng, 15) ? WS_TIMEOUT_POLICY_NONE : pick(rng, 1, WS_TIMEOUT_POLICY_COUNT - 1);
    d->timeout = chance(rng, 50) ? pick(rng, 1, 12) : pick(rng, 13, 300);
    d->timeout_cost = pick(rng, 0, 9000000);
    d->timeout_patience = chance(rng, 25) ? 0 : pick(rng, 1, 20);
    d->occupancy_weight = pick(rng, 1, 20), d->waiting_count = pick(rng, 0, 1);
    d->load = loads[pick(rng, 0, 4)];
    d->length = pick(rng, 0, 1), d->length_mean = chance(rng, 60) ? pick(rng, 1, 8) : pick(rng, 9, 60);
    d->segment_rule = pick(rng, 0, WS_SEGMENT_RULE_COUNT - 1), d->segment = pick(rng, 1, 20);
    d->arbiter = pick(rng, 0, WS_ARBITER_COUNT - 1), d->alpha = chance(rng, 30) ? pick(rng, 0, 9 * WS_MILLION) : 0;
    if (d->grant_room < WS_GRANT_ROOM_PACKET && d->switching == WS_SWITCHING_WORMHOLE) d->overhead = chance(rng, 60) ? 0 : pick(rng, 1, 9);
    d->alpha = chance(rng, 40) ? 0 : (int64_t)pick(rng, 1, 20) * 500000;
}

/* Routing units, output buffers, whole packets in buffers. */
static void random_switch(ws_def *d, u64 *rng) {
    d->router_unit = WS_ROUTER_UNIT_HEADER, d->router_delay = pick(rng, 1, 4),
    d->injection = pick(rng, 0, WS_INJECTION_COUNT - 1);
    d->flow_control = chance(rng, 50) ? WS_FLOW_PACKET_CREDIT : WS_FLOW_CREDIT;
    d->grant_room = pick(rng, WS_GRANT_ROOM_FLIT, WS_GRANT_ROOM_FIT), d->multiplexing = pick(rng, 0, WS_MULTIPLEXING_COUNT - 1);
    d->switching = pick(rng, 0, WS_SWITCHING_COUNT - 1);
    d->crossbar = WS_CROSSBAR_FULL, d->crossbar_delay = 1, d->output_buffer = chance(rng, 70) ? pick(rng, 1, 6) : 0;
    d->length = WS_LENGTH_FIXED, d->length_mean = pick(rng, 1, 40), d->segment_rule = WS_SEGMENT_RULE_NONE;
    d->overhead = 0;
    d->buffer = d->length_mean + pick(rng, 0, 30);
}

static ws_def random_def(u64 *rng) {
    ws_def d = fixture_machine("timeouts");
    d.topology = chance(rng, 80) ? WS_TOPOLOGY_TORUS : WS_TOPOLOGY_MESH;
    d.size[0] = pick(rng, 2, 5), d.size[1] = pick(rng, 2, 5), d.hosts_per_switch = pick(rng, 1, 4);
    d.routing = chance(rng, 85) ? WS_ROUTING_MINIMAL_RANDOM : WS_ROUTING_UPDOWN;
    d.route_choice = WS_ROUTE_CHOICE_RANDOM;
    d.link_delay = pick(rng, 1, 12), d.host_link_delay = chance(rng, 40) ? pick(rng, 1, 30) : 0;
    d.input_delay = pick(rng, 0, 2), d.crossbar_delay = pick(rng, 0, 2), d.credit_delay = chance(rng, 50) ? 0 : pick(rng, 1, 40);
    d.router_delay = chance(rng, 60) ? 0 : pick(rng, 1, 5), d.vc_delay = pick(rng, 0, 3);
    d.flow_control = pick(rng, 0, WS_FLOW_SPACE), d.vcs = chance(rng, 60) ? 1 : pick(rng, 2, 3);
    d.grant_room = pick(rng, 0, 1);
    d.buffer = chance(rng, 70) ? d.link_delay + pick(rng, 0, 4) : pick(rng, 1, 6);
    if (d.flow_control == WS_FLOW_STOP_GO)
        d.buffer = 3 * (d.link_delay + d.host_link_delay + d.input_delay + d.credit_delay) + d.crossbar_delay + 30;
    d.class_rule = pick(rng, 0, 1), d.arrivals = chance(rng, 50) ? WS_ARRIVALS_SATURATED : WS_ARRIVALS_POISSON;
    d.traffic = chance(rng, 50) && d.hosts_per_switch > 1 ? WS_TRAFFIC_EQUAL_DISTANCE : WS_TRAFFIC_UNIFORM;
    d.message_capacity = d.arrivals == WS_ARRIVALS_SATURATED ? 0 : 300;
    d.seed = pick(rng, 0, 1000000);
    random_live(&d, rng);
    if (chance(rng, 30)) random_switch(&d, rng);
    return d;
}

/* Every message comes once: which rows of the message table are under way. */
typedef struct ledger {
    bool *open;
    u64 created, delivered, wrong;
} ledger;

static void enter(const ws_event *e, void *context) {
    ledger *l = context;
    if (e->kind == WS_EVENT_MESSAGE_CREATED) l->created++, l->wrong += l->open[e->id], l->open[e->id] = true;
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED) l->delivered++, l->wrong += !l->open[e->id], l->open[e->id] = false;
}

/* Runs the machine of `seed`, changing it now and then. `every`: cycles between looks at the laws; 0 = as fast as it goes. */
static bool random_run(ws_net *n, u64 rng, u64 every, ledger *book, ws_waits *waits, ws_error *error) {
    for (u32 part = 0; part < PARTS; part++) {
        for (u64 end = n->cycle[0] + PART; n->cycle[0] < end;) {
            fixture_run(n, every ? every : PART, enter, book);
            if (every && !ws_net_check(n, error)) return false;
        }
        if (waits) ws_waits_update(waits, n);
        bool ends = n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE && n->def->timeout_patience > 0;
        if (waits && ends && ws_waits_deadlock(waits)) {
            snprintf(error->text, sizeof error->text, "a deadlock that no timer ends, at cycle %llu",
                     (unsigned long long)n->cycle[0]);
            return false;
        }
        ws_def d = *n->def;
        random_live(&d, &rng);
        if (n->def->router_unit)
            d.length = n->def->length, d.length_mean = n->def->length_mean, d.segment_rule = n->def->segment_rule;
        ws_net_change(n, &d, NULL);
    }
    return true;
}

/* No new messages, and a policy that lets everybody through in the end. */
static bool drains(ws_net *n, ledger *book) {
    ws_def d = *n->def;
    d.load = 0, d.timeout_policy = WS_TIMEOUT_POLICY_FIXED, d.timeout = 150, d.timeout_patience = 16;
    ws_net_change(n, &d, NULL);
    for (u64 end = n->cycle[0] + DRAIN_MOST; book->delivered < book->created && n->cycle[0] < end;) fixture_run(n, 1000, enter, book);
    fixture_run(n, 1000, enter, book);
    return book->delivered == book->created && book->wrong == 0 && n->packet.free_count[0] == n->size.packets &&
           n->message.free_count[0] == n->size.messages && n->control.reserved[0] == 0 &&
           n->total[WS_TOTAL_KILLS] == n->total[WS_TOTAL_RESETS];
}

static void describe(u64 seed, const ws_def *d, const ws_error *error) {
    note("machine %llu: %s", (unsigned long long)seed, error->text);
    note("topology %d %dx%d hosts %d, delays %d %d input %d crossbar %d credit %d router %d lane %d, flow %d vcs %d buffer %d "
         "room %d "
         "switching %d output-buffer %d",
         (int)d->topology, (int)d->size[0], (int)d->size[1], (int)d->hosts_per_switch, (int)d->link_delay,
         (int)d->host_link_delay, (int)d->input_delay, (int)d->crossbar_delay, (int)d->credit_delay, (int)d->router_delay,
         (int)d->vc_delay, (int)d->flow_control, (int)d->vcs, (int)d->buffer, (int)d->grant_room, (int)d->switching,
         (int)d->output_buffer);
}

static bool machine_holds(u64 seed, count *all) {
    u64 rng = mix64(seed), again;
    ws_def d = random_def(&rng);
    again = rng;
    ws_error error = {.text = "it does not drain"};
    ws_net *n = fixture_net(&d, NULL), *longer = fixture_net(&d, NULL);
    ws_waits *waits = ws_waits_new(n);
    ledger book = {.open = calloc(n->size.messages, 1)}, other = {.open = calloc(n->size.messages, 1)};
    bool good = book.open && other.open && random_run(n, rng, 1, &book, waits, &error);
    if (good && (random_run(longer, again, 0, &other, NULL, &error),
                 memcmp(ws_net_state(n), ws_net_state(longer), ws_net_state_size(n)) != 0)) {
        snprintf(error.text, sizeof error.text, "the same run in longer strides ends in another state");
        good = false;
    }
    if (good) good = drains(n, &book) && ws_net_check(n, &error);
    if (!good) describe(seed, &d, &error);
    all->scenes++, all->steps += n->cycle[0], all->kills += n->total[WS_TOTAL_KILLS], all->broken += !good;
    free(book.open), free(other.open);
    ws_waits_free(waits);
    ws_net_free(n), ws_net_free(longer);
    return good;
}

/* ---- more kills than there are rows for ---- */

/* Worms of a flit or two, killed where they meet, with long ways home: the tables fill, and kills wait for a row. */
static void full_tables(int64_t length) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = 5, d.hosts_per_switch = 8;
    d.length = WS_LENGTH_FIXED, d.length_mean = length, d.link_delay = 64, d.buffer = 65;
    d.timeout_policy = WS_TIMEOUT_POLICY_CEP, d.timeout_cost = 0;
    ws_net *n = fixture_net(&d, NULL);
    ws_error error = {0};
    u64 most = 0;
    u32 rows = 0;
    bool good = true;
    for (u32 i = 0; good && i < 2000; i++) {
        fixture_run(n, 1, NULL, NULL);
        u64 under_way = n->total[WS_TOTAL_KILLS] - n->total[WS_TOTAL_RESETS];
        most = under_way > most ? under_way : most;
        rows = n->control.reserved[0] > rows ? n->control.reserved[0] : rows;
        good = i % 20 || ws_net_check(n, &error);
    }
    ok(good && (most == n->size.kills || rows + 10 > n->size.controls),
       "worms of %d: %llu of %u kills under way at once, %u of %u notices%s", (int)length, (unsigned long long)most,
       n->size.kills, rows, n->size.controls, error.text);
    ws_net_free(n);
}

int main(void) {
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t f = 0; f < FLOWS; f++) exhaust(&shapes[s], &flows[f]);
    ok(total.kills > total.scenes / 10, "%llu scenes, %llu kills", (unsigned long long)total.scenes,
       (unsigned long long)total.kills);
    full_tables(1);
    full_tables(2);
    count all = {0};
    for (u64 seed = 1; seed <= amount(6, MACHINES, 2000); seed++) machine_holds(seed, &all);
    ok(all.broken == 0 && all.kills > 5000,
       "%llu random machines, %llu cycles, %llu kills: the laws hold after every step, it replays, and drains; %llu broken",
       (unsigned long long)all.scenes, (unsigned long long)all.steps, (unsigned long long)all.kills,
       (unsigned long long)all.broken);
    return done();
}
