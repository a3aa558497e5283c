/* Blocking of higher order in a chain (Kwan et al. 1996): H3 waits for the segments of H2 in the
 * slack buffer between the switches, each of which waits for a worm of H1. With B bytes of slack,
 * segments of L_l and worms of L_h:
 *
 *   D(L_l) = (B / L_l) (L_l + L_h)   for L_l <= B
 *   D(L_l) = L_l + L_h               above
 *
 *   A20  The delay of H3 is D within one round, L_l + L_h (the worms in service when H3 comes are
 *        not in D); the best L_l is B.
 *
 * Result: B / L_l counts whole segments, the last one even if only its head is in the buffer.
 * From B up the curve is so flat that the best size is B or the next on the grid. Below B / 4,
 * D is too large: STOP and GO do not keep the buffer full but between their marks, 40 and 77 of
 * 80 bytes, so H3 meets fewer segments.
 *
 * Messages have 960 bytes, so that the sizes of the grid divide them and all segments are equal. */
#include "kwan.h"

enum { H3 = 1, LENGTH = 960, GRID_MAX = 20 };

static double formula(double buffer, double segment) { return ceil(buffer / segment) * (segment + LENGTH); }

/* Mean delay of H3. */
static double measure(int buffer, int segment) {
    kwan_effort effort = {.cycles = kwan_long() ? 40000000 : 6000000, .warmup = 100000};
    char settings[80];
    snprintf(settings, sizeof settings, "length=fixed %d;buffer=%d;segment=%d", LENGTH, buffer, segment);
    ws_session *session = kwan_run("kwan/three-hosts", &effort, 0, settings);
    ws_summary delay = kwan_host(session, H3).head;
    ws_session_close(session);
    note("B %d, L_l %d -> %.0f +- %.0f (sd %.0f, %llu messages), D %.0f", buffer, segment, delay.mean,
         1.96 * delay.sd / sqrt((double)delay.count), delay.sd, (unsigned long long)delay.count, formula(buffer, segment));
    return delay.mean;
}

/* The grid has B in it, not at an end. */
static void test_buffer(int buffer, const int *segments, size_t count) {
    double delay[GRID_MAX];
    size_t best = 0, at_buffer = 0;
    for (size_t i = 0; i < count; i++) {
        double expected = formula(buffer, segments[i]), round = segments[i] + LENGTH;
        delay[i] = measure(buffer, segments[i]);
        ok(fabs(delay[i] - expected) <= round, "A20 B %d, L_l %d: H3 waits %.0f, D = %.0f (+- one round, %.0f)", buffer,
           segments[i], delay[i], expected, round);
        if (delay[i] < delay[best]) best = i;
        if (segments[i] == buffer) at_buffer = i;
    }
    ok(best == at_buffer || best == at_buffer + 1, "A20 B %d: the best size is %d (B, or the next on the grid)", buffer,
       segments[best]);
    ok(delay[at_buffer - 1] > 1.3 * delay[at_buffer] && delay[at_buffer] < 1.06 * delay[best],
       "A20 B %d: D(%d) %.0f is 30 %% above D(B) %.0f, and that at most 6 %% above the least, %.0f", buffer,
       segments[at_buffer - 1], delay[at_buffer - 1], delay[at_buffer], delay[best]);
}

static void test_tiny_segments(void) {
    static const int segments[] = {8, 10, 12, 16};
    for (size_t i = 0; i < COUNT(segments); i++) {
        double delay = measure(80, segments[i]), round = LENGTH + segments[i];
        double least = 40.0 / segments[i] * round, most = 80.0 / segments[i] * round;
        ok(delay > least && delay < most,
           "A20 B 80, L_l %d: the slack is filled to between the GO mark and B: %.0f < %.0f < %.0f", segments[i], least, delay,
           most);
    }
}

int main(void) {
    static const int few_80[] = {20, 40, 60, 80, 120, 160, 240}, few_120[] = {40, 60, 120, 160};
    static const int all_80[] = {20, 24, 30, 32, 40, 48, 60, 64, 80, 96, 120, 160, 192, 240, 320, 480, 960};
    static const int all_120[] = {24, 30, 32, 40, 48, 60, 80, 96, 120, 160, 192, 240, 320, 480, 960};
    if (kwan_long()) {
        test_buffer(80, all_80, COUNT(all_80));
        test_buffer(120, all_120, COUNT(all_120));
        test_tiny_segments();
    } else {
        test_buffer(80, few_80, COUNT(few_80));
        test_buffer(120, few_120, COUNT(few_120)); /* 40: the paper's three high and three low */
    }
    return done();
}
