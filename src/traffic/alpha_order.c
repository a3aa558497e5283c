/* alpha_order.c - the order of messages in a source queue: alpha scheduling.
 *
 * Source: Cherkasova et al., "What Are the Pieces in the Congestion Control Puzzle?" (HPL-96-17,
 * 1996). A host's clock c counts the packets that have left it. A message that joins a source queue
 * has the priority c + alpha * l, l = its packets not yet sent; the lowest goes first, and among
 * equals the first that joined. With every packet sent l falls by one, and with it the priority: a
 * message that has begun goes on, unless a newcomer has a lower priority; the newcomer overtakes at
 * the boundary between two packets. No message waits for ever: one of l packets can be overtaken
 * only by those that join before alpha * (l - 1) more packets have been sent. With alpha 0 the
 * queue is first come, first served; with a large alpha it is shortest first.
 *
 * Invariants. A priority is never stored: it follows from the clock at which the message joined and
 * from what is left of it, so a new alpha, or a new rule for cutting, only asks for a new order. A
 * queue is a list in order of (priority, ticket); only its first message may stand out of order,
 * while a packet of it is being sent. With alpha 0 no clock runs and no ticket is drawn: all
 * priorities are equal, and every message joins at the end. The arithmetic, in millionths and 64
 * bits, is exact up to a clock of 1.5 * 10^13, with alpha * l up to 1.5 * 10^18 by the ranges of
 * the parameters: a host sends at most one packet a cycle, and no run has that many cycles.
 *
 * Among messages of the same length the order of joining is the order of priority. So the search
 * for a newcomer's place starts from the last one that joined with the same number of packets
 * (`finger`), and passes only those whose priorities lie between the two: about as many as have
 * joined meanwhile, however long the queue is. */
#include "traffic.h"

#include <string.h>

static bool is_scheduled(const ws_net *n) {
    return n->def->alpha > 0;
}

static u32 host_of_source(const ws_net *n, u32 s) {
    return s / n->wire.source_queues;
}

u64 message_priority(const ws_net *n, u32 m) {
    return n->alpha.joined_clock[m] * WS_MILLION + (u64)n->def->alpha * n->workload->packets(n, m);
}

bool message_before(const ws_net *n, u32 a, u32 b) {
    u64 of_a = message_priority(n, a);
    u64 of_b = message_priority(n, b);
    return of_a != of_b ? of_a < of_b : n->alpha.joined_ticket[a] < n->alpha.joined_ticket[b];
}

/* ---- fingers: message + 1, or 0 ---- */

static u32 *finger_of(const ws_net *n, u32 s, u32 m) {
    u32 packets = n->workload->packets(n, m);
    u32 slot = packets < SOURCE_FINGERS ? packets : SOURCE_FINGERS - 1;
    return n->alpha.finger + (size_t)s * SOURCE_FINGERS + slot;
}

static void fingers_forget(ws_net *n, u32 s, u32 m) {
    for (u32 i = 0; i < SOURCE_FINGERS; i++)
        if (n->alpha.finger[(size_t)s * SOURCE_FINGERS + i] == m + 1)
            n->alpha.finger[(size_t)s * SOURCE_FINGERS + i] = 0;
}

/* ---- places ---- */

/* The message behind which m belongs, NIL if it is to be the first. */
static u32 place_find(const ws_net *n, u32 s, u32 m) {
    u32 last = n->source.last[s];
    if (last == NIL || n->alpha.ticket[0] == 0 || !message_before(n, m, last))
        return last;
    bool sending = n->queue[n->wire.source_queue0 + s].front != NIL;
    u32 finger = *finger_of(n, s, m);
    u32 behind = sending ? n->source.first[s] : NIL;
    if (finger > 0 && !message_before(n, m, finger - 1))
        behind = finger - 1;
    u32 next = behind == NIL ? n->source.first[s] : n->message.next[behind];
    while (next != NIL && !message_before(n, m, next))
        behind = next, next = n->message.next[next];
    return behind;
}

/* Another message is the first of a queue whose head may be waiting: what is known about the
 * room that it needs is void. */
static void first_changed(ws_net *n, u32 s) {
    u32 q = n->wire.source_queue0 + s;
    u32 l = n->wire.inject_link[host_of_source(n, s)];
    if (n->queue[q].state != QUEUE_WAITING)
        return;
    needs_forget(n, l);
    link_wake(n, l);
}

static void place(ws_net *n, u32 s, u32 m) {
    u32 behind = place_find(n, s, m);
    u32 *to = behind == NIL ? &n->source.first[s] : &n->message.next[behind];
    n->message.next[m] = *to;
    *to = m;
    if (n->message.next[m] == NIL)
        n->source.last[s] = m;
    if (n->alpha.ticket[0] == 0)
        return;
    *finger_of(n, s, m) = m + 1;
    if (behind == NIL)
        first_changed(n, s);
}

static void unplace(ws_net *n, u32 s, u32 m) {
    u32 behind = NIL;
    u32 *from = &n->source.first[s];
    while (*from != m)
        behind = *from, from = &n->message.next[behind];
    *from = n->message.next[m];
    if (n->source.last[s] == m)
        n->source.last[s] = behind;
    if (n->alpha.ticket[0] > 0)
        fingers_forget(n, s, m);
}

/* ---- joining, leaving, moving ---- */

/* The number of waiting messages is about to change: brings its sum over time up to now. */
static void backlog_account(ws_net *n) {
    n->total[WS_TOTAL_BACKLOG] += n->backlog[0] * (n->cycle[0] - n->backlog_since[0]);
    n->backlog_since[0] = n->cycle[0];
}

static void stamp(ws_net *n, u32 s, u32 m) {
    n->alpha.joined_clock[m] = n->alpha.clock[host_of_source(n, s)];
    n->alpha.joined_ticket[m] = ++n->alpha.ticket[0];
}

void source_append(ws_net *n, u32 s, u32 m) {
    backlog_account(n);
    n->backlog[0]++;
    n->source.count[s]++;
    if (is_scheduled(n))
        stamp(n, s, m);
    place(n, s, m);
}

void source_remove(ws_net *n, u32 s) {
    backlog_account(n);
    n->backlog[0]--;
    n->source.count[s]--;
    unplace(n, s, n->source.first[s]);
}

void source_promote(ws_net *n, u32 s, u32 nth) {
    u32 behind = NIL;
    u32 m = n->source.first[s];
    while (nth-- > 0)
        behind = m, m = n->message.next[m];
    if (behind == NIL)
        return;
    n->message.next[behind] = n->message.next[m];
    if (n->source.last[s] == m)
        n->source.last[s] = behind;
    n->message.next[m] = n->source.first[s];
    n->source.first[s] = m;
}

void source_settle(ws_net *n, u32 s, u32 m) {
    if (!is_scheduled(n))
        return;
    unplace(n, s, m);
    place(n, s, m);
}

void source_sent(ws_net *n, u32 s) {
    u32 m = n->source.first[s];
    u32 next = n->message.next[m];
    if (!is_scheduled(n))
        return;
    n->alpha.clock[host_of_source(n, s)]++;
    if (n->message.uncut[m] > 0 && next != NIL && message_before(n, next, m))
        source_settle(n, s, m);
}

/* ---- live changes ---- */

/* Puts all but a message that is being sent into order anew. */
static void source_reorder(ws_net *n, u32 s) {
    bool sending = n->queue[n->wire.source_queue0 + s].front != NIL;
    u32 *rest = sending ? &n->message.next[n->source.first[s]] : &n->source.first[s];
    u32 m = *rest;
    *rest = NIL;
    n->source.last[s] = sending ? n->source.first[s] : NIL;
    memset(n->alpha.finger + (size_t)s * SOURCE_FINGERS, 0,
           SOURCE_FINGERS * sizeof *n->alpha.finger);
    for (u32 next; m != NIL; m = next) {
        next = n->message.next[m];
        place(n, s, m);
    }
}

/* The clock starts: all that wait have joined now, one after the other. */
static void clocks_start(ws_net *n) {
    for (u32 s = 0; s < n->size.sources; s++)
        for (u32 m = n->source.first[s]; m != NIL; m = n->message.next[m])
            stamp(n, s, m);
}

/* From now on, in order of joining; a message that is being sent, though, goes on to its end. */
static void clocks_stop(ws_net *n) {
    memset(n->alpha.joined_clock, 0, n->size.messages * sizeof *n->alpha.joined_clock);
    memset(n->alpha.joined_ticket, 0, n->size.messages * sizeof *n->alpha.joined_ticket);
    memset(n->alpha.clock, 0, n->size.hosts * sizeof *n->alpha.clock);
    memset(n->alpha.finger, 0, n->size.fingers * sizeof *n->alpha.finger);
    n->alpha.ticket[0] = 0;
}

void sources_reorder(ws_net *n, bool was_scheduled) {
    if (!was_scheduled && !is_scheduled(n))
        return;
    if (!was_scheduled)
        clocks_start(n);
    for (u32 s = 0; s < n->size.sources; s++)
        source_reorder(n, s);
    if (!is_scheduled(n))
        clocks_stop(n);
}
