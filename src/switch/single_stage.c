/* single_stage.c - the router that decides all in one cycle (router-delay 0, several lanes a
 * link): a head competes for the crossbar together with the flits of worms under way, and takes
 * its lane when it wins. */
#include "crossbar.h"

void layout_single_stage(ws_net *n, const ws_def *d) {
    (void)d;
    n->layout.heads_compete = true;
}

void wake_single_stage(ws_net *n, u32 l) {
    u32 x = n->wire.link_from[l];
    n->ready_outputs[x] |= 1ull << (l - n->wire.link0[x]);
    bit_set(n->ready_nodes, x);
}

/* The lanes of link l that the head of queue q could take now, with room for a flit. */
static u64 vcs_usable(const ws_net *n, u32 q, u32 l) {
    u64 lanes = vcs_free_for(n, q, l);
    u64 usable = 0;
    for (BITS_EACH(i, lanes))
        if (n->vc[n->wire.vc0[l] + i].credit > 0)
            usable |= 1ull << i;
    return usable;
}

/* The input that output link l picks in this cycle among heads and worms under way; NIL if none
 * can send. */
static inline u32 output_pick(ws_net *n, u32 x, u32 l) {
    u32 words = n->wire.words[x];
    u64 set[words];
    link_senders(n, l, set, words);
    for (u32 w = 0; w < words; w++) {
        u64 word = n->requests[n->wire.request0[l] + w];
        for (BITS_EACH(i, word))
            if (vcs_usable(n, n->wire.queue0[x] + w * 64 + i, l))
                bit_set(set, w * 64 + i);
    }
    return output_choose(n, x, l, set, words);
}

/* The head that has won the crossbar takes the first free lane at or after its pointer. */
static void vc_counted(ws_net *n, u32 q, u32 l) {
    u32 lane = bit_next_wrap(vcs_usable(n, q, l), n->accept_turn[q]);
    n->accept_turn[q] = (u16)((lane + 1) % WS_VCS_MAX);
    vc_allocate(n, q, n->wire.vc0[l] + lane);
}

bool transmit_single_stage(ws_net *n, u32 x) {
    if (n->wire.shared[x])
        crossbar_transmit(n, x, output_pick, vc_counted);
    else
        transmit_input_queued(n, x);
    return n->ready_outputs[x] != 0;
}

const ws_switch switch_single_stage = {.layout = layout_single_stage,
                                       .wake = wake_single_stage,
                                       .allocate = allocate_by_heads,
                                       .transmit = transmit_single_stage};
