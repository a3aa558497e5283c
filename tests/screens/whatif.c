/* whatif.c - on a terminal: the proof in one line, a message by hand, a cable that is cut and repaired, and what cannot be. */
#include "desk.h"

static void test_prove(void) {
    const char *const arguments[] = {"teach/ring-deadlock", "--paused", NULL};
    desk d;
    desk_open(&d, 160, 40, arguments, NULL);
    ok(wait_text(&d, "paused"), "a ring is open");
    type(&d, ":prove\r");
    ok(wait_text(&d, "can deadlock: 4 channels wait for each other in a ring"), ":prove names the ring");
    type(&d, ":send H0 H2 9\r");
    ok(wait_text(&d, "done: send H0 H2 9"), ":send sends");
    type(&d, ":send H0 H0 9\r");
    ok(wait_text(&d, "a host cannot send to itself"), "what cannot be sent is told");
    type(&d, ":cut S0 S1\r");
    ok(wait_text(&d, "knows no way around"), "a routing without another way does not let a cable be cut");
    type(&d, ":rebuild routing=dor vcs=2\r");
    wait_text(&d, "a new network");
    type(&d, ":prove\r");
    ok(wait_text(&d, "free of deadlock"), "with another routing, :prove says free");
    desk_close(&d);
}

static void test_cut(void) {
    const char *const arguments[] = {"cube/mesh-8x8", "--paused", "--set", "routing=updown", NULL};
    desk d;
    desk_open(&d, 160, 50, arguments, NULL);
    ok(wait_text(&d, "paused"), "a mesh is open");
    type(&d, ":run 500\r");
    quiet(&d);
    type(&d, ":cut S9 S10\r");
    ok(wait_text(&d, "a new network: cut S9 S10"), ":cut cuts");
    type(&d, ":repair S9 S10\r");
    ok(wait_text(&d, "a new network: repair S9 S10"), ":repair repairs");
    type(&d, ":repair S9 S10\r");
    ok(wait_text(&d, "is not cut"), "and only once");
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_prove();
    test_cut();
    desk_end();
    return done();
}
