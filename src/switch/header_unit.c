/* header_unit.c - the routing unit of a switch: one header a cycle gets its output lane, in
 * demand-slotted round robin.
 *
 * Source: the router-architecture paper of Duato et al. (networks of workstations): a header that
 * finds no free lane goes to the end of the round and is tried again. Of the header's candidates,
 * those of the lowest tier that has a free lane count; among these, `selection` decides.
 *
 * A failed attempt costs a cycle of the unit, so it is played, not skipped. But when all waiting
 * headers have failed since anything last changed, further attempts must fail too: the unit sleeps,
 * its pointer staying where it is, until the next change.
 *
 * The adaptive routings let a packet from its host only onto new lanes. The paper is silent on
 * whether such a header takes its turn like those under way (`injection`). If it does, hosts
 * that offer more than the network can carry fill the new lanes: most heads then wait in rings,
 * which only the escape layer undoes, and what is accepted falls towards that of up/down routing
 * alone. Two remedies need nothing but what the switch knows: those under way first; and only
 * onto a link that is idle (as "at least one": Baydal, Lopez and Duato 2000). Routings without
 * such tiers of lanes have no such rule. */
#include "blockers.h"

static i64 injection_of(const ws_net *n) {
    return n->routing->tiers ? n->def->injection : WS_INJECTION_IN_TURN;
}

/* Something changed: all waiting heads of switch x are worth a new attempt. */
static void unit_wake(ws_net *n, u32 x) {
    n->header_unit.untried[x] = n->header_unit.waiting[x];
    if (n->header_unit.untried[x] > 0)
        bit_set(n->allocate_nodes, x);
}

static void unit_link_wake(ws_net *n, u32 l) {
    unit_wake(n, n->wire.link_from[l]);
}

static void unit_requested(ws_net *n, u32 q) {
    u32 x = n->wire.queue_node[q];
    bit_set(n->header_unit.requests + n->wire.set0[x], input_of(n, q));
    n->header_unit.waiting[x]++;
}

static void unit_withdraw(ws_net *n, u32 q) {
    u32 x = n->wire.queue_node[q];
    bit_clear(n->header_unit.requests + n->wire.set0[x], input_of(n, q));
    n->header_unit.waiting[x]--;
    /* it may be the turn of those from hosts */
    if (injection_of(n) == WS_INJECTION_TRANSIT_FIRST)
        unit_wake(n, x);
}

/* ---- what must be idle ---- */

static bool vc_is_taken(const ws_net *n, u32 l, u32 v) {
    return n->vc[v].holder != NIL || output_buffer_holds(n, l, v);
}

/* Does another queue of the crossbar input of q hold a lane? */
static bool input_is_taken(const ws_net *n, u32 x, u32 q) {
    const ws_wiring *wire = &n->wire;
    for (u32 p = q; p > wire->queue0[x] && wire->crossbar_input[p - 1] == wire->crossbar_input[q];)
        if (n->queue[--p].vc != NIL)
            return true;
    for (u32 p = q + 1;
         p < wire->queue0[x + 1] && wire->crossbar_input[p] == wire->crossbar_input[q]; p++)
        if (n->queue[p].vc != NIL)
            return true;
    return false;
}

/* With packet multiplexing the whole link must be idle, and the crossbar input. */
static bool unit_idle(const ws_net *n, u32 q, u32 v) {
    u32 l = n->wire.vc_link[v];
    if (vc_is_taken(n, l, v))
        return false;
    if (n->def->multiplexing != WS_MULTIPLEXING_PACKET)
        return true;
    for (u32 other = n->wire.vc0[l]; other < n->wire.vc0[l + 1]; other++)
        if (vc_is_taken(n, l, other))
            return false;
    return !input_is_taken(n, n->wire.link_from[l], q);
}

static void unit_freed(ws_net *n, u32 q, u32 l) {
    bool buffered = n->wire.link_fast[l].buffered;
    if (buffered)
        output_buffer_unready(n, q);
    else
        ready_clear(n, q, l);
    /* its crossbar input is free as well */
    if (n->def->multiplexing == WS_MULTIPLEXING_PACKET)
        unit_wake(n, n->wire.link_from[l]);
    /* with an output buffer, the lane is free when that is empty */
    else if (is_requested(n, l) && !buffered)
        link_wake(n, l);
}

/* ---- headers from hosts: `injection` ---- */

static bool is_from_host(const ws_net *n, u32 x, u32 q) {
    return bit_get(n->wire.from_hosts + n->wire.set0[x], input_of(n, q));
}

/* The next input, in turn, whose header waits and does not come from a host; NIL if there is
 * none. */
static u32 transit_next(const ws_net *n, u32 x) {
    u32 words = n->wire.words[x];
    u64 transit[words];
    for (u32 w = 0; w < words; w++)
        transit[w] =
            n->header_unit.requests[n->wire.set0[x] + w] & ~n->wire.from_hosts[n->wire.set0[x] + w];
    return bits_next_wrap(transit, words, n->header_unit.turn[x]);
}

static bool link_is_idle(const ws_net *n, u32 q, u32 l) {
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
        if (!vc_is_idle(n, q, v) || !vc_has_room(n, q, v))
            return false;
    return true;
}

/* Does the rule for headers from hosts (`injection`) keep the one in front of queue q from link
 * l now? */
static bool unit_holds_back(const ws_net *n, u32 q, u32 l) {
    u32 x = n->wire.link_fast[l].from;
    if (injection_of(n) == WS_INJECTION_IN_TURN || !is_from_host(n, x, q))
        return false;
    return injection_of(n) == WS_INJECTION_TRANSIT_FIRST ? transit_next(n, x) != NIL
                                                         : !is_sink(n, l) && !link_is_idle(n, q, l);
}

/* The input whose header is tried next; NIL if none waits. */
static u32 unit_next(const ws_net *n, u32 x) {
    u32 next = injection_of(n) == WS_INJECTION_TRANSIT_FIRST ? transit_next(n, x) : NIL;
    return next != NIL ? next
                       : bits_next_wrap(n->header_unit.requests + n->wire.set0[x], n->wire.words[x],
                                        n->header_unit.turn[x]);
}

/* ---- one header ---- */

/* The free lanes met so far, and the one selected among them. */
typedef struct choice {
    u32 vc, tier, count;
    i32 credit;
} choice;

/* Each of `count` lanes is the one selected with the same probability when every new one
 * replaces it with 1 / count. */
static bool replaces(ws_net *n, u32 x, const choice *best, i32 credit) {
    if (best->count == 0)
        return true;
    if (n->def->selection == WS_SELECTION_RANDOM)
        return rng_below(n->node_rng + x, best->count + 1) == 0;
    return n->def->selection == WS_SELECTION_ROOM && credit > best->credit;
}

/* The lane that the head of queue q takes now; NIL if none is free. */
static u32 header_choose(ws_net *n, u32 x, u32 q) {
    size_t first = (size_t)q * n->size.options_per_queue;
    choice best = {.vc = NIL, .tier = UINT32_MAX};
    for (size_t c = first; c < first + n->size.options_per_queue && n->option_link[c] != NIL; c++) {
        u32 tier = n->option_rule[c] & OPTION_TIER;
        u32 vc0 = n->wire.link_fast[n->option_link[c]].vc0;
        if (tier > best.tier)
            break;
        if (unit_holds_back(n, q, n->option_link[c]))
            continue;
        u64 lanes = n->option_vcs[c];
        for (BITS_EACH(i, lanes)) {
            if (!vc_is_idle(n, q, vc0 + i) || !vc_has_room(n, q, vc0 + i))
                continue;
            i32 credit = n->vc[vc0 + i].credit;
            if (replaces(n, x, &best, credit))
                best.vc = vc0 + i, best.credit = credit;
            best.tier = tier;
            best.count++;
        }
    }
    return best.vc;
}

/* The next header is tried. */
static void unit_attempt(ws_net *n, u32 x) {
    u32 q0 = n->wire.queue0[x];
    u32 input = unit_next(n, x);
    if (input != NIL) {
        u32 v = header_choose(n, x, q0 + input);
        n->header_unit.turn[x] = (u16)(q0 + input + 1 == n->wire.queue0[x + 1] ? 0 : input + 1);
        n->header_unit.untried[x]--;
        if (v != NIL)
            vc_allocate(n, q0 + input, v);
    } else {
        n->header_unit.untried[x] = 0;
    }
    if (n->header_unit.untried[x] == 0)
        bit_clear(n->allocate_nodes, x);
}

static bool unit_transmit(ws_net *n, u32 x) {
    return n->layout.output_room > 0 ? output_buffer_transmit(n, x) : transmit_input_queued(n, x);
}

static void unit_sizes(ws_net *n, const ws_def *d) {
    (void)d;
    n->size.asks = n->wire.set0[n->size.switches];
    n->size.units = n->size.switches;
    output_buffer_sizes(n);
}

/* ---- who waits for whom ---- */

/* Is lane v taken? By a queue: a blocker. By the rest of a packet in its output buffer: what
 * keeps that back, if anything. */
static bool one_taken(ws_blockers *b, const ws_net *n, u32 v, bool *moves) {
    u32 holder = n->vc[v].holder;
    if (holder != NIL)
        blocker_add(b, holder);
    if (holder != NIL)
        return true;
    if (!output_buffer_holds(n, n->wire.vc_link[v], v))
        return false;
    *moves = n->vc[v].credit > 0 || !far_end_blocks(b, n, v);
    return true;
}

/* With packet multiplexing the other lanes of the link and the queues that share the crossbar
 * input go with it. At most one of them is busy at a time. */
static bool unit_taken(ws_blockers *b, const ws_net *n, u32 q, u32 v, bool *moves) {
    u32 l = n->wire.vc_link[v];
    if (one_taken(b, n, v, moves))
        return true;
    if (n->def->multiplexing != WS_MULTIPLEXING_PACKET)
        return false;
    for (u32 other = n->wire.vc0[l]; other < n->wire.vc0[l + 1]; other++)
        if (other != v && one_taken(b, n, other, moves))
            return true;
    return input_taken(b, n, q);
}

/* A head from a host may not have it yet (`injection`). It is enough for a deadlock to be
 * claimed if all that must go first are in one: cautious, since in truth it waits until none is
 * left. */
static bool unit_withheld(ws_blockers *b, const ws_net *n, u32 q, u32 v, ws_wait_reason *reason) {
    u32 l = n->wire.vc_link[v];
    u32 x = n->wire.queue_node[q];
    u32 set0 = n->wire.set0[x];
    bool moves = false;
    *reason = WS_WAIT_PORT;
    if (!unit_holds_back(n, q, l))
        return false;
    if (n->def->injection == WS_INJECTION_TRANSIT_FIRST) {
        *reason = WS_WAIT_TRANSIT;
        for (u32 w = 0; w < n->wire.words[x]; w++) {
            u64 word = n->header_unit.requests[set0 + w] & ~n->wire.from_hosts[set0 + w];
            for (BITS_EACH(i, word))
                blocker_add(b, n->wire.queue0[x] + w * 64 + i);
        }
        return true;
    }
    for (u32 other = n->wire.vc0[l]; other < n->wire.vc0[l + 1];
         other++) { /* the whole link must be idle, with room */
        *reason = WS_WAIT_VC;
        if (one_taken(b, n, other, &moves))
            return !moves;
        *reason = WS_WAIT_ROOM;
        if (n->vc[other].credit < room_needed(n, q, other))
            return far_end_blocks(b, n, other);
    }
    return false;
}

static ws_wait_reason unit_blockers(ws_blockers *b, const ws_net *n, u32 q) {
    static const ws_vc_rules rules = {
        .taken = unit_taken, .withheld = unit_withheld, .in_turn = true};
    return blockers_by(b, n, q, &rules);
}

/* ---- the laws ---- */

/* While the unit of switch x sleeps, no head could be granted anything. */
static const char *sleeper_broken(const ws_net *n, u32 q) {
    u32 l;
    for (u32 c = 0; (l = route_option_link(n, q, c)) != NIL; c++)
        if (vcs_free_for(n, q, l) && !unit_holds_back(n, q, l))
            return "a head could be granted a lane, but the routing unit sleeps";
    return NULL;
}

/* As many heads wait as are in the set, and none of them is forgotten. */
static const char *unit_broken(const ws_net *n, u32 x, u32 *where) {
    u32 waiting = 0;
    const char *what = NULL;
    *where = x;
    for (u32 w = 0; w < n->wire.words[x]; w++)
        waiting += bit_count(n->header_unit.requests[n->wire.set0[x] + w]);
    if (waiting != n->header_unit.waiting[x])
        return "a routing unit has miscounted the heads that wait";
    if (n->header_unit.untried[x] > 0 && !bit_get(n->allocate_nodes, x))
        return "a routing unit has work, but sleeps";
    for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1] && !what; q++) {
        *where = q;
        bool waits = n->queue[q].state == QUEUE_WAITING;
        if (bit_get(n->header_unit.requests + n->wire.set0[x], input_of(n, q)) != waits)
            return "the routing unit does not know the state of a head";
        if (waits && n->header_unit.untried[x] == 0 && n->cycle[0] > 0)
            what = sleeper_broken(n, q);
    }
    return what;
}

static const char *units_broken(const ws_net *n, u32 *where) {
    const char *what = NULL;
    for (u32 x = 0; x < n->size.switches && !what; x++)
        what = unit_broken(n, x, where);
    return what ? what : output_buffer_broken(n, where);
}

const ws_switch switch_header_unit = {.layout = output_buffer_layout,
                                      .sizes = unit_sizes,
                                      .requested = unit_requested,
                                      .withdraw = unit_withdraw,
                                      .idle = unit_idle,
                                      .wake = unit_link_wake,
                                      .ready = output_buffer_ready,
                                      .freed = unit_freed,
                                      .credited = output_buffer_credited,
                                      .stopped = output_buffer_stopped,
                                      .purge = output_buffer_purge,
                                      .allocate = unit_attempt,
                                      .transmit = unit_transmit,
                                      .blockers = unit_blockers,
                                      .flits = output_buffer_flits,
                                      .audit = units_broken};
