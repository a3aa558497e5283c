/* header_unit.c - the header unit of a switch: one header a cycle gets its virtual channel, in
 * demand-slotted round robin.
 *
 * Source: the switch of Duato et al. for networks of workstations (wormhole against virtual
 * cut-through): a header that finds no free virtual channel goes to the end of the round and is
 * tried again. Of the header's route options, those of the lowest tier that has a free virtual
 * channel count; among these, `selection` decides.
 *
 * A failed attempt costs a cycle of the unit, so it is played, not skipped. But when all waiting
 * headers have failed since anything last changed, further attempts must fail too: the unit sleeps,
 * its pointer staying where it is, until the next change.
 *
 * Open: the adaptive routings let a packet from its host only onto new virtual channels. The paper
 * is silent on whether such a header takes its turn like those under way (`injection`). If it
 * does, hosts that offer more than the network can carry fill the new channels: most heads then
 * wait in rings, which only the escape layer undoes, and what is accepted falls towards that of
 * up/down routing alone. Two remedies need nothing but what the switch knows: those under way
 * first; and only onto a link that is idle (as "at least one": Baydal, Lopez and Duato 2000).
 * Routings without such tiers of virtual channels have no such rule.
 *
 * Invariants: `requests` of a switch holds exactly the inputs whose heads wait, `waiting` counts
 * them; while `untried` is 0, none of them could be granted anything. */
#include "blockers.h"
#include "core/segment.h"

static i64 injection_of(const ws_net *n) {
    if (n->routing->tiers)
        return n->def->injection;
    return WS_INJECTION_IN_TURN;
}

static bool transit_first(const ws_net *n) {
    return injection_of(n) == WS_INJECTION_TRANSIT_FIRST;
}

/* Packet multiplexing gives a packet a whole link, and a crossbar input, for itself. */
static bool packet_multiplexing(const ws_net *n) {
    return n->def->multiplexing == WS_MULTIPLEXING_PACKET;
}

/* The inputs of switch x whose heads wait, a set. */
static u64 *header_unit_requests(const ws_net *n, u32 x) {
    u32 first = n->wire.set0[x];
    return n->header_unit.requests + first;
}

/* Something changed: all waiting heads of switch x are worth a new attempt. */
static void header_unit_wake(ws_net *n, u32 x) {
    u16 waiting = n->header_unit.waiting[x];
    n->header_unit.untried[x] = waiting;
    if (waiting > 0)
        node_wake(n, x);
}

static void header_unit_link_wake(ws_net *n, u32 l) {
    header_unit_wake(n, node_from(n, l));
}

static void header_unit_requested(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u64 *requests = header_unit_requests(n, x);
    bit_set(requests, input_of(n, q));
    n->header_unit.waiting[x]++;
}

static void header_unit_withdraw(ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    u64 *requests = header_unit_requests(n, x);
    bit_clear(requests, input_of(n, q));
    n->header_unit.waiting[x]--;
    /* it may be the turn of those from hosts */
    if (transit_first(n))
        header_unit_wake(n, x);
}

/* ---- what must be idle ---- */

static bool vc_is_held(const ws_net *n, u32 v) {
    if (holder_of(n, v) != NIL)
        return true;
    return output_buffer_holds(n, v);
}

/* Does another queue of the crossbar input of q hold a virtual channel? The queues of an input
 * are side by side. */
static bool input_is_busy(const ws_net *n, u32 q) {
    const u32 *input = n->wire.crossbar_input;
    u32 x = node_of(n, q);
    u32 first = q;
    u32 end = q + 1;
    while (first > first_queue(n, x) && input[first - 1] == input[q])
        first--;
    while (end < end_queue(n, x) && input[end] == input[q])
        end++;
    for (u32 p = first; p < end; p++)
        if (p != q && vc_held(n, p) != NIL)
            return true;
    return false;
}

/* May queue q have virtual channel v? With packet multiplexing the whole link must be idle, and the
 * crossbar input. */
static bool header_unit_idle(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    if (vc_is_held(n, v))
        return false;
    if (!packet_multiplexing(n))
        return true;
    for (VCS_EACH(other, n, l))
        if (vc_is_held(n, other))
            return false;
    return !input_is_busy(n, q);
}

static void header_unit_freed(ws_net *n, u32 q, u32 l) {
    bool buffered = fast_link(n, l)->buffered;
    if (buffered)
        output_buffer_unready(n, q);
    else
        ready_clear(n, q, l);
    /* its crossbar input is free as well */
    if (packet_multiplexing(n))
        header_unit_link_wake(n, l);
    /* with an output buffer, the virtual channel is free when that is empty */
    else if (!buffered && is_requested(n, l))
        link_wake(n, l);
}

/* ---- headers from hosts: `injection` ---- */

/* The inputs of switch x that come from hosts, a set. */
static const u64 *host_inputs(const ws_net *n, u32 x) {
    u32 first = n->wire.set0[x];
    return n->wire.from_hosts + first;
}

static bool is_from_host(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    const u64 *from_hosts = host_inputs(n, x);
    return bit_get(from_hosts, input_of(n, q));
}

/* The inputs of switch x whose headers wait and do not come from a host. */
static void transit_requests(const ws_net *n, u32 x, u64 *transit) {
    const u64 *from_hosts = host_inputs(n, x);
    const u64 *requests = header_unit_requests(n, x);
    u32 words = words_of(n, x);
    for (EACH(w, words))
        transit[w] = requests[w] & ~from_hosts[w];
}

/* The next input in turn whose header does not come from a host; NIL if there is none. */
static u32 transit_next(const ws_net *n, u32 x) {
    u32 words = words_of(n, x);
    u32 turn = n->header_unit.turn[x];
    u64 transit[words];
    transit_requests(n, x, transit);
    return bits_next_wrap(transit, words, turn);
}

static bool link_is_idle(const ws_net *n, u32 q, u32 l) {
    for (VCS_EACH(v, n, l))
        if (!vc_is_open(n, q, v))
            return false;
    return true;
}

/* Does the rule for headers from hosts (`injection`) keep the header in front of queue q from link
 * l now? */
static bool header_unit_holds_back(const ws_net *n, u32 q, u32 l) {
    if (injection_of(n) == WS_INJECTION_IN_TURN)
        return false;
    if (!is_from_host(n, q))
        return false;
    if (transit_first(n))
        return transit_next(n, node_of(n, q)) != NIL;
    if (is_sink(n, l))
        return false;
    return !link_is_idle(n, q, l);
}

/* The input whose header is tried next; NIL if none waits. */
static u32 header_unit_next(const ws_net *n, u32 x) {
    u32 words = words_of(n, x);
    u32 turn = n->header_unit.turn[x];
    u32 next = NIL;
    if (transit_first(n))
        next = transit_next(n, x);
    if (next != NIL)
        return next;
    return bits_next_wrap(header_unit_requests(n, x), words, turn);
}

/* ---- one header ---- */

/* The free virtual channels met so far, and the one selected among them. */
typedef struct ws_choice {
    u32 vc;
    u32 tier;
    u32 count;
    i32 credit; /* of the selected channel */
} ws_choice;

/* Does the free virtual channel v replace the best so far? At random, each of `count` channels is
 * selected with the same probability if the newest replaces the best with probability 1 / count. */
static bool replaces(ws_net *n, u32 v, const ws_choice *best) {
    i64 selection = n->def->selection;
    u32 met = best->count + 1;
    if (met == 1)
        return true;
    if (selection == WS_SELECTION_RANDOM) {
        u32 x = node_from(n, link_of(n, v));
        return rng_below(n->node_rng + x, met) == 0;
    }
    bool roomier = n->vc[v].credit > best->credit;
    return selection == WS_SELECTION_ROOM && roomier;
}

/* Virtual channel v is free: it is selected, or counts. */
static void vc_consider(ws_net *n, u32 v, ws_choice *best) {
    if (replaces(n, v, best)) {
        best->vc = v;
        best->credit = n->vc[v].credit;
    }
    best->count++;
}

/* The virtual channel that the head of queue q takes now; NIL if none is free. */
static u32 header_choose(ws_net *n, u32 q) {
    ws_choice best = {
        .vc = NIL,
        .tier = UINT32_MAX,
    };
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        u32 tier = n->option_rule[c] & OPTION_TIER;
        u64 vcs = n->option_vcs[c];
        if (tier > best.tier)
            break;
        if (header_unit_holds_back(n, q, l))
            continue;
        u32 vc0 = first_vc(n, l);
        for (BITS_EACH(i, vcs)) {
            if (!vc_is_open(n, q, vc0 + i))
                continue;
            vc_consider(n, vc0 + i, &best);
            best.tier = tier;
        }
    }
    return best.vc;
}

/* The header at an input of switch x has its turn. */
static void header_try(ws_net *n, u32 x, u32 input) {
    ws_header_unit_columns *unit = &n->header_unit;
    u32 q = first_queue(n, x) + input;
    u32 v = header_choose(n, q);
    u32 inputs = node_inputs(n, x);
    unit->turn[x] = turn_after(input, inputs);
    unit->untried[x]--;
    if (v != NIL)
        vc_allocate(n, q, v);
}

static void header_unit_allocate(ws_net *n, u32 x) {
    u16 *untried = &n->header_unit.untried[x];
    u32 input = header_unit_next(n, x);
    if (input != NIL)
        header_try(n, x, input);
    else
        *untried = 0;
    if (*untried == 0)
        bit_clear(n->allocate_nodes, x);
}

static bool header_unit_transmit(ws_net *n, u32 x) {
    if (n->layout.output_room > 0)
        return output_buffer_transmit(n, x);
    return transmit_input_queued(n, x);
}

static void header_unit_sizes(ws_net *n) {
    ws_sizes *size = &n->size;
    u32 switches = size->switches;
    size->node_requests = n->wire.set0[switches];
    size->header_units = switches;
    output_buffer_sizes(n);
}

/* ---- who waits for whom ---- */

/* Does the rest of a packet in its output buffer hold vc v? Then what keeps that back, if
 * anything. */
static obstacle buffer_obstacle(ws_blockers *blockers, u32 v) {
    const ws_net *n = blockers->n;
    if (!output_buffer_holds(n, v))
        return NO_OBSTACLE;
    bool stays = settled_credit(n, v) <= 0 && far_end_blocks(blockers, v);
    return stays ? OBSTACLE_STAYS : OBSTACLE_MOVES;
}

/* Is vc v taken, by a queue or by its output buffer? */
static obstacle vc_obstacle(ws_blockers *blockers, u32 v) {
    if (vc_has_holder(blockers, v))
        return OBSTACLE_STAYS;
    return buffer_obstacle(blockers, v);
}

/* With packet multiplexing a grant of vc v needs all virtual channels of the link, and the crossbar
 * input, to be idle. At most one of these channels and inputs is busy at a time. */
static obstacle header_unit_held(ws_blockers *blockers, u32 q, u32 v) {
    const ws_net *n = blockers->n;
    u32 l = link_of(n, v);
    obstacle met = vc_obstacle(blockers, v);
    if (met != NO_OBSTACLE || !packet_multiplexing(n))
        return met;
    for (VCS_EACH(other, n, l)) {
        met = vc_obstacle(blockers, other);
        if (met != NO_OBSTACLE)
            return met;
    }
    return input_busy(blockers, q) ? OBSTACLE_STAYS : NO_OBSTACLE;
}

/* A header from a host waits for all that must go first. */
static void transit_blockers(ws_blockers *blockers, u32 x) {
    const ws_net *n = blockers->n;
    u32 q0 = first_queue(n, x);
    u32 words = words_of(n, x);
    u64 transit[words];
    transit_requests(n, x, transit);
    for (MEMBERS_EACH(i, transit, words))
        blocker_add(blockers, q0 + i);
}

/* A header from a host waits until the whole of link l is idle, with room. */
static bool link_withheld(ws_blockers *blockers, u32 q, u32 l) {
    const ws_net *n = blockers->n;
    for (VCS_EACH(v, n, l)) {
        blockers->reason = WS_WAIT_VC;
        obstacle met = vc_obstacle(blockers, v);
        if (met != NO_OBSTACLE)
            return met == OBSTACLE_STAYS;
        blockers->reason = WS_WAIT_ROOM;
        if (!sees_room(n, q, v))
            return far_end_blocks(blockers, v);
    }
    return false;
}

/* A head from a host may not have it yet (`injection`). It is enough for a deadlock to be
 * claimed if all that must go first are in one: cautious, since in truth it waits until none is
 * left. */
static bool header_unit_withheld(ws_blockers *blockers, u32 q, u32 v) {
    const ws_net *n = blockers->n;
    u32 l = link_of(n, v);
    blockers->reason = WS_WAIT_PORT;
    if (!header_unit_holds_back(n, q, l))
        return false;
    if (!transit_first(n))
        return link_withheld(blockers, q, l);
    blockers->reason = WS_WAIT_TRANSIT;
    transit_blockers(blockers, node_of(n, q));
    return true;
}

static ws_wait_reason header_unit_blockers(ws_blockers *blockers, u32 q) {
    static const ws_vc_rules rules = {
        .held = header_unit_held,
        .withheld = header_unit_withheld,
        .in_turn = true,
    };
    return blockers_by(blockers, q, &rules);
}

/* ---- the laws ---- */

/* While the unit of a switch sleeps, no head could be granted anything. */
static const char *sleeper_broken(const ws_net *n, u32 q) {
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        if (header_unit_holds_back(n, q, l))
            continue;
        if (vcs_free_for(n, q, l) != 0)
            return "a head could be granted a virtual channel, but the header unit sleeps";
    }
    return NULL;
}

/* Is every waiting head in the set of the unit, and every member of the set a waiting head? */
static const char *header_broken(const ws_net *n, u32 q) {
    u32 x = node_of(n, q);
    bool waits = is_waiting_head(n, q);
    if (is_source(n, q))
        return NULL;
    const u64 *requests = header_unit_requests(n, x);
    bool known = bit_get(requests, input_of(n, q));
    if (known != waits)
        return "the header unit does not know the state of a head";
    bool sleeps = n->header_unit.untried[x] == 0;
    if (waits && sleeps && now(n) > 0)
        return sleeper_broken(n, q);
    return NULL;
}

/* The count of waiting heads is that of the set. */
static const char *header_unit_broken(const ws_net *n, u32 x) {
    const ws_header_unit_columns *unit = &n->header_unit;
    const u64 *requests = header_unit_requests(n, x);
    u32 words = words_of(n, x);
    u32 waiting = 0;
    for (EACH(w, words))
        waiting += bit_count(requests[w]);
    if (waiting != unit->waiting[x])
        return "a header unit has miscounted the heads that wait";
    bool sleeps = !bit_get(n->allocate_nodes, x);
    if (sleeps && unit->untried[x] > 0)
        return "a header unit has work, but sleeps";
    return NULL;
}

static const ws_law header_unit_laws[] = {
    LAW(header_unit_broken, header_units),
    LAW(header_broken, queues),
    LAWS_END,
};

static bool needs_room_ahead(const ws_check *check) {
    const ws_def *def = check->def;
    bool needed = def->grant_room != WS_GRANT_ROOM_NONE || packets_per_buffer(def) > 0;
    bool kills = def->timeout_policy != WS_TIMEOUT_POLICY_NONE;
    return !kills || (needed && def->flow_control != WS_FLOW_STOP_GO);
}

static const ws_rule header_unit_rules[] = {
    {AT_LEAST(router_delay, 1),
     .words = "router-unit header needs router-delay 1 or more, and queueing fifo"},
    {IF_SET(output_buffer), IS(crossbar, WS_CROSSBAR_FULL)},
    {IF_SET(output_buffer), IS(crossbar_delay, 1),
     .words = "output-buffer needs crossbar full, crossbar-delay 1 and router-unit header"},
    {IF_SET(output_buffer), .holds = needs_room_ahead,
     .words = "no timer runs for a head in an output buffer, so it must have room ahead",
     .remedy = {{"grant-room", "flit"}, {"flow-control", "credit"}}},
    RULES_END,
};

const ws_switch switch_header_unit = {
    .streams = true,
    .each_credit = true,
    .rules = {header_unit_rules},
    .layout = output_buffer_layout,
    .sizes = header_unit_sizes,
    .requested = header_unit_requested,
    .withdraw = header_unit_withdraw,
    .idle = header_unit_idle,
    .wake = header_unit_link_wake,
    .ready = output_buffer_ready,
    .freed = header_unit_freed,
    .credited = output_buffer_credited,
    .stopped = output_buffer_stopped,
    .purge = output_buffer_purge,
    .allocate = header_unit_allocate,
    .transmit = header_unit_transmit,
    .resume = output_buffer_resume,
    .expanded = output_buffer_expanded,
    .blockers = header_unit_blockers,
    .flits = output_buffer_flits,
    .laws = {header_unit_laws, output_buffer_laws},
};
