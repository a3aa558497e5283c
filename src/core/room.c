/* room.c - may a head be given a virtual channel: is that idle, and is there room behind it for as
 * much as the rule in force demands? */
#include "verbs.h"

/* Does the packet in front of queue q enter a ring if it takes link l? */
static bool enters_ring(const ws_net *n, u32 q, u32 l) {
    for (OPTIONS_EACH(c, n, q)) {
        u8 rule = n->option_rule[c];
        if (n->option_link[c] == l)
            return (rule & OPTION_ENTERS) != 0;
    }
    return false;
}

i32 length_ahead(const ws_net *n, u32 q) {
    if (is_source(n, q)) {
        u32 s = source_of_queue(n, q);
        u32 m = n->source.first[s];
        u32 payload = n->workload->cut(n, m);
        return (i32)payload + (i32)n->def->overhead;
    }
    u32 k = front_of(n, q);
    return (i32)n->packet.length[k];
}

/* A packet longer than the buffer goes when the buffer is empty: with grant-room fit, or if the
 * packet was cut before the rule came into force. */
static i32 at_most_room(const ws_net *n, u32 v, i32 flits) {
    u32 q = own_queue(n, v);
    i32 room = (i32)n->wire.queue_room[q];
    return flits < room ? flits : room;
}

/* Packets for which there must be room before queue q is granted virtual channel v. */
static i32 packets_needed(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    if (n->grant_room != WS_GRANT_ROOM_BUBBLE)
        return 1;
    return enters_ring(n, q, l) ? 2 : 1;
}

i32 vc_room_needed(const ws_net *n, u32 q, u32 v) {
    const ws_wiring *wire = &n->wire;
    u8 rule = n->grant_room;
    assert(q < n->size.queues);
    assert(v < n->size.vcs);
    /* a host has no use for a virtual channel that cannot send */
    if (rule == WS_GRANT_ROOM_NONE)
        return is_source(n, q);
    if (rule == WS_GRANT_ROOM_FLIT || wire->vc_counted[v] == 0)
        return 1; /* with STOP/GO, and to a host, 1 is all there is */
    i32 packets = packets_needed(n, q, v);
    i32 all = (i32)wire->vc_credits[v];
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        return packets < all ? packets : all;
    i32 flits = packets * length_ahead(n, q);
    return at_most_room(n, v, flits);
}

bool vc_has_room(const ws_net *n, u32 q, u32 v) {
    i32 needed = vc_room_needed(n, q, v);
    return n->vc[v].credit >= needed;
}

/* The least credit that any head waiting for link l needs on virtual channel v. */
static i32 least_needed(const ws_net *n, u32 l, u32 v) {
    const link_fast *link = fast_link(n, l);
    const u64 *requests = requests_of(n, l);
    u32 first = first_queue(n, link->from);
    i32 least = UINT16_MAX;
    for (EACH(w, link->words)) {
        u64 word = requests[w];
        for (BITS_EACH(i, word)) {
            u32 q = first + w * 64 + i;
            i32 need = vc_room_needed(n, q, v);
            if (need < least)
                least = need;
        }
    }
    return least;
}

bool vc_suits_any(ws_net *n, u32 l, u32 v) {
    ws_vc_state *vc = &n->vc[v];
    if (vc->credit < vc->need)
        return false;
    i32 least = least_needed(n, l, v);
    vc->need = (u16)least;
    return vc->credit >= least;
}

bool vc_is_idle(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    const ws_switch *model = model_of_link(n, l);
    if (model->idle)
        return model->idle(n, q, v);
    return holder_of(n, v) == NIL;
}

/* Virtual channels of link l among the route options of queue q, as a set. */
static u64 options_of_link(const ws_net *n, u32 q, u32 l) {
    u64 set = 0;
    for (OPTIONS_EACH(c, n, q))
        if (n->option_link[c] == l)
            set |= n->option_vcs[c];
    return set;
}

u64 vcs_free_for(const ws_net *n, u32 q, u32 l) {
    u64 options = options_of_link(n, q, l);
    u32 first = first_vc(n, l);
    u64 free = 0;
    for (BITS_EACH(i, options)) {
        u32 v = first + i;
        if (!vc_is_idle(n, q, v))
            continue;
        if (vc_has_room(n, q, v))
            free |= 1ull << i;
    }
    return free;
}
