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
 *   6. messages          rows used = messages waiting or under way; flits created = not yet cut +
 *                        in the network + delivered; a source queue is in order of priority, apart
 *                        from the message that is being sent
 *   7. recovery          a timer at exactly the heads that a policy makes wait; one return for each
 *                        kill under way, one reset as long as the worm holds anything; rows of
 *                        control messages in use or to come = rows reserved
 *   8. the switch model  what its own columns promise: the audit of its row (src/switch) */
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

/* ---- 1. wires and virtual channels ---- */

/* Flits of a packet that was refused may still be under way, which its sender has as well: they
 * are dropped flits until the next head comes. `dead` carries that from flit to flit. */
static bool is_dropped(const ws_net *n, u32 l, u32 flit, bool *dead) {
    if (n->flow != WS_FLOW_NACK || is_sink(n, l))
        return false;
    if (flit & FLIT_HEAD)
        *dead = false;
    return *dead;
}

/* The word on link l comes off it: its flits are seen, its slot at the far end is used. */
static bool check_flit(audit *a, u32 l, u32 flit) {
    const ws_net *n = a->n;
    u32 k = flit >> FLIT_PACKET_SHIFT;
    u32 v = first_vc(n, l) + (flit & FLIT_VC);
    bool tails_only = n->flow == WS_FLOW_PACKET_CREDIT;
    if (k >= n->size.packets || n->packet.message[k] == NIL)
        return broken(a, "link %u carries packet %u, which is free", l, k);
    a->seen[k] += flits_of(flit);
    if (!tails_only || (flit & FLIT_TAIL))
        a->on_wire[v]++;
    return true;
}

static bool check_link(audit *a, u32 l) {
    const ws_net *n = a->n;
    u32 slots = n->size.flight_slots;
    u32 words = n->size.link_words;
    bool dead = false;
    if (!is_sink(n, l))
        dead = n->vc[first_vc(n, l)].receiver == NIL;
    for (EACH(i, slots)) {
        u64 due = now(n) + i;
        size_t slot = wheel_slot(due, slots);
        const u64 *set = wheel_set(n->flight_bits, due, slots, words);
        u32 flit = n->flight[slot * n->size.links + l];
        if (!bit_get(set, l) || is_dropped(n, l, flit, &dead))
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

/* Control message `what`, row `row`, stands in this slot of the wheel. */
static bool check_control(audit *a, u32 row, u32 slot) {
    const ws_net *n = a->n;
    const ws_control *what = &n->control.row[row - 1];
    bool late = what->due < now(n);
    bool strange = wheel_slot(what->due, n->size.control_slots) != slot;
    a->rows++;
    if (a->rows > n->control.used[0] || late || strange)
        return broken(a, "control message %u, due in cycle %llu, does not belong into slot %u", row,
                      (ull)what->due, slot);
    switch (what->kind) {
    case CONTROL_CREDIT: a->returning[what->vc] += what->count; break;
    case CONTROL_RETURN: a->returns[what->packet]++; break;
    case CONTROL_RESET: a->resets[what->packet]++; break;
    default: break;
    }
    return true;
}

static bool check_controls(audit *a) {
    const ws_net *n = a->n;
    for (EACH(slot, n->size.control_slots)) {
        u32 row = n->control.first[slot];
        while (row) {
            if (!check_control(a, row, slot))
                return false;
            row = n->control.row[row - 1].next;
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
    u32 last = packet_at(n, q, packets - 1);
    bool whole = queue->tail_here == n->packet.length[last];
    return whole ? packets : packets - 1;
}

/* The same of all queues of the port whose first queue is q. */
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

/* What stands at the end of virtual channel v, as its credit counts: flits or packets. */
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
    i32 open = q == NIL || n->queue[q].state != QUEUE_HELD;
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

static bool check_vc(const audit *a, u32 v) {
    const ws_net *n = a->n;
    u32 l = link_of(n, v);
    u32 q = holder_of(n, v);
    i32 credit = n->vc[v].credit;
    if (q != NIL && n->queue[q].vc != v)
        return broken(a, "vc %u is held by queue %u, which holds vc %u", v, q, n->queue[q].vc);
    if (is_sink(n, l))
        return credit == 1 || broken(a, "vc %u to a host has credit %d", v, credit);
    if (n->flow == WS_FLOW_NACK)
        return check_open(a, v);
    if (n->flow == WS_FLOW_STOP_GO)
        return check_marks(a, v);
    return check_credits(a, v);
}

/* ---- 2. queues ---- */

/* Flits of the i-th packet of queue q that are in the queue. */
static u32 flits_here(const ws_net *n, u32 q, u32 i) {
    const ws_queue_state *queue = &n->queue[q];
    if (i == 0)
        return queue->front_here;
    if (i + 1 == queue->packets)
        return queue->tail_here;
    return n->packet.length[packet_at(n, q, i)];
}

static bool check_ring(audit *a, u32 q, u32 *flits) {
    const ws_net *n = a->n;
    u32 front = n->queue[q].front;
    for (EACH(i, n->queue[q].packets)) {
        u32 k = packet_at(n, q, i);
        u32 here = flits_here(n, q, i);
        if (n->packet.message[k] == NIL)
            return broken(a, "queue %u holds packet %u, which is free", q, k);
        if (i == 0)
            a->fronts[k]++;
        if (i == 0 && k != front)
            return broken(a, "queue %u: front is packet %u, ring says %u", q, front, k);
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

/* The list of messages of source queue s: as many as counted, with the right end. */
static bool check_list(const audit *a, u32 s) {
    const ws_net *n = a->n;
    u32 counted = n->source.count[s];
    u32 count = 0;
    u32 last = NIL;
    u32 m = n->source.first[s];
    for (; m != NIL; m = n->message.next[m]) {
        if (n->message.source[m] == NIL || count > n->size.messages)
            return broken(a, "source queue %u: message %u is free", s, m);
        last = m;
        count++;
    }
    if (count != counted)
        return broken(a, "source queue %u: %u messages, counted %u", s, count, counted);
    if (count > 0 && last != n->source.last[s])
        return broken(a, "source queue %u: its last message is %u, not %u", s, last,
                      n->source.last[s]);
    return true;
}

/* Its messages stand in order, apart from the one that is being sent. */
static bool check_order(const audit *a, u32 s, bool sending) {
    const ws_net *n = a->n;
    const u32 *next = n->message.next;
    u32 m = n->source.first[s];
    if (sending)
        m = next[m];
    for (; m != NIL && next[m] != NIL; m = next[m])
        if (n->workload->before(n, next[m], m))
            return broken(a, "source queue %u: message %u stands behind %u, but goes before it", s,
                          next[m], m);
    return true;
}

static bool check_source(audit *a, u32 q) {
    const ws_queue_state *queue = &a->n->queue[q];
    u32 s = source_of_queue(a->n, q);
    u32 k = queue->front;
    u32 to_go = queue->front_to_go;
    if (!check_list(a, s) || !check_order(a, s, k != NIL))
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
    for (EACH(c, n->size.options_per_queue))
        if (route_option_link(n, q, c) == l)
            return true;
    return false;
}

/* Can queue q send a flit on link l, which has no output buffers, now? */
static bool can_send(const ws_net *n, u32 q, u32 l) {
    const ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    if (v == NIL || link_of(n, v) != l)
        return false;
    if (n->wire.link_fast[l].buffered)
        return false;
    bool flits = queue->state >= QUEUE_STARTING && queue->front_here > 0;
    return flits && n->vc[v].credit > 0;
}

/* Will the output at link l be looked at in the transmit phase? */
static bool is_awake(const ws_net *n, u32 l) {
    const link_fast *link = &n->wire.link_fast[l];
    u64 output = 1ull << link->out;
    if (link->plain)
        return bit_get(n->ready_links, l);
    if (!bit_get(n->ready_nodes, link->from))
        return false;
    return (n->ready_outputs[link->from] & output) != 0;
}

static bool check_sets(const audit *a, u32 q, u32 l) {
    const ws_net *n = a->n;
    u32 input = input_of(n, q);
    u32 set = n->wire.request0[l];
    bool waiting = n->queue[q].state == QUEUE_WAITING;
    bool requests = bit_get(n->requests + set, input);
    bool should_request = waiting && is_route_option(n, q, l);
    bool should_send = can_send(n, q, l);
    bool ready = bit_get(n->ready + set, input);
    if (requests != should_request)
        return broken(a, "queue %u: request of link %u is %d, should be %d", q, l, requests,
                      should_request);
    /* of one virtual channel there is no set: the bit of the output stands for its holder */
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
    u32 state = n->queue[q].state;
    bool holds = v != NIL;
    if (holds && holder_of(n, v) != q)
        return broken(a, "queue %u holds vc %u, which is held by queue %u", q, v, holder_of(n, v));
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

/* Counts the flits of all packets that their messages do not have. */
static bool check_packets(const audit *a, u64 *in_network) {
    const ws_net *n = a->n;
    u32 unused = n->packet.free_count[0];
    u32 live = 0;
    for (EACH(k, n->size.packets)) {
        bool good;
        bool used = n->packet.message[k] != NIL;
        live += used;
        if (!used)
            good = check_free(a, k);
        else if (packet_has(n, k, PACKET_KILLED))
            good = check_killed(a, k, in_network);
        else
            good = check_live(a, k, in_network);
        if (!good)
            return false;
    }
    if (live + unused == n->size.packets)
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

/* Of each flit created it is known where it is. */
static bool check_flits(const audit *a, u64 in_network, u64 uncut) {
    const u64 *total = a->n->total;
    u64 created = total[WS_TOTAL_FLITS_CREATED];
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
    u32 unused = n->message.free_count[0];
    u32 used = 0;
    for (EACH(m, n->size.messages)) {
        if (n->message.source[m] == NIL)
            continue;
        used++;
        *uncut += n->message.uncut[m];
    }
    if (used + unused != n->size.messages)
        return broken(a, "%u messages used, %u free", used, unused);
    u64 known = used;
    known += n->total[WS_TOTAL_MESSAGES_DELIVERED];
    known += n->total[WS_TOTAL_MESSAGES_DROPPED];
    if (known != n->total[WS_TOTAL_MESSAGES_CREATED])
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
    if (is_source(n, q) || n->def->timeout_policy == WS_TIMEOUT_POLICY_NONE)
        return false;
    if (queue->state == QUEUE_STREAMING)
        return queue->packets > 1;
    return queue->state >= QUEUE_WAITING;
}

/* Is the timer of queue q as it must be? */
static bool check_timer(const audit *a, u32 q) {
    const ws_net *n = a->n;
    u32 state = n->queue[q].state;
    u32 slots = n->size.deadline_slots;
    u64 due = n->timer.deadline[q];
    const u64 *set = wheel_set(n->timer.bits, due, slots, n->size.queue_words);
    bool timed = has_timed_head(n, q);
    bool may_lack = n->def->timeout_patience == 0 && state != QUEUE_WAITING;
    bool lacks = due == 0 && timed && !may_lack;
    bool too_many = due > 0 && !timed;
    if (lacks || too_many)
        return broken(a, "queue %u: a timer for cycle %llu, state %u", q, (ull)due, state);
    if (due == 0)
        return true;
    if (due < now(n) || !bit_get(set, q))
        return broken(a, "queue %u: the timer for cycle %llu will not go off", q, (ull)due);
    return true;
}

/* Control messages and queues of packet k: right for its state. */
static bool check_kill(const audit *a, u32 k) {
    const ws_net *n = a->n;
    bool live = n->packet.message[k] != NIL;
    bool killed = live && packet_has(n, k, PACKET_KILLED);
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
    u64 under_way = 0;
    u32 reserved = 0;
    for (EACH(k, n->size.packets)) {
        if (!check_kill(a, k))
            return false;
        under_way += a->returns[k];
        if (n->packet.message[k] == NIL || !packet_has(n, k, PACKET_KILLED))
            continue;
        reserved += n->packet.reservation[k];
    }
    if (under_way != counted || under_way > n->size.kills)
        return broken(a, "%llu kills are under way", (ull)under_way);
    if (n->model->promises)
        reserved += n->model->promises(n);
    if (a->rows + reserved == n->control.reserved[0])
        return true;
    return broken(a, "%u control messages under way and %u to come, %u reserved", a->rows, reserved,
                  n->control.reserved[0]);
}

/* Would queue q, if it waits for link l, be woken when virtual channel v has enough credit? */
static bool check_need(const audit *a, u32 q, u32 l, u32 v) {
    const ws_net *n = a->n;
    const u64 *set = n->requests + n->wire.request0[l];
    if (!bit_get(set, input_of(n, q)))
        return true;
    if (n->vc[v].need <= vc_room_needed(n, q, v))
        return true;
    return broken(a, "vc %u: queue %u would be woken too late", v, q);
}

/* A virtual channel never asks for more credit than one of the heads that wait for it. */
static bool check_needs(const audit *a, u32 l) {
    const ws_net *n = a->n;
    u32 x = n->wire.link_from[l];
    for (VCS_EACH(v, n, l))
        for (QUEUES_EACH(q, n, x))
            if (!check_need(a, q, l, v))
                return false;
    return true;
}

/* ---- 8. the switch model ---- */

static bool check_model(const audit *a) {
    const ws_switch *model = a->n->model;
    u32 where = NIL;
    const char *what = NULL;
    if (model->audit)
        what = model->audit(a->n, &where);
    return what == NULL || broken(a, "%s: %u", what, where);
}

static bool check_queues(audit *a) {
    const ws_net *n = a->n;
    for (EACH(q, n->size.queues)) {
        bool good = is_source(n, q) ? check_source(a, q) : check_queue(a, q);
        if (!good || !check_requests(a, q) || !check_timer(a, q))
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
    if (!check_wires(a) || !check_queues(a) || !check_links(a))
        return false;
    if (n->model->flits)
        n->model->flits(n, a->seen);
    if (!check_backlog(a) || !check_balance(a))
        return false;
    return check_kills(a) && check_model(a);
}

bool ws_net_check(const ws_net *n, ws_error *error) {
    audit a = {.n = n, .error = error};
    u32 **by_packet[] = {&a.seen, &a.returns, &a.resets, &a.fronts};
    u32 **by_vc[] = {&a.on_wire, &a.under_way, &a.returning};
    size_t packets = n->size.packets;
    size_t vcs = n->size.vcs;
    u32 *tables = calloc(4 * packets + 3 * vcs, sizeof *tables);
    if (tables == NULL)
        return broken(&a, "out of memory");
    for (size_t i = 0; i < 4; i++)
        *by_packet[i] = tables + i * packets;
    for (size_t i = 0; i < 3; i++)
        *by_vc[i] = tables + 4 * packets + i * vcs;
    bool good = audit_run(&a);
    free(tables);
    return good;
}
