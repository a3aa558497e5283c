/* Alpha scheduling on Fed-X (claims B9, B11 and experiment 4 of Cherkasova et al.): short messages gain much, long ones lose little. Message
 * backpressure, no limits, adaptive routing. The gain grows with the queues, that is towards saturation, beyond which no mean is one. */
#include "fedx.h"

static fedx_result measure(fedx_work work, double alpha, double u) {
    ws_def d = fedx_def(work);
    d.alpha = (int64_t)(alpha * WS_MILLION);
    fedx_result r = fedx_run_for(d, u, 60000 * fedx_scale(), 240000 * fedx_scale());
    note("%-10s alpha %2.0f u %.2f: accepted %.3f, short %6.0f, all %6.0f, long %6.0f", fedx_works[work], alpha, u, r.accepted,
         fedx_of(r.small), fedx_of(r.all), fedx_of(r.large));
    return r;
}

static double ratio(fedx_mean a, fedx_mean b) { return fedx_of(a) / fedx_of(b); }

int main(void) {
    static const double loads[] = {0.5, 0.55, 0.58, 0.6}, alphas[] = {1, 2, 4, 8};
    double gain = 0, price = 0, all = 0;
    for (u32 i = 0; i < sizeof loads / sizeof *loads; i++) {
        fedx_result fifo = measure(FEDX_MIXTURE, 0, loads[i]), eight = measure(FEDX_MIXTURE, 8, loads[i]);
        double here = ratio(fifo.small, eight.small);
        if (here > gain) gain = here, price = ratio(eight.large, fifo.large), all = ratio(fifo.all, eight.all);
    }
    fedx_between(gain, 3.5, 8, "B9  mixture: short messages, first come first served over alpha 8, at best (paper: 5)");
    fedx_between(price, 0.8, 1.25, "B11 there, long messages pay");
    ok(all > 1.2, "B9  there, the mean of all gains too: %.2f", all);
    fedx_result fifo = measure(FEDX_MIXTURE, 0, 0.58);
    double before = fedx_of(fifo.small);
    for (u32 i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        fedx_result r = measure(FEDX_MIXTURE, alphas[i], 0.58);
        ok(fedx_of(r.small) < 1.03 * before, "B9  mixture, u 0.58, alpha %.0f: short %.0f, before %.0f", alphas[i],
           fedx_of(r.small), before);
        before = fedx_of(r.small);
    }
    fedx_result many = measure(FEDX_MIXTURE80, 0, 0.5), many8 = measure(FEDX_MIXTURE80, 8, 0.5);
    ok(ratio(many.small, many8.small) > 2 && ratio(many8.large, many.large) < 1.1,
       "F4  80 %% long: short messages gain by %.2f, long ones pay %.2f", ratio(many.small, many8.small),
       ratio(many8.large, many.large));
    return done();
}
