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
    u32 x = wire->link_from[l];
    bool from_switch = x < n->size.switches;
    bool counted = wire->vc_counted[first_vc(n, l)];
    link->from = x;
    link->out = l - first_link(n, x);
    link->vc0 = first_vc(n, l);
    link->vcs = vcs_of(n, l);
    link->flight = wire->flight[l];
    link->request0 = wire->request0[l];
    link->words = wire->words[x];
    link->credits_per_flit = counted && n->packet_room == 0;
    link->credits_per_packet = counted && n->packet_room > 0;
    link->sink = is_sink(n, l);
    link->source = !from_switch;
    link->rate = link->sink || link->source ? (u8)n->layout.host_rate : 1;
    link->compete = from_switch && n->layout.heads_compete;
    link->buffered = from_switch && n->layout.output_room > 0;
    link->plain = link->vcs == 1 && !wire->shared[x] && !link->buffered && !link->compete;
}

static void queue_copy(ws_net *n, u32 q) {
    const ws_wiring *wire = &n->wire;
    queue_fast *queue = &wire->queue_fast[q];
    u32 x = wire->queue_node[q];
    u32 v = wire->queue_vc[q];
    queue->node = x;
    queue->input = q - first_queue(n, x);
    queue->up_vc = v;
    if (v == NIL)
        return;
    u32 l = wire->vc_link[v];
    queue->up_delay = wire->signal_delay[l];
    if (wire->link_from[l] >= n->size.switches)
        bit_set(wire->from_hosts + wire->set0[x], queue->input);
}

bool wire_fast(ws_net *n) {
    if (!wiring_make_fast(n))
        return false;
    for (u32 l = 0; l < n->size.links; l++)
        link_copy(n, l);
    for (u32 q = 0; q < n->size.queues; q++)
        queue_copy(n, q);
    return true;
}

/* ---- distances ---- */

static u32 diameter_of(const ws_net *n) {
    u32 pairs = n->size.switches * n->size.switches;
    u32 longest = 0;
    for (u32 i = 0; i < pairs; i++) {
        u16 distance = n->wire.minimal[i];
        if (distance != UINT16_MAX && distance > longest)
            longest = distance;
    }
    return longest;
}

/* The hosts in order of their distance from switch s, and how many there are at each. */
static void near_fill(ws_net *n, u32 s) {
    ws_wiring *wire = &n->wire;
    u32 distances = wire->diameter + 1;
    u32 *count = wire->near_count + s * distances;
    u32 *host = wire->near_host + s * n->size.hosts;
    const u16 *minimal = wire->minimal + s * n->size.switches;
    for (u32 distance = 0; distance < distances; distance++)
        for (u32 h = 0; h < n->size.hosts; h++)
            if (minimal[wire->host_switch[h]] == distance) {
                *host++ = h;
                count[distance]++;
            }
}

bool wire_distances(ws_net *n) {
    ws_wiring *wire = &n->wire;
    if (!wiring_make_distances(n) || !distances(n, wire->minimal))
        return false;
    wire->diameter = diameter_of(n);
    if (n->def->traffic != WS_TRAFFIC_EQUAL_DISTANCE)
        return true;
    if (!wiring_make_near(n))
        return false;
    for (u32 s = 0; s < n->size.switches; s++)
        near_fill(n, s);
    return true;
}
