/* rotation.c - who goes next, where several could: every arbiter against what its rule says, seen from
 * outside. Inputs that always have a packet for one output are served in turn, whatever the switch;
 * who came first goes first, lots are fair, the higher class goes first; virtual channels of a link
 * are taken in turn, and share it flit by flit or block by block.
 *
 * Sources: round robin, iSLIP (McKeown 1999); Duato et al. for the header unit. */
#include <math.h>

#include "fixture.h"

enum { SENDERS = 4, TO = 4, HOSTS = 5, ORDER_MOST = 20000 };

/* ---- the order in which packets arrive ---- */

typedef struct order {
    u32 count;
    u16 source[ORDER_MOST];
    u16 dest[ORDER_MOST];
} order;

static void note_arrival(const ws_event *event, void *context) {
    order *o = context;
    if (event->kind != WS_EVENT_PACKET_DELIVERED || o->count == ORDER_MOST)
        return;
    o->source[o->count] = (u16)event->source;
    o->dest[o->count] = (u16)event->dest;
    o->count++;
}

/* Four hosts of one switch send packets to the fifth; with the full load, without a pause. */
static ws_net *all_to_one(ws_def *d, int64_t length, int64_t load) {
    static const ws_host_def hosts[HOSTS] = {
        {TO, -1, -1}, {TO, -1, -1}, {TO, -1, -1}, {TO, -1, -1}, {-1, -1, 0}};
    d->topology = WS_TOPOLOGY_SWITCH;
    d->hosts_per_switch = HOSTS;
    d->arrivals = load == WS_MILLION ? WS_ARRIVALS_SATURATED : WS_ARRIVALS_POISSON;
    d->load = load;
    d->length = WS_LENGTH_FIXED;
    d->length_mean = length;
    d->length_unit = 1;
    d->traffic = WS_TRAFFIC_UNIFORM;
    if (d->routing == WS_ROUTING_DOR)
        d->routing = WS_ROUTING_UPDOWN;
    return fixture_net(d, hosts);
}

static void arrivals_of(ws_net *n, order *o, u64 cycles) {
    fixture_run(n, 2000, NULL, NULL);
    o->count = 0;
    fixture_run(n, cycles, note_arrival, o);
}

/* In turn: of as many packets as rounds need, each host has its share; where a link has several
 * channels, every queue of a host and every channel of the output is met once. */
static void in_turn(ws_def d, int64_t length, const char *what) {
    static order o;
    ws_net *n = all_to_one(&d, length, WS_MILLION);
    u32 share = (u32)(d.vcs * d.vcs);
    u32 window = SENDERS * share;
    u32 unfair = 0;
    arrivals_of(n, &o, 20000);
    for (u32 first = 0; first + window <= o.count; first += window) {
        u32 count[HOSTS] = {0};
        for (u32 i = 0; i < window; i++)
            count[o.source[first + i]]++;
        for (u32 h = 0; h < SENDERS; h++)
            unfair += count[h] != share;
    }
    ok(o.count > 300 && unfair == 0, "%s: %u shares of %u packets are not equal", what, unfair,
       window);
    ws_net_free(n);
}

static ws_def ports(int64_t queueing) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 1);
    d.queueing = queueing;
    d.flow_control = WS_FLOW_PACKET_CREDIT;
    d.buffer = 32;
    d.router_delay = 0;
    d.vc_delay = 0;
    return d;
}

static void turns(void) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 1);
    in_turn(d, 4, "a queue an input");
    d.vcs = 2;
    in_turn(d, 4, "two channels a link");
    d.router_delay = 0;
    d.vc_delay = 0;
    in_turn(d, 4, "the router of one stage");
    in_turn(ports(WS_QUEUEING_1Q), 4, "a queue a port");
    in_turn(ports(WS_QUEUEING_OQ), 4, "queues of outputs");
    in_turn(fixture_machine("wormhole-lan"), 4, "the LAN");
}

/* The header unit passes over a header that cannot go, so with packets of one length the same host can
 * be next whenever the output is free. Lengths that vary end that: then no host is left behind. */
static void unit_in_turn(void) {
    static order o;
    u32 count[HOSTS] = {0};
    ws_def d = fixture_machine("now-wormhole");
    d.vcs = 1;
    d.routing = WS_ROUTING_UPDOWN;
    ws_net *n = all_to_one(&d, 40, WS_MILLION);
    ws_def varied = *ws_net_def(n);
    varied.length = WS_LENGTH_EXPONENTIAL;
    ws_net_change(n, &varied, NULL);
    arrivals_of(n, &o, 400000);
    for (u32 i = 0; i < o.count; i++)
        count[o.source[i]]++;
    for (u32 h = 0; h < SENDERS; h++)
        near_to((double)count[h] / o.count, 1.0 / SENDERS, 0.05,
                "the header unit: the share of a host");
    ws_net_free(n);
}

/* ---- other rules ---- */

/* Of the heads that waited for an output of the switch before a cycle, the one that was granted it in
 * that cycle must be as the rule says; heads by input, and since when each waits. */
typedef bool rule_decides(const ws_net *n, const u64 *since, u32 winner, u32 loser);
typedef bool rule_holds(const ws_net *n, const u64 *since, u32 winner, u32 loser);

static bool came_first(const ws_net *n, const u64 *since, u32 winner, u32 loser) {
    (void)n;
    return since[winner] <= since[loser];
}

static bool always(const ws_net *n, const u64 *since, u32 winner, u32 loser) {
    (void)n;
    (void)since;
    return winner != loser;
}

static bool differs(const ws_net *n, const u64 *since, u32 winner, u32 loser) {
    (void)since;
    const ws_queue_state *queue = n->queue + n->wire.queue0[0];
    u8 own = n->packet.class[queue[winner].front];
    u8 its = n->packet.class[queue[loser].front];
    return own != its;
}

static bool is_higher(const ws_net *n, const u64 *since, u32 winner, u32 loser) {
    (void)since;
    const ws_queue_state *queue = n->queue + n->wire.queue0[0];
    u8 own = n->packet.class[queue[winner].front];
    u8 its = n->packet.class[queue[loser].front];
    return own <= its;
}

static void by_rule(ws_def d, rule_decides *decides, rule_holds *holds, const char *what) {
    u64 since[64];
    bool waited[64];
    u32 grants = 0;
    u32 contested = 0;
    u32 wrong = 0;
    d.high_share = 500000;
    ws_net *n = all_to_one(&d, 4, 240000); /* of four, nearly all that the fifth can take */
    u32 q0 = n->wire.queue0[0];
    u32 queues = n->wire.queue0[1] - q0;
    u32 v = n->wire.vc0[n->wire.eject_link[TO]];
    for (u32 cycle = 0; cycle < 60000; cycle++) {
        u32 before = n->vc[v].holder;
        for (u32 i = 0; i < queues; i++) {
            waited[i] = n->queue[q0 + i].state == QUEUE_WAITING;
            since[i] = n->since[q0 + i];
        }
        fixture_run(n, 1, NULL, NULL);
        u32 winner = n->vc[v].holder;
        if (winner == NIL || winner == before || !waited[winner - q0])
            continue;
        grants++;
        for (u32 i = 0; i < queues; i++) {
            if (!waited[i] || q0 + i == winner)
                continue;
            contested += decides(n, since, winner - q0, i);
            wrong += !holds(n, since, winner - q0, i);
        }
    }
    ok(contested > 500 && wrong == 0, "%s: %u of %u grants against the rule, %u contested", what,
       wrong, grants, contested);
    ws_net_free(n);
}

static void lots(void) {
    static order o;
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 1);
    u32 count[SENDERS] = {0};
    u32 again = 0;
    d.arbiter = WS_ARBITER_RANDOM;
    ws_net *n = all_to_one(&d, 4, WS_MILLION);
    arrivals_of(n, &o, 60000);
    for (u32 i = 2; i < o.count; i++) {
        count[o.source[i]]++;
        again += o.source[i] == o.source[i - 2];
    }
    double share = 1.0 / SENDERS;
    double width = 5 * sqrt(share * (1 - share) / o.count);
    for (u32 h = 0; h < SENDERS; h++)
        near_to((double)count[h] / o.count, share, width, "by lot: the share of a host");
    /* the one served last is not there yet: three draw */
    near_to((double)again / o.count, 1.0 / 3, 0.025,
            "by lot: who was served last but one is served again");
    ws_net_free(n);
}

static void rules(void) {
    ws_def d = fixture_machine("wormhole-lan");
    d.class_rule = WS_CLASS_RULE_PRIORITY;
    d.arbiter = WS_ARBITER_FCFS;
    by_rule(d, always, came_first, "first come, first served");
    d.arbiter = WS_ARBITER_PRIORITY;
    by_rule(d, differs, is_higher, "priority");
    d.arbiter = WS_ARBITER_ROUND_ROBIN;
    d.switch_priority = 1;
    by_rule(d, differs, is_higher, "the higher class, then in turn");
    lots();
}

/* ---- two switches: H0, H1, H2 - S0 - S1 - H3, H4, H5 ---- */

static ws_net *two_switches(ws_def *d) {
    d->topology = WS_TOPOLOGY_MESH;
    d->size[0] = 1;
    d->size[1] = 2;
    d->hosts_per_switch = 3;
    d->load = 0;
    d->length_unit = 1;
    return fixture_net(d, NULL);
}

static void send(ws_net *n, u32 from, u32 to, u32 length, u32 class) {
    u32 queue = n->model->by_dest ? to : 0;
    ws_letter letter = {
        .source_queue = from * n->wire.source_queues + queue,
        .from = from,
        .to = to,
        .length = length,
        .traffic_class = class,
        .created = n->cycle[0],
    };
    message_create(n, &letter);
}

/* The link from S0 to S1. */
static u32 middle(const ws_net *n) {
    for (u32 l = n->wire.link0[0]; l < n->wire.link0[1]; l++)
        if (n->wire.link_to[l] == 1)
            return l;
    return NIL;
}

/* Packets alone, one after the other: on its host's link each takes the channel behind that of the one
 * before. A queue of the switch has a pointer of its own, and sees one packet in four. */
static void channels_in_turn(ws_def d, bool at_host, const char *what) {
    enum { VCS = 4 };
    u32 last = NIL;
    u32 taken = 0;
    u32 out_of_turn = 0;
    d.vcs = VCS;
    ws_net *n = two_switches(&d);
    u32 link = at_host ? n->wire.inject_link[0] : middle(n);
    u32 round = at_host ? 1 : VCS;
    u32 vc0 = n->wire.vc0[link];
    for (u32 i = 0; i < 40; i++) {
        send(n, 0, 3, 4, 0);
        u32 now_held = NIL;
        for (u32 cycle = 0; cycle < 60; cycle++) {
            fixture_run(n, 1, NULL, NULL);
            for (u32 c = 0; c < VCS; c++)
                if (n->vc[vc0 + c].holder != NIL)
                    now_held = c;
        }
        if (now_held == NIL)
            continue;
        bool turns = taken % round == 0;
        out_of_turn += last != NIL && now_held != (last + turns) % VCS;
        taken++;
        last = now_held;
    }
    ok(taken == 40 && out_of_turn == 0,
       "%s: of %u packets alone %u take another channel than the next", what, taken, out_of_turn);
    ws_net_free(n);
}

/* The most that one of two worms is ahead of the other, in flits delivered, while both are under
 * way. Their hosts, H0 and H1, send at once, to H3 and H4. */
static u32 lead_of(ws_def d) {
    enum { LONG = 600 };
    u32 most = 0;
    d.vcs = 2;
    d.class_rule = WS_CLASS_RULE_PRIORITY;
    ws_net *n = two_switches(&d);
    send(n, 0, 3, LONG, 0);
    send(n, 1, 4, LONG, 1);
    for (u32 cycle = 0; cycle < 4000; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        u32 first = (u32)n->class_flits[0];
        u32 second = (u32)n->class_flits[1];
        if (first >= LONG || second >= LONG)
            break;
        u32 lead = first > second ? first - second : second - first;
        if (lead > most)
            most = lead;
    }
    ws_net_free(n);
    return most;
}

static void sharing(ws_def d, const char *what) {
    d.multiplexing = WS_MULTIPLEXING_FLIT;
    u32 flits = lead_of(d);
    ok(flits <= 2, "%s, flit by flit: one of two worms is at most %u flits ahead", what, flits);
    d.multiplexing = WS_MULTIPLEXING_BLOCK;
    u32 block = lead_of(d);
    ok(block >= 8, "%s, block by block: one of two worms is %u flits ahead", what, block);
}

/* All inputs of a switch with virtual output queues send to all outputs without a pause: each pair has the
 * same share. */
static void pairs_share(void) {
    u64 count[SENDERS * SENDERS] = {0};
    static order o;
    u64 least = UINT64_MAX;
    u64 most = 0;
    ws_def d = fixture_slots(SENDERS);
    d.queueing = WS_QUEUEING_VOQ;
    d.traffic = WS_TRAFFIC_UNIFORM_SELF;
    d.length = WS_LENGTH_FIXED;
    d.length_mean = 3;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 part = 0; part < 50; part++) {
        arrivals_of(n, &o, 2000);
        for (u32 i = 0; i < o.count; i++)
            count[o.source[i] * SENDERS + o.dest[i]]++;
    }
    for (u32 i = 0; i < SENDERS * SENDERS; i++) {
        least = count[i] < least ? count[i] : least;
        most = count[i] > most ? count[i] : most;
    }
    ok(least > 100 && 10 * (most - least) <= most,
       "virtual output queues: of all pairs the least has %llu packets, the most %llu",
       (unsigned long long)least, (unsigned long long)most);
    ws_net_free(n);
}

/* Worms of H0 and H1 stand with full buffers before S1's outputs for H6 and H7, all channels of which
 * are held by worms of H8 to H11; when these let go, together, the two share the crossbar input of
 * the link between the switches. */
static void released_together(ws_def d, const char *what) {
    enum { LONG = 400, HELD = 100, SIDE = 6 };
    u32 most = 0;
    u32 begun = 0;
    d.vcs = 2;
    d.class_rule = WS_CLASS_RULE_PRIORITY;
    d.topology = WS_TOPOLOGY_MESH;
    d.size[0] = 1;
    d.size[1] = 2;
    d.hosts_per_switch = SIDE;
    d.load = 0;
    d.length_unit = 1;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 i = 0; i < 4; i++)
        send(n, SIDE + 2 + i, SIDE + i % 2, HELD, i % 2);
    fixture_run(n, 20, NULL, NULL);
    send(n, 0, SIDE, LONG, 0);
    send(n, 1, SIDE + 1, LONG, 1);
    for (u32 cycle = 0; cycle < 4000; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        u32 first = (u32)n->class_flits[0];
        u32 second = (u32)n->class_flits[1];
        if (first <= 2 * HELD || second <= 2 * HELD)
            continue;
        if (first >= 2 * HELD + LONG || second >= 2 * HELD + LONG)
            break;
        begun++;
        u32 lead = first > second ? first - second : second - first;
        if (lead > most)
            most = lead;
    }
    ok(begun > 100 && most <= 10,
       "%s: let go together, one of two worms is at most %u flits ahead in %u cycles", what, most,
       begun);
    ws_net_free(n);
}

/* Packets of H0 to H1 and to H2 wait in one port while both outputs are held; when these are let go,
 * the port serves both. */
static void port_serves_both(int64_t queueing, const char *what) {
    static order o;
    ws_def d = ports(queueing);
    d.buffer = 64;
    d.topology = WS_TOPOLOGY_BMIN;
    d.size[0] = 4;
    d.load = 0;
    d.length_unit = 1;
    d.routing = WS_ROUTING_SOURCE;
    ws_net *n = fixture_net(&d, NULL);
    send(n, 3, 1, 60, 0);
    send(n, 1, 2, 60, 0);
    fixture_run(n, 4, NULL, NULL);
    for (u32 i = 0; i < 6; i++)
        send(n, 0, 1, 4, 0);
    for (u32 i = 0; i < 6; i++)
        send(n, 0, 2, 4, 0);
    o.count = 0;
    fixture_run(n, 400, note_arrival, &o);
    u32 row = 0;
    u32 longest = 0;
    u32 seen = 0;
    for (u32 i = 0; i < o.count; i++) {
        if (o.source[i] != 0)
            continue;
        seen++;
        row = seen > 1 && o.dest[i] == o.dest[i - 1] ? row + 1 : 1;
        if (row > longest)
            longest = row;
    }
    ok(seen == 12 && longest < 6, "%s: of two outputs the port serves one %u times in a row, of 6",
       what, longest);
    ws_net_free(n);
}

/* ---- ports with several queues, in a multistage network of 16 hosts, four at a switch ---- */

enum { TO_EACH = 16, BURST = 3 * TO_EACH, HOLDS = 220 };

static ws_net *multistage(int64_t queueing) {
    ws_def d = ports(queueing);
    d.length_mean = HOLDS;
    d.buffer = 64 * HOLDS;
    d.topology = WS_TOPOLOGY_BMIN;
    d.size[0] = 16;
    d.load = 0;
    d.length_unit = 1;
    d.routing = WS_ROUTING_SOURCE;
    return fixture_net(&d, NULL);
}

/* H0 sends sixteen packets to each of three hosts, which wait in its port for outputs that are held; these are
 * let go. The packets in the order in which they arrive. */
static void burst(ws_net *n, const u32 dest[3], order *o) {
    fixture_run(n, 4, NULL, NULL);
    for (u32 i = 0; i < BURST; i++)
        send(n, 0, dest[i % 3], 4, 0);
    o->count = 0;
    fixture_run(n, 600, note_arrival, o);
}

/* Of the first half of the packets of H0: how many go to the host that has fewest of them. */
static u32 least_served(const order *o, const u32 dest[3]) {
    u32 count[3] = {0};
    u32 seen = 0;
    for (u32 i = 0; i < o->count && seen < BURST / 2; i++) {
        if (o->source[i] != 0)
            continue;
        seen++;
        for (u32 d = 0; d < 3; d++)
            count[d] += o->dest[i] == dest[d];
    }
    u32 least = count[0] < count[1] ? count[0] : count[1];
    return least < count[2] ? least : count[2];
}

/* H1, H2 and H3, which are at the switch of H0, send to each other: three outputs are held and let go
 * together. A port that is idle is not for the first of them each time. */
static void outputs_in_turn(int64_t queueing, const char *what) {
    static const u32 dest[3] = {1, 2, 3};
    static order o;
    ws_net *n = multistage(queueing);
    for (u32 h = 1; h <= 3; h++)
        send(n, h, h % 3 + 1, HOLDS, 0);
    burst(n, dest, &o);
    u32 least = least_served(&o, dest);
    ok(least > 0, "%s: half of what a port sends to three outputs has %u for each or more", what,
       least);
    ws_net_free(n);
}

/* H1 holds the link that packets of H0 for H4, H8 and H12 take: they wait in queues of their own, and go in turn. */
static void queues_in_turn(int64_t queueing, const char *what) {
    static const u32 dest[3] = {4, 8, 12};
    static order o;
    ws_net *n = multistage(queueing);
    send(n, 1, 4, HOLDS, 0);
    burst(n, dest, &o);
    u32 least = least_served(&o, dest);
    ok(least == BURST / 6, "%s: half of what three queues send by one link has %u of each", what,
       least);
    ws_net_free(n);
}

int main(void) {
    ws_def cube = fixture_cube(WS_TOPOLOGY_MESH, 1, 2);
    ws_def one_stage = cube;
    one_stage.router_delay = 0;
    one_stage.vc_delay = 0;
    turns();
    unit_in_turn();
    rules();
    channels_in_turn(cube, true, "two stages, at a host");
    channels_in_turn(cube, false, "two stages, at a switch");
    channels_in_turn(one_stage, false, "one stage, at a switch");
    sharing(cube, "channels that share a crossbar input");
    cube.crossbar = WS_CROSSBAR_FULL;
    sharing(cube, "channels with crossbar inputs of their own");
    cube.crossbar = WS_CROSSBAR_MULTIPLEXED;
    sharing(one_stage, "one stage");
    ws_def buffered = fixture_machine("now-wormhole");
    buffered.routing = WS_ROUTING_UPDOWN;
    sharing(buffered, "output buffers");
    pairs_share();
    released_together(cube, "two stages");
    released_together(one_stage, "one stage");
    port_serves_both(WS_QUEUEING_VOQSW, "queues by output");
    outputs_in_turn(WS_QUEUEING_VOQSW, "queues by output");
    queues_in_turn(WS_QUEUEING_VOQNET, "queues by destination");
    return done();
}
