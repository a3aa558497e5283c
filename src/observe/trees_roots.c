/* trees_roots.c - where every queue stands: at the end of which chain of waits, and how far from
 * its root. See trees.h.
 *
 * The order of work: what presses on its sender; the ends of the chains, and how they go on; the
 * places of all queues. A ring of queues that move and slow one another has no end: it is cut at
 * its link of the lowest number. */
#include <string.h>

#include "core/segment.h"
#include "observe/saqs.h"
#include "observe/trees_state.h"
#include "switch/switch.h"

enum { SLOWED_ENTER = 50, SLOWED_STAY = 250 }; /* permille */

/* A few samples may say so of a link that has become busy in the midst of their window; what it has
 * sent is counted. */
bool trees_is_slowed(const ws_trees *t, u32 l) {
    const root_memory *memory = &t->memory[l];
    u32 limit = memory->listed ? SLOWED_STAY : SLOWED_ENTER;
    if (!ws_usage_slowed(t->usage, l, limit))
        return false;
    return !ws_usage_full(t->usage, l, BUSY_ENTER);
}

u32 trees_busy_limit(const ws_trees *t, u32 l) {
    return t->memory[l].listed ? BUSY_STAY : BUSY_ENTER;
}

/* Has link l been full for as long as is known? */
static bool is_full(const ws_trees *t, u32 l) {
    u32 limit = trees_busy_limit(t, l);
    return ws_usage_full_since(t->usage, l, limit, 0);
}

/* Marks of queues at the ends of chains. */
enum { UNSEEN, ON_PATH, DONE };

/* ---- loaded queues ---- */

/* What the sender of queue q, at the end of virtual channel v, may still send to it, of how much: a
 * queue for one destination has room of its own. */
static i32 credit_of(const ws_net *n, u32 q, u32 v, i32 *room) {
    if (n->def->queueing == WS_QUEUEING_VOQNET) {
        size_t link = link_of(n, v);
        u32 port = port_of(n, q);
        u32 dest = q - first_queue_of(n, port);
        *room = (i32)n->def->voqnet_room;
        return n->port.dest_credit[link * n->size.hosts + dest];
    }
    *room = (i32)n->wire.vc_credits[v];
    return settled_credit(n, v);
}

bool trees_presses(const ws_net *n, u32 q) {
    u32 v = n->wire.queue_vc[q];
    const ws_queue_state *queue = &n->queue[q];
    i32 room;
    if (v == NIL)
        return false;
    bool presses = n->ports && ws_port_holds_back(n, q);
    if (n->flow == WS_FLOW_STOP_GO)
        presses |= queue->stop_sent;
    else
        presses |= credit_of(n, q, v, &room) <= 0;
    return presses && settled_flits(n, q) > 0;
}

bool trees_is_half_full(const ws_net *n, u32 q) {
    u32 v = n->wire.queue_vc[q];
    i32 room;
    if (v == NIL || n->flow == WS_FLOW_STOP_GO)
        return false;
    i32 credit = credit_of(n, q, v, &room);
    return 2 * credit <= room;
}

bool trees_has_loaded_holder(const ws_trees *t, u32 l) {
    const ws_net *n = t->net;
    for (VCS_EACH(v, n, l)) {
        u32 q = n->vc[v].holder;
        if (q == NIL || is_source(n, q))
            continue;
        if (!trees_presses(n, q))
            continue;
        return ws_usage_full(t->usage, l, BUSY_ENTER);
    }
    return false;
}

/* The head in queue q finds no room on virtual channel v, though that is idle. */
static void press_far_end(ws_trees *t, u32 q, u32 v) {
    const ws_net *n = t->net;
    const ws_vc_state *vc = &n->vc[v];
    u32 far = vc->receiver;
    if (far == NIL || vc->holder != NIL)
        return;
    if (settled_flits(n, far) == 0)
        return;
    if (settled_credit(n, v) < vc_room_needed(n, q, v))
        t->queue[far].loaded = 1;
}

/* A head waits for room on idle virtual channels: the queues at their far ends have less than it
 * needs. */
static void press_far_ends(ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    for (OPTIONS_EACH(c, n, q)) {
        u32 v0 = first_vc(n, n->option_link[c]);
        u64 vcs = n->option_vcs[c];
        for (BITS_EACH(i, vcs))
            press_far_end(t, q, v0 + i);
    }
}

static bool waits_for_room(const ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u8 reason = t->wait[q].reason;
    if (reason != WS_WAIT_ROOM && reason != WS_WAIT_STOP)
        return false;
    return n->queue[q].state == QUEUE_WAITING;
}

/* A packet that stands in a pool keeps others out, by its presence or by a rule. */
static void press_pool(ws_trees *t, u32 q) {
    const ws_wait *wait = &t->wait[q];
    bool refused = wait->reason >= WS_WAIT_POOL && wait->reason <= WS_WAIT_DEST;
    if (refused && wait->blocker != NIL)
        t->queue[wait->blocker].loaded = 1;
}

void trees_forget_queues(ws_trees *t) {
    static const ws_tree_queue nowhere = {
        .root = NIL,
        .parent = NIL,
    };
    for (EACH(i, t->places)) {
        u32 q = t->placed[i];
        t->queue[q] = nowhere;
    }
}

static void places_clear(ws_trees *t) {
    trees_forget_queues(t);
    t->places = t->actives;
    memcpy(t->placed, t->active, t->places * sizeof *t->placed);
    trees_forget_queues(t);
}

/* May the head of queue q have virtual channel v? */
static bool may_have(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    u32 vc = v - first_vc(n, l);
    for (OPTIONS_EACH(c, n, q)) {
        u64 vcs = n->option_vcs[c];
        if (n->option_link[c] != l)
            continue;
        if (vcs >> vc & 1)
            return true;
    }
    return false;
}

void trees_press(ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u32 v = feeding_vc(n, q);
    if (v == NIL || n->vc[v].holder != NIL)
        return;
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    u32 first = first_queue(n, link->from);
    for (EACH(w, link->words)) {
        u64 heads = n->requests[link->request0 + w];
        for (BITS_EACH(i, heads)) {
            u32 head = first + w * 64 + i;
            if (!waits_for_room(t, head))
                continue;
            if (may_have(n, head, v))
                press_far_end(t, head, v);
        }
    }
}

static void queues_clear(ws_trees *t, bool loads) {
    const ws_net *n = t->net;
    u32 rooms = 0; /* queues on the path, which is free as yet, that wait for room */
    places_clear(t);
    for (EACH(i, t->actives)) {
        u32 q = t->active[i];
        ws_tree_queue *place = &t->queue[q];
        place->loaded = loads && trees_presses(n, q);
        t->mark[q] = UNSEEN;
        if (waits_for_room(t, q))
            t->path[rooms++] = q;
    }
    for (EACH(i, rooms))
        press_far_ends(t, t->path[i]);
    if (!n->wire.pool0)
        return;
    for (EACH(i, t->actives))
        press_pool(t, t->active[i]);
}

/* ---- the ends of the chains ---- */

/* A virtual channel of the first link that the head in front of q may take which nobody holds;
 * else the first of that link. */
static u32 vc_requested(const ws_net *n, u32 q) {
    u32 first = NIL;
    for (OPTIONS_EACH(c, n, q)) {
        u32 v0 = first_vc(n, n->option_link[c]);
        u64 vcs = n->option_vcs[c];
        if (first == NIL)
            first = v0 + bit_first(vcs);
        for (BITS_EACH(i, vcs))
            if (n->vc[v0 + i].holder == NIL)
                return v0 + i;
    }
    return first;
}

static u32 vc_of_host(const ws_net *n, u32 q) {
    u32 h = host_of_node(n, n->wire.queue_node[q]);
    return first_vc(n, n->wire.inject_link[h]);
}

u32 trees_vc_ahead(const ws_net *n, u32 q) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    const ws_queue_state *queue = &n->queue[q];
    if (queue->vc != NIL)
        return queue->vc;
    if (queue->state == QUEUE_EMPTY)
        return NIL;
    if (queue->state == QUEUE_WAITING)
        return vc_requested(n, q);
    if (is_source(n, q))
        return vc_of_host(n, q);
    packet_offers(n, q, queue->front, option);
    return first_vc(n, option[0].link) + bit_first(option[0].vcs);
}

/* Does queue q wait for something that moves, or move itself? Neither if empty or deadlocked. */
static bool is_live(const ws_trees *t, u32 q) {
    return t->wait[q].order < WS_ORDER_DEADLOCK;
}

/* The set-aside queue downstream that has packets, if q is one itself. */
static u32 saq_ahead(const ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u32 far = ws_port_ahead(n, q);
    while (far != NIL && settled_flits(n, far) == 0)
        far = ws_port_ahead(n, far);
    return far != NIL && is_live(t, far) ? far : NIL;
}

/* The queue at the far end of virtual channel v; of a port, whose queues share a memory, the queue
 * that fills most of it. */
static u32 far_queue(const ws_net *n, u32 v) {
    if (!n->ports || is_sink(n, link_of(n, v)))
        return n->vc[v].receiver;
    u32 port = port_of(n, n->wire.vc_queue[v]);
    const u32 *queue0 = &n->wire.port_queue0[port];
    u32 fullest = queue0[0];
    u32 most = 0;
    for (u32 q = queue0[0]; q < queue0[1]; q++) {
        u32 flits = settled_flits(n, q);
        if (flits <= most)
            continue;
        most = flits;
        fullest = q;
    }
    return fullest;
}

/* Is the port of queue q filled by what stands there, so that link l, which leads to it, is not
 * full, though much waits for it? */
static bool is_filled(const ws_trees *t, u32 q, u32 l) {
    const ws_net *n = t->net;
    if (!n->ports)
        return false;
    bool filled = trees_presses(n, q) || trees_is_half_full(n, q);
    return filled && !is_full(t, l);
}

bool trees_slows(const ws_trees *t, u32 q, u32 v) {
    const ws_net *n = t->net;
    u32 l = link_of(n, v);
    if (settled_flits(n, q) == 0)
        return false;
    if (trees_is_slowed(t, l))
        return true;
    return is_filled(t, q, l);
}

/* Where the chain that has come to queue q, whose front goes on by virtual channel v, goes on. */
static u32 path_on(const ws_trees *t, u32 q, u32 v) {
    const ws_net *n = t->net;
    u32 ahead = saq_ahead(t, q);
    if (ahead != NIL || v == NIL)
        return ahead;
    u32 far = far_queue(n, v);
    if (far == NIL || !is_live(t, far))
        return NIL;
    return trees_slows(t, far, v) ? far : NIL;
}

u32 trees_chain_on(const ws_trees *t, u32 q, u32 v) {
    const ws_wait *wait = &t->wait[q];
    bool is_end = wait->order == 0 || wait->reason == WS_WAIT_PORT;
    return is_end ? path_on(t, q, v) : NIL;
}

/* Does queue q wait for its turn at its port, which another queue has for a packet, and longer for
 * its link? */
static bool waits_for_link(const ws_trees *t, u32 q) {
    if (t->wait[q].reason != WS_WAIT_PORT)
        return false;
    const ws_net *n = t->net;
    u32 v = trees_vc_ahead(n, q);
    if (v == NIL)
        return false;
    u32 l = link_of(n, v);
    return is_full(t, l) || path_on(t, q, v) != NIL;
}

/* The queue at which the chain of waits from queue q ends. */
static u32 end_of(const ws_trees *t, u32 q) {
    const ws_wait *wait = &t->wait[q];
    if (!t->net->ports)
        return wait->root;
    while (wait->root != q && !waits_for_link(t, q)) {
        q = wait->blocker;
        wait = &t->wait[q];
    }
    return q;
}

/* A chain ends at queue q: what waits for it stands at its link. (Of a ring that a timer will
 * break, q is the first to be killed.) */
static void end_here(ws_trees *t, u32 q) {
    ws_tree_queue *place = &t->queue[q];
    place->root = t->terminal[q];
    place->parent = NIL;
    const ws_wait *wait = &t->wait[q];
    place->depth = wait->root == q ? wait->order : 0;
    t->mark[q] = DONE;
}

static u32 place_on_path(const ws_trees *t, u32 q) {
    u32 i = 0;
    while (t->path[i] != q)
        i++;
    return i;
}

/* Follows the ends of chains from q, each to the next, until an end that goes no further, or is
 * known. Returns the length of this path; if it ends in a ring, *ring is the place where the ring
 * begins. */
static u32 path_find(ws_trees *t, u32 q, u32 *ring) {
    const ws_net *n = t->net;
    u32 count = 0;
    *ring = NIL;
    for (;;) {
        u32 v = trees_vc_ahead(n, q);
        t->terminal[q] = v == NIL ? NIL : link_of(n, v);
        t->path[count++] = q;
        t->mark[q] = ON_PATH;
        u32 far = trees_chain_on(t, q, v);
        t->queue[q].parent = far;
        if (far == NIL)
            return count;
        q = end_of(t, far);
        if (t->mark[q] == DONE)
            return count;
        if (t->mark[q] == ON_PATH) {
            *ring = place_on_path(t, q);
            return count;
        }
    }
}

static void ring_cut(ws_trees *t, u32 ring, u32 count) {
    u32 lowest = t->path[ring];
    for (u32 i = ring; i < count; i++) {
        u32 q = t->path[i];
        if (t->terminal[q] < t->terminal[lowest])
            lowest = q;
    }
    for (EACH(i, count))
        t->mark[t->path[i]] = UNSEEN;
    end_here(t, lowest);
}

/* How many waits lie between queue q and the end of its chain? */
static u32 waits_between(const ws_trees *t, u32 q, u32 end) {
    const ws_wait *wait = &t->wait[q];
    if (end == wait->root)
        return wait->order;
    return wait->order - t->wait[end].order;
}

/* Queue q is on a path, and the end to which it goes on is known. */
static void end_place(ws_trees *t, u32 q) {
    ws_tree_queue *place = &t->queue[q];
    u32 far = place->parent;
    if (far == NIL) {
        end_here(t, q);
        return;
    }
    u32 end = end_of(t, far);
    const ws_tree_queue *next = &t->queue[end];
    place->root = next->root;
    u32 waits = waits_between(t, far, end);
    place->depth = (u16)(waits + next->depth + 1);
    t->mark[q] = DONE;
}

/* Root and depth of queue q, at which a chain ends. */
static void end_resolve(ws_trees *t, u32 q) {
    while (t->mark[q] != DONE) {
        u32 ring;
        u32 count = path_find(t, q, &ring);
        if (ring != NIL) {
            ring_cut(t, ring, count);
            continue;
        }
        while (count-- > 0)
            end_place(t, t->path[count]);
    }
}

/* Where queue q stands, once the end of its chain knows. */
static void place_behind(ws_trees *t, u32 q, u32 end) {
    if (end == q)
        return;
    const ws_tree_queue *ahead = &t->queue[end];
    ws_tree_queue *place = &t->queue[q];
    place->root = ahead->root;
    place->parent = t->wait[q].blocker;
    u32 waits = waits_between(t, q, end);
    place->depth = (u16)(waits + ahead->depth);
}

void trees_place_queues(ws_trees *t, bool loads) {
    queues_clear(t, loads);
    for (EACH(i, t->actives)) {
        u32 q = t->active[i];
        if (!is_live(t, q))
            continue;
        u32 end = end_of(t, q);
        end_resolve(t, end);
        place_behind(t, q, end);
    }
}

bool trees_goes_on(const ws_trees *t, u32 l) {
    const ws_net *n = t->net;
    for (VCS_EACH(v, n, l)) {
        u32 far = far_queue(n, v);
        if (far != NIL && t->wait[far].order != WS_ORDER_NONE)
            return true;
    }
    return false;
}

u32 trees_root_ahead(const ws_trees *t, u32 l) {
    const ws_net *n = t->net;
    for (VCS_EACH(v, n, l)) {
        u32 far = far_queue(n, v);
        u32 root = far == NIL ? NIL : t->queue[far].root;
        if (root == NIL || root == l)
            continue;
        if (t->memory[root].listed)
            return root;
    }
    return NIL;
}
