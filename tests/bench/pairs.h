/* pairs.h - two programs measured in turn: the CPU time of a whole process, and quantiles. Header only.
 *
 * PAIRS=N in the environment asks for another number of pairs than PAIRS_LEAST, but never for fewer. */
#ifndef BENCH_PAIRS_H
#define BENCH_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS_LEAST = 11, PAIRS_MOST = 1001 };

/* Runs a program (argv[0] is its path) and reads all that it prints; as much of it as there is room for stands in `text`. Its CPU
 * seconds; 0 if it did not end with the exit status `good`. */
static double program_seconds(char **argv, int good, char *text, size_t room) {
    int ends[2], status;
    struct rusage used;
    size_t length = 0;
    char rest[4096];
    if (pipe(ends) != 0) return 0;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execv(argv[0], argv);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got = 1; got > 0;) {
        bool full = length + 1 >= room;
        got = full ? read(ends[0], rest, sizeof rest) : read(ends[0], text + length, room - 1 - length);
        if (got > 0 && !full) length += (size_t)got;
    }
    text[length] = '\0';
    close(ends[0]);
    if (child < 0 || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != good) return 0;
    double seconds =
        (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    return seconds > 0 ? seconds : 1e-6;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which a part of them lies, between two of them where it must be; sorts them. */
static double quantile(double *values, size_t count, double part) {
    qsort(values, count, sizeof *values, by_value);
    double place = part * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

__attribute__((unused)) static size_t pairs_wanted(void) {
    const char *text = getenv("PAIRS");
    long pairs = text ? strtol(text, NULL, 10) : PAIRS_LEAST;
    if (pairs < PAIRS_LEAST) return PAIRS_LEAST;
    return pairs > PAIRS_MOST ? PAIRS_MOST : (size_t)pairs;
}

#endif
