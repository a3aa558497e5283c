/* Throughput against the timeout (Hu and Kleinrock): the largest of closed loops, 5x5 and 7x7 torus.
 *   C1  without timeouts the torus deadlocks, with any it does not
 *   C2  the fixed timeout has an optimum (at 10 to 15 cycles) and throughput depends strongly on it: highest / lowest over 10 to
 *       100 cycles > 1.3
 *   C3  itow (factor 10) hardly depends on it: highest / lowest < 1.35, and less than for fixed
 *   C4  itow outperforms fixed: at every timeout from 40 on; best against best >= 1.1 (the factor where itow is best is found in
 *       timeouts_cost.c; 3 is near it for both tori)
 * With a fixed timeout the 7x7 torus gets worse for long: worms that are too long to get through collect at the hosts. Of 40
 * cycles, the first 50,000 cycles give 0.040 flits per host and cycle, the twelfth 50,000 give 0.018, and ten million 0.017 in the
 * mean; the dynamic policies are steady from the first window on. So what is said of fixed here is said in its favour.
 *
 * As sweeps:
 *   wormscope sweep timeouts/torus-5x5 -s timeout-cost=10 -v timeout-policy=fixed,itow -v timeout=10,20,30,40,60,80,100 \
 *             --fields accepted
 *   and the same of timeouts/torus-7x7 */
#include "observe/waits.h"
#include "timeouts.h"

static const double brief[] = {10, 40, 70, 100}, full[] = {10, 20, 30, 40, 60, 80, 100};

static void values(int side) {
    const double *timeout = tmo_long() ? full : brief;
    size_t count = tmo_long() ? COUNT(full) : COUNT(brief);
    tmo_effort e = tmo_usual(side);
    tmo_curve fixed = tmo_sweep(side, e, &tmo_closed, "timeout-policy=fixed", "timeout", timeout, count);
    tmo_curve itow = tmo_sweep(side, e, &tmo_closed, "timeout-policy=itow;timeout-cost=10", "timeout", timeout, count);
    double best = tmo_measure(side, e, "timeout-policy=itow;timeout-cost=3").accepted;
    double steep = tmo_most(&fixed) / tmo_least(&fixed), flat = tmo_most(&itow) / tmo_least(&itow);
    double hasty = tmo_measure(side, e, "timeout-policy=fixed;timeout=2").accepted;
    ok(hasty < tmo_most(&fixed), "C2 %dx%d: fixed has an optimum: %.4f at 2 cycles, %.4f at %g, %.4f at 100", side, side, hasty,
       tmo_most(&fixed), fixed.x[fixed.best], fixed.y[count - 1]);
    ok(steep > 1.3, "C2 %dx%d: fixed, highest / lowest = %.2f > 1.3", side, side, steep);
    ok(flat < 1.35 && flat < steep, "C3 %dx%d: itow, highest / lowest = %.2f < 1.35", side, side, flat);
    bool above = true;
    for (size_t i = 0; i < count; i++) above = above && (timeout[i] < 40 || itow.y[i] >= fixed.y[i]);
    ok(above, "C4 %dx%d: itow is above fixed at every timeout from 40 on", side, side);
    ok(best / tmo_most(&fixed) >= 1.1, "C4 %dx%d: best against best %.4f / %.4f = %.2f >= 1.1", side, side, best,
       tmo_most(&fixed), best / tmo_most(&fixed));
}

/* How long the torus lives: the cycle by which a deadlock is found; `cycles` if none is. */
static uint64_t life(const char *policy, uint64_t cycles) {
    char set[64];
    snprintf(set, sizeof set, "timeout-policy=%s", policy);
    const char *sets[] = {set};
    ws_error error = {""};
    ws_session *session = ws_session_open(
        "timeouts/torus-7x7", &(ws_options){.sets = sets, .set_count = 1, .has_cycles = true, .cycles = cycles}, &error);
    if (!session) return 0;
    ws_net *net = ws_session_net(session);
    ws_waits *waits = ws_waits_new(net);
    while (ws_net_cycle(net) < cycles && !ws_waits_deadlock(waits)) {
        ws_session_run(session, 200);
        ws_waits_update(waits, net);
    }
    uint64_t end = ws_net_cycle(net);
    ws_waits_free(waits);
    ws_session_close(session);
    return end;
}

int main(void) {
    uint64_t cycles = tmo_long() ? 1000000 : 50000, dead = life("none", cycles);
    ok(dead < 2000, "C1 7x7, none: deadlock by cycle %llu", (unsigned long long)dead);
    ok(life("fixed", cycles) == cycles, "C1 7x7, fixed: none in %llu cycles", (unsigned long long)cycles);
    values(5);
    values(7);
    return done();
}
