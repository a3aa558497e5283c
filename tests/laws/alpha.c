/* Alpha scheduling (Cherkasova et al. 1996) against a reference that knows nothing of queues: a list of messages, of which at every
 * packet boundary the one with the least clock + alpha * packets left is looked for anew, the oldest among equals. One host sends to
 * another over one switch, so that every packet takes as many cycles as it has flits. */
#include "fixture.h"

enum { PACKET = 10, MESSAGES_MOST = 4000 };

/* ---- the reference ---- */

typedef struct job { /* message number i is the i-th to join */
    u32 flits, clock;
    u32 first_packets;
    i64 rank; /* among equals: the number, but for a message that was being sent when alpha became 0 */
} job;

typedef struct model {
    job job[MESSAGES_MOST];
    u32 jobs, clock;
    u64 tail; /* cycle in which the tail of the packet under way leaves */
    i64 alpha;
    u32 current; /* message sent last */
    i64 least;   /* rank given last to one that goes on */
    bool exact;  /* what was sent is what the reference says */
    u64 overtakings,
        latest; /* packets sent before older messages; the largest share of its bound that a message has used, per mille */
} model;

static u32 packets_of(u32 flits) { return (flits + PACKET - 1) / PACKET; }
static i64 priority_of(const model *r, u32 i) {
    return (i64)r->job[i].clock * WS_MILLION + r->alpha * (i64)packets_of(r->job[i].flits);
}

static bool goes_before(const model *r, u32 i, u32 j) {
    i64 a = priority_of(r, i), b = priority_of(r, j);
    return a != b ? a < b : r->job[i].rank < r->job[j].rank;
}

static u32 next_job(const model *r) {
    u32 best = NIL;
    for (u32 i = 0; i < r->jobs; i++)
        if (r->job[i].flits > 0 && (best == NIL || goes_before(r, i, best))) best = i;
    return best;
}

/* Message `mine` is being sent: those that joined before it and wait are overtaken, which is allowed only if it joined before
 * alpha * (l - 1) packets had been sent since, l the packets that such a message had when it joined. */
static void overtaking_check(model *r, u32 mine) {
    for (u32 i = 0; i < mine; i++) {
        if (r->job[i].flits == 0 || r->job[mine].rank < r->job[i].rank) continue;
        i64 late = (i64)(r->job[mine].clock - r->job[i].clock) * WS_MILLION, bound = r->alpha * (r->job[i].first_packets - 1);
        r->overtakings++;
        if (late >= bound) r->exact = false;
        else if ((u64)(1000 * late / bound) > r->latest) r->latest = (u64)(1000 * late / bound);
    }
}

static void packet_sent(const ws_event *e, void *context) {
    model *r = context;
    if (e->kind != WS_EVENT_PACKET_INJECTED) return;
    u32 i = next_job(r);
    if (i == NIL) {
        r->exact = false;
        return;
    }
    u32 length = r->job[i].flits < PACKET ? r->job[i].flits : PACKET;
    if (e->created != i || e->length != length) r->exact = false; /* a message bears its number as its date of birth */
    if (r->alpha > 0) overtaking_check(r, i);
    r->current = i;
    r->job[i].flits -= length;
    r->tail = e->cycle + length - 1;
}

/* ---- the network beside it ---- */

static ws_net *host_alone(i64 alpha) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = 2, d.load = 0, d.message_capacity = MESSAGES_MOST, d.alpha = alpha;
    d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = PACKET;
    return fixture_net(&d, NULL);
}

static void join(ws_net *n, model *r, u32 flits) {
    message_create(n, &(ws_letter){0, 0, 1, flits, 0, r->jobs});
    r->job[r->jobs] = (job){.flits = flits, .clock = r->clock, .first_packets = packets_of(flits), .rank = r->jobs};
    r->jobs++;
}

/* One cycle; the clock of the reference goes on in the cycle in which a tail leaves. */
static void cycle(ws_net *n, model *r) {
    u64 now = n->cycle[0];
    fixture_run(n, 1, packet_sent, r);
    if (r->alpha > 0 && r->tail == now && now > 0) r->clock++;
}

/* A live change: from 0, all that wait join anew; to 0, they are as they came, but the message that is being sent goes on. */
static void change(ws_net *n, model *r, i64 alpha) {
    ws_def d = *n->def;
    d.alpha = alpha;
    if ((alpha == 0) != (r->alpha == 0)) {
        r->clock = 0;
        for (u32 i = 0; i < r->jobs; i++) r->job[i].clock = 0, r->job[i].first_packets = packets_of(r->job[i].flits);
    }
    if (alpha == 0 && r->alpha > 0 && r->tail >= n->cycle[0]) r->job[r->current].rank = --r->least;
    r->alpha = alpha;
    if (!ws_net_change(n, &d, NULL)) r->exact = false;
}

/* ---- random arrivals ---- */

static u32 random_length(u64 *rng) {
    u32 packets = rng_below(rng, 10) == 0 ? 25 : 1 + rng_below(rng, 5);
    return PACKET * packets - rng_below(rng, PACKET); /* the last one may be short */
}

/* Bursts, so that the queue is empty now and long then; every `changes` messages (0 = never) another alpha. */
static void against_reference(i64 alpha, u32 changes, u32 messages, const char *what) {
    static const i64 alphas[] = {0, 500000, 8000000, 1000000, 0, 64000000, 1250000};
    ws_net *n = host_alone(alpha);
    model *r = calloc(1, sizeof *r);
    ws_error error = {0};
    bool lawful = true;
    u64 rng = 7;
    u32 longest = 0, changed = 0;
    r->alpha = alpha, r->exact = true;
    while (r->jobs < messages || n->total[WS_TOTAL_MESSAGES_DELIVERED] < messages) {
        u32 burst = r->jobs < messages && rng_below(&rng, 60) == 0 ? 1 + rng_below(&rng, 4) : 0;
        if (burst > 0 && rng_below(&rng, 40) == 0) burst = 60;
        for (; burst > 0 && r->jobs < messages; burst--) {
            join(n, r, random_length(&rng));
            if (changes > 0 && r->jobs % changes == 0) change(n, r, alphas[changed++ % 7]);
        }
        cycle(n, r);
        if (n->source.count[0] > longest) longest = n->source.count[0];
        if (n->cycle[0] % 50 == 0) lawful = lawful && ws_net_check(n, &error);
        if (!r->exact || !lawful) break;
    }
    ok(r->exact && lawful, "%s: %u messages of the longest queue of %u go in the order of the reference %s", what, r->jobs,
       longest, error.text);
    if (alpha > 0 && changes == 0)
        ok(r->overtakings > 0, "  of %llu overtakings none comes too late; the latest at %.1f %% of the time allowed",
           (unsigned long long)r->overtakings, (double)r->latest / 10);
    ws_net_free(n);
    free(r);
}

/* ---- a trace worked by hand ---- */

typedef struct trace {
    char text[64];
    size_t used;
} trace;

static void write_down(const ws_event *e, void *context) {
    trace *t = context;
    if (e->kind == WS_EVENT_PACKET_INJECTED && t->used + 1 < sizeof t->text) t->text[t->used++] = (char)e->created;
}

/* alpha 2. A (4 packets) joins at clock 0 with priority 0 + 2 * 4 = 8 and begins, being alone. While its first packet leaves, B (1 packet)
 * joins: 0 + 2 = 2. At the boundary A is at 0 + 2 * 3 = 6: B overtakes. While B leaves (clock 1), C (3 packets) joins at 1 + 6 = 7, and D (2) at
 * 1 + 4 = 5. D goes first (5, then 3), then A (6, 4, 2), then C. */
static void by_hand(void) {
    trace t = {{0}, 0};
    ws_net *n = host_alone(2000000);
    message_create(n, &(ws_letter){0, 0, 1, 4 * PACKET, 0, 'A'});
    fixture_run(n, PACKET / 2, write_down, &t);
    message_create(n, &(ws_letter){0, 0, 1, PACKET, 0, 'B'});
    fixture_run(n, PACKET, write_down, &t);
    message_create(n, &(ws_letter){0, 0, 1, 3 * PACKET, 0, 'C'});
    message_create(n, &(ws_letter){0, 0, 1, 2 * PACKET, 0, 'D'});
    fixture_run(n, 20 * PACKET, write_down, &t);
    ok(strcmp(t.text, "ABDDAAACCC") == 0, "packets leave in the order ABDDAAACCC worked by hand: %s", t.text);
    ok(n->alpha.clock[0] == 10, "ten packets were sent, the clock stands at %llu", (unsigned long long)n->alpha.clock[0]);
    ws_net_free(n);
}

/* ---- whole networks ---- */

static void fold(const ws_event *e, void *context) {
    u64 *sum = context;
    *sum = mix64(*sum ^ e->cycle ^ (u64)e->kind << 60 ^ (u64)e->source << 40 ^ (u64)e->dest << 20 ^ e->length ^ e->created << 1);
}

static u64 history(ws_def *d, i64 alpha, u64 *refused) {
    u64 sum = 1;
    d->alpha = alpha;
    ws_net *n = fixture_net(d, NULL);
    fixture_run(n, 60000, fold, &sum);
    *refused = n->total[WS_TOTAL_MESSAGES_REFUSED];
    ws_net_free(n);
    return sum;
}

/* Messages of one packet all have the same length: first come, first served, whatever alpha is. Not so longer ones. */
static void one_packet_each(void) {
    u64 refused;
    ws_def d = fixture_lan(WS_TOPOLOGY_TORUS, 3, 3);
    d.load = 900000, d.segment_rule = WS_SEGMENT_RULE_NONE, d.class_rule = WS_CLASS_RULE_NONE;
    u64 fifo = history(&d, 0, &refused), same = history(&d, 8000000, &refused);
    ok(fifo == same, "overloaded, messages of one packet: with alpha 8 the same happens as with 0 (%llu refused)",
       (unsigned long long)refused);
    d.segment_rule = WS_SEGMENT_RULE_FIXED, d.segment = 100;
    ok(history(&d, 0, &refused) != history(&d, 8000000, &refused), "messages of many packets: not the same");
}

/* What a network has been through with alpha 8 leaves nothing behind when it is 0 again and all queues are empty. */
static void leaves_nothing(void) {
    ws_net *n = host_alone(8000000);
    for (u32 i = 0; i < 40; i++) message_create(n, &(ws_letter){0, 0, 1, (1 + i % 7) * PACKET, 0, 0});
    ws_def d = *n->def;
    fixture_run(n, 500, NULL, NULL);
    d.alpha = 0;
    ws_net_change(n, &d, NULL);
    u64 sum = n->alpha.clock[0] + n->alpha.ticket[0];
    for (u32 m = 0; m < n->size.messages; m++) sum += n->alpha.joined_clock[m] + n->alpha.joined_ticket[m];
    for (u32 i = 0; i < n->size.fingers; i++) sum += n->alpha.finger[i];
    ok(sum == 0 && n->source.count[0] > 10, "alpha 0 again with %u messages waiting: no clock, no tickets are left",
       n->source.count[0]);
    ws_net_free(n);
}

int main(void) {
    by_hand();
    against_reference(0, 0, 1500, "alpha 0");
    against_reference(500000, 0, 1500, "alpha 0.5");
    against_reference(1000000, 0, 1500, "alpha 1");
    against_reference(1250000, 0, 1500, "alpha 1.25");
    against_reference(8000000, 0, 1500, "alpha 8");
    against_reference(1000000000, 0, 1500, "alpha 1000, as good as shortest first");
    against_reference(1000000, 37, 3000, "alpha changing");
    one_packet_each();
    leaves_nothing();
    return done();
}
