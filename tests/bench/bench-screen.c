/* bench-screen.c - what the screen costs: processor time for the same cycles without a screen, and with one at unlimited speed.
 *
 *   bench-screen [SCENARIO CYCLES]
 *
 * Both are measured in turn, PAIRS times: a line has the median of the times, and of the ratios of the pairs with their quartiles, so that
 * what else the machine does falls on both. Without arguments: one scenario of each of the five systems, which takes less than 90 seconds.
 *
 * The terminal is a pseudo terminal, seen by libvterm as in the tests of the screen (desk.h): what is on it is known, whatever ncurses
 * sends to get there. Both times are those of the whole process, so they include opening the scenario; the screen is drawn up to 30
 * times a second. A run that does not end within WAIT_MS is given up. */
#include <stdio.h>
#include <sys/resource.h>

#include "bench/pairs.h"
#include "screens/desk.h"

enum { WAIT_MS = 120000, PAIRS = 5 };

static double children_seconds(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* CPU seconds; 0 if it does not end well. */
static double batch_run(const char *scenario, const char *cycles) {
    char *arguments[] = {program, "run", (char *)scenario, "--cycles", (char *)cycles, NULL};
    char text[1];
    return program_seconds(arguments, 0, text, sizeof text);
}

/* The same. The little shell between us and the program hands its time on when it ends. */
static double screen_run(const char *scenario, const char *cycles, int width, int height) {
    const char *const arguments[] = {scenario, "--cycles", cycles, "--speed", "max", NULL};
    double before = children_seconds();
    desk d;
    if (!desk_open(&d, width, height, arguments, NULL)) return 0;
    bool ended = wait_text_for(&d, "the run has ended", WAIT_MS);
    type(&d, "q");
    report r = report_wait(&d, PATIENCE_MS);
    if (r.kind == 'E') waitpid(d.shell, NULL, 0);
    desk_close(&d);
    return ended && r.kind == 'E' && r.value == 0 ? children_seconds() - before : 0;
}

static bool bench(const char *scenario, const char *cycles, int width, int height) {
    double with[PAIRS], without[PAIRS], ratio[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        without[i] = batch_run(scenario, cycles);
        with[i] = screen_run(scenario, cycles, width, height);
        if (with[i] == 0 || without[i] == 0) {
            printf("%-20s %9s cycles %3dx%-3d  does not come to its end %s\n", scenario, cycles, width, height,
                   without[i] == 0 ? "without a screen" : "on the screen");
            return false;
        }
        ratio[i] = 100 * without[i] / with[i];
    }
    double low = quantile(ratio, PAIRS, 0.25), high = quantile(ratio, PAIRS, 0.75);
    printf("%-20s %9s cycles %3dx%-3d  batch %6.2f s  screen %6.2f s  speed of the batch: %3.0f %% (%.0f to %.0f)\n", scenario, cycles,
           width, height, quantile(without, PAIRS, 0.5), quantile(with, PAIRS, 0.5), quantile(ratio, PAIRS, 0.5), low, high);
    return true;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* children must not say it again */
    static const struct {
        const char *scenario, *cycles;
    } cases[] = {{"kwan/torus-3x3", "11000000"},
                 {"fedx/wk30", "850000"},
                 {"now/irregular-64", "550000"},
                 {"recn/hotspot-64", "120000"},
                 {"timeouts/torus-5x5", "480000"}};
    bool well = true;
    if (!desk_begin(argv[0])) return 1;
    if (argc == 3) well = bench(argv[1], argv[2], 80, 24);
    for (size_t i = 0; argc < 3 && i < sizeof cases / sizeof *cases; i++) {
        well &= bench(cases[i].scenario, cases[i].cycles, 80, 24);
        well &= bench(cases[i].scenario, cases[i].cycles, 120, 40);
    }
    desk_end();
    return well ? 0 : 1;
}
