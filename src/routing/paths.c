/* paths.c - what the routing algorithms share: shortest distances, directions of a grid, the
 * last link. */
#include "routing.h"

#include <stdlib.h>

u32 dir_link(const ws_net *n, u32 s, u32 dir) {
    u32 hosts = (u32)n->def->hosts_per_switch;
    return link_at_port(n, s, hosts + dir);
}

u32 eject_option(const ws_net *n, u32 k, ws_route_option *option) {
    u32 h = dest_of(n, k);
    u32 l = n->wire.eject_link[h];
    option[0] = any_vc_of(n, l);
    return 1;
}

u32 shortest_options(const ws_net *n, u32 s, u32 t, u64 vcs, u32 most, ws_route_option *option) {
    u32 count = 0;
    for (LINKS_EACH(l, n, s)) {
        if (count == most)
            break;
        if (is_sink(n, l) || !is_nearer(n, l, t))
            continue;
        option[count] = any_vc_of(n, l);
        option[count].vcs &= vcs;
        count++;
    }
    return count;
}

/* ---- before the first cycle ---- */

bool shortest_prepare(ws_net *n, ws_error *error) {
    u32 switches = n->size.switches;
    const u16 *minimal = n->wire.minimal;
    const ws_node *node = n->graph.node;
    if (!minimal)
        return true; /* a whole mesh or torus */
    for (EACH(i, switches * switches)) {
        const char *from = node[i / switches].name;
        const char *to = node[i % switches].name;
        if (minimal[i] == UINT16_MAX)
            return fail_with(error, "topology: no path leads from %s to %s; add links", from, to);
    }
    return true;
}

u16 *lengths_make(ws_net *n) {
    size_t switches = n->size.switches;
    n->wire.dist = calloc(switches * switches, sizeof *n->wire.dist);
    return n->wire.dist;
}

static u32 links_to_switches(const ws_net *n, u32 s) {
    u32 links = 0;
    for (LINKS_EACH(l, n, s))
        links += !is_sink(n, l);
    return links;
}

bool links_check(const ws_net *n, u32 most, ws_error *error) {
    const ws_node *node = n->graph.node;
    for (EACH(s, n->size.switches)) {
        const char *name = node[s].name;
        u32 links = links_to_switches(n, s);
        if (links > most)
            return fail_with(error,
                             "this routing knows at most %u links to other switches, and %s has %u",
                             most, name, links);
    }
    return true;
}

bool third_cables_check(const ws_net *n, ws_error *error) {
    if (n->def->topology != WS_TOPOLOGY_FEDX)
        return true;
    return fail_with(error,
                     "this routing goes by rows and columns alone, and topology fedx has a third "
                     "cable at each switch") ||
           ws_remedy(error, "routing", "fedx-deterministic") ||
           ws_remedy_note(error, "routing", "updown") ||
           fail_advise(error, ", or `set routing updown`, which is free of deadlock");
}

/* Searches backwards from switch t, fills its column of `out`; `fifo` has room for all switches. */
static void search_back(const ws_net *n, u32 t, u16 *out, u32 *fifo) {
    u32 switches = n->size.switches;
    u16 *column = out + t;
    u32 head = 0;
    u32 tail = 1;
    fifo[0] = t;
    column[t * switches] = 0;
    while (head < tail) {
        u32 s = fifo[head++];
        u32 away = column[s * switches] + 1u;
        for (IN_LINKS_EACH(l, n, s)) {
            u32 from = node_from(n, l);
            u16 *distance_from = &column[from * switches];
            if (!is_switch(n, from) || *distance_from != UINT16_MAX)
                continue;
            if (n->wire.link_cut[l])
                continue;
            *distance_from = (u16)away;
            fifo[tail++] = from;
        }
    }
}

bool distances(const ws_net *n, u16 *out) {
    u32 switches = n->size.switches;
    u32 *fifo = malloc(switches * sizeof *fifo);
    if (!fifo)
        return false;
    for (EACH(i, switches * switches))
        out[i] = UINT16_MAX;
    for (EACH(t, switches))
        search_back(n, t, out, fifo);
    free(fifo);
    return true;
}
