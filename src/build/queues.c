/* queues.c - virtual channels, queues, ports and crossbar inputs: counted, then placed.
 *
 * Queues are numbered by the node that they feed, so that the inputs of a node are contiguous: at
 * a switch the queues at the ends of its links, by port; then those of its output ports; then its
 * packet buffers. The source queues of the hosts come last. */
#include "build.h"

/* The queue and the crossbar input that are placed next. */
typedef struct placing {
    ws_net *n;
    const ws_def *def;
    u32 queue, input;
} placing;

/* Places the next queue, of node x, with room for so many flits in at most `packets` packets. Vc v
 * feeds it. */
static void queue_place(placing *at, u32 x, u32 v, u32 room, u32 packets) {
    ws_net *n = at->n;
    ws_wiring *wire = &n->wire;
    u32 q = at->queue++;
    u32 slots = pow2_at_least(packets);
    wire->queue_node[q] = x;
    wire->crossbar_input[q] = at->input;
    wire->queue_vc[q] = v;
    wire->queue_room[q] = room;
    wire->ring0[q] = n->size.rings;
    wire->ring_mask[q] = slots - 1;
    n->size.rings += slots;
    if (v != NIL && wire->vc_queue[v] == NIL)
        wire->vc_queue[v] = q;
}

/* Places a port: so many queues of `slots` packets, which share a crossbar input. */
static void port_place(placing *at, u32 x, u32 v, u32 queues, u32 slots) {
    ws_net *n = at->n;
    n->wire.port_queue0[at->input] = at->queue;
    for (u32 i = 0; i < queues; i++)
        queue_place(at, x, v, slots * n->packet_room, slots);
    at->input++;
    n->wire.port_queue0[at->input] = at->queue;
}

/* The port at the end of link l, which has one virtual channel. */
static void input_port_place(placing *at, u32 x, u32 l) {
    ws_net *n = at->n;
    u32 v = first_vc(n, l);
    u32 slots = n->layout.queue_packets;
    if (slots == 0)
        slots = n->wire.vc_credits[v];
    port_place(at, x, v, n->model->port_queues(n, at->def, l), slots);
}

/* The output ports of switch x, after its input ports. */
static void output_ports_place(placing *at, u32 x) {
    ws_net *n = at->n;
    ws_wiring *wire = &n->wire;
    for (u32 l = first_link(n, x); l < end_link(n, x); l++) {
        wire->link_port[l] = at->input;
        wire->port_out[at->input] = l;
        port_place(at, x, NIL, n->model->output_queues(n), wire->out_slots);
    }
}

/* The queues at the end of link l, one for each virtual channel: each has a crossbar input, or
 * all share one. */
static void link_queues_place(placing *at, u32 x, u32 l) {
    ws_net *n = at->n;
    u32 room = (u32)at->def->buffer;
    u32 packets = n->layout.queue_packets > 0 ? n->layout.queue_packets : room;
    bool full = at->def->crossbar == WS_CROSSBAR_FULL;
    if (vcs_of(n, l) > 1 && !full)
        n->wire.shared[x] = true;
    for (u32 v = first_vc(n, l); v < end_vc(n, l); v++) {
        bool last = v + 1 == end_vc(n, l);
        queue_place(at, x, v, room, packets);
        at->input += full || last;
    }
}

/* The packet buffers of switch x, each with a crossbar input of its own. */
static void buffers_place(placing *at, u32 x) {
    at->n->wire.pool0[x] = at->queue;
    for (u32 i = 0; i < at->n->layout.buffers; i++) {
        queue_place(at, x, NIL, (u32)at->def->buffer, 1);
        at->input++;
    }
}

static void switch_place(placing *at, u32 x) {
    ws_net *n = at->n;
    const ws_wiring *wire = &n->wire;
    for (u32 i = wire->in0[x]; i < wire->in0[x + 1]; i++) {
        u32 l = wire->in_link[i];
        if (n->ports)
            input_port_place(at, x, l);
        else
            link_queues_place(at, x, l);
    }
    if (n->model->output_queues)
        output_ports_place(at, x);
    if (n->layout.buffers > 0)
        buffers_place(at, x);
}

static void host_place(placing *at, u32 x) {
    for (u32 i = 0; i < at->n->wire.source_queues; i++) {
        queue_place(at, x, NIL, 1, 1);
        at->input++;
    }
}

static void queues_place(ws_net *n, const ws_def *def) {
    placing at = {.n = n, .def = def};
    for (u32 x = 0; x < n->size.nodes; x++) {
        n->wire.queue0[x] = at.queue;
        if (x == n->size.switches)
            n->wire.source_queue0 = at.queue;
        if (x < n->size.switches)
            switch_place(&at, x);
        else
            host_place(&at, x);
    }
    assert(at.queue == n->size.queues);
    n->wire.queue0[n->size.nodes] = at.queue;
    n->size.crossbar_inputs = at.input;
}

/* ---- counting ---- */

static u32 source_queues_of(const ws_net *n, const ws_def *def) {
    if (n->model->by_dest)
        return n->size.hosts;
    return def->class_rule == WS_CLASS_RULE_PRIORITY ? 2 : 1;
}

static u32 link_vcs_of(const ws_net *n, const ws_def *def, u32 l) {
    return n->model->link_vcs ? n->model->link_vcs(n, def, l) : (u32)def->vcs;
}

/* Counts the virtual channels, queues and ports, and numbers the virtual channels. */
static void queues_count(ws_net *n, const ws_def *def) {
    ws_wiring *wire = &n->wire;
    ws_sizes *size = &n->size;
    wire->source_queues = source_queues_of(n, def);
    size->sources = wire->source_queues * size->hosts;
    size->queues = size->sources + size->switches * n->layout.buffers;
    for (u32 l = 0; l < size->links; l++) {
        wire->vc0[l + 1] = wire->vc0[l] + link_vcs_of(n, def, l);
        if (is_sink(n, l))
            continue;
        size->ports += n->ports;
        size->queues += n->ports ? n->model->port_queues(n, def, l) : vcs_of(n, l);
    }
    size->vcs = wire->vc0[size->links];
    if (!n->model->output_queues)
        return;
    u32 outputs = first_link(n, size->switches);
    size->ports += outputs;
    size->queues += outputs * n->model->output_queues(n);
}

/* Credits of a virtual channel to a switch when all is free. */
static u32 credits_of(const ws_net *n, const ws_def *def) {
    if (n->layout.credits > 0)
        return n->layout.credits;
    return n->packet_room > 0 ? (u32)def->buffer / n->packet_room : (u32)def->buffer;
}

static void credits_fill(ws_net *n, const ws_def *def) {
    ws_wiring *wire = &n->wire;
    bool credits = def->flow_control != WS_FLOW_STOP_GO && def->flow_control != WS_FLOW_NACK;
    for (u32 l = 0; l < n->size.links; l++)
        for (u32 v = first_vc(n, l); v < end_vc(n, l); v++) {
            bool counted = credits && !is_sink(n, l);
            wire->vc_link[v] = l;
            wire->vc_counted[v] = counted;
            wire->vc_credits[v] = counted ? credits_of(n, def) : 1;
        }
}

/* ---- sets of inputs ---- */

/* The virtual channels that each source queue of a host may take. */
static void source_vcs_fill(ws_net *n) {
    ws_wiring *wire = &n->wire;
    if (n->size.hosts == 0)
        return;
    u32 l = wire->inject_link[0];
    bool one_each = n->model->by_dest && vcs_of(n, l) == wire->source_queues;
    for (u32 i = 0; i < wire->source_queues; i++)
        wire->source_vcs[i] = one_each ? 1ull << i : all_vcs(n, l);
}

static void sets_place(ws_net *n) {
    ws_wiring *wire = &n->wire;
    for (u32 x = 0; x < n->size.nodes; x++) {
        wire->words[x] = bits_words(end_queue(n, x) - first_queue(n, x));
        wire->set0[x + 1] = wire->set0[x] + wire->words[x];
        for (u32 l = first_link(n, x); l < end_link(n, x); l++)
            wire->request0[l + 1] = wire->request0[l] + wire->words[x];
    }
    n->size.requests = wire->request0[n->size.links];
}

bool wire_queues(ws_net *n, const ws_def *def) {
    queues_count(n, def);
    if (!wiring_make_queues(n))
        return false;
    if (n->layout.buffers > 0 && !wiring_make_buffers(n))
        return false;
    if (n->model->output_queues && !wiring_make_outputs(n))
        return false;
    n->wire.out_slots = n->model->output_queues ? credits_of(n, def) : 0;
    credits_fill(n, def);
    queues_place(n, def);
    source_vcs_fill(n);
    sets_place(n);
    return true;
}
