/* graph.c - the memory of a graph. */
#include "topology.h"

#include <stdlib.h>

void ws_graph_free(ws_graph *g) {
    free(g->node);
    free(g->edge);
    *g = (ws_graph){0};
}
