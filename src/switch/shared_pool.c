/* shared_pool.c - switches with a shared pool of packet buffers (queueing pool), and cables that
 * carry a packet in one direction at a time.
 *
 * Source: Cherkasova et al. 1996 ("What Are the Pieces in the Congestion Control Puzzle?"), which
 * leaves much open; each choice of ours is a parameter, and the manual says so.
 *
 * A buffer of the pool is a queue for one packet with a crossbar input of its own, so that any
 * packet can leave by any output, and all outputs can send at once. A packet comes to a switch
 * through the receive buffer of its cable, where its header is received and routed (router-delay);
 * when that is done, the switch answers:
 *   taken    the packet moves into a free buffer and may go on at once, while the rest of it
 *            comes in
 *   refused  what has come of it is thrown away. nack-delay later its sender knows, the cable is
 *            free, and after once to twice retry-delay the packet asks again, by whichever path
 *            the routing then offers
 * The sender keeps a packet until the tail has gone and the switch has taken it. A host's packet
 * that was refused is cut anew: another message may be first by then, or may be tried in its place
 * (inject-window).
 *
 * A cable goes to the end that requests it; if both do, to the one that did not have it last. Among
 * the packets of a switch that request the same cable, the one goes that was tried least recently,
 * of those never tried the one longest in the network. (The oldest first would let one that is
 * refused again and again keep all others from a cable that they could use: the network stops
 * delivering.)
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
 * same destination, limits only what is not yet in the network: neither can be what p waits for.
 *
 * Invariants: a receive buffer holds a packet exactly while its sender waits for an answer; the two
 * ends of a cable never use it at once; a buffer holds at most one packet. */
#include "blockers.h"

#include <stdlib.h>

enum {
    POOL_MAX = 64,
    LONGEST_RETRY = 2 * 160, /* cycles from a refusal to the next attempt, at most */
    LONGEST_WAIT = LONGEST_RETRY + 2
};

/* The packet buffers of switch x: for (BUFFERS_EACH(q, n, x)). */
#define BUFFERS_EACH(q, n, x)                                                                      \
    u32 q = (n)->wire.pool0[x], q##_end = q + pool_size(n);                                        \
    q < q##_end;                                                                                   \
    q++

static u32 pool_size(const ws_net *n) {
    return (u32)n->def->pool;
}

static bool is_empty(const ws_net *n, u32 q) {
    return state_of(n, q) == QUEUE_EMPTY;
}

/* Is q, a queue of a switch, the receive buffer of a cable? */
static bool is_receive_buffer(const ws_net *n, u32 q) {
    return feeding_vc(n, q) != NIL;
}

static u32 links_to(const ws_net *n, u32 x, u32 host) {
    u32 last = n->wire.host_switch[host];
    return n->wire.dist[x * n->size.switches + last];
}

static u32 links_to_go(const ws_net *n, u32 x, u32 k) {
    return links_to(n, x, dest_of(n, k));
}

/* Flits a cycle on link l. */
static u32 rate_of(const ws_net *n, u32 l) {
    return fast_link(n, l)->rate;
}

/* Cycles that packet k spends on a link, and those that it spends less than at one flit a
 * cycle. */
static u32 cycles_saved(const ws_net *n, u32 k, u32 rate) {
    u32 length = n->packet.length[k];
    u32 cycles = (length + rate - 1) / rate;
    return length - cycles;
}

/* The other direction of the cable of link l; NIL if that has a cable of its own. */
static u32 other_way(const ws_net *n, u32 l) {
    return n->wire.medium[l];
}

/* The host that sends the message of packet k. */
static u32 source_host(const ws_net *n, u32 k) {
    return n->message.source[n->packet.message[k]];
}

/* ---- the answer: would a switch take a packet? ---- */

bool pool_leaving(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    if (v == NIL || queue->state == QUEUE_HELD)
        return false;
    if (is_sink(n, link_of(n, v)))
        return true;
    u32 receiver = n->vc[v].receiver;
    if (receiver == NIL || is_receive_buffer(n, receiver))
        return false;
    return front_of(n, receiver) == queue->front;
}

/* A packet at its destination whose ejection would still run ahead of its arrival. */
static bool is_arriving(const ws_net *n, u32 q) {
    bool tried = n->pool.last_try[q] > 0;
    return state_of(n, q) == QUEUE_ROUTING && !tried;
}

static bool is_waiting(const ws_net *n, u32 q) {
    return !is_arriving(n, q) && !pool_leaving(n, q);
}

/* What stands in the pool of a switch, as far as a newcomer is concerned. */
typedef struct ws_census {
    u32 used;    /* buffers in use */
    u32 at_dest; /* of them, by packets that are at their destination */
    /* by links to go: packets; those that have more of them than buffers are possible count as
     * the last */
    u32 by_links[POOL_MAX];
    u32 same_message; /* queue of a waiting packet of the newcomer's message, NIL if none */
    u32 same_dest;    /* and of one for its destination */
} ws_census;

static void census_count(const ws_net *n, u32 x, u32 k, ws_census *census) {
    u32 links = links_to_go(n, x, k);
    census->used++;
    if (links == 0)
        census->at_dest++;
    if (links >= POOL_MAX)
        links = POOL_MAX - 1;
    census->by_links[links]++;
}

/* Counts the packets in switch x, and notes which are like those of message m. */
static ws_census census_take(const ws_net *n, u32 x, u32 m) {
    ws_census census = {.same_message = NIL, .same_dest = NIL};
    u32 dest = n->message.dest[m];
    for (BUFFERS_EACH(q, n, x)) {
        u32 k = front_of(n, q);
        if (is_empty(n, q))
            continue;
        census_count(n, x, k, &census);
        if (dest_of(n, k) != dest || !is_waiting(n, q))
            continue;
        if (census.same_dest == NIL)
            census.same_dest = q;
        if (census.same_message == NIL && n->packet.message[k] == m)
            census.same_message = q;
    }
    return census;
}

/* forward-state: a newcomer with so many links to go is taken. */
static bool state_admits(const ws_census *census, u32 links, u32 buffers) {
    u32 further = census->used; /* packets with i or more links to go */
    for (u32 i = 0; i <= links; i++) {
        if (i >= buffers - further)
            return false;
        further -= census->by_links[i];
    }
    return true;
}

static bool rule_admits(const ws_net *n, const ws_census *census, u32 links) {
    u32 buffers = pool_size(n);
    switch (n->def->deadlock_rule) {
    case WS_DEADLOCK_RULE_OFF: return true;
    case WS_DEADLOCK_RULE_FORWARD_COUNT: return links < buffers - census->used;
    default: return state_admits(census, links, buffers);
    }
}

/* Is a limit, 0 for none, reached? */
static bool is_reached(i64 limit, u32 count) {
    return limit > 0 && count >= (u32)limit;
}

/* Do the limits keep the host of a switch from injecting a packet? */
static bool limits_forbid(const ws_net *n, const ws_census *census) {
    const ws_def *def = n->def;
    u32 in_transit = census->used - census->at_dest;
    if (is_reached(def->buffer_limit, census->used))
        return true;
    if (is_reached(def->buffer_limit_dest, census->at_dest))
        return true;
    return is_reached(def->buffer_limit_transit, in_transit);
}

/* Have the limits kept out packets of the host of message m for so long that one is let in? */
static bool is_starved(const ws_net *n, u32 m) {
    u32 h = n->message.source[m];
    u64 since = n->pool.limited[h];
    u64 guard = (u64)n->def->starvation_guard;
    return since > 0 && n->cycle[0] - (since - 1) >= guard;
}

u32 pool_answer(const ws_net *n, u32 x, u32 m, bool from_host, u32 *blocker) {
    assert(x < n->size.switches);
    ws_census census = census_take(n, x, m);
    u32 dest = n->message.dest[m];
    u32 links = links_to(n, x, dest);
    i64 backpressure = n->def->backpressure;
    *blocker = NIL;
    if (census.used == pool_size(n))
        return REFUSED_FULL;
    if (!rule_admits(n, &census, links))
        return REFUSED_RULE;
    if (backpressure == WS_BACKPRESSURE_MESSAGE)
        *blocker = census.same_message;
    if (*blocker != NIL)
        return REFUSED_MESSAGE;
    if (backpressure == WS_BACKPRESSURE_DESTINATION)
        *blocker = census.same_dest;
    if (*blocker != NIL)
        return REFUSED_DEST;
    bool limited = from_host && limits_forbid(n, &census);
    if (limited && !is_starved(n, m))
        return REFUSED_LIMIT;
    return TAKEN;
}

/* ---- what follows the answer ---- */

static u32 free_buffer(const ws_net *n, u32 x) {
    for (BUFFERS_EACH(q, n, x))
        if (is_empty(n, q))
            return q;
    assert(!"the switch has a free buffer");
    return NIL;
}

static void receive_buffer_clear(ws_net *n, u32 q) {
    n->queue[q] = (ws_queue_state){.front = NIL, .vc = NIL};
}

/* The head of queue q requests so many cycles from now. */
static void request_in(ws_net *n, u32 q, u32 wait) {
    n->queue[q].state = QUEUE_ROUTING;
    if (wait > 0)
        timer_set(n, q, n->cycle[0] + wait);
    else
        queue_request(n, q);
}

/* A port faster than the cables waits for so much of packet k, which comes in on link l, that it
 * need not wait again; so many cycles after the answer. `here`: flits that have come. */
static u32 eject_wait(const ws_net *n, u32 l, u32 k, u32 here) {
    u32 eject = n->wire.eject_link[dest_of(n, k)];
    u32 rate = rate_of(n, eject);
    u32 enough = cycles_saved(n, k, rate);
    if (rate <= rate_of(n, l) || here >= enough)
        return 0;
    return enough - here;
}

/* The packet of receive buffer q moves into a buffer of switch x. Returns that. */
static u32 packet_move(ws_net *n, u32 q, u32 x) {
    u32 buffer = free_buffer(n, x);
    ws_queue_state *queue = &n->queue[buffer];
    *queue = n->queue[q];
    queue->ring_head = 0;
    n->ring[n->wire.ring0[buffer]] = queue->front;
    n->pool.last_try[buffer] = 0;
    receive_buffer_clear(n, q);
    return buffer;
}

/* Packet k, which source queue q sends, is in the network. */
static void source_taken(ws_net *n, u32 q, u32 k) {
    packet_admit(n, k);
    n->pool.limited[source_host(n, k)] = 0;
    n->pool.skipped[source_of_queue(n, q)] = 0;
}

/* The packet of receive buffer q, which came on virtual channel v of link l, gets a buffer of
 * switch x. */
static void packet_take(ws_net *n, u32 q, u32 v, u32 l, u32 x) {
    u32 k = front_of(n, q);
    u32 buffer = packet_move(n, q, x);
    u32 sender = holder_of(n, v);
    u32 here = n->queue[buffer].front_here;
    u32 wait = 0;
    n->vc[v].receiver = buffer;
    if (is_source(n, sender))
        source_taken(n, sender, k);
    if (links_to_go(n, x, k) == 0)
        wait = eject_wait(n, l, k, here);
    if (n->queue[sender].front_to_go == 0)
        vc_release(n, sender);
    request_in(n, buffer, wait);
}

/* The packet in front of `sender` is all there again; so much of it as had gone comes back. */
static void packet_rewind(ws_net *n, u32 sender) {
    ws_queue_state *queue = &n->queue[sender];
    u32 k = queue->front;
    u32 sent = n->packet.length[k] - queue->front_to_go;
    queue->front_to_go += sent;
    queue->front_here += sent;
    if (is_source(n, sender)) {
        n->total[WS_TOTAL_FLITS_INJECTED] -= sent;
    } else {
        queue->flits += sent;
        n->packet.hops[k]--;
    }
}

/* The sender in queue q knows that its packet was refused: it frees the cable, and tries again
 * after once to twice retry-delay. */
static void refusal_heard(ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    u32 least = (u32)n->def->retry_delay;
    n->vc[v].credit = 1;
    vc_free(n, q, n->cycle[0]);
    if (is_source(n, q)) {
        packet_uncut(n, q);
        n->pool.skipped[source_of_queue(n, q)]++;
    }
    u64 *rng = n->node_rng + node_of(n, q);
    u32 more = rng_below(rng, least + 1);
    request_in(n, q, least + more);
}

/* A limit keeps packet k of a host out: since when? */
static void limit_note(ws_net *n, u32 k) {
    u64 *limited = &n->pool.limited[source_host(n, k)];
    if (*limited == 0)
        *limited = n->cycle[0] + 1;
}

/* The packet of receive buffer q, which came on virtual channel v of link l, is thrown away. */
static void packet_refuse(ws_net *n, u32 q, u32 v, u32 l, u32 why) {
    ws_vc_state *vc = &n->vc[v];
    u32 sender = vc->holder;
    u64 delay = (u64)n->def->nack_delay;
    n->total[WS_TOTAL_REFUSED_FULL + why - REFUSED_FULL]++;
    if (why == REFUSED_LIMIT)
        limit_note(n, front_of(n, q));
    receive_buffer_clear(n, q);
    vc->receiver = NIL; /* flits on the wire will be dropped */
    vc->credit = 0;
    ready_clear(n, sender, l);
    packet_rewind(n, sender);
    n->queue[sender].state = QUEUE_HELD;
    if (delay > 0)
        timer_set(n, sender, n->cycle[0] + delay);
    else
        refusal_heard(n, sender);
}

/* The header in a receive buffer has been received and routed: the switch answers. Nothing
 * requests from there. */
static bool pool_request(ws_net *n, u32 q) {
    if (is_source(n, q) || !is_receive_buffer(n, q))
        return true;
    u32 v = feeding_vc(n, q);
    u32 l = link_of(n, v);
    u32 x = node_of(n, q);
    u32 m = n->packet.message[front_of(n, q)];
    bool from_host = fast_link(n, l)->source;
    u32 blocker;
    u32 answer = pool_answer(n, x, m, from_host, &blocker);
    if (answer == TAKEN)
        packet_take(n, q, v, l, x);
    else
        packet_refuse(n, q, v, l, answer);
    return false;
}

/* A packet so short that its tail has left before the answer is kept. On a fast port fewer
 * cycles than flits are no waste. */
static bool pool_finished(ws_net *n, u32 q, u32 v) {
    u32 k = front_of(n, q);
    if (!pool_leaving(n, q))
        return false;
    u32 rate = rate_of(n, link_of(n, v));
    n->packet.held[k] += cycles_saved(n, k, rate);
    return true;
}

/* ---- cables in turn ---- */

/* Packets in switch x that are at their destination. */
static u32 packets_at_dest(const ws_net *n, u32 x) {
    u32 count = 0;
    for (BUFFERS_EACH(q, n, x)) {
        u32 k = front_of(n, q);
        if (!is_empty(n, q) && links_to_go(n, x, k) == 0)
            count++;
    }
    return count;
}

/* Does switch x go before its host, on the cable between them? */
static bool ejection_first(const ws_net *n, u32 x) {
    switch (n->def->eject_priority) {
    case WS_EJECT_PRIORITY_OFF: return false;
    case WS_EJECT_PRIORITY_ALWAYS: return true;
    default: return is_reached(n->def->buffer_limit_dest, packets_at_dest(n, x));
    }
}

/* Must link l leave the cable to the other end, which requests it, too? */
static bool gives_way(const ws_net *n, u32 l) {
    u32 mate = other_way(n, l);
    bool sink = is_sink(n, l);
    if (mate == NIL || !is_requested(n, mate))
        return false;
    if (sink && ejection_first(n, node_from(n, l)))
        return false;
    if (is_sink(n, mate) && ejection_first(n, node_to(n, l)))
        return true;
    return n->pool.last_way[l] != 0;
}

static bool cable_is_idle(const ws_net *n, u32 l) {
    u32 mate = other_way(n, l);
    if (link_holder(n, l) != NIL)
        return false;
    return mate == NIL || link_holder(n, mate) == NIL;
}

static bool goes_before(const ws_net *n, u32 q, u32 other) {
    const u64 *last_try = n->pool.last_try;
    const u64 *entered = n->packet.entered;
    if (last_try[q] != last_try[other])
        return last_try[q] < last_try[other];
    u32 k = front_of(n, q);
    return entered[k] < entered[front_of(n, other)];
}

/* The queue whose packet goes on link l, which at least one requests. */
static u32 next_packet(const ws_net *n, u32 x, u32 l) {
    u32 q0 = first_queue(n, x);
    u32 best = NIL;
    u32 words = words_of(n, x);
    const u64 *requests = requests_of(n, l);
    for (MEMBERS_EACH(i, requests, words)) {
        if (!is_switch(n, x))
            return q0 + i;
        if (best == NIL || goes_before(n, q0 + i, best))
            best = q0 + i;
    }
    return best;
}

/* A packet goes on link l: the next turn is the other end's. */
static void turn_note(ws_net *n, u32 l) {
    u32 mate = other_way(n, l);
    u8 *last_way = n->pool.last_way;
    if (mate != NIL && last_way[mate]) {
        last_way[mate] = 0;
        n->pool.link_turns[l]++;
        n->total[WS_TOTAL_TURNS]++;
    }
    last_way[l] = 1;
}

/* Which message of source queue q is to send: after as many refusals in a row, the next of those
 * that the window shows. */
static void message_choose(ws_net *n, u32 q) {
    u32 s = source_of_queue(n, q);
    u32 window = (u32)n->def->inject_window;
    if (window > n->source.count[s])
        window = n->source.count[s];
    u32 nth = n->pool.skipped[s] % window;
    n->workload->promote(n, s, nth);
}

/* The cable of link l, if it is idle and this end's turn, goes to a packet of node x. */
static void cable_grant(ws_net *n, u32 x, u32 l) {
    if (!is_requested(n, l) || !cable_is_idle(n, l))
        return;
    if (gives_way(n, l))
        return;
    u32 q = next_packet(n, x, l);
    n->pool.last_try[q] = n->cycle[0] + 1;
    turn_note(n, l);
    if (is_source(n, q))
        message_choose(n, q);
    vc_allocate(n, q, first_vc(n, l));
}

static void cables_grant(ws_net *n, u32 x) {
    u64 outs = n->allocate_outputs[x];
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (BITS_EACH(o, outs))
        cable_grant(n, x, first_link(n, x) + o);
}

/* Something changed for those who wait for the link that shares the cable of link l. */
static void other_end_wake(ws_net *n, u32 l) {
    u32 mate = other_way(n, l);
    if (mate != NIL && is_requested(n, mate))
        link_wake(n, mate);
}

/* Who gave way to queue q need not any more. */
static void pool_withdraw(ws_net *n, u32 q) {
    for (OPTIONS_EACH(c, n, q))
        other_end_wake(n, n->option_link[c]);
}

static void pool_freed(ws_net *n, u32 q, u32 l) {
    ready_clear(n, q, l);
    if (is_requested(n, l))
        link_wake(n, l);
    other_end_wake(n, l);
}

/* ---- the build ---- */

static void pool_layout(ws_net *n, const ws_def *def) {
    ws_layout *layout = &n->layout;
    u32 buffers = (u32)def->pool;
    u32 flits = (u32)def->buffer;
    layout->kills = false;
    layout->queue_packets = 1; /* a receive buffer */
    layout->buffers = buffers;
    /* every packet has one buffer at least, or its host has it */
    layout->packets = (u64)n->size.switches * buffers;
    layout->host_rate = (u32)def->pe_rate;
    layout->longest_wait = flits > LONGEST_WAIT ? flits : LONGEST_WAIT;
}

static bool touches_host(const ws_net *n, u32 l) {
    return is_sink(n, l) || !is_switch(n, node_from(n, l));
}

/* Which links share a cable. */
static bool pool_wire(ws_net *n, const ws_def *def) {
    ws_wiring *wire = &n->wire;
    bool full_duplex = def->pe_duplex == WS_DUPLEX_FULL;
    wire->medium = calloc(n->size.links, sizeof *wire->medium);
    if (!wire->medium)
        return false;
    for (u32 l = 0; l < n->size.links; l++) {
        bool apart = full_duplex && touches_host(n, l);
        wire->medium[l] = apart ? NIL : wire->link_mate[l];
    }
    return true;
}

static void pool_sizes(ws_net *n, const ws_def *def) {
    (void)def;
    ws_sizes *size = &n->size;
    size->tries = size->queues;
    size->guards = size->hosts;
    size->skips = size->sources;
    size->media = size->links;
}

/* The deadlock rules let a packet with r links to go in only where more than r buffers are. */
static bool pool_check_wiring(const ws_net *n, const ws_def *def, ws_error *error) {
    u32 longest = n->wire.diameter;
    long long pool = def->pool;
    if (def->deadlock_rule == WS_DEADLOCK_RULE_OFF || pool > longest)
        return true;
    return fail(
        error, "with a deadlock-rule, pool must be more than the longest way of %u links, not %lld",
        longest, pool);
}

/* Any rule may have kept a packet out. */
static void pool_changed(ws_net *n) {
    for (u32 l = 0; l < n->size.links; l++)
        if (is_requested(n, l))
            link_wake(n, l);
}

/* ---- who waits for whom: a packet asks again and again, and waits as long as every answer
 * would be no ---- */

/* Is link l in use by a packet that the far end has taken? Then a blocker. */
static bool cable_in_use(ws_blockers *blockers, const ws_net *n, u32 l) {
    u32 holder = l == NIL ? NIL : link_holder(n, l);
    if (holder == NIL || !pool_leaving(n, holder))
        return false;
    blocker_add(blockers, holder);
    return true;
}

/* Is switch x, to which link l leads, closed to message m? An edge to what stands against it;
 * or, where only the cable is in use, to who uses it. An attempt that will be refused is no use:
 * the cable is free again soon. */
static bool switch_refuses(ws_blockers *blockers, const ws_net *n, u32 l, u32 m, bool from_host,
                           ws_wait_reason *reason) {
    u32 x = node_to(n, l);
    u32 blocker;
    u32 answer = pool_answer(n, x, m, from_host, &blocker);
    if (answer == TAKEN) {
        bool in_use = cable_in_use(blockers, n, l);
        if (!in_use)
            in_use = cable_in_use(blockers, n, other_way(n, l));
        if (in_use)
            *reason = WS_WAIT_VC;
        return in_use;
    }
    *reason = (ws_wait_reason)(WS_WAIT_POOL + answer - REFUSED_FULL);
    if (blocker != NIL) {
        blocker_add(blockers, blocker);
        return true;
    }
    for (BUFFERS_EACH(q, n, x))
        if (!is_empty(n, q))
            blocker_add(blockers, q);
    return true;
}

/* Source queue q: the messages that a host tries in turn. */
static ws_wait_reason injecting(ws_blockers *blockers, const ws_net *n, u32 q) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = blockers->count;
    u32 window = (u32)n->def->inject_window;
    u32 h = host_of_node(n, node_of(n, q));
    u32 l = n->wire.inject_link[h];
    u32 m = n->source.first[source_of_queue(n, q)];
    for (u32 i = 0; i < window && m != NIL; i++) {
        if (!switch_refuses(blockers, n, l, m, true, &reason)) {
            blockers->count = first;
            return WS_WAIT_NOT;
        }
        m = n->message.next[m];
    }
    return reason;
}

/* Queue q holds a packet that is at its destination. */
static ws_wait_reason ejecting(ws_blockers *blockers, const ws_net *n, u32 q, u32 dest) {
    u32 holder = link_holder(n, n->wire.eject_link[dest]);
    /* still arriving, or next */
    if (state_of(n, q) != QUEUE_WAITING || holder == NIL)
        return WS_WAIT_NOT;
    blocker_add(blockers, holder);
    return WS_WAIT_VC;
}

static ws_wait_reason in_transit(ws_blockers *blockers, const ws_net *n, u32 q, u32 k) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = blockers->count;
    u32 m = n->packet.message[k];
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        if (switch_refuses(blockers, n, l, m, false, &reason))
            continue;
        blockers->count = first;
        return WS_WAIT_GRANT;
    }
    return reason;
}

static ws_wait_reason pool_blockers(ws_blockers *blockers, const ws_net *n, u32 q) {
    bool source = is_source(n, q);
    u32 k = front_of(n, q);
    if (!source && is_receive_buffer(n, q))
        return WS_WAIT_NOT;
    if (is_empty(n, q) || pool_leaving(n, q))
        return WS_WAIT_NOT;
    if (source)
        return injecting(blockers, n, q);
    u32 x = node_of(n, q);
    if (links_to_go(n, x, k) == 0)
        return ejecting(blockers, n, q, dest_of(n, k));
    return in_transit(blockers, n, q, k);
}

/* ---- the laws ---- */

/* Is the packet of receive buffer q one that the holder of its virtual channel sends? */
static bool is_sent(const ws_net *n, u32 q, u32 holder) {
    if (holder == NIL || state_of(n, holder) != QUEUE_STREAMING)
        return false;
    return front_of(n, holder) == front_of(n, q);
}

/* The receive buffer of virtual channel v: it holds a packet exactly while the packet's sender
 * waits for an answer. */
static const char *receive_buffer_broken(const ws_net *n, u32 v) {
    u32 q = own_queue(n, v);
    u32 holder = holder_of(n, v);
    u32 mate = other_way(n, link_of(n, v));
    bool both = mate != NIL && holder != NIL;
    if (both && link_holder(n, mate) != NIL)
        return "both ends of a cable use it at once";
    if (q == NIL || is_empty(n, q))
        return NULL;
    if (!is_sent(n, q, holder))
        return "a receive buffer holds a packet which nobody sends";
    if (n->vc[v].receiver != q)
        return "a receive buffer holds a packet whose flits go elsewhere";
    return NULL;
}

static const char *buffer_broken(const ws_net *n, u32 q) {
    if (n->queue[q].packets <= 1)
        return NULL;
    return "a queue with room for one packet holds more";
}

static const char *switch_broken(const ws_net *n, u32 x) {
    u32 used = 0;
    for (QUEUES_EACH(q, n, x))
        used += !is_receive_buffer(n, q) && !is_empty(n, q);
    return used > pool_size(n) ? "a switch uses more packet buffers than it has" : NULL;
}

static const char *pool_broken(const ws_net *n, u32 *where) {
    const char *what = first_broken(n, n->size.vcs, receive_buffer_broken, where);
    if (!what)
        what = first_broken(n, n->wire.source_queue0, buffer_broken, where);
    if (!what)
        what = first_broken(n, n->size.switches, switch_broken, where);
    return what;
}

/* ---- the rows ---- */

static const ws_switch pool_host = {
    .request = pool_request,
    .granted = host_granted,
    .departed = host_departed,
    .withdraw = pool_withdraw,
    .timed = refusal_heard,
    .finished = pool_finished,
    .freed = pool_freed,
    .allocate = cables_grant,
    .transmit = transmit_input_queued,
    .blockers = pool_blockers,
};

/* What has no meaning where a header is received, and its packet taken or refused, as a whole. */
static bool pool_check(const ws_def *def, const ws_routing *routing, ws_error *error) {
    (void)routing;
    if (def->flow_control != WS_FLOW_NACK)
        return fail(error, "queueing pool and flow-control nack go together: set both, or neither");
    if (def->vcs != 1 || def->router_unit != WS_ROUTER_UNIT_OUTPUTS || def->output_buffer > 0)
        return fail(error, "queueing pool needs vcs 1, router-unit outputs and output-buffer 0");
    if (def->router_delay < 1)
        return fail(
            error,
            "queueing pool needs router-delay 1 or more: a header is not received in no time");
    if (def->lane_delay > 0 || def->crossbar_delay > 0 || def->input_delay > 0)
        return fail(error, "with queueing pool a header is received and routed within "
                           "router-delay; lane-delay, crossbar-delay and "
                           "input-delay must be 0");
    if (def->switching == WS_SWITCHING_STORE_AND_FORWARD || def->grant_room != WS_GRANT_ROOM_NONE)
        return fail(error, "queueing pool is cut-through by itself; switching store-and-forward "
                           "and grant-room have no place there");
    if (def->timeout_policy != WS_TIMEOUT_POLICY_NONE)
        return fail(
            error,
            "with queueing pool packets are refused, not killed; try `set timeout-policy none`");
    if (def->inject_window < 1)
        return fail(error, "inject-window must be 1 or more");
    if (def->pool < 2 || def->pool > 64 || def->pe_rate < 1 || def->pe_rate > 4)
        return fail(error, "pool must be between 2 and 64 packets, pe-rate between 1 and 4");
    return true;
}

const ws_switch switch_shared_pool = {
    .check = pool_check,
    .host = &pool_host,
    .layout = pool_layout,
    .wire = pool_wire,
    .sizes = pool_sizes,
    .check_wiring = pool_check_wiring,
    .changed = pool_changed,
    .request = pool_request,
    .withdraw = pool_withdraw,
    .timed = refusal_heard,
    .finished = pool_finished,
    .freed = pool_freed,
    .allocate = cables_grant,
    .transmit = transmit_input_queued,
    .blockers = pool_blockers,
    .audit = pool_broken,
};
