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
 * A head waits for its output at the front of its queue, and then the policy's time runs. A head
 * can also be stuck elsewhere: with an output but without room beyond it, or behind the rest of a
 * worm whose own head is further on. Short worms can close a ring of such heads alone, in which
 * nobody waits for an output, so these heads have a timer too; but it runs timeout-patience times
 * as long, for as a rule the worm ahead is the one to be killed. With patience every blocked worm
 * leads to a head with a timer: no deadlock lasts. With patience 0 these heads have none, as in the
 * paper, which speaks only of heads that wait for an output.
 *
 * Invariants. Who holds the packet is decided when a reset is heard, not when it is sent: the
 * tail may have passed it. A virtual channel that feeds a purged queue has no receiver (NIL)
 * until the next head comes down it. The row of a killed packet is free again when its host
 * knows and each of its flits is accounted for. Every kill reserves rows of the table of control
 * messages for all that it can send (kill_reserve), so a kill under way never lacks one; a kill
 * for which there are no rows is tried again in the next cycle. */
#include "core/segment.h"
#include "recovery.h"

/* ---- tearing down ---- */

/* All that is left of packet k is accounted for and its host knows: its row is free. */
static void packet_forget(ws_net *n, u32 k) {
    ws_packet_columns *packet = &n->packet;
    u32 length = packet->length[k];
    u32 lost = packet->lost[k];
    u16 *reservation = &packet->reservation[k];
    bool returned = packet_has(n, k, PACKET_RETURNED);
    if (!returned || lost < length)
        return;
    assert(lost == length);
    n->total[WS_TOTAL_WASTE_KILL] += packet->held[k];
    control_unreserve(n, *reservation);
    *reservation = 0;
    packet_row_free(n, k);
}

/* Credits for slots of the queue that virtual channel v feeds, freed by the kill of packet k, go
 * back as one control message. */
static void credits_send(ws_net *n, u32 k, u32 v, u32 count) {
    u32 l = link_of(n, v);
    u32 delay = n->wire.signal_delay[l];
    u16 *reservation = &n->packet.reservation[k];
    assert(*reservation > 0);
    (*reservation)--;
    ws_control credits = {
        .due = now(n) + delay,
        .vc = v,
        .count = count,
        .kind = CONTROL_CREDIT,
    };
    control_send(n, credits);
}

/* A reset for packet k goes to the sender of virtual channel v. */
static void reset_send(ws_net *n, u32 k, u32 v) {
    u32 l = link_of(n, v);
    u32 delay = n->wire.link_delay[l];
    ws_control reset = {
        .due = now(n) + delay,
        .vc = v,
        .packet = k,
        .kind = CONTROL_RESET,
    };
    control_send(n, reset);
}

/* The host of packet k is told of its kill: it knows when the last reset arrives. */
static void return_send(ws_net *n, u32 k) {
    u32 delay = n->packet.delay[k];
    ws_control back = {
        .due = now(n) + delay,
        .packet = k,
        .kind = CONTROL_RETURN,
    };
    control_send(n, back);
}

/* The flits that the purge of a packet removes from a queue. */
typedef struct purged {
    u32 flits;
    /* all flits of the packet that the queue was to get */
    bool whole;
} purged;

/* The purge of packet k has freed slots of queue q at once: its sender is told as the flow
 * control demands. */
static void slots_free(ws_net *n, u32 q, u32 k, purged slots) {
    ws_queue_state *queue = &n->queue[q];
    u32 v = feeding_vc(n, q);
    u32 credits = slots.flits;
    queue->flits -= slots.flits;
    if (n->flow == WS_FLOW_STOP_GO) {
        go_if_low(n, q);
        return;
    }
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        credits = slots.whole;
    if (credits > 0)
        credits_send(n, k, v, credits);
}

/* The second packet of queue q is no longer in its ring. */
static void ring_close(ws_net *n, u32 q) {
    ws_queue_state *queue = &n->queue[q];
    u32 first = n->wire.ring0[q];
    u32 mask = n->wire.ring_mask[q];
    u32 *ring = n->ring + first;
    u32 at = queue->ring_head + 1;
    u32 packets = --queue->packets;
    for (u32 i = 1; i < packets; i++) {
        u32 next = at + 1;
        ring[at & mask] = ring[next & mask];
        at = next;
    }
}

/* The flits of packet k, the first or second in queue q, that are in the queue. */
static purged purge_measure(const ws_net *n, u32 q, u32 k) {
    const ws_queue_state *queue = &n->queue[q];
    u32 length = n->packet.length[k];
    u32 flits = length;
    u32 all = length;
    if (queue->front == k) {
        flits = queue->front_here;
        all = queue->front_to_go;
    } else if (queue->packets == 2) {
        flits = queue->tail_here;
    }
    purged slots;
    slots.flits = flits;
    slots.whole = flits == all;
    return slots;
}

/* Packet k, the first or second in queue q, disappears from it; the reset goes on to the sender
 * of the virtual channel that feeds the queue. */
static void queue_purge(ws_net *n, u32 q, u32 k) {
    bool front = front_of(n, q) == k;
    u32 v = feeding_vc(n, q);
    upstream_settle(n, q);
    purged slots = purge_measure(n, q, k);
    if (!slots.whole)
        n->vc[v].receiver = NIL; /* the rest is still to come */
    slots_free(n, q, k, slots);
    n->packet.lost[k] += slots.flits;
    reset_send(n, k, v);
    if (front)
        queue_next(n, q);
    else
        ring_close(n, q);
}

/* The slot of a discarded flit of packet k is free. In a queue that is not empty the worm in
 * front may free a slot in the same cycle: of two signals only one would arrive. */
static void discarded_credit(ws_net *n, u32 v, u32 k) {
    u32 q = own_queue(n, v);
    u32 packets = n->queue[q].packets;
    if (packets > 0)
        credits_send(n, k, v, 1);
    else
        signal_send(n, q);
}

static void flit_discard(ws_net *n, u32 v, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    bool tail = flit & FLIT_TAIL;
    if (n->flow == WS_FLOW_NACK)
        return; /* of a packet that was refused: its sender still has it */
    assert(packet_has(n, k, PACKET_KILLED));
    n->packet.lost[k]++;
    bool counted = n->flow != WS_FLOW_STOP_GO;
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        counted = tail;
    if (counted)
        discarded_credit(n, v, k);
    packet_forget(n, k);
}

/* A reset takes from queue q the virtual channel that it holds. Its head has left, or there
 * would be nobody to reset it. */
static void vc_reset(ws_net *n, u32 q) {
    assert(state_of(n, q) == QUEUE_STREAMING);
    vc_free(n, q, now(n));
}

/* Does a queue of a switch send packet k on virtual channel v? */
static bool sender_streams(const ws_net *n, u32 v, u32 k) {
    u32 q = holder_of(n, v);
    if (q == NIL || is_source(n, q))
        return false;
    return front_of(n, q) == k;
}

/* The reset for packet k reaches the sender of virtual channel v. If the tail has left the
 * queue, or if the sender is the host, the reset goes no further: the host learns of the kill by
 * a control message of its own, which arrives in the same cycle as the last reset. */
static void reset_receive(ws_net *n, u32 v, u32 k) {
    u32 q = holder_of(n, v);
    const ws_switch *model = n->model;
    bool holds = sender_streams(n, v, k);
    bool behind = false;
    if (holds)
        vc_reset(n, q);
    if (model->purge)
        behind = model->purge(n, v, k);
    if (holds)
        queue_purge(n, q, k);
    else
        control_unreserve(n, 1);
    /* if nothing was here, k may be forgotten already */
    if (holds || behind)
        packet_forget(n, k);
}

/* The source queue that message m came from. */
static u32 source_of(const ws_net *n, u32 m) {
    const ws_message_columns *message = &n->message;
    u32 per_host = n->wire.source_queues;
    u32 h = message->source[m];
    u32 first = h * per_host;
    if (n->model->by_dest)
        return first + message->dest[m];
    if (per_host > 1)
        return first + message->class[m];
    return first;
}

/* The host stops sending packet k, which is in front of source queue q. Its message leaves the
 * head of the queue. */
static void sending_abort(ws_net *n, u32 q, u32 k) {
    ws_queue_state *queue = &n->queue[q];
    ws_packet_columns *packet = &n->packet;
    u32 s = source_of_queue(n, q);
    u32 first = n->source.first[s];
    assert(first == packet->message[k]);
    link_settle(n, link_of(n, queue->vc));
    packet->lost[k] += queue->front_to_go;
    vc_reset(n, q);
    queue->front = NIL;
    n->discipline->remove(n, s);
}

/* The flits of packet k belong to message m again, not yet cut. */
static void message_recover(ws_net *n, u32 m, u32 k) {
    ws_message_columns *message = &n->message;
    u16 *retries = &message->retries[m];
    payload_recover(n, m, k);
    if (*retries < UINT16_MAX)
        (*retries)++;
    n->total[WS_TOTAL_RESETS]++;
}

/* Message m, to which flits have come back, goes where it belongs in source queue s: to the tail
 * if it was being sent, or was not there any more. */
static void message_requeue(ws_net *n, u32 s, u32 m, bool to_tail) {
    u32 q = queue_of_source(n, s);
    bool first = n->source.first[s] == m;
    bool is_sent = front_of(n, q) != NIL;
    if (to_tail)
        n->discipline->append(n, s, m);
    else if (!first || !is_sent)
        n->discipline->settle(n, s, m); /* there is more of it than before */
}

/* The host of packet k takes its flits back: they will be cut anew, and the message waits at the
 * tail of its queue. A message of which other packets are still to be sent stays where it is. */
static void return_receive(ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u32 s = source_of(n, m);
    u32 q = queue_of_source(n, s);
    bool sending = front_of(n, q) == k;
    bool first = n->source.first[s] == m;
    bool queued = first || n->message.uncut[m] > 0;
    bool to_tail = sending || !queued;
    if (sending)
        sending_abort(n, q, k);
    message_recover(n, m, k);
    control_unreserve(n, 1);
    message_requeue(n, s, m, to_tail);
    if (sending || state_of(n, q) == QUEUE_EMPTY)
        source_restart(n, q);
    n->packet.flags[k] |= PACKET_RETURNED;
    packet_forget(n, k);
}

void kill_finish(ws_net *n, u32 k) {
    u32 resets = control_recall(n, CONTROL_RESET, k);
    u32 returns = control_recall(n, CONTROL_RETURN, k);
    control_unreserve(n, resets);
    if (returns > 0)
        return_receive(n, k);
    else
        packet_forget(n, k);
}

/* `count` slots of the queue that virtual channel v feeds are free. */
static void credit_receive(ws_net *n, u32 v, u32 count) {
    control_unreserve(n, 1);
    n->vc[v].credit += (i32)count;
    vc_wake(n, v);
}

static void kill_control(ws_net *n, const ws_control *what) {
    u32 v = what->vc;
    u32 k = what->packet;
    switch (what->kind) {
    case CONTROL_CREDIT: credit_receive(n, v, what->count); return;
    case CONTROL_RESET: reset_receive(n, v, k); return;
    default: return_receive(n, k);
    }
}

/* ---- deadlines ---- */

static u64 *deadline_wheel(ws_net *n, u64 cycle) {
    const ws_sizes *size = &n->size;
    u64 *bits = n->timer.bits;
    u32 slots = size->deadline_slots;
    return wheel_set(bits, cycle, slots, size->queue_words);
}

static void deadline_set(ws_net *n, u32 q, u64 cycle) {
    u64 *set = deadline_wheel(n, cycle);
    n->timer.deadline[q] = cycle;
    bit_set(set, q);
}

/* How many times as long as the policy says the waiting head in queue q may wait: 0 = for ever. */
static u64 patience_of(const ws_net *n, u32 q) {
    if (is_waiting_head(n, q))
        return 1;
    return (u64)n->def->timeout_patience;
}

/* Packet k, the waiting head in queue q, will be killed as the policy in force says. */
static void deadline_arm(ws_net *n, u32 q, u32 k) {
    ws_timer_columns *timer = &n->timer;
    i64 number = n->def->timeout_policy;
    timeout_policy policy = timeout_policies[number];
    u64 wait = policy(n, q, k);
    u64 times = patience_of(n, q);
    timer->deadline[q] = 0;
    if (wait == WAIT_FOR_EVER || times == 0)
        return;
    u64 due = timer->waiting_since[q] + times * wait;
    if (due < now(n))
        due = now(n);
    deadline_set(n, q, due);
}

/* The packet in queue q whose head waits there, and which therefore has the timer; NIL if no
 * head is there, or if the head is still in the router's pipeline. */
static u32 waiting_packet(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    switch (queue->state) {
    case QUEUE_EMPTY:
    case QUEUE_ROUTING: return NIL;
    case QUEUE_STREAMING: return queue->packets < 2 ? NIL : packet_at(n, q, 1);
    default: return queue->front;
    }
}

/* Most heads leave in the cycle in which they begin to wait: the policy is asked at its end, for
 * those that do not. */
static void head_timed(ws_net *n, u32 q) {
    u64 cycle = now(n);
    n->timer.waiting_since[q] = cycle;
    deadline_set(n, q, cycle);
}

void deadlines_rearm(ws_net *n) {
    ws_timer_columns *timer = &n->timer;
    u32 network_queues = n->wire.source_queue0;
    for (EACH(q, network_queues)) {
        u32 k = waiting_packet(n, q);
        if (k == NIL)
            continue;
        if (timer->deadline[q] == 0)
            timer->waiting_since[q] = now(n);
        deadline_arm(n, q, k);
    }
}

static void kill_event(ws_net *n, u32 k) {
    ws_event *event = packet_event(n, k, WS_EVENT_PACKET_KILLED);
    event->head = 0;
    event->hops++;
}

/* Rows of control messages for the credits that the kill of packet k, in queue q, can send: one
 * for each queue that it purges, or, where a worm in front stays, for each flit that can still
 * come. */
static u32 credits_most(const ws_net *n, u32 q, u32 k) {
    u32 v = feeding_vc(n, q);
    u32 l = link_of(n, v);
    u32 queues = n->packet.hops[k] + 1u;
    u32 coming = n->wire.flight[l];
    coming += n->wire.link_delay[l];
    if (front_of(n, q) == k)
        return queues;
    return queues + coming;
}

/* Sets aside what the kill of packet k, in queue q, needs: a row of the packet table until its
 * host knows; rows of control messages for its return, for the reset, which moves on, and for
 * credits. False, and nothing is set aside, if there is no room. */
static bool kill_reserve(ws_net *n, u32 q, u32 k) {
    u32 credits = credits_most(n, q, k);
    u64 kills = n->total[WS_TOTAL_KILLS];
    u64 resets = n->total[WS_TOTAL_RESETS];
    u64 under_way = kills - resets;
    if (under_way >= n->size.kills)
        return false;
    if (!control_reserve(n, 2 + credits))
        return false;
    n->packet.reservation[k] = (u16)credits;
    return true;
}

void front_withdraw(ws_net *n, u32 q, u64 from) {
    u32 v = n->queue[q].vc;
    if (v == NIL) {
        request_end(n, q);
        return;
    }
    u32 l = link_of(n, v);
    vc_free(n, q, from);
    if (is_requested(n, l))
        link_wake(n, l);
}

static void packet_kill(ws_net *n, u32 q, u32 k) {
    u64 next_cycle = now(n) + 1;
    n->total[WS_TOTAL_KILLS]++;
    n->packet.flags[k] |= PACKET_KILLED;
    kill_event(n, k);
    if (front_of(n, q) == k)
        front_withdraw(n, q, next_cycle);
    return_send(n, k);
    queue_purge(n, q, k);
}

/* After a kill in queue q: the next packet behind the worm in front waits now. */
static void next_waits(ws_net *n, u32 q) {
    u32 packets = n->queue[q].packets;
    if (state_of(n, q) != QUEUE_STREAMING || packets < 2)
        return;
    u32 k = waiting_packet(n, q);
    n->timer.waiting_since[q] = now(n) + 1;
    deadline_arm(n, q, k);
}

/* The timer of queue q has gone off, or has yet to be set: its head has begun to wait in this
 * cycle and is still here. */
static void deadline_reached(ws_net *n, u32 q) {
    ws_timer_columns *timer = &n->timer;
    u64 cycle = now(n);
    u32 k = waiting_packet(n, q);
    if (timer->waiting_since[q] == cycle)
        deadline_arm(n, q, k);
    if (timer->deadline[q] != cycle)
        return;
    bool granted = state_of(n, q) == QUEUE_GRANTED;
    if (granted || !kill_reserve(n, q, k)) {
        deadline_set(n, q, cycle + 1);
        return;
    }
    timer->deadline[q] = 0;
    packet_kill(n, q, k);
    next_waits(n, q);
}

/* Does the timer that goes off in cycle `due` share a slot of the wheel with this cycle, in a
 * later lap? */
static bool is_later_lap(const ws_net *n, u64 due) {
    u32 slots = n->size.deadline_slots;
    u64 cycle = now(n);
    if (due <= cycle)
        return false;
    return wheel_slot(due, slots) == wheel_slot(cycle, slots);
}

/* Bits of the wheel that belong to a later lap stay; those of timers which were stopped or moved
 * go. */
static void run_deadlines(ws_net *n) {
    u64 cycle = now(n);
    u64 *bits = deadline_wheel(n, cycle);
    for (EACH(w, n->size.queue_words)) {
        u64 word = bits[w];
        for (BITS_EACH(i, word)) {
            u32 q = w * 64 + i;
            u64 due = n->timer.deadline[q];
            if (is_later_lap(n, due))
                continue;
            bit_clear(bits, q);
            if (due > 0 && due == cycle)
                deadline_reached(n, q);
        }
    }
}

const ws_recovery recovery_by_timeouts = {
    .wait = head_timed,
    .held = occupancy_sample,
    .discard = flit_discard,
    .control = kill_control,
    .deadlines = run_deadlines,
};
