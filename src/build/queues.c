/* queues.c - virtual channels, queues, ports and crossbar inputs: counted, then placed.
 *
 * Queues are numbered by the node that they feed, so that the inputs of a node are contiguous: at
 * a switch the queues at the ends of its links, by port; then those of its output ports; then its
 * packet buffers. The source queues of the hosts come last. */
#include "build.h"

/* The queue and the crossbar input that are placed next, and their node. */
typedef struct placing {
    ws_net *n;
    u32 node;
    u32 queue;
    u32 input;
} placing;

/* A queue to be placed: the vc that feeds it, and its room. */
typedef struct placed {
    u32 vc;
    u32 flits;
    u32 packets;
} placed;

/* Places the next queue. */
static void queue_place(placing *at, placed it) {
    ws_net *n = at->n;
    ws_wiring *wire = &n->wire;
    u32 q = at->queue++;
    u32 slots = pow2_at_least(it.packets);
    wire->queue_node[q] = at->node;
    wire->crossbar_input[q] = at->input;
    wire->queue_vc[q] = it.vc;
    wire->queue_room[q] = it.flits;
    wire->ring0[q] = n->size.rings;
    wire->ring_mask[q] = slots - 1;
    n->size.rings += slots;
    if (it.vc != NIL && wire->vc_queue[it.vc] == NIL)
        wire->vc_queue[it.vc] = q;
}

/* Places a port: `queues` queues of `slots` packets, fed by vc v, which share a crossbar input. */
static void port_place(placing *at, u32 v, u32 queues, u32 slots) {
    ws_net *n = at->n;
    u32 *first = &n->wire.port_queue0[at->input];
    placed it = {
        .vc = v,
        .flits = slots * n->packet_room,
        .packets = slots,
    };
    first[0] = at->queue;
    for (EACH(i, queues))
        queue_place(at, it);
    first[1] = at->queue;
    at->input++;
}

static u32 port_queues_of(const ws_net *n, u32 l) {
    const ws_switch *model = n->model;
    return model->port_queues ? model->port_queues(n, l) : 1;
}

/* The port at the end of link l, which has one virtual channel. */
static void input_port_place(placing *at, u32 l) {
    const ws_net *n = at->n;
    u32 v = first_vc(n, l);
    u32 queues = port_queues_of(n, l);
    u32 slots = n->layout.queue_packets;
    if (slots == 0)
        slots = n->wire.vc_credits[v];
    port_place(at, v, queues, slots);
}

/* The output ports of a switch, after its input ports. */
static void output_ports_place(placing *at) {
    const ws_net *n = at->n;
    const ws_wiring *wire = &n->wire;
    u32 queues = n->model->output_queues(n);
    for (LINKS_EACH(l, n, at->node)) {
        wire->link_port[l] = at->input;
        wire->port_out[at->input] = l;
        port_place(at, NIL, queues, wire->out_slots);
    }
}

/* The queues at the end of link l, one for each virtual channel: each has a crossbar input, or
 * all share one. */
static void link_queues_place(placing *at, u32 l) {
    const ws_net *n = at->n;
    u32 room = (u32)n->def->buffer;
    u32 packets = n->layout.queue_packets;
    bool full = n->def->crossbar == WS_CROSSBAR_FULL;
    if (packets == 0)
        packets = room;
    if (vcs_of(n, l) > 1 && !full)
        n->wire.shared[at->node] = true;
    for (VCS_EACH(v, n, l)) {
        queue_place(at, (placed){v, room, packets});
        at->input += full;
    }
    if (!full)
        at->input++;
}

/* Queues with a crossbar input each that no vc feeds, of one packet. */
static void loose_queues_place(placing *at, u32 count, u32 room) {
    for (EACH(i, count)) {
        queue_place(at, (placed){NIL, room, 1});
        at->input++;
    }
}

static void switch_place(placing *at) {
    const ws_net *n = at->n;
    u32 x = at->node;
    for (IN_LINKS_EACH(l, n, x))
        if (n->ports)
            input_port_place(at, l);
        else
            link_queues_place(at, l);
    if (n->model->output_queues)
        output_ports_place(at);
    if (n->layout.buffers == 0)
        return;
    n->wire.pool0[x] = at->queue;
    loose_queues_place(at, n->layout.buffers, (u32)n->def->buffer);
}

static void queues_place(ws_net *n) {
    ws_wiring *wire = &n->wire;
    u32 nodes = n->size.nodes;
    placing at = {.n = n};
    for (EACH(x, nodes)) {
        at.node = x;
        wire->queue0[x] = at.queue;
        if (x == n->size.switches)
            wire->source_queue0 = at.queue;
        if (is_switch(n, x))
            switch_place(&at);
        else
            loose_queues_place(&at, wire->source_queues, 1);
    }
    assert(at.queue == n->size.queues);
    wire->queue0[nodes] = at.queue;
    n->size.crossbar_inputs = at.input;
}

/* ---- counting ---- */

static u32 source_queues_of(const ws_net *n) {
    if (n->model->by_dest)
        return n->size.hosts;
    if (n->def->class_rule == WS_CLASS_RULE_PRIORITY)
        return (u32)n->def->priorities;
    return 1;
}

static u32 link_vcs_of(const ws_net *n, u32 l) {
    const ws_switch *model = n->model;
    if (model->link_vcs)
        return model->link_vcs(n, l);
    return (u32)n->def->vcs;
}

/* Numbers the virtual channels of link l, and counts the queues at its end. */
static void link_count(ws_net *n, u32 l) {
    ws_sizes *size = &n->size;
    u32 *first = &n->wire.vc0[l];
    u32 vcs = link_vcs_of(n, l);
    first[1] = first[0] + vcs;
    size->vcs += vcs;
    if (is_sink(n, l))
        return;
    if (!n->ports) {
        size->queues += vcs;
        return;
    }
    size->ports++;
    size->queues += port_queues_of(n, l);
}

/* Counts the virtual channels, queues and ports. */
static void queues_count(ws_net *n) {
    ws_wiring *wire = &n->wire;
    ws_sizes *size = &n->size;
    u32 outputs = first_link(n, size->switches);
    wire->source_queues = source_queues_of(n);
    size->sources = wire->source_queues * size->hosts;
    size->queues = size->sources;
    size->queues += size->switches * n->layout.buffers;
    for (EACH(l, size->links))
        link_count(n, l);
    if (!n->model->output_queues)
        return;
    size->ports += outputs;
    size->queues += outputs * n->model->output_queues(n);
}

/* Credits of a virtual channel to a switch when all is free. */
static u32 credits_of(const ws_net *n) {
    u32 flits = (u32)n->def->buffer;
    if (n->layout.credits > 0)
        return n->layout.credits;
    if (n->packet_room > 0)
        return flits / n->packet_room;
    return flits;
}

/* Do the senders on link l count what they send? */
static bool is_counted(const ws_net *n, u32 l) {
    if (n->flow == WS_FLOW_STOP_GO || n->flow == WS_FLOW_NACK)
        return false;
    return !is_sink(n, l);
}

static void credits_fill(ws_net *n) {
    ws_wiring *wire = &n->wire;
    for (EACH(l, n->size.links)) {
        bool counted = is_counted(n, l);
        u32 credits = counted ? credits_of(n) : 1;
        for (VCS_EACH(v, n, l)) {
            wire->vc_link[v] = l;
            wire->vc_counted[v] = counted;
            wire->vc_credits[v] = credits;
        }
    }
}

/* ---- sets of inputs ---- */

/* The virtual channels that each source queue of a host may take. */
static void source_vcs_fill(ws_net *n) {
    ws_wiring *wire = &n->wire;
    if (n->size.hosts == 0)
        return;
    u32 l = wire->inject_link[0];
    u32 queues = wire->source_queues;
    u64 all = all_vcs(n, l);
    bool one_each = n->model->by_dest && vcs_of(n, l) == queues;
    for (EACH(i, queues))
        wire->source_vcs[i] = one_each ? 1ull << i : all;
}

static void sets_place(ws_net *n) {
    ws_wiring *wire = &n->wire;
    u32 *set0 = wire->set0;
    u32 *request0 = wire->request0;
    for (EACH(x, n->size.nodes)) {
        u32 words = bits_words(node_inputs(n, x));
        wire->words[x] = words;
        set0[x + 1] = set0[x] + words;
        for (LINKS_EACH(l, n, x))
            request0[l + 1] = request0[l] + words;
    }
    n->size.requests = request0[n->size.links];
}

/* The arrays of the wiring that this network needs; false without memory. */
static bool arrays_make(ws_net *n) {
    if (!wiring_make_queues(n))
        return false;
    if (n->layout.buffers > 0 && !wiring_make_buffers(n))
        return false;
    if (!n->model->output_queues)
        return true;
    n->wire.out_slots = n->layout.out_packets;
    if (n->wire.out_slots == 0)
        n->wire.out_slots = credits_of(n);
    return wiring_make_outputs(n);
}

bool wire_queues(ws_net *n) {
    queues_count(n);
    if (!arrays_make(n))
        return false;
    credits_fill(n);
    queues_place(n);
    source_vcs_fill(n);
    sets_place(n);
    return true;
}
