/* Claims E1 to E3, E6, E10 and E14 of the RECN paper: uniform traffic at saturation, 64 and 256 hosts.
 *
 *   64 hosts, no set-aside queues: an efficiency of about 65 %, the limit of one queue an input at four outputs (0.655; Karol et al. 1987);
 *   two queues: above 80 %; at least four for the most that is to be had; the number does not depend on the size of the network */
#include "recn.h"

static double efficiency(int64_t hosts, int64_t saqs) {
    u64 out_of_order = 0;
    double e = recn_saturation(hosts, WS_QUEUEING_RECN_IQ, saqs, &out_of_order);
    ok(out_of_order == 0, "%d hosts, %d set-aside queues: %.4f, no packet out of order", (int)hosts, (int)saqs, e);
    return e;
}

/* Set-aside queues of a port at saturation: mean over ports and time, and the most. */
static void queues_needed(int64_t hosts) {
    ws_def d = recn_def(hosts, WS_QUEUEING_RECN_IQ, 16);
    d.arrivals = WS_ARRIVALS_SATURATED;
    ws_net *n = fixture_net(&d, NULL);
    u32 most = 0;
    double sum = 0, samples = 0;
    fixture_run(n, hosts > 64 ? 6000 : 10000, NULL, NULL);
    for (u64 i = 0; i < fixture_cycles(hosts > 64 ? 5 : 20); i++) {
        u32 all, here = recn_most(n, &all);
        if (here > most) most = here;
        sum += (double)all / n->size.ports, samples++;
        fixture_run(n, 300, NULL, NULL);
    }
    ok(sum / samples < 3, "%d hosts, up to 16 set-aside queues: %.2f of a port are in use on the average, at most %u", (int)hosts,
       sum / samples, most);
    ws_net_free(n);
}

int main(void) {
    double e64[9], e256[9];
    u64 out_of_order = 0;
    for (int64_t saqs = 0; saqs <= 8; saqs = saqs ? 2 * saqs : 2)
        e64[saqs] = efficiency(64, saqs), e256[saqs] = efficiency(256, saqs);
    double one = recn_saturation(64, WS_QUEUEING_1Q, 0, &out_of_order),
           sw = recn_saturation(64, WS_QUEUEING_VOQSW, 0, &out_of_order);
    ok(e64[0] >= 0.62 && e64[0] <= 0.70, "E1: without set-aside queues %.4f (0.62 to 0.70)", e64[0]);
    ok(e64[2] >= 0.80 && e256[2] >= 0.78,
       "E2: with two %.4f (0.80 at least); with 256 hosts, where the paper has no figure, %.4f", e64[2], e256[2]);
    ok(e64[4] >= 0.98 * e64[8] && e64[2] <= 0.95 * e64[8], "E3: with four %.4f of what is to be had with eight, with two %.4f",
       e64[4] / e64[8], e64[2] / e64[8]);
    ok(e256[4] >= 0.97 * e256[8] && e256[2] <= 0.95 * e256[8], "E3, 256 hosts: %.4f and %.4f", e256[4] / e256[8],
       e256[2] / e256[8]);
    near_to(one, e64[0], 0.01, "E6: the same as with one queue a port");
    ok(one > 0.655 - 0.01 && one < 0.69 + 0.01,
       "E6: %.4f, between 0.655 (self traffic) and 0.69 (none) of one switch with four ports", one);
    ok(sw > e64[2] && out_of_order == 0, "a queue for each output: %.4f, nothing out of order", sw);
    queues_needed(64);
    queues_needed(256);
    return done();
}
