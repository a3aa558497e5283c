/* blockers.c - see blockers.h.
 *
 * Invariant: a queue that can move without anything else happening, or by what is under way, has
 * no blockers; one open alternative is enough for that. */
#include "blockers.h"

#include <stdlib.h>
#include <string.h>

#include "core/segment.h"
#include "wormscope/memory.h"

enum { ROOM_AT_LEAST = 64 };

/* Makes room for `room` blockers. */
static void blockers_allot(ws_blockers *blockers) {
    u32 *queue = blockers->queue;
    blockers->queue = ws_resize(queue, blockers->room, sizeof *queue);
}

void blockers_init(ws_blockers *blockers, const ws_net *n) {
    size_t words = n->size.vc_words;
    *blockers = (ws_blockers){
        .n = n,
        .signalled = ws_resize(NULL, words, sizeof(u64)),
        .room = ROOM_AT_LEAST + n->size.queues,
        .reason = WS_WAIT_NOT,
    };
    blockers_allot(blockers);
}

void blockers_free(ws_blockers *blockers) {
    free(blockers->signalled);
    free(blockers->queue);
}

/* The room is used up: makes twice as much. */
NEVER_INLINE void blockers_grow(ws_blockers *blockers) {
    blockers->room *= 2;
    blockers_allot(blockers);
}

/* As blocker_add. What most queues are asked is one function: a full network has a hundred thousand
 * of them, and each is asked in every picture. */
ALWAYS_INLINE void add(ws_blockers *blockers, u32 q) {
    if (blockers->count == blockers->room)
        blockers_grow(blockers);
    blockers->queue[blockers->count] = q;
    blockers->count++;
}

void blocker_add(ws_blockers *blockers, u32 q) {
    add(blockers, q);
}

/* ---- what is under way ---- */

static void collect_signals(ws_blockers *blockers) {
    const ws_net *n = blockers->n;
    const ws_sizes *size = &n->size;
    u32 words = size->vc_words;
    const u64 *set = n->signal_bits;
    memset(blockers->signalled, 0, words * sizeof(u64));
    for (EACH(i, size->signal_slots)) {
        for (EACH(w, words))
            blockers->signalled[w] |= set[w];
        set += words;
    }
    for (EACH(slot, size->control_slots))
        for (CONTROLS_EACH(what, n, slot))
            if (what->kind == CONTROL_CREDIT)
                bit_set(blockers->signalled, what->vc);
}

/* See `still`. */
static bool is_still(const ws_net *n) {
    bool alone = !n->ports && n->layout.output_room == 0;
    return alone && is_settled(n);
}

void blockers_begin(ws_blockers *blockers, const ws_net *n) {
    blockers->n = n;
    blockers->count = 0;
    blockers->still = is_still(n);
    blockers->usual = !n->model->blockers && !n->host_model->blockers;
    collect_signals(blockers);
}

/* Is a signal on its way to the sender of vc v? */
ALWAYS_INLINE bool is_signalled(const ws_blockers *blockers, u32 v, bool still) {
    if (bit_get(blockers->signalled, v))
        return true;
    return !still && is_credit_promised(blockers->n, v);
}

/* ---- room ---- */

/* Credit that queue q must see on vc v before it is given it. */
static i32 room_needed(const ws_net *n, u32 q, u32 v) {
    i32 need = vc_room_needed(n, q, v);
    if (need == 0 && n->layout.heads_compete)
        return 1;
    return need;
}

bool sees_room(const ws_net *n, u32 q, u32 v) {
    i32 credit = settled_credit(n, v);
    return credit >= room_needed(n, q, v);
}

/* Room in the port at the end of vc v, which its queues share, comes from any that has a
 * packet. */
static bool far_port_blocks(ws_blockers *blockers, u32 v) {
    const ws_net *n = blockers->n;
    size_t first = blockers->count;
    u32 port = port_fed(n, v);
    for (PORT_QUEUES_EACH(q, n, port))
        if (settled_flits(n, q) > 0)
            blocker_add(blockers, q);
    return blockers->count > first;
}

ALWAYS_INLINE bool far_end(ws_blockers *blockers, u32 v, bool still) {
    const ws_net *n = blockers->n;
    u32 far = n->vc[v].receiver;
    if (is_signalled(blockers, v, still))
        return false;
    if (!still && n->ports && !is_sink(n, link_of(n, v)))
        return far_port_blocks(blockers, v);
    if (far == NIL)
        return false;
    u32 flits = still ? n->queue[far].flits : settled_flits(n, far);
    if (flits == 0)
        return false; /* its flits are on the wire */
    add(blockers, far);
    return true;
}

bool far_end_blocks(ws_blockers *blockers, u32 v) {
    return far_end(blockers, v, false);
}

/* A virtual channel lacks credit, or a GO. */
static ws_wait_reason no_room(const ws_net *n) {
    return n->flow == WS_FLOW_STOP_GO ? WS_WAIT_STOP : WS_WAIT_ROOM;
}

bool input_busy(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    u32 x = node_of(n, q);
    u32 input = port_of(n, q);
    for (QUEUES_EACH(p, n, x)) {
        if (p == q || port_of(n, p) != input)
            continue;
        if (vc_held(n, p) == NIL)
            continue;
        blocker_add(blockers, p);
        return true;
    }
    return false;
}

bool vc_has_holder(ws_blockers *blockers, u32 v) {
    u32 holder = holder_of(blockers->n, v);
    if (holder == NIL)
        return false;
    add(blockers, holder);
    return true;
}

/* ---- a head that waits for a virtual channel ---- */

static obstacle usual_held(ws_blockers *blockers, u32 q, u32 v) {
    (void)q;
    return vc_has_holder(blockers, v) ? OBSTACLE_STAYS : NO_OBSTACLE;
}

static bool usual_withheld(ws_blockers *blockers, u32 q, u32 v) {
    const ws_net *n = blockers->n;
    (void)v;
    blockers->reason = WS_WAIT_PORT;
    if (n->size.port_switches == 0)
        return false;
    return !is_source(n, q) && input_busy(blockers, q);
}

/* Is vc v, an alternative of a waiting head, kept from it by another queue? Then a blocker. */
ALWAYS_INLINE bool vc_blocks(ws_blockers *blockers, u32 q, u32 v, const ws_vc_rules *rules) {
    const ws_net *n = blockers->n;
    obstacle met = rules->held(blockers, q, v);
    if (met != NO_OBSTACLE) {
        blockers->reason = WS_WAIT_VC;
        return met == OBSTACLE_STAYS;
    }
    if (sees_room(n, q, v))
        return rules->withheld(blockers, q, v);
    if (!far_end_blocks(blockers, v))
        return false;
    blockers->reason = no_room(n);
    return true;
}

/* Vc v does not block the head of queue q, which has not been granted it. If there is room as
 * well, the head has requested it in vain: another packet had it, or the crossbar input, in the
 * last cycle. */
static ws_wait_reason not_blocked(const ws_net *n, u32 q, u32 v) {
    if (is_source(n, q))
        return WS_WAIT_GRANT;
    return sees_room(n, q, v) ? WS_WAIT_TURN : WS_WAIT_GRANT;
}

/* The first vc among the route options of queue q that nothing keeps from it; NIL, with all
 * blockers, if there is none. */
ALWAYS_INLINE u32 open_vc(ws_blockers *blockers, u32 q, const ws_vc_rules *rules) {
    const ws_net *n = blockers->n;
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        u32 vc0 = first_vc(n, l);
        u64 vcs = n->option_vcs[c];
        for (BITS_EACH(i, vcs))
            if (!vc_blocks(blockers, q, vc0 + i, rules))
                return vc0 + i;
    }
    return NIL;
}

ALWAYS_INLINE ws_wait_reason waiting(ws_blockers *blockers, u32 q, const ws_vc_rules *rules) {
    size_t first = blockers->count;
    blockers->reason = WS_WAIT_GRANT;
    u32 open = open_vc(blockers, q, rules);
    if (open == NIL)
        return blockers->reason;
    blockers->count = first; /* one open alternative is enough to move */
    if (rules->in_turn)
        return WS_WAIT_GRANT;
    return not_blocked(blockers->n, q, open);
}

/* ---- a worm under way ---- */

/* Do other worms compete for the link, or the crossbar input, of a queue that can send? */
static bool shares_link(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    const u64 *set = n->ready + link->request0;
    u32 ready = 0;
    for (EACH(w, link->words))
        ready += bit_count(set[w]);
    return ready > 1;
}

static bool is_buffered(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    return fast_link(n, l)->buffered;
}

/* Flits in the output buffer of vc v. */
static u32 buffered_flits(const ws_net *n, u32 v) {
    const ws_output_state *outputs = n->output_buffer.vc;
    if (!is_buffered(n, v))
        return 0;
    return outputs[v].flits;
}

/* Will flits come down vc v without anything else happening: from the wire, or from the output
 * buffer? */
static bool flits_come(const ws_blockers *blockers, u32 v) {
    const ws_net *n = blockers->n;
    if (buffered_flits(n, v) > 0)
        return true;
    if (holder_of(n, v) == NIL)
        return true;
    return settled_on_wire(n, v);
}

/* The rest of the packet in front of queue q is on the wire, or in the queue upstream. */
static ws_wait_reason rest_behind(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    u32 up = feeding_vc(n, q);
    if (up == NIL || flits_come(blockers, up))
        return WS_WAIT_NOT;
    blocker_add(blockers, holder_of(n, up));
    return WS_WAIT_FLITS;
}

/* A worm whose next flit is here, into the output buffer of vc v. */
static bool output_has_room(const ws_net *n, u32 v) {
    u32 room = n->layout.output_room;
    if (room == 0)
        return false;
    u32 flits = buffered_flits(n, v);
    return is_buffered(n, v) && flits < room;
}

/* The front of a queue that holds vc v can leave: does it share its link? */
NEVER_INLINE ws_wait_reason sending(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    return shares_link(n, l) ? WS_WAIT_CROSSBAR : WS_WAIT_NOT;
}

ALWAYS_INLINE ws_wait_reason holding_by(ws_blockers *blockers, u32 q, bool still) {
    const ws_net *n = blockers->n;
    const ws_queue_state *queue = &n->queue[q];
    u32 v = queue->vc;
    if (!still && is_sending(n, q))
        return WS_WAIT_NOT;
    u32 here = still ? queue->front_here : settled_front(n, q);
    if (here == 0)
        return rest_behind(blockers, q); /* a stretched worm */
    if (!still && output_has_room(n, v))
        return WS_WAIT_NOT;
    i32 credit = still ? n->vc[v].credit : settled_credit(n, v);
    if (credit > 0)
        return sending(n, v);
    return far_end(blockers, v, still) ? no_room(n) : WS_WAIT_NOT;
}

NEVER_INLINE ws_wait_reason holding_settled(ws_blockers *blockers, u32 q) {
    return holding_by(blockers, q, false);
}

static ws_wait_reason holding(ws_blockers *blockers, u32 q) {
    if (blockers->still)
        return holding_by(blockers, q, true);
    return holding_settled(blockers, q);
}

/* Queue q, whose head does not wait. */
static ws_wait_reason not_waiting(ws_blockers *blockers, u32 q) {
    const ws_queue_state *queue = &blockers->n->queue[q];
    if (queue->state == QUEUE_STARTING || queue->state == QUEUE_STREAMING)
        return holding(blockers, q);
    if (queue->state == QUEUE_ROUTING && queue->storing)
        return rest_behind(blockers, q); /* its head waits for its tail */
    return WS_WAIT_NOT; /* nothing here, or the router works on it, or a timer runs */
}

ws_wait_reason blockers_by(ws_blockers *blockers, u32 q, const ws_vc_rules *rules) {
    if (state_of(blockers->n, q) == QUEUE_WAITING)
        return waiting(blockers, q, rules);
    return not_waiting(blockers, q);
}

static ws_wait_reason usual_waiting(ws_blockers *blockers, u32 q) {
    static const ws_vc_rules usual = {
        .held = usual_held,
        .withheld = usual_withheld,
    };
    return waiting(blockers, q, &usual);
}

ws_wait_reason blockers_usual(ws_blockers *blockers, u32 q) {
    if (state_of(blockers->n, q) == QUEUE_WAITING)
        return usual_waiting(blockers, q);
    return not_waiting(blockers, q);
}

ws_wait_reason blockers_of(ws_blockers *blockers, u32 q) {
    const ws_net *n = blockers->n;
    assert(q < n->size.queues);
    if (blockers->usual)
        return blockers_usual(blockers, q);
    const ws_switch *model = model_of_queue(n, q);
    if (model->blockers)
        return model->blockers(blockers, q);
    return blockers_usual(blockers, q);
}
