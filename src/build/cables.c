/* cables.c - from the cables of a graph to links.
 *
 * A cable becomes one or two links. Links are numbered by the node that drives them and its port,
 * so that the outputs of a node are contiguous; in_link has them by the node that they feed and
 * its port. */
#include "build.h"

#include <stdlib.h>

/* One direction of a cable. */
typedef struct direction {
    u32 from, to, from_port, to_port;
    u32 edge; /* of the graph */
} direction;

static int direction_order(const void *left, const void *right) {
    const direction *p = left;
    const direction *q = right;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return (p->from_port > q->from_port) - (p->from_port < q->from_port);
}

/* Writes the directions of all cables, in the order of links; returns how many. */
static u32 directions_of(const ws_graph *graph, direction *out) {
    u32 count = 0;
    for (u32 i = 0; i < (u32)graph->edges; i++) {
        const ws_edge *edge = &graph->edge[i];
        u32 from = (u32)edge->a;
        u32 from_port = (u32)edge->a_port;
        u32 to = (u32)edge->b;
        u32 to_port = (u32)edge->b_port;
        out[count++] = (direction){from, to, from_port, to_port, i};
        if (!edge->one_way)
            out[count++] = (direction){to, from, to_port, from_port, i};
    }
    qsort(out, count, sizeof *out, direction_order);
    return count;
}

static bool ports_check(const ws_graph *graph, const direction *all, u32 count, ws_error *error) {
    for (u32 i = 0; i < count; i++) {
        const direction *it = &all[i];
        const char *name = graph->node[it->from].name;
        if (it->from_port >= WS_PORTS_MAX || it->to_port >= WS_PORTS_MAX)
            return fail(error, "%s has a port beyond %d", name, WS_PORTS_MAX - 1);
        if (i > 0 && direction_order(it - 1, it) == 0)
            return fail(error, "port %u of %s is used twice", it->from_port, name);
    }
    return true;
}

/* A host has one cable, both ways, to a switch. */
static bool hosts_check(const ws_graph *graph, const direction *all, u32 count, ws_error *error) {
    u32 switches = (u32)graph->switches;
    for (u32 h = 0; h < (u32)graph->hosts; h++) {
        u32 node = switches + h;
        u32 out = 0;
        u32 in = 0;
        for (u32 i = 0; i < count; i++) {
            out += all[i].from == node && all[i].to < switches;
            in += all[i].to == node && all[i].from < switches;
        }
        if (out != 1 || in != 1)
            return fail(error, "host %s must have exactly one cable, both ways, to a switch",
                        graph->node[node].name);
    }
    return true;
}

/* ---- how long everything takes ---- */

static u32 wire_delay(const ws_def *def, const ws_edge *edge, bool host_link) {
    if (edge->delay > 0)
        return (u32)edge->delay;
    bool own = host_link && def->host_link_delay > 0;
    return (u32)(own ? def->host_link_delay : def->link_delay);
}

static u32 flight_of(const ws_def *def, u32 delay, bool from_host) {
    u32 flight = delay + (u32)def->input_delay;
    /* a flit that goes into an output buffer crosses before it takes off */
    if (!from_host && def->output_buffer == 0)
        flight += (u32)def->crossbar_delay;
    return flight;
}

static u32 signal_delay_of(const ws_def *def, u32 delay) {
    if (def->flow_control == WS_FLOW_SPACE)
        return 1;
    return delay + (u32)(def->input_delay + def->credit_delay);
}

static void link_time(ws_net *n, const ws_def *def, u32 l) {
    ws_wiring *wire = &n->wire;
    const ws_edge *edge = &n->graph.edge[wire->link_edge[l]];
    bool from_host = wire->link_from[l] >= n->size.switches;
    bool to_host = is_sink(n, l);
    u32 delay = wire_delay(def, edge, from_host || to_host);
    wire->link_delay[l] = delay;
    wire->flight[l] = flight_of(def, delay, from_host);
    wire->signal_delay[l] = signal_delay_of(def, delay);
    if (wire->flight[l] > wire->longest_flight)
        wire->longest_flight = wire->flight[l];
    if (!to_host && wire->signal_delay[l] > wire->longest_signal)
        wire->longest_signal = wire->signal_delay[l];
}

/* ---- links ---- */

static void link_place(ws_net *n, u32 l, const direction *it) {
    ws_wiring *wire = &n->wire;
    u32 switches = n->size.switches;
    wire->link0[it->from + 1] = l + 1;
    wire->link_from[l] = it->from;
    wire->link_to[l] = it->to;
    wire->link_edge[l] = it->edge;
    wire->link_out_port[l] = (u8)it->from_port;
    wire->link_in_port[l] = (u8)it->to_port;
    wire->link_wraps[l] = (u8)n->graph.edge[it->edge].wrap;
    if (it->to >= switches)
        wire->eject_link[it->to - switches] = l;
    if (it->from < switches) {
        wire->port_link[it->from * WS_PORTS_MAX + it->from_port] = l;
        return;
    }
    wire->inject_link[it->from - switches] = l;
    wire->host_switch[it->from - switches] = it->to;
}

/* The other direction of the cable of link l. */
static u32 mate_of(const ws_net *n, u32 l) {
    u32 to = n->wire.link_to[l];
    for (u32 m = first_link(n, to); m < end_link(n, to); m++)
        if (m != l && n->wire.link_edge[m] == n->wire.link_edge[l])
            return m;
    return NIL;
}

/* The links into each node, in order of its ports: a counting sort by port, then by node. */
static bool wire_in_links(ws_net *n) {
    ws_wiring *wire = &n->wire;
    u32 links = n->size.links;
    u32 *by_port = calloc(links + 1, sizeof *by_port);
    u32 fill = 0;
    if (!by_port)
        return false;
    for (u32 port = 0; port < WS_PORTS_MAX; port++)
        for (u32 l = 0; l < links; l++)
            if (wire->link_in_port[l] == port)
                by_port[fill++] = l;
    for (u32 l = 0; l < links; l++)
        wire->in0[wire->link_to[l] + 2]++;
    for (u32 x = 1; x <= n->size.nodes; x++)
        wire->in0[x + 1] += wire->in0[x];
    for (u32 i = 0; i < links; i++) {
        u32 *next = &wire->in0[wire->link_to[by_port[i]] + 1];
        wire->in_link[(*next)++] = by_port[i];
    }
    free(by_port);
    return true;
}

/* Numbers the links; false without memory. */
static bool links_number(ws_net *n, const ws_def *def, const direction *all, u32 count) {
    ws_wiring *wire = &n->wire;
    n->size.links = count;
    if (!wiring_make_links(n))
        return false;
    for (u32 l = 0; l < count; l++)
        link_place(n, l, &all[l]);
    for (u32 x = 0; x < n->size.nodes; x++)
        if (wire->link0[x + 1] < wire->link0[x]) /* a switch without outputs */
            wire->link0[x + 1] = wire->link0[x];
    for (u32 l = 0; l < count; l++) {
        wire->link_mate[l] = mate_of(n, l);
        link_time(n, def, l);
    }
    return wire_in_links(n);
}

bool wire_links(ws_net *n, const ws_def *def, ws_error *error) {
    const ws_graph *graph = &n->graph;
    direction *all = calloc(2 * (size_t)graph->edges + 1, sizeof *all);
    if (!all)
        return fail_memory(error, graph);
    u32 count = directions_of(graph, all);
    bool good = ports_check(graph, all, count, error) && hosts_check(graph, all, count, error);
    if (good && !links_number(n, def, all, count))
        good = fail_memory(error, graph);
    free(all);
    return good;
}
