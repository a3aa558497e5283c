/* memory.c - what happens where memory runs out (wormscope/memory.h). */
#include "wormscope/memory.h"

static void (*out_of_memory)(size_t bytes);

void ws_memory_handler(void (*handler)(size_t bytes)) {
    out_of_memory = handler;
}

_Noreturn void ws_no_memory(size_t bytes) {
    if (out_of_memory)
        out_of_memory(bytes);
    fputs("wormscope: out of memory\n", stderr);
    abort();
}
