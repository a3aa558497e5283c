/* lend.c - what wasi-libc has not: there is one process, one user, and nobody else writes. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/recording/recording_writer.h"

uid_t geteuid(void) {
    return 0;
}
int flock(int file, int operation) {
    (void)file;
    (void)operation;
    return 0;
}
int fchmod(int file, mode_t mode) {
    (void)file;
    (void)mode;
    return 0;
}

/* No links: a path that exists is its own. */
char *realpath(const char *restrict path, char *restrict resolved) {
    struct stat status;
    if (stat(path, &status) != 0)
        return NULL;
    if (!resolved)
        resolved = malloc(PATH_MAX);
    if (resolved)
        snprintf(resolved, PATH_MAX, "%s", path);
    return resolved;
}

/* Nor a signal of a broken pipe. */
ssize_t ws_write_quietly(int file, const char *text, size_t length) {
    return write(file, text, length);
}
