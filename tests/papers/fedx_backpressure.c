/* Backpressure on Fed-X (claims B1 to B8 of Cherkasova et al.): what packets that are refused for the sake of others do for hosts that send
 * to each other while 30 % of the hosts saturate four hot spots. Balanced injection at 2 and 6 buffers, first come first served, as in the
 * paper's experiments 1 and 2. "Silent": the same hosts, but those who would send to hot spots send nothing. */
#include "fedx.h"

enum { MODES = WS_BACKPRESSURE_COUNT };
static const char *const modes[MODES] = {"none", "message", "destination"};

static fedx_result measure(fedx_work work, u32 mode, bool hot, double u) {
    ws_def d = fedx_def(work);
    d.backpressure = mode;
    fedx_limits(&d, 2, 6);
    fedx_hot(&d, hot);
    fedx_result r = fedx_run_for(d, u, 40000 * fedx_scale(), 150000 * fedx_scale());
    note("%-7s %-11s %s u %.2f: accepted %.3f, message %6.0f, packet %5.0f", fedx_works[work], modes[mode],
         hot ? "hot   " : "silent", u, r.accepted, fedx_of(r.all), fedx_of(r.packet));
    return r;
}

/* The largest load, in steps of 0.025, of which at least 95 % gets through. */
static double stable(u32 mode) {
    double u = 0.7;
    while (u < 1 && measure(FEDX_WK15, mode, false, u + 0.025).accepted >= 0.95 * (u + 0.025)) u += 0.025;
    return u;
}

/* The largest of three over the smallest. */
static double spread(const double *v) { return fmax(v[0], fmax(v[1], v[2])) / fmin(v[0], fmin(v[1], v[2])); }

static void without_hot_spots(const fedx_result *silent) {
    double latency[MODES], most[MODES];
    for (u32 m = 0; m < MODES; m++) {
        latency[m] = fedx_of(silent[m].all);
        most[m] = stable(m);
    }
    fedx_between(spread(latency), 1, 1.5, "B1  silent, u 0.6: slowest over fastest of the three");
    /* Backpressure holds up the first message of a host, and all others behind it: that is what the three differ by. */
    fedx_between(spread(most), 1, 1.12, "B1  silent, largest stable load: most over least of the three (claimed: 1.08)");
    fedx_between(1 - most[WS_BACKPRESSURE_DESTINATION] / most[WS_BACKPRESSURE_MESSAGE], -0.01, 0.06,
                 "B2  what destination costs against message");
}

static void with_hot_spots(const fedx_result *silent, const fedx_result *hot) {
    double none = hot[WS_BACKPRESSURE_NONE].accepted, message = hot[WS_BACKPRESSURE_MESSAGE].accepted,
           dest = hot[WS_BACKPRESSURE_DESTINATION].accepted;
    fedx_between(none / silent[WS_BACKPRESSURE_NONE].accepted, 0, 0.5, "B3  wk-1-5, u 0.6, none: with hot spots over without");
    ok(none < message && message < dest, "B4  wk-1-5, u 0.6: none %.3f < message %.3f < destination %.3f", none, message, dest);
    fedx_between(dest / silent[WS_BACKPRESSURE_DESTINATION].accepted, 0.95, 1.02, "B5  destination: with hot spots over without");
    fedx_between(1 - message / dest, 0.3, 1, "B7  wk-1-5: what message lacks to destination");
}

/* Five times what a packet alone takes on the mean: 12 cycles a switch and 160. */
static void packet_latency(void) {
    const double bound = 5 * (12 * 4.143 + 160);
    double at_sixty = NAN;
    for (double u = 0.2; u < 0.85; u += 0.2) {
        double got = fedx_of(measure(FEDX_WK15, WS_BACKPRESSURE_DESTINATION, true, u).packet);
        if (u > 0.55 && u < 0.65) at_sixty = got;
        ok(got < bound, "B6  destination, u %.1f: packet latency %.0f, less than five times that of a packet alone, %.0f", u, got,
           bound);
    }
    double none = fedx_of(measure(FEDX_WK15, WS_BACKPRESSURE_NONE, true, 0.4).packet);
    double message = fedx_of(measure(FEDX_WK15, WS_BACKPRESSURE_MESSAGE, true, 0.6).packet);
    ok(none > bound, "B6  none, u 0.4: %.0f, more than that", none);
    ok(message > 1.5 * at_sixty,
       "B6  message, u 0.6: %.0f, %.2f times that of destination (claimed: more than five times that of a packet alone)", message,
       message / at_sixty);
}

static void long_messages(void) {
    fedx_result message = measure(FEDX_WK30, WS_BACKPRESSURE_MESSAGE, true, 0.6),
                dest = measure(FEDX_WK30, WS_BACKPRESSURE_DESTINATION, true, 0.6);
    fedx_between(1 - message.accepted / dest.accepted, 0, 0.2, "B7  wk-30, u 0.6: what message lacks to destination");
    fedx_between(fedx_of(message.all) / fedx_of(dest.all), 0.8, 2,
                 "B7  wk-30: message latency, message over destination (the paper has message well above: 1.2 or more)");
}

/* A message of one packet never meets another of its own. */
static void one_packet(void) {
    fedx_result none = measure(FEDX_WK1, WS_BACKPRESSURE_NONE, true, 0.4),
                message = measure(FEDX_WK1, WS_BACKPRESSURE_MESSAGE, true, 0.4);
    ok(none.accepted == message.accepted && none.all.sum == message.all.sum,
       "B8  one packet a message: message backpressure is none, to the cycle");
}

int main(void) {
    fedx_result silent[MODES], hot[MODES];
    for (u32 m = 0; m < MODES; m++) silent[m] = measure(FEDX_WK15, m, false, 0.6), hot[m] = measure(FEDX_WK15, m, true, 0.6);
    without_hot_spots(silent);
    with_hot_spots(silent, hot);
    packet_latency();
    long_messages();
    one_packet();
    return done();
}
