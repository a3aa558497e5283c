/* trees_outcome.c - is a link congested? Told without the places of all queues, where one look at
 * those that request it is enough.
 *
 * In a plain machine, whose links have one virtual channel each and no rival at the crossbar, what
 * waits for a link are the heads that request it (is_waited_for in trees.c): two are enough, one
 * must stand in a loaded queue; or who holds a full link does. Such a head is a member of the tree
 * of the link if it can go no other way, and if who holds the link moves: since the link is not
 * slowed, the chain ends there.
 *
 * Invariant: an outcome is what the places of all queues would show; trees.c asserts it at each
 * look at which they are known. */
#include "observe/trees_state.h"
#include "switch/switch.h"

u32 trees_requests(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    const u64 *requests = n->requests + link->request0;
    u32 heads = 0;
    for (EACH(w, link->words))
        heads += bit_count(requests[w]);
    return heads;
}

/* Has queue q, as far as can be told from it alone, room for whoever waits for room in it? */
static bool is_roomy(const ws_net *n, u32 q) {
    u32 v = feeding_vc(n, q);
    if (is_source(n, q))
        return true;
    if (v == NIL || n->vc[v].holder == NIL)
        return false;
    return !trees_presses(n, q);
}

/* Does the head of queue q wait for link l alone, and its holder move? */
static bool stands_behind_holder(const ws_trees *t, u32 q, u32 l) {
    const ws_net *n = t->net;
    u32 options = 0;
    for (OPTIONS_EACH(c, n, q))
        options++;
    u32 holder = n->vc[first_vc(n, l)].holder;
    if (options != 1 || t->wait[q].reason != WS_WAIT_VC)
        return false;
    return holder != NIL && t->wait[holder].order == 0;
}

static tree_outcome judge(const ws_trees *t, u32 q, u32 l, u32 waiting) {
    const ws_net *n = t->net;
    if (waiting < 2 && is_roomy(n, q))
        return TREE_FAILS;
    if (!stands_behind_holder(t, q, l))
        return TREE_UNKNOWN;
    if (waiting < 2 && !trees_presses(n, q))
        return TREE_UNKNOWN;
    return TREE_PASSES;
}

tree_outcome trees_outcome(const ws_trees *t, u32 l) {
    const ws_net *n = t->net;
    if (!n->segments.plain || n->ports || n->wire.pool0)
        return TREE_UNKNOWN;
    u32 waiting = trees_requests(n, l);
    if (trees_has_loaded_holder(t, l)) {
        u32 v = first_vc(n, l);
        u32 holder = n->vc[v].holder;
        return t->wait[holder].order == 0 ? TREE_PASSES : TREE_UNKNOWN;
    }
    if (waiting == 0)
        return TREE_FAILS;
    const link_fast *link = fast_link(n, l);
    const u64 *requests = n->requests + link->request0;
    u32 input = bits_next_wrap(requests, link->words, 0);
    return judge(t, first_queue(n, link->from) + input, l, waiting);
}
