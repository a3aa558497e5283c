/* no_memory.c - see cli.h. */
#include "cli/cli.h"

#include <jansson.h>
#include <unistd.h>
#include <uv.h>

#include "session/library/whole_file.h"
#include "terminal/terminal.h"
#include "wormscope/memory.h"

/* Puts the terminal back, removes files that are begun, says for how many bytes memory ran out
 * (0: not known), and ends. */
static void end(size_t bytes) {
    char text[96] = "wormscope: out of memory\n";
    if (bytes)
        snprintf(text, sizeof text, "wormscope: out of memory: %zu bytes more were needed\n",
                 bytes);
    ws_terminal_close();
    ws_whole_abandon();
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
    _exit(WS_EXIT_IO);
}

static void *memory_get(size_t size) {
    return ws_resize(NULL, 1, size);
}
static void *memory_resize(void *memory, size_t size) {
    return ws_resize(memory, 1, size);
}
static void *memory_zeroed(size_t count, size_t size) {
    return ws_alloc(count, size ? size : 1);
}

void ws_no_memory_prepare(void) {
    ws_memory_handler(end);
    json_set_alloc_funcs(memory_get, free);
    uv_replace_allocator(memory_get, memory_resize, memory_zeroed, free);
}
