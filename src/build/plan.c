/* plan.c - from a definition and a graph to a network: its rows, its wiring, its sizes, the first
 * state. What a network ever needs is allocated here. */
#include "build.h"
#include "core/segment.h"
#include "slices/slices.h"

#include <stdlib.h>
#include <string.h>

enum {
    STREAMS = 0x57534d31,  /* streams of different seeds begin far apart */
    EVENTS_PER_HOST = 10,  /* in one cycle a host creates a burst, tops up, and injects ... */
    EVENTS_PER_SOURCE = 2, /* ... and takes one packet and its message */
    EVENTS_PER_SAQ = 3,
    EVENTS_LEAST = 4096,
    WIRES_SHORT = 1024 /* slots: expanding segments walks a whole wheel */
};

/* A copy of `count` elements, with room for one more; NULL without memory. */
static void *array_copy(const void *from, size_t count, size_t size) {
    void *copy = calloc(count + 1, size);
    if (copy && count > 0)
        memcpy(copy, from, count * size);
    return copy;
}

static bool graph_copy(ws_graph *to, const ws_graph *from) {
    size_t nodes = (size_t)(from->switches + from->hosts);
    size_t edges = (size_t)from->edges;
    *to = *from;
    to->node = array_copy(from->node, nodes, sizeof *to->node);
    to->edge = array_copy(from->edge, edges, sizeof *to->edge);
    return to->node && to->edge;
}

/* ---- the first state ---- */

/* Continues the clock and the counters of another network, which is given up. Kills under way there
 * end. */
static void clock_carry(ws_net *n, const ws_net *before) {
    u64 *total = n->total;
    u64 cycle = now(before);
    n->cycle[0] = cycle;
    n->backlog_since[0] = cycle;
    memcpy(total, before->total, n->size.totals * sizeof *total);
    u64 messages = total[WS_TOTAL_MESSAGES_CREATED];
    messages += total[WS_TOTAL_MESSAGES_SENT];
    messages -= total[WS_TOTAL_MESSAGES_DELIVERED];
    u64 flits = total[WS_TOTAL_FLITS_CREATED];
    flits += total[WS_TOTAL_FLITS_SENT];
    flits += total[WS_TOTAL_FLITS_OVERHEAD];
    flits -= total[WS_TOTAL_FLITS_DELIVERED];
    total[WS_TOTAL_BACKLOG] = ws_net_backlog(before);
    total[WS_TOTAL_RESETS] = total[WS_TOTAL_KILLS];
    u64 worms = total[WS_TOTAL_PACKETS_INJECTED];
    worms -= total[WS_TOTAL_PACKETS_DELIVERED];
    worms -= total[WS_TOTAL_RESETS];
    total[WS_TOTAL_PACKETS_LOST] = worms;
    total[WS_TOTAL_MESSAGES_DROPPED] = messages;
    total[WS_TOTAL_FLITS_DROPPED] = flits;
}

static void links_start(ws_net *n) {
    const ws_def *def = n->def;
    i64 flits = def->length_mean * def->length_unit;
    u64 occupancy = (u64)flits << 16;
    for (EACH(l, n->size.links))
        n->timer.occupancy[l] = occupancy;
    for (EACH(v, n->size.vcs)) {
        ws_vc_state *vc = &n->vc[v];
        vc->holder = NIL;
        vc->receiver = own_queue(n, v);
        vc->credit = (i32)n->wire.vc_credits[v];
    }
}

static void queues_start(ws_net *n) {
    const ws_sizes *size = &n->size;
    for (EACH(q, size->queues)) {
        ws_queue_state *queue = &n->queue[q];
        queue->front = NIL;
        queue->vc = NIL;
    }
    for (EACH(c, size->route_options))
        n->option_link[c] = NIL;
    for (EACH(s, size->sources)) {
        n->source.first[s] = NIL;
        n->source.last[s] = NIL;
    }
}

/* Random streams of hosts and nodes, each from the seed and its number. */
static void streams_start(ws_net *n) {
    u64 given = (u64)n->def->seed;
    u64 seed = mix64(given + STREAMS);
    for (EACH(h, n->size.hosts)) {
        u64 own = seed + 3 * (u64)h;
        n->traffic_rng[h] = mix64(own + 1);
        n->inject_rng[h] = mix64(own + 2);
    }
    for (EACH(x, n->size.nodes))
        n->node_rng[x] = mix64(~seed - x);
}

static void cuts_start(ws_net *n) {
    u32 edges = (u32)n->graph.edges;
    for (EACH(i, edges))
        if (n->graph.edge[i].cut)
            bit_set(n->cuts, i);
}

static void hosts_start(ws_net *n, const ws_host_def *hosts) {
    static const ws_host_def usual = WS_HOST_DEF_DEFAULT;
    for (EACH(h, n->size.hosts))
        n->host[h] = hosts ? hosts[h] : usual;
}

static void state_start(ws_net *n, const ws_net *before, const ws_host_def *hosts) {
    if (before)
        clock_carry(n, before);
    links_start(n);
    queues_start(n);
    n->packet.free_count[0] = n->size.packets;
    n->message.free_count[0] = n->size.messages;
    streams_start(n);
    hosts_start(n, hosts);
    cuts_start(n);
    if (n->model->start)
        n->model->start(n);
    net_derive(n);
    for (EACH(h, n->size.hosts))
        n->workload->restart(n, h);
}

/* Most events of one cycle. Every head may be killed, every set-aside queue freed. */
static size_t events_most(const ws_net *n) {
    const ws_sizes *size = &n->size;
    size_t sources = n->wire.source_queues;
    size_t of_a_host = EVENTS_PER_HOST + EVENTS_PER_SOURCE * sources;
    size_t of_hosts = size->hosts * of_a_host;
    if (n->ports)
        return of_hosts + EVENTS_PER_SAQ * (size_t)size->saqs;
    return of_hosts + size->queues;
}

static bool events_make(ws_net *n) {
    n->event_step = events_most(n);
    n->event_room = 2 * n->event_step;
    if (n->event_room < EVENTS_LEAST)
        n->event_room = EVENTS_LEAST;
    n->events = calloc(n->event_room, sizeof *n->events);
    return n->events != NULL;
}

static bool is_plain_machine(const ws_net *n) {
    for (EACH(l, n->size.links)) {
        const link_fast *link = fast_link(n, l);
        if (!link->plain)
            return false;
    }
    return true;
}

/* Can flits go in segments: do the switch models allow it, are wires short, and does nobody compete
 * for a link in the midst of a segment? */
static bool is_streaming_machine(const ws_net *n) {
    if (!n->model->streams || !n->host_model->streams)
        return false;
    if (n->size.flight_slots > WIRES_SHORT || n->size.signal_slots > WIRES_SHORT)
        return false;
    for (EACH(l, n->size.links)) {
        const link_fast *link = fast_link(n, l);
        bool single = link->plain || link->lone;
        if (!single && !link->buffered)
            return false;
    }
    return true;
}

/* Makes the notes of segments under way; a machine without segments notes that there are none. */
static bool segments_make(ws_net *n) {
    ws_segments *segments = &n->segments;
    const ws_sizes *size = &n->size;
    size_t signals = (size_t)size->signal_slots * size->vcs;
    size_t ends = (size_t)SEGMENT_SLOTS * size->link_words;
    segments->busy = calloc(size->link_words, sizeof(u64));
    segments->possible = is_streaming_machine(n);
    segments->plain = is_plain_machine(n);
    segments->limit = SEGMENT_MOST;
    segments->longest = 1;
    if (!segments->possible)
        return segments->busy != NULL;
    ws_link_segments *link = calloc(size->links, sizeof *link);
    ws_vc_segments *vc = calloc(size->vcs, sizeof *vc);
    segments->link = link;
    segments->vc = vc;
    segments->words_more = calloc(size->flights, 1);
    segments->credits_more = calloc(signals, 1);
    segments->paid = calloc(size->vc_words, sizeof(u64));
    segments->ends = calloc(ends, sizeof(u64));
    bool wires = segments->words_more && segments->credits_more;
    bool links = link && segments->busy;
    bool vcs = vc && segments->paid;
    return links && vcs && wires && segments->ends;
}

static void segments_free(ws_segments *segments) {
    free(segments->busy);
    free(segments->words_more);
    free(segments->credits_more);
    free(segments->link);
    free(segments->vc);
    free(segments->paid);
    free(segments->ends);
}

/* Makes the block of columns, all 0 but for the parameters in force, which move into it. What is
 * not used is never touched: the system need not give it. */
static bool block_make(ws_net *n) {
    const ws_def *def = n->def;
    size_t size = net_layout(n, NULL);
    n->allocated = calloc(1, size + BLOCK_ALIGN);
    if (!n->allocated)
        return false;
    net_layout(n, n->allocated + BLOCK_ALIGN - (uintptr_t)n->allocated % BLOCK_ALIGN);
    *n->def = *def;
    return true;
}

/* ---- the plan ---- */

static bool hosts_check(const ws_net *n, const ws_host_def *hosts, ws_error *error) {
    const ws_node *node = n->graph.node + n->size.switches;
    u32 count = n->size.hosts;
    if (!hosts)
        return true;
    for (EACH(h, count)) {
        const ws_host_def *host = &hosts[h];
        bool known = host->dest < (i64)count;
        if (!known || host->traffic_class >= WS_CLASSES_MAX)
            return fail_with(error, "host %s sends to a host or in a class that does not exist",
                             node[h].name);
    }
    return true;
}

/* Finds the rows of src/switch, src/routing, src/traffic and src/recovery that the definition
 * names. */
static void rows_choose(ws_net *n) {
    const ws_def *def = n->def;
    n->routing = ws_routings[def->routing];
    n->workload = &traffic_workload;
    n->discipline = &alpha_scheduling;
    n->recovery = &recovery_by_timeouts;
    n->model = switch_of(def, n->size.hosts);
    n->host_model = n->model->host;
    if (!n->host_model)
        n->host_model = &switch_host;
}

/* Sets what the wiring depends on: the flow control, and the layout of the switch model. */
static void layout_fill(ws_net *n) {
    const ws_def *def = n->def;
    n->ports = n->model->ports;
    n->flow = (u8)def->flow_control;
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        n->packet_room = (u32)longest_packet(def);
    n->layout.host_rate = 1;
    n->layout.kills = true;
    if (n->model->layout)
        n->model->layout(n);
}

/* Finds the routing its way around cut cables? */
static bool cuts_check(const ws_net *n, ws_error *error) {
    const ws_graph *graph = &n->graph;
    u32 edges = (u32)graph->edges;
    if (n->routing->around)
        return true;
    for (EACH(i, edges))
        if (graph->edge[i].cut)
            return fail_with(error, "this routing knows no way around a cut cable") ||
                   ws_remedy_rebuild(error, "routing", "updown") ||
                   fail_advise(error, " first, or another that goes by distances");
    return true;
}

static bool net_wire(ws_net *n, ws_error *error) {
    const ws_switch *model = n->model;
    if (!wire_links(n, error))
        return false;
    if (model->wire && !model->wire(n))
        return fail_memory(error, &n->graph);
    bool made = wire_queues(n) && wire_fast(n);
    if (!made || !wire_distances(n))
        return fail_memory(error, &n->graph);
    if (!cuts_check(n, error))
        return false;
    return n->routing->prepare(n, error);
}

/* The cycles of the router's pipeline that come after the grant; the others come before the
 * request. */
static void delays_split(ws_net *n) {
    u32 all = (u32)n->def->router_delay;
    u32 after = (u32)n->def->vc_delay;
    if (after > all)
        after = all;
    n->start_delay = after;
    n->request_delay = all - after;
}

/* The plan of a network with these parameters: n->def points to them while there is no block. */
static bool net_plan(ws_net *n, ws_def *def, const ws_host_def *hosts, ws_error *error) {
    ws_sizes *size = &n->size;
    n->def = def;
    size->switches = (u32)n->graph.switches;
    size->hosts = (u32)n->graph.hosts;
    size->nodes = size->switches + size->hosts;
    rows_choose(n);
    layout_fill(n);
    delays_split(n);
    if (!net_wire(n, error))
        return false;
    if (!net_check(n, def, error))
        return false;
    if (!hosts_check(n, hosts, error))
        return false;
    return sizes_finish(n, error);
}

static bool senders_make(ws_net *n) {
    n->sender = calloc(n->size.hosts, sizeof *n->sender);
    return n->sender != NULL;
}

/* Memory for the plan. */
static bool net_allocate(ws_net *n, ws_error *error) {
    bool made = block_make(n) && events_make(n) && segments_make(n) && senders_make(n);
    if (made)
        n->with.lack = kernel_slices.lack(n);
    if (made && !n->with.lack)
        n->kernel = &kernel_slices;
    if (made && (!n->kernel || n->kernel->make(n)))
        return true;
    return fail_with(error, "out of memory for a state of %zu bytes", n->block_size);
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
    if (!net_plan(n, &copy, hosts, error) || !net_allocate(n, error)) {
        ws_net_free(n);
        return NULL;
    }
    state_start(n, before, hosts);
    if (before) {
        n->with.choice = before->with.choice;
        n->with.cycles = before->with.cycles;
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
    wiring_free(&n->wire);
    ws_graph_free(&n->graph);
    segments_free(&n->segments);
    if (n->kernel)
        n->kernel->free(n);
    free(n->sender);
    free(n->allocated);
    free(n->events);
    free(n);
}
