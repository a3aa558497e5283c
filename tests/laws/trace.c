/* Small cases worked out by hand, cycle by cycle. A row of a trace shows one link or one buffer, a column one cycle:
 *
 *   a link    the flit that starts on it in this cycle: a of worm A, b of worm B, the head a capital letter; a dot is none
 *   a level   flits in the buffer at the end of the cycle
 *   a sender  S while it has been told to stop, G while it may send
 *
 * The rows are derived in the comments from the rules of the machines alone. */
#include "fixture.h"

enum { CYCLES_MOST = 64 };

/* The flit that left on link l in the cycle just run: its packet's source host as a letter, the head in capitals. */
static char sent_on(const ws_net *n, u32 l) {
    u32 slot = (u32)(n->cycle[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
    if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l)) return '.';
    u32 flit = n->flight[(size_t)slot * n->size.links + l], host = n->message.source[n->packet.message[flit >> FLIT_PACKET_SHIFT]];
    return (char)((flit & FLIT_HEAD ? 'A' : 'a') + (char)host);
}

typedef enum row_kind { LINK, LEVEL, SENDER } row_kind;
typedef struct row {
    const char *name;
    row_kind kind;
    u32 link;             /* the link; the buffer at its end; its sender */
    const char *expected; /* one character a cycle; blanks are skipped */
} row;

static char row_now(const ws_net *n, const row *r) {
    u32 v = n->wire.vc0[r->link];
    switch (r->kind) {
    case LINK: return sent_on(n, r->link);
    case LEVEL: return (char)('0' + n->queue[n->wire.vc_queue[v]].flits);
    default: return n->vc[v].credit ? 'G' : 'S';
    }
}

static void row_check(const row *r, const char *got) {
    char expected[CYCLES_MOST + 1] = "";
    size_t length = 0;
    for (const char *c = r->expected; *c; c++)
        if (*c != ' ') expected[length++] = *c;
    bool same = strncmp(expected, got, length) == 0;
    ok(same, "%s", r->name);
    if (!same) note("expected %s", expected), note("got      %s", got);
}

/* Runs the network and compares each row with what is expected; messages are created as the cycle begins. */
typedef struct birth {
    u64 cycle;
    u32 source, dest, length;
} birth;

static void trace(ws_net *n, const birth *births, size_t birth_count, const row *rows, size_t row_count, u64 cycles) {
    static char got[8][CYCLES_MOST + 1];
    memset(got, 0, sizeof got);
    for (u64 t = 0; t < cycles; t++) {
        for (size_t i = 0; i < birth_count; i++)
            if (births[i].cycle == t)
                message_create(n, &(ws_letter){births[i].source * n->wire.source_queues, births[i].source, births[i].dest, births[i].length, 0, t});
        fixture_run(n, 1, NULL, NULL);
        for (size_t i = 0; i < row_count; i++) got[i][t] = row_now(n, &rows[i]);
    }
    for (size_t i = 0; i < row_count; i++) row_check(&rows[i], got[i]);
    ws_net_free(n);
}

#define TRACE(n, births, rows, cycles)                                                                                           \
    trace(n, births, sizeof(births) / sizeof *(births), rows, sizeof(rows) / sizeof *(rows), cycles)

static u32 link_between(const ws_net *n, u32 from, u32 to) {
    for (u32 l = n->wire.link0[from]; l < n->wire.link0[from + 1]; l++)
        if (n->wire.link_to[l] == to) return l;
    return NIL;
}

/* ---- a worm is stretched, stopped and let go ----
 *
 *   H0 --- S0 --- S1 --- H2     all cables 2 cycles, STOP at 3 flits, GO at 1, buffers of 6. Worm A, 16 flits, H0 to H2;
 *                  |            worm B, 6 flits, H1 to H2; both start in cycle 0.
 *                 H1
 * B is on its cables from 0 to 5 and crosses S1 from 2 to 7. A crosses S0 from 2 and its head is at S1 in 4, where the output is
 * B's until its tail leaves in 7; the next grant is in 8. Meanwhile A's flits pile up in S1: 3 of them in cycle 6, so STOP, which
 * S0 hears in 8: it has sent flits 0 to 5, in 2 to 7, the last of which is at S1 in 9. S1 sends flits 0 to 5 in 8 to 13; after
 * that of 12 it has one left: GO, heard by S0 in 14. So flit 6 leaves S0 in 14 and S1 in 16: A pauses on the last link in 14
 * and 15. At S0 flits 6, 7, 8 have come in 8, 9, 10: STOP, heard by H0 in 12, which has sent flits 0 to 11 by then. The last of
 * them is at S0 in 13, the sixth: the buffer is full, and no flit is lost. From 14 S0 sends; after 18 one flit is left: GO, heard
 * by H0 in 20. Flits 12 to 15 leave H0 in 20 to 23, S0 in 22 to 25, S1 in 24 to 27. */
static void stop_and_go(void) {
    ws_def d = fixture_lan(WS_TOPOLOGY_FILE, 0, 0);
    d.load = 0, d.link_delay = 2, d.buffer = 6, d.stop_mark = 3, d.go_mark = 1, d.segment_rule = WS_SEGMENT_RULE_NONE;
    ws_graph g = fixture_graph(2, 3, 4);
    fixture_cable(&g, 0, fixture_host(&g, 0), 0), fixture_cable(&g, 1, fixture_host(&g, 1), 0), fixture_cable(&g, 1, fixture_host(&g, 2), 0);
    fixture_cable(&g, 0, 1, 0);
    ws_net *n = fixture_net_of(&d, &g, NULL);
    ws_graph_free(&g);
    u32 from_h0 = n->wire.inject_link[0], between = link_between(n, 0, 1);
    const birth births[] = {{0, 0, 2, 16}, {0, 1, 2, 6}};
    const row rows[] = {
        /*                                0123456789 0123456789 0123456789 */
        {"H0 to S0", LINK, from_h0, "Aaaaaaaaaa aa........ aaaa......"},
        {"S0 to S1", LINK, between, "..Aaaaaa.. ....aaaaaa ..aaaa...."},
        {"H1 to S1", LINK, n->wire.inject_link[1], "Bbbbbb.... .......... .........."},
        {"S1 to H2", LINK, n->wire.eject_link[2], "..BbbbbbAa aaaa..aaaa aa..aaaa.."},
        {"level at S0", LEVEL, from_h0, "0000000012 3456543210 0000000000"},
        {"level at S1", LEVEL, between, "0000123444 3210000000 0000000000"},
        {"H0 may send", SENDER, from_h0, "GGGGGGGGGG GGSSSSSSSS GGGGGGGGGG"},
        {"S0 may send", SENDER, between, "GGGGGGGGSS SSSSGGGGGG GGGGGGGGGG"},
    };
    note("STOP and GO");
    TRACE(n, births, rows, 30);
}

/* ---- two packets of three flits contend for one output of a cube router ----
 *
 *   R0 - R1 - R2, a host on each; worm A from H0, worm B from H1, both to H2; B starts so that its head is at R1 together with
 * A's.
 *
 * Four stages (router-delay 2): a host sends in 0, 1, 2; usable in R0 in 2, route, channel in 3, switch in 4, 5, 6; usable in R1
 * three cycles later: 7, 8, 9. B leaves H1 in 5, usable in R1 in 7. Both ask for the channel to R2 in 8; the pointer stands at input
 * 0, the host: B has it, and the switch in 9, 10, 11. From 12 the channel is A's: switch in 13, 14, 15. B is at R2 in 12, channel 13,
 * switch 14, 15, 16. A's head comes there in 16, behind B's tail, which leaves in the same cycle: A begins in 17 (route), channel
 * 18, switch 19. */
static ws_net *line_of_three(int64_t router_delay, int64_t vcs) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 3);
    d.load = 0, d.router_delay = router_delay, d.vcs = vcs;
    return fixture_net(&d, NULL);
}

static void four_stages(void) {
    ws_net *n = line_of_three(2, 1);
    const birth births[] = {{0, 0, 2, 3}, {5, 1, 2, 3}};
    const row rows[] = {
        /*                                                      0123456789 0123456789 012345 */
        {"H0 to R0", LINK, n->wire.inject_link[0], "Aaa....... .......... ......"},
        {"H1 to R1", LINK, n->wire.inject_link[1], ".....Bbb.. .......... ......"},
        {"R0 to R1", LINK, link_between(n, 0, 1), "....Aaa... .......... ......"},
        {"R1 to R2", LINK, link_between(n, 1, 2), ".........B bb.Aaa.... ......"},
        {"R2 to H2", LINK, n->wire.eject_link[2], ".......... ....Bbb..A aa...."},
        {"level at R1, A", LEVEL, link_between(n, 0, 1), "0000000123 3332100000 000000"},
        {"level at R1, B", LEVEL, n->wire.inject_link[1], "0000000122 1000000000 000000"},
    };
    note("a router of four stages");
    TRACE(n, births, rows, 26);
}

/* One stage (router-delay 0): usable in R0 in 2 and through the switch in 2, 3, 4; usable in R1 in 5. B leaves H1 in 3 and is
 * there in 5 too, wins, and has the switch in 5, 6, 7; A in 8, 9, 10. At R2 both pass without waiting, three cycles later. */
static void one_stage(void) {
    ws_net *n = line_of_three(0, 1);
    const birth births[] = {{0, 0, 2, 3}, {3, 1, 2, 3}};
    const row rows[] = {
        /*                                                      0123456789 01234567 */
        {"R0 to R1", LINK, link_between(n, 0, 1), "..Aaa..... ........"},
        {"R1 to R2", LINK, link_between(n, 1, 2), ".....BbbAa a......."},
        {"R2 to H2", LINK, n->wire.eject_link[2], "........Bb bAaa...."},
    };
    note("a router of one stage");
    TRACE(n, births, rows, 18);
}

/* The same with two channels: neither waits for the other's tail, the flits of both take turns, and go on so at R2. */
static void two_channels(void) {
    ws_net *n = line_of_three(0, 2);
    const birth births[] = {{0, 0, 2, 3}, {3, 1, 2, 3}};
    const row rows[] = {
        /*                                                      0123456789 01234567 */
        {"R0 to R1", LINK, link_between(n, 0, 1), "..Aaa..... ........"},
        {"R1 to R2", LINK, link_between(n, 1, 2), ".....BAbab a......."},
        {"R2 to H2", LINK, n->wire.eject_link[2], "........BA baba...."},
    };
    note("a router of one stage with two channels");
    TRACE(n, births, rows, 18);
}

/* ---- credits: a channel of two flits ----
 *
 * Router of four stages, H0 to H1 on R0 - R1, six flits, buffers of 2. H0 sends in 0 and 1; its third flit needs the credit of
 * the first: that crosses R0 in 4, the credit is usable 2 cycles later, in 6. The second crosses in 5; so H0 sends in 6 and 7,
 * usable in R0 in 8 and 9. R0 sent in 4 and 5 and has no credit either: R1 has the head in 7, sends it in 9 and the second in 10;
 * usable in R0 in 11 and
 * 12. So R0 sends flits 3 and 4 in 11 and 12, of which R1 has the use in 14 and 15, sends them on at once, and so on. */
static void credits(void) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 2);
    d.load = 0, d.buffer = 2;
    ws_net *n = fixture_net(&d, NULL);
    const birth births[] = {{0, 0, 1, 6}};
    const row rows[] = {
        /*                                                      0123456789 0123456789 0123 */
        {"H0 to R0", LINK, n->wire.inject_link[0], "Aa....aa.. ...aa..... ...."},
        {"R0 to R1", LINK, link_between(n, 0, 1), "....Aa.... .aa...aa.. ...."},
        {"R1 to H1", LINK, n->wire.eject_link[1], ".........A a...aa...a a..."},
    };
    note("credits");
    TRACE(n, births, rows, 24);
}

/* ---- buffers of two flits, and two packets for one host ----
 *
 * Router of four stages, R0 - R1; worm A from H0, worm B from H1, two flits each, both to H1. A crosses R0 in 4 and 5 and is usable in R1 in
 * 7, 8: route, channel in 8, switch in 9, 10. B leaves H1 in 6 and 7, usable in R1 in 8 and 9; it asks for the channel in 9, which is A's
 * until its tail has left in 10: channel in 11, switch in 12, 13. A host takes what comes at once, so links to hosts know no credits: the
 * five cycles are Aa.Bb whatever the buffers are. (BookSim2 gives a host a buffer, too: with two credits it has Aa...Bb, and means of
 * latency that are 1.3 per cent higher at load 0.06 on a mesh of 8 x 8; with many there they are ours.) */
static void to_one_host(int64_t buffer) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 1, 2);
    d.load = 0, d.buffer = buffer;
    ws_net *n = fixture_net(&d, NULL);
    const birth births[] = {{0, 0, 1, 2}, {6, 1, 1, 2}};
    const row rows[] = {
        /*                                                      0123456789 0123456789 */
        {"R0 to R1", LINK, link_between(n, 0, 1), "....Aa.... .........."},
        {"H1 to R1", LINK, n->wire.inject_link[1], "......Bb.. .........."},
        {"R1 to H1", LINK, n->wire.eject_link[1], ".........A a.Bb......"},
    };
    note("two packets for one host, buffers of %d", (int)buffer);
    TRACE(n, births, rows, 20);
}

int main(void) {
    stop_and_go();
    four_stages();
    one_stage();
    two_channels();
    credits();
    to_one_host(2);
    to_one_host(8);
    return done();
}
