/* crossbar.h - switch allocation where the queues of a link share a crossbar input: one iteration
 * of iSLIP (McKeown 1999) between outputs and crossbar inputs. Inline, since it runs at flit
 * rate, once for each way in which an output picks.
 *
 * Invariants: an output carries at most one flit a cycle, and a crossbar input is read at most
 * once; pointers move only with a flit. */
#ifndef WS_CROSSBAR_H
#define WS_CROSSBAR_H

#include "switch.h"

/* The inputs of worms under way that can send on link l now. */
static inline void link_senders(const ws_net *n, u32 l, u64 *set) {
    const link_fast *link = fast_link(n, l);
    const u64 *ready = n->ready + link->request0;
    for (EACH(w, link->words))
        set[w] = ready[w];
    if (link->vcs > 1)
        return;
    /* a link of one virtual channel keeps no set: it has one holder */
    u32 v = link->vc0;
    u32 q = holder_of(n, v);
    if (q == NIL || n->vc[v].credit <= 0)
        return;
    const ws_queue_state *queue = &n->queue[q];
    bool streams = queue->state >= QUEUE_STARTING;
    if (streams && queue->front_here > 0)
        bit_set(set, input_of(n, q));
}

/* The input among these that link l picks, in turn or at random; NIL if there are none. */
static inline u32 output_choose(ws_net *n, u32 l, const u64 *set) {
    u32 words = fast_link(n, l)->words;
    u32 turn = n->link_turn[l];
    if (bits_none(set, words))
        return NIL;
    if (n->def->arbiter == WS_ARBITER_RANDOM)
        return arbiter_pick(n, l, set, turn);
    return bits_next_wrap(set, words, turn);
}

/* The output that crossbar input `input` accepts, among the outputs of node x that picked it. */
static inline u32 input_accept(ws_net *n, u32 x, u32 input, u64 outputs) {
    u32 turn = n->crossbar_turn[input];
    u64 others = outputs & (outputs - 1);
    if (others == 0)
        return bit_first(outputs);
    if (n->def->arbiter != WS_ARBITER_RANDOM)
        return bit_next_wrap(outputs, turn);
    u32 count = bit_count(outputs);
    u32 nth = rng_below(n->node_rng + x, count);
    return nth_member(&outputs, nth);
}

/* What the outputs of a node offer in one cycle. Only the places named by `inputs` count. */
typedef struct crossbar_offers {
    u64 inputs;                 /* crossbar inputs that are offered an output */
    u64 outputs[WS_PORTS_MAX];  /* by crossbar input: the outputs that picked one of its queues */
    u32 queue_of[WS_PORTS_MAX]; /* by output: the queue that it picked */
} crossbar_offers;

/* An output is offered to a crossbar input, both by number. */
static inline void crossbar_offer(crossbar_offers *offers, u32 out, u32 input) {
    u64 *outputs = &offers->outputs[input];
    bool first = !(offers->inputs >> input & 1);
    if (first)
        *outputs = 0;
    *outputs |= 1ull << out;
    offers->inputs |= 1ull << input;
}

/* The input that output link l picks; NIL: none can send. */
typedef u32 crossbar_pick(ws_net *n, u32 l);
/* The head of queue q, which has won link l without a virtual channel, gets one. */
typedef void crossbar_grant(ws_net *n, u32 q, u32 l);

/* A flit of queue q crosses from its crossbar input to output `out` of node x. `grant` is NULL
 * where heads have their virtual channels before. */
ALWAYS_INLINE void crossbar_pass(ws_net *n, u32 x, u32 q, u32 out, crossbar_grant *grant) {
    u32 l = first_link(n, x) + out;
    u32 input = q - first_queue(n, x);
    u32 shared = n->wire.crossbar_input[q];
    n->link_turn[l] = turn_after_flit(n, input, node_inputs(n, x));
    n->crossbar_turn[shared] = turn_after(out, node_outputs(n, x));
    if (grant && is_waiting_head(n, q))
        grant(n, q, l);
    u32 v = vc_held(n, q);
    send_flit(n, q, v, l);
}

/* Each output of ready_outputs[x] picks an input, each input accepts one output, and a flit
 * crosses. An output that can pick none is not ready, until link_wake or a flit. */
ALWAYS_INLINE void crossbar_transmit(ws_net *n, u32 x, crossbar_pick *pick, crossbar_grant *grant) {
    const u32 *crossbar_input = n->wire.crossbar_input;
    u32 l0 = first_link(n, x);
    u32 q0 = first_queue(n, x);
    u32 input0 = crossbar_input[q0];
    u64 ready = n->ready_outputs[x];
    bool several = (ready & (ready - 1)) != 0;
    crossbar_offers offers;
    offers.inputs = 0;
    for (BITS_EACH(out, ready)) {
        u32 input = pick(n, l0 + out);
        if (input == NIL) {
            n->ready_outputs[x] &= ~(1ull << out);
            continue;
        }
        u32 q = q0 + input;
        if (!several) {
            crossbar_pass(n, x, q, out, grant);
            return;
        }
        u32 shared = crossbar_input[q] - input0;
        offers.queue_of[out] = q;
        crossbar_offer(&offers, out, shared);
    }
    u64 winners = offers.inputs;
    for (BITS_EACH(i, winners)) {
        u64 offered = offers.outputs[i];
        u32 out = input_accept(n, x, input0 + i, offered);
        crossbar_pass(n, x, offers.queue_of[out], out, grant);
    }
}

#endif
