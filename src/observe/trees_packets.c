/* trees_packets.c - the packets of congestion trees: who is held up without need, and who feeds
 * them. See trees.h. */
#include <stdlib.h>
#include <string.h>

#include "observe/trees_state.h"
#include "switch/switch.h"
#include "wormscope/memory.h"

/* ---- victims ---- */

/* Nodes that have a virtual channel which somebody could be given: elsewhere nobody is a
 * victim. */
static void open_find(ws_trees *t) {
    const ws_net *n = t->net;
    size_t words = bits_words(n->size.nodes);
    memset(t->open, 0, words * sizeof *t->open);
    for (EACH(v, n->size.vcs)) {
        const ws_vc_state *vc = &n->vc[v];
        if (vc->holder != NIL || vc->credit <= 0)
            continue;
        u32 l = link_of(n, v);
        bit_set(t->open, n->wire.link_from[l]);
    }
}

static void victims_reserve(ws_trees *t) {
    if (t->victims < t->victims_room)
        return;
    t->victims_room = 2 * t->victims_room + 64;
    t->victim = realloc(t->victim, t->victims_room * sizeof *t->victim);
    if (!t->victim)
        ws_no_memory(0);
}

static void victim_add(ws_trees *t, u32 k, u32 q, bool cold) {
    victims_reserve(t);
    ws_tree_victim *victim = &t->victim[t->victims++];
    victim->packet = k;
    victim->queue = q;
    victim->cold = cold;
    u32 root = t->queue[q].root;
    if (root == NIL)
        return;
    t->root[root].victims++;
    t->root[root].cold += cold;
}

/* The packet behind the front of queue q is a victim if it could go, were it in front. */
static void packet_examine(ws_trees *t, u32 q, u32 k) {
    const ws_net *n = t->net;
    u32 root = t->queue[q].root;
    u32 node = n->wire.queue_node[q];
    bool killed = n->packet.flags[k] & PACKET_KILLED;
    if (killed || !packet_could_go(n, q, k))
        return;
    bool cold = root != NIL && !packet_may_pass(n, node, k, root);
    victim_add(t, k, q, cold);
}

static void queue_find_victims(ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u32 packets = n->queue[q].packets;
    for (u32 i = 1; i < packets && i <= WS_VICTIMS_DEEP; i++)
        packet_examine(t, q, packet_at(n, q, i));
}

static bool may_have_victims(const ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    u16 order = t->wait[q].order;
    if (order == 0 || order == WS_ORDER_NONE)
        return false;
    if (n->queue[q].packets < 2)
        return false;
    return bit_get(t->open, n->wire.queue_node[q]);
}

void trees_find_victims(ws_trees *t) {
    const ws_net *n = t->net;
    t->victims = 0;
    open_find(t);
    for (EACH(q, n->wire.source_queue0))
        if (may_have_victims(t, q))
            queue_find_victims(t, q);
}

/* ---- contributors ---- */

static u32 *host_packets_of(const ws_trees *t, u32 place) {
    return t->host_packets + (size_t)place * t->hosts;
}

static u32 source_host(const ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    return n->message.source[m];
}

static void contributor_at(ws_trees *t, u32 place, u32 source) {
    t->tree[place].contributors++;
    host_packets_of(t, place)[source]++;
}

static void contributor_add(ws_trees *t, u32 k, u32 l) {
    const ws_net *n = t->net;
    u32 place = t->root[l].place;
    if (place != NIL)
        contributor_at(t, place, source_host(n, k));
}

/* From switch s on the packet's path is open: all roots that it may pass. */
static void open_path_count(ws_trees *t, u32 k, u32 s) {
    const ws_net *n = t->net;
    const ws_wiring *wire = &n->wire;
    u32 last = wire->host_switch[n->packet.dest[k]];
    u32 source = source_host(n, k);
    for (EACH(i, t->inners)) {
        u32 place = t->inner[i];
        u32 root = t->tree[place].root;
        if (distance_allows(n, s, last, root))
            contributor_at(t, place, source);
    }
}

/* A packet whose head is at switch s, or on its way there: along its path as far as that is
 * fixed, then by what cannot be. */
static void packet_count(ws_trees *t, u32 k, u32 s) {
    const ws_net *n = t->net;
    u32 flags = n->packet.flags[k];
    bool killed = flags & PACKET_KILLED;
    u32 exit = n->wire.eject_link[n->packet.dest[k]];
    if (n->packet.message[k] == NIL || killed)
        return;
    u32 l = packet_next(n, s, k, &flags);
    while (l != NIL && l != exit) {
        contributor_add(t, k, l);
        s = n->wire.link_to[l];
        l = packet_next(n, s, k, &flags);
    }
    contributor_add(t, k, exit);
    if (l == NIL)
        open_path_count(t, k, s);
}

/* The packets that are passing a root now: the head is beyond it, the tail is not. */
static void root_count_holders(ws_trees *t, u32 root) {
    const ws_net *n = t->net;
    for (VCS_EACH(v, n, root)) {
        u32 q = n->vc[v].holder;
        if (q == NIL || n->queue[q].state != QUEUE_STREAMING)
            continue;
        contributor_add(t, n->queue[q].front, root);
    }
}

/* Counts the packets whose heads stand in queue q. */
static void queue_count(ws_trees *t, u32 q) {
    const ws_net *n = t->net;
    const ws_queue_state *queue = &n->queue[q];
    u32 node = n->wire.queue_node[q];
    u32 first = queue->state == QUEUE_STREAMING ? 1 : 0;
    for (u32 i = first; i < queue->packets; i++)
        packet_count(t, packet_at(n, q, i), node);
}

static void flit_count(ws_trees *t, u32 l, u32 flit) {
    const ws_net *n = t->net;
    bool head = flit & FLIT_HEAD;
    if (head && !is_sink(n, l))
        packet_count(t, flit >> FLIT_PACKET_SHIFT, n->wire.link_to[l]);
}

/* Counts the packets whose heads come off a wire in one slot of the wheel. */
static void slot_count(ws_trees *t, u32 slot) {
    const ws_net *n = t->net;
    const u64 *bits = n->flight_bits + (size_t)slot * n->size.link_words;
    const u32 *flight = n->flight + (size_t)slot * n->size.links;
    for (EACH(i, n->size.link_words)) {
        u64 word = bits[i];
        for (BITS_EACH(j, word)) {
            u32 l = i * 64 + j;
            flit_count(t, l, flight[l]);
        }
    }
}

/* Heads that have left a queue and are still in the output buffer behind the crossbar. */
static void output_count(ws_trees *t, u32 v) {
    const ws_net *n = t->net;
    const ws_output_state *output = &n->output_buffer.vc[v];
    u32 l = link_of(n, v);
    if (output->flits == 0 || is_sink(n, l))
        return;
    bool head_here = output->to_go == n->packet.length[output->packet];
    if (head_here)
        packet_count(t, output->packet, n->wire.link_to[l]);
}

static void outputs_count(ws_trees *t) {
    const ws_net *n = t->net;
    if (n->layout.output_room == 0)
        return;
    for (EACH(v, n->size.vcs))
        output_count(t, v);
}

/* The hosts from which most of a tree's packets come; of equal ones those of the lower numbers. */
static void host_rank(ws_tree *tree, u32 h, u32 packets) {
    u32 place = WS_TREE_HOSTS;
    while (place > 0 && tree->host_packets[place - 1] < packets)
        place--;
    if (place == WS_TREE_HOSTS)
        return;
    for (u32 i = WS_TREE_HOSTS - 1; i > place; i--) {
        tree->host[i] = tree->host[i - 1];
        tree->host_packets[i] = tree->host_packets[i - 1];
    }
    tree->host[place] = h;
    tree->host_packets[place] = packets;
}

static void hosts_rank(ws_trees *t, u32 place) {
    ws_tree *tree = &t->tree[place];
    const u32 *packets = host_packets_of(t, place);
    for (EACH(i, WS_TREE_HOSTS)) {
        tree->host[i] = NIL;
        tree->host_packets[i] = 0;
    }
    for (EACH(h, t->hosts)) {
        if (packets[h] == 0)
            continue;
        tree->hosts++;
        host_rank(tree, h, packets[h]);
    }
}

static void inners_find(ws_trees *t) {
    const ws_net *n = t->net;
    t->inners = 0;
    for (EACH(i, t->trees)) {
        u32 root = t->tree[i].root;
        bool from_switch = n->wire.link_from[root] < n->size.switches;
        if (from_switch && !is_sink(n, root))
            t->inner[t->inners++] = i;
    }
}

void trees_count_contributors(ws_trees *t) {
    const ws_net *n = t->net;
    if (t->trees == 0)
        return;
    inners_find(t);
    size_t counts = (size_t)t->trees * t->hosts;
    memset(t->host_packets, 0, counts * sizeof *t->host_packets);
    for (EACH(q, n->wire.source_queue0))
        queue_count(t, q);
    for (EACH(slot, n->size.flight_slots))
        slot_count(t, slot);
    outputs_count(t);
    for (EACH(i, t->trees))
        root_count_holders(t, t->tree[i].root);
    for (EACH(i, t->trees))
        hosts_rank(t, i);
}
