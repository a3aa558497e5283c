/* plan.c - from a definition and a graph to a network: wiring, tables, sizes, the first state. The
 * only allocator of the core.
 *
 * A cable becomes one or two links; links are numbered by the crossbar that drives them and its
 * port, queues by the crossbar they feed and its port, so that the outputs and inputs of a
 * crossbar are contiguous. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

enum {
    ARRIVAL_SLOTS = 1024,
    DEADLINE_SLOTS = 64,
    CONTROL_SLOTS = 128,
    KILLS_LEAST = 1024,
    CONTROLS_PER_KILL = 4,
    MESSAGES_LEAST = 8192,
    MESSAGES_PER_HOST = 64
};

static void *zeros(size_t count, size_t size) {
    return calloc(count ? count : 1, size);
}

static bool fail_memory(ws_error *error, const ws_graph *g) {
    return fail(error, "out of memory for a network of %d switches and %d hosts", g->switches,
                g->hosts);
}

static bool graph_copy(ws_graph *to, const ws_graph *from) {
    size_t nodes = (size_t)(from->switches + from->hosts);
    *to = *from;
    to->node = zeros(nodes, sizeof *to->node);
    to->edge = zeros((size_t)from->edges, sizeof *to->edge);
    if (!to->node || !to->edge)
        return false;
    memcpy(to->node, from->node, nodes * sizeof *to->node);
    memcpy(to->edge, from->edge, (size_t)from->edges * sizeof *to->edge);
    return true;
}

/* ---- links ---- */

typedef struct end { /* one direction of a cable */
    u32 from, to, from_port, to_port, edge;
    bool reverse;
} end;

static int end_order(const void *a, const void *b) {
    const end *p = a;
    const end *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->from_port < q->from_port ? -1 : p->from_port > q->from_port;
}

static u32 ends_of_edges(const ws_graph *g, end *ends) {
    u32 count = 0;
    for (u32 i = 0; i < (u32)g->edges; i++) {
        const ws_edge *e = &g->edge[i];
        end forward = {(u32)e->a, (u32)e->b, (u32)e->a_port, (u32)e->b_port, i, false};
        ends[count++] = forward;
        if (!e->one_way)
            ends[count++] =
                (end){forward.to, forward.from, forward.to_port, forward.from_port, i, true};
    }
    qsort(ends, count, sizeof *ends, end_order);
    return count;
}

static bool ends_check(const ws_graph *g, const end *ends, u32 count, ws_error *error) {
    for (u32 i = 0; i < count; i++) {
        if (ends[i].from_port >= WS_PORTS_MAX || ends[i].to_port >= WS_PORTS_MAX)
            return fail(error, "%s has a port beyond %d", g->node[ends[i].from].name,
                        WS_PORTS_MAX - 1);
        if (i > 0 && ends[i].from == ends[i - 1].from && ends[i].from_port == ends[i - 1].from_port)
            return fail(error, "port %u of %s is used twice", ends[i].from_port,
                        g->node[ends[i].from].name);
    }
    for (u32 h = 0; h < (u32)g->hosts; h++) {
        u32 node = (u32)g->switches + h;
        u32 out = 0;
        u32 in = 0;
        for (u32 i = 0; i < count; i++) {
            out += ends[i].from == node && ends[i].to < (u32)g->switches;
            in += ends[i].to == node && ends[i].from < (u32)g->switches;
        }
        if (out != 1 || in != 1)
            return fail(error, "host %s must have exactly one cable, both ways, to a switch",
                        g->node[node].name);
    }
    return true;
}

static u32 wire_delay(const ws_def *d, const ws_edge *e, bool host_link) {
    if (e->delay > 0)
        return (u32)e->delay;
    return (u32)(host_link && d->host_link_delay > 0 ? d->host_link_delay : d->link_delay);
}

/* Numbers the links and says how long everything takes. */
static bool wire_links(ws_net *n, const ws_def *d, const end *ends, u32 count) {
    ws_wiring *w = &n->wire;
    u32 switches = n->size.switches;
    w->link0 = zeros(n->size.nodes + 1, sizeof(u32));
    w->link_from = zeros(count, sizeof(u32)), w->link_to = zeros(count, sizeof(u32));
    w->link_mate = zeros(count, sizeof(u32)), w->link_edge = zeros(count, sizeof(u32));
    w->link_out_port = zeros(count, 1), w->link_in_port = zeros(count, 1),
    w->link_wraps = zeros(count, 1);
    w->link_delay = zeros(count, sizeof(u32)), w->flight = zeros(count, sizeof(u32)),
    w->signal_delay = zeros(count, sizeof(u32));
    w->vc0 = zeros(count + 1, sizeof(u32)), w->request0 = zeros(count + 1, sizeof(u32));
    w->port_link = zeros((size_t)switches * WS_PORTS_MAX, sizeof(u32));
    w->host_switch = zeros(n->size.hosts, sizeof(u32));
    w->inject_link = zeros(n->size.hosts, sizeof(u32)),
    w->eject_link = zeros(n->size.hosts, sizeof(u32));
    if (!w->link0 || !w->link_from || !w->link_to || !w->link_mate || !w->link_edge ||
        !w->link_out_port || !w->link_in_port || !w->link_wraps || !w->link_delay || !w->flight ||
        !w->signal_delay || !w->vc0 || !w->request0 || !w->port_link || !w->host_switch ||
        !w->inject_link || !w->eject_link)
        return false;
    memset(w->port_link, 0xff, (size_t)switches * WS_PORTS_MAX * sizeof(u32));
    for (u32 l = 0; l < count; l++) {
        const end *e = &ends[l];
        bool from_host = e->from >= switches, to_host = e->to >= switches;
        u32 wire = wire_delay(d, &n->graph.edge[e->edge], from_host || to_host);
        w->link0[e->from + 1] = l + 1;
        w->link_from[l] = e->from, w->link_to[l] = e->to, w->link_edge[l] = e->edge;
        w->link_out_port[l] = (u8)e->from_port, w->link_in_port[l] = (u8)e->to_port;
        w->link_wraps[l] = (u8)n->graph.edge[e->edge].wrap;
        w->link_delay[l] = wire;
        /* a flit that goes into an output buffer crosses before it takes off */
        bool apart = from_host || d->output_buffer > 0;
        w->flight[l] = wire + (u32)d->input_delay + (apart ? 0 : (u32)d->crossbar_delay);
        w->signal_delay[l] =
            d->flow_control == WS_FLOW_SPACE ? 1 : wire + (u32)(d->input_delay + d->credit_delay);
        w->link_mate[l] = NIL;
        for (u32 m = 0; m < count; m++)
            if (ends[m].edge == e->edge && ends[m].reverse != e->reverse)
                w->link_mate[l] = m;
        if (from_host)
            w->inject_link[e->from - switches] = l, w->host_switch[e->from - switches] = e->to;
        else
            w->port_link[e->from * WS_PORTS_MAX + e->from_port] = l;
        if (to_host)
            w->eject_link[e->to - switches] = l;
        if (w->flight[l] > w->longest_flight)
            w->longest_flight = w->flight[l];
        if (w->signal_delay[l] > w->longest_signal && !to_host)
            w->longest_signal = w->signal_delay[l];
    }
    for (u32 x = 0; x < n->size.nodes; x++)
        /* a switch without outputs */
        if (w->link0[x + 1] < w->link0[x])
            w->link0[x + 1] = w->link0[x];
    n->size.links = count;
    return true;
}

/* ---- lanes and queues ---- */

static u32 vcs_on(const ws_net *n, const ws_def *d, u32 l) {
    return n->model->link_vcs ? n->model->link_vcs(n, d, l) : (u32)d->vcs;
}

static u32 pow2_at_least(u32 v) {
    u32 p = 1;
    while (p < v)
        p *= 2;
    return p;
}

/* The links into each crossbar, in order of its ports: a counting sort by port, then by
 * crossbar. */
static bool wire_in_links(ws_net *n) {
    ws_wiring *w = &n->wire;
    u32 links = n->size.links;
    u32 *by_port = zeros(links, sizeof(u32));
    u32 fill = 0;
    w->in0 = zeros(n->size.nodes + 2, sizeof(u32)), w->in_link = zeros(links, sizeof(u32));
    bool good = by_port && w->in0 && w->in_link;
    if (good) {
        for (u32 port = 0; port < WS_PORTS_MAX; port++)
            for (u32 l = 0; l < links; l++)
                if (w->link_in_port[l] == port)
                    by_port[fill++] = l;
        for (u32 l = 0; l < links; l++)
            w->in0[w->link_to[l] + 2]++;
        for (u32 x = 1; x <= n->size.nodes; x++)
            w->in0[x + 1] += w->in0[x];
        for (u32 i = 0; i < links; i++)
            w->in_link[w->in0[w->link_to[by_port[i]] + 1]++] = by_port[i];
    }
    free(by_port);
    return good;
}

/* A queue with room for so many flits, in at most `packets` packets. */
static void queue_place(ws_net *n, u32 q, u32 x, u32 input, u32 v, u32 room, u32 packets) {
    ws_wiring *w = &n->wire;
    u32 slots = pow2_at_least(packets);
    w->queue_node[q] = x, w->crossbar_input[q] = input, w->queue_lane[q] = v,
    w->queue_room[q] = room;
    w->ring0[q] = n->size.rings, w->ring_mask[q] = slots - 1;
    n->size.rings += slots;
    if (v != NIL && w->vc_queue[v] == NIL)
        w->vc_queue[v] = q;
}

/* The queues of the port at the end of link l, which has one lane. */
static void port_place(ws_net *n, const ws_def *d, u32 x, u32 l, u32 *q, u32 input) {
    u32 v = n->wire.vc0[l];
    u32 slots = n->layout.queue_packets ? n->layout.queue_packets : n->wire.vc_credits[v];
    n->wire.port_queue0[input] = *q;
    for (u32 i = n->model->port_queues(n, d, l); i > 0; i--)
        queue_place(n, (*q)++, x, input, v, slots * n->packet_room, slots);
    n->wire.port_queue0[input + 1] = *q;
}

/* The output ports of switch x, after its input ports. */
static void outputs_place(ws_net *n, u32 x, u32 *q, u32 *input) {
    ws_wiring *w = &n->wire;
    for (u32 l = w->link0[x]; l < w->link0[x + 1]; l++, ++*input) {
        w->link_port[l] = *input, w->port_out[*input] = l;
        w->port_queue0[*input] = *q;
        for (u32 i = n->model->output_queues(n); i > 0; i--)
            queue_place(n, (*q)++, x, *input, NIL, w->out_slots * n->packet_room, w->out_slots);
        w->port_queue0[*input + 1] = *q;
    }
}

static void wire_switch_queues(ws_net *n, const ws_def *d, u32 x, u32 *q, u32 *input) {
    ws_wiring *w = &n->wire;
    bool full = d->crossbar == WS_CROSSBAR_FULL;
    w->queue0[x] = *q;
    for (u32 i = w->in0[x]; i < w->in0[x + 1]; i++) {
        u32 l = w->in_link[i];
        if (n->ports) {
            port_place(n, d, x, l, q, (*input)++);
            continue;
        }
        if (vcs_of(n, l) > 1 && !full)
            w->shared[x] = true;
        for (u32 v = w->vc0[l]; v < w->vc0[l + 1]; v++) {
            u32 packets = n->layout.queue_packets ? n->layout.queue_packets : (u32)d->buffer;
            queue_place(n, (*q)++, x, *input, v, (u32)d->buffer, packets);
            if (full || v + 1 == w->vc0[l + 1])
                ++*input;
        }
    }
    if (w->link_port)
        outputs_place(n, x, q, input);
    if (!w->pool0)
        return;
    w->pool0[x] = *q;
    for (u32 i = 0; i < n->layout.buffers; i++)
        queue_place(n, (*q)++, x, (*input)++, NIL, (u32)d->buffer, 1);
}

/* Where the packet buffers of switches that have some are; and wires of the switch model's own. */
static bool wire_buffers(ws_net *n, const ws_def *d) {
    if (n->layout.buffers > 0 && !(n->wire.pool0 = zeros(n->size.switches, sizeof(u32))))
        return false;
    return !n->model->wire || n->model->wire(n, d);
}

/* Credits of a lane when all is free. */
static u32 port_slots(const ws_net *n, const ws_def *d) {
    return n->layout.credits ? n->layout.credits
                             : (u32)d->buffer / (n->packet_room ? n->packet_room : 1);
}

static bool wire_vcs(ws_net *n, const ws_def *d) {
    ws_wiring *w = &n->wire;
    ws_sizes *z = &n->size;
    w->source_queues = n->model->by_dest                         ? z->hosts
                       : d->class_rule == WS_CLASS_RULE_PRIORITY ? 2
                                                                 : 1;
    u32 queues = z->sources = w->source_queues * z->hosts;
    for (u32 l = 0; l < z->links; l++) {
        w->vc0[l + 1] = w->vc0[l] + vcs_on(n, d, l);
        if (!is_sink(n, l))
            queues += n->ports ? n->model->port_queues(n, d, l) : vcs_of(n, l),
                z->ports += n->ports;
    }
    if (n->model->output_queues)
        queues += w->link0[z->switches] * n->model->output_queues(n),
            z->ports += w->link0[z->switches];
    queues += z->switches * n->layout.buffers;
    z->vcs = w->vc0[z->links];
    z->queues = queues;
    w->vc_link = zeros(z->vcs, sizeof(u32)), w->vc_queue = zeros(z->vcs, sizeof(u32)),
    w->vc_counted = zeros(z->vcs, 1);
    w->vc_credits = zeros(z->vcs, sizeof(u32));
    w->port_queue0 = zeros(z->ports + 1, sizeof(u32));
    w->queue0 = zeros(z->nodes + 1, sizeof(u32)), w->words = zeros(z->nodes, sizeof(u32));
    w->set0 = zeros(z->nodes + 1, sizeof(u32));
    w->shared = zeros(z->nodes, sizeof(bool)), w->source_vcs = zeros(w->source_queues, sizeof(u64));
    w->queue_node = zeros(queues, sizeof(u32)), w->crossbar_input = zeros(queues, sizeof(u32)),
    w->queue_lane = zeros(queues, sizeof(u32));
    w->queue_room = zeros(queues, sizeof(u32)), w->ring0 = zeros(queues, sizeof(u32)),
    w->ring_mask = zeros(queues, sizeof(u32));
    if (!w->port_queue0 || !w->vc_link || !w->vc_queue || !w->vc_counted || !w->vc_credits ||
        !w->queue0 || !w->words || !w->set0 || !w->shared || !w->source_vcs || !w->queue_node ||
        !w->crossbar_input || !w->queue_lane || !w->queue_room || !w->ring0 || !w->ring_mask)
        return false;
    memset(w->vc_queue, 0xff, z->vcs * sizeof(u32));
    for (u32 l = 0; l < z->links; l++)
        for (u32 v = w->vc0[l]; v < w->vc0[l + 1]; v++) {
            w->vc_link[v] = l;
            w->vc_counted[v] = d->flow_control != WS_FLOW_STOP_GO &&
                               d->flow_control != WS_FLOW_NACK && !is_sink(n, l);
            w->vc_credits[v] = !w->vc_counted[v] ? 1 : port_slots(n, d);
        }
    if (n->model->output_queues) {
        w->port_out = zeros(z->ports, sizeof(u32)), w->link_port = zeros(z->links, sizeof(u32));
        if (!w->port_out || !w->link_port)
            return false;
        memset(w->port_out, 0xff, z->ports * sizeof(u32)),
            memset(w->link_port, 0xff, z->links * sizeof(u32));
        w->out_slots = port_slots(n, d);
    }
    u32 q = 0;
    u32 input = 0;
    for (u32 x = 0; x < z->switches; x++)
        wire_switch_queues(n, d, x, &q, &input);
    w->source_queue0 = q;
    for (u32 h = 0; h < z->hosts; h++) {
        w->queue0[z->switches + h] = q;
        for (u32 i = 0; i < w->source_queues; i++, q++, input++)
            queue_place(n, q, z->switches + h, input, NIL, 1, 1);
    }
    w->queue0[z->nodes] = q;
    z->crossbar_inputs = input;
    /* one for each source queue */
    bool own_lanes = n->model->by_dest && vcs_of(n, w->inject_link[0]) == w->source_queues;
    for (u32 i = 0; i < w->source_queues; i++)
        w->source_vcs[i] = own_lanes ? 1ull << i : all_vcs(n, w->inject_link[0]);
    for (u32 x = 0; x < z->nodes; x++) {
        w->words[x] = bits_words(w->queue0[x + 1] - w->queue0[x]);
        w->set0[x + 1] = w->set0[x] + w->words[x];
        for (u32 l = w->link0[x]; l < w->link0[x + 1]; l++)
            w->request0[l + 1] = w->request0[l] + w->words[x];
    }
    z->requests = w->request0[z->links];
    return true;
}

/* ---- tables ---- */

/* For each switch: how many hosts at each distance, and the hosts in order of distance. */
static bool wire_near(ws_net *n) {
    ws_wiring *w = &n->wire;
    u32 switches = n->size.switches;
    u32 hosts = n->size.hosts;
    w->dist = zeros((size_t)switches * switches, sizeof(u16)),
    w->minimal = zeros((size_t)switches * switches, sizeof(u16));
    if (!w->dist || !w->minimal)
        return false;
    if (!distances(n, w->minimal))
        return false;
    for (u32 i = 0; i < switches * switches; i++)
        if (w->minimal[i] != UINT16_MAX && w->minimal[i] > w->diameter)
            w->diameter = w->minimal[i];
    if (n->def->traffic != WS_TRAFFIC_EQUAL_DISTANCE)
        return true;
    u32 span = w->diameter + 1;
    w->near_count = zeros((size_t)switches * span, sizeof(u32)),
    w->near_host = zeros((size_t)switches * hosts, sizeof(u32));
    if (!w->near_count || !w->near_host)
        return false;
    for (u32 s = 0; s < switches; s++) {
        u32 place = s * hosts;
        for (u32 d = 0; d < span; d++)
            for (u32 h = 0; h < hosts; h++)
                if (w->minimal[s * switches + w->host_switch[h]] == d)
                    w->near_host[place++] = h, w->near_count[s * span + d]++;
    }
    return true;
}

static bool wire_fast(ws_net *n) {
    ws_wiring *w = &n->wire;
    w->link_fast = zeros(n->size.links, sizeof *w->link_fast),
    w->queue_fast = zeros(n->size.queues, sizeof *w->queue_fast);
    w->from_hosts = zeros(w->set0[n->size.nodes], sizeof(u64));
    if (!w->link_fast || !w->queue_fast || !w->from_hosts)
        return false;
    for (u32 l = 0; l < n->size.links; l++) {
        u32 x = w->link_from[l];
        w->link_fast[l] = (link_fast){
            .from = x,
            .out = l - w->link0[x],
            .vc0 = w->vc0[l],
            .vcs = vcs_of(n, l),
            .flight = w->flight[l],
            .rate = is_sink(n, l) || x >= n->size.switches ? (u8)n->layout.host_rate : 1,
            .request0 = w->request0[l],
            .words = w->words[x],
            .credits_per_flit = w->vc_counted[w->vc0[l]] && !n->packet_room,
            .credits_per_packet = w->vc_counted[w->vc0[l]] && n->packet_room,
            .sink = is_sink(n, l),
            .source = x >= n->size.switches,
            .compete = n->layout.heads_compete &&
                       x<n->size.switches, .buffered = n->layout.output_room> 0 &&
                       x < n->size.switches};
    }
    for (u32 q = 0; q < n->size.queues; q++) {
        u32 x = w->queue_node[q];
        u32 v = w->queue_lane[q];
        if (v != NIL && w->link_from[w->vc_link[v]] >= n->size.switches)
            bit_set(w->from_hosts + w->set0[x], q - w->queue0[x]);
        w->queue_fast[q] = (queue_fast){.node = x,
                                        .input = q - w->queue0[x],
                                        .up_vc = v,
                                        .up_delay = v == NIL ? 0 : w->signal_delay[w->vc_link[v]]};
    }
    return true;
}

/* Packets that all buffers and wires can hold, each of one flit at least. */
static u64 packets_of(const ws_net *n) {
    const ws_sizes *z = &n->size;
    u64 packets = z->sources + 8;
    if (n->layout.packets > 0)
        return packets + n->layout.packets;
    for (u32 q = 0; !n->ports && q < n->wire.source_queue0; q++)
        packets += n->wire.queue_room[q];
    for (u32 v = 0; n->ports && v < z->vcs; v++)
        packets += n->wire.vc_credits[v];
    if (n->model->output_queues)
        packets += (u64)n->wire.link0[z->switches] * n->wire.out_slots;
    for (u32 l = 0; l < z->links; l++)
        packets += n->wire.flight[l];
    return packets + (u64)z->vcs * n->layout.output_room;
}

static bool sizes_finish(ws_net *n, const ws_def *d, ws_error *error) {
    ws_sizes *z = &n->size;
    u64 packets = packets_of(n);
    u64 kills = packets < z->queues + KILLS_LEAST ? packets : z->queues + KILLS_LEAST;
    if (!n->layout.kills)
        kills = 0;
    /* a killed packet keeps its row until its host knows, though nothing of it is left in the
     * network */
    packets += kills;
    if (packets >= PACKETS_MAX)
        return fail(error,
                    "the buffers could hold %llu packets; at most %u are possible: a smaller "
                    "network, or smaller buffers",
                    (unsigned long long)packets, PACKETS_MAX - 1);
    u64 messages =
        d->message_capacity ? (u64)d->message_capacity : (u64)z->hosts * MESSAGES_PER_HOST;
    if (!d->message_capacity && messages < MESSAGES_LEAST)
        messages = MESSAGES_LEAST;
    u64 full =
        /* all that a saturated network can hold: a refused message would end the saturation */
        packets + 2 * (u64)z->sources;
    if (!d->message_capacity && d->arrivals == WS_ARRIVALS_SATURATED && messages < full)
        messages = full;
    u32 timers = (u32)(d->router_delay + d->lane_delay) + 2;
    if (timers < n->layout.longest_wait)
        timers = n->layout.longest_wait;
    z->packets = (u32)packets, z->messages = (u32)messages;
    z->one = 1, z->totals = WS_TOTAL_COUNT, z->classes = WS_CLASSES_MAX;
    z->node_words = bits_words(z->nodes), z->link_words = bits_words(z->links),
    z->vc_words = bits_words(z->vcs);
    z->queue_words = bits_words(z->queues), z->host_words = bits_words(z->hosts);
    z->flight_slots = pow2_at_least(n->wire.longest_flight + 1);
    z->signal_slots = pow2_at_least(n->wire.longest_signal + 1);
    z->timer_slots = pow2_at_least(timers + 1);
    z->arrival_slots = ARRIVAL_SLOTS;
    z->flights = z->flight_slots * z->links, z->flight_bits = z->flight_slots * z->link_words;
    z->signal_bits = z->signal_slots * z->vc_words, z->timer_bits = z->timer_slots * z->queue_words;
    z->arrival_bits = z->arrival_slots * z->host_words;
    z->deadline_slots = DEADLINE_SLOTS, z->deadline_bits = DEADLINE_SLOTS * z->queue_words;
    z->control_slots = CONTROL_SLOTS;
    z->fingers = z->sources * SOURCE_FINGERS;
    z->kills = (u32)kills;
    z->controls = CONTROLS_PER_KILL * z->kills;
    if (n->model->sizes)
        n->model->sizes(n, d);
    z->options_per_queue = n->routing->options;
    z->route_options = z->queues * z->options_per_queue;
    return true;
}

/* ---- the first state ---- */

/* Goes on with the clock and the counters of another network, which is given up. Kills under way
 * there have come to an end. */
static void clock_carry(ws_net *n, const ws_net *before) {
    u64 *total = n->total;
    n->cycle[0] = n->backlog_since[0] = before->cycle[0];
    memcpy(total, before->total, n->size.totals * sizeof *total);
    total[WS_TOTAL_BACKLOG] = ws_net_backlog(before);
    total[WS_TOTAL_RESETS] = total[WS_TOTAL_KILLS];
    total[WS_TOTAL_MESSAGES_DROPPED] =
        total[WS_TOTAL_MESSAGES_CREATED] - total[WS_TOTAL_MESSAGES_DELIVERED];
    total[WS_TOTAL_FLITS_DROPPED] = total[WS_TOTAL_FLITS_CREATED] - total[WS_TOTAL_FLITS_DELIVERED];
}

static void state_init(ws_net *n, const ws_net *before, const ws_def *d, const ws_host_def *hosts) {
    const ws_sizes *z = &n->size;
    *n->def = *d;
    if (before)
        clock_carry(n, before);
    for (u32 v = 0; v < z->vcs; v++) {
        n->vc[v].holder = NIL;
        n->vc[v].receiver = n->wire.vc_queue[v];
        n->vc[v].credit = (i32)n->wire.vc_credits[v];
    }
    for (u32 q = 0; q < z->queues; q++)
        n->queue[q].front = n->queue[q].vc = NIL;
    for (u32 i = 0; i < z->route_options; i++)
        n->option_link[i] = NIL;
    for (u32 s = 0; s < z->sources; s++)
        n->source.first[s] = n->source.last[s] = NIL;
    for (u32 k = 0; k < z->packets; k++)
        n->packet.message[k] = NIL, n->packet.free[z->packets - 1 - k] = k;
    for (u32 m = 0; m < z->messages; m++)
        n->message.source[m] = NIL, n->message.free[z->messages - 1 - m] = m;
    n->packet.free_count[0] = z->packets;
    n->message.free_count[0] = z->messages;
    u64 seed = mix64((u64)d->seed + 0x57534d31ull); /* streams of different seeds begin far apart */
    for (u32 h = 0; h < z->hosts; h++) {
        n->host[h] = hosts ? hosts[h] : (ws_host_def)WS_HOST_DEF_DEFAULT;
        n->traffic_rng[h] = mix64(seed + 3 * (u64)h + 1);
        n->inject_rng[h] = mix64(seed + 3 * (u64)h + 2);
    }
    for (u32 x = 0; x < z->nodes; x++)
        n->node_rng[x] = mix64(~seed - x);
    if (n->model->start)
        n->model->start(n, d);
    for (u32 l = 0; l < z->links; l++)
        n->timer.occupancy[l] = (u64)(d->length_mean * d->length_unit) << 16;
    net_derive(n);
    for (u32 h = 0; h < z->hosts; h++)
        n->workload->restart(n, h);
}

static bool hosts_check(const ws_net *n, const ws_host_def *hosts, ws_error *error) {
    for (u32 h = 0; hosts && h < n->size.hosts; h++)
        if (hosts[h].dest >= (i64)n->size.hosts || hosts[h].traffic_class >= WS_CLASSES_MAX)
            return fail(error, "host %s sends to a host or in a class that does not exist",
                        n->graph.node[n->size.switches + h].name);
    return true;
}

/* `def` is what n->def points to while the block does not exist yet. */
static bool net_plan(ws_net *n, ws_def *def, const ws_host_def *hosts, ws_error *error) {
    const ws_graph *g = &n->graph;
    n->def = def;
    n->size.switches = (u32)g->switches, n->size.hosts = (u32)g->hosts,
    n->size.nodes = (u32)(g->switches + g->hosts);
    n->routing = ws_routings[def->routing];
    n->workload = &traffic_workload;
    n->recovery = &recovery_by_timeouts;
    n->model = switch_of(def, n->size.hosts);
    n->host_model = n->model->host ? n->model->host : &switch_host;
    n->ports = n->model->ports;
    n->flow = (u8)def->flow_control;
    n->packet_room = def->flow_control == WS_FLOW_PACKET_CREDIT ? (u32)longest_packet(def) : 0;
    n->layout = (ws_layout){.host_rate = 1, .kills = true};
    if (n->model->layout)
        n->model->layout(n, def);
    end *ends = zeros(2 * (size_t)g->edges, sizeof *ends);
    if (!ends)
        return fail_memory(error, g);
    u32 count = ends_of_edges(g, ends);
    bool good = ends_check(g, ends, count, error);
    if (good && !wire_links(n, def, ends, count))
        good = fail_memory(error, g);
    free(ends);
    if (!good)
        return false;
    if (!wire_in_links(n) || !wire_buffers(n, def) || !wire_vcs(n, def) || !wire_fast(n) ||
        !wire_near(n))
        return fail_memory(error, g);
    if (!n->routing->prepare(n, error) || !net_check(n, def, error) ||
        !hosts_check(n, hosts, error))
        return false;
    for (u32 l = 0; l < n->size.links; l++) {
        link_fast *link = &n->wire.link_fast[l];
        link->plain =
            link->vcs == 1 && !n->wire.shared[link->from] && !link->buffered && !link->compete;
    }
    n->start_delay =
        (u32)(def->lane_delay < def->router_delay ? def->lane_delay : def->router_delay);
    n->request_delay = (u32)def->router_delay - n->start_delay;
    return sizes_finish(n, def, error);
}

static bool net_start(ws_net *n, const ws_net *before, const ws_def *def, const ws_host_def *hosts,
                      ws_error *error) {
    u8 *block = aligned_alloc(64, net_layout(n, NULL));
    /* in one cycle a host creates a burst, tops up, injects, and takes one packet and its
     * message */
    n->event_step =
        /* and every head may be killed, every SAQ freed */
        (size_t)n->size.hosts * (10 + 2 * (size_t)n->wire.source_queues) +
        (n->ports ? 3 * (size_t)n->size.saqs : n->size.queues);
    n->event_room = 2 * n->event_step > 4096 ? 2 * n->event_step : 4096;
    n->events = zeros(n->event_room, sizeof *n->events);
    if (!block || !n->events) {
        free(block);
        return fail(error, "out of memory for a state of %zu bytes", n->block_size);
    }
    memset(block, 0, n->block_size);
    net_layout(n, block);
    state_init(n, before, def, hosts);
    return true;
}

ws_net *ws_net_rebuild(const ws_net *before, const ws_def *def, const ws_graph *graph,
                       const ws_host_def *hosts, ws_error *error) {
    ws_def copy = *def;
    if (!def_check(def, graph, error))
        return NULL;
    ws_net *n = zeros(1, sizeof *n);
    if (!n)
        return fail_memory(error, graph), NULL;
    if (!graph_copy(&n->graph, graph)) {
        fail_memory(error, graph);
        ws_net_free(n);
        return NULL;
    }
    if (!net_plan(n, &copy, hosts, error) || !net_start(n, before, &copy, hosts, error)) {
        ws_net_free(n);
        return NULL;
    }
    return n;
}

ws_net *ws_net_build(const ws_def *def, const ws_graph *graph, const ws_host_def *hosts,
                     ws_error *error) {
    return ws_net_rebuild(NULL, def, graph, hosts, error);
}

void ws_net_free(ws_net *n) {
    if (!n)
        return;
    ws_wiring *w = &n->wire;
    void *parts[] = {w->link0,
                     w->queue0,
                     w->words,
                     w->set0,
                     w->shared,
                     w->link_from,
                     w->link_to,
                     w->link_mate,
                     w->link_edge,
                     w->link_out_port,
                     w->link_in_port,
                     w->link_wraps,
                     w->link_delay,
                     w->flight,
                     w->signal_delay,
                     w->vc0,
                     w->request0,
                     w->vc_link,
                     w->vc_queue,
                     w->vc_counted,
                     w->vc_credits,
                     w->queue_node,
                     w->crossbar_input,
                     w->queue_lane,
                     w->queue_room,
                     w->ring0,
                     w->ring_mask,
                     w->port_link,
                     w->host_switch,
                     w->inject_link,
                     w->eject_link,
                     w->in0,
                     w->in_link,
                     w->source_vcs,
                     w->dist,
                     w->minimal,
                     w->near_count,
                     w->near_host,
                     w->route_table,
                     w->link_fast,
                     w->queue_fast,
                     w->from_hosts,
                     w->medium,
                     w->pool0,
                     w->turns,
                     w->port_queue0,
                     w->port_out,
                     w->link_port,
                     n->block,
                     n->events,
                     n};
    ws_graph_free(&n->graph);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
}
