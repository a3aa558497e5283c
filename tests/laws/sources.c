/* sources.c - what a host makes of its messages: segments of the length that the rule says, and a table of
 * messages that one source queue cannot fill; when a message is in the network, and how many wait.
 *
 * Source: Kwan et al. 1996, section on segmentation; the room is ours (src/core/source.c). */
#include "fixture.h"

enum { PACKETS_MOST = 64 };

typedef struct cut {
    u32 length[PACKETS_MOST];
    u32 count;
} cut;

static void note_packet(const ws_event *event, void *context) {
    cut *c = context;
    if (event->kind == WS_EVENT_PACKET_INJECTED && c->count < PACKETS_MOST)
        c->length[c->count++] = event->length;
}

/* The packets of one message of so many flits from H0, in a network at rest. */
static cut packets_of(ws_net *n, u32 to, u32 length, u32 class) {
    cut c = {.count = 0};
    u32 queue = n->wire.source_queues > 1 ? class : 0;
    ws_letter letter = {
        .source_queue = queue,
        .from = 0,
        .to = to,
        .length = length,
        .traffic_class = class,
        .created = n->cycle[0],
    };
    message_create(n, &letter);
    fixture_run(n, 40 * length + 4000, note_packet, &c);
    return c;
}

/* All packets but the last have `most` flits, and the last has the rest. */
static void is_cut(const cut *c, u32 length, u32 most, const char *what) {
    u32 packets = (length + most - 1) / most;
    bool good = c->count == packets;
    u32 left = length;
    for (u32 i = 0; good && i < packets; i++) {
        u32 expected = left < most ? left : most;
        good = c->length[i] == expected;
        left -= expected;
    }
    ok(good, "%s: %u flits are cut at %u: %u packets, the first of %u", what, length, most,
       c->count, c->count ? c->length[0] : 0);
}

static ws_def lan(void) {
    ws_def d = fixture_lan(WS_TOPOLOGY_MESH, 1, 4);
    d.hosts_per_switch = 1;
    d.load = 0;
    return d;
}

static void segments(void) {
    static const u32 lengths[] = {1, 99, 100, 101, 350};
    ws_def d = lan();
    d.class_rule = WS_CLASS_RULE_PRIORITY;
    d.segment_rule = WS_SEGMENT_RULE_FIXED;
    d.segment = 100;
    ws_net *n = fixture_net(&d, NULL);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        cut low = packets_of(n, 3, lengths[i], 1);
        cut high = packets_of(n, 3, lengths[i], 0);
        is_cut(&low, lengths[i], 100, "low priority");
        is_cut(&high, lengths[i], UINT32_MAX / 2, "high priority");
    }
    ws_net_free(n);
}

/* Adaptive: a segment fills the buffers on its way, one in each switch. */
static void adaptive(void) {
    ws_def d = lan();
    d.class_rule = WS_CLASS_RULE_NONE;
    d.segment_rule = WS_SEGMENT_RULE_ADAPTIVE;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 to = 1; to < 4; to++) {
        u32 buffers = to + 1;
        cut c = packets_of(n, to, 1000, 0);
        is_cut(&c, 1000, buffers * (u32)d.buffer, "adaptive");
    }
    ws_net_free(n);
}

/* A message finds room while its source queue has fewer than there are rows left; what finds none is
 * counted, and the other hosts do not notice. */
static void room(void) {
    enum { ROWS = 40, TRIED = 100 };
    ws_def d = lan();
    d.message_capacity = ROWS;
    ws_net *n = fixture_net(&d, NULL);
    u32 rows = n->size.messages;
    u32 taken = 0;
    u32 wrong = 0;
    for (u32 i = 0; i < TRIED; i++) {
        u32 waiting = n->source.count[0];
        u32 left = n->message.free_count[0];
        ws_letter letter = {.from = 0, .to = 3, .length = 10, .created = n->cycle[0]};
        bool room = message_create(n, &letter);
        wrong += room != (waiting < left);
        taken += room;
    }
    ok(wrong == 0 && taken == rows / 2,
       "one queue takes %u of %u rows; %u times otherwise than the rule says", taken, rows, wrong);
    ok(n->total[WS_TOTAL_MESSAGES_CREATED] == taken &&
           n->total[WS_TOTAL_MESSAGES_REFUSED] == TRIED - taken,
       "created and refused are all that were tried");
    u32 queues = n->wire.source_queues;
    ws_letter other = {
        .source_queue = queues, .from = 1, .to = 3, .length = 10, .created = n->cycle[0]};
    ok(message_create(n, &other), "and another host has room");
    ws_net_free(n);
}

typedef struct entry {
    u64 packet, message;
    u32 packets;
} entry;

static void note_entry(const ws_event *event, void *context) {
    entry *e = context;
    if (event->kind == WS_EVENT_PACKET_INJECTED && e->packets++ == 0)
        e->packet = event->cycle;
    if (event->kind == WS_EVENT_MESSAGE_DELIVERED)
        e->message = event->entered;
}

/* A message of four packets is in the network from the cycle on in which the first enters. */
static void enters(void) {
    ws_def d = lan();
    d.segment = 100;
    ws_net *n = fixture_net(&d, NULL);
    entry e = {.packets = 0};
    u32 low = 1;
    ws_letter letter = {
        .source_queue = n->wire.source_queues > 1 ? low : 0,
        .from = 0,
        .to = 3,
        .length = 350,
        .traffic_class = low,
        .created = n->cycle[0],
    };
    message_create(n, &letter);
    fixture_run(n, 4000, note_entry, &e);
    ok(e.packets == 4 && e.message == e.packet,
       "a message of %u packets enters with its first, in cycle %llu (%llu)", e.packets,
       (unsigned long long)e.packet, (unsigned long long)e.message);
    ws_net_free(n);
}

/* What waits at hosts, summed cycle by cycle. */
static void backlog(void) {
    ws_def d = lan();
    d.arrivals = WS_ARRIVALS_POISSON;
    d.load = 600000;
    ws_net *n = fixture_net(&d, NULL);
    u64 summed = 0;
    u64 bad = 0;
    for (u32 cycle = 0; cycle < 20000; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        for (u32 s = 0; s < n->size.sources; s++)
            summed += n->source.count[s];
        bad += ws_net_backlog(n) != summed;
    }
    ok(bad == 0 && summed > 20000, "messages that wait, summed over %u cycles: %llu, wrong in %llu",
       20000u, (unsigned long long)summed, (unsigned long long)bad);
    ws_net_free(n);
}

int main(void) {
    segments();
    adaptive();
    room();
    enters();
    backlog();
    return done();
}
