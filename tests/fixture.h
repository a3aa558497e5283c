/* fixture.h - what the tests of laws share: the machines as the scenarios define them, graphs made by hand, and runs that look at
 * every event. Header only. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "switch/switch.h"
#include "session/session.h"
#include "tap.h"

#define FIXTURE __attribute__((unused)) static

/* Cycles of a statistical test in its form: ten times as long at night. */
FIXTURE uint64_t fixture_cycles(uint64_t cycles) { return amount(cycles, cycles, 10 * cycles); }

FIXTURE void fixture_stop(const char *what, const ws_error *error) {
    printf("Bail out! %s: %s\n", what, error->text);
    exit(1);
}

/* The definition of scenarios/machines/NAME.ws, on a topology on which every machine can be built. */
FIXTURE ws_def fixture_machine(const char *name) {
    char text[128];
    ws_error error = {0};
    const char *topology = strcmp(name, "recn") == 0 ? "bmin 16" : "mesh 2 2";
    int length = snprintf(text, sizeof text, "machine %s\nset topology %s\n", name, topology);
    ws_session *session = ws_session_open_text(name, text, (size_t)length, NULL, &(ws_options){0}, &error);
    if (!session) fixture_stop(name, &error);
    ws_def def = *ws_net_def(ws_session_net(session));
    ws_session_close(session);
    def.seed = 1;
    return def;
}

FIXTURE ws_def fixture_cube(int64_t topology, int64_t rows, int64_t cols) {
    ws_def def = fixture_machine("cube");
    def.topology = topology, def.size[0] = rows, def.size[1] = cols;
    if (topology != WS_TOPOLOGY_MESH) def.vcs = 2;
    return def;
}

FIXTURE ws_def fixture_lan(int64_t topology, int64_t rows, int64_t cols) {
    ws_def def = fixture_machine("wormhole-lan");
    def.topology = topology, def.size[0] = rows, def.size[1] = cols;
    return def;
}

/* One switch in slots, all hosts saturated. */
FIXTURE ws_def fixture_slots(int64_t hosts) {
    ws_def def = fixture_machine("slotted-switch");
    def.topology = WS_TOPOLOGY_SWITCH, def.hosts_per_switch = hosts;
    return def;
}

/* ---- networks ---- */

FIXTURE ws_net *fixture_net_of(const ws_def *def, const ws_graph *graph, const ws_host_def *hosts) {
    ws_error error = {0};
    ws_net *net = ws_net_build(def, graph, hosts, &error);
    if (!net) fixture_stop("the network cannot be built", &error);
    return net;
}

FIXTURE ws_net *fixture_net(const ws_def *def, const ws_host_def *hosts) {
    ws_graph graph;
    ws_error error = {0};
    if (!ws_graph_build(def, &graph, &error)) fixture_stop("the graph cannot be built", &error);
    ws_net *net = fixture_net_of(def, &graph, hosts);
    ws_graph_free(&graph);
    return net;
}

/* A graph made by hand: switches and hosts first, then cables; ports are given in the order of the cables. */
FIXTURE ws_graph fixture_graph(int32_t switches, int32_t hosts, int32_t edges_most) {
    ws_graph g = {.switches = switches, .hosts = hosts};
    g.node = calloc((size_t)(switches + hosts), sizeof *g.node);
    g.edge = calloc((size_t)edges_most, sizeof *g.edge);
    for (int32_t i = 0; i < switches + hosts; i++)
        snprintf(g.node[i].name, WS_NAME_MAX, "%c%d", i < switches ? 'S' : 'H', i < switches ? i : i - switches);
    return g;
}

FIXTURE int32_t fixture_port(const ws_graph *g, int32_t node) {
    int32_t port = 0;
    for (int32_t i = 0; i < g->edges; i++) port += (g->edge[i].a == node) + (g->edge[i].b == node);
    return port;
}

/* A cable between switch a and node b (a switch, or fixture_host); delay 0 = as the definition says. */
FIXTURE void fixture_cable(ws_graph *g, int32_t a, int32_t b, int32_t delay) {
    ws_edge edge = {.a = a, .b = b, .a_port = fixture_port(g, a), .b_port = fixture_port(g, b), .delay = delay};
    g->edge[g->edges++] = edge;
}

FIXTURE int32_t fixture_host(const ws_graph *g, int32_t host) { return g->switches + host; }

/* ---- runs ---- */

typedef void fixture_eye(const ws_event *event, void *context);

/* Runs `cycles` cycles and shows every event to `eye` (which may be NULL). */
FIXTURE void fixture_run(ws_net *n, uint64_t cycles, fixture_eye *eye, void *context) {
    for (uint64_t end = ws_net_cycle(n) + cycles; ws_net_cycle(n) < end;) {
        ws_net_step(n, end - ws_net_cycle(n));
        size_t count;
        const ws_event *event = ws_net_events(n, &count);
        for (size_t i = 0; eye && i < count; i++) eye(&event[i], context);
        ws_net_events_clear(n);
    }
}

/* The row that the next message will have. */
FIXTURE uint32_t fixture_next_message(const ws_net *n) {
    uint32_t taken = n->size.messages - n->message.free_count[0];
    return taken < n->used->messages ? n->message.free[taken] : taken;
}

/* Bytes that are not zero in rows that have never been in use: 0, always. */
FIXTURE uint64_t fixture_bytes_beyond(const ws_net *n) {
    size_t count;
    const ws_column *column = ws_net_columns(n, &count);
    const unsigned char *state = ws_net_state(n);
    uint64_t bytes = 0;
    for (; count > 0; count--, column++)
        for (size_t i = ws_net_column_used(n, column) * column->size; i < column->size * column->count; i++)
            bytes += state[column->offset + i] != 0;
    return bytes;
}

/* Flits delivered per host and cycle over the next `cycles` cycles. */
FIXTURE double fixture_accepted(ws_net *n, uint64_t cycles) {
    u64 before = n->total[WS_TOTAL_FLITS_DELIVERED];
    fixture_run(n, cycles, NULL, NULL);
    return (double)(n->total[WS_TOTAL_FLITS_DELIVERED] - before) / (double)cycles / n->size.hosts;
}

/* ---- single packets ---- */

FIXTURE void fixture_keep_delivered(const ws_event *event, void *context) {
    if (event->kind == WS_EVENT_MESSAGE_DELIVERED) *(ws_event *)context = *event;
}

/* Sends one message of class 0 (or, with a queue per output, in the queue of dest) through a network at rest; the event of its
 * delivery, or one of kind WS_EVENT_MESSAGE_CREATED if it does not arrive within 100,000 cycles. */
FIXTURE ws_event fixture_send(ws_net *n, u32 source, u32 dest, u32 length) {
    ws_event delivered = {.kind = WS_EVENT_MESSAGE_CREATED};
    u32 queue = n->model->by_dest ? dest : 0;
    message_create(n, &(ws_letter){source * n->wire.source_queues + queue, source, dest, length, 0, n->cycle[0]});
    for (u64 end = n->cycle[0] + 100000; delivered.kind == WS_EVENT_MESSAGE_CREATED && n->cycle[0] < end;)
        fixture_run(n, 1, fixture_keep_delivered, &delivered);
    fixture_run(n, n->wire.longest_signal + 1, NULL, NULL); /* the last credits come home */
    return delivered;
}

#endif
