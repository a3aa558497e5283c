/* audit.c - the conservation laws, recomputed from nothing after any step. For tests: slow, and it
 * trusts no counter.
 *
 *   1. wires             credit + flits in the queue, on the wire, and credits under way =
 *      and vcs           capacity; with STOP/GO no overflow; with packet-credit the same of tails
 *   2. queues            the flits counted are those of its packets that are here; packets are
 *                        complete but for the last
 *   3. holding           queue[q].vc == v exactly when vc[v].holder == q; a waiting head is in the
 *                        request sets of exactly its route options
 *   4. readiness         `ready` holds exactly who can send on a link without buffers; its
 *                        summaries agree
 *   5. packets           every flit of a packet is at its source, in a queue, in an output buffer,
 *                        on a wire, or delivered; none twice
 *   6. messages          rows used = messages waiting or under way; flits created or sent = not
 *                        yet cut + in the network + delivered; a source queue is in order of
 *                        priority, apart from the message that is being sent
 *   7. recovery          a timer at exactly the heads that a policy makes wait; one return for each
 *                        kill under way, one reset as long as the worm holds anything; rows of
 *                        control messages in use or to come = rows reserved
 *   8. the switch model  what its own columns promise: the laws of its row (src/switch) */
#include "verbs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull; /* for printf */

typedef struct audit {
    const ws_net *n;
    ws_error *error;
    /* by packet: flits found in queues and on wires */
    u32 *seen;
    /* by packet: control messages to its host, resets under way, queues in front of which it is */
    u32 *returns;
    u32 *resets;
    u32 *fronts;
    /* by virtual channel: flits on the wire, signals under way, credits of purged queues */
    u32 *on_wire;
    u32 *under_way;
    u32 *returning;
    /* rows of control messages in use */
    u32 rows;
} audit;

__attribute__((format(printf, 2, 3))) static bool broken(const audit *a, const char *format, ...) {
    char text[400];
    ull cycle = now(a->n);
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (a->error)
        snprintf(a->error->text, sizeof a->error->text, "cycle %llu: %s", cycle, text);
    return false;
}

/* Is row k of the packet table free? */
static bool is_free_row(const ws_net *n, u32 k) {
    return n->packet.message[k] == NIL;
}

/* Is packet k under way, but torn down? */
static bool is_killed(const ws_net *n, u32 k) {
    if (is_free_row(n, k))
        return false;
    return packet_has(n, k, PACKET_KILLED);
}

/* ---- 1. wires and virtual channels ---- */

/* A refused packet may still have flits on the wire, and its sender has the same flits again: those
 * on the wire are dropped until the next head comes. `dead` remembers this from flit to flit. */
static bool is_dropped(const ws_net *n, u32 l, u32 flit, bool *dead) {
    if (n->flow != WS_FLOW_NACK || is_sink(n, l))
        return false;
    if (flit & FLIT_HEAD)
        *dead = false;
    return *dead;
}

/* Counts the word that comes off link l: its flits, and the slot that it uses at the far end. */
static bool check_flit(audit *a, u32 l, u32 flit) {
    const ws_net *n = a->n;
    u32 k = flit >> FLIT_PACKET_SHIFT;
    u32 vc = flit & FLIT_VC;
    u32 v = first_vc(n, l) + vc;
    bool tails_only = n->flow == WS_FLOW_PACKET_CREDIT;
    if (k >= n->used->packets || is_free_row(n, k))
        return broken(a, "link %u carries packet %u, which is free", l, k);
    a->seen[k] += flits_of(flit);
    if (!tails_only || (flit & FLIT_TAIL))
        a->on_wire[v]++;
    return true;
}

/* Did the last head on link l come to a packet that was refused? */
static bool is_receiver_gone(const ws_net *n, u32 l) {
    u32 v = first_vc(n, l);
    if (is_sink(n, l))
        return false;
    return n->vc[v].receiver == NIL;
}

/* What comes off link l in cycle `due`; false if nothing does. */
static bool wire_get(const ws_net *n, u32 l, u64 due, u32 *flit) {
    const ws_sizes *size = &n->size;
    size_t slot = wheel_slot(due, size->flight_slots);
    const u64 *set = n->flight_bits + slot * size->link_words;
    const u32 *wires = n->flight + slot * size->links;
    *flit = wires[l];
    return bit_get(set, l);
}

static bool check_link(audit *a, u32 l) {
    const ws_net *n = a->n;
    bool dead = is_receiver_gone(n, l);
    u32 flit;
    for (EACH(i, n->size.flight_slots)) {
        u64 due = now(n) + i;
        if (!wire_get(n, l, due, &flit))
            continue;
        if (is_dropped(n, l, flit, &dead))
            continue;
        if (!check_flit(a, l, flit))
            return false;
    }
    return true;
}

static void count_signals(audit *a) {
    const ws_net *n = a->n;
    u32 slots = n->size.signal_slots;
    u32 words = n->size.vc_words;
    for (EACH(slot, slots)) {
        const u64 *set = wheel_set(n->signal_bits, slot, slots, words);
        for (EACH(v, n->size.vcs))
            a->under_way[v] += bit_get(set, v);
    }
}

/* Control message `what` stands in this slot of the wheel. */
static bool check_control(audit *a, const ws_control *what, u32 slot) {
    const ws_net *n = a->n;
    u64 due = what->due;
    u32 right = wheel_slot(due, n->size.control_slots);
    a->rows++;
    if (a->rows > n->control.used[0])
        return broken(a, "more control messages are under way than rows were ever used");
    if (due < now(n) || slot != right)
        return broken(a, "a control message, due in cycle %llu, does not belong into slot %u",
                      (ull)due, slot);
    switch (what->kind) {
    case CONTROL_CREDIT: a->returning[what->vc] += what->count; break;
    case CONTROL_RETURN: a->returns[what->packet]++; break;
    case CONTROL_RESET: a->resets[what->packet]++; break;
    default: break;
    }
    return true;
}

static bool check_controls(audit *a) {
    const ws_control_columns *control = &a->n->control;
    for (EACH(slot, a->n->size.control_slots)) {
        u32 row = control->first[slot];
        while (row) {
            const ws_control *what = &control->row[row - 1];
            if (!check_control(a, what, slot))
                return false;
            row = what->next;
        }
    }
    return true;
}

static bool check_wires(audit *a) {
    for (EACH(l, a->n->size.links))
        if (!check_link(a, l))
            return false;
    count_signals(a);
    return check_controls(a);
}

/* Packets of queue q that are here to the tail. */
static u32 tails_in(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 packets = queue->packets;
    if (packets == 0)
        return 0;
    if (packets == 1)
        return queue->front_here == queue->front_to_go;
    u32 last = packets - 1;
    u32 k = packet_at(n, q, last);
    bool whole = queue->tail_here == n->packet.length[k];
    return whole ? packets : last;
}

/* Packets that are here to the tail, in all queues of the port whose first queue is q. */
static u32 tails_in_port(const ws_net *n, u32 q) {
    u32 port = port_of(n, q);
    u32 end = n->wire.port_queue0[port + 1];
    u32 sum = 0;
    if (n->model->kept)
        sum = n->model->kept(n, port);
    for (; q < end; q++)
        sum += tails_in(n, q);
    return sum;
}

/* Flits, or packets, at the end of virtual channel v: whichever its credit counts. */
static u32 stored_behind(const ws_net *n, u32 v) {
    u32 q = n->wire.vc_queue[v];
    if (n->ports)
        return tails_in_port(n, q);
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        return tails_in(n, q);
    return n->queue[q].flits;
}

/* A packet may be refused: a virtual channel is open unless its holder waits for the answer. */
static bool check_open(const audit *a, u32 v) {
    const ws_net *n = a->n;
    u32 q = holder_of(n, v);
    i32 credit = n->vc[v].credit;
    i32 open = q == NIL || state_of(n, q) != QUEUE_HELD;
    if (credit == open)
        return true;
    return broken(a, "vc %u has credit %d, held by queue %u", v, credit, q);
}

/* STOP/GO: what the receiver has sent is the sender's view with the signals under way applied. */
static bool check_marks(const audit *a, u32 v) {
    const ws_net *n = a->n;
    u32 q = n->wire.vc_queue[v];
    u32 signals = a->under_way[v];
    u32 sent = n->queue[q].stop_sent;
    u32 view = n->vc[v].credit == 0;
    u32 soon = view ^ (signals & 1);
    if (soon == sent)
        return true;
    return broken(a, "vc %u: sender's view %u, %u signals under way, STOP sent %u", v, view,
                  signals, sent);
}

static bool check_credits(const audit *a, u32 v) {
    const ws_net *n = a->n;
    i32 credit = n->vc[v].credit;
    u32 all = n->wire.vc_credits[v];
    u32 stored = stored_behind(n, v);
    u32 on_wire = a->on_wire[v];
    u32 under_way = a->under_way[v];
    i64 sum = (i64)credit + stored + on_wire;
    sum += under_way + a->returning[v];
    if (credit >= 0 && sum == all)
        return true;
    return broken(a,
                  "vc %u: credit %d + %u in the queue + %u on the wire + %u credits under way is "
                  "not %u",
                  v, credit, stored, on_wire, under_way, all);
}

/* Virtual channel v and the queue that holds it name each other. */
static bool check_holder(const audit *a, u32 v) {
    const ws_net *n = a->n;
    u32 q = holder_of(n, v);
    if (q == NIL)
        return true;
    u32 held = n->queue[q].vc;
    if (held == v)
        return true;
    return broken(a, "vc %u is held by queue %u, which holds vc %u", v, q, held);
}

static bool check_vc(const audit *a, u32 v) {
    const ws_net *n = a->n;
    u32 l = link_of(n, v);
    i32 credit = n->vc[v].credit;
    if (!check_holder(a, v))
        return false;
    if (is_sink(n, l))
        return credit == 1 || broken(a, "vc %u to a host has credit %d", v, credit);
    switch (n->flow) {
    case WS_FLOW_NACK: return check_open(a, v);
    case WS_FLOW_STOP_GO: return check_marks(a, v);
    default: return check_credits(a, v);
    }
}

/* ---- 2. queues ---- */

/* Flits of the i-th packet of queue q that are in the queue. */
static u32 flits_here(const ws_net *n, u32 q, u32 i) {
    const ws_queue_state *queue = &n->queue[q];
    if (i == 0)
        return queue->front_here;
    if (i + 1 == queue->packets)
        return queue->tail_here;
    u32 k = packet_at(n, q, i);
    return n->packet.length[k];
}

static bool check_ring(audit *a, u32 q, u32 *flits) {
    const ws_net *n = a->n;
    const ws_queue_state *queue = &n->queue[q];
    u32 front = queue->front;
    u32 first = packet_at(n, q, 0);
    if (queue->packets > 0 && first != front)
        return broken(a, "queue %u: front is packet %u, ring says %u", q, front, first);
    if (queue->packets > 0)
        a->fronts[front]++;
    for (EACH(i, queue->packets)) {
        u32 k = packet_at(n, q, i);
        u32 here = flits_here(n, q, i);
        if (is_free_row(n, k))
            return broken(a, "queue %u holds packet %u, which is free", q, k);
        a->seen[k] += here;
        *flits += here;
    }
    return true;
}

static bool check_queue(audit *a, u32 q) {
    const ws_net *n = a->n;
    const ws_queue_state *queue = &n->queue[q];
    u32 room = n->wire.queue_room[q];
    u32 flits = 0;
    if (!check_ring(a, q, &flits))
        return false;
    if (flits != queue->flits)
        return broken(a, "queue %u: %u flits counted, but its packets have %u flits there", q,
                      queue->flits, flits);
    if (flits > room)
        return broken(a, "queue %u holds %u flits of %u", q, flits, room);
    bool empty = queue->packets == 0;
    if (empty != (queue->state == QUEUE_EMPTY))
        return broken(a, "queue %u: state %u with %u packets", q, queue->state, queue->packets);
    return true;
}

/* The list of messages of source queue s has the counted length and the right end. */
static bool check_list(const audit *a, u32 s) {
    const ws_source_columns *source = &a->n->source;
    const ws_message_columns *message = &a->n->message;
    u32 counted = source->count[s];
    u32 end = source->last[s];
    u32 count = 0;
    u32 last = NIL;
    u32 m = source->first[s];
    while (m != NIL) {
        if (message->source[m] == NIL || count > counted)
            return broken(a, "source queue %u: message %u is free, or one too many", s, m);
        last = m;
        count++;
        m = message->next[m];
    }
    if (count != counted)
        return broken(a, "source queue %u: %u messages, counted %u", s, count, counted);
    if (count > 0 && last != end)
        return broken(a, "source queue %u: its last message is %u, not %u", s, last, end);
    return true;
}

/* The messages of source queue s stand in order, apart from the message that is being sent. */
static bool check_order(const audit *a, u32 s, bool sending) {
    const ws_net *n = a->n;
    const ws_discipline *discipline = n->discipline;
    const u32 *next = n->message.next;
    u32 m = n->source.first[s];
    if (sending)
        m = next[m];
    if (m == NIL)
        return true;
    for (u32 after = next[m]; after != NIL; after = next[m]) {
        if (discipline->before(n, after, m))
            return broken(a, "source queue %u: message %u stands behind %u, but goes before it", s,
                          after, m);
        m = after;
    }
    return true;
}

static bool check_source(audit *a, u32 q) {
    const ws_queue_state *queue = &a->n->queue[q];
    u32 s = source_of_queue(a->n, q);
    u32 k = queue->front;
    u32 to_go = queue->front_to_go;
    if (!check_list(a, s))
        return false;
    if (!check_order(a, s, k != NIL))
        return false;
    if (k == NIL)
        return true;
    if (queue->front_here != to_go)
        return broken(a, "source queue %u: %u flits here, %u to go", s, queue->front_here, to_go);
    a->seen[k] += to_go;
    return true;
}

/* ---- 3. holding, and 4. readiness ---- */

static bool is_route_option(const ws_net *n, u32 q, u32 l) {
    for (OPTIONS_EACH(c, n, q))
        if (n->option_link[c] == l)
            return true;
    return false;
}

/* Can queue q send a flit on link l, which has no output buffers, now? */
static bool can_send(const ws_net *n, u32 q, u32 l) {
    const ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    if (v == NIL || link_of(n, v) != l)
        return false;
    if (fast_link(n, l)->buffered)
        return false;
    if (queue->state < QUEUE_STARTING)
        return false;
    if (queue->front_here == 0)
        return false;
    return n->vc[v].credit > 0;
}

/* Will the transmit phase visit the output at link l? */
static bool is_awake(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 x = link->from;
    if (link->plain)
        return bit_get(n->ready_links, l);
    if (!bit_get(n->ready_nodes, x))
        return false;
    return bit_get(&n->ready_outputs[x], link->out);
}

static bool check_sets(const audit *a, u32 q, u32 l) {
    const ws_net *n = a->n;
    u32 input = input_of(n, q);
    bool waiting = is_waiting_head(n, q);
    bool requests = bit_get(requests_of(n, l), input);
    bool should_request = waiting && is_route_option(n, q, l);
    bool ready = bit_get(ready_of(n, l), input);
    bool should_send = can_send(n, q, l);
    if (requests != should_request)
        return broken(a, "queue %u: request of link %u is %d, should be %d", q, l, requests,
                      should_request);
    /* a link of one virtual channel has no set: the bit of the output stands for its holder */
    if (vcs_of(n, l) > 1 && ready != should_send)
        return broken(a, "queue %u: ready for link %u is %d, should be %d", q, l, ready,
                      should_send);
    if (should_send && !is_awake(n, l))
        return broken(a, "link %u has a sender, but its node sleeps", l);
    return true;
}

static bool check_requests(const audit *a, u32 q) {
    const ws_net *n = a->n;
    u32 x = node_of(n, q);
    u32 v = n->queue[q].vc;
    u32 state = state_of(n, q);
    bool holds = v != NIL;
    u32 holder = holds ? holder_of(n, v) : q;
    if (holder != q)
        return broken(a, "queue %u holds vc %u, which is held by queue %u", q, v, holder);
    if (holds != (state >= QUEUE_GRANTED))
        return broken(a, "queue %u: state %u with vc %u", q, state, v);
    for (LINKS_EACH(l, n, x))
        if (!check_sets(a, q, l))
            return false;
    return true;
}

/* ---- 5. packets ---- */

/* A killed packet: its flits belong to its message again when its host knows. */
static bool check_killed(const audit *a, u32 k, u64 *in_network) {
    const ws_net *n = a->n;
    u32 length = n->packet.length[k];
    u32 lost = n->packet.lost[k];
    u32 seen = a->seen[k];
    if (seen + lost != length)
        return broken(a, "killed packet %u of %u flits: %u exist, %u are accounted for", k, length,
                      seen, lost);
    if (!packet_has(n, k, PACKET_RETURNED))
        *in_network += length;
    return true;
}

static bool check_live(const audit *a, u32 k, u64 *in_network) {
    u32 length = a->n->packet.length[k];
    u32 seen = a->seen[k];
    if (seen > length || seen == 0)
        return broken(a, "packet %u of %u flits has %u of them", k, length, seen);
    *in_network += seen;
    return true;
}

static bool check_free(const audit *a, u32 k) {
    u32 seen = a->seen[k];
    return seen == 0 || broken(a, "packet %u is free, but %u flits of it exist", k, seen);
}

static bool check_packet(const audit *a, u32 k, u64 *in_network) {
    const ws_net *n = a->n;
    if (is_free_row(n, k))
        return check_free(a, k);
    if (is_killed(n, k))
        return check_killed(a, k, in_network);
    return check_live(a, k, in_network);
}

/* Counts the flits of all packets that their messages do not have. */
static bool check_packets(const audit *a, u64 *in_network) {
    const ws_net *n = a->n;
    u32 rows = n->size.packets;
    u32 unused = n->packet.free_count[0];
    u32 live = 0;
    for (EACH(k, n->used->packets)) {
        live += !is_free_row(n, k);
        if (!check_packet(a, k, in_network))
            return false;
    }
    if (live + unused == rows)
        return true;
    return broken(a, "%u packets live, %u free", live, unused);
}

/* ---- 6. messages ---- */

/* The number of waiting messages, whose sum over time is kept, agrees with the queues. */
static bool check_backlog(const audit *a) {
    const ws_net *n = a->n;
    u64 counted = n->backlog[0];
    u64 waiting = 0;
    for (EACH(s, n->size.sources))
        waiting += n->source.count[s];
    if (waiting == counted)
        return true;
    return broken(a, "%llu messages wait at their sources, counted %llu", (ull)waiting,
                  (ull)counted);
}

/* Every flit created is delivered, in the network, or not yet cut. */
static bool check_flits(const audit *a, u64 in_network, u64 uncut) {
    const u64 *total = a->n->total;
    u64 created = total[WS_TOTAL_FLITS_CREATED] + total[WS_TOTAL_FLITS_SENT];
    created += total[WS_TOTAL_FLITS_OVERHEAD];
    u64 delivered = total[WS_TOTAL_FLITS_DELIVERED];
    delivered += total[WS_TOTAL_FLITS_DROPPED];
    if (created == delivered + in_network + uncut)
        return true;
    return broken(a, "%llu flits created, %llu delivered, %llu in packets, %llu not cut",
                  (ull)created, (ull)delivered, (ull)in_network, (ull)uncut);
}

/* Counts the flits that are not yet cut. */
static bool check_messages(const audit *a, u64 *uncut) {
    const ws_net *n = a->n;
    const ws_message_columns *message = &n->message;
    const u64 *total = n->total;
    u32 rows = n->size.messages;
    u32 unused = message->free_count[0];
    u32 used = 0;
    for (EACH(m, n->used->messages)) {
        if (message->source[m] == NIL)
            continue;
        used++;
        *uncut += message->uncut[m];
    }
    if (used + unused != rows)
        return broken(a, "%u messages used, %u free", used, unused);
    u64 created = total[WS_TOTAL_MESSAGES_CREATED] + total[WS_TOTAL_MESSAGES_SENT];
    u64 known = used;
    known += total[WS_TOTAL_MESSAGES_DELIVERED];
    known += total[WS_TOTAL_MESSAGES_DROPPED];
    if (known != created)
        return broken(a, "messages created, delivered and under way do not add up");
    return true;
}

static bool check_balance(const audit *a) {
    u64 in_network = 0;
    u64 uncut = 0;
    if (!check_packets(a, &in_network))
        return false;
    if (!check_messages(a, &uncut))
        return false;
    return check_flits(a, in_network, uncut);
}

/* ---- 7. recovery ---- */

/* Does a policy make a head in queue q wait? */
static bool has_timed_head(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (n->def->timeout_policy == WS_TIMEOUT_POLICY_NONE)
        return false;
    if (is_source(n, q))
        return false;
    if (queue->state == QUEUE_STREAMING)
        return queue->packets > 1;
    return queue->state >= QUEUE_WAITING;
}

/* May the head of queue q have no timer, though a policy makes it wait? */
static bool may_lack_timer(const ws_net *n, u32 q) {
    bool patient = n->def->timeout_patience == 0;
    return patient && !is_waiting_head(n, q);
}

/* Will the timer of queue q go off in cycle `due`? */
static bool is_timer_set(const ws_net *n, u32 q, u64 due) {
    u32 slots = n->size.deadline_slots;
    u32 words = n->size.queue_words;
    const u64 *set = wheel_set(n->timer.bits, due, slots, words);
    return due >= now(n) && bit_get(set, q);
}

/* Is the timer of queue q as it must be? */
static bool check_timer(const audit *a, u32 q) {
    const ws_net *n = a->n;
    u32 state = state_of(n, q);
    u64 due = n->timer.deadline[q];
    bool timed = has_timed_head(n, q);
    bool lacks = due == 0 && timed;
    bool too_many = due > 0 && !timed;
    if (lacks && may_lack_timer(n, q))
        return true;
    if (lacks || too_many)
        return broken(a, "queue %u: a timer for cycle %llu, state %u", q, (ull)due, state);
    if (due == 0 || is_timer_set(n, q, due))
        return true;
    return broken(a, "queue %u: the timer for cycle %llu will not go off", q, (ull)due);
}

/* Control messages and queues of packet k agree with its state. */
static bool check_kill(const audit *a, u32 k) {
    const ws_net *n = a->n;
    bool killed = is_killed(n, k);
    bool returned = killed && packet_has(n, k, PACKET_RETURNED);
    bool under_way = killed && !returned;
    u32 returns = a->returns[k];
    u32 resets = a->resets[k];
    u32 fronts = a->fronts[k];
    if (returns != under_way)
        return broken(a, "packet %u: %u control messages to its host are under way", k, returns);
    if (killed && fronts > 0 && (returned || resets != 1))
        return broken(a, "killed packet %u is in front of %u queues, and %u resets are under way",
                      k, fronts, resets);
    if (resets > under_way)
        return broken(a, "packet %u: %u resets are under way", k, resets);
    return true;
}

static bool check_kills(const audit *a) {
    const ws_net *n = a->n;
    u64 kills = n->total[WS_TOTAL_KILLS];
    u64 counted = kills - n->total[WS_TOTAL_RESETS];
    u32 noted = n->control.reserved[0];
    u64 under_way = 0;
    u32 reserved = 0;
    for (EACH(k, n->used->packets)) {
        if (!check_kill(a, k))
            return false;
        under_way += a->returns[k];
        if (is_killed(n, k))
            reserved += n->packet.reservation[k];
    }
    if (under_way != counted || under_way > n->size.kills)
        return broken(a, "%llu kills are under way", (ull)under_way);
    if (n->model->reservations)
        reserved += n->model->reservations(n);
    if (a->rows + reserved == noted)
        return true;
    return broken(a, "%u control messages under way and %u to come, %u reserved", a->rows, reserved,
                  noted);
}

/* Would queue q, if it waits for link l, be woken when virtual channel v has enough credit? */
static bool check_need(const audit *a, u32 q, u32 l, u32 v) {
    const ws_net *n = a->n;
    const u64 *requests = requests_of(n, l);
    u32 input = input_of(n, q);
    if (!bit_get(requests, input))
        return true;
    i32 needed = vc_room_needed(n, q, v);
    if (n->vc[v].need <= needed)
        return true;
    return broken(a, "vc %u: queue %u would be woken too late", v, q);
}

/* The `need` of each virtual channel of link l is at most what any of its waiting heads needs. */
static bool check_needs(const audit *a, u32 l) {
    const ws_net *n = a->n;
    u32 x = node_from(n, l);
    for (VCS_EACH(v, n, l))
        for (QUEUES_EACH(q, n, x))
            if (!check_need(a, q, l, v))
                return false;
    return true;
}

/* ---- 8. the switch model ---- */

static bool check_law(const audit *a, const ws_law *law) {
    const u8 *sizes = (const u8 *)&a->n->size;
    u32 count;
    memcpy(&count, sizes + law->count, sizeof count);
    for (EACH(i, count)) {
        const char *what = law->broken(a->n, i);
        if (what)
            return broken(a, "%s: %u", what, i);
    }
    return true;
}

static bool check_model(const audit *a) {
    const ws_law *const *lists = a->n->model->laws;
    for (EACH(i, WS_LAWS_MAX))
        for (const ws_law *law = lists[i]; law && law->broken; law++)
            if (!check_law(a, law))
                return false;
    return true;
}

static bool check_queues(audit *a) {
    const ws_net *n = a->n;
    for (EACH(q, n->size.queues)) {
        bool good = is_source(n, q) ? check_source(a, q) : check_queue(a, q);
        if (!good)
            return false;
        if (!check_requests(a, q) || !check_timer(a, q))
            return false;
    }
    return true;
}

static bool check_links(const audit *a) {
    const ws_net *n = a->n;
    for (EACH(v, n->size.vcs))
        if (!check_vc(a, v))
            return false;
    for (EACH(l, n->size.links))
        if (!check_needs(a, l))
            return false;
    return true;
}

static bool audit_run(audit *a) {
    const ws_net *n = a->n;
    if (!check_wires(a))
        return false;
    if (!check_queues(a) || !check_links(a))
        return false;
    if (n->model->flits)
        n->model->flits(n, a->seen);
    if (!check_backlog(a) || !check_balance(a))
        return false;
    return check_kills(a) && check_model(a);
}

/* Gives each table of the audit its part of one block; false without memory. */
static bool tables_make(audit *a) {
    size_t packets = a->n->size.packets;
    size_t vcs = a->n->size.vcs;
    u32 *next = calloc(4 * packets + 3 * vcs, sizeof *next);
    if (next == NULL)
        return false;
    a->seen = next;
    a->returns = a->seen + packets;
    a->resets = a->returns + packets;
    a->fronts = a->resets + packets;
    a->on_wire = a->fronts + packets;
    a->under_way = a->on_wire + vcs;
    a->returning = a->under_way + vcs;
    return true;
}

bool ws_net_check(const ws_net *n, ws_error *error) {
    audit a = {
        .n = n,
        .error = error,
    };
    assert(is_settled(n));
    if (!tables_make(&a))
        return broken(&a, "out of memory");
    bool good = audit_run(&a);
    free(a.seen); /* where the block begins */
    return good;
}
