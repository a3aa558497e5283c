/* A reset never loses or doubles a message, whatever it races with: tails, heads, other resets, segments of its own message,
 * changes of the policy. The laws of conservation (src/core/check.c) hold after every step, and in the end every message has
 * been delivered once.
 *
 * Exhaustive: three messages on two or three switches, every combination of short lengths, starts and timeouts, under each flow
 * control. Machines that are drawn: machines_kills.c. */
#include "fixture.h"

#ifdef __SANITIZE_ADDRESS__
enum { STARTS = 3, TIMEOUT_STEP = 4 }; /* every step costs ten times as much */
#else
enum { STARTS = 5, TIMEOUT_STEP = 2 };
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
            p->row[m] = fixture_next_message(n);
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
    void *rest = malloc(ws_net_saved_size(n));
    if (!rest) return;
    ws_net_save(n, rest);
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
    return done();
}
