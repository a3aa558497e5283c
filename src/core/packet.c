/* packet.c - request, grant, accept, release: how a packet comes to the front of a queue, gets its
 * virtual channel, and leaves; their bodies are in passing.h. Runs once per packet and hop. For the
 * hosts there is source.c. */
#include "passing.h"

/* ---- room: may a head be given a virtual channel? ---- */

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

/* ---- request ---- */

/* Does a head wait for link l that could use virtual channel v now? */
static bool vc_is_requested(ws_net *n, u32 l, u32 v) {
    const ws_switch *model = model_of_link(n, l);
    if (model->is_requested)
        return model->is_requested(n, l);
    if (n->grant_room >= WS_GRANT_ROOM_PACKET)
        return vc_suits_any(n, l, v);
    return is_requested(n, l);
}

void vc_offer(ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    if (vc_is_requested(n, l, v))
        link_wake(n, l);
}

void store_check(ws_net *n, u32 q) {
    if (is_stored(n, q))
        pipeline_begin(n, q, 0);
}

/* A packet that was lost while it was stored has left its mark in an empty queue. */
void store_release(ws_net *n, u32 q) {
    if (n->queue[q].storing && state_of(n, q) == QUEUE_ROUTING)
        pipeline_begin(n, q, 1);
}

/* ---- accept ---- */

void head_accept(ws_net *n, u32 q, u32 k) {
    packet_accept(n, q, k, 0);
}

void packet_accept(ws_net *n, u32 q, u32 k, u32 flits) {
    pass_accept(n, q, k, flits, false);
}

void queue_start(ws_net *n, u32 q) {
    n->queue[q].state = QUEUE_STARTING;
    queue_ready(n, q);
}

/* ---- request, grant ---- */

void queue_request(ws_net *n, u32 q) {
    pass_request(n, q, false);
}

void request_end(ws_net *n, u32 q) {
    request_withdraw(n, q, model_of_queue(n, q));
}

void vc_allocate(ws_net *n, u32 q, u32 v) {
    pass_grant(n, q, v, false);
}

/* ---- release ---- */

void queue_shift(ws_net *n, u32 q, u32 wait) {
    front_shift(n, q, wait, false);
}

void queue_next(ws_net *n, u32 q) {
    front_shift(n, q, 1, false);
}

void vc_free(ws_net *n, u32 q, u64 from) {
    vc_give_back(n, q, from, model_of_queue(n, q));
}

void vc_release(ws_net *n, u32 q) {
    pass_release(n, q, false);
}
