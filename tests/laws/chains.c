/* For a blocked worm, the chain that the screen shows is the one worked out by hand: for which worm each waits, why, and in which order of
 * blocking, on small networks of each system.
 *
 * An order counts queues, not worms: a head that waits for a channel is one more than the queue that holds it, and that, if its worm
 * stretches into a full queue ahead, one more than that. */
#include "observe/frame.h"

#include "fixture.h"

typedef struct scene {
    ws_net *net;
    ws_observer *observer;
    ws_frame *frame;
} scene;

static scene scene_begin(ws_net *net) { return (scene){net, ws_observer_new(net), ws_frame_new(net)}; }

static void scene_end(scene *s) {
    ws_frame_free(s->frame);
    ws_observer_free(s->observer);
    ws_net_free(s->net);
}

/* A worm of so many flits sets out; so many cycles later the next may. */
static void send(scene *s, u32 source, u32 dest, u32 length, u64 cycles) {
    message_create(s->net, &(ws_letter){source * s->net->wire.source_queues, source, dest, length, 0, s->net->cycle[0]});
    fixture_run(s->net, cycles, NULL, NULL);
}

static const ws_frame_worm *worm_of(const scene *s, u32 source) {
    for (u32 i = 0; i < s->frame->worms; i++)
        if (s->frame->worm[i].source == source) return &s->frame->worm[i];
    return NULL;
}

/* The worm of a host, why it waits, and in what order. */
typedef struct link_of_chain {
    u32 source;
    ws_wait_reason reason;
    u16 order;
} link_of_chain;

static void chain_of(const char *name, scene *s, const ws_frame_worm *first, const link_of_chain *expected, size_t count) {
    u32 packets[16];
    u8 reasons[16];
    size_t got = first ? ws_frame_chain(s->frame, first->packet, packets, reasons, 16) : 0;
    ok(got == count, "%s: the chain of host %u has %zu worms (%zu)", name, expected[0].source, got, count);
    for (size_t i = 0; i < got && i < count; i++) {
        const ws_frame_worm *w = ws_frame_worm_of(s->frame, packets[i]);
        ok(w->source == expected[i].source && w->order == expected[i].order && reasons[i] == expected[i].reason &&
               w->blocked == (expected[i].order > 0),
           "%s: %zu. host %u (%u), %s (%s), order %u (%u)", name, i + 1, w->source, expected[i].source,
           ws_wait_reason_names[reasons[i]], ws_wait_reason_names[expected[i].reason], w->order, expected[i].order);
    }
}

static void chain_is(const char *name, scene *s, const link_of_chain *expected, size_t count) {
    ws_frame_update(s->frame, s->net, NULL, s->observer);
    chain_of(name, s, worm_of(s, expected[0].source), expected, count);
}

static ws_def quiet(ws_def d) {
    d.load = 0, d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    if (d.arrivals == WS_ARRIVALS_SATURATED) d.arrivals = WS_ARRIVALS_POISSON;
    return d;
}

static ws_net *by_hand(ws_def d, const ws_graph *g) {
    d.topology = WS_TOPOLOGY_FILE;
    return fixture_net_of(&d, g, NULL);
}

/* The three hosts of Kwan et al.: H1 moves. H2, whose head waits on SB for the way to HD: order 1. Its queue on SA has been told to stop:
 * order 2. H3, whose head waits on SA for the channel that this one holds: 3. */
static void wormhole_lan(void) {
    enum { SA, SB, H1 = 0, H2, H3, HD };
    ws_graph g = fixture_graph(2, 4, 5);
    fixture_cable(&g, SA, SB, 0);
    fixture_cable(&g, SB, fixture_host(&g, H1), 0);
    fixture_cable(&g, SA, fixture_host(&g, H2), 0);
    fixture_cable(&g, SA, fixture_host(&g, H3), 0);
    fixture_cable(&g, SB, fixture_host(&g, HD), 0);
    scene s = scene_begin(by_hand(quiet(fixture_machine("wormhole-lan")), &g));
    send(&s, H1, HD, 1000, 100);
    send(&s, H2, HD, 1000, 100);
    send(&s, H3, HD, 1000, 400);
    static const link_of_chain chain[] = {{H3, WS_WAIT_VC, 3}, {H2, WS_WAIT_VC, 1}, {H1, WS_WAIT_NOT, 0}};
    chain_is("wormhole LAN", &s, chain, 3);
    ws_graph_free(&g);
    scene_end(&s);
}

/* The first row of a 5 x 5 torus, four hosts a switch, along which there is one shortest way: on S2 H9 sends to H8 (moves); H4 on S1 waits for it
 * on S2: order 1, so its queue on S1 2, so H0, on its way from S0 and waiting on S1 for the link to S2, 3; its queue on S0 4, and H16 on S4,
 * which comes round the wrap and waits on S0 for the link to S1, 5. All wait for less than the timeout; each will be killed when it is over. */
static void timeouts_torus(void) {
    enum { TIMEOUT = 2000 };
    ws_def d = quiet(fixture_machine("timeouts"));
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = 5;
    d.timeout_policy = WS_TIMEOUT_POLICY_FIXED, d.timeout = TIMEOUT;
    scene s = scene_begin(fixture_net(&d, NULL));
    send(&s, 9, 8, 900, 100);
    send(&s, 4, 8, 300, 100);
    send(&s, 0, 10, 300, 100);
    send(&s, 16, 5, 300, 200);
    static const link_of_chain chain[] = {{16, WS_WAIT_VC, 5}, {0, WS_WAIT_VC, 3}, {4, WS_WAIT_VC, 1}, {9, WS_WAIT_NOT, 0}};
    chain_is("timeouts", &s, chain, 4);
    for (size_t i = 0; i < 3; i++) {
        const ws_frame_worm *w = worm_of(&s, chain[i].source);
        ok(w && w->kill_at == w->since + TIMEOUT, "timeouts: host %u's is killed %d cycles after it began to wait",
           chain[i].source, TIMEOUT);
    }
    scene_end(&s);
}

/* Workstations, minimal adaptive with three channels: two new ones, one original, on three switches in a triangle and two more on S1.
 *
 *   S0: X, Y and L0 L1 L2, all of which send to X and hold the three channels to it (they take turns: all move)
 *   S1: E0 and E1 send to X: they hold both new channels from S1 to S0, and wait there for one of the channels to X: order 1. Q on
 *       S1 sends to Y, but a packet from a host may take new channels only: it waits for one of theirs, which are of order 2: 3, although
 *       the original channel is idle
 *   S3: T sends to Y. On S1 both new channels are taken, so it goes on on the original one, and moves
 *   S4: U sends to Y, too, and waits on S1 for any of the three channels: the least order among their holders is T's, 0:
 *       so 1, and it waits for T
 */
static void workstations(void) {
    enum { S0, S1, S2, S3, S4, X = 0, Y, L0, L1, L2, E0, E1, Q, T, U, HOSTS };
    static const u32 home[HOSTS] = {S0, S0, S0, S0, S0, S1, S1, S1, S3, S4};
    ws_graph g = fixture_graph(5, HOSTS, HOSTS + 5);
    fixture_cable(&g, S0, S1, 0);
    fixture_cable(&g, S1, S2, 0);
    fixture_cable(&g, S2, S0, 0);
    fixture_cable(&g, S1, S3, 0);
    fixture_cable(&g, S1, S4, 0);
    for (int h = 0; h < HOSTS; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    ws_def d = quiet(fixture_machine("now-wormhole"));
    d.vcs = 3, d.routing = WS_ROUTING_MA_2VC;
    scene s = scene_begin(by_hand(d, &g));
    for (u32 h = L0; h <= L2; h++) send(&s, h, X, 4000, 20);
    send(&s, E0, X, 1000, 100);
    send(&s, E1, X, 1000, 100);
    send(&s, T, Y, 1000, 60);
    send(&s, U, Y, 1000, 60);
    send(&s, Q, Y, 1000, 60);
    static const link_of_chain waits_for_any[] = {{U, WS_WAIT_VC, 1}, {T, WS_WAIT_NOT, 0}};
    chain_is("workstations, U", &s, waits_for_any, 2);
    /* of E0 and E1, both of order 2, and then of L0 to L2, the one whose queue has the lower number */
    const link_of_chain new_channels_only[] = {{Q, WS_WAIT_VC, 3}, {E0, WS_WAIT_VC, 1}, {L0, WS_WAIT_NOT, 0}};
    chain_is("workstations, Q", &s, new_channels_only, 3);
    const ws_frame_worm *e1 = worm_of(&s, E1);
    ok(e1 && e1->order == 1, "workstations: E1 is of order 1 as well");
    ws_graph_free(&g);
    scene_end(&s);
}

/* Virtual cut-through: packets of 128 flits, two queues of one packet a link, one packet on a link at a time. A1 on S1 sends to D; B on S0 to D: its
 * packet is whole on S1 and waits for the link to D: order 1. C on S0 to D as well: a whole packet fits into the other queue, where it waits for
 * the same: order 1. E on S0, to D2 on S1, finds both queues full: it waits on S0 for room, behind either of them: order 2. */
static void cut_through(void) {
    enum { S0, S1, A = 0, B, C, E, D, D2, HOSTS };
    static const u32 home[HOSTS] = {S1, S0, S0, S0, S1, S1};
    ws_graph g = fixture_graph(2, HOSTS, HOSTS + 1);
    fixture_cable(&g, S0, S1, 0);
    for (int h = 0; h < HOSTS; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    ws_def d = quiet(fixture_machine("now-vct"));
    d.routing = WS_ROUTING_UD_2Q;
    scene s = scene_begin(by_hand(d, &g));
    send(&s, A, D, 2000, 60);
    send(&s, B, D, 128, 200);
    send(&s, C, D, 128, 200);
    send(&s, E, D2, 128, 200);
    static const link_of_chain first[] = {{B, WS_WAIT_VC, 1}, {A, WS_WAIT_NOT, 0}};
    static const link_of_chain second[] = {{C, WS_WAIT_VC, 1}, {A, WS_WAIT_NOT, 0}};
    static const link_of_chain third[] = {{E, WS_WAIT_ROOM, 2}, {B, WS_WAIT_VC, 1}, {A, WS_WAIT_NOT, 0}};
    chain_is("cut-through, B", &s, first, 2);
    chain_is("cut-through, C", &s, second, 2);
    chain_is("cut-through, E", &s, third, 3);
    ws_graph_free(&g);
    scene_end(&s);
}

/* Adaptive workstations take headers under way before those from their hosts: with a worm from S1 to D on S0, and one from S2 waiting on S0 for D too (order
 * 1), the packet of H on S0 to E, which is idle, must wait until that one has gone: order 2. */
static void transit_first(void) {
    enum { S0, S1, S2, D = 0, E, H, A1, B, HOSTS };
    static const u32 home[HOSTS] = {S0, S0, S0, S1, S2};
    ws_graph g = fixture_graph(3, HOSTS, HOSTS + 2);
    fixture_cable(&g, S0, S1, 0);
    fixture_cable(&g, S0, S2, 0);
    for (int h = 0; h < HOSTS; h++) fixture_cable(&g, (int32_t)home[h], fixture_host(&g, h), 0);
    ws_def d = quiet(fixture_machine("now-vct"));
    d.routing = WS_ROUTING_FA_2Q, d.injection = WS_INJECTION_TRANSIT_FIRST;
    scene s = scene_begin(by_hand(d, &g));
    send(&s, A1, D, 2000, 100);
    send(&s, B, D, 128, 300);
    send(&s, H, E, 128, 100);
    static const link_of_chain chain[] = {{H, WS_WAIT_TRANSIT, 2}, {B, WS_WAIT_VC, 1}, {A1, WS_WAIT_NOT, 0}};
    chain_is("transit first", &s, chain, 3);
    ws_graph_free(&g);
    scene_end(&s);
}

/* ---- Fed-X: packets that are refused ---- */

/* The worm of a chain whose first waits for this reason, in this order, somewhere, before so many cycles are over; NULL if none ever does. */
static const ws_frame_worm *worm_awaited(scene *s, ws_wait_reason reason, u16 order, u32 cycles) {
    while (cycles-- > 0) {
        fixture_run(s->net, 1, NULL, NULL);
        ws_frame_update(s->frame, s->net, NULL, s->observer);
        for (u32 i = 0; i < s->frame->worms; i++) {
            const ws_frame_worm *w = &s->frame->worm[i];
            if (w->blocked && !w->behind && w->reason == reason && w->order == order) return w;
        }
    }
    return NULL;
}

/* From now on, when the first worm waits so for the first time. */
static void chain_comes(const char *name, scene *s, const link_of_chain *expected, size_t count, u32 cycles) {
    const ws_frame_worm *first = worm_awaited(s, expected[0].reason, expected[0].order, cycles);
    ok(first != NULL, "%s: %s, order %u, comes about", name, ws_wait_reason_names[expected[0].reason], expected[0].order);
    if (first) chain_of(name, s, first, expected, count);
}

/* Four switches in a row, each with its host. Host 0 and host 3 send to host 1: what comes from 3 passes S2, and all meets in S1. A port takes
 * two bytes a cycle, so that a packet leaves for its host when half of it is there. */
static scene fabric(int64_t pool, int64_t backpressure) {
    ws_def d = quiet(fixture_machine("fedx"));
    d.topology = WS_TOPOLOGY_MESH, d.size[0] = 1, d.size[1] = 4, d.routing = WS_ROUTING_DOR;
    d.pool = pool, d.backpressure = backpressure, d.deadlock_rule = WS_DEADLOCK_RULE_OFF;
    d.segment_rule = WS_SEGMENT_RULE_FIXED;
    scene s = scene_begin(fixture_net(&d, NULL));
    for (int i = 0; i < 6; i++) send(&s, 0, 1, 160, 0), send(&s, 3, 1, 160, 0);
    return s;
}

/* Pools of two buffers: that of S1 is full, with the first packet of 0 and the first of 3, which are both still coming in, and will leave. The
 * second of 0, in S0 since its port is twice as fast, is refused there. */
static void fabric_full(void) {
    scene s = fabric(2, WS_BACKPRESSURE_NONE);
    static const link_of_chain chain[] = {{0, WS_WAIT_POOL, 1}, {0, WS_WAIT_NOT, 0}};
    chain_comes("pools full", &s, chain, 2, 4000);
    scene_end(&s);
}

/* A switch takes no packet for a host while another one waits there for the same: there is room in S1, but 3's packet waits in it for the
 * port, on which 0's first is leaving. */
static void fabric_dest(void) {
    scene s = fabric(10, WS_BACKPRESSURE_DESTINATION);
    static const link_of_chain chain[] = {{0, WS_WAIT_DEST, 2}, {3, WS_WAIT_VC, 1}, {0, WS_WAIT_NOT, 0}};
    chain_comes("destination waits", &s, chain, 3, 4000);
    scene_end(&s);
}

/* ---- RECN: ports and set-aside queues ---- */

/* 16 hosts under two stages. The ways of hosts 0, 4 and 8 to host 15 meet in switch 3 of the second stage, S7 of all, and go on by its output
 * 3: that is the congested link. */
static ws_net *stages(int64_t queueing, int64_t packets) {
    ws_def d = quiet(fixture_machine("recn"));
    d.queueing = queueing, d.buffer = 8 * packets;
    d.saqs = 2, d.saq_detect = 2, d.saq_xoff = 3, d.saq_xon = 1;
    return fixture_net(&d, NULL);
}

static void flood(scene *s, u32 packets) {
    for (u32 i = 0; i < packets; i++)
        for (u32 h = 0; h <= 8; h += 4) send(s, h, 15, 8, 0);
}

/* The heads of first packets come to S7 together, at t, and those of the next every 8 cycles; the output takes 0's from t to t + 8, 4's until
 * t + 16, 8's until t + 24, and 0's again. In the port of 8 two wait at t + 8: a set-aside queue for (3). With the third, at t + 16, that
 * tells Xoff, before the other two ports have three. At t + 26 S2 hears it, and its queue for (7, 3) may not send: the front of that
 * waits for the front of the other, and this for the output, on which a packet of 0 is going. */
static void stages_xoff(void) {
    scene s = scene_begin(stages(WS_QUEUEING_RECN_IQ, 64));
    static const link_of_chain chain[] = {{8, WS_WAIT_XOFF, 2}, {8, WS_WAIT_VC, 1}, {0, WS_WAIT_NOT, 0}};
    flood(&s, 40);
    chain_comes("Xoff", &s, chain, 3, 2000);
    scene_end(&s);
}

/* One queue a port, and room for two packets. The third of each could follow at t + 12; 8's first is still there then, as is its second. The
 * output sends for 4. */
static void stages_full(void) {
    scene s = scene_begin(stages(WS_QUEUEING_1Q, 2));
    static const link_of_chain chain[] = {{8, WS_WAIT_ROOM, 2}, {8, WS_WAIT_VC, 1}, {4, WS_WAIT_NOT, 0}};
    flood(&s, 40);
    chain_comes("memory of a port full", &s, chain, 3, 2000);
    scene_end(&s);
}

/* Queues by output share the memory of a port. The third of 8 goes to host 7, by another output of S7; its queue there is empty, but the
 * memory is full, as before. */
static void stages_shared(void) {
    scene s = scene_begin(stages(WS_QUEUEING_VOQSW, 2));
    static const link_of_chain chain[] = {{8, WS_WAIT_ROOM, 2}, {8, WS_WAIT_VC, 1}, {4, WS_WAIT_NOT, 0}};
    flood(&s, 2);
    send(&s, 8, 7, 8, 0);
    chain_comes("memory of a port full of others", &s, chain, 3, 2000);
    scene_end(&s);
}

/* Queues by output: 2 and then 3 send to host 1, and 0 waits for that output; meanwhile its port reads a packet for host 2, which has come
 * behind, so that it has to let the output go idle. */
static void stages_port(void) {
    scene s = scene_begin(stages(WS_QUEUEING_VOQSW, 64));
    static const link_of_chain chain[] = {{0, WS_WAIT_PORT, 1}, {0, WS_WAIT_NOT, 0}};
    send(&s, 2, 1, 8, 1);
    send(&s, 3, 1, 8, 0);
    send(&s, 0, 1, 8, 0);
    send(&s, 0, 2, 8, 0);
    chain_comes("port busy", &s, chain, 2, 200);
    scene_end(&s);
}

int main(void) {
    wormhole_lan();
    transit_first();
    timeouts_torus();
    workstations();
    cut_through();
    fabric_full();
    fabric_dest();
    stages_xoff();
    stages_full();
    stages_shared();
    stages_port();
    return done();
}
