/* The shapes themselves: mean distances and diameters of tori and meshes against closed forms; shortest legal up/down paths on
 * tori against an enumeration by an independent search, and the load that they put on the busiest channel; and that a network in
 * which every worm draws one of these paths loads its links so. */
#include <math.h>

#include "fixture.h"

enum { SWITCHES_MOST = 64, LINKS_MOST = 1024, FAR = 1000000 };

/* ---- distances on the plain graph ---- */

typedef struct shape {
    int size, dist[SWITCHES_MOST][SWITCHES_MOST];
} shape;

static void relax(shape *s) {
    for (int k = 0; k < s->size; k++)
        for (int i = 0; i < s->size; i++)
            for (int j = 0; j < s->size; j++)
                if (s->dist[i][k] + s->dist[k][j] < s->dist[i][j]) s->dist[i][j] = s->dist[i][k] + s->dist[k][j];
}

static shape shape_of(const ws_graph *g) {
    shape s = {.size = g->switches};
    for (int i = 0; i < s.size; i++)
        for (int j = 0; j < s.size; j++) s.dist[i][j] = i == j ? 0 : FAR;
    for (int e = 0; e < g->edges; e++) {
        const ws_edge *edge = &g->edge[e];
        if (edge->b >= g->switches) continue;
        s.dist[edge->a][edge->b] = 1;
        if (!edge->one_way) s.dist[edge->b][edge->a] = 1;
    }
    relax(&s);
    return s;
}

static void distances_of(const char *name, int64_t topology, int64_t side, double with_self, double without, int diameter) {
    ws_def d = fixture_lan(topology, side, side);
    ws_graph g;
    ws_error error;
    if (!ws_graph_build(&d, &g, &error)) fixture_stop(name, &error);
    shape s = shape_of(&g);
    double sum = 0, pairs = s.size * s.size;
    int longest = 0;
    for (int i = 0; i < s.size; i++)
        for (int j = 0; j < s.size; j++) {
            sum += s.dist[i][j];
            if (s.dist[i][j] > longest) longest = s.dist[i][j];
        }
    char what[64];
    snprintf(what, sizeof what, "%s %dx%d, mean distance with self", name, (int)side, (int)side);
    near_to(sum / pairs, with_self, 0.00005, what);
    snprintf(what, sizeof what, "%s %dx%d, mean distance without", name, (int)side, (int)side);
    near_to(sum / (pairs - s.size), without, 0.00005, what);
    ok(longest == diameter, "%s %dx%d, diameter %d", name, (int)side, (int)side, longest);
    ws_graph_free(&g);
}

static void distances_all(void) {
    static const struct {
        int64_t side;
        double torus_self, torus, mesh_self, mesh;
        int torus_diameter, mesh_diameter;
    } rows[] = {
        {3, 1.3333, 1.5, 1.7778, 2, 2, 4},       {4, 2, 2.1333, 2.5, 2.6667, 4, 6},   {5, 2.4, 2.5, 3.2, 3.3333, 4, 8},
        {7, 3.4286, 3.5, 4.5714, 4.6667, 6, 12}, {8, 4, 4.0635, 5.25, 5.3333, 8, 14},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        distances_of("torus", WS_TOPOLOGY_TORUS, rows[i].side, rows[i].torus_self, rows[i].torus, rows[i].torus_diameter);
        distances_of("mesh", WS_TOPOLOGY_MESH, rows[i].side, rows[i].mesh_self, rows[i].mesh, rows[i].mesh_diameter);
    }
}

/* ---- legal paths: states (switch, phase), phase 1 after the first step down ---- */

typedef struct legal {
    const ws_net *n;
    int switches, depth[SWITCHES_MOST];
    int togo[2][SWITCHES_MOST]; /* to the destination at hand */
    double ways[2][SWITCHES_MOST];
    double load[LINKS_MOST]; /* by link of the network */
} legal;

static bool step_up(const legal *p, int from, int to) {
    return p->depth[to] < p->depth[from] || (p->depth[to] == p->depth[from] && to < from);
}

/* Phase after link l taken in `phase`; -1 if that is not legal. */
static int phase_after(const legal *p, u32 l, int phase) {
    bool up = step_up(p, (int)p->n->wire.link_from[l], (int)p->n->wire.link_to[l]);
    return up ? (phase == 0 ? 0 : -1) : 1;
}

static bool between_switches(const legal *p, u32 l) {
    return (int)p->n->wire.link_from[l] < p->switches && (int)p->n->wire.link_to[l] < p->switches;
}

/* Distances and numbers of shortest legal paths from all states to switch t. */
static void search(legal *p, int t) {
    for (int phase = 0; phase < 2; phase++)
        for (int s = 0; s < p->switches; s++) p->togo[phase][s] = s == t ? 0 : FAR, p->ways[phase][s] = s == t;
    for (int length = 1; length < 2 * p->switches; length++)
        for (u32 l = 0; l < p->n->size.links; l++)
            for (int phase = 0; between_switches(p, l) && phase < 2; phase++) {
                int s = (int)p->n->wire.link_from[l], to = (int)p->n->wire.link_to[l], next = phase_after(p, l, phase);
                if (next < 0 || p->togo[next][to] != length - 1 || p->togo[phase][s] < length) continue;
                p->togo[phase][s] = length;
                p->ways[phase][s] += p->ways[next][to];
            }
}

/* Sends `amount` from state (phase, s) along all shortest legal paths, equally over the paths. */
static void pour(legal *p, int phase, int s, double amount) {
    for (u32 l = p->n->wire.link0[s]; l < p->n->wire.link0[s + 1]; l++) {
        if (!between_switches(p, l)) continue;
        int to = (int)p->n->wire.link_to[l], next = phase_after(p, l, phase);
        if (next < 0 || p->togo[next][to] != p->togo[phase][s] - 1) continue;
        double share = amount * p->ways[next][to] / p->ways[phase][s];
        p->load[l] += share;
        pour(p, next, to, share);
    }
}

/* In the network: every worm draws one of the paths. The loads of its busiest links against the computed ones. */
static void loads_in_the_network(const legal *p, double most) {
    ws_net *n = fixture_net(ws_net_def(p->n), NULL);
    u64 cycles = fixture_cycles(300000);
    double measured = 0, expected = 0, worst = 0, rate = (double)n->def->load / WS_MILLION;
    fixture_run(n, cycles, NULL, NULL);
    for (u32 l = 0; l < n->size.links; l++) {
        double flits = p->load[l] * rate * (double)cycles;
        if (flits == 0) continue;
        double off = fabs((double)n->link_flits[l] - flits) / sqrt(flits);
        if (off > worst) worst = off;
        if (p->load[l] > 0.95 * most) measured += (double)n->link_flits[l], expected += flits;
    }
    near_to(measured / expected, 1, 0.02, "  measured load of the busiest links, of the computed one");
    ok(worst < 5, "  the link farthest from its computed load is off by %.2f standard deviations", worst);
    ws_net_free(n);
}

static void updown(int64_t side, double mean, int longest, int lengthened, double busiest) {
    ws_def d = fixture_lan(WS_TOPOLOGY_TORUS, side, side);
    d.load = 20000, d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    d.route_choice = WS_ROUTE_CHOICE_RANDOM, d.length = WS_LENGTH_FIXED, d.length_mean = 1;
    ws_net *n = fixture_net(&d, NULL);
    static legal p;
    p = (legal){.n = n, .switches = (int)n->size.switches};
    assert(n->size.links <= LINKS_MOST && p.switches <= SWITCHES_MOST);
    shape s = shape_of(&n->graph);
    for (int i = 0; i < p.switches; i++) p.depth[i] = s.dist[d.root][i];
    double sum = 0, most = 0, per_pair = 16.0 / (n->size.hosts - 1);
    int max = 0, longer = 0;
    bool same = true;
    for (int t = 0; t < p.switches; t++) {
        search(&p, t);
        for (int a = 0; a < p.switches; a++) {
            int togo = p.togo[0][a];
            same &= togo == (int)route_length(n, (u32)a, (u32)t);
            sum += togo, longer += togo > s.dist[a][t];
            if (togo > max) max = togo;
            if (a != t) pour(&p, 0, a, per_pair);
        }
    }
    for (u32 l = 0; l < n->size.links; l++)
        if (p.load[l] > most) most = p.load[l];
    char what[80];
    snprintf(what, sizeof what, "up/down torus %dx%d, mean legal distance", (int)side, (int)side);
    near_to(sum / (p.switches * p.switches), mean, 0.00005, what);
    ok(max == longest && longer == lengthened, "  longest %d, %d pairs longer than the shortest path", max, longer);
    near_to(most, busiest, 0.0006 * busiest, "  load of the busiest channel for each unit of host rate");
    ok(same, "  the routing's own table has the same distances");
    if (side < 7) loads_in_the_network(&p, most);
    ws_net_free(n);
}

int main(void) {
    distances_all();
    updown(3, 1.3333, 2, 0, 1.829);
    updown(5, 2.5600, 6, 96, 5.926);
    updown(7, 3.8367, 10, 552, 12.07);
    return done();
}
