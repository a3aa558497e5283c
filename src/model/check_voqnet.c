/* check_voqnet.c - the law of conservation of switches with a queue for each destination; for tests, slow (see core/check.c). */
#include "model.h"

#include <stdlib.h>

/* Room that the sender knows of + packets under way or there + credits under way = all, for each link and destination. */
const char *voqnet_broken(const ws_net *n, u32 *where) {
    u32 *used = calloc(n->size.dest_credits, sizeof *used);
    const char *what = used ? NULL : "out of memory";
    for (u32 q = 0; used && q < n->size.queues; q++) {
        u32 v = n->queue[q].lane, up = n->wire.queue_lane[q], hosts = n->size.hosts;
        if (v != NIL) used[n->wire.lane_link[v] * hosts + n->pk_dest[n->queue[q].front]]++;
        for (u32 s = 0; up != NIL && s < n->queue[q].spans; s++) {
            u32 k = n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + s) & n->wire.ring_mask[q])];
            used[n->wire.lane_link[up] * hosts + n->pk_dest[k]]++;
            bool arriving = s + 1u == n->queue[q].spans && n->vlane[up].holder != NIL && n->queue[n->vlane[up].holder].front == k;
            used[n->wire.lane_link[up] * hosts + n->pk_dest[k]] -= arriving; /* counted with its holder */
        }
    }
    for (u32 slot = 0; used && slot < n->size.flight_slots; slot++)
        for (u32 l = 0; l < n->size.links;
             l++) { /* packets all of which is on the wire, or of which the head is and the tail has left */
            if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l)) continue;
            u32 flit = n->flight[(size_t)slot * n->size.links + l], k = flit >> FLIT_PACKET_SHIFT,
                q = n->vlane[n->wire.lane0[l]].holder;
            bool held = q != NIL && n->queue[q].front == k;
            if ((flit & FLIT_HEAD) && !held) used[l * n->size.hosts + n->pk_dest[k]]++;
        }
    for (u32 slot = 0; used && slot < n->size.notice_slots; slot++)
        for (u32 row = n->notice_first[slot]; row; row = n->notice[row - 1].next)
            used[n->wire.lane_link[n->notice[row - 1].lane] * n->size.hosts + n->notice[row - 1].packet]++;
    for (u32 i = 0; i < n->size.dest_credits && !what; i++)
        if (!is_sink(n, i / n->size.hosts) && used[i] + n->dest_credit[ *where = i] != (u32)n->def->voqnet_room)
            what = "the room for a destination at the end of a link is miscounted";
    free(used);
    return what;
}
