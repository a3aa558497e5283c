/* trees.c - see trees.h.
 *
 * The order of work: links (usage.c), the ends of the chains and how they go on, places of all
 * queues, members and what they add up to at their roots, victims, the tests, the list. A ring
 * of queues that move and slow one another has no end: it is cut at its link of the lowest
 * number. */
#include "observe/trees.h"

#include <stdlib.h>
#include <string.h>

#include "core/verbs.h"
#include "observe/ports.h"
#include "observe/trees_state.h"
#include "wormscope/memory.h"

enum { BUSY_ENTER = 950, BUSY_STAY = 750, SLOWED_ENTER = 50, SLOWED_STAY = 250 }; /* permille */
/* For so many cycles the tests must have passed, or failed: two steps of the grid, or four, but
 * where these are long not more than is enough. */
enum { CYCLES_LEAST = 64, ENTER_ENOUGH = 512, LEAVE_ENOUGH = 2048 };
enum { UNSEEN, ON_PATH, DONE };

static void *zeroed(size_t count, size_t size) {
    void *block = ws_alloc(count + 1, size);
    return block;
}

static u32 more_of(u32 a, u32 b) {
    return a > b ? a : b;
}
static u32 less_of(u32 a, u32 b) {
    return a < b ? a : b;
}

ws_trees *ws_trees_new(const ws_net *n, uint32_t step) {
    ws_trees *t = zeroed(1, sizeof *t);
    t->queues = n->size.queues;
    t->links = n->size.links;
    t->hosts = n->size.hosts;
    t->enter = more_of(more_of(step, less_of(2 * step, ENTER_ENOUGH)), CYCLES_LEAST);
    t->leave = more_of(more_of(2 * step, less_of(4 * step, LEAVE_ENOUGH)), CYCLES_LEAST);
    t->usage = ws_usage_new(n, step);
    t->queue = zeroed(t->queues, sizeof *t->queue);
    t->terminal = zeroed(t->queues, sizeof *t->terminal);
    t->mark = zeroed(t->queues, sizeof *t->mark);
    t->path = zeroed(t->queues, sizeof *t->path);
    t->root = zeroed(t->links, sizeof *t->root);
    t->memory = zeroed(t->links, sizeof *t->memory);
    t->tree = zeroed(t->links, sizeof *t->tree);
    t->host_packets = zeroed((size_t)WS_TREES_MAX * t->hosts, sizeof *t->host_packets);
    t->open = zeroed(bits_words(n->size.nodes), sizeof *t->open);
    return t;
}

void ws_trees_free(ws_trees *t) {
    if (!t)
        return;
    ws_usage_free(t->usage);
    void *owned[] = {t->queue,  t->terminal, t->mark,   t->path,         t->root,
                     t->memory, t->tree,     t->victim, t->host_packets, t->open};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(t);
}

/* ---- loaded queues ---- */

static bool presses(const ws_net *n, u32 q) {
    u32 v = n->wire.queue_lane[q];
    if (v == NIL || n->queue[q].flits == 0)
        return false;
    if (ws_port_holds_back(n, q))
        return true;
    return n->flow == WS_FLOW_STOP_GO ? n->queue[q].stop_sent : n->vc[v].credit <= 0;
}

/* A head waits for room on idle lanes: the queues at their far ends have less than it needs. */
static void press_heads(ws_trees *t, const ws_net *n, u32 q) {
    u32 stride = n->size.options_per_queue;
    for (u32 c = 0; c < stride && n->option_link[(size_t)q * stride + c] != NIL; c++) {
        u64 lanes = n->option_vcs[(size_t)q * stride + c];
        u32 v0 = n->wire.vc0[n->option_link[(size_t)q * stride + c]];
        for (BITS_EACH(i, lanes)) {
            u32 far = n->vc[v0 + i].receiver;
            if (far == NIL || n->vc[v0 + i].holder != NIL || n->queue[far].flits == 0)
                continue;
            if (n->vc[v0 + i].credit < vc_room_needed(n, q, v0 + i))
                t->queue[far].loaded = 1;
        }
    }
}

/* A packet that stands in a pool keeps others out, by its presence or by a rule. */
static bool is_refused(ws_wait_reason reason) {
    return reason >= WS_WAIT_POOL && reason <= WS_WAIT_DEST;
}

static void queues_clear(ws_trees *t, const ws_net *n) {
    for (u32 q = 0; q < t->queues; q++) {
        t->queue[q] = (ws_tree_queue){.root = NIL, .parent = NIL, .loaded = presses(n, q)};
        t->mark[q] = UNSEEN;
    }
    for (u32 q = 0; q < t->queues; q++)
        if (n->queue[q].state == QUEUE_WAITING &&
            (t->wait[q].reason == WS_WAIT_ROOM || t->wait[q].reason == WS_WAIT_STOP))
            press_heads(t, n, q);
    for (u32 q = 0; n->wire.pool0 && q < t->queues; q++)
        if (is_refused(t->wait[q].reason) && t->wait[q].blocker != NIL)
            t->queue[t->wait[q].blocker].loaded = 1;
}

/* ---- the ends of the chains ---- */

/* A lane of the first link that the head in front of q may take which nobody holds; else the
 * first of that link. */
static u32 lane_wanted(const ws_net *n, u32 q) {
    u32 stride = n->size.options_per_queue;
    u32 first = NIL;
    for (u32 c = 0; c < stride && n->option_link[(size_t)q * stride + c] != NIL; c++) {
        u64 lanes = n->option_vcs[(size_t)q * stride + c];
        u32 v0 = n->wire.vc0[n->option_link[(size_t)q * stride + c]];
        if (first == NIL)
            first = v0 + bit_first(lanes);
        for (BITS_EACH(i, lanes))
            if (n->vc[v0 + i].holder == NIL)
                return v0 + i;
    }
    return first;
}

/* The lane by which the front of queue q goes on, or will as far as can be foreseen; NIL if
 * nothing is here. */
static u32 lane_of(const ws_net *n, u32 q) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (n->queue[q].vc != NIL)
        return n->queue[q].vc;
    if (n->queue[q].state == QUEUE_EMPTY)
        return NIL;
    if (n->queue[q].state == QUEUE_WAITING)
        return lane_wanted(n, q);
    if (is_source(n, q))
        return n->wire.vc0[n->wire.inject_link[n->wire.queue_node[q] - n->size.switches]];
    packet_offers(n, q, n->queue[q].front, option);
    return n->wire.vc0[option[0].link] + bit_first(option[0].vcs);
}

/* The set-aside queue downstream that has packets, if q is one itself. */
static u32 saq_ahead(const ws_trees *t, const ws_net *n, u32 q) {
    u32 far = ws_port_ahead(n, q);
    while (far != NIL && n->queue[far].flits == 0)
        far = ws_port_ahead(n, far);
    return far == NIL || t->wait[far].order >= WS_ORDER_DEADLOCK ? NIL : far;
}

/* The queue at the far end of lane v: of a port, whose queues share its memory, the one that
 * fills most of it. */
static u32 far_queue(const ws_net *n, u32 v) {
    u32 far = n->vc[v].receiver;
    if (!n->ports || is_sink(n, n->wire.vc_link[v]))
        return far;
    u32 port = port_of(n, n->wire.vc_queue[v]);
    u32 fullest = n->wire.port_queue0[port];
    for (u32 q = fullest + 1; q < n->wire.port_queue0[port + 1]; q++)
        if (n->queue[q].flits > n->queue[fullest].flits)
            fullest = q;
    return fullest;
}

/* The queue through which the chain that ends at q goes on: the set-aside queue ahead of it;
 * else that at the far end of its link, if it slows the link down. */
static u32 chain_on(const ws_trees *t, const ws_net *n, u32 q, u32 v) {
    u32 ahead = t->wait[q].order == 0 ? saq_ahead(t, n, q) : NIL;
    if (ahead != NIL || v == NIL)
        return ahead;
    u32 l = n->wire.vc_link[v];
    u32 far = far_queue(n, v);
    if (t->wait[q].order != 0 || far == NIL || n->queue[far].flits == 0 ||
        t->wait[far].order >= WS_ORDER_DEADLOCK)
        return NIL;
    return ws_usage_slowed(t->usage, l, t->memory[l].listed ? SLOWED_STAY : SLOWED_ENTER) ? far
                                                                                          : NIL;
}

/* A chain ends at queue q: what waits for it stands at its link. (Of a ring that a timer will
 * break, q is the first to be killed.) */
static void end_here(ws_trees *t, u32 q) {
    t->queue[q].root = t->terminal[q];
    t->queue[q].parent = NIL;
    t->queue[q].depth = t->wait[q].order;
    t->mark[q] = DONE;
}

/* Where queue q stands, once the end of its chain knows. */
static void place_behind(ws_trees *t, u32 q) {
    const ws_tree_queue *end = &t->queue[t->wait[q].root];
    ws_tree_queue *place = &t->queue[q];
    if (t->wait[q].root == q)
        return;
    place->root = end->root;
    place->parent = t->wait[q].blocker;
    place->depth = (u16)(t->wait[q].order + end->depth);
}

/* The path of ends of chains from path[0], each going on to the next, until one that does not,
 * or is known. Its length; if it ends in a ring, *ring is the place where that begins. */
static u32 path_find(ws_trees *t, const ws_net *n, u32 q, u32 *ring) {
    u32 count = 0;
    *ring = NIL;
    for (;;) {
        u32 v = lane_of(n, q);
        t->terminal[q] = v == NIL ? NIL : n->wire.vc_link[v];
        t->path[count++] = q;
        t->mark[q] = ON_PATH;
        u32 far = chain_on(t, n, q, v);
        t->queue[q].parent = far;
        if (far == NIL)
            return count;
        q = t->wait[far].root;
        if (t->mark[q] == DONE)
            return count;
        if (t->mark[q] != ON_PATH)
            continue;
        for (*ring = 0; t->path[*ring] != q;)
            (*ring)++;
        return count;
    }
}

static void ring_cut(ws_trees *t, u32 ring, u32 count) {
    u32 lowest = ring;
    for (u32 i = ring; i < count; i++)
        if (t->terminal[t->path[i]] < t->terminal[t->path[lowest]])
            lowest = i;
    for (u32 i = 0; i < count; i++)
        t->mark[t->path[i]] = UNSEEN;
    end_here(t, t->path[lowest]);
}

/* Root and depth of queue q, at which a chain ends. */
static void end_resolve(ws_trees *t, const ws_net *n, u32 q) {
    while (t->mark[q] != DONE) {
        u32 ring;
        u32 count = path_find(t, n, q, &ring);
        if (ring != NIL) {
            ring_cut(t, ring, count);
            continue;
        }
        while (count-- > 0) {
            u32 end = t->path[count];
            u32 far = t->queue[end].parent;
            if (far == NIL) {
                end_here(t, end);
                continue;
            }
            const ws_tree_queue *next = &t->queue[t->wait[far].root];
            t->queue[end].root = next->root;
            t->queue[end].depth = (u16)(t->wait[far].order + next->depth + 1);
            t->mark[end] = DONE;
        }
    }
}

static void queues_place(ws_trees *t, const ws_net *n) {
    for (u32 q = 0; q < t->queues; q++) {
        if (t->wait[q].order >= WS_ORDER_DEADLOCK)
            continue;
        end_resolve(t, n, t->wait[q].root);
        place_behind(t, q);
    }
}

/* ---- members ---- */

static bool waits_at(const ws_net *n, u32 q, u32 l, ws_wait_reason reason) {
    u32 stride = n->size.options_per_queue;
    u32 v = n->queue[q].vc;
    if (v != NIL)
        return reason == WS_WAIT_CROSSBAR && n->wire.vc_link[v] == l;
    if (n->queue[q].state != QUEUE_WAITING)
        return false;
    for (u32 c = 0; c < stride && n->option_link[(size_t)q * stride + c] != NIL; c++)
        if (n->option_link[(size_t)q * stride + c] == l)
            return true;
    return false;
}

/* With output ports, heads in input ports take turns at crossing to that of link l. */
static bool takes_turns(const ws_trees *t, const ws_net *n, u32 q, u32 l) {
    if (t->wait[q].reason == WS_WAIT_CROSSBAR)
        return t->queue[q].at_root;
    if (!n->wire.port_out || is_source(n, q) || n->wire.port_out[port_of(n, q)] != NIL)
        return false;
    return n->queue[q].flits > 0 && t->wait[q].root == q && t->queue[q].parent == NIL &&
           t->terminal[q] == l;
}

static void leaves_find(ws_trees *t) {
    memset(t->mark, 0, t->queues);
    for (u32 q = 0; q < t->queues; q++) {
        if (!t->queue[q].member)
            continue;
        for (u32 p = t->queue[q].parent; p != NIL && !t->mark[p]; p = t->queue[p].parent) {
            t->mark[p] = 1;
            if (t->queue[p].member)
                break;
        }
    }
    for (u32 q = 0; q < t->queues; q++)
        if (t->queue[q].member && !t->mark[q])
            t->queue[q].leaf = 1, t->root[t->queue[q].root].leaves++;
}

static void member_add(ws_trees *t, const ws_net *n, u32 q) {
    ws_tree_queue *place = &t->queue[q];
    root_record *root = &t->root[place->root];
    place->at_root = waits_at(n, q, place->root, t->wait[q].reason);
    if (takes_turns(t, n, q, place->root))
        root->takers++, place->at_root = 1;
    root->full |= place->at_root && place->loaded;
    place->member = place->loaded || place->at_root;
    if (!place->member)
        return;
    root->members++;
    root->at_root += place->at_root;
    root->flits += n->queue[q].flits;
    if (place->depth > root->depth)
        root->depth = place->depth;
}

static void members_find(ws_trees *t, const ws_net *n) {
    for (u32 l = 0; l < t->links; l++) {
        root_record *r = &t->root[l];
        r->members = r->at_root = r->flits = r->leaves = r->takers = r->victims = r->cold =
            r->depth = 0;
        r->full = false;
        r->place = NIL;
    }
    for (u32 q = 0; q < t->queues; q++)
        if (t->queue[q].root != NIL)
            member_add(t, n, q);
}

/* ---- the tests ---- */

static bool is_waited_for(const ws_net *n, const root_record *r, u32 l) {
    u32 waiting = r->takers > 1 ? r->takers - 1 : 0;
    for (u32 i = 0; i < n->wire.words[n->wire.link_from[l]]; i++)
        waiting += bit_count(n->requests[n->wire.request0[l] + i]);
    return waiting >= 2 || (waiting == 1 && r->full);
}

static bool is_congested(const ws_trees *t, const ws_net *n, u32 l) {
    const root_record *r = &t->root[l];
    bool listed = t->memory[l].listed;
    return r->members > 0 && ws_usage_busy(t->usage, l, listed ? BUSY_STAY : BUSY_ENTER) &&
           !ws_usage_slowed(t->usage, l, listed ? SLOWED_STAY : SLOWED_ENTER) &&
           is_waited_for(n, r, l);
}

static void root_judge(ws_trees *t, const ws_net *n, u32 l) {
    root_memory *m = &t->memory[l];
    bool pass = is_congested(t, n, l);
    if (pass == m->listed) {
        m->changed = 0;
        return;
    }
    if (m->changed == 0)
        m->changed = t->cycle;
    if (t->cycle - m->changed < (pass ? t->enter : t->leave))
        return;
    m->since = m->changed;
    m->changed = 0;
    m->listed = pass;
}

/* The root of which the queue ahead of link l is a part now, NIL if there is none: that of a
 * tree which has taken it in. */
static u32 root_ahead(const ws_trees *t, const ws_net *n, u32 l) {
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++) {
        u32 far = far_queue(n, v);
        u32 root = far == NIL ? NIL : t->queue[far].root;
        if (root != NIL && root != l && t->memory[root].listed)
            return root;
    }
    return NIL;
}

static void merge_note(ws_trees *t, u32 from, u32 into) {
    memmove(t->merge + 1, t->merge, (WS_MERGES_MAX - 1) * sizeof *t->merge);
    t->merge[0] = (ws_tree_merge){from, into, t->cycle};
    if (t->merges < WS_MERGES_MAX)
        t->merges++;
}

void ws_trees_begin(ws_trees *t, const ws_net *n) {
    ws_usage_begin(t->usage, n);
    t->merges = 0;
    memset(t->merge, 0, sizeof t->merge);
    memset(t->memory, 0, t->links * sizeof *t->memory);
}

void ws_trees_pack(ws_trees *t, ws_pack *pack) {
    ws_usage_pack(t->usage, pack);
    ws_pack_part(pack, t->memory, t->links * sizeof *t->memory);
    ws_pack_part(pack, &t->merges, sizeof t->merges);
    ws_pack_part(pack, t->merge, sizeof t->merge);
}

static void roots_judge(ws_trees *t, const ws_net *n) {
    for (u32 l = 0; l < t->links; l++) {
        bool before = t->memory[l].listed;
        root_judge(t, n, l);
        t->root[l].gone = before && !t->memory[l].listed;
    }
    for (u32 l = 0; l < t->links; l++) {
        u32 into = t->root[l].gone ? root_ahead(t, n, l) : NIL;
        if (into != NIL)
            merge_note(t, l, into);
    }
}

/* ---- the list ---- */

static int tree_compare(const void *left, const void *right) {
    const ws_tree *a = left;
    const ws_tree *b = right;
    if (a->victims != b->victims)
        return a->victims > b->victims ? -1 : 1;
    if (a->members != b->members)
        return a->members > b->members ? -1 : 1;
    return a->root < b->root ? -1 : a->root > b->root;
}

/* It has failed for as long as it takes to pass, and may be gone. */
static bool has_failed(const ws_trees *t, u32 l) {
    return t->memory[l].changed > 0 && t->cycle >= t->memory[l].changed + t->enter;
}

static void list_make(ws_trees *t) {
    t->trees = 0;
    for (u32 l = 0; l < t->links; l++) {
        const root_record *r = &t->root[l];
        if (!t->memory[l].listed || (r->members == 0 && has_failed(t, l)))
            continue;
        t->tree[t->trees++] = (ws_tree){.root = l,
                                        .members = r->members,
                                        .leaves = r->leaves,
                                        .waiting = r->at_root,
                                        .flits = r->flits,
                                        .victims = r->victims,
                                        .cold = r->cold,
                                        .depth = r->depth,
                                        .since = t->memory[l].since};
    }
    qsort(t->tree, t->trees, sizeof *t->tree, tree_compare);
    if (t->trees > WS_TREES_MAX)
        t->trees = WS_TREES_MAX;
    for (u32 i = 0; i < t->trees; i++)
        t->root[t->tree[i].root].place = i;
}

/* Where every queue stands. */
static void structure_read(ws_trees *t, const ws_net *n, const ws_waits *waits) {
    t->wait = ws_waits_of(waits, NULL);
    t->cycle = n->cycle[0];
    queues_clear(t, n);
    queues_place(t, n);
    members_find(t, n);
}

void ws_trees_look(ws_trees *t, const ws_net *n, const ws_waits *waits) {
    ws_usage_look(t->usage, n, waits);
    structure_read(t, n, waits);
    roots_judge(t, n);
}

void ws_trees_update(ws_trees *t, const ws_net *n, const ws_waits *waits) {
    structure_read(t, n, waits);
    leaves_find(t);
    trees_find_victims(t, n);
    list_make(t);
    trees_count_contributors(t, n);
}

const ws_tree *ws_trees_of(const ws_trees *t, size_t *count) {
    *count = t->trees;
    return t->tree;
}
const ws_tree_queue *ws_trees_queues(const ws_trees *t) {
    return t->queue;
}
const ws_tree_victim *ws_trees_victims(const ws_trees *t, size_t *count) {
    *count = t->victims;
    return t->victim;
}
const ws_tree_merge *ws_trees_merges(const ws_trees *t, size_t *count) {
    *count = t->merges;
    return t->merge;
}
uint32_t ws_trees_find(const ws_trees *t, uint32_t root) {
    return root < t->links ? t->root[root].place : NIL;
}
