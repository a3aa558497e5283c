/* bench-screen.c - what the screen costs: processor time for the same cycles without a screen, and with one at unlimited speed.
 *
 *   bench-screen [SCENARIO CYCLES]
 *
 * The terminal is a pseudo terminal whose other end is read at once. Both times are those of the whole process, so they include
 * opening the scenario; the screen is drawn up to 30 times a second. */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char program[4096];

static double seconds_of(pid_t child) {
    struct rusage used;
    int status;
    if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static double batch_run(const char *scenario, const char *cycles) {
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout)) _exit(127);
        execl(program, program, "run", scenario, "--cycles", cycles, (char *)NULL);
        _exit(127);
    }
    return seconds_of(child);
}

/* Reads until the text has come by. */
static void drain_until(int master, const char *text, size_t *bytes) {
    static char buffer[1 << 17];
    size_t kept = 0, length = strlen(text);
    for (ssize_t n; (n = read(master, buffer + kept, sizeof buffer - kept - 1)) > 0;) {
        *bytes += (size_t)n;
        buffer[kept + (size_t)n] = '\0';
        if (memmem(buffer, kept + (size_t)n, text, length)) return;
        kept = kept + (size_t)n < length ? kept + (size_t)n : length;
        memmove(buffer, buffer + strlen(buffer) - kept, kept);
    }
}

static double screen_run(const char *scenario, const char *cycles, int width, int height, size_t *bytes) {
    int master;
    struct winsize size = {.ws_row = (unsigned short)height, .ws_col = (unsigned short)width};
    pid_t child = forkpty(&master, NULL, NULL, &size);
    if (child == 0) {
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        execl(program, program, scenario, "--cycles", cycles, "--speed", "max", (char *)NULL);
        _exit(127);
    }
    *bytes = 0;
    drain_until(master, "the run has ended", bytes);
    if (write(master, "q", 1) == 1)
        for (char rest[4096]; read(master, rest, sizeof rest) > 0;) continue;
    double seconds = seconds_of(child);
    close(master);
    return seconds;
}

static void bench(const char *scenario, const char *cycles, int width, int height) {
    size_t bytes;
    double with = screen_run(scenario, cycles, width, height, &bytes), without = batch_run(scenario, cycles);
    if (with == 0 || without == 0) {
        printf("%-20s does not run\n", scenario);
        return;
    }
    printf("%-20s %9s cycles %3dx%-3d  batch %6.2f s  screen %6.2f s (%5.1f MB)  speed of the batch: %3.0f %%\n", scenario,
           cycles, width, height, without, with, (double)bytes / 1e6, 100 * without / with);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* children must not say it again */
    static const struct {
        const char *scenario, *cycles;
    } cases[] = {{"kwan/torus-3x3", "8000000"},
                 {"cube/mesh-8x8", "1500000"},
                 {"cube/torus-16x16", "150000"},
                 {"timeouts/torus-5x5", "500000"}};
    snprintf(program, sizeof program, "%s", argv[0]);
    char *slash = strrchr(program, '/');
    if (!slash) return 1;
    strcpy(slash, "/wormscope");
    if (argc == 3) bench(argv[1], argv[2], 80, 24);
    for (size_t i = 0; argc < 3 && i < sizeof cases / sizeof *cases; i++) {
        bench(cases[i].scenario, cases[i].cycles, 80, 24);
        bench(cases[i].scenario, cases[i].cycles, 200, 60);
    }
    return 0;
}
