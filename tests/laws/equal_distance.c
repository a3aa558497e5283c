/* The traffic of Hu and Kleinrock: first a distance, all equally likely, then a host at that distance, all equally likely.
 * Chi-square tests of the distances and of every pair of hosts, on the three tori of the paper: in the smallest a worm takes
 * two, three or four links, host links included, each a third of the time. */
#include <math.h>

#include "fixture.h"

typedef struct survey {
    const ws_net *n;
    u64 *pair; /* by source and destination */
    u64 distance[16], messages;
} survey;

static void look(const ws_event *e, void *context) {
    survey *s = context;
    if (e->kind != WS_EVENT_MESSAGE_CREATED && e->kind != WS_EVENT_MESSAGE_REFUSED) return;
    const u32 *at = s->n->wire.host_switch;
    s->pair[e->source * s->n->size.hosts + e->dest]++;
    s->distance[s->n->wire.minimal[at[e->source] * s->n->size.switches + at[e->dest]]]++;
    s->messages++;
}

/* Standard deviations by which chi-square with so many degrees of freedom is beyond its mean (Wilson and Hilferty 1931). */
static double excess(double chi_square, double freedom) {
    double v = 2 / (9 * freedom);
    return (cbrt(chi_square / freedom) - (1 - v)) / sqrt(v);
}

static double of_distances(const survey *s, u32 distances) {
    double chi_square = 0, expected = (double)s->messages / distances;
    for (u32 d = 0; d < distances; d++) chi_square += pow((double)s->distance[d] - expected, 2) / expected;
    return excess(chi_square, distances - 1);
}

/* Hosts at the distance from a to b, a itself not counted. */
static u32 peers(const ws_net *n, u32 a, u32 b) {
    u32 count = 0, from = n->wire.host_switch[a] * n->size.switches, d = n->wire.minimal[from + n->wire.host_switch[b]];
    for (u32 h = 0; h < n->size.hosts; h++) count += h != a && n->wire.minimal[from + n->wire.host_switch[h]] == d;
    return count;
}

static double of_pairs(const survey *s, u32 distances) {
    double chi_square = 0;
    u32 hosts = s->n->size.hosts;
    for (u32 a = 0; a < hosts; a++) {
        u64 sent = 0;
        for (u32 b = 0; b < hosts; b++) sent += s->pair[a * hosts + b];
        for (u32 b = 0; b < hosts; b++) {
            if (a == b) continue;
            double expected = (double)sent / distances / peers(s->n, a, b);
            chi_square += pow((double)s->pair[a * hosts + b] - expected, 2) / expected;
        }
    }
    return excess(chi_square, (double)hosts * (hosts - 2));
}

static void torus(int64_t k, u32 distances) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = k;
    d.arrivals = WS_ARRIVALS_BERNOULLI, d.load = WS_MILLION, d.length = WS_LENGTH_FIXED, d.length_mean = 1,
    d.message_capacity = 1;
    ws_net *n = fixture_net(&d, NULL);
    survey s = {.n = n, .pair = calloc((size_t)n->size.hosts * n->size.hosts, sizeof(u64))};
    if (!s.pair) return;
    fixture_run(n, fixture_cycles(500000 / n->size.hosts), look, &s);
    double selves = 0, sum = 0;
    for (u32 h = 0; h < n->size.hosts; h++) selves += (double)s.pair[h * n->size.hosts + h];
    for (u32 i = 0; i < distances; i++) sum += i * (double)s.distance[i];
    double far = of_distances(&s, distances), fair = of_pairs(&s, distances);
    ok(far < 4 && fabs(sum / (double)s.messages - (distances - 1) / 2.0) < 0.02,
       "%dx%d, %llu messages: distances 0 to %u equally often (chi-square %+.1f sd), mean %.4f", (int)k, (int)k,
       (unsigned long long)s.messages, distances - 1, far, sum / (double)s.messages);
    ok(fair < 4 && selves == 0, "%dx%d: hosts at a distance equally often (chi-square %+.1f sd), nobody sends to itself", (int)k,
       (int)k, fair);
    free(s.pair);
    ws_net_free(n);
}

int main(void) {
    torus(3, 3);
    torus(5, 5);
    torus(7, 7);
    return done();
}
