/* bar.c - see bar.h. */
#include "cli/bar.h"

#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 40 };

bool ws_bar_wanted(void) {
    return isatty(STDERR_FILENO) != 0;
}

void ws_bar_draw(size_t done, size_t all) {
    size_t full = all > 0 ? done * WIDTH / all : WIDTH;
    fprintf(stderr, "\r[%.*s%*s] %zu of %zu", (int)full, "########################################",
            (int)(WIDTH - full), "", done, all);
    fflush(stderr);
}

void ws_bar_clear(void) {
    fprintf(stderr, "\r\033[K");
}
