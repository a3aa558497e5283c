/* spacetime.c - the space-time diagram against traces worked out by hand, and against itself: by a hidden copy from a keyframe it is
 * the same as by a run from the begin.
 *
 * The wormhole LAN has no delay but the wire, here of 2 cycles: a head that leaves its host in cycle t leaves the first switch in t + 2,
 * and so on; its flits follow, one a cycle. */
#include <inttypes.h>

#include "fixture.h"
#include "session/history/history.h"
#include "core/verbs.h"
#include "observe/spacetime.h"
#include "observe/spacetime_rows.h"
#include "ui/panels/spacetime_story.h"

enum { LENGTH = 6, WIRE = 2 };

/* Three switches in a row; H0 at the first, H1 at the second, H2 at the third. */
static ws_net *line_of_three(void) {
    ws_def d = fixture_lan(WS_TOPOLOGY_MESH, 1, 3);
    ws_graph g = fixture_graph(3, 3, 5);
    d.link_delay = WIRE, d.load = 0, d.hosts_per_switch = 1;
    d.traffic = WS_TRAFFIC_UNIFORM, d.segment_rule = WS_SEGMENT_RULE_NONE;
    fixture_cable(&g, 0, 1, 0), fixture_cable(&g, 1, 2, 0);
    for (int h = 0; h < 3; h++) fixture_cable(&g, h, fixture_host(&g, h), 0);
    ws_net *n = fixture_net_of(&d, &g, NULL);
    ws_graph_free(&g);
    return n;
}

static const char *row_text(const ws_spacetime *d, uint32_t row, uint64_t from, uint64_t to) {
    static char text[128];
    size_t used = 0;
    for (uint64_t cycle = from; cycle < to && used + 2 < sizeof text; cycle++) {
        const ws_spacetime_cell *cell = ws_spacetime_at(d, row, cycle);
        char sign = '.';
        if (cell && cell->holder) {
            bool own = d->worm[cell->holder - 1].source == d->subject.source;
            sign = !cell->moved ? (own ? ':' : ';') : own ? (char)('0' + cell->number) : 'o';
        }
        text[used++] = sign;
    }
    text[used] = '\0';
    return text;
}

static void row_is(const char *got, const char *wanted, const char *what) {
    if (!ok(strcmp(got, wanted) == 0, "%s", what)) note("got    %s", got), note("wanted %s", wanted);
}

static void say(ws_net *n, u32 host, u32 dest) {
    message_create(n, &(ws_letter){host * n->wire.source_queues, host, dest, LENGTH, 0, ws_net_cycle(n)});
}

/* The packet of a host. */
static ws_spacetime_worm worm_from(const ws_net *n, u32 host) {
    for (u32 k = 0; k < n->used->packets; k++)
        if (n->packet.message[k] != NIL && n->message.source[n->packet.message[k]] == host) return ws_spacetime_worm_of(n, k);
    printf("Bail out! no packet of host %u\n", host);
    exit(1);
}

/* A run of `cycles` from the beginning, twice: once for the links, once for who holds them. */
static void diagram_of(ws_spacetime *d, void (*begin)(ws_net *), u32 host, uint64_t seen, uint64_t cycles) {
    ws_net *n = line_of_three();
    begin(n);
    fixture_run(n, seen, NULL, NULL);
    ws_spacetime_worm worm = worm_from(n, host);
    ws_spacetime_begin(d, &worm);
    while (ws_net_cycle(n) < cycles) ws_spacetime_find(d, n), fixture_run(n, 1, NULL, NULL);
    ws_net_free(n);
    n = line_of_three();
    begin(n);
    ws_spacetime_rewind(d, 0);
    while (ws_net_cycle(n) < cycles) fixture_run(n, 1, NULL, NULL), ws_spacetime_see(d, n);
    ws_net_free(n);
}

static void alone(ws_net *n) { say(n, 0, 2); }
static void two(ws_net *n) { say(n, 1, 2), say(n, 0, 2); }

static ws_spacetime d;

static void pipeline(void) {
    diagram_of(&d, alone, 0, 1, 24);
    if (!ok(d.rows == 4, "four links from H0 to H2 (%u)", d.rows)) return;
    row_is(row_text(&d, 0, 0, 16), "012345..........", "pipeline: the host sends a flit a cycle");
    row_is(row_text(&d, 1, 0, 16), "..012345........", "the first switch sends each two cycles later");
    row_is(row_text(&d, 2, 0, 16), "....012345......", "so does the second");
    row_is(row_text(&d, 3, 0, 16), "......012345....", "and the third");
    ws_spacetime_story told = ws_spacetime_tell(&d, false);
    ok(told.waited == 0 && told.stood == 0 && !told.holder, "it never waits");
    ok(d.delivered == 13, "the tail has arrived in cycle 13: it left the last switch in 11 (%" PRIu64 ")", d.delivered);
}

/* H1's worm has taken S1 -> S2 in cycle 2 and leaves it with its tail in cycle 7; H0's head is there in cycle 4, and goes on in 8. */
static void blocked(void) {
    diagram_of(&d, two, 0, 1, 30);
    if (!ok(d.rows == 4, "four links (%u)", d.rows)) return;
    row_is(row_text(&d, 0, 0, 18), "012345............", "one blocked: its host gets rid of it");
    row_is(row_text(&d, 1, 0, 18), "..012345..........", "the first switch, too: the buffer behind is large");
    row_is(row_text(&d, 2, 0, 18), "..oooooo012345....", "there the other one stood in the way until cycle 7");
    row_is(row_text(&d, 3, 0, 18), "....oooooo012345..", "and went before it");
    ok(d.delivered == 17, "it arrives four cycles later than alone (%" PRIu64 ")", d.delivered);
    ws_spacetime_story told = ws_spacetime_tell(&d, false);
    ok(told.waited == 4, "these are the cycles that it waited (%" PRIu64 ")", told.waited);
    ok(told.holder && told.holder->source == 1 && told.row == 2 && told.until == 7, "for H1's worm on the third link, until cycle 7");
    ok(told.stood == 0 && told.held == 0, "meanwhile it moved on the links behind");
    told = ws_spacetime_tell(&d, true);
    ok(told.waited == 0 && !told.holder, "a packet that must have arrived whole was not yet ready");
    d.end = 6;
    told = ws_spacetime_tell(&d, false);
    ok(told.waited == 2 && told.holder && told.until == 5, "two cycles later it still waits (%" PRIu64 ")", told.waited);
}

/* ---- by a hidden copy ---- */

static void session_diagram(ws_shadow *copy, const ws_spacetime_worm *worm, uint64_t from, uint64_t to, ws_spacetime *into) {
    ws_spacetime_begin(into, worm);
    for (uint64_t cycle = from; cycle <= to; cycle++) {
        ws_shadow_follow(copy, cycle, UINT64_MAX);
        ws_spacetime_find(into, ws_session_net(ws_shadow_session(copy)));
    }
    ws_shadow_follow(copy, from, UINT64_MAX);
    ws_spacetime_rewind(into, from);
    for (uint64_t cycle = from; cycle < to; cycle++) {
        ws_shadow_follow(copy, cycle + 1, UINT64_MAX);
        ws_spacetime_see(into, ws_session_net(ws_shadow_session(copy)));
    }
}

static void copies(const char *name, uint64_t now) {
    static ws_spacetime lent, played;
    const ws_options options = {.keyframe_bytes = 16 << 20, .keyframe_ns = 200000};
    ws_error error = {0};
    ws_session *s = ws_session_open(name, &options, &error);
    if (!s) fixture_stop(name, &error);
    ws_session_observe(s);
    ws_session_run(s, now);
    uint64_t digest = ws_net_digest(ws_session_net(s));
    const ws_net *n = ws_session_net(s);
    u32 k = 0;
    while (n->packet.message[k] == NIL) k++;
    ws_spacetime_worm worm = ws_spacetime_worm_of(n, k);
    ws_shadow *one = ws_shadow_new(s, 0, 1 << 22, &error), *other = ws_shadow_new(s, 0, 1 << 22, &error);
    ws_shadow_lend(one, s, 0, now - 100);
    session_diagram(one, &worm, now - 100, now, &lent);
    session_diagram(other, &worm, now - 100, now, &played);
    bool same = lent.rows == played.rows && lent.rows > 0;
    for (u32 row = 0; same && row < lent.rows; row++)
        for (uint64_t cycle = now - 100; cycle < now; cycle++)
            same &= memcmp(ws_spacetime_at(&lent, row, cycle), ws_spacetime_at(&played, row, cycle), sizeof(ws_spacetime_cell)) == 0;
    ok(same, "%s: from a keyframe that is lent it is the same as from the begin (%u links)", name, lent.rows);
    ok(ws_net_digest(ws_session_net(ws_shadow_session(one))) == digest, "%s: and the copy is where the session is", name);
    ok(ws_net_digest(n) == digest, "%s: which has not moved", name);
    ws_shadow_free(one);
    ws_shadow_free(other);
    ws_session_close(s);
}

/* ---- rows of several worms ---- */

static const char *rows_text(const ws_frame *f, const ws_spacetime_rows *rows) {
    static char text[512];
    size_t used = 0;
    for (uint32_t i = 0; i < rows->links; i++) {
        const ws_frame_link *link = &f->link[rows->link[i]];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s-%s", i ? " " : "", f->graph.node[link->from].name, f->graph.node[link->to].name);
    }
    return text;
}

static uint32_t packet_from(const ws_frame *f, uint32_t host) {
    for (uint32_t i = 0; i < f->worms; i++)
        if (f->worm[i].source == host) return f->worm[i].packet;
    return WS_NIL;
}

static bool in_frame(ws_session *s, ws_frame *f, uint64_t cycle) {
    ws_session_run(s, cycle - ws_net_cycle(ws_session_net(s)));
    ws_frame_update(f, ws_session_net(s), NULL, ws_session_observer(s));
    return ws_net_cycle(ws_session_net(s)) == cycle;
}

/* Four worms in a ring, each from its host over its switch to the next one; each waits for the next. */
static void ring_and_chain(void) {
    ws_error error = {0};
    ws_session *s = ws_session_open("teach/ring-deadlock", &(ws_options){0}, &error);
    if (!s) fixture_stop("ring-deadlock", &error);
    ws_session_observe(s);
    ws_frame *f = ws_frame_new(ws_session_net(s));
    ws_spacetime_rows rows;
    ok(in_frame(s, f, 5) && ws_spacetime_rows_of(f, packet_from(f, 0), WS_SPACETIME_RING, &rows), "a ring of four switches is one before it is stuck");
    ok(rows.packets == 1 && strcmp(rows_text(f, &rows), "S0-S1 S1-S2 S2-S3 S3-S0") == 0, "its rows are its links, from that of the worm on: %s", rows_text(f, &rows));
    ok(in_frame(s, f, 60) && f->deadlock && ws_spacetime_rows_of(f, packet_from(f, 0), WS_SPACETIME_RING, &rows), "the deadlock is a ring");
    ok(rows.packets == 4 && rows.links == 8, "of four worms that hold two links each (%u, %u): %s", rows.packets, rows.links, rows_text(f, &rows));
    ok(ws_spacetime_rows_of(f, packet_from(f, 2), WS_SPACETIME_CHAIN, &rows), "the chain of H2's worm");
    ok(rows.packets == 4 && strcmp(rows_text(f, &rows), "H2-S2 S2-S3 H3-S3 S3-S0 H0-S0 S0-S1 H1-S1 S1-S2") == 0, "goes once round from there: %s",
       rows_text(f, &rows));
    ws_spacetime_worm worm = ws_spacetime_worm_of(ws_session_net(s), packet_from(f, 2));
    ws_spacetime_begin(&d, &worm);
    ws_spacetime_record(&d, ws_session_net(s), &rows);
    ws_spacetime_rewind(&d, 60);
    for (int i = 0; i < 10; i++) ws_session_run(s, 1), ws_spacetime_see(&d, ws_session_net(s));
    int held = 0, moved = 0, strange = 0;
    for (uint32_t row = 0; row < d.rows; row++)
        for (uint64_t cycle = 60; cycle < 70; cycle++) {
            const ws_spacetime_cell *cell = ws_spacetime_at(&d, row, cycle);
            held += cell->holder > 0, moved += cell->moved;
            strange += cell->holder > 0 && !ws_spacetime_has(&d, &d.worm[cell->holder - 1]);
        }
    ok(d.members == 4 && held == 80 && moved == 0 && strange == 0, "all rows are held by its members, and none moves (%d, %d, %d)", held, moved, strange);
    ws_frame_free(f);
    ws_session_close(s);
}

static void no_ring(void) {
    ws_error error = {0};
    ws_session *s = ws_session_open("cube/mesh-8x8", &(ws_options){0}, &error);
    if (!s) fixture_stop("mesh", &error);
    ws_session_observe(s);
    ws_frame *f = ws_frame_new(ws_session_net(s));
    ws_spacetime_rows rows;
    ok(in_frame(s, f, 500) && !ws_spacetime_rows_of(f, f->worm[0].packet, WS_SPACETIME_RING, &rows), "a mesh has no ring");
    uint32_t moving = 0;
    while (moving < f->worms && f->worm[moving].blocked) moving++;
    ok(moving < f->worms && !ws_spacetime_rows_of(f, f->worm[moving].packet, WS_SPACETIME_CHAIN, &rows), "a worm that moves has no chain");
    ws_frame_free(f);
    ws_session_close(s);
}

int main(void) {
    ring_and_chain();
    no_ring();
    pipeline();
    blocked();
    copies("kwan/torus-3x3", 9000);
    copies("cube/mesh-8x8", 1500);
    copies("teach/congestion-tree", 2600);
    return done();
}
