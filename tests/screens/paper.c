/* paper.c - a figure of a paper on the screen: only what has been run is shown, with the point at which the network is now. */
#include "desk.h"

/* Runs a figure in its short form, into the cache of the program. */
static bool figure_run(const char *name) {
    char command[768];
    snprintf(command, sizeof command, "XDG_CACHE_HOME='%s' '%s' paper %s --quick -j1 >/dev/null 2>&1", desk_home, program,
             name);
    return system(command) == 0;
}

static void not_run(desk *d) {
    type(d, "9");
    ok(wait_text(d, "kwan/2 has not been run yet: `wormscope paper kwan/2` does that"), "what has not been run is told");
    type(d, ":paper nosuch/1\r");
    ok(wait_text(d, "unknown figure `nosuch/1`"), "a figure that is none is told");
    type(d, ":paper kwan/3\r");
    ok(wait_text(d, "kwan/3 has not been run yet"), "by name, too");
    type(d, ":paper kwan/1");
    ok(wait_text(d, "kwan/10") && wait_text(d, "kwan/13"), "names of figures are offered");
    type(d, "\033");
    ok(gone(d, "kwan/13"), "until the line is closed");
}

static void shown(desk *d) {
    type(d, "9");
    ok(wait_text(d, "kwan/2  Delays of two hosts") && wait_text(d, "the network is not a point of this figure"),
       "the first figure of the scenario; along a distribution lies no network");
    type(d, "9");
    ok(wait_text(d, "kwan/3  Throughput of two hosts") && wait_text(d, "a H1, whole messages"), "the next one, its curves named");
    ok(wait_text(d, "nothing is measured before cycle 100000"), "no point before the warm-up is over");
    type(d, ":seek 400000\r");
    ok(wait_text(d, "now 0.9") && wait_text(d, " at load 1, measured for 300000 cycles"), "later the point of the network, in words");
    type(d, ":set segment 50\r");
    ok(wait_text(d, "nothing has been measured yet"), "a change is measured from its cycle on");
    type(d, ":seek 420000\r");
    ok(wait_text(d, "measured for 20000 cycles; the figure has segment=100"), "a setting that the figure has otherwise is told");
    type(d, "9");
    ok(gone(d, "kwan/3  Throughput"), "behind the last figure the map is back");
}

static void closed(desk *d) {
    type(d, ":paper kwan/3\r");
    bool there = wait_text(d, "kwan/3  Throughput");
    type(d, "\033");
    ok(there && gone(d, "kwan/3  Throughput"), "Esc closes it");
    type(d, ":paper kwan/3\r");
    there = wait_text(d, "kwan/3  Throughput");
    type(d, ":paper off\r");
    ok(there && gone(d, "kwan/3  Throughput"), "so does `paper off`");
    type(d, "q");
    report r = report_wait(d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "it ends in order (%c %d)", r.kind ? r.kind : '-', r.value);
}

int main(int count, char **arguments) {
    const char *const opened[] = {"kwan/two-hosts", "--paused", NULL};
    desk d;
    (void)count;
    if (!desk_begin(arguments[0])) {
        ok(false, "the program is there");
        return done();
    }
    desk_open(&d, 100, 30, opened, NULL);
    must_show(&d, "paused");
    not_run(&d);
    ok(figure_run("kwan/2") && figure_run("kwan/3"), "two figures are run");
    shown(&d);
    closed(&d);
    desk_close(&d);
    desk_end();
    return done();
}
