/* cut_trace.c - what becomes of one packet when a cable of its way is cut, cycle by cycle, for each kind of switch, derived by hand.
 *
 * Pools, on a ring of four switches; H0 sends 40 flits to H1. The first leaves H0 in cycle 0. A switch answers 12 cycles after a header has left
 * the one before: S0 in 12, S1 in 24; the packet goes on in that cycle. A flit from S1 is at H1 one cycle later: the first in 25, the last in 64.
 *   cut in 20  S1 has not answered: S0 has the packet again, and sends it the other way from 21 on. S3 answers in 33, S2 in 45, S1 in 57:
 *              the first flit arrives in 58, the last in 97, none is lost.
 *   cut in 24  The answer would fall in this very cycle, and does not: from 25 on the other way, four cycles later than before.
 *   cut in 25  S1 has the packet: it lies across the cable and is lost, and no flit has arrived.
 *   cut in 30  The same, and five flits have arrived, in 25 to 29.
 *   cut in 52  The tail left S0 in 12 + 39 = 51, and is on the wire: lost; 27 have arrived.
 *   cut in 53  The tail is at S1: nothing of the packet is across the cable, and it arrives as if nothing were.
 *
 * One queue a port, links of 4 cycles, up/down routing. The head is at S0 in 4, at S1 in 8, at H1 in 12, and leaves each at once; the tail 39
 * cycles later.
 *   cut in 4   The head has come to S0 and asks in this cycle: by S3 and S2, two links more.
 *   cut in 5   It is on the cable: lost. So in 47, before the tail comes to S1; 35 flits have arrived, in 12 to 46.
 *   cut in 48  Past.
 *
 * Output queues. A packet goes on when it is whole: its tail is at S0 in 43, at S1 in 86, and the flits arrive in 90 to 129.
 *   cut in 43  Not yet whole at S0: by S3, S2 and S1, at which it is whole in 86, 129 and 172.
 *   cut in 44  On the cable: lost.
 *   two        H3 sends 40 flits to H1, too, by S0, and H0 100. That of H3 is whole at S0 in 86 and leaves in 86 to 125; that of H0 is whole in 103
 *              and waits behind it. Cut in 110, the one is across the cable, and the other stands at an output that leads nowhere: both are lost.
 *
 * Ways fixed at the source, in three forms of set-aside queues. From H0 to H4 by S0.0, S1.0 and S0.1, which the head leaves in 4, 8 and 12: the flits
 * arrive in 16 to 55. Cut is the cable of S0.0 and S1.0.
 *   cut in 0   The message waits at its host, and goes by S1.1, as far.
 *   cut in 4   The head comes to S0.0, and its way leads across: lost.
 *   cut in 47  The tail, which left S0.0 in 43, is on the wire: lost. 31 flits have arrived, in 16 to 46.
 *   cut in 48  Past: the rest of its way is whole. */
#include "fixture.h"

#define POOLS "machine fedx\nset topology ring 4\nset routing fedx-deterministic\nset pe-rate 1\nset load 0\n@0 send H0 H1 40\n"

#define PORTS(queueing) "machine recn\nset topology ring 4\nset hosts-per-switch 1\nset routing updown\nset length fixed 100\nset queueing " queueing "\nset load 0\n"
#define ONE     PORTS("1q") "@0 send H0 H1 40\n"
#define OUTPUTS PORTS("oq") "@0 send H0 H1 40\n"
#define TREES(queueing) "machine recn\nset topology bmin 16\nset length fixed 40\nset queueing " queueing "\nset load 0\n@0 send H0 H4 40\n"
#define TREE_ROWS(queueing) \
    {queueing ", not cut", TREES(queueing), 0, 16, 55, 40, 0, NULL}, {queueing ", at its host", TREES(queueing), 0, 16, 55, 40, 0, "S0.0 S1.0"}, \
    {queueing ", its way", TREES(queueing), 4, 0, 0, 0, 1, "S0.0 S1.0"}, \
    {queueing ", the tail on the wire", TREES(queueing), 47, 16, 46, 31, 1, "S0.0 S1.0"}, \
    {queueing ", past", TREES(queueing), 48, 16, 55, 40, 0, "S0.0 S1.0"}
#define TWO     PORTS("oq") "@0 send H0 H1 100\n@0 send H3 H1 40\n"

/* The network, the cycle of the cut of S0 S1, and what follows: cycles in which the first and the last flit arrive, flits that do, packets lost. */
typedef struct row {
    const char *name, *text;
    int cut, first, last, flits, lost;
    const char *cable; /* NULL: S0 S1, if `cut` is not 0 */
} row;

static const row rows[] = {
    {"pools, not cut", POOLS, 0, 25, 64, 40, 0, NULL},         {"pools, no answer yet", POOLS, 20, 58, 97, 40, 0, NULL},
    {"pools, before the answer", POOLS, 24, 62, 101, 40, 0, NULL}, {"pools, taken", POOLS, 25, 0, 0, 0, 1, NULL},
    {"pools, half across", POOLS, 30, 25, 29, 5, 1, NULL},     {"pools, the tail on the wire", POOLS, 52, 25, 51, 27, 1, NULL},
    {"pools, past", POOLS, 53, 25, 64, 40, 0, NULL},           {"ports, not cut", ONE, 0, 12, 51, 40, 0, NULL},
    {"ports, before it asks", ONE, 4, 20, 59, 40, 0, NULL},    {"ports, on the cable", ONE, 5, 0, 0, 0, 1, NULL},
    {"ports, the tail on the wire", ONE, 47, 12, 46, 35, 1, NULL}, {"ports, past", ONE, 48, 12, 51, 40, 0, NULL},
    {"outputs, not cut", OUTPUTS, 0, 90, 129, 40, 0, NULL},    {"outputs, not whole", OUTPUTS, 43, 176, 215, 40, 0, NULL},
    {"outputs, on the cable", OUTPUTS, 44, 0, 0, 0, 1, NULL},  {"outputs, two", TWO, 110, 0, 0, 0, 2, NULL},
    TREE_ROWS("recn-iq"), TREE_ROWS("recn"), TREE_ROWS("recn-dd"),
};

static void follows(const row *r) {
    char text[1000];
    ws_error error;
    const char *cable = r->cable ? r->cable : "S0 S1";
    snprintf(text, sizeof text, r->cut || r->cable ? "%s@%d cut %s\n" : "%s", r->text, r->cut, cable);
    ws_session *s = ws_session_open_text(r->name, text, strlen(text), NULL, NULL, &error);
    if (!s) fixture_stop(r->name, &error);
    const u64 *total = ws_session_net(s)->total;
    int first = 0, last = 0;
    bool lawful = true;
    for (int cycle = 0; cycle < 400; cycle++) {
        u64 before = total[WS_TOTAL_FLITS_DELIVERED];
        ws_session_run(s, 1);
        total = ws_session_net(s)->total;
        if (total[WS_TOTAL_FLITS_DELIVERED] > before) last = cycle, first = first ? first : cycle;
        lawful = lawful && ws_net_check(ws_session_net(s), &error);
    }
    int flits = (int)total[WS_TOTAL_FLITS_DELIVERED], lost = (int)total[WS_TOTAL_PACKETS_LOST], dropped = (int)total[WS_TOTAL_FLITS_DROPPED];
    bool good = first == r->first && last == r->last && flits == r->flits && lost == r->lost;
    ok(good && lawful && flits + dropped == (int)total[WS_TOTAL_FLITS_SENT], "%s: cut in %d: flits arrive in %d to %d, %d of them, %d lost", r->name, r->cut, first, last,
       flits, lost);
    ws_session_close(s);
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) follows(&rows[i]);
    return done();
}
