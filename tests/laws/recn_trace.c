/* The life of one set-aside queue over two switches, cycle by cycle, against a table derived by hand.
 *
 * Sixteen hosts; packets of 2 flits, links of 1 cycle; detection at 2 packets, Xoff at 3, Xon at 1; 3 cycles for a notification. H0 sends
 * eight packets A0 .. A7 to H4, and H5, on the same switch as H4, six packets P0 .. P5, all in cycle 0. On the way of A, S1.0 leaves by
 * port 1, S0.1 by port 0:
 *
 *      H0 - S0.0 - S1.0 - S0.1 - H4, H5
 *
 * The head of Ai leaves H0 in 2i and is at S0.0, S1.0, S0.1 in 2i + 1, 2i + 2, 2i + 3; Pi is at S0.1 in 2i + 1. P0 has the output to H4 in
 * 1 and 2, then the two inputs take turns: A0 3-4, P1 5-6, A1 7-8, P2 9-10, A2 11-12, P3 13-14, A3 15-16, P4 17-18, A4 19-20, P5 21-22,
 * and A5 follows in 23-24. So A comes twice as fast as it goes.
 *
 *    7  A2 arrives while A1 waits: two packets for port 0 in the cold queue. A SAQ for the way "0" is born at S0.1; A1 moves into it, asks,
 *       and leaves in 7-8. A2 is the next in front, but a move takes 2 cycles.
 *    9  A2 moves; then A3 arrives and moves at once.
 *   11  A4 is the third: Xoff to S1.0, on the way until 14. So is A5 in 13 (16).
 *   14  At S1.0 the input from S0.0 has sent the last packet on that link. It gets a SAQ for "1.0", blocked. A6, which arrives in this very
 *       cycle, moves into it, and A7 in 16. The second Xoff changes nothing.
 *   20  The tail of A4 leaves S0.1: one packet is left there. Xon, on the way until 23.
 *   23  At S1.0 the SAQ is free to go: A6 leaves in 23-24, A7 in 25-26. They pass through the SAQ at S0.1 in 24-26 and 26-28.
 *   29  The SAQ at S1.0 has been empty since 26, for the time of a notification: it is freed.
 *   31  So is that at S0.1, empty since 28. */
#include "fixture.h"

enum { FIRST = 3, LAST = 32, NONE = 255 };

typedef struct row {
    u8 cold, near, told; /* at S0.1: packets in the cold queue and in the SAQ (NONE: there is none), and has it told Xoff? */
    u8 far, blocked;     /* at S1.0 */
} row;

/* At the end of each cycle from 3 on. */
static const row table[LAST - FIRST + 1] = {
    {1, NONE, 0, NONE, 0}, /*  3: A0 */
    {0, NONE, 0, NONE, 0}, /*  4 */
    {1, NONE, 0, NONE, 0}, /*  5: A1 */
    {1, NONE, 0, NONE, 0}, /*  6 */
    {1, 1, 0, NONE, 0},    /*  7: born */
    {1, 0, 0, NONE, 0},    /*  8 */
    {0, 2, 0, NONE, 0},    /*  9: A2 and A3 move */
    {0, 2, 0, NONE, 0},    /* 10 */
    {0, 3, 1, NONE, 0},    /* 11: Xoff */
    {0, 2, 1, NONE, 0},    /* 12 */
    {0, 3, 1, NONE, 0},    /* 13: Xoff again */
    {0, 3, 1, 1, 1},       /* 14: born at S1.0, blocked; A6 */
    {0, 3, 1, 1, 1},       /* 15 */
    {0, 2, 1, 2, 1},       /* 16: A7 at S1.0 */
    {0, 2, 1, 2, 1},       /* 17 */
    {0, 2, 1, 2, 1},       /* 18 */
    {0, 2, 1, 2, 1},       /* 19 */
    {0, 1, 0, 2, 1},       /* 20: Xon */
    {0, 1, 0, 2, 1},       /* 21 */
    {0, 1, 0, 2, 1},       /* 22 */
    {0, 1, 0, 2, 0},       /* 23: free to go */
    {0, 1, 0, 1, 0},       /* 24: A6 comes, A5 goes */
    {0, 1, 0, 1, 0},       /* 25 */
    {0, 1, 0, 0, 0},       /* 26: A7 comes, A6 goes */
    {0, 1, 0, 0, 0},       /* 27 */
    {0, 0, 0, 0, 0},       /* 28 */
    {0, 0, 0, NONE, 0},    /* 29: freed at S1.0 */
    {0, 0, 0, NONE, 0},    /* 30 */
    {0, NONE, 0, NONE, 0}, /* 31: freed at S0.1 */
    {0, NONE, 0, NONE, 0}, /* 32 */
};

/* The SAQ for a way at the end of a link; NULL if there is none. *packets: that stand in it. */
static const ws_saq_state *saq_at(const ws_net *n, u32 l, u32 path, u32 turns, u8 *packets) {
    u32 cold = n->wire.vc_queue[n->wire.vc0[l]], port = port_of(n, cold);
    *packets = NONE;
    for (u32 i = 0; i < n->layout.saqs; i++) {
        const ws_saq_state *saq = &n->saq.line[port * n->layout.saqs + i];
        if (!(n->saq.valid[port] >> i & 1) || saq->path != path || saq->hops != turns) continue;
        *packets = (u8)n->queue[cold + 1 + i].packets;
        return saq;
    }
    return NULL;
}

static row read_row(const ws_net *n, u32 near_link, u32 far_link) {
    row r = {.cold = (u8)n->queue[n->wire.vc_queue[n->wire.vc0[near_link]]].packets};
    const ws_saq_state *near = saq_at(n, near_link, 0, 1, &r.near), *far = saq_at(n, far_link, 1, 2, &r.far);
    r.told = near && near->xoff_sent, r.blocked = far && far->blocked;
    return r;
}

typedef struct log {
    u64 born[2], died[2], at_h4;
    u32 births, deaths;
    const ws_net *n;
    u32 vc[2];
} log;

static void eye(const ws_event *e, void *context) {
    log *g = context;
    u32 which = e->source == g->vc[0] ? 0 : e->source == g->vc[1] ? 1 : 2;
    if (e->kind == WS_EVENT_PACKET_DELIVERED && e->source == 0) g->at_h4 = e->cycle;
    if (which == 2 || (e->kind != WS_EVENT_SAQ_ALLOCATED && e->kind != WS_EVENT_SAQ_FREED)) return;
    bool root = e->dest == g->n->wire.eject_link[4] && e->traffic_class == (which ? WS_SAQ_NOTIFIED : WS_SAQ_DETECTED);
    if (e->kind == WS_EVENT_SAQ_ALLOCATED && root) g->born[which] = e->cycle, g->births++;
    if (e->kind == WS_EVENT_SAQ_FREED && root && e->created == g->born[which]) g->died[which] = e->cycle, g->deaths++;
}

int main(void) {
    ws_def d = fixture_machine("recn");
    d.size[0] = 16, d.load = 0, d.length_mean = 2, d.buffer = 64, d.link_delay = 1;
    d.saq_detect = 2, d.saq_xoff = 3, d.saq_xon = 1, d.notification_delay = 3;
    ws_net *n = fixture_net(&d, NULL);
    u32 up = n->wire.port_link[0 * WS_PORTS_MAX + 4], down = n->wire.port_link[4 * WS_PORTS_MAX + 1]; /* S0.0 - S1.0 - S0.1 */
    log g = {.n = n, .vc = {n->wire.vc0[down], n->wire.vc0[up]}};
    ws_error error = {0};
    ok(n->wire.link_to[up] == 4 && n->wire.link_to[down] == 1, "the way of A leads over S1.0 and S0.1");
    for (u32 i = 0; i < 8; i++) message_create(n, &(ws_letter){0, 0, 4, 2, 0, 0});
    for (u32 i = 0; i < 6; i++) message_create(n, &(ws_letter){5, 5, 4, 2, 0, 0});
    fixture_run(n, FIRST, eye, &g);
    for (u32 cycle = FIRST; cycle <= LAST; cycle++) {
        fixture_run(n, 1, eye, &g);
        row r = read_row(n, down, up), expected = table[cycle - FIRST];
        ok(memcmp(&r, &expected, sizeof r) == 0 && ws_net_check(n, &error),
           "cycle %2u: S0.1 %u cold, %u set aside (%u), told %u (%u); S1.0 %u (%u), blocked %u (%u) %s", cycle, r.cold, r.near,
           expected.near, r.told, expected.told, r.far, expected.far, r.blocked, expected.blocked, error.text);
    }
    ok(g.births == 2 && g.born[0] == 7 && g.born[1] == 14, "born by detection in %u, by notification in %u", (u32)g.born[0],
       (u32)g.born[1]);
    ok(g.deaths == 2 && g.died[0] == 31 && g.died[1] == 29, "freed in %u and %u", (u32)g.died[0], (u32)g.died[1]);
    ok(g.at_h4 == 29 && n->total[WS_TOTAL_XOFFS] == 2 && n->total[WS_TOTAL_XONS] == 1,
       "two Xoffs, one Xon; the last tail is at H4 in %u", (u32)g.at_h4);
    ws_net_free(n);
    return done();
}
