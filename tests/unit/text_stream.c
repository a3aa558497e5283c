/* text_stream.c - a text in memory that is written as a file is holds all that was written, or the program ends in words. */
#include "session/text_stream.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "tap.h"

/* Pieces of many sizes, with zeros among them. */
static bool holds(size_t size, size_t piece) {
    char *text, *expected = calloc(size + 1, 1);
    size_t length;
    for (size_t i = 0; i < size; i++) expected[i] = (char)(i * 7 % 251);
    FILE *out = ws_text_stream(&text, &length);
    for (size_t at = 0; at < size; at += piece) fwrite(expected + at, 1, size - at < piece ? size - at : piece, out);
    fclose(out);
    bool same = length == size && memcmp(text, expected, size + 1) == 0;
    free(expected);
    free(text);
    return same;
}

#ifndef __SANITIZE_ADDRESS__ /* which ends a program in its own words */
/* A gigabyte, line by line, where there is room for 64 MiB more: how the program ends. */
static int ends_with(void) {
    pid_t child = fork();
    if (child == 0) {
        char *text, line[1024];
        size_t length, written = 0;
        const rlim_t room = 64 << 20;
        if (!freopen("/dev/null", "w", stderr)) _exit(EXIT_FAILURE);
        ws_no_memory_prepare();
        setrlimit(RLIMIT_DATA, &(struct rlimit){room, room});
        FILE *out = ws_text_stream(&text, &length);
        memset(line, 'x', sizeof line);
        for (int i = 0; i < 1 << 20; i++) fwrite(line, 1, sizeof line, out), written += sizeof line;
        fclose(out);
        _exit(length == written ? EXIT_SUCCESS : EXIT_FAILURE); /* it was cut short, and nobody was told */
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
#endif

int main(void) {
    static const size_t sizes[] = {0, 1, 2, 1023, 4096, 4097, 1 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ok(holds(sizes[i], 1), "%zu bytes, one by one", sizes[i]);
        ok(holds(sizes[i], 5000), "%zu bytes in pieces", sizes[i]);
    }
#ifndef __SANITIZE_ADDRESS__
    int code = ends_with();
    ok(code == WS_EXIT_IO, "without memory for all of it, the program ends with %d: %d", WS_EXIT_IO, code);
#endif
    return done();
}
