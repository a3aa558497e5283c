/* virtual_output.c - virtual output queues at the inputs of one switch (queueing voq): a host has a
 * source queue, and its link a virtual channel, for each destination.
 *
 * Source: McKeown 1999 for the queues; arbitration is that of input_queued.c or single_stage.c.
 *
 * Open: where the queues of an input share a crossbar input, they have it for a packet at a time.
 * Flit by flit, the queues of one input would hold several outputs at once, each of which then
 * gets a fraction of what the input reads. Round robin keeps it so: the next input is given all
 * outputs when the first has done with them, and one input in N sends.
 *
 * Invariant: port.busy[x] holds exactly the crossbar inputs of which a queue holds a virtual
 * channel, and none of them has two such queues. */
#include "switch.h"

static u32 own_link_vcs(const ws_net *n, u32 l) {
    return is_injection(n, l) ? n->size.hosts : 1;
}

static void input_sizes(ws_net *n) {
    n->size.port_switches = n->size.switches;
}

/* The crossbar input of queue q, as a set of those of its switch. */
static u64 input_bit(const ws_net *n, u32 q) {
    return 1ull << port_local(n, q);
}

static bool input_idle(const ws_net *n, u32 q, u32 v) {
    u64 busy = n->port.busy[node_of(n, q)];
    bool free = !(busy & input_bit(n, q));
    return free && holder_of(n, v) == NIL;
}

static void input_granted(ws_net *n, u32 q) {
    u64 *busy = &n->port.busy[node_of(n, q)];
    *busy |= input_bit(n, q);
}

/* Queue q has had its crossbar input for a packet: heads at that input may request any output. */
static void input_freed(ws_net *n, u32 q, u32 l) {
    u32 x = node_of(n, q);
    ready_clear(n, q, l);
    n->port.busy[x] &= ~input_bit(n, q);
    for (LINKS_EACH(out, n, x))
        if (is_requested(n, out))
            link_wake(n, out);
}

/* ---- VC allocation: of the outputs that its queues are offered, a crossbar input accepts one */

static bool same_input(const ws_net *n, u32 p, u32 q) {
    return port_of(n, p) == port_of(n, q);
}

static u32 rank_by_output(const ws_net *n, u32 q, u32 v) {
    u32 l = link_of(n, v);
    const link_fast *link = fast_link(n, l);
    u32 turn = n->crossbar_turn[port_of(n, q)];
    u32 ahead = link->out + WS_PORTS_MAX - turn;
    return ahead % WS_PORTS_MAX;
}

static void allocate_by_inputs(ws_net *n, u32 x) {
    static const acceptance inputs = {
        .clash = same_input,
        .rank = rank_by_output,
    };
    allocate_separable(n, x, &inputs);
}

/* ---- the laws ---- */

/* Is a virtual channel idle that the head of queue q of a switch could take, and the link
 * asleep? */
static const char *head_broken(const ws_net *n, u32 q) {
    u32 l = route_option_link(n, q, 0);
    if (is_source(n, q) || !is_waiting_head(n, q))
        return NULL;
    if (!vcs_free_for(n, q, l))
        return NULL;
    const link_fast *link = fast_link(n, l);
    u64 awake = n->allocate_outputs[link->from];
    if (n->layout.heads_compete)
        awake = n->ready_outputs[link->from];
    if (awake & output_bit(link))
        return NULL;
    return "a head could take a link, which sleeps";
}

static const char *switch_broken(const ws_net *n, u32 x) {
    u64 busy = 0;
    for (QUEUES_EACH(q, n, x)) {
        if (vc_held(n, q) == NIL)
            continue;
        if (busy & input_bit(n, q))
            return "two queues of one crossbar input hold a virtual channel";
        busy |= input_bit(n, q);
    }
    if (busy != n->port.busy[x])
        return "a switch does not know which of its inputs are taken";
    return NULL;
}

static const ws_law input_laws[] = {
    LAW(switch_broken, switches),
    LAW(head_broken, queues),
    LAWS_END,
};

static const ws_rule voq_rules[] = {
    {IS(topology, WS_TOPOLOGY_SWITCH), .words = "queueing voq is for one switch",
     .remedy = {{"topology", "switch"}}},
    {IS(class_rule, WS_CLASS_RULE_NONE), .words = "queueing voq has one class of traffic",
     .remedy = {{"classes", "none"}}},
    {NOT(traffic, WS_TRAFFIC_HOT_SENDERS), .words = "queueing voq has no traffic hot-senders",
     .remedy = {{"traffic", "hotspot"}}},
    RULES_END,
};

/* Nothing is shared. */
const ws_switch switch_voq_full = {
    .rules = {voq_rules},
    .by_dest = true,
    .link_vcs = own_link_vcs,
    .allocate = allocate_by_heads,
    .transmit = transmit_input_queued,
};

const ws_switch switch_VOQ = {
    .rules = {voq_rules},
    .by_dest = true,
    .link_vcs = own_link_vcs,
    .sizes = input_sizes,
    .idle = input_idle,
    .granted = input_granted,
    .freed = input_freed,
    .allocate = allocate_by_inputs,
    .transmit = transmit_input_queued,
    .laws = {input_laws},
};

const ws_switch switch_voq_single_stage = {
    .rules = {voq_rules},
    .by_dest = true,
    .layout = layout_single_stage,
    .link_vcs = own_link_vcs,
    .sizes = input_sizes,
    .wake = wake_single_stage,
    .idle = input_idle,
    .granted = input_granted,
    .freed = input_freed,
    .allocate = allocate_by_inputs,
    .transmit = transmit_single_stage,
    .laws = {input_laws},
};
