/* paths.c - what the routing algorithms share: shortest distances, directions of a grid, the
 * last link. */
#include "routing.h"

#include <stdlib.h>

u32 dir_link(const ws_net *n, u32 s, u32 dir) {
    u32 port = (u32)n->def->hosts_per_switch + dir;
    return n->wire.port_link[s * WS_PORTS_MAX + port];
}

u32 eject_option(const ws_net *n, u32 k, ws_route_option *option) {
    u32 l = n->wire.eject_link[n->packet.dest[k]];
    option[0] = (ws_route_option){l, all_vcs(n, l), 0};
    return 1;
}

u32 shortest_options(const ws_net *n, u32 s, u32 t, u64 vcs, u32 most, ws_route_option *option) {
    u32 count = 0;
    u32 away = distance(n, s, t);
    for (u32 l = first_link(n, s); l < end_link(n, s) && count < most; l++) {
        if (is_sink(n, l) || distance(n, n->wire.link_to[l], t) + 1 != away)
            continue;
        option[count] = (ws_route_option){l, vcs & all_vcs(n, l), 0};
        count++;
    }
    return count;
}

/* ---- before the first cycle ---- */

bool shortest_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    for (u32 i = 0; i < switches * switches; i++) {
        const char *from = n->graph.node[i / switches].name;
        const char *to = n->graph.node[i % switches].name;
        if (n->wire.minimal[i] == UINT16_MAX)
            return fail(error, "there is no path from %s to %s; add links", from, to);
        n->wire.dist[i] = n->wire.minimal[i];
    }
    return true;
}

static u32 links_to_switches(const ws_net *n, u32 s) {
    u32 links = 0;
    for (LINKS_EACH(l, n, s))
        links += !is_sink(n, l);
    return links;
}

bool links_check(const ws_net *n, u32 most, ws_error *error) {
    for (u32 s = 0; s < n->size.switches; s++) {
        u32 links = links_to_switches(n, s);
        if (links > most)
            return fail(error,
                        "this routing knows at most %u links to other switches, and %s has %u",
                        most, n->graph.node[s].name, links);
    }
    return true;
}

bool third_cables_check(const ws_net *n, ws_error *error) {
    if (n->def->topology != WS_TOPOLOGY_FEDX)
        return true;
    return fail(error, "this routing goes by rows and columns alone, and topology fedx has a third "
                       "cable at each switch; try `set routing fedx-deterministic`, or "
                       "`set routing updown`, which is free of deadlock");
}

/* One search backwards from switch t, whose column of `out` is filled; `fifo` has room for all
 * switches. */
static void search_back(const ws_net *n, u32 t, u16 *out, u32 *fifo) {
    u32 switches = n->size.switches;
    u32 head = 0;
    u32 tail = 1;
    fifo[0] = t;
    out[t * switches + t] = 0;
    while (head < tail) {
        u32 s = fifo[head++];
        u32 away = out[s * switches + t] + 1u;
        for (u32 i = n->wire.in0[s]; i < n->wire.in0[s + 1]; i++) {
            u32 from = n->wire.link_from[n->wire.in_link[i]];
            if (from >= switches || out[from * switches + t] != UINT16_MAX)
                continue;
            out[from * switches + t] = (u16)away;
            fifo[tail++] = from;
        }
    }
}

bool distances(const ws_net *n, u16 *out) {
    u32 switches = n->size.switches;
    u32 *fifo = malloc(switches * sizeof *fifo);
    if (!fifo)
        return false;
    for (u32 i = 0; i < switches * switches; i++)
        out[i] = UINT16_MAX;
    for (u32 t = 0; t < switches; t++)
        search_back(n, t, out, fifo);
    free(fifo);
    return true;
}
