/* Segment size on the 5x5 torus (Kwan et al. 1996), where routes cross up to seven switches.
 *
 *   A14  The best size is larger than on the 3x3 torus: 450 bytes in the paper.
 *
 * The paper gives neither load nor route choice. Up/down routes crowd the links near the root: with
 * all shortest legal routes in use the busiest link carries 5.9 times what a host sends, and the
 * network is full at a load of 0.07 to 0.08. With one fixed route for each pair of switches (lowest
 * port first) it is 8.4 times, the network is full at 0.05, and the measurement shows that link, at
 * which every worm queues whatever its size: the minimum is not larger than on the 3x3 torus
 * (printed in the long form). */
#include "kwan.h"

static kwan_effort effort(uint64_t cycles) {
    return kwan_long() ? (kwan_effort){4, 2 * cycles, 400000} : (kwan_effort){1, cycles, 300000};
}

static void test_larger(double load, const int *segments, size_t count, int best_small) {
    char settings[64];
    kwan_effort e = effort(2000000);
    snprintf(settings, sizeof settings, "route-choice=random;load=%g", load);
    kwan_curve c = kwan_curve_of("kwan/torus-5x5", &e, settings, segments, count);
    int best = kwan_argmin(&c);
    double least = kwan_delay(&c, best);
    ok(best >= 250 && best <= 600, "A14 load %.2f: the minimum is at %d (250 to 600; the paper's is at 450)", load, best);
    ok(best > best_small, "A14 load %.2f: it is to the right of that of the 3x3 torus, %d > %d", load, best, best_small);
    ok(kwan_delay(&c, 33) > 1.2 * least && kwan_delay(&c, 160) > least,
       "A14 load %.2f: short segments lose: D(33) %.0f, D(160) %.0f, the minimum %.0f", load, kwan_delay(&c, 33),
       kwan_delay(&c, 160), least);
    ok(kwan_delay(&c, 1000) > least, "A14 load %.2f: long ones too: D(1000) %.0f > %.0f", load, kwan_delay(&c, 1000), least);
}

static int best_of_torus3(void) {
    static const int all[] = {33, 60, 80, 120, 160, 200, 250, 300, 400, 500, 1000}, few[] = {80, 160, 250, 400};
    kwan_effort e = kwan_long() ? (kwan_effort){4, 2500000, 100000} : (kwan_effort){1, 2000000, 100000};
    kwan_curve c = kwan_long() ? kwan_curve_of("kwan/torus-3x3", &e, "route-choice=random;load=0.2", all, COUNT(all))
                               : kwan_curve_of("kwan/torus-3x3", &e, "route-choice=random;load=0.2", few, COUNT(few));
    int best = kwan_argmin(&c);
    ok(best >= 80 && best < 250, "A14 on the 3x3 torus the minimum is at %d (80 to 250)", best);
    return best;
}

/* For the record: one fixed route for each pair of switches. */
static void print_fixed_routes(void) {
    static const int segments[] = {33, 80, 160, 250, 400, 600, 1000};
    kwan_effort e = effort(2000000);
    kwan_curve_of("kwan/torus-5x5", &e, "route-choice=fixed;load=0.045", segments, COUNT(segments));
    kwan_curve_of("kwan/torus-5x5", &e, "route-choice=fixed;load=0.05", segments, COUNT(segments));
}

int main(void) {
    static const int all[] = {33, 80, 160, 250, 320, 400, 450, 500, 600, 700, 800, 1000}, few[] = {33, 160, 400, 1000};
    int best = best_of_torus3();
    if (!kwan_long()) {
        test_larger(0.08, few, COUNT(few), best);
        return done();
    }
    kwan_effort e = effort(2000000);
    kwan_curve_of("kwan/torus-5x5", &e, "route-choice=random;load=0.06", all, COUNT(all));
    test_larger(0.07, all, COUNT(all), best);
    test_larger(0.08, all, COUNT(all), best);
    print_fixed_routes();
    return done();
}
