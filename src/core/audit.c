/* audit.c - the conservation laws, recomputed from nothing after any step. For tests: slow, and it
 * trusts no counter.
 *
 *   1. wires and lanes   credit + flits in the queue, on the wire, and credits under way =
 *   capacity; with STOP/GO no overflow;
 *                        with packet-credit the same of tails
 *   2. queues            level = flits of its spans that are here; spans are complete but for
 *   the last
 *   3. holding           lane[q] == v exactly when holder[v] == q; a waiting head is in `want`
 *   of exactly its candidates
 *   4. readiness         `go` holds exactly who can send on a link without buffers; its
 *   summaries agree
 *   5. packets           every flit of a packet is at its source, in a queue, in an output
 *   buffer, on a wire, or delivered;
 *                        none twice
 *   6. messages          rows used = messages waiting or under way; flits created = left +
 *   injected ... = delivered + in the
 *                        network; a source queue is in order of priority, apart from the message
 *                        that is being sent
 *   7. recovery          a timer at exactly the heads that a policy makes wait; one message home
 *   for each kill under way, one
 *                        reset as long as the worm holds anything; rows of the notice table in
 *                        use or promised = rows reserved
 *   8. the switch model  what its own columns promise: the audit of its row (src/switch) */
#include "verbs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct audit {
    const ws_net *n;
    ws_error *error;
    u32 *seen;      /* by packet: flits found in queues and on wires */
    u32 *on_wire;   /* by lane: flits */
    u32 *under_way; /* by lane: signals */
    u32 *returning; /* by lane: credits of purged queues */
    /* by packet: notices to its host, resets under way, queues in front of which it is */
    u32 *returns, *resets, *fronts;
    u32 rows; /* of the notice table, in use */
} audit;

__attribute__((format(printf, 2, 3))) static bool broken(const audit *a, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (a->error)
        snprintf(a->error->text, sizeof a->error->text, "cycle %llu: %s",
                 (unsigned long long)a->n->cycle[0], text);
    return false;
}

/* Of a packet that was refused flits may still be under way, which its sender has as well: until
 * the next head. */
static bool is_debris(const ws_net *n, u32 l, u32 flit, bool *dead) {
    if (n->flow != WS_FLOW_NACK || is_sink(n, l))
        return false;
    if (flit & FLIT_HEAD)
        *dead = false;
    return *dead;
}

static bool check_wires(audit *a) {
    const ws_net *n = a->n;
    for (u32 l = 0; l < n->size.links; l++) {
        bool dead = !is_sink(n, l) && n->vc[n->wire.vc0[l]].receiver == NIL;
        for (u32 i = 0; i < n->size.flight_slots; i++) {
            u32 slot = (u32)(n->cycle[0] + i) & (n->size.flight_slots - 1);
            if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l))
                continue;
            u32 flit = n->flight[(size_t)slot * n->size.links + l];
            u32 k = flit >> FLIT_PACKET_SHIFT;
            if (is_debris(n, l, flit, &dead))
                continue;
            if (k >= n->size.packets || n->packet.message[k] == NIL)
                return broken(a, "link %u carries packet %u, which is free", l, k);
            a->seen[k] += flits_of(flit);
            if (n->flow != WS_FLOW_PACKET_CREDIT || (flit & FLIT_TAIL))
                a->on_wire[n->wire.vc0[l] + (flit & FLIT_VC)]++;
        }
    }
    for (u32 slot = 0; slot < n->size.signal_slots; slot++)
        for (u32 v = 0; v < n->size.vcs; v++)
            a->under_way[v] += bit_get(n->signal_bits + (size_t)slot * n->size.vc_words, v);
    for (u32 slot = 0; slot < n->size.control_slots; slot++)
        for (u32 row = n->control.first[slot]; row; row = n->control.row[row - 1].next) {
            const ws_control *what = &n->control.row[row - 1];
            if (++a->rows > n->control.used[0] || what->due < n->cycle[0] ||
                (what->due & (n->size.control_slots - 1)) != slot)
                return broken(a, "notice %u, due in cycle %llu, does not belong into slot %u", row,
                              (unsigned long long)what->due, slot);
            if (what->kind == CONTROL_CREDIT)
                a->returning[what->vc] += what->count;
            if (what->kind == CONTROL_RETURN)
                a->returns[what->packet]++;
            if (what->kind == CONTROL_RESET)
                a->resets[what->packet]++;
        }
    return true;
}

/* Flits of the i-th packet of queue q that are in the queue. */
static u32 span_flits(const ws_net *n, u32 q, u32 i) {
    u32 k = n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + i) & n->wire.ring_mask[q])];
    if (i == 0)
        return n->queue[q].front_here;
    return i + 1 == n->queue[q].packets ? n->queue[q].tail_here : n->packet.length[k];
}

static bool check_queue(audit *a, u32 q) {
    const ws_net *n = a->n;
    u32 level = 0;
    for (u32 i = 0; i < n->queue[q].packets; i++) {
        u32 k = n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + i) & n->wire.ring_mask[q])];
        if (n->packet.message[k] == NIL)
            return broken(a, "queue %u holds packet %u, which is free", q, k);
        if (i == 0)
            a->fronts[k]++;
        if (i == 0 && k != n->queue[q].front)
            return broken(a, "queue %u: front is packet %u, ring says %u", q, n->queue[q].front, k);
        a->seen[k] += span_flits(n, q, i);
        level += span_flits(n, q, i);
    }
    if (level != n->queue[q].flits)
        return broken(a, "queue %u: level %u, but its packets have %u flits there", q,
                      n->queue[q].flits, level);
    if (level > n->wire.queue_room[q])
        return broken(a, "queue %u holds %u flits of %u", q, level, n->wire.queue_room[q]);
    if ((n->queue[q].packets == 0) != (n->queue[q].state == QUEUE_EMPTY))
        return broken(a, "queue %u: state %u with %u packets", q, n->queue[q].state,
                      n->queue[q].packets);
    return true;
}

static bool check_source(audit *a, u32 q) {
    const ws_net *n = a->n;
    u32 s = q - n->wire.source_queue0;
    u32 count = 0;
    u32 last = NIL;
    for (u32 m = n->source.first[s]; m != NIL; last = m, m = n->message.next[m], count++)
        if (n->message.source[m] == NIL || count > n->size.messages)
            return broken(a, "source queue %u: message %u is free", s, m);
    if (count != n->source.count[s])
        return broken(a, "source queue %u: %u messages, counted %u", s, count, n->source.count[s]);
    if (last != n->source.last[s] && count > 0)
        return broken(a, "source queue %u: its last message is %u, not %u", s, last,
                      n->source.last[s]);
    u32 ordered =
        n->queue[q].front != NIL ? n->message.next[n->source.first[s]] : n->source.first[s];
    for (u32 m = ordered; m != NIL && n->message.next[m] != NIL; m = n->message.next[m])
        if (n->workload->before(n, n->message.next[m], m))
            return broken(a, "source queue %u: message %u stands behind %u, but goes before it", s,
                          n->message.next[m], m);
    if (n->queue[q].front != NIL) {
        if (n->queue[q].front_here != n->queue[q].front_to_go)
            return broken(a, "source queue %u: %u flits here, %u to go", s, n->queue[q].front_here,
                          n->queue[q].front_to_go);
        a->seen[n->queue[q].front] += n->queue[q].front_to_go;
    }
    return true;
}

/* Packets of queue q that are here to the tail. */
static u32 tails_in(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->packets == 0)
        return 0;
    u32 last = n->ring[n->wire.ring0[q] +
                       ((queue->ring_head + queue->packets - 1u) & n->wire.ring_mask[q])];
    bool whole = queue->packets == 1 ? queue->front_here == queue->front_to_go
                                     : queue->tail_here == n->packet.length[last];
    return queue->packets - !whole;
}

/* The same of all queues of the port whose first queue is q. */
static u32 tails_in_port(const ws_net *n, u32 q) {
    u32 sum = n->model->kept ? n->model->kept(n, port_of(n, q)) : 0;
    for (u32 end = n->wire.port_queue0[port_of(n, q) + 1]; q < end; q++)
        sum += tails_in(n, q);
    return sum;
}

static bool check_vc(audit *a, u32 v) {
    const ws_net *n = a->n;
    u32 l = n->wire.vc_link[v];
    u32 q = n->vc[v].holder;
    u32 far = n->wire.vc_queue[v];
    if (q != NIL && n->queue[q].vc != v)
        return broken(a, "lane %u is held by queue %u, which holds lane %u", v, q, n->queue[q].vc);
    if (is_sink(n, l))
        return n->vc[v].credit == 1 ||
               broken(a, "lane %u to a host has credit %d", v, n->vc[v].credit);
    if (n->flow == WS_FLOW_NACK) {
        i32 open = q == NIL || n->queue[q].state != QUEUE_HELD;
        return n->vc[v].credit == open ||
               broken(a, "lane %u has credit %d, held by queue %u", v, n->vc[v].credit, q);
    }
    if (n->flow == WS_FLOW_STOP_GO) {
        /* told, as the receiver sees it, is the sender's view with the signals under way applied */
        u32 view = n->vc[v].credit == 0;
        if ((view ^ (a->under_way[v] & 1)) != n->queue[far].stop_sent)
            return broken(a, "lane %u: sender's view %u, %u signals under way, told %u", v, view,
                          a->under_way[v], n->queue[far].stop_sent);
        return true;
    }
    u32 stored = n->ports                           ? tails_in_port(n, far)
                 : n->flow == WS_FLOW_PACKET_CREDIT ? tails_in(n, far)
                                                    : n->queue[far].flits;
    i64 sum = (i64)n->vc[v].credit + stored + a->on_wire[v] + a->under_way[v] + a->returning[v];
    if (n->vc[v].credit < 0 || sum != n->wire.vc_credits[v])
        return broken(a,
                      "lane %u: credit %d + %u in the queue + %u on the wire + %u credits under "
                      "way is not %u",
                      v, n->vc[v].credit, stored, a->on_wire[v], a->under_way[v],
                      n->wire.vc_credits[v]);
    return true;
}

static bool is_route_option(const ws_net *n, u32 q, u32 l) {
    for (u32 c = 0; c < n->size.options_per_queue; c++)
        if (n->option_link[(size_t)q * n->size.options_per_queue + c] == l)
            return true;
    return false;
}

static bool check_requests(const audit *a, u32 q) {
    const ws_net *n = a->n;
    u32 x = n->wire.queue_node[q];
    u32 v = n->queue[q].vc;
    if (v != NIL && n->vc[v].holder != q)
        return broken(a, "queue %u holds lane %u, which is held by queue %u", q, v,
                      n->vc[v].holder);
    if ((v != NIL) != (n->queue[q].state >= QUEUE_GRANTED))
        return broken(a, "queue %u: state %u with lane %u", q, n->queue[q].state, v);
    for (u32 l = n->wire.link0[x]; l < n->wire.link0[x + 1]; l++) {
        bool want = bit_get(n->requests + n->wire.request0[l], input_of(n, q)),
             go = bit_get(n->ready + n->wire.request0[l], input_of(n, q));
        bool should_want = n->queue[q].state == QUEUE_WAITING && is_route_option(n, q, l);
        bool ready = v != NIL && n->wire.vc_link[v] == l && n->queue[q].state >= QUEUE_STARTING &&
                     n->queue[q].front_here > 0;
        bool buffered = n->wire.link_fast[l].buffered,
             should_go = ready && !buffered && n->vc[v].credit > 0;
        if (want != should_want)
            return broken(a, "queue %u: want of link %u is %d, should be %d", q, l, want,
                          should_want);
        /* no set: the bit of the output stands for its holder */
        if (vcs_of(n, l) == 1)
            go = should_go;
        if (go != should_go)
            return broken(a, "queue %u: go of link %u is %d, should be %d", q, l, go, should_go);
        bool awake =
            n->wire.link_fast[l].plain
                ? bit_get(n->ready_links, l)
                : (n->ready_outputs[x] >> (l - n->wire.link0[x]) & 1) && bit_get(n->ready_nodes, x);
        if (should_go && !awake)
            return broken(a, "link %u has a sender, but its crossbar sleeps", l);
    }
    return true;
}

/* The number of waiting messages, whose sum over time is kept, agrees with the queues. */
static bool check_backlog(const audit *a) {
    const ws_net *n = a->n;
    u64 waiting = 0;
    for (u32 s = 0; s < n->size.sources; s++)
        waiting += n->source.count[s];
    if (waiting == n->backlog[0])
        return true;
    return broken(a, "%llu messages wait at their sources, counted %llu",
                  (unsigned long long)waiting, (unsigned long long)n->backlog[0]);
}

static bool check_packets(const audit *a) {
    const ws_net *n = a->n;
    u64 in_network = 0;
    u64 live = 0;
    for (u32 k = 0; k < n->size.packets; k++) {
        if (n->packet.message[k] == NIL) {
            if (a->seen[k])
                return broken(a, "packet %u is free, but %u flits of it exist", k, a->seen[k]);
            continue;
        }
        live++;
        if (n->packet.flags[k] &
            PACKET_KILLED) { /* its flits belong to its message again when the host knows */
            if (a->seen[k] + n->packet.lost[k] != n->packet.length[k])
                return broken(a, "killed packet %u of %u flits: %u exist, %u are accounted for", k,
                              n->packet.length[k], a->seen[k], n->packet.lost[k]);
            if (!(n->packet.flags[k] & PACKET_RETURNED))
                in_network += n->packet.length[k];
            continue;
        }
        if (a->seen[k] > n->packet.length[k] || a->seen[k] == 0)
            return broken(a, "packet %u of %u flits has %u of them", k, n->packet.length[k],
                          a->seen[k]);
        in_network += a->seen[k];
    }
    if (live + n->packet.free_count[0] != n->size.packets)
        return broken(a, "%llu packets live, %u free", (unsigned long long)live,
                      n->packet.free_count[0]);
    u64 left = 0;
    u64 used = 0;
    for (u32 m = 0; m < n->size.messages; m++)
        if (n->message.source[m] != NIL)
            used++, left += n->message.uncut[m];
    if (used + n->message.free_count[0] != n->size.messages)
        return broken(a, "%llu messages used, %u free", (unsigned long long)used,
                      n->message.free_count[0]);
    u64 created = n->total[WS_TOTAL_FLITS_CREATED];
    u64 delivered = n->total[WS_TOTAL_FLITS_DELIVERED] + n->total[WS_TOTAL_FLITS_DROPPED];
    if (created != delivered + in_network + left)
        return broken(a, "%llu flits created, %llu delivered, %llu in packets, %llu not cut",
                      (unsigned long long)created, (unsigned long long)delivered,
                      (unsigned long long)in_network, (unsigned long long)left);
    if (n->total[WS_TOTAL_MESSAGES_CREATED] !=
        n->total[WS_TOTAL_MESSAGES_DELIVERED] + n->total[WS_TOTAL_MESSAGES_DROPPED] + used)
        return broken(a, "messages created, delivered and under way do not add up");
    return true;
}

/* Is the timer of queue q as it must be? */
static bool check_timer(const audit *a, u32 q) {
    const ws_net *n = a->n;
    bool head = n->queue[q].state == QUEUE_STREAMING ? n->queue[q].packets > 1
                                                     : n->queue[q].state >= QUEUE_WAITING;
    bool timed = head && !is_source(n, q) && n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE;
    bool may_lack = n->def->timeout_patience == 0 && n->queue[q].state != QUEUE_WAITING;
    u64 due = n->timer.deadline[q];
    u64 slot = due & (n->size.deadline_slots - 1);
    if (due > 0 ? !timed : timed && !may_lack)
        return broken(a, "queue %u: a timer for cycle %llu, state %u", q, (unsigned long long)due,
                      n->queue[q].state);
    if (due > 0 && (due < n->cycle[0] || !bit_get(n->timer.bits + slot * n->size.queue_words, q)))
        return broken(a, "queue %u: the timer for cycle %llu will not go off", q,
                      (unsigned long long)due);
    return true;
}

static bool check_kills(const audit *a) {
    const ws_net *n = a->n;
    u64 under_way = 0;
    u64 promised = 0;
    for (u32 k = 0; k < n->size.packets; k++) {
        bool live = n->packet.message[k] != NIL,
             killed = live && (n->packet.flags[k] & PACKET_KILLED),
             home = killed && (n->packet.flags[k] & PACKET_RETURNED);
        if (a->returns[k] != (killed && !home))
            return broken(a, "packet %u: %u notices to its host are under way", k, a->returns[k]);
        if (killed && a->fronts[k] > 0 && (home || a->resets[k] != 1))
            return broken(a,
                          "killed packet %u is in front of %u queues, and %u resets are under way",
                          k, a->fronts[k], a->resets[k]);
        if (a->resets[k] > (killed && !home))
            return broken(a, "packet %u: %u resets are under way", k, a->resets[k]);
        under_way += killed && !home;
        if (live)
            promised += killed ? n->packet.reservation[k] : 0;
    }
    if (under_way != n->total[WS_TOTAL_KILLS] - n->total[WS_TOTAL_RESETS] ||
        under_way > n->size.kills)
        return broken(a, "%llu kills are under way", (unsigned long long)under_way);
    if (n->model->promises)
        promised += n->model->promises(n);
    if (a->rows + promised != n->control.reserved[0])
        return broken(a, "%u notices under way and %llu promised, %u reserved", a->rows,
                      (unsigned long long)promised, n->control.reserved[0]);
    return true;
}

/* A lane never asks for more credit than one of the heads that wait for it. */
static bool check_needs(const audit *a) {
    const ws_net *n = a->n;
    for (u32 l = 0; l < n->size.links; l++)
        for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
            for (u32 q = n->wire.queue0[n->wire.link_from[l]];
                 q < n->wire.queue0[n->wire.link_from[l] + 1]; q++)
                if (bit_get(n->requests + n->wire.request0[l], input_of(n, q)) &&
                    n->vc[v].need > vc_room_needed(n, q, v))
                    return broken(a, "lane %u: queue %u would be woken too late", v, q);
    return true;
}

/* What the switch model promises besides. */
static bool check_model(const audit *a) {
    u32 where = NIL;
    const char *what = a->n->model->audit ? a->n->model->audit(a->n, &where) : NULL;
    return what ? broken(a, "%s: %u", what, where) : true;
}

static bool audit_run(audit *a) {
    const ws_net *n = a->n;
    if (!check_wires(a))
        return false;
    for (u32 q = 0; q < n->size.queues; q++)
        if (!(is_source(n, q) ? check_source(a, q) : check_queue(a, q)) || !check_requests(a, q) ||
            !check_timer(a, q))
            return false;
    for (u32 v = 0; v < n->size.vcs; v++)
        if (!check_vc(a, v))
            return false;
    if (n->model->flits)
        n->model->flits(n, a->seen);
    return check_needs(a) && check_backlog(a) && check_packets(a) && check_kills(a) &&
           check_model(a);
}

bool ws_net_check(const ws_net *n, ws_error *error) {
    audit a = {.n = n, .error = error};
    u32 **by_packet[] = {&a.seen, &a.returns, &a.resets, &a.fronts};
    u32 **by_lane[] = {&a.on_wire, &a.under_way, &a.returning};
    u32 *tables = calloc(4 * (size_t)n->size.packets + 3 * (size_t)n->size.vcs, sizeof *tables);
    for (size_t i = 0; tables && i < 4; i++)
        *by_packet[i] = tables + i * n->size.packets;
    for (size_t i = 0; tables && i < 3; i++)
        *by_lane[i] = tables + 4 * (size_t)n->size.packets + i * n->size.vcs;
    bool good = tables ? audit_run(&a) : broken(&a, "out of memory");
    free(tables);
    return good;
}
