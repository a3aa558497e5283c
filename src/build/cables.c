/* cables.c - from the cables of a graph to links.
 *
 * A cable becomes one or two links. Links are numbered by the node that drives them and its port,
 * so that the outputs of a node are contiguous; in_link has them by the node that they feed and
 * its port. */
#include "build.h"

#include <stdlib.h>

/* One direction of a cable. */
typedef struct direction {
    u32 from;
    u32 to;
    u32 from_port;
    u32 to_port;
    u32 edge; /* of the graph */
} direction;

/* The directions of all cables of a graph, in the order of links. */
typedef struct directions {
    const ws_graph *graph;
    direction *row;
    u32 count;
} directions;

static int number_order(u32 left, u32 right) {
    return (left > right) - (left < right);
}

/* Orders directions by the node that sends, and its port. */
static int direction_order(const void *left, const void *right) {
    const direction *p = left;
    const direction *q = right;
    int by_node = number_order(p->from, q->from);
    if (by_node != 0)
        return by_node;
    return number_order(p->from_port, q->from_port);
}

/* Edge i of the graph, from its end a to its end b. */
static direction direction_there(const ws_graph *graph, u32 i) {
    const ws_edge *edge = &graph->edge[i];
    return (direction){
        .from = (u32)edge->a,
        .to = (u32)edge->b,
        .from_port = (u32)edge->a_port,
        .to_port = (u32)edge->b_port,
        .edge = i,
    };
}

static direction direction_back(const direction *there) {
    return (direction){
        .from = there->to,
        .to = there->from,
        .from_port = there->to_port,
        .to_port = there->from_port,
        .edge = there->edge,
    };
}

static void direction_add(directions *all, direction it) {
    all->row[all->count] = it;
    all->count++;
}

/* Fills the list, which has room for two directions a cable. */
static void directions_fill(directions *all) {
    const ws_graph *graph = all->graph;
    u32 cables = (u32)graph->edges;
    for (EACH(i, cables)) {
        direction there = direction_there(graph, i);
        direction_add(all, there);
        if (!graph->edge[i].one_way)
            direction_add(all, direction_back(&there));
    }
    qsort(all->row, all->count, sizeof *all->row, direction_order);
}

static bool ports_check(const directions *all, ws_error *error) {
    for (EACH(i, all->count)) {
        const direction *it = &all->row[i];
        const char *name = all->graph->node[it->from].name;
        if (it->from_port >= WS_PORTS_MAX || it->to_port >= WS_PORTS_MAX)
            return fail_with(error, "%s has a port beyond %d", name, WS_PORTS_MAX - 1);
        if (i > 0 && direction_order(it - 1, it) == 0)
            return fail_with(error, "port %u of %s is used twice", it->from_port, name);
    }
    return true;
}

/* Counts of a node: directions to switches, and from switches. */
typedef struct cable_count {
    u32 out;
    u32 in;
} cable_count;

static void cables_count(const directions *all, cable_count *of) {
    u32 switches = (u32)all->graph->switches;
    for (EACH(i, all->count)) {
        const direction *it = &all->row[i];
        of[it->from].out += it->to < switches;
        of[it->to].in += it->from < switches;
    }
}

/* Has each host exactly one direction to a switch, and one back? */
static bool counts_check(const ws_graph *graph, const cable_count *of, ws_error *error) {
    u32 hosts = (u32)graph->hosts;
    for (EACH(h, hosts)) {
        u32 x = (u32)graph->switches + h;
        const char *name = graph->node[x].name;
        if (of[x].out != 1 || of[x].in != 1)
            return fail_with(error, "host %s must have exactly one cable, both ways, to a switch",
                             name);
    }
    return true;
}

static bool hosts_check(const directions *all, ws_error *error) {
    const ws_graph *graph = all->graph;
    size_t nodes = (size_t)(graph->switches + graph->hosts);
    cable_count *of = calloc(nodes, sizeof *of);
    if (!of)
        return fail_with(error, "out of memory for the cables of %zu nodes", nodes);
    cables_count(all, of);
    bool good = counts_check(graph, of, error);
    free(of);
    return good;
}

/* ---- how long everything takes ---- */

static u32 wire_delay(const ws_def *def, const ws_edge *edge, bool host_link) {
    if (edge->delay > 0)
        return (u32)edge->delay;
    if (host_link && def->host_link_delay > 0)
        return (u32)def->host_link_delay;
    return (u32)def->link_delay;
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
    i64 more = def->input_delay + def->credit_delay;
    return delay + (u32)more;
}

static void raise_to(u32 *most, u32 value) {
    if (value > *most)
        *most = value;
}

static void link_time(ws_net *n, u32 l) {
    ws_wiring *wire = &n->wire;
    const ws_def *def = n->def;
    u32 i = wire->link_edge[l];
    const ws_edge *edge = &n->graph.edge[i];
    bool from_host = is_injection(n, l);
    bool to_host = is_sink(n, l);
    bool of_host = from_host || to_host;
    u32 delay = wire_delay(def, edge, of_host);
    u32 flight = flight_of(def, delay, from_host);
    u32 signal_delay = signal_delay_of(def, delay);
    wire->link_delay[l] = delay;
    wire->flight[l] = flight;
    wire->signal_delay[l] = signal_delay;
    raise_to(&wire->longest_flight, flight);
    if (!to_host)
        raise_to(&wire->longest_signal, signal_delay);
}

/* ---- links ---- */

static void link_place(ws_net *n, u32 l, const direction *it) {
    ws_wiring *wire = &n->wire;
    const ws_edge *edge = &n->graph.edge[it->edge];
    wire->link0[it->from + 1] = l + 1;
    wire->link_from[l] = it->from;
    wire->link_to[l] = it->to;
    wire->link_edge[l] = it->edge;
    wire->link_out_port[l] = (u8)it->from_port;
    wire->link_in_port[l] = (u8)it->to_port;
    wire->link_wraps[l] = (u8)edge->wrap;
    wire->link_cut[l] = edge->cut != 0;
}

/* Notes where link l is among the ports of a switch and the links of a host. */
static void link_find(ws_net *n, u32 l) {
    ws_wiring *wire = &n->wire;
    u32 from = node_from(n, l);
    u32 to = node_to(n, l);
    if (is_sink(n, l))
        wire->eject_link[host_of_node(n, to)] = l;
    if (is_injection(n, l)) {
        u32 h = host_of_node(n, from);
        wire->inject_link[h] = l;
        wire->host_switch[h] = to;
        return;
    }
    u32 *ports = wire->port_link + from * WS_PORTS_MAX;
    ports[wire->link_out_port[l]] = l;
}

/* The other direction of the cable of link l. */
static u32 mate_of(const ws_net *n, u32 l) {
    const u32 *edge = n->wire.link_edge;
    u32 to = node_to(n, l);
    for (LINKS_EACH(m, n, to))
        if (m != l && edge[m] == edge[l])
            return m;
    return NIL;
}

/* A node without outputs ends where it begins: after the outputs of those before it. */
static void link_ranges_close(ws_net *n) {
    u32 *link0 = n->wire.link0;
    for (EACH(x, n->size.nodes))
        raise_to(&link0[x + 1], link0[x]);
}

/* Writes all links in order of the ports that they feed. */
static void links_by_port(const ws_net *n, u32 *out) {
    u32 count = 0;
    for (EACH(port, WS_PORTS_MAX))
        for (EACH(l, n->size.links))
            if (n->wire.link_in_port[l] == port)
                out[count++] = l;
}

/* The links into each node, in order of its ports: a counting sort by port, then by node. False
 * without memory. */
static bool in_links_sort(ws_net *n) {
    const ws_wiring *wire = &n->wire;
    u32 *in0 = wire->in0;
    u32 links = n->size.links;
    u32 *by_port = calloc(links + 1, sizeof *by_port);
    if (!by_port)
        return false;
    links_by_port(n, by_port);
    for (EACH(l, links)) {
        u32 x = node_to(n, l);
        in0[x + 2]++;
    }
    for (EACH(x, n->size.nodes))
        in0[x + 2] += in0[x + 1];
    for (EACH(i, links)) {
        u32 l = by_port[i];
        u32 x = node_to(n, l);
        u32 *next = &in0[x + 1];
        wire->in_link[*next] = l;
        (*next)++;
    }
    free(by_port);
    return true;
}

/* Numbers the links; false without memory. */
static bool links_number(ws_net *n, const directions *all) {
    n->size.links = all->count;
    if (!wiring_make_links(n))
        return false;
    for (EACH(l, all->count)) {
        link_place(n, l, &all->row[l]);
        link_find(n, l);
    }
    link_ranges_close(n);
    for (EACH(l, all->count)) {
        n->wire.link_mate[l] = mate_of(n, l);
        link_time(n, l);
    }
    return in_links_sort(n);
}

bool wire_links(ws_net *n, ws_error *error) {
    directions all = {.graph = &n->graph};
    size_t most = 2 * (size_t)n->graph.edges;
    all.row = calloc(most + 1, sizeof *all.row);
    if (!all.row)
        return fail_memory(error, &n->graph);
    directions_fill(&all);
    bool good = ports_check(&all, error);
    if (good)
        good = hosts_check(&all, error);
    if (good && !links_number(n, &all))
        good = fail_memory(error, &n->graph);
    free(all.row);
    return good;
}
