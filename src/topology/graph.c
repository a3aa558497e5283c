/* graph.c - the memory of a graph, and what its builders share. */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

bool graph_make(ws_graph *graph, i32 switches, i32 hosts, i32 cables, ws_error *error) {
    graph->switches = switches;
    graph->hosts = hosts;
    graph->node = calloc((size_t)(switches + hosts) + 1, sizeof *graph->node);
    graph->edge = calloc((size_t)cables + 1, sizeof *graph->edge);
    if (graph->node && graph->edge)
        return true;
    ws_graph_free(graph);
    return fail(error, "out of memory for %d switches", switches);
}

ws_edge *graph_cable(ws_graph *graph, i32 from, i32 from_port, i32 to, i32 to_port) {
    ws_edge *edge = &graph->edge[graph->edges++];
    edge->a = from;
    edge->a_port = from_port;
    edge->b = to;
    edge->b_port = to_port;
    return edge;
}

void graph_host(ws_graph *graph, i32 h, i32 s, i32 port) {
    ws_node *host = &graph->node[graph->switches + h];
    host->x = graph->node[s].x;
    host->y = graph->node[s].y;
    snprintf(host->name, sizeof host->name, "H%d", h);
    graph_cable(graph, s, port, graph->switches + h, 0);
}

void ws_graph_free(ws_graph *graph) {
    free(graph->node);
    free(graph->edge);
    *graph = (ws_graph){0};
}
