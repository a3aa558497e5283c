/* crossbar.h - switch allocation where the queues of a link share a crossbar input: one
 * iteration of iSLIP between outputs and crossbar inputs. Inline, since it runs at flit rate,
 * once for each way in which an output picks. */
#ifndef WS_CROSSBAR_H
#define WS_CROSSBAR_H

#include "switch.h"

/* The inputs of worms under way that can send on link l now. */
static inline void link_senders(const ws_net *n, u32 l, u64 *set, u32 words) {
    for (u32 w = 0; w < words; w++)
        set[w] = n->ready[n->wire.request0[l] + w];
    if (vcs_of(n, l) > 1)
        return;
    /* such a link keeps no set: it has one holder */
    const ws_vc_state *lane = &n->vc[n->wire.vc0[l]];
    if (lane->holder == NIL || lane->credit <= 0)
        return;
    const ws_queue_state *queue = &n->queue[lane->holder];
    if (queue->front_here > 0 && queue->state >= QUEUE_STARTING)
        bit_set(set, input_of(n, lane->holder));
}

/* The one among them that link l of crossbar x takes: in turn, or at random; NIL if there are
 * none. */
static inline u32 output_choose(ws_net *n, u32 x, u32 l, const u64 *set, u32 words) {
    (void)x;
    if (bits_none(set, words))
        return NIL;
    if (n->def->arbiter == WS_ARBITER_RANDOM)
        return arbiter_pick(n, l, set, n->link_turn[l]);
    return bits_next_wrap(set, words, n->link_turn[l]);
}

/* Of the outputs that picked crossbar input `xin`, the one it accepts. */
static inline u32 input_accept(ws_net *n, u32 x, u32 input, u64 outs) {
    if ((outs & (outs - 1)) == 0)
        return bit_first(outs);
    if (n->def->arbiter != WS_ARBITER_RANDOM)
        return bit_next_wrap(outs, n->crossbar_turn[input]);
    u32 nth = rng_below(n->node_rng + x, bit_count(outs));
    while (nth--)
        outs &= outs - 1;
    return bit_first(outs);
}

/* Each output of ready_outputs[x] picks an input with `pick` (NIL: none can send), each input
 * accepts one output, and a flit crosses. A head that wins without a lane gets one by `take`;
 * NULL where heads have theirs before. */
__attribute__((always_inline)) static inline void
crossbar_transmit(ws_net *n, u32 x, u32 (*pick)(ws_net *n, u32 x, u32 l),
                  void (*take)(ws_net *n, u32 q, u32 l)) {
    u32 l0 = n->wire.link0[x];
    u32 q0 = n->wire.queue0[x];
    u32 input0 = n->wire.crossbar_input[q0];
    u32 inputs = n->wire.queue0[x + 1] - q0;
    u32 outputs = n->wire.link0[x + 1] - l0;
    u32 picked[WS_PORTS_MAX];
    u64 offers[WS_PORTS_MAX];
    u64 crossbar_inputs = 0;
    u64 outs = n->ready_outputs[x];
    for (BITS_EACH(o, outs)) {
        u32 input = pick(n, x, l0 + o);
        if (input == NIL) {
            n->ready_outputs[x] &= ~(1ull << o); /* until link_wake or a flit */
            continue;
        }
        picked[o] = q0 + input;
        u32 place = n->wire.crossbar_input[q0 + input] - input0;
        offers[place] = (crossbar_inputs >> place & 1 ? offers[place] : 0) | 1ull << o;
        crossbar_inputs |= 1ull << place;
    }
    n->total[WS_TOTAL_FLIT_HOPS] += bit_count(crossbar_inputs);
    for (BITS_EACH(i, crossbar_inputs)) {
        u32 o = input_accept(n, x, input0 + i, offers[i]);
        u32 q = picked[o];
        u32 l = l0 + o;
        u32 next = q - q0 + 1 == inputs ? 0 : q - q0 + 1;
        n->link_turn[l] = (u16)(n->def->multiplexing == WS_MULTIPLEXING_BLOCK ? q - q0 : next);
        n->crossbar_turn[input0 + i] = (u16)(o + 1 == outputs ? 0 : o + 1);
        if (take && n->queue[q].state == QUEUE_WAITING)
            take(n, q, l);
        send_flit(n, q, n->queue[q].vc, l);
    }
}

#endif
