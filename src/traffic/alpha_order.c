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
 * the parameters: a host sends at most one packet a cycle, and no run has that many cycles
 * (WS_CYCLES_MAX).
 *
 * Among messages of the same length the order of joining is the order of priority. So the search
 * for a newcomer's place starts from the last one that joined with the same number of packets
 * (`finger`), and passes only those whose priorities lie between the two: about as many as have
 * joined meanwhile, however long the queue is. */
#include "traffic.h"

static bool is_scheduled(const ws_net *n) {
    return n->def->alpha > 0;
}

/* Has a message joined while alpha was more than 0? Else all priorities are equal. */
static bool has_priorities(const ws_net *n) {
    return n->alpha.ticket[0] > 0;
}

static u32 host_of_source(const ws_net *n, u32 s) {
    return s / n->wire.source_queues;
}

static u32 first_message(const ws_net *n, u32 s) {
    return n->source.first[s];
}

/* The first message of source queue s if a packet of it is being sent, else NIL. */
static u32 message_in_sending(const ws_net *n, u32 s) {
    u32 q = queue_of_source(n, s);
    if (front_of(n, q) == NIL)
        return NIL;
    return first_message(n, s);
}

/* Packets of message m that are not cut yet. */
static u32 packets_uncut(const ws_net *n, u32 m) {
    return n->workload->packets(n, m);
}

static u64 message_priority(const ws_net *n, u32 m) {
    u64 alpha = (u64)n->def->alpha;
    u64 joined = n->alpha.joined_clock[m];
    u64 uncut = packets_uncut(n, m);
    assert(m < n->size.messages);
    return joined * WS_MILLION + alpha * uncut;
}

static bool message_before(const ws_net *n, u32 m, u32 other) {
    u64 own = message_priority(n, m);
    u64 its = message_priority(n, other);
    const u64 *ticket = n->alpha.joined_ticket;
    if (own != its)
        return own < its;
    return ticket[m] < ticket[other];
}

/* ---- fingers: message + 1, or 0 ---- */

static u32 *fingers_of(const ws_net *n, u32 s) {
    size_t first = (size_t)s * SOURCE_FINGERS;
    return n->alpha.finger + first;
}

static u32 *finger_of(const ws_net *n, u32 s, u32 m) {
    u32 slot = packets_uncut(n, m);
    u32 last = SOURCE_FINGERS - 1;
    if (slot > last)
        slot = last;
    return fingers_of(n, s) + slot;
}

/* ---- places ---- */

/* The message that follows `behind` in source queue s, NIL at its end; after NIL comes the
 * first. */
static u32 message_after(const ws_net *n, u32 s, u32 behind) {
    if (behind == NIL)
        return first_message(n, s);
    return n->message.next[behind];
}

/* Where the search for the place of message m begins: behind that message, or NIL. */
static u32 search_from(const ws_net *n, u32 s, u32 m) {
    u32 finger = *finger_of(n, s, m);
    if (finger == 0)
        return message_in_sending(n, s);
    u32 known = finger - 1;
    if (message_before(n, m, known))
        return message_in_sending(n, s);
    return known;
}

/* The message behind which m belongs, NIL if it is to be the first. */
static u32 place_find(const ws_net *n, u32 s, u32 m) {
    u32 last = n->source.last[s];
    if (last == NIL || !has_priorities(n))
        return last;
    if (!message_before(n, m, last))
        return last;
    u32 behind = search_from(n, s, m);
    u32 next = message_after(n, s, behind);
    while (next != NIL) {
        if (message_before(n, m, next))
            break;
        behind = next;
        next = n->message.next[next];
    }
    return behind;
}

/* Another message is the first of a queue whose head may be waiting: what is known about the
 * room that it needs is void. */
static void first_changed(ws_net *n, u32 s) {
    u32 q = queue_of_source(n, s);
    u32 h = host_of_source(n, s);
    u32 l = n->wire.inject_link[h];
    if (!is_waiting_head(n, q))
        return;
    needs_forget(n, l);
    link_wake(n, l);
}

/* Message m follows `behind` in source queue s; it is the first if that is NIL. */
static void link_behind(ws_net *n, u32 s, u32 behind, u32 m) {
    ws_source_columns *source = &n->source;
    u32 *next = n->message.next;
    u32 *to = &source->first[s];
    if (behind != NIL)
        to = &next[behind];
    next[m] = *to;
    *to = m;
    if (next[m] == NIL)
        source->last[s] = m;
}

/* Message m, which follows `behind` in source queue s (NIL: is the first), leaves it. */
static void unlink_behind(ws_net *n, u32 s, u32 behind, u32 m) {
    ws_source_columns *source = &n->source;
    u32 *next = n->message.next;
    if (behind == NIL)
        source->first[s] = next[m];
    else
        next[behind] = next[m];
    if (source->last[s] == m)
        source->last[s] = behind;
}

static void place(ws_net *n, u32 s, u32 m) {
    u32 behind = place_find(n, s, m);
    link_behind(n, s, behind, m);
    if (!has_priorities(n))
        return;
    u32 *finger = finger_of(n, s, m);
    *finger = m + 1;
    if (behind == NIL)
        first_changed(n, s);
}

static void unplace(ws_net *n, u32 s, u32 m) {
    const u32 *next = n->message.next;
    u32 behind = NIL;
    u32 at = first_message(n, s);
    while (at != m) {
        behind = at;
        at = next[at];
    }
    unlink_behind(n, s, behind, m);
    if (!has_priorities(n))
        return;
    u32 *finger = fingers_of(n, s);
    for (EACH(i, SOURCE_FINGERS))
        if (finger[i] == m + 1)
            finger[i] = 0;
}

/* ---- joining, leaving, moving ---- */

/* The number of waiting messages changes by one: its sum over time is brought up to now first. */
static void backlog_change(ws_net *n, bool more) {
    u64 *backlog = n->backlog;
    u64 *since = n->backlog_since;
    u64 cycles = now(n) - *since;
    n->total[WS_TOTAL_BACKLOG] += *backlog * cycles;
    *since = now(n);
    if (more)
        (*backlog)++;
    else
        (*backlog)--;
}

static void stamp(ws_net *n, u32 s, u32 m) {
    ws_alpha_columns *alpha = &n->alpha;
    u32 h = host_of_source(n, s);
    u64 *ticket = alpha->ticket;
    ++*ticket;
    alpha->joined_clock[m] = alpha->clock[h];
    alpha->joined_ticket[m] = *ticket;
}

static void source_append(ws_net *n, u32 s, u32 m) {
    assert(s < n->size.sources);
    assert(m < n->size.messages);
    backlog_change(n, true);
    n->source.count[s]++;
    if (is_scheduled(n))
        stamp(n, s, m);
    place(n, s, m);
}

static void source_remove(ws_net *n, u32 s) {
    u32 m = first_message(n, s);
    u32 *count = n->source.count;
    assert(s < n->size.sources);
    assert(count[s] > 0);
    backlog_change(n, false);
    count[s]--;
    unplace(n, s, m);
}

static void source_promote(ws_net *n, u32 s, u32 nth) {
    const u32 *next = n->message.next;
    u32 behind = NIL;
    u32 m = first_message(n, s);
    assert(nth < n->source.count[s]);
    for (EACH(i, nth)) {
        behind = m;
        m = next[m];
    }
    if (behind == NIL)
        return;
    unlink_behind(n, s, behind, m);
    link_behind(n, s, NIL, m);
}

static void source_settle(ws_net *n, u32 s, u32 m) {
    if (!is_scheduled(n))
        return;
    unplace(n, s, m);
    place(n, s, m);
}

static void source_sent(ws_net *n, u32 s) {
    const ws_message_columns *message = &n->message;
    u32 h = host_of_source(n, s);
    u32 m = first_message(n, s);
    u32 next = message->next[m];
    if (!is_scheduled(n))
        return;
    n->alpha.clock[h]++;
    if (next == NIL)
        return;
    if (message->uncut[m] == 0)
        return;
    if (message_before(n, next, m))
        source_settle(n, s, m);
}

/* ---- live changes ---- */

/* Puts all but a message that is being sent into order anew. */
static void source_reorder(ws_net *n, u32 s) {
    ws_source_columns *source = &n->source;
    u32 *next = n->message.next;
    u32 sending = message_in_sending(n, s);
    u32 m = message_after(n, s, sending);
    u32 *finger = fingers_of(n, s);
    if (sending == NIL)
        source->first[s] = NIL;
    else
        next[sending] = NIL;
    source->last[s] = sending;
    for (EACH(i, SOURCE_FINGERS))
        finger[i] = 0;
    while (m != NIL) {
        u32 following = next[m];
        place(n, s, m);
        m = following;
    }
}

/* The clock starts: all that wait have joined now, one after the other. */
static void clocks_start(ws_net *n) {
    const u32 *next = n->message.next;
    for (EACH(s, n->size.sources)) {
        u32 m = first_message(n, s);
        while (m != NIL) {
            stamp(n, s, m);
            m = next[m];
        }
    }
}

/* From now on, in order of joining; a message that is being sent, though, goes on to its end. */
static void clocks_stop(ws_net *n) {
    ws_alpha_columns *alpha = &n->alpha;
    const ws_sizes *size = &n->size;
    for (EACH(m, n->used->messages)) {
        alpha->joined_clock[m] = 0;
        alpha->joined_ticket[m] = 0;
    }
    for (EACH(h, size->hosts))
        alpha->clock[h] = 0;
    for (EACH(i, size->fingers))
        alpha->finger[i] = 0;
    alpha->ticket[0] = 0;
}

void sources_reorder(ws_net *n, bool was_scheduled) {
    if (!was_scheduled && !is_scheduled(n))
        return;
    if (!was_scheduled)
        clocks_start(n);
    for (EACH(s, n->size.sources))
        source_reorder(n, s);
    if (!is_scheduled(n))
        clocks_stop(n);
}

const ws_discipline alpha_scheduling = {
    .priority = message_priority,
    .append = source_append,
    .remove = source_remove,
    .promote = source_promote,
    .sent = source_sent,
    .settle = source_settle,
    .before = message_before,
};
