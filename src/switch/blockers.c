/* blockers.c - see blockers.h.
 *
 * Invariant: a queue that can move without anything else happening, or by what is under way, has
 * no blockers; one open alternative is enough for that. */
#include "blockers.h"

#include <stdlib.h>
#include <string.h>

#include "wormscope/memory.h"

enum { ROOM_AT_LEAST = 64 };

void blockers_init(ws_blockers *blockers, const ws_net *n) {
    size_t words = n->size.vc_words;
    size_t room = ROOM_AT_LEAST + n->size.queues;
    blockers->signalled = ws_resize(NULL, words, sizeof(u64));
    blockers->incoming = ws_resize(NULL, words, sizeof(u64));
    blockers->queue = ws_resize(NULL, room, sizeof(u32));
    blockers->count = 0;
    blockers->room = room;
}

void blockers_free(ws_blockers *blockers) {
    free(blockers->signalled);
    free(blockers->incoming);
    free(blockers->queue);
}

void blocker_add(ws_blockers *blockers, u32 q) {
    if (blockers->count == blockers->room) {
        blockers->room *= 2;
        blockers->queue = ws_resize(blockers->queue, blockers->room, sizeof(u32));
    }
    blockers->queue[blockers->count] = q;
    blockers->count++;
}

/* ---- what is under way ---- */

/* Credits of purged queues travel as control messages. */
static void collect_credits(ws_blockers *blockers, const ws_net *n, u32 slot) {
    u32 row = n->control.first[slot];
    while (row > 0) {
        const ws_control *what = &n->control.row[row - 1];
        if (what->kind == CONTROL_CREDIT)
            bit_set(blockers->signalled, what->vc);
        row = what->next;
    }
}

static void collect_signals(ws_blockers *blockers, const ws_net *n) {
    const ws_sizes *size = &n->size;
    u32 words = size->vc_words;
    const u64 *set = n->signal_bits;
    memset(blockers->signalled, 0, words * sizeof(u64));
    for (u32 i = 0; i < size->signal_slots; i++) {
        for (u32 w = 0; w < words; w++)
            blockers->signalled[w] |= set[w];
        set += words;
    }
    for (u32 slot = 0; slot < size->control_slots; slot++)
        collect_credits(blockers, n, slot);
}

static void collect_flits(ws_blockers *blockers, const ws_net *n) {
    const ws_sizes *size = &n->size;
    const u64 *set = n->flight_bits;
    const u32 *flight = n->flight;
    memset(blockers->incoming, 0, size->vc_words * sizeof(u64));
    for (u32 slot = 0; slot < size->flight_slots; slot++) {
        for (MEMBERS_EACH(l, set, size->link_words)) {
            u32 vc = flight[l] & FLIT_VC;
            bit_set(blockers->incoming, first_vc(n, l) + vc);
        }
        set += size->link_words;
        flight += size->links;
    }
}

void blockers_begin(ws_blockers *blockers, const ws_net *n) {
    blockers->count = 0;
    collect_signals(blockers, n);
    collect_flits(blockers, n);
}

/* ---- room ---- */

i32 room_needed(const ws_net *n, u32 q, u32 v) {
    i32 need = vc_room_needed(n, q, v);
    if (need == 0 && n->layout.heads_compete)
        return 1;
    return need;
}

/* Has vc v as much credit as queue q needs? */
static bool has_room(const ws_net *n, u32 q, u32 v) {
    return n->vc[v].credit >= room_needed(n, q, v);
}

/* Room in the port at the end of vc v, which its queues share, comes from any that has a
 * packet. */
static bool far_port_blocks(ws_blockers *blockers, const ws_net *n, u32 v) {
    size_t first = blockers->count;
    u32 port = port_of(n, own_queue(n, v));
    u32 q0 = n->wire.port_queue0[port];
    u32 end = n->wire.port_queue0[port + 1];
    for (u32 q = q0; q < end; q++)
        if (n->queue[q].flits > 0)
            blocker_add(blockers, q);
    return blockers->count > first;
}

bool far_end_blocks(ws_blockers *blockers, const ws_net *n, u32 v) {
    u32 far = n->vc[v].receiver;
    if (bit_get(blockers->signalled, v))
        return false;
    u32 l = link_of(n, v);
    if (n->ports && !is_sink(n, l))
        return far_port_blocks(blockers, n, v);
    if (far == NIL)
        return false;
    if (n->queue[far].flits == 0)
        return false; /* its flits are on the wire */
    blocker_add(blockers, far);
    return true;
}

bool input_taken(ws_blockers *blockers, const ws_net *n, u32 q) {
    u32 input = port_of(n, q);
    for (QUEUES_EACH(p, n, node_of(n, q))) {
        bool reads = port_of(n, p) == input && n->queue[p].vc != NIL;
        if (p == q || !reads)
            continue;
        blocker_add(blockers, p);
        return true;
    }
    return false;
}

/* ---- a head that waits for a virtual channel ---- */

static bool holder_taken(ws_blockers *blockers, const ws_net *n, u32 q, u32 v, bool *moves) {
    (void)q;
    (void)moves;
    u32 holder = holder_of(n, v);
    if (holder == NIL)
        return false;
    blocker_add(blockers, holder);
    return true;
}

static bool input_withheld(ws_blockers *blockers, const ws_net *n, u32 q, u32 v,
                           ws_wait_reason *reason) {
    (void)v;
    *reason = WS_WAIT_PORT;
    if (n->size.port_switches == 0 || is_source(n, q))
        return false;
    return input_taken(blockers, n, q);
}

/* An alternative of a waiting head: true, and a blocker, if vc v is kept from it by another
 * queue. */
static bool vc_blocks(ws_blockers *blockers, const ws_net *n, u32 q, u32 v,
                      const ws_vc_rules *rules, ws_wait_reason *reason) {
    bool moves = false;
    if (rules->taken(blockers, n, q, v, &moves)) {
        *reason = WS_WAIT_VC;
        return !moves;
    }
    if (has_room(n, q, v))
        return rules->withheld(blockers, n, q, v, reason);
    if (!far_end_blocks(blockers, n, v))
        return false;
    *reason = no_room(n);
    return true;
}

/* Vc v does not block the head of queue q, which has not been granted it. If there is room as
 * well, the head has requested it in vain: another packet had it, or the crossbar input, in the
 * last cycle. */
static ws_wait_reason not_blocked(const ws_net *n, u32 q, u32 v, const ws_vc_rules *rules) {
    if (is_source(n, q) || rules->in_turn)
        return WS_WAIT_GRANT;
    return has_room(n, q, v) ? WS_WAIT_TURN : WS_WAIT_GRANT;
}

static ws_wait_reason waiting(ws_blockers *blockers, const ws_net *n, u32 q,
                              const ws_vc_rules *rules) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = blockers->count;
    for (OPTIONS_EACH(c, n, q)) {
        u32 vc0 = first_vc(n, n->option_link[c]);
        u64 vcs = n->option_vcs[c];
        for (BITS_EACH(i, vcs)) {
            u32 v = vc0 + i;
            if (vc_blocks(blockers, n, q, v, rules, &reason))
                continue;
            blockers->count = first; /* one open alternative is enough to move */
            return not_blocked(n, q, v, rules);
        }
    }
    return reason;
}

/* ---- a worm under way ---- */

/* Do other worms compete for the link, or the crossbar input, of a queue that can send? */
static bool shares_link(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    const u64 *set = n->ready + link->request0;
    u32 ready = 0;
    for (u32 w = 0; w < link->words; w++)
        ready += bit_count(set[w]);
    return ready > 1;
}

static bool is_buffered(const ws_net *n, u32 v) {
    return fast_link(n, link_of(n, v))->buffered;
}

/* Flits in the output buffer of vc v. */
static u32 buffered_flits(const ws_net *n, u32 v) {
    return is_buffered(n, v) ? n->output_buffer.vc[v].flits : 0;
}

/* Will flits come down vc v without anything else happening: from the wire, or from the output
 * buffer? */
static bool flits_come(const ws_blockers *blockers, const ws_net *n, u32 v) {
    if (buffered_flits(n, v) > 0)
        return true;
    if (bit_get(blockers->incoming, v))
        return true;
    return holder_of(n, v) == NIL;
}

/* The rest of what is in front of queue q is on the wire, or in the queue behind. */
static ws_wait_reason rest_behind(ws_blockers *blockers, const ws_net *n, u32 q) {
    u32 up = feeding_vc(n, q);
    if (up == NIL || flits_come(blockers, n, up))
        return WS_WAIT_NOT;
    blocker_add(blockers, holder_of(n, up));
    return WS_WAIT_FLITS;
}

static ws_wait_reason holding(ws_blockers *blockers, const ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    if (n->queue[q].front_here == 0)
        return rest_behind(blockers, n, q); /* a stretched worm */
    if (is_buffered(n, v) && buffered_flits(n, v) < n->layout.output_room)
        return WS_WAIT_NOT;
    if (n->vc[v].credit <= 0)
        return far_end_blocks(blockers, n, v) ? no_room(n) : WS_WAIT_NOT;
    if (shares_link(n, link_of(n, v)))
        return WS_WAIT_CROSSBAR;
    return WS_WAIT_NOT;
}

ws_wait_reason blockers_by(ws_blockers *blockers, const ws_net *n, u32 q,
                           const ws_vc_rules *rules) {
    const ws_queue_state *queue = &n->queue[q];
    switch (queue->state) {
    case QUEUE_WAITING: return waiting(blockers, n, q, rules);
    case QUEUE_ROUTING: return queue->storing ? rest_behind(blockers, n, q) : WS_WAIT_NOT;
    case QUEUE_STARTING:
    case QUEUE_STREAMING: return holding(blockers, n, q);
    default: return WS_WAIT_NOT; /* nothing here, or a timer runs */
    }
}

ws_wait_reason blockers_usual(ws_blockers *blockers, const ws_net *n, u32 q) {
    static const ws_vc_rules usual = {
        .taken = holder_taken,
        .withheld = input_withheld,
    };
    return blockers_by(blockers, n, q, &usual);
}

ws_wait_reason blockers_of(ws_blockers *blockers, const ws_net *n, u32 q) {
    assert(q < n->size.queues);
    const ws_switch *model = model_of(n, node_of(n, q));
    if (model->blockers)
        return model->blockers(blockers, n, q);
    return blockers_usual(blockers, n, q);
}
