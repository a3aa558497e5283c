/* memory.h - allocation for the session, which has no use for a half-loaded scenario: no memory ends the program. */
#ifndef WS_MEMORY_H
#define WS_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *ws_must(void *memory) {
    if (!memory) fputs("wormscope: out of memory\n", stderr), abort();
    return memory;
}

static inline void *ws_alloc(size_t count, size_t size) { return ws_must(calloc(count ? count : 1, size)); }

static inline char *ws_copy_text(const char *text, size_t length) {
    char *copy = ws_alloc(length + 1, 1);
    if (length) memcpy(copy, text, length);
    return copy;
}

/* Room for one more in an array of `count` items: doubles at powers of two, so that no capacity need be kept. */
static inline void *ws_grow(void *items, size_t count, size_t size) {
    if (count && (count & (count - 1))) return items;
    return ws_must(realloc(items, (count ? count * 2 : 1) * size));
}

#endif
