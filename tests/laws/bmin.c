/* Multistage networks: as many switches as the paper counts, every host reached downwards by one way from each switch above it, and
 * source routing that loads no link with more than one host's share of uniform traffic. Computed from the graph and the table of ways. */
#include "build/build.h"

#include "fixture.h"

typedef struct tour {
    double longest, mean_switches, top_share, busiest;
    u32 lost, winding;
} tour;

/* Walks the ways of all pairs of hosts. */
static tour walk(ws_net *n, u32 row, u32 stages) {
    tour t = {0};
    double pairs = (double)n->size.hosts * (n->size.hosts - 1), *load = calloc(n->size.links, sizeof *load);
    for (u32 a = 0; a < n->size.hosts; a++)
        for (u32 b = 0; b < n->size.hosts; b++) {
            if (a == b) continue;
            u32 x = n->wire.host_switch[a], route = n->wire.routes[x * n->size.hosts + b], switches = 0, top = 0;
            bool down = false;
            for (; x < n->size.switches; route >>= HOP_BITS, switches++) {
                u32 l = n->wire.port_link[x * WS_PORTS_MAX + (route & HOP_MASK)];
                bool goes_down = (route & HOP_MASK) < 4;
                t.winding += down && !goes_down;
                down = goes_down;
                if (x / row > top) top = x / row;
                load[l] += 1;
                x = n->wire.link_to[l];
            }
            t.lost += x - n->size.switches != b;
            t.mean_switches += switches / pairs;
            t.top_share += (top == stages - 1) / pairs;
        }
    for (u32 l = 0; l < n->size.links; l++)
        if (load[l] / (n->size.hosts - 1) > t.busiest) t.busiest = load[l] / (n->size.hosts - 1);
    free(load);
    return t;
}

static void network(i64 hosts, u32 stages, double mean, double top) {
    ws_def d = fixture_machine("recn");
    d.size[0] = hosts, d.load = 0;
    ws_net *n = fixture_net(&d, NULL);
    u32 row = (u32)hosts / 4;
    char name[32];
    snprintf(name, sizeof name, "bmin %d", (int)hosts);
    ok(n->size.switches == stages * row && n->size.links == 2 * stages * (u32)hosts, "%s: %u switches in %u stages, %u links",
       name, n->size.switches, stages, n->size.links);
    tour t = walk(n, row, stages);
    ok(t.lost == 0 && t.winding == 0, "%s: all ways end where they should, and go down but once", name);
    near_to(t.busiest, 1.0, 1e-9, "the busiest link carries the share of a host");
    near_to(t.mean_switches, mean, 0.00005, "switches on a way");
    near_to(t.top_share, top, 0.0005, "share of the pairs that meet in the last stage");
    ws_net_free(n);
}

static void refused(i64 size, int64_t topology, const char *words) {
    ws_def d = fixture_machine("recn");
    ws_graph g = {0};
    ws_error error = {0};
    d.topology = topology, d.size[0] = size, d.size[1] = 4;
    ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
    ok(!n && strstr(error.text, words), "refused: %s", error.text);
    ws_net_free(n);
    ws_graph_free(&g);
}

int main(void) {
    network(16, 2, 2.6, 0.8);
    network(64, 3, 4.4286, 0.762);
    network(256, 4, 6.3647, 0.753);
    refused(32, WS_TOPOLOGY_BMIN, "256");
    refused(2, WS_TOPOLOGY_BMIN, "64");
    refused(4, WS_TOPOLOGY_MESH, "bmin");
    return done();
}
