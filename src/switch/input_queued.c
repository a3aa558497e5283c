/* input_queued.c - the switch of the textbook: a queue for every virtual channel at the inputs, two
 * stages of arbitration.
 *
 * VC allocation, once per packet and hop: separable, one iteration (iSLIP; McKeown 1999). Every
 * idle virtual channel of the output picks one of the heads that may take it and have room on it;
 * a head picked by several accepts one; pointers move only when a grant is accepted. With one
 * virtual channel a link the second half is trivial. An output is visited only after link_wake: as
 * long as nothing that its heads wait for changes, the same attempt would fail again.
 *
 * Switch allocation, once a cycle: with one virtual channel a link and private crossbar inputs
 * there is nothing to decide (the core does it); otherwise crossbar.h.
 *
 * Open: iSLIP says nothing of a head that several virtual channels of several links pick. Here
 * it goes by the number of the virtual channel within its link, in turn. */
#include "crossbar.h"

/* ---- VC allocation ---- */

typedef struct offer {
    u32 v, q;
} offer;

/* The virtual channels of link l that are among the route options of queue q. */
static u64 option_vcs_of(const ws_net *n, u32 q, u32 l) {
    u64 vcs = 0;
    for (OPTIONS_EACH(c, n, q))
        if (n->option_link[c] == l)
            vcs |= n->option_vcs[c];
    return vcs;
}

/* May the head of queue q, which waits for link l, have virtual channel v now? */
static bool may_have(const ws_net *n, u32 q, u32 l, u32 v) {
    u32 vc = v - first_vc(n, l);
    u64 options = option_vcs_of(n, q, l);
    bool is_option = options >> vc & 1;
    return is_option && vc_is_open(n, q, v);
}

/* Finds the heads that wait for link l and may have virtual channel v now. False if there are
 * none. */
static bool vc_requesters(const ws_net *n, u32 l, u32 v, u64 *set) {
    u32 x = node_from(n, l);
    u32 q0 = first_queue(n, x);
    const u64 *requests = requests_of(n, l);
    u32 words = words_of(n, x);
    bool any = false;
    for (u32 w = 0; w < words; w++) {
        u64 word = requests[w];
        u64 open = 0;
        for (BITS_EACH(i, word)) {
            u32 q = q0 + w * 64 + i;
            if (may_have(n, q, l, v))
                open |= 1ull << i;
        }
        set[w] = open;
        any |= open != 0;
    }
    return any;
}

/* Every idle virtual channel of link l makes an offer to one head. Returns the number of
 * offers. */
static u32 link_offer(ws_net *n, u32 l, offer *offers) {
    u32 x = node_from(n, l);
    u32 count = 0;
    u64 set[words_of(n, x)];
    for (VCS_EACH(v, n, l)) {
        const ws_vc_state *vc = &n->vc[v];
        if (vc->holder != NIL)
            continue;
        if (!vc_requesters(n, l, v, set))
            continue;
        u32 input = arbiter_pick(n, l, set, vc->turn);
        offers[count].v = v;
        offers[count].q = first_queue(n, x) + input;
        count++;
    }
    return count;
}

/* Of the offers from `first` to `end` that clash with the first, the one that is accepted: the one
 * of least rank, of several the first. */
static offer offer_accept(const ws_net *n, const acceptance *by, const offer *first,
                          const offer *end) {
    offer best = *first;
    u32 best_rank = UINT32_MAX;
    for (const offer *other = first; other < end; other++) {
        if (!by->clash(n, first->q, other->q))
            continue;
        u32 rank = by->rank(n, other->q, other->v);
        if (rank >= best_rank)
            continue;
        best = *other;
        best_rank = rank;
    }
    return best;
}

/* Is virtual channel v idle, and may a waiting head have it? `set` is room to work in. */
static bool vc_is_unsettled(const ws_net *n, u32 l, u32 v, u64 *set) {
    if (holder_of(n, v) != NIL)
        return false;
    return vc_requesters(n, l, v, set);
}

/* After an attempt: could another one next cycle, with nothing else changed, still grant
 * something? */
static bool link_unsettled(const ws_net *n, u32 l) {
    u32 x = node_from(n, l);
    u64 set[words_of(n, x)];
    for (VCS_EACH(v, n, l))
        if (vc_is_unsettled(n, l, v, set))
            return true;
    return false;
}

/* The offer is accepted: pointers move on, and the head has its virtual channel. */
static void offer_grant(ws_net *n, u32 x, offer accepted) {
    u32 q = accepted.q;
    u32 v = accepted.v;
    u32 input = input_of(n, q);
    u32 vc = vc_of_link(n, v);
    n->vc[v].turn = turn_after(input, node_inputs(n, x));
    if (n->size.vcs > n->size.links)
        n->accept_turn[q] = turn_after(vc, WS_VCS_MAX);
    vc_allocate(n, q, v);
}

void allocate_separable(ws_net *n, u32 x, const acceptance *by) {
    u32 l0 = first_link(n, x);
    u64 outs = n->allocate_outputs[x];
    u64 tried = outs;
    u32 vcs = first_vc(n, end_link(n, x)) - first_vc(n, l0);
    offer offers[vcs];
    offer *end = offers;
    for (BITS_EACH(o, outs))
        end += link_offer(n, l0 + o, end);
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (const offer *next = offers; next < end; next++) {
        bool waits = state_of(n, next->q) == QUEUE_WAITING;
        /* otherwise another offer was accepted */
        if (waits && vc_is_idle(n, next->q, next->v))
            offer_grant(n, x, offer_accept(n, by, next, end));
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
    u32 vc = vc_of_link(n, v);
    u32 ahead = vc + WS_VCS_MAX - n->accept_turn[q];
    return ahead % WS_VCS_MAX;
}

void allocate_by_heads(ws_net *n, u32 x) {
    static const acceptance heads = {same_head, rank_by_vc};
    allocate_separable(n, x, &heads);
}

/* The common case: one virtual channel a link, one route option a head, any head may take it.
 * Every offer is accepted. */
static void allocate_plain(ws_net *n, u32 x) {
    u32 q0 = first_queue(n, x);
    u32 l0 = first_link(n, x);
    u32 inputs = node_inputs(n, x);
    u64 outs = n->allocate_outputs[x];
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (BITS_EACH(o, outs)) {
        const link_fast *link = fast_link(n, l0 + o);
        ws_vc_state *vc = &n->vc[link->vc0];
        const u64 *requests = n->requests + link->request0;
        if (vc->holder != NIL || bits_none(requests, link->words))
            continue;
        u32 l = l0 + o;
        u32 input = arbiter_pick(n, l, requests, vc->turn);
        vc->turn = turn_after(input, inputs);
        vc_allocate(n, q0 + input, link->vc0);
    }
}

static void allocate(ws_net *n, u32 x) {
    if (n->plain_grant)
        allocate_plain(n, x);
    else
        allocate_by_heads(n, x);
}

/* ---- switch allocation ---- */

/* No two inputs compete for the crossbar, but several virtual channels for a link: they take
 * turns. */
static void transmit_private(ws_net *n, u32 x) {
    const ws_wiring *wire = &n->wire;
    u32 l0 = first_link(n, x);
    u32 q0 = first_queue(n, x);
    u32 words = words_of(n, x);
    u32 inputs = node_inputs(n, x);
    u64 outs = n->ready_outputs[x];
    u64 sent = 0;
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o;
        const u64 *ready = n->ready + wire->request0[l];
        u32 input = bits_next_wrap(ready, words, n->link_turn[l]);
        u32 q = q0 + input;
        n->link_turn[l] = turn_after_flit(n, input, inputs);
        send_flit(n, q, n->queue[q].vc, l);
        sent++;
    }
    if (is_switch(n, x))
        n->total[WS_TOTAL_FLIT_HOPS] += sent;
    else
        n->total[WS_TOTAL_FLITS_INJECTED] += sent;
}

/* The input that output link l picks among the worms under way; NIL if none can send. */
static inline u32 output_pick(ws_net *n, u32 x, u32 l) {
    (void)x;
    const link_fast *link = fast_link(n, l);
    if (link->words > 1 || n->def->arbiter == WS_ARBITER_RANDOM) {
        u64 set[link->words];
        link_senders(n, l, set, link->words);
        return output_choose(n, l, set, link->words);
    }
    if (link->vcs > 1) {
        u64 ready = n->ready[link->request0];
        return bit_next_wrap(ready, n->link_turn[l]);
    }
    const ws_vc_state *vc = &n->vc[link->vc0];
    u32 holder = vc->holder;
    if (n->queue[holder].front_here == 0)
        return NIL;
    return vc->credit > 0 ? input_of(n, holder) : NIL;
}

bool transmit_input_queued(ws_net *n, u32 x) {
    if (n->wire.shared[x])
        crossbar_transmit(n, x, output_pick, NULL);
    else
        transmit_private(n, x);
    return n->ready_outputs[x] != 0;
}

const ws_switch switch_input_queued = {
    .allocate = allocate,
    .transmit = transmit_input_queued,
};
