/* shared_pool.c - switches with a central pool of packet buffers, and cables that carry a packet in
 * one direction at a time.
 *
 * Source: Cherkasova et al. 1996 ("What Are the Pieces in the Congestion Control Puzzle?"), which
 * leaves much open; each choice of ours is a parameter, and the manual says so.
 *
 * A buffer of the pool is a queue for one packet with a crossbar input of its own, so that any
 * packet can leave by any output, and all outputs can send at once. A packet comes to a switch
 * through the landing of its cable, where its header is received and routed (router-delay); when
 * that is done, the switch answers (verdict):
 *   taken    the packet moves into a free buffer and may go on at once, while the rest of it
 *            comes in
 *   refused  what has come of it is thrown away. nack-delay later its sender knows, the cable is
 *            free, and after once to twice
 *            retry-delay the packet asks again, by whichever way the routing then offers
 * The sender keeps a packet until the tail has gone and the switch has taken it. A host's packet
 * that was refused is cut anew: another message may be first by then, or may be tried in its place
 * (inject-window).
 *
 * A cable goes to the end that wants it; if both do, to the one that did not have it last. Among
 * the packets of a switch that want the same cable, the one goes that was tried least recently, of
 * those never tried the one longest in the network. (The oldest first would let one that is refused
 * again and again keep all others from a cable that they could use: the network stops delivering.)
 *
 * Deadlock (Toueg and Ullman 1981). B buffers; N(i) = packets in the switch with i or more links to
 * go.
 *   forward-count   a packet with r links to go is taken only if r < B - N(0)
 *   forward-state   only if i < B - N(i) for all i from 0 to r
 * Whatever the first lets in, the second does; and the second keeps N(i) <= B - i for all i, as
 * packets only leave otherwise. Of all packets that could wait for ever, let p be one with the
 * fewest links to go, r + 1. The switch that refuses it has N(i) = B - i for some i <= r; but
 * none of the packets there, which wait for ever too, has r or fewer to go, so N(i) = N(r + 1)
 * <= B - (r + 1) < B - i. Backpressure refuses only on account of a packet that is nearer to the
 * same destination, limits only what is not yet in the network: neither can be what p waits for. */
#include "blockers.h"

#include <stdlib.h>

enum {
    POOL_MAX = 64,
    LONGEST_RETRY = 2 * 160 /* cycles from a refusal to the next attempt, at most */
};

static u32 pool_end(const ws_net *n, u32 x) {
    return n->wire.pool0[x] + (u32)n->def->pool;
}
static bool is_landing(const ws_net *n, u32 q) {
    return n->wire.queue_lane[q] != NIL;
}
static u32 links_to(const ws_net *n, u32 x, u32 host) {
    return n->wire.dist[x * n->size.switches + n->wire.host_switch[host]];
}
static u32 links_to_go(const ws_net *n, u32 x, u32 k) {
    return links_to(n, x, n->packet.dest[k]);
}

/* ---- the answer ---- */

bool pool_leaving(const ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    if (v == NIL || n->queue[q].state == QUEUE_HELD)
        return false;
    if (is_sink(n, n->wire.vc_link[v]))
        return true;
    u32 rx = n->vc[v].receiver;
    return rx != NIL && !is_landing(n, rx) && n->queue[rx].front == n->queue[q].front;
}

/* A packet at its destination whose ejection would still run ahead of its arrival. */
static bool is_arriving(const ws_net *n, u32 q) {
    return n->queue[q].state == QUEUE_ROUTING && n->pool.last_try[q] == 0;
}

static bool is_waiting(const ws_net *n, u32 q) {
    return !is_arriving(n, q) && !pool_leaving(n, q);
}

/* What stands in the pool of a switch, as far as a newcomer is concerned. */
typedef struct census {
    u32 used, dest; /* buffers in use; by packets that are at their destination */
    /* by links to go: packets; those that have more of them than buffers are possible count as
     * the last */
    u32 far[POOL_MAX];
    u32 same_message, same_dest; /* queues of waiting packets, NIL if none */
} census;

static census census_take(const ws_net *n, u32 x, u32 m) {
    census c = {.same_message = NIL, .same_dest = NIL};
    for (u32 q = n->wire.pool0[x]; q < pool_end(n, x); q++) {
        if (n->queue[q].state == QUEUE_EMPTY)
            continue;
        u32 other = n->queue[q].front;
        u32 far = links_to_go(n, x, other);
        c.used++;
        c.dest += far == 0;
        c.far[far < POOL_MAX ? far : POOL_MAX - 1]++;
        if (n->packet.dest[other] != n->message.dest[m] || !is_waiting(n, q))
            continue;
        if (c.same_dest == NIL)
            c.same_dest = q;
        if (c.same_message == NIL && n->packet.message[other] == m)
            c.same_message = q;
    }
    return c;
}

static bool rule_admits(const ws_net *n, const census *c, u32 r) {
    u32 buffers = (u32)n->def->pool;
    u32 further = c->used;
    if (n->def->deadlock_rule == WS_DEADLOCK_RULE_OFF)
        return true;
    if (n->def->deadlock_rule == WS_DEADLOCK_RULE_FORWARD_COUNT)
        return r < buffers - c->used;
    for (u32 i = 0; i <= r; further -= c->far[i++])
        if (i >= buffers - further)
            return false;
    return true;
}

/* Do the limits keep the host of switch x from injecting a packet? */
static bool limits_forbid(const ws_net *n, const census *c) {
    const ws_def *d = n->def;
    return (d->buffer_limit > 0 && c->used >= (u32)d->buffer_limit) ||
           (d->buffer_limit_dest > 0 && c->dest >= (u32)d->buffer_limit_dest) ||
           (d->buffer_limit_transit > 0 && c->used - c->dest >= (u32)d->buffer_limit_transit);
}

u32 pool_answer(const ws_net *n, u32 x, u32 m, bool from_host, u32 *blocker) {
    census c = census_take(n, x, m);
    *blocker = NIL;
    if (c.used == (u32)n->def->pool)
        return REFUSED_FULL;
    if (!rule_admits(n, &c, links_to(n, x, n->message.dest[m])))
        return REFUSED_RULE;
    if (n->def->backpressure == WS_BACKPRESSURE_MESSAGE && (*blocker = c.same_message) != NIL)
        return REFUSED_MESSAGE;
    if (n->def->backpressure == WS_BACKPRESSURE_DESTINATION && (*blocker = c.same_dest) != NIL)
        return REFUSED_DEST;
    if (!from_host || !limits_forbid(n, &c))
        return TAKEN;
    u64 since = n->pool.limited[n->message.source[m]];
    return since > 0 && n->cycle[0] - (since - 1) >= (u64)n->def->starvation_guard ? TAKEN
                                                                                   : REFUSED_LIMIT;
}

/* ---- the verdict ---- */

static u32 free_buffer(const ws_net *n, u32 x) {
    u32 q = n->wire.pool0[x];
    while (n->queue[q].state != QUEUE_EMPTY)
        q++;
    assert(q < pool_end(n, x));
    return q;
}

static void landing_clear(ws_net *n, u32 q) {
    n->queue[q] = (ws_queue_state){.front = NIL, .vc = NIL};
}

/* A port faster than the cables waits for so much of a packet that it need not wait again; so
 * many cycles after the verdict. */
static u32 eject_wait(const ws_net *n, u32 l, u32 k, u32 here) {
    u32 rate = n->wire.link_fast[n->wire.eject_link[n->packet.dest[k]]].rate;
    u32 length = n->packet.length[k];
    u32 enough = length - (length + rate - 1) / rate;
    return rate <= n->wire.link_fast[l].rate || here >= enough ? 0 : enough - here;
}

/* The packet of landing q, which came on lane v of link l, gets a buffer of switch x. */
static void packet_take(ws_net *n, u32 q, u32 v, u32 l, u32 x) {
    u32 k = n->queue[q].front;
    u32 p = free_buffer(n, x);
    u32 sender = n->vc[v].holder;
    n->queue[p] = n->queue[q];
    n->queue[p].ring_head = 0;
    n->ring[n->wire.ring0[p]] = k;
    n->pool.last_try[p] = 0;
    landing_clear(n, q);
    n->vc[v].receiver = p;
    if (is_source(n, sender)) {
        packet_admit(n, k);
        n->pool.limited[n->message.source[n->packet.message[k]]] = 0;
        n->pool.skipped[sender - n->wire.source_queue0] = 0;
    }
    u32 wait = links_to_go(n, x, k) == 0 ? eject_wait(n, l, k, n->queue[p].front_here) : 0;
    if (n->queue[sender].front_to_go == 0)
        vc_release(n, sender, v, l);
    n->queue[p].state = QUEUE_ROUTING;
    if (wait > 0)
        timer_set(n, p, n->cycle[0] + wait);
    else
        queue_request(n, p);
}

/* The packet in front of `sender` is all there again; so much of it as had gone comes back. */
static void packet_rewind(ws_net *n, u32 sender) {
    ws_queue_state *queue = &n->queue[sender];
    u32 sent = n->packet.length[queue->front] - queue->front_to_go;
    queue->front_to_go += sent;
    queue->front_here += sent;
    if (is_source(n, sender)) {
        n->total[WS_TOTAL_FLITS_INJECTED] -= sent;
    } else {
        queue->flits += sent;
        n->packet.hops[queue->front]--;
    }
}

static void pool_refused(ws_net *n, u32 q);

static void packet_refuse(ws_net *n, u32 q, u32 v, u32 l, u32 why) {
    u32 sender = n->vc[v].holder;
    n->total[WS_TOTAL_REFUSED_FULL + why - REFUSED_FULL]++;
    if (why == REFUSED_LIMIT) {
        u64 *limited = &n->pool.limited[n->message.source[n->packet.message[n->queue[q].front]]];
        if (*limited == 0)
            *limited = n->cycle[0] + 1;
    }
    landing_clear(n, q);
    n->vc[v].receiver = NIL; /* what is on the wire will be discarded */
    n->vc[v].credit = 0;
    ready_clear(n, sender, l);
    packet_rewind(n, sender);
    n->queue[sender].state = QUEUE_HELD;
    if (n->def->nack_delay > 0)
        timer_set(n, sender, n->cycle[0] + (u64)n->def->nack_delay);
    else
        pool_refused(n, sender);
}

static void pool_refused(ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    u32 l = n->wire.vc_link[v];
    n->vc[v].credit = 1;
    vc_free(n, q, v, l, n->cycle[0]);
    if (is_source(n, q)) {
        packet_uncut(n, q);
        n->pool.skipped[q - n->wire.source_queue0]++;
    }
    n->queue[q].state = QUEUE_ROUTING;
    u32 least = (u32)n->def->retry_delay;
    u32 wait = least + rng_below(n->node_rng + n->wire.queue_node[q], least + 1);
    if (wait > 0)
        timer_set(n, q, n->cycle[0] + wait);
    else
        queue_request(n, q);
}

/* The header in a landing has been received and routed: it is no place to ask from. */
static bool pool_request(ws_net *n, u32 q) {
    if (is_source(n, q) || !is_landing(n, q))
        return true;
    u32 v = n->wire.queue_lane[q];
    u32 l = n->wire.vc_link[v];
    u32 x = n->wire.queue_node[q];
    u32 blocker;
    u32 why = pool_answer(n, x, n->packet.message[n->queue[q].front], n->wire.link_fast[l].source,
                          &blocker);
    if (why == TAKEN)
        packet_take(n, q, v, l, x);
    else
        packet_refuse(n, q, v, l, why);
    return false;
}

/* A packet so short that its tail has left before the verdict is kept. On a fast port fewer
 * cycles than flits are no waste. */
static bool pool_finished(ws_net *n, u32 q, u32 v) {
    u32 k = n->queue[q].front;
    u32 rate = n->wire.link_fast[n->wire.vc_link[v]].rate;
    u32 length = n->packet.length[k];
    if (!pool_leaving(n, q))
        return false;
    n->packet.held[k] += length - (length + rate - 1) / rate;
    return true;
}

/* ---- cables in turn ---- */

/* Must link l leave the cable to the other end, which wants it, too? */
static bool gives_way(const ws_net *n, u32 l) {
    u32 mate = n->wire.medium[l];
    if (mate == NIL || !is_requested(n, mate))
        return false;
    if (n->def->eject_priority != WS_EJECT_PRIORITY_OFF && (is_sink(n, l) || is_sink(n, mate))) {
        u32 x = is_sink(n, l) ? n->wire.link_from[l] : n->wire.link_to[l];
        u32 dest = 0;
        for (u32 q = n->wire.pool0[x]; q < pool_end(n, x); q++)
            dest += n->queue[q].state != QUEUE_EMPTY && links_to_go(n, x, n->queue[q].front) == 0;
        u32 limit = (u32)n->def->buffer_limit_dest;
        if (n->def->eject_priority == WS_EJECT_PRIORITY_ALWAYS || (limit > 0 && dest >= limit))
            return !is_sink(n, l);
    }
    return n->pool.last_way[l] != 0;
}

static bool cable_is_idle(const ws_net *n, u32 l) {
    u32 mate = n->wire.medium[l];
    return n->vc[n->wire.vc0[l]].holder == NIL &&
           (mate == NIL || n->vc[n->wire.vc0[mate]].holder == NIL);
}

static bool goes_before(const ws_net *n, u32 q, u32 other) {
    if (n->pool.last_try[q] != n->pool.last_try[other])
        return n->pool.last_try[q] < n->pool.last_try[other];
    return n->packet.entered[n->queue[q].front] < n->packet.entered[n->queue[other].front];
}

/* The queue whose packet goes on link l, which at least one wants. */
static u32 next_packet(const ws_net *n, u32 x, u32 l) {
    u32 best = NIL;
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = n->requests[n->wire.request0[l] + w];
        for (BITS_EACH(i, word)) {
            u32 q = n->wire.queue0[x] + w * 64 + i;
            if (x >= n->size.switches)
                return q;
            if (best == NIL || goes_before(n, q, best))
                best = q;
        }
    }
    return best;
}

static void way_note(ws_net *n, u32 l) {
    u32 mate = n->wire.medium[l];
    if (mate != NIL && n->pool.last_way[mate]) {
        n->pool.last_way[mate] = 0;
        n->pool.link_turns[l]++;
        n->total[WS_TOTAL_TURNS]++;
    }
    n->pool.last_way[l] = 1;
}

/* Which message of source queue q is to send: after as many refusals in a row, the next of those
 * that the window shows. */
static void message_choose(ws_net *n, u32 q) {
    u32 s = q - n->wire.source_queue0;
    u32 window = (u32)n->def->inject_window;
    if (window > n->source.count[s])
        window = n->source.count[s];
    n->workload->promote(n, s, n->pool.skipped[s] % window);
}

static void cables_grant(ws_net *n, u32 x) {
    u64 outs = n->allocate_outputs[x];
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (BITS_EACH(o, outs)) {
        u32 l = n->wire.link0[x] + o;
        if (!is_requested(n, l) || !cable_is_idle(n, l) || gives_way(n, l))
            continue;
        u32 q = next_packet(n, x, l);
        n->pool.last_try[q] = n->cycle[0] + 1;
        way_note(n, l);
        if (is_source(n, q))
            message_choose(n, q);
        vc_allocate(n, q, n->wire.vc0[l]);
    }
}

/* Something changed for those who wait for the link that shares the cable of link l. */
static void other_end_wake(ws_net *n, u32 l) {
    u32 mate = n->wire.medium[l];
    if (mate != NIL && is_requested(n, mate))
        link_wake(n, mate);
}

/* Who gave way to queue q need not any more. */
static void pool_withdraw(ws_net *n, u32 q) {
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++)
        other_end_wake(n, l);
}

static void pool_freed(ws_net *n, u32 q, u32 l) {
    ready_clear(n, q, l);
    if (is_requested(n, l))
        link_wake(n, l);
    other_end_wake(n, l);
}

/* ---- the build ---- */

static void pool_layout(ws_net *n, const ws_def *d) {
    ws_layout *layout = &n->layout;
    layout->kills = false;
    layout->queue_packets = 1; /* a landing */
    layout->buffers = (u32)d->pool;
    /* every packet has one buffer at least, or its host has it */
    layout->packets = (u64)n->size.switches * (u64)d->pool;
    layout->host_rate = (u32)d->pe_rate;
    layout->longest_wait = d->buffer > LONGEST_RETRY + 2 ? (u32)d->buffer : LONGEST_RETRY + 2;
}

/* Which links share a cable. */
static bool pool_wire(ws_net *n, const ws_def *d) {
    ws_wiring *w = &n->wire;
    w->medium = calloc(n->size.links, sizeof *w->medium);
    if (!w->medium)
        return false;
    for (u32 l = 0; l < n->size.links; l++) {
        bool host = w->link_from[l] >= n->size.switches || is_sink(n, l);
        w->medium[l] = host && d->pe_duplex == WS_DUPLEX_FULL ? NIL : w->link_mate[l];
    }
    return true;
}

static void pool_sizes(ws_net *n, const ws_def *d) {
    (void)d;
    n->size.tries = n->size.queues;
    n->size.guards = n->size.hosts;
    n->size.skips = n->size.sources;
    n->size.media = n->size.links;
}

/* The deadlock rules let a packet with r links to go in only where more than r buffers are. */
static bool pool_check(const ws_net *n, const ws_def *d, ws_error *error) {
    if (d->deadlock_rule == WS_DEADLOCK_RULE_OFF || d->pool > n->wire.diameter)
        return true;
    return fail(
        error, "with a deadlock-rule, pool must be more than the longest way of %u links, not %lld",
        n->wire.diameter, (long long)d->pool);
}

/* Any rule may have kept a packet out. */
static void pool_changed(ws_net *n) {
    for (u32 l = 0; l < n->size.links; l++)
        if (is_requested(n, l))
            link_wake(n, l);
}

/* ---- who waits for whom: a packet asks again and again, and waits as long as every answer
 * would be no ---- */

/* Is switch x, to which link l leads, closed to message m? An edge to what stands against it;
 * or, where only the cable is in use, to who uses it. An attempt that will be refused is no use:
 * the cable is free again soon. */
static bool switch_refuses(ws_blockers *b, const ws_net *n, u32 l, u32 m, bool from_host,
                           ws_wait_reason *reason) {
    u32 x = n->wire.link_to[l];
    u32 blocker;
    u32 holder;
    u32 why = pool_answer(n, x, m, from_host, &blocker);
    for (u32 i = 0; i < 2; i++) { /* either way of the cable */
        u32 way = i == 0 ? l : n->wire.medium[l];
        if (why != TAKEN || way == NIL || (holder = n->vc[n->wire.vc0[way]].holder) == NIL ||
            !pool_leaving(n, holder))
            continue;
        blocker_add(b, holder);
        *reason = WS_WAIT_VC;
        return true;
    }
    if (why == TAKEN)
        return false;
    *reason = (ws_wait_reason)(WS_WAIT_POOL + why - REFUSED_FULL);
    if (blocker != NIL) {
        blocker_add(b, blocker);
        return true;
    }
    for (u32 q = n->wire.pool0[x]; q < n->wire.pool0[x] + (u32)n->def->pool; q++)
        if (n->queue[q].state != QUEUE_EMPTY)
            blocker_add(b, q);
    return true;
}

/* The messages that a host tries in turn. */
static ws_wait_reason injecting(ws_blockers *b, const ws_net *n, u32 q) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = b->count;
    u32 left = (u32)n->def->inject_window;
    u32 l = n->wire.inject_link[n->wire.queue_node[q] - n->size.switches];
    for (u32 m = n->source.first[q - n->wire.source_queue0]; m != NIL && left > 0;
         m = n->message.next[m], left--)
        if (!switch_refuses(b, n, l, m, true, &reason)) {
            b->count = first;
            return WS_WAIT_NOT;
        }
    return reason;
}

static ws_wait_reason pool_blockers(ws_blockers *b, const ws_net *n, u32 q) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = b->count;
    u32 stride = n->size.options_per_queue;
    u32 k = n->queue[q].front;
    bool landing = !is_source(n, q) && n->wire.queue_lane[q] != NIL;
    if (landing || n->queue[q].state == QUEUE_EMPTY || pool_leaving(n, q))
        return WS_WAIT_NOT;
    if (is_source(n, q))
        return injecting(b, n, q);
    if (n->wire.host_switch[n->packet.dest[k]] == n->wire.queue_node[q]) {
        u32 holder = n->vc[n->wire.vc0[n->wire.eject_link[n->packet.dest[k]]]].holder;
        /* still arriving, or next */
        if (n->queue[q].state != QUEUE_WAITING || holder == NIL)
            return WS_WAIT_NOT;
        blocker_add(b, holder);
        return WS_WAIT_VC;
    }
    for (u32 c = 0; c < stride && n->option_link[(size_t)q * stride + c] != NIL; c++)
        if (!switch_refuses(b, n, n->option_link[(size_t)q * stride + c], n->packet.message[k],
                            false, &reason)) {
            b->count = first;
            return WS_WAIT_GRANT;
        }
    return reason;
}

/* ---- the laws ---- */

/* The landing of lane v: it holds a packet exactly while the packet's sender waits for an
 * answer. */
static const char *landing_broken(const ws_net *n, u32 v) {
    u32 landing = n->wire.vc_queue[v];
    u32 holder = n->vc[v].holder;
    u32 mate = n->wire.medium[n->wire.vc_link[v]];
    if (mate != NIL && holder != NIL && n->vc[n->wire.vc0[mate]].holder != NIL)
        return "both ends of a cable use it at once";
    if (landing == NIL || n->queue[landing].state == QUEUE_EMPTY)
        return NULL;
    if (holder == NIL || n->queue[holder].front != n->queue[landing].front ||
        n->queue[holder].state != QUEUE_STREAMING)
        return "a landing holds a packet which nobody sends";
    return n->vc[v].receiver == landing ? NULL
                                        : "a landing holds a packet whose flits go elsewhere";
}

static const char *pool_broken(const ws_net *n, u32 *where) {
    const char *what = NULL;
    for (u32 v = 0; v < n->size.vcs && !what; v++)
        what = landing_broken(n, *where = v);
    for (u32 q = 0; q < n->wire.source_queue0 && !what; q++)
        if (n->queue[ *where = q].packets > 1)
            what = "a queue with room for one packet holds more";
    for (u32 x = 0; x < n->size.switches && !what; x++) {
        u32 used = 0;
        for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1]; q++)
            used += !is_landing(n, q) && n->queue[q].state != QUEUE_EMPTY;
        if (used > (u64)n->def->pool)
            what = "a switch uses more packet buffers than it has";
        *where = what ? x : *where;
    }
    return what;
}

static const ws_switch pool_host = {.request = pool_request,
                                    .granted = host_granted,
                                    .departed = host_departed,
                                    .withdraw = pool_withdraw,
                                    .timed = pool_refused,
                                    .finished = pool_finished,
                                    .freed = pool_freed,
                                    .allocate = cables_grant,
                                    .transmit = transmit_input_queued,
                                    .blockers = pool_blockers};

const ws_switch switch_shared_pool = {.host = &pool_host,
                                      .layout = pool_layout,
                                      .wire = pool_wire,
                                      .sizes = pool_sizes,
                                      .check = pool_check,
                                      .changed = pool_changed,
                                      .request = pool_request,
                                      .withdraw = pool_withdraw,
                                      .timed = pool_refused,
                                      .finished = pool_finished,
                                      .freed = pool_freed,
                                      .allocate = cables_grant,
                                      .transmit = transmit_input_queued,
                                      .blockers = pool_blockers,
                                      .audit = pool_broken};
