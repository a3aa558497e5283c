/* arbiter.c - which of the inputs that ask for an output wins: one function a row of
 * WS_ARBITER_*. */
#include "switch.h"

typedef struct contest {
    u32 l, words, queue0, turn;
    const u64 *set;
} contest;

static u32 pick_round_robin(ws_net *n, const contest *c) {
    (void)n;
    return bits_next_wrap(c->set, c->words, c->turn);
}

static u32 pick_fcfs(ws_net *n, const contest *c) {
    u32 best = NIL;
    for (u32 w = 0; w < c->words; w++) {
        u64 word = c->set[w];
        for (BITS_EACH(i, word)) {
            u32 input = w * 64 + i;
            if (best == NIL || n->since[c->queue0 + input] < n->since[c->queue0 + best])
                best = input;
        }
    }
    return best;
}

static u32 pick_random(ws_net *n, const contest *c) {
    u32 members = 0;
    for (u32 w = 0; w < c->words; w++)
        members += bit_count(c->set[w]);
    if (members <= 1)
        return bits_next_wrap(c->set, c->words, 0);
    u32 nth = rng_below(n->node_rng + n->wire.link_from[c->l], members);
    for (u32 w = 0;; w++) {
        u64 word = c->set[w];
        u32 here = bit_count(word);
        if (nth >= here) {
            nth -= here;
            continue;
        }
        while (nth--)
            word &= word - 1;
        return w * 64 + bit_first(word);
    }
}

/* Leaves only the members of the highest class (the lowest class number) in `set`. */
static void keep_highest_class(const ws_net *n, const contest *c, u64 *set) {
    u8 best = UINT8_MAX;
    for (u32 w = 0; w < c->words; w++) {
        u64 word = set[w];
        for (BITS_EACH(i, word)) {
            u8 class_here = n->packet.class[n->queue[c->queue0 + w * 64 + i].front];
            if (class_here < best)
                best = class_here;
        }
    }
    for (u32 w = 0; w < c->words; w++) {
        u64 word = set[w];
        for (BITS_EACH(i, word))
            if (n->packet.class[n->queue[c->queue0 + w * 64 + i].front] != best)
                bit_clear(set + w, i);
    }
}

typedef u32 (*pick_function)(ws_net *n, const contest *c);
static const pick_function picks[WS_ARBITER_COUNT] = {
    [WS_ARBITER_ROUND_ROBIN] = pick_round_robin,
    [WS_ARBITER_FCFS] = pick_fcfs,
    [WS_ARBITER_RANDOM] = pick_random,
    [WS_ARBITER_PRIORITY] = pick_round_robin, /* after keep_highest_class */
};

u32 arbiter_pick(ws_net *n, u32 l, const u64 *set, u32 turn) {
    u32 x = n->wire.link_from[l];
    u32 words = n->wire.words[x];
    contest c = {.l = l, .words = words, .queue0 = n->wire.queue0[x], .turn = turn, .set = set};
    if (x >=
        n->size
            .switches) { /* a host: its first source queue first (classes), or in turn (one queue per output) */
        if (!n->model->by_dest)
            c.turn = 0;
        return pick_round_robin(n, &c);
    }
    if (!n->def->switch_priority && n->def->arbiter == WS_ARBITER_ROUND_ROBIN && words == 1)
        return bit_next_wrap(set[0], turn);
    u64 kept[words];
    if (n->def->switch_priority || n->def->arbiter == WS_ARBITER_PRIORITY) {
        for (u32 w = 0; w < words; w++)
            kept[w] = set[w];
        keep_highest_class(n, &c, kept);
        c.set = kept;
    }
    return picks[n->def->arbiter](n, &c);
}
