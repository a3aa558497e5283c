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
    for (EACH(w, words)) {
        u64 word = requests[w];
        set[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 input = w * 64 + i;
            if (!may_have(n, q0 + input, l, v))
                continue;
            bit_set(set, input);
            any = true;
        }
    }
    return any;
}

/* Is virtual channel v idle, and may heads that wait have it? Then the set of them. */
static bool vc_is_on_offer(const ws_net *n, u32 l, u32 v, u64 *set) {
    if (holder_of(n, v) != NIL)
        return false;
    return vc_requesters(n, l, v, set);
}

/* Every idle virtual channel of link l makes an offer to one head. Returns the place behind the
 * last of the offers. */
static offer *link_offer(ws_net *n, u32 l, offer *next) {
    u32 x = node_from(n, l);
    u64 set[words_of(n, x)];
    for (VCS_EACH(v, n, l)) {
        if (!vc_is_on_offer(n, l, v, set))
            continue;
        u32 turn = n->vc[v].turn;
        u32 input = arbiter_pick(n, l, set, turn);
        next->v = v;
        next->q = first_queue(n, x) + input;
        next++;
    }
    return next;
}

/* Offers that are looked at together. */
typedef struct offer_range {
    const offer *first;
    const offer *end;
} offer_range;

/* Of the offers that clash with the first, the one that is accepted: the one of least rank, of
 * several the first. */
static offer offer_accept(const ws_net *n, offer_range offers, const acceptance *by) {
    const offer *other = offers.first;
    u32 q = other->q;
    offer best = *other;
    u32 best_rank = UINT32_MAX;
    for (; other < offers.end; other++) {
        if (!by->clash(n, q, other->q))
            continue;
        u32 rank = by->rank(n, other->q, other->v);
        if (rank >= best_rank)
            continue;
        best = *other;
        best_rank = rank;
    }
    return best;
}

/* After an attempt: could another one next cycle, with nothing else changed, still grant
 * something? */
static bool link_unsettled(const ws_net *n, u32 l) {
    u32 x = node_from(n, l);
    u64 set[words_of(n, x)];
    for (VCS_EACH(v, n, l))
        if (vc_is_on_offer(n, l, v, set))
            return true;
    return false;
}

/* The offer is accepted: pointers move on, and the head has its virtual channel. */
static void offer_grant(ws_net *n, u32 x, offer accepted) {
    u32 q = accepted.q;
    u32 v = accepted.v;
    u32 input = input_of(n, q);
    u32 inputs = node_inputs(n, x);
    u32 vc = vc_of_link(n, v);
    n->vc[v].turn = turn_after(input, inputs);
    if (n->size.vcs > n->size.links)
        n->accept_turn[q] = turn_after(vc, WS_VCS_MAX);
    vc_allocate(n, q, v);
}

/* Does the head to which an offer goes still wait, and is the virtual channel still idle?
 * Otherwise another offer was accepted. */
static bool offer_stands(const ws_net *n, const offer *made) {
    if (!is_waiting_head(n, made->q))
        return false;
    return vc_is_idle(n, made->q, made->v);
}

/* How many virtual channels the outputs of node x have. */
static u32 node_vcs(const ws_net *n, u32 x) {
    u32 first = first_vc(n, first_link(n, x));
    u32 end = first_vc(n, end_link(n, x));
    return end - first;
}

void allocate_separable(ws_net *n, u32 x, const acceptance *by) {
    u32 l0 = first_link(n, x);
    u64 outs = n->allocate_outputs[x];
    u64 tried = outs;
    offer made[node_vcs(n, x)];
    offer *end = made;
    for (BITS_EACH(o, outs))
        end = link_offer(n, l0 + o, end);
    n->allocate_outputs[x] = 0;
    bit_clear(n->allocate_nodes, x);
    for (const offer *next = made; next < end; next++) {
        offer_range left = {next, end};
        if (offer_stands(n, next))
            offer_grant(n, x, offer_accept(n, left, by));
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
    u64 outs = outputs_to_try(n, x);
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
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o;
        u16 *turn = &n->link_turn[l];
        const u64 *ready = n->ready + wire->request0[l];
        u32 input = bits_next_wrap(ready, words, *turn);
        u32 q = q0 + input;
        *turn = turn_after_flit(n, input, inputs);
        send_flit(n, q, vc_held(n, q), l);
    }
}

/* The input that output link l picks among the worms under way; NIL if none can send. */
static inline u32 output_pick(ws_net *n, u32 x, u32 l) {
    (void)x;
    const link_fast *link = fast_link(n, l);
    u32 words = link->words;
    if (words > 1 || n->def->arbiter == WS_ARBITER_RANDOM) {
        u64 set[words];
        link_senders(n, l, set, words);
        return output_choose(n, l, set, words);
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
