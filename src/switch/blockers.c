/* blockers.c - see blockers.h. */
#include "blockers.h"

#include <stdlib.h>
#include <string.h>

#include "wormscope/memory.h"

void blockers_init(ws_blockers *b, const ws_net *n) {
    *b = (ws_blockers){.room = 64 + n->size.queues};
    b->signalled = ws_resize(NULL, n->size.vc_words, sizeof(u64));
    b->incoming = ws_resize(NULL, n->size.vc_words, sizeof(u64));
    b->queue = ws_resize(NULL, b->room, sizeof(u32));
}

void blockers_free(ws_blockers *b) {
    free(b->signalled);
    free(b->incoming);
    free(b->queue);
}

void blocker_add(ws_blockers *b, u32 q) {
    if (b->count == b->room) {
        b->room *= 2;
        b->queue = ws_resize(b->queue, b->room, sizeof(u32));
    }
    b->queue[b->count++] = q;
}

/* ---- what is under way ---- */

static void collect_signals(ws_blockers *b, const ws_net *n) {
    u32 words = n->size.vc_words;
    memset(b->signalled, 0, words * sizeof(u64));
    for (u32 slot = 0; slot < n->size.signal_slots; slot++)
        for (u32 i = 0; i < words; i++)
            b->signalled[i] |= n->signal_bits[(size_t)slot * words + i];
    for (u32 slot = 0; slot < n->size.control_slots; slot++) /* credits of purged queues */
        for (u32 row = n->control.first[slot]; row; row = n->control.row[row - 1].next)
            if (n->control.row[row - 1].kind == CONTROL_CREDIT)
                bit_set(b->signalled, n->control.row[row - 1].vc);
}

static void collect_flits(ws_blockers *b, const ws_net *n) {
    memset(b->incoming, 0, n->size.vc_words * sizeof(u64));
    for (u32 slot = 0; slot < n->size.flight_slots; slot++) {
        const u64 *bits = n->flight_bits + (size_t)slot * n->size.link_words;
        for (u32 w = 0; w < n->size.link_words; w++) {
            u64 word = bits[w];
            for (BITS_EACH(i, word)) {
                u32 l = w * 64 + i;
                bit_set(b->incoming,
                        n->wire.vc0[l] + (n->flight[(size_t)slot * n->size.links + l] & FLIT_VC));
            }
        }
    }
}

void blockers_begin(ws_blockers *b, const ws_net *n) {
    b->count = 0;
    collect_signals(b, n);
    collect_flits(b, n);
}

/* ---- room ---- */

i32 room_needed(const ws_net *n, u32 q, u32 v) {
    i32 need = vc_room_needed(n, q, v);
    return need == 0 && n->layout.heads_compete ? 1 : need;
}

/* Room in the port at the end of lane v, which its queues share, comes from any that has a
 * packet. */
static bool far_port_blocks(ws_blockers *b, const ws_net *n, u32 v) {
    size_t first = b->count;
    u32 port = port_of(n, n->wire.vc_queue[v]);
    for (u32 q = n->wire.port_queue0[port]; q < n->wire.port_queue0[port + 1]; q++)
        if (n->queue[q].flits > 0)
            blocker_add(b, q);
    return b->count > first;
}

bool far_end_blocks(ws_blockers *b, const ws_net *n, u32 v) {
    u32 far = n->vc[v].receiver;
    if (bit_get(b->signalled, v))
        return false;
    if (n->ports && !is_sink(n, n->wire.vc_link[v]))
        return far_port_blocks(b, n, v);
    if (far == NIL)
        return false;
    if (n->queue[far].flits == 0)
        return false; /* its flits are on the wire */
    blocker_add(b, far);
    return true;
}

bool input_taken(ws_blockers *b, const ws_net *n, u32 q) {
    u32 x = n->wire.queue_node[q];
    for (u32 p = n->wire.queue0[x]; p < n->wire.queue0[x + 1]; p++) {
        if (p == q || n->wire.crossbar_input[p] != n->wire.crossbar_input[q] ||
            n->queue[p].vc == NIL)
            continue;
        blocker_add(b, p);
        return true;
    }
    return false;
}

/* ---- a head that waits for a lane ---- */

static bool holder_taken(ws_blockers *b, const ws_net *n, u32 q, u32 v, bool *moves) {
    (void)q, (void)moves;
    if (n->vc[v].holder == NIL)
        return false;
    blocker_add(b, n->vc[v].holder);
    return true;
}

static bool input_withheld(ws_blockers *b, const ws_net *n, u32 q, u32 v, ws_wait_reason *reason) {
    (void)v;
    *reason = WS_WAIT_PORT;
    return n->size.port_switches > 0 && !is_source(n, q) && input_taken(b, n, q);
}

/* An alternative of a waiting head: true, and a blocker, if lane v is kept from it by another
 * queue. */
static bool vc_blocks(ws_blockers *b, const ws_net *n, u32 q, u32 v, const ws_vc_rules *rules,
                      ws_wait_reason *reason) {
    bool moves = false;
    if (rules->taken(b, n, q, v, &moves)) {
        *reason = WS_WAIT_VC;
        return !moves;
    }
    if (n->vc[v].credit >= room_needed(n, q, v))
        return rules->withheld(b, n, q, v, reason);
    if (!far_end_blocks(b, n, v))
        return false;
    *reason = no_room(n);
    return true;
}

/* Lane v does not block the head of queue q, which has not been granted it. If there is room as
 * well, the head has asked in vain: another packet had the lane, or the crossbar input, in the
 * last cycle. */
static ws_wait_reason not_blocked(const ws_net *n, u32 q, u32 v, const ws_vc_rules *rules) {
    bool in_vain = !is_source(n, q) && !rules->in_turn && n->vc[v].credit >= room_needed(n, q, v);
    return in_vain ? WS_WAIT_TURN : WS_WAIT_GRANT;
}

static ws_wait_reason waiting(ws_blockers *b, const ws_net *n, u32 q, const ws_vc_rules *rules) {
    ws_wait_reason reason = WS_WAIT_GRANT;
    size_t first = b->count;
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++) {
        u64 lanes = n->option_vcs[(size_t)q * n->size.options_per_queue + c];
        for (BITS_EACH(i, lanes)) {
            u32 v = n->wire.vc0[l] + i;
            if (vc_blocks(b, n, q, v, rules, &reason))
                continue;
            b->count = first; /* one open alternative is enough to move */
            return not_blocked(n, q, v, rules);
        }
    }
    return reason;
}

/* ---- a worm under way ---- */

/* Do other worms compete for the link, or the crossbar input, of a queue that can send? */
static bool shares_link(const ws_net *n, u32 l) {
    u32 ready = 0;
    for (u32 w = 0; w < n->wire.words[n->wire.link_from[l]]; w++)
        ready += bit_count(n->ready[n->wire.request0[l] + w]);
    return ready > 1;
}

/* Will flits come down lane v without anything else happening: from the wire, or from the output
 * buffer? */
static bool flits_come(const ws_blockers *b, const ws_net *n, u32 v) {
    if (n->wire.link_fast[n->wire.vc_link[v]].buffered && n->output_buffer.vc[v].flits > 0)
        return true;
    return bit_get(b->incoming, v) || n->vc[v].holder == NIL;
}

/* The rest of what is in front of queue q is on the wire, or in the queue behind. */
static ws_wait_reason rest_behind(ws_blockers *b, const ws_net *n, u32 q) {
    u32 up = n->wire.queue_lane[q];
    if (up == NIL || flits_come(b, n, up))
        return WS_WAIT_NOT;
    blocker_add(b, n->vc[up].holder);
    return WS_WAIT_FLITS;
}

static ws_wait_reason holding(ws_blockers *b, const ws_net *n, u32 q) {
    u32 v = n->queue[q].vc;
    u32 l = n->wire.vc_link[v];
    if (n->queue[q].front_here == 0)
        return rest_behind(b, n, q); /* a stretched worm */
    if (n->wire.link_fast[l].buffered && n->output_buffer.vc[v].flits < n->layout.output_room)
        return WS_WAIT_NOT;
    if (n->vc[v].credit > 0)
        return shares_link(n, l) ? WS_WAIT_CROSSBAR : WS_WAIT_NOT;
    return far_end_blocks(b, n, v) ? no_room(n) : WS_WAIT_NOT;
}

ws_wait_reason blockers_by(ws_blockers *b, const ws_net *n, u32 q, const ws_vc_rules *rules) {
    switch (n->queue[q].state) {
    case QUEUE_WAITING: return waiting(b, n, q, rules);
    case QUEUE_ROUTING: return n->queue[q].storing ? rest_behind(b, n, q) : WS_WAIT_NOT;
    case QUEUE_STARTING:
    case QUEUE_STREAMING: return holding(b, n, q);
    default: return WS_WAIT_NOT; /* nothing here, or a timer runs */
    }
}

ws_wait_reason blockers_usual(ws_blockers *b, const ws_net *n, u32 q) {
    static const ws_vc_rules usual = {.taken = holder_taken, .withheld = input_withheld};
    return blockers_by(b, n, q, &usual);
}

ws_wait_reason blockers_of(ws_blockers *b, const ws_net *n, u32 q) {
    const ws_switch *model = model_of(n, n->wire.queue_node[q]);
    return model->blockers ? model->blockers(b, n, q) : blockers_usual(b, n, q);
}
