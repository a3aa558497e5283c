/* police.c - a token bucket at each host keeps a source to what it was promised (Kwan et al. 1996,
 * section 5: a policing algorithm that restricts the amount of high priority data that can be
 * transmitted over some period of time).
 *
 * A bucket of police-burst tokens fills at police-rate a cycle; a packet costs as many as it has
 * flits, and waits in its source queue until they are there, or until the bucket is full if it is
 * longer. So in any stretch of time packets of at most police-burst + police-rate x cycles begin.
 * With several priorities the bucket is for the highest alone.
 *
 * What is kept is how much the bucket lacks, in millionths of a flit, and as of which cycle: it is
 * brought up to date when a packet asks, so a full bucket costs nothing, and all is 0 without a
 * rate. A head that must wait has a timer; where that is too short for the wait it asks again. */
#include "switch.h"

static bool is_policed(const ws_net *n, u32 q) {
    if (n->def->police_rate == 0)
        return false;
    if (n->def->class_rule != WS_CLASS_RULE_PRIORITY)
        return true;
    return input_of(n, q) == 0;
}

static u32 host_of_queue(const ws_net *n, u32 q) {
    return host_of_node(n, node_of(n, q));
}

/* Tokens that the bucket of host h lacks now, filled at `rate`. */
static u64 lack_now(const ws_net *n, u32 h, u64 rate) {
    u64 lack = n->police.lack[h];
    u64 cycles = now(n) - n->police.since[h];
    u64 whole = lack / rate;
    if (cycles > whole)
        return 0;
    return lack - cycles * rate;
}

static u64 bucket_of(const ws_net *n) {
    return (u64)n->def->police_burst * WS_MILLION;
}

/* Cycles until the bucket of the host of source queue q has enough for its first packet. */
static u64 wait_of(const ws_net *n, u32 q) {
    u32 h = host_of_queue(n, q);
    u64 rate = (u64)n->def->police_rate;
    u64 bucket = bucket_of(n);
    u64 cost = (u64)length_ahead(n, q) * WS_MILLION;
    u64 lack = lack_now(n, h, rate);
    if (cost > bucket)
        cost = bucket;
    u64 needed = lack + cost;
    if (needed <= bucket)
        return 0;
    u64 missing = needed - bucket;
    return (missing + rate - 1) / rate;
}

bool police_admits(ws_net *n, u32 q) {
    if (!is_policed(n, q))
        return true;
    u64 wait = wait_of(n, q);
    u64 longest = n->size.timer_slots - 1;
    if (wait == 0)
        return true;
    if (wait > longest)
        wait = longest;
    n->queue[q].state = QUEUE_ROUTING;
    timer_set(n, q, now(n) + wait);
    return false;
}

/* Brings the bucket of host h up to date, filled at a rate until now. */
static void bucket_settle(ws_net *n, u32 h, u64 rate) {
    ws_police_columns *police = &n->police;
    police->lack[h] = lack_now(n, h, rate);
    police->since[h] = now(n);
}

void police_charge(ws_net *n, u32 q) {
    u32 h = host_of_queue(n, q);
    u32 k = front_of(n, q);
    u64 flits = n->packet.length[k];
    if (!is_policed(n, q))
        return;
    bucket_settle(n, h, (u64)n->def->police_rate);
    n->police.lack[h] += flits * WS_MILLION;
}

/* The head of source queue q, which may wait for its bucket, asks in the cycle about to run. */
static void head_request(ws_net *n, u32 q) {
    u32 slots = n->size.timer_slots;
    u32 words = n->size.queue_words;
    if (state_of(n, q) != QUEUE_ROUTING)
        return;
    for (EACH(slot, slots)) {
        u64 *set = wheel_set(n->timer_bits, slot, slots, words);
        bit_clear(set, q);
    }
    timer_set(n, q, now(n));
}

void police_change(ws_net *n, u64 old_rate) {
    u64 rate = (u64)n->def->police_rate;
    ws_police_columns *police = &n->police;
    for (EACH(h, n->size.hosts)) {
        if (old_rate > 0)
            bucket_settle(n, h, old_rate);
        police->since[h] = rate > 0 ? now(n) : 0;
        if (rate == 0)
            police->lack[h] = 0;
    }
    if (old_rate == 0)
        return;
    for (EACH(s, n->size.sources)) {
        u32 q = queue_of_source(n, s);
        head_request(n, q);
    }
}
