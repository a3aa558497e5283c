/* order.c - packets out of order are counted as the events tell it: a packet of a pair of hosts is out of order if it arrives after a
 * later one of its pair, or with one missing before it. The events are numbered anew here, by pair, as packets leave their
 * hosts. Where nothing keeps order there must be such packets, where something does there are none. */
#include "papers/recn.h"

enum { HOSTS = 64, BEFORE = 3000, STORM = 3000, PACKETS = 1 << 16 };

typedef struct ledger {
    u32 left[HOSTS][HOSTS], due[HOSTS][HOSTS];
    u32 number[PACKETS];
    u64 disorder, arrived;
} ledger;

static void note_packet(const ws_event *event, void *context) {
    ledger *book = context;
    if (event->kind == WS_EVENT_PACKET_INJECTED)
        book->number[event->id] = book->left[event->source][event->dest]++;
    if (event->kind != WS_EVENT_PACKET_DELIVERED)
        return;
    u32 *due = &book->due[event->source][event->dest];
    u32 number = book->number[event->id];
    book->arrived++;
    book->disorder += number != *due;
    if (number >= *due)
        *due = number + 1;
}

static void storm(int64_t order, const char *what) {
    static recn_storm s;
    ledger *book = calloc(1, sizeof *book);
    ws_net *n = recn_storm_new(&s, HOSTS, WS_QUEUEING_RECN_DD, 8, 600000, order);
    if (!book || n->size.packets > PACKETS)
        fixture_stop("the ledger", &(ws_error){.text = "too small"});
    fixture_run(n, BEFORE, note_packet, book);
    recn_storm_set(n, &s, true);
    fixture_run(n, STORM, note_packet, book);
    recn_storm_set(n, &s, false);
    fixture_run(n, STORM, note_packet, book);
    u64 counted = n->total[WS_TOTAL_OUT_OF_ORDER];
    bool expected = (book->disorder > 0) == (order == WS_SAQ_ORDER_NONE);
    ok(counted == book->disorder && expected,
       "%s: %llu of %llu packets out of order by events, %llu counted", what,
       (unsigned long long)book->disorder, (unsigned long long)book->arrived,
       (unsigned long long)counted);
    ws_net_free(n);
    free(book);
}

int main(void) {
    storm(WS_SAQ_ORDER_NONE, "nothing keeps order");
    storm(WS_SAQ_ORDER_MOVE, "packets move to the new queue");
    return done();
}
