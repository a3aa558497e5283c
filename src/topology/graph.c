/* graph.c - the memory of a graph, and what its builders share. */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

bool graph_make(ws_graph *graph, i32 switches, i32 hosts, i32 cables, ws_error *error) {
    size_t nodes = (size_t)switches + (size_t)hosts;
    size_t edges = (size_t)cables;
    graph->switches = switches;
    graph->hosts = hosts;
    graph->node = calloc(nodes + 1, sizeof *graph->node);
    graph->edge = calloc(edges + 1, sizeof *graph->edge);
    if (graph->node && graph->edge)
        return true;
    ws_graph_free(graph);
    return fail_with(error, "out of memory for %d switches", switches);
}

ws_edge *graph_cable(ws_graph *graph, cable_end from, cable_end to) {
    ws_edge *edge = &graph->edge[graph->edges++];
    edge->a = from.node;
    edge->a_port = from.port;
    edge->b = to.node;
    edge->b_port = to.port;
    return edge;
}

void graph_host(ws_graph *graph, i32 h, cable_end at) {
    cable_end own = {graph->switches + h, 0};
    const ws_node *beside = &graph->node[at.node];
    ws_node *host = &graph->node[own.node];
    host->x = beside->x;
    host->y = beside->y;
    snprintf(host->name, sizeof host->name, "H%d", h);
    graph_cable(graph, at, own);
}

void graph_switch_hosts(ws_graph *graph, i32 s, i32 hosts) {
    i32 first = s * hosts;
    for (EACH_I32(port, hosts)) {
        cable_end at = {s, port};
        graph_host(graph, first + port, at);
    }
}

void ws_graph_free(ws_graph *graph) {
    free(graph->node);
    free(graph->edge);
    *graph = (ws_graph){0};
}
