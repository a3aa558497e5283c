/* room.c - may a head be given a lane: is the lane idle, and is there room behind it for as much
 * as the rule in force asks for? */
#include "verbs.h"

/* Does the packet in front of queue q enter a ring if it takes link l? */
static bool enters_ring(const ws_net *n, u32 q, u32 l) {
    for (u32 c = 0; c < n->size.options_per_queue; c++)
        if (n->option_link[(size_t)q * n->size.options_per_queue + c] == l)
            return (n->option_rule[(size_t)q * n->size.options_per_queue + c] & OPTION_ENTERS) != 0;
    return false;
}

/* Flits of the packet that would go: one of a source is not cut yet. */
static i32 length_ahead(const ws_net *n, u32 q) {
    return (i32)(is_source(n, q) ? n->workload->cut(n, n->source.first[q - n->wire.source_queue0])
                                 : n->packet.length[n->queue[q].front]);
}

/* A packet longer than the buffer goes when that is empty: with grant-room fit, or cut before
 * the rule came into force. */
static i32 at_most_room(const ws_net *n, u32 v, i32 flits) {
    i32 room = (i32)n->wire.queue_room[n->wire.vc_queue[v]];
    return flits < room ? flits : room;
}

i32 vc_room_needed(const ws_net *n, u32 q, u32 v) {
    /* a host has no use for a lane that cannot send */
    if (n->grant_room == WS_GRANT_ROOM_NONE)
        return is_source(n, q);
    if (n->grant_room == WS_GRANT_ROOM_FLIT || n->wire.vc_counted[v] == 0)
        return 1; /* with STOP/GO, and to a host, 1 is all there is */
    i32 packets =
        n->grant_room == WS_GRANT_ROOM_BUBBLE && enters_ring(n, q, n->wire.vc_link[v]) ? 2 : 1;
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        return packets < (i32)n->wire.vc_credits[v] ? packets : (i32)n->wire.vc_credits[v];
    return at_most_room(n, v, packets * length_ahead(n, q));
}

bool vc_has_room(const ws_net *n, u32 q, u32 v) {
    return n->vc[v].credit >= vc_room_needed(n, q, v);
}

bool vc_suits_any(ws_net *n, u32 l, u32 v) {
    u32 x = n->wire.link_from[l];
    i32 least = UINT16_MAX;
    i32 credit = n->vc[v].credit;
    if (credit < n->vc[v].need)
        return false;
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = n->requests[n->wire.request0[l] + w];
        for (BITS_EACH(i, word)) {
            i32 need = vc_room_needed(n, n->wire.queue0[x] + w * 64 + i, v);
            if (need < least)
                least = need;
        }
    }
    n->vc[v].need = (u16)least;
    return credit >= least;
}

bool vc_is_idle(const ws_net *n, u32 q, u32 v) {
    const ws_switch *model = model_of(n, n->wire.link_from[n->wire.vc_link[v]]);
    return model->idle ? model->idle(n, q, v) : n->vc[v].holder == NIL;
}

u64 vcs_free_for(const ws_net *n, u32 q, u32 l) {
    u32 stride = n->size.options_per_queue;
    const u32 *link = n->option_link + (size_t)q * stride;
    u64 mask = 0;
    u64 free = 0;
    for (u32 c = 0; c < stride && link[c] != NIL; c++)
        if (link[c] == l)
            mask |= n->option_vcs[(size_t)q * stride + c];
    for (BITS_EACH(i, mask)) {
        u32 v = n->wire.vc0[l] + i;
        if (vc_is_idle(n, q, v) && vc_has_room(n, q, v))
            free |= 1ull << i;
    }
    return free;
}
