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
 *   accepted the packet moves into a free buffer and may go on at once, while the rest of it
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
    u32 q = first_buffer(n, x), q##_end = end_buffer(n, x);                                        \
    q < q##_end;                                                                                   \
    q++

static u32 pool_size(const ws_net *n) {
    return (u32)n->def->pool;
}

static u32 first_buffer(const ws_net *n, u32 x) {
    return n->wire.pool0[x];
}

static u32 end_buffer(const ws_net *n, u32 x) {
    return first_buffer(n, x) + pool_size(n);
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
    return route_length(n, x, last);
}

/* Links that the packet in front of queue q of a switch has to go. */
static u32 links_to_go(const ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    return links_to(n, node_of(n, q), dest_of(n, k));
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

static u32 message_of(const ws_net *n, u32 k) {
    return n->packet.message[k];
}

/* The host that sends the message of packet k. */
static u32 source_host(const ws_net *n, u32 k) {
    u32 m = message_of(n, k);
    return n->message.source[m];
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
    bool waits = receiver == NIL || is_receive_buffer(n, receiver);
    if (waits)
        return false;
    return front_of(n, receiver) == queue->front;
}

/* Does the packet in buffer q wait: neither at its destination, where its ejection would still run
 * ahead of its arrival, nor on its way out? */
static bool is_waiting(const ws_net *n, u32 q) {
    bool was_sent = n->pool.last_try[q] > 0;
    if (state_of(n, q) == QUEUE_ROUTING && !was_sent)
        return false;
    return !pool_leaving(n, q);
}

/* The packets in the pool of a switch, as a newcomer meets them. */
typedef struct ws_census {
    u32 used;    /* buffers in use */
    u32 at_dest; /* buffers of packets that are at their destination */
    /* packets by links to go; the place of the pool's size counts all that have further to go */
    u32 by_links[POOL_MAX + 1];
    u32 same_message; /* queue of a waiting packet of the newcomer's message, NIL if none */
    u32 same_dest;    /* queue of a waiting packet for the same destination */
} ws_census;

/* Counts a packet with `links` links to go; no switch has room for more than `most`. */
static void census_count(ws_census *census, u32 links, u32 most) {
    census->used++;
    if (links == 0)
        census->at_dest++;
    census->by_links[least_of(links, most)]++;
}

/* Notes whether the packet in buffer q waits, and is like those of message m. */
static void census_compare(ws_census *census, const ws_net *n, u32 q, u32 m) {
    u32 k = front_of(n, q);
    if (dest_of(n, k) != n->message.dest[m])
        return;
    if (!is_waiting(n, q))
        return;
    if (census->same_dest == NIL)
        census->same_dest = q;
    bool same = message_of(n, k) == m;
    if (same && census->same_message == NIL)
        census->same_message = q;
}

/* Counts the packets in switch x, and notes which are like those of message m. */
static void census_count_all(ws_census *census, const ws_net *n, u32 x, u32 m) {
    u32 most = pool_size(n);
    census->used = 0;
    census->at_dest = 0;
    census->same_message = NIL;
    census->same_dest = NIL;
    for (u32 i = 0; i <= most; i++)
        census->by_links[i] = 0;
    for (BUFFERS_EACH(q, n, x)) {
        if (is_empty(n, q))
            continue;
        census_count(census, links_to_go(n, q), most);
        census_compare(census, n, q, m);
    }
}

/* Does the rule forward-state admit a newcomer with `links` links to go? */
static bool state_admits(const ws_census *census, u32 links, u32 buffers) {
    u32 further = census->used; /* packets with i or more links to go */
    for (u32 i = 0; i <= links; i++) {
        if (i >= buffers - further)
            return false;
        further -= census->by_links[i];
    }
    return true;
}

static bool rule_admits(const ws_def *def, const ws_census *census, u32 links) {
    u32 buffers = (u32)def->pool;
    u32 free = buffers - census->used;
    if (def->deadlock_rule == WS_DEADLOCK_RULE_OFF)
        return true;
    if (def->deadlock_rule == WS_DEADLOCK_RULE_FORWARD_COUNT)
        return links < free;
    return state_admits(census, links, buffers);
}

/* Is a limit, 0 for none, reached? */
static bool is_reached(i64 limit, u32 count) {
    return limit > 0 && count >= (u32)limit;
}

/* Do the limits keep the host of a switch from injecting a packet? */
static bool limits_forbid(const ws_def *def, const ws_census *census) {
    u32 in_transit = census->used - census->at_dest;
    if (is_reached(def->buffer_limit, census->used))
        return true;
    if (is_reached(def->buffer_limit_dest, census->at_dest))
        return true;
    return is_reached(def->buffer_limit_transit, in_transit);
}

/* Have the limits kept out packets of the host of message m so long that the guard lets one in? */
static bool is_starved(const ws_net *n, u32 m) {
    u32 h = n->message.source[m];
    u64 since = n->pool.limited[h];
    u64 guard = (u64)n->def->starvation_guard;
    if (since == 0)
        return false;
    u64 waited = now(n) - (since - 1);
    return waited >= guard;
}

/* The answer of backpressure: the waiting packet for whose sake a packet like it is refused; NIL if
 * there is none. */
static ws_answer backpressure_answer(const ws_def *def, const ws_census *census) {
    ws_answer answer = {
        .result = ACCEPTED,
        .blocker = NIL,
    };
    switch (def->backpressure) {
    case WS_BACKPRESSURE_MESSAGE:
        answer.result = REFUSED_MESSAGE;
        answer.blocker = census->same_message;
        break;
    case WS_BACKPRESSURE_DESTINATION:
        answer.result = REFUSED_DEST;
        answer.blocker = census->same_dest;
        break;
    }
    if (answer.blocker == NIL)
        answer.result = ACCEPTED;
    return answer;
}

ws_answer pool_answer(const ws_net *n, u32 x, u32 m, bool from_host) {
    const ws_def *def = n->def;
    assert(is_switch(n, x));
    ws_census census;
    census_count_all(&census, n, x, m);
    u32 dest = n->message.dest[m];
    u32 links = links_to(n, x, dest);
    ws_answer answer = {
        .result = ACCEPTED,
        .blocker = NIL,
    };
    if (census.used == pool_size(n))
        answer.result = REFUSED_FULL;
    else if (!rule_admits(def, &census, links))
        answer.result = REFUSED_RULE;
    else if (!from_host || def->backpressure_hosts)
        answer = backpressure_answer(def, &census);
    if (answer.result != ACCEPTED || !from_host)
        return answer;
    if (limits_forbid(def, &census) && !is_starved(n, m))
        answer.result = REFUSED_LIMIT;
    return answer;
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
    static const ws_queue_state empty = {
        .front = NIL,
        .vc = NIL,
    };
    n->queue[q] = empty;
}

/* The head of queue q requests `wait` cycles from now. */
static void request_in(ws_net *n, u32 q, u32 wait) {
    n->queue[q].state = QUEUE_ROUTING;
    if (wait > 0)
        timer_set(n, q, now(n) + wait);
    else
        queue_request(n, q);
}

/* Cycles after the answer for which a port faster than the cables waits: until so much of the
 * packet in buffer q, which comes in on link l, is here that the port need not wait again. */
static u32 eject_wait(const ws_net *n, u32 q, u32 l) {
    const ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    u32 here = queue->front_here - vc_awaited(n, first_vc(n, l));
    u32 host = dest_of(n, k);
    u32 port = n->wire.eject_link[host];
    u32 rate = rate_of(n, port);
    u32 enough = cycles_saved(n, k, rate);
    if (rate <= rate_of(n, l) || here >= enough)
        return 0;
    return enough - here;
}

/* The packet of receive buffer q moves into a buffer of its switch. Returns that. */
static u32 packet_move(ws_net *n, u32 q) {
    u32 buffer = free_buffer(n, node_of(n, q));
    u32 place = n->wire.ring0[buffer];
    ws_queue_state *queue = &n->queue[buffer];
    *queue = n->queue[q];
    queue->ring_head = 0;
    n->ring[place] = queue->front;
    n->pool.last_try[buffer] = 0;
    receive_buffer_clear(n, q);
    return buffer;
}

/* Packet k, which source queue q sends, is in the network. */
static void source_accepted(ws_net *n, u32 q, u32 k) {
    u32 h = source_host(n, k);
    u32 s = source_of_queue(n, q);
    packet_admit(n, k);
    n->pool.limited[h] = 0;
    n->pool.skipped[s] = 0;
}

/* The packet of receive buffer q, which came on virtual channel v, gets a buffer of its switch. */
static void packet_store(ws_net *n, u32 q, u32 v) {
    u32 k = front_of(n, q);
    u32 l = link_of(n, v);
    u32 buffer = packet_move(n, q);
    u32 sender = holder_of(n, v);
    u32 wait = 0;
    n->vc[v].receiver = buffer;
    if (is_source(n, sender))
        source_accepted(n, sender, k);
    if (links_to_go(n, buffer) == 0)
        wait = eject_wait(n, buffer, l);
    if (is_all_gone(n, sender))
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

/* The packet of source queue q goes back: another may be tried in its place. */
static void source_refused(ws_net *n, u32 q) {
    u32 s = source_of_queue(n, q);
    packet_uncut(n, q);
    n->pool.skipped[s]++;
}

/* Cycles from a refusal to the next attempt of a sender at node x: once to twice retry-delay. */
static u32 retry_wait(ws_net *n, u32 x) {
    u32 least = (u32)n->def->retry_delay;
    u32 more = rng_below(n->node_rng + x, least + 1);
    return least + more;
}

/* The sender in queue q knows that its packet was refused: it frees the cable, and tries again. */
static void refusal_heard(ws_net *n, u32 q) {
    u32 v = vc_held(n, q);
    n->vc[v].credit = 1;
    vc_free(n, q, now(n));
    if (is_source(n, q))
        source_refused(n, q);
    u32 wait = retry_wait(n, node_of(n, q));
    request_in(n, q, wait);
}

/* A limit keeps packet k of a host out: since when? */
static void limit_note(ws_net *n, u32 k) {
    u32 h = source_host(n, k);
    u64 *limited = &n->pool.limited[h];
    if (*limited == 0)
        *limited = now(n) + 1;
}

/* Counts a refusal, for reason `why` (REFUSED_*). */
static void refusal_count(ws_net *n, u32 why) {
    u64 *refused = n->total + WS_TOTAL_REFUSED_FULL;
    refused[why - REFUSED_FULL]++;
}

/* The packet of receive buffer q, which came on virtual channel v, is thrown away. */
static void packet_refuse(ws_net *n, u32 q, u32 v, u32 why) {
    ws_vc_state *vc = &n->vc[v];
    u32 sender = vc->holder;
    u64 delay = (u64)n->def->nack_delay;
    refusal_count(n, why);
    if (why == REFUSED_LIMIT)
        limit_note(n, front_of(n, q));
    link_settle(n, link_of(n, v));
    receive_buffer_clear(n, q);
    vc->receiver = NIL; /* flits on the wire will be dropped */
    vc->credit = 0;
    ready_clear(n, sender, link_of(n, v));
    packet_rewind(n, sender);
    n->queue[sender].state = QUEUE_HELD;
    if (delay > 0)
        timer_set(n, sender, now(n) + delay);
    else
        refusal_heard(n, sender);
}

/* The header in a receive buffer has been received and routed: the switch answers. Nothing
 * requests from there. */
static bool pool_request(ws_net *n, u32 q) {
    if (is_source(n, q) || !is_receive_buffer(n, q))
        return true;
    u32 v = feeding_vc(n, q);
    u32 m = message_of(n, front_of(n, q));
    u32 x = node_of(n, q);
    bool from_host = is_injection(n, link_of(n, v));
    ws_answer answer = pool_answer(n, x, m, from_host);
    if (answer.result == ACCEPTED)
        packet_store(n, q, v);
    else
        packet_refuse(n, q, v, answer.result);
    return false;
}

/* May queue q give its virtual channel back? A packet so short that its tail has left before the
 * answer is kept. On a fast port, fewer cycles than flits are no waste. */
static bool pool_finished(ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    u32 l = link_of(n, vc_held(n, q));
    if (!pool_leaving(n, q))
        return false;
    u32 rate = rate_of(n, l);
    n->packet.held[k] += cycles_saved(n, k, rate);
    return true;
}

/* The head of packet k, if it has come, is in the receive buffer of virtual channel v no more.
 * Until it comes, flits of the packet before it may be on the wire, and keep their receiver. */
static void head_forget(ws_net *n, u32 v, u32 k) {
    u32 receive = own_queue(n, v);
    if (front_of(n, receive) != k)
        return;
    receive_buffer_clear(n, receive);
    n->vc[v].receiver = NIL;
}

/* A cable has been cut, and the packet that is sent on link l cannot go there: if the switch has
 * not taken it, its sender has it again, and asks in the next cycle. */
static bool pool_recall(ws_net *n, u32 l) {
    u32 v = first_vc(n, l);
    u32 q = holder_of(n, v);
    bool refused = state_of(n, q) == QUEUE_HELD;
    if (refused || pool_leaving(n, q))
        return false;
    head_forget(n, v, front_of(n, q));
    if (state_of(n, q) == QUEUE_STREAMING)
        packet_rewind(n, q);
    vc_free(n, q, now(n));
    if (is_source(n, q))
        packet_uncut(n, q);
    request_in(n, q, 1);
    return true;
}

/* ---- cables in turn ---- */

/* Packets in switch x that are at their destination. */
static u32 packets_at_dest(const ws_net *n, u32 x) {
    u32 count = 0;
    for (BUFFERS_EACH(q, n, x)) {
        if (is_empty(n, q))
            continue;
        if (links_to_go(n, q) == 0)
            count++;
    }
    return count;
}

/* Does the switch go before its host, on link l from the one to the other? */
static bool ejection_first(const ws_net *n, u32 l) {
    const ws_def *def = n->def;
    if (def->eject_priority == WS_EJECT_PRIORITY_OFF)
        return false;
    if (def->eject_priority == WS_EJECT_PRIORITY_ALWAYS)
        return true;
    u32 packets = packets_at_dest(n, node_from(n, l));
    return is_reached(def->buffer_limit_dest, packets);
}

/* Must link l leave the cable to the other end, which requests it, too? */
static bool gives_way(const ws_net *n, u32 l) {
    u32 mate = other_way(n, l);
    if (mate == NIL || !is_requested(n, mate))
        return false;
    if (is_sink(n, l) && ejection_first(n, l))
        return false;
    if (is_sink(n, mate) && ejection_first(n, mate))
        return true;
    return n->pool.last_way[l] != 0;
}

static bool other_end_sends(const ws_net *n, u32 l) {
    u32 mate = other_way(n, l);
    return mate != NIL && link_holder(n, mate) != NIL;
}

static bool cable_is_idle(const ws_net *n, u32 l) {
    bool held = link_holder(n, l) != NIL;
    return !held && !other_end_sends(n, l);
}

/* Does the packet of queue q go before the other? The packet that was tried earlier does; of two
 * that were never tried, or tried at once, the packet that has been in the network for longer. */
static bool goes_before(const ws_net *n, u32 q, u32 other) {
    const u64 *last_try = n->pool.last_try;
    const u64 *entered = n->packet.entered;
    if (last_try[q] != last_try[other])
        return last_try[q] < last_try[other];
    u32 k = front_of(n, q);
    u32 than = front_of(n, other);
    return entered[k] < entered[than];
}

/* The queue whose packet goes on link l, which at least one requests: of a host, the first. */
static u32 next_packet(const ws_net *n, u32 l) {
    u32 x = node_from(n, l);
    u32 q0 = first_queue(n, x);
    u32 words = words_of(n, x);
    const u64 *requests = requests_of(n, l);
    u32 best = NIL;
    for (MEMBERS_EACH(i, requests, words)) {
        u32 q = q0 + i;
        if (best == NIL || goes_before(n, q, best))
            best = q;
        if (is_source(n, q))
            break;
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
    u32 messages = n->source.count[s];
    if (window > messages)
        window = messages;
    u32 nth = n->pool.skipped[s] % window;
    n->discipline->promote(n, s, nth);
}

/* The cable of link l, if it is idle and this end's turn, goes to a packet of its node. */
static void cable_grant(ws_net *n, u32 l) {
    bool requested = is_requested(n, l);
    u32 v = first_vc(n, l);
    if (!requested || !cable_is_idle(n, l))
        return;
    if (gives_way(n, l))
        return;
    u32 q = next_packet(n, l);
    n->pool.last_try[q] = now(n) + 1;
    turn_note(n, l);
    if (is_source(n, q))
        message_choose(n, q);
    vc_allocate(n, q, v);
}

static void cables_grant(ws_net *n, u32 x) {
    u64 outs = outputs_to_try(n, x);
    u32 l0 = first_link(n, x);
    for (BITS_EACH(o, outs))
        cable_grant(n, l0 + o);
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

static void pool_layout(ws_net *n) {
    ws_layout *layout = &n->layout;
    const ws_def *def = n->def;
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

/* Which links share a cable. */
static bool pool_wire(ws_net *n) {
    ws_wiring *wire = &n->wire;
    bool full_duplex = n->def->pe_duplex == WS_DUPLEX_FULL;
    u32 links = n->size.links;
    u32 *medium = calloc(links, sizeof *medium);
    wire->medium = medium;
    if (!medium)
        return false;
    for (EACH(l, links)) {
        bool touches_host = is_sink(n, l) || is_injection(n, l);
        bool apart = full_duplex && touches_host;
        medium[l] = apart ? NIL : wire->link_mate[l];
    }
    return true;
}

static void pool_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    size->tries = size->queues;
    size->guards = size->hosts;
    size->skips = size->sources;
    size->media = size->links;
}

/* Links of the longest path of the routing, which may be longer than the diameter. */
static u32 longest_path(const ws_net *n) {
    u32 switches = n->size.switches;
    u32 longest = 0;
    for (EACH(i, switches * switches)) {
        u32 links = route_length(n, i / switches, i % switches);
        if (links > longest)
            longest = links;
    }
    return longest;
}

/* The deadlock rules let a packet with r links to go in only where more than r buffers are. */
static bool pool_check_wiring(const ws_net *n, const ws_def *def, ws_error *error) {
    u32 longest = longest_path(n);
    long long pool = def->pool;
    if (def->deadlock_rule == WS_DEADLOCK_RULE_OFF || pool > longest)
        return true;
    return fail_with(
        error, "with a deadlock-rule, pool must be more than the longest way of %u links, not %lld",
        longest, pool);
}

/* Any rule may have kept a packet out. */
static void pool_changed(ws_net *n) {
    for (EACH(l, n->size.links))
        if (is_requested(n, l))
            link_wake(n, l);
}

/* ---- who waits for whom: a packet asks again and again, and waits as long as every answer
 * would be no ---- */

/* Is link l, if it is one, in use by a packet that the far end has taken? Then a blocker. */
static bool link_in_use(ws_blockers *blockers, u32 l) {
    const ws_net *n = blockers->n;
    u32 holder = l == NIL ? NIL : link_holder(n, l);
    if (holder == NIL || !pool_leaving(n, holder))
        return false;
    blocker_add(blockers, holder);
    return true;
}

/* Is the cable of link l in use, in either direction, by a packet that the far end has accepted?
 * Then a blocker. */
static bool cable_in_use(ws_blockers *blockers, u32 l) {
    blockers->reason = WS_WAIT_VC;
    if (link_in_use(blockers, l))
        return true;
    return link_in_use(blockers, other_way(blockers->n, l));
}

/* What stands against a packet that switch x refuses. */
static void refusal_blockers(ws_blockers *blockers, u32 x, ws_answer answer) {
    const ws_net *n = blockers->n;
    u32 why = answer.result - REFUSED_FULL;
    blockers->reason = (ws_wait_reason)(WS_WAIT_POOL + why);
    if (answer.blocker != NIL) {
        blocker_add(blockers, answer.blocker);
        return;
    }
    for (BUFFERS_EACH(q, n, x))
        if (!is_empty(n, q))
            blocker_add(blockers, q);
}

/* A message that would go on by a link. */
typedef struct attempt {
    u32 link;
    u32 message;
    bool from_host;
} attempt;

/* Does the switch at the end of the link refuse the message? Then a blocker: the packet that stands
 * against it, or, where only the cable is in use, the packet that uses it. An attempt that will be
 * refused does not count as use, since the cable is soon free again. */
static bool switch_refuses(ws_blockers *blockers, attempt next) {
    const ws_net *n = blockers->n;
    u32 x = node_to(n, next.link);
    ws_answer answer = pool_answer(n, x, next.message, next.from_host);
    if (answer.result == ACCEPTED)
        return cable_in_use(blockers, next.link);
    refusal_blockers(blockers, x, answer);
    return true;
}

/* Source queue q: the messages that a host tries in turn. */
static ws_wait_reason injecting(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    size_t first = blockers->count;
    u32 window = (u32)n->def->inject_window;
    u32 x = node_of(n, q);
    u32 h = host_of_node(n, x);
    u32 s = source_of_queue(n, q);
    attempt next = {
        .link = n->wire.inject_link[h],
        .message = n->source.first[s],
        .from_host = true,
    };
    blockers->reason = WS_WAIT_GRANT;
    for (EACH(i, window)) {
        if (next.message == NIL)
            break;
        if (!switch_refuses(blockers, next)) {
            blockers->count = first;
            return WS_WAIT_NOT;
        }
        next.message = n->message.next[next.message];
    }
    return blockers->reason;
}

/* Queue q holds a packet that is at its destination. */
static ws_wait_reason ejecting(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    u32 dest = dest_of(n, front_of(n, q));
    u32 l = n->wire.eject_link[dest];
    u32 holder = link_holder(n, l);
    /* still arriving, or next */
    if (!is_waiting_head(n, q) || holder == NIL)
        return WS_WAIT_NOT;
    blocker_add(blockers, holder);
    return WS_WAIT_VC;
}

static ws_wait_reason in_transit(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    size_t first = blockers->count;
    u32 k = front_of(n, q);
    attempt next = {
        .message = message_of(n, k),
    };
    blockers->reason = WS_WAIT_GRANT;
    for (OPTIONS_EACH(c, n, q)) {
        next.link = n->option_link[c];
        if (switch_refuses(blockers, next))
            continue;
        blockers->count = first;
        return WS_WAIT_GRANT;
    }
    return blockers->reason;
}

static ws_wait_reason pool_blockers(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    bool source = is_source(n, q);
    if (!source && is_receive_buffer(n, q))
        return WS_WAIT_NOT;
    if (is_empty(n, q) || pool_leaving(n, q))
        return WS_WAIT_NOT;
    if (source)
        return injecting(blockers, q);
    if (links_to_go(n, q) == 0)
        return ejecting(blockers, q);
    return in_transit(blockers, q);
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
    u32 l = link_of(n, v);
    u32 holder = holder_of(n, v);
    if (holder != NIL && other_end_sends(n, l))
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
    if (is_source(n, q) || packets_in(n, q) <= 1)
        return NULL;
    return "a queue with room for one packet holds more";
}

static const char *switch_broken(const ws_net *n, u32 x) {
    u32 used = 0;
    for (QUEUES_EACH(q, n, x)) {
        if (is_empty(n, q))
            continue;
        used += !is_receive_buffer(n, q);
    }
    return used > pool_size(n) ? "a switch uses more packet buffers than it has" : NULL;
}

static const ws_law pool_laws[] = {
    LAW(receive_buffer_broken, vcs),
    LAW(buffer_broken, queues),
    LAW(switch_broken, switches),
    LAWS_END,
};

/* ---- the rows ---- */

static const ws_switch pool_host = {
    .streams = true,
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

/* First what belongs to switches of another kind; then what has no meaning where a header is
 * received, and its packet taken or refused, as a whole. */
static const ws_rule pool_rules[] = {
    {IS(flow_control, WS_FLOW_NACK),
     .words = "queueing pool and flow-control nack go together: set both, or neither"},
    {IS(vcs, 1)},
    {IS(router_unit, WS_ROUTER_UNIT_OUTPUTS)},
    {WITHIN(output_buffer, INT64_MIN, 0),
     .words = "queueing pool needs vcs 1, router-unit outputs and output-buffer 0"},
    {AT_LEAST(router_delay, 1),
     .words = "queueing pool needs router-delay 1 or more: a header is not received in no time"},
    {IS(vc_delay, 0)},
    {IS(crossbar_delay, 0)},
    {IS(input_delay, 0),
     .words = "with queueing pool a header is received and routed within router-delay; lane-delay, "
              "crossbar-delay and input-delay must be 0"},
    {NOT(switching, WS_SWITCHING_STORE_AND_FORWARD)},
    {IS(grant_room, WS_GRANT_ROOM_NONE),
     .words = "queueing pool is cut-through by itself; switching store-and-forward and grant-room "
              "have no place there"},
    {IS(timeout_policy, WS_TIMEOUT_POLICY_NONE),
     .words = "with queueing pool packets are refused, not killed",
     .remedy = {{"timeout-policy", "none"}}},
    {AT_LEAST(inject_window, 1), .words = "inject-window must be 1 or more"},
    {WITHIN(pool, 2, 64)},
    {WITHIN(pe_rate, 1, 4),
     .words = "pool must be between 2 and 64 packets, pe-rate between 1 and 4"},
    RULES_END,
};

static const ws_salvage pool_salvage = {
    .recall = pool_recall,
};

const ws_switch switch_POOL = {
    .salvage = &pool_salvage,
    .streams = true,
    .rules = {pool_rules},
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
    .laws = {pool_laws},
};
