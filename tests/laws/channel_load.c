/* Dimension-order routing: the load on every channel, computed by walking the paths on paper, against the published maxima (Dally
 * and Towles 2004), and against what the links of a lightly loaded network carry. Overloaded, the slowest source gets no more
 * than an even share of its busiest channel, or its own link, allows; under uniform traffic that is true of the mean as well.
 * (Not under others: sources that do not need the busiest channel may be faster. In a transpose the diagonal sends to itself.) */
#include <math.h>

#include "fixture.h"

enum { NODES_MOST = 64, DIRECTIONS = 4 };
enum { XP, XN, YP, YN };

typedef struct paper {
    int64_t topology, traffic;
    int side;
    double share[NODES_MOST][NODES_MOST]; /* of a's traffic that goes to b */
    double load[NODES_MOST][DIRECTIONS];  /* for each unit of injection */
} paper;

/* ---- on paper ---- */

static void fill_shares(paper *p) {
    int k = p->side, nodes = k * k;
    for (int a = 0; a < nodes; a++) {
        int x = a % k, y = a / k;
        switch (p->traffic) {
        case WS_TRAFFIC_UNIFORM_SELF:
            for (int b = 0; b < nodes; b++) p->share[a][b] = 1.0 / nodes;
            break;
        case WS_TRAFFIC_UNIFORM:
            for (int b = 0; b < nodes; b++) p->share[a][b] = a == b ? 0 : 1.0 / (nodes - 1);
            break;
        case WS_TRAFFIC_TRANSPOSE: p->share[a][x * k + y] = 1; break;
        case WS_TRAFFIC_BIT_COMPLEMENT: p->share[a][nodes - 1 - a] = 1; break;
        case WS_TRAFFIC_TORNADO: p->share[a][y * k + (x + (k + 1) / 2 - 1) % k] = 1; break;
        case WS_TRAFFIC_NEIGHBOUR: p->share[a][(y + 1) % k * k + (x + 1) % k] = 1; break;
        }
    }
}

/* Loads the channels of one row or column from `from` to `to`; `at` + i * `stride` is its i-th node. */
static void load_line(paper *p, int at, int stride, int from, int to, bool up, int positive, double share) {
    int k = p->side;
    for (int i = from; i != to; i = (i + (up ? 1 : k - 1)) % k) p->load[at + i * stride][positive + !up] += share;
}

static void load_dimension(paper *p, int at, int stride, int from, int to, int positive, double share) {
    int k = p->side, forward = (to - from + k) % k;
    if (p->topology == WS_TOPOLOGY_MESH) {
        load_line(p, at, stride, from, to, to > from, positive, share);
    } else if (2 * forward == k) {
        load_line(p, at, stride, from, to, true, positive, share / 2);
        load_line(p, at, stride, from, to, false, positive, share / 2);
    } else {
        load_line(p, at, stride, from, to, 2 * forward < k, positive, share);
    }
}

static double busiest(paper *p) {
    int k = p->side;
    double most = 0;
    fill_shares(p);
    for (int a = 0; a < k * k; a++)
        for (int b = 0; b < k * k; b++) {
            if (p->share[a][b] == 0) continue;
            load_dimension(p, a / k * k, 1, a % k, b % k, XP, p->share[a][b]);
            load_dimension(p, b % k, k, a / k, b / k, YP, p->share[a][b]);
        }
    for (int a = 0; a < k * k; a++)
        for (int dir = 0; dir < DIRECTIONS; dir++)
            if (p->load[a][dir] > most) most = p->load[a][dir];
    return most;
}

/* ---- in the network ---- */

static ws_net *network(const paper *p, int64_t load, int64_t length) {
    ws_def d = fixture_cube(p->topology, p->side, p->side);
    d.traffic = p->traffic, d.load = load, d.length_mean = length;
    return fixture_net(&d, NULL);
}

/* The busiest channel at a fifth of its capacity, packets of one flit. */
static void light(const paper *p, double most, const char *name) {
    int64_t load = (int64_t)(0.2 * WS_MILLION / (most > 1 ? most : 1));
    u64 whole = p->side == 4 ? 100000 : 30000, cycles = amount(whole / 5, whole, 10 * whole);
    ws_net *n = network(p, load, 1);
    double measured = 0, expected = 0, worst = 0;
    fixture_run(n, cycles, NULL, NULL);
    for (u32 a = 0; a < n->size.switches; a++)
        for (u32 dir = 0; dir < DIRECTIONS; dir++) {
            u32 l = n->wire.port_link[a * WS_PORTS_MAX + 1 + dir]; /* port 0 is the host */
            double flits = p->load[a][dir] * (double)load / WS_MILLION * (double)cycles;
            if (l == NIL || flits == 0) continue;
            double off = fabs((double)n->link_flits[l] - flits) / sqrt(flits);
            if (off > worst) worst = off;
            if (p->load[a][dir] > 0.95 * most) measured += (double)n->link_flits[l], expected += flits;
        }
    ok(measured > 0.98 * expected && measured < 1.02 * expected && worst < 5,
       "%s: lightly loaded, the busiest channels carry %.4f of what they should; the farthest off is so by %.1f deviations", name,
       measured / expected, worst);
    ws_net_free(n);
}

static void count_by_source(const ws_event *e, void *context) {
    if (e->kind == WS_EVENT_PACKET_DELIVERED) ((u64 *)context)[e->source] += e->length;
}

static void overloaded(const paper *p, double most, const char *name) {
    bool uniform = p->traffic == WS_TRAFFIC_UNIFORM || p->traffic == WS_TRAFFIC_UNIFORM_SELF;
    u64 flits[NODES_MOST] = {0}, sum = 0, slowest = UINT64_MAX, cycles = amount(2000, 5000, 50000);
    double bound = most > 1 ? 1 / most : 1;
    ws_net *n = network(p, WS_MILLION, 5);
    fixture_run(n, 3000, NULL, NULL);
    fixture_run(n, cycles, count_by_source, flits);
    for (u32 h = 0; h < n->size.hosts; h++) {
        sum += flits[h];
        if (flits[h] < slowest) slowest = flits[h];
    }
    double least = (double)slowest / (double)cycles, mean = (double)sum / (double)cycles / n->size.hosts;
    ok((uniform ? mean : least) <= 1.005 * bound,
       "%s: overloaded, the slowest source gets %.4f, the mean is %.4f, even shares give %.4f", name, least, mean, bound);
    ws_net_free(n);
}

static void pattern(int64_t topology, int64_t traffic, int side, const char *traffic_name, double expected) {
    static paper p;
    char name[64];
    p = (paper){.topology = topology, .traffic = traffic, .side = side};
    snprintf(name, sizeof name, "%s, %s %dx%d", traffic_name, topology == WS_TOPOLOGY_TORUS ? "torus" : "mesh", side, side);
    double most = busiest(&p);
    near_to(most, expected, 0.00005, name);
    light(&p, most, name);
    overloaded(&p, most, name);
}

int main(void) {
    static const struct {
        int64_t traffic;
        const char *name;
        double torus4, torus8, mesh4, mesh8;
    } rows[] = {
        {WS_TRAFFIC_UNIFORM_SELF, "uniform-self", 0.5, 1, 1, 2},
        {WS_TRAFFIC_UNIFORM, "uniform", 0.53333, 1.01587, 1.06667, 2.03175},
        {WS_TRAFFIC_TRANSPOSE, "transpose", 1.5, 3.5, 3, 7},
        {WS_TRAFFIC_TORNADO, "tornado", 1, 3, 1, 3},
        {WS_TRAFFIC_BIT_COMPLEMENT, "bit-complement", 1, 2, 2, 4},
        {WS_TRAFFIC_NEIGHBOUR, "neighbour", 1, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pattern(WS_TOPOLOGY_TORUS, rows[i].traffic, 4, rows[i].name, rows[i].torus4);
        pattern(WS_TOPOLOGY_TORUS, rows[i].traffic, 8, rows[i].name, rows[i].torus8);
        pattern(WS_TOPOLOGY_MESH, rows[i].traffic, 4, rows[i].name, rows[i].mesh4);
        pattern(WS_TOPOLOGY_MESH, rows[i].traffic, 8, rows[i].name, rows[i].mesh8);
    }
    return done();
}
