/* single_stage.c - the router that decides all in one cycle (router-delay 0, several virtual
 * channels a link): a head competes for the crossbar together with the flits of worms under way,
 * and takes its virtual channel when it wins.
 *
 * Invariant: a link for which a head waits that could take a virtual channel with room is in
 * ready_outputs. */
#include "crossbar.h"

void layout_single_stage(ws_net *n) {
    n->layout.heads_compete = true;
}

void wake_single_stage(ws_net *n, u32 l) {
    output_awake(n, fast_link(n, l));
}

/* The virtual channels of link l that the head of queue q could take now, with room for a
 * flit. */
static u64 vcs_usable(const ws_net *n, u32 q, u32 l) {
    u32 first = first_vc(n, l);
    const ws_vc_state *vc = &n->vc[first];
    u64 open = vcs_free_for(n, q, l);
    u64 usable = 0;
    for (BITS_EACH(i, open))
        if (vc[i].credit > 0)
            usable |= 1ull << i;
    return usable;
}

/* The input that output link l picks in this cycle among heads and worms under way; NIL if none
 * can send. */
static inline u32 output_pick(ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 q0 = first_queue(n, link->from);
    u32 words = link->words;
    const u64 *requests = requests_of(n, l);
    u64 set[words];
    link_senders(n, l, set);
    for (EACH(w, words)) {
        u64 word = requests[w];
        for (BITS_EACH(i, word)) {
            u32 input = w * 64 + i;
            if (vcs_usable(n, q0 + input, l))
                bit_set(set, input);
        }
    }
    return output_choose(n, l, set);
}

/* The head that has won the crossbar takes the first free virtual channel at or after its
 * pointer. */
static void winner_allocate(ws_net *n, u32 q, u32 l) {
    u16 *turn = &n->accept_turn[q];
    u64 usable = vcs_usable(n, q, l);
    u32 vc = bit_next_wrap(usable, *turn);
    u32 v = first_vc(n, l) + vc;
    *turn = turn_after(vc, WS_VCS_MAX);
    vc_allocate(n, q, v);
}

bool transmit_single_stage(ws_net *n, u32 x) {
    if (n->wire.shared[x])
        crossbar_transmit(n, x, output_pick, winner_allocate);
    else
        transmit_input_queued(n, x);
    return n->ready_outputs[x] != 0;
}

const ws_switch switch_single_stage = {
    .layout = layout_single_stage,
    .wake = wake_single_stage,
    .allocate = allocate_by_heads,
    .transmit = transmit_single_stage,
};
