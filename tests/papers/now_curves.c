/* Accepted traffic and latency from low load to saturation and beyond (Duato et al.), for all six switches, packets of 16 and 128 flits,
 * means and spreads over random networks: two with 16 switches, or with WS_LONG ten of each size. A curve must begin with all traffic
 * accepted, and its latency may not fall before it is saturated. Comments of the output are the curves. */
#include "now.h"

enum { POINTS = 8 };
static const double steps[POINTS] = {0.15, 0.4, 0.6, 0.75, 0.85, 1, 1.2, 2};

typedef struct curve {
    now_mean accepted[POINTS], latency[POINTS];
    u32 deadlocks;
} curve;

/* Traffic at which this switch is about saturated: places the points. */
static double saturation(now_name name, int64_t switches) {
    static const double adaptive[] = {1.2, 0.8, 0.55}, tree[] = {0.6, 0.33, 0.18};
    u32 size = switches == 16 ? 0 : switches == 32 ? 1 : 2;
    return name == NOW_UD || name == NOW_BUD ? tree[size] : adaptive[size];
}

static void draw(now_name name, int64_t switches, int64_t length, int64_t networks) {
    curve c = {0};
    for (int64_t seed = 1; seed <= networks; seed++)
        for (u32 i = 0; i < POINTS; i++) {
            now_result r = now_run(now_def(name, switches, length, seed), steps[i] * saturation(name, switches), 6000, 12000);
            now_mean_add(&c.accepted[i], r.accepted), now_mean_add(&c.latency[i], r.latency);
            c.deadlocks += r.deadlock;
        }
    bool rises = true;
    note("%s, %d switches, %d flits: offered, accepted +- spread, latency +- spread", now_names[name], (int)switches,
         (int)length);
    for (u32 i = 0; i < POINTS; i++) {
        double offered = steps[i] * saturation(name, switches), accepted = now_mean_of(&c.accepted[i]);
        note("  %.3f  %.3f +- %.3f  %7.1f +- %.1f", offered, accepted, now_spread(&c.accepted[i]), now_mean_of(&c.latency[i]),
             now_spread(&c.latency[i]));
        if (i > 0 && accepted > 0.95 * offered) rises &= now_mean_of(&c.latency[i]) > 0.98 * now_mean_of(&c.latency[i - 1]);
    }
    ok(rises && c.deadlocks == 0 && now_mean_of(&c.accepted[0]) > 0.95 * steps[0] * saturation(name, switches),
       "%s, %d switches, %d flits: from low load to saturation, %d networks", now_names[name], (int)switches, (int)length,
       (int)networks);
}

int main(void) {
    bool all = getenv("WS_LONG") != NULL;
    for (int64_t length = 128; length >= 16; length -= 112)
        for (int64_t switches = all ? 64 : 16; switches >= 16; switches /= 2)
            for (now_name name = NOW_MA; name <= NOW_FA; name++) draw(name, switches, length, all ? 10 : 2);
    return done();
}
