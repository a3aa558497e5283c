/* malloc.c - a library that is loaded before the C library: allocation number WS_FAIL_AT, counted from the
 * first of the program's own, finds no memory. With WS_FAIL_AT=0 it only counts, into the file
 * WS_FAIL_COUNT names. Into the file WS_FAIL_BY it writes the path of the library that asked for what failed. Used by
 * tests/faults/run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

static unsigned long asked;
static unsigned long fail_at;
static int ready;

/* Before main: what the loader and libraries allocate for themselves is not counted. */
__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("WS_FAIL_AT");
    fail_at = at ? strtoul(at, NULL, 10) : 0;
    asked = 0;
    ready = 1;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("WS_FAIL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lu\n", asked);
    fclose(file);
}

static void tell(const void *asker) {
    const char *path = getenv("WS_FAIL_BY");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    Dl_info library;
    if (file < 0)
        return;
    if (dladdr(asker, &library)) {
        ssize_t ignored = write(file, library.dli_fname, strlen(library.dli_fname));
        (void)ignored;
    }
    close(file);
}

static int fails(const void *asker) {
    if (!ready || ++asked != fail_at)
        return 0;
    tell(asker);
    errno = ENOMEM;
    return 1;
}

#define FAILS fails(__builtin_return_address(0))
void *malloc(size_t bytes) { return FAILS ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return FAILS ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *memory, size_t bytes) { return FAILS ? NULL : __libc_realloc(memory, bytes); }
