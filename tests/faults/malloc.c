/* malloc.c - a library that is loaded before the C library: allocation number WS_FAIL_AT, counted from the
 * first of the program's own, finds no memory. With WS_FAIL_AT=0 it only counts, into the file
 * WS_FAIL_COUNT names. Used by tests/faults/run. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

static int fails(void) {
    if (!ready || ++asked != fail_at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return fails() ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *memory, size_t bytes) { return fails() ? NULL : __libc_realloc(memory, bytes); }
