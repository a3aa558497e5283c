/* The life of the set-aside queues of RECN with distributed deallocation over two switches, cycle by cycle, against tables derived by hand.
 *
 * The case of recn_trace.c, with output ports: packets of 2 flits, links of 1 cycle; detection at 2 packets, Xoff at 3, Xon at 1; 3 cycles
 * for a notification. H0 sends ten packets A0 .. A9 to H4, and H5, on the same switch as H4, six packets P0 .. P5, all in cycle 0. On the way
 * of A, S1.0 leaves by port 1, S0.1 by port 0:
 *
 *      H0 - S0.0 - S1.0 - S0.1 - H4, H5
 *
 * Ai is at S0.0, S1.0, S0.1 in 2i + 1, 2i + 2, 2i + 3, Pi at S0.1 in 2i + 1. A packet crosses in 2 cycles, for which input and output port are
 * busy, and has left its input when it begins to cross. At S0.1 the inputs take turns: P0 crosses in 1, A0 in 3, P1 in 5, A1 in 7, P2 in 9,
 * A2 in 11, P3 in 13, A3 in 15, P4 in 17, A4 in 19, P5 in 21, A5 in 23.
 *
 * Earlier packets move on (saq-order move):
 *    7  A2 comes while A1 waits: two packets in the detection queue. A SAQ for the way "0" is born at the input of S0.1; A1 moves into it
 *       and crosses. It is empty now, but A2 is pending, so it stays.
 *    9  A move takes 2 cycles: A2 moves. The SAQ is ready, and A3 comes straight into it.
 *   11  A4 is the third: Xoff to the output of S1.0, there in 14. So is A5 in 13 (16). A2 crosses.
 *   14  S1.0 has no SAQ for "0" at its output: Xoff is a notification. One is born, blocked. A6 crosses into it, A7 in 16.
 *   18  A8 is the third there: Xoff inside the switch. The input that sent it gets a SAQ for "1.0", blocked. A9 comes into it in 20.
 *   19  A4 crosses; A5 is left. Xon, there in 22. A6 leaves in 22-23, A7 in 24-25.
 *   25  A8 is left at the output: Xon inside. A9 crosses in 26, and the SAQ of the input, empty, free to go and ready, is freed.
 *   29  The tail of A9 leaves S1.0, whose output is freed. At S0.1 A6 crosses in 25, A7 in 27, A8 in 29, A9 in 31: that SAQ is freed.
 *
 * Earlier packets stay before link pointers (saq-order pointers):
 *    7  The SAQ is born with A1, A2 and the pointer before it: 3. A1 crosses: 2.
 *    9  A3 comes into it, A4 in 11; they may not send. A2 crosses in 11: the pointer is reached, and A3 crosses in 15.
 *   13  A5 is the third: Xoff, there in 16; A6, which left S1.0 in 14, comes in 15: Xoff, there in 18.
 *   16  The SAQ at the output of S1.0 is born; A7, A8 and A9 cross into it in 16, 18, 20.
 *   20  A9 is the third: the SAQ of the input is born, blocked, and stays empty: it is blocked until 29, and freed then.
 *   23  A5 crosses, A6 is left: Xon, there in 26. A6 crosses in 25: the SAQ at S0.1 is freed.
 *   31  The tail of A9 leaves S1.0, whose output is freed.
 *
 * Detection at an output (saq-detect-out 2; none at inputs, and no Xoff): ports have room for three packets, A has fourteen, P seven. A packet
 * that crosses in t is through in t + 2: then its room is free, which the port before it knows in t + 3. So A5 leaves S1.0 in 14-15, A6 in
 * 18-19, A7 in 22-23, A8 in 26-27, A9 in 30-31, A10 in 32-33, A11 in 34-35: three cycles after A2, ... have crossed at S0.1, in 11, 15, 19, 23,
 * 27 (P6 was the last, in 25), 29, 31.
 *   20  A9 crosses at S1.0, whose output is full with A7, A8, A9: three packets, but none waits at the input.
 *   22  A10 waits at the input. A7 has left in 23: A10 crosses in 24, the third there again, and A11 has just come: a SAQ for "1" is born at the
 *       input. A11, which has asked for the output already, moves into it in the next cycle.
 *   26  A12 comes straight into it. A11 crosses in 28, when A13 comes; A12 in 32, A13 in 34: the SAQ is freed.
 * With saq-detect-out 3 the output never has more, and no SAQ is born. */
#include "fixture.h"

enum { FIRST = 3, LAST = 32, NONE = 255 };

/* Packets in a set-aside queue (NONE: there is none), is it blocked, has it told Xoff, and what is pending? */
typedef struct saq_row {
    u8 packets, blocked, told, pending;
} saq_row;

typedef struct row {
    u8 detection;           /* packets in the detection queues at S0.1 */
    saq_row near, out, in;  /* at the input of S0.1; at the output of S1.0, and at its input */
} row;

#define NO {NONE, 0, 0, 0}

/* At the end of each cycle from 3 on. */
static const row moved[LAST - FIRST + 1] = {
    {0, NO, NO, NO},                               /*  3: A0 crosses */
    {0, NO, NO, NO},                               /*  4 */
    {1, NO, NO, NO},                               /*  5: A1 */
    {1, NO, NO, NO},                               /*  6 */
    {1, {0, 0, 0, 1}, NO, NO},                     /*  7: born; A1 moves and crosses */
    {1, {0, 0, 0, 1}, NO, NO},                     /*  8 */
    {0, {2, 0, 0, 0}, NO, NO},                     /*  9: A2 moves, A3 */
    {0, {2, 0, 0, 0}, NO, NO},                     /* 10 */
    {0, {2, 0, 1, 0}, NO, NO},                     /* 11: A4, Xoff; A2 crosses */
    {0, {2, 0, 1, 0}, NO, NO},                     /* 12 */
    {0, {3, 0, 1, 0}, NO, NO},                     /* 13: A5, Xoff */
    {0, {3, 0, 1, 0}, {1, 1, 0, 0}, NO},           /* 14: born at the output; A6 */
    {0, {2, 0, 1, 0}, {1, 1, 0, 0}, NO},           /* 15: A3 crosses */
    {0, {2, 0, 1, 0}, {2, 1, 0, 0}, NO},           /* 16: A7 */
    {0, {2, 0, 1, 0}, {2, 1, 0, 0}, NO},           /* 17 */
    {0, {2, 0, 1, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 18: A8, Xoff inside; born at the input */
    {0, {1, 0, 0, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 19: A4 crosses, Xon */
    {0, {1, 0, 0, 0}, {3, 1, 1, 0}, {1, 1, 0, 0}}, /* 20: A9 */
    {0, {1, 0, 0, 0}, {3, 1, 1, 0}, {1, 1, 0, 0}}, /* 21 */
    {0, {1, 0, 0, 0}, {3, 0, 1, 0}, {1, 1, 0, 0}}, /* 22: the output is free to go */
    {0, {1, 0, 0, 0}, {2, 0, 1, 0}, {1, 1, 0, 0}}, /* 23: A6 leaves and comes; A5 crosses */
    {0, {1, 0, 0, 0}, {2, 0, 1, 0}, {1, 1, 0, 0}}, /* 24 */
    {0, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}, /* 25: A7 leaves and comes; Xon inside */
    {0, {1, 0, 0, 0}, {2, 0, 0, 0}, NO},           /* 26: A9 crosses: freed */
    {0, {1, 0, 0, 0}, {1, 0, 0, 0}, NO},           /* 27: A8 leaves and comes */
    {0, {1, 0, 0, 0}, {1, 0, 0, 0}, NO},           /* 28 */
    {0, {1, 0, 0, 0}, NO, NO},                     /* 29: A9 leaves: freed; it comes */
    {0, {1, 0, 0, 0}, NO, NO},                     /* 30 */
    {0, NO, NO, NO},                               /* 31: A9 crosses: freed */
    {0, NO, NO, NO},                               /* 32 */
};

static const row stayed[LAST - FIRST + 1] = {
    {0, NO, NO, NO},                               /*  3: A0 crosses */
    {0, NO, NO, NO},                               /*  4 */
    {1, NO, NO, NO},                               /*  5: A1 */
    {1, NO, NO, NO},                               /*  6 */
    {1, {0, 0, 0, 2}, NO, NO},                     /*  7: born; A1 crosses: A2 and the pointer are left */
    {1, {0, 0, 0, 2}, NO, NO},                     /*  8 */
    {1, {1, 0, 0, 2}, NO, NO},                     /*  9: A3 */
    {1, {1, 0, 0, 2}, NO, NO},                     /* 10 */
    {0, {2, 0, 0, 0}, NO, NO},                     /* 11: A4; A2 crosses: ready */
    {0, {2, 0, 0, 0}, NO, NO},                     /* 12 */
    {0, {3, 0, 1, 0}, NO, NO},                     /* 13: A5, Xoff */
    {0, {3, 0, 1, 0}, NO, NO},                     /* 14 */
    {0, {3, 0, 1, 0}, NO, NO},                     /* 15: A6, Xoff; A3 crosses */
    {0, {3, 0, 1, 0}, {1, 1, 0, 0}, NO},           /* 16: born at the output; A7 */
    {0, {3, 0, 1, 0}, {1, 1, 0, 0}, NO},           /* 17 */
    {0, {3, 0, 1, 0}, {2, 1, 0, 0}, NO},           /* 18: A8 */
    {0, {2, 0, 1, 0}, {2, 1, 0, 0}, NO},           /* 19: A4 crosses */
    {0, {2, 0, 1, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 20: A9, Xoff inside; born at the input */
    {0, {2, 0, 1, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 21 */
    {0, {2, 0, 1, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 22 */
    {0, {1, 0, 0, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 23: A5 crosses, Xon */
    {0, {1, 0, 0, 0}, {3, 1, 1, 0}, {0, 1, 0, 0}}, /* 24 */
    {0, NO, {3, 1, 1, 0}, {0, 1, 0, 0}},           /* 25: A6 crosses: freed */
    {0, NO, {3, 0, 1, 0}, {0, 1, 0, 0}},           /* 26: the output is free to go */
    {0, NO, {2, 0, 1, 0}, {0, 1, 0, 0}},           /* 27: A7 leaves, comes and crosses */
    {0, NO, {2, 0, 1, 0}, {0, 1, 0, 0}},           /* 28 */
    {0, NO, {1, 0, 0, 0}, NO},                     /* 29: A8 leaves: Xon inside; freed */
    {0, NO, {1, 0, 0, 0}, NO},                     /* 30 */
    {0, NO, NO, NO},                               /* 31: A9 leaves: freed */
    {0, NO, NO, NO},                               /* 32 */
};

/* The SAQ of a port for a way. */
static saq_row saq_read(const ws_net *n, u32 port, u32 path, u32 hops) {
    u32 first = n->wire.port_queue0[port + 1] - n->layout.saqs;
    for (u32 i = 0; i < n->layout.saqs; i++) {
        const ws_saq_state *line = &n->saq.line[port * n->layout.saqs + i];
        bool valid = n->saq.valid[port] >> i & 1;
        if (valid && line->path == path && line->hops == hops)
            return (saq_row){(u8)n->queue[first + i].packets, line->blocked, line->xoff_sent, (u8)line->pending};
    }
    return (saq_row)NO;
}

static u32 input_of_link(const ws_net *n, u32 l) { return port_of(n, n->wire.vc_queue[n->wire.vc0[l]]); }

static u32 detection_packets(const ws_net *n, u32 port) {
    u32 packets = 0, end = n->wire.port_queue0[port + 1] - n->layout.saqs;
    for (u32 q = n->wire.port_queue0[port]; q < end; q++) packets += n->queue[q].packets;
    return packets;
}

static row read_row(const ws_net *n, u32 up, u32 down) {
    u32 near = input_of_link(n, down);
    return (row){.detection = (u8)detection_packets(n, near),
                 .near = saq_read(n, near, 0, 1),
                 .out = saq_read(n, n->wire.link_port[down], 0, 1),
                 .in = saq_read(n, input_of_link(n, up), 1, 2)};
}

static const char *words(const saq_row *saq, char *text, size_t room) {
    if (saq->packets == NONE) return "-";
    snprintf(text, room, "%u%s%s+%u", saq->packets, saq->blocked ? "B" : "", saq->told ? "X" : "", saq->pending);
    return text;
}

static void eye(const ws_event *e, void *context) {
    u64 *at_h4 = context;
    if (e->kind == WS_EVENT_PACKET_DELIVERED && e->source == 0) *at_h4 = e->cycle;
}

static void trace(const char *name, int64_t order, const row *table) {
    ws_def d = fixture_machine("recn");
    d.queueing = WS_QUEUEING_RECN_DD, d.saq_order = order;
    d.size[0] = 16, d.load = 0, d.length_mean = 2, d.buffer = 64, d.link_delay = 1;
    d.saq_detect = d.saq_detect_out = 2, d.saq_xoff = 3, d.saq_xon = 1, d.notification_delay = 3;
    ws_net *n = fixture_net(&d, NULL);
    u32 up = n->wire.port_link[0 * WS_PORTS_MAX + 4], down = n->wire.port_link[4 * WS_PORTS_MAX + 1]; /* S0.0 - S1.0 - S0.1 */
    ws_error error = {0};
    u64 at_h4 = 0;
    for (u32 i = 0; i < 10; i++) message_create(n, &(ws_letter){0, 0, 4, 2, 0, 0});
    for (u32 i = 0; i < 6; i++) message_create(n, &(ws_letter){5, 5, 4, 2, 0, 0});
    fixture_run(n, FIRST, eye, &at_h4);
    for (u32 cycle = FIRST; cycle <= LAST; cycle++) {
        char text[3][24], due[3][24];
        fixture_run(n, 1, eye, &at_h4);
        row r = read_row(n, up, down), e = table[cycle - FIRST];
        ok(memcmp(&r, &e, sizeof r) == 0 && ws_net_check(n, &error),
           "%s, cycle %2u: %u (%u) before S0.1's, which has %s (%s); S1.0's output %s (%s), input %s (%s) %s", name, cycle, r.detection,
           e.detection, words(&r.near, text[0], 24), words(&e.near, due[0], 24), words(&r.out, text[1], 24), words(&e.out, due[1], 24),
           words(&r.in, text[2], 24), words(&e.in, due[2], 24), error.text);
    }
    fixture_run(n, 1, eye, &at_h4);
    ok(at_h4 == 33 && n->total[WS_TOTAL_XOFFS] == 3 && n->total[WS_TOTAL_XONS] == 2,
       "%s: two Xoffs between switches and one inside, and an Xon for each; the last tail is at H4 in %u", name, (u32)at_h4);
    ok(n->total[WS_TOTAL_SAQS_ALLOCATED] == n->total[WS_TOTAL_SAQS_FREED] && n->total[WS_TOTAL_OUT_OF_ORDER] == 0 &&
           n->control.reserved[0] == 0,
       "%s: all are freed, in order, and nothing is under way", name);
    ws_net_free(n);
}

/* ---- detection at an output ---- */

enum { OUT_FIRST = 18, OUT_LAST = 35 };

/* At S1.0: packets in the detection queues of the input, in the standard queue of the output, and the SAQ of the input. */
typedef struct out_row {
    u8 in, out;
    saq_row saq;
} out_row;

static const out_row detected[OUT_LAST - OUT_FIRST + 1] = {
    {0, 3, NO},           /* 18: A8 is the third */
    {0, 2, NO},           /* 19: A6 has left */
    {0, 3, NO},           /* 20: A9 */
    {0, 3, NO},           /* 21 */
    {1, 3, NO},           /* 22: A10 waits */
    {1, 2, NO},           /* 23: A7 has left */
    {1, 3, {0, 0, 0, 1}}, /* 24: A10 crosses, A11 comes: born */
    {0, 3, {1, 0, 0, 0}}, /* 25: A11 moves */
    {0, 3, {2, 0, 0, 0}}, /* 26: A12 */
    {0, 2, {2, 0, 0, 0}}, /* 27: A8 has left */
    {0, 3, {2, 0, 0, 0}}, /* 28: A11 crosses, A13 comes */
    {0, 3, {2, 0, 0, 0}}, /* 29 */
    {0, 3, {2, 0, 0, 0}}, /* 30 */
    {0, 2, {2, 0, 0, 0}}, /* 31: A9 has left */
    {0, 3, {1, 0, 0, 0}}, /* 32: A12 crosses */
    {0, 2, {1, 0, 0, 0}}, /* 33: A10 has left */
    {0, 3, NO},           /* 34: A13 crosses: freed */
    {0, 2, NO},           /* 35: A11 has left */
};

static ws_net *output_net(int64_t detect_out) {
    ws_def d = fixture_machine("recn");
    d.queueing = WS_QUEUEING_RECN_DD, d.size[0] = 16, d.load = 0, d.length_mean = 2, d.buffer = 6, d.link_delay = 1;
    d.saq_detect = d.saq_xoff = 4096, d.saq_detect_out = detect_out;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 i = 0; i < 14; i++) message_create(n, &(ws_letter){0, 0, 4, 2, 0, 0});
    for (u32 i = 0; i < 7; i++) message_create(n, &(ws_letter){5, 5, 4, 2, 0, 0});
    return n;
}

static void output_trace(void) {
    ws_net *n = output_net(2);
    u32 in = input_of_link(n, n->wire.port_link[0 * WS_PORTS_MAX + 4]), out = n->wire.link_port[n->wire.port_link[4 * WS_PORTS_MAX + 1]];
    ws_error error = {0};
    fixture_run(n, OUT_FIRST, NULL, NULL);
    for (u32 cycle = OUT_FIRST; cycle <= OUT_LAST; cycle++) {
        char text[24], due[24];
        fixture_run(n, 1, NULL, NULL);
        out_row r = {(u8)detection_packets(n, in), (u8)detection_packets(n, out), saq_read(n, in, 1, 1)}, e = detected[cycle - OUT_FIRST];
        ok(memcmp(&r, &e, sizeof r) == 0 && ws_net_check(n, &error),
           "saq-detect-out 2, cycle %2u: S1.0 has %u (%u) at its input, %u (%u) at its output, the set-aside queue %s (%s) %s", cycle, r.in,
           e.in, r.out, e.out, words(&r.saq, text, 24), words(&e.saq, due, 24), error.text);
    }
    ok(n->total[WS_TOTAL_SAQS_ALLOCATED] == 1 && n->total[WS_TOTAL_SAQS_FREED] == 1, "one set-aside queue, which is freed");
    ws_net_free(n);
    n = output_net(3);
    fixture_run(n, 100, NULL, NULL);
    ok(n->total[WS_TOTAL_SAQS_ALLOCATED] == 0, "saq-detect-out 3: none, for the output has room for three");
    ws_net_free(n);
}

int main(void) {
    trace("move", WS_SAQ_ORDER_MOVE, moved);
    trace("pointers", WS_SAQ_ORDER_POINTERS, stayed);
    output_trace();
    return done();
}
