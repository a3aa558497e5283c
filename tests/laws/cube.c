/* Meshes and tori of more than two dimensions, and hypercubes (Dally and Towles 2004, chapters 3, 5, 8).
 *
 *   graph    every switch is linked to those one step away in one dimension, once
 *   on time  every pair of an empty network takes the closed form T = (r + 2) H + p (H - 1) + 3 + (L - 1), H = distance + 1
 *   loads    uniform traffic loads the links of a dimension of side k, for each unit of injection, with k/8 in a torus of even k,
 *            (k^2 - 1) / 8k of odd k, (i + 1)(k - 1 - i) / k between places i and i + 1 of a mesh, 1/2 in a hypercube
 *   places   complement, tornado and neighbour go by the coordinates; transpose, turn models and duato-escape say that they cannot
 *   alive    dimension order with a dateline in each dimension never deadlocks under overload, without one it does */
#include <math.h>

#include "observe/waits.h"

#include "fixture.h"

typedef struct shape {
    const char *name;
    int64_t topology, size[WS_DIMENSIONS_MAX];
} shape;

static const shape shapes[] = {
    {"torus 4x4x4", WS_TOPOLOGY_TORUS, {4, 4, 4}},      {"torus 3x5x4", WS_TOPOLOGY_TORUS, {3, 5, 4}},
    {"mesh 3x3x3", WS_TOPOLOGY_MESH, {3, 3, 3}},        {"mesh 2x3x4x2", WS_TOPOLOGY_MESH, {2, 3, 4, 2}},
    {"torus 2x4x3", WS_TOPOLOGY_TORUS, {2, 4, 3}},      {"hypercube of 16", WS_TOPOLOGY_TORUS, {2, 2, 2, 2}},
    {"hypercube of 64", WS_TOPOLOGY_TORUS, {2, 2, 2, 2, 2, 2}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static ws_def def_of(const shape *s) {
    ws_def d = fixture_cube(s->topology, 1, 1);
    memcpy(d.size, s->size, sizeof d.size);
    d.vcs = 2;
    return d;
}

/* ---- places on paper ---- */

typedef struct places {
    int dims, side[WS_DIMENSIONS_MAX]; /* columns first, then rows */
} places;

static places places_of(const shape *s) {
    places p = {.dims = 0};
    while (p.dims < WS_DIMENSIONS_MAX && s->size[p.dims] > 0) p.dims++;
    for (int d = 0; d < p.dims; d++) p.side[d] = (int)s->size[d < 2 ? 1 - d : d];
    return p;
}

static int coordinate(const places *p, int s, int dim) {
    for (int d = 0; d < dim; d++) s /= p->side[d];
    return s % p->side[dim];
}

static bool wraps(const shape *s, int side) { return s->topology == WS_TOPOLOGY_TORUS && side > 2; }

static int steps_in(const shape *s, int side, int a, int b) {
    int far = abs(a - b);
    return wraps(s, side) && far > side - far ? side - far : far;
}

static int distance(const shape *s, const places *p, int a, int b) {
    int sum = 0;
    for (int d = 0; d < p->dims; d++) sum += steps_in(s, p->side[d], coordinate(p, a, d), coordinate(p, b, d));
    return sum;
}

/* ---- the laws ---- */

static void graph(const shape *s) {
    ws_def d = def_of(s);
    places p = places_of(s);
    ws_net *n = fixture_net(&d, NULL);
    int wrong = 0;
    for (int a = 0; a < (int)n->size.switches; a++)
        for (int b = 0; b < (int)n->size.switches; b++) {
            int links = 0;
            for (u32 l = n->wire.link0[a]; l < n->wire.link0[a + 1]; l++) links += n->wire.link_to[l] == (u32)b;
            wrong += links != (distance(s, &p, a, b) == 1);
        }
    ok(wrong == 0, "%s: %u switches, each linked once to those one step away", s->name, n->size.switches);
    ws_net_free(n);
}

static void on_time(const shape *s) {
    ws_def d = def_of(s);
    places p = places_of(s);
    u64 packets = 0, wrong = 0;
    d.load = 0;
    for (d.router_delay = 0; d.router_delay <= 3; d.router_delay += 3)
        for (d.link_delay = 1; d.link_delay <= 4; d.link_delay += 3) {
            d.buffer = 32;
            ws_net *n = fixture_net(&d, NULL);
            for (u32 a = 0; a < n->size.hosts; a++)
                for (u32 b = 0; b < n->size.hosts; b++, packets++) {
                    ws_event e = fixture_send(n, a, b, 5);
                    u64 routers = (u64)distance(s, &p, (int)a, (int)b) + 1;
                    u64 due = ((u64)d.router_delay + 2) * routers + (u64)d.link_delay * (routers - 1) + 3 + 4;
                    wrong += e.hops != routers || e.cycle - e.created != due;
                }
            ws_net_free(n);
        }
    ok(wrong == 0, "%s: %llu packets exactly on time", s->name, (unsigned long long)packets);
}

/* Load of the link from place `at` to the next in the positive direction, for each unit of injection. */
static double load_of(const shape *s, int k, int at) {
    if (!wraps(s, k)) return (double)(at + 1) * (k - 1 - at) / k;
    return k % 2 ? (k * k - 1.0) / (8 * k) : k / 8.0;
}

static void loads(const shape *s) {
    ws_def d = def_of(s);
    places p = places_of(s);
    u64 cycles = amount(12000, 60000, 600000);
    d.load = 200000, d.length_mean = 1;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, cycles, NULL, NULL);
    double worst = 0;
    for (u32 l = 0; l < n->wire.link0[n->size.switches]; l++) {
        if (is_sink(n, l)) continue;
        int dir = n->wire.link_out_port[l] - 1, dim = dir / 2, k = p.side[dim], from = coordinate(&p, (int)n->wire.link_from[l], dim);
        int at = dir % 2 ? (from + k - 1) % k : from;
        double expected = 0.2 * load_of(s, k, at), seen = (double)n->link_flits[l] / (double)cycles;
        double off = fabs(seen - expected) / sqrt(expected / (double)cycles);
        if (off > worst) worst = off;
    }
    ok(worst < 5, "%s: every link carries what is on paper; the farthest is %.1f standard deviations off", s->name, worst);
    ws_net_free(n);
}

/* ---- traffic by coordinates ---- */

typedef struct check {
    const shape *s;
    places p;
    int64_t traffic;
    u64 messages, wrong;
} check;

static int image(const check *c, int dim, int at) {
    int k = c->p.side[dim];
    if (c->traffic == WS_TRAFFIC_BIT_COMPLEMENT) return k - 1 - at;
    if (c->traffic == WS_TRAFFIC_NEIGHBOUR) return (at + 1) % k;
    return dim == 0 ? (at + (k + 1) / 2 - 1) % k : at; /* tornado */
}

static void look(const ws_event *e, void *context) {
    check *c = context;
    if (e->kind != WS_EVENT_MESSAGE_CREATED) return;
    c->messages++;
    for (int d = 0; d < c->p.dims; d++)
        c->wrong += coordinate(&c->p, (int)e->dest, d) != image(c, d, coordinate(&c->p, (int)e->source, d));
}

static void traffic(const shape *s, int64_t which, const char *name) {
    ws_def d = def_of(s);
    check c = {.s = s, .p = places_of(s), .traffic = which};
    d.traffic = which, d.load = 100000;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, 1000, look, &c);
    ok(c.messages > 100 && c.wrong == 0, "%s, %s: %llu messages go by the coordinates", s->name, name, (unsigned long long)c.messages);
    ws_net_free(n);
}

static void refused(ws_def d, const char *words) {
    ws_graph g;
    ws_error error = {0};
    ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
    ok(!n && strstr(error.text, words), "refused: %s", error.text);
    ws_net_free(n);
    ws_graph_free(&g);
}

static void refusals(void) {
    ws_def d = def_of(&shapes[0]), w = d;
    w.traffic = WS_TRAFFIC_TRANSPOSE, refused(w, "bit-complement"), w = d;
    w.vcs = 4, w.routing = WS_ROUTING_DUATO_ESCAPE, refused(w, "rows and columns"), w = d;
    w.topology = WS_TOPOLOGY_MESH, w.routing = WS_ROUTING_WEST_FIRST, refused(w, "rows and columns"), w = d;
    w.vcs = 1, refused(w, "dateline"), w = d;
    w.size[0] = w.size[1] = w.size[2] = 64, refused(w, "16384 switches");
}

/* ---- deadlock ---- */

static bool deadlocks(ws_def d) {
    ws_net *n = fixture_net(&d, NULL);
    ws_waits *w = ws_waits_new(n);
    bool found = false;
    while (n->cycle[0] < 20000 && !found) {
        fixture_run(n, 500, NULL, NULL);
        ws_waits_update(w, n);
        found = ws_waits_deadlock(w);
    }
    ws_waits_free(w);
    ws_net_free(n);
    return found;
}

static void overload(void) {
    ws_def d = def_of(&shapes[0]);
    d.load = 1000000, d.length_mean = 20, d.buffer = 4;
    ok(!deadlocks(d), "torus 4x4x4 with datelines, overloaded: no deadlock");
    d.routing = WS_ROUTING_DOR_NO_DATELINE, d.vcs = 1;
    ok(deadlocks(d), "without them: deadlock");
    d = def_of(&shapes[SHAPES - 1]);
    d.vcs = 1, d.load = 1000000, d.length_mean = 20, d.buffer = 4;
    ok(!deadlocks(d), "hypercube, one channel, overloaded: no deadlock");
}

int main(void) {
    refusals();
    for (int i = 0; i < SHAPES; i++) graph(&shapes[i]), on_time(&shapes[i]);
    for (int i = 0; i < SHAPES; i++) loads(&shapes[i]);
    for (int i = 1; i < SHAPES; i += 3) {
        traffic(&shapes[i], WS_TRAFFIC_BIT_COMPLEMENT, "complement");
        traffic(&shapes[i], WS_TRAFFIC_NEIGHBOUR, "neighbour");
        traffic(&shapes[i], WS_TRAFFIC_TORNADO, "tornado");
    }
    overload();
    return done();
}
