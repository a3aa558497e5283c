/* The cube against a well-known simulator: mesh 8x8, one channel of 8 flits, 5-flit packets, uniform with self, four-stage router.
 * Mean latency at four loads and accepted traffic under overload must agree within three standard errors, theirs and ours
 * combined. Beyond the table: the accepted traffic must be the offered below saturation, and mean hops those of the mesh, 5.25
 * links + 1. */
#include <math.h>

#include "fixture.h"

enum { REPLICAS = 6 };

static ws_net *mesh(int64_t load, int64_t seed) {
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 8, 8);
    d.load = load, d.seed = seed;
    return fixture_net(&d, NULL);
}

typedef struct mean {
    double sum, squares, hops;
    u64 count, since;
} mean;

static void add_message(const ws_event *e, void *context) {
    mean *m = context;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < m->since) return;
    m->sum += (double)(e->cycle - e->created);
    m->hops += e->hops;
    m->count++;
}

/* Mean over replicas, and its standard error. */
static double over_replicas(const double *x, double *error) {
    double sum = 0, squares = 0;
    for (int i = 0; i < REPLICAS; i++) sum += x[i];
    for (int i = 0; i < REPLICAS; i++) squares += (x[i] - sum / REPLICAS) * (x[i] - sum / REPLICAS);
    *error = sqrt(squares / (REPLICAS - 1) / REPLICAS);
    return sum / REPLICAS;
}

static void rung(int64_t load, double expected, double their_error, u64 cycles) {
    double latency[REPLICAS], hops[REPLICAS], our_error, hops_error;
    for (int i = 0; i < REPLICAS; i++) {
        ws_net *n = mesh(load, i + 1);
        mean m = {.since = 5000};
        fixture_run(n, 5000 + amount(cycles / 5, cycles, 10 * cycles), add_message, &m);
        latency[i] = m.sum / (double)m.count, hops[i] = m.hops / (double)m.count;
        ws_net_free(n);
    }
    char what[80];
    double ours = over_replicas(latency, &our_error);
    snprintf(what, sizeof what, "latency at load %.4f (our standard error %.3f)", (double)load / WS_MILLION, our_error);
    near_to(ours, expected, 3 * sqrt(our_error * our_error + their_error * their_error), what);
    snprintf(what, sizeof what, "mean hops at load %.4f", (double)load / WS_MILLION);
    ours = over_replicas(hops, &hops_error);
    near_to(ours, 6.25, 4 * hops_error, what);
}

static void overload(double expected, double their_error, u64 cycles) {
    double accepted[REPLICAS], our_error;
    for (int i = 0; i < REPLICAS; i++) {
        ws_net *n = mesh(600000, i + 1);
        fixture_run(n, 10000, NULL, NULL);
        accepted[i] = fixture_accepted(n, amount(cycles / 5, cycles, 10 * cycles));
        ws_net_free(n);
    }
    double ours = over_replicas(accepted, &our_error);
    char what[80];
    snprintf(what, sizeof what, "accepted when overloaded (our standard error %.5f)", our_error);
    near_to(ours, expected, 3 * sqrt(our_error * our_error + their_error * their_error), what);
}

int main(void) {
    rung(11300, 37.55, 0.07, 40000);
    rung(79000, 39.70, 0.03, 40000);
    rung(146000, 43.99, 0.05, 40000);
    rung(192000, 53.80, 0.24, 60000);
    overload(0.2253, 0.0002, 40000);
    return done();
}
