/* recover.c - the verb kill: a head that has waited too long is given up, and its worm torn down from the head back to the host.
 *
 * Source: Hu and Kleinrock, "A Dynamic Timeout Scheme for Wormhole Routing Networks", section on the timeout mechanism. The killing
 * switch purges the worm's flits; a reset travels upstream with the speed of the wire, and every switch that it reaches frees the
 * output that the worm still holds and purges its buffer. It reaches the host even if the tail has left long ago; the host stops
 * sending and puts the message at the tail of its queue. Flits on their way to a purged place are discarded on arrival.
 *
 * Invariants. Who holds the packet is decided when a reset is heard, not when it is sent: the tail may have passed it. A lane that
 * feeds a purged queue has rx = NIL until the next head comes down it. The row of a killed packet is free again when its host knows
 * and each of its flits is accounted for. Every kill reserves rows for what it will send, so a kill under way never lacks one; a
 * kill for which there are no rows is tried again in the next cycle. */
#include "kernel.h"

enum { NOTICES_PER_KILL = 4 }; /* home, one reset, and the credits of at most two purged queues under way */

/* ---- notices: the calendar of what travels back ---- */

static void notice_send(ws_net *n, ws_notice what) {
    u32 row = n->notice_free[0];
    if (row)
        n->notice_free[0] = n->notice[row - 1].next;
    else
        row = ++n->notice_used[0];
    assert(row <= n->size.notices && what.due > n->now[0]);
    u32 slot = (u32)what.due & (n->size.notice_slots - 1);
    what.next = 0;
    n->notice[row - 1] = what;
    if (n->notice_last[slot])
        n->notice[n->notice_last[slot] - 1].next = row;
    else
        n->notice_first[slot] = row;
    n->notice_last[slot] = row;
}

static void notice_take(ws_net *n, const ws_notice *what);

/* Takes the notices that are due, in the order in which they were sent; those of a later lap go back in the same order. */
void run_notices(ws_net *n) {
    u32 slot = (u32)n->now[0] & (n->size.notice_slots - 1), row = n->notice_first[slot];
    n->notice_first[slot] = n->notice_last[slot] = 0;
    while (row) {
        ws_notice what = n->notice[row - 1];
        n->notice[row - 1] = (ws_notice){.next = n->notice_free[0]};
        n->notice_free[0] = row;
        row = what.next;
        if (what.due > n->now[0])
            notice_send(n, what);
        else
            notice_take(n, &what);
    }
}

/* ---- tearing down ---- */

/* All that is left of packet k is accounted for and its host knows: its row is free. */
static void packet_forget(ws_net *n, u32 k) {
    if (!(n->pk_flags[k] & PACKET_HOME) || n->pk_lost[k] < n->pk_length[k]) return;
    assert(n->pk_lost[k] == n->pk_length[k]);
    n->pk_message[k] = NIL;
    n->packet_free[n->packet_top[0]++] = k;
}

/* Packet k, in front of queue q, disappears from it; the reset goes on to the sender of the lane that feeds it. */
static void queue_purge(ws_net *n, u32 q, u32 k) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = n->wire.queue_lane[q], l = n->wire.lane_link[v], flits = queue->avail;
    if (queue->left > flits) n->vlane[v].rx = NIL; /* the rest is still to come */
    queue->level -= flits;
    if (n->flow != WS_FLOW_STOP_GO) {
        if (flits > 0)
            notice_send(n, (ws_notice){.due = n->now[0] + n->wire.signal_delay[l], .lane = v, .count = flits, .kind = NOTICE_CREDIT});
    } else if (queue->told && queue->level <= n->go_at) {
        queue->told = 0;
        signal_send(n, q);
    }
    n->pk_lost[k] += flits;
    notice_send(n, (ws_notice){.due = n->now[0] + n->wire.link_delay[l], .lane = v, .packet = k, .kind = NOTICE_RESET});
    queue_next(n, q);
}

void flit_discard(ws_net *n, u32 v, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    assert(n->pk_flags[k] & PACKET_KILLED);
    if (n->flow != WS_FLOW_STOP_GO) signal_send(n, n->wire.lane_queue[v]);
    n->pk_lost[k]++;
    packet_forget(n, k);
}

/* The lane that queue q holds is taken from it by a reset. */
static void lane_reset(ws_net *n, u32 q, u32 v) {
    if (n->queue[q].state == QUEUE_GRANTED) {
        u32 slot = (u32)(n->since[q] + n->start_delay) & (n->size.timer_slots - 1);
        bit_clear(n->timer_bits + (size_t)slot * n->size.queue_words, q);
    }
    n->total[WS_TOTAL_WASTE_KILL] += n->now[0] - n->since[q];
    lane_free(n, q, v, n->wire.lane_link[v]);
}

/* The reset for packet k reaches the sender of lane v. If the tail has passed, or if this is the host, there is nothing to do here:
 * the host learns of it by a notice of its own, which arrives in the same cycle. */
static void reset_take(ws_net *n, u32 v, u32 k) {
    u32 q = n->vlane[v].holder;
    if (q == NIL || n->queue[q].front != k || is_source(n, q)) return;
    lane_reset(n, q, v);
    queue_purge(n, q, k);
    packet_forget(n, k);
}

/* The source queue that message m came from. */
static u32 source_of(const ws_net *n, u32 m) {
    u32 part = n->def->queueing == WS_QUEUEING_VOQ ? n->ms_dest[m] : n->wire.source_queues > 1 ? n->ms_class[m] : 0;
    return n->ms_source[m] * n->wire.source_queues + part;
}

/* The host stops sending packet k, which is in front of source queue q. Its message leaves the head of the queue. */
static void sending_abort(ws_net *n, u32 q, u32 s, u32 k) {
    u32 m = n->pk_message[k];
    n->pk_lost[k] += n->queue[q].left;
    lane_reset(n, q, n->queue[q].lane);
    n->source_first[s] = n->ms_next[m];
    if (--n->source_count[s] == 0) n->source_last[s] = NIL;
}

/* The host of packet k takes its flits back: they will be cut anew, and the message waits at the tail of its queue. A message of which
 * other packets are still to be sent stays where it is. */
static void home_take(ws_net *n, u32 k) {
    u32 m = n->pk_message[k], s = source_of(n, m), q = n->wire.source_queue0 + s;
    bool sending = n->queue[q].front == k, queued = n->ms_left[m] > 0 || n->source_first[s] == m;
    if (sending) sending_abort(n, q, s, k);
    n->ms_left[m] += n->pk_length[k];
    n->ms_open[m]--;
    if (n->ms_retries[m] < UINT16_MAX) n->ms_retries[m]++;
    n->total[WS_TOTAL_RESETS]++;
    n->notice_reserved[0] -= NOTICES_PER_KILL;
    if (sending || !queued) source_append(n, s, m);
    if (sending || n->queue[q].state == QUEUE_EMPTY) source_restart(n, q);
    n->pk_flags[k] |= PACKET_HOME;
    packet_forget(n, k);
}

static void notice_take(ws_net *n, const ws_notice *what) {
    switch (what->kind) {
    case NOTICE_CREDIT:
        n->vlane[what->lane].credit += (i32)what->count;
        lane_wake(n, what->lane);
        break;
    case NOTICE_RESET: reset_take(n, what->lane, what->packet); break;
    case NOTICE_HOME: home_take(n, what->packet); break;
    }
}

/* ---- deadlines ---- */

static void deadline_set(ws_net *n, u32 q, u64 cycle) {
    n->deadline[q] = cycle;
    bit_set(n->deadline_bits + (size_t)(cycle & (n->size.deadline_slots - 1)) * n->size.queue_words, q);
}

void deadline_arm(ws_net *n, u32 q, u32 l) {
    u64 wait = n->recovery[n->def->timeout_policy](n, q, l);
    n->deadline[q] = 0;
    if (wait != WAIT_FOR_EVER) deadline_set(n, q, n->now[0] + wait);
}

void deadlines_restart(ws_net *n) {
    for (u32 q = 0; q < n->wire.source_queue0; q++)
        if (n->queue[q].state == QUEUE_WAITING) deadline_arm(n, q, n->cand_link[(size_t)q * n->size.cand_per_queue]);
}

static void head_kill(ws_net *n, u32 q) {
    u32 k = n->queue[q].front, stride = n->size.cand_per_queue;
    if (n->notice_reserved[0] + NOTICES_PER_KILL > n->size.notices) {
        deadline_set(n, q, n->now[0] + 1);
        return;
    }
    n->notice_reserved[0] += NOTICES_PER_KILL;
    n->deadline[q] = 0;
    for (u32 c = 0; c < stride && n->cand_link[(size_t)q * stride + c] != NIL; c++)
        want_clear(n, q, n->cand_link[(size_t)q * stride + c]);
    n->total[WS_TOTAL_KILLS]++;
    n->pk_flags[k] |= PACKET_KILLED;
    ws_event *e = event_add(n, WS_EVENT_PACKET_KILLED);
    u32 m = n->pk_message[k];
    *e = (ws_event){.cycle = e->cycle, .kind = e->kind, .created = n->ms_created[m], .entered = n->pk_entered[k], .id = k,
                    .source = n->ms_source[m], .dest = n->ms_dest[m], .length = n->pk_length[k],
                    .hops = (u16)(n->pk_hops[k] + 1), .traffic_class = n->pk_class[k]};
    notice_send(n, (ws_notice){.due = n->now[0] + n->pk_delay[k], .packet = k, .kind = NOTICE_HOME});
    queue_purge(n, q, k);
}

void run_deadlines(ws_net *n) {
    u32 words = n->size.queue_words;
    u64 *bits = n->deadline_bits + (size_t)(n->now[0] & (n->size.deadline_slots - 1)) * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        for (BITS_EACH(i, word)) {
            u32 q = w * 64 + i;
            if (n->deadline[q] > n->now[0] && (n->deadline[q] & (n->size.deadline_slots - 1)) == (n->now[0] & (n->size.deadline_slots - 1)))
                continue; /* of a later lap */
            bit_clear(bits, q);
            if (n->deadline[q] != n->now[0] || n->queue[q].state != QUEUE_WAITING) continue; /* stale */
            if (n->def->timeout_policy == WS_TIMEOUT_POLICY_NONE)
                n->deadline[q] = 0; /* switched off meanwhile */
            else
                head_kill(n, q);
        }
    }
}
