/* wiring.c - the arrays of the wiring, made and released by the tables of core/wiring.h; and those
 * that are copied or derived from others. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

static void *array_make(size_t count, size_t size, int fill) {
    size_t elements = count > 0 ? count : 1;
    void *array = calloc(elements, size);
    if (array && fill != ZEROS)
        memset(array, fill, elements * size);
    return array;
}

#define ARRAY_MADE(type, name, fill, count, doc)                                                   \
    wire->name = array_make(count, sizeof(type), fill);                                            \
    made = made && wire->name;

#define WIRING_MAKER(table, group)                                                                 \
    bool wiring_make_##group(ws_net *n) {                                                          \
        const ws_sizes *size = &n->size;                                                           \
        ws_wiring *wire = &n->wire;                                                                \
        bool made = size && wire;                                                                  \
        table(ARRAY_MADE);                                                                         \
        return made;                                                                               \
    }
WIRING_GROUPS(WIRING_MAKER)

#define ARRAY_FREED(type, name, fill, count, doc) free(wire->name);
void wiring_free(ws_wiring *wire) {
    WIRING(ARRAY_FREED)
}

/* ---- copies for the code at flit rate ---- */

static void link_copy(ws_net *n, u32 l) {
    const ws_wiring *wire = &n->wire;
    link_fast *link = &wire->link_fast[l];
    u32 x = node_from(n, l);
    u32 v = first_vc(n, l);
    u32 out = l - first_link(n, x);
    u32 vcs = vcs_of(n, l);
    bool from_switch = is_switch(n, x);
    bool counted = wire->vc_counted[v];
    link->from = x;
    link->out = (u8)out;
    link->vc0 = v;
    link->vcs = (u8)vcs;
    link->flight = wire->flight[l];
    link->request0 = wire->request0[l];
    link->words = words_of(n, x);
    link->credits_per_flit = counted && n->packet_room == 0;
    link->credits_per_packet = counted && n->packet_room > 0;
    link->sink = is_sink(n, l);
    link->source = !from_switch;
    link->rate = 1;
    if (link->sink || link->source)
        link->rate = (u8)n->layout.host_rate;
    link->compete = from_switch && n->layout.heads_compete;
    link->buffered = from_switch && n->layout.output_room > 0;
    bool own_inputs = link->vcs == 1 && !wire->shared[x];
    link->plain = own_inputs && !link->buffered && !link->compete;
    link->lone = link->source && node_inputs(n, x) == 1;
}

static void queue_copy(ws_net *n, u32 q) {
    const ws_wiring *wire = &n->wire;
    queue_fast *queue = &wire->queue_fast[q];
    u32 x = node_of(n, q);
    u32 v = feeding_vc(n, q);
    u64 *from_hosts = wire->from_hosts + wire->set0[x];
    queue->node = x;
    queue->input = q - first_queue(n, x);
    queue->up_vc = v;
    if (v == NIL)
        return;
    u32 l = link_of(n, v);
    queue->up_delay = wire->signal_delay[l];
    if (is_injection(n, l))
        bit_set(from_hosts, queue->input);
}

bool wire_fast(ws_net *n) {
    if (!wiring_make_fast(n))
        return false;
    for (EACH(l, n->size.links))
        link_copy(n, l);
    for (EACH(q, n->size.queues))
        queue_copy(n, q);
    return true;
}

/* ---- distances ---- */

/* With more switches than this a grid has no table of distances. */
enum { TABLE_MOST = 1024 };

/* Links of switch s to its neighbours in a whole grid: two a dimension, or fewer at its ends. */
static u32 neighbours_of(const ws_graph *graph, u32 s) {
    u32 dimensions = (u32)graph->dimensions;
    u32 count = 0;
    for (EACH(dim, dimensions)) {
        u32 side = (u32)graph->side[dim];
        u32 place = s % side;
        bool ring = graph->rings >> dim & 1;
        count += ring || place > 0;
        count += ring || place + 1 < side;
        s /= side;
    }
    return count;
}

/* Does link l connect two neighbours of a grid, and is it whole? */
static bool is_step(const ws_net *n, u32 l) {
    u32 from = node_from(n, l);
    u32 to = node_to(n, l);
    if (n->wire.link_cut[l])
        return false;
    return grid_distance(&n->graph, from, to) == 1;
}

/* Does switch s have a link to each of its neighbours in the grid, and no other? No two links of a
 * switch lead to the same neighbour, except in rings of two. */
static bool has_neighbours(const ws_net *n, u32 s) {
    u32 links = 0;
    for (LINKS_EACH(l, n, s)) {
        if (is_sink(n, l))
            continue;
        if (!is_step(n, l))
            return false;
        links++;
    }
    return links == neighbours_of(&n->graph, s);
}

/* Is the network a grid without cuts, or anything else that makes paths longer or shorter? */
static bool is_whole_grid(const ws_net *n) {
    const ws_graph *graph = &n->graph;
    if (graph->dimensions == 0)
        return false;
    for (EACH(s, n->size.switches))
        if (!has_neighbours(n, s))
            return false;
    return true;
}

static u32 grid_diameter(const ws_graph *graph) {
    u32 dimensions = (u32)graph->dimensions;
    u32 sum = 0;
    for (EACH(dim, dimensions)) {
        u32 side = (u32)graph->side[dim];
        bool ring = graph->rings >> dim & 1;
        sum += ring ? side / 2 : side - 1;
    }
    return sum;
}

static u32 diameter_of(const ws_net *n) {
    u32 switches = n->size.switches;
    u32 pairs = switches * switches;
    u32 longest = 0;
    if (!n->wire.minimal)
        return grid_diameter(&n->graph);
    for (EACH(i, pairs)) {
        u16 distance = n->wire.minimal[i];
        if (distance == UINT16_MAX)
            continue;
        if (distance > longest)
            longest = distance;
    }
    return longest;
}

/* The hosts in order of their distance from switch s, and how many there are at each. */
static void near_fill(ws_net *n, u32 s) {
    const ws_wiring *wire = &n->wire;
    u32 distances = wire->diameter + 1;
    u32 hosts = n->size.hosts;
    u32 *count = wire->near_count + s * distances;
    u32 *near = wire->near_host + s * hosts;
    for (EACH(distance, distances)) {
        for (EACH(h, hosts)) {
            u32 to = wire->host_switch[h];
            if (distance_between(n, s, to) != distance)
                continue;
            *near = h;
            near++;
            count[distance]++;
        }
    }
}

bool wire_distances(ws_net *n) {
    ws_wiring *wire = &n->wire;
    bool by_coordinates = n->size.switches > TABLE_MOST && is_whole_grid(n);
    if (!by_coordinates && (!wiring_make_distances(n) || !distances(n, wire->minimal)))
        return false;
    wire->diameter = diameter_of(n);
    if (n->def->traffic != WS_TRAFFIC_EQUAL_DISTANCE)
        return true;
    if (!wiring_make_near(n))
        return false;
    for (EACH(s, n->size.switches))
        near_fill(n, s);
    return true;
}
