/* A hot spot limits everybody (Pfister and Norton 1985): when each of N hosts sends the share h of its messages to one of them,
 * and the rest uniformly, no lossless network of FIFO queues accepts more than 1 / (1 + h (N - 2)) of a link from each of the
 * others: the hot host's own link is full then. (With the uniform part including the sender it is 1 / (1 + h (N - 1)).) And well
 * below, it accepts all. The hot host itself sends nothing to the hot spot, and is not bound. */
#include "fixture.h"

enum { HOT = 5, HOSTS_MOST = 64 };

static void count_by_source(const ws_event *e, void *context) {
    if (e->kind == WS_EVENT_PACKET_DELIVERED) ((u64 *)context)[e->source] += e->length;
}

/* Flits accepted per cycle from each host but the hot one. */
static double accepted(int64_t side, int64_t share, int64_t load) {
    u64 flits[HOSTS_MOST] = {0}, sum = 0, cycles = amount(8000, 20000, 200000);
    ws_def d = fixture_cube(WS_TOPOLOGY_TORUS, side, side);
    d.vcs = 4, d.traffic = WS_TRAFFIC_HOTSPOT, d.hotspot_share = share, d.hotspot_host = HOT, d.load = load;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, 10000, NULL, NULL);
    fixture_run(n, cycles, count_by_source, flits);
    for (u32 h = 0; h < n->size.hosts; h++) sum += h == HOT ? 0 : flits[h];
    double each = (double)sum / (double)cycles / (n->size.hosts - 1);
    ws_net_free(n);
    return each;
}

int main(void) {
    static const int64_t shares[] = {20000, 50000, 100000, 250000};
    for (int64_t side = 4; side <= 8; side += 4)
        for (size_t i = 0; i < 4; i++) {
            double hosts = (double)(side * side), h = (double)shares[i] / WS_MILLION, bound = 1 / (1 + h * (hosts - 2));
            double most = accepted(side, shares[i], WS_MILLION),
                   third = accepted(side, shares[i], (int64_t)(0.3 * bound * WS_MILLION));
            ok(most <= 1.01 * bound, "%d hosts, hot share %.2f: overloaded, %.4f is accepted of at most %.4f", (int)hosts, h,
               most, bound);
            near_to(third, 0.3 * bound, 0.05 * 0.3 * bound, "  at a third of that, all of it");
        }
    return done();
}
