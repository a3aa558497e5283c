/* trees_listed.c - where the queues of the congested trees stand, and no others: from each root
 * backwards, against the waits and against the links that are slowed. See trees_roots.c, which
 * finds the same for all queues, each from itself.
 *
 * Of a large network a picture wants this list only: most queues stand in no tree of it.
 *
 * Invariant: what has been placed stands in placed[], the queue ahead before the one behind. */
#include "core/segment.h"
#include "observe/trees_state.h"
#include "switch/switch.h"

/* A path that goes on for so long may be a ring. */
enum { PATH_MOST = 256 };

static void place_add(ws_trees *t, u32 q, const ws_tree_queue *place) {
    t->queue[q] = *place;
    t->placed[t->places] = q;
    t->places++;
}

/* A chain of waits ends at queue q. */
static bool is_end(const ws_trees *t, u32 q) {
    return t->wait[q].root == q;
}

static bool is_placed(const ws_trees *t, u32 q) {
    const ws_tree_queue *place = &t->queue[q];
    return place->root != NIL;
}

/* The queue that slows queue q, at which a chain of waits ends; NIL. */
static u32 slower_of(const ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u32 v = trees_vc_ahead(n, q);
    return trees_chain_on(t, q, v);
}

/* Is queue q, at which a chain ends, in a ring of such, or may it be? */
static bool may_be_in_ring(const ws_trees *t, u32 q) {
    u32 end = q;
    for (EACH(i, PATH_MOST)) {
        u32 far = slower_of(t, end);
        if (far == NIL)
            return false;
        end = t->wait[far].root;
        if (end == q)
            return true;
    }
    return true;
}

/* Queues that send on the root, or will next. False where a ring must be cut. */
static bool ends_place(ws_trees *t, u32 root) {
    const ws_net *n = t->net;
    for (QUEUES_EACH(q, n, n->wire.link_from[root])) {
        if (!is_end(t, q))
            continue;
        u32 v = trees_vc_ahead(n, q);
        if (v == NIL)
            continue;
        if (link_of(n, v) != root)
            continue;
        if (trees_chain_on(t, q, v) == NIL) {
            ws_tree_queue place = {.root = root, .parent = NIL};
            place.depth = t->wait[q].order;
            place_add(t, q, &place);
        } else if (may_be_in_ring(t, q)) {
            return false;
        }
    }
    return true;
}

/* Queues that wait for queue q. */
static void waiters_place(ws_trees *t, const ws_waits *waits, u32 q) {
    u32 edge = ws_waits_behind(waits, q);
    for (; edge != NIL; edge = ws_waits_next_behind(waits, edge)) {
        u32 behind = ws_waits_waiter(waits, edge);
        const ws_wait *wait = &t->wait[behind];
        if (wait->blocker != q || is_end(t, behind))
            continue;
        if (is_placed(t, behind))
            continue;
        const ws_tree_queue *end = &t->queue[wait->root];
        ws_tree_queue place = {.root = end->root, .parent = q};
        place.depth = (u16)(wait->order + end->depth);
        place_add(t, behind, &place);
    }
}

/* Queues that move, and that queue q slows. */
static void slowed_place(ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u32 v = feeding_vc(n, q);
    if (v == NIL || !trees_slows(t, q, v))
        return;
    u32 l = link_of(n, v);
    ws_tree_queue place = {.root = t->queue[q].root, .parent = q};
    place.depth = t->queue[q].depth + 1u;
    for (QUEUES_EACH(behind, n, n->wire.link_from[l])) {
        if (!is_end(t, behind))
            continue;
        if (is_placed(t, behind))
            continue;
        if (slower_of(t, behind) == q)
            place_add(t, behind, &place);
    }
}

bool trees_place_listed(ws_trees *t, const ws_waits *waits) {
    trees_forget_queues(t);
    t->places = 0;
    for (EACH(i, t->listed_count)) {
        u32 root = t->listed[i];
        if (!ends_place(t, root))
            return false;
    }
    for (EACH(i, t->places)) {
        u32 q = t->placed[i];
        waiters_place(t, waits, q);
        slowed_place(t, q);
    }
    for (EACH(i, t->places)) {
        u32 q = t->placed[i];
        trees_press(t, q);
    }
    return true;
}
