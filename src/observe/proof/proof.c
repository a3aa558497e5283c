/* proof.c - see proof.h. */
#include "observe/proof/proof.h"

#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "traffic/traffic.h"
#include "wormscope/memory.h"

const char *const ws_argument_words[WS_ARGUMENT_COUNT] = {
    [WS_ARGUMENT_ACYCLIC] = "the channels can be put in an order that every packet follows",
    [WS_ARGUMENT_ESCAPE] = "every waiting packet may take an escape channel, and these can be put "
                           "in an order that packets follow",
    [WS_ARGUMENT_BUBBLE] = "a packet enters a ring only where there is room for two, and the rings "
                           "can be put in an order that every packet follows",
    [WS_ARGUMENT_OUTLET] = "packets wait whole, and of any set of full buffers one holds only "
                           "packets that may go to a buffer outside the set",
    [WS_ARGUMENT_POOLS] = "the deadlock rule keeps buffers free for packets that are nearer to "
                          "their destination",
    [WS_ARGUMENT_KILLS] = "channels may wait for each other in a ring, but each waiting head has a "
                          "timer that kills its worm, so no ring lasts (a message may be killed "
                          "again and again)",
    [WS_ARGUMENT_CYCLE] = "channels wait for each other in a ring",
    [WS_ARGUMENT_PATIENCE] = "channels wait for each other in a ring, and with timeout-patience 0 "
                             "some of the waiting heads have no timer",
    [WS_ARGUMENT_BEHIND] = "channels wait for each other in a ring, and a head may stand behind "
                           "another packet, where it cannot take its escape channel",
    [WS_ARGUMENT_NO_RULE] = "switches wait for each other's buffers in a ring, and no deadlock "
                            "rule keeps buffers free",
};

/* A graph of dependencies between sets of virtual channels: links, rings, or single ones. */
typedef struct graph {
    const ws_dependency_list *list;
    u32 vcs;
    /* by virtual channel: the member that stands for its set */
    const u32 *set;
    /* only dependencies of packets that enter a ring count */
    bool entering;
    /* only those of packets that have no other way do */
    bool forced;
    /* if not NULL: only those inside this set of virtual channels do */
    const u8 *inside;
} graph;

static bool counts(const graph *g, const ws_dependency *row) {
    if (g->entering && !row->enters)
        return false;
    if (g->forced && !row->forced)
        return false;
    if (!g->inside)
        return true;
    bool begins = g->inside[row->held];
    bool ends = g->inside[row->requested];
    return begins && ends;
}

static u32 set_of(const graph *g, u32 v) {
    return g->set ? g->set[v] : v;
}

/* ---- is there a cycle? ---- */

/* For each virtual channel: how many dependencies lead to its set, and who is taken away. */
typedef struct peeling {
    u32 *before;
    u32 *ready;
    u32 count;
} peeling;

/* The members of each set: the next one + 1, from the one that stands for it. */
static u32 *members_of(const graph *g) {
    u32 *next = ws_alloc(g->vcs, sizeof *next);
    for (EACH(v, g->vcs)) {
        u32 set = set_of(g, v);
        if (set == v)
            continue;
        next[v] = next[set];
        next[set] = v + 1;
    }
    return next;
}

static void peel_begin(peeling *p, const graph *g) {
    p->before = ws_alloc(g->vcs, sizeof *p->before);
    p->ready = ws_alloc(g->vcs, sizeof *p->ready);
    p->count = 0;
    for (EACH(i, g->list->count)) {
        const ws_dependency *row = &g->list->row[i];
        u32 set = set_of(g, row->requested);
        p->before[set] += counts(g, row);
    }
    for (EACH(v, g->vcs)) {
        bool stands = set_of(g, v) == v;
        if (!stands || p->before[v] > 0)
            continue;
        p->ready[p->count] = v;
        p->count++;
    }
}

/* Removes the dependencies that begin at virtual channel v. */
static void peel_member(peeling *p, const graph *g, u32 v) {
    const ws_dependency_list *list = g->list;
    for (u32 i = list->first[v]; i < list->first[v + 1]; i++) {
        const ws_dependency *row = &list->row[i];
        u32 set = set_of(g, row->requested);
        if (!counts(g, row))
            continue;
        p->before[set]--;
        if (p->before[set] > 0)
            continue;
        p->ready[p->count] = set;
        p->count++;
    }
}

/* Removes, again and again, the sets to which no other set leads; the remaining sets are in a cycle
 * or behind one. */
static void peel(peeling *p, const graph *g) {
    u32 *next = members_of(g);
    peel_begin(p, g);
    for (u32 i = 0; i < p->count; i++) {
        u32 member = p->ready[i] + 1;
        while (member > 0) {
            peel_member(p, g, member - 1);
            member = next[member - 1];
        }
    }
    free(next);
}

static void peel_end(peeling *p) {
    free(p->before);
    free(p->ready);
}

static bool is_cyclic(const graph *g) {
    peeling p;
    u32 remaining = 0;
    peel(&p, g);
    for (EACH(v, g->vcs))
        remaining += p.before[v] > 0;
    peel_end(&p);
    return remaining > 0;
}

bool ws_dependencies_cyclic(const ws_dependency_list *list, u32 vcs) {
    graph g = {.list = list, .vcs = vcs};
    return is_cyclic(&g);
}

/* ---- sets of virtual channels ---- */

/* The first virtual channel of its link stands for each. */
static u32 *links_as_sets(const ws_net *n) {
    u32 *set = ws_alloc(n->size.vcs, sizeof *set);
    for (EACH(v, n->size.vcs)) {
        u32 l = n->wire.vc_link[v];
        set[v] = first_vc(n, l);
    }
    return set;
}

/* The virtual channels to a switch, whose packets share a pool, are one set. */
static u32 *pools_as_sets(const ws_net *n) {
    u32 *set = ws_alloc(n->size.vcs, sizeof *set);
    u32 *first = ws_alloc(n->size.switches + n->size.hosts, sizeof *first);
    for (EACH(v, n->size.vcs)) {
        u32 l = n->wire.vc_link[v];
        u32 *known = &first[n->wire.link_to[l]];
        if (*known == 0)
            *known = v + 1;
        set[v] = *known - 1;
    }
    free(first);
    return set;
}

static u32 root_of(const u32 *set, u32 v) {
    while (set[v] != v)
        v = set[v];
    return v;
}

/* Virtual channels between which packets go without entering a ring are one set. */
static u32 *rings_as_sets(const ws_dependencies *found) {
    const ws_dependency_list *all = &found->all;
    u32 *set = ws_alloc(found->vcs, sizeof *set);
    for (EACH(v, found->vcs))
        set[v] = v;
    for (EACH(i, all->count)) {
        const ws_dependency *row = &all->row[i];
        u32 one = root_of(set, row->held);
        u32 other = root_of(set, row->requested);
        if (row->enters)
            continue;
        if (one < other)
            set[other] = one;
        else
            set[one] = other;
    }
    for (EACH(v, found->vcs))
        set[v] = root_of(set, v);
    return set;
}

/* ---- arguments ---- */

/* Does a packet go only where all of it fits? */
static bool packets_fit(const ws_net *n) {
    return n->grant_room == WS_GRANT_ROOM_PACKET || n->grant_room == WS_GRANT_ROOM_BUBBLE;
}

/* Has a packet that may stretch a whole link to itself? */
static bool links_are_kept(const ws_net *n) {
    bool kept = n->def->multiplexing == WS_MULTIPLEXING_PACKET;
    return kept && !packets_fit(n);
}

/* The virtual channels that wait as one; NULL: each by itself. */
static u32 *sets_of(const ws_net *n) {
    if (n->flow == WS_FLOW_NACK)
        return pools_as_sets(n);
    return links_are_kept(n) ? links_as_sets(n) : NULL;
}

static bool is_acyclic(const ws_net *n, const ws_dependencies *found) {
    u32 *set = sets_of(n);
    graph g = {.list = &found->all, .vcs = found->vcs, .set = set};
    bool cyclic = is_cyclic(&g);
    free(set);
    return !cyclic;
}

/* Is there an escape layer without a cycle, which every head in front of its queue may take? */
static bool offers_escape(const ws_net *n, const ws_dependencies *found) {
    if (n->routing->escape == ESCAPE_NONE || found->trapped > 0)
        return false;
    return !ws_dependencies_cyclic(&found->escape, found->vcs);
}

/* Is a head never behind another packet while it holds a virtual channel? */
static bool heads_are_in_front(const ws_net *n) {
    bool fit = n->grant_room == WS_GRANT_ROOM_FIT;
    if (n->routing->escape == ESCAPE_WORM && fit)
        return !links_are_kept(n);
    return packets_fit(n);
}

/* Do packets begin in rings without entering them? Then the routing does not know of rings. */
static bool begins_in_rings(const ws_net *n, const ws_dependencies *found) {
    const ws_dependency_list *all = &found->all;
    for (EACH(i, all->count)) {
        const ws_dependency *row = &all->row[i];
        u32 l = n->wire.vc_link[row->held];
        bool first = n->wire.link_from[l] >= n->size.switches;
        if (first && !row->enters)
            return true;
    }
    return false;
}

/* A bubble that a short packet has left is too small for a longer one. */
static bool packets_are_alike(const ws_net *n) {
    const ws_def *def = n->def;
    bool whole = def->segment_rule == WS_SEGMENT_RULE_NONE || def->segment == 0;
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        return true;
    return whole && def->length == WS_LENGTH_FIXED;
}

static bool has_bubbles(const ws_net *n, const ws_dependencies *found) {
    graph g = {.list = &found->all, .vcs = found->vcs, .entering = true};
    if (n->grant_room != WS_GRANT_ROOM_BUBBLE || !packets_are_alike(n))
        return false;
    if (begins_in_rings(n, found))
        return false;
    u32 *set = rings_as_sets(found);
    g.set = set;
    bool cyclic = is_cyclic(&g);
    free(set);
    return !cyclic;
}

/* Does every packet wait whole, in one queue of its own virtual channel? */
static bool packets_wait_whole(const ws_net *n) {
    i64 longest = longest_packet(n->def);
    bool fits = longest > 0 && longest <= n->def->buffer;
    if (n->def->queueing != WS_QUEUEING_FIFO)
        return false;
    return packets_fit(n) || (fits && n->grant_room == WS_GRANT_ROOM_FIT);
}

/* Has every head that waits a timer? */
static bool heads_are_timed(const ws_net *n) {
    const ws_def *def = n->def;
    return def->timeout_policy != WS_TIMEOUT_POLICY_NONE && def->timeout_patience > 0;
}

static bool has_rule(const ws_net *n, const ws_dependencies *found) {
    return n->def->deadlock_rule != WS_DEADLOCK_RULE_OFF && found->detours == 0;
}

/* The argument of a network whose graph has a cycle; `closed` virtual channels are in a closed
 * set. */
static ws_argument argue(const ws_net *n, const ws_dependencies *found, u32 closed) {
    if (n->flow == WS_FLOW_NACK)
        return has_rule(n, found) ? WS_ARGUMENT_POOLS : WS_ARGUMENT_NO_RULE;
    bool escape = offers_escape(n, found);
    if (escape && heads_are_in_front(n))
        return WS_ARGUMENT_ESCAPE;
    if (has_bubbles(n, found))
        return WS_ARGUMENT_BUBBLE;
    if (closed == 0 && packets_wait_whole(n))
        return WS_ARGUMENT_OUTLET;
    if (heads_are_timed(n))
        return WS_ARGUMENT_KILLS;
    if (n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE)
        return WS_ARGUMENT_PATIENCE;
    return escape ? WS_ARGUMENT_BEHIND : WS_ARGUMENT_CYCLE;
}

/* ---- a shortest cycle ---- */

/* A search from one virtual channel, breadth first: by which dependency each was reached, + 1. */
typedef struct search {
    const graph *g;
    const u32 *before; /* not 0: it is in a cycle, or behind one */
    u32 *by;
    u32 *depth;
    u32 *order;
    u32 count;
} search;

static void search_reach(search *s, u32 v, u32 by, u32 depth) {
    s->by[v] = by;
    s->depth[v] = depth;
    s->order[s->count] = v;
    s->count++;
}

/* Reaches all virtual channels to which v leads; returns the dependency + 1 that leads to `goal`, 0
 * if none does. */
static u32 search_from(search *s, u32 v, u32 goal) {
    const ws_dependency_list *list = s->g->list;
    for (u32 i = list->first[v]; i < list->first[v + 1]; i++) {
        const ws_dependency *row = &list->row[i];
        u32 to = row->requested;
        if (!counts(s->g, row))
            continue;
        if (to == goal)
            return i + 1;
        if (s->before[to] > 0 && s->by[to] == 0)
            search_reach(s, to, i + 1, s->depth[v] + 1);
    }
    return 0;
}

static void search_forget(search *s) {
    for (EACH(i, s->count))
        s->by[s->order[i]] = 0;
    s->count = 0;
}

/* The last dependency + 1 of a cycle through `goal` that has fewer than `most`; 0 without one. */
static u32 search_cycle(search *s, u32 goal, u32 most) {
    search_forget(s);
    s->depth[goal] = 0;
    u32 last = search_from(s, goal, goal);
    for (u32 i = 0; i < s->count && last == 0; i++) {
        u32 v = s->order[i];
        if (s->depth[v] + 1 >= most)
            break;
        last = search_from(s, v, goal);
    }
    return last;
}

/* Writes the cycle through `goal` that ends with this dependency. */
static void cycle_write(ws_proof *proof, const search *s, u32 goal, u32 last) {
    const ws_dependency *row = &s->g->list->row[last - 1];
    u32 length = s->depth[row->held] + 1;
    proof->length = length;
    while (length > 0) {
        length--;
        proof->cycle[length] = *row;
        if (row->held == goal)
            break;
        u32 by = s->by[row->held];
        row = &s->g->list->row[by - 1];
    }
}

static void cycle_find(ws_proof *proof, const graph *g) {
    peeling p;
    peel(&p, g);
    search s = {.g = g, .before = p.before};
    s.by = ws_alloc(g->vcs, sizeof *s.by);
    s.depth = ws_alloc(g->vcs, sizeof *s.depth);
    s.order = ws_alloc(g->vcs, sizeof *s.order);
    u32 most = g->vcs + 1;
    for (EACH(v, g->vcs)) {
        if (p.before[v] == 0)
            continue;
        u32 last = search_cycle(&s, v, most);
        if (last == 0)
            continue;
        cycle_write(proof, &s, v, last);
        most = proof->length;
    }
    peel_end(&p);
    free(s.by);
    free(s.depth);
    free(s.order);
}

/* Chooses a shortest cycle; if possible, one whose packets have no other path. */
static void cycle_choose(ws_proof *proof, const ws_dependencies *found, const u8 *inside) {
    graph g = {.list = &found->all, .vcs = found->vcs, .inside = inside, .forced = true};
    proof->cycle = ws_alloc(found->vcs, sizeof *proof->cycle);
    cycle_find(proof, &g);
    proof->forced = proof->length > 0;
    if (proof->forced)
        return;
    g.forced = false;
    cycle_find(proof, &g);
}

/* Notes the packets that may be stuck in the closed set. */
static void pairs_note(ws_proof *proof, const ws_offers *offers, const u8 *closed) {
    proof->pair = ws_alloc(offers->count, sizeof *proof->pair);
    for (EACH(i, offers->count)) {
        const ws_offer *row = &offers->row[i];
        if (!closed[row->held] || !ws_offer_is_stuck(offers, row, closed))
            continue;
        proof->pair[proof->pairs] = (ws_pair){row->source, row->dest};
        proof->pairs++;
    }
}

/* Argues about a network whose graph has a cycle. */
static void proof_argue(ws_proof *proof, const ws_net *n, const ws_dependencies *found) {
    u8 *closed = ws_alloc(found->vcs, sizeof *closed);
    u32 count = ws_offers_close(&found->offers, closed);
    proof->argument = argue(n, found, count);
    if (!ws_proof_is_free(proof)) {
        cycle_choose(proof, found, count > 0 ? closed : NULL);
        pairs_note(proof, &found->offers, closed);
    }
    free(closed);
}

ws_proof *ws_proof_make(ws_net *n) {
    ws_proof *proof = ws_alloc(1, sizeof *proof);
    ws_dependencies *found = ws_dependencies_find(n);
    proof->argument = WS_ARGUMENT_ACYCLIC;
    proof->vcs = found->vcs;
    proof->dependencies = found->all.count;
    if (!is_acyclic(n, found))
        proof_argue(proof, n, found);
    ws_dependencies_free(found);
    return proof;
}

void ws_proof_free(ws_proof *proof) {
    if (!proof)
        return;
    free(proof->cycle);
    free(proof->pair);
    free(proof);
}

bool ws_proof_is_free(const ws_proof *proof) {
    return proof->argument < WS_ARGUMENT_CYCLE;
}
