/* distance.c - distances by coordinates are those that a breadth-first search finds: on meshes, tori, lines, rings and cubes. Large ones
 * have no table of them, unless a cable is cut or the paths are not those of the grid; packets take as many links there. */
#include "build/build.h"
#include "fixture.h"
#include "tap.h"

typedef struct shape {
    const char *name;
    int64_t topology;
    int64_t size[WS_DIMENSIONS_MAX];
    bool by_coordinates; /* large, and whole: no table */
} shape;

static const shape small[] = {
    {"mesh 3 5", WS_TOPOLOGY_MESH, {3, 5}, false},       {"mesh 1 7", WS_TOPOLOGY_MESH, {1, 7}, false},
    {"torus 4 7", WS_TOPOLOGY_TORUS, {4, 7}, false},     {"torus 2 3", WS_TOPOLOGY_TORUS, {2, 3}, false},
    {"torus 2 2", WS_TOPOLOGY_TORUS, {2, 2}, false},     {"line 9", WS_TOPOLOGY_LINE, {9}, false},
    {"ring 8", WS_TOPOLOGY_RING, {8}, false},            {"mesh 3 4 2", WS_TOPOLOGY_MESH, {3, 4, 2}, false},
    {"torus 3 5 4 2", WS_TOPOLOGY_TORUS, {3, 5, 4, 2}, false},
};

static const shape large[] = {
    {"torus 33 32", WS_TOPOLOGY_TORUS, {33, 32}, true},  {"mesh 30 40", WS_TOPOLOGY_MESH, {30, 40}, true},
    {"torus 11 10 10", WS_TOPOLOGY_TORUS, {11, 10, 10}, true}, {"ring 1100", WS_TOPOLOGY_RING, {1100}, true},
    {"one-way ring 1100", WS_TOPOLOGY_RING1, {1100}, false},
    {"fedx 40 40", WS_TOPOLOGY_FEDX, {40, 40}, false},
};

static ws_net *net_of(const shape *s, int64_t routing) {
    ws_def d = fixture_cube(s->topology, 1, 1);
    memcpy(d.size, s->size, sizeof d.size);
    d.vcs = 2;
    d.routing = routing;
    return fixture_net(&d, NULL);
}

/* All pairs, against the search. */
static void compare(const shape *s, const ws_net *n) {
    size_t switches = n->size.switches;
    u16 *found = malloc(switches * switches * sizeof *found);
    bool same = found && distances(n, found);
    u32 longest = 0;
    for (u32 a = 0; same && a < switches; a++)
        for (u32 b = 0; b < switches; b++) {
            u32 by_search = found[a * switches + b];
            if (by_search > longest) longest = by_search;
            same &= distance_between(n, a, b) == by_search && route_length(n, a, b) == by_search;
        }
    ok(same && longest == n->wire.diameter, "%s: distances and diameter (%u) are those of the search", s->name, n->wire.diameter);
    free(found);
}

/* A cut cable: the coordinates are no longer true. */
static void cut(void) {
    ws_def d = fixture_cube(WS_TOPOLOGY_TORUS, 33, 32);
    ws_graph graph = {0};
    ws_error error;
    d.routing = WS_ROUTING_MINIMAL_ADAPTIVE;
    if (!ws_graph_build(&d, &graph, &error)) fixture_stop("the graph cannot be built", &error);
    int32_t i = 0;
    while (graph.edge[i].a >= graph.switches || graph.edge[i].b >= graph.switches) i++;
    u32 a = (u32)graph.edge[i].a, b = (u32)graph.edge[i].b;
    graph.edge[i].cut = 1;
    ws_net *n = fixture_net_of(&d, &graph, NULL);
    ok(n->wire.minimal && distance_between(n, a, b) == 3, "a cut cable in a large torus: a table, and 3 links round it");
    ws_graph_free(&graph);
    ws_net_free(n);
}

typedef struct count {
    const ws_net *n;
    u32 delivered, wrong;
} count;

static void look(const ws_event *event, void *context) {
    count *c = context;
    if (event->kind != WS_EVENT_PACKET_DELIVERED) return;
    u32 from = c->n->wire.host_switch[event->source], to = c->n->wire.host_switch[event->dest];
    c->delivered++;
    c->wrong += event->hops != distance_between(c->n, from, to) + 1;
}

/* Dimension order takes shortest paths. */
static void hops(void) {
    ws_net *n = net_of(&large[0], WS_ROUTING_DOR);
    count c = {n, 0, 0};
    fixture_run(n, 400, look, &c);
    ok(c.delivered > 1000 && c.wrong == 0, "%s: %u packets have left as many switches as the distance says, and one", large[0].name, c.delivered);
    ws_net_free(n);
}

/* Does the route from switch s to host h lead there, with so many switches at most? */
static bool leads(const ws_net *n, u32 s, u32 h, u32 most) {
    u32 route = n->wire.routes[(size_t)s * n->size.hosts + h], x = s, passed = 0;
    while (x < n->size.switches && passed <= most) {
        x = node_to(n, link_at_port(n, x, route & HOP_MASK));
        route >>= HOP_BITS;
        passed++;
    }
    return x == n->size.switches + h && passed <= most;
}

/* Networks of stages: routes of up to eleven switches fit into a word; paths of set-aside queues do not. */
static void stages(u32 hosts) {
    ws_def d = fixture_machine("recn");
    ws_graph graph = {0};
    ws_error error;
    u32 levels = bmin_stages(hosts), most = 2 * levels - 1, wrong = 0;
    d.size[0] = hosts;
    d.queueing = WS_QUEUEING_1Q;
    ws_net *n = fixture_net(&d, NULL);
    for (u32 s = 0; s < n->size.switches; s += 7)
        for (u32 h = s % 13; h < hosts; h += 13) wrong += !leads(n, s, h, s < hosts / 4 ? most : 2 * levels);
    ok(wrong == 0 && n->wire.diameter + 1 == most, "bmin %u: routes of at most %u switches lead to their hosts", hosts, most);
    ws_net_free(n);
    d.queueing = WS_QUEUEING_RECN;
    if (!ws_graph_build(&d, &graph, &error)) fixture_stop("the graph cannot be built", &error);
    n = ws_net_build(&d, &graph, NULL, &error);
    bool known = most <= HOPS_MAX;
    ok((n != NULL) == known && (known || strstr(error.text, "paths of at most 10")), "bmin %u with set-aside queues: %s", hosts,
       known ? "built" : error.text);
    ws_graph_free(&graph);
    ws_net_free(n);
}

int main(void) {
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        ws_net *n = net_of(&small[i], WS_ROUTING_MINIMAL_ADAPTIVE);
        bool same = true;
        for (u32 a = 0; a < n->size.switches; a++)
            for (u32 b = 0; b < n->size.switches; b++) same &= grid_distance(&n->graph, a, b) == distance_between(n, a, b);
        ok(same, "%s: coordinates say what the table says", small[i].name);
        ws_net_free(n);
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        const shape *s = &large[i];
        ws_net *n = net_of(s, WS_ROUTING_MINIMAL_ADAPTIVE);
        ok((n->wire.minimal == NULL) == s->by_coordinates, "%s: %s", s->name, s->by_coordinates ? "no table" : "a table");
        compare(s, n);
        ws_net_free(n);
    }
    cut();
    hops();
    stages(256);
    stages((int)amount(1024, 1024, 4096));
    return done();
}
