/* trees_packets.c - the packets of congestion trees: who is held up without need, and who feeds
 * them. See trees.h. */
#include <stdlib.h>
#include <string.h>

#include "observe/trees_state.h"
#include "wormscope/memory.h"

/* ---- victims ---- */

/* Crossbars that have a lane which somebody could be given: elsewhere nobody is a victim. */
static void open_find(ws_trees *t, const ws_net *n) {
    memset(t->open, 0, bits_words(n->size.nodes) * sizeof *t->open);
    for (u32 v = 0; v < n->size.vcs; v++)
        if (n->vc[v].holder == NIL && n->vc[v].credit > 0)
            bit_set(t->open, n->wire.link_from[n->wire.vc_link[v]]);
}

static void victim_add(ws_trees *t, u32 k, u32 q, bool cold) {
    if (t->victims == t->victims_room) {
        t->victims_room = 2 * t->victims_room + 64;
        t->victim = realloc(t->victim, t->victims_room * sizeof *t->victim);
        if (!t->victim)
            ws_no_memory(0);
    }
    t->victim[t->victims++] = (ws_tree_victim){k, q, cold};
}

static void queue_find_victims(ws_trees *t, const ws_net *n, u32 q) {
    u32 root = t->queue[q].root;
    u32 deep = n->queue[q].packets;
    for (u32 i = 1; i < deep && i <= WS_VICTIMS_DEEP; i++) {
        u32 k = n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + i) & n->wire.ring_mask[q])];
        if ((n->packet.flags[k] & PACKET_KILLED) || !packet_could_go(n, q, k))
            continue;
        bool cold = root != NIL && !packet_may_pass(n, n->wire.queue_node[q], k, root);
        victim_add(t, k, q, cold);
        if (root == NIL)
            continue;
        t->root[root].victims++;
        t->root[root].cold += cold;
    }
}

void trees_find_victims(ws_trees *t, const ws_net *n) {
    t->victims = 0;
    open_find(t, n);
    for (u32 q = 0; q < n->wire.source_queue0; q++) {
        u16 order = t->wait[q].order;
        if (order == 0 || order == WS_ORDER_NONE || n->queue[q].packets < 2 ||
            !bit_get(t->open, n->wire.queue_node[q]))
            continue;
        queue_find_victims(t, n, q);
    }
}

/* ---- contributors ---- */

static void contributor_at(ws_trees *t, u32 place, u32 source) {
    t->tree[place].contributors++;
    t->host_packets[(size_t)place * t->hosts + source]++;
}

static void contributor_add(ws_trees *t, const ws_net *n, u32 k, u32 link) {
    if (t->root[link].place != NIL)
        contributor_at(t, t->root[link].place, n->message.source[n->packet.message[k]]);
}

/* From switch s on its way is open: all that it may pass. */
static void open_way_count(ws_trees *t, const ws_net *n, u32 k, u32 s) {
    u32 to = n->wire.host_switch[n->packet.dest[k]];
    u32 source = n->message.source[n->packet.message[k]];
    for (u32 i = 0; i < t->inners; i++) {
        u32 root = t->tree[t->inner[i]].root;
        if (distance_allows(n, s, to, n->wire.link_from[root], n->wire.link_to[root]))
            contributor_at(t, t->inner[i], source);
    }
}

/* A packet whose head is at switch s, or on its way there: along its way as far as that is
 * fixed, then by what cannot be. */
static void packet_count(ws_trees *t, const ws_net *n, u32 k, u32 s) {
    u32 flags = n->packet.flags[k];
    u32 exit = n->wire.eject_link[n->packet.dest[k]];
    if (n->packet.message[k] == NIL || (n->packet.flags[k] & PACKET_KILLED))
        return;
    u32 l = packet_next(n, s, k, &flags);
    for (; l != NIL && l != exit; l = packet_next(n, s, k, &flags)) {
        contributor_add(t, n, k, l);
        s = n->wire.link_to[l];
    }
    contributor_add(t, n, k, exit);
    if (l == NIL)
        open_way_count(t, n, k, s);
}

/* The packet that is passing a root now: its head is beyond it, its tail is not. */
static void holders_count(ws_trees *t, const ws_net *n) {
    for (u32 i = 0; i < t->trees; i++)
        for (u32 v = n->wire.vc0[t->tree[i].root]; v < n->wire.vc0[t->tree[i].root + 1]; v++) {
            u32 q = n->vc[v].holder;
            if (q != NIL && n->queue[q].state == QUEUE_STREAMING)
                contributor_add(t, n, n->queue[q].front, t->tree[i].root);
        }
}

static void queues_count(ws_trees *t, const ws_net *n) {
    for (u32 q = 0; q < n->wire.source_queue0; q++)
        for (u32 i = n->queue[q].state == QUEUE_STREAMING; i < n->queue[q].packets; i++)
            packet_count(
                t, n,
                n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + i) & n->wire.ring_mask[q])],
                n->wire.queue_node[q]);
}

static void wires_count(ws_trees *t, const ws_net *n) {
    for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
        const u64 *bits = n->flight_bits + (size_t)slot * n->size.link_words;
        for (u32 i = 0; i < n->size.link_words; i++) {
            u64 word = bits[i];
            for (BITS_EACH(b, word)) {
                u32 l = i * 64 + b;
                u32 flit = n->flight[(size_t)slot * n->size.links + l];
                if ((flit & FLIT_HEAD) && !is_sink(n, l))
                    packet_count(t, n, flit >> FLIT_PACKET_SHIFT, n->wire.link_to[l]);
            }
        }
    }
}

/* Heads that have left a queue and are still in the output buffer behind the crossbar. */
static void outputs_count(ws_trees *t, const ws_net *n) {
    for (u32 v = 0; n->layout.output_room > 0 && v < n->size.vcs; v++) {
        const ws_output_state *out = &n->output_buffer.vc[v];
        u32 l = n->wire.vc_link[v];
        if (out->flits == 0 || is_sink(n, l) || out->to_go != n->packet.length[out->packet])
            continue;
        packet_count(t, n, out->packet, n->wire.link_to[l]);
    }
}

/* The hosts from which most of a tree's packets come; of equal ones those of the lower numbers. */
static void hosts_rank(ws_trees *t, u32 place) {
    ws_tree *tree = &t->tree[place];
    const u32 *packets = t->host_packets + (size_t)place * t->hosts;
    for (u32 i = 0; i < WS_TREE_HOSTS; i++)
        tree->host[i] = NIL, tree->host_packets[i] = 0;
    for (u32 h = 0; h < t->hosts; h++) {
        if (packets[h] == 0)
            continue;
        tree->hosts++;
        u32 at = WS_TREE_HOSTS;
        while (at > 0 && tree->host_packets[at - 1] < packets[h])
            at--;
        for (u32 i = WS_TREE_HOSTS - 1; at < WS_TREE_HOSTS && i > at; i--)
            tree->host[i] = tree->host[i - 1], tree->host_packets[i] = tree->host_packets[i - 1];
        if (at < WS_TREE_HOSTS)
            tree->host[at] = h, tree->host_packets[at] = packets[h];
    }
}

void trees_count_contributors(ws_trees *t, const ws_net *n) {
    if (t->trees == 0)
        return;
    t->inners = 0;
    for (u32 i = 0; i < t->trees; i++) {
        u32 root = t->tree[i].root;
        if (!is_sink(n, root) && n->wire.link_from[root] < n->size.switches)
            t->inner[t->inners++] = i;
    }
    memset(t->host_packets, 0, (size_t)t->trees * t->hosts * sizeof *t->host_packets);
    queues_count(t, n);
    wires_count(t, n);
    outputs_count(t, n);
    holders_count(t, n);
    for (u32 i = 0; i < t->trees; i++)
        hosts_rank(t, i);
}
