/* How much buffer a wire of P cycles needs. STOP and GO: after STOP is decided at most 2P - 1 more flits arrive, and they do;
 * after GO the buffer needs 2P - 1 flits of its own to send without a gap, so that a merge of worms of L flits runs at L / (L +
 * max(0, 2P - 1 - go-mark)). Credits: one channel with c of them runs at c / round trip. Behind a link that is held, buffers are full: by
 * whole packets with cut-through, to the last flit without. */
#include "fixture.h"

/* ---- STOP and GO ---- */

static ws_def merge_def(int64_t delay, int64_t stop, int64_t go, int64_t buffer) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = 3, d.link_delay = delay, d.buffer = buffer, d.stop_mark = stop, d.go_mark = go;
    d.arrivals = WS_ARRIVALS_SATURATED, d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    d.length = WS_LENGTH_FIXED, d.length_mean = 1000;
    return d;
}

/* Two saturated hosts on one switch, both sending to the third. */
static ws_net *merge(const ws_def *d) { return fixture_net(d, (ws_host_def[]){{2, -1, -1}, {2, -1, -1}, {-1, -1, 0}}); }

static double merge_use(ws_def d) {
    ws_net *n = merge(&d);
    fixture_run(n, 20000, NULL, NULL);
    double use = fixture_accepted(n, amount(150000, 1000000, 10000000)) * n->size.hosts;
    ws_net_free(n);
    return use;
}

static void go_marks(void) {
    static const struct {
        int64_t go;
        double elsewhere; /* one run each of an independent model, worms of about 1000, delay 11; 0 = not measured */
    } rows[] = {{1, 0}, {5, 0.987}, {10, 0.984}, {15, 0.997}, {20, 1}, {21, 1}, {30, 1}, {55, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char what[80];
        double bubble = rows[i].go < 21 ? (double)(21 - rows[i].go) : 0, use = merge_use(merge_def(11, 56, rows[i].go, 80));
        snprintf(what, sizeof what, "merge of worms of 1000, go-mark %d: use of the link", (int)rows[i].go);
        near_to(use, 1000 / (1000 + bubble), 0.0005, what);
        if (rows[i].elsewhere > 0) near_to(use, rows[i].elsewhere, 0.006, "  and in an independent model");
    }
}

/* The highest level ever reached by a switch's buffer. */
static u32 highest_level(const ws_def *d, u64 cycles) {
    ws_net *n = merge(d);
    u32 highest = 0;
    for (u64 t = 0; t < cycles; t++) {
        fixture_run(n, 1, NULL, NULL);
        for (u32 q = 0; q < n->wire.source_queue0; q++)
            if (n->queue[q].flits > highest) highest = n->queue[q].flits;
    }
    ws_net_free(n);
    return highest;
}

static void losslessness(void) {
    static const int64_t delays[] = {1, 2, 5, 11, 30};
    for (size_t i = 0; i < 5; i++)
        for (int64_t stop = 2; stop <= 32; stop += 15) {
            ws_graph g;
            ws_error error = {0};
            int64_t coming = 2 * delays[i] - 1;
            ws_def d = merge_def(delays[i], stop, 1, stop + coming);
            u32 highest = highest_level(&d, 20000);
            bool tight = highest == (u32)(stop + coming);
            d.buffer--; /* one flit less could overflow: refused */
            ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
            ws_graph_free(&g);
            ok(tight && !n && strstr(error.text, "overflow"),
               "delay %d, stop-mark %d: the buffer of %d fills to %u, and less is refused", (int)delays[i], (int)stop,
               (int)(stop + coming), highest);
            ws_net_free(n);
        }
}

/* ---- credits ---- */

/* Flits a cycle from one saturated host through two routers to another; long packets, so that heads do not count. */
static double flow(ws_def d) {
    d.arrivals = WS_ARRIVALS_SATURATED, d.length_mean = 20000;
    ws_net *n = fixture_net(&d, (ws_host_def[]){{1, -1, -1}, {-1, -1, 0}});
    fixture_run(n, 20000, NULL, NULL);
    double use = fixture_accepted(n, amount(80000, 400000, 4000000)) * n->size.hosts;
    ws_net_free(n);
    return use;
}

static void credits_of(const char *name, const ws_def *d, int64_t round_trip) {
    bool good = true;
    double got[80] = {0};
    for (int64_t c = 1; c <= round_trip + 2; c++) {
        ws_def with = *d;
        with.buffer = c;
        double expected = c < round_trip ? (double)c / (double)round_trip : 1;
        got[c] = flow(with) / expected;
        if (got[c] < 0.99 || got[c] > 1.01) {
            good = false;
            note("%s with %d credits: %.4f of %.4f", name, (int)c, got[c] * expected, expected);
        }
    }
    ok(good, "%s: c credits give c / %d of the link, c = 1 .. %d", name, (int)round_trip, (int)round_trip + 2);
}

static void credits(void) {
    for (int64_t delay = 1; delay <= 7; delay += 3)
        for (int64_t extra = 0; extra <= 2; extra += 2) {
            /* there: wire, crossbar, input register; back: wire, input register, and what credit-delay adds */
            ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 2);
            d.link_delay = delay, d.credit_delay = extra;
            char name[64];
            snprintf(name, sizeof name, "cube, link-delay %d, credit-delay %d", (int)delay, (int)extra);
            credits_of(name, &d, (delay + 2) + (delay + 1) + extra);
        }
    ws_def d = fixture_lan(WS_TOPOLOGY_LINE, 2, 0);
    d.hosts_per_switch = 1, d.flow_control = WS_FLOW_CREDIT, d.length = WS_LENGTH_FIXED, d.class_rule = WS_CLASS_RULE_NONE;
    d.segment_rule = WS_SEGMENT_RULE_NONE;
    credits_of("wormhole LAN with credits", &d, 22);
    d.flow_control = WS_FLOW_SPACE; /* the sender sees a free slot in the next cycle: only the way there counts */
    credits_of("wormhole LAN with space seen at once", &d, 12);
}

/* ---- wires longer than any worm ---- */

/* Two saturated hosts and a third; the sizing rule puts the GO mark above 2P, so that the link never stands idle. */
static void long_merge(int64_t delay) {
    ws_def d = merge_def(delay, 0, 0, 4 * delay + 40);
    char what[80];
    snprintf(what, sizeof what, "delay %d, a buffer of four delays, marks by the rule: use of the link", (int)delay);
    near_to(merge_use(d), 1, 0.0005, what);
}

/* Credits for a whole round trip fill the wire, for half of one half of it. */
static void long_credits(int64_t delay) {
    ws_def d = fixture_lan(WS_TOPOLOGY_LINE, 2, 0);
    d.hosts_per_switch = 1, d.flow_control = WS_FLOW_CREDIT, d.length = WS_LENGTH_FIXED, d.class_rule = WS_CLASS_RULE_NONE;
    d.segment_rule = WS_SEGMENT_RULE_NONE, d.link_delay = delay;
    for (int64_t parts = 1; parts <= 2; parts++) {
        char what[80];
        d.buffer = 2 * delay / parts;
        snprintf(what, sizeof what, "delay %d, credits for 1/%d of the round trip: use of the link", (int)delay, (int)parts);
        near_to(flow(d), 1.0 / (double)parts, 0.01 / (double)parts, what);
    }
}

static void long_links(void) {
    static const int64_t delays[] = {65, 127, 128, 1000, 3000};
    for (size_t i = 0; i < 5; i++) {
        long_merge(delays[i]);
        long_credits(delays[i]);
    }
}

/* ---- behind a link that is held ---- */

/* S0 - S1 - S2: a long worm of H1 holds the link to S2; messages of H0 for H2 stand behind it. *l: the link from S0. */
static ws_net *held(const ws_def *d, u32 length, u32 count, u32 *l) {
    enum { HELD = 400, WAIT = 200 };
    ws_net *n = fixture_net(d, NULL);
    message_create(n, &(ws_letter){n->wire.source_queues, 1, 2, HELD, 0, 0});
    fixture_run(n, d->buffer + 20, NULL, NULL);
    for (u32 i = 0; i < count; i++) message_create(n, &(ws_letter){0, 0, 2, length, 0, 0});
    fixture_run(n, WAIT, NULL, NULL);
    for (*l = 0; n->wire.link_from[*l] != 0 || n->wire.link_to[*l] != 1;) ++*l;
    return n;
}

static ws_def line_of_three(void) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 3);
    d.load = 0;
    return d;
}

/* The flits in the buffer of S1. */
static u32 flits_behind(int64_t grant_room, int64_t buffer, u32 length) {
    ws_def d = line_of_three();
    u32 l;
    d.grant_room = grant_room, d.buffer = buffer;
    ws_net *n = held(&d, length, 2 * (u32)buffer / length + 2, &l);
    u32 flits = n->queue[n->wire.vc_queue[n->wire.vc0[l]]].flits;
    ws_net_free(n);
    return flits;
}

/* Virtual cut-through lets in whole packets, as many as there is room for; worms fill the buffer to the last flit. */
static void cut_through(void) {
    u32 whole = 0, all = 0, tried = 0;
    for (int64_t buffer = 8; buffer <= 24; buffer += 8)
        for (u32 length = 1; length <= 8; length++, tried++) {
            whole += flits_behind(WS_GRANT_ROOM_FIT, buffer, length) == (u32)buffer / length * length;
            all += flits_behind(WS_GRANT_ROOM_FLIT, buffer, length) == (u32)buffer;
        }
    ok(whole == tried, "cut-through: as many whole packets stand in a buffer as fit, in %u of %u cases", whole, tried);
    ok(all == tried, "worms: it is full, in %u", all);
}

/* A worm that waits fills the output buffer behind it, too, to the last flit. */
static void output_buffers(void) {
    u32 full = 0, tried = 0, l;
    for (int64_t room = 1; room <= 6; room++, tried++) {
        ws_def d = line_of_three();
        d.buffer = 8, d.crossbar = WS_CROSSBAR_FULL, d.crossbar_delay = 1, d.router_unit = WS_ROUTER_UNIT_HEADER, d.output_buffer = room;
        ws_net *n = held(&d, 100, 1, &l);
        full += n->output_buffer.vc[n->wire.vc0[l]].flits == (u32)room && n->queue[n->wire.vc_queue[n->wire.vc0[l]]].flits == 8;
        ws_net_free(n);
    }
    ok(full == tried, "output buffers of 1 to %u flits are full behind it, in %u cases", tried, full);
}

int main(void) {
    go_marks();
    losslessness();
    credits();
    long_links();
    cut_through();
    output_buffers();
    return done();
}
