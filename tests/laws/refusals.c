/* refusals.c - what a sender does when a switch refuses its packet, and who goes next on a cable: the
 * rules of pools and cables in turn, checked from outside on a busy fabric, cycle by cycle.
 *
 *   a sender knows of a refusal after nack-delay, and asks again once to twice retry-delay later, all
 *   delays equally likely
 *   no limit refuses a host's packet when one has done so for starvation-guard cycles
 *   of the packets that wait for a cable the one goes that was tried least recently; of those never
 *   tried, the one longest in the network
 *   a host that is refused again and again tries all the messages that its window shows
 *
 * Source: Cherkasova et al. 1996, and where it is silent the choices told in shared_pool.c. */
#include <math.h>

#include "fixture.h"
#include "switch/blockers.h"

enum { QUEUES_MOST = 4096, LINKS_MOST = 512, HOSTS_MOST = 64, DELAYS_MOST = 64, TRIES_MOST = 32 };

static ws_def busy(void) {
    ws_def d = fixture_machine("fedx");
    d.topology = WS_TOPOLOGY_FEDX;
    d.size[0] = 4;
    d.size[1] = 4;
    d.length_unit = 1;
    d.length = WS_LENGTH_FIXED;
    d.length_mean = 40;
    d.buffer = 40;
    d.segment = 40;
    d.load = WS_MILLION;
    d.pool = 8;
    return d;
}

/* ---- delays ---- */

static void delays(int64_t nack, int64_t retry) {
    static u64 refused[QUEUES_MOST];
    static u64 heard[QUEUES_MOST];
    u64 count[DELAYS_MOST] = {0};
    u64 known = 0;
    u64 late = 0;
    u64 asked = 0;
    u64 outside = 0;
    ws_def d = busy();
    d.nack_delay = nack;
    d.retry_delay = retry;
    ws_net *n = fixture_net(&d, NULL);
    memset(refused, 0, sizeof refused);
    memset(heard, 0, sizeof heard);
    for (u64 cycle = 0; cycle < fixture_cycles(30000); cycle++) {
        static u8 before[QUEUES_MOST];
        for (u32 q = 0; q < n->size.queues; q++)
            before[q] = (u8)n->queue[q].state;
        fixture_run(n, 1, NULL, NULL);
        for (u32 q = 0; q < n->size.queues; q++) {
            u32 state = n->queue[q].state;
            if (before[q] == QUEUE_STREAMING && state == QUEUE_HELD)
                refused[q] = cycle + 1;
            if (before[q] == QUEUE_HELD && state == QUEUE_ROUTING) {
                known++;
                late += cycle + 1 != refused[q] + (u64)nack;
                heard[q] = cycle + 1;
            }
            if (heard[q] == 0 || before[q] != QUEUE_ROUTING || state == QUEUE_ROUTING)
                continue;
            u64 wait = cycle + 1 - heard[q];
            bool in_range = wait >= (u64)retry && wait <= 2 * (u64)retry;
            outside += !in_range;
            asked++;
            if (in_range)
                count[wait - (u64)retry]++;
            heard[q] = 0;
        }
    }
    ok(known > 1000 && late == 0,
       "nack-delay %d: %llu of %llu refusals are known too early or too late", (int)nack,
       (unsigned long long)late, (unsigned long long)known);
    ok(asked > 1000 && outside == 0, "retry-delay %d: %llu of %llu ask again out of time",
       (int)retry, (unsigned long long)outside, (unsigned long long)asked);
    double chi_square = 0;
    double expected = (double)asked / (double)(retry + 1);
    for (int64_t i = 0; i <= retry; i++)
        chi_square += pow((double)count[i] - expected, 2) / expected;
    double beyond = (chi_square - (double)retry) / sqrt(2.0 * (double)retry);
    ok(beyond < 5, "and all delays are equally likely: chi-square %.1f of %d degrees of freedom",
       chi_square, (int)retry);
    ws_net_free(n);
}

/* ---- the guard ---- */

typedef struct guarded {
    u64 since[HOSTS_MOST]; /* + 1: the first refusal by a limit since a packet was taken; 0: none */
    u64 taken;
} guarded;

static void taken_note(const ws_event *event, void *context) {
    guarded *g = context;
    if (event->kind != WS_EVENT_PACKET_INJECTED)
        return;
    g->since[event->source] = 0;
    g->taken++;
}

static void guard_holds(int64_t guard) {
    guarded g = {.taken = 0};
    u64 refusals = 0;
    u64 late = 0;
    u64 longest = 0;
    ws_def d = busy();
    d.deadlock_rule = WS_DEADLOCK_RULE_OFF;
    d.backpressure = WS_BACKPRESSURE_NONE;
    d.pool = 64; /* so that nothing but the limit refuses */
    d.buffer_limit = 1;
    d.retry_delay = 4;
    d.starvation_guard = guard;
    ws_net *n = fixture_net(&d, NULL);
    const u64 *total = n->total;
    for (u64 cycle = 0; cycle < fixture_cycles(60000); cycle++) {
        u8 before[HOSTS_MOST];
        u64 others = total[WS_TOTAL_REFUSED_FULL] + total[WS_TOTAL_REFUSED_RULE];
        for (u32 h = 0; h < n->size.hosts; h++)
            before[h] = (u8)n->queue[n->wire.source_queue0 + h].state;
        fixture_run(n, 1, taken_note, &g);
        if (others != total[WS_TOTAL_REFUSED_FULL] + total[WS_TOTAL_REFUSED_RULE])
            continue;
        for (u32 h = 0; h < n->size.hosts; h++) {
            u32 state = n->queue[n->wire.source_queue0 + h].state;
            if (before[h] != QUEUE_STREAMING || state != QUEUE_HELD)
                continue;
            refusals++;
            if (g.since[h] == 0)
                g.since[h] = cycle + 1;
            u64 waited = cycle + 1 - g.since[h];
            late += waited >= (u64)guard;
            if (waited > longest)
                longest = waited;
        }
    }
    ok(refusals > 1000 && late == 0, "starvation-guard %d: %llu of %llu refusals come after it",
       (int)guard, (unsigned long long)late, (unsigned long long)refusals);
    ok(longest + 12 > (u64)guard, "and the longest time that a limit held out is %llu cycles",
       (unsigned long long)longest);
    ws_net_free(n);
}

/* ---- who goes next ---- */

static u64 entered_of(const ws_net *n, u32 q) {
    return n->packet.entered[n->queue[q].front];
}

static void least_recently_tried(void) {
    static u64 tried[QUEUES_MOST]; /* + 1; 0: the packet that is there was never tried */
    static u32 packet[QUEUES_MOST];
    static u64 requests[LINKS_MOST];
    static u32 holder[LINKS_MOST];
    u64 grants = 0;
    u64 by_try = 0;
    u64 by_age = 0;
    u64 wrong = 0;
    ws_def d = busy();
    d.pool = 16;
    ws_net *n = fixture_net(&d, NULL);
    memset(tried, 0, sizeof tried);
    memset(packet, 0xff, sizeof packet);
    for (u64 cycle = 0; cycle < fixture_cycles(30000); cycle++) {
        for (u32 l = 0; l < n->size.links; l++) {
            requests[l] = *requests_of(n, l);
            holder[l] = link_holder(n, l);
        }
        for (u32 q = 0; q < n->size.queues; q++) {
            if (packet[q] != n->queue[q].front)
                tried[q] = 0;
            packet[q] = n->queue[q].front;
        }
        fixture_run(n, 1, NULL, NULL);
        for (u32 l = 0; l < n->size.links; l++) {
            u32 q = link_holder(n, l);
            if (q == NIL || q == holder[l] || is_source(n, q))
                continue;
            u32 q0 = first_queue(n, node_from(n, l));
            bool waited = requests[l] >> (q - q0) & 1;
            u64 before = tried[q];
            tried[q] = cycle + 1;
            packet[q] = n->queue[q].front;
            if (!waited)
                continue;
            grants++;
            for (BITS_EACH(i, requests[l])) {
                u32 other = q0 + i;
                if (other == q || !is_waiting_head(n, other) ||
                    packet[other] != n->queue[other].front)
                    continue;
                bool same = before == tried[other];
                by_try += !same;
                by_age += same;
                wrong += same ? entered_of(n, q) > entered_of(n, other) : before > tried[other];
            }
        }
    }
    ok(by_try > 1000 && by_age > 1000 && wrong == 0,
       "least recently tried first: %llu of %llu grants wrong, %llu decided by the last try, %llu "
       "by age",
       (unsigned long long)wrong, (unsigned long long)grants, (unsigned long long)by_try,
       (unsigned long long)by_age);
    ws_net_free(n);
}

/* ---- the window ---- */

static u32 distinct(const u32 *message, u32 count) {
    u32 found = 0;
    for (u32 i = 0; i < count; i++) {
        bool known = false;
        for (u32 k = 0; k < i; k++)
            known |= message[k] == message[i];
        found += !known;
    }
    return found;
}

static void window_is_tried(u32 window) {
    u32 tried[HOSTS_MOST][TRIES_MOST] = {0};
    u32 tries[HOSTS_MOST] = {0};
    u64 looked = 0;
    u64 missed = 0;
    guarded g = {.taken = 0};
    ws_def d = busy();
    d.inject_window = window;
    d.buffer_limit = 1;
    d.starvation_guard = 100000;
    d.retry_delay = 4;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, 5000, NULL, NULL); /* now every host has messages enough */
    for (u64 cycle = 0; cycle < fixture_cycles(30000); cycle++) {
        u32 before[HOSTS_MOST];
        for (u32 h = 0; h < n->size.hosts; h++) {
            before[h] = n->queue[n->wire.source_queue0 + h].vc;
            g.since[h] = 1;
        }
        fixture_run(n, 1, taken_note, &g);
        for (u32 h = 0; h < n->size.hosts; h++) {
            u32 vc = n->queue[n->wire.source_queue0 + h].vc;
            if (g.since[h] == 0)
                tries[h] = 0;
            if (before[h] != NIL || vc == NIL)
                continue;
            tried[h][tries[h]++] = n->source.first[h];
            if (tries[h] < 2 * window)
                continue;
            looked++;
            missed += distinct(tried[h], tries[h]) < window;
            tries[h] = 0;
        }
    }
    ok(looked > 100 && missed == 0,
       "inject-window %u: in %llu of %llu rows of refusals not every message of the window was "
       "tried",
       window, (unsigned long long)missed, (unsigned long long)looked);
    ws_net_free(n);
}

/* ---- the answer, reckoned anew from what stands in the pool ---- */

static u32 links_of(const ws_net *n, u32 x, u32 host) {
    u32 at = n->wire.host_switch[host];
    return n->wire.minimal[x * n->size.switches + at];
}

/* Is the packet of buffer q on its way out: its head has gone into a buffer downstream, or to its host? */
static bool goes_out(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->vc == NIL || queue->state == QUEUE_HELD)
        return false;
    if (is_sink(n, link_of(n, queue->vc)))
        return true;
    u32 to = n->vc[queue->vc].receiver;
    return to != NIL && n->wire.queue_vc[to] == NIL && n->queue[to].front == queue->front;
}

/* A packet that still comes in at its destination, and was never tried, waits for nobody. */
static bool stands(const ws_net *n, u32 q) {
    bool comes_in = n->queue[q].state == QUEUE_ROUTING && n->pool.last_try[q] == 0;
    return !comes_in && !goes_out(n, q);
}

/* How many packets each rule counts, and who stands in the way of message m at switch x. */
typedef struct standing {
    u32 used;
    u32 here;        /* at their destination */
    u32 further[64]; /* with so many links to go, or more */
    bool same_message;
    bool same_dest;
} standing;

static standing reckon(const ws_net *n, u32 x, u32 m) {
    standing all = {.used = 0};
    for (QUEUES_EACH(q, n, x)) {
        bool buffer = n->wire.queue_vc[q] == NIL;
        if (!buffer || n->queue[q].state == QUEUE_EMPTY)
            continue;
        u32 k = n->queue[q].front;
        u32 links = links_of(n, x, n->packet.dest[k]);
        all.used++;
        all.here += links == 0;
        for (u32 i = 0; i <= links && i < 64; i++)
            all.further[i]++;
        if (!stands(n, q))
            continue;
        all.same_dest |= n->packet.dest[k] == n->message.dest[m];
        all.same_message |= n->packet.message[k] == m;
    }
    return all;
}

static bool rule_takes(const ws_def *d, const standing *all, u32 links) {
    u32 pool = (u32)d->pool;
    if (d->deadlock_rule == WS_DEADLOCK_RULE_FORWARD_COUNT)
        return links + all->used < pool;
    for (u32 i = 0; d->deadlock_rule == WS_DEADLOCK_RULE_FORWARD_STATE && i <= links; i++)
        if (i + all->further[i] >= pool)
            return false;
    return true;
}

static bool limits_take(const ws_def *d, const standing *all) {
    if (d->buffer_limit > 0 && all->used >= (u32)d->buffer_limit)
        return false;
    if (d->buffer_limit_dest > 0 && all->here >= (u32)d->buffer_limit_dest)
        return false;
    return d->buffer_limit_transit == 0 || all->used - all->here < (u32)d->buffer_limit_transit;
}

static bool would_take(const ws_net *n, u32 x, u32 m, bool from_host) {
    const ws_def *d = n->def;
    standing all = reckon(n, x, m);
    u32 links = links_of(n, x, n->message.dest[m]);
    if (all.used == (u32)d->pool || !rule_takes(d, &all, links))
        return false;
    if (d->backpressure == WS_BACKPRESSURE_MESSAGE && all.same_message)
        return false;
    if (d->backpressure == WS_BACKPRESSURE_DESTINATION && all.same_dest)
        return false;
    u64 since = n->pool.limited[n->message.source[m]];
    bool starved = since > 0 && n->cycle[0] - (since - 1) >= (u64)d->starvation_guard;
    return !from_host || starved || limits_take(d, &all);
}

/* For the message that every host would send next, at its own switch and at the switch it is for. */
static void answers(int64_t backpressure, int64_t rule, int64_t transit) {
    u64 asked = 0;
    u64 taken = 0;
    u64 wrong = 0;
    ws_def d = busy();
    d.length_mean = 120; /* messages of three packets */
    d.backpressure = backpressure;
    d.deadlock_rule = rule;
    d.buffer_limit_transit = transit;
    d.starvation_guard = 100;
    d.traffic = WS_TRAFFIC_HOTSPOT;
    d.hotspot_host = 3;
    d.hotspot_share = 200000;
    ws_net *n = fixture_net(&d, NULL);
    for (u64 cycle = 0; cycle < fixture_cycles(4000); cycle++) {
        fixture_run(n, 1, NULL, NULL);
        for (u32 h = 0; h < n->size.hosts; h++) {
            u32 m = n->source.first[h];
            if (m == NIL)
                continue;
            for (u32 own = 0; own < 2; own++) {
                u32 x = n->wire.host_switch[own ? h : n->message.dest[m]];
                bool takes = pool_answer(n, x, m, own).result == 0;
                asked++;
                taken += takes;
                wrong += takes != would_take(n, x, m, own);
            }
        }
    }
    ok(asked > 1000 && taken > 0 && taken < asked && wrong == 0,
       "backpressure %d, rule %d, limit %d: %llu of %llu answers are other than reckoned, %llu are "
       "yes",
       (int)backpressure, (int)rule, (int)transit, (unsigned long long)wrong,
       (unsigned long long)asked, (unsigned long long)taken);
    ws_net_free(n);
}

/* ---- a port faster than the cables ---- */

/* The packet waits for so much of itself that its port never pauses: it has it for a quarter of the time. */
static void port_never_pauses(void) {
    u64 held = 0;
    ws_def d = busy();
    d.load = 0;
    d.pe_rate = 4;
    ws_net *n = fixture_net(&d, NULL);
    ws_letter letter = {.from = 0, .to = 10, .length = 40};
    message_create(n, &letter);
    u32 l = n->wire.eject_link[10];
    for (u32 cycle = 0; cycle < 1000; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        held += link_holder(n, l) != NIL;
    }
    ok(n->total[WS_TOTAL_MESSAGES_DELIVERED] == 1 && held >= 9 && held <= 11,
       "40 flits have a port of four flits a cycle for %llu cycles", (unsigned long long)held);
    ws_net_free(n);
}

int main(void) {
    delays(3, 8);
    delays(1, 30);
    guard_holds(60);
    guard_holds(61);
    guard_holds(200);
    least_recently_tried();
    window_is_tried(2);
    window_is_tried(3);
    answers(WS_BACKPRESSURE_NONE, WS_DEADLOCK_RULE_FORWARD_COUNT, 0);
    answers(WS_BACKPRESSURE_MESSAGE, WS_DEADLOCK_RULE_FORWARD_STATE, 0);
    answers(WS_BACKPRESSURE_DESTINATION, WS_DEADLOCK_RULE_OFF, 0);
    answers(WS_BACKPRESSURE_NONE, WS_DEADLOCK_RULE_FORWARD_COUNT, 2);
    port_never_pauses();
    return done();
}
