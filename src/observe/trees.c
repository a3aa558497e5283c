/* trees.c - see trees.h.
 *
 * The order of work: links (usage.c), places of all queues (trees_roots.c), members and what they
 * add up to at their roots, victims, the tests, the list. */
#include "observe/trees.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "observe/trees_state.h"
#include "switch/switch.h"
#include "wormscope/memory.h"

/* For so many cycles the tests must have passed, or failed, where nothing is certain at once: two
 * steps of the grid, or four, but where these are long not more than is enough. */
enum { CYCLES_LEAST = 64, ENTER_ENOUGH = 512, LEAVE_ENOUGH = 2048 };

static void *zeroed(size_t count, size_t size) {
    void *block = ws_alloc(count + 1, size);
    return block;
}

/* Two distances between looks, but not more than enough; at least one, and CYCLES_LEAST. */
static u32 patience(u32 distance, u32 enough) {
    u32 cycles = 2 * distance;
    if (cycles > enough)
        cycles = enough;
    if (cycles < distance)
        cycles = distance;
    return cycles < CYCLES_LEAST ? CYCLES_LEAST : cycles;
}

/* See `fed`. */
static bool is_fed(const ws_net *n) {
    if (n->ports || n->wire.pool0)
        return false;
    for (EACH(q, n->wire.source_queue0))
        if (feeding_vc(n, q) == NIL)
            return false;
    return true;
}

ws_trees *ws_trees_new(const ws_net *n, uint32_t step) {
    ws_trees *t = zeroed(1, sizeof *t);
    t->queues = n->size.queues;
    t->links = n->size.links;
    t->hosts = n->size.hosts;
    t->enter = patience(step, ENTER_ENOUGH);
    t->leave = patience(2 * step, LEAVE_ENOUGH);
    t->usage = ws_usage_new(n, step);
    t->queue = zeroed(t->queues, sizeof *t->queue);
    t->placed = zeroed(t->queues, sizeof *t->placed);
    for (EACH(q, t->queues))
        t->placed[t->places++] = q;
    t->terminal = zeroed(t->queues, sizeof *t->terminal);
    t->mark = zeroed(t->queues, sizeof *t->mark);
    t->path = zeroed(t->queues, sizeof *t->path);
    t->root = zeroed(t->links, sizeof *t->root);
    t->memory = zeroed(t->links, sizeof *t->memory);
    t->noted = zeroed(bits_words(t->links), sizeof *t->noted);
    t->suspect = zeroed(t->links, sizeof *t->suspect);
    t->outcome = zeroed(t->links, sizeof *t->outcome);
    t->gone = zeroed(t->links, sizeof *t->gone);
    t->listed = zeroed(t->links, sizeof *t->listed);
    t->fed = is_fed(n);
    t->tree = zeroed(t->links, sizeof *t->tree);
    size_t counts = (size_t)WS_TREES_MAX * t->hosts;
    t->host_packets = zeroed(counts, sizeof *t->host_packets);
    t->open = zeroed(bits_words(n->size.nodes), sizeof *t->open);
    return t;
}

void ws_trees_free(ws_trees *t) {
    if (!t)
        return;
    ws_usage_free(t->usage);
    free(t->queue);
    free(t->placed);
    free(t->terminal);
    free(t->mark);
    free(t->path);
    free(t->root);
    free(t->memory);
    free(t->noted);
    free(t->suspect);
    free(t->outcome);
    free(t->gone);
    free(t->listed);
    free(t->tree);
    free(t->victim);
    free(t->host_packets);
    free(t->open);
    free(t);
}

/* ---- members ---- */

/* Does the head of queue q request link l, or has it a virtual channel of that and waits for its
 * turn at the crossbar? */
static bool waits_at(const ws_net *n, u32 q, u32 l, ws_wait_reason reason) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->vc != NIL)
        return reason == WS_WAIT_CROSSBAR && n->wire.vc_link[queue->vc] == l;
    if (queue->state != QUEUE_WAITING)
        return false;
    for (OPTIONS_EACH(c, n, q))
        if (n->option_link[c] == l)
            return true;
    return false;
}

static bool is_output_port(const ws_net *n, u32 q) {
    return n->wire.port_out[port_of(n, q)] != NIL;
}

/* With output ports, heads in input ports take turns at crossing to that of link l. */
static bool shares_turns(const ws_trees *t, u32 q, u32 l) {
    const ws_net *n = t->net;
    const ws_wait *wait = &t->wait[q];
    const ws_tree_queue *place = &t->queue[q];
    if (wait->reason == WS_WAIT_CROSSBAR)
        return place->at_root;
    if (!n->wire.port_out || is_source(n, q) || is_output_port(n, q))
        return false;
    if (n->queue[q].flits == 0)
        return false;
    bool is_end = wait->root == q && place->parent == NIL;
    return is_end && t->terminal[q] == l;
}

/* Marks the queues ahead of member q up to the next member: it stands behind them. */
static void mark_ahead(ws_trees *t, u32 q) {
    u32 ahead = t->queue[q].parent;
    while (ahead != NIL && !t->mark[ahead]) {
        const ws_tree_queue *place = &t->queue[ahead];
        t->mark[ahead] = 1;
        if (place->member)
            return;
        ahead = place->parent;
    }
}

static void leaves_find(ws_trees *t) {
    memset(t->mark, 0, t->queues);
    for (EACH(i, t->actives)) {
        u32 q = t->active[i];
        if (t->queue[q].member)
            mark_ahead(t, q);
    }
    for (EACH(i, t->actives)) {
        u32 q = t->active[i];
        ws_tree_queue *place = &t->queue[q];
        if (!place->member || t->mark[q])
            continue;
        place->leaf = 1;
        t->root[place->root].leaves++;
    }
}

/* Does a worm wait in queue q of a switch, in front or behind another? */
static bool holds_waiting(const ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    if (is_source(n, q))
        return false;
    return t->wait[q].order > 0 || n->queue[q].packets > 1;
}

static void member_add(ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    ws_tree_queue *place = &t->queue[q];
    root_record *root = &t->root[place->root];
    place->at_root = waits_at(n, q, place->root, t->wait[q].reason);
    if (shares_turns(t, q, place->root)) {
        root->sharers++;
        place->at_root = 1;
    }
    root->full |= place->at_root && place->loaded;
    place->member = place->loaded || place->at_root || holds_waiting(t, q);
    if (!place->member)
        return;
    root->members++;
    root->pressing += place->loaded || trees_is_half_full(n, q);
    root->at_root += place->at_root;
    root->flits += n->queue[q].flits;
    if (place->depth > root->depth)
        root->depth = place->depth;
}

static void root_clear(root_record *root) {
    *root = (root_record){0};
    root->place = NIL;
}

static void members_find(ws_trees *t) {
    for (EACH(l, t->links))
        root_clear(&t->root[l]);
    for (EACH(i, t->actives)) {
        u32 q = t->active[i];
        if (t->queue[q].root != NIL)
            member_add(t, q);
    }
}

/* ---- the tests ---- */

/* Has link l sent enough since the look at which it began to pass? */
static bool has_kept_on(const ws_trees *t, u32 l) {
    const root_memory *memory = &t->memory[l];
    u64 since = memory->listed ? memory->since : memory->changed;
    if (since == 0)
        return true;
    return ws_usage_full_since(t->usage, l, BUSY_STAY, since);
}

static bool is_busy(const ws_trees *t, u32 l) {
    if (ws_usage_full(t->usage, l, BUSY_ENTER))
        return true;
    if (!has_kept_on(t, l))
        return false;
    u32 limit = trees_busy_limit(t, l);
    return ws_usage_busy(t->usage, l, limit);
}

/* Nobody may be requesting link l now, though all stand and wait: behind the worm that has it, in a
 * loaded queue; or, where inputs are ports, since a head is held back by Xoff, or another queue of
 * its port has its turn. */
static bool is_waited_for(const ws_trees *t, const root_record *root, u32 l) {
    const ws_net *n = t->net;
    bool presses = root->pressing > 0;
    if (n->ports && presses)
        return true;
    if (trees_has_loaded_holder(t, l))
        return true;
    u32 waiting = root->sharers > 1 ? root->sharers - 1 : 0;
    waiting += trees_requests(n, l);
    return waiting >= 2 || (waiting == 1 && root->full);
}

/* May there be a queue that waits for link l: whose head requests it, or that takes turns with
 * others; or that presses, in a port or as the holder of a full link? */
static bool may_be_waited_for(const ws_trees *t, u32 l) {
    const ws_net *n = t->net;
    const link_fast *link = fast_link(n, l);
    u32 first = link->request0;
    bool requested = !bits_none(n->requests + first, link->words);
    bool shared = !link->plain && !bits_none(n->ready + first, link->words);
    if (requested || shared || n->ports)
        return true;
    return trees_has_loaded_holder(t, l);
}

/* The tests that need no tree. */
static bool may_be_congested(const ws_trees *t, u32 l) {
    if (!may_be_waited_for(t, l) || !is_busy(t, l))
        return false;
    return !trees_is_slowed(t, l);
}

static void suspects_find(ws_trees *t) {
    t->suspects = 0;
    for (EACH(l, t->links)) {
        if (!may_be_congested(t, l))
            continue;
        t->suspect[t->suspects] = l;
        t->outcome[t->suspects] = trees_outcome(t, l);
        t->suspects++;
    }
}

/* A suspect is congested if it has a tree, and enough waits for it. */
static bool is_rooted(const ws_trees *t, u32 l) {
    const root_record *root = &t->root[l];
    return root->members > 0 && is_waited_for(t, root, l);
}

static bool is_congested(const ws_trees *t, u32 suspect) {
    u32 l = t->suspect[suspect];
    tree_outcome outcome = t->outcome[suspect];
    if (outcome == TREE_UNKNOWN)
        return is_rooted(t, l);
    bool passes = outcome == TREE_PASSES;
    assert(!t->placed_now || passes == is_rooted(t, l));
    return passes;
}

/* Is it certain at once that link l, which passes or fails now, is congested or is not? Whether it
 * is busy is counted over many cycles; who waits for it, and what slows it, is seen at looks. */
static bool is_certain(const ws_trees *t, u32 l, bool pass) {
    if (pass)
        return ws_usage_full(t->usage, l, BUSY_ENTER);
    return !is_busy(t, l);
}

/* True when the root is listed no longer. */
static bool root_judge(ws_trees *t, u32 l, bool pass) {
    root_memory *memory = &t->memory[l];
    if (pass == memory->listed) {
        memory->changed = 0;
        return false;
    }
    if (memory->changed == 0)
        memory->changed = t->cycle;
    u32 needed = pass ? t->enter : t->leave;
    if (t->cycle - memory->changed < needed && !is_certain(t, l, pass))
        return false;
    memory->since = memory->changed;
    memory->changed = 0;
    memory->listed = pass;
    return !pass;
}

/* The same, and what follows from it. */
static void link_judge(ws_trees *t, u32 l, bool pass) {
    root_memory *memory = &t->memory[l];
    if (root_judge(t, l, pass))
        t->gone[t->gones++] = l;
    if (!memory->listed && memory->changed == 0)
        bit_clear(t->noted, l);
}

static void merge_note(ws_trees *t, u32 from, u32 into) {
    ws_tree_merge *newest = t->merge;
    memmove(newest + 1, newest, (WS_MERGES_MAX - 1) * sizeof *newest);
    newest->from = from;
    newest->into = into;
    newest->cycle = t->cycle;
    if (t->merges < WS_MERGES_MAX)
        t->merges++;
}

/* Links about which something is remembered, and suspects. */
static void roots_judge(ws_trees *t) {
    u32 next = 0; /* of the suspects */
    t->gones = 0;
    for (EACH(i, t->suspects))
        bit_set(t->noted, t->suspect[i]);
    for (EACH(w, bits_words(t->links))) {
        u64 word = t->noted[w];
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i;
            bool may = next < t->suspects && t->suspect[next] == l;
            link_judge(t, l, may && is_congested(t, next));
            next += may;
        }
    }
}

/* Must the places of all queues be known to judge the suspects? */
static bool needs_places(const ws_trees *t) {
    if (t->suspects == 0)
        return false;
    if (t->place_all)
        return true;
    for (EACH(i, t->suspects))
        if (t->outcome[i] == TREE_UNKNOWN)
            return true;
    return false;
}

/* Roots that are so no longer may have become branches of others. */
static void merges_find(ws_trees *t) {
    for (EACH(i, t->gones)) {
        u32 l = t->gone[i];
        if (!trees_goes_on(t, l))
            continue;
        u32 into = trees_root_ahead(t, l);
        if (into != NIL)
            merge_note(t, l, into);
    }
}

/* ---- what is kept between looks ---- */

void ws_trees_begin(ws_trees *t, const ws_net *n) {
    ws_usage_begin(t->usage, n);
    t->merges = 0;
    memset(t->merge, 0, sizeof t->merge);
    memset(t->memory, 0, t->links * sizeof *t->memory);
    memset(t->noted, 0, bits_words(t->links) * sizeof *t->noted);
}

void ws_trees_pack(ws_trees *t, ws_pack *pack) {
    ws_usage_pack(t->usage, pack);
    ws_pack_part(pack, t->memory, t->links * sizeof *t->memory);
    ws_pack_part(pack, t->noted, bits_words(t->links) * sizeof *t->noted);
    WS_PACK(pack, t->merges);
    WS_PACK(pack, t->merge);
}

/* ---- the list ---- */

/* Most victims first, then most members, then by root. */
static int tree_compare(const void *left, const void *right) {
    const ws_tree *one = left;
    const ws_tree *other = right;
    if (one->victims != other->victims)
        return one->victims > other->victims ? -1 : 1;
    if (one->members != other->members)
        return one->members > other->members ? -1 : 1;
    if (one->root != other->root)
        return one->root < other->root ? -1 : 1;
    return 0;
}

/* The tree has no members, and its root has failed the tests for as long as it must pass them. */
static bool is_over(const ws_trees *t, u32 l) {
    u64 changed = t->memory[l].changed;
    if (t->root[l].members > 0 || changed == 0)
        return false;
    return t->cycle >= changed + t->enter;
}

static ws_tree tree_of(const ws_trees *t, u32 l) {
    const root_record *root = &t->root[l];
    return (ws_tree){
        .root = l,
        .members = root->members,
        .leaves = root->leaves,
        .waiting = root->at_root,
        .flits = root->flits,
        .victims = root->victims,
        .cold = root->cold,
        .depth = root->depth,
        .since = t->memory[l].since,
    };
}

/* Links that are congested. */
static void listed_find(ws_trees *t) {
    t->listed_count = 0;
    for (EACH(w, bits_words(t->links))) {
        u64 word = t->noted[w];
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i;
            const root_memory *memory = &t->memory[l];
            if (!memory->listed)
                continue;
            t->listed[t->listed_count] = l;
            t->listed_count++;
        }
    }
}

static void list_make(ws_trees *t) {
    t->trees = 0;
    for (EACH(i, t->listed_count)) {
        u32 l = t->listed[i];
        if (is_over(t, l))
            continue;
        t->tree[t->trees] = tree_of(t, l);
        t->trees++;
    }
    qsort(t->tree, t->trees, sizeof *t->tree, tree_compare);
    if (t->trees > WS_TREES_MAX)
        t->trees = WS_TREES_MAX;
    for (EACH(i, t->trees)) {
        u32 root = t->tree[i].root;
        t->root[root].place = i;
    }
}

/* Counts for the congested roots alone. */
static void listed_members_find(ws_trees *t) {
    for (EACH(i, t->listed_count)) {
        u32 l = t->listed[i];
        root_clear(&t->root[l]);
    }
    for (EACH(i, t->places)) {
        u32 q = t->placed[i];
        u32 root = t->queue[q].root;
        if (root == NIL)
            continue;
        if (!t->memory[root].listed)
            continue;
        t->queue[q].loaded |= trees_presses(t->net, q);
        member_add(t, q);
    }
}

/* ---- looks and updates ---- */

static void net_read(ws_trees *t, const ws_net *n, const ws_waits *waits) {
    t->wait = ws_waits_of(waits, NULL);
    t->active = ws_waits_active(waits, &t->actives);
    t->net = n;
    t->cycle = n->cycle[0];
}

static void members_place(ws_trees *t, ws_waits *waits) {
    ws_waits_follow(waits, t->net);
    trees_place_queues(t, true);
    members_find(t);
}

void ws_trees_sample(ws_trees *t, const ws_net *n, ws_waits *waits) {
    ws_usage_sample(t->usage, n, waits);
    net_read(t, n, waits);
    suspects_find(t);
    t->placed_now = needs_places(t);
    if (t->placed_now)
        members_place(t, waits);
    roots_judge(t);
    if (t->gones == 0)
        return;
    members_place(t, waits);
    merges_find(t);
}

void ws_trees_update(ws_trees *t, const ws_net *n, const ws_waits *waits, bool packets) {
    net_read(t, n, waits);
    trees_place_queues(t, true);
    members_find(t);
    leaves_find(t);
    t->victims = 0;
    if (packets)
        trees_find_victims(t);
    listed_find(t);
    list_make(t);
    if (packets)
        trees_count_contributors(t);
}

static void list_forget(ws_trees *t) {
    for (EACH(i, t->trees)) {
        u32 root = t->tree[i].root;
        t->root[root].place = NIL;
    }
    t->victims = 0;
    t->trees = 0;
}

void ws_trees_list(ws_trees *t, const ws_net *n, const ws_waits *waits) {
    list_forget(t);
    listed_find(t);
    if (t->listed_count == 0)
        return;
    net_read(t, n, waits);
    if (!t->fed || !trees_place_listed(t, waits))
        trees_place_queues(t, false);
    listed_members_find(t);
    list_make(t);
}

/* ---- asking ---- */

void ws_trees_place_all(ws_trees *t) {
    t->place_all = true;
}

const uint64_t *ws_trees_flits(const ws_trees *t) {
    return ws_usage_flits(t->usage);
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
