/* paths.c - what the routing algorithms share: shortest distances, directions of a grid, the
 * last link. */
#include "routing.h"

#include <stdlib.h>

u32 dir_link(const ws_net *n, u32 s, u32 dir) {
    return n->wire.port_link[s * WS_PORTS_MAX + (u32)n->def->hosts_per_switch + dir];
}

u32 eject_option(const ws_net *n, u32 k, ws_route_option *option) {
    u32 l = n->wire.eject_link[n->packet.dest[k]];
    option[0] = (ws_route_option){l, all_vcs(n, l), 0};
    return 1;
}

bool shortest_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    for (u32 i = 0; i < switches * switches; i++) {
        if (n->wire.minimal[i] == UINT16_MAX)
            return fail(error, "there is no path from %s to %s; add links",
                        n->graph.node[i / switches].name, n->graph.node[i % switches].name);
        n->wire.dist[i] = n->wire.minimal[i];
    }
    return true;
}

/* One search backwards from each destination t. */
bool distances(const ws_net *n, u16 *out) {
    u32 switches = n->size.switches;
    u32 *fifo = malloc(switches * sizeof *fifo);
    if (!fifo)
        return false;
    for (u32 i = 0; i < switches * switches; i++)
        out[i] = UINT16_MAX;
    for (u32 t = 0; t < switches; t++) {
        u32 head = 0;
        u32 tail = 0;
        out[t * switches + t] = 0;
        fifo[tail++] = t;
        while (head < tail) {
            u32 s = fifo[head++];
            for (u32 i = n->wire.in0[s]; i < n->wire.in0[s + 1]; i++) {
                u32 from = n->wire.link_from[n->wire.in_link[i]];
                if (from >= switches || out[from * switches + t] != UINT16_MAX)
                    continue;
                out[from * switches + t] = (u16)(out[s * switches + t] + 1);
                fifo[tail++] = from;
            }
        }
    }
    free(fifo);
    return true;
}
