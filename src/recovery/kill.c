/* kill.c - the verb kill: a head that has waited too long is given up, and its worm torn down from
 * the head back to the host.
 *
 * Source: Hu and Kleinrock, "A Dynamic Timeout Scheme for Wormhole Routing Networks", section on
 * the timeout mechanism. The killing switch purges the worm's flits; a reset travels upstream with
 * the speed of the wire, and every switch that it reaches frees the output that the worm still
 * holds and purges its buffer. It reaches the host even if the tail has left long ago; the host
 * stops sending and puts the message at the tail of its queue. Flits on their way to a purged place
 * are discarded on arrival.
 *
 * A head waits for its output at the front of its queue, and then the policy's time runs. It can
 * also be stuck elsewhere: with an output but without room beyond it, or behind the rest of a worm
 * whose own head is further on. Short worms can close a ring of such heads alone, in which nobody
 * waits for an output, so these heads have a timer too; but it runs timeout-patience times as long,
 * for as a rule the worm ahead is the one to be killed. With it every blocked worm leads to a head
 * with a timer: no deadlock lasts. With patience 0 these heads have none, as in the paper, which
 * speaks only of heads that wait for an output.
 *
 * Invariants. Who holds the packet is decided when a reset is heard, not when it is sent: the
 * tail may have passed it. A lane that feeds a purged queue has rx = NIL until the next head
 * comes down it. The row of a killed packet is free again when its host knows and each of its
 * flits is accounted for. Every kill reserves rows of the notice table for all that it can send
 * (kill_reserve), so a kill under way never lacks one; a kill for which there are no rows is
 * tried again in the next cycle. */
#include "recovery.h"

/* ---- tearing down ---- */

/* All that is left of packet k is accounted for and its host knows: its row is free. */
static void packet_forget(ws_net *n, u32 k) {
    if (!(n->packet.flags[k] & PACKET_RETURNED) || n->packet.lost[k] < n->packet.length[k])
        return;
    assert(n->packet.lost[k] == n->packet.length[k]);
    n->total[WS_TOTAL_WASTE_KILL] += n->packet.held[k];
    control_unreserve(n, n->packet.reservation[k]);
    n->packet.reservation[k] = 0;
    n->packet.message[k] = NIL;
    n->packet.free[n->packet.free_count[0]++] = k;
}

/* Credits for slots of the queue that lane v feeds, freed by the kill of packet k, go back as a
 * notice. */
static void credits_send(ws_net *n, u32 k, u32 v, u32 count) {
    u64 due = n->cycle[0] + n->wire.signal_delay[n->wire.vc_link[v]];
    assert(n->packet.reservation[k] > 0);
    n->packet.reservation[k]--;
    control_send(n, (ws_control){.due = due, .vc = v, .count = count, .kind = CONTROL_CREDIT});
}

/* The purge of packet k has freed `flits` slots of queue q at once, all of the packet if it is
 * `whole`: its sender is told as the flow control demands. */
static void slots_free(ws_net *n, u32 q, u32 k, u32 flits, bool whole) {
    ws_queue_state *queue = &n->queue[q];
    u32 credits = n->flow == WS_FLOW_PACKET_CREDIT ? whole : flits;
    queue->flits -= flits;
    if (n->flow == WS_FLOW_STOP_GO) {
        if (!queue->stop_sent || queue->flits > n->go_mark_in_force)
            return;
        queue->stop_sent = 0;
        signal_send(n, q);
    } else if (credits > 0) {
        credits_send(n, k, n->wire.queue_lane[q], credits);
    }
}

/* The second packet of queue q is no longer in its ring. */
static void ring_close(ws_net *n, u32 q) {
    u32 *ring = n->ring + n->wire.ring0[q];
    u32 mask = n->wire.ring_mask[q];
    u32 head = n->queue[q].ring_head;
    u32 spans = --n->queue[q].packets;
    for (u32 i = 1; i < spans; i++)
        ring[(head + i) & mask] = ring[(head + i + 1) & mask];
}

/* Packet k, the first or second in queue q, disappears from it; the reset goes on to the sender
 * of the lane that feeds the queue. */
static void queue_purge(ws_net *n, u32 q, u32 k) {
    ws_queue_state *queue = &n->queue[q];
    bool front = queue->front == k;
    u32 v = n->wire.queue_lane[q];
    u32 flits = front                 ? queue->front_here
                : queue->packets == 2 ? queue->tail_here
                                      : n->packet.length[k];
    bool whole = flits == (front ? queue->front_to_go : n->packet.length[k]);
    if (!whole)
        n->vc[v].receiver = NIL; /* the rest is still to come */
    slots_free(n, q, k, flits, whole);
    n->packet.lost[k] += flits;
    u64 due = n->cycle[0] + n->wire.link_delay[n->wire.vc_link[v]];
    control_send(n, (ws_control){.due = due, .vc = v, .packet = k, .kind = CONTROL_RESET});
    if (front)
        queue_next(n, q);
    else
        ring_close(n, q);
}

/* In a queue that is not empty the worm in front may free a slot in the same cycle: of two
 * signals only one would arrive. */
static void flit_discard(ws_net *n, u32 v, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    u32 q = n->wire.vc_queue[v];
    if (n->flow == WS_FLOW_NACK)
        return; /* of a packet that was refused: its sender still has it */
    assert(n->packet.flags[k] & PACKET_KILLED);
    n->packet.lost[k]++;
    if (n->flow != WS_FLOW_STOP_GO && (n->flow != WS_FLOW_PACKET_CREDIT || (flit & FLIT_TAIL))) {
        if (n->queue[q].packets > 0)
            credits_send(n, k, v, 1);
        else
            signal_send(n, q);
    }
    packet_forget(n, k);
}

/* The lane that queue q holds is taken from it by a reset. Its head has left, or there would be
 * nobody to reset it. */
static void vc_reset(ws_net *n, u32 q) {
    assert(n->queue[q].state == QUEUE_STREAMING);
    vc_free(n, q, n->queue[q].vc, n->wire.vc_link[n->queue[q].vc], n->cycle[0]);
}

/* The reset for packet k reaches the sender of lane v. If the tail has left the queue, or if
 * this is the host, it goes no further: the host learns of it by a notice of its own, which
 * arrives in the same cycle as the last reset. */
static void reset_take(ws_net *n, u32 v, u32 k) {
    u32 q = n->vc[v].holder;
    bool holds = q != NIL && n->queue[q].front == k && !is_source(n, q);
    if (holds)
        vc_reset(n, q);
    /* if not, k may be forgotten already */
    bool held = (n->model->purge && n->model->purge(n, v, k)) || holds;
    if (holds)
        queue_purge(n, q, k);
    else
        control_unreserve(n, 1);
    if (held)
        packet_forget(n, k);
}

/* The source queue that message m came from. */
static u32 source_of(const ws_net *n, u32 m) {
    u32 part = n->model->by_dest           ? n->message.dest[m]
               : n->wire.source_queues > 1 ? n->message.class[m]
                                           : 0;
    return n->message.source[m] * n->wire.source_queues + part;
}

/* The host stops sending packet k, which is in front of source queue q. Its message leaves the
 * head of the queue. */
static void sending_abort(ws_net *n, u32 q, u32 s, u32 k) {
    assert(n->source.first[s] == n->packet.message[k]);
    n->packet.lost[k] += n->queue[q].front_to_go;
    vc_reset(n, q);
    n->queue[q].front = NIL;
    n->workload->remove(n, s);
}

/* The host of packet k takes its flits back: they will be cut anew, and the message waits at the
 * tail of its queue. A message of which other packets are still to be sent stays where it is. */
static void return_take(ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u32 s = source_of(n, m);
    u32 q = n->wire.source_queue0 + s;
    bool sending = n->queue[q].front == k,
         queued = n->message.uncut[m] > 0 || n->source.first[s] == m;
    if (sending)
        sending_abort(n, q, s, k);
    n->message.uncut[m] += n->packet.length[k];
    n->message.undelivered[m]--;
    if (n->message.retries[m] < UINT16_MAX)
        n->message.retries[m]++;
    n->total[WS_TOTAL_RESETS]++;
    control_unreserve(n, 1);
    if (sending || !queued)
        n->workload->append(n, s, m);
    /* there is more of it than before */
    else if (n->queue[q].front == NIL || n->source.first[s] != m)
        n->workload->settle(n, s, m);
    if (sending || n->queue[q].state == QUEUE_EMPTY)
        source_restart(n, q);
    n->packet.flags[k] |= PACKET_RETURNED;
    packet_forget(n, k);
}

/* Slots of the queue that a lane feeds are free. */
static void credit_take(ws_net *n, u32 v, u32 count) {
    control_unreserve(n, 1);
    n->vc[v].credit += (i32)count;
    vc_wake(n, v);
}

static void kill_control(ws_net *n, const ws_control *what) {
    switch (what->kind) {
    case CONTROL_CREDIT: credit_take(n, what->vc, what->count); return;
    case CONTROL_RESET: reset_take(n, what->vc, what->packet); return;
    default: return_take(n, what->packet);
    }
}

/* ---- deadlines ---- */

static void deadline_set(ws_net *n, u32 q, u64 cycle) {
    n->timer.deadline[q] = cycle;
    bit_set(n->timer.bits + (size_t)(cycle & (n->size.deadline_slots - 1)) * n->size.queue_words,
            q);
}

/* Packet k, the foremost in queue q, will be killed as the policy in force says. */
static void deadline_arm(ws_net *n, u32 q, u32 k) {
    u64 wait = timeout_policies[n->def->timeout_policy](n, q, k);
    u64 times = n->queue[q].state == QUEUE_WAITING ? 1 : (u64)n->def->timeout_patience;
    u64 due = n->timer.asked[q] + times * wait;
    n->timer.deadline[q] = 0;
    if (wait != WAIT_FOR_EVER && times > 0)
        deadline_set(n, q, due > n->cycle[0] ? due : n->cycle[0]);
}

/* The packet in queue q whose head is the foremost there, and which therefore has the timer; NIL
 * if no head is there, or if it is still in the router's pipeline. */
static u32 waiting_packet(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->state == QUEUE_EMPTY || queue->state == QUEUE_ROUTING)
        return NIL;
    if (queue->state != QUEUE_STREAMING)
        return queue->front;
    return queue->packets < 2
               ? NIL
               : n->ring[n->wire.ring0[q] + ((queue->ring_head + 1) & n->wire.ring_mask[q])];
}

/* Most heads leave in the cycle in which they ask: the policy is asked at its end, for those
 * that do not. */
static void head_timed(ws_net *n, u32 q) {
    n->timer.asked[q] = n->cycle[0];
    deadline_set(n, q, n->cycle[0]);
}

void deadlines_rearm(ws_net *n) {
    for (u32 q = 0; q < n->wire.source_queue0; q++) {
        u32 k = waiting_packet(n, q);
        if (k == NIL)
            continue;
        if (n->timer.deadline[q] == 0)
            n->timer.asked[q] = n->cycle[0];
        deadline_arm(n, q, k);
    }
}

static void kill_event(ws_net *n, u32 k) {
    ws_event *e = event_add(n, WS_EVENT_PACKET_KILLED);
    u32 m = n->packet.message[k];
    *e = (ws_event){.cycle = e->cycle,
                    .kind = e->kind,
                    .created = n->message.created[m],
                    .entered = n->packet.entered[k],
                    .id = k,
                    .source = n->message.source[m],
                    .dest = n->message.dest[m],
                    .length = n->packet.length[k],
                    .hops = (u16)(n->packet.hops[k] + 1),
                    .traffic_class = n->packet.class[k],
                    .retries = n->message.retries[m]};
}

/* Sets aside what the kill of packet k, in queue q, needs: a row of the packet table until its
 * host knows; a row of the notice table for its home and one for the reset, which moves on; and
 * one for the credits of each queue that it purges, or, where a worm in front stays, of each
 * flit that can still come. */
static bool kill_reserve(ws_net *n, u32 q, u32 k) {
    u32 l = n->wire.vc_link[n->wire.queue_lane[q]];
    u32 credits = n->packet.hops[k] + 1u;
    if (n->queue[q].front != k)
        credits += n->wire.flight[l] + n->wire.link_delay[l];
    u64 under_way = n->total[WS_TOTAL_KILLS] - n->total[WS_TOTAL_RESETS];
    if (under_way >= n->size.kills || n->control.reserved[0] + 2 + credits > n->size.controls)
        return false;
    n->control.reserved[0] += 2 + credits;
    n->packet.reservation[k] = (u16)credits;
    return true;
}

/* The head in front of queue q gives up what it has asked for or been given. */
static void front_withdraw(ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    if (v == NIL) {
        request_end(n, q);
        return;
    }
    u32 l = n->wire.vc_link[v];
    vc_free(n, q, v, l, n->cycle[0] + 1);
    if (is_requested(n, l))
        link_wake(n, l);
}

static void packet_kill(ws_net *n, u32 q, u32 k) {
    n->total[WS_TOTAL_KILLS]++;
    n->packet.flags[k] |= PACKET_KILLED;
    kill_event(n, k);
    if (n->queue[q].front == k)
        front_withdraw(n, q);
    control_send(
        n,
        (ws_control){.due = n->cycle[0] + n->packet.delay[k], .packet = k, .kind = CONTROL_RETURN});
    queue_purge(n, q, k);
}

/* The timer of queue q has gone off, or has yet to be set: its head has become the foremost in
 * this cycle and is still here. */
static void deadline_reached(ws_net *n, u32 q) {
    u32 k = waiting_packet(n, q);
    if (n->timer.asked[q] == n->cycle[0])
        deadline_arm(n, q, k);
    if (n->timer.deadline[q] != n->cycle[0])
        return;
    if (n->queue[q].state == QUEUE_GRANTED || !kill_reserve(n, q, k)) {
        deadline_set(n, q, n->cycle[0] + 1);
        return;
    }
    n->timer.deadline[q] = 0;
    packet_kill(n, q, k);
    if (n->queue[q].state == QUEUE_STREAMING && n->queue[q].packets > 1) {
        n->timer.asked[q] = n->cycle[0] + 1; /* the next one behind the worm in front */
        deadline_arm(n, q, waiting_packet(n, q));
    }
}

/* Bits of the wheel that belong to a later lap stay; those of timers which were stopped or moved
 * go. */
static void run_deadlines(ws_net *n) {
    u32 words = n->size.queue_words;
    u32 mask = n->size.deadline_slots - 1;
    u64 now = n->cycle[0];
    u64 *bits = n->timer.bits + (size_t)(now & mask) * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        for (BITS_EACH(i, word)) {
            u32 q = w * 64 + i;
            u64 due = n->timer.deadline[q];
            if (due > now && ((due ^ now) & mask) == 0)
                continue;
            bit_clear(bits, q);
            if (due > 0 && due == now)
                deadline_reached(n, q);
        }
    }
}

const ws_recovery recovery_by_timeouts = {.wait = head_timed,
                                          .held = occupancy_sample,
                                          .discard = flit_discard,
                                          .control = kill_control,
                                          .deadlines = run_deadlines};
