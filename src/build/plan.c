/* plan.c - from a definition and a graph to a network: its rows, its wiring, its sizes, the first
 * state. What a network ever needs is allocated here. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

enum {
    STREAMS = 0x57534d31,  /* streams of different seeds begin far apart */
    EVENTS_PER_HOST = 10,  /* in one cycle a host creates a burst, tops up, and injects ... */
    EVENTS_PER_SOURCE = 2, /* ... and takes one packet and its message */
    EVENTS_PER_SAQ = 3,
    EVENTS_LEAST = 4096
};

static bool graph_copy(ws_graph *to, const ws_graph *from) {
    size_t nodes = (size_t)(from->switches + from->hosts);
    size_t edges = (size_t)from->edges;
    *to = *from;
    to->node = calloc(nodes + 1, sizeof *to->node);
    to->edge = calloc(edges + 1, sizeof *to->edge);
    if (!to->node || !to->edge)
        return false;
    memcpy(to->node, from->node, nodes * sizeof *to->node);
    if (edges > 0)
        memcpy(to->edge, from->edge, edges * sizeof *to->edge);
    return true;
}

/* ---- the first state ---- */

/* Goes on with the clock and the counters of another network, which is given up. Kills under way
 * there have come to an end. */
static void clock_carry(ws_net *n, const ws_net *before) {
    u64 *total = n->total;
    n->cycle[0] = before->cycle[0];
    n->backlog_since[0] = before->cycle[0];
    memcpy(total, before->total, n->size.totals * sizeof *total);
    u64 messages = total[WS_TOTAL_MESSAGES_CREATED] - total[WS_TOTAL_MESSAGES_DELIVERED];
    u64 flits = total[WS_TOTAL_FLITS_CREATED] - total[WS_TOTAL_FLITS_DELIVERED];
    total[WS_TOTAL_BACKLOG] = ws_net_backlog(before);
    total[WS_TOTAL_RESETS] = total[WS_TOTAL_KILLS];
    total[WS_TOTAL_MESSAGES_DROPPED] = messages;
    total[WS_TOTAL_FLITS_DROPPED] = flits;
}

static void links_start(ws_net *n, const ws_def *def) {
    u64 mean = (u64)(def->length_mean * def->length_unit);
    for (u32 l = 0; l < n->size.links; l++)
        n->timer.occupancy[l] = mean << 16;
    for (u32 v = 0; v < n->size.vcs; v++) {
        n->vc[v].holder = NIL;
        n->vc[v].receiver = n->wire.vc_queue[v];
        n->vc[v].credit = (i32)n->wire.vc_credits[v];
    }
}

static void queues_start(ws_net *n) {
    for (u32 q = 0; q < n->size.queues; q++) {
        n->queue[q].front = NIL;
        n->queue[q].vc = NIL;
    }
    for (u32 i = 0; i < n->size.route_options; i++)
        n->option_link[i] = NIL;
    for (u32 s = 0; s < n->size.sources; s++) {
        n->source.first[s] = NIL;
        n->source.last[s] = NIL;
    }
}

/* All rows of packets and messages are free; the lowest is taken first. */
static void rows_start(ws_net *n) {
    u32 packets = n->size.packets;
    u32 messages = n->size.messages;
    for (u32 k = 0; k < packets; k++) {
        n->packet.message[k] = NIL;
        n->packet.free[packets - 1 - k] = k;
    }
    for (u32 m = 0; m < messages; m++) {
        n->message.source[m] = NIL;
        n->message.free[messages - 1 - m] = m;
    }
    n->packet.free_count[0] = packets;
    n->message.free_count[0] = messages;
}

static void nodes_start(ws_net *n, const ws_def *def, const ws_host_def *hosts) {
    static const ws_host_def usual = WS_HOST_DEF_DEFAULT;
    u64 seed = mix64((u64)def->seed + STREAMS);
    for (u32 h = 0; h < n->size.hosts; h++) {
        n->host[h] = hosts ? hosts[h] : usual;
        n->traffic_rng[h] = mix64(seed + 3 * (u64)h + 1);
        n->inject_rng[h] = mix64(seed + 3 * (u64)h + 2);
    }
    for (u32 x = 0; x < n->size.nodes; x++)
        n->node_rng[x] = mix64(~seed - x);
}

static void state_start(ws_net *n, const ws_net *before, const ws_def *def,
                        const ws_host_def *hosts) {
    *n->def = *def;
    if (before)
        clock_carry(n, before);
    links_start(n, def);
    queues_start(n);
    rows_start(n);
    nodes_start(n, def, hosts);
    if (n->model->start)
        n->model->start(n, def);
    net_derive(n);
    for (u32 h = 0; h < n->size.hosts; h++)
        n->workload->restart(n, h);
}

/* Most events of one cycle. Every head may be killed, every set-aside queue freed. */
static size_t events_most(const ws_net *n) {
    size_t per_host = EVENTS_PER_HOST + EVENTS_PER_SOURCE * (size_t)n->wire.source_queues;
    size_t of_switches = n->ports ? EVENTS_PER_SAQ * (size_t)n->size.saqs : n->size.queues;
    return n->size.hosts * per_host + of_switches;
}

static bool net_start(ws_net *n, const ws_net *before, const ws_def *def, const ws_host_def *hosts,
                      ws_error *error) {
    u8 *block = aligned_alloc(64, net_layout(n, NULL));
    n->event_step = events_most(n);
    n->event_room = 2 * n->event_step;
    if (n->event_room < EVENTS_LEAST)
        n->event_room = EVENTS_LEAST;
    n->events = calloc(n->event_room, sizeof *n->events);
    if (!block || !n->events) {
        free(block);
        return fail(error, "out of memory for a state of %zu bytes", n->block_size);
    }
    memset(block, 0, n->block_size);
    net_layout(n, block);
    state_start(n, before, def, hosts);
    return true;
}

/* ---- the plan ---- */

static bool hosts_check(const ws_net *n, const ws_host_def *hosts, ws_error *error) {
    for (u32 h = 0; hosts && h < n->size.hosts; h++)
        if (hosts[h].dest >= (i64)n->size.hosts || hosts[h].traffic_class >= WS_CLASSES_MAX)
            return fail(error, "host %s sends to a host or in a class that does not exist",
                        n->graph.node[n->size.switches + h].name);
    return true;
}

/* Which rows of src/switch, src/routing, src/traffic and src/recovery the definition means. */
static void rows_choose(ws_net *n, const ws_def *def) {
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
}

static bool net_wire(ws_net *n, const ws_def *def, ws_error *error) {
    if (!wire_links(n, def, error))
        return false;
    if (n->model->wire && !n->model->wire(n, def))
        return fail_memory(error, &n->graph);
    if (!wire_queues(n, def) || !wire_fast(n) || !wire_distances(n))
        return fail_memory(error, &n->graph);
    return n->routing->prepare(n, error);
}

static void delays_split(ws_net *n, const ws_def *def) {
    bool all = def->lane_delay > def->router_delay;
    n->start_delay = (u32)(all ? def->router_delay : def->lane_delay);
    n->request_delay = (u32)def->router_delay - n->start_delay;
}

/* `def` is what n->def points to while the block does not exist yet. */
static bool net_plan(ws_net *n, ws_def *def, const ws_host_def *hosts, ws_error *error) {
    n->def = def;
    n->size.switches = (u32)n->graph.switches;
    n->size.hosts = (u32)n->graph.hosts;
    n->size.nodes = n->size.switches + n->size.hosts;
    rows_choose(n, def);
    delays_split(n, def);
    return net_wire(n, def, error) && net_check(n, def, error) && hosts_check(n, hosts, error) &&
           sizes_finish(n, def, error);
}

ws_net *ws_net_rebuild(const ws_net *before, const ws_def *def, const ws_graph *graph,
                       const ws_host_def *hosts, ws_error *error) {
    ws_def copy = *def;
    if (!def_check(def, graph, error))
        return NULL;
    ws_net *n = calloc(1, sizeof *n);
    if (!n || !graph_copy(&n->graph, graph)) {
        fail_memory(error, graph);
        ws_net_free(n);
        return NULL;
    }
    if (net_plan(n, &copy, hosts, error) && net_start(n, before, &copy, hosts, error))
        return n;
    ws_net_free(n);
    return NULL;
}

ws_net *ws_net_build(const ws_def *def, const ws_graph *graph, const ws_host_def *hosts,
                     ws_error *error) {
    return ws_net_rebuild(NULL, def, graph, hosts, error);
}

void ws_net_free(ws_net *n) {
    if (!n)
        return;
    wiring_free(&n->wire);
    ws_graph_free(&n->graph);
    free(n->block);
    free(n->events);
    free(n);
}
