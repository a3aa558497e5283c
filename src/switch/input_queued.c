/* input_queued.c - the switch of the textbook: a queue for every virtual channel at the inputs, two
 * stages of arbitration.
 *
 * VC allocation, once per packet and hop: separable, one iteration (iSLIP; McKeown 1999). Every
 * idle lane of the output picks one of the heads that may take it and have room on it; a head
 * picked by several lanes accepts one; pointers move only when a grant is accepted. With one lane a
 * link the second half is trivial. An output is visited only after link_wake: as long as nothing
 * that its heads wait for changes, the same attempt would fail again.
 *
 * Switch allocation, once a cycle: with one lane a link and private crossbar inputs there is
 * nothing to decide (the kernel does it); otherwise crossbar.h. */
#include "crossbar.h"

/* ---- VC allocation ---- */

typedef struct offer {
    u32 v, q;
} offer;

/* The lanes of link l that are among the candidates of queue q. */
static u64 option_vcs_of(const ws_net *n, u32 q, u32 l) {
    size_t at = (size_t)q * n->size.options_per_queue;
    size_t end = at + n->size.options_per_queue;
    u64 lanes = 0;
    for (; at < end && n->option_link[at] != NIL; at++)
        if (n->option_link[at] == l)
            lanes |= n->option_vcs[at];
    return lanes;
}

/* The heads that wait for link l and could take lane v now. False if there are none. */
static bool vc_requesters(const ws_net *n, u32 l, u32 v, u64 *set) {
    u32 x = n->wire.link_from[l];
    u64 lane = 1ull << (v - n->wire.vc0[l]);
    bool any = false;
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = n->requests[n->wire.request0[l] + w];
        set[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 q = n->wire.queue0[x] + w * 64 + i;
            if (!(option_vcs_of(n, q, l) & lane))
                continue;
            if (vc_is_idle(n, q, v) && vc_has_room(n, q, v))
                set[w] |= 1ull << i;
        }
        any |= set[w] != 0;
    }
    return any;
}

/* Every idle lane of link l makes an offer to one head. Returns the number of offers. */
static u32 link_offer(ws_net *n, u32 l, offer *offers) {
    u32 count = 0;
    u64 set[n->wire.words[n->wire.link_from[l]]];
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++) {
        if (n->vc[v].holder != NIL || !vc_requesters(n, l, v, set))
            continue;
        u32 input = arbiter_pick(n, l, set, n->vc[v].turn);
        offers[count++] = (offer){v, n->wire.queue0[n->wire.link_from[l]] + input};
    }
    return count;
}

/* Of the offers that clash with offers[at], the one that is accepted: the first at or after the
 * pointer. */
static u32 offer_accept(const ws_net *n, const acceptance *by, const offer *offers, u32 count,
                        u32 at) {
    u32 best = at;
    u32 best_rank = UINT32_MAX;
    for (u32 i = at; i < count; i++) {
        if (!by->clash(n, offers[at].q, offers[i].q))
            continue;
        u32 rank = by->rank(n, offers[i].q, offers[i].v);
        if (rank >= best_rank)
            continue;
        best = i;
        best_rank = rank;
    }
    return best;
}

/* After an attempt: could another one next cycle, with nothing else changed, still grant
 * something? */
static bool link_unsettled(const ws_net *n, u32 l) {
    u64 set[n->wire.words[n->wire.link_from[l]]];
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
        if (n->vc[v].holder == NIL && vc_requesters(n, l, v, set))
            return true;
    return false;
}

void allocate_separable(ws_net *n, u32 x, const acceptance *by) {
    u32 l0 = n->wire.link0[x];
    u32 inputs = n->wire.queue0[x + 1] - n->wire.queue0[x];
    u64 outs = n->allocate_outputs[x];
    u64 tried = outs;
    u32 count = 0;
    offer offers[n->wire.vc0[n->wire.link0[x + 1]] - n->wire.vc0[l0]];
    for (BITS_EACH(o, outs))
        count += link_offer(n, l0 + o, offers + count);
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (u32 i = 0; i < count; i++) {
        u32 q = offers[i].q;
        /* another was accepted */
        if (n->queue[q].state != QUEUE_WAITING || !vc_is_idle(n, q, offers[i].v))
            continue;
        offer accepted = offers[offer_accept(n, by, offers, count, i)];
        q = accepted.q;
        n->vc[accepted.v].turn = (u16)((input_of(n, q) + 1) % inputs);
        if (n->size.vcs > n->size.links)
            n->accept_turn[q] = (u16)((vc_of_link(n, accepted.v) + 1) % WS_VCS_MAX);
        vc_allocate(n, q, accepted.v);
    }
    for (BITS_EACH(p, tried))
        if (link_unsettled(n, l0 + p))
            link_wake(n, l0 + p);
}

static bool same_head(const ws_net *n, u32 p, u32 q) {
    (void)n;
    return p == q;
}

static u32 rank_by_vc(const ws_net *n, u32 q, u32 v) {
    return (vc_of_link(n, v) + WS_VCS_MAX - n->accept_turn[q]) % WS_VCS_MAX;
}

void allocate_by_heads(ws_net *n, u32 x) {
    static const acceptance heads = {same_head, rank_by_vc};
    allocate_separable(n, x, &heads);
}

/* The common case: one lane a link, one candidate a head, any head may take it. Every offer is
 * accepted. */
static void allocate_plain(ws_net *n, u32 x) {
    u64 outs = n->allocate_outputs[x];
    u32 inputs = n->wire.queue0[x + 1] - n->wire.queue0[x];
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (BITS_EACH(o, outs)) {
        const link_fast *link = &n->wire.link_fast[n->wire.link0[x] + o];
        ws_vc_state *lane = &n->vc[link->vc0];
        const u64 *want = n->requests + link->request0;
        if (lane->holder != NIL || bits_none(want, link->words))
            continue;
        u32 input = arbiter_pick(n, n->wire.link0[x] + o, want, lane->turn);
        lane->turn = (u16)(input + 1 == inputs ? 0 : input + 1);
        vc_allocate(n, n->wire.queue0[x] + input, link->vc0);
    }
}

static void allocate(ws_net *n, u32 x) {
    if (n->plain_grant)
        allocate_plain(n, x);
    else
        allocate_by_heads(n, x);
}

/* ---- switch allocation ---- */

/* No two inputs compete for the crossbar, but several lanes for a link: they take turns. */
static void transmit_private(ws_net *n, u32 x) {
    u64 outs = n->ready_outputs[x];
    u64 sent = 0;
    u32 l0 = n->wire.link0[x];
    u32 q0 = n->wire.queue0[x];
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o;
        u32 input =
            bits_next_wrap(n->ready + n->wire.request0[l], n->wire.words[x], n->link_turn[l]);
        u32 q = q0 + input;
        u32 next = q + 1 == n->wire.queue0[x + 1] ? 0 : input + 1;
        bool block = n->def->multiplexing == WS_MULTIPLEXING_BLOCK; /* the same comes first again */
        n->link_turn[l] = (u16)(block ? input : next);
        send_flit(n, q, n->queue[q].vc, l);
        sent++;
    }
    n->total[x < n->size.switches ? WS_TOTAL_FLIT_HOPS : WS_TOTAL_FLITS_INJECTED] += sent;
}

/* The input that output link l picks among the worms under way; NIL if none can send. */
static inline u32 output_pick(ws_net *n, u32 x, u32 l) {
    const link_fast *link = &n->wire.link_fast[l];
    if (link->words > 1 || n->def->arbiter == WS_ARBITER_RANDOM) {
        u64 set[link->words];
        link_senders(n, l, set, link->words);
        return output_choose(n, x, l, set, link->words);
    }
    if (link->vcs == 1) {
        u32 q = n->vc[link->vc0].holder;
        return n->queue[q].front_here > 0 && n->vc[link->vc0].credit > 0 ? input_of(n, q) : NIL;
    }
    return bit_next_wrap(n->ready[link->request0], n->link_turn[l]);
}

bool transmit_input_queued(ws_net *n, u32 x) {
    if (n->wire.shared[x])
        crossbar_transmit(n, x, output_pick, NULL);
    else
        transmit_private(n, x);
    return n->ready_outputs[x] != 0;
}

const ws_switch switch_input_queued = {.allocate = allocate, .transmit = transmit_input_queued};
