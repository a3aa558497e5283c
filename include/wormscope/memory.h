/* memory.h - allocation for whoever has no use for half a picture or half a scenario: where there is no memory the program says so and
 * ends. The core does not use it: a network that does not fit is an error in words. */
#ifndef WS_MEMORY_H
#define WS_MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls the handler with the bytes that were needed (0: not known). Without one, or if it returns, says so on standard error and aborts. */
_Noreturn void ws_no_memory(size_t bytes);
/* What ws_no_memory calls from now on, in the whole process; it ends the program. The program's own (src/cli/no_memory.c) puts the terminal
 * back and ends with exit code 3. */
void ws_memory_handler(void (*handler)(size_t bytes));

static inline void *ws_must(void *memory) {
    if (!memory) ws_no_memory(0);
    return memory;
}

/* Bytes of `count` items, which must be a number of bytes that there can be. */
static inline size_t ws_bytes(size_t count, size_t size) {
    if (size && count > (size_t)PTRDIFF_MAX / size) ws_no_memory(PTRDIFF_MAX);
    return count * size;
}

/* Zeroed. */
static inline void *ws_alloc(size_t count, size_t size) {
    size_t bytes = ws_bytes(count, size);
    void *memory = calloc(bytes ? bytes : 1, 1);
    if (!memory) ws_no_memory(bytes);
    return memory;
}

static inline void *ws_resize(void *memory, size_t count, size_t size) {
    size_t bytes = ws_bytes(count, size);
    void *resized = realloc(memory, bytes ? bytes : 1);
    if (!resized) ws_no_memory(bytes);
    return resized;
}

static inline char *ws_copy_text(const char *text, size_t length) {
    char *copy = ws_alloc(length + 1, 1);
    if (length) memcpy(copy, text, length);
    return copy;
}

/* Room for one more in an array of `count` items: doubles at powers of two, so that no capacity need be kept. */
static inline void *ws_grow(void *items, size_t count, size_t size) {
    if (count && (count & (count - 1))) return items;
    return ws_resize(items, count ? count * 2 : 1, size);
}
/* Makes room for one more in the array `items` points to, which may move; `count` items are in it. */
#define WS_GROW(items, count) ((items) = ws_grow((items), (count), sizeof *(items)))

#endif
