/* cut.c - cables that are cut and repaired while the network runs: in each cycle the laws of conservation hold; lost are the worms across the
 * cable and those whose way on is gone, and no others: these keep their channels and their flits (where a switch may refuse, its sender keeps what it
 * has not taken); no flit crosses a cut cable; hosts offer what they would have offered; the state at a cycle is the
 * same however one came there: run, step, back, seek, fork, recording. Worms on old routes can close a ring with worms on new ones, which the
 * detector names. What cannot be cut is refused and changes nothing. */
#include <inttypes.h>
#include <unistd.h>

#include "fixture.h"
#include "observe/metrics.h"
#include "observe/waits.h"
#include "session/prove.h"

typedef struct kind {
    const char *name, *text, *a, *b; /* two neighbours */
    bool closed;                     /* the load answers to what is delivered */
    bool strands;                    /* worms can be on a way that leads no further */
} kind;

static const kind kinds[] = {
    {"wormhole LAN, up/down", "machine wormhole-lan\nset topology torus 3 3\nset routing updown\nset load 0.1\nset length exponential 40\n", "S1", "S4",
     .strands = true},
    {"cube, minimal adaptive", "machine cube\nset topology torus 4 4\nset routing minimal-adaptive\nset vcs 3\nset length fixed 8\nset load 0.2\n", "S5",
     "S6", .closed = false},
    {"cube, minimal random", "machine cube\nset topology mesh 3 3\nset routing minimal-random\nset length fixed 8\nset load 0.1\n", "S0", "S1", .closed = false},
    {"irregular, escape channels", "machine now-wormhole\nset topology irregular 8\nset routing bfa-2vc\nset load 0.4\n", NULL, NULL, .closed = false},
    {"irregular, adaptive wormhole", "machine now-wormhole\nset topology irregular 8\nset routing ma-2vc\nset load 0.4\n", NULL, NULL, .strands = true},
    {"irregular, up/down cut-through", "machine now-vct\nset topology irregular 8\nset routing ud-2q\nset load 0.4\n", NULL, NULL, .strands = true},
    {"irregular, cut-through", "machine now-vct\nset topology irregular 8\nset load 0.4\n", NULL, NULL, .closed = false},
    {"cube, store-and-forward, single stage",
     "machine cube\nset topology mesh 4 4\nset routing minimal-adaptive\nset router-delay 0\nset vcs 2\nset switching store-and-forward\n"
     "set buffer 16\nset length fixed 8\nset load 0.2\n", "S5", "S6", .closed = false},
    {"timeouts, saturated", "machine timeouts\nset topology torus 3 3\nset routing updown\nset link-delay 3\nset buffer 4\nset load 0.1\n", "S0", "S1",
     .closed = true, .strands = true},
    {"Fed-X", "machine fedx\nset topology fedx 3 3\nset buffer 16\nset length-unit 16\nset segment 16\nset load 1\n", "S0", "S1", .closed = false},
    {"one queue a port", "machine recn\nset queueing 1q\nset topology torus 4 4\nset routing updown\nset load 0.3\n", "S5", "S6", .strands = true},
    {"output queues", "machine recn\nset queueing oq\nset topology torus 4 4\nset routing updown\nset load 0.3\n", "S5", "S6", .strands = true},
    {"set-aside queues at inputs", "machine recn\nset topology bmin 16\nset buffer 96\nset traffic hotspot\nset load 0.7\n", "S0.0", "S1.1", .strands = true},
    {"set-aside queues and tokens", "machine recn\nset queueing recn\nset topology bmin 16\nset buffer 96\nset traffic hotspot\nset load 0.7\n",
     "S0.0", "S1.1", .strands = true},
    {"set-aside queues, distributed", "machine recn\nset queueing recn-dd\nset saq-order pointers\nset topology bmin 16\nset buffer 96\nset traffic hotspot\nset load 0.7\n",
     "S0.0", "S1.1", .strands = true},
    {"a queue for each destination", "machine recn\nset queueing voqnet\nset voqnet-room 4\nset topology bmin 16\nset load 0.7\n", "S0.0", "S1.1", .strands = true},
    {"alpha scheduling",
     "machine wormhole-lan\nset topology ring 5\nset routing updown\nset load 0.4\nset alpha 3\nset segment 30\nset segment-rule fixed\n", "S2", "S3",
     .strands = true},
};
enum { KINDS = sizeof kinds / sizeof *kinds, CUT_AT = 900, REPAIR_AT = 1500 };

static ws_session *open_text(const char *name, const char *text, size_t keyframes) {
    ws_error error;
    ws_options options = {.keyframe_bytes = keyframes, .keyframe_ns = 1};
    ws_session *s = ws_session_open_text(name, text, strlen(text), NULL, &options, &error);
    if (!s) fixture_stop(name, &error);
    return s;
}

static uint64_t total(ws_session *s, ws_total which) { return ws_net_total(ws_session_net(s), which); }
static uint64_t cycle_of(ws_session *s) { return ws_net_cycle(ws_session_net(s)); }

/* A cable whose loss leaves all switches connected: the first that can be cut. */
static void cable_choose(const kind *k, const char **a, const char **b) {
    static char one[WS_NAME_MAX], other[WS_NAME_MAX];
    *a = k->a, *b = k->b;
    if (*a) return;
    ws_session *s = open_text(k->name, k->text, 0);
    const ws_graph *g = ws_net_graph(ws_session_net(s));
    for (int32_t i = 0; i < g->edges && !*a; i++) {
        char line[64];
        ws_error error;
        if (g->edge[i].b >= g->switches || g->edge[i].a >= g->switches) continue;
        snprintf(one, sizeof one, "%s", g->node[g->edge[i].a].name), snprintf(other, sizeof other, "%s", g->node[g->edge[i].b].name);
        snprintf(line, sizeof line, "cut %s %s", one, other);
        if (ws_session_apply(s, line, &error)) *a = one, *b = other;
        g = ws_net_graph(ws_session_net(s));
    }
    ws_session_close(s);
}

static uint64_t flits_on(ws_session *s, const char *a, const char *b) {
    const ws_net *n = ws_session_net(s);
    uint64_t flits = 0;
    for (u32 l = 0; l < n->size.links; l++) {
        const char *from = n->graph.node[n->wire.link_from[l]].name, *to = n->graph.node[n->wire.link_to[l]].name;
        bool there = strcmp(from, a) == 0 && strcmp(to, b) == 0, back = strcmp(from, b) == 0 && strcmp(to, a) == 0;
        if (there || back) flits += n->link_flits[l];
    }
    return flits;
}

static uint64_t whole_at_sources(const ws_net *n) {
    uint64_t count = 0;
    for (u32 m = 0; m < n->used->messages; m++)
        count += n->message.source[m] != NIL && n->message.uncut[m] == n->message.length[m] && n->message.undelivered[m] == 0;
    return count;
}

/* In each of 40 cycles, then in each (in the short form in one of 13). */
static bool laws_hold(ws_session *s, uint64_t until) {
    ws_error error;
    uint64_t close = cycle_of(s) + 40, far = amount(13, 1, 1);
    while (cycle_of(s) < until) {
        uint64_t stride = cycle_of(s) < close ? 1 : far, left = until - cycle_of(s);
        ws_session_run(s, stride < left ? stride : left);
        if (ws_net_check(ws_session_net(s), &error)) continue;
        note("%s", error.text);
        return false;
    }
    return !ws_session_failed(s, &error);
}

/* Where a switch may refuse: has the far end of the link taken the packet? Until then its sender has it all. */
static bool is_taken(const ws_net *n, u32 l, u32 packet) {
    if (n->flow != WS_FLOW_NACK || n->wire.link_to[l] >= n->size.switches) return true;
    u32 taker = n->vc[n->wire.vc0[l]].receiver;
    return taker != NIL && n->wire.queue_vc[taker] == NIL && n->queue[taker].front == packet;
}

/* Which packets have flits on the cable, or a queue or a buffer that holds a channel of it, and are not still their sender's. */
static void across(ws_session *s, const char *a, const char *b, bool *set) {
    const ws_net *n = ws_session_net(s);
    for (u32 l = 0; l < n->size.links; l++) {
        const char *from = n->graph.node[n->wire.link_from[l]].name, *to = n->graph.node[n->wire.link_to[l]].name;
        bool there = strcmp(from, a) == 0 && strcmp(to, b) == 0, back = strcmp(from, b) == 0 && strcmp(to, a) == 0;
        if (!there && !back) continue;
        for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
            u32 k = n->flight[slot * n->size.links + l] >> FLIT_PACKET_SHIFT;
            if (n->flight_bits[slot * n->size.link_words + l / 64] >> l % 64 & 1 && is_taken(n, l, k)) set[k] = true;
        }
        for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++) {
            u32 k = n->vc[v].holder == NIL ? NIL : n->queue[n->vc[v].holder].front;
            if (k != NIL && is_taken(n, l, k)) set[k] = true;
            if (v < n->size.output_vcs && n->output_buffer.vc[v].to_go > 0) set[n->output_buffer.vc[v].packet] = true;
        }
    }
}

static u32 members(const bool *set, u32 count) {
    u32 members = 0;
    for (u32 i = 0; i < count; i++) members += set[i];
    return members;
}

/* The first cycle from CUT_AT on in which a worm is across the cable. */
static uint64_t busy_cycle(const kind *k, const char *a, const char *b) {
    ws_session *s = open_text(k->name, k->text, 0);
    u32 packets = ws_session_net(s)->size.packets;
    bool *set = calloc(packets, 1);
    for (ws_session_run(s, CUT_AT); cycle_of(s) < REPAIR_AT - 100; ws_session_run(s, 1)) {
        across(s, a, b, set);
        if (members(set, packets)) break;
    }
    uint64_t cycle = cycle_of(s);
    ws_session_close(s), free(set);
    return cycle;
}

/* What a worm holds and where its flits stand, as a number: sums over queues, channels and wires. */
static void places(const ws_net *n, uint64_t *place) {
    memset(place, 0, n->size.packets * sizeof *place);
    for (u32 q = 0; q < n->size.queues; q++) {
        const ws_queue_state *queue = &n->queue[q];
        if (queue->front == NIL) continue;
        if (queue->vc != NIL) place[queue->front] += mix64(queue->vc + 1);
        place[queue->front] += mix64(q + 1) * (queue->front_here + 1);
        for (u32 i = 1; i < queue->packets; i++) {
            u32 k = packet_at(n, q, i);
            place[k] += mix64(q + 1) * ((i + 1 == queue->packets ? queue->tail_here : n->packet.length[k]) + 1);
        }
    }
    for (u32 slot = 0; slot < n->size.flight_slots; slot++)
        for (u32 l = 0; l < n->size.links; l++)
            if (n->flight_bits[slot * n->size.link_words + l / 64] >> l % 64 & 1) {
                u32 flit = n->flight[slot * n->size.links + l];
                place[flit >> FLIT_PACKET_SHIFT] += mix64(slot * 1000003ull + l) * (flit & 0x3ff);
            }
}

/* The packets that are being sent and not yet taken. */
static void untaken(ws_session *s, bool *set) {
    const ws_net *n = ws_session_net(s);
    for (u32 l = 0; l < n->size.links; l++)
        for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
            if (n->vc[v].holder != NIL && !is_taken(n, l, n->queue[n->vc[v].holder].front)) set[n->queue[n->vc[v].holder].front] = true;
}

/* Of the worms before the cut: those across the cable are gone, others only where they may be stranded, and all that are left stand where they
 * stood. */
static bool spares(const kind *k, ws_session *s, const char *cut, const char *a, const char *b, u32 *lost) {
    u32 packets = ws_session_net(s)->size.packets, stranded = 0, gone = 0;
    bool *hit = calloc(packets, 1), *sent = calloc(packets, 1), good = true;
    uint64_t *before = calloc(packets, sizeof *before), *after = calloc(packets, sizeof *after);
    u32 *message = calloc(packets, sizeof *message);
    ws_error error;
    across(s, a, b, hit);
    untaken(s, sent);
    places(ws_session_net(s), before);
    memcpy(message, ws_session_net(s)->packet.message, packets * sizeof *message);
    uint64_t killed = total(s, WS_TOTAL_RESETS), known = total(s, WS_TOTAL_PACKETS_LOST);
    good = ws_session_apply(s, cut, &error);
    places(ws_session_net(s), after);
    killed = total(s, WS_TOTAL_RESETS) - killed;
    for (u32 i = 0; i < packets; i++) {
        if (message[i] == NIL) continue;
        bool left = ws_session_net(s)->packet.message[i] == message[i] && (after[i] == before[i] || sent[i]);
        gone += !left;
        stranded += !left && !hit[i];
        good = good && !(left && hit[i]);
    }
    *lost = (u32)(total(s, WS_TOTAL_PACKETS_LOST) - known);
    good = good && gone == *lost + killed && *lost + killed >= members(hit, packets) && (k->strands || stranded == 0) && gone > 0;
    if (!good) note("%u gone, %u lost, %" PRIu64 " killed, %u across, %u stranded", gone, *lost, killed, members(hit, packets), stranded);
    free(hit), free(sent), free(before), free(after), free(message);
    return good;
}

/* Cut by hand, and repaired. */
static void accounts(const kind *k, const char *a, const char *b, uint64_t at) {
    char cut[64], repair[64];
    u32 lost = 0;
    ws_error error = {0};
    snprintf(cut, sizeof cut, "cut %s %s", a, b), snprintf(repair, sizeof repair, "repair %s %s", b, a);
    ws_session *s = open_text(k->name, k->text, 0), *plain = open_text(k->name, k->text, 0);
    bool laws = laws_hold(s, at);
    uint64_t whole = whole_at_sources(ws_session_net(s)), born = total(s, WS_TOTAL_MESSAGES_CREATED);
    uint64_t crossed = flits_on(s, a, b), before = total(s, WS_TOTAL_FLITS_DELIVERED);
    bool spared = spares(k, s, cut, a, b, &lost);
    ok(spared, "%s: %s at %" PRIu64 " loses %u worms, all others stand where they stood", k->name, cut, at, lost);
    uint64_t more = total(s, WS_TOTAL_MESSAGES_CREATED) - born;
    ok(whole_at_sources(ws_session_net(s)) >= whole + more, "%s: the %" PRIu64 " messages that wait whole are kept", k->name, whole);
    uint64_t worms = total(s, WS_TOTAL_PACKETS_LOST);
    laws = laws && ws_net_check(ws_session_net(s), &error) && laws_hold(s, REPAIR_AT);
    ok(laws && total(s, WS_TOTAL_PACKETS_LOST) == worms, "%s: the laws hold in each cycle, and nothing is lost later", k->name);
    ok(crossed > 0 && flits_on(s, a, b) == crossed && total(s, WS_TOTAL_FLITS_DELIVERED) > before,
       "%s: no flit crosses the cable, and flits arrive", k->name);
    bool done = ws_session_apply(s, repair, &error);
    uint64_t end = amount(2500, 4500, 4500);
    laws = done && laws_hold(s, end);
    ok(laws && flits_on(s, a, b) > crossed, "%s: repaired, flits cross it again", k->name);
    ws_session_run(plain, end);
    uint64_t made = total(s, WS_TOTAL_FLITS_CREATED) + total(s, WS_TOTAL_FLITS_REFUSED);
    uint64_t usual = total(plain, WS_TOTAL_FLITS_CREATED) + total(plain, WS_TOTAL_FLITS_REFUSED);
    ok(k->closed || made == usual, "%s: the hosts offer what they would have offered", k->name);
    ws_session_apply(s, "set load 0", &error), ws_session_apply(s, "host all silent", &error);
    uint64_t all = 0, gone = 1;
    for (int i = 0; i < 200 && all != gone; i++) {
        ws_session_run(s, 500);
        all = total(s, WS_TOTAL_FLITS_CREATED), gone = total(s, WS_TOTAL_FLITS_DELIVERED) + total(s, WS_TOTAL_FLITS_DROPPED);
    }
    uint64_t messages = total(s, WS_TOTAL_MESSAGES_DELIVERED) + total(s, WS_TOTAL_MESSAGES_DROPPED);
    ok(all == gone && messages == total(s, WS_TOTAL_MESSAGES_CREATED), "%s: each flit and each message is delivered or lost", k->name);
    ws_session_close(s), ws_session_close(plain);
}

static void scenario_text(const kind *k, const char *a, const char *b, uint64_t at, char *text, size_t room) {
    snprintf(text, room, "%s@%" PRIu64 " cut %s %s\n@1450 send 0 1 30\n@%d repair %s %s\n@1700 cut %s %s\n", k->text, at, a, b, REPAIR_AT, b, a, a, b);
}

static bool travels(const kind *k, const char *text, u64 *rng) {
    enum { SIGHTS = 10 };
    uint64_t cycle[SIGHTS], digest[SIGHTS];
    ws_error error;
    bool good = true;
    ws_session *s = open_text(k->name, text, 0);
    for (int i = 0; i < SIGHTS; i++) {
        cycle[i] = 200 * (u64)i + rng_below(rng, 200);
        ws_session_run(s, cycle[i] - cycle_of(s));
        digest[i] = ws_session_digest(s);
    }
    ws_session_close(s);
    s = open_text(k->name, text, 1 << 24);
    ws_session_run(s, 2100);
    for (int i = 0, journeys = (int)amount(3, 30, 30); i < journeys && good; i++) {
        u32 to = rng_below(rng, SIGHTS);
        good = ws_session_seek(s, cycle[to], &error) && ws_session_digest(s) == digest[to];
        ws_session_run(s, 1 + rng_below(rng, 3));
        good = good && (i % 2 || ws_session_fork(s));
        while (good && cycle_of(s) > cycle[to]) good = ws_session_step_back(s, &error);
        good = good && ws_session_digest(s) == digest[to];
    }
    ws_session_close(s);
    return good;
}

static bool replays(const kind *k, const char *a, const char *b) {
    static char path[] = "/tmp/wormscope-cut-XXXXXX";
    static bool made;
    char cut[64], repair[64];
    ws_error error = {0};
    snprintf(cut, sizeof cut, "cut %s %s", a, b), snprintf(repair, sizeof repair, "repair %s %s", a, b);
    if (!made) close(mkstemp(path)), made = true;
    ws_session *s = open_text(k->name, k->text, 1 << 24);
    bool good = ws_session_record_start(s, path, &error);
    ws_session_run(s, 400);
    good = good && ws_session_apply(s, cut, &error);
    ws_session_run(s, 300);
    good = good && ws_session_seek(s, 200, &error) && ws_session_apply(s, cut, &error);
    ws_session_run(s, 200);
    good = good && ws_session_apply(s, repair, &error);
    ws_session_run(s, 200);
    uint64_t digest = ws_session_digest(s), at = cycle_of(s);
    good = good && ws_session_branch_count(s) == 2 && ws_session_record_stop(s, &error);
    ws_session_close(s);
    s = good ? ws_session_open(path, &(ws_options){.keyframe_bytes = 1 << 24}, &error) : NULL;
    good = s && ws_session_verify(s, &error) && ws_session_branch_switch(s, 1, at, &error) && ws_session_digest(s) == digest;
    if (!good) note("%s", error.text);
    ws_session_close(s);
    unlink(path);
    return good;
}

static void refuses(ws_session *s, const char *line, const char *words) {
    ws_error error = {0};
    uint64_t before = ws_session_digest(s), networks = ws_session_networks(s);
    bool refused = !ws_session_apply(s, line, &error);
    ok(refused && strstr(error.text, words) && ws_session_digest(s) == before && ws_session_networks(s) == networks, "%s: %s", line, error.text);
}

/* A cut may close what routing keeps open: all shortest paths round a ring that is a line now. The proof is asked of what is there. */
static void proves(void) {
    ws_error error;
    ws_session *s = open_text("ring", "machine cube\nset topology torus 4 4\nset routing minimal-adaptive\nset vcs 1\nset length fixed 8\n", 0);
    ws_session_apply(s, "cut S5 S6", &error);
    ws_prove *p = ws_session_prove(s);
    bool good = p->verdict == WS_VERDICT_DEADLOCK && p->text && strstr(p->text, "@0 cut S5 S6");
    ws_session *example = good ? open_text("example", p->text, 0) : NULL;
    while (example && !ws_session_ended(example)) ws_session_run(example, 1000);
    ok(example && ws_session_deadlock(example).now && flits_on(example, "S5", "S6") == 0, "the counter-example of a cut network has the cut");
    ws_session_close(example), ws_session_close(s);
    ws_prove_free(p);
}

/* Nothing has run yet, and the digest tells a cut network from a whole one. */
static void digests(void) {
    ws_error error;
    ws_session *s = open_text("ring", "machine cube\nset topology ring 5\nset routing updown\nset load 0\n", 0);
    uint64_t whole = ws_session_digest(s);
    bool done = ws_session_apply(s, "cut S2 S3", &error);
    uint64_t cut = ws_session_digest(s);
    ok(done && cut != whole && ws_session_apply(s, "repair S2 S3", &error) && ws_session_digest(s) == whole, "the digest knows what is cut");
    ws_session_close(s);
}

static void errors(void) {
    ws_error error;
    ws_session *s = open_text("line", "machine cube\nset topology line 4\nset routing updown\n", 0);
    ws_session_run(s, 100);
    refuses(s, "cut S0", "is missing");
    refuses(s, "cut S0 S2", "no cable joins S0 and S2");
    refuses(s, "cut S0 H0", "H0 is a host; write two switches");
    refuses(s, "cut S0 S9", "unknown switch \"S9\"");
    refuses(s, "repair S0 S1", "not cut");
    refuses(s, "cut S0 S1", "no path");
    ws_session_close(s);
    s = open_text("ring", "machine cube\nset topology ring 5\nset vcs 2\nset routing dor\n", 0);
    refuses(s, "cut S0 S1", "knows no way around");
    ok(ws_session_apply(s, "rebuild routing=updown", &error) && ws_session_apply(s, "cut S0 S1", &error), "after a rebuild with another routing");
    refuses(s, "cut S1 S0", "cut already");
    refuses(s, "cut S2 S3", "no path");
    ok(ws_session_apply(s, "rebuild buffer=9", &error) && ws_session_apply(s, "cut S2 S3", &error), "a rebuilt network has all its cables");
    ws_session_close(s);
    const char *late = "machine cube\nset topology ring 5\nset routing updown\n@5 cut S0 S1\n@9 cut S1 S0\n";
    s = ws_session_open_text("t", late, strlen(late), NULL, NULL, &error);
    ok(!s && strstr(error.text, "t:5:") && strstr(error.text, "cut already"), "an error before the run: %s", error.text);
}

/* Is a worm that entered the network before this cycle among those that wait in a ring? */
static bool rings_of_old(ws_session *s, uint64_t before) {
    const ws_net *n = ws_session_net(s);
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    size_t queues;
    const ws_wait *wait = ws_waits_of(waits, &queues);
    bool old = false;
    for (size_t q = 0; q < queues; q++) old = old || (wait[q].in_deadlock && n->packet.entered[n->queue[q].front] < before);
    ws_waits_free(waits);
    return old;
}

/* Up/down routing of the ring is free of deadlock, and so is that of the line which is left of it. But worms that were sent round the ring turn
 * back, and hold channels that those of the new routes want. */
static void old_against_new(void) {
    static const char text[] = "machine wormhole-lan\nset topology ring 8\nset routing updown\nset root 2\nset load 0.6\nset length fixed 40\n"
                               "seed 195\nwarmup 0\n@698 cut S4 S5\n";
    ws_session *s = open_text("ring", text, 1 << 24), *plain = open_text("ring", text, 0);
    ws_error error;
    ws_prove *before = ws_session_prove(s);
    ws_session_run(s, 4000);
    ws_prove *after = ws_session_prove(s);
    ok(before->verdict == WS_VERDICT_FREE && after->verdict == WS_VERDICT_FREE, "old against new: each of the two routings is proved free of deadlock");
    ws_deadlock found = ws_session_deadlock(s);
    ok(found.now && found.cycle > 698, "old against new: the detector names a ring, closed in cycle %" PRIu64, found.cycle);
    ok(rings_of_old(s, 698), "old against new: in the ring there is a worm that was sent before the cut");
    uint64_t digest = ws_session_digest(s);
    ws_session_seek(s, 600, &error), ws_session_run(s, 3400), ws_session_run(plain, 4000);
    ok(digest == ws_session_digest(s) && digest == ws_session_digest(plain), "old against new: the same again after going back before the cut");
    ws_prove_free(before), ws_prove_free(after);
    ws_session_close(s), ws_session_close(plain);
}

/* Nobody sends any more: is each message delivered or lost, or a deadlock named that keeps it? */
static bool drains(ws_session *s, u64 *deadlocks) {
    ws_error error;
    bool quiet = ws_session_apply(s, "set load 0", &error) && ws_session_apply(s, "host all silent", &error);
    for (int i = 0; i < 200 && quiet; i++) {
        ws_session_run(s, 500);
        if (total(s, WS_TOTAL_MESSAGES_DELIVERED) + total(s, WS_TOTAL_MESSAGES_DROPPED) == total(s, WS_TOTAL_MESSAGES_CREATED))
            return ws_net_check(ws_session_net(s), &error);
    }
    *deadlocks += ws_session_deadlock(s).now;
    return quiet && ws_session_deadlock(s).now;
}

/* Random machines, loads, cables and cycles, cut and repaired over and over: the laws hold in the cycle of each change and in those after. */
static void at_random(void) {
    static const char *const machines[] = {
        "machine wormhole-lan\nset topology torus 4 4\nset routing updown\nset length fixed 60\n",
        "machine wormhole-lan\nset topology irregular 9\nset routing updown\nset route-choice random\nset length exponential 30\n",
        "machine cube\nset topology torus 4 4\nset routing minimal-adaptive\nset vcs 3\nset length fixed 9\n",
        "machine cube\nset topology mesh 4 4\nset routing minimal-adaptive\nset router-delay 0\nset vcs 2\nset length fixed 7\n",
        "machine cube\nset topology mesh 4 4\nset routing minimal-random\nset switching cut-through\nset buffer 12\nset length fixed 6\n",
        "machine now-wormhole\nset topology irregular 9\nset routing ma-2vc\n",
        "machine now-vct\nset topology irregular 9\n",
        "machine fedx\nset topology fedx 4 4\nset buffer 12\nset length-unit 12\nset segment 12\nset retry-delay 3\nset nack-delay 2\n",
        "machine fedx\nset topology torus 4 4\nset routing updown\nset buffer 20\nset length-unit 20\nset segment 20\nset link-delay 4\nset pe-rate 1\n",
        "machine fedx\nset topology irregular 12\nset routing updown\nset route-choice random\nset buffer 12\nset length-unit 12\nset segment 12\nset nack-delay 0\n",
        "machine recn\nset queueing 1q\nset topology irregular 9\nset routing updown\nset route-choice random\nset buffer 32\n",
        "machine recn\nset queueing 1q\nset topology torus 4 4\nset routing minimal-random\nset buffer 24\nset router-delay 2\nset lane-delay 1\n",
        "machine recn\nset queueing oq\nset topology irregular 9\nset routing updown\nset route-choice fixed\nset buffer 24\n",
        "machine recn\nset queueing oq\nset topology torus 4 4\nset routing updown\nset route-choice fixed\nset buffer 64\n",
        "machine timeouts\nset topology torus 4 4\nset routing minimal-random\nset link-delay 3\nset buffer 4\nset timeout-policy itow\n",
    };
    int rounds = (int)amount(2, 2, 40);
    u64 changes = 0, lost = 0, deadlocks = 0;
    bool good = true;
    for (int i = 0; i < rounds * (int)(sizeof machines / sizeof *machines) && good; i++) {
        char text[512], line[80];
        ws_error error = {0};
        u64 rng = mix64(i + 99);
        if (!takes(2)) continue;
        const char *machine = machines[i % (int)(sizeof machines / sizeof *machines)];
        snprintf(text, sizeof text, "%sset load %g\nseed %d\n", machine, 0.02 + 0.2 * rng_below(&rng, 4), i + 1);
        ws_session *s = open_text("random", text, 0);
        for (int j = 0; j < 12 && good; j++) {
            ws_session_run(s, 20 + rng_below(&rng, 300));
            const ws_graph *g = ws_net_graph(ws_session_net(s));
            const ws_edge *edge = &g->edge[rng_below(&rng, (u32)g->edges)];
            snprintf(line, sizeof line, "%s %s %s", edge->cut ? "repair" : "cut", g->node[edge->a].name, g->node[edge->b].name);
            changes += ws_session_apply(s, line, &error);
            good = ws_net_check(ws_session_net(s), &error) && laws_hold(s, cycle_of(s) + 40);
        }
        lost += total(s, WS_TOTAL_PACKETS_LOST);
        good = good && drains(s, &deadlocks);
        if (!good) note("%s%s: %s", text, line, error.text);
        ws_session_close(s);
    }
    ok(good && changes > 20 && lost > 20,
       "random machines: the laws hold over %" PRIu64 " changes that lose %" PRIu64 " worms; all others arrive, but for %" PRIu64 " deadlocks", changes,
       lost, deadlocks);
}

/* Found by search: a packet that goes down by the old tree when a cable is cut, and is refused by the next switch afterwards, stands again
 * where it was: if no way leads on from there, it is lost. And one that is taken back before its head has come leaves the tail of the packet
 * before it, which is still on the wire, to the buffer in which that packet is. */
static void refuses_behind(void) {
#define FEDX_DOWN                                                                                                                                    \
    "machine fedx\nset topology torus 4 4\nset routing updown\nset buffer 20\nset length-unit 20\nset segment 20\nset link-delay 4\nset pe-rate 1\n" \
    "set load 0.42\n"
    static const char *const texts[] = {
        FEDX_DOWN "seed 107\n@216 cut S15 S3\n@555 cut S12 S0\n",
        FEDX_DOWN "seed 134\n@125 cut S7 S4\n@400 cut S11 S15\n@718 cut S4 S5\n@944 cut S11 S8\n@1086 cut S7 S11\n@1414 cut S3 S7\n@1577 cut S0 S1\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ws_session *s = open_text("refuses behind", texts[i], 0);
        bool good = laws_hold(s, 2000);
        uint64_t lost = total(s, WS_TOTAL_PACKETS_LOST);
        ok(good && lost > 0, "switches that refuse, behind a cut: the laws hold, and %" PRIu64 " packets are lost", lost);
        ws_session_close(s);
    }
}

int main(void) {
    for (size_t i = 0; i < KINDS; i++) {
        const kind *k = &kinds[i];
        const char *a, *b;
        char text[1200];
        u64 rng = mix64(i + 1);
        cable_choose(k, &a, &b);
        uint64_t at = busy_cycle(k, a, b);
        scenario_text(k, a, b, at, text, sizeof text);
        accounts(k, a, b, at);
        if (is_whole() || i % 2 == 0)
            ok(travels(k, text, &rng), "%s: the state at a cycle is the same by run, step, back, fork and seek", k->name);
        if (is_whole() || i % 2)
            ok(replays(k, a, b), "%s: a recording with branches verifies", k->name);
    }
    old_against_new();
    refuses_behind();
    at_random();
    proves();
    digests();
    errors();
    return done();
}
