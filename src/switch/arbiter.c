/* arbiter.c - which of the inputs that request an output wins: one function a row of
 * WS_ARBITER_*. With priorities, or `switch-priority`, only the highest traffic class takes
 * part.
 *
 * A host has no arbiter: its first source queue goes first where source queues are traffic
 * classes, and they take turns where each is for an output. */
#include "switch.h"

typedef struct ws_contest {
    u32 x;          /* the node whose output is arbitrated */
    u32 turn;       /* round-robin pointer of the output, an input */
    u32 words;      /* of the set: its words */
    const u64 *set; /* inputs that take part */
} ws_contest;

static u32 pick_round_robin(ws_net *n, const ws_contest *contest) {
    (void)n;
    return bits_next_wrap(contest->set, contest->words, contest->turn);
}

static u32 pick_fcfs(ws_net *n, const ws_contest *contest) {
    const u64 *since = n->since + first_queue(n, contest->x);
    u32 best = NIL;
    for (MEMBERS_EACH(i, contest->set, contest->words))
        if (best == NIL || since[i] < since[best])
            best = i;
    return best;
}

static u32 pick_random(ws_net *n, const ws_contest *contest) {
    const u64 *set = contest->set;
    u32 members = 0;
    for (EACH(w, contest->words))
        members += bit_count(set[w]);
    if (members <= 1)
        return bits_next_wrap(set, contest->words, 0);
    u64 *rng = n->node_rng + contest->x;
    u32 nth = rng_below(rng, members);
    return nth_member(set, nth);
}

static u8 class_of(const ws_net *n, u32 q) {
    return n->packet.class[front_of(n, q)];
}

/* Copies to `kept` only the members of the highest class (the lowest class number). */
static void keep_highest_class(const ws_net *n, const ws_contest *contest, u64 *kept) {
    u32 q0 = first_queue(n, contest->x);
    u8 best = UINT8_MAX;
    for (MEMBERS_EACH(i, contest->set, contest->words)) {
        u8 class_here = class_of(n, q0 + i);
        if (class_here < best)
            best = class_here;
    }
    for (EACH(w, contest->words))
        kept[w] = 0;
    for (MEMBERS_EACH(p, contest->set, contest->words))
        if (class_of(n, q0 + p) == best)
            bit_set(kept, p);
}

typedef u32 (*pick_function)(ws_net *n, const ws_contest *contest);
static const pick_function picks[WS_ARBITER_COUNT] = {
    [WS_ARBITER_ROUND_ROBIN] = pick_round_robin,
    [WS_ARBITER_FCFS] = pick_fcfs,
    [WS_ARBITER_RANDOM] = pick_random,
    [WS_ARBITER_PRIORITY] = pick_round_robin, /* after keep_highest_class */
};

/* The winner by class, by age, or at random. */
NEVER_INLINE u32 pick_by_rule(ws_net *n, u32 l, const u64 *set, u32 turn) {
    const link_fast *link = fast_link(n, l);
    u32 words = link->words;
    i64 arbiter = n->def->arbiter;
    ws_contest contest = {
        .x = link->from,
        .turn = turn,
        .words = words,
        .set = set,
    };
    u64 kept[words];
    if (n->def->switch_priority || arbiter == WS_ARBITER_PRIORITY) {
        keep_highest_class(n, &contest, kept);
        contest.set = kept;
    }
    return picks[arbiter](n, &contest);
}

/* Do the inputs of the node that drives the link simply take turns? Those of a host do. */
static inline bool inputs_alternate(const ws_net *n, const link_fast *link) {
    const ws_def *def = n->def;
    if (link->source)
        return true;
    return def->arbiter == WS_ARBITER_ROUND_ROBIN && !def->switch_priority;
}

u32 arbiter_pick(ws_net *n, u32 l, const u64 *set, u32 turn) {
    const link_fast *link = fast_link(n, l);
    u32 words = link->words;
    if (!inputs_alternate(n, link))
        return pick_by_rule(n, l, set, turn);
    if (link->source && !n->model->by_dest)
        turn = 0;
    if (words == 1)
        return bit_next_wrap(set[0], turn);
    return bits_next_wrap(set, words, turn);
}
