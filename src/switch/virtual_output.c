/* virtual_output.c - virtual output queues at the inputs of one switch (queueing voq): a host has a
 * source queue, and its link a lane, for each destination.
 *
 * Where the queues of an input share a crossbar input, they have it for a packet at a time. Flit by
 * flit, the queues of one input would hold several outputs at once, each of which then gets a
 * fraction of what the input reads. Round robin keeps it so: the next input is given all outputs
 * when the first has done with them, and one input in N sends.
 *
 * Invariant: port_busy[x] holds exactly the crossbar inputs of which a queue holds a lane, and
 * none of them has two such queues. */
#include "switch.h"

static u32 own_link_vcs(const ws_net *n, const ws_def *d, u32 l) {
    (void)d;
    return n->wire.link_from[l] >= n->size.switches ? n->size.hosts : 1;
}

static void input_sizes(ws_net *n, const ws_def *d) {
    (void)d;
    n->size.port_switches = n->size.switches;
}

static bool input_is_free(const ws_net *n, u32 q) {
    return !(n->port.busy[n->wire.queue_node[q]] >> port_local(n, q) & 1);
}

static bool input_idle(const ws_net *n, u32 q, u32 v) {
    return n->vc[v].holder == NIL && input_is_free(n, q);
}

static void input_granted(ws_net *n, u32 q, u32 v) {
    (void)v;
    n->port.busy[n->wire.queue_node[q]] |= 1ull << port_local(n, q);
}

/* Queue q has had its crossbar input for a packet: heads at that input may ask for any output. */
static void input_freed(ws_net *n, u32 q, u32 l) {
    u32 x = n->wire.queue_node[q];
    ready_clear(n, q, l);
    n->port.busy[x] &= ~(1ull << port_local(n, q));
    for (u32 out = n->wire.link0[x]; out < n->wire.link0[x + 1]; out++)
        if (is_requested(n, out))
            link_wake(n, out);
}

/* ---- VC allocation: a crossbar input accepts one of the outputs that its queues are offered
 * ---- */

static bool same_input(const ws_net *n, u32 p, u32 q) {
    return n->wire.crossbar_input[p] == n->wire.crossbar_input[q];
}

static u32 rank_by_output(const ws_net *n, u32 q, u32 v) {
    u32 out = n->wire.link_fast[n->wire.vc_link[v]].out;
    return (out + WS_PORTS_MAX - n->crossbar_turn[n->wire.crossbar_input[q]]) % WS_PORTS_MAX;
}

static void allocate_by_inputs(ws_net *n, u32 x) {
    static const acceptance inputs = {same_input, rank_by_output};
    allocate_separable(n, x, &inputs);
}

/* ---- the laws ---- */

/* Is a lane idle that a waiting head of switch x could take, and the link asleep? */
static const char *forgotten(const ws_net *n, u32 x, u32 *where) {
    u64 awake = n->layout.heads_compete ? n->ready_outputs[x] : n->allocate_outputs[x];
    for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1]; q++) {
        u32 l = route_option_link(n, q, 0);
        if (n->queue[q].state != QUEUE_WAITING || !vcs_free_for(n, q, l))
            continue;
        *where = q;
        if (!(awake >> (l - n->wire.link0[x]) & 1))
            return "a head could take a link, which sleeps";
    }
    return NULL;
}

static const char *inputs_broken(const ws_net *n, u32 *where) {
    const char *what = NULL;
    for (u32 x = 0; x < n->size.switches && !what; x++) {
        u64 busy = 0;
        for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1]; q++) {
            u64 input = 1ull << port_local(n, q);
            if (n->queue[q].vc == NIL)
                continue;
            *where = q;
            if (busy & input)
                return "two queues of one crossbar input hold a lane";
            busy |= input;
        }
        *where = x;
        if (busy != n->port.busy[x])
            return "a switch does not know which of its inputs are taken";
        what = forgotten(n, x, where);
    }
    return what;
}

/* Nothing is shared. */
const ws_switch switch_voq_full = {.by_dest = true,
                                   .link_vcs = own_link_vcs,
                                   .allocate = allocate_by_heads,
                                   .transmit = transmit_input_queued};

const ws_switch switch_voq = {.by_dest = true,
                              .link_vcs = own_link_vcs,
                              .sizes = input_sizes,
                              .idle = input_idle,
                              .granted = input_granted,
                              .freed = input_freed,
                              .allocate = allocate_by_inputs,
                              .transmit = transmit_input_queued,
                              .audit = inputs_broken};

const ws_switch switch_voq_single_stage = {.by_dest = true,
                                           .layout = layout_single_stage,
                                           .link_vcs = own_link_vcs,
                                           .sizes = input_sizes,
                                           .wake = wake_single_stage,
                                           .idle = input_idle,
                                           .granted = input_granted,
                                           .freed = input_freed,
                                           .allocate = allocate_by_inputs,
                                           .transmit = transmit_single_stage,
                                           .audit = inputs_broken};
