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
    u32 v;
    u32 q;
} offer;

/* Is virtual channel v among the route options of queue q? */
static bool is_option(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    u32 vc = v - first_vc(n, l);
    u64 vcs = 0;
    for (OPTIONS_EACH(c, n, q))
        if (n->option_link[c] == l)
            vcs |= n->option_vcs[c];
    return vcs >> vc & 1;
}

/* Is virtual channel v idle, and may heads have it that wait for its link? Then the set of their
 * inputs. */
static bool vc_is_on_offer(const ws_net *n, u32 v, u64 *set) {
    const link_fast *link = fast_link(n, link_of(n, v));
    const u64 *requests = n->requests + link->request0;
    u32 q0 = first_queue(n, link->from);
    bool any = false;
    if (holder_of(n, v) != NIL)
        return false;
    for (EACH(w, link->words)) {
        u64 word = requests[w];
        set[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 q = q0 + i;
            if (is_option(n, q, v) && vc_is_open(n, q, v))
                set[w] |= 1ull << i;
        }
        any |= set[w] != 0;
        q0 += 64;
    }
    return any;
}

/* Every idle virtual channel of link l makes an offer to one head. Returns the place behind the
 * last of the offers. */
static offer *link_offer(ws_net *n, u32 l, offer *next) {
    const link_fast *link = fast_link(n, l);
    u32 q0 = first_queue(n, link->from);
    u64 set[link->words];
    for (VCS_EACH(v, n, l)) {
        if (!vc_is_on_offer(n, v, set))
            continue;
        u32 turn = n->vc[v].turn;
        next->v = v;
        next->q = q0 + arbiter_pick(n, l, set, turn);
        next++;
    }
    return next;
}

/* A range of offers. */
typedef struct offer_range {
    const offer *first;
    const offer *end;
} offer_range;

/* The offer that is accepted among those that clash with the first: the least in rank, and the
 * first of equals. */
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
    u64 set[fast_link(n, l)->words];
    if (!is_requested(n, l))
        return false;
    for (VCS_EACH(v, n, l))
        if (vc_is_on_offer(n, v, set))
            return true;
    return false;
}

/* The offer is accepted: pointers move on, and the head has its virtual channel. */
static void offer_grant(ws_net *n, offer accepted) {
    u32 q = accepted.q;
    u32 v = accepted.v;
    u32 input = input_of(n, q);
    u32 inputs = node_inputs(n, node_of(n, q));
    u32 vc = vc_of_link(n, v);
    n->vc[v].turn = turn_after(input, inputs);
    if (n->size.vcs > n->size.links)
        n->accept_turn[q] = turn_after(vc, WS_VCS_MAX);
    vc_allocate(n, q, v);
}

/* Does the head to which an offer goes still wait, and is the virtual channel still idle?
 * Otherwise another offer was accepted. */
static bool offer_stands(const ws_net *n, offer made) {
    if (!is_waiting_head(n, made.q))
        return false;
    return vc_is_idle(n, made.q, made.v);
}

/* How many virtual channels the outputs of node x have. */
static u32 node_vcs(const ws_net *n, u32 x) {
    const u32 *vc0 = n->wire.vc0;
    u32 first = first_link(n, x);
    u32 end = end_link(n, x);
    return vc0[end] - vc0[first];
}

void allocate_separable(ws_net *n, u32 x, const acceptance *by) {
    u32 l0 = first_link(n, x);
    u64 outs = outputs_to_try(n, x);
    u64 offered = outs;
    offer made[node_vcs(n, x)];
    offer *end = made;
    for (BITS_EACH(o, outs))
        end = link_offer(n, l0 + o, end);
    offer_range rest = {
        .first = made,
        .end = end,
    };
    for (; rest.first < end; rest.first++)
        if (offer_stands(n, *rest.first))
            offer_grant(n, offer_accept(n, rest, by));
    for (BITS_EACH(p, offered))
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
    static const acceptance heads = {
        .clash = same_head,
        .rank = rank_by_vc,
    };
    allocate_separable(n, x, &heads);
}

void allocate_host(ws_net *n, u32 x) {
    u32 l = first_link(n, x);
    u32 v = first_vc(n, l);
    u64 set[words_of(n, x)];
    if (vcs_of(n, l) > 1) {
        allocate_by_heads(n, x);
        return;
    }
    outputs_to_try(n, x);
    if (!vc_is_on_offer(n, v, set))
        return;
    u32 turn = n->vc[v].turn;
    u32 input = arbiter_pick(n, l, set, turn);
    offer accepted = {
        .v = v,
        .q = first_queue(n, x) + input,
    };
    offer_grant(n, accepted);
}

/* The common case: one virtual channel a link, one route option a head, any head may take it.
 * Every offer is accepted. */
static void allocate_plain(ws_net *n, u32 x) {
    u32 q0 = first_queue(n, x);
    u32 l0 = first_link(n, x);
    u32 inputs = node_inputs(n, x);
    u64 outs = outputs_to_try(n, x);
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o;
        u32 v = first_vc(n, l);
        ws_vc_state *vc = &n->vc[v];
        bool idle = vc->holder == NIL;
        if (!idle || !is_requested(n, l))
            continue;
        const u64 *requests = requests_of(n, l);
        u32 input = arbiter_pick(n, l, requests, vc->turn);
        vc->turn = turn_after(input, inputs);
        vc_allocate(n, q0 + input, v);
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
    u32 l0 = first_link(n, x);
    u32 q0 = first_queue(n, x);
    u32 words = words_of(n, x);
    u32 inputs = node_inputs(n, x);
    u64 outs = n->ready_outputs[x];
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o;
        u16 *turn = &n->link_turn[l];
        const u64 *ready = ready_of(n, l);
        u32 input = bits_next_wrap(ready, words, *turn);
        u32 q = q0 + input;
        u32 v = vc_held(n, q);
        *turn = turn_after_flit(n, input, inputs);
        send_flit(n, q, v, l);
    }
}

/* The input that output link l picks among the worms under way; NIL if none can send. */
static inline u32 output_pick(ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 words = link->words;
    bool random = n->def->arbiter == WS_ARBITER_RANDOM;
    if (words > 1 || random) {
        u64 set[words];
        link_senders(n, l, set);
        return output_choose(n, l, set);
    }
    if (link->vcs > 1) {
        u32 turn = n->link_turn[l];
        return bit_next_wrap(*ready_of(n, l), turn);
    }
    const ws_vc_state *vc = &n->vc[link->vc0];
    bool has_flit = n->queue[vc->holder].front_here > 0;
    if (has_flit && vc->credit > 0)
        return input_of(n, vc->holder);
    return NIL;
}

bool transmit_input_queued(ws_net *n, u32 x) {
    if (n->wire.shared[x])
        crossbar_transmit(n, x, output_pick, NULL);
    else
        transmit_private(n, x);
    return n->ready_outputs[x] != 0;
}

const ws_switch switch_FIFO = {
    .streams = true,
    .allocate = allocate,
    .transmit = transmit_input_queued,
};
