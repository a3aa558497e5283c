/* The networks of workstations, and their switch worked out by hand.
 *
 *   networks  every switch has as many cables as it should, at most one to another switch; one piece; the same for the same seed; and
 *             the mean distances, shortest and by up/down, that random regular networks have
 *   unit      one header a cycle, in turn
 *   blocks    a channel goes on until it is stopped or has nothing; without blocks channels alternate
 *   injection a header from a host is granted nothing while one under way waits (transit-first), or only a link without a channel in use */
#include "fixture.h"

/* ---- networks ---- */

static ws_def network_def(int64_t switches, int64_t degree, int64_t seed) {
    ws_def d = fixture_machine("now-wormhole");
    d.topology = WS_TOPOLOGY_IRREGULAR, d.size[0] = switches, d.size[1] = 1, d.irregular_degree = degree, d.topology_seed = seed;
    return d;
}

/* Cables of switch s to other switches; false if two go to the same one, or one to itself. */
static bool cables_of(const ws_graph *g, int32_t s, int32_t *count) {
    bool simple = true;
    *count = 0;
    for (int32_t e = 0; e < g->edges; e++) {
        const ws_edge *edge = &g->edge[e];
        if (edge->b >= g->switches || (edge->a != s && edge->b != s)) continue;
        ++*count;
        simple &= edge->a != edge->b;
        for (int32_t f = 0; f < e; f++) {
            const ws_edge *other = &g->edge[f];
            if ((other->a == edge->a && other->b == edge->b) || (other->a == edge->b && other->b == edge->a)) simple = false;
        }
    }
    return simple;
}

static void networks_are_regular(void) {
    u32 networks = 0, wrong = 0, same = 0;
    for (int64_t switches = 1; switches <= 24; switches++)
        for (int64_t degree = 2; degree <= 6; degree++) {
            ws_def d = network_def(switches, degree, switches * degree);
            ws_graph g, again;
            ws_error error;
            if (!ws_graph_build(&d, &g, &error) || !ws_graph_build(&d, &again, &error)) fixture_stop("irregular", &error);
            same += g.edges == again.edges && memcmp(g.edge, again.edge, (size_t)g.edges * sizeof *g.edge) == 0;
            int32_t expected = degree < switches ? (int32_t)degree : (int32_t)switches - 1, total = 0;
            for (int32_t s = 0; s < g.switches; s++) {
                int32_t count;
                bool odd = switches * expected % 2 == 1 && s == g.switches - 1;
                if (!cables_of(&g, s, &count) || count != expected - odd) wrong++;
                total += count;
            }
            ws_net *n = ws_net_build(&d, &g, NULL, &error); /* all switches can be reached, or the routing would refuse it */
            if (!n || total / 2 + g.hosts != g.edges) wrong++;
            ws_net_free(n);
            ws_graph_free(&g), ws_graph_free(&again);
            networks++;
        }
    ok(wrong == 0 && same == networks, "%u random networks: regular, simple, in one piece, and the same for the same seed",
       networks);
}

/* D14: up/down ways are longer than the shortest ones, the more so the larger the network. Means over all pairs, the same switch included. */
static void distances_of(int64_t switches, double minimal, double legal) {
    enum { SEEDS = 10 };
    double sum[2] = {0};
    char what[96];
    for (int64_t seed = 1; seed <= SEEDS; seed++) {
        ws_def d = network_def(switches, 4, seed);
        d.routing = WS_ROUTING_UD_2Q;
        ws_net *n = fixture_net(&d, NULL);
        for (int64_t i = 0; i < switches * switches; i++) sum[0] += n->wire.minimal[i], sum[1] += route_length(n, (u32)(i / switches), (u32)(i % switches));
        ws_net_free(n);
    }
    double pairs = (double)(SEEDS * switches * switches);
    snprintf(what, sizeof what, "D14 %d switches with four links: mean shortest distance", (int)switches);
    near_to(sum[0] / pairs, minimal, 0.03, what);
    snprintf(what, sizeof what, "D14 %d switches with four links: mean up/down distance", (int)switches);
    near_to(sum[1] / pairs, legal, 0.12, what);
}

/* ---- one switch by hand ---- */

/* The flit that has just left on link l: its source host as a letter, the head in capitals. */
static char sent_on(const ws_net *n, u32 l) {
    u32 slot = (u32)(n->cycle[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
    if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l)) return '.';
    u32 flit = n->flight[(size_t)slot * n->size.links + l], host = n->message.source[n->packet.message[flit >> FLIT_PACKET_SHIFT]];
    return (char)((flit & FLIT_HEAD ? 'A' : 'a') + (char)host);
}

/* Hosts 0, 1, 2 of switch S0, each with a packet of `length` flits for a host of its own at switch S1, all created in cycle 0. Every cable
 * takes one cycle. What starts on the cable from S0 to S1, cycle by cycle. */
static void cable_shows(const char *what, ws_def d, u32 hosts, u32 length, const char *expected) {
    char got[128] = "";
    ws_graph g = fixture_graph(2, 6, 7);
    for (int32_t h = 0; h < 6; h++) fixture_cable(&g, h / 3, fixture_host(&g, h), 1);
    fixture_cable(&g, 0, 1, 1);
    d.topology = WS_TOPOLOGY_FILE, d.load = 0, d.arrivals = WS_ARRIVALS_POISSON, d.link_delay = 1;
    ws_net *n = fixture_net_of(&d, &g, NULL);
    u32 l = n->wire.port_link[0 * WS_PORTS_MAX + 3];
    for (u32 h = 0; h < hosts; h++) message_create(n, &(ws_letter){h, h, 3 + h, length, 0, 0});
    for (size_t t = 0; t < strlen(expected); t++) {
        fixture_run(n, 1, NULL, NULL);
        got[t] = sent_on(n, l);
    }
    ok(strcmp(got, expected) == 0, "%s", what);
    if (strcmp(got, expected) != 0) note("expected %s", expected), note("got      %s", got);
    ws_net_free(n);
    ws_graph_free(&g);
}

/* Heads leave their hosts in 0 and are at S0 in 1; they may be routed from 2 on (router-delay 1). The unit serves A in 2, B in 3, C in 4;
 * each crosses in the cycle of its grant, and is on the cable one cycle later: A from 3, B not before 4. With three channels nothing else
 * is in the way but the cable, which carries one flit a cycle: by flits in turn, by blocks one packet after the other. */
static void by_hand(void) {
    ws_def d = network_def(2, 1, 1);
    d.routing = WS_ROUTING_BUD_2VC, d.vcs = 3, d.grant_room = WS_GRANT_ROOM_NONE, d.selection = WS_SELECTION_FIRST;
    d.multiplexing = WS_MULTIPLEXING_BLOCK;
    cable_shows("three channels, blocks: a packet after the other", d, 3, 4, "...AaaaBbbbCccc.");
    d.multiplexing = WS_MULTIPLEXING_FLIT;
    cable_shows("three channels, flits: in turn as the headers are routed, one a cycle", d, 3, 4, "...ABCabcabcabc.");
    /* Packets of one flit: the cable shows the unit itself. */
    cable_shows("one-flit packets: one header a cycle", d, 3, 1, "...ABC.");
    d.router_unit = WS_ROUTER_UNIT_OUTPUTS, d.output_buffer = 0, d.crossbar_delay = 0;
    cable_shows("without a unit all three channels are granted at once", d, 3, 1, "..ABC.");
    /* One credit a channel. A is on the cable in 3, at S1 in 4, routed and across in 5, its credit back in 6, when its second flit, which
     * is long since in the output buffer, may go; in a stream the credit is back after 2. B the same, one cycle later. */
    d = network_def(2, 1, 1);
    d.routing = WS_ROUTING_BUD_2VC, d.grant_room = WS_GRANT_ROOM_NONE, d.selection = WS_SELECTION_FIRST, d.buffer = 1;
    cable_shows("one credit a channel: the block ends when the channel is stopped", d, 2, 3, "...AB.abab");
    /* One channel: B is granted when the tail of A is on the cable, in 6; its head was tried in 3 and failed, is tried again in 7 when the
     * channel is free, crosses in 7 and is on the cable in 8. */
    d.buffer = 27, d.vcs = 1, d.multiplexing = WS_MULTIPLEXING_BLOCK;
    cable_shows("one channel: held until its tail is on the cable", d, 2, 4, "...Aaaa.Bbbb.");
    /* Cut-through with packet multiplexing and two queues: the whole cable must be idle, though the second queue is. Without an output
     * buffer the flits cross and leave in one: A is granted in 2 and on the cable from 2 to 5, B from 6. */
    d = fixture_machine("now-vct");
    d.routing = WS_ROUTING_UD_2Q, d.length_mean = 4, d.buffer = 4, d.selection = WS_SELECTION_FIRST;
    cable_shows("packet multiplexing: one packet at a time on the cable", d, 2, 4, "..AaaaBbbb.");
}

/* ---- headers from hosts ---- */

static bool waits_from(const ws_net *n, u32 x, bool host, const bool *waited) {
    for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1]; q++)
        if (bit_get(n->wire.from_hosts + n->wire.set0[x], input_of(n, q)) == host && waited[q] &&
            n->queue[q].state == QUEUE_WAITING)
            return true;
    return false;
}

static bool shares_link(const ws_net *n, u32 q) {
    u32 v = n->queue[q].vc, l = n->wire.vc_link[v];
    if (is_sink(n, l)) return false;
    for (u32 w = n->wire.vc0[l]; w < n->wire.vc0[l + 1]; w++)
        if (w != v && n->vc[w].holder != NIL) return true;
    return false;
}

/* An overloaded network, cycle by cycle: heads from hosts that were granted a channel while a head under way waited at their switch, and
 * that were granted one beside a channel in use. */
static void injection_counts(int64_t injection, u64 *before_transit, u64 *beside, u64 *grants) {
    ws_def d = network_def(16, 4, 3);
    d.injection = injection, d.load = WS_MILLION, d.length_mean = 16;
    ws_net *n = fixture_net(&d, NULL);
    bool waited[n->size.queues];
    *before_transit = *beside = *grants = 0;
    for (u32 t = 0; t < 6000; t++) {
        for (u32 q = 0; q < n->size.queues; q++) waited[q] = n->queue[q].state == QUEUE_WAITING;
        fixture_run(n, 1, NULL, NULL);
        for (u32 q = 0; q < n->wire.source_queue0; q++) {
            u32 x = n->wire.queue_node[q];
            if (!waited[q] || n->queue[q].state < QUEUE_GRANTED || n->queue[q].vc == NIL) continue;
            if (!bit_get(n->wire.from_hosts + n->wire.set0[x], input_of(n, q))) continue;
            ++*grants;
            *before_transit += waits_from(n, x, false, waited);
            *beside += shares_link(n, q);
        }
    }
    ws_net_free(n);
}

static void injection_rules(void) {
    u64 before, beside, grants;
    injection_counts(WS_INJECTION_IN_TURN, &before, &beside, &grants);
    ok(before > 100 && beside > 100,
       "in turn: of %llu grants to hosts %llu while a head under way waits, %llu beside a channel in use",
       (unsigned long long)grants, (unsigned long long)before, (unsigned long long)beside);
    injection_counts(WS_INJECTION_TRANSIT_FIRST, &before, &beside, &grants);
    ok(before == 0 && beside > 100 && grants > 1000, "transit-first: of %llu grants to hosts none while a head under way waits",
       (unsigned long long)grants);
    injection_counts(WS_INJECTION_IDLE_LINK, &before, &beside, &grants);
    ok(before > 100 && beside == 0 && grants > 1000, "idle-link: of %llu grants to hosts none beside a channel in use",
       (unsigned long long)grants);
}

int main(void) {
    networks_are_regular();
    distances_of(16, 1.850, 1.995);
    distances_of(32, 2.474, 2.878);
    distances_of(64, 3.107, 3.827);
    by_hand();
    injection_rules();
    return done();
}
